"""`maitred join` and the promise: it keeps what it sees, survives being killed, and finds out a house that cheats."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from maitred.cli import main
from tests.cli.test_join import ASKED, Typist, home, house, link, refusal, seated_once, seats_kept
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse, at_table

__all__ = ["home", "house"]

HONEST = "The shuffle is the one that was promised to you, and your number is in it."


def played_out(guest: Typist) -> str:
    """Type the first offer until the game is over; what is said in the end."""
    told = ""
    while "The game is over:" not in told:
        told = guest.until(ASKED)
        guest.type("1" if "The game is over:" not in told else "")
    return told


# Keeping


def kept(home: Path) -> dict[str, object]:
    """What a guest keeps of its only promise."""
    (file,) = seats_kept(home)
    told: dict[str, object] = json.loads(file.read_text())["kept"]
    return told


@in_event_loop
async def test_what_was_committed_to_survives_a_guest_who_is_killed(house: RunningHouse, home: Path) -> None:
    browser = Browser(house.port)
    table = browser.set_table("delectable", "om", name="Ben")
    ann = Typist(home, link(house, table), "--name", "Ann")
    async with at_table(browser, table, 1) as ben:
        await ben.do("ready", on=True)
        await asyncio.to_thread(ann.until, "Ben is ready.")
        while not ben.table["promise"]["committed"][0]:
            ben.take(json.loads(await ben.socket.recv()))
            ben.pending.clear()  # Ben keeps silent for now
        before = kept(home)
        await asyncio.to_thread(ann.kill)
        again = Typist(home, link(house, table))
        assert ben.keeper is not None
        ben.keeper.again()
        await ben.do("back")
        await ben.do("say", text="go on")
        await ben.dealt()
        await asyncio.to_thread(again.until, "The cards are dealt.")
        assert ben.table["promise"]["attempt"] == 1
        assert ben.table["promise"]["voided"] == 0
        await asyncio.to_thread(again.kill)
        after = kept(home)
        assert after["transcript"] is not None
        assert after["attempts"][0]["nonce"] == before["attempts"][0]["nonce"]  # type: ignore[index]
        assert after["findings"] == []


def test_a_seat_moves_with_its_promise_and_without(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "or")
    ann = Typist(home / "laptop", link(house, table), "--name", "Ann")
    ann.until(ASKED)
    ann.type("link")
    told = ann.until("'\n")
    (carried,) = re.findall(r"maitred join '(\S+)'", told.replace("\n", ""))
    assert "&promise=" in carried
    phone = Typist(home / "phone", carried, "--name", "Ann")
    ann.until("Your seat has moved to another device.")
    phone.until(ASKED)
    phone.type("link")
    (again,) = re.findall(r"maitred join '(\S+)'", phone.until("'\n").replace("\n", ""))
    bare = again.partition("&promise=")[0]
    tablet = Typist(home / "tablet", bare, "--name", "Ann")
    tablet.until(ASKED)
    tablet.type("promise")
    assert "This promise was not made to you" in tablet.until(ASKED)
    tablet.type("link")
    (back,) = re.findall(r"maitred join '(\S+)'", tablet.until("'\n").replace("\n", ""))
    desktop = Typist(home / "desktop", f"{back.partition('&promise=')[0]}&promise={again.partition('&promise=')[2]}")
    assert HONEST in played_out(desktop)
    desktop.gone()
    for each in (ann, phone, tablet):
        each.kill()


def test_a_promise_in_a_link_that_cannot_be_read_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    told = refusal(capsys, f"http://localhost:1/t/abc#take={'a' * 22}&promise=e30")
    assert told == "The promise in this link cannot be read: make a new link."


def test_who_watches_is_told_that_nothing_was_promised_to_them(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "or")
    watcher = Typist(home, link(house, table), "--watch")
    player = Typist(home, link(house, table), "--name", "Ann")
    end = played_out(player)
    assert HONEST in end
    assert re.search(r"Compare this with the others: ([0-9a-f]{4} ?){4}\n", end)
    player.gone()
    watcher.until("This promise was not made to you")
    watcher.gone()


def test_bots_among_themselves_were_checked_by_nobody(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "rr")
    watcher = Typist(home, link(house, table), "--watch")
    watcher.until("Nobody checked this shuffle: only bots sat at the table.")
    watcher.gone()


# Credentials of the old protocol


def test_credentials_of_the_old_protocol_are_still_good(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "or")
    seated_once(house, table, home)
    (file,) = seats_kept(home)
    told = json.loads(file.read_text())
    old = {name: told[name] for name in ("origin", "table", "seat", "token", "name")}
    file.write_text(json.dumps({**old, "nonce": "ab" * 16, "commitment": told["kept"]["attempts"][0]["key"]}))
    again = Typist(home, link(house, table))
    again.until(ASKED)
    again.kill()
    assert json.loads(file.read_text())["kept"]["attempts"][0]["key"] == told["kept"]["attempts"][0]["key"]


# Cheats

PROMISE = """
from maitred.server import showing
honest = showing.promise
def cheating(table):
    told = honest(table)
    if table.record is None and table.attempt.step == "agreeing":
        CHEAT
    return told
showing.promise = cheating
"""
POSITION = """
import json
from maitred.server import showing
honest = showing.position
def plain(view):
    return view if isinstance(view, dict) else json.loads(bytes(view))
def cheating(*arguments, **more):
    told = honest(*arguments, **more)
    CHEAT
    return told
showing.position = cheating
"""
RECORD = """
import json
from maitred.server import api
honest = api.signed_record
def cheating(signer, table):
    told = json.loads(honest(signer, table))
    CHEAT
    return json.dumps(told)
api.signed_record = cheating
"""
SIGNING = """
from maitred.server.signing import Signer
from maitred.table.promise import Signature
honest = Signer.sign_transcript
Signer.sign_transcript = lambda self, fingerprint: honest(self, "00" * 32)
"""
AT_THE_DEAL = [
    (PROMISE.replace("CHEAT", "told.key = 'ab' * 32"), "The house has changed the key that it had committed to"),
    (PROMISE.replace("CHEAT", "told.digest = 'ab' * 32"), "does not have the digest it names"),
]
AT_THE_END = [
    (POSITION.replace("CHEAT", "told.proof = None"), "the house has not published its key"),
    (
        POSITION.replace("CHEAT", "if told.proof: told.proof.key = 'ab' * 32"),
        "is not the one that it had committed to",
    ),
    (
        POSITION.replace("CHEAT", "if told.moves == 2: told.view = {**plain(told.view), 'card up the sleeve': 7}"),
        "The house has shown you a different game from the one in its record.",
    ),
    (
        RECORD.replace("CHEAT", "told['proof']['transcript']['attempts'][-1]['nonces'][0] = 'ab' * 32"),
        "The numbers of the deal are not those of the last attempt.",
    ),
    (RECORD.replace("CHEAT", "told['notes']['players'] = []"), "The signature is not valid."),
    (
        RECORD.replace("CHEAT", "told['chance']['key'] = 'ab' * 32"),
        "The house's record of the game is not true: ",
    ),
    (
        RECORD.replace("return json.dumps(told)", "return '{}'").replace("CHEAT", "pass"),
        "record of the game is not true",
    ),
    (SIGNING, "The house's signature on the transcript is not valid."),
]
NO_RECORD = """
from maitred.server import api
def withheld(signer, table):
    raise api.Wrong(409, "not_now", "The record is not for you.")
api.signed_record = withheld
"""
NEWER_RULES = """
from maitred.server import showing
honest = showing.facts
def cheating(table, *arguments, **more):
    told = honest(table, *arguments, **more)
    if table.record is not None:
        told.rules_version = 99
    return told
showing.facts = cheating
"""


@contextmanager
def ann_at_a_house_with(cheat: str, tmp_path: Path, home: Path) -> Iterator[Typist]:
    """Ann, at a table of a house that cheats."""
    with RunningHouse(tmp_path / "data", cheat=cheat) as cheating:
        table = Browser(cheating.port).set_table("delectable", "or")
        yield Typist(home, link(cheating, table), "--name", "Ann")


@pytest.mark.parametrize(("cheat", "finding"), AT_THE_DEAL)
def test_a_house_that_cheats_before_the_deal_deals_nothing(
    cheat: str, finding: str, tmp_path: Path, home: Path
) -> None:
    with ann_at_a_house_with(cheat, tmp_path, home) as ann:
        ann.until(finding)
        ann.until("Attempt 1 to deal is void")
        ann.kill()
        assert "The cards are dealt." not in ann.seen
        assert finding in " ".join(kept(home)["findings"])  # type: ignore[arg-type]


@pytest.mark.parametrize(("cheat", "finding"), AT_THE_END)
def test_a_house_that_cheats_later_is_found_out_in_the_end(
    cheat: str, finding: str, tmp_path: Path, home: Path
) -> None:
    with ann_at_a_house_with(cheat, tmp_path, home) as ann:
        end = played_out(ann)
        assert "The house has broken its promise." in end
        assert finding in " ".join(end.split())
        assert HONEST not in end
        ann.gone()


@pytest.mark.parametrize(
    ("cheat", "sentence"),
    [(NO_RECORD, "The record is not for you."), (NEWER_RULES, "This terminal does not know the rules of this game.")],
)
def test_where_the_cards_cannot_be_checked_that_is_said(cheat: str, sentence: str, tmp_path: Path, home: Path) -> None:
    with ann_at_a_house_with(cheat, tmp_path, home) as ann:
        end = " ".join(played_out(ann).split())
        assert f"{sentence} So nobody has checked here that the cards follow from these numbers." in end
        ann.gone()


def left_in_the_middle(running: RunningHouse, game: str, home: Path) -> str:
    """A table at which Ann was dealt cards and went; its house is closed."""
    table = Browser(running.port).set_table(game, "or")
    seated_once(running, table, home)
    running.close()
    return table


def change_rules_version(data: Path, table: str, by: int) -> None:
    """Let a stored table say that it was set by other rules."""
    with closing(sqlite3.connect(data / "maitred.db", isolation_level=None)) as connection:
        (first,) = connection.execute('SELECT line FROM line WHERE "table" = ? AND seq = 1', (table,)).fetchone()
        old = json.loads(first)
        old["rules_version"] += by
        connection.execute('UPDATE line SET line = ? WHERE seq = 1 AND "table" = ?', (json.dumps(old), table))


@pytest.mark.parametrize("published", [True, False])
def test_a_game_that_is_gone_is_judged_by_what_is_published(
    published: bool, tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setenv("HOME", str(home))
    with RunningHouse(tmp_path / "data") as running:
        table = left_in_the_middle(running, "delectable", home)
        if published:
            change_rules_version(tmp_path / "data", table, 99)
        else:
            with closing(sqlite3.connect(tmp_path / "data" / "maitred.db", isolation_level=None)) as connection:
                connection.execute('DELETE FROM line WHERE "table" = ?', (table,))
        running.start()
        told = refusal(capsys, link(running, table))
        if published:
            assert told.endswith(f"than this house plays. {HONEST}")
        else:
            assert "The promise was broken: the game is over and the house has not published its key." in told


STILL_RUNNING = """
from maitred.server import house
async def published(self, table, address):
    return house.RUNNING
house.House.published = published
"""
SILENT = STILL_RUNNING.replace("return house.RUNNING", "raise house.StoreFailed('no', 'The house says nothing.')")


@pytest.mark.parametrize(
    ("cheat", "sentence"),
    [
        (STILL_RUNNING, "The promise was broken: the game is over and the house has not published its key."),
        (SILENT, "The house does not say what became of its promise of the shuffle"),
    ],
)
@pytest.mark.parametrize("way", ["gone", "closed"])
def test_a_house_that_calls_a_game_running_that_cannot_go_on_is_found_out(
    way: str,
    cheat: str,
    sentence: str,
    tmp_path: Path,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setenv("HOME", str(home))
    with RunningHouse(tmp_path / "data", cheat=cheat) as running:
        table = left_in_the_middle(running, "ovens", home)
        if way == "gone":
            with closing(sqlite3.connect(tmp_path / "data" / "maitred.db", isolation_level=None)) as connection:
                connection.execute('DELETE FROM line WHERE "table" = ?', (table,))
            running.start()
            assert sentence in refusal(capsys, link(running, table))
        else:
            change_rules_version(tmp_path / "data", table, -1)
            running.start()
            again = Typist(home, link(running, table))
            assert sentence in " ".join(again.until("This table is closed").split())
            again.kill()


def test_a_game_that_other_rules_have_closed_publishes_its_key(tmp_path: Path, home: Path) -> None:
    with RunningHouse(tmp_path / "data") as running:
        table = left_in_the_middle(running, "ovens", home)
        change_rules_version(tmp_path / "data", table, -1)
        running.start()
        again = Typist(home, link(running, table))
        assert HONEST in again.until("This table is closed")
        again.kill()


# The key of the house


def test_the_key_is_made_at_the_first_start_shown_and_rotated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    assert main(["key", "--data", str(data)]) == 2
    assert "the house makes one when it is first opened" in capsys.readouterr().err
    with RunningHouse(data) as running:
        shown = Browser(running.port).ask("GET", "/key").json["keys"]
        running.close()
    assert (data / "house-key.json").stat().st_mode & 0o777 == 0o600
    assert main(["key", "--data", str(data)]) == 0
    assert capsys.readouterr().out == f"{shown[0]['key']}  since {shown[0]['since']}\n"
    assert main(["key", "--data", str(data), "--rotate", "--json"]) == 0
    new, old = json.loads(capsys.readouterr().out)
    assert (old["key"], new["until"]) == (shown[0]["key"], None)
    assert old["until"] is not None
    with RunningHouse(data) as running:
        assert [each["key"] for each in Browser(running.port).ask("GET", "/key").json["keys"]] == [
            new["key"],
            old["key"],
        ]
        running.close()
    (data / "house-key.json").write_text("[]x")
    assert main(["key", "--data", str(data)]) == 2
    assert "is damaged" in capsys.readouterr().err
