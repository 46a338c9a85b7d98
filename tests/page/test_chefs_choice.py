"""Chef's Choice on its own board: by mouse, by keyboard, with four and with eight, and on a phone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit, at_own_board
from tests.page.screenshots import happens, over
from tests.page.staged import evening_with
from tests.page.visitor import OWN_BOARD, TOUCH, Visitor, played_table
from tests.server.guest import RunningHouse

AFTERNOON = 12


def act(ann: Visitor, turn: int) -> None:
    """A move by clicking: a menu of the hand, a dish of the tally, or what is offered in words."""
    page = ann.page
    menus = page.locator(".yours .card[data-legal]")
    dishes = page.locator(".dish.legal")
    spoken = page.locator(".acts .offer")
    menus.or_(dishes).or_(spoken).first.wait_for()
    if menus.count():
        wish = menus.nth(turn % menus.count())
    elif dishes.count() and not spoken.filter(has_text="Leave").count():
        wish = dishes.first
    else:
        wish = spoken.first
    if ann.asks_back(lambda: ann.pick(wish)):
        ann.carried_out(lambda: ann.pick(page.locator(".choices button, .dish.legal:not(.picked)").first))


def seated_first(visit: Visit, seats: str, schedule: str) -> Visitor:
    """Somebody at the own board of this game who is the first player, with these tiles."""
    ann = visit(settings=OWN_BOARD)
    ann.set_table("chefs_choice", seats, options={"schedule": schedule, "first": "1"})
    return ann


def test_a_whole_game_on_a_phone(visit: Visit) -> None:
    ann = at_own_board(visit, "chefs_choice", "meee", **TOUCH)
    assert ann.finish_fitting(lambda turn: act(ann, turn)) > 10
    assert len(ann.totals("Lunch in all")) == 4


def test_a_whole_game_by_keyboard(visit: Visit) -> None:
    ann = at_own_board(visit, "chefs_choice", "meee")
    page = ann.page

    def press(turn: int) -> None:
        # What is printed on a menu or on a choice is its key.
        ann.look_over(turn)
        keys = page.locator(".yours .card[data-legal] .key, .acts .offer kbd")
        keys.first.wait_for()
        key = keys.nth(turn % keys.count()).inner_text()
        if ann.asks_back(lambda: page.keyboard.press(key)):
            ann.carried_out(lambda: page.keyboard.press("2"))

    assert ann.finish(press) > 10
    meals = [stand.locator(".guests b").all_inner_texts() for stand in page.locator(".stand").all()]
    assert [str(int(lunch) + int(dinner)) for lunch, dinner in meals] == ann.totals("Dinner in all")


def test_menus_lie_face_down_until_all_have_chosen(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("chefs_choice", "meee")
    page = ann.page
    assert ann.wait_to_be_asked()
    backs = page.locator(".stand").get_by_role("button", name="Face-down card")
    expect(backs).to_have_count(3)
    menu = page.locator(".yours .card").first
    dishes = menu.locator(".dish").all_inner_texts()
    menu.click()
    expect(backs).to_have_count(0)
    expect(page.locator(".stand .front .card")).to_have_count(4)
    assert page.locator(".stand.mine .front .dish").all_inner_texts() == dishes


def test_what_a_menu_would_draw_is_what_the_tally_says(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    ann.set_table("chefs_choice", "meee")
    page = ann.page
    assert ann.wait_to_be_asked()
    draws = dict(
        zip(
            page.locator(".tally .name").all_inner_texts(),
            page.locator(".tally .draws").all_inner_texts(),
            strict=True,
        )
    )
    assert sorted(set(draws.values())) != ["·"]
    for menu in page.locator(".yours .card").all():
        dishes = menu.locator(".dish").all_inner_texts()
        now = [draws[dish] for dish in dishes]
        assert menu.locator(".draws").all_inner_texts() == now
        assert menu.locator(".sum b").inner_text() == str(sum(int(one) for one in now if one != "·"))


def test_a_marker_is_moved_from_dish_to_dish(visit: Visit) -> None:
    ann = seated_first(visit, "meee", "single,underrated,double,triple,cooperation")
    page = ann.page
    while ann.wait_to_be_asked() and ": move one of your markers" not in ann.prompt.inner_text():
        act(ann, 0)
    source = page.locator(".dish.legal").first
    name = source.locator(".name").inner_text()
    source.click()
    expect(page.get_by_role("region", name="What you can do")).to_contain_text(f"moves to from {name}")
    target = page.locator(".dish.legal:not(.picked)").last
    other = target.locator(".name").inner_text()
    ann.carried_out(lambda: target.click())
    moved = f"You move a marker from {name} to {other}."
    expect(page.locator(".log li").filter(has_text=moved)).to_be_attached()


def test_whose_menus_can_be_used_in_cooperation_is_marked_and_they_can_be_picked(visit: Visit) -> None:
    ann = seated_first(visit, "meeee", "cooperation,single,double,triple,hi neighbor")
    page = ann.page
    assert ann.wait_to_be_asked()
    act(ann, 0)
    assert ann.wait_to_be_asked()
    usable = page.locator(".stand.usable")
    expect(usable).to_have_count(2)
    expect(usable.first).to_contain_text("yours to use")
    expect(page.locator(".stand.quiet")).to_have_count(2)
    assert "mine" not in (usable.first.get_attribute("class") or "").split()
    # A neighbour's menu offers the dishes on it.
    menu = usable.first.locator(".front .card")
    dishes = menu.locator(".dish").all_inner_texts()
    menu.click()
    choices = page.locator(".choices button")
    expect(choices.first).to_be_visible()
    assert all(any(dish in text for dish in dishes) for text in choices.all_inner_texts())
    # Meanwhile digits are theirs alone.
    expect(choices.first.locator("kbd")).to_be_visible()
    expect(page.locator(".acts .offer kbd").first).to_be_hidden()
    ann.carried_out(lambda: choices.first.click())


def test_markers_are_seen_coming_and_going(visit: Visit) -> None:
    evening, found = evening_with("chefs_choice", "ppdd", {"move": happens("move"), "clear": happens("clear")})
    ann = visit(settings=OWN_BOARD, reduced_motion="no-preference")
    for name in found:
        tell = evening.sit(ann, found[name] - 1, found[name])
        tell(found[name])
        gone = ann.page.locator(".tally .cube.gone")
        expect(gone.first).to_be_attached()
        log = [line["about"] for line in evening.told[found[name]]["log"] if line["about"]["event"] == name]
        if name == "clear":
            assert gone.count() == sum(len(about["colours"]) for about in log)
        else:
            assert ann.page.locator(f'.tally [data-dish="{log[0]["from"]}"] .gone').count() == 1
            expect(ann.page.locator(f'.tally [data-dish="{log[0]["to"]}"] .cube.fresh')).to_have_count(1)


def test_a_whole_round_by_keyboard_alone(visit: Visit) -> None:
    ann = seated_first(visit, "meee", "single,double,triple,cooperation,hi neighbor")
    page = ann.page
    assert ann.wait_to_be_asked()
    page.locator(".yours .card").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".yours .card").nth(1)).to_be_focused()
    expect(page.locator(".preview")).to_be_visible()
    ann.carried_out(lambda: page.keyboard.press("Enter"))
    assert ann.wait_to_be_asked()
    # Digits are the choices; the dish itself can be picked too.
    expect(page.locator(".acts .offer kbd").first).to_have_text("1")
    ann.carried_out(lambda: page.keyboard.press("2"))
    assert ann.wait_to_be_asked()
    ann.carried_out(lambda: page.keyboard.press("3"))  # the third menu
    assert ann.wait_to_be_asked()
    # Two of three dishes: they are picked one after the other, and the buttons stand there once.
    pair = page.locator(".dish.legal")
    names = [pair.nth(at).locator(".name").inner_text() for at in (0, 2)]
    pair.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".dish.picked .name")).to_have_text(names[0])
    expect(page.locator(".choices")).to_have_count(0)
    expect(page.locator(".acts .offer")).to_have_count(3)
    pair.last.focus()
    ann.carried_out(lambda: page.keyboard.press("Enter"))
    expect(page.locator(".log li").filter(has_text=f"You give samples of {names[0]} and {names[1]}")).to_be_attached()


def test_every_stop_of_the_day_tells_what_happens_there(visit: Visit) -> None:
    ann = visit(settings=OWN_BOARD)
    schedule = "single,double,triple,cooperation,hi neighbor"
    ann.set_table("chefs_choice", "meee", options={"schedule": schedule})
    page = ann.page
    assert ann.wait_to_be_asked()
    day = page.get_by_role("region", name="The day")
    expect(day.get_by_role("button")).to_have_count(11)
    expect(day.locator("p")).to_contain_text("Single")
    day.get_by_role("button", name="Hi Neighbor").click()
    expect(day.locator("p")).to_contain_text("a sample of one dish on your card, and then one of a dish")
    day.get_by_role("button", name="Dinner").click()
    expect(day.locator("p")).to_contain_text("more guests")


def test_the_score_sheet_of_eight_is_whole_on_a_phone(visit: Visit) -> None:
    evening, found = evening_with("chefs_choice", "pddddddd", {"end": over})
    ann = visit(settings=OWN_BOARD, **TOUCH)
    evening.show(ann, found["end"])
    sheet = ann.page.get_by_role("region", name="Score sheet")
    expect(sheet.locator("thead th")).to_have_count(8)
    assert sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0
    cut = "all => all.filter((name) => name.scrollHeight > name.clientHeight + 1).map((name) => name.innerText)"
    assert sheet.locator("thead th").evaluate_all(cut) == []


def test_the_board_of_eight_fits_and_can_be_read(visit: Visit, house: RunningHouse) -> None:
    table, cookies = played_table(house.port, "chefs_choice", "meeeeeee", AFTERNOON)
    ann = visit(settings=OWN_BOARD, bypass_csp=True)
    ann.sit_down(table, cookies)
    assert ann.wait_to_be_asked()
    expect(ann.page.locator(".stand")).to_have_count(8)
    marks = ann.page.locator(".stand header .cube").all_inner_texts()
    assert len(set(marks)) == 8
    for _ in ann.each_look():
        ann.must_fit()
        ann.must_be_accessible()
