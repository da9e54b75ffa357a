"""The feeds of `bot scout` and what they name, told by their content: JSON, RSS, Atom, ids, a list, or a saved page.

What asks on the web is imported where it asks: feeds may be files.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeAlias
from urllib.parse import quote

from bot import files
from bot.data import check as check_list
from bot.data import read as read_list
from bot.document.html import plain_text
from bot.errors import CANNOT_RUN, BotError
from bot.facts.arxiv_records import XmlError, child_text, children, local_name, read_xml
from bot.facts.services import read_services
from bot.files import shown
from bot.listing.parts import Kind
from bot.papers.dates import MONTHS, PartialDate, is_possible, read_month, read_timestamp
from bot.papers.identifiers import Identifier, arxiv_month
from bot.papers.identity import read_id, write_id
from bot.papers.similarity import names_one_paper, title_key
from bot.text import Text, json_text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import BinaryIO
    from xml.etree.ElementTree import Element

    from bot.facts.cache import Cache
    from bot.links.address_guard import Network
    from bot.links.clock import Clock

MOST_PAPERS = 20_000
"""Papers of one feed; a text with more is not a feed but an index of everything."""
_HINT = "name a page of papers saved as text, a list, BibTeX, RSS, Atom, JSON lines with id and title, or ids"
_LONGEST_ID = 200
_LONGEST_TITLE = 1_000
_LONGEST_ABSTRACT = 10_000
_IDS = 0.8
"""The share of lines that name a paper by id from which a text is a list of ids: others may be comments."""

_ID_KEYS = ("id", "doi", "url")
_ABSTRACT_KEYS = ("abstract", "summary")
_DATE_KEYS = ("submitted", "published", "publishedAt", "date", "month")
_ANNOUNCED = lazy_pattern(r"arXiv:\S{1,60}\s+Announce Type:\s*\S+\s+(?:Abstract:)?\s*", re.IGNORECASE)
_TITLE_ID = lazy_pattern(r"\s*\(arXiv:(\S{5,40})[^()]{0,100}\)\s*\Z", re.IGNORECASE)
_COMMENT = lazy_pattern(r"\s*(?:#|//|%)")


@dataclass(frozen=True, slots=True)
class FeedPaper:
    """A paper as a feed names it; what the feed does not tell is empty or None."""

    identifier: Identifier | None
    title: str
    abstract: str = ""
    date: PartialDate | None = None
    votes: int | None = None
    affiliation: str = ""
    name: str = ""
    """The id that the feed gives, where it names no paper that the bot knows."""

    @property
    def id(self) -> str | None:
        """The id, as reports show it."""
        return write_id(self.identifier) if self.identifier is not None else self.name or None

    @property
    def day(self) -> PartialDate | None:
        """When it appeared, as far as the feed or its arXiv id tell."""
        return self.date or (arxiv_month(self.identifier) if self.identifier is not None else None)

    def joined(self, other: FeedPaper) -> FeedPaper:
        """What two feeds say about the paper; this one counts first."""
        return replace(
            self,
            identifier=self.identifier or other.identifier,
            title=self.title or other.title,
            abstract=self.abstract or other.abstract,
            date=self.date or other.date,
            votes=self.votes if self.votes is not None else other.votes,
            affiliation=self.affiliation or other.affiliation,
        )


Feed: TypeAlias = tuple[FeedPaper, ...]
"""The papers that a feed names, each once, in its order."""


def read_feed(text: Text) -> Feed:
    """The papers of a feed. Raises BotError if it names none, or is broken."""
    start = text.content.lstrip("\ufeff \t\r\n")[:200].lower()
    if start.startswith(("{", "[")) and (found := _read_json(text)) is not None:
        return _feed(found, text)
    if start.startswith(("<!doctype html", "<html")):
        raise BotError(f"no papers found in {shown(text.path)}", "HTML is not read: save the page as text", CANNOT_RUN)
    if start.startswith(("<?xml", "<rss", "<feed", "<rdf")):
        return _feed(_read_xml(text), text)
    if ids := _read_ids(text.content):
        return _feed(ids, text)
    listed, blocks = tuple(_read_list(text)), read_blocks(text.content)
    if not listed and not blocks:
        check_list(text)  # a broken list says on which line
    return _feed(listed if len(listed) >= len(blocks) else blocks, text)


def join_feeds(feeds: Iterable[Iterable[FeedPaper]]) -> Feed:
    """The papers of several feeds, each once: what names the same paper, or has the same title, is one."""
    found: list[FeedPaper] = []
    places: dict[object, int] = {}
    for paper in chain.from_iterable(feeds):
        keys: list[object] = [each for each in (paper.identifier, paper.name) if each]
        if names_one_paper(paper.title):
            keys.append((title_key(paper.title),))
        place = next((places[key] for key in keys if key in places), None)
        if (
            place is not None
            and (known := found[place].identifier) is not None
            and paper.identifier not in (None, known)
        ):
            place = None  # two papers with the same title
        if place is None:
            place = len(found)
            found.append(paper)
        else:
            found[place] = found[place].joined(paper)
        for key in keys:
            places.setdefault(key, place)
    return tuple(found)


def _feed(papers: Iterable[FeedPaper], text: Text) -> Feed:
    named = [each for each in papers if each.title or each.identifier is not None]
    if not named:
        raise BotError(f"no papers found in {shown(text.path)}", _HINT, CANNOT_RUN)
    if len(named) > MOST_PAPERS:
        raise BotError(f"{shown(text.path)} names more than {MOST_PAPERS:,} papers", "name a part of it", CANNOT_RUN)
    return join_feeds([named])


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
        title = entry.title_text
        yield FeedPaper(identifier, _line(title), date=entry.date.value if entry.date is not None else None)


def _read_json(text: Text) -> list[FeedPaper] | None:
    """The papers of a JSON document or of JSON lines; None for what is neither, such as a list in Markdown."""
    content = json_text(text.content.removeprefix("\ufeff"))
    try:
        value = json.loads(content)
        return [_read_object(each) for each in (value if isinstance(value, list) else (value,))]
    except RecursionError:
        raise BotError(f"{shown(text.path)} is not a feed: too deeply nested", _HINT, CANNOT_RUN) from None
    except ValueError:
        pass
    found = []
    for number, line in enumerate(content.splitlines(), 1):
        try:
            found += [_read_object(json.loads(line))] if line.strip() else []
        except (ValueError, RecursionError):
            if number == 1 and not line.lstrip().startswith('{"'):
                return None
            where = f"{shown(text.path)}:{number}"
            raise BotError(f"{where} is not valid JSON", "write one object a line", CANNOT_RUN) from None
    return found


def _read_object(value: object) -> FeedPaper:
    """The paper of an object of JSON, also of Hugging Face's, which hold one; an empty one for anything else."""
    outer = value if isinstance(value, dict) else {}
    inner = outer.get("paper")
    known = {**outer, **inner} if isinstance(inner, dict) else outer

    def texts(*keys: str) -> list[str]:
        return [found for key in keys if isinstance(found := known.get(key), str) and found]

    names, votes = texts(*_ID_KEYS), known.get("upvotes")
    return FeedPaper(
        next((found for name in names if (found := read_id(name[:_LONGEST_ID])) is not None), None),
        _line("".join(texts("title")[:1])),
        _prose("".join(texts(*_ABSTRACT_KEYS)[:1])),
        read_timestamp("".join(texts(*_DATE_KEYS)[:1])),
        votes if type(votes) is int else None,
        name=_line("".join(names[:1]))[:_LONGEST_ID],
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


_LONGEST_LINE = 300
"""Characters; longer lines are not titles."""
_SEARCH_SECONDS = 600.0
"""For all titles; at arXiv's pace that is 200 of them."""
_RESULTS = 500
"""Papers of an answer of arXiv: its largest category has about 200 a day."""
_SHORTEST_ABSTRACT = 200
"""Characters of a line from which it is an abstract: titles of two lines have up to 160."""
_FEWEST_TITLE_WORDS = 2
_BUTTON = lazy_pattern(r"Subscribe(?=[A-Z])")
"""A button that copying a page glues to the first title."""
_SENTENCE_END = lazy_pattern(r"[.?!:;)\]\"'”’…][*_]*\s*\Z")
_WITHIN = lazy_pattern(r"[a-z)\]0-9%][.?!] ")
_DAY = lazy_pattern(
    rf"({'|'.join(month[:3] for month in MONTHS)})[a-z]* (\d{{1,2}})(?:, (\d{{4}}))?(?:\s+(\d{{1,7}}))?"
)
_MARK = lazy_pattern(r"[•·|]|\d[\d,.]*\s*[kK]?\Z")


def read_blocks(content: str) -> tuple[FeedPaper, ...]:
    """The papers of a page that was saved as text.

    A long line of sentences is an abstract; the last short line above it is the title, and what is between that and
    the abstract before says about the paper before who wrote it, when, and how many people voted for it.
    """
    found: list[FeedPaper] = []
    title = ""
    between: list[str] = []
    abstract: list[str] = []
    for line in (*map(str.strip, content.splitlines()), ""):
        if not line:
            continue
        if _is_abstract(line):
            if abstract and not between:
                abstract.append(line)  # a second paragraph
                continue
            if abstract:
                found.append(_paper(title, abstract, between[:-1]))
            title, between, abstract = (between[-1] if between else ""), [], [line]
        else:
            between.append(line)
    if abstract:
        found.append(_paper(title, abstract, between))
    return tuple(each for each in found if each.title)


def _paper(title: str, abstract: Sequence[str], details: Sequence[str]) -> FeedPaper:
    title = _BUTTON.sub("", title, count=1)
    date, votes, affiliation = None, None, ""
    for number, line in enumerate(details):
        match = _DAY.fullmatch(line)
        if match is not None:
            date, votes = _read_day(match[1], match[2], match[3]), int(match[4]) if match[4] else None
            affiliation = next((each[:_LONGEST_LINE] for each in details[:number] if _MARK.match(each) is None), "")
            break
    return FeedPaper(None, title if _is_title(title) else "", " ".join(abstract), date, votes, affiliation)


def _read_day(month: str, day: str, year: str | None) -> PartialDate | None:
    """The date of a line; pages leave out the year of this year, which a saved page does not tell."""
    if year is None:
        return None
    number = read_month(month)
    return PartialDate(int(year), number, int(day)) if is_possible(int(year), number, int(day)) else None


def _is_abstract(line: str) -> bool:
    return len(line) >= _SHORTEST_ABSTRACT and (
        _SENTENCE_END.search(line) is not None or _WITHIN.search(line) is not None
    )


def _is_title(words: str) -> bool:
    return len(words) <= _LONGEST_LINE and len(words.split()) >= _FEWEST_TITLE_WORDS


class ReadFeeds(NamedTuple):
    """The feeds that could be read, and why others could not, as messages say it."""

    feeds: tuple[Feed, ...]
    problems: tuple[str, ...]


def is_url(name: str) -> bool:
    """Whether a feed is asked for on the web."""
    return name.lower().startswith(("https://", "http://"))


def name_default_feeds(categories: Sequence[str], environ: Mapping[str, str]) -> tuple[str, ...]:
    """Hugging Face's daily papers, and what is new in these categories of arXiv."""
    services = read_services(environ)
    if not categories:
        return (services.daily_papers,)
    query = quote(" OR ".join(f"cat:{each}" for each in categories))
    order = "sortBy=submittedDate&sortOrder=descending"
    return services.daily_papers, f"{services.arxiv}?search_query={query}&{order}&max_results={_RESULTS}"


def read_feeds(
    names: Sequence[str], stdin: BinaryIO | None, download: Callable[[Sequence[str]], Mapping[str, Text | str]] | None
) -> ReadFeeds:
    """The feeds of these names: files, `-` for standard input, and URLs, which `download` gets; None for no requests.

    Raises BotError for a file that cannot be read, or is not a feed where no other one is.
    """
    urls = [name for name in names if is_url(name)]
    if urls and download is None:
        raise BotError(f"--offline: {urls[0]} cannot be read", "name saved files, or leave out --offline")
    texts = download(urls) if urls and download is not None else {}
    feeds, problems, failed = [], [], None
    for name in dict.fromkeys(names):
        text = texts.get(name) if is_url(name) else files.read(name, stdin)
        if isinstance(text, Text):
            try:
                feeds.append(read_feed(text))
            except BotError as error:
                failed = failed if is_url(name) else error
                problems.append(error.message)
        elif text is not None:
            problems.append(f"{name}: {text}")
    if failed is not None and not feeds:
        raise failed
    return ReadFeeds(tuple(feeds), tuple(problems))


def download_feeds(
    urls: Iterable[str], allowed: tuple[Network, ...], clock: Clock, environ: Mapping[str, str]
) -> dict[str, Text | str]:
    """What is at the URLs, or why it could not be read."""
    from bot.facts.arxiv import ARXIV_INTERVAL
    from bot.links.address_guard import Guard
    from bot.links.transport import download, open_context

    guard, context = Guard(allowed), open_context(environ)
    arxiv = read_services(environ).arxiv
    answers = {}
    for url in urls:
        if url.startswith(arxiv):
            clock.sleep(ARXIV_INTERVAL)
        answers[url] = download(url, guard, context)
    return {url: answer.problem or Text(url, answer.text) for url, answer in answers.items()}


def find_identifiers(
    titles: Sequence[str], cache: Cache, clock: Clock, environ: Mapping[str, str], on_progress: Callable[[int], None]
) -> dict[str, Identifier]:
    """The papers on arXiv that have these titles; one request every three seconds."""
    from bot.facts.arxiv import ARXIV_INTERVAL, find_titles
    from bot.facts.cache import CachedFacts
    from bot.facts.services import Client, open_session
    from bot.links.clock import Deadline, Pace, Stopped
    from bot.links.transport import open_context

    with open_session(open_context(environ)) as session:
        cached = CachedFacts(cache, clock.now())
        pace = Pace(
            ARXIV_INTERVAL,
            clock,
            first=cached.remaining_wait("arxiv", ARXIV_INTERVAL),
            rested=lambda: cached.save_answer_time("arxiv", clock.now()),
        )
        client = Client(session, clock, pace, Deadline(clock, _SEARCH_SECONDS), service="arXiv")
        try:
            return find_titles(titles, read_services(environ).arxiv, client, on_progress)
        except (Stopped, KeyboardInterrupt):
            raise BotError("interrupted", "", CANNOT_RUN) from None
