"""`bot lint`: check lists, and fix them or show what fixes would change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands.arguments import (
    add_color,
    add_facts,
    add_fail_on,
    add_files,
    add_help,
    add_sources,
    read_slugs,
    warn_of_unused,
)
from bot.commands.outputs import add_outputs, read_outputs
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.reports import FORMATS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from bot.commands.sources import BaseLists, Sources
    from bot.console import Console
    from bot.facts.model import Facts
    from bot.linter.config import Config
    from bot.linter.engine import Plan
    from bot.linter.survey import Survey
    from bot.text import Text


_COUNTED = ("plain", "concise", "json")
"""Formats in which `--statistics` can be shown; the first two as the same table."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    add_files(lists)
    add_sources(lists)
    lists.add_argument("--base", metavar="REV", help="report only what changed since this revision")
    add_facts(parser.add_argument_group("facts"))
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply the safe fixes")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="apply all fixes, also those that need a look")
    fixes.add_argument("--diff", action="store_true", help="show the fixes as a diff, write nothing")
    fixes.add_argument("--show-fixes", action="store_true", help="list what was fixed")
    rules = parser.add_argument_group("rules")
    rules.add_argument("--select", action="append", metavar="RULES", help="run only these rules")
    rules.add_argument("--ignore", action="append", metavar="RULES", help="do not run these rules")
    rules.add_argument("--add-suppressions", metavar="WHY", help="add a comment to each finding")
    add_fail_on(rules)
    rules.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    output = parser.add_argument_group("output")
    output.add_argument("--format", choices=FORMATS, default="plain", metavar="NAME", help=", ".join(FORMATS))
    add_outputs(output)
    output.add_argument("--statistics", action="store_true", help="count the findings of each rule")
    output.add_argument("-v", "--verbose", action="store_true", help="show everything, also notes; --fix fixes them")
    output.add_argument("-q", "--quiet", action="store_true", help="print findings only")
    add_color(output)
    add_help(output)


def run(args: Namespace, console: Console) -> int:
    """Lint; 0 where nothing at or above the failing severity is left, 3 where nothing was read or reached, else 1."""
    _check_options(args)
    outputs = read_outputs(args.output)
    warn_of_unused(args, console)
    import time  # imported here, as the rest: `bot lint --help` needs none of it
    from dataclasses import replace

    from bot.commands.ignores import warn_of_unused_ignores
    from bot.commands.lint_run import Lint, View, exit_code, find_failure
    from bot.commands.sources import read_base, read_lists, with_baseline
    from bot.linter.diagnostics import Safety, Severity
    from bot.linter.engine import CHANGE_SECONDS
    from bot.linter.survey import Survey

    sources = read_lists(args, console)
    deadline = None if args.base is None else time.monotonic() + CHANGE_SECONDS
    plan, survey = _make_plan(args, sources.config), Survey(console.today, deadline=deadline, config=sources.config)
    base = None if args.base is None else read_base(args.base, sources.texts, survey)
    left = 0.0 if deadline is None else deadline - time.monotonic()
    facts, facts_code = _gather_facts(args, sources.texts, base, plan, survey, console)
    if base:
        # Reading is done, and waiting for facts takes no time of the lists.
        plan = with_baseline(replace(plan, deadline=time.monotonic() + left), base, facts)
    survey = replace(survey, facts=facts, deadline=None)
    view = View(args.format, args.verbose, args.quiet, args.statistics, args.show_fixes)
    lint = Lint(sources.texts, plan, survey, console, view, outputs, sources.stdin)
    safety = Safety.UNSAFE if args.unsafe_fixes else Safety.SAFE
    if facts_code == INTERRUPTED:  # an interrupted run writes no lists
        lint.check()
        return INTERRUPTED
    if args.add_suppressions is not None:
        result = lint.add_suppressions(args.add_suppressions, write=not args.diff)
    elif args.diff:
        result = lint.show_fixes(safety)
    elif args.fix or args.unsafe_fixes:
        result = lint.fix(safety)
    else:
        result = lint.check()
    _name_sources(args, sources, survey, console)
    if args.base is None and args.select is None:
        warn_of_unused_ignores(sources, plan, result, facts, console)
    failure = find_failure(result, survey)
    if failure and args.format not in ("plain", "concise"):  # which says so itself
        console.say(f"error: {failure}")
    if args.exit_zero:
        return 0
    if failure:
        return CANNOT_RUN
    fail_on = Severity[args.fail_on.upper()] if args.fail_on else sources.config.fail_on
    return exit_code(result, fail_on) or facts_code


def _name_sources(args: Namespace, sources: Sources, survey: Survey, console: Console) -> None:
    """Say where the papers of a generated list are to be checked, unless lists are named: no run changes unasked."""
    texts = () if args.files or sources.config.lists or args.quiet else sources.texts
    for path, source in survey.find_sources(survey.read(texts)).items():
        name = source.text.path
        console.say(f"{path} is generated from {name}: bot lint {path} {name} checks the papers there.")


def _check_options(args: Namespace) -> None:
    """Raise BotError for options that contradict each other."""
    if args.add_suppressions is not None:
        from bot.linter.new_suppressions import read_reason

        args.add_suppressions = read_reason(args.add_suppressions)
        others = ("fix", "unsafe_fixes", "base", "statistics")
        if other := next((name for name in others if getattr(args, name)), None):
            option = f"--{other.replace('_', '-')}"
            raise BotError(f"--add-suppressions and {option} cannot be used together", "run them one after the other")
    if args.diff and args.format != "plain":
        raise BotError(f"--diff shows a diff, not {args.format}", "leave out --diff or --format")
    if args.statistics and args.diff:
        raise BotError("--statistics and --diff cannot be shown together", "leave out one of them")
    if args.statistics and args.format not in _COUNTED:
        raise BotError(f"--statistics has no format {args.format}", f"its formats are {', '.join(_COUNTED)}")
    if args.quiet and args.verbose:
        raise BotError("--quiet and --verbose contradict each other", "leave out one of them")


def _make_plan(args: Namespace, config: Config) -> Plan:
    from bot.rules import RULES

    known = frozenset(rule.slug for rule in RULES)
    select = None if args.select is None else read_slugs("--select", args.select, known)
    ignore = frozenset[str]() if args.ignore is None else read_slugs("--ignore", args.ignore, known)
    return config.plan(RULES, select=select, ignore=ignore)


def _gather_facts(
    args: Namespace, texts: Sequence[Text], base: BaseLists | None, plan: Plan, survey: Survey, console: Console
) -> tuple[Facts | None, int]:
    """The facts that the rules of `plan` need, about entries changed since `base` or all, and an exit code.

    Without `--online` and `--offline` only those of the lock files beside the lists; None where there is none.
    """
    from bot.linter.rule import Need

    needs = plan.needs & Need.FACTS
    if not needs:
        return None, 0
    from bot.commands.locked import load_beside, recall

    lock = load_beside([text.path for text in texts])
    is_wanted = args.online or args.offline
    if not (is_wanted or lock):
        return None, 0
    from bot.commands.sources import find_changed_entries
    from bot.facts.questions import collect_entry_questions, collect_questions

    listings = survey.read(texts)
    questions = (
        collect_entry_questions(find_changed_entries(base, listings).all) if base else collect_questions(listings)
    )
    if lock and not is_wanted:
        return recall(lock, questions, needs, console), 0
    from bot.commands.online import gather_facts

    gathered = gather_facts(args, questions, needs, console, lock=lock)
    return gathered.facts, gathered.code
