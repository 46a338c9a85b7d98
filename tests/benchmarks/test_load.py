"""The load that is put on a house: it runs with few tables, whose games end before the run does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import load

ROOT = Path(__file__).parents[2]


def test_few_tables_are_played_on_when_their_games_are_over() -> None:
    command = [sys.executable, "benchmarks/load.py", "--tables", "2", "--seconds", "2", "--rate", "40", "--no-pin"]
    path = os.pathsep.join(["src", os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    for name in ("20/s", "40/s", "as fast as it goes"):
        assert told[name]["moves_per_second"] > 0
        assert told[name]["p50_ms"] <= told[name]["p99_ms"]
        assert told[name]["refused"] == {}


def test_a_run_without_a_move_has_no_waits_to_tell() -> None:
    idle = load.Load(0, "delectable", {})
    told = load.told(idle, 1.0, 0.0)
    assert (told["moves_per_second"], told["p50_ms"], told["p99_ms"]) == (0, None, None)
