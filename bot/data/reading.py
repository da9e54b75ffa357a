"""Make the entries and sections of a list from records."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.data.bibtex import decode
from bot.data.fields import (
    BIBTEX,
    Heading,
    Item,
    Leaf,
    Names,
    Role,
    Source,
    find_address_fields,
    find_markdown_links,
    find_url,
    find_written_url,
    folded,
    role_of,
)
from bot.document.model import Document, JoinedProse, Link, PlainProse, Prose, Run, RunKind, Value
from bot.listing.conventions import learn_conventions
from bot.listing.links import choose_code, label_of
from bot.listing.model import Entry, Listing, Section, SectionKind
from bot.listing.parts import Carrier, DateLabel, Kind, Labelled, Part, Parts, Place
from bot.listing.scores import FieldKind
from bot.listing.shapes import Mark
from bot.papers.arxiv_ids import read_arxiv_id
from bot.papers.dates import PartialDate, is_possible, read_date_label, read_month
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.names import given_first
from bot.text import Span, Text, lazy_pattern

_FEWEST_WITH_TITLE = 0.5
"""The share of records that must have a title for the field to be that of titles."""
_EVIDENCE = 0.05
"""The share of records that must name a paper, its authors or its venue; navigation and bookmarks name none."""
_HEADERS = {Role.TITLE: "title", Role.AUTHORS: "authors", Role.VENUE: "venue", Role.YEAR: "year", Role.DATE: "date"}
"""What columns are called in which other parts of the program look for claims."""
_NOT_LINKS = frozenset({Role.TEXT, Role.AUTHORS, Role.TITLE})
_IN_VENUE = lazy_pattern(r"arxiv:?\s*(\d{4}\.\d{4,5})(?:v\d+)?|\babs/(\d{4}\.\d{4,5})", re.IGNORECASE)
_MEANT_AS_DOI = lazy_pattern(r"\d{4,}.*/.*\d|\b10\W\d{4,}")
_TIME = lazy_pattern(r"(\d{4}-\d\d-\d\d)[T ]\d\d:.*")
_AND = lazy_pattern(r"\s+and\s+", re.IGNORECASE)
_NUMBER = lazy_pattern(r"\d{1,2}")
_GIVEN, _FAMILY = frozenset({"given", "first", "firstname", "givenname"}), frozenset({"family", "last", "lastname"})
_SOFTWARE = frozenset({"software", "dataset", "manual", "online"})
"""Types of BibTeX that are about papers only where their link says so."""


class _Fields(NamedTuple):
    """The values of a record by what they say."""

    by_role: dict[Role, list[Leaf]]

    def first(self, *roles: Role) -> Leaf | None:
        return next((leaf for role in roles for leaf in self.by_role.get(role, ())), None)


def read_listing(text: Text, source: Source, names: Names) -> Listing:
    """The list of papers that the records are; without an entry where they are not about papers."""
    titled = _title_role(source.records, names)
    fields = [_fields(record, names, titled) for record in source.records]
    addressed = find_address_fields(source.records)
    pairs = zip(source.records, fields, strict=True)
    made = [_Entry(text, source, record, each, addressed).make() for record, each in pairs]
    if not is_list_of_papers(made):
        made = []
    sections, homes = _sections(text, [record.groups for record in source.records] if made else [])
    kept = [(entry, home) for entry, home in zip(made, homes, strict=True) if entry.title is not None or entry.links]
    entries = tuple(replace(entry, section=home, siblings=home) for entry, home in kept)
    members: list[list[int]] = [[] for _ in sections]
    for index, entry in enumerate(entries):
        members[entry.section].append(index)
    sections = [each._replace(entries=tuple(inside)) for each, inside in zip(sections, members, strict=True)]
    values = _values(source.records, fields, names)
    links = sorted((link for entry in entries for link in entry.links), key=lambda link: link.span)
    document = Document(text, (), tuple(links), source.comments, source.format, values, source.flaws)
    return Listing(document, tuple(sections), entries, learn_conventions("", entries, sections))


def _values(records: Sequence[Item], fields: Sequence[_Fields], names: Names) -> tuple[Value, ...]:
    """Where values are written; what is at two places, such as a merged mapping, is named once."""
    found: dict[Span, Value] = {}
    for record, each in zip(records, fields, strict=True):
        roles = {leaf: role for role, leaves in each.by_role.items() for leaf in leaves}
        for leaf in record.leaves:
            role = roles.get(leaf) or role_of(leaf.name, names)
            found.setdefault(leaf.span, Value(leaf.span, leaf.quote, leaf.name, leaf.key, str(role or "")))
    return tuple(found[span] for span in sorted(found))


def is_list_of_papers(entries: Sequence[Entry]) -> bool:
    """Whether enough records have a title and name a paper, its authors or its venue."""
    titled = [entry for entry in entries if entry.title is not None]
    known = [entry for entry in titled if _names_paper(entry)]
    return bool(known) and len(titled) >= _FEWEST_WITH_TITLE * len(entries) and len(known) >= _EVIDENCE * len(titled)


def _names_paper(entry: Entry) -> bool:
    is_described = "authors" in entry.columns or "venue" in entry.columns
    is_on_arxiv = any(identify(link.href).form is not None for link in entry.links)  # also with a malformed id
    return is_described or is_on_arxiv or any(each.is_paper for each in entry.identifiers)


def _title_role(records: Sequence[Item], names: Names) -> Role:
    """The role of the fields that hold titles: that of names where few records have a title."""
    titled = sum(
        any(leaf.text and role_of(leaf.name, names) is Role.TITLE for leaf in record.leaves) for record in records
    )
    return Role.TITLE if titled >= _FEWEST_WITH_TITLE * len(records) else Role.NAME


def _fields(record: Item, names: Names, titled: Role) -> _Fields:
    found: dict[Role, list[Leaf]] = {}
    for leaf in record.leaves:
        role = role_of(leaf.name, names) if leaf.text else None
        if role is Role.LINK and titled is Role.NAME and not find_url(leaf.text) and " " in leaf.text:
            role = Role.NAME  # `paper: its title`
        if role is Role.VENUE and find_url(leaf.text):
            role = None
        if role is Role.NAME and titled is Role.NAME:
            role = Role.TITLE
        if role is not None:
            found.setdefault(role, []).append(leaf)
    for named, given in names.items():
        order = [folded(name) for name in given]
        found.get(Role(named), []).sort(key=lambda leaf: _rank(order, leaf))
    return _Fields(found)


def _rank(order: Sequence[str], leaf: Leaf) -> int:
    return order.index(folded(leaf.name)) if folded(leaf.name) in order else len(order)


class _Entry:
    """One entry in the making."""

    def __init__(self, text: Text, source: Source, record: Item, fields: _Fields, addressed: Container[str]) -> None:
        self.text, self.source, self.record, self.fields, self.addressed = text, source, record, fields, addressed
        self.leaves = [leaf for leaf in record.leaves if leaf.text]
        self.roles = {leaf: role for role, leaves in fields.by_role.items() for leaf in leaves}

    def make(self) -> Entry:
        """The entry; its section is the first one for now."""
        links = tuple(self._links())
        main = self._main_link(links)
        title = self.fields.first(Role.TITLE)
        cells, columns = self._cells(title)
        identifiers = (found for link, _ in links if (found := identify(link.href).identifier) is not None)
        work = identify(main.href).identifier if main is not None else None
        words = _title_words(title, self.source) if title is not None else ""
        authors, date, parts = self._people(), self._date(), self._parts()
        dated = Part(date.text, date.span) if date is not None else None
        said = ((FieldKind.AUTHORS, next(iter(authors), None)), (FieldKind.VENUE, parts.venue), (FieldKind.DATE, dated))
        return Entry(
            span=self.record.span,
            carrier=Carrier.RECORD,
            kind=self._kind(work, title),
            section=0,
            title=Part(words, title.span) if title is not None and words else None,
            link=main,
            links=tuple(link for link, _ in sorted(links, key=lambda each: each[0].span)),
            code=choose_code(((link, label_of(link)) for link, _ in links), main),
            work=work,
            identifiers=tuple(dict.fromkeys(identifiers)),
            date=date,
            head=JoinedProse(cells),
            cells=cells,
            columns=columns,
            title_place=(columns.index("title"), 0, len(words)) if "title" in columns else (-1, 0, 0),
            siblings=0,
            category=_value(self.fields.first(Role.SECTION)),
            authors=authors,
            labelled=tuple(
                Labelled(kind, part, Place(number, Mark.NONE, is_before_title=False), str(kind))
                for number, (kind, part) in enumerate(said)
                if part is not None
            ),
            fields=parts,
        )

    def _cells(self, title: Leaf | None) -> tuple[tuple[Prose, ...], tuple[str, ...]]:
        """The values as the cells of a row, with what is over them; the names of all authors are one."""
        cells: list[Prose] = []
        columns: list[str] = []
        for leaf in self.leaves:
            role = self.roles.get(leaf)
            if role is Role.AUTHORS:
                if "authors" not in columns:
                    leaves = self.fields.by_role[Role.AUTHORS]
                    cells.append(_prose(", ".join(self._authors(leaves)), _around(leaves), self.text))
                    columns.append("authors")
                continue
            words = _title_words(leaf, self.source) if leaf is title else leaf.text
            if role is Role.TITLE and leaf is not title:
                role = None
            cells.append(_prose(words, leaf.span, self.text))
            columns.append(_HEADERS.get(role, leaf.name) if role is not None else leaf.name)
        return tuple(cells), tuple(columns)

    def _authors(self, leaves: Sequence[Leaf]) -> Iterator[str]:
        """The names of authors, given name first."""
        if self.source.format is not BIBTEX:
            yield from _names(leaves)
            return
        for leaf in leaves:
            for name in _AND.split(" ".join(leaf.text.split())):
                yield "et al." if name.casefold() == "others" else decode(given_first(name))

    def _people(self) -> tuple[Part, ...]:
        """Those who wrote it, in one part."""
        leaves = self.fields.by_role.get(Role.AUTHORS, [])
        names = "; ".join(self._authors(leaves))
        return (Part(names, _around(leaves)),) if names else ()

    def _links(self) -> Iterator[tuple[Link, Leaf]]:
        """The links, each with the value that holds it."""
        for leaf in self.leaves:
            role = self.roles.get(leaf)
            if role in (Role.ARXIV, Role.NUMBER) and find_url(leaf.text) is None:
                if (link := self._arxiv_link(leaf, role)) is not None:
                    yield link, leaf
            elif role is Role.DOI and find_url(leaf.text) is None:
                url = f"https://doi.org/{_bare_doi(leaf.text)}"
                if identify(url).identifier is not None or _MEANT_AS_DOI.search(leaf.text):
                    yield _link(leaf, url, None), leaf
            elif role is Role.VENUE and (match := _IN_VENUE.search(leaf.text)):
                yield _link(leaf, f"https://arxiv.org/abs/{match[1] or match[2]}", None), leaf
            elif role not in _NOT_LINKS or find_url(leaf.text):
                yield from ((link, leaf) for link in self._addresses(leaf, role))

    def _arxiv_link(self, leaf: Leaf, role: Role) -> Link | None:
        """The paper on arXiv that an identifier names; a malformed one counts only where the field is for them."""
        value = re.sub(r"(?i)^arxiv:\s*", "", leaf.text)
        is_eprint = self.source.format is BIBTEX and folded(leaf.name) == "eprint"
        if role is Role.NUMBER or (is_eprint and not any(map(_names_arxiv, self.leaves))):
            if read_arxiv_id(value).value is None or not re.search(r"\d{4}\.\d{4,5}|/\d{7}", value):
                return None
        elif not re.search(r"\d{3}", value):
            return None
        return _link(leaf, f"https://arxiv.org/abs/{value}", None)

    def _addresses(self, leaf: Leaf, role: Role | None) -> Iterator[Link]:
        """The links in one value: the whole of it, or those it has in Markdown."""
        url = find_url(leaf.text)
        written = find_written_url(leaf.text, is_address=folded(leaf.name) in self.addressed)
        if written is not None and role is not Role.TEXT:
            start = self.text.blanks_before(leaf.span.start) if leaf.quote in ("'", '"') else leaf.span.start
            whole = Span(start, leaf.span.end)  # a space in front is a part of what is quoted
            href = self.text[whole] if leaf.is_verbatim else written
            yield _link(leaf, href, whole if leaf.is_verbatim else None)
            return
        if url is not None and (role is not Role.TEXT or url.startswith("http")):
            href = url if "://" in url else f"https://{url}"
            yield _link(leaf, href, leaf.span if leaf.is_verbatim and href == url else None)
            return
        for match in find_markdown_links(leaf.text):
            start = leaf.span.start + match.start(2)
            span = Span(start, start + len(match[2])) if leaf.is_verbatim else None
            whole = Span(leaf.span.start + match.start(), leaf.span.start + match.end()) if span else leaf.span
            yield Link(whole, match[1] or leaf.label, whole, match[2], span)

    def _main_link(self, links: Iterable[tuple[Link, Leaf]]) -> Link | None:
        """The link to the paper: a field for it that names one, else any that does, else the field for it."""
        found = list(self._links_by_rank(links))
        return min(found, key=lambda each: each[0])[1] if found else None

    def _links_by_rank(self, links: Iterable[tuple[Link, Leaf]]) -> Iterator[tuple[tuple[int, int], Link]]:
        first = {leaf.span: self.roles.get(leaf) for leaf in reversed(self.leaves)}
        for index, (link, leaf) in enumerate(links):
            target = identify(link.href)
            is_paper = target.identifier.is_paper if target.identifier is not None else target.form is not None
            role = first[leaf.span]
            named = role is Role.LINK or (role not in (Role.CODE, Role.TEXT) and link.label.casefold() in _LINK_LABELS)
            if is_paper and role is not Role.TEXT:
                yield (0 if role is Role.LINK else 2 - named, index), link
            elif named:
                yield (3, index), link

    def _date(self) -> DateLabel | None:
        leaf, year = self.fields.first(Role.DATE), self.fields.first(Role.YEAR)
        if leaf is not None and (label := _read_date(leaf)) is not None:
            return label
        if year is None:
            return None
        label = _read_date(year)
        month, day = self.fields.first(Role.MONTH), self.fields.first(Role.DAY)
        number = read_month(month.text) if month is not None else None
        if label is None or label.value is None or label.value.month is not None or number is None:
            return label
        last = int(day.text) if day is not None and _NUMBER.fullmatch(day.text) else None
        if not is_possible(label.value.year, number, last):
            return label
        value = PartialDate(label.value.year, number, last)
        return DateLabel(value.iso(), label.span, label.format, value)

    def _parts(self) -> Parts:
        roles = (Role.VENUE, Role.AFFILIATION, Role.CITATIONS, Role.COMMENT)
        venue, affiliation, citations, comment = (_part(self.fields.first(role), self.source) for role in roles)
        return Parts(venue, affiliation, citations, comment)

    def _kind(self, work: Identifier | None, title: Leaf | None) -> Kind:
        """A paper, unless it has no title, or leads to a repository and has neither authors nor a venue."""
        if title is None:
            return Kind.OTHER
        if work is not None and work.is_paper:
            return Kind.PAPER
        if self.record.kind in _SOFTWARE:
            return Kind.OTHER
        is_described = self.fields.first(Role.AUTHORS, Role.VENUE) is not None
        codes = {Scheme.GITHUB, Scheme.HUGGINGFACE}
        return Kind.PAPER if is_described or not (work is not None and work.scheme in codes) else Kind.OTHER


_LINK_LABELS = frozenset("paper pdf arxiv abs doi url link openreview html".split())


def _prose(words: str, span: Span, text: Text) -> Prose:
    """Words at their place; those that are written otherwise there stand for it as a whole."""
    if not words:
        return Prose(())
    return PlainProse(words, span.start) if text[span] == words else Prose((Run(RunKind.TEXT, span, words),))


def _title_words(leaf: Leaf, source: Source) -> str:
    words = " ".join(leaf.text.split())
    links = find_markdown_links(words)
    if len(links) == 1 and links[0].span() == (0, len(words)):
        return links[0][1]
    return words.strip("*_ ") if source.format is not BIBTEX else words.rstrip(".")


def _names(leaves: Sequence[Leaf]) -> Iterator[str]:
    """The names of authors in a list of names, or of mappings with `name`, or with `given` and `family`."""
    if len(leaves) == 1:
        yield leaves[0].text
        return
    given = ""
    for leaf in leaves:
        label = folded(leaf.label)
        if label in _GIVEN:
            given = leaf.text
        elif label in _FAMILY:
            yield f"{given} {leaf.text}".strip()
            given = ""
        elif leaf.label == leaf.name or label in ("name", "fullname", "author"):
            yield given_first(leaf.text)


def _names_arxiv(leaf: Leaf) -> bool:
    """Whether a field of BibTeX says that the eprint beside it is on arXiv, and not on another server."""
    return folded(leaf.name) in ("archiveprefix", "eprinttype") and leaf.text.casefold() == "arxiv"


def _bare_doi(text: str) -> str:
    return re.sub(r"(?i)^doi:\s*", "", text.strip())


def _link(leaf: Leaf, href: str, url_span: Span | None) -> Link:
    return Link(leaf.span, leaf.label, leaf.span, href, url_span)


def _around(leaves: Sequence[Leaf]) -> Span:
    return Span(min(each.span.start for each in leaves), max(each.span.end for each in leaves))


def _read_date(leaf: Leaf) -> DateLabel | None:
    time = _TIME.fullmatch(leaf.text)
    words = time[1] if time else leaf.text
    span = Span(leaf.span.start, leaf.span.start + len(words)) if leaf.is_verbatim else leaf.span
    readings = read_date_label(words)
    return DateLabel(words, span, readings[0].format, readings[0].value) if readings else None


def _value(leaf: Leaf | None) -> str:
    return " ".join(leaf.text.split()) if leaf is not None else ""


def _part(leaf: Leaf | None, source: Source) -> Part | None:
    words = _value(leaf)
    if leaf is None or not words:
        return None
    return Part(words.strip("*_ ") if source.format is not BIBTEX else words, leaf.span)


def _sections(text: Text, groups: Sequence[tuple[Heading, ...]]) -> tuple[list[Section], list[int]]:
    """The sections that the groups are, and for each record the index of its own."""
    sections = [Section(Span(0, len(text.content)), "", Span(0, 0), 0, (), ())]
    known: dict[tuple[Heading, ...], int] = {(): 0}
    homes = []
    for path in groups:
        for depth in range(1, len(path) + 1):
            if path[:depth] not in known:
                heading = path[depth - 1]
                outer = known[path[: depth - 1]]
                above = tuple(" ".join(each.text.split()) for each in path[: depth - 1])
                known[path[:depth]] = len(sections)
                words, name = heading.words, " ".join(heading.text.split())
                start = min(heading.span.start, words.start)
                span = Span(start, max(heading.span.end, words.end))
                sections.append(Section(span, name, words, depth, above, (), SectionKind.HEADING, outer))
        homes.append(known[path])
    return sections, homes
