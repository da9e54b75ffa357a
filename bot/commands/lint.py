"""Lists before and after their fixes come in; they go back to their files, or as a diff to the reader."""

from __future__ import annotations

from argparse import SUPPRESS
from typing import TYPE_CHECKING

from bot import files
from bot.commands.arguments import add_facts, add_help, add_sources, slugs
from bot.commands.outputs import add_outputs, outputs, write_outputs
from bot.errors import INTERRUPTED, BotError
from bot.linter.fixes import unified_diff
from bot.reports import FORMATS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence

    from bot.commands.online import Gathered
    from bot.commands.sources import Survey
    from bot.console import Console
    from bot.facts.model import Facts
    from bot.linter.config import Config
    from bot.linter.engine import CheckResult, FixResult, Plan
    from bot.reports.model import Report
    from bot.text import Text


_COLORS = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}
_RESET = "\x1b[0m"


def write_back(before: Sequence[Text], after: Sequence[Text], console: Console) -> bool:
    """Write the files that changed, none where one of them cannot be written; standard input goes to stdout.

    True when stdout took a list. Raises BotError for a file that refuses, or that changed in the meantime.
    """
    pairs = [pair for pair in zip(before, after, strict=True) if pair[0].path != files.STDIN]
    changed = [(old, new) for old, new in pairs if old.content != new.content]
    for old, _ in changed:
        files.check_writable(old.path)
    for old, new in changed:
        files.write(old.path, new.content, expected=old.content)
    given = [text for text in after if text.path == files.STDIN]
    for text in given:
        console.report(text.content)
    return bool(given)


def diff(before: Sequence[Text], after: Sequence[Text], console: Console) -> str:
    """The changes as a unified diff, for a terminal with colours and without what it would obey."""
    patch = "".join(unified_diff(old, new.content) for old, new in zip(before, after, strict=True))
    color = console.has_color(console.stdout)
    if not (color or console.stdout.isatty()):
        return patch
    return "".join(f"{line}\n" for line in _shown(patch, color=color))


def _shown(patch: str, *, color: bool) -> Iterator[str]:
    from bot.text import escape_controls

    for line in patch.removesuffix("\n").split("\n") if patch else ():
        words = escape_controls(line.removesuffix("\r").replace("\t", "    "))
        style = _COLORS.get(line[:1], "") if color else ""
        yield f"{style}{words}{_RESET}" if style else words


_GRADES = ("error", "warning", "note")
_GUTTER = 8
"""Columns that stand before a source line."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    lists = parser.add_argument_group("lists")
    lists.add_argument("files", nargs="*", metavar="FILES", help="Markdown, - for standard input (README.md)")
    add_sources(lists)
    lists.add_argument("--base", metavar="REV", help="show what was changed since this revision only")
    facts = parser.add_argument_group("facts")
    add_facts(facts)
    fixes = parser.add_argument_group("fixes and findings")
    fixes.add_argument("--fix", action="store_true", help="apply the safe fixes; the others too")
    fixes.add_argument("--unsafe-fixes", action="store_true", help=SUPPRESS)
    fixes.add_argument("--diff", action="store_true", help="show what these would change, write nothing")
    fixes.add_argument("--select", action="append", metavar="RULES", help="run these rules only; leave these out")
    fixes.add_argument("--ignore", action="append", metavar="RULES", help=SUPPRESS)
    fixes.add_argument("--fail-on", choices=_GRADES, metavar="GRADE", help=f"{', '.join(_GRADES)} (error)")
    fixes.add_argument("--exit-zero", action="store_true", help="exit with 0 whatever is found")
    fixes.add_argument("--verbose", action="store_true", help="show notes too")
    fixes.add_argument("--format", choices=FORMATS, default="plain", metavar="NAME", help=", ".join(FORMATS))
    add_outputs(fixes)
    add_help(fixes)


def run(args: Namespace, console: Console) -> int:
    """Lint, and say how it went: 0 where nothing at or above the failing grade is left, else 1."""
    if args.diff and args.format != "plain":
        raise BotError(f"--diff shows a diff, not {args.format}", "leave out --diff or --format")
    outputs(args.output)
    from dataclasses import replace

    from bot.commands.sources import Survey, gather

    sources = gather(args.files, console.stdin, config_path=args.config, isolated=args.isolated)
    plan, survey = _plan(args, sources.config), Survey(console.today)
    plan, learned = _learn(args, sources.texts, plan, survey, console)
    survey = replace(survey, facts=learned.facts)
    if learned.code == INTERRUPTED:  # who breaks a run off does not want it to write
        _print(args, _report(sources.texts, _check(sources.texts, plan, survey), plan, facts=learned.facts), console)
        return INTERRUPTED
    if args.diff:
        checked = _diff(args, sources.texts, plan, survey, console)
    elif args.fix or args.unsafe_fixes:
        checked = _fix(args, sources.texts, plan, survey, console)
    else:
        checked = _check(sources.texts, plan, survey)
        _print(args, _report(sources.texts, checked, plan, facts=survey.facts), console)
    return 0 if args.exit_zero else _exit_code(args, sources.config, checked) or learned.code


def _learn(
    args: Namespace, texts: Sequence[Text], plan: Plan, survey: Survey, console: Console
) -> tuple[Plan, Gathered]:
    """The plan with eyes for the change alone where `--base` asks for it, and what the world answered."""
    from bot.commands.online import Gathered, gather_facts, warn_of_unused
    from bot.linter.rule import Need

    warn_of_unused(args, console)
    past = None
    if args.base is not None:
        from bot.commands.sources import changed_entries, compared, look_back

        past = look_back(args.base, texts, survey)
    learned = Gathered()
    needs = plan.needs & Need.FACTS if args.online or args.offline else Need.NOTHING
    if needs:
        from bot.facts.questions import collect_entry_questions, collect_questions

        listings, _ = survey(texts)
        questions = collect_entry_questions(changed_entries(past, listings)) if past else collect_questions(listings)
        learned = gather_facts(args, questions, needs, console)
    return (compared(plan, past, learned.facts) if past else plan), learned


def _plan(args: Namespace, config: Config) -> Plan:
    from bot.rules import RULES

    known = frozenset(rule.slug for rule in RULES)
    select = None if args.select is None else slugs("--select", args.select, known)
    ignore = frozenset[str]() if args.ignore is None else slugs("--ignore", args.ignore, known)
    return config.plan(RULES, select=select, ignore=ignore)


def _check(texts: Sequence[Text], plan: Plan, survey: Survey) -> CheckResult:
    from bot.linter.engine import check

    listings, context = survey(texts)
    return check(listings, plan, context)


def _diff(args: Namespace, texts: Sequence[Text], plan: Plan, survey: Survey, console: Console) -> CheckResult:
    """Print what the fixes would change; what is found in the lists as they are goes to stderr."""
    from bot.reports.plain import summary

    checked = _check(texts, plan, survey)
    fixed = _mended(args, texts, plan, survey, console)
    console.report(diff(texts, fixed.texts, console))
    report = _report(texts, checked, plan, facts=survey.facts)
    console.report(summary(report, verbose=args.verbose), aside=True)
    write_outputs(outputs(args.output), report, verbose=args.verbose)
    return checked


def _fix(args: Namespace, texts: Sequence[Text], plan: Plan, survey: Survey, console: Console) -> CheckResult:
    """Write the mended lists, and report what is left: on stderr where stdout takes a list."""
    fixed = _mended(args, texts, plan, survey, console)
    took_stdout = write_back(texts, fixed.texts, console)
    report = _report(fixed.texts, fixed.remaining, plan, fixed.fixed, survey.facts)
    _print(args, report, console, aside=took_stdout)
    return fixed.remaining


def _mended(args: Namespace, texts: Sequence[Text], plan: Plan, survey: Survey, console: Console) -> FixResult:
    from bot.files import shown
    from bot.linter.diagnostics import Safety
    from bot.linter.engine import fix

    fixed = fix(texts, plan, survey, Safety.UNSAFE if args.unsafe_fixes else Safety.SAFE)
    for path in fixed.conflicting:
        console.say(f"warning: {shown(path)}: some fixes undo each other, and were left as they are")
        console.say("hint: this is a bug of the bot; please report it with the list")
    return fixed


def _report(
    texts: Sequence[Text], checked: CheckResult, plan: Plan, mended: int = 0, facts: Facts | None = None
) -> Report:
    from bot.reports.model import Report

    rules = tuple(active.rule for active in plan.rules)
    return Report(tuple(texts), checked.diagnostics, checked.not_run, rules, mended, checked.preexisting, facts)


def _print(args: Namespace, report: Report, console: Console, *, aside: bool = False) -> None:
    from bot.reports import render

    stream = console.stderr if aside else console.stdout

    words = render(
        args.format,
        report,
        verbose=args.verbose,
        color=console.has_color(stream),
        width=max(console.width(stream) - _GUTTER, 40),
    )
    console.report(words, aside=aside)
    write_outputs(outputs(args.output), report, verbose=args.verbose)


def _exit_code(args: Namespace, config: Config, checked: CheckResult) -> int:
    from bot.linter.diagnostics import Severity

    failing = Severity[args.fail_on.upper()] if args.fail_on else config.fail_on
    return int(any(diagnostic.severity >= failing for diagnostic in checked.diagnostics))
