"""An evening played without a house, always the same one, and shown to a browser as the house would show it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec
from playwright.sync_api import WebSocketRoute

from maitred.bots.clock import Clock
from maitred.bots.levels import bot, next_move
from maitred.kernel.chance import Stream
from maitred.server import showing
from maitred.server.messages import Update
from maitred.server.signing import SecretKey, Signer
from maitred.table.lines import Dealt, Line
from maitred.table.presence import Presence
from maitred.table.promise import fingerprint_of
from tests.page.visitor import Visitor, Words
from tests.table.scripted import ScriptedTable

LEVEL = "medium"
SEAT = 0
HEARD = 12
"""How many moves somebody sees happen before the moment that is looked at: a board tells of what has just been done."""
SEEDS = range(60)
EVENINGS_KEPT = 12
SIGNER = Signer(
    [SecretKey("01" * 32, "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c", "2026-11-17")]
)
FORGET = "localStorage.removeItem('maitred.promise.t.0')"

Moment = Callable[[Words, list[Words]], bool]
"""Whether this is it: the position as our seat sees it, and what was heard of the last move."""


class StagedEvening(ScriptedTable):
    """Bots play every seat, people's too; what our seat is told of each move is kept."""

    def __init__(self, game: str, seats: str, seed: int, level: str = LEVEL, zones: bool = False) -> None:
        super().__init__(game, seats, key=f"{seed:064x}")
        self.zones = zones
        self.presence = Presence(len(seats))
        for at in self.table.people():
            self.presence.came(at, 0)
        self.told: list[Words] = []
        """An update after the deal and after each move, each with the facts of the table at that time."""
        self.deal()
        chances = [Stream(seed, at) for at in range(len(seats))]
        bots = [bot(level, self.table.game) for _ in seats]
        clock = Clock([one.pace for one in bots], chances)
        while actors := self.table.actors():
            state = self.table.state
            if self.table.real_time:
                seat, action = next_move(state, bots, chances, clock)
            else:
                seat, action = actors[0], bots[actors[0]].decide(state, actors[0], chances[actors[0]])
            self.move(seat, action)

    def take(self, line: Line) -> None:
        """Apply a line to the table, and keep what is told of it once the cards are dealt."""
        if isinstance(line, Dealt) and line.transcript is not None:
            line.signature = SIGNER.sign_transcript(fingerprint_of(line.transcript))
        self.lines.append(line)
        log = self.table.hear(self.table.take(line), SEAT)
        if self.table.record is not None:
            position = showing.position(self.table, SEAT, 0, self.zones)
            update = msgspec.json.decode(msgspec.json.encode(Update(self.table.seq, log, position)))
            self.told.append({**update, "facts": msgspec.to_builtins(showing.facts(self.table, self.presence, 0))})

    def find(self, moment: Moment) -> int | None:
        """After how many moves the moment has come for the first time."""
        return next((at for at, told in enumerate(self.told) if moment(told["position"], told["log"])), None)

    def show(self, ann: Visitor, moves: int) -> None:
        """Let somebody sit at the table a little before that many moves, and see the rest of them happen."""
        first = max(0, moves - HEARD)
        tell = self.sit(ann, first, moves)
        for at in range(first + 1, moves + 1):
            tell(at)
        noticed = self.told[moves]["position"]["moves"]
        ann.page.locator(f'.table[data-moves="{noticed}"]').wait_for()
        assert ann.page.locator(".alarm").count() == 0

    def sit(self, ann: Visitor, first: int, moves: int) -> Teller:
        """Let somebody sit at the table after the first moves of so many; what is returned tells of more."""
        facts = self.told[moves]["facts"]
        here = {"table": facts, "seats": [SEAT], "host": True, "link": ""}
        log = [line for told in self.told[: first + 1] for line in told["log"]]
        position = self.told[first]["position"]
        welcome = {"t": "welcome", "version": "", "table": facts, "seat": SEAT, "host": True, "seq": first}
        welcome |= {"position": position, "log": log}
        teller = Teller(self)

        def answer(socket: WebSocketRoute) -> None:
            teller.socket = socket
            socket.on_message(lambda message: teller.said.append(json.loads(message)))
            socket.send(json.dumps(welcome))

        page = ann.page
        page.add_init_script(FORGET)  # all evenings are of the same table
        page.unroute_all()
        page.route("**/api/tables/t", lambda route: route.fulfill(json=here))
        page.route_web_socket(re.compile("/api/tables/t/socket"), answer)
        page.goto("/t/t")
        page.locator(".stage > *").first.wait_for()
        return teller


class Teller:
    """Tells one browser of an evening, as the house would."""

    def __init__(self, evening: StagedEvening) -> None:
        self.evening = evening
        self.socket: WebSocketRoute | None = None
        self.seq = 0
        self.said: list[Words] = []
        """What the page has sent since somebody sat down."""

    def __call__(self, at: int, since: int | None = None) -> None:
        """Tell of one more move, or of all moves since some other at once."""
        told = self.evening.told[at]
        first = at if since is None else since + 1
        log = [line for one in self.evening.told[first : at + 1] for line in one["log"]]
        self.seq = told["seq"]
        self.send({"t": told["t"], "seq": told["seq"], "log": log, "position": told["position"]})

    def send(self, message: Words) -> None:
        """Send any message of the house's."""
        assert self.socket is not None
        self.socket.send(json.dumps(message))


@lru_cache(EVENINGS_KEPT)
def kept_evening(game: str, seats: str, seed: int) -> StagedEvening:
    """An evening that several tests look at."""
    return StagedEvening(game, seats, seed)


def evening_with(
    game: str, seats: str, moments: dict[str, Moment], seeds: Sequence[int] = SEEDS
) -> tuple[StagedEvening, dict[str, int]]:
    """The first evening in which all these moments come, and after how many moves each does."""
    best: dict[str, int] = {}
    for seed in seeds:
        evening = kept_evening(game, seats, seed)
        found = {name: at for name, moment in moments.items() if (at := evening.find(moment)) is not None}
        if len(found) == len(moments):
            return evening, found
        best = max(best, found, key=len)
    missing = ", ".join(sorted(set(moments) - set(best)))
    raise AssertionError(
        f"None of {len(seeds)} evenings of {game} has all the moments to look at; one lacks: {missing}."
    )
