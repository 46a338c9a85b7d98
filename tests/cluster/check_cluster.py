"""The laboratory on a real Ray cluster of two nodes on this machine, one of which is killed in the middle.

Run by `make cluster-test`, in an environment of its own; `make test` does not collect it.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import maitred
from maitred.kernel.errors import BadSetup
from maitred.lab.cluster import cluster
from maitred.lab.command import LAB
from maitred.lab.playing import STUDIED, WATCHED, set_up
from maitred.lab.work import Limit, Rounds, Task, play_rounds, processes

ROUNDS = 24


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def lab(*arguments: str) -> int:
    """`maitred lab …`; its entry point is not installed in this environment."""
    parser = argparse.ArgumentParser()
    LAB.add_arguments(parser)
    chosen = parser.parse_args(arguments)
    return int(chosen.run(chosen))


class Nodes:
    """A cluster of two nodes, with one core and with two."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        settings = {"num_cpus": 1, "object_store_memory": 100_000_000, "include_dashboard": False}
        self.cluster: Any = Cluster(initialize_head=True, head_node_args=settings)
        self.second: Any = self.cluster.add_node(num_cpus=2, object_store_memory=100_000_000)
        self.cluster.wait_for_nodes()

    def kill_second(self) -> None:
        """Kill the second node as if its machine had lost power."""
        for infos in self.second.all_processes.values():
            for info in infos:
                os.kill(info.process.pid, signal.SIGKILL)


@pytest.fixture
def nodes() -> Iterator[Nodes]:
    running = Nodes()
    yield running
    running.cluster.shutdown()


def tasks() -> list[Task]:
    game = maitred.game("delectable")
    return [
        Task("main", set_up(game, 2, {}, None, ("easy",), 3), 8, WATCHED),
        Task("study", set_up(game, 2, {}, None, ("easy",), 3), 1, STUDIED, 2),
    ]


def test_a_cluster_gives_the_same_as_processes_though_a_node_is_killed(nodes: Nodes) -> None:
    here = play_rounds(tasks(), Limit(ROUNDS, None), processes(1), lambda done, rows: False)
    killed: list[int] = []

    def kill_in_the_middle(done: int, rows: Rounds) -> bool:
        if done == ROUNDS // 3 and not killed:
            nodes.kill_second()
            killed.append(done)
        return False

    there = play_rounds(tasks(), Limit(ROUNDS, None), cluster(nodes.cluster.address), kill_in_the_middle)
    assert killed == [ROUNDS // 3]
    assert there == here


def test_a_report_by_a_cluster_is_the_same_bytes(nodes: Nodes, tmp_path: Path) -> None:
    command = ["diff", "delectable", "--new-option", "first=2", "--bots", "easy", "--games", "96"]
    assert lab(*command, "--jobs", "1", "--out", str(tmp_path / "here.html")) == 0
    assert lab(*command, "--cluster", nodes.cluster.address, "--out", str(tmp_path / "there.html")) == 0
    for suffix in (".html", ".json"):
        here, there = ((tmp_path / f"{name}{suffix}").read_bytes() for name in ("here", "there"))
        assert here == there


def test_a_cluster_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetup, match="no Ray cluster"):
        cluster(f"127.0.0.1:{free_port()}")


def test_the_command_leaves_nothing_behind_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadSetup, match="no Ray cluster"):
        lab("report", "delectable", "--games", "48", "--cluster", f"127.0.0.1:{free_port()}")
    assert list(tmp_path.iterdir()) == []
