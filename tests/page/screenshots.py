"""Writes pictures of every screen, at two widths and in both themes: `python -m tests.page.screenshots FOLDER`.

What boards look like depends on the cards: so every game is played by bots with fixed seeds (see staged.py), and the
moments below are looked for in it. The same source gives the same pictures.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from playwright.sync_api import TimeoutError as TooLate

from tests.page.staged import Moment, StagedEvening, evening_with
from tests.page.visitor import DESK, FLAGS, PHONE, THEMES, Visitor, Words, chromium_path, played_table
from tests.server.guest import RunningHouse

SIZES: dict[str, ViewportSize] = {"390": PHONE, "1440": DESK}
STILL = (
    "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"
)
# Whatever moves stands still so many milliseconds after it began.
FREEZE = "ms => { for (const one of document.getAnimations()) { one.pause(); one.currentTime = ms; } }"


def verbs(position: Words) -> set[str]:
    """What may be done."""
    return {offer["verb"] for offer in position["offers"]}


def events(log: list[Words]) -> set[str]:
    """What was heard of the game."""
    return {line["about"]["event"] for line in log if line["about"]}


def asked(*wanted: str, moment: str | None = None, after: int = 0) -> Moment:
    """We may do all of this."""
    return lambda position, _: (
        set(wanted) <= verbs(position)
        and position["moves"] >= after
        and moment in (None, position["view"].get("moment"))
    )


def waiting(moment: str | None = None, after: int = 0) -> Moment:
    """A person, and nobody else, is to act."""
    return lambda position, _: (
        position["actors"] == [1] and position["moves"] >= after and moment in (None, position["view"]["moment"])
    )


def happens(*wanted: str) -> Moment:
    """All of this has just happened, and the game goes on."""
    return lambda position, log: set(wanted) <= events(log) and position["sheet"] is None


def over(position: Words, log: list[Words]) -> bool:
    """The score sheet is there."""
    return position["sheet"] is not None


@dataclass(frozen=True)
class State:
    """A moment of a game to be looked at, and what is clicked then."""

    when: Moment
    clicks: tuple[str, ...] = ()
    shows: str = ".stage > *"
    frozen: int | None = None
    """In the middle of a motion: so many milliseconds after it began."""
    scene: bool = False
    """Whether it is looked at while the last move is played out."""


CHOICES = ".choices button >> nth=1"
END = State(over, shows=".verdict")
SEATS = {"chefs_choice": "ppdd", "delectable": "ppdd", "diner": "ppd", "food_court": "ppd", "ovens": "ppdd"}
STATES: dict[str, dict[str, State]] = {
    "chefs_choice": {
        "your-turn": State(asked("play", after=30), shows=".yours .card[data-legal]"),
        "waiting": State(waiting("announce", after=16)),
        "choosing": State(
            lambda position, _: [len(offer["about"].get("dishes", [])) for offer in position["offers"]] == [2, 2, 2],
            (".dish.legal",),
            ".dish.picked",
        ),
        "lunch": State(happens("serve"), shows=".scene .total .had, .scene .first", scene=True),
        "scoring": State(happens("serve"), shows=".guests"),
        "win": State(over, shows=".scene .verdict-large", scene=True),
        "end": END,
    },
    # Points are in sight all the time: nothing is counted before the end.
    "delectable": {
        "your-turn": State(asked("commit", "discard", "roll", after=40), shows=".dice button"),
        "waiting": State(waiting("turn", after=40)),
        "choosing": State(
            asked("review", "discard", "roll"), ('.hand .card[data-legal]:has-text("star review")',), CHOICES
        ),
        "die": State(happens("roll"), shows=".scene .result span", scene=True),
        "rolling": State(asked("roll", moment="roll"), shows=".sums"),
        "stealing": State(asked("steal"), shows=".board [data-legal]"),
        "end": END,
    },
    # Tips are in sight all the time: nothing is counted before the end, but there is a break.
    "diner": {
        "your-turn": State(asked("serve", "seat", after=12), shows=".tables .grab[data-legal]"),
        "waiting": State(lambda position, _: position["moves"] > 12 and not position["offers"], shows=".mine"),
        "choosing": State(
            asked("serve", "seat", "counter", after=20),
            ('.refill button:has-text("Ask")', ".lounge .grab[data-legal] >> nth=1"),
            CHOICES,
        ),
        "break": State(happens("break")),
        "end": END,
    },
    "food_court": {
        "your-turn": State(asked("cook", "place", "prepare", after=60), shows=".orders"),
        "waiting": State(waiting("play", after=100)),
        "choosing": State(
            asked("place", "prepare", after=100), ('.dock .card[data-legal]:has-text(", action")',), CHOICES
        ),
        "cooking": State(asked("add", "finish", after=60), shows=".pot"),
        "scoring": State(asked("block", "hold", after=100), shows=".question.mine"),
        "blocks": State(happens("block"), shows=".scene .chain", scene=True),
        "sum": State(happens("total", "line"), shows=".show .total"),
        "end": END,
    },
    "ovens": {
        "your-turn": State(asked("prepare", after=60), shows=".pantry [data-legal]"),
        "waiting": State(waiting("supply", after=60)),
        "choosing": State(asked("sabotage", after=60), (".pantry .card[data-legal]",), CHOICES),
        "raid": State(asked("keep", "return"), shows=".raid"),
        "scoring": State(
            lambda _, log: any(line["about"] and len(line["about"].get("revealed", [])) > 1 for line in log),
            shows=".happenings .turned",
            frozen=1000,
        ),
        "end": END,
    },
}


class Camera:
    """Somebody who looks at everything, at one width and in one theme."""

    def __init__(self, chromium: Browser, address: str, folder: Path, width: str, theme: str) -> None:
        self.folder = folder
        self.kind = f"{width}-{theme}"
        self.size: ViewportSize = SIZES[width]
        phone = width == "390"
        wishes = {"color_scheme": theme, "viewport": self.size, "has_touch": phone, "is_mobile": phone}
        self.ann = Visitor(chromium, address, settings={"plain": False}, **wishes)
        self.audience = Visitor(chromium, address, settings={"plain": False, "pace": "usual"}, **wishes)
        """Somebody who has the scenes played."""

    def take(self, name: str, shows: str, whole: bool = True) -> None:
        """Take a picture, of the whole page or of what is in sight, once something is there."""
        page = self.ann.page
        page.locator(shows).first.wait_for()
        page.wait_for_load_state("networkidle")
        page.evaluate(STILL)
        if whole:
            # On a window as tall as the page, what sticks to its edges covers nothing.
            page.evaluate("scrollTo(0, 0)")
            tall = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": self.size["width"], "height": max(tall, self.size["height"])})
            page.evaluate(STILL)
        page.screenshot(path=self.folder / f"{name}-{self.kind}.png", full_page=whole)
        page.set_viewport_size(self.size)

    def watch(self, name: str, state: State, evening: StagedEvening, moves: int) -> None:
        """Take a picture of a scene, at the moment in which something is shown."""
        evening.sit(self.audience, moves - 1, moves)(moves)
        self.audience.page.locator(state.shows).first.wait_for()
        self.audience.page.screenshot(path=self.folder / f"{name}-{self.kind}.png")

    def look_at(self, name: str, state: State) -> None:
        """Do what is done in that state, and take its picture."""
        page = self.ann.page
        try:
            for click in state.clicks:
                page.locator(click).first.click()
            page.locator(state.shows).first.wait_for()
        except TooLate as problem:
            raise AssertionError(f"{name} ({self.kind}) does not come about: {problem}") from problem
        if state.frozen is not None:
            page.evaluate(FREEZE, state.frozen)
        self.take(name, state.shows, whole=not state.clicks)


def main(folder: Path) -> None:
    """Play every game, and look at everything."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    evenings = {
        game: evening_with(game, SEATS[game], {name: state.when for name, state in states.items()})
        for game, states in STATES.items()
    }
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = RunningHouse(Path(data) / "house", installed=True)
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        played, _ = played_table(house.port, "delectable", "mdd", public=True)
        for theme in THEMES:
            for width in SIZES:
                camera = Camera(chromium, f"http://127.0.0.1:{house.port}", folder, width, theme)
                ann, page = camera.ann, camera.ann.page
                page.goto("/")
                camera.take("home", ".game h2")
                page.goto("/set/food_court")
                camera.take("set-a-table", "form")
                ann.set_table("ovens", "mood")
                camera.take("invite", ".notice")
                page.goto(f"/replay/{played}#move=12")
                camera.take("replay", ".stage > *")
                page.goto("/rules/ovens")
                camera.take("rules", ".words h2")
                for game, states in STATES.items():
                    evening, moves = evenings[game]
                    for name, state in states.items():
                        if state.scene:
                            camera.watch(f"{game}-{name}", state, evening, moves[name])
                            continue
                        motion = "reduce" if state.frozen is None else "no-preference"
                        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
                        evening.show(ann, moves[name])
                        camera.look_at(f"{game}-{name}", state)
                ann.close()
                camera.audience.close()
        chromium.close()
        house.close()
    print(f"{len(list(folder.glob('*.png')))} pictures are in {folder}.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
