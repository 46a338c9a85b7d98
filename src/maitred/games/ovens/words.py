"""Ovens in words: names, sentences for events and actions, the score sheet."""

from __future__ import annotations

from maitred.games.ovens.cards import TYPE_NAMES
from maitred.games.ovens.rules import (
    ACTION,
    ALL,
    BIT,
    CHOOSE,
    CHOOSE_DISH,
    CHOSE_DISH,
    CLEAN,
    CLEAN_TWO,
    CLEANED,
    CLOSED,
    CLOSED_OVEN,
    DECIDED,
    DISCARD,
    DISCARDED,
    ENDED,
    FINISHED,
    GAVE,
    GIVE,
    GIVE_CARD,
    GO_ON,
    HAND_LIMIT,
    KEEP,
    KEEP_CARD,
    KEPT,
    MAX_KINDS,
    NONE,
    PAIR_FIRST,
    PAIR_SECOND,
    PREPARE,
    PREPARE_MOST,
    PREPARE_WITH,
    PREPARED,
    RAID,
    RAIDED,
    READY,
    REDRAW,
    REDREW,
    REJECT,
    REJECTED,
    REPLACE,
    REPLACE_WITH,
    REPLACED,
    RESHUFFLED,
    RETURN,
    RETURNED,
    ROUNDS,
    SABOTAGE,
    SABOTAGE_WITH,
    SABOTAGED,
    SPACES,
    STEAL,
    STOLE,
    SUPPLY,
    TAKE,
    TAKE_MOST,
    TOOK,
    TURN_BEGINS,
    TURNED_UP,
    TYPES,
    UNFINISHED,
    WENT_ON,
    Dish,
    Kind,
    Laid,
    Ovens,
    OvensCards,
    Seat,
    kind_laid,
    knower_of,
)
from maitred.games.ovens.shapes import Heard, Offer, RaidHeard, ScoreHeard, VictimHeard
from maitred.games.ovens.view import MOMENT_NAMES, family, saw
from maitred.kernel.game import Words
from maitred.kernel.shapes import Item, Sheet, SheetLine, Zone
from maitred.kernel.state import Event
from maitred.kernel.words import counted, listed, player

FACE_DOWN = "face down"
LEGEND = [
    ("-4", "what the card takes from the points of a dish that it lies in"),
    ("+5 in soup, -5 elsewhere", "what a radioactive card adds to its own type of dish, and takes from any other"),
    ("lacks Egg", "what the dish still needs"),
    ("?", "a card that you have not seen"),
    ("known", "a card that you know to be in that pantry"),
]


def kind_names(cards: OvensCards, kinds: list[Kind]) -> str:
    """`Tomato, Cheese and Meat`, or `nothing`."""
    return listed([cards.names[kind] for kind in kinds]) or "nothing"


def dish_title(cards: OvensCards, dish: Dish) -> str:
    """A dish as a person calls it: `WcBurguer (hamburger, 14 points)`."""
    return f"{cards.dish_names[dish]} ({TYPE_NAMES[cards.type_of[dish]]}, {counted(cards.points[dish], 'point')})"


def place_words(state: Ovens, seat: Seat, owner: Seat, place: int) -> str:
    """A card in an oven as a seat would point at it."""
    laid = state.ovens[owner][place]
    name = state.printed.names[kind_laid(laid)]
    if knower_of(laid) == ALL:
        return name
    if knower_of(laid) == seat:
        return f"your own {name} (face down in space {place + 1})"
    return f"the face-down card of {player(knower_of(laid))} in space {place + 1}"


# The table


def card_item(cards: OvensCards, kind: Kind, tag: str = "") -> Item:
    """A card as it is drawn on any table."""
    family_name = family(cards, kind)
    lines: list[str] = [family_name]
    if kind >= cards.radioactive:
        type_ = kind - cards.radioactive
        lines.append(f"+{cards.plus[type_]} in {TYPE_NAMES[type_]}, -{cards.minus[kind]} elsewhere")
    elif kind > cards.seasoning:
        lines.append(f"-{cards.minus[kind]}")
    elif kind == cards.seasoning:
        lines.append("stands for one ingredient")
    return {"title": cards.names[kind], "kind": family_name, "lines": lines, "tag": tag}


def dish_item(cards: OvensCards, dish: Dish, tag: str = "") -> Item:
    """A dish that lies open."""
    lines = [f"{TYPE_NAMES[cards.type_of[dish]]}, {cards.points[dish]} points", kind_names(cards, cards.needs[dish])]
    return {"title": cards.dish_names[dish], "kind": "dish", "lines": lines, "tag": tag}


def hidden_item(title: str, tag: str = "") -> Item:
    """A card of which the back is seen."""
    return {"title": title, "kind": FACE_DOWN, "lines": [], "tag": tag}


def zones(view: Words, cards: OvensCards) -> list[Zone]:
    """The table: the pile, the dishes to choose from, then each player's oven and hand."""
    top = view["deck"]["top"]
    pile = [card_item(cards, top, "next")] if top is not None else []
    note = f"{counted(view['deck']['height'], 'card')}, {view['discard']} discarded; round {view['round']} of {ROUNDS}"
    laid: list[Zone] = [{"title": "Pile", "seat": None, "note": note, "items": pile}]
    dishes: list[Item] = []
    for type_, heap in view["piles"].items():
        if heap["back"] is not None:
            shows = f"with {kind_names(cards, heap['back'])}"
            dishes.append({"title": type_, "kind": "dish", "lines": [shows], "tag": f"{heap['height']} left"})
    laid.append({"title": "Dishes", "seat": None, "note": "top cards, from behind", "items": dishes})
    for seat in range(view["players"]):
        own = [oven_zone(view, cards, seat), hand_zone(view, cards, seat)]
        if seat == view["seat"]:
            for zone in own:
                zone["needed"] = True  # whatever is asked, what one's dish lacks and what one holds decide it
        laid += own
    return laid


def oven_zone(view: Words, cards: OvensCards, seat: Seat) -> Zone:
    """A player's oven."""
    oven = view["ovens"][seat]
    items: list[Item] = []
    if oven["dish"] is not None:
        lacks = f"lacks {kind_names(cards, oven['lacks'])}"
        items.append(dish_item(cards, oven["dish"] - len(cards.names), lacks))
    for card in oven["cards"]:
        placed = "" if card["by"] is None else f"face down, from {player(card['by'])}"
        if card["kind"] is None:
            items.append(hidden_item("?", placed))
        else:
            items.append(card_item(cards, card["kind"], placed))
    done = len(view["finished"][seat])
    note = f"{view['scores'][seat]} points, {counted(done, 'dish').replace('dishs', 'dishes')} finished"
    return {
        "title": f"{player(seat)}'s oven",
        "seat": seat,
        "note": note + ("; closed" if oven["closed"] else ""),
        "items": items,
    }


def hand_zone(view: Words, cards: OvensCards, seat: Seat) -> Zone:
    """A player's hand: one's own, or what is known of it."""
    if seat == view["seat"]:
        rejected = list(view["rejected"])
        items = []
        for kind in view["hand"]:
            items.append(card_item(cards, kind, "goes" if kind in rejected else ""))
            if kind in rejected:
                rejected.remove(kind)
    else:
        known = view["known"][seat]
        items = [card_item(cards, kind, "known") for kind in known]
        items += [hidden_item("?") for _ in range(view["held"][seat] - len(known))]
    return {
        "title": f"{player(seat)}'s pantry",
        "seat": seat,
        "note": counted(view["held"][seat], "card"),
        "items": items,
    }


# Actions


def describe(state: Ovens, seat: Seat, action: int) -> Offer:
    """A legal action: its verb, what it touches, and a label."""
    names = state.printed.names
    if action < READY:
        kind = action - REJECT
        return {"verb": "reject", "kind": kind, "label": f"Exchange {names[kind]}"}
    if action == READY:
        rejected = state.rejected[seat]
        label = f"Ready: exchange {kind_names(state.printed, rejected)}" if rejected else "Ready: keep these cards"
        return {"verb": "ready", "label": label}
    if action < DISCARD:
        type_ = action - CHOOSE
        back = state.printed.backs[state.piles[type_][-1]]
        label = f"Take the top dish of {TYPE_NAMES[type_]} (with {kind_names(state.printed, back)})"
        return {"verb": "choose", "type": TYPE_NAMES[type_], "back": list(back), "label": label}
    if action < TAKE:
        kind = action - DISCARD
        return {"verb": "discard", "kind": kind, "label": f"Discard {names[kind]}"}
    if action == TAKE:
        return {"verb": "take", "kind": state.deck[-1], "label": f"Take {names[state.deck[-1]]} from the pile"}
    if action < STEAL:
        victim = action - RAID
        held = counted(len(state.hands[victim]), "card")
        return {"verb": "raid", "seat": victim, "label": f"Raid {player(victim)}'s pantry ({held})"}
    if action < CLEAN:
        victim, place = divmod(action - STEAL, SPACES)
        label = f"Steal {place_words(state, seat, victim, place)} from {player(victim)}'s oven"
        return {"verb": "steal", "seat": victim, "place": place, "label": label}
    if action < KEEP_CARD:
        pair = action - CLEAN_TWO
        places = [action - CLEAN] if action < CLEAN_TWO else [PAIR_FIRST[pair], PAIR_SECOND[pair]]
        label = f"Clean out {listed([place_words(state, seat, seat, place) for place in places])}"
        return {"verb": "clean", "places": places, "label": label}
    if action < RETURN:
        kind = action - KEEP_CARD
        return {"verb": "keep", "kind": kind, "label": f"Keep {names[kind]}"}
    if action == RETURN:
        both = "both cards" if len(state.looked) > 1 else "the card"
        return {"verb": "return", "label": f"Give {both} back"}
    if action < REPLACE_WITH:
        kind = action - GIVE_CARD
        label = f"Give {names[kind]} to {player(state.victim)} for {names[state.kept]}"
        return {"verb": "give", "kind": kind, "seat": state.victim, "label": label}
    if action < PREPARE_WITH:
        kind = action - REPLACE_WITH
        label = f"Put {names[kind]} into {player(state.victim)}'s oven instead"
        return {"verb": "replace", "kind": kind, "seat": state.victim, "label": label}
    if action < SABOTAGE_WITH:
        kind = action - PREPARE_WITH
        return {"verb": "prepare", "kind": kind, "label": f"Put {names[kind]} into your oven"}
    if action < GO_ON:
        victim, kind = divmod(action - SABOTAGE_WITH, MAX_KINDS)
        label = f"Slip {names[kind]} into {player(victim)}'s oven"
        return {"verb": "sabotage", "kind": kind, "seat": victim, "label": label}
    return {"verb": "go on", "label": go_on_label(state)}


def go_on_label(state: Ovens) -> str:
    """What going on means at this moment."""
    if state.moment == SUPPLY:
        return "Take no more cards" if state.taken else "Take no cards"
    if state.moment == ACTION:
        return "No action this turn"
    if state.moment == PREPARE:
        return "Prepare nothing more" if state.prepared else "Prepare nothing"
    return "End the turn without sabotage"


def prompt(state: Ovens, seat: Seat | None) -> str:
    """One line that says what is happening, and to whoever acts all that they may do now and nothing else."""
    actors = state.actors()
    if not actors:
        return "The game is over."
    if state.moment == REDRAW:
        if seat not in actors:
            return f"{listed([player(actor) for actor in actors])} to decide on the first cards."
        if state.undecided(seat):
            return "Your first cards: mark those to exchange, or say that you are ready."
        return "You exchange all your first cards: say that you are ready."
    if seat == actors[0]:
        return f"Your move: {asked(state, seat)}."
    return told_to_others(state, actors[0], seat)


def told_to_others(state: Ovens, actor: Seat, seat: Seat | None) -> str:
    """What somebody else is busy with: nothing here depends on what they hold."""
    who, whom = player(actor), player(state.victim)
    if state.moment == KEEP:
        cards = kind_names(state.printed, state.looked) if seat == state.victim else counted(len(state.looked), "card")
        return f"{who} look[s] at {cards} from {whom}'s pantry."
    if state.moment == PREPARE and state.dish[actor] == CLOSED:
        return f"{who} [has|have] nothing to prepare in a closed oven."
    return {
        CHOOSE_DISH: f"{who} take[s] a dish.",
        SUPPLY: f"{who} [supplies|supply] the pantry.",
        ACTION: f"{who} decide[s] on an action.",
        GIVE: f"{who} give[s] {whom} a card for the one kept.",
        REPLACE: f"{who} put[s] something else into {whom}'s oven.",
        PREPARE: f"{who} prepare[s] the dish.",
        SABOTAGE: f"{who} may sabotage an oven.",
    }[state.moment]


def asked(state: Ovens, seat: Seat) -> str:
    """What whoever acts may do now."""
    names = state.printed.names
    whom = player(state.victim)
    if state.moment == CHOOSE_DISH:
        types = [TYPE_NAMES[action - CHOOSE] for action in state.legal(seat)]
        return f"take the top dish of {listed(types, 'or')}"
    if state.moment == SUPPLY:
        return asked_to_supply(state, seat)
    if state.moment == ACTION:
        return asked_to_act(state, seat)
    if state.moment == KEEP:
        if not any(action < RETURN for action in state.legal(seat)):
            return f"give {kind_names(state.printed, state.looked)} back to {whom}, as you have no card to give for it"
        if len(state.looked) == 1:
            return f"keep {kind_names(state.printed, state.looked)}, or give it back to {whom}"
        return f"keep one of {kind_names(state.printed, state.looked)}, or give both back to {whom}"
    if state.moment == GIVE:
        return f"give {whom} a card for {names[state.kept]}"
    if state.moment == REPLACE:
        fitting = [names[action - REPLACE_WITH] for action in state.legal(seat)]
        return f"put {listed(fitting, 'or')} into {whom}'s oven"
    if state.moment == PREPARE:
        return asked_to_prepare(state, seat)
    if len(state.legal(seat)) > 1:
        return "sabotage another oven with a card, or end the turn"
    return "there is no sabotage you could do, so end the turn"


def asked_to_supply(state: Ovens, seat: Seat) -> str:
    """What may be discarded and taken."""
    room = HAND_LIMIT - len(state.hands[seat])
    may_discard = state.taken == 0 and room < HAND_LIMIT
    most = min(TAKE_MOST - state.taken, room, len(state.deck) + len(state.discard)) if state.deck else 0
    if most:
        cards = "a card" if most == 1 else f"up to {most} cards"
        return f"{'discard cards, ' if may_discard else ''}take {cards} to supply your pantry, or go on"
    why = "your pantry is full" if room == 0 else "the pile is empty"
    if may_discard:
        return f"{why}; discard cards to supply it anew, or go on"
    return f"{why}, so go on"


def asked_to_act(state: Ovens, seat: Seat) -> str:
    """Which actions are possible."""
    legal = state.legal(seat)
    able: list[str] = []
    if any(RAID <= action < STEAL for action in legal):
        able.append("raid a pantry")
    if any(STEAL <= action < CLEAN for action in legal):
        able.append("steal from an oven")
    if any(CLEAN_TWO <= action < KEEP_CARD for action in legal):
        able.append("clean one or two cards out of your oven")
    elif any(CLEAN <= action < CLEAN_TWO for action in legal):
        able.append("clean a card out of your oven")
    return f"as your action {', '.join(able)}, or go on" if able else "there is no action you could take, so go on"


def asked_to_prepare(state: Ovens, seat: Seat) -> str:
    """How many cards may go into one's oven."""
    most = most_prepared(state, seat)
    if most:
        return f"prepare your dish with {'a card' if most == 1 else f'up to {most} cards'}, or go on"
    if state.dish[seat] == CLOSED:
        return "your oven is closed, so go on"
    if len(state.ovens[seat]) == SPACES:
        return "your oven is full, so go on"
    return "you hold nothing that your dish could take, so go on"


def most_prepared(state: Ovens, seat: Seat) -> int:
    """How many cards this preparation may still bring: what fits, and if that finishes the dish, any others of the hand
    for the next one."""
    printed = state.printed
    left = PREPARE_MOST - state.prepared
    fitting = [action - PREPARE_WITH for action in state.legal(seat) if action != GO_ON]
    if not fitting:
        return 0
    most = min(left, len(fitting), SPACES - len(state.ovens[seat]))
    missing = [kind for kind in printed.needs[state.dish[seat]] if not state.up[seat] & BIT[kind]]
    wanted = len(missing) - 1 if state.up[seat] & BIT[printed.seasoning] else len(missing)
    able = len([kind for kind in fitting if kind <= printed.seasoning])
    new_dish = state.round < ROUNDS and any(
        type_ != printed.type_of[state.dish[seat]] and state.may_choose(seat, type_) for type_ in range(TYPES)
    )
    return min(left, len(state.hands[seat])) if new_dish and wanted <= min(able, most) else most


SECTIONS = [
    "Setting up",
    "3. Prepare",
    "1. Supply",
    "2. One action",
    "2. One action",
    "2. One action",
    "2. One action",
    "3. Prepare",
    "4. Sabotage",
    "The score of a dish",
]
"""Where the rules explain each moment."""


def section(state: Ovens) -> str:
    """The heading of the rules that what is asked now belongs to."""
    return SECTIONS[state.moment] if state.round > 0 else "Setting up"


# Refusals


def forbid(state: Ovens, seat: Seat, action: int) -> str:
    """Why a seat that may act may not take this action."""
    moment = state.moment
    steps = {
        REDRAW: (REJECT, CHOOSE, "First decide which of your cards to exchange."),
        CHOOSE_DISH: (CHOOSE, DISCARD, "First take a dish from one of the piles."),
        KEEP: (KEEP_CARD, GIVE_CARD, "First keep one of the cards you look at, or give them back."),
        GIVE: (GIVE_CARD, REPLACE_WITH, "First give a card for the one you keep."),
        REPLACE: (REPLACE_WITH, PREPARE_WITH, "First put something in for what you took."),
    }
    if moment in steps:
        low, high, sentence = steps[moment]
        if not low <= action < high:
            return sentence
        return forbid_answer(state, seat, action)
    if action < DISCARD:
        return "First cards are exchanged and dishes are chosen only when it is time for it."
    if KEEP_CARD <= action < PREPARE_WITH:
        return "There is no raid or theft to settle now."
    step = (
        SUPPLY if action < RAID else ACTION if action < KEEP_CARD else PREPARE if action < SABOTAGE_WITH else SABOTAGE
    )
    if step < moment:
        return f"Steps cannot be done out of order: after {MOMENT_NAMES[step]} comes {MOMENT_NAMES[moment]}."
    if step > moment:
        return f"It is time for {MOMENT_NAMES[moment]}: go on first."
    return forbid_in_step(state, seat, action)


def not_held(state: Ovens, hand: list[Kind], kind: Kind) -> str:
    """The refusal for a card that is not there; empty if it is."""
    if kind >= len(state.printed.names):
        return f"There is no card number {kind + 1} in this deck."
    return "" if kind in hand else f"These cards have no {state.printed.names[kind]} among them."


def forbid_answer(state: Ovens, seat: Seat, action: int) -> str:
    """Why this answer to a question is refused."""
    hand = state.hands[seat]
    if action < READY:
        return not_held(state, state.undecided(seat), action - REJECT)
    if action < DISCARD:
        type_ = action - CHOOSE
        if not state.piles[type_]:
            return f"The pile of {TYPE_NAMES[type_]} is empty."
        return f"You have prepared {TYPE_NAMES[type_]} already."
    if action < RETURN:
        if not hand and len(state.looked) == 1:
            return "You have no card to give for it, so it goes back."
        return not_held(state, state.looked, action - KEEP_CARD)
    if action < REPLACE_WITH:
        return not_held(state, hand, action - GIVE_CARD)
    kind = action - REPLACE_WITH
    return (
        not_held(state, hand, kind)
        or (f"You took {state.printed.names[kind]}: put in something else." if kind == state.stolen else "")
        or f"That dish does not lack {state.printed.names[kind]}."
    )


def forbid_in_step(state: Ovens, seat: Seat, action: int) -> str:
    """Why an action of the present step is refused."""
    hand = state.hands[seat]
    if action < TAKE:
        if state.taken:
            return "No discards once a card has been taken."
        return not_held(state, hand, action - DISCARD)
    if action == TAKE:
        if not state.deck:
            return "There is no card left to take."
        return f"Your hand is full: {HAND_LIMIT} cards are the limit."
    if action < STEAL:
        return forbid_target(state, seat, action - RAID) or "That player has no cards to look at."
    if action < CLEAN:
        victim, place = divmod(action - STEAL, SPACES)
        return forbid_target(state, seat, victim) or forbid_theft(state, seat, victim, place)
    if action < KEEP_CARD:
        return forbid_clean(state, seat, action)
    if action < SABOTAGE_WITH:
        return forbid_prepare(state, seat, action - PREPARE_WITH)
    victim, kind = divmod(action - SABOTAGE_WITH, MAX_KINDS)
    return forbid_target(state, seat, victim) or forbid_sabotage(state, hand, victim, kind)


def forbid_target(state: Ovens, seat: Seat, victim: Seat) -> str:
    """Why this seat cannot be the victim; empty if it can."""
    if victim >= state.players:
        return f"There is no seat {victim + 1} at this table of {state.players}."
    return "That is done to other players, not to yourself." if victim == seat else ""


def forbid_theft(state: Ovens, seat: Seat, victim: Seat, place: int) -> str:
    """Why this card cannot be stolen."""
    oven = state.ovens[victim]
    if place >= len(oven):
        return f"There is no card in space {place + 1} of that oven."
    if not any(BIT[kind] & state.lacks(victim) for kind in state.hands[seat]):
        return "You hold nothing that this dish lacks, to put in its place."
    return f"You cannot steal {state.printed.names[kind_laid(oven[place])]} from a dish where such a card is at home."


def forbid_clean(state: Ovens, seat: Seat, action: int) -> str:
    """Why these cards cannot be cleaned out."""
    place = action - CLEAN if action < CLEAN_TWO else PAIR_SECOND[action - CLEAN_TWO]
    if place >= len(state.ovens[seat]):
        return f"There is no card in space {place + 1} of your oven."
    if action >= CLEAN_TWO and len(state.ovens[seat]) < SPACES:
        return "Two cards are cleaned out only when the oven is full."
    return f"Your hand would hold more than {HAND_LIMIT} cards."


def forbid_prepare(state: Ovens, seat: Seat, kind: Kind) -> str:
    """Why this card cannot go into one's oven."""
    if state.dish[seat] == CLOSED:
        return "Your oven is closed."
    missing = not_held(state, state.hands[seat], kind)
    if missing:
        return missing
    if len(state.ovens[seat]) >= SPACES:
        return f"Your oven is full: it has {SPACES} spaces."
    name = state.printed.names[kind]
    if state.up[seat] & BIT[kind]:
        return f"Your dish has {name} already, and once is enough."
    return f"{state.printed.dish_names[state.dish[seat]]} does not ask for {name}."


def forbid_sabotage(state: Ovens, hand: list[Kind], victim: Seat, kind: Kind) -> str:
    """Why this card cannot go into that oven."""
    missing = not_held(state, hand, kind)
    if missing:
        return missing
    if kind <= state.printed.seasoning:
        return f"Only trash and radioactive cards sabotage a dish, not {state.printed.names[kind]}."
    if state.dish[victim] < 0:
        return "That oven is closed."
    return f"That oven is full: it has {SPACES} spaces."


# Events


def hear(state: Ovens, event: Event, seat: Seat | None) -> Heard | None:
    """An event as a seat, or a spectator, hears it."""
    kind, rest = event[0], event[1:]
    names = state.printed.names
    if kind in (TURN_BEGINS, TURNED_UP, RESHUFFLED, ENDED):
        return hear_table(state, event)
    actor = rest[0]
    who = player(actor)
    if kind == REJECTED:
        if seat != actor:
            return None
        return {"event": "reject", "seat": actor, "kind": rest[1], "text": f"{who} will exchange {names[rest[1]]}."}
    if kind == DECIDED:
        return {"event": "ready", "seat": actor, "text": f"{who} [has|have] decided on the first cards."}
    if kind == REDREW:
        drawn = list(rest[1:])
        if seat == actor and drawn:
            text = f"{who} exchange[s] {counted(len(drawn), 'card')} and draw[s] {kind_names(state.printed, drawn)}."
            return {"event": "redraw", "seat": actor, "count": len(drawn), "kinds": drawn, "text": text}
        told = f"exchange[s] {counted(len(drawn), 'card')}" if drawn else "keep[s] the first cards"
        return {"event": "redraw", "seat": actor, "count": len(drawn), "text": f"{who} {told}."}
    if kind == CHOSE_DISH:
        needs = kind_names(state.printed, state.printed.needs[rest[1]])
        text = f"{who} take[s] the dish {dish_title(state.printed, rest[1])}, which asks for {needs}."
        return {"event": "dish", "seat": actor, "dish": len(names) + rest[1], "text": text}
    if kind == DISCARDED:
        if seat == actor:
            return {"event": "discard", "seat": actor, "kind": rest[1], "text": f"{who} discard[s] {names[rest[1]]}."}
        return {"event": "discard", "seat": actor, "text": f"{who} discard[s] a card face down."}
    if kind == TOOK:
        return {"event": "take", "seat": actor, "kind": rest[1], "text": f"{who} take[s] {names[rest[1]]}."}
    if kind == PREPARED:
        text = f"{who} put[s] {names[rest[1]]} into the oven."
        return {"event": "prepare", "seat": actor, "kind": rest[1], "text": text}
    if kind == CLEANED:
        if saw(rest[1], seat) or seat == actor:
            text = f"{who} clean[s] {names[kind_laid(rest[1])]} out of the oven."
            return {"event": "clean", "seat": actor, "kind": kind_laid(rest[1]), "text": text}
        return {"event": "clean", "seat": actor, "text": f"{who} clean[s] a face-down card out of the oven."}
    if kind == CLOSED_OVEN:
        return {"event": "close", "seat": actor, "text": f"{who}'s oven is closed."}
    if kind == WENT_ON:
        _, step, done = rest
        more = "more " if done else ""
        said = {
            SUPPLY: f"take[s] no {more}cards",
            ACTION: "take[s] no action",
            PREPARE: f"prepare[s] nothing {more}".rstrip(),
            SABOTAGE: "end[s] the turn without sabotage",
        }
        return {"event": "go on", "seat": actor, "step": MOMENT_NAMES[step], "text": f"{who} {said[step]}."}
    if kind in (FINISHED, UNFINISHED):
        return hear_score(state, event)
    return hear_between(state, event, seat)


def hear_table(state: Ovens, event: Event) -> Heard:
    """An event that nobody does: all hear it."""
    kind, rest = event[0], event[1:]
    if kind == TURN_BEGINS:
        seat, round_ = rest
        text = f"Round {round_}: {player(seat)}'s turn."
        return {"event": "turn", "seat": seat, "round": round_, "text": text}
    if kind == RESHUFFLED:
        text = f"The discard is shuffled into a new pile of {counted(rest[0], 'card')}."
        return {"event": "reshuffle", "count": rest[0], "text": text}
    if kind == TURNED_UP:
        if rest[0] == NONE:
            return {"event": "pile", "kind": None, "text": "The pile is empty."}
        text = f"Next on the pile: {state.printed.names[rest[0]]}."
        return {"event": "pile", "kind": rest[0], "text": text}
    return {"event": "over", "text": f"The game is over. {verdict(state)}"}


def hear_score(state: Ovens, event: Event) -> ScoreHeard:
    """A dish is counted: all see what lay face down."""
    printed = state.printed
    if event[0] == FINISHED:
        _, seat, dish, minus, plus, *down = event
        total = printed.points[dish] - minus + plus
        text = f"{player(seat)} finish[es] {printed.dish_names[dish]}{revealed(printed, down)}: "
        text += f"{score_sum(printed.points[dish], minus, plus)} {'point' if total == 1 else 'points'}."
    else:
        _, seat, dish, total, *down = event
        text = f"{player(seat)} [has|have] not finished {printed.dish_names[dish]}{revealed(printed, down)}: "
        text += f"{counted(total, 'point')}."
    return {
        "event": "finish" if event[0] == FINISHED else "unfinished",
        "seat": seat,
        "dish": len(printed.names) + dish,
        "revealed": list(down),
        "points": total,
        "text": text,
    }


def revealed(printed: OvensCards, down: list[Kind]) -> str:
    """What lay face down, as part of a sentence."""
    return f", with {kind_names(printed, down)} face down" if down else ""


def score_sum(points: int, minus: int, plus: int) -> str:
    """`14 - 6 + 5 = 13`, or `14`."""
    parts = str(points) + (f" - {minus}" if minus else "") + (f" + {plus}" if plus else "")
    return f"{parts} = {points - minus + plus}" if minus or plus else parts


def hear_between(state: Ovens, event: Event, seat: Seat | None) -> RaidHeard | VictimHeard:
    """Something between two players: who sees the card hears its name."""
    kind, actor, victim, *rest = event
    who, whom = player(actor), player(victim)
    inside = seat in (actor, victim)
    if kind == RAIDED:
        what = kind_names(state.printed, rest) if inside else counted(len(rest), "card")
        raid: RaidHeard = {
            "event": "raid",
            "seat": actor,
            "victim": victim,
            "text": f"{who} raid[s] {whom}'s pantry and look[{actor}:s] at {what}.",
        }
        if inside:
            raid["kinds"] = rest
        return raid
    if kind == RETURNED:
        what = "both cards" if rest[0] > 1 else "the card"
        return {"event": "return", "seat": actor, "victim": victim, "text": f"{who} give[s] {what} back to {whom}."}
    card, sees = rest[0], inside
    if kind == STOLE:
        laid: Laid = rest[0]
        card, sees = kind_laid(laid), saw(laid, seat) or seat == actor
    elif kind == SABOTAGED:
        sees = seat == actor
    elif kind == REPLACED:
        sees = True
    what = state.printed.names[card] if sees else "a face-down card" if kind == STOLE else "a card"
    told = told_between(kind, actor, victim, who, whom, what)
    if sees:
        told["kind"] = card
    return told


def told_between(kind: int, actor: Seat, victim: Seat, who: str, whom: str, what: str) -> VictimHeard:
    """What somebody did with a card of another player, or for one."""
    if kind == REPLACED:
        text = f"{who} put[s] {what} into {whom}'s oven instead."
        return {"event": "replace", "seat": actor, "victim": victim, "text": text}
    if kind == STOLE:
        return {"event": "steal", "seat": actor, "victim": victim, "text": f"{who} steal[s] {what} from {whom}'s oven."}
    if kind == KEPT:
        return {"event": "keep", "seat": actor, "victim": victim, "text": f"{who} keep[s] {what}."}
    if kind == GAVE:
        return {"event": "give", "seat": actor, "victim": victim, "text": f"{who} give[s] {whom} {what} in return."}
    assert kind == SABOTAGED
    text = f"{who} slip[s] {what} into {whom}'s oven, face down."
    return {"event": "sabotage", "seat": actor, "victim": victim, "text": text}


# The score sheet


def verdict(state: Ovens) -> str:
    """Who won."""
    best = state.ranking()[0]
    score = state.scores()[best[0]]
    if len(best) > 1:
        return f"{listed([player(seat) for seat in best])} share the win with {counted(score, 'point')}."
    return f"{player(best[0])} win[s] with {counted(score, 'point')}."


def sheet(state: Ovens) -> Sheet:
    """The score sheet: each finished dish, what is left in the ovens at the end, and the total."""
    printed = state.printed
    seats = range(state.players)
    lines: list[SheetLine] = []
    for at in range(0, max(len(plates) for plates in state.plates), 3):
        values: list[int | str] = []
        notes: list[str] = []
        for plates in state.plates:
            if at < len(plates):
                dish, minus, plus = plates[at : at + 3]
                values.append(printed.points[dish] - minus + plus)
                notes.append(f"{printed.dish_names[dish]} {score_sum(printed.points[dish], minus, plus)}")
            else:
                values.append("")
                notes.append("")
        lines.append({"label": f"Dish {at // 3 + 1}", "values": values, "notes": notes})
    if not state.actors():
        lines.append(
            {
                "label": "Unfinished",
                "values": [state.unfinished(seat) if state.dish[seat] >= 0 else "" for seat in seats],
                "notes": [unfinished_note(state, seat) if state.dish[seat] >= 0 else "" for seat in seats],
            }
        )
    return {
        "lines": lines,
        "total": {"label": "Score", "values": state.scores()},
        "ranking": state.ranking(),
        "verdict": verdict(state) if not state.actors() else "",
    }


def unfinished_note(state: Ovens, seat: Seat) -> str:
    """How a dish counts that was not finished."""
    name = state.printed.dish_names[state.dish[seat]]
    return f"{name} 2 × {state.right_cards(seat)} right - {state.wrong_cards(seat)} wrong"
