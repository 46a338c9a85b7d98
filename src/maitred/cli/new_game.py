"""`maitred new-game NAME`: a package with a tiny but complete game, to be changed step by step."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import maitred
from maitred.cli.verb import Argument, verb
from maitred.kernel.cardfile import safe
from maitred.kernel.errors import BadSetup
from maitred.plugins import ID

STARTER = "maitred.starter"
GAME_FILE = "game.py"
LEFT_OUT = ("__init__.py", "__pycache__")


@verb("write a package with a tiny game of your own", Argument("name", metavar="NAME"))
def new_game(chosen: argparse.Namespace) -> int:
    """Write a package with a tiny but complete game (hidden hands, simultaneous choices), its tests and a README
    into a new folder of that name, to be changed step by step."""
    name: str = chosen.name
    check_name(name)
    folder = Path(name)
    for path, text in package(name):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    print(f"Written to {name}/. Continue with: cd {name} && pip install -e '.[test]' && maitred play {name} && pytest")
    return 0


def check_name(name: str) -> None:
    """Refuse a name that cannot be both a game's id and a Python package."""
    if not ID.fullmatch(name):
        raise BadSetup(
            f"A name has lower-case letters, digits and underscores only, such as soup_wars, unlike {safe(name)!r}."
        )
    if iskeyword(name):
        raise BadSetup(f"{name} is a reserved word of Python, so no package can have that name.")
    if name in [game.id for game in maitred.all_games()]:
        raise BadSetup(f"There is already a game called {name}.")
    if os.path.lexists(name):
        raise BadSetup(f"There is already a {name} in this folder: nothing was written.")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise BadSetup(f"There is already a Python package called {name}.")


def package(name: str) -> Iterator[tuple[Path, str]]:
    """The files of the package, each with its text."""
    for path, file in files_in(files(STARTER), Path()):
        place = Path("src", name, "__init__.py") if path == Path(GAME_FILE) else path
        yield place, renamed(file.read_text(encoding="utf-8"), name)


def files_in(folder: Traversable, path: Path) -> Iterator[tuple[Path, Traversable]]:
    """All files in a folder and its subfolders."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name in LEFT_OUT:
            continue
        if entry.is_dir():
            yield from files_in(entry, path / entry.name)
        else:
            yield path / entry.name, entry


def renamed(text: str, name: str) -> str:
    """A text of the starter with the new game's name in it."""
    words = [word for word in name.split("_") if word]
    title = " ".join(words).title()
    text = text.replace(f"{STARTER}.game", name).replace("Blind Tasting", title)
    return text.replace("Tasting", "".join(word.capitalize() for word in words)).replace("tasting", name)
