"""Observations: nothing that a seat cannot know, the same bytes however they come about, in a layout with names."""

from __future__ import annotations

from maitred.kernel.chance import Stream
from maitred.kernel.observation import BYTES, Observer, no_words, observed
from maitred.kernel.state import State
from maitred.testing.tables import Setting, any_seed, looked_at, plain_tables, walk
from maitred.testing.views import alike


def following(table: Setting) -> Observer:
    """An observer for games at a table."""
    return table.game.observer(table.players)


def told(observer: Observer, state: State, seat: int) -> bytes:
    """What a newcomer observes."""
    observer.forget()
    return observed(observer, state, seat)


@any_seed
def test_an_observation_is_the_same_for_all_states_the_seat_cannot_tell_apart(table: Setting, seed: int) -> None:
    observer = following(table)
    for state, seat, other in alike(table, seed):
        assert told(observer, other, seat) == told(observer, state, seat) == table.game.observe(state, seat)


@any_seed
def test_moves_that_bring_nothing_to_light_are_observed_alike_in_all_those_states(table: Setting, seed: int) -> None:
    observer = following(table)
    for state, viewer, other in alike(table, seed):
        for actor in state.actors():
            for action in set(state.legal(actor)) & set(other.legal(actor)):
                after, other_after = state.clone(), other.clone()
                after.apply(actor, action)
                other_after.apply(actor, action)
                if after.reveals == state.reveals and other_after.reveals == other.reveals:
                    assert told(observer, after, viewer) == told(observer, other_after, viewer)


@any_seed
def test_whoever_follows_a_game_observes_what_a_newcomer_does(table: Setting, seed: int) -> None:
    follower, newcomer = following(table), following(table)
    follower.write(table.new(seed + 1 if seed else 1), 0, no_words(follower.words), 0)
    follower.forget()
    looked = looked_at(table, seed)
    chance = Stream(seed)
    for at, state in enumerate(walk(table, seed)):
        seats = range(table.players) if at in looked else [chance.below(table.players)]
        followed = [observed(follower, state, seat) for seat in seats]
        if at in looked:
            assert followed == [told(newcomer, state, seat) for seat in seats]


@any_seed
def test_an_observation_is_written_over_whatever_was_there(table: Setting, seed: int) -> None:
    observer = following(table)
    state = table.new(seed)
    words = no_words(observer.words + 2)
    for at in range(observer.words + 2):
        words[at] = 1 << 40
    observer.write(state, 0, words, 1)
    written = b"".join([int(word).to_bytes(BYTES, "little") for word in words])
    assert written[BYTES:-BYTES] == table.game.observe(state, 0)
    assert words[0] == words[observer.words + 1] == 1 << 40


@plain_tables
def test_every_part_of_an_observation_has_a_name_of_its_own(table: Setting) -> None:
    observer = following(table)
    end = 0
    for field in observer.fields:
        assert field.at >= end, f"{field.name} overlaps what comes before it"
        assert field.size > 0
        assert field.meaning
        end = field.at + field.size
    assert end <= observer.words * BYTES
    assert len({field.name for field in observer.fields}) == len(observer.fields)
    assert observer.words == following(table).words
