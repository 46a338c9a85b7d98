"""What a table announces when the cards are dealt: what the game says of the deal, heard by everybody."""

from __future__ import annotations

from maitred.server.showing import log_since
from maitred.table import manners
from tests.table.evenings import Evening, find_game


def announced(evening: Evening, eyes: int | None) -> list[str]:
    """What was heard at the deal."""
    log = log_since(evening.lines, 0, eyes, find_game)
    return [line.text for line in log[[line.text for line in log].index("The cards are dealt.") :]]


def test_the_opening_is_heard_by_every_seat_and_by_those_who_watch() -> None:
    evening = Evening("chefs_choice", "pppp", {"first": "3", "schedule": "double,single,triple,underrated,cooperation"})
    evening.deal()
    book, podcast = evening.table.state.cards, evening.table.game.view(evening.table.state, None)["podcast"]
    face = evening.table.game.faces(book)[podcast]
    for eyes in (None, 0, 1, 2, 3):
        dealt, recommended, begins = announced(evening, eyes)
        assert dealt == "The cards are dealt."
        assert recommended == (
            f"The podcast recommends {face['appetizer']}, {face['entree']} and {face['dessert']}, "
            "and puts a marker on each."
        )
        assert begins.startswith("Sample round 1, Double: ")
        assert begins.endswith(" {2} leads.")


def test_a_game_that_announces_nothing_is_dealt_in_silence() -> None:
    assert announced(Evening("tasting", "pp").deal(), None) == ["The cards are dealt."]


def test_the_opening_is_not_stored() -> None:
    evening = Evening("chefs_choice", "bbbb")
    dealt = manners.deal(evening.table)
    assert dealt is not None
    news = evening.table.take(dealt)
    heard = evening.table.hear(news, None)
    assert [(piece.kind, piece.seat) for piece in heard] == [("house", None), ("game", None), ("game", None)]
    assert heard[1].about is not None
    assert heard[1].about["event"] == "podcast"
    evening.lines.append(dealt)
    record = evening.table.record
    assert record is not None
    assert record.moves == []
    assert evening.retold().state.pack() == evening.table.state.pack()
