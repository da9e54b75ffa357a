"""Compare lists with how they were before a change: which entries it touched, and which findings it caused.

An entry is the same as long as it says the same and names the same works: another place, number, marker or
indentation, other line ends, and other padding of table cells change nothing. An entry that was edited is found again
by its work or its title. A finding is the same if rule, target and entry are, whatever its message says.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.errors import BotError
from bot.linter.diagnostics import Diagnostic, Scope, Severity
from bot.linter.engine import Plan, check
from bot.linter.habits import FEWEST, OldHabits, remember_habits
from bot.linter.suppressions import find_suppressions
from bot.linter.survey import missing_targets
from bot.listing import Carrier, Catalog, Conventions, Entry, Listing
from bot.listing.model import MIN_ENTRIES, ListedEntry, Touch
from bot.ordering.order import longest_run
from bot.papers.similarity import title_key
from bot.text import Span, Text, group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from bot.facts.model import Facts
    from bot.linter.rule import Context
    from bot.linter.survey import FindMissing, Survey
    from bot.papers.dates import PartialDate
    from bot.papers.identifiers import Identifier

    Party: TypeAlias = "int | str"
    """What a finding is about: an entry before the change, by its index in all lists, else the words of a line."""
    FindingKey: TypeAlias = "tuple[str, bool, str, frozenset[Party]]"
    """The rule, whether the finding is more than a note, its target, and its parties."""


_MARKER = lazy_pattern(r"(?:>[ \t]*)*(?:[*+-]|\d{1,9}[.)]|#{1,6})[ \t]+")
_COUNT = lazy_pattern(r"\A(?!(?:19|20)\d\d\|)\d{1,5}\|")
"""A first cell that counts the rows; four digits that may be a year are more than that."""
_CONTEXT = 12
"""How many characters on both sides distinguish findings of one rule in one line."""


class EntryKey(NamedTuple):
    """What an entry says, and where it is."""

    lines: tuple[str, ...]
    references: tuple[str, ...]
    """The addresses that its links name by reference."""
    suppressed: frozenset[str]
    """The rules whose findings a comment suppresses here."""
    work: Identifier | None
    title: str
    date: PartialDate | None
    section: tuple[str, int]
    """Its path and index."""

    @property
    def content(self) -> Hashable:
        """What makes two entries the same."""
        return self[:3]

    @property
    def order(self) -> Hashable:
        """What decides the place of an entry among the others, as far as we know."""
        return self.work, self.date


class Baseline(NamedTuple):
    """The entries of the lists before the change, and what was found in these lists."""

    entries: tuple[EntryKey, ...]
    lines: Mapping[str, int]
    """All lines, as `_plain` writes them."""
    findings: Mapping[FindingKey, int]
    contexts: frozenset[str]
    """The characters around each finding."""
    conventions: Mapping[str, Conventions]
    """Those of the lists that were long enough to have some, by path: a change cannot change what it is judged by."""
    unfinished: frozenset[tuple[str, str]] = frozenset()
    """The rules that were not finished, each with the path of the list: what they find now may be older."""
    old: OldRules | None = None
    """What finds out what was found, for the rules whose findings of today depend on it."""

    def compare(self, listings: Iterable[Listing]) -> Comparison:
        """The lists after the change beside these."""
        return Comparison(self, listings)

    def with_conventions(self, listing: Listing) -> Listing:
        """The list after the change, judged by the conventions that it had before, if any."""
        return _with_conventions(listing, self.conventions)


def with_new_conventions(old: Iterable[Listing], new: Iterable[Listing]) -> tuple[Listing, ...]:
    """The old lists, those too short to have conventions with the ones of the new lists.

    So what breaks a convention of today is preexisting, even where the change itself made the convention firm.
    """
    conventions = {listing.text.path: listing.conventions for listing in new}
    return tuple(each if _has_conventions(each) else _with_conventions(each, conventions) for each in old)


def _with_conventions(listing: Listing, conventions: Mapping[str, Conventions]) -> Listing:
    given = conventions.get(listing.text.path)
    return listing if given is None else replace(listing, conventions=given)


def _has_conventions(listing: Listing) -> bool:
    return len(listing.entries) >= MIN_ENTRIES


def make_baseline(
    listings: Iterable[Listing], found: Iterable[Diagnostic], unfinished: Iterable[tuple[str, str]] = ()
) -> Baseline:
    """The baseline of `listings`, which are those before the change, and of what is `found` in them.

    `unfinished` are rules that had no time to find everything, each with the path of the list.
    """
    places = _Places(listings)
    findings: Counter[FindingKey] = Counter()
    contexts = set()
    for diagnostic in (one for each in found for one in (each, *each.folded)):
        findings[places.finding_key(diagnostic, places.parties(diagnostic))] += 1
        contexts.add(places.context(diagnostic))
    lines = Counter(line for listing in places.listings for line in _plain_lines(listing.text.content))
    conventions = {each.text.path: each.conventions for each in places.listings if _has_conventions(each)}
    return Baseline(places.keys, lines, findings, frozenset(contexts), conventions, frozenset(unfinished))


class Comparison:
    """The lists after a change beside the baseline."""

    def __init__(self, baseline: Baseline, listings: Iterable[Listing]) -> None:
        self._baseline = baseline
        self._places = _Places(listings)
        new, old = self._places.keys, baseline.entries
        same = _match(_with_above(new), _with_above(old), {})
        same = _match([key.content for key in new], [key.content for key in old], same)
        pairs = same
        for name in (lambda key: key.work and (key.work, key.title), lambda key: key.work, lambda key: key.title):
            pairs = _match([*map(name, new)], [*map(name, old)], pairs)
        self._before: Mapping[int, int] = pairs
        """For each entry that was there before, edited or not, its index then."""
        self._edited = self._find_edited(same)
        self._moved = self._find_moved()

    @cached_property
    def touches(self) -> Mapping[tuple[str, Span], Touch]:
        """What the change did to entries, by path and span; those that it left alone are missing."""
        touches = ((place, self._touch(index)) for index, place in enumerate(self._places.spans))
        return {place: touch for place, touch in touches if touch}

    @property
    def added(self) -> frozenset[tuple[str, Span]]:
        """The entries that were not there before, by path and span."""
        new = self._edited - self._before.keys()
        return frozenset(self._places.spans[index] for index in new)

    def depends_on_before(self, found: Sequence[Diagnostic]) -> bool:
        """Whether what a rule found is the change's own, or a habit, only the lists before it tell."""
        return len(found) >= FEWEST or any(self._can_be_caused(each, self._places.parties(each)) for each in found)

    def split(
        self, found: Sequence[Diagnostic], baseline: Baseline | None = None
    ) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
        """The findings that the change caused, and those that are preexisting; both keep their order.

        The change caused what is about something that it touched, as far as the scope of the finding reaches, and
        was not found there before, as the `baseline` says; as that of the comparison does where none is given.
        """
        baseline = baseline or self._baseline
        groups: dict[FindingKey, list[Diagnostic]] = {}
        caused = set()
        for diagnostic in found:
            parties = self._places.parties(diagnostic)
            if self._can_be_caused(diagnostic, parties):
                caused.add(id(diagnostic))
            before = [self._before.get(each) if isinstance(each, int) else each for each in parties]
            known = tuple(each for each in before if each is not None)
            if len(known) == len(before):
                groups.setdefault(self._places.finding_key(diagnostic, known), []).append(diagnostic)
        for key, group in groups.items():
            if (count := baseline.findings.get(key, 0)) and len(group) > count:
                # Of several alike the old ones are in what was left alone, or have the same characters around them.
                group.sort(key=lambda it: (id(it) in caused, self._places.context(it) not in baseline.contexts))
            caused.difference_update(map(id, group[:count]))
        return (tuple(it for it in found if id(it) in caused), tuple(it for it in found if id(it) not in caused))

    def _can_be_caused(self, diagnostic: Diagnostic, parties: Sequence[Party]) -> bool:
        """Whether the change touched what the finding is about."""
        if diagnostic.scope is Scope.LIST:
            return True
        if diagnostic.scope is Scope.PAIR:
            return any(map(self._touch, parties))
        return bool(self._touch(parties[0]) & (Touch.MOVED if diagnostic.scope is Scope.PLACE else Touch.EDITED))

    def _touch(self, party: Party) -> Touch:
        if isinstance(party, str):
            return Touch.NOT if not party or party in self._baseline.lines else Touch.EDITED
        edited = Touch.EDITED if party in self._edited else Touch.NOT
        return edited | (Touch.MOVED if party in self._moved else Touch.NOT)

    def _find_moved(self) -> frozenset[int]:
        """The new entries, those with another date or work, and those taken out of their section or its order."""
        old, new = self._baseline.entries, self._places.keys
        indexes = sorted(self._before)
        kept = {indexes[place] for place in longest_run([(self._before[index],) for index in indexes])}
        sections: dict[tuple[str, int], Counter[tuple[str, int]]] = {}
        for index in indexes:
            sections.setdefault(new[index].section, Counter())[old[self._before[index]].section] += 1
        # A section is the one that most of its entries come from, whatever its heading says.
        origins = {section: counts.most_common(1)[0][0] for section, counts in sections.items()}
        moved = {
            index
            for index in indexes
            if index not in kept
            or origins[new[index].section] != old[self._before[index]].section
            or new[index].order != old[self._before[index]].order
        }
        return frozenset(moved | (self._edited - self._before.keys()))

    def _find_edited(self, same: Mapping[int, int]) -> frozenset[int]:
        """The entries that are new or edited.

        What was read as something else before is neither: all its lines were there.
        """
        keys = self._places.keys
        left = Counter(self._baseline.lines)
        left.subtract(line for index in same for line in keys[index].lines)
        edited = set()
        for index, key in enumerate(keys):
            if index in same:
                continue
            own = Counter(key.lines)
            if index in self._before or not all(left[line] >= count for line, count in own.items()):
                edited.add(index)
            else:
                left.subtract(own)
        return frozenset(edited)


class _Places:
    """The entries of some lists, by what makes them the same and by place."""

    def __init__(self, listings: Iterable[Listing]) -> None:
        self.listings = tuple(listings)
        self.keys = tuple(key for listing in self.listings for key in _entry_keys(listing))
        self.spans = tuple((listing.text.path, entry.span) for listing in self.listings for entry in listing.entries)
        self._by_path: dict[str, tuple[Listing, int, tuple[int, ...]]] = {}
        first = 0
        for listing in self.listings:
            self._by_path[listing.text.path] = listing, first, tuple(entry.span.start for entry in listing.entries)
            first += len(listing.entries)

    def parties(self, diagnostic: Diagnostic) -> tuple[Party, ...]:
        """What a finding is about: the entry or line that it is in, then the related ones."""
        related = ((each.path, each.span) for each in diagnostic.related if each.path in self._by_path)
        return tuple(self._party(*place) for place in ((diagnostic.path, diagnostic.span), *related))

    def _party(self, path: str, span: Span) -> Party:
        listing, first, starts = self._by_path[path]
        index = bisect_right(starts, span.start) - 1
        if index >= 0 and span.start <= listing.entries[index].span.end:
            return first + index
        text = listing.text
        return "\n".join(_plain_lines(text[text.line_around(span.start)]))

    def finding_key(self, diagnostic: Diagnostic, parties: Sequence[Party]) -> FindingKey:
        """What makes two findings the same; `parties` are those before the change."""
        is_shown = diagnostic.severity > Severity.NOTE
        if diagnostic.scope is Scope.PAIR:
            return diagnostic.rule, is_shown, "", frozenset(parties)
        target = diagnostic.target
        if target is None:
            target = self._by_path[diagnostic.path][0].text[diagnostic.span].replace("\r\n", "\n")
        is_in_entry = diagnostic.scope is not Scope.LIST and isinstance(parties[0], int)
        if "\n" in target and not is_in_entry:
            target = ""  # a finding about several lines stays the same when one of them changes
        return diagnostic.rule, is_shown, target, frozenset(parties[:1] if is_in_entry else ())

    def context(self, diagnostic: Diagnostic) -> str:
        """The rule, and the characters around a finding in its line."""
        text, span = self._by_path[diagnostic.path][0].text, diagnostic.span
        line = text.line_around(span.start)
        start, end = max(line.start, span.start - _CONTEXT), min(max(line.end, span.end), span.end + _CONTEXT)
        return f"{diagnostic.rule}\n{text.content[start:end]}"


def _with_above(keys: Sequence[EntryKey]) -> list[Hashable]:
    """What the entries and the ones above them say: of two that say the same this tells which one was there before."""
    contents = [key.content for key in keys]
    return [*zip(contents, [None, *contents], strict=False)]


def _match(new: Sequence[object], old: Sequence[object], pairs: Mapping[int, int]) -> dict[int, int]:
    """`pairs` of indexes, with those of the others that have the same name, the first with the first."""
    matched = set(pairs.values())
    waiting = group_pairs(
        (old[index], index) for index in reversed(range(len(old))) if index not in matched and old[index]
    )
    found = dict(pairs)
    for index, name in enumerate(new):
        if index not in found and (candidates := waiting.get(name)):
            found[index] = candidates.pop()
    return found


def _entry_keys(listing: Listing) -> Iterator[EntryKey]:
    suppressed: dict[int, set[str]] = {}
    for comment in find_suppressions(listing):
        for line in comment.lines or ():
            suppressed.setdefault(line, set()).update(slug.value for slug in comment.slugs)
    for entry in listing.entries:
        yield EntryKey(
            _entry_lines(listing, entry),
            tuple(link.href for link in entry.links if link.url_span is None),
            frozenset(suppressed.get(listing.text.line_at(entry.span.start), ()) if suppressed else ()),
            entry.work,
            title_key(entry.title_text),
            entry.date.value if entry.date is not None else None,
            (listing.text.path, entry.section),
        )


def _entry_lines(listing: Listing, entry: Entry) -> tuple[str, ...]:
    lines = _plain_lines(listing.text[entry.span])
    if entry.carrier is Carrier.ROW and lines:
        lines = (_COUNT.sub("", lines[0], count=1), *lines[1:])
    return lines


def _plain_lines(content: str) -> tuple[str, ...]:
    """The lines that are not blank, without what moving or reformatting a text changes."""
    lines = (line.strip() for line in content.replace("\r", "\n").split("\n"))
    return tuple(_without_layout(line) for line in lines if line)


def _without_layout(line: str) -> str:
    match = _MARKER.match(line)
    line = line[match.end() :] if match else line
    return "|".join(cell.strip() for cell in line.split("|")).strip("|") if "|" in line else line


class ChangedEntries(NamedTuple):
    """The entries that a change adds or edits, and those of them that it adds; both in order."""

    all: tuple[Entry, ...]
    added: tuple[ListedEntry, ...]


class BaseLists(NamedTuple):
    """The lists before the change, and what the rules may know beside them."""

    listings: tuple[Listing, ...]
    context: Context

    def find_changed_entries(self, listings: Sequence[Listing]) -> ChangedEntries:
        """The entries of `listings` that are new or changed."""
        comparison = Comparison(make_baseline(self.listings, ()), listings)
        touches, added = comparison.touches, comparison.added
        changed = [
            (listing, entry)
            for listing in listings
            for entry in listing.entries
            if touches.get((listing.text.path, entry.span), Touch.NOT) & Touch.EDITED
        ]
        return ChangedEntries(
            tuple(entry for _, entry in changed),
            tuple(ListedEntry(*each) for each in changed if (each[0].text.path, each[1].span) in added),
        )

    def with_baseline(self, plan: Plan, facts: Facts | None = None) -> Plan:
        """`plan` for a run that reports only what was changed since then; `facts` count for the old lists too."""
        old = OldRules(self.listings, plan, replace(self.context, facts=facts))
        return replace(plan, baseline=make_baseline(self.listings, ())._replace(old=old))


class OldRules:
    """Runs rules on the lists before a change, once the lists after it show which ones matter."""

    def __init__(self, listings: tuple[Listing, ...], plan: Plan, context: Context) -> None:
        self._listings, self._plan, self._context = listings, plan, context
        are_all = any(map(find_suppressions, listings))  # which comments suppress nothing only all rules tell
        self._slugs = frozenset(active.rule.slug for active in plan.rules if are_all)
        self._found: tuple[Baseline, OldHabits] | None = None

    def find(self, slugs: frozenset[str]) -> tuple[Baseline, OldHabits]:
        """What rules found before, and the habits that the lists had."""
        if self._found is None or not slugs <= self._slugs:
            self._slugs |= slugs
            rules = tuple(active for active in self._plan.rules if active.rule.slug in self._slugs)
            checked = check(self._listings, replace(self._plan, rules=rules), self._context)
            baseline = make_baseline(self._listings, checked.diagnostics, checked.unfinished)
            self._found = baseline, remember_habits(self._listings, checked.diagnostics)
        return self._found


def read_base(revision: str, texts: Sequence[Text], survey: Survey) -> BaseLists:
    """The lists as they were at `revision`.

    Raises BotError for standard input, which git does not know, and where `git.read_at` does.
    """
    from bot.git import read_at

    paths = [text.path for text in texts]
    if files.STDIN in paths:
        raise BotError("--base compares files, not standard input", "name the files of the list")
    snapshot = read_at(revision, paths)
    return make_base(snapshot.texts, texts, survey, lambda listings: missing_targets(listings, snapshot.contains))


def make_base(before: Sequence[Text], now: Sequence[Text], survey: Survey, find_missing: FindMissing) -> BaseLists:
    """The lists as they were `before`; `find_missing` knows which of their targets were missing then.

    It is called only where something is missing now: else nothing could be older than the change.
    """
    listings, context = survey(now)
    old = with_new_conventions(survey.read(before), listings)
    missing = find_missing(old) if context.missing_files else context.missing_files
    return BaseLists(old, replace(context, catalog=Catalog(old), missing_files=missing))
