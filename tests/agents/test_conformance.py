"""The protocol's own conformance suite over HTTP, in both revisions: what is about the protocol on `maitred mcp`, what
wants tools and prompts of its own on a server of the tests with the same transport."""

from __future__ import annotations

import fcntl
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir

import page as node_tools
import pytest

from tests.agents.processes import http_server, mcp_command

SUITES = Path(__file__).parent / "conformance"
STABLE, NEXT = "stable", "next"
REVISIONS = {STABLE: "2025-11-25", NEXT: "2026-07-28"}

OURS = {
    STABLE: ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"],
    NEXT: [
        "tools-list",
        "resources-list",
        "prompts-list",
        "sep-2164-resource-not-found",
        "dns-rebinding-protection",
        "caching",
        "server-sse-multiple-streams",
        "http-header-validation",
        "input-required-result-unsupported-methods",
        "input-required-result-ignore-extra-params",
    ],
}
CONTENT = [
    "completion-complete",
    "tools-call-simple-text",
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "tools-call-error",
    "tools-call-with-progress",
    "json-schema-2020-12",
    "resources-read-text",
    "resources-read-binary",
    "resources-templates-read",
    "prompts-get-simple",
    "prompts-get-with-args",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
]
FIXTURE = {STABLE: CONTENT, NEXT: ["server-stateless", *CONTENT, "http-custom-header-server-validation"]}
ASKS_CLIENT = "The server asks its client for nothing: it has no sampling, elicitation or roots."
NO_SESSIONS = "There are no sessions, so that a restart is nothing a client notices, and so no streams to come back to."
NO_LOGGING = "Logging by the protocol is deprecated, and the server does not offer it."
NO_SUBSCRIPTIONS = "The rules of a game do not change while a server runs: there is nothing to subscribe to."
EXTENSION = "An extension of the protocol, which the server does not offer."
EXCLUDED = {
    STABLE: {
        "tools-call-sampling": ASKS_CLIENT,
        "tools-call-elicitation": ASKS_CLIENT,
        "elicitation-sep1034-defaults": ASKS_CLIENT,
        "elicitation-sep1330-enums": ASKS_CLIENT,
        "server-sse-polling": NO_SESSIONS,
        "server-sse-multiple-streams": NO_SESSIONS,
        "logging-set-level": NO_LOGGING,
        "tools-call-with-logging": NO_LOGGING,
        "resources-subscribe": NO_SUBSCRIPTIONS,
        "resources-unsubscribe": NO_SUBSCRIPTIONS,
    },
    NEXT: {
        "input-required-result-basic-elicitation": ASKS_CLIENT,
        "input-required-result-basic-sampling": ASKS_CLIENT,
        "input-required-result-basic-list-roots": ASKS_CLIENT,
        "input-required-result-request-state": ASKS_CLIENT,
        "input-required-result-multiple-input-requests": ASKS_CLIENT,
        "input-required-result-multi-round": ASKS_CLIENT,
        "input-required-result-missing-input-response": ASKS_CLIENT,
        "input-required-result-non-tool-request": ASKS_CLIENT,
        "input-required-result-result-type": ASKS_CLIENT,
        "input-required-result-tampered-state": ASKS_CLIENT,
        "input-required-result-capability-check": ASKS_CLIENT,
        "input-required-result-validate-input": ASKS_CLIENT,
        "tasks-lifecycle": EXTENSION,
        "tasks-capability-negotiation": EXTENSION,
        "tasks-wire-fields": EXTENSION,
        "tasks-request-state-removal": EXTENSION,
        "tasks-mrtr-input": EXTENSION,
        "tasks-request-headers": EXTENSION,
        "tasks-dispatch-and-envelope": EXTENSION,
        "tasks-status-notifications": EXTENSION,
        "tasks-required-task-error": EXTENSION,
        "tasks-mrtr-composition": EXTENSION,
        "sep-2640-skills-directory": EXTENSION,
        "sep-2640-skills-enumeration": EXTENSION,
        "sep-2640-skills-manifest": EXTENSION,
    },
}
"""What is not run, and why."""


@pytest.fixture(scope="module")
def node() -> list[str]:
    """Node with the two suites installed, by one worker while the others wait."""
    called = node_tools.node()
    with Path(gettempdir(), f"maitred-conformance-{os.getuid()}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        node_tools.packages(called, SUITES)
    return called


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with http_server(mcp_command(tmp_path_factory.mktemp("mcp"), "--http", "0")) as server:
        yield server.url


@pytest.fixture(scope="module")
def fixture() -> Iterator[str]:
    with http_server([sys.executable, "-m", "tests.agents.fixture_server"]) as server:
        yield server.url


def run(node: list[str], suite: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command of a suite."""
    file = SUITES / "node_modules" / suite / "dist" / "index.js"
    return subprocess.run([*node, str(file), *words], capture_output=True, text=True, check=False, timeout=120)


def check(node: list[str], suite: str, url: str, scenarios: list[str], folder: Path) -> None:
    """Run a suite. No check of these scenarios may fail or warn, and each of them must check something."""
    words = ["server", "--url", url, "--suite", "all", "--spec-version", REVISIONS[suite], "-o", str(folder)]
    told = run(node, suite, *words)
    for scenario in scenarios:
        files = [
            file
            for file in folder.glob("*/checks.json")
            if re.fullmatch(rf"server-{scenario}-\d{{4}}-.*", file.parent.name)
        ]
        assert len(files) == 1, (scenario, told.stdout, told.stderr)
        checks = json.loads(files[0].read_text())
        failed = [
            f"{each['id']}: {each.get('errorMessage')}" for each in checks if each["status"] in ("FAILURE", "WARNING")
        ]
        assert not failed, (scenario, failed)
        assert any(each["status"] == "SUCCESS" for each in checks), (scenario, checks)


@pytest.mark.parametrize("suite", [STABLE, NEXT])
def test_our_server_keeps_the_protocol(node: list[str], ours: str, suite: str, tmp_path: Path) -> None:
    check(node, suite, ours, OURS[suite], tmp_path)


@pytest.mark.parametrize("suite", [STABLE, NEXT])
def test_the_transport_carries_everything_else(node: list[str], fixture: str, suite: str, tmp_path: Path) -> None:
    check(node, suite, fixture, FIXTURE[suite], tmp_path)


@pytest.mark.parametrize("suite", [STABLE, NEXT])
def test_every_scenario_is_run_or_has_a_reason_not_to_be(node: list[str], suite: str) -> None:
    listed = run(node, suite, "list", "--server").stdout if suite == NEXT else run(node, suite, "list").stdout
    of_servers = listed.partition("Client scenarios")[0]
    known = {line.split()[1] for line in of_servers.splitlines() if line.startswith("  - ")}
    applicable = {
        line.split()[1]
        for line in of_servers.splitlines()
        if line.startswith("  - ") and (REVISIONS[suite] in line or "extension" in line)
    }
    run_here = {*OURS[suite], *FIXTURE[suite]}
    assert not run_here & EXCLUDED[suite].keys()
    assert run_here | EXCLUDED[suite].keys() == applicable
    assert applicable <= known
