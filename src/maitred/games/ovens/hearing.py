"""What a seat or a spectator hears of an event of Ovens: those who see a card hear its name."""

from __future__ import annotations

from maitred.games.ovens import rules
from maitred.games.ovens.rules import Kind, Laid, Ovens, OvensCards, Seat
from maitred.games.ovens.shapes import Heard, RaidHeard, ScoreHeard, VictimHeard
from maitred.games.ovens.view import MOMENT_NAMES, saw
from maitred.games.ovens.words import dish_title, kind_names, score_sum, verdict
from maitred.kernel.state import Event
from maitred.kernel.words import counted, player


def hear(state: Ovens, event: Event, seat: Seat | None) -> Heard | None:
    """An event as a seat, or a spectator, hears it."""
    kind, rest = event[0], event[1:]
    names = state.printed.names
    if kind in (rules.TURN_BEGINS, rules.TURNED_UP, rules.RESHUFFLED, rules.ENDED):
        return hear_table(state, event)
    actor = rest[0]
    who = player(actor)
    if kind == rules.REJECTED:
        if seat != actor:
            return None
        return {"event": "reject", "seat": actor, "kind": rest[1], "text": f"{who} will exchange {names[rest[1]]}."}
    if kind == rules.DECIDED:
        return {"event": "ready", "seat": actor, "text": f"{who} [has|have] decided on the first cards."}
    if kind == rules.REDREW:
        drawn = list(rest[1:])
        if seat == actor and drawn:
            text = f"{who} exchange[s] {counted(len(drawn), 'card')} and draw[s] {kind_names(state.printed, drawn)}."
            return {"event": "redraw", "seat": actor, "count": len(drawn), "kinds": drawn, "text": text}
        told = f"exchange[s] {counted(len(drawn), 'card')}" if drawn else "keep[s] the first cards"
        return {"event": "redraw", "seat": actor, "count": len(drawn), "text": f"{who} {told}."}
    if kind == rules.CHOSE_DISH:
        needs = kind_names(state.printed, state.printed.needs[rest[1]])
        text = f"{who} take[s] the dish {dish_title(state.printed, rest[1])}, which asks for {needs}."
        return {"event": "dish", "seat": actor, "dish": len(names) + rest[1], "text": text}
    if kind == rules.DISCARDED:
        if seat == actor:
            return {"event": "discard", "seat": actor, "kind": rest[1], "text": f"{who} discard[s] {names[rest[1]]}."}
        return {"event": "discard", "seat": actor, "text": f"{who} discard[s] a card face down."}
    if kind == rules.TOOK:
        return {"event": "take", "seat": actor, "kind": rest[1], "text": f"{who} take[s] {names[rest[1]]}."}
    if kind == rules.PREPARED:
        text = f"{who} put[s] {names[rest[1]]} into the oven."
        return {"event": "prepare", "seat": actor, "kind": rest[1], "text": text}
    if kind == rules.CLEANED:
        if saw(rest[1], seat) or seat == actor:
            text = f"{who} clean[s] {names[rules.kind_laid(rest[1])]} out of the oven."
            return {"event": "clean", "seat": actor, "kind": rules.kind_laid(rest[1]), "text": text}
        return {"event": "clean", "seat": actor, "text": f"{who} clean[s] a face-down card out of the oven."}
    if kind == rules.CLOSED_OVEN:
        return {"event": "close", "seat": actor, "text": f"{who}'s oven is closed."}
    if kind == rules.WENT_ON:
        _, step, done = rest
        more = "more " if done else ""
        said = {
            rules.SUPPLY: f"take[s] no {more}cards",
            rules.ACTION: "take[s] no action",
            rules.PREPARE: f"prepare[s] nothing {more}".rstrip(),
            rules.SABOTAGE: "end[s] the turn without sabotage",
        }
        return {"event": "go on", "seat": actor, "step": MOMENT_NAMES[step], "text": f"{who} {said[step]}."}
    if kind in (rules.FINISHED, rules.UNFINISHED):
        return hear_score(state, event)
    return hear_between(state, event, seat)


def hear_table(state: Ovens, event: Event) -> Heard:
    """An event that is no player's action: everybody hears it."""
    kind, rest = event[0], event[1:]
    if kind == rules.TURN_BEGINS:
        seat, round_ = rest
        text = f"Round {round_}: {player(seat)}'s turn."
        return {"event": "turn", "seat": seat, "round": round_, "text": text}
    if kind == rules.RESHUFFLED:
        text = f"The discard is shuffled into a new pile of {counted(rest[0], 'card')}."
        return {"event": "reshuffle", "count": rest[0], "text": text}
    if kind == rules.TURNED_UP:
        if rest[0] == rules.NONE:
            return {"event": "pile", "kind": None, "text": "The pile is empty."}
        text = f"Next on the pile: {state.printed.names[rest[0]]}."
        return {"event": "pile", "kind": rest[0], "text": text}
    return {"event": "over", "text": f"The game is over. {verdict(state)}"}


def hear_score(state: Ovens, event: Event) -> ScoreHeard:
    """A dish is counted: all see what lay face down."""
    printed = state.printed
    if event[0] == rules.FINISHED:
        _, seat, dish, minus, plus, *down = event
        total = printed.points[dish] - minus + plus
        text = f"{player(seat)} finish[es] {printed.dish_names[dish]}{revealed(printed, down)}: "
        text += f"{score_sum(printed.points[dish], minus, plus)} {'point' if total == 1 else 'points'}."
    else:
        _, seat, dish, total, *down = event
        text = f"{player(seat)} [has|have] not finished {printed.dish_names[dish]}{revealed(printed, down)}: "
        text += f"{counted(total, 'point')}."
    return {
        "event": "finish" if event[0] == rules.FINISHED else "unfinished",
        "seat": seat,
        "dish": len(printed.names) + dish,
        "revealed": list(down),
        "points": total,
        "text": text,
    }


def revealed(printed: OvensCards, down: list[Kind]) -> str:
    """What lay face down, as part of a sentence."""
    return f", with {kind_names(printed, down)} face down" if down else ""


def hear_between(state: Ovens, event: Event, seat: Seat | None) -> RaidHeard | VictimHeard:
    """Something between two players: those who see the card hear its name."""
    kind, actor, victim, *rest = event
    who, whom = player(actor), player(victim)
    inside = seat in (actor, victim)
    if kind == rules.RAIDED:
        what = kind_names(state.printed, rest) if inside else counted(len(rest), "card")
        raid: RaidHeard = {
            "event": "raid",
            "seat": actor,
            "victim": victim,
            "text": f"{who} raid[s] {whom}'s pantry and look[{actor}:s] at {what}.",
        }
        if inside:
            raid["kinds"] = rest
        return raid
    if kind == rules.RETURNED:
        what = "both cards" if rest[0] > 1 else "the card"
        return {"event": "return", "seat": actor, "victim": victim, "text": f"{who} give[s] {what} back to {whom}."}
    card, sees = rest[0], inside
    if kind == rules.STOLE:
        laid: Laid = rest[0]
        card, sees = rules.kind_laid(laid), saw(laid, seat) or seat == actor
    elif kind == rules.SABOTAGED:
        sees = seat == actor
    elif kind == rules.REPLACED:
        sees = True
    what = state.printed.names[card] if sees else "a face-down card" if kind == rules.STOLE else "a card"
    told = told_between(kind, actor, victim, who, whom, what)
    if sees:
        told["kind"] = card
    return told


def told_between(kind: int, actor: Seat, victim: Seat, who: str, whom: str, what: str) -> VictimHeard:
    """What somebody did with a card of another player, or for one."""
    if kind == rules.REPLACED:
        text = f"{who} put[s] {what} into {whom}'s oven instead."
        return {"event": "replace", "seat": actor, "victim": victim, "text": text}
    if kind == rules.STOLE:
        return {"event": "steal", "seat": actor, "victim": victim, "text": f"{who} steal[s] {what} from {whom}'s oven."}
    if kind == rules.KEPT:
        return {"event": "keep", "seat": actor, "victim": victim, "text": f"{who} keep[s] {what}."}
    if kind == rules.GAVE:
        return {"event": "give", "seat": actor, "victim": victim, "text": f"{who} give[s] {whom} {what} in return."}
    assert kind == rules.SABOTAGED
    text = f"{who} slip[s] {what} into {whom}'s oven, face down."
    return {"event": "sabotage", "seat": actor, "victim": victim, "text": text}
