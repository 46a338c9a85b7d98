"""Food Court on its own board: whole games by mouse, by keyboard and on a phone, and the moments that are rare."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from maitred.games.food_court import GAME
from maitred.games.food_court.rules import FoodCourt
from tests.games.food_court.table import act, laid, meal, position, station
from tests.page.conftest import Visit, at_own_board
from tests.page.visitor import OWN_BOARD, TOUCH, Visitor

SHORT = {"goal": "10"}
LEGAL = ".court :is([data-at][data-legal], [data-at] [data-legal])"


def moment(ann: Visitor) -> str:
    """What is asked, as the board knows, once nothing is being cooked in full."""
    ann.page.locator(".court:not([data-cooks])").wait_for()
    return ann.page.locator(".court").get_attribute("data-moment") or ""


def bar(ann: Visitor, *verbs: str) -> Locator:
    """The buttons for what is no card."""
    return ann.page.locator(", ".join(f'.orders [data-verb="{verb}"]' for verb in verbs))


def by_pointer(ann: Visitor) -> None:
    """Lay everything out, cook what can be cooked, place actions, then score; a click may ask what it means."""
    cards = ann.page.locator(LEGAL)
    moment(ann)
    ann.page.locator(f"{LEGAL}, .orders button:enabled").first.wait_for()
    if moment(ann) == "discard":
        wish = bar(ann, "fill")
    elif cards.count():
        wish = cards.first
    elif bar(ann, "score").count():
        wish = bar(ann, "score")
    else:
        wish = ann.page.locator(".orders button").first
    if ann.asks_back(lambda: ann.pick(wish)):
        meanings = ann.page.get_by_role("group", name="What do you mean?").get_by_role("button")
        ann.carried_out(lambda: ann.pick(meanings.last))


def by_keys(ann: Visitor) -> None:
    """The same with digits and letters alone."""
    keys = ann.page.keyboard
    if moment(ann) == "discard":
        key = "d"
    elif ann.page.locator(LEGAL).count():
        key = "1"
    elif bar(ann, "score").count():
        key = "s"
    elif bar(ann, "end").count():
        key = "e"
    elif bar(ann, "fill", "finish", "hold", "go on", "decline", "skip", "nothing").count():
        key = "d"
    else:
        key = "1"
    if ann.asks_back(lambda: keys.press(key)):
        ann.carried_out(lambda: keys.press("2"))


def must_be_counted(ann: Visitor, players: int) -> None:
    """The score sheet is there, and says what the seats say."""
    expect(ann.page.locator(".verdict")).to_have_text(re.compile("(wins?|share)"))
    totals = ann.page.get_by_role("region", name="Score sheet").locator("tfoot .value").all_inner_texts()
    assert len(totals) == players
    assert totals == [text.split()[-1] for text in ann.page.locator(".seats li").all_inner_texts()]


def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    ann = at_own_board(visit, "food_court", "md", options=SHORT)
    assert ann.finish_fitting(lambda _: by_keys(ann)) > 3
    must_be_counted(ann, 2)


def test_a_whole_game_on_a_phone(visit: Visit) -> None:
    ann = at_own_board(visit, "food_court", "mddd", options={**SHORT, "roles": "on"}, **TOUCH)
    assert ann.finish_fitting(lambda _: by_pointer(ann)) > 3
    must_be_counted(ann, 4)


def test_decks_are_picked_as_pictures_one_for_each_seat(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    page = ann.page
    page.goto("/set/food_court")
    mine, bots = page.get_by_role("radiogroup", name="Decks of You"), page.get_by_role("radiogroup", name="seat 2")
    expect(mine.get_by_role("radio")).to_have_count(9)
    expect(mine.get_by_role("radio", name="drawn")).to_be_checked()
    mine.get_by_role("radio", name="Japan").click()
    bots.get_by_role("radio", name="Japan").click()
    expect(mine.get_by_role("radio", name="drawn")).to_be_checked()
    mine.get_by_role("radio", name="Türkiye").click()
    page.get_by_role("button", name="Set the table and play").click()
    expect(page.locator(".mine")).to_contain_text("Sultan Saray")
    expect(page.locator(".rival .head").first).to_contain_text("Japan")


# Moments that do not come up in every game: the house tells of a position of ours.


class Staged:
    """Somebody at a table that shows a position of ours; what they do goes nowhere, but is noted."""

    def __init__(self, ann: Visitor, state: FoodCourt) -> None:
        self.ann = ann
        self.sent: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.state = state
        ann.page.route_web_socket(re.compile("/socket"), self.answer)
        ann.set_table("food_court", "m" + "d" * (state.players - 1))
        ann.page.locator(".court").wait_for()

    def answer(self, socket: WebSocketRoute) -> None:
        """Stand between the page and the house."""
        server = socket.connect_to_server()

        def to_house(text: str | bytes) -> None:
            message = json.loads(text)
            if message["t"] == "move":
                self.sent.append(message)
            else:
                server.send(text)

        def from_house(text: str | bytes) -> None:
            message = json.loads(text)
            if message.get("position"):
                message["position"].update(self.position())
            socket.send(json.dumps(message))

        socket.on_message(to_house)
        server.on_message(from_house)

    def position(self) -> dict[str, Any]:
        """The position as seat 0 sees it."""
        offers = []
        for action in self.state.legal(0):
            words = GAME.describe(self.state, 0, action)
            about = {key: value for key, value in words.items() if key not in ("verb", "label")}
            offers.append(
                {"action": action, "stamp": 0, "verb": words["verb"], "label": words["label"], "about": about}
            )
        return {
            "view": GAME.view(self.state, 0),
            "prompt": GAME.prompt(self.state, 0),
            "actors": self.state.actors(),
            "offers": offers,
        }

    def did(self) -> str:
        """The label of what was done."""
        for _ in range(100):
            if self.sent:
                break
            self.ann.page.wait_for_timeout(50)
        return str(GAME.describe(self.state, 0, self.sent[-1]["action"])["label"])


def block_chain() -> FoodCourt:
    """Seat 1 scores: seat 0's Lose Recipe was blocked, and seat 0 has a Block of its own to use on that Block."""
    state = position(
        station("japan", hand=["Gyoza", "Nori"]),
        station(
            "italy",
            meals=[meal("Lasagna al Forno", "Lasagna Sheets", "Secondary", "Secondary", turn=2)],
            before=[laid(0, "Recipes"), laid(1, "Blocking"), laid(0, "Blocking")],
        ),
        station("mexico"),
        turn=1,
        actor=1,
    )
    act(state, "Score", "Block Ada's Lose Recipe")
    return state


def cooking() -> FoodCourt:
    """A hard recipe on the fire that lacks a secondary."""
    state = position(
        station(
            "italy",
            hand=["Lasagna al Forno", "Blocking", "Marinara"],
            prepared=["Lasagna Sheets", "Penne", "Secondary", "Secondary", "Basil"],
            utensils=["not in play", "not in play", "up"],
        ),
        station("turkiye", prepared=["Primary"], before=[laid(0, "Recipe Scores"), laid(1, "Blocking")]),
        station("france"),
    )
    act(state, "Cook Lasagna al Forno", "Add Lasagna Sheets", "Add Secondary")
    return state


def test_a_block_chain_asks_whoever_may_answer(visit: Visit) -> None:
    staged = Staged(visit(settings=OWN_BOARD), block_chain())
    page = staged.ann.page
    show = page.get_by_role("region", name="Olive scores")
    expect(show).to_contain_text("You have a Block here.")
    stack = show.locator(".stack").first
    expect(stack.locator(".words")).to_have_text(
        re.compile(r"your\s+Lose Recipe\s+blocked.*Block Action\s+stands", re.S)
    )
    stack.get_by_role("button", name="Block Action, stands").click()
    assert staged.did().startswith("Block {1}'s Block Action")


def test_cooking_shows_what_is_missing_and_what_it_would_score(visit: Visit) -> None:
    staged = Staged(visit(settings=OWN_BOARD), cooking())
    pot = staged.ann.page.locator(".mine .pot")
    expect(pot).to_contain_text("Missing a secondary to be full.")
    expect(pot.get_by_role("row", name="utensil")).to_contain_text("+1")
    expect(pot.get_by_role("row", name="would score")).to_contain_text("+3")
    staged.ann.page.locator('[data-at^="prepared/0"][data-legal]').filter(has_text="Basil").click()
    assert staged.did() == "Add Basil (O) to Lasagna al Forno"


def test_one_tap_cooks_in_full_and_for_less_on_request(visit: Visit) -> None:
    state = position(
        station("china", hand=["Claypot Rice", "Secondary"], prepared=["Primary"]), station("japan"), station("mexico")
    )
    staged = Staged(visit(settings=OWN_BOARD), state)
    page = staged.ann.page
    recipe = page.get_by_role("button", name="Claypot Rice, recipe")
    recipe.click()
    assert staged.did() == "Prepare Broccoli (S)", "what is still in hand is laid out first"
    other = Staged(visit(settings=OWN_BOARD), state)
    other.ann.page.get_by_label("I choose the ingredients, or cook for less").check()
    other.ann.page.get_by_role("button", name="Claypot Rice, recipe").click()
    assert other.did() == "Cook Claypot Rice (normal, rice)"


def test_a_recipe_is_dragged_to_the_meals_and_cooked_to_the_end(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("food_court", "md", options=SHORT)
    while ann.wait_to_be_asked() and not ann.page.locator(".hand .cook").count():
        by_pointer(ann)
    cooked = ann.page.locator(".mine .meal").count()
    ann.page.locator(".hand .hold:has(.cook) .card").first.drag_to(ann.page.locator(".mine .meals"))
    finish = bar(ann, "finish")
    meal = ann.page.locator(".mine .meal")
    expect(meal.nth(cooked).or_(finish).first).to_be_visible()
    if finish.count():
        expect(finish).to_contain_text("in full")


def test_japans_marked_cards_and_frances_next_course_are_there_to_see(visit: Visit) -> None:
    spices = ["Umami", "Wasabi", "Ginger"]
    japan = station("japan", hand=spices, prepared=["Umami", "Wasabi"])
    state = position(japan, station("france", wins=["Garbure"], prepared=["Primary"]))
    page = Staged(visit(settings=OWN_BOARD), state).ann.page
    for name, said in (("Umami", "+2, marked"), ("Wasabi", "+1"), ("Ginger", "−1, marked")):
        card = page.locator(".hand").get_by_role("button", name=f"{name}, secondary ingredient, {said}")
        expect(card).to_be_visible()
        expect(card.locator(".line")).to_have_text(["marked"] if "marked" in said else [])
    expect(page.locator(".mine .ability")).to_contain_text("Umami +2, Wasabi +1, Ginger −1")
    expect(page.locator(".mine .ability")).to_contain_text("2 Umami and 2 Ginger")
    laid_out = page.get_by_label("Your prepared ingredients").get_by_role("button")
    expect(laid_out.filter(has_text="Umami").locator(".traits")).to_have_text("+2 marked")
    expect(laid_out.filter(has_text="Wasabi").locator(".traits")).to_have_text("+1")
    page.locator(".rival .head").click()
    stall = page.get_by_role("region", name="Olive, France")
    expect(stall.get_by_text("next appetizer")).to_be_visible()
    page.keyboard.press("Escape")
    expect(stall).to_be_hidden()
    other = Staged(visit(settings=OWN_BOARD), position(station("france", wins=["Garbure"]), japan)).ann.page
    expect(other.locator(".mine").get_by_text("next appetizer")).to_be_visible()
    other.locator(".rival .head").click()
    expect(other.locator(".stall .good").filter(has_text="Umami")).to_contain_text("+2 marked")
    expect(other.locator(".prompt")).to_contain_text("Your next course to track: appetizer.")


def test_cards_are_dragged_to_where_they_go(visit: Visit) -> None:
    state = position(
        station("italy", hand=["Blocking", "Basil"], prepared=["Penne"]), station("japan"), station("mexico"), turn=0
    )
    staged = Staged(visit(settings=OWN_BOARD), state)
    page = staged.ann.page
    page.get_by_role("button", name="Block Action, action").drag_to(page.locator('.rival[data-drop="seat/2"]'))
    assert staged.did() == "Place Block Action face down before {2}"
    assert len(staged.sent) == 1


@pytest.mark.parametrize("position", [block_chain, cooking])
def test_axe_finds_nothing(visit: Visit, position: Any) -> None:
    ann = visit(settings=OWN_BOARD, bypass_csp=True)
    Staged(ann, position())
    for _ in ann.each_look():
        ann.must_be_accessible()
        ann.must_fit()
