"""Nonsense, a lot of it: over HTTP from the OpenAPI document, over sockets from the types of the messages."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis import Case

from maitred.server.messages import FromSocket
from maitred.server.schema import openapi
from tests.server.guest import Browser, RunningHouse, at_table, deal, play_on

REFUSED = [400, 403, 404, 405, 409, 413, 415, 422, 429]
CHECKS = {"checks": {"negative_data_rejection": {"expected-statuses": REFUSED}}}
SCHEMA = schemathesis.openapi.from_dict(openapi(), config=schemathesis.Config.from_dict(CHECKS))
# A request may be of the right shape and still name no game, or a move that a game does not have.
NOT_PROMISED = [schemathesis.checks.positive_data_acceptance]


@pytest.fixture(scope="module")
def tables(house: RunningHouse) -> dict[str, tuple[Browser, str]]:
    """A table of every phase."""
    browser = Browser(house.port)
    seating = browser.set_table("delectable", "moo", public=True)
    playing = browser.set_table("ovens", "mr")
    over = browser.set_table("diner", "mm", public=True)

    async def play() -> None:
        async with at_table(browser, playing, 0) as guest:
            await deal(guest)
        async with at_table(browser, over, 0) as one, at_table(browser, over, 1) as other:
            await deal(one, other)
            await asyncio.gather(*[play_on(guest, lambda offers: offers[0]) for guest in (one, other)])

    asyncio.run(play())
    return {phase: (browser, table) for phase, table in (("seating", seating), ("playing", playing), ("over", over))}


@SCHEMA.parametrize()
@settings(max_examples=12)
def test_no_request_breaks_the_house(
    case: Case[Any], house: RunningHouse, tables: dict[str, tuple[Browser, str]]
) -> None:
    """Every answer is as the document says; those about tables are asked of real ones as well."""
    base = f"http://127.0.0.1:{house.port}"
    case.call_and_validate(base_url=base, excluded_checks=NOT_PROMISED)
    if "table" in case.path_parameters:
        for browser, table in tables.values():
            case.path_parameters["table"] = table
            cookies = browser.cookies.get(f"/api/tables/{table}", {})
            case.call_and_validate(base_url=base, cookies=cookies, excluded_checks=NOT_PROMISED)


# Sockets

KINDS = [each.__struct_config__.tag for each in FromSocket.__args__]
WORDS = st.sampled_from(
    ["id", "t", "action", "stamp", "seat", "level", "nonce", "attempt", "digest", "commitment", "text", "on", "muted"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
IDS = st.from_regex(r"\A[A-Za-z0-9_-]{1,40}\Z")
NEARLY = st.fixed_dictionaries(
    {"t": st.sampled_from(KINDS)},
    optional={
        "id": IDS | VALUES,
        "action": st.integers(-1, 400) | VALUES,
        "stamp": st.integers(-1, 100) | VALUES,
        "seat": st.integers(-1, 8) | VALUES,
        "level": st.sampled_from([None, "easy", "nobody"]) | VALUES,
        "nonce": st.none() | st.from_regex(r"\A[0-9a-f]{60,64}\Z") | VALUES,
        "digest": st.from_regex(r"\A[0-9a-f]{64}\Z") | VALUES,
        "commitment": st.from_regex(r"\A[0-9a-f]{64}\Z") | VALUES,
        "attempt": st.integers(0, 3) | VALUES,
        "text": st.text(max_size=310),
        "on": st.booleans() | VALUES,
        "muted": st.booleans() | VALUES,
    },
)
RIGHT = st.one_of(
    st.builds(lambda id, seat: {"t": "mute", "id": id, "seat": seat, "muted": False}, IDS, st.integers(0, 7)),
    st.builds(lambda id, text: {"t": "say", "id": id, "text": text}, IDS, st.text(min_size=1, max_size=300)),
    st.builds(
        lambda id, action, stamp: {"t": "move", "id": id, "action": action, "stamp": stamp},
        IDS,
        st.integers(0, 400),
        st.integers(0, 60),
    ),
    st.builds(lambda id, kind: {"t": kind, "id": id}, IDS, st.sampled_from(["undo", "skip", "hint", "back"])),
    st.builds(lambda id, on: {"t": "pause", "id": id, "on": on}, IDS, st.booleans()),
)
MESSAGES = st.one_of(
    RIGHT.map(json.dumps),
    NEARLY.map(json.dumps),
    VALUES.map(json.dumps),
    st.text(max_size=60),
    st.binary(max_size=60),
    st.just("{" * 4000),
    st.just("x" * 5000),
)
HARMLESS = {"leave", "remove"}
"""What ends the fuzzing itself: these have tests of their own."""


def harmless(message: str | bytes) -> bool:
    """Whether nobody loses a seat by a message."""
    try:
        told = json.loads(message)
    except (ValueError, RecursionError):
        return True
    kind = told.get("t") if isinstance(told, dict) else None
    return not isinstance(kind, str) or kind not in HARMLESS


@given(sent=st.lists(MESSAGES.filter(harmless), min_size=1, max_size=25), phase=st.sampled_from(["seating", "playing"]))
@settings(max_examples=25)
def test_no_message_disturbs_the_others(
    house: RunningHouse, tables: dict[str, tuple[Browser, str]], sent: list[str | bytes], phase: str
) -> None:
    browser, table = tables[phase]

    async def talk_nonsense() -> None:
        async with at_table(browser, table, 0) as fool, at_table(Browser(house.port), table, None) as other:
            for message in sent:
                await fool.socket.send(message)
            for guest in (fool, other):
                answer = await guest.do("back", id="last")
                assert answer["t"] == ("done" if guest is fool else "refused")
            answers = [json.loads(text)["t"] for text in fool.received]
            assert answers.count("done") + answers.count("refused") + answers.count("hints") >= len(sent)

    asyncio.run(talk_nonsense())
    assert '"trace"' not in house.log()
    assert "Traceback" not in house.log()
