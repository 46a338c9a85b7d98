"""Chef's Choice clause by clause: each test is named after the clause of the rulings that it guards."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from maitred.games.chefs_choice.rules import (
    AND_THEN,
    ANNOUNCE,
    CHOOSE,
    CLEAN_UP,
    CLIP,
    CLOSED,
    DINNER,
    DISCARD,
    GIVE,
    HIDDEN_SAMPLE,
    KEEP,
    LUNCH,
    NONE,
    SPACE,
    STAY,
    ChefsChoice,
)
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadSetup
from maitred.kernel.play import play_out
from tests.games.chefs_choice.positions import (
    COOPERATION,
    COPY,
    DOUBLE,
    GAME,
    GENEROUS,
    HI_NEIGHBOR,
    HOUSE,
    PLAYER_COUNTS,
    SINGLE,
    TRIPLE,
    UNDERRATED,
    announcing,
    card,
    choose_all,
    clip,
    dish,
    fresh,
    give,
    give_dish,
    marks,
    menu,
    move,
    on_board,
    play,
    play_to,
    position,
    schedule,
)

ROUNDS = [2, 3, 4, 8, 9]

SOUP = menu("Soup", "Steak", "Torte")
SALAD = menu("Caesar", "Flounder", "Cake")
HEN = menu("Mushrooms", "Cornish", "Bananas")
CLAMS = menu("Clams", "Lamb", "Torte")
TABLE = [SOUP, SALAD, HEN, CLAMS]


# Common house rulings


def test_G1_the_first_lead_is_drawn_from_the_seed() -> None:
    for players in PLAYER_COUNTS:
        drawn = [fresh(players, seed).lead() for seed in range(200)]
        assert set(drawn) == set(range(players))
        assert drawn == [fresh(players, seed).lead() for seed in range(200)]


def test_G1_the_table_may_fix_the_first_lead() -> None:
    for players in PLAYER_COUNTS:
        for seat in range(players):
            assert {fresh(players, seed, first=seat + 1).lead() for seed in range(20)} == {seat}


def test_G1_fixing_the_lead_or_the_schedule_changes_nothing_else_of_the_deal() -> None:
    drawn = fresh(5, 11)
    fixed = fresh(5, 11, first=2, schedule="single,double,triple,cooperation,underrated")
    assert (drawn.hands, drawn.deck, drawn.podcast) == (fixed.hands, fixed.deck, fixed.podcast)


def test_G1_left_is_the_next_seat() -> None:
    state = announcing(SINGLE, TABLE, first=3)
    assert [play(state, give(0)).actors() for _ in range(3)] == [[0], [1], [2]]


def test_G1_a_last_tie_shares_the_win() -> None:
    shown = [[SOUP], [menu("Soup", "Steak", "Cake")], [HEN], [CLAMS]]
    board = on_board(4, Soup=2, Steak=2, Torte=1, Cake=1)
    state = position(4, step=CLOSED, shown=shown, tally=board)
    assert state.ranking()[0] == [0, 1]


def test_G2_unknown_options_and_wrong_values_are_refused_by_name() -> None:
    refusals: list[tuple[dict[str, object], str]] = [
        ({"dessert": "on"}, "There is no option 'dessert' here; the options are: tiles, first, schedule."),
        ({"tiles": "open"}, "Option tiles takes shown or hidden, not 'open' (with 4 players)."),
        ({"first": 5}, "Option first takes drawn or the number of a seat, not '5' (with 4 players)."),
        (
            {"schedule": "single,double"},
            "Option schedule takes drawn or the names of five tiles, separated by commas, not 'single,double'.",
        ),
        (
            {"schedule": "single,double,triple,cooperation,quadruple"},
            "Option schedule names 'quadruple', which is not a tile of this deck; they are: single, double, "
            "generous portion, triple, cooperation, hi neighbor, underrated, copy competitor.",
        ),
        (
            {"schedule": "single,double,triple,cooperation,double"},
            "Option schedule names 'double' twice; there is one tile of each kind.",
        ),
        (
            {"schedule": "underrated,double,triple,cooperation,single"},
            "Option schedule begins with 'underrated', which never lies on the first space.",
        ),
    ]
    for options, reason in refusals:
        with pytest.raises(BadSetup) as refusal:
            GAME.new(4, 1, options)
        assert str(refusal.value) == reason


def test_G2_the_main_rule_is_the_default() -> None:
    assert GAME.check_options({}, 4) == {"tiles": "shown", "first": "drawn", "schedule": "drawn"}


def test_G2_a_schedule_may_be_laid_out_in_any_spelling() -> None:
    tiles = ["Copy Competitor", "single", " Hi  NEIGHBOR ", "Underrated"]
    for given in (["Triple", *tiles], ",".join(["Triple", *tiles])):
        state = fresh(4, schedule=given)
        assert [HOUSE.tile_names[tile] for tile in state.schedule] == [TRIPLE, COPY, SINGLE, HI_NEIGHBOR, UNDERRATED]


def test_G3_a_seat_is_asked_even_when_one_answer_is_legal() -> None:
    state = choose_all(position(4, schedule=schedule(TRIPLE)))
    for seat in range(4):
        assert (state.actors(), state.legal(seat)) == ([seat], [give(0, 1, 2)])
        play(state, give(0, 1, 2))
    state = announcing(SINGLE, TABLE, tally={"Soup": [10, 0, 0, 0, 0]})
    assert (state.actors(), state.legal(0)) == ([0], [GIVE])


def test_G4_every_game_ends_after_as_many_decisions_as_the_schedule_has() -> None:
    for players in PLAYER_COUNTS:
        for seed in range(20):
            state = fresh(players, seed)
            second_turns = sum(HOUSE.then[tile] != 0 for tile in state.schedule)
            assert play_out(state, Stream(seed)) == players * (5 + 5 + second_turns + 4)
            assert state.step == CLOSED


# Setup


def test_C1_forty_eight_menus_each_exactly_once() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players)
        assert sorted(state.inventory()) == list(range(48))
        play_out(state, Stream(1))
        assert sorted(state.inventory()) == list(range(48))


def test_C2_ten_markers_each_and_for_the_podcast() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players)
        assert state.home == [10] * players + [7]


def test_C2_five_cards_each_and_the_rest_is_the_deck() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players)
        assert [len(hand) for hand in state.hands] == [5] * players
        assert all(hand == sorted(hand) for hand in state.hands)
        assert len(state.deck) == 48 - 5 * players - 1
    assert fresh(4, 1).hands != fresh(4, 2).hands


def test_C2_five_different_tiles_and_only_the_first_space_is_choosy() -> None:
    first: Counter[int] = Counter()
    later: list[Counter[int]] = [Counter() for _ in range(4)]
    games = 3000
    for seed in range(games):
        tiles = fresh(4, seed).schedule
        assert len(set(tiles)) == 5
        first[tiles[0]] += 1
        for space, tile in enumerate(tiles[1:]):
            later[space][tile] += 1
    opening = [tile for tile, name in enumerate(HOUSE.tile_names) if name not in (UNDERRATED, COPY)]
    assert sorted(first) == opening
    assert all(abs(first[tile] - games / 6) < 100 for tile in opening)
    for counts in later:
        assert all(abs(counts[tile] - games / 7 * (1 if tile > 5 else 5 / 6)) < 100 for tile in range(8))


def test_C2_shown_tiles_are_seen_by_all_from_the_start() -> None:
    state = fresh(4)
    names = [HOUSE.tile_names[tile] for tile in state.schedule]
    assert [GAME.view(state, seat)["schedule"] for seat in (None, 0, 3)] == [names] * 3
    assert state.determinize(0, Stream(1)).schedule == state.schedule


def test_C2_hidden_tiles_are_turned_at_the_start_of_their_round_before_cards_are_chosen() -> None:
    state = fresh(4, tiles="hidden")
    names = [HOUSE.tile_names[tile] for tile in state.schedule]
    for turned, step in enumerate(ROUNDS, start=1):
        play_to(state, step)
        assert state.actors() == [0, 1, 2, 3]
        for viewer in (None, 0, 1, 2, 3):
            view = GAME.view(state, viewer)
            assert view["schedule"] == names[:turned] + [None] * (5 - turned)
            assert [asks is not None for asks in view["asks"]] == [True] * turned + [False] * (5 - turned)
        if step < 9:
            before = {4: LUNCH}.get(step, step)
            play_to(state, before, ANNOUNCE if before == step else CHOOSE)
            assert GAME.view(state, None)["schedule"] == names[:turned] + [None] * (5 - turned)


def test_C2_turning_a_hidden_tile_cannot_be_taken_back() -> None:
    for tiles, rise in (("shown", 0), ("hidden", 1)):
        state = play_to(fresh(4, tiles=tiles, schedule="single,double,triple,cooperation,underrated"), 2, ANNOUNCE)
        for _ in range(3):
            play(state, give(0))
        before = state.reveals
        play(state, give(0))
        assert (state.step, state.reveals - before) == (3, rise)


def test_C2_whoever_guesses_at_hidden_tiles_guesses_at_all_that_lie_face_down() -> None:
    state = play_to(fresh(4, tiles="hidden"), 3)
    guesses = [state.determinize(1, Stream(seed)).schedule for seed in range(400)]
    assert {tuple(guess[:2]) for guess in guesses} == {tuple(state.schedule[:2])}
    for space in (2, 3, 4):
        assert {guess[space] for guess in guesses} == set(range(8)) - set(state.schedule[:2])


# The day


def test_C3_the_steps_of_the_day_in_order() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players, 9)
        steps = [state.step]
        pick = Stream(1)
        while state.actors():
            seat = state.actors()[0]
            actions = state.legal(seat)
            state.apply(seat, actions[pick.below(len(actions))])
            if state.step != steps[-1]:
                steps.append(state.step)
        assert steps == [2, 3, 4, LUNCH, CLEAN_UP, 8, 9, HIDDEN_SAMPLE, DINNER, CLOSED]


def test_C3_the_second_podcast_comes_between_clean_up_and_the_fourth_round() -> None:
    state = play_to(fresh(4, 9), CLEAN_UP)
    first = state.podcast
    before = state.home[4]
    state.events = []
    play(state, KEEP, KEEP, KEEP, DISCARD)
    assert (state.step, state.home[4]) == (8, before - 3)
    assert state.podcast not in state.deck
    assert first in state.morning
    heard = [str(GAME.hear(state, event, None)["event"]) for event in state.events]  # type: ignore[index]
    assert heard[4:] == ["decide"] * 4 + ["deal"] * 4 + ["step", "podcast", "step"]


def test_C4_the_podcast_puts_a_marker_on_each_dish_of_the_decks_top_card() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players, 4)
        for at in range(HOUSE.dishes):
            assert state.tally[at] == state.marks[players * HOUSE.dishes + at] == (at in HOUSE.on[state.podcast])


def test_C4_the_podcasts_second_menu_comes_on_top_of_the_first() -> None:
    state = position(4, step=CLEAN_UP, tally={"Soup": [0, 0, 0, 0, 1]})
    play(state, KEEP, KEEP, KEEP, KEEP)
    placed = [state.marks[4 * HOUSE.dishes + at] for at in range(HOUSE.dishes)]
    assert placed == [(at == dish("Soup")) + (at in HOUSE.on[state.podcast]) for at in range(HOUSE.dishes)]


# Sample rounds


def test_C5_all_choose_and_the_cards_are_revealed_when_the_last_has() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players)
        asked, reveals = state.asked, state.reveals
        waiting = list(range(players))
        for seat in reversed(range(players)):
            assert state.actors() == waiting
            assert (state.asked, state.reveals) == (asked, reveals)
            assert state.shown == [NONE] * players
            waiting.remove(seat)
            chosen = state.legal(seat)[0]
            state.apply(seat, chosen)
            if waiting:
                assert state.legal(seat) == []
                assert GAME.view(state, seat)["choice"] == {"card": chosen}
                assert GAME.view(state, (seat + 1) % players)["decided"] == [at >= seat for at in range(players)]
        assert (state.asked, state.reveals, state.moment) == (asked + 1, reveals + 1, ANNOUNCE)
        assert NONE not in state.shown
        assert [len(hand) for hand in state.hands] == [4] * players


def test_C5_a_card_of_the_hand_is_played_and_no_other() -> None:
    state = fresh(4)
    for seat in range(4):
        assert state.legal(seat) == state.hands[seat]
    hands = [list(hand) for hand in state.hands]
    play(state, *[hand[-1] for hand in hands])
    assert state.shown == [hand[-1] for hand in hands]
    assert state.hands == [hand[:-1] for hand in hands]


def test_C5_from_the_lead_clockwise_one_after_the_other() -> None:
    for first in range(4):
        state = announcing(SINGLE, TABLE, first=first)
        order = []
        while state.moment == ANNOUNCE:
            (seat,) = state.actors()
            order.append(seat)
            assert all(state.legal(other) == [] for other in range(4) if other != seat)
            play(state, give(1))
        assert order == [(first + turn) % 4 for turn in range(4)]


def test_C5_the_lead_moves_one_seat_clockwise_each_round_also_across_lunch() -> None:
    for players in PLAYER_COUNTS:
        state = fresh(players, 9, first=players)
        leads = []
        for step in ROUNDS:
            play_to(state, step, ANNOUNCE)
            leads.append(state.actors())
        assert leads == [[(players - 1 + at) % players] for at in range(5)]


@pytest.mark.parametrize("tile", [HI_NEIGHBOR, UNDERRATED, COPY])
def test_C5_and_then_goes_round_a_second_time_when_all_have_announced(tile: str) -> None:
    space = 0 if tile == HI_NEIGHBOR else 1
    step = ROUNDS[space]
    state = announcing(tile, TABLE, schedule=schedule(tile, space), step=step, first=2)
    order = []
    moments = []
    while state.step == step:
        order += state.actors()
        moments.append(state.moment)
        play(state, state.legal(state.actors()[0])[-1])
    lead = (2 + space) % 4
    assert moments == [ANNOUNCE] * 4 + [AND_THEN] * 4
    assert order == [(lead + turn) % 4 for turn in range(4)] * 2


def test_C5_the_cards_are_put_away_when_the_round_is_over() -> None:
    state = announcing(SINGLE, TABLE)
    play(state, give(0), give(0), give(0), give(0))
    assert (state.step, state.moment, state.shown) == (3, CHOOSE, [NONE] * 4)
    assert [HOUSE.names[cards[0]] for cards in state.played] == TABLE


# The tiles


def dishes_on(*names: str) -> set[int]:
    """All dishes on those menus."""
    return {at for name in names for at in HOUSE.on[HOUSE.names.index(name)]}


@pytest.mark.parametrize("tile", HOUSE.tile_names)
@pytest.mark.parametrize("space", range(5))
def test_C6_every_tile_in_every_space_it_may_take(tile: str, space: int) -> None:
    if space == 0 and tile in (UNDERRATED, COPY):
        with pytest.raises(BadSetup, match="never lies on the first space"):
            fresh(4, schedule=schedule(tile, space))
        return
    own, choices, portion, then = {
        SINGLE: (True, 1, 1, ""),
        DOUBLE: (True, 2, 1, ""),
        GENEROUS: (True, 1, 2, ""),
        TRIPLE: (True, 3, 1, ""),
        COOPERATION: (False, 1, 1, ""),
        HI_NEIGHBOR: (True, 1, 1, "neighbour"),
        UNDERRATED: (True, 1, 1, "underrated"),
        COPY: (True, 1, 1, "copy"),
    }[tile]
    for players in PLAYER_COUNTS:
        state = play_to(fresh(players, players + space, schedule=schedule(tile, space)), ROUNDS[space], ANNOUNCE)
        pick = Stream(space)
        for turn in range(2 * players if then else players):
            (seat,) = state.actors()
            on = [set(HOUSE.on[state.shown[(seat + side) % players]]) for side in (0, 1, -1)]
            sources = on[0] if own and turn < players else on[1] | on[2]
            reached = {tuple(changes(state, seat, action)): action for action in state.legal(seat)}
            assert len(reached) == len(state.legal(seat))
            if turn < players or then == "neighbour":
                count, size = (choices, portion) if turn < players else (1, 1)
                expected = {
                    tuple(size * (at in chosen) for at in range(HOUSE.dishes))
                    for chosen in combinations(sorted(sources), count)
                }
            else:
                expected = moves_by_the_book(state, seat, then)
            assert set(reached) == expected
            actions = state.legal(seat)
            state.apply(seat, actions[pick.below(len(actions))])
        assert state.step == ROUNDS[space] + 1


def changes(state: ChefsChoice, seat: int, action: int) -> list[int]:
    """What an action does to a seat's markers on each dish; nobody else's may change while samples are given."""
    after = state.clone()
    after.apply(seat, action)
    differences = [new - old for new, old in zip(after.marks, state.marks, strict=True)]
    start, end = seat * HOUSE.dishes, (seat + 1) * HOUSE.dishes
    assert not any(differences[:start] + differences[end:])
    return differences[start:end]


def moves_by_the_book(state: ChefsChoice, seat: int, then: str) -> set[tuple[int, ...]]:
    """The moves of a marker that Underrated or Copy Competitor allow, worked out the long way."""
    mine = state.marks[seat * HOUSE.dishes : (seat + 1) * HOUSE.dishes]
    reached = {(0,) * HOUSE.dishes}
    for start in range(HOUSE.dishes):
        for end in range(HOUSE.dishes):
            rivals = [state.tally[at] for at in range(HOUSE.dishes) if HOUSE.category[at] == HOUSE.category[end]]
            welcome = state.tally[end] < max(rivals) if then == "underrated" else state.tally[end] - mine[end] >= 1
            if start != end and mine[start] and welcome:
                reached.add(tuple((at == end) - (at == start) for at in range(HOUSE.dishes)))
    return reached


def gives(tile: str, legal: list[int], action: int) -> ChefsChoice:
    """Seat 0 may give these samples by a tile, and gives some."""
    state = announcing(tile, TABLE)
    assert state.legal(0) == legal
    return play(state, action)


def test_C6_single_gives_one_sample_of_a_dish_on_your_card() -> None:
    state = gives(SINGLE, [give(0), give(1), give(2)], give(1))
    assert (marks(state, 0, "Steak"), sum(state.tally), state.home[0]) == (1, 1, 9)


def test_C6_double_gives_two_different_dishes() -> None:
    state = gives(DOUBLE, [give(0, 1), give(0, 2), give(1, 2)], give(0, 2))
    assert (marks(state, 0, "Soup"), marks(state, 0, "Steak"), marks(state, 0, "Torte")) == (1, 0, 1)


def test_C6_generous_gives_two_samples_of_one_dish() -> None:
    state = gives(GENEROUS, [give(0), give(1), give(2)], give(2))
    assert (marks(state, 0, "Torte"), sum(state.tally), state.home[0]) == (2, 2, 8)


def test_C6_triple_gives_all_three_dishes() -> None:
    state = play(announcing(TRIPLE, TABLE), give(0, 1, 2))
    assert [marks(state, 0, name) for name in ("Soup", "Steak", "Torte")] == [1, 1, 1]
    assert state.home[0] == 7


def test_C6_cooperation_gives_from_an_adjacent_card_not_your_own() -> None:
    state = announcing(COOPERATION, [SOUP, SALAD, HEN, CLAMS, menu("Soup", "Lamb", "Cake")], players=5)
    assert {at - give_dish("Caesar") for at in state.legal(0)} == dishes_on(SALAD, menu("Soup", "Lamb", "Cake"))
    assert give_dish("Soup") in state.legal(0), "the same dish may stand on yours"
    assert give_dish("Torte") not in state.legal(0)
    play(state, give_dish("Lamb"))
    assert (marks(state, 0, "Lamb"), sum(state.tally)) == (1, 1)


def test_C6_hi_neighbor_gives_your_own_then_an_adjacent_one_which_is_compulsory_and_may_repeat() -> None:
    twin = menu("Soup", "Lamb", "Cake")
    state = announcing(HI_NEIGHBOR, [SOUP, twin, HEN, CLAMS])
    play(state, give(0), give(0), give(0), give(0))
    assert (state.moment, state.actors()) == (AND_THEN, [0])
    assert {at - give_dish("Caesar") for at in state.legal(0)} == dishes_on(twin, CLAMS)
    assert STAY not in state.legal(0)
    play(state, give_dish("Soup"))
    assert marks(state, 0, "Soup") == 2


def underrated(tally: dict[str, list[int]], tile: str = UNDERRATED, **words: Any) -> ChefsChoice:
    """Seat 0 may move a marker, and the tally is as said."""
    words = {"schedule": schedule(tile, 1), "step": 3, "first": 3, "spoken": 0, **words}
    return position(4, moment="and then", shown=[[name] for name in TABLE], tally=tally, **words)


def test_C6_underrated_moves_a_marker_to_a_dish_that_does_not_lead_nor_is_tied_for_the_lead() -> None:
    board = {
        "Soup": [1, 1, 0, 0, 0],
        "Clams": [0, 0, 1, 1, 0],
        "Caesar Salad": [1, 0, 0, 0, 0],
        "Steak": [0, 0, 1, 0, 0],
    }
    state = underrated(board)
    free = ["Caesar", "Mushrooms", "Cornish", "Flounder", "Lamb", "Torte", "Cake", "Bananas"]
    moves = [move("Caesar", name) for name in free[1:]] + [move("Soup", name) for name in free]
    assert state.legal(0) == sorted([*moves, STAY])
    play(state, move("Soup", "Cake"))
    assert (marks(state, 0, "Soup"), marks(state, 0, "Cake"), state.tally[dish("Soup")], state.home[0]) == (0, 1, 1, 8)


def test_C6_underrated_is_optional() -> None:
    state = underrated({"Soup": [1, 1, 0, 0, 0]})
    before = list(state.marks)
    play(state, STAY)
    assert (state.marks, state.actors()) == (before, [1])


def test_C6_underrated_may_move_the_marker_just_placed() -> None:
    words: dict[str, Any] = {"schedule": schedule(UNDERRATED, 1), "step": 3, "first": 3}
    state = announcing(UNDERRATED, TABLE, **words, tally={"Steak": [0, 1, 1, 0, 0], "Cake": [0, 0, 0, 0, 1]})
    play(state, give(1), give(1), give(1), give(1))
    play(state, move("Steak", "Torte"))
    assert (marks(state, 0, "Steak"), marks(state, 0, "Torte")) == (0, 1)


def test_C6_underrated_is_judged_before_the_marker_is_lifted() -> None:
    state = underrated({"Soup": [1, 1, 0, 0, 0], "Clams": [0, 0, 1, 0, 0], "Steak": [0, 0, 0, 0, 1]})
    assert move("Soup", "Clams") in state.legal(0), "once lifted, Clams would be tied for the lead"
    state = underrated({"Soup": [1, 1, 0, 0, 0], "Clams": [0, 0, 1, 1, 0], "Steak": [0, 0, 0, 0, 1]})
    assert move("Soup", "Clams") not in state.legal(0), "before it is lifted, Clams is tied for the lead"


def test_C6_copy_moves_a_marker_to_a_dish_with_anothers_the_podcasts_included() -> None:
    board = {"Soup": [2, 0, 0, 0, 0], "Clams": [1, 0, 0, 1, 0], "Steak": [0, 0, 1, 0, 0], "Cake": [0, 0, 0, 0, 1]}
    state = underrated(board, COPY)
    allowed = [("Soup", "Clams"), ("Soup", "Steak"), ("Soup", "Cake"), ("Clams", "Steak"), ("Clams", "Cake")]
    assert state.legal(0) == sorted([*[move(*way) for way in allowed], STAY])
    play(state, move("Soup", "Cake"))
    assert (marks(state, 0, "Soup"), marks(state, 0, "Cake")) == (1, 1)


def test_C6_without_a_marker_on_the_board_nothing_is_moved() -> None:
    for tile in (UNDERRATED, COPY):
        assert underrated({"Soup": [0, 1, 0, 0, 1]}, tile).legal(0) == [STAY]


# Markers running out


def test_C7_place_as_many_as_you_have() -> None:
    left = {0: 10, 1: 9, 2: 8, 3: 7}
    expected = {
        (SINGLE, 0): [GIVE],
        (SINGLE, 1): [give(0), give(1), give(2)],
        (DOUBLE, 0): [GIVE],
        (DOUBLE, 1): [give(0), give(1), give(2)],
        (DOUBLE, 2): [give(0, 1), give(0, 2), give(1, 2)],
        (GENEROUS, 0): [GIVE],
        (GENEROUS, 1): [give(0), give(1), give(2)],
        (GENEROUS, 2): [give(0), give(1), give(2)],
        (TRIPLE, 0): [GIVE],
        (TRIPLE, 1): [give(0), give(1), give(2)],
        (TRIPLE, 2): [give(0, 1), give(0, 2), give(1, 2)],
        (TRIPLE, 3): [give(0, 1, 2)],
        (COOPERATION, 0): [GIVE],
        (HI_NEIGHBOR, 0): [GIVE],
    }
    for (tile, markers), actions in expected.items():
        state = announcing(tile, TABLE, tally={"Mushrooms": [left[markers], 0, 0, 0, 0]})
        assert state.legal(0) == actions, (tile, markers)
        for action in actions:
            after = state.clone()
            after.apply(0, action)
            wanted = {SINGLE: 1, DOUBLE: 2, GENEROUS: 2, TRIPLE: 3, COOPERATION: 1, HI_NEIGHBOR: 1}[tile]
            assert after.home[0] == max(0, markers - wanted)
            assert sum(after.tally) == sum(state.tally) + min(markers, wanted)


def test_C7_without_a_marker_the_second_sample_is_skipped_too() -> None:
    state = announcing(HI_NEIGHBOR, TABLE, tally={"Mushrooms": [9, 0, 0, 0, 0]})
    play(state, give(0), give(0), give(0), give(0))
    assert (state.home[0], state.legal(0)) == (0, [GIVE])
    play(state, GIVE)
    assert (state.home[0], state.actors()) == (0, [1])


def test_C7_without_a_marker_the_card_is_still_played() -> None:
    board = {"Soup": [4, 0, 0, 0, 0], "Steak": [6, 0, 0, 0, 0]}
    state = position(4, step=4, schedule=schedule(TRIPLE, 2), tally=board)
    assert state.legal(0) == state.hands[0]
    state = choose_all(state)
    assert state.shown[0] != NONE
    state = position(4, step=HIDDEN_SAMPLE, tally=board)
    hand = state.hands[0]
    assert state.legal(0) == [clip(at, category) for at in hand for category in range(3)]
    state = choose_all(state)
    assert (len(state.hands[0]), state.home[0], sum(state.tally)) == (2, 0, 13)


def test_C7_markers_run_out_in_a_real_game() -> None:
    tiles = "triple,double,generous portion,hi neighbor,single"
    ran_out = 0
    for seed in range(200):
        state = fresh(4, seed, schedule=tiles)
        play_to(state, HIDDEN_SAMPLE, seed=seed)
        ran_out += 0 in state.home
        assert min(state.home) >= 0
        play_out(state, Stream(seed))
    assert ran_out > 0


# Meals


@pytest.mark.parametrize(
    ("board", "lunch", "dinner"),
    [
        ([5, 3, 3, 1], [5, 3, 3, 1], [7, 4, 4, 2]),
        ([5, 3, 2, 1], [5, 3, 1, 1], [7, 4, 2, 2]),
        ([4, 4, 3, 1], [4, 4, 1, 1], [6, 6, 2, 2]),
        ([4, 4, 4, 1], [4, 4, 4, 1], [6, 6, 6, 2]),
        ([2, 2, 2, 2], [4, 4, 4, 4], [6, 6, 6, 6]),
        ([1, 0, 0, 0], [5, 0, 0, 0], [7, 0, 0, 0]),
        ([0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]),
        ([1, 2, 0, 3], [1, 3, 0, 5], [2, 4, 0, 7]),
    ],
)
def test_C8_customers_by_the_place_of_a_dish_in_its_category(
    board: list[int], lunch: list[int], dinner: list[int]
) -> None:
    names = ["Cornish", "Flounder", "Steak", "Lamb"]
    for step, expected in ((LUNCH, lunch), (DINNER, dinner)):
        menus = [menu("Soup", name, "Torte") for name in names]
        state = position(4, step=step, hands=[[name] for name in menus])
        state.tally = [0, 0, 0, 0, *board, 0, 0, 0]
        play(state, *[HOUSE.names.index(name) for name in menus])
        came = [state.lunch_customers(seat) if step == LUNCH else state.dinner_customers(seat) for seat in range(4)]
        assert came == [[0, customers, 0] for customers in expected]
        assert state.scores() == expected


def test_C8_each_category_counts_by_itself_and_the_meal_is_their_sum() -> None:
    board = on_board(4, Soup=2, Clams=2, Steak=1, Flounder=3, Torte=4)
    state = position(4, step=LUNCH, hands=[[SOUP], [SALAD], [HEN], [CLAMS]], tally=board)
    play(state, *[HOUSE.names.index(name) for name in TABLE])
    assert [state.lunch_customers(seat) for seat in range(4)] == [[4, 3, 5], [0, 5, 0], [0, 0, 0], [4, 0, 5]]


def test_C8_lunch_menus_are_chosen_unseen_and_revealed_together() -> None:
    state = position(4, step=LUNCH)
    reveals = state.reveals
    for seat in range(3):
        state.apply(seat, state.hands[seat][0])
        assert (state.scores(), state.reveals, state.shown) == ([0] * 4, reveals, [NONE] * 4)
    state.apply(3, state.hands[3][0])
    assert (state.step, state.reveals, state.lunch) == (CLEAN_UP, reveals + 1, state.shown)


def test_C8_lunch_and_dinner_add_up() -> None:
    state = play_to(fresh(6, 21), CLOSED)
    for seat in range(6):
        assert state.scores()[seat] == sum(state.lunch_customers(seat)) + sum(state.dinner_customers(seat))
    assert all(sum(state.lunch_customers(seat)) for seat in range(6))


# Clean-up


def served_lunch(tally: dict[str, list[int]], **words: Any) -> ChefsChoice:
    """The state after lunch was served on that tally."""
    return choose_all(position(4, step=LUNCH, tally=tally, **words))


def test_C9_one_marker_of_every_colour_comes_off_the_most_popular_dish_of_each_category() -> None:
    state = served_lunch(
        {
            "Soup": [3, 1, 0, 0, 1],
            "Clams": [0, 0, 2, 2, 0],
            "Steak": [0, 0, 0, 0, 1],
            "Torte": [0, 2, 0, 1, 0],
            "Cake": [0, 0, 2, 0, 0],
        }
    )
    left = {HOUSE.dish_names[at]: count for at, count in enumerate(state.tally) if count}
    assert left == {"Soup": 2, "Clams": 4, "Torte": 1, "Cake": 2}
    assert [marks(state, colour, "Soup") for colour in range(5)] == [2, 0, 0, 0, 0]
    assert state.home == [8, 9, 6, 8, 10]


def test_C9_all_that_tie_for_most_popular_lose_markers() -> None:
    state = served_lunch({"Soup": [2, 0, 0, 0, 0], "Clams": [0, 1, 1, 0, 0], "Mushrooms": [1, 0, 0, 0, 0]})
    assert [state.tally[dish(name)] for name in ("Soup", "Clams", "Mushrooms")] == [1, 0, 1]


def test_C9_lunch_is_scored_before_the_markers_come_off() -> None:
    state = served_lunch({"Soup": [1, 0, 0, 0, 0]}, hands=[[SOUP, menu("Soup", "Lamb", "Cake")], [], [], []])
    assert (state.lunch_customers(0), state.tally[dish("Soup")]) == ([5, 0, 0], 0)


def test_C9_keep_or_discard_is_decided_by_all_at_once_and_unseen() -> None:
    state = position(4, step=CLEAN_UP)
    last = [hand[0] for hand in state.hands]
    assert [state.legal(seat) for seat in range(4)] == [[KEEP, DISCARD]] * 4
    state.apply(1, DISCARD)
    state.apply(0, KEEP)
    for viewer in (None, 2, 3):
        seen = GAME.view(state, viewer)
        assert (seen["decided"], seen["kept"]) == ([True, True, False, False], None)
    state.events = []
    play(state, KEEP, DISCARD)
    for viewer in (None, 0, 1, 2, 3):
        heard = [GAME.hear(state, event, viewer) for event in state.events]
        kept = [words["kept"] for words in heard if words and words["event"] == "decide"]
        assert kept == GAME.view(state, viewer)["kept"] == [True, False, True, False]
        assert [words for words in heard if words and words["event"] == "decide" and "card" in words] == []
    for seat in (0, 2):
        assert last[seat] in state.hands[seat]


def test_C9_everything_played_goes_into_the_deck_which_is_shuffled_and_all_get_five() -> None:
    dealt: Counter[int] = Counter()
    for seed in range(60):
        state = play_to(fresh(4, seed), CLEAN_UP, seed=seed)
        seen = [*[at for cards in state.played for at in cards], *state.shown, state.podcast]
        last = [hand[0] for hand in state.hands]
        rest = [*state.deck, *seen, last[1], last[3]]
        play(state, KEEP, DISCARD, KEEP, DISCARD)
        assert [len(hand) for hand in state.hands] == [5] * 4
        assert state.played == [[]] * 4
        assert state.shown == [NONE] * 4
        new = [at for hand in state.hands for at in hand if at not in (last[0], last[2])]
        assert sorted([*new, *state.deck, state.podcast]) == sorted(rest)
        dealt.update([at in seen for at in new])
    assert dealt[True] > 250
    assert dealt[False] > 250


def test_C9_with_eight_players_the_deck_is_just_enough() -> None:
    for choice, left in ((KEEP, 48 - 8 - 32), (DISCARD, 48 - 40)):
        state = play_to(fresh(8, 5), CLEAN_UP)
        assert len(state.deck) == 7
        play(state, *[choice] * 8)
        assert [len(hand) for hand in state.hands] == [5] * 8
        assert len(state.deck) == left - 1
        play_to(state, CLOSED)
        assert sorted(state.inventory()) == list(range(48))


# Hidden sample


def test_C10_card_and_dish_are_chosen_in_secret_and_revealed_together() -> None:
    state = position(4, step=HIDDEN_SAMPLE)
    hands = [list(hand) for hand in state.hands]
    for seat in range(4):
        assert state.legal(seat) == [clip(at, category) for at in hands[seat] for category in range(3)]
    for seat in range(3):
        state.apply(seat, clip(hands[seat][0], seat))
        assert (sum(state.tally), state.shown) == (0, [NONE] * 4)
    reveals = state.reveals
    state.apply(3, clip(hands[3][2], 1))
    assert (state.step, state.reveals) == (DINNER, reveals + 1)
    sampled = [(hands[seat][0], seat) for seat in range(3)] + [(hands[3][2], 1)]
    for seat, (at, category) in enumerate(sampled):
        mine = state.marks[seat * HOUSE.dishes : (seat + 1) * HOUSE.dishes]
        assert mine == [int(one == HOUSE.on[at][category]) for one in range(HOUSE.dishes)]
        assert state.played[seat][-1] == at
        assert at not in state.hands[seat]
    assert all(action < CLIP for action in state.legal(0))


# Who wins


def test_C11_a_tie_goes_to_more_markers_of_every_colour_on_the_dinner_menu() -> None:
    lamb = menu("Clams", "Lamb", "Cake")
    shown = [[SOUP], [lamb], [menu("Mushrooms", "Cornish", "Bananas")], [menu("Caesar", "Flounder", "Bananas")]]
    board = on_board(4, Soup=1, Steak=4, Torte=3, Clams=4, Lamb=2, Cake=1)
    customers = [[0, 0, 0], [1, 1, 1], [0, 0, 0], [5, 5, 5]]
    state = position(4, step=CLOSED, shown=shown, tally=board, lunch_customers=customers)
    assert (state.dinner_customers(0), state.dinner_customers(1)) == ([4, 7, 7], [7, 4, 4])
    assert state.scores() == [18, 18, 0, 15]
    assert [state.tiebreaker(seat) for seat in range(4)] == [8, 7, 0, 0]
    assert state.ranking() == [[0], [1], [3], [2]]
    verdict = "{0} win[s] with 18 customers, ahead of {1} on the markers for dinner."
    assert GAME.sheet(state)["verdict"] == verdict


def test_C11_customers_come_before_markers() -> None:
    shown = [[SOUP], [menu("Clams", "Lamb", "Cake")], [HEN], [menu("Caesar", "Flounder", "Bananas")]]
    board = on_board(4, Soup=9, Steak=9, Torte=9, Clams=1, Lamb=1, Cake=1)
    customers = [[0, 0, 0], [5, 5, 5], [0, 0, 0], [0, 0, 0]]
    state = position(4, step=CLOSED, shown=shown, tally=board, lunch_customers=customers)
    assert (state.scores()[:2], state.ranking()[0]) == ([21, 27], [1])


def test_C11_a_tie_to_the_end_is_shared() -> None:
    shown = [[SOUP], [menu("Clams", "Lamb", "Cake")], [HEN], [menu("Caesar", "Flounder", "Bananas")]]
    board = on_board(4, Soup=2, Clams=2, Steak=3, Lamb=3, Torte=1, Cake=1)
    state = position(4, step=CLOSED, shown=shown, tally=board)
    assert state.ranking() == [[0, 1], [2, 3]]
    assert GAME.sheet(state)["verdict"] == "{0} and {1} share the win with 18 customers."


def test_C11_before_dinner_there_is_no_tiebreaker() -> None:
    state = position(4, step=LUNCH, tally=on_board(4, Soup=2))
    assert ([state.tiebreaker(seat) for seat in range(4)], state.ranking()) == ([0] * 4, [[0, 1, 2, 3]])


def test_C11_the_rulebooks_example_draws_nine_at_lunch() -> None:
    board = on_board(
        6, Caesar=5, Mushrooms=3, Soup=3, Clams=1, Cornish=7, Flounder=7, Steak=2, Torte=8, Cake=4, Bananas=3
    )
    state = position(6, step=LUNCH, hands=[[SOUP], [], [], [], [], []], tally=board)
    assert (
        GAME.describe(state, 0, card("Soup", "Steak", "Torte"))["label"] == "Serve Soup, Steak and Torte: 9 customers"
    )
    assert GAME.view(state, None)["draws"][card("Soup", "Steak", "Torte")] == 9
    state.apply(0, card("Soup", "Steak", "Torte"))
    choose_all(state)
    assert (state.lunch_customers(0), state.scores()[0]) == ([3, 1, 5], 9)
    assert GAME.view(state, None)["lunch_total"][0] == 9


# What each seat knows


def test_C9_a_card_that_was_kept_is_one_that_nobody_saw_in_the_morning() -> None:
    for seed in range(30):
        state = play_to(fresh(5, seed), CLEAN_UP, seed=seed)
        play(state, KEEP, KEEP, DISCARD, KEEP, DISCARD)
        for viewer in range(5):
            seen = {*state.morning, state.last[viewer]}
            for guess in range(5):
                known = state.determinize(viewer, Stream(guess))
                assert known.hands[viewer] == state.hands[viewer]
                for other in (0, 1, 3):
                    if other != viewer:
                        assert set(known.hands[other]) - seen


def kept_and_played(seed: int) -> ChefsChoice:
    """Seat 0 has kept its last card of the morning, and plays it first in the afternoon."""
    state = play_to(fresh(4, seed), CLEAN_UP, seed=seed)
    play(state, KEEP, DISCARD, DISCARD, DISCARD)
    return play(state, state.last[0], *[state.hands[seat][0] for seat in (1, 2, 3)])


def test_C9_once_an_unseen_card_is_played_it_may_have_been_the_kept_one() -> None:
    free = 0
    for seed in range(40):
        state = kept_and_played(seed)
        for guess in range(20):
            known = state.determinize(1, Stream(guess))
            free += not set(known.hands[0]) - {*state.morning, state.last[1]}
    assert free > 0


def test_C9_an_unseen_card_that_was_played_in_an_earlier_round_may_have_been_the_kept_one() -> None:
    free = 0
    for seed in range(40):
        state = kept_and_played(seed)
        play_to(state, state.step + 1)
        assert state.last[0] in state.played[0]
        for guess in range(20):
            known = state.determinize(1, Stream(guess))
            free += not set(known.hands[0]) - {*state.morning, state.last[1]}
    assert free > 0


def test_C5_steps_between_rounds_have_no_tile() -> None:
    assert [step for step in range(13) if SPACE[step] >= 0] == ROUNDS
    assert position(4, step=LUNCH).tile() == NONE
