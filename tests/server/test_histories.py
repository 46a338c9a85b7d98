"""The checker of histories itself: it finds what was told and is not stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, Guest, RunningHouse, at_new_table, deal
from tests.server.histories import Stored, check_told
from tests.server.test_backup import lines as lines_in


async def all_hear(guests: list[Guest], seq: int) -> None:
    """Let all hear as far as this line."""
    for guest in guests:
        while guest.seq < seq:
            await guest.hear()


@in_event_loop
async def test_whatever_was_told_and_is_not_stored_is_found(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data") as house:
        async with at_new_table(Browser(house.port), "delectable", "mm") as guests:
            await deal(*guests)
            for text in ("Soup?", "Salad!"):
                told = await guests[0].do("say", text=text)
                await all_hear(guests, told["seq"])
                choice = 1
                while choice < 2:  # and a move, after all that were forced
                    (mover,) = [guest for guest in guests if guest.offers]
                    choice = len(mover.offers)
                    made, not_made = [offer["action"] for offer in (mover.offers[0], mover.offers[-1])]
                    told = await mover.play(mover.offers[0])
                    await all_hear(guests, told["seq"])
        assert house.close() == 0
    stored = await lines_in(tmp_path / "data" / "maitred.db", guests[0].table["table"])
    check_told(stored, guests)
    kinds = [json.loads(line)["type"] for _, line in stored]
    one, two = [at for at, kind in enumerate(kinds) if kind == "said"]
    swapped = {one: two, two: one}
    moved = len(kinds) - 1
    other = stored[moved][1].replace(f'"action":{made}'.encode(), f'"action":{not_made}'.encode())
    assert other != stored[moved][1]
    forks: list[Stored] = [
        stored[:-1],
        [*stored[:moved], (moved + 1, other)],
        [(at + 1, stored[swapped.get(at, at)][1]) for at in range(len(stored))],
    ]
    for fork in forks:
        with pytest.raises((AssertionError, KeyError)):
            check_told(fork, guests)
