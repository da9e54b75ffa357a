"""`bot sort`: lists come in; they go out in order: `bot lint --fix` of the order rule alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands import lint
from bot.commands.arguments import Parser, add_help, add_sources

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from bot.console import Console

_RULE = "unsorted-section"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="Markdown, - for standard input (README.md)")
    add_sources(lists)
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--diff", action="store_true", help="show what would move, write nothing")
    add_help(fixes)


def run(args: Namespace, console: Console) -> int:
    """Sort; 0 where nothing at or above the failing grade is left, else 1."""
    parser = Parser("bot sort", add_help=False)
    lint.add_arguments(parser)
    given = parser.parse_args(["--select", _RULE, "--diff" if args.diff else "--fix", "--", *args.files])
    given.config, given.isolated = args.config, args.isolated
    return lint.run(given, console)
