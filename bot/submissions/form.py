"""The form in which a paper is proposed: its template, the sections it offers, and what an issue made from it says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple, TypeVar

from bot.additions.addition import find_options, find_section
from bot.additions.given import PARTS
from bot.linter.diagnostics import Fix, apply
from bot.listing import Listing
from bot.ordering.places import find_date, name_of, resolve, without_count
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme, page_url
from bot.papers.record import Record
from bot.papers.similarity import title_key
from bot.text import Text, lazy_pattern, one_line, shorten

Read = Callable[[Text], Listing]


_Paper = TypeVar("_Paper")

NAME = "add-paper.yml"
"""The file of the template, in `.github/ISSUE_TEMPLATE`."""
TEMPLATE = f".github/ISSUE_TEMPLATE/{NAME}"
LABEL = "paper-submission"
"""The label that the template gives an issue, where the repository has one of that name."""
TITLE = "Paper:"
"""How the title of the issue begins, unless somebody changes it."""

_PAPER = "Link or identifier"
_SECTION = "Section"
_WHY = "Why it belongs in the list"
_UNSURE = "Not sure: the bot proposes one"
_EMPTY = frozenset({"", "_No response_", "None", _UNSURE})
"""What GitHub writes for a field that was not filled in; and our own first choice, which it may select by itself."""
_HEADING = "### "
_LONGEST_BODY = 70_000
"""Characters; GitHub takes 65,536."""
_LONGEST_FIELD = 2_000
LONGEST_SECTION = 200
_MOST_NAMES = 20
_MOST_SECTIONS = 100
"""With more sections the field is for typing: a menu would be too long to look through."""
_OPTIONS = lazy_pattern(rf"(      label: {_SECTION}\n(?:      (?!options:).*\n)*      options:\n)(?:        - .*\n)+")
"""The choices of the menu, in a form as we write it."""
_WORD = lazy_pattern(r"[^\s<>()\[\]{}\"'`|]+")
_EDGES = ".,;:!?*_<>"
_MOST_WAYS = 2
"""Ways to write an entry that are tried, for each kind of paper."""
_LAST_NUMBER = 99_999
"""Of arXiv's in a month: no paper has it yet."""

_OPTIONAL = {"title": "Title", "authors": "Authors", "date": "Date", "venue": "Venue", "code": "Code"}
"""The labels of what `bot add` takes by hand, by its names; the link is the page."""
_TITLES = {_PAPER: "", _SECTION: "", **{label: name for name, label in _OPTIONAL.items()}}
"""The labels of all fields that are read, with the names of `_OPTIONAL`."""

_FORM = """\
# Written by `bot init --submissions`, with the sections of the list. The bot finds the fields by their labels.
name: Add a paper
description: Propose a paper for the list. The bot answers with the line that would be added.
title: "<title> "
labels: [<label>]
body:
  - type: input
    id: paper
    attributes:
      label: <paper>
      description: An arXiv id, a DOI, or the address of a paper, a post or a product. One paper per form.
      placeholder: https://arxiv.org/abs/2401.12345
    validations:
      required: true
<field>  - type: markdown
    attributes:
      value: The bot looks up the rest. Fill in only what no service knows (as for a blog post) or gets wrong.
<optional>  - type: textarea
    id: why
    attributes:
      label: <why>
      description: For the maintainers; the bot does not read it.
"""
_PART = """\
  - type: input
    id: <id>
    attributes:
      label: <label>
      description: <what>
"""
_MENU = """\
  - type: dropdown
    id: section
    attributes:
      label: <section>
      options:
<options>      default: 0
"""
_INPUT = """\
  - type: input
    id: section
    attributes:
      label: <section>
      description: A heading of the list. Leave it empty if you are not sure.
"""


class Form(NamedTuple):
    """What an issue made from the template says."""

    names: tuple[str, ...]
    """The words that may name the paper."""
    section: str = ""
    """The section that was chosen; empty if none was."""
    said: tuple[tuple[str, str], ...] = ()
    """What it says about the paper by hand: names of `PARTS`, each with what is filled in."""


def render_template(sections: Sequence[str]) -> str:
    """The template of the form, with a menu of `sections`."""
    content = _FORM
    filled = (
        ("title", TITLE),
        ("label", LABEL),
        ("paper", _PAPER),
        ("why", _WHY),
        ("optional", "".join(_render_part(name, label) for name, label in _OPTIONAL.items())),
        ("field", _INPUT if len(sections) > _MOST_SECTIONS else _MENU if sections else ""),
    )
    for name, value in filled:
        content = content.replace(f"<{name}>", value)
    return content.replace("<section>", _SECTION).replace("<options>", _render_options(sections))


def is_choice(name: str) -> bool:
    """Whether the menu can offer a section of this name: one with a word, not ours, not `None`: GitHub refuses that."""
    return name.casefold() != "none" and name not in _EMPTY and any(map(str.isalnum, name))


def _render_part(name: str, label: str) -> str:
    what = PARTS[name]
    value = json.dumps(f"{what[0].upper()}{what[1:]}.", ensure_ascii=False)
    return _PART.replace("<id>", name).replace("<label>", label).replace("<what>", value)


def _render_options(sections: Sequence[str]) -> str:
    return "".join(f"        - {json.dumps(each, ensure_ascii=False)}\n" for each in (_UNSURE, *sections))


def renew_template(content: str, sections: Sequence[str]) -> str | None:
    """The form with a menu of the `sections` as they are now, everything else as somebody has edited it.

    None if it has no menu as `render_template` writes it, or is to have none: then it is to be written again.
    """
    if not sections or len(sections) > _MOST_SECTIONS:
        return content if _OPTIONS.search(content) is None and f"label: {_SECTION}" in content else None
    options = _render_options(sections)
    renewed, count = _OPTIONS.subn(lambda match: f"{match[1]}{options}", content)
    return renewed if count == 1 else None


def read_form(body: str) -> Form | None:
    """What the issue with this text proposes; None if it was not made from the template: its first line is ours."""
    lines = [line.rstrip() for line in body[:_LONGEST_BODY].splitlines()]
    start = next((number for number, line in enumerate(lines) if line), len(lines))
    if start == len(lines) or lines[start] != f"{_HEADING}{_PAPER}":
        return None
    values: dict[str, str] = {}
    for number in range(start, len(lines)):
        label = lines[number].removeprefix(_HEADING)
        if lines[number] == f"{_HEADING}{_WHY}":
            break
        if lines[number] != label and label in _TITLES and label not in values:
            values[label] = _field(lines, number)
    filled = {label: value for label, value in values.items() if value not in _EMPTY}
    said = ((name, one_line(filled[label])) for label, name in _TITLES.items() if name and label in filled)
    return Form(
        tuple(filled.get(_PAPER, "").split()[:_MOST_NAMES]),
        shorten(filled.get(_SECTION, "").partition("\n")[0].strip(), LONGEST_SECTION),
        tuple(said),
    )


def _field(lines: Sequence[str], heading: int) -> str:
    """What is below a heading, up to the next one."""
    end = next((n for n in range(heading + 1, len(lines)) if lines[n].startswith(_HEADING)), len(lines))
    return "\n".join(lines[heading + 1 : end]).strip()[:_LONGEST_FIELD]


def find_papers(names: Iterable[str], read: Callable[[str], _Paper | None]) -> tuple[_Paper, ...]:
    """The papers that some words name, each once: a whole word, or what is in its brackets."""
    found: dict[_Paper, None] = {}
    for name in names:
        for each in (name.strip(_EDGES), *(match[0].strip(_EDGES) for match in _WORD.finditer(name))):
            if (paper := read(each)) is not None:
                found[paper] = None
                break
    return tuple(found)


def find_linked(text: str) -> tuple[str, ...]:
    """The addresses in a text that was not made from the template."""
    words = (match[0].strip(_EDGES) for match in _WORD.finditer(text[:_LONGEST_BODY]))
    return tuple(dict.fromkeys(word for word in words if word.startswith(("https://", "http://"))))[:_MOST_NAMES]


def list_sections(listings: Iterable[Listing], read: Read, today: date) -> tuple[str, ...]:
    """The sections that papers can be proposed for, each once: those with papers, and empty ones beside them.

    What holds date headings stands for these. They are named without the number of their papers, where that leaves
    the names apart.
    """
    names = tuple(dict.fromkeys(name for listing in listings for name in _find_writable(listing, read, today)))
    counts = Counter(map(_uncounted, names))
    shown = (without_count(each) if counts[_uncounted(each)] == 1 else each for each in names)
    return tuple(each for each in shown if is_choice(each))


def can_write(listing: Listing, read: Read, today: date) -> bool:
    """Whether an entry can be written into any section of a list, or into one without headings."""
    return bool(_try(listing, sorted({entry.section for entry in listing.papers}), read, today))


def _find_writable(listing: Listing, read: Read, today: date) -> Iterator[str]:
    """The names of the sections in which an entry is read as one once it is written; they are tried at once."""
    wanted = sorted({_above_dates(listing, index) for index in _find_homes(listing)})
    written = _try(listing, wanted, read, today)
    # One date heading does not show how the next is written: then it is offered itself.
    dated = [index for index in _find_homes(listing) if _above_dates(listing, index) not in written]
    written |= _try(listing, [index for index in dated if index not in wanted], read, today)
    for index in sorted(written):
        name = _shown(listing, index)
        if name and len(name) <= LONGEST_SECTION:
            yield name


def _find_homes(listing: Listing) -> list[int]:
    """The sections with papers, and those beside them that have nothing below their heading yet."""
    found = {entry.section for entry in listing.papers if listing.sections[entry.section].level}
    found -= {index for index in found if _is_of_one_paper(listing, index)}
    beside = {(listing.sections[index].outer, listing.sections[index].level) for index in found}
    above = {section.outer for section in listing.sections}
    for index, section in enumerate(listing.sections):
        is_empty = index not in above and not listing.text.content[section.heading_span.end : section.span.end].strip()
        if is_empty and section.level and (section.outer, section.level) in beside:
            found.add(index)
    return sorted(found)


def _is_of_one_paper(listing: Listing, index: int) -> bool:
    """Whether a heading names the only paper below it: no other one belongs there."""
    section = listing.sections[index]
    entries = listing.in_section(section)
    return len(entries) == 1 and title_key(entries[0].title_text) == title_key(section.heading)


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
    found = ((index, resolve(listing, name).section) for index, listing in enumerate(listings))
    return next(((index, name_of(listings[index], number)) for index, number in found if number is not None), None)


def _uncounted(name: str) -> str:
    return " ".join(without_count(name.casefold()).split())
