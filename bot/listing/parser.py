"""Read a document as a list of papers: find its entries, choose the parts of each, divide them into sections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.document.model import IMAGE_CHARACTER
from bot.listing.choices import (
    Draft,
    choose_link,
    find_shared,
    learn_link_columns,
    read_title,
)
from bot.listing.classification import classify
from bot.listing.columns import find_categories, learn_columns, settle_titles, settle_venues
from bot.listing.conventions import learn_conventions
from bot.listing.dates import find_entry_dates, learn_date_habits
from bot.listing.labels import read_link_label
from bot.listing.links import choose_code, is_own, may_link_code
from bot.listing.model import Entry, Listing
from bot.listing.outline import find_candidates
from bot.listing.parts import Carrier, DateLabel, Labelled, Part, Place, make_part
from bot.listing.scores import TITLE, FieldKind, read_header
from bot.listing.sections import PAPERS_SECTION, find_announced, find_data, find_others, find_sections
from bot.listing.selection import select_entries
from bot.listing.shapes import IN, LINKS, Shape, trim
from bot.listing.siblings import align
from bot.listing.skipped import find_skipped, leave_out_remarks
from bot.listing.wholes import find_whole_titles, make_siblings
from bot.papers.identifiers import identify
from bot.papers.names import NameForm, ends_in_initial, find_lists, list_words, names_of
from bot.papers.venues import find_venues, names_archive
from bot.text import Span, lazy_pattern, maker

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from bot.document import Document, Prose
    from bot.judgement import Verdict
    from bot.listing.candidates import Candidate, Outline
    from bot.listing.columns import Columns
    from bot.listing.dates import DateHabits
    from bot.listing.parts import Kind
    from bot.listing.siblings import Aligned, Run
    from bot.papers.identifiers import Identifier


_FEWEST_LISTED, _FEW_ODD, _SHARE_ODD, _FEWEST_INVERTED = 3, 0.05, 0.25, 3
"""Lists of more than two single words that tell what these are; the share of odd ones from which two words may not be a
name, and that from which each is one; without any, lists of names joined with the family names first."""


_SENTENCE = lazy_pattern(r"[\u4e00-\u9fff]{6}|^[A-Z][a-z]+(?: [a-z]{2,}){4}")
"""More Chinese characters in a row than a name has, more words in small letters."""

_BY = lazy_pattern(r"(?:^|[^\w\s])[ \t\r\n]*by\W{1,4}$", re.IGNORECASE)
_BEFORE_LABEL = ".,;|•·–—("
_LABELLED = (FieldKind.AUTHORS, FieldKind.VENUE, FieldKind.DATE)
_make_labelled, _make_place = maker(Labelled), maker(Place)
_LONGEST_BY, _LONGEST_LABEL = 10, 40
"""The characters of what announces something, with what is around it; "by" in the source, to see the end of a link."""
_BESIDE, _LONGEST_GAP = " \t\r\n,.:;([*_'’–-", 4
"""What is between a venue and its year, and its characters."""


def read(document: Document) -> Listing:
    """The list of papers that a document is. Never fails: a document without entries is an empty list."""
    outline = find_candidates(document)
    candidates = select_entries(outline)
    drafts, date_habits = _choose_parts(candidates, outline)
    found = leave_out_remarks(zip(drafts, classify(drafts), strict=True))
    sections, homes = find_sections(document, outline, [draft.candidate for draft, _ in found])
    shared = find_shared(candidates)
    entries = tuple(
        [
            _make_entry(document, section, draft, kind, date_habits, shared)
            for section, (draft, kind) in zip(homes, found, strict=True)
        ]
    )
    if (listed := _learn_listed(entries)) is not None:
        for each in entries:
            if each.authors:  # nobody has seen them yet, and `replace` makes thirty calls
                object.__setattr__(each, "listed", listed)
    skipped = find_skipped(document, outline.candidates, [entry.span for entry in entries], sections)
    return Listing(document, sections, entries, learn_conventions(document.text.content, entries, sections), skipped)


def _choose_parts(candidates: list[Candidate], outline: Outline) -> tuple[list[Draft], DateHabits]:
    """Each entry with its title, link and date, as they fit the list as a whole; and how the list writes dates."""
    read, tables = settle(candidates, align(make_siblings(candidates)))
    link_columns, categories = learn_link_columns(candidates), find_categories(outline.candidates, tables)
    dates = [find_entry_dates(candidate, aligned) for candidate, aligned in zip(candidates, read, strict=True)]
    habits = learn_date_habits(candidates, dates)
    is_linked = 10 * sum([bool(each.links) for each in candidates]) > len(candidates)
    announced, others = find_announced(outline.headings, is_linked=is_linked), find_others(outline.headings)
    data, drafts = find_data(outline.headings), []
    for candidate, aligned, dated in zip(candidates, read, dates, strict=True):
        title = read_title(candidate, aligned)
        link = choose_link(candidate, title, link_columns)
        date = habits.choose(candidate, title, dated)
        heading, category = outline.headings[candidate.section].prose.text, categories.get(candidate.index, "")
        header = candidate.columns[title.column] if title and 0 <= title.column < len(candidate.columns) else ""
        is_row = candidate.carrier is Carrier.ROW
        is_announced = announced[candidate.section] and (not is_row or read_header(header) == TITLE)
        is_announced = is_announced or (is_row and PAPERS_SECTION.search(header) is not None)
        around = is_announced, others[candidate.section], data[candidate.section]
        drafts.append(Draft(candidate, title, link, date, heading, category, aligned, *around))
    return drafts, habits


def settle(candidates: list[Candidate], read: list[Aligned]) -> tuple[list[Aligned], dict[int, Columns]]:
    """What fields are, as whole lines and columns of the entries beside them tell; and the columns of the tables."""
    read = settle_venues(candidates, find_whole_titles(candidates, read))
    tables = learn_columns(candidates, read)
    return settle_titles(candidates, read, tables), tables


def _make_entry(
    document: Document,
    section: int,
    draft: Draft,
    kind: Verdict[Kind],
    date_habits: DateHabits,
    shared: Container[str],
) -> Entry:
    candidate, title, link, date = draft.candidate, draft.title, draft.link, None
    if draft.date is not None:
        reading, written = date_habits.read(draft.date), draft.date.prose.span(draft.date.start, draft.date.end)
        date = DateLabel(reading.text, written, reading.format, reading.value)
    span = document.lines_span(candidate.first, candidate.last)
    words = candidate.head.start
    if words is not None and words < span.start:  # words of HTML may begin with what marks a quote elsewhere
        span = Span(words, span.end)
    own = [each for each in candidate.links if each is link or is_own(each)]
    identifiers = [each.identifier for each in own if each.identifier is not None]
    main = link.link if link is not None else None
    title_place = (title.column, title.start, title.end) if title is not None else (-1, 0, 0)
    labelled = tuple(_label(candidate, draft.aligned, title_place, document.text.content))
    return Entry(
        span=span,
        carrier=candidate.carrier,
        kind=kind.value,
        reason=kind.reason,
        section=section,
        category=draft.category,
        title=make_part((_words(title.text), candidate.prose_of(title.column).span(title.start, title.end)))
        if title
        else None,
        link=main,
        links=tuple([each.link for each in candidate.links]),
        code=choose_code([(each.link, each.label) for each in candidate.links if may_link_code(each)], main, shared),
        work=link.identifier if link is not None else None,
        identifiers=tuple(dict.fromkeys(identifiers)),
        written=tuple(_find_written(draft.aligned)),
        date=date,
        venue=_choose_venue([each.part for each in labelled if each.kind is FieldKind.VENUE]),
        authors=_choose_authors(labelled, is_row=bool(candidate.cells)),
        labelled=labelled,
        siblings=candidate.group,
        number=candidate.number,
        head=candidate.head,
        details=tuple(candidate.details),
        cells=candidate.cells,
        columns=candidate.columns,
        title_place=title_place,
    )


def _find_written(aligned: Aligned) -> Iterator[Identifier]:
    """What the entry names without a link: `DOI: 10.1000/182`, `arXiv:2401.00001`."""
    for number, field in enumerate(aligned.fields):
        if field.shape is Shape.ADDRESS and field.mark not in LINKS:
            words = field.words.lstrip(": ")
            is_archived = number > 0 and aligned.fields[number - 1].shape is Shape.VENUE
            if found := identify(f"arXiv:{words}" if is_archived and words[:3] != "10." else words).identifier:
                yield found


def _label(candidate: Candidate, aligned: Aligned, title: tuple[int, int, int], content: str) -> Iterator[Labelled]:
    """What the entry has as authors, venues and dates, without the marks around it."""
    dates = aligned.runs(FieldKind.DATE)
    for kind in [each for each in _LABELLED if each in aligned.slots]:
        for run in aligned.runs(kind) if kind is not FieldKind.DATE else dates:
            column = candidate.column_of(run.place)
            prose, begin = candidate.prose_of(column), title[2] if column == title[0] and run.start >= title[2] else 0
            start, end = _find_bounds(prose.text, run, kind)
            part, dated = _part(prose, start, end), None
            is_by = kind is FieldKind.AUTHORS and _BY.search(
                content, max(part.span.start - _LONGEST_BY, 0), part.span.start
            )
            label = "by" if is_by else _find_label(candidate, prose.text[begin:start], column)
            if kind is FieldKind.VENUE and (year := _find_year(prose.text, run, dates)) is not None:
                dates.remove(year)
                dated = _part(prose, min(start, year.start), max(end, year.end))
            is_before = candidate.column_of(title[0]) > run.place or (column == title[0] and end <= title[1])
            yield _make_labelled((kind, part, _make_place((run.place, run.mark, is_before)), label, dated))


def _find_label(candidate: Candidate, before: str, column: int) -> str:
    """What the words before something, or over its column, announce."""
    words = before[-_LONGEST_LABEL:]
    if ":" in words or "：" in words:
        words = words.rpartition("\n")[2].rstrip(" \t(")
    if words[-1:] in (":", "："):
        return words[max(map(words.rfind, _BEFORE_LABEL)) + 1 : -1].strip(" -*_")
    return candidate.columns[column] if 0 <= column < len(candidate.columns) else ""


def _find_bounds(text: str, run: Run, kind: FieldKind) -> tuple[int, int]:
    """Where the words of a run are."""
    start, end = trim(text, run.start, run.end)
    if kind is FieldKind.VENUE and text.count("(", start, end) > text.count(")", start, end):
        end = max(end, text.find(")", end) + 1)
    if kind is FieldKind.VENUE and (lead := IN.match(text, start, end)) is not None:
        start = lead.end()
    if kind is FieldKind.AUTHORS and ends_in_initial(text[start:end]) and text[end : end + 1] == ".":
        end += 1
    return start, end


def _part(prose: Prose, start: int, end: int) -> Part:
    return make_part((" ".join(prose.text[start:end].split()), prose.span(start, end)))


def _find_year(text: str, venue: Run, dates: Sequence[Run]) -> Run | None:
    """The date that is beside a venue."""
    for each in dates:
        gap = text[min(each.end, venue.end) : max(each.start, venue.start)] if each.place == venue.place else None
        if gap is not None and len(gap) <= _LONGEST_GAP and not gap.strip(_BESIDE):
            return each
    return None


def _choose_venue(parts: Sequence[Part]) -> Part | None:
    """Return the first known venue that is not an archive of preprints, else the first; labels of links come last."""

    def doubt(part: Part) -> int:
        return 0 if find_venues(part.value) else 1 if read_link_label(part.value) is None else 2

    if not parts:
        return None
    named = (part for part in parts if any(map(str.isalpha, part.value)) and part.value.lower() not in ("in", "and"))
    found = sorted(named, key=doubt) if len(parts) > 1 else [*named]
    published = (part for part in found if not names_archive(part.value))
    return next(published, found[0] if found else None)


def _choose_authors(labelled: Iterable[Labelled], *, is_row: bool) -> tuple[Part, ...]:
    """Return the part that something announces, else the one with the most names, not behind a label of its own.

    No sentence. What else looks like names is seldom the rest of them: `by Ann Lee, in Proceedings of ..., San Diego,
    California`.
    """
    named = [each for each in labelled if each.kind is FieldKind.AUTHORS and not _SENTENCE.search(each.part.value)]
    if len(named) < 2:
        return tuple([each.part for each in named])
    found = max(
        named,
        key=lambda each: (
            each.names_authors,
            is_row or each.place.is_before_title or not each.label,
            len(names_of(each.part.value).names),
        ),
    )
    return (found.part,)


def _learn_listed(entries: tuple[Entry, ...]) -> NameForm | None:
    """What single words between commas are in lists of names; None where too few entries show it, or they disagree.

    Where hardly any list has an odd number of them, they are in turn the two parts of names. The part that more often
    has several words is the given name. Two words are one name where other entries join names with the family name
    first: `Roe, Jane et al.` beside `Doe, Ann and Poe, Eve`.
    """
    values = [part.value for entry in entries for part in entry.authors]
    longer = [words for each in values if len(words := list_words(each)) > 2]
    odd = sum(len(each) % 2 for each in longer)
    if not longer and sum([next(find_lists(each), None) is not None for each in values]) >= _FEWEST_INVERTED:
        return NameForm.FAMILY_FIRST
    if len(longer) < _FEWEST_LISTED or _FEW_ODD * len(longer) < odd < _SHARE_ODD * len(longer):
        return None
    first, second = (sum(" " in word for each in longer for word in each[start::2]) for start in (0, 1))
    if odd > _FEW_ODD * len(longer):
        return NameForm.LAST
    return NameForm.FULL if first > second else NameForm.FAMILY_FIRST


def _words(title: str) -> str:
    """A title without the characters that its text has for pictures."""
    return re.sub(f" ?{IMAGE_CHARACTER}", "", title) if IMAGE_CHARACTER in title else title
