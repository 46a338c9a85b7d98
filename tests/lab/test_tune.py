"""Tuning: aims are understood or refused, gains are found where there are some, and nothing is proposed where not."""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

import maitred
from maitred.cli import main
from maitred.kernel.errors import BadSetup
from maitred.lab import tune as tune_module
from maitred.lab.aims import Aim, Varied, read_aim, read_aims, read_varied
from maitred.lab.decks import Number, numbers_of, tables_of
from maitred.lab.keeping import Journal
from maitred.lab.playing import Played, set_up
from maitred.lab.tune import Candidate, Tuning, changed_text, findings, front, in_words, tune
from maitred.lab.work import Bundle, Chunk, Workers

DELECTABLE = maitred.game("delectable")
COURT = maitred.game("food_court")
SEATS = ["going first", "going second"]
TOY = {"toy": {"bonus": 4}}
BONUS = Number(("toy", "bonus"), "toy", "bonus", 4)
TUNE = ["lab", "tune", "food_court", "--vary", "vp of Umami=0..3", "--toward", "japan 10..20", "--bots", "random"]
TUNE += ["--games", "48", "--jobs", "1", "--option", "rounds=2"]


class Toy:
    """Chunks of a game with an exact truth: the first of two seats wins with a chance that hangs on the bonus."""

    def __init__(self, chance: Callable[[int], float]) -> None:
        self.chance = chance

    def submit(self, work: object, chunks: list[Chunk], /) -> Toy.Done:
        return Toy.Done(Bundle([self.played(chunk) for chunk in chunks], 1.0))

    def played(self, chunk: Chunk) -> list[Played]:
        own = chunk.setting.own
        bonus = TOY["toy"]["bonus"] if own is None else own["toy"]["bonus"]
        games = []
        for deal in range(chunk.start, chunk.start + chunk.deals):
            won = random.Random(f"{chunk.setting.seed} {deal} {bonus}").random() < self.chance(bonus)
            games.append(Played(deal, [1.0, 0.0] if won else [0.0, 1.0], [1, 0], [], 10, 0, None))
        return games

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        return None

    class Done:
        def __init__(self, bundle: Bundle) -> None:
            self.bundle = bundle

        def result(self) -> Bundle:
            return self.bundle


def toy(seed: int) -> Tuning:
    base = set_up(DELECTABLE, 2, {}, None, ("random",), seed)
    aims = [Aim("going first", 48.0, 52.0, True)]
    names = {"going first": 0, "going second": 1}
    return Tuning(base, TOY, [Varied(BONUS, 0, 9)], aims, lambda tables: tables, names)


def tuned(seed: int, chance: Callable[[int], float]) -> list[str]:
    tuning = toy(seed << 40)
    return in_words(tuning, tune(tuning, 8, 480, Workers(2, lambda: Toy(chance))))


def test_what_can_be_gained_is_found_and_confirmed() -> None:
    words = tuned(1, lambda bonus: 0.5 + 0.08 * (bonus - 2))
    assert words[1] in (
        "Proposed: bonus of toy 4 → 2.",
        "Proposed: bonus of toy 4 → 1.",
        "Proposed: bonus of toy 4 → 3.",
    )


def test_nothing_is_proposed_where_nothing_can_be_gained() -> None:
    quiet = sum("othing is proposed" in tuned(seed, lambda bonus: 0.6)[-1] for seed in range(20))
    assert quiet >= 18


def test_a_deck_within_its_aims_is_left_alone() -> None:
    assert tuned(3, lambda bonus: 0.5) == ["The deck is within all aims as it is: nothing is proposed."]


def test_the_front_has_what_nothing_else_beats() -> None:
    one, other, beaten = (
        Candidate((at,), misses, 48) for at, misses in enumerate([(1.0, 3.0), (2.0, 0.0), (2.0, 3.5)])
    )
    assert front([one, other, beaten]) == [one, other]
    tuning = toy(0)
    told = findings(tuning, tune(tuning, 4, 48, Workers(2, lambda: Toy(lambda bonus: 0.9))), "Toy", "again")
    assert told["sections"][-1]["title"] == "The front between aims"


class Interrupted(Toy):
    """The same, until somebody presses Ctrl-C."""

    def __init__(self, chance: Callable[[int], float], chunks: int) -> None:
        super().__init__(chance)
        self.left = chunks

    def submit(self, work: object, chunks: list[Chunk], /) -> Toy.Done:
        self.left -= len(chunks)
        if self.left < 0:
            raise KeyboardInterrupt
        return super().submit(work, chunks)


@pytest.mark.parametrize("chunks", [13, 30])
def test_an_interrupted_search_goes_on_to_the_same_result(tmp_path: Path, chunks: int) -> None:
    def chance(bonus: int) -> float:
        return 0.5 + 0.08 * (bonus - 2)

    tuning = toy(1 << 40)
    whole = tune(tuning, 16, 480, Workers(2, lambda: Toy(chance)))
    journal = Journal(tmp_path / "kept", "mark")
    journal.begin()
    cut_short = Interrupted(chance, chunks)
    first = tune(tuning, 16, 480, Workers(2, lambda: cut_short), journal=journal)
    assert not first.finished
    assert "--resume" in in_words(tuning, first)[-1]
    counted: list[int] = []
    rest = tune(tuning, 16, 480, Workers(2, lambda: Toy(chance)), counted.append, Journal(tmp_path / "kept", "mark"))
    assert rest == whole
    everything: list[int] = []
    tune(tuning, 16, 480, Workers(2, lambda: Toy(chance)), everything.append)
    assert sum(counted) < sum(everything), "what was played is not played again"


def test_the_command_of_a_search_goes_on_where_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*TUNE, "--trials", "6"]
    monkeypatch.setattr(tune_module, "RUNGS", (1, 3, 3))
    assert main([*command, "--out", str(tmp_path / "whole.toml")]) == 0
    append = Journal.append

    def interrupt(journal: Journal, line: object) -> None:
        append(journal, line)
        if journal.written == 5:
            raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "append", interrupt)
        assert main([*command, "--out", str(tmp_path / "cut.toml")]) == 0
    assert "was interrupted" in capsys.readouterr().out
    assert (tmp_path / "cut.rounds").exists()
    assert main([*command, "--out", str(tmp_path / "cut.toml"), "--resume"]) == 0
    assert not (tmp_path / "cut.rounds").exists()
    assert (tmp_path / "cut.html").read_bytes() == (tmp_path / "whole.html").read_bytes()


# The language


def test_aims_are_read() -> None:
    assert read_aim("Going First 45..55", SEATS, []) == [Aim("going first", 45, 55, True)]
    assert read_aim("decisions <= 120", SEATS, [])[0].miss(132) == pytest.approx(10)
    assert [aim.name for aim in read_aim("every deck 20..30", SEATS, ["italy", "japan"])] == ["italy", "japan"]
    both = read_aims(["japan >= 20", "japan <= 30"], COURT, 4, ["italy", "japan"], {})
    assert both == [Aim("japan", 20, 30, True)]


def test_a_seat_is_called_by_its_number_where_the_options_say_who_begins() -> None:
    drawn = {"first": "drawn"}
    assert read_aims(["seat 1 40..50"], DELECTABLE, 2, [], drawn) == [Aim("seat 1", 40, 50, True)]
    with pytest.raises(BadSetup, match="nothing called 'going first'"):
        read_aims(["going first 40..50"], DELECTABLE, 2, [], drawn)


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (["going first 55..45"], "contradicts itself"),
        (["going first >= 60", "going first <= 40"], "contradict each other"),
        (["every seat 10..20"], "add up to 100 %"),
        (["going first >= 70", "going second >= 60"], "add up to 100 %"),
        (["going first 110..120"], "from 0 to 100"),
        (["beauty <= 3"], "nothing called 'beauty'"),
        (["faster"], "An aim is written"),
        ([], "Say what to aim at"),
    ],
)
def test_aims_that_contradict_themselves_are_refused(texts: list[str], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        read_aims(texts, DELECTABLE, 2, [], {})


def test_what_to_vary_is_read() -> None:
    tables = tables_of(COURT, COURT.read_cards(None))
    (umami,) = read_varied(["vp of Umami=0..3"], COURT, tables)
    assert (umami.number.value, umami.low, umami.high) == (2, 0, 3)
    assert len(read_varied(["vp of *"], COURT, tables)) == 3
    for text, sentence in [
        ("vp of Nobody", "no number called"),
        ("vp of Umami=3..0", "contradicts"),
        ("vp=", "written"),
    ]:
        with pytest.raises(BadSetup, match=sentence):
            read_varied([text], COURT, tables)
    with pytest.raises(BadSetup, match="at most 24"):
        read_varied(["cost of *"], DELECTABLE, tables_of(DELECTABLE, DELECTABLE.read_cards(None)))


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_any_number_of_a_deck_can_be_changed_in_its_text(game: maitred.Game) -> None:
    assert game.deck is not None
    text = game.deck.text()
    tables = tomllib.loads(text)
    numbers = numbers_of(tables)
    for number in numbers[:: max(1, len(numbers) // 12)]:
        changed = tomllib.loads(changed_text(text, [(number, number.value + 1)], tomllib.loads))
        there = [each for each in numbers_of(changed) if each not in numbers]
        assert there == [number._replace(value=number.value + 1)]


def test_tuning_is_written_by_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tune_module, "RUNGS", (1, 2, 2))
    assert main([*TUNE, "--trials", "2", "--out", str(tmp_path / "new.toml")]) == 0
    assert "the deck is" in capsys.readouterr().out
    told = json.loads((tmp_path / "new.json").read_text(encoding="utf-8"))
    assert told["facts"]["the same again"].endswith("--bots random --trials 2 --games 48 --seed 0")
    assert "--vary 'vp of Umami=0..3'" in told["facts"]["the same again"]
