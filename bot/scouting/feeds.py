"""What a feed names, told by its content: JSON, RSS, Atom, HTML, ids, a list of papers, or text with abstracts."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from bot.data import check as check_list
from bot.data import read as read_list
from bot.document.html import plain_text
from bot.errors import CANNOT_RUN, BotError
from bot.facts.arxiv_records import XmlError, child_text, children, local_name, read_xml
from bot.files import shown
from bot.listing.parts import Kind
from bot.papers.dates import read_timestamp
from bot.papers.identity import read_id
from bot.papers.similarity import names_one_paper, title_key
from bot.scouting.model import FeedPaper
from bot.scouting.pages import read_blocks, read_html
from bot.text import Text, json_text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from xml.etree.ElementTree import Element

MOST_PAPERS = 20_000
"""Papers of one feed; a text with more is not a feed but an index of everything."""
_HINT = "name a page of papers, a list, BibTeX, RSS, Atom, JSON lines with id and title, or ids"
_LONGEST_ID = 200
_LONGEST_TITLE = 1_000
_LONGEST_ABSTRACT = 10_000
_IDS = 0.8
"""The share of lines that name a paper by id from which a text is a list of ids: others may be comments."""
_DEEPEST = 4

_ID_KEYS = ("id", "arxiv", "arxiv_id", "arxivId", "paper_id", "doi", "url", "link")
_TITLE_KEYS = ("title", "name")
_ABSTRACT_KEYS = ("abstract", "summary", "description")
_DATE_KEYS = ("submitted", "published", "publishedAt", "date", "month", "pubDate")
_VOTE_KEYS = ("upvotes", "votes")
_ANNOUNCED = lazy_pattern(r"arXiv:\S+\s+Announce Type:\s*\S+\s+(?:Abstract:)?\s*", re.IGNORECASE)
_TITLE_ID = lazy_pattern(r"\s*\(arXiv:(\S{5,40})[^()]{0,100}\)\s*\Z", re.IGNORECASE)
_COMMENT = lazy_pattern(r"\s*(?:#|//|%)")


class Feed(NamedTuple):
    """The papers that a feed names, each once, in its order."""

    kind: str
    """What the feed is, as messages call it."""
    papers: tuple[FeedPaper, ...]


def read_feed(text: Text) -> Feed:
    """The papers of a feed. Raises BotError where it names none, or is broken."""
    start = text.content.lstrip("\ufeff \t\r\n")[:200].lower()
    if start.startswith(("{", "[")) and (found := _read_json(text)) is not None:
        return _feed("JSON", found, text)
    if start.startswith(("<!doctype html", "<html")):
        return _feed("HTML", read_html(text.content), text)
    if start.startswith(("<?xml", "<rss", "<feed", "<rdf")):
        return _feed("RSS or Atom", _read_xml(text), text)
    if ids := _read_ids(text.content):
        return _feed("ids", ids, text)
    listed, blocks = tuple(_read_list(text)), read_blocks(text.content)
    if not listed and not blocks:
        check_list(text)  # a broken list says on which line
    if len(listed) >= len(blocks):
        return _feed("list", listed, text)
    return _feed("page", blocks, text)


def join_feeds(feeds: Iterable[Feed]) -> tuple[FeedPaper, ...]:
    """The papers of several feeds, each once: what names the same paper, or has the same title, is one."""
    found: list[FeedPaper] = []
    places: dict[object, int] = {}
    for paper in (each for feed in feeds for each in feed.papers):
        keys: list[object] = [each for each in (paper.identifier, paper.name) if each]
        if names_one_paper(paper.title):
            keys.append((title_key(paper.title),))
        place = next((places[key] for key in keys if key in places), None)
        if (
            place is not None
            and (known := found[place].identifier) is not None
            and paper.identifier not in (None, known)
        ):
            place = None  # two papers of one title
        if place is None:
            place = len(found)
            found.append(paper)
        else:
            found[place] = found[place].joined(paper)
        for key in keys:
            places.setdefault(key, place)
    return tuple(found)


def _feed(kind: str, papers: Iterable[FeedPaper], text: Text) -> Feed:
    named = [each for each in papers if each.title or each.identifier is not None]
    if not named:
        raise BotError(f"no papers found in {shown(text.path)}", _HINT, CANNOT_RUN)
    if len(named) > MOST_PAPERS:
        raise BotError(f"{shown(text.path)} names more than {MOST_PAPERS:,} papers", "name a part of it", CANNOT_RUN)
    return Feed(kind, join_feeds([Feed(kind, tuple(named))]))


def _read_ids(content: str) -> tuple[FeedPaper, ...]:
    lines = [line for line in content.splitlines() if line.strip() and _COMMENT.match(line) is None]
    found = [
        identifier
        for line in lines
        if len(line) <= _LONGEST_ID
        and len(words := line.strip().strip("-*,;").split()) == 1
        and (identifier := read_id(words[0]))
    ]
    return tuple(FeedPaper(each, "") for each in found) if lines and len(found) >= _IDS * len(lines) else ()


def _read_list(text: Text) -> Iterator[FeedPaper]:
    """The papers of a list that the bot reads, in Markdown or in records; those without an id too."""
    for entry in read_list(text).entries:
        identifier = entry.work or next((each for each in entry.identifiers if each.is_paper), None)
        identifier = identifier if identifier is not None and identifier.is_paper else None
        if identifier is None and entry.kind is not Kind.PAPER:
            continue
        title = entry.title.value if entry.title is not None else ""
        yield FeedPaper(identifier, _line(title), date=entry.date.value if entry.date is not None else None)


def _read_json(text: Text) -> list[FeedPaper] | None:
    """The papers of a JSON document or of JSON lines; None for what is neither, such as a list in Markdown."""
    content = json_text(text.content.removeprefix("\ufeff"))
    try:
        return [_read_object(each) for each in _objects(json.loads(content))]
    except RecursionError:
        raise BotError(f"{shown(text.path)} is not a feed: too deeply nested", _HINT, CANNOT_RUN) from None
    except ValueError:
        pass
    found = []
    for number, line in enumerate(content.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            if number == 1 and not line.lstrip().startswith('{"'):
                return None
            where = f"{shown(text.path)}:{number}"
            raise BotError(f"{where} is not valid JSON", "write one object a line", CANNOT_RUN) from None
        if isinstance(value, dict):
            found.append(_read_object(value))
    return found


def _objects(value: object, depth: int = 0) -> list[dict[str, object]]:
    """The objects that are papers: those of the list, or of the first list within an object."""
    if isinstance(value, list):
        return [each for each in value if isinstance(each, dict)]
    if not isinstance(value, dict) or depth > _DEEPEST:
        return []
    if any(isinstance(value.get(key), str) for key in _TITLE_KEYS) and any(value.get(key) for key in _ID_KEYS):
        return [value]
    return next((found for each in value.values() if (found := _objects(each, depth + 1))), [])


def _read_object(value: Mapping[str, object]) -> FeedPaper:
    inner = value.get("paper")
    sources = (inner, value) if isinstance(inner, dict) else (value,)

    def words(keys: Iterable[str]) -> str:
        return next(
            (found for source in sources for key in keys if isinstance(found := source.get(key), str) and found), ""
        )

    names = [found for source in sources for key in _ID_KEYS if isinstance(found := source.get(key), str)]
    identifier = next((found for name in names if (found := read_id(name[:_LONGEST_ID])) is not None), None)
    votes = next((found for source in sources for key in _VOTE_KEYS if type(found := source.get(key)) is int), None)
    return FeedPaper(
        identifier,
        _line(words(_TITLE_KEYS)),
        _prose(words(_ABSTRACT_KEYS)),
        read_timestamp(words(_DATE_KEYS)),
        votes,
        name=_line(names[0])[:_LONGEST_ID] if names else "",
    )


def _read_xml(text: Text) -> Iterator[FeedPaper]:
    """The items of RSS, of RDF, and the entries of Atom."""
    try:
        root = read_xml(text.content.removeprefix("\ufeff"))
    except XmlError as error:
        raise BotError(f"{shown(text.path)} is not a feed: {error}", _HINT, CANNOT_RUN) from None
    for item in root.iter():
        if local_name(item) in ("item", "entry"):
            yield _read_item(item)


def _read_item(item: Element) -> FeedPaper:
    title = _prose(child_text(item, "title") or "")
    names = [child_text(item, name) or "" for name in ("id", "guid", "link")]
    names += [link.get("href") or "" for link in children(item, "link")]
    if (match := _TITLE_ID.search(title)) is not None:
        names.insert(0, f"arXiv:{match[1]}")
        title = title[: match.start()].rstrip(". ")
    abstract = next((words for name in ("summary", "description", "content") if (words := child_text(item, name))), "")
    days = (child_text(item, name) for name in ("published", "pubDate", "date", "updated"))
    identifier = next((named for name in names if (named := read_id(name.removeprefix("oai:arXiv.org:")))), None)
    return FeedPaper(
        identifier,
        title[:_LONGEST_TITLE],
        _ANNOUNCED.sub("", _prose(abstract), count=1),
        next((date for day in days if day and (date := read_timestamp(day))), None),
    )


def _line(text: str) -> str:
    return " ".join(text[: _LONGEST_TITLE * 2].split())[:_LONGEST_TITLE]


def _prose(text: str) -> str:
    """The words of a text that may be HTML."""
    return plain_text(text[: 2 * _LONGEST_ABSTRACT], " ")[:_LONGEST_ABSTRACT]
