"""A terminal that a script answers, and `maitred play` in it."""

from __future__ import annotations

import argparse
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console

import maitred
from maitred.cli import play
from maitred.cli.local.game import play_here
from maitred.cli.terminal.terminal import Terminal
from maitred.kernel.record import Record, read_record

Answer = str | type[BaseException]
ESCAPES = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")
DELECTABLE = maitred.game("delectable")


class ScriptedTerminal:
    """A terminal that is played by a script, and what it showed."""

    def __init__(self, answers: Iterator[Answer], screen: bool, width: int, height: int) -> None:
        self.out = io.StringIO()
        self.answers = answers
        self.asked: list[str] = []
        self.seen: list[str] = []
        """What was shown before each question."""
        self.from_here = 0
        console = Console(file=self.out, width=width, height=height, force_terminal=screen, color_system=None)
        console.is_interactive = False
        self.terminal = Terminal(console, self.read, screen)

    def read(self, question: str) -> str:
        self.asked.append(question)
        self.seen.append(self.text[self.from_here :])
        self.from_here = len(self.text)
        assert len(self.asked) < 2000, "the script goes round in circles"
        answer = next(self.answers, EOFError)
        if isinstance(answer, str):
            return answer
        raise answer

    @property
    def text(self) -> str:
        return self.out.getvalue()


def run(
    line: str,
    answers: Iterable[Answer] = (),
    screen: bool = False,
    width: int = 80,
    height: int = 24,
    extra: list[str] | None = None,
) -> tuple[int, ScriptedTerminal]:
    """Run a command line with scripted answers; its exit code, and the terminal."""
    parser = argparse.ArgumentParser()
    play.play.add_arguments(parser)
    terminal = ScriptedTerminal(iter(answers), screen, width, height)
    code = play_here(parser.parse_args([*line.split(), *(extra or [])]), terminal.terminal, clock=lambda: 0.0)
    return code, terminal


def saved(folder: Path) -> Record:
    """The only saved game in a folder, verified."""
    (file,) = folder.iterdir()
    return read_record(file.read_text(encoding="utf-8"), {DELECTABLE.id: DELECTABLE})
