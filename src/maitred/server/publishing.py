"""What the house publishes of a table's key, from its lines alone, however the game ended."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from maitred.server.http_messages import Published
from maitred.table import lines
from maitred.table.promise import fingerprint_of

UNKNOWN = Published("unknown", None, [], None, None, None)
RUNNING = Published("running", None, [], None, None, None)


def published_from(stored: Sequence[bytes]) -> Published | None:
    """The key and everything else that determined the deal, if the cards were dealt; unreadable lines are skipped."""
    key = ""
    dealt: lines.Dealt | None = None
    for told in stored:
        try:
            line = lines.DECODER.decode(told)
        except msgspec.DecodeError:
            continue
        if isinstance(line, (lines.WasSet, lines.Voided)):
            key = line.key
        elif isinstance(line, lines.Dealt):
            dealt = line
    if not key or dealt is None:
        return None
    fingerprint = fingerprint_of(dealt.transcript) if dealt.transcript is not None else None
    return Published("published", key, dealt.nonces, dealt.transcript, fingerprint, dealt.signature)


def to_keep(stored: Sequence[bytes]) -> bytes | None:
    """What is kept of a table when its lines are deleted."""
    told = published_from(stored)
    return msgspec.json.encode(told) if told is not None else None
