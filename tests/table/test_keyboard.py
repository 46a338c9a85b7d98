"""A table without a house: cards from a seed, one keyboard for all people, and the news of a log."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from maitred.kernel.chance import Stream
from maitred.kernel.record import Record
from maitred.table import lines, permissions
from maitred.table.keyboard import KeyboardOrder
from maitred.table.log import DEALT, NEWS_KEPT, UNDO, LogLine, news_since
from maitred.table.permissions import Denied
from tests.table.scripted import ScriptedTable, find_game, portrait


def from_seed(game: str, seats: str, seed: int, options: dict[str, str] | None = None) -> ScriptedTable:
    """A table whose cards come from a seed."""
    scripted = ScriptedTable(game, seats, options)
    scripted.take(lines.DealtFrom({"kind": "stream", "seed": seed}, None, find_game(game).rules_version))
    return scripted


def order_of(scripted: ScriptedTable) -> KeyboardOrder:
    """Who acts when at a table, with known times to react."""
    return KeyboardOrder(scripted.table, [Stream(1, seat) for seat in range(len(scripted.table.seats))])


def test_cards_from_a_seed_are_those_of_a_record_with_it() -> None:
    scripted = from_seed("delectable", "pb", 7)
    assert scripted.table.phase == "playing"
    record = Record(scripted.table.game, 2, 7)
    assert scripted.table.record is not None
    assert scripted.table.record.to_json() == record.to_json()
    assert portrait(scripted.retold()) == portrait(scripted.table)


def test_a_deck_of_its_own_comes_with_the_deal(tmp_path: Path) -> None:
    house = files("maitred.games.delectable").joinpath("cards.toml").read_text(encoding="utf-8")
    file = tmp_path / "cheap.toml"
    file.write_text(house.replace("cost = 13", "cost =  1"), encoding="utf-8")
    game = find_game("delectable")
    own = game.read_cards(file).own
    assert own is not None
    scripted = ScriptedTable("delectable", "pp")
    scripted.take(lines.DealtFrom({"kind": "stream", "seed": 3}, dict(own), game.rules_version))
    assert scripted.table.state.cards.digest == game.read_cards(file).digest
    assert scripted.retold().state.cards.digest == scripted.table.state.cards.digest


def test_older_rules_come_with_the_deal() -> None:
    game = find_game("ovens")
    scripted = ScriptedTable("ovens", "pp")
    scripted.take(lines.DealtFrom({"kind": "stream", "seed": 3}, None, 1))
    assert scripted.table.phase == "playing"
    assert scripted.table.record is not None
    assert scripted.table.record.facts["rules_version"] == 1 < game.rules_version


def test_choosing_together_goes_clockwise_and_silent_steps_keep_the_keyboard() -> None:
    scripted = from_seed("ovens", "ppb", 3)
    order = order_of(scripted)
    assert order.next_seat(scripted.table) == 0
    scripted.move(0)  # marks a card to exchange, which nobody else may notice
    assert order.next_seat(scripted.table) == 0
    scripted.move(0, scripted.table.state.legal(0)[-1])
    assert order.next_seat(scripted.table) == 1


def test_bots_have_names_of_their_own_if_the_table_was_set_so() -> None:
    scripted = ScriptedTable("delectable", "pbb")
    scripted.table.was_set.seats[1].name = "Clementine"
    named = scripted.retold()
    assert [seat.name for seat in named.seats][1:] == ["Clementine", "Pepper"]


def test_an_undo_says_whether_it_is_too_late_or_too_early() -> None:
    scripted = from_seed("delectable", "pp", 7)
    (seat,) = scripted.table.actors()
    with pytest.raises(Denied, match="nothing to take back yet"):
        permissions.undo(scripted.table, seat, 0, "u")
    scripted.move(seat, scripted.table.state.legal(seat)[-1])
    with pytest.raises(Denied, match="something new has come to light since"):
        permissions.undo(scripted.table, seat, 0, "u")


def test_news_begin_at_ones_own_last_move_or_where_it_was_taken_back() -> None:
    log = [
        LogLine(1, "house", 0, "{0} sits down."),
        LogLine(2, "house", None, "The cards are dealt.", DEALT),
        LogLine(2, "game", None, "{1} begins."),
        LogLine(3, "game", 0, "{0} rolls."),
        LogLine(3, "game", 0, "{0} takes it."),
        LogLine(4, "game", 1, "{1} rolls."),
        LogLine(5, "chat", 0, "well done"),
    ]
    assert news_since(log, [0]) == 3
    assert news_since(log, [1]) == news_since(log, [0, 1]) == 5
    assert news_since(log, [2]) == 1, "whoever has not moved hears of the deal"
    assert news_since(log, []) == 0, "and a spectator of whatever was last"
    log.append(LogLine(6, "house", 0, "{0} takes the last move back.", UNDO))
    assert news_since(log, [0]) == 7
    assert news_since(log, [1]) == 5
    assert news_since([*log] * NEWS_KEPT, []) == (len(log) - 1) * NEWS_KEPT
