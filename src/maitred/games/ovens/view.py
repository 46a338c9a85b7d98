"""What a seat or a spectator may see of Ovens, and a whole position in words.

A seat sees its own hand, what lies open, the tops of the piles, and what it placed face down itself. Of other hands it
is shown the number of cards and those it is certain of from memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from maitred.games.ovens import rules
from maitred.games.ovens.cards import KINDS, TYPE_NAMES
from maitred.games.ovens.check import checked
from maitred.games.ovens.memory import (
    DECK,
    HAND,
    HELD,
    OVEN,
    RESHUFFLE,
    SEATS,
    THROWN,
    card_note,
    end_of,
    held_of,
    kind_of,
    place_of,
    slip_note,
    start_of,
    viewers_of,
)
from maitred.games.ovens.rules import Kind, Laid, Ovens, OvensCards, Seat, kind_laid, knower_of, laid_card
from maitred.games.ovens.shapes import (
    CardFace,
    Constants,
    Course,
    Face,
    Family,
    Finished,
    Moment,
    Oven,
    OwnView,
    Raid,
    SharedView,
)
from maitred.kernel.chance import Stream
from maitred.kernel.errors import BadPosition
from maitred.kernel.position import PositionReader
from maitred.kernel.words import counted

MOMENT_NAMES: list[Moment] = [
    "redraw", "dish", "supply", "action", "keep", "give", "replace", "prepare", "sabotage", "over",
]  # fmt: skip
CLOSED_WORD = "closed"
RESHUFFLE_WORD = "reshuffle"
LIMBO = ["deck", "buried", "between"]  # places of a remembered card that belong to no seat
MOST = 1 << 62


# What is seen


def family(cards: OvensCards, kind: Kind) -> Family:
    """Ingredient, seasoning, trash or radioactive."""
    if kind >= cards.radioactive:
        return KINDS[3]
    return KINDS[2] if kind > cards.seasoning else KINDS[1] if kind == cards.seasoning else KINDS[0]


def faces(cards: OvensCards) -> list[Face]:
    """Every kind of card and then every dish, as printed; views name both by their index here."""
    told: list[Face] = []
    for kind in range(len(cards.names)):
        face: CardFace = {
            "name": cards.names[kind],
            "kind": family(cards, kind),
            "copies": cards.copies[kind],
            "text": card_text(cards, kind),
        }
        if kind > cards.seasoning:
            face["minus"] = cards.minus[kind]
        if kind >= cards.radioactive:
            face["plus"] = cards.plus[kind - cards.radioactive]
            face["home"] = TYPE_NAMES[kind - cards.radioactive]
        told.append(face)
    for dish in range(len(cards.points)):
        told.append(
            {
                "name": cards.dish_names[dish],
                "kind": "dish",
                "type": TYPE_NAMES[cards.type_of[dish]],
                "points": cards.points[dish],
                "needs": list(cards.needs[dish]),
                "back": list(cards.backs[dish]),
            }
        )
    return told


def card_text(cards: OvensCards, kind: Kind) -> str:
    """What a card does, in a sentence."""
    if kind >= cards.radioactive:
        type_ = kind - cards.radioactive
        home, plus = TYPE_NAMES[type_], cards.plus[type_]
        return f"At home in {home}: there it adds {plus} points. In any other dish it takes {cards.minus[kind]}."
    if kind > cards.seasoning:
        points = counted(cards.minus[kind], "point")
        return f"Takes {points} from the dish it lies in. Slip it into another oven."
    if kind == cards.seasoning:
        return "Stands in for any one ingredient; one per dish."
    return "Dishes ask for it."


def constants(cards: OvensCards) -> Constants:
    """The steps of a turn, and the numbers of the rules that a board shows."""
    return {
        "spaces": rules.SPACES,
        "rounds": rules.ROUNDS,
        "hand_limit": rules.HAND_LIMIT,
        "types": TYPE_NAMES,
        "steps": [
            {"name": "Supply", "most": rules.TAKE_MOST},
            {"name": "Action", "most": 1},
            {"name": "Prepare", "most": rules.PREPARE_MOST},
            {"name": "Sabotage", "most": 1},
        ],
    }


STEP_OF = [-1, 2, 0, 1, 1, 1, 1, 2, 3, -1]
"""The step of a turn that a moment belongs to: a dish is chosen while one is prepared."""


def saw(laid: Laid, viewer: Seat | None) -> bool:
    """Whether a viewer has seen this card, or placed it."""
    return knower_of(laid) in (rules.ALL, viewer)


def knows(state: Ovens, laid: Laid, viewer: Seat | None) -> bool:
    """Whether a viewer may see which card this is in an oven; at the end all cards are turned up."""
    return saw(laid, viewer) or state.moment == rules.OVER


def oven(state: Ovens, seat: Seat, viewer: Seat | None) -> Oven:
    """What is seen of an oven."""
    printed = state.printed
    dish = state.dish[seat]
    return {
        "dish": len(printed.names) + dish if dish >= 0 else None,
        "closed": dish == rules.CLOSED,
        "lacks": [kind for kind in printed.needs[dish] if not state.up[seat] & rules.BIT[kind]] if dish >= 0 else [],
        "cards": [
            {
                "kind": kind_laid(laid) if knows(state, laid, viewer) else None,
                "by": knower_of(laid) if knower_of(laid) != rules.ALL else None,
            }
            for laid in state.ovens[seat]
        ],
    }


def finished(state: Ovens, seat: Seat) -> list[Finished]:
    """The dishes a seat has finished."""
    printed = state.printed
    plates = state.plates[seat]
    return [
        {
            "dish": len(printed.names) + plates[at],
            "minus": plates[at + 1],
            "plus": plates[at + 2],
            "points": printed.points[plates[at]] - plates[at + 1] + plates[at + 2],
        }
        for at in range(0, len(plates), 3)
    ]


def raid(state: Ovens, viewer: Seat | None) -> Raid | None:
    """What is seen of a raid under way."""
    if state.moment not in (rules.KEEP, rules.GIVE):
        return None
    inside = viewer in (state.turn, state.victim)
    return {
        "victim": state.victim,
        "count": len(state.looked),
        "cards": list(state.looked) if inside else None,
        "kept": state.kept if inside and state.kept != rules.NONE else None,
    }


def course(state: Ovens) -> Course:
    """What a view and a position in words begin with."""
    return {
        "players": state.players,
        "first": state.first,
        "turn": state.turn,
        "round": state.round,
        "moment": MOMENT_NAMES[state.moment],
    }


def shared_view(state: Ovens) -> SharedView:
    """What everybody sees."""
    printed = state.printed
    seats = range(state.players)
    step = STEP_OF[state.moment] if state.round > 0 else -1
    acted = step > 1 or (step == 1 and state.moment != rules.ACTION)
    return {
        **course(state),
        "step": step if step >= 0 else None,
        "used": [state.taken, int(acted), state.prepared, 0],
        "actors": state.actors(),
        "deck": {"top": state.deck[-1] if state.deck and state.round > 0 else None, "height": len(state.deck)},
        "discard": len(state.discard),
        "piles": {
            TYPE_NAMES[type_]: {
                "back": list(printed.backs[state.piles[type_][-1]]) if state.piles[type_] else None,
                "height": len(state.piles[type_]),
            }
            for type_ in range(rules.TYPES)
        },
        "decided": [bool(decided) for decided in state.decided],
        "held": [len(hand) for hand in state.hands],
        "finished": [finished(state, other) for other in seats],
        "theft": {"victim": state.victim} if state.moment == rules.REPLACE else None,
        "scores": state.scores(),
    }


def own_view(state: Ovens, seat: Seat | None) -> OwnView:
    """What differs: one's own hand, and what one knows of other hands, of ovens and of a raid."""
    seats = range(state.players)
    return {
        "seat": seat,
        "rejected": list(state.rejected[seat]) if seat is not None else [],
        "hand": list(state.hands[seat]) if seat is not None else [],
        "known": [state.known_in_hand(other, seat) if seat is not None and seat != other else [] for other in seats],
        "ovens": [oven(state, other, seat) for other in seats],
        "raid": raid(state, seat),
    }


# A position in words


def laid_words(state: Ovens, laid: list[Laid]) -> list[Any]:
    """Cards in an oven or a discard: a name if all have seen it, a name and the seat that knows it otherwise."""
    names = state.printed.names
    return [
        names[kind_laid(card)] if knower_of(card) == rules.ALL else [names[kind_laid(card)], knower_of(card)]
        for card in laid
    ]


def place_words(place: int) -> list[Any]:
    """A place where a remembered card may be."""
    if place < OVEN:
        return ["hand", place - HAND]
    if place < THROWN:
        return ["oven", (place - OVEN) // SEATS, (place - OVEN) % SEATS]
    return ["discard", place - THROWN] if place < DECK else [LIMBO[place - DECK]]


def note_words(state: Ovens, note: int) -> Any:
    """A note of a memory in words: the card that came, where to and who saw it; or, for a card that left, how many
    there were, who has the note, from where, and which card it was or, if they did not see that, where it went; or
    that the discard was shuffled."""
    if note == RESHUFFLE:
        return RESHUFFLE_WORD
    viewers = [seat for seat in range(state.players) if viewers_of(note) & rules.BIT[seat]]
    if note >= 0:
        name, place = state.printed.names[kind_of(note)], place_words(place_of(note))
        return [held_of(note), viewers, place, name] if held_of(note) else [name, place, viewers]
    return [held_of(note), viewers, place_words(start_of(note)), place_words(end_of(note))]


def dump(state: Ovens) -> dict[str, Any]:
    """The complete position in words, without chance. Piles run from bottom to top."""
    printed = state.printed
    names = printed.names
    return {
        **course(state),
        "taken": state.taken,
        "prepared": state.prepared,
        "chooser": state.chooser,
        "victim": state.victim,
        "looked": [names[kind] for kind in state.looked],
        "kept": [names[state.kept]] if state.kept != rules.NONE else [],
        "stolen": [names[state.stolen]] if state.stolen != rules.NONE else [],
        "decided": [seat for seat in range(state.players) if state.decided[seat]],
        "rejected": [[names[kind] for kind in rejected] for rejected in state.rejected],
        "hands": [[names[kind] for kind in hand] for hand in state.hands],
        "memory": [note_words(state, note) for note in state.memory],
        "dishes": [
            printed.dish_names[dish] if dish >= 0 else CLOSED_WORD if dish == rules.CLOSED else None
            for dish in state.dish
        ],
        "ovens": [laid_words(state, laid) for laid in state.ovens],
        "finished": [
            [[printed.dish_names[plates[at]], plates[at + 1], plates[at + 2]] for at in range(0, len(plates), 3)]
            for plates in state.plates
        ],
        "deck": [names[kind] for kind in state.deck],
        "discard": laid_words(state, state.discard),
        "piles": {
            TYPE_NAMES[type_]: [printed.dish_names[dish] for dish in state.piles[type_]] for type_ in range(rules.TYPES)
        },
        "asked": state.asked,
        "reveals": state.reveals,
    }


class OvensPosition(PositionReader):
    """A position in words, with the structures that only this game has."""

    def __init__(self, words: Mapping[str, Any], cards: OvensCards) -> None:
        super().__init__(words, cards.names)
        self.dishes: dict[str, int] = {name: dish for dish, name in enumerate(cards.dish_names)}

    def items(self, key: str) -> list[Any]:
        """Any list; empty if the position does not say."""
        items: object = self.words[key] if self.has(key) else []
        if not isinstance(items, list):
            raise BadPosition(f"In the position {key!r} is a list, not {items!r}.")
        return items

    def by_seat(self, key: str, players: int) -> list[list[Any]]:
        """A list for each seat; all empty if the position does not say."""
        zones = self.items(key) or [[] for _ in range(players)]
        if len(zones) != players or not all(isinstance(zone, list) for zone in zones):
            raise BadPosition(f"In the position {key!r} has one list for each of the {players} seats.")
        return zones

    def parts(self, key: str, item: object, shape: list[type]) -> list[Any]:
        """A list whose items have exactly these types."""
        if (
            not isinstance(item, list)
            or len(item) != len(shape)
            or not all(isinstance(part, type_) for part, type_ in zip(item, shape, strict=True))
        ):
            raise BadPosition(f"In the position {key!r} has {item!r}, which cannot be read.")
        return item

    def named(self, key: str, name: str) -> int:
        """The kind of that name."""
        return self.card_list([name], key)[0]

    def dish(self, key: str, name: object) -> int:
        """The dish of that name."""
        if not isinstance(name, str) or name not in self.dishes:
            raise BadPosition(f"In the position {key!r} names {name!r}, which is no dish of this deck.")
        return self.dishes[name]

    def seats(self, key: str, seats: object, players: int) -> list[int]:
        """A list of seats."""
        if not isinstance(seats, list) or any(seat not in range(players) or isinstance(seat, bool) for seat in seats):
            raise BadPosition(f"In the position {key!r} has {seats!r}, which is no list of seats.")
        return seats

    def laid(self, key: str, items: list[Any], players: int) -> list[Laid]:
        """Cards in an oven or a discard."""
        cards: list[Laid] = []
        for item in items:
            if isinstance(item, str):
                cards.append(laid_card(self.named(key, item), rules.ALL))
            else:
                name, seat = self.parts(key, item, [str, int])
                cards.append(laid_card(self.named(key, name), self.seats(key, [seat], players)[0]))
        return cards

    def place(self, key: str, item: object, players: int) -> int:
        """A place where a remembered card may be."""
        told = item if isinstance(item, list) and item else [None]
        zone, seats = told[0], self.seats(key, told[1:], players)
        if zone in LIMBO and not seats:
            return DECK + LIMBO.index(zone)
        if zone in ("hand", "discard") and len(seats) == 1:
            return (HAND if zone == "hand" else THROWN) + seats[0]
        if zone == "oven" and len(seats) == 2:
            return OVEN + seats[0] * SEATS + seats[1]
        raise BadPosition(f"In the position {key!r} has {item!r}, which is no place for a card.")

    def notes(self, key: str, items: list[Any], players: int) -> list[int]:
        """A memory."""
        notes: list[int] = []
        for item in items:
            if item == RESHUFFLE_WORD:
                notes.append(RESHUFFLE)
            elif isinstance(item, list) and len(item) == 3:
                name, place, viewers = self.parts(key, item, [str, list, list])
                mask = self.mask(key, viewers, players)
                notes.append(card_note(self.named(key, name), self.place(key, place, players), mask))
            else:
                held, viewers, left, went = self.parts(key, item, [int, list, list, object])
                if not 0 < held <= HELD:
                    raise BadPosition(f"In the position {key!r} says that {held} cards were held.")
                start, mask = self.place(key, left, players), self.mask(key, viewers, players)
                if isinstance(went, str):
                    notes.append(card_note(self.named(key, went), start, mask, held))
                else:
                    notes.append(slip_note(start, self.place(key, went, players), held, mask))
        return notes

    def mask(self, key: str, viewers: list[Any], players: int) -> int:
        """Seats as bits."""
        return sum(rules.BIT[seat] for seat in set(self.seats(key, viewers, players)))

    def one_or_none(self, key: str) -> int:
        """A list of one card, or of none."""
        cards = self.cards(key)
        if len(cards) > 1:
            raise BadPosition(f"In the position {key!r} is one card or none.")
        return cards[0] if cards else rules.NONE


def load(words: Mapping[str, Any], seed: int, cards: OvensCards) -> Ovens:
    """The state of a position in words. Only `players` is needed: what is not said is empty or 0, the first round is
    under way, hands are sorted, and without `deck` or `piles` all that is not named elsewhere is shuffled into them,
    with the cards of `top`, if there are any, uppermost."""
    position = OvensPosition(words, cards)
    players = position.number("players", rules.MIN_PLAYERS, rules.MAX_PLAYERS)
    state = Ovens(players, Stream(seed), cards)
    state.first = position.number("first", 0, players - 1, 0)
    state.turn = position.number("turn", 0, players - 1, state.first)
    state.round = position.number("round", 0, rules.ROUNDS, 1)
    state.moment = position.word("moment", MOMENT_NAMES, "supply")
    state.taken = position.number("taken", 0, rules.TAKE_MOST, 0)
    state.prepared = position.number("prepared", 0, rules.PREPARE_MOST, 0)
    state.chooser = position.number("chooser", 0, players - 1, 0)
    state.victim = position.number("victim", 0, players - 1, 0)
    state.looked = sorted(position.cards("looked"))
    state.kept = position.one_or_none("kept")
    state.stolen = position.one_or_none("stolen")
    decided = position.seats("decided", position.items("decided"), players)
    all_decided = state.moment != rules.REDRAW and not position.has("decided")
    state.decided = [int(all_decided or seat in decided) for seat in range(players)]
    state.rejected = [sorted(kinds) for kinds in position.cards_by_seat("rejected", players)]
    state.hands = [sorted(hand) for hand in position.cards_by_seat("hands", players)]
    state.memory = position.notes("memory", position.items("memory"), players)
    dishes = position.items("dishes") or [None] * players
    if len(dishes) != players:
        raise BadPosition(f"In the position 'dishes' has one for each of the {players} seats.")
    state.dish = [
        rules.NONE if not dish else rules.CLOSED if dish == CLOSED_WORD else position.dish("dishes", dish)
        for dish in dishes
    ]
    state.ovens = [position.laid("ovens", told, players) for told in position.by_seat("ovens", players)]
    for seat, told in enumerate(position.by_seat("finished", players)):
        for item in told:
            dish, minus, plus = position.parts("finished", item, [str, int, int])
            if minus < 0 or plus < 0:
                raise BadPosition("In the position 'finished' has a number below 0.")
            state.plates[seat] += [position.dish("finished", dish), int(minus), int(plus)]
    state.discard = position.laid("discard", position.items("discard"), players)
    state.deck = position.cards("deck")
    top = position.cards("top")
    if position.has("piles"):
        piles = OvensPosition(position.words["piles"], cards)
        state.piles = [[piles.dish(name, dish) for dish in piles.items(name)] for name in TYPE_NAMES]
        piles.end()
    state.asked = position.number("asked", 0, MOST, 0)
    state.reveals = position.number("reveals", 0, MOST, 0)
    fill_up(state, position.has("deck"), position.has("piles"), top)
    position.end()
    return checked(state)


def fill_up(state: Ovens, deck_is_given: bool, piles_are_given: bool, top: list[int]) -> None:
    """Shuffle everything that is nowhere else into the deck, under its top, and the dish piles, unless these are
    given."""
    printed = state.printed
    if not piles_are_given:
        placed = {dish for plates in state.plates for dish in plates[::3]} | set(state.dish)
        for dish in range(len(printed.points)):
            if dish not in placed:
                state.piles[printed.type_of[dish]].append(dish)
        for pile in state.piles:
            state.chance.shuffle(pile)
    if not deck_is_given:
        laid = [kind_laid(card) for zone in [*state.ovens, state.discard] for card in zone]
        used = [kind for hand in state.hands for kind in hand] + laid + top
        for kind, copies in enumerate(printed.copies):
            state.deck += [kind] * (copies - used.count(kind))
        state.chance.shuffle(state.deck)
        state.deck += top
