"""A game is its seed and its moves: a record of what was played, which can be checked move by move."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, SupportsIndex

from maitred.kernel.cardfile import CardSource, safe
from maitred.kernel.chance import NONCE_BYTES, Paired, Sealed, Stream, tagged
from maitred.kernel.errors import BadRecord, BadSetup, IllegalMove, Refused
from maitred.kernel.game import Game, seed_for
from maitred.kernel.state import Event, State
from maitred.kernel.words import by_seat

FORMAT: Final = 1
SEAL_DIGITS: Final = 8
MOST_MOVES: Final = 1_000_000

PREPARED: Final = "prepared"
"""The kind of chance of a game that starts from a position in words instead of a deal: a lesson, a puzzle."""

FACTS: Final = ("format", "game", "rules_version", "players", "options", "cards", "chance")
"""What is fixed before the first move, and goes into the first link of the chain."""


def canonical(value: object) -> bytes:
    """JSON that is the same for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def chance_of(seed: object) -> dict[str, Any]:
    """The chance of a record as it is written: of a seed, or as it was given; None is a new seed."""
    if isinstance(seed, Mapping):
        return dict(seed)
    if isinstance(seed, Stream):
        raise BadSetup("A record keeps the seed of its game: give it the seed, not a stream.")
    return {"kind": "stream", "seed": seed_for(seed)}


def chance_from(told: Mapping[str, Any]) -> Stream:
    """The stream that a record's chance describes."""
    kind = told.get("kind")
    try:
        if kind == "stream" and set(told) == {"kind", "seed"}:
            return Stream(told["seed"])
        if kind == "paired" and set(told) == {"kind", "seed"}:
            return Paired(told["seed"])
        if kind == "sealed" and set(told) == {"kind", "key", "nonces"}:
            return Sealed(bytes.fromhex(told["key"]), [bytes.fromhex(nonce) for nonce in told["nonces"]])
        if kind == "promised" and set(told) == {"kind", "key", "nonces", "list"}:
            return Sealed.promised(bytes.fromhex(told["key"]), agreed(told["list"], told["nonces"]))
    except (TypeError, ValueError) as problem:
        raise BadSetup("The chance of a game is a seed, or a key and nonces in hexadecimal digits.") from problem
    raise BadSetup("The chance of a game comes from a stream with its seed, or is promised with a key and nonces.")


def begun(
    game: Game, players: int, chance: Mapping[str, Any], options: dict[str, str], cards: CardSource, version: int
) -> State:
    """The game before its first move: dealt by its chance, or as somebody has prepared it."""
    if chance.get("kind") != PREPARED:
        return game.new(players, chance_from(chance), options, cards, version)
    if set(chance) != {"kind", "position", "seed"}:
        raise BadSetup("A prepared game has a position in words and the seed of what chance decides from there on.")
    old = version != game.rules_version
    tables = game.read_old_cards(cards, version) if old else game.read_cards(cards)
    state = game.load(chance["position"], seed_for(chance["seed"]), tables)
    if state.players != players:
        raise BadSetup(f"The prepared position is of {state.players} players, not of {players}.")
    state.old_rules = version if old else 0
    return state


def agreed(commitments: object, nonces: list[str]) -> bytes:
    """What goes into a promised deal besides the key: the list that all agreed on, and the nonces of all seats."""
    revealed = [bytes.fromhex(nonce) for nonce in nonces]
    if not all([len(nonce) <= NONCE_BYTES for nonce in revealed]):
        raise BadSetup("A nonce is at most 64 bytes.")
    return tagged("maitred/2 deal", [canonical(commitments), *revealed])


def link(before: str, seat: int, action: int, ms: int, after: State) -> str:
    """The next link of the chain: the one before, a move, and the state it led to."""
    ints = ",".join([str(number) for number in [seat, action, ms, *after.pack()]])
    return hashlib.sha256(f"{before}|{ints}".encode()).hexdigest()


class Record:
    """A game with its history. `play` is the checked way to move."""

    def __init__(
        self,
        game: Game | Any,
        players: SupportsIndex | None = None,
        seed: SupportsIndex | Mapping[str, Any] | None = None,
        options: Mapping[str, object] | None = None,
        cards: CardSource = None,
        rules_version: SupportsIndex | None = None,
    ) -> None:
        """Start a game, with the arguments of `Game.new`, or refuse the wrong one with a sentence.

        Instead of a seed it takes the `chance` of a written record: `{"kind": "stream", "seed": 7}` or, for a live
        table, `{"kind": "promised", "key": …, "nonces": […], "list": {…}}`; records of old tables have `{"kind":
        "sealed", "key": …, "nonces": […]}`. With `{"kind": "prepared", "position": {…}, "seed": 7}` the game starts
        from a position in words, as `Game.dump` writes it.
        """
        if not isinstance(game, Game):
            raise BadSetup(f"A record is of a game that maitred.game finds, not of {safe(repr(game))}.")
        self.game: Game = game
        chance = chance_of(seed)
        count = game.players_for(players)
        chosen = game.options_for(options, count)
        version = game.version_for(rules_version)
        self.state: State = begun(game, count, chance, chosen, cards, version)
        self.facts: dict[str, Any] = {
            "format": FORMAT,
            "game": game.id,
            "rules_version": version,
            "players": count,
            "options": chosen,
            "cards": {"digest": self.state.cards.digest, "own": self.state.cards.own},
            "chance": chance,
        }
        self.moves: list[tuple[int, int, int]] = []
        """Seat, action and milliseconds since the deal, for each move."""
        self.links: list[str] = [link(canonical(self.facts).decode(), -1, -1, 0, self.state)]
        """The chain as far as it has been computed."""
        self.trail: list[State] = []
        """The states since the last new information, for undo; all of them if the record is `whole`."""
        self.whole: bool = False
        """Whether everything can be taken back, whatever it brought to light."""
        self.notes: dict[str, Any] = {}
        """What a table adds to the game, such as who sat where; not part of the chain."""
        self.proof: dict[str, Any] | None = None
        """The transcript of the promise, moves that were undone and the house's signatures; not part of the chain."""

    def play(self, seat: int, action: int, ms: int = 0) -> list[Event]:
        """Play a move if it is legal, and return what happened; otherwise refuse it with a sentence and change
        nothing."""
        if not 0 <= seat < self.state.players or action not in self.state.legal(seat):
            raise IllegalMove(by_seat(self.game.why_not(self.state, seat, action)))
        if self.moves and ms < self.moves[-1][2]:
            raise IllegalMove("A move cannot be earlier than the one before it.")
        before = self.state
        after = before.clone()
        events: list[Event] = []
        after.events = events
        after.apply(seat, action)
        after.events = None
        self.state = after
        if self.whole or after.reveals == before.reveals:
            self.trail.append(before)
        else:
            self.trail.clear()
        self.moves.append((seat, action, ms))
        return events

    def chain(self) -> list[str]:
        """The chained hash: one link for the deal and one for each move. A live table hardly ever needs it, so links
        are computed on demand: the last one from the current state, more by replaying the game."""
        links, moves = self.links, self.moves
        if len(links) == len(moves):
            links.append(link(links[-1], *moves[-1], self.state))
        elif len(links) < len(moves):
            state = self.dealt()
            for at, (seat, action, ms) in enumerate(moves):
                state.apply(seat, action)
                if at + 1 == len(links):
                    links.append(link(links[-1], seat, action, ms, state))
        return links

    def dealt(self) -> State:
        """The game before its first move."""
        facts = self.facts
        chance, own = facts["chance"], facts["cards"]["own"]
        return begun(self.game, facts["players"], chance, facts["options"], own, facts["rules_version"])

    @property
    def prepared(self) -> bool:
        """Whether the game started from a position that somebody has prepared, and not from a deal."""
        return bool(self.facts["chance"]["kind"] == PREPARED)

    def undo(self) -> tuple[int, int, int]:
        """Take the last move back; refused if it revealed anything new."""
        if not self.trail:
            raise IllegalMove("There is nothing to take back: the last move revealed something new.")
        self.state = self.trail.pop()
        taken_back = self.moves.pop()
        del self.links[len(self.moves) + 1 :]
        return taken_back

    def make_whole(self) -> None:
        """Remember every state from the deal on: from now on any move can be taken back."""
        state = self.dealt()
        self.trail = []
        for seat, action, _ in self.moves:
            self.trail.append(state)
            state = state.clone()
            state.apply(seat, action)
        self.whole = True

    def result(self) -> dict[str, Any] | None:
        """Scores and ranking once the game is over."""
        if self.state.actors():
            return None
        return {"scores": self.state.scores(), "ranking": self.state.ranking()}

    def told(self) -> dict[str, Any]:
        """The record as a dict, as it is written."""
        chain = self.chain()
        moves = [[*move, sealed[:SEAL_DIGITS]] for move, sealed in zip(self.moves, chain[1:], strict=True)]
        told = {**self.facts, "moves": moves, "chain": chain[-1], "result": self.result(), "notes": self.notes}
        return told if self.proof is None else {**told, "proof": self.proof}

    def to_json(self) -> str:
        """The record as text."""
        return json.dumps(self.told(), ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def from_told(told: Mapping[str, Any], game: Game) -> Record:
        """Replay what `read_record` parsed, checking every link."""
        version = told["rules_version"]
        if version > game.rules_version:
            raise BadRecord(f"The record was played by version {version} of the rules; this is {game.rules_version}.")
        record = Record(game, told["players"], told["chance"], told["options"], told["cards"]["own"], version)
        for fact in FACTS:
            if record.facts[fact] != told[fact]:
                raise BadRecord(f"The record's {fact!r} is not valid here.")
        for at, move in enumerate(told["moves"]):
            if not isinstance(move, list) or len(move) != 4 or not all([isinstance(part, int) for part in move[:3]]):
                raise BadRecord(f"Move {at + 1} of the record cannot be read.")
            try:
                record.play(move[0], move[1], move[2])
            except IllegalMove as refusal:
                raise BadRecord(f"Move {at + 1} of the record is not legal: {refusal}") from refusal
            if record.chain()[-1][:SEAL_DIGITS] != move[3]:
                raise BadRecord(f"Move {at + 1} of the record is not what was played: its hash does not match.")
        if record.chain()[-1] != told["chain"]:
            raise BadRecord("The record's chain does not match its moves.")
        if record.result() != told["result"]:
            raise BadRecord("The record's result is not what its moves lead to.")
        record.notes = dict(told["notes"])
        record.proof = told.get("proof")
        return record


class Draft(Record):
    """A record that starts where another one stands and continues on its own; the other is not changed."""

    def __init__(self, other: Record) -> None:
        self.game = other.game
        self.state = other.state  # moves are made on copies of it
        self.facts = other.facts
        self.moves = list(other.moves)
        self.links = list(other.links)
        self.trail = list(other.trail)
        self.whole = other.whole
        self.notes = other.notes
        self.proof = other.proof


KINDS: Final[dict[str, type]] = {
    "format": int,
    "game": str,
    "rules_version": int,
    "players": int,
    "options": dict,
    "cards": dict,
    "chance": dict,
    "moves": list,
    "chain": str,
    "notes": dict,
}


def parse_record(text: str) -> dict[str, Any]:
    """The parsed tables of a record; their shape is checked, not yet whether they are true."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadRecord("This is not a whole record: the file is damaged or cut short.") from problem
    if not isinstance(told, dict):
        raise BadRecord("This is not a record of a game.")
    for key, kind in KINDS.items():
        if not isinstance(told.get(key), kind) or isinstance(told[key], bool):
            raise BadRecord(f"The record has no readable {key!r}.")
    if told["format"] != FORMAT:
        raise BadRecord(f"The record has format {told['format']}; this house reads {FORMAT}.")
    if len(told["moves"]) > MOST_MOVES:
        raise BadRecord("The record has more moves than any game.")
    if "own" not in told["cards"] or not isinstance(told["cards"]["own"], (dict, type(None))) or "result" not in told:
        raise BadRecord("The record has no readable 'cards' or 'result'.")
    if not isinstance(told.get("proof", {}), dict):
        raise BadRecord("The record has no readable 'proof'.")
    return told


def read_record(text: str, games: Mapping[str, Game]) -> Record:
    """The record in a text, replayed and verified; anything else is refused with the reason."""
    told = parse_record(text)
    if told["game"] not in games:
        raise BadRecord(f"The record is of a game {told['game']!r}, which this house does not know.")
    try:
        return Record.from_told(told, games[told["game"]])
    except BadRecord:
        raise
    except Refused as refusal:
        raise BadRecord(f"The record cannot be set up: {refusal}") from refusal
