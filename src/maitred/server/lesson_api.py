"""The HTTP endpoints of lessons."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from maitred.kernel.errors import Refused
from maitred.server.api import new_table
from maitred.server.endpoint import Context, Wrong, answer, endpoint, game_in_path, read_body
from maitred.server.house import Prepared
from maitred.server.http_messages import LessonCard, Lessons, LessonWish, Seated
from maitred.server.lessons import lessons_of, table_for


@endpoint("GET", "/api/games/{game}/lessons", Lessons, problems=(404,))
async def lessons(context: Context, request: Request) -> Response:
    """The lessons of a game, the first game first."""
    game = game_in_path(request)
    cards = [LessonCard(each.id, each.title, each.about, each.minutes, each.whole) for each in lessons_of(game).lessons]
    return answer(Lessons(game.id, cards))


@endpoint(
    "POST", "/api/games/{game}/lessons/{lesson}", Seated, LessonWish, problems=(400, 404, 413, 415, 422, 429, 503)
)
async def begin_lesson(context: Context, request: Request) -> Response:
    """Set the table of a lesson and sit down at it: a prepared game, which counts for nothing."""
    wish: LessonWish = await read_body(request, LessonWish, context.house.limits.body_bytes)
    game = game_in_path(request)
    lesson = lessons_of(game).lesson(request.path_params["lesson"])
    if lesson is None:
        raise Wrong(404, "unknown", f"{game.title} has no such lesson.")
    try:
        table = table_for(game, lesson, wish.name)
    except Refused as refusal:
        raise Wrong(422, "bad_setup", str(refusal)) from refusal
    return await new_table(context, request, table, Prepared(lesson.position, lesson.seed, lesson.id))
