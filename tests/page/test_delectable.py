"""Delectable on its own board: by mouse, by keyboard, and on a phone."""

from __future__ import annotations

import re
from functools import partial

from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit, at_own_board
from tests.page.staged import SEAT, evening_with
from tests.page.visitor import OWN_BOARD, PHONE, TOUCH, Visitor, Words, played_table
from tests.server.guest import RunningHouse

MOVES = 7
# How much of each is empty below what lies in it.
EMPTY = """all => all.map((one) => {
  const parts = [...one.querySelectorAll(".column > :last-child")];
  return one.getBoundingClientRect().bottom - Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
})"""


def best_roll(ann: Visitor) -> Locator:
    """The die with the best chance."""
    chances = [int(text.split()[0]) for text in ann.page.locator(".dice button .chance").all_inner_texts()]
    return ann.page.locator(".dice button").nth(chances.index(max(chances)))


def pick(ann: Visitor, card: Locator, meant: str) -> None:
    """Click a card of the hand, and say what is meant if that could be several things."""
    if ann.asks_back(lambda: ann.pick(card)):
        ann.pick(ann.page.locator(".choices button", has_text=meant).first)


def act(ann: Visitor, turn: int) -> None:
    """A move by clicking: commit what can be committed, review now and then, else roll for what is likeliest."""
    board = ann.page.locator(".board")
    hand = board.locator(".hand .card[data-legal]")
    steals = board.locator("[data-verb=steal]")
    commits = board.locator(".acts .offer", has_text="Commit")
    if steals.count():
        ann.carried_out(lambda: ann.pick(steals.first))
    elif commits.count():
        ann.carried_out(lambda: ann.pick(commits.first))
    elif not board.locator(".dice button").count():
        ann.carried_out(lambda: pick(ann, hand.first, "Discard"))
    elif turn % 3 == 2 and hand.filter(has_text="-star review").count():
        review = hand.filter(has_text="-star review").first
        ann.carried_out(lambda: pick(ann, review, "Review your own"))
    else:
        ann.carried_out(lambda: ann.pick(best_roll(ann)))


def differs(offer: Words) -> bool:
    """Whether it is a review after which a restaurant scores something else."""
    return offer["verb"] == "review" and len(set(re.findall(r"\d+", offer["label"].split("score")[-1]))) == 2


def matters(position: Words, log: list[Words]) -> bool:
    """A review could be given that changes what a restaurant scores."""
    return any(differs(offer) for offer in position["offers"])


def commits(position: Words, log: list[Words]) -> bool:
    """Something can be committed beside cards that count twice or less."""
    counted = {"doubled", "less"} <= set(position["view"]["why"][SEAT])
    return counted and any(offer["verb"] == "commit" for offer in position["offers"])


def test_a_whole_game_on_a_phone(visit: Visit) -> None:
    ann = at_own_board(visit, "delectable", "meeee", **TOUCH)
    assert ann.finish_fitting(lambda turn: act(ann, turn)) > 10
    assert len(ann.totals("Servers")) == 5
    # All restaurants are shown whole below the sheet, and no higher than what lies in them.
    empty = (
        "all => all.map((one) => one.clientHeight - Math.max(...[...one.children].map((part) => part.scrollHeight)))"
    )
    assert max(ann.page.locator(".place .columns").evaluate_all(empty)) < 40


def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    ann = at_own_board(visit, "delectable", "meeee")
    page = ann.page

    def press(turn: int) -> None:
        ann.look_over(turn)
        board = page.locator(".board")
        if board.locator(".acts .offer", has_text="Commit").count():
            key = "c"
        elif board.locator(".dice button").count():
            key = best_roll(ann).locator("kbd").inner_text()
        else:
            key = board.locator("[data-legal] kbd, .hand .key").first.inner_text()

        def strike() -> None:
            if ann.asks_back(lambda: page.keyboard.press(key)):
                page.keyboard.press("1")

        ann.carried_out(strike)

    assert ann.finish(press) > 10
    totals = ann.totals("Servers")
    assert len(totals) == 5
    assert page.locator(".place header .score b").all_inner_texts() == totals
    # A column of the board is a line of the sheet.
    sheet = page.get_by_role("region", name="Score sheet")
    servers = sheet.get_by_role("row", name=re.compile("^Servers")).locator(".value").all_inner_texts()
    assert page.locator(".place .column:first-child .head b").all_inner_texts() == servers


def test_a_whole_turn_by_keyboard_alone(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("delectable", "me", options={"first": "1"})
    page = ann.page
    ann.wait_to_be_asked()
    dice = page.locator(".dice button")
    while page.locator(".hand .card").count() < 2 or not dice.count():
        # Without dice a card is being stolen, and has its key too.
        key = best_roll(ann).locator("kbd") if dice.count() else page.locator(".hand .key").first
        ann.carried_out(partial(page.keyboard.press, key.inner_text()))
        ann.wait_to_be_asked()
    # Along the hand by arrow keys; the card shows large while it has the focus.
    page.locator(".hand .card").first.focus()
    page.keyboard.press("ArrowRight")
    second = page.locator(".hand .card").nth(1)
    expect(second).to_be_focused()
    expect(page.locator(".preview")).to_contain_text(second.locator(".name").inner_text())
    held = page.locator(".hand .card").count()
    if ann.asks_back(lambda: page.keyboard.press("Enter")):
        page.keyboard.press(str(page.locator(".choices button").count()))  # discarding comes last
    expect(page.locator(".hand .card")).to_have_count(held - 1)
    # Along the dice, and roll.
    dice.first.focus()
    page.keyboard.press("End")
    expect(dice.last).to_be_focused()
    ann.carried_out(lambda: page.keyboard.press("Enter"))
    expect(page.locator(".log li").filter(has_text="You roll for").first).to_be_attached()


def test_discards_are_part_of_the_sum_until_they_are_taken_back(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("delectable", "me", options={"first": "1"})
    page = ann.page
    row = page.locator(".sums .grid").first
    sums = row.locator(".part")
    while ann.wait_to_be_asked():
        gone = page.locator(".gone").filter(has_text=re.compile("[123]$"))
        cards = page.locator(".hand .card").filter(has=gone)
        if cards.count():
            break
        act(ann, 0)
    card = cards.first
    gives = card.locator(".gone").inner_text().split()[-1]
    before = page.locator(".dice button .needs").all_inner_texts()
    expect(sums.filter(has_text=re.compile(r"^\+0$")).first).to_be_visible()
    pick(ann, card, "Discard")
    expect(sums.filter(has_text=gives).first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(sums.filter(has_text=gives)).to_have_count(0)
    assert page.locator(".dice button .needs").all_inner_texts() == before


def test_the_board_fits_and_can_be_read(visit: Visit, house: RunningHouse) -> None:
    table, cookies = played_table(house.port, "delectable", "meeee", MOVES)
    ann = visit(settings=OWN_BOARD, bypass_csp=True)
    ann.sit_down(table, cookies)
    assert ann.wait_to_be_asked()
    for size in ann.each_look():
        expect(ann.page.locator("[data-place]")).to_have_count(5 if size is PHONE else 4)
        ann.must_fit()
        # A strip opens over the board, and shows all of a restaurant and the hand.
        rival = ann.page.locator("[data-place]").last
        rival.get_by_role("button").first.click()
        expect(rival.locator(".panel .place .columns")).to_be_visible()
        ann.must_fit()
        ann.must_be_accessible()
        ann.page.keyboard.press("Escape")
        expect(rival.locator(".panel")).to_have_count(0)


def test_what_a_review_would_do_is_seen_before_it_is_given(visit: Visit) -> None:
    evening, found = evening_with("delectable", "ppdd", {"review": matters})
    ann = visit(settings=OWN_BOARD)
    evening.show(ann, found["review"])
    page = ann.page
    offer = next(offer for offer in evening.told[found["review"]]["position"]["offers"] if differs(offer))
    seat, then = offer["about"]["seat"], offer["about"]
    view = evening.told[found["review"]]["position"]["view"]
    card = page.locator(f'.hand [data-card="card-{then["card"]}"]')
    card.hover()
    where = page.locator(".own .place") if seat == SEAT else page.locator(f'[data-place="{seat}"]')
    stars, score = where.locator(".stars .change"), where.locator(".score .change")
    expect(stars).to_have_text(re.compile(rf"{view['quality'][seat]}★.*{then['quality']}★", re.DOTALL))
    expect(score).to_have_text(re.compile(rf"{view['scores'][seat]}.*{then['score']}", re.DOTALL))
    # Also whoever picks it is told, in the words of the choice.
    card.click()
    told = f"{view['quality'][seat]}★ → {then['quality']}★, score {view['scores'][seat]} → {then['score']}"
    expect(page.locator(".choices button").filter(has_text=told).first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".market .card").first.hover()
    expect(stars).to_have_count(0)


def test_a_commit_says_which_cards_and_a_restaurant_what_they_count_and_why(visit: Visit) -> None:
    evening, found = evening_with("delectable", "ppdd", {"commit": commits})
    ann = visit(settings=OWN_BOARD)
    evening.show(ann, found["commit"])
    page = ann.page
    faces = ann.context.request.get("/api/games/delectable/cards").json()["faces"]
    offers = [offer for offer in evening.told[found["commit"]]["position"]["offers"] if offer["verb"] == "commit"]
    longest = max(offers, key=lambda offer: len(offer["about"]["cards"]))
    words = page.locator(f'.acts [data-actions="{longest["action"]}"]').inner_text()
    for card in longest["about"]["cards"]:
        assert f"{faces[card]['name']} {faces[card]['stars']}★" in words
    view = evening.told[found["commit"]]["position"]["view"]
    shown = [text.replace("\n", "") for text in page.locator(".own .column .slip").all_inner_texts()]
    marks = {"doubled": "×2", "less": "−1", "stars": ""}
    wanted = [
        f"{faces[card]['stars']}★{marks[why]}{worth}"
        for card, worth, why in zip(view["restaurants"][SEAT], view["worth"][SEAT], view["why"][SEAT], strict=True)
        if why != "review"
    ]
    assert sorted(shown) == sorted(wanted)
