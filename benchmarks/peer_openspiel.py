"""OpenSpiel's card games: driven from Python, played at random inside C++, and searched. Prints JSON.

Inside C++ means the random play of its own rollout evaluator, called by a search of one simulation: nothing faster can
be called from Python. Decisions are estimated by their mean in driven games of the same kind.
"""

from __future__ import annotations

import json
import random
import time
from functools import partial
from typing import Any

import pyspiel
from rounds import ROUNDS, best_rate

GAMES = ("crazy_eights(players=4)", "hearts", "goofspiel", "gin_rummy")
ROLLOUTS = 300
COUNTED_GAMES = 200
SIMULATIONS = 3000


def chance(state: Any) -> None:
    """Apply a random chance outcome."""
    outcomes, likely = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, likely)[0])


def deal(game: Any) -> Any:
    """A new game up to its first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        chance(state)
    return state


def drive(state: Any) -> int:
    """Random play from Python; how many decisions there were."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            chance(state)
        elif state.is_simultaneous_node():
            state.apply_actions([random.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
            decisions += state.num_players()
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def inside(game: Any) -> float:
    """Decisions a second of random play that never leaves C++."""
    length = sum([drive(deal(game)) for _ in range(COUNTED_GAMES)]) / COUNTED_GAMES
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 3, False)

    def roll_out(state: Any) -> int:
        bot.step(state)
        return round(ROLLOUTS * length)

    return best_rate(partial(deal, game), roll_out)


def search(game: Any) -> float:
    """Simulations a second of information-set search in C++, from the first real decision."""
    best = 0.0
    for seed in range(ROUNDS):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(seed, evaluator, 2.0, SIMULATIONS, -1, final, False, False)
        state = deal(game)
        while len(state.legal_actions()) == 1:  # a forced move needs no search
            state.apply_action(state.legal_actions()[0])
        begun = time.process_time()
        bot.step(state)
        best = max(best, SIMULATIONS / (time.process_time() - begun))
    return best


def main() -> None:
    """Measure and print."""
    told = []
    for name in GAMES:
        game = pyspiel.load_game(name)
        driven = best_rate(partial(deal, game), drive)
        row = {"game": name, "driven": driven, "inside": inside(game)}
        if name == "hearts":
            row["search"] = search(game)
        told.append(row)
    print(json.dumps(told))


main()
