"""What may be done: legal actions, dead ends, endings, refusals."""

from __future__ import annotations

from collections import Counter

from hypothesis import example

from maitred.kernel.chance import Stream
from maitred.kernel.errors import IllegalMove
from maitred.kernel.record import Record
from maitred.kernel.state import NOBODY
from maitred.kernel.words import addressed
from maitred.testing.tables import Setting, any_seed, looked_at, moment, walk

ONLY_ACTIONS = 3  # of each verb, in each game that is played


@any_seed
def test_legal_actions_are_ascending_unique_and_within_bounds(table: Setting, seed: int) -> None:
    for state in walk(table, seed):
        actors = state.actors()
        assert actors == sorted(set(actors))
        for seat in range(table.players):
            actions = state.legal(seat)
            assert actions == sorted(set(actions))
            assert all(0 <= action < table.game.n_actions for action in actions)
            assert bool(actions) == (seat in actors), "an actor has a move, nobody else has"


@any_seed
def test_a_random_actor_is_one_of_the_actors_and_a_lone_one_costs_no_chance(table: Setting, seed: int) -> None:
    for state in walk(table, seed):
        actors = state.actors()
        chance, twin = Stream(seed), Stream(seed)
        one = twin.choice(actors) if len(actors) > 1 else (actors or [NOBODY])[0]
        assert state.random_actor(chance) == one
        assert state.first_actor() == (actors or [NOBODY])[0]
        assert chance.pack() == twin.pack()


@any_seed
def test_every_legal_action_can_be_applied(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    for seat in state.actors():
        for action in state.legal(seat):
            after = state.clone()
            after.apply(seat, action)
            assert after.pack() != state.pack()


@any_seed
def test_actions_that_are_offered_together_have_different_labels(table: Setting, seed: int) -> None:
    looked = looked_at(table, seed)
    for at, state in enumerate(walk(table, seed)):
        for seat in state.actors() if at in looked else []:
            told = [table.game.describe(state, seat, action)["label"] for action in state.legal(seat)]
            labels = [addressed(label, seat) for label in told]
            assert len(set(labels)) == len(labels), sorted(labels)


@any_seed
def test_everybody_knows_when_an_open_verb_has_one_action_only(table: Setting, seed: int) -> None:
    game, known = table.game, Counter[str]()
    for state in walk(table, seed) if game.open_verbs else []:
        for seat in state.actors():
            legal = state.legal(seat)
            verb = game.describe(state, seat, legal[0])["verb"]
            if len(legal) == 1 and verb in game.open_verbs and known[verb] < ONLY_ACTIONS:
                known[verb] += 1
                for other in range(table.players):
                    assert state.determinize(other, Stream(seed, branch=other)).legal(seat) == legal


@any_seed
def test_games_end_with_everyone_ranked(table: Setting, seed: int) -> None:
    *_, last = walk(table, seed)
    assert last.actors() == []
    assert all(last.legal(seat) == [] for seat in range(table.players))
    assert len(last.scores()) == table.players
    ranked = [seat for tied in last.ranking() for seat in tied]
    assert sorted(ranked) == list(range(table.players))
    assert all(tied == sorted(tied) and tied for tied in last.ranking())


@any_seed
@example(seed=0)
def test_illegal_actions_are_refused_with_a_sentence_and_change_nothing(table: Setting, seed: int) -> None:
    record = Record(table.game, table.players, {"kind": "stream", "seed": seed}, table.options)
    pick = Stream(seed, branch=2)
    for _ in range(pick.below(60)):
        actors = record.state.actors()
        if not actors:
            break
        seat = actors[pick.below(len(actors))]
        legal = record.state.legal(seat)
        record.play(seat, legal[pick.below(len(legal))])
    before = (record.to_json(), record.state.pack())
    for seat in range(-1, table.players + 1):
        legal = record.state.legal(seat) if 0 <= seat < table.players else []
        for action in range(-1, table.game.n_actions + 1):
            if action in legal:
                continue
            try:
                record.play(seat, action)
            except IllegalMove as refusal:
                sentence = str(refusal)
                assert len(sentence) > 10, sentence
                assert sentence[0].isupper(), sentence
                assert sentence.endswith("."), sentence
            else:
                raise AssertionError(f"seat {seat} got away with action {action}")
    assert (record.to_json(), record.state.pack()) == before
