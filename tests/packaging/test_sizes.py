"""A source file is one idea, so it is short; only the rules of a game are as long as their rulebook."""

from __future__ import annotations

from fnmatch import fnmatch

import pytest

from tests.packaging.clean import ROOT

LONGEST = 600
FOLDERS = {
    "src": ("*.py",),
    "web/src": ("*.svelte", "*.ts", "*.css"),
    "build_tools": ("*.py",),
    "benchmarks": ("*.py",),
}
EXCEPT = ("src/maitred/games/*/rules.py", "web/src/games/*/shapes.ts", "web/src/lib/wire.ts")
"""Rules follow their rulebook; the others are written by a tool at every build."""


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_source_file_is_long_but_the_rules_of_a_game(folder: str) -> None:
    paths = [path for pattern in FOLDERS[folder] for path in sorted((ROOT / folder).rglob(pattern))]
    assert paths
    long = {}
    for path in paths:
        name = path.relative_to(ROOT).as_posix()
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > LONGEST and not any(fnmatch(name, pattern) for pattern in EXCEPT):
            long[name] = lines
    assert long == {}
