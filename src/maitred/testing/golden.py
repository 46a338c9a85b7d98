"""Golden files: perft.json counts action sequences from fixed positions, playthrough.txt is a game in words.

`python -m maitred.testing golden` writes them anew, on purpose. Positions and moves already in the files are kept, so
that a difference shows what the changed rules made of them; delete a file to start from scratch.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from maitred.bots.clock import Clock
from maitred.bots.levels import bot, next_move
from maitred.kernel.chance import Stream
from maitred.kernel.game import Game
from maitred.kernel.record import Record
from maitred.kernel.shapes import SheetLine
from maitred.kernel.state import Event, State
from maitred.kernel.words import named

PERFT = "perft.json"
PLAYTHROUGH = "playthrough.txt"
NAMES: Sequence[str] = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"]
MOST_SEQUENCES = 4_000
DEEPEST = 4
MOVES_BEFORE = (0, 10, 25, 60)
SEED = 7
MOVE = re.compile(r"^ *\d+\. .* \[(\d+) by (\d+)\]$", re.MULTILINE)


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` actions there are from a state (fewer where a game ends)."""
    moves = [(seat, action) for seat in state.actors() for action in state.legal(seat)]
    if depth == 1:
        return len(moves)
    total = 0
    for seat, action in moves:
        after = state.clone()
        after.apply(seat, action)
        total += perft(after, depth - 1)
    return total


def counts(state: State) -> list[int]:
    """The counts of ever longer sequences, as deep as a test can afford."""
    found = [perft(state, 1)]
    while len(found) < DEEPEST and found[-1] ** ((len(found) + 1) / len(found)) < MOST_SEQUENCES:
        found.append(perft(state, len(found) + 1))
    return found


def positions(game: Game) -> list[dict[str, Any]]:
    """Positions from the beginning and the middle of random games of every player count."""
    chosen: list[dict[str, Any]] = []
    for players in range(game.min_players, game.max_players + 1):
        for moves in MOVES_BEFORE:
            state = game.new(players, SEED)
            pick = Stream(SEED, branch=players)
            for _ in range(moves):
                actors = state.actors()
                if not actors:
                    break
                seat = actors[pick.below(len(actors))]
                actions = state.legal(seat)
                state.apply(seat, actions[pick.below(len(actions))])
            name = f"{players} players after {moves} moves"
            chosen.append({"name": name, "seed": SEED, "position": game.dump(state)})
    return chosen


def fill_perft(game: Game, path: Path) -> None:
    """Write the counts of the positions in the file, or of new ones."""
    entries = json.loads(path.read_text(encoding="utf-8")) if path.exists() else positions(game)
    for entry in entries:
        entry["counts"] = counts(game.load(entry["position"], entry["seed"]))
    lines = [json.dumps(entry, ensure_ascii=False) for entry in entries]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def bot_game(game: Game, players: int) -> list[tuple[int, int]]:
    """The moves of a game between medium bots."""
    state = game.new(players, SEED)
    bots = [bot("medium", game) for _ in range(players)]
    chances = [Stream(SEED, branch=99 + seat) for seat in range(players)]
    clock = Clock([player.pace for player in bots], chances)
    moves: list[tuple[int, int]] = []
    while state.actors():
        seat, action = next_move(state, bots, chances, clock)
        moves.append((seat, action))
        state.apply(seat, action)
    return moves


def opening(game: Game, state: State) -> list[str]:
    """The table as a spectator sees it before the first move."""
    lines: list[str] = []
    for zone in game.zones(game.view(state, None), state.cards):
        items = [
            ", ".join(part for part in (item["title"], *item["lines"], item["tag"]) if part) for item in zone["items"]
        ]
        said = "; ".join(part for part in (zone["note"], *items) if part)
        lines.append(named(f"{zone['title']}: {said}" if said else zone["title"], NAMES))
    return lines


def heard(game: Game, state: State, event: Event) -> list[str]:
    """What all hear of an event, and what only some do."""
    lines: list[str] = []
    public = game.hear(state, event, None)
    if public:
        lines.append("    " + named(public["text"], NAMES))
    for viewer in range(state.players):
        private = game.hear(state, event, viewer)
        if private and (public is None or private["text"] != public["text"]):
            lines.append(f"    ({NAMES[viewer]} alone) " + named(private["text"], NAMES))
    return lines


def playthrough(game: Game, players: int, moves: list[tuple[int, int]]) -> str:
    """A whole game in words: each move, what all hear of it, and what only some do."""
    record = Record(game, players, {"kind": "stream", "seed": SEED})
    lines = [f"{game.title}: {players} players, seed {SEED}", "", *opening(game, record.state), ""]
    for event in game.opening(record.state):
        lines += heard(game, record.state, event)
    for number, (seat, action) in enumerate(moves, start=1):
        label = game.describe(record.state, seat, action)["label"]
        lines.append(named(f"{number}. {NAMES[seat]}: {label} [{action} by {seat}]", NAMES))
        for event in record.play(seat, action):
            lines += heard(game, record.state, event)
    sheet = game.sheet(record.state)
    lines.append("")
    total: SheetLine = {
        "label": sheet["total"]["label"],
        "values": [*sheet["total"]["values"]],
        "notes": [""] * players,
    }
    for line in [*sheet["lines"], total]:
        cells = [
            f"{NAMES[seat]} {value}" + (f" = {note}" if note else "")
            for seat, (value, note) in enumerate(zip(line["values"], line["notes"], strict=True))
        ]
        lines.append(f"{line['label']}: {'; '.join(cells)}")
    lines.append(named(sheet["verdict"], NAMES))
    return "\n".join(lines) + "\n"


def replay(game: Game, text: str) -> str:
    """The same moves told again by the rules as they are now."""
    players = int(text.split(":", 1)[1].split()[0])
    return playthrough(game, players, [(int(seat), int(action)) for action, seat in MOVE.findall(text)])


def fill_playthrough(game: Game, path: Path) -> None:
    """Tell the game in the file anew, or a new one."""
    if path.exists():
        text = replay(game, path.read_text(encoding="utf-8"))
    else:
        players = min(game.max_players, max(game.min_players, 3))
        text = playthrough(game, players, bot_game(game, players))
    path.write_text(text, encoding="utf-8")


def write(game: Game, folder: Path) -> None:
    """Write the golden files of a game into a folder."""
    fill_perft(game, folder / PERFT)
    fill_playthrough(game, folder / PLAYTHROUGH)
