"""`maitred mcp` as clients meet it: over stdio and over HTTP, in both revisions, killed between any two calls."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

import maitred
from tests.agents.memory import act_of
from tests.agents.nonsense import nonsense
from tests.agents.processes import HttpServer, mcp_command

MODES = ["legacy", "2026-07-28"]
TRANSPORTS = ["stdio", "http"]


class Transport:
    """A way to the server, which is started anew whenever it was killed."""

    def __init__(self, kind: str, folder: Path, mode: str) -> None:
        self.kind = kind
        self.folder = folder
        self.mode = mode
        self.server: HttpServer | None = None

    @asynccontextmanager
    async def client(self) -> AsyncIterator[Client]:
        """A client of a server that has just been started, which is killed afterwards."""
        if self.kind == "http":
            server = HttpServer(mcp_command(self.folder, "--http", "0"))
            try:
                async with Client(server.url, mode=self.mode) as client:
                    yield client
            finally:
                assert "Traceback" not in server.kill()
            return
        number, said = self.folder / "pid", self.folder / "stderr"
        command = ["-c", 'echo $$ > "$0"; exec "$@"', str(number), *mcp_command(self.folder / "seats")]
        parameters = StdioServerParameters(command="/bin/sh", args=command, env=dict(os.environ))
        with said.open("w+") as log:
            async with Client(stdio_client(parameters, log), mode=self.mode) as client:
                yield client
                os.kill(int(number.read_text()), signal.SIGKILL)
            log.seek(0)
            assert "Traceback" not in log.read()


async def asked(client: Client, tool: str, arguments: dict[str, Any]) -> tuple[str, bool]:
    """The answer of a tool, and whether it is a refusal."""
    result = await client.call_tool(tool, arguments)
    text = "".join([each.text for each in result.content if each.type == "text"])
    return text, bool(result.is_error)


async def play_with_restarts(transport: Transport, restarts: int) -> None:
    """Play on with a new server after every call; each act is repeated to the next server."""
    async with transport.client() as client:
        tools = await client.list_tools()
        assert [tool.name for tool in tools.tools] == ["games", "sit", "look", "wait_turn", "act", "hint"]
        rules = await client.read_resource("maitred://rules/ovens")
        assert "Ovens" in str(rules.contents[0])
        told, refused = await asked(client, "sit", {"game": "ovens", "bots": ["random"]})
        assert not refused
    answer, sent = json.loads(told), None
    for _ in range(restarts):
        async with transport.client() as client:
            if sent is not None:
                told, refused = await asked(client, "act", sent)
                assert not refused
                answer = json.loads(told)
                assert "already done" in answer["said"]
            while answer["state"] in ("waiting", "seating"):
                answer = json.loads((await asked(client, "wait_turn", {"seat": answer["seat"]}))[0])
            sent = act_of(answer, 0)
            told, refused = await asked(client, "act", sent)
            assert not refused
            answer = json.loads(told)


async def in_time(work: Callable[[Transport, int], Awaitable[None]], transport: Transport, times: int) -> None:
    """Do something so many times; if a server does not answer, that is a failure and no test that waits for ever."""
    with anyio.fail_after(300 + 10 * times):
        await work(transport, times)


async def fuzz(transport: Transport, calls: int) -> None:
    """Calls that make no sense; every one is answered, and no answer leads to a seat that was not asked for."""
    chance = random.Random(calls)
    async with transport.client() as client:
        answers: list[dict[str, Any]] = []
        handles: set[str] = set()
        for _ in range(calls):
            tool, arguments = nonsense(chance, answers)
            if tool == "sit" and len(answers) > 4:
                arguments["game"] = None
            told, refused = await asked(client, tool, arguments)
            assert told
            assert not [handle for handle in handles if handle in told and handle not in str(arguments)]
            if not refused and tool != "games":
                at = json.loads(told)
                handles.add(at["seat"])
                answers = [*[each for each in answers if each["seat"] != at["seat"]][-5:], at]
        told, refused = await asked(client, "games", {})
        assert not refused


@pytest.mark.parametrize(("kind", "mode"), [*zip(TRANSPORTS, MODES, strict=True)])
def test_an_agent_goes_on_when_the_server_is_killed_between_calls(kind: str, mode: str, tmp_path: Path) -> None:
    anyio.run(in_time, play_with_restarts, Transport(kind, tmp_path, mode), 2)


@pytest.mark.parametrize(("kind", "mode"), [*zip(TRANSPORTS, reversed(MODES), strict=True)])
def test_fuzzed_calls(kind: str, mode: str, tmp_path: Path) -> None:
    anyio.run(in_time, fuzz, Transport(kind, tmp_path, mode), 60)


@pytest.mark.soak
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", TRANSPORTS)
def test_a_thousand_fuzzed_calls(kind: str, mode: str, tmp_path: Path) -> None:
    anyio.run(in_time, fuzz, Transport(kind, tmp_path, mode), 1_000)


@pytest.mark.soak
@pytest.mark.parametrize("kind", TRANSPORTS)
def test_many_kills(kind: str, tmp_path: Path) -> None:
    anyio.run(in_time, play_with_restarts, Transport(kind, tmp_path, MODES[1]), 25)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--host", "0.0.0.0"], "give --http PORT as well"),
        (["--http", "70000"], "A port is a number from 0 to 65535"),
        (["--http", "x"], "is not a whole number"),
    ],
)
def test_bad_arguments_are_answered_with_a_sentence(words: list[str], said: str, tmp_path: Path) -> None:
    told = subprocess.run(mcp_command(tmp_path, *words), capture_output=True, text=True, check=False, timeout=120)
    assert told.returncode == 2
    assert said in told.stderr


def test_the_sample_agent_plays_alone(tmp_path: Path) -> None:
    example = Path(maitred.__file__).parents[2] / "examples" / "agent.py"
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, str(example), "--game", "ovens"],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
        timeout=300,
    )
    assert told.returncode == 0, told.stderr
    assert "win" in told.stdout
