"""What a seat or a spectator may see of Food Court (F8), and a whole position in words.

Views are built from scratch: only what is listed here leaves the state. Cards go by their index in `faces`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from maitred.games.food_court.abilities import (
    ABILITIES,
    COURSES,
    WIN_CARDS,
    count,
    is_full,
    level,
    missing_course,
    points_of,
    price,
    score_lines,
    trackable,
)
from maitred.games.food_court.cards import DIFFICULTIES, EFFECT_NAMES, SORTS
from maitred.games.food_court.check import checked
from maitred.games.food_court.dealing import all_cards
from maitred.games.food_court.menus import can_make, make_meal
from maitred.games.food_court.rules import (
    GOAL,
    HAND,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_BEFORE,
    MOST_DISCARDS,
    NO_SUPPLY,
    PICK,
    ROUNDS,
    STANDING,
    FoodCourt,
)
from maitred.games.food_court.shapes import (
    BeforeView,
    Constants,
    Face,
    Fate,
    Line,
    MealView,
    MenuLine,
    Moment,
    Needs,
    Pot,
    Role,
    ScoreLine,
    Sort,
    StationView,
    Supply,
    Tally,
    UtensilState,
    View,
)
from maitred.games.food_court.station import (
    EFFECTS,
    FIRST_INGREDIENT,
    FIRST_UTENSIL,
    MOST_KINDS,
    NOTHING,
    OPTIONAL,
    PRIMARY,
    RECIPE,
    SECONDARY,
    SYMBOLS,
    Deck,
    FoodCourtCards,
    Kind,
    Meal,
    Seat,
    Station,
)
from maitred.games.food_court.texts import LINE_TITLES, ROLE_TEXTS, ability_card, card_text, mark_of, points_on
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition
from maitred.kernel.position import PositionReader, refuse
from maitred.kernel.zones import drop

MOMENT_NAMES: tuple[Moment, ...] = get_args(Moment)
ROLE_NAMES: list[Role] = ["Chef", "Waiter", "Dishwasher", "Supplier", "Critic", "Customer"]
SUPPLY_NAMES: list[Supply] = ["none", "take", "less"]
UTENSIL_STATES: list[UtensilState] = ["not in play", "up", "down"]
LINE_NAMES: list[Line] = ["recipe", "optional", "hard bonus", "utensil", "ability", "action", "role"]
HAND_ORDER: list[Sort] = ["recipe", "primary", "secondary", "optional", "utensil", "action"]
"""The order in which a hand is shown: recipes, what goes into them, utensils, actions."""
INGREDIENTS = (PRIMARY, SECONDARY, OPTIONAL)
FATES: list[Fate] = ["standing", "blocked", "resolved"]


def faces(cards: FoodCourtCards) -> list[Face]:
    """Every kind of card of every deck; views name cards by their index here."""
    listed: list[Face] = []
    for deck in cards.decks:
        for kind in range(deck.kinds):
            symbol = deck.symbol[kind]
            action = kind < EFFECTS
            listed.append(
                {
                    "deck": deck.id,
                    "cuisine": deck.cuisine,
                    "name": deck.titles[kind],
                    "kind": SORTS[deck.sort[kind]],
                    "copies": deck.copies[kind],
                    "effect": EFFECT_NAMES[kind] if action else None,
                    "offence": cards.offence[kind] if action else None,
                    "defence": cards.defence[kind] if action else None,
                    "difficulty": DIFFICULTIES[deck.difficulty[kind]] if deck.difficulty[kind] != NOTHING else None,
                    "needs": needs(deck, kind, []) if deck.sort[kind] == RECIPE else None,
                    "points": points_on(deck, kind),
                    "utensil": deck.names[EFFECTS + symbol] if symbol != NOTHING else None,
                    "tag": mark_of(deck, kind),
                    "vp": deck.vp[kind],
                    "text": card_text(cards, deck, kind),
                }
            )
    return listed


def constants(cards: FoodCourtCards) -> Constants:
    """What abilities and roles do, and the numbers and names of the rules that a board shows."""
    return {
        "hand": HAND,
        "most_discards": MOST_DISCARDS,
        "win_cards": WIN_CARDS,
        "utensils": cards.decks[0].names[FIRST_UTENSIL:FIRST_INGREDIENT],
        "hand_order": HAND_ORDER,
        "abilities": {deck.id: ability_card(deck) for deck in cards.decks},
        "roles": ROLE_TEXTS,
        "lines": LINE_TITLES,
    }


def next_course(station: Station) -> str | None:
    """The course to track next, if courses are tracked in order."""
    if station.deck.ability != COURSES or len(station.wins) == WIN_CARDS:
        return None
    return station.deck.tags[missing_course(station.deck, station.wins)]


def face(state: FoodCourt, seat: Seat, kind: Kind) -> int:
    """The index of a seat's card in the list of faces."""
    return state.printed.first_face[state.stations[seat].number] + kind


def view(state: FoodCourt, seat: Seat | None) -> View:
    """What is on the table, and what the seat itself holds."""
    return {
        "players": state.players,
        "seat": seat,
        "round": state.round,
        "rounds": state.limit,
        "goal": state.goal,
        "reached": bool(state.reached),
        "first": state.first,
        "turn": state.turn,
        "moment": MOMENT_NAMES[state.moment],
        "actors": state.actors(),
        "left": state.left,
        "roles": [
            {
                "role": ROLE_NAMES[state.role[other]],
                "counterpart": state.counterpart[other] if state.counterpart[other] != NOTHING else None,
            }
            for other in range(state.players)
            if state.role[other] != NOTHING
        ],
        "supply": SUPPLY_NAMES[state.supply],
        "pot": pot_view(state) if state.pot != NOTHING else None,
        "resolving": state.resolving if state.resolving != NOTHING else None,
        "picked": face(state, picked_from(state), state.picked) if state.picked != NOTHING else None,
        "stations": [station_view(state, other, seat) for other in range(state.players)],
        "scores": state.scores(),
    }


def own_faces(state: FoodCourt, seat: Seat, kinds: list[Kind]) -> list[int]:
    """Cards of a seat by their indices in the list of faces."""
    return [face(state, seat, kind) for kind in kinds]


def station_view(state: FoodCourt, seat: Seat, viewer: Seat | None) -> StationView:
    """One player's station: hand, discards and face-down cards only as far as the viewer has seen them."""
    station = state.stations[seat]
    own = seat == viewer
    return {
        "deck": station.deck.id,
        "cuisine": station.deck.cuisine,
        "restaurant": station.deck.restaurant,
        "ability": ABILITIES[station.deck.ability],
        "draw": len(station.draw),
        "known_top": station.top,
        "hand": len(station.hand),
        "cards": own_faces(state, seat, station.hand) if own else None,
        "shown": own_faces(state, seat, station.shown),
        "discard": station.discards(),
        "seen": own_faces(state, seat, station.seen),
        "unseen": own_faces(state, seat, station.unseen) if own else None,
        "top": own_faces(state, seat, sorted(station.draw[len(station.draw) - station.top :])) if own else None,
        "prepared": own_faces(state, seat, station.prepared),
        "meals": [meal_view(state, seat, meal) for meal in station.meals],
        "would_score": points_of(score_lines(station, station.meals)),
        "would_lines": lines_view(state, seat, score_lines(station, station.meals)),
        "trackable": own_faces(state, seat, trackable(station, station.meals)),
        "menu": menu_view(state, seat) if own else None,
        "utensils": [UTENSIL_STATES[utensil] for utensil in station.utensils],
        "wins": own_faces(state, seat, station.wins),
        "next_course": next_course(station),
        "before": [before_view(state, seat, at, viewer) for at in range(len(station.before))],
        "vp": station.vp,
        "tally": tally_view(station.tally),
        "lines": lines_view(state, seat, station.lines),
        "brought": own_faces(state, seat, state.drawn) if own and seat == state.turn else None,
    }


def tally_view(tally: list[int]) -> Tally:
    """All VP of a seat, by the line they came from."""
    recipe, optional, hard, utensil, ability, action, role = tally
    return {
        "recipe": recipe,
        "optional": optional,
        "hard bonus": hard,
        "utensil": utensil,
        "ability": ability,
        "action": action,
        "role": role,
    }


def needs(deck: Deck, recipe: Kind, goods: list[Kind]) -> Needs:
    """What a recipe with these ingredients still lacks to be full."""
    return {
        "primary": max(0, 1 - count(deck, goods, PRIMARY)),
        "secondary": max(0, deck.difficulty[recipe] - count(deck, goods, SECONDARY)),
    }


def lines_view(state: FoodCourt, seat: Seat, lines: list[int]) -> list[ScoreLine]:
    """A score of a seat, line by line."""
    return [
        {
            "line": LINE_NAMES[lines[at]],
            "card": face(state, seat, lines[at + 1]) if lines[at + 1] != NOTHING else None,
            "points": lines[at + 2],
        }
        for at in range(0, len(lines), 3)
    ]


def pot_view(state: FoodCourt) -> Pot:
    """The recipe that is being cooked (or is to replace another), and what it would bring as it is.

    A recipe without a primary is not a meal yet, and one that replaces another has no ingredients: they bring nothing
    here.
    """
    seat = state.actor
    station = state.stations[seat]
    deck = station.deck
    told: Pot = {
        "seat": seat,
        "recipe": face(state, seat, state.pot),
        "goods": own_faces(state, seat, state.goods),
    }
    if MOMENT_NAMES[state.moment] != "cook":
        return told
    meal = Meal(state.pot, state.turns, state.goods)
    meals = [*station.meals, meal] if count(deck, state.goods, PRIMARY) else station.meals
    lines = score_lines(station, meals)
    return {
        **told,
        "needs": needs(deck, state.pot, state.goods),
        "price": price(deck, state.pot, state.goods),
        "level": level(deck, meal) if len(meals) > len(station.meals) else 0,
        "full": len(meals) > len(station.meals) and is_full(deck, meal),
        "would_score": points_of(lines),
        "would_lines": lines_view(state, seat, lines),
        "trackable": own_faces(state, seat, trackable(station, meals)),
    }


def menu_view(state: FoodCourt, seat: Seat) -> list[MenuLine]:
    """What each recipe in hand still lacks among the prepared ingredients; only its owner sees this."""
    station = state.stations[seat]
    deck = station.deck
    return [
        {
            "recipe": face(state, seat, kind),
            "needs": needs(deck, kind, station.prepared),
            "plan": cooking_plan(state, seat, kind),
        }
        for kind in station.hand
        if deck.sort[kind] == RECIPE
    ]


def cooking_plan(state: FoodCourt, seat: Seat, recipe: Kind) -> list[int]:
    """The actions that cook a recipe in full with what serves it best of hand and counter; [] if that cannot be."""
    station = state.stations[seat]
    if MOMENT_NAMES[state.moment] != "play" or state.actor != seat:
        return []
    left = sorted(station.prepared + [kind for kind in station.hand if station.deck.sort[kind] in INGREDIENTS])
    if not can_make(station, recipe, left):
        return []
    wanted = [kind for kind in station.hand if kind >= station.deck.first_recipe]
    goods = make_meal(state, station, recipe, [], left, wanted, not trackable(station, station.meals)).goods
    laid = station.prepared[:]
    to_lay = [kind for kind in goods if not drop(laid, kind)]
    first = sorted(goods, key=lambda kind: station.deck.sort[kind])
    return [PICK + kind for kind in [*to_lay, recipe, *first]]


def meal_view(state: FoodCourt, seat: Seat, meal: Meal) -> MealView:
    """A cooked recipe as all see it."""
    deck = state.stations[seat].deck
    return {
        "recipe": face(state, seat, meal.recipe),
        "goods": own_faces(state, seat, meal.goods),
        "level": level(deck, meal),
        "full": is_full(deck, meal),
        "replaced": meal.replaced > 0,
        "this_turn": meal.turn == state.turns and seat == state.turn,
        "turn": meal.turn,
        "more": meal.more,
    }


def before_view(state: FoodCourt, seat: Seat, at: int, viewer: Seat | None) -> BeforeView:
    """An action card before a player: everybody knows its owner, but only the owner knows the card until it is
    revealed."""
    owner, effect = divmod(state.stations[seat].before[at], EFFECTS)
    revealed = state.revealed and seat == state.turn
    return {
        "owner": owner,
        "card": face(state, owner, effect) if revealed or owner == viewer else None,
        "revealed": bool(revealed),
        "fate": FATES[state.fate[at]] if revealed else None,
        "used_on": state.aims[at] if revealed and state.aims[at] != NOTHING else None,
    }


# A whole position

NUMBERS = {
    "goal": (1, 1 << 31),
    "limit": (1, 1 << 31),
    "round": (1, 1 << 31),
    "turns": (0, 1 << 31),
    "reached": (0, 1),
    "left": (0, MOST_KINDS),
    "cooked": (0, MOST_KINDS),
    "cooked_well": (0, MOST_KINDS),
    "fresh": (0, 1),
    "holds": (0, MAX_PLAYERS),
    "resolving": (NOTHING, MOST_BEFORE),
    "second": (0, 1),
    "swapper": (0, MAX_PLAYERS),
    "asked": (0, 1 << 62),
    "reveals": (0, 1 << 62),
}
"""The plain numbers of a position, with their bounds."""
PILES = ("draw", "hand", "shown", "seen", "unseen", "prepared", "wins")


def dump(state: FoodCourt) -> dict[str, Any]:
    """The complete position in words, without chance; draw piles run from bottom to top."""
    scorer = state.stations[state.turn].deck.names
    cook = state.stations[state.actor].deck.names
    aimed = state.stations[picked_from(state)].deck.names
    return {
        "players": state.players,
        **{key: getattr(state, key) for key in NUMBERS},
        "first": state.first,
        "turn": state.turn,
        "actor": state.actor,
        "victim": state.victim,
        "moment": MOMENT_NAMES[state.moment],
        "supply": SUPPLY_NAMES[state.supply],
        "roles": [ROLE_NAMES[role] for role in state.role] if state.role[0] != NOTHING else None,
        "counterparts": [None if other == NOTHING else other for other in state.counterpart],
        "pot": cook[state.pot] if state.pot != NOTHING else None,
        "goods": [cook[kind] for kind in state.goods],
        "picked": aimed[state.picked] if state.picked != NOTHING else None,
        "revealed": bool(state.revealed),
        "fates": [FATES[fate] for fate in state.fate],
        "aims": [None if aim == NOTHING else aim for aim in state.aims],
        "drawn": [scorer[kind] for kind in state.drawn],
        "regained": [scorer[kind] for kind in state.regained],
        "brought": [scorer[kind] for kind in state.brought],
        "stations": [dump_station(state, station) for station in state.stations],
    }


def picked_from(state: FoodCourt) -> Seat:
    """Whose recipe has been picked: the scorer's by an action card, the victim's for a replacement."""
    return state.victim if MOMENT_NAMES[state.moment].startswith("swap") else state.turn


def dump_station(state: FoodCourt, station: Station) -> dict[str, Any]:
    """One player's station in words."""
    names = station.deck.names
    piles: dict[str, list[Kind]] = {pile: getattr(station, pile) for pile in PILES}
    return {
        "deck": station.deck.id,
        "top": station.top,
        **{pile: [names[kind] for kind in kinds] for pile, kinds in piles.items()},
        "utensils": [UTENSIL_STATES[utensil] for utensil in station.utensils],
        "meals": [
            {
                "recipe": names[meal.recipe],
                "goods": [names[kind] for kind in meal.goods],
                "turn": meal.turn,
                "replaced": meal.replaced,
                "more": meal.more,
            }
            for meal in station.meals
        ],
        "before": [{"owner": code // EFFECTS, "card": names[code % EFFECTS]} for code in station.before],
        "tally": tally_view(station.tally),
        "lines": [
            [LINE_NAMES[station.lines[at]], name_or_none(names, station.lines[at + 1]), station.lines[at + 2]]
            for at in range(0, len(station.lines), 3)
        ],
    }


def name_or_none(names: list[str], kind: Kind) -> str | None:
    """The name of a kind, or None for no card."""
    return None if kind == NOTHING else names[kind]


def load(words: Mapping[str, Any], seed: int, cards: FoodCourtCards) -> FoodCourt:
    """The state of a position in words. Only `stations` with a `deck` each are needed: it is then the first player's
    turn to play in the first round, and all cards not named elsewhere are shuffled into the draw pile."""
    position = PositionReader(words, [])
    stations = listed(position, "stations")
    players = position.number("players", MIN_PLAYERS, MAX_PLAYERS, len(stations))
    if len(stations) != players or not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise BadPosition(f"In the position 'stations' has one entry for each of the {players} players.")
    state = FoodCourt(players, Stream(seed), cards)
    state.first = position.number("first", 0, players - 1, 0)
    state.turn = position.number("turn", 0, players - 1, state.first)
    state.actor = position.number("actor", 0, players - 1, state.turn)
    state.victim = position.number("victim", 0, players - 1, 0)
    state.moment = position.word("moment", MOMENT_NAMES, "play")
    state.supply = position.word("supply", SUPPLY_NAMES, SUPPLY_NAMES[NO_SUPPLY])
    defaults = {"goal": GOAL, "limit": ROUNDS, "round": 1, "resolving": NOTHING}
    for key, (low, high) in NUMBERS.items():
        if key != "turns":
            setattr(state, key, position.number(key, low, high, defaults.get(key, 0)))
    before_turns = 0 if MOMENT_NAMES[state.moment] in ("role", "opinion", "supply") else 1
    turns = (state.round - 1) * players + before_turns * ((state.turn - state.first) % players + 1)
    state.turns = position.number("turns", 0, 1 << 31, turns)
    if position.has("roles"):
        state.role = [word_of(role, ROLE_NAMES, "roles") for role in listed(position, "roles")]
    if position.has("counterparts"):
        state.counterpart = [seat_of(other, players) for other in listed(position, "counterparts")]
    state.stations = [load_station(entry, seat, state) for seat, entry in enumerate(stations)]
    scorer = PositionReader(words, state.stations[state.turn].deck.names)
    cook = PositionReader(words, state.stations[state.actor].deck.names)
    aimed = PositionReader(words, state.stations[picked_from(state)].deck.names)
    state.pot = cook.card_list([words["pot"]], "pot")[0] if position.has("pot") else NOTHING
    state.goods = sorted(cook.cards("goods"))
    state.picked = aimed.card_list([words["picked"]], "picked")[0] if position.has("picked") else NOTHING
    state.drawn, state.regained, state.brought = (sorted(scorer.cards(key)) for key in ("drawn", "regained", "brought"))
    state.revealed = int(bool(words["revealed"])) if position.has("revealed") else 0
    for key in ("goods", "drawn", "regained", "brought"):
        position.has(key)
    laid = len(state.stations[state.turn].before) if state.revealed else 0
    state.fate = [word_of(fate, FATES, "fates") for fate in listed(position, "fates")] or [STANDING] * laid
    aims = listed(position, "aims") or [None] * laid
    state.aims = [NOTHING if aim is None else int(aim) for aim in aims]
    position.end()
    for station in state.stations:
        if len(station.wins) == WIN_CARDS or station.vp >= state.goal:
            state.reached = 1
    return checked(fill_draw(state, stations))


def fill_draw(state: FoodCourt, stations: list[Any]) -> FoodCourt:
    """Shuffle the cards that are named nowhere into the draw piles that are not given; those named as the `next` of a
    station lie on top."""
    held = state.inventory()
    for station, entry in zip(state.stations, stations, strict=True):
        if entry.get("draw") is None:
            station.draw = all_cards(station.deck)
            for card in held:
                number, kind = divmod(card // 64, MOST_KINDS)
                if number == station.number and kind in station.draw:
                    station.draw.remove(kind)
            state.chance.shuffle(station.draw)
            for kind in PositionReader(entry, station.deck.names).cards("next"):
                if kind not in station.draw:
                    refuse(f"{station.deck.names[kind]} is elsewhere, so it is not the next")
                station.draw.remove(kind)
                station.draw.append(kind)
    return state


def load_station(entry: object, seat: Seat, state: FoodCourt) -> Station:
    """One player's station of a position."""
    cards = state.printed
    if not isinstance(entry, Mapping):
        raise BadPosition(f"In the position station {seat + 1} is a table.")
    ids = [deck.id for deck in cards.decks]
    number = word_of(entry.get("deck"), ids, "deck")
    station = Station(cards.decks[number], number)
    position = PositionReader(entry, station.deck.names)
    position.has("deck")
    position.has("next")
    for pile in PILES:
        kinds = position.cards(pile)
        setattr(station, pile, kinds if pile == "draw" else sorted(kinds))
    station.top = position.number("top", 0, station.deck.size, 0)
    if position.has("utensils"):
        station.utensils = [word_of(word, UTENSIL_STATES, "utensils") for word in listed(position, "utensils")]
        if len(station.utensils) != SYMBOLS:
            raise BadPosition(f"In the position 'utensils' tells of all {SYMBOLS}.")
    for told in listed(position, "meals"):
        dish = PositionReader(told, station.deck.names)
        recipe = dish.card_list([told.get("recipe")], "recipe")[0]
        dish.has("recipe")
        meal = Meal(recipe, dish.number("turn", 0, 1 << 31, state.turns), sorted(dish.cards("goods")))
        meal.replaced = dish.number("replaced", 0, 3, 0)
        meal.more = dish.number("more", -100, 100, 0)
        dish.end()
        station.meals.append(meal)
    for told in listed(position, "before"):
        laid = PositionReader(told, station.deck.names)
        owner = laid.number("owner", 0, state.players - 1)
        effect = laid.card_list([told.get("card")], "card")[0]
        laid.has("card")
        laid.end()
        if effect >= EFFECTS:
            raise BadPosition("In the position only action cards lie 'before' a player.")
        station.before.append(owner * EFFECTS + effect)
    tally = position.inner("tally")
    station.tally = [tally.number(name, -(1 << 31), 1 << 31, 0) for name in LINE_NAMES]
    tally.end()
    station.vp = sum(station.tally)
    for line in listed(position, "lines"):
        if not isinstance(line, (list, tuple)) or len(line) != 3 or not isinstance(line[2], int):
            raise BadPosition("In the position each of the 'lines' is a line, a card or none, and points.")
        card = NOTHING if line[1] is None else position.card_list([line[1]], "lines")[0]
        station.lines += [word_of(line[0], LINE_NAMES, "lines"), card, line[2]]
    position.end()
    return station


def listed(position: PositionReader, key: str) -> list[Any]:
    """The list under a key; empty if the position does not say."""
    value = position.words[key] if position.has(key) else []
    if not isinstance(value, list):
        raise BadPosition(f"In the position {key!r} is a list, not {value!r}.")
    return value


def word_of(word: object, words: Sequence[str], key: str) -> int:
    """The index of a word among those allowed."""
    if word not in words:
        raise BadPosition(f"In the position {key!r} is one of {', '.join(words)}, not {word!r}.")
    return words.index(str(word))


def seat_of(seat: object, players: int) -> int:
    """A seat of a position, or none."""
    if seat is None:
        return NOTHING
    if not isinstance(seat, int) or not 0 <= seat < players:
        raise BadPosition(f"In the position a counterpart is a seat from 0 to {players - 1}, not {seat!r}.")
    return seat
