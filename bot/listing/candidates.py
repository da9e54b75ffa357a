"""What may be an entry: a candidate with what it holds, what its words are, the headings, a document's outline."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, groupby, takewhile
from typing import TYPE_CHECKING, NamedTuple

from bot.document.model import JoinedProse
from bot.listing.cutting import cut_fields
from bot.listing.labels import Label
from bot.listing.links import LinkCandidate, find_link_candidates, is_publication, shows_address
from bot.listing.parts import ITEMS, Carrier, SkipReason
from bot.listing.segments import find_links, split_segments
from bot.listing.shapes import (
    BAR,
    DATES,
    LINE,
    LINES,
    LINKS,
    NAMES,
    PERSONAL,
    START,
    TITLE_SHAPES,
    WHEN_OR_WHERE,
    Field,
    Mark,
    Shape,
    are_by,
)
from bot.listing.titles import MAX_TITLED, SHORT, TITLED, Role, TitleCandidate, find_titles
from bot.listing.vocabulary import Sibling
from bot.papers.titles import count_words
from bot.text import StrEnum, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.document import Document, Prose

_MOST_DETAILS = 3
_MOST_FIELDS, _LAST_FIELDS = 60, 10
"""Fields of an entry that are compared, and how many of them are its last ones: its venue, behind a hundred names."""
MAX_PARAGRAPH = 1200
"""Characters of a paragraph that may be an entry."""
MIN_PAPERS = 3
"""Headings, paragraphs or HTML blocks with papers from which their kind carries entries."""
FEWEST_WORDS = 3
"""Of a title that only its place tells."""
_BEHIND_LABELS = WHEN_OR_WHERE | {Shape.NUMBER, Shape.REST}
_FEWEST_TITLES, _SHARE_OF_TITLES, _WORDS_OF_TITLE = 5, 0.8, 5
"""Of headings, bold items or links to notes, those that are titles, and their words, from which they are entries."""
DATED = WHEN_OR_WHERE | {Shape.PERIODICAL}
_CREDITS = PERSONAL | DATED | {Shape.ACRONYM}
_MOST_BEFORE = 14
"""Characters before a title that begins an entry."""
_PLAIN = frozenset({Mark.NONE, Mark.ITALIC, Mark.ROUND})
_SET_OFF = frozenset({Mark.BOLD, Mark.QUOTE})
FEWEST_SIGNS = 3
"""Signs of a paper from which an item is an entry as its parent is; how the title is set off is one."""
_SIGNS = {
    **dict.fromkeys(NAMES, Shape.NAMES),
    **dict.fromkeys((Shape.VENUE, Shape.PERIODICAL), Shape.VENUE),
    **dict.fromkeys((Shape.YEAR, Shape.DATE), Shape.YEAR),
    Shape.LABEL: Shape.LABEL,
}
"""What papers have besides a title, by the shape of its words."""
_LEADS = lazy_pattern(r"[a-z,]\s+[\"“]?$")
_GOES_ON = lazy_pattern(r"[\"”]?\s+[a-z]")
FIELD_NAME = lazy_pattern(r"^\W{0,4}([^\W\d_][^:：\n]{1,24}?)\s*[:：]", re.MULTILINE)
"""What is before the colon of a named field."""


class Status(StrEnum):
    """What was decided about a candidate."""

    UNDECIDED = "undecided"
    ENTRY = "entry"
    NO_ENTRY = "no entry"
    """It belongs to another entry, heads others, or is nothing to the list."""


@dataclass(slots=True, eq=False)
class Candidate:
    """A block that may be an entry, with what could be its title and link.

    `head` is what a person takes for the entry itself; `details` are below it. `group` is the same for
    candidates that are directly beside each other. While entries are selected, candidates change: one that is
    an entry takes over what belongs to it.
    """

    index: int
    """The place in `Outline.candidates`."""
    carrier: Carrier
    first: int
    last: int
    section: int
    """The index of the heading above, in `Outline.headings`."""
    group: int
    head: Prose
    quoted: bool = False
    """Whether it is in a block quote."""
    details: list[Prose] = field(default_factory=list)
    cells: tuple[Prose, ...] = ()
    columns: tuple[str, ...] = ()
    number: int | None = None
    level: int = 0
    """For a heading: its level; for a summary: 1."""
    children: list[Candidate] = field(default_factory=list)
    """The items directly nested in this one."""
    inside: range = range(0)
    """For a summary: the candidates inside its `<details>`."""
    status: Status = Status.UNDECIDED
    skipped: SkipReason | None = None
    """Why it is not an entry, where that does not follow from what it is."""
    links: list[LinkCandidate] = field(default_factory=list)
    _fields: tuple[Field, ...] | None = None
    _titles: tuple[TitleCandidate, ...] | None = None

    def head_fields(self) -> tuple[Field, ...]:
        """The fields of the head, cut once: selection asks for them, and what its siblings tell."""
        if self._fields is None:
            self._fields = tuple(cut_fields(split_segments(self.head)))
        return self._fields

    @property
    def titles(self) -> tuple[TitleCandidate, ...]:
        """What could be the title by itself, before siblings tell: selection asks for it, of few candidates."""
        if self._titles is None:
            proses = enumerate(self.cells) if self.carrier is Carrier.ROW else [(-1, self.head)]
            found = [find_titles(split_segments(prose), column) for column, prose in proses if prose.start is not None]
            self._titles = tuple(chain.from_iterable(found))
        return self._titles

    def read(self) -> None:
        """Find what could be the link, in the head or the cells and in the details."""
        if self.carrier is Carrier.ROW:
            for column, prose in enumerate(self.cells):
                if prose.start is not None and not prose.is_plain:
                    header = self.columns[column] if column < len(self.columns) else ""
                    self.links += find_link_candidates(split_segments(prose), column=column, header=header)
        else:
            self.links += find_link_candidates(split_segments(self.head))
        for prose in self.details:
            self._read_detail(prose)

    def _read_detail(self, prose: Prose) -> None:
        self.links += find_link_candidates(split_segments(prose), detail=True)

    def absorb(self, others: Iterable[Candidate]) -> None:
        """Make this an entry and `others` details of it."""
        self.status = Status.ENTRY
        for other in others:
            if other.status is not Status.NO_ENTRY:
                other.status = Status.NO_ENTRY
                for prose in (other.head, *other.details):
                    self.details.append(prose)
                    self._read_detail(prose)
            self.last = max(self.last, other.last)

    def take_credit(self, credit: Candidate) -> None:
        """Make a paragraph of authors above this candidate a detail of it."""
        credit.status = Status.NO_ENTRY
        self.first = credit.first
        self.details.append(credit.head)
        self._read_detail(credit.head)

    def end_after(self, line: int, offset: int) -> None:
        """Cut the candidate off after `line`, which ends at `offset`: what is behind it belongs to another one."""
        self.last = line
        self.details = [prose for prose in self.details if prose.end <= offset]
        self.links = [link for link in self.links if link.link.span.end <= offset]
        if self.cells and self.head.end > offset:
            self.cells = tuple(takewhile(lambda cell: cell.end <= offset, self.cells))
            self._titles = None
            self.head = JoinedProse(self.cells)

    def best_title(self, *without: Role) -> TitleCandidate | None:
        """The words that read most like a title, roles in `without` left out."""
        best = None
        for title in self.titles:
            if title.role not in without and (best is None or title.score > best.score):
                best = title
        return best

    def prose_of(self, column: int) -> Prose:
        """The prose that offsets with this column count in: a cell, the head (-1), a detail (-2, -3 ...)."""
        if column >= 0:
            return self.cells[column]
        return self.head if column == -1 else self.details[-2 - column]

    def column_of(self, place: int) -> int:
        """What `prose_of` takes, for the place of a field."""
        return place if self.carrier is Carrier.ROW else -1 - place

    def sibling(self) -> Sibling:
        """The candidate as its siblings are compared with it."""
        if self.carrier is Carrier.ROW:
            return Sibling(self._cut(self.cells, BAR), self.columns or (str(self.group),), is_row=True)
        return Sibling(self._cut((self.head, *self.details[:_MOST_DETAILS]), LINE))

    def _cut(self, proses: Iterable[Prose], separator: str) -> tuple[Field, ...]:
        found: list[Field] = []
        for place, prose in enumerate(proses):
            if prose.start is None or len(prose.text) > MAX_TITLED:
                continue
            if len(found) >= _MOST_FIELDS:
                break
            if prose is self.head:
                found += self.head_fields()
            else:
                found += cut_fields(split_segments(prose), place, separator if found else START)
        return tuple(
            found if len(found) <= _MOST_FIELDS else found[: _MOST_FIELDS - _LAST_FIELDS] + found[-_LAST_FIELDS:]
        )

    @property
    def names_paper(self) -> bool:
        """Whether a link leads to a paper by its URL or by its label."""
        return bool([1 for each in self.links if each.is_paper or (each.label is Label.PAPER and each.link.href)])


@dataclass(slots=True, eq=False)
class Heading:
    """A heading with the lines below it."""

    prose: Prose
    first: int
    last: int
    level: int
    candidate: Candidate | None = None
    """The candidate that the heading itself is; None for what is above the first heading."""
    below: list[Candidate] = field(default_factory=list)
    """The candidates before the next heading."""
    end: int = 0
    """The last line before the next heading."""
    opens_section: bool = True
    """False for a heading that is an entry, or is inside one."""


class Details(NamedTuple):
    """The lines of a `<details>`, and its summary if that has words."""

    first: int
    last: int
    summary: Candidate | None


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """All headings and candidates of a document, in order, and what can be folded away."""

    document: Document
    headings: list[Heading]
    candidates: list[Candidate]
    details: list[Details]

    def undecided(self, carrier: Carrier) -> list[Candidate]:
        """The candidates of a carrier about which nothing is decided yet."""
        return [each for each in self.candidates if each.carrier is carrier and each.status is Status.UNDECIDED]

    def after(self, candidate: Candidate) -> Iterator[Candidate]:
        """The candidates behind one."""
        return (self.candidates[index] for index in range(candidate.index + 1, len(self.candidates)))

    def last_text_line(self, first: int, last: int) -> int:
        """The last line from `first` to `last` that is neither blank nor a rule."""
        text = self.document.text
        while last > first and not text[text.line_span(last)].strip(" \t-*_="):
            last -= 1
        return last

    def end_before(self, candidate: Candidate, line: int) -> None:
        """Cut a candidate off before `line`: what is from there on belongs to another one."""
        last = self.last_text_line(candidate.first, max(line - 1, candidate.first))
        candidate.end_after(last, self.document.text.line_span(last).end)


def has_titled_paper(candidate: Candidate) -> bool:
    """Whether a candidate has both a title of its own and a link to a paper on it or beside it."""
    linked = {id(each.link) for each in candidate.titles if each.role is Role.LINKED and each.score >= TITLED}
    if linked and [link for link in candidate.links if link.is_paper and id(link.link) in linked]:
        return True
    title = candidate.best_title(Role.ITALIC, Role.PLAIN)
    is_titled = title is not None and title.score >= TITLED and has_paper_label(candidate)
    return is_titled and not names_pair(candidate)


def begins_with_title(candidate: Candidate) -> bool:
    """Whether little is before what could be the title of a candidate."""
    title = candidate.best_title(Role.ITALIC)
    return title is not None and title.start < _MOST_BEFORE


def heads_paper(item: Candidate) -> bool:
    """Whether an item is a title, in bold or on a link, and one of the items below it names a paper."""
    if not any(child.names_paper for child in item.children):
        return False
    title = item.best_title(Role.ITALIC, Role.PLAIN)
    return title is not None and title.score >= TITLED


def has_own_words(item: Candidate) -> bool:
    """Whether an item says what its link leads to: a name on the link and words behind, or a title before its label."""
    fields = item.head_fields() if item.links and item.carrier in ITEMS else ()
    if fields and fields[0].mark in LINKS:
        return fields[0].shape is not Shape.LABEL and bool([each for each in fields if each.mark not in LINKS])
    is_title = bool(fields) and fields[0].shape in TITLE_SHAPES - PERSONAL
    return is_title and has_paper_label(item) and count_title_words(fields) >= FEWEST_WORDS


def has_paper_label(candidate: Candidate) -> bool:
    return Label.PAPER in [link.label for link in candidate.links]


def begins_with_names(candidate: Candidate) -> bool:
    """Whether a paragraph with a link begins with the names of authors."""
    is_named = is_credit(candidate) or names_pair(candidate)
    return bool(candidate.links) and candidate.carrier is Carrier.PARAGRAPH and is_named


def is_credit(candidate: Candidate) -> bool:
    """Whether the words of a candidate begin with the names of authors."""
    fields = candidate.head_fields()
    return bool(fields) and fields[0].shape in NAMES


def names_pair(candidate: Candidate) -> bool:
    """Whether words are two names, and else only what is beside a title: where, when, links."""
    first, second, *others = (*candidate.head_fields(), None, None)
    if first is None or second is None or second.before[-1:] != "," or first.mark not in _PLAIN:
        return False
    rest = {each.shape for each in others if each is not None}
    return first.shape is second.shape is Shape.NAME and rest <= DATED | {Shape.LABEL, Shape.ADDRESS}


def is_bare_title(candidate: Candidate) -> bool:
    """Whether a paragraph is one title and no link: words that no other field interrupts, then at most who wrote it."""
    if candidate.links or candidate.quoted or names_pair(candidate):
        return False
    fields = candidate.head_fields()
    lines = [index for index, each in enumerate(fields) if each.before in LINES]
    if lines and any(each.shape not in _CREDITS for each in fields[lines[0] :]):
        return False
    fields = fields[: lines[0]] if lines else fields
    while len(fields) > 1 and fields[0].mark in _SET_OFF and fields[-1].shape in DATED:
        fields = fields[:-1]  # `**Learning to ...**. ICML 2021`
    while any(each.shape in DATED for each in fields[:2]):
        fields = fields[1:]  # `**ICML 2021** Learning to ...`
    title = candidate.best_title(Role.ITALIC)
    is_title = (title is not None and title.score >= SHORT) or count_title_words(fields) >= FEWEST_WORDS
    return bool(fields) and is_title and all(each.shape in TITLE_SHAPES for each in fields)


def count_title_words(fields: Sequence[Field]) -> int:
    """How many words there are before the first link that could be those of a title."""
    before = takewhile(lambda each: each.mark not in LINKS, fields)
    return sum(count_words(each.words) for each in before if each.shape in TITLE_SHAPES and each.shape not in NAMES)


def only_credits(item: Candidate) -> bool:
    """Whether words say nothing but who wrote a paper, and where or when it appeared."""
    fields = [field for field in item.head_fields() if field.mark is not Mark.CODE]
    is_named = any(field.shape in PERSONAL for field in fields)
    is_only = all(field.shape in _CREDITS or count_words(field.words) < FEWEST_WORDS for field in fields)
    return is_named and is_only and not (item.links or item.children)


def is_part(child: Candidate) -> bool:
    """Whether a nested item is a link of few words, or names authors."""
    if not child.links:
        return is_credit(child)
    title = child.best_title()
    return len(child.links) == len(child.head_fields()) == 1 and (title is None or title.score < TITLED)


def are_parts(children: Sequence[Candidate], *, labelled: bool) -> bool:
    """Whether nested items only add to the title above: one is `labelled` so, or nothing but an address."""
    addresses = (
        len(each.links) == len(each.head_fields()) == 1 and shows_address(each.links[0].link) for each in children
    )
    return all(map(is_part, children)) and (labelled or any(addresses))


def are_titles(titles: Sequence[str], total: int) -> bool:
    """Whether nearly all of some words are titles, and these are long and begin with different words."""
    if len(titles) < max(_FEWEST_TITLES, _SHARE_OF_TITLES * total):
        return False
    begins = Counter(title.split()[0] for title in titles)  # `Week 3: ...` is not a title
    words = sum(map(count_words, titles))
    small = sum(title[0].islower() for title in titles)
    return (
        words >= _WORDS_OF_TITLE * len(titles) and 3 * max(begins.values()) <= len(titles) and 2 * small < len(titles)
    )


def only_names(candidate: Candidate) -> bool:
    """Whether words are names of people and nothing else."""
    fields = candidate.head_fields()
    return bool(fields) and not candidate.links and {each.shape for each in fields} <= PERSONAL


def signs_of_paper(candidate: Candidate) -> frozenset[object]:
    """What the head of an item has besides a title: names, a year, a label of a link; and how its title is set off."""
    titles = [each for each in candidate.titles if each.score >= TITLED and each.role is not Role.ITALIC]
    title = max(titles, key=lambda each: (each.role is Role.LINKED, each.score), default=None)
    if title is None:
        return frozenset()
    return frozenset({title.role, *(_SIGNS[each.shape] for each in candidate.head_fields() if each.shape in _SIGNS)})


def form_of(candidate: Candidate) -> tuple[tuple[Mark, bool], ...]:
    """How the fields of a paragraph are set off, one after another, and whether they are labels of links."""
    marks = [(each.mark, each.mark in LINKS and each.shape is Shape.LABEL) for each in candidate.head_fields()]
    return tuple([mark for mark, _ in groupby(marks)])


def lead_of(candidate: Candidate) -> tuple[tuple[Mark, bool], ...]:
    """The form of words that are set off, up to the labels of links behind them; nothing where there is no such lead.

    What follows may be in the same paragraph or in another one: a description, a note.
    """
    form = form_of(candidate)
    end = next((number for number, (_, is_label) in enumerate(form, 1) if is_label), 0)
    return form[:end] if form and form[0][0] in _SET_OFF else ()


def name_field(candidate: Candidate) -> str:
    """The name of the field that a candidate begins with: `Authors: ...`."""
    match = FIELD_NAME.match(candidate.head.text)
    return match[1].casefold() if match is not None else ""


def is_reference(candidate: Candidate) -> bool:
    """Whether a paragraph begins as a reference does, with names before a title, and has a year."""
    if not is_dated(candidate) or len(candidate.head.text) >= MAX_PARAGRAPH:
        return False
    fields = candidate.head_fields()
    fields = fields[1:] if fields[:1] and fields[0].shape is Shape.NUMBER else fields  # `[1]`
    shapes = [each.shape for each in fields]
    volume = shapes.index(Shape.PERIODICAL) + 1 if Shape.PERIODICAL in shapes else len(shapes)
    is_numbered = Shape.NUMBER in shapes[volume : volume + 2]  # with it, unsure names and a short title are enough
    return are_by(fields, NAMES, FEWEST_WORDS) or (is_numbered and are_by(fields, PERSONAL, 2))


def is_dated(candidate: Candidate) -> bool:
    """Whether a field is a year or another date."""
    return not DATES.isdisjoint([each.shape for each in candidate.sibling().fields])


def is_of_paper(candidate: Candidate) -> bool:
    """Whether a candidate names a paper, or has what a paper has beside a title."""
    is_named = candidate.names_paper or any(map(is_publication, candidate.links))
    return is_named or len(signs_of_paper(candidate)) >= FEWEST_SIGNS


def ends_in_labels(candidate: Candidate, *, here: bool = False) -> bool:
    """Whether a paragraph is a title that ends in a link to its paper that is labelled so, which no sentence does.

    With `here`, a link that only points there is enough.
    """
    is_pointed = here and any(link.label is Label.HERE and link.is_paper for link in candidate.links)
    if not is_pointed and not has_paper_label(candidate):
        return False
    fields = candidate.head_fields()
    if count_title_words(fields) < FEWEST_WORDS or Shape.PROSE in [each.shape for each in fields]:
        return False
    last = next((each for each in reversed(fields) if each.shape not in _BEHIND_LABELS), None)
    return last is not None and last.mark in LINKS


def is_in_prose(candidate: Candidate) -> bool:
    """Whether the paper is named in the middle of a sentence: words lead up to its link, and go on behind it."""
    if has_paper_label(candidate):
        return False
    text = candidate.head.text
    papers = {id(each.link) for each in candidate.links if each.is_paper and not each.link.bare}
    inner = [segment for segment in find_links(candidate.head) if id(segment.link) in papers] if papers else ()
    return bool(inner) and all(
        _LEADS.search(text[max(0, segment.start - 20) : segment.start]) and _GOES_ON.match(text, segment.end)
        for segment in inner
    )
