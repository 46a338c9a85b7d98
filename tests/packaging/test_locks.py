"""The locks: what playing and building need, what tests and documents need besides, and a cluster for its test."""

from __future__ import annotations

import re
import subprocess
import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from tests.packaging.clean import ROOT, check_out

LOCKS = ("play", "test", "docs", "cluster")
EXTRAS = ("postgres",)


def names(text: str) -> set[str]:
    """The packages that lines name."""
    return {found[0] for line in text.splitlines() if (found := re.match(r"[a-z0-9][a-z0-9-]*", line))}


def read(name: str) -> str:
    """A file of requirements/."""
    return (ROOT / "requirements" / name).read_text(encoding="utf-8")


def test_playing_and_building_take_what_the_package_declares_and_nothing_else() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*declared["project"]["dependencies"], *declared["build-system"]["requires"]]
    assert names(read("play.in")) == names("\n".join(wanted))


@pytest.mark.parametrize("lock", [*LOCKS, *EXTRAS])
def test_every_package_of_a_lock_has_one_version_and_hashes(lock: str) -> None:
    text = read(f"{lock}.lock")
    parts = re.split(r"\n(?=[a-z])", text.strip())
    assert names(read(f"{lock}.in")) <= names(text)
    for part in parts:
        assert re.match(r"[a-z0-9-]+==[\w.]+", part), part
        assert "--hash=sha256:" in part, part
    assert "://" not in text


@pytest.mark.parametrize(("one", "other"), [*combinations(LOCKS, 2), *[("test", extra) for extra in EXTRAS]])
def test_the_locks_agree(one: str, other: str) -> None:
    pinned = [set(re.findall(r"^([a-z0-9-]+)==([\w.]+)", read(f"{lock}.lock"), re.MULTILINE)) for lock in (one, other)]
    both = names(read(f"{one}.lock")) & names(read(f"{other}.lock"))
    assert both
    assert {pin for pin in pinned[0] if pin[0] in both} == {pin for pin in pinned[1] if pin[0] in both}


def test_testing_begins_with_lint() -> None:
    assert re.search("^test: lint ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(
    ("goal", "installs"), [("play", ["play"]), ("lint", ["play", "test", "docs"]), ("docs", ["docs"])]
)
def test_make_installs_what_a_goal_needs(goal: str, installs: list[str], tmp_path: Path) -> None:
    checkout = check_out(tmp_path / "checkout")
    dry = subprocess.run(["make", "--dry-run", goal], cwd=checkout, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"--require-hashes -r requirements/(\w+)\.lock", dry) == installs
