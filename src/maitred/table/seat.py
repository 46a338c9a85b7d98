"""One seat of a table: whose it is, and what is remembered of it."""

from __future__ import annotations

from typing import Final, Literal

IDS_KEPT: Final = 8
"""How many messages of a seat are remembered, so that a repeat counts once."""


class Seat:
    """One seat: a bot's if it has a level, a person's if it has the hash of a token, open otherwise."""

    def __init__(self, level: str | None = None, name: str = "", token: str | None = None) -> None:
        self.level, self.name, self.token = level, name, token
        self.ready = self.muted = self.out_of_time = self.wants_pause = False
        self.held_for = ""
        """Who had this open seat at the previous table: it is kept for them until they decline."""
        self.ids: dict[str, int] = {}
        """The ids of the last messages that were carried out, with their sequence numbers."""

    def copy(self) -> Seat:
        """An independent copy."""
        twin = Seat(self.level, self.name, self.token)
        twin.ready, twin.muted, twin.out_of_time = self.ready, self.muted, self.out_of_time
        twin.wants_pause, twin.held_for, twin.ids = self.wants_pause, self.held_for, self.ids
        return twin

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """Whose seat it is."""
        if self.level is not None:
            return "bot"
        return "open" if self.token is None else "person"

    def remember(self, id: str | None, seq: int) -> None:
        """Remember that a message was carried out."""
        if id is not None:
            self.ids = {**self.ids, id: seq}
            if len(self.ids) > IDS_KEPT:
                del self.ids[next(iter(self.ids))]
