"""A view of Food Court laid out for a board that does not know the game."""

from __future__ import annotations

from maitred.games.food_court.cards import DIFFICULTIES, SORTS
from maitred.games.food_court.station import EFFECTS, FIRST_UTENSIL, RECIPE, FoodCourtCards, Seat
from maitred.games.food_court.texts import ability_line
from maitred.games.food_court.words import LEVELS, both_names, traits
from maitred.kernel.game import Words
from maitred.kernel.shapes import Item, Zone
from maitred.kernel.words import counted, player


def item(cards: FoodCourtCards, at: int, tag: str = "") -> Item:
    """A card as it is drawn on any table, by its index in the list of faces."""
    number = max(number for number, first in enumerate(cards.first_face) if first <= at)
    deck = cards.decks[number]
    kind = at - cards.first_face[number]
    sort = SORTS[deck.sort[kind]]
    title = deck.titles[kind]
    lines: list[str] = [sort]
    if kind < EFFECTS:
        title = both_names(cards, kind)
    elif deck.sort[kind] == RECIPE:
        lines = [f"{DIFFICULTIES[deck.difficulty[kind]]}, {deck.names[FIRST_UTENSIL + deck.symbol[kind]]}"]
    lines += traits(deck, kind)
    return {"title": title, "kind": sort, "lines": lines, "tag": tag}


def zones(view: Words, cards: FoodCourtCards) -> list[Zone]:
    """Each player's station: meals, prepared ingredients, win cards, action cards, and what may be seen of the hand."""
    laid: list[Zone] = []
    for seat, station in enumerate(view["stations"]):
        who = player(seat)
        utensils = [
            f"{cards.decks[0].names[FIRST_UTENSIL + at]} {word}"
            for at, word in enumerate(station["utensils"])
            if word != "not in play"
        ]
        deck = next(deck for deck in cards.decks if deck.id == station["deck"])
        note = f"{station['cuisine']}, {station['vp']} VP, score {view['scores'][seat]}"
        if view["roles"]:
            note += f", {view['roles'][seat]['role']}"
        note += f"; worth {station['would_score']} now"
        if utensils:
            note += f"; {', '.join(utensils)}"
        if station["next_course"]:
            note += f"; next course to track: {station['next_course']}"
        meals = [meal_item(cards, meal) for meal in station["meals"]]
        laid.append(zone(f"{who}'s meals", seat, f"{note}; {ability_line(deck)}", meals))
        hand = station["cards"] if station["cards"] is not None else station["shown"]
        hidden = "" if station["cards"] is not None else f"{counted(station['hand'], 'card')}, {len(hand)} known; "
        note = f"{hidden}draw pile {station['draw']}, discard pile {station['discard']}"
        laid.append(zone(f"{who}'s hand", seat, note, [item(cards, at) for at in hand]))
        rest = [
            zone(f"{who}'s prepared ingredients", seat, "", [item(cards, at) for at in station["prepared"]]),
            zone(f"{who}'s win cards", seat, "", [item(cards, at) for at in station["wins"]]),
            zone(f"Action cards before {who}", seat, "", [before_item(cards, told) for told in station["before"]]),
            zone(
                f"{who}'s discard pile",
                seat,
                "as far as known",
                [item(cards, at) for at in station["seen"] + (station["unseen"] or [])],
            ),
        ]
        laid += [part for part in rest if part["items"]]
    return laid


def zone(title: str, seat: Seat, note: str, items: list[Item]) -> Zone:
    """A part of the table."""
    return {"title": title, "seat": seat, "note": note, "items": items}


def meal_item(cards: FoodCourtCards, meal: Words) -> Item:
    """A meal as it is drawn: the recipe with its ingredients."""
    drawn = item(cards, meal["recipe"], LEVELS[meal["level"]] + ("" if meal["full"] else ", for less"))
    if meal["replaced"]:
        drawn["tag"] = f"replacement, {meal['level']} VP"
    drawn["lines"] += [item(cards, good)["title"] for good in meal["goods"]]
    return drawn


def before_item(cards: FoodCourtCards, told: Words) -> Item:
    """An action card before a player as it is drawn."""
    owner = player(told["owner"])
    if told["card"] is None:
        return {"title": "face down", "kind": "action", "lines": [f"from {owner}"], "tag": ""}
    drawn = item(cards, told["card"], told["fate"] or "face down")
    drawn["lines"].append(f"from {owner}")
    return drawn
