"""Secret Marks, a toy with steps that nobody may notice: all mark bottles of their hands and say when they are
done. Once the last is done, what was marked comes to light, and whoever marked most has won.
"""

from __future__ import annotations

from maitred.kernel.chance import Stream
from maitred.kernel.game import Words
from maitred.kernel.state import Cards, Event, State
from maitred.kernel.words import player
from maitred.starter.game import BOTTLES, Tasting, TastingGame

DONE = BOTTLES
MARKED, WAS_DONE, CAME_TO_LIGHT = range(3)  # seat, card | seat | how many by seat


class Marking(Tasting):
    marks: list[list[int]]
    done: list[int]

    def actors(self) -> list[int]:
        return [seat for seat in range(self.players) if not self.done[seat]]

    def legal(self, seat: int) -> list[int]:
        return [*self.hands[seat], DONE] if not self.done[seat] else []

    def silent(self, seat: int, action: int) -> bool:
        return action != DONE

    def apply(self, seat: int, action: int) -> None:
        if action == DONE:
            self.done[seat] = 1
            self.tell(WAS_DONE, seat)
            if all(self.done):
                self.reveals += 1
                self.points = [len(marks) for marks in self.marks]
                self.tell_list(CAME_TO_LIGHT, self.points)
            return
        marks = self.marks[seat]
        self.marks[seat] = [card for card in marks if card != action] if action in marks else sorted([*marks, action])
        self.tell(MARKED, seat, action)

    def determinize(self, seat: int, chance: Stream) -> State:
        known = self.clone()
        known.chance = chance.fork()
        return known


class MarkingGame(TastingGame):
    def __init__(self) -> None:
        super().__init__()
        self.id, self.title, self.n_actions = "marking", "Secret Marks", BOTTLES + 1

    def deal(self, players: int, chance: Stream, options: dict[str, str], cards: Cards) -> State:
        state = super().deal(players, chance, options, cards)
        state.__class__ = Marking
        assert isinstance(state, Marking)
        state.marks, state.done = [[] for _ in range(players)], [0] * players
        return state

    def view(self, state: State, seat: int | None) -> Words:
        assert isinstance(state, Marking)
        own = {"hand": state.hands[seat], "marks": state.marks[seat]} if seat is not None else {"hand": [], "marks": []}
        return {**own, "seats": [{"done": done == 1} for done in state.done]}

    def hear(self, state: State, event: Event, seat: int | None) -> Words | None:
        if event[0] == MARKED:
            return {"event": "marked", "text": f"{player(event[1])} mark[s] a bottle."} if event[1] == seat else None
        if event[0] == WAS_DONE:
            return {"event": "done", "text": f"{player(event[1])} [has|have] chosen."}
        return {"event": "light", "text": f"Marked: {event[1:]}."}

    def describe(self, state: State, seat: int, action: int) -> Words:
        return {"verb": "mark", "card": action, "label": "Done" if action == DONE else f"bottle {action}"}

    def prompt(self, state: State, seat: int | None) -> str:
        return "Mark bottles."
