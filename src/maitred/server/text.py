"""What people type: shown as text, without characters that hide or turn other text around."""

from __future__ import annotations

import unicodedata

HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
JOINER = "\u200d"  # holds families and flags of emoji together


def cleaned(text: str) -> str:
    """The text in one line and one form, without control and direction characters; may turn out empty."""
    spaced = "".join(" " if character.isspace() else character for character in unicodedata.normalize("NFC", text))
    shown = "".join(
        character for character in spaced if character == JOINER or unicodedata.category(character) not in HIDDEN
    )
    told = " ".join(shown.split())
    return told if any(character != JOINER and character != " " for character in told) else ""
