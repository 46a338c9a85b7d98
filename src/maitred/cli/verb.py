"""How a verb of the command line is declared: what it takes, and the function that carries it out."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Run = Callable[[argparse.Namespace], int]


class Takes(Protocol):
    """Something that a verb accepts: one argument or a group of them."""

    def add_to(self, parser: argparse._ActionsContainer) -> None:
        """Add it to a parser."""


class Argument:
    """One argument, with the settings of `argparse`."""

    def __init__(self, *names: str, **settings: Any) -> None:
        self.names = names
        self.settings = settings

    def add_to(self, parser: argparse._ActionsContainer) -> None:
        """Add it to a parser."""
        parser.add_argument(*self.names, **self.settings)


class ArgumentGroup:
    """Arguments that the help lists together under a heading."""

    def __init__(self, heading: str, *takes: Takes) -> None:
        self.heading = heading
        self.takes = takes

    def add_to(self, parser: argparse._ActionsContainer) -> None:
        """Add them to a parser."""
        group = parser.add_argument_group(self.heading)
        for each in self.takes:
            each.add_to(group)


@dataclass(frozen=True)
class Verb:
    """A verb of the command line."""

    name: str
    summary: str
    """What the list of verbs says about it."""
    description: str
    """What its own help begins with."""
    takes: tuple[Takes, ...]
    run: Run
    """Carries it out and returns the exit code."""

    def add_to(self, verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        """Add the verb to the command line."""
        parser = verbs.add_parser(self.name, help=self.summary, description=self.description)
        parser.set_defaults(run=self.run)
        self.add_arguments(parser)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the verb's arguments to a parser."""
        for each in self.takes:
            each.add_to(parser)


def verb(summary: str, *takes: Takes) -> Callable[[Run], Verb]:
    """Make a function the verb of its name: its docstring is the description in the verb's help."""

    def declare(run: Run) -> Verb:
        return Verb(run.__name__.replace("_", "-"), summary, run.__doc__ or "", takes, run)

    return declare


class Verbs:
    """Verbs that a verb has of its own: `maitred lab report`."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs

    def add_to(self, parser: argparse._ActionsContainer) -> None:
        """Let a parser take one of them."""
        assert isinstance(parser, argparse.ArgumentParser)
        under = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
        for each in self.verbs:
            each.add_to(under)
