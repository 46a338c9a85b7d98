"""From the door to the score sheet, by mouse and by keyboard, on the board that draws any game."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Visit


def test_one_click_to_a_game_and_on_to_its_score_sheet(visit: Visit) -> None:
    ann = visit()
    ann.play_now("Chef's Choice")
    made = ann.finish(ann.take_first)
    assert made > 10
    page = ann.page
    expect(page.locator(".verdict")).to_have_text(re.compile(r"(win|share)"))
    sheet = page.get_by_role("region", name="Score sheet")
    expect(sheet.get_by_role("row", name="Dinner: desserts")).to_be_visible()
    totals = sheet.locator("tfoot .value").all_inner_texts()
    assert len(totals) == 4
    assert totals == [text.split()[-1] for text in page.locator(".seats li").all_inner_texts()]

    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("The shuffle is the one that was promised to you")).to_be_visible()
    page.get_by_text("The numbers, and how to check every card").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="download the record").click()
    assert download.value.suggested_filename.startswith("chefs_choice-")

    page.get_by_role("button", name="Play again").click()
    expect(page).to_have_url(re.compile(r"/t/(?!.*undefined)"))
    expect(page.locator(".stage > *").first).to_be_visible()
    assert ann.moves() != ""


def test_a_whole_turn_by_keyboard_alone(visit: Visit) -> None:
    ann = visit(settings={"guided": []})
    page = ann.page
    page.goto("/")
    page.get_by_role("button", name="Play now: Ovens").wait_for()
    while page.evaluate("document.activeElement?.getAttribute('aria-label') ?? ''") != (
        "Play now: Ovens, against 3 easy bots"
    ):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    guide = page.get_by_role("dialog", name="Your first turn")
    expect(guide).to_be_visible()
    page.keyboard.press("Escape")
    expect(guide).to_be_hidden()
    ann.wait_to_be_asked()

    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Hint")
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()

    # The first card is exchanged through its own button, the rest of the turn goes by digits.
    page.locator(".mine .card[data-legal]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".log li").filter(has_text="will exchange").first).to_be_attached()
    page.keyboard.press("u")
    expect(page.locator(".log li").filter(has_text="back")).to_be_visible()
    for _ in range(12):
        if not ann.wait_to_be_asked():
            break
        before = ann.moves()
        page.keyboard.press("1")
        page.wait_for_function("moves => document.querySelector('.table')?.dataset.moves !== moves", arg=before)
    expect(page.locator(".log li").filter(has_text="You take").first).to_be_attached()


def test_undo_takes_back_what_brought_nothing_to_light(visit: Visit) -> None:
    ann = visit()
    ann.set_table("ovens", "md")
    ann.wait_to_be_asked()
    before = ann.page.locator(".mine .name").all_inner_texts()
    assert before
    undo = ann.page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    undo.click(force=True)
    expect(ann.page.get_by_text("There is nothing to take back")).to_be_visible()
    ann.page.locator(".offer").filter(has_text="Exchange").first.click()
    expect(ann.page.locator(".log li").filter(has_text="will exchange")).to_be_visible()
    undo.click()
    expect(ann.page.locator(".log li").filter(has_text="back")).to_be_visible()
    expect(undo).to_be_disabled()
    assert ann.page.locator(".mine .name").all_inner_texts() == before


def test_a_hint_names_a_move_and_does_it(visit: Visit) -> None:
    ann = visit()
    ann.set_table("delectable", "mdd")
    ann.wait_to_be_asked()
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    box = ann.page.get_by_role("region", name="Hint")
    expect(box.get_by_text(re.compile(r"^\d+\s% chance to win$")).first).to_be_visible()
    best = box.locator("li").first.locator("strong").inner_text()
    expect(ann.page.locator(".offer.hinted")).to_contain_text(best)
    before = ann.moves()
    box.get_by_role("button", name="Do it").first.click()
    ann.page.wait_for_function("moves => document.querySelector('.table')?.dataset.moves !== moves", arg=before)


def test_a_card_is_shown_large_when_somebody_points_at_it(visit: Visit) -> None:
    ann = visit()
    ann.set_table("delectable", "mdd")
    card = ann.page.locator(".middle .card").first
    name = card.locator(".name").inner_text()
    card.hover()
    large = ann.page.locator(".preview")
    expect(large).to_contain_text(name)
    ann.page.mouse.move(2, 2)
    expect(large).to_be_hidden()


def test_several_people_at_one_device_see_only_their_own_hands(visit: Visit) -> None:
    ann = visit()
    page = ann.page
    page.goto("/set/ovens")
    page.get_by_role("button", name="2", exact=True).click()
    page.get_by_label("Who sits at seat 2").select_option("me")
    page.get_by_label("Name of the player at seat 1").fill("Ann")
    page.get_by_label("Name of the player at seat 2").fill("Bo")
    page.get_by_role("button", name="Set the table and play").click()
    hand = page.locator(".mine h2").filter(has_text="pantry")
    me = page.locator(".seats li").filter(has_text="you")
    expect(hand).to_have_text("Your pantry")
    expect(me).to_contain_text("Ann")
    page.locator(".offer").filter(has_text="Ready").click()
    expect(page.get_by_role("heading", name="Pass the device to Bo")).to_be_visible()
    expect(page.locator(".card")).to_have_count(0)
    page.get_by_role("button", name="I am Bo: show my hand").click()
    expect(hand).to_have_text("Your pantry")
    expect(me).to_contain_text("Bo")
    page.get_by_role("button", name="open Ann's place").click()
    expect(page.locator(".player").get_by_role("button", name="Face-down card")).to_have_count(3)


def test_on_a_phone_hints_are_within_the_thumbs_reach(visit: Visit) -> None:
    height = 844
    ann = visit(settings={"plain": False}, viewport={"width": 390, "height": height}, has_touch=True, is_mobile=True)
    ann.set_table("delectable", "me", options={"first": "1"})
    assert ann.wait_to_be_asked()
    button = ann.page.get_by_role("button", name="Hint", exact=True)
    button.tap()
    does = ann.page.get_by_role("button", name="Do it").first
    does.wait_for()
    for reached in (button, does):
        box = reached.bounding_box()
        assert box is not None
        assert box["y"] > height / 2
    ann.carried_out(does.tap)


def test_a_hint_that_is_asked_for_too_early_comes_when_it_can(visit: Visit) -> None:
    ann = visit()
    ann.set_table("delectable", "em", pace="slow", options={"first": "1"})
    box = ann.page.get_by_role("region", name="Hint")
    ann.page.locator(".prompt.waiting").wait_for()
    ann.page.get_by_role("button", name="Hint", exact=True).click()
    expect(box).to_contain_text("The hint comes as soon as it is your move.")
    ann.wait_to_be_asked()
    expect(box.get_by_text("chance to win").first).to_be_visible()


def test_the_pace_is_set_at_the_table_and_remembered(visit: Visit) -> None:
    ann = visit(settings={"pace": "usual"})
    ann.set_table("delectable", "mdd", pace="usual")
    pace = ann.page.get_by_label("Pace")
    expect(pace).to_have_value("usual")
    pace.select_option(label="at once")
    ann.page.wait_for_function("() => JSON.parse(localStorage.getItem('maitred.settings')).pace === 'none'")
    for _ in range(3):  # no bot can be waited for any more
        ann.wait_to_be_asked()
        expect(ann.page.get_by_role("button", name="Skip ahead")).to_have_count(0)
        ann.take_first()
    # The next table begins at that pace.
    ann.set_table("ovens", "md", pace="usual")
    expect(pace).to_have_value("none")
