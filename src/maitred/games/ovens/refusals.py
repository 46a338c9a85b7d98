"""Why the rules of Ovens forbid an action, in sentences."""

from __future__ import annotations

from maitred.games.ovens import rules
from maitred.games.ovens.cards import TYPE_NAMES
from maitred.games.ovens.rules import Kind, Ovens, Seat
from maitred.games.ovens.view import MOMENT_NAMES


def forbid(state: Ovens, seat: Seat, action: int) -> str:
    """Why a seat that may act may not take this action."""
    moment = state.moment
    steps = {
        rules.REDRAW: (rules.REJECT, rules.CHOOSE, "First decide which of your cards to exchange."),
        rules.CHOOSE_DISH: (rules.CHOOSE, rules.DISCARD, "First take a dish from one of the piles."),
        rules.KEEP: (rules.KEEP_CARD, rules.GIVE_CARD, "First keep one of the cards you look at, or give them back."),
        rules.GIVE: (rules.GIVE_CARD, rules.REPLACE_WITH, "First give a card for the one you keep."),
        rules.REPLACE: (rules.REPLACE_WITH, rules.PREPARE_WITH, "First put something in for what you took."),
    }
    if moment in steps:
        low, high, sentence = steps[moment]
        if not low <= action < high:
            return sentence
        return forbid_answer(state, seat, action)
    if action < rules.DISCARD:
        return "First cards are exchanged and dishes are chosen only when it is time for it."
    if rules.KEEP_CARD <= action < rules.PREPARE_WITH:
        return "There is no raid or theft to settle now."
    step = step_of(action)
    if step < moment:
        return f"Steps cannot be done out of order: after {MOMENT_NAMES[step]} comes {MOMENT_NAMES[moment]}."
    if step > moment:
        return f"It is time for {MOMENT_NAMES[moment]}: go on first."
    return forbid_in_step(state, seat, action)


def not_held(state: Ovens, hand: list[Kind], kind: Kind) -> str:
    """The refusal for a card that is not there; empty if it is."""
    if kind >= len(state.printed.names):
        return f"There is no card number {kind + 1} in this deck."
    return "" if kind in hand else f"These cards have no {state.printed.names[kind]} among them."


def step_of(action: int) -> int:
    """The step of a turn that an action belongs to."""
    if action < rules.RAID:
        return rules.SUPPLY
    if action < rules.KEEP_CARD:
        return rules.ACTION
    return rules.PREPARE if action < rules.SABOTAGE_WITH else rules.SABOTAGE


def forbid_answer(state: Ovens, seat: Seat, action: int) -> str:
    """Why this answer to a question is refused."""
    hand = state.hands[seat]
    if action < rules.READY:
        return not_held(state, state.undecided(seat), action - rules.REJECT)
    if action < rules.DISCARD:
        type_ = action - rules.CHOOSE
        if not state.piles[type_]:
            return f"The pile of {TYPE_NAMES[type_]} is empty."
        return f"You have prepared {TYPE_NAMES[type_]} already."
    if action < rules.RETURN:
        if not hand and len(state.looked) == 1:
            return "You have no card to give for it, so it goes back."
        return not_held(state, state.looked, action - rules.KEEP_CARD)
    if action < rules.REPLACE_WITH:
        return not_held(state, hand, action - rules.GIVE_CARD)
    kind = action - rules.REPLACE_WITH
    return (
        not_held(state, hand, kind)
        or (f"You took {state.printed.names[kind]}: put in something else." if kind == state.stolen else "")
        or f"That dish does not lack {state.printed.names[kind]}."
    )


def forbid_in_step(state: Ovens, seat: Seat, action: int) -> str:
    """Why an action of the present step is refused."""
    hand = state.hands[seat]
    if action < rules.TAKE:
        if state.taken:
            return "No discards once a card has been taken."
        return not_held(state, hand, action - rules.DISCARD)
    if action == rules.TAKE:
        if not state.deck:
            return "There is no card left to take."
        return f"Your hand is full: {rules.HAND_LIMIT} cards are the limit."
    if action < rules.STEAL:
        return forbid_target(state, seat, action - rules.RAID) or "That player has no cards to look at."
    if action < rules.CLEAN:
        victim, place = divmod(action - rules.STEAL, rules.SPACES)
        return forbid_target(state, seat, victim) or forbid_theft(state, seat, victim, place)
    if action < rules.KEEP_CARD:
        return forbid_clean(state, seat, action)
    if action < rules.SABOTAGE_WITH:
        return forbid_prepare(state, seat, action - rules.PREPARE_WITH)
    victim, kind = divmod(action - rules.SABOTAGE_WITH, rules.MAX_KINDS)
    return forbid_target(state, seat, victim) or forbid_sabotage(state, hand, victim, kind)


def forbid_target(state: Ovens, seat: Seat, victim: Seat) -> str:
    """Why this seat cannot be the victim; empty if it can."""
    if victim >= state.players:
        return f"There is no seat {victim + 1} at this table of {state.players}."
    return "That is done to other players, not to yourself." if victim == seat else ""


def forbid_theft(state: Ovens, seat: Seat, victim: Seat, place: int) -> str:
    """Why this card cannot be stolen."""
    oven = state.ovens[victim]
    if place >= len(oven):
        return f"There is no card in space {place + 1} of that oven."
    if not any(rules.BIT[kind] & state.lacks(victim) for kind in state.hands[seat]):
        return "You hold nothing that this dish lacks, to put in its place."
    stolen = state.printed.names[rules.kind_laid(oven[place])]
    return f"You cannot steal {stolen} from a dish where such a card is at home."


def forbid_clean(state: Ovens, seat: Seat, action: int) -> str:
    """Why these cards cannot be cleaned out."""
    place = action - rules.CLEAN if action < rules.CLEAN_TWO else rules.PAIR_SECOND[action - rules.CLEAN_TWO]
    if place >= len(state.ovens[seat]):
        return f"There is no card in space {place + 1} of your oven."
    if action >= rules.CLEAN_TWO and len(state.ovens[seat]) < rules.SPACES:
        return "Two cards are cleaned out only when the oven is full."
    return f"Your hand would hold more than {rules.HAND_LIMIT} cards."


def forbid_prepare(state: Ovens, seat: Seat, kind: Kind) -> str:
    """Why this card cannot go into one's oven."""
    if state.dish[seat] == rules.CLOSED:
        return "Your oven is closed."
    missing = not_held(state, state.hands[seat], kind)
    if missing:
        return missing
    if len(state.ovens[seat]) >= rules.SPACES:
        return f"Your oven is full: it has {rules.SPACES} spaces."
    name = state.printed.names[kind]
    if state.up[seat] & rules.BIT[kind]:
        return f"Your dish has {name} already, and once is enough."
    return f"{state.printed.dish_names[state.dish[seat]]} does not ask for {name}."


def forbid_sabotage(state: Ovens, hand: list[Kind], victim: Seat, kind: Kind) -> str:
    """Why this card cannot go into that oven."""
    missing = not_held(state, hand, kind)
    if missing:
        return missing
    if kind <= state.printed.seasoning:
        return f"Only trash and radioactive cards sabotage a dish, not {state.printed.names[kind]}."
    if state.dish[victim] < 0:
        return "That oven is closed."
    return f"That oven is full: it has {rules.SPACES} spaces."
