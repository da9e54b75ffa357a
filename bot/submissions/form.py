"""The form in which a paper is proposed: its template, and what an issue made from it says."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from bot.listing.places import find_date, name_of, resolve
from bot.text import lazy_pattern, shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bot.listing import Listing

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
_LONGEST_SECTION = 200
_MOST_NAMES = 20
_MOST_SECTIONS = 100
"""With more sections the field is for typing: nobody looks through such a menu."""
_RESERVED = "none"
"""GitHub refuses a form with this choice."""
_WORD = lazy_pattern(r"[^\s<>()\[\]{}\"'`|]+")
_EDGES = ".,;:!?*_<>"
_COUNT = lazy_pattern(r"\s*[(\[]\d[\d,. ]*(?:papers?)?[)\]]\s*$")
"""A number of papers at the end of a heading, which changes with every paper."""

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
      description: An arXiv id, a DOI, or the address of the paper. One paper for each form.
      placeholder: https://arxiv.org/abs/2401.12345
    validations:
      required: true
<field>  - type: textarea
    id: why
    attributes:
      label: <why>
      description: For the maintainers; the bot does not read it.
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
    """The section that was chosen; empty where none was."""


def render_template(sections: Sequence[str]) -> str:
    """The template of the form, with a menu of `sections`."""
    field = _INPUT if len(sections) > _MOST_SECTIONS else _MENU if sections else ""
    options = "".join(f"        - {json.dumps(each, ensure_ascii=False)}\n" for each in (_UNSURE, *sections))
    content = _FORM
    for name, value in (("title", TITLE), ("label", LABEL), ("paper", _PAPER), ("why", _WHY), ("field", field)):
        content = content.replace(f"<{name}>", value)
    return content.replace("<section>", _SECTION).replace("<options>", options)


def list_sections(listings: Iterable[Listing]) -> tuple[str, ...]:
    """The sections that papers can be proposed for, each once: those with papers, but for what holds date headings.

    They are named without the number of their papers, where that leaves the names apart.
    """
    names = tuple(dict.fromkeys(name for listing in listings for name in _names(listing)))
    counts = Counter(map(_uncounted, names))
    shown = (_COUNT.sub("", each) if counts[_uncounted(each)] == 1 else each for each in names)
    return tuple(each for each in shown if each.casefold() != _RESERVED and each not in _EMPTY)


def _names(listing: Listing) -> Iterator[str]:
    for index in sorted({_above_dates(listing, entry.section) for entry in listing.papers}):
        name = name_of(listing, index) if listing.sections[index].level else ""
        if name and len(name) <= _LONGEST_SECTION and name.isprintable():
            yield name


def _above_dates(listing: Listing, index: int) -> int:
    """The section, or the one around it where it is headed by a date: the date of the paper decides there."""
    while listing.sections[index].level and find_date(listing.sections[index].heading) is not None:
        index = listing.sections[index].outer
    return index


def read_form(body: str) -> Form | None:
    """What the issue with this text proposes; None if it was not made from the template: its first line is ours."""
    lines = [line.rstrip() for line in body[:_LONGEST_BODY].splitlines()]
    start = next((number for number, line in enumerate(lines) if line), len(lines))
    if start == len(lines) or lines[start] != f"{_HEADING}{_PAPER}":
        return None
    paper = _field(lines, start)
    below = (number for number in range(start, len(lines)) if lines[number] == f"{_HEADING}{_SECTION}")
    index = next(below, None)
    section = "" if index is None else _field(lines, index).partition("\n")[0].strip()
    return Form(
        () if paper in _EMPTY else tuple(paper.split()[:_MOST_NAMES]),
        "" if section in _EMPTY else shorten(section, _LONGEST_SECTION),
    )


def _field(lines: Sequence[str], heading: int) -> str:
    """What stands below a heading, up to the next one."""
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


def find_section(listings: Sequence[Listing], name: str) -> tuple[int, str] | None:
    """The list with the section of that name, and its name there; numbers of papers in headings may have changed."""
    for index, listing in enumerate(listings):
        chosen = resolve(listing, name)
        if chosen.section is not None:
            return index, name_of(listing, chosen.section)
    wanted = _uncounted(name)
    found = [
        (index, other)
        for index, listing in enumerate(listings)
        for other in _names(listing)
        if _uncounted(other) == wanted
    ]
    return found[0] if len(found) == 1 else None


def _uncounted(name: str) -> str:
    return " ".join(_COUNT.sub("", name.casefold()).split())
