"""The attempt to deal that is under way at a table: its key, who has committed, agreed and revealed."""

from __future__ import annotations

import copy

from maitred.kernel.chance import commitment
from maitred.table.promise import Attempt, Commitments, Step, Terms, Voiding, Why, digest_of


class OpenAttempt:
    """An attempt to deal, as its lines describe it. A bot has nothing to commit to, agree to or reveal."""

    def __init__(self, number: int, key: str, seats: int) -> None:
        """`key`: the secret key of the house, which nobody is told before the attempt is void or the game is over."""
        self.number = number
        self.key = key
        self.commitment = commitment(bytes.fromhex(key))
        self.terms: Terms | None = None
        """Frozen by the first commitment."""
        self.commitments: list[str | None] = [None] * seats
        self.agreed = [False] * seats
        self.nonces: list[str | None] = [None] * seats
        self.listed: Commitments | None = None
        self.digest: str | None = None

    def copy(self) -> OpenAttempt:
        """An independent copy."""
        twin = copy.copy(self)
        twin.commitments, twin.agreed, twin.nonces = self.commitments.copy(), self.agreed.copy(), self.nonces.copy()
        return twin

    def freeze(self, terms: Terms) -> None:
        """Fix the terms of the deal; bots commit to nothing."""
        self.terms = terms
        for at, seat in enumerate(terms.seats):
            if seat.kind == "bot":
                self.commitments[at] = self.nonces[at] = ""
                self.agreed[at] = True
        self.close_list()

    def commit(self, seat: int, told: str) -> None:
        """A seat has committed."""
        self.commitments[seat] = told
        self.close_list()

    def close_list(self) -> None:
        """Once all have committed, the list is complete."""
        told = [each for each in self.commitments if each is not None]
        if self.terms is not None and len(told) == len(self.commitments):
            self.listed = Commitments(self.terms, told)
            self.digest = digest_of(self.listed)

    @property
    def step(self) -> Step:
        """How far the attempt has come; whether the cards are dealt, the table knows."""
        if self.terms is None:
            return "seating"
        if self.listed is None:
            return "committing"
        return "revealing" if all(self.agreed) else "agreeing"

    @property
    def complete(self) -> bool:
        """Whether the cards can be dealt."""
        return self.step == "revealing" and None not in self.nonces

    def silent(self) -> list[int]:
        """The seats that the attempt waits for, once all have committed."""
        if self.step == "agreeing":
            return [at for at, agreed in enumerate(self.agreed) if not agreed]
        if self.step == "revealing":
            return [at for at, nonce in enumerate(self.nonces) if nonce is None]
        return []

    def told(self) -> Attempt:
        """The attempt as the transcript keeps it after the deal."""
        return Attempt(self.number, self.commitment, self.listed, list(self.nonces), None)

    def voided(self, why: Why, seat: int | None) -> Attempt:
        """The attempt as the transcript keeps it when it is void; its key is published."""
        nonces = [nonce if self.listed is not None else None for nonce in self.nonces]
        return Attempt(self.number, self.commitment, self.listed, nonces, Voiding(why, seat, self.key))
