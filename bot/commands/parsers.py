"""The command lines of all commands, for the program itself, for shell completion and for docs/commands.md."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, Protocol, cast

from bot import __version__
from bot.errors import BotError

if TYPE_CHECKING:
    from argparse import Action, Namespace

    from bot.console import Console


SUMMARIES = {
    "lint": "find what is wrong with lists of papers, and fix it",
    "sort": "put the entries of each section in order",
    "add": "write papers into a list, in its own style and order",
    "scout": "rank papers that feeds name by how like the list they are",
    "lock": "keep what is known of the papers of a list in a file beside it",
    "merge": "merge two versions of a list, entry by entry",
    "split": "move sections of a list that is too long into files of their own",
    "entries": "show what the bot reads in a list, entry by entry",
    "export": "give lists back as JSON, CSV, a feed or a page to search in",
    "init": "write a configuration that describes the list as it is",
    "explain": "explain a rule: what it finds, why, and how to fix it",
    "report": "show the results of sweeps, or what is known about the links of a list",
    "completion": "print a script for shell completion",
    "review": "review a pull request on GitHub",
    "post": "post the review of a lint job with a read-only token",
    "rebase": "merge the base branch into a pull request, entry by entry",
    "submit": "answer a paper proposed in an issue, and open its pull request",
    "sweep": "check all links on a schedule, and keep the results",
}
"""The commands; each is the module of that name in `bot/commands`, imported only when it runs."""
_OF_ACTION = ("review", "post", "rebase", "submit", "sweep")
"""Those that the GitHub Action runs; people run the others."""
_USAGES = {
    "add": "ID|URL... [FILE] [OPTIONS]",
    "scout": "[--file LIST] --from FEED... [OPTIONS]",
    "merge": "BASE OURS THEIRS [OPTIONS]",
    "split": "[FILE] [OPTIONS]",
    "explain": "[RULE]",
    "review": "[OPTIONS]",
    "post": "[OPTIONS]",
    "rebase": "[OPTIONS]",
    "submit": "[OPTIONS]",
    "report": "[STATE] [OPTIONS]",
    "completion": "SHELL",
}
"""What the first line of a command's help says after its name, where that is not `[FILES] [OPTIONS]`."""


class Command(Protocol):
    """What the module of a command defines."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, args: Namespace, console: Console) -> int:
        """Run the command; its exit code."""


class Formatter(HelpFormatter):
    """Help in 80 columns, however wide the terminal is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=80)


class Parser(ArgumentParser):
    """A parser whose errors are BotErrors, with the command's help as the way out."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise BotError(message, f"{self.prog} --help lists the options")


def list_actions(parser: ArgumentParser) -> list[Action]:
    """The arguments and options of a parser, in order."""
    return parser._actions  # noqa: SLF001 - argparse has no other way


def load_command(name: str) -> Command:
    """The module of the command."""
    return cast("Command", import_module(f"bot.commands.{name}"))


def make_command_parser(name: str) -> Parser:
    """The parser of one command, with all its arguments."""
    summary = SUMMARIES[name]
    parser = Parser(
        f"bot {name}",
        add_help=False,
        allow_abbrev=False,
        usage=f"bot {name} {_USAGES.get(name, '[FILES] [OPTIONS]')}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        formatter_class=Formatter,
    )
    load_command(name).add_arguments(parser)
    return parser


def make_parser(*, whole: bool = False) -> Parser:
    """The parser of a command line without a command; `whole` gives it those of all commands."""
    parser = Parser(
        "bot",
        add_help=False,
        usage="bot COMMAND [ARGUMENTS]",
        description="Keep curated lists of research papers correct.",
        epilog="bot help COMMAND explains a command. "
        "Exit codes: 0 nothing found, 1 findings, 2 wrong usage, 3 could not run.",
        formatter_class=Formatter,
    )
    if whole:
        commands = parser.add_subparsers(title="commands", metavar="COMMAND")
        for name, summary in SUMMARIES.items():
            load_command(name).add_arguments(commands.add_parser(name, help=summary, add_help=False))
    else:
        groups = [parser.add_argument_group(title) for title in ("commands", "commands that the GitHub Action runs")]
        for name, summary in SUMMARIES.items():
            groups[name in _OF_ACTION].add_argument(name, nargs="?", help=summary)
    options = parser.add_argument_group("options")
    options.add_argument("-h", "--help", action="help", help="show this help")
    options.add_argument("--version", action="version", version=f"paperlist-bot {__version__}", help="show the version")
    return parser
