"""What happens is seen in its order: board, scores and words follow the scene, and nobody has to wait for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visit
from tests.page.screenshots import happens, over
from tests.page.staged import SEAT, StagedEvening, Teller, evening_with
from tests.page.visitor import Visitor, Words

Delectable = tuple[StagedEvening, dict[str, int]]

OPENING = datetime(2030, 1, 1, 18, tzinfo=UTC)
# All that would move for longer than anybody can see.
MOVING = """() => document.getAnimations().filter(one => one.effect.getComputedTiming().endTime > 1).length"""


def rolled_to_us(position: Words, log: list[Words]) -> bool:
    """Somebody else has rolled, and now it is our move."""
    return bool(
        position["offers"]
        and any(line["about"] and line["about"]["event"] == "roll" and line["seat"] != SEAT for line in log)
    )


@pytest.fixture(scope="module")
def delectable() -> Delectable:
    return evening_with("delectable", "ppdd", {"to us": rolled_to_us})


def watch(visit: Visit, evening: StagedEvening, moves: int, **wishes: object) -> tuple[Visitor, Teller]:
    """Somebody who sits at the table just before that move, and whose time goes on when we say so."""
    ann = visit(settings={"plain": False, "pace": "usual"}, **wishes)
    ann.page.clock.install(time=OPENING)
    tell = evening.sit(ann, moves - 1, moves)
    ann.page.clock.pause_at(OPENING + timedelta(minutes=5))
    return ann, tell


def moves_seen(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-moves") or "")


def told(page: Page) -> list[str]:
    return page.locator(".log li").all_inner_texts()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_nothing_is_said_of_a_roll_before_the_die_lies(visit: Visit, delectable: Delectable, motion: str) -> None:
    evening, found = delectable
    ann, tell = watch(visit, evening, found["to us"], reduced_motion=motion)
    page = ann.page

    def shown() -> tuple[list[str], str, str, int]:
        prompt = page.locator(".prompt p").inner_text()
        return told(page), page.locator(".seats").inner_text(), prompt, moves_seen(page)

    before = shown()
    roll = next(line for line in evening.told[found["to us"]]["log"] if line["about"]["event"] == "roll")
    tell(found["to us"])
    scene, die = page.locator(".scene .throw"), page.locator(".scene .throw .number")
    expect(scene).to_be_visible()
    expect(page.locator(".narrated")).to_contain_text("or more on the die")

    assert shown() == before
    page.clock.run_for(1650)  # it still rolls
    assert shown() == before
    if motion == "reduce":
        assert page.evaluate(MOVING) == 0
    page.clock.run_for(100)
    expect(die).to_have_text(str(roll["about"]["die"]))
    expect(scene.locator(".result")).to_have_text("")
    assert shown() == before
    page.clock.run_for(700)
    expect(scene.locator(".result")).to_contain_text("Taken!" if roll["about"]["taken"] else "Missed")
    # The log, also the one that is read aloud, tells it now; the board and the next player follow.
    assert "rolls for" in told(page)[-1]
    expect(page.get_by_role("log").locator("p").last).to_contain_text("rolls for")
    assert moves_seen(page) == before[3]
    page.clock.run_for(1000)
    expect(scene).to_have_count(0)
    # The board is as the roll left it; the next player and the question wait until the last line is told.
    assert moves_seen(page) != before[3]
    assert shown()[2] == before[2]
    acting = page.locator(".seats .acting")
    expect(acting).not_to_contain_text("you")
    page.clock.run_for(5000)
    expect(page.locator(".prompt.asked p")).to_be_visible()
    expect(acting).to_contain_text("you")
    assert told(page)[-1] == "Your turn."


def show_roll(visit: Visit, delectable: Delectable) -> tuple[Teller, Page, Words]:
    """A roll after which the person is asked is being shown; the evening, the page, and what was told last."""
    evening, found = delectable
    ann, tell = watch(visit, evening, found["to us"])
    tell(found["to us"])
    expect(ann.page.locator(".scene")).to_be_visible()
    return tell, ann.page, evening.told[found["to us"]]


def test_a_key_ends_a_scene_and_does_nothing_else(visit: Visit, delectable: Delectable) -> None:
    tell, page, told_last = show_roll(visit, delectable)
    page.keyboard.press("1")  # which would roll, once the person is asked
    expect(page.locator(".scene")).to_have_count(0)
    expect(page.locator(".prompt.asked p")).to_be_visible()
    assert moves_seen(page) == told_last["position"]["moves"]
    assert not tell.said
    page.keyboard.press("1")
    page.wait_for_function("() => document.querySelector('.prompt')")
    assert [message["t"] for message in tell.said] == ["move"]


def test_a_tap_on_the_board_shows_the_truth_and_the_next_one_plays(visit: Visit, delectable: Delectable) -> None:
    tell, page, told_last = show_roll(visit, delectable)
    offered = told_last["position"]["offers"]
    roll = next(offer for offer in offered if offer["verb"] == "roll")
    # The same place on the screen, before and after it is known what can be done there.
    page.locator(".stage .dice").first.click(force=True)
    expect(page.locator(".scene")).to_have_count(0)
    assert not tell.said
    page.locator(f'.stage [data-actions="{roll["action"]}"]').first.click()
    page.wait_for_function("() => document.querySelector('.prompt')")
    assert [message["action"] for message in tell.said] == [roll["action"]]


def test_one_can_act_while_a_scene_still_tells_what_led_there(visit: Visit, delectable: Delectable) -> None:
    tell, page, _ = show_roll(visit, delectable)
    page.clock.run_for(3400)
    expect(page.locator(".narrated")).to_be_visible()
    page.locator(".stage .dice [data-actions]").first.click()
    expect(page.locator(".narrated")).to_have_count(0)
    assert [message["t"] for message in tell.said] == ["move"]


def test_lunch_is_counted_before_the_scores_change(visit: Visit) -> None:
    evening, found = evening_with("chefs_choice", "ppdd", {"lunch": happens("serve")})
    ann, tell = watch(visit, evening, found["lunch"], reduced_motion="no-preference")
    page = ann.page
    scores = page.locator(".seats .score").all_inner_texts()
    tell(found["lunch"])
    meal = page.locator(".scene .meal")
    expect(meal).to_be_visible()
    for counted in range(4):
        assert page.locator(".seats .score").all_inner_texts() == scores
        guests = [text for text in meal.locator("li").first.locator(".guests").all_inner_texts() if text]
        assert len(guests) == counted
        page.clock.run_for(1200 if counted == 0 else 1000)
    page.clock.run_for(1300)
    expect(meal).to_have_count(0)
    after = evening.told[found["lunch"]]["position"]["view"]["scores"]
    assert page.locator(".seats .score").all_inner_texts() == [str(score) for score in after]


def we_win(position: Words, log: list[Words]) -> bool:
    """The game is over, and nobody else has won it."""
    return over(position, log) and position["sheet"]["ranking"][0] == [SEAT]


def test_a_win_is_announced_large_and_then_the_sheet_is_there(visit: Visit) -> None:
    evening, found = evening_with("chefs_choice", "ppdd", {"end": we_win})
    ann, tell = watch(visit, evening, found["end"], bypass_csp=True)
    page = ann.page
    tell(found["end"])
    expect(page.locator(".scene .meal")).to_be_visible()
    expect(page.locator(".verdict")).to_have_count(0)
    page.clock.run_for(7000)
    expect(page.locator(".scene .verdict-large")).to_be_visible()
    sentence = page.locator(".verdict").inner_text()
    assert sentence.startswith("You win with ")
    assert page.locator(".scene .verdict-large").inner_text() == sentence
    expect(page.locator(".prompt p")).to_contain_text(sentence)
    expect(page.locator(".log li").last).to_contain_text(sentence)
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator("thead th.best")).to_have_text("You, winner")
    page.clock.resume()
    ann.must_be_accessible()
    page.keyboard.press("Escape")
    expect(page.locator(".scene")).to_have_count(0)
    expect(page.locator(".verdict")).to_be_visible()


def test_whoever_wants_everything_at_once_sees_no_scene(visit: Visit, delectable: Delectable) -> None:
    evening, found = delectable
    ann = visit(settings={"plain": False, "pace": "none"})
    ann.page.clock.install(time=OPENING)
    tell = evening.sit(ann, found["to us"] - 1, found["to us"])
    ann.page.clock.pause_at(OPENING + timedelta(minutes=5))
    tell(found["to us"])
    expect(ann.page.locator(".prompt.asked p")).to_be_visible()
    assert ann.page.locator(".scene").count() == 0
