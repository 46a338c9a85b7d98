"""Break every clause on purpose and see that the test which names it notices.

This is `python -m maitred.testing mutants`. A game's `mutants.toml`, beside its tests, lists small changes: the clause,
a function of the game's modules (`Ovens.keep`, or `<module>`), what to find in it by syntax (once, or the `nth`), and
what to put there. `module` says where the function is if that is not clear: `rules`, or `maitred.kernel.options`. Data
has no functions: there `file` names the file, and `find` is text that occurs once. Each change is made in a copy of the
project, where only the tests named after the clause run; they must pass on the unchanged copy and fail on the changed
one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from maitred.kernel.game import Game
from maitred.testing.changes import DoesNotApplyError, changed, defined, tree_of

FAILED, PASSED = 1, 0


class Project(NamedTuple):
    """A game, where its project is, and where in it the game's tests are."""

    root: Path
    game: Game
    tests: str

    def source(self) -> Path | None:
        """The game's package or module in the project; None if it is not there."""
        return source_in(self.root, self.game.package)


def source_in(root: Path, module: str) -> Path | None:
    """The folder of a package, or the file of a module, in a project."""
    for base in (root / "src", root):
        path = base.joinpath(*module.split("."))
        if path.is_dir():
            return path
        if path.with_suffix(".py").is_file():
            return path.with_suffix(".py")
    return None


class Mutant(NamedTuple):
    """One small change that breaks one clause."""

    project: Project
    clause: str
    find: str
    replace: str
    function: str = ""
    module: str = ""
    file: str = ""
    nth: int | None = None

    def __str__(self) -> str:
        return f"{self.project.game.id} {self.clause}"

    def applied(self) -> tuple[str, str]:
        """The file that changes, by its path in the project, and its new text."""
        root = self.project.root
        if self.file:
            text = (root / self.file).read_text(encoding="utf-8")
            if text.count(self.find) != 1:
                raise DoesNotApplyError(f"{self}: its text occurs {text.count(self.find)} times in {self.file}")
            return self.file, text.replace(self.find, self.replace)
        path = self.path()
        try:
            text = changed(path.read_text(encoding="utf-8"), self.function, self.find, self.replace, self.nth)
        except DoesNotApplyError as problem:
            raise DoesNotApplyError(f"{self}: {problem}: {self.find}") from problem
        return str(path.relative_to(root)), text

    def is_in(self, path: Path) -> bool:
        """Whether a module has the function."""
        return defined(tree_of(path.read_text(encoding="utf-8")), self.function) is not None

    def path(self) -> Path:
        """The module of the function."""
        package = self.project.source()
        if package is None:
            raise DoesNotApplyError(f"{self}: there is no {self.project.game.package} in {self.project.root}")
        if "." in self.module:
            found = source_in(self.project.root, self.module)
            paths = [found] if found is not None else []
        elif package.is_file():
            paths = [package]
        elif self.module:
            paths = [package / f"{self.module}.py"]
        else:
            paths = [
                path
                for path in sorted(package.glob("*.py"))
                if defined(tree_of(path.read_text(encoding="utf-8")), self.function) is not None
            ]
        if len(paths) != 1:
            raise DoesNotApplyError(f"{self}: {len(paths)} modules have its function {self.function}")
        return paths[0]


def mutants_of(project: Project) -> list[Mutant]:
    """The mutants of a game's file."""
    with (project.root / project.tests / "mutants.toml").open("rb") as file:
        return [Mutant(project, **entry) for entry in tomllib.load(file)["mutant"]]


def run_tests(root: Path, tests: str, clause: str) -> int:
    """Pytest's exit code for the tests of a clause."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(root / "src"), str(root), os.environ.get("PYTHONPATH", "")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    environment.pop("MAITRED_EXPECT_BUILD", None)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += [tests, "-k", f"test_{clause}_"]
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, check=False).returncode


def copied(project: Project, into: Path) -> Path:
    """A copy of what the tests need."""
    source = project.source()
    places = {"pyproject.toml", Path(project.tests).parts[0]}
    if source is not None:
        places.add(source.relative_to(project.root).parts[0])
    for name in sorted(places):
        place = project.root / name
        if place.is_dir():
            shutil.copytree(place, into / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif place.exists():
            shutil.copy(place, into / name)
    return into


def verdict(mutant: Mutant) -> str:
    """Empty if the mutant is caught, otherwise what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        root = copied(mutant.project, Path(folder))
        try:
            file, text = mutant.applied()
        except DoesNotApplyError as problem:
            return str(problem)
        (root / file).write_text(text, encoding="utf-8")
        code = run_tests(root, mutant.project.tests, mutant.clause)
    if code == FAILED:
        return ""
    return "SURVIVED" if code == PASSED else f"pytest ended with {code}: no test names the clause, or it cannot run"


def clean_verdict(project: Project, clause: str) -> str:
    """Empty if the clause's tests pass on the project as it is."""
    return "" if run_tests(project.root, project.tests, clause) == PASSED else "its tests fail without any change"


def try_all(projects: list[Project]) -> int:
    """Try every mutant; 1 if one was not caught."""
    mutants = [mutant for project in projects for mutant in mutants_of(project)]
    clauses = list(dict.fromkeys((mutant.project, mutant.clause) for mutant in mutants))
    bad = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for (project, clause), problem in zip(clauses, pool.map(lambda one: clean_verdict(*one), clauses), strict=True):
            if problem:
                bad += 1
                print(f"{project.game.id} {clause}: {problem}", flush=True)
        for mutant, problem in zip(mutants, pool.map(verdict, mutants), strict=True):
            bad += bool(problem)
            change = " ".join(mutant.replace.split())[:60]
            print(f"{mutant}: {problem or 'caught'} ({change})", flush=True)
    print(f"{len(mutants)} mutants of {len(clauses)} clauses, {bad} problems")
    return 1 if bad else 0
