"""The `bot` command: reads the command line, runs one command, and turns errors into messages and exit codes."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from dataclasses import replace

from bot.commands.parsers import SUMMARIES, Parser, list_actions, load_command, make_command_parser, make_parser
from bot.console import Console, of_process
from bot.errors import INTERRUPTED, BotError
from bot.progress import shown_on

CUT_OFF = 141
"""Exit code when the reader of the output went away, as a shell gives it."""


def main(argv: Sequence[str] | None = None, console: Console | None = None) -> int:
    """Run the command that `argv` names, by default that of this process.

    The exit code is 0 when nothing at or above the failing severity was found, 1 for findings, 2 for a wrong
    command line or configuration, 3 when the command could not run.
    """
    argv = sys.argv[1:] if argv is None else argv
    if console is None:
        # This process runs one command, and what a list is read into holds no cycles: looking for them
        # again and again would take a third of the time, and once more at exit 3 % of a small lint.
        gc.disable()
        atexit.register(gc.freeze)
        console = of_process()
        if console.environ.get("GITHUB_ACTIONS") == "true":
            from bot.reports.github import guard_output

            console = guard_output(console, annotations=argv[:1] in (["lint"], ["review"]))
            atexit.register(console.stdout.flush if console.stdout is sys.stdout else console.stdout.close)
        with shown_on(console.stderr, console.environ.get("TERM", "")):
            return _run_safely(argv, console)
    return _run_safely(argv, console)


def _run_safely(argv: Sequence[str], console: Console) -> int:
    """The exit code, also where the command cannot run or is interrupted, which is said."""
    try:
        code = _run(argv, console)
        console.report("")  # what argparse printed is flushed, and an error of that is told
    except BotError as error:
        console.say(f"error: {error.message}")
        if error.hint:
            console.say(f"hint: {error.hint}")
        return error.code
    except KeyboardInterrupt:
        from bot.files import written

        but = f" but {', '.join(written)}" if written else ""
        console.say(f"Interrupted; no list or report was written{but}.")
        return INTERRUPTED
    except BrokenPipeError:
        return CUT_OFF
    return code


def _run(argv: Sequence[str], console: Console) -> int:
    name = argv[0] if argv and not argv[0].startswith("-") else ""
    if name == "help":
        argv = (*argv[1:2], "--help")
        name = argv[0] if len(argv) > 1 else ""
    if name and name not in SUMMARIES:
        raise _unknown_command(name)
    parser = make_command_parser(name) if name else make_parser()
    if "--" in argv:  # what follows are names, of which argparse takes some for options where both may be mixed
        end = argv.index("--")
        argv = [*argv[:end], *(f"./{each}" if each[:1] == "-" and each != "-" else each for each in argv[end + 1 :])]
    try:
        args, rest = parser.parse_known_intermixed_args(argv[1:]) if name else parser.parse_known_args(argv)
    except SystemExit as stop:  # after --help and --version
        return int(stop.code or 0)
    if rest:
        raise _unknown_argument(rest[0], parser)
    if not name:
        parser.print_help()
        return 0
    command = load_command(name)
    return command.run(command.read_options(args), replace(console, color=getattr(args, "color", "auto")))


def _unknown_argument(given: str, parser: Parser) -> BotError:
    from bot.text import nearest

    hint = f"{parser.prog} --help lists the options"
    if not given.startswith("-"):
        return BotError(f'"{given}" is one argument too many', hint)
    option = given.partition("=")[0]
    names = {name.lstrip("-"): name for action in list_actions(parser) for name in action.option_strings}
    meant = names.get(nearest(option.lstrip("-"), list(names)) or "")  # dashes would make short names alike
    return BotError(f"there is no option {option}{f'; did you mean {meant}?' if meant is not None else ''}", hint)


def _unknown_command(name: str) -> BotError:
    from bot.text import suggestion

    hint = f"bot lint {name}" if os.path.lexists(name) else "bot --help lists the commands"
    return BotError(f'there is no command "{name}"{suggestion(name, SUMMARIES, "command")}', hint)
