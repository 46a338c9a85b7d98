"""`maitred join` against a real house: what is typed and shown, on a screen and through pipes."""

from __future__ import annotations

import os
import pty
import re
import socket as sockets
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from websockets.sync.server import ServerConnection
from websockets.sync.server import serve as serve_sockets

import maitred
from maitred.cli import main
from maitred.cli.remote import connection as connections
from maitred.cli.remote.connection import Closed, Connection, News
from maitred.cli.remote.table_api import HouseRefusal, TableApi, open_link, tokens_in
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.server.messages import Refusal, Say, TableFacts, Welcome
from maitred.table.promise import Promise
from tests.server.guest import Browser, RunningHouse, closes_cleanly

LONGEST = 60
ESCAPES = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")
ASKED = "(? for help):"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    running = RunningHouse(tmp_path_factory.mktemp("house") / "data")
    yield from closes_cleanly(running)
    assert '"level": "error"' not in running.log()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The folder where a client keeps things."""
    return tmp_path / "home"


class Typist:
    """Somebody who types into `maitred join`, through pipes or at a screen."""

    def __init__(self, home: Path, *arguments: str, screen: bool = False) -> None:
        self.seen = ""
        self.ended = False
        self.more = threading.Condition()
        self.read_to = 0
        size = {"COLUMNS": "100", "LINES": "40", "TERM": "xterm"}
        env = {**os.environ, "XDG_DATA_HOME": str(home), "HOME": str(home), "PYTHONWARNINGS": "error", **size}
        ours, theirs = pty.openpty() if screen else (None, subprocess.PIPE)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "maitred", "join", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=env,
            start_new_session=True,
        )
        if ours is not None:
            os.close(theirs)
            self.into = self.out = ours
        else:
            assert self.process.stdin is not None
            assert self.process.stdout is not None
            self.into, self.out = self.process.stdin.fileno(), self.process.stdout.fileno()
        self.screen = screen
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        """Read all that is shown, so that nobody waits to show it."""
        while not self.ended:
            try:
                shown = os.read(self.out, 65536)
            except OSError:  # how a screen ends
                shown = b""
            with self.more:
                self.ended = not shown
                self.seen += ESCAPES.sub("", shown.decode(errors="replace")).replace("\r", "")
                self.more.notify()

    def until(self, words: str) -> str:
        """What is shown next, up to and with these words."""
        with self.more:
            came = self.more.wait_for(lambda: self.ended or words in self.seen[self.read_to :], LONGEST)
        at = self.seen.find(words, self.read_to)
        assert came, f"{words!r} did not come in time: {self.seen[self.read_to :]}"
        assert at >= 0, f"{words!r} did not come: {self.seen[self.read_to :]}{self.errors()}"
        before, self.read_to = self.read_to, at + len(words)
        return self.seen[before : self.read_to]

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.into, f"{line}\n".encode())

    def errors(self) -> str:
        """What went wrong, once the guest is gone."""
        self.process.kill()
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def gone(self) -> int:
        """Wait for the guest to go; the exit code."""
        code = self.process.wait(LONGEST)
        self.reader.join(LONGEST)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        if self.screen:
            os.close(self.into)
        return code

    def kill(self) -> None:
        """End the guest without a word."""
        self.process.kill()
        self.gone()


def link(house: RunningHouse, table: str) -> str:
    return f"http://127.0.0.1:{house.port}/t/{table}"


def seated_once(house: RunningHouse, table: str, home: Path) -> None:
    """Ann sits down, is dealt cards, and is killed."""
    ann = Typist(home, link(house, table), "--name", "Ann")
    ann.until(ASKED)
    ann.kill()


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The sentence with which somebody is refused."""
    assert main(["join", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err.removeprefix("maitred: ").strip()


def seats_kept(home: Path) -> list[Path]:
    return sorted((home / "maitred" / "seats").glob("*"))


# Whole games


@pytest.mark.parametrize("game", [game for game in maitred.all_games() if game.id != "diner"], ids=lambda game: game.id)
def test_a_whole_game_by_typing_the_first_offer(game: Game, house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table(game.id, "o" + "r" * (game.min_players - 1))
    arguments = ["join", link(house, table), "--name", "Ann"]
    env = {**os.environ, "XDG_DATA_HOME": str(home), "PYTHONWARNINGS": "error"}
    run = subprocess.run(
        [sys.executable, "-m", "maitred", *arguments],
        input="1\n" * 5000,
        text=True,
        capture_output=True,
        timeout=100,
        env=env,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert f"{game.title}: the score sheet" in run.stdout
    assert "your number is in it" in run.stdout
    record = home / "maitred" / "saves" / f"{game.id}-{table}.json"
    assert main(["verify", str(record)]) == 0


def test_in_real_time_moves_are_made_and_a_pause_is_taken(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("diner", "or")
    ann = Typist(home, link(house, table), "--name", "Ann")
    for _ in range(4):
        ann.until(ASKED)
        ann.type("1")
    ann.until(ASKED)
    ann.type("pause")
    ann.until("Everybody wants a pause.")
    ann.until("The game is paused")
    ann.type("go")
    ann.until("You resume the game.")
    ann.until(ASKED)
    ann.kill()


def test_somebody_watches_what_another_plays(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "or")
    watcher = Typist(home, link(house, table), "--watch")
    player = Typist(home, link(house, table), "--name", "Ann")
    player.until(ASKED)
    os.write(player.into, b"1\n" * 2000)
    ending = watcher.until("the score sheet")
    assert "Ann rolls for" in ending
    assert "Ann sits down." in ending
    assert watcher.gone() == 0
    player.until("the score sheet")
    assert player.gone() == 0
    assert [file.name for file in seats_kept(home)] == [f"{table}.0.json"]


def test_a_screen_keeps_half_a_line_while_the_table_goes_on(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "oo")
    ann = Typist(home / "a", link(house, table), "--name", "Ann", screen=True)
    ann.until("send the link to the people you want to play with")
    os.write(ann.into, b"say half")
    ann.until("say half")
    ben = Typist(home / "b", link(house, table), "--name", "Ben")
    ann.until("The cards are dealt.")
    ann.until("say half")
    ann.type(" and half")
    ben.until("Ann: half and half")
    ann.type("quit")
    ann.until("Your seat is kept; come back with")
    assert ann.gone() == 0
    ben.kill()


# What can be typed


def test_chat_undo_help_log_and_rules(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "or")
    ann = Typist(home, link(house, table), "--name", "Ann")
    ann.until(ASKED)
    ann.type("say good luck {1}")
    ann.until("Ann: good luck {1}")
    ann.until(ASKED)
    ann.type("u")
    ann.until("There is nothing to take back")
    for _ in range(200):
        ann.until(ASKED)
        ann.type("1")
        heard = ann.until("\n\n")
        if "You discard" in heard:
            break
    ann.until(ASKED)
    ann.type("undo")
    ann.until("You take the last move back.")
    ann.until(ASKED)
    ann.type("?")
    told = ann.until(ASKED)
    assert "leave" in told
    assert "S+1 C+3" in told
    ann.type("l")
    assert "You sit down." in ann.until(ASKED)
    ann.type("rules")
    assert "Delectable" in ann.until(ASKED)
    ann.type("table")
    assert "Market" in ann.until(ASKED)
    ann.type("nonsense")
    ann.until("'nonsense' is not an answer here")
    ann.until(ASKED)
    ann.type("")
    assert "cannot be read" not in ann.until(ASKED)
    ann.type("hint")
    hints = [line for line in ann.until(ASKED).splitlines() if "% to win). " in line]
    assert len(hints) > 1
    for line in hints:
        assert re.match(r"Hint: \d+, ", line)
        assert line.count("Hint: ") == 1
    ann.type("rematch")
    ann.until("The game is not over yet.")
    ann.until(ASKED)
    ann.type("leave")
    ann.until("You have left this table.")
    assert ann.gone() == 0
    assert seats_kept(home) == []


def played_by_two(house: RunningHouse, home: Path) -> list[Typist]:
    """Ann and Ben, who have played a game together and are asked what comes next."""
    table = Browser(house.port).set_table("delectable", "oo")
    guests = [Typist(home / name, link(house, table), "--name", name) for name in ("Ann", "Ben")]
    threads = [threading.Thread(target=play_on, args=(guest,)) for guest in guests]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for guest in guests:
        guest.until(ASKED)
    return guests


def test_who_does_not_play_again_declines(house: RunningHouse, home: Path) -> None:
    ann, ben = played_by_two(house, home)
    ben.type("decline")
    ben.until("Nobody has set the table again yet.")
    ann.type("rematch")
    ann.until("You sit down.")
    ben.until("The table is set again.")
    ben.type("decline")
    ben.until("Your seat at the next game is open to anybody.")
    ben.until("decline does not,")
    ann.until("Ben does not play again.")
    for guest in (ann, ben):
        guest.kill()


def test_again_with_the_same_people(house: RunningHouse, home: Path) -> None:
    guests = played_by_two(house, home)
    for guest in guests:
        guest.type("rematch")
    for guest in guests:
        told = guest.until("The cards are dealt.")
        assert (told.count("sits down."), told.count("You sit down.")) == (1, 1)
    for guest in guests:
        guest.kill()
    assert len(seats_kept(home / "Ann")) == 2


def play_on(guest: Typist) -> None:
    """Type the first offer until the game is over."""
    while "The game is over:" not in guest.until(ASKED):
        guest.type("1")
    guest.read_to -= len(ASKED)


# Coming back


def test_a_guest_who_was_killed_comes_back_to_the_same_seat(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "or")
    seated_once(house, table, home)
    (kept,) = seats_kept(home)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    again = Typist(home, link(house, table))
    told = again.until(ASKED)
    assert "You sit down." in told
    again.type("1")
    again.until("You roll for")
    again.kill()


def test_two_names_on_one_machine_are_two_players(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "oo")
    ann = Typist(home, link(house, table), "--name", "Ann")
    ann.until("You are ready.")
    ben = Typist(home, link(house, table), "--name", "Ben")
    ben.until("The cards are dealt.")
    ben.kill()
    ann.until("The cards are dealt.")
    who = Typist(home, link(house, table))
    who.until("The cards are dealt.")
    lines = who.seen.splitlines()
    assert (lines.count("Ann sits down."), lines.count("You sit down.")) == (1, 1)
    ann.kill()
    who.kill()
    assert len(seats_kept(home)) == 2


def test_the_house_is_killed_and_opened_again_in_between(tmp_path: Path, home: Path) -> None:
    house = RunningHouse(tmp_path / "data")
    table = Browser(house.port).set_table("delectable", "or")
    ann = Typist(home, link(house, table), "--name", "Ann")
    ann.until(ASKED)
    ann.type("1")
    ann.until(ASKED)
    house.kill()
    ann.until("trying again")
    ann.type("say nobody hears this yet")
    house.start()
    ann.until("Ann: nobody hears this yet")
    os.write(ann.into, b"1\n" * 2000)
    ann.until("the score sheet")
    assert ann.gone() == 0
    assert ann.seen.count("nobody hears this yet") == 2, "once typed, once heard"
    assert house.close() == 0


def test_a_seat_goes_to_another_device_by_a_private_link(house: RunningHouse, home: Path) -> None:
    table = Browser(house.port).set_table("delectable", "or")
    here = Typist(home / "here", link(house, table), "--name", "Ann")
    here.until(ASKED)
    here.type("link")
    here.until("It works once, within ten minutes: maitred join '")
    private = here.until("'").removesuffix("'").replace("\n", "")
    there = Typist(home / "there", private)
    there.until(ASKED)
    here.until("Your seat has moved to another device.")
    assert here.gone() == 0
    assert seats_kept(home / "here") == []
    there.type("1")
    there.until("You roll for")
    there.kill()
    late = Typist(home / "late", private)
    assert late.gone() == 2


# Refusals


def test_links_that_lead_nowhere(capsys: pytest.CaptureFixture[str], house: RunningHouse) -> None:
    assert refusal(capsys, "http://localhost:1234/games").startswith("A link to a table looks like http://")
    assert refusal(capsys, "ftp://localhost/t/abc").startswith("A link to a table looks like")
    assert refusal(capsys, "http://localhost:99999/t/abc") == "'http://localhost:99999/t/abc' has no valid port."
    unknown = refusal(capsys, link(house, "abcdefghijkl"))
    assert unknown == "There is no table at this link; it may have been deleted in the meantime."
    assert refusal(capsys, link(house, "abcdefghijkl"), "--watch") == unknown
    with closing(sockets.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    assert refusal(capsys, f"http://127.0.0.1:{port}/t/abc").startswith(f"Nobody answers at http://127.0.0.1:{port} (")
    with serve_sockets(lambda socket: None, "127.0.0.1", 0) as stranger:
        thread = threading.Thread(target=stranger.serve_forever)
        thread.start()
        port = stranger.socket.getsockname()[1]
        assert "is not a maitred house" in refusal(capsys, f"http://127.0.0.1:{port}/t/abc")
        stranger.shutdown()
        thread.join()


def test_tables_without_room(
    capsys: pytest.CaptureFixture[str], house: RunningHouse, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    host = Browser(house.port)
    full = host.set_table("delectable", "mm", name="Ann")
    assert refusal(capsys, link(house, full)) == "This table is full; you can watch. (maitred join LINK --watch)"
    room = host.set_table("delectable", "mo", name="Ann")
    assert refusal(capsys, link(house, room), "--seat", "1") == "Ann already sits at seat 1: choose another one."
    assert refusal(capsys, link(house, room), "--seat", "3") == "There is no seat 3 at this table of 2."
    assert "A name" in refusal(capsys, link(house, room), "--name", "\u200b")
    closed = host.set_table("delectable", "mo", spectators=False)
    assert refusal(capsys, link(house, closed), "--watch").startswith("This table does not allow spectators.")
    told = refusal(capsys, link(house, room), "--watch", "--name", "Ann")
    assert told == "Watching needs no seat: leave out --name, --seat and private links."


def test_damaged_credentials_are_named(
    capsys: pytest.CaptureFixture[str], house: RunningHouse, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    table = Browser(house.port).set_table("delectable", "or")
    folder = home / "maitred" / "seats"
    folder.mkdir(parents=True)
    (folder / f"{table}.0.json").write_text("{")
    assert "Delete it to sit down again" in refusal(capsys, link(house, table))


def test_links_are_read() -> None:
    assert open_link("https://games.example.org/t/aB-_9/") == (
        TableApi("https://games.example.org", "aB-_9"),
        None,
        None,
    )
    assert open_link("localhost:8000/t/abc")[0].socket == "ws://localhost:8000/api/tables/abc/socket"
    assert TableApi("https://games.example.org", "abc").socket == "wss://games.example.org/api/tables/abc/socket"
    code = "A" * 22
    assert open_link(f"http://[::1]:8000/t/abc#take={code}") == (TableApi("http://[::1]:8000", "abc"), code, None)
    with pytest.raises(BadSetup):
        open_link("http:///t/abc")
    assert tokens_in(["seat1=tok; Path=/; HttpOnly", "host=x", "seat=1", "seatx=2"]) == {1: "tok"}


# The connection itself


def welcome(seq: int) -> str:
    """The least that a table can say."""
    promise = Promise(1, "", "seating", [], None, None, [], [], 0, None, None, None)
    table = TableFacts(
        "abc", "delectable", 1, "playing", {}, False, True, True, None, "none", False, False, [], 0, promise, "", None
    )
    return msgspec.json.encode(Welcome("1", table, 0, False, seq, None, [])).decode()


def test_what_was_not_answered_is_sent_again_with_the_same_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PAUSES", (0,))
    came: list[tuple[str, str]] = []
    done = threading.Event()

    def forgetful(socket: ServerConnection) -> None:
        assert socket.request is not None
        socket.send(welcome(40 + len(came)))
        said = socket.recv(LONGEST)
        assert isinstance(said, str)
        came.append((socket.request.path.partition("?")[2], said))
        if len(came) == 2:
            socket.send(msgspec.json.encode({"t": "done", "id": "only", "seq": 50}).decode())
            done.wait(LONGEST)

    heard: list[News | Closed] = []
    with serve_sockets(forgetful, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        answered = threading.Event()

        def hear(told: News | Closed) -> None:
            heard.append(told)
            if type(told).__name__ == "Done":
                answered.set()

        connection = Connection(TableApi(f"http://127.0.0.1:{server.socket.getsockname()[1]}", "abc"), None, hear)
        connection.send(Say("only", "hello"))
        assert answered.wait(LONGEST)
        assert connection.unanswered == {}
        done.set()
        connection.close()
        server.shutdown()
        thread.join()
    assert [query for query, _ in came] == ["zones=1", "zones=1&last=40"]
    assert came[0][1] == came[1][1] == '{"t":"say","id":"only","text":"hello"}'
    assert [type(told).__name__ for told in heard] == ["Welcome", "Closed", "Welcome", "Done"]


def test_what_was_too_much_at_once_is_said_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "RESEND_AFTER", 0)
    came: list[str | bytes] = []

    def strict(socket: ServerConnection) -> None:
        socket.send(welcome(1))
        came.append(socket.recv(LONGEST))
        socket.send(msgspec.json.encode(Refusal("only", "too_many", "Slow down.")).decode())
        came.append(socket.recv(LONGEST))
        socket.send(msgspec.json.encode({"t": "done", "id": "only", "seq": 2}).decode())

    heard: list[News | Closed] = []
    closed = threading.Event()

    def hear(told: News | Closed) -> None:
        heard.append(told)
        if isinstance(told, Closed):
            closed.set()

    with serve_sockets(strict, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        connection = Connection(TableApi(f"http://127.0.0.1:{server.socket.getsockname()[1]}", "abc"), None, hear)
        connection.send(Say("only", "hello"))
        assert closed.wait(LONGEST)
        connection.close()
        server.shutdown()
        thread.join()
    assert came[0] == came[1]
    assert [type(told).__name__ for told in heard][:3] == ["Welcome", "Done", "Closed"]


def test_a_proxy_before_a_closed_house_is_no_stranger() -> None:
    api = TableApi("https://games.example.org", "abc")
    closed = api.refusal(502, b"<html>Bad Gateway</html>")
    assert str(closed) == "The house at https://games.example.org is closed right now."
    assert isinstance(closed, HouseRefusal)
    assert not isinstance(api.refusal(404, b"<html>"), HouseRefusal)


def test_a_house_that_stays_away_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PAUSES", (0,))
    monkeypatch.setattr(connections, "GIVE_UP_AFTER", 0)
    gave_up = threading.Event()
    told: list[News | Closed] = []

    def hear(heard: News | Closed) -> None:
        told.append(heard)
        gave_up.set()

    with closing(sockets.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    connection = Connection(TableApi(f"http://127.0.0.1:{port}", "abc"), None, hear)
    assert gave_up.wait(LONGEST)
    connection.close()
    assert told[-1] == Closed("The house has not answered for 0 seconds.", for_good=True, seat_kept=True)
