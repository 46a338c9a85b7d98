"""What a seat or a spectator hears of an event of Food Court: face-down cards are named to their owners alone."""

from __future__ import annotations

from typing import Literal

from maitred.games.food_court import rules
from maitred.games.food_court.abilities import WIN_CARDS
from maitred.games.food_court.rules import FoodCourt
from maitred.games.food_court.shapes import CardHeard, Heard
from maitred.games.food_court.station import FIRST_UTENSIL, INGREDIENT, NOTHING, PROGRESS, RECIPES, UP, Seat
from maitred.games.food_court.view import LINE_NAMES, ROLE_NAMES, face
from maitred.games.food_court.words import LEVELS, action_name, card_name, names_of, together, verdict
from maitred.kernel.state import Event
from maitred.kernel.words import counted, listed, player

LINE_TEXTS = ["recipe", "optional ingredients", "hard bonus", "utensil", "ability", "action cards", "role"]


def hear(state: FoodCourt, event: Event, viewer: Seat | None) -> Heard:
    """What a seat or a spectator hears of an event: face-down cards are named to their owners alone."""
    kind = event[0]
    a, b, c, d = (*event[1:], 0, 0, 0, 0)[:4]
    who = player(a)
    if kind == rules.ROUND_BEGINS:
        return hear_round(state, a)
    if kind == rules.OPENS:
        deck = state.stations[a].deck
        text = f"{who} run[s] {deck.restaurant} ({deck.cuisine})."
        return {
            "event": "opens",
            "seat": a,
            "deck": deck.id,
            "cuisine": deck.cuisine,
            "restaurant": deck.restaurant,
            "text": text,
        }
    if kind == rules.ROLE_PICKED:
        return {
            "event": "role",
            "seat": a,
            "role": ROLE_NAMES[b],
            "picked": c,
            "text": f"{who} play[s] the {ROLE_NAMES[b]} and pick[s] {player(c)}.",
        }
    if kind == rules.OPINION_GIVEN:
        return {
            "event": "opinion",
            "seat": a,
            "picked": b,
            "praise": bool(c),
            "text": f"{who} {'praise[s]' if c else 'pan[s]'} {player(b)}.",
        }
    if kind == rules.SUPPLY_CHOSEN:
        what = "take two cards from their discard piles" if c == rules.TAKE_TWO else "draw up to six cards only"
        return {
            "event": "supply",
            "seat": a,
            "picked": b,
            "take": c == rules.TAKE_TWO,
            "text": f"{who} and {player(b)} {what} this round.",
        }
    if kind == rules.TURN_BEGINS:
        return {"event": "turn", "seat": a, "text": f"{who}'s turn."}
    if kind in PILE_EVENTS:
        return hear_piles(state, event, viewer)
    if kind in PLAY_EVENTS:
        return hear_play(state, event, viewer)
    if kind in ACTION_EVENTS:
        return hear_action(state, event)
    if kind == rules.WASHED:
        dishwasher = player(b)
        text = (
            f"{who} discard[s] the new hand of {counted(d, 'card')} for {dishwasher}, the Dishwasher."
            if c
            else f"{who} keep[s] the new hand that {dishwasher}, the Dishwasher, asked for."
        )
        return {"event": "wash", "seat": a, "dishwasher": b, "agrees": bool(c), "text": text}
    if kind == rules.LINE:
        label = LINE_NAMES[b]
        card = "" if c == NOTHING else f" for {state.stations[a].deck.titles[c]}"
        text = f"{who}: {d:+d}{card} ({LINE_TEXTS[b]})."
        return {
            "event": "line",
            "seat": a,
            "line": label,
            "card": None if c == NOTHING else face(state, a, c),
            "points": d,
            "text": text,
        }
    if kind == rules.TOTAL:
        return {
            "event": "total",
            "seat": a,
            "points": b,
            "vp": c,
            "text": f"{who} score[s] {b} VP and [has|have] {c} now.",
        }
    if kind == rules.TRACKED:
        name = card_name(state, a, b)
        text = f"{who} track[s] {name}: {c} of {WIN_CARDS} win cards."
        return {"event": "track", "seat": a, "card": face(state, a, b), "wins": c, "text": text}
    if kind == rules.NOT_TRACKED:
        return {"event": "track", "seat": a, "card": None, "text": f"{who} track[s] nothing."}
    if kind == rules.TURN_ENDS:
        return {"event": "end", "seat": a, "text": f"{who}'s turn is over."}
    if kind == rules.ROLE_SETTLED:
        done = "[is|are] content" if d else "[is|are] not content"
        return {
            "event": "settle",
            "seat": b,
            "picked": c,
            "done": bool(d),
            "text": f"{player(b)}, the {ROLE_NAMES[a]}, {done} with {player(c)}.",
        }
    assert kind == rules.ENDED
    return {"event": "over", "text": f"The game is over. {verdict(state)}"}


def opening(state: FoodCourt) -> list[Event]:
    """Which restaurant everyone runs, the first round, and whose turn it is unless roles come first."""
    events: list[Event] = [(rules.OPENS, seat) for seat in range(state.players)]
    events.append((rules.ROUND_BEGINS, state.round))
    if state.moment != rules.ROLE:
        events.append((rules.TURN_BEGINS, state.turn))
    return events


def hear_round(state: FoodCourt, number: int) -> Heard:
    """Which round it is, what ends the game, and who plays which role."""
    last = ", the last" if number == state.limit else f" of at most {state.limit}"
    text = f"Round {number}{last}. The goal is {state.goal} VP or {WIN_CARDS} win cards."
    if state.role[0] != NOTHING:
        text += (
            f" {listed([f'{player(seat)} [is|are] the {ROLE_NAMES[role]}' for seat, role in enumerate(state.role)])}."
        )
    return {
        "event": "round",
        "round": number,
        "rounds": state.limit,
        "goal": state.goal,
        "wins": WIN_CARDS,
        "text": text,
    }


PILE_EVENTS = (
    rules.TAKEN_BACK,
    rules.DISCARDED,
    rules.DREW,
    rules.PAID,
    rules.EXTRACTED,
    rules.RESTORED,
    rules.RESHUFFLED,
)


def hear_piles(state: FoodCourt, event: Event, viewer: Seat | None) -> Heard:
    """Cards that move between hand, draw pile and discard pile: their owner hears which."""
    kind, seat, *kinds = event
    who = player(seat)
    own = viewer == seat
    if kind == rules.RESHUFFLED:
        text = f"{who} shuffle[s] {counted(kinds[0], 'discarded card')} into a new draw pile."
        return {"event": "reshuffle", "seat": seat, "cards": kinds[0], "text": text}
    if kind == rules.TAKEN_BACK:
        text = f"{who} take[s] {card_name(state, seat, kinds[0])} back from the discard pile."
        return {"event": "take back", "seat": seat, "card": face(state, seat, kinds[0]), "text": text}
    if kind in (rules.DISCARDED, rules.PAID):
        discards = kind == rules.DISCARDED
        what = card_name(state, seat, kinds[0]) if own else "a card"
        return {
            "event": "discard" if discards else "pay",
            "seat": seat,
            "card": face(state, seat, kinds[0]) if own else None,
            "text": f"{who} {'discard[s]' if discards else 'pay[s]'} {what}.",
        }
    number = counted(len(kinds), "card")
    which = f": {names_of(state, seat, kinds)}" if own and kinds else ""
    verb: Literal["draw", "extract", "restore"]
    if kind == rules.DREW:
        verb, text = "draw", f"{who} draw[s] {number}{which}." if kinds else f"{who} draw[s] nothing."
    elif kind == rules.EXTRACTED:
        verb, text = "extract", f"{who} discard[s] {number} from the draw pile{which}."
    else:
        verb, text = "restore", f"{who} put[s] {number} from the discard pile onto the draw pile{which}."
    cards = [face(state, seat, card) for card in kinds] if own else None
    return {"event": verb, "seat": seat, "number": len(kinds), "cards": cards, "text": text}


PLAY_EVENTS = (
    rules.PREPARED,
    rules.UTENSIL_PUT,
    rules.PLACED,
    rules.POT,
    rules.ADDED,
    rules.MEAL_COOKED,
    rules.SWAPPED,
    rules.NOT_SWAPPED,
    rules.SWAP_PAID,
)


WITH_ONE_CARD: dict[int, tuple[Literal["prepare", "put", "pot", "spend"], str]] = {
    rules.PREPARED: ("prepare", "prepare[s] {}"),
    rules.UTENSIL_PUT: ("put", "put[s] {} into play"),
    rules.POT: ("pot", "bring[s] out {}"),
    rules.SWAP_PAID: ("spend", "discard[s] the prepared {}"),
}


def hear_play(state: FoodCourt, event: Event, viewer: Seat | None) -> Heard:
    """What is played from a hand."""
    kind, seat, *rest = event
    who = player(seat)
    if kind == rules.NOT_SWAPPED:
        return {"event": "decline", "seat": seat, "text": f"{who} replace[s] nothing."}
    if kind == rules.PLACED:
        target, effect = rest[0], rest[1]
        own = viewer == seat
        what = action_name(state, seat, target, effect) if own else "an action card"
        where = "[their|your] own station" if target == seat else player(target)
        card = face(state, seat, effect) if own else None
        return {
            "event": "place",
            "seat": seat,
            "before": target,
            "card": card,
            "text": f"{who} place[s] {what} face down before {where}.",
        }
    card = face(state, seat, rest[0])
    name = card_name(state, seat, rest[0])
    if kind in WITH_ONE_CARD:
        what_happens, text = WITH_ONE_CARD[kind]
        heard: CardHeard = {"event": what_happens, "seat": seat, "card": card, "text": f"{who} {text.format(name)}."}
        return heard
    if kind == rules.ADDED:
        text = f"{who} add[s] {card_name(state, seat, rest[1])} to {state.stations[seat].deck.titles[rest[0]]}."
        return {"event": "add", "seat": seat, "recipe": card, "card": face(state, seat, rest[1]), "text": text}
    if kind == rules.SWAPPED:
        victim, theirs, worth = rest[1], rest[2], rest[3]
        lost = state.stations[victim].deck.titles[theirs]
        text = f"{name} takes the place of {player(victim)}'s {lost}: {worth} VP for {who}."
        return {
            "event": "swap",
            "seat": seat,
            "card": card,
            "victim": victim,
            "lost": face(state, victim, theirs),
            "worth": worth,
            "text": text,
        }
    worth, full, goods = rest[1], bool(rest[2]), rest[3:]
    names = state.stations[seat].deck.names
    with_goods = together([card_name(state, seat, good) for good in goods])
    how = LEVELS[worth] if full else f"for less, as {LEVELS[worth]}"
    text = f"{who} [has|have] cooked {names[rest[0]]} ({how}) with {with_goods}."
    cards = [face(state, seat, good) for good in goods]
    return {"event": "cook", "seat": seat, "recipe": card, "goods": cards, "level": worth, "full": full, "text": text}


ACTION_EVENTS = (
    rules.SCORING,
    rules.SECOND_ENDS,
    rules.AIMED,
    rules.REVEALED,
    rules.BLOCKED_BY,
    rules.HELD,
    rules.RESOLVES,
    rules.FIZZLES,
    rules.NOT_FOUND,
    rules.LOST_INGREDIENT,
    rules.TAKEN_APART,
    rules.LOST_RECIPE,
    rules.LOST_PROGRESS,
    rules.FLIPPED,
    rules.MORE,
    rules.REUSED,
)


def hear_action(state: FoodCourt, event: Event) -> Heard:
    """What happens between the call to score and the score; all of it is public."""
    kind, seat, b, c, d, e, f = (*event, 0, 0, 0, 0, 0)[:7]
    who = player(seat)
    if kind == rules.SCORING:
        return {"event": "scoring", "seat": seat, "text": f"{who} begin[s] to score."}
    if kind == rules.SECOND_ENDS:
        return {"event": "go on", "seat": seat, "text": f"{who} go[es] on to the score."}
    if kind == rules.AIMED:
        text = f"{who} will replace a recipe of {player(b)}."
        if c != NOTHING:
            text = f"{who} pick[s] {player(b)}'s {card_name(state, b, c)}."
        return {"event": "aim", "seat": seat, "victim": b, "text": text}
    if kind == rules.HELD:
        return {"event": "hold", "seat": seat, "text": f"{who} hold[s] the Block."}
    if kind == rules.REVEALED:
        owner = "[their|your] own" if b == seat else f"{player(b)}'s"
        text = f"{who} turn[s] up {owner} {action_name(state, b, seat, c)}."
        return {"event": "reveal", "seat": seat, "owner": b, "card": face(state, b, c), "text": text}
    if kind == rules.BLOCKED_BY:
        used = "used " if d else ""
        text = f"{who} block[s] {player(b)}'s {used}{action_name(state, b, f, c)}."
        return {"event": "block", "seat": seat, "owner": b, "card": face(state, b, c), "place": e, "text": text}
    if kind in (rules.RESOLVES, rules.FIZZLES):
        name = action_name(state, b, seat, c)
        works = kind == rules.RESOLVES
        what = "takes effect" if works else "finds nothing to act on"
        return {
            "event": "resolve" if works else "fizzle",
            "seat": seat,
            "owner": b,
            "card": face(state, b, c),
            "text": f"{player(b)}'s {name} {what}.",
        }
    if kind == rules.NOT_FOUND:
        what = {INGREDIENT: "ingredient", RECIPES: "recipe", PROGRESS: "card to track"}[b]
        return {"event": "nothing", "seat": seat, "text": f"{who} find[s] no {what} in the discard pile."}
    if kind == rules.FLIPPED:
        name = state.stations[seat].deck.titles[FIRST_UTENSIL + b]
        side = "face up again" if c == UP else "face down"
        return {"event": "flip", "seat": seat, "symbol": b, "up": c == UP, "text": f"{who}'s {name} is turned {side}."}
    card = face(state, seat, b)
    name = card_name(state, seat, b)
    if kind == rules.LOST_INGREDIENT:
        out_of = f" from {state.stations[seat].deck.titles[c]}" if c != NOTHING else ""
        return {"event": "lose ingredient", "seat": seat, "card": card, "text": f"{who} lose[s] {name}{out_of}."}
    if kind == rules.TAKEN_APART:
        text = f"{name} has no primary left and goes back to {who}'s hand."
        return {"event": "take apart", "seat": seat, "card": card, "text": text}
    if kind == rules.LOST_RECIPE:
        along = f" and {card_name(state, seat, c)}" if c != NOTHING else ""
        text = f"{name}{along} {'go' if along else 'goes'} back into {who}'s draw pile."
        return {"event": "lose recipe", "seat": seat, "card": card, "text": text}
    if kind == rules.LOST_PROGRESS:
        text = f"{who}'s win card {name} goes back into the draw pile."
        return {"event": "lose progress", "seat": seat, "card": card, "text": text}
    if kind == rules.MORE:
        text = f"{who}'s {name} scores 1 {'more' if c > 0 else 'less'}."
        return {"event": "more", "seat": seat, "card": card, "points": c, "text": text}
    assert kind == rules.REUSED
    return {"event": "reuse", "seat": seat, "card": card, "text": f"{who} prepare[s] {name} from the discard pile."}
