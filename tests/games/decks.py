"""The deck files of the games as tests use them, and decks in the order that a test needs."""

from __future__ import annotations

import copy
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from maitred.kernel.cardfile import DeckFile
from maitred.kernel.errors import BadCards


def put_on_top(deck: list[int], cards: list[int]) -> None:
    """Have these cards of a deck drawn next, the first one first."""
    for card in reversed(cards):
        deck.remove(card)
        deck.append(card)


class HouseFile:
    """The deck file of a game, to be changed and read again."""

    def __init__(self, deck: DeckFile[Any], package: str) -> None:
        self.deck = deck
        self.text = files(package).joinpath("cards.toml").read_text(encoding="utf-8")

    def parsed(self) -> dict[str, Any]:
        """The tables of the file, new ones every time."""
        return tomllib.loads(self.text)

    def check_own_tables(self, kind: str, key: str, value: int) -> None:
        """Cards of one's own stay as they were read when the tables that they were read from change."""
        tables = self.parsed()
        card = tables["cards"][kind][0]
        card[key] = value
        mine = self.deck.read(tables)
        before = copy.deepcopy(mine.own)
        card[key] = value + 1
        assert mine.own == before

    def refusal(self, source: Any) -> str:
        """The sentence with which a deck is refused."""
        with pytest.raises(BadCards) as caught:
            self.deck.read(source)
        return str(caught.value)

    def refusal_of(self, old: str, new: str, folder: Path) -> str:
        """The sentence with which the file is refused once its first `old` is `new`; it is called my.toml then."""
        assert old in self.text
        file = folder / "my.toml"
        file.write_text(self.text.replace(old, new, 1), encoding="utf-8")
        return self.refusal(file)


def wrong_cards(test_file: str) -> list[Any]:
    """The changes of wrong_cards.toml beside a test, each with the sentence that refuses it, as parameters."""
    changes = tomllib.loads(Path(test_file).with_name("wrong_cards.toml").read_text(encoding="utf-8"))["change"]
    return [
        pytest.param(one["old"], one["new"], one["refusal"], id=f"{one['new'][:24]}: {one['refusal'][:60]}")
        for one in changes
    ]
