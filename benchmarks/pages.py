"""Writing measured tables into docs/, each between two markers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"


def write_between(page: str, marker: str, text: str) -> None:
    """Put a text between `<!-- marker -->` and `<!-- /marker -->` of a page."""
    path = DOCS / page
    before, opened, rest = path.read_text(encoding="utf-8").partition(f"<!-- {marker} -->")
    _, closed, after = rest.partition(f"<!-- /{marker} -->")
    if not opened or not closed:
        raise SystemExit(f"{page} has no place for the table {marker!r}.")
    path.write_text(f"{before}{opened}\n{text.strip()}\n{closed}{after}", encoding="utf-8")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; all columns but the first are right-aligned."""
    lines = [heads, ["---", *["--:"] * (len(heads) - 1)], *rows]
    return "\n".join([f"| {' | '.join(line)} |" for line in lines])
