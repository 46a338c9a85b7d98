"""States of Ovens that come from outside, packed or in words: what cannot occur is refused with the reason."""

from __future__ import annotations

from collections import Counter

from maitred.games.ovens.memory import (
    BURIED,
    DECK,
    HAND,
    LAST,
    OVEN,
    RESHUFFLE,
    end_of,
    held_of,
    is_oven,
    kind_of,
    least,
    place_of,
    start_of,
    viewers_of,
)
from maitred.games.ovens.rules import (
    ALL,
    BIT,
    CHOOSE_DISH,
    CLOSED,
    DEALT,
    GIVE,
    HAND_LIMIT,
    KEEP,
    LOOK_MOST,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NONE,
    OVER,
    PREPARE,
    PREPARE_MOST,
    REDRAW,
    REPLACE,
    ROUNDS,
    SABOTAGE,
    SPACES,
    SUPPLY,
    TAKE_MOST,
    TYPES,
    Ovens,
    OvensCards,
    kind_laid,
    knower_of,
)
from maitred.kernel.chance import Stream
from maitred.kernel.packing import Reader
from maitred.kernel.position import refuse


def unpack(ints: list[int], cards: OvensCards, old_rules: int = 0) -> Ovens:
    """The state that `Ovens.pack` wrote; `old_rules` says which rules it must obey."""
    reader = Reader(ints)
    state = Ovens(reader.players(MIN_PLAYERS, MAX_PLAYERS, cards), Stream(0), cards)
    state.old_rules = old_rules
    state.read(reader)
    return checked(state)


def checked(state: Ovens) -> Ovens:
    """Compute what is derived in a state from outside, and refuse the state if it cannot occur."""
    refuse(
        flaw_of_table(state)
        or flaw_of_cards(state)
        or flaw_of_ovens(state)
        or flaw_of_moment(state)
        or flaw_of_memory(state)
    )
    return state


def flaw_of_table(state: Ovens) -> str:
    """What is wrong with the dishes; empty if nothing is. Computes which kinds are face up."""
    printed = state.printed
    if len(state.decided) != state.players or len(state.dish) != state.players:
        return "every seat has decided or not, and has a dish or not"
    for plates in state.plates:
        if len(plates) % 3 or any(dish >= len(printed.points) for dish in plates[::3]):
            return "a finished dish is a dish with what it lost and won"
        types = [printed.type_of[dish] for dish in plates[::3]]
        if len(set(types)) != len(types):
            return "nobody prepares two dishes of one type"
        for at in range(0, len(plates), 3):
            if plates[at + 1] > SPACES * max(printed.minus):
                return "a dish loses no more than what fits into an oven"
            if plates[at + 2] not in (0, printed.plus[printed.type_of[plates[at]]]):
                return "a dish wins what its radioactive card gives, or nothing"
    for type_ in range(TYPES):
        for dish in state.piles[type_]:
            if printed.type_of[dish] != type_:
                return f"{printed.dish_names[dish]} lies on the wrong pile"
    for seat in range(state.players):
        up = [kind_laid(laid) for laid in state.ovens[seat] if knower_of(laid) == ALL]
        if len(set(up)) != len(up):
            return "no kind lies face up twice in an oven"
        state.up[seat] = sum(BIT[kind] for kind in up)
    return ""


def flaw_of_cards(state: Ovens) -> str:
    """What is wrong with the cards and the hands."""
    printed = state.printed
    if sorted(state.inventory()) != list(range(sum(printed.copies) + len(printed.points))):
        return "every card and every dish must be there exactly once"
    for seat in range(state.players):
        hand = state.hands[seat]
        if hand != sorted(hand):
            return "hands are sorted"
        room = HAND_LIMIT + 1 if state.moment == REPLACE and seat == state.turn else HAND_LIMIT
        if len(hand) > room:
            return f"a hand holds at most {HAND_LIMIT} cards"
        if state.round == 0 and len(hand) != DEALT:
            return f"before the first round every hand has {DEALT} cards"
    if any(knower_of(laid) != ALL and knower_of(laid) >= state.players for laid in state.discard):
        return "what is discarded is known to a seat or to all"
    if state.discard and not state.deck and state.round > 0:
        return "an empty pile is made anew from the discard at once"
    return ""


def flaw_of_ovens(state: Ovens) -> str:
    """What is wrong in the ovens."""
    printed = state.printed
    for seat in range(state.players):
        oven = state.ovens[seat]
        dish = state.dish[seat]
        if dish < 0:
            if oven:
                return "an oven without a dish is empty"
            if dish == CLOSED:
                late = state.round == ROUNDS and state.plates[seat]
                if not late and any(state.may_choose(seat, type_) for type_ in range(TYPES)):
                    return "an oven is closed in the last round, or when there is no dish left for it"
            continue
        if printed.type_of[dish] in [printed.type_of[done] for done in state.plates[seat][::3]]:
            return "nobody prepares two dishes of one type"
        if len(oven) > SPACES:
            return f"an oven has {SPACES} spaces"
        if state.up[seat] & ~(printed.wants[dish] | BIT[printed.seasoning] | state.home_bit(seat)):
            return f"something lies face up that does not belong in {printed.dish_names[dish]}"
        if state.is_done(seat, state.up[seat]):
            return f"{printed.dish_names[dish]} is done and should have been scored"
        for laid in oven:
            known_to = knower_of(laid)
            clean = kind_laid(laid) <= printed.seasoning
            if known_to != ALL and (clean or known_to == seat or known_to >= state.players):
                return "face down lies only trash or a radioactive card that another player placed"
    return ""


def flaw_of_moment(state: Ovens) -> str:
    """What is wrong with the moment of the turn."""
    moment = state.moment
    setup = state.round == 0
    if setup != (moment == REDRAW or (moment == CHOOSE_DISH and setup)):
        return "the first round begins when all have a dish"
    if (moment == REDRAW) == all(state.decided):
        return "first cards are drawn anew until all have decided, and only once"
    for seat in range(state.players):
        rejected = state.rejected[seat]
        if rejected != sorted(rejected) or Counter(rejected) - Counter(state.hands[seat]):
            return "only cards in hand are rejected"
        if rejected and moment != REDRAW:
            return "cards are rejected only before the game"
    if setup and (state.turn != state.first or any(state.plates) or any(state.ovens) or state.memory):
        return "nothing has happened before the first round"
    if moment == REDRAW and (state.discard or any(dish != NONE for dish in state.dish)):
        return "dishes are chosen when all have decided on their cards"
    if moment == OVER and (state.round != ROUNDS or (state.turn + 1) % state.players != state.first):
        return f"the game is over after the last turn of round {ROUNDS}"
    return (
        flaw_of_choice(state)
        or flaw_of_counts(state)
        or (flaw_of_raid(state) if moment in (KEEP, GIVE) else "")
        or (flaw_of_theft(state) if moment == REPLACE else "")
    )


def flaw_of_choice(state: Ovens) -> str:
    """What is wrong with who takes a dish."""
    waiting = [seat for seat in range(state.players) if state.dish[seat] == NONE]
    if state.moment == REDRAW:
        return "nobody takes a dish yet" if state.chooser else ""
    if state.moment != CHOOSE_DISH:
        return "only a seat that takes a dish has none" if waiting or state.chooser else ""
    if state.round == 0:
        before = (state.chooser - state.first) % state.players
        expected = sorted((state.first + step) % state.players for step in range(before, state.players))
    else:
        expected = [state.chooser]
    if waiting != expected:
        return "only a seat that takes a dish has none"
    if state.round == ROUNDS or (state.round and not state.plates[state.chooser]):
        return "a new dish is taken after a finished one, and not in the last round"
    if not any(state.may_choose(state.chooser, type_) for type_ in range(TYPES)):
        return "an oven is closed when there is no dish left for it"
    return ""


def flaw_of_counts(state: Ovens) -> str:
    """What is wrong with what was done this turn."""
    moment = state.moment
    if state.taken and (state.round == 0 or moment == OVER):
        return "nothing is taken outside a turn"
    if moment == SUPPLY and state.taken == TAKE_MOST:
        return f"after {TAKE_MOST} cards the supply is over"
    if state.prepared:
        if moment not in (PREPARE, SABOTAGE) and not (moment == CHOOSE_DISH and state.chooser == state.turn):
            return "nothing is prepared before its step"
        if state.round == 0 or (moment == PREPARE and state.prepared == PREPARE_MOST):
            return f"after {PREPARE_MOST} cards the preparation is over"
    if moment not in (KEEP, GIVE, REPLACE) and state.victim:
        return "nobody is raided or stolen from now"
    if moment not in (KEEP, GIVE) and state.looked:
        return "nobody looks at cards now"
    if (moment == GIVE) != (state.kept != NONE):
        return "a card is kept while another is given for it"
    if moment != REPLACE and state.stolen != NONE:
        return "nothing has been stolen"
    return ""


def flaw_of_raid(state: Ovens) -> str:
    """What is wrong with a raid under way."""
    hand = state.hands[state.victim]
    if state.victim == state.turn:
        return "nobody raids themself"
    if len(state.looked) != min(LOOK_MOST, len(hand)) or not hand or state.looked != sorted(state.looked):
        return f"a raider looks at {LOOK_MOST} cards, or at the only one"
    known = Counter(state.known_in_hand(state.victim, state.turn))
    if Counter(state.looked) - Counter(hand) or Counter(state.looked) - known:
        return "a raider looks at cards of the victim and remembers them"
    if state.moment == GIVE and (state.kept not in state.looked or not state.hands[state.turn]):
        return "a raider keeps one of the cards and gives one for it"
    return ""


def flaw_of_theft(state: Ovens) -> str:
    """What is wrong with a theft under way."""
    if state.victim == state.turn or state.dish[state.victim] < 0 or len(state.ovens[state.victim]) >= SPACES:
        return "a thief takes a card from another oven"
    if state.stolen != NONE and (state.stolen not in state.hands[state.turn] or state.stolen > state.printed.seasoning):
        return "a thief holds what was taken"
    if not any(BIT[kind] & state.replacements() for kind in state.hands[state.turn]):
        return "a thief can put something in"
    return ""


def flaw_of_memory(state: Ovens) -> str:
    """What is wrong with the memory. Computes whether the discard was shuffled."""
    printed = state.printed
    state.reshuffled = RESHUFFLE in state.memory
    if state.memory and state.memory[0] != RESHUFFLE and held_of(state.memory[0]) > 0:
        return "a memory begins with a card that somebody knew"
    for note in state.memory:
        if note != RESHUFFLE and (problem := flaw_of_note(state, note)):
            return problem
    for viewer in range(state.players):
        for seat in range(state.players):
            if Counter(state.known_in_hand(seat, viewer)) - Counter(state.hands[seat]):
                return "nobody remembers a card that is not there"
        counts = least(state.memory, DECK, viewer, len(printed.names), printed.seasoning)
        if any(counts[kind] > state.deck[:-1].count(kind) for kind in range(len(counts))):
            return "nobody remembers a card that is not there"
    return ""


def flaw_of_note(state: Ovens, note: int) -> str:
    """What is wrong with one note of what is remembered."""
    viewers = viewers_of(note)
    if not viewers or viewers & ~state.everyone:
        return "a memory is that of seats at this table"
    if note >= 0:
        if kind_of(note) >= len(state.printed.names):
            return "what is remembered is a card"
        place = place_of(note)
        if place < OVEN:
            is_seen = place - HAND < state.players and not viewers & BIT[place - HAND]
        elif held_of(note) > 0:
            is_seen = is_oven(place) or place == BURIED
        else:
            is_seen = place == DECK
        return "" if is_seen else "what is remembered was seen in another hand, in an oven or in the deck"
    start, end = start_of(note), end_of(note)
    if held_of(note) == 0 or start == end or max(start, end) >= LAST or {start, end} & {DECK, BURIED}:
        return "a card that nobody saw went from one place to another"
    for place in (start, end):
        if place < HAND + MAX_PLAYERS and (place - HAND >= state.players or viewers & BIT[place - HAND]):
            return "whoever gives or is given a card sees it"
    if is_oven(end) and not start < HAND + MAX_PLAYERS:
        return "what is put into an oven comes from a hand"
    return ""
