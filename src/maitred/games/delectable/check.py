"""States of Delectable that come from outside, packed or in words: what cannot occur is refused with the reason."""

from __future__ import annotations

from maitred.games.delectable.rules import (
    AGAIN,
    GIVE,
    HAND_MOST,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OVER,
    PILES,
    REVIEW,
    ROLL,
    STEAL,
    STEALING_RUN,
    Delectable,
    DelectableCards,
)
from maitred.kernel.chance import Stream
from maitred.kernel.packing import Reader
from maitred.kernel.position import refuse


def unpack(ints: list[int], cards: DelectableCards) -> Delectable:
    """The state that `Delectable.pack` wrote."""
    reader = Reader(ints)
    state = Delectable(reader.players(MIN_PLAYERS, MAX_PLAYERS, cards), Stream(0), cards)
    state.read(reader)
    return checked(state)


def checked(state: Delectable) -> Delectable:
    """Compute the qualities of a state from outside, and refuse the state if it cannot occur."""
    for seat in range(state.players):
        state.quality[seat] = state.restaurant_quality(seat)
    refuse(flaw_of_cards(state) or flaw_of_moment(state) or flaw_of_theft(state))
    return state


def flaw_of_cards(state: Delectable) -> str:
    """What is wrong with where the cards lie; empty if nothing is."""
    printed = state.printed
    if sorted(state.inventory()) != list(range(len(printed.pile))):
        return "every card of the deck must be there exactly once"
    for pile in range(PILES):
        for card in state.market[pile]:
            if printed.pile[card] != pile:
                return f"{printed.names[card]} lies on the wrong market pile"
    if not any(state.market):
        return "the market is never empty"
    for hand in state.hands:
        if len(hand) > HAND_MOST:
            return f"a hand holds at most {HAND_MOST} cards"
    return ""


def flaw_of_moment(state: Delectable) -> str:
    """What is wrong with what is being asked, and with the counts that go with it."""
    if (not state.deck) != (state.moment == OVER):
        return "the game is over when the deck is empty, and not before"
    if state.moment not in (ROLL, AGAIN) and state.discards != 0:
        return "discards count only during a Roll Action"
    if state.moment not in (STEAL, GIVE) and state.stolen != 0:
        return "a resource is stolen only after three or more were committed"
    if state.moment != GIVE and state.victim != 0:
        return "nobody is giving a card now"
    return ""


def flaw_of_theft(state: Delectable) -> str:
    """What is wrong with who steals what from whom."""
    pile = state.printed.pile
    if state.moment in (STEAL, GIVE):
        committed = [card for card in state.restaurants[state.turn] if pile[card] == state.stolen]
        if state.stolen == REVIEW or len(committed) < STEALING_RUN:
            return "nothing is stolen before three or more cards of the resource are committed"
    if state.moment == GIVE:
        if state.victim == state.turn:
            return "nobody steals from themself"
        if not any(pile[card] == state.stolen for card in state.hands[state.victim]):
            return "whoever gives a card holds one of that resource"
    return ""
