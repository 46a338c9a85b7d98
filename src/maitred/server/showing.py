"""Everything that is sent about a table is built here, from what the game lets a seat see and hear."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Raw

from maitred.kernel.game import Game, Words
from maitred.kernel.record import Record
from maitred.kernel.shapes import Sheet
from maitred.kernel.state import State
from maitred.kernel.words import addressed, mentions
from maitred.server import lessons
from maitred.server.http_messages import TableCard
from maitred.server.messages import (
    ClockRule,
    Offer,
    Position,
    Proof,
    SeatFacts,
    TableFacts,
)
from maitred.server.socket import ENCODER
from maitred.server.store import Summary
from maitred.table import permissions
from maitred.table.lines import Line, WasSet
from maitred.table.log import LogLine
from maitred.table.presence import Presence
from maitred.table.promise import Promise, Transcript
from maitred.table.table import News, Table, addressed_to

FindGame = Callable[[str], Game]
MOST_LOG_LINES = 400


def promise(table: Table) -> Promise:
    """How far the table has come with its promise: no key, and no nonce before the deal."""
    now, dealt = table.attempt, table.record is not None
    told = table.transcript if dealt or not table.voided else Transcript(table.was_set.table, table.voided)
    return Promise(
        attempt=now.number,
        key=now.commitment,
        step="dealt" if dealt else now.step,
        committed=[each is not None for each in now.commitments],
        listed=now.listed,
        digest=now.digest,
        agreed=list(now.agreed),
        revealed=[nonce is not None for nonce in now.nonces],
        voided=len(table.voided),
        transcript=told,
        fingerprint=table.fingerprint,
        signature=table.signature,
    )


def facts(table: Table, presence: Presence, ms: int) -> TableFacts:
    """What everybody at the table may know about it, besides the game."""
    was_set = table.was_set
    clocks = table.clocks.shown(table.ticking(), ms) if table.clocks is not None else [None] * len(table.seats)
    return TableFacts(
        table=was_set.table,
        game=was_set.game,
        rules_version=was_set.rules_version,
        phase=table.phase,
        options=was_set.options,
        public=was_set.public,
        spectators=was_set.spectators,
        hints=was_set.hints,
        clock=ClockRule(was_set.clock.minutes, was_set.clock.bonus_seconds) if was_set.clock is not None else None,
        pace=table.pace,
        real_time=table.real_time,
        paused=table.paused,
        seats=[
            SeatFacts(
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                present=presence.windows[at] > 0,
                ready=seat.ready,
                kept=seat.kind == "person" and (presence.kept[at] or seat.out_of_time),
                muted=seat.muted,
                clock=clocks[at],
                wants_pause=seat.wants_pause,
                held_for=seat.held_for,
            )
            for at, seat in enumerate(table.seats)
        ],
        watching=presence.watching,
        shut=table.shut,
        counts=table.counts,
        promise=promise(table),
        deck=was_set.deck,
        rematch=table.rematch,
        closed=permissions.closed_by_rules(table) if table.phase == "closed" else None,
        own_cards=was_set.cards is not None,
        prepared=table.prepared,
        lesson=was_set.lesson,
    )


class Heard:
    """What has happened: put into words once if everybody hears the same, and encoded once for all who hear the same
    words."""

    def __init__(self, table: Table, news: list[News]) -> None:
        self.table = table
        self.news = news
        self.alike: list[LogLine] | None = None
        self.text = ""
        if table.game.hears_alike() and all([piece.only is None for piece in news]):
            self.alike = table.unaddressed(news, None)
            for line in self.alike:
                line.about = once_encoded(line.about)
            self.text = "".join([line.text for line in self.alike if line.kind != "chat"])
        self.to_others: list[Any] = []
        """Each line as everybody hears it who is not mentioned in it."""
        self.by_others: Any = None
        """What everybody hears who is mentioned nowhere."""

    def by(self, eyes: int | None) -> Any:
        """What a seat, or a spectator, hears, as it goes into a message."""
        if self.alike is None:
            return self.table.hear(self.news, eyes)
        if self.by_others is None:
            self.to_others = [once_encoded(addressed_to(None, line)) for line in self.alike]
            self.by_others = once_encoded(self.to_others)
        if not mentions(self.text, eyes):
            return self.by_others
        return [
            addressed_to(eyes, line) if mentions(line.text, eyes) else told
            for line, told in zip(self.alike, self.to_others, strict=True)
        ]


def once_encoded(told: object) -> Any:
    """Something that goes into several messages."""
    return Raw(ENCODER.encode(told))


class LastingPart:
    """The part of a game's views that seldom changes, as it was last worked out and encoded."""

    def __init__(self) -> None:
        self.view: Words | None = None
        self.encoded = b""

    def now(self, game: Game, state: State) -> bytes:
        """The entries as they are now, encoded without braces."""
        view = game.lasting_view(state, self.view)
        if view is not self.view:
            self.view = view
            self.encoded = entries(view)
        return self.encoded


def entries(view: Words) -> bytes:
    """The entries of a view, encoded without braces."""
    return ENCODER.encode(view)[1:-1]


class Shared:
    """What is the same for everybody in a position: worked out and encoded once, however many are told."""

    def __init__(self, table: Table, ms: int, lasting: LastingPart) -> None:
        self.game = table.game
        self.state = table.state
        self.view = self.game.shared_view(self.state)
        parts = [lasting.now(self.game, self.state), entries(self.view)]
        self.encoded = b"".join([part + b"," for part in parts if part])
        self.lasting = lasting.view
        self.offers: dict[int, Any] = {}
        """Encoded offers that are the same for everybody."""
        self.actors = self.state.actors()
        self.section = self.game.section(self.state)
        self.clocks = table.clocks.shown(table.ticking(), ms) if table.clocks is not None else []
        self.playing = table.phase == "playing" and not table.paused

    def with_own(self, own: Words) -> Any:
        """A view as it goes into a message: what all see, and what one seat sees."""
        return Raw(b"{" + self.encoded + ENCODER.encode(own)[1:]) if self.encoded else own

    def whole(self, own: Words) -> Words:
        """The same view, not encoded."""
        return {**(self.lasting or {}), **self.view, **own}

    def offer(self, seat: int, action: int) -> Any:
        """A legal action, as it goes into a message to that seat."""
        known = self.offers.get(action)
        if known is not None:
            return known
        about = dict(self.game.describe(self.state, seat, action))
        stamp = self.state.stamp(seat, action)
        told = Offer(action, stamp, about.pop("verb"), addressed(about.pop("label"), seat), about)
        if not self.game.describes_alike(action):
            return told
        self.offers[action] = known = once_encoded(told)
        return known


def position(table: Table, eyes: int | None, ms: int, zones: bool, shared: Shared | None = None) -> Position:
    """The game as one seat, or a spectator, may see it."""
    record = table.record
    assert record is not None
    game, state = table.game, record.state
    if shared is None:
        shared = Shared(table, ms, LastingPart())
    over = not shared.actors
    own = game.own_view(state, eyes)
    offers: list[Any] = []
    no_undo, looks_back = ("", False) if eyes is None else undo_told(table, eyes, ms)
    if eyes is not None and shared.playing and not table.seats[eyes].out_of_time:
        offers = [shared.offer(eyes, action) for action in state.legal(eyes)]
    return Position(
        moves=table.moves_noticed(eyes),
        view=shared.with_own(own),
        prompt=addressed(game.prompt(state, eyes), eyes),
        section=shared.section,
        actors=shared.actors,
        offers=offers,
        clocks=shared.clocks,
        can_undo=eyes is not None and not no_undo,
        why_not_undo=no_undo,
        undo_looks_back=looks_back,
        forced=eyes is not None and len(offers) == 1 and table.forced(eyes),
        zones=game.zones(shared.whole(own), state.cards) if zones else None,
        sheet=sheet(game, state, eyes) if over else None,
        lesson=None if table.was_set.lesson is None else lessons.told(table, eyes),
        proof=proof(table, record) if over and not record.prepared else None,
    )


def undo_told(table: Table, seat: int, ms: int) -> tuple[str, bool]:
    """Why a seat cannot take its last move back, and if it can, whether the game would count for nothing then."""
    undone = permissions.undone_or_why_not(table, seat, ms)
    if isinstance(undone, str):
        return undone, False
    return "", table.counts and table.looks_back(undone)


def sheet(game: Game, state: State, eyes: int | None) -> Sheet:
    """The score sheet, with a verdict that tells its reader whether they have won."""
    told = game.sheet(state)
    return {**told, "verdict": addressed(told["verdict"], eyes)}


def proof(table: Table, record: Record) -> Proof:
    """What proves the promise once the game is over."""
    chance = record.facts["chance"]
    return Proof(chance["key"], chance["nonces"], table.transcript, table.fingerprint, table.signature)


def log_since(history: list[Line], after: int, eyes: int | None, find_game: FindGame) -> list[LogLine]:
    """Everything heard after that line, from the lines; if it is too much, only the last part."""
    first = history[0]
    assert isinstance(first, WasSet)
    table = Table(first, find_game)
    log: list[LogLine] = []
    for line in history[1:]:
        news = table.take(line)
        if table.seq > after:
            log += table.hear(news, eyes)
    return log[-MOST_LOG_LINES:]


def summary(table: Table, changed: int) -> Summary:
    """What lists show of the table, ready for the store."""
    card = table_card(table, changed)
    return Summary(card.table, card.game, card.phase, card.public, changed, ENCODER.encode(card))


def winners(table: Table) -> list[int] | None:
    """The seats that came first, once the game is over."""
    return table.state.ranking()[0] if table.phase == "over" else None


def table_card(table: Table, changed: int) -> TableCard:
    """The table as lists show it."""
    over = table.phase == "over"
    kinds = [seat.kind for seat in table.seats]
    return TableCard(
        table=table.was_set.table,
        game=table.was_set.game,
        phase=table.phase,
        public=table.was_set.public,
        changed=changed,
        names=[seat.name for seat in table.seats],
        bots=[kind == "bot" for kind in kinds],
        open_seats=0 if table.shut else sum(seat.kind == "open" and not seat.held_for for seat in table.seats),
        spectators=table.was_set.spectators,
        scores=table.state.scores() if over else None,
        winners=winners(table),
        counts=table.counts,
        rules_version=table.was_set.rules_version,
        own_cards=table.was_set.cards is not None,
    )
