"""The HTTP endpoints of the laboratory."""

from __future__ import annotations

from typing import Final, Literal

from starlette.requests import Request
from starlette.responses import Response

from maitred.kernel.cardfile import CardText
from maitred.kernel.errors import Refused
from maitred.server import lesson_api
from maitred.server.endpoint import ENDPOINTS, Context, Wrong, address_of, answer, endpoint, read_body
from maitred.server.house import TOO_MUCH_WORK
from maitred.server.http_messages import LabFacts, StudyFacts, StudyWish
from maitred.server.studies import MOST_MINUTES, Side, Study

__all__ = ["ENDPOINTS", "lesson_api"]

NOT_HERE: Final = "The lab is open at the house's own machine, or where its host says `maitred serve --lab`."
# A page with card names of somebody's own in it: nothing in it runs, and it reaches nothing.
POLICY: Final = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"


@endpoint("GET", "/api/lab", LabFacts)
async def lab(context: Context, request: Request) -> Response:
    """Whether one can study games here."""
    studies = context.house.studies
    running = any(study.state == "running" for study in studies.studies.values())
    allowed = studies.allows(address_of(request))
    return answer(LabFacts(allowed, studies.missing(), MOST_MINUTES, running, len(studies.waiting())))


@endpoint("POST", "/api/lab", StudyFacts, StudyWish, problems=(400, 403, 409, 413, 415, 422, 429))
async def begin_study(context: Context, request: Request) -> Response:
    """Study a game: it waits for its turn, and runs for some minutes beside the tables."""
    house, address = context.house, address_of(request)
    must_be_allowed(context, request)
    wish: StudyWish = await read_body(request, StudyWish, house.limits.study_body_bytes)
    if not house.work.allows(address):
        raise Wrong(429, "too_many", TOO_MUCH_WORK)
    try:
        game = house.find_game(wish.game)
        players = game.min_players if wish.players is None else wish.players
        game.check_players(players)
        sides = [wish.options if wish.old_options is None else wish.old_options, wish.options]
        old_options, options = (
            {name: value for name, value in game.check_options(given, players).items() if name in given}
            for given in sides
        )
        for name, text in (("the old cards", wish.old), ("your cards", wish.cards)):
            if text is not None:
                await house.apart(address, game.read_cards, CardText(text, name))
    except Refused as refusal:
        raise Wrong(422, "bad_setup", str(refusal)) from refusal
    try:
        old, new = Side(wish.old, old_options), Side(wish.cards, options)
        study = house.studies.add(wish.kind, game.id, wish.players, wish.bots, wish.minutes, old, new)
    except Refused as refusal:
        raise Wrong(409, "not_now", str(refusal)) from refusal
    return answer(facts(context, study))


@endpoint("GET", "/api/lab/{study}", StudyFacts, problems=(403, 404))
async def see_study(context: Context, request: Request) -> Response:
    """How far a study has come."""
    return answer(facts(context, study_in_path(context, request)))


@endpoint("POST", "/api/lab/{study}/stop", StudyFacts, problems=(403, 404))
async def stop_study(context: Context, request: Request) -> Response:
    """Stop a study: it tells what there is."""
    study = study_in_path(context, request)
    await context.house.studies.stop(study)
    return answer(facts(context, study))


@endpoint("GET", "/api/lab/{study}/page", str, problems=(403, 404, 409))
async def study_page(context: Context, request: Request) -> Response:
    """What came out, as one page of HTML: with `download` to keep it."""
    study = study_in_path(context, request)
    if not study.page:
        raise Wrong(409, "not_now", "There is no page yet.")
    way: Literal["attachment", "inline"] = "attachment" if "download" in request.query_params else "inline"
    kept = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'{way}; filename="{study.game}-{study.kind}.html"',
        "Content-Security-Policy": POLICY,
    }
    return Response(study.page, headers=kept, media_type="text/html")


def must_be_allowed(context: Context, request: Request) -> None:
    """Refuse whoever may not use the laboratory."""
    if not context.house.studies.allows(address_of(request)):
        raise Wrong(403, "not_allowed", NOT_HERE)


def study_in_path(context: Context, request: Request) -> Study:
    """The study in the path of the request."""
    must_be_allowed(context, request)
    found = context.house.studies.studies.get(request.path_params["study"])
    if found is None:
        raise Wrong(404, "unknown", "There is no such study; the house may have been opened anew since.")
    return found


def facts(context: Context, study: Study) -> StudyFacts:
    """What is told of a study."""
    waiting = context.house.studies.waiting()
    ahead = waiting.index(study) + 1 if study in waiting else 0
    kind: Literal["report", "diff"] = "report" if study.kind == "report" else "diff"
    return StudyFacts(
        study.id, kind, study.game, study.state, ahead, study.seconds, study.minutes, study.words, bool(study.page)
    )
