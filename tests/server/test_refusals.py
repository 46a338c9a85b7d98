"""What is refused, with which reason, and that it changes nothing."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from maitred.server.limits import Limits
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, Guest, Message, Refusal, RunningHouse, at_new_table, at_table, deal

LIMITS = Limits()


@asynccontextmanager
async def two_at_a_table(house: RunningHouse, game: str = "delectable") -> AsyncIterator[tuple[Guest, Guest, Browser]]:
    """Who is asked, who is not, and the browser of both."""
    browser = Browser(house.port)
    table = browser.set_table(game, "mm")
    async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as other:
        await deal(one, other)
        yield (one, other, browser) if one.offers else (other, one, browser)


async def changed_nothing(browser: Browser, guest: Guest, seq: int) -> None:
    """The table is what it was, for whoever opens it now."""
    async with at_table(browser, guest.table["table"], guest.seat) as fresh:
        assert fresh.seq == seq
        assert fresh.position == guest.position


# Moves


@in_event_loop
async def test_moves_that_cannot_be(house: RunningHouse) -> None:
    async with two_at_a_table(house) as (asked, waiting, browser):
        seq = asked.seq
        offer = asked.offers[0]
        action, stamp = offer["action"], offer["stamp"]
        legal = {each["action"] for each in asked.offers}
        cases: list[tuple[Guest, int, int, str]] = [
            (waiting, action, stamp, "illegal"),
            (asked, action, stamp + 1, "stale"),
            (asked, next(other for other in range(999) if other not in legal), stamp, "illegal"),
            (asked, 1 << 30, stamp, "illegal"),
        ]
        for guest, wanted, seen, reason in cases:
            answer = await guest.do("move", action=wanted, stamp=seen)
            assert (answer["t"], answer["reason"]) == ("refused", reason), answer
            assert answer["text"].endswith(".")
        await changed_nothing(browser, asked, seq)
        assert (await asked.play(offer))["t"] == "done"
        assert (await asked.do("move", action=action, stamp=stamp))["reason"] in ("stale", "illegal")


@in_event_loop
async def test_the_same_message_counts_once(house: RunningHouse) -> None:
    async with two_at_a_table(house) as (asked, _, browser):
        offer = asked.offers[0]
        move = {"id": "once", "action": offer["action"], "stamp": offer["stamp"]}
        first = await asked.do("move", **move)
        assert first["t"] == "done"
        assert await asked.do("move", **move) == first
        async with at_table(browser, asked.table["table"], asked.seat) as again:
            assert await again.do("move", **move) == first
            assert again.position is not None
            assert again.position["moves"] == 1
        said = await asked.do("say", id="hello", text="hello")
        assert await asked.do("say", id="hello", text="hello") == said
        lines = [line for line in asked.log if line["kind"] == "chat"]
        assert [line["text"] for line in lines] == ["hello"]


@in_event_loop
async def test_who_watches_does_nothing(house: RunningHouse) -> None:
    async with two_at_a_table(house) as (asked, _, browser):
        seq = asked.seq
        async with at_table(Browser(house.port), asked.table["table"], None) as watcher:
            assert watcher.offers == []
            offer = asked.offers[0]
            for kind, more in everything(offer).items():
                answer = await watcher.do(kind, **more)
                assert (answer["t"], answer["reason"]) == ("refused", "not_allowed"), (kind, answer)
        await changed_nothing(browser, asked, seq)


def everything(offer: Message) -> dict[str, dict[str, Any]]:
    """One message of every kind."""
    return {
        "move": {"action": offer["action"], "stamp": offer["stamp"]},
        "undo": {},
        "ready": {"on": True},
        "commit": {"attempt": 1, "commitment": "ab" * 32},
        "agree": {"attempt": 1, "digest": "ab" * 32},
        "reveal": {"attempt": 1, "nonce": "ab" * 32},
        "say": {"text": "hello"},
        "skip": {},
        "pause": {"on": True},
        "hint": {},
        "back": {},
        "leave": {},
        "arrange": {"seat": 1, "level": "easy"},
        "remove": {"seat": 1},
        "mute": {"seat": 1, "muted": True},
        "shut": {"on": True},
    }


@in_event_loop
async def test_guests_are_not_hosts(house: RunningHouse) -> None:
    host = Browser(house.port)
    table = host.set_table("delectable", "mo")
    guest = Browser(house.port)
    guest.sit(table, "Guest")
    async with at_table(guest, table, 1) as other:
        for kind in ("arrange", "remove", "mute", "shut"):
            answer = await other.do(kind, **everything({"action": 0, "stamp": 0})[kind])
            assert (answer["reason"], answer["text"]) == ("not_allowed", "Only the host of this table can do that.")


# Seats that are somebody else's


async def refused_at_the_door(browser: Browser, table: str, seat: int | None, **more: Any) -> tuple[int, str]:
    """The status and the reason with which a socket is not accepted."""
    with pytest.raises(Refusal) as refusal:
        async with at_table(browser, table, seat, **more):
            raise AssertionError("the door was open")
    response = refusal.value.response
    return response.status_code, json.loads(response.body)["reason"]


@in_event_loop
async def test_a_seat_opens_only_to_its_own_cookie(house: RunningHouse) -> None:
    owner, stranger = Browser(house.port), Browser(house.port)
    table = owner.set_table("delectable", "mo")
    other_table = stranger.set_table("delectable", "mm")
    assert await refused_at_the_door(Browser(house.port), table, 0) == (403, "not_allowed")
    path, other_path = f"/api/tables/{table}", f"/api/tables/{other_table}"
    stranger.cookies[path] = stranger.cookies[other_path]
    assert await refused_at_the_door(stranger, table, 0) == (403, "not_allowed"), "the cookie of another table"
    assert await refused_at_the_door(owner, table, 1) == (403, "not_allowed"), "nobody sits there"
    assert await refused_at_the_door(owner, table, 7) == (403, "not_allowed")
    owner.cookies[path]["seat1"] = owner.cookies[path]["seat0"]
    assert await refused_at_the_door(owner, table, 1) == (403, "not_allowed"), "the cookie of another seat"
    assert await refused_at_the_door(stranger, other_table + "x", 0) == (404, "unknown")
    assert await refused_at_the_door(stranger, "nosuchtable", None) == (404, "unknown")


@in_event_loop
async def test_the_offer_of_another_seat_is_not_mine(house: RunningHouse) -> None:
    async with at_new_table(Browser(house.port), "chefs_choice", "mmmm") as guests:
        await deal(*guests)
        for guest in guests:
            while not guest.offers:
                await guest.hear()
        a, b, *_ = guests
        mine = {offer["action"] for offer in a.offers}
        foreign = next(offer for offer in b.offers if offer["action"] not in mine)
        answer = await a.play(foreign)
        assert (answer["t"], answer["reason"]) == ("refused", "illegal")
        assert a.position is not None
        assert a.position["moves"] == 0


# Messages


BROKEN: list[tuple[str | bytes, str, str | None]] = [
    ("", "unreadable", None),
    ("hello", "unreadable", None),
    ("[]", "unreadable", None),
    ("null", "unreadable", None),
    ('{"t":"move"}', "unreadable", None),
    ('{"t":"dance","id":"i1"}', "unreadable", "i1"),
    ('{"id":"i2"}', "unreadable", "i2"),
    ('{"t":"move","id":"i3","action":-1,"stamp":0}', "unreadable", "i3"),
    ('{"t":"move","id":"i4","action":1.5,"stamp":0}', "unreadable", "i4"),
    ('{"t":"move","id":"i5","action":"1","stamp":0}', "unreadable", "i5"),
    ('{"t":"move","id":"i6","action":0,"stamp":0,"seat":1}', "unreadable", "i6"),
    ('{"t":"move","id":"i7","action":1e400,"stamp":0}', "unreadable", "i7"),
    ('{"t":"move","id":"spaces are not allowed","action":0,"stamp":0}', "unreadable", "spaces are not allowed"),
    ('{"t":"move","id":"' + "x" * 41 + '","action":0,"stamp":0}', "unreadable", "x" * 40),
    ('{"t":"say","id":"i8","text":""}', "unreadable", "i8"),
    ('{"t":"say","id":"i9","text":"' + "x" * 301 + '"}', "unreadable", "i9"),
    ('{"t":"say","id":"i10","text":"\\u202e\\u0007"}', "not_allowed", "i10"),
    ('{"t":"say","id":"i11","text":"\\ud800"}', "unreadable", None),
    ('{"t":"ready","id":"i12","nonce":"abc"}', "unreadable", "i12"),
    ('{"t":"remove","id":"i13","seat":8}', "unreadable", "i13"),
    ('{"t":"remove","id":"i14","seat":3}', "not_allowed", "i14"),
    ('{"a":' + "[" * 4000, "unreadable", None),
    ('{"t":"say","id":"i15","text":"' + "x" * LIMITS.message_bytes + '"}', "too_long", None),
    ('{"t":"say","id":"i16","text":"' + "é" * (LIMITS.message_bytes // 2) + '"}', "too_long", None),
    (b'{"t":"undo","id":"i17"}', "unreadable", None),
]


@in_event_loop
async def test_messages_that_cannot_be_understood(house: RunningHouse) -> None:
    async with two_at_a_table(house) as (asked, waiting, browser):
        seq = asked.seq
        for sent, reason, id in BROKEN:
            await asked.socket.send(sent)
            answer = await asked.until(lambda message: message["t"] == "refused")
            assert (answer["reason"], answer["id"]) == (reason, id), (sent[:60], answer)
            assert answer["text"].endswith(".")
        await changed_nothing(browser, asked, seq)
        assert (await waiting.do("back"))["t"] == "done", "others hear nothing of it"


@in_event_loop
async def test_a_message_too_large_for_any_protocol_closes_only_its_own_window(house: RunningHouse) -> None:
    async with two_at_a_table(house) as (asked, waiting, browser):
        seq = asked.seq
        await asked.socket.send("x" * (1 << 17))
        await asked.socket.wait_closed()
        await waiting.until(lambda message: message["t"] == "table")
        assert (await waiting.do("back"))["t"] == "done"
        await changed_nothing(browser, asked, seq)


@in_event_loop
async def test_too_many_messages_are_refused_and_in_the_end_the_window_closed(house: RunningHouse) -> None:
    async with two_at_a_table(house) as (asked, waiting, browser):
        seq = asked.seq
        burst = LIMITS.messages_per_second * 3 - 4  # to be ready, commit, agree and reveal were messages too
        for number in range(burst):
            assert (await asked.do("back", id=f"b{number}"))["t"] == "done"
        answer: Message = {"t": "done"}
        while answer["t"] == "done":
            answer = await asked.do("back")
        assert (answer["t"], answer["reason"]) == ("refused", "too_many")

        async def flood() -> None:
            while True:
                await asked.say("back")
                await asyncio.sleep(0)

        flooding = asyncio.create_task(flood())
        bye = await asked.until(lambda message: message["t"] == "bye")
        with pytest.raises(ConnectionClosed):
            await flooding
        assert bye["reason"] == "too_many"
        await asked.socket.wait_closed()
        assert asked.socket.close_code == 4000
        assert (await waiting.do("back"))["t"] == "done"
        await changed_nothing(browser, asked, seq)


# Pages of strangers


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 101),
        ("http://127.0.0.1:{port}", 101),
        ("https://evil.example", 403),
        ("http://127.0.0.1:1", 403),
        ("http://127.0.0.1", 403),
        ("http://127.0.0.1:{port}.evil.example", 403),
        ("null", 403),
        ("file://", 403),
        ("http://[", 403),
        ("", 403),
    ],
)
@in_event_loop
async def test_only_our_own_page_may_speak(house: RunningHouse, origin: str | None, status: int) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "mm")
    told = None if origin is None else origin.format(port=house.port)
    headers = {} if told is None else {"Origin": told}
    wish = {"game": "delectable", "seats": [{"kind": "me"}, {"kind": "open"}]}
    posted = browser.ask("POST", "/api/tables", wish, headers)
    lent = browser.ask("POST", f"/api/tables/{table}/seats/0/link", headers=headers)
    assert browser.ask("GET", "/api/house", headers=headers).status == 200
    if status == 101:
        assert (posted.status, lent.status) == (201, 200)
        async with at_table(browser, table, 0, origin=told) as guest:
            assert guest.seat == 0
    else:
        assert (posted.status, posted.json["reason"]) == (403, "foreign")
        assert (lent.status, lent.json["reason"]) == (403, "foreign")
        assert await refused_at_the_door(browser, table, 0, origin=told) == (403, "foreign")


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("localhost", 200),
        ("192.168.1.5:{port}", 200),
        ("[::1]:{port}", 200),
        (socket.gethostname(), 200),
        ("evil.example", 421),
        ("localhost.evil.example:{port}", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 400),
        ("[", 400),
        ("[::1", 400),
        ("a@b:c", 400),
    ],
)
@in_event_loop
async def test_the_house_answers_only_to_its_own_names(house: RunningHouse, host: str, status: int) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "mm")
    headers = {"Host": host.format(port=house.port)}
    answer = browser.ask("GET", "/healthz", headers=headers)
    assert answer.status == status
    if status != 200:
        assert answer.json["reason"] == ("unknown" if status == 421 else "unreadable")
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        request = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {headers['Host']}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        writer.write(request.encode())
        assert (await reader.readline()).startswith((b"HTTP/1.1 421", b"HTTP/1.1 400"))
        writer.close()
        await writer.wait_closed()


def test_every_answer_is_safe_to_show(house: RunningHouse) -> None:
    browser = Browser(house.port)
    for path in ("/", "/healthz", "/api/house", "/api/nothing", "/api/tables/none", "/t/anything"):
        headers = browser.ask("GET", path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "Server" not in headers


def test_cookies_are_out_of_reach_of_scripts_and_of_other_tables(house: RunningHouse) -> None:
    browser = Browser(house.port)
    wish = {"game": "delectable", "seats": [{"kind": "me"}, {"kind": "open"}]}
    answer = browser.ask("POST", "/api/tables", wish)
    cookies = answer.headers.get_all("Set-Cookie")
    assert cookies is not None
    assert len(cookies) == 2
    for cookie in cookies:
        parts = [part.strip().lower() for part in cookie.split(";")]
        assert "httponly" in parts
        assert "samesite=strict" in parts
        assert f"path=/api/tables/{answer.json['table']}".lower() in parts
        assert len(cookie.partition(";")[0].partition("=")[2]) == 22, "128 bits"


# Over HTTP


def test_requests_that_cannot_be_understood(house: RunningHouse) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "mo")
    good = json.dumps({"game": "delectable", "seats": [{"kind": "me"}, {"kind": "bot"}]}).encode()
    json_type = {"Content-Type": "application/json"}
    cases: list[tuple[str, str, dict[str, str], bytes | None, int, str]] = [
        ("POST", "/api/tables", {}, good, 415, "not_json"),
        ("POST", "/api/tables", {"Content-Type": "text/plain"}, good, 415, "not_json"),
        ("POST", "/api/tables", json_type, b"{", 400, "unreadable"),
        ("POST", "/api/tables", json_type, b"\xff", 400, "unreadable"),
        ("POST", "/api/tables", json_type, b"[" * 16_000, 422, "unreadable"),
        ("POST", "/api/tables", json_type, b"{}", 422, "unreadable"),
        ("POST", "/api/tables", json_type, b'{"game":"poker","seats":[{"kind":"me"}]}', 422, "bad_setup"),
        ("POST", "/api/tables", json_type, b'{"game":"delectable","seats":[{"kind":"me"}]}', 422, "bad_setup"),
        ("POST", "/api/tables", json_type, good + b" " * 200_000, 413, "too_long"),
        ("POST", f"/api/tables/{table}/claim", json_type, b'{"name":"\\u200b"}', 422, "unreadable"),
        ("POST", f"/api/tables/{table}/claim", json_type, b'{"name":"Ida","seat":0}', 409, "gone"),
        ("POST", f"/api/tables/{table}/claim", json_type, b'{"name":"Ida","seat":5}', 409, "not_allowed"),
        ("POST", f"/api/tables/{table}/take", json_type, b'{"code":"' + b"x" * 22 + b'"}', 409, "not_allowed"),
        ("POST", f"/api/tables/{table}/seats/1/link", {}, None, 403, "not_allowed"),
        ("POST", f"/api/tables/{table}/seats/x/link", {}, None, 404, "unknown"),
        ("POST", f"/api/tables/{table}/rematch", {}, None, 409, "not_now"),
        ("GET", f"/api/tables/{table}/record", {}, None, 409, "not_now"),
        ("GET", f"/api/tables/{table}/replay", {}, None, 409, "not_now"),
        ("GET", f"/api/tables/{table}/replay/frames?first=-1", {}, None, 409, "not_now"),
        ("GET", "/api/tables?phase=eating", {}, None, 422, "unreadable"),
        ("GET", "/api/tables/nothere", {}, None, 404, "unknown"),
        ("GET", "/api/games/poker/rules", {}, None, 404, "unknown"),
        ("GET", "/api/games/poker/lessons", {}, None, 404, "unknown"),
        ("POST", "/api/games/ovens/lessons/baking", json_type, b"{}", 404, "unknown"),
        ("POST", "/api/games/ovens/lessons/first", json_type, b'{"name":""}', 422, "unreadable"),
        ("GET", "/api/games/..%2f..%2fetc/cards", {}, None, 404, "unknown"),
        ("GET", "/api/nothing", {}, None, 404, "unknown"),
        ("DELETE", "/api/tables", {}, None, 405, "unknown"),
        ("PUT", f"/api/tables/{table}", {}, None, 405, "unknown"),
    ]
    for method, path, headers, body, status, reason in cases:
        answer = browser.ask(method, path, headers=headers, raw=body)
        assert (answer.status, answer.json["reason"]) == (status, reason), (method, path, answer.body)
        assert answer.json["text"].endswith("."), answer.body
    stranger = Browser(house.port)
    assert stranger.ask("POST", f"/api/tables/{table}/rematch").status == 403
