"""A table: what its lines say it is. Everything that changes it goes through `take`.

Nothing here checks whether a line is allowed (see permissions.py), waits, or knows who is connected (see presence.py).
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable
from typing import Any, Literal

from mypy_extensions import mypyc_attr

from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadRecord, IllegalMove
from maitred.kernel.game import Game
from maitred.kernel.record import Draft, Record
from maitred.kernel.state import Event, State
from maitred.kernel.words import addressed, player
from maitred.table import lines
from maitred.table.attempt import OpenAttempt
from maitred.table.clocks import Clocks
from maitred.table.lines import Damaged, Line, WasSet
from maitred.table.log import DEALT, SEEN, UNDO, LogLine, NewsKind
from maitred.table.promise import (
    Attempt,
    SeatTerms,
    Signature,
    Terms,
    Transcript,
    Why,
    canonical,
    fingerprint_of,
    nobody,
)
from maitred.table.seat import Seat

Phase = Literal["seating", "playing", "over", "closed"]

BOT_NAMES = ("Basil", "Olive", "Pepper", "Saffron", "Rosemary", "Juniper", "Sorrel", "Clove")
STAND_IN_LEVEL = "medium"
"""The level of the bot that plays for somebody who is gone."""
GRABS_KEPT = 4
"""How many moves back the table can tell who was faster, in real time."""
PREPARED_TOLD = "The table is prepared: this game counts for nothing."
WHY_VOID: dict[Why, str] = {
    "arranged": "a seat was rearranged",
    "left": "somebody left",
    "removed": "somebody was removed",
    "moved": "{} moved to another device, which does not have the number",
    "not_ready": "{} decided to wait after all",
    "no_agreement": "{} did not agree to the list of commitments in time",
    "no_reveal": "{} did not reveal a number in time",
}
"""Why an attempt to deal is void; the braces stand for who caused it."""


def hashed(secret: str) -> str:
    """The hash of a token or a code, which is all that the house stores of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class News:
    """Something that happened: a sentence for all, or events of the game that each seat hears in its own way."""

    def __init__(
        self,
        kind: NewsKind,
        seat: int | None,
        text: str = "",
        events: list[Event] | None = None,
        only: int | None = None,
        about: dict[str, Any] | None = None,
    ) -> None:
        """`only`: the only seat that hears of it, if any; `about`: what the sentence says, as data."""
        self.kind: NewsKind = kind
        self.seat = seat
        self.text = text
        self.events = events or []
        self.only = only
        self.about = about


class NewerRules(BadRecord):
    """A table that only a newer version of the house can read."""


@mypyc_attr(allow_interpreted_subclasses=True)  # without it `__new__`, and so `copy`, would run `__init__`
class Table:
    """Seats, settings, and the game once it is dealt."""

    def __init__(self, was_set: WasSet, find_game: Callable[[str], Game]) -> None:
        self.was_set = was_set
        self.game = find_game(was_set.game)
        if was_set.rules_version > self.game.rules_version:
            raise NewerRules(f"This table was set with newer rules of {self.game.title} than this house plays.")
        self.seats = [Seat(set_.level, set_.name, set_.token) for set_ in was_set.seats]
        for at, seat in enumerate(self.seats):
            if seat.level is not None:
                seat.name = seat.name or BOT_NAMES[at]
            elif was_set.seats[at].held:
                seat.name, seat.held_for = "", seat.name
        self.shut = False
        """Whether the host has closed the table to newcomers."""
        self.removed: list[str] = []
        """The hashes of the tokens of those whom the host has removed."""
        self.lines = 1
        """How many lines it has."""
        self.seq = 1
        """How many of the lines everybody may notice: the only number of lines that anyone is told."""
        self.hushed = [0] * len(self.seats)
        """How many current moves of each seat nobody else may notice."""
        self.record: Record | None = None
        self.clocks: Clocks | None = None
        self.ms = 0
        """The game time of the last line."""
        self.paused = False
        self.pace = was_set.pace
        """How fast bots move."""
        self.lent: dict[int, lines.Lent] = {}
        self.rematch: str | None = None
        self.attempt = OpenAttempt(1, was_set.key, len(self.seats))
        self.voided: list[Attempt] = []
        """The attempts to deal that are void."""
        self.transcript: Transcript | None = None
        """From the deal on; never in the old protocol."""
        self.fingerprint: str | None = None
        self.signature: Signature | None = None
        self.undone: list[tuple[int, list[tuple[int, int, int]]]] = []
        """For every undo: how many moves were left, and those taken back."""
        self.counts = True
        """False once somebody has taken back a move that had revealed hidden cards, and for a prepared game."""
        self.grabs: deque[tuple[int, State]] = deque(maxlen=GRABS_KEPT)
        """In real time: who moved last, and the state before each move."""

    @property
    def state(self) -> State:
        """The current state of the game, once it is dealt."""
        assert self.record is not None
        return self.record.state

    @property
    def prepared(self) -> bool:
        """Whether the game started from a prepared position, and not from a deal."""
        return self.record is not None and self.record.prepared

    @property
    def phase(self) -> Phase:
        """Whether people are sitting down, playing, or done; a table of older rules is closed unless its game is
        over."""
        if self.record is not None and not self.record.state.actors():
            return "over"
        if self.was_set.rules_version != self.game.rules_version:
            return "closed"
        return "seating" if self.record is None else "playing"

    @property
    def real_time(self) -> bool:
        """Whether several may act at any time, and time itself is part of the game."""
        return self.record is not None and self.record.state.may_wait(0)

    def moves_noticed(self, eyes: int | None) -> int:
        """How many moves this seat, or a spectator, may notice."""
        assert self.record is not None
        noticed = len(self.record.moves) if eyes is None else len(self.record.moves) + self.hushed[eyes]
        for hushed in self.hushed:
            noticed -= hushed
        return noticed

    def last_mover(self) -> int | None:
        """The seat that made the last move everybody may notice."""
        assert self.record is not None
        moves, trail = self.record.moves, self.record.trail
        for back in range(1, len(moves) + 1):
            seat, action, _ = moves[-back]
            if back > len(trail) or not trail[-back].silent(seat, action):
                return seat
        return None

    def actors(self) -> list[int]:
        """The seats that may act now."""
        return self.record.state.actors() if self.record is not None else []

    def people(self) -> list[int]:
        """The seats held by people."""
        return [at for at, seat in enumerate(self.seats) if seat.kind == "person"]

    def alone(self, seat: int) -> bool:
        """Whether the cards were dealt to this person and to bots only."""
        listed = self.attempt.listed
        if listed is None:
            return self.people() == [seat]
        return [at for at, terms in enumerate(listed.terms.seats) if terms.kind == "person"] == [seat]

    def forced(self, seat: int) -> bool:
        """Whether this seat has one legal action, which brings nothing to light and tells nobody anything.

        Other people must know that there is only one, or else how fast it is taken would tell them. In real time, and
        where several choose together, nothing is forced.
        """
        state = self.state
        if state.actors() != [seat] or state.may_wait(seat):
            return False
        legal = state.legal(seat)
        if len(legal) != 1 or state.silent(seat, legal[0]):
            return False
        if not self.alone(seat) and self.game.describe(state, seat, legal[0])["verb"] not in self.game.open_verbs:
            return False
        tried = state.determinize(seat, Stream(0))  # what is not known must not decide
        tried.apply(seat, legal[0])
        return tried.reveals == state.reveals

    @property
    def abandoned(self) -> bool:
        """Whether everybody who was dealt cards has left for good before the end."""
        listed = self.attempt.listed
        return self.phase == "playing" and not self.people() and listed is not None and not nobody(listed)

    def seat_of(self, token: str) -> int | None:
        """The seat that a token holds."""
        digest = hashed(token)
        for at, seat in enumerate(self.seats):
            if seat.token == digest:
                return at
        return None

    def was_removed(self, token: str) -> bool:
        """Whether a token held a seat that the host has taken away."""
        return hashed(token) in self.removed

    def is_host(self, token: str) -> bool:
        """Whether a token is the host's."""
        return hashed(token) == self.was_set.host

    def ticking(self) -> list[int]:
        """The seats whose clocks run."""
        return [] if self.paused else self.actors()

    # Lines

    def after(self, line: Line) -> tuple[Table, list[News]]:
        """The table as it would be with the line, and the news of it; this table does not change."""
        later = self.copy()
        return later, later.take(line)

    def copy(self) -> Table:
        """A copy that can change on its own; seats and the attempt to deal are shared until they are replaced."""
        twin = Table.__new__(Table)
        twin.become(self)
        twin.seats = self.seats[:]
        twin.hushed = self.hushed[:]
        twin.removed = self.removed[:]
        twin.record = None if self.record is None else Draft(self.record)
        twin.clocks = None if self.clocks is None else self.clocks.copy()
        twin.lent = self.lent.copy()
        twin.voided = self.voided[:]
        twin.undone = self.undone[:]
        twin.grabs = self.grabs.copy()
        return twin

    def become(self, other: Table) -> None:
        """Take over the state of another table."""
        self.was_set, self.game, self.seats, self.shut = other.was_set, other.game, other.seats, other.shut
        self.removed, self.lines, self.seq, self.hushed = other.removed, other.lines, other.seq, other.hushed
        self.record, self.clocks, self.ms, self.paused = other.record, other.clocks, other.ms, other.paused
        self.pace, self.lent, self.rematch, self.attempt = other.pace, other.lent, other.rematch, other.attempt
        self.voided, self.transcript, self.fingerprint = other.voided, other.transcript, other.fingerprint
        self.signature, self.undone, self.counts, self.grabs = other.signature, other.undone, other.counts, other.grabs

    def own(self, at: int) -> Seat:
        """A seat that may be changed: a copy, because another table may share the original."""
        seat = self.seats[at] = self.seats[at].copy()
        return seat

    def is_silent(self, line: Line) -> bool:
        """Whether nobody but the seat of that line may notice it."""
        match line:
            case lines.Played():
                return self.state.silent(line.seat, line.action)
            case lines.Undone():
                assert self.record is not None
                if self.looks_back(line):
                    return False
                seat, action, _ = self.record.moves[-line.back]
                all_stand = len(line.again) == line.back - 1
                return all_stand and self.record.trail[-line.back].silent(seat, action)
        return False

    def looks_back(self, line: lines.Undone) -> bool:
        """Whether an undo goes back past something that has come to light."""
        assert self.record is not None
        return line.back > len(self.record.trail)

    def take(self, line: Line) -> list[News]:
        """Change as the line says, and return the news."""
        self.lines += 1
        silent = self.is_silent(line)
        self.seq += not silent
        match line:
            case lines.Played():
                return self.play(line, silent)
            case lines.Undone():
                return self.undo(line, silent)
            case lines.Sat():
                self.seats[line.seat] = Seat(name=line.name, token=line.token)
                return [News("house", line.seat, f"{player(line.seat)} sit[s] down.")]
            case lines.Lent():
                self.lent[line.seat] = line
                return []
            case lines.Took():
                self.own(line.seat).token = line.token
                self.lent.pop(line.seat, None)
                return [News("house", line.seat, f"{player(line.seat)} continue[s] on another device.")]
            case lines.Readied():
                seat = self.own(line.seat)
                seat.ready = line.on or line.nonce is not None
                is_ready = "[is|are] ready" if seat.ready else "[is|are] not ready yet"
                return [News("house", line.seat, f"{player(line.seat)} {is_ready}.")]
            case lines.Committed():
                self.attempt = self.attempt.copy()
                if self.attempt.terms is None:
                    self.attempt.freeze(self.terms())
                self.attempt.commit(line.seat, line.commitment)
                return []
            case lines.Agreed():
                self.attempt = self.attempt.copy()
                self.attempt.agreed[line.seat] = True
                return []
            case lines.Revealed():
                self.attempt = self.attempt.copy()
                self.attempt.nonces[line.seat] = line.nonce
                return []
            case lines.Voided():
                return self.void(line)
            case lines.Arranged():
                name = "" if line.level is None else BOT_NAMES[line.seat]
                self.seats[line.seat] = Seat(level=line.level, name=name)
                what = "is open" if line.level is None else f"is for a bot that plays {line.level}"
                return [News("house", line.seat, f"Seat {line.seat + 1} {what}.")]
            case lines.Left():
                return self.leave(line)
            case lines.Dealt():
                return self.deal(line)
            case lines.DealtFrom():
                options, players = self.was_set.options, len(self.seats)
                return self.begin(Record(self.game, players, line.chance, options, line.cards, line.rules_version))
            case lines.OutOfTime():
                self.run_clocks(line.ms)
                self.own(line.seat).out_of_time = True
                if self.clocks is not None:
                    self.clocks.stop(line.seat)
                return [News("house", line.seat, f"{player(line.seat)} [is|are] out of time: a bot plays on.")]
            case lines.Paused():
                self.paused = line.on
                for at in range(len(self.seats)):
                    self.own(at).wants_pause = False
                what = "Everybody wants a pause" if line.on else f"{player(line.seat)} resume[s] the game"
                return [News("house", line.seat, f"{what}.")]
            case lines.Paced():
                self.pace = line.pace
                return []
            case lines.Said():
                self.own(line.seat).remember(line.id, self.seq)
                return [News("chat", line.seat, line.text)]
            case lines.Muted():
                self.own(line.seat).muted = line.muted
                what = "[is|are] muted" if line.muted else "may speak again"
                return [News("house", line.seat, f"{player(line.seat)} {what}.")]
            case lines.Shut():
                self.shut = line.on
                what = "takes no newcomers now" if line.on else "is open to newcomers"
                return [News("house", None, f"The table {what}.")]
            case lines.Declined():
                name = self.seats[line.seat].held_for.replace("{", "(").replace("}", ")")
                self.seats[line.seat] = Seat()
                return [News("house", None, f"{name} does not play again.")]
            case lines.Again():
                self.rematch = line.table
                return [News("house", None, "The table is set again.")]
            case WasSet():
                raise BadRecord("A table is set only once.")

    def leave(self, line: lines.Left) -> list[News]:
        """Before the deal the seat is open again; after it a bot plays the seat to the end."""
        seat = self.seats[line.seat]
        what = "[was|were] removed" if line.removed else "[has|have] left"
        if line.removed and seat.token is not None:
            self.removed.append(seat.token)
        self.lent.pop(line.seat, None)
        if self.record is None:
            self.seats[line.seat] = Seat()
            name = seat.name.replace("{", "(").replace("}", ")")  # braces would be taken for another seat
            return [News("house", None, f"{name} was removed." if line.removed else f"{name} has left.")]
        bot = self.seats[line.seat] = Seat(level=STAND_IN_LEVEL, name=seat.name)
        bot.ids = seat.ids
        if self.clocks is not None:
            self.clocks.stop(line.seat)
        return [News("house", line.seat, f"{player(line.seat)} {what}: a bot plays on.")]

    def void(self, line: lines.Voided) -> list[News]:
        """An attempt to deal is void: the next one begins."""
        self.voided.append(self.attempt.voided(line.why, line.seat))
        self.attempt = OpenAttempt(line.attempt + 1, line.key, len(self.seats))
        who = "somebody"
        if line.seat is not None:
            self.own(line.seat).ready = False
            who = player(line.seat)
        why = WHY_VOID[line.why].format(who)
        text = f"Attempt {line.attempt} to deal is void because {why}; its key is published."
        return [News("house", line.seat, text)]

    def terms(self) -> Terms:
        """The terms that the first commitment of the attempt freezes; no seat is open."""
        was_set = self.was_set
        return Terms(
            table=was_set.table,
            attempt=self.attempt.number,
            game=was_set.game,
            rules_version=was_set.rules_version,
            deck=was_set.deck,
            options=was_set.options,
            seats=[SeatTerms("person" if seat.level is None else "bot", seat.name, seat.level) for seat in self.seats],
            key=self.attempt.commitment,
        )

    def deal(self, line: lines.Dealt) -> list[News]:
        """Deal from the house's key and everybody's numbers."""
        if self.attempt.terms is None and line.transcript is not None:
            self.attempt = self.attempt.copy()
            self.attempt.freeze(self.terms())  # only bots: nobody has committed to anything
        chance: dict[str, Any] = {"kind": "sealed", "key": self.attempt.key, "nonces": line.nonces}
        if line.transcript is not None:
            listed = line.transcript.attempts[-1].listed
            chance = {**chance, "kind": "promised", "list": json.loads(canonical(listed))}
            self.transcript, self.signature = line.transcript, line.signature
            self.fingerprint = fingerprint_of(line.transcript)
        was_set = self.was_set
        record = Record(
            self.game, len(self.seats), chance, was_set.options, was_set.cards, rules_version=was_set.rules_version
        )
        return self.begin(record)

    def begin(self, record: Record) -> list[News]:
        """Begin the game."""
        self.record = record
        if self.was_set.clock is not None and not self.real_time:
            self.clocks = Clocks(self.was_set.clock, [seat.kind == "person" for seat in self.seats])
        self.counts = not record.prepared
        told = PREPARED_TOLD if record.prepared else "The cards are dealt."
        dealt = News("house", None, told, about=DEALT)
        return [dealt, News("game", None, events=self.game.opening(self.state))]

    def play(self, line: lines.Played, silent: bool) -> list[News]:
        """Make a move."""
        if self.real_time:
            self.grabs.append((line.seat, self.state))
        self.run_clocks(line.ms)
        events = self.step(line.seat, line.action, line.ms)
        self.own(line.seat).remember(line.id, self.seq)
        return [News("game", line.seat, events=events, only=line.seat if silent else None)]

    def undo(self, line: lines.Undone, silent: bool) -> list[News]:
        """Take moves back, and make those in `again` once more."""
        assert self.record is not None
        self.run_clocks(line.ms)
        told = f"{player(line.seat)} take[s] the last move back."
        if self.looks_back(line):
            if not self.alone(line.seat):
                raise BadRecord("Among people nothing is taken back that has brought something to light.")
            self.record.make_whole()
            if self.counts:
                told += f" {SEEN}"
            self.counts = False
        gone: list[tuple[int, int, int]] = []
        for _ in range(line.back):
            mover, action, ms = self.record.undo()
            gone.append((mover, action, ms))
            if self.state.silent(mover, action):
                self.hushed[mover] -= 1
            elif self.clocks is not None:
                self.clocks.took_back(mover)
        self.undone.append((len(self.record.moves), gone[::-1]))
        for seat, action in line.again:
            self.step(seat, action, line.ms)
        self.own(line.seat).remember(line.id, self.seq)
        return [News("house", line.seat, told, only=line.seat if silent else None, about=UNDO)]

    def step(self, seat: int, action: int, ms: int) -> list[Event]:
        """Make a move; it earns its seat time unless it is silent, since everybody sees the clocks."""
        assert self.record is not None
        silent = self.state.silent(seat, action)
        events = self.record.play(seat, action, ms)
        if silent:
            self.hushed[seat] += 1
        elif self.clocks is not None:
            self.clocks.moved(seat)
        return events

    def run_clocks(self, ms: int) -> None:
        """Let game time pass."""
        if self.clocks is not None:
            self.clocks.run(self.ticking(), ms)
        self.ms = ms

    # What is heard

    def hear(self, news: list[News], eyes: int | None) -> list[LogLine]:
        """The news as that seat, or a spectator, may hear it just after it happened."""
        heard = self.unaddressed([piece for piece in news if piece.only is None or piece.only == eyes], eyes)
        return [addressed_to(eyes, line) for line in heard]

    def unaddressed(self, news: list[News], eyes: int | None) -> list[LogLine]:
        """The news in the words of the game and the house, before anybody is addressed as `you`."""
        heard: list[LogLine] = []
        for piece in news:
            if piece.kind != "game":
                heard.append(LogLine(self.seq, piece.kind, piece.seat, piece.text, piece.about))
                continue
            for event in piece.events:
                told = self.game.hear(self.state, event, eyes)
                if told is not None:
                    about = dict(told)
                    heard.append(LogLine(self.seq, "game", piece.seat, about.pop("text"), about))
        return heard


def addressed_to(eyes: int | None, line: LogLine) -> LogLine:
    """A line of the log as it is told to that seat."""
    if line.kind == "chat":
        return line
    text = addressed(line.text, eyes)
    return line if text == line.text else LogLine(line.seq, line.kind, line.seat, text, line.about)


def from_lines(history: list[Line], find_game: Callable[[str], Game]) -> Table:
    """The table of these lines; raises Damaged at the first that cannot be true."""
    first = history[0] if history else None
    if not isinstance(first, WasSet):
        raise Damaged(1, "it does not say how the table was set")
    table = Table(first, find_game)
    for line in history[1:]:
        try:
            table.take(line)
        except IllegalMove as refusal:
            raise Damaged(table.lines, "it is a move that the rules do not allow") from refusal
        except Exception as problem:
            # A line that cannot have been written, or a bug in the rules: the table is closed, the house stays open.
            raise Damaged(table.lines, f"it cannot be carried out ({type(problem).__name__})") from problem
    return table
