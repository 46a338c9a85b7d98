"""States of Chef's Choice that come from outside, packed or in words: what cannot occur is refused with the reason."""

from __future__ import annotations

from maitred.games.chefs_choice import rules
from maitred.games.chefs_choice.rules import ChefsChoice, ChefsChoiceCards, Seat
from maitred.kernel.chance import Stream
from maitred.kernel.packing import Reader
from maitred.kernel.position import refuse


def unpack(ints: list[int], cards: ChefsChoiceCards) -> ChefsChoice:
    """The state that `ChefsChoice.pack` wrote."""
    reader = Reader(ints)
    state = ChefsChoice(reader.players(rules.MIN_PLAYERS, rules.MAX_PLAYERS, cards), Stream(0), cards)
    state.read(reader)
    return checked(state)


def checked(state: ChefsChoice) -> ChefsChoice:
    """Count the tally of a state from outside, and refuse the state if it cannot occur."""
    state.count()
    refuse(flaw(state))
    return state


def flaw(state: ChefsChoice) -> str:
    """What makes this position impossible; empty if nothing does."""
    found = flaw_of_table(state) or flaw_of_moment(state)
    for seat in range(state.players):
        found = found or flaw_of_cards(state, seat) or flaw_of_meals(state, seat)
    return found or flaw_of_choices(state) or flaw_of_morning(state) or flaw_of_what_was_said(state)


def flaw_of_table(state: ChefsChoice) -> str:
    """What is wrong with the cards as a whole, the tiles and the markers."""
    printed = state.printed
    if sorted(state.inventory()) != list(range(len(printed.on))):
        return "every menu card must be there exactly once"
    if state.podcast == rules.NONE:
        return "the podcast has recommended a menu before anyone chooses"
    if len(set(state.schedule)) != rules.SPACES or printed.opens[state.schedule[0]] == 0:
        return "five different tiles lie on the schedule, the first of a kind that may open the day"
    for colour in range(state.players + 1):
        if state.home[colour] < 0:
            return f"there are {printed.markers} markers of each colour"
    return ""


def flaw_of_moment(state: ChefsChoice) -> str:
    """What is wrong with what is being asked."""
    if state.step in (rules.PODCAST, rules.SECOND_PODCAST):
        return "nobody is asked anything during the podcast"
    if state.moment != rules.CHOOSE and rules.SPACE[state.step] < 0:
        return "samples are announced in sample rounds only"
    if state.moment == rules.AND_THEN and state.printed.then[state.tile()] == rules.NOTHING:
        return "this tile asks for nothing more when all have announced"
    if state.moment == rules.CHOOSE and state.spoken > 0:
        return "nobody announces samples before all have chosen"
    return ""


def flaw_of_cards(state: ChefsChoice, seat: Seat) -> str:
    """What is wrong with the cards of a seat: in its hand, played, face up, and chosen."""
    choosing = state.moment == rules.CHOOSE
    in_hand = rules.HELD[state.step] - (0 if choosing else 1)
    if len(state.hands[seat]) != in_hand:
        return f"each hand holds {in_hand} of its cards now"
    if state.hands[seat] != sorted(state.hands[seat]):
        return "hands are sorted"
    if len(state.played[seat]) != rules.PLAYED[state.step]:
        return f"each has played {rules.PLAYED[state.step]} cards for samples by now"
    if (state.shown[seat] != rules.NONE) != (not choosing or state.step in (rules.CLEAN_UP, rules.CLOSED)):
        return "menus lie face up from the moment all have chosen until the step is over"
    if state.choices[seat] != rules.NONE and not (choosing and state.choices[seat] in state.may_choose(seat)):
        return "a choice is one that the seat may make now"
    return ""


def flaw_of_meals(state: ChefsChoice, seat: Seat) -> str:
    """What is wrong with the lunch menu of a seat, and with the card it kept or discarded after lunch."""
    if (state.lunch[seat] != rules.NONE) != (state.step > rules.LUNCH):
        return "lunch menus are known from lunch on"
    if state.step == rules.CLEAN_UP and state.lunch[seat] != state.shown[seat]:
        return "the lunch menus lie on the table until they are cleared away"
    if state.step <= rules.SECOND_PODCAST and (state.last[seat] != rules.NONE or state.kept[seat] != 0):
        return "nobody keeps or discards a card before the clean-up"
    return ""


def flaw_of_choices(state: ChefsChoice) -> str:
    """What is wrong with how far the step and the day have come."""
    if state.step <= rules.LUNCH and any(state.customers):
        return "nobody has customers before lunch"
    if rules.NONE not in state.choices and state.step != rules.CLOSED:
        return "a step goes on when the last has chosen"
    return ""


def flaw_of_morning(state: ChefsChoice) -> str:
    """What is wrong with the cards that were played in the morning."""
    cards = 4 * state.players + 1 if state.step > rules.SECOND_PODCAST else 0
    if state.morning != sorted(set(state.morning)) or len(state.morning) != cards:
        return "the morning's cards are those that all played and the podcast's, known once they are cleared away"
    for card in state.last:
        if card in state.morning:
            return "the last card in hand was not played in the morning"
    return ""


def flaw_of_what_was_said(state: ChefsChoice) -> str:
    """What is wrong with what was announced since the deal."""
    if state.said and (len(state.said) != state.announcements() or not state.was_said()):
        return "what was said since the deal led to this tally"
    return ""
