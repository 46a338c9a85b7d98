"""Ovens on its own board: whole games by mouse, by keyboard and on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Visit, at_own_board
from tests.page.screenshots import asked
from tests.page.staged import SEAT, Moment, evening_with
from tests.page.visitor import OWN_BOARD, TOUCH, Visitor, Words

CROSSING = """() => {
  const [one, other] = ["[data-clear]", ".preview"].map((name) => document.querySelector(name).getBoundingClientRect());
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return wide > 0 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0;
}"""


def ours(event: str) -> Moment:
    """Somebody has done this to us."""

    def done(position: Words, log: list[Words]) -> bool:
        heard = [line["about"] for line in log if line["about"] and line["about"]["event"] == event]
        return bool(heard) and heard[0]["victim"] == SEAT

    return done


def act(cook: Visitor, done: int) -> None:
    """Click one of the things that stand out, another one every time; if that can mean several things, one of them."""
    page = cook.page
    legal = page.locator(".board [data-legal]")
    prompt = cook.prompt.inner_text()
    if "supply" in prompt:
        legal = page.locator(".pile [data-legal]").or_(page.locator(".steps [data-legal]"))
        legal.first.wait_for()
    elif "prepare" in prompt and page.locator(".pantry [data-legal]").count():
        legal = page.locator(".pantry [data-legal]")
    if cook.asks_back(lambda: cook.pick(legal.nth(done % legal.count()))):
        meanings = page.locator(".choices button")
        cook.carried_out(lambda: cook.pick(meanings.nth(done % meanings.count())))


def must_be_opened(ann: Visitor) -> None:
    """All ovens are open, and what is told of them is what the sheet says."""
    page = ann.page
    expect(page.get_by_role("heading", name="The ovens are opened")).to_be_visible()
    unfinished = page.get_by_role("region", name="Score sheet").get_by_role("row", name="Unfinished")
    left = [text for text in unfinished.locator(".value").all_inner_texts() if text]
    expect(page.locator(".told li").filter(has_text=re.compile("(has|have) not finished"))).to_have_count(len(left))
    assert page.locator(".oven .down").count() == 0, "all cards in the ovens are turned up"


def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    ann = at_own_board(visit, "ovens", "mrr")
    page = ann.page

    def press(done: int) -> None:
        ann.look_over(done)
        prompt = ann.prompt.inner_text()
        printed = page.locator(".board [data-legal] kbd, .board .pantry kbd").all_inner_texts()
        wishes = {
            "supply": ["t", "g"],
            "take the top dish": ["1"],
            "first cards": ["1", "g"],
            "prepare": ["1", "2", "3", "g"],
        }
        found = next((keys for part, keys in wishes.items() if part in prompt), [*"123", "b", "c", "g"])
        key = next(key for key in found[done % 2 :] + found if key in printed)
        if ann.asks_back(lambda: page.keyboard.press(key)):
            ann.carried_out(lambda: page.keyboard.press("1"))

    assert ann.finish(press) > 20
    assert len(ann.totals("Unfinished")) == 3
    must_be_opened(ann)


def test_a_whole_game_on_a_phone(visit: Visit) -> None:
    ann = at_own_board(visit, "ovens", "mrrr", **TOUCH, color_scheme="dark")
    assert ann.finish_fitting(lambda done: act(ann, done)) > 20
    assert len(ann.totals("Unfinished")) == 4


def test_the_board_can_be_read_by_everybody(visit: Visit) -> None:
    ann = at_own_board(visit, "ovens", "mrrr")
    unseen = {"exchange", "supply", "action", "prepare"}
    for done in range(40):
        assert ann.wait_to_be_asked()
        moment = next((moment for moment in unseen if moment in ann.prompt.inner_text()), None)
        if moment is not None:
            ann.must_be_readable()
            unseen.remove(moment)
        if not unseen:
            break
        act(ann, done)
    assert not unseen


def test_what_one_knows_is_marked_for_oneself_alone(visit: Visit) -> None:
    ann, bo = visit(settings=OWN_BOARD), visit(settings={**OWN_BOARD, "name": "Bo"})
    table = ann.set_table("ovens", "mo", options={"first": "1"})
    bo.page.goto(f"/t/{table}")
    bo.page.get_by_role("button", name="Sit down").click()
    for cook in (ann, bo):
        cook.page.get_by_role("button", name="Ready", exact=True).click()
    for cook in (ann, bo):
        cook.page.get_by_role("button", name="Ready: keep these cards").click()
    for cook in (ann, bo):
        cook.wait_to_be_asked()
        cook.page.locator(".dishes [data-legal]").first.click()
    ann.wait_to_be_asked()
    top = ann.page.locator(".pile .card .name").inner_text()
    ann.page.get_by_role("button", name=f"Take {top} from the pile").click()
    # A card taken openly is known to be in that hand, to whoever points at it.
    pantry = bo.page.get_by_role(
        "button", name=re.compile(f"^Ann's pantry, 4 cards. Known to be here: {top}; 3 unknown")
    )
    expect(pantry).to_be_visible()
    expect(bo.page.locator("[data-place]").get_by_title(top, exact=True).first).to_be_visible()
    bo.page.get_by_role("button", name="open Ann's kitchen").click()
    bo.page.locator(".panel .pantry").hover()
    expect(bo.page.locator(".knows:visible")).to_contain_text(top)
    expect(ann.page.locator(".hand .card")).to_have_count(4)
    expect(bo.page.locator(".pile .card .name")).not_to_have_text("")


def test_what_is_taken_from_us_is_felt_and_a_card_shown_large_never_hides_what_is_missing(visit: Visit) -> None:
    moments = {"steal": ours("steal"), "sabotage": ours("sabotage"), "prepare": asked("prepare", after=60)}
    evening, found = evening_with("ovens", "ppdd", moments)
    ann = visit(settings={**OWN_BOARD, "pace": "usual"}, viewport={"width": 1280, "height": 720})
    page = ann.page
    for event, words in (("steal", "takes your "), ("sabotage", "slips a card into your oven")):
        tell = evening.sit(ann, found[event] - 1, found[event])
        before = page.locator(".table").get_attribute("data-moves")
        tell(found[event])
        scene = page.locator(".scene .snatch.mine")
        expect(scene).to_contain_text(words)
        assert page.locator(".table").get_attribute("data-moves") == before
        page.keyboard.press("Escape")
        expect(scene).to_have_count(0)
        assert page.locator(".table").get_attribute("data-moves") != before
    evening.sit(ann, found["prepare"], found["prepare"])
    expect(page.locator("[data-clear]")).to_contain_text(re.compile("Still missing|Everything is in"))
    for card in page.locator(".board .card:not(:has(.down))").all():
        card.focus()
        page.keyboard.press("Shift")  # only who uses keys is shown what has the focus
        expect(page.locator(".preview")).to_be_visible()
        assert not page.evaluate(CROSSING), card.inner_text()


def test_dish_piles_show_the_backs_of_their_top_cards(visit: Visit) -> None:
    evening, found = evening_with("ovens", "ppdd", {"dish": asked("choose")})
    ann = visit(settings=OWN_BOARD)
    evening.show(ann, found["dish"])
    faces = ann.context.request.get("/api/games/ovens/cards").json()["faces"]
    piles = evening.told[found["dish"]]["position"]["view"]["piles"]
    for type_, pile in piles.items():
        heap = ann.page.locator(f'[data-spot="pile-{type_}"]')
        expect(heap).to_contain_text(f"{pile['height']} left")
        shown = [tile.get_attribute("title") for tile in heap.locator(".tile").all()]
        assert shown == [faces[kind]["name"] for kind in pile["back"]]
