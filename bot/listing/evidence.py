"""How much in an entry itself indicates that it is about a paper."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING

from bot.judgement import Case, always, cached_property, judge
from bot.listing.candidates import FIELD_NAME
from bot.listing.choices import Draft
from bot.listing.labels import Label
from bot.listing.links import is_publication, shows_address
from bot.listing.others import is_post, leads_to_repository, names_something_else, only_points
from bot.listing.parts import Carrier
from bot.listing.scores import TITLE, FieldKind, read_header
from bot.listing.sections import PAPERS_SECTION
from bot.listing.shapes import LAST_LETTER, LINKS, NAMES, PERSONAL, Mark, Shape
from bot.listing.titles import NICKNAME, SHORT, TITLED, Role
from bot.papers.identifiers import identify
from bot.papers.urls import names_book
from bot.papers.venues import find_venues, is_date_or_venue
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.judgement import Verdict


class Evidence(IntEnum):
    """How much in an entry itself indicates that it is about a paper."""

    AGAINST = 0
    NONE = 1
    WEAK = 2
    STRONG = 3


_EVENT = lazy_pattern(
    r"(?:tutorials?|workshops?|courses?)\s*[:：]|(?-i:[A-Z]{2,4} ?\d{3}[A-Za-z]?)\s*[:：]"
    r"|(?:data ?set|.*\b(?:tutorial|course)) by\b|.*\b(?:course|class) notes\b"
    r"|.*(?<!\ba )(?<!\band )\b(?:course|workshop|lectures|lab|laboratory)(?:\W*(?:19|20)\d\d)?\W*$"
    r"|(?:[\w&]+\s?[:：]\s?)?(?:(?:\d+(?:st|nd|rd|th)|international|annual|joint|IEEE|ACM)\s)*"
    r"(?:conference|symposium|workshop|summer school)\s(?:on|for|of)\b"
    r"|(?:[\w&]+\s){0,3}(?:journal|transactions|annals)\s(?:of|on|in|for)\b[^:.?]*$",
    re.IGNORECASE | re.DOTALL,
)
"""What names a course, an event, a group or a journal, as titles of papers do not."""
_COMMENT = lazy_pattern(r"^\W*(?:comments?|notes?|remarks?|todo|techniques?)\s*[:：]", re.IGNORECASE)
_PUBLISHER = lazy_pattern(
    r"\b(?:(?:university|academ\w+|mit|crc|ieee|free|guilford) press|publish(?:ers|ing)|o.?reilly|addison.wesley|wiley"
    r"|mcgraw.hill|prentice.hall|morgan kaufmann|routledge|packt|manning|apress|chapman|palgrave|penguin|schuster)\b",
    re.IGNORECASE,
)
"""Publishers whose names, in a venue's place, are those of books."""
_IN_VOLUME = lazy_pattern(r"\bpp?\.? ?\d|\d[-–]+\d|\bIn\b|(?i:\b(?:in:|pages|proceedings|journal|chapter)\b)")
"""What is said of a part of a book, or of a paper in an issue."""
_DEPOSIT = lazy_pattern(
    r"10\.(?:5281/zenodo|4121|21227|24433|6084|7910|5061|17605|17632|5255|57745|18112)\b", needs=("10.",)
)
"""The DOI of something that was deposited in an archive of data."""
_MEDIUM = lazy_pattern(
    r"[\W_]*(?:(?:text|e-?|hand)?books?|blog(?: posts?)?|videos?|talks?|slides|lectures?|podcasts?|websites?)[\W_]*",
    re.IGNORECASE,
)
_PAPER = lazy_pattern(
    r"[\W_]*(?:papers?|(?:(?:ph\.? ?d\.?|master'?s?|doctoral) )?(?:thesis|dissertation))[\W_]*", re.IGNORECASE
)
_SAYS_WHERE = frozenset({FieldKind.AUTHORS, FieldKind.VENUE, FieldKind.DATE})
_OF_EVENT = lazy_pattern(r"\b(?:deadlines?|locations?|city)\b|截止|地点", re.IGNORECASE)
"""What is over a column in a table of conferences."""
_YEAR = lazy_pattern(r"\W*(?:19|20)\d\d\W*", needs=("19", "20"))
_MEASURE = lazy_pattern(r"[\s\d.,%±*/+-]*\d[\s\d.,%±*/+-]*")
LONG = 0.9
"""The score of a title of five words or more."""


class _Weighed:
    """An entry as it is judged by itself, in a list where links to papers are `labelled` as such or not.

    In a `nicknamed` list papers go by short names.
    """

    def __init__(self, entry: Draft, *, labelled: bool, nicknamed: bool = False) -> None:
        self.entry = entry
        self.labelled = labelled
        self.nicknamed = nicknamed
        self.link = entry.link
        self.score = entry.title.score if entry.title is not None else 0.0
        self.dated = entry.date is not None

    @cached_property
    def is_event(self) -> bool:
        """Whether its title is the name of a course, an event, a group or a journal."""
        title, candidate = self.entry.title, self.entry.candidate
        if title is None or _EVENT.match(title.text):
            return title is not None
        years = {each.link.label for each in candidate.links if _YEAR.fullmatch(each.link.label)}
        return 1 < len(years) == len(candidate.links) or any(_OF_EVENT.search(each) for each in candidate.columns)

    @cached_property
    def is_measured(self) -> bool:
        """Whether it is a short name without a venue, and half of its row is numbers, as where methods are compared."""
        cells = [each for each in self.entry.candidate.cells if each.text.strip()]
        if self.entry.aligned.in_slot(FieldKind.VENUE):
            return False
        return self.score < TITLED and 2 * sum(bool(_MEASURE.fullmatch(each.text)) for each in cells) >= len(cells) > 2

    @property
    def leads_to_paper(self) -> bool:
        """Whether its link names a paper, or is labelled as one by other words than the title: `[FOO 2021](url)`."""
        if self.link is None or self.link.is_paper:
            return self.link is not None
        return self.link.label is Label.PAPER and not (self.link.dated and self.entry.links_title)

    @property
    def links_paper(self) -> bool:
        """Whether it has a link that is called a paper beside the one on its title."""
        is_called = self.link is not None and self.link.label is Label.PAPER and not self.link.dated
        return is_called and not self.entry.links_title

    @property
    def is_book(self) -> bool:
        """Whether its link leads to a whole book, and no venue or label says that it is a paper in it."""
        if self.link is None or not names_book(self.link.link.href):
            return False
        is_by = FieldKind.AUTHORS in self.entry.aligned.slots and not self.entry.is_in_section_of_others
        return not ((is_by and self.link.label is Label.PAPER) or self.names_venue or find_venues(self.entry.heading))

    @property
    def is_from_publisher(self) -> bool:
        """Whether a publisher of books is where its venue would be, and no link says that it is a paper."""
        venues, candidate = self.entry.aligned.in_slot(FieldKind.VENUE), self.entry.candidate
        if not any(_PUBLISHER.search(each.words) for each in venues) or candidate.names_paper:
            return False
        return not (self.is_published and self.entry.links_title) and not _IN_VOLUME.search(candidate.head.text)

    @property
    def is_deposit(self) -> bool:
        """Whether its link leads to an archive of data, and no name, venue or date says that it is a paper there."""
        is_archive = self.link is not None and _DEPOSIT.search(self.link.link.href)
        return bool(is_archive) and _SAYS_WHERE.isdisjoint(self.entry.aligned.slots)

    @cached_property
    def is_mistyped(self) -> bool:
        """Whether its link has the form of one to arXiv, and an id that none can have."""
        return self.link is not None and self.link.identifier is None and identify(self.link.link.href).form is not None

    @cached_property
    def names_several(self) -> bool:
        """Whether its links name more papers than one entry is about, or each of two by its authors."""
        links = [each for each in self.entry.candidate.links if each.is_paper and not each.detail]
        links = [each for each in links if not _DEPOSIT.search(each.link.href)]
        count, title = len({each.identifier for each in links}), self.entry.title
        is_said = any(each.label or shows_address(each.link) or (title and each.link is title.link) for each in links)
        return count > 2 or (count > 1 and not is_said)

    @cached_property
    def on_repository(self) -> bool:
        """Whether its title links to code or a model."""
        return self.entry.links_title and leads_to_repository(self.link)

    @cached_property
    def is_published(self) -> bool:
        """Whether its title links to what looks like a publication."""
        if self.link is None or self.on_repository:
            return False
        is_own = self.entry.links_title or shows_address(self.link.link)
        return is_own and is_publication(self.link)

    @cached_property
    def is_open(self) -> bool:
        """Whether its title is on a link, or has one that is called a paper, whose address is not filled in yet."""
        title = self.entry.title
        if self.link is not None or title is None or self.score < LONG:
            return False
        empty = (each for each in self.entry.candidate.links if not each.link.href)
        return any(each.link is title.link or each.label is Label.PAPER for each in empty)

    @cached_property
    def heads_venues(self) -> bool:
        """Whether all its links are below it, on the name of a venue alone, and lead to no publication."""
        links = self.entry.candidate.links
        return (
            bool(links)
            and not self.dated
            and all(
                each.detail and is_date_or_venue(each.link.label) and not (each.is_paper or is_publication(each))
                for each in links
            )
        )

    @cached_property
    def is_unfilled(self) -> bool:
        """Whether it begins with the name of a field, `Paper:`, and all its links are without an address and words."""
        candidate = self.entry.candidate
        is_empty = all(not (each.link.href or each.link.label.strip()) for each in candidate.links)
        return bool(candidate.links) and is_empty and FIELD_NAME.match(candidate.head.text) is not None

    @cached_property
    def is_titled(self) -> bool:
        """Whether its words read enough like a title, for what supports that they are one."""
        has_place = self.link is not None or self.entry.candidate.carrier is not Carrier.ROW
        is_supported = self.is_published or (self.dated and has_place)
        is_named = self.is_published and (self.dated or self.entry.announced)
        return is_named or self.is_cited or self.score >= (SHORT if is_supported else TITLED)

    @cached_property
    def is_cited(self) -> bool:
        """Whether a link says who wrote it, when and where it appeared, instead of its title: `Lee et al 2012 Foo`."""
        said = [field for field in self.entry.aligned.fields if field.mark is Mark.LINK]
        by = any(field.shape in PERSONAL and self.entry.is_titled_by(field) for field in said[:1])
        return by and self.entry.links_title and {FieldKind.DATE, FieldKind.VENUE} <= {*self.entry.aligned.slots}

    @cached_property
    def names_venue(self) -> bool:
        """Whether a link carries a date, or the words beside the title a venue, as a repository's may too."""
        is_dated = any(each.dated for each in self.entry.candidate.links)
        slots = self.entry.aligned.in_slot(FieldKind.VENUE)
        is_named = self.dated and any(field.shape is Shape.VENUE for field in slots)
        is_named = is_named or (any(field.shape is Shape.PERIODICAL for field in slots) and not self.leads_to_post)
        is_named = is_named or _names_venue(self.entry)
        return is_dated or (is_named and not self.on_repository)

    @cached_property
    def names_authors(self) -> bool:
        """Whether names of authors are where its siblings have theirs, and its title links to no code."""
        names = [each for each in self.entry.aligned.in_slot(FieldKind.AUTHORS) if not self.entry.is_titled_by(each)]
        count = sum(1 + field.words.count(" and ") for field in names)
        is_sure = count > 1 and any(field.shape is not Shape.NAME for field in names)
        is_sure = is_sure or any(field.shape is Shape.CREDIT for field in names)
        return is_sure and not self.on_repository and not self.entry.is_in_other_section

    @cached_property
    def is_described(self) -> bool:
        """Whether a long title in a cell of its own has a name in another, and no link but those to its code."""
        names, links = self.entry.aligned.in_slot(FieldKind.AUTHORS), self.entry.candidate.links
        is_code = all(each.label is Label.CODE or leads_to_repository(each) for each in links)
        is_row = self.entry.candidate.carrier is Carrier.ROW and not self.entry.links_title
        return is_row and self.score >= LONG and is_code and bool(names)

    @cached_property
    def is_reference(self) -> bool:
        """Whether it says by whom, when and where its title was published, and links it to no code."""
        slots = self.entry.aligned.in_slot
        is_by = any(field.shape in NAMES for field in slots(FieldKind.AUTHORS))
        is_in = any(field.shape in (Shape.VENUE, Shape.PERIODICAL) for field in slots(FieldKind.VENUE))
        return is_by and is_in and self.dated and not self.on_repository and not self.entry.is_in_other_section

    @property
    def leads_to_post(self) -> bool:
        """Whether one of its links leads to a post, or is called a page."""
        return bool([each for each in self.entry.candidate.links if each.label is Label.PAGE or is_post(each)])

    @cached_property
    def is_placed(self) -> bool:
        """Whether a known venue and a year are beside its title, which is on no link or on one to a publication."""
        is_elsewhere = self.leads_to_post or any(
            each.label is None and not (each.dated or each.is_paper or is_publication(each))
            for each in self.entry.candidate.links
        )
        venues = self.entry.aligned.in_slot(FieldKind.VENUE)
        is_known = any(field.shape is Shape.VENUE and field.mark not in LINKS for field in venues)
        return self.score >= TITLED and self.dated and is_known and not is_elsewhere

    @cached_property
    def is_in_column(self) -> bool:
        """Whether the words over its title's column announce papers."""
        title, columns = self.entry.title, self.entry.candidate.columns
        if title is None or not 0 <= title.column < len(columns):
            return False
        return PAPERS_SECTION.search(columns[title.column]) is not None

    @cached_property
    def is_of_paper(self) -> bool:
        """Whether the link on its title leads to a publication, or has a date that only papers have."""
        return self.is_published or (self.entry.has_own_date if self.on_repository else self.dated)


_EVIDENCE: tuple[Case[_Weighed, Evidence], ...] = (
    Case("has no title", lambda it: it.entry.title is None, Evidence.AGAINST),
    Case("is a form that is not filled in", lambda it: it.is_unfilled, Evidence.AGAINST),
    Case("introduces links to conferences", lambda it: it.heads_venues, Evidence.AGAINST),
    Case("begins like a comment", lambda it: _COMMENT.match(it.entry.candidate.head.text), Evidence.AGAINST),
    Case("names several papers, and no title", lambda it: it.score < TITLED and it.names_several, Evidence.AGAINST),
    Case(
        "is about what a paper describes: a model, code or data",
        lambda it: it.leads_to_paper and not it.nicknamed and names_something_else(it.entry),
        Evidence.AGAINST,
    ),
    Case("points at a paper in a sentence", lambda it: it.leads_to_paper and only_points(it.entry), Evidence.AGAINST),
    Case("links to a whole book", lambda it: it.is_book, Evidence.AGAINST),
    Case("is from a publisher of books", lambda it: it.is_from_publisher, Evidence.AGAINST),
    Case("links to an archive of data, and says nothing of a paper", lambda it: it.is_deposit, Evidence.NONE),
    Case("links to a paper", lambda it: it.link is not None and it.link.is_paper, Evidence.STRONG),
    Case("links to a paper, by an id that cannot exist", lambda it: it.is_mistyped, Evidence.STRONG),
    Case("says that it is a paper", lambda it: says_paper(it.entry), Evidence.WEAK),
    Case(
        "has the name of a course, an event, a group or a journal",
        lambda it: it.is_event and not (it.is_published and it.names_authors) and not it.links_paper,
        Evidence.AGAINST,
    ),
    Case("is a row of numbers in a comparison", lambda it: it.is_measured, Evidence.AGAINST),
    Case("says who wrote it, when and where it appeared", lambda it: it.is_reference, Evidence.STRONG),
    Case("says when and where it appeared", lambda it: it.is_placed, Evidence.STRONG),
    Case("has a link that is called a paper", lambda it: it.leads_to_paper, Evidence.WEAK),
    Case("has no words that read like a title", lambda it: not it.is_titled, Evidence.NONE),
    Case("has a link whose address is not filled in yet", lambda it: it.is_open, Evidence.WEAK),
    Case("names a venue, or the date of a link", lambda it: it.names_venue, Evidence.WEAK),
    Case("links to a post", lambda it: it.link is not None and is_post(it.link), Evidence.NONE),
    Case("is in a column of papers", lambda it: it.is_in_column, Evidence.WEAK),
    Case("links its title to a document", lambda it: it.is_published, Evidence.WEAK),
    Case("names its authors", lambda it: it.names_authors, Evidence.WEAK),
    Case("has an author and code beside a long title", lambda it: it.is_described, Evidence.WEAK),
    Case(
        "links its title to something else, and has no link called a paper as others have",
        lambda it: it.link is not None and it.labelled and it.entry.links_title,
        Evidence.AGAINST,
    ),
    Case(
        "has no link that is called a paper, as others do",
        lambda it: it.link is not None and it.labelled,
        Evidence.NONE,
    ),
    Case("links its title to a publication", lambda it: it.entry.links_title and it.is_of_paper, Evidence.WEAK),
    Case("links its title to something else", lambda it: it.entry.links_title, Evidence.NONE),
    Case(
        "has a date, and no link that says what it is",
        lambda it: it.dated and all(each.label is None for each in it.entry.candidate.links),
        Evidence.WEAK,
    ),
    Case("has nothing that papers have", always, Evidence.NONE),
)


def weigh_evidence(entry: Draft, *, labelled: bool, nicknamed: bool = False) -> Verdict[Evidence]:
    """Weigh the evidence in one entry, in a list where links to papers are `labelled` as such.

    In a `nicknamed` list papers go by short names.
    """
    return judge(_EVIDENCE, _Weighed(entry, labelled=labelled, nicknamed=nicknamed))


def could_be_paper(entry: Draft) -> bool:
    """Whether an entry without evidence may be a paper among papers: it links somewhere unknown."""
    link = entry.link
    if link is None or not (entry.links_title or link.label is Label.HERE or shows_address(link.link)):
        return False
    return could_be_written_so(entry) and entry.title is not None and entry.title.score >= TITLED


def is_among_others(entry: Draft) -> bool:
    """Whether a heading announces something else than papers, or data that papers may describe."""
    return entry.is_in_other_section or entry.is_in_section_of_others or entry.is_in_section_of_data


def lists_data(entry: Draft) -> bool:
    """Whether a heading announces data, and no names say that the title beside them is that of a paper.

    In a row they do where the column of the title says that it has titles: data have authors too.
    """
    column, columns = entry.title.column if entry.title is not None else -1, entry.candidate.columns
    may_be_data = 0 <= column < len(columns) and read_header(columns[column]) != TITLE
    is_by = FieldKind.AUTHORS in entry.aligned.slots and not may_be_data
    return entry.is_in_section_of_data and not is_by


def says_medium(entry: Draft) -> bool:
    """Whether words that are set off say that it is not a paper: `**book**`, `[Blog]`."""
    return _is_tagged(entry, _MEDIUM)


def says_paper(entry: Draft) -> bool:
    """Whether words that are set off behind a title on a link say that it is a paper: `**paper**`, `[Thesis]`."""
    return entry.title is not None and entry.title.link is not None and _is_tagged(entry, _PAPER)


def _is_tagged(entry: Draft, tag: re.Pattern[str]) -> bool:
    """Whether words of an entry that is not a row are set off, and are such a tag; links are not."""
    fields = () if entry.candidate.cells else entry.candidate.head_fields()
    set_off = [each.words for each in fields if each.mark is not Mark.NONE and each.mark not in LINKS]
    return any(map(tag.fullmatch, set_off))


def is_said_of_paper(entry: Draft) -> bool:
    """Whether a long title has a date, and names or a venue, or papers are announced, and no link leads to a page."""
    title, slots = entry.title, entry.aligned.slots
    if title is None or title.score < LONG or FieldKind.DATE not in slots or is_among_others(entry):
        return False
    is_said = entry.announced or FieldKind.AUTHORS in slots or FieldKind.VENUE in slots
    return is_said and not any(is_post(each) or each.label is Label.PAGE for each in entry.candidate.links)


def could_be_written_so(entry: Draft) -> bool:
    """Whether an entry without evidence may be a paper as those are that are written like it: nothing is against it.

    One that says where and when it appeared, or a row who wrote it, may link to its code instead; beside a
    date a short title is enough.
    """
    links = entry.candidate.links if entry.link is None else (entry.link,)
    slots, is_row = {*entry.aligned.slots}, entry.candidate.carrier is Carrier.ROW
    is_code = any(leads_to_repository(each) or each.label is Label.CODE for each in links)
    is_said = {FieldKind.DATE, FieldKind.VENUE} <= slots or (is_row and FieldKind.AUTHORS in slots)
    is_elsewhere = any(map(is_post, links)) or (is_code and not is_said)
    least = SHORT if entry.links_title or is_row or FieldKind.DATE not in slots else NICKNAME
    is_titled = entry.title is not None and entry.title.score >= least
    return is_titled and not is_elsewhere and not is_among_others(entry)


def has_own_title(entry: Draft) -> bool:
    """Whether an entry has a long title with its capitals, on no link, and no link leads to a post."""
    is_long = entry.title is not None and entry.title.score >= LONG and not entry.links_title
    is_elsewhere = is_among_others(entry) or any(map(is_post, entry.candidate.links))
    return is_long and not is_elsewhere and has_capitals(entry)


def has_capitals(entry: Draft) -> bool:
    """Whether half of the words of a title begin with a capital, in writing that has any."""
    parts = entry.title.text.split() if entry.title is not None else []
    return 2 * sum(not each[0].islower() and each[0] < LAST_LETTER for each in parts) >= len(parts)


def names_model(entry: Draft) -> bool:
    """Whether an undated link on a short name may stand for the model or tool of that name."""
    title = entry.title
    return title is not None and title.role is Role.LINKED and title.score < TITLED and entry.date is None


def _names_venue(entry: Draft) -> bool:
    """Whether the entry names a venue outside its title."""
    title, text = entry.title, entry.candidate.head.text
    if title is not None and title.column < 0:
        text = text[: title.start] + " " + text[title.end :]
    return bool(find_venues(text))
