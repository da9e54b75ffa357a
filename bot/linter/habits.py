"""Habits: a form that so many places of a list have that it is how the list is written.

A form is what makes a finding, without the words of the entry it is in: "two spaces in a row". It is folded here, once
for all rules: the findings become one note, which says how many places have the form, and where the first ones are.
What does not work on the page is not a habit, however many places have it: it becomes one error, with a fix for all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from bot.linter.diagnostics import Diagnostic, Edit, Fix, Related, Safety, Scope, Severity
from bot.linter.rule import ActiveRule, Places, Rule
from bot.listing import Listing
from bot.listing.model import MIN_ENTRIES
from bot.text import group_pairs, lazy_pattern, list_first

SHARE = 0.4
"""The share of the places from which a form is a habit: in 300 findings read on unseen lists, maintainers wanted
none of those that two fifths of the places have in common.
"""

FEWEST = 5
"""Fewer places are not a habit, whatever their share: 2 of 5 links are two mistakes."""

MANY = 20
SHARE_OF_MANY = 0.2
"""More places than these are a habit from this share on, and notes whatever their share: too many to read."""

FAR_TOO_MANY = 60
"""More places than these are a habit whatever their share, except for errors: a program wrote them."""

SHARE_OF_ERRORS = 0.9
"""An error is a habit only from this share of the places on; in fewer, it is a defect however often it occurs."""

LONGEST_BY_CHANCE = 4
"""More neighbours than these that share a form were pasted, or written by one hand. Where a tenth of 1,000 places
has a form, five of them are side by side once in a hundred lists."""

_MOST_LINES = 3
"""Lines that a note names."""
_OWN_WORDS = lazy_pattern(r"`[^`]{3,}`|\"[^\"]*\"|https?://\S+|\d+(?:[.,:/-]\d+)*")
"""What a message says about its entry alone: what it quotes, except for single marks, and numbers."""


def find_habit(has_form: Sequence[bool], severity: Severity = Severity.WARNING) -> tuple[int, ...]:
    """The indexes of the places at which a form is a habit, in order; empty if it is none.

    `has_form` has one item for each place of the list that could have the form, in order; `severity` is that of the
    least finding. Where a share that is large enough has it, it is a habit everywhere; otherwise only in unbroken runs.
    """
    having = [index for index, has in enumerate(has_form) if has]
    share = len(having) / len(has_form) if has_form else 0
    if severity is Severity.ERROR:
        return tuple(having) if len(having) >= FEWEST and share >= SHARE_OF_ERRORS else ()
    is_many = len(having) > MANY and (share >= SHARE_OF_MANY or severity is Severity.NOTE)
    is_many |= len(having) > FAR_TOO_MANY
    if is_many or (len(having) >= FEWEST and share >= SHARE):
        return tuple(having)
    runs = (tuple(run) for _, run in groupby(enumerate(having), key=lambda each: each[1] - each[0]))
    return tuple(index for run in runs if len(run) > LONGEST_BY_CHANCE for _, index in run)


def add_counts(listing: Listing, rule: Rule, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What a rule found; a finding that has no reasons but the rule's says how few places have its form, too."""
    bare = (rule.reason,)
    if not rule.has_habits or not any(each.severity > Severity.NOTE and each.reasons == bare for each in found):
        return tuple(found)
    having = group_pairs((form, each) for each in found for form in _forms_of(each))
    said: dict[str, tuple[str, ...]] = {}

    def count(form: str) -> tuple[str, ...]:
        if form not in said:
            places = rule.places(listing, form)
            few, size = _count(places, having[form]), len(places.spans)
            share = f"{few} of {size} {places.name} {'has' if few == 1 else 'have'} it, so it is not a habit"
            said[form] = (share,) if 0 < few < SHARE * size and size > FEWEST else ()
        return said[form]

    return tuple(
        replace(each, reasons=(*bare, *(few for form in _forms_of(each)[:1] for few in count(form))))
        if each.severity > Severity.NOTE and each.reasons == bare
        else each
        for each in found
    )


class OldHabits(NamedTuple):
    """The habits that lists had before a change: a change cannot make a habit of what it adds."""

    paths: frozenset[str]
    """The lists with enough entries to have habits."""
    habits: frozenset[tuple[str, str, str | None]]
    """The rule, the list and the form of each habit."""


def remember_habits(old: Iterable[Listing], found: Iterable[Diagnostic]) -> OldHabits:
    """The habits of the lists before a change, in which all this was `found`."""
    paths = frozenset(listing.text.path for listing in old if len(listing.entries) >= MIN_ENTRIES)
    return OldHabits(paths, frozenset((each.rule, each.path, each.target) for each in found if each.folded))


class _Habit(NamedTuple):
    """A form of the findings of a rule that is a habit of a list."""

    active: ActiveRule
    form: str
    places: Places
    is_broken: bool
    """Whether what has the form does not work: then it is one error, and no note."""


class Habits:
    """The habits of one list, and which findings they explain."""

    def __init__(self, listing: Listing, old: OldHabits | None = None) -> None:
        self._listing, self._old = listing, old
        self._of: dict[int, tuple[_Habit, ...]] = {}
        self._kept: list[Sequence[Diagnostic]] = []

    def learn(self, active: ActiveRule, found: Sequence[Diagnostic], reported: Sequence[Diagnostic]) -> None:
        """Learn from all that a rule `found`, also from what will be suppressed.

        The items of `reported` are the same findings, as the configuration weighs them.
        """
        rule = active.rule
        if len(found) < FEWEST or not (rule.has_habits and rule.accept_habits):
            return
        by_form = group_pairs((form, index) for index, each in enumerate(found) for form in _forms_of(each))
        habits: dict[int, list[_Habit]] = {}
        for form, having in by_form.items():
            those = [found[index] for index in having]
            severity = min(each.severity for each in those)
            is_broken = rule.is_broken and severity is Severity.ERROR
            if len(having) >= FEWEST and self._is_old(rule.slug, form, is_broken=is_broken):
                places = rule.places(self._listing, form)
                covered = {
                    *_find_covered(places, those, Severity.WARNING if is_broken else severity),
                    *_find_pasted(self._listing, those),
                }
                for index in covered:
                    habits.setdefault(having[index], []).append(_Habit(active, form, places, is_broken))
        for index, forms in habits.items():
            if len(forms) == len(_forms_of(found[index])):
                self._of[id(reported[index])] = tuple(forms)
        self._kept.append(reported)  # so that no other finding gets the identity of one of these

    def _is_old(self, rule: str, form: str, *, is_broken: bool) -> bool:
        """Whether the list had a habit before the change; what a change breaks is compared place by place."""
        path, old = self._listing.text.path, self._old
        return old is None or (not is_broken and (path not in old.paths or (rule, path, form) in old.habits))

    def fold(self, shown: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """The findings, with one note for each habit instead of those that it explains, or one error."""
        folded: dict[tuple[str, str], tuple[_Habit, list[Diagnostic]]] = {}
        for each in shown:
            habits = self._of.get(id(each), ())
            if not habits:
                yield each
            for habit in habits:
                folded.setdefault((each.rule, habit.form), (habit, []))[1].append(each)
        seen: set[int] = set()
        for habit, covered in folded.values():
            parts = tuple(each for each in covered if id(each) not in seen)  # one with two habits is fixed once
            seen.update(map(id, parts))
            yield self._note(habit, covered, parts)

    def _note(self, habit: _Habit, covered: Sequence[Diagnostic], parts: tuple[Diagnostic, ...]) -> Diagnostic:
        """The note for a habit; its fix contains the safe fixes, and is safe only where the user names the rule.

        What does not work is an error still, related to all its places; where no fix of it is safe, it has the others.
        """
        text, places = self._listing.text, habit.places
        numbers = list(dict.fromkeys(str(text.line_at(each.span.start)) for each in covered))
        lines = f"line{'s' if len(numbers) > 1 else ''} {list_first(numbers, _MOST_LINES)}"
        count = f"{_count(places, covered)} of {len(places.spans)} {places.name}"
        message = f"{count}: {habit.form} ({lines}); set `accept_habits: false` to report each"
        safety = max((each.fix.safety for each in parts if each.fix), default=Safety.SAFE)
        safety = safety if habit.is_broken else Safety.SAFE
        fixes = [each.fix for each in parts if each.fix is not None and each.fix.safety is safety]
        edits = _without_overlaps(edit for fix in fixes for edit in fix.edits)
        safety = safety if habit.is_broken or habit.active.named else Safety.UNSAFE
        reason = f"so many {places.name} have it that it is how the list is written"
        others = tuple(Related(each.path, each.span, "the same") for each in covered[1:]) if habit.is_broken else ()
        return replace(
            covered[0],
            severity=max(each.severity for each in covered) if habit.is_broken else Severity.NOTE,
            message=message,
            fix=Fix(f"Change all {len(fixes)}", edits, safety) if edits else None,
            scope=Scope.LIST,
            target=habit.form,
            reasons=(f"{reason}, but it does not work",) if habit.is_broken else (reason,),
            related=others,
            folded=parts,
        )


def _without_overlaps(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits in order, without those that are there already or change the same characters."""
    kept: list[Edit] = []
    for each in sorted({*edits}, key=lambda edit: edit.span):
        if not kept or kept[-1].span.end <= each.span.start:
            kept.append(each)
    return tuple(kept)


def _forms_of(found: Diagnostic) -> tuple[str, ...]:
    """What makes a finding: what its rule says, else its message without the words of the entry."""
    return (_OWN_WORDS.sub("…", found.message),) if found.forms is None else found.forms


def _find_covered(places: Places, having: Sequence[Diagnostic], severity: Severity) -> tuple[int, ...]:
    """The indexes of the findings with a form that are at places where it is a habit.

    What so large a share of the places has is one outside of them too: beside the entries there is text like theirs.
    """
    at = _indexes(places, having)
    has_form = [False] * len(places.spans)
    for place in at:
        if place >= 0:
            has_form[place] = True
    habit = frozenset(find_habit(has_form, severity))
    is_everywhere = len(habit) == sum(has_form) and len(habit) >= SHARE * len(has_form)
    return tuple(index for index, place in enumerate(at) if place in habit or (is_everywhere and habit and place < 0))


def _find_pasted(listing: Listing, having: Sequence[Diagnostic]) -> tuple[int, ...]:
    """The indexes of the findings, but errors, in lines that are there many times word for word: placeholders."""
    text = listing.text
    numbers = [text.line_at(each.span.start) for each in having]
    lines = {number: text[text.line_span(number)].strip() for number in {*numbers}}  # each once: it may be long
    copies = Counter(lines.values())
    return tuple(
        index
        for index, (number, each) in enumerate(zip(numbers, having, strict=True))
        if copies[lines[number]] > MANY and each.severity < Severity.ERROR
    )


def _count(places: Places, found: Iterable[Diagnostic]) -> int:
    """How many of the places have one of the findings."""
    return len({*_indexes(places, found)} - {-1})


def _indexes(places: Places, found: Iterable[Diagnostic]) -> list[int]:
    """The place that each finding is in; -1 for one that is in none."""
    starts = [span.start for span in places.spans]
    at = []
    for each in found:
        index = bisect_right(starts, each.span.start) - 1
        at.append(index if index >= 0 and each.span.start <= places.spans[index].end else -1)
    return at
