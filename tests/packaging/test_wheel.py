"""The wheel of a small package that is built as maitred is: compiled or plain as asked, with the same answers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packaging.clean import ROOT, can_compile

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "diner"
version = "1.0"
requires-python = ">=3.11"
[tool.hatch.build.targets.wheel]
packages = ["src/diner"]
[tool.hatch.build.targets.wheel.hooks.custom]
package = "src/diner"
compile = ["kernel/*.py", "games/*/rules.py"]
"""
DISH = """
from __future__ import annotations
from abc import ABC, abstractmethod
from mypy_extensions import mypyc_attr

@mypyc_attr(allow_interpreted_subclasses=True)
class Dish(ABC):
    def __init__(self, price: int) -> None:
        self.price: int = price

    @abstractmethod
    def bill(self, guests: int) -> int: ...
"""
RULES = """
from __future__ import annotations
from diner.kernel.dish import Dish

class Soup(Dish):
    def bill(self, guests: int) -> int:
        return self.price * guests + 1

def total(dish: Dish, tables: int) -> int:
    bill = 0
    for guests in range(tables):
        bill += dish.bill(guests)
    return bill
"""
ASK = """
from diner.kernel.dish import Dish
from diner.games.soup import rules

class Guessed(Dish):
    def bill(self, guests):
        return self.price - guests

print(rules.total(rules.Soup(3), 10), rules.total(Guessed(100), 10), rules.__file__.endswith(".py"))
"""


needs_compiler = pytest.mark.skipif(
    not can_compile() and "CI" not in os.environ, reason="nothing can be compiled on this machine"
)


@dataclass
class Built:
    """What came of a build."""

    status: int
    said: str
    wheels: list[Path]

    def names(self) -> list[str]:
        """The files of the one wheel."""
        (wheel,) = self.wheels
        with zipfile.ZipFile(wheel) as archive:
            return archive.namelist()

    def missing(self) -> list[str]:
        """What the wheel says that it lacks."""
        (wheel,) = self.wheels
        with zipfile.ZipFile(wheel) as archive:
            return archive.read("diner/built.txt").decode().splitlines()

    def ask(self, folder: Path) -> str:
        """What a program that uses the wheel prints."""
        (wheel,) = self.wheels
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        run = subprocess.run([sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=True)
        return run.stdout.strip()


class Project:
    """A small package with two folders to compile, built as maitred is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.builds = 0
        shutil.copytree(ROOT / "build_tools", folder / "build_tools")
        shutil.copy(ROOT / "hatch_build.py", folder)
        self.write("pyproject.toml", PROJECT)
        self.write("src/diner/__init__.py", "")
        self.write("src/diner/kernel/__init__.py", "")
        self.write("src/diner/kernel/dish.py", DISH)
        self.write("src/diner/games/soup/rules.py", RULES)
        self.write("src/diner/games/soup/cards.toml", "price = 3")

    def write(self, name: str, text: str) -> None:
        """Write one file of it."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def build(self, **settings: str) -> Built:
        """Build a wheel with these in the environment."""
        self.builds += 1
        out = self.folder / f"dist{self.builds}"
        calm = {"MAITRED_BUILD_CACHE": str(self.folder / "cache"), "MAITRED_OPTIMIZE": "0"}
        environment = {**os.environ, **calm, **settings}
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
        run = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        return Built(run.returncode, run.stdout + run.stderr, sorted(out.glob("*.whl")))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project of its own."""
    return Project(tmp_path)


def test_plain_python_when_asked(project: Project) -> None:
    built = project.build(MAITRED_COMPILE="0")
    assert [wheel.name for wheel in built.wheels] == ["diner-1.0-py3-none-any.whl"]
    assert not [name for name in built.names() if name.endswith((".so", ".pyd"))]
    assert "diner/games/soup/cards.toml" in built.names()
    assert "diner/built.txt" not in built.names()


def test_another_wish_is_refused(project: Project) -> None:
    built = project.build(MAITRED_COMPILE="yes")
    assert built.status != 0
    assert not built.wheels
    assert "MAITRED_COMPILE is 0 (plain Python), 1 (compiled) or auto, not 'yes'." in built.said


def test_without_a_compiler_it_is_plain_python_and_says_what_to_install(project: Project) -> None:
    built = project.build(MAITRED_COMPILE="auto", CC="no-such-compiler")
    assert [wheel.name for wheel in built.wheels] == ["diner-1.0-py3-none-any.whl"]
    assert "MAITRED IS BUILT PLAIN PYTHON" in built.said
    assert "apt install gcc python3-dev" in built.said
    assert built.missing()[0].startswith("plain Python, several times slower: no working C compiler was found")


def test_without_a_compiler_it_fails_if_compiled_was_asked(project: Project) -> None:
    built = project.build(MAITRED_COMPILE="1", CC="no-such-compiler")
    assert built.status != 0
    assert not built.wheels
    assert "MAITRED_COMPILE=1 wants compiled modules, but no working C compiler was found" in built.said


@needs_compiler
def test_a_wrong_type_gives_plain_python_that_says_why(project: Project) -> None:
    project.write("src/diner/games/soup/rules.py", RULES.replace("bill = 0", "bill = 'nothing'"))
    built = project.build(MAITRED_COMPILE="auto")
    assert [wheel.name for wheel in built.wheels] == ["diner-1.0-py3-none-any.whl"]
    assert "MAITRED IS BUILT PLAIN PYTHON, SEVERAL TIMES SLOWER: mypyc refused" in built.said
    assert built.missing() == [
        "plain Python, several times slower: mypyc refused a module that is to be compiled: "
        'diner/games/soup/rules.py:12: error: Unsupported operand types for + ("str" and "int") [operator]'
    ]
    aborted = project.build(MAITRED_COMPILE="1")
    assert aborted.status != 0
    assert not aborted.wheels
    assert "rules.py:12: error" in aborted.said


@needs_compiler
def test_a_compiler_that_fails_gives_plain_python_that_says_why(project: Project) -> None:
    project.write(
        "cc", """#!/bin/sh\ncase "$*" in *probe*) exec cc "$@";; *) echo "the disk is full"; exit 1;; esac\n"""
    )
    (project.folder / "cc").chmod(0o755)
    built = project.build(CC=str(project.folder / "cc"), MAITRED_COMPILE="auto")
    assert [wheel.name for wheel in built.wheels] == ["diner-1.0-py3-none-any.whl"]
    assert [line.partition(" failed: ")[0] for line in built.missing()] == [
        "plain Python, several times slower: the C compiler"
    ]


def test_a_build_tool_that_crashes_gives_plain_python_that_says_why(project: Project) -> None:
    project.write("build_tools/native.py", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n")
    built = project.build(MAITRED_COMPILE="auto")
    assert [wheel.name for wheel in built.wheels] == ["diner-1.0-py3-none-any.whl"]
    assert built.missing() == [
        "plain Python, several times slower: native.py broke with status -9 (pip install --verbose shows how)."
    ]
    assert project.build(MAITRED_COMPILE="1").status != 0


def test_a_page_that_cannot_be_built_is_left_out_and_that_is_said(project: Project) -> None:
    project.write("pyproject.toml", f'{PROJECT}page = "diner/page"\n')
    project.write(
        "build_tools/page.py",
        """import sys
from pathlib import Path
Path(sys.argv[2], "half.js").write_text("half")
print("vite found a fault in the page.")
sys.exit(1)
""",
    )
    built = project.build(MAITRED_COMPILE="0")
    assert not [name for name in built.names() if name.startswith("diner/page")]
    assert built.missing() == ["without its page: vite found a fault in the page."]
    aborted = project.build(MAITRED_COMPILE="0", MAITRED_PAGE="1")
    assert aborted.status != 0
    assert "MAITRED_PAGE=1 wants the page, but vite found a fault in the page." in aborted.said


@needs_compiler
def test_a_warm_cache_does_not_hide_that_a_package_is_missing(project: Project) -> None:
    project.write("packages/spice.py", "def hot(bill: int) -> int:\n    return bill\n")
    project.write("packages/spice-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: spice\nVersion: 1.0\n")
    project.write("src/diner/games/soup/rules.py", RULES.replace("class Soup", "import spice\n\nclass Soup"))
    packages = str(project.folder / "packages")
    declared = project.build(MAITRED_COMPILE="1", PYTHONPATH=packages, MYPYPATH=packages)
    assert declared.status == 0, declared.said
    missing = project.build(MAITRED_COMPILE="1")
    assert missing.status != 0
    assert 'Cannot find implementation or library stub for module named "spice"' in missing.said


@needs_compiler
def test_what_only_plain_modules_import_need_not_be_there(project: Project) -> None:
    project.write("src/diner/waiter.py", "import spice\n\nclass Waiter(spice.Cook, hot=True): ...\n")
    rules = RULES.replace("import Dish", "import Dish\nfrom diner.waiter import Waiter")
    project.write("src/diner/games/soup/rules.py", rules)
    assert project.build(MAITRED_COMPILE="1").status == 0


@needs_compiler
def test_compiled(project: Project) -> None:
    before = sorted(path for path in (project.folder / "src").rglob("*") if path.is_file())
    built = project.build(MAITRED_COMPILE="1")
    assert built.status == 0, built.said
    assert not built.wheels[0].name.endswith("-any.whl")
    libraries = [name.partition(".")[0] for name in built.names() if name.endswith((".so", ".pyd"))]
    assert sorted(libraries) == [
        "diner/games/soup/native__mypyc",
        "diner/games/soup/rules",
        "diner/kernel/dish",
        "diner/kernel/native__mypyc",
    ]
    assert {"diner/kernel/dish.py", "diner/games/soup/rules.py", "diner/games/soup/cards.toml"} <= set(built.names())
    assert sorted(path for path in (project.folder / "src").rglob("*") if path.is_file()) == before

    plain = project.build(MAITRED_COMPILE="0")
    assert plain.ask(project.folder / "plain") == "145 955 True"
    assert built.ask(project.folder / "compiled") == "145 955 False"

    again = project.build()
    assert "4 libraries, all compiled before." in again.said
    assert sorted(again.names()) == sorted(built.names())

    project.write("src/diner/games/soup/rules.py", RULES.replace("+ 1", "+ 2"))
    changed = project.build()
    assert "4 libraries, 1 of them compiled now." in changed.said
    assert changed.ask(project.folder / "changed") == "155 955 False"
