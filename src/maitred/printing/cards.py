"""What is printed on the cards of each game, front and back, and how many there are of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from maitred.kernel.game import Game
from maitred.kernel.state import Cards
from maitred.printing.pictures import Look, Pictures

Face = Mapping[str, Any]

HOUSE_TINT = "#ece6d8"
ROLE_CARDS = 2
"""How many cards each role of Food Court has: one for whoever plays it, one for the counterpart."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a card."""

    look: Look
    name: str
    value: str = ""
    """In the upper left corner."""
    icons: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    text: str = ""
    pips: tuple[tuple[str | None, str], ...] = ()
    """Small pictures with a word below each."""
    kind: str = ""
    """What kind of card it is, at the lower edge."""
    plain: bool = False
    """Whether it is a back: a name and a picture on the colour of the deck."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, and how many copies there are of it."""

    front: Side
    back: Side
    copies: int = 1


@dataclass(slots=True)
class Maker:
    """Makes the cards of one game."""

    game: Game
    cards: Cards
    pictures: Pictures
    faces: list[Face] = field(init=False)
    constants: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.faces = list(self.game.faces(self.cards))
        self.constants = self.game.constants(self.cards)

    def icons(self, *found: str | None) -> tuple[str, ...]:
        """The first of these pictures that exists."""
        return tuple([icon for icon in found if icon is not None][:1])

    def back(self, name: str, look: Look, icons: tuple[str, ...]) -> Side:
        """A back that shows only which deck it belongs to, whatever is on the other side."""
        same = Look("", "", look.strong, look.tint, "round", "plain", None)
        return Side(same, name, icons=icons, plain=True)

    def house_back(self) -> Side:
        """The back of a game with one deck."""
        look = Look("", "", self.pictures.accent, "#fffdf8", "round", "plain", None)
        return self.back(self.game.title, look, tuple(self.pictures.sign[:3]))


def signed(number: int) -> str:
    """A number with its sign: +2, 0, −1."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def delectable(maker: Maker) -> list[Card]:
    """Stars and cost at the top, the modifiers below."""
    made = []
    for face in maker.faces:
        look = maker.pictures.look(face["kind"])
        rows = [(f"to {kind}", signed(number)) for kind, number in face["to"].items()]
        side = Side(
            look,
            face["name"],
            f"{face['stars']}★   cost {face['cost']}",
            maker.icons(maker.pictures.named(face["name"]), look.icon),
            (*rows, ("if discarded", signed(face["discarded"]))),
            kind=look.kind,
        )
        made.append(Card(side, maker.house_back()))
    return made


def diner(maker: Maker) -> list[Card]:
    """A plate on one side, and on the other a table that does not order it."""
    sides: list[Side] = []
    plates = maker.constants["plates"]
    for face in maker.faces:
        look = maker.pictures.look(face["kind"])
        if face["side"] == "plate":
            wild = maker.faces.index(face) == maker.constants["wild"]
            text = "Stands in for any plate." if wild else ""
            value = "wild" if wild else f"tip {money(face['tip'])}"
            sides.append(Side(look, face["name"], value, maker.icons(look.icon), text=text, kind="plate"))
        else:
            ordered = [maker.faces[plate] for plate in face["order"]]
            pips = [(maker.pictures.look(plate["kind"]).icon, plate["name"]) for plate in ordered]
            value = f"${face['value']}"
            sides.append(Side(look, face["name"], value, maker.icons(look.icon), pips=tuple(pips), kind="table"))
    dealt: Any = maker.game.new(maker.game.min_players, 0, None, maker.cards)
    return [Card(sides[plates + table], sides[plate]) for table, plate in enumerate(dealt.plate)]


def money(cents: int) -> str:
    """An amount in dollars: $1.50."""
    return f"${cents / 100:.2f}"


def food_court(maker: Maker) -> list[Card]:
    """Eight decks, each with a back and an ability card of its own; and for each role a card and its counterpart's."""
    pictures, made = maker.pictures, []
    utensils = list(maker.constants["utensils"])
    decks: dict[str, str] = {}
    for face in maker.faces:
        deck, look = face["deck"], pictures.look(face["kind"], face["deck"])
        back = maker.back(face["cuisine"], look, maker.icons(pictures.part(f"{deck} emblem"), *pictures.sign))
        if deck not in decks:
            decks[deck] = face["cuisine"]
            ability = maker.constants["abilities"][deck]
            text = f"{ability['text']}\n\nWin: {ability['win']}"
            emblem = maker.icons(pictures.part(f"{deck} emblem"), *pictures.sign)
            side = Side(look._replace(letter="★"), ability["title"], face["cuisine"], emblem, text=text, kind="ability")
            made.append(Card(side, back))
        picture = pictures.part(face["effect"]) if face["effect"] else None
        if face["kind"] == "utensil":
            picture = pictures.part(f"utensil {utensils.index(face['name'])}")
        own = pictures.part(f"{deck} {face['kind']}")
        icons = maker.icons(picture, pictures.named(face["name"]), own, pictures.part(f"{deck} emblem"), look.icon)
        rows = [(word, str(face[word])) for word in ("difficulty", "utensil", "tag") if face[word] and face["needs"]]
        if face["needs"]:
            rows.append(("takes", " + ".join([f"{count} {kind}" for kind, count in face["needs"].items() if count])))
        points = face["points"]
        value = f"{points} VP" if face["kind"] == "recipe" else f"{signed(points)} VP" if points else ""
        side = Side(
            look, face["name"], value, icons, tuple(rows), face["text"], kind=f"{face['cuisine']} · {look.kind}"
        )
        made.append(Card(side, back, face["copies"]))
    house = maker.house_back()
    for role, text in maker.constants["roles"].items():
        icons = maker.icons(pictures.part(role), *pictures.sign)
        whose = "Keep one of the two cards, and give the other to your counterpart."
        side = Side(
            house.look._replace(letter="R", tint=HOUSE_TINT),
            role,
            "Role",
            icons,
            text=f"{text[0].upper()}{text[1:]}.\n\n{whose}",
            kind="role",
        )
        made.append(Card(side, house, ROLE_CARDS))
    return made


def ovens(maker: Maker) -> list[Card]:
    """The deck, and the dishes: their backs show the type and some ingredients, never the points."""
    pictures, made = maker.pictures, []
    for face in maker.faces:
        look = pictures.look(face["kind"])
        if face["kind"] != "dish":
            value = f"−{face['minus']}" if "minus" in face else ""
            if "plus" in face:
                value = f"+{face['plus']} / {value}"
            icons = maker.icons(pictures.named(face["name"]), look.icon)
            side = Side(look, face["name"], value, icons, text=face["text"], kind=look.kind)
            made.append(Card(side, maker.house_back(), face["copies"]))
            continue
        kind = maker.icons(pictures.part(face["type"]), look.icon)
        needs = tuple(ingredients(maker, face["needs"]))
        front = Side(look, face["name"], f"{face['points']} points", kind, pips=needs, kind=face["type"])
        back = Side(look, face["type"].capitalize(), "", kind, pips=tuple(ingredients(maker, face["back"])), plain=True)
        made.append(Card(front, back))
    return made


def ingredients(maker: Maker, cards: list[int]) -> list[tuple[str | None, str]]:
    """Ingredients as small pictures."""
    named = [maker.faces[card] for card in cards]
    return [
        (maker.pictures.named(face["name"]) or maker.pictures.look(face["kind"]).icon, face["name"]) for face in named
    ]


def chefs_choice(maker: Maker) -> list[Card]:
    """Menus of three dishes, and the marketing tiles."""
    made = []
    categories = [each["kind"] for each in maker.constants["categories"]]
    for face in maker.faces:
        look = maker.pictures.look("menu")
        looks = [maker.pictures.look(kind) for kind in categories]
        icons = [maker.pictures.named(face[kind]) or looks[at].icon for at, kind in enumerate(categories)]
        rows = tuple((looks[at].kind, face[kind]) for at, kind in enumerate(categories))
        shown = tuple(icon for icon in icons if icon is not None)
        made.append(Card(Side(look, "Menu", "", shown, rows, kind="menu"), maker.house_back()))
    return made


def any_game(maker: Maker) -> list[Card]:
    """The cards of a game that does not say how to print them."""
    made = []
    for face in maker.faces:
        kind = str(face.get("kind", "card"))
        look = maker.pictures.look(kind)
        name = str(face.get("name", kind))
        skipped = ("name", "kind", "text", "copies")
        rows = tuple((key, str(value)) for key, value in face.items() if key not in skipped and is_fact(value))
        icons = maker.icons(maker.pictures.named(name), look.icon)
        side = Side(look, name, "", icons, rows[:6], str(face.get("text", "")), kind=look.kind)
        made.append(Card(side, maker.house_back(), int(face.get("copies", 1))))
    return made


def is_fact(value: object) -> bool:
    """Whether a value can be printed in a row."""
    return isinstance(value, (int, str)) and value != ""


MAKERS: dict[str, Callable[[Maker], list[Card]]] = {
    "chefs_choice": chefs_choice,
    "delectable": delectable,
    "diner": diner,
    "food_court": food_court,
    "ovens": ovens,
}


def cards_of(game: Game, cards: Cards, pictures: Pictures) -> list[Card]:
    """Every card of a deck, front and back."""
    return MAKERS.get(game.id, any_game)(Maker(game, cards, pictures))
