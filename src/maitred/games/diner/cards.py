"""Diner's deck: reads a deck file and turns it into int tables; a wrong file is refused with card and reason."""

from __future__ import annotations

from typing import Final

from maitred.games.diner.rules import BLUE, FEWEST_CARDS, MOST_CARDS, PLATES, DinerCards, Plate, draw_backs
from maitred.games.diner.shapes import PlateKind
from maitred.kernel import cardfile
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadCards

KINDS: Final[list[PlateKind]] = ["bacon", "pancakes", "burger", "salad", "steak", "blue"]
"""The plates of a deck file, each at its index; the last is wild."""

MOST_TIP: Final = 1_000
LONGEST_ORDER: Final = 8
MOST_VALUE: Final = 8  # N1: a table is worth $1 to $8; rounded up, none is worth less
MOST_VALUE_BEFORE: Final = LONGEST_ORDER * MOST_TIP // 100  # by the first version of the rules: no limit


def check_deck(file: str, tables: cardfile.TomlTable, most_value: int = MOST_VALUE) -> DinerCards:
    """The int tables of a deck, which is refused if anything in it is wrong or a table is worth more than `most`
    dollars."""
    cardfile.check_keys(file, tables, ["plates", "cards"], "table")
    plates = cardfile.table_at(file, tables, "plates")
    cardfile.check_keys(f"{file}: [plates]", plates, KINDS, "plate")
    cardfile.need_keys(f"{file}: [plates]", plates, KINDS, "plate")
    taken = cardfile.Names()
    plate_names: list[str] = []
    quantity: list[int] = []
    tips: list[int] = []
    for plate, kind in enumerate(KINDS):
        where = f"{file}: plate '{kind}'"
        entry = cardfile.as_table(where, plates[kind])
        cardfile.check_keys(where, entry, ["name", "quantity"] if plate == BLUE else ["name", "quantity", "tip"])
        plate_names.append(cardfile.text_at(where, entry, "name"))
        taken.take(where, plate_names[-1], f"plate '{kind}'")
        quantity.append(cardfile.whole_at(where, entry, "quantity", 0, MOST_CARDS))
        tips.append(0 if plate == BLUE else cardfile.whole_at(where, entry, "tip", 1, MOST_TIP))

    lists = cardfile.table_at(file, tables, "cards")
    cardfile.check_keys(f"{file}: [cards]", lists, ["table"], "list")
    entries = cardfile.list_at(f"{file}: [cards]", lists, "table")
    names: list[str] = []
    orders: list[list[Plate]] = []
    for number, value in enumerate(entries, start=1):
        where, entry = taken.card(file, "table", number, value)
        names.append(entry["name"])
        orders.append(check_order(where, entry))
    cardfile.check_count(file, len(names), FEWEST_CARDS, MOST_CARDS, "tables")
    if sum(quantity) != len(names):
        raise BadCards(f"{file}: every table has a plate on its back: {len(names)} are needed, not {sum(quantity)}.")
    value_of = [-(-sum([tips[plate] for plate in order]) // 100) for order in orders]
    for name, dollars in zip(names, value_of, strict=True):
        if dollars > most_value:
            worth = f"its order comes to ${dollars}, and a table is worth $1 to ${most_value}"
            raise BadCards(f"{file}: table '{name}': {worth}.")
    deck = DinerCards(
        cardfile.digest(tables), cardfile.copied(tables), plate_names, quantity, tips, names, orders, value_of
    )
    if not draw_backs(deck, Stream(0)):
        raise BadCards(f"{file}: the plates cannot be put on the backs so that no table orders the plate on its own.")
    return deck


def check_order(where: str, entry: cardfile.TomlTable) -> list[Plate]:
    """The plates a table orders; the wild one cannot be ordered (N1)."""
    cardfile.check_keys(where, entry, ["name", "order"])
    order = cardfile.list_at(where, entry, "order")
    if not 1 <= len(order) <= LONGEST_ORDER:
        raise BadCards(f"{where}: 'order' must have 1 to {LONGEST_ORDER} plates, not {len(order)}.")
    for kind in order:
        if kind not in KINDS[:BLUE]:
            known = ", ".join(KINDS[:BLUE])
            raise BadCards(f"{where}: {cardfile.shown(kind)} cannot be ordered; a table orders {known}.")
    return sorted([KINDS.index(kind) for kind in order])


def check_old_deck(file: str, tables: cardfile.TomlTable) -> DinerCards:
    """The same for the first version of the rules, in which a table could be worth any amount."""
    return check_deck(file, tables, MOST_VALUE_BEFORE)


assert len(KINDS) == PLATES

DECK: Final = cardfile.DeckFile(__package__, DinerCards, check_deck)
