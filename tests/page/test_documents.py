"""The site of the documentation, opened from its files: it can be searched, and fetches nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

import documentation
from playwright.sync_api import Browser, expect


def test_the_site_is_searched_from_its_files_and_fetches_nothing_else(chromium: Browser, tmp_path: Path) -> None:
    site = documentation.build(tmp_path)
    page = chromium.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for file in sorted(site.rglob("*.html")):
        page.goto(file.as_uri())
    page.goto((site / "index.html").as_uri())
    page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox", name="Search").fill("determinize")
    expect(page.get_by_role("option", name="determinize").first).to_be_visible()
    assert asked
    assert [url for url in asked if not url.startswith("file:")] == []
    page.close()
