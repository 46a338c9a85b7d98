"""A state as an object of Python: what it says of itself, what it is equal to, how it is copied and pickled."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import maitred
from maitred.games.delectable import rules, view
from maitred.games.delectable.cards import DECK
from maitred.kernel.chance import Sealed, Stream
from maitred.kernel.game import Game, Words
from maitred.kernel.options import FirstSeat
from maitred.kernel.play import play_out
from maitred.kernel.small import SmallState
from maitred.kernel.state import State, check_whole
from maitred.kernel.words import by_seat
from maitred.testing.tables import Setting, moment, seeds
from tests.conformance.settings import every_table, plain_tables

RECORDS = sorted((Path(__file__).parents[1] / "games").glob("*/records/*.json"))


def played(game: Game, moves: int, seed: int = 7) -> State:
    """A game after some random moves."""
    state, chance = game.new(seed=seed), Stream(seed)
    for _ in range(moves):
        seat = state.actors()[0]
        actions = state.legal(seat)
        state.apply(seat, actions[chance.below(len(actions))])
    return state


every_game = pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)


# What it says


@plain_tables
def test_a_state_knows_its_game_wherever_it_came_from(table: Setting) -> None:
    state = table.new(3)
    game = table.game
    assert state.game is game
    assert state.clone().game is game
    assert state.determinize(0, Stream(1)).game is game
    assert game.unpack(state.pack()).game is game
    assert game.load(game.dump(state)).game is game


def test_a_state_that_was_never_dealt_knows_its_game_too() -> None:
    state = maitred.game("delectable").new(3, 1)
    program = "import maitred.games.delectable as d, sys; print(d.GAME.unpack([{}]).game.id)"
    run = program.format(",".join(map(str, state.pack())))
    assert subprocess.check_output([sys.executable, "-c", run], text=True, timeout=60) == "delectable\n"


def test_repr_says_the_game_the_players_whose_move_it_is_and_how_far() -> None:
    state = maitred.game("delectable").new(4, 7, {"first": 2})
    assert repr(state) == "<Delectable, 4 players: seat 2 to act, question 1>"
    assert repr(maitred.game("chefs_choice").new(4, 7)).endswith(
        ": seat 1, seat 2, seat 3 and seat 4 to act, question 1>"
    )
    before = repr(state)
    state.apply(1, state.legal(1)[0])
    assert repr(state) != before
    play_out(state, Stream(1))
    points = ", ".join(map(str, state.scores()[:3]))
    assert repr(state) == (
        f"<Delectable, 4 players: over after {state.asked} questions, scores {points} and {state.scores()[3]}>"
    )


@every_game
def test_print_draws_the_whole_position_in_words(game: Game) -> None:
    state = played(game, 12)
    drawn = str(state)
    assert drawn.startswith(f"{repr(state)[1:-1]}\n")
    flat = " ".join(drawn.split())
    for key in game.dump(state):
        assert f"\n{key}" in drawn
    for word in words_in(game.dump(state)):
        assert word in flat
    assert "{" not in drawn
    assert max(map(len, drawn.splitlines())) < 160


def words_in(value: Any) -> Iterator[str]:
    """Every text in a position in words."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from words_in(item)


@every_game
def test_a_notebook_draws_what_a_spectator_sees(game: Game) -> None:
    state = played(game, 12)
    drawn = state._repr_html_()
    assert escape(repr(state)[1:-1]) in drawn
    for zone in game.zones(game.view(state, None), state.cards):
        for item in zone["items"]:
            assert escape(by_seat(item["title"])) in drawn
    assert "{" not in drawn
    assert drawn.count("<ul>") == drawn.count("</ul>") > 0


def test_what_is_written_on_cards_is_escaped_in_a_notebook() -> None:
    game = maitred.game("delectable")
    own = own_deck(game, "<script>alert(1)</script> & co")
    state = game.new(2, 1, cards=own)
    market = [item["title"] for zone in game.zones(game.view(state, None), state.cards) for item in zone["items"]]
    assert "<script>alert(1)</script> & co" in market
    assert "<script>" not in state._repr_html_()
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in state._repr_html_()


def own_deck(game: Game, name: str) -> dict[str, Any]:
    """The house's deck with another name for the card that lies first in a market of seed 1."""
    assert game.deck is not None
    text = game.deck.text()
    house = game.new(2, 1)
    first = game.zones(game.view(house, None), house.cards)[0]["items"][0]["title"]
    assert text.count(f'"{first}"') == 1
    return tomllib.loads(text.replace(f'"{first}"', f'"{name}"'))


# Equal, copied, pickled


@every_table
@given(seed=seeds)
def test_copies_and_pickles_are_equal_and_go_their_own_way(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    kept = state.pack()
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert twin is not state
        assert twin.game is state.game
        play_out(twin, Stream(seed))
        assert state.pack() == kept
        assert twin.asked == state.asked or twin != state


def test_equal_is_the_position_with_its_chance_its_deck_and_its_rules() -> None:
    game = maitred.game("delectable")
    state = game.new(2, 1)
    assert state == game.new(2, 1)
    assert state != game.new(2, 2)
    assert state != game.new(3, 1)
    assert state != maitred.game("ovens").new(2, 1)
    assert state != state.pack()
    assert state != game.new(2, 1, cards=own_deck(game, "Another Name"))
    other = state.clone()
    other.chance = Stream(5)
    assert state != other
    ovens = maitred.game("ovens")
    assert ovens.new(2, 1) != ovens.new(2, 1, rules_version=1)


def test_a_state_has_no_hash_because_it_changes() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(maitred.game("delectable").new(2, 1))


def test_a_deck_of_ones_own_travels_with_a_pickle() -> None:
    game = maitred.game("delectable")
    state = game.new(2, 1, cards=own_deck(game, "Another Name"))
    back = pickle.loads(pickle.dumps(state))
    assert back == state
    assert back.cards.own == state.cards.own
    assert "Another Name" in str(back)


def test_sealed_chance_is_pickled() -> None:
    state = maitred.game("ovens").new(2, Sealed(bytes(32), [b"a", b"b"]))
    back = pickle.loads(pickle.dumps(state))
    assert back == state
    assert play_out(back, Stream(1)) == play_out(state, Stream(1))
    assert back == state


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_states_by_old_rules_are_copied_and_pickled(path: Path) -> None:
    record = maitred.read_record(path.read_text(encoding="utf-8"))
    facts = record.facts
    again = maitred.Record(
        record.game, facts["players"], facts["chance"], facts["options"], facts["cards"]["own"], facts["rules_version"]
    )
    for seat, action, ms in record.moves:
        again.play(seat, action, ms)
        for twin in (copy.copy(again.state), pickle.loads(pickle.dumps(again.state))):
            assert twin == again.state
            assert twin.old_rules == again.state.old_rules


@every_game
def test_a_game_is_copied_and_pickled_as_itself(game: Game) -> None:
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game
    assert pickle.loads(pickle.dumps(game)) is game
    assert game.title in repr(game)


def test_a_pickle_names_nothing_that_differs_between_the_builds() -> None:
    told = pickle.dumps(maitred.game("delectable").new(2, 1), protocol=0)
    for name in (b"maitred.kernel.state\nrestored", b"pkgutil\nresolve_name", b"maitred.games.delectable:GAME\n"):
        assert name in told
    assert b"Delectable\n" not in told


SOURCE = Path(__file__).parents[2] / "src"
OTHER_SIDE = """
import pickle, sys
import maitred
assert maitred.build() == "pure"
states = pickle.load(sys.stdin.buffer)
assert [state.pack() for state in states] == [state.game.new(seed=7).pack() for state in states]
sys.stdout.buffer.write(pickle.dumps(states))
"""


def test_pickles_go_to_the_source_and_back_from_whatever_build_this_is() -> None:
    states = [game.new(seed=7) for game in maitred.all_games()]
    there = subprocess.run(
        [sys.executable, "-c", OTHER_SIDE],
        input=pickle.dumps(states),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        check=True,
        timeout=120,
    )
    assert pickle.loads(there.stdout) == states


def test_a_class_of_states_that_lacks_a_method_is_refused_and_named() -> None:
    class Unfinished(SmallState):
        def actors(self) -> list[int]:
            return []

    unfinished: Any = Unfinished
    with pytest.raises(TypeError, match=r"^Unfinished does not define 'legal'\.$"):
        check_whole(unfinished)


# What is seen


class Watched(Game):
    """Delectable with parts of its view made by the class itself."""

    def shared_view(self, state: State) -> Words:
        return {**super().shared_view(state), "watched": True}

    def own_view(self, state: State, seat: int | None) -> Words:
        return {"own": seat}


def test_a_part_of_a_view_is_made_by_the_class_where_it_says_so() -> None:
    game = Watched("watched", "Watched", options=[FirstSeat()], deck=DECK, parts=[rules, view])
    state = game.new(2, 1)
    usual = maitred.game("delectable").view(state, 1)
    assert game.view(state, 1) == {**{key: usual[key] for key in usual if key != "seat"}, "watched": True, "own": 1}
