"""Cards and actions by branching games: twins leave the deck as it is, restricted play is the same up to a point."""

from __future__ import annotations

from collections import Counter

import pytest

import maitred
from maitred.bots.levels import Greedy
from maitred.kernel.chance import Stream
from maitred.lab import understanding
from maitred.lab.decks import accepted, changed, numbers_of, tables_of, without
from maitred.lab.holdings import Place, leaves, remembered
from maitred.lab.players import Restricted, bot_of
from maitred.lab.playing import STUDIED, Setting, begun, play, set_up
from maitred.lab.studying import TWINS, Arrival, Ledger
from maitred.lab.understanding import unnoticed

GAMES = maitred.all_games()
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def setting(game: maitred.Game, level: str = "medium") -> Setting:
    return set_up(game, max(3, game.min_players), {}, None, (level,), 5)


def arrivals(game: maitred.Game, deals: int) -> list[Arrival]:
    """The cards that came to somebody in some games."""
    found: list[Arrival] = []
    for deal in range(deals):
        running, _ = begun(setting(game), deal)
        ledger = Ledger(remembered(game, None))
        before = game.dump(running.state)
        while (decided := running.next()) is not None:
            running.carry_out(*decided)
            after = game.dump(running.state)
            found += ledger.note(before, after, running)
            before = after
    return found


@each_game
def test_a_game_that_is_studied_goes_as_it_would_have_gone(game: maitred.Game) -> None:
    plain, studied = play(setting(game), 2), play(setting(game), 2, STUDIED)
    assert studied._replace(studied=None) == plain
    assert studied.studied is not None
    assert studied.studied.twins
    assert studied.studied.lost


@each_game
def test_a_swap_leaves_the_deck_as_it_is_and_moves_nothing_else(game: maitred.Game) -> None:
    holdings = remembered(game, None)
    swapped = 0
    for came in arrivals(game, 1)[:40]:
        seat = came.place.seat
        assert seat is not None
        deck = game.dump(came.after.state)["stations"][seat]["deck"] if game.id == "food_court" else ""
        twin = holdings.swapped(came.after.state, came.place, came.name, deck, Stream(7), came.gained)
        if twin is None:
            continue
        swapped += 1
        assert sorted(twin.inventory()) == sorted(came.after.state.inventory())
        assert twin.chance.pack() == came.after.state.chance.pack()
        before, after = (dict(holdings.places(game.dump(state))) for state in (came.after.state, twin))
        held = Counter(leaves(after[came.place]))
        held.subtract(leaves(before[came.place]))
        assert held[came.name] == -1, "the card is gone from where it came"
        others = [place for place in before if place.seat not in (None, seat) and place.key not in holdings.piles]
        assert all(before[place] == after[place] for place in others), "nobody else has other cards"
    assert swapped >= 10


def test_places_are_told_apart_without_knowing_the_game() -> None:
    diner = remembered(maitred.game("diner"), None)
    assert diner.seat_keys == {"hands", "sections", "tips"}, "the three stacks of the kitchen are no seats"
    assert diner.piles == {"kitchen"}
    position = diner.dealt(2)
    name = next(iter(position["backs"]))
    assert diner.label(position, Place("hands", 0), name) == f"{position['backs'][name]} (plate)"
    assert diner.label(position, Place("sections", 0), name) == name
    assert remembered(maitred.game("food_court"), None).piles == {"stations.draw"}


def test_a_restricted_bot_does_the_same_until_it_may_not() -> None:
    ovens = maitred.game("ovens")
    plain = bot_of("medium", ovens)
    assert isinstance(plain, Greedy)
    bot = Restricted(plain, ovens, ("sabotage",))
    running, _ = begun(setting(ovens), 0)
    thought_again = 0
    while True:
        chances = running.chances.copy()
        decided = running.next()
        if decided is None:
            break
        seat, action = decided
        other = bot.decide(running.state, seat, chances[seat])
        verbs = [ovens.describe(running.state, seat, each)["verb"] for each in (action, other)]
        if verbs[0] != "sabotage":
            assert other == action
        else:
            assert verbs[1] != "sabotage"
            thought_again += 1
        running.carry_out(seat, action)
    assert thought_again


def test_never_sabotaging_is_what_a_game_without_it_comes_to() -> None:
    ovens = maitred.game("ovens")
    base = setting(ovens)
    studied = play(base, 4, STUDIED).studied
    assert studied is not None
    never = base._replace(never=(("sabotage",), *base.never[1:]))
    assert studied.lost["sabotage"][0] == play(base, 4).firsts[0] - play(never, 4).firsts[0]


@each_game
def test_a_deck_without_a_card_can_be_played(game: maitred.Game) -> None:
    tables = tables_of(game, game.read_cards(None))
    names = sorted(remembered(game, None).kinds)
    left_out = [without(game, tables, name) for name in names[:: max(1, len(names) // 8)]]
    assert sum(each is not None for each in left_out) >= 6
    for each in left_out:
        if each is not None:
            assert each.tables != tables
            assert accepted(game, each.tables) is not None


def test_numbers_that_bots_go_by_are_noticed_and_one_that_they_do_not_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, few in (("GAMES", 1), ("MOST_ASKED", 12), ("MOST_WHOLE", 1)):
        monkeypatch.setattr(understanding, name, few)
    ovens = maitred.game("ovens")
    numbers = numbers_of(tables_of(ovens, ovens.read_cards(None)))
    points = [number for number in numbers if number.key == "points"][::15]
    assert unnoticed(setting(ovens), ovens, points) == []
    assert unnoticed(setting(ovens, "random"), ovens, points[:1]) == points[:1], "random bots go by nothing"


def test_own_decks_have_the_same_places() -> None:
    choice = maitred.game("chefs_choice")
    tables = tables_of(choice, choice.read_cards(None))
    own = accepted(choice, changed(tables, ("supply", "markers"), 9))
    assert own is not None
    studied = play(set_up(choice, 4, {}, own.own, ("medium",), 0), 0, STUDIED).studied
    assert studied is not None
    assert studied.failed == 0
    assert len(studied.twins) > TWINS // 2
