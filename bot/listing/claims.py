"""What an entry says of its paper beside the title: who wrote it, where and when it was published.

A view on what reading has labelled as authors, venues and dates. What is in doubt is not a claim.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.listing.labels import read_link_label
from bot.listing.scores import FieldKind, announces_fact
from bot.papers.names import AuthorList, is_person, may_be_institution, names_of
from bot.papers.venues import VenueMention, find_venues
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.listing.model import Entry
    from bot.listing.parts import Labelled, Place


class ClaimedAuthors(NamedTuple):
    """Names in an entry; `certain` where a label, a column, "by" or "et al." says that they are authors."""

    authors: AuthorList
    span: Span
    certain: bool
    place: Place


class ClaimedVenue(NamedTuple):
    """A venue in an entry; the text is as written, without the year where the venue is not a known one."""

    text: str
    span: Span
    mention: VenueMention | None
    """None where the venue is not a known one."""
    year: int | None


class ClaimedYear(NamedTuple):
    """A year in an entry that no venue is beside."""

    year: int
    span: Span


class Claims(NamedTuple):
    """Everything that an entry says of its paper, as far as it is beyond doubt."""

    authors: tuple[ClaimedAuthors, ...] = ()
    venues: tuple[ClaimedVenue, ...] = ()
    years: tuple[ClaimedYear, ...] = ()


_BARE_YEAR = lazy_pattern(r"(?:19|20)\d\d")
_YEAR_BESIDE = lazy_pattern(r"[\s,.(]*(?:\b((?:19|20)\d\d)|['’](\d\d))\W*$|^((?:19|20)\d\d)\b[\s,.:-]*")
_TOPIC = lazy_pattern(r"\b(?:Conference|Symposium|Workshop|Congress|Meeting) (?:on|of|for) [\w ]*$")
_LONGEST_VENUE = 120
"""Characters."""


def read_claims(entry: Entry) -> Claims:
    """Read what an entry says of its paper."""
    own = [each for each in entry.labelled if _may_say(entry, each)]
    authors = [found for each in own if each.kind is FieldKind.AUTHORS for found in _read_authors(entry, each)]
    venues = [found for each in own if each.kind is FieldKind.VENUE for found in _read_venues(each)]
    dates = (each.part for each in own if each.kind is FieldKind.DATE and _BARE_YEAR.fullmatch(each.part.value))
    return Claims(tuple(authors), tuple(venues), tuple(ClaimedYear(int(each.value), each.span) for each in dates))


def _may_say(entry: Entry, labelled: Labelled) -> bool:
    """Whether nothing announces something else: `Dataset: Natural Questions`. The name of an entry may be before it."""
    label, is_name = labelled.label, labelled.place.is_before_title and not entry.columns
    return not label or is_name or labelled.names_authors or announces_fact(label)


def _read_authors(entry: Entry, labelled: Labelled) -> Iterator[ClaimedAuthors]:
    """Names, if all of them are those of people, and not a single word; in two ways where only the list tells which."""
    value, place = labelled.part.value, labelled.place
    for found in dict.fromkeys((names_of(value, entry.listed), names_of(value))):
        names = found.names
        is_alone = len(names) == 1 and not found.more and " " not in names[0]
        if names and not is_alone and _are_people(names, is_sure=labelled.names_authors):
            certain = (labelled.names_authors or found.more) and not place.is_bracketed
            yield ClaimedAuthors(found, labelled.part.span, certain, place)


def _are_people(names: Sequence[str], *, is_sure: bool) -> bool:
    """Whether names are those of people; among others, and where a label says so, capitals are not what tells."""
    known = sum(map(is_person, names))
    others = (each.title().removeprefix("An ") for each in names)  # `An Liu` looks like no name when alone
    may_be = known == len(names) or ((is_sure or 2 * known > len(names)) and all(map(is_person, others)))
    return may_be and not any(map(may_be_institution, names))


def _read_venues(labelled: Labelled) -> Iterator[ClaimedVenue]:
    """The known venues that words name; else the words, without their year, as one that is not known."""
    whole = labelled.dated or labelled.part
    beside = _YEAR_BESIDE.search(whole.value)
    year = next((int(each) + 2000 * (len(each) == 2) for each in beside.groups() if each), None) if beside else None
    mentions = [each for each in find_venues(whole.value) if not _is_topic(whole.value, each)]
    for each in mentions:
        yield ClaimedVenue(each.text, whole.span, each, each.year or year)
    name = (_YEAR_BESIDE.sub("", whole.value) if beside else whole.value).strip(" ,.;:")
    is_name = len(name) <= _LONGEST_VENUE and any(map(str.isalpha, name)) and read_link_label(name) is None
    if not mentions and is_name:
        yield ClaimedVenue(name, whole.span, None, year)


def _is_topic(text: str, mention: VenueMention) -> bool:
    """Whether the name of a journal is the last word of what a conference is about: `Symposium on AI for Science`."""
    is_word = mention.name.isalpha() and mention.name == mention.name.capitalize()
    return is_word and _TOPIC.search(text, 0, mention.start) is not None
