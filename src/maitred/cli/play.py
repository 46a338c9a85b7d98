"""`maitred play GAME`: a game in the terminal, against bots or with friends at the same keyboard."""

from __future__ import annotations

import argparse
import secrets
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.rule import Rule
from rich.text import Text

import maitred
from maitred.bots.clock import WAIT
from maitred.bots.levels import LEVELS
from maitred.cli.arguments import CARDS, OPTION, above_zero, options_of, whole
from maitred.cli.keyboard import saves
from maitred.cli.keyboard.bell import Bell
from maitred.cli.keyboard.drawing import HEADINGS, Painter
from maitred.cli.keyboard.seating import Guest, from_notes, seat_guests, seats_of
from maitred.cli.keyboard.sitting import Sitting, sit_again
from maitred.cli.keyboard.terminal import Left, Terminal, this_terminal
from maitred.cli.keyboard.waiter import Waiter
from maitred.cli.verb import Argument, verb
from maitred.cli.verify import open_record
from maitred.kernel.errors import BadSetup, Refused
from maitred.kernel.record import Record

if TYPE_CHECKING:
    from maitred.kernel.game import Game, Words

SEEDS = 1_000_000_000
STOPPED = 130


@verb(
    "play a game here",
    Argument("game", metavar="GAME", nargs="?", help="the game (maitred games lists them)"),
    Argument("--players", type=above_zero, metavar="N", help="how many play (default: as few as possible)"),
    Argument("--seat", metavar="K[,K…]", help="the seats of people, counted from 1 (default 1)"),
    Argument("--name", action="append", default=[], metavar="NAME", help="a person's name; once for each"),
    Argument("--bots", default="", metavar="LEVEL[,LEVEL…]", help=f"one for all or one each: {', '.join(LEVELS)}"),
    Argument("--seed", type=whole, metavar="S", help="the seed of the shuffle (default: drawn)"),
    OPTION,
    CARDS,
    Argument("--no-hints", action="store_true", help="nobody at this table is given hints"),
    Argument("--watch", action="store_true", help="let bots take every seat, and print what they do"),
    Argument("--resume", type=Path, metavar="FILE", help="go on with a saved game"),
    Argument("--save", type=Path, metavar="FILE", help="save here instead of in the house's own folder"),
)
def play(chosen: argparse.Namespace) -> int:
    """Play a game in the terminal."""
    return play_here(chosen, this_terminal())


def play_here(chosen: argparse.Namespace, terminal: Terminal, clock: Callable[[], float] = time.monotonic) -> int:
    """Set the table, play, and save; everything that can be refused is refused before anything is drawn."""
    with Bell() as bell:
        if chosen.resume:
            told = open_record(chosen.resume)
            guests = guests_again(chosen, told)
            file = saves.own_file(chosen.save) if chosen.save else chosen.resume
            sitting = sit_again(told, guests, bell.unbroken, clock)
        else:
            if not chosen.game:
                raise BadSetup("Say which game to play, or which saved game to go on with by --resume.")
            record, guests = set_table(chosen, maitred.game(chosen.game))
            file = saves.own_file(chosen.save) if chosen.save else None
            sitting = Sitting(record, guests, bell.unbroken, clock)
        sitting.hints_allowed = not chosen.no_hints
        return Evening(sitting, terminal, bell, file).play()


def set_table(chosen: argparse.Namespace, game: Game) -> tuple[Record, list[Guest]]:
    """A new game as the command line describes it."""
    if chosen.watch and (chosen.seat or chosen.name):
        raise BadSetup("With --watch bots take every seat: leave --seat and --name out.")
    seats = "" if chosen.watch else chosen.seat or "1"
    players: int = chosen.players or fewest(game, seats, chosen.bots)
    game.check_players(players)
    people = seats_of(seats, players) if seats else []
    guests = seat_guests(game, players, people, chosen.bots, chosen.name)
    seed = secrets.randbelow(SEEDS) if chosen.seed is None else chosen.seed
    chance = {"kind": "stream", "seed": seed}
    options = {**game.at_keyboard(), **options_of(chosen.option)}
    return Record(game, players, chance, options, chosen.cards), guests


def fewest(game: Game, seats: str, levels: str) -> int:
    """The smallest table that has the seats asked for."""
    numbers = [int(word) for word in seats.split(",") if word.strip().isascii() and word.strip().isdigit()]
    bots = len(levels.split(",")) if levels else 0
    return max(game.min_players, bots + len(numbers) if bots > 1 else 0, *numbers, 0)


def guests_again(chosen: argparse.Namespace, told: Record) -> list[Guest]:
    """Who sits at a saved game: as its notes say, or as the command line does."""
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
        return seat_guests(told.game, players, [], chosen.bots, [])
    if not (chosen.seat or chosen.bots or chosen.name):
        guests = from_notes(told.notes, players)
        if guests is not None:
            return guests
    return seat_guests(told.game, players, seats_of(chosen.seat or "1", players), chosen.bots, chosen.name)


class Evening:
    """A sitting from the first move of tonight to the last, or to the door."""

    def __init__(self, sitting: Sitting, terminal: Terminal, bell: Bell, file: Path | None) -> None:
        self.sitting = sitting
        self.terminal = terminal
        self.bell = bell
        self.file = file
        self.waiter = Waiter(sitting, terminal, self.save)
        self.painter: Painter = self.waiter.painter

    def play(self) -> int:
        """Play on until the game is over or somebody leaves; the exit code."""
        code = 0
        try:
            self.greet()
            while True:
                seat = self.sitting.next_seat()
                if seat is None:
                    break
                if seat in self.sitting.bots:
                    self.bot_moves(seat)
                else:
                    action = self.waiter.order(seat)
                    if action == WAIT:
                        self.sitting.wait(seat)
                    elif action is not None:
                        self.sitting.play(seat, action)
        except KeyboardInterrupt:
            code = STOPPED
        except Left:
            pass
        self.bell.busy = True
        if self.sitting.next_seat() is not None:
            self.terminal.tell(f"\n{self.save()}")
            return code
        self.finish()
        return code

    def greet(self) -> None:
        """Say what is played by whom, where the screen will not say it all the time."""
        if not self.terminal.screen or not self.sitting.people:
            self.terminal.say(self.waiter.title())
        if not self.sitting.people and not self.sitting.record.moves:
            opening = self.sitting.opening[None]
            self.watch(opening)
            if not any(words["event"] in HEADINGS for words in opening):
                self.terminal.say(self.painter.text(self.sitting.game.prompt(self.sitting.state, None), "bold"))

    def bot_moves(self, seat: int) -> None:
        """Let a bot think and move, or wait; with nobody to play, everybody watches."""
        if self.terminal.screen and self.sitting.people:
            with self.terminal.console.status(Text(f"{self.sitting.names[seat]} is thinking …")):
                action = self.sitting.bot_move(seat)
        else:
            action = self.sitting.bot_move(seat)
        if action == WAIT:
            self.sitting.wait(seat)
            return
        self.sitting.play(seat, action)
        if not self.sitting.people:
            self.watch(self.sitting.heard[None][-1])

    def watch(self, heard: list[Words]) -> None:
        """Print what everybody hears."""
        for told in self.painter.watched(heard, self.terminal.console):
            self.terminal.say(told)

    def save(self) -> str:
        """Save the game, and say where and how to go on."""
        with_game = self.file or saves.new_file(self.sitting.game.id)
        saves.write(with_game, self.sitting.record)
        self.file = with_game
        return f"Saved. Go on with: maitred play --resume {shlex.quote(str(with_game))}"

    def finish(self) -> None:
        """The end: what happened last, the score sheet, who won, and where the record is."""
        sitting = self.sitting
        if sitting.people:
            self.terminal.fresh()
            ear = sitting.people[0] if len(sitting.people) == 1 else None
            news = sitting.news(sitting.people[0]) if ear is not None else sitting.heard[None][-1:]
            told = [self.painter.paragraph(move, quiet=True) for move in news]
            self.terminal.say(self.painter.news(told, None, self.terminal.console))
        self.terminal.say(Rule(Text(f"{sitting.game.title}: the score sheet"), style="dim"))
        self.terminal.say(self.painter.sheet(sitting.game.sheet(sitting.state), over=True))
        if sitting.people or self.file:
            try:
                self.save()
            except Refused as refusal:
                self.terminal.tell(str(refusal))
                return
            path = shlex.quote(str(self.file))
            self.terminal.tell(f"\nThe whole game is saved; check it with: maitred verify {path}", "dim")
