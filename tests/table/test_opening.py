"""What a table announces when the cards are dealt: what the game says of the deal, heard by everybody."""

from __future__ import annotations

from maitred.server.showing import log_since
from maitred.table import permissions
from tests.table.scripted import ScriptedTable, find_game


def announced(scripted: ScriptedTable, eyes: int | None) -> list[str]:
    """What was heard at the deal."""
    log = log_since(scripted.lines, 0, eyes, find_game)
    return [line.text for line in log[[line.text for line in log].index("The cards are dealt.") :]]


def test_the_opening_is_heard_by_every_seat_and_by_those_who_watch() -> None:
    scripted = ScriptedTable(
        "chefs_choice", "pppp", {"first": "3", "schedule": "double,single,triple,underrated,cooperation"}
    )
    scripted.deal()
    book, podcast = scripted.table.state.cards, scripted.table.game.view(scripted.table.state, None)["podcast"]
    face = scripted.table.game.faces(book)[podcast]
    for eyes in (None, 0, 1, 2, 3):
        dealt, recommended, begins = announced(scripted, eyes)
        assert dealt == "The cards are dealt."
        assert recommended == (
            f"The podcast recommends {face['appetizer']}, {face['entree']} and {face['dessert']}, "
            "and puts a marker on each."
        )
        assert begins.startswith("Sample round 1, Double: ")
        assert begins.endswith(" You lead." if eyes == 2 else " {2} leads.")


def test_a_game_that_announces_nothing_is_dealt_in_silence() -> None:
    assert announced(ScriptedTable("tasting", "pp").deal(), None) == ["The cards are dealt."]


def test_the_opening_is_not_stored() -> None:
    scripted = ScriptedTable("chefs_choice", "bbbb")
    dealt = permissions.deal(scripted.table)
    assert dealt is not None
    news = scripted.table.take(dealt)
    heard = scripted.table.hear(news, None)
    assert [(piece.kind, piece.seat) for piece in heard] == [("house", None), ("game", None), ("game", None)]
    assert heard[1].about is not None
    assert heard[1].about["event"] == "podcast"
    scripted.lines.append(dealt)
    record = scripted.table.record
    assert record is not None
    assert record.moves == []
    assert scripted.retold().state.pack() == scripted.table.state.pack()
