"""`bot sort`: put entries in order; the fixes of the rule about order, and no other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass

from bot.commands.lint_run import Lint, exit_code, find_failure
from bot.commands.parsers import ListOptions, add_color, add_help, add_lists, make_options
from bot.commands.sources import read_lists
from bot.console import Console
from bot.errors import CANNOT_RUN
from bot.linter.diagnostics import Safety
from bot.linter.survey import Survey
from bot.rules import RULES

_RULE = "unsorted-section"


@dataclass(frozen=True, slots=True)
class Options:
    """Which lists to sort, and how far."""

    lists: ListOptions
    diff: bool = False
    unsafe_fixes: bool = False


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_lists(parser)
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--diff", action="store_true", help="show the moves as a diff, write nothing")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="also make moves that need a look")
    add_color(fixes)
    add_help(fixes)


def read_options(args: Namespace) -> Options:
    """The options of the command line."""
    return make_options(Options, args)


def run(args: Namespace, console: Console) -> int:
    """Sort; 0 where nothing at or above the failing severity is left, else 1."""
    options = read_options(args)
    sources = read_lists(options.lists, console)
    plan = sources.config.plan(RULES, select={_RULE})
    lint = Lint(sources.texts, plan, Survey(console.today, config=sources.config), console, stdin=sources.stdin)
    safety = Safety.UNSAFE if options.unsafe_fixes else Safety.SAFE
    result = lint.show_fixes(safety) if options.diff else lint.fix(safety)
    return CANNOT_RUN if find_failure(result, lint.survey) else exit_code(result, sources.config.fail_on)
