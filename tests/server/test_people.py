"""What people do at a table besides playing: sit down, leave, talk, watch, move to another device, play again."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, Guest, Message, Refusal, RunningHouse, at_new_table, at_table, deal, play_on


def last_line(guest: Guest) -> str:
    """The last thing that was heard."""
    text: str = guest.log[-1]["text"]
    return text


async def until_table(guest: Guest) -> Message:
    """The facts of the table when they change."""
    message = await guest.until(lambda message: message["t"] == "table")
    table: Message = message["table"]
    return table


async def finished(house: RunningHouse, *browsers: Browser) -> str:
    """A short game of two, played to its end."""
    table = browsers[0].set_table("diner", "m" + "o" * (len(browsers) - 1) + "r" * (2 - len(browsers)), name="Ada")
    for seat, browser in enumerate(browsers[1:], 1):
        browser.sit(table, f"Guest {seat}", seat)

    async def play(browser: Browser, seat: int) -> None:
        async with at_table(browser, table, seat) as guest:
            await guest.ready()
            await play_on(guest, lambda offers: offers[0])

    await asyncio.gather(*[play(browser, seat) for seat, browser in enumerate(browsers)])
    return table


# Sitting down


@in_event_loop
async def test_create_claim_ready_deal(house: RunningHouse) -> None:
    host, friend = Browser(house.port), Browser(house.port)
    table = host.set_table("delectable", "mor", name="Ada", options={"first": "1"})
    link = host.ask("GET", f"/api/tables/{table}").json["link"]
    assert link == f"http://127.0.0.1:{house.port}/t/{table}"
    async with at_table(host, table, 0) as ada:
        assert (ada.table["phase"], ada.position) == ("seating", None)
        assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "open", "bot"]
        assert (await ada.ready())["t"] == "done"
        assert ada.table["phase"] == "seating", "nobody is dealt cards while a seat is open"
        assert friend.sit(table, "Ada") == 1
        facts = await until_table(ada)
        assert [seat["name"] for seat in facts["seats"]][:2] == ["Ada", "Ada 2"]
        async with at_table(friend, table, 1) as other:
            await deal(ada, other)
            assert (await other.do("ready", on=False))["reason"] == "not_now"
            assert ada.position is not None
            assert ada.position["moves"] == 0
            assert ada.table["phase"] == "playing"
            assert any(line["text"] == "The cards are dealt." for line in ada.log)
    late = friend.ask("POST", f"/api/tables/{table}/claim", {"name": "Late"})
    assert (late.status, late.json["reason"]) == (409, "not_now")


@in_event_loop
async def test_ready_can_be_taken_back(house: RunningHouse) -> None:
    async with at_new_table(Browser(house.port), "delectable", "mo") as (guest,):
        await guest.ready()
        assert guest.table["seats"][0]["ready"]
        assert (await guest.do("ready", on=False))["t"] == "done"
        assert not guest.table["seats"][0]["ready"]


@in_event_loop
async def test_several_seats_from_one_browser(house: RunningHouse) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "mm")
    assert browser.ask("GET", f"/api/tables/{table}").json["seats"] == [0, 1]
    async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as other:
        await deal(one, other)
        assert (one.seat, other.seat) == (0, 1)
        assert bool(one.offers) != bool(other.offers), "each sees its own seat"


@in_event_loop
async def test_a_seat_that_two_want_goes_to_one(house: RunningHouse) -> None:
    host = Browser(house.port)
    table = host.set_table("delectable", "mo")
    wish = {"name": "Ida", "seat": 1}
    asks = [asyncio.to_thread(Browser(house.port).ask, "POST", f"/api/tables/{table}/claim", wish) for _ in range(8)]
    answers = await asyncio.gather(*asks)
    assert sorted(answer.status for answer in answers) == [200] + [409] * 7
    assert {answer.json["reason"] for answer in answers if answer.status == 409} <= {"gone", "not_allowed"}


# Hosts


@in_event_loop
async def test_a_host_arranges_seats(house: RunningHouse) -> None:
    async with at_new_table(Browser(house.port), "delectable", "moo") as (guest,):
        await guest.ready()
        assert (await guest.do("arrange", seat=1, level="easy"))["t"] == "done"
        assert guest.table["seats"][1]["level"] == "easy"
        assert (await guest.do("arrange", seat=1, level=None))["t"] == "done"
        assert guest.table["seats"][1]["kind"] == "open"
        for seat in (1, 2):
            assert (await guest.do("arrange", seat=seat, level="random"))["t"] == "done"
        await guest.dealt()
        assert guest.table["phase"] == "playing", "once the last seat was filled the cards are dealt"
        assert guest.table["promise"]["voided"] == 0, "nobody had committed before all seats were filled"
        assert (await guest.do("arrange", seat=1, level=None))["reason"] == "not_now"


@pytest.mark.parametrize("playing", [False, True])
@in_event_loop
async def test_a_host_removes_a_person(house: RunningHouse, playing: bool) -> None:
    host, friend = Browser(house.port), Browser(house.port)
    table = host.set_table("delectable", "mo")
    friend.sit(table, "Ida")
    async with at_table(host, table, 0) as ada, at_table(friend, table, 1) as ida:
        if playing:
            await deal(ada, ida)
        assert (await ada.do("remove", seat=1))["t"] == "done"
        bye = await ida.until(lambda message: message["t"] == "bye")
        assert bye["reason"] == "removed"
        await ida.socket.wait_closed()
        assert ida.socket.close_code == 4002
        assert ada.table["seats"][1]["kind"] == ("bot" if playing else "open")
        assert last_line(ada) == ("{1} was removed: a bot plays on." if playing else "Ida was removed.")
    assert friend.ask("GET", f"/api/tables/{table}").json["seats"] == []
    with pytest.raises(Refusal):
        await at_table(friend, table, 1).__aenter__()


@asynccontextmanager
async def host_and_friend(house: RunningHouse, seats: str) -> AsyncIterator[tuple[Guest, Guest]]:
    """A host at seat 1 and a friend at seat 2, each in a browser of their own."""
    host, friend = Browser(house.port), Browser(house.port)
    table = host.set_table("delectable", seats)
    friend.sit(table, "Ida")
    async with at_table(host, table, 0) as ada, at_table(friend, table, 1) as ida:
        yield ada, ida


@in_event_loop
async def test_a_host_mutes_a_person(house: RunningHouse) -> None:
    async with host_and_friend(house, "mo") as (ada, ida):
        assert (await ada.do("mute", seat=1, muted=True))["t"] == "done"
        assert ada.table["seats"][1]["muted"]
        assert (await ida.do("say", text="hello"))["text"] == "The host has muted you."
        assert (await ada.do("mute", seat=1, muted=False))["t"] == "done"
        assert (await ida.do("say", text="hello"))["t"] == "done"
        await ada.until(lambda message: any(line["kind"] == "chat" for line in message.get("log", [])))
        assert [line["text"] for line in ada.log if line["kind"] == "chat"] == ["hello"]


# Leaving


@pytest.mark.parametrize("playing", [False, True])
@in_event_loop
async def test_a_person_leaves(house: RunningHouse, playing: bool) -> None:
    host, friend = Browser(house.port), Browser(house.port)
    table = host.set_table("chefs_choice", "morr", name="Ada")
    friend.sit(table, "Ida")
    async with at_table(host, table, 0) as ada, at_table(friend, table, 1) as ida:
        if playing:
            await deal(ada, ida)
        await ida.say("leave")
        bye = await ida.until(lambda message: message["t"] == "bye")
        assert bye["reason"] == "left"
        what = "{1} has left: a bot plays on." if playing else "Ida has left."
        await ada.until(lambda message: any(line["text"] == what for line in message.get("log", [])))
        assert ada.table["seats"][1]["kind"] == ("bot" if playing else "open")
        if playing:
            await ada.play(ada.offers[0])
            await ada.until(lambda message: message["t"] == "update" and message["position"]["moves"] >= 4)
        else:
            assert Browser(house.port).sit(table, "Jo") == 1


# Talking


@in_event_loop
async def test_chat_is_clean_text(house: RunningHouse) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "mm")
    markup = "<b onclick='x'>&amp;</b> \\u003c [link](http://example.org)"
    cases = [
        (markup, markup),
        ("  two\n\tlines  ", "two lines"),
        ("left\u202eright\u200b\u0000\u2066", "leftright"),
        ("e\u0301", "\u00e9"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
    ]
    async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as other:
        for said, heard in cases:
            assert (await one.do("say", text=said))["t"] == "done"
            await other.until(lambda message: any(line["kind"] == "chat" for line in message.get("log", [])))
            assert (other.log[-1]["kind"], other.log[-1]["seat"], last_line(other)) == ("chat", 0, heard)
        async with at_table(Browser(house.port), table, None) as watcher:
            assert [line["text"] for line in watcher.log if line["kind"] == "chat"] == [heard for _, heard in cases]


def test_names_are_clean_text(house: RunningHouse) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "oo")
    browser.sit(table, " <i>Ida</i>\u202e \n", 0)
    names = [seat["name"] for seat in browser.ask("GET", f"/api/tables/{table}").json["table"]["seats"]]
    assert names[0] == "<i>Ida</i>"


# Watching


@in_event_loop
async def test_watchers_are_let_in_or_not(house: RunningHouse) -> None:
    host, stranger = Browser(house.port), Browser(house.port)
    closed = host.set_table("delectable", "mm", spectators=False)
    with pytest.raises(Refusal) as refusal:
        await at_table(stranger, closed, None).__aenter__()
    assert refusal.value.response.status_code == 403
    async with at_table(host, closed, None) as watcher:
        assert watcher.seat is None, "the host may look at their own table"
    opened = host.set_table("delectable", "mm")
    async with at_table(host, opened, 0) as guest:
        async with at_table(stranger, opened, None) as watcher:
            assert (await until_table(guest))["watching"] == 1
            assert watcher.table["watching"] == 1
        assert (await until_table(guest))["watching"] == 0


# Lists


def test_public_tables_are_listed_and_others_are_found_by_their_link_only(house: RunningHouse) -> None:
    host, stranger = Browser(house.port), Browser(house.port)
    public = host.set_table("delectable", "mor", public=True, name="Ada")
    private = host.set_table("delectable", "mor")
    listed = {each["table"]: each for each in stranger.ask("GET", "/api/tables").json["tables"]}
    assert public in listed
    assert private not in listed
    card = listed[public]
    assert (card["phase"], card["open_seats"], card["names"][:2]) == ("seating", 1, ["Ada", ""])
    assert stranger.ask("GET", f"/api/tables/{private}").status == 200
    stranger.sit(public, "Ida")
    listed = {each["table"]: each for each in stranger.ask("GET", "/api/tables?phase=seating").json["tables"]}
    assert listed[public]["open_seats"] == 0
    assert public not in {each["table"] for each in stranger.ask("GET", "/api/tables?phase=over").json["tables"]}


@in_event_loop
async def test_lists_tell_who_won(house: RunningHouse) -> None:
    browser, friend = Browser(house.port), Browser(house.port)
    table = browser.set_table("diner", "mm", public=True)
    async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as other:
        await deal(one, other)
        await asyncio.gather(*[play_on(guest, lambda offers: offers[0]) for guest in (one, other)])
        await one.do("back")
        assert one.position is not None
        sheet = one.position["sheet"]
    listed = {each["table"]: each for each in friend.ask("GET", "/api/tables?phase=over").json["tables"]}
    assert listed[table]["scores"] == sheet["total"]["values"]
    assert listed[table]["winners"] == sheet["ranking"][0]


# Another device


@asynccontextmanager
async def lent(house: RunningHouse) -> AsyncIterator[tuple[Browser, str, str]]:
    """A browser that sits at a table and has made a private link."""
    browser = Browser(house.port)
    table = browser.set_table("delectable", "mo")
    answer = browser.ask("POST", f"/api/tables/{table}/seats/0/link")
    assert answer.status == 200
    assert answer.json["link"] == f"http://127.0.0.1:{house.port}/t/{table}#take={answer.json['code']}"
    yield browser, table, answer.json["code"]


@in_event_loop
async def test_a_seat_moves_to_another_device(house: RunningHouse) -> None:
    async with lent(house) as (laptop, table, code):
        phone = Browser(house.port)
        async with at_table(laptop, table, 0) as window, at_table(laptop, table, 0) as second:
            taken = phone.ask("POST", f"/api/tables/{table}/take", {"code": code})
            assert (taken.status, taken.json["seats"]) == (200, [0])
            for old in (window, second):
                bye = await old.until(lambda message: message["t"] == "bye")
                assert bye["reason"] == "moved"
                await old.socket.wait_closed()
                assert old.socket.close_code == 4001
        async with at_table(phone, table, 0) as guest:
            assert guest.seat == 0
            assert (await guest.ready())["t"] == "done"
        assert laptop.ask("GET", f"/api/tables/{table}").json["seats"] == []
        with pytest.raises(Refusal):
            await at_table(laptop, table, 0).__aenter__()
        again = Browser(house.port).ask("POST", f"/api/tables/{table}/take", {"code": code})
        assert (again.status, again.json["reason"]) == (409, "not_allowed"), "a link is good once"


@in_event_loop
async def test_a_private_link_is_only_for_ones_own_seat(house: RunningHouse) -> None:
    async with lent(house) as (_, table, _):
        stranger = Browser(house.port)
        for seat in (0, 1, 5):
            assert stranger.ask("POST", f"/api/tables/{table}/seats/{seat}/link").status == 403


@in_event_loop
async def test_a_link_of_who_was_removed_takes_nobodys_seat(house: RunningHouse) -> None:
    host, thief, honest = Browser(house.port), Browser(house.port), Browser(house.port)
    table = host.set_table("delectable", "mo")
    thief.sit(table, "Mallory")
    code = thief.ask("POST", f"/api/tables/{table}/seats/1/link").json["code"]
    async with at_table(host, table, 0) as ada:
        await ada.do("remove", seat=1)
    honest.sit(table, "Ida")
    assert thief.ask("POST", f"/api/tables/{table}/take", {"code": code}).status == 409
    assert honest.ask("GET", f"/api/tables/{table}").json["seats"] == [1]


# Again


@in_event_loop
async def test_two_play_again_at_their_seats(house: RunningHouse) -> None:
    host, friend, stranger = Browser(house.port), Browser(house.port), Browser(house.port)
    table = await finished(house, host, friend)
    assert stranger.ask("POST", f"/api/tables/{table}/rematch").status == 403
    async with at_table(host, table, 0) as ada:
        first = friend.ask("POST", f"/api/tables/{table}/rematch")
        assert (first.status, first.json["seats"], first.json["host"]) == (200, [1], False)
        facts = await until_table(ada)
        again = facts["rematch"]
        assert again == first.json["table"] != table
    second = host.ask("POST", f"/api/tables/{table}/rematch")
    assert (second.json["table"], second.json["seats"], second.json["host"]) == (again, [0], True)
    seen = host.ask("GET", f"/api/tables/{again}").json
    assert [seat["name"] for seat in seen["table"]["seats"]] == ["Ada", "Guest 1"]
    assert seen["table"]["promise"]["key"] != host.ask("GET", f"/api/tables/{table}").json["table"]["promise"]["key"]
    async with at_table(host, again, 0) as one, at_table(friend, again, 1) as other:
        await deal(one, other)
        assert one.offers
    third = friend.ask("POST", f"/api/tables/{table}/rematch")
    assert (third.status, third.json["table"], third.json["seats"]) == (
        200,
        again,
        [1],
    )  # as if the answer had been lost
    assert friend.ask("GET", f"/api/tables/{again}").json["seats"] == [1]


@in_event_loop
async def test_two_who_ask_at_the_same_time_meet_at_one_table(house: RunningHouse) -> None:
    host, friend = Browser(house.port), Browser(house.port)
    table = await finished(house, host, friend)
    asks = [asyncio.to_thread(each.ask, "POST", f"/api/tables/{table}/rematch") for each in (host, friend)]
    answers = await asyncio.gather(*asks)
    assert len({answer.json["table"] for answer in answers}) == 1
    assert sorted(answer.json["seats"] for answer in answers) == [[0], [1]]


# Who is not wanted, and whose seat it is


@in_event_loop
async def test_a_removed_guest_stays_removed_by_token_and_others_of_the_address_do_not(house: RunningHouse) -> None:
    host, pest, other = Browser(house.port), Browser(house.port), Browser(house.port)
    table = host.set_table("delectable", "moo")
    assert pest.sit(table, "Pest") == 1
    async with at_table(host, table, 0) as ada:
        assert (await ada.do("remove", seat=1))["t"] == "done"
        for seat in (None, 1, 2):
            refused = pest.ask("POST", f"/api/tables/{table}/claim", {"name": "Pest again", "seat": seat})
            assert (refused.status, refused.json["reason"]) == (403, "not_allowed")
            assert refused.json["text"] == "The host has removed you from this table; you can watch."
        assert other.sit(table, "Sister") == 1, "somebody else in the same household"


@in_event_loop
async def test_a_host_closes_the_table_to_newcomers_and_opens_it_again(house: RunningHouse) -> None:
    host, guest = Browser(house.port), Browser(house.port)
    table = host.set_table("delectable", "mo", public=True)
    async with at_table(host, table, 0) as ada:
        assert (await ada.do("shut", on=True))["t"] == "done"
        assert ada.table["shut"]
        refused = guest.ask("POST", f"/api/tables/{table}/claim", {"name": "Bo"})
        assert (refused.status, refused.json["reason"]) == (409, "not_allowed")
        assert refused.json["text"] == "The host has closed this table to newcomers; you can watch."
        cards = guest.ask("GET", "/api/tables?phase=seating").json["tables"]
        assert next(card for card in cards if card["table"] == table)["open_seats"] == 0
        assert (await ada.do("shut", on=False))["t"] == "done"
        assert guest.sit(table, "Bo") == 1
        async with at_table(guest, table, 1) as bo:
            answer = await bo.do("shut", on=True)
            assert (answer["reason"], answer["text"]) == ("not_allowed", "Only the host of this table can do that.")


@in_event_loop
async def test_after_a_rematch_a_seat_is_kept_for_who_had_it_until_they_decline(house: RunningHouse) -> None:
    host, friend, stranger = Browser(house.port), Browser(house.port), Browser(house.port)
    table = await finished(house, host, friend)
    assert friend.ask("POST", f"/api/tables/{table}/decline").status == 409, "there is no other table yet"
    again = host.ask("POST", f"/api/tables/{table}/rematch").json["table"]
    seats = stranger.ask("GET", f"/api/tables/{again}").json["table"]["seats"]
    assert [(seat["kind"], seat["name"], seat["held_for"]) for seat in seats] == [
        ("person", "Ada", ""),
        ("open", "", "Guest 1"),
    ]
    refused = stranger.ask("POST", f"/api/tables/{again}/claim", {"name": "Bo", "seat": 1})
    assert (refused.status, refused.json["text"]) == (409, "Seat 2 is kept for Guest 1: choose another one.")
    assert stranger.ask("POST", f"/api/tables/{again}/claim", {"name": "Bo"}).status == 409
    assert stranger.ask("POST", f"/api/tables/{table}/decline").status == 403
    assert friend.ask("POST", f"/api/tables/{table}/decline").status == 200
    assert stranger.sit(again, "Bo") == 1
    assert friend.ask("POST", f"/api/tables/{table}/rematch").json["seats"] == [], "it was given away"


@in_event_loop
async def test_a_kept_seat_is_taken_up_again_though_the_table_takes_no_newcomers(house: RunningHouse) -> None:
    host, friend = Browser(house.port), Browser(house.port)
    table = await finished(house, host, friend)
    again = host.ask("POST", f"/api/tables/{table}/rematch").json["table"]
    async with at_table(host, again, 0) as ada:
        await ada.do("shut", on=True)
        assert friend.ask("POST", f"/api/tables/{table}/rematch").json["seats"] == [1]


@in_event_loop
async def test_a_host_gives_a_kept_seat_away(house: RunningHouse) -> None:
    host, friend, stranger = Browser(house.port), Browser(house.port), Browser(house.port)
    table = await finished(house, host, friend)
    again = host.ask("POST", f"/api/tables/{table}/rematch").json["table"]
    async with at_table(host, again, 0) as ada:
        assert (await ada.do("arrange", seat=1, level=None))["t"] == "done"
        assert stranger.sit(again, "Bo") == 1


# Undo


@in_event_loop
async def test_a_choice_is_taken_back_until_all_have_chosen(house: RunningHouse) -> None:
    async with at_new_table(Browser(house.port), "chefs_choice", "mmmm") as guests:
        one, other, third, fourth = guests
        await deal(*guests)
        assert one.position is not None
        assert not one.position["can_undo"]
        assert "nothing to take back" in one.position["why_not_undo"]
        await one.play(one.offers[0])
        await other.until(lambda message: message["t"] == "update" and message["position"]["moves"] == 1)
        await other.play(other.offers[0])
        assert one.position["can_undo"]
        assert one.position["why_not_undo"] == ""
        assert (await one.do("undo", id="u"))["t"] == "done"
        assert (await one.do("undo", id="u"))["t"] == "done", "a repeat counts once"
        assert (one.position["moves"], one.position["actors"]) == (1, [0, 2, 3])
        assert one.offers
        assert (await third.do("undo"))["reason"] == "illegal"
        for guest in (one, third, fourth):
            while not guest.offers:
                await guest.hear()
            await guest.play(guest.offers[0])
        await one.until(lambda message: message["t"] == "update" and message["position"]["moves"] == 4)
        assert not one.position["can_undo"]
        assert (await one.do("undo"))["reason"] == "illegal", "what was revealed stays"


# Pace


@in_event_loop
async def test_whoever_plays_with_bots_alone_sets_their_pace(house: RunningHouse) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "mr", pace="slow")
    async with at_table(browser, table, 0) as one:
        await deal(one)
        assert (await one.do("pace", pace="none"))["t"] == "done"
        while one.table["pace"] != "none":
            await one.hear()
        assert (await one.do("pace", pace="hectic"))["reason"] == "unreadable"
    async with at_table(browser, table, 0) as again:
        assert again.table["pace"] == "none", "it stays so"


@in_event_loop
async def test_among_people_the_host_sets_the_pace(house: RunningHouse) -> None:
    async with host_and_friend(house, "mor") as (ada, bo):
        await deal(ada, bo)
        assert (await bo.do("pace", pace="slow"))["reason"] == "not_allowed"
        assert (await ada.do("pace", pace="slow"))["t"] == "done"
        while bo.table["pace"] != "slow":
            await bo.hear()


# Pauses


@in_event_loop
async def test_a_pause_needs_all_who_are_there(house: RunningHouse) -> None:
    browser = Browser(house.port)
    table = browser.set_table("diner", "mm")
    async with at_table(browser, table, 0) as one, at_table(browser, table, 1) as other:
        await deal(one, other)
        assert (await one.do("pause", on=True))["t"] == "done"
        assert one.table["seats"][0]["wants_pause"]
        assert not one.table["paused"]
        assert (await other.do("pause", on=True))["t"] == "done"
        while not one.table["paused"]:
            await one.hear()
        offer = {"action": 0, "stamp": 0}
        answer = await one.do("move", **offer)
        assert (answer["reason"], one.offers) == ("paused", [])
        assert (await one.do("pause", on=False))["t"] == "done"
        while other.table["paused"] or not other.offers:
            await other.hear()
        assert (await other.play(other.offers[0]))["t"] == "done"


@in_event_loop
async def test_a_pause_begins_when_the_only_one_who_would_not_is_gone(house: RunningHouse) -> None:
    browser = Browser(house.port)
    for how in ("leaves", "closes the window"):
        table = browser.set_table("diner", "mm")
        async with at_table(browser, table, 0) as one:
            async with at_table(browser, table, 1) as other:
                await deal(one, other)
                assert (await one.do("pause", on=True))["t"] == "done"
                assert not one.table["paused"]
                if how == "leaves":
                    await other.say("leave")
            while not one.table["paused"]:
                await one.hear()


@in_event_loop
async def test_games_of_turns_need_no_pause(house: RunningHouse) -> None:
    async with at_new_table(Browser(house.port), "delectable", "mr") as (one,):
        await deal(one)
        assert (await one.do("pause", on=True))["reason"] == "not_now"


# Bots among themselves


@in_event_loop
async def test_bots_among_themselves_play_for_whoever_watches(house: RunningHouse) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "rr")
    async with at_table(browser, table, None) as guest:
        await guest.until(lambda message: message["t"] == "update" and message["position"]["sheet"] is not None)
        assert guest.table["phase"] == "over"
        assert guest.offers == []


# Long answers


def test_long_answers_are_compressed_for_whoever_can_read_that(house: RunningHouse) -> None:
    browser = Browser(house.port)
    plain = browser.ask("GET", "/api/games/ovens/rules")
    packed = browser.ask("GET", "/api/games/ovens/rules", headers={"Accept-Encoding": "gzip"})
    assert plain.headers["Content-Encoding"] is None
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert "Content-Security-Policy" in packed.headers
