"""Food Court in words: what is announced, what the cards are called, and prompts that ask for what may be done."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from maitred.games.food_court import GAME
from maitred.games.food_court.cards import DECK
from maitred.games.food_court.rules import OVER, FoodCourt
from maitred.games.food_court.view import MOMENT_NAMES
from maitred.kernel.words import named, player
from maitred.server.showing import log_since
from tests.games.food_court.table import NAMES, act, labels, laid, meal, moment, new, position, station
from tests.table.scripted import ScriptedTable, find_game

TABLES: list[dict[str, Any]] = [
    {"players": 2, "decks": "japan,france"},
    {"players": 3, "decks": "turkiye,mexico,italy", "roles": "on"},
    {"players": 4, "decks": "india,usa,china,turkiye", "roles": "on"},
]
GAMES_EACH = 4


def random_game(table: dict[str, Any], seed: int) -> Iterator[FoodCourt]:
    """The states of a random game; the same object, played on."""
    options = {name: value for name, value in table.items() if name != "players"}
    state: Any = GAME.new(table["players"], seed, {"rounds": 12, **options})
    pick = random.Random(seed)
    state.events = []
    while state.moment != OVER:
        yield state
        state.events = []
        legal = state.legal(state.actor)
        state.apply(state.actor, pick.choice([*legal, legal[-1]]))
    yield state


def heard(state: FoodCourt, events: list[tuple[int, ...]], viewer: int | None = None) -> list[str]:
    """What a viewer hears of events, with names."""
    told = [GAME.hear(state, event, viewer) for event in events]
    return [named(words["text"], NAMES) for words in told if words is not None]


def prompt(state: FoodCourt, seat: int | None = None) -> str:
    """What a seat, or whoever is asked, is told to do."""
    return named(GAME.prompt(state, state.actor if seat is None else seat), NAMES)


def items(state: FoodCourt, title: str) -> dict[str, list[str]]:
    """The cards of a zone as anyone draws them: their lines by their titles."""
    zones = GAME.zones(GAME.view(state, 0), state.cards)
    found = next(zone for zone in zones if named(zone["title"], NAMES) == title)
    return {item["title"]: item["lines"] for item in found["items"]}


def note(state: FoodCourt, title: str) -> str:
    """What a zone says of itself."""
    zones = GAME.zones(GAME.view(state, 1), state.cards)
    return next(str(zone["note"]) for zone in zones if named(zone["title"], NAMES) == title)


# What is announced


def test_the_opening_tells_who_runs_which_restaurant_the_goal_and_whose_turn_it_is() -> None:
    state = new(2, decks="japan,france", first=2)
    for viewer in (None, 0, 1):
        assert heard(state, GAME.opening(state), viewer) == [
            "Ada runs Sakura House (Japan).",
            "Ben runs Le Petit Paris (France).",
            "Round 1 of at most 50. The goal is 40 VP or 4 win cards.",
            "Ben's turn.",
        ]
    opens = GAME.hear(state, GAME.opening(state)[1], None)
    assert opens is not None
    assert (opens["event"], opens["seat"], opens["cuisine"]) == ("opens", 1, "France")


def test_the_opening_is_heard_at_a_table_right_after_the_deal() -> None:
    evening = ScriptedTable("food_court", "pp", {"decks": "japan,france", "first": "1"}).deal()
    mine = {
        None: ("{0} runs", "{1} runs", "{0}'s"),
        0: ("You run", "{1} runs", "Your"),
        1: ("{0} runs", "You run", "{0}'s"),
    }
    for eyes, (first, second, whose) in mine.items():
        log = [line.text for line in log_since(evening.lines, 0, eyes, find_game)]
        assert log[log.index("The cards are dealt.") + 1 :] == [
            f"{first} Sakura House (Japan).",
            f"{second} Le Petit Paris (France).",
            "Round 1 of at most 50. The goal is 40 VP or 4 win cards.",
            f"{whose} turn.",
        ]


def test_the_opening_tells_of_roles_before_the_first_turn() -> None:
    state = new(3, decks="japan,france,usa", roles="on", goal=25, rounds=9)
    roles = [told["role"] for told in GAME.view(state, None)["roles"]]
    told = heard(state, GAME.opening(state))
    assert told[2:] == [
        "Cleo runs Liberty Grill (USA).",
        "Round 1 of at most 9. The goal is 25 VP or 4 win cards. "
        f"Ada is the {roles[0]}, Ben is the {roles[1]} and Cleo is the {roles[2]}.",
    ]


def test_every_round_tells_its_number_the_goal_and_the_limit() -> None:
    state = position(station("italy"), station("france"), turn=1, limit=3, goal=30)
    said = []
    for _ in range(2):
        state.events = []
        while state.actor == 1:
            act(state, "Draw" if moment(state) == "discard" else "End the turn")
        said += heard(state, state.events)
        act(state, "Draw", "End the turn")
    assert "Round 2 of at most 3. The goal is 30 VP or 4 win cards." in said
    assert "Round 3, the last. The goal is 30 VP or 4 win cards." in said


# Japan's marked cards, France's courses


def test_every_ingredient_has_a_name_of_its_cuisine_and_is_marked_by_its_sort() -> None:
    state = position(station("china", hand=["Primary", "Secondary", "Soy Sauce"]), station("usa"))
    told = [GAME.describe(state, 0, action)["label"] for action in state.legal(0)]
    assert told[:3] == ["Prepare Rice (P)", "Prepare Broccoli (S)", "Prepare Soy Sauce (O)"]
    faces = GAME.faces(state.cards)
    assert not [face for face in faces if face["name"] in ("Primary", "Secondary")]
    items = [item for zone in GAME.zones(GAME.view(state, 0), state.cards) for item in zone["items"]]
    assert [item["title"] for item in items] == ["Rice", "Broccoli", "Soy Sauce"]


def test_an_own_deck_keeps_the_names_that_it_gives() -> None:
    tables = DECK.tables()
    tables["decks"]["china"]["primary"][0]["name"] = "Black Rice"
    tables["decks"]["elsewhere"] = tables["decks"].pop("usa")
    cards = GAME.read_cards(tables)
    titles = {face["deck"]: face["name"] for face in GAME.faces(cards) if face["kind"] == "primary"}
    assert titles["china"] == "Black Rice"
    assert titles["elsewhere"] == "Primary", "a deck that is not ours is called as its file says"


def test_F13_japan_says_everywhere_which_cards_are_marked() -> None:
    hand = ["Umami", "Wasabi", "Ginger"]
    state = position(station("japan", hand=hand, wins=["Umami"]), station("france"))
    assert labels(state)[:3] == [
        "Prepare Umami (S, +2, marked)",
        "Prepare Wasabi (S, +1)",
        "Prepare Ginger (S, -1, marked)",
    ]
    assert items(state, "Ada's hand") == {
        "Umami": ["secondary", "+2", "marked"],
        "Wasabi": ["secondary", "+1"],
        "Ginger": ["secondary", "-1", "marked"],
    }
    assert items(state, "Ada's win cards") == {"Umami": ["secondary", "+2", "marked"]}
    tags = {face["name"]: face["tag"] for face in GAME.faces(state.cards) if face["deck"] == "japan"}
    assert [tags[name] for name in hand] == ["marked", None, "marked"]
    said = "each Umami +2, Wasabi +1 and Ginger -1; track the marked ones, 2 Umami and 2 Ginger"
    assert note(state, "Ada's meals").endswith(said)
    printed = GAME.constants(state.cards)["abilities"]["japan"]
    assert "counts its own points: Umami +2, Wasabi +1, Ginger −1." in printed["text"]
    assert printed["win"] == "Four marked spices, 2 Umami and 2 Ginger."


def test_F13_france_says_which_course_comes_next() -> None:
    courses = ["entrée", "appetizer", "main", "dessert"]
    wins = ["Garbure", "Quiche Lorraine", "Ratatouille", "Pain Perdu"]
    for tracked, course in enumerate(courses):
        state = position(station("france", wins=wins[:tracked]), station("usa"))
        assert prompt(state).endswith(f"Your next course to track: {course}.")
        assert course not in prompt(state, 1)
        assert f"next course to track: {course}" in note(state, "Ada's meals")
        assert GAME.view(state, 1)["stations"][0]["next_course"] == course
    state = position(station("france", wins=wins), station("usa"))
    assert "course" not in prompt(state)
    assert GAME.view(state, None)["stations"][0]["next_course"] is None
    assert "next course" not in note(state, "Ada's meals")
    assert GAME.view(state, None)["stations"][1]["next_course"] is None


def test_F13_france_is_asked_to_track_the_next_course_by_its_name() -> None:
    cooked = [meal("Ratatouille", "Primary", "Secondary")]
    state = position(station("france", meals=cooked, wins=["Garbure", "Quiche Lorraine"]), station("usa"))
    act(state, "Score")
    assert prompt(state) == (
        "Your move: track a recipe of your next course (main) towards your win condition, or nothing."
    )
    assert labels(state)[0] == "Track Ratatouille (normal, main) towards your win condition"


def test_house_rulings_on_abilities_are_marked_in_the_rules() -> None:
    lines = {line.split("**")[1]: line for line in GAME.rules().splitlines() if line.startswith("| **")}
    assert "**[house F13]** as many pairs as there are" in lines["France"]
    assert "**[house F13]** all of one type" in lines["USA"]
    assert "**[house F15]** A scoring counts as a whole" in GAME.rules()


# Prompts


SAYS = {
    "counterpart": r"\bcounterpart\b",
    "praise": r"\bpraise\b",
    "pan": r"\bpan\b",
    "less": r"\bless\b",
    "take": r"\btake\b(?!$)",
    "discard": r"\bdiscard (?!pile|your hand)",
    "fill": r"\bdraw (\d+ cards?|nothing)\b",
    "wash": r"\bdiscard your hand\b",
    "keep": r"\bkeep\b",
    "prepare": r"\bprepare\b",
    "cook": r"\bcook\b",
    "put": r"\bput a utensil\b",
    "place": r"\bplace\b",
    "score": r"(?<!the )\bscore\b",
    "end": r"\bend the turn\b",
    "go on": r"\bgo on to the score\b",
    "add": r"\badd\b",
    "finish": r"\bfinish\b",
    "pay": r"\bpay\b",
    "block": r"\bblock\b",
    "hold": r"\bhold\b",
    "repair": r"\brepair\b",
    "break": r"\bbreak\b",
    "more": r"\bscores 1 more\b",
    "reuse": r"\breuse\b",
    "disrupt": r"\bwin card\b",
    "lose": r"\brecipe that .* loses\b",
    "ingredient": r"\bgoes with it\b",
    "meal": r"\bmeal of\b",
    "nothing": r"\bgo on, as there is nothing\b",
    "resolve": r"\bresolve\b",
    "swap": r"\bput up\b",
    "decline": r"\breplace nothing\b",
    "victim": r"\bwhose recipe\b",
    "replace": r"\breplace a recipe of\b",
    "spend": r"\bspend\b",
    "track": r"\btrack (a card|a recipe)\b",
    "skip": r"\bor nothing\b",
}


def named_verbs(text: str) -> set[str]:
    """The verbs that a prompt names; names of cards are written with capitals, and so no verbs."""
    question = text.removeprefix("Your move: ").split(". ")[0].removesuffix(".")
    return {verb for verb, says in SAYS.items() if re.search(says, question)}


def rare_positions() -> Iterator[FoodCourt]:
    """Questions that random games seldom come to."""
    cooked = [meal("Marinara", "Penne")]
    state = position(
        station("italy", meals=cooked, wins=["Penne"], before=[laid(1, "Win Condition Cards")]), station("usa")
    )
    act(state, "Score")
    yield state
    state = position(station("italy", meals=cooked, before=[laid(0, "Ingredients")]), station("usa"))
    act(state, "Score", "Resolve")
    yield state


def verbs(state: FoodCourt) -> set[str]:
    """What whoever is asked may do, in a word each."""
    return {GAME.describe(state, state.actor, action)["verb"] for action in state.legal(state.actor)}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["decks"])
def test_a_prompt_names_every_verb_that_is_offered_and_no_other(table: dict[str, Any]) -> None:
    for seed in range(GAMES_EACH):
        for state in random_game(table, seed):
            if state.moment != OVER:
                assert named_verbs(prompt(state)) == verbs(state), f"{prompt(state)} {labels(state)}"
    for state in rare_positions():
        assert named_verbs(prompt(state)) == verbs(state), f"{prompt(state)} {labels(state)}"


def test_the_games_that_prompts_are_tried_in_come_to_every_question_and_every_verb() -> None:
    asked: set[str] = set()
    offered: set[str] = set()
    for table in TABLES:
        for seed in range(GAMES_EACH):
            for state in random_game(table, seed):
                asked.add(moment(state))
                if state.moment != OVER:
                    offered |= verbs(state)
    for state in rare_positions():
        offered |= verbs(state)
    assert asked == set(MOMENT_NAMES)
    assert offered == set(SAYS)


def prompt_after(state: FoodCourt, label: str) -> str:
    """What a seat is asked once it has done something."""
    act(state, label)
    return prompt(state)


def test_the_pot_asks_for_what_it_has_room_for() -> None:
    state = position(station("italy", hand=["Marinara"], prepared=["Penne", "Secondary", "Basil"]), station("france"))
    assert prompt_after(state, "Cook Marinara") == "Your move: add a primary ingredient to Marinara."
    assert prompt_after(state, "Add Penne") == "Your move: add an optional ingredient to Marinara, or finish it."
    assert prompt_after(state, "Add Basil") == "Your move: finish Marinara."


def test_the_discards_left_and_the_cards_to_draw_are_those_of_the_position() -> None:
    hand = ["Basil", "Penne", "Penne", "Marinara", "Kitchenware", "Blocking", "Drawing Cards", "Capricciosa"]
    state = position(station("italy", hand=hand), station("france"), moment="discard", left=3)
    assert prompt(state) == "Your move: discard up to 3 cards, or draw nothing."
    assert prompt_after(state, "Discard Basil") == "Your move: discard up to 2 more cards, or draw 1 card."
    assert prompt_after(state, "Discard Marinara") == "Your move: discard 1 more card, or draw 2 cards."
    assert prompt_after(state, "Discard Capricciosa") == "Your move: draw 3 cards."
    state = position(station("italy", hand=["Basil"]), station("france"), moment="discard", left=3)
    assert prompt(state) == "Your move: discard 1 card, or draw 7 cards."


def test_no_more_cards_are_promised_than_the_piles_hold() -> None:
    state = position(station("italy"), station("france"), moment="discard", left=3)
    there = state.stations[0]
    there.hand = sorted(there.draw[:51])
    there.draw = there.draw[51:]
    there.prepared = there.hand[:48]
    there.hand = there.hand[48:]
    assert labels(state)[-1] == "Draw 2 cards"


def test_others_are_told_what_is_asked_without_what_only_the_asked_can_know() -> None:
    state = position(station("italy", hand=["Basil"]), station("france"))
    assert prompt(state) == "Your move: prepare an ingredient or end the turn."
    assert prompt(state, 1) == "Ada to move: play the turn."
    assert named(GAME.prompt(state, None), NAMES) == "Ada to move: play the turn."


# Sentences

NUMBERS = re.compile(
    r"\b1 (more )?(discarded |prepared |win )?(cards|recipes|ingredients)\b|\b(0|[2-9]|\d\d+) (card|recipe)\b"
)


def must_read_well(text: str) -> None:
    """No number that its noun disagrees with, no gap, a full stop at the end."""
    assert not NUMBERS.search(text), text
    assert not re.search(r"  | [.,;:]|\{|\}|None|themself", text), text


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["decks"])
def test_log_labels_and_reasons_read_well_and_say_you_or_a_name_but_never_both(table: dict[str, Any]) -> None:
    for seed in range(GAMES_EACH):
        for state in random_game(table, seed):
            assert state.events is not None
            for viewer in (None, 0, 1):
                for text in heard(state, state.events, viewer):
                    must_read_well(text)
                    assert text.endswith(".")
                    assert not re.search(r"\b[Yy]our?\b", text), text
            if state.moment == OVER:
                continue
            seat = state.actor
            asked = [GAME.prompt(state, seat)]
            for action in state.legal(seat):
                asked.append(GAME.describe(state, seat, action)["label"])
                must_read_well(GAME.sense.reason(state, seat, action))
            for text in asked:
                must_read_well(named(text, NAMES))
                assert player(seat) not in text, text
            assert not re.search(r"\b[Yy]our?\b", GAME.prompt(state, None))


def test_equal_cards_are_told_together_and_a_meal_by_the_names_of_its_ingredients() -> None:
    goods = ["Lasagna Sheets", "Secondary", "Secondary", "Basil"]
    state = position(station("italy", hand=["Lasagna al Forno"], prepared=goods), station("france"))
    act(state, "Cook", "Add Lasagna Sheets", "Add Secondary", "Add Secondary", "Add Basil")
    state.events = []
    act(state, "Finish")
    assert heard(state, state.events) == [
        "Ada has cooked Lasagna al Forno (hard) with Lasagna Sheets (P), 2 × Tomato (S) and Basil (O)."
    ]


def test_a_block_that_ends_the_turn_names_the_card_as_the_scorer_saw_it() -> None:
    row = [laid(1, "Recipes"), laid(0, "Blocking")]
    state = position(station("italy", meals=[meal("Marinara", "Penne")], before=row), station("france"))
    act(state, "Score")
    state.events = []
    act(state, "Block Ben's Lose Recipe")
    assert state.turn == 1
    assert heard(state, state.events)[0] == "Ada blocks Ben's Lose Recipe."


def test_a_scoring_reads_as_a_story() -> None:
    before = [laid(1, "Recipe Scores"), laid(0, "Utensils")]
    zones: dict[str, Any] = {"meals": [meal("Fettuccine Alfredo", "Fettuccine", "Secondary")], "before": before}
    state = position(station("italy", utensils=["down", "not in play", "not in play"], **zones), station("france"))
    state.events = []
    act(state, "Score", "Ada's Fettuccine Alfredo", "Resolve your Repair Utensil", "Repair", "Track Fettuccine")
    assert heard(state, state.events)[:-1] == [
        "Ada begins to score.",
        "Ada turns up Ben's Score Less.",
        "Ada turns up their own Repair Utensil.",
        "Ben's Score Less takes effect.",
        "Ada's Fettuccine Alfredo (normal) scores 1 less.",
        "Ada's Repair Utensil takes effect.",
        "Ada's Kitchenware is turned face up again.",
        "Ada: +2 for Fettuccine Alfredo (recipe).",
        "Ada: +1 for Fettuccine Alfredo (ability).",
        "Ada: -1 for Fettuccine Alfredo (action cards).",
        "Ada scores 2 VP and has 2 now.",
        "Ada tracks Fettuccine (P): 1 of 4 win cards.",
        "Ada's turn is over.",
    ]
