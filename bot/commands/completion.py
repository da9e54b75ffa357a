"""`bot completion`: print the script that completes commands, options and their values in a shell."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass
from shlex import quote

from bot.commands.parsers import SUMMARIES, add_help, list_actions, make_command_parser, make_options, make_parser
from bot.console import Console
from bot.errors import BotError

SHELLS = ("bash", "zsh", "fish", "tcsh")
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
    """Print the script. Raises BotError without `shtab`, which only this command needs, and not for fish."""
    options = read_options(args)
    if options.shell == "fish":
        console.report("".join(f"{line}\n" for line in _fish()))
        return 0
    try:
        import shtab
    except ImportError:
        message = "shell completion needs the package shtab"
        raise BotError(
            message, "install shtab beside the bot: pip install shtab, pipx inject paperlist-bot shtab"
        ) from None
    parser = make_parser(whole=True)
    _complete_files(parser, shtab.FILE)
    console.report(f"{shtab.complete(parser, options.shell)}\n")
    return 0


def _fish() -> Iterator[str]:
    """The lines of a script for fish, which needs one for each thing to complete."""
    yield "complete -c bot -f"
    for name, summary in SUMMARIES.items():
        yield f"complete -c bot -n __fish_use_subcommand -a {name} -d {quote(summary)}"
        for action in list_actions(make_command_parser(name)):
            condition = quote(f"__fish_seen_subcommand_from {name}")
            names = "".join(
                f" -{'l' if each.startswith('--') else 's'} {each.lstrip('-')}" for each in action.option_strings
            )
            choices = " ".join(map(str, action.choices or ()))
            values = f" -a {quote(choices)}" if choices else " -F" if action.metavar in _FILES else ""
            if names and action.nargs != 0:
                values = f" {'-r' if action.metavar in _FILES else '-x'}{values}"
            if names or values:
                help_text = quote(action.help or "")
                yield f"complete -c bot -n {condition}{names}{values} -d {help_text}"


def _complete_files(parser: ArgumentParser, function: object) -> None:
    """Say which arguments are files, also those of the commands."""
    for action in list_actions(parser):
        if action.metavar in _FILES:
            setattr(action, "complete", function)  # noqa: B010 - what shtab reads, and argparse does not know
        elif isinstance(action.choices, dict):
            for command in action.choices.values():
                _complete_files(command, function)
