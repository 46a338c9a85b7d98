"""The pages that come with maitred: `maitred docs` prints them, a house shows them under /docs."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from maitred.kernel.errors import BadSetup


class Page(NamedTuple):
    """One page: its file in a checkout, and what it is about."""

    file: str
    about: str


PAGES = {
    "adding-a-game": Page("docs/adding-a-game.md", "how to add a game"),
    "agents": Page("docs/agents.md", "seating agents by the Model Context Protocol, and comparing them"),
    "architecture": Page("docs/architecture.md", "the layers, the way of one move, and what a version promises"),
    "balance": Page("docs/balance.md", "what decides the games, measured with bots"),
    "bots": Page("docs/bots.md", "how the bots think, and how to measure them"),
    "cards": Page("docs/cards.md", "the deck files: play with cards of your own"),
    "changes": Page("CHANGELOG.md", "what is new, version by version"),
    "cluster": Page("docs/cluster.md", "running a house on several servers, with PostgreSQL"),
    "coach": Page("docs/coach.md", "reviews of finished games, puzzles and hints"),
    "gym": Page("docs/gym.md", "environments for programs that learn, and bots of your own"),
    "hosting": Page("docs/hosting.md", "running a house"),
    "lab": Page("docs/lab.md", "studying a game: reports and comparisons with honest statistics"),
    "printing": Page("docs/printing.md", "printing a game: cards, boards and rules on paper"),
    "messages.schema.json": Page("docs/messages.schema.json", "the messages of the socket, as a JSON Schema"),
    "openapi.json": Page("docs/openapi.json", "the HTTP API, as OpenAPI"),
    "playing": Page("docs/playing.md", "playing in the browser and in the terminal, alone and with others"),
    "protocol": Page("docs/protocol.md", "the HTTP and WebSocket API, for clients of your own"),
    "rulings": Page("docs/rulings.md", "every clause the games are played by, and where the house has decided"),
    "speed": Page("docs/speed.md", "how fast games are played, beside others"),
    "tour": Page("docs/tour.md", "the Python package, by examples"),
    "training": Page("docs/training.md", "a bot that learns to play, from its first game to a place at the table"),
}


def read(name: str) -> str:
    """The text of a page, or a refusal that lists what there is."""
    page = PAGES.get(name.removesuffix(".md"))
    if page is None:
        raise BadSetup(f"There is no page {name!r}; the pages are: {', '.join(PAGES)}.")
    return folder().joinpath(page.file).read_text(encoding="utf-8")


def listing() -> str:
    """The names of all pages, and what each is about."""
    width = max(map(len, PAGES))
    return "".join(f"{name:{width}}  {page.about}\n" for name, page in PAGES.items())


def folder() -> Traversable:
    """Where the files are: inside the installed package, or around the source in a checkout."""
    inside = files("maitred").joinpath("texts")
    return inside if inside.is_dir() else Path(__file__).parents[2]
