"""Why a good player does something, in words: for hints."""

from __future__ import annotations

from maitred.games.diner.rules import BLUE, CALL, COUNTER, DRAW, SEAT, SERVE, STACKS, TAKE, Diner
from maitred.kernel.words import listed


def reason(state: Diner, seat: int, action: int) -> str:
    """What speaks for an action."""
    printed = state.printed
    if action < SEAT:
        plate = state.plate[state.kitchen[action - DRAW][-1]]
        held = state.held[seat]
        for card in state.sections[seat]:
            if state.missing(seat, card) > held[BLUE] and (plate == BLUE or printed.needs[card][plate] > held[plate]):
                return f"{printed.plates[plate]} is for {printed.names[card]}, worth ${printed.value[card]}."
        return wanted(state, seat, plate)
    if action < COUNTER:
        card = state.lounge[(action - SEAT) // STACKS]
        missing = max(0, state.missing(seat, card) - state.held[seat][BLUE])
        if missing == 0:
            tip = f"You hold every plate for {printed.names[card]}: ${printed.value[card]} as soon as you serve"
            return f"{tip}, and this refill leaves the lower stack alone." if leaves_time(state, action) else f"{tip}."
        order = len(printed.orders[card])
        lack = f"You lack {missing} of {order} plates for {printed.names[card]}"
        return f"{lack}, who pay ${printed.value[card]}, and there is time to get them."
    if action < SERVE:
        card = state.lounge[(action - COUNTER) // STACKS]
        return f"{printed.names[card]} would be served by others, or by nobody, and a new party comes in."
    if action < TAKE:
        return f"${printed.value[action - SERVE]} in your tips is safe, whenever the diner closes."
    if action == TAKE:
        return "Without a token you cannot act, and it costs you nothing."
    if action == CALL:
        return "As things stand you do better if the call comes now."
    return "Nothing here is worth a token yet: let the others show what comes next."


def wanted(state: Diner, seat: int, plate: int) -> str:
    """Who might eat a plate."""
    printed, held = state.printed, state.held[seat]
    for card in state.lounge:
        lacks = plate == BLUE or printed.needs[card][plate] > held[plate]
        if lacks and state.missing(seat, card) == held[BLUE] + 1:
            tip = f"{printed.names[card]}: ${printed.value[card]}"
            return f"With {printed.plates[plate]} you hold every plate for {tip}."
    if plate == BLUE:
        return f"A {printed.plates[plate]} stands in for any plate."
    orders = [printed.names[card] for card in state.lounge if printed.needs[card][plate] > 0]
    if orders:
        return f"{listed(orders)} ordered {printed.plates[plate]}."
    return f"Nobody here ordered {printed.plates[plate]}, but a party to come may."


def leaves_time(state: Diner, action: int) -> bool:
    """Whether a refill is from the higher of the last two stacks, so that the break or the end comes later."""
    left = [len(stack) for stack in state.kitchen if stack]
    return len(left) == STACKS - 1 and len(state.kitchen[(action - SEAT) % STACKS]) > min(left)
