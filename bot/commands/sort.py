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
from bot.linter.engine import CheckResult
from bot.linter.fixing import FixResult
from bot.linter.suppressions import find_comment_lines
from bot.listing import Listing, Order
from bot.ordering.order import find_series
from bot.ordering.section_order import declared_orders
from bot.rules import RULES
from bot.text import plural

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
    fixes.add_argument("--unsafe-fixes", action="store_true", help="also make unsafe moves: check them")
    add_color(fixes)
    add_help(fixes)


def read_options(args: Namespace) -> Options:
    """The options of the command line."""
    return make_options(Options, args)


def run(options: Options, console: Console) -> int:
    """Sort; 0 if nothing at or above the failing severity is left, else 1."""
    sources = read_lists(options.lists, console)
    plan = sources.config.plan(RULES, select={_RULE})
    lint = Lint(sources.texts, plan, sources.survey(console), console, stdin=sources.stdin)
    safety = Safety.UNSAFE if options.unsafe_fixes else Safety.SAFE
    texts, result, *_ = (
        (sources.texts, lint.show_fixes(safety, conclude=_count_moves)) if options.diff else lint.fix(safety)
    )
    if find_failure(result, lint.survey):
        return CANNOT_RUN
    order = sources.config.conventions.order
    if not result.diagnostics and (count := sum(_count_unsorted(each, order) for each in lint.survey.read(texts))):
        why = "no order could be learned, or something else sorts them (conventions.order sets one)"
        console.say(f"{plural(count, 'section')} not in order of date stayed as before: {why}.")
    return exit_code(result, sources.config.fail_on)


def _count_moves(result: CheckResult, fixed: FixResult) -> str:
    """What `--diff` ends with: each finding is an entry that is out of place."""
    moved = len(fixed.applied)
    left = len(result.diagnostics) - moved
    others = f"; {left:,} more out of order (see --unsafe-fixes)" if left else ""
    return f"Would move {plural(moved, 'entry')}{others}.\n" if moved or left else "Nothing to move.\n"


def _count_unsorted(listing: Listing, order: str | None) -> int:
    """The sections whose entries are in no order of dates, apart from those whose order is set."""
    series = find_series(listing, lambda each: each.date.value if each.date else None, find_comment_lines(listing))
    mixed = (each.section for each in series if all([*keys] != sorted(keys) for keys in map(each.keys, Order)))
    declared = declared_orders(listing, order)
    return len({section for section in mixed if declared[section] is None})
