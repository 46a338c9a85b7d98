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
    MOST_BEFORE,
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
    TWO_LESS,
    WASH,
    FoodCourt,
)
from maitred.games.food_court.station import (
    DOWN,
    EFFECTS,
    FIRST_INGREDIENT,
    FIRST_UTENSIL,
    HARD,
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
    Station,
)
from maitred.kernel.chance import Stream, unpack_chance
from maitred.kernel.errors import BadPosition, BadSetup
from maitred.kernel.packing import BOUND, Reader
from maitred.kernel.state import MARK_MOST

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
    players = reader.one(MIN_PLAYERS, MAX_PLAYERS)
    if reader.one(0, MARK_MOST) != cards.mark:
        raise BadPosition("The packed position was played with another deck.")
    state = FoodCourt(players, Stream(0), cards)
    state.goal = reader.one(1, BOUND)
    state.limit = reader.one(1, BOUND)
    state.first = reader.one(0, players - 1)
    state.round = reader.one(1, BOUND)
    state.turns = reader.one(0, BOUND)
    state.turn = reader.one(0, players - 1)
    state.actor = reader.one(0, players - 1)
    state.moment = reader.one(ROLE, OVER)
    state.reached = reader.one(0, 1)
    state.supply = reader.one(0, TWO_LESS)
    state.left = reader.one(0, MOST_KINDS)
    state.cooked = reader.one(0, MOST_KINDS)
    state.cooked_well = reader.one(0, MOST_KINDS)
    state.pot = reader.one(NOTHING, MOST_KINDS)
    state.fresh = reader.one(0, 1)
    state.revealed = reader.one(0, 1)
    state.holds = reader.one(0, players)
    state.resolving = reader.one(NOTHING, MOST_BEFORE)
    state.picked = reader.one(NOTHING, MOST_KINDS)
    state.second = reader.one(0, 1)
    state.swapper = reader.one(0, players)
    state.victim = reader.one(0, players - 1)
    state.asked = reader.one(0, BOUND)
    state.reveals = reader.one(0, BOUND)
    state.chance = unpack_chance(reader.many(0, BOUND))
    state.role = reader.many(NOTHING, ROLES - 1)
    state.counterpart = reader.many(NOTHING, players - 1)
    state.goods = reader.many(0, MOST_KINDS)
    state.fate = reader.many(STANDING, RESOLVED)
    state.aims = reader.many(NOTHING, MOST_BEFORE)
    state.drawn = reader.many(0, MOST_KINDS)
    state.regained = reader.many(0, MOST_KINDS)
    state.brought = reader.many(0, MOST_KINDS)
    for _ in range(players):
        number = reader.one(0, len(cards.decks) - 1)
        station = Station(cards.decks[number], number)
        last = station.deck.kinds - 1
        station.top = reader.one(0, BOUND)
        station.vp = reader.one(-BOUND, BOUND)
        station.draw = reader.many(0, last)
        station.hand = reader.many(0, last)
        station.shown = reader.many(0, last)
        station.seen = reader.many(0, last)
        station.unseen = reader.many(0, last)
        station.prepared = reader.many(0, last)
        station.utensils = reader.many(0, DOWN)
        station.wins = reader.many(0, last)
        station.before = reader.many(0, players * EFFECTS - 1)
        station.tally = reader.many(-BOUND, BOUND)
        station.lines = reader.many(-BOUND, BOUND)
        for _ in range(reader.one(0, last)):
            recipe = reader.one(0, last)
            turn = reader.one(0, BOUND)
            replaced = reader.one(0, HARD + 1)
            more = reader.one(-BOUND, BOUND)
            meal = Meal(recipe, turn, reader.many(0, last))
            meal.replaced = replaced
            meal.more = more
            station.meals.append(meal)
        state.stations.append(station)
    reader.end()
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
