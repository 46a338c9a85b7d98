"""What operators read: metrics at an address of their own, and whether a server should get guests."""

from __future__ import annotations

import ast
import http.client
import random
import re
import socket
from pathlib import Path

import pytest

from maitred.cli import main
from maitred.server.metrics import BOUNDS, Metrics, readiness
from maitred.server.store import StoreFailed
from tests.packaging.clean import ROOT
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse, at_new_table, deal, play_on
from tests.server.in_process import in_process_house

LINE = re.compile(r'maitred_[a-z_]+(\{(le|reason)="[^"]+"\})? [0-9.e+]+')


def read(port: int, path: str = "/metrics") -> tuple[int, str]:
    """What operators get at a path."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def values(text: str) -> dict[str, float]:
    """The numbers by name; every line must be one that Prometheus reads."""
    found: dict[str, float] = {}
    for line in text.splitlines():
        if not line.startswith("# "):
            assert LINE.fullmatch(line), line
            name, value = line.rsplit(" ", 1)
            found[name] = float(value)
    return found


@in_event_loop
async def test_operators_read_what_happens_and_guests_do_not(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "house", "--metrics", "127.0.0.1:0") as house:
        said = re.search(r"Metrics are at port (\d+)", house.told)
        assert said is not None
        port = int(said[1])
        browser = Browser(house.port)
        before = values(read(port)[1])
        assert before["maitred_move_seconds_count"] == 0
        async with at_new_table(browser, "delectable", "me") as (guest,):
            await deal(guest)
            moves = await play_on(guest, random.Random(1).choice, 8)
            assert (await guest.do("move", action=0, stamp=-1))["t"] == "refused"
            after = values(read(port)[1])
        assert after["maitred_move_seconds_count"] == moves
        assert after['maitred_move_seconds_bucket{le="+Inf"}'] == moves
        assert after["maitred_tables_awake"] == 1
        assert after["maitred_sockets"] == 1
        assert after["maitred_thoughts_total"] > 0
        assert sum(n for name, n in after.items() if name.startswith("maitred_refusals_total")) >= 1
        assert read(port, "/")[0] == 404
        assert read(port, "/healthz")[0] == 404
        assert browser.ask("GET", "/metrics").status == 404
        assert browser.ask("GET", "/readyz").status == 200
        with socket.create_connection(("127.0.0.1", port)) as nonsense:
            nonsense.sendall(b"\x00" * 10_000)
            assert nonsense.recv(100) == b""
        assert read(port)[0] == 200
        assert house.close() == 0
        assert "Traceback" not in house.log()


def test_a_histogram_counts_each_move_once() -> None:
    metrics = Metrics()
    for seconds in (0.0001, BOUNDS[0], BOUNDS[0] * 1.01, 100.0):
        metrics.moved(seconds)
    assert metrics.buckets == [2, 1, *[0] * (len(BOUNDS) - 2), 1]
    assert metrics.moves == 4


@in_event_loop
async def test_a_server_is_ready_if_its_store_and_workers_are_and_it_is_not_closing() -> None:
    async with in_process_house() as opened:
        house = opened.house
        assert await readiness(house) == ""
        house.workers.problem = "3 workers died."
        assert await readiness(house) == "3 workers died."
        house.workers.problem = ""
        house.draining = True
        assert await readiness(house) == "This server is closing."
        with pytest.raises(StoreFailed, match="closing"):
            await house.wake("somewhere")
        house.draining = False


def test_facts_in_the_log_are_called_the_same_everywhere_and_the_manual_lists_them() -> None:
    used: set[str] = set()
    for file in (ROOT / "src" / "maitred").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "extra" and isinstance(node.value, ast.Dict):
                used |= {str(key.value) for key in node.value.keys if isinstance(key, ast.Constant)}
    always = {"at", "level", "what", "trace"}
    assert not used & always  # a fact must not hide one of these
    section = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8").partition("## Logs and health")[2]
    listed = set(re.findall(r"`(\w+)`", section.partition("\n\n`GET")[0]))
    assert listed == used | always


@pytest.mark.parametrize("wrong", ["9100", "host:", "127.0.0.1:99999"])
def test_a_wrong_address_for_metrics_is_one_sentence(
    wrong: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--data", str(tmp_path), "--port", "0", "--metrics", wrong]) == 2
    assert "looks like 127.0.0.1:9100" in capfd.readouterr().err
