"""One game between bots, decision by decision."""

from __future__ import annotations

from typing import NamedTuple

from maitred.bots.clock import Clock
from maitred.bots.levels import bot, next_move
from maitred.gym.core import Setting
from maitred.kernel.chance import Stream
from maitred.kernel.observation import observed


class Decision(NamedTuple):
    """What a seat knew, did, expected and got."""

    seat: int
    level: int
    """Which of the levels that were named played the seat."""
    observation: bytes
    legal: list[int]
    action: int
    outlook: float
    """The seat's chance to come first, as the game's own sense estimates it from what the seat knows."""


class FinishedGame(NamedTuple):
    """A finished game."""

    seed: int
    decisions: list[Decision]
    results: list[float]
    """For each seat, from 1 for the first to -1 for the last."""
    scores: list[int]


def played(setting: Setting, levels: list[str], seed: int, rotation: int) -> FinishedGame:
    """Play a game; with every rotation the levels move on by one seat."""
    players = setting.players
    who = [(seat + rotation) % players for seat in range(players)]
    bots = [bot(levels[at], setting.game) for at in who]
    chances = [Stream(seed, 1 + seat) for seat in range(players)]
    thinking = Stream(seed, 1 + players)
    state = setting.deal(Stream(seed))
    observer = setting.observer()
    observer.forget()
    clock = Clock([each.pace for each in bots], chances) if setting.real_time else None
    decisions: list[Decision] = []
    while actors := state.actors():
        if clock is None:
            seat = actors[0]
            action = bots[seat].decide(state, seat, chances[seat])
        else:
            seat, action = next_move(state, bots, chances, clock)
        known = state.determinize(seat, thinking)
        outlook = setting.game.sense.win_chances(known)[seat]
        seen = observed(observer, state, seat)
        decisions.append(Decision(seat, who[seat], seen, list(state.legal(seat)), action, outlook))
        state.apply(seat, action)
    return FinishedGame(seed, decisions, setting.results(state), state.scores())
