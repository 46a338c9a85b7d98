"""Break every clause on purpose and see that the test which names it notices.

`make mutants`, or `python tests/mutants.py [GAME …]`. Each `tests/games/<game>/mutants.toml` lists small changes:
the clause, a function of the game's modules (`Ovens.keep`, or `<module>`), and what to find in it by syntax (once, or
the `nth`) and to replace. `module` says where it is if that is not clear: `rules`, or `maitred.kernel.options`.
Data has no functions: there `file` names the file, and `find` is text that occurs once. Each change is made in a copy
of the project, where only the tests named after the clause run; they must pass on the unchanged copy and fail on the
changed one.
"""

from __future__ import annotations

import ast
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT)]  # when this file is run by its name

from tests.changes import DoesNotApplyError, changed, defined  # noqa: E402

FAILED, PASSED = 1, 0


@functools.cache
def tree_of(path: Path) -> ast.Module:
    """The syntax of a module."""
    return ast.parse(path.read_text(encoding="utf-8"))


class Mutant(NamedTuple):
    """One small change that breaks one clause."""

    game: str
    clause: str
    find: str
    replace: str
    function: str = ""
    module: str = ""
    file: str = ""
    nth: int | None = None

    def applied(self) -> tuple[str, str]:
        """The file that changes, by its path in the project, and its new text."""
        if self.file:
            text = (ROOT / self.file).read_text(encoding="utf-8")
            if text.count(self.find) != 1:
                raise DoesNotApplyError(f"{self}: its text occurs {text.count(self.find)} times")
            return self.file, text.replace(self.find, self.replace)
        path = self.path()
        try:
            text = changed(path.read_text(encoding="utf-8"), self.function, self.find, self.replace, self.nth)
        except DoesNotApplyError as problem:
            raise DoesNotApplyError(f"{self}: {problem}") from problem
        return str(path.relative_to(ROOT)), text

    def path(self) -> Path:
        """The module of the function."""
        package = ROOT / "src" / "maitred" / "games" / self.game
        if "." in self.module:
            return ROOT.joinpath("src", *self.module.split(".")).with_suffix(".py")
        if self.module:
            return package / f"{self.module}.py"
        paths = [path for path in sorted(package.glob("*.py")) if defined(tree_of(path), self.function) is not None]
        if len(paths) != 1:
            raise DoesNotApplyError(f"{self}: {len(paths)} modules have its function")
        return paths[0]


def mutants_of(game: str) -> list[Mutant]:
    """The mutants of a game's file."""
    with (ROOT / "tests" / "games" / game / "mutants.toml").open("rb") as file:
        return [Mutant(game=game, **entry) for entry in tomllib.load(file)["mutant"]]


def run_tests(project: Path, game: str, clause: str) -> int:
    """Pytest's exit code for the tests of a clause."""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{project / 'src'}{os.pathsep}{project}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment.pop("MAITRED_EXPECT_BUILD", None)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0"]
    command += [f"tests/games/{game}", "-k", f"test_{clause}_"]
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, check=False).returncode


def copied(into: Path) -> Path:
    """A copy of what the tests need."""
    for name in ("src", "tests", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, into / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, into / name)
    return into


def verdict(mutant: Mutant) -> str:
    """Empty if the mutant is caught, otherwise what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        project = copied(Path(folder))
        try:
            file, text = mutant.applied()
        except DoesNotApplyError as problem:
            return str(problem)
        (project / file).write_text(text, encoding="utf-8")
        code = run_tests(project, mutant.game, mutant.clause)
    if code == FAILED:
        return ""
    return "SURVIVED" if code == PASSED else f"pytest ended with {code}: no test names the clause, or it cannot run"


def clean_verdict(game: str, clause: str) -> str:
    """Empty if the clause's tests pass on the project as it is."""
    return "" if run_tests(ROOT, game, clause) == PASSED else "its tests fail without any change"


def main(games: list[str]) -> int:
    """Try every mutant; 1 if one was not caught."""
    chosen = games or sorted(path.parent.name for path in ROOT.glob("tests/games/*/mutants.toml"))
    mutants = [mutant for game in chosen for mutant in mutants_of(game)]
    clauses = sorted({(mutant.game, mutant.clause) for mutant in mutants})
    bad = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (game, clause), problem in zip(clauses, pool.map(clean_verdict, *zip(*clauses, strict=True)), strict=True):
            if problem:
                bad += 1
                print(f"{game} {clause}: {problem}", flush=True)
        for mutant, problem in zip(mutants, pool.map(verdict, mutants), strict=True):
            bad += bool(problem)
            change = " ".join(mutant.replace.split())[:60]
            print(f"{mutant.game} {mutant.clause}: {problem or 'caught'} ({change})", flush=True)
    print(f"{len(mutants)} mutants of {len(clauses)} clauses, {bad} problems")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
