"""Delectable in words: names, sentences for events and actions, the score sheet."""

from __future__ import annotations

from maitred.games.delectable.cards import KINDS
from maitred.games.delectable.rules import (
    AGAIN,
    COMMIT,
    COMMITTED,
    DECLINE,
    DECLINED,
    DIE,
    DISCARD,
    DISCARDED,
    DRAWN,
    ENDED,
    GIVE,
    GIVE_CARD,
    GIVEN,
    HAND_LIMIT,
    MAX_PLAYERS,
    NAME,
    RESOURCES,
    REVIEW,
    REVIEW_WITH,
    REVIEWED,
    RIGHTMOST,
    ROLL,
    ROLLED,
    RUN_FIRST,
    RUN_LAST,
    STEAL,
    STEAL_FROM,
    STEALS,
    TURN,
    TURN_BEGINS,
    Card,
    Delectable,
    DelectableCards,
    Seat,
    scored_resources,
)
from maitred.games.delectable.shapes import Heard, Offer
from maitred.games.delectable.view import percent, restaurant, roll_sum
from maitred.kernel.game import Words
from maitred.kernel.shapes import Item, Sheet, SheetLine, Zone
from maitred.kernel.state import Event
from maitred.kernel.words import counted, listed, player, verdict_of

PLURALS = ["servers", "chefs", "food", "equipment", "reviews"]
SHORT = ["S", "C", "F", "E"]  # on a small card
LEGEND = [
    ("S+1 C+3 F-1 E+0", "what a card in hand adds to rolls for servers, chefs, food and equipment"),
    ("counts", f"one of the {RIGHTMOST} rightmost cards of a hand: only those add to rolls"),
    ("4★", "four stars: the quality of a card or of a restaurant"),
    ("discarded +2", "what the card adds to all rolls of the turn in which it is discarded"),
    ("15+ is 30 %", "the die must show 15 or more, which it does 30 times in 100"),
    ("3 high", "three cards lie in that pile of the market"),
]
SIGNED = [f"{number:+d}" for number in range(-2 * DIE, 2 * DIE + 1)]
"""Small numbers with their signs, which every label has."""
STAR_NAMES = ["", "", "two-star", "three-star", "four-star", "five-star"]


def card_name(state: Delectable, card: Card) -> str:
    """A card as a person calls it: `Shy Trainee (2★ server)`."""
    return state.printed.called[card]


def signed(number: int) -> str:
    """`+2`, `+0`, `-1`."""
    return SIGNED[number + 2 * DIE] if -2 * DIE <= number <= 2 * DIE else f"{number:+d}"


def odds(needed: int, percent: int) -> str:
    """What the die must show, in words."""
    if percent == 100:
        return "certain"
    if percent == 0:
        return "out of reach"
    return f"needs {needed} or more, {percent} %"


def card_item(cards: DelectableCards, card: Card, tag: str = "") -> Item:
    """A card as it is drawn on any table."""
    to = cards.to[card]
    return {
        "title": cards.names[card],
        "kind": KINDS[cards.pile[card]],
        "lines": [
            f"{cards.stars[card]}★ {KINDS[cards.pile[card]]}, cost {cards.cost[card]}",
            " ".join(f"{short}{signed(to[resource])}" for resource, short in enumerate(SHORT)),
            f"discarded {signed(cards.if_discarded[card])}",
        ],
        "tag": tag,
    }


def zones(view: Words, cards: DelectableCards) -> list[Zone]:
    """The table: the market with the odds, the stacks, then each player's restaurant and hand."""
    market: list[Item] = []
    for name, heap in view["market"].items():
        if heap["top"] is not None:
            roll = view["rolls"].get(name)
            height = f"{heap['height']} high" if heap["height"] > 1 else ""
            chance = f"{roll['needed']}+ is {roll['percent']} %" if roll and 0 < roll["percent"] < 100 else ""
            if roll and not chance:
                chance = odds(roll["needed"], roll["percent"])
            market.append(card_item(cards, heap["top"], ", ".join(tag for tag in (chance, height) if tag)))
    note = f"{counted(view['deck'], 'card')} in the deck, {view['discard']['height']} discarded"
    if view["discards"]:
        note += f"; this turn's discards give {signed(view['discards'])}"
    laid: list[Zone] = [{"title": "Market", "seat": None, "note": note, "items": market}]
    for seat in range(view["players"]):
        scores = ", ".join(f"{PLURALS[at]} {score}" for at, score in enumerate(view["resources"][seat].values()))
        restaurant = view["restaurants"][seat]
        laid.append(
            {
                "title": f"{player(seat)}'s restaurant",
                "seat": seat,
                "note": f"score {view['scores'][seat]}, {view['quality'][seat]}★; {scores}",
                "items": [card_item(cards, card) for card in sorted(restaurant, key=lambda card: cards.pile[card])],
            }
        )
        hand = view["hands"][seat]
        counting = len(hand) - RIGHTMOST
        laid.append(
            {
                "title": f"{player(seat)}'s hand",
                "seat": seat,
                "note": "" if hand else "empty",
                "items": [card_item(cards, card, "counts" if at >= counting else "") for at, card in enumerate(hand)],
            }
        )
    return laid


def describe(state: Delectable, seat: Seat, action: int) -> Offer:
    """A legal action: its verb, what it touches, and a label."""
    hand = state.hands[seat]
    if action < COMMIT:
        position, reviewed = divmod(action - REVIEW_WITH, MAX_PLAYERS)
        card = hand[position]
        whose = "your own" if reviewed == seat else f"{player(reviewed)}'s"
        kinds = state.printed.reviews
        then = restaurant(state, reviewed).if_reviewed[kinds.index(state.printed.stars[card])]
        stars, score = state.quality[reviewed], state.counted_scores(reviewed)[0]
        effect = f"stays {stars}★, score {score}"
        if then["quality"] != stars:
            effect = f"{stars}★ → {then['quality']}★, score {score} → {then['score']}"
        return {
            "verb": "review",
            "position": position,
            "card": card,
            "seat": reviewed,
            "quality": then["quality"],
            "score": then["score"],
            "label": f"Review {whose} restaurant with {card_name(state, card)}: {effect}",
        }
    if action < DISCARD:
        first, last = RUN_FIRST[action - COMMIT], RUN_LAST[action - COMMIT]
        run = hand[first : last + 1]
        names = listed([f"{state.printed.names[card]} {state.printed.stars[card]}★" for card in run])
        label = f"Commit {len(run)} {PLURALS[state.printed.pile[run[0]]]}: {names}"
        return {"verb": "commit", "first": first, "last": last, "cards": run, "label": label}
    if action < NAME:
        card = hand[action - DISCARD]
        label = f"Discard {card_name(state, card)}: {signed(state.printed.if_discarded[card])} to this turn's rolls"
        return {"verb": "discard", "position": action - DISCARD, "card": card, "label": label}
    if action < DECLINE:
        pile = action - NAME
        sum_ = roll_sum(state, pile)
        label = f"Roll for {card_name(state, sum_['card'])}: {odds(sum_['needed'], sum_['percent'])}"
        return {"verb": "roll", "pile": KINDS[pile], **sum_, "label": label}
    if action == DECLINE:
        return {"verb": "end", "label": "End the turn without another roll"}
    if action < GIVE_CARD:
        victim = action - STEAL_FROM
        held = sum(state.printed.pile[card] == state.stolen for card in state.hands[victim])
        label = f"Steal from {player(victim)} ({counted(held, 'card')} of {PLURALS[state.stolen]} in hand)"
        return {"verb": "steal", "seat": victim, "label": label}
    card = hand[action - GIVE_CARD]
    label = f"Give up {card_name(state, card)}"
    return {"verb": "give", "position": action - GIVE_CARD, "card": card, "label": label}


def prompt(state: Delectable, seat: Seat | None) -> str:
    """One line that says what is happening and what is asked of the seat."""
    actors = state.actors()
    if not actors:
        return "The game is over."
    actor = actors[0]
    if state.moment == GIVE:
        asked = f"pick one {KINDS[state.stolen]} card to give to {player(state.turn)}'s restaurant"
    elif state.moment == STEAL:
        asked = f"name the opponent to steal {PLURALS[state.stolen]} from"
    elif seat == actor:
        asked = turn_asked(state, actor)
    elif state.moment == TURN:
        return f"{player(actor)} to move."
    else:
        asked = "roll" if state.moment == ROLL else "roll again or end the turn"
    return f"Your move: {asked}." if seat == actor else f"{player(actor)} to move: {asked}."


def turn_asked(state: Delectable, seat: Seat) -> str:
    """Exactly what the player whose turn it is may do."""
    legal = state.legal(seat)
    choices: list[str] = []
    reviews = sum([action < COMMIT for action in legal])
    if reviews:
        choices.append("review a restaurant")
    if len(legal) > reviews and legal[reviews] < DISCARD:
        choices.append("commit resources")
    held = len(state.hands[seat])
    if held > HAND_LIMIT:
        choices.append(f"discard down to {HAND_LIMIT} cards before naming a pile")
    else:
        if held:
            choices.append("discard more cards" if state.moment == ROLL else "discard cards")
        choices.append("name a pile and roll")
    if state.moment != AGAIN:
        return listed(choices, "or")
    return f"the drawn card landed on the named pile; {listed([*choices, 'end the turn'], 'or')}"


SECTIONS = ["Your turn", "Roll", "Roll", "Commit", "Commit", "The end"]
"""Where the rules explain each moment."""


def section(state: Delectable) -> str:
    """The heading of the rules that what is asked now belongs to."""
    return SECTIONS[state.moment]


def forbid(state: Delectable, seat: Seat, action: int) -> str:
    """Why a seat that may act may not take this action."""
    hand = state.hands[seat]
    if state.moment == STEAL:
        return "Name an opponent at this table to steal from."
    if state.moment == GIVE:
        return f"Pick one {KINDS[state.stolen]} card from your hand to give up."
    if action < DISCARD and state.moment != TURN:
        return "This turn is a Roll Action: discard, name a pile, or end the turn if that is offered."
    if action < COMMIT:
        position, reviewed = divmod(action - REVIEW_WITH, MAX_PLAYERS)
        if reviewed >= state.players:
            return f"There is no seat {reviewed + 1} at this table of {state.players}."
        return missing_card(hand, position) or f"{card_name(state, hand[position])} is not a Review Card."
    if action < DISCARD:
        last = RUN_LAST[action - COMMIT]
        return missing_card(hand, last) or "Only adjacent cards of one resource are committed together."
    if action < NAME:
        return missing_card(hand, action - DISCARD)
    if action < DECLINE:
        if len(hand) > HAND_LIMIT:
            return f"Discard down to {HAND_LIMIT} cards before naming a pile (you hold {len(hand)})."
        return f"The market has no {PLURALS[action - NAME]}."
    if action == DECLINE:
        return "A turn has one action; only an additional roll may be declined."
    return "Nobody is being stolen from now."


def missing_card(hand: list[Card], position: int) -> str:
    """The refusal for a position that holds no card; empty if it holds one."""
    if position < len(hand):
        return ""
    return f"There is no card {position + 1} in your hand of {len(hand)}."


def hear(state: Delectable, event: Event, seat: Seat | None) -> Heard:
    """An event in words; everybody hears all of them."""
    kind, rest = event[0], event[1:]
    if kind == TURN_BEGINS:
        return {"event": "turn", "seat": rest[0], "text": f"{player(rest[0])}'s turn."}
    if kind == REVIEWED:
        seat, card, reviewed, quality = rest
        whose = "[their|your] own" if reviewed == seat else f"{player(reviewed)}'s"
        text = f"{player(seat)} review[s] {whose} restaurant with {card_name(state, card)}: {STAR_NAMES[quality]} now."
        return {"event": "review", "seat": seat, "card": card, "reviewed": reviewed, "quality": quality, "text": text}
    if kind == DISCARDED:
        seat, card = rest
        gain = signed(state.printed.if_discarded[card])
        text = f"{player(seat)} discard[s] {card_name(state, card)}: {gain}."
        return {"event": "discard", "seat": seat, "card": card, "text": text}
    if kind == ROLLED:
        seat, card, die, discards, hand, stars, total, taken = rest
        needed = state.printed.cost[card] - total + die
        terms = [(discards, "discards"), (hand, "the hand"), (stars, "stars")]
        added = "".join([f" {signed(number)} for {what}" for number, what in terms if number])
        sum_ = f"{die} on the die{added} = {total}"
        outcome = "take[s] it" if taken else "miss[es]"
        text = (
            f"{player(seat)} roll[s] for {card_name(state, card)}: "
            f"{sum_} against {state.printed.cost[card]}, and {outcome}."
        )
        return {
            "event": "roll",
            "seat": seat,
            "card": card,
            "needed": needed,
            "percent": percent(needed),
            "die": die,
            "discards": discards,
            "hand": hand,
            "stars": stars,
            "total": total,
            "cost": state.printed.cost[card],
            "taken": bool(taken),
            "text": text,
        }
    if kind == DRAWN:
        seat, card, again = rest
        text = f"New in the market: {card_name(state, card)}." + (f" {player(seat)} may roll again." if again else "")
        return {"event": "draw", "seat": seat, "card": card, "again": bool(again), "text": text}
    if kind == DECLINED:
        return {"event": "end", "seat": rest[0], "text": f"{player(rest[0])} [does|do] not roll again."}
    if kind == COMMITTED:
        seat, resource, *run = rest
        names = listed([card_name(state, card) for card in run])
        return {
            "event": "commit",
            "seat": seat,
            "resource": KINDS[resource],
            "cards": run,
            "text": f"{player(seat)} commit[s] {names}.",
        }
    if kind == STEALS:
        seat, victim, resource, has_one = rest
        text = f"{player(seat)} steal[s] {PLURALS[resource]} from {player(victim)}" + (
            "." if has_one else ", who [has|have] none."
        )
        return {"event": "steal", "seat": seat, "victim": victim, "found": bool(has_one), "text": text}
    if kind == GIVEN:
        victim, card, seat = rest
        text = f"{player(victim)} give[s] {card_name(state, card)} to {player(seat)}'s restaurant."
        return {"event": "give", "seat": victim, "card": card, "to": seat, "text": text}
    assert kind == ENDED
    return {"event": "over", "text": f"The deck is empty: the game is over. {verdict(state)}"}


def verdict(state: Delectable) -> str:
    """Who won, and why."""
    scores = state.scores()

    def tied(seat: Seat) -> str:
        return f"{player(seat)} win[s] at {scores[seat]}, ahead on the next lowest resource."

    return verdict_of(state.ranking()[0], scores, str, tied)


def sheet(state: Delectable) -> Sheet:
    """The score sheet: the quality of each restaurant, each resource card by card, and the lowest that counts."""
    seats = range(state.players)
    lines: list[SheetLine] = [
        {
            "label": "Restaurant quality",
            "values": [f"{state.quality[seat]}★" for seat in seats],
            "notes": [reviews_note(state, seat) for seat in seats],
        }
    ]
    resources = [state.resource_scores(seat) for seat in seats]
    for resource in range(RESOURCES):
        lines.append(
            {
                "label": PLURALS[resource].capitalize(),
                "values": [resources[seat][resource] for seat in seats],
                "notes": [resource_note(state, seat, resource) for seat in seats],
            }
        )
    counts = scored_resources(state.players)
    rule = "all four resources" if counts == RESOURCES else f"the best {counts} resources"
    return {
        "lines": lines,
        "total": {"label": f"Score: the lowest of {rule}", "values": state.scores()},
        "ranking": state.ranking(),
        "verdict": verdict(state) if not state.actors() else "",
    }


def reviews_note(state: Delectable, seat: Seat) -> str:
    """The reviews of a restaurant."""
    printed = state.printed
    stars = sorted(printed.stars[card] for card in state.restaurants[seat] if printed.pile[card] == REVIEW)
    return "reviews " + " ".join(f"{quality}★" for quality in stars) if stars else "no reviews"


def resource_note(state: Delectable, seat: Seat, resource: int) -> str:
    """The cards of a resource in a restaurant, each with what it is worth there."""
    printed = state.printed
    cards = sorted(
        (card for card in state.restaurants[seat] if printed.pile[card] == resource),
        key=lambda card: printed.stars[card],
    )
    return " + ".join(f"{state.card_value(card, state.quality[seat])} ({printed.stars[card]}★)" for card in cards)
