"""The protocol in machine-readable form: OpenAPI for HTTP, JSON Schema for every message and every game's views.

Made from the types and endpoints themselves. `make schema` writes the files in docs/.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

import maitred
from maitred.kernel.shapes import Shapes
from maitred.server import http_messages, messages
from maitred.server.coach_api import ENDPOINTS
from maitred.server.endpoint import Endpoint
from maitred.server.http_messages import Problem
from maitred.server.messages import PROTOCOL, FromSocket, ToSocket

JSON = "application/json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
WORDS = {
    400: "The request is not valid HTTP or JSON.",
    403: "This client may not do that.",
    404: "It does not exist.",
    409: "It is not possible now.",
    408: "The request took too long to arrive.",
    413: "The body is too long.",
    414: "The address is too long.",
    415: "The Content-Type is not application/json.",
    422: "The request cannot be understood, or one of its values is not allowed.",
    421: "The house does not answer to that name.",
    429: "There were too many requests.",
    431: "The headers are too long.",
    503: "The house cannot do it right now.",
}
EVERYWHERE = (400, 408, 414, 421, 429, 431)
PARAMETER = re.compile(r"\{(\w+)\}")
PARAMETER_WORDS = {
    "game": "A game's id.",
    "table": "A table's id.",
    "seat": "A seat, counted from 0.",
    "study": "A study's id.",
    "lesson": "A lesson's id.",
}


def all_types() -> list[type]:
    """Every type that crosses the wire."""
    named = {**vars(messages), **vars(http_messages)}.values()
    found = [each for each in named if isinstance(each, type) and issubclass(each, msgspec.Struct)]
    return [each for each in found if each not in (msgspec.Struct, messages.SocketRequest)]


def message_schema() -> dict[str, Any]:
    """JSON Schema of all messages: what sockets send and get, and what goes over HTTP."""
    told, parts = msgspec.json.schema_components([ToSocket, FromSocket, *all_types()], ref_template="#/$defs/{name}")
    parts["ToSocket"], parts["FromSocket"] = told[0], told[1]
    return {"$schema": DIALECT, "title": "maitred", "$defs": dict(sorted(parts.items()))}


def view_schema(shapes: Shapes) -> dict[str, Any]:
    """JSON Schema of everything that a game shows and tells; offers and events are unions."""
    unions = {"Face": shapes.face, "Offer": shapes.offer, "Heard": shapes.heard}
    kinds = {name: get_args(union) or (union,) for name, union in unions.items()}
    all_kinds = [shapes.view, shapes.constants, *[kind for several in kinds.values() for kind in several]]
    _, parts = msgspec.json.schema_components(all_kinds, ref_template="#/$defs/{name}")
    for name, several in kinds.items():
        if several != (unions[name],):
            parts[name] = {"title": name, "anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in several]}
    together = {field.lower(): {"$ref": f"#/$defs/{field}"} for field in ("View", "Constants", *unions)}
    parts["Game"] = {"title": "Game", "type": "object", "properties": together, "required": [*together]}
    return {"$schema": DIALECT, "title": "Everything", "$defs": dict(sorted(parts.items()))}


def openapi() -> dict[str, Any]:
    """The OpenAPI document of what the house answers over HTTP."""
    kinds = [each.answer for each in ENDPOINTS] + [each.body for each in ENDPOINTS if each.body is not None] + [Problem]
    named = list(dict.fromkeys(kind for kind in kinds if kind is not dict))
    told, parts = msgspec.json.schema_components(named, ref_template="#/components/schemas/{name}")
    schemas = dict(zip(named, told, strict=True))
    schemas[dict] = {"type": "object"}
    paths: dict[str, dict[str, Any]] = {}
    for each in ENDPOINTS:
        paths.setdefault(each.path, {})[each.method.lower()] = operation(each, schemas)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "maitred",
            "version": PROTOCOL,
            "description": "Games are played over a socket, `/api/tables/{table}/socket`: see protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": dict(sorted(parts.items()))},
    }


def operation(each: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    """One endpoint of the OpenAPI document."""
    status = "201" if each.handler.__name__ in ("set_table", "begin_lesson", "play_on") else "200"
    page = "text/html" if each.path.endswith("/page") else "text/plain"
    kind = page if each.answer is str else JSON
    answers: dict[str, Any] = {status: content("Done.", schemas[each.answer], kind)}
    if each.handler.__name__ == "cards":
        answers["304"] = {"description": "The cards have not changed (see ETag)."}
    for problem in sorted({*each.problems, *EVERYWHERE}):
        answers[str(problem)] = content(WORDS[problem], schemas[Problem])
    described: dict[str, Any] = {"operationId": each.handler.__name__, "summary": each.summary, "responses": answers}
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": PARAMETER_WORDS[name],
            "schema": {"type": "string"},
        }
        for name in PARAMETER.findall(each.path)
    ]
    parameters += [
        {"name": name, "in": "query", "required": False, "description": meaning, "schema": schema}
        for name, schema, meaning in each.query
    ]
    if parameters:
        described["parameters"] = parameters
    if each.body is not None:
        described["requestBody"] = {"required": True, **content("", schemas[each.body])}
        del described["requestBody"]["description"]
    return described


def content(description: str, schema: Any, kind: str = JSON) -> dict[str, Any]:
    """Content of a kind: JSON, or plain text."""
    return {"description": description, "content": {kind: {"schema": schema}}}


def written(document: dict[str, Any]) -> str:
    """A document as it is written to a file."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def documents() -> dict[str, str]:
    """The files that describe the protocol, by name."""
    views = {game.id: game.shapes() for game in maitred.all_games()}
    return {
        "messages.schema.json": written(message_schema()),
        "openapi.json": written(openapi()),
        **{f"views/{id}.schema.json": written(view_schema(shapes)) for id, shapes in views.items() if shapes},
    }


def main(arguments: list[str]) -> None:
    """Write the files into a folder."""
    for name, text in documents().items():
        path = Path(arguments[0], name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
