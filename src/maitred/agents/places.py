"""Where agents sit: which seat a handle leads to."""

from __future__ import annotations

import re
import secrets
import threading
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

import maitred
from maitred.agents.house import OwnHouse
from maitred.agents.live import LiveSeat
from maitred.agents.seat import Seat
from maitred.bots.levels import EXPERT, LEVELS, bot
from maitred.cli.folder import write_whole
from maitred.cli.remote import credentials
from maitred.cli.remote.claiming import new_credentials, with_names
from maitred.cli.remote.credentials import SeatCredentials
from maitred.cli.remote.table_api import HouseRefusal, TableApi, open_link
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.words import counted
from maitred.server.http_messages import NewTable, Seated, SeatWish
from maitred.table.text import cleaned

HANDLE: Final = re.compile(r"seat-[A-Za-z0-9_-]{22}")
NAMELESS: Final = "Agent"
MOST_OPEN: Final = 48
"""How many seats are held open at the same time; one that is asked for again is opened again."""


class Sit(Struct, forbid_unknown_fields=True):
    """Sit down: at a new table of `game`, or at a live table by its `link`."""

    game: Annotated[str, Meta(description="the id of a game, for a new table of your own", max_length=40)] | None = None
    link: Annotated[str, Meta(description="the link of a live table: http://…/t/…", max_length=500)] | None = None
    name: Annotated[str, Meta(description="your name at the table", max_length=24)] = NAMELESS
    players: Annotated[int, Meta(description="seats at a new table (default: the fewest)", ge=1, le=8)] | None = None
    bots: Annotated[
        list[str],
        Meta(
            description=f"levels of bots at a new table, one for all or one each: {', '.join((*LEVELS, EXPERT))}",
            max_length=8,
        ),
    ] = msgspec.field(default_factory=lambda: ["medium"])
    open_seats: Annotated[
        int, Meta(description="seats of a new table that are left open for others, who come by its link", ge=0, le=7)
    ] = 0
    options: Annotated[dict[str, str], Meta(description="options of a new game (see games)", max_length=20)] = {}
    hints: Annotated[bool, Meta(description="whether hints are allowed at a new table")] = True
    seat: (
        Annotated[int, Meta(description="at a live table: a seat, counted from 1 (default: an open one)", ge=1, le=8)]
        | None
    ) = None


class Handle(Struct):
    """What a handle leads to."""

    table: str
    seat: int
    origin: str
    """The house; empty for one's own, whose address changes."""


def new_handle() -> str:
    """A handle that nobody can guess."""
    return f"seat-{secrets.token_urlsafe(16)}"


def no_such(handle: str) -> BadSetup:
    """The refusal of a handle."""
    return BadSetup(f"There is no seat {handle[:40]!r} here: sit down first, and use the handle that sit gives you.")


class Place(ABC):
    """Somewhere agents can sit."""

    @abstractmethod
    def sit(self, wish: Sit) -> str:
        """Sit down; returns the handle of the seat."""

    @abstractmethod
    def seat(self, handle: str) -> Seat:
        """The seat of a handle, or a refusal."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections; seats are kept."""


def bots_wanted(game: Game, wish: Sit) -> list[str]:
    """The levels of the bots at a new table, checked."""
    if wish.seat is not None:
        raise BadSetup("seat is for live tables: at a table of your own you sit at the first seat.")
    players = wish.players or max(game.min_players, 1 + wish.open_seats)
    game.check_players(players)
    others = players - 1 - wish.open_seats
    if others < 0:
        raise BadSetup(f"{counted(wish.open_seats, 'open seat')} and yours are more than {counted(players, 'player')}.")
    levels = wish.bots
    for level in levels:
        bot(level, game)
    if len(levels) == 1:
        levels = levels * others
    if len(levels) != others:
        raise BadSetup(f"{counted(len(levels), 'level')} for {counted(others, 'bot')}: give one for all or one each.")
    return levels


class Houses(Place):
    """Live tables: those of a house of one's own, and any that a link leads to. Handles are kept in files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.own_house = OwnHouse(folder)
        self.lock = threading.Lock()
        self.seats: dict[str, LiveSeat] = {}
        # Apart from those of `maitred join`, which must not come back to an agent's seat.
        credentials.keep_in(folder / "seats")

    def close(self) -> None:
        with self.lock:
            seats, self.seats = list(self.seats.values()), {}
        for seat in seats:
            seat.close()
        self.own_house.close()

    # Sitting down

    def sit(self, wish: Sit) -> str:
        if (wish.game is None) == (wish.link is None):
            raise BadSetup("Say either which game to play at a new table, or the link of a live one.")
        if wish.link is not None:
            return self.join(wish, wish.link)
        assert wish.game is not None
        game = maitred.game(wish.game)
        game.new(wish.players or max(game.min_players, 1 + wish.open_seats), 0, wish.options)
        levels = bots_wanted(game, wish)
        seats = [SeatWish("me"), *[SeatWish("bot", level) for level in levels]]
        seats += [SeatWish("open")] * wish.open_seats
        origin = self.own_house.origin()
        told = NewTable(
            game=game.id, seats=seats, name=clean_name(wish), options=wish.options, hints=wish.hints, pace="none"
        )
        seated, tokens = TableApi(origin, "").ask("POST", "/api/tables", Seated, "", told)
        api = TableApi(origin, seated.table)
        own = new_credentials(api, api.look("").table, 0, tokens[0], clean_name(wish))
        return self.keep(own, "")

    def join(self, wish: Sit, link: str) -> str:
        """Sit down at a live table; every call takes a seat of its own, as other agents may use this server too."""
        api, code, _ = open_link(link)
        if code is not None:
            raise BadSetup("Private links move a person's seat to another device; give the link of the table.")
        table = api.look("").table
        try:
            _, tokens = api.sit(clean_name(wish), None if wish.seat is None else wish.seat - 1, "")
        except HouseRefusal as refusal:
            raise BadSetup(with_names(str(refusal), table)) from refusal
        for seat, token in tokens.items():
            return self.keep(new_credentials(api, table, seat, token, clean_name(wish)), api.origin)
        raise api.no_house()

    def keep(self, own: SeatCredentials, origin: str) -> str:
        """Keep a seat under a new handle."""
        handle = new_handle()
        try:
            write_whole(self.file(handle), msgspec.json.encode(Handle(own.table, own.seat, origin)).decode())
        except OSError as problem:
            raise BadSetup(f"Your seat cannot be saved in {self.folder}: {problem.strerror or problem}.") from problem
        return handle

    def file(self, handle: str) -> Path:
        """Where a handle is kept."""
        return self.folder / "handles" / f"{handle}.json"

    # Coming back

    def seat(self, handle: str) -> Seat:
        if HANDLE.fullmatch(handle) is None:
            raise no_such(handle)
        try:
            kept = msgspec.json.decode(self.file(handle).read_bytes(), type=Handle)
            file = credentials.file_of(kept.table, kept.seat)
            own = msgspec.json.decode(file.read_bytes(), type=SeatCredentials)
        except FileNotFoundError:
            raise no_such(handle) from None
        except (OSError, msgspec.DecodeError) as problem:
            raise BadSetup(f"The seat {handle} cannot be read: {problem}.") from problem
        origin = kept.origin or self.own_house.origin()
        with self.lock:
            open_seat = self.seats.pop(handle, None)
            if open_seat is not None and (open_seat.ended or open_seat.api.origin != origin):
                open_seat.close()
                open_seat = None
            if open_seat is None:
                own.origin = origin
                open_seat = LiveSeat(TableApi(origin, kept.table), own)
            self.seats[handle] = open_seat  # the one that was asked for last is the last
            longest_ago = [self.seats.pop(next(iter(self.seats)))] if len(self.seats) > MOST_OPEN else []
        for seat in longest_ago:
            seat.close()
        return open_seat


def clean_name(wish: Sit) -> str:
    """A name that tables accept."""
    return cleaned(wish.name.replace("{", "").replace("}", "")) or NAMELESS
