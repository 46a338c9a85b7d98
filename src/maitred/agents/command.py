"""`maitred mcp` and `maitred arena`: found by their entry points; import what they need when they run."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import maitred
from maitred.cli.arguments import CARDS, GAME, JSON, OPTION, above_zero, options_of, progress, whole
from maitred.cli.folder import house_folder, write_whole
from maitred.cli.terminal.interrupts import STOPPED
from maitred.cli.verb import Argument, Verb, verb
from maitred.kernel.errors import BadSetup


def need_extra() -> None:
    """Refuse to go on without the libraries for agents."""
    if find_spec("mcp") is None or find_spec("openskill") is None:
        raise BadSetup("Agents are an extra: install it with `pip install maitred[mcp]`.")


@verb(
    "let an agent play, by the Model Context Protocol",
    Argument(
        "--http", type=whole, metavar="PORT", help="serve over HTTP at this port (default: standard input and output)"
    ),
    Argument("--host", default="127.0.0.1", help="the address to listen at with --http (default: %(default)s)"),
    Argument(
        "--allow", action="append", default=[], metavar="NAME", help="a name this server may be called by with --http"
    ),
    Argument(
        "--data",
        type=Path,
        metavar="DIR",
        help=f"the folder of seats and own tables (default: {house_folder() / 'agents'})",
    ),
)
def mcp(chosen: argparse.Namespace) -> int:
    """Serve the Model Context Protocol, so that an agent sits down at a table of its own or at a live one by its link.
    Over standard input and output the agent's client starts this command itself. `maitred docs agents` shows how.
    """
    need_extra()
    import anyio

    from maitred.agents.places import Houses
    from maitred.agents.server import PATH, serve_http, serve_stdio
    from maitred.agents.tools import Tools
    from maitred.server.serve import listen

    if chosen.http is None and (chosen.host != "127.0.0.1" or chosen.allow):
        raise BadSetup("--host and --allow are for HTTP: give --http PORT as well.")
    folder: Path = chosen.data or house_folder() / "agents"
    with closing(Houses(folder)) as place:
        if chosen.http is None:
            anyio.run(serve_stdio, Tools(place))
            return 0
        taken = listen(chosen.host, chosen.http)
        port = taken.getsockname()[1]
        print(
            f"maitred mcp is open at http://{chosen.host}:{port}{PATH} - Ctrl-C closes it.", file=sys.stderr, flush=True
        )
        anyio.run(serve_http, Tools(place), taken, tuple(chosen.allow))
    return 0


@verb(
    "let agents and bots play mirrored deals, and rate them",
    GAME,
    Argument("--seat", action="append", default=[], metavar="WHO", help="mcp:COMMAND or a level, once for each player"),
    Argument(
        "--deals", type=above_zero, default=10, metavar="D", help="deals, each played from every seat (default 10)"
    ),
    Argument("--seed", type=whole, default=0, metavar="S", help="deal d has seed S + d (default 0)"),
    Argument("--patience", type=above_zero, default=300, metavar="SECONDS", help="for one decision (default 300)"),
    Argument("--out", type=Path, metavar="FILE", help="the page that is written, with the same as JSON beside it"),
    Argument("--resume", action="store_true", help="go on with a run that was interrupted"),
    OPTION,
    CARDS,
    JSON,
)
def arena(chosen: argparse.Namespace) -> int:
    """Let agents and our own levels play the same deals from every seat, and write who is better by how much, with
    intervals, as a page. Ctrl-C ends it early with a report of what there is. `maitred docs agents`
    shows an agent.
    """
    need_extra()
    from maitred.agents.arena import Arena, GameJournal, contestants_of, names_of, run
    from maitred.agents.arena_page import page, words
    from maitred.agents.ratings import standings

    game = maitred.game(chosen.game)
    contestants = contestants_of(chosen.seat, game)
    settings = Arena(game, contestants, options_of(chosen.option), chosen.cards, chosen.seed, float(chosen.patience))
    out: Path = chosen.out or Path(f"{game.id}-arena.html")
    if not out.parent.is_dir():
        raise BadSetup(f"There is no folder {out.parent} to write {out.name} into.")
    kept = GameJournal(out.with_suffix(".games"), settings).begin(chosen.resume)
    with progress() as bar:
        shown = bar.add_task("playing", total=chosen.deals * len(contestants))
        whole_run = run(settings, chosen.deals, kept, lambda done: bar.update(shown, completed=done))
    found = standings(kept.games, names_of(contestants))
    facts = {
        "Game": f"{game.title}, {len(contestants)} players, rules version {game.rules_version}",
        "Games": f"{len(kept.games)}, every deal from every seat" if whole_run else f"{len(kept.games)}, then stopped",
        "Seeds": f"from {chosen.seed}",
        "Contestants": ", ".join([" ".join(each.command) or f"our level {each.name}" for each in contestants]),
        "Rating": "OpenSkill, Plackett-Luce: 25 is average; 95 % intervals",
    }
    told = {"game": game.id, "facts": facts, "standings": [each.told() for each in found]}
    beside = out.with_suffix(".json")
    write_whole(out, page(f"{game.title}: an arena", facts, found))
    write_whole(beside, json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    if chosen.json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        for sentence in words(found):
            print(sentence)
    again = "" if whole_run else "; --resume goes on"
    print(f"{out} and {beside.name} are written{again}.", file=sys.stderr)
    return 0 if whole_run else STOPPED


MCP: Verb = mcp
"""The verb, for the entry point."""
ARENA: Verb = arena
"""The same."""
