"""Which paragraphs are entries: those that begin as others do that name a paper, or as references do."""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto
from itertools import dropwhile, pairwise, takewhile
from typing import TYPE_CHECKING

from bot.listing.candidates import (
    DATED,
    FEWEST_WORDS,
    MAX_PARAGRAPH,
    MIN_PAPERS,
    Status,
    are_titles,
    begins_with_title,
    count_title_words,
    ends_in_labels,
    form_of,
    has_titled_paper,
    is_credit,
    is_dated,
    is_in_prose,
    is_of_paper,
    is_reference,
    lead_of,
    name_field,
    only_names,
)
from bot.listing.links import is_note, shows_address
from bot.listing.parts import ITEMS, Carrier
from bot.listing.sections import is_bold_line
from bot.listing.segments import find_quotes
from bot.listing.shapes import BAR, BY, DATES, LINES, LINKS, NAMES, PERSONAL, TITLE_SHAPES, Mark, Shape
from bot.listing.skipped import is_prose
from bot.listing.titles import SHORT, TITLED, Role
from bot.papers.titles import count_words
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing.candidates import Candidate, Outline
    from bot.listing.shapes import Field

_SHARE_OF_FORM = 0.05
"""Of the paragraphs that open an entry, those with one form: others with it open one too."""
_SHARE_OF_CITED, _SHARE_OF_SAME = 0.2, 0.5
_SHARE_OF_ALIKE = 0.5
"""Of the paragraphs that name a paper, those that begin alike: then all that do are entries."""
_APART = frozenset({"-", BY, BAR})
"""What sets authors off from the title before them."""
_STOPS = frozenset(".:")
_MARKER = lazy_pattern(r"\s*\[(?:\d{1,4}\](?![(\[:])|\^[^\]\s]+\]:\s)", needs="[")


class Opening(Enum):
    """How a paragraph begins that is an entry where its siblings are."""

    WORDS = auto()
    """The title and what else there is, then a link."""
    NAMES = auto()
    """The authors, with the link of the paper; then its title."""
    LINK = auto()
    """A line that is nothing but a link to a paper."""
    QUOTE = auto()
    """A title in quotation marks, and nothing else."""
    CREDIT = auto()
    """A title; in the line below it who wrote it, and when."""
    NOTE = auto()
    """A title on a link to notes."""
    MARKER = auto()
    """The number of a reference, or the name of a footnote."""
    TAG = auto()
    """The link of the paper: its address, its label or a name in brackets; then its title."""
    CITED = auto()
    """The title with the authors behind a sign, or the year and both of them; and no link."""


def select_paragraphs(outline: Outline, carrier: Carrier) -> None:
    """Paragraphs are entries where several open with a title and name a paper; what follows are details."""
    undecided = outline.undecided(carrier)
    openers = {each.index for each in undecided if _opens_entry(each, TITLED)}
    cited = {each.index for each in undecided if is_reference(each)}
    is_cited = len(cited) >= max(MIN_PAPERS, _SHARE_OF_CITED * len(undecided))
    selected = sum([each.carrier is carrier and each.status is Status.ENTRY for each in outline.candidates])
    if selected + sum(is_of_paper(outline.candidates[index]) for index in openers - cited) < MIN_PAPERS:
        begun = {index for index in openers if is_dated(outline.candidates[index])}
        openers = cited | begun if is_cited else set()
        if len(openers) >= _SHARE_OF_SAME * len(undecided):
            openers |= {each.index for each in undecided if not each.links and is_dated(each)}
        openers |= _find_alone(outline, undecided)
    else:  # now that paragraphs carry entries here, a short title is enough beside a link to a paper, or like others
        openers |= {each.index for each in undecided if each.names_paper and _opens_entry(each, SHORT)}
        forms = Counter(form_of(outline.candidates[index]) for index in openers)
        least = max(MIN_PAPERS, _SHARE_OF_FORM * len(openers))
        openers |= {
            each.index for each in undecided if forms[form_of(each)] >= least and each.links and not is_in_prose(each)
        }
        leads = Counter(lead for index in openers if (lead := lead_of(outline.candidates[index])))
        openers |= {each.index for each in undecided if leads[lead_of(each)] >= least and not is_in_prose(each)}
        openers |= cited if is_cited else set()
        bare = {each.index: place for each in undecided if not each.links and (place := _place_of(each))}
        places = Counter(_place_of(outline.candidates[index]) for index in openers if bare)
        openers |= {index for index, place in bare.items() if places[place] >= least}
    openers |= _find_alike(undecided) | _find_over_links(undecided)
    openers |= _find_cited(undecided, openers, cited)
    fields = _find_fields(undecided, openers)
    openers -= fields
    for index in sorted(openers):
        opener = outline.candidates[index]
        opener.absorb(_following(outline, opener, openers, fields))
    for each in outline.undecided(carrier):
        above = outline.candidates[each.index - 1] if each.index else None
        if above is not None and _continues_item(above, each):
            above.absorb([each])
        each.status = Status.NO_ENTRY


def _place_of(paragraph: Candidate) -> tuple[tuple[str, Mark, Shape], ...]:
    """How a paragraph says where or when its title appeared, if that is all that is behind it: `Title (CCS 2020)`."""
    fields = paragraph.head_fields()
    behind = [*dropwhile(lambda each: each.shape in TITLE_SHAPES, fields)]
    title = fields[: len(fields) - len(behind)]
    if sum(count_words(each.words) for each in title) < FEWEST_WORDS or not all(each.shape in DATED for each in behind):
        return ()
    return tuple([(each.before[-1:], each.mark, each.shape) for each in behind])


def _find_alone(outline: Outline, paragraphs: Sequence[Candidate]) -> set[int]:
    """The paragraphs with a title and its paper below a heading without items or rows, which the list has elsewhere."""
    others = (each for each in outline.candidates if each.carrier in (*ITEMS, Carrier.ROW))
    if not paragraphs or sum([each.names_paper for each in others]) < MIN_PAPERS:
        return set()
    return {
        each.index
        for each in paragraphs
        if any(link.is_paper for link in each.links) and _opens_entry(each, TITLED) and not is_prose(each)
        if (has_titled_paper(each) and begins_with_title(each)) or ends_in_labels(each)
        if (heading := outline.headings[each.section]).level > 1
        if all(other.carrier is each.carrier for other in heading.below)
    }


def _find_over_links(paragraphs: Sequence[Candidate]) -> set[int]:
    """The paragraphs that are a title in bold, over one that is nothing but the link of its paper: `Link: ...`."""
    found = {
        each.index
        for each, below in pairwise(paragraphs)
        if below.index == each.index + 1 and below.section == each.section and below.names_paper and not each.links
        if all(field.mark is Mark.BOLD for field in each.head_fields()) and count_title_words(below.head_fields()) <= 1
        if count_title_words(each.head_fields()) >= FEWEST_WORDS
    }
    return found if len(found) >= MIN_PAPERS else set()


def _find_cited(paragraphs: Sequence[Candidate], openers: set[int], cited: set[int]) -> set[int]:
    """The paragraphs that are references as most that begin so are, also where a title reads as names."""
    dated = cited | {each.index for each in paragraphs if is_credit(each) and is_dated(each)}
    if len(dated & openers) < max(MIN_PAPERS, _SHARE_OF_SAME * len(dated)):
        return set()
    if len(dated) < _SHARE_OF_SAME * len(openers):
        return dated
    return dated | {each.index for each in paragraphs if each.names_paper and is_dated(each)}


def _find_alike(paragraphs: Sequence[Candidate]) -> set[int]:
    """The paragraphs that begin as most of those do that name a paper, whatever sets off their titles."""
    openings = {each.index: opening for each in paragraphs if (opening := read_opening(each)) is not None}
    noted = [each.best_title() for each in paragraphs if openings.get(each.index) is Opening.NOTE]
    if not are_titles([title.text for title in noted if title is not None], len(noted)):
        openings = {index: each for index, each in openings.items() if each is not Opening.NOTE}
    named = [each for each in paragraphs if each.names_paper or _is_sign(openings.get(each.index), each)]
    sure = [each.index for each in named if openings.get(each.index) is not Opening.TAG or has_title_words(each)]
    counts = Counter(openings[index] for index in sure if index in openings)
    sentences = Counter(openings[each.index] for each in paragraphs if each.index in openings and is_prose(each))
    total = Counter(openings.values())
    least = max(MIN_PAPERS, _SHARE_OF_ALIKE * len(named))
    return {
        index
        for index, each in openings.items()
        if counts[each] >= max(least, 2 * sentences[each], _SHARE_OF_ALIKE * total[each])
    }


def _find_fields(paragraphs: Sequence[Candidate], openers: set[int]) -> set[int]:
    """The paragraphs that go on with the entry above, where most entries begin with the same named field.

    These begin with another one, or with none. One that recurs, as `Links: ...`, may name another paper.
    """
    names = {each.index: name_field(each) for each in paragraphs}
    times, opening = Counter(names.values()), Counter([names[index] for index in openers])
    first, count = max(opening.items(), key=lambda each: each[1], default=("", 0))
    if not first or count < max(MIN_PAPERS, _SHARE_OF_SAME * len(openers)):
        return set()
    found: set[int] = set()
    section = -1
    for each in paragraphs:
        if (name := names[each.index]) == first:
            section = each.section
        elif each.section == section and ((name and times[name] >= MIN_PAPERS) or not has_titled_paper(each)):
            found.add(each.index)
    return found


def _is_sign(opening: Opening | None, paragraph: Candidate) -> bool:
    """Whether a paragraph is of a paper by how it begins: a title in quotation marks, over names or notes."""
    if opening is Opening.MARKER or (opening is Opening.CITED and _has_names(paragraph)):
        return is_dated(paragraph) and has_title_words(paragraph)
    return opening in (Opening.QUOTE, Opening.CREDIT, Opening.NOTE)


def _continues_item(above: Candidate, paragraph: Candidate) -> bool:
    """Whether a paragraph is the lost second half of the item above, its paper or authors: indented too little."""
    is_lost = paragraph.names_paper if not above.names_paper else only_names(paragraph) and not above.details
    return (
        is_lost
        and above.status is Status.ENTRY
        and above.carrier is Carrier.NUMBERED
        and above.section == paragraph.section
    )


def _opens_entry(candidate: Candidate, least: float) -> bool:
    """Whether a paragraph begins as an entry does: a title near its start, and a link."""
    if ends_in_labels(candidate, here=True):
        return len(candidate.head.text) < MAX_PARAGRAPH
    title = candidate.best_title(Role.ITALIC, Role.PLAIN)
    length = len(candidate.head.text)
    if title is None or title.score < least or title.start > 0.6 * length + 12:
        return False
    return bool(candidate.links) and length < MAX_PARAGRAPH and not is_in_prose(candidate)


def _following(outline: Outline, opener: Candidate, openers: set[int], fields: set[int]) -> list[Candidate]:
    """What is below a paragraph and belongs to it, up to the next one that opens an entry."""
    found: list[Candidate] = []
    for each in outline.after(opener):
        if each.section != opener.section or each.carrier is Carrier.ROW or each.quoted is not opener.quoted:
            break
        if has_titled_paper(each) and each.index not in fields:
            break
        if each.index in openers or (each.status is Status.ENTRY and each.carrier not in ITEMS):
            break
        if each.status is Status.NO_ENTRY and each.carrier is Carrier.HEADING:
            break
        if each.index + 1 in openers and (is_bold_line(each) or each.children):  # or a topic over paragraphs
            break
        if each.carrier in ITEMS and each.names_paper and is_reference(each) and is_reference(opener):
            break
        found.append(each)
    return found


def read_opening(candidate: Candidate) -> Opening | None:
    """How a paragraph begins that may be an entry though nothing sets off its title; None where it begins as prose."""
    fields = candidate.head_fields()
    if not fields or is_in_prose(candidate):
        return None
    first = fields[0]
    if first.mark is Mark.SQUARE and _MARKER.match(candidate.head.text):
        return Opening.MARKER
    line = [first, *takewhile(lambda each: each.before not in LINES, fields[1:])]
    if not candidate.links:
        if len(fields) == 1 and _is_quoted(candidate.head.text.strip()):
            return Opening.QUOTE
        if _are_credited(line, fields[len(line) :]):
            return Opening.CREDIT
        return Opening.CITED if _is_citation(fields) else None
    if first.mark in LINKS:
        return _read_link_ahead(candidate, line)
    return Opening.WORDS if _ends_in_link(candidate) else None


def _read_link_ahead(candidate: Candidate, line: Sequence[Field]) -> Opening | None:
    """How a paragraph begins whose first line has a link in front."""
    first = line[0]
    if is_note(candidate.links[0]) and len(candidate.links) == 1 and all(each.mark in LINKS for each in line):
        return Opening.NOTE if any(each.score >= TITLED for each in candidate.titles) else None
    if len(line) == 1:
        return Opening.LINK if first.shape is not Shape.LABEL and candidate.names_paper else None
    if first.shape in NAMES:
        return Opening.NAMES if count_title_words(line[1:]) >= FEWEST_WORDS else None
    is_tag = first.mark is Mark.TAG or first.words[:1] == "[" or first.shape in (Shape.LABEL, Shape.ADDRESS)
    behind = next((each.words for each in line if each.mark not in LINKS), "")
    return Opening.TAG if is_tag and candidate.names_paper and not behind[:1].islower() else None


def _ends_in_link(candidate: Candidate) -> bool:
    """Whether a paragraph is a title and what else there is, then a link to a paper."""
    fields, title, last = candidate.head_fields(), candidate.best_title(Role.ITALIC), candidate.links[-1]
    is_titled = title is not None and title.score >= TITLED
    if fields[-1].mark not in LINKS or len(candidate.head.text) >= MAX_PARAGRAPH or Shape.PROSE in _shapes_of(fields):
        return False
    if not (last.is_paper or last.label is not None or shows_address(last.link)):
        return False
    is_title = is_titled and (count_title_words(fields) >= FEWEST_WORDS or len(fields) == 2)
    return is_title or _is_citation(fields)


def _shapes_of(fields: Sequence[Field]) -> list[Shape]:
    return [each.shape for each in fields]


def has_title_words(candidate: Candidate) -> bool:
    """Whether a paragraph has what could be a title, in any style and behind whatever it begins with."""
    words = (each.words for each in candidate.head_fields() if each.shape in TITLE_SHAPES - PERSONAL)
    return any(each.score >= TITLED for each in candidate.titles) or sum(map(count_words, words)) >= FEWEST_WORDS


def _are_credited(line: Sequence[Field], below: Sequence[Field]) -> bool:
    """Whether a line is a title, and names and a year are below."""
    is_named = bool(below) and below[0].shape in (Shape.NAMES, Shape.NAME)
    is_dated = any(each.shape in DATES for each in below)
    is_title = line[0].shape is not Shape.NAMES and all(each.shape in TITLE_SHAPES for each in line)
    return is_named and is_dated and is_title and sum(count_words(each.words) for each in line) >= FEWEST_WORDS


def _is_citation(fields: Sequence[Field]) -> bool:
    """Whether there are a year, a title and names, which a sign sets off from it; or year and names are before it."""
    years = [each.shape in DATES for each in fields]
    if not any(years) or Shape.PROSE in _shapes_of(fields):
        return False
    line = fields[years[0] :]
    named = [each.shape in PERSONAL for each in line]
    behind = [index for index, each in enumerate(line) if index and named[index] and each.before[-1:] in _APART]
    if behind:
        title = line[: behind[0]]
    elif years[0] and named[:1] == [True]:
        title = [*dropwhile(lambda each: each.before[-1:] not in _STOPS, line)][:1]
    else:
        return False
    words = sum(count_words(each.words) for each in title if each.shape in TITLE_SHAPES)
    return words >= FEWEST_WORDS and not title[0].words[0].islower()


def _has_names(candidate: Candidate) -> bool:
    """Whether there are sure names, or two that are not, beside a title in quotation marks if there is one."""
    shapes = [each.shape for each in candidate.head_fields() if each.mark is not Mark.QUOTE]
    return not NAMES.isdisjoint(shapes) or shapes.count(Shape.NAME) > 1


def _is_quoted(text: str) -> bool:
    """Whether a text is one quotation."""
    quote = next(iter(find_quotes(text)), None)
    return quote is not None and quote[0] == text
