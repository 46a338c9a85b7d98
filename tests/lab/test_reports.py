"""Reports and comparisons: the same for any number of processes, kept when interrupted, honest about what they show."""

from __future__ import annotations

import csv
import errno
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import maitred
from maitred.cli import main
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.lab import command as lab_command
from maitred.lab import diff, plan, sharing, studying, understanding, work
from maitred.lab.cardworth import card_rows, cards_words
from maitred.lab.course import MEASURES
from maitred.lab.decks import numbers_of, tables_of
from maitred.lab.drawing import picture
from maitred.lab.keeping import CannotKeep, Kept, write_table
from maitred.lab.numbers import Part, Row, at_both_strengths, corrected, row, settle, shown
from maitred.lab.page import page
from maitred.lab.plan import Asked, set_plan
from maitred.lab.players import Running, never_saw
from maitred.lab.playing import PLAIN, STUDIED, WATCHED, Played, Setting, begun, play, set_up
from maitred.lab.report import going_first, strongest
from maitred.lab.sharing import alike, apart, play_both
from maitred.lab.statistics import ever_excluded, holm
from maitred.lab.studying import Studied
from maitred.lab.understanding import other_decks
from maitred.lab.watching import Watched
from maitred.lab.work import Chunk, Limit, Pool, Rounds, Task, next_size, play_rounds, processes

DELECTABLE = maitred.game("delectable")


def setting(level: str = "random") -> Setting:
    return set_up(DELECTABLE, 2, {}, None, (level,), 7)


def no_end(done: int, rows: object) -> bool:
    return False


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of easy bots, and a table of its games."""
    folder = tmp_path_factory.mktemp("report")
    command = ["lab", "report", "delectable", "--players", "2", "--bots", "easy", "--games", "48", "--jobs", "1"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(plan, "RUNGS", {"easy": ("random", "medium", "hard:2", "oracle:2")})
        patched.setattr(plan, "SCOUTED", 2)
        patched.setattr(plan, "MOST_ABLATED", 3)
        patched.setattr(studying, "TWINS", 4)
        for name, few in (("GAMES", 1), ("MOST_ASKED", 5), ("MOST_WHOLE", 1)):
            patched.setattr(understanding, name, few)
        assert main([*command, "--out", str(folder / "r.html"), "--table", str(folder / "games.csv")]) == 0
    return folder


def test_a_report_says_it_in_words_first_then_in_pictures_then_in_tables(written: Path) -> None:
    text = (written / "r.html").read_text(encoding="utf-8")
    findings = json.loads((written / "r.json").read_text(encoding="utf-8"))
    assert text == page(findings)
    assert text.index("Going first wins") < text.index("<svg") < text.index("<table")
    assert [section["title"] for section in findings["sections"]] == [
        "Who wins",
        "How it goes",
        "How much skill there is",
        "What actions are worth",
        "What cards are worth",
    ]
    assert findings["facts"]["the same again"].endswith("--bots easy --seed 0 --games 48")


def test_a_page_needs_nothing_from_elsewhere(written: Path) -> None:
    text = (written / "r.html").read_text(encoding="utf-8")
    assert "<script" not in text
    assert not re.search(r'src=|href="[^#]|url\(|//', text)


def test_only_what_is_settled_with_all_others_is_coloured() -> None:
    """One number in twenty looks settled by itself where nothing is."""
    generator = random.Random(1)
    rows = [
        row(f"{at}", [generator.choice((-1.0, 0.0, 1.0)) for _ in range(100)], share=True, fair=0.0) for at in range(60)
    ]
    assert any(each["settled"] for each in rows)
    corrected(rows, holm)
    assert not any(each["settled"] for each in rows)
    assert 'class="sure"' not in picture("nothing", rows)
    real = row("real", [1.0, 1.0, 0.0] * 40, share=True, fair=0.0)
    corrected([*rows, real], holm)
    assert real["settled"]
    assert shown(real) == "+66.7 points (+58.1 to +75.2)"
    assert 'class="sure"' in picture("something", [real])


def seat_row(label: str, wins: int, players: int, weaker: int) -> tuple[Row, Row]:
    """A seat that wins so many of 1,000 games, and the same as weaker bots play it."""
    here, there = (
        row(label, [1.0] * won + [0.0] * (1000 - won), share=True, fair=1 / players) for won in (wins, weaker)
    )
    return here, there


def test_the_sentences_claim_only_what_is_settled() -> None:
    """Of seats and decks: which of them win more, at which strength, and nothing of those that might be even."""
    pairs = [seat_row(*told) for told in (("Going first", 330, 3, 340), ("Going second", 270, 3, 400))]
    pairs.append(seat_row("Going third", 400, 3, 330))
    settle([here for here, _ in pairs], pairs, "easy", holm)
    three = set_plan(Asked(DELECTABLE, [3], {}, None, "medium", 0))
    part: Part = {"title": "3 players", "rows": [here for here, _ in pairs]}
    assert going_first(three, [part]) == [
        "Going third wins 40 % of three-player games (37.0 to 43.0); that is 6.7 points more than fair.",
        "Going first wins 33 % of three-player games (30.1 to 35.9): no advantage that 1,000 deals could show.",
    ]
    assert "easy bots: 40.0 %, the other way round" in pairs[1][0]["note"]
    decks: Part = {"title": "3 players", "rows": [pairs[2][0], pairs[0][0]]}
    assert strongest(three, [decks]) == [
        "With 3 players, Going third wins most (40 %; 37.0 to 43.0); 33 % would be even."
    ]
    assert strongest(three, [{"title": "3 players", "rows": [pairs[0][0]]}]) == [
        "No deck could be shown to win more or less often than others."
    ]


def test_what_weaker_bots_see_is_marked_only_if_it_is_settled_with_all_others() -> None:
    generator = random.Random(3)
    pairs = []
    for at in range(80):
        here, there = (
            row(f"{at}", [generator.choice((-1.0, 0.0, 1.0)) for _ in range(60)], share=True, fair=0.0)
            for _ in range(2)
        )
        pairs.append((here, there))
    settle([here for here, _ in pairs], pairs, "easy", holm)
    assert not any("the other way round" in here["note"] for here, _ in pairs)
    assert any("the sign differs, not settled" in here["note"] for here, _ in pairs)


def test_cards_are_told_at_two_strengths() -> None:
    studied, weaker = (
        [
            Played(deal, [1.0, 0.0], [1, 0], [], 1, 0, None, Studied({}, [("Soup", 0, gain), ("Cake", 0, 0.0)], 0, {}))
            for deal in range(40)
        ]
        for gain in (0.5, -0.5)
    )
    soup, cake = card_rows(studied, weaker, "easy")
    assert soup["note"] == "easy bots: -50.0 points, the other way round"
    assert cake["note"] == "easy bots: +0.0 points"
    words = cards_words({"title": "", "text": "", "parts": [{"title": "Worth", "rows": [soup, cake]}]})
    assert words == [
        "Dominating cards, worth more than a random other one of their kind: "
        "“Soup” (50 points, but with weaker bots the other way round)."
    ]


def test_shares_of_all_seats_add_up_to_one(written: Path) -> None:
    findings = json.loads((written / "r.json").read_text(encoding="utf-8"))
    rows = findings["sections"][0]["parts"][0]["rows"]
    assert rows[0]["mean"] + rows[1]["mean"] == pytest.approx(1, abs=1e-5)
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)


def test_never_doing_what_a_player_lives_by_costs_the_most(written: Path) -> None:
    findings = json.loads((written / "r.json").read_text(encoding="utf-8"))
    worth = {row["label"]: row for row in findings["sections"][-2]["parts"][0]["rows"]}
    assert worth["roll"]["mean"] > 0.3, "without a roll nobody gets a card"


def test_the_table_has_a_line_for_each_seat_of_each_game(written: Path) -> None:
    with (written / "games.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    main_games = [line for line in lines if line["for"] == "main"]
    assert len(main_games) == 2 * 48
    assert {line["never"] for line in main_games} == {""}
    assert sum(float(line["first"]) for line in main_games) == 48
    assert {line["bot"] for line in lines if line["for"] == "rung oracle:2"} == {"easy", "oracle:2"}


def test_nothing_is_left_beside_a_finished_report(written: Path) -> None:
    assert sorted(file.name for file in written.iterdir()) == ["games.csv", "r.html", "r.json"]


def test_a_report_is_the_same_for_any_number_of_processes() -> None:
    tasks = [Task("main", setting(), 6, WATCHED)]
    alone = play_rounds(tasks, Limit(3, None), processes(1), no_end)
    assert play_rounds(tasks, Limit(3, None), processes(2), no_end) == alone
    assert [game.deal for game in alone[1][0]] == list(range(18))


class Timed:
    """A clock that stands still but for chunks, each of which takes as long as is said."""

    def __init__(self, takes: float) -> None:
        self.now = 100.0
        self.takes = takes

    def monotonic(self) -> float:
        return self.now

    def play_chunk(self, chunk: Chunk) -> list[Played]:
        self.now += self.takes
        return []


@pytest.mark.parametrize(
    ("seconds", "takes", "rounds"), [(10.0, 1.0, 5), (10.0, 1.5, 3), (10.0, 2.4, 2), (10.0, 4.0, 1), (10.0, 20.0, 1)]
)
def test_no_round_is_begun_that_would_not_end_in_time(
    seconds: float, takes: float, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Timed(takes)
    monkeypatch.setattr(work, "time", clock)
    monkeypatch.setattr(work, "play_chunk", clock.play_chunk)
    tasks = [Task(name, setting(), 4, PLAIN) for name in ("one", "other")]
    assert play_rounds(tasks, Limit(None, seconds), processes(1), no_end)[0] == rounds
    assert clock.now - 100.0 <= max(seconds, 2 * takes)


def test_time_is_left_for_the_page() -> None:
    spent = [lab_command.playing_time(seconds) for seconds in (6.0, 60.0, 120.0, 3600.0)]
    assert spent == [3.0, 54.0, 114.0, 3420.0]


def test_an_interrupted_run_goes_on_to_the_same_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studying, "TWINS", 2)
    tasks = [Task("main", setting(), 4, WATCHED), Task("more", setting("easy"), 1, STUDIED, 2)]
    whole = play_rounds(tasks, Limit(3, None), processes(1), no_end)
    kept = Kept(tmp_path / "kept", tasks)
    kept.begin()

    def interrupt(done: int, rows: Rounds) -> bool:
        kept.add(done, rows)
        if done == 2:
            raise KeyboardInterrupt
        return False

    assert play_rounds(tasks, Limit(3, None), processes(1), interrupt)[0] == 2
    with kept.file.open("a", encoding="utf-8") as file:
        file.write("[[[12, [1.0, 0")
    begin, before = Kept(tmp_path / "kept", tasks).read()
    assert begin == 2
    assert play_rounds(tasks, Limit(3, None), processes(1), no_end, begin, before) == whole


def test_a_run_with_other_arguments_is_not_gone_on_with(tmp_path: Path) -> None:
    Kept(tmp_path / "kept", [Task("main", setting(), 6, WATCHED)]).begin()
    with pytest.raises(CannotKeep, match="other arguments"):
        Kept(tmp_path / "kept", [Task("main", setting("easy"), 6, WATCHED)]).read()


def test_a_killed_process_costs_nothing_but_time() -> None:
    pool = Pool(processes(2))
    try:
        chunks = [Chunk(setting(), 4 * at, 4, PLAIN) for at in range(4)]
        for at in (0, 1, 3):
            pool.submit(chunks[at : at + 1 + at % 2])
        first = pool.next().games
        assert isinstance(pool.executor, ProcessPoolExecutor)
        for process in list(pool.executor._processes.values()):
            process.kill()
        games = [*first, *pool.next().games, *pool.next().games]
    finally:
        pool.close()
    assert [game for chunk in games for game in chunk] == [play(setting(), deal) for deal in range(16)]


ALONE = """
from maitred.lab.playing import PLAIN, set_up
from maitred.lab.work import Chunk, Pool, processes
import maitred

if __name__ == "__main__":
    setting = set_up(maitred.game("delectable"), 2, {}, None, ("random",), 7)
    pool = Pool(processes(2))
    pool.submit([Chunk(setting, 0, 4, PLAIN)])
    pool.next()
    print(*pool.executor._processes, flush=True)
    input()
"""


def test_a_run_that_is_killed_leaves_no_processes_behind(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text(ALONE, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "alone.py")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        workers = [int(number) for number in run.stdout.readline().split()]
        assert workers
        run.kill()
        rest = run.stdout.read()  # ends only when the last worker, which has the other end of this pipe, is gone
    assert rest == ""


def test_chunks_are_handed_out_in_bundles_of_about_a_second() -> None:
    size, sizes = 1, []
    for _ in range(6):
        size = next_size(size, 0.02 * size)
        sizes.append(size)
    assert sizes == [4, 16, 50, 50, 50, 50]
    assert next_size(50, 2.0) == 25
    assert next_size(3, 60.0) == 1
    assert next_size(1, 0.0) == 4


def test_decks_are_drawn_for_every_deal_and_known() -> None:
    court = set_up(maitred.game("food_court"), 2, {}, None, ("random",), 0)
    decks = [tuple(play(court, deal).decks) for deal in range(12)]
    assert len(set(decks)) > 6
    assert all(one != other for one, other in decks)
    fixed = set_up(maitred.game("food_court"), 2, {"decks": "drawn,japan"}, None, ("random",), 0)
    assert [play(fixed, deal).decks[1] for deal in range(4)] == ["japan"] * 4


def test_a_changed_deck_file_leaves_who_has_which_deck_as_it_was() -> None:
    court = maitred.game("food_court")
    tables = tables_of(court, court.read_cards(None))
    tables["decks"] = dict(sorted(tables["decks"].items(), reverse=True))
    tables["decks"]["usa"]["recipes"].pop()
    house = set_up(court, 3, {"rounds": 1}, None, ("random",), 0)
    own = set_up(court, 3, {"rounds": 1}, tables, ("random",), 0)
    assert own.own is not None
    assert [play(house, deal).decks for deal in range(8)] == [play(own, deal).decks for deal in range(8)]


def test_real_time_takes_time() -> None:
    diner = set_up(maitred.game("diner"), 2, {}, None, ("random",), 0)
    assert play(diner, 0).ms > 10_000


# Comparisons


def compared(new_options: dict[str, object], rounds: int = 1) -> tuple[diff.Comparison, Rounds]:
    court = maitred.game("food_court")
    old, new = diff.Version(None, {"rounds": 4}), diff.Version(None, {"rounds": 4, **new_options})
    comparison = diff.set_comparison(court, 2, old, new, ("random",), 0, 0.02)
    tasks = [task._replace(deals=30) for task in diff.tasks_of(comparison)]
    return comparison, play_rounds(tasks, Limit(rounds, None), processes(1), no_end)[1]


def test_a_change_that_changes_nothing_comes_out_the_same_in_every_deal() -> None:
    comparison, rows = compared({"goal": 99})
    assert rows[0] == rows[1], "random bots reach 50 points in four rounds as little as 99"
    findings = diff.compare(comparison, 1, rows, "again")
    assert "30 came out the same" in findings["facts"]["deals"]
    assert {row["mean"] for row in findings["sections"][0]["parts"][0]["rows"]} == {0}


def test_a_change_of_who_goes_first_is_found_and_ends_the_comparison() -> None:
    delectable = diff.set_comparison(
        DELECTABLE, 2, diff.Version(None, {}), diff.Version(None, {"first": "2"}), ("random",), 0, 0.02
    )
    tasks = diff.tasks_of(delectable)
    assert len(tasks) == 2, "there is nothing weaker than random bots"
    old, new = ([play(task.setting, deal) for deal in range(20)] * 2 for task in tasks)
    assert not diff.is_settled(delectable, [old, new]), "40 deals of random play settle nothing"
    first_wins = [game._replace(firsts=[1.0, 0.0]) for game in old]
    second_wins = [game._replace(firsts=[0.0, 1.0]) for game in new]
    assert diff.is_settled(delectable, [first_wins * 20, second_wins * 20])
    told = diff.compare(delectable, 1, [first_wins * 20, second_wins * 20], "again")
    assert told["words"][0].startswith("Seat 1: 100 points less of two-player games than before"), (
        "who goes first differs"
    )


def test_a_comparison_tells_how_games_go_as_far_as_that_is_settled() -> None:
    """Beside who wins: every number that a report tells of the course of a game, as a paired difference."""
    comparison, rows = compared({"goal": 99})
    seen = next(game.watched for game in rows[0] if game.watched is not None)
    sides = [
        [Played(deal, [1.0, 0.0], [9, 0], [], 60, 0, watched) for deal in range(200)]
        for watched in (seen._replace(clear=0.9, leads=2), seen._replace(clear=0.4, leads=5))
    ]
    told = diff.compare(comparison, 1, sides, "again")
    parts = told["sections"][1]["parts"]
    labels = [each["label"] for part in parts for each in part["rows"]]
    assert sorted(labels) == sorted([label for label, _ in diff.EVERY_GAME] + [each.label for each in MEASURES])
    settled = {each["label"] for part in parts for each in part["rows"] if each["settled"]}
    assert settled == {"Changes of the lead", "Part of the game until the winner is clear", "Runaway wins"}
    assert [sentence.partition(" than before")[0] for sentence in told["words"] if "than before" in sentence] == [
        "Changes of the lead: 3.0 more",
        "Part of the game until the winner is clear: 50 points less",
        "Runaway wins: 100 points more",
    ]
    nobody_alone = [[game._replace(firsts=[0.5, 0.5]) for game in side] for side in sides]
    told = diff.compare(comparison, 1, nobody_alone, "again")
    assert "Runaway wins" not in [each["label"] for part in told["sections"][1]["parts"] for each in part["rows"]]


def test_how_games_go_alarms_for_nothing_no_more_often_than_one_number_would() -> None:
    """Thirteen numbers of which none has changed, looked at four times."""
    generator = random.Random(9)

    def game(deal: int) -> Played:
        course = [generator.random() for _ in range(21)]
        turns, idle, leads = generator.randrange(9, 30), generator.randrange(9), generator.randrange(9)
        seen = Watched(turns, idle, 90, generator.randrange(30), 10**5, {}, leads, course[0], course[1], course)
        return Played(deal, [1.0, 0.0], [generator.randrange(50), 0], [], generator.randrange(30, 60), 0, seen)

    alarms = 0
    for _ in range(100):
        old, new = ([game(deal) for deal in range(192)] for _ in range(2))
        looks = [diff.course(old[:look], new[:look]) for look in range(48, 193, 48)]
        alarms += any(each["settled"] for rows in looks for each in rows)
    assert alarms <= 7


def test_weaker_bots_are_asked_too_and_it_is_said_where_they_see_it_the_other_way_round() -> None:
    versions = diff.Version(None, {}), diff.Version(None, {"first": "2"})
    comparison = diff.set_comparison(DELECTABLE, 2, *versions, ("medium",), 0, 0.02)
    tasks = diff.tasks_of(comparison)
    assert [(task.setting.levels[0], task.every, task.beside) for task in tasks] == [
        *[("medium", 1, None), ("medium", 1, 0), ("easy", 4, None), ("easy", 4, 2)]
    ]
    first, second = (
        [Played(deal, firsts, [0, 0], [], 1, 0, None) for deal in range(400)] for firsts in ([1.0, 0.0], [0.0, 1.0])
    )
    alike, turned = (
        diff.compare(comparison, 1, [first, second, *weaker], "again") for weaker in ([first, second], [second, first])
    )
    notes = [told["sections"][0]["parts"][0]["rows"][0]["note"] for told in (alike, turned)]
    assert notes == ["differs; easy bots: -100.0 points", "differs; easy bots: +100.0 points, the other way round"]
    assert "with easy bots it is the other way round" in turned["words"][0]
    assert "other way" not in alike["words"][0]


def test_headlines_of_a_report_are_told_at_two_strengths_and_marked_where_the_sign_differs(written: Path) -> None:
    findings = json.loads((written / "r.json").read_text(encoding="utf-8"))
    seats = findings["sections"][0]["parts"][0]["rows"][:2]
    assert all(re.search(r"random bots: [\d.]+ %", each["note"]) for each in seats)
    often, seldom = (row("a", [value, value, 0.5] * 40, share=True, fair=0.5) for value in (1.0, 0.0))
    hardly = row("a", [0.0, 1.0, 0.0, 1.0, 0.0] * 6, share=True, fair=0.5)
    told = [at_both_strengths(often, other, "easy")["note"] for other in (often, seldom, hardly)]
    assert told == [
        "easy bots: 83.3 %",
        "easy bots: 16.7 %, the other way round",
        "easy bots: 40.0 %, the sign differs, not settled",
    ]


def test_a_player_that_has_learned_is_said_never_to_have_seen_an_own_deck() -> None:
    deck = {"cards": 1}
    assert never_saw(("medium", "hard:8", "oracle:4", "medium~2.5"), deck) == []
    assert never_saw(("net.onnx", "medium"), None, None) == []
    (sentence,) = never_saw(("net.onnx", "my_bots:play"), None, deck)
    assert sentence.startswith("my_bots:play and net.onnx learned from other decks")


def test_what_is_not_settled_is_said_with_the_deals_it_would_take() -> None:
    comparison, rows = compared({"rounds": 2})
    words = diff.compare(comparison, 1, rows, "again")["words"]
    assert re.search(r"Not settled after 30 deals: .* about [\d,]+ deals are needed", words[-1])


@pytest.mark.usefixtures("small_chunks")
def test_a_comparison_is_written_by_its_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "diff", "delectable", "--new-option", "first=2", "--bots", "random", "--games", "10"]
    assert main([*command, "--jobs", "1", "--out", str(tmp_path / "d.html")]) == 0
    assert "Not settled" in capsys.readouterr().out
    findings = json.loads((tmp_path / "d.json").read_text(encoding="utf-8"))
    assert findings["facts"]["the same again"] == (
        "maitred lab diff delectable --new-option first=2 --bots random --seed 0 --margin 1 --games 16"
    )


def test_a_share_can_be_named_and_is_then_the_only_one_that_counts(tmp_path: Path) -> None:
    old, new = diff.Version(None, {}), diff.Version(None, {"first": "2"})
    named = diff.set_comparison(DELECTABLE, 2, old, new, ("random",), 0, 0.02, "SEAT 1")
    assert named.about == "Seat 1"
    wins = [Played(deal, [1.0, 0.0], [1, 0], [], 1, 0, None) for deal in range(400)]
    half = [game._replace(firsts=[0.5, 0.5] if game.deal % 2 else [1.0, 0.0]) for game in wins]
    assert diff.is_settled(named, [wins, half])
    with pytest.raises(BadSetup, match="no share called 'luck'"):
        diff.set_comparison(DELECTABLE, 2, old, new, ("random",), 0, 0.02, "luck")


def test_comparisons_of_a_game_with_itself_hold_together_over_all_their_shares() -> None:
    """Other deals of the same game: differences are there, an effect is not."""
    diner = maitred.game("diner")
    versions = diff.Version(None, {}), diff.Version(None, {"relief": "on"})
    comparison = diff.set_comparison(diner, 2, *versions, ("random",), 0, 0.02)
    generator = random.Random(4)
    alarms = 0
    for _ in range(200):
        sides = []
        for _ in range(2):
            winners = [generator.choice([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]) for _ in range(240)]
            sides.append([Played(deal, firsts, [0, 0], [], 1, 0, None) for deal, firsts in enumerate(winners)])
        for look in range(48, 241, 48):
            told = diff.headlines(comparison, sides[0][:look], sides[1][:look])
            sure = diff.confidence(comparison, told)
            if any(ever_excluded(diff.differences(headline), 0.0, sure) for headline in told):
                alarms += 1
                break
    assert alarms <= 0.065 * 200


def changed_court(change: Callable[[dict[str, Any]], None]) -> diff.Comparison:
    """Food Court beside Food Court with a changed card file."""
    court = maitred.game("food_court")
    tables = tables_of(court, court.read_cards(None))
    change(tables)
    options = {"rounds": 2}
    return diff.set_comparison(
        court, 2, diff.Version(None, options), diff.Version(tables, options), ("medium",), 5, 0.02
    )


def another_name(tables: dict[str, Any]) -> None:
    tables["decks"]["usa"]["recipes"][0]["name"] = "Something Else"


def one_point_more(tables: dict[str, Any]) -> None:
    umami = next(card for card in tables["decks"]["japan"]["secondary"] if card["name"] == "Umami")
    umami["vp"] += 1


def one_recipe_less(tables: dict[str, Any]) -> None:
    tables["decks"]["italy"]["recipes"].pop()


SOME = range(3, 12)


@pytest.mark.parametrize(
    ("change", "taken_over"), [(another_name, [12]), (one_point_more, SOME), (one_recipe_less, SOME)]
)
def test_deals_that_are_the_same_game_on_both_sides_are_played_once(
    change: Callable[[dict[str, Any]], None], taken_over: Sequence[int]
) -> None:
    """A card that is called otherwise, and decks that nobody has: the rows are those of playing everything."""
    comparison = changed_court(change)
    tasks = [task._replace(deals=12) for task in diff.tasks_of(comparison)[:2]]
    rows = play_rounds(tasks, Limit(1, None), processes(1), no_end)[1]
    assert rows[1] == [play(comparison.new, deal, tasks[1].how) for deal in range(12)]
    assert rows[1][0].watched is not None
    assert sum(alike(comparison.old, comparison.new, deal) for deal in range(12)) in taken_over


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_a_number_that_a_bot_could_read_keeps_deals_apart(game: maitred.Game) -> None:
    """Every number of the card file, where the deck it stands in is at the table, whoever reads it and when."""
    tables = tables_of(game, game.read_cards(None))
    house = set_up(game, game.min_players, {}, None, ("easy",), 0)
    numbers = numbers_of(tables)
    for number in numbers[:: max(1, len(numbers) // 25)]:
        cards = next(other_decks(game, tables, number), None)
        if cards is None:
            continue
        options = {"decks": f"{number.path[1]},drawn"} if number.path[0] == "decks" else {}
        old, new = (set_up(game, game.min_players, options, own, ("easy",), 0) for own in (None, cards.own))
        assert not alike(old, new, 0), number
    assert alike(house, house, 0)


def test_an_option_keeps_deals_apart_unless_it_comes_to_the_same() -> None:
    drawn, first = (set_up(DELECTABLE, 2, {"first": who}, None, ("easy",), 0) for who in ("drawn", "1"))
    same = [alike(drawn, first, deal) for deal in range(12)]
    assert [play(drawn, deal) == play(first, deal) for deal in range(12)] == same
    assert 0 < sum(same) < 12
    shorter = set_up(maitred.game("food_court"), 2, {"rounds": 3}, None, ("easy",), 0)
    assert not alike(set_up(maitred.game("food_court"), 2, {}, None, ("easy",), 0), shorter, 0)


# What is the same on both sides


def another_deck(game: maitred.Game, at: int) -> tuple[Setting, Setting]:
    """The house's deck and one with another number, of all that its card file has."""
    tables = tables_of(game, game.read_cards(None))
    numbers = numbers_of(tables)
    for number in numbers[at % len(numbers) :] + numbers:
        cards = next(other_decks(game, tables, number), None)
        if cards is not None:
            options = {"decks": f"{number.path[1]},drawn"} if number.path[0] == "decks" else {}
            level = ("medium", "easy", "random", "medium~5")[at % 4]
            old, new = (set_up(game, game.min_players, options, own, (level,), 0) for own in (None, cards.own))
            return old, new
    raise AssertionError("no number of this deck can be another one")


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_playing_both_sides_at_once_comes_to_the_same_as_playing_each(game: maitred.Game) -> None:
    deals = range(3)
    different = 0
    for at in range(3, 800, 53):
        old, new = another_deck(game, at)
        olds, news = play_both(old, new, deals, WATCHED)
        assert olds == [play(old, deal, WATCHED) for deal in deals]
        assert news == [play(new, deal, WATCHED) for deal in deals]
        assert [game.watched is None for game in news] == [False, True, True]
        different += olds != news
    assert different >= 3


def test_what_comes_before_a_changed_card_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card of Delectable lies in the middle of the deck, in the mean, so a quarter of all decisions is saved."""
    old, new = another_deck(DELECTABLE, 0)
    carry_out = Running.carry_out
    played = 0

    def count(running: Running, seat: int, action: int) -> None:
        nonlocal played
        played += 1
        carry_out(running, seat, action)

    monkeypatch.setattr(Running, "carry_out", count)
    olds, news = play_both(old, new, range(30))
    decisions = sum(game.decisions for game in olds + news)
    assert 0.65 * decisions < played < 0.85 * decisions
    played = 0
    old, new = (side._replace(levels=("hard:1",) * 2) for side in (old, new))
    olds, news = play_both(old, new, range(1))
    assert played == olds[0].decisions + news[0].decisions, "a search looks at what may come"


def test_a_game_in_which_no_changed_card_came_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = another_deck(DELECTABLE, 0)
    awaited = apart(old, new, 0)
    assert awaited is not None
    assert len(awaited) == 1

    class Short(Running):
        left = 6

        def next(self) -> tuple[int, int] | None:
            self.left -= 1
            return super().next() if self.left >= 0 else None

    def short(setting: Setting, deal: int) -> tuple[Running, list[str]]:
        running, decks = begun(setting, deal)
        return Short(running.state, running.bots, running.chances), decks

    monkeypatch.setattr(sharing, "begun", short)
    game, begin = sharing.play_up_to(old, 0, awaited)
    assert begin is game
    assert game.decisions == 6
    assert sharing.play_from(new, 0, begin) is game


@pytest.mark.parametrize("level", ["medium", "easy"])
def test_nothing_reads_what_is_printed_on_a_card_before_it_comes(level: str) -> None:
    """In every position all cards that nobody has seen are exchanged with others of their kind: the same may be done,
    the bots do the same, and it comes to the same."""
    tables = tables_of(DELECTABLE, DELECTABLE.read_cards(None))
    entries = [(kind, at) for kind, cards in tables["cards"].items() for at in range(len(cards))]
    generator = random.Random(2)
    asked = 0
    for deal in range(2):
        running, _ = begun(setting(level), deal)
        while True:
            state = running.state
            unseen = set(state.to_come())
            others = tables_of(DELECTABLE, state.cards)
            for kind in others["cards"]:
                free = [at for card, (of, at) in enumerate(entries) if of == kind and card in unseen]
                for at, other in zip(free, generator.sample(free, len(free)), strict=True):
                    others["cards"][kind][at] = tables["cards"][kind][other]
            ints = state.pack()
            cards = DELECTABLE.read_cards(others)
            ints[1] = cards.mark
            twin = Running(DELECTABLE.unpack(ints, cards), running.bots, running.chances.copy())
            decided = running.next()
            assert twin.next() == decided
            assert DELECTABLE.sense.win_chances(twin.state) == DELECTABLE.sense.win_chances(state)
            if decided is None:
                break
            assert twin.state.legal(decided[0]) == state.legal(decided[0])
            for each in (running, twin):
                each.carry_out(*decided)
            assert twin.state.pack()[2:] == running.state.pack()[2:]
            assert twin.state.scores() == running.state.scores()
            asked += 1
    assert asked > 100


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_what_is_to_come_is_what_nobody_sees(game: maitred.Game) -> None:
    """It comes one at a time, from the end, and no seat is told any of it."""
    running, _ = begun(set_up(game, game.min_players, {}, None, ("easy",), 3), 0)
    while True:
        before = running.state.to_come()[:]
        for seat in range(game.min_players):
            known = running.state.hidden_copy(seat, Stream(1)).to_come()
            assert len(known) == len(before)
            assert len(before) < 3 or known != before
        decided = running.next()
        if decided is None:
            break
        running.carry_out(*decided)
        assert running.state.to_come() in (before, before[:-1])


# Long runs


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of few deals."""
    monkeypatch.setattr(work, "CHUNK_DEALS", FEW)
    monkeypatch.setattr(diff, "CHUNK_DEALS", FEW)


FEW = 8


def long_run(folder: Path, *more: str) -> list[str]:
    command = ["lab", "diff", "diner", "--new-option", "relief=on", "--bots", "random", "--games", "16", "--jobs", "1"]
    return [*command, "--out", str(folder / "r.html"), *more]


@pytest.mark.usefixtures("small_chunks")
def test_ctrl_c_leaves_a_report_of_what_there_is_and_it_can_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    add = Kept.add

    def interrupt(kept: Kept, rounds: int, rows: Rounds) -> None:
        add(kept, rounds, rows)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Kept, "add", interrupt)
        assert main(long_run(tmp_path)) == 0
    findings = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert findings["facts"]["the same again"].endswith("--games 8")
    assert "--resume goes on from there" in capsys.readouterr().err
    assert main(long_run(tmp_path, "--resume")) == 0
    resumed = (tmp_path / "r.html").read_bytes()
    assert main(long_run(tmp_path)) == 0
    assert (tmp_path / "r.html").read_bytes() == resumed


@pytest.mark.usefixtures("small_chunks")
def test_a_full_disk_in_the_middle_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(long_run(tmp_path)) == 0
    whole = (tmp_path / "r.html").read_bytes()
    (tmp_path / "r.html").unlink()
    (tmp_path / "r.json").unlink()
    write = Kept.write

    def full(kept: Kept, text: str, mode: str) -> None:
        if kept.written == 1:
            with kept.file.open("a", encoding="utf-8") as file:
                file.write(text[:100])
            write(Kept(Path("/dev/full"), []), text, mode)
        write(kept, text, mode)

    with monkeypatch.context() as patched:
        patched.setattr(Kept, "write", full)
        capsys.readouterr()
        assert main(long_run(tmp_path)) == 2
    said = capsys.readouterr().err.strip()
    assert "No space left on device" in said
    assert len(said.splitlines()) == 1
    assert main(long_run(tmp_path, "--resume")) == 0
    assert (tmp_path / "r.html").read_bytes() == whole
    assert sorted(file.name for file in tmp_path.iterdir()) == ["r.html", "r.json"]


@pytest.mark.usefixtures("small_chunks")
def test_a_report_that_cannot_be_written_can_be_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(file: Path, text: str, mode: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(lab_command, "write_whole", full)
        assert main(long_run(tmp_path)) == 2
    assert "What was played is kept" in capsys.readouterr().err
    assert main(long_run(tmp_path, "--resume")) == 0
    assert sorted(file.name for file in tmp_path.iterdir()) == ["r.html", "r.json"]


def test_tables_come_as_parquet_too(tmp_path: Path) -> None:
    from pyarrow import parquet

    tasks = [Task("main", setting(), 6, PLAIN)]
    rounds, rows = play_rounds(tasks, Limit(2, None), processes(1), no_end)
    for name in ("games.csv", "games.parquet"):
        write_table(tmp_path / name, tasks, rows)
    table = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert rounds == 2
    assert [{name: str(value) for name, value in line.items()} for line in table] == lines
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.csv", "games.parquet"]


# Bad input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["report", "delectable", "--players", "9"], "Delectable is for 2 to 5 players, not 9."),
        (["report", "delectable", "--players", "two"], "'two' is not a number of players"),
        (["report", "delectable", "--bots", "grandmaster"], "easy, medium, hard"),
        (["report", "nothing"], "nothing"),
        (["report", "delectable", "--out", "."], "--out names a file that ends in .html"),
        (["report", "delectable", "--out", "r.json"], "--out names a file that ends in .html"),
        (
            ["tune", "delectable", "--vary", "cost of Poet of the Knife", "--toward", "score 1..9", "--out", "x.html"],
            "ends in .toml",
        ),
        (["report", "delectable", "--minutes", "-1"], "not a number above 0"),
        (["report", "delectable", "--resume"], "nothing to go on with"),
        (["report", "delectable", "--cards", "missing.toml"], "missing.toml"),
        (["report", "delectable", "--out", "nowhere/r.html"], "no folder nowhere"),
        (["report", "delectable", "--table", "nowhere/t.csv"], "no folder nowhere"),
        (["report", "delectable", "--cluster", "10.0.0.1:6379", "--jobs", "2"], "leave --jobs or --cluster out"),
        (["report", "delectable", "--cluster", "10.0.0.1:6379"], "pip install maitred[ray]"),
        (["report", "delectable", "--cards", "incomplete.toml"], "the key 'reviews' is missing"),
        (["tune", "delectable", "--vary", "cost of Mystery Meatloaf"], "Say what to aim at"),
        (["tune", "delectable", "--toward", "decisions <= 120"], "Say what may be changed"),
        (["tune", "delectable", "--vary", "cost of Mystery Meatloaf", "--toward", "score 9..1"], "contradicts itself"),
        (["tune", "delectable", "--vary", "beauty of *", "--toward", "score 1..9"], "no number called"),
        (
            ["tune", "delectable", "--vary", "cost of Mystery Meatloaf", "--toward", "score 1..9", "--resume"],
            "go on with",
        ),
        (["diff", "delectable", "--new", "valueless.toml"], "'cost' is missing"),
        (["diff", "delectable", "--new-option", "first=2", "--bots", "hard:5ms"], "never by time"),
        (["diff", "delectable", "--new-option", "first=2", "--about", "luck"], "no share called"),
        (["diff", "delectable"], "nothing to compare"),
        (["diff", "delectable", "--new-option", "first=2", "--margin", "200"], "between 0 and 100"),
        (["diff", "delectable", "--new-option", "first=2", "--bots", "nobody"], "nobody"),
        (["diff", "delectable", "--new", "missing.toml"], "missing.toml"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    arguments: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    if "incomplete.toml" in arguments:
        text = "[deck]\ncopies = 5\n"
        (tmp_path / "incomplete.toml").write_text(text, encoding="utf-8")
    if "valueless.toml" in arguments:
        assert DELECTABLE.deck is not None
        text = re.sub(r"cost = *\d+, *", "", DELECTABLE.deck.text(), count=1)
        (tmp_path / "valueless.toml").write_text(text, encoding="utf-8")
    try:
        code = main(["lab", *arguments])
    except SystemExit as left:
        code = int(str(left.code))
    said = capsys.readouterr()
    assert code == 2
    assert sentence in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert {file.name for file in tmp_path.iterdir()} <= {"incomplete.toml", "valueless.toml"}
