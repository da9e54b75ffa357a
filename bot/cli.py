"""A command line comes in; its command runs, and its exit code goes out."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from bot import __version__
from bot.commands import entries, explain, init, links, lint, post, report, review, sort, sweep
from bot.commands.arguments import Formatter, Parser
from bot.console import Console, of_process
from bot.errors import INTERRUPTED, BotError

if TYPE_CHECKING:
    from collections.abc import Sequence

CUT_OFF = 141
"""Exit code when the reader of the output went away, as a shell gives it."""

_COMMANDS = {
    "lint": lint,
    "sort": sort,
    "entries": entries,
    "links": links,
    "init": init,
    "explain": explain,
    "review": review,
    "post": post,
    "sweep": sweep,
    "report": report,
}
_ARGUMENTS = {"explain": "[RULE]", "review": "[OPTIONS]", "post": "[OPTIONS]", "report": "[STATE] [OPTIONS]"}
"""What the first line of a command's help says behind its name, where that is not `[FILES] [OPTIONS]`."""


def main(argv: Sequence[str] | None = None, console: Console | None = None) -> int:
    """Run the command that `argv` names, by default that of this process.

    The exit code is 0 when nothing at or above the failing severity was found, 1 for findings, 2 for a wrong
    command line or configuration, 3 when the command could not run.
    """
    if console is None:
        # This process lives for one command, and what a list is read into holds no cycles: looking for them
        # again and again would take a third of the time.
        gc.disable()
    world = console or of_process()
    try:
        code = _run(sys.argv[1:] if argv is None else argv, world)
        world.stdout.flush()
    except BotError as error:
        world.say(f"error: {error.message}")
        if error.hint:
            world.say(f"hint: {error.hint}")
        return error.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_stdout()
        return CUT_OFF
    return code


def _run(argv: Sequence[str], console: Console) -> int:
    parser = _parser()
    if argv and not argv[0].startswith("-") and argv[0] not in _COMMANDS:
        raise _no_command(argv[0])
    try:
        args, rest = parser.parse_known_args(argv)
    except SystemExit as stop:  # after --help and --version
        return int(stop.code or 0)
    if rest:
        command = f"bot {args.command}" if args.command else "bot"
        raise BotError(f"there is no option {rest[0]}", f"{command} --help shows what there is")
    if args.command is None:
        parser.print_help()
        return 0
    code: int = _COMMANDS[args.command].run(args, console)
    return code


def _no_command(word: str) -> BotError:
    from bot.text import suggestion

    hint = f"bot lint {word}" if Path(word).exists() else "bot --help shows what there is"
    return BotError(f'there is no command "{word}"{suggestion(word, _COMMANDS, "command")}', hint)


def _parser() -> Parser:
    parser = Parser(
        "bot",
        usage="bot COMMAND [ARGUMENTS]",
        description="Keep curated lists of research papers right.",
        epilog="Exit codes: 0 nothing found, 1 findings, 2 wrong usage, 3 could not run.",
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="version", version=f"paperlist-bot {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for name, module in _COMMANDS.items():
        command = commands.add_parser(
            name,
            prog=f"bot {name}",
            add_help=False,
            allow_abbrev=False,
            usage=f"bot {name} {_ARGUMENTS.get(name, '[FILES] [OPTIONS]')}",
            help=module.SUMMARY,
            description=f"{module.SUMMARY[0].upper()}{module.SUMMARY[1:]}.",
            formatter_class=Formatter,
        )
        module.add_arguments(command)
    return parser


def _forget_stdout() -> None:
    """Python flushes stdout once more at exit: let that go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
