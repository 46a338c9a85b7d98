"""Whether a decision fits one screen, and stands still: every offer at every decision of scripted games, at four sizes.

Bots play whole games with fixed seeds (see staged.py); one browser window per size is shown every position in which our
seat may act, and says what is wrong with it. To try one game, and to see pictures of what is wrong:

    PYTHONPATH=src:.:build_tools .venv/bin/python -m tests.page.one_screen food_court --pictures build/wrong
    … ovens 5             # only with five players
    … "plain food_court"  # on the board for games without one of their own
    … --address http://127.0.0.1:5173  # the page as `make page` serves it from its sources

What a board does for it:

- Whatever takes or leads to an offer has `data-actions` with the numbers of all actions that it can mean, divided by
  spaces (`actionsOf` in games/contract.ts). Card, OfferButton and Choices have it already.
- Whatever has to be opened before an offer can be seen (a strip, a tab, a recipe of which the ways to cook follow) has
  `data-opens` with the same numbers; one click has to show all of them.
- `data-own="place"` and `data-own="hand"` mark one's own place and one's own hand (see OWN).

What has to be true: the line that asks, one's own place and hand, and the control of every offer lie wholly in the
window without scrolling, and nothing lies over them (cards in a fan may lie under their neighbours up to 24 pixels).
No two buttons that stand side by side say the same.
On a phone a control may also be in a row that scrolls by itself, if the row is visibly cut; on the small phone it is
enough to see that one's own place and hand are there. While the decision is open, nothing moves: not for a hint, a
refusal, a banner, a word in the chat, or somebody who comes or goes.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import maitred
from tests.page.staged import StagedEvening, Teller
from tests.page.visitor import FLAGS, Visitor, Words, chromium_path
from tests.server.guest import RunningHouse

SCRIPT = Path(__file__).with_suffix(".js").read_text()
OWN = {
    "chefs_choice": ["place", "hand"],
    "delectable": ["place", "hand"],
    "diner": ["place", "hand"],
    "food_court": ["place", "hand"],
    "ovens": ["place", "hand"],
    "plain": ["place"],
}
SEED = 1
LEVEL = "easy"
PLAIN = "plain "
KINDS_PRINTED = 30


@dataclass(frozen=True)
class Size:
    """A window to look through."""

    name: str
    width: int
    height: int
    phone: bool = False
    glimpse: bool = False
    """Whether it is enough to see a part of one's own place and hand."""

    def __str__(self) -> str:
        return f"{self.name} ({self.width}×{self.height})"


SIZES = [
    Size("desktop", 1440, 900),
    Size("laptop", 1280, 720),
    Size("phone", 390, 844, phone=True),
    Size("small phone", 360, 640, phone=True, glimpse=True),
]


STIRRED_BRIEFLY = {"laptop", "phone"}


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a decision."""

    size: Size
    players: int
    update: int
    """After which update of the evening."""
    verbs: str
    text: str

    def __str__(self) -> str:
        return f"{self.size}, {self.players} players, update {self.update} ({self.verbs}): {self.text}"


@dataclass
class Window:
    """Somebody at the table with a window of one size."""

    size: Size
    ann: Visitor
    tell: Teller


def every_count(game: str) -> range:
    """Every number of players with which a game is played."""
    facts = maitred.game(game)
    return range(facts.min_players, facts.max_players + 1)


def player_counts(game: str) -> list[int]:
    """The fewest, the most, and four where that is possible."""
    facts = maitred.game(game)
    return sorted({facts.min_players, min(4, facts.max_players), facts.max_players})


def kind_of(position: Words) -> str:
    """Decisions at which the same things may be done are of one kind."""
    return " ".join(sorted({offer["verb"] for offer in position["offers"]}))


def first_and_last(kinds: dict[int, str]) -> list[int]:
    """The decisions at which something may be done for the first or for the last time, in their order."""
    chosen: set[int] = set()
    for order in (list(kinds), list(reversed(kinds))):
        known: set[str] = set()
        for at in order:
            if not known.issuperset(kinds[at].split()):
                known.update(kinds[at].split())
                chosen.add(at)
    return sorted(chosen)


def look(window: Window, position: Words, owns: list[str]) -> list[str]:
    """What is wrong with a decision as it is shown, each offer by its label."""
    labels = {offer["action"]: offer["label"] for offer in position["offers"]}
    told: list[str] = window.ann.page.evaluate(
        "asked => oneScreen.look(...asked)",
        [position["moves"], list(labels), {"phone": window.size.phone, "glimpse": window.size.glimpse}, owns],
    )
    return [re.sub(r"action (\d+)", lambda found: f"“{labels[int(found[1])]}”", line) for line in told]


def stir(window: Window, position: Words, facts: Words) -> list[str]:
    """What moves while a decision is open, though only other people or the house have done something."""
    page, tell = window.ann.page, window.tell
    before = page.evaluate("oneScreen.moved().then(() => oneScreen.places())")
    wrong: list[str] = []

    def still(after: str) -> None:
        shifts, now = page.evaluate("oneScreen.moved().then((shifts) => [shifts, oneScreen.places()])")
        wrong.extend(f"{after}: {shift}" for shift in shifts)
        for (name, place), (_, new) in zip(before, now, strict=False):
            if place != new:
                wrong.append(f"{after}: {name} was at {place}, is at {new}")
        if len(now) != len(before):
            wrong.append(f"{after}: there are {len(now)} controls, and were {len(before)}")

    def table(log: list[Words], **seat: object) -> Words:
        seats = [{**one, **(seat if at == len(facts["seats"]) - 1 else {})} for at, one in enumerate(facts["seats"])]
        return {"t": "table", "seq": tell.seq, "log": log, "table": {**facts, "seats": seats}}

    page.keyboard.press("h")
    still("waiting for a hint")
    asked = next((said for said in reversed(tell.said) if said["t"] == "hint"), None)
    if asked is None:
        wrong.append("no hint was asked for by its key")
    else:
        hints = [
            {"action": offer["action"], "label": offer["label"], "chance": 0.5, "reason": "Because it is good. " * 4}
            for offer in position["offers"][:3]
        ]
        tell.send({"t": "hints", "id": asked["id"], "moves": position["moves"], "hints": hints})
        page.locator(".hint li").first.wait_for()
        still("a hint")
        page.get_by_role("button", name="Close the hint").click()
        page.mouse.move(0, 0)
    tell.send(
        {"t": "refused", "id": None, "reason": "not_now", "text": "This cannot be done now, and here is why. " * 3}
    )
    page.locator(".toasts p").first.wait_for()
    still("a refusal")
    line = {"seq": tell.seq, "kind": "chat", "seat": 0, "text": "Have you all seen this? " * 5, "about": None}
    tell.send(table([line], present=False, wants_pause=True))
    page.wait_for_function("text => document.body.innerText.includes(text)", arg="Have you all")
    still("a word in the chat, and somebody who goes")
    tell.send(
        {**table([]), "table": {**facts, "paused": True, "seats": [{**one, "kept": True} for one in facts["seats"]]}}
    )
    page.locator(".notice").first.wait_for()
    still("banners")
    tell.send(table([]))
    page.locator(".notice").first.wait_for(state="detached")
    return wrong


def faults(
    chromium: Browser,
    address: str,
    game: str,
    counts: Iterable[int],
    sizes: Sequence[Size] = SIZES,
    pictures: Path | None = None,
    brief: bool = False,
) -> Iterator[Fault]:
    """Play a game with so many players each, look at every decision through every window, and say what is wrong.

    `brief`: only where something is offered for the first or the last time, and what moves only where it is new, in
    two of the windows.
    """
    stirred: set[tuple[str, Size]] = set()
    for players in counts:
        yield from faults_of(chromium, address, game, players, sizes, pictures, stirred, brief)


def faults_of(
    chromium: Browser,
    address: str,
    game: str,
    players: int,
    sizes: Sequence[Size],
    pictures: Path | None,
    stirred: set[tuple[str, Size]],
    brief: bool,
) -> Iterator[Fault]:
    """The same for one game. `stirred`: kinds of decisions, or verbs, at which nothing was seen to move already."""
    plain = game.startswith(PLAIN)
    id = game.removeprefix(PLAIN)
    owns = OWN["plain" if plain else id]
    evening = StagedEvening(id, "p" + "d" * (players - 1), SEED, LEVEL, zones=plain)
    kinds = {at: kind_of(told["position"]) for at, told in enumerate(evening.told) if told["position"]["offers"]}
    decisions = first_and_last(kinds) if brief else list(kinds)
    windows: list[Window] = []
    for size in sizes:
        viewport = {"width": size.width, "height": size.height}
        wishes: dict[str, Any] = {"viewport": viewport, "is_mobile": size.phone, "has_touch": size.phone}
        ann = Visitor(chromium, address, settings={"plain": plain}, **wishes)
        ann.context.add_init_script(SCRIPT)
        windows.append(Window(size, ann, evening.sit(ann, decisions[0], decisions[0])))
    for number, at in enumerate(decisions):
        told = evening.told[at]
        position = told["position"]
        for window in windows:
            if number:
                window.tell(at, since=decisions[number - 1])
        for window in windows:
            page = window.ann.page
            found = look(window, position, owns)
            kind = kinds[at]
            new = {(what, window.size) for what in (kind.split() if brief else [kind])} - stirred
            if new and (window.size.name in STIRRED_BRIEFLY or not brief):
                stirred |= new
                found += stir(window, position, told["facts"])
            yield from (Fault(window.size, players, at, kind, text) for text in found)
            if found and pictures is not None:
                name = f"{id}-{players}-{window.size.name}-{at}".replace(" ", "-")
                page.screenshot(path=pictures / f"{name}.png")
    for window in windows:
        window.ann.close()


def main() -> int:
    """Look at one game, and print what is wrong."""
    parser = argparse.ArgumentParser(description="Whether every decision of a game fits one screen.")
    parser.add_argument("game")
    parser.add_argument("players", type=int, nargs="?")
    parser.add_argument("--size", choices=[size.name for size in SIZES], help="look through one window only")
    parser.add_argument("--address", help="the page as it is served elsewhere")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of what is wrong")
    wish = parser.parse_args()
    sizes = [size for size in SIZES if wish.size in (None, size.name)]
    if wish.pictures:
        wish.pictures.mkdir(parents=True, exist_ok=True)
    counts = [wish.players] if wish.players else player_counts(wish.game.removeprefix(PLAIN))
    found: list[Fault] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        house = None if wish.address else RunningHouse(Path(data) / "house", installed=True)
        address = wish.address or f"http://127.0.0.1:{house.port if house else 0}"
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        found += faults(chromium, address, wish.game, counts, sizes, wish.pictures)
        chromium.close()
        if house:
            house.close()
    alike: dict[tuple[Size, str], list[Fault]] = {}
    for fault in found:
        alike.setdefault((fault.size, re.sub(r"[^:]*<.*|“.*?”|\d+", "", fault.text)), []).append(fault)
    for some in sorted(alike.values(), key=len, reverse=True)[:KINDS_PRINTED]:
        print(f"{len(some)} ×  {some[0]}")
    print(f"{len(found)} faults.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
