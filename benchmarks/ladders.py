"""The ladder of every game, which takes hours; if stopped, it continues where it was.

Every match of a game is played once for the table, hard bots with a fixed number of iterations; a match is played again
only if its code has changed. Writes benchmarks/ladders.json and the table in docs/bots.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from pages import table, write_between

import maitred
from maitred.bots.ladder import ORACLE, Progress, set_ladder
from maitred.cli.ladder import climb, progress_file
from maitred.cli.sim import percent

RESULTS = Path(__file__).parent / "ladders.json"
DEALS = 200
RUNGS = ("random", "easy", "medium", "hard")
MANY = 4  # seats at the larger table

BUDGETS = {"chefs_choice": 300, "delectable": 100, "diner": 400, "food_court": 60, "ovens": 200}
"""Iterations of a hard bot, worth 1 to 20 ms a move …"""
OTHERWISE = {("delectable", 4): 400, ("ovens", 4): 80}
"""… and exceptions, by game and seats at the table: where differences show only with more, or each takes longer;
also at most 20 ms."""
FEWER = {"chefs_choice": 15, "delectable": 50, "diner": 100, "food_court": 30, "ovens": 20}
"""Iterations of a hard bot that meets one with four times as many."""
BESIDE_ORACLE = {"chefs_choice": 25, "ovens": 100}
"""For games in which luck hides strength: how many deals show how far it is from medium to a bot that sees
everything."""

OF_HARD = {
    ("delectable", 2): ("hard:20", "oracle:25"),
    ("ovens", 2): ("hard:20", "docs/trained/ovens.expert:18", "oracle:40"),
    ("diner", 2): ("hard:60", "expert:48", "oracle:85"),
    ("food_court", 2): ("hard:20", "oracle:23"),
    ("diner", 4): ("hard:60", "oracle:78"),
    ("ovens", 4): ("hard:12", "oracle:36"),
    ("chefs_choice", 4): ("hard:10", "oracle:25"),
    ("delectable", 4): ("hard:20", "oracle:23"),
    ("food_court", 4): ("hard:10", "oracle:10"),
}
"""By game and seats, hard bots and those who are measured against them in about the same time, of some milliseconds a
move: what takes longer cannot be played often enough."""
ORACLE_DEALS = {2: 200, MANY: 50}
FRESH = 8_000_000
"""The seed of the first deal between these: nothing was learned from any of them."""


class Match(NamedTuple):
    """A challenger against the rest of a table."""

    players: int
    challenger: str
    against: str
    deals: int = DEALS
    seed: int = 0


def matches(game_id: str) -> list[Match]:
    """The matches of a game: every rung of its ladder, and whether more thinking helps."""
    fewest = maitred.game(game_id).min_players
    fewer = FEWER[game_id]
    found = [
        Match(fewest, "easy", "random"),
        Match(fewest, "medium", "random"),
        Match(fewest, "medium", "easy"),
        *[Match(players, "hard", "medium") for players in sorted({fewest, MANY})],
        Match(fewest, f"hard:{4 * fewer}", f"hard:{fewer}"),
    ]
    for (name, players), (hard, *others) in OF_HARD.items():
        if name == game_id:
            found += [
                Match(players, other, hard, ORACLE_DEALS[players] if other.startswith(ORACLE) else DEALS, FRESH)
                for other in others
            ]
    if game_id in BESIDE_ORACLE:
        found.append(Match(fewest, "oracle", "medium", BESIDE_ORACLE[game_id]))
    return found


def play(game_id: str, match: Match, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """One match on one core, so that its times are those of one core; the old row if nothing has changed."""
    game = maitred.game(game_id)
    levels = [match.against, match.challenger]
    budget = BUDGETS[game_id]
    if match.challenger == "hard":
        budget = OTHERWISE.get((game_id, match.players), budget)
    ladder = set_ladder(game, match.players, match.deals, levels, str(budget), match.seed, {}, None)
    file = progress_file(ladder)
    for row in rows:
        if row["played_as"] == file.stem and row["deals"] == match.deals:
            return row
    told = climb(ladder, 1, Progress(file))
    played = told["pairs"][0]
    return {
        "game": game_id,
        "players": match.players,
        **played,
        "budget": told["budget"],
        "ms": told["ms"][match.challenger],
        "their_ms": told["ms"][match.against],
        "played_as": file.stem,
    }


def place(row: dict[str, Any]) -> tuple[int, int, int]:
    """The sort key of a row: game, size of the table, rung."""
    games = [game.id for game in maitred.all_games()]
    return games.index(row["game"]), row["players"], RUNGS.index(row["against"].partition(":")[0])


def same_match(row: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two rows are of the same match."""
    return all([row[name] == other[name] for name in ("game", "players", "challenger", "against")])


def short(ms: float) -> str:
    """A time in two digits, or whole milliseconds."""
    return f"{ms:.0f}" if ms >= 10 else f"{ms:.2g}"


def shown(rows: list[dict[str, Any]]) -> str:
    """The table for people."""
    lines: list[list[str]] = []
    last = ""
    for row in rows:
        title = maitred.game(row["game"]).title
        among = row["against"] if row["players"] == 2 else f"{row['players'] - 1} × {row['against']}"
        ms = f"{short(row['ms']['mean'])} / {short(row['ms']['p99'])}"
        lines.append([title if title != last else "", row["challenger"], among, percent(row), str(row["deals"]), ms])
        last = title
    heads = ["", "challenger", "against", "first places (95 % interval)", "deals", "ms a move (mean / p99)"]
    return table(heads, lines)


def shown_beside_hard(rows: list[dict[str, Any]]) -> str:
    """For people: how far experts have come from hard bots toward a bot that sees everything."""
    lines: list[list[str]] = []
    for (game_id, players), (hard, *others) in OF_HARD.items():
        met = {
            row["challenger"]: row
            for row in rows
            if (row["game"], row["players"], row["against"]) == (game_id, players, hard) and row["challenger"] in others
        }
        oracle = next((row for name, row in met.items() if name.startswith(ORACLE)), None)
        expert = next((row for name, row in met.items() if not name.startswith(ORACLE)), None)
        if oracle is None and expert is None:
            continue
        both = (expert, oracle)
        way = "–"
        if oracle is not None and expert is not None and oracle["share"] > 1 / players:
            way = f"{(expert['share'] - 1 / players) / (oracle['share'] - 1 / players):.0%}".replace("%", " %")
        lines.append(
            [
                f"{maitred.game(game_id).title}, {players} players",
                *[f"{percent(row)}, {row['deals']} deals" if row else "not played" for row in both],
                way,
                *[
                    f"{row['ms']['mean']:.2g} / {row['their_ms']['mean']:.2g}" if row else "–"
                    for row in (expert, oracle)
                ],
            ]
        )
    heads = ["", "expert against hard", "oracle against hard", "of the way", "ms: expert / hard", "ms: oracle / hard"]
    return table(heads, lines)


def main() -> None:
    """Play what is asked for and has changed, and write the table of all matches after each one."""
    games = [game.id for game in maitred.all_games()]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help=f"all if none is named: {', '.join(games)}")
    chosen = parser.parse_args().game or games
    for unknown in sorted(set(chosen) - set(games)):
        parser.error(f"there is no game {unknown!r}; the games are: {', '.join(games)}")
    rows: list[dict[str, Any]] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    for game_id in chosen:
        for match in matches(game_id):
            told = play(game_id, match, rows)
            rows = [row for row in rows if not same_match(row, told)] + [told]
            rows.sort(key=place)
            RESULTS.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
            write_between("bots.md", "ladder", shown(rows))
            write_between("bots.md", "beside-hard", shown_beside_hard(rows))
            print(game_id, match.players, match.challenger, match.against, told["share"], file=sys.stderr)


if __name__ == "__main__":
    main()
