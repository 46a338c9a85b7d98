"""A game in this terminal from its first move to its last: set up as the command line says, played and saved."""

from __future__ import annotations

import argparse
import secrets
import shlex
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.text import Text

import maitred
from maitred.bots.clock import WAIT
from maitred.cli import saves
from maitred.cli.arguments import options_of, say_strangers
from maitred.cli.local.prompt import LocalPrompt
from maitred.cli.local.seating import Player, from_notes, seat_players, seats_of
from maitred.cli.local.session import Session
from maitred.cli.terminal.drawing import HEADINGS, Renderer, event_of
from maitred.cli.terminal.interrupts import STOPPED, Interrupts
from maitred.cli.terminal.terminal import Quit, Terminal
from maitred.cli.verify import open_record
from maitred.kernel.errors import BadSetup, Refused
from maitred.kernel.game import Game
from maitred.kernel.record import Record
from maitred.table.log import LogLine

SEEDS = 1_000_000_000


def play_here(chosen: argparse.Namespace, terminal: Terminal, clock: Callable[[], float] = time.monotonic) -> int:
    """Set the table, play, and save; everything that can be refused is refused before anything is drawn."""
    with Interrupts() as interrupts:
        if chosen.resume:
            record = open_record(chosen.resume)
            players = players_again(chosen, record)
            file = saves.own_file(chosen.save) if chosen.save else chosen.resume
            taught = taught_again(chosen, record, players, terminal, interrupts, file)
            if taught is not None:
                return taught.play()
        elif chosen.game:
            record, players = set_table(chosen, maitred.game(chosen.game))
            file = saves.own_file(chosen.save) if chosen.save else None
        else:
            known = ", ".join(game.id for game in maitred.all_games())
            raise BadSetup(f"Name the game to play ({known}), or continue a saved one with --resume.")
        levels = [player.level for player in players if player.level is not None]
        say_strangers(levels, record.game, record.state)
        session = Session(record, players, interrupts.deferred, clock, with_hints=not chosen.no_hints)
        return LocalGame(session, terminal, interrupts, file).play()


def taught_again(
    chosen: argparse.Namespace,
    record: Record,
    players: list[Player],
    terminal: Terminal,
    interrupts: Interrupts,
    file: Path,
) -> LocalGame | None:
    """The lesson that a saved game belongs to, from where it stopped; None if it belongs to none."""
    # Imported only here: a lesson is itself a game in this terminal.
    from maitred.cli.local.lesson import TaughtGame, TaughtSession, saved_lesson

    lesson = saved_lesson(record, players)
    if lesson is None:
        return None
    session = TaughtSession(lesson, record, players, interrupts, with_hints=not chosen.no_hints)
    return TaughtGame(session, terminal, interrupts, file)


def set_table(chosen: argparse.Namespace, game: Game) -> tuple[Record, list[Player]]:
    """A new game as the command line describes it."""
    if chosen.watch and (chosen.seat or chosen.name):
        raise BadSetup("With --watch bots take every seat: leave --seat and --name out.")
    seats = "" if chosen.watch else chosen.seat or "1"
    players: int = chosen.players or fewest(game, seats, chosen.bots)
    game.check_players(players)
    people = seats_of(seats, players) if seats else []
    seated = seat_players(game, players, people, chosen.bots, chosen.name)
    seed = secrets.randbelow(SEEDS) if chosen.seed is None else chosen.seed
    chance = {"kind": "stream", "seed": seed}
    options = {**game.at_keyboard(), **options_of(chosen.option)}
    return Record(game, players, chance, options, chosen.cards), seated


def fewest(game: Game, seats: str, levels: str) -> int:
    """The smallest number of players that has the seats asked for."""
    numbers = [int(word) for word in seats.split(",") if word.strip().isascii() and word.strip().isdigit()]
    bots = len(levels.split(",")) if levels else 0
    return max(game.min_players, bots + len(numbers) if bots > 1 else 0, *numbers, 0)


def players_again(chosen: argparse.Namespace, told: Record) -> list[Player]:
    """The players of a saved game: from its notes, or from the command line."""
    if chosen.game and chosen.game != told.game.id:
        maitred.game(chosen.game)
        raise BadSetup(f"{chosen.resume} is a game of {told.game.id}, not of {chosen.game}.")
    for name in ("players", "seed", "option", "cards"):
        if getattr(chosen, name) not in (None, []):
            raise BadSetup(f"A saved game cannot change its --{name}.")
    players: int = told.facts["players"]
    if chosen.watch:
        if chosen.seat or chosen.name:
            raise BadSetup("With --watch bots take every seat: leave --seat and --name out.")
        return seat_players(told.game, players, [], chosen.bots, [])
    if not (chosen.seat or chosen.bots or chosen.name):
        noted = from_notes(told.notes, players)
        if noted is not None:
            return noted
    return seat_players(told.game, players, seats_of(chosen.seat or "1", players), chosen.bots, chosen.name)


class LocalGame:
    """A session from its first move to its last, or until somebody leaves."""

    def __init__(self, session: Session, terminal: Terminal, interrupts: Interrupts, file: Path | None) -> None:
        self.session = session
        self.terminal = terminal
        self.interrupts = interrupts
        self.file = file
        self.prompt = self.make_prompt()
        self.renderer: Renderer = self.prompt.renderer

    def make_prompt(self) -> LocalPrompt:
        """What asks people for their moves."""
        return LocalPrompt(self.session, self.terminal, self.save)

    def play(self) -> int:
        """Play until the game is over or somebody leaves; returns the exit code."""
        code = 0
        try:
            self.greet()
            while (seat := self.session.next_seat()) is not None:
                if seat in self.session.bots:
                    self.bot_moves(seat)
                else:
                    self.carry_out(seat, self.prompt.ask(seat))
        except KeyboardInterrupt:
            code = STOPPED
        except Quit:
            pass
        self.interrupts.busy = True
        if self.session.next_seat() is not None:
            self.terminal.print(f"\n{self.save()}")
            return code
        self.finish()
        return code

    def greet(self) -> None:
        """Say what is played and by whom, unless the screen shows it all the time."""
        session = self.session
        if not self.terminal.screen or not session.people:
            self.terminal.draw(self.prompt.title())
        if not session.people and not session.record.moves:
            opening = [line for line in session.logs[None] if line.kind == "game"]
            self.watch(opening)
            if not any(event_of(line) in HEADINGS for line in opening):
                self.terminal.draw(self.renderer.text(session.game.prompt(session.state, None), "bold"))

    def bot_moves(self, seat: int) -> None:
        """Let a bot think and move, or wait; if no person plays, print what happens."""
        heard = len(self.session.logs[None])
        if self.terminal.screen and self.session.people:
            with self.terminal.console.status(Text(f"{self.session.names[seat]} is thinking …")):
                action = self.session.bot_move(seat)
        else:
            action = self.session.bot_move(seat)
        self.carry_out(seat, action)
        if not self.session.people:
            self.watch(self.session.logs[None][heard:])

    def carry_out(self, seat: int, action: int | None) -> None:
        """Make a move or wait; None means that a move was taken back instead."""
        if action == WAIT:
            self.session.wait(seat)
        elif action is not None:
            self.session.play(seat, action)

    def watch(self, heard: Sequence[LogLine]) -> None:
        """Print what everybody hears."""
        for text in self.renderer.log_for_watchers(heard, self.terminal.console):
            self.terminal.draw(text)

    def save(self) -> str:
        """Save the game, and say where it is and how to continue."""
        file = self.file or saves.new_file(self.session.game.id)
        saves.write(file, self.session.record)
        self.file = file
        return f"Saved. Continue with: maitred play --resume {shlex.quote(str(file))}"

    def finish(self) -> None:
        """The end: what happened last, the score sheet, who won, and where the record is."""
        session = self.session
        title, sheet = session.game.title, session.game.sheet(session.state)
        if session.people:
            alone = len(session.people) == 1
            news = session.news(session.people[0]) if alone else session.public_news()
            self.prompt.draw_end(title, self.renderer.log(news, quiet=True), None, sheet)
        else:
            self.prompt.draw_sheet(title, sheet)
        if session.people or self.file:
            try:
                self.save()
            except Refused as refusal:
                self.terminal.print(str(refusal))
                return
            path = shlex.quote(str(self.file))
            self.terminal.print(f"\nThe whole game is saved; check it with: maitred verify {path}", "dim")
