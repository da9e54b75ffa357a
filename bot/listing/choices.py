"""An entry in the making: which words are its title, and which link leads to its paper."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.labels import Label, read_link_label
from bot.listing.links import LinkCandidate, shows_address
from bot.listing.scores import FieldKind
from bot.listing.sections import OTHER_SECTION
from bot.listing.segments import split_segments
from bot.listing.shapes import LINKS, PERSONAL, WITHIN, Mark, Shape, trim
from bot.listing.siblings import NOTHING, Aligned
from bot.listing.titles import OPENERS, Role, TitleCandidate, candidate_of
from bot.papers.titles import trim_title
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bot.listing.candidates import Candidate
    from bot.listing.dates import DateCandidate
    from bot.listing.shapes import Field
    from bot.listing.siblings import Run


class Draft(NamedTuple):
    """An entry whose title, link and date are chosen, and whose kind is not known yet."""

    candidate: Candidate
    title: TitleCandidate | None
    link: LinkCandidate | None
    date: DateCandidate | None
    heading: str
    """The heading of its section."""
    category: str = ""
    """What the table says of its category."""
    aligned: Aligned = NOTHING
    announced: bool = False
    """Whether a heading around, or the words over its title's column, announce papers."""
    is_in_section_of_others: bool = False
    """Whether a heading around only names something else than papers."""
    is_in_section_of_data: bool = False
    """Whether a heading around announces data."""

    @property
    def has_own_date(self) -> bool:
        """Whether the date is in a label, a link or a cell of its own."""
        return self.date is not None and self.date.is_apart

    def is_titled_by(self, field: Field) -> bool:
        """Whether its title begins in a field."""
        title, column = self.title, self.candidate.column_of(field.place)
        return title is not None and title.column == column and field.start <= title.start < field.end

    @property
    def links_title(self) -> bool:
        """Whether the entry's link is the one on its title."""
        return self.link is not None and self.title is not None and self.link.link is self.title.link

    @property
    def is_in_other_section(self) -> bool:
        """Whether the heading announces something else than papers."""
        return bool(OTHER_SECTION.search(self.heading))


def find_shared(entries: Iterable[Candidate]) -> frozenset[str]:
    """Return the targets of links without a label that the entries of several papers share."""
    papers: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        own = next((each.link.href for each in entry.links if each.is_paper), None)
        for each in entry.links:
            if (
                own is not None
                and each.label is None
                and each.link.href != own
                and each.link.label.strip("[] ") not in each.link.href
            ):
                papers[each.link.href].add(own)
    return frozenset(href for href, found in papers.items() if len(found) >= _SEVERAL)


_SEVERAL = 3
"""Papers from which on what they share is the code of none of them."""


def learn_link_columns(entries: Iterable[Candidate]) -> dict[int, int]:
    """For each table (group of candidates) the column in which most rows link their paper."""
    tables: dict[int, Counter[int]] = defaultdict(Counter)
    for entry in entries:
        for column in {link.column for link in entry.links if link.is_paper and link.column >= 0}:
            tables[entry.group][column] += 1
    return {group: counts.most_common(1)[0][0] for group, counts in tables.items() if counts}


def choose_link(entry: Candidate, title: TitleCandidate | None, columns: Mapping[int, int]) -> LinkCandidate | None:
    """The link to the paper: the one labelled so, else the one on the title, else one that names a paper."""
    if not entry.links:
        return None
    links = [each for each in entry.links if each.link.href and not each.link.href.startswith("#")]
    on_title = [each for each in links if title is not None and each.link is title.link]
    labelled = [each for each in links if each.label is Label.PAPER and not (each.dated and each.detail)]
    titled = [each for each in on_title if each.is_paper]
    if titled:  # `[Title](...) [DOI]`: the DOI is a second way to the same paper
        labelled = [each for each in labelled if each.link.label.strip().casefold() != "doi"]
    unlabelled = [each for each in links if each.is_paper and each.label in (None, Label.HERE)]
    column = columns.get(entry.group, -1)
    by_preference = (
        [each for each in labelled if each.is_paper]
        or labelled
        or titled
        or [each for each in unlabelled if each.column == column >= 0]
        or on_title
        or unlabelled
        or [each for each in links if each.label is Label.HERE]
        or [each for each in links if shows_address(each.link) and not each.detail]
        or [each for each in links if each.is_paper and not each.detail]  # whatever its words are
        or _find_below([each for each in links if shows_address(each.link)], entry)
    )
    return by_preference[0] if by_preference else None


def _find_below(addresses: list[LinkCandidate], entry: Candidate) -> list[LinkCandidate]:
    """The addresses that are all that a line below an entry has."""
    below = {prose.text.strip() for prose in entry.details} if addresses else set()
    return [each for each in addresses if each.link.label.strip() in below]


_YEARS = lazy_pattern(r" ?\((?:19|20)\d\d ?[-–—] ?(?:19|20)\d\d\)")

_ROLES = {
    Mark.LINK: Role.LINKED,
    Mark.TAG: Role.LINKED,
    Mark.BOLD: Role.BOLD,
    Mark.QUOTE: Role.QUOTED,
    Mark.ITALIC: Role.ITALIC,
}


def read_title(entry: Candidate, aligned: Aligned) -> TitleCandidate | None:
    """The words that its siblings show to be the title of an entry, else those that read most like one."""
    runs = aligned.runs(FieldKind.TITLE)
    if not runs:
        return entry.best_title()
    run, index = runs[0], aligned.slots.index(FieldKind.TITLE)
    by, *behind = aligned.fields[index : index + 3]
    is_said = aligned.slots[index + 1 : index + 3] == (FieldKind.DATE, FieldKind.VENUE)
    if is_said and by.shape in PERSONAL and all((each.before[:1], each.mark) == (WITHIN, Mark.LINK) for each in behind):
        return entry.best_title()  # `[Lee & Chen 2012 Journal of Foo](url)`
    column = entry.column_of(run.place)
    prose = entry.prose_of(column)
    text = prose.text
    stop = runs[2].end if _goes_on(text, runs[:3]) else run.end
    named = [each for each in aligned.in_slot(FieldKind.TITLE) if each.place == run.place and each.end <= run.end][1:]
    is_apart = bool(named) and named[-1].mark in LINKS and run.mark is not named[-1].mark
    if is_apart and (named[-1].shape is Shape.NAMES or " " not in named[-1].words):
        stop = named[-1].start  # `Title [(Doe et al. 2015)](url)`, `Title: A Survey [survey](url)`, `Title [[TF](url)]`
    if FieldKind.DATE in aligned.slots and (span := _YEARS.match(text, stop)) is not None:
        stop = span.end()  # `A Review of the Last Decade (2010-2020)`
    start, end = trim(text, run.start, stop) if run.mark is Mark.QUOTE else (run.start, stop)
    start, end = trim_title(text, start, start + len(text[start:end].rstrip(OPENERS)))
    end += text[end : end + 1] in ("?", "!")
    if start >= end:
        return entry.best_title()
    inside = [each for each in split_segments(prose).links if each.start < end and start < each.end]
    longest = max(inside, key=lambda each: each.end - each.start, default=None)
    link = longest.link if longest is not None else None
    title = candidate_of(_ROLES.get(run.mark, Role.PLAIN), text, start, end, link, column=column)
    is_label = title.role is Role.LINKED and read_link_label(title.text) is not None
    return title if title.score > 0 and not is_label else entry.best_title()


def _goes_on(text: str, runs: Sequence[Run]) -> bool:
    """Whether brackets stand within a title: `TinyCD: A (Not So) Deep Learning Model`."""
    if len(runs) < 3 or len({run.place for run in runs}) > 1:
        return False
    first, aside, rest = runs
    return not (text[first.end : aside.start].strip(" (") or text[aside.end : rest.start].strip(" ):"))
