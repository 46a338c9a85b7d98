"""Tables that are played with cards of their own."""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import maitred
from maitred.cli import main
from maitred.cli.fuzz import damage
from maitred.kernel.cardfile import LONGEST_LINE, MOST_TEXT_BYTES, CardText, canonical
from maitred.kernel.chance import Stream
from maitred.kernel.deck_text import ANOTHER_ORDER, as_toml, changes
from maitred.kernel.errors import BadCards
from tests.server.event_loop import in_event_loop
from tests.server.guest import Browser, RunningHouse, at_table, deal, play_on

NASTY = "<img src=x onerror=alert(1)>"


def own_tables(game: str = "delectable") -> dict[str, Any]:
    """The house deck with one change."""
    deck = maitred.game(game).deck
    assert deck is not None
    tables = deck.tables()
    if game == "delectable":
        tables["cards"]["server"][0] |= {"name": NASTY, "cost": 4}
    elif game == "chefs_choice":
        tables["customers"]["lunch"]["most"] = 6
    elif game == "diner":
        tables["plates"]["steak"]["tip"] = 225
    elif game == "food_court":
        tables["decks"]["italy"]["restaurant"] = "Trattoria"
    else:
        tables["cards"]["trash"][0]["minus"] = 2
    return tables


@pytest.mark.parametrize("game", maitred.all_games(), ids=lambda game: game.id)
def test_a_deck_is_the_same_after_it_was_written_as_a_file(game: maitred.Game) -> None:
    """Text and tables tell the same deck, and every change is told."""
    assert game.deck is not None
    house, own = game.deck.tables(), own_tables(game.id)
    assert game.read_cards(CardText(as_toml(house))).own is None
    read = game.read_cards(CardText(as_toml(own)))
    assert read.own == own
    assert len(changes(house, own)) in (1, 2)
    assert changes(house, house) == []


def test_changes_are_told_card_by_card() -> None:
    """What is changed, renamed, new and gone, and cards that only lie in another order."""
    house = own_tables("diner")
    own = own_tables("diner")
    tables = own["cards"]["table"]
    tables[0]["name"] = "Late Birds"
    tables[1]["order"] = ["bacon", "steak"]
    del tables[2]
    tables.append({"name": "Extra", "order": ["steak"]})
    own["plates"]["bacon"]["tip"] = 75
    assert changes(house, own) == [
        "plates, bacon, tip: 50 → 75",
        "table ‘Early Birds’: now called ‘Late Birds’",
        "table ‘Mother and Daughter’: order bacon + pancakes → bacon + steak",
        "table ‘Night Watchmen’: gone",
        "table ‘Extra’: new, order steak",
    ]
    turned = own_tables("diner")
    turned["cards"]["table"].reverse()
    assert changes(house, turned) == [ANOTHER_ORDER]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the table [deck] is missing"),
        ("{", "line 1 is not valid TOML"),
        ("a." * LONGEST_LINE + "a = 1", f"line 1 has more than {LONGEST_LINE:,} characters"),
        ("#\n" * MOST_TEXT_BYTES, f"at most {MOST_TEXT_BYTES:,} are taken"),
        ("x = '\ud800'", "is not UTF-8 text"),
    ],
)
def test_a_text_that_is_no_deck_is_refused(text: str, why: str) -> None:
    """One sentence, whatever it is, and no time spent on what is made to be slow."""
    with pytest.raises(BadCards) as refusal:
        maitred.game("delectable").read_cards(CardText(text))
    assert str(refusal.value).startswith("your cards: ")
    assert why in str(refusal.value)


def test_a_bad_deck_is_refused_with_card_and_reason(house: RunningHouse) -> None:
    """When it is checked as when the table is set; what was sent is never more than shown."""
    browser = Browser(house.port)
    tables = own_tables()
    tables["cards"]["server"][0]["cost"] = "cheap"
    wish = {"game": "delectable", "seats": [{"kind": "me"}, {"kind": "bot"}], "cards": as_toml(tables)}
    told = f"your cards: server '{NASTY}': 'cost' must be a whole number from 1 to 40, not 'cheap'."
    for path, body in (("/api/tables", wish), ("/api/games/delectable/cards", {"cards": as_toml(tables)})):
        answer = browser.ask("POST", path, body)
        assert (answer.status, answer.json["text"]) == (422, told)
        assert answer.headers["Content-Type"] == "application/json"
    too_long = browser.ask("POST", "/api/games/delectable/cards", {"cards": "#" * 70_000})
    assert too_long.status == 422
    assert browser.ask("POST", "/api/games/delectable/cards", {"cards": "#" * 200_000}).status == 413
    assert browser.ask("POST", "/api/games/nothing/cards", {"cards": ""}).status == 404


def test_a_good_deck_is_told_what_it_changes(house: RunningHouse) -> None:
    """The house deck is known as such, however it is laid out."""
    browser = Browser(house.port)
    deck = maitred.game("delectable").deck
    assert deck is not None
    same = browser.ask("POST", "/api/games/delectable/cards", {"cards": deck.text()}).json
    assert (same["own"], same["changes"]) == (False, [])
    own = browser.ask("POST", "/api/games/delectable/cards", {"cards": as_toml(own_tables())}).json
    assert own["own"]
    assert own["changes"] == [
        "server ‘Sleepy Summer Temp’: gone",
        f"server ‘{NASTY}’: new, stars 2, cost 4, server -1, chef 0, food -1, equipment -1, discarded 2",
    ]
    table = browser.set_table("delectable", "mr", cards=deck.text())
    assert browser.ask("GET", f"/api/tables/{table}").json["table"]["own_cards"] is False


def test_no_damaged_deck_breaks_the_house(house: RunningHouse) -> None:
    """Either it is a deck and the table is set, or it is refused with a sentence."""
    browser, pick = Browser(house.port), Stream(23)
    seen = set()
    for game in maitred.all_games():
        for _ in range(8):
            damaged = damage(own_tables(game.id), pick)
            text = as_toml(damaged) if isinstance(damaged, dict) else str(damaged)
            at = pick.below(len(text))
            for cards in (text, text[:at], text[:at] + '"' + text[at:]):
                seats = [{"kind": "me"}] + [{"kind": "bot"}] * (game.min_players - 1)
                answer = browser.ask("POST", "/api/tables", {"game": game.id, "seats": seats, "cards": cards})
                assert answer.status in (201, 422), answer.body
                seen.add(answer.status)
                if answer.status == 201:
                    assert browser.ask("GET", f"/api/tables/{answer.json['table']}/cards").status == 200
    assert seen == {201, 422}


async def play_out(browser: Browser, table: str, folder: Path) -> dict[str, Any]:
    """Play a game of one person to its end; its record, checked."""
    async with at_table(browser, table, 0) as guest:
        if guest.position is None:
            await deal(guest)
        await play_on(guest, lambda offers: offers[0])
    answer = browser.ask("GET", f"/api/tables/{table}/record")
    path = folder / "record.json"
    path.write_bytes(answer.body)
    assert main(["verify", str(path)]) == 0
    record: dict[str, Any] = json.loads(answer.body)
    return record


@in_event_loop
async def test_a_game_with_own_cards(tmp_path: Path) -> None:
    """Everybody is told, bots play it, a restart and a rematch keep it, and the record has it."""
    own = own_tables()
    digest = hashlib.sha256(canonical(own).encode()).hexdigest()
    with RunningHouse(tmp_path / "data") as house:
        browser, stranger = Browser(house.port), Browser(house.port)
        table = browser.set_table("delectable", "med", cards=as_toml(own), public=True)
        listed = stranger.ask("GET", "/api/tables?phase=seating").json["tables"]
        assert [card["own_cards"] for card in listed] == [True]
        facts = stranger.ask("GET", f"/api/tables/{table}").json["table"]
        assert (facts["own_cards"], facts["deck"]) == (True, digest)
        told = stranger.ask("GET", f"/api/tables/{table}/cards").json
        assert (told["own"], told["digest"]) == (own, digest)
        assert told["faces"][0]["name"] == NASTY
        text = stranger.ask("GET", f"/api/tables/{table}/cards.toml")
        assert text.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert text.headers["Content-Disposition"].startswith("attachment; filename=")
        assert text.headers["X-Content-Type-Options"] == "nosniff"
        assert text.body.decode() == as_toml(own)
        deck = maitred.game("delectable").deck
        assert deck is not None
        assert stranger.ask("GET", "/api/games/delectable/cards.toml").body.decode() == deck.text()
        async with at_table(browser, table, 0) as guest:
            await deal(guest)
            assert guest.table["promise"]["list"]["terms"]["deck"] == digest
            while not guest.offers:
                await guest.hear()
            await guest.play(guest.offers[0])
        await asyncio.to_thread(house.kill)
        await asyncio.to_thread(house.start)
        record = await play_out(browser, table, tmp_path)
        assert record["cards"] == {"digest": digest, "own": own}
        assert stranger.ask("GET", f"/api/tables/{table}/replay").json["table"]["own_cards"]
        assert stranger.ask("GET", f"/api/tables/{table}/replay/frames?count=5").status == 200
        again = browser.ask("POST", f"/api/tables/{table}/rematch").json["table"]
        assert stranger.ask("GET", f"/api/tables/{again}").json["table"]["deck"] == digest
        record = await play_out(browser, again, tmp_path)
        assert record["cards"]["own"] == own
        assert '"trace"' not in house.log()
