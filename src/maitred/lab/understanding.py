"""Which numbers of a deck file bots take no notice of: about these, what bots do says nothing.

A number is changed, and bots are asked for their choice in positions of real games. Where a position cannot occur with
the changed number (another number of copies), whole games are played instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import maitred
from maitred.bots.levels import Bot
from maitred.kernel.chance import Stream
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.state import Cards
from maitred.lab.decks import Number, accepted, changed, numbers_of, tables_of
from maitred.lab.holdings import remembered
from maitred.lab.players import bot_of
from maitred.lab.playing import Setting, begun

GAMES: Final = 24
"""Games whose positions are asked about …"""
MOST_ASKED: Final = 150
"""… of which so many, where the seat holds the card, and as many where it is in sight."""
FAR: Final = 1 << 33
"""Their deals, which count for nothing else."""
STEPS: Final = (3, -3, 1, -1, 20)


class Question(NamedTuple):
    """A position in which a seat has a choice, and what the bot chose."""

    position: Mapping[str, Any]
    seat: int
    chosen: int
    held: frozenset[str]
    """The cards of the seat."""
    in_sight: frozenset[str]
    """The cards that are not in a pile."""


def questions(setting: Setting) -> list[Question]:
    """Positions of some games in which there was a choice."""
    asked: list[Question] = []
    holdings = remembered(maitred.game(setting.game), setting.own)
    for deal in range(FAR, FAR + GAMES):
        running, _ = begun(setting, deal)
        game = running.state.game
        bot = bot_of(setting.levels[0], game)
        while (decided := running.next()) is not None:
            seat = decided[0]
            if len(running.state.legal(seat)) > 1:
                position = game.dump(running.state)
                chosen = choice(bot, game, position, seat, running.state.cards)
                if chosen is not None:
                    asked.append(Question(position, seat, chosen, *holdings.in_sight(position, seat)))
            running.carry_out(*decided)
    return asked


def choice(bot: Bot, game: Game, position: Mapping[str, Any], seat: int, cards: Cards) -> int | None:
    """What a bot chooses in a position with these cards; None if the position cannot occur with them."""
    try:
        state = game.load(position, 0, cards)
    except Refused:
        return None
    return bot.decide(state, seat, Stream(1))


def unnoticed(setting: Setting, game: Game, numbers: Sequence[Number] | None = None) -> list[Number]:
    """The numbers of the deck file that change no choice of the bots."""
    tables = tables_of(game, game.read_cards(setting.own))
    asked = questions(setting)
    bot = bot_of(setting.levels[0], game)
    return [
        number
        for number in (numbers_of(tables) if numbers is None else numbers)
        if not is_noticed(setting, game, bot, tables, number, asked)
    ]


def is_noticed(
    setting: Setting, game: Game, bot: Bot, tables: Mapping[str, Any], number: Number, asked: Sequence[Question]
) -> bool:
    """Whether another value changes some choice; also if no other value can be played alone."""
    decks = list(other_decks(game, tables, number))
    near = [question for question in asked if number.card in question.held]
    far = [question for question in asked if number.card in question.in_sight and number.card not in question.held]
    near = spread(near) + spread(far) if near or far else spread(asked)
    for cards in decks:
        for question in near:
            chosen = choice(bot, game, question.position, question.seat, cards)
            if chosen is not None and chosen != question.chosen:
                return True
    return not decks or any([moves(setting._replace(own=cards.own)) != moves(setting) for cards in decks[:2]])


def spread(asked: Sequence[Question]) -> list[Question]:
    """Some of them, from all games."""
    return list(asked[:: max(1, len(asked) // MOST_ASKED)])


def other_decks(game: Game, tables: Mapping[str, Any], number: Number) -> Iterator[Cards]:
    """The deck with other values of one number, as far as the game accepts them."""
    for step in STEPS:
        cards = accepted(game, changed(tables, number.path, number.value + step))
        if cards is not None:
            yield cards


def moves(setting: Setting) -> list[tuple[int, int]]:
    """The moves of a game."""
    running, _ = begun(setting, FAR)
    told: list[tuple[int, int]] = []
    while (decided := running.next()) is not None:
        told.append(decided)
        running.carry_out(*decided)
    return told
