"""Delectable's deck: what is in it (D1, D14), and that a wrong deck file is refused with file, card and reason."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from maitred.games.delectable.cards import DECK, KINDS
from maitred.games.delectable.rules import CHEF, EQUIPMENT, FOOD, PILES, RESOURCES, REVIEW, SERVER
from maitred.kernel import cardfile
from tests.games.decks import HouseFile, wrong_cards

QUALITIES = [2, 3, 4, 5]
FILE = HouseFile(DECK, "maitred.games.delectable")
HOUSE = DECK.house()
ALL = range(len(HOUSE.names))

FIRST = next(line for line in FILE.text.splitlines() if "Sleepy Summer Temp" in line)


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


def test_the_house_deck_is_read_once_and_carries_no_tables() -> None:
    assert DECK.house() is HOUSE
    assert DECK.read(HOUSE) is HOUSE
    assert HOUSE.own is None
    assert HOUSE.digest == cardfile.digest(FILE.parsed())


def test_a_copy_of_the_house_file_is_the_house_deck_however_it_is_laid_out(tmp_path: Path) -> None:
    file = tmp_path / "copy.toml"
    file.write_bytes(b"\xef\xbb\xbf# windows\r\n" + FILE.text.replace("  ", " ").replace("\n", "\r\n").encode())
    for source in (file, str(file), FILE.parsed(), MappingProxyType(FILE.parsed())):
        assert DECK.read(source).own is None
        assert DECK.read(source).digest == HOUSE.digest


def test_a_changed_deck_is_an_own_deck_and_comes_back_the_same_from_its_tables(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    bold = FIRST.replace("Sleepy Summer Temp", "Bold Trainee").replace("cost =  5", "cost = 40")
    file.write_text(FILE.text.replace(FIRST, bold), encoding="utf-8")
    mine = DECK.read(file)
    assert mine.own is not None
    assert mine.digest != HOUSE.digest
    assert (mine.names[0], mine.cost[0]) == ("Bold Trainee", 40)
    again = DECK.read(mine.own)
    assert again.digest == mine.digest
    assert (again.own, again.names, again.to) == (mine.own, mine.names, mine.to)


def test_an_own_deck_shares_nothing_with_the_tables_it_was_given() -> None:
    FILE.check_own_tables("chef", "cost", 6)


def test_a_deck_of_another_size() -> None:
    tables: dict[str, Any] = {"deck": {"copies": 1, "reviews": 1}, "cards": {}}
    for kind in KINDS:
        tables["cards"][kind] = [
            {**FILE.parsed()["cards"]["food"][0], "name": f"{kind} {stars}", "stars": stars} for stars in QUALITIES
        ]
    assert len(DECK.read(tables).names) == 20


# Refusals


@pytest.mark.parametrize(("old", "new", "reason"), wrong_cards(__file__))
def test_a_wrong_card_is_refused_with_file_card_and_reason(tmp_path: Path, old: str, new: str, reason: str) -> None:
    assert FILE.refusal_of(old, new, tmp_path) == f"my.toml: {reason}"


def test_a_missing_or_wrong_list_is_refused() -> None:
    tables = FILE.parsed()
    del tables["cards"]["equipment"]
    assert FILE.refusal(tables) == "the record's deck: [cards]: the list 'equipment' is missing."
    tables["cards"]["equipment"] = {"name": "Wobbly Table"}
    assert FILE.refusal(tables) == "the record's deck: [cards]: 'equipment' must be a list, not a table."
    tables["cards"]["equipment"] = None
    assert FILE.refusal(tables) == "the record's deck: [cards]: 'equipment' must be a list, not nothing."
    assert FILE.refusal({}) == "the record's deck: the table [deck] is missing."
    assert FILE.refusal({"deck": {"copies": 5, "reviews": 7}}) == "the record's deck: the table [cards] is missing."


def test_a_refusal_is_one_short_printable_line_whatever_is_in_the_file() -> None:
    tables = FILE.parsed()
    tables["cards"]["chef"][0]["{0}\n" + "x" * 500_000] = 1
    said = FILE.refusal(tables)
    assert said.startswith("the record's deck: chef 'Microwave Mike': there is no key '(0)?xxx")
    assert said.isprintable()
    assert len(said) < 300


CARD = FILE.text.index('{ name = "Shy Trainee')
LINE = FILE.text.count("\n", 0, CARD) + 1
ACCENT = FILE.text.count("\n", 0, FILE.text.index("î")) + 1

BAD_FILES = [
    ("cut short in a card", FILE.text[: CARD + 15].encode(), f"line {LINE} is not valid TOML (Unterminated string)."),
    (
        "cut short in the list",
        FILE.text[:CARD].rstrip().encode(),
        f"line {LINE - 1} is not valid TOML (Invalid value).",
    ),
    (
        "no TOML",
        (FILE.text[:CARD] + "}" + FILE.text[CARD:]).encode(),
        f"line {LINE} is not valid TOML (Invalid value).",
    ),
    ("a key twice", b"[deck]\ncopies = 5\ncopies = 5\n", "line 3 is not valid TOML (Cannot overwrite a value)."),
    ("not UTF-8", FILE.text.encode("latin-1"), f"line {ACCENT} is not UTF-8 text."),
    ("UTF-16", FILE.text.encode("utf-16"), "line 1 is not UTF-8 text."),
    ("a picture", b"\x89PNG\r\n\x1a\n", "line 1 is not UTF-8 text."),
    ("huge", b"#" * 1_000_001, "it has more than 1,000,000 bytes, which no deck needs."),
    ("nested too deeply", b"a = " + b"[" * 100_000, "it is not valid TOML (nested too deeply)."),
    ("empty", b"", "the table [deck] is missing."),
]


@pytest.mark.parametrize(("raw", "reason"), [bad[1:] for bad in BAD_FILES], ids=[bad[0] for bad in BAD_FILES])
def test_a_bad_file_is_refused_with_its_name_and_the_line(tmp_path: Path, raw: bytes, reason: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(raw)
    assert FILE.refusal(str(file)) == f"bad.toml: {reason}"


def test_a_number_too_large_is_refused_with_its_card(tmp_path: Path) -> None:
    said = FILE.refusal_of("cost =  5", "cost = 0x" + "f" * 9000, tmp_path)
    assert said.endswith("'cost' must be a whole number from 1 to 40, not a number that large.")


def test_a_number_too_long_to_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(FILE.text.replace("cost =  5", "cost = " + "9" * 5000, 1), encoding="utf-8")
    assert FILE.refusal(file).startswith("bad.toml: it is not valid TOML (")


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    assert FILE.refusal(tmp_path / "none.toml") == "none.toml: there is no such file."
    assert FILE.refusal(str(tmp_path / "nul\0.toml")) == "nul?.toml: there is no such file."
    assert FILE.refusal("") == ".: this is a directory, not a deck file."
    (tmp_path / "folder.toml").mkdir()
    assert FILE.refusal(tmp_path / "folder.toml") == "folder.toml: this is a directory, not a deck file."
    assert FILE.refusal(tmp_path / ("n" * 300)) == f"{'n' * 80}…: it cannot be read (File name too long)."


@pytest.mark.skipif(not hasattr(os, "mkfifo") and "CI" not in os.environ, reason="this system has no named pipes")
def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert FILE.refusal(tmp_path / "pipe.toml") == "pipe.toml: this is not a file."
