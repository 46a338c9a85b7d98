"""The lab at the page: who may use it, one study at a time, stopped and ended, and nothing in its page runs."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from maitred.cli import main
from maitred.kernel.cardfile import MOST_TEXT_BYTES
from maitred.kernel.deck_text import as_toml
from maitred.kernel.errors import BadSetup
from maitred.lab.studies import LabStudies
from maitred.server import studies
from maitred.server.studies import MOST_WAITING, NOT_INSTALLED, Side, Studies
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse
from tests.server.test_own_cards import own_tables

TOY_HOUSE = """
import maitred.server.studies as studies

class Toy:
    missing = lambda self: ""
    report = diff = lambda self, *facts: []
    run = lambda self, words, minutes, out: [str(out)]

studies.laboratory = Toy
studies.RUN = '''
import sys, time
try:
    time.sleep(60)
except KeyboardInterrupt:
    print("Going first wins.")
    open(sys.argv[1], "w").write("<!doctype html><h1>Toy</h1><script>document.title = 'run'</script>")
'''
"""
"""A house whose laboratory waits until it is stopped, and then has a page to tell."""


class Toy:
    """A laboratory that does what a word says."""

    def __init__(self, code: str) -> None:
        self.code = code

    def missing(self) -> str:
        return ""

    def report(self, *facts: object) -> list[str]:
        return []

    diff = report

    def run(self, words: list[str], minutes: float, out: Path) -> list[str]:
        return [str(out)]


def toys(monkeypatch: pytest.MonkeyPatch, code: str) -> Studies:
    """A queue whose studies run a line of Python, which has the place of its page in `out`."""
    monkeypatch.setattr(studies, "RUN", f"import os, sys, time; out = sys.argv[1]; os.nice({{nice}}); {code}")
    made = Studies()
    made.found = Toy(code)
    return made


def begun(queue: Studies) -> studies.Study:
    """A study of no matter what."""
    return queue.add("report", "diner", None, "easy", 1, Side(None, {}), Side(None, {}))


def test_options_and_card_files_of_both_sides_reach_the_command() -> None:
    old, new = Side("old.toml", {"goal": "50"}), Side(None, {"goal": "40", "roles": "on"})
    report = LabStudies().report("food_court", 3, "easy", new)
    assert " ".join(report) == "lab report food_court --bots easy --players 3 --option goal=40 --option roles=on"
    assert " ".join(LabStudies().diff("food_court", None, "easy", old, new)) == (
        "lab diff food_court --bots easy --old old.toml --old-option goal=50 --new-option goal=40 --new-option roles=on"
    )


def test_the_command_of_a_study_names_card_files_without_their_folder(tmp_path: Path) -> None:
    """It stands in the page, which may be sent to anybody."""
    kept = Studies().kept(tmp_path / "new.toml", Side("[deck]", {"goal": "40"}))
    assert kept == Side("new.toml", {"goal": "40"})
    assert (tmp_path / "new.toml").read_text(encoding="utf-8") == "[deck]"


@pytest.mark.parametrize("bounds", [["--minutes", "0.001"], ["--minutes", "9", "--games", "1"]])
def test_a_study_is_bounded_in_time_and_in_games(bounds: list[str], tmp_path: Path) -> None:
    """Whichever comes first ends it: here either leaves one round."""
    laboratory = LabStudies()
    words = laboratory.diff("delectable", 2, "random", Side(None, {}), Side(None, {"first": "2"}))
    command = laboratory.run(words, 7, tmp_path / "page.html")
    assert command == [
        *[*words, "--minutes", "7", "--games", "100000", "--jobs", "1", "--out", str(tmp_path / "page.html")]
    ]
    assert main([*words, *bounds, "--jobs", "1", "--out", str(tmp_path / "page.html")]) == 0
    facts = json.loads((tmp_path / "page.json").read_text(encoding="utf-8"))["facts"]
    assert facts["the same again"].endswith("--games 48")


def test_who_may_use_it() -> None:
    assert Studies(everybody=True).allows("203.0.113.9")
    assert not Studies(own_machine=True).allows("203.0.113.9")
    assert Studies(own_machine=True).allows("127.0.0.1")
    assert Studies(own_machine=True).allows("::1")
    assert not Studies(own_machine=True).allows("nonsense")
    assert not Studies().allows("127.0.0.1")


def test_without_a_laboratory_it_is_said_how_to_install_one() -> None:
    queue = Studies()
    queue.found = None
    assert queue.missing() == NOT_INSTALLED
    with pytest.raises(BadSetup, match="pip install"):
        begun(queue)


@in_event_loop
async def test_one_after_another_at_a_low_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = toys(monkeypatch, "print(os.nice(0)); open(out, 'w').write('page')")
    first, second = begun(queue), begun(queue)
    await asyncio.sleep(0)
    assert (first.state, second.state) == ("running", "waiting")
    assert queue.running is not None
    await queue.running
    assert (first.state, first.page, second.state) == ("done", "page", "done")
    assert int(first.words[0]) >= studies.NICENESS
    assert second.begun >= first.ended
    await queue.close()


@in_event_loop
async def test_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = toys(monkeypatch, "time.sleep(60)")
    for _ in range(MOST_WAITING):
        begun(queue)
    with pytest.raises(BadSetup, match="waiting already"):
        begun(queue)
    await queue.close()
    assert {study.state for study in queue.studies.values()} == {"stopped", "failed"} or not queue.waiting()


@in_event_loop
async def test_a_house_that_closes_while_a_study_begins_does_not_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "RUN", "import time; time.sleep(60)")
    toy = Studies(own_machine=True)
    study = toy.add("report", "diner", 2, "easy", 1, Side(None, {}), Side(None, {}))
    await asyncio.sleep(0)  # it has begun, and its process has not
    assert (study.state, study.process) == ("running", None)
    async with asyncio.timeout(30):
        await toy.close()
    assert study.state == "failed"


@in_event_loop
async def test_a_study_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    queue = toys(monkeypatch, "sys.exit('There is no such thing.')")
    study = begun(queue)
    assert queue.running is not None
    await queue.running
    assert (study.state, study.words, study.page) == ("failed", ["There is no such thing."], "")
    await queue.close()


@in_event_loop
async def test_a_study_tells_nothing_of_the_machine_it_runs_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for code, expected in (
        ("sys.exit(os.path.abspath(out) + ' cannot be written: No space.')", "page.html cannot be written: No space"),
        ("open('/nowhere/at/all')", "No such file or directory: 'all'"),
        ("print('50 / 100 and/or 1/2 in', os.path.abspath(out)); open(out, 'w')", "50 / 100 and/or 1/2 in page.html"),
    ):
        queue = toys(monkeypatch, code)
        study = begun(queue)
        assert queue.running is not None
        await queue.running
        (told,) = study.words
        assert expected in told
        assert str(study.folder) not in told
        assert "/no" not in told
        await queue.close()


@in_event_loop
async def test_a_study_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "LONGEST_GOODBYE", -59.5)
    queue = toys(monkeypatch, "time.sleep(60)")
    study = begun(queue)
    assert queue.running is not None
    await queue.running
    assert study.state == "failed"
    assert study.process is not None
    assert await study.process.wait() != 0
    await queue.close()


def until(browser: Browser, study: str, states: set[str]) -> dict[str, Any]:
    """Wait for a study to be in one of these states."""
    for _ in range(400):
        told: dict[str, Any] = browser.ask("GET", f"/api/lab/{study}").json
        if told["state"] in states:
            return told
        time.sleep(0.2)
    raise AssertionError(told)


def test_a_real_study_is_stopped_and_tells_what_there_is(house: RunningHouse) -> None:
    """The laboratory itself, with cards of one's own; its page is shown without anything in it being run."""
    browser = Browser(house.port)
    facts = browser.ask("GET", "/api/lab").json
    assert (facts["allowed"], facts["missing"]) == (True, "")
    wish = {"kind": "diff", "game": "delectable", "players": 2, "bots": "easy", "minutes": 1}
    first = browser.ask("POST", "/api/lab", {**wish, "cards": as_toml(own_tables())}).json
    second = browser.ask("POST", "/api/lab", {**wish, "kind": "report"}).json
    assert (second["state"], second["ahead"]) == ("waiting", 1)
    assert browser.ask("POST", f"/api/lab/{second['id']}/stop").json["state"] == "stopped"
    until(browser, first["id"], {"running"})
    assert browser.ask("GET", f"/api/lab/{first['id']}/page").status == 409
    for _ in range(60):
        told = browser.ask("GET", f"/api/lab/{first['id']}").json
        if told["seconds"] > 6 or told["state"] != "running":
            break
        time.sleep(0.2)
    browser.ask("POST", f"/api/lab/{first['id']}/stop")
    told = until(browser, first["id"], {"stopped", "done", "failed"})
    assert told["state"] in ("stopped", "done"), told["words"]
    assert told["words"]
    page = browser.ask("GET", f"/api/lab/{first['id']}/page")
    assert page.status == (200 if told["page"] else 409)
    assert "maitred-studies-" not in page.body.decode() + " ".join(told["words"]), "no folder of this machine"
    assert not told["page"] or "--new new.toml" in page.body.decode()


def test_the_page_of_a_study_is_shown_and_kept_without_anything_in_it_being_run(tmp_path: Path) -> None:
    with RunningHouse(tmp_path / "data", cheat=TOY_HOUSE) as house:
        browser = Browser(house.port)
        study = browser.ask("POST", "/api/lab", {"kind": "report", "game": "diner"}).json["id"]
        until(browser, study, {"running"})
        time.sleep(1)
        browser.ask("POST", f"/api/lab/{study}/stop")
        told = until(browser, study, {"stopped", "done", "failed"})
        assert (told["state"], told["words"], told["page"]) == ("stopped", ["Going first wins."], True)
        page = browser.ask("GET", f"/api/lab/{study}/page")
        assert page.body.startswith(b"<!doctype html>")
        assert page.headers["Content-Type"].startswith("text/html")
        [policy] = page.headers.get_all("Content-Security-Policy") or []
        assert policy.startswith("sandbox")
        kept = browser.ask("GET", f"/api/lab/{study}/page?download")
        assert kept.headers["Content-Disposition"] == 'attachment; filename="diner-report.html"'


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"game": "nothing"}, "nothing"),
        ({"players": 8}, "2 to"),
        ({"cards": "x = 1"}, "your cards: there is no table 'x'"),
        ({"old": "x = 1"}, "the old cards: there is no table 'x'"),
        ({"options": {"nothing": "1"}}, "nothing"),
        ({"old_options": {"nothing": "1"}}, "nothing"),
        ({"minutes": 600}, "cannot be read"),
    ],
)
def test_a_bad_wish_is_refused(house: RunningHouse, wish: dict[str, Any], why: str) -> None:
    usual = {"kind": "report", "game": "delectable"}
    answer = Browser(house.port).ask("POST", "/api/lab", {**usual, **wish})
    assert answer.status == 422
    assert why in answer.json["text"]


@pytest.mark.parametrize(("piece", "status"), [("#\n", 422), ("\x9b", 413)])
def test_two_card_files_are_read_and_what_is_too_long_is_answered(house: RunningHouse, piece: str, status: int) -> None:
    """As long as files may be: with line breaks, or with characters that take six bytes each in JSON."""
    cards = (piece * MOST_TEXT_BYTES)[: MOST_TEXT_BYTES - 5] + "x = 1"
    wish = {"kind": "diff", "game": "delectable", "old": cards, "cards": cards}
    answer = Browser(house.port).ask("POST", "/api/lab", wish)
    assert answer.status == status
    assert ("the old cards" if status == 422 else "too long") in answer.json["text"]


def test_an_unknown_study(house: RunningHouse) -> None:
    assert Browser(house.port).ask("GET", "/api/lab/nothing").status == 404
