"""The deck of Chef's Choice: what is in it, and that a wrong deck file is refused with file, card and reason."""

from __future__ import annotations

import copy
import itertools
from pathlib import Path

import pytest

from maitred.bots.levels import bot
from maitred.games.chefs_choice.cards import DECK
from maitred.games.chefs_choice.rules import COPY, NEIGHBOUR, NOTHING, UNDERRATED
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.play import play_out
from maitred.kernel.state import Cards
from tests.games.chefs_choice.positions import GAME, HOUSE
from tests.games.decks import HouseFile, wrong_cards

FILE = HouseFile(DECK, "maitred.games.chefs_choice")


# The house deck


def test_C1_every_combination_of_four_appetizers_four_entrees_and_three_desserts() -> None:
    assert HOUSE.dish_names == [
        *["Caesar Salad", "Mushrooms", "Soup", "Clams"],
        *["Cornish Hen", "Flounder", "Steak", "Lamb Chop"],
        *["Torte", "Cake", "Bananas Foster"],
    ]
    assert HOUSE.category == [0] * 4 + [1] * 4 + [2] * 3
    assert HOUSE.on == [list(menu) for menu in itertools.product(range(4), range(4, 8), range(8, 11))]
    assert len(HOUSE.on) == 48


def test_C2_ten_markers_and_eight_tiles_of_which_two_never_open() -> None:
    assert HOUSE.markers == 10
    assert len(HOUSE.tile_names) == 8
    closed = [name for name, opens in zip(HOUSE.tile_names, HOUSE.opens, strict=True) if not opens]
    assert closed == ["Underrated", "Copy Competitor"]


def test_C6_what_the_tiles_ask_for() -> None:
    tiles = zip(HOUSE.tile_names, HOUSE.neighbourly, HOUSE.choices, HOUSE.portion, HOUSE.then, strict=True)
    assert list(tiles) == [
        ("Single", 0, 1, 1, NOTHING),
        ("Double", 0, 2, 1, NOTHING),
        ("Generous Portion", 0, 1, 2, NOTHING),
        ("Triple", 0, 3, 1, NOTHING),
        ("Cooperation", 1, 1, 1, NOTHING),
        ("Hi Neighbor", 0, 1, 1, NEIGHBOUR),
        ("Underrated", 0, 1, 1, UNDERRATED),
        ("Copy Competitor", 0, 1, 1, COPY),
    ]


def test_C8_the_customers_of_both_meals() -> None:
    assert (HOUSE.lunch, HOUSE.dinner) == ([5, 4, 3, 1], [7, 6, 4, 2])


def test_faces_are_the_menus_as_printed() -> None:
    assert GAME.faces(HOUSE)[0] == {
        "name": "Caesar Salad, Cornish Hen, Torte",
        "appetizer": "Caesar Salad",
        "entree": "Cornish Hen",
        "dessert": "Torte",
        "dishes": [HOUSE.dish_names.index(name) for name in ("Caesar Salad", "Cornish Hen", "Torte")],
    }


# Other decks


def test_the_house_file_copied_is_the_house_deck(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_text("# mine\n" + FILE.text, encoding="utf-8")
    assert DECK.read(file) is HOUSE
    assert DECK.read(HOUSE) is HOUSE
    assert HOUSE.own is None


def test_another_deck_is_read_played_and_carried_along() -> None:
    tables = FILE.parsed()
    tables["supply"]["markers"] = 6
    tables["customers"]["dinner"]["most"] = 9
    tables["dishes"]["dessert"].append("Ice Cream")
    tables["menus"]["all"][0]["dessert"] = "Ice Cream"
    tables["tiles"]["all"].append(
        {"name": "Feast", "card": "own", "choices": 2, "portion": 2, "then": "copy", "opens": True}
    )
    tables["tiles"]["all"][4]["portion"] = 3
    mine = DECK.read(tables)
    before = copy.deepcopy(mine.own)
    tables["supply"]["markers"] = 7
    assert mine.own == before
    assert (mine.markers, mine.dinner[0], mine.dish_names[-1]) == (6, 9, "Ice Cream")
    assert mine.names[0] == "Caesar Salad, Cornish Hen, Ice Cream"
    assert DECK.read(mine.own).digest == mine.digest != HOUSE.digest
    for seed in range(30):
        state = GAME.new(8, seed, {"schedule": "feast,cooperation,triple,hi neighbor,underrated"}, mine)
        while state.actors():
            seat = state.actors()[0]
            actions = state.legal(seat)
            words = [GAME.describe(state, seat, action)["label"] for action in actions]
            assert len(set(words)) == len(words)
            state.apply(seat, actions[Stream(seed, branch=state.asked).below(len(actions))])
            assert GAME.unpack(state.pack(), mine).pack() == state.pack()


def test_a_small_deck_is_for_few_players() -> None:
    tables = FILE.parsed()
    del tables["menus"]["all"][26:]
    mine = DECK.read(tables)
    play_out(GAME.new(5, 1, cards=mine), Stream(1))
    with pytest.raises(BadSetup, match=r"^6 players need 31 menus, this deck has 26\.$"):
        GAME.new(6, 1, cards=mine)


def test_a_deck_that_is_all_in_hand_can_be_searched() -> None:
    tables = FILE.parsed()
    del tables["menus"]["all"][21:]
    state = GAME.new(4, 1, cards=DECK.read(tables))
    assert bot("hard", GAME, iterations=8).decide(state, 0, Stream(1)) in state.legal(0)


# Refusals


@pytest.mark.parametrize(("old", "new", "reason"), wrong_cards(__file__))
def test_a_wrong_card_is_refused_with_file_card_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert FILE.refusal_of(old, new, tmp_path) == f"my.toml: {reason}"


def test_too_few_or_too_many_of_a_thing_are_refused() -> None:
    tables = FILE.parsed()
    del tables["menus"]["all"][20:]
    assert FILE.refusal(tables) == "the record's deck: [menus]: there must be 21 to 64 menus, not 20."
    tables = FILE.parsed()
    del tables["tiles"]["all"][4:]
    assert FILE.refusal(tables) == "the record's deck: [tiles]: there must be 5 to 20 tiles, not 4."
    tables = FILE.parsed()
    for tile in tables["tiles"]["all"]:
        tile["opens"] = False
    assert FILE.refusal(tables) == "the record's deck: [tiles]: at least one tile must be able to open the day."
    tables = FILE.parsed()
    tables["dishes"]["dessert"] += ["Ice Cream", "Pie"]
    for dessert in ("Ice Cream", "Pie"):
        for entry in FILE.parsed()["menus"]["all"]:
            if entry["dessert"] == "Torte":
                tables["menus"]["all"].append({**entry, "dessert": dessert})
    assert FILE.refusal(tables) == "the record's deck: [menus]: there must be 21 to 64 menus, not 80."


def test_missing_tables_and_other_games_cards_are_refused() -> None:
    for name in ("supply", "customers", "dishes", "tiles", "menus"):
        tables = FILE.parsed()
        del tables[name]
        assert FILE.refusal(tables) == f"the record's deck: the table [{name}] is missing."
    assert FILE.refusal(Cards("0" * 64, None)) == "These cards belong to another game: Cards."
