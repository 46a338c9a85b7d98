"""docs/protocol.md: its script plays, and it leaves nothing out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from maitred.server.api import ENDPOINTS
from maitred.server.limits import BURST, WINDOWS_PER_WEIGHT, Limits
from maitred.server.messages import PROTOCOL, Bye, FromSocket, Refusal, ToSocket
from maitred.server.socket import BYE_CODES, OTHER_BYE
from maitred.table.seat import IDS_KEPT
from tests.server.guest import RunningHouse

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_script_plays_a_game(tmp_path: Path) -> None:
    script, *_ = re.findall(r"```python\n(import hashlib\n.*?)```", PAGE, re.DOTALL)
    house = RunningHouse(tmp_path / "data")
    try:
        run = subprocess.run(
            [sys.executable, "-c", script, f"http://127.0.0.1:{house.port}"],
            capture_output=True,
            text=True,
            timeout=100,
        )
    finally:
        house.close()
    assert run.returncode == 0, run.stderr
    assert re.search(r"\{[01]\}.* (wins?|share)", run.stdout)


@pytest.mark.parametrize("message", get_args(FromSocket) + get_args(ToSocket))
def test_every_message_is_there(message: type) -> None:
    assert f"`{message.__struct_config__.tag}`" in PAGE  # type: ignore[attr-defined]


def test_every_reason_is_there() -> None:
    refusals = PAGE.partition("## Refusals")[2].partition("## Goodbyes")[0]
    for reason in literals(Refusal):
        assert f"\n| `{reason}` |" in refusals
    for reason in literals(Bye):
        assert f"\n| `{reason}` | {BYE_CODES.get(reason, OTHER_BYE)} |" in PAGE
    for problem in {status for endpoint in ENDPOINTS for status in endpoint.problems}:
        assert str(problem) in refusals


def literals(message: type) -> list[str]:
    """The reasons that a message knows."""
    return list(get_args(get_type_hints(message)["reason"]))


def test_the_limits_are_those_of_the_house() -> None:
    limits = Limits()
    told = PAGE.partition("## Limits")[2]
    messages = limits.messages_per_second
    assert f"{messages} messages a second in the long run, bursts of {messages * BURST}" in told
    assert f"{limits.message_bytes} bytes each; {limits.outbox_messages} messages behind" in told
    requests = limits.requests_per_second
    assert f"{requests} requests a second in the long run, bursts of {requests * BURST}" in told
    assert f"{limits.tables_per_minute} new tables a minute; {limits.windows_per_address} sockets" in told
    assert f"{limits.windows} sockets a seat, {limits.watchers} that watch" in told
    assert f"{limits.connections_per_address} connections" in told
    assert f"{limits.messages_per_address} messages a second over all of them" in told
    assert f"one more for every {WINDOWS_PER_WEIGHT} windows of its table" in told
    assert f"{limits.head_bytes} bytes of head within {limits.head_seconds:g} seconds" in told
    assert f"{limits.body_bytes} of body within {limits.body_seconds:g}" in told
    assert f"({limits.deck_body_bytes} where a card file may be in it" in told
    assert f"at most {limits.requests_ahead} more may be sent before it is answered" in told
    assert f"the version of the protocol, now {PROTOCOL}." in PAGE
    assert limits.answer_seconds == 120, "the page says two minutes"
    assert IDS_KEPT == 8, "the page says eight"
