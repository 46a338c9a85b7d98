"""Logs for programs and people: one JSON object per line, without names, tokens, links or anything hidden."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime

STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


def trace(problem: BaseException) -> list[str]:
    """The place and the type of an exception. Its message is left out, because it may name hidden cards."""
    places = [f"{at.filename}:{at.lineno} {at.name}" for at in traceback.extract_tb(problem.__traceback__)]
    cause = problem.__cause__ or (None if problem.__suppress_context__ else problem.__context__)
    return [*(trace(cause) if cause is not None else []), *places, type(problem).__name__]


class Lines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, message, and whatever else was logged with it."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, object] = {"at": at, "level": record.levelname.lower(), "what": record.getMessage()}
        told.update({key: value for key, value in vars(record).items() if key not in STANDARD})
        if record.exc_info and record.exc_info[1] is not None:
            told["trace"] = trace(record.exc_info[1])
        return json.dumps(told, ensure_ascii=True, default=str)


def is_news(record: logging.LogRecord) -> bool:
    """Whether a record is worth logging: uvicorn reports every socket that was refused with a sentence as an error."""
    return record.getMessage() != "ASGI callable returned without completing handshake."


def set_up(level: str) -> None:
    """Log to standard error, from this level up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(is_news)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
