"""Why a good player of Ovens takes an action, in words: using only what the seat knows."""

from __future__ import annotations

from typing import Final

from maitred.games.ovens.rules import (
    ACTION,
    BIT,
    CHOOSE,
    CLEAN,
    DISCARD,
    GIVE_CARD,
    GO_ON,
    KEEP_CARD,
    MAX_KINDS,
    PREPARE,
    PREPARE_WITH,
    RAID,
    READY,
    REJECT,
    REPLACE_WITH,
    RETURN,
    SABOTAGE,
    SABOTAGE_WITH,
    SPACES,
    STEAL,
    SUPPLY,
    TAKE,
    Kind,
    Ovens,
    Seat,
    kind_laid,
)
from maitred.kernel.words import counted, listed


def reason(state: Ovens, seat: Seat, action: int) -> str:
    """Why a good player would take this action."""
    names = state.printed.names
    if action < READY:
        return f"The card you draw for {names[action - REJECT]} is likely to be of more use."
    if action == READY:
        return "What you hold is better than what you would draw."
    if action < DISCARD:
        held = [kind for kind in back(state, action - CHOOSE) if kind in state.hands[seat]]
        if held:
            return f"You hold {names_of(state, held)} for it already."
        return f"You hold nothing for it yet, but {names_of(state, back(state, action - CHOOSE))} can still be found."
    if action == GO_ON:
        return reason_to_go_on(state)
    if action < TAKE:
        return f"You need {names[action - DISCARD]} least, and the room is worth more."
    if action == TAKE:
        return reason_to_take(state, seat, state.deck[-1])
    if action < STEAL:
        known = [kind for kind in state.known_in_hand(action - RAID, seat) if wants(state, seat, kind)]
        if known:
            return f"That hand holds {names_of(state, known)}, which you can use."
        number = len(state.hands[action - RAID])
        return f"One of {counted(min(2, number), 'card')} from a hand of {number}, for the one you miss least."
    if action < CLEAN:
        laid = state.ovens[(action - STEAL) // SPACES][(action - STEAL) % SPACES]
        if not state.hides(laid, seat) and wants(state, seat, kind_laid(laid)):
            return f"Your dish lacks {names[kind_laid(laid)]}, and you have something to put in its place."
        return "You can use the card, and what you put in helps that dish little."
    if action < KEEP_CARD:
        return "Whatever it is, it would cost you points when the dish is done."
    if action < RETURN:
        kind = action - KEEP_CARD
        wanted = wants(state, seat, kind)
        return f"Your dish lacks {names[kind]}." if wanted else f"You see nothing better than {names[kind]}."
    if action == RETURN:
        return "Neither card is worth one of yours."
    if action < REPLACE_WITH:
        return reason_to_give(state, seat, action - GIVE_CARD)
    if action < PREPARE_WITH:
        return f"You can spare {names[action - REPLACE_WITH]}, and that dish gains little by it."
    if action < SABOTAGE_WITH:
        return reason_to_prepare(state, seat, action - PREPARE_WITH)
    victim, kind = divmod(action - SABOTAGE_WITH, MAX_KINDS)
    return reason_to_sabotage(state, seat, victim, kind)


def back(state: Ovens, type_: int) -> list[Kind]:
    """What the back of a pile's top dish shows."""
    return state.printed.backs[state.piles[type_][-1]]


def names_of(state: Ovens, kinds: list[Kind]) -> str:
    """The names of some kinds."""
    return listed([state.printed.names[kind] for kind in kinds])


def reason_to_give(state: Ovens, seat: Seat, kind: Kind) -> str:
    """Why a card is given for the one that was kept."""
    name = state.printed.names[kind]
    theirs = wants(state, state.victim, kind)
    if not wants(state, seat, kind):
        return f"Your dish has no use for {name}{', though theirs has' if theirs else ', and neither has theirs'}."
    return f"You can find {name} again{', as they could' if theirs else ', and their dish has no use for it'}."


def wants(state: Ovens, seat: Seat, kind: Kind) -> bool:
    """Whether a seat's dish still has a use for a kind."""
    if state.dish[seat] < 0:
        return False
    return bool(BIT[kind] & (state.lacks(seat) | (state.home_bit(seat) & ~state.up[seat])))


WHY_GO_ON: Final = {
    SUPPLY: "There is no room for a card that would help.",
    ACTION: "No raid, theft or clean-out would help you now.",
    PREPARE: "Nothing in your hand belongs in the oven now.",
    SABOTAGE: "What you could slip into an oven does more in your hand.",
}


def reason_to_go_on(state: Ovens) -> str:
    """Why a step is left."""
    return WHY_GO_ON[state.moment]


def reason_to_take(state: Ovens, seat: Seat, kind: Kind) -> str:
    """Why the top card of the pile is taken."""
    name = state.printed.names[kind]
    if wants(state, seat, kind):
        return f"Your dish has a use for {name}."
    if kind > state.printed.seasoning:
        return f"You can slip {name} into another oven."
    return f"{name} may be useful later, and the next card is turned up."


def reason_to_prepare(state: Ovens, seat: Seat, kind: Kind) -> str:
    """Why a card goes into the player's own oven."""
    if kind >= state.printed.radioactive:
        return f"It is at home here and adds {state.printed.plus[kind - state.printed.radioactive]}."
    dish = state.printed.dish_names[state.dish[seat]]
    done = state.is_done(seat, state.up[seat] | BIT[kind])
    name = state.printed.names[kind]
    if done:
        return f"{name} finishes {dish}."
    return f"{name} brings {dish} nearer, and counts even if it stays unfinished."


def reason_to_sabotage(state: Ovens, seat: Seat, victim: Seat, kind: Kind) -> str:
    """Why a card goes into another oven."""
    dish = state.printed.dish_names[state.dish[victim]]
    told = f"{dish} is worth {state.printed.minus[kind]} less with it, once it is done"
    scores = state.scores()
    others = [scores[other] for other in range(state.players) if other not in (seat, victim)]
    ahead = others and scores[victim] > max(others)
    return f"{told}, and of the others that cook is the furthest ahead." if ahead else f"{told}."
