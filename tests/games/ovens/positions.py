"""Writing positions of Ovens for tests, and finding actions by what they say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import maitred
from maitred.games.ovens.cards import DECK
from maitred.games.ovens.rules import ALL, Ovens
from maitred.kernel.chance import Stream
from tests.games.decks import put_on_top

GAME = maitred.game("ovens")
HOUSE = DECK.house()
SEASONING = "Grandma's Mystic Seasoning"
DISHES = ["WcBurguer", "Midnight Slice", "Mademoiselle Soup", "Kabuki Yakitori", "Siesta Taco"]
"""What lies in the ovens if a position does not say: a dish of each type."""


def kind(name: str) -> int:
    """The kind of that name."""
    return HOUSE.names.index(name)


def dish(name: str) -> int:
    """The dish of that name."""
    return HOUSE.dish_names.index(name)


def position(players: int = 2, seed: int = 1, **words: Any) -> Ovens:
    """A position in words; the first turn of the first round unless something else is given."""
    words.setdefault("dishes", DISHES[:players])
    state = GAME.load({"players": players, **words}, seed)
    assert isinstance(state, Ovens)
    return state


def everything_but(*zones: list[Any]) -> list[str]:
    """All cards of the house that are not named in these zones."""
    used = Counter(name if isinstance(name, str) else name[0] for zone in zones for name in zone)
    return [name for at, name in enumerate(HOUSE.names) for _ in range(HOUSE.copies[at] - used[name])]


def fresh(players: int = 2, seed: int = 3, **options: object) -> Ovens:
    """A new game."""
    state = GAME.new(players, seed, options)
    assert isinstance(state, Ovens)
    return state


def stacked(state: Ovens, *top: str) -> Ovens:
    """The same position with these cards on top of the pile, the first one uppermost."""
    put_on_top(state.deck, [kind(name) for name in top])
    return state


def moves(state: Ovens, verb: str, seat: int | None = None) -> list[dict[str, Any]]:
    """All actions of a verb that may be taken now, in words, each with its number."""
    actor = state.actors()[0] if seat is None else seat
    told = [{**GAME.describe(state, actor, action), "action": action} for action in state.legal(actor)]
    return [words for words in told if words["verb"] == verb]


def kinds(state: Ovens, verb: str, **wanted: Any) -> list[str]:
    """The names of the cards that a verb may be done with."""
    found = [words for words in moves(state, verb) if all(words[key] == value for key, value in wanted.items())]
    return [HOUSE.names[words["kind"]] for words in found]


def do(state: Ovens, verb: str, name: str | None = None, **wanted: Any) -> None:
    """Take the one action of a verb that fits these words."""
    if name is not None:
        wanted["kind"] = kind(name)
    found = [words for words in moves(state, verb) if all(words.get(key) == value for key, value in wanted.items())]
    assert len(found) == 1, (verb, wanted, found)
    state.apply(state.actors()[0], found[0]["action"])


def verbs(state: Ovens) -> set[str]:
    """What kinds of action may be taken now."""
    actor = state.actors()[0]
    return {GAME.describe(state, actor, action)["verb"] for action in state.legal(actor)}


def hand(state: Ovens, seat: int) -> list[str]:
    """The names of the cards in a hand."""
    return [HOUSE.names[card] for card in state.hands[seat]]


def known(state: Ovens, seat: int, viewer: int) -> list[str]:
    """The names of the cards that a viewer knows in a hand."""
    return [HOUSE.names[card] for card in state.known_in_hand(seat, viewer)]


def in_oven(state: Ovens, seat: int) -> list[Any]:
    """What is in an oven: names, in brackets those that lie face down."""
    names = [(HOUSE.names[laid >> 3], laid & 7) for laid in state.ovens[seat]]
    return [name if seen_by == ALL else [name, seen_by] for name, seen_by in names]


def raid_seeing(state: Ovens, victim: int, *names: str) -> None:
    """Raid with chance at a place where these cards are looked at."""
    seat = state.actors()[0]
    wanted = sorted(kind(name) for name in names)
    for seed in range(10_000):
        trial = state.clone()
        trial.chance = Stream(seed)
        trial.apply(seat, moves_to(trial, "raid", victim))
        if trial.looked == wanted:
            state.chance = Stream(seed)
            state.apply(seat, moves_to(state, "raid", victim))
            return
    raise AssertionError(f"nobody can look at {names}")


def moves_to(state: Ovens, verb: str, victim: int) -> int:
    """The action of a verb against a seat."""
    action: int = next(words["action"] for words in moves(state, verb) if words["seat"] == victim)
    return action


def refusal(state: Ovens, seat: int, action: int) -> str:
    """Why an action is refused."""
    assert action not in state.legal(seat)
    return GAME.why_not(state, seat, action)
