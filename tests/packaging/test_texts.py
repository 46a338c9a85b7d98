"""Whatever a text names is there: files in the checkout, pages wherever maitred is installed."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

import maitred
from maitred import manual
from maitred.cli import main
from maitred.cli.parser import build_parser
from tests.packaging.clean import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
# Texts of the package itself: who reads them may have no checkout.
INSTALLED = sorted(
    path
    for kind in ("*.md", "*.toml")
    for path in (ROOT / "src").rglob(kind)
    if "starter" not in path.parts  # a package to be copied, whose texts name its own files
)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)|(?:src|href)=\"([^\"#]+)\"")
TOP = "benchmarks|build_tools|docs|requirements|src|tests|web"
FILE = re.compile(rf"(?<![\w/.-])(?:{TOP})/[\w./<>*-]*[\w>]/?|\b[A-Z]+\.md\b")
PRINTED = re.compile(r"maitred docs ([a-z][\w.-]*)")

COMMAND = re.compile(r"^(?:ExecStart=)?(?:/\S+/)?maitred (.+)$", re.MULTILINE)


def links(text: str) -> list[str]:
    """The addresses that a text links to, but for other people's."""
    found = [one or other for one, other in LINK.findall(text)]
    return [address for address in found if not re.match(r"https?:", address)]


def helps(parser: argparse.ArgumentParser) -> str:
    """What a command line and all its verbs say of themselves."""
    verbs = [action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return "\n".join([parser.format_help(), *[helps(verb) for choices in verbs for verb in choices.values()]])


@pytest.mark.parametrize("path", [*PAGES, *INSTALLED], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_and_file_of_a_text_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for address in links(text):
        if address.startswith("/docs/"):
            assert manual.read(address.removeprefix("/docs/"))
        else:
            assert (path.parent / address).exists(), address
    for name in FILE.findall(text):
        assert list(ROOT.glob(re.sub("<[^>]*>", "*", name.rstrip("/")))), name
    for name in PRINTED.findall(text):
        assert name in manual.PAGES, name


@pytest.mark.parametrize("path", INSTALLED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_texts_of_the_package_name_no_file_of_the_source(path: Path) -> None:
    assert not FILE.findall(path.read_text(encoding="utf-8"))


def test_pages_that_come_with_the_package_link_to_others_that_do() -> None:
    for name, page in manual.PAGES.items():
        if page.file.endswith(".md"):
            for address in links(manual.read(name)):
                assert manual.read(address.removeprefix("/docs/"))


def test_the_readme_fits_three_screens() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


def test_every_page_of_the_checkout_comes_with_the_package() -> None:
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").iterdir() if path.is_file()}
    assert {page.file for page in manual.PAGES.values()} == {*pages, "CHANGELOG.md"}


def test_help_names_only_what_comes_with_the_package() -> None:
    told = helps(build_parser())
    assert "maitred docs" in told
    assert not FILE.findall(told)
    assert set(PRINTED.findall(told)) <= set(manual.PAGES)


def test_docs_without_a_name_lists_the_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(manual.PAGES)


@pytest.mark.parametrize("name", ["nothing", "../pyproject.toml", "/etc/passwd", "docs/cards.md", ""])
def test_docs_of_another_name_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", name]) == 2
    assert "the pages are: adding-a-game, agents, architecture, balance, bots, cards," in capsys.readouterr().err


@pytest.mark.parametrize("name", ["hosting", "cluster", "coach"])
def test_every_command_that_a_page_for_hosts_gives_is_understood(name: str) -> None:
    blocks = "\n".join(re.findall(r"^```\w*\n(.*?)^```", manual.read(name), re.MULTILINE | re.DOTALL))
    commands = COMMAND.findall(re.sub(r"\$\(.*?\)", "…", blocks.replace("\\\n", " ")))
    assert commands
    for words in commands:
        assert callable(build_parser().parse_args(shlex.split(words, comments=True)).run)


def test_a_risen_rules_version_is_in_the_notes_of_the_version() -> None:
    notes = " ".join(manual.read("changes").split())
    for game in maitred.all_games():
        if game.rules_version > 1:
            assert f"{game.title} (rules version {game.rules_version})" in notes
