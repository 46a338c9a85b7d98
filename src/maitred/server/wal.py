"""What SQLite's write-ahead log still holds, checked before SQLite reads it.

SQLite reads the log up to the first incomplete page and silently drops the rest. That is right for what was being
written when the house ended, and wrong for what had been acknowledged: this module tells the two apart.
https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LITTLE: Final = 0x377F0682
BIG: Final = 0x377F0683
HEAD: Final = struct.Struct(">8I")
FRAME: Final = struct.Struct(">6I")
Sums = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Damage:
    """Pages of a log that cannot be read."""

    acknowledged: bool
    """Whether some of it was certainly acknowledged; otherwise it may have been half written when the house ended."""


def checksum(data: bytes, order: str, sums: Sums) -> Sums:
    """SQLite's checksum of some data, continuing the one before."""
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    first, second = sums
    for at in range(0, len(words), 2):
        first = (first + words[at] + second) & 0xFFFFFFFF
        second = (second + words[at + 1] + first) & 0xFFFFFFFF
    return first, second


def damage(log: Path) -> Damage | None:
    """What is wrong with a log that nobody has open; None if nothing is."""
    data = log.read_bytes() if log.is_file() else b""
    if len(data) <= HEAD.size:
        return None
    magic, _, size, _, *salts, first, second = HEAD.unpack_from(data)
    order = "<" if magic == LITTLE else ">"
    sums = checksum(data[:24], order, (0, 0))
    if magic not in (LITTLE, BIG) or sums != (first, second):
        return Damage(True)
    broken = False
    commits = 0
    for start in range(HEAD.size, len(data), FRAME.size + size):
        head = data[start : start + FRAME.size]
        if len(head) < FRAME.size:
            break
        _, committed, *marked, first, second = FRAME.unpack(head)
        if not broken:
            page = data[start + FRAME.size : start + FRAME.size + size]
            if marked == salts and len(page) == size:
                sums = checksum(page, order, checksum(head[:8], order, sums))
                if sums == (first, second):
                    continue
            broken = True
            commits = 0
            if marked == salts:
                commits = 1
        elif marked == salts and committed:
            commits += 1
    # Pages from an earlier use of the log have other salts. Every transaction is on disk before the next begins, so
    # only the last one can be incomplete.
    return None if not broken or not commits else Damage(commits > 1)
