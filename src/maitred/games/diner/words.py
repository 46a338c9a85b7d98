"""Diner in words: names, sentences for events and actions, the score sheet. `{0}` stands for the player in seat 0."""

from __future__ import annotations

from maitred.games.diner.cards import KINDS
from maitred.games.diner.rules import (
    BLUE,
    BREAK,
    CALL,
    CLOSED,
    COUNTER,
    COUNTERED,
    DRAW,
    DREW,
    HELD,
    HOLD,
    PLATES,
    SEAT,
    SERVE,
    SERVED,
    SLOTS,
    STACKS,
    TAKE,
    TOOK,
    Card,
    Diner,
    DinerCards,
    Plate,
    Seat,
)
from maitred.games.diner.shapes import DrawHeard, Heard, LoungeHeard, Offer, ServeHeard
from maitred.games.diner.view import call_word, table_face
from maitred.kernel.game import Words
from maitred.kernel.shapes import Item, Sheet, Zone
from maitred.kernel.state import NOBODY, Event
from maitred.kernel.words import counted, listed, player, verdict_of

LEGEND = [
    ("$4", "what a table tips when it is served; waiting at the end, it costs as much"),
    ("14 high", "fourteen cards lie in that stack of the Kitchen"),
    ("back: First Date", "the table on the other side of a plate, which the others see"),
]
CALLS: dict[str, str] = {"break": "Break time!", "closing": "Closing time!"}
NO_TOKEN = "You have no action token: wait until one is passed to you."


def dollars(value: int) -> str:
    """`$4`, `-$2`."""
    return f"${value}" if value >= 0 else f"-${-value}"


def plate_names(cards: DinerCards, plates: list[Plate]) -> str:
    """`Burger, Burger, Pancakes`."""
    return ", ".join([cards.plates[plate] for plate in plates])


def party(cards: DinerCards, card: Card) -> str:
    """A table as a waiter calls it: `First Date ($4: Burger, Salad)`."""
    return f"{cards.names[card]} ({dollars(cards.value[card])}: {plate_names(cards, cards.orders[card])})"


# The table


def plate_item(cards: DinerCards, plate: Plate, lines: list[str], tag: str = "") -> Item:
    """The plate side of a card as it is drawn on any table."""
    return {"title": cards.plates[plate], "kind": KINDS[plate], "lines": lines, "tag": tag}


def table_item(cards: DinerCards, face: int, waiting: bool = True) -> Item:
    """The table side of a card as it is drawn on any table; its value where the party waits."""
    card = face - PLATES
    tag = dollars(cards.value[card]) if waiting else ""
    return {"title": cards.names[card], "kind": "table", "lines": [plate_names(cards, cards.orders[card])], "tag": tag}


def zones(view: Words, cards: DinerCards) -> list[Zone]:
    """The table: the Lounge, the Kitchen and the Sink, then each player's section and hand."""

    def zone(title: str, seat: int | None, note: str, items: list[Item]) -> Zone:
        return {"title": title, "seat": seat, "note": note, "items": items}

    kitchen = [
        plate_item(cards, stack["top"], [f"stack {at}"], f"{stack['height']} high")
        for at, stack in enumerate(view["kitchen"], start=1)
        if stack["height"]
    ]
    sink = [f"{view['sink'].count(plate)} {cards.plates[plate]}" for plate in range(PLATES) if plate in view["sink"]]
    laid = [
        zone("Lounge", None, "", [table_item(cards, face) for face in view["lounge"]]),
        zone("Kitchen", None, "" if view["players"] == 2 or view["breaks"] else "before the break", kitchen),
        zone("Sink", None, ", ".join(sink) or "empty", []),
    ]
    for seat in range(view["players"]):
        tips = sum([cards.value[face - PLATES] for face in view["tips"][seat]])
        note = f"{counted(view['tokens'][seat], 'token')}; tips {dollars(tips)}, score {dollars(view['scores'][seat])}"
        section = [table_item(cards, face) for face in view["sections"][seat]]
        laid.append(zone(f"{player(seat)}'s section", seat, note, section))
        hand = view["hands"][seat]
        items = [
            table_item(cards, held["table"], waiting=False)
            if held["plate"] is None
            else plate_item(cards, held["plate"], [f"back: {cards.names[held['table'] - PLATES]}"])
            for held in hand
        ]
        note = "" if hand else "empty"
        if hand and seat != view["seat"]:
            note = f"{counted(len(hand), 'card')}, seen from behind"
            known = len([held for held in hand if held["plate"] is not None])
            note += f"; {counted(known, 'plate')} seen when drawn" if known else ""
        laid.append(zone(f"{player(seat)}'s hand", seat, note, items))
    return laid


# Actions


def serving(state: Diner, seat: Seat, table: Card) -> list[Plate]:
    """The plates that serving a table would take from the hand: exact ones, then Blue Plate Specials."""
    needs = state.printed.needs[table]
    plates: list[Plate] = []
    for plate in range(BLUE):
        plates += [plate] * min(needs[plate], state.held[seat][plate])
    return plates + [BLUE] * state.missing(seat, table)


def describe(state: Diner, seat: Seat, action: int) -> Offer:
    """A legal action: its verb, what it touches, and a label. Plates and tables go by their faces."""
    cards = state.printed
    if action < SEAT:
        stack = action - DRAW
        plate = state.plate[state.kitchen[stack][-1]]
        label = f"Draw {cards.plates[plate]} from stack {stack + 1}"
        return {"verb": "draw", "stack": stack, "plate": plate, "label": label}
    if action < SERVE:
        seats = action < COUNTER
        slot, stack = divmod((action - SEAT) % (SLOTS * STACKS), STACKS)
        card = state.lounge[slot]
        plate = state.plate[state.kitchen[stack][-1]]
        refill = f"refill from stack {stack + 1} ({cards.plates[plate]})"
        start = "Seat" if seats else "Counter:"
        label = f"{start} {cards.names[card]}, {dollars(cards.value[card])}; {refill}"
        return {
            "verb": "seat" if seats else "counter",
            "slot": slot,
            "table": table_face(card),
            "stack": stack,
            "plate": plate,
            "label": label,
        }
    if action < TAKE:
        card = action - SERVE
        plates = serving(state, seat, card)
        label = f"Serve {cards.names[card]} for {dollars(cards.value[card])}: {plate_names(cards, plates)}"
        return {"verb": "serve", "table": table_face(card), "plates": plates, "label": label}
    if action == TAKE:
        hoarder = (seat - 1) % state.players
        return {"verb": "take", "seat": hoarder, "label": f"Take a token from {player(hoarder)}, who holds them all"}
    if action == CALL:
        word = call_word(state)
        return {"verb": "call", "call": word, "label": f"Call “{CALLS[word]}”"}
    return {"verb": "hold", "label": "Hold, and let the next player act first"}


def prompt(state: Diner, seat: Seat | None) -> str:
    """One line that says what is happening and what is asked of the seat."""
    if state.closed:
        return "The diner is closed."
    asked = [] if seat is None else asked_of(state, seat)
    if asked:
        return f"{'Your move' if state.calm else 'Now'}: {'; '.join(asked)}."
    if state.calm:
        return f"{player(state.asking)} to move."
    holders = [player(other) for other in range(state.players) if state.tokens[other]]
    holding = f"{listed(holders)} {'hold' if len(holders) > 1 else 'holds'} the tokens"
    return f"{'Wait for a token' if seat is not None else 'The diner is open'}: {holding}."


def asked_of(state: Diner, seat: Seat) -> list[str]:
    """Exactly what a seat may do now."""
    legal = state.legal(seat)
    without_token = [action for action in legal if action >= TAKE]
    asked: list[str] = []
    acts = ["draw", "seat a party", "send one to the counter"] if legal and legal[0] < SERVE else []
    if len(legal) > len(without_token) and legal[-1 - len(without_token)] >= SERVE:
        acts.append("serve")
    if acts:
        asked.append(f"you have {counted(state.tokens[seat], 'token')} to {listed(acts, 'or')}")
    if TAKE in without_token:
        asked.append(f"you may take a token from {player((seat - 1) % state.players)}, who holds them all")
    if CALL in without_token:
        asked.append(f"two stacks are empty, you may call “{CALLS[call_word(state)]}”")
    if HOLD in without_token:
        asked.append("you may hold")
    return asked


def section(state: Diner) -> str:
    """The heading of the rules that what is asked now belongs to."""
    if state.closed:
        return "Scoring"
    return "Break time and closing time" if state.may_call() else "Playing"


def forbid(state: Diner, seat: Seat, action: int) -> str:
    """Why a seat that may act may not take this action."""
    if action == HOLD:
        if not state.calm:
            return "There is nothing to hold in real time: just wait."
        if state.has_all_tokens(seat):
            return "You hold all the tokens: nobody else can act before you do."
        return "All have held in a row: you must act."
    if action == CALL:
        if not state.players_call:
            return "Breaks and closing time call themselves at this table."
        return "There is nothing to call before two stacks are empty."
    if action == TAKE:
        if not state.relief:
            return "At this table tokens are passed, never taken (the relief option is off)."
        return f"You may take a token only while {player((seat - 1) % state.players)} holds them all."
    if state.tokens[seat] == 0:
        return NO_TOKEN
    if action < SERVE:
        stack = action - DRAW if action < SEAT else (action - SEAT) % STACKS
        return f"Stack {stack + 1} of the Kitchen is empty."
    card = action - SERVE
    if card >= len(state.printed.names) or card not in state.sections[seat]:
        return "That table is not in your section: you serve only tables that you have seated."
    held, needs = state.held[seat], state.printed.needs[card]
    lacking = [plate for plate in range(BLUE) for _ in range(max(0, needs[plate] - held[plate]))]
    wild = f", and {counted(held[BLUE], state.printed.plates[BLUE])} cannot stand in for all" if held[BLUE] else ""
    lack = f"for {state.printed.names[card]} you lack {plate_names(state.printed, lacking)}"
    return f"A table is served all at once: {lack}{wild}."


# Events: everybody sees all of them


def hear(state: Diner, event: Event, seat: Seat | None) -> Heard:
    """An event in words. Plates and tables go by their faces."""
    kind, rest = event[0], event[1:]
    if kind < TOOK:  # an action, which ends with a token for the next player
        return hear_action(state, kind, list(rest))
    if kind == TOOK:
        seat, hoarder = rest
        text = f"{player(seat)} take[s] a token from {player(hoarder)}, who held them all."
        return {"event": "take", "seat": seat, "from": hoarder, "text": text}
    if kind == HELD:
        return {"event": "hold", "seat": rest[0], "text": f"{player(rest[0])} hold[s]."}
    caller = rest[0]
    called = "" if caller == NOBODY else f"{player(caller)} call[s]: "
    by = None if caller == NOBODY else caller
    if kind == BREAK:
        are = "is" if rest[1] == 1 else "are"
        shuffled = f"{counted(rest[1], 'card')} from the Sink and the Kitchen {are} shuffled into three new stacks"
        return {"event": "break", "seat": by, "cards": rest[1], "text": f"{called}Break time! {shuffled}."}
    assert kind == CLOSED
    return {"event": "over", "seat": by, "text": f"{called}Closing time! {verdict(state)}"}


def hear_action(state: Diner, kind: int, rest: list[int]) -> DrawHeard | ServeHeard | LoungeHeard:
    """One of the four actions in words, and to whom the token goes."""
    cards = state.printed
    seat = rest[0]
    to = (seat + 1) % state.players
    who, token = player(seat), f" A token goes to {player(to)}."
    if kind == DREW:
        _, stack, plate, card = rest
        return {
            "event": "draw",
            "seat": seat,
            "to": to,
            "stack": stack,
            "plate": plate,
            "table": table_face(card),
            "text": f"{who} draw[s] {cards.plates[plate]} from stack {stack + 1}; "
            f"on the back: {cards.names[card]}.{token}",
        }
    if kind == SERVED:
        _, card, *shown = rest
        plates, backs = shown[0::2], shown[1::2]
        value = cards.value[card]
        return {
            "event": "serve",
            "seat": seat,
            "to": to,
            "table": table_face(card),
            "plates": plates,
            "backs": [table_face(back) for back in backs],
            "value": value,
            "text": f"Order up! {plate_names(cards, plates)}: "
            f"{who} serve[s] {cards.names[card]} for {dollars(value)}.{token}",
        }
    slot, card = rest[1], rest[2]
    stack, plate, refill = rest[-3:]
    counter = kind == COUNTERED
    text = f"{who} seat[s] {party(cards, card)}."
    if counter:
        text = f"{who} send[s] {party(cards, card)} to the counter; on the back: {cards.plates[rest[3]]}."
    # `card` is singular whatever is on it; the names of plates and parties may be singular or plural
    text += f" The {cards.plates[plate]} card of stack {stack + 1} turns over into the Lounge: {party(cards, refill)}."
    told: LoungeHeard = {
        "event": "counter" if counter else "seat",
        "seat": seat,
        "to": to,
        "slot": slot,
        "table": table_face(card),
        "stack": stack,
        "plate": plate,
        "refill": table_face(refill),
        "text": text + token,
    }
    if counter:
        told["back"] = rest[3]
    return told


# The score sheet


def verdict(state: Diner) -> str:
    """Who won, and why."""
    scores = state.scores()

    def tied(seat: Seat) -> str:
        served = counted(state.plates_served(seat), "customer")
        return f"{player(seat)} win[s] the tie at {dollars(scores[seat])} with {served} served."

    return verdict_of(state.ranking()[0], scores, dollars, tied)


def sheet(state: Diner) -> Sheet:
    """The score sheet: tips, what is docked for tables not served, and the customers that break ties."""
    seats = range(state.players)
    return {
        "lines": [
            {
                "label": "Tips",
                "values": [state.earned(seat) for seat in seats],
                "notes": [values_note(state, state.tips[seat]) for seat in seats],
            },
            {
                "label": "Docked for tables not served",
                "values": [-state.docked(seat) for seat in seats],
                "notes": [values_note(state, state.sections[seat]) for seat in seats],
            },
            {
                "label": "Customers served (breaks ties)",
                "values": [state.plates_served(seat) for seat in seats],
                "notes": [counted(len(state.tips[seat]), "table") for seat in seats],
            },
        ],
        "total": {"label": "Money made tonight", "values": state.scores()},
        "ranking": state.ranking(),
        "verdict": verdict(state) if state.closed else "",
    }


def values_note(state: Diner, cards: list[Card]) -> str:
    """The tables of a pile, each with its value."""
    return " + ".join([f"{state.printed.value[card]} ({state.printed.names[card]})" for card in cards])
