"""References as BibTeX, in UTF-8, for biber and BibTeX alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.data.latex import encode, encode_title
from bot.exports.references import ReferenceKind
from bot.papers.dates import MONTHS
from bot.papers.names import split_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.exports.references import Reference
    from bot.papers.names import AuthorList

_TYPES = {
    ReferenceKind.ARTICLE: "article",
    ReferenceKind.PAPER: "inproceedings",
    ReferenceKind.CHAPTER: "inbook",
    ReferenceKind.PREPRINT: "misc",
    ReferenceKind.UNKNOWN: "misc",
}
_IN_URL = {"\\": "%5C", "{": "%7B", "}": "%7D", " ": "%20"}


def render_bibtex(references: Iterable[Reference]) -> str:
    """An entry for each reference, with an empty line between them."""
    return "\n".join(_entry(each) for each in references)


def _entry(reference: Reference) -> str:
    fields = "".join(f"  {name} = {value},\n" for name, value in _fields(reference))
    return f"@{_TYPES[_kind(reference)]}{{{reference.key},\n{fields}}}\n"


def _kind(reference: Reference) -> ReferenceKind:
    """Its kind, unless that must have authors, and nobody knows them."""
    return reference.kind if reference.authors.names else ReferenceKind.UNKNOWN


def _fields(reference: Reference) -> Iterator[tuple[str, str]]:
    yield "title", f"{{{encode_title(reference.title)}}}"
    if reference.authors.names:
        yield "author", f"{{{_authors(reference.authors)}}}"
    venues = {ReferenceKind.ARTICLE: "journal", ReferenceKind.PAPER: "booktitle", ReferenceKind.CHAPTER: "booktitle"}
    if reference.venue:
        yield venues.get(_kind(reference), "howpublished"), f"{{{encode(reference.venue)}}}"
    if reference.stated_venue:
        yield "howpublished", f"{{{encode(reference.stated_venue)}}}"
    if reference.year is not None:
        yield "year", f"{{{reference.year}}}"
    if reference.date is not None and reference.date.month:
        yield "month", MONTHS[reference.date.month - 1][:3].lower()
    if reference.arxiv:
        yield "eprint", f"{{{reference.arxiv}}}"
        yield "archivePrefix", "{arXiv}"
    if reference.category:
        yield "primaryClass", f"{{{encode(reference.category)}}}"
    if reference.doi:
        yield "doi", f"{{{_verbatim(reference.doi)}}}"
    if reference.url:
        yield "url", f"{{{_verbatim(reference.url)}}}"


def _verbatim(text: str) -> str:
    """An address, which is not escaped, without what could end the field."""
    return "".join(_IN_URL.get(char, char) for char in text)


def _authors(authors: AuthorList) -> str:
    names = [_author(name) for name in authors.names]
    return " and ".join([*names, *(["others"] if authors.more else [])])


def _author(name: str) -> str:
    """`van Beethoven, Ludwig`; in braces what must not be taken apart."""
    parts = split_name(name)
    if not parts.given:
        return f"{{{encode(parts.family)}}}"
    family = encode(f"{parts.particle} {parts.family}".strip())
    given = encode(parts.given)
    return f"{family}, {encode(parts.suffix)}, {given}" if parts.suffix else f"{family}, {given}"
