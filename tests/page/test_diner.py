"""Diner on its own board: whole games by mouse, by keyboard and on a phone, and two waiters who grab the same plate."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.page.conftest import Visit, at_own_board
from tests.page.visitor import OWN_BOARD, PHONE, TOUCH, Visitor

CALM = {"pace": "calm"}


def act(waiter: Visitor) -> None:
    """Click what a beginner would: serve, draw what is needed, seat while the section has room, draw."""
    page = waiter.page
    section = page.locator(".tables .grab")
    wishes = [
        page.locator(".tables .grab[data-legal]"),
        page.locator(".kitchen .grab[data-legal]:has(.needed)"),
        page.locator(".lounge .grab[data-legal]") if section.count() < 2 else page.locator(".none-of-these"),
        page.locator(".kitchen .grab[data-legal]"),
        page.locator(".mine header .button[data-legal]"),
    ]
    wish = next(wish for wish in wishes if wish.count())
    waiter.carried_out(lambda: waiter.pick(wish.first))


def in_real_time(route: Route) -> None:
    """Say of a game that it was played in real time, and leave the rest of its replay as it is."""
    answer = route.fetch()
    told = answer.json()
    route.fulfill(response=answer, json={**told, "table": {**told["table"], "real_time": True}})


def test_a_whole_evening_by_mouse_and_its_replay_in_the_time_it_took(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("diner", "mr", options=CALM)
    assert ann.finish(lambda _: act(ann)) > 10
    assert len(ann.totals("Docked for tables not served")) == 2

    ann.page.route("**/replay", in_real_time)
    ann.page.get_by_role("link", name="Replay").click()
    speed = ann.page.get_by_label("Speed")
    expect(speed.locator("option:checked")).to_have_text("as it was")
    speed.select_option("eight times as fast")
    ann.page.get_by_label("Seen by").select_option("Ann")
    ann.page.get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.get_by_text(re.compile(r"^Move ([3-9]|\d\d+) of \d+"))).to_be_visible()
    expect(ann.page.locator(".mine .hand")).to_be_visible()


def test_a_whole_evening_by_keyboard(visit: Visit) -> None:
    ann = at_own_board(visit, "diner", "mr", options=CALM)
    page = ann.page
    ann.wait_to_be_asked()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Draw from stack 1")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.get_by_role("radio", name="Stack 1")).to_be_checked()

    def press(done: int) -> None:
        # What is printed on a thing is its key: a table to serve first, then by turns a party, a plate, the counter.
        ann.look_over(done)
        served = page.locator(".tables .grab[data-legal] kbd")
        kitchen = page.locator(".kitchen .grab[data-legal] kbd")
        slots = page.locator(".lounge .grab[data-legal] kbd")
        if served.count():
            key = served.first.inner_text()
        elif done % 6 == 0 and slots.count():
            key = slots.first.inner_text()
        elif done % 6 == 3 and slots.count():
            key = slots.last.inner_text().upper()
        elif kitchen.count():
            key = kitchen.nth(done % kitchen.count()).inner_text()
        else:
            key = page.locator(".mine header kbd").first.inner_text()
        ann.carried_out(lambda: page.keyboard.press(key))

    assert ann.finish(press) > 8
    assert len(ann.totals("Docked for tables not served")) == 2
    expect(page.locator(".log li").filter(has_text="to the counter").first).to_be_attached()


def test_a_whole_evening_on_a_phone(visit: Visit) -> None:
    ann = at_own_board(visit, "diner", "mrr", options=CALM, **TOUCH, color_scheme="dark")
    assert ann.finish_fitting(lambda done: act(ann)) > 8
    assert len(ann.totals("Docked for tables not served")) == 3


def test_the_board_can_be_read_by_everybody(visit: Visit) -> None:
    ann = at_own_board(visit, "diner", "mrrr", options=CALM)
    for _ in range(3):
        ann.wait_to_be_asked()
        act(ann)
    ann.page.get_by_label("Prompts").check()
    ann.wait_to_be_asked()
    expect(ann.page.locator(".advice")).to_be_visible()
    ann.must_be_readable()


def grab_together(waiters: list[Visitor], place: str) -> None:
    """Let several click the same thing, before any of them can have heard of the others' click."""
    for waiter in waiters:
        waiter.page.evaluate(
            """place => {
                const socket = WebSocket.prototype;
                socket.kept ??= socket.send;
                const held = [];
                socket.send = function (text) { held.push([this, text]); };
                document.querySelector(`[data-place="${place}"]`).click();
                window.letGo = () => {
                    socket.send = socket.kept;
                    for (const [to, text] of held) to.send(text);
                };
            }""",
            place,
        )
    for waiter in waiters:
        waiter.page.evaluate("letGo()")


def test_of_two_who_grab_the_same_plate_one_gets_it_and_the_other_hears_who_was_faster(visit: Visit) -> None:
    ann, bo = visit(settings=OWN_BOARD), visit(settings={**OWN_BOARD, "name": "Bo"}, viewport=PHONE)
    ann.set_table_for_two(bo, "diner")
    for waiter in (ann, bo):
        expect(waiter.page.locator(".kitchen .grab[data-legal]")).to_have_count(3)
    stacks = {name: waiter.page.locator("[data-place='stack-1']") for name, waiter in (("Ann", ann), ("Bo", bo))}
    grab_together([ann, bo], "stack-1")
    expect(stacks["Bo"].locator(".gone")).to_have_text("Gone: Ann was faster.")
    expect(bo.page.locator(".board [role=status]").first).to_have_text("Gone: Ann was faster.")
    expect(stacks["Bo"]).to_have_class(re.compile("shakes"))
    expect(stacks["Ann"].locator(".gone")).to_have_count(0)
    expect(ann.page.locator(".hold h2")).to_contain_text("4 plates")
    expect(bo.page.locator(".hold h2")).to_contain_text("3 plates")
    # Nothing is lost by being late: the token is still there, and the next grab is taken.
    stacks["Bo"].click()
    expect(bo.page.locator(".hold h2")).to_contain_text("4 plates")
    expect(stacks["Bo"].locator(".gone")).to_have_count(0)


def test_plates_that_others_draw_before_everybodys_eyes_are_shown_with_their_hands(visit: Visit) -> None:
    ann, bo = visit(settings=OWN_BOARD), visit(settings={**OWN_BOARD, "name": "Bo"}, viewport=PHONE)
    ann.set_table_for_two(bo, "diner")
    bo.page.get_by_role("region", name="Ann").get_by_role("button").click()
    hand_of_ann = bo.page.get_by_role("list", name="Ann's hand")
    expect(hand_of_ann.locator("li")).to_have_count(3)
    expect(hand_of_ann.locator(".drawn")).to_have_count(0)
    stack = ann.page.locator("[data-place='stack-1']")
    plate = stack.locator(".plate").first.get_attribute("class")
    stack.click()
    expect(hand_of_ann.locator("li")).to_have_count(4)
    expect(hand_of_ann.locator(".drawn .plate")).to_have_count(1)
    assert hand_of_ann.locator(".drawn .plate").get_attribute("class") == plate
    expect(hand_of_ann.locator("li").last).to_contain_text("seen when drawn")
    expect(bo.page.get_by_text("4 plates, 1 seen when drawn")).to_be_visible()
    expect(ann.page.locator(".waiter .drawn")).to_have_count(0)


def test_who_waits_for_a_token_says_what_it_is_for_and_it_is_done_when_it_comes(visit: Visit) -> None:
    ann, bo = visit(settings=OWN_BOARD), visit(settings={**OWN_BOARD, "name": "Bo"})
    ann.set_table_for_two(bo, "diner")
    mine, stack = ann.page.locator(".mine"), ann.page.locator("[data-place='stack-1']")
    bos = bo.page.locator("[data-place='stack-0']")
    while ann.page.locator(".mine .token").count():
        ann.carried_out(lambda: ann.page.locator("[data-place='stack-2']").click())
    plates = int(ann.page.locator(".hold h2 .small").inner_text().split()[0])

    stack.click()
    expect(stack).to_have_class(re.compile("wished"))
    expect(mine).to_contain_text("Next: draw")
    ann.page.keyboard.press("Escape")
    expect(stack).not_to_have_class(re.compile("wished"))
    ann.page.keyboard.press("2")
    expect(stack).to_have_attribute("aria-pressed", "true")
    mine.get_by_role("button", name="Cancel").click()
    expect(mine).to_contain_text("Pick now what the next one is for")
    stack.click()
    bos.click()
    expect(ann.page.locator(".hold h2")).to_contain_text(f"{plates + 1} plates")
    expect(mine).not_to_contain_text("Next:")

    # What was wished for and is taken by somebody else is gone, and the wish with it.
    party = "[data-place='slot-0']"
    ann.page.locator(party).click()
    expect(ann.page.locator(party)).to_have_class(re.compile("wished"))
    bo.page.locator(party).click()
    expect(ann.page.locator(f"{party} .gone")).to_have_text("Gone before your token came.")
    expect(mine).not_to_contain_text("Next:")


def test_play_now_has_relief_and_says_so(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.play_now("Diner")
    expect(ann.page.get_by_text("Relief is on at this table")).to_be_visible()


def test_a_practice_game_has_a_guide_slow_bots_and_prompts(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    page = ann.page
    page.goto("/set/diner")
    page.get_by_role("button", name="Practice game").click()
    guide = page.get_by_role("dialog", name="Your first turn")
    expect(guide).to_contain_text("You wait tables")
    guide.get_by_role("button", name="Skip").click()
    ann.wait_to_be_asked()
    expect(page.locator(".advice")).to_have_text(re.compile("(Seat|draw|serve)"))
