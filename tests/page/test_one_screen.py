"""A decision fits one screen at four sizes, nothing lies over it, and nothing moves while it is open."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.page.one_screen import PLAIN, SCRIPT, every_count, faults, player_counts
from tests.page.visitor import GAMES
from tests.server.guest import RunningHouse

PLAYERS = {"chefs_choice": [8], "delectable": [2, 5], "diner": [4], "food_court": [4], "ovens": [5], "plain ovens": [3]}
"""With how many each game is looked at: the fewest and the most are the hardest to fit."""

TRIAL = """<!doctype html><meta name="viewport" content="width=device-width">
<style>
  body { margin: 0; height: 2000px } .at { position: absolute; width: 80px; height: 40px }
  .bar { position: fixed; bottom: 0; left: 0; right: 0; height: 50px; background: gold }
  .row { position: absolute; top: 200px; left: 0; width: 190px; overflow-x: auto; display: flex }
  .row button { flex: none; width: 80px; height: 40px } .fan button + button { margin-left: -50px }
</style>
<div class="prompt"><p>What now?</p></div>
<section data-own="place" class="at" style="top: 60px">Mine</section>
<button class="at" style="top: 110px" data-actions="1 2">In sight</button>
<button class="at" style="top: 900px" data-actions="3">Below</button>
<button class="at" style="top: 560px" data-actions="4">Under the bar</button>
<div class="row"><button>a</button><button>b</button><button>c</button><button data-actions="5">d</button></div>
<div class="row fan" style="top: 260px"><button data-actions="6">e</button><button data-actions="7">f</button></div>
<button class="at" style="top: 320px" data-opens="8" aria-expanded="false"
  onclick="this.ariaExpanded = this.ariaExpanded !== 'true'; folded.hidden = this.ariaExpanded !== 'true'">More</button>
<div id="folded" hidden><button class="at" style="top: 380px" data-actions="8">Folded</button></div>
<button class="at" style="top: 440px; opacity: 0" data-actions="9">Unseen</button>
<div class="at" style="top: 110px; left: 100px; width: 200px">
  <button class="button" data-actions="1"><kbd>1</kbd><span>Steal</span></button>
  <button class="button" data-actions="2"><kbd>2</kbd><span>Steal</span></button>
</div>
<div class="bar">Bar</div>"""


def test_what_is_out_of_sight_or_covered_is_found(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 360, "height": 600})
    page.set_content(TRIAL)
    page.evaluate(SCRIPT)
    look = "size => oneScreen.look(null, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], size, ['place', 'hand'])"
    on_a_phone = [
        "one's own hand: is not marked (data-own)",
        "<button.button> “2Steal” stands beside another that says the same",
        "action 3: <button.at> “Below” reaches 340 px out of the window",
        "action 4: <button.at> “Under the bar” lies under <div.bar> “Bar”",
        "action 9: <button.at> “Unseen” is not drawn",
        "action 10: has no control",
    ]
    assert page.evaluate(look, {"phone": True, "glimpse": False}) == on_a_phone
    cut = "action 5: <button> “d” is cut off by <div.row> “a b c d”"
    assert page.evaluate(look, {"phone": False, "glimpse": False}) == [*on_a_phone[:4], cut, *on_a_phone[4:]]
    assert page.evaluate("oneScreen.moved()") == []
    page.evaluate("document.body.prepend(Object.assign(document.createElement('p'), { innerText: 'A banner' }))")
    assert page.evaluate("oneScreen.moved()")
    page.close()


@pytest.mark.parametrize("game", PLAYERS)
def test_decisions_of_every_kind_fit_one_screen_and_stand_still(
    chromium: Browser, house: RunningHouse, game: str
) -> None:
    address = f"http://127.0.0.1:{house.port}"
    wrong = [str(fault) for fault in faults(chromium, address, game, PLAYERS[game], brief=True)]
    assert not wrong, "\n".join(wrong[:20])


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES for players in every_count(game)]
    + [(PLAIN + game, players) for game in GAMES for players in player_counts(game)],
)
def test_every_decision_fits_with_any_number_of_players(
    chromium: Browser, house: RunningHouse, game: str, players: int
) -> None:
    wrong = [str(fault) for fault in faults(chromium, f"http://127.0.0.1:{house.port}", game, [players])]
    assert not wrong, "\n".join(wrong[:20])
