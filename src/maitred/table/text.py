"""Cleaning what people type: no characters that hide text or reverse its direction."""

from __future__ import annotations

import unicodedata

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
JOINER = "\u200d"  # holds families and flags of emoji together


def visible(text: str) -> str:
    """The text without control and direction characters."""
    return "".join(letter for letter in text if letter == JOINER or unicodedata.category(letter) not in HIDDEN)


def cleaned(text: str) -> str:
    """The text on one line in normal form, without control and direction characters; may be empty."""
    spaced = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    told = " ".join(visible(spaced).split())
    return told if any(letter != JOINER and letter != " " for letter in told) else ""
