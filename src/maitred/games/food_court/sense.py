"""What a good player of Food Court knows: which meals can be cooked now, when to wait, whom to hinder."""

from __future__ import annotations

from typing import Final, final

from maitred.games.food_court.abilities import (
    WIN_CARDS,
    count,
    level,
    points_of,
    score_lines,
    trackable,
)
from maitred.games.food_court.cuisines import cuisine_of
from maitred.games.food_court.menus import make_menu, next_goods, next_recipe, recipe_use
from maitred.games.food_court.rules import (
    AIM,
    AIM_AGAIN,
    ALL_WIN_CARDS_VP,
    BLOCKS,
    CARD,
    CHOOSE,
    COOK,
    DISCARD,
    DONE,
    GIVE_UP,
    MAX_PLAYERS,
    NO,
    OPINION,
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
    TRACK,
    WASH,
    YES,
    FoodCourt,
)
from maitred.games.food_court.station import (
    BLOCK,
    DOWN,
    DRAWING,
    EFFECTS,
    NOTHING,
    OPTIONAL,
    PRIMARY,
    PROGRESS,
    RECIPE,
    RECIPES,
    SCORES,
    SECONDARY,
    UP,
    UTENSILS,
    Kind,
    Meal,
    Seat,
    Station,
)
from maitred.kernel.sense import Sense
from maitred.kernel.state import State
from maitred.kernel.words import counted

# What is held but not scored yet, in VP

MEALS: Final = 0.8  # for each VP the meals on the table would score
GOODS: Final = 0.5  # for each prepared ingredient
UTENSIL_UP: Final = 2.0
HELD: Final = 0.4  # for each card in hand
RIVALS: Final = 0.5

# When a big enough turn has come together

MANY_MEALS: Final = 4
BIG_TURN: Final = 9
NEARLY_THERE: Final = 12  # VP from the goal: no time to wait
CLOGGING: Final = 10.0  # what a recipe takes from a hand that holds as many better ones as it can use

# What an action card does to a scorer, in VP: offence and defence, by effect
HARM: Final[list[float]] = [1.2, 4.0, 5.0, 5.0, 2.5, 1.5, 1.0, 0.3]
HELP: Final[list[float]] = [1.2, 1.5, 1.5, 1.0, 2.0, 2.5, 1.0, 0.2]
WORTH_A_BLOCK: Final = 0.9

READY: Final = 0.0  # the order of a turn: put, prepare, place, cook, score
PUT_FIRST: Final = 60.0
PREPARE_NEXT: Final = 50.0
THEN_PLACE: Final = 40.0
THEN_COOK: Final = 30.0
THEN_SCORE: Final = 20.0
THEN_END: Final = 10.0


# Why something is declined at a moment, and why it is chosen
PICKED: Final = ("There is nothing there to take.", "This pick moves the score furthest in your favour.")
HURT: Final = "That is the recipe it hurts most to lose."
BEHIND: Final = "What helps both of you should help whoever is furthest behind."
SHARED: Final = "You are ahead of them: share the gain."
REASONS: Final[dict[int, tuple[str, str]]] = {
    BLOCKS: (
        "Nothing that stands there is worth a Block.",
        "Of all that stands there, stopping this card changes the score most.",
    ),
    AIM: PICKED,
    AIM_AGAIN: PICKED,
    TRACK: ("A fourth win card would end the game while somebody is still ahead of you.", ""),
    SWAP: (
        "The ingredients are worth more to you than that recipe.",
        "It takes the points from them, gives them to you, and counts towards your win condition.",
    ),
    SWAP_WHOSE: (HURT, HURT),
    SWAP_MEAL: (HURT, HURT),
    ROLE: (BEHIND, BEHIND),
    OPINION: ("They are ahead of you: they lose more.", SHARED),
    SUPPLY: ("They are ahead of you: slow them down.", SHARED),
}


@final
class FoodCourtSense(Sense):
    """Judgement for Food Court."""

    def __init__(self) -> None:
        super().__init__()
        self.iterations = 800

    def value(self, state: State, seat: int) -> float:
        """A seat's own standing against that of the others."""
        assert isinstance(state, FoodCourt)
        rivals = 0.0
        for other in range(state.players):
            if other != seat:
                rivals += self.standing(state, other)
        return self.standing(state, seat) - RIVALS * rivals / (state.players - 1)

    def standing(self, state: FoodCourt, seat: Seat) -> float:
        """What a seat has scored, and what its table and hand may still bring."""
        station = state.stations[seat]
        standing = float(station.vp + state.win_vp(seat))
        standing += MEALS * points_of(score_lines(station, station.meals))
        standing += GOODS * len(station.prepared) + HELD * len(station.hand)
        for utensil in station.utensils:
            if utensil == UP:
                standing += UTENSIL_UP
        return standing

    # What can be cooked now

    def is_pressed(self, state: FoodCourt) -> bool:
        """Whether whatever can be cooked is to be cooked now."""
        return state.cooked > 0 or state.reached != 0 or state.round == state.limit or state.role[0] != NOTHING

    def recipe_now(self, state: FoodCourt, seat: Seat) -> Kind:
        """The recipe that a good player puts into the pot now; NOTHING to save all of them for a bigger turn."""
        if state.moment == SECOND or self.is_pressed(state):
            return next_recipe(state, seat)
        menu = make_menu(state, seat)
        return menu[0].recipe if menu and self.is_big(state, seat, menu) else NOTHING

    def is_big(self, state: FoodCourt, seat: Seat, menu: list[Meal]) -> bool:
        """Whether a menu is worth cooking now, rather than waiting for a bigger one."""
        station = state.stations[seat]
        meals = station.meals + menu
        if len(menu) >= MANY_MEALS or trackable(station, meals):
            return True
        for other in state.stations:
            if other.vp >= state.goal - NEARLY_THERE or len(other.wins) >= WIN_CARDS - 1:
                return True
        points = points_of(score_lines(station, meals))
        return points >= BIG_TURN or points + station.vp >= state.goal

    # What to do

    def worth(self, state: State, seat: int, action: int) -> float:
        return self.worths(state, seat, [action])[0]

    def worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """How good actions are among those of their question: cheap rules of thumb, a look ahead only where it pays."""
        assert isinstance(state, FoodCourt)
        moment = state.moment
        if moment in (PLAY, SECOND):
            return self.play_worths(state, seat, actions, True)
        if moment == COOK:
            return self.pot_worths(state, seat, actions)
        if moment in (DISCARD, PAY, GIVE_UP, SWAP_COST):
            keeps = self.keeps(state.stations[seat], actions)
            return [-keep for keep in keeps]
        if moment == TAKE:
            return self.keeps(state.stations[seat], actions)
        return [self.answer_worth(state, seat, action) for action in actions]

    def relative_worths(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """The same; but while an action card can be placed, which comes before any recipe, no menu is planned."""
        assert isinstance(state, FoodCourt)
        if state.moment in (PLAY, SECOND):
            for action in actions:
                if PLACE <= action < CARD:
                    return self.play_worths(state, seat, actions, False)
        return self.worths(state, seat, actions)

    def answer_worth(self, state: FoodCourt, seat: Seat, action: int) -> float:
        """The worth of an answer to what is asked around a turn: by action cards, win conditions and roles."""
        moment = state.moment
        station = state.stations[seat]
        if moment == BLOCKS:
            return WORTH_A_BLOCK if action == DONE else self.block_worth(state, seat, action - CARD)
        if moment in (AIM, AIM_AGAIN):
            return self.aim_worth(state, seat, action)
        if moment == TRACK:
            if action == DONE:
                return 0.0
            return (
                -1.0
                if self.would_end_behind(state, seat)
                else 1.0 + cuisine_of(station).track_use(station, action - PICK)
            )
        if moment == SWAP:
            return 0.0 if action == DONE else 1.0
        if moment == SWAP_MEAL:
            victim = state.stations[state.victim]
            return float(level(victim.deck, victim.meal_of(action - PICK)))
        if moment in (ROLE, SWAP_WHOSE):
            lead = float(state.scores()[action - CHOOSE])
            return lead if moment == SWAP_WHOSE else -lead
        if moment in (OPINION, SUPPLY):
            scores = state.scores()
            friendly = scores[state.counterpart[seat]] <= scores[seat]
            return 1.0 if (action == YES) == friendly else 0.0
        if moment == WASH:
            recipes = count(station.deck, station.hand, RECIPE)
            return 1.0 if (action == YES) == (recipes < 3) else 0.0
        return 0.0

    def pot_worths(self, state: FoodCourt, seat: Seat, actions: list[int]) -> list[float]:
        """What is still missing in the pot comes first, then nothing more."""
        wanted = next_goods(state, seat)
        worths: list[float] = []
        for action in actions:
            if action == DONE:
                worths.append(0.5)
            else:
                missing = 0
                for kind in wanted:
                    if kind == action - PICK:
                        missing += 1
                for kind in state.goods:
                    if kind == action - PICK:
                        missing -= 1
                worths.append(1.0 if missing > 0 else 0.0)
        return worths

    def play_worths(self, state: FoodCourt, seat: Seat, actions: list[int], plans: bool) -> list[float]:
        """A turn in its order: utensils, ingredients, actions, then the meals if it is time, then the score. `plans`:
        whether a menu is planned to know if it is time."""
        station = state.stations[seat]
        deck = station.deck
        planned = not plans
        now = NOTHING
        scores: list[int] = []
        worths: list[float] = []
        for action in actions:
            if action < PLACE:
                kind = action - PICK
                if kind < deck.first_recipe:
                    worths.append(PREPARE_NEXT if deck.sort[kind] >= PRIMARY else PUT_FIRST)
                    continue
                if not planned:
                    planned = True
                    now = self.recipe_now(state, seat)
                if now == NOTHING:
                    worths.append(READY)
                else:
                    worths.append(THEN_COOK + 1.0 if now == kind else THEN_COOK)
            elif action < CARD:
                if not scores:
                    scores = state.scores()
                effect = (action - PLACE) // MAX_PLAYERS
                target = (action - PLACE) % MAX_PLAYERS
                worths.append(THEN_PLACE + self.place_worth(state, seat, effect, target, scores))
            elif action == DONE:
                worths.append(THEN_END)
            elif station.meals:
                worths.append(THEN_SCORE)
            else:
                if not planned:
                    planned = True
                    now = self.recipe_now(state, seat)
                worths.append(THEN_SCORE if now != NOTHING else READY + 1.0)
        return worths

    def place_worth(self, state: FoodCourt, seat: Seat, effect: int, target: Seat, scores: list[int]) -> float:
        """What an action card promises before a player: the leader by the scores is worth most trouble."""
        if target == seat:
            help_ = HELP[effect]
            station = state.stations[seat]
            if effect == UTENSILS and DOWN not in station.utensils:
                help_ = 0.0
            elif effect == BLOCK:
                for code in station.before:
                    if code // EFFECTS != seat:
                        help_ += 1.0
            return help_
        station = state.stations[target]
        harm = HARM[effect]
        if effect == PROGRESS and not station.wins:
            harm = 1.0
        elif effect == UTENSILS and UP not in station.utensils:
            harm = 0.5
        elif effect == BLOCK:
            harm = 0.5
            for code in station.before:
                if code // EFFECTS == target:
                    harm += 0.5
        lead = scores[target]
        for other in range(state.players):
            if other != seat and scores[other] > lead:
                harm *= 0.7
        return harm

    def block_worth(self, state: FoodCourt, seat: Seat, at: int) -> float:
        """What it is worth to stop a revealed card."""
        scorer = state.turn
        before = state.stations[scorer].before
        effect = before[at] % EFFECTS
        aim = state.aims[at]
        if effect == BLOCK and aim != NOTHING:
            saved = before[aim]
            return 0.1 + self.effect_worth(state, saved // EFFECTS == scorer, saved % EFFECTS)
        return self.effect_worth(state, before[at] // EFFECTS == scorer, effect)

    def effect_worth(self, state: FoodCourt, own: bool, effect: int) -> float:
        """What a revealed card will do to the scorer, for good or ill."""
        if own:
            return HELP[effect]
        scorer = state.stations[state.turn]
        if (effect == PROGRESS and not scorer.wins) or (effect == UTENSILS and UP not in scorer.utensils):
            return 0.0
        return HARM[effect]

    def aim_worth(self, state: FoodCourt, seat: Seat, action: int) -> float:
        """Look at what comes of a pick; where an ingredient is picked next, at the best of them."""
        if state.owner() == seat and seat == state.turn and state.effect() != UTENSILS and state.effect() != SCORES:
            return self.keeps(state.stations[seat], [action])[0]
        after = state.clone()
        after.apply(seat, action)
        if after.moment == AIM_AGAIN and after.actor == seat and state.moment == AIM:
            best = -1e9
            for next_action in after.legal(seat):
                best = max(best, self.aim_worth(after, seat, next_action))
            return best
        return self.value(after, seat)

    def keeps(self, station: Station, actions: list[int]) -> list[float]:
        """What the cards that actions name are worth in hand, and 0 for an action that names none."""
        recipes: list[Kind] = []
        uses: list[float] = []
        deck = station.deck
        for kind in station.hand:
            if deck.sort[kind] == RECIPE:
                recipes.append(kind)
                uses.append(recipe_use(station, kind))
        return [self.keep(station, action - PICK, recipes, uses) if action < PLACE else 0.0 for action in actions]

    def keep(self, station: Station, kind: Kind, recipes: list[Kind], uses: list[float]) -> float:
        """What a card is worth in hand, beside recipes there with their uses; below zero it is better let go."""
        deck = station.deck
        sort = deck.sort[kind]
        if sort == RECIPE:
            worth = recipe_use(station, kind)
            better = 0
            for at in range(len(recipes)):
                other = recipes[at]
                if other != kind and (uses[at] > worth or (uses[at] == worth and other > kind)):
                    better += 1
            return worth if better < cuisine_of(station).held else worth - CLOGGING
        if sort == PRIMARY:
            return 1.6 if count(deck, station.prepared, PRIMARY) < 4 else 0.8
        if sort == SECONDARY:
            return 1.5 if count(deck, station.prepared, SECONDARY) < 5 else 0.7
        if sort == OPTIONAL:
            return 1.2
        if kind < EFFECTS:
            return 0.9 if kind in (RECIPES, PROGRESS, DRAWING) else 0.5
        return 3.0

    def would_end_behind(self, state: FoodCourt, seat: Seat) -> bool:
        """Whether a fourth win card would end a game in which somebody is still ahead."""
        station = state.stations[seat]
        if len(station.wins) != WIN_CARDS - 1 or state.reached or state.round == state.limit:
            return False
        return max(state.scores()) > station.vp + ALL_WIN_CARDS_VP

    def value_scale(self, state: State) -> float:
        assert isinstance(state, FoodCourt)
        most = 0
        for station in state.stations:
            most = max(most, station.vp + 6 * len(station.wins))
        return max(6.0, 30.0 - 0.4 * most)

    def rollout_horizon(self, state: State) -> int:
        """Until everybody, and the seat itself once more, has had a turn."""
        return state.players + 1

    def stage(self, state: State) -> int:
        assert isinstance(state, FoodCourt)
        return state.turns

    # What needs no thought

    def obvious(self, state: State, seat: int, actions: list[int]) -> int:
        """Utensils and ingredients go onto the table first; what goes into a pot is decided with the recipe."""
        assert isinstance(state, FoodCourt)
        moment = state.moment
        if moment in (PLAY, SECOND):
            deck = state.stations[seat].deck
            for action in actions:
                if action >= PLACE or action - PICK >= deck.first_recipe:
                    break
                return action
        elif moment == COOK:
            worths = self.pot_worths(state, seat, actions)
            best = 0
            for at in range(1, len(actions)):
                if worths[at] > worths[best]:
                    best = at
            return actions[best]
        return NOTHING

    # Why

    def reason(self, state: State, seat: int, action: int) -> str:
        assert isinstance(state, FoodCourt)
        moment = state.moment
        station = state.stations[seat]
        deck = station.deck
        if moment in (PLAY, SECOND):
            return self.play_reason(state, seat, action)
        if moment == COOK:
            if action == DONE:
                return f"{deck.titles[state.pot]} has what it needs, and the rest serves other recipes."
            return f"{deck.titles[action - PICK]} is what {deck.titles[state.pot]} can make most of."
        if moment == DISCARD:
            if action == DONE:
                return "Every card in your hand is worth keeping." if station.hand else "You need cards in your hand."
            return f"You have better use for a new card than for {deck.titles[action - PICK]}."
        if moment in (PAY, GIVE_UP, SWAP_COST):
            return f"You miss {deck.titles[action - PICK]} least."
        if moment == TRACK and action != DONE:
            return f"It is win card {len(station.wins) + 1} of {WIN_CARDS}: 5 VP in the final count, 30 for all."
        if moment in REASONS:
            declined, chosen = REASONS[moment]
            return declined if action in (DONE, NO) else chosen
        if moment == WASH:
            recipes = count(deck, station.hand, RECIPE)
            kept = "too good to lose" if action == NO else "easily replaced, and 2 VP are 2 VP"
            return f"A hand with {counted(recipes, 'recipe')} is {kept}."
        if moment == TAKE:
            return f"{deck.titles[action - PICK]} serves you best of all you have discarded."
        return "The order makes no difference here that could be foreseen."

    def prepare_reason(self, sort: int) -> str:
        """Why an ingredient is prepared, by what it is to recipes."""
        if sort == PRIMARY:
            return "No recipe is cooked without a primary ingredient, and a place in your hand becomes free."
        if sort == SECONDARY:
            return "Secondary ingredients decide which recipes you can cook in full: have this one ready."
        return "An optional ingredient makes a meal worth more, and does nothing in your hand."

    def play_reason(self, state: FoodCourt, seat: Seat, action: int) -> str:
        """Why a good player does this in a turn."""
        station = state.stations[seat]
        deck = station.deck
        if action < PLACE:
            kind = action - PICK
            if kind < deck.first_recipe:
                if deck.sort[kind] >= PRIMARY:
                    return self.prepare_reason(deck.sort[kind])
                return f"It adds 1 VP to every recipe that wants {deck.titles[kind]}, from now on."
            menu = make_menu(state, seat)
            if all([meal.recipe != kind for meal in menu]):
                return f"{deck.titles[kind]} brings something even if it is not cooked in full."
            if len(menu) == 1:
                return f"{deck.titles[kind]} is the one recipe that you can cook in full this turn."
            return f"You can cook {len(menu)} recipes in full this turn, and {deck.titles[kind]} is one of them."
        if action < CARD:
            if (action - PLACE) % MAX_PLAYERS == seat:
                return "It helps you when you score, and nobody knows yet how."
            return "It waits there until they score, when it costs them most."
        if action == SCORE:
            return self.score_reason(state, station)
        if station.meals:
            return "Your meals can be scored later and with more of them: save your recipes for a bigger turn."
        return "A bigger turn is coming together: save your recipes for it."

    def score_reason(self, state: FoodCourt, station: Station) -> str:
        """Why a good player scores now."""
        if state.could_swap(station):
            return "At your scoring a recipe of yours takes the place of an opponent's and counts towards your win."
        worth = f"Your meals are worth {points_of(score_lines(station, station.meals))} VP now"
        if trackable(station, station.meals):
            return f"{worth}, a card of them counts towards your win, and no action card can take scored VP back."
        return f"{worth}, and no action card can take scored VP back."
