"""States of Diner that come from outside, packed or in words: what cannot occur is refused with the reason."""

from __future__ import annotations

from maitred.games.diner import rules
from maitred.games.diner.rules import Diner, DinerCards
from maitred.kernel.chance import Stream
from maitred.kernel.packing import Reader
from maitred.kernel.position import refuse


def unpack(ints: list[int], cards: DinerCards) -> Diner:
    """The state that `Diner.pack` wrote."""
    reader = Reader(ints)
    state = Diner(reader.players(rules.MIN_PLAYERS, rules.MAX_PLAYERS, cards), Stream(0), cards, False, False, False)
    state.read(reader)
    return checked(state)


def checked(state: Diner) -> Diner:
    """Refuse a state from outside that cannot occur, and count the plates of others."""
    refuse(flaw(state))
    for seat in range(state.players):
        state.held[seat] = state.count_plates(seat)
    return state


def flaw(state: Diner) -> str:
    """What makes this position impossible; empty if nothing does."""
    return (
        flaw_of_cards(state)
        or flaw_of_table(state)
        or flaw_of_what_was_seen(state)
        or flaw_of_closing(state)
        or flaw_of_turns(state)
    )


def flaw_of_cards(state: Diner) -> str:
    """What is wrong with the deck: its cards, and the plates on their backs (N1)."""
    printed = state.printed
    cards = range(len(printed.names))
    if sorted(state.inventory()) != list(cards):
        return "every card of the deck must be there exactly once"
    backs = [state.plate.count(plate) for plate in range(rules.PLATES)]
    if backs != printed.quantity or len(state.plate) != len(cards):
        return "the plates on the backs are not those of the deck"
    for card in cards:
        if printed.needs[card][state.plate[card]] > 0:
            return f"{printed.names[card]} cannot have on its back a plate that the table orders"
    return ""


def flaw_of_table(state: Diner) -> str:
    """What is wrong with the Lounge, the action tokens and the versions of what can be taken."""
    if len(state.lounge) != rules.SLOTS:
        return f"there are always {rules.SLOTS} tables in the Lounge"
    if len(state.tokens) != state.players or min(state.tokens) < 0 or sum(state.tokens) != state.players + 1:
        return f"there are {state.players + 1} action tokens"
    if len(state.stack_versions) != rules.STACKS or len(state.slot_versions) != rules.SLOTS:
        return "each stack and each place in the Lounge has a version"
    return ""


def flaw_of_what_was_seen(state: Diner) -> str:
    """What is wrong with which cards everybody has seen from both sides."""
    if len(state.open) != len(state.printed.names) or not all([state.open[card] for card in state.sink]):
        return "everybody has seen both sides of what is in the Sink"
    for stack in state.kitchen:
        if any([state.open[card] for card in stack]):
            return "nobody has seen both sides of what is in the Kitchen"
    return ""


def flaw_of_closing(state: Diner) -> str:
    """What is wrong with the break and with closing time (N7)."""
    breaks = 1 if state.players >= rules.BREAK_PLAYERS else 0
    if state.breaks > breaks:
        return "there is one break, and none with two players"
    if state.closed and (state.empty_stacks() < 2 or state.breaks != breaks):
        return "the diner closes when two stacks are empty, with three or more players the second time"
    if not state.closed and not state.players_call and state.empty_stacks() >= 2:
        return "with two stacks empty there is a break or the diner closes"
    return ""


def flaw_of_turns(state: Diner) -> str:
    """What is wrong with whom a calm table asks."""
    if not state.calm and (state.asking != 0 or state.holds != 0):
        return "only a calm table asks one seat after another"
    if state.calm and not state.closed:
        seats = state.may_act_count()
        if state.holds > seats:
            return "no more can hold in a row than are asked"
        if not state.may_act(state.asking) or (state.holds == seats and state.tokens[state.asking] == 0):
            return "a calm table asks a seat that can act"
    return ""
