"""The drawings of the page: which picture, colour, frame and pattern a card has. The build makes them with the page."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from maitred.kernel.errors import BadSetup

FILE: Final = "prints.json"
NO_DRAWINGS: Final = (
    "The drawings come with the page, and this maitred was built without it: install maitred with its page "
    "(`pip install maitred`, or `make setup` in its sources)."
)
PLAIN: Final = {"kind": "card", "letter": "?", "hue": "cocoa", "shape": "round", "pattern": "plain", "icon": None}
HUES: Final = ("tomato", "sky", "olive", "plum", "amber", "teal", "rose", "slate", "cocoa", "leaf")

# The frames of the page (ui/CardFace.svelte), drawn in a box of 110 by 66.
SHAPES: Final = {
    "round": '<rect width="110" height="66" rx="12"/>',
    "square": '<rect width="110" height="66"/>',
    "oval": '<ellipse cx="55" cy="33" rx="55" ry="33"/>',
    "notch": '<path d="M15 0H95L110 12V54L95 66H15L0 54V12Z"/>',
    "arch": '<path d="M0 62V40A55 40 0 0 1 110 40V62Q110 66 106 66H4Q0 66 0 62Z"/>',
    "scoop": '<path d="M0 4V26A55 40 0 0 0 110 26V4Q110 0 106 0H4Q0 0 0 4Z"/>',
    "ticket": '<path d="M0 0H110V25L101 33L110 41V66H0V41L9 33L0 25Z"/>',
    "hex": '<path d="M13 0H97L110 33L97 66H13L0 33Z"/>',
}
PATTERNS: Final = {
    "dots": (7, 7, '<circle cx="3.5" cy="3.5" r="1.1"/>'),
    "stripes": (8, 8, '<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" stroke-width="1.6"/>'),
    "checks": (10, 10, '<path d="M0 0H5V5H0ZM5 5H10V10H5Z"/>'),
    "waves": (11, 7, '<path d="M0 3Q2.75 -1 5.5 3T11 3" fill="none" stroke-width="1"/>'),
    "grid": (7, 7, '<path d="M0 0H7M0 0V7" stroke-width="1"/>'),
    "rays": (14, 14, '<path d="M7 14L2 0H5ZM7 14L9 0H12Z"/>'),
    "bricks": (12, 8, '<path d="M0 0H12M0 4H12M3 0V4M9 4V8" stroke-width=".9" fill="none"/>'),
    "diamonds": (9, 9, '<path d="M4.5 1L8 4.5L4.5 8L1 4.5Z"/>'),
}


class Look(NamedTuple):
    """How a kind of card looks."""

    kind: str
    letter: str
    strong: str
    tint: str
    shape: str
    pattern: str
    icon: str | None


class Pictures:
    """The drawings of one game; a game that has none in the page gets plain frames."""

    def __init__(self, all_drawings: dict[str, Any], game: str) -> None:
        self.hues: dict[str, dict[str, str]] = all_drawings["hues"]
        self.svgs: dict[str, str] = all_drawings["pictures"]
        self.own: dict[str, Any] = all_drawings["games"].get(game, {})
        self.like = [(re.compile(words, re.IGNORECASE), icon) for words, icon in self.own.get("like", [])]
        self.met: list[str] = []

    @property
    def accent(self) -> str:
        """The colour of the game."""
        return str(self.own.get("accent", "#8c2f1b"))

    @property
    def sign(self) -> list[str]:
        """The pictures that stand for the game."""
        return list(self.own.get("sign", []))

    def look(self, kind: str, deck: str = "") -> Look:
        """How a kind of card looks, in the colours of its deck where decks have some."""
        told = {**PLAIN, "kind": kind, "letter": kind[:1].upper() or "?", **self.own.get("looks", {}).get(kind, {})}
        if kind not in self.own.get("looks", {}):
            self.met = self.met if kind in self.met else [*self.met, kind]
            told["hue"] = HUES[self.met.index(kind) % len(HUES)]
        decks = self.own.get("decks", {})
        if decks and deck:
            told |= decks.get(deck) or list(decks.values())[sum(map(ord, deck)) % len(decks)]
        hue = self.hues[told["hue"]]
        return Look(
            told["kind"], told["letter"], hue["strong"], hue["tint"], told["shape"], told["pattern"], told["icon"]
        )

    def named(self, name: str) -> str | None:
        """The picture of a card by its name; None if it has none of its own."""
        found: str | None = self.own.get("names", {}).get(name)
        return found or next((icon for words, icon in self.like if words.search(name)), None)

    def part(self, name: str) -> str | None:
        """The picture of something that is not a card."""
        found: str | None = self.own.get("parts", {}).get(name)
        return found

    def panel(self, look: Look, icons: list[str]) -> str:
        """The picture of a card in its frame, as SVG: up to three icons, or the letter of the kind."""
        width, height, mark = PATTERNS.get(look.pattern, (9, 9, ""))
        side = 46 if len(icons) < 2 else 104 / len(icons) - 4
        inner = "".join(
            placed(self.svgs[icon], 55 - (side + 4) * len(icons) / 2 + 2 + at * (side + 4), 33 - side / 2, side)
            for at, icon in enumerate(icons)
        )
        if not icons:
            inner = (
                f'<circle cx="55" cy="33" r="20" fill="{look.strong}"/>'
                f'<circle cx="55" cy="33" r="14" fill="none" stroke="{look.tint}" stroke-width="2"/>'
            )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 110 66"><defs>'
            f'<clipPath id="c">{SHAPES[look.shape]}</clipPath>'
            f'<pattern id="p" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
            f'<g fill="{look.strong}" stroke="{look.strong}" stroke-width="0" opacity=".16">{mark}</g></pattern></defs>'
            f'<g clip-path="url(#c)"><rect width="110" height="66" fill="{look.tint}"/>'
            f'<rect width="110" height="66" fill="url(#p)"/></g>{inner}</svg>'
        )


def placed(svg: str, x: float, y: float, side: float) -> str:
    """An SVG inside another."""
    return svg.replace("<svg ", f'<svg x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" ', 1)


@cache
def drawings() -> dict[str, Any]:
    """All drawings; refused with a sentence if there are none."""
    file = files("maitred").joinpath("page", FILE)
    if not file.is_file():
        raise BadSetup(NO_DRAWINGS)
    told: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return told
