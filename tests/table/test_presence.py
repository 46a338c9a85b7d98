"""Who is at the table, and whose seat a bot keeps."""

from __future__ import annotations

from maitred.table.presence import AT_TURNS, IN_REAL_TIME, Patience, Presence

PATIENCE = Patience(gone=100, idle=1_000)


def test_a_seat_is_there_while_any_of_its_windows_is_open() -> None:
    presence = Presence(2)
    assert not presence.anyone()
    presence.came(0, 10)
    presence.came(0, 20)
    presence.went(0, 30)
    assert presence.anyone()
    assert presence.due(0, asked=False, patience=PATIENCE) is None
    presence.went(0, 40)
    assert not presence.anyone()
    assert presence.due(0, asked=False, patience=PATIENCE) == 140


def test_spectators_are_counted_and_keep_a_table_awake() -> None:
    presence = Presence(2)
    presence.came(None, 0)
    presence.came(None, 0)
    presence.went(None, 0)
    assert presence.watching == 1
    assert presence.anyone()
    presence.went(None, 0)
    assert not presence.anyone()


def test_who_never_came_is_not_waited_for_by_the_door() -> None:
    assert Presence(2).due(1, asked=False, patience=PATIENCE) is None


def test_who_is_asked_and_does_nothing_is_kept_after_a_while() -> None:
    presence = Presence(2)
    presence.came(0, 0)
    presence.asked(0, 500)
    assert presence.due(0, asked=True, patience=PATIENCE) == 1_500
    presence.stirred(0, 900)
    assert presence.due(0, asked=True, patience=PATIENCE) == 1_900
    assert presence.due(0, asked=False, patience=PATIENCE) is None


def test_the_earlier_of_gone_and_idle_counts() -> None:
    presence = Presence(1)
    presence.came(0, 0)
    presence.asked(0, 0)
    presence.went(0, 950)
    assert presence.due(0, asked=True, patience=PATIENCE) == 1_000
    presence.asked(0, 900)
    assert presence.due(0, asked=True, patience=PATIENCE) == 1_050


def test_a_kept_seat_is_given_back_to_who_returns_or_stirs() -> None:
    presence = Presence(2)
    presence.kept = [True, True]
    presence.came(0, 0)
    assert presence.kept == [False, True]
    presence.stirred(1, 0)
    assert presence.kept == [False, False]


def test_real_time_is_less_patient() -> None:
    assert IN_REAL_TIME.gone < AT_TURNS.gone
    assert IN_REAL_TIME.idle < AT_TURNS.idle
