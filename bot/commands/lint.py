"""`bot lint`: check lists, and fix them or show what fixes would change."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.commands.arguments import (
    FactOptions,
    ListOptions,
    add_color,
    add_facts,
    add_fail_on,
    add_files,
    add_help,
    add_sources,
    make_options,
    read_severity,
    read_slugs,
    warn_of_unused,
)
from bot.commands.outputs import add_outputs, read_outputs
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.reports import FORMATS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from bot.commands.facts import Gathered
    from bot.commands.lint_run import Lint, View
    from bot.commands.outputs import Output
    from bot.commands.sources import Sources
    from bot.console import Console
    from bot.linter.changes import BaseLists
    from bot.linter.diagnostics import Severity
    from bot.linter.engine import CheckResult, Plan
    from bot.linter.survey import Survey


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
    diff: bool = False
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    add_suppressions: str | None = None
    """The reason that comments beside the findings give."""
    fail_on: Severity | None = None
    """The failing severity, in the place of that of the configuration."""
    exit_zero: bool = False


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


def read_options(args: Namespace) -> Options:
    """The options of the command line. Raises BotError for those that are not valid, or contradict each other."""
    from bot.commands.lint_run import View  # imported here, as the rest: `bot lint --help` needs none of it
    from bot.rules import RULES

    given: dict[str, object] = {}
    if args.add_suppressions is not None:
        from bot.linter.new_suppressions import read_reason

        given["add_suppressions"] = read_reason(args.add_suppressions)
    _check_options(args)
    known = frozenset(rule.slug for rule in RULES)
    for name in ("select", "ignore"):
        if (slugs := getattr(args, name)) is not None:
            given[name] = read_slugs(f"--{name}", slugs, known)
    return make_options(
        Options,
        args,
        lists=make_options(ListOptions, args),
        facts=make_options(FactOptions, args),
        view=make_options(View, args),
        outputs=read_outputs(args.output),
        fail_on=read_severity(args.fail_on),
        **given,
    )


def _check_options(args: Namespace) -> None:
    """Raise BotError for options that contradict each other."""
    if args.add_suppressions is not None:
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


def run(args: Namespace, console: Console) -> int:
    """Lint; 0 where nothing at or above the failing severity is left, 3 where nothing was read or reached, else 1."""
    options = read_options(args)
    warn_of_unused(options.facts, console)
    from bot.commands.lint_run import Lint, exit_code, find_failure
    from bot.commands.sources import read_lists
    from bot.linter.engine import Stopwatch
    from bot.linter.survey import Survey
    from bot.rules import RULES

    sources = read_lists(options.lists, console, quiet=options.view.quiet)
    stopwatch = None if options.base is None else Stopwatch()
    plan = replace(sources.config.plan(RULES, select=options.select, ignore=options.ignore), stopwatch=stopwatch)
    survey = Survey(console.today, stopwatch=stopwatch, config=sources.config)
    base = None
    if options.base is not None:
        from bot.linter.changes import read_base

        base = read_base(options.base, sources.texts, survey)
    gathered = _gather_facts(options, sources, base, plan, survey, console)
    survey = replace(survey, facts=gathered.facts)
    if base:
        plan = base.with_baseline(plan, gathered.facts)
    lint = Lint(sources.texts, plan, survey, console, options.view, options.outputs, sources.stdin)
    if gathered.code == INTERRUPTED:  # an interrupted run writes no lists
        lint.check()
        return INTERRUPTED
    result = _lint(lint, options)
    if not options.lists.files and not options.view.quiet and not sources.config.lists:
        _name_sources(sources, survey, console)
    if options.base is None and options.select is None:
        from bot.commands.ignores import warn_of_unused_ignores

        warn_of_unused_ignores(sources, plan, result, gathered.facts, console)
    failure = find_failure(result, survey)
    if failure and options.view.format not in ("plain", "concise"):  # which says so itself
        console.say(f"error: {failure}")
    if options.exit_zero:
        return 0
    if failure:
        return CANNOT_RUN
    return exit_code(result, options.fail_on or sources.config.fail_on) or gathered.code


def _lint(lint: Lint, options: Options) -> CheckResult:
    """Check, or do with what is found what the options say."""
    from bot.linter.diagnostics import Safety

    safety = Safety.UNSAFE if options.unsafe_fixes else Safety.SAFE
    if options.add_suppressions is not None:
        return lint.add_suppressions(options.add_suppressions, write=not options.diff)
    if options.diff:
        return lint.show_fixes(safety)
    return lint.fix(safety) if options.fix or options.unsafe_fixes else lint.check()


def _name_sources(sources: Sources, survey: Survey, console: Console) -> None:
    """Say where the papers of a generated list are to be checked: no run changes unasked."""
    for path, source in survey.find_sources(survey.read(sources.texts)).items():
        name = source.text.path
        console.say(f"{path} is generated from {name}: bot lint {path} {name} checks the papers there.")


def _gather_facts(
    options: Options, sources: Sources, base: BaseLists | None, plan: Plan, survey: Survey, console: Console
) -> Gathered:
    """The facts that the rules of `plan` need, about entries changed since `base` or all."""
    from bot.commands.facts import Gathered, gather_facts, load_beside
    from bot.linter.rule import Need

    needs = plan.needs & Need.FACTS
    lock = load_beside([text.path for text in sources.texts]) if needs else None
    if not needs or not (options.facts.is_wanted or lock):
        return Gathered()
    from bot.facts.questions import collect_entry_questions, collect_questions

    listings = survey.read(sources.texts)
    questions = (
        collect_entry_questions(base.find_changed_entries(listings).all) if base else collect_questions(listings)
    )
    with plan.stopwatch.paused() if plan.stopwatch else nullcontext():
        return gather_facts(options.facts, questions, needs, console, lock=lock, quiet=options.view.quiet)
