"""Diner clause by clause: each test is named after the clause of the rulings that it guards."""

from __future__ import annotations

from collections import Counter

import pytest

from maitred.games.diner.rules import (
    BLUE,
    CALL,
    HAND,
    HOLD,
    MOST_CARDS,
    PLATES,
    SERVE,
    SLOTS,
    STACKS,
    TAKE,
    Diner,
    lacking,
    one_byte_each,
)
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition, BadSetup
from tests.games.diner.positions import (
    GAME,
    HOUSE,
    counter,
    draw,
    fresh,
    index,
    plates,
    position,
    refusal,
    seat_at,
    serve,
    tables,
    verbs,
)

PLAYER_COUNTS = (2, 3, 4)
EVERY_TABLE = [
    {"calls": calls, "relief": relief, "pace": pace}
    for calls in ("auto", "players")
    for relief in ("off", "on")
    for pace in ("live", "calm")
]


def all_stacks(*tops: str) -> list[list[str]]:
    """A Kitchen of stacks with these plates on top and two of bacon below each."""
    return [["bacon", "bacon", top] for top in tops]


# Common house rulings


def test_G1_the_dealer_is_drawn_from_the_seed() -> None:
    for players in PLAYER_COUNTS:
        starts = [fresh(players, seed).tokens for seed in range(100)]
        assert {tuple(tokens) for tokens in starts} == {
            tuple(2 if seat == left else 1 for seat in range(players)) for left in range(players)
        }
        assert starts == [fresh(players, seed).tokens for seed in range(100)]


def test_G1_the_table_may_fix_the_dealer_and_left_is_the_next_seat() -> None:
    for players in PLAYER_COUNTS:
        for dealer in range(players):
            state = fresh(players, 5, dealer=dealer + 1)
            assert state.tokens[(dealer + 1) % players] == 2


def test_G1_a_last_tie_shares_the_win() -> None:
    state = position(3, tips=[["First Date"], ["Yoga Partners"], ["Arm Wrestlers"]])
    assert state.scores() == [4, 3, 4]
    assert state.ranking() == [[0, 2], [1]]


def test_G2_unknown_options_and_wrong_values_are_refused_by_name() -> None:
    with pytest.raises(BadSetup, match="'gratuity'"):
        fresh(2, gratuity="on")
    for option, wrong in (("calls", "never"), ("relief", "maybe"), ("pace", "hectic"), ("dealer", 3), ("dealer", 0)):
        with pytest.raises(BadSetup, match=option):
            GAME.new(2, 3, {option: wrong})


def test_G2_the_defaults_are_the_rulebooks_but_for_the_calls() -> None:
    assert GAME.check_options({}, 3) == {"calls": "auto", "relief": "off", "pace": "live", "dealer": "drawn"}


def test_G3_nobody_is_played_for_even_with_one_thing_to_do() -> None:
    state = position(2, kitchen=[[], [], []], calls="players", hands=[["burger", "salad"]], sections=[["First Date"]])
    state.apply(0, serve("First Date"))
    assert state.legal(0) == state.legal(1) == [CALL]
    assert not state.closed
    calm = position(2, kitchen=[[], [], []], calls="players", pace="calm", holds=2)
    assert (calm.actors(), calm.legal(0)) == ([0], [CALL])


@pytest.mark.parametrize("dawdle", [False, True])
@pytest.mark.parametrize("options", EVERY_TABLE, ids=lambda options: "-".join(options.values()))
def test_G4_the_diner_closes_at_every_table_also_on_those_who_dawdle(options: dict[str, object], dawdle: bool) -> None:
    for players in PLAYER_COUNTS:
        for seed in range(6):
            state = fresh(players, seed, **options)
            pick = Stream(seed)
            for _ in range(1000):
                if not (actors := state.actors()):
                    break
                seat = actors[pick.below(len(actors))]
                legal = state.legal(seat)
                state.apply(seat, legal[-1] if dawdle else legal[pick.below(len(legal))])
            assert state.closed
            assert sorted(state.inventory()) == list(range(54))


# Components and setup


def test_N1_the_plates_are_the_decks_and_no_card_has_a_plate_that_its_table_orders() -> None:
    for seed in range(100):
        state = fresh(2 + seed % 3, seed)
        assert [state.plate.count(plate) for plate in range(PLATES)] == [14, 12, 10, 8, 6, 4]
        assert all(HOUSE.needs[card][state.plate[card]] == 0 for card in range(54))


def test_N1_a_position_with_an_ordered_plate_on_its_own_back_cannot_occur() -> None:
    with pytest.raises(BadPosition, match="First Date"):
        position(2, backs={"First Date": "burger"}, kitchen=None)


def test_N1_a_position_with_the_plates_of_another_deck_cannot_occur() -> None:
    blue = dict.fromkeys(HOUSE.names[:5], "blue")
    with pytest.raises(BadPosition, match="plates of the deck"):
        GAME.load({"players": 2, "backs": blue})
    state = fresh(2)
    state.plate = [BLUE] * 54
    with pytest.raises(BadPosition, match="not those of the deck"):
        GAME.unpack(state.pack())


def test_N2_a_token_each_and_one_more_for_the_dealers_left() -> None:
    for players in PLAYER_COUNTS:
        tokens = fresh(players, dealer=players).tokens
        assert tokens == [2] + [1] * (players - 1)


@pytest.mark.parametrize(("players", "heights"), [(2, [15, 15, 15]), (3, [14, 14, 14]), (4, [13, 13, 13])])
def test_N2_three_cards_each_three_in_the_lounge_the_rest_in_three_stacks(players: int, heights: list[int]) -> None:
    state = fresh(players)
    assert [len(hand) for hand in state.hands] == [HAND] * players
    assert len(state.lounge) == SLOTS
    assert [len(stack) for stack in state.kitchen] == heights
    assert state.sink == []
    assert state.sections == state.tips == [[] for _ in range(players)]
    assert sorted(state.inventory()) == list(range(54))


def test_N2_near_equal_stacks_the_larger_first() -> None:
    held = [["bacon"] * 2, ["bacon"] * 2]
    assert [len(stack) for stack in position(2, hands=held).kitchen] == [16, 16, 15]
    assert [len(stack) for stack in position(2, hands=[*held[:1], ["bacon"] * 3]).kitchen] == [16, 15, 15]


def test_N2_the_cards_are_shuffled() -> None:
    assert len({tuple(fresh(2, seed).lounge) for seed in range(50)}) > 45
    assert len({fresh(2, seed).kitchen[0][-1] for seed in range(300)}) > 45


def test_N2_plates_towards_the_owner_tables_towards_the_others() -> None:
    state = fresh(3)
    for viewer in range(3):
        hands = GAME.view(state, viewer)["hands"]
        for owner in range(3):
            assert [card["table"] - PLATES for card in hands[owner]] == state.hands[owner]
            seen = [state.plate[card] for card in state.hands[owner]] if owner == viewer else [None] * HAND
            assert [card["plate"] for card in hands[owner]] == seen
    assert all(card["plate"] is None for hand in GAME.view(state, None)["hands"] for card in hand)


def test_N2_stacks_show_their_top_plate_and_height_and_all_else_is_public() -> None:
    state = position(
        2,
        kitchen=[["bacon", "steak"], ["burger"], []],
        sink=["salad", "blue"],
        sections=[["The Twins"]],
        tips=[[], ["Road Crew"]],
        calls="players",
    )
    for viewer in (None, 0, 1):
        view = GAME.view(state, viewer)
        assert [(stack["top"], stack["height"]) for stack in view["kitchen"]] == [(4, 2), (2, 1), (None, 0)]
        assert view["sink"][-2:] == [3, 5]
        assert view["sections"] == [[PLATES + index("The Twins")], []]
        assert view["tips"] == [[], [PLATES + index("Road Crew")]]
        assert view["lounge"] == [PLATES + card for card in state.lounge]
        assert view["tokens"] == state.tokens


# Play


def test_N3_everyone_with_a_token_may_act_in_any_order() -> None:
    state = position(3, tokens=[2, 0, 2])
    assert state.actors() == [0, 2]
    assert state.legal(1) == []
    state.apply(2, draw(0))
    assert (state.tokens, state.actors()) == ([3, 0, 1], [0, 2])
    state.apply(0, draw(0))
    state.apply(0, draw(1))
    assert (state.tokens, state.actors()) == ([1, 2, 1], [0, 1, 2])


def test_N3_without_a_token_nothing_can_be_done() -> None:
    state = position(2, tokens=[3, 0], hands=[[], ["burger", "salad"]], sections=[[], ["First Date"]])
    assert refusal(state, 1, serve("First Date")) == "You have no action token: wait until one is passed to you."


def test_N3_there_is_no_passing() -> None:
    assert verbs(fresh(2, 3), 0) == ["draw", "seat", "counter"]


def test_N3_draw_takes_the_top_plate_of_a_stack_to_the_hand_and_passes_a_token() -> None:
    state = position(3, hands=[["salad"]], kitchen=all_stacks("steak", "burger", "blue"))
    top = state.kitchen[1][-1]
    state.apply(0, draw(1))
    assert plates(state, state.hands[0]) == ["salad", "burger"]
    assert state.hands[0][-1] == top
    assert [len(stack) for stack in state.kitchen] == [3, 2, 3]
    assert state.tokens == [1, 2, 1]


def test_N3_seat_moves_a_party_to_the_section_and_turns_a_top_card_over() -> None:
    state = position(3, kitchen=all_stacks("steak", "burger", "blue"))
    refill = state.kitchen[2][-1]
    state.apply(0, seat_at(1, 2))
    assert tables(state.sections[0]) == ["First Date"]
    assert state.lounge == [index("Early Birds"), refill, index("Bus Tour")]
    assert [len(stack) for stack in state.kitchen] == [3, 3, 2]
    assert state.tokens == [1, 2, 1]


def test_N3_any_number_of_tables_may_be_seated() -> None:
    state = position(2, tokens=[3, 0])
    for slot in range(SLOTS):
        state.apply(0, seat_at(slot, 0))
    assert tables(state.sections[0]) == ["Early Birds", "First Date", "Bus Tour"]


def test_N3_counter_sends_a_party_to_the_sink_plate_side_up() -> None:
    state = position(3, kitchen=all_stacks("steak", "burger", "blue"))
    refill = state.kitchen[0][-1]
    state.apply(0, counter(2, 0))
    assert state.sections == [[], [], []]
    assert state.sink[-1] == index("Bus Tour")
    assert GAME.view(state, 1)["sink"][-1] == state.plate[index("Bus Tour")]
    assert state.lounge == [index("Early Birds"), index("First Date"), refill]
    assert [len(stack) for stack in state.kitchen] == [2, 3, 3]
    assert state.tokens == [1, 2, 1]


def test_N3_serve_puts_all_plates_of_a_table_in_the_sink_and_the_table_in_the_tips() -> None:
    state = position(3, hands=[["burger", "steak", "salad"]], sections=[["First Date"]])
    burger, steak, salad = state.hands[0]
    state.apply(0, serve("First Date"))
    assert state.hands[0] == [steak]
    assert state.sink[-2:] == [burger, salad]
    assert (state.sections[0], tables(state.tips[0])) == ([], ["First Date"])
    assert state.scores() == [4, 0, 0]
    assert state.tokens == [1, 2, 1]


def test_N3_a_table_is_served_whole_or_not_at_all() -> None:
    state = position(2, hands=[["burger", "steak"]], sections=[["First Date"]])
    assert "you lack Salad." in refusal(state, 0, serve("First Date"))


def test_N3_tables_in_the_lounge_or_in_another_section_cannot_be_served() -> None:
    state = position(2, hands=[["burger", "salad"], ["burger", "salad"]], sections=[[], ["First Date"]])
    assert "not in your section" in refusal(state, 0, serve("First Date"))
    assert serve("First Date") in state.legal(1)
    waiting = position(2, hands=[["burger", "salad"]])
    assert "not in your section" in refusal(waiting, 0, serve("First Date"))
    assert "not in your section" in refusal(waiting, 0, SERVE + MOST_CARDS - 1)


def test_N3_an_empty_stack_gives_nothing() -> None:
    state = position(2, kitchen=[["bacon", "burger"], [], ["bacon", "steak"]])
    assert state.legal(0) == sorted(
        [draw(0), draw(2), *[move(slot, stack) for move in (seat_at, counter) for slot in range(3) for stack in (0, 2)]]
    )
    for action in (draw(1), seat_at(0, 1), counter(2, 1)):
        assert refusal(state, 0, action) == "Stack 2 of the Kitchen is empty."


def test_N4_a_seating_names_its_table_and_its_refill_and_the_lounge_is_always_full() -> None:
    for seed in range(10):
        state = fresh(4, seed)
        pick = Stream(seed)
        while actors := state.actors():
            assert len(state.lounge) == SLOTS
            seat = actors[pick.below(len(actors))]
            legal = state.legal(seat)
            state.apply(seat, legal[pick.below(len(legal))])
        assert len(state.lounge) == SLOTS
    assert set(fresh(2, 3).legal(0)) >= {seat_at(slot, stack) for slot in range(SLOTS) for stack in range(STACKS)}


def test_N4_serve_uses_exact_plates_before_wilds() -> None:
    state = position(2, hands=[["blue", "salad", "burger"]], sections=[["First Date"]])
    state.apply(0, serve("First Date"))
    assert plates(state, state.hands[0]) == ["blue"]
    assert state.held[0] == [0, 0, 0, 0, 0, 1]


def test_N4_wilds_stand_in_for_what_is_missing() -> None:
    state = position(2, hands=[["steak", "blue", "salad", "blue"]], sections=[["First Date"]])
    first_blue = state.hands[0][1]
    assert GAME.describe(state, 0, serve("First Date"))["plates"] == [3, BLUE]
    state.apply(0, serve("First Date"))
    assert plates(state, state.hands[0]) == ["steak", "blue"]
    assert first_blue in state.sink


def test_N4_wilds_may_be_the_whole_order_but_no_more_than_there_are() -> None:
    state = position(2, hands=[["blue", "blue", "blue"]], sections=[["First Date", "Road Crew", "Birthday Girl"]])
    assert serve("First Date") in state.legal(0)
    assert serve("Birthday Girl") in state.legal(0)
    assert "cannot stand in for all" in refusal(state, 0, serve("Road Crew"))


def test_N3_what_an_order_lacks_is_counted_plate_by_plate() -> None:
    pick = Stream(5)
    for _ in range(2000):
        ordered = [pick.below(5) for _ in range(BLUE)]
        held = [pick.below(MOST_CARDS if pick.chance_of(1, 4) else 5) for _ in range(BLUE)]
        missing = sum(max(0, wanted - have) for wanted, have in zip(ordered, held, strict=True))
        assert lacking(one_byte_each([*ordered, 0]), one_byte_each([*held, 9])) == missing


def test_N4_of_equal_plates_the_longest_held_are_served() -> None:
    state = position(2, hands=[["bacon", "burger", "bacon", "burger", "burger"]], sections=[["Skateboarders"]])
    oldest = [state.hands[0][1], state.hands[0][3]]
    state.apply(0, serve("Skateboarders"))
    assert state.sink[-2:] == oldest
    assert plates(state, state.hands[0]) == ["bacon", "bacon", "burger"]


# Break time and closing time


def almost(players: int, **words: object) -> Diner:
    """A position in which the next card from stack 3 leaves two stacks empty."""
    kitchen = [["pancakes", "burger", "salad"], [], ["steak"]]
    return position(players, kitchen=kitchen, tokens=[players + 1, *[0] * (players - 1)], **words)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [3, 4])
def test_N5_the_first_time_two_stacks_are_empty_is_the_break(players: int) -> None:
    state = almost(players)
    shuffled = {*state.sink, *state.kitchen[0]}
    state.apply(0, draw(2))
    assert not state.closed
    assert state.breaks == 1
    assert {card for stack in state.kitchen for card in stack} == shuffled
    assert state.sink == []
    heights = [len(stack) for stack in state.kitchen]
    assert heights == sorted(heights, reverse=True)
    assert max(heights) - min(heights) <= 1
    assert state.tokens == [players, 1, *[0] * (players - 2)]
    assert tables(state.lounge) == ["Early Birds", "First Date", "Bus Tour"]


@pytest.mark.parametrize("players", [3, 4])
def test_N5_the_break_shuffles(players: int) -> None:
    orders = set()
    for seed in range(10):
        state = almost(players, seed=seed)
        state.apply(0, draw(2))
        orders.add(tuple(card for stack in state.kitchen for card in stack))
    assert len(orders) == 10


@pytest.mark.parametrize("players", [3, 4])
def test_N5_the_second_time_is_closing_time(players: int) -> None:
    state = almost(players, breaks=1)
    state.apply(0, draw(2))
    assert state.closed
    assert state.actors() == []
    assert all(state.legal(seat) == [] for seat in range(players))
    assert GAME.why_not(state, 0, draw(0)) == "The game is over."


def test_N5_with_two_players_the_first_time_is_closing_time() -> None:
    state = almost(2)
    state.apply(0, seat_at(0, 2))
    assert state.closed
    assert state.breaks == 0
    assert state.scores() == [-1, 0]
    with pytest.raises(BadPosition, match="none with two players"):
        position(2, breaks=1)


def test_N5_one_empty_stack_is_neither() -> None:
    for players in PLAYER_COUNTS:
        state = position(players, kitchen=[["bacon", "bacon"], ["bacon"], ["bacon", "bacon"]])
        state.apply(0, draw(1))
        assert (state.closed, state.breaks) == (False, 0)


def test_N5_judged_after_the_whole_move_what_goes_to_the_sink_is_shuffled_in_and_the_token_is_passed() -> None:
    state = almost(3)
    refill = state.kitchen[2][-1]
    state.apply(0, counter(1, 2))
    assert state.breaks == 1
    assert index("First Date") in [card for stack in state.kitchen for card in stack]
    assert state.lounge[1] == refill
    assert state.tokens == [3, 1, 0]


@pytest.mark.parametrize("players", [3, 4])
def test_N5_a_break_that_leaves_two_stacks_empty_closes_the_diner(players: int) -> None:
    for left, heights in ((["bacon"], [1, 0, 0]), (["bacon", "salad"], [1, 1, 0])):
        state = position(
            players, kitchen=[left, [], ["steak"]], rest="hand", tokens=[players + 1, *[0] * (players - 1)]
        )
        state.apply(0, draw(2))
        assert state.breaks == 1
        assert [len(stack) for stack in state.kitchen] == heights
        assert state.closed == (len(left) == 1)


def test_N5_events_tell_of_the_break_and_of_closing_time() -> None:
    state = position(3, kitchen=[["bacon"], [], ["steak"]], rest="hand")
    state.events = []
    state.apply(0, draw(2))
    told = [GAME.hear(state, event, None) for event in state.events]
    assert [words["event"] for words in told if words] == ["draw", "break", "over"]
    assert told[1]["text"] == "Break time! 1 card from the Sink and the Kitchen is shuffled into three new stacks."  # type: ignore[index]


def test_N6_with_calls_by_the_players_play_goes_on_until_somebody_calls() -> None:
    for players in PLAYER_COUNTS:
        state = almost(players, calls="players")
        assert CALL not in state.legal(0)
        assert "nothing to call" in refusal(state, 0, CALL)
        state.apply(0, draw(2))
        assert (state.closed, state.breaks) == (False, 0)
        assert state.actors() == list(range(players))
        assert state.legal(players - 1) == [CALL] if players > 2 else CALL in state.legal(1)
        state.apply(0, draw(0))
        assert len(state.kitchen[0]) == 2
        assert CALL in state.legal(0)


def test_N6_a_call_needs_no_token_and_with_two_players_closes() -> None:
    state = position(2, kitchen=[["bacon"], [], []], tokens=[3, 0], calls="players")
    assert state.legal(1) == [CALL]
    assert GAME.describe(state, 1, CALL)["call"] == "closing"
    state.apply(1, CALL)
    assert state.closed
    assert state.tokens == [3, 0]


@pytest.mark.parametrize("players", [3, 4])
def test_N6_with_three_or_four_the_first_call_is_the_break_and_the_second_closes(players: int) -> None:
    state = position(players, kitchen=[["bacon"], [], []], calls="players")
    assert GAME.describe(state, 2, CALL)["call"] == "break"
    state.apply(2, CALL)
    assert (state.closed, state.breaks) == (False, 1)
    assert CALL not in state.legal(2)
    late = position(players, kitchen=[["bacon"], [], []], calls="players", breaks=1)
    assert GAME.describe(late, 2, CALL)["call"] == "closing"
    late.apply(2, CALL)
    assert late.closed


@pytest.mark.parametrize("players", [3, 4])
def test_N6_after_a_break_that_leaves_two_stacks_empty_closing_still_waits_for_a_call(players: int) -> None:
    for left in ([], ["bacon"]):
        state = position(players, kitchen=[left, [], []], rest="hand", calls="players")
        state.apply(0, CALL)
        assert (state.closed, state.breaks) == (False, 1)
        assert all(CALL in state.legal(seat) for seat in range(players))
        state.apply(1, CALL)
        assert state.closed


def test_N6_with_no_card_left_there_is_no_refill_and_no_draw_but_serving_goes_on() -> None:
    state = position(2, kitchen=[[], [], []], calls="players", hands=[["burger", "salad"]], sections=[["First Date"]])
    assert state.legal(0) == [serve("First Date"), CALL]
    state.apply(0, serve("First Date"))
    assert state.legal(0) == [CALL]


def test_N6_the_default_calls_at_once_and_leaves_nothing_to_call() -> None:
    assert refusal(fresh(2, 3), 0, CALL) == "Breaks and closing time call themselves at this table."
    with pytest.raises(BadPosition, match="two stacks empty"):
        position(2, kitchen=[["bacon"], [], []])


# Relief


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_N7_whoever_sits_left_of_a_player_with_all_tokens_may_take_one(players: int) -> None:
    hoarder = players - 1
    tokens = [*[0] * hoarder, players + 1]
    state = position(players, tokens=tokens, relief="on")
    assert state.actors() == sorted({0, hoarder})
    assert state.legal(0) == [TAKE]
    assert TAKE not in state.legal(hoarder)
    state.apply(0, TAKE)
    assert state.tokens == [1, *[0] * (players - 2), players]
    assert TAKE not in state.legal(0)
    assert "draw" in verbs(state, 0)


def test_N7_nobody_takes_from_a_player_who_does_not_hold_them_all() -> None:
    state = position(3, tokens=[3, 0, 1], relief="on")
    assert state.actors() == [0, 2]
    assert (
        refusal(position(3, tokens=[3, 1, 0], relief="on"), 1, TAKE)
        == "You may take a token only while {0} holds them all."
    )


def test_N7_relief_is_a_variant() -> None:
    state = position(3, tokens=[4, 0, 0])
    assert state.actors() == [0]
    assert state.legal(1) == []
    assert "relief option is off" in refusal(position(3), 1, TAKE)


def test_N7_a_hoarder_spends_tokens_in_a_row_while_the_others_wait() -> None:
    state = position(2, tokens=[3, 0])
    for left in (2, 1, 0):
        assert state.actors() == ([0] if left == 2 else [0, 1])
        state.apply(0, draw(left))
        assert state.tokens == [left, 3 - left]
    assert state.actors() == [1]


# Scoring


def test_N8_tips_less_tables_not_served() -> None:
    state = position(
        3, tips=[["First Date", "Bus Tour"], ["The Twins"], []], sections=[["Early Birds"], [], ["Touring Rock Stars"]]
    )
    assert state.scores() == [4 + 6 - 1, 2, -8]
    assert state.ranking() == [[0], [1], [2]]


def test_N8_hands_and_the_lounge_count_nothing() -> None:
    bare = position(2)
    state = position(2, hands=[["steak"] * 4], lounge=["Touring Rock Stars", "Wrestling Family", "Oil Drillers"])
    assert state.scores() == bare.scores() == [0, 0]


def test_N8_ties_go_to_the_most_plates_served_then_are_shared() -> None:
    state = position(4, tips=[["First Date"], ["Family on the Road"], ["Arm Wrestlers"], ["Early Birds"]])
    assert state.scores() == [4, 4, 4, 1]
    assert [state.plates_served(seat) for seat in range(4)] == [2, 4, 2, 2]
    assert state.ranking() == [[1], [0, 2], [3]]


def test_N8_tables_not_served_do_not_count_as_customers() -> None:
    state = position(2, tips=[["Arm Wrestlers"], ["Newlyweds"]], sections=[[], ["Early Birds"]])
    assert state.scores() == [4, 4]
    assert state.ranking() == [[0, 1]]


# House tables


def test_N9_the_backs_are_drawn_from_the_seed_every_game_anew() -> None:
    deals = [tuple(fresh(2, seed).plate) for seed in range(200)]
    assert len(set(deals)) == 200
    assert deals[:20] == [tuple(fresh(2, seed).plate) for seed in range(20)]
    for card in range(54):
        backs = Counter(deal[card] for deal in deals)
        allowed = {plate for plate in range(PLATES) if HOUSE.needs[card][plate] == 0}
        assert set(backs) == allowed
        assert max(backs.values()) < 190, f"{HOUSE.names[card]} nearly always has the same back"


# Real time


def touched(action: int) -> set[str]:
    """The slots that an action takes from, worked out from its words."""
    words = GAME.describe(fresh(2, 3), 0, action)
    found = {f"stack {words['stack']}"}
    return found | {f"slot {words['slot']}"} if "slot" in words else found


KITCHEN_ACTIONS = fresh(2, 3).legal(0)


def test_N10_a_stamp_changes_exactly_when_a_slot_of_the_action_has_changed() -> None:
    for played in KITCHEN_ACTIONS:
        state = position(2, tokens=[2, 1])
        before = {action: state.stamp(1, action) for action in KITCHEN_ACTIONS}
        state.apply(0, played)
        for action in KITCHEN_ACTIONS:
            gone = bool(touched(played) & touched(action))
            assert (state.stamp(1, action) != before[action]) == gone, (played, action)


def test_N10_looks_do_not_matter_a_slot_with_the_same_plate_again_has_changed() -> None:
    state = position(2, kitchen=[["burger", "burger", "burger"], ["salad"] * 3, ["steak"] * 3])
    stamps = set()
    for seat in (0, 0, 1):
        stamps.add((state.stamp(1, draw(0)), state.stamp(1, seat_at(0, 0)), state.stamp(1, counter(2, 0))))
        state.apply(seat, draw(0))
    assert [len({stamp[at] for stamp in stamps}) for at in range(3)] == [3, 3, 3]


def test_N10_versions_of_slot_and_stack_are_never_mistaken_for_one_another() -> None:
    one, other = position(2, tokens=[3, 0]), position(2, tokens=[3, 0])
    for slot, stack in ((0, 0), (0, 1)):
        one.apply(0, seat_at(slot, stack))
    for slot, stack in ((0, 0), (1, 0)):
        other.apply(0, seat_at(slot, stack))
    assert one.slot_versions[0] + one.stack_versions[0] == other.slot_versions[0] + other.stack_versions[0]
    assert one.stamp(1, seat_at(0, 0)) != other.stamp(1, seat_at(0, 0))


def test_N10_serving_touches_no_slot() -> None:
    state = position(3, hands=[[], ["burger", "salad"]], sections=[[], ["First Date"]])
    before = [state.stamp(0, action) for action in KITCHEN_ACTIONS]
    serving = state.stamp(1, serve("First Date"))
    state.apply(0, draw(0))
    assert state.stamp(1, serve("First Date")) == serving
    state = position(3, hands=[[], ["burger", "salad"]], sections=[[], ["First Date"]])
    state.apply(1, serve("First Date"))
    assert [state.stamp(0, action) for action in KITCHEN_ACTIONS] == before


def test_N10_a_break_changes_every_stack_and_no_place_in_the_lounge() -> None:
    state = almost(3)
    before = [state.stamp(1, draw(stack)) for stack in range(STACKS)]
    slots = list(state.slot_versions)
    state.apply(0, draw(2))
    assert all(state.stamp(1, draw(stack)) != before[stack] for stack in range(STACKS))
    assert state.slot_versions == slots


def test_N10_a_call_for_the_break_is_not_a_call_to_close() -> None:
    state = position(3, kitchen=[[], [], []], rest="hand", calls="players")
    before = state.stamp(0, CALL)
    state.apply(1, CALL)
    assert CALL in state.legal(0)
    assert state.stamp(0, CALL) != before


def test_N10_the_engine_knows_no_clock_and_everyone_may_wait() -> None:
    assert all(fresh(3).may_wait(seat) for seat in range(3))
    assert not any(fresh(3, pace="calm").may_wait(seat) for seat in range(3))


# The calm pace


def test_N12_seats_with_tokens_are_asked_one_after_another_from_the_dealers_left() -> None:
    for dealer in range(3):
        state = fresh(3, 4, pace="calm", dealer=dealer + 1)
        for step in range(4):
            assert state.actors() == [(dealer + 1 + step) % 3]
            state.apply(state.actors()[0], HOLD if step < 3 else draw(0))


def test_N12_seats_without_tokens_are_not_asked() -> None:
    state = position(4, pace="calm", tokens=[3, 0, 2, 0], asking=0)
    assert [state.legal(seat) for seat in (1, 2, 3)] == [[], [], []]
    assert refusal(state, 2, draw(0)) == "It is not your move: {0} to act."
    state.apply(0, HOLD)
    assert state.actors() == [2]
    for _ in range(2):
        state.apply(2, draw(0))
    assert state.actors() == [3]


def test_N12_everyone_may_hold_and_keeps_the_tokens() -> None:
    state = position(2, pace="calm", tokens=[2, 1])
    assert verbs(state, 0) == ["draw", "seat", "counter", "hold"]
    state.apply(0, HOLD)
    assert (state.tokens, state.actors()) == ([2, 1], [1])


@pytest.mark.parametrize("tokens", [[3, 1, 0], [2, 2, 0], [2, 1, 1], [0, 2, 2]])
def test_N12_if_all_hold_in_a_row_the_first_must_act(tokens: list[int]) -> None:
    first = next(seat for seat in range(3) if tokens[seat])
    state = position(3, pace="calm", tokens=tokens, asking=first)
    for _ in [seat for seat in range(3) if tokens[seat]]:
        assert HOLD in state.legal(state.actors()[0])
        state.apply(state.actors()[0], HOLD)
    assert state.actors() == [first]
    assert HOLD not in state.legal(first)
    assert refusal(state, first, HOLD) == "All have held in a row: you must act."
    state.apply(first, draw(0))
    assert HOLD in state.legal(state.actors()[0])


def test_N12_whoever_acts_and_has_another_token_is_asked_again_at_once() -> None:
    state = position(3, pace="calm", tokens=[3, 1, 0], asking=0)
    for left in (2, 1):
        state.apply(0, draw(0))
        assert (state.tokens[0], state.actors()) == (left, [0])
        assert HOLD in state.legal(0), "and may keep the rest"
    state.apply(0, draw(1))
    assert state.actors() == [1]
    state.apply(1, draw(2))
    assert state.actors() == [1]
    state.apply(1, HOLD)
    assert (state.tokens, state.actors()) == ([0, 3, 1], [2])


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_N12_a_seat_that_alone_holds_tokens_is_never_offered_to_hold(players: int) -> None:
    tokens = [0] * players
    tokens[1] = players + 1
    state = position(players, pace="calm", tokens=tokens, asking=1)
    assert verbs(state, 1) == ["draw", "seat", "counter"]
    assert refusal(state, 1, HOLD) == "You hold all the tokens: nobody else can act before you do."
    state.apply(1, draw(0))
    assert HOLD in state.legal(1), "now another has a token"


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("calls", ["auto", "players"])
@pytest.mark.parametrize("relief", ["off", "on"])
def test_N12_whole_games_ask_as_the_clause_says(players: int, calls: str, relief: str) -> None:
    bursts = 0
    for seed in range(8):
        state = fresh(players, seed, pace="calm", calls=calls, relief=relief)
        pick = Stream(seed, branch=9)
        while not state.closed:
            (seat,) = state.actors()
            legal = state.legal(seat)
            assert not (HOLD in legal and state.tokens[seat] == players + 1)
            action = legal[pick.below(len(legal))]
            state.apply(seat, action)
            if action != HOLD and state.tokens[seat] and not state.closed:
                assert state.actors() == [seat]
                bursts += 1
    assert bursts > 50


def test_N12_whoever_may_call_is_asked_too_but_need_not() -> None:
    calling = position(3, pace="calm", calls="players", kitchen=[["bacon"], [], []], tokens=[0, 0, 4], asking=0)
    for seat in (0, 1):
        assert (calling.actors(), calling.legal(seat)) == ([seat], [CALL, HOLD])
        calling.apply(seat, HOLD)
    assert calling.actors() == [2]
    assert HOLD not in calling.legal(2)
    some = position(3, pace="calm", calls="players", kitchen=[["bacon"], [], []], tokens=[0, 1, 3], asking=0)
    for _ in range(3):
        some.apply(some.actors()[0], HOLD)
    assert some.actors() == [1], "who has no token cannot be made to act"
    assert HOLD not in some.legal(1)


@pytest.mark.parametrize("players", [3, 4])
def test_N12_whoever_may_take_a_token_is_asked_before_the_player_who_holds_them_all(players: int) -> None:
    tokens = [1, players, *[0] * (players - 2)]
    taking = position(players, pace="calm", relief="on", tokens=tokens, asking=0)
    taking.apply(0, draw(0))
    assert (taking.actors(), taking.legal(2)) == ([2], [TAKE, HOLD])
    declined = taking.clone()
    taking.apply(2, TAKE)
    assert (taking.actors(), taking.tokens[1:3]) == ([2], [players, 1])
    declined.apply(2, HOLD)
    assert declined.actors() == [1], "it is asked once"
    assert HOLD not in declined.legal(1)


def test_N12_whoever_declined_to_take_a_token_is_not_asked_again_when_others_hold() -> None:
    state = position(
        4, pace="calm", relief="on", calls="players", kitchen=[["bacon"] * 2, [], []], tokens=[1, 4, 0, 0], asking=0
    )
    state.apply(0, draw(0))
    asked: list[int] = []
    while HOLD in state.legal(state.asking):
        asked.append(state.asking)
        state.apply(state.asking, HOLD)
    assert (asked, state.asking) == ([2, 3, 0], 1)


def test_N12_between_two_nobody_takes_back_at_once_the_token_just_passed() -> None:
    state = position(2, pace="calm", relief="on", tokens=[1, 2], asking=0)
    state.apply(0, draw(0))
    assert (state.tokens, state.actors()) == ([0, 3], [1])


def test_N12_finished_games_of_the_first_version_hold_alone_and_are_asked_in_turn() -> None:
    state = position(3, pace="calm", relief="on", tokens=[4, 0, 0], asking=0)
    state.old_rules = 1
    assert HOLD in state.legal(0)
    state.apply(0, HOLD)
    assert (state.actors(), state.legal(1)) == ([1], [TAKE, HOLD])
    state.apply(1, TAKE)
    assert state.actors() == [0]
    state.apply(0, draw(0))
    assert state.actors() == [1]
    last = position(3, pace="calm", relief="on", tokens=[1, 3, 0], asking=0)
    last.old_rules = 1
    last.apply(0, draw(0))
    assert last.actors() == [1]


def test_N12_in_real_time_there_is_nothing_to_hold() -> None:
    assert refusal(fresh(2, 3), 0, HOLD) == "There is nothing to hold in real time: just wait."
    assert GAME.at_keyboard() == {"pace": "calm"}
