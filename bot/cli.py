"""The `bot` command: reads the command line, runs one command, and turns errors into messages and exit codes."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from argparse import ArgumentParser, HelpFormatter
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn, Protocol, cast

from bot import __version__
from bot.console import Console, of_process
from bot.errors import INTERRUPTED, BotError

if TYPE_CHECKING:
    from argparse import Action, Namespace
    from collections.abc import Sequence

CUT_OFF = 141
"""Exit code when the reader of the output went away, as a shell gives it."""

_SUMMARIES = {
    "lint": "find what is wrong with lists of papers, and fix it",
    "sort": "put the entries of each section in the order that it keeps",
    "entries": "show what the bot reads in a list, entry by entry",
    "links": "show what is known of the links of a list",
    "init": "write a configuration that says what the list does",
    "explain": "say what a rule finds, why, and how to fix it",
    "review": "review a pull request on GitHub",
    "post": "post the review of a lint that may not write",
    "sweep": "check all links on a schedule, and keep the results",
    "report": "show what sweeps have learned, as a page of HTML",
}
"""The commands; each is the module of that name in `bot/commands`, imported only when it runs."""
_USAGES = {"explain": "[RULE]", "review": "[OPTIONS]", "post": "[OPTIONS]", "report": "[STATE] [OPTIONS]"}
"""What the first line of a command's help says behind its name, where that is not `[FILES] [OPTIONS]`."""
_COMBINED = {
    "--config": "--config FILE, --isolated",
    "--online": "--online, --offline",
    "--fix": "--fix, --unsafe-fixes",
    "--select": "--select, --ignore RULES",
}
"""Options whose line in the help also covers the next one, which is hidden."""
_SEPARATE = frozenset({("bot sweep", "--fix")})
"""Commands whose option of that name has its own line."""


class Formatter(HelpFormatter):
    """Help of one line per option, in 80 columns however wide the terminal is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=80)

    def _format_action_invocation(self, action: Action) -> str:
        option = action.option_strings[0] if action.option_strings else ""
        combined = _COMBINED.get(option) if (self._prog, option) not in _SEPARATE else None
        return combined or super()._format_action_invocation(action)


class Parser(ArgumentParser):
    """A parser whose errors are BotErrors, with the command's help as the way out."""

    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise BotError(message, f"{self.prog} --help shows what there is")


class Command(Protocol):
    """What the module of a command defines."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, args: Namespace, console: Console) -> int:
        """Run the command; its exit code."""


def main(argv: Sequence[str] | None = None, console: Console | None = None) -> int:
    """Run the command that `argv` names, by default that of this process.

    The exit code is 0 when nothing at or above the failing severity was found, 1 for findings, 2 for a wrong
    command line or configuration, 3 when the command could not run.
    """
    if console is None:
        # This process runs one command, and what a list is read into holds no cycles: looking for them
        # again and again would take a third of the time, and once more at exit 3 % of a small lint.
        gc.disable()
        atexit.register(gc.freeze)
        console = of_process()
    try:
        code = _run(sys.argv[1:] if argv is None else argv, console)
        console.report("")  # what argparse printed is flushed, and an error of that is told
    except BotError as error:
        console.say(f"error: {error.message}")
        if error.hint:
            console.say(f"hint: {error.hint}")
        return error.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return CUT_OFF
    return code


def _run(argv: Sequence[str], console: Console) -> int:
    name = argv[0] if argv and not argv[0].startswith("-") else ""
    if name and name not in _SUMMARIES:
        raise _unknown_command(name)
    command = cast("Command", import_module(f"bot.commands.{name}")) if name else None
    parser = _command_parser(name) if command else _parser()
    if command:
        command.add_arguments(parser)
    try:
        args, rest = parser.parse_known_args(argv[1:] if command else argv)
    except SystemExit as stop:  # after --help and --version
        return int(stop.code or 0)
    if rest:
        raise BotError(f"there is no option {rest[0]}", f"{parser.prog} --help shows what there is")
    if command is None:
        parser.print_help()
        return 0
    return command.run(args, console)


def _unknown_command(name: str) -> BotError:
    from bot.text import suggestion

    hint = f"bot lint {name}" if os.path.lexists(name) else "bot --help shows what there is"
    return BotError(f'there is no command "{name}"{suggestion(name, _SUMMARIES, "command")}', hint)


def _command_parser(name: str) -> Parser:
    summary = _SUMMARIES[name]
    return Parser(
        f"bot {name}",
        add_help=False,
        allow_abbrev=False,
        usage=f"bot {name} {_USAGES.get(name, '[FILES] [OPTIONS]')}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        formatter_class=Formatter,
    )


def _parser() -> Parser:
    """For a command line without a command, which asks for help or for the version."""
    parser = Parser(
        "bot",
        usage="bot COMMAND [ARGUMENTS]",
        description="Keep curated lists of research papers correct.",
        epilog="Exit codes: 0 nothing found, 1 findings, 2 wrong usage, 3 could not run.",
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="version", version=f"paperlist-bot {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, summary in _SUMMARIES.items():
        commands.add_parser(name, help=summary)
    return parser
