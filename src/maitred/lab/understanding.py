"""Which numbers of a deck file bots take no notice of: about these, what bots do says nothing.

A number is changed, and bots are asked for their choice in positions of real games, also with the card in the place of
another one. Where a position cannot occur with the changed number (another number of copies), whole games are played
instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from maitred.bots.levels import Bot
from maitred.kernel.cardfile import copied
from maitred.kernel.chance import Stream
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.state import Cards
from maitred.lab.decks import Number, accepted, changed, numbers_of, tables_of
from maitred.lab.holdings import Holdings, remembered
from maitred.lab.players import bot_of
from maitred.lab.playing import Setting, begun

PLAYED_BY: Final = ("", "random", "easy")
"""Whose positions are asked about: those the bots get into themselves, and some they would not."""
GAMES: Final = 8
"""Games of each of them whose positions are asked about …"""
MOST_ASKED: Final = 150
"""… of which so many, where the seat holds the card, as many where it is in sight, and as many where it could be."""
MOST_WHOLE: Final = 24
"""Whole games that are played to see whether a number changes them."""
FAR: Final = 1 << 33
"""Their deals, which count for nothing else."""
STEPS: Final = (9, 3, -3, 1, -1, 20)


class Question(NamedTuple):
    """A position in which a seat has a choice, and what the bot chose."""

    position: Mapping[str, Any]
    seat: int
    chosen: int
    held: frozenset[str]
    """The cards of the seat."""
    in_sight: frozenset[str]
    """The cards that are not in a pile."""


class Examiner:
    """Asks one bot for its choices, with the cards as they are and with changed ones."""

    def __init__(self, setting: Setting, game: Game) -> None:
        self.setting = setting
        self.game = game
        self.bot: Bot = bot_of(setting.levels[0], game)
        self.cards = game.read_cards(setting.own)
        self.tables = tables_of(game, self.cards)
        self.holdings: Holdings = remembered(game, setting.own)
        self.asked = list(self.questions())
        self.held: dict[str, list[Question]] = {}
        self.seen: dict[str, list[Question]] = {}
        for question in self.asked:
            for card in question.in_sight:
                (self.held if card in question.held else self.seen).setdefault(card, []).append(question)
        self.whole: dict[int, list[tuple[int, int]]] = {}

    def questions(self) -> Iterator[Question]:
        """Positions of some games in which there was a choice."""
        for level in PLAYED_BY:
            levels = (level,) * self.setting.players if level else self.setting.levels
            for deal in range(FAR, FAR + GAMES):
                running, _ = begun(self.setting._replace(levels=levels), deal)
                while (decided := running.next()) is not None:
                    if len(running.state.legal(decided[0])) > 1:
                        yield from self.question(self.game.dump(running.state), decided[0])
                    running.carry_out(*decided)

    def question(self, position: dict[str, Any], seat: int) -> Iterator[Question]:
        """A position with what the bot chooses in it, if it can occur."""
        chosen = self.choice(position, seat, self.cards)
        if chosen is not None:
            yield Question(position, seat, chosen, *self.holdings.in_sight(position, seat))

    def choice(self, position: Mapping[str, Any], seat: int, cards: Cards) -> int | None:
        """What the bot chooses in a position with these cards; None if the position cannot occur with them."""
        try:
            state = self.game.load(position, 0, cards)
        except Refused:
            return None
        return self.bot.decide(state, seat, Stream(1))

    def is_noticed(self, number: Number) -> bool:
        """Whether another value changes some choice; also if no other value can be played alone."""
        near = [*spread(self.held.get(number.card, [])), *spread(self.seen.get(number.card, []))]
        near = near or spread(self.asked)
        tried: list[Cards] = []
        for cards in other_decks(self.game, self.tables, number):
            if self.is_told_apart(cards, near):
                return True
            tried.append(cards)
        made = list(self.with_card(number.card))
        if not tried or any([self.is_told_apart(cards, made) for cards in tried]):
            return True
        return any([self.changes_games(cards) for cards in tried[:2]])

    def is_told_apart(self, cards: Cards, asked: Sequence[Question]) -> bool:
        """Whether the bot chooses something else in one of these positions with other cards."""
        for question in asked:
            chosen = self.choice(question.position, question.seat, cards)
            if chosen is not None and chosen != question.chosen:
                return True
        return False

    def with_card(self, card: str) -> Iterator[Question]:
        """Positions in which the card lies where another one of its kind lay: with the seat, or in sight."""
        holdings = self.holdings
        alike = holdings.single & {name for name, kinds in holdings.kinds.items() if kinds == holdings.kinds.get(card)}
        if card in alike:
            for question in spread([each for each in self.asked if card not in each.held and each.in_sight & alike]):
                other = min(question.held & alike or question.in_sight & alike)
                position = holdings.renamed(copied(question.position), card, other)
                yield from self.question(position, question.seat)

    def changes_games(self, cards: Cards) -> bool:
        """Whether games between the bots go otherwise with other cards."""
        for deal in range(FAR, FAR + MOST_WHOLE):
            if deal not in self.whole:
                self.whole[deal] = moves(self.setting, deal)
            if moves(self.setting._replace(own=cards.own), deal) != self.whole[deal]:
                return True
        return False


def unnoticed(setting: Setting, game: Game, numbers: Sequence[Number] | None = None) -> list[Number]:
    """The numbers of the deck file that change no choice of the bots."""
    examiner = Examiner(setting, game)
    wanted = numbers_of(examiner.tables) if numbers is None else numbers
    return [number for number in wanted if not examiner.is_noticed(number)]


def spread(asked: Sequence[Question]) -> list[Question]:
    """Some of them, from all games."""
    return list(asked[:: max(1, len(asked) // MOST_ASKED)])


def other_decks(game: Game, tables: Mapping[str, Any], number: Number) -> Iterator[Cards]:
    """The deck with other values of one number, as far as the game accepts them."""
    for step in STEPS:
        cards = accepted(game, changed(tables, number.path, number.value + step))
        if cards is not None:
            yield cards


def moves(setting: Setting, deal: int) -> list[tuple[int, int]]:
    """The moves of a game."""
    running, _ = begun(setting, deal)
    told: list[tuple[int, int]] = []
    while (decided := running.next()) is not None:
        told.append(decided)
        running.carry_out(*decided)
    return told
