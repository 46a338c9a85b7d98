"""What runs before a commit and after a push is what everybody runs, and fetches nothing by itself."""

from __future__ import annotations

import re
import tomllib

from tests.packaging.clean import ROOT

WORKFLOW = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")


def test_a_push_runs_make_test_and_nothing_else() -> None:
    assert re.findall(r"^ *- run: (.+)$", WORKFLOW, re.MULTILINE) == ["make test"]
    assert "on:\n  push:\n  pull_request:\n" in WORKFLOW


def test_a_push_is_tested_with_the_oldest_python_that_is_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    assert f'python: ["{oldest}", ' in WORKFLOW


def test_hooks_are_those_of_make_lint_from_the_environment_of_the_project() -> None:
    assert re.findall(r"^ *- repo: (.+)$", HOOKS, re.MULTILINE) == ["local"]
    lint = re.findall(r"^\t@\$\(PY\) -m (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    entries = re.findall(r"^ *entry: \.venv/bin/python -m (.+)$", HOOKS, re.MULTILINE)
    assert entries == ["ruff check", "ruff format --check", "mypy"]
    assert set(entries) <= set(lint)


def test_neither_names_a_host() -> None:
    for text in (WORKFLOW, HOOKS):
        assert "://" not in text


def test_all_of_it_is_in_the_source_distribution() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    assert {".github", ".pre-commit-config.yaml", "CONTRIBUTING.md", "SECURITY.md"} <= set(included)
    assert [name for name in included if not (ROOT / name).exists()] == []
