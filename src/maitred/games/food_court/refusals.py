"""Why the rules of Food Court forbid an action, in sentences."""

from __future__ import annotations

from typing import Final

from maitred.games.food_court import rules
from maitred.games.food_court.rules import FoodCourt
from maitred.games.food_court.station import EFFECTS, PRIMARY, RECIPE, Kind, Seat
from maitred.games.food_court.words import action_name, card_name, question
from maitred.kernel.words import player

NO_CARD_PICKED = (
    *(rules.ROLE, rules.OPINION, rules.SUPPLY, rules.WASH),
    *(rules.BLOCKS, rules.ORDER, rules.SWAP_WHOSE),
)
"""The moments at which something other than a card is asked for."""


def forbid(state: FoodCourt, seat: Seat, action: int) -> str:
    """Why a seat that may act may not take this action."""
    moment = state.moment
    station = state.stations[seat]
    if action < rules.PLACE and moment not in (
        rules.ROLE,
        rules.OPINION,
        rules.SUPPLY,
        rules.WASH,
        rules.BLOCKS,
        rules.ORDER,
        rules.SWAP_WHOSE,
    ):
        return forbid_pick(state, seat, action - rules.PICK)
    if rules.PLACE <= action < rules.CARD and moment in (rules.PLAY, rules.SECOND):
        effect, target = divmod(action - rules.PLACE, rules.MAX_PLAYERS)
        if target >= state.players:
            return f"There is no seat {target + 1} at this table of {state.players}."
        if effect not in station.hand:
            return f"You hold no {card_name(state, seat, effect)}."
        if target == seat:
            return "In the second play no action goes before yourself."
        return "In the second play only cards that your own actions brought may be played."
    if rules.CARD <= action < rules.CHOOSE and moment in (rules.BLOCKS, rules.ORDER):
        at = action - rules.CARD
        if at >= len(station.before if moment == rules.ORDER else state.stations[state.turn].before):
            return f"There is no card {at + 1} before {player(state.turn)}."
        if moment == rules.ORDER:
            return "Pick one of your own cards that still stands and is not a Block."
        return "A Block is used on a standing card of the other side, and of equal ones on the first."
    if rules.CHOOSE <= action < rules.DONE and moment in (rules.ROLE, rules.SWAP_WHOSE):
        other = action - rules.CHOOSE
        if other >= state.players:
            return f"There is no seat {other + 1} at this table of {state.players}."
        if other == seat:
            return "Pick somebody other than yourself."
        if moment == rules.SWAP_WHOSE:
            return f"{player(other)} has no recipe that you could replace."
        if other in state.counterpart:
            return f"{player(other)} is already somebody's counterpart."
        return "The last to pick would be left alone: pick that player."
    if action == rules.SCORE and moment == rules.PLAY:
        return "There is nothing to score: cook a recipe first."
    if action == rules.DONE and moment == rules.COOK:
        if not state.fresh:
            return "Use something that your own actions have just brought."
        if not any(station.deck.sort[kind] == PRIMARY for kind in state.goods):
            return "A recipe needs a primary ingredient."
        return "Twice the ingredients or none beyond the requirement: add what is missing."
    return f"That is not what is asked now: {question(state)}."


REFUSED_PICKS: Final = {
    rules.TRACK: "{} does not go to the win-condition area now.",
    rules.TAKE: "There is no {} in your discard pile.",
}


def forbid_pick(state: FoodCourt, seat: Seat, kind: Kind) -> str:
    """Why this card cannot be picked now."""
    moment = state.moment
    aiming = moment in (rules.AIM, rules.AIM_AGAIN)
    owner = state.victim if moment == rules.SWAP_MEAL else state.turn if aiming else seat
    station = state.stations[owner]
    deck = station.deck
    if kind >= deck.kinds:
        return f"There is no card {kind} in the deck of {deck.cuisine}."
    name = card_name(state, owner, kind)
    if aiming:
        return f"{name} is nothing that {action_name(state, state.owner(), state.turn, state.effect())} can pick here."
    if moment == rules.SWAP_MEAL:
        return f"{name} is not a recipe of {player(owner)} that you could replace and pay for."
    if moment in REFUSED_PICKS:
        return REFUSED_PICKS[moment].format(name)
    if moment in (rules.COOK, rules.SWAP_COST):
        if kind not in station.prepared:
            return f"There is no unused {name} among your prepared ingredients."
        recipe = deck.titles[state.pot]
        if not state.fresh:
            return f"{recipe} needs something that your own actions have just brought."
        if not any(deck.sort[good] == PRIMARY for good in state.goods):
            return f"{recipe} needs a primary ingredient first."
        return f"{recipe} has no room for {name}."
    if kind not in station.hand:
        return f"You hold no {name}."
    if moment == rules.DISCARD:
        return f"You have discarded {rules.MOST_DISCARDS} cards; now draw."
    if moment == rules.SWAP:
        return f"{name} cannot replace anything."
    if kind < EFFECTS:
        return f"Place {name} before a player."
    if deck.sort[kind] == RECIPE and not any(deck.sort[good] == PRIMARY for good in station.prepared):
        return f"Prepare a primary ingredient before you cook {name}."
    return "In the second play only cards that your own actions brought may be played."
