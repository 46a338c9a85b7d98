"""Reading a deck file and checking its tables: what the card loader of every game shares.

A refusal is one sentence: the file, the card (or the table) and the reason. Helpers take `where`, the beginning of that
sentence (`my.toml: server 'Shy Trainee'`), and add the reason.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date, time
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from maitred.kernel.errors import BadCards
from maitred.kernel.state import Cards

TomlTable = dict[str, Any]


class CardText:
    """The text of a deck file that did not come from a file, and the name to use in refusals."""

    def __init__(self, text: str, name: str = "your cards") -> None:
        self.text: str = text
        self.name: str = name


CardSource = str | Path | CardText | Mapping[str, Any] | Cards | None
C = TypeVar("C", bound=Cards)

LONGEST_NAME: Final = 40
HOUSE_FILE: Final = "cards.toml"
RECORD: Final = "the record's deck"
MOST_BYTES: Final = 1_000_000
MOST_TEXT_BYTES: Final = 65_536
"""Of a text that is sent to a house: four times the largest house deck."""
LONGEST_LINE: Final = 1_000
"""Of such a text. A key of many parts takes the square of their number to read, and it has to be on one line."""
LONGEST_SHOWN: Final = 80
GREATEST_SHOWN: Final = 1_000_000_000

TOML_COMPLAINT = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)


# Reading


class DeckFile(Generic[C]):
    """The deck of a game: the house deck is `cards.toml` in the game's package, and others may be brought along.

    `check` is given the name to use in refusals and what was parsed. It returns the card tables, or refuses a deck that
    is wrong.
    """

    def __init__(self, package: str, kind: type[C], check: Callable[[str, TomlTable], C]) -> None:
        self.package: str = package
        self.kind: type[C] = kind
        self.check: Callable[[str, TomlTable], C] = check
        self.known: C | None = None

    def read(self, source: object, check: Callable[[str, TomlTable], C] | None = None) -> C:
        """The deck of a file or of what was parsed from one; None is the house deck. A wrong deck is refused.

        Decks made for earlier rules are read with a `check` of their own.
        """
        house = self.house()
        if source is None:
            return house
        if isinstance(source, self.kind):
            return source
        file, tables = read_tables(source)
        deck = (check or self.check)(file, tables)
        return deck if deck.digest != house.digest else house

    def house(self) -> C:
        """The house deck, read once."""
        if self.known is None:
            self.known = self.check(HOUSE_FILE, self.tables())
            self.known.own = None
        return self.known

    def text(self) -> str:
        """The text of the house deck file, for people to copy and change."""
        return self.file().read_text(encoding="utf-8")

    def tables(self) -> TomlTable:
        """The parsed tables of the house deck."""
        return parse(self.file().read_bytes(), HOUSE_FILE)

    def file(self) -> Traversable:
        """The file of the house deck."""
        return files(self.package).joinpath(HOUSE_FILE)


def read_tables(source: object) -> tuple[str, TomlTable]:
    """The name to use in refusals, and the parsed tables, of a deck of one's own."""
    if isinstance(source, Cards):
        raise BadCards(f"These cards belong to another game: {type(source).__name__}.")
    if isinstance(source, (str, Path)):
        path = Path(source)
        name = safe(path.name or str(path))
        return name, parse(read_bytes(path, name), name)
    if isinstance(source, CardText):
        return source.name, parse_text(source)
    if not isinstance(source, Mapping):
        raise BadCards(f"{RECORD}: it must be a table, not {shown(source)}.")
    return RECORD, dict(source)


def read_bytes(path: Path, name: str) -> bytes:
    """The contents of a file, if it is a regular file and not too large."""
    try:
        if path.is_dir():
            raise BadCards(f"{name}: this is a directory, not a deck file.")
        if not path.exists():
            raise BadCards(f"{name}: there is no such file.")
        if not path.is_file():
            raise BadCards(f"{name}: this is not a file.")
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadCards(f"{name}: it cannot be read ({error.strerror or 'for an unknown reason'}).") from None
    if len(raw) > MOST_BYTES:
        raise BadCards(f"{name}: it has more than {MOST_BYTES:,} bytes, which no deck needs.")
    return raw


def parse(raw: bytes, name: str) -> TomlTable:
    """The tables of a TOML text in UTF-8, or a refusal that names the line."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadCards(f"{name}: line {line} is not UTF-8 text.") from None
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadCards(f"{name}: it is not valid TOML (nested too deeply).") from None
    except ValueError as error:
        complaint = TOML_COMPLAINT.fullmatch(str(error))
        if complaint is None:
            raise BadCards(f"{name}: it is not valid TOML ({safe(str(error))}).") from None
        last = text.rstrip("\n").count("\n") + 1
        raise BadCards(
            f"{name}: line {complaint.group(2) or last} is not valid TOML ({safe(complaint.group(1))})."
        ) from None


def parse_text(source: CardText) -> TomlTable:
    """The tables of a text from somebody else, who may want it to be slow to read."""
    raw = source.text.encode("utf-8", "surrogatepass")
    if len(raw) > MOST_TEXT_BYTES:
        raise BadCards(f"{source.name}: they have {len(raw):,} bytes, and at most {MOST_TEXT_BYTES:,} are taken.")
    for number, line in enumerate(source.text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise BadCards(f"{source.name}: line {number} has more than {LONGEST_LINE:,} characters; break it.")
    return parse(raw, source.name)


def digest(parsed: Mapping[str, Any]) -> str:
    """SHA-256 of the parsed tables, whatever the layout of the file: it identifies the deck."""
    return hashlib.sha256(canonical(parsed).encode("ascii")).hexdigest()


def canonical(parsed: Mapping[str, Any]) -> str:
    """The parsed tables as JSON; equal tables give equal text."""
    return json.dumps(dict(parsed), sort_keys=True, separators=(",", ":"), allow_nan=False)


def copied(parsed: Mapping[str, Any]) -> TomlTable:
    """A copy of checked tables, in the order of the file, that shares nothing with them: what `Cards.own` keeps."""
    copy: TomlTable = json.loads(json.dumps(dict(parsed), allow_nan=False))
    return copy


# Checking


def check_keys(where: str, table: Mapping[str, Any], known: Sequence[str], noun: str = "key") -> None:
    """Refuse a table with a key that is not known."""
    for key in table:
        if key not in known:
            raise BadCards(f"{where}: there is no {noun} {shown(key)}; it takes {', '.join(known)}.")


def need_keys(where: str, table: Mapping[str, Any], needed: Sequence[str], noun: str = "key") -> None:
    """Refuse a table that lacks a key."""
    for key in needed:
        if key not in table:
            raise BadCards(f"{where}: the {noun} '{key}' is missing.")


def table_at(where: str, tables: Mapping[str, Any], key: str) -> TomlTable:
    """The table under a key."""
    if key not in tables:
        raise BadCards(f"{where}: the table [{key}] is missing.")
    return as_table(f"{where}: [{key}]", tables[key])


def list_at(where: str, table: Mapping[str, Any], key: str) -> list[Any]:
    """The list under a key."""
    need_keys(where, table, [key], "list")
    value: object = table[key]
    if not isinstance(value, list):
        raise BadCards(f"{where}: '{key}' must be a list, not {shown(value)}.")
    return value


def as_table(where: str, value: object) -> TomlTable:
    """The value, if it is a table."""
    if not isinstance(value, dict):
        raise BadCards(f"{where}: it must be a table, not {shown(value)}.")
    return value


def whole_at(where: str, table: Mapping[str, Any], key: str, low: int, high: int, noun: str = "key") -> int:
    """The whole number under a key, if it lies between the bounds."""
    need_keys(where, table, [key], noun)
    value: object = table[key]
    if not isinstance(value, int) or isinstance(value, bool) or value < low or value > high:
        raise BadCards(f"{where}: '{key}' must be a whole number from {low} to {high}, not {shown(value)}.")
    return value


def text_at(where: str, table: Mapping[str, Any], key: str, longest: int = LONGEST_NAME) -> str:
    """The text under a key: not blank, printable, and without the braces that stand for seats in sentences."""
    need_keys(where, table, [key])
    value: object = table[key]
    if not isinstance(value, str):
        raise BadCards(f"{where}: '{key}' must be text in quotes, not {shown(value)}.")
    if not value.strip():
        raise BadCards(f"{where}: '{key}' is empty.")
    if len(value) > longest:
        raise BadCards(f"{where}: '{key}' has {len(value)} characters, at most {longest} fit.")
    if not value.isprintable():
        raise BadCards(f"{where}: '{key}' has a character that cannot be printed.")
    if "{" in value or "}" in value:
        raise BadCards(f"{where}: '{key}' has a brace, which stands for a seat in sentences.")
    return value


def word_at(where: str, table: Mapping[str, Any], key: str, words: Sequence[str]) -> int:
    """The index of the word under a key among the words allowed there."""
    need_keys(where, table, [key])
    word: object = table[key]
    if not isinstance(word, str) or word not in words:
        raise BadCards(f"{where}: '{key}' must be one of {', '.join(words)}, not {shown(word)}.")
    return words.index(word)


def check_count(where: str, count: int, few: int, most: int, noun: str = "") -> None:
    """Refuse too few or too many of something."""
    if not few <= count <= most:
        wanted = str(few) if few == most else f"{few} to {most}"
        raise BadCards(f"{where}: there must be {wanted}{noun and ' '}{noun}, not {count}.")


class Names:
    """The names given so far: no two cards share one."""

    def __init__(self) -> None:
        self.taken: dict[str, str] = {}

    def take(self, where: str, name: str, holder: str) -> None:
        """Give a name to its holder, or refuse it if another has it."""
        same = same_name(name)
        if same in self.taken:
            raise BadCards(f"{where}: this name is taken by {self.taken[same]}.")
        self.taken[same] = holder

    def card(self, file: str, noun: str, number: int, entry: object) -> tuple[str, TomlTable]:
        """The `where` of a card in a list, and the card; its name is checked and taken."""
        where = f"{file}: {noun} number {number}"
        card = as_table(where, entry)
        name = text_at(where, card, "name")
        where = f"{file}: {noun} '{name}'"
        self.take(where, name, f"{noun} number {number}")
        return where, card


def same_name(name: str) -> str:
    """A form of a name that is equal for names which people would take for the same."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


# Showing what was wrong


def shown(value: object) -> str:
    """A value from a file as a refusal shows it: short, on one line, whatever it was."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if -GREATEST_SHOWN < value < GREATEST_SHOWN else "a number that large"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, str):
        return f"'{safe(value)}'"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return "a date or time" if isinstance(value, (date, time)) else f"something of the type {type(value).__name__}"


def safe(text: str) -> str:
    """Text from outside, cut short, without anything unprintable and without braces."""
    if len(text) > LONGEST_SHOWN:
        text = text[:LONGEST_SHOWN] + "…"
    text = text.replace("{", "(").replace("}", ")")
    return "".join([letter if letter.isprintable() else "?" for letter in text])
