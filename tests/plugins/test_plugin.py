"""A package that `maitred new-game` wrote is a game of the house, in everything that can be done without a browser.

The house with its workers and the page are tested in tests/page/test_plugin.py.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.json import encode

import maitred
from maitred.bots.worker import question
from maitred.cli import main
from maitred.server.worker_process import Request
from tests.plugins import beside as somebody
from tests.plugins.beside import NAME, SENTENCES, TITLE, Beside

ODD_WORD = "A name has lower-case letters, digits and underscores only, such as soup_wars, unlike"
TIMES = ("seconds", "decisions_per_s", "games_per_s")
HOUSE = ["chefs_choice", "delectable", "diner", "food_court", "ovens"]


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Beside:
    """The game, and broken ones, installed beside maitred."""
    made = somebody.make(tmp_path_factory.mktemp("somebody"))
    somebody.break_some(made)
    return made


def test_it_is_found_and_broken_ones_are_named_in_one_sentence_each(beside: Beside) -> None:
    told, complaints = beside.run("-m", "maitred", "games", "--json")
    assert sorted(game["id"] for game in json.loads(told)) == sorted([*HOUSE, NAME])
    said = [f"The game {name!r} of broken-games is left out: {flaw}." for name, flaw in SENTENCES.items()]
    assert complaints.splitlines() == said


def test_a_worker_of_the_house_does_not_name_broken_ones_again(beside: Beside) -> None:
    state = maitred.game("delectable").new(2, 7)
    asked = question(maitred.game("delectable"), state, state.actors()[0], maitred.Stream(1), "medium")
    told, complaints = beside.run("-m", "maitred.server.worker_process", input=encode(Request(asked, False)).decode())
    assert int(told) in state.legal(asked.seat)
    assert complaints == ""


def test_every_command_takes_it(beside: Beside) -> None:
    assert "holds three bottles" in beside.maitred("rules", NAME)
    assert "wins." in beside.maitred("play", NAME, "--watch", "--seed", "7")
    sim = ["sim", NAME, "--games", "40", "--bots", "medium", "--json"]
    told = [json.loads(beside.maitred(*sim, "--jobs", jobs)) for jobs in ("1", "2")]
    alone, shared = [{key: value for key, value in each.items() if key not in TIMES} for each in told]
    assert alone == shared
    assert alone["games"] == 40
    assert "medium" in beside.maitred("ladder", NAME, "--levels", "random,medium", "--deals", "20", "--jobs", "2")
    assert json.loads(beside.maitred("bench", NAME, "--json"))
    assert "Nothing broke" in beside.maitred("fuzz", NAME, "--seconds", "1", "--seed", "3")
    assert f"{TITLE} has no deck file." in beside.run("-m", "maitred", "cards", NAME, status=2)[1]


def test_its_records_are_verified_and_its_states_travel(beside: Beside, tmp_path: Path) -> None:
    program = (
        "import pickle, sys, maitred\n"
        f"record = maitred.Record(maitred.game({NAME!r}), 3, 5)\n"
        "while record.state.actors():\n"
        "    seat = record.state.actors()[0]\n"
        "    record.play(seat, record.state.legal(seat)[0])\n"
        "assert pickle.loads(pickle.dumps(record.state)) == record.state\n"
        "assert pickle.loads(pickle.dumps(record.game)) is record.game\n"
        "print(record.state)\n"
        "open(sys.argv[1], 'w').write(record.to_json())\n"
    )
    file = tmp_path / "record.json"
    assert TITLE in beside.run("-c", program, file)[0]
    told = json.loads(beside.run("-m", "maitred", "verify", file, "--json")[0])
    assert told["game"] == NAME


def test_its_own_tests_and_mutants_pass(beside: Beside) -> None:
    quick = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    assert " passed" in beside.run("-m", "pytest", *quick, cwd=beside.project)[0]
    told = beside.run("-m", "maitred.testing", "mutants", cwd=beside.project)[0]
    assert "4 mutants of 3 clauses, 0 problems" in told
    golden = [beside.project / "tests" / name for name in ("perft.json", "playthrough.txt")]
    before = [file.read_text(encoding="utf-8") for file in golden]
    for file in golden:
        file.unlink()
    beside.run("-m", "maitred.testing", "golden", cwd=beside.project)
    assert [file.read_text(encoding="utf-8") for file in golden] == before


def test_a_tiny_game_is_tiny(beside: Beside) -> None:
    game = beside.project / "src" / NAME / "__init__.py"
    assert len(game.read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("1st", f"{ODD_WORD} '1st'."),
        ("Soup", f"{ODD_WORD} 'Soup'."),
        (
            "../soup",
            f"{ODD_WORD} '../soup'.",
        ),
        ("", f"{ODD_WORD} ''."),
        ("while", "while is a reserved word of Python, so no package can have that name."),
        ("ovens", "There is already a game called ovens."),
        ("json", "There is already a Python package called json."),
        ("maitred", "There is already a Python package called maitred."),
        ("here", "There is already a here in this folder: nothing was written."),
    ],
)
def test_a_name_that_will_not_do_gets_one_sentence(
    name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    assert main(["new-game", name]) == 2
    assert capsys.readouterr().err == f"maitred: {sentence}\n"
    assert [path.name for path in tmp_path.rglob("*")] == ["here"]
    assert len(maitred.all_games()) == len(HOUSE)
