"""`maitred play`, driven by scripted answers: what is shown, what is saved, what is refused."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice, repeat
from pathlib import Path

import pytest
from rich.console import Console

import maitred
from maitred.cli import play, saves
from maitred.cli.local.game import play_here
from maitred.cli.local.prompt import LocalPrompt
from maitred.cli.local.seating import seat_players, short_name
from maitred.cli.local.session import Session
from maitred.cli.terminal.interrupts import Interrupts
from maitred.cli.terminal.terminal import Terminal
from maitred.kernel.errors import BadRecord, BadSetup, Refused
from maitred.kernel.game import Game, Words
from maitred.kernel.record import Record, read_record
from maitred.kernel.state import Event, State
from maitred.kernel.words import player
from maitred.starter.game import NAMES, TastingGame
from maitred.table.permissions import Denied

Answer = str | type[BaseException]
ESCAPES = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")
DELECTABLE = maitred.game("delectable")
SAVES = Path(__file__).parent / "saves"  # made by `maitred play` before it sat at a table


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saves go to a folder of the test's own."""
    monkeypatch.setattr(saves, "house_folder", lambda: tmp_path / "house")
    return tmp_path / "house" / "saves"


class Table:
    """A terminal that is played by a script, and what it showed."""

    def __init__(self, answers: Iterator[Answer], screen: bool, width: int, height: int) -> None:
        self.out = io.StringIO()
        self.answers = answers
        self.asked: list[str] = []
        self.seen: list[str] = []
        """What was shown before each question."""
        self.from_here = 0
        console = Console(file=self.out, width=width, height=height, force_terminal=screen, color_system=None)
        console.is_interactive = False
        self.terminal = Terminal(console, self.read, screen)

    def read(self, question: str) -> str:
        self.asked.append(question)
        self.seen.append(self.text[self.from_here :])
        self.from_here = len(self.text)
        assert len(self.asked) < 2000, "the script goes round in circles"
        answer = next(self.answers, EOFError)
        if isinstance(answer, str):
            return answer
        raise answer

    @property
    def text(self) -> str:
        return self.out.getvalue()


def run(
    line: str,
    answers: Iterable[Answer] = (),
    screen: bool = False,
    width: int = 80,
    height: int = 24,
    extra: list[str] | None = None,
) -> tuple[int, Table]:
    """The verb with a command line and a script; its exit code and the table."""
    parser = argparse.ArgumentParser()
    play.play.add_arguments(parser)
    table = Table(iter(answers), screen, width, height)
    code = play_here(parser.parse_args([*line.split(), *(extra or [])]), table.terminal, clock=lambda: 0.0)
    return code, table


def saved(folder: Path) -> Record:
    """The only game in a folder, found true."""
    (file,) = folder.iterdir()
    return read_record(file.read_text(encoding="utf-8"), {DELECTABLE.id: DELECTABLE})


def table_of_pairs() -> Session:
    """A person and a bot who each hold a pair of chefs."""
    record = Record(DELECTABLE, 2, {"kind": "stream", "seed": 1})
    names: dict[str, list[str]] = {}
    for face in DELECTABLE.faces(record.state.cards):
        names.setdefault(face["kind"], []).append(face["name"])
    hands = [names["chef"][:2], names["chef"][2:4]]
    session = Session(record, seat_players(DELECTABLE, 2, [0], "medium", []))
    session.record.state = DELECTABLE.load({"players": 2, "market": {"food": names["food"][:1]}, "hands": hands})
    return session


class LoudTasting(TastingGame):
    """The toy, in which whoever draws a card hears which."""

    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        words = super().hear(state, event, seat)
        if words is not None and "card" in words:
            return {**words, "text": f"{player(event[1])} draws {NAMES[words['card']]}."}
        return words


@pytest.fixture
def tasting(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The house has one more game: hidden hands, everybody chooses at once."""
    game = LoudTasting()
    monkeypatch.setattr(maitred, "all_games", lambda: (DELECTABLE, game))
    return game


def bottles(shown: str) -> set[str]:
    """The cards of the toy that can be read in a text."""
    return set(re.findall(r"bottle \d+", shown))


# Whole games


@pytest.mark.parametrize(
    ("players", "screen", "width", "height"),
    [(3, False, 80, 24), (2, True, 80, 24), (5, True, 80, 24), (4, True, 100, 30), (2, True, 160, 60)],
)
def test_a_whole_game_by_always_choosing_the_first_move(
    players: int, screen: bool, width: int, height: int, own_folder: Path
) -> None:
    code, table = run(f"delectable --seed 5 --players {players}", repeat("1"), screen, width, height)
    assert code == 0
    assert saved(own_folder).result() is not None
    assert "wins " in table.text or "share the win" in table.text
    assert "maitred verify" in table.text
    for line in ESCAPES.sub("", table.text).split("maitred verify")[0].splitlines():
        assert len(line) <= width
    for shown in table.seen if screen else []:
        assert shown.rsplit("\x1b[2J\x1b[H", 1)[-1].count("\n") <= height - 1


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    def shown(seed: int) -> str:
        answers = islice(cycle(["2", "1"]), 20)
        return run(f"delectable --seed {seed} --bots easy", answers)[1].text.split("Saved.")[0]

    first = shown(3)
    assert shown(3) == first
    assert shown(4) != first


def test_watching_prints_the_log_and_the_sheet_and_leaves_nothing_behind(own_folder: Path) -> None:
    code, table = run("delectable --watch --players 4 --bots random,easy,medium,easy --seed 8")
    assert code == 0
    assert table.asked == []
    assert "Basil (random)" in table.text
    assert "rolls for" in table.text
    assert "Restaurant" in table.text
    assert "1. " in table.text
    assert not own_folder.exists()


def test_watching_begins_with_what_is_announced_at_the_deal() -> None:
    _, table = run("chefs_choice --watch --bots random --seed 3", width=300)
    lines = table.text.splitlines()
    assert lines[1].startswith("  The podcast recommends ")
    assert lines[2].startswith("Sample round 1, ")
    assert lines[3].endswith(" has chosen.")


def test_watching_tells_of_every_turn_and_of_nothing_that_is_silent() -> None:
    _, table = run("ovens --watch --bots random --seed 3", width=300)
    log = table.text[: table.text.index("the score sheet")].splitlines()
    assert "" not in log, "cards that are marked to be exchanged are nobody's business"
    for number in range(1, 7):
        assert f"Round {number}: " in table.text


def test_a_person_is_told_of_the_opening_until_they_move() -> None:
    _, table = run("chefs_choice --bots random --seed 3", ["l", "1"], width=300)
    first, log, second = table.seen
    assert "The podcast recommends " in first
    assert "The podcast recommends " in log
    assert "The podcast recommends " not in second
    assert "Player 1 has chosen." in second


def test_whoever_marks_cards_keeps_the_keyboard_until_they_are_ready() -> None:
    _, table = run("ovens --seat 1,2 --seed 3", ["", "1", "1", "u", "1", "ready"], width=100)
    asked = [question.split(",")[0] for question in table.asked]
    assert asked[0].startswith("Pass the keyboard to Player 1")
    assert asked[1:6] == ["Player 1"] * 5
    assert asked[6].startswith("Pass the keyboard to Player 2")
    assert "exchange" not in table.seen[6]


def test_watching_saves_where_it_is_told(tmp_path: Path) -> None:
    run("delectable --watch --seed 8", extra=["--save", str(tmp_path / "watched.json")])
    text = (tmp_path / "watched.json").read_text(encoding="utf-8")
    assert read_record(text, {DELECTABLE.id: DELECTABLE}).result() is not None


# Answers


def test_an_unknown_answer_gets_one_sentence_and_is_asked_again() -> None:
    _, table = run("delectable --seed 7 --option first=1", ["banana", "99", "-1", "٣", "", "[bold]x", "q"])
    assert "'banana' is no answer here" in table.text
    assert "There is no move 99 here" in table.text
    assert "'[bold]x' is no answer here" in table.text
    assert len(table.asked) == 7


def test_letters_open_a_list_and_words_do_too() -> None:
    session = table_of_pairs()
    table = Table(iter(["d", "", "discard", "c"]), True, 80, 24)
    action = LocalPrompt(session, table.terminal, str).ask(0)
    assert action is not None
    assert DELECTABLE.describe(session.state, 0, action)["verb"] == "commit"
    first, opened, closed, again = table.seen
    assert "Or " not in first
    assert re.search(r"^Or .*o roll \(\d", opened, re.MULTILINE)
    assert "Discard" in opened
    assert "Roll for" not in opened
    assert closed == first
    assert opened == again


def test_every_page_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DELECTABLE), "rules", lambda self: "# How to play\n\n" + "Roll. \n\n" * 60)
    _, table = run("delectable --seed 7 --option first=1", ["r", "t", "s", "l", "?", "h", "w", "1", "l", "q"])
    for expected in ("How to play", "S-1 C+1", "Restaurant quality", "The cards are dealt.", "Ctrl-C saves"):
        assert expected in table.text
    assert re.search(r"Hint: \d+, .+?% to\s+win\)", table.text, re.DOTALL)
    assert "Basil's turn." in table.text
    assert table.text.count("Saved. Go on with: maitred play --resume") == 2


def test_long_pages_are_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DELECTABLE), "rules", lambda self: "# How to play\n\n" + "Roll.\n\n" * 30 + "The end.")
    _, table = run("delectable --seed 7 --option first=1", ["r", "", "b", "", "", "", "q"], True)
    assert "(1/3)" in table.asked[1]
    assert "(2/3)" in table.asked[2]
    assert "(1/3)" in table.asked[3]
    assert "(3/3)" in table.asked[5]
    assert "The end." in table.seen[5]
    assert "Your move" in table.seen[6]


# Undo


def without_news(shown: str) -> str:
    """What was shown of the table and the moves."""
    before, _, after = shown.partition("› ")
    return before + after[after.index("Your move") :]


def test_a_discard_is_taken_back() -> None:
    _, table = run("delectable --seed 7", ["1", "d", "u", "q"])
    assert "discards Velvet Banquettes" in table.seen[2]
    assert "discards Velvet Banquettes" not in table.seen[3]
    assert "› Player 1 takes the last move back." in table.seen[3]
    assert without_news(table.seen[3]) == without_news(table.seen[1])


def test_a_roll_is_not_taken_back(own_folder: Path) -> None:
    _, table = run("delectable --seed 7 --option first=1", ["u", "1", "u", "q"])
    assert "There is nothing to take back yet." in table.text
    assert "something new has come to light" in table.seen[3]
    assert saved(own_folder).moves[0][0] == 0


def test_bots_moves_are_taken_back_with_ones_own() -> None:
    session = table_of_pairs()
    before = session.state.pack()

    def commit(seat: int) -> int:
        state = session.state
        return {DELECTABLE.describe(state, seat, action)["verb"]: action for action in state.legal(seat)}["commit"]

    session.play(0, commit(0))
    session.play(1, commit(1))
    session.undo()
    assert session.state.pack() == before
    assert session.record.moves == []
    assert session.table.undone[0][0] == 0
    assert len(session.table.undone[0][1]) == 2
    for log in (session.news(0), session.public_news()):
        assert [line.text for line in log] == ["{0} takes the last move back."]
    with pytest.raises(Denied, match="nothing to take back yet"):
        session.undo()


def test_what_bots_chose_together_with_a_person_stands() -> None:
    game = maitred.game("chefs_choice")
    session = Session(Record(game, 4, 3), seat_players(game, 4, [0, 1], "random", []))
    for seat in (0, 2):
        session.play(seat, session.state.legal(seat)[0])
    session.undo()
    assert [seat for seat, _, _ in session.record.moves] == [2]
    assert 0 in session.state.actors()


# Leaving and coming back


@pytest.mark.parametrize(("end", "code"), [(KeyboardInterrupt, 130), (EOFError, 0), ("q", 0)])
def test_whoever_leaves_is_told_how_to_come_back(end: Answer, code: int, own_folder: Path) -> None:
    left, table = run("delectable --seed 21", ["1", "1", end])
    assert left == code
    (file,) = own_folder.iterdir()
    assert f"maitred play --resume {file}" in table.text
    assert saved(own_folder).result() is None


def test_a_game_left_in_the_middle_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    line = "delectable --seed 21 --players 3 --bots easy,medium"
    run(line, repeat("1"), extra=["--save", str(whole)])
    run(line, [*repeat("1", 9), KeyboardInterrupt], extra=["--save", str(broken)])
    _, table = run(f"--resume {broken}", ["l", "1", "1", "1", EOFError])
    assert "'s turn." in table.text
    done, _ = run(f"delectable --resume {broken}", repeat("1"))
    assert done == 0
    assert json.loads(broken.read_text(encoding="utf-8")) == json.loads(whole.read_text(encoding="utf-8"))


def test_undo_works_after_coming_back(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("delectable --seed 7", ["1", "d"], extra=["--save", str(file)])
    _, table = run(f"--resume {file}", ["u", "q"])
    assert "discards Velvet Banquettes" in table.seen[0]
    assert "discards Velvet Banquettes" not in table.seen[1]


@pytest.mark.parametrize("old", sorted(SAVES.glob("*.json")), ids=lambda path: path.stem)
def test_games_that_were_saved_by_the_first_version_go_on(old: Path, tmp_path: Path) -> None:
    told = json.loads(old.read_text(encoding="utf-8"))
    file = tmp_path / old.name
    file.write_text(json.dumps(told), encoding="utf-8")
    code, table = run(f"--resume {file}", ["", *repeat("1", 20), "q"])
    assert code == 0
    again = json.loads(file.read_text(encoding="utf-8"))
    assert again["moves"][: len(told["moves"])] == told["moves"]
    assert len(again["moves"]) > len(told["moves"])
    assert again["notes"] == told["notes"]
    assert all(seat["name"] in table.text for seat in told["notes"]["seats"])


def test_a_game_by_older_rules_goes_on_by_them(tmp_path: Path) -> None:
    game = maitred.game("ovens")
    file = tmp_path / "game.json"
    file.write_text(Record(game, 2, 3, rules_version=1).to_json(), encoding="utf-8")
    run(f"--resume {file}", ["1", "ready", *repeat("1", 20), "q"])
    again = read_record(file.read_text(encoding="utf-8"), {game.id: game})
    assert again.facts["rules_version"] == 1 < game.rules_version
    assert len(again.moves) > 10


def test_a_move_of_a_game_saved_by_the_first_version_is_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes((SAVES / "delectable.json").read_bytes())
    before = len(saved(tmp_path).moves)
    _, table = run(f"--resume {file}", ["u", "q"])
    assert "Ann discards Velvet Banquettes" in table.seen[0]
    assert "Ann takes the last move back." in table.seen[1]
    assert len(saved(tmp_path).moves) == before - 1


def test_ctrl_c_while_a_bot_thinks_saves_the_game(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think = Session.bot_move

    def interrupted(self: Session, seat: int) -> int:
        if len(self.record.moves) == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return think(self, seat)

    monkeypatch.setattr(Session, "bot_move", interrupted)
    code, table = run("delectable --seed 7 --watch")
    assert code == 130
    assert "Saved." in table.text
    assert len(saved(own_folder).moves) == 5


def test_ctrl_c_waits_for_the_end_of_a_move() -> None:
    done = []
    before = signal.getsignal(signal.SIGINT)
    with Interrupts() as interrupts:

        def move() -> None:
            with interrupts.deferred():
                os.kill(os.getpid(), signal.SIGINT)
                done.append("move")
            done.append("never")

        with pytest.raises(KeyboardInterrupt):
            move()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert done == ["move"]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_finished_game_is_shown_again(tmp_path: Path) -> None:
    run("delectable --seed 2 --watch", extra=["--save", str(tmp_path / "watched.json")])
    code, table = run(f"--resume {tmp_path / 'watched.json'}")
    assert code == 0
    assert table.asked == []
    assert "Restaurant quality" in table.text


def test_a_save_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = Record(DELECTABLE, 2, {"kind": "stream", "seed": 1})
    file = tmp_path / "game.json"
    file.write_text("before", encoding="utf-8")

    def broken(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(BadSetup, match="No space left"):
        saves.write(file, record)
    assert file.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]


def cut(text: str) -> str:
    return text[: len(text) // 2]


def another_move(text: str) -> str:
    told = json.loads(text)
    told["moves"][0][2] += 1
    return json.dumps(told)


def strange_notes(text: str) -> str:
    return json.dumps({**json.loads(text), "notes": {"seats": ["me"]}})


@pytest.mark.parametrize("change", [cut, another_move, strange_notes])
def test_a_damaged_or_changed_save_is_refused_and_left_alone(change: Callable[[str], str], own_folder: Path) -> None:
    run("delectable --seed 2", ["1", "1"])
    (file,) = own_folder.iterdir()
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    before = file.read_bytes()
    with pytest.raises(BadRecord):
        run(f"--resume {file}", ["1"])
    assert file.read_bytes() == before
    assert list(own_folder.iterdir()) == [file]


def test_a_record_without_notes_is_played_from_the_seat_asked_for(own_folder: Path) -> None:
    run("delectable --seed 2", ["1"])
    (file,) = own_folder.iterdir()
    file.write_text(json.dumps({**json.loads(file.read_text(encoding="utf-8")), "notes": {}}), encoding="utf-8")
    _, table = run(f"--resume {file} --seat 2 --bots random", ["q"])
    assert "Basil (random) · Player 2 (you)" in table.text


# The same keyboard


def test_the_table_is_covered_between_two_people(tasting: Game) -> None:
    code, table = run("tasting --players 3 --seat 1,3 --seed 1", repeat("1"), True)
    assert code == 0
    passing = [at for at, question in enumerate(table.asked) if question.startswith("Pass the keyboard to")]
    assert [table.asked[at] for at in passing[:2]] == [
        f"Pass the keyboard to Player {seat}, then press Enter. " for seat in (1, 3)
    ]
    for at in passing:
        assert "\x1b[3J" in table.seen[at]
        assert not bottles(table.seen[at])
    assert "1. " in table.text


def test_nobody_sees_what_they_may_not_see(tasting: Game) -> None:
    state = tasting.new(3, 1)
    hands = [{tasting.describe(state, seat, card)["label"] for card in state.legal(seat)} for seat in range(3)]
    _, table = run("tasting --players 3 --seat 1,3 --seed 1", ["", "1", "", "t", "l", "h", "1"], False)
    assert [question.split(",")[0] for question in table.asked[3:7]] == ["Player 3"] * 4
    assert bottles(table.seen[1]) == hands[0]
    for shown in table.seen[3:7]:
        assert bottles(shown) <= hands[2]
        assert "unwrapped" not in shown
    assert bottles(table.seen[3]) == hands[2]
    assert "Player 1 has chosen." in table.seen[3]


def test_everybody_hears_what_they_drew_and_nobody_else_does(tasting: Game) -> None:
    _, table = run("tasting --players 2 --seat 1,2 --seed 1", repeat("1"))
    heard: set[str] = set()
    for question, shown in zip(table.asked, table.seen, strict=True):
        drawers = set(re.findall(r"(Player \d) draws bottle", shown))
        assert drawers <= {question.split(",")[0]}
        heard |= drawers
    assert heard


def test_people_choosing_together_are_asked_in_turn_and_may_take_it_back(tasting: Game) -> None:
    _, table = run("tasting --players 2 --seat 1,2 --seed 1", ["", "1", "", "u", "", "2", "", "1", "", "q"], True)
    names = [question.split(",")[0] for question in table.asked]
    assert names == [
        "Pass the keyboard to Player 1", "Player 1", "Pass the keyboard to Player 2", "Player 2",
        "Pass the keyboard to Player 1", "Player 1", "Pass the keyboard to Player 2", "Player 2",
        "Pass the keyboard to Player 1", "Player 1",
    ]  # fmt: skip
    assert "unwrapped" not in "".join(table.seen[:8])
    assert "unwrapped" in table.seen[-1]


def test_one_person_is_never_asked_to_pass_the_keyboard() -> None:
    _, table = run("delectable --seed 7 --seat 2", ["1", "q"], True)
    assert not [question for question in table.asked if "Pass" in question]


# Names


def test_markup_in_a_name_is_shown_as_it_is() -> None:
    _, table = run("delectable --seed 7", ["1", "s", "l", "h", "?", "q"], extra=["--name", "[red]Bo[/] {1}\x1b[31m"])
    assert "[red]Bo[/] 1[31m's hand" in table.text
    assert "\x1b[31m" not in table.text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("  Ana   B ", "Ana B"),
        ("{0}", "0"),
        ("a\nb\x07", "a b"),
        ("x" * 50, "x" * 20),
        ("\u202eevil", "evil"),
        ("", ""),
    ],
)
def test_names_are_short_and_hide_nothing(name: str, shown: str) -> None:
    assert short_name(name) == shown


def test_bots_leave_the_peoples_names_alone() -> None:
    players = seat_players(DELECTABLE, 3, [0], "easy", ["basil"])
    assert [player.name for player in players] == ["basil", "Olive", "Pepper"]


# What is refused before anything is drawn


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("pizza", "There is no game 'pizza'"),
        ("", "Say which game"),
        ("delectable --players 9", "2 to 5 players, not 9"),
        ("delectable --seat 6", "2 to 5 players, not 6"),
        ("delectable --bots clever", "no level 'clever'"),
        ("delectable --players 3 --bots easy,easy,easy", "3 levels for 2 bots"),
        ("delectable --players 2 --seat 1,2 --bots easy", "No seat is left"),
        ("delectable --players 2 --seat 3", "no seat 3 at this table of 2"),
        ("delectable --seat 1,1", "Seat 1 is given twice"),
        ("delectable --seat 0", "no seat 0"),
        ("delectable --seat one", "Seats are written"),
        ("delectable --name A --name B", "2 names for 1 player"),
        ("delectable --seat 1,2 --name A --name a", "same name"),
        ("delectable --option spice=hot", "no option 'spice'"),
        ("delectable --option first", "NAME=VALUE"),
        ("delectable --seed 99999999999999999999", "A seed is"),
        ("delectable --cards no/such/file.toml", "file.toml"),
        ("delectable --watch --seat 1", "leave --seat"),
        ("delectable --save no/such/folder/file.json", "There is no folder"),
        ("--resume no/such/file.json", "cannot be read"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(line: str, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        run(line, repeat("1"))
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("more", ["--players 2", "--seed 3", "--option first=1", "pizza", "--watch --seat 1"])
def test_a_saved_game_cannot_be_changed_on_the_way_in(more: str, own_folder: Path) -> None:
    run("delectable --seed 2", ["1"])
    (file,) = own_folder.iterdir()
    before = file.read_bytes()
    with pytest.raises(Refused):
        run(f"--resume {file} {more}", repeat("1"))
    assert file.read_bytes() == before


def test_a_new_game_does_not_overwrite_a_file(tmp_path: Path) -> None:
    file = tmp_path / "thesis.txt"
    file.write_text("three years", encoding="utf-8")
    with pytest.raises(BadSetup, match="already there"):
        run("delectable", repeat("1"), extra=["--save", str(file)])
    assert file.read_text(encoding="utf-8") == "three years"


def test_bots_think_with_a_stream_of_their_own() -> None:
    session = Session(Record(DELECTABLE, 3, 9), seat_players(DELECTABLE, 3, [], "medium", []))
    thoughts = [session.own_chance(seat).pack() for seat in range(3)]
    assert len({tuple(thought) for thought in thoughts}) == 3
    assert [session.own_chance(seat).pack() for seat in range(3)] == thoughts
    before = session.state.pack()
    seat = session.state.actors()[0]
    action = session.bot_move(seat)
    assert session.state.pack() == before
    session.play(seat, action)
    assert session.own_chance(seat).pack() != thoughts[seat]


# Every game of the house

every_game = pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)


@every_game
@pytest.mark.parametrize("seats", ["1", "1,2"])
def test_every_game_can_be_played_here(game: Game, seats: str, own_folder: Path) -> None:
    players = max(3, game.min_players)
    answers = cycle(["1", "2", "1", "3", "", "4"])
    line = f"{game.id} --seed 5 --players {players} --seat {seats} --bots random"
    code, table = run(line, islice(answers, 120), screen=True)
    assert code == 0
    (file,) = own_folder.iterdir()
    record = read_record(file.read_text(encoding="utf-8"), {game.id: game})
    assert len(record.moves) > 30
    if not record.state.actors():
        assert "the score sheet" in table.text


@every_game
def test_every_game_can_be_watched(game: Game) -> None:
    code, table = run(f"{game.id} --seed 7 --watch --bots easy")
    assert code == 0
    assert "the score sheet" in table.text
    assert "{" not in table.text
    assert all(line.strip() for line in table.text.splitlines()), "no blank lines"


PLACEHOLDER = re.compile(r"\{\d\}")
ADDRESS = re.compile(r"(?:^|[.:;] )Your?\b")  # a card may be called Bring Your Own Salt


def test_watching_names_rounds_and_turns_on_lines_of_their_own() -> None:
    _, table = run("ovens --seed 7 --watch --bots random")
    lines = table.text.splitlines()
    assert lines[1] == "Basil and Olive to decide on the first cards."
    for round_ in range(1, 7):
        for name in ("Basil", "Olive"):
            assert f"Round {round_}: {name}'s turn." in lines
    _, table = run("chefs_choice --seed 7 --watch --bots random")
    assert len([line for line in table.text.splitlines() if line.startswith("Sample round ")]) == 5


@every_game
def test_three_hints_are_three_lines_with_names(game: Game) -> None:
    """Also where hints speak of other players, whose names are put in."""
    players = max(3, game.min_players)
    _, table = run(f"{game.id} --seed 5 --players {players} --bots random", [*["h", "1"] * 12, "q"], width=400)
    hints = [line for line in table.text.splitlines() if line.startswith("Hint: ")]
    assert len(hints) > 12
    assert all(line.count("Hint: ") == 1 for line in hints)
    assert not PLACEHOLDER.search(table.text)
    _, screen = run(f"{game.id} --seed 5 --players {players} --bots random", [*["h", "1"] * 4, "q"], True, height=60)
    assert not PLACEHOLDER.search(screen.text)
    shown = [len(re.findall(r"^Hint: ", text, re.MULTILINE)) for text in screen.seen]
    assert max(shown) == 3


@every_game
def test_no_seat_is_left_without_its_name_in_a_whole_game(game: Game) -> None:
    answers = cycle(["1", "t", "2", "s", "?", "3", "l", "u", "1"])
    for screen in (False, True):
        _, table = run(f"{game.id} --seed 6 --bots random", islice(answers, 160), screen)
        assert not PLACEHOLDER.search(table.text)


@every_game
def test_the_log_and_the_table_call_everybody_by_name(game: Game) -> None:
    record = Record(game, game.min_players, {"kind": "stream", "seed": 4}, game.at_keyboard())
    session = Session(record, seat_players(game, game.min_players, range(game.min_players), "", []))
    while (seat := session.next_seat()) is not None:
        for zone in game.zones(game.view(session.state, seat), session.state.cards):
            assert not ADDRESS.search(f"{zone['title']} {zone['note']}")
        legal = session.state.legal(seat)
        session.play(seat, legal[len(session.record.moves) % len(legal)])
    for log in session.logs.values():
        for line in log:
            assert not ADDRESS.search(line.text), line.text
            assert not re.search(r"\b1 (?:card|customer|marker|sample|point|dish|token)e?s\b", line.text)


def test_one_person_is_asked_without_a_name_and_the_title_says_which_is_theirs() -> None:
    _, table = run("delectable --seed 7", ["q"], True, extra=["--name", "Ann"])
    assert table.asked[0].startswith("1–")
    assert "Ann (you)" in table.text
    assert not re.search(r"\bYour?\b", table.text.replace("Your move", ""))


def test_the_legend_explains_what_is_short_on_the_table() -> None:
    _, table = run("delectable --seed 7", ["?", "q"])
    assert "S+1 C+3" in table.text
    assert "what a card in hand adds to rolls for servers, chefs, food and" in table.text
    assert "What is short on the table" in table.text


@every_game
def test_every_game_of_the_house_has_a_legend(game: Game) -> None:
    assert game.legend()
    assert TastingGame().legend() == []
