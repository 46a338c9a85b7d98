"""The expert: its files, what it knows and does not know, and that it decides the same everywhere and peeks nowhere."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import maitred
from maitred.bots import experts
from maitred.bots.experts import Expert, Head, read, stranger, written
from maitred.bots.ladder import entrant
from maitred.bots.levels import Bot, Searcher, bot
from maitred.bots.policies import any_bot
from maitred.cli import main
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.play import play_out
from maitred.lab.players import never_saw
from maitred.testing.determinize import decide_alike
from tests.bots import networks

DELECTABLE = maitred.game("delectable")
CHEFS_CHOICE = maitred.game("chefs_choice")
FEW = 6
SHORT = ["--deals", "1", "--jobs", "1", "--budget", "1"]
GOOD = networks.file(DELECTABLE, 2)
"""The file of a network for Delectable between two."""
INCLINED = networks.inclined(DELECTABLE, 2, price=0.02)
"""That of one who has learned only what to do, and what a thought costs."""


@pytest.fixture(autouse=True)
def ladders_are_kept_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ladders that are played here keep their deals in a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delectable comes with a network for two players, and no other game has any."""
    found = read(GOOD, DELECTABLE, "it")
    monkeypatch.setattr(experts, "shipped", lambda game: found if game is DELECTABLE else [])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of one's own."""
    path = tmp_path / "own.expert"
    path.write_bytes(GOOD)
    return path


# Files


def test_a_file_is_read_as_it_was_written() -> None:
    [found] = read(GOOD, DELECTABLE, "it")
    assert found.head == networks.head(DELECTABLE, 2)
    assert found.network is not None
    assert found.network.first.neurons == networks.HIDDEN
    assert found.inclination is None


def told_otherwise(change: Callable[[dict[str, Any]], object], file: bytes = GOOD) -> bytes:
    """The file with another line at its head."""
    line, _, packed = file.partition(b"\n")
    told = json.loads(line)
    change(told)
    return json.dumps(told).encode() + b"\n" + packed


def told_for(file: bytes, **changes: object) -> bytes:
    """A file with something else about its network."""
    return told_otherwise(lambda told: told["networks"][0].update(changes), file)


def net(**changes: object) -> bytes:
    """The file with something else about its network."""
    return told_for(GOOD, **changes)


def packed_otherwise(change: Callable[[bytes], bytes]) -> bytes:
    """The file with other weights."""
    line, _, packed = GOOD.partition(b"\n")
    return line + b"\n" + zlib.compress(change(zlib.decompress(packed)))


HUGE = b"\xff\xff\xff\x7f"
WRONG: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "no weights that can be read"),
    "a text": (b"Weights, please.\n", "no weights that can be read"),
    "a list": (b"[]\n", "no weights that can be read"),
    "deep": (b"[" * 100_000, "no weights that can be read"),
    "another format": (told_otherwise(lambda told: told.update(format=9)), "of format 9"),
    "another game": (told_otherwise(lambda told: told.update(game="ovens")), "trained for 'ovens', not for Delectable"),
    "other rules": (told_otherwise(lambda told: told.update(rules=99)), "version 99"),
    "no networks": (told_otherwise(lambda told: told.pop("networks")), "networks"),
    "a word for networks": (told_otherwise(lambda told: told.update(networks="x")), "no weights that can be read"),
    "too many players": (net(players=9), "2 to"),
    "three seats of two": (net(players=3), "do not fit|a neuron for each seat"),
    "a layer too few": (net(layers=[[472, 3, 7], [3, 2, 8]]), "a neuron for each seat or action"),
    "a layer too many": (net(layers=[[472, 3, 7]] * 4), "3 layers"),
    "layers apart": (net(layers=[[472, 3, 7], [4, 3, 8], [3, 2, 10]]), "do not fit"),
    "too wide": (net(layers=[[472, 10**9, 7], [10**9, 3, 8], [3, 2, 10]]), "do not fit"),
    "a shift of 99": (net(layers=[[472, 3, 99], [3, 3, 8], [3, 2, 10]]), "do not fit"),
    "another observation": (net(layers=[[464, 3, 7], [3, 3, 8], [3, 2, 10]]), "do not fit"),
    "options that are none": (net(table={"calm": "on"}), "no weights that can be read"),
    "no number": (net(judged=float("nan")), "more than a thousand"),
    "a judgement without end": (net(judged=1e9), "more than a thousand"),
    "a prior without end": (net(prior_visits=float("inf")), "more than a thousand"),
    "a horizon before now": (net(horizon=-2), "less than 0"),
    "trust without end": (net(trusted=1e9), "more than a thousand"),
    "a price without end": (net(search={"price": 1e9}), "more than a thousand"),
    "a setting that is none": (net(search={"cunning": 1}), "no setting of a search"),
    "actions that are none": (told_for(INCLINED, layers=[[472, 3, 7], [3, 9, 10]]), "a neuron for each seat or action"),
    "cut short": (GOOD[:-20], "cut short"),
    "too few weights": (packed_otherwise(lambda numbers: numbers[:-4]), "fewer weights"),
    "too many weights": (packed_otherwise(lambda numbers: numbers + HUGE), "more weights"),
    "more than it says": (GOOD + b"more", "cut short or too many"),
    "a weight without end": (packed_otherwise(lambda numbers: HUGE + numbers[4:]), "too large"),
    "a flood": (packed_otherwise(lambda numbers: bytes(experts.LARGEST_UNPACKED + 4)), "cut short or too many"),
    "too large": (GOOD + bytes(experts.LARGEST), "larger than 2,000 kB"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_that_is_wrong_is_refused_with_a_sentence(wrong: str) -> None:
    data, sentence = WRONG[wrong]
    with pytest.raises(BadSetup, match=sentence) as refusal:
        read(data, DELECTABLE, "own.expert")
    assert str(refusal.value).count("\n") == 0


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="cannot be read: No such file"):
        any_bot(str(tmp_path / "none.expert"), DELECTABLE)


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_what_a_game_comes_with_can_be_read_and_knows_the_house_deck(game: Game) -> None:
    for players in experts.offers(game):
        assert not stranger("expert", game, game.new(players, 1))
    for each in experts.shipped(game):
        assert each.head.layout == experts.layout_of(game, each.head.players), "it was trained on other observations"


# What it decides


def decisions(thinker: Bot, game: Game, players: int, seed: int) -> list[int]:
    """What a bot would do along a game of random moves."""
    state, chance = game.new(players, seed), Stream(seed)
    found: list[int] = []
    while state.actors() and len(found) < 30:
        seat = state.actors()[0]
        found.append(thinker.decide(state, seat, Stream(len(found))))
        state.apply(seat, chance.choice(state.legal(seat)))
    return found


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
@pytest.mark.parametrize("judged", [0.0, 0.5])
def test_it_cannot_tell_apart_what_its_seat_cannot(game: Game, judged: float) -> None:
    for players in (game.min_players, game.max_players):
        expert = Expert(game, read(networks.file(game, players, judged=judged), game, "it"), FEW)
        state = game.new(players, 7)
        chance = Stream(7)
        for at in range(30):
            for seat in state.actors():
                other = state.determinize(seat, Stream(at, branch=3))
                decide_alike(expert, state, other, seat, at)
            seat = chance.choice(state.actors())
            state.apply(seat, chance.choice(state.legal(seat)))
            if not state.actors():
                break


def test_it_decides_the_same_on_every_build_and_machine() -> None:
    expert = Expert(DELECTABLE, read(GOOD, DELECTABLE, "it"), 16)
    early = [78, 76, 78, 78, 78, 78, 78, 76, 78, 78, 76, 80, 68, 80, 80, 80, 80, 80, 80, 80]
    later = [40, 68, 68, 80, 80, 80, 80, 76, 76, 76]
    assert decisions(expert, DELECTABLE, 2, 3) == early + later


def test_its_inclination_decides_the_same_on_every_build_and_machine() -> None:
    found = read(networks.leaning(DELECTABLE, 2, price=0.02), DELECTABLE, "it")
    early = [78, 78, 78, 68, 68, 76, 68, 68, 76, 76, 76, 68, 68, 68, 81, 76, 76, 40, 76, 76]
    later = [40, 68, 80, 76, 76, 81, 68, 76, 76, 76]
    assert decisions(Expert(DELECTABLE, found, 16), DELECTABLE, 2, 3) == early + later


def test_what_was_learned_decides() -> None:
    one, other = [Expert(DELECTABLE, read(networks.file(DELECTABLE, 2, seed), DELECTABLE, "it"), 16) for seed in (1, 2)]
    hard = Searcher(DELECTABLE.sense, 16)
    found = [decisions(thinker, DELECTABLE, 2, 3) for thinker in (one, other, hard)]
    assert found[0] != found[1] != found[2] != found[0]


def test_a_network_that_says_nothing_leaves_the_judgement_as_it_is() -> None:
    inputs = DELECTABLE.observer(2).words * 8
    silent = [experts.Weights([[0] * 3] * inputs, [0] * 3, 9), experts.Weights([[0] * 3] * 3, [0] * 3, 9)]
    seats = experts.Weights([[0, 0]] * 3, [0, 0], 9)
    [found] = read(written(DELECTABLE, {}, [(networks.head(DELECTABLE, 2, 1.0), [*silent, seats])]), DELECTABLE, "it")
    state = DELECTABLE.new(2, 5)
    for _ in range(60):
        state.apply(state.actors()[0], bot("medium", DELECTABLE).decide(state, state.actors()[0], Stream(1)))
    odds = found.sense(DELECTABLE).for_search(state, 1).win_chances(state)
    assert odds == pytest.approx(DELECTABLE.sense.win_chances(state), abs=0.01)
    play_out(state, Stream(1))
    assert found.sense(DELECTABLE).win_chances(state) == DELECTABLE.sense.win_chances(state)


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_its_inclination_cannot_tell_apart_what_its_seat_cannot(game: Game) -> None:
    players = game.min_players
    thinker = Expert(game, read(networks.inclined(game, players, price=0.02), game, "it"), FEW)
    state, chance = game.new(players, 7), Stream(7)
    for at in range(30):
        for seat in state.actors():
            decide_alike(thinker, state, state.determinize(seat, Stream(at, branch=3)), seat, at)
        seat = chance.choice(state.actors())
        state.apply(seat, chance.choice(state.legal(seat)))


def test_its_inclination_decides_where_there_is_no_time_to_think() -> None:
    state = DELECTABLE.new(2, 3)
    seat = state.actors()[0]
    actions = state.legal(seat)
    for action in actions:
        [found] = read(networks.inclined(DELECTABLE, 2, toward=action), DELECTABLE, "it")
        search = Searcher(found.sense(DELECTABLE), 1).new_search(state, seat, Stream(1), False)
        assert search.best() == action
    [found] = read(networks.inclined(DELECTABLE, 2, trusted=2.0), DELECTABLE, "it")
    worths = found.sense(DELECTABLE).for_search(state, seat).worths(state, seat, actions)
    usual = DELECTABLE.sense.worths(state, seat, actions)
    assert all(usual)
    assert worths == [2.0 * worth for worth in usual]


def test_what_a_thought_costs_decides_how_long_it_thinks() -> None:
    [found] = read(INCLINED, DELECTABLE, "it")
    assert found.head.search == {"price": 0.02}
    state, chance, medium = DELECTABLE.new(2, 5), Stream(5), bot("medium", DELECTABLE)
    budget = 40
    taken: list[int] = []
    while state.actors():
        seat = state.actors()[0]
        search = Searcher(found.sense(DELECTABLE), budget).new_search(state, seat, chance, False)
        candidates = len(search.candidates)
        search.run(budget)
        taken.append(search.iterations)
        assert len(search.ranked()) == min(candidates, DELECTABLE.sense.root_width)
        assert search.best() in state.legal(seat)
        state.apply(seat, medium.decide(state, seat, chance))
    assert max(taken) <= 4 * budget, "nobody overdraws without end"
    assert max(taken) > budget, "what is hard takes longer"
    assert sorted(taken)[len(taken) // 3] <= budget // 2, "what is easy takes little"


def test_a_race_ends_with_its_time() -> None:
    [found] = read(INCLINED, DELECTABLE, "it")
    state = DELECTABLE.new(2, 5)
    search = Searcher(found.sense(DELECTABLE), 0, 1).new_search(state, state.actors()[0], Stream(1), False)
    search.run(0, 1)
    assert search.best() in state.legal(state.actors()[0])


# What it does not know


@pytest.mark.usefixtures("at_home")
def test_it_is_offered_where_it_has_learned(capsys: pytest.CaptureFixture[str]) -> None:
    assert (experts.offers(DELECTABLE), experts.offers(CHEFS_CHOICE)) == ([2], [])
    assert isinstance(bot("expert", DELECTABLE), Expert)
    assert main(["ladder", "delectable", *SHORT, "--levels", "medium,expert"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("at_home")
def test_a_game_without_an_expert_says_so() -> None:
    with pytest.raises(BadSetup, match="no expert for Chef's Choice yet; the levels are: random, easy, medium, hard"):
        bot("expert", CHEFS_CHOICE)


@pytest.mark.usefixtures("at_home")
def test_hard_plays_for_more_players_and_it_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    expert, hard = bot("expert", DELECTABLE, FEW), bot("hard", DELECTABLE, FEW)
    assert decisions(expert, DELECTABLE, 3, 1) == decisions(hard, DELECTABLE, 3, 1)
    assert main(["ladder", "delectable", *SHORT, "--levels", "medium,expert", "--players", "3"]) == 0
    told = capsys.readouterr().err
    assert told == "maitred: The expert has not learned Delectable with 3 players: hard plays in its place.\n"


@pytest.mark.usefixtures("at_home")
def test_hard_plays_with_another_deck_and_it_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = DELECTABLE.files()
    assert folder is not None
    text = folder.joinpath("cards.toml").read_text(encoding="utf-8")
    deck = tmp_path / "deck.toml"
    deck.write_text(text.replace("cost = 13", "cost =  1"), encoding="utf-8")
    state = DELECTABLE.new(2, 4, cards=deck)
    assert stranger("expert", DELECTABLE, state) == "The expert has never seen this deck of Delectable"
    seat = state.actors()[0]
    expert, hard = bot("expert", DELECTABLE, FEW), bot("hard", DELECTABLE, FEW)
    assert expert.decide(state, seat, Stream(1)) == hard.decide(state, seat, Stream(1))
    assert main(["ladder", "delectable", *SHORT, "--levels", "medium,expert", "--cards", str(deck)]) == 0
    told = capsys.readouterr().err
    assert told == "maitred: The expert has never seen this deck of Delectable: hard plays in its place.\n"


def test_the_laboratory_says_who_never_saw_a_deck() -> None:
    assert never_saw(["expert:40", "hard"], "a deck of one's own") == [
        "Where expert:40 never saw the deck, hard plays in its place."
    ]
    assert never_saw(["expert"], None) == []
    assert len(never_saw(["own.expert~2.5", "mine:player"], "a deck")) == 2


def test_options_that_it_has_never_played_with_are_noticed() -> None:
    diner, court = maitred.game("diner"), maitred.game("food_court")
    assert experts.table_of(diner, 2) == {"calls": 0, "relief": 0, "calm": 0}
    assert set(experts.table_of(court, 2)) == {"goal", "rounds"}
    assert experts.table_of(DELECTABLE, 2) == {}
    [found] = read(networks.file(diner, 2), diner, "it")
    assert found.knows(diner, diner.new(2, 1, {"dealer": "1"}))
    for changed in ({"pace": "calm"}, {"relief": "on"}, {"calls": "players"}):
        state = diner.new(2, 1, changed)
        assert not found.knows(diner, state)
        expert, hard = Expert(diner, [found], FEW), Searcher(diner.sense, FEW)
        seat = state.actors()[0]
        assert expert.decide(state, seat, Stream(1)) == hard.decide(state, seat, Stream(1))


def test_who_has_not_learned_is_no_stranger() -> None:
    assert [stranger(level, DELECTABLE, DELECTABLE.new(3, 1)) for level in ("hard", "net.onnx", "some:function")] == [
        ""
    ] * 3


# Files of one's own


def test_a_file_plays_wherever_bots_are_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(any_bot(str(file), DELECTABLE), Expert)
    found = entrant(f"{file}:8", DELECTABLE, "400")
    assert isinstance(found, Expert)
    assert found.iterations == 8
    assert main(["ladder", "delectable", *SHORT, "--levels", f"medium,{file}:2", "--players", "3"]) == 0
    assert f"{file} has not learned Delectable with 3 players: hard plays in its place." in capsys.readouterr().err


def test_a_file_is_not_named_by_guests_of_a_server(file: Path) -> None:
    with pytest.raises(BadSetup, match="There is no level"):
        bot(str(file), DELECTABLE)


def test_a_network_can_search_as_it_likes() -> None:
    inputs = DELECTABLE.observer(2).words * 8
    own = networks.head(DELECTABLE, 2)._replace(horizon=2, prior_visits=3.0)
    [found] = read(written(DELECTABLE, {}, [(own, networks.layers(inputs, 2))]), DELECTABLE, "it")
    state = DELECTABLE.new(2, 1)
    sense = found.sense(DELECTABLE).for_search(state, 0)
    assert (sense.rollout_horizon(state), sense.prior_visits(state)) == (2, 3.0)
    [usual] = read(GOOD, DELECTABLE, "it")
    sense = usual.sense(DELECTABLE).for_search(state, 0)
    assert sense.rollout_horizon(state) == DELECTABLE.sense.rollout_horizon(state)
    assert sense.prior_visits(state) == DELECTABLE.sense.prior_visits(state)
    assert isinstance(own, Head)
