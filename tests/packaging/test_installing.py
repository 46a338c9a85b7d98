"""The real project, installed as a new user would: everything from one cold build, and by every way there is."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from maitred import manual
from tests.packaging.clean import ROOT, Machine, can_compile, check_out
from tests.packaging.conftest import Made
from tests.server import guest

PROGRAM = """
from typing import assert_type

import maitred
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.record import Record
from maitred.kernel.state import State

game = maitred.game("delectable")
assert_type(game, Game)
state = game.new(players=4, seed=7)
assert_type(state, State)
assert_type(state.legal(0), list[int])
assert_type(Stream(1).below(6), int)
record = Record(game, 3, {"kind": "stream", "seed": 4})
assert_type(record.to_json(), str)
"""
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
SLOWER = "plain Python, several times slower: no working C compiler was found"
KIND = "compiled" if can_compile() else "plain Python"


# One cold build


def test_the_source_archive_has_all_that_the_wheel_needs_and_nothing_that_was_built(made: Made) -> None:
    with tarfile.open(made.sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    for needed in ("CHANGELOG.md", "hatch_build.py", "build_tools/native.py", "docs/messages.schema.json"):
        assert needed in names
    built = ("node_modules/", ".venv/", "build/", "dist/", "__pycache__", ".so", "wire.ts", "shapes.ts", ".git/")
    assert not [name for name in names if any(part in f"{name}/" for part in built)]


def test_the_wheel_has_rules_page_types_and_texts(made: Made) -> None:
    with zipfile.ZipFile(made.wheel) as archive:
        names = set(archive.namelist())
    assert {"maitred/py.typed", "maitred/page/index.html", "maitred/games/diner/rules.md"} <= names
    assert {f"maitred/texts/{page.file}" for page in manual.PAGES.values()} <= names
    assert any(name.endswith((".so", ".pyd")) for name in names) == (KIND == "compiled")
    assert ("maitred/built.txt" in names) == (KIND != "compiled")


def test_it_says_what_it_is(made: Made) -> None:
    assert made.machine.run(made.command, "--version").startswith(f"maitred {VERSION}, {KIND}\n")


def test_a_game_is_played_from_another_folder(made: Made) -> None:
    said = made.machine.run(made.command, "sim", "delectable", "--games", "50")
    assert "50 games" in said
    assert made.machine.run(made.command, "play", "ovens", "--watch", "--seed", "7")


def test_a_game_is_served_and_its_record_is_verified(made: Made, tmp_path: Path) -> None:
    with guest.RunningHouse(tmp_path / "data", installed=True, python=made.python) as house:
        ann = guest.Browser(house.port)
        assert b"<script" in ann.ask("GET", "/").body
        assert ann.ask("GET", "/healthz").json["version"] == VERSION
        table = ann.set_table("chefs_choice", "mddd", name="Ann")

        async def play() -> None:
            async with guest.at_table(ann, table, 0) as seated:
                await seated.ready()
                await guest.play_on(seated, random.Random(7).choice)

        asyncio.run(play())
        record = tmp_path / "record.json"
        record.write_bytes(ann.ask("GET", f"/api/tables/{table}/record").body)
        for name in manual.PAGES:
            shown = ann.ask("GET", f"/docs/{name}")
            assert (shown.status, shown.body.decode()) == (200, manual.read(name))
        assert house.close() == 0
    assert json.loads(made.machine.run(made.command, "verify", record, "--json"))


def test_every_page_is_printed(made: Made) -> None:
    assert made.machine.run(made.command, "docs") == manual.listing()
    for name in manual.PAGES:
        assert made.machine.run(made.command, "docs", name).rstrip("\n") == manual.read(name).rstrip("\n")


def test_a_program_that_uses_it_is_checked_with_types(made: Made, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    assert "Success" in made.machine.mypy(made.python, program)
    assert made.machine.run(made.python, program) == ""


# Other ways


def test_pip_install_without_a_compiler_gives_plain_python_and_says_so(newcomer: Machine, tmp_path: Path) -> None:
    newcomer.environment["CC"] = "/no/such/compiler"
    python = newcomer.new_python()
    newcomer.run(python, "-m", "pip", "install", check_out(tmp_path / "checkout"))
    maitred = python.parent / "maitred"
    told = newcomer.run(maitred, "--version")
    assert told.startswith(f"maitred {VERSION}, plain Python\nIt is {SLOWER}")
    assert "50 games" in newcomer.run(maitred, "sim", "delectable", "--games", "50")
    with guest.RunningHouse(tmp_path / "data", installed=True, python=python) as house:
        assert f"This maitred is {SLOWER}" in house.told
        assert house.close() == 0


@pytest.mark.parametrize("tool", ["pip", "uv", "pipx"])
def test_from_a_checkout(tool: str, newcomer: Machine, tmp_path: Path) -> None:
    checkout = check_out(tmp_path / "checkout")
    if tool == "pip":
        python = newcomer.new_python()
        newcomer.run(python, "-m", "pip", "install", ".", cwd=checkout)
        maitred = python.parent / "maitred"
    elif tool == "uv":
        newcomer.run(sys.executable, "-m", "uv", "tool", "install", "--python", sys.executable, ".", cwd=checkout)
        maitred = newcomer.home / ".local" / "bin" / "maitred"
    else:
        newcomer.run(sys.executable, "-m", "pipx", "install", "--python", sys.executable, ".", cwd=checkout)
        maitred = newcomer.home / ".local" / "bin" / "maitred"
    assert newcomer.run(maitred, "--version").startswith(f"maitred {VERSION}, {KIND}\n")
    assert "50 games" in newcomer.run(maitred, "sim", "delectable", "--games", "50")
