"""One HTML page of lists: search as you type, filters by section, year and venue, an order to choose.

The entries are in the page as JSON, which its script shows a few at a time. Nothing is loaded from elsewhere. What a
list wrote is data there: the script puts it into the page as text, and links only lead to pages of the web.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.parts import Kind
from bot.reports.pages import make_environment, read_sheet
from bot.text import lazy_pattern, one_line, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from bot.exports.works import ExportedList, Work

_TEMPLATES = Path(__file__).parent / "templates"
_LONGEST_TITLE = 400
_LONGEST_COMMENT = 600
_LONGEST_LABEL = 40
_MOST_AUTHORS = 12
_MOST_LINKS = 8
_COUNT = lazy_pattern(r"(?<=\S)\s*[(（\[]\d[\d,]*[)）\]]$")
"""How many papers a heading says there are: the menu counts itself."""
_INDENT = "\u2003"


@dataclass(frozen=True, slots=True)
class Page:
    """What is on the page beside its entries."""

    title: str
    day: date
    source: str = ""
    """Where people read the lists, if that is known."""
    downloads: tuple[tuple[str, str], ...] = ()
    """Other forms of the lists beside the page: name and address."""
    feed: str = ""
    """The address of the Atom feed beside the page."""


class Choice(NamedTuple):
    """One value of a filter, as its menu shows it."""

    value: str
    label: str


def render_page(page: Page, lists: Sequence[ExportedList]) -> str:
    """The page, as the text of an HTML file in UTF-8."""
    places = tuple(_places(lists))
    sections, indexes = _sections(lists, [place for place, _ in places])
    works = [work for _, work in places]
    venues = Counter(venue for work in works if (venue := work.venue))
    ranked = sorted(venues, key=lambda venue: (-venues[venue], venue))
    numbers = {venue: number for number, venue in enumerate(ranked)}
    years = Counter(year for work in works if (year := _year(work)))
    rows = [_row(work, indexes[place], numbers) for place, work in places]
    data = {"sections": [[each.name, each.parent] for each in sections], "venues": ranked, "entries": rows}
    environment = make_environment(_TEMPLATES)
    return environment.get_template("list.html.j2").render(
        page=page,
        sheet=read_sheet("list", _TEMPLATES),
        papers=sum(work.kind is Kind.PAPER for work in works),
        total=len(works),
        sections=[Choice(str(number), each.label) for number, each in enumerate(sections)],
        years=[Choice(str(year), f"{year} ({years[year]:,})") for year in sorted(years, reverse=True)],
        venues=[Choice(str(number), f"{venue} ({venues[venue]:,})") for number, venue in enumerate(ranked)],
        data=_as_json(data),
    )


class _Section(NamedTuple):
    """A section as the menu has it; those around it come before it."""

    name: str
    parent: int
    depth: int
    entries: int

    @property
    def label(self) -> str:
        """Its name, further right the deeper it is."""
        return f"{_INDENT * self.depth}{shorten(self.name, 80)} ({self.entries:,})"


class _Place(NamedTuple):
    """A list and a section in it, by their indexes, and what groups entries there if no heading does."""

    list: int
    section: int
    group: str = ""


def _places(lists: Sequence[ExportedList]) -> Iterator[tuple[_Place, Work]]:
    for index, each in enumerate(lists):
        for work in each.works:
            if work.title or work.links:
                heading = each.listing.sections[work.section].heading
                yield _Place(index, work.section, "" if heading else work.group), work


def _sections(lists: Sequence[ExportedList], places: Sequence[_Place]) -> tuple[list[_Section], dict[_Place, int]]:
    """The sections that hold entries, with those around them in front, and their numbers; -1 is none.

    The heading of a whole list is one only where there are several lists.
    """
    own, groups = Counter(place[:2] for place in places), Counter(place for place in places if place.group)
    found: list[_Section] = []
    numbers: dict[_Place, int] = {}
    for index, each in enumerate(lists):
        sections = each.listing.sections
        counts = [own[index, number] for number in range(len(sections))]
        for number in range(len(sections) - 1, 0, -1):
            counts[max(sections[number].outer, 0)] += counts[number]
        whole = sum(own[index, number] for number in range(len(sections)))
        root = -1
        if len(lists) > 1 and whole:
            root = len(found)
            found.append(_Section(each.title, -1, 0, whole))
        for number, section in enumerate(sections):
            parent = numbers.get(_Place(index, section.outer), root)
            if not counts[number] or not section.heading or counts[number] == whole:
                numbers[_Place(index, number)] = parent
                continue
            numbers[_Place(index, number)] = len(found)
            depth = found[parent].depth + 1 if parent >= 0 else 0
            name = _COUNT.sub("", one_line(section.heading))
            found.append(_Section(name, parent, depth, counts[number]))
    for place, count in groups.items():
        parent = numbers[place._replace(group="")]
        numbers[place] = len(found)
        found.append(_Section(place.group, parent, found[parent].depth + 1 if parent >= 0 else 0, count))
    return found, numbers


def _row(work: Work, section: int, venues: Mapping[str, int]) -> list[object]:
    """An entry as the script reads it, by position."""
    authors = work.authors
    more = authors.more or len(authors.names) > _MOST_AUTHORS
    names = ", ".join(authors.names[:_MOST_AUTHORS]) + (" et al." if more else "")
    links = [[shorten(link.label, _LONGEST_LABEL) or "link", link.url] for link in work.links if link.url != work.url]
    return [
        shorten(work.title, _LONGEST_TITLE) or shorten(work.links[0].label or work.links[0].url, _LONGEST_TITLE),
        work.url or (work.links[0].url if not work.title and work.links else ""),
        section,
        _year(work) or 0,
        venues.get(work.venue, -1),
        work.date.iso() if work.date is not None else "",
        names,
        shorten(work.stated_venue or work.venue, _LONGEST_LABEL),
        shorten(work.comment, _LONGEST_COMMENT),
        links[:_MOST_LINKS],
        work.arxiv,
    ]


def _year(work: Work) -> int | None:
    """That of its date, which the page shows and sorts by; else that on record."""
    return work.date.year if work.date is not None else work.year


def _as_json(value: object) -> str:
    """JSON for an element of the page, which nothing but `<` could end."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return text.encode("utf-8", "replace").decode()
