"""What is printed: every card with its back where it belongs, at its real size, and the same bytes every time."""

from __future__ import annotations

import errno
import io
import os
from collections import Counter
from importlib.metadata import distribution
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

import maitred
from maitred.cli import main
from maitred.kernel.cardfile import CardText
from maitred.kernel.deck_text import as_toml
from maitred.kernel.game import Game
from maitred.printing import pictures, setting
from maitred.printing.leaflet import leaflet
from maitred.printing.pieces import score_of
from tests.page.conftest import need

GAMES = maitred.all_games()
POINTS_PER_MM = 72 / 25.4
HUES = {hue: {"strong": "#6a4023", "tint": "#ead6c4"} for hue in pictures.HUES}
DECK_SIZE = {"chefs_choice": 48, "delectable": 108, "diner": 54, "food_court": 444, "ovens": 130}
"""Food Court has eight decks of 53 cards, each with an ability card, and six roles of two cards."""


@pytest.fixture(autouse=True)
def plain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No pictures but the frames of kinds, so that nothing has to be built."""
    monkeypatch.setattr(setting, "drawings", lambda: {"hues": HUES, "games": {}, "pictures": {}})


def work(game: Game, cards: object = None) -> setting.Work:
    """The cards of a deck, ready to be drawn."""
    return setting.Work(game, game.read_cards(cards))  # type: ignore[arg-type]


def text_of(page: Any) -> str:
    """The text of a page without its spaces."""
    return "".join(page.extract_text().split()).replace("\u200b", "")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_card_is_printed_once_at_its_size(game: Game) -> None:
    made = work(game)
    assert sum(card.copies for card in made.cards) == DECK_SIZE[game.id]
    paper = setting.PAPERS["letter" if game.id == "ovens" else "a4"]
    pages = PdfReader(io.BytesIO(setting.pdf(made, "letter" if game.id == "ovens" else "a4"))).pages
    width, height = pages[0].mediabox.width, pages[0].mediabox.height
    assert (float(width), float(height)) == pytest.approx(
        (paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM), abs=0.1
    )
    decks = Counter(card.back.name if game.id == "food_court" else "" for card in setting.copies(made.cards))
    sheets = sum(-(-count // (paper.columns * paper.rows)) for count in decks.values())
    told = "".join(text_of(pages[2 * at]) for at in range(sheets))
    assert told.count("·fronts·") == sheets
    assert "backsofthepagebefore" in text_of(pages[2 * sheets - 1])
    named: Counter[str] = Counter()
    for card in made.cards:
        named["".join(card.front.name.split())] += card.copies
    for name, wanted in named.items():
        assert told.count(name) >= wanted
    rest = "".join(text_of(page) for page in pages[2 * sheets :])
    assert "".join(f"{game.title}: the score".split()) in rest
    assert "Settingup" in rest


def test_cards_have_their_real_size_and_bleed() -> None:
    for paper in setting.PAPERS.values():
        assert paper.columns * (63 + 2 * paper.bleed) + 2 * 3.5 <= paper.width
        assert paper.rows * (88 + 2 * paper.bleed) + 2 * 3.5 <= paper.height


def test_backs_lie_behind_their_fronts() -> None:
    """Diner has a different back on every card: mirrored, each lies where its front does."""
    made = work(maitred.game("diner"))
    reader = PdfReader(io.BytesIO(setting.pdf(made, "a4")))
    seen: dict[int, list[tuple[str, float]]] = {}
    for number in (0, 1):
        seen[number] = []

        def visit(text: str, page: list[float], line: list[float], *more: Any, at: int = number) -> None:
            if text.strip():
                seen[at].append((text.strip(), line[4] * page[0] + line[5] * page[2] + page[4]))

        reader.pages[number].extract_text(visitor_text=visit)
    width = float(reader.pages[0].mediabox.width)
    column = width / 3
    for at, card in enumerate(made.cards[:3]):
        back = [x for text, x in seen[1] if card.back.name.split()[0] in text]
        assert any(int((width - x) // column) == at for x in back), (card.back.name, back)


def test_what_is_laid_on_the_table_has_an_empty_back() -> None:
    """Printed on both sides, no board has another one, or chits to cut out, on its back."""
    reader = PdfReader(io.BytesIO(setting.pdf(work(maitred.game("chefs_choice")), "a4")))
    told = [text_of(page) for page in reader.pages]
    for title in ("Thetally", "Theday", "Marketingtiles", "Samplemarkers", "Chef'sChoice:thescore"):
        at = next(at for at, text in enumerate(told) if text.startswith(title))
        assert at % 2 == 0
        assert told[at + 1] == "backofthepagebefore,leftempty"


def test_the_facts_of_cards_are_those_of_the_deck_file() -> None:
    delectable = maitred.game("delectable")
    assert delectable.deck is not None
    sides = {card.front.name: card.front for card in work(delectable).cards}
    for kind, cards in delectable.deck.tables()["cards"].items():
        for card in cards:
            side = sides[card["name"]]
            wanted = [card["server"], card["chef"], card["food"], card["equipment"], card["discarded"]]
            assert [int(value.replace("−", "-")) for _, value in side.rows] == wanted
            assert (side.value, side.kind) == (f"{card['stars']}★   cost {card['cost']}", kind)
    values = {card.front.name: card.front.value for card in work(maitred.game("food_court")).cards}
    assert [values[name] for name in ("Umami", "Wasabi", "Ginger")] == ["+2 VP", "+1 VP", "−1 VP"]


def test_the_score_sheet_is_right_for_every_number_of_players() -> None:
    for game in GAMES:
        score = score_of(game, game.read_cards(None))
        for players in range(game.min_players, game.max_players + 1):
            told = game.sheet(game.new(players, 0))
            assert {line["label"] for line in told["lines"]} <= set(score.lines)
            counted = [total for total in score.total if str(players) in total.rpartition("(")[2]] or score.total
            assert [total.startswith(told["total"]["label"]) for total in counted] == [True]
    assert "Roles" in score_of(maitred.game("food_court"), maitred.game("food_court").read_cards(None)).lines


def test_the_same_bytes_twice() -> None:
    game = maitred.game("chefs_choice")
    assert setting.pdf(work(game), "a4") == setting.pdf(work(game), "a4")
    assert setting.faces(work(game), "svg") == setting.faces(work(game), "svg")


def test_own_cards_fit_whatever_they_are_called() -> None:
    """The longest names, in words and as one word: text that does not fit would be refused."""
    game = maitred.game("ovens")
    assert game.deck is not None
    tables = game.deck.tables()
    names = {}
    for at, card in enumerate([*tables["cards"]["ingredient"], *tables["cards"]["trash"]]):
        names[card["name"]] = f"{'WMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWMWM'[:38]}{at:02}"
        card["name"] = names[card["name"]]
    for dishes in tables["dishes"].values():
        for dish in dishes:
            dish["name"] = f"#let *x* = ${dish['name']}$"[:40]
            for part in ("back", "rest"):
                dish[part] = [names[each] for each in dish[part]]
    made = work(game, CardText(as_toml(tables)))
    assert len(setting.pdf(made, "a4")) > 10_000
    assert any("#let *x*" in card.front.name for card in made.cards)


def test_one_picture_for_each_card_and_sheets_for_the_simulator() -> None:
    made = work(maitred.game("chefs_choice"))
    some = setting.faces(made, "png")
    assert len(some) == 48 + 1
    with Image.open(io.BytesIO(some[0][1])) as picture:
        assert picture.size == (744, 1039)
    sheets = setting.simulator_sheets(made)
    assert [name for name, _ in sheets] == ["fronts-1.png", "backs-1.png"]
    with Image.open(io.BytesIO(sheets[0][1])) as picture:
        assert max(picture.size) <= 4096
        assert picture.width * 7 * 88 == pytest.approx(picture.height * 10 * 63, rel=0.01)


def test_a_side_that_looks_the_same_is_one_picture() -> None:
    """Backs say nothing of what lies on the other side, and so do not differ by it."""
    made = work(maitred.game("food_court"))
    backs = [name for name, _ in setting.faces(made, "svg") if name.startswith("back-")]
    assert sorted(name.split("-", 2)[2] for name in backs) == sorted(
        f"{setting.slug(deck)}.svg" for deck in {card.back.name for card in made.cards}
    )


def test_every_pile_has_a_sheet_of_its_own_for_the_simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sheet makes one deck there, with one hidden card."""
    told: list[dict[str, Any]] = []

    def note(made: setting.Work, data: dict[str, Any], *more: Any) -> list[bytes]:
        told.append(data)
        return [b""] * len(data["tiles"])

    monkeypatch.setattr(setting.Work, "compile", note)
    court, ovens = work(maitred.game("food_court")), work(maitred.game("ovens"))
    named = [name for name, _ in setting.simulator_sheets(court)]
    assert named[:4] == ["fronts-1-italy.png", "backs-1-italy.png", "fronts-2-france.png", "backs-2-france.png"]
    assert "fronts-6-turkiye.png" in named
    assert named[-2:] == ["fronts-9-food-court.png", "backs-9-food-court.png"]
    backs = [{side for side in tiles if side is not None} for tiles in told[0]["tiles"][1::2]]
    assert [len(each) for each in backs] == [1] * 9
    assert [name for name, _ in setting.simulator_sheets(ovens)][::2] == [
        *["fronts-1-ovens.png", "fronts-2-ovens.png", "fronts-3-dish.png"]
    ]
    assert [len(tiles) for tiles in told[1]["tiles"]] == [70] * 6


def test_no_word_runs_into_its_neighbour() -> None:
    """Four plates beside each other: the widest word of them is as wide as 3.77 letters are high in this fount."""
    made = work(maitred.game("diner"))
    number, troop = next((at, card) for at, card in enumerate(made.cards) if card.front.name == "Scout Troop")
    assert [word for _, word in troop.front.pips] == ["Pancakes", "Pancakes", "Pancakes", "Burger"]
    pages = PdfReader(io.BytesIO(setting.pdf(made, "a4"))).pages
    found: list[tuple[float, float, float]] = []

    def visit(text: str, page: list[float], line: list[float], font: Any, size: float) -> None:
        if text.strip() == "Pancakes":
            x, y = (line[4] * page[0] + page[4], line[5] * page[3] + page[5])
            found.append((round(y), x, size * abs(line[0] * page[0])))

    pages[2 * (number // 9)].extract_text(visitor_text=visit)
    rows = sorted(found)
    close = [
        (right - left, size)
        for (y, left, size), (beside, right, _) in pairwise(rows)
        if y == beside and right - left < 63 * POINTS_PER_MM / 3
    ]
    assert len(close) >= 2
    assert all(apart > 3.77 * size > 20 for apart, size in close), close


def test_rules_are_set_as_text_whatever_they_say() -> None:
    told = leaflet(
        '# A & B\n\n- **one** `x = "#y"` [link](https://e.org)\n\n| a | b |\n|---|---|\n| #eval("1") | 2 |\n'
    )
    assert '#heading(level: 1)[#"A & B";]' in told
    assert '#strong[#"one";]' in told
    assert '#raw("x = \\"#y\\"")' in told
    assert '#"#eval(\\"1\\")";' in told


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "chefs_choice", "--paper", "letter", "--faces", "svg"]) == 0
    assert "48 cards, letter" in capsys.readouterr().out
    assert (tmp_path / "chefs_choice-print.pdf").read_bytes().startswith(b"%PDF")
    assert len(list((tmp_path / "chefs_choice-print" / "faces").iterdir())) == 49
    assert main(["print", "chefs_choice"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["print", "chefs_choice", "--force"]) == 0
    for wrong, why in (
        (["--out", "x.png"], "--out names the PDF"),
        (["--out", "no/x.pdf"], "There is no folder no"),
        (["--cards", "none.toml"], "there is no such file"),
    ):
        assert main(["print", "chefs_choice", *wrong]) == 2
        assert why in capsys.readouterr().err


def test_a_full_disk_leaves_what_was_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "sheets.pdf"
    there.write_text("the sheets of yesterday")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    assert main(["print", "chefs_choice", "--force", "--out", str(there)]) == 2
    assert capsys.readouterr().err == f"maitred: {there} cannot be written: No space left on device.\n"
    assert there.read_text() == "the sheets of yesterday"
    assert list(tmp_path.iterdir()) == [there]


def test_without_the_page_there_are_no_drawings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pictures, "files", lambda _: tmp_path)
    pictures.drawings.cache_clear()
    with pytest.raises(maitred.Refused, match="built without it"):
        pictures.drawings()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_card_of_the_house_has_its_picture(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the drawings that the installed page has."""
    page = Path(str(distribution("maitred").locate_file("maitred/page")))
    if not (page / pictures.FILE).is_file():
        need("The installed maitred has no page, so its drawings were not looked at.")
    monkeypatch.setattr(pictures, "files", lambda _: page.parent)
    pictures.drawings.cache_clear()
    monkeypatch.setattr(setting, "drawings", pictures.drawings)
    for card in work(game).cards:
        assert card.front.icons, card.front.name
        assert card.back.icons, card.back.name
