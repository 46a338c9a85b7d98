"""The tools of agents, at tables in this process: whole games, what they cost, what they refuse, what they hide."""

from __future__ import annotations

import json
import random
import statistics
from collections import Counter

import pytest

import maitred
from maitred.agents.local import LocalSeat
from maitred.agents.sight import answer
from maitred.agents.tools import Tools
from maitred.kernel.chance import Stream
from tests.agents.memory import Memory, act_of, call
from tests.agents.nonsense import nonsense

GAMES = [game.id for game in maitred.all_games()]
MOST_BYTES = 6_000


def at_tables(seed: int = 0) -> tuple[Memory, Tools]:
    place = Memory(seed)
    return place, Tools(place, next_turn_seconds=0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", [False, True], ids=["fewest", "most"])
def test_a_whole_game_costs_at_most_6000_bytes_a_decision_in_the_middle(game: str, most: bool) -> None:
    _, tools = at_tables(1)
    chance = random.Random(game)
    rules = maitred.game(game)
    told = call(tools, "sit", game=game, players=rules.max_players if most else rules.min_players, bots=["easy"])
    costs: list[int] = []
    while told["state"] != "over":
        assert told["state"] == "your_turn"
        costs.append(len(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()))
        told = call(tools, "act", **act_of(told, chance.randrange(1000)))
        assert told["said"] == "Done."
    assert statistics.median(costs) <= MOST_BYTES
    assert told["actions"] == []
    assert told["score_sheet"][0]


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_tells_nothing_that_the_seat_cannot_know(game: str) -> None:
    """The same bytes come from a state in which all that the seat cannot know is dealt anew."""
    place, tools = at_tables(5)
    told = call(tools, "sit", game=game, bots=["random"])
    seat = place.seats[told["seat"]]
    assert isinstance(seat, LocalSeat)
    for step in range(25):
        if told["state"] != "your_turn":
            break
        record = seat.table.session.record
        before = answer(seat.look(), "h", whole=True)
        true = record.state
        record.state = true.determinize(seat.seat, Stream(step))
        assert answer(seat.look(), "h", whole=True) == before
        record.state = true
        told = call(tools, "act", **act_of(told, step))


def test_a_repeated_act_says_that_it_was_done_and_counts_once() -> None:
    _, tools = at_tables()
    first = call(tools, "sit", game="ovens")
    sent = act_of(first, 0)
    after = call(tools, "act", **sent)
    again = call(tools, "act", **sent)
    assert "already done" in again["said"]
    assert {**again, "said": ""} == {**after, "said": ""}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("look", {"seat": "seat-AAAAAAAAAAAAAAAAAAAAAA"}, "There is no seat"),
        ("look", {}, "missing required field `seat`"),
        ("act", {"seat": "s", "stamp": "now", "action": 1}, "is not a stamp"),
        ("act", {"seat": "s", "stamp": "1.2.3", "action": "Roll the die"}, "Expected `int`"),
        ("wait_turn", {"seat": "s", "seconds": 1000}, "<= 50"),
        ("sit", {"game": "chess"}, "chess"),
        ("sit", {"game": "ovens", "players": 7}, "2 to 5"),
        ("sit", {"game": "ovens", "bots": ["genius"]}, "There is no level 'genius'"),
        ("sit", {"game": "ovens", "bots": ["easy", "easy"]}, "2 levels for 1 bot"),
        ("sit", {"game": "ovens", "text": "hello"}, "unknown field `text`"),
        ("dance", {}, "There is no tool 'dance'"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(tool: str, arguments: dict[str, object], said: str) -> None:
    _, tools = at_tables()
    told, refused = tools.call(tool, arguments)
    assert refused
    assert said in told


def test_a_refused_act_shows_what_can_be_done_instead() -> None:
    _, tools = at_tables()
    first = call(tools, "sit", game="ovens", bots=["random"])
    sent = act_of(first, 0)
    told, refused = tools.call("act", {**sent, "action": 9999})
    assert refused
    assert json.loads(told)["said"].startswith("There is no action 9999")
    assert json.loads(told)["actions"] == first["actions"]
    call(tools, "act", **sent)
    told, refused = tools.call("act", {**sent, "action": first["actions"][1][0]})
    assert refused
    assert "changed" in json.loads(told)["said"] or "not your move" in json.loads(told)["said"]


def test_hints_where_the_table_allows_them() -> None:
    _, tools = at_tables()
    told = call(tools, "hint", seat=call(tools, "sit", game="ovens")["seat"])
    assert {hint["action"] for hint in told["hints"]} <= {action[0] for action in told["actions"]}
    silent = call(tools, "sit", game="ovens", hints=False)["seat"]
    assert tools.call("hint", {"seat": silent}) == ("There are no hints at this table.", True)


def test_in_real_time_an_agent_may_wait() -> None:
    _, tools = at_tables()
    told = call(tools, "sit", game="diner", options={"pace": "live"})
    while not (waiting := [at for at, action in enumerate(told["actions"]) if action[0] == -1]):
        told = call(tools, "act", **act_of(told, 0))
    assert call(tools, "act", **act_of(told, waiting[0]))["said"] == "Done."


def fuzz(calls: int, seed: int) -> Counter[bool]:
    """Make calls that make no sense; nothing may fail, and nothing may lead from one seat to another."""
    place, tools = at_tables(seed)
    chance = random.Random(seed)
    answers = [call(tools, "sit", game=game, bots=["random"]) for game in GAMES]
    seen: Counter[bool] = Counter()
    for _ in range(calls):
        name, arguments = nonsense(chance, answers)
        told, refused = tools.call(name, arguments)
        seen[refused] += 1
        assert told
        handles = [handle for handle in place.seats if handle in told]
        assert name == "sit" or all([handle in str(arguments) for handle in handles])
        if not refused and name != "games":
            at = json.loads(told)
            kept = [each for each in answers if each["seat"] != at["seat"] and each["state"] != "over"]
            answers = [*kept[-7:], at]
            for handle in set(place.seats) - {each["seat"] for each in answers}:
                del place.seats[handle]
    return seen


def test_fuzzed_calls() -> None:
    seen = fuzz(1_500, 1)
    assert seen[True] > 100
    assert seen[False] > 100


@pytest.mark.soak
def test_a_hundred_thousand_fuzzed_calls() -> None:
    assert fuzz(100_000, 2).total() == 100_000
