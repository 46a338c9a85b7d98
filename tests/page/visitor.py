"""Somebody in front of a browser: what tests of the page do, and what must never happen while they do it."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, TypeVar

import browser
import installed
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, ViewportSize, expect

from tests.server import guest

ROOT = Path(__file__).resolve().parent.parent.parent
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
PHONE: ViewportSize = {"width": 390, "height": 844}
TOUCH: Words = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
DESK: ViewportSize = {"width": 1440, "height": 900}
LOOKS: list[tuple[ViewportSize, Theme]] = [(PHONE, "light"), (DESK, "dark")]
OWN_BOARD: Words = {"plain": False}
GAMES = ["chefs_choice", "delectable", "diner", "food_court", "ovens"]
PATIENCE_MS = 30_000
AXE_LOOKS = (1, 6, 20)
"""At which decisions of a whole game axe looks at the page: at others it would find the same."""
# A browser writes into its console that it could not reach a server; tests that take the server away expect that.
NETWORK = re.compile(r"Failed to load resource|WebSocket connection to|ERR_")

T = TypeVar("T")
Words = dict[str, Any]


def in_thread(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run something asynchronous beside the browser, which has this thread's loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


CHANGED = "document.querySelector('.table')?.dataset.moves !== moves"
ANSWERED = f"moves => document.querySelector('.choices, .dish.picked') || {CHANGED}"

AT_REST = """() => document.getAnimations().every(
    (each) => each.playState !== "running" || each.effect.getComputedTiming().endTime === Infinity)"""
"""True when nothing moves but what always does."""


class Visitor:
    """A browser of one's own, with its cookies, its settings and one tab."""

    def __init__(self, chromium: Browser, address: str, **wishes: Any) -> None:
        """`settings` is what the page remembers of its person; everything else is for the browser's context."""
        settings: Words = {"guided": GAMES, "sound": False, "plain": True, "ask": True, "pace": "none", "name": "Ann"}
        settings |= wishes.pop("settings", {})
        wishes = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce", **wishes}
        self.touches = bool(wishes.get("has_touch"))
        self.context: BrowserContext = chromium.new_context(base_url=address, **wishes)
        self.context.set_default_timeout(PATIENCE_MS)
        kept = json.dumps(json.dumps(settings))
        self.context.add_init_script(
            f"localStorage.getItem('maitred.settings') ?? localStorage.setItem('maitred.settings', {kept})"
        )
        self.problems: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """One more tab; whatever goes wrong in it is noted."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self.note)
        return page

    def note(self, message: ConsoleMessage) -> None:
        """Note what the browser complains of: errors, and everything that the safety headers forbid."""
        if message.type in ("error", "warning") and not NETWORK.search(message.text):
            self.problems.append(message.text)

    # Playing

    def play_now(self, title: str) -> None:
        """From the home screen to a table, by one click."""
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play now: {title}").click()
        self.page.locator(".stage > *").first.wait_for()

    def set_table(self, game: str, seats: str, **more: object) -> str:
        """Set a table without the screens for it (letters as in `guest.Browser.set_table`), and go there."""
        kinds: dict[str, Words] = {"m": {"kind": "me"}, "o": {"kind": "open"}}
        levels = {"r": "random", "e": "easy", "d": "medium"}
        wish = [kinds.get(letter) or {"kind": "bot", "level": levels[letter]} for letter in seats]
        data = {"game": game, "seats": wish, "pace": "none", "name": "Ann", **more}
        answer = self.context.request.post("/api/tables", data=data)
        assert answer.status == 201, answer.text()
        table = str(answer.json()["table"])
        self.page.goto(f"/t/{table}")
        return table

    def set_table_for_two(self, other: Visitor, game: str, **more: object) -> str:
        """Set a table, and let somebody else sit down there with a browser of their own; the cards are dealt."""
        table = self.set_table(game, "mo", **more)
        other.page.goto(f"/t/{table}")
        other.page.get_by_role("button", name="Sit down").click()
        for somebody in (self, other):
            somebody.page.get_by_role("button", name="Ready", exact=True).click()
        for somebody in (self, other):
            somebody.page.locator(".stage > *").first.wait_for()
        return table

    def sit_down(self, table: str, cookies: dict[str, str]) -> None:
        """Go on with a seat that somebody has held without a browser."""
        domain = {"domain": "127.0.0.1", "path": f"/api/tables/{table}"}
        self.context.add_cookies([{"name": name, "value": value, **domain} for name, value in cookies.items()])  # type: ignore[typeddict-item]
        self.page.goto(f"/t/{table}")

    def private_link(self) -> str:
        """The link that moves this seat to another device."""
        self.page.get_by_role("button", name="Table", exact=True).click()
        self.page.get_by_role("button", name="Make a private link to my seat").click()
        return self.page.get_by_label("Private link to your seat", exact=True).input_value()

    def totals(self, with_line: str | None = None) -> list[str]:
        """What everybody has in the end, as the sheet says, which has that line."""
        expect(self.page.locator(".verdict")).to_have_text(re.compile("(wins?|share)"))
        sheet = self.page.get_by_role("region", name="Score sheet")
        if with_line is not None:
            expect(sheet.get_by_role("row", name=with_line)).to_be_visible()
        return sheet.locator("tfoot .value").all_inner_texts()

    @property
    def prompt(self) -> Locator:
        """The line that says what is asked."""
        return self.page.locator(".prompt p")

    def wait_to_be_asked(self) -> bool:
        """Wait until it is our move, skipping ahead; False if the game is over before."""
        asked = self.page.locator(".prompt.asked")
        skip = self.page.get_by_role("button", name="Skip ahead")
        over = self.page.locator(".end .verdict")
        asked.or_(skip).or_(over).first.wait_for()
        while not asked.is_visible():
            if over.is_visible():
                return False
            if skip.is_visible():
                skip.click(no_wait_after=True, force=True)
            asked.or_(over).first.wait_for()
        self.page.locator(".stage > *").first.wait_for()
        return True

    def take_first(self, which: int = 0) -> None:
        """Take an offer of the board for any game, and wait until it has been carried out."""
        offers = self.page.locator(".choices .offer:enabled")
        folds = self.page.locator(".choices .fold")
        if not offers.count() and folds.count():
            folds.first.click()
            offers = self.page.get_by_role("group", name="What do you mean?").get_by_role("button")
        self.carried_out(lambda: offers.nth(which % max(1, offers.count())).click())

    def carried_out(self, act: Callable[[], None]) -> None:
        """Do something that is a move, and wait until it has been carried out."""
        before = self.moves()
        act()
        self.page.wait_for_function(f"moves => {CHANGED}", arg=before)

    def asks_back(self, act: Callable[[], None]) -> bool:
        """Do something that is a move or can mean several; whether the page asks which, or has carried it out."""
        before = self.moves()
        act()
        self.page.wait_for_function(ANSWERED, arg=before)
        return self.moves() == before

    def moves(self) -> str:
        """How many moves have been made, as the page knows."""
        return self.page.locator(".table").get_attribute("data-moves") or ""

    def finish(self, act: Callable[[int], None]) -> int:
        """Play to the end by doing the same again and again; how often."""
        done = 0
        while self.wait_to_be_asked():
            act(done)
            done += 1
            assert done < 1000, "the game does not end"
        return done

    def finish_fitting(self, act: Callable[[int], None]) -> int:
        """The same, and every decision is looked over, and the end must fit the window."""

        def look_and_act(done: int) -> None:
            self.look_over(done)
            act(done)

        done = self.finish(look_and_act)
        self.must_fit()
        return done

    def pick(self, what: Locator) -> None:
        """Click on something, or tap it where there is no mouse."""
        if self.touches:
            what.tap()
        else:
            what.click()

    def reach(self, action: str, pick: Callable[[Locator], None] | None = None) -> None:
        """Take an action of the board, through whatever opens it."""
        page, pick = self.page, pick or self.pick
        named = f'[data-actions~="{action}"]'
        control = page.locator(f"{named}:visible")
        if not control.count():
            pick(page.locator(f'[data-opens~="{action}"]:visible').first)
        pick(control.first)
        chosen = page.get_by_role("group", name="What do you mean?")
        page.wait_for_timeout(50)
        if chosen.count():
            meant = chosen.locator(named)
            pick((meant if meant.count() else chosen.get_by_role("button")).first)
        if page.locator(".dish.picked").count():  # the other dish of a pair, or the one that a marker moves to
            down = ".dish[data-legal]:not(.picked):visible"
            meant = page.locator(f"{down}{named}")
            pick((meant if meant.count() else page.locator(down)).first)

    # Looking

    def look_over(self, decision: int) -> None:
        """Whether this decision fits the window, and now and then whether axe finds something."""
        self.must_fit()
        if decision in AXE_LOOKS:
            self.must_be_accessible()

    def must_fit(self) -> None:
        """Nothing is wider than the window, once everything has come to rest."""
        self.page.wait_for_function(AT_REST)
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{self.page.url} is {wide} pixels too wide"

    def each_look(self) -> Iterator[ViewportSize]:
        """On a phone by day, then on a desk by night."""
        for size, theme in LOOKS:
            self.page.set_viewport_size(size)
            self.page.emulate_media(color_scheme=theme)
            yield size

    def must_be_readable(self) -> None:
        """Axe finds nothing to complain of, by day and by night."""
        for theme in THEMES:
            self.page.emulate_media(color_scheme=theme)
            self.must_be_accessible()

    def must_be_accessible(self) -> None:
        """Axe finds nothing to complain of."""
        if not self.page.evaluate("'axe' in window"):
            self.page.add_script_tag(path=AXE)
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        told = [
            f"{fault['id']}: {fault['help']} ({node['html'][:160]}: {node['failureSummary'][:200]})"
            for fault in found["violations"]
            for node in fault["nodes"][:3]
        ]
        assert not told, f"{self.page.url}\n" + "\n".join(told)

    def close(self) -> None:
        """Close the browser; nothing may have gone wrong."""
        self.context.close()
        assert not self.problems, self.problems


def played_table(
    port: int,
    game: str = "chefs_choice",
    seats: str = "mddd",
    most: int | None = None,
    undo: bool = False,
    **more: object,
) -> tuple[str, dict[str, str]]:
    """A table at which Ann has made so many moves, or played to the end; its name, and the cookies of her seat.

    `undo`: on the way she has taken something back that had brought hidden cards to light.
    """
    own = guest.Browser(port)
    table = own.set_table(game, seats, name="Ann", **more)
    chance = random.Random(7)

    async def play() -> None:
        async with guest.at_table(own, table, seats.index("m")) as ann:
            await ann.ready()
            await ann.dealt()
            if undo:
                await guest.play_on(ann, chance.choice, 8)
                while ann.table.get("counts", True):
                    assert (await ann.do("undo"))["t"] == "done"
            await guest.play_on(ann, chance.choice, most)

    in_thread(play)
    return table, own.cookies[f"/api/tables/{table}"]


def no_browser() -> str:
    """Why the page cannot be tested here; empty if it can."""
    if reason := browser.CHROMIUM.missing():
        return reason
    if not installed.is_installed() or not installed.has_page():
        return "THE PAGE IS NOT TESTED: maitred is installed without it."
    return ""


def chromium_path() -> str:
    """The browser of this machine."""
    found = browser.CHROMIUM.path()
    assert found is not None
    return found
