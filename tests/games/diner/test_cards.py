"""Diner's deck: what is in it (N1, N9), and that a wrong deck file is refused with file, card and reason."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from maitred.games.diner.cards import DECK, KINDS
from maitred.games.diner.rules import BLUE, Diner
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadCards
from maitred.kernel.play import play_out
from maitred.kernel.record import Record, read_record
from maitred.kernel.state import Cards
from tests.games.decks import HouseFile, wrong_cards
from tests.games.diner.positions import GAME

FILE = HouseFile(DECK, "maitred.games.diner")
HOUSE = DECK.house()
ALL = range(len(HOUSE.names))
FIRST = '{ name = "Early Birds",             order = ["bacon", "bacon"] },'


# The house deck


def test_N1_the_plates_their_numbers_and_their_tips() -> None:
    assert HOUSE.plates == ["Bacon & Eggs", "Pancakes", "Burger", "Salad", "Steak", "Blue Plate Special"]
    assert HOUSE.quantity == [14, 12, 10, 8, 6, 4]
    assert HOUSE.tips == [50, 100, 150, 200, 250, 0]
    assert len(ALL) == sum(HOUSE.quantity) == 54


def test_N1_a_table_is_worth_its_plates_rounded_up() -> None:
    for card in ALL:
        cents = sum(HOUSE.tips[plate] for plate in HOUSE.orders[card])
        assert 100 * HOUSE.value[card] - 100 < cents <= 100 * HOUSE.value[card]
    values = {name: HOUSE.value[card] for card, name in enumerate(HOUSE.names)}
    assert (values["Night Watchmen"], values["First Date"], values["Skateboarders"]) == (2, 4, 3)


def test_N1_values_go_from_1_to_8_dollars() -> None:
    assert set(HOUSE.value) == set(range(1, 9))


def test_N1_the_blue_plate_is_never_ordered() -> None:
    assert all(needs[BLUE] == 0 for needs in HOUSE.needs)
    tables = FILE.parsed()
    tables["cards"]["table"][0]["order"] = ["blue"]
    assert "cannot be ordered" in refused(tables)


def test_N9_two_to_four_plates_and_no_two_tables_alike() -> None:
    assert {len(order) for order in HOUSE.orders} == {2, 3, 4}
    assert len({tuple(order) for order in HOUSE.orders}) == 54
    assert len({name.casefold() for name in HOUSE.names}) == 54
    assert max(len(name) for name in HOUSE.names) <= 24


def test_N9_most_tables_are_worth_3_to_5_dollars() -> None:
    worth = Counter(HOUSE.value)
    assert 30 <= worth[3] + worth[4] + worth[5] <= 40
    assert max(worth, key=lambda value: worth[value]) == 4


def test_N9_plates_are_ordered_in_proportion_to_how_many_there_are() -> None:
    ordered = Counter(plate for order in HOUSE.orders for plate in order)
    for plate in range(BLUE):
        share = ordered[plate] / ordered.total()
        assert abs(share - HOUSE.quantity[plate] / 50) < 0.01


def test_N9_tables_with_rarer_plates_are_dearer() -> None:
    mean = [0.0] * BLUE
    for plate in range(BLUE):
        values = [HOUSE.value[card] / len(HOUSE.orders[card]) for card in ALL if HOUSE.needs[card][plate]]
        mean[plate] = sum(values) / len(values)
    assert mean == sorted(mean)


# Other decks


def refused(tables: dict[str, Any]) -> str:
    """Why parsed tables are refused."""
    return FILE.refusal(tables).removeprefix("the record's deck: ")


def test_a_copy_of_the_house_deck_is_the_house_deck(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("# mine\n" + FILE.text, encoding="utf-8")
    assert DECK.read(path) is HOUSE
    assert DECK.read(HOUSE) is HOUSE


@pytest.mark.parametrize(("old", "new", "reason"), wrong_cards(__file__))
def test_a_wrong_card_is_refused_with_file_card_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert FILE.refusal_of(old, new, tmp_path) == f"my.toml: {reason}"


def test_a_file_is_named_in_its_refusal(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(FILE.text.replace(FIRST, ""), encoding="utf-8")
    with pytest.raises(BadCards, match=r"^mine\.toml: every table"):
        GAME.new(2, 1, cards=path)


def test_too_few_and_too_many_tables_are_refused() -> None:
    few = FILE.parsed()
    del few["cards"]["table"][23:]
    assert refused(few) == "there must be 24 to 72 tables, not 23."
    many = FILE.parsed()
    many["cards"]["table"] += [{"name": f"Party {number}", "order": ["bacon"]} for number in range(19)]
    assert refused(many) == "there must be 24 to 72 tables, not 73."


def test_a_missing_plate_is_refused() -> None:
    tables = FILE.parsed()
    del tables["plates"]["salad"]
    assert refused(tables) == "[plates]: the plate 'salad' is missing."


def test_N1_a_deck_whose_plates_fit_on_no_backs_is_refused() -> None:
    tables = FILE.parsed()
    for entry in tables["cards"]["table"]:
        entry["order"] = ["bacon", "steak"]
    assert refused(tables) == "the plates cannot be put on the backs so that no table orders the plate on its own."


def dear_deck() -> dict[str, Any]:
    """The house deck with a party of four who all order steak, which is worth $10."""
    tables = FILE.parsed()
    tables["cards"]["table"][0] = {"name": "Steak Lovers", "order": ["steak"] * 4}
    return tables


def test_N1_a_table_worth_more_than_8_dollars_is_refused_with_file_and_card(tmp_path: Path) -> None:
    reason = "its order comes to $10, and a table is worth $1 to $8."
    assert refused(dear_deck()) == f"table 'Steak Lovers': {reason}"
    path = tmp_path / "mine.toml"
    path.write_text(FILE.text.replace("tip = 250", "tip = 401"), encoding="utf-8")
    with pytest.raises(BadCards, match=r"^mine\.toml: table '.*': its order comes to \$\d+, and"):
        GAME.new(2, 1, cards=path)
    dearest = FILE.parsed()
    dearest["cards"]["table"][0] = {"name": "Steak Lovers", "order": ["steak"] * 3 + ["bacon"]}
    assert max(DECK.read(dearest).value) == 8, "exactly $8 is fine"


def test_N1_a_finished_game_of_the_first_version_keeps_its_dearer_deck() -> None:
    state = GAME.new(2, 1, cards=dear_deck(), rules_version=1)
    assert isinstance(state, Diner)
    assert max(state.printed.value) == 10
    with pytest.raises(BadCards):
        GAME.new(2, 1, cards=dear_deck(), rules_version=2)


def test_cards_of_another_game_are_refused() -> None:
    with pytest.raises(BadCards, match="another game"):
        DECK.read(Cards("0" * 64, None))


def small_deck() -> dict[str, Any]:
    """A deck of 24 cards."""
    tables = FILE.parsed()
    tables["cards"]["table"] = tables["cards"]["table"][::2][:24]
    for kind, quantity in zip(KINDS, (6, 5, 4, 4, 3, 2), strict=True):
        tables["plates"][kind]["quantity"] = quantity
    return tables


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_smallest_deck_can_be_played_recorded_and_told_apart(players: int) -> None:
    cards = DECK.read(small_deck())
    assert cards.digest != HOUSE.digest
    for seed in range(20):
        state = GAME.new(players, seed, cards=cards)
        assert isinstance(state, Diner)
        assert sorted(state.inventory()) == list(range(24))
        play_out(state, Stream(seed))
        assert state.closed
    record = Record(GAME, players, {"kind": "stream", "seed": 4}, None, cards)
    record.play(record.state.actors()[0], 0)
    again = read_record(record.to_json(), {"diner": GAME})
    assert again.state.pack() == record.state.pack()


def test_the_largest_deck_can_be_played() -> None:
    tables = FILE.parsed()
    tables["cards"]["table"] += [{"name": f"Party {number}", "order": ["steak", "salad"]} for number in range(18)]
    tables["plates"]["bacon"]["quantity"] += 18
    state = GAME.new(4, 1, cards=tables)
    play_out(state, Stream(1))
    assert len(state.inventory()) == 72
