"""The protocol's description is what the code does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import maitred
from maitred.server.schema import documents

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", documents())
def test_the_written_description_is_current(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == documents()[name], "run `make schema`"


def test_the_views_of_every_game_of_the_house_are_described() -> None:
    described = {path.name.removesuffix(".schema.json") for path in (DOCS / "views").iterdir()}
    assert described == {game.id for game in maitred.all_games()}


def test_every_message_of_a_socket_is_described() -> None:
    told = json.loads(documents()["messages.schema.json"])["$defs"]
    to_socket = {part["$ref"].rpartition("/")[2] for part in told["ToSocket"]["anyOf"]}
    from_socket = {part["$ref"].rpartition("/")[2] for part in told["FromSocket"]["anyOf"]}
    assert {"Welcome", "Update", "Done", "Refusal", "Bye"} <= to_socket
    assert {"Move", "Undo", "Ready", "Say", "Leave"} <= from_socket
    for messages in (to_socket, from_socket):
        tags = [tag for name in messages for tag in told[name]["properties"]["t"]["enum"]]
        assert len(tags) == len(set(tags)) == len(messages), "each message has a tag of its own"
