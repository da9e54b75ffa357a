"""Run rules on lists."""

from __future__ import annotations

import time
from bisect import bisect_right
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, NamedTuple

from bot.document.model import MARKDOWN
from bot.errors import CANNOT_RUN, BotError
from bot.linter.diagnostics import Diagnostic, Scope, Severity
from bot.linter.habits import Habits, OldHabits, add_counts
from bot.linter.headings import take_links_along
from bot.linter.rule import TIME_UP, ActiveRule, Context, Need, NotRun
from bot.linter.suppressions import Suppressions
from bot.listing.skipped import NO_PAPER_LINKS, PaperLinks, count_paper_links
from bot.progress import step

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from bot.linter.baseline import Baseline, Comparison
    from bot.listing import Listing

CHANGE_SECONDS = 60
"""The time limit for reading and checking the lists of a change, which strangers write."""

_FEW = 8
"""How many earlier findings are compared with one; more only overlap in lists that were made for it."""

_REASONS = {
    Need.FILES: "unknown which files exist next to the list",
    Need.PAPERS: "no facts about the papers were gathered",
    Need.LINKS: "the links were not visited",
    Need.REPOSITORIES: "no facts about the repositories were gathered",
}


class TimeUpError(BotError):
    """The lists of a change take too long."""


class Stopwatch:
    """The time for reading and checking the lists of a change; it stands still while facts are awaited."""

    def __init__(self, seconds: float = CHANGE_SECONDS, *, may_stop: bool = False) -> None:
        self._end = time.monotonic() + seconds
        self.may_stop = may_stop
        """Whether rules that are not finished when the time is up are left out; otherwise the whole run fails."""

    def check(self) -> None:
        """Raise TimeUpError once the time is up."""
        if time.monotonic() > self._end:
            message = f"the change was not checked: the lists took more than {CHANGE_SECONDS} seconds"
            raise TimeUpError(message, "bot lint without --base has no time limit", CANNOT_RUN)

    def halved(self) -> Stopwatch:
        """A stopwatch for half of the time that is left."""
        return Stopwatch((self._end - time.monotonic()) / 2, may_stop=self.may_stop)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """No time passes inside the `with` block."""
        started = time.monotonic()
        yield
        self._end += time.monotonic() - started


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """What a run does: the rules to run, and which of their findings to leave out."""

    rules: tuple[ActiveRule, ...]
    known: frozenset[str] = frozenset()
    """The slugs that a suppression comment may name although their rules do not run."""
    is_ignored: Callable[[Listing, Diagnostic], bool] | None = None
    """True for a finding that the configuration ignores."""
    baseline: Baseline | None = None
    """The lists before the change that the run is about; without it every finding counts."""
    old_habits: OldHabits | None = None
    """Those of the lists before that change."""

    @property
    def needs(self) -> Need:
        """All that its rules need."""
        return reduce(or_, (active.rule.needs for active in self.rules), Need.NOTHING)

    def only(self, slugs: Collection[str]) -> Plan:
        """The plan with those of its rules that `slugs` name."""
        rules = (active._replace(named=True) for active in self.rules if active.rule.slug in slugs)
        return replace(self, rules=tuple(rules))


class CheckResult(NamedTuple):
    """What was found, in order of path, place and rule, and which rules could not run."""

    diagnostics: tuple[Diagnostic, ...]
    not_run: tuple[NotRun, ...]
    preexisting: tuple[Diagnostic, ...] = ()
    """Findings that are older than the change that the run is about."""
    paper_links: PaperLinks = NO_PAPER_LINKS
    """How many links to papers the lists show, and how many of them are in no entry."""
    empty: tuple[str, ...] = ()
    """Paths of the lists without an entry."""
    has_read_nothing: bool = False
    """Whether none of the lists has an entry."""
    unfinished: tuple[tuple[str, str], ...] = ()
    """The rules that were not finished when the time was up, each with the path of the list; `not_run` has them too."""


def check(listings: Sequence[Listing], plan: Plan, context: Context) -> CheckResult:
    """Run the rules on each listing.

    Raises TimeUpError once the time of the context's stopwatch is up, unless that may stop.
    """
    available = _available(context) | Need.LISTS
    able = tuple(active for active in plan.rules if active.rule.needs in available)
    not_run = tuple(
        NotRun(active.rule.slug, " and ".join(_REASONS[need] for need in active.rule.needs & ~available))
        for active in plan.rules
        if active.rule.needs not in available
    )
    comparison = None
    if plan.baseline is not None:
        comparison = plan.baseline.compare(listings)
        listings = tuple(map(plan.baseline.with_conventions, listings))
        context = replace(context, catalog=replace(context.catalog, listings=listings, touches=comparison.touches))
        if context.stopwatch is not None and context.may_stop:  # half of the time is for the old lists
            context = replace(context, stopwatch=context.stopwatch.halved())
    found, unfinished, plan = _check_all(listings, able, plan, context, comparison)
    found.sort(key=attrgetter("path", "span", "rule", "message"))
    empty = tuple(listing.text.path for listing in listings if not listing.entries)
    result = CheckResult(
        tuple(found),
        not_run + tuple(NotRun(slug, TIME_UP) for slug in dict.fromkeys(slug for slug, _ in unfinished)),
        (),
        count_paper_links(listings),
        empty,
        bool(empty) and len(empty) == len(listings),
        tuple(unfinished),
    )
    if comparison is None:
        return result
    caused, preexisting = comparison.split(found, plan.baseline)
    return result._replace(diagnostics=caused, preexisting=preexisting)


def visible(
    listing: Listing, diagnostics: Iterable[Diagnostic], suppressions: Suppressions, plan: Plan
) -> list[Diagnostic]:
    """Those of `diagnostics` that neither a comment in `listing` nor the configuration hides."""
    shown = [each for each in diagnostics if not suppressions.suppress(each)]
    return [each for each in shown if not plan.is_ignored(listing, each)] if plan.is_ignored else shown


def _check_all(
    listings: Sequence[Listing],
    able: Sequence[ActiveRule],
    plan: Plan,
    context: Context,
    comparison: Comparison | None,
) -> tuple[list[Diagnostic], list[tuple[str, str]], Plan]:
    """The findings in all lists, which rules were not finished, each with the path of the list; and the whole plan.

    What a generated list says about papers is checked in its source, if that is one of the lists. Other lists are then
    compared with the source alone, since each of its papers would otherwise be listed twice.
    """
    paths = {listing.text.path for listing in listings}
    rendered = {path for path, source in context.sources.items() if source.text.path in paths}
    on_pages, own = able, context
    if rendered:
        on_pages = [active for active in able if active.rule.needs & Need.MARKDOWN]
        kept = tuple(each for each in context.catalog.listings if each.text.path not in rendered)
        own = replace(context, catalog=replace(context.catalog, listings=kept))
    checked: list[_Checked] = []
    for listing in listings:
        is_rendered = listing.text.path in rendered
        missing = Need.RECORDS if listing.document.format is MARKDOWN else Need.MARKDOWN
        rules = [active for active in (on_pages if is_rendered else able) if not active.rule.needs & missing]
        checked.append(_run_rules(listing, rules, context if is_rendered else own))
    if comparison is not None and plan.baseline is not None and plan.baseline.old is not None:
        depending = [
            active.rule.slug
            for each in checked
            for active, _, reported in each.found
            if comparison.depends_on_before(reported)
        ]
        baseline, old_habits = plan.baseline.old.find(frozenset(depending))
        plan = replace(plan, baseline=baseline, old_habits=old_habits)
    found: list[Diagnostic] = []
    unfinished: list[tuple[str, str]] = []
    for each in checked:
        diagnostics, late = _check_one(each, plan)
        found += diagnostics
        unfinished += [(active.rule.slug, each.listing.text.path) for active in late]
    return found, unfinished, plan


class _Checked(NamedTuple):
    """What rules find in a list: of each that was finished its own findings, and these as they are reported."""

    listing: Listing
    context: Context
    rules: Sequence[ActiveRule]
    found: list[tuple[ActiveRule, tuple[Diagnostic, ...], tuple[Diagnostic, ...]]]


def _run_rules(listing: Listing, rules: Sequence[ActiveRule], context: Context) -> _Checked:
    """Run rules on a list. Where the run may stop, those that are not finished are left out."""
    checked = _Checked(listing, context, rules, [])
    for number, active in enumerate(rules):
        step(f"Checking {listing.text.path}", number, len(rules), "rule")
        try:
            context.check_time()
            own = add_counts(listing, active.rule, tuple(active.rule.check(listing, context)))
            reported = tuple([_as_quoted(listing, _with_severity(_as_values(listing, each), active)) for each in own])
            checked.found.append((active, own, reported))
        except TimeUpError:
            if not context.may_stop:
                raise
    return checked


def _check_one(checked: _Checked, plan: Plan) -> tuple[list[Diagnostic], list[ActiveRule]]:
    """The findings in one list, and the rules that were not finished, in it or in the list before the change.

    Findings of unfinished rules are left out: they may be older than the change, and hide those of other rules. Which
    comments suppress nothing is known once all other findings are.
    """
    listing, context, rules, _ = checked
    left_out = frozenset() if plan.baseline is None else plan.baseline.unfinished
    suppressions, habits = Suppressions(listing), Habits(listing, plan.old_habits)
    finished = [each for each in checked.found if (each[0].rule.slug, listing.text.path) not in left_out]
    for each in finished:
        habits.learn(*each)
    found = [one for _, _, reported in finished for one in reported]
    done = {active.rule.slug for active, _, _ in finished}
    late = [active for active in rules if active.rule.slug not in done]
    able = [active for active in rules if active not in late]
    shown = visible(listing, found, suppressions, plan)
    comments = (*suppressions.comments, *suppressions.misspelt)
    if comments:
        unsure = _find_unsure(context)
        ran = frozenset(active.rule.slug for active in able if not active.rule.needs & unsure)
        unused = suppressions.unused(ran)
        known = plan.known.union(active.rule.slug for active in plan.rules)
        about_comments = [
            _with_severity(each, active)
            for active in able
            for comment in comments
            for each in active.rule.check_suppression(listing, comment, unused, known)
        ]
        shown += visible(listing, about_comments, suppressions, plan)
    kept = one_per_defect(shown)
    if context.dropped is not None:
        _say_what_is_hidden(context.dropped, found, shown, kept)
    folded = habits.fold(kept)
    return list(take_links_along(listing, context.catalog.listings, folded)), late


def _say_what_is_hidden(
    dropped: list[Diagnostic], found: Iterable[Diagnostic], shown: Iterable[Diagnostic], kept: Iterable[Diagnostic]
) -> None:
    """Add to what was dropped: findings that are suppressed, and those that another rule reports."""
    visible_ids, kept_ids = set(map(id, shown)), set(map(id, kept))
    for each in found:
        if id(each) not in kept_ids:
            is_hidden = id(each) not in visible_ids
            why = "a comment or the configuration suppresses it" if is_hidden else "another rule reports the same words"
            dropped.append(replace(each, reasons=(why,)))


def _as_values(listing: Listing, diagnostic: Diagnostic) -> Diagnostic:
    """The finding in a file of records with a fix that keeps to its quotes; without one where it could not."""
    if diagnostic.fix is None or listing.document.format is MARKDOWN:
        return diagnostic
    from bot.data.writing import write_at  # most lists are Markdown

    edits = []
    for edit in diagnostic.fix.edits:
        new = write_at(listing.document, edit.span, edit.new)
        if new is None:
            return replace(diagnostic, fix=None)
        edits.append(edit._replace(new=new))
    return replace(diagnostic, fix=diagnostic.fix._replace(edits=tuple(edits)))


def _as_quoted(listing: Listing, diagnostic: Diagnostic) -> Diagnostic:
    """The finding as a note where it is in words that an entry quotes: who keeps the list did not write them."""
    span, quoted = diagnostic.span, listing.quoted
    if diagnostic.severity is Severity.NOTE or not quoted or diagnostic.scope is not Scope.ENTRY:
        return diagnostic
    index = bisect_right(quoted, span.start, key=lambda each: each.start) - 1
    is_quoted = index >= 0 and span.start < quoted[index].end
    if not is_quoted or listing.is_in_url(span):
        return diagnostic
    reasons = (*diagnostic.reasons, "it is in words that the entry quotes")
    return replace(diagnostic, severity=Severity.NOTE, reasons=reasons)


def _find_unsure(context: Context) -> Need:
    """What rules may need and not everything is known about: that they find nothing says nothing then."""
    if context.facts is None:
        return Need.NOTHING
    from bot.facts.questions import is_complete

    return Need.NOTHING if is_complete(context.facts) else Need.FACTS


def _available(context: Context) -> Need:
    files = Need.NOTHING if context.missing_files is None else Need.FILES
    if context.facts is None:
        return files
    return files | (Need.PAPERS if context.facts.only_papers else Need.FACTS)


def _with_severity(diagnostic: Diagnostic, active: ActiveRule) -> Diagnostic:
    """The configured severity instead of the rule's own; what the rule itself reported as less is not raised."""
    own, configured, reported = active.rule.severity, active.severity, diagnostic.severity
    if configured is None:
        return diagnostic
    if reported < own:
        configured = min(reported, configured)
    elif reported > own and configured >= own:
        configured = max(reported, configured)
    return diagnostic if configured == reported else replace(diagnostic, severity=configured)


def one_per_defect(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings without those that another rule reports, in order of place.

    The heavier of two stays, then the one with the narrower span, then the first by name. A finding inside a larger
    span is another defect (a space in a title that is a duplicate), and so is one that a fix takes away beside one
    that stays: it would come to light only after the fix.
    """
    kept: list[Diagnostic] = []
    for each in sorted(found, key=lambda one: (one.span, _precedence(one))):
        start = len(kept)
        while start > max(0, len(kept) - _FEW) and kept[start - 1].span.end > each.span.start:
            start -= 1
        rivals = [index for index in range(start, len(kept)) if _is_same(kept[index], each)]
        if not rivals:
            kept.append(each)
        elif all(_precedence(each) < _precedence(kept[index]) for index in rivals):
            kept[start:] = [one for index, one in enumerate(kept[start:], start) if index not in rivals] + [each]
    return kept


def _precedence(one: Diagnostic) -> tuple[int, int, str]:
    return -one.severity, len(one.span), one.rule


def _is_same(one: Diagnostic, other: Diagnostic) -> bool:
    if one.rule == other.rule or (one.fix is None) != (other.fix is None) or not one.span.overlaps(other.span):
        return False
    is_nested = one.span.contains(other.span) or other.span.contains(one.span)
    return one.span == other.span or not is_nested
