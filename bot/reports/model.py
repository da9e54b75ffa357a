"""What every report is made from: the texts of a run, what was found in them, and what could not run or be checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from bot.files import shown
from bot.linter.diagnostics import Safety, Severity
from bot.listing.skipped import NO_PAPER_LINKS, PaperLinks
from bot.text import join, plural, shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.facts.model import Facts
    from bot.facts.questions import Unchecked
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import NotRun, Rule
    from bot.text import Position, Span, Text


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
    """None where no facts were gathered."""
    paper_links: PaperLinks = NO_PAPER_LINKS
    """How many links to papers the texts show, and how many of them are in no entry."""
    empty: tuple[str, ...] = ()
    """Paths of the texts without an entry."""
    notes: tuple[str, ...] = ()
    """What else the report does not cover, in sentences."""
    _texts: dict[str, Text] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_texts", {text.path: text for text in self.texts})

    def text(self, path: str) -> Text:
        """The text of the run that is named `path`."""
        return self._texts[path]

    def place(self, path: str, span: Span) -> tuple[Position, Position]:
        """Where `span` starts, and the position just behind its last character."""
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
        more = [f"{len(empty) - _MOST_NAMES:,} more"] if len(empty) > _MOST_NAMES else []
        warnings.append(f"No entries found in {join([*map(shown, empty[:_MOST_NAMES]), *more], 'and')}.")
    return tuple(each for each in warnings if each)


_MOST_SKIPPED = 0.02
"""The share of links to papers that may be in no entry before the summary says so."""


def describe_skipped(links: PaperLinks) -> str:
    """How many links to papers no rule has checked, in one line; empty where they are few."""
    if links.skipped <= _MOST_SKIPPED * links.total:
        return ""
    return f"{links.skipped:,} of {plural(links.total, 'link')} to papers are in no entry (bot entries --skipped)."


def _describe_unanswered(facts: Facts | None) -> str:
    """What could not be checked and who gave no answer, in one line; empty where everything was checked."""
    if facts is None:
        return ""
    from bot.facts.questions import find_unchecked

    found = find_unchecked(facts)
    kinds = (
        (kind, [each for each in found if each.kind == kind]) for kind in dict.fromkeys(each.kind for each in found)
    )
    has_ended_early = bool(facts.unreached or facts.interrupted)
    counts = ", ".join(_describe_unchecked(kind, of_kind, why=not has_ended_early) for kind, of_kind in kinds)
    if facts.unreached:
        return f"C{describe_unreached(facts.unreached)[1:]} Not checked: {counts or 'nothing'}."
    if facts.interrupted:
        return f"Stopped before everything was checked; not checked: {counts or 'nothing'}."
    return f"Could not check {counts}." if counts else ""


def describe_unreached(services: Sequence[str]) -> str:
    """That none of `services` could be reached."""
    return f"could not reach {join(services, 'or')}: are you offline?"


def _describe_unchecked(kind: str, found: Sequence[Unchecked], *, why: bool) -> str:
    """How many of a kind, and why: `31 papers (arXiv: no connection)`, `9 links (a.org 5, b.org 3, 1 other host)`."""
    total, first = plural(sum(each.count for each in found), kind), found[0]
    if not why:
        return total
    if len(found) == 1:
        is_named = first.service.lower() in first.reason.lower()
        return f"{total} ({first.reason if is_named else f'{first.service}: {first.reason}'})"
    shown = [f"{each.service} {each.count:,}" for each in found[:_MOST_NAMES]]
    more = [plural(len(found) - len(shown), "other host")] if len(found) > len(shown) else []
    return f"{total} ({', '.join([*shown, *more])})"


def name_older(number: int) -> str:
    """How many findings are older than the change, by what is counted: errors and warnings."""
    return "1 older error or warning" if number == 1 else f"{number:,} older errors and warnings"


def list_counts(counts: Mapping[str, int]) -> str:
    """The counts by their noun, as `2 errors, 1 note`, without those that are 0."""
    return ", ".join(plural(number, noun) for noun, number in counts.items() if number)
