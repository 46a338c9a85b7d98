"""The commands that a program may call: what they print, and one sentence with exit code 2 for whatever is wrong."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import maitred
from maitred.cli import main
from maitred.kernel.record import Record
from maitred.kernel.state import State
from maitred.starter.game import Tasting, TastingGame

HOUSE_DECK = files("maitred.games.delectable").joinpath("cards.toml").read_text(encoding="utf-8")


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence with which a command line is refused."""
    try:
        code: Any = main(arguments)
    except SystemExit as stop:
        code = stop.code
    printed = capsys.readouterr()
    assert code == 2
    assert printed.out == ""
    assert printed.err.count("\n") == 1, printed.err
    assert printed.err.startswith("maitred")
    return printed.err


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a command line prints as JSON."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    """A finished game, saved."""
    game = maitred.game("delectable")
    record = Record(game, 3, {"kind": "stream", "seed": 4})
    while actors := record.state.actors():
        record.play(actors[0], record.state.legal(actors[0])[-1])
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


def test_games_lists_every_game_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "games")
    assert [game["id"] for game in told] == [game.id for game in maitred.all_games()]
    assert main(["games"]) == 0
    shown = capsys.readouterr().out
    for game in maitred.all_games():
        assert game.title in shown
        assert all(option.name in shown for option in game.options)


def test_rules_prints_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    for game in maitred.all_games():
        assert main(["rules", game.id]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"# {game.title}")
        assert "[house]" in shown
        assert game.designers.split(" and ")[-1] in shown


def test_sim_tells_all_it_promises(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["sim", "delectable", "--players", "3", "--games", "6", "--bots", "easy,random,random", "--seed", "1"]
    told = answer(capsys, *line, "--jobs", "1")
    expected = "game players games bots share score length seconds games_per_s decisions_per_s"
    assert set(expected.split()) <= set(told)
    assert (told["game"], told["players"], told["games"]) == ("delectable", 3, 6)
    assert set(told["share"]) == {"easy", "random"}
    assert all(set(part) == {"share", "low", "high"} for part in told["share"].values())
    again = answer(capsys, *line, "--jobs", "2")
    for key in ("share", "seats", "score", "length"):
        assert told[key] == again[key], "the result does not depend on --jobs"
    assert main([*line, "--jobs", "1"]) == 0
    assert "first places" in capsys.readouterr().out


def test_sim_with_too_few_deals_for_an_interval_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["sim", "delectable", "--players", "3", "--bots", "random", "--jobs", "1", "--games"]
    told = answer(capsys, *line, "57")
    assert told["deals"] == 19
    for part in (told["share"]["random"], told["score"]["random"], *told["seats"]):
        assert (part["low"], part["high"]) == (None, None)
    assert main([*line, "57"]) == 0
    shown = capsys.readouterr().out
    assert "Too few deals for an interval (19; 20 are needed)." in shown
    assert "95 %" not in shown
    assert " to " not in shown.split("Too few")[0]
    enough = answer(capsys, *line, "60")
    assert enough["seats"][0]["low"] < enough["seats"][0]["share"] < enough["seats"][0]["high"]
    assert main([*line, "60"]) == 0
    shown = capsys.readouterr().out
    assert "95 % interval" in shown
    assert "Too few" not in shown


def test_sim_plays_with_another_deck(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deck = tmp_path / "cheap.toml"
    deck.write_text(HOUSE_DECK.replace("cost = 13", "cost =  1").replace("cost =  9", "cost =  1"), encoding="utf-8")
    line = ["sim", "delectable", "--games", "4", "--bots", "medium", "--jobs", "2"]
    assert answer(capsys, *line, "--cards", str(deck))["score"] != answer(capsys, *line)["score"]


def test_bench_tells_all_it_promises(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from maitred.cli import bench

    monkeypatch.setattr(bench, "ROUND_SECONDS", 0.01)
    monkeypatch.setattr(bench, "CHECKED_GAMES", 20)
    (told,) = answer(capsys, "bench", "delectable")
    expected = "game players build inside_per_s driven_per_s games_per_s clone_us view_us checksum"
    assert list(told) == expected.split()
    assert (told["game"], told["players"], told["build"]) == ("delectable", 4, maitred.build())
    assert all(told[key] > 0 for key in expected.split()[3:8])
    assert told["checksum"] == answer(capsys, "bench", "delectable")[0]["checksum"]
    assert told["checksum"] == "5a90a94baacc7f41", "the same on every build and machine; changes with the rules alone"


def test_verify_tells_a_true_record(capsys: pytest.CaptureFixture[str], record_file: Path) -> None:
    assert main(["verify", str(record_file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("The record replays: Delectable for 3, ")
    assert printed.endswith("\nNothing proves who shuffled: the record has no promise.\n")
    told = answer(capsys, "verify", str(record_file))
    assert (told["replays"], told["deal"], told["kept"], told["signed"]) == ("yes", *["not checked"] * 3)
    assert told["proven"] is False
    assert told["result"]["scores"]


def test_verify_names_seats_where_it_says_what_is_wrong(capsys: pytest.CaptureFixture[str], record_file: Path) -> None:
    told = json.loads(record_file.read_text(encoding="utf-8"))
    told["moves"][0][0] = (told["moves"][0][0] + 1) % 3
    record_file.write_text(json.dumps(told), encoding="utf-8")
    assert main(["verify", str(record_file)]) == 2
    shown = capsys.readouterr().err
    assert "It is not your move: seat " in shown
    assert "{" not in shown


def test_cards_prints_the_house_deck_and_checks_others(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["cards", "delectable"]) == 0
    printed = capsys.readouterr().out
    assert printed == HOUSE_DECK
    deck = tmp_path / "my.toml"
    deck.write_text(printed.replace("Shy Trainee", "Bold Trainee"), encoding="utf-8")
    assert main(["cards", "delectable", str(deck)]) == 0
    assert capsys.readouterr().out == (
        "my.toml is good: 108 cards, a deck of its own.\n  server ‘Shy Trainee’: now called ‘Bold Trainee’\n"
    )


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "required"),
        ("cook", "'cook'"),
        ("sim monopoly", "There is no game 'monopoly'; the games are:"),
        ("rules monopoly", "There is no game 'monopoly'"),
        ("bench monopoly", "There is no game 'monopoly'"),
        ("fuzz monopoly", "There is no game 'monopoly'"),
        ("cards monopoly", "There is no game 'monopoly'"),
        ("sim delectable --players 9", "Delectable is for 2 to 5 players, not 9."),
        ("sim delectable --matrix", "Delectable has no decks to set against each other."),
        ("sim food_court --matrix --players 3", "it is for 2 players"),
        ("sim food_court --matrix --option decks=drawn", "Option decks is what a matrix goes through"),
        ("sim delectable --players two", "'two' is not a whole number"),
        ("sim delectable --games 0", "at least 1"),
        ("sim delectable --jobs 0", "at least 1"),
        ("sim delectable --bots clever", "There is no level 'clever'; the levels are: random, easy, medium, hard."),
        ("sim delectable --players 4 --bots easy,easy", "one for each of the 4 seats"),
        ("sim delectable --option dessert=on", "There is no option 'dessert'"),
        ("sim delectable --option first=9", "Option first takes"),
        ("sim delectable --option first", "written NAME=VALUE"),
        ("sim delectable --option first=1 --option first=2", "given twice"),
        ("sim delectable --seed 99999999999999999999", "A seed is"),
        ("sim delectable --cards nowhere.toml", "nowhere.toml: there is no such file."),
        ("cards delectable nowhere.toml", "nowhere.toml: there is no such file."),
        ("verify nowhere.json", "nowhere.json cannot be read"),
        ("fuzz delectable --seconds 0", "at least 1"),
        ("fuzz delectable --save nowhere", "nowhere is not a folder"),
    ],
)
def test_bad_input_gets_one_sentence(capsys: pytest.CaptureFixture[str], line: str, sentence: str) -> None:
    assert sentence in refusal(capsys, *line.split())


@pytest.mark.parametrize(
    ("find", "replace", "sentence"),
    [
        ("server = -1, chef =  0, ", "server = -1, ", "'chef' is missing"),
        ('"Shy Trainee",              stars = 2', '"Shy Trainee", stars = 6', "from 2 to 5, not 6"),
        ('"Shy Trainee"', '"soup-thumb  sam"', "this name is taken"),
    ],
)
def test_bad_decks_get_one_sentence_and_stay_as_they_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, find: str, replace: str, sentence: str
) -> None:
    deck = tmp_path / "my.toml"
    assert find in HOUSE_DECK
    text = HOUSE_DECK.replace(find, replace, 1)
    deck.write_text(text, encoding="utf-8")
    told = refusal(capsys, "sim", "delectable", "--cards", str(deck))
    assert "my.toml: server '" in told
    assert sentence in told
    assert deck.read_text(encoding="utf-8") == text


def test_bad_records_get_one_sentence_and_stay_as_they_are(
    capsys: pytest.CaptureFixture[str], record_file: Path
) -> None:
    text = record_file.read_text(encoding="utf-8")
    told = json.loads(text)
    changed = json.loads(text)
    changed["moves"][20][1] += 1
    result = json.loads(text)
    result["result"]["scores"][0] += 1
    foreign = {**told, "game": "monopoly"}
    for lie, sentence in (
        (text[: len(text) // 2], "damaged or cut short"),
        (json.dumps(changed), "Move 21 of the record"),
        (json.dumps(result), "result is not what its moves lead to"),
        (json.dumps(foreign), "'monopoly', which this house does not know"),
        ("[]", "not a record"),
        ("\x00", "damaged"),
    ):
        record_file.write_text(lie, encoding="utf-8")
        assert sentence in refusal(capsys, "verify", str(record_file))
        assert record_file.read_text(encoding="utf-8") == lie
    record_file.write_bytes(b"\xff\xfe")
    assert "not UTF-8" in refusal(capsys, "verify", str(record_file))


def test_fuzz_finds_nothing_in_the_games_of_the_house(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for game in maitred.all_games():
        assert main(["fuzz", game.id, "--seconds", "1", "--seed", "3", "--save", str(tmp_path)]) == 0
        assert "Nothing broke in" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


class Leaky(Tasting):
    """A tasting in which a bottle gets lost now and then."""

    def reveal(self) -> None:
        super().reveal()
        if self.round == 2 and self.drunk[0] == 3:
            self.drunk.pop()


class LeakyGame(TastingGame):
    """The game of that."""

    def deal(self, players: int, chance: Any, options: dict[str, str], cards: Any) -> State:
        state = super().deal(players, chance, options, cards)
        state.__class__ = Leaky
        return state


def test_fuzz_finds_what_is_broken_and_saves_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maitred, "game", lambda id: LeakyGame())
    assert main(["fuzz", "tasting", "--seconds", "20", "--seed", "1", "--save", str(tmp_path)]) == 1
    (saved,) = tmp_path.iterdir()
    problem = json.loads(saved.read_text(encoding="utf-8"))
    assert "a card vanished or multiplied" in problem["what"]
    assert problem["moves"]
    assert str(problem["seed"]) in capsys.readouterr().out


def test_sim_sets_every_pair_of_decks_against_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["sim", "food_court", "--matrix", "--games", "1", "--bots", "random", "--jobs", "1", "--option", "goal=10"]
    told = answer(capsys, *line)
    assert len(told["decks"]) == 8
    assert len(told["pairs"]) == 28
    assert told["games"] == 56
    assert all(0 <= pair["share"] <= 1 and pair["low"] is pair["high"] is None for pair in told["pairs"])
    assert main(line) == 0
    shown = capsys.readouterr().out
    assert "turkiye" in shown
    assert "Too few deals for an interval (1; 20 are needed)." in shown
    assert "±" not in shown
