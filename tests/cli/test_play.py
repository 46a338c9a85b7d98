"""`maitred play`, driven by scripted answers: what is shown, what is answered, what is refused."""

from __future__ import annotations

import re
from itertools import cycle, islice, repeat
from pathlib import Path

import pytest

import maitred
from maitred.cli.local.prompt import LocalPrompt
from maitred.cli.local.seating import seat_players, short_name
from maitred.cli.local.session import Session
from maitred.kernel.errors import BadSetup, Refused
from maitred.kernel.game import Game, Words
from maitred.kernel.record import Record, read_record
from maitred.kernel.state import Event, State
from maitred.kernel.words import player
from maitred.starter.game import NAMES, TastingGame
from maitred.table.permissions import Denied
from tests.cli.scripted import DELECTABLE, ESCAPES, ScriptedTerminal, run, saved


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
            return {**words, "text": f"{player(event[1])} draw[s] {NAMES[words['card']]}."}
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
    code, terminal = run(f"delectable --seed 5 --players {players}", repeat("1"), screen, width, height)
    assert code == 0
    assert saved(own_folder).result() is not None
    assert "wins " in terminal.text or "share the win" in terminal.text
    assert "maitred verify" in terminal.text
    for line in ESCAPES.sub("", terminal.text).split("maitred verify")[0].splitlines():
        assert len(line) <= width
    for shown in terminal.seen if screen else []:
        assert shown.rsplit("\x1b[2J\x1b[H", 1)[-1].count("\n") <= height - 1


def test_the_same_seed_and_answers_give_the_same_game() -> None:
    def shown(seed: int) -> str:
        answers = islice(cycle(["2", "1"]), 20)
        return run(f"delectable --seed {seed} --bots easy", answers)[1].text.split("Saved.")[0]

    first = shown(3)
    assert shown(3) == first
    assert shown(4) != first


def test_watching_prints_the_log_and_the_sheet_and_leaves_nothing_behind(own_folder: Path) -> None:
    code, terminal = run("delectable --watch --players 4 --bots random,easy,medium,easy --seed 8")
    assert code == 0
    assert terminal.asked == []
    assert "Basil (random)" in terminal.text
    assert "rolls for" in terminal.text
    assert "Restaurant" in terminal.text
    assert "1. " in terminal.text
    assert not own_folder.exists()


def test_watching_begins_with_what_is_announced_at_the_deal() -> None:
    _, terminal = run("chefs_choice --watch --bots random --seed 3", width=300)
    lines = terminal.text.splitlines()
    assert lines[1].startswith("  The podcast recommends ")
    assert lines[2].startswith("Sample round 1, ")
    assert lines[3].endswith(" has chosen.")


def test_watching_tells_of_every_turn_and_of_nothing_that_is_silent() -> None:
    _, terminal = run("ovens --watch --bots random --seed 3", width=300)
    log = terminal.text[: terminal.text.index("the score sheet")].splitlines()
    assert "" not in log, "cards that are marked to be exchanged are nobody's business"
    for number in range(1, 7):
        assert f"Round {number}: " in terminal.text


def test_a_person_is_told_of_the_opening_until_they_move() -> None:
    _, terminal = run("chefs_choice --bots random --seed 3", ["l", "1"], width=300)
    first, log, second = terminal.seen
    assert "The podcast recommends " in first
    assert "The podcast recommends " in log
    assert "The podcast recommends " not in second
    assert "You have chosen." in second


def test_whoever_marks_cards_keeps_the_keyboard_until_they_are_ready() -> None:
    _, terminal = run("ovens --seat 1,2 --seed 3", ["", "1", "1", "u", "1", "ready"], width=100)
    asked = [question.split(",")[0] for question in terminal.asked]
    assert asked[0].startswith("Pass the keyboard to Player 1")
    assert asked[1:6] == ["Player 1"] * 5
    assert asked[6].startswith("Pass the keyboard to Player 2")
    assert "exchange" not in terminal.seen[6]


def test_watching_saves_where_it_is_told(tmp_path: Path) -> None:
    run("delectable --watch --seed 8", extra=["--save", str(tmp_path / "watched.json")])
    text = (tmp_path / "watched.json").read_text(encoding="utf-8")
    assert read_record(text, {DELECTABLE.id: DELECTABLE}).result() is not None


# Answers


def test_an_unknown_answer_gets_one_sentence_and_is_asked_again() -> None:
    _, terminal = run("delectable --seed 7 --option first=1", ["banana", "99", "-1", "٣", "", "[bold]x", "q"])
    assert "'banana' is not an answer here" in terminal.text
    assert "There is no move 99 here" in terminal.text
    assert "'[bold]x' is not an answer here" in terminal.text
    assert len(terminal.asked) == 7


def test_letters_open_a_list_and_words_do_too() -> None:
    session = table_of_pairs()
    terminal = ScriptedTerminal(iter(["d", "", "discard", "c"]), True, 80, 24)
    action = LocalPrompt(session, terminal.terminal, str).ask(0)
    assert action is not None
    assert DELECTABLE.describe(session.state, 0, action)["verb"] == "commit"
    first, opened, closed, again = terminal.seen
    assert "Or " not in first
    assert re.search(r"^Or .*o roll \(\d", opened, re.MULTILINE)
    assert "Discard" in opened
    assert "Roll for" not in opened
    assert closed == first
    assert opened == again


def test_every_page_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DELECTABLE), "rules", lambda self: "# How to play\n\n" + "Roll. \n\n" * 60)
    _, terminal = run("delectable --seed 7 --option first=1", ["r", "t", "s", "l", "?", "h", "w", "1", "l", "q"])
    for expected in ("How to play", "S-1 C+1", "Restaurant quality", "The cards are dealt.", "Ctrl-C saves"):
        assert expected in terminal.text
    assert re.search(r"Hint: \d+, .+?% to\s+win\)", terminal.text, re.DOTALL)
    assert "Basil's turn." in terminal.text
    assert terminal.text.count("Saved. Continue with: maitred play --resume") == 2


def test_long_pages_are_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(DELECTABLE), "rules", lambda self: "# How to play\n\n" + "Roll.\n\n" * 30 + "The end.")
    _, terminal = run("delectable --seed 7 --option first=1", ["r", "", "b", "", "", "", "q"], True)
    assert "(1/3)" in terminal.asked[1]
    assert "(2/3)" in terminal.asked[2]
    assert "(1/3)" in terminal.asked[3]
    assert "(3/3)" in terminal.asked[5]
    assert "The end." in terminal.seen[5]
    assert "Your move" in terminal.seen[6]


# Undo


def without_news(shown: str) -> str:
    """What was shown of the table and the moves."""
    before, _, after = shown.partition("› ")
    return before + after[after.index("Your move") :]


def test_a_discard_is_taken_back() -> None:
    _, terminal = run("delectable --seed 7", ["1", "d", "u", "q"])
    assert "discard Velvet Banquettes" in terminal.seen[2]
    assert "discard Velvet Banquettes" not in terminal.seen[3]
    assert "› You take the last move back." in terminal.seen[3]
    assert without_news(terminal.seen[3]) == without_news(terminal.seen[1])


def test_a_roll_is_not_taken_back_among_people(own_folder: Path) -> None:
    _, terminal = run("delectable --players 2 --seat 1,2 --seed 7 --option first=1", ["", "u", "1", "", "u", "q"])
    assert "There is nothing to take back yet." in terminal.text
    assert "something new has come to light" in terminal.text
    assert saved(own_folder).moves[0][0] == 0


def test_against_bots_a_roll_is_taken_back_and_the_game_counts_for_nothing(own_folder: Path) -> None:
    _, terminal = run("delectable --seed 7 --option first=1", ["1", "u", "q"])
    assert "Hidden cards were seen" in terminal.text
    assert saved(own_folder).moves == []


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
    assert [line.text for line in session.news(0)] == ["You take the last move back."]
    assert [line.text for line in session.public_news()] == ["{0} takes the last move back."]
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


# The same keyboard


def test_the_table_is_covered_between_two_people(tasting: Game) -> None:
    code, terminal = run("tasting --players 3 --seat 1,3 --seed 1", repeat("1"), True)
    assert code == 0
    passing = [at for at, question in enumerate(terminal.asked) if question.startswith("Pass the keyboard to")]
    assert [terminal.asked[at] for at in passing[:2]] == [
        f"Pass the keyboard to Player {seat}, then press Enter. " for seat in (1, 3)
    ]
    for at in passing:
        assert "\x1b[3J" in terminal.seen[at]
        assert not bottles(terminal.seen[at])
    assert "1. " in terminal.text


def test_nobody_sees_what_they_may_not_see(tasting: Game) -> None:
    state = tasting.new(3, 1)
    hands = [{tasting.describe(state, seat, card)["label"] for card in state.legal(seat)} for seat in range(3)]
    _, terminal = run("tasting --players 3 --seat 1,3 --seed 1", ["", "1", "", "t", "l", "h", "1"], False)
    assert [question.split(",")[0] for question in terminal.asked[3:7]] == ["Player 3"] * 4
    assert bottles(terminal.seen[1]) == hands[0]
    for shown in terminal.seen[3:7]:
        assert bottles(shown) <= hands[2]
        assert "unwrapped" not in shown
    assert bottles(terminal.seen[3]) == hands[2]
    assert "Player 1 has chosen." in terminal.seen[3]


def test_everybody_hears_what_they_drew_and_nobody_else_does(tasting: Game) -> None:
    _, terminal = run("tasting --players 2 --seat 1,2 --seed 1", repeat("1"))
    assert not any(re.search(r"Player \d draws bottle", shown) for shown in terminal.seen)
    assert any("You draw bottle" in shown for shown in terminal.seen)


def test_people_choosing_together_are_asked_in_turn_and_may_take_it_back(tasting: Game) -> None:
    _, terminal = run("tasting --players 2 --seat 1,2 --seed 1", ["", "1", "", "u", "", "2", "", "1", "", "q"], True)
    names = [question.split(",")[0] for question in terminal.asked]
    assert names == [
        "Pass the keyboard to Player 1", "Player 1", "Pass the keyboard to Player 2", "Player 2",
        "Pass the keyboard to Player 1", "Player 1", "Pass the keyboard to Player 2", "Player 2",
        "Pass the keyboard to Player 1", "Player 1",
    ]  # fmt: skip
    assert "unwrapped" not in "".join(terminal.seen[:8])
    assert "unwrapped" in terminal.seen[-1]


def test_one_person_is_never_asked_to_pass_the_keyboard() -> None:
    _, terminal = run("delectable --seed 7 --seat 2", ["1", "q"], True)
    assert not [question for question in terminal.asked if "Pass" in question]


# Names


def test_markup_in_a_name_is_shown_as_it_is() -> None:
    _, terminal = run("delectable --seed 7", ["1", "s", "l", "h", "?", "q"], extra=["--name", "[red]Bo[/] {1}\x1b[31m"])
    assert "[red]Bo[/] 1[31m (you)" in terminal.text
    assert "\x1b[31m" not in terminal.text


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
        ("", "Name the game"),
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
