"""Works as bibliographies cite them, in BibTeX and CSL-JSON: one reference for each paper, under a lasting key.

Authors, venue and year are those on record. Without a record a reference has what the entry itself says, and is a
preprint where it is on arXiv: a venue that only a list names is not sure.

BibTeX is in UTF-8, for biber and BibTeX alike. CSL-JSON is that of appendix IV of
https://docs.citationstyles.org/en/stable/specification.html.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.data.bibtex import encode, encode_address, encode_title
from bot.exports.bibliography import ExportedList, Work
from bot.listing.parts import Kind
from bot.papers.dates import MONTHS, PartialDate
from bot.papers.identifiers import doi_url
from bot.papers.identity import name_paper
from bot.papers.names import NOBODY, AuthorList, split_name
from bot.papers.record import Record, VenueKind
from bot.papers.similarity import are_different_papers, title_key
from bot.papers.venues import JOURNALS, find_known_venues
from bot.text import StrEnum, lazy_pattern, one_line

_JOURNAL = lazy_pattern(r"\b(?:Journal|Transactions|Letters|Annals|Magazine|Nature|Science|Medicine|Lancet|NEJM)\b")
_VOLUME = lazy_pattern(r"[\s,(]+(?:vol\.?\s*)?['’]?\d[\d\s(),.:/'’-]*$", re.IGNORECASE)
"""Volume and year after the name of a journal."""
_UNSAFE_IN_KEY = lazy_pattern(r"[^A-Za-z0-9:./+_-]+")
_SLUG_WORDS = 5
_DIGEST = 6
"""Hexadecimal digits that tell works apart whose keys would be the same."""


class ReferenceKind(StrEnum):
    """What is cited."""

    ARTICLE = "article"
    PAPER = "paper"
    CHAPTER = "chapter"
    PREPRINT = "preprint"
    UNKNOWN = "unknown"


class Published(NamedTuple):
    """Where and when a work was published, as its record says."""

    kind: ReferenceKind
    venue: str
    year: int | None


@dataclass(frozen=True, slots=True)
class Reference:
    """A paper as it is cited; text is on one line, and what is not known is empty or None."""

    key: str
    kind: ReferenceKind
    title: str
    authors: AuthorList = NOBODY
    venue: str = ""
    """Of an article, paper or chapter: where it was published, by its record."""
    stated_venue: str = ""
    """Of other kinds: the venue that the list gives."""
    year: int | None = None
    date: PartialDate | None = None
    """Of a preprint: when it was first made public."""
    arxiv: str = ""
    category: str = ""
    """The primary one of arXiv."""
    sections: tuple[str, ...] = ()
    """The paths of the sections that it is in."""
    doi: str = ""
    url: str = ""


def make_references(lists: Iterable[ExportedList]) -> tuple[Reference, ...]:
    """The papers with a title, each once, in the order of the lists."""
    found: dict[str, Reference] = {}
    sections: dict[str, list[str]] = {}
    seen: set[str] = set()
    for work, identity in _identities(lists):
        sections.setdefault(identity, []).append(work.section)
        if identity in found:
            found[identity] = _completed(found[identity], work)
            continue
        key = _key(work)
        if key.casefold() in seen:
            key = f"{key}-{digest(identity)}"
        seen.add(key.casefold())
        found[identity] = _reference(key, work)
    paths = {identity: tuple(dict.fromkeys(filter(None, each))) for identity, each in sections.items()}
    return tuple(replace(each, sections=paths[identity]) for identity, each in found.items())


def number_references(lists: Iterable[ExportedList]) -> dict[int, int]:
    """The place of each work's reference among those of `make_references`, by `id`."""
    numbers: dict[str, int] = {}
    return {id(work): numbers.setdefault(identity, len(numbers)) for work, identity in _identities(lists)}


def _identities(lists: Iterable[ExportedList]) -> Iterator[tuple[Work, str]]:
    """The papers with a title, and what those of one paper have in common.

    Where two papers have one address, one of the links is wrong: both stay.
    """
    titles: dict[str, str] = {}
    for work in (work for each in lists for work in each.works if work.kind is Kind.PAPER and work.title):
        identity = name_paper(work.arxiv, work.doi, work.identifier, work.title)
        is_other = are_different_papers(titles.setdefault(identity, work.title), work.title)
        yield work, f"{identity} {title_key(work.title)}" if is_other else identity


def _reference(key: str, work: Work) -> Reference:
    record = work.record
    published = _published(record) if record is not None else None
    arxiv = work.arxiv
    kind = published.kind if published else ReferenceKind.PREPRINT if arxiv else ReferenceKind.UNKNOWN
    date = (record.date if record is not None else None) or work.date
    year = published.year if published else date.year if date is not None else work.year
    doi = (record.doi if record is not None else "") or work.doi
    return Reference(
        key=key,
        kind=kind,
        title=one_line(record.title) if record is not None else work.title,
        authors=work.authors,
        venue=published.venue if published else "",
        stated_venue="" if published else _stated_venue(work, year),
        year=year,
        date=None if published else date,
        arxiv=arxiv,
        category=record.categories[0] if record is not None and record.categories and arxiv else "",
        doi=one_line(doi),
        url=_url(work, doi, is_published=published is not None),
    )


def _completed(reference: Reference, work: Work) -> Reference:
    """A reference with the authors and the venue that only a further entry of its paper names."""
    has_venue = reference.venue or reference.stated_venue
    return replace(
        reference,
        authors=reference.authors if reference.authors.names else work.authors,
        stated_venue=reference.stated_venue if has_venue else _stated_venue(work, reference.year),
    )


def _stated_venue(work: Work, year: int | None) -> str:
    """The venue that the list gives, with its year only where the reference has another."""
    return work.venue_name if work.stated_year in (None, year) else work.stated_venue


def _url(work: Work, doi: str, *, is_published: bool) -> str:
    """The page of the paper that the entry names; that of its DOI, or on arXiv, where it names none."""
    if work.url:
        return work.url
    if doi and (is_published or not work.arxiv):
        return doi_url(doi)
    return f"https://arxiv.org/abs/{work.arxiv}" if work.arxiv else ""


def _published(record: Record) -> Published | None:
    """Where a work was published, if its record says so: a preprint's may say it in the words of its authors."""
    venue = one_line(record.venue)
    mention = next(iter(find_known_venues(venue)), None)
    if record.preprint:
        if mention is None:
            return None
        year = mention.year or (max(record.years, default=None) if record.year is None else None)  # not of the preprint
        if _is_journal(mention.name):
            return Published(ReferenceKind.ARTICLE, _VOLUME.sub("", one_line(mention.text)), year)
        return Published(ReferenceKind.PAPER, _close_bracket(one_line(mention.text)), year)
    if not venue:
        return None
    kinds = {
        VenueKind.JOURNAL: ReferenceKind.ARTICLE,
        VenueKind.PROCEEDINGS: ReferenceKind.PAPER,
        VenueKind.BOOK: ReferenceKind.CHAPTER,
    }
    named = mention.name if mention is not None else venue
    likely = ReferenceKind.ARTICLE if _is_journal(named) or _JOURNAL.search(venue) else ReferenceKind.PAPER
    return Published(kinds.get(record.venue_kind, likely), venue, record.year)


def _close_bracket(text: str) -> str:
    """`ICLR (2024`, the beginning of a text, with its bracket."""
    return f"{text})" if text.count("(") > text.count(")") else text


def _is_journal(name: str) -> bool:
    return name in JOURNALS or _JOURNAL.search(name) is not None


def _key(work: Work) -> str:
    """From what names the paper, so that neither facts nor other entries change it; else from its title."""
    if work.arxiv:
        return f"arXiv:{work.arxiv}"
    identity = name_paper(work.arxiv, work.doi, work.identifier, work.title)
    if not identity.startswith("title:"):
        key = _UNSAFE_IN_KEY.sub("-", identity)
        return key if key == identity else f"{key}-{digest(identity)}"
    folded = unicodedata.normalize("NFKD", work.title).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", folded)[:_SLUG_WORDS]
    return "-".join([*words, digest(identity)])


def digest(text: str) -> str:
    """A few characters that tell texts apart."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:_DIGEST]


_BIBTEX_TYPES = {
    ReferenceKind.ARTICLE: "article",
    ReferenceKind.PAPER: "inproceedings",
    ReferenceKind.CHAPTER: "inbook",
    ReferenceKind.PREPRINT: "misc",
    ReferenceKind.UNKNOWN: "misc",
}


def render_bibtex(references: Iterable[Reference]) -> str:
    """An entry for each reference, with an empty line between them."""
    return "\n".join(_bibtex_entry(each) for each in references)


def _bibtex_entry(reference: Reference) -> str:
    fields = "".join(f"  {name} = {value},\n" for name, value in _fields(reference))
    return f"@{_BIBTEX_TYPES[_kind_of(reference)]}{{{reference.key},\n{fields}}}\n"


def _kind_of(reference: Reference) -> ReferenceKind:
    """Its kind, unless that kind must have authors and none are known."""
    return reference.kind if reference.authors.names else ReferenceKind.UNKNOWN


def _fields(reference: Reference) -> Iterator[tuple[str, str]]:
    yield "title", f"{{{encode_title(reference.title)}}}"
    if reference.authors.names:
        yield "author", f"{{{_authors(reference.authors)}}}"
    venues = {ReferenceKind.ARTICLE: "journal", ReferenceKind.PAPER: "booktitle", ReferenceKind.CHAPTER: "booktitle"}
    if reference.venue:
        yield venues.get(_kind_of(reference), "howpublished"), f"{{{encode(reference.venue)}}}"
    if reference.stated_venue:
        yield "howpublished", f"{{{encode(reference.stated_venue)}}}"
    if reference.year is not None:
        yield "year", f"{{{reference.year}}}"
    if reference.date is not None and reference.date.month:
        yield "month", MONTHS[reference.date.month - 1][:3].lower()
    yield from _addresses(reference)
    if reference.sections:
        yield "keywords", f"{{{encode(_keywords(reference))}}}"


def _addresses(reference: Reference) -> Iterator[tuple[str, str]]:
    if reference.arxiv:
        yield "eprint", f"{{{reference.arxiv}}}"
        yield "archivePrefix", "{arXiv}"
    if reference.category:
        yield "primaryClass", f"{{{encode(reference.category)}}}"
    if reference.doi:
        yield "doi", f"{{{encode_address(reference.doi)}}}"
    if reference.url:
        yield "url", f"{{{encode_address(reference.url)}}}"


def _keywords(reference: Reference) -> str:
    """The sections, with commas between them; commas in their names are left out."""
    return ", ".join(each.replace(",", ";") for each in reference.sections)


def _authors(authors: AuthorList) -> str:
    names = [_bibtex_author(name) for name in authors.names]
    return " and ".join([*names, *(["others"] if authors.more else [])])


def _bibtex_author(name: str) -> str:
    """`van Beethoven, Ludwig`; in braces what must not be taken apart."""
    parts = split_name(name)
    if not parts.given:
        return f"{{{encode(parts.family)}}}"
    family = encode(f"{parts.particle} {parts.family}".strip())
    given = encode(parts.given)
    return f"{family}, {encode(parts.suffix)}, {given}" if parts.suffix else f"{family}, {given}"


_CSL_TYPES = {
    ReferenceKind.ARTICLE: "article-journal",
    ReferenceKind.PAPER: "paper-conference",
    ReferenceKind.CHAPTER: "chapter",
    ReferenceKind.PREPRINT: "article",
    ReferenceKind.UNKNOWN: "document",
}
"""The type `article` of CSL is for preprints."""


def render_csl(references: Iterable[Reference]) -> str:
    """An array with an item for each reference."""
    return f"{json.dumps([_item(each) for each in references], indent=2, ensure_ascii=False)}\n"


def _item(reference: Reference) -> dict[str, object]:
    """The item; what is not known is left out, as CSL has it."""
    authors: list[dict[str, str]] = [_csl_author(name) for name in reference.authors.names]
    authors += [{"literal": "et al."}] if reference.authors.more else []
    values: dict[str, object] = {
        "id": reference.key,
        "type": _CSL_TYPES[reference.kind],
        "title": reference.title,
        "author": authors,
        "container-title": reference.venue,
        "issued": _issued(reference),
        "publisher": "arXiv" if reference.kind is ReferenceKind.PREPRINT else "",
        "number": f"arXiv:{reference.arxiv}" if reference.arxiv else "",
        "note": reference.stated_venue,
        "keyword": _keywords(reference),
        "DOI": reference.doi,
        "URL": reference.url,
    }
    return {name: value for name, value in values.items() if value}


def _csl_author(name: str) -> dict[str, str]:
    parts = split_name(name)
    if not parts.given:
        return {"literal": parts.family}
    values = {
        "family": parts.family,
        "given": parts.given,
        "non-dropping-particle": parts.particle,
        "suffix": parts.suffix,
    }
    return {key: value for key, value in values.items() if value}


def _issued(reference: Reference) -> dict[str, object] | None:
    if reference.date is not None and reference.date.year == reference.year:
        parts = list(reference.date.parts)
        return {"date-parts": [parts]}
    return {"date-parts": [[reference.year]]} if reference.year is not None else None
