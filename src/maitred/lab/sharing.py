"""What two settings have in common, so that it has to be played only once: whole games, or how they begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import maitred
from maitred.kernel.state import Cards, State
from maitred.lab.players import SLIPS, Running
from maitred.lab.playing import PLAIN, Played, Setting, begun, cards_of, dealt, finished, play, watcher_of
from maitred.lab.watching import Watcher

LABELS: Final = ("digest", "mark", "own", "first_face")
"""What card tables say of the file they come from, and by which number a face is shown."""
LOOKING_ON: Final = ("random", "easy", "medium")
"""Levels that look at what there is, and do not deal what nobody has seen to see what may come."""


class Point(NamedTuple):
    """A decision of a game, after so many others."""

    running: Running
    decks: list[str]
    decisions: int
    watcher: Watcher | None


Begin = Point | Played | None
"""Where the game of another setting begins: at a decision, nowhere as it is this game, or at the deal."""


def play_both(old: Setting, new: Setting, deals: Sequence[int], how: str = PLAIN) -> tuple[list[Played], list[Played]]:
    """The games of two settings over the same deals. A deal that is the same game in both is played once, and one that
    differs only in cards that nobody has seen yet is played once up to where they come."""
    # The old side first: what bots look up of a deck is worked out anew whenever another one is on the table.
    olds: list[Played] = []
    begins: list[Begin] = []
    for deal in deals:
        differing = apart(old, new, deal)
        game, begin = play_up_to(old, deal, differing or frozenset(), how)
        olds.append(game)
        begins.append(game if differing is None else begin)
    return olds, [play_from(new, deal, begin, how) for deal, begin in zip(deals, begins, strict=True)]


def play_up_to(setting: Setting, deal: int, awaited: frozenset[int], how: str = PLAIN) -> tuple[Played, Begin]:
    """A game, and where another one begins that differs from it in these cards: before the first decision that may turn
    one of them over."""
    running, decks = begun(setting, deal)
    watcher = watcher_of(running, deal, how)
    if not awaited or not awaited.issubset(running.state.to_come()):
        return finished(running, deal, decks, 0, watcher), None
    decisions = 0
    while running.state.to_come()[-1] not in awaited:
        decided = running.next()
        if decided is None:
            game = finished(running, deal, decks, decisions, watcher)
            return game, game
        if watcher is not None:
            watcher.see(running.state, *decided)
        running.carry_out(*decided)
        decisions += 1
    point = Point(running.branch(), decks, decisions, None if watcher is None else watcher.copy())
    return finished(running, deal, decks, decisions, watcher), point


def play_from(setting: Setting, deal: int, begin: Begin, how: str = PLAIN) -> Played:
    """A game from where it begins."""
    if begin is None:
        return play(setting, deal, how)
    if isinstance(begin, Played):
        return begin
    running, decks, decisions, watcher = begin
    game = running.state.game
    ints = running.state.pack()
    cards = cards_of(game, setting)
    ints[ints.index(running.state.cards.mark)] = cards.mark
    running.state = game.unpack(ints, cards)
    return finished(running, deal, decks, decisions, watcher)


def alike(one: Setting, other: Setting, deal: int) -> bool:
    """Whether a deal begins alike in two settings in everything that rules and bots can read.

    What cards are called makes no difference, and decks that nobody has at the table make none.
    """
    return apart(one, other, deal) is None


def apart(one: Setting, other: Setting, deal: int) -> frozenset[int] | None:
    """The cards in which a deal differs in two settings, if it differs in no more than what is printed on them, and
    bots look at no card before it comes; none of them where it differs otherwise, and None where it does not differ.

    Most bots know the whole deck and all options, and judge by them from the first decision on.
    """
    if (one.levels, one.never, one.seed) != (other.levels, other.never, other.seed):
        return frozenset()
    game = maitred.game(one.game)
    cards, other_cards = cards_of(game, one), cards_of(game, other)
    state, decks = dealt(game, one, cards, deal)
    other_state, other_decks = dealt(game, other, other_cards, deal)
    if decks != other_decks or without_mark(state) != without_mark(other_state):
        return frozenset()
    differing = numbers_apart(cards, other_cards, tuple(decks), len(state.inventory()))
    if differing and any([level.partition(SLIPS)[0] not in LOOKING_ON for level in one.levels]):
        return frozenset()
    return differing


def without_mark(state: State) -> list[int]:
    """A position, whatever file its deck is from."""
    return [0 if number == state.cards.mark else number for number in state.pack()]


@lru_cache(maxsize=512)
def numbers_apart(one: Cards, other: Cards, decks: tuple[str, ...], size: int) -> frozenset[int] | None:
    """The cards whose numbers differ in two tables: in lists that have an entry for each of `size` cards. None of them
    if anything else differs, and None if nothing does."""
    if numbers_read(one, decks) == numbers_read(other, decks):
        return None
    found: set[int] = set()
    for here, there in zip(fields_of(one).values(), fields_of(other).values(), strict=True):
        if (told := without_words(here)) == (other_told := without_words(there)):
            continue
        if not isinstance(told, list) or not isinstance(other_told, list) or not len(told) == len(other_told) == size:
            return frozenset()
        found.update([card for card in range(size) if told[card] != other_told[card]])
    return frozenset(found)


def numbers_read(cards: Cards, decks: tuple[str, ...]) -> object:
    """All numbers of card tables, without words; where each seat has a deck, of the decks that are at the table."""
    told = fields_of(cards)
    if decks:
        told["decks"] = [[at, deck] for at, deck in enumerate(told["decks"]) if deck.id in decks]
    return without_words(told)


def without_words(part: Any) -> object:
    """A part of card tables with every text left blank."""
    if isinstance(part, Mapping):
        return [[name, without_words(each)] for name, each in part.items()]
    if isinstance(part, (list, tuple)):
        return [without_words(each) for each in part]
    if isinstance(part, str):
        return ""
    return part if isinstance(part, (int, float)) else without_words(fields_of(part))


def fields_of(thing: object) -> dict[str, Any]:
    """The fields of an object, compiled or not."""
    named = [name for name in dir(thing) if not name.startswith("_") and name not in LABELS]
    return {name: value for name in named if not callable(value := getattr(thing, name))}
