"""The HTTP endpoints of the coach: reviews, playing on from a moment, and puzzles. With them the list is complete."""

from __future__ import annotations

import datetime
import secrets
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

import maitred
from maitred.coach import puzzles
from maitred.coach.course import course_of
from maitred.coach.puzzles import FIRST_DAY, Puzzle
from maitred.kernel.chance import SEED_LIMIT
from maitred.kernel.deck_text import as_toml
from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.kernel.record import Record
from maitred.kernel.state import State
from maitred.kernel.words import addressed
from maitred.server import showing
from maitred.server.api import finished, new_table, signed_record
from maitred.server.endpoint import (
    Context,
    Wrong,
    address_of,
    answer,
    endpoint,
    game_in_path,
    read_body,
    whole,
)
from maitred.server.house import TOO_MUCH_WORK, Prepared
from maitred.server.http_messages import (
    NewTable,
    PlayOn,
    PuzzleFacts,
    PuzzleHint,
    PuzzleList,
    PuzzlesOfGame,
    PuzzleSolution,
    PuzzleTry,
    ReviewFacts,
    ReviewWish,
    Seated,
    SeatWish,
)
from maitred.server.reviews import OFF, Key
from maitred.server.study_api import ENDPOINTS
from maitred.table import lines
from maitred.table.presence import Presence
from maitred.table.table import Table

__all__ = ["ENDPOINTS"]

DAY: Any = ("day", {"type": "string", "format": "date"}, "The day in UTC, as 2026-12-31; without it, today.")


# Reviews


@endpoint(
    "POST", "/api/tables/{table}/review", ReviewFacts, ReviewWish, problems=(400, 404, 409, 413, 415, 422, 429, 503)
)
async def begin_review(context: Context, request: Request) -> Response:
    """Review a finished game for a seat: in the background, first rough and then finer."""
    house, address = context.house, address_of(request)
    wish: ReviewWish = await read_body(request, ReviewWish, house.limits.body_bytes)
    table = await finished(context, request)
    if wish.seat >= len(table.seats):
        raise Wrong(422, "unreadable", f"There is no seat {wish.seat + 1} at this table of {len(table.seats)}.")
    key = Key(table.was_set.table, wish.seat, wish.open_cards)
    if house.reviews.find(key) is None and not house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    if not house.reviews.seconds:
        raise Wrong(409, "not_now", OFF)
    try:
        house.reviews.add(key, await house.apart(address, signed_record, house.signer, table), address)
    except Refused as refusal:
        raise Wrong(409, "not_now", str(refusal)) from refusal
    return answer(review_facts(context, key))


@endpoint(
    "GET",
    "/api/tables/{table}/review",
    ReviewFacts,
    query=(
        ("seat", {"type": "integer", "minimum": 0}, "The seat whose decisions are judged."),
        ("open_cards", {"type": "integer", "minimum": 0, "maximum": 1}, "1: chances over time with all cards open."),
    ),
    problems=(404, 409, 422, 503),
)
async def see_review(context: Context, request: Request) -> Response:
    """How far a review has come, with what it has found."""
    table = await finished(context, request)
    seat = whole(request, "seat", 0, 0, len(table.seats) - 1) or 0
    open_cards = bool(whole(request, "open_cards", 0, 0, 1))
    return answer(review_facts(context, Key(table.was_set.table, seat, open_cards)))


def review_facts(context: Context, key: Key) -> ReviewFacts:
    """What is told of a review."""
    reviews = context.house.reviews
    found = reviews.find(key)
    if found is None:
        return ReviewFacts("none", key.seat, key.open_cards, bool(reviews.seconds), 0, None)
    waiting = reviews.waiting()
    ahead = waiting.index(key) + 1 if key in waiting else 0
    return ReviewFacts(found.state, key.seat, key.open_cards, bool(reviews.seconds), ahead, found.told)


@endpoint("POST", "/api/tables/{table}/play-on", Seated, PlayOn, problems=(400, 404, 409, 413, 415, 422, 429, 503))
async def play_on(context: Context, request: Request) -> Response:
    """Play a finished game on from any moment, against bots, from what a seat knew there."""
    house, address = context.house, address_of(request)
    wish: PlayOn = await read_body(request, PlayOn, house.limits.body_bytes)
    table = await finished(context, request)
    record = table.record
    assert record is not None
    if wish.seat >= len(table.seats) or wish.move >= len(record.moves):
        raise Wrong(422, "unreadable", "There is no such seat or move in this game.")
    if not house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    seats = [SeatWish("me") if at == wish.seat else SeatWish("bot", wish.level) for at in range(len(table.seats))]
    was_set = table.was_set
    cards = None if was_set.cards is None else as_toml(was_set.cards)
    new = NewTable(table.game.id, seats, wish.name, dict(was_set.options), cards=cards)
    known = await house.apart(address, moment_of, record, wish.move, wish.seat)
    seed = secrets.randbelow(SEED_LIMIT)
    return await new_table(context, request, new, Prepared(table.game.dump(known), seed))


def moment_of(record: Record, move: int, seat: int) -> State:
    """A moment of a finished game with everything dealt anew that the seat did not know."""
    return course_of(record).known(move, seat)


# Puzzles


def today() -> datetime.date:
    """The day in UTC."""
    return datetime.datetime.now(datetime.UTC).date()


def day_in(request: Request) -> datetime.date:
    """The day that a request asks for, which has begun."""
    return past_day(request.query_params.get("day"))


def past_day(text: str | None) -> datetime.date:
    """A day that has begun."""
    try:
        day = today() if text is None else puzzles.day_of(text)
    except Refused as refusal:
        raise Wrong(422, "unreadable", str(refusal)) from refusal
    if not FIRST_DAY <= day <= today():
        raise Wrong(422, "unreadable", f"There is a dish of the day from {FIRST_DAY.isoformat()} to today.")
    return day


def puzzle_for(game: Game, day: datetime.date) -> tuple[int, Puzzle]:
    """The puzzle of a day."""
    try:
        return puzzles.puzzle_of(game, day)
    except Refused as refusal:
        raise Wrong(404, "unknown", str(refusal)) from refusal


@endpoint("GET", "/api/puzzles", PuzzleList)
async def list_puzzles(context: Context, request: Request) -> Response:
    """The dish of the day of every game that has puzzles."""
    day = today()
    told = []
    for game in maitred.all_games():
        count = len(puzzles.pool(game))
        if count:
            told.append(PuzzlesOfGame(game.id, count, puzzle_for(game, day)[1].difficulty()))
    return answer(PuzzleList(day.isoformat(), FIRST_DAY.isoformat(), told))


@endpoint("GET", "/api/puzzles/{game}", PuzzleFacts, query=(DAY,), problems=(404, 422, 429))
async def see_puzzle(context: Context, request: Request) -> Response:
    """A puzzle: a position to find the best action in, as its seat sees it."""
    game, day = game_in_path(request), day_in(request)
    number, puzzle = puzzle_for(game, day)
    house, address = context.house, address_of(request)
    if not house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    table = await house.apart(address, laid_out, game, number)
    return answer(
        PuzzleFacts(
            game.id,
            day.isoformat(),
            number + 1,
            len(puzzles.pool(game)),
            puzzle.difficulty(),
            puzzle.seat,
            [seat.name for seat in table.seats],
            showing.facts(table, Presence(len(table.seats)), 0),
            showing.position(table, puzzle.seat, 0, zones=True),
        )
    )


@lru_cache(16)
def laid_out(game: Game, number: int) -> Table:
    """A table at which a puzzle lies: it is never played on, and nothing of it is stored."""
    puzzle = puzzles.pool(game)[number]
    record = Record(game, puzzle.players, puzzle.seed)
    for move in puzzle.moves:
        action, seat = divmod(move, puzzles.SEATS)
        record.play(seat, action)
    seats = [lines.SeatSet(level="hard") for _ in range(puzzle.players)]
    seats[puzzle.seat] = lines.SeatSet(name="You", token="puzzle")
    facts = record.facts
    was_set = lines.WasSet(
        table="puzzle",
        game=game.id,
        rules_version=game.rules_version,
        deck=facts["cards"]["digest"],
        options=facts["options"],
        seats=seats,
        public=False,
        spectators=False,
        hints=False,
        clock=None,
        pace="usual",
        key="00" * 32,
        host="",
    )
    table = Table(was_set, lambda _: game)
    table.record = record
    return table


@endpoint("GET", "/api/puzzles/{game}/hint", PuzzleHint, query=(DAY,), problems=(404, 422))
async def puzzle_hint(context: Context, request: Request) -> Response:
    """What speaks for the best action of a puzzle, without naming it."""
    game, day = game_in_path(request), day_in(request)
    _, puzzle = puzzle_for(game, day)
    reason = game.sense.reason(puzzle.known(game), puzzle.seat, puzzle.best)
    return answer(PuzzleHint(addressed(reason, puzzle.seat)))


@endpoint("POST", "/api/puzzles/{game}", PuzzleSolution, PuzzleTry, problems=(400, 404, 413, 415, 422))
async def try_puzzle(context: Context, request: Request) -> Response:
    """Answer a puzzle: whether it is right, and the solution in words."""
    wish: PuzzleTry = await read_body(request, PuzzleTry, context.house.limits.body_bytes)
    game, day = game_in_path(request), past_day(wish.day)
    _, puzzle = puzzle_for(game, day)
    try:
        told = puzzles.solution(game, puzzle, wish.action)
    except Refused as refusal:
        raise Wrong(422, "unreadable", addressed(str(refusal), puzzle.seat)) from refusal
    return answer(PuzzleSolution(**told))
