"""Check lists, and write fixes or show them as a diff: what `bot lint` and `bot sort` do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.commands.outputs import write_outputs
from bot.linter.engine import check
from bot.reports import render
from bot.reports.model import Report, describe_unreached
from bot.reports.summary import count_by_rule, summary
from bot.text import escape_controls, join

if TYPE_CHECKING:
    from typing import TextIO

    from bot.commands.outputs import Output
    from bot.console import Console
    from bot.linter.diagnostics import Safety, Severity
    from bot.linter.engine import CheckResult, Plan
    from bot.linter.fixing import FixResult
    from bot.linter.survey import Survey
    from bot.text import Text

_FOR_PEOPLE = ("plain", "concise")
"""Formats that may have lines around them."""


@dataclass(frozen=True, slots=True)
class View:
    """How a run shows what it found."""

    format: str = "plain"
    verbose: bool = False
    quiet: bool = False
    statistics: bool = False
    """Show how many findings each rule has, instead of the findings."""
    show_fixes: bool = False


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

    def show_fixes(self, safety: Safety) -> CheckResult:
        """Print the fixes as a diff, and on stderr a summary of what is found in the lists as they are."""
        from bot.reports.patch import render_diff  # as for fixes

        result, fixed = self._check(), self._fix(safety)
        self.console.report(render_diff(self.texts, fixed.texts, self.console))
        report = self._report(self.texts, result)
        lines = summary(report, verbose=self.view.verbose, quiet=self.view.quiet)
        self.console.report(lines, aside=True)
        write_outputs(self.outputs, report, verbose=self.view.verbose)
        return result

    def fix(self, safety: Safety) -> CheckResult:
        """Write the fixed lists, and report what is left: on stderr where stdout takes a list."""
        fixed = self._fix(safety)
        wrote_stdout = files.write_back(self.texts, fixed.texts, self.console, self.stdin)
        if self.view.show_fixes:
            lines = (f"{files.shown(each.path)}:{each.line}: {each.rule}: {each.title}" for each in fixed.applied)
            text = "".join(f"{escape_controls(line)}\n" for line in lines)
            self.console.report(text, aside=wrote_stdout or self.view.format not in _FOR_PEOPLE)
        self._print(self._report(fixed.texts, fixed.remaining, fixed.fixed), aside=wrote_stdout)
        return fixed.remaining

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

    def _fix(self, safety: Safety) -> FixResult:
        from bot.linter.fixing import fix  # a run that only reports needs none of it

        fixed = fix(self.texts, self.plan, self.survey, safety, notes=self.view.verbose)
        for path in fixed.conflicting:
            self.console.say(f"warning: {files.shown(path)}: some fixes undo each other, and were not applied")
            self.console.say("hint: this is a bug of the bot; please report it with the list")
        for each in fixed.refused if self.view.verbose else ():
            place = f"{files.shown(each.path)}:{each.line}"
            self.console.say(f"{place}: {each.rule} is not fixed: {escape_controls(each.reason)}")
        return fixed

    def _report(self, texts: tuple[Text, ...], result: CheckResult, fixed: tuple[str, ...] = ()) -> Report:
        rules = tuple(active.rule for active in self.plan.rules)
        found, older, facts = result.diagnostics, result.preexisting, self.survey.facts
        return Report(texts, found, result.not_run, rules, fixed, older, facts, result.paper_links, result.empty)

    def _print(self, report: Report, *, aside: bool = False) -> None:
        self.console.report(self._render(report, self.console.stderr if aside else self.console.stdout), aside=aside)
        write_outputs(self.outputs, report, verbose=self.view.verbose)

    def _render(self, report: Report, stream: TextIO) -> str:
        form, verbose, quiet = self.view.format, self.view.verbose, self.view.quiet
        if self.view.statistics:
            from bot.reports.statistics import render_json, render_table

            if form == "json":
                return render_json(report)
            end = summary(report, verbose=verbose, quiet=quiet)
            return "\n".join(filter(None, [render_table(report, verbose=verbose), end]))
        color, width = self.console.has_color(stream), self.console.width(stream)
        return render(form, report, verbose=verbose, quiet=quiet, color=color, width=width)


def exit_code(result: CheckResult, fail_on: Severity) -> int:
    """1 where something is found at or above the failing severity."""
    return int(any(diagnostic.severity >= fail_on for diagnostic in result.diagnostics))


def find_failure(result: CheckResult, survey: Survey) -> str:
    """Why a run could not do what was asked: nothing was read, or nothing reached; empty where it could."""
    if survey.facts is not None and survey.facts.unreached:
        return describe_unreached(survey.facts.unreached)
    return f"no entries found in {join(list(map(files.shown, result.empty)), 'and')}" if result.has_read_nothing else ""
