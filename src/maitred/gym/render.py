"""A table as text and as a picture, from what a seat or a spectator may see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from maitred.gym.arrays import Array
from maitred.kernel.shapes import Item, Zone
from maitred.kernel.state import State
from maitred.kernel.words import by_seat

WIDTH, HEIGHT = 1280, 960
MARGIN, GAP = 24, 10
CARD_WIDTH, LINE = 196, 17
ROUND = 8
FELT, PAPER, INK, FAINT = "#204033", "#fbf7ee", "#22211f", "#6d675c"
TITLE, NOTE = "#ffffff", "#c9d9cf"
EDGES = ["#c8553d", "#3d7ea6", "#6a994e", "#8d6a9f", "#d19c1d", "#4b8f8c", "#a44a3f", "#5a6acf"]


def zones_of(state: State, seat: int | None) -> list[Zone]:
    """What lies on the table, part by part."""
    game = state.game
    return game.zones(game.view(state, seat), state.cards)


def as_text(state: State, seat: int | None) -> str:
    """The table as lines of text."""
    lines = [state.heading(), by_seat(state.game.prompt(state, seat)), ""]
    for zone in zones_of(state, seat):
        note = f" ({zone['note']})" if zone["note"] else ""
        lines.append(by_seat(f"{zone['title']}{note}"))
        for item in zone["items"]:
            told = [item["title"], *item["lines"], *([f"[{item['tag']}]"] if item["tag"] else [])]
            lines.append(by_seat(f"  {' | '.join(told)}"))
    return "\n".join(lines) + "\n"


@cache
def font(size: int) -> Any:
    """The font in this size."""
    return ImageFont.load_default(size)


def wrapped(text: str, width: int, size: int) -> list[str]:
    """A text in lines that are no wider than that; the font has no stars."""
    lines = [""]
    for word in text.replace("★", "*").split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font(size).getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


class Picture:
    """A picture that grows downwards as zones are drawn on it."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.image = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        self.pen = ImageDraw.Draw(self.image)
        self.edges = {kind: EDGES[at % len(EDGES)] for at, kind in enumerate(kinds)}
        self.y = MARGIN

    def need(self, height: int) -> None:
        """Make room for so much more."""
        if self.y + height + MARGIN > self.image.height:
            taller = Image.new("RGB", (WIDTH, self.image.height * 2), FELT)
            taller.paste(self.image)
            self.image, self.pen = taller, ImageDraw.Draw(taller)

    def line(self, text: str, size: int, colour: str) -> None:
        """A text across the picture."""
        for part in wrapped(text, WIDTH - 2 * MARGIN, size):
            self.need(size + 6)
            self.pen.text((MARGIN, self.y), part, colour, font(size))
            self.y += size + 6

    def row(self, items: Sequence[Item]) -> None:
        """Cards beside each other."""
        texts = [card_lines(item) for item in items]
        height = 16 + LINE * max(len(lines) for lines in texts)
        self.need(height + GAP)
        for at, (item, lines) in enumerate(zip(items, texts, strict=True)):
            left = MARGIN + at * (CARD_WIDTH + GAP)
            box = (left, self.y, left + CARD_WIDTH, self.y + height)
            self.pen.rounded_rectangle(box, ROUND, PAPER, self.edges.get(item["kind"], FAINT), 3)
            for step, (text, colour, size) in enumerate(lines):
                self.pen.text((left + 10, self.y + 7 + step * LINE), text, colour, font(size))
        self.y += height + GAP


def card_lines(item: Item) -> list[tuple[str, str, int]]:
    """The lines of a card, each with its colour and size."""
    room = CARD_WIDTH - 20
    lines = [(part, INK, 14) for part in wrapped(by_seat(item["title"]), room, 14)]
    for told in [*item["lines"], item["tag"]]:
        lines += [(part, FAINT, 12) for part in wrapped(by_seat(told), room, 12) if part]
    return lines


def as_picture(state: State, seat: int | None) -> Array:
    """The table as a picture of a fixed size: red, green and blue of every pixel."""
    zones = zones_of(state, seat)
    picture = Picture(sorted({item["kind"] for zone in zones for item in zone["items"]}))
    picture.line(state.heading(), 20, TITLE)
    picture.line(by_seat(state.game.prompt(state, seat)), 15, NOTE)
    beside = (WIDTH - 2 * MARGIN + GAP) // (CARD_WIDTH + GAP)
    for zone in zones:
        picture.y += 4
        picture.line(by_seat(zone["title"]), 15, TITLE)
        if zone["note"]:
            picture.line(by_seat(zone["note"]), 12, NOTE)
        for first in range(0, len(zone["items"]), beside):
            picture.row(zone["items"][first : first + beside])
    drawn = picture.image.crop((0, 0, WIDTH, max(HEIGHT, picture.y + MARGIN)))
    if drawn.height > HEIGHT:
        small = drawn.resize((WIDTH * HEIGHT // drawn.height, HEIGHT), Image.Resampling.LANCZOS)
        drawn = Image.new("RGB", (WIDTH, HEIGHT), FELT)
        drawn.paste(small, ((WIDTH - small.width) // 2, 0))
    return np.asarray(drawn)


def render(state: State, seat: int | None, mode: str | None) -> str | Array | None:
    """The table as a render mode asks for it: returned, or with `human` printed."""
    if mode == "rgb_array":
        return as_picture(state, seat)
    if mode == "ansi":
        return as_text(state, seat)
    if mode == "human":
        print(as_text(state, seat))
    return None
