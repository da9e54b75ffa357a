"""Apply the fixes of rules until none is left, without those that do harm.

Harm is what the lists show afterwards: new findings, lost anchors, other works, titles or dates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple, TypeAlias
from urllib.parse import urlsplit

from bot.document.anchors import Anchors
from bot.linter.diagnostics import Diagnostic, Edit, Safety, Scope, Severity, apply
from bot.linter.engine import CheckResult, Plan, check
from bot.linter.headings import fragment_links, normal_path
from bot.linter.rule import Context
from bot.listing import Entry, Listing
from bot.text import Span, Text, group_pairs

ReadLists: TypeAlias = Callable[[Sequence[Text]], tuple[Sequence[Listing], Context]]
"""Reads texts as listings, and gathers what the rules may know beside them."""

FixKey: TypeAlias = tuple[str, str, str, tuple[tuple[str, str], ...]]
"""Path, rule, place and edits of a fix: what stays the same when other fixes move it."""

_REREADING = frozenset({"impossible-date", "malformed-arxiv-id", "malformed-link"})
"""Rules that fix what could not be read: their fixes may change how a title or a date is read."""


class State(NamedTuple):
    """The lists at one time, and all findings in them."""

    listings: tuple[Listing, ...]
    diagnostics: tuple[Diagnostic, ...]


class Round(NamedTuple):
    """Fixes applied together: the lists before and after, and the fixed findings."""

    before: tuple[Listing, ...]
    after: tuple[Listing, ...]
    fixed: tuple[Diagnostic, ...]


class NewFinding(NamedTuple):
    """A finding, and the names of its places."""

    diagnostic: Diagnostic
    places: frozenset[str]


class Harm(NamedTuple):
    """Something that is worse after fixes: in the list at `path`, at the places with these names."""

    path: str
    places: frozenset[str]
    message: str
    rule: str = ""
    """The rule of a new finding."""
    is_reading: bool = False
    """Whether an entry is read differently, which a fix of an unreadable entry may cause."""
    gone: tuple[frozenset[str], ...] = ()
    """The names of the places where the rule of a new finding does not find any more what it found before."""


def find_harm(before: State, after: State, *, entries: bool) -> tuple[Harm, ...]:
    """What is worse after fixes; with `entries` how works, titles and dates are read, which unsafe fixes may change."""
    changed = [
        (old, new)
        for old, new in zip(before.listings, after.listings, strict=True)
        if old.text.content != new.text.content
    ]
    if not changed:
        return ()
    brought = [*find_new(before, after)]
    gone = [*find_new(after, before)] if brought else []
    harm = [*(_harm_of(each, gone) for each in brought), *_lost_anchors(before, after)]
    for old, new in changed:
        if old.entries and not new.entries:  # most likely by a move: of a value of YAML below its alias
            harm.append(Harm(old.text.path, frozenset(), "it would make the file unreadable", "unsorted-section"))
            continue
        harm += _lost_works(old, new, entries=entries)
        harm += _changed_entries(old, new) if entries else ()
    return tuple(harm)


def find_culprits(harm: Iterable[Harm], rounds: Sequence[Round]) -> dict[FixKey, str]:
    """The fixes that caused the harm, each with its description.

    Those that edit a place of the harm; if none does, those of the rule that finds something new (a habit that is no
    longer one), or those after which more can be read; if there are none, all of the list, and at last all.
    """
    touched = [each for turn in rounds for each in _touched(turn)]
    by_place = group_pairs(((each.path, name), each) for each in touched for name in each.places)
    found: dict[FixKey, str] = {}
    for one in harm:
        there = [each for name in one.places for each in by_place.get((one.path, name), ())]
        if one.is_reading and any(each.rule in _REREADING for each in there):
            continue
        if any(_renames(each, one) for each in there):
            continue
        rules = _REREADING if one.is_reading else {one.rule}
        mine = [each for each in touched if each.path == one.path]
        suspects = there or [each for each in mine if each.rule in rules] or mine or touched
        for each in suspects:
            found.setdefault(each.key, one.message)
    return found


def _renames(fixed: _Touched, new: Harm) -> bool:
    """Whether a finding is not new, but has another name, as a fix of another rule gave the entry there its id."""
    return fixed.rule != new.rule and any(old ^ new.places <= fixed.places for old in new.gone)


def fix_key(diagnostic: Diagnostic, text: Text) -> FixKey:
    """What identifies a fix, even after other fixes have moved it."""
    edits = diagnostic.fix.edits if diagnostic.fix else ()
    line = text[text.line_around(diagnostic.span.start)]
    return diagnostic.path, diagnostic.rule, _letters(line), tuple((text[edit.span], edit.new) for edit in edits)


class _Places:
    """Names of the lines of a list: of the paper there, or the line's letters; they stay when lines move."""

    def __init__(self, listing: Listing) -> None:
        self._text = listing.text
        self._names = {
            line: name
            for entry in listing.entries
            if (name := _name(entry))
            for line in self._text.lines_of(entry.span)
        }

    def at(self, span: Span) -> Iterator[str]:
        """The names of the lines of `span`."""
        for line in range(self._text.line_at(span.start), self._text.line_at(max(span.end - 1, span.start)) + 1):
            yield self._names.get(line) or _letters(self._text[self._text.line_span(line)])


def _name(entry: Entry) -> str:
    title = _letters(entry.title.value) if entry.title else ""
    return str(entry.work) if entry.work else title or (entry.link.href if entry.link else "")


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.casefold()))


def _harm_of(new: NewFinding, gone: Iterable[NewFinding]) -> Harm:
    rule, path = new.diagnostic.rule, new.diagnostic.path
    places = tuple(each.places for each in gone if (each.diagnostic.rule, each.diagnostic.path) == (rule, path))
    return Harm(path, new.places, f"it would cause a {rule} finding: {new.diagnostic.message}", rule, gone=places)


def find_new(before: State, after: State) -> Iterator[NewFinding]:
    """Findings that did not exist before; compared by rule and places, not by lines; those of a whole list by rule."""
    old = Counter((each.diagnostic.rule, each.diagnostic.path, each.places) for each in _placed(before))
    for each in _placed(after):
        key = each.diagnostic.rule, each.diagnostic.path, each.places
        old[key] -= 1
        if old[key] < 0:
            yield each


def _placed(state: State) -> Iterator[NewFinding]:
    known = {listing.text.path: listing for listing in state.listings}
    places: dict[str, _Places] = {}
    for each in (part for found in state.diagnostics for part in found.parts):
        related = each.related if each.scope is Scope.PAIR else ()
        names: set[str] = set()
        for path, span in ((each.path, each.span), *((other.path, other.span) for other in related)):
            if path in known and each.target != "":
                if path not in places:
                    places[path] = _Places(known[path])
                names.add(next(places[path].at(Span(span.start, span.start))))
        yield NewFinding(each, frozenset(names))


def _lost_anchors(before: State, after: State) -> Iterator[Harm]:
    """Links to sections of the run's lists that worked before and do not any more."""
    old, new = ({normal_path(it.text.path): Anchors(it.document) for it in of.listings} for of in (before, after))
    homes = {normal_path(each.text.path): each for each in before.listings}
    for listing in after.listings:
        for link, path, fragment in fragment_links(listing):
            if path is None and urlsplit(link.href).hostname != "github.com":
                continue
            target = path or normal_path(listing.text.path)
            if target in old and old[target].has(fragment) and not new[target].has(fragment):
                heading = old[target].heading(fragment)
                names = _Places(homes[target]).at(heading.span) if heading else ()
                yield Harm(homes[target].text.path, frozenset(names), f"it would break the link to #{fragment}")


def _lost_works(before: Listing, after: Listing, *, entries: bool) -> Iterator[Harm]:
    """Works that are gone; unsafe fixes may remove one of two, and put another in place of one."""
    old, new = (Counter(entry.work for entry in each.entries if entry.work) for each in (before, after))
    lost = [work for work in old if new[work] < (old[work] if entries else 1)]
    if entries or len(lost) > len(new.keys() - old.keys()):
        for work in lost:
            yield Harm(before.text.path, frozenset({str(work)}), f"it would lose {work}")


def _changed_entries(before: Listing, after: Listing) -> Iterator[Harm]:
    """Entries that are read differently."""
    path = before.text.path
    old, new = ({_facts(entry): entry for entry in listing.entries} for listing in (before, after))
    for one, other in ((old, new), (new, old)):
        for facts, entry in one.items():
            if facts not in other:
                message = f"it would change how the entry {facts[1] or facts[0]} is read"
                yield Harm(path, frozenset({_name(entry)}), message, is_reading=True)


def _facts(entry: Entry) -> tuple[str, str, str]:
    when = entry.date.value.iso() if entry.date and entry.date.value else ""
    return str(entry.work or ""), _letters(entry.title.value) if entry.title else "", when


class _Touched(NamedTuple):
    """An applied fix, and the names of the lines that it edited, before and after."""

    path: str
    rule: str
    key: FixKey
    places: frozenset[str]


def _touched(turn: Round) -> Iterator[_Touched]:
    for before, after in zip(turn.before, turn.after, strict=True):
        mine = [each for each in turn.fixed if each.path == before.text.path]
        if not mine:
            continue
        old, new = _Places(before), _Places(after)
        moved = _moved({edit for each in mine if each.fix for edit in each.fix.edits})
        for each in mine:
            edits = each.fix.edits if each.fix else ()
            names = {name for edit in edits for name in (*old.at(edit.span), *new.at(moved[edit]))}
            yield _Touched(each.path, each.rule, fix_key(each, before.text), frozenset(names))


def _moved(edits: Iterable[Edit]) -> Mapping[Edit, Span]:
    """The spans of the text written by each edit, after all edits."""
    shift, found = 0, {}
    for edit in sorted(edits):
        found[edit] = Span(edit.span.start + shift, edit.span.start + shift + len(edit.new))
        shift += len(edit.new) - len(edit.span)
    return found


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
