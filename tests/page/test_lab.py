"""The lab in the page: a study is begun, watched, stopped and read."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.server.guest import RunningHouse
from tests.server.test_studies import TOY_HOUSE


def test_a_study_from_beginning_to_end(visit: Visit, tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data", installed=True, cheat=TOY_HOUSE) as house:
        ann = visit(f"http://127.0.0.1:{house.port}")
        page = ann.page
        page.goto("/")
        page.get_by_role("link", name="Lab", exact=True).click()
        page.get_by_label("What to find out").select_option("diff")
        expect(page.get_by_role("button", name="Begin")).to_be_disabled()
        page.get_by_label("New card file").set_input_files(
            {"name": "bad.toml", "mimeType": "text/plain", "buffer": b"x = 1"}
        )
        expect(page.get_by_text("there is no table 'x'")).to_be_visible()
        page.get_by_label("What to find out").select_option("report")
        page.get_by_role("button", name="Begin").click()
        expect(page.get_by_role("progressbar")).to_be_visible()
        page.reload()
        expect(page.get_by_role("progressbar")).to_be_visible()
        page.wait_for_timeout(1000)
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("Going first wins.")).to_be_visible()
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="Show the whole page").click()
        expect(opened.value.get_by_role("heading", name="Toy")).to_be_visible()
        assert opened.value.title() != "run"
        opened.value.close()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download it").click()
        assert download.value.suggested_filename.endswith("-report.html")
        page.get_by_role("button", name="Another study").click()
        expect(page.get_by_role("button", name="Begin")).to_be_visible()
