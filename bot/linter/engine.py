"""Listings and the rules' settings come in; diagnostics go out, and the texts with their fixes applied.

The engine runs each rule on each listing, grades what it found by the configuration, leaves out what the
list or the configuration allows, and repeats check and fix until nothing is left to mend.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING

from bot.linter.diagnostics import Safety
from bot.linter.fixes import apply
from bot.linter.rule import Need, NotRun
from bot.linter.suppressions import allows
from bot.rules.unused_allow import UnusedAllow
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeAlias

    from bot.linter.baseline import Sifted
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context, Setting
    from bot.linter.suppressions import Allow, Lines
    from bot.listing import Listing
    from bot.listing.parts import Part

    Survey: TypeAlias = Callable[[Sequence[Text]], tuple[Sequence[Listing], Context]]

    """Reads texts as listings, and gathers what is known around them."""


ROUNDS = 20
"""Fixes that are not done after so many rounds undo each other."""

_REASONS = {
    Need.FILES: "nobody looked which files stand beside the list",
    Need.PAPERS: "no facts about the papers were gathered",
    Need.LINKS: "the links were not visited",
    Need.REPOSITORIES: "no facts about the repositories were gathered",
}


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, in order of path, place and rule, and which rules could not run."""

    diagnostics: tuple[Diagnostic, ...]
    not_run: tuple[NotRun, ...]
    older: tuple[Diagnostic, ...] = ()
    """What was found too, and is older than the change that the run looks at."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """Texts after their fixes, and what is found in them still."""

    texts: tuple[Text, ...]
    checked: Checked
    mended: int
    """How many findings were mended."""
    unsettled: tuple[str, ...] = ()
    """Paths of texts whose fixes undo each other; the version of them with the fewest open fixes was kept."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run shall do: the rules to run, and what of their findings to leave out."""

    settings: tuple[Setting, ...]
    known: frozenset[str] = frozenset()
    """The slugs that a comment may name although their rules do not run."""
    is_ignored: Callable[[Listing, Diagnostic], bool] | None = None
    """True for a finding that the configuration ignores."""
    sift: Callable[[Sequence[Listing], Sequence[Diagnostic]], Sifted] | None = None
    """Tells the findings that a change caused from older ones; without it all count."""


def check(listings: Sequence[Listing], plan: Plan, context: Context) -> Checked:
    """Run the rules on each listing."""
    gathered = _gathered(context)
    able = tuple(setting for setting in plan.settings if setting.rule.needs in gathered)
    found = [
        diagnostic
        for listing in listings
        for diagnostic in _found(listing, able, plan, context)
        if not (plan.is_ignored and plan.is_ignored(listing, diagnostic))
    ]
    found.sort(key=attrgetter("path", "span", "rule", "message"))
    not_run = (
        NotRun(setting.rule.slug, " and ".join(_REASONS[need] for need in setting.rule.needs & ~gathered))
        for setting in plan.settings
        if setting.rule.needs not in gathered
    )
    if plan.sift is None:
        return Checked(tuple(found), tuple(not_run))
    sifted = plan.sift(listings, found)
    return Checked(sifted.shown, tuple(not_run), sifted.older)


def fix(texts: Sequence[Text], plan: Plan, survey: Survey, safety: Safety = Safety.SAFE) -> Fixed:
    """Check and mend all texts together until no fix of at least `safety` is left.

    Raises ValueError for a fix that is none (see `fixes.apply`): then a rule is wrong, not the list.
    """
    mended = 0
    fewest: dict[str, tuple[int, Text]] = {}
    for _ in range(ROUNDS):
        checked, wanted = _wanted(texts, plan, survey, safety)
        if not wanted:
            return Fixed(tuple(texts), checked, mended)
        for text in texts:
            version = (len(wanted.get(text.path, ())), text)
            fewest[text.path] = min(fewest.get(text.path, version), version, key=itemgetter(0))
        texts, count = _mend(texts, wanted)
        mended += count
    checked, wanted = _wanted(texts, plan, survey, safety)
    if wanted:
        texts = [fewest[text.path][1] if text.path in wanted else text for text in texts]
        checked, _ = _wanted(texts, plan, survey, safety)
    return Fixed(tuple(texts), checked, mended, tuple(wanted))


def _gathered(context: Context) -> Need:
    files = Need.NOTHING if context.missing_files is None else Need.FILES
    facts = Need.NOTHING if context.facts is None else Need.PAPERS | Need.LINKS | Need.REPOSITORIES
    return files | facts


def _wanted(
    texts: Sequence[Text], plan: Plan, survey: Survey, safety: Safety
) -> tuple[Checked, dict[str, list[Diagnostic]]]:
    """What is found, and by path those findings that have a fix of at least `safety`."""
    listings, context = survey(texts)
    checked = check(listings, plan, context)
    wanted: dict[str, list[Diagnostic]] = {}
    for diagnostic in checked.diagnostics:
        if diagnostic.fix and diagnostic.fix.safety >= safety:
            wanted.setdefault(diagnostic.path, []).append(diagnostic)
    return checked, wanted


def _mend(texts: Sequence[Text], wanted: dict[str, list[Diagnostic]]) -> tuple[list[Text], int]:
    """The texts with the fixes that find room, and how many findings these mend."""
    mended, count = [], 0
    for text in texts:
        fixes = [diagnostic.fix for diagnostic in wanted.get(text.path, ()) if diagnostic.fix]
        if fixes:
            outcome = apply(text.content, fixes)
            text = text if outcome.content == text.content else Text(text.path, outcome.content)
            applied = {frozenset(fix.edits) for fix in outcome.applied}
            count += sum(frozenset(fix.edits) in applied for fix in fixes)
        mended.append(text)
    return mended, count


def _found(listing: Listing, able: Sequence[Setting], plan: Plan, context: Context) -> Iterable[Diagnostic]:
    findings = [_graded(diagnostic, one) for one in able for diagnostic in one.rule.check(listing, context)]
    comments = allows(listing)
    if not comments:
        return findings
    silence = _Silence(comments)
    kept = [each for each in findings if not silence.covers(each, listing.text)]
    remarks = _remarks(listing, comments, able, plan, silence)
    return kept + [each for each in remarks if not silence.covers(each, listing.text)]


def _remarks(
    listing: Listing, comments: Sequence[Allow], able: Sequence[Setting], plan: Plan, silence: _Silence
) -> Iterator[Diagnostic]:
    """What is wrong with the comments: they name no rule, an unknown one, or one that found nothing."""
    ran = {one.rule.slug for one in able if not isinstance(one.rule, UnusedAllow)}
    known = plan.known | {one.rule.slug for one in plan.settings}
    for judge in able:
        if not isinstance(judge.rule, UnusedAllow):
            continue
        for comment in comments:
            idle = {slug for slug in comment.slugs if slug.value in ran} - silence.used
            for remark in judge.rule.remarks(listing, comment, idle, known):
                yield _graded(remark, judge)


def _graded(diagnostic: Diagnostic, setting: Setting) -> Diagnostic:
    """The configured grade instead of the rule's own; what the rule graded lower by itself is not lifted."""
    own, configured, grade = setting.rule.severity, setting.severity, diagnostic.severity
    if configured is None:
        return diagnostic
    if grade < own:
        configured = min(grade, configured)
    elif grade > own and configured >= own:
        configured = max(grade, configured)
    return diagnostic if configured == grade else replace(diagnostic, severity=configured)


class _Silence:
    """Which findings the comments of one list allow, and which of their slugs have silenced one."""

    def __init__(self, comments: Iterable[Allow]) -> None:
        self.used: set[Part] = set()
        self._slugs: dict[tuple[str, Lines], list[Part]] = {}
        self._keys: dict[tuple[str, int], list[tuple[str, Lines]]] = {}
        for comment in comments:
            for slug in comment.slugs:
                for lines in {comment.own_lines, comment.lines or comment.own_lines}:
                    self._slugs.setdefault((slug.value, lines), []).append(slug)
        for key in self._slugs:
            for line in key[1]:
                self._keys.setdefault((key[0], line), []).append(key)

    def covers(self, diagnostic: Diagnostic, text: Text) -> bool:
        """True when a comment allows `diagnostic`; its slug counts as used from then on."""
        keys = self._keys.get((diagnostic.rule, text.line_at(diagnostic.span.start)), ())
        for key in keys:
            self.used.update(self._slugs.pop(key, ()))
        return bool(keys)
