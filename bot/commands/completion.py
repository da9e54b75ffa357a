"""`bot completion`: print the script that completes commands, options and their values in a shell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.commands.parsers import add_help, list_actions, make_options, make_parser
from bot.errors import BotError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from bot.console import Console

SHELLS = ("bash", "zsh", "tcsh")
_FILES = frozenset({"FILE", "FILES", "PART", "STATE"})
"""What the help calls arguments that are files."""


@dataclass(frozen=True, slots=True)
class Options:
    """The shell that completes."""

    shell: str


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    shell = parser.add_argument_group("shell")
    shell.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    add_help(shell)


def read_options(args: Namespace) -> Options:
    """The options of the command line."""
    return make_options(Options, args)


def run(args: Namespace, console: Console) -> int:
    """Print the script. Raises BotError without `shtab`, which only this command needs."""
    try:
        import shtab
    except ImportError:
        message = "shell completion needs the package shtab"
        raise BotError(message, "pip install 'paperlist-bot[completion]'") from None
    parser = make_parser(whole=True)
    _complete_files(parser, shtab.FILE)
    console.report(f"{shtab.complete(parser, read_options(args).shell)}\n")
    return 0


def _complete_files(parser: ArgumentParser, function: object) -> None:
    """Say which arguments are files, also those of the commands."""
    for action in list_actions(parser):
        if action.metavar in _FILES:
            setattr(action, "complete", function)  # noqa: B010 - what shtab reads, and argparse does not know
        elif isinstance(action.choices, dict):
            for command in action.choices.values():
                _complete_files(command, function)
