"""What fixes must not change: no new finding, no lost anchor, and the same works, titles and dates."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from bot.document.anchors import Anchors
from bot.linter.diagnostics import Scope
from bot.linter.headings import fragment_links, normal_path
from bot.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from bot.linter.diagnostics import Diagnostic, Edit
    from bot.listing import Entry, Listing
    from bot.text import Text

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


def find_harm(before: State, after: State, *, entries: bool) -> tuple[Harm, ...]:
    """What is worse after fixes; with `entries` how works, titles and dates are read, which unsafe fixes may change."""
    changed = [
        (old, new)
        for old, new in zip(before.listings, after.listings, strict=True)
        if old.text.content != new.text.content
    ]
    if not changed:
        return ()
    harm = [*map(_harm_of, find_new(before, after)), *_lost_anchors(before, after)]
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
    by_place: dict[tuple[str, str], list[_Touched]] = {}
    for each in touched:
        for name in each.places:
            by_place.setdefault((each.path, name), []).append(each)
    found: dict[FixKey, str] = {}
    for one in harm:
        there = [each for name in one.places for each in by_place.get((one.path, name), ())]
        if one.is_reading and any(each.rule in _REREADING for each in there):
            continue
        rules = _REREADING if one.is_reading else {one.rule}
        mine = [each for each in touched if each.path == one.path]
        suspects = there or [each for each in mine if each.rule in rules] or mine or touched
        for each in suspects:
            found.setdefault(each.key, one.message)
    return found


def fix_key(diagnostic: Diagnostic, text: Text) -> FixKey:
    """What identifies a fix, even after other fixes have moved it."""
    edits = diagnostic.fix.edits if diagnostic.fix else ()
    line = text[text.line_span(text.line_at(diagnostic.span.start))]
    return diagnostic.path, diagnostic.rule, _letters(line), tuple((text[edit.span], edit.new) for edit in edits)


class _Places:
    """Names of the lines of a list: of the paper there, or the line's letters; they stay when lines move."""

    def __init__(self, listing: Listing) -> None:
        self._text = listing.text
        self._names = {
            line: name
            for entry in listing.entries
            if (name := _name(entry))
            for line in range(self._text.line_at(entry.span.start), self._text.line_at(entry.span.end) + 1)
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


def _harm_of(new: NewFinding) -> Harm:
    rule, path = new.diagnostic.rule, new.diagnostic.path
    return Harm(path, new.places, f"it would cause a {rule} finding: {new.diagnostic.message}", rule)


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
    old = {normal_path(each.text.path): Anchors(each.document) for each in before.listings}
    new = {normal_path(each.text.path): Anchors(each.document) for each in after.listings}
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
    """Works that are gone; unsafe fixes may remove one of two, and put another in the place of one."""
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
