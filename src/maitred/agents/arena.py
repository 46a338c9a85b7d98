"""Agents and our levels at the same tables: every deal is played once from every seat by everybody.

An agent is a process. It finds a server of the Model Context Protocol at MAITRED_MCP_URL and its seat's handle in
MAITRED_SEAT, plays one game and ends.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import anyio
import msgspec

from maitred.agents.local import LocalPlace, LocalSeat, LocalTable
from maitred.agents.places import Sit, new_handle
from maitred.agents.ratings import Played
from maitred.agents.server import PATH, build_server, http_app, http_server
from maitred.agents.tools import Tools
from maitred.bots.levels import bot
from maitred.cli.local.seating import Player
from maitred.cli.local.session import Session
from maitred.kernel.errors import BadSetup, Refused
from maitred.kernel.game import Game
from maitred.kernel.record import Record
from maitred.server.serve import listen

AGENT: Final = "mcp:"
LOOK_SECONDS: Final = 0.05
GOODBYE_SECONDS: Final = 5.0
FORMAT: Final = 1


@dataclass(frozen=True)
class Contestant:
    """Somebody who plays in an arena: an agent by its command, or a level."""

    name: str
    command: tuple[str, ...] = ()

    @property
    def level(self) -> str | None:
        """The level of a bot; None for an agent."""
        return None if self.command else self.name


def contestants_of(seats: Sequence[str], game: Game) -> list[Contestant]:
    """The contestants of a command line, or a refusal."""
    found: list[Contestant] = []
    for told in seats:
        if not told.startswith(AGENT):
            bot(told, game)
            found.append(Contestant(told))
            continue
        try:
            command = shlex.split(told.removeprefix(AGENT))
        except ValueError as problem:
            raise BadSetup(f"The command {told!r} cannot be read: {problem}.") from problem
        if not command:
            raise BadSetup("An agent is written mcp:COMMAND, such as mcp:'python agent.py'.")
        found.append(Contestant(Path(command[-1]).name if len(command) > 1 else command[0], tuple(command)))
    game.check_players(len(found))
    return found


def names_of(contestants: Sequence[Contestant]) -> list[str]:
    """Their names, with a number where several have the same."""
    named = [each.name for each in contestants]
    return [f"{name} {named[: at + 1].count(name)}" if named.count(name) > 1 else name for at, name in enumerate(named)]


class ArenaPlace(LocalPlace):
    """The seats of the game that is being played."""

    def __init__(self) -> None:
        super().__init__()
        self.tokens: dict[str, int] = {}

    def sit(self, wish: Sit) -> str:
        raise BadSetup("In an arena you have a seat already: its handle is in MAITRED_SEAT.")

    def report(self, arguments: Mapping[str, Any], tokens: int) -> None:
        """Add what an agent says it has used."""
        handle = arguments.get("seat")
        if isinstance(handle, str) and handle in self.seats:
            self.tokens[handle] = self.tokens.get(handle, 0) + tokens


@contextmanager
def served(place: ArenaPlace) -> Iterator[str]:
    """The address of a server for the seats of a place, which runs in a thread."""
    taken = listen("127.0.0.1", 0)
    server = http_server(http_app(build_server(Tools(place, next_turn_seconds=0), place.report)))
    thread = threading.Thread(target=lambda: anyio.run(lambda: server.serve(sockets=[taken])), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{taken.getsockname()[1]}{PATH}"
    finally:
        server.should_exit = True
        thread.join(GOODBYE_SECONDS)
        taken.close()


class Agent:
    """The process of an agent for one game."""

    def __init__(self, command: Sequence[str], url: str, handle: str) -> None:
        words = [word.replace("{url}", url).replace("{seat}", handle) for word in command]
        environment = {**os.environ, "MAITRED_MCP_URL": url, "MAITRED_SEAT": handle}
        try:
            self.process = subprocess.Popen(
                words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
            )
        except OSError as problem:
            raise BadSetup(f"The agent {words[0]!r} cannot be started: {problem.strerror or problem}.") from problem

    def end(self) -> None:
        """Let the process end, or end it with everything it has started."""
        try:
            self.process.wait(GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End the process at once, with everything it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@dataclass(frozen=True)
class Arena:
    """Who plays what, and how often."""

    game: Game
    contestants: Sequence[Contestant]
    options: Mapping[str, object]
    cards: Path | None
    seed: int
    patience: float
    """The seconds an agent has for a decision."""

    def fingerprint(self) -> str:
        """A digest of everything that decides what is played."""
        told = [
            FORMAT,
            self.game.id,
            self.game.rules_version,
            [[each.name, *each.command] for each in self.contestants],
            sorted([(name, str(value)) for name, value in self.options.items()]),
            self.record(0).facts["cards"]["digest"],
            self.seed,
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()

    def record(self, deal: int) -> Record:
        """The beginning of a deal."""
        options = {**self.game.at_keyboard(), **self.options}
        chance = {"kind": "stream", "seed": self.seed + deal}
        return Record(self.game, len(self.contestants), chance, options, self.cards)

    def play(self, place: ArenaPlace, url: str, deal: int, rotation: int) -> Played:
        """One game: the deal with everybody moved on by so many seats."""
        many = len(self.contestants)
        at_seat = [(seat - rotation) % many for seat in range(many)]
        names = names_of(self.contestants)
        players = [Player(names[each], self.contestants[each].level) for each in at_seat]
        session = Session(self.record(deal), players, with_hints=False)
        # At a table in the terminal bots think for a moment only; here they have their whole budget.
        session.bots = {
            seat: bot(player.level, self.game) for seat, player in enumerate(players) if player.level is not None
        }
        table = LocalTable(session)
        handles = {seat: new_handle() for seat in session.people}
        seats = {seat: LocalSeat(table, seat) for seat in handles}
        place.seats = {handles[seat]: each for seat, each in seats.items()}
        place.tokens = {}
        agents: dict[int, Agent] = {}
        gave_up: tuple[int, str] | None = None
        try:
            for seat, handle in handles.items():
                agents[seat] = Agent(self.contestants[at_seat[seat]].command, url, handle)
            gave_up = self.watch(table, agents)
        except BaseException:
            table.close("The arena was closed.")
            for agent in agents.values():
                agent.kill()
            raise
        for seat, agent in agents.items():
            if gave_up is not None and gave_up[0] == seat:
                agent.kill()
            else:
                agent.end()
        ranking = session.state.ranking() if gave_up is None else left_over(many, gave_up[0])
        scores = session.state.scores()
        seat_of = [at_seat.index(each) for each in range(many)]
        return Played(
            deal=deal,
            rotation=rotation,
            ranking=[sorted([at_seat[seat] for seat in tied]) for tied in ranking],
            scores=[scores[seat] for seat in seat_of],
            seconds=[[round(s, 4) for s in seats[seat].seconds] if seat in seats else [] for seat in seat_of],
            tokens=[place.tokens.get(handles[seat]) if seat in handles else None for seat in seat_of],
            forfeits={} if gave_up is None else {at_seat[gave_up[0]]: gave_up[1]},
        )

    def watch(self, table: LocalTable, agents: Mapping[int, Agent]) -> tuple[int, str] | None:
        """Wait for the end; a seat whose agent ends early or thinks too long gives the game up."""
        while True:
            with table.changed:
                table.changed.wait_for(lambda: table.over, LOOK_SECONDS)
                if table.over:
                    return None
                asked, since = table.asked, time.monotonic() - table.asked_at
                assert asked is not None
                code = agents[asked].process.poll()
                if code is not None:
                    why = f"ended before the game did (exit code {code})"
                elif since > self.patience:
                    why = f"took longer than {self.patience:g} seconds for a decision"
                else:
                    continue
            table.close(f"The game is over: an agent {why}.")
            return asked, why


def left_over(many: int, loser: int) -> list[list[int]]:
    """The ranking of a game that one player gave up."""
    return [[seat for seat in range(many) if seat != loser], [loser]]


class GameJournal:
    """The games that were played, a line each, in a file beside the report."""

    def __init__(self, file: Path, arena: Arena) -> None:
        self.file = file
        self.head = arena.fingerprint()
        self.games: list[Played] = []

    def begin(self, resume: bool) -> Self:
        """Begin anew, or go on with what is there."""
        if not resume:
            self.write(f"{self.head}\n", "w")
            return self
        if not self.file.exists():
            raise BadSetup(f"There is nothing to go on with: {self.file.name} is not there.")
        head, *lines = self.file.read_text(encoding="utf-8").rpartition("\n")[0].split("\n")
        if head != self.head:
            raise BadSetup(f"{self.file.name} was played with other arguments; without --resume it is begun anew.")
        self.games = [msgspec.json.decode(line, type=Played) for line in lines]
        self.write("\n".join([head, *lines]) + "\n", "w")  # without a last line that was cut short
        return self

    def add(self, game: Played) -> None:
        """Keep another game."""
        self.write(msgspec.json.encode(game).decode() + "\n", "a")
        self.games.append(game)

    def write(self, text: str, mode: str) -> None:
        """Write to the file, or say why not."""
        try:
            with self.file.open(mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as problem:
            raise BadSetup(f"{self.file} cannot be written: {problem.strerror or problem}.") from problem


def run(arena: Arena, deals: int, kept: GameJournal, tell: Callable[[int], None]) -> bool:
    """Play all that has not been played yet; False if it was stopped by Ctrl-C."""
    done = {(game.deal, game.rotation) for game in kept.games}
    place = ArenaPlace()
    try:
        with served(place) as url:
            for deal in range(deals):
                for rotation in range(len(arena.contestants)):
                    if (deal, rotation) not in done:
                        kept.add(arena.play(place, url, deal, rotation))
                    tell(len(kept.games))
    except KeyboardInterrupt:
        if not kept.games:
            raise Refused("Stopped before the first game was over; there is nothing to report.") from None
        return False
    return True
