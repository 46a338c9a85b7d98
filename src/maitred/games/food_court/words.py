"""Food Court in words: names, sentences for events and actions, the score sheet. `{0}` is the player in seat 0."""

from __future__ import annotations

from maitred.games.food_court import rules
from maitred.games.food_court.abilities import (
    ABILITIES,
    EXACT,
    REPLACEMENT_COST,
    SPICES,
    WIN_CARDS,
    is_full,
    level,
    points_of,
    price,
    score_lines,
)
from maitred.games.food_court.cards import DIFFICULTIES, SORTS
from maitred.games.food_court.rules import (
    AIM,
    AIM_AGAIN,
    BLOCKS,
    CARD,
    CHOOSE,
    COOK,
    DISCARD,
    DONE,
    GIVE_UP,
    MAX_PLAYERS,
    MOST_DISCARDS,
    OPINION,
    ORDER,
    OVER,
    PAY,
    PICK,
    PLACE,
    PLAY,
    ROLE,
    SCORE,
    SECOND,
    SUPPLY,
    SWAP,
    SWAP_COST,
    SWAP_MEAL,
    SWAP_WHOSE,
    TAKE,
    TAKE_TWO,
    TRACK,
    WASH,
    YES,
    FoodCourt,
)
from maitred.games.food_court.station import (
    EFFECTS,
    FIRST_INGREDIENT,
    FIRST_UTENSIL,
    INGREDIENT,
    LINES,
    NOTHING,
    PRIMARY,
    PROGRESS,
    RECIPE,
    RECIPES,
    ROLE_BONUS,
    SCORES,
    UP,
    UTENSIL,
    UTENSILS,
    Deck,
    FoodCourtCards,
    Kind,
    Meal,
    Seat,
)
from maitred.games.food_court.view import LINE_NAMES, ROLE_NAMES, face, mark_of, next_course
from maitred.kernel.game import Words
from maitred.kernel.state import Event
from maitred.kernel.words import counted, listed, player

LEVELS = ["", "easy", "normal", "hard"]
LINE_TEXTS = ["recipe", "optional ingredients", "hard bonus", "utensil", "ability", "action cards", "role"]
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
    ("+2 each", "the VP of each such card used in a meal"),
    ("for less", "not the whole of the recipe is covered: the meal counts as an easier one"),
    ("Lose Recipe / Reuse Recipe", "what an action card does before others / before its owner"),
]
ABILITY_TEXTS = {
    "exact": "exact pasta: +1 in a normal recipe, +2 in a hard one; track the pasta",
    "courses": "courses of one turn: 1st and 2nd +1, 2nd and 3rd +2, 3rd and 4th +3; track them in order",
    "feast": "each further recipe cooked in a turn +1; with both kinds in one turn, track a normal or hard one of them",
    "extra": "one extra secondary: +1, +2 in a hard recipe; track four different extras from normal or hard recipes",
    "double": "twice the ingredients: + the recipe's own number of them; track recipes of one type",
    "replace": "at a scoring, swap a recipe from hand for an opponent's normal or hard one; track it",
    "heat": "up to two hot secondaries in any recipe, +1 each; track one of a recipe with two",
}


def ability_text(deck: Deck) -> str:
    """What a deck's ability does and what it tracks; of spices, which ones."""
    if deck.ability != SPICES:
        return ABILITY_TEXTS[ABILITIES[deck.ability]]
    tastes = listed([f"{deck.names[kind]} {deck.vp[kind]:+d}" for kind in range(deck.kinds) if deck.vp[kind]])
    marked = [deck.names[kind] for kind in range(deck.kinds) if deck.tracked[kind]]
    each = WIN_CARDS // len(marked)
    return f"each {tastes}; track the marked ones, {listed([f'{each} {name}' for name in marked])}"


def traits(deck: Deck, kind: Kind) -> list[str]:
    """What a deck's ability sees in a card: its course or type, its heat, its taste, and whether it is marked."""
    told: list[str] = []
    if deck.vp[kind]:
        told.append(f"{deck.vp[kind]:+d}")
    mark = mark_of(deck, kind)
    if mark is not None and deck.ability != EXACT:
        told.append(mark)
    return told


def named(deck: Deck, kind: Kind) -> str:
    """A card as a person calls it: `Basil (optional)`, `Marinara (easy)`, `Umami (secondary, +2, marked)`."""
    name = deck.names[kind]
    if kind < FIRST_INGREDIENT:
        return name
    recipe = deck.sort[kind] == RECIPE
    sort = DIFFICULTIES[deck.difficulty[kind]] if recipe else SORTS[deck.sort[kind]]
    told = [*([] if name.casefold() == sort else [sort]), *traits(deck, kind)]
    return f"{name} ({', '.join(told)})" if told else name


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
    """An action card by the name it goes by where it lies."""
    return state.printed.defence[effect] if owner == before else state.printed.offence[effect]


def whose(seat: Seat, speaker: Seat | None) -> str:
    """`your` or `{0}'s`."""
    return "your" if seat == speaker else f"{player(seat)}'s"


def together(names: list[str]) -> str:
    """Names listed, equal ones together: `Penne and 2 × Secondary`."""
    once = list(dict.fromkeys(names))
    return listed([name if names.count(name) == 1 else f"{names.count(name)} × {name}" for name in once])


def names_of(state: FoodCourt, seat: Seat, kinds: list[Kind]) -> str:
    """Cards of a seat, listed."""
    return together([card_name(state, seat, kind) for kind in kinds])


def row_name(state: FoodCourt, seat: Seat, at: int) -> str:
    """A revealed card before the scorer as this seat calls it, told apart from all others there."""
    owner, effect = divmod(state.stations[state.turn].before[at], EFFECTS)
    text = f"{whose(owner, seat)} {action_name(state, owner, state.turn, effect)}"
    if state.aims[at] != NOTHING:
        aimed, hit = divmod(state.stations[state.turn].before[state.aims[at]], EFFECTS)
        on = f"{whose(aimed, seat)} {action_name(state, aimed, state.turn, hit)}"
        text += f" (number {at + 1} in the row, used on {on})"
    return text


# Actions


def describe(state: FoodCourt, seat: Seat, action: int) -> Words:
    """A legal action: its verb, what it touches, and a label."""
    moment = state.moment
    if action < PLACE:
        return describe_pick(state, seat, action - PICK)
    if action < CARD:
        effect, target = divmod(action - PLACE, MAX_PLAYERS)
        text = f"Place {action_name(state, seat, target, effect)} face down before "
        return {
            "verb": "place",
            "card": face(state, seat, effect),
            "seat": target,
            "label": text + ("yourself" if target == seat else player(target)),
        }
    if action < CHOOSE:
        at = action - CARD
        if moment == ORDER:
            return {"verb": "resolve", "place": at, "label": f"Resolve {row_name(state, seat, at)} next"}
        return {"verb": "block", "place": at, "label": f"Block {row_name(state, seat, at)}"}
    if action < DONE:
        other = action - CHOOSE
        if moment == ROLE:
            label = f"Make {player(other)} your counterpart as {ROLE_NAMES[state.role[seat]]}"
            return {"verb": "counterpart", "seat": other, "label": label}
        return {"verb": "victim", "seat": other, "label": f"Replace a recipe of {player(other)}"}
    if action == SCORE:
        points = points_of(score_lines(state.stations[seat], state.stations[seat].meals))
        return {"verb": "score", "points": points, "label": f"Score: {points} VP as the table stands"}
    if action == DONE:
        verb, label = done_label(state, seat)
        return {"verb": verb, "label": label}
    agrees = action == YES
    if moment == OPINION:
        who = player(state.counterpart[seat])
        label = f"Praise: +1 VP for {who}, +1 for you" if agrees else f"Pan: -2 VP for {who}, -1 for you"
        return {"verb": "praise" if agrees else "pan", "label": label}
    if moment == SUPPLY:
        label = "Both take 2 cards from their discard piles" if agrees else "Both draw up to 6 cards only"
        return {"verb": "take" if agrees else "less", "label": label}
    dishwasher = player(state.giver_of(seat, rules.DISHWASHER))
    label = (
        "Discard your hand and fill it again: +2 VP for you" if agrees else f"Keep your hand: +2 VP for {dishwasher}"
    )
    return {"verb": "wash" if agrees else "keep", "label": label}


def describe_pick(state: FoodCourt, seat: Seat, kind: Kind) -> Words:
    """What picking a card means at this moment."""
    moment = state.moment
    station = state.stations[seat]
    owner = state.victim if moment == SWAP_MEAL else state.turn if moment in (AIM, AIM_AGAIN) else seat
    name = card_name(state, owner, kind)
    if moment in (PLAY, SECOND):
        sort = station.deck.sort[kind]
        verb = "cook" if sort == RECIPE else "put" if sort == UTENSIL else "prepare"
        label = {"cook": f"Cook {name}", "put": f"Put {name} into play", "prepare": f"Prepare {name}"}[verb]
    elif moment in (DISCARD, GIVE_UP):
        verb, label = "discard", f"Discard {name}"
    elif moment == COOK:
        verb, label = "add", f"Add {name} to {station.deck.names[state.pot]}"
    elif moment == PAY:
        verb, label = "pay", f"Pay with {name}"
    elif moment == TAKE:
        verb, label = "take", f"Take {name} back from your discard pile"
    elif moment == TRACK:
        verb, label = "track", f"Track {name} towards your win condition"
    elif moment == SWAP:
        verb, label = "swap", f"Put up {name} to replace a recipe"
    elif moment == SWAP_COST:
        verb, label = "spend", f"Discard {name} for it"
    elif moment == SWAP_MEAL:
        victim = state.stations[owner]
        worth = level(victim.deck, victim.meal_of(kind))
        cost = counted(REPLACEMENT_COST[worth], "ingredient")
        verb = "replace"
        label = f"Replace {name}, which counts as {LEVELS[worth]}: {cost}, {worth} VP"
    else:
        verb, label = describe_aim(state, kind)
    return {"verb": verb, "card": face(state, owner, kind), "label": label}


def describe_aim(state: FoodCourt, kind: Kind) -> tuple[str, str]:
    """What the action card being worked out would do to a card."""
    scorer = state.turn
    effect = state.effect()
    own = state.owner() == scorer
    name = card_name(state, scorer, kind)
    whose_it_is = whose(scorer, state.actor)
    recipe = state.stations[scorer].deck.sort[kind] == RECIPE
    if effect == UTENSILS:
        return ("repair", f"Repair {whose_it_is} {name}") if own else ("break", f"Break {whose_it_is} {name}")
    if effect == SCORES:
        return ("more", f"Your {name} scores 1 more") if own else ("less", f"{whose_it_is} {name} scores 1 less")
    if own:
        if effect == INGREDIENT:
            return "reuse", f"Prepare {name} from your discard pile"
        return "take", f"Take {name} back to your hand"
    if effect == PROGRESS:
        return "disrupt", f"Shuffle {whose_it_is} win card {name} back"
    if effect == RECIPES:
        if state.moment == AIM:
            return "lose", f"{player(scorer)} lose[s] {name}"
        return "ingredient", f"{name} goes with it into the draw pile"
    if state.moment == AIM and recipe:
        return "meal", f"Discard an ingredient of {whose_it_is} {name}"
    return "discard", f"Discard {whose_it_is} {'unused ' if state.moment == AIM else ''}{name}"


def done_label(state: FoodCourt, seat: Seat) -> tuple[str, str]:
    """What it means to be done at this moment: verb and label."""
    moment = state.moment
    station = state.stations[seat]
    if moment == DISCARD:
        full = rules.SMALL_HAND if state.supplied(seat) == rules.TWO_LESS else rules.HAND
        draws = min(max(0, full - len(station.hand)), len(station.draw) + station.discards())
        return "fill", f"Draw {counted(draws, 'card')}" if draws else "Draw nothing"
    if moment == COOK:
        meal = Meal(state.pot, state.turns, state.goods)
        worth = level(station.deck, meal)
        kind = "in full" if is_full(station.deck, meal) else "for less"
        cost = price(station.deck, state.pot, state.goods)
        paid = f", and pay {counted(cost, 'card')} from hand" if cost else ""
        return "finish", f"Finish {station.deck.names[state.pot]}: {LEVELS[worth]}, {kind}{paid}"
    if moment == BLOCKS:
        return "hold", "Hold your Block"
    if moment == SECOND:
        return "go on", "Play no more, and go on to the score"
    if moment == SWAP:
        return "decline", "Replace nothing"
    if moment == TRACK:
        return "skip", "Track nothing"
    if moment == PLAY:
        return "end", "End the turn without scoring"
    return "nothing", "There is nothing to take"


def prompt(state: FoodCourt, seat: Seat | None) -> str:
    """One line that says what is happening and what is asked of the seat."""
    if state.moment == OVER:
        return "The game is over."
    actor = state.actor
    if seat != actor:
        return f"{player(actor)} to move: {others_question(state)}."
    course = next_course(state.stations[actor])
    aside = f" Your next course to track: {course}." if course and state.moment in (PLAY, COOK, SECOND) else ""
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
    """What whoever is to move may do now, all of it and no more."""
    moment = state.moment
    seat = state.actor
    station = state.stations[seat]
    scorer = "you" if state.turn == seat else player(state.turn)
    left = counted(state.left, "card")
    verbs = {describe(state, seat, action)["verb"] for action in state.legal(seat)}
    if moment == ROLE:
        return f"as {ROLE_NAMES[state.role[seat]]}, pick your counterpart"
    if moment == OPINION:
        return f"as Critic, praise or pan {player(state.counterpart[seat])}"
    if moment == SUPPLY:
        return f"as Supplier, have {player(state.counterpart[seat])} and yourself take 2 cards back or draw 2 less"
    if moment == TAKE:
        return f"take {left} back from your discard pile"
    if moment == DISCARD:
        draw = done_label(state, seat)[1].lower()
        return f"{discards(state)}, or {draw}" if "discard" in verbs else draw
    if moment == WASH:
        return "discard your hand and fill it again, or keep it"
    if moment == PLAY:
        return either([text for verb, text in PLAYS.items() if verb in verbs])
    if moment == COOK:
        recipe = station.deck.names[state.pot]
        add = f"add {addable(state)} to {recipe}"
        if "finish" not in verbs:
            return add
        return f"{add}, or finish it" if "add" in verbs else f"finish {recipe}"
    if moment == PAY:
        return f"pay {left} from your hand for the heat"
    if moment == BLOCKS:
        return f"block a card before {scorer}, or hold your Block"
    if moment in (AIM, AIM_AGAIN):
        card = action_name(state, state.owner(), state.turn, state.effect())
        if verbs == {"take"}:
            return f"for {card}, take {taken(state)} back from your discard pile"
        if moment == AIM_AGAIN and verbs == {"discard"}:
            recipe = state.stations[state.turn].deck.names[state.picked]
            return f"for {card}, discard an ingredient of {whose(state.turn, seat)} {recipe}"
        return f"for {card}, {either([text.format(scorer=scorer) for verb, text in AIMS.items() if verb in verbs])}"
    if moment == GIVE_UP:
        return f"discard {left} from your hand"
    if moment == ORDER:
        return "resolve the next of your action cards"
    if moment == SECOND:
        plays = either([text for verb, text in PLAYS.items() if verb in verbs])
        return f"with what your actions have brought, {plays}"
    if moment == SWAP:
        return "put up a recipe to replace another, or replace nothing" if "swap" in verbs else "replace nothing"
    if moment == SWAP_WHOSE:
        return "pick whose recipe to replace"
    if moment == SWAP_MEAL:
        return f"replace a recipe of {player(state.victim)}"
    if moment == SWAP_COST:
        return f"spend {counted(state.left, 'prepared ingredient')} on it"
    course = next_course(station)
    what = f"a recipe of your next course ({course})" if course else "a card"
    return f"track {what} towards your win condition, or nothing"


def others_question(state: FoodCourt) -> str:
    """What whoever is to move is asked, as far as everybody may know what they can do."""
    moment = state.moment
    left = counted(state.left, "card")
    if moment in (ROLE, OPINION, SUPPLY):
        return f"play the {ROLE_NAMES[state.role[state.actor]]}"
    if moment in (TAKE, PAY, GIVE_UP):
        return {TAKE: f"take {left} back", PAY: f"pay {left} for the heat", GIVE_UP: f"discard {left}"}[moment]
    if moment == DISCARD:
        return "discard and draw"
    if moment == WASH:
        return "discard the new hand or keep it"
    if moment == PLAY:
        return "play the turn"
    if moment == COOK:
        return f"cook {state.stations[state.actor].deck.names[state.pot]}"
    if moment == BLOCKS:
        return "block a card or hold"
    if moment in (AIM, AIM_AGAIN):
        return f"pick for {action_name(state, state.owner(), state.turn, state.effect())}"
    if moment == ORDER:
        return "pick the next action card"
    if moment == SECOND:
        return "play what their actions have brought"
    if moment in (SWAP, SWAP_WHOSE, SWAP_MEAL, SWAP_COST):
        return "replace a recipe or not" if moment == SWAP else "replace a recipe"
    return "track a card or not"


def either(things: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return f"{', '.join(things[:-1])} or {things[-1]}" if len(things) > 1 else things[0]


def discards(state: FoodCourt) -> str:
    """How many cards may still be discarded before the hand is filled."""
    most = min(state.left, len(state.stations[state.actor].hand))
    more = " more" if state.left < MOST_DISCARDS else ""
    return f"discard {'up to ' if most > 1 else ''}{most}{more} {'card' if most == 1 else 'cards'}"


def addable(state: FoodCourt) -> str:
    """What sort of ingredient the pot has room for."""
    sorts = {
        state.stations[state.actor].deck.sort[action - PICK] for action in state.legal(state.actor) if action < PLACE
    }
    if len(sorts) == 1:
        sort = SORTS[sorts.pop()]
        return f"{'an' if sort == 'optional' else 'a'} {sort} ingredient"
    return "an ingredient"


def taken(state: FoodCourt) -> str:
    """What an action card lets its owner take back now."""
    if state.effect() == PROGRESS:
        return "a card of a kind you track"
    return "a recipe" if state.moment == AIM else "an ingredient"


def forbid(state: FoodCourt, seat: Seat, action: int) -> str:
    """Why a seat that may act may not take this action."""
    moment = state.moment
    station = state.stations[seat]
    if action < PLACE and moment not in (ROLE, OPINION, SUPPLY, WASH, BLOCKS, ORDER, SWAP_WHOSE):
        return forbid_pick(state, seat, action - PICK)
    if PLACE <= action < CARD and moment in (PLAY, SECOND):
        effect, target = divmod(action - PLACE, MAX_PLAYERS)
        if target >= state.players:
            return f"There is no seat {target + 1} at this table of {state.players}."
        if effect not in station.hand:
            return f"You hold no {card_name(state, seat, effect)}."
        if target == seat:
            return "In the second play no action goes before yourself."
        return "In the second play only cards that your own actions brought may be played."
    if CARD <= action < CHOOSE and moment in (BLOCKS, ORDER):
        at = action - CARD
        if at >= len(station.before if moment == ORDER else state.stations[state.turn].before):
            return f"There is no card {at + 1} before {player(state.turn)}."
        if moment == ORDER:
            return "Pick one of your own cards that still stands and is no Block."
        return "A Block is used on a standing card of the other side, and of equal ones on the first."
    if CHOOSE <= action < DONE and moment in (ROLE, SWAP_WHOSE):
        other = action - CHOOSE
        if other >= state.players:
            return f"There is no seat {other + 1} at this table of {state.players}."
        if other == seat:
            return "Pick somebody else than yourself."
        if moment == SWAP_WHOSE:
            return f"{player(other)} has no recipe that you could replace."
        if other in state.counterpart:
            return f"{player(other)} is somebody's counterpart already."
        return "The last to pick would be left alone: pick that player."
    if action == SCORE and moment == PLAY:
        return "There is nothing to score: cook a recipe first."
    if action == DONE and moment == COOK:
        if not state.fresh:
            return "Use something that your own actions have just brought."
        if not any(station.deck.sort[kind] == PRIMARY for kind in state.goods):
            return "A recipe needs a primary ingredient."
        return "Twice the ingredients or none beyond the requirement: add what is missing."
    return f"That is not what is asked now: {question(state)}."


def forbid_pick(state: FoodCourt, seat: Seat, kind: Kind) -> str:
    """Why this card cannot be picked now."""
    moment = state.moment
    owner = state.victim if moment == SWAP_MEAL else state.turn if moment in (AIM, AIM_AGAIN) else seat
    station = state.stations[owner]
    deck = station.deck
    if kind >= deck.kinds:
        return f"There is no card {kind} in the deck of {deck.cuisine}."
    name = card_name(state, owner, kind)
    if moment in (AIM, AIM_AGAIN):
        return f"{name} is nothing that {action_name(state, state.owner(), state.turn, state.effect())} can pick here."
    if moment == SWAP_MEAL:
        return f"{name} is no recipe of {player(owner)} that you could replace and pay for."
    if moment == TRACK:
        return f"{name} does not go to the win-condition area now."
    if moment == TAKE:
        return f"There is no {name} in your discard pile."
    if moment in (COOK, SWAP_COST):
        if kind not in station.prepared:
            return f"There is no unused {name} among your prepared ingredients."
        recipe = deck.names[state.pot]
        if not state.fresh:
            return f"{recipe} needs something that your own actions have just brought."
        if not any(deck.sort[good] == PRIMARY for good in state.goods):
            return f"{recipe} needs a primary ingredient first."
        return f"{recipe} has no room for {name}."
    if kind not in station.hand:
        return f"You hold no {name}."
    if moment == DISCARD:
        return f"You have discarded {MOST_DISCARDS} cards; now draw."
    if moment == SWAP:
        return f"{name} cannot replace anything."
    if kind < EFFECTS:
        return f"Place {name} before a player."
    if deck.sort[kind] == RECIPE and not any(deck.sort[good] == PRIMARY for good in station.prepared):
        return f"Prepare a primary ingredient before you cook {name}."
    return "In the second play only cards that your own actions brought may be played."


# Events


def hear(state: FoodCourt, event: Event, viewer: Seat | None) -> Words | None:
    """What a seat or a spectator hears of an event: face-down cards are named to their owners alone."""
    kind = event[0]
    a, b, c, d = (*event[1:], 0, 0, 0, 0)[:4]
    who = player(a)
    if kind == rules.ROUND_BEGINS:
        return hear_round(state, a)
    if kind == rules.OPENS:
        deck = state.stations[a].deck
        text = f"{who} run[s] {deck.restaurant} ({deck.cuisine})."
        return said("opens", text, seat=a, deck=deck.id, cuisine=deck.cuisine, restaurant=deck.restaurant)
    if kind == rules.ROLE_PICKED:
        return said(
            "role", f"{who} play[s] the {ROLE_NAMES[b]} and pick[s] {player(c)}.", seat=a, role=ROLE_NAMES[b], picked=c
        )
    if kind == rules.OPINION_GIVEN:
        return said("opinion", f"{who} {'praise[s]' if c else 'pan[s]'} {player(b)}.", seat=a, picked=b, praise=bool(c))
    if kind == rules.SUPPLY_CHOSEN:
        what = "take two cards from their discard piles" if c == TAKE_TWO else "draw up to six cards only"
        return said("supply", f"{who} and {player(b)} {what} this round.", seat=a, picked=b, take=c == TAKE_TWO)
    if kind == rules.TURN_BEGINS:
        return said("turn", f"{who}'s turn.", seat=a)
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
        return said("wash", text, seat=a, dishwasher=b, agrees=bool(c))
    if kind == rules.LINE:
        label = LINE_NAMES[b]
        card = "" if c == NOTHING else f" for {state.stations[a].deck.names[c]}"
        text = f"{who}: {d:+d}{card} ({LINE_TEXTS[b]})."
        return said("line", text, seat=a, line=label, card=None if c == NOTHING else face(state, a, c), points=d)
    if kind == rules.TOTAL:
        return said("total", f"{who} score[s] {b} VP and [has|have] {c} now.", seat=a, points=b, vp=c)
    if kind == rules.TRACKED:
        name = card_name(state, a, b)
        text = f"{who} track[s] {name}: {c} of {WIN_CARDS} win cards."
        return said("track", text, seat=a, card=face(state, a, b), wins=c)
    if kind == rules.NOT_TRACKED:
        return said("track", f"{who} track[s] nothing.", seat=a, card=None)
    if kind == rules.TURN_ENDS:
        return said("end", f"{who}'s turn is over.", seat=a)
    if kind == rules.ROLE_SETTLED:
        done = "[is|are] content" if d else "[is|are] not content"
        return said(
            "settle", f"{player(b)}, the {ROLE_NAMES[a]}, {done} with {player(c)}.", seat=b, picked=c, done=bool(d)
        )
    assert kind == rules.ENDED
    return said("over", f"The game is over. {verdict(state)}")


def opening(state: FoodCourt) -> list[Event]:
    """Which restaurant everyone runs, the first round, and whose turn it is unless roles come first."""
    events: list[Event] = [(rules.OPENS, seat) for seat in range(state.players)]
    events.append((rules.ROUND_BEGINS, state.round))
    if state.moment != ROLE:
        events.append((rules.TURN_BEGINS, state.turn))
    return events


def hear_round(state: FoodCourt, number: int) -> Words:
    """Which round it is, what ends the game, and who plays which role."""
    last = ", the last" if number == state.limit else f" of at most {state.limit}"
    text = f"Round {number}{last}. The goal is {state.goal} VP or {WIN_CARDS} win cards."
    if state.role[0] != NOTHING:
        text += (
            f" {listed([f'{player(seat)} [is|are] the {ROLE_NAMES[role]}' for seat, role in enumerate(state.role)])}."
        )
    return said("round", text, round=number, rounds=state.limit, goal=state.goal, wins=WIN_CARDS)


def said(event: str, text: str, **facts: object) -> Words:
    """An event in words."""
    return {"event": event, **facts, "text": text}


PILE_EVENTS = (
    rules.TAKEN_BACK,
    rules.DISCARDED,
    rules.DREW,
    rules.PAID,
    rules.EXTRACTED,
    rules.RESTORED,
    rules.RESHUFFLED,
)


def hear_piles(state: FoodCourt, event: Event, viewer: Seat | None) -> Words:
    """Cards between hand, draw pile and discard pile: their owner hears which."""
    kind, seat, *kinds = event
    who = player(seat)
    own = viewer == seat
    if kind == rules.RESHUFFLED:
        text = f"{who} shuffle[s] {counted(kinds[0], 'discarded card')} into a new draw pile."
        return said("reshuffle", text, seat=seat, cards=kinds[0])
    if kind == rules.TAKEN_BACK:
        text = f"{who} take[s] {card_name(state, seat, kinds[0])} back from the discard pile."
        return said("take back", text, seat=seat, card=face(state, seat, kinds[0]))
    if kind in (rules.DISCARDED, rules.PAID):
        verb, name = ("discard", "discard[s]") if kind == rules.DISCARDED else ("pay", "pay[s]")
        what = card_name(state, seat, kinds[0]) if own else "a card"
        return said(verb, f"{who} {name} {what}.", seat=seat, card=face(state, seat, kinds[0]) if own else None)
    number = counted(len(kinds), "card")
    which = f": {names_of(state, seat, kinds)}" if own and kinds else ""
    if kind == rules.DREW:
        verb, text = "draw", f"{who} draw[s] {number}{which}." if kinds else f"{who} draw[s] nothing."
    elif kind == rules.EXTRACTED:
        verb, text = "extract", f"{who} discard[s] {number} from the draw pile{which}."
    else:
        verb, text = "restore", f"{who} put[s] {number} from the discard pile onto the draw pile{which}."
    cards = [face(state, seat, card) for card in kinds] if own else None
    return said(verb, text, seat=seat, number=len(kinds), cards=cards)


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


def hear_play(state: FoodCourt, event: Event, viewer: Seat | None) -> Words:
    """What is played from a hand."""
    kind, seat, *rest = event
    who = player(seat)
    if kind == rules.NOT_SWAPPED:
        return said("decline", f"{who} replace[s] nothing.", seat=seat)
    if kind == rules.PLACED:
        target, effect = rest[0], rest[1]
        own = viewer == seat
        what = action_name(state, seat, target, effect) if own else "an action card"
        where = "[their|your] own station" if target == seat else player(target)
        card = face(state, seat, effect) if own else None
        return said("place", f"{who} place[s] {what} face down before {where}.", seat=seat, before=target, card=card)
    card = face(state, seat, rest[0])
    name = card_name(state, seat, rest[0])
    if kind == rules.PREPARED:
        return said("prepare", f"{who} prepare[s] {name}.", seat=seat, card=card)
    if kind == rules.UTENSIL_PUT:
        return said("put", f"{who} put[s] {name} into play.", seat=seat, card=card)
    if kind == rules.POT:
        return said("pot", f"{who} bring[s] out {name}.", seat=seat, card=card)
    if kind == rules.SWAP_PAID:
        return said("spend", f"{who} discard[s] the prepared {name}.", seat=seat, card=card)
    if kind == rules.ADDED:
        text = f"{who} add[s] {card_name(state, seat, rest[1])} to {state.stations[seat].deck.names[rest[0]]}."
        return said("add", text, seat=seat, recipe=card, card=face(state, seat, rest[1]))
    if kind == rules.SWAPPED:
        victim, theirs, worth = rest[1], rest[2], rest[3]
        lost = state.stations[victim].deck.names[theirs]
        text = f"{name} takes the place of {player(victim)}'s {lost}: {worth} VP for {who}."
        return said("swap", text, seat=seat, card=card, victim=victim, lost=face(state, victim, theirs), worth=worth)
    worth, full, goods = rest[1], bool(rest[2]), rest[3:]
    names = state.stations[seat].deck.names
    how = LEVELS[worth] if full else f"for less, as {LEVELS[worth]}"
    text = f"{who} [has|have] cooked {names[rest[0]]} ({how}) with {together([names[good] for good in goods])}."
    cards = [face(state, seat, good) for good in goods]
    return said("cook", text, seat=seat, recipe=card, goods=cards, level=worth, full=full)


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


def hear_action(state: FoodCourt, event: Event) -> Words:
    """What happens between the call to score and the score; all of it is public."""
    kind, seat, b, c, d, e = event
    who = player(seat)
    if kind == rules.SCORING:
        return said("scoring", f"{who} begin[s] to score.", seat=seat)
    if kind == rules.SECOND_ENDS:
        return said("go on", f"{who} go[es] on to the score.", seat=seat)
    if kind == rules.AIMED:
        text = f"{who} will replace a recipe of {player(b)}."
        if c != NOTHING:
            text = f"{who} pick[s] {player(b)}'s {card_name(state, b, c)}."
        return said("aim", text, seat=seat, victim=b)
    if kind == rules.HELD:
        return said("hold", f"{who} hold[s] the Block.", seat=seat)
    if kind == rules.REVEALED:
        owner = "[their|your] own" if b == seat else f"{player(b)}'s"
        text = f"{who} turn[s] up {owner} {action_name(state, b, seat, c)}."
        return said("reveal", text, seat=seat, owner=b, card=face(state, b, c))
    if kind == rules.BLOCKED_BY:
        used = "used " if d else ""
        text = f"{who} block[s] {player(b)}'s {used}{action_name(state, b, state.turn, c)}."
        return said("block", text, seat=seat, owner=b, card=face(state, b, c), place=e)
    if kind in (rules.RESOLVES, rules.FIZZLES):
        name = action_name(state, b, seat, c)
        verb = "resolve" if kind == rules.RESOLVES else "fizzle"
        what = "takes effect" if kind == rules.RESOLVES else "finds nothing to act on"
        return said(verb, f"{player(b)}'s {name} {what}.", seat=seat, owner=b, card=face(state, b, c))
    if kind == rules.NOT_FOUND:
        what = {INGREDIENT: "ingredient", RECIPES: "recipe", PROGRESS: "card to track"}[b]
        return said("nothing", f"{who} find[s] no {what} in the discard pile.", seat=seat)
    if kind == rules.FLIPPED:
        name = state.stations[seat].deck.names[FIRST_UTENSIL + b]
        side = "face up again" if c == UP else "face down"
        return said("flip", f"{who}'s {name} is turned {side}.", seat=seat, symbol=b, up=c == UP)
    card = face(state, seat, b)
    name = card_name(state, seat, b)
    if kind == rules.LOST_INGREDIENT:
        out_of = f" from {state.stations[seat].deck.names[c]}" if c != NOTHING else ""
        return said("lose ingredient", f"{who} lose[s] {name}{out_of}.", seat=seat, card=card)
    if kind == rules.TAKEN_APART:
        text = f"{name} has no primary left and goes back to {who}'s hand."
        return said("take apart", text, seat=seat, card=card)
    if kind == rules.LOST_RECIPE:
        along = f" and {card_name(state, seat, c)}" if c != NOTHING else ""
        return said(
            "lose recipe",
            f"{name}{along} go back into {who}'s draw pile." if along else f"{name} goes back into {who}'s draw pile.",
            seat=seat,
            card=card,
        )
    if kind == rules.LOST_PROGRESS:
        return said("lose progress", f"{who}'s win card {name} goes back into the draw pile.", seat=seat, card=card)
    if kind == rules.MORE:
        return said("more", f"{who}'s {name} scores 1 {'more' if c > 0 else 'less'}.", seat=seat, card=card, points=c)
    assert kind == rules.REUSED
    return said("reuse", f"{who} prepare[s] {name} from the discard pile.", seat=seat, card=card)


# The table and the score sheet


def item(cards: FoodCourtCards, at: int, tag: str = "") -> Words:
    """A card as it is drawn on any table, by its place in the list of faces."""
    number = max(number for number, first in enumerate(cards.first_face) if first <= at)
    deck = cards.decks[number]
    kind = at - cards.first_face[number]
    sort = SORTS[deck.sort[kind]]
    title, lines = deck.names[kind], [sort]
    if kind < EFFECTS:
        title = both_names(cards, kind)
    elif deck.sort[kind] == RECIPE:
        lines = [f"{DIFFICULTIES[deck.difficulty[kind]]}, {deck.names[FIRST_UTENSIL + deck.symbol[kind]]}"]
    lines += traits(deck, kind)
    return {"title": title, "kind": sort, "lines": lines, "tag": tag}


def zones(view: Words, cards: FoodCourtCards) -> list[Words]:
    """Each player's station: meals, prepared ingredients, win cards, action cards, and what may be seen of the hand."""
    laid: list[Words] = []
    for seat, station in enumerate(view["stations"]):
        who = player(seat)
        utensils = [
            f"{cards.decks[0].names[FIRST_UTENSIL + at]} {word}"
            for at, word in enumerate(station["utensils"])
            if word != "not in play"
        ]
        deck = next(deck for deck in cards.decks if deck.id == station["deck"])
        note = f"{station['cuisine']}, {station['vp']} VP, score {view['scores'][seat]}"
        if view["roles"]:
            note += f", {view['roles'][seat]['role']}"
        note += f"; worth {station['would_score']} now"
        if utensils:
            note += f"; {', '.join(utensils)}"
        if station["next_course"]:
            note += f"; next course to track: {station['next_course']}"
        meals = [meal_item(cards, meal) for meal in station["meals"]]
        laid.append(zone(f"{who}'s meals", seat, f"{note}; {ability_text(deck)}", meals))
        hand = station["cards"] if station["cards"] is not None else station["shown"]
        hidden = "" if station["cards"] is not None else f"{counted(station['hand'], 'card')}, {len(hand)} known; "
        note = f"{hidden}draw pile {station['draw']}, discard pile {station['discard']}"
        laid.append(zone(f"{who}'s hand", seat, note, [item(cards, at) for at in hand]))
        rest = [
            zone(f"{who}'s prepared ingredients", seat, "", [item(cards, at) for at in station["prepared"]]),
            zone(f"{who}'s win cards", seat, "", [item(cards, at) for at in station["wins"]]),
            zone(f"Action cards before {who}", seat, "", [before_item(cards, told) for told in station["before"]]),
            zone(
                f"{who}'s discard pile",
                seat,
                "as far as known",
                [item(cards, at) for at in station["seen"] + (station["unseen"] or [])],
            ),
        ]
        laid += [part for part in rest if part["items"]]
    return laid


def zone(title: str, seat: Seat, note: str, items: list[Words]) -> Words:
    """A part of the table."""
    return {"title": title, "seat": seat, "note": note, "items": items}


def meal_item(cards: FoodCourtCards, meal: Words) -> Words:
    """A meal as it is drawn: the recipe with its ingredients."""
    drawn = item(cards, meal["recipe"], LEVELS[meal["level"]] + ("" if meal["full"] else ", for less"))
    if meal["replaced"]:
        drawn["tag"] = f"replacement, {meal['level']} VP"
    drawn["lines"] += [item(cards, good)["title"] for good in meal["goods"]]
    return drawn


def before_item(cards: FoodCourtCards, told: Words) -> Words:
    """An action card before a player as it is drawn."""
    owner = player(told["owner"])
    if told["card"] is None:
        return {"title": "face down", "kind": "action", "lines": [f"from {owner}"], "tag": ""}
    drawn = item(cards, told["card"], told["fate"] or "face down")
    drawn["lines"].append(f"from {owner}")
    return drawn


def sheet(state: FoodCourt) -> Words:
    """The score sheet: all VP by the line they came from, then the win cards."""
    seats = range(state.players)
    lines: list[Words] = []
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
            parts.append(f"{points:+d}" + (f" {station.deck.names[kind]}" if kind != NOTHING else ""))
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
        return f"{listed([player(seat) for seat in best])} share the win with {points}{why}."
    return f"{player(best[0])} win[s] with {points}{why}."
