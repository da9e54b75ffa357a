"""Read a document as a list of papers: find its entries, choose the parts of each, divide them into sections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.document.model import IMAGE_CHARACTER
from bot.listing.candidates import find_candidates
from bot.listing.classification import Draft, classify
from bot.listing.columns import find_categories, learn_tables
from bot.listing.conventions import learn_conventions
from bot.listing.dates import choose_date, learn_date_habits
from bot.listing.links import choose_link, learn_link_columns
from bot.listing.model import Entry, Listing
from bot.listing.parts import DateLabel, Part
from bot.listing.sections import find_sections
from bot.listing.selection import select_entries
from bot.listing.skipped import find_skipped
from bot.listing.titles import choose_title, learn_title_habits
from bot.text import Span

if TYPE_CHECKING:
    from bot.document import Document
    from bot.listing.candidates import Candidate, Outline
    from bot.listing.dates import DateHabits
    from bot.listing.parts import Kind


def read(document: Document) -> Listing:
    """The list of papers that a document is. Never fails: a document without entries is an empty list."""
    outline = find_candidates(document)
    candidates = select_entries(outline)
    date_habits = learn_date_habits(candidates)
    drafts = _choose_parts(candidates, outline, date_habits)
    sections, homes = find_sections(document, outline, candidates)
    entries = tuple(
        [
            _make_entry(document, section, draft, kind, date_habits)
            for section, draft, kind in zip(homes, drafts, classify(drafts), strict=True)
        ]
    )
    skipped = find_skipped(document, outline.candidates, [entry.span for entry in entries], sections)
    return Listing(document, sections, entries, learn_conventions(document.text.content, entries, sections), skipped)


def _choose_parts(candidates: list[Candidate], outline: Outline, date_habits: DateHabits) -> list[Draft]:
    """Each entry with its title, link and date, as they fit the list as a whole."""
    tables, link_columns = learn_tables(candidates), learn_link_columns(candidates)
    title_habits, categories = learn_title_habits(candidates, tables), find_categories(outline.candidates, tables)
    drafts = []
    for candidate in candidates:
        title = choose_title(candidate, title_habits)
        link = choose_link(candidate, title, link_columns)
        date = choose_date(candidate, title, date_habits)
        heading, category = outline.headings[candidate.section].prose.text, categories.get(candidate.index, "")
        drafts.append(Draft(candidate, title, link, date, heading, category))
    return drafts


def _make_entry(document: Document, section: int, draft: Draft, kind: Kind, date_habits: DateHabits) -> Entry:
    candidate, title, link, date = draft.candidate, draft.title, draft.link, None
    if draft.date is not None:
        reading, written = date_habits.read(draft.date), draft.date.prose.span(draft.date.start, draft.date.end)
        date = DateLabel(reading.text, written, reading.format, reading.value)
    span = document.lines_span(candidate.first, candidate.last)
    words = candidate.head.start
    if words is not None and words < span.start:  # words of HTML may begin with what marks a quote elsewhere
        span = Span(words, span.end)
    identifiers = (each.identifier for each in candidate.links if each.identifier is not None)
    return Entry(
        span=span,
        carrier=candidate.carrier,
        kind=kind,
        section=section,
        category=draft.category,
        title=Part(_words(title.text), candidate.prose_of(title.column).span(title.start, title.end))
        if title
        else None,
        link=link.link if link is not None else None,
        links=tuple([each.link for each in candidate.links]),
        work=link.identifier if link is not None else None,
        identifiers=tuple(dict.fromkeys(identifiers)),
        date=date,
        siblings=candidate.group,
        number=candidate.number,
        head=candidate.head,
        details=tuple(candidate.details),
        cells=candidate.cells,
        columns=candidate.columns,
        title_place=(title.column, title.start, title.end) if title is not None else (-1, 0, 0),
    )


def _words(title: str) -> str:
    """A title without the characters that its text has for pictures."""
    return re.sub(f" ?{IMAGE_CHARACTER}", "", title)
