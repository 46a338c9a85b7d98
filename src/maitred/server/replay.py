"""Finished games, to be seen again move by move."""

from __future__ import annotations

from maitred.server import showing
from maitred.server.messages import Frame, Reel
from maitred.table import lines
from maitred.table.presence import Presence
from maitred.table.table import Table


def reel(table: Table) -> Reel:
    """What a replay needs to know before it begins."""
    assert table.record is not None
    moves = [(seat, ms) for seat, _, ms in table.record.moves]
    turns = [at for at, (seat, _) in enumerate(moves) if at == 0 or moves[at - 1][0] != seat]
    facts = showing.facts(table, Presence(len(table.seats)), table.ms)
    return Reel(facts, [seat.name for seat in table.seats], moves, turns)


def frames(table: Table, first: int, count: int, eyes: int | None) -> list[Frame]:
    """The positions after `first` moves and the following ones, each with what was heard on the way to it."""
    assert table.record is not None
    moves = [lines.Played(seat, action, ms, None) for seat, action, ms in table.record.moves]
    again = Table(table.was_set, lambda _: table.game)
    again.attempt = table.attempt
    news = again.take(lines.Dealt(table.record.facts["chance"]["nonces"], table.transcript, table.signature))
    shown: list[Frame] = []
    for at in range(min(first + count, len(moves) + 1)):
        if at > 0:
            news = again.take(moves[at - 1])
        if at >= first:
            heard = [line for line in showing.log_lines(again, news, eyes) if line.kind == "game"]
            seen = showing.position(again, eyes, again.ms, zones=True)
            seen.moves = at
            seen.offers = []
            shown.append(Frame(heard, seen))
    return shown
