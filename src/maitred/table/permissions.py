"""Who may do what at a table, and when. Each function returns the line to write, or refuses with a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from maitred.bots.experts import stranger
from maitred.bots.levels import EXPERT, level_names
from maitred.kernel.errors import Refused
from maitred.kernel.words import listed, player
from maitred.table import lines
from maitred.table.attempt import OpenAttempt
from maitred.table.lines import Line
from maitred.table.promise import Transcript, Why, nonce_fits
from maitred.table.table import Table, hashed

TOO_LATE = "That cannot be taken back: something new has come to light since."
NOTHING_YET = "There is nothing to take back yet."
MOST_ATTEMPTS = 20
"""How often a table tries to deal: everybody is told of every attempt, so there must be an end to them."""
Reason = Literal["broken", "gone", "illegal", "not_allowed", "not_now", "paused", "stale", "too_many"]


class Denied(Refused):
    """Something that is not allowed at this table now; nothing has changed."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason: Reason = reason


def closed_by_rules(table: Table) -> str:
    """Why a table of older rules is closed, and what can be done about it."""
    return (
        f"The rules of {table.game.title} have changed since this table was set, so it is closed. "
        "You can set the same table again."
    )


def must_be(table: Table, phase: str, sentence: str) -> None:
    """Refuse what belongs to a different phase."""
    if table.phase == "closed":
        raise Denied("not_now", closed_by_rules(table))
    if table.phase != phase:
        raise Denied("not_now", sentence)


def must_play(table: Table) -> None:
    """Refuse what needs a running game."""
    phase = table.phase
    if phase == "closed":
        raise Denied("not_now", closed_by_rules(table))
    if table.record is None:
        raise Denied("not_now", "The cards are not dealt yet.")
    if phase == "over":
        raise Denied("not_now", "The game is over.")


def must_have_time(table: Table, seat: int) -> None:
    """Refuse a person whose time is up: a bot plays their seat."""
    if table.seats[seat].out_of_time:
        raise Denied("not_allowed", "Your time is up: a bot plays on.")


# Sitting down


def sit(table: Table, wish: int | None, name: str, token: str, back: bool = False) -> lines.Sat:
    """A person sits down at that seat or at the first open one; `back`: at the seat kept for them."""
    kept = [at for at, seat in enumerate(table.seats) if seat.held_for]
    free = [at for at, seat in enumerate(table.seats) if seat.kind == "open" and (at not in kept or back)]
    must_be(table, "seating", "The game has already begun; you can watch it.")
    if table.shut and not (back and wish in kept):
        raise Denied("not_allowed", "The host has closed this table to newcomers; you can watch.")
    if wish in kept and not back:
        raise Denied("gone", f"Seat {wish + 1} is kept for {table.seats[wish].held_for}: choose another one.")
    if not free:
        raise Denied("not_allowed", "This table is full; you can watch.")
    if wish is not None and wish >= len(table.seats):
        raise Denied("not_allowed", f"There is no seat {wish + 1} at this table of {len(table.seats)}.")
    if wish is not None and wish not in free:
        raise Denied("gone", f"{player(wish)} already sits at seat {wish + 1}: choose another one.")
    return lines.Sat(free[0] if wish is None else wish, unlike_others(name, table), hashed(token))


def unlike_others(name: str, table: Table) -> str:
    """The name, with a number after it if somebody here has the same."""
    taken = {seat.name.casefold() for seat in table.seats}
    told = name
    number = 2
    while told.casefold() in taken:
        told = f"{name} {number}"
        number += 1
    return told


def ready(table: Table, seat: int, on: bool) -> lines.Readied | None:
    """A person is ready or not; None if nothing changes."""
    must_be(table, "seating", "The cards have already been dealt.")
    if on:
        may_try(table)
    return lines.Readied(seat, on) if table.seats[seat].ready != on else None


# The promise


def under_way(table: Table, attempt: int) -> OpenAttempt:
    """The attempt to deal that is under way; any other is refused."""
    must_be(table, "seating", "The cards have already been dealt.")
    if attempt != table.attempt.number:
        raise Denied("stale", f"Attempt {attempt} is void: this is attempt {table.attempt.number} to deal.")
    return table.attempt


def may_try(table: Table) -> None:
    """Refuse another attempt to deal at a table where too many were void."""
    if len(table.voided) >= MOST_ATTEMPTS:
        raise Denied("not_now", f"This table has tried to deal {MOST_ATTEMPTS} times in vain: set another one.")


def commit(table: Table, seat: int, attempt: int, commitment: str) -> lines.Committed | None:
    """A person's client commits to a nonce; None if it already has."""
    now = under_way(table, attempt)
    if now.commitments[seat] == commitment:
        return None
    if now.commitments[seat] is not None:
        raise Denied("not_now", "This seat has already committed to another number.")
    if any(each.kind == "open" for each in table.seats):
        raise Denied("not_now", "A seat is still open: commit when all are seated.")
    if not table.seats[seat].ready:
        raise Denied("not_now", "Say that you are ready first.")
    may_try(table)
    return lines.Committed(seat, attempt, commitment)


def agree(table: Table, seat: int, attempt: int, digest: str) -> lines.Agreed | None:
    """A person's client agrees to the list of commitments; None if it already has."""
    now = under_way(table, attempt)
    if now.digest is None:
        raise Denied("not_now", "Not all have committed yet.")
    if digest != now.digest:
        raise Denied("stale", "This is not the list that all are asked to agree to.")
    return None if now.agreed[seat] else lines.Agreed(seat, attempt, digest)


def reveal(table: Table, seat: int, attempt: int, nonce: str) -> lines.Revealed | None:
    """A person's client reveals its nonce, which must be the one it committed to; None if it already has."""
    now = under_way(table, attempt)
    if now.step != "revealing":
        raise Denied("not_now", "Not all have agreed to the list of commitments yet.")
    if not nonce_fits(table.was_set.table, attempt, seat, nonce, now.commitments[seat] or ""):
        raise Denied("not_allowed", "This is not the number that this seat committed to.")
    return None if now.nonces[seat] is not None else lines.Revealed(seat, attempt, nonce)


def void(table: Table, why: Why, seat: int | None, key: str) -> list[lines.Voided]:
    """The terms change: if anybody has committed, the attempt is void and the next one has a new key."""
    if table.phase != "seating" or table.attempt.terms is None:
        return []
    return [lines.Voided(table.attempt.number, why, seat, key)]


def give_up(table: Table, key: str) -> list[Line]:
    """Somebody did not answer in time: the attempt is void, and those who did not answer are no longer ready."""
    now = table.attempt
    why: Why = "no_agreement" if now.step == "agreeing" else "no_reveal"
    first, *others = now.silent()
    unready: list[Line] = [lines.Readied(seat, on=False) for seat in others]
    return [*void(table, why, first, key), *unready]


def deal(table: Table) -> lines.Dealt | None:
    """The deal, once all have revealed; bots have nothing to reveal."""
    now = table.attempt
    if table.phase != "seating":
        return None
    if now.terms is None and all(seat.kind == "bot" for seat in table.seats):
        now = OpenAttempt(now.number, now.key, len(table.seats))
        now.freeze(table.terms())
    if not now.complete:
        return None
    transcript = Transcript(table.was_set.table, [*table.voided, now.told()])
    return lines.Dealt([nonce or "" for nonce in now.nonces], transcript)


# Seats


def arrange(table: Table, seat: int, level: str | None) -> lines.Arranged:
    """The host gives a seat to a bot, or opens it."""
    must_be(table, "seating", "The cards are dealt: seats cannot be arranged any more.")
    here(table, seat)
    if table.seats[seat].kind == "person":
        raise Denied("not_allowed", f"{player(seat)} sits there: remove them first.")
    if level == EXPERT:
        was_set = table.was_set
        trial = table.game.new(len(table.seats), 0, was_set.options, was_set.cards)
        unknown = stranger(level, table.game, trial)
        if unknown:
            raise Denied("not_allowed", f"{unknown}: choose another level.")
    elif level is not None and level not in level_names():
        raise Denied("not_allowed", f"There is no level {level!r}; the levels are: {', '.join(level_names())}.")
    return lines.Arranged(seat, level)


def shut(table: Table, on: bool) -> lines.Shut:
    """The host closes the table to newcomers, or opens it again."""
    must_be(table, "seating", "The cards are dealt: nobody sits down any more.")
    return lines.Shut(on)


def decline(table: Table, seats: Iterable[int]) -> list[lines.Declined]:
    """A person gives up the seats that are kept for them."""
    must_be(table, "seating", "The cards have already been dealt.")
    return [lines.Declined(seat) for seat in seats if table.seats[seat].held_for]


def remove(table: Table, seat: int) -> lines.Left:
    """The host removes a person."""
    a_person(table, seat)
    return lines.Left(seat, removed=True)


def mute(table: Table, seat: int, muted: bool) -> lines.Muted:
    """The host mutes a person, or lets them speak again."""
    a_person(table, seat)
    return lines.Muted(seat, muted)


def lend(table: Table, seat: int, code: str, until: int) -> lines.Lent:
    """A private link for one's seat."""
    return lines.Lent(seat, hashed(code), until)


def take_along(table: Table, code: str, token: str, now: int) -> lines.Took:
    """A person continues on another device, by the private link of their seat."""
    for seat, lent in table.lent.items():
        if lent.code == hashed(code) and now <= lent.until:
            return lines.Took(seat, hashed(token))
    raise Denied("not_allowed", "This link has already been used or has expired: make a new one at the table.")


def here(table: Table, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if seat >= len(table.seats):
        raise Denied("not_allowed", f"There is no seat {seat + 1} at this table of {len(table.seats)}.")


def a_person(table: Table, seat: int) -> None:
    """Refuse a seat that no person holds."""
    here(table, seat)
    if table.seats[seat].kind != "person":
        raise Denied("not_allowed", f"Nobody sits at seat {seat + 1}.")


# Playing


def move(table: Table, seat: int, action: int, stamp: int, ms: int, id: str | None) -> lines.Played:
    """A move, if it is legal and still means what it did when it was chosen."""
    must_play(table)
    if table.paused:
        raise Denied("paused", "The game is paused.")
    if id is not None:
        must_have_time(table, seat)
    state = table.state
    fresh = state.stamp(seat, action) == stamp if 0 <= action < table.game.n_actions else True
    if fresh and action in state.legal(seat):
        return lines.Played(seat, action, ms, id)
    if fresh:
        raise Denied("illegal", table.game.why_not(state, seat, action))
    if table.real_time:
        raise Denied("gone", gone(table, seat, action, stamp))
    raise Denied("stale", "The table has changed since you chose: look again.")


def gone(table: Table, seat: int, action: int, stamp: int) -> str:
    """Who was faster: the seat whose move changed what the action meant when it was chosen."""
    for mover, before in reversed(table.grabs):
        if before.stamp(seat, action) == stamp:
            return "Gone: you changed that yourself." if mover == seat else f"Gone: {player(mover)} was faster."
    return "Gone: that has changed since."


def undo(table: Table, seat: int, ms: int, id: str) -> lines.Undone:
    """Take one's last move back.

    What others chose simultaneously stays; what bots did after it is taken back too. Among people it must have revealed
    nothing; alone with bots anything can be taken back.
    """
    must_play(table)
    must_have_time(table, seat)
    found = taken_back(table, seat, ms, id)
    if isinstance(found, str):
        raise Denied("illegal", found)
    return found


def undone_or_why_not(table: Table, seat: int, ms: int) -> lines.Undone | str:
    """How that seat's last move would be taken back now, or why it cannot be; that is asked after every move."""
    try:
        must_play(table)
        must_have_time(table, seat)
    except Denied as denied:
        return str(denied)
    return taken_back(table, seat, ms, "")


def taken_back(table: Table, seat: int, ms: int, id: str) -> lines.Undone | str:
    """One's last move in a running game taken back, or why it cannot be."""
    record = table.record
    assert record is not None
    if table.real_time:
        return "In real time nothing can be taken back."
    moves, reach = record.moves, len(record.trail)
    back = 1
    while back <= len(moves) and moves[-back][0] != seat:
        back += 1
    if back > len(moves):
        return NOTHING_YET
    if back > reach:
        return lines.Undone(seat, back, [], ms, id) if table.alone(seat) else TOO_LATE
    later = moves[len(moves) - back + 1 :]
    before = record.trail[-back]
    after = record.trail[reach - back + 1 :]
    together = before.actors()
    again = [
        (mover, action)
        for state, (mover, action, _) in zip(after, later, strict=True)
        if mover in together and state.asked == before.asked
    ]
    others = [
        mover
        for state, (mover, action, _) in zip(after, later, strict=True)
        if mover not in together and table.seats[mover].kind == "person" and not state.silent(mover, action)
    ]
    if others:
        names = listed([player(mover) for mover in sorted(set(others))])
        return f"You cannot take that back: {names} moved after you."
    return lines.Undone(seat, back, again, ms, id)


def leave(table: Table, seat: int) -> lines.Left:
    """A person gives the seat up."""
    a_person(table, seat)
    return lines.Left(seat, removed=False)


def want_pause(table: Table, seat: int, on: bool, present: list[int]) -> lines.Paused | None:
    """A request for a pause, which begins when all people who are present want it; one of them is enough to resume."""
    must_play(table)
    if not table.real_time:
        raise Denied("not_now", "Only games in real time can be paused.")
    table.seats[seat].wants_pause = on and not table.paused
    if table.paused and not on:
        return lines.Paused(seat, on=False)
    return agreed_pause(table, present)


def agreed_pause(table: Table, present: list[int]) -> lines.Paused | None:
    """The pause that all present people want, if it has not begun."""
    may = table.phase == "playing" and not table.paused and len(present) > 0
    if may and all([table.seats[seat].wants_pause for seat in present]):
        return lines.Paused(present[0], on=True)
    return None


def hold(table: Table, seat: int) -> None:
    """Let the bots wait: nobody else may be kept waiting by that."""
    must_play(table)
    if not table.alone(seat):
        raise Denied("not_allowed", "Bots wait only for somebody who plays alone with them.")


def set_pace(table: Table, seat: int, pace: lines.Pace, host: bool) -> lines.Paced:
    """A new pace for the bots: where several people play, the host decides."""
    if not host and len(table.people()) > 1:
        raise Denied("not_allowed", "The host of this table decides how fast bots move.")
    return lines.Paced(seat, pace)


def say(table: Table, seat: int, text: str, id: str) -> lines.Said:
    """Something said to the table."""
    if table.seats[seat].muted:
        raise Denied("not_allowed", "The host has muted you.")
    return lines.Said(seat, text, id)
