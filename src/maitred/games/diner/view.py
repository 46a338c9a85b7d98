"""What a seat or a spectator may see of Diner, and a whole position in words.

A card has two sides, and each side has its own face and index: first the six plates, then the tables. A view shows the
sides of cards that the viewer can see now (N11), and of other hands the plates that everybody saw when they were drawn:
never another plate of a hand, a back in the Lounge, or anything under the top of a stack.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from mypy_extensions import i64

from maitred.games.diner.cards import KINDS
from maitred.games.diner.check import checked
from maitred.games.diner.rules import (
    BLUE,
    BREAK_PLAYERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    MOST_CARDS,
    NONE,
    PLATES,
    SLOTS,
    STACKS,
    Card,
    Diner,
    DinerCards,
    Plate,
    one_byte_each,
    put_on_backs,
    three_stacks,
)
from maitred.games.diner.shapes import (
    Call,
    Constants,
    Cover,
    Covers,
    Face,
    Held,
    OwnView,
    PlateFace,
    SharedView,
    Stack,
    TableFace,
)
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition
from maitred.kernel.position import PositionReader

CALLS = ["auto", "players"]
RELIEF = ["off", "on"]
PACES: list[Literal["live", "calm"]] = ["live", "calm"]
NO_YES = ["no", "yes"]
COUNT_MOST = 1 << 62


def faces(cards: DinerCards) -> list[Face]:
    """Every side of a card as it is printed: the plates, then the tables; views name sides by their index here."""
    plates: list[PlateFace] = [
        {"side": "plate", "name": cards.plates[plate], "kind": KINDS[plate], "tip": cards.tips[plate]}
        for plate in range(PLATES)
    ]
    tables: list[TableFace] = [
        {"side": "table", "name": cards.names[card], "kind": "table", "order": order, "value": cards.value[card]}
        for card, order in enumerate(cards.orders)
    ]
    return [*plates, *tables]


def table_face(card: Card) -> int:
    """The index of a card's table side among the faces; that of a plate is its kind."""
    return PLATES + card


def table_faces(cards: list[Card]) -> list[int]:
    """The table sides of some cards."""
    return [table_face(card) for card in cards]


UNSEEN: Final[list[Held]] = [{"plate": None, "table": table_face(card)} for card in range(MOST_CARDS)]
"""Each card as it is seen where its plate is not …"""
SEEN: Final[list[list[Held]]] = [
    [{"plate": plate, "table": table_face(card)} for card in range(MOST_CARDS)] for plate in range(PLATES)
]
"""… and where it is, by plate. Views share them."""

EMPTY: Final[Stack] = {"top": None, "height": 0, "needed": False}
TOPS: Final[list[list[Stack]]] = [
    [{"top": plate, "height": height, "needed": False} for height in range(MOST_CARDS + 1)] for plate in range(PLATES)
]
NEEDED_TOPS: Final[list[list[Stack]]] = [
    [{"top": plate, "height": height, "needed": True} for height in range(MOST_CARDS + 1)] for plate in range(PLATES)
]
"""Each stack as it is seen, by the plate on top and its height. Views share them too."""


def constants(cards: DinerCards) -> Constants:
    """The numbers of the rules that a board shows."""
    return {"plates": PLATES, "wild": BLUE, "stacks": STACKS, "shift_ends": "two stacks empty"}


def covers(order: list[Plate], held: i64, wild: i64, lacking: list[bool]) -> list[Cover]:
    """How a hand covers each plate of an order: exact plates first, then Blue Plate Specials. Marks the plates that
    would help as lacking."""
    told: list[Cover] = ["lacking"] * len(order)
    one: i64 = 1
    for at, plate in enumerate(order):
        byte: i64 = 8 * plate
        if (held >> byte) & 255 > 0:
            held -= one << byte
            told[at] = "held"
        elif wild > 0:
            wild -= 1
            told[at] = "wild"
        else:
            lacking[plate] = lacking[BLUE] = True
    return told


def all_covers(state: Diner, seat: int, needed: list[bool]) -> Covers:
    """How a seat's hand covers the orders in the Lounge and in its section. Marks the plates that its section needs."""
    held, wild, orders = one_byte_each(state.held[seat]), state.held[seat][BLUE], state.printed.orders
    in_lounge = [False] * PLATES
    return {
        "lounge": [covers(orders[card], held, wild, in_lounge) for card in state.lounge],
        "section": [covers(orders[card], held, wild, needed) for card in state.sections[seat]],
    }


def call_word(state: Diner) -> Call:
    """What two empty stacks mean the next time, or meant the last time: `break` or `closing`."""
    return "break" if state.players >= BREAK_PLAYERS and state.breaks == 0 else "closing"


def cards_left(state: Diner) -> int:
    """How many cards can still leave the Kitchen before two stacks are empty (N6): all but those of the tallest."""
    heights = [len(stack) for stack in state.kitchen]
    return sum(heights) - max(heights)


def stack_seen(state: Diner, stack: list[Card], needed: list[bool]) -> Stack:
    """What is seen of a stack: the plate on top, and how high it is."""
    if not stack:
        return EMPTY
    top = state.plate[stack[-1]]
    return NEEDED_TOPS[top][len(stack)] if needed[top] else TOPS[top][len(stack)]


def hand_seen(state: Diner, owner: int, own: bool) -> list[Held]:
    """What is seen of a hand: all tables, and the plates on the backs that are one's own or known to everybody."""
    plate, known = state.plate, state.open
    return [SEEN[plate[card]][card] if own or known[card] else UNSEEN[card] for card in state.hands[owner]]


def shared_view(state: Diner) -> SharedView:
    """What everybody sees."""
    plate = state.plate
    earned = [state.earned(other) for other in range(state.players)]
    docked = [state.docked(other) for other in range(state.players)]
    return {
        "players": state.players,
        "pace": PACES[state.calm],
        "actors": state.actors(),
        "closed": state.closed,
        "breaks": state.breaks,
        "next_call": call_word(state),
        "call": call_word(state) if state.may_call() else None,
        "left": cards_left(state),
        "tokens": list(state.tokens),
        "lounge": table_faces(state.lounge),
        "sink": [plate[card] for card in state.sink],
        "sections": [table_faces(section) for section in state.sections],
        "tips": [table_faces(pile) for pile in state.tips],
        "earned": earned,
        "docked": docked,
        "scores": [earned[other] - docked[other] for other in range(state.players)],
    }


def own_view(state: Diner, seat: int | None) -> OwnView:
    """What differs: one's own plates with their backs, other hands from behind with the plates that are known, and what
    one needs."""
    needed = [False] * PLATES
    covered = all_covers(state, seat, needed) if seat is not None else None
    return {
        "seat": seat,
        "kitchen": [stack_seen(state, stack, needed) for stack in state.kitchen],
        "hands": [hand_seen(state, owner, owner == seat) for owner in range(state.players)],
        "covers": covered,
        "waits": seat is not None and not state.closed and state.tokens[seat] == 0,
    }


def dump(state: Diner) -> dict[str, Any]:
    """The complete position in words, without chance. A card goes by its table; `backs` says the plate behind it."""
    printed = state.printed

    def names(cards: list[Card]) -> list[str]:
        return [printed.names[card] for card in cards]

    return {
        "players": state.players,
        "calls": CALLS[state.players_call],
        "relief": RELIEF[state.relief],
        "pace": PACES[state.calm],
        "closed": NO_YES[state.closed],
        "breaks": state.breaks,
        "asking": state.asking,
        "holds": state.holds,
        "tokens": list(state.tokens),
        "kitchen": [names(stack) for stack in state.kitchen],
        "lounge": names(state.lounge),
        "sink": names(state.sink),
        "hands": [names(hand) for hand in state.hands],
        "sections": [names(section) for section in state.sections],
        "tips": [names(pile) for pile in state.tips],
        "backs": {printed.names[card]: KINDS[plate] for card, plate in enumerate(state.plate)},
        "open": [printed.names[card] for card, seen in enumerate(state.open) if seen],
        "stack_versions": list(state.stack_versions),
        "slot_versions": list(state.slot_versions),
        "asked": state.asked,
        "reveals": state.reveals,
    }


def load(words: Mapping[str, Any], seed: int, cards: DinerCards) -> Diner:
    """The state of a position in words. Only `players` is needed: tokens are those of the start (seat 0 has two), the
    Lounge and then the Kitchen are dealt from the cards not named elsewhere (with the word `rest` as its `sink` they
    are in the Sink), backs that are not said are drawn, and without `open` everybody has seen both sides of what is in
    the Sink."""
    position = PositionReader(words, cards.names)
    players = position.number("players", MIN_PLAYERS, MAX_PLAYERS)
    state = Diner(
        players,
        Stream(seed),
        cards,
        position.word("calls", CALLS, "auto") == 1,
        position.word("relief", RELIEF, "off") == 1,
        position.word("pace", PACES, "live") == 1,
    )
    state.closed = position.word("closed", NO_YES, "no") == 1
    state.breaks = position.number("breaks", 0, 1, 0)
    state.asking = position.number("asking", 0, players - 1, 0)
    state.holds = position.number("holds", 0, players, 0)
    state.tokens = numbers(position, "tokens", [2, *[1] * (players - 1)], players + 1)
    in_sink = position.rest("sink")
    state.sink = [] if in_sink else position.cards("sink")
    state.hands = position.cards_by_seat("hands", players)
    state.sections = position.cards_by_seat("sections", players)
    state.tips = position.cards_by_seat("tips", players)
    state.lounge = position.cards("lounge")
    if position.has("kitchen"):
        state.kitchen = position.cards_by_seat("kitchen", STACKS)
    placed = set(state.inventory())
    rest = [card for card in range(len(cards.names)) if card not in placed]
    state.chance.shuffle(rest)
    if in_sink:
        state.sink, rest = rest, []
    if not position.has("lounge"):
        state.lounge = [rest.pop() for _ in range(min(SLOTS, len(rest)))]
    if not position.has("kitchen"):
        state.kitchen = three_stacks(rest)
    state.plate = backs(position, state)
    seen = set(position.cards("open") if position.has("open") else state.sink)
    state.open = [int(card in seen) for card in range(len(cards.names))]
    state.stack_versions = numbers(position, "stack_versions", [0] * STACKS, COUNT_MOST)
    state.slot_versions = numbers(position, "slot_versions", [0] * SLOTS, COUNT_MOST)
    state.asked = position.number("asked", 0, COUNT_MOST, 0)
    state.reveals = position.number("reveals", 0, COUNT_MOST, 0)
    position.end()
    return checked(state)


def numbers(position: PositionReader, key: str, default: list[int], most: int) -> list[int]:
    """A list of whole numbers, as many as the default has."""
    if not position.has(key):
        return default
    told = position.words[key]
    if not isinstance(told, list) or len(told) != len(default):
        raise BadPosition(f"In the position {key!r} is a list of {len(default)} whole numbers, not {told!r}.")
    entries = PositionReader({str(at): number for at, number in enumerate(told)}, [])
    return [entries.number(str(at), 0, most) for at in range(len(default))]


def backs(position: PositionReader, state: Diner) -> list[Plate]:
    """The plate on the back of every card: from the position, and drawn where it says nothing."""
    cards = state.printed
    told = position.inner("backs")
    plates = [told.word(name, KINDS, "blue") if told.has(name) else NONE for name in cards.names]
    told.end()
    left: list[Plate] = []
    for plate in range(PLATES):
        left += [plate] * (cards.quantity[plate] - plates.count(plate))
    drawn = put_on_backs(plates, left, cards, state.chance) if len(left) == plates.count(NONE) else []
    if not drawn:
        raise BadPosition("This position cannot occur: the plates of the deck cannot be put on these backs.")
    return drawn
