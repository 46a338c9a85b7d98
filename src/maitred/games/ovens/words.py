"""Ovens in words: names, sentences for events and actions, the score sheet."""

from __future__ import annotations

from maitred.games.ovens import rules
from maitred.games.ovens.cards import TYPE_NAMES
from maitred.games.ovens.rules import Dish, Kind, Ovens, OvensCards, Seat, kind_laid, knower_of
from maitred.games.ovens.shapes import Offer
from maitred.kernel.shapes import Sheet, SheetLine
from maitred.kernel.words import counted, listed, player, shared_win

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
    if knower_of(laid) == rules.ALL:
        return name
    if knower_of(laid) == seat:
        return f"your own {name} (face down in space {place + 1})"
    return f"the face-down card of {player(knower_of(laid))} in space {place + 1}"


# Actions


def describe(state: Ovens, seat: Seat, action: int) -> Offer:
    """A legal action: its verb, what it touches, and a label."""
    names = state.printed.names
    if action < rules.READY:
        kind = action - rules.REJECT
        return {"verb": "reject", "kind": kind, "label": f"Exchange {names[kind]}"}
    if action == rules.READY:
        rejected = state.rejected[seat]
        label = f"Ready: exchange {kind_names(state.printed, rejected)}" if rejected else "Ready: keep these cards"
        return {"verb": "ready", "label": label}
    if action < rules.DISCARD:
        type_ = action - rules.CHOOSE
        back = state.printed.backs[state.piles[type_][-1]]
        label = f"Take the top dish of {TYPE_NAMES[type_]} (with {kind_names(state.printed, back)})"
        return {"verb": "choose", "type": TYPE_NAMES[type_], "back": list(back), "label": label}
    if action < rules.TAKE:
        kind = action - rules.DISCARD
        return {"verb": "discard", "kind": kind, "label": f"Discard {names[kind]}"}
    if action == rules.TAKE:
        return {"verb": "take", "kind": state.deck[-1], "label": f"Take {names[state.deck[-1]]} from the pile"}
    if action < rules.STEAL:
        victim = action - rules.RAID
        held = counted(len(state.hands[victim]), "card")
        return {"verb": "raid", "seat": victim, "label": f"Raid {player(victim)}'s pantry ({held})"}
    if action < rules.CLEAN:
        victim, place = divmod(action - rules.STEAL, rules.SPACES)
        label = f"Steal {place_words(state, seat, victim, place)} from {player(victim)}'s oven"
        return {"verb": "steal", "seat": victim, "place": place, "label": label}
    if action < rules.KEEP_CARD:
        pair = action - rules.CLEAN_TWO
        places = (
            [action - rules.CLEAN] if action < rules.CLEAN_TWO else [rules.PAIR_FIRST[pair], rules.PAIR_SECOND[pair]]
        )
        label = f"Clean out {listed([place_words(state, seat, seat, place) for place in places])}"
        return {"verb": "clean", "places": places, "label": label}
    if action < rules.RETURN:
        kind = action - rules.KEEP_CARD
        return {"verb": "keep", "kind": kind, "label": f"Keep {names[kind]}"}
    if action == rules.RETURN:
        both = "both cards" if len(state.looked) > 1 else "the card"
        return {"verb": "return", "label": f"Give {both} back"}
    if action < rules.REPLACE_WITH:
        kind = action - rules.GIVE_CARD
        label = f"Give {names[kind]} to {player(state.victim)} for {names[state.kept]}"
        return {"verb": "give", "kind": kind, "seat": state.victim, "label": label}
    if action < rules.PREPARE_WITH:
        kind = action - rules.REPLACE_WITH
        label = f"Put {names[kind]} into {player(state.victim)}'s oven instead"
        return {"verb": "replace", "kind": kind, "seat": state.victim, "label": label}
    if action < rules.SABOTAGE_WITH:
        kind = action - rules.PREPARE_WITH
        return {"verb": "prepare", "kind": kind, "label": f"Put {names[kind]} into your oven"}
    if action < rules.GO_ON:
        victim, kind = divmod(action - rules.SABOTAGE_WITH, rules.MAX_KINDS)
        label = f"Slip {names[kind]} into {player(victim)}'s oven"
        return {"verb": "sabotage", "kind": kind, "seat": victim, "label": label}
    return {"verb": "go on", "label": go_on_label(state)}


def go_on_label(state: Ovens) -> str:
    """What going on means at this moment."""
    if state.moment == rules.SUPPLY:
        return "Take no more cards" if state.taken else "Take no cards"
    if state.moment == rules.ACTION:
        return "No action this turn"
    if state.moment == rules.PREPARE:
        return "Prepare nothing more" if state.prepared else "Prepare nothing"
    return "End the turn without sabotage"


def prompt(state: Ovens, seat: Seat | None) -> str:
    """One line that says what is happening and, to whoever acts, exactly what they may do now."""
    actors = state.actors()
    if not actors:
        return "The game is over."
    if state.moment == rules.REDRAW:
        if seat not in actors:
            return f"{listed([player(actor) for actor in actors])} to decide on the first cards."
        if state.undecided(seat):
            return "Your first cards: mark those to exchange, or say that you are ready."
        return "You exchange all your first cards: say that you are ready."
    if seat == actors[0]:
        return f"Your move: {asked(state, seat)}."
    return told_to_others(state, actors[0], seat)


def told_to_others(state: Ovens, actor: Seat, seat: Seat | None) -> str:
    """What another player is doing; nothing here depends on what they hold."""
    who, whom = player(actor), player(state.victim)
    if state.moment == rules.KEEP:
        cards = kind_names(state.printed, state.looked) if seat == state.victim else counted(len(state.looked), "card")
        return f"{who} look[s] at {cards} from {whom}'s pantry."
    if state.moment == rules.PREPARE and state.dish[actor] == rules.CLOSED:
        return f"{who} [has|have] nothing to prepare in a closed oven."
    return {
        rules.CHOOSE_DISH: f"{who} take[s] a dish.",
        rules.SUPPLY: f"{who} [supplies|supply] the pantry.",
        rules.ACTION: f"{who} decide[s] on an action.",
        rules.GIVE: f"{who} give[s] {whom} a card for the one kept.",
        rules.REPLACE: f"{who} put[s] something else into {whom}'s oven.",
        rules.PREPARE: f"{who} prepare[s] the dish.",
        rules.SABOTAGE: f"{who} may sabotage an oven.",
    }[state.moment]


def asked(state: Ovens, seat: Seat) -> str:
    """What whoever acts may do now."""
    names = state.printed.names
    whom = player(state.victim)
    if state.moment == rules.CHOOSE_DISH:
        types = [TYPE_NAMES[action - rules.CHOOSE] for action in state.legal(seat)]
        return f"take the top dish of {listed(types, 'or')}"
    if state.moment == rules.SUPPLY:
        return asked_to_supply(state, seat)
    if state.moment == rules.ACTION:
        return asked_to_act(state, seat)
    if state.moment == rules.KEEP:
        if not any(action < rules.RETURN for action in state.legal(seat)):
            return f"give {kind_names(state.printed, state.looked)} back to {whom}, as you have no card to give for it"
        if len(state.looked) == 1:
            return f"keep {kind_names(state.printed, state.looked)}, or give it back to {whom}"
        return f"keep one of {kind_names(state.printed, state.looked)}, or give both back to {whom}"
    if state.moment == rules.GIVE:
        return f"give {whom} a card for {names[state.kept]}"
    if state.moment == rules.REPLACE:
        fitting = [names[action - rules.REPLACE_WITH] for action in state.legal(seat)]
        return f"put {listed(fitting, 'or')} into {whom}'s oven"
    if state.moment == rules.PREPARE:
        return asked_to_prepare(state, seat)
    if len(state.legal(seat)) > 1:
        return "sabotage another oven with a card, or end the turn"
    return "there is no sabotage you could do, so end the turn"


def asked_to_supply(state: Ovens, seat: Seat) -> str:
    """What may be discarded and taken."""
    room = rules.HAND_LIMIT - len(state.hands[seat])
    may_discard = state.taken == 0 and room < rules.HAND_LIMIT
    most = min(rules.TAKE_MOST - state.taken, room, len(state.deck) + len(state.discard)) if state.deck else 0
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
    if any(rules.RAID <= action < rules.STEAL for action in legal):
        able.append("raid a pantry")
    if any(rules.STEAL <= action < rules.CLEAN for action in legal):
        able.append("steal from an oven")
    if any(rules.CLEAN_TWO <= action < rules.KEEP_CARD for action in legal):
        able.append("clean one or two cards out of your oven")
    elif any(rules.CLEAN <= action < rules.CLEAN_TWO for action in legal):
        able.append("clean a card out of your oven")
    return f"as your action {', '.join(able)}, or go on" if able else "there is no action you could take, so go on"


def asked_to_prepare(state: Ovens, seat: Seat) -> str:
    """How many cards may go into one's oven."""
    most = most_prepared(state, seat)
    if most:
        return f"prepare your dish with {'a card' if most == 1 else f'up to {most} cards'}, or go on"
    if state.dish[seat] == rules.CLOSED:
        return "your oven is closed, so go on"
    if len(state.ovens[seat]) == rules.SPACES:
        return "your oven is full, so go on"
    return "you hold nothing that your dish could take, so go on"


def most_prepared(state: Ovens, seat: Seat) -> int:
    """How many cards may still be prepared this turn: what fits and, if that finishes the dish, any others in hand
    for the next one."""
    printed = state.printed
    left = rules.PREPARE_MOST - state.prepared
    fitting = [action - rules.PREPARE_WITH for action in state.legal(seat) if action != rules.GO_ON]
    if not fitting:
        return 0
    most = min(left, len(fitting), rules.SPACES - len(state.ovens[seat]))
    missing = [kind for kind in printed.needs[state.dish[seat]] if not state.up[seat] & rules.BIT[kind]]
    wanted = len(missing) - 1 if state.up[seat] & rules.BIT[printed.seasoning] else len(missing)
    able = len([kind for kind in fitting if kind <= printed.seasoning])
    new_dish = state.round < rules.ROUNDS and any(
        type_ != printed.type_of[state.dish[seat]] and state.may_choose(seat, type_) for type_ in range(rules.TYPES)
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


# The score sheet


def score_sum(points: int, minus: int, plus: int) -> str:
    """`14 - 6 + 5 = 13`, or `14`."""
    parts = str(points) + (f" - {minus}" if minus else "") + (f" + {plus}" if plus else "")
    return f"{parts} = {points - minus + plus}" if minus or plus else parts


def verdict(state: Ovens) -> str:
    """Who won."""
    best = state.ranking()[0]
    score = state.scores()[best[0]]
    if len(best) > 1:
        return shared_win(best, f"with {counted(score, 'point')}")
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
    """The sum for a dish that was not finished."""
    name = state.printed.dish_names[state.dish[seat]]
    return f"{name} 2 × {state.right_cards(seat)} right - {state.wrong_cards(seat)} wrong"
