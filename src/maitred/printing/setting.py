"""Sets cards, boards and rules on paper with typst: the same input gives the same bytes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from unicodedata import combining, normalize

import typst

from maitred.kernel.errors import BadSetup
from maitred.kernel.game import Game
from maitred.kernel.state import Cards
from maitred.printing.cards import Card, Side, cards_of
from maitred.printing.leaflet import leaflet
from maitred.printing.pictures import Pictures, drawings
from maitred.printing.pieces import pieces_of


class Paper(NamedTuple):
    """A size of paper in millimetres: as it is turned for cards, and as it is for boards and rules (`upright`)."""

    width: float
    height: float
    columns: int
    rows: int
    bleed: float
    edge: str
    """The edge to flip on when both sides are printed."""
    upright: tuple[float, float]


# Letter is too short for three rows with bleed, so there the sheet is turned.
PAPERS: Final = {
    "a4": Paper(210, 297, 3, 3, 2, "long", (210, 297)),
    "letter": Paper(279.4, 215.9, 4, 2, 2, "short", (215.9, 279.4)),
}

FACE_PPI: Final = 300
SHEET_PPI: Final = 165
"""Ten cards are then 4,093 pixels wide: Tabletop Simulator takes up to 4,096."""
SHEET_CARDS: Final = 69
"""The last of the seventy places on a sheet is for what a hidden card looks like."""
LONGEST_WORD: Final = 13


@dataclass
class Work:
    """The cards of a deck, ready to be drawn."""

    game: Game
    deck: Cards
    pictures: Pictures = field(init=False)
    cards: list[Card] = field(init=False)
    files: dict[str, str] = field(init=False, default_factory=dict)
    sides: list[dict[str, Any]] = field(init=False, default_factory=list)
    numbers: dict[Side, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.pictures = Pictures(drawings(), self.game.id)
        self.cards = cards_of(self.game, self.deck, self.pictures)

    def side(self, side: Side) -> int:
        """The number of a side among those that are drawn."""
        found = self.numbers.get(side)
        if found is None:
            found = self.numbers[side] = len(self.sides)
            look = side.look
            self.sides.append(
                {
                    "name": breakable(side.name),
                    "value": side.value,
                    "letter": look.letter,
                    "strong": look.strong,
                    "panel": self.file(self.pictures.panel(look, list(side.icons))),
                    "icons": [self.icon(icon) for icon in side.icons],
                    "rows": [[breakable(label), breakable(value)] for label, value in side.rows],
                    "text": breakable(side.text),
                    "pips": [{"icon": self.icon(icon), "word": breakable(word)} for icon, word in side.pips],
                    "kind": side.kind,
                    "plain": side.plain,
                }
            )
        return found

    def icon(self, icon: str | None) -> str | None:
        """The name of the file of a picture, if there is one."""
        return None if icon is None else self.file(self.pictures.svgs[icon])

    def file(self, svg: str) -> str:
        """The name of the file that has this drawing."""
        name = f"{hashlib.sha256(svg.encode()).hexdigest()[:16]}.svg"
        self.files[name] = svg
        return name

    def compile(self, told: dict[str, Any], form: str, ppi: float | None = None, rules: str = "") -> list[bytes]:
        """Let typst draw; with pictures, each page is a file of its own."""
        whole = {"title": self.game.title, "accent": self.pictures.accent, "sides": self.sides, **told}
        with TemporaryDirectory(prefix="maitred-print-") as folder:
            root = Path(folder)
            for name, svg in self.files.items():
                (root / name).write_text(svg, encoding="utf-8")
            (root / "data.json").write_text(json.dumps(whole), encoding="utf-8")
            (root / "leaflet.typ").write_text(rules, encoding="utf-8")
            (root / "sheets.typ").write_text(template(), encoding="utf-8")
            try:
                made: Any = typst.compile(root / "sheets.typ", format=form, ppi=ppi, font_paths=fonts())  # type: ignore[call-overload]
            except typst.TypstError as problem:
                raise BadSetup(f"This cannot be printed: {problem.message}.") from problem
        return made if isinstance(made, list) else [made]


@cache
def fonts() -> typst.Fonts:
    """Only the fonts that come with typst, so that they are the same on every machine."""
    return typst.Fonts(include_system_fonts=False)


@cache
def template() -> str:
    """The typst source that draws the sheets."""
    return files("maitred.printing").joinpath("sheets.typ").read_text(encoding="utf-8")


def breakable(text: str) -> str:
    """Text whose longest words can be broken: a name in somebody's own deck may be one long word."""
    return " ".join(
        "\u200b".join(word[at : at + LONGEST_WORD] for at in range(0, len(word), LONGEST_WORD))
        if len(word) > LONGEST_WORD
        else word
        for word in text.split(" ")
    )


def copies(cards: list[Card]) -> list[Card]:
    """Every card as many times as it has copies."""
    return [card for card in cards for _ in range(card.copies)]


def pdf(work: Work, paper: str) -> bytes:
    """Everything on paper: cards with their backs, boards, chits, the score sheet and the rules."""
    size, game = PAPERS[paper], work.game
    groups = [
        {
            "title": f"{game.title} · {name}" if name != game.title else name,
            "cards": [drawn(work, card) for card in some],
        }
        for name, some in groupby(copies(work.cards), key=group_of(work))
    ]
    pieces = pieces_of(game, work.deck, work.pictures)
    boards = [asdict(board) for board in pieces.boards]
    for board in boards:
        for cell in board["cells"]:
            cell["icon"] = work.icon(cell["icon"])
    told = {
        "mode": "pdf",
        "paper": size._asdict(),
        "groups": groups,
        "boards": boards,
        "chits": [asdict(each) for each in pieces.chits],
        "score": asdict(pieces.score),
    }
    return work.compile(told, "pdf", rules=leaflet(game.rules()))[0]


def group_of(work: Work) -> Any:
    """The key by which cards are grouped into pages: each separate deck begins on a new page."""
    own_backs = len({card.back.name for card in work.cards}) > 1 and work.game.id == "food_court"
    return lambda card: card.back.name if own_backs else work.game.title


def drawn(work: Work, card: Card) -> list[int]:
    """Front and back of a card."""
    return [work.side(card.front), work.side(card.back)]


def faces(work: Work, form: str) -> list[tuple[str, bytes]]:
    """One picture for each different side of a card, with a name for its file."""
    named: dict[int, str] = {}
    for at, card in enumerate(work.cards, start=1):
        named.setdefault(work.side(card.front), f"{at:03}-{slug(card.front.name)}.{form}")
    for card in work.cards:
        named.setdefault(work.side(card.back), f"back-{len(named):03}-{slug(card.back.name)}.{form}")
    told = {"mode": "faces", "order": list(named)}
    pictures = work.compile(told, form, FACE_PPI if form == "png" else None)
    return list(zip(named.values(), pictures, strict=True))


def simulator_sheets(work: Work) -> list[tuple[str, bytes]]:
    """Sheets of ten by seven for Tabletop Simulator: fronts, and the backs in the same places. Every pile has sheets of
    its own, because there one sheet makes one deck."""
    sheets: list[list[int | None]] = []
    names: list[str] = []
    piles = [(pile, list(some)) for pile, some in groupby(copies(work.cards), key=pile_of)]
    for pile, some in piles:
        for first in range(0, len(some), SHEET_CARDS):
            number = f"{len(names) // 2 + 1}{f'-{slug(pile)}' if len(piles) > 1 else ''}"
            cards = [drawn(work, card) for card in some[first : first + SHEET_CARDS]]
            for at, side in enumerate(("fronts", "backs")):
                places: list[int | None] = [card[at] for card in cards]
                hidden = cards[0][1]
                sheets.append([*places, *[None] * (SHEET_CARDS - len(places)), hidden])
                names.append(f"{side}-{number}.png")
    made = work.compile({"mode": "sheets", "tiles": sheets}, "png", SHEET_PPI)
    return list(zip(names, made, strict=True))


def pile_of(card: Card) -> str:
    """The pile that a card is in at the table: named by its back or, if backs differ, by what kind of card it is."""
    return card.front.look.kind if card.back.pips or not card.back.plain else card.back.name


def slug(name: str) -> str:
    """A name that can be the name of a file anywhere."""
    plain = "".join(letter for letter in normalize("NFKD", name) if not combining(letter))
    kept = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in plain.lower())
    return "-".join(part for part in kept.split("-") if part)[:40] or "card"
