"""What lies on the table besides cards: boards, chits and the score sheet of each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from maitred.games.chefs_choice.tiles import tile_rule
from maitred.kernel.game import Game
from maitred.kernel.options import Switch
from maitred.kernel.state import Cards
from maitred.kernel.words import listed
from maitred.printing.pictures import Pictures

WIDTH, HEIGHT = 63, 88
"""The size of a card, in millimetres."""
EACH = "One for each player: print this page as often as you need it."
TURNED = (6, 9)
"""Numbers that turn into each other upside down, and so get a point at the lower right."""
PLAYER_COLOURS = ("tomato", "sky", "leaf", "amber", "plum", "teal", "rose", "slate")


@dataclass(frozen=True, slots=True)
class Cell:
    """A space on a board, in millimetres from its upper left corner."""

    x: float
    y: float
    w: float
    h: float
    label: str
    note: str = ""
    icon: str | None = None
    strong: str = "#6a4023"
    tint: str = "#fffdf8"
    dash: str = "solid"


@dataclass(frozen=True, slots=True)
class Page:
    """A page with a title and a note below it."""

    title: str
    note: str


@dataclass(frozen=True, slots=True)
class Board(Page):
    """A page with spaces."""

    cells: list[Cell]


@dataclass(frozen=True, slots=True)
class Chit:
    """A small piece to cut out."""

    label: str
    text: str = ""
    strong: str = "#2a211c"
    tint: str = "#fffdf8"


@dataclass(frozen=True, slots=True)
class Chits(Page):
    """A page of small pieces of one size, in millimetres."""

    w: int
    h: int
    chits: list[Chit]


@dataclass(frozen=True, slots=True)
class Score(Page):
    """A sheet to write the score on."""

    players: int
    lines: list[str]
    total: list[str]
    """One label, or one for each way of counting, if that depends on the number of players."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Everything besides the cards."""

    boards: list[Board]
    chits: list[Chits]
    score: Score


def slots(labels: list[tuple[str, str]], pictures: Pictures, icons: list[str | None]) -> list[Cell]:
    """Spaces of the size of a card, three in a row."""
    return [
        Cell(
            at % 3 * WIDTH,
            at // 3 * (HEIGHT + 4),
            WIDTH,
            HEIGHT,
            label,
            note,
            icons[at],
            pictures.accent,
            dash="dashed",
        )
        for at, (label, note) in enumerate(labels)
    ]


def pieces_of(game: Game, cards: Cards, pictures: Pictures) -> Pieces:
    """The boards, chits and score sheet of a game; of a game that is not the house's, the score sheet."""
    score = score_of(game, cards)
    boards: list[Board] = []
    chits: list[Chits] = []
    constants: Any = game.constants(cards)
    if game.id == "delectable":
        piles = constants["piles"]
        looks = [pictures.look(pile) for pile in piles]
        named = [(pile.capitalize(), "face up, the newest on top") for pile in piles]
        board = slots([*named, ("Discards", "")], pictures, [*[look.icon for look in looks], None])
        boards.append(Board("The market", "Five piles, and what was discarded. The deck lies beside it.", board))
        numbers = [Chit(f"{number}." if number in TURNED else str(number)) for number in range(1, constants["die"] + 1)]
        note = "If you have no twenty-sided die: draw one of these from a cup, and put it back."
        chits.append(Chits("In place of the die", note, 19, 19, numbers))
    elif game.id == "diner":
        spaces = [(f"Lounge {at}", "a party that waits, table side up") for at in (1, 2, 3)]
        stacks = [(f"Kitchen {at}", "a stack, plate side up") for at in range(1, constants["stacks"] + 1)]
        icon = pictures.look("table").icon
        boards.append(
            Board(
                "The diner",
                "The Sink lies beside it.",
                slots([*spaces, *stacks], pictures, [icon] * 3 + [None] * len(stacks)),
            )
        )
        note = "One for each player, and one more."
        tokens = [Chit("Act", strong="#ffffff", tint=pictures.accent)] * (game.max_players + 1)
        chits.append(Chits("Action tokens", note, 27, 27, tokens))
    elif game.id == "food_court":
        labels = [
            ("Ability", "what your cuisine can do, and its win condition"),
            ("Draw pile", ""),
            ("Discard pile", ""),
            ("Prepared ingredients", ""),
            ("Utensils", "those in play"),
            ("Win cards", f"{constants['win_cards']} win the game"),
        ]
        boards.append(
            Board(
                "Your station",
                f"{EACH} Meals lie below as columns, actions face down in front of those they are for.",
                slots(labels, pictures, [None] * 6),
            )
        )
    elif game.id == "ovens":
        boards.append(oven(pictures, constants["spaces"]))
        rounds = [Chit(f"Round {at}") for at in range(1, constants["rounds"] + 1)]
        chits.append(Chits("Rounds", "Turn one over at the end of every round.", 31, 20, rounds))
    elif game.id == "chefs_choice":
        boards += [tally(cards, pictures), day(constants, pictures)]
        chits += [tiles(cards), samples(game, cards, pictures)]
    return Pieces(boards, chits, score)


def score_of(game: Game, cards: Cards) -> Score:
    """The score sheet for any number of players, with the lines that options add."""
    switches = [option for option in game.options if isinstance(option, Switch)]
    totals: dict[str, list[str]] = {}
    lines: list[str] = []
    for players in range(game.min_players, game.max_players + 1):
        switched = {switch.name: switch.values(players)[-1] for switch in switches}
        told = game.sheet(game.new(players, 0, switched, cards))
        totals.setdefault(told["total"]["label"], []).append(str(players))
        lines = max(lines, [line["label"] for line in told["lines"]], key=len)
    many = [f"{label} ({listed(players, 'or')} players)" for label, players in totals.items()]
    return Score(
        f"{game.title}: the score",
        "",
        game.max_players,
        lines or [f"Dish {at}" for at in range(1, 11)],
        many if len(many) > 1 else list(totals),
    )


def oven(pictures: Pictures, spaces: int) -> Board:
    """The dish in the middle, the spaces around it."""
    width, height = 62, 78
    places = [(0, 0), (64, 0), (128, 0), (0, 80), (128, 80), (0, 160), (128, 160)]
    look = pictures.look("dish")
    cells = [
        Cell(x, y, width, height, f"Space {at}", "", None, pictures.accent, dash="dashed")
        for at, (x, y) in enumerate(places[:spaces], 1)
    ]
    dish = Cell(
        64,
        80,
        width,
        HEIGHT,
        "Dish",
        "turn it over when you think it is done",
        look.icon,
        look.strong,
        look.tint,
    )
    return Board("Your oven", f"{EACH} Cards are a little longer than the spaces, and may overlap.", [*cells, dish])


def tally(cards: Any, pictures: Pictures) -> Board:
    """A space for the samples of each dish, in one column for each category."""
    kinds = ("appetizer", "entree", "dessert")
    cells: list[Cell] = []
    for column, kind in enumerate(kinds):
        look = pictures.look(kind)
        dishes = [name for at, name in enumerate(cards.dish_names) if cards.category[at] == column]
        height = 236 / max(4, len(dishes))
        for row, name in enumerate(dishes):
            icon = pictures.named(name) or look.icon
            cells.append(Cell(column * 63, row * height, 61, height - 2, name, look.kind, icon, look.strong, look.tint))
    return Board("The tally", "Markers lie on the dish that they are for.", cells)


def day(constants: Any, pictures: Pictures) -> Board:
    """The stops of the day; a tile lies on each sample round."""
    cells = [
        Cell(
            at % 3 * 63,
            at // 3 * 58,
            61,
            54,
            f"{stop['step']}. {stop['name']}",
            stop["text"] or "a marketing tile lies here",
            pictures.part(stop["kind"]),
            pictures.accent,
            dash="solid" if stop["text"] else "dashed",
        )
        for at, stop in enumerate(constants["day"])
    ]
    return Board("The day", "", cells)


def tiles(cards: Any) -> Chits:
    """The marketing tiles, with the rule of each."""
    made = []
    for tile, name in enumerate(cards.tile_names):
        first = "" if cards.opens[tile] else " Never the first."
        rule = tile_rule(cards, tile)
        made.append(Chit(name, f"{rule[0].upper()}{rule[1:].rstrip('.')}.{first}", "#44505c", "#dbe1e6"))
    return Chits("Marketing tiles", "", 61, 40, made)


def samples(game: Game, cards: Any, pictures: Pictures) -> Chits:
    """The sample markers of all players and of the podcast: in colours, with numbers as well."""
    made: list[Chit] = []
    for seat in range(game.max_players):
        hue = pictures.hues[PLAYER_COLOURS[seat % len(PLAYER_COLOURS)]]
        made += [Chit(str(seat + 1), strong=hue["strong"], tint=hue["tint"])] * cards.markers
    made += [Chit("P", strong="#ffffff", tint="#2a211c")] * cards.markers
    return Chits("Sample markers", f"{cards.markers} for each player by number, and P for the podcast.", 19, 19, made)
