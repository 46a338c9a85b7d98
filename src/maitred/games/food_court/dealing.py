"""Setting up a game of Food Court: the deal (F1), packed states read back, and what makes a position impossible."""

from __future__ import annotations

from maitred.games.food_court.abilities import REPLACE, WIN_CARDS, count
from maitred.games.food_court.rules import (
    AIM,
    AIM_AGAIN,
    BLOCKED,
    BLOCKS,
    COOK,
    DISCARD,
    GIVE_UP,
    HAND,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_DISCARDS,
    OPINION,
    ORDER,
    OVER,
    PAY,
    RESOLVED,
    ROLE,
    ROLES,
    SECOND,
    STANDING,
    SUPPLY,
    SWAP,
    SWAP_COST,
    SWAP_MEAL,
    SWAP_WHOSE,
    TAKE,
    TRACK,
    WASH,
    FoodCourt,
)
from maitred.games.food_court.station import (
    FIRST_INGREDIENT,
    FIRST_UTENSIL,
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
    Station,
)
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition, BadSetup
from maitred.kernel.packing import Reader

DRAWN = "drawn"
"""The word for what is left to chance."""


def pick_decks(players: int, chance: Stream, wanted: str, cards: FoodCourtCards) -> list[int]:
    """F1: the deck of each seat, all different; those not asked for by name are drawn."""
    ids = [deck.id for deck in cards.decks]
    if players > len(ids):
        raise BadSetup(f"This card file has {len(ids)} decks, too few for {players} players.")
    words = [DRAWN] * players if wanted == DRAWN else wanted.split(",")
    for word in words:
        if word != DRAWN and word not in ids:
            raise BadSetup(f"Option decks: there is no deck {word!r}; the decks are: {', '.join(ids)}.")
    rest = [number for number in range(len(ids)) if ids[number] not in words]
    chance.shuffle(rest)
    return [rest.pop() if word == DRAWN else ids.index(word) for word in words]


def deal(players: int, chance: Stream, options: dict[str, str], cards: FoodCourtCards) -> FoodCourt:
    """F1: a shuffled deck and eight cards each, roles if the table wants them; G1: who is first is drawn."""
    state = FoodCourt(players, chance, cards)
    state.goal = int(options["goal"])
    state.limit = int(options["rounds"])
    drawn = chance.below(players)
    state.first = drawn if options["first"] == DRAWN else int(options["first"]) - 1
    state.stations = []
    for number in pick_decks(players, chance, options["decks"], cards):
        station = Station(cards.decks[number], number)
        station.draw = all_cards(station.deck)
        chance.shuffle(station.draw)
        state.stations.append(station)
    for seat in range(players):
        state.draw_cards(seat, HAND)
    state.reveals = 0
    if options["roles"] == "on":
        roles = list(range(ROLES))
        chance.shuffle(roles)
        state.role = roles[:players]
    state.turn = state.first
    state.begin_round()
    return state


def all_cards(deck: Deck) -> list[Kind]:
    """Every card of a deck, sorted."""
    kinds: list[Kind] = []
    for kind in range(deck.kinds):
        kinds += [kind] * deck.copies[kind]
    return kinds


def unpack(ints: list[int], cards: FoodCourtCards) -> FoodCourt:
    """The state that `FoodCourt.pack` wrote."""
    reader = Reader(ints)
    state = FoodCourt(reader.players(MIN_PLAYERS, MAX_PLAYERS, cards), Stream(0), cards)
    state.read(reader)
    for station in state.stations:
        station.deck = cards.decks[station.number]
    return checked(state)


def checked(state: FoodCourt) -> FoodCourt:
    """A state put together from outside, or a refusal."""
    flaw = state_flaw(state)
    for seat in range(state.players):
        if not flaw:
            flaw = station_flaw(state, seat)
    flaw = flaw or moment_flaw(state)
    if not flaw:
        wanted = [
            (station.number * MOST_KINDS + kind) * 64 + copy
            for station in state.stations
            for kind in range(station.deck.kinds)
            for copy in range(station.deck.copies[kind])
        ]
        if sorted(state.inventory()) != sorted(wanted):
            flaw = "every card of every deck must be there exactly once"
    if not flaw and state.moment != OVER and not state.legal(state.actor):
        flaw = "whoever is asked must have an answer"
    if flaw:
        raise BadPosition(f"This position cannot occur: {flaw}.")
    return state


def state_flaw(state: FoodCourt) -> str:
    """What is wrong with the table as a whole; empty if nothing is."""
    players = state.players
    if len({station.number for station in state.stations}) != players:
        return "all decks are different"
    if len(state.role) != players or len(state.counterpart) != players:
        return "roles and counterparts are told for every seat"
    in_play = [role for role in state.role if role != NOTHING]
    if in_play and (len(in_play) != players or len(set(in_play)) != players or players == MIN_PLAYERS):
        return "either nobody has a role or everyone a different one, with three or more players"
    picked = [other for other in state.counterpart if other != NOTHING]
    if len(set(picked)) != len(picked) or any(state.counterpart[seat] == seat for seat in range(players)):
        return "everyone is the counterpart of at most one other player"
    place = (state.turn - state.first) % players
    before_turns = state.moment in (ROLE, OPINION, SUPPLY)
    if before_turns and not in_play:
        return "without roles nobody plays one"
    if in_play and not before_turns and len(picked) != players:
        return "all roles are played before the turns"
    if state.round > state.limit:
        return "the rounds have a limit"
    if state.turns != (state.round - 1) * players + (0 if before_turns else place + 1):
        return "the number of turns must fit the round and the seat whose turn it is"
    for station in state.stations:
        if (station.vp >= state.goal or len(station.wins) == WIN_CARDS) and not state.reached:
            return "whoever has the goal has reached it"
    return ""


def station_flaw(state: FoodCourt, seat: int) -> str:
    """What is wrong with a player's station; empty if nothing is."""
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
    if any(kind < FIRST_INGREDIENT or kind >= deck.first_recipe for kind in station.prepared):
        return "only ingredients are prepared"
    if len(station.wins) > WIN_CARDS or not all(deck.tracked[kind] for kind in station.wins):
        return "a win-condition area holds up to four cards of the kinds its deck tracks"
    for meal in station.meals:
        if deck.sort[meal.recipe] != RECIPE:
            return "a meal has a recipe"
        if any(kind < FIRST_INGREDIENT or kind >= deck.first_recipe for kind in meal.goods):
            return "meals are made of ingredients"
        if meal.replaced > 0 and (meal.goods or deck.ability != REPLACE or meal.replaced <= NORMAL):
            return "only a normal or hard recipe is replaced, by a deck that can, without ingredients"
        if meal.replaced == 0 and count(deck, meal.goods, PRIMARY) == 0:
            return "a meal has a primary ingredient"
        if meal.turn > state.turns:
            return "no meal was cooked in a turn to come"
    return ""


def moment_flaw(state: FoodCourt) -> str:
    """What does not fit the moment; empty if all does."""
    moment = state.moment
    scorer = state.stations[state.turn]
    deck = state.stations[state.actor].deck
    revealed = moment in (BLOCKS, AIM, AIM_AGAIN, GIVE_UP, ORDER)
    if bool(state.revealed) != revealed:
        return "action cards are revealed from the scoring until they are put away"
    if len(state.fate) != (len(scorer.before) if revealed else 0) or len(state.aims) != len(state.fate):
        return "each revealed action card has a fate"
    if any(aim >= len(state.aims) or aim == at for at, aim in enumerate(state.aims)):
        return "a Block is used on a card that lies there"
    if moment in (AIM, AIM_AGAIN, GIVE_UP) and not 0 <= state.resolving < len(scorer.before):
        return "one of the revealed cards is being worked out"
    if (moment == AIM_AGAIN and state.owner() != state.turn) or moment == SWAP_COST:
        aimed = state.stations[state.victim] if moment == SWAP_COST else scorer
        if state.picked not in [meal.recipe for meal in aimed.meals]:
            return "a meal was picked"
    others = (BLOCKS, AIM, AIM_AGAIN, SWAP, SWAP_WHOSE, SWAP_MEAL, SWAP_COST, ROLE, OPINION, SUPPLY)
    if moment not in others and moment != OVER and state.actor != state.turn:
        return "only the player whose turn it is can be asked this"
    cooking = moment in (COOK, SWAP_WHOSE, SWAP_MEAL, SWAP_COST)
    if cooking != (state.pot != NOTHING) or (cooking and (state.pot >= deck.kinds or deck.sort[state.pot] != RECIPE)):
        return "a recipe is in the pot while it is being cooked or swapped in, and only then"
    if state.goods and (
        moment != COOK or any(not FIRST_INGREDIENT <= kind < deck.first_recipe for kind in state.goods)
    ):
        return "only a pot holds goods, and only ingredients"
    counting = moment in (TAKE, DISCARD, PAY, GIVE_UP, SWAP_COST)
    if (not counting and state.left != 0) or (counting and moment != DISCARD and state.left == 0):
        return "cards are left to pick only where cards are picked"
    hand = len(state.stations[state.actor].hand)
    if (moment == DISCARD and state.left > MOST_DISCARDS) or (moment in (PAY, GIVE_UP) and state.left > hand):
        return "nobody gives up more cards than they may or have"
    if state.second and moment not in (SECOND, COOK, PAY):
        return "the second play is over"
    if (state.drawn or state.regained or state.brought) and not (state.second or revealed):
        return "cards are brought only by actions that are being resolved"
    brought = state.drawn + state.regained + state.brought
    if any(kind >= scorer.deck.kinds for kind in brought) or FIRST_UTENSIL > FIRST_INGREDIENT:
        return "what is brought is of the scorer's deck"
    if moment == TRACK and not scorer.meals:
        return "there is nothing to track"
    if moment == WASH and not any(role != NOTHING for role in state.role):
        return "there is no Dishwasher"
    if any(fate not in (STANDING, BLOCKED, RESOLVED) for fate in state.fate):
        return "a card stands, is blocked or is resolved"
    if state.holds > state.players or (state.holds and moment != BLOCKS and not revealed):
        return "nobody is asked to hold a Block now"
    return ""
