"""`maitred review`: what it prints, the page it writes, and a sentence for whatever is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import maitred
from maitred.cli import main
from tests.coach.games import finished


@pytest.fixture(scope="module")
def record_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    record = finished(maitred.game("delectable"), 2, ["easy", "medium"], 4)
    record.notes = {"players": ["Ann <b>", "{1}"]}
    file = tmp_path_factory.mktemp("records") / "game.json"
    file.write_text(record.to_json(), encoding="utf-8")
    return file


def test_review_prints_words_json_and_a_page(
    record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = ["review", str(record_file), "--seat", "1", "--budget", "3", "--jobs", "1"]
    html = tmp_path / "review.html"
    assert main([*short, "--html", str(html)]) == 0
    shown = capsys.readouterr().out
    assert "Delectable: Ann <b>" in shown
    assert "beyond doubt" in shown
    text = html.read_text(encoding="utf-8")
    assert "Ann &lt;b&gt;" in text
    assert "Ann <b>" not in text
    assert "http" not in text
    assert "from what this seat could know" in text
    assert main([*short, "--json"]) == 0
    [told] = json.loads(capsys.readouterr().out)
    assert told["names"][1] == "{1}"
    assert told["worlds"] == 3
    assert main([*short[:-4], "--budget", "33", "--seconds", "1", "--jobs", "1", "--json", "--rounds"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)[0]["rounds"][0] for line in lines] == list(range(1, len(lines) + 1))


def test_review_refuses_with_a_sentence(record_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running = maitred.Record(maitred.game("ovens"), 2, 1)
    file = tmp_path / "running.json"
    file.write_text(running.to_json(), encoding="utf-8")
    nowhere = str(tmp_path / "none" / "page.html")
    for arguments, words in (
        ([str(file)], "a game that is still running is never reviewed"),
        ([str(record_file), "--seat", "3"], "no seat 3"),
        ([str(tmp_path / "none.json")], "cannot be read"),
        ([str(record_file), "--seat", "1", "--budget", "1", "--jobs", "1", "--html", nowhere], "cannot be written"),
    ):
        assert main(["review", *arguments]) == 2
        printed = capsys.readouterr()
        assert words in printed.err
        assert printed.out == ""
