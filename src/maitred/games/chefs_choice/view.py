"""What a seat or a spectator may see of Chef's Choice, and a whole position in words.

All see the board, the schedule as far as it is face up, and the table; a seat sees its own hand and choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from maitred.games.chefs_choice import rules
from maitred.games.chefs_choice.cards import KINDS
from maitred.games.chefs_choice.check import checked
from maitred.games.chefs_choice.rules import Action, Card, ChefsChoice, ChefsChoiceCards, Dish, Seat, draw_schedule
from maitred.games.chefs_choice.shapes import (
    Choice,
    Constants,
    DishView,
    Face,
    Moment,
    OwnView,
    SharedView,
    Stop,
    StopKind,
)
from maitred.games.chefs_choice.tiles import tile_rule
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition
from maitred.kernel.position import PositionReader

MOMENT_NAMES: Final[list[Moment]] = ["choose", "announce", "and then"]
TILE_WORDS: Final = ["shown", "hidden"]
AFTERNOON: Final = rules.SECOND_PODCAST + 1
HIGH: Final = 1 << 62


CATEGORY_NAMES: Final = ["Appetizers", "Entrées", "Desserts"]
STEP_NAMES: Final = [
    "",
    "Podcast",
    "Sample round 1",
    "Sample round 2",
    "Sample round 3",
    "Lunch",
    "Clean-up",
    "Podcast",
    "Sample round 4",
    "Sample round 5",
    "Hidden sample",
    "Dinner",
    "Closed",
]
STEP_KINDS: Final[dict[int, StopKind]] = {
    rules.PODCAST: "podcast",
    rules.LUNCH: "lunch",
    rules.CLEAN_UP: "cleanup",
    rules.SECOND_PODCAST: "podcast",
    rules.HIDDEN_SAMPLE: "hidden",
    rules.DINNER: "dinner",
}
STEP_TEXTS: Final[dict[StopKind, str]] = {
    "podcast": "The podcast reads a menu out: each of its dishes gets one of its markers.",
    "sample": "",
    "lunch": "All serve a menu. Each dish draws guests by how its samples compare with the others of its kind.",
    "cleanup": "The most popular dishes lose a marker of every colour. All keep or discard a menu, and get new ones.",
    "hidden": "All choose a menu in secret and clip one dish on it: that one gets a marker.",
    "dinner": "Like lunch, with more guests. Then the day is over.",
}


def faces(cards: ChefsChoiceCards) -> list[Face]:
    """Every menu card as it is printed; views name cards by their index here."""
    names = cards.dish_names
    return [
        {
            "name": cards.names[card],
            "appetizer": names[dishes[0]],
            "entree": names[dishes[1]],
            "dessert": names[dishes[2]],
            "dishes": dishes,
        }
        for card, dishes in enumerate(cards.on)
    ]


def constants(cards: ChefsChoiceCards) -> Constants:
    """The stops of the day, and what else of the rules a board shows."""
    return {
        "day": [stop(step) for step in range(rules.PODCAST, rules.CLOSED)],
        "categories": [{"kind": kind, "title": CATEGORY_NAMES[at]} for at, kind in enumerate(KINDS)],
        "hand": rules.HAND,
    }


def stop(step: int) -> Stop:
    """A stop of the day; the tile of a sample round says what is given there."""
    kind = STEP_KINDS.get(step, "sample")
    space = rules.SPACE[step] if rules.SPACE[step] >= 0 else None
    return {"step": step, "kind": kind, "name": STEP_NAMES[step], "text": STEP_TEXTS[kind], "space": space}


def card_or_none(card: Card) -> Card | None:
    """A card, or None where there is none."""
    return None if card == rules.NONE else card


def next_places(state: ChefsChoice) -> list[int]:
    """What each place in a category draws at the next meal; after dinner, at dinner."""
    return state.printed.lunch if state.step <= rules.LUNCH else state.printed.dinner


def total(customers: list[int]) -> int:
    """The customers of all dishes."""
    everybody = 0
    for number in customers:
        everybody += number
    return everybody


def dish_view(state: ChefsChoice, dish: Dish, leads: bool, draws: int) -> DishView:
    """A line of the tally board: markers by colour, the podcast's last, and what the dish would draw as it stands."""
    marks = [state.marks[colour * state.printed.dishes + dish] for colour in range(state.players + 1)]
    return {
        "name": state.printed.dish_names[dish],
        "category": KINDS[state.printed.category[dish]],
        "samples": state.tally[dish],
        "markers": marks,
        "leads": leads,
        "draws": draws,
    }


def choice_view(state: ChefsChoice, action: Action) -> Choice | None:
    """A choice as its chooser sees it."""
    if action == rules.NONE:
        return None
    if action < rules.CLIP:
        return {"card": action}
    if action < rules.GIVE:
        card, category = divmod(action - rules.CLIP, rules.CATEGORIES)
        return {"card": card, "dish": state.printed.on[card][category]}
    return {"keep": action == rules.KEEP}


def neighbours(state: ChefsChoice) -> list[Seat]:
    """The two neighbours of whoever now gives a sample from a neighbour's card; otherwise none."""
    speaker = state.speaker()
    return state.neighbours(speaker) if state.from_neighbours() and state.home[speaker] > 0 else []


def shared_view(state: ChefsChoice) -> SharedView:
    """What everybody sees of the table."""
    printed = state.printed
    seats = range(state.players)
    turned = rules.TURNED[state.step] if state.hidden else rules.SPACES
    sampling = rules.SPACE[state.step] >= 0
    seen = [tile if at < turned else rules.NONE for at, tile in enumerate(state.schedule)]
    places = next_places(state)
    draws = [state.customers_for(dish, places) for dish in range(printed.dishes)]
    popular = state.popular()
    lunch_customers = [state.lunch_customers(at) for at in seats]
    dinner_customers = [state.dinner_customers(at) for at in seats]
    lunch_total = [total(customers) for customers in lunch_customers]
    dinner_total = [total(customers) for customers in dinner_customers]
    return {
        "players": state.players,
        "step": state.step,
        "moment": MOMENT_NAMES[state.moment],
        "meal": "lunch" if state.step <= rules.LUNCH else "dinner",
        "actors": state.actors(),
        "space": rules.SPACE[state.step] if sampling else None,
        "schedule": [None if tile == rules.NONE else printed.tile_names[tile] for tile in seen],
        "asks": [None if tile == rules.NONE else tile_rule(printed, tile) for tile in seen],
        "lead": state.lead() if sampling else None,
        "deck": len(state.deck),
        "podcast": card_or_none(state.podcast),
        "held": [len(hand) for hand in state.hands],
        "decided": [choice != rules.NONE for choice in state.choices],
        "shown": [card_or_none(card) for card in state.shown],
        "neighbours": neighbours(state),
        "played": [list(cards) for cards in state.played],
        "tally": [dish_view(state, dish, dish in popular, draws[dish]) for dish in range(printed.dishes)],
        "draws": [draws[dishes[0]] + draws[dishes[1]] + draws[dishes[2]] for dishes in printed.on],
        "home": list(state.home),
        "lunch": [card_or_none(card) for card in state.lunch],
        "lunch_customers": lunch_customers,
        "dinner_customers": dinner_customers,
        "lunch_total": lunch_total,
        "dinner_total": dinner_total,
        "kept": [bool(kept) for kept in state.kept] if state.step > rules.CLEAN_UP else None,
        "scores": [lunch_total[at] + dinner_total[at] for at in seats],
    }


def own_view(state: ChefsChoice, seat: Seat | None) -> OwnView:
    """What only the seat itself sees: its hand, and what it has chosen."""
    if seat is None:
        return {"seat": None, "hand": None, "choice": None}
    return {"seat": seat, "hand": list(state.hands[seat]), "choice": choice_view(state, state.choices[seat])}


def choice_word(state: ChefsChoice, action: Action) -> str:
    """A choice in a position: a menu, a menu and the dish that is clipped, keep, discard, or nothing yet."""
    if action == rules.NONE:
        return ""
    if action < rules.CLIP:
        return state.printed.names[action]
    if action < rules.GIVE:
        card, category = divmod(action - rules.CLIP, rules.CATEGORIES)
        return f"{state.printed.names[card]}: {state.printed.dish_names[state.printed.on[card][category]]}"
    return "keep" if action == rules.KEEP else "discard"


def dump(state: ChefsChoice) -> dict[str, Any]:
    """The complete position in words, without chance. The last card of the deck is the next; the podcast comes after
    the seats where markers are counted by colour."""
    printed = state.printed
    names = printed.names
    dishes = range(printed.dishes)
    colours = range(state.players + 1)

    def one(card: Card) -> list[str]:
        return [names[card]] if card != rules.NONE else []

    return {
        "players": state.players,
        "tiles": TILE_WORDS[int(state.hidden)],
        "schedule": [printed.tile_names[tile] for tile in state.schedule],
        "first": state.first,
        "step": state.step,
        "moment": MOMENT_NAMES[state.moment],
        "spoken": state.spoken,
        "podcast": one(state.podcast),
        "deck": [names[card] for card in state.deck],
        "hands": [[names[card] for card in hand] for hand in state.hands],
        "choices": [choice_word(state, choice) for choice in state.choices],
        "shown": [one(card) for card in state.shown],
        "played": [[names[card] for card in cards] for cards in state.played],
        "tally": {
            printed.dish_names[dish]: [state.marks[at * printed.dishes + dish] for at in colours] for dish in dishes
        },
        "said": list(state.said),
        "lunch": [one(card) for card in state.lunch],
        "lunch_customers": [state.lunch_customers(seat) for seat in range(state.players)],
        "morning": [names[card] for card in state.morning],
        "kept": list(state.kept),
        "last": [one(card) for card in state.last],
        "asked": state.asked,
        "reveals": state.reveals,
    }


def load(words: Mapping[str, Any], seed: int, cards: ChefsChoiceCards) -> ChefsChoice:
    """The state of a position in words. Only `players` is needed: what is not said is as at the beginning of the step;
    without a `deck` all cards not named are shuffled, dealt to where cards are missing, and the rest is the deck."""
    position = PositionReader(words, cards.names)
    players = position.number("players", rules.MIN_PLAYERS, rules.MAX_PLAYERS)
    state = ChefsChoice(players, Stream(seed), cards)
    state.hidden = position.word("tiles", TILE_WORDS, TILE_WORDS[0]) == 1
    if position.has("schedule"):
        state.schedule = PositionReader(words, cards.tile_names).cards("schedule")
    else:
        state.schedule = draw_schedule(state.chance, cards)
    state.first = position.number("first", 0, players - 1, 0)
    state.step = position.number("step", rules.PODCAST + 1, rules.CLOSED, rules.FIRST_ROUND)
    state.moment = position.word("moment", MOMENT_NAMES, MOMENT_NAMES[rules.CHOOSE])
    state.spoken = position.number("spoken", 0, players - 1, 0)
    state.podcast = single(position.cards("podcast"), "podcast")
    state.hands = [sorted(hand) for hand in position.cards_by_seat("hands", players)]
    state.shown = [single(zone, "shown") for zone in position.cards_by_seat("shown", players)]
    state.played = position.cards_by_seat("played", players)
    tally = PositionReader(words["tally"] if position.has("tally") else {}, [])
    for dish, name in enumerate(cards.dish_names):
        for colour, markers in enumerate(numbers(tally, name, players + 1, cards.markers)):
            state.marks[colour * cards.dishes + dish] = markers
    tally.end()
    said = position.words["said"] if position.has("said") else []
    length = len(said) if isinstance(said, list) else 0
    state.said = numbers(position, "said", length, rules.N_ACTIONS * (cards.markers + 1) - 1)
    state.lunch = [single(zone, "lunch") for zone in position.cards_by_seat("lunch", players)]
    customers = (
        position.words["lunch_customers"] if position.has("lunch_customers") else [[0] * rules.CATEGORIES] * players
    )
    if not isinstance(customers, list) or len(customers) != players:
        raise BadPosition(f"In the position 'lunch_customers' has one list for each of the {players} seats.")
    for seat, drawn in enumerate(customers):
        came = numbers(
            PositionReader({"lunch_customers": drawn}, []), "lunch_customers", rules.CATEGORIES, max(cards.lunch)
        )
        state.customers[seat * rules.CATEGORIES : (seat + 1) * rules.CATEGORIES] = came
    state.morning = sorted(position.cards("morning"))
    state.kept = numbers(position, "kept", players, 1)
    state.last = [single(zone, "last") for zone in position.cards_by_seat("last", players)]
    state.asked = position.number("asked", 0, HIGH, 0)
    state.reveals = position.number("reveals", 0, HIGH, 0)
    if position.has("deck"):
        state.deck = position.cards("deck")
    else:
        fill_up(state)
    read_choices(position, state)
    position.end()
    return checked(state)


def single(cards: list[Card], key: str) -> Card:
    """The card of a list that has one, or none."""
    if len(cards) > 1:
        raise BadPosition(f"In the position {key!r} has at most one card at a place.")
    return cards[0] if cards else rules.NONE


def numbers(position: PositionReader, key: str, length: int, high: int) -> list[int]:
    """A list of that many whole numbers from 0 to `high`; all 0 if the position does not say."""
    if not position.has(key):
        return [0] * length
    listed = position.words[key]
    if not isinstance(listed, list) or len(listed) != length:
        raise BadPosition(f"In the position {key!r} is a list of {length} whole numbers.")
    for number in listed:
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= high:
            raise BadPosition(f"In the position {key!r} has whole numbers from 0 to {high}, not {number!r}.")
    return list(listed)


def fill_up(state: ChefsChoice) -> None:
    """Deal what a position leaves open: podcast, cards played and shown, hands; the rest is the deck."""
    placed = set(state.inventory())
    deck = [card for card in range(len(state.printed.on)) if card not in placed]
    state.chance.shuffle(deck)
    announcing = state.moment != rules.CHOOSE
    if state.podcast == rules.NONE and deck:
        state.podcast = deck.pop()
    for seat in range(state.players):
        while len(state.played[seat]) < rules.PLAYED[state.step] and deck:
            state.played[seat].append(deck.pop())
        if state.shown[seat] == rules.NONE and (announcing or state.step in (rules.CLEAN_UP, rules.CLOSED)) and deck:
            state.shown[seat] = deck.pop()
        while len(state.hands[seat]) < rules.HELD[state.step] - int(announcing) and deck:
            state.hands[seat].append(deck.pop())
        state.hands[seat].sort()
        if state.step == rules.CLEAN_UP and state.lunch[seat] == rules.NONE:
            state.lunch[seat] = state.shown[seat]
    state.deck = deck
    if state.step > rules.CLEAN_UP and rules.NONE in state.lunch and not state.morning:
        imagine_morning(state)


def imagine_morning(state: ChefsChoice) -> None:
    """A morning that is consistent with the position: the first cards, by number, that nobody is said to have kept."""
    free = [card for card in range(len(state.printed.on)) if card not in state.last]
    state.morning = free[: 4 * state.players + 1]
    for seat in range(state.players):
        if state.lunch[seat] == rules.NONE:
            state.lunch[seat] = free[seat]


def read_choices(position: PositionReader, state: ChefsChoice) -> None:
    """What the seats have chosen face down."""
    if not position.has("choices"):
        return
    words = position.words["choices"]
    if not isinstance(words, list) or len(words) != state.players:
        raise BadPosition(f"In the position 'choices' has one choice for each of the {state.players} seats.")
    for seat, word in enumerate(words):
        may = {choice_word(state, action): action for action in [rules.NONE, *state.may_choose(seat)]}
        if not isinstance(word, str) or word not in may:
            raise BadPosition(f"In the position 'choices' has {word!r}, which seat {seat + 1} may not choose now.")
        state.choices[seat] = may[word]
