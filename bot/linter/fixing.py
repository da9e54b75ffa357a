"""Apply the fixes of rules until none is left, without those that do harm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from bot.linter.diagnostics import Safety, Severity, apply
from bot.linter.engine import check
from bot.linter.verification import Round, State, find_culprits, find_harm, fix_key
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import TypeAlias

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.engine import CheckResult, Plan
    from bot.linter.rule import Context
    from bot.linter.verification import FixKey
    from bot.listing import Listing

    ReadLists: TypeAlias = Callable[[Sequence[Text]], tuple[Sequence[Listing], Context]]
    """Reads texts as listings, and gathers what the rules may know beside them."""


ROUNDS = 20
"""Fixes that are not done after so many rounds undo each other."""
ATTEMPTS = 4
"""If harm is done even so often, whichever fixes are left out, none is applied."""


class RefusedFix(NamedTuple):
    """A fix that was left out, by the place and the rule of its finding in the text as it was."""

    path: str
    line: int
    rule: str
    reason: str


class AppliedFix(NamedTuple):
    """A fix that was made, by the place and the rule of its finding in the text of its round."""

    path: str
    line: int
    rule: str
    title: str


class FixResult(NamedTuple):
    """Texts after their fixes, and what is still found in them."""

    texts: tuple[Text, ...]
    remaining: CheckResult
    applied: tuple[AppliedFix, ...]
    """What was done for each finding that was fixed, round by round."""
    conflicting: tuple[str, ...] = ()
    """Paths of texts whose fixes undo each other; of these the version with the fewest open fixes is kept."""
    refused: tuple[RefusedFix, ...] = ()
    """Fixes that were left out because they do harm."""

    @property
    def fixed(self) -> tuple[str, ...]:
        """The rule of each finding that was fixed."""
        return tuple(each.rule for each in self.applied)


def fix(
    texts: Sequence[Text], plan: Plan, survey: ReadLists, safety: Safety = Safety.SAFE, *, notes: bool = False
) -> FixResult:
    """Check and fix all texts together until no fix of at least `safety` is left.

    A note is fixed only where its rule is named, or with `notes`: else a run would change what it never showed. What is
    shown changes nothing of it.

    Raises ValueError for an invalid fix (see `fixes.apply`): then a rule is wrong, not the list.

    A fix after which something is found that was not found before, an anchor is lost or a safe fix changes what an
    entry says is left out, and the result says why.
    """
    run = _FixRun(plan, survey, safety, notes=notes)
    applied: tuple[AppliedFix, ...] = ()
    for _ in range(ROUNDS):
        done = run.fix(tuple(texts))
        texts, applied = done.texts, applied + done.applied
        if not (done.refused and done.applied):  # else what was refused may be harmless now
            break
    return done._replace(applied=applied)


class _FixRun:
    """Fixes texts round by round, and leaves out fixes that do harm."""

    def __init__(self, plan: Plan, survey: ReadLists, safety: Safety, *, notes: bool) -> None:
        self._plan, self._survey, self._safety, self._notes = plan, survey, safety, notes
        self._named = {active.rule.slug for active in plan.rules if active.named}

    def fix(self, texts: tuple[Text, ...]) -> FixResult:
        """Fix all that does no harm. Only harm costs readings beyond those of the rounds."""
        refused: dict[FixKey, str] = {}
        first = self._check(texts)
        for attempt in range(1, ATTEMPTS + 1):
            done, last, rounds = self._fix_without(refused, texts, first)
            harm = find_harm(first.state, last.state, entries=self._safety is Safety.SAFE)
            culprits = find_culprits(harm, rounds) if attempt < ATTEMPTS else {}
            if not harm or (attempt < ATTEMPTS and not culprits):
                break
            refused |= culprits
        else:
            done, last = FixResult(texts, first.result, ()), first
            refused = find_culprits(harm, rounds) | refused
        return done._replace(refused=tuple(self._refused(first, refused)), remaining=self._unfixable(last, refused))

    def _check(self, texts: tuple[Text, ...]) -> Checked:
        return check_texts(texts, self._plan, self._survey)

    def _fixable(self, checked: Checked, refused: Collection[FixKey]) -> dict[str, list[Diagnostic]]:
        """By path the findings whose fixes are to be applied."""
        fixable: dict[str, list[Diagnostic]] = {}
        for each in checked.result.diagnostics:
            is_wanted = self._notes or each.severity > Severity.NOTE or each.rule in self._named
            if not (is_wanted and each.fix and each.fix.safety >= self._safety):
                continue
            for part in each.parts:  # a habit is fixed place by place: one place may do harm, and the others not
                is_safe = part.fix is not None and part.fix.safety >= self._safety
                if is_safe and (not refused or checked.key(part) not in refused):
                    fixable.setdefault(part.path, []).append(part)
        return fixable

    def _fix_without(
        self, refused: Collection[FixKey], texts: tuple[Text, ...], checked: Checked
    ) -> tuple[FixResult, Checked, list[Round]]:
        """Apply fixes until none is left but the `refused` ones."""
        first = texts
        rounds: list[Round] = []
        fewest: dict[str, tuple[int, Text]] = {}
        while (fixable := self._fixable(checked, refused)) and len(rounds) < ROUNDS:
            for text in texts:
                version = (len(fixable.get(text.path, ())), text)
                fewest[text.path] = min(fewest.get(text.path, version), version, key=itemgetter(0))
            before = checked.listings
            texts, fixed = _apply_fixes(texts, fixable)
            checked = self._check(texts)
            rounds.append(Round(before, checked.listings, fixed))
        if fixable:
            texts = tuple(fewest[text.path][1] if text.path in fixable else text for text in texts)
            checked = self._check(texts)
        changed = {text.path for text, old in zip(texts, first, strict=True) if text.content != old.content}
        applied = tuple(each for turn in rounds for each in _list_applied(turn) if each.path in changed)
        return FixResult(texts, checked.result, applied, tuple(fixable)), checked, rounds

    def _refused(self, checked: Checked, refused: dict[FixKey, str]) -> Iterator[RefusedFix]:
        """The refused fixes that are offered for the texts as they were."""
        found = checked.result.diagnostics if refused else ()
        for each in (part for one in found for part in one.parts):
            if reason := refused.get(checked.key(each)):
                yield RefusedFix(each.path, checked.text(each).line_at(each.span.start), each.rule, reason)

    def _unfixable(self, checked: Checked, refused: Collection[FixKey]) -> CheckResult:
        """What is left, without the fixes that were refused: the report must not offer them."""
        if not refused:
            return checked.result
        left = (
            replace(each, fix=None) if each.fix and checked.key(each) in refused else each
            for each in checked.result.diagnostics
        )
        return checked.result._replace(diagnostics=tuple(left))


@dataclass(frozen=True)
class Checked:
    """Lists, and what is found in them."""

    listings: tuple[Listing, ...]
    result: CheckResult

    @property
    def state(self) -> State:
        """All that is found, also what is older than a change."""
        return State(self.listings, self.result.diagnostics + self.result.preexisting)

    @cached_property
    def _texts(self) -> dict[str, Text]:
        return {listing.text.path: listing.text for listing in self.listings}

    def text(self, diagnostic: Diagnostic) -> Text:
        """The text that a finding is about."""
        return self._texts[diagnostic.path]

    def key(self, diagnostic: Diagnostic) -> FixKey:
        """What the fix of a finding is known by."""
        return fix_key(diagnostic, self.text(diagnostic))


def check_texts(texts: Sequence[Text], plan: Plan, survey: ReadLists) -> Checked:
    """Read `texts` as lists and run the rules on them."""
    listings, context = survey(texts)
    return Checked(tuple(listings), check(listings, plan, context))


def _list_applied(turn: Round) -> Iterator[AppliedFix]:
    texts = {listing.text.path: listing.text for listing in turn.before}
    for each in turn.fixed:
        if each.fix is not None:
            yield AppliedFix(each.path, texts[each.path].line_at(each.span.start), each.rule, each.fix.title)


def _apply_fixes(
    texts: Sequence[Text], fixable: dict[str, list[Diagnostic]]
) -> tuple[tuple[Text, ...], tuple[Diagnostic, ...]]:
    """The texts with the fixes that do not touch each other, and the findings that these fix."""
    after, fixed = [], []
    for text in texts:
        found = [(each, each.fix) for each in fixable.get(text.path, ()) if each.fix]
        if found:
            outcome = apply(text.content, [fix for _, fix in found])
            text = text if outcome.content == text.content else Text(text.path, outcome.content)
            applied = {frozenset(fix.edits) for fix in outcome.applied}
            fixed += [each for each, fix in found if frozenset(fix.edits) in applied]
        after.append(text)
    return tuple(after), tuple(fixed)
