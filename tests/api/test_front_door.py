"""What `import maitred` gives: the games, and everything that a program needs from the top."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest

import maitred

README = Path(__file__).parents[2] / "README.md"


def alone(program: str) -> str:
    """What a program prints in an interpreter of its own."""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_games_is_the_package_and_its_games_can_be_imported_by_name() -> None:
    told = alone("import maitred.games.delectable as d; import maitred; print(d.GAME is maitred.game('delectable'))")
    assert told == "True\n"
    assert isinstance(maitred.games, ModuleType)
    assert alone("import maitred; print(maitred.games.__name__)") == "maitred.games\n"
    assert alone("import maitred; maitred.all_games(); print(maitred.games.ovens.GAME.title)") == "Ovens\n"


def test_all_games_and_game_find_games() -> None:
    assert [game.title for game in maitred.all_games()] == sorted(game.title for game in maitred.all_games())
    for game in maitred.all_games():
        assert maitred.game(game.id) is game
    with pytest.raises(maitred.BadSetup, match=r"'monopoly'; the games are: .*delectable"):
        maitred.game("monopoly")


def test_what_a_program_needs_comes_from_the_top() -> None:
    for name in maitred.__all__:
        assert getattr(maitred, name) is not None
        assert name in dir(maitred)
    assert maitred.__version__ == version("maitred")
    assert maitred.levels == ("random", "easy", "medium", "hard")
    for refusal in (
        maitred.IllegalMove,
        maitred.BadSetup,
        maitred.BadCards,
        maitred.BadPosition,
        maitred.BadRecord,
    ):
        assert issubclass(refusal, maitred.Refused)
    game = maitred.game("ovens")
    state = game.new(2, 1)
    seat = state.actors()[0]
    assert maitred.bot("medium", game).decide(state, seat, maitred.Stream(1)) in state.legal(seat)
    assert maitred.hints(game, state, seat, maitred.Stream(1), iterations=8)
    with pytest.raises(AttributeError, match="monopoly"):
        _ = maitred.monopoly  # type: ignore[attr-defined]


def test_importing_maitred_imports_no_game_and_no_rules() -> None:
    loaded = alone("import maitred, sys; print(*[name for name in sys.modules if name.startswith('maitred')])")
    assert loaded == "maitred\n"


def test_the_examples_of_the_readme_need_one_import_and_run() -> None:
    text = README.read_text(encoding="utf-8")
    (core,) = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert re.findall(r"^(?:import|from) .*", core, re.MULTILINE) == ["import maitred"]
    assert re.fullmatch(r"\[.*\] \[\[.*\]\]\n", alone(core))
    (vector,) = re.findall(r"`(maitred\.gym\.vector\(.*?\))`", text)
    assert alone(f"import maitred.gym\nprint({vector}.num_envs)") == "1000\n"


def test_options_go_to_the_deal() -> None:
    assert maitred.game("delectable").new(players=4, seed=7, options={"first": 2}).actors() == [1]
