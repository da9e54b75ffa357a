"""What a run found, in a few lines: what was not read, checked or run, then the counts and what to run next."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bot.linter.rule import Need
from bot.reports.model import Counts, count, describe_skipped, list_counts, name_older, warnings_of
from bot.text import escape_controls, fit, join, plural

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.facts.model import Facts
    from bot.linter.diagnostics import Diagnostic
    from bot.listing import Listing
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


_LINK_ORDER = ("dead", "moved", "uncertain", "blocked", "skipped", "ok")
"""States, those that need attention first."""


def render_links(facts: Facts, listings: Sequence[Listing], width: int | None) -> str:
    """State, place, URL and reason of each link, by state and then by place; cut to `width` columns."""
    return "".join(f"{line}\n" for line in _link_lines(facts, listings, width))


def _link_lines(facts: Facts, listings: Sequence[Listing], width: int | None) -> Iterator[str]:
    places = _link_places(listings)
    rows = sorted(facts.links.values(), key=lambda status: _LINK_ORDER.index(status.state.value))
    widest = max((len(places[status.url]) for status in rows), default=0)
    for status in rows:
        start = f"{status.state.value:9}  {places[status.url]:{widest}}  {status.url}"
        target = f" -> {status.target}" if status.target else ""
        line = escape_controls(f"{start}{target}{f'  ({status.reason})' if status.reason else ''}")
        yield line if width is None else fit(line, width)


def _link_places(listings: Sequence[Listing]) -> dict[str, str]:
    """Path and line of the first link to each URL."""
    places: dict[str, str] = {}
    for listing in listings:
        for link in listing.document.links:
            if link.href not in places:
                places[link.href] = f"{listing.text.path}:{listing.text.line_at(link.span.start)}"
    return places


class RuleCounts(NamedTuple):
    """The counts of one rule."""

    rule: str
    counts: Counts

    @property
    def total(self) -> int:
        """All findings of the rule."""
        return self.counts.errors + self.counts.warnings + self.counts.notes


def count_rules(report: Report, *, verbose: bool = False) -> tuple[RuleCounts, ...]:
    """Each rule with findings, the most frequent first; notes count only when `verbose`."""
    by_rule: dict[str, list[Diagnostic]] = {}
    for each in report.shown(verbose=verbose):
        by_rule.setdefault(each.rule, []).append(each)
    rows = (RuleCounts(rule, count(found)) for rule, found in by_rule.items())
    return tuple(sorted(rows, key=lambda row: (-row.total, row.rule)))


def render_statistics(report: Report, *, verbose: bool = False) -> str:
    """A line for each rule, below a line of headings; empty where nothing was found."""
    rows = count_rules(report, verbose=verbose)
    if not rows:
        return ""
    cells = [("rule", "count", "fixable")]
    cells += [(row.rule, f"{row.total:,}", f"{row.counts.fixable:,}") for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = (f"{rule:{widths[0]}}  {total:>{widths[1]}}  {fixable:>{widths[2]}}\n" for rule, total, fixable in cells)
    return "".join(lines)


def render_statistics_json(report: Report) -> str:
    """The same as a list of objects; notes are always counted, as in the report as JSON."""
    rows = [{"rule": row.rule, "count": row.total, **row.counts._asdict()} for row in count_rules(report, verbose=True)]
    return f"{json.dumps(rows, indent=2)}\n"
