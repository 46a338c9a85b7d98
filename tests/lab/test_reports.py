"""Reports and comparisons: the same for any number of processes, kept when interrupted, honest about what they show."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

import maitred
from maitred.cli import main
from maitred.lab import diff
from maitred.lab.keeping import CannotKeep, Kept
from maitred.lab.page import page
from maitred.lab.playing import Setting, play, set_up
from maitred.lab.work import Chunk, Limit, Pool, Rounds, Task, play_rounds

DELECTABLE = maitred.game("delectable")


def setting(level: str = "random") -> Setting:
    return set_up(DELECTABLE, 2, {}, None, (level,), 7)


def no_end(done: int, rows: object) -> bool:
    return False


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of easy bots, and a table of its games."""
    folder = tmp_path_factory.mktemp("report")
    command = ["lab", "report", "delectable", "--players", "2", "--bots", "easy", "--games", "48", "--jobs", "2"]
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
    ]
    assert findings["facts"]["the same again"].endswith("--bots easy --seed 0 --games 48")


def test_a_page_needs_nothing_from_elsewhere(written: Path) -> None:
    text = (written / "r.html").read_text(encoding="utf-8")
    assert "<script" not in text
    assert not re.search(r"(src|href)=|url\(|//", text)


def test_shares_of_all_seats_add_up_to_one(written: Path) -> None:
    findings = json.loads((written / "r.json").read_text(encoding="utf-8"))
    rows = findings["sections"][0]["parts"][0]["rows"]
    assert rows[0]["mean"] + rows[1]["mean"] == pytest.approx(1, abs=1e-5)
    assert all(row["low"] <= row["mean"] <= row["high"] for row in rows)


def test_never_doing_what_a_player_lives_by_costs_the_most(written: Path) -> None:
    findings = json.loads((written / "r.json").read_text(encoding="utf-8"))
    worth = {row["label"]: row for row in findings["sections"][-1]["parts"][0]["rows"]}
    assert worth["roll"]["mean"] > 0.3, "without a roll nobody gets a card"
    assert worth["roll"]["deals"] == 6, "a deal with all its seats is one deal"


def test_the_table_has_a_line_for_each_seat_of_each_game(written: Path) -> None:
    with (written / "games.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    main_games = [line for line in lines if line["for"] == "main"]
    assert len(main_games) == 2 * 48
    assert {line["never"] for line in main_games} == {""}
    assert sum(float(line["first"]) for line in main_games) == 48
    assert any(line["never"] == "roll" for line in lines)


def test_nothing_is_left_beside_a_finished_report(written: Path) -> None:
    assert sorted(file.name for file in written.iterdir()) == ["games.csv", "r.html", "r.json"]


def test_a_report_is_the_same_for_any_number_of_processes() -> None:
    tasks = [Task("main", setting(), 6, True)]
    alone = play_rounds(tasks, Limit(3, None), 1, no_end)
    assert play_rounds(tasks, Limit(3, None), 2, no_end) == alone
    assert [game.deal for game in alone[1][0]] == list(range(18))


def test_an_interrupted_run_goes_on_to_the_same_result(tmp_path: Path) -> None:
    tasks = [Task("main", setting(), 6, True), Task("more", setting("easy"), 2, False)]
    whole = play_rounds(tasks, Limit(3, None), 1, no_end)
    kept = Kept(tmp_path / "kept", tasks)
    kept.begin()

    def interrupt(done: int, rows: Rounds) -> bool:
        kept.add(done, rows)
        if done == 2:
            raise KeyboardInterrupt
        return False

    assert play_rounds(tasks, Limit(3, None), 1, interrupt)[0] == 2
    with kept.file.open("a", encoding="utf-8") as file:
        file.write("[[[12, [1.0, 0")
    begin, before = Kept(tmp_path / "kept", tasks).read()
    assert begin == 2
    assert play_rounds(tasks, Limit(3, None), 1, no_end, begin, before) == whole


def test_a_run_with_other_arguments_is_not_gone_on_with(tmp_path: Path) -> None:
    Kept(tmp_path / "kept", [Task("main", setting(), 6, True)]).begin()
    with pytest.raises(CannotKeep, match="other arguments"):
        Kept(tmp_path / "kept", [Task("main", setting("easy"), 6, True)]).read()


def test_a_killed_process_costs_nothing_but_time() -> None:
    pool = Pool(2)
    try:
        chunks = [Chunk(setting(), 4 * at, 4, False) for at in range(4)]
        for chunk in chunks:
            pool.submit(chunk)
        first = pool.next()
        for process in list(pool.executor._processes.values()):
            process.kill()
        games = [*first, *pool.next(), *pool.next(), *pool.next()]
    finally:
        pool.close()
    assert games == [play(setting(), deal, False) for deal in range(16)]


def test_decks_are_drawn_for_every_deal_and_known() -> None:
    court = set_up(maitred.game("food_court"), 2, {}, None, ("random",), 0)
    decks = [tuple(play(court, deal, False).decks) for deal in range(12)]
    assert len(set(decks)) > 6
    assert all(one != other for one, other in decks)
    fixed = set_up(maitred.game("food_court"), 2, {"decks": "drawn,japan"}, None, ("random",), 0)
    assert [play(fixed, deal, False).decks[1] for deal in range(4)] == ["japan"] * 4


def test_real_time_takes_time() -> None:
    diner = set_up(maitred.game("diner"), 2, {}, None, ("random",), 0)
    assert play(diner, 0, True).ms > 10_000


# Comparisons


def compared(new_options: dict[str, object], rounds: int = 1) -> tuple[diff.Comparison, Rounds]:
    court = maitred.game("food_court")
    old, new = diff.Version(None, {"rounds": 4}), diff.Version(None, {"rounds": 4, **new_options})
    comparison = diff.set_comparison(court, 2, old, new, ("random",), 0, 0.02)
    tasks = [task._replace(deals=30) for task in diff.tasks_of(comparison)]
    return comparison, play_rounds(tasks, Limit(rounds, None), 1, no_end)[1]


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
    old, new = ([play(task.setting, deal, False) for deal in range(40)] for task in tasks)
    assert not diff.is_settled(delectable, [old, new]), "40 deals of random play settle nothing"
    first_wins = [game._replace(firsts=[1.0, 0.0]) for game in old]
    second_wins = [game._replace(firsts=[0.0, 1.0]) for game in new]
    assert diff.is_settled(delectable, [first_wins * 20, second_wins * 20])
    told = diff.compare(delectable, 1, [first_wins * 20, second_wins * 20], "again")
    assert told["words"][0].startswith("Going first: 100 points less of two-player games than before")


def test_what_is_not_settled_is_said_with_the_deals_it_would_take() -> None:
    comparison, rows = compared({"rounds": 2})
    words = diff.compare(comparison, 1, rows, "again")["words"]
    assert re.search(r"Not settled after 30 deals: .* about [\d,]+ deals are needed", words[-1])


def test_a_comparison_is_written_by_its_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "diff", "delectable", "--new-option", "first=2", "--bots", "random", "--games", "10"]
    assert main([*command, "--jobs", "1", "--out", str(tmp_path / "d.html")]) == 0
    assert "Not settled" in capsys.readouterr().out
    findings = json.loads((tmp_path / "d.json").read_text(encoding="utf-8"))
    assert findings["facts"]["the same again"] == (
        "maitred lab diff delectable --new-option first=2 --bots random --seed 0 --margin 1 --games 48"
    )


# Bad input


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["report", "delectable", "--players", "9"], "Delectable is for 2 to 5 players, not 9."),
        (["report", "delectable", "--players", "two"], "'two' is not a number of players"),
        (["report", "delectable", "--bots", "grandmaster"], "easy, medium, hard"),
        (["report", "nothing"], "nothing"),
        (["report", "delectable", "--games", "5", "--minutes", "1"], "not with both"),
        (["report", "delectable", "--minutes", "-1"], "not a number above 0"),
        (["report", "delectable", "--resume"], "nothing to go on with"),
        (["report", "delectable", "--cards", "missing.toml"], "missing.toml"),
        (["report", "delectable", "--out", "nowhere/r.html"], "no folder nowhere"),
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
    try:
        code = main(["lab", *arguments])
    except SystemExit as left:
        code = int(str(left.code))
    said = capsys.readouterr()
    assert code == 2
    assert sentence in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
