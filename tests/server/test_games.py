"""Whole games over real sockets: every game, several player counts, with people who lose their connection."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

import maitred
from maitred.cli import main
from maitred.kernel.record import Record, read_record
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, Guest, Message, RunningHouse, at_new_table, at_table, deal, play_on

TABLES: list[tuple[str, str, dict[str, str]]] = [
    ("chefs_choice", "mmmm", {}),
    ("chefs_choice", "mmrrrrre", {"tiles": "hidden"}),
    ("delectable", "mm", {}),
    ("delectable", "mermr", {}),
    ("diner", "mm", {}),
    ("diner", "mmmm", {"calls": "players", "relief": "on"}),
    ("diner", "mrd", {"pace": "calm"}),
    ("food_court", "me", {"rounds": "8"}),
    ("food_court", "mmmrrr", {"rounds": "2", "roles": "on"}),
    ("ovens", "md", {}),
    ("ovens", "mrmrm", {}),
]
EVERY = 10


class Wanderer:
    """Somebody who loses the connection at every tenth move, and sends the last move once more on return."""

    def __init__(self, browser: Browser, table: str, seat: int, seed: int) -> None:
        self.browser, self.table, self.seat = browser, table, seat
        self.chance = random.Random(seed)
        self.log: list[Message] = []
        self.last: int | None = None
        self.move: dict[str, Any] = {}
        self.answer: Message = {}
        self.returns = 0
        self.made = 0
        self.counted = 0

    async def play(self) -> None:
        """Play to the end of the game."""
        over = False
        while not over:
            query = "" if self.last is None else f"&last={self.last}"
            async with at_table(self.browser, self.table, self.seat, query) as guest:
                if self.last is None:
                    await guest.ready()
                else:
                    await self.return_to(guest)
                await self.play_some(guest)
                self.log += guest.log
                self.last = guest.seq
                over = guest.over

    async def return_to(self, guest: Guest) -> None:
        """Hear exactly what was missed; a move that is sent again counts once."""
        assert self.last is not None
        self.returns += 1
        assert all(line["seq"] > self.last for line in guest.log)
        if not guest.over:
            again = await guest.do("move", **self.move)
            assert again == self.answer, "the same answer to the same message"

    async def play_some(self, guest: Guest) -> None:
        """Play until the next tenth move."""
        while not guest.over:
            if not guest.offers:
                await guest.hear()
                continue
            offer = self.chance.choice(guest.offers)
            self.made += 1
            move = {"id": f"move{self.made}", "action": offer["action"], "stamp": offer["stamp"]}
            answer = await guest.do("move", **move)
            if answer["t"] == "done":
                self.move, self.answer = move, answer
                self.counted += 1
                if self.made % EVERY == 0:
                    return
            else:
                assert answer["reason"] in ("gone", "stale", "illegal", "not_now"), answer


async def look_on(guest: Guest) -> None:
    """Look on until the game is over."""
    while not guest.over:
        await guest.hear()


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@in_event_loop
async def test_a_whole_game(
    house: RunningHouse, tmp_path: Path, game: str, seats: str, options: dict[str, str]
) -> None:
    browser = Browser(house.port)
    table = browser.set_table(game, seats, options=options)
    commitment = browser.ask("GET", f"/api/tables/{table}").json["table"]["promise"]["key"]
    people = [seat for seat, letter in enumerate(seats) if letter == "m"]
    wanderers = [Wanderer(browser, table, seat, seat) for seat in people]
    async with at_table(browser, table, people[0]) as witness, at_table(Browser(house.port), table, None) as watcher:
        await asyncio.gather(look_on(witness), look_on(watcher), *[wanderer.play() for wanderer in wanderers])
    assert sum(wanderer.returns for wanderer in wanderers)
    assert wanderers[0].log == witness.log, "who was away has heard the same in the end"
    record = browser.ask("GET", f"/api/tables/{table}/record")
    check_record(record.body, commitment, witness, tmp_path)
    for wanderer in wanderers:
        counted = [move for move in record.json["moves"] if move[0] == wanderer.seat]
        assert len(counted) == wanderer.counted, "every move that was acknowledged counts, and counts once"
    check_replay(browser, table, witness)
    check_replay(browser, table, watcher)


def check_record(body: bytes, commitment: str, guest: Guest, folder: Path) -> None:
    """The record is true, and its key is the one that was promised before anybody sat down."""
    told = json.loads(body)
    assert guest.position is not None
    proof = guest.position["proof"]
    transcript = proof["transcript"]
    listed = transcript["attempts"][-1]["list"]
    assert told["chance"] == {"kind": "promised", "key": proof["key"], "nonces": proof["nonces"], "list": listed}
    assert told["proof"]["transcript"] == transcript
    assert hashlib.sha256(bytes.fromhex(proof["key"])).hexdigest() == commitment == listed["terms"]["key"]
    assert guest.keeper is not None
    assert guest.keeper.verdict() == "The shuffle is the one that was promised to you, and your number is in it."
    assert len(moves_noticed(body.decode(), guest.seat)) - 1 == guest.position["moves"]
    file = folder / "game.json"
    file.write_bytes(body)
    assert main(["verify", str(file)]) == 0


def moves_noticed(text: str, eyes: int | None) -> list[int]:
    """After how many moves a seat, or a spectator, saw something new: some are nobody's business but the mover's."""
    true = read_record(text, {game.id: game for game in maitred.all_games()})
    again = Record(true.game, true.state.players, true.facts["chance"], true.facts["options"])
    noticed = [0]
    for at, (seat, action, ms) in enumerate(true.moves, 1):
        if seat == eyes or not again.state.silent(seat, action):
            noticed.append(at)
        again.play(seat, action, ms)
    return noticed


def check_replay(browser: Browser, table: str, guest: Guest) -> None:
    """The replay shows what was seen live."""
    reel = browser.ask("GET", f"/api/tables/{table}/replay").json
    eyes = "" if guest.seat is None else f"&eyes={guest.seat}"
    frames: list[Message] = []
    while len(frames) <= len(reel["moves"]):
        got = browser.ask("GET", f"/api/tables/{table}/replay/frames?first={len(frames)}&count=60{eyes}").json
        assert got["first"] == len(frames)
        frames += got["frames"]
    assert len(frames) == len(reel["moves"]) + 1
    noticed = moves_noticed(browser.ask("GET", f"/api/tables/{table}/record").body.decode(), guest.seat)
    assert set(guest.seen) == set(range(len(noticed)))
    for moves, seen in guest.seen.items():
        shown = frames[noticed[moves]]["position"]
        for part in ("view", "prompt", "actors", "sheet"):
            assert shown[part] == seen[part], (moves, part)
    told = [(line["text"], line["about"]) for line in guest.log if line["kind"] == "game"]
    assert [(line["text"], line["about"]) for frame in frames for line in frame["log"]] == told


@in_event_loop
async def test_bots_play_in_real_time(house: RunningHouse) -> None:
    async with at_new_table(Browser(house.port), "diner", "mr") as (guest,):
        await guest.ready()
        assert guest.table["phase"] == "seating" or guest.table["real_time"]
        await play_on(guest, lambda offers: offers[0], 1)
        await guest.until(lambda message: any(line["seat"] == 1 for line in message.get("log", [])))
        assert guest.table["real_time"]


@in_event_loop
async def test_skipping_lets_slow_bots_move_at_once(house: RunningHouse) -> None:
    async with at_new_table(Browser(house.port), "chefs_choice", "mrrr", pace="slow") as (guest,):
        await deal(guest)
        await guest.play(guest.offers[0])
        assert (await guest.do("skip"))["t"] == "done"
        await guest.until(lambda message: message["t"] == "update" and 0 in message["position"]["actors"])
        assert guest.position is not None
        assert guest.position["moves"] >= 4
