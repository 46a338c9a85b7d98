"""Who may do what at a table, and when: every refusal."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from maitred.kernel.errors import BadRecord
from maitred.kernel.words import named
from maitred.table import lines, permissions
from maitred.table.lines import Damaged, Line
from maitred.table.permissions import Denied
from maitred.table.seat import IDS_KEPT
from maitred.table.table import BOT_NAMES, GRABS_KEPT, Table, from_lines, hashed
from tests.table.scripted import ScriptedTable, find_game


def refused(reason: str, sentence: str, asked: Callable[[], object]) -> None:
    """Check that something is refused for a reason."""
    with pytest.raises(Denied, match=sentence) as refusal:
        asked()
    assert refusal.value.reason == reason


# Sitting down


def test_people_sit_down_where_they_like_or_at_the_first_open_seat() -> None:
    scripted = ScriptedTable("delectable", "poob")
    assert permissions.sit(scripted.table, 2, "Ida", "x").seat == 2
    assert permissions.sit(scripted.table, None, "Ida", "x").seat == 1
    scripted.take(permissions.sit(scripted.table, 1, "Ida", "x"))
    assert permissions.sit(scripted.table, None, "Jo", "y").seat == 2


def test_nobody_sits_down_where_somebody_sits_or_where_there_is_no_seat() -> None:
    scripted = ScriptedTable("delectable", "pob")
    table = scripted.table
    refused("gone", "choose another", lambda: permissions.sit(table, 0, "Ida", "x"))
    refused("gone", "choose another", lambda: permissions.sit(table, 2, "Ida", "x"))
    refused("not_allowed", "no seat 5", lambda: permissions.sit(table, 4, "Ida", "x"))
    scripted.take(permissions.sit(table, None, "Ida", "x"))
    refused("not_allowed", "full", lambda: permissions.sit(table, None, "Jo", "y"))
    scripted.deal()
    refused("not_now", "begun", lambda: permissions.sit(table, None, "Jo", "y"))


def test_the_house_keeps_only_the_hash_of_a_token() -> None:
    sat = permissions.sit(ScriptedTable("delectable", "oo").table, 0, "Ida", "secret token")
    assert "secret token" not in lines.ENCODER.encode(sat).decode()
    assert sat.token == hashed("secret token")


def test_names_are_made_unlike_each_other() -> None:
    scripted = ScriptedTable("delectable", "poo")
    sat = permissions.sit(scripted.table, None, "ADA", "x")
    assert sat.name == "ADA 2"
    scripted.take(sat)
    assert permissions.sit(scripted.table, None, "Ada", "x").name == "Ada 3"


def test_a_person_is_not_called_like_a_bot() -> None:
    scripted = ScriptedTable("delectable", "bo")
    assert scripted.table.seats[0].name == BOT_NAMES[0]
    assert permissions.sit(scripted.table, None, BOT_NAMES[0], "x").name == f"{BOT_NAMES[0]} 2"


def test_cards_are_dealt_once_all_are_seated_and_ready() -> None:
    scripted = ScriptedTable("delectable", "pob")
    table = scripted.table
    assert permissions.deal(table) is None
    scripted.take(lines.Readied(0, on=True))
    refused("not_now", "still open", lambda: permissions.commit(table, 0, 1, "cc" * 32))
    scripted.take(permissions.sit(table, None, "Ida", "x"))
    assert permissions.deal(table) is None
    scripted.deal("aa" * 32)
    dealt = scripted.lines[-1]
    assert isinstance(dealt, lines.Dealt)
    assert dealt.nonces == ["aa" * 32, "aa" * 32, ""]
    assert permissions.deal(table) is None
    refused("not_now", "already been dealt", lambda: permissions.ready(table, 0, on=False))
    refused("not_now", "already been dealt", lambda: permissions.commit(table, 0, 1, "cc" * 32))


def test_ready_is_said_once_and_can_be_taken_back() -> None:
    scripted = ScriptedTable("delectable", "pp")
    assert permissions.ready(scripted.table, 0, on=False) is None
    scripted.take(lines.Readied(0, on=True))
    assert permissions.ready(scripted.table, 0, on=True) is None
    assert permissions.ready(scripted.table, 0, on=False) == lines.Readied(0, on=False)


def test_a_key_and_the_nonces_of_all_decide_the_deal() -> None:
    decks = set()
    for key, nonce in (("00" * 32, "00" * 32), ("01" * 32, "00" * 32), ("00" * 32, "01" * 32)):
        state = ScriptedTable("delectable", "pp", key=key).deal(nonce).table.state
        decks.add(tuple(state.pack()))
    assert len(decks) == 3


# What hosts do


def test_a_host_makes_seats_bots_or_open_before_the_deal() -> None:
    scripted = ScriptedTable("delectable", "pbo")
    table = scripted.table
    refused("not_allowed", "remove them first", lambda: permissions.arrange(table, 0, "easy"))
    refused("not_allowed", "no seat 4", lambda: permissions.arrange(table, 3, "easy"))
    refused("not_allowed", "no level 'genius'", lambda: permissions.arrange(table, 2, "genius"))
    scripted.take(permissions.arrange(table, 1, None))
    scripted.take(permissions.arrange(table, 2, "easy"))
    assert [seat.kind for seat in table.seats] == ["person", "open", "bot"]
    assert [seat.name for seat in table.seats] == ["Ada", "", BOT_NAMES[2]]
    scripted.take(permissions.arrange(table, 1, "medium"))
    scripted.deal()
    refused("not_now", "any more", lambda: permissions.arrange(table, 1, None))


def test_only_people_are_removed_muted_or_leave() -> None:
    table = ScriptedTable("delectable", "pbo").table
    ways: list[Callable[[int], object]] = [
        lambda seat: permissions.remove(table, seat),
        lambda seat: permissions.mute(table, seat, True),
        lambda seat: permissions.leave(table, seat),
    ]
    for asked in ways:
        for seat, sentence in ((1, "Nobody sits at seat 2"), (2, "Nobody sits at seat 3"), (3, "no seat 4")):
            refused("not_allowed", sentence, lambda asked=asked, seat=seat: asked(seat))  # type: ignore[misc]


def test_a_muted_person_is_not_heard_until_they_may_speak_again() -> None:
    scripted = ScriptedTable("delectable", "pp")
    scripted.take(permissions.mute(scripted.table, 1, True))
    refused("not_allowed", "muted", lambda: permissions.say(scripted.table, 1, "hello", "i"))
    assert permissions.say(scripted.table, 0, "hello", "i") == lines.Said(0, "hello", "i")
    scripted.take(permissions.mute(scripted.table, 1, False))
    assert permissions.say(scripted.table, 1, "hello", "i") == lines.Said(1, "hello", "i")


def test_leaving_before_the_deal_opens_the_seat_and_after_it_a_bot_plays_on() -> None:
    scripted = ScriptedTable("delectable", "pp")
    scripted.take(permissions.leave(scripted.table, 0))
    assert [seat.kind for seat in scripted.table.seats] == ["open", "person"]
    assert scripted.table.seat_of("token 0") is None
    scripted.take(permissions.sit(scripted.table, 0, "Ida", "x"))
    scripted.deal()
    scripted.take(permissions.remove(scripted.table, 0))
    assert [seat.kind for seat in scripted.table.seats] == ["bot", "person"]
    assert scripted.table.seats[0].name == "Ida"
    assert scripted.table.seat_of("x") is None
    assert scripted.table.people() == [1]


# Seats that move


def test_a_private_link_is_good_once_and_for_its_time() -> None:
    scripted = ScriptedTable("delectable", "pp")
    table = scripted.table
    scripted.take(permissions.lend(table, 1, "code", until=1_000))
    refused("not_allowed", "has expired", lambda: permissions.take_along(table, "code", "new", now=1_001))
    refused("not_allowed", "already been used", lambda: permissions.take_along(table, "other", "new", now=0))
    scripted.take(permissions.take_along(table, "code", "new", now=1_000))
    assert table.seat_of("new") == 1
    assert table.seat_of("token 1") is None
    refused("not_allowed", "already been used", lambda: permissions.take_along(table, "code", "newer", now=0))


def test_a_newer_link_replaces_the_older() -> None:
    scripted = ScriptedTable("delectable", "pp")
    scripted.take(permissions.lend(scripted.table, 1, "first", until=1_000))
    scripted.take(permissions.lend(scripted.table, 1, "second", until=1_000))
    refused("not_allowed", "already been used", lambda: permissions.take_along(scripted.table, "first", "new", now=0))
    assert permissions.take_along(scripted.table, "second", "new", now=0).seat == 1


@pytest.mark.parametrize("dealt", [False, True])
def test_the_link_of_who_has_left_takes_nobodys_seat(dealt: bool) -> None:
    scripted = ScriptedTable("delectable", "pp")
    if dealt:
        scripted.deal()
    scripted.take(permissions.lend(scripted.table, 1, "code", until=1_000))
    scripted.take(permissions.remove(scripted.table, 1))
    if not dealt:
        scripted.take(permissions.sit(scripted.table, 1, "Ida", "x"))
    refused("not_allowed", "already been used", lambda: permissions.take_along(scripted.table, "code", "new", now=0))


# Moves


def test_nothing_is_played_before_the_deal_or_after_the_end() -> None:
    scripted = ScriptedTable("tasting", "pp")
    table = scripted.table
    asks: list[Callable[[], object]] = [
        lambda: permissions.move(table, 0, 0, 0, 0, "i"),
        lambda: permissions.undo(table, 0, 0, "i"),
        lambda: permissions.want_pause(table, 0, True, [0]),
    ]
    for asked in asks:
        refused("not_now", "not dealt yet", asked)
    scripted.deal()
    scripted.play(1_000, random.Random(1))
    assert table.phase == "over"
    for asked in asks:
        refused("not_now", "over", asked)


def test_a_move_must_be_legal_and_fresh() -> None:
    scripted = ScriptedTable("delectable", "pp").deal()
    table = scripted.table
    seat = table.actors()[0]
    state = table.state
    other = 1 - seat
    action = state.legal(seat)[0]
    stamp = state.stamp(seat, action)
    refused(
        "illegal", "not your move", lambda: permissions.move(table, other, action, state.stamp(other, action), 0, "i")
    )
    refused("stale", "look again", lambda: permissions.move(table, seat, action, stamp + 1, 0, "i"))
    beyond = table.game.n_actions
    refused("illegal", f"no action {beyond}", lambda: permissions.move(table, seat, beyond, stamp, 0, "i"))
    refused("illegal", "no action -1", lambda: permissions.move(table, seat, -1, stamp, 0, "i"))
    forbidden = next(each for each in range(beyond) if each not in state.legal(seat))
    refused("illegal", ".", lambda: permissions.move(table, seat, forbidden, stamp, 0, "i"))
    assert permissions.move(table, seat, action, stamp, 5, "i") == lines.Played(seat, action, 5, "i")


def test_another_ones_choice_does_not_make_mine_stale() -> None:
    scripted = ScriptedTable("tasting", "ppp").deal()
    state = scripted.table.state
    action = state.legal(1)[0]
    stamp = state.stamp(1, action)
    scripted.move(0)
    scripted.move(2)
    assert permissions.move(scripted.table, 1, action, stamp, 0, "i").action == action


def test_who_is_out_of_time_does_not_move() -> None:
    scripted = ScriptedTable("delectable", "pp", clock=lines.ClockSet(1, 0)).deal()
    table = scripted.table
    seat = table.actors()[0]
    action = table.state.legal(seat)[0]
    stamp = table.state.stamp(seat, action)
    scripted.take(lines.OutOfTime(seat, 60_000))
    refused("not_allowed", "time is up", lambda: permissions.move(table, seat, action, stamp, 60_001, "i"))
    refused("not_allowed", "time is up", lambda: permissions.undo(table, seat, 60_001, "i"))
    assert permissions.move(table, seat, action, stamp, 60_001, None).id is None, "a bot plays on"


def test_a_repeated_message_is_known_for_a_while() -> None:
    scripted = ScriptedTable("delectable", "pp")
    for number in range(IDS_KEPT + 1):
        scripted.take(lines.Said(0, "hello", f"id {number}"))
    assert list(scripted.table.seats[0].ids) == [f"id {number}" for number in range(1, IDS_KEPT + 1)]
    assert scripted.table.seats[0].ids[f"id {IDS_KEPT}"] == scripted.table.seq
    assert scripted.table.seats[1].ids == {}


# Real time


def draw(scripted: ScriptedTable) -> tuple[int, int]:
    """The action of drawing from the first stack, and its stamp as it is now."""
    return 0, scripted.table.state.stamp(0, 0)


def test_a_late_grab_hears_who_was_faster() -> None:
    scripted = ScriptedTable("diner", "ppp").deal()
    action, stamp = draw(scripted)
    scripted.move(2, action, ms=10)
    refused("gone", r"Gone: \{2\} was faster\.", lambda: permissions.move(scripted.table, 0, action, stamp, 11, "i"))
    refused("gone", "you changed that yourself", lambda: permissions.move(scripted.table, 2, action, stamp, 11, "i"))


def test_the_first_who_took_it_was_faster_not_the_last() -> None:
    scripted = ScriptedTable("diner", "pppp").deal()
    action, stamp = draw(scripted)
    scripted.move(2, action, ms=10)
    scripted.move(3, action, ms=11)
    refused("gone", r"Gone: \{2\} was faster\.", lambda: permissions.move(scripted.table, 0, action, stamp, 12, "i"))


def test_a_grab_of_long_ago_is_gone_all_the_same() -> None:
    scripted = ScriptedTable("diner", "pppp").deal()
    action, stamp = draw(scripted)
    scripted.move(2, action, ms=10)
    scripted.play(GRABS_KEPT + 1, random.Random(3), ms=20)
    assert scripted.table.phase == "playing"
    refused("gone", "changed since", lambda: permissions.move(scripted.table, 0, action, stamp, 21, "i"))


def test_what_nobody_touched_is_not_gone() -> None:
    scripted = ScriptedTable("diner", "ppp").deal()
    state = scripted.table.state
    other_stack = 1
    stamp = state.stamp(0, other_stack)
    scripted.move(2, 0, ms=10)
    assert permissions.move(scripted.table, 0, other_stack, stamp, 11, "i").action == other_stack


def test_a_pause_begins_when_all_who_are_there_want_it_and_one_ends_it() -> None:
    scripted = ScriptedTable("diner", "pppb").deal()
    table = scripted.table
    present = [0, 1]
    assert permissions.want_pause(table, 0, True, present) is None
    assert permissions.want_pause(table, 0, False, present) is None, "a wish can be taken back"
    assert permissions.want_pause(table, 1, True, present) is None
    paused = permissions.want_pause(table, 0, True, present)
    assert paused == lines.Paused(0, on=True)
    scripted.take(paused)
    assert not any(seat.wants_pause for seat in table.seats)
    refused("paused", "paused", lambda: permissions.move(table, 0, *draw(scripted), 0, "i"))
    assert permissions.want_pause(table, 0, True, present) is None
    goes_on = permissions.want_pause(table, 1, False, present)
    assert goes_on == lines.Paused(1, on=False)
    scripted.take(goes_on)
    scripted.move(0)


def test_a_pause_that_all_want_who_are_left_begins_only_in_a_game_that_is_played() -> None:
    scripted = ScriptedTable("diner", "ppb")
    assert permissions.agreed_pause(scripted.table, [0, 1]) is None
    scripted.deal()
    assert permissions.agreed_pause(scripted.table, []) is None
    assert permissions.want_pause(scripted.table, 1, True, [0, 1]) is None
    assert permissions.agreed_pause(scripted.table, [1]) == lines.Paused(1, on=True)


def test_only_real_time_has_pauses() -> None:
    scripted = ScriptedTable("diner", "pp", {"pace": "calm"}).deal()
    refused("not_now", "real time", lambda: permissions.want_pause(scripted.table, 0, True, [0, 1]))


# Histories


def test_a_history_begins_with_the_setting_of_the_table() -> None:
    histories: list[list[Line]] = [[], [lines.Dealt([])]]
    for history in histories:
        with pytest.raises(Damaged) as refusal:
            from_lines(history, find_game)
        assert (refusal.value.line, refusal.value.what) == (1, "it does not say how the table was set")
    scripted = ScriptedTable("delectable", "pp")
    with pytest.raises(BadRecord, match="only once"):
        scripted.table.take(scripted.lines[0])


def test_a_table_of_newer_rules_is_refused() -> None:
    was_set = ScriptedTable("delectable", "pp").table.was_set
    was_set.rules_version += 1
    with pytest.raises(BadRecord, match="newer rules of Delectable"):
        Table(was_set, find_game)


def test_a_name_in_braces_is_not_taken_for_another_seat() -> None:
    scripted = ScriptedTable("delectable", "po")
    scripted.take(permissions.sit(scripted.table, 1, "{0}", "x"))
    told = scripted.table.take(permissions.leave(scripted.table, 1))
    assert [named(piece.text, ["Ada", ""]) for piece in told] == ["(0) has left."]
