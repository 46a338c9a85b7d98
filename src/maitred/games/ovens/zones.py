"""A view of Ovens laid out for a board that does not know the game."""

from __future__ import annotations

from maitred.games.ovens import rules
from maitred.games.ovens.cards import TYPE_NAMES
from maitred.games.ovens.rules import Dish, Kind, OvensCards, Seat
from maitred.games.ovens.view import family
from maitred.games.ovens.words import FACE_DOWN, kind_names
from maitred.kernel.game import Words
from maitred.kernel.shapes import Item, Zone
from maitred.kernel.words import counted, player


def card_item(cards: OvensCards, kind: Kind, tag: str = "") -> Item:
    """A card as it is drawn on any table."""
    family_name = family(cards, kind)
    lines: list[str] = [family_name]
    if kind >= cards.radioactive:
        type_ = kind - cards.radioactive
        lines.append(f"+{cards.plus[type_]} in {TYPE_NAMES[type_]}, -{cards.minus[kind]} elsewhere")
    elif kind > cards.seasoning:
        lines.append(f"-{cards.minus[kind]}")
    elif kind == cards.seasoning:
        lines.append("stands for one ingredient")
    return {"title": cards.names[kind], "kind": family_name, "lines": lines, "tag": tag}


def dish_item(cards: OvensCards, dish: Dish, tag: str = "") -> Item:
    """A dish that lies open."""
    lines = [f"{TYPE_NAMES[cards.type_of[dish]]}, {cards.points[dish]} points", kind_names(cards, cards.needs[dish])]
    return {"title": cards.dish_names[dish], "kind": "dish", "lines": lines, "tag": tag}


def hidden_item(title: str, tag: str = "") -> Item:
    """A card of which the back is seen."""
    return {"title": title, "kind": FACE_DOWN, "lines": [], "tag": tag}


def zones(view: Words, cards: OvensCards) -> list[Zone]:
    """The table: the pile, the dishes to choose from, then each player's oven and hand."""
    top = view["deck"]["top"]
    pile = [card_item(cards, top, "next")] if top is not None else []
    height = counted(view["deck"]["height"], "card")
    note = f"{height}, {view['discard']} discarded; round {view['round']} of {rules.ROUNDS}"
    laid: list[Zone] = [{"title": "Pile", "seat": None, "note": note, "items": pile}]
    dishes: list[Item] = []
    for type_, heap in view["piles"].items():
        if heap["back"] is not None:
            shows = f"with {kind_names(cards, heap['back'])}"
            dishes.append({"title": type_, "kind": "dish", "lines": [shows], "tag": f"{heap['height']} left"})
    laid.append({"title": "Dishes", "seat": None, "note": "top cards, from behind", "items": dishes})
    for seat in range(view["players"]):
        own = [oven_zone(view, cards, seat), hand_zone(view, cards, seat)]
        if seat == view["seat"]:
            for zone in own:
                zone["needed"] = True  # whatever is asked, what one's dish lacks and what one holds decide it
        laid += own
    return laid


def oven_zone(view: Words, cards: OvensCards, seat: Seat) -> Zone:
    """A player's oven."""
    oven = view["ovens"][seat]
    items: list[Item] = []
    if oven["dish"] is not None:
        lacks = f"lacks {kind_names(cards, oven['lacks'])}"
        items.append(dish_item(cards, oven["dish"] - len(cards.names), lacks))
    for card in oven["cards"]:
        placed = "" if card["by"] is None else f"face down, from {player(card['by'])}"
        if card["kind"] is None:
            items.append(hidden_item("?", placed))
        else:
            items.append(card_item(cards, card["kind"], placed))
    done = len(view["finished"][seat])
    note = f"{view['scores'][seat]} points, {counted(done, 'dish').replace('dishs', 'dishes')} finished"
    return {
        "title": f"{player(seat)}'s oven",
        "seat": seat,
        "note": note + ("; closed" if oven["closed"] else ""),
        "items": items,
    }


def hand_zone(view: Words, cards: OvensCards, seat: Seat) -> Zone:
    """A player's hand: one's own, or what is known of it."""
    if seat == view["seat"]:
        rejected = list(view["rejected"])
        items = []
        for kind in view["hand"]:
            items.append(card_item(cards, kind, "goes" if kind in rejected else ""))
            if kind in rejected:
                rejected.remove(kind)
    else:
        known = view["known"][seat]
        items = [card_item(cards, kind, "known") for kind in known]
        items += [hidden_item("?") for _ in range(view["held"][seat] - len(known))]
    return {
        "title": f"{player(seat)}'s pantry",
        "seat": seat,
        "note": counted(view["held"][seat], "card"),
        "items": items,
    }
