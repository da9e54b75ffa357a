"""One HTML page of lists: search as you type, filters by section, time, venue, author and code, an order to choose.

The entries are in the page as JSON, which its script shows a few at a time; their BibTeX is beside it, compressed,
for who copies it. Nothing is loaded from elsewhere. What a list wrote is data there: the script puts it into the page
as text, and links only lead to pages of the web.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

from bot.exports.bibliography import ExportedList, Work
from bot.exports.references import Reference, digest, make_references, number_references, render_bibtex
from bot.listing.parts import Kind
from bot.reports.pages import make_environment, read_sheet
from bot.text import lazy_pattern, shorten

_TEMPLATES = Path(__file__).parent / "templates"
_LONGEST_TITLE = 400
_LONGEST_COMMENT = 600
_LONGEST_LABEL = 40
_MOST_AUTHORS = 200
"""All are found; the script shows the first of them until one asks for more."""
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
    shown = [(work, _path(work, each, lists)) for each in lists for work in each.works if work.title or work.links]
    sections, indexes = _sections(path for _, path in shown)
    works = [work for work, _ in shown]
    venues = Counter(venue for work in works if (venue := work.venue))
    ranked = sorted(venues, key=lambda venue: (-venues[venue], venue))
    numbers = {venue: number for number, venue in enumerate(ranked)}
    references = make_references(lists)
    cited = number_references(lists)
    keys = _keys(works, references, cited)
    rows = [
        [*_row(work, indexes[path], numbers), key, cited.get(id(work), -1)]
        for (work, path), key in zip(shown, keys, strict=True)
    ]
    data = {"sections": [[each.name, each.parent] for each in sections], "venues": ranked, "entries": rows}
    coded = sum(bool(work.code) for work in works)
    environment = make_environment(_TEMPLATES)
    return environment.get_template("list.html.j2").render(
        page=page,
        sheet=read_sheet("list", _TEMPLATES),
        papers=sum(work.kind is Kind.PAPER for work in works),
        total=len(works),
        sections=[Choice(str(number), each.label) for number, each in enumerate(sections)],
        venues=[Choice(str(number), f"{venue} ({venues[venue]:,})") for number, venue in enumerate(ranked)],
        coded=coded if coded < len(works) else 0,
        data=_as_json(data),
        bibtex=_compress(render_bibtex(references)),
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


class _Tree:
    """A section while its entries are counted."""

    __slots__ = ("entries", "inside", "own")

    def __init__(self) -> None:
        self.inside: dict[str, _Tree] = {}
        self.entries = 0
        self.own = 0

    def add(self, path: Sequence[str]) -> None:
        """Count an entry in, and in all sections on its way."""
        self.entries += 1
        if not path:
            self.own += 1
        else:
            self.inside.setdefault(path[0], _Tree()).add(path[1:])


def _path(work: Work, each: ExportedList, lists: Sequence[ExportedList]) -> tuple[str, ...]:
    """The sections of an entry without the counts in their names; the list is one only where there are several."""
    names = tuple(_COUNT.sub("", name) for name in work.sections)
    return (each.title, *names) if len(lists) > 1 and names[:1] != (each.title,) else names


def _sections(paths: Iterable[Sequence[str]]) -> tuple[list[_Section], dict[tuple[str, ...], int]]:
    """The sections that hold entries, with those around them in front, and their numbers by path; -1 is none.

    A section that holds everything tells nothing apart, and is none.
    """
    tree = _Tree()
    for path in paths:
        tree.add(path)
    found: list[_Section] = []
    numbers: dict[tuple[str, ...], int] = {}

    def visit(node: _Tree, path: tuple[str, ...], parent: int, depth: int) -> None:
        numbers[path] = parent
        for name, each in node.inside.items():
            inner = (*path, name)
            if each.entries == tree.entries:
                visit(each, inner, -1, 0)
            else:
                found.append(_Section(name, parent, depth, each.entries))
                visit(each, inner, len(found) - 1, depth + 1)

    visit(tree, (), -1, 0)
    return found, numbers


def _row(work: Work, section: int, venues: Mapping[str, int]) -> list[object]:
    """An entry as the script reads it, by position."""
    authors = work.authors
    more = authors.more or len(authors.names) > _MOST_AUTHORS
    names = [*authors.names[:_MOST_AUTHORS], *([""] if more else [])]
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
        int(bool(work.code)),
    ]


def _keys(works: Iterable[Work], references: Sequence[Reference], cited: Mapping[int, int]) -> Iterator[str]:
    """What the address of the page names each entry by; empty for `arXiv:` and its arXiv id."""
    seen: Counter[str] = Counter()
    for work in works:
        number = cited.get(id(work))
        name = work.title or next((link.url for link in work.links), "")
        key = references[number].key if number is not None else f"entry:{digest(f'{name} {work.url}')}"
        seen[key] += 1
        if seen[key] > 1:
            yield f"{key}~{seen[key]}"
        else:
            yield "" if work.arxiv and key == f"arXiv:{work.arxiv}" else key


def _compress(text: str) -> str:
    """A text for an element of the page, in a tenth of its size: entries apart by NUL, deflated, in base 64."""
    entries = text.replace("}\n\n@", "}\n\0@")
    return b64encode(zlib.compress(entries.encode("utf-8", "replace"), 9)).decode()


def _year(work: Work) -> int | None:
    """That of its date, which the page shows and sorts by; else that on record."""
    return work.date.year if work.date is not None else work.year


def _as_json(value: object) -> str:
    """JSON for an element of the page, which nothing but `<` could end."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return text.encode("utf-8", "replace").decode()
