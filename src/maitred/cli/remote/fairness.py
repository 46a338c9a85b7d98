"""What this terminal was promised about the shuffle of a live table, and what it has found out since."""

from __future__ import annotations

from importlib.metadata import version

import msgspec
from rich.text import Text

import maitred
from maitred.cli import saves
from maitred.cli.folder import house_folder
from maitred.cli.remote import credentials
from maitred.cli.remote.connection import new_id
from maitred.cli.remote.credentials import SeatCredentials
from maitred.cli.remote.table_api import TableApi
from maitred.kernel.errors import BadRecord, BadSetup, Refused
from maitred.kernel.record import read_record
from maitred.server.messages import FromSocket, Position, TableFacts
from maitred.server.signing import both_signed, transcript_signed
from maitred.table.promise import NOBODY, NOT_TO_YOU, Keeper, fingerprint_of, nobody, spoken
from maitred.table.proof import PREPARED, judge, shown_otherwise, view_bytes

UNCHECKED = "So nobody has checked here that the cards follow from these numbers."


def for_watchers(table: TableFacts) -> str:
    """What can be said about the shuffle to a spectator."""
    listed = table.promise.listed
    return NOBODY if listed is not None and nobody(listed) else NOT_TO_YOU


class Fairness:
    """Keeps what one seat was promised, takes part in the deal, and checks the record at the end."""

    def __init__(self, api: TableApi, own: SeatCredentials) -> None:
        self.api = api
        self.own = own
        self.keeper = Keeper(own.promise, transcript_signed)
        self.shown: dict[int, bytes] = {}
        """The views that this seat was shown, by the number of moves: the record must contain them."""
        self.house_version = ""
        self.warned = 0
        """How many findings have been shown."""
        self.sent: set[str] = set()
        """The ids of messages sent for the promise, rather than by the person."""

    def see(self, position: Position) -> None:
        """Remember the view that was shown."""
        self.shown = {made: seen for made, seen in self.shown.items() if made < position.moves}
        self.shown[position.moves] = view_bytes(position.view)

    def keep(self, table: TableFacts) -> list[FromSocket]:
        """Save what the house promises before anything is sent to it; returns what to send next."""
        if table.phase == "seating":
            self.look_for_number(table.promise.attempt)
        before = msgspec.json.encode(self.own.promise)
        says = self.keeper.see(table)
        if msgspec.json.encode(self.own.promise) != before:
            credentials.save(self.own)
        messages: list[FromSocket] = [msgspec.convert({"id": new_id(), **said}, FromSocket) for said in says]
        self.sent |= {message.id for message in messages}
        return messages

    def should_be_ready(self, table: TableFacts, came: bool) -> bool:
        """Whether to say that this seat is ready for the deal; once the house has blamed it for a void one, only when
        its player has just come."""
        if table.phase != "seating" or table.seats[self.own.seat].ready or self.keeper.findings:
            return False
        told = table.promise.transcript
        voided = told.attempts[-1].voided if told is not None else None
        return came or voided is None or voided.seat != self.own.seat

    def look_for_number(self, attempt: int) -> None:
        """Another terminal at this seat may have committed to a number: there is only one per attempt."""
        for other in credentials.load(self.api):
            if other.token == self.own.token and any(
                each.attempt == attempt and each.terms is not None for each in other.promise.attempts
            ):
                self.own.kept = self.keeper.kept = other.promise

    def refused(self, id: str | None) -> bool:
        """Whether this was a message for the promise; if so, the table had changed, and its next message says what
        to do."""
        if id not in self.sent:
            return False
        self.keeper.again()
        return True

    def warnings(self) -> list[str]:
        """The findings that have not been shown yet."""
        new = self.keeper.findings[self.warned :]
        self.warned += len(new)
        return new

    # The end

    def end(self, table: TableFacts, position: Position) -> list[Text]:
        """Whether the shuffle was what was promised, and where the record is."""
        proof = position.proof
        prepared = table.prepared and all(each.late for each in self.keeper.kept.attempts)
        if not prepared:
            self.keeper.end(proof.key if proof is not None else None, proof.nonces if proof is not None else None)
        file = house_folder() / "saves" / f"{table.game}-{self.api.table}.json"
        saved: list[Text] = []
        try:
            record = self.api.record()
        except Refused as refusal:
            saved.append(Text(f"{refusal} {UNCHECKED}"))
        else:
            if not self.check_record(record, table):
                saved.append(Text(f"This terminal does not know the rules of this game. {UNCHECKED}"))
            try:
                saves.write_text(file, record)
                told = f"The whole game is saved; check it with: maitred verify {file}"
            except BadSetup as refusal:
                told = str(refusal)
            saved.append(Text(told, "dim"))
        credentials.save(self.own)
        return [Text(PREPARED), *saved] if prepared else [*self.told(), *saved]

    def check_record(self, text: str, table: TableFacts) -> bool:
        """Check that the record is of the game that was promised and shown here, by the rules of this terminal; False
        if it does not know them."""
        games = {game.id: game for game in maitred.all_games()}
        if table.game not in games or table.rules_version > games[table.game].rules_version:
            return False
        try:
            record = read_record(text, games)
        except BadRecord as problem:
            self.keeper.find(f"The house's record of the game is not true: {problem}")
            return True
        found = judge(record, both_signed)
        if found.wrong:
            for why in found.why:
                self.keeper.find(why)
        kept = self.keeper.kept.transcript
        if kept is not None and found.fingerprint != fingerprint_of(kept):
            self.keeper.find("The record's account of the deal differs from the one you were given.")
        # Another version may show a game differently.
        shown = [self.shown[made] for made in sorted(self.shown)]
        if self.house_version == version("maitred") and shown_otherwise(record, self.own.seat, shown):
            self.keeper.find("The house has shown you a different game from the one in its record.")
        return True

    def told(self) -> list[Text]:
        """What can be said about the shuffle."""
        bad = bool(self.keeper.findings)
        told = [Text(self.keeper.verdict(), "bold red" if bad else "dim")]
        told += [Text(finding, "red") for finding in self.keeper.findings]
        kept = self.keeper.kept.transcript
        if kept is not None:
            told.append(Text(f"Compare this with the others: {spoken(fingerprint_of(kept))}", "dim"))
            signature = self.keeper.kept.signature
            if signature is not None:
                told.append(Text(f"Signed by the house's key: {signature.key}", "dim"))
        return told
