"""What games show and tell has exactly the declared types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from maitred.kernel.shapes import Sheet, Zone
from maitred.testing.tables import Setting, any_seed, looked_at, walk

HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
FITTED: dict[tuple[Any, object], Any] = {}
"""The kind of a type that a value with an event or verb had last."""


def fits(told: Mapping[str, Any], shape: Any) -> bool:
    """Whether a value has one of the kinds of a type; the one that the same event or verb had before is tried first."""
    word = (shape, told.get("event", told.get("verb")))
    if word in FITTED and is_a(told, FITTED[word]):
        return True
    for kind in get_args(shape) or (shape,):
        if is_a(told, kind):
            FITTED[word] = kind
            return True
    return False


def is_a(told: Mapping[str, Any], kind: Any) -> bool:
    """Whether a value has exactly this type."""
    try:
        return bool(msgspec.convert(told, kind, strict=True) == told)  # what a type does not know is left out
    except msgspec.ValidationError:
        return False


@any_seed
def test_all_that_is_shown_and_told_has_its_type(table: Setting, seed: int) -> None:
    game = table.game
    shapes = game.shapes()
    looked = looked_at(table, seed)
    for at, state in enumerate(walk(table, seed)):
        for viewer in (None, *range(table.players)):
            for event in state.events or []:
                told = game.hear(state, event, viewer)
                assert told is None or shapes is None or fits(told, shapes.heard), told
            if at not in looked:
                continue
            view = game.view(state, viewer)
            assert all(fits(zone, Zone) for zone in game.zones(view, state.cards))
            assert shapes is None or fits(view, shapes.view), view
            for action in state.legal(viewer) if viewer is not None else []:
                offer = game.describe(state, viewer, action)
                assert shapes is None or fits(offer, shapes.offer), offer
        assert fits(game.sheet(state), Sheet)
        if at == 0 and shapes is not None:
            assert all(fits(face, shapes.face) for face in game.faces(state.cards))
            assert fits(game.constants(state.cards), shapes.constants)
        state.events = []


@any_seed
def test_the_rules_have_the_section_that_is_named(table: Setting, seed: int) -> None:
    headings = {"", *HEADING.findall(table.game.rules())}
    for state in walk(table, seed):
        assert table.game.section(state) in headings
