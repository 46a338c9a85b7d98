"""Food Court in words: names, sentences for events and actions, the score sheet. `{0}` is the player in seat 0."""

from __future__ import annotations

from maitred.games.food_court import rules
from maitred.games.food_court.abilities import (
    EXACT,
    REPLACEMENT_COST,
    WIN_CARDS,
    is_full,
    level,
    points_of,
    price,
    score_lines,
)
from maitred.games.food_court.cards import DIFFICULTIES, SORTS
from maitred.games.food_court.rules import FoodCourt
from maitred.games.food_court.shapes import Area, DoneVerb, Offer, PickOffer, PickVerb
from maitred.games.food_court.station import (
    EFFECTS,
    FIRST_INGREDIENT,
    INGREDIENT,
    LINES,
    NOTHING,
    PROGRESS,
    RECIPE,
    RECIPES,
    ROLE_BONUS,
    SCORES,
    UTENSIL,
    UTENSILS,
    Deck,
    FoodCourtCards,
    Kind,
    Meal,
    Seat,
)
from maitred.games.food_court.texts import mark_of
from maitred.games.food_court.view import ROLE_NAMES, face, next_course
from maitred.kernel.shapes import Sheet, SheetLine
from maitred.kernel.words import counted, listed, player, shared_win

LEVELS = ["", "easy", "normal", "hard"]
SHEET_LABELS = [
    "Recipes",
    "Optional ingredients",
    "Hard recipes' bonus",
    "Utensils",
    "Ability",
    "Action cards",
    "Roles",
]
LEGEND = [
    ("VP", "victory points that are scored; the score adds those of win cards"),
    ("worth 4 now", "the VP that scoring would bring as the table stands"),
    ("Rice (P)", "an ingredient: P is a primary one, S a secondary one, O an optional one"),
    ("+2 each", "the VP of each such card used in a meal"),
    ("for less", "not the whole of the recipe is covered: the meal counts as an easier one"),
    ("Lose Recipe / Reuse Recipe", "what an action card does before others / before its owner"),
]


def traits(deck: Deck, kind: Kind) -> list[str]:
    """What matters to a deck's ability about a card: its course or type, its heat, its taste, and whether it is
    marked."""
    told: list[str] = []
    if deck.vp[kind]:
        told.append(f"{deck.vp[kind]:+d}")
    mark = mark_of(deck, kind)
    if mark is not None and deck.ability != EXACT:
        told.append(mark)
    return told


def named(deck: Deck, kind: Kind) -> str:
    """A card as a person calls it: `Basil (O)`, `Marinara (easy)`, `Umami (S, +2, marked)`."""
    name = deck.titles[kind]
    if kind < FIRST_INGREDIENT:
        return name
    recipe = deck.sort[kind] == RECIPE
    sort = DIFFICULTIES[deck.difficulty[kind]] if recipe else SORTS[deck.sort[kind]][0].upper()
    return f"{name} ({', '.join([sort, *traits(deck, kind)])})"


def card_name(state: FoodCourt, seat: Seat, kind: Kind) -> str:
    """A card of a seat's deck as a person calls it; action cards by both their names."""
    if kind < EFFECTS:
        return both_names(state.printed, kind)
    return named(state.stations[seat].deck, kind)


def both_names(cards: FoodCourtCards, effect: int) -> str:
    """An action card by the names it goes by before others and before its owner."""
    offence, defence = cards.offence[effect], cards.defence[effect]
    return offence if offence == defence else f"{offence} / {defence}"


def action_name(state: FoodCourt, owner: Seat, before: Seat, effect: int) -> str:
    """An action card by its name at the place where it lies."""
    return state.printed.defence[effect] if owner == before else state.printed.offence[effect]


def whose(seat: Seat, speaker: Seat | None) -> str:
    """`your` or `{0}'s`."""
    return "your" if seat == speaker else f"{player(seat)}'s"


def together(names: list[str]) -> str:
    """Names listed, equal ones together: `Penne (P) and 2 × Tomato (S)`."""
    once = list(dict.fromkeys(names))
    return listed([name if names.count(name) == 1 else f"{names.count(name)} × {name}" for name in once])


def names_of(state: FoodCourt, seat: Seat, kinds: list[Kind]) -> str:
    """Cards of a seat, listed."""
    return together([card_name(state, seat, kind) for kind in kinds])


def row_name(state: FoodCourt, seat: Seat, at: int) -> str:
    """A revealed card before the scorer, named so that this seat can tell it from all others there."""
    owner, effect = divmod(state.stations[state.turn].before[at], EFFECTS)
    text = f"{whose(owner, seat)} {action_name(state, owner, state.turn, effect)}"
    if state.aims[at] != NOTHING:
        aimed, hit = divmod(state.stations[state.turn].before[state.aims[at]], EFFECTS)
        on = f"{whose(aimed, seat)} {action_name(state, aimed, state.turn, hit)}"
        text += f" (number {at + 1} in the row, used on {on})"
    return text


# Actions


def describe(state: FoodCourt, seat: Seat, action: int) -> Offer:
    """A legal action: its verb, what it touches, and a label."""
    moment = state.moment
    if action < rules.PLACE:
        return describe_pick(state, seat, action - rules.PICK)
    if action < rules.CARD:
        effect, target = divmod(action - rules.PLACE, rules.MAX_PLAYERS)
        text = f"Place {action_name(state, seat, target, effect)} face down before "
        return {
            "verb": "place",
            "card": face(state, seat, effect),
            "area": "hand",
            "owner": seat,
            "seat": target,
            "label": text + ("yourself" if target == seat else player(target)),
        }
    if action < rules.CHOOSE:
        at = action - rules.CARD
        if moment == rules.ORDER:
            return {"verb": "resolve", "place": at, "label": f"Resolve {row_name(state, seat, at)} next"}
        return {"verb": "block", "place": at, "label": f"Block {row_name(state, seat, at)}"}
    if action < rules.DONE:
        other = action - rules.CHOOSE
        if moment == rules.ROLE:
            label = f"Make {player(other)} your counterpart as {ROLE_NAMES[state.role[seat]]}"
            return {"verb": "counterpart", "seat": other, "label": label}
        return {"verb": "victim", "seat": other, "label": f"Replace a recipe of {player(other)}"}
    if action == rules.SCORE:
        points = points_of(score_lines(state.stations[seat], state.stations[seat].meals))
        return {"verb": "score", "points": points, "label": f"Score: {points} VP as the table stands"}
    if action == rules.DONE:
        verb, label = done_label(state, seat)
        return {"verb": verb, "label": label}
    agrees = action == rules.YES
    if moment == rules.OPINION:
        who = player(state.counterpart[seat])
        label = f"Praise: +1 VP for {who}, +1 for you" if agrees else f"Pan: -2 VP for {who}, -1 for you"
        return {"verb": "praise" if agrees else "pan", "label": label}
    if moment == rules.SUPPLY:
        label = "Both take 2 cards from their discard piles" if agrees else "Both draw up to 6 cards only"
        return {"verb": "take" if agrees else "less", "label": label}
    dishwasher = player(state.giver_of(seat, rules.DISHWASHER))
    label = (
        "Discard your hand and fill it again: +2 VP for you" if agrees else f"Keep your hand: +2 VP for {dishwasher}"
    )
    return {"verb": "wash" if agrees else "keep", "label": label}


def describe_pick(state: FoodCourt, seat: Seat, kind: Kind) -> PickOffer:
    """What picking a card means at this moment."""
    moment = state.moment
    station = state.stations[seat]
    owner = (
        state.victim if moment == rules.SWAP_MEAL else state.turn if moment in (rules.AIM, rules.AIM_AGAIN) else seat
    )
    name = card_name(state, owner, kind)
    area: Area = "hand"
    verb: PickVerb
    if moment in (rules.PLAY, rules.SECOND):
        verb, label = describe_play(station.deck.sort[kind], name)
    elif moment in (rules.DISCARD, rules.GIVE_UP):
        verb, label = "discard", f"Discard {name}"
    elif moment == rules.COOK:
        verb, label, area = "add", f"Add {name} to {station.deck.titles[state.pot]}", "prepared"
    elif moment == rules.PAY:
        verb, label = "pay", f"Pay with {name}"
    elif moment == rules.TAKE:
        verb, label, area = "take", f"Take {name} back from your discard pile", "pile"
    elif moment == rules.TRACK:
        verb, label = "track", f"Track {name} towards your win condition"
        area = "meal" if station.deck.sort[kind] == RECIPE else "good"
    elif moment == rules.SWAP:
        verb, label = "swap", f"Put up {name} to replace a recipe"
    elif moment == rules.SWAP_COST:
        verb, label, area = "spend", f"Discard {name} for it", "prepared"
    elif moment == rules.SWAP_MEAL:
        victim = state.stations[owner]
        worth = level(victim.deck, victim.meal_of(kind))
        cost = counted(REPLACEMENT_COST[worth], "ingredient")
        verb, area = "replace", "meal"
        label = f"Replace {name}, which counts as {LEVELS[worth]}: {cost}, {worth} VP"
    else:
        verb, label, area = describe_aim(state, kind)
    return {"verb": verb, "card": face(state, owner, kind), "area": area, "owner": owner, "label": label}


def describe_play(sort: int, name: str) -> tuple[PickVerb, str]:
    """What playing a card from hand is: verb and label."""
    if sort == RECIPE:
        return "cook", f"Cook {name}"
    return ("put", f"Put {name} into play") if sort == UTENSIL else ("prepare", f"Prepare {name}")


def describe_aim(state: FoodCourt, kind: Kind) -> tuple[PickVerb, str, Area]:
    """What the action card being resolved would do to a card, and where that card is."""
    scorer = state.turn
    effect = state.effect()
    own = state.owner() == scorer
    name = card_name(state, scorer, kind)
    whose_it_is = whose(scorer, state.actor)
    recipe = state.stations[scorer].deck.sort[kind] == RECIPE
    if effect == UTENSILS:
        if own:
            return "repair", f"Repair {whose_it_is} {name}", "utensil"
        return "break", f"Break {whose_it_is} {name}", "utensil"
    if effect == SCORES:
        if own:
            return "more", f"Your {name} scores 1 more", "meal"
        return "less", f"{whose_it_is} {name} scores 1 less", "meal"
    if own:
        if effect == INGREDIENT:
            return "reuse", f"Prepare {name} from your discard pile", "pile"
        return "take", f"Take {name} back to your hand", "pile"
    if effect == PROGRESS:
        return "disrupt", f"Shuffle {whose_it_is} win card {name} back", "win"
    if effect == RECIPES:
        if state.moment == rules.AIM:
            return "lose", f"{player(scorer)} lose[s] {name}", "meal"
        return "ingredient", f"{name} goes with it into the draw pile", "good"
    if state.moment == rules.AIM and recipe:
        return "meal", f"Discard an ingredient of {whose_it_is} {name}", "meal"
    if state.moment == rules.AIM:
        return "discard", f"Discard {whose_it_is} unused {name}", "prepared"
    return "discard", f"Discard {whose_it_is} {name}", "good"


def done_label(state: FoodCourt, seat: Seat) -> tuple[DoneVerb, str]:
    """What it means to be done at this moment: verb and label."""
    moment = state.moment
    station = state.stations[seat]
    if moment == rules.DISCARD:
        full = rules.SMALL_HAND if state.supplied(seat) == rules.TWO_LESS else rules.HAND
        draws = min(max(0, full - len(station.hand)), len(station.draw) + station.discards())
        return "fill", f"Draw {counted(draws, 'card')}" if draws else "Draw nothing"
    if moment == rules.COOK:
        meal = Meal(state.pot, state.turns, state.goods)
        worth = level(station.deck, meal)
        kind = "in full" if is_full(station.deck, meal) else "for less"
        cost = price(station.deck, state.pot, state.goods)
        paid = f", and pay {counted(cost, 'card')} from hand" if cost else ""
        return "finish", f"Finish {station.deck.titles[state.pot]}: {LEVELS[worth]}, {kind}{paid}"
    if moment == rules.BLOCKS:
        return "hold", "Hold your Block"
    if moment == rules.SECOND:
        return "go on", "Play no more, and go on to the score"
    if moment == rules.SWAP:
        return "decline", "Replace nothing"
    if moment == rules.TRACK:
        return "skip", "Track nothing"
    if moment == rules.PLAY:
        return "end", "End the turn without scoring"
    return "nothing", "There is nothing to take"


def prompt(state: FoodCourt, seat: Seat | None) -> str:
    """One line that says what is happening and what is asked of the seat."""
    if state.moment == rules.OVER:
        return "The game is over."
    actor = state.actor
    if seat != actor:
        return f"{player(actor)} to move: {others_question(state)}."
    course = next_course(state.stations[actor])
    aside = (
        f" Your next course to track: {course}."
        if course and state.moment in (rules.PLAY, rules.COOK, rules.SECOND)
        else ""
    )
    return f"Your move: {question(state)}.{aside}"


PLAYS = {
    "prepare": "prepare an ingredient",
    "cook": "cook a recipe",
    "put": "put a utensil into play",
    "place": "place an action card",
    "score": "score",
    "end": "end the turn",
    "go on": "go on to the score",
}
AIMS = {
    "repair": "repair a utensil of yours",
    "break": "break a utensil of {scorer}",
    "more": "pick a recipe of yours that scores 1 more",
    "less": "pick a recipe of {scorer} that scores 1 less",
    "reuse": "reuse an ingredient from your discard pile",
    "disrupt": "pick a win card of {scorer} to shuffle back",
    "lose": "pick the recipe that {scorer} loses",
    "ingredient": "pick the ingredient that goes with it",
    "discard": "discard an unused ingredient of {scorer}",
    "meal": "pick a meal of {scorer} that loses an ingredient",
    "nothing": "go on, as there is nothing to take",
}


def question(state: FoodCourt) -> str:
    """Exactly what whoever is to move may do now."""
    moment = state.moment
    seat = state.actor
    station = state.stations[seat]
    scorer = "you" if state.turn == seat else player(state.turn)
    left = counted(state.left, "card")
    verbs = {describe(state, seat, action)["verb"] for action in state.legal(seat)}
    if moment == rules.ROLE:
        return f"as {ROLE_NAMES[state.role[seat]]}, pick your counterpart"
    if moment == rules.OPINION:
        return f"as Critic, praise or pan {player(state.counterpart[seat])}"
    if moment == rules.SUPPLY:
        return f"as Supplier, have {player(state.counterpart[seat])} and yourself take 2 cards back or draw 2 less"
    if moment == rules.TAKE:
        return f"take {left} back from your discard pile"
    if moment == rules.DISCARD:
        draw = done_label(state, seat)[1].lower()
        return f"{discards(state)}, or {draw}" if "discard" in verbs else draw
    if moment == rules.WASH:
        return "discard your hand and fill it again, or keep it"
    if moment == rules.PLAY:
        return listed([text for verb, text in PLAYS.items() if verb in verbs], "or")
    if moment == rules.COOK:
        recipe = station.deck.titles[state.pot]
        add = f"add {addable(state)} to {recipe}"
        if "finish" not in verbs:
            return add
        return f"{add}, or finish it" if "add" in verbs else f"finish {recipe}"
    if moment == rules.PAY:
        return f"pay {left} from your hand for the heat"
    if moment == rules.BLOCKS:
        return f"block a card before {scorer}, or hold your Block"
    if moment in (rules.AIM, rules.AIM_AGAIN):
        card = action_name(state, state.owner(), state.turn, state.effect())
        if verbs == {"take"}:
            return f"for {card}, take {taken(state)} back from your discard pile"
        if moment == rules.AIM_AGAIN and verbs == {"discard"}:
            recipe = state.stations[state.turn].deck.titles[state.picked]
            return f"for {card}, discard an ingredient of {whose(state.turn, seat)} {recipe}"
        return (
            f"for {card}, {listed([text.format(scorer=scorer) for verb, text in AIMS.items() if verb in verbs], 'or')}"
        )
    if moment == rules.GIVE_UP:
        return f"discard {left} from your hand"
    if moment == rules.ORDER:
        return "resolve the next of your action cards"
    if moment == rules.SECOND:
        plays = listed([text for verb, text in PLAYS.items() if verb in verbs], "or")
        return f"with what your actions have brought, {plays}"
    if moment == rules.SWAP:
        return "put up a recipe to replace another, or replace nothing" if "swap" in verbs else "replace nothing"
    if moment == rules.SWAP_WHOSE:
        return "pick whose recipe to replace"
    if moment == rules.SWAP_MEAL:
        return f"replace a recipe of {player(state.victim)}"
    if moment == rules.SWAP_COST:
        return f"spend {counted(state.left, 'prepared ingredient')} on it"
    course = next_course(station)
    what = f"a recipe of your next course ({course})" if course else "a card"
    return f"track {what} towards your win condition, or nothing"


def others_question(state: FoodCourt) -> str:
    """What whoever is to move is asked, as far as everybody may know it."""
    moment = state.moment
    left = counted(state.left, "card")
    if moment in (rules.ROLE, rules.OPINION, rules.SUPPLY):
        return f"play the {ROLE_NAMES[state.role[state.actor]]}"
    if moment in (rules.TAKE, rules.PAY, rules.GIVE_UP):
        return {
            rules.TAKE: f"take {left} back",
            rules.PAY: f"pay {left} for the heat",
            rules.GIVE_UP: f"discard {left}",
        }[moment]
    if moment == rules.DISCARD:
        return "discard and draw"
    if moment == rules.WASH:
        return "discard the new hand or keep it"
    if moment == rules.PLAY:
        return "play the turn"
    if moment == rules.COOK:
        return f"cook {state.stations[state.actor].deck.titles[state.pot]}"
    if moment == rules.BLOCKS:
        return "block a card or hold"
    if moment in (rules.AIM, rules.AIM_AGAIN):
        return f"pick for {action_name(state, state.owner(), state.turn, state.effect())}"
    if moment == rules.ORDER:
        return "pick the next action card"
    if moment == rules.SECOND:
        return "play what their actions have brought"
    if moment in (rules.SWAP, rules.SWAP_WHOSE, rules.SWAP_MEAL, rules.SWAP_COST):
        return "replace a recipe or not" if moment == rules.SWAP else "replace a recipe"
    return "track a card or not"


def discards(state: FoodCourt) -> str:
    """How many cards may still be discarded before the hand is filled."""
    most = min(state.left, len(state.stations[state.actor].hand))
    more = " more" if state.left < rules.MOST_DISCARDS else ""
    return f"discard {'up to ' if most > 1 else ''}{most}{more} {'card' if most == 1 else 'cards'}"


def addable(state: FoodCourt) -> str:
    """What sort of ingredient the pot has room for."""
    sorts = {
        state.stations[state.actor].deck.sort[action - rules.PICK]
        for action in state.legal(state.actor)
        if action < rules.PLACE
    }
    if len(sorts) == 1:
        sort = SORTS[sorts.pop()]
        return f"{'an' if sort == 'optional' else 'a'} {sort} ingredient"
    return "an ingredient"


def taken(state: FoodCourt) -> str:
    """What an action card lets its owner take back now."""
    if state.effect() == PROGRESS:
        return "a card of a kind you track"
    return "a recipe" if state.moment == rules.AIM else "an ingredient"


ROLES_SECTION = "Roles (option `roles`, three or more players)"
SECTIONS: dict[int, str] = {
    rules.ROLE: ROLES_SECTION,
    rules.OPINION: ROLES_SECTION,
    rules.SUPPLY: ROLES_SECTION,
    rules.WASH: ROLES_SECTION,
    rules.COOK: "Cooking",
    rules.PAY: "Cooking",
    rules.BLOCKS: "Blocks",
    rules.AIM: "Action cards",
    rules.AIM_AGAIN: "Action cards",
    rules.GIVE_UP: "Action cards",
    rules.ORDER: "Action cards",
    rules.SECOND: "The second play",
    rules.SWAP: "The eight restaurants",
    rules.SWAP_WHOSE: "The eight restaurants",
    rules.SWAP_MEAL: "The eight restaurants",
    rules.SWAP_COST: "The eight restaurants",
    rules.TRACK: "The eight restaurants",
    rules.OVER: "How it ends",
}
"""Where the rules explain each moment; the others are part of a turn."""


def section(state: FoodCourt) -> str:
    """The heading of the rules that what is asked now belongs to."""
    return SECTIONS.get(state.moment, "Your turn")


# The score sheet


def sheet(state: FoodCourt) -> Sheet:
    """The score sheet: all VP by the line they came from, then the win cards."""
    seats = range(state.players)
    lines: list[SheetLine] = []
    for line in range(LINES):
        if line == ROLE_BONUS and state.role[0] == NOTHING:
            continue
        lines.append(
            {
                "label": SHEET_LABELS[line],
                "values": [state.stations[seat].tally[line] for seat in seats],
                "notes": [line_note(state, seat, line) for seat in seats],
            }
        )
    lines.append(
        {
            "label": "Win cards",
            "values": [state.win_vp(seat) for seat in seats],
            "notes": [names_of(state, seat, state.stations[seat].wins) for seat in seats],
        }
    )
    return {
        "lines": lines,
        "total": {"label": "Score: VP and win cards", "values": state.scores()},
        "ranking": state.ranking(),
        "verdict": verdict(state) if not state.actors() else "",
    }


def line_note(state: FoodCourt, seat: Seat, line: int) -> str:
    """What this line has brought since the player's last turn began, card by card."""
    station = state.stations[seat]
    parts: list[str] = []
    for at in range(0, len(station.lines), 3):
        if station.lines[at] == line:
            kind, points = station.lines[at + 1], station.lines[at + 2]
            parts.append(f"{points:+d}" + (f" {station.deck.titles[kind]}" if kind != NOTHING else ""))
    return "last turn " + ", ".join(parts) if parts else ""


def verdict(state: FoodCourt) -> str:
    """Who won, and how the game came to its end."""
    best = state.ranking()[0]
    points = state.scores()[best[0]]
    ended = [seat for seat in range(state.players) if len(state.stations[seat].wins) == WIN_CARDS]
    if ended == best:
        why = ", having met the win condition"
    elif ended:
        why = f"; {listed([player(seat) for seat in ended])} met the win condition"
    elif state.reached:
        why = f"; {state.goal} VP were reached"
    else:
        why = f"; round {state.limit} was the last"
    if len(best) > 1:
        return shared_win(best, f"with {points}{why}")
    return f"{player(best[0])} win[s] with {points}{why}."
