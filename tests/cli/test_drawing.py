"""What a small screen shows of a table: first what the decision asked needs, in every game."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest
from rich.console import Console

import maitred
from maitred.cli.local.prompt import LocalPrompt
from maitred.cli.local.seating import seat_players
from maitred.cli.local.session import Session
from maitred.cli.terminal.drawing import BRIEF, GONE, LINE, Renderer
from maitred.cli.terminal.layout import Layout, Part, ZonePart
from maitred.cli.terminal.menu import Heading
from maitred.cli.terminal.relevance import COMMON, NAMED, NEEDED, OTHERS, OWN, weigh
from maitred.cli.terminal.terminal import Terminal
from maitred.kernel.game import Game, Words
from maitred.kernel.record import Record
from maitred.kernel.words import named

ROWS = 23  # of 24, one is for the answer
READ = 17  # letters of a name that are always there

every_game = pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)


def no_answer(question: str) -> str:
    raise AssertionError(f"nobody answers {question!r}")


def small_screen() -> Terminal:
    """A screen of 80 columns and 24 rows."""
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, color_system=None)
    return Terminal(console, no_answer, screen=True)


class Decision(NamedTuple):
    """A decision of the person in the first seat, and what the screen shows them."""

    session: Session
    headings: list[Heading]
    parts: list[Part]
    highest: int
    """The rows it takes if the longest list of moves is opened."""

    @property
    def zones(self) -> list[ZonePart]:
        return [part for part in self.parts if isinstance(part, ZonePart)]

    @property
    def needed(self) -> list[ZonePart]:
        return [part for part in self.zones if part.weight == NEEDED and part.zone["items"]]

    @property
    def text(self) -> str:
        return " ".join(text_of(part) for part in self.parts)


def text_of(part: Part) -> str:
    """A part of the screen as one line."""
    rows = ["".join(segment.text for segment in line) for line in part.lines]
    return " ".join(" ".join(rows).split())


def show(session: Session) -> Decision:
    """What the person in the first seat is shown."""
    prompt = LocalPrompt(session, small_screen(), str)
    headings = prompt.headings()

    def parts(opened: str) -> list[Part]:
        prompt.opened = opened
        return prompt.layout.parts(prompt.shown(headings))

    longest = max(headings, key=lambda heading: len(heading.actions))
    highest = sum(part.height for part in parts(longest.verb))
    return Decision(session, headings, parts(""), highest)


def decisions(game: Game, players: int, seed: int) -> Iterator[Session]:
    """A game that is played at random, at every decision of the first seat whose verbs or step are new."""
    record = Record(game, players, {"kind": "stream", "seed": seed}, game.at_keyboard())
    session = Session(record, seat_players(game, players, [0], "random", []))
    pick = random.Random(seed)
    met: set[tuple[str, ...]] = set()
    while (seat := session.next_seat()) is not None:
        legal = session.state.legal(seat)
        if seat == 0:
            verbs = {str(game.describe(session.state, 0, action)["verb"]) for action in legal}
            kind = (*sorted(verbs), game.prompt(session.state, 0)[:16])
            if kind not in met:
                met.add(kind)
                yield session
        session.play(seat, pick.choice(legal))


@cache
def looked_at(game_id: str) -> list[Decision]:
    """What is shown at each kind of decision of a game with the fewest and one with the most players."""
    game = maitred.game(game_id)
    sizes = sorted({game.min_players, game.max_players})
    return [show(session) for players in sizes for session in decisions(game, players, 3)]


@every_game
def test_cards_that_the_moves_name_are_shown_with_their_names_at_80_by_24(game: Game) -> None:
    for shown in looked_at(game.id):
        for part in shown.needed:
            assert part.size <= BRIEF, (part.zone["title"], shown.text)
            drawn = text_of(part)
            for item in part.zone["items"]:
                name = named(str(item["title"]), shown.session.names)
                assert name[:READ] in drawn, (name, shown.text)


@every_game
def test_a_card_that_a_move_names_lies_in_a_zone_that_is_needed(game: Game) -> None:
    for shown in looked_at(game.id):
        labels = " / ".join(label for heading in shown.headings for label in heading.labels)
        for part in shown.zones:
            if part.zone["seat"] in (None, 0) and part.zone.get("needed") is not False:
                named_here = [item["title"] for item in part.zone["items"] if f" {item['title']}" in labels]
                assert part.weight == NEEDED or not named_here, (part.zone["title"], labels)


@every_game
def test_nothing_needed_is_collapsed_while_something_else_is_shown_in_full(game: Game) -> None:
    for shown in looked_at(game.id):
        for part in shown.zones:
            more = [other for other in shown.zones if other.weight > part.weight and other.zone["items"]]
            assert all(part.size >= other.size for other in more), (part.zone["title"], shown.text)


@every_game
def test_the_screen_is_never_higher_than_24_lines(game: Game) -> None:
    for shown in looked_at(game.id):
        assert sum(part.height for part in shown.parts) <= ROWS, shown.text
        assert shown.highest <= ROWS


@every_game
def test_what_finds_no_room_is_said_and_how_to_see_it(game: Game) -> None:
    for shown in looked_at(game.id):
        gone = [part for part in shown.zones if part.size == GONE]
        assert ("t shows the whole table, with" in shown.text) == bool(gone)


def cooperation() -> Session:
    """Chef's Choice where the first seat is to give a sample of a dish on a neighbour's card."""
    game = maitred.game("chefs_choice")
    options = {"schedule": "Cooperation,Single,Double,Triple,Generous Portion"}
    record = Record(game, 5, {"kind": "stream", "seed": 2}, options)
    session = Session(record, seat_players(game, 5, [0], "random", []))
    while (seat := session.next_seat()) is not None:
        action = session.state.legal(seat)[0]
        if seat == 0 and game.describe(session.state, seat, action)["verb"] == "give":
            return session
        session.play(seat, action)
    raise AssertionError("nobody was asked to give")


def test_cooperation_shows_the_neighbours_menus_and_whose_they_are() -> None:
    session = cooperation()
    shown = show(session)
    game = session.game
    table = game.view(session.state, 0)
    faces = game.faces(session.state.cards)
    for neighbour in (1, 4):
        (part,) = [part for part in shown.zones if part.zone["seat"] == neighbour]
        drawn = text_of(part)
        assert drawn.startswith(session.names[neighbour])
        for dish in ("appetizer", "entree", "dessert"):
            assert faces[table["shown"][neighbour]][dish] in drawn
    for other in (2, 3):
        (part,) = [part for part in shown.zones if part.zone["seat"] == other]
        assert part.size >= LINE, "who sits farther away matters less"


def test_the_tally_and_the_hand_outlast_a_spent_card_in_chefs_choice() -> None:
    for session in decisions(maitred.game("chefs_choice"), 8, 1):
        shown = show(session)
        by_title = {named(str(part.zone["title"]), session.names): part for part in shown.zones}
        for title in ("Appetizers", "Entrées", "Desserts", "Player 1's hand"):
            assert by_title[title].size <= BRIEF, shown.text
            assert "×4" not in text_of(by_title[title])
        spent = by_title["Podcast"]
        assert spent.size >= max(part.size for part in shown.needed)


# How zones are weighed where a game says nothing about them


def zone(title: str, seat: int | None, *names: str, **more: bool) -> Words:
    items = [{"title": name, "kind": "", "lines": [], "tag": ""} for name in names]
    return {"title": title, "seat": seat, "note": "", "items": items, **more}


def test_zones_are_weighed_by_what_the_moves_name() -> None:
    table = [
        zone("Market", None, "Egg", "Old Pan"),
        zone("Deck", None, "Ham"),
        zone("{0}'s hand", 0, "Rice"),
        zone("{0}'s oven", 0, "Leek"),
        zone("{1}'s hand", 1, "Egg", "?"),
        zone("{1}'s oven", 1, "Bun"),
    ]
    assert weigh(table, 0, ["Take Egg", "Play Rice"]) == [NEEDED, COMMON, NEEDED, OWN, OTHERS, OTHERS]
    assert weigh(table, 0, ["Steal Bun from {1}"]) == [COMMON, COMMON, OWN, OWN, OTHERS, NAMED]
    assert weigh(table, 0, ["Look into {1}'s hand?"]) == [COMMON, COMMON, OWN, OWN, NAMED, OTHERS]
    assert weigh(table, 0, ["Wait for Eggs"]) == [COMMON, COMMON, OWN, OWN, OTHERS, OTHERS], "whole words"


def test_a_game_may_say_itself_what_is_needed() -> None:
    table = [zone("Market", None, "Egg", needed=False), zone("Deck", None, "Ham", needed=True)]
    assert weigh(table, 0, ["Take Egg"]) == [COMMON, NEEDED]


# Moves


def long_list(many: int) -> tuple[Layout, list[Heading]]:
    """A screen of 80 by 24, and many moves of one verb."""
    labels = [f"Move a marker from dish {at} to another one of them" for at in range(many)]
    return Layout(Renderer(["Ann"], []), small_screen()), [Heading("move", "m", 1, list(range(many)), labels)]


def test_a_list_longer_than_the_screen_is_turned_by_its_letter() -> None:
    layout, headings = long_list(20)
    pages = []
    for _ in range(4):
        part = layout.moves_part(headings, "move")
        assert part.height <= 10
        pages.append([at for at in range(20) if f"dish {at} to" in text_of(part)])
        assert "m again: more of 1–20" in text_of(part)
        layout.turn(on=True)
    assert pages[0] + pages[1] + pages[2] == list(range(20))
    assert pages[3] == pages[0]
    layout.turn(on=False)
    assert "dish 0 to" in text_of(layout.moves_part(headings, "move"))
