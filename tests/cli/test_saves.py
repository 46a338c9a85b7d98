"""Games of `maitred play` that are left and gone on with: what is saved, and what is refused."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import pytest

import maitred
from maitred.cli import saves
from maitred.cli.local.session import Session
from maitred.cli.terminal.interrupts import Interrupts
from maitred.kernel.errors import BadRecord, BadSetup
from maitred.kernel.record import Record, read_record
from tests.cli.scripted import DELECTABLE, Answer, run, saved

SAVES = Path(__file__).parent / "saves"  # made by `maitred play` before it sat at a table


@pytest.mark.parametrize(("end", "code"), [(KeyboardInterrupt, 130), (EOFError, 0), ("q", 0)])
def test_whoever_leaves_is_told_how_to_come_back(end: Answer, code: int, own_folder: Path) -> None:
    left, terminal = run("delectable --seed 21", ["1", "1", end])
    assert left == code
    (file,) = own_folder.iterdir()
    assert f"maitred play --resume {file}" in terminal.text
    assert saved(own_folder).result() is None


def test_a_game_left_in_the_middle_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.json", tmp_path / "broken.json"
    line = "delectable --seed 21 --players 3 --bots easy,medium"
    run(line, repeat("1"), extra=["--save", str(whole)])
    run(line, [*repeat("1", 9), KeyboardInterrupt], extra=["--save", str(broken)])
    _, terminal = run(f"--resume {broken}", ["l", "1", "1", "1", EOFError])
    assert "'s turn." in terminal.text
    done, _ = run(f"delectable --resume {broken}", repeat("1"))
    assert done == 0
    assert json.loads(broken.read_text(encoding="utf-8")) == json.loads(whole.read_text(encoding="utf-8"))


def test_undo_works_after_coming_back(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("delectable --seed 7", ["1", "d"], extra=["--save", str(file)])
    _, terminal = run(f"--resume {file}", ["u", "q"])
    assert "discard Velvet Banquettes" in terminal.seen[0]
    assert "discard Velvet Banquettes" not in terminal.seen[1]


@pytest.mark.parametrize("old", sorted(SAVES.glob("*.json")), ids=lambda path: path.stem)
def test_games_that_were_saved_by_the_first_version_go_on(old: Path, tmp_path: Path) -> None:
    told = json.loads(old.read_text(encoding="utf-8"))
    file = tmp_path / old.name
    file.write_text(json.dumps(told), encoding="utf-8")
    code, terminal = run(f"--resume {file}", ["", *repeat("1", 20), "q"])
    assert code == 0
    again = json.loads(file.read_text(encoding="utf-8"))
    assert again["moves"][: len(told["moves"])] == told["moves"]
    assert len(again["moves"]) > len(told["moves"])
    assert again["notes"] == told["notes"]
    assert all(seat["name"] in terminal.text for seat in told["notes"]["seats"])


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
    _, terminal = run(f"--resume {file}", ["u", "q"])
    assert "You discard Velvet Banquettes" in terminal.seen[0]
    assert "You take the last move back." in terminal.seen[1]
    assert len(saved(tmp_path).moves) == before - 1


def test_ctrl_c_while_a_bot_thinks_saves_the_game(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    think = Session.bot_move

    def interrupted(self: Session, seat: int) -> int:
        if len(self.record.moves) == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return think(self, seat)

    monkeypatch.setattr(Session, "bot_move", interrupted)
    code, terminal = run("delectable --seed 7 --watch")
    assert code == 130
    assert "Saved." in terminal.text
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
    code, terminal = run(f"--resume {tmp_path / 'watched.json'}")
    assert code == 0
    assert terminal.asked == []
    assert "Restaurant quality" in terminal.text


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
    _, terminal = run(f"--resume {file} --seat 2 --bots random", ["q"])
    assert "Basil (random) · Player 2 (you)" in terminal.text
