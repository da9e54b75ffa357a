"""The XML of arXiv: Atom feeds of its query API, and arXivRaw records of OAI-PMH; whole documents without a DTD."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from bot.papers.dates import read_timestamp
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.record import CODE_LINK, Record
from bot.text import lazy_pattern

_DEEPEST = 60


class XmlError(ValueError):
    """The bytes are not XML, or not the XML that is read; the message says why."""


def read_xml(body: bytes | str) -> Element:
    """The root of the document; names are `{namespace}name`. Raises XmlError.

    A document type is refused, and with it every entity: neither arXiv nor OAI-PMH sends one, and entities
    are how small documents become large ones.
    """
    parser = expat.ParserCreate(namespace_separator="}")
    builder = TreeBuilder()
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise XmlError("too deeply nested")
        builder.start(_braced(name), attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_braced(name))

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = _refuse
    parser.EntityDeclHandler = _refuse
    parser.buffer_text = True
    try:
        parser.Parse(body, True)
        return builder.close()
    except (expat.ExpatError, AssertionError, LookupError, UnicodeError) as error:
        raise XmlError(f"incomplete XML: {error}") from None


def local_name(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def children(element: Element, name: str) -> Iterator[Element]:
    """The direct children of that local name, in order."""
    return (child for child in element if local_name(child) == name)


def child_text(element: Element, name: str) -> str | None:
    """The text of the first child of that name, its white space collapsed; None if there is no such child."""
    child = next(children(element, name), None)
    return None if child is None else " ".join("".join(child.itertext()).split())


def _braced(name: str) -> str:
    return f"{{{name}" if "}" in name else name


def _refuse(*_: object) -> NoReturn:
    raise XmlError("unexpected document type or entity")


_MOST_AUTHORS = 100
"""Collaborations sign with thousands; the first ones are enough to know a paper by."""


@dataclass(frozen=True, slots=True)
class Feed:
    """The records of an answer, in no certain order, and the complaints of the server."""

    records: tuple[Record, ...]
    complaints: tuple[str, ...] = ()


def read_feed(body: bytes) -> Feed:
    """Read a whole Atom feed; raises XmlError for anything else, an answer that breaks off included."""
    root = read_xml(body)
    if local_name(root) != "feed":
        raise XmlError(f"not a feed but <{local_name(root)[:40]}>")
    records, complaints = [], []
    for entry in children(root, "entry"):
        name = child_text(entry, "id") or ""
        if "api/errors" in name:
            complaints.append(child_text(entry, "summary") or name)
        elif (record := _read_entry(entry, name)) is not None:
            records.append(record)
    return Feed(tuple(records), tuple(complaints))


def _read_entry(entry: Element, name: str) -> Record | None:
    target = identify(name)
    title = child_text(entry, "title")
    if target.identifier is None or target.identifier.scheme is not Scheme.ARXIV or title is None:
        return None
    names = [child_text(author, "name") for author in children(entry, "author")]
    terms = [each.get("term") for name in ("primary_category", "category") for each in children(entry, name)]
    return Record(
        title,
        titles=None,
        identifier=target.identifier,
        version=target.version,
        date=read_timestamp(child_text(entry, "published") or ""),
        updated=read_timestamp(child_text(entry, "updated") or ""),
        comment=child_text(entry, "comment") or "",
        journal_reference=child_text(entry, "journal_ref") or "",
        doi=child_text(entry, "doi") or "",
        authors=tuple(name for name in names if name)[:_MOST_AUTHORS],
        categories=tuple(dict.fromkeys(term for term in terms if term)),
        code=_only_code(child_text(entry, "summary") or ""),
    )


def _only_code(abstract: str) -> str:
    """The repository that an abstract names; empty if it names several."""
    found = {match.removesuffix(".git") for match in CODE_LINK.findall(abstract)}
    return found.pop() if len(found) == 1 else ""


RAW_FORMAT = "arXivRaw"
"""The format of OAI-PMH that holds every version with its date and size."""
_NOTHING = lazy_pattern(r"0 ?kb", re.IGNORECASE)


def read_record(body: bytes) -> Record | None:
    """The latest version of a paper in an answer to GetRecord in the format arXivRaw; None for anything else."""
    try:
        root = read_xml(body)
    except XmlError:
        return None
    raw = next((each for each in root.iter() if local_name(each) == RAW_FORMAT), None)
    if raw is None:
        return None
    value, title = child_text(raw, "id"), child_text(raw, "title")
    versions = list(children(raw, "version"))
    if not value or not title or not versions:
        return None
    return Record(
        title,
        titles=() if len(versions) == 1 else None,  # it names the latest title only
        identifier=Identifier(Scheme.ARXIV, value),
        version=len(versions),
        date=read_timestamp(child_text(versions[0], "date") or "", in_utc=True),
        updated=read_timestamp(child_text(versions[-1], "date") or "", in_utc=True),
        comment=child_text(raw, "comments") or "",
        journal_reference=child_text(raw, "journal-ref") or "",
        doi=child_text(raw, "doi") or "",
        categories=tuple((child_text(raw, "categories") or "").split()),
        withdrawn=_is_empty(versions[-1]),
    )


def _is_empty(version: Element) -> bool:
    """Whether there is no paper behind a version: no bytes, or the source flag I, "ignore"."""
    size = child_text(version, "size") or ""
    return _NOTHING.fullmatch(size) is not None or "I" in (child_text(version, "source_type") or "")
