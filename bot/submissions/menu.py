"""The sections that the form offers: those in which an entry can be written, which is tried."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.additions.addition import find_options, find_section
from bot.document.parser import keep_inlines
from bot.linter.diagnostics import Fix, apply
from bot.listing.places import find_date, name_of, resolve
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme, page_url
from bot.papers.record import Record
from bot.submissions.form import LONGEST_SECTION, is_choice
from bot.text import Text, lazy_pattern, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import date

    from bot.listing import Listing

    Read = Callable[[Text], Listing]

_COUNT = lazy_pattern(r"\s*[(\[]\d[\d,. ]*(?:papers?)?[)\]]\s*$")
"""A number of papers at the end of a heading, which changes with every paper."""
_MOST_WAYS = 2
"""Ways to write an entry that are tried, for each kind of paper."""
_LAST_NUMBER = 99_999
"""Of arXiv's in a month: no paper has it yet."""


def list_sections(listings: Iterable[Listing], read: Read, today: date) -> tuple[str, ...]:
    """The sections that papers can be proposed for, each once: those with papers, and empty ones beside them.

    What holds date headings stands for these. They are named without the number of their papers, where that leaves
    the names apart.
    """
    with keep_inlines():
        names = tuple(dict.fromkeys(name for listing in listings for name in _find_writable(listing, read, today)))
    counts = Counter(map(_uncounted, names))
    shown = (_COUNT.sub("", each) if counts[_uncounted(each)] == 1 else each for each in names)
    return tuple(each for each in shown if is_choice(each))


def _find_writable(listing: Listing, read: Read, today: date) -> Iterator[str]:
    """The names of the sections in which an entry is read as one once it is written; they are tried at once."""
    wanted = sorted({_above_dates(listing, index) for index in _find_homes(listing)})
    written = _try(listing, wanted, read, today)
    # Of one date heading nobody learns how to open the next: then it is offered itself.
    dated = [index for index in _find_homes(listing) if _above_dates(listing, index) not in written]
    written |= _try(listing, [index for index in dated if index not in wanted], read, today)
    for index in sorted(written):
        name = _shown(listing, index)
        if name and len(name) <= LONGEST_SECTION:
            yield name


def _find_homes(listing: Listing) -> list[int]:
    """The sections with papers, and those beside them that have nothing below their heading yet."""
    found = {entry.section for entry in listing.papers if listing.sections[entry.section].level}
    beside = {(listing.sections[index].outer, listing.sections[index].level) for index in found}
    above = {section.outer for section in listing.sections}
    for index, section in enumerate(listing.sections):
        is_empty = index not in above and not listing.text.content[section.heading_span.end : section.span.end].strip()
        if is_empty and section.level and (section.outer, section.level) in beside:
            found.add(index)
    return sorted(found)


def _find_named_homes(listing: Listing) -> list[int]:
    homes = _find_homes(listing)
    return sorted({*homes, *(_above_dates(listing, index) for index in homes)})


def _try(listing: Listing, sections: Sequence[int], read: Read, today: date) -> set[int]:
    """Those of the sections in which a paper that does not exist can be written: all in one copy of the list."""
    ways = {index: _find_ways(listing, index, number, today) for number, index in enumerate(sections)}
    written: set[int] = set()
    for way in range(max(map(len, ways.values()), default=0)):
        left = {index: found[way] for index, found in ways.items() if index not in written and len(found) > way}
        if not left:
            break
        done = apply(listing.text.content, [fix for fix, _ in left.values()])
        entries = read(Text(listing.text.path, done.content)).papers
        named = {entry.work for entry in entries} | {link.href for entry in entries for link in entry.links}
        # What another one was in the way of, such as the place between two headings, is not known to fail.
        written |= {index for index, (fix, name) in left.items() if fix in done.skipped or name in named}
    return written


def _find_ways(listing: Listing, index: int, number: int, today: date) -> list[tuple[Fix, Identifier | str]]:
    """The edits that write a paper that does not exist into a section, and what names it: on arXiv, then elsewhere."""
    identifier = Identifier(Scheme.ARXIV, f"{today:%y%m}.{_LAST_NUMBER - number}")
    record = Record(
        f"Trying to Write a Paper Into Section {number}",
        authors=("Ada Lovelace", "Grace Hopper"),
        date=PartialDate(today.year, today.month, today.day),
        year=today.year,
        identifier=identifier,
        address=page_url(identifier),
    )
    found: list[tuple[Fix, Identifier | str]] = []
    for each in (record, replace(record, identifier=None, address=f"https://paper.invalid/{number}")):
        options = find_options(listing, find_section(listing, index, each), each)[:_MOST_WAYS]
        found += [(Fix(each.title, option.edits), each.identifier or each.address) for option in options]
    return found


def _shown(listing: Listing, index: int) -> str:
    """The name of a section as a menu shows it: on a line, without characters that are not seen."""
    return one_line(name_of(listing, index)) if listing.sections[index].level else ""


def _above_dates(listing: Listing, index: int) -> int:
    """The section, or the one around it where it is headed by a date: the date of the paper decides there."""
    while listing.sections[index].level and find_date(listing.sections[index].heading) is not None:
        index = listing.sections[index].outer
    return index


def find_named(listings: Sequence[Listing], name: str) -> tuple[int, str] | None:
    """The list with the section of that name, and its name there; numbers of papers in headings may have changed."""
    for index, listing in enumerate(listings):
        chosen = resolve(listing, name)
        if chosen.section is not None:
            return index, name_of(listing, chosen.section)
    wanted = _uncounted(name)
    found = [
        (index, name_of(listing, number))
        for index, listing in enumerate(listings)
        for number in _find_named_homes(listing)
        if _uncounted(_shown(listing, number)) == wanted
    ]
    return found[0] if wanted and len(found) == 1 else None


def _uncounted(name: str) -> str:
    return " ".join(_COUNT.sub("", name.casefold()).split())
