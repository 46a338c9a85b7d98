"""Every game of the house can be played and watched in a terminal."""

from __future__ import annotations

import re
from itertools import cycle, islice
from pathlib import Path

import pytest

import maitred
from maitred.cli.local.seating import seat_players
from maitred.cli.local.session import Session
from maitred.kernel.game import Game
from maitred.kernel.record import Record, read_record
from maitred.starter.game import TastingGame
from tests.cli.scripted import run

every_game = pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)


@every_game
@pytest.mark.parametrize("seats", ["1", "1,2"])
def test_every_game_can_be_played_here(game: Game, seats: str, own_folder: Path) -> None:
    players = max(3, game.min_players)
    answers = cycle(["1", "2", "1", "3", "", "4"])
    line = f"{game.id} --seed 5 --players {players} --seat {seats} --bots random"
    code, terminal = run(line, islice(answers, 120), screen=True)
    assert code == 0
    (file,) = own_folder.iterdir()
    record = read_record(file.read_text(encoding="utf-8"), {game.id: game})
    assert len(record.moves) > 30
    if not record.state.actors():
        assert "the score sheet" in terminal.text


@every_game
def test_every_game_can_be_watched(game: Game) -> None:
    code, terminal = run(f"{game.id} --seed 7 --watch --bots easy")
    assert code == 0
    assert "the score sheet" in terminal.text
    assert "{" not in terminal.text
    assert all(line.strip() for line in terminal.text.splitlines()), "no blank lines"


PLACEHOLDER = re.compile(r"\{\d\}")
ADDRESS = re.compile(r"(?:^|[.:;] )Your?\b")  # a card may be called Bring Your Own Salt


def test_watching_names_rounds_and_turns_on_lines_of_their_own() -> None:
    _, terminal = run("ovens --seed 7 --watch --bots random")
    lines = terminal.text.splitlines()
    assert lines[1] == "Basil and Olive to decide on the first cards."
    for round_ in range(1, 7):
        for name in ("Basil", "Olive"):
            assert f"Round {round_}: {name}'s turn." in lines
    _, terminal = run("chefs_choice --seed 7 --watch --bots random")
    assert len([line for line in terminal.text.splitlines() if line.startswith("Sample round ")]) == 5


@every_game
def test_three_hints_are_three_lines_with_names(game: Game) -> None:
    """Also where hints speak of other players, whose names are put in."""
    players = max(3, game.min_players)
    _, terminal = run(f"{game.id} --seed 5 --players {players} --bots random", [*["h", "1", "1"] * 5, "q"], width=400)
    hints = [line for line in terminal.text.splitlines() if line.startswith("Hint: ")]
    assert len(hints) > 12
    assert all(line.count("Hint: ") == 1 for line in hints)
    assert not PLACEHOLDER.search(terminal.text)
    _, screen = run(f"{game.id} --seed 5 --players {players} --bots random", [*["h", "1"] * 2, "q"], True, height=60)
    assert not PLACEHOLDER.search(screen.text)
    shown = [len(re.findall(r"^Hint: ", text, re.MULTILINE)) for text in screen.seen]
    assert max(shown) == 3


@every_game
def test_no_seat_is_left_without_its_name_in_a_whole_game(game: Game) -> None:
    answers = cycle(["1", "t", "2", "s", "?", "3", "l", "u", "1"])
    for screen in (False, True):
        _, terminal = run(f"{game.id} --seed 6 --bots random", islice(answers, 160), screen)
        assert not PLACEHOLDER.search(terminal.text)


@every_game
def test_the_table_and_the_log_of_whoever_watches_call_everybody_by_name(game: Game) -> None:
    record = Record(game, game.min_players, {"kind": "stream", "seed": 4}, game.at_keyboard())
    session = Session(record, seat_players(game, game.min_players, range(game.min_players), "", []))
    while (seat := session.next_seat()) is not None:
        for zone in game.zones(game.view(session.state, seat), session.state.cards):
            assert not ADDRESS.search(f"{zone['title']} {zone['note']}")
        legal = session.state.legal(seat)
        session.play(seat, legal[len(session.record.moves) % len(legal)])
    for listener, log in session.logs.items():
        for line in log:
            assert listener is not None or not ADDRESS.search(line.text), line.text
            assert not re.search(r"\b1 (?:card|customer|marker|sample|point|dish|token)e?s\b", line.text)


def test_one_person_is_you_and_the_title_says_which_name_is_theirs() -> None:
    _, terminal = run("delectable --seed 7", ["q"], True, extra=["--name", "Ann"])
    assert terminal.asked[0].startswith("1–")
    assert "Ann (you)" in terminal.text
    assert "Your restaurant" in terminal.text
    assert "Ann's" not in terminal.text


def test_the_legend_explains_what_is_short_on_the_table() -> None:
    _, terminal = run("delectable --seed 7", ["?", "q"])
    assert "S+1 C+3" in terminal.text
    assert "what a card in hand adds to rolls for servers, chefs, food and" in terminal.text
    assert "What the abbreviations mean" in terminal.text


@every_game
def test_every_game_of_the_house_has_a_legend(game: Game) -> None:
    assert game.legend()
    assert TastingGame().legend() == []
