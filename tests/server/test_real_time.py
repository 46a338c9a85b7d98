"""Moves of several people at the same moment: one order for all, and nothing of a choice before all have chosen."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import AsyncExitStack

from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, Guest, Message, RunningHouse, at_table, deal

GRABS = 200


async def sit_together(stack: AsyncExitStack, house: RunningHouse, game: str, seats: int) -> tuple[str, list[Guest]]:
    """People at a table whose cards are dealt, each from a browser of their own."""
    host = Browser(house.port)
    table = host.set_table(game, "m" + "o" * (seats - 1))
    guests = [await stack.enter_async_context(at_table(host, table, 0))]
    for seat in range(1, seats):
        browser = Browser(house.port)
        browser.sit(table, f"Guest {seat}", seat)
        guests.append(await stack.enter_async_context(at_table(browser, table, seat)))
    await deal(*guests)
    for guest in guests:
        if guest.position is None:
            await guest.until(lambda message: message["t"] == "update")
    return table, guests


async def caught_up(guest: Guest, moves: int) -> None:
    """Wait until a guest has seen so many moves."""
    while guest.position is None or guest.position["moves"] < moves:
        await guest.hear()


async def answer_to(guest: Guest, id: str) -> Message:
    """The answer to a message, which may have come already."""
    for text in reversed(guest.received):
        message: Message = json.loads(text)
        if message.get("id") == id:
            return message
    return await guest.until(lambda message: message.get("id") == id)


def common_grab(one: Guest, other: Guest) -> Message | None:
    """An action that both are offered and that only one of them can take."""
    mine = {(offer["action"], offer["stamp"]): offer for offer in one.offers if offer["verb"] in ("seat", "draw")}
    for offer in other.offers:
        if (offer["action"], offer["stamp"]) in mine:
            return offer
    return None


@in_event_loop
async def test_of_two_who_grab_the_same_exactly_one_is_faster(house: RunningHouse) -> None:
    grabs = 0
    while grabs < GRABS:
        async with AsyncExitStack() as stack:
            _, guests = await sit_together(stack, house, "diner", 2)
            grabs += await grab_on(guests, GRABS - grabs)


async def grab_on(guests: list[Guest], most: int) -> int:
    """Let two grab the same until the game is over; how often they did."""
    grabs = 0
    orders: list[list[tuple[int, Message | None]]] = [[], []]
    while grabs < most and not guests[0].over:
        grab = common_grab(*guests)
        moves = guests[0].position["moves"] if guests[0].position is not None else 0
        if grab is None:
            # Only one may act: they pass a token on by acting.
            actor = guests[0] if guests[0].offers else guests[1]
            assert (await actor.play(actor.offers[0]))["t"] == "done"
        else:
            move = {"action": grab["action"], "stamp": grab["stamp"]}
            sent = await asyncio.gather(*[guest.say("move", **move) for guest in guests])
            answers = await asyncio.gather(*[answer_to(guest, id) for guest, id in zip(guests, sent, strict=True)])
            winners = [seat for seat, answer in enumerate(answers) if answer["t"] == "done"]
            assert len(winners) == 1
            late = answers[1 - winners[0]]
            for guest in guests:
                await caught_up(guest, moves + 1)
            if guests[0].over:
                assert (late["t"], late["reason"]) == ("refused", "not_now"), "the last grab has closed the diner"
            else:
                assert (late["t"], late["reason"]) == ("refused", "gone")
                assert late["text"] == f"Gone: {{{winners[0]}}} was faster."
                grabs += 1
        for guest in guests:
            await caught_up(guest, moves + 1)
    for guest, order in zip(guests, orders, strict=True):
        order += [(line["seq"], line["about"]) for line in guest.log]
    assert orders[0] == orders[1], "all see the same order"
    return grabs


@in_event_loop
async def test_four_who_act_whenever_they_can_see_the_same_order(house: RunningHouse) -> None:
    async with AsyncExitStack() as stack:
        table, guests = await sit_together(stack, house, "diner", 4)

        async def rush(guest: Guest) -> None:
            while not guest.over:
                if guest.offers:
                    answer = await guest.play(guest.offers[0])
                    assert answer["t"] == "done" or answer["reason"] in ("gone", "illegal", "not_now"), answer
                else:
                    await guest.hear()

        await asyncio.gather(*[rush(guest) for guest in guests])
        logs = [[(line["seq"], line["seat"], line["about"]) for line in guest.log] for guest in guests]
        assert logs[1:] == logs[:1] * 3
        record = Browser(house.port).ask("GET", f"/api/tables/{table}/record").json
        stamps = [ms for _, _, ms, _ in record["moves"]]
        assert stamps == sorted(stamps)


@in_event_loop
async def test_nothing_of_a_choice_is_told_before_all_have_chosen(house: RunningHouse) -> None:
    async with AsyncExitStack() as stack:
        _, guests = await sit_together(stack, house, "chefs_choice", 8)
        assert all(guest.offers for guest in guests), "all eight choose at once"
        started = [len(guest.received) for guest in guests]
        first = [view_of(guest) for guest in guests]
        chance = random.Random(8)
        offers = [chance.choice(guest.offers) for guest in guests]
        moves = [{"action": offer["action"], "stamp": offer["stamp"]} for offer in offers]
        await asyncio.gather(*[guest.say("move", **move) for guest, move in zip(guests, moves, strict=True)])
        for guest in guests:
            await caught_up(guest, 8)
        heard = 0
        for seat, guest in enumerate(guests):
            chose = False
            for text in guest.received[started[seat] :]:
                message = json.loads(text)
                if message["t"] != "update" or message["position"]["moves"] >= 8:
                    continue
                for line in message["log"]:
                    chose = chose or line["seat"] == seat
                    if line["seat"] != seat:
                        heard += 1
                        assert without_seat(line) == {"text": "{} has chosen.", "about": {"event": "choose"}}
                if not chose:
                    assert changed(first[seat], message["position"]["view"]) <= {"actors", "decided"}
        assert heard > 8


def view_of(guest: Guest) -> Message:
    """What a guest sees."""
    assert guest.position is not None
    view: Message = guest.position["view"]
    return view


def without_seat(line: Message) -> Message:
    """A line of the log without who it is about, and when."""
    text = line["text"].replace(f"{{{line['seat']}}}", "{}")
    about = {key: value for key, value in (line["about"] or {}).items() if key != "seat"}
    return {"text": text, "about": about}


def changed(before: Message, after: Message) -> set[str]:
    """The parts of a view that have changed."""
    return {key for key in after if after[key] != before[key]}
