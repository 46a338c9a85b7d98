"""Worlds that are hard to find: memories of games of five in which almost every attempt ends in a contradiction."""

from __future__ import annotations

import json
from pathlib import Path

from maitred.games.ovens.reconstruction import MOST_WORK, Reconstruction
from maitred.kernel.chance import Stream

SLOW = json.loads(Path(__file__).with_name("slow_memories.json").read_text(encoding="utf-8"))
SEEDS = 6


def test_the_search_for_a_world_ends_after_a_bounded_number_of_steps() -> None:
    found = 0
    for case in SLOW:
        for seed in range(SEEDS):
            search = Reconstruction(case["memory"], case["viewer"], case["spare"], case["seasoning"])
            chance = Stream(seed)
            while not search.is_exhausted():
                if search.solve(chance):
                    found += 1
                    break
            assert search.work <= MOST_WORK + len(search.notes)
    assert found >= SEEDS
