"""The documentation as a site: it builds without a warning, its links lead somewhere, and it fetches nothing."""

from __future__ import annotations

import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import documentation
import pytest

import maitred
from tests.packaging.clean import ROOT

FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "srcset", "video": "src"}
"""What a browser asks for by itself, and by which attribute."""


class Page(HTMLParser):
    """What a page fetches, where it leads, and the places in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Take down one element."""
        of = {name: value or "" for name, value in attributes}
        self.places.add(of.get("id", ""))
        if tag in FETCHED and FETCHED[tag] in of:
            self.fetched.append(of[FETCHED[tag]])
        if tag == "a" and "href" in of:
            self.links.append(of["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly."""
    return documentation.build(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """All its pages; the one for addresses that do not exist has absolute links, which files do not know."""
    return {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html"}


def elsewhere(address: str) -> bool:
    """Whether an address is on another host."""
    return bool(re.match(r"(?:[a-z]+:)?//", address))


def test_it_fetches_nothing_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        # A report of the lab is one file: it fetches nothing at all.
        assert bool(page.fetched) != (path.parent.name == "lab"), path
        assert [address for address in page.fetched if elsewhere(address)] == [], path
        for address in page.fetched:
            assert (path.parent / unquote(urldefrag(address).url)).is_file(), (path, address)
    for style in site.rglob("*.css"):
        found = re.findall(r"url\(([^)]*)\)|@import\s+([^;]*)", style.read_text(encoding="utf-8"))
        assert [one or other for one, other in found if elsewhere((one or other).strip("\"'"))] == [], style


def test_every_link_leads_to_a_page_and_a_place(pages: dict[Path, Page]) -> None:
    broken = []
    for path, page in pages.items():
        for address in page.links:
            if elsewhere(address):
                continue
            target, place = urldefrag(address)
            there = (path.parent / unquote(target)).resolve() if target else path
            if there.is_dir():
                there /= "index.html"
            if not there.is_file() or (there in pages and place and unquote(place) not in pages[there].places):
                broken.append((path.name, address))
    assert broken == []


def test_every_document_is_in_its_contents() -> None:
    listed = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    shown = {file for entry in listed for file in entry.values()}
    assert shown == {path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"))}


def test_the_reference_has_everything_that_comes_from_the_top(site: Path) -> None:
    places = Page(site / "docs" / "site" / "api.html").places
    told = {"__version__", "games", "levels"}  # values, and a package
    assert {f"maitred.{name}" for name in maitred.__all__ if name not in told} <= places
    assert "maitred.Record.play" in places


def test_search_works_from_files(site: Path) -> None:
    index = (site / "search.js").read_text(encoding="utf-8")
    assert "determinize" in index
