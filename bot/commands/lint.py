"""`bot lint`: check lists, and fix them or show what fixes would change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.commands.parsers import (
    FactOptions,
    ListOptions,
    View,
    add_color,
    add_facts,
    add_fail_on,
    add_help,
    add_lists,
    add_outputs,
    make_options,
    read_slugs,
    warn_of_unused,
)
from bot.errors import BotError
from bot.reports import FORMATS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from bot.commands.parsers import Output
    from bot.console import Console
    from bot.linter.diagnostics import Severity


_COUNTED = ("plain", "concise", "json")
"""Formats in which `--statistics` can be shown; the first two as the same table."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to lint, which rules run, what becomes of fixes, and how it is shown."""

    lists: ListOptions
    facts: FactOptions
    view: View
    outputs: tuple[Output, ...] = ()
    base: str | None = None
    """The revision since which changes are reported; None for everything."""
    fix: bool = False
    unsafe_fixes: bool = False
    fix_notes: bool = False
    diff: bool = False
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    add_suppressions: str | None = None
    """The reason that comments beside the findings give."""
    fail_on: Severity | None = None
    """The failing severity, in place of that of the configuration."""
    exit_zero: bool = False


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = add_lists(parser)
    lists.add_argument("--base", metavar="REV", help="report only what changed since this revision")
    add_facts(parser.add_argument_group("facts"))
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply the safe fixes")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="with --fix, also apply unsafe fixes: check them")
    fixes.add_argument("--fix-notes", action="store_true", help="with --fix, apply the fixes of notes too")
    fixes.add_argument("--diff", action="store_true", help="show the fixes as a diff, write nothing")
    fixes.add_argument("--show-fixes", action="store_true", help="with --fix, list what was fixed")
    rules = parser.add_argument_group("rules")
    rules.add_argument("--select", action="append", metavar="RULES", help="run only these rules")
    rules.add_argument("--ignore", action="append", metavar="RULES", help="do not run these rules")
    rules.add_argument("--add-suppressions", metavar="WHY", help="add a comment with this reason to each finding")
    add_fail_on(rules)
    rules.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=FORMATS, default="plain", metavar="NAME", help=", ".join(FORMATS))
    add_outputs(output)
    output.add_argument("--statistics", action="store_true", help="count the findings of each rule")
    output.add_argument("-v", "--verbose", action="store_true", help="show everything, also notes")
    output.add_argument("-q", "--quiet", action="store_true", help="print findings only")
    add_color(output)
    add_help(output)


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for those that are not valid, or contradict each other."""
    from bot.rules import NEEDS  # help needs none

    given: dict[str, object] = {}
    if args.add_suppressions is not None:
        from bot.linter.new_suppressions import read_reason

        given["add_suppressions"] = read_reason(args.add_suppressions)
    _check_options(args)
    known = frozenset(NEEDS)
    for name in ("select", "ignore"):
        if (slugs := getattr(args, name)) is not None:
            given[name] = read_slugs(f"--{name}", slugs, known)
    return make_options(Options, args, **given)


def _check_options(args: Namespace) -> None:
    """Raise BotError for options that contradict each other."""
    if args.add_suppressions is not None:
        others = ("fix", "unsafe_fixes", "base", "statistics")
        if other := next((name for name in others if getattr(args, name)), None):
            option = f"--{other.replace('_', '-')}"
            raise BotError(f"--add-suppressions and {option} cannot be used together", "run them one after the other")
    if (args.unsafe_fixes or args.fix_notes) and not (args.fix or args.diff):
        option = "--unsafe-fixes" if args.unsafe_fixes else "--fix-notes"
        raise BotError(f"{option} needs --fix or --diff", "--fix writes the lists, --diff shows what would change")
    if args.show_fixes and not args.fix:
        raise BotError("--show-fixes needs --fix", "add it, or use --diff to see what would change")
    if args.diff and args.format != "plain":
        raise BotError(f"--diff shows a diff, not {args.format}", "leave out --diff or --format")
    if args.statistics and args.diff:
        raise BotError("--statistics and --diff cannot be shown together", "leave out one of them")
    if args.statistics and args.format not in _COUNTED:
        raise BotError(f"--statistics has no format {args.format}", f"its formats are {', '.join(_COUNTED)}")
    if args.quiet and args.verbose:
        raise BotError("--quiet and --verbose contradict each other", "leave out one of them")


def run(options: Options, console: Console) -> int:
    """Lint; 0 if nothing at or above the failing severity is left, 3 if nothing was read or reached, else 1."""
    warn_of_unused(options.facts, console)
    from bot.commands.lint_run import lint

    return lint(options, console)
