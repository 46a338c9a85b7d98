"""N11: a card's other side is secret from whoever has not seen it, and what has been seen is known exactly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from maitred.games.diner.check import flaw
from maitred.games.diner.rules import PLATES, Diner
from maitred.kernel.chance import Stream
from tests.games.diner.positions import GAME, HOUSE, counter, draw, fresh, index, plates, position, seat_at, serve

Move = tuple[int, int]
TABLES: list[tuple[int, dict[str, object]]] = [
    (2, {}),
    (3, {}),
    (4, {}),
    (3, {"calls": "players"}),
    (4, {"pace": "calm", "relief": "on"}),
]
every_table = pytest.mark.parametrize(("players", "options"), TABLES)


def random_game(players: int, seed: int, options: dict[str, object]) -> list[Move]:
    """The moves of a random game that serves whatever it can, so that hands come to light."""
    state = fresh(players, seed, **options)
    pick = Stream(seed, branch=5)
    moves: list[Move] = []
    while actors := state.actors():
        seat = actors[pick.below(len(actors))]
        legal = state.legal(seat)
        serves = [action for action in legal if GAME.describe(state, seat, action)["verb"] == "serve"]
        choices = serves or legal
        moves.append((seat, choices[pick.below(len(choices))]))
        state.apply(*moves[-1])
    return moves


def replayed(state: Diner, moves: list[Move]) -> Iterator[Diner]:
    """The states of a game, each with the events that led to it."""
    state.events = []
    yield state
    for seat, action in moves:
        assert action in state.legal(seat)
        state.events = []
        state.apply(seat, action)
        yield state


# Somebody who looks on


class Witness:
    """A person with a good memory, who follows every card until it is shuffled and notes the sides seen."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.sides: list[set[str]] = [set() for _ in range(54)]
        self.breaks = 0

    def look(self, state: Diner) -> None:
        """Look at the table as it is now."""
        if state.breaks > self.breaks:
            self.breaks = state.breaks
            for stack in state.kitchen:
                for card in stack:
                    self.sides[card].clear()
        for zone in (state.lounge, *state.sections, *state.tips):
            for card in zone:
                self.sides[card].add("table")
        for owner, hand in enumerate(state.hands):
            for card in hand:
                self.sides[card] |= {"table", "plate"} if owner == self.seat else {"table"}
        for card in [*state.sink, *[stack[-1] for stack in state.kitchen if stack]]:
            self.sides[card].add("plate")

    def knows(self, card: int) -> bool:
        """Whether both sides have been seen."""
        return len(self.sides[card]) == 2


@every_table
def test_N11_each_seat_knows_exactly_what_a_person_there_has_seen(players: int, options: dict[str, object]) -> None:
    for seed in range(6):
        moves = random_game(players, seed, options)
        witnesses = [Witness(seat) for seat in range(players)]
        for state in replayed(fresh(players, seed, **options), moves):
            for seat, witness in enumerate(witnesses):
                witness.look(state)
                assert [state.knows(seat, card) for card in range(54)] == [witness.knows(card) for card in range(54)]


def test_N11_what_is_seen_by_drawing_turning_over_counting_out_and_serving() -> None:
    state = position(
        2,
        tokens=[3, 0],
        hands=[["burger"], ["salad", "burger"]],
        sections=[[], ["First Date"]],
        lounge=["Early Birds", "The Twins", "Bus Tour"],
    )
    drawn, turned = state.kitchen[0][-1], state.kitchen[1][-1]
    twins, birds = index("The Twins"), index("Early Birds")
    mine, theirs = state.hands[0][0], state.hands[1]
    assert [state.knows(seat, mine) for seat in (0, 1)] == [True, False]
    assert not any(state.knows(seat, card) for seat in (0, 1) for card in (drawn, turned, twins, birds))
    state.apply(0, draw(0))
    assert all(state.knows(seat, drawn) for seat in (0, 1))
    state.apply(0, seat_at(0, 1))
    assert all(state.knows(seat, turned) for seat in (0, 1))
    assert not any(state.knows(seat, birds) for seat in (0, 1)), "nobody has seen the back of a table from the deal"
    state.apply(0, counter(1, 2))
    assert all(state.knows(seat, twins) for seat in (0, 1))
    assert not state.knows(0, theirs[0])
    state.apply(1, serve("First Date"))
    assert all(state.knows(0, card) for card in theirs)


def test_N11_the_shuffle_of_a_break_clears_what_was_known() -> None:
    state = position(3, kitchen=[["pancakes", "burger"], [], ["steak"]], sink=["salad"])
    known = state.sink[-1]
    drawn = state.kitchen[2][-1]
    assert state.knows(1, known)
    state.apply(0, draw(2))
    assert state.breaks == 1
    assert not any(state.knows(seat, known) for seat in range(3))
    assert all(state.knows(seat, drawn) for seat in range(3)), "a hand is not shuffled"


# What is sent


def sent(state: Diner, viewer: int | None) -> str:
    """Everything that a viewer is sent of a state and of what led to it."""
    view = GAME.view(state, viewer)
    message: list[Any] = [view, GAME.zones(view, state.cards), GAME.prompt(state, viewer), GAME.sheet(state)]
    message += [GAME.hear(state, event, viewer) for event in state.events or []]
    message += [state.scores(), state.ranking(), state.actors(), state.reveals, state.asked]
    if viewer is not None:
        for action in state.legal(viewer):
            message += [action, GAME.describe(state, viewer, action), state.stamp(viewer, action)]
    return json.dumps(message)


def transcript(state: Diner, moves: list[Move], viewer: int | None) -> list[str]:
    """Everything that a viewer is sent in a whole game."""
    return [sent(moment, viewer) for moment in replayed(state, moves)]


def swapped(state: Diner, one: int, other: int) -> Diner:
    """The same deal with the plates on two backs exchanged."""
    twin = state.clone()
    twin.plate = list(state.plate)
    twin.plate[one], twin.plate[other] = state.plate[other], state.plate[one]
    twin.held = [twin.count_plates(seat) for seat in range(state.players)]
    assert flaw(twin) == ""
    return twin


def exchangeable(state: Diner, one: int, other: int) -> bool:
    """Whether two different plates could as well be the other way round."""
    plate = state.plate
    fit = HOUSE.needs[one][plate[other]] == 0 and HOUSE.needs[other][plate[one]] == 0
    return fit and plate[one] != plate[other]


def same_cards_served(deal: Diner, other: Diner, moves: list[Move]) -> bool:
    """Whether the same cards leave the hands in both games: which of two equal plates goes first can be seen (N4)."""
    sinks = [[list(state.sink) for state in replayed(start.clone(), moves)] for start in (deal, other)]
    return sinks[0] == sinks[1]


@every_table
def test_N11_nothing_sent_in_a_whole_game_links_sides_that_were_not_seen(
    players: int, options: dict[str, object]
) -> None:
    tried = 0
    for seed in range(8):
        deal = fresh(players, seed, **options)
        moves = random_game(players, seed, options)
        for viewer in (None, *range(players)):
            witness = Witness(viewer)
            plate_seen = [False] * 54
            for state in replayed(deal.clone(), moves):
                witness.look(state)
                plate_seen = [seen or "plate" in witness.sides[card] for card, seen in enumerate(plate_seen)]
            told = transcript(deal.clone(), moves, viewer)
            for zone in (deal.lounge, *deal.hands):
                hidden = [card for card in zone if not plate_seen[card]]
                for one, other in combinations(hidden, 2):
                    if exchangeable(deal, one, other) and same_cards_served(deal, swapped(deal, one, other), moves):
                        assert transcript(swapped(deal, one, other), moves, viewer) == told
                        tried += 1
    assert tried >= 5


def test_N11_and_what_was_seen_can_be_told_from_what_was_sent() -> None:
    deal = fresh(2, 1)
    one, other = next(pair for pair in combinations(deal.hands[0], 2) if exchangeable(deal, *pair))
    assert sent(swapped(deal, one, other), 0) != sent(deal, 0)
    assert sent(swapped(deal, one, other), 1) == sent(deal, 1)


def test_N11_plates_and_tables_have_faces_of_their_own() -> None:
    faces = GAME.faces(HOUSE)
    assert [face["side"] for face in faces] == ["plate"] * PLATES + ["table"] * 54
    assert [face["name"] for face in faces[PLATES:]] == HOUSE.names
    assert all("plate" not in face and "back" not in face for face in faces)
    view = GAME.view(position(2), 0)
    assert [faces[face]["name"] for face in view["lounge"]] == ["Early Birds", "First Date", "Bus Tour"]


def plates_shown(state: Diner, viewer: int | None, owner: int) -> list[int | None]:
    """The plates of a hand as a viewer is shown them."""
    return [held["plate"] for held in GAME.view(state, viewer)["hands"][owner]]


@every_table
def test_N11_a_view_shows_of_other_hands_exactly_the_plates_seen_when_they_were_drawn(
    players: int, options: dict[str, object]
) -> None:
    shown = hidden = 0
    for seed in range(6):
        moves = random_game(players, seed, options)
        witnesses = {viewer: Witness(viewer) for viewer in (None, *range(players))}
        for state in replayed(fresh(players, seed, **options), moves):
            for viewer, witness in witnesses.items():
                witness.look(state)
                for owner, hand in enumerate(state.hands):
                    seen = [state.plate[card] if witness.knows(card) else None for card in hand]
                    assert plates_shown(state, viewer, owner) == seen
                    if owner != viewer:
                        shown += len(seen) - seen.count(None)
                        hidden += seen.count(None)
    assert shown > 100
    assert hidden > 100


def test_N11_a_plate_drawn_before_everybodys_eyes_stays_known_until_it_is_served() -> None:
    state = position(
        3,
        tokens=[4, 0, 0],
        hands=[["burger"]],
        sections=[["First Date"]],
        kitchen=[["bacon"] * 3, ["salad"] * 3, ["steak"] * 3],
    )
    salad = state.plate[state.kitchen[1][-1]]
    for viewer in (None, 1, 2):
        assert plates_shown(state, viewer, 0) == [None], "the deal was not seen"
    state.apply(0, draw(1))
    for viewer in (None, 1, 2):
        assert plates_shown(state, viewer, 0) == [None, salad]
    state.apply(0, serve("First Date"))
    assert plates_shown(state, 1, 0) == []


def test_N11_known_plates_are_drawn_at_the_terminal_and_the_rest_of_a_hand_from_behind() -> None:
    state = position(2, tokens=[2, 1], hands=[["burger"]], kitchen=[["bacon"] * 3, ["salad"] * 3, ["steak"] * 3])
    state.apply(0, draw(1))
    held = state.hands[0]
    (hand,) = [zone for zone in GAME.zones(GAME.view(state, 1), HOUSE) if zone["title"] == "{0}'s hand"]
    assert hand["note"] == "2 cards, seen from behind; 1 plate seen when drawn"
    assert [item["title"] for item in hand["items"]] == [HOUSE.names[held[0]], "Salad"]
    assert hand["items"][1]["lines"] == [f"back: {HOUSE.names[held[1]]}"]
    state.apply(0, draw(1))
    state.hands[0] = state.hands[0][1:]
    (all_known,) = [zone for zone in GAME.zones(GAME.view(state, 1), HOUSE) if zone["title"] == "{0}'s hand"]
    assert all_known["note"] == "2 cards, seen from behind; 2 plates seen when drawn"
    (own,) = [zone for zone in GAME.zones(GAME.view(state, 0), HOUSE) if zone["title"] == "{0}'s hand"]
    assert (own["note"], [item["title"] for item in own["items"]]) == ("", ["Salad", "Salad"])


# What bots are given


@every_table
def test_N11_determinize_keeps_what_was_seen_and_deals_the_rest_anew(players: int, options: dict[str, object]) -> None:
    moves = random_game(players, 3, options)
    for at, state in enumerate(replayed(fresh(players, 3, **options), moves)):
        if at % 7:
            continue
        for seat in range(players):
            others = [state.determinize(seat, Stream(stream)) for stream in range(25)]
            for other in others:
                assert flaw(other) == ""
                assert other.held == [other.count_plates(owner) for owner in range(players)]
                assert [stack[-1:] and plates(other, stack[-1:]) for stack in other.kitchen] == [
                    stack[-1:] and plates(state, stack[-1:]) for stack in state.kitchen
                ]
                for zone, same in ((state.lounge, other.lounge), (state.hands, other.hands), (state.tips, other.tips)):
                    assert zone == same
                for card in range(54):
                    if state.knows(seat, card):
                        assert other.plate[card] == state.plate[card]
            hidden = [card for zone in (state.lounge, *state.hands) for card in zone if not state.knows(seat, card)]
            if len(state.kitchen[0]) > 5:
                assert all(len({other.plate[card] for other in others}) > 1 for card in hidden)
                assert len({other.kitchen[0][-1] for other in others}) > 1, "nobody knows the back of a top plate"
                assert len({tuple(other.kitchen[0][:-1]) for other in others}) > 20
