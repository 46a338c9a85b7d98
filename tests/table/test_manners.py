"""Who may do what at a table, and when: every refusal."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from maitred.kernel.errors import BadRecord
from maitred.kernel.words import named
from maitred.table import lines, manners
from maitred.table.lines import Damaged, Line
from maitred.table.manners import NotSo
from maitred.table.table import BOT_NAMES, GRABS_KEPT, IDS_KEPT, Table, from_lines, hashed
from tests.table.evenings import Evening, find_game


def refused(reason: str, sentence: str, asked: Callable[[], object]) -> None:
    """Check that something is refused for a reason."""
    with pytest.raises(NotSo, match=sentence) as refusal:
        asked()
    assert refusal.value.reason == reason


# Sitting down


def test_people_sit_down_where_they_like_or_at_the_first_open_seat() -> None:
    evening = Evening("delectable", "poob")
    assert manners.sit(evening.table, 2, "Ida", "x").seat == 2
    assert manners.sit(evening.table, None, "Ida", "x").seat == 1
    evening.take(manners.sit(evening.table, 1, "Ida", "x"))
    assert manners.sit(evening.table, None, "Jo", "y").seat == 2


def test_nobody_sits_down_where_somebody_sits_or_where_there_is_no_seat() -> None:
    evening = Evening("delectable", "pob")
    table = evening.table
    refused("gone", "take another", lambda: manners.sit(table, 0, "Ida", "x"))
    refused("gone", "take another", lambda: manners.sit(table, 2, "Ida", "x"))
    refused("not_allowed", "no seat 5", lambda: manners.sit(table, 4, "Ida", "x"))
    evening.take(manners.sit(table, None, "Ida", "x"))
    refused("not_allowed", "full", lambda: manners.sit(table, None, "Jo", "y"))
    evening.deal()
    refused("not_now", "begun", lambda: manners.sit(table, None, "Jo", "y"))


def test_the_house_keeps_only_the_hash_of_a_token() -> None:
    sat = manners.sit(Evening("delectable", "oo").table, 0, "Ida", "secret token")
    assert "secret token" not in lines.ENCODER.encode(sat).decode()
    assert sat.token == hashed("secret token")


def test_names_are_made_unlike_each_other() -> None:
    evening = Evening("delectable", "poo")
    sat = manners.sit(evening.table, None, "ADA", "x")
    assert sat.name == "ADA 2"
    evening.take(sat)
    assert manners.sit(evening.table, None, "Ada", "x").name == "Ada 3"


def test_a_person_is_not_called_like_a_bot() -> None:
    evening = Evening("delectable", "bo")
    assert evening.table.seats[0].name == BOT_NAMES[0]
    assert manners.sit(evening.table, None, BOT_NAMES[0], "x").name == f"{BOT_NAMES[0]} 2"


def test_cards_are_dealt_once_all_are_seated_and_ready() -> None:
    evening = Evening("delectable", "pob")
    table = evening.table
    assert manners.deal(table) is None
    evening.take(lines.Readied(0, on=True))
    refused("not_now", "still open", lambda: manners.commit(table, 0, 1, "cc" * 32))
    evening.take(manners.sit(table, None, "Ida", "x"))
    assert manners.deal(table) is None
    evening.deal("aa" * 32)
    dealt = evening.lines[-1]
    assert isinstance(dealt, lines.Dealt)
    assert dealt.nonces == ["aa" * 32, "aa" * 32, ""]
    assert manners.deal(table) is None
    refused("not_now", "dealt already", lambda: manners.ready(table, 0, on=False))
    refused("not_now", "dealt already", lambda: manners.commit(table, 0, 1, "cc" * 32))


def test_ready_is_said_once_and_can_be_taken_back() -> None:
    evening = Evening("delectable", "pp")
    assert manners.ready(evening.table, 0, on=False) is None
    evening.take(lines.Readied(0, on=True))
    assert manners.ready(evening.table, 0, on=True) is None
    assert manners.ready(evening.table, 0, on=False) == lines.Readied(0, on=False)


def test_a_key_and_the_nonces_of_all_decide_the_deal() -> None:
    decks = set()
    for key, nonce in (("00" * 32, "00" * 32), ("01" * 32, "00" * 32), ("00" * 32, "01" * 32)):
        state = Evening("delectable", "pp", key=key).deal(nonce).table.state
        decks.add(tuple(state.pack()))
    assert len(decks) == 3


# What hosts do


def test_a_host_makes_seats_bots_or_open_before_the_deal() -> None:
    evening = Evening("delectable", "pbo")
    table = evening.table
    refused("not_allowed", "remove them first", lambda: manners.arrange(table, 0, "easy"))
    refused("not_allowed", "no seat 4", lambda: manners.arrange(table, 3, "easy"))
    refused("not_allowed", "no level 'genius'", lambda: manners.arrange(table, 2, "genius"))
    evening.take(manners.arrange(table, 1, None))
    evening.take(manners.arrange(table, 2, "easy"))
    assert [seat.kind for seat in table.seats] == ["person", "open", "bot"]
    assert [seat.name for seat in table.seats] == ["Ada", "", BOT_NAMES[2]]
    evening.take(manners.arrange(table, 1, "medium"))
    evening.deal()
    refused("not_now", "any more", lambda: manners.arrange(table, 1, None))


def test_only_people_are_removed_muted_or_leave() -> None:
    table = Evening("delectable", "pbo").table
    ways: list[Callable[[int], object]] = [
        lambda seat: manners.remove(table, seat),
        lambda seat: manners.mute(table, seat, True),
        lambda seat: manners.leave(table, seat),
    ]
    for asked in ways:
        for seat, sentence in ((1, "Nobody sits at seat 2"), (2, "Nobody sits at seat 3"), (3, "no seat 4")):
            refused("not_allowed", sentence, lambda asked=asked, seat=seat: asked(seat))  # type: ignore[misc]


def test_a_muted_person_is_not_heard_until_they_may_speak_again() -> None:
    evening = Evening("delectable", "pp")
    evening.take(manners.mute(evening.table, 1, True))
    refused("not_allowed", "muted", lambda: manners.say(evening.table, 1, "hello", "i"))
    assert manners.say(evening.table, 0, "hello", "i") == lines.Said(0, "hello", "i")
    evening.take(manners.mute(evening.table, 1, False))
    assert manners.say(evening.table, 1, "hello", "i") == lines.Said(1, "hello", "i")


def test_leaving_before_the_deal_opens_the_seat_and_after_it_a_bot_plays_on() -> None:
    evening = Evening("delectable", "pp")
    evening.take(manners.leave(evening.table, 0))
    assert [seat.kind for seat in evening.table.seats] == ["open", "person"]
    assert evening.table.seat_of("token 0") is None
    evening.take(manners.sit(evening.table, 0, "Ida", "x"))
    evening.deal()
    evening.take(manners.remove(evening.table, 0))
    assert [seat.kind for seat in evening.table.seats] == ["bot", "person"]
    assert evening.table.seats[0].name == "Ida"
    assert evening.table.seat_of("x") is None
    assert evening.table.people() == [1]


# Seats that move


def test_a_private_link_is_good_once_and_for_its_time() -> None:
    evening = Evening("delectable", "pp")
    table = evening.table
    evening.take(manners.lend(table, 1, "code", until=1_000))
    refused("not_allowed", "too old", lambda: manners.take_along(table, "code", "new", now=1_001))
    refused("not_allowed", "used up", lambda: manners.take_along(table, "other", "new", now=0))
    evening.take(manners.take_along(table, "code", "new", now=1_000))
    assert table.seat_of("new") == 1
    assert table.seat_of("token 1") is None
    refused("not_allowed", "used up", lambda: manners.take_along(table, "code", "newer", now=0))


def test_a_newer_link_replaces_the_older() -> None:
    evening = Evening("delectable", "pp")
    evening.take(manners.lend(evening.table, 1, "first", until=1_000))
    evening.take(manners.lend(evening.table, 1, "second", until=1_000))
    refused("not_allowed", "used up", lambda: manners.take_along(evening.table, "first", "new", now=0))
    assert manners.take_along(evening.table, "second", "new", now=0).seat == 1


@pytest.mark.parametrize("dealt", [False, True])
def test_the_link_of_who_has_left_takes_nobodys_seat(dealt: bool) -> None:
    evening = Evening("delectable", "pp")
    if dealt:
        evening.deal()
    evening.take(manners.lend(evening.table, 1, "code", until=1_000))
    evening.take(manners.remove(evening.table, 1))
    if not dealt:
        evening.take(manners.sit(evening.table, 1, "Ida", "x"))
    refused("not_allowed", "used up", lambda: manners.take_along(evening.table, "code", "new", now=0))


# Moves


def test_nothing_is_played_before_the_deal_or_after_the_end() -> None:
    evening = Evening("tasting", "pp")
    table = evening.table
    asks: list[Callable[[], object]] = [
        lambda: manners.move(table, 0, 0, 0, 0, "i"),
        lambda: manners.undo(table, 0, 0, "i"),
        lambda: manners.want_pause(table, 0, True, [0]),
    ]
    for asked in asks:
        refused("not_now", "not dealt yet", asked)
    evening.deal()
    evening.play(1_000, random.Random(1))
    assert table.phase == "over"
    for asked in asks:
        refused("not_now", "over", asked)


def test_a_move_must_be_legal_and_fresh() -> None:
    evening = Evening("delectable", "pp").deal()
    table = evening.table
    seat = table.actors()[0]
    state = table.state
    other = 1 - seat
    action = state.legal(seat)[0]
    stamp = state.stamp(seat, action)
    refused("illegal", "not your move", lambda: manners.move(table, other, action, state.stamp(other, action), 0, "i"))
    refused("stale", "look again", lambda: manners.move(table, seat, action, stamp + 1, 0, "i"))
    beyond = table.game.n_actions
    refused("illegal", f"no action {beyond}", lambda: manners.move(table, seat, beyond, stamp, 0, "i"))
    refused("illegal", "no action -1", lambda: manners.move(table, seat, -1, stamp, 0, "i"))
    forbidden = next(each for each in range(beyond) if each not in state.legal(seat))
    refused("illegal", ".", lambda: manners.move(table, seat, forbidden, stamp, 0, "i"))
    assert manners.move(table, seat, action, stamp, 5, "i") == lines.Played(seat, action, 5, "i")


def test_another_ones_choice_does_not_make_mine_stale() -> None:
    evening = Evening("tasting", "ppp").deal()
    state = evening.table.state
    action = state.legal(1)[0]
    stamp = state.stamp(1, action)
    evening.move(0)
    evening.move(2)
    assert manners.move(evening.table, 1, action, stamp, 0, "i").action == action


def test_who_is_out_of_time_does_not_move() -> None:
    evening = Evening("delectable", "pp", clock=lines.ClockSet(1, 0)).deal()
    table = evening.table
    seat = table.actors()[0]
    action = table.state.legal(seat)[0]
    stamp = table.state.stamp(seat, action)
    evening.take(lines.OutOfTime(seat, 60_000))
    refused("not_allowed", "time is up", lambda: manners.move(table, seat, action, stamp, 60_001, "i"))
    refused("not_allowed", "time is up", lambda: manners.undo(table, seat, 60_001, "i"))
    assert manners.move(table, seat, action, stamp, 60_001, None).id is None, "a bot plays on"


def test_a_repeated_message_is_known_for_a_while() -> None:
    evening = Evening("delectable", "pp")
    for number in range(IDS_KEPT + 1):
        evening.take(lines.Said(0, "hello", f"id {number}"))
    assert list(evening.table.seats[0].ids) == [f"id {number}" for number in range(1, IDS_KEPT + 1)]
    assert evening.table.seats[0].ids[f"id {IDS_KEPT}"] == evening.table.seq
    assert evening.table.seats[1].ids == {}


# Real time


def draw(evening: Evening) -> tuple[int, int]:
    """The action of drawing from the first stack, and its stamp as it is now."""
    return 0, evening.table.state.stamp(0, 0)


def test_a_late_grab_hears_who_was_faster() -> None:
    evening = Evening("diner", "ppp").deal()
    action, stamp = draw(evening)
    evening.move(2, action, ms=10)
    refused("gone", r"Gone: \{2\} was faster\.", lambda: manners.move(evening.table, 0, action, stamp, 11, "i"))
    refused("gone", "you changed that yourself", lambda: manners.move(evening.table, 2, action, stamp, 11, "i"))


def test_the_first_who_took_it_was_faster_not_the_last() -> None:
    evening = Evening("diner", "pppp").deal()
    action, stamp = draw(evening)
    evening.move(2, action, ms=10)
    evening.move(3, action, ms=11)
    refused("gone", r"Gone: \{2\} was faster\.", lambda: manners.move(evening.table, 0, action, stamp, 12, "i"))


def test_a_grab_of_long_ago_is_gone_all_the_same() -> None:
    evening = Evening("diner", "pppp").deal()
    action, stamp = draw(evening)
    evening.move(2, action, ms=10)
    evening.play(GRABS_KEPT + 1, random.Random(3), ms=20)
    assert evening.table.phase == "playing"
    refused("gone", "changed since", lambda: manners.move(evening.table, 0, action, stamp, 21, "i"))


def test_what_nobody_touched_is_not_gone() -> None:
    evening = Evening("diner", "ppp").deal()
    state = evening.table.state
    other_stack = 1
    stamp = state.stamp(0, other_stack)
    evening.move(2, 0, ms=10)
    assert manners.move(evening.table, 0, other_stack, stamp, 11, "i").action == other_stack


def test_a_pause_begins_when_all_who_are_there_want_it_and_one_ends_it() -> None:
    evening = Evening("diner", "pppb").deal()
    table = evening.table
    present = [0, 1]
    assert manners.want_pause(table, 0, True, present) is None
    assert manners.want_pause(table, 0, False, present) is None, "a wish can be taken back"
    assert manners.want_pause(table, 1, True, present) is None
    paused = manners.want_pause(table, 0, True, present)
    assert paused == lines.Paused(0, on=True)
    evening.take(paused)
    assert not any(seat.wants_pause for seat in table.seats)
    refused("paused", "paused", lambda: manners.move(table, 0, *draw(evening), 0, "i"))
    assert manners.want_pause(table, 0, True, present) is None
    goes_on = manners.want_pause(table, 1, False, present)
    assert goes_on == lines.Paused(1, on=False)
    evening.take(goes_on)
    evening.move(0)


def test_a_pause_that_all_want_who_are_left_begins_only_in_a_game_that_is_played() -> None:
    evening = Evening("diner", "ppb")
    assert manners.agreed_pause(evening.table, [0, 1]) is None
    evening.deal()
    assert manners.agreed_pause(evening.table, []) is None
    assert manners.want_pause(evening.table, 1, True, [0, 1]) is None
    assert manners.agreed_pause(evening.table, [1]) == lines.Paused(1, on=True)


def test_only_real_time_has_pauses() -> None:
    evening = Evening("diner", "pp", {"pace": "calm"}).deal()
    refused("not_now", "real time", lambda: manners.want_pause(evening.table, 0, True, [0, 1]))


# Histories


def test_a_history_begins_with_the_setting_of_the_table() -> None:
    histories: list[list[Line]] = [[], [lines.Dealt([])]]
    for history in histories:
        with pytest.raises(Damaged) as refusal:
            from_lines(history, find_game)
        assert (refusal.value.line, refusal.value.what) == (1, "it does not say how the table was set")
    evening = Evening("delectable", "pp")
    with pytest.raises(BadRecord, match="only once"):
        evening.table.take(evening.lines[0])


def test_a_table_of_newer_rules_is_refused() -> None:
    was_set = Evening("delectable", "pp").table.was_set
    was_set.rules_version += 1
    with pytest.raises(BadRecord, match="newer rules of Delectable"):
        Table(was_set, find_game)


def test_a_name_in_braces_is_not_taken_for_another_seat() -> None:
    evening = Evening("delectable", "po")
    evening.take(manners.sit(evening.table, 1, "{0}", "x"))
    told = evening.table.take(manners.leave(evening.table, 1))
    assert [named(piece.text, ["Ada", ""]) for piece in told] == ["(0) has left."]
