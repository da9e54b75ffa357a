"""What a run found, in a few lines: what was not read, checked or run, then the counts and what to run next."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.linter.rule import Need
from bot.reports.model import count, describe_skipped, list_counts, name_older, warnings_of
from bot.text import escape_controls, join, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.reports.model import Counts, Report

_OPTIONS = {"--online": Need.FACTS, "--stdin-filename": Need.FILES}
"""What an option gives to rules that could not run without it."""


def summary(report: Report, *, verbose: bool = False, quiet: bool = False) -> str:
    """The lines, the counts last; with `quiet` only what could not be read or checked."""
    lines = [*warnings_of(report)]
    if quiet:
        return "".join(f"{escape_controls(each)}\n" for each in lines)
    lines.append(describe_skipped(report.paper_links))
    lines += _why_not_run(report) if verbose else [describe_not_run(report)]
    lines.append(headline(report, verbose=verbose))
    return "".join(f"{escape_controls(each)}\n" for each in lines if each)


def headline(report: Report, *, verbose: bool = False) -> str:
    """The counts of findings, and which options fix or show them; empty where nothing was read."""
    if report.has_read_nothing and not (report.diagnostics or report.fixed or report.count_older()):
        return ""
    shown, every = count(report.shown(verbose=verbose)), count(report.diagnostics)
    found = list_counts({"error": shown.errors, "warning": shown.warnings, "note": shown.notes})
    line = f"Found {found}{_count_fixable(shown)}" if found else _found_nothing(report)
    if report.fixed:
        line = f"Fixed {count_by_rule(report.fixed)}. {line}"
    hidden = every.notes - shown.notes
    if hidden:
        fixable = every.fixable - shown.fixable
        fixes = f"; {fixable} fixable with --verbose --fix" if fixable else ""
        line = f"{line}; {plural(hidden, 'note')} hidden (--verbose{fixes})"
    older = report.count_older()
    if older:
        line = f"{line}; {name_older(older)} not shown"
    return f"{line}."


def _found_nothing(report: Report) -> str:
    """How the counts begin where nothing was found: they never claim what was not checked."""
    if not warnings_of(report):
        return "All checks passed"
    is_partial = report.facts is not None and (report.facts.interrupted or report.facts.unreached)
    return "Found nothing so far" if is_partial else "Found nothing"


def _count_fixable(counts: Counts) -> str:
    safe, unsafe = counts.fixable, counts.unsafe_fixable
    parts = [f"{safe} fixable with --fix"] if safe else []
    if unsafe:
        parts.append(f"{unsafe} {'more' if safe else 'fixable'} with --unsafe-fixes")
    return f" ({', '.join(parts)})" if parts else ""


def describe_not_run(report: Report) -> str:
    """How many rules did not run, and which option they need; empty where all did."""
    needs = {rule.slug: rule.needs for rule in report.rules}
    left = Counter(
        next((option for option, need in _OPTIONS.items() if needs.get(each.slug, Need.NOTHING) & need), "")
        for each in report.not_run
    )
    parts = [f"{_count_rules(left[option], 'need')} {option}" for option in _OPTIONS if left[option]]
    if left[""]:
        parts.append(f"{plural(left[''], 'rule')} did not run (--verbose says why)")
    return f"{join(parts, 'and')}." if parts else ""


def _count_rules(number: int, verb: str) -> str:
    return f"{plural(number, 'rule')} {verb}{'s' if number == 1 else ''}"


def _why_not_run(report: Report) -> Iterator[str]:
    """The rules that did not run, by the reason."""
    for reason in dict.fromkeys(each.reason for each in report.not_run):
        slugs = ", ".join(each.slug for each in report.not_run if each.reason == reason)
        yield f"Not run: {slugs} ({reason})."


def count_by_rule(rules: Sequence[str]) -> str:
    """Count findings, given the rule of each: `3 findings: stray-space 2, empty-link 1`."""
    counts = ", ".join(f"{rule} {number}" for rule, number in Counter(rules).most_common())
    return f"{plural(len(rules), 'finding')}: {counts}" if rules else plural(0, "finding")
