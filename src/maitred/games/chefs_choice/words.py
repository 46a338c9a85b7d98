"""Chef's Choice in words: names, sentences for events and actions, the score sheet. `{0}` stands for a player."""

from __future__ import annotations

from typing import Final

from maitred.games.chefs_choice.cards import KINDS
from maitred.games.chefs_choice.rules import (
    AND_THEN,
    ANNOUNCE,
    CATEGORIES,
    CHOOSE,
    CHOSE,
    CLEAN_UP,
    CLEARED,
    CLIP,
    CLIPPED,
    CLOSED,
    DEALT,
    DECIDED,
    DINNER,
    ENDED,
    GAVE,
    GIVE,
    GIVE_DISH,
    HIDDEN_SAMPLE,
    KEEP,
    LUNCH,
    MOST_DISHES,
    MOVE,
    MOVED,
    RECOMMENDED,
    SECOND_PODCAST,
    SERVED,
    SHOWN,
    STAY,
    STAYED,
    STEP_BEGINS,
    UNDERRATED,
    Card,
    ChefsChoice,
    ChefsChoiceCards,
    Colour,
    Dish,
    Seat,
)
from maitred.games.chefs_choice.shapes import Choice, Heard, Offer
from maitred.games.chefs_choice.tiles import number, samples, tile_rule
from maitred.games.chefs_choice.view import CATEGORY_NAMES, MOMENT_NAMES, STEP_NAMES, choice_view, next_places
from maitred.kernel.game import Words
from maitred.kernel.shapes import Item, Sheet, SheetLine, Zone
from maitred.kernel.state import Event
from maitred.kernel.words import counted, listed, player, shared_win

LEGEND = [
    ("draws 5", "the customers a dish would bring each who serves it at the next meal, as the tally stands"),
    ("leads", "no dish of its category has more samples"),
    ("Olive ×2", "Olive has given two of its samples"),
    ("played", "a menu that is spent"),
]
STEP_SENTENCES: Final = {
    LUNCH: "Lunch: all choose the menu they serve.",
    CLEAN_UP: "Clean-up: markers come off, and all keep or discard their last card.",
    SECOND_PODCAST: "The afternoon begins.",
    HIDDEN_SAMPLE: "Hidden sample: all choose a card and clip a dish on it.",
    DINNER: "Dinner: all choose the menu they serve.",
}


# Names


def dishes_of(printed: ChefsChoiceCards, card: Card) -> str:
    """A menu as a person reads it out: `Soup, Steak and Torte`."""
    return listed([printed.dish_names[dish] for dish in printed.on[card]])


def colour_name(state: ChefsChoice, colour: Colour) -> str:
    """Whose marker it is."""
    return player(colour) if colour < state.players else "the podcast"


def given_words(printed: ChefsChoiceCards, markers: int, dishes: list[Dish]) -> str:
    """`samples of Soup and Steak`, `two samples of Soup`."""
    names = listed([printed.dish_names[dish] for dish in dishes])
    if len(dishes) > 1 and markers == len(dishes):
        return f"samples of {names}"
    return f"{samples(markers)} of {names}"


# The table


def menu_item(cards: ChefsChoiceCards, card: Card, tag: str = "") -> Item:
    """A menu card as it is drawn on any table."""
    appetizer, *others = [cards.dish_names[dish] for dish in cards.on[card]]
    return {"title": appetizer, "kind": "menu", "lines": [", ".join(others)], "tag": tag}


def zones(view: Words, cards: ChefsChoiceCards) -> list[Zone]:
    """The table: the schedule, the tally by category, the podcast and the deck, then each player's cards.

    Whoever is asked needs the tally, their hand, and the cards that samples are given of: their own or a neighbour's.
    """
    players = view["players"]
    asked = view["seat"] in view["actors"]
    givers = sample_cards(view)
    schedule: list[Item] = []
    for at, name in enumerate(view["schedule"]):
        lines = [tile_rule(cards, cards.tile_names.index(name))] if name else ["face down"]
        tag = "now" if at == view["space"] else ""
        schedule.append({"title": name or f"Tile {at + 1}", "kind": "tile", "lines": lines, "tag": tag})
    step = STEP_NAMES[view["step"]]
    note = step if view["lead"] is None else f"{step}, {player(view['lead'])} lead[s]"
    laid: list[Zone] = [{"title": "Schedule", "seat": None, "note": note, "items": schedule, "needed": False}]
    for kind, title in zip(KINDS, CATEGORY_NAMES, strict=True):
        items: list[Item] = []
        for dish in view["tally"]:
            if dish["category"] == kind:
                names = [*[player(at) for at in range(players)], "podcast"]
                colours = [
                    name if marks == 1 else f"{name} ×{marks}"
                    for name, marks in zip(names, dish["markers"], strict=True)
                    if marks
                ]
                lines = [counted(dish["samples"], "sample"), ", ".join(colours)]
                tag = f"draws {dish['draws']}" if dish["draws"] else ""
                if dish["leads"]:
                    tag = f"leads, {tag}"
                items.append({"title": dish["name"], "kind": kind, "lines": lines, "tag": tag})
        laid.append({"title": title, "seat": None, "note": "", "items": items, "needed": asked})
    laid.append(
        {
            "title": "Podcast",
            "seat": None,
            "note": f"{counted(view['deck'], 'card')} in the deck",
            "items": [menu_item(cards, view["podcast"])],
            "needed": False,
        }
    )
    for seat in range(players):
        laid.append(seat_zone(view, cards, seat, seat in givers))
    if view["hand"] is not None:
        chosen = view["choice"] or {}
        items = []
        for card in view["hand"]:
            tag = ""
            if card == chosen.get("card"):
                tag = f"chosen, {cards.dish_names[chosen['dish']]}" if "dish" in chosen else "chosen"
            items.append(menu_item(cards, card, tag=tag))
        hand = f"{player(view['seat'])}'s hand"
        laid.append({"title": hand, "seat": view["seat"], "note": "", "items": items, "needed": asked})
    return laid


def sample_cards(view: Words) -> list[Seat]:
    """The seats whose menus on the table the viewer gives samples of now."""
    if view["seat"] not in view["actors"]:
        return []
    own = [view["seat"]] if view["moment"] == MOMENT_NAMES[ANNOUNCE] else []
    return view["neighbours"] or own


def seat_zone(view: Words, cards: ChefsChoiceCards, seat: Seat, needed: bool) -> Zone:
    """What lies before a seat."""
    notes = [counted(view["home"][seat], "marker"), f"{counted(view['held'][seat], 'card')} in hand"]
    if view["decided"][seat]:
        notes.append("has chosen")
    if view["scores"][seat]:
        notes.append(counted(view["scores"][seat], "customer"))
    items: list[Item] = []
    if view["shown"][seat] is not None:
        tag = "on the table"
        if seat in view["neighbours"]:
            speaker, side = player(view["actors"][0]), "right" if seat == view["neighbours"][0] else "left"
            notes.append(f"to the {side} of {speaker}")
            tag = "to give from"
        items.append(menu_item(cards, view["shown"][seat], tag=tag))
    items += [menu_item(cards, card, tag="played") for card in view["played"][seat]]
    return {"title": player(seat), "seat": seat, "note": ", ".join(notes), "items": items, "needed": needed}


# What may be done


def describe(state: ChefsChoice, seat: Seat, action: int) -> Offer:
    """A legal action: its verb, what it touches, and a label."""
    printed = state.printed
    if action < CLIP:
        menu = dishes_of(printed, action)
        if state.step not in (LUNCH, DINNER):
            return {"verb": "play", "card": action, "label": f"Play {menu}"}
        customers = [state.customers_for(dish, next_places(state)) for dish in printed.on[action]]
        label = f"Serve {menu}: {counted(sum(customers), 'customer')}"
        return {"verb": "serve", "card": action, "customers": customers, "label": label}
    if action < GIVE:
        card, category = divmod(action - CLIP, CATEGORIES)
        dish = printed.on[card][category]
        label = f"Clip {printed.dish_names[dish]} on {dishes_of(printed, card)}"
        return {"verb": "clip", "card": card, "dish": dish, "label": label}
    if action == GIVE:
        return {"verb": "give", "dishes": [], "markers": 0, "label": "Give nothing: no marker left"}
    if action < MOVE:
        dishes = given_dishes(state, seat, action)
        portion = printed.portion[state.tile()] if state.moment == ANNOUNCE else 1
        markers = min(portion * len(dishes), state.home[seat])
        label = f"Give {given_words(printed, markers, dishes)}"
        if action < GIVE_DISH:
            return {"verb": "give", "dishes": dishes, "markers": markers, "label": label}
        seats = [other for other in state.neighbours(seat) if dishes[0] in printed.on[state.shown[other]]]
        label += " from " + " or ".join(f"{player(other)}'s" for other in seats) + " card"
        return {"verb": "give", "dishes": dishes, "markers": markers, "seats": seats, "label": label}
    if action < STAY:
        dish, to = divmod(action - MOVE, MOST_DISHES)
        label = f"Move a marker from {printed.dish_names[dish]} to {printed.dish_names[to]}"
        return {"verb": "move", "from": dish, "to": to, "label": label}
    if action == STAY:
        return {"verb": "stay", "label": "Leave your markers where they are"}
    menu = dishes_of(printed, state.hands[seat][0])
    if action == KEEP:
        return {"verb": "keep", "card": state.hands[seat][0], "label": f"Keep {menu}"}
    return {"verb": "discard", "card": state.hands[seat][0], "label": f"Discard {menu}"}


def given_dishes(state: ChefsChoice, seat: Seat, action: int) -> list[Dish]:
    """The dishes of which an action gives samples."""
    if action >= GIVE_DISH:
        return [action - GIVE_DISH]
    card = state.printed.on[state.shown[seat]]
    return [card[category] for category in range(CATEGORIES) if action - GIVE >> category & 1]


def prompt(state: ChefsChoice, seat: Seat | None) -> str:
    """One line that says what is happening and, to whoever acts, exactly what they may do now."""
    actors = state.actors()
    if not actors:
        return "The game is over."
    step = STEP_NAMES[state.step]
    tile = state.tile()
    if tile >= 0:
        step = f"{step}, {state.printed.tile_names[tile]}"
    if seat is None or seat not in actors:
        to_act = "to choose" if state.moment == CHOOSE else "to act"
        return f"{step}: {listed([player(actor) for actor in actors])} {to_act}."
    if state.moment == CHOOSE:
        return f"{step}: {choose_words(state, seat)}."
    if state.moment == ANNOUNCE or state.from_neighbours():
        now = "now give" if state.moment == AND_THEN else "give"
        return f"{step}: {now} {gift_words(state, seat, 'your card')}."
    if state.legal(seat) == [STAY]:
        return f"{step}: leave your markers where they are, as none of them may move."
    led = state.printed.then[tile] == UNDERRATED
    target = "that does not lead its category" if led else "where another colour has a marker"
    return f"{step}: move one of your markers to a dish {target}, or leave them where they are."


def whose_cards(state: ChefsChoice, seat: Seat) -> str:
    """The cards of a seat's neighbours: `{3}'s or {1}'s card`."""
    right, left = state.neighbours(seat)
    return f"{player(right)}'s or {player(left)}'s card"


def gift_words(state: ChefsChoice, seat: Seat, card: str) -> str:
    """What a seat gives with the markers that it has, by the tile or by what comes "and then"."""
    printed, tile, home = state.printed, state.tile(), state.home[seat]
    if home == 0:
        return "nothing, as you have no marker left"
    portion = printed.portion[tile] if state.moment != AND_THEN else 1
    if printed.neighbourly[tile] or state.moment == AND_THEN:
        return f"{samples(min(portion, home))} of a dish on {whose_cards(state, seat)}"
    choices = min(printed.choices[tile], (home + portion - 1) // portion)  # C7
    markers = min(choices * portion, home)
    last = ""
    if markers < printed.choices[tile] * portion:
        last = " with your last marker" if markers == 1 else f" with your last {number(markers)} markers"
    if choices == 1:
        return f"{samples(markers)} of one dish on {card}{last}"
    each = "samples" if last else f"{samples(portion)} each"
    if choices == CATEGORIES:
        return f"{each} of all dishes on {card}{last}"
    return f"{each} of {number(choices)} different dishes on {card}{last}"


def choose_words(state: ChefsChoice, seat: Seat) -> str:
    """What all are asked to choose."""
    if state.step == LUNCH:
        return "choose the menu you serve"
    if state.step == DINNER:
        return "choose the menu you serve; it is the last"
    if state.step == CLEAN_UP:
        return "keep or discard your last card"
    for_nothing = "" if state.home[seat] else ", though you have no marker left"
    if state.step == HIDDEN_SAMPLE:
        return f"choose a menu card in secret and clip one dish on it{for_nothing}"
    return f"choose a menu card to play{for_nothing or ', for ' + gift_words(state, seat, 'it')}"


SECTIONS: Final = [
    "Setting up",
    "Podcast",
    "Sample rounds",
    "Sample rounds",
    "Sample rounds",
    "Lunch",
    "Clean-up",
    "Podcast",
    "Sample rounds",
    "Sample rounds",
    "Hidden sample",
    "Dinner",
    "Who wins",
]
"""Where the rules explain each step of the day."""


def section(state: ChefsChoice) -> str:
    """The heading of the rules that what is asked now belongs to."""
    return SECTIONS[state.step]


def forbid(state: ChefsChoice, seat: Seat, action: int) -> str:
    """Why a seat that may act may not take this action."""
    printed = state.printed
    if state.moment == CHOOSE:
        card = action if action < CLIP else (action - CLIP) // CATEGORIES
        right_kind = CLIP <= action < GIVE if state.step == HIDDEN_SAMPLE else action < CLIP
        if state.step == CLEAN_UP or not right_kind:
            asked = choose_words(state, seat)
            return f"{asked[:1].upper()}{asked[1:]}."
        if card >= len(printed.on):
            return f"This deck has {len(printed.on)} menu cards, none of number {card + 1}."
        return f"You do not hold {dishes_of(printed, card)}."
    tile = printed.tile_names[state.tile()]
    if state.moment == AND_THEN and not state.from_neighbours():
        return forbid_move(state, seat, action, tile)
    if not GIVE <= action < MOVE:
        return f"{tile}: give {gift_words(state, seat, 'your card')}."
    if state.home[seat] == 0:
        return "You have no marker left: you can only go on without giving a sample."
    if action == GIVE:
        return "You have a marker left, so you must give a sample."
    if state.from_neighbours():
        if action < GIVE_DISH:
            return f"{tile}: this sample comes from {whose_cards(state, seat)}, not from your own."
        if action - GIVE_DISH >= printed.dishes:
            return f"This deck has {printed.dishes} dishes, none of number {action - GIVE_DISH + 1}."
        right, left = state.neighbours(seat)
        dish = printed.dish_names[action - GIVE_DISH]
        return f"Neither {player(right)}'s nor {player(left)}'s card has {dish} on it."
    if action >= GIVE_DISH:
        return f"{tile}: the samples come from your own card."
    choices = len(given_dishes(state, seat, state.legal(seat)[0]))
    wanted = f"{number(choices)} of the dishes on your card"
    if choices < printed.choices[state.tile()]:
        return f"With {counted(state.home[seat], 'marker')} left you give samples of {wanted}."
    return f"{tile}: give samples of {wanted}."


def forbid_move(state: ChefsChoice, seat: Seat, action: int, tile: str) -> str:
    """Why a marker may not be moved like this."""
    printed = state.printed
    if not MOVE <= action < STAY:
        return f"{tile}: move one of your markers, or leave them where they are."
    dish, to = divmod(action - MOVE, MOST_DISHES)
    if max(dish, to) >= printed.dishes:
        return f"This deck has {printed.dishes} dishes, none of number {max(dish, to) + 1}."
    if dish == to:
        return "A marker moves to a different dish."
    if state.marks[seat * printed.dishes + dish] == 0:
        return f"You have no marker on {printed.dish_names[dish]}."
    if printed.then[state.tile()] == UNDERRATED:
        return f"You cannot move a marker to {printed.dish_names[to]}: that dish leads its category, alone or tied."
    return f"You cannot move a marker to {printed.dish_names[to]}: no other colour has a marker there."


# What happens


def hear(state: ChefsChoice, event: Event, viewer: Seat | None) -> Heard:
    """An event in words: what was chosen or dealt is told to its seat; the others hear only that it happened."""
    printed = state.printed
    kind, rest = event[0], event[1:]
    if kind == STEP_BEGINS:
        step, tile, lead = rest
        text = STEP_SENTENCES.get(step, "")
        if tile >= 0:
            rule = tile_rule(printed, tile, "their", "all may")
            text = f"{STEP_NAMES[step]}, {printed.tile_names[tile]}: all give {rule}. {player(lead)} lead[s]."
        return {"event": "step", "step": step, "tile": printed.tile_names[tile] if tile >= 0 else None, "text": text}
    if kind == ENDED:
        return {"event": "over", "text": f"The restaurants close. {verdict(state)}"}
    if kind == CLEARED:
        dish, *colours = rest
        names = listed([colour_name(state, colour) for colour in colours])
        each = "A marker" if len(colours) == 1 else "A marker each"
        text = f"Most popular at lunch: {printed.dish_names[dish]}. {each} goes back to {names}."
        return {"event": "clear", "dish": dish, "colours": colours, "text": text}
    if kind == RECOMMENDED:
        text = f"The podcast recommends {dishes_of(printed, rest[0])}, and puts a marker on each."
        return {"event": "podcast", "card": rest[0], "text": text}
    seat = rest[0]
    who = player(seat)
    if kind == CHOSE:
        choice: Choice = (choice_view(state, rest[1]) if viewer == seat else None) or {}
        return {"event": "choose", "seat": seat, **choice, "text": f"{who} [has|have] chosen."}
    if kind == SHOWN:
        return {"event": "show", "seat": seat, "card": rest[1], "text": f"{who} play[s] {dishes_of(printed, rest[1])}."}
    if kind == GAVE:
        markers, dishes = rest[1], list(rest[2:])
        text = (
            f"{who} give[s] {given_words(printed, markers, dishes)}."
            if dishes
            else f"{who} [has|have] no marker left to give."
        )
        return {"event": "give", "seat": seat, "dishes": dishes, "markers": markers, "text": text}
    if kind == MOVED:
        names = f"from {printed.dish_names[rest[1]]} to {printed.dish_names[rest[2]]}"
        return {
            "event": "move",
            "seat": seat,
            "from": rest[1],
            "to": rest[2],
            "text": f"{who} move[s] a marker {names}.",
        }
    if kind == STAYED:
        return {"event": "stay", "seat": seat, "text": f"{who} move[s] no marker."}
    if kind == CLIPPED:
        _, card, dish, markers = rest
        text = f"{who} play[s] {dishes_of(printed, card)} with the clip on {printed.dish_names[dish]}"
        text += "." if markers else ", but has no marker left."
        return {"event": "clip", "seat": seat, "card": card, "dish": dish, "markers": markers, "text": text}
    if kind == SERVED:
        card, customers = rest[1], list(rest[2:])
        text = f"{who} serve[s] {dishes_of(printed, card)}: {added(customers)}."
        so_far = [sum(customers[: dish + 1]) for dish in range(CATEGORIES)]
        return {
            "event": "serve",
            "seat": seat,
            "card": card,
            "customers": customers,
            "so_far": so_far,
            "text": text,
        }
    if kind == DECIDED:
        text = f"{who} keep[s] the last card." if rest[1] else f"{who} discard[s] the last card."
        return {"event": "decide", "seat": seat, "kept": bool(rest[1]), "text": text}
    assert kind == DEALT
    cards = list(rest[1:])
    if viewer == seat:
        text = f"{who} [is|are] dealt {'; '.join(dishes_of(printed, card) for card in cards)}."
        return {"event": "deal", "seat": seat, "count": len(cards), "cards": cards, "text": text}
    return {
        "event": "deal",
        "seat": seat,
        "count": len(cards),
        "text": f"{who} [is|are] dealt {counted(len(cards), 'card')}.",
    }


def added(numbers: list[int]) -> str:
    """`5 + 3 + 1 = 9 customers`."""
    return f"{' + '.join(str(one) for one in numbers)} = {counted(sum(numbers), 'customer')}"


def verdict(state: ChefsChoice) -> str:
    """Who won, and why."""
    best = state.ranking()[0]
    scores = state.scores()
    customers = counted(scores[best[0]], "customer")
    if len(best) > 1:
        return shared_win(best, f"with {customers}")
    winner = best[0]
    level = [seat for seat in range(state.players) if seat != winner and scores[seat] == scores[winner]]
    if level:
        tied = listed([player(seat) for seat in level])
        return f"{player(winner)} win[s] with {customers}, ahead of {tied} on the markers for dinner."
    return f"{player(winner)} win[s] with {customers}."


def sheet(state: ChefsChoice) -> Sheet:
    """The score sheet: the customers of each dish at lunch and at dinner, and the markers that break a tie."""
    printed = state.printed
    seats = range(state.players)
    served = state.step == CLOSED
    lines: list[SheetLine] = []
    for meal, menus, customers in (
        ("Lunch", state.lunch, [state.lunch_customers(seat) for seat in seats]),
        ("Dinner", state.shown if served else [-1] * state.players, [state.dinner_customers(seat) for seat in seats]),
    ):
        for category, kind in enumerate(CATEGORY_NAMES):
            lines.append(
                {
                    "label": f"{meal}: {kind.lower()}",
                    "values": [customers[seat][category] for seat in seats],
                    "notes": [printed.dish_names[printed.on[card][category]] if card >= 0 else "" for card in menus],
                }
            )
        in_all: list[int | str] = [sum(drawn) for drawn in customers]
        lines.append({"label": f"{meal} in all", "values": in_all, "notes": [""] * state.players})
    lines.append(
        {
            "label": "Markers on the dinner menu (breaks ties)",
            "values": [state.tiebreaker(seat) for seat in seats],
            "notes": [tiebreak_note(state, seat) if served else "" for seat in seats],
        }
    )
    return {
        "lines": lines,
        "total": {"label": "Customers", "values": state.scores()},
        "ranking": state.ranking(),
        "verdict": verdict(state) if served else "",
    }


def tiebreak_note(state: ChefsChoice, seat: Seat) -> str:
    """The markers on each dish of a dinner menu."""
    return " + ".join(str(state.tally[dish]) for dish in state.printed.on[state.shown[seat]])
