"""Check lists, and write fixes or show them as a diff: what `bot lint` and `bot sort` do."""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.commands.parsers import Output, View
from bot.commands.sources import Gathered, Sources, find_locks, gather_facts, load_beside, read_lists
from bot.errors import CANNOT_RUN, INTERRUPTED, BotError
from bot.linter.config import UsedIgnores, list_files
from bot.linter.diagnostics import Safety, Severity
from bot.linter.engine import CheckResult, Plan, Stopwatch, check
from bot.linter.rule import Need, Rule
from bot.linter.survey import Survey, is_markdown, may_suppress, names_data_file
from bot.reports import render, write_outputs
from bot.reports.run import (
    Report,
    count_by_rule,
    describe_unfinished,
    describe_unreached,
    make_report,
    render_statistics,
    render_statistics_json,
    summary,
)
from bot.rules import load_rules
from bot.text import Text, escape_controls, join, plural

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from bot.commands.lint import Options
    from bot.console import Console
    from bot.facts.model import Facts
    from bot.linter.baseline import BaseLists
    from bot.linter.fixing import FixResult


_FOR_PEOPLE = ("plain", "concise")
"""Formats that may have lines around them."""


def lint(options: Options, console: Console) -> int:
    """Read lists, gather facts, and check or fix; the exit code."""
    sources = read_lists(options.lists, console, quiet=options.view.quiet)
    is_fixing = options.fix or options.diff  # no fix is tried half
    stopwatch = None if options.base is None else Stopwatch(may_stop=not is_fixing)
    plan = sources.config.plan(_load_rules(options, sources), select=options.select, ignore=options.ignore)
    rereads = is_fixing or options.base is not None
    survey = replace(sources.survey(console, rereads=rereads), stopwatch=stopwatch)
    base = None
    if options.base is not None:
        from bot.linter.baseline import read_base

        base = read_base(options.base, sources.texts, survey)
    gathered = _gather_facts(options, sources, base, plan, survey, console)
    survey = replace(survey, facts=gathered.facts)
    if base:
        plan = base.with_baseline(plan, gathered.facts)
    run = Lint(sources.texts, plan, survey, console, options.view, options.outputs, sources.stdin)
    if gathered.code == INTERRUPTED:  # an interrupted run writes no lists
        run.check()
        return INTERRUPTED
    result = _run(run, options)
    if not options.lists.files and not options.view.quiet and not sources.config.lists:
        _name_sources(sources, survey, console)
    if options.base is None and options.select is None:
        _warn_of_unused_ignores(sources, plan, result, gathered.facts, console)
    failure, unfinished = find_failure(result, survey), describe_unfinished(result.unfinished)
    if (failure or unfinished) and options.view.format not in _FOR_PEOPLE:  # which says so itself
        console.say(f"error: {failure or unfinished}")
    if options.exit_zero:
        return 0
    if failure:
        return CANNOT_RUN
    code = gathered.code or (CANNOT_RUN if unfinished else 0)
    return exit_code(result, options.fail_on or sources.config.fail_on) or code


def _load_rules(options: Options, sources: Sources) -> tuple[Rule, ...]:
    """Load the rules; without a configuration and without facts not those that could not run."""
    able, texts = ~Need.NOTHING, sources.texts
    is_plain = options.view.format == "plain" and not (options.outputs or options.base or sources.config.path)
    if not is_plain or options.facts.is_wanted or find_locks([text.path for text in texts]):
        return load_rules(able)
    able &= ~(Need.FACTS | Need.SCHEMA)
    if all(map(is_markdown, texts)):
        able &= ~Need.RECORDS
    if not any(map(names_data_file, texts)):
        able &= ~Need.SOURCE
    if options.add_suppressions is None and not any(may_suppress(text.content) for text in texts):
        able &= ~Need.COMMENTS
    if not options.select:
        able &= ~Need.NAME
    return load_rules(able, (text.content for text in texts))


def _run(run: Lint, options: Options) -> CheckResult:
    """Check, or do with what is found what the options say."""
    safety = Safety.UNSAFE if options.unsafe_fixes else Safety.SAFE
    if options.add_suppressions is not None:
        return run.add_suppressions(options.add_suppressions, write=not options.diff)
    if options.diff:
        return run.show_fixes(safety, notes=options.fix_notes)
    return run.fix(safety, notes=options.fix_notes).remaining if options.fix else run.check()


def _name_sources(sources: Sources, survey: Survey, console: Console) -> None:
    """Say where the papers of a generated list are to be checked: no run changes unasked."""
    for path, source in survey.find_sources(survey.read(sources.texts)).items():
        name = source.text.path
        console.say(f"{path} is generated from {name}: bot lint {path} {name} checks the papers there.")


def _gather_facts(
    options: Options, sources: Sources, base: BaseLists | None, plan: Plan, survey: Survey, console: Console
) -> Gathered:
    """The facts that the rules of `plan` need, about entries changed since `base` or all."""
    needs = plan.needs & Need.FACTS
    lock = load_beside([text.path for text in sources.texts], options.base) if needs else None
    if not needs or not (options.facts.is_wanted or lock):
        return Gathered()
    from bot.facts import Depth
    from bot.facts.questions import collect_entry_questions, collect_questions

    listings = survey.read(sources.texts)
    questions = (
        collect_entry_questions(base.find_changed_entries(listings).all) if base else collect_questions(listings)
    )
    with survey.stopwatch.paused() if survey.stopwatch else nullcontext():
        quiet = options.view.quiet
        return gather_facts(options.facts, questions, needs, console, lock=lock, quiet=quiet, depth=Depth.CLAIMS)


def _warn_of_unused_ignores(
    sources: Sources, plan: Plan, result: CheckResult, facts: Facts | None, console: Console
) -> None:
    """Name the ignores that matched no finding, in one line, after a run on all lists with all rules.

    An ignore counts only if its rule ran; one of a rule about facts only if everything could be checked.
    """
    if not isinstance(plan.is_ignored, UsedIgnores) or not _has_all_lists(sources):
        return
    from bot.facts.questions import is_complete

    needless = Need.FACTS if facts is not None and not is_complete(facts) else Need.NOTHING
    not_run = {each.slug for each in result.not_run}
    ran = {active.rule.slug for active in plan.rules if not active.rule.needs & needless} - not_run
    unused = plan.is_ignored.unused(ran)
    if unused:
        lines = [f"{each.rule} (line {each.line})" for each in unused]
        verb = "ignore matches" if len(unused) == 1 else "ignores match"
        where = escape_controls(files.relative_path(sources.config.path or Path()))
        console.say(f"warning: {where}: {len(unused)} {verb} no finding: {join(lines, 'and')}")


def _has_all_lists(sources: Sources) -> bool:
    """Whether the run has read all lists of the configuration: an ignore may be for a list that was not read."""
    try:
        wanted = {os.path.realpath(path) for path in list_files(sources.config)}
    except BotError:
        return False
    return wanted <= {os.path.realpath(text.path) for text in sources.texts}


class Lint(NamedTuple):
    """One run on lists: each method checks them, prints what it should, and returns what is found."""

    texts: tuple[Text, ...]
    plan: Plan
    survey: Survey
    console: Console
    view: View = View()
    outputs: tuple[Output, ...] = ()
    stdin: str | None = files.STDIN
    """The path of the text that standard input held; its fixes go to standard output."""

    def check(self) -> CheckResult:
        """Report what is found."""
        result = self._check()
        self._print(self._report(self.texts, result))
        return result

    def show_fixes(
        self, safety: Safety, *, notes: bool = False, conclude: Callable[[CheckResult, FixResult], str] | None = None
    ) -> CheckResult:
        """Print the fixes as a diff, and on stderr a summary of what is found in the lists as they are.

        Where the command has a last line of its own, `conclude` makes it, in place of the counts.
        """
        from bot.reports.patch import render_diff  # as for fixes

        result, fixed = self._check(), self._fix(safety, notes=notes)
        self.console.report(render_diff(self.texts, fixed.texts, self.console))
        report = self._report(self.texts, result)
        lines = summary(report, verbose=self.view.verbose, quiet=self.view.quiet or conclude is not None)
        self.console.report(f"{lines}{conclude(result, fixed) if conclude else ''}", aside=True)
        write_outputs(self.outputs, report, verbose=self.view.verbose)
        return result

    def fix(self, safety: Safety, *, notes: bool = False) -> FixResult:
        """Write the fixed lists, and report what is left: on stderr where stdout takes a list."""
        fixed = self._fix(safety, notes=notes)
        wrote_stdout = files.write_back(self.texts, fixed.texts, self.console, self.stdin)
        if self.view.show_fixes:
            lines = (f"{files.shown(each.path)}:{each.line}: {each.rule}: {each.title}" for each in fixed.applied)
            text = "".join(f"{escape_controls(line)}\n" for line in lines)
            self.console.report(text, aside=wrote_stdout or self.view.format not in _FOR_PEOPLE)
        self._print(self._report(fixed.texts, fixed.remaining, fixed.fixed), aside=wrote_stdout)
        return fixed

    def add_suppressions(self, reason: str, *, write: bool) -> CheckResult:
        """Write a comment beside each finding, or only show them as a diff, and report what is left."""
        from bot.linter.new_suppressions import add_suppressions  # as for fixes

        done = add_suppressions(self.texts, self.plan, self.survey, reason, notes=self.view.verbose)
        if not write:
            from bot.reports.patch import render_diff

            self.console.report(render_diff(self.texts, done.texts, self.console))
            return self._check()
        wrote_stdout = files.write_back(self.texts, done.texts, self.console, self.stdin)
        self._print(self._report(done.texts, done.remaining), aside=wrote_stdout)
        self.console.say(f"Suppressed {count_by_rule(done.suppressed)}.")
        return done.remaining

    def _check(self) -> CheckResult:
        listings, context = self.survey(self.texts)
        return check(listings, self.plan, context)

    def _fix(self, safety: Safety, *, notes: bool) -> FixResult:
        from bot.linter.fixing import fix  # a run that only reports needs none of it

        fixed = fix(self.texts, self.plan, self.survey, safety, notes=notes)
        for path in fixed.conflicting:
            self.console.say(f"warning: {files.shown(path)}: some fixes undo each other, and were not applied")
            self.console.say("hint: this is a bug of the bot; please report it with the list")
        if fixed.refused and not self.view.verbose:
            findings = plural(len(fixed.refused), "finding")
            self.console.say(f"{findings} not fixed, because the fix would do harm (--verbose says which and why)")
        for each in fixed.refused if self.view.verbose else ():
            place = f"{files.shown(each.path)}:{each.line}"
            self.console.say(f"{place}: {each.rule} is not fixed: {escape_controls(each.reason)}")
        return fixed

    def _report(self, texts: tuple[Text, ...], result: CheckResult, fixed: tuple[str, ...] = ()) -> Report:
        return make_report(texts, self.plan, result, self.survey.facts, fixed)

    def _print(self, report: Report, *, aside: bool = False) -> None:
        self.console.report(self._render(report, self.console.stderr if aside else self.console.stdout), aside=aside)
        write_outputs(self.outputs, report, verbose=self.view.verbose)

    def _render(self, report: Report, stream: TextIO) -> str:
        form, verbose, quiet = self.view.format, self.view.verbose, self.view.quiet
        if self.view.statistics:
            if form == "json":
                return render_statistics_json(report)
            end = summary(report, verbose=verbose, quiet=quiet)
            return "\n".join(filter(None, [render_statistics(report, verbose=verbose), end]))
        color, width = self.console.has_color(stream), self.console.width(stream)
        return render(form, report, verbose=verbose, quiet=quiet, color=color, width=width)


def exit_code(result: CheckResult, fail_on: Severity) -> int:
    """1 if something is found at or above the failing severity."""
    return int(any(diagnostic.severity >= fail_on for diagnostic in result.diagnostics))


def find_failure(result: CheckResult, survey: Survey) -> str:
    """Why a run could not do what was asked: nothing was read, or nothing reached; empty if it could."""
    if survey.facts is not None and survey.facts.unreached:
        return describe_unreached(survey.facts.unreached)
    return f"no entries found in {join(list(map(files.shown, result.empty)), 'and')}" if result.has_read_nothing else ""
