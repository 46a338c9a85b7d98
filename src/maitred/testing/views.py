"""What is seen and heard: nothing that a seat cannot know, and nothing changes unheard."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from maitred.kernel.chance import Stream
from maitred.kernel.game import Words
from maitred.kernel.state import State
from maitred.kernel.words import named
from maitred.testing.tables import Setting, any_seed, looked_at, moment, walk

NAMES = [f"guest {seat}" for seat in range(8)]


def seen(table: Setting, state: State, viewer: int | None) -> str:
    """Everything that is sent to a viewer of a state, as bytes would be."""
    game = table.game
    view = game.view(state, viewer)
    sent: list[Any] = [view, game.zones(view, state.cards), game.prompt(state, viewer), game.section(state)]
    if viewer is not None:
        sent += [[action, game.describe(state, viewer, action)] for action in state.legal(viewer)]
        sent += [state.stamp(viewer, action) for action in state.legal(viewer)]
    sent += [state.scores(), state.actors(), state.reveals]
    return json.dumps(sent)


def alike(table: Setting, seed: int) -> Iterator[tuple[State, int, State]]:
    """A moment of a game, and for each seat another that it cannot tell from it."""
    state = moment(table, seed)
    for seat in range(table.players):
        yield state, seat, state.determinize(seat, Stream(seed, branch=seat))


def heard(table: Setting, state: State, viewer: int | None) -> list[str]:
    """What a viewer hears of the events that a state has noted."""
    assert state.events is not None
    told = [table.game.hear(state, event, viewer) for event in state.events]
    return [json.dumps(words) for words in told if words is not None]


@any_seed
def test_a_view_is_the_same_for_all_states_the_viewer_cannot_tell_apart(table: Setting, seed: int) -> None:
    for state, seat, other in alike(table, seed):
        assert seen(table, other, seat) == seen(table, state, seat)
        assert seen(table, other, None) == seen(table, state, None), "a spectator knows no more than any seat"


@any_seed
def test_moves_that_bring_nothing_to_light_look_the_same_in_all_those_states(table: Setting, seed: int) -> None:
    for state, viewer, other in alike(table, seed):
        for actor in state.actors():
            for action in set(state.legal(actor)) & set(other.legal(actor)):
                after, other_after = state.clone(), other.clone()
                after.events, other_after.events = [], []
                after.apply(actor, action)
                other_after.apply(actor, action)
                if after.reveals == state.reveals and other_after.reveals == other.reveals:
                    assert seen(table, after, viewer) == seen(table, other_after, viewer)
                    assert heard(table, after, viewer) == heard(table, other_after, viewer)


@any_seed
def test_a_view_never_changes_unheard(table: Setting, seed: int) -> None:
    viewers: list[int | None] = [None, *range(table.players)]
    looked = looked_at(table, seed)
    before: dict[int | None, str] = {}
    for at, state in enumerate(walk(table, seed)):
        shown = {viewer: json.dumps(table.game.view(state, viewer)) for viewer in viewers if before or at in looked}
        for viewer, then in before.items():
            if shown[viewer] != then:
                assert heard(table, state, viewer), f"the view of {viewer} changed and nothing was heard"
        if table.game.hears_alike() and state.events:
            assert all(heard(table, state, viewer) == heard(table, state, None) for viewer in viewers)
        before = shown if at in looked else {}
        state.events = []


@any_seed
def test_the_parts_of_a_view_make_the_whole_whatever_was_seen_before(table: Setting, seed: int) -> None:
    looked = looked_at(table, seed)
    before: Words | None = None
    for at, state in enumerate(walk(table, seed)):
        if at in looked:
            lasting = before = table.game.lasting_view(state, before)
            shared = table.game.shared_view(state)
            for viewer in (None, *range(table.players)):
                own = table.game.own_view(state, viewer)
                assert len(lasting) + len(shared) + len(own) == len(table.game.view(state, viewer))
                assert {**lasting, **shared, **own} == table.game.view(state, viewer)


@any_seed
def test_what_is_described_alike_is_the_same_offer_to_all(table: Setting, seed: int) -> None:
    game = table.game
    for state in walk(table, seed):
        offered: dict[int, tuple[Words, int]] = {}
        for actor in state.actors():
            for action in filter(game.describes_alike, state.legal(actor)):
                offer = game.describe(state, actor, action), state.stamp(actor, action)
                assert offered.setdefault(action, offer) == offer
                assert "{" not in offer[0]["label"], "who is named is addressed, and then it is not the same to all"


@any_seed
def test_nobody_else_notices_a_silent_action(table: Setting, seed: int) -> None:
    looked = looked_at(table, seed)
    for at, state in enumerate(walk(table, seed)):
        for actor in state.actors() if at in looked else []:
            others = [None, *(seat for seat in range(table.players) if seat != actor)]
            for action in state.legal(actor):
                if state.silent(actor, action):
                    after = state.clone()
                    after.events = []
                    after.apply(actor, action)
                    assert after.actors() == state.actors()
                    assert after.asked == state.asked
                    for viewer in others:
                        assert seen(table, after, viewer) == seen(table, state, viewer)
                        assert heard(table, after, viewer) == []


@any_seed
def test_every_step_but_the_last_of_a_choice_that_is_made_together_is_silent(table: Setting, seed: int) -> None:
    for state in walk(table, seed):
        actors = state.actors()
        for actor in actors if len(actors) > 1 else []:
            if state.may_wait(actor):
                continue  # real time: nobody waits for the others to choose
            for action in state.legal(actor):
                after = state.clone()
                after.apply(actor, action)
                goes_on = actor in after.actors() and after.asked == state.asked
                assert state.silent(actor, action) == goes_on


@any_seed
def test_the_opening_is_announced_alike_in_all_deals_that_a_listener_cannot_tell_apart(
    table: Setting, seed: int
) -> None:
    game = table.game
    state = table.new(seed)
    for viewer in (None, *range(table.players)):
        told = [game.hear(state, event, viewer) for event in game.opening(state)]
        for words in told:
            if words is not None:
                assert words["event"]
                assert "{" not in named(words["text"], NAMES)
        for seat in range(table.players) if viewer is None else [viewer]:
            other = state.determinize(seat, Stream(seed, branch=seat))
            again = [game.hear(other, event, viewer) for event in game.opening(other)]
            assert json.dumps(again) == json.dumps(told)


@any_seed
def test_everything_has_words(table: Setting, seed: int) -> None:
    game = table.game
    faces = game.faces(table.new(seed).cards)
    json.dumps(faces)
    looked = looked_at(table, seed)
    for at, state in enumerate(walk(table, seed)):
        if at not in looked:
            state.events = []
            continue
        for viewer in (None, *range(table.players)):
            assert named(game.prompt(state, viewer), NAMES).endswith((".", "?"))
            if state.events is not None:
                for told in heard(table, state, viewer):
                    words = json.loads(told)
                    assert words["event"]
                    assert "{" not in named(words["text"], NAMES)
        for seat in state.actors():
            described = [game.describe(state, seat, action) for action in state.legal(seat)]
            assert all(words["verb"] for words in described)
            labels = [named(words["label"], NAMES) for words in described]
            assert len(set(labels)) == len(labels), f"two moves with one label: {labels}"
            assert game.sense.reason(state, seat, state.legal(seat)[0]).endswith(".")
        for zone in game.zones(game.view(state, 0), state.cards):
            assert set(zone) - {"needed"} == {"title", "seat", "note", "items"}
            assert all(set(item) == {"title", "kind", "lines", "tag"} for item in zone["items"])
        state.events = []


@any_seed
def test_the_score_sheet_adds_up_to_the_scores(table: Setting, seed: int) -> None:
    state = moment(table, seed)
    sheet = table.game.sheet(state)
    json.dumps(sheet)
    assert sheet["total"]["values"] == state.scores()
    assert sheet["ranking"] == state.ranking()
    assert all(len(line["values"]) == len(line["notes"]) == table.players for line in sheet["lines"])


# A verb in the third person after "you"; words in -s that are no such verbs are listed.
WRONG_VERB = re.compile(r"\b[Yy]ou (?!(?:miss|pass|toss|press|guess|discuss|as|this|always|across)\b)([a-z]+s)\b")
UNFILLED = re.compile(r"\{\w*\}|\[[a-z:|\d]+\]")


@any_seed
def test_you_are_addressed_as_people_do(table: Setting, seed: int) -> None:
    looked = looked_at(table, seed)
    for at, state in enumerate(walk(table, seed)):
        for viewer in [None, *range(table.players)] if at in looked else []:
            texts = [table.game.prompt(state, viewer)]
            texts += [told["text"] for event in state.events or [] if (told := table.game.hear(state, event, viewer))]
            if viewer is not None:
                texts += [table.game.describe(state, viewer, action)["label"] for action in state.legal(viewer)]
            if not state.actors():
                texts.append(table.game.sheet(state)["verdict"])
            for text in texts:
                told_you = named(text, NAMES, viewer)
                assert not WRONG_VERB.search(told_you), told_you
                assert not UNFILLED.search(told_you), told_you
                told_of_you = named(text, NAMES)
                assert not UNFILLED.search(told_of_you), told_of_you
        state.events = []
