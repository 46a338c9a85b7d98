"""States as values: clones, packing, positions in words, cards that neither vanish nor multiply."""

from __future__ import annotations

import json

import pytest

from maitred.kernel.chance import SEALED, STREAM, Sealed, Stream
from maitred.kernel.errors import BadPosition, BadSetup
from maitred.kernel.play import play_out
from maitred.testing.tables import Setting, any_seed, moment, plain_tables, walk


@any_seed
def test_clones_are_equal_and_independent(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    before = state.pack()
    twin = state.clone()
    assert twin.pack() == before
    assert twin.events is None
    play_out(twin, Stream(seed))
    assert state.pack() == before, "playing on a clone changed the original"
    kept = state.clone()
    play_out(state, Stream(seed))
    assert kept.pack() == before, "playing on changed a clone made before"
    assert state.pack() == twin.pack(), "the same choices from equal states led to different states"


@any_seed
def test_same_seed_and_moves_give_the_same_states(table: Setting, seed: int) -> None:
    for one, other in zip(walk(table, seed), walk(table, seed), strict=True):
        assert one.pack() == other.pack()


@any_seed
def test_pack_and_unpack_round_trip(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    packed = json.loads(json.dumps(state.pack()))
    back = table.game.unpack(packed)
    assert back.pack() == state.pack()
    assert play_out(back, Stream(seed)) == play_out(state, Stream(seed))
    assert back.pack() == state.pack()


@any_seed
def test_damaged_packs_are_refused(table: Setting, seed: int) -> None:
    packed = moment(table, seed).pack()
    with pytest.raises(BadPosition):
        table.game.unpack(packed[:-1])
    with pytest.raises(BadPosition):
        table.game.unpack([*packed, 0])
    with pytest.raises(BadPosition):
        table.game.unpack([])


@any_seed
def test_dump_and_load_round_trip(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    words = json.loads(json.dumps(table.game.dump(state)))
    back = table.game.load(words, seed=5)
    assert table.game.dump(back) == words
    back.chance = state.chance.clone()
    assert back.pack() == state.pack(), "a position in words must be complete but for chance"


@any_seed
def test_a_position_with_something_unknown_in_it_is_refused(table: Setting, seed: int) -> None:
    words = table.game.dump(moment(table, seed))
    with pytest.raises(BadPosition, match="nonsense"):
        table.game.load({**words, "nonsense": 1})


@any_seed
def test_every_card_is_there_exactly_once_always(table: Setting, seed: int) -> None:
    for at, state in enumerate(walk(table, seed)):
        cards = sorted(state.inventory())
        if at == 0:
            all_cards = cards
            assert len(set(cards)) == len(cards)
        assert cards == all_cards


@plain_tables
def test_sealed_chance_deals_and_plays_and_never_reaches_a_determinized_state(table: Setting) -> None:
    state = table.game.new(table.players, Sealed(bytes(range(32)), [b"ours", b"theirs"]), table.options)
    assert state.chance.pack()[0] == SEALED
    assert table.game.unpack(state.pack()).pack() == state.pack()
    assert state.determinize(0, Stream(1)).chance.pack()[0] == STREAM
    play_out(state, Stream(1))
    assert state.actors() == []


@plain_tables
def test_bad_setups_are_refused_by_name(table: Setting) -> None:
    game = table.game
    for players in (0, 1, game.max_players + 1, 9):
        if not game.min_players <= players <= game.max_players:
            with pytest.raises(BadSetup, match=f"not {players}"):
                game.new(players, 1)
    with pytest.raises(BadSetup, match="anchovies"):
        game.new(table.players, 1, {"anchovies": "extra"})
    for option in game.options:
        with pytest.raises(BadSetup, match=option.name):
            game.new(table.players, 1, {option.name: "anchovies"})
    with pytest.raises(BadSetup, match="seed"):
        game.new(table.players, -1)
