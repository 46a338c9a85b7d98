"""Lessons at a table: what its learner is told now, and what the others do."""

from __future__ import annotations

import logging

from maitred.kernel.errors import Refused
from maitred.kernel.game import Game
from maitred.lessons.content import NOTHING, Course, Lesson, course_of
from maitred.lessons.teaching import LessonFacts, pupil, scripted
from maitred.server.http_messages import NewTable, SeatWish
from maitred.table.table import Table

log = logging.getLogger(__name__)


def lessons_of(game: Game) -> Course:
    """The lessons of a game; none if its file is wrong, which the log says."""
    try:
        return course_of(game)
    except Refused as refusal:
        log.warning("%s", refusal)
        return NOTHING


def taught(table: Table) -> Lesson | None:
    """The lesson that is taught at a table, if this house still has it."""
    id = table.was_set.lesson
    return lessons_of(table.game).lesson(id) if id is not None else None


def told(table: Table, eyes: int | None) -> LessonFacts | None:
    """What the learner at a table is told now; nobody else is told anything."""
    lesson = taught(table)
    if lesson is None or table.record is None or eyes != lesson.seat:
        return None
    return pupil(lesson, table.record).facts(len(table.undone))


def next_move(table: Table, seat: int) -> int | None:
    """What the lesson lets a bot do now; None: whatever it likes."""
    lesson = taught(table)
    return scripted(lesson, table.record, seat) if lesson is not None and table.record is not None else None


def has_to_read(table: Table, seat: int) -> bool:
    """Whether the learner, who has just moved, is told something of it."""
    facts = told(table, seat)
    return facts is not None and any(note.kind != "say" for note in facts.notes)


def table_for(game: Game, lesson: Lesson, name: str) -> NewTable:
    """The table that a lesson is taught at."""
    players = game.load(lesson.position, lesson.seed).players
    bot = SeatWish("bot", lesson.others)
    seats = [SeatWish("me") if seat == lesson.seat else bot for seat in range(players)]
    return NewTable(game.id, seats, name, lesson.options, spectators=False)
