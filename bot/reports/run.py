"""What every report is made from: the texts of a run, what was found in them, and what could not run or be checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.files import shown
from bot.linter.diagnostics import Diagnostic, Safety, Severity
from bot.linter.rule import TIME_UP, Need, NotRun, Rule
from bot.listing.skipped import NO_PAPER_LINKS, PaperLinks
from bot.text import Position, Span, Text, escape_controls, fit, group_pairs, join, list_first, plural, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.facts.model import Facts
    from bot.facts.questions import Unchecked
    from bot.linter.engine import CheckResult, Plan
    from bot.listing import Listing


HOME = "https://github.com/paperlist-bot/paperlist-bot"
_MOST_NAMES = 3
"""Hosts or files that a line of the summary names; JSON has all of them."""
RULES_PAGE = f"{HOME}/blob/main/docs/rules.md"


def rule_url(rule: str) -> str:
    """Where the documentation of a rule is."""
    return f"{RULES_PAGE}#{rule}"


class Counts(NamedTuple):
    """How many findings there are of each severity, and how many have a fix."""

    errors: int
    warnings: int
    notes: int
    fixable: int
    """Findings with a safe fix."""
    unsafe_fixable: int
    """Findings with a fix that a person should look at."""


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """One run: its texts, its findings in order, and the rules of those that it fixed before."""

    texts: tuple[Text, ...]
    diagnostics: tuple[Diagnostic, ...]
    not_run: tuple[NotRun, ...] = ()
    rules: tuple[Rule, ...] = ()
    """The rules of the run."""
    fixed: tuple[str, ...] = ()
    """The rule of each finding that was fixed in this run; these findings are not among `diagnostics`."""
    older: tuple[Diagnostic, ...] = ()
    """Findings older than the change that the run is about; they are counted, not shown."""
    facts: Facts | None = None
    """None if no facts were gathered."""
    paper_links: PaperLinks = NO_PAPER_LINKS
    """How many links to papers the texts show, and how many of them are in no entry."""
    empty: tuple[str, ...] = ()
    """Paths of the texts without an entry."""
    notes: tuple[str, ...] = ()
    """What else the report does not cover, in sentences."""
    is_unchecked: bool = False
    """Whether nothing at all could be checked, as the notes say."""
    _texts: dict[str, Text] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_texts", {text.path: text for text in self.texts})

    def text(self, path: str) -> Text:
        """The text of the run that is named `path`."""
        return self._texts[path]

    def place(self, path: str, span: Span) -> tuple[Position, Position]:
        """Where `span` starts, and the position just after its last character."""
        text = self.text(path)
        return text.position(span.start), text.position(span.end)

    def shown(self, *, verbose: bool) -> tuple[Diagnostic, ...]:
        """The findings that a person reads: notes only when `verbose`."""
        return _at_least(self.diagnostics, verbose=verbose)

    @property
    def has_read_nothing(self) -> bool:
        """Whether there is no entry in any of the lists."""
        return bool(self.texts) and len(self.empty) == len(self.texts)

    def count_older(self) -> int:
        """How many errors and warnings are older."""
        return len(_at_least(self.older, verbose=False))


MOST_ALIKE = 1_000
"""Findings of one rule in one list that a report for programs holds: a list of 200 kB can have 10,000."""
MOST_PLACES = 20
"""Related places of a finding in such a report; GitHub shows 100."""
MOST_FIXES = 5_000_000
"""Characters of all fixes in such a report: findings that share a fix repeat it."""
_LONGEST = 2_000
"""Characters of a message."""
_EDIT = 300
"""Characters around the text of an edit, in the longest of the formats."""


class Listed(NamedTuple):
    """The findings that a report for programs holds, in order."""

    diagnostics: tuple[Diagnostic, ...]
    left_out: tuple[tuple[Diagnostic, int], ...]
    """How many more there are of a rule in a list, with the first of them."""

    def count_left_out(self) -> int:
        """How many findings are not listed."""
        return sum(number for _, number in self.left_out)


def list_for_programs(found: Sequence[Diagnostic]) -> Listed:
    """At most `MOST_ALIKE` findings of each rule in each list, the worst; what is too long in them is left out."""
    seen: Counter[tuple[str, str]] = Counter()
    kept: list[int] = []
    first_left: dict[tuple[str, str], Diagnostic] = {}
    for index in sorted(range(len(found)), key=lambda index: -found[index].severity):
        key = (found[index].path, found[index].rule)
        seen[key] += 1
        if seen[key] <= MOST_ALIKE:
            kept.append(index)
        else:
            first_left.setdefault(key, found[index])
    room = MOST_FIXES
    listed: list[Diagnostic] = []
    for each in (found[index] for index in sorted(kept)):
        size = sum(_EDIT + len(edit.new) for edit in each.fix.edits) if each.fix else 0
        fix = each.fix if size <= room else None
        room -= size if fix else 0
        related = tuple(one._replace(message=shorten(one.message, _LONGEST)) for one in each.related[:MOST_PLACES])
        listed.append(replace(each, message=shorten(each.message, _LONGEST), fix=fix, related=related))
    left_out = tuple((first, seen[key] - MOST_ALIKE) for key, first in first_left.items())
    return Listed(tuple(listed), left_out)


def _at_least(diagnostics: Iterable[Diagnostic], *, verbose: bool) -> tuple[Diagnostic, ...]:
    least = Severity.NOTE if verbose else Severity.WARNING
    return tuple(diagnostic for diagnostic in diagnostics if diagnostic.severity >= least)


def count(diagnostics: Iterable[Diagnostic]) -> Counts:
    """Count findings by severity, and their fixes by safety."""
    severities = dict.fromkeys(Severity, 0)
    safeties = dict.fromkeys(Safety, 0)
    for diagnostic in diagnostics:
        severities[diagnostic.severity] += 1
        if diagnostic.fix:
            safeties[diagnostic.fix.safety] += 1
    return Counts(
        errors=severities[Severity.ERROR],
        warnings=severities[Severity.WARNING],
        notes=severities[Severity.NOTE],
        fixable=safeties[Safety.SAFE],
        unsafe_fixable=safeties[Safety.UNSAFE],
    )


def warnings_of(report: Report) -> tuple[str, ...]:
    """What the report does not cover, in sentences: what could not be checked, and lists without entries."""
    empty = report.empty
    warnings = [*report.notes, _describe_unanswered(report.facts)]
    if empty:
        warnings.append(f"No entries found in {list_first(list(map(shown, empty)), _MOST_NAMES)}.")
    return tuple(each for each in warnings if each)


_MOST_SKIPPED = 0.02
"""The share of links to papers that may be in no entry before the summary says so."""


def describe_skipped(links: PaperLinks) -> str:
    """How many links to papers no rule has checked, in one line; empty if they are few."""
    if links.skipped <= _MOST_SKIPPED * links.total:
        return ""
    return f"{links.skipped:,} of {plural(links.total, 'link')} to papers are outside entries (bot entries --skipped)."


def _describe_unanswered(facts: Facts | None) -> str:
    """What could not be checked and who gave no answer, in one line; empty if everything was checked."""
    if facts is None:
        return ""
    from bot.facts.questions import find_unchecked

    found = find_unchecked(facts)
    kinds = ((kind, [it for it in found if it.kind == kind]) for kind in dict.fromkeys(it.kind for it in found))
    has_ended_early = bool(facts.unreached or facts.interrupted)
    counts = ", ".join(_describe_unchecked(kind, of_kind, why=not has_ended_early) for kind, of_kind in kinds)
    if facts.unreached:
        return f"C{describe_unreached(facts.unreached)[1:]} Not checked: {counts or 'nothing'}."
    if facts.interrupted:
        return f"Stopped before everything was checked; not checked: {counts or 'nothing'}."
    return f"Could not check {counts}." if counts else ""


def describe_unfinished(unfinished: Sequence[tuple[str, str]]) -> str:
    """How many rules the time was up for, list by list; empty if all were finished."""
    from bot.linter.engine import CHANGE_SECONDS

    counts = Counter(path for _, path in unfinished)
    parts = [f"{plural(number, 'rule')} in {shown(path)}" for path, number in counts.items()]
    return f"Stopped after {CHANGE_SECONDS} seconds; not finished: {list_first(parts, _MOST_NAMES)}." if parts else ""


def make_report(
    texts: tuple[Text, ...], plan: Plan, result: CheckResult, facts: Facts | None, fixed: tuple[str, ...] = ()
) -> Report:
    """What the rules of `plan` found in the texts; `fixed` has the rule of each finding that was fixed before."""
    rules = tuple(active.rule for active in plan.rules)
    found, not_run, older = result.diagnostics, result.not_run, result.preexisting
    notes = tuple(filter(None, [describe_unfinished(result.unfinished)]))
    return Report(texts, found, not_run, rules, fixed, older, facts, result.paper_links, result.empty, notes)


def describe_unreached(services: Sequence[str]) -> str:
    """That none of `services` could be reached."""
    return f"could not reach {join(services, 'or')}: are you offline?"


def _describe_unchecked(kind: str, found: Sequence[Unchecked], *, why: bool) -> str:
    """How many of a kind, and why: `31 papers (arXiv: no connection)`, `9 links (a.org 5, b.org 3, 1 other host)`.

    One service may have several reasons: `4 links (a.org: 3 × status 403, 1 × timed out)`.
    """
    total = plural(sum(each.count for each in found), kind)
    services = group_pairs((each.service, each) for each in found)
    if not why:
        return total
    if len(services) == 1:
        service, is_alone = found[0].service, len(found) == 1
        is_named = all(service.lower() in each.reason.lower() for each in found)
        reasons = [each.reason if is_alone else f"{each.count:,} × {each.reason}" for each in found[:_MOST_NAMES]]
        more = [plural(len(found) - len(reasons), "other reason")] if len(found) > len(reasons) else []
        return f"{total} ({'' if is_named else f'{service}: '}{', '.join([*reasons, *more])})"
    counts = [f"{name} {sum(each.count for each in own):,}" for name, own in services.items()]
    shown = counts[:_MOST_NAMES]
    more = [plural(len(counts) - len(shown), "other host")] if len(counts) > len(shown) else []
    return f"{total} ({', '.join([*shown, *more])})"


def name_older(number: int) -> str:
    """How many findings are older than the change, by what is counted: errors and warnings."""
    return "1 older error or warning" if number == 1 else f"{number:,} older errors and warnings"


def list_counts(counts: Mapping[str, int]) -> str:
    """The counts by their noun, as `2 errors, 1 note`, without those that are 0."""
    return ", ".join(plural(number, noun) for noun, number in counts.items() if number)


_OPTIONS = {"--online": Need.FACTS, "--stdin-filename": Need.FILES}
"""What an option gives to rules that could not run without it."""
_ONLINE = {
    Need.PAPERS: "wrong papers, authors and venues",
    Need.LINKS: "dead links",
    Need.REPOSITORIES: "moved repositories",
}
"""What rules that need `--online` find, by what they need."""


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
    """The counts of findings, and which options fix or show them; empty if nothing was read."""
    if (report.has_read_nothing or report.is_unchecked) and not (
        report.diagnostics or report.fixed or report.count_older()
    ):
        return ""
    shown, every = count(report.shown(verbose=verbose)), count(report.diagnostics)
    found = list_counts({"error": shown.errors, "warning": shown.warnings, "note": shown.notes})
    loud = count(report.shown(verbose=False))
    line = f"Found {found}{_count_fixable(loud, shown.fixable - loud.fixable)}" if found else _found_nothing(report)
    if report.fixed:
        line = f"Fixed {count_by_rule(report.fixed)}. {line}"
    hidden = every.notes - shown.notes
    if hidden:
        line = f"{line}; {plural(hidden, 'note')} hidden (--verbose shows {'it' if hidden == 1 else 'them'})"
    older = report.count_older()
    if older:
        line = f"{line}; {name_older(older)} not shown"
    return f"{line}."


def _found_nothing(report: Report) -> str:
    """How the counts begin where nothing was found: they never claim what was not checked."""
    if not warnings_of(report):
        return "All checks passed"
    is_partial = any(each.reason == TIME_UP for each in report.not_run) or (
        report.facts is not None and (report.facts.interrupted or report.facts.unreached)
    )
    return "Found nothing so far" if is_partial else "Found nothing"


def _count_fixable(counts: Counts, notes: int) -> str:
    """How many findings have a fix; "up to", since a fix that would do harm is left out, which only trying it tells."""
    fixes = ((counts.fixable, "--fix"), (counts.unsafe_fixable, "--unsafe-fixes"), (notes, "--fix --fix-notes"))
    given = [(number, option) for number, option in fixes if number]
    parts = [f"{number} {'more' if index else 'fixable'} with {option}" for index, (number, option) in enumerate(given)]
    return f" (up to {', '.join(parts)})" if parts else ""


def describe_not_run(report: Report) -> str:
    """How many rules did not run, which option they need, and what it would find; empty if all did."""
    needs = {rule.slug: rule.needs for rule in report.rules}
    left = Counter(
        next((option for option, need in _OPTIONS.items() if needs.get(each.slug, Need.NOTHING) & need), "")
        for each in report.not_run
        if each.reason != TIME_UP  # the warnings count these
    )
    asked = [needs.get(each.slug, Need.NOTHING) for each in report.not_run]
    gains = ", ".join(what for need, what in _ONLINE.items() if any(need & each for each in asked))
    parts = [
        f"{plural(left[option], 'rule')} did not run; {'it needs' if left[option] == 1 else 'they need'} {option}"
        f"{f' ({gains})' if need is Need.FACTS else ''}."
        for option, need in _OPTIONS.items()
        if left[option]
    ]
    if left[""]:
        parts.append(f"{plural(left[''], 'rule')} did not run (--verbose says why).")
    return " ".join(parts)


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
    by_rule = group_pairs((each.rule, each) for each in report.shown(verbose=verbose))
    rows = (RuleCounts(rule, count(found)) for rule, found in by_rule.items())
    return tuple(sorted(rows, key=lambda row: (-row.total, row.rule)))


def render_statistics(report: Report, *, verbose: bool = False) -> str:
    """A line for each rule, below a line of headings; empty if nothing was found."""
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
    import json  # a plain report writes none

    return f"{json.dumps(rows, indent=2)}\n"
