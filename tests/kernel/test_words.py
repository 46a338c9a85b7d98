"""Sentences and options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maitred.kernel.errors import BadSetup
from maitred.kernel.options import Choice, FirstSeat, Whole, check_options, in_text
from maitred.kernel.words import addressed, by_seat, counted, listed, named, player, told_to


def test_names_go_in_once_whatever_they_look_like() -> None:
    assert named(f"{player(0)} robs {player(1)}", ["{1}", "Ben"]) == "{1} robs Ben"


def test_without_names_seats_are_counted_from_one() -> None:
    assert by_seat(f"It is not your move: {player(0)} and {player(2)} to act.") == (
        "It is not your move: seat 1 and seat 3 to act."
    )


@pytest.mark.parametrize(
    ("text", "you", "told"),
    [
        ("{0} roll[s] for Soup.", 0, "You roll for Soup."),
        ("{0} roll[s] for Soup.", 1, "Ann rolls for Soup."),
        ("{1}'s turn.", 1, "Your turn."),
        ("It is over. {1} win[s] with 56.", 1, "It is over. You win with 56."),
        ("Order up: {1} serve[s] {0}.", 1, "Order up: you serve Ann."),
        ("{0} roll[s] for Soup.", None, "Ann rolls for Soup."),
        ("{0} steal[s] from {1}, who [has|have] none.", 1, "Ann steals from you, who have none."),
        ("{0} raid[s] {1}'s pantry and look[0:s] at it.", 0, "You raid Bo's pantry and look at it."),
        ("{0} raid[s] {1}'s pantry and look[0:s] at it.", 1, "Ann raids your pantry and looks at it."),
        ("{0} review[s] [their|your] own restaurant.", 0, "You review your own restaurant."),
        ("{0} and {1} share the win.", 1, "Ann and you share the win."),
        ("Nobody is meant by [this], nor by roll[s].", 0, "Nobody is meant by [this], nor by roll[s]."),
        ("{7} [is|are] not here", 0, "{7} is not here"),
    ],
)
def test_you_are_you_and_verbs_agree(text: str, you: int | None, told: str) -> None:
    assert named(text, ["Ann", "Bo"], you) == told


def test_a_text_can_be_addressed_before_the_names_are_known() -> None:
    assert addressed("{0} give[s] {1} a card. {1} [is|are] glad.", 1) == "{0} gives you a card. You are glad."
    assert by_seat("{0} give[s] {1} a card.") == "Seat 1 gives seat 2 a card."


PIECES = [
    "{0}",
    "{1}",
    "{1}'s",
    "'s",
    "[s]",
    "[has|have]",
    "[0:s]",
    "{",
    "}",
    "[",
    "]",
    "0}",
    "s]",
    ". ",
    " deals ",
    "ß",
]


@given(st.lists(st.sampled_from(PIECES)).map("".join), st.sampled_from([None, 0, 1]))
def test_what_comes_after_the_last_mark_is_told_as_it_is(text: str, you: int | None) -> None:
    assert addressed(text, you) == told_to(text, you)
    assert addressed(f"{text} and so on", you) == addressed(text, you) + " and so on"


def test_lists_and_counts() -> None:
    assert [listed(["a", "b", "c"][:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert (counted(1, "card"), counted(0, "card"), counted(2, "card")) == ("1 card", "0 cards", "2 cards")


def test_options_are_kept_as_words() -> None:
    assert [in_text(value) for value in (True, False, 7, " on ", ["a", 2])] == ["on", "off", "7", "on", "a,2"]


OPTIONS = [Choice("pace", "How fast.", "calm", ["calm", "quick"]), Whole("goal", "How far.", 40, 10, 60), FirstSeat()]


def test_options_have_defaults() -> None:
    assert check_options(OPTIONS, {}, 3) == {"pace": "calm", "goal": "40", "first": "drawn"}
    assert check_options(OPTIONS, {"goal": 12, "first": "3"}, 3) == {"pace": "calm", "goal": "12", "first": "3"}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"peace": "calm"}, "There is no option 'peace' here; the options are: pace, goal, first."),
        ({"pace": "slow"}, "Option pace takes calm or quick, not 'slow'"),
        ({"goal": 61}, "Option goal takes a whole number from 10 to 60, not '61'"),
        ({"goal": "1e1"}, "Option goal takes a whole number from 10 to 60, not '1e1'"),
        ({"first": 4}, "Option first takes drawn or the number of a seat, not '4'"),
    ],
)
def test_wrong_options_are_refused_by_name(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        check_options(OPTIONS, given, 3)
    assert str(refusal.value).startswith(sentence)
