"""Bring the entries of lists up to date: what is sure is written and checked to read as it is meant; the rest is
reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from itertools import chain, repeat
from typing import NamedTuple, TypeAlias

from bot.additions.code_links import Siblings, names_code, write_code
from bot.additions.written_venues import Venue, names_venue, write_venue
from bot.facts.model import Facts
from bot.facts.paper_news import find_link_claim, find_news
from bot.linter.diagnostics import Edit, Fix, apply
from bot.linter.suppressions import find_suppressions
from bot.listing import Entry, Kind, Listing
from bot.papers.identifiers import Identifier, Scheme, arxiv_order
from bot.papers.similarity import is_titled
from bot.papers.witnesses import (
    News,
    Track,
    VenueClaim,
    decide_code,
    decide_link,
    decide_title,
    decide_venue,
)
from bot.rules.link_targets import escape_url, follow_move, write_url
from bot.text import Span, StrEnum, Text, group_pairs, lazy_pattern, one_line, shorten

Read: TypeAlias = Callable[[Text], Listing]

_NAME = lazy_pattern(r"[^\W_][\w&.,'’:()/+ -]{0,79}")
"""The name of a venue: nothing in it that Markdown would obey."""
_ADDRESS = lazy_pattern(r"https://[\w.-]+(?:/[\w.~-]+){2,6}/?")
_ROUNDS = 6
"""How often each subject is looked at while others make changes; the last round finds nothing new."""
_SHOWN = 300
_MARKS = " \t\n*_`()[]|,."
"""What may be around words that are shown."""


class Subject(StrEnum):
    """What of an entry is brought up to date."""

    VENUE = "venue"
    CODE = "code"
    TITLE = "title"
    LINK = "link"


class Source(NamedTuple):
    """Who says so, and where a person can read it."""

    name: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that is not up to date in one entry."""

    path: str
    line: int
    work: str
    """What names the paper: `arXiv:2401.12345`."""
    title: str
    subject: Subject
    value: str
    """What it is now: `ICML 2025`, an address."""
    sources: tuple[Source, ...]
    old: str = ""
    """What the entry says instead; empty if it says nothing."""
    edit: Edit | None = None
    reason: str = ""
    """Why it is not decided; empty if it is written."""
    paste: str = ""
    """For what is not decided: the line as it would be written."""

    @property
    def key(self) -> str:
        """What it is known by from run to run, until what sources say changes."""
        text = "\0".join((self.path, self.work, self.subject, self.value, "open" if self.reason else ""))
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be brought up to date."""

    subjects: frozenset[Subject] = frozenset(Subject)
    since: date | None = None
    """Entries of papers from that day on."""
    most: int | None = None
    """Entries that are changed at most, the newest first."""
    declined: frozenset[str] = frozenset()
    """The keys of what was proposed and turned down."""


class Outcome(NamedTuple):
    """The lists as they are then, what was written, and what was left to a person."""

    texts: tuple[Text, ...]
    written: tuple[Item, ...] = ()
    open: tuple[Item, ...] = ()
    held: int = 0
    """Changes beyond the most that are made at a time."""


class Found(NamedTuple):
    """An entry, and what is not up to date in it."""

    entry: Entry
    item: Item


_SUPPRESSING = {
    Subject.VENUE: ("published-venue",),
    Subject.CODE: ("published-venue",),
    Subject.TITLE: ("retitled-paper",),
    Subject.LINK: ("moved-link", "dead-link", "withdrawn-paper"),
}
"""The rules whose suppression leaves an entry alone."""


class _Tried(NamedTuple):
    """What was found about a subject in a text, what would not be read as it is meant, and how much is held back."""

    text: Text
    found: list[Found]
    lost: frozenset[str]
    held: int


def update(texts: Sequence[Text], read: Read, facts: Facts, choice: Choice) -> Outcome:
    """The lists with what is sure written into them. What is not decided is not written."""
    outcome = Outcome(tuple(texts))
    budget = choice.most
    for index, text in enumerate(texts):
        done = _update_list(text, read, facts, replace(choice, most=budget))
        if budget is not None:
            budget -= len({item.line for item in done.written})
        outcome = Outcome(
            (*outcome.texts[:index], *done.texts, *outcome.texts[index + 1 :]),
            (*outcome.written, *done.written),
            (*outcome.open, *done.open),
            outcome.held + done.held,
        )
    return outcome


def _update_list(text: Text, read: Read, facts: Facts, choice: Choice) -> Outcome:
    """One list; its venues first, for what is written changes what an entry looks like, and what can be read then."""
    written: list[Item] = []
    chosen: set[Identifier] = set()
    subjects = [each for each in Subject if each in choice.subjects]
    tried: dict[Subject, _Tried] = {}
    listing = read(text)
    for subject in chain.from_iterable(repeat(subjects, _ROUNDS)):
        if subject in tried and tried[subject].text is text:
            continue
        listing = listing if listing.text is text else read(text)
        found = _find_all(listing, subject, facts, choice)
        sure = [each for each in found if not each.item.reason]
        kept = _choose_newest(sure, chosen, choice.most)
        before, (text, proved) = text, _write(text, listing, kept, read)
        proved_ids = frozenset(map(id, proved))
        written += [each.item for each in proved]
        lost = frozenset(each.item.key for each in kept if id(each) not in proved_ids)
        tried[subject] = _Tried(before, found, lost, len(sure) - len(kept))
    undecided: list[Item] = []
    for each in tried.values():
        for _, item in each.found:
            reason = item.reason or ("it would not be read as meant" if item.key in each.lost else "")
            undecided += [replace(item, reason=reason)] if reason else []
    return Outcome((text,), tuple(written), tuple(undecided), sum(each.held for each in tried.values()))


def _choose_newest(sure: Sequence[Found], chosen: set[Identifier], most: int | None) -> list[Found]:
    """Changes of the newest papers, no more than `most` of them with those that were chosen before."""
    kept = []
    for each in sorted(sure, key=lambda each: _age(each.entry)):
        if most is None or each.entry.work in chosen or len(chosen) < most:
            chosen |= {each.entry.work} if each.entry.work is not None else set()
            kept.append(each)
    return kept


def _age(entry: Entry) -> tuple[int, ...]:
    """Sorts the newest papers first."""
    order = arxiv_order(entry.work) if entry.work is not None else None
    return tuple(-each for each in order or ())


def _find_all(listing: Listing, subject: Subject, facts: Facts, choice: Choice) -> list[Found]:
    """What is not up to date in the entries of a list, except for what was turned down."""
    found = (each for each in _find(listing, subject, facts, choice) if each.item.key not in choice.declined)
    return list(_leave_repeated(list(found)))


def _find(listing: Listing, subject: Subject, facts: Facts, choice: Choice) -> Iterator[Found]:
    """What is not up to date in the entries of a list."""
    siblings = Siblings(listing)
    suppressed = _suppressed_lines(listing, _SUPPRESSING[subject])
    for entry in listing.papers:
        if not suppressed.isdisjoint(listing.text.lines_of(entry.span)) or not _is_wanted(entry, choice.since):
            continue
        if subject is Subject.LINK:
            yield from (Found(entry, item) for item in _find_links(siblings, entry, facts))
        work, title = entry.work, entry.title
        if work is None or work.scheme is not Scheme.ARXIV or title is None:
            continue
        record = facts.paper(work)
        if record is None or not is_titled(title.value, record.all_titles):  # what is known is of another paper
            continue
        item = _FINDERS[subject](siblings, entry, find_news(facts, work, title.value))
        if item is not None:
            yield Found(entry, item)


def _leave_repeated(found: Sequence[Found]) -> Iterator[Found]:
    """A paper that lacks something in several places is left to a person: it may be listed twice by mistake."""
    places = Counter(each.entry.work for each in found)
    for entry, item in found:
        is_repeated = places[entry.work] > 1 and not item.reason and item.subject is not Subject.LINK
        reason = f"the paper lacks it in {places[entry.work]} places" if is_repeated else item.reason
        yield Found(entry, replace(item, reason=reason))


def _is_wanted(entry: Entry, since: date | None) -> bool:
    when = entry.announced or (entry.date.value if entry.date is not None else None)
    if since is None:
        return True
    return when is not None and date(when.year, when.month or 12, when.day or 28) >= since


def _suppressed_lines(listing: Listing, slugs: Sequence[str]) -> set[int]:
    """The lines for which a person suppressed what would lead to a change."""
    found: set[int] = set()
    for each in find_suppressions(listing):
        if any(slug.value in slugs for slug in each.slugs):
            found.update(each.own_lines)
            found.update(each.lines or ())
    return found


def _item(siblings: Siblings, entry: Entry, subject: Subject, value: str, sources: Iterable[Source]) -> Item:
    text = siblings.listing.text
    title = entry.title_text
    return Item(
        text.path, text.line_at(entry.span.start), f"arXiv:{entry.work.value}" if entry.work else "", title, subject,
        shorten(one_line(value), _SHOWN), tuple(dict.fromkeys(sources)),
    )  # fmt: skip


def _find_venue(siblings: Siblings, entry: Entry, news: News) -> Item | None:
    if names_venue(siblings.listing, entry):
        return None
    decision = decide_venue(news)
    claims, claim, sibling = decision.claims, decision.leading, siblings.of(entry)
    if claim is None or sibling is None:
        return None
    named = ", ".join(dict.fromkeys(_name(each) for each in claims)) if decision.claim is None else _name(claim)
    item = _item(siblings, entry, Subject.VENUE, named, (Source(each.source, each.address) for each in claims))
    if decision.claim is None or claim.year is None:
        return replace(item, reason=decision.reason) if write_venue(siblings, sibling, Venue("X", 2000)) else None
    edit = write_venue(siblings, sibling, Venue(claim.venue, claim.year, _track(claim)))
    if edit is None:
        return None
    reason = "" if decision.is_sure else decision.reason
    if not _NAME.fullmatch(claim.venue):
        return replace(item, reason=reason or "the source gives no name that a list could have")
    return _at(replace(item, reason=reason), sibling.offset, edit, siblings.listing.text)


def _track(claim: VenueClaim) -> str:
    return str(claim.track or Track.MAIN)


def _name(claim: VenueClaim) -> str:
    return " ".join(str(each) for each in (claim.venue, _track(claim), claim.year) if each)


def _find_code(siblings: Siblings, entry: Entry, news: News) -> Item | None:
    if names_code(entry):
        return None
    decision = decide_code(news)
    claims, claim, sibling = decision.claims, decision.leading, siblings.of(entry)
    if claim is None or sibling is None:
        return None
    edit = write_code(siblings, sibling, claim.address)
    if edit is None:
        return None
    named = claim.address if decision.claim is not None else ", ".join(dict.fromkeys(each.address for each in claims))
    item = _item(siblings, entry, Subject.CODE, named, (Source(each.source, each.page) for each in claims))
    if decision.claim is None:
        return replace(item, reason=decision.reason)
    reason = "" if decision.is_sure else decision.reason
    if not _ADDRESS.fullmatch(claim.address):
        return replace(item, reason=reason or "the source gives no address that a list could have")
    return _at(replace(item, reason=reason), sibling.offset, edit, siblings.listing.text)


def _find_title(siblings: Siblings, entry: Entry, news: News) -> Item | None:
    decision = decide_title(news)
    if decision.claim is None or entry.title is None:
        return None
    claim = decision.claim
    item = _item(siblings, entry, Subject.TITLE, claim.title, (Source(claim.source, claim.page),))
    return replace(item, reason=decision.reason, old=entry.title.value)


def _find_links(siblings: Siblings, entry: Entry, facts: Facts) -> Iterator[Item]:
    """Links whose pages moved for good, and dead links that an archive has a copy of."""
    for link in entry.links:
        claim = find_link_claim(facts, link.href)
        if claim is None:
            continue
        target = follow_move(link.href, claim.target) if claim.is_moved else escape_url(claim.target)
        fix = write_url(link, target) if target is not None else None
        if target is None or fix is None:
            continue
        decision = decide_link(claim)
        item = _item(siblings, entry, Subject.LINK, target, (Source(claim.source, claim.target),))
        item = replace(item, reason="" if decision.is_sure else decision.reason)
        yield _at(item, 0, fix.edits[0], siblings.listing.text)


def _find_withdrawal(siblings: Siblings, entry: Entry, news: News) -> Item | None:
    """A withdrawn paper is named."""
    if not news.withdrawn:
        return None
    item = _item(siblings, entry, Subject.LINK, "withdrawn", (Source("arXiv"),))
    return replace(item, reason="the paper is withdrawn")


_FINDERS: dict[Subject, Callable[[Siblings, Entry, News], Item | None]] = {
    Subject.VENUE: _find_venue,
    Subject.CODE: _find_code,
    Subject.TITLE: _find_title,
    Subject.LINK: _find_withdrawal,
}


def _at(item: Item, offset: int, edit: Edit, text: Text) -> Item:
    """The item with its edit, at its place in the list."""
    span = Span(edit.span.start + offset, edit.span.end + offset)
    first, last = (text.line_around(each) for each in (span.start, span.end))
    paste = f"{text.content[first.start : span.start]}{edit.new}{text.content[span.end : last.end]}".rstrip("\r\n")
    edit = edit._replace(span=span)
    return replace(item, edit=edit, old=text[span].strip(_MARKS), line=text.line_at(span.start), paste=paste)


def _write(text: Text, listing: Listing, found: Sequence[Found], read: Read) -> tuple[Text, list[Found]]:
    """Make changes, without those after which the list does not read as it is meant: they are looked for by halves."""
    if not found:
        return text, []
    after = _edited(text, found)
    if _reads_as_meant(listing, read(after), found):
        return after, list(found)
    if len(found) == 1:
        return text, []
    half = len(found) // 2
    halves = [_write(text, listing, each, read) for each in (found[:half], found[half:])]
    kept = [each for _, part in halves for each in part]
    after = _edited(text, kept)
    if all(part for _, part in halves) and _reads_as_meant(listing, read(after), kept):
        return after, kept
    return max(halves, key=lambda each: len(each[1]))


def _edited(text: Text, found: Sequence[Found]) -> Text:
    fixes = [Fix(each.item.value, (each.item.edit,)) for each in found if each.item.edit is not None]
    return Text(text.path, apply(text.content, fixes).content)


def _reads_as_meant(before: Listing, after: Listing, found: Sequence[Found]) -> bool:
    """Whether each entry is the same paper, and those that were changed keep their title and say what they should."""
    if len(before.entries) != len(after.entries):
        return False
    changed = group_pairs((each.entry.span.start, each.item) for each in found)
    for old, new in zip(before.entries, after.entries, strict=True):
        items = changed.get(old.span.start, [])
        if (old.work, old.kind) != (new.work, new.kind):
            return False
        has_title = (old.title and old.title.value) == (new.title and new.title.value)
        if items and not (has_title and all(_says(after, new, item) for item in items)):
            return False
    return True


def _says(listing: Listing, entry: Entry, item: Item) -> bool:
    if item.subject is Subject.LINK:
        return any(link.href == item.value for link in entry.links)
    if item.subject is Subject.CODE:
        return any(link.href == item.value for link in entry.links) and entry.kind is Kind.PAPER
    return item.subject is not Subject.VENUE or names_venue(listing, entry)
