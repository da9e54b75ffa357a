"""`bot completion`: print the script that completes commands, options and their values in a shell."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from bot.commands.parsers import SUMMARIES, add_help, list_actions, make_command_parser, make_options
from bot.console import Console

SHELLS = ("bash", "zsh", "fish", "tcsh")
_SCRIPTS = Path(__file__).parent / "completions"
"""A test says when they are stale."""
FILES = frozenset({"FILE", "FILES", "PART", "STATE"})
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


def run(options: Options, console: Console) -> int:
    """Print the script: for fish one that is made here, for other shells what `shtab` made of the parsers."""
    if options.shell == "fish":
        console.report("".join(f"{line}\n" for line in _fish()))
        return 0
    console.report((_SCRIPTS / f"bot.{options.shell}").read_text("utf-8"))
    return 0


def _fish() -> Iterator[str]:
    """The lines of a script for fish, which needs one for each thing to complete."""
    yield "complete -c bot -f"
    for name, summary in SUMMARIES.items():
        yield f"complete -c bot -n __fish_use_subcommand -a {name} -d {quote(summary)}"
        for action in list_actions(make_command_parser(name)):
            condition = quote(f"__fish_seen_subcommand_from {name}")
            names = "".join(f" -{'l' if it.startswith('--') else 's'} {it.lstrip('-')}" for it in action.option_strings)
            choices = " ".join(map(str, action.choices or ()))
            values = f" -a {quote(choices)}" if choices else " -F" if action.metavar in FILES else ""
            if names and action.nargs != 0:
                values = f" {'-r' if action.metavar in FILES else '-x'}{values}"
            if names or values:
                help_text = quote(action.help or "")
                yield f"complete -c bot -n {condition}{names}{values} -d {help_text}"
