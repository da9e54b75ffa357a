"""What lists do, as a first configuration says it: their conventions, the parts of entries, and the rules they keep.

A run with the configuration finds what a run without it finds, but for lists that are too short to learn from alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Literal, cast

from bot.linter.config import Config, Overrides
from bot.linter.diagnostics import Severity
from bot.linter.engine import check
from bot.listing.conventions import MIN_ENTRIES, MIN_SHARE
from bot.listing.model import entry_object
from bot.papers.dates import DateFormat
from bot.papers.identifiers import ArxivForm
from bot.papers.urls import split_url
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.document import Link
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.engine import Plan
    from bot.linter.rule import Context, Rule
    from bot.listing import Convention, Entry, Listing
    from bot.text import Span


REQUIRED = 0.98
"""A part is required if at least this share of the papers have it."""

_REQUIRABLE = ("title", "url", "date", "venue", "affiliation")
_PARTS = (*_REQUIRABLE, "arxiv", "citations", "comment")
_ROLES = "title authors date year month day venue arxiv doi url code section comment affiliation citations".split()
"""The keys under `fields` in a configuration."""
_LONGEST_MODEL = 600
"""Characters of an entry that is shown as a model."""
_WORDS = lazy_pattern(r"\w+(?:[\s'’.-]+\w+)*")


@dataclass(frozen=True, slots=True)
class Habit:
    """A convention that the configuration can name, with its support in all lists."""

    key: str
    value: str
    followers: int
    total: int
    adds: int
    """Findings that naming it would add to those of a run that learns it."""
    is_learned: bool = True
    """Whether a run learns the same from each of the lists by itself."""

    @property
    def is_firm(self) -> bool:
        """Whether so many entries follow it that it is a habit."""
        return self.total >= MIN_ENTRIES and self.followers >= MIN_SHARE * self.total

    @property
    def is_adopted(self) -> bool:
        """Whether it is a habit, and naming it changes nothing today."""
        return self.is_firm and self.adds <= 0


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the papers have a part."""

    part: str
    count: int
    total: int

    @property
    def is_required(self) -> bool:
        """Whether a paper without the part is an exception."""
        return self.part in _REQUIRABLE and self.total >= MIN_ENTRIES and self.count >= REQUIRED * self.total


@dataclass(frozen=True, slots=True)
class ListProfile:
    """All that a first configuration says."""

    papers: int
    sections: int
    """Those that hold papers."""
    habits: tuple[Habit, ...]
    shares: tuple[Share, ...]
    errors: int = 0
    """Findings that fail a run today."""
    model: str = ""
    """The source of an entry that shows how the others are written."""
    fields: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For records: what fields say, and their names, the most frequent one first."""


def learn(listings: Sequence[Listing], context: Context, rules: Sequence[Rule]) -> ListProfile:
    """What the lists do, and what `rules` find in them."""
    shares = tuple(_shares(listings))
    habits = tuple(_habits(listings, context, rules))
    named = overrides(habit for habit in habits if habit.is_adopted and not habit.is_learned)
    found = check(listings, Config(conventions=named).plan(rules), context).diagnostics
    return ListProfile(
        papers=sum(1 for listing in listings for _ in listing.papers),
        sections=sum(1 for listing in listings for _ in {entry.section for entry in listing.papers}),
        habits=habits,
        shares=shares,
        errors=sum(each.severity is Severity.ERROR for each in found),
        model=_model(listings, found),
        fields=tuple(_fields(listings)),
    )


def overrides(habits: Iterable[Habit]) -> Overrides:
    """The habits as a configuration names them."""
    values = {habit.key: habit.value for habit in habits}
    date_format, form = values.get("date_format"), values.get("arxiv_form")
    return Overrides(
        date_format=DateFormat(date_format) if date_format else None,
        order=cast("Literal['newest-first', 'oldest-first'] | None", values.get("order")),
        arxiv_form=ArxivForm(form) if form else None,
    )


def _fields(listings: Iterable[Listing]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """What the fields of records say, as the bot reads them."""
    values = [value for listing in listings for value in listing.document.values if value.role]
    counts = Counter((value.role, value.name) for value in values)
    for role in _ROLES:
        names = [name for (each, name), _ in counts.most_common() if each == role]
        folded = dict.fromkeys(name.casefold() for name in names)
        if folded:
            yield role, tuple(next(name for name in names if name.casefold() == each) for each in folded)


def _shares(listings: Iterable[Listing]) -> Iterable[Share]:
    papers = [entry_object(listing, entry) for listing in listings for entry in listing.papers]
    for part in _PARTS:
        yield Share(part, sum(paper[part] not in (None, "", []) for paper in papers), len(papers))


def _habits(listings: Sequence[Listing], context: Context, rules: Sequence[Rule]) -> Iterable[Habit]:
    for field in fields(Overrides):
        concerned = [rule for rule in rules if field.name in {each.name for each in fields(rule)}]
        learned = _count(listings, context, Config().plan(concerned))
        found = [getattr(listing.conventions, field.name) for listing in listings]
        habit = _join(field.name, [each for each in found if each is not None])
        if habit is not None:
            named = _count(listings, context, Config(conventions=overrides([habit])).plan(concerned))
            is_learned = all(each is not None and _is_same(each, habit) for each in found)
            yield replace(habit, adds=named - learned, is_learned=is_learned)


def _is_same(learned: Convention[str], habit: Habit) -> bool:
    """Whether a list follows a habit so clearly that a run learns it from this list alone."""
    own = Habit(habit.key, str(learned.value), learned.followers, learned.total, 0)
    return own.is_firm and own.value == habit.value


def _join(key: str, found: Sequence[Convention[str]]) -> Habit | None:
    """The convention that most entries of all lists follow; a list is counted for its own alone."""
    followers: dict[str, int] = {}
    for each in found:
        followers[each.value] = followers.get(each.value, 0) + each.followers
    if not followers:
        return None
    value = max(followers, key=followers.__getitem__)
    return Habit(key, str(value), followers[value], sum(each.total for each in found), 0)


def _count(listings: Sequence[Listing], context: Context, plan: Plan) -> int:
    return sum(len(each.parts) for each in check(listings, plan, context).diagnostics) if plan.rules else 0


def _model(listings: Iterable[Listing], found: Iterable[Diagnostic]) -> str:
    """The entry that shows best how entries are written: one in the most common form, without any finding.

    Of several the shortest of those that say most; empty where each has a finding.
    """
    flawed: dict[str, list[Span]] = {}
    for each in found:
        flawed.setdefault(each.path, []).append(each.span)
    forms: dict[str, list[tuple[int, int, str]]] = {}
    for listing in listings:
        spans = flawed.get(listing.text.path, [])
        for entry in listing.papers:
            text = listing.text[entry.span]
            if len(text) > _LONGEST_MODEL or "<!--" in text or any(entry.span.overlaps(each) for each in spans):
                continue
            if not all(map(_names_host, entry.links)):  # where all entries do it, nothing is found
                continue
            paper = entry_object(listing, entry)
            said = sum(paper[part] not in (None, "", []) for part in _PARTS)
            forms.setdefault(_form(listing, entry), []).append((-said, len(text), text))
    if not forms:
        return ""
    most_common = max(forms.values(), key=len)
    return min(most_common)[-1]


def _names_host(link: Link) -> bool:
    parts = split_url(link.href)
    return parts is None or not parts.host or "." in parts.host


def _form(listing: Listing, entry: Entry) -> str:
    """How an entry is written: its marks, with a letter for each word, or for all of a part."""
    parts = (entry.title, entry.date, entry.venue, entry.parts.affiliation, entry.parts.comment, *entry.authors)
    spans = [each.span for each in parts if each is not None]
    spans += [each.url_span for each in entry.links if each.url_span is not None]
    text, at, pieces = listing.text.content, entry.span.start, []
    for span in sorted(spans):
        if at <= span.start and span.end <= entry.span.end:
            pieces += [text[at : span.start], "p"]
            at = span.end
    return _WORDS.sub("w", "".join([*pieces, text[at : entry.span.end]]))
