"""The one cold build that all tests of installing share, whichever of pytest's processes they run in."""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packaging.clean import Machine, check_out


@dataclass
class Made:
    """A cold build: a source archive, the wheel made of that alone, and an environment with that wheel."""

    machine: Machine
    sdist: Path
    wheel: Path
    python: Path

    @property
    def command(self) -> Path:
        """The installed `maitred`."""
        return self.python.parent / "maitred"


def build_and_install(home: Path) -> None:
    """Build a source archive and the wheel of that archive, in isolation, and install the wheel."""
    machine = Machine(home)
    checkout = check_out(home / "checkout")
    said = machine.run(sys.executable, "-m", "build", "--outdir", home / "dist", checkout)
    (home / "said.txt").write_text(said, encoding="utf-8")
    (wheel,) = (home / "dist").glob("*.whl")
    machine.run(machine.new_python(), "-m", "pip", "install", wheel)


def once(folder: Path, make: Callable[[Path], None]) -> None:
    """Make something in a folder that all processes of this run share; the first who comes makes it."""
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        mark = folder.with_suffix(".done")
        if not mark.exists():
            mark.write_text("It failed; the first test that needed it says how.")
            make(folder)
            mark.write_text("")
        problem = mark.read_text()
        assert not problem, problem


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The package index, without which nothing can be installed; with CI set it has to be there."""
    machine = Machine(tmp_path_factory.mktemp("asks") / "home")
    ask = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--retries=1", "mypy-extensions"]
    try:
        machine.run(*ask)
    except AssertionError as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"INSTALLING IS NOT TESTED: the package index cannot be reached. {problem}")


@pytest.fixture(scope="session")
def made(shared: Path, index: None) -> Made:
    """The cold build, installed."""
    home = shared / "new-user"
    once(home, build_and_install)
    (sdist,) = (home / "dist").glob("*.tar.gz")
    (wheel,) = (home / "dist").glob("*.whl")
    return Made(Machine(home), sdist, wheel, home / "python" / "bin" / "python")


@pytest.fixture
def newcomer(made: Made, tmp_path: Path) -> Machine:
    """Another new user. What was built cold is not compiled a second time, unless anything is different here."""
    return Machine(tmp_path / "home", MAITRED_BUILD_CACHE=str(made.machine.home / "build-cache"))
