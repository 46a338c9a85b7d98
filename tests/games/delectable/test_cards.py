"""Delectable's deck: what is in it (D1, D14), and that a wrong deck file is refused with file, card and reason."""

from __future__ import annotations

import copy
import itertools
import os
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from maitred.games.delectable.cards import DECK, KINDS
from maitred.games.delectable.rules import CHEF, EQUIPMENT, FOOD, PILES, RESOURCES, REVIEW, SERVER
from maitred.kernel import cardfile
from maitred.kernel.errors import BadCards
from maitred.kernel.state import Cards

QUALITIES = [2, 3, 4, 5]
HOUSE_TEXT = files("maitred.games.delectable").joinpath("cards.toml").read_text(encoding="utf-8")
HOUSE = DECK.house()
ALL = range(len(HOUSE.names))

FIRST = next(line for line in HOUSE_TEXT.splitlines() if "Sleepy Summer Temp" in line)


def copies(pile: int, stars: int) -> list[int]:
    """The cards of one kind and quality, cheapest first."""
    found = [card for card in ALL if HOUSE.pile[card] == pile and HOUSE.stars[card] == stars]
    return sorted(found, key=lambda card: HOUSE.cost[card])


def worth(card: int) -> int:
    """All modifiers of a card together."""
    return sum(HOUSE.to[card]) + HOUSE.if_discarded[card]


# The house deck


def test_D1_four_resources_in_four_qualities_five_of_each_and_seven_reviews_of_each_quality() -> None:
    counts = Counter((HOUSE.pile[card], HOUSE.stars[card]) for card in ALL)
    assert counts == {(pile, stars): 7 if pile == REVIEW else 5 for pile in range(PILES) for stars in QUALITIES}
    assert len(ALL) == 108
    assert HOUSE.pile == sorted(HOUSE.pile)


def test_D1_every_card_has_a_cost_four_modifiers_and_one_if_discarded_and_none_to_reviews() -> None:
    assert {len(table) for table in (HOUSE.pile, HOUSE.stars, HOUSE.cost, HOUSE.to, HOUSE.if_discarded)} == {108}
    assert all(len(HOUSE.to[card]) == PILES and HOUSE.to[card][REVIEW] == 0 for card in ALL)


def test_D14_names_are_unique_and_fit_a_small_card() -> None:
    assert len({name.casefold() for name in HOUSE.names}) == 108
    assert max(len(name) for name in HOUSE.names) <= 24


@pytest.mark.parametrize("stars", QUALITIES)
def test_D14_copies_cost_from_four_times_the_stars_less_three_upwards_one_each(stars: int) -> None:
    low = 4 * stars - 3
    for pile in range(PILES):
        high = low + (6 if pile == REVIEW else 4)
        assert [HOUSE.cost[card] for card in copies(pile, stars)] == list(range(low, high + 1))


def test_D14_the_three_star_food_that_the_rulebook_shows() -> None:
    shown = [card for card in copies(FOOD, 3) if HOUSE.cost[card] == 13]
    assert [HOUSE.to[card] for card in shown] == [[-1, 1, 2, 0, 0]]
    assert [HOUSE.if_discarded[card] for card in shown] == [0]


def test_D14_a_two_star_food_for_5() -> None:
    assert 5 in [HOUSE.cost[card] for card in copies(FOOD, 2)]


def test_D14_a_five_star_server_for_21() -> None:
    assert 21 in [HOUSE.cost[card] for card in copies(SERVER, 5)]


def test_D14_a_two_star_chef_that_gives_2_if_discarded() -> None:
    assert 2 in [HOUSE.if_discarded[card] for card in copies(CHEF, 2)]


def test_D14_three_cards_that_together_give_4_to_servers_and_nothing_to_food() -> None:
    hand = [HOUSE.names.index(name) for name in ("No-Notepad Nora", "Tweezer Virtuoso", "Poet of the Knife")]
    assert sum(HOUSE.to[card][SERVER] for card in hand) == 4
    assert sum(HOUSE.to[card][FOOD] for card in hand) == 0
    assert sorted(HOUSE.pile[card] for card in hand) == [SERVER, CHEF, CHEF]


def test_D14_no_resource_is_easier_renaming_them_in_a_circle_gives_the_same_deck() -> None:
    turn = {SERVER: CHEF, CHEF: FOOD, FOOD: EQUIPMENT, EQUIPMENT: SERVER}
    as_they_are: Counter[tuple[int, ...]] = Counter()
    renamed: Counter[tuple[int, ...]] = Counter()
    for card in ALL:
        if HOUSE.pile[card] == REVIEW:
            continue
        rest = (HOUSE.stars[card], HOUSE.cost[card], HOUSE.if_discarded[card])
        as_they_are[(HOUSE.pile[card], *HOUSE.to[card][:RESOURCES], *rest)] += 1
        moved = [0] * RESOURCES
        for resource in range(RESOURCES):
            moved[turn[resource]] = HOUSE.to[card][resource]
        renamed[(turn[HOUSE.pile[card]], *moved, *rest)] += 1
    assert as_they_are == renamed
    assert max(as_they_are.values()) == 1


def test_D14_reviews_of_all_qualities_together_favour_no_resource() -> None:
    patterns = [(*HOUSE.to[card][:RESOURCES], HOUSE.if_discarded[card]) for card in ALL if HOUSE.pile[card] == REVIEW]
    renamed = [(pattern[3], *pattern[:3], pattern[4]) for pattern in patterns]
    assert Counter(patterns) == Counter(renamed)


@pytest.mark.parametrize("stars", QUALITIES)
@pytest.mark.parametrize("pile", range(PILES))
def test_D14_a_dearer_copy_has_the_better_modifiers(pile: int, stars: int) -> None:
    for cheap, dear in itertools.pairwise(copies(pile, stars)):
        assert worth(cheap) < worth(dear), (HOUSE.names[cheap], HOUSE.names[dear])


def test_D14_modifiers_of_reviews_are_small_and_of_both_signs() -> None:
    for stars in QUALITIES:
        for card in copies(REVIEW, stars):
            assert min(HOUSE.to[card]) == -1
            assert 1 <= max(HOUSE.to[card]) <= 2
            assert -1 <= HOUSE.if_discarded[card] <= 1


def test_D14_two_star_cards_are_for_discarding_and_five_star_cards_for_keeping() -> None:
    for pile in range(RESOURCES):
        assert min(HOUSE.if_discarded[card] for card in copies(pile, 2)) >= 1
        assert max(HOUSE.if_discarded[card] for card in copies(pile, 5)) <= 0
        in_hand = [sum(sum(HOUSE.to[card]) for card in copies(pile, stars)) for stars in QUALITIES]
        assert in_hand[0] < 0 < in_hand[3]
        assert in_hand == sorted(in_hand)


# Where a deck comes from


def parsed() -> dict[str, Any]:
    """The house's tables, to change."""
    return tomllib.loads(HOUSE_TEXT)


def test_the_house_deck_is_read_once_and_carries_no_tables() -> None:
    assert DECK.house() is HOUSE
    assert DECK.read(HOUSE) is HOUSE
    assert HOUSE.own is None
    assert HOUSE.digest == cardfile.digest(parsed())


def test_a_copy_of_the_house_file_is_the_house_deck_however_it_is_laid_out(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_bytes(b"\xef\xbb\xbf# windows\r\n" + HOUSE_TEXT.replace("  ", " ").replace("\n", "\r\n").encode())
    for source in (file, str(file), parsed(), MappingProxyType(parsed())):
        assert DECK.read(source).own is None
        assert DECK.read(source).digest == HOUSE.digest


def test_a_changed_deck_is_an_own_deck_and_comes_back_the_same_from_its_tables(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    bold = FIRST.replace("Sleepy Summer Temp", "Bold Trainee").replace("cost =  5", "cost = 40")
    file.write_text(HOUSE_TEXT.replace(FIRST, bold), encoding="utf-8")
    mine = DECK.read(file)
    assert mine.own is not None
    assert mine.digest != HOUSE.digest
    assert (mine.names[0], mine.cost[0]) == ("Bold Trainee", 40)
    again = DECK.read(mine.own)
    assert again.digest == mine.digest
    assert (again.own, again.names, again.to) == (mine.own, mine.names, mine.to)


def test_an_own_deck_shares_nothing_with_the_tables_it_was_given() -> None:
    tables = parsed()
    tables["cards"]["chef"][0]["cost"] = 6
    mine = DECK.read(tables)
    before = copy.deepcopy(mine.own)
    tables["cards"]["chef"][0]["cost"] = 7
    assert mine.own == before


def test_a_deck_of_another_size() -> None:
    tables: dict[str, Any] = {"deck": {"copies": 1, "reviews": 1}, "cards": {}}
    for kind in KINDS:
        tables["cards"][kind] = [
            {**parsed()["cards"]["food"][0], "name": f"{kind} {stars}", "stars": stars} for stars in QUALITIES
        ]
    assert len(DECK.read(tables).names) == 20


def test_the_cards_of_another_game_are_refused() -> None:
    assert refusal(Cards("0" * 64, None)) == "These cards belong to another game: Cards."


# Refusals


def refusal(source: Any) -> str:
    """The sentence with which a deck is refused."""
    with pytest.raises(BadCards) as caught:
        DECK.read(source)
    return str(caught.value)


TEMP = "server 'Sleepy Summer Temp'"
COST = f"{TEMP}: 'cost' must be a whole number from 1 to 40, not"
NAME = '"Sleepy Summer Temp"'
KEYS = "name, stars, cost, server, chef, food, equipment, discarded"
LISTS = "server, chef, food, equipment, review"

CHANGES = [
    # What stands first in the house file, what to put there, the refusal
    (" chef =  0,", "", f"{TEMP}: the modifier 'chef' is missing."),
    (", discarded =  2", "", f"{TEMP}: the modifier 'discarded' is missing."),
    (" cost =  5,", "", f"{TEMP}: the key 'cost' is missing."),
    (" stars = 2,", "", f"{TEMP}: the key 'stars' is missing."),
    (f" name = {NAME},", "", "server number 1: the key 'name' is missing."),
    ("chef =", "chefs =", f"{TEMP}: there is no key 'chefs'; it takes {KEYS}."),
    ("discarded =", "review = 1, discarded =", f"{TEMP}: there is no key 'review'; it takes {KEYS}."),
    ("stars = 2", "stars = 6", f"{TEMP}: 'stars' must be a whole number from 2 to 5, not 6."),
    ("stars = 2", "stars = 1", f"{TEMP}: 'stars' must be a whole number from 2 to 5, not 1."),
    ("cost =  5", "cost = 0", f"{COST} 0."),
    ("cost =  5", "cost = 41", f"{COST} 41."),
    ("cost =  5", "cost = 5.0", f"{COST} 5.0."),
    ("cost =  5", "cost = '5'", f"{COST} '5'."),
    ("cost =  5", "cost = true", f"{COST} true."),
    ("cost =  5", "cost = []", f"{COST} a list."),
    ("cost =  5", "cost = {}", f"{COST} a table."),
    ("cost =  5", "cost = 2024-02-29", f"{COST} a date or time."),
    ("cost =  5", "cost = 0x" + "f" * 9000, f"{COST} a number that large."),
    ("chef =  0", "chef = 10", f"{TEMP}: 'chef' must be a whole number from -9 to 9, not 10."),
    ("chef =  0", "chef = false", f"{TEMP}: 'chef' must be a whole number from -9 to 9, not false."),
    ("discarded =  2", "discarded = -10", f"{TEMP}: 'discarded' must be a whole number from -9 to 9, not -10."),
    (NAME, "7", "server number 1: 'name' must be text in quotes, not 7."),
    (NAME, '" "', "server number 1: 'name' is empty."),
    (NAME, f'"{"z" * 41}"', "server number 1: 'name' has 41 characters, at most 40 fit."),
    (NAME, r'"Bell\u0007"', "server number 1: 'name' has a character that cannot be printed."),
    (NAME, r'"two\nlines"', "server number 1: 'name' has a character that cannot be printed."),
    (NAME, '"{0}"', "server number 1: 'name' has a brace, which stands for a seat in sentences."),
    (NAME, '"soup-thumb  SAM"', "server 'Soup-Thumb Sam': this name is taken by server number 1."),
    (NAME, '"Duck with Opinions"', "food 'Duck with Opinions': this name is taken by server number 1."),
    (FIRST, "7,", "server number 1: it must be a table, not 7."),
    (FIRST, "", "server: of 2 stars there must be 5 ([deck] copies), not 4."),
    (FIRST, FIRST + FIRST.replace("Temp", "Twin"), "server: of 2 stars there must be 5 ([deck] copies), not 6."),
    ("stars = 2", "stars = 3", "server: of 2 stars there must be 5 ([deck] copies), not 4."),
    ("copies = 5", "copies = 4", "server: of 2 stars there must be 4 ([deck] copies), not 5."),
    ("copies = 5", "copies = 0", "[deck]: 'copies' must be a whole number from 1 to 9, not 0."),
    ("copies = 5", "", "[deck]: the key 'copies' is missing."),
    ("copies = 5", "copies = 5\njokers = 1", "[deck]: there is no key 'jokers'; it takes copies, reviews."),
    ("reviews = 7", "reviews = 10", "[deck]: 'reviews' must be a whole number from 1 to 9, not 10."),
    ("reviews = 7", "reviews = 6", "review: of 2 stars there must be 6 ([deck] reviews), not 7."),
    ("[deck]", "deck = 5\n[cards.deck]", "[deck]: it must be a table, not 5."),
    ("[cards]", "[menu]", "there is no table 'menu'; it takes deck, cards."),
    ("chef = [", "cook = [", f"[cards]: there is no list 'cook'; it takes {LISTS}."),
]


@pytest.mark.parametrize(("old", "new", "reason"), CHANGES, ids=[f"{new[:24]}: {why[:60]}" for _, new, why in CHANGES])
def test_a_wrong_card_is_refused_with_file_card_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert old in HOUSE_TEXT
    file = tmp_path / "my.toml"
    file.write_text(HOUSE_TEXT.replace(old, new, 1), encoding="utf-8")
    assert refusal(file) == f"my.toml: {reason}"


def test_a_missing_or_wrong_list_is_refused() -> None:
    tables = parsed()
    del tables["cards"]["equipment"]
    assert refusal(tables) == "the record's deck: [cards]: the list 'equipment' is missing."
    tables["cards"]["equipment"] = {"name": "Wobbly Table"}
    assert refusal(tables) == "the record's deck: [cards]: 'equipment' must be a list, not a table."
    tables["cards"]["equipment"] = None
    assert refusal(tables) == "the record's deck: [cards]: 'equipment' must be a list, not nothing."
    assert refusal({}) == "the record's deck: the table [deck] is missing."
    assert refusal({"deck": {"copies": 5, "reviews": 7}}) == "the record's deck: the table [cards] is missing."


def test_a_refusal_is_one_short_printable_line_whatever_is_in_the_file() -> None:
    tables = parsed()
    tables["cards"]["chef"][0]["{0}\n" + "x" * 500_000] = 1
    said = refusal(tables)
    assert said.startswith("the record's deck: chef 'Microwave Mike': there is no key '(0)?xxx")
    assert said.isprintable()
    assert len(said) < 300


CARD = HOUSE_TEXT.index('{ name = "Shy Trainee')
LINE = HOUSE_TEXT.count("\n", 0, CARD) + 1
ACCENT = HOUSE_TEXT.count("\n", 0, HOUSE_TEXT.index("î")) + 1

BAD_FILES = [
    ("cut short in a card", HOUSE_TEXT[: CARD + 15].encode(), f"line {LINE} is not valid TOML (Unterminated string)."),
    (
        "cut short in the list",
        HOUSE_TEXT[:CARD].rstrip().encode(),
        f"line {LINE - 1} is not valid TOML (Invalid value).",
    ),
    (
        "no TOML",
        (HOUSE_TEXT[:CARD] + "}" + HOUSE_TEXT[CARD:]).encode(),
        f"line {LINE} is not valid TOML (Invalid value).",
    ),
    ("a key twice", b"[deck]\ncopies = 5\ncopies = 5\n", "line 3 is not valid TOML (Cannot overwrite a value)."),
    ("not UTF-8", HOUSE_TEXT.encode("latin-1"), f"line {ACCENT} is not UTF-8 text."),
    ("UTF-16", HOUSE_TEXT.encode("utf-16"), "line 1 is not UTF-8 text."),
    ("a picture", b"\x89PNG\r\n\x1a\n", "line 1 is not UTF-8 text."),
    ("huge", b"#" * 1_000_001, "it has more than 1,000,000 bytes, which no deck needs."),
    ("nested too deeply", b"a = " + b"[" * 100_000, "it is not valid TOML (nested too deeply)."),
    ("empty", b"", "the table [deck] is missing."),
]


@pytest.mark.parametrize(("raw", "reason"), [bad[1:] for bad in BAD_FILES], ids=[bad[0] for bad in BAD_FILES])
def test_a_bad_file_is_refused_with_its_name_and_the_line(tmp_path: Path, raw: bytes, reason: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(raw)
    assert refusal(str(file)) == f"bad.toml: {reason}"


def test_a_number_too_long_to_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(HOUSE_TEXT.replace("cost =  5", "cost = " + "9" * 5000, 1), encoding="utf-8")
    assert refusal(file).startswith("bad.toml: it is not valid TOML (")


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.toml") == "none.toml: there is no such file."
    assert refusal(str(tmp_path / "nul\0.toml")) == "nul?.toml: there is no such file."
    assert refusal("") == ".: this is a directory, not a deck file."
    (tmp_path / "folder.toml").mkdir()
    assert refusal(tmp_path / "folder.toml") == "folder.toml: this is a directory, not a deck file."
    assert refusal(tmp_path / ("n" * 300)) == f"{'n' * 80}…: it cannot be read (File name too long)."


@pytest.mark.skipif(not hasattr(os, "mkfifo") and "CI" not in os.environ, reason="this system has no named pipes")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert refusal(tmp_path / "pipe.toml") == "pipe.toml: this is not a file."
