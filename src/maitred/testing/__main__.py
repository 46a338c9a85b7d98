"""`python -m maitred.testing golden` and `python -m maitred.testing mutants`, in the folder of a project."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import maitred
from maitred.kernel.errors import BadSetup
from maitred.testing import golden
from maitred.testing.mutants import Project, try_all


def projects(root: Path, tests: str, ids: list[str]) -> list[Project]:
    """The games that were named, or all whose source is in the folder, each with the folder of its tests."""
    found = [
        Project(root, game, f"{tests}/{game.id}" if (root / tests / game.id).is_dir() else tests)
        for game in ([maitred.game(id) for id in ids] or maitred.all_games())
    ]
    chosen = [project for project in found if ids or project.source() is not None]
    if not chosen:
        raise BadSetup(f"There is no game in {root}: run this in the folder of its project, with the game installed.")
    return chosen


def main() -> int:
    """Write golden files, or try mutants."""
    parser = argparse.ArgumentParser(prog="python -m maitred.testing", description=__doc__)
    parser.add_argument("what", choices=["golden", "mutants"], help="write golden files anew, or try every mutant")
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all in this folder)")
    parser.add_argument("--tests", default="tests", metavar="FOLDER", help="where their tests are (default: tests)")
    chosen = parser.parse_intermixed_args()
    try:
        found = projects(Path.cwd(), chosen.tests, chosen.games)
    except BadSetup as refusal:
        parser.exit(2, f"{parser.prog}: {refusal}\n")
    if chosen.what == "mutants":
        return try_all(found)
    for project in found:
        golden.write(project.game, project.root / project.tests)
        print(f"{project.game.id}: perft.json and playthrough.txt written; read the difference before committing it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
