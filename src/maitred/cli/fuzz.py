"""`maitred fuzz GAME`: random legal and illegal input until something breaks; what broke is saved."""

from __future__ import annotations

import argparse
import json
import secrets
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

import maitred
from maitred.cli.arguments import GAME, above_zero, progress, whole
from maitred.cli.verb import Argument, verb
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadCards, BadPosition, BadRecord, BadSetup, IllegalMove
from maitred.kernel.game import Game
from maitred.kernel.record import Record, read_record
from maitred.kernel.state import State

LONGEST_GAME = 20_000
JUNK: list[Any] = [None, True, -1, 0, 1, 7, 10**30, 0.5, "", "nonsense", "{0}", [], [[]], [0], {}, {"a": 1}]


@verb(
    "play nonsense until something breaks",
    GAME,
    Argument("--seconds", type=above_zero, default=10, metavar="N", help="how long (default 10)"),
    Argument("--seed", type=whole, metavar="S", help="the first game's seed (default: drawn)"),
    Argument("--save", type=Path, default=Path(), metavar="DIR", help="where to save what broke (default: here)"),
)
def fuzz(chosen: argparse.Namespace) -> int:
    """Play random games with legal and illegal moves, undo, damaged records, positions and decks, and check after
    each step that nothing breaks. If something does, save it to a file and end with exit code 1."""
    game = maitred.game(chosen.game)
    if not chosen.save.is_dir():
        raise BadSetup(f"{chosen.save} is not a folder to save to.")
    first = chosen.seed if chosen.seed is not None else secrets.randbits(40)
    begun = time.monotonic()
    played = 0
    with progress() as bar:
        task = bar.add_task(f"fuzzing {game.title}", total=chosen.seconds)
        while time.monotonic() - begun < chosen.seconds:
            problem = fuzz_once(game, first + played)
            played += 1
            bar.update(task, completed=int(time.monotonic() - begun))
            if problem is not None:
                path = chosen.save / f"fuzz-{game.id}-{first + played - 1}.json"
                path.write_text(json.dumps(problem, indent=1), encoding="utf-8")
                print(f"Broke with seed {first + played - 1} after {played} games: {problem['what']}")
                print(
                    f"Saved in {path}; run it again with: maitred fuzz {game.id} --seed {problem['seed']} --seconds 1"
                )
                return 1
    print(f"Nothing broke in {played} games from seed {first}.")
    return 0


def fuzz_once(game: Game, seed: int) -> dict[str, Any] | None:
    """One game full of nonsense; returns what broke, if anything did."""
    pick = Stream(seed, branch=0xF)
    players = game.min_players + pick.below(game.max_players - game.min_players + 1)
    options: dict[str, object] = {}
    for option in game.options:
        values = option.values(players)
        if values and pick.chance_of(1, 2):
            options[option.name] = values[pick.below(len(values))]
    record: Record | None = None
    try:
        record = Record(game, players, {"kind": "stream", "seed": seed}, options)
        play_nonsense(record, pick)
        damage_record(record, pick)
        damage_position(record, pick)
        damage_cards(record, pick)
    except Exception as problem:  # any exception is what the fuzzer looks for
        return {
            "what": f"{type(problem).__name__}: {problem}",
            "game": game.id,
            "seed": seed,
            "players": players,
            "options": options,
            "moves": record.moves if record else [],
            "traceback": traceback.format_exc(),
        }
    return None


def demand(fact: bool, what: str) -> None:
    """Raise unless a condition holds."""
    if not fact:
        raise AssertionError(what)


def play_nonsense(record: Record, pick: Stream) -> None:
    """Play to the end, legal and illegal moves and undo in any order, with the state checked on the way."""
    game = record.game
    cards = sorted(record.state.inventory())
    for _ in range(LONGEST_GAME):
        state = record.state
        actors = state.actors()
        if not actors:
            return
        if pick.chance_of(1, 4):
            refuse_nonsense(record, pick)
        if pick.chance_of(1, 16) and record.trail:
            record.undo()
            continue
        if pick.chance_of(1, 8):
            check_state(game, state, pick)
        seat = actors[pick.below(len(actors))]
        legal = state.legal(seat)
        demand(bool(legal), f"seat {seat} may act but has no move")
        action = legal[pick.below(len(legal))]
        game.describe(state, seat, action)
        watched = pick.below(state.players)
        before = game.view(state, watched)
        events = record.play(seat, action, record.moves[-1][2] if record.moves else 0)
        heard = [event for event in events if game.hear(record.state, event, watched) is not None]
        changed = game.view(record.state, watched) != before
        demand(bool(heard) or not changed, f"the view of seat {watched} changed and nothing was heard")
        demand(sorted(record.state.inventory()) == cards, "a card vanished or multiplied")
    raise AssertionError(f"the game did not end within {LONGEST_GAME} moves")


def refuse_nonsense(record: Record, pick: Stream) -> None:
    """Try a random seat and action; if it is not legal it must be refused and change nothing."""
    seat = pick.below(record.state.players + 2) - 1
    action = pick.below(record.game.n_actions + 20) - 10
    if 0 <= seat < record.state.players and action in record.state.legal(seat):
        return
    before = (record.state.pack(), len(record.moves), record.chain()[-1])
    try:
        record.play(seat, action)
    except IllegalMove as refusal:
        demand(str(refusal).endswith("."), f"a refusal is no sentence: {refusal}")
    else:
        raise AssertionError(f"seat {seat} got away with action {action}")
    demand((record.state.pack(), len(record.moves), record.chain()[-1]) == before, "a refused move changed something")


def check_state(game: Game, state: State, pick: Stream) -> None:
    """Clones, packed states, positions in words and determinized states must all be the same game."""
    packed = state.pack()
    demand(state.clone().pack() == packed, "a clone differs")
    demand(game.unpack(packed, state.cards).pack() == packed, "packing lost something")
    words = json.loads(json.dumps(game.dump(state)))
    demand(game.dump(game.load(words, 0, state.cards)) == words, "a position in words lost something")
    seat = pick.below(state.players)
    known = state.determinize(seat, pick)
    demand(game.view(known, seat) == game.view(state, seat), f"determinize shows in the view of seat {seat}")
    demand(known.legal(seat) == state.legal(seat), f"determinize shows in the moves of seat {seat}")
    demand(state.pack() == packed, "looking at a state changed it")


def damage(told: Any, pick: Stream) -> Any:
    """The same nested value with one thing in it replaced, removed or repeated."""
    if isinstance(told, dict) and told and pick.chance_of(7, 8):
        key = sorted(told)[pick.below(len(told))]
        if pick.chance_of(1, 8):
            return {name: value for name, value in told.items() if name != key}
        return {**told, key: damage(told[key], pick)}
    if isinstance(told, list) and told and pick.chance_of(7, 8):
        at = pick.below(len(told))
        if pick.chance_of(1, 6):
            return told[:at] + told[at + 1 :]
        if pick.chance_of(1, 6):
            return [*told, told[at]]
        return [*told[:at], damage(told[at], pick), *told[at + 1 :]]
    if isinstance(told, int) and not isinstance(told, bool) and pick.chance_of(1, 2):
        return told + pick.below(5) - 2
    return JUNK[pick.below(len(JUNK))]


def damage_record(record: Record, pick: Stream) -> None:
    """A damaged record must be refused, or say what was played."""
    text = record.to_json()
    games = {record.game.id: record.game}
    demand(read_record(text, games).to_json() == text, "a record does not replay")
    for _ in range(3):
        told = damage(json.loads(text), pick)
        try:
            again = read_record(json.dumps(told), games)
        except BadRecord:
            continue
        demand((again.moves, again.chain()) == (record.moves, record.chain()), "a changed record passed for true")
    try:
        read_record(text[: pick.below(len(text))], games)
    except BadRecord:
        return
    raise AssertionError("a truncated record passed for true")


def damage_position(record: Record, pick: Stream) -> None:
    """A damaged position or pack must be refused, or be playable."""
    game, state = record.game, record.state
    with suppress(BadPosition):
        loaded = game.load(damage(game.dump(state), pick), 0, state.cards)
        demand(sorted(loaded.inventory()) == sorted(state.inventory()), "a position with the wrong cards was loaded")
    packed = state.pack()
    packed[pick.below(len(packed))] += 1 + pick.below(3)
    with suppress(BadPosition):
        demand(game.unpack(packed, state.cards).pack() == packed, "a damaged pack was silently mended")


def damage_cards(record: Record, pick: Stream) -> None:
    """A damaged deck must be refused, or be dealt."""
    game = record.game
    if game.deck is None:
        return
    try:
        cards = game.read_cards(damage(game.deck.tables(), pick))
    except BadCards:
        return
    game.new(record.state.players, pick.fork(), None, cards)
