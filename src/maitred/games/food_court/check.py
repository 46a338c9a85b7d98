"""States of Food Court that come from outside, packed or in words: what cannot occur is refused with the reason."""

from __future__ import annotations

from maitred.games.food_court import rules
from maitred.games.food_court.abilities import REPLACE, WIN_CARDS, count
from maitred.games.food_court.rules import FoodCourt
from maitred.games.food_court.station import (
    FIRST_INGREDIENT,
    LINES,
    MOST_KINDS,
    NORMAL,
    NOTHING,
    PRIMARY,
    RECIPE,
    SYMBOLS,
    Deck,
    FoodCourtCards,
    Kind,
    Meal,
)
from maitred.kernel.chance import Stream
from maitred.kernel.packing import Reader
from maitred.kernel.position import refuse

BEFORE_TURNS = (rules.ROLE, rules.OPINION, rules.SUPPLY)
RESOLVING = (rules.AIM, rules.AIM_AGAIN, rules.GIVE_UP)
REVEALED = (rules.BLOCKS, *RESOLVING, rules.ORDER)
SWAPPING = (rules.SWAP_WHOSE, rules.SWAP_MEAL, rules.SWAP_COST)
ANYONES = (*BEFORE_TURNS, rules.BLOCKS, rules.AIM, rules.AIM_AGAIN, rules.SWAP, *SWAPPING, rules.OVER)
"""The moments at which somebody other than the player whose turn it is may be asked."""
PICKING = (rules.TAKE, rules.DISCARD, rules.PAY, rules.GIVE_UP, rules.SWAP_COST)


def unpack(ints: list[int], cards: FoodCourtCards) -> FoodCourt:
    """The state that `FoodCourt.pack` wrote."""
    reader = Reader(ints)
    state = FoodCourt(reader.players(rules.MIN_PLAYERS, rules.MAX_PLAYERS, cards), Stream(0), cards)
    state.read(reader)
    for station in state.stations:
        station.deck = cards.decks[station.number]
    return checked(state)


def checked(state: FoodCourt) -> FoodCourt:
    """Return a state from outside, or refuse it if it cannot occur."""
    refuse(flaw_of_table(state))
    for seat in range(state.players):
        refuse(flaw_of_station(state, seat))
    refuse(
        flaw_of_action_cards(state)
        or flaw_of_actor(state)
        or flaw_of_pot(state)
        or flaw_of_counts(state)
        or flaw_of_second_play(state)
        or flaw_of_cards(state)
    )
    if state.moment != rules.OVER and not state.legal(state.actor):
        refuse("whoever is asked must have an answer")
    return state


def flaw_of_table(state: FoodCourt) -> str:
    """What is wrong with the table as a whole; empty if nothing is."""
    players = state.players
    if len({station.number for station in state.stations}) != players:
        return "all decks are different"
    if len(state.role) != players or len(state.counterpart) != players:
        return "there is a role and a counterpart for every seat"
    if state.round > state.limit:
        return "the rounds have a limit"
    before_turns = state.moment in BEFORE_TURNS
    place = (state.turn - state.first) % players
    if state.turns != (state.round - 1) * players + (0 if before_turns else place + 1):
        return "the number of turns must fit the round and the seat whose turn it is"
    for station in state.stations:
        if (station.vp >= state.goal or len(station.wins) == WIN_CARDS) and not state.reached:
            return "a player with the goal has reached it"
    return flaw_of_roles(state, before_turns)


def flaw_of_roles(state: FoodCourt, before_turns: bool) -> str:
    """What is wrong with who has which role, and whom they picked for it."""
    players = state.players
    in_play = [role for role in state.role if role != NOTHING]
    if in_play and (len(in_play) != players or len(set(in_play)) != players or players == rules.MIN_PLAYERS):
        return "either nobody has a role or everyone a different one, with three or more players"
    picked = [other for other in state.counterpart if other != NOTHING]
    if len(set(picked)) != len(picked) or any(state.counterpart[seat] == seat for seat in range(players)):
        return "everyone is the counterpart of at most one other player"
    if before_turns and not in_play:
        return "without roles nobody plays one"
    if in_play and not before_turns and len(picked) != players:
        return "all roles are played before the turns"
    if state.moment == rules.WASH and not in_play:
        return "there is no Dishwasher"
    return ""


def flaw_of_station(state: FoodCourt, seat: int) -> str:
    """What is wrong with a player's station."""
    station = state.stations[seat]
    deck = station.deck
    zones = [station.hand, station.shown, station.seen, station.unseen, station.prepared, station.wins]
    meals = [[meal.recipe, *meal.goods] for meal in station.meals]
    if any(kind >= deck.kinds for zone in [station.draw, *zones, *meals] for kind in zone):
        return "the cards of a station are of its deck"
    if any(zone != sorted(zone) for zone in zones + [meal.goods for meal in station.meals]):
        return "all cards but draw piles, meals and placed actions are kept sorted"
    if any(station.shown.count(kind) > station.hand.count(kind) for kind in station.shown):
        return "cards shown on their way to a hand are in that hand"
    if station.top > len(station.draw):
        return "no more cards of a draw pile are known than it has"
    if len(station.utensils) != SYMBOLS or len(station.tally) != LINES or len(station.lines) % 3 != 0:
        return "a station has three utensils and seven lines of score"
    if sum(station.tally) != station.vp:
        return "the lines of a score add up to the VP"
    if not all_ingredients(deck, station.prepared):
        return "only ingredients are prepared"
    if len(station.wins) > WIN_CARDS or not all(deck.tracked[kind] for kind in station.wins):
        return "a win-condition area holds up to four cards of the kinds its deck tracks"
    for meal in station.meals:
        if flaw := flaw_of_meal(state, deck, meal):
            return flaw
    return ""


def flaw_of_meal(state: FoodCourt, deck: Deck, meal: Meal) -> str:
    """What is wrong with a meal."""
    if deck.sort[meal.recipe] != RECIPE:
        return "a meal has a recipe"
    if not all_ingredients(deck, meal.goods):
        return "meals are made of ingredients"
    if meal.replaced > 0 and (meal.goods or deck.ability != REPLACE or meal.replaced <= NORMAL):
        return "only a normal or hard recipe is replaced, by a deck that can, without ingredients"
    if meal.replaced == 0 and count(deck, meal.goods, PRIMARY) == 0:
        return "a meal has a primary ingredient"
    if meal.turn > state.turns:
        return "no meal was cooked in a turn to come"
    return ""


def all_ingredients(deck: Deck, kinds: list[Kind]) -> bool:
    """Whether all of these cards are ingredients."""
    return all(FIRST_INGREDIENT <= kind < deck.first_recipe for kind in kinds)


def flaw_of_action_cards(state: FoodCourt) -> str:
    """What is wrong with the action cards before the scorer."""
    before = state.stations[state.turn].before
    revealed = state.moment in REVEALED
    if bool(state.revealed) != revealed:
        return "action cards are revealed from the scoring until they are put away"
    if len(state.fate) != (len(before) if revealed else 0) or len(state.aims) != len(state.fate):
        return "each revealed action card has a fate"
    if any(fate not in (rules.STANDING, rules.BLOCKED, rules.RESOLVED) for fate in state.fate):
        return "a card stands, is blocked or is resolved"
    if any(aim >= len(state.aims) or aim == at for at, aim in enumerate(state.aims)):
        return "a Block is used on a card that lies there"
    if state.moment in RESOLVING and not 0 <= state.resolving < len(before):
        return "one of the revealed cards is being worked out"
    if state.holds > state.players or (state.holds and not revealed):
        return "nobody is asked to hold a Block now"
    return ""


def flaw_of_actor(state: FoodCourt) -> str:
    """What is wrong with who is asked, and about which meal."""
    moment = state.moment
    if moment not in ANYONES and state.actor != state.turn:
        return "only the player whose turn it is can be asked this"
    if (moment == rules.AIM_AGAIN and state.owner() != state.turn) or moment == rules.SWAP_COST:
        aimed = state.stations[state.victim if moment == rules.SWAP_COST else state.turn]
        if state.picked not in [meal.recipe for meal in aimed.meals]:
            return "a meal was picked"
    if moment == rules.TRACK and not state.stations[state.turn].meals:
        return "there is nothing to track"
    return ""


def flaw_of_pot(state: FoodCourt) -> str:
    """What is wrong with the recipe that is being cooked."""
    deck = state.stations[state.actor].deck
    cooking = state.moment == rules.COOK or state.moment in SWAPPING
    if cooking != (state.pot != NOTHING) or (cooking and (state.pot >= deck.kinds or deck.sort[state.pot] != RECIPE)):
        return "a recipe is in the pot while it is being cooked or swapped in, and only then"
    if state.goods and (state.moment != rules.COOK or not all_ingredients(deck, state.goods)):
        return "only a pot holds goods, and only ingredients"
    return ""


def flaw_of_counts(state: FoodCourt) -> str:
    """What is wrong with how many cards are still to be picked."""
    moment = state.moment
    picking = moment in PICKING
    if (not picking and state.left != 0) or (picking and moment != rules.DISCARD and state.left == 0):
        return "cards are left to pick only where cards are picked"
    hand = len(state.stations[state.actor].hand)
    most = rules.MOST_DISCARDS if moment == rules.DISCARD else hand
    if moment in (rules.DISCARD, rules.PAY, rules.GIVE_UP) and state.left > most:
        return "nobody gives up more cards than they may or have"
    return ""


def flaw_of_second_play(state: FoodCourt) -> str:
    """What is wrong with what the scorer's own actions have brought."""
    brought = state.drawn + state.regained + state.brought
    if state.second and state.moment not in (rules.SECOND, rules.COOK, rules.PAY):
        return "the second play is over"
    if brought and not (state.second or state.revealed):
        return "cards are brought only by actions that are being resolved"
    if any(kind >= state.stations[state.turn].deck.kinds for kind in brought):
        return "what is brought is of the scorer's deck"
    return ""


def flaw_of_cards(state: FoodCourt) -> str:
    """Whether a card is missing or there twice."""
    wanted = [
        (station.number * MOST_KINDS + kind) * 64 + copy
        for station in state.stations
        for kind in range(station.deck.kinds)
        for copy in range(station.deck.copies[kind])
    ]
    return "" if sorted(state.inventory()) == sorted(wanted) else "every card of every deck must be there exactly once"
