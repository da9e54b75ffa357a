"""What headings, the badges of an entry, and the words that its links show to a pointer, say of when and where."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.dates import find_with_venues
from bot.listing.labels import Label, read_link_label, split_badge
from bot.listing.scores import DATE, VENUE, read_header
from bot.listing.shapes import ANY_YEAR, CLOSING_EDGES, Shape, name_venue, name_without_year, read_shape
from bot.papers.dates import PartialDate, find_dates, read_date_label
from bot.papers.identifiers import Scheme
from bot.papers.venues import find_venues, is_venue_with_year, known_venue, names_archive
from bot.text import Text, group_pairs, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.document import Link, Prose
    from bot.papers.identifiers import Identifier

_TOOLTIP = lazy_pattern(r"""[>\s]+(?:"([^"\n]+)"|'([^'\n]+)')\s*\)$""")


_WORKSHOP = lazy_pattern(r"[^\s@]{2,20} ?@ ?([^\s@]+)", needs="@")
"""A workshop and the conference that it was at: `DeeLIO@ACL`."""
_FEWEST_VENUES = 2
"""Headings that are of known venues, from which most of those beside them are."""
_ACRONYM = lazy_pattern(r"(?:[^()]+ \()?(?=\w+[A-Z&])[A-Z][\w&/-]{1,11}\)?")


def find_venues_of(headings: Iterable[tuple[tuple[int, int], str]], categories: Iterable[str]) -> dict[str, str]:
    """The venue that each heading and category is of, without its year; of headings also by those beside them.

    Each heading comes with the section around it and its level, the same for those that are beside each other.
    """
    groups = group_pairs(headings)
    found = {words: name_venue(words) for words in (*categories, *chain.from_iterable(groups.values()))}
    forms = {each: (ANY_YEAR.search(each) is not None, each.endswith(")")) for each in found}  # `... (HILL) 2019`
    for beside in groups.values():
        known = [each for each in beside if found[each]]
        usual = Counter(forms[each] for each in known).most_common(1)
        for heading in beside if len(known) >= max(_FEWEST_VENUES, len(beside) / 2) else ():
            words = name_without_year(heading)
            is_alike = words[-1:] == ")" or read_shape(words) in (Shape.ACRONYM, Shape.INITIALS)
            is_alike = is_alike and forms[heading] == usual[0][0] and _ACRONYM.fullmatch(words) is not None
            found[heading] = found[heading] or (words if is_alike else None)
    venues = {heading: venue for heading, venue in found.items() if venue}
    are_archives = all(map(names_archive, venues.values()))
    return {} if are_archives else venues  # papers of one archive may be together without being published there


class Shown(NamedTuple):
    """A venue, without the year, and a date."""

    venue: str | None = None
    date: PartialDate | None = None


def read_badges(text: Text, proses: Iterable[Prose], identifiers: Iterable[Identifier]) -> Shown:
    """The first venue and the first date that badges and links show: `Paper | CVPR 2024`, `[pdf](url "CVPR 2024")`."""
    venue, date = None, None
    for shown in _find_shown(text, proses):
        venue, date = venue or shown.venue, date or shown.date
    ids = (each.value for each in identifiers if each.scheme is Scheme.ARXIV)
    if date is not None and date.month is None and any(each.startswith(f"{date.year}.") for each in ids):
        date = read_date_label(f"{date.year}")[-1].value  # `arXiv'2006` beside 2006.01234
    return Shown(venue, date)


def _find_shown(text: Text, proses: Iterable[Prose]) -> Iterator[Shown]:
    """What each badge, each picture that is a link, and each link of an entry shows, in order."""
    for prose in proses:
        links = list(prose.links()) if not prose.is_plain else []
        linked = {id(link.badge) for link in links if link.badge is not None}
        for link in links:
            if link.image and (parts := split_badge(link.href)):
                yield _read_parts(*parts, is_linked=id(link) in linked)
            elif link.badge is not None and not split_badge(link.badge.href):
                yield _read_parts(link.badge.label)
            elif (words := _find_tooltip(text, link)) and is_venue_with_year(words):
                yield _read_parts(words)


def _find_tooltip(text: Text, link: Link) -> str | None:
    """The title of a link in Markdown, which browsers show to a pointer."""
    if link.url_span is None or link.span.end - link.url_span.end < len('"CVPR")'):
        return None
    match = _TOOLTIP.match(text.content, link.url_span.end, link.span.end)
    return (match[1] or match[2]) if match else None


def _read_parts(header: str, *values: str, is_linked: bool = True) -> Shown:
    """What a badge says: its label may announce a venue or a date, as the words over a column do.

    The name of a venue alone says what a link leads to; of a picture that is not a link, where the paper was published.
    """
    value, kind = " ".join(values), read_header(header) if values else None
    if kind == VENUE and (find_venues(value) or read_link_label(value) is None):
        return Shown(ANY_YEAR.sub("", value).strip(CLOSING_EDGES) or None, _read_date(value))
    return Shown(date=_read_date(value)) if kind == DATE else _read_words(f"{header} {value}".strip(), is_linked)


def _read_words(shown: str, is_linked: bool) -> Shown:
    """What the words of a badge say whose label announces neither a venue nor a date: `Paper | CVPR 2024`."""
    first, _, rest = shown.partition(" ")
    label = read_link_label(first)
    if label in (Label.CODE, Label.PAGE, Label.NOTE):
        return Shown()  # `Stars 2020`
    mention = next((each for each in find_venues(shown) if each.start == 0), None)
    is_named = known_venue(first) is not None or mention is not None
    if label is not None and not is_named and (name_venue(rest) is not None or name_venue(shown) is None):
        shown = rest  # `Paper CVPR 2024`
    dates = find_dates(shown)
    ahead = shown[: dates[0].start].strip(CLOSING_EDGES) if dates else ""
    dated = mention.text if mention is not None and mention.year else ""
    venue = name_venue(ahead) or name_venue(dated) or name_venue(shown)  # `ICLR24 Spotlight`: without how it was there
    if venue is None and ahead and dates[0].value is not None and dates[0].value.day is not None:
        return Shown()  # `Read on 2 May 2024`
    if venue is None and len(dates) == 1 and is_venue_with_year(shown):
        venue = ahead
    if venue is None and (event := _WORKSHOP.fullmatch(shown)) is not None and known_venue(event[1]) is not None:
        venue = shown
    is_label = is_linked and read_link_label(shown) is Label.PAPER
    return Shown(None if is_label else venue or None, _read_date(shown))


def _read_date(words: str) -> PartialDate | None:
    """The one date in words: `arXiv 2025.09`; that of a venue may be two digits: `ICCV 19`."""
    dates = [each.value for each in find_with_venues(words) if each.value is not None]
    exact = [each for each in dates if each.month] or dates
    return exact[0] if len(exact) == 1 == len({each.year for each in dates}) else None
