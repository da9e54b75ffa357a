"""Run rules on lists, and apply their fixes until none is left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from operator import attrgetter, itemgetter, or_
from typing import TYPE_CHECKING, NamedTuple

from bot.linter.baseline import split_by_baseline
from bot.linter.diagnostics import Safety, Severity
from bot.linter.fixes import apply
from bot.linter.rule import Need, NotRun
from bot.linter.suppressions import Suppressions
from bot.listing.skipped import NO_PAPER_LINKS, PaperLinks, count_paper_links
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from typing import TypeAlias

    from bot.linter.baseline import Baseline
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import ActiveRule, Context
    from bot.listing import Listing

    Survey: TypeAlias = Callable[[Sequence[Text]], tuple[Sequence[Listing], Context]]
    """Reads texts as listings, and gathers what the rules may know beside them."""


ROUNDS = 20
"""Fixes that are not done after so many rounds undo each other."""

_REASONS = {
    Need.FILES: "the files beside the list are not known",
    Need.PAPERS: "no facts about the papers were gathered",
    Need.LINKS: "the links were not visited",
    Need.REPOSITORIES: "no facts about the repositories were gathered",
}


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


class FixResult(NamedTuple):
    """Texts after their fixes, and what is still found in them."""

    texts: tuple[Text, ...]
    remaining: CheckResult
    fixed: tuple[str, ...]
    """The rule of each finding that was fixed."""
    conflicting: tuple[str, ...] = ()
    """Paths of texts whose fixes undo each other; of these the version with the fewest open fixes is kept."""


def check(listings: Sequence[Listing], plan: Plan, context: Context) -> CheckResult:
    """Run the rules on each listing."""
    available = _available(context)
    able = tuple(active for active in plan.rules if active.rule.needs in available)
    not_run = tuple(
        NotRun(active.rule.slug, " and ".join(_REASONS[need] for need in active.rule.needs & ~available))
        for active in plan.rules
        if active.rule.needs not in available
    )
    found = [each for listing in listings for each in _check_one(listing, able, plan, context)]
    found.sort(key=attrgetter("path", "span", "rule", "message"))
    empty = tuple(listing.text.path for listing in listings if not listing.entries)
    result = CheckResult(
        tuple(found), not_run, (), count_paper_links(listings), empty, bool(empty) and len(empty) == len(listings)
    )
    if plan.baseline is None:
        return result
    new, preexisting = split_by_baseline(plan.baseline, listings, found)
    return result._replace(diagnostics=new, preexisting=preexisting)


def fix(
    texts: Sequence[Text], plan: Plan, survey: Survey, safety: Safety = Safety.SAFE, *, notes: bool = False
) -> FixResult:
    """Check and fix all texts together until no fix of at least `safety` is left.

    A note is fixed only where its rule is named, or with `notes`: else a run would change what it never showed.

    Raises ValueError for an invalid fix (see `fixes.apply`): then a rule is wrong, not the list.
    """
    fixed: list[str] = []
    fewest: dict[str, tuple[int, Text]] = {}
    for _ in range(ROUNDS):
        result, fixable = _find_fixable(texts, plan, survey, safety, notes=notes)
        if not fixable:
            return FixResult(tuple(texts), result, tuple(fixed))
        for text in texts:
            version = (len(fixable.get(text.path, ())), text)
            fewest[text.path] = min(fewest.get(text.path, version), version, key=itemgetter(0))
        texts, rules = _apply_fixes(texts, fixable)
        fixed += rules
    result, fixable = _find_fixable(texts, plan, survey, safety, notes=notes)
    if fixable:
        texts = [fewest[text.path][1] if text.path in fixable else text for text in texts]
        result, _ = _find_fixable(texts, plan, survey, safety, notes=notes)
    return FixResult(tuple(texts), result, tuple(fixed), tuple(fixable))


def visible(
    listing: Listing, diagnostics: Iterable[Diagnostic], suppressions: Suppressions, plan: Plan
) -> list[Diagnostic]:
    """Those of `diagnostics` that neither a comment in `listing` nor the configuration hides."""
    shown = [each for each in diagnostics if not suppressions.suppress(each)]
    return [each for each in shown if not plan.is_ignored(listing, each)] if plan.is_ignored else shown


def _check_one(listing: Listing, able: Sequence[ActiveRule], plan: Plan, context: Context) -> list[Diagnostic]:
    """The findings in one list; which comments suppress nothing is known once all other findings are."""
    suppressions = Suppressions(listing)
    found = [_with_severity(each, active) for active in able for each in active.rule.check(listing, context)]
    shown = visible(listing, found, suppressions, plan)
    if suppressions.comments:
        ran = frozenset(active.rule.slug for active in able)
        unused = suppressions.unused(ran)
        known = plan.known.union(active.rule.slug for active in plan.rules)
        about_comments = [
            _with_severity(each, active)
            for active in able
            for comment in suppressions.comments
            for each in active.rule.check_suppression(listing, comment, unused, known)
        ]
        shown += visible(listing, about_comments, suppressions, plan)
    return shown


def _available(context: Context) -> Need:
    files = Need.NOTHING if context.missing_files is None else Need.FILES
    return files if context.facts is None else files | Need.FACTS


def _find_fixable(
    texts: Sequence[Text], plan: Plan, survey: Survey, safety: Safety, *, notes: bool
) -> tuple[CheckResult, dict[str, list[Diagnostic]]]:
    """What is found, and by path those findings that have a fix of at least `safety`."""
    named = {active.rule.slug for active in plan.rules if active.named}
    listings, context = survey(texts)
    result = check(listings, plan, context)
    fixable: dict[str, list[Diagnostic]] = {}
    for diagnostic in result.diagnostics:
        is_wanted = notes or diagnostic.severity > Severity.NOTE or diagnostic.rule in named
        if is_wanted and diagnostic.fix and diagnostic.fix.safety >= safety:
            fixable.setdefault(diagnostic.path, []).append(diagnostic)
    return result, fixable


def _apply_fixes(texts: Sequence[Text], fixable: dict[str, list[Diagnostic]]) -> tuple[list[Text], list[str]]:
    """The texts with the fixes that do not touch each other, and the rule of each finding that these fix."""
    after, rules = [], []
    for text in texts:
        fixes = [(each.rule, each.fix) for each in fixable.get(text.path, ()) if each.fix]
        if fixes:
            outcome = apply(text.content, [fix for _, fix in fixes])
            text = text if outcome.content == text.content else Text(text.path, outcome.content)
            applied = {frozenset(fix.edits) for fix in outcome.applied}
            rules += [rule for rule, fix in fixes if frozenset(fix.edits) in applied]
        after.append(text)
    return after, rules


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
