"""The tables in the documents are what the last measurements wrote."""

from __future__ import annotations

import json

import ladders
import peers
import pytest
from pages import DOCS, write_between

MEASURED = {
    ("bots.md", "ladder"): lambda: ladders.shown(json.loads(ladders.RESULTS.read_text(encoding="utf-8"))),
    ("bots.md", "beside-hard"): lambda: ladders.shown_beside_hard(json.loads(ladders.RESULTS.read_text("utf-8"))),
    ("speed.md", "peers"): lambda: peers.shown(json.loads((peers.HERE / "peers.json").read_text("utf-8"))["rows"]),
}


@pytest.mark.parametrize(("page", "marker"), MEASURED)
def test_a_table_is_as_it_was_measured(page: str, marker: str) -> None:
    _, _, rest = (DOCS / page).read_text(encoding="utf-8").partition(f"<!-- {marker} -->\n")
    assert rest.partition(f"\n<!-- /{marker} -->")[0] == MEASURED[page, marker]()


def test_a_page_without_a_place_for_a_table_is_named() -> None:
    with pytest.raises(SystemExit, match=r"cards\.md has no place for the table 'peers'\."):
        write_between("cards.md", "peers", "")
