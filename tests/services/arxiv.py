"""A fake arXiv: the query API in both of its formats, OAI-PMH, and the pause of three seconds."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from tests.services.transport import Ask, Say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tests.services.clock import FakeClock

CONTROL = "1706.03762"
_ID = re.compile(r"(.+?)(?:v(\d+))?")
_LOOKS_LIKE_ID = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+/\d{7}")


@dataclass(frozen=True, slots=True)
class Work:
    """A paper: the titles of its versions, and its metadata."""

    titles: tuple[str, ...]
    comment: str = ""
    journal_reference: str = ""
    withdrawn: bool = False
    authors: tuple[str, ...] = ("Ada Lovelace",)
    doi: str = ""
    abstract: str = ""


class Fault(StrEnum):
    """What a request can get instead of an answer."""

    NONE = "none"
    BUSY = "429"
    FORBIDDEN = "403"
    UNACCEPTABLE = "406"
    UNAVAILABLE = "503"
    BROKEN = "500"
    BAD = "400"
    HANG_UP = "connection closed"
    EMPTY = "empty feed"
    NO_CONTROL = "feed without the control"
    HALF = "half of the feed"
    SOME = "half of the feed, and the control"
    CUT = "truncated XML"
    PAGE = "a web page with status 200"
    NOTHING = "no body"
    ENTITIES = "a bomb of entities"
    COMPLAINT = "an error feed with status 200"


@dataclass(slots=True)
class Gate:
    """arXiv's pause: so many seconds from the end of an answer to the next request, for all its services together."""

    clock: FakeClock
    seconds: float = 1.0
    """How long an answer takes."""
    interval: float = 3.0
    violations: int = 0
    _ready: float = 0.0

    def opens(self) -> bool:
        """Whether a request is allowed now; lets the time of its answer pass."""
        early = self.clock.elapsed() < self._ready
        self.violations += early
        self.clock.pass_by(self.seconds)
        self._ready = self.clock.elapsed() + self.interval
        return not early


@dataclass(slots=True)
class FakeArxiv:
    """Answers like the query API, after `faults` in order."""

    works: Mapping[str, Work]
    gate: Gate
    faults: list[Fault] = field(default_factory=list)
    old_shape: bool = False
    """Whether an id that does not exist gets an entry without id, as before November 2025."""
    breaks_over: frozenset[str] = frozenset()
    """Ids that make a request fail with 500."""
    requests: list[tuple[str, ...]] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        ids = tuple(ask.query.get("id_list", "").split(","))
        if "search_query" in ask.query:
            ids = self._search(ask.query["search_query"])
        self.requests.append(ids)
        if not self.gate.opens():
            return Say(429, b"Rate exceeded.", {"Content-Type": "text/plain"})
        fault = self.faults.pop(0) if self.faults else Fault.NONE
        return self._fail(fault, ids) or self._list(ids, int(ask.query.get("max_results", "10")))

    def _search(self, query: str) -> tuple[str, ...]:
        """The papers whose titles have the words between the quotes, in order."""
        wanted = query.removeprefix('ti:"').removesuffix('"').casefold()
        found = ((name, re.sub(r"\W+", " ", work.titles[-1]).casefold()) for name, work in self.works.items())
        return tuple(name for name, title in found if wanted in title)

    def _fail(self, fault: Fault, ids: tuple[str, ...]) -> Say | None:
        whole = self._list(ids, len(ids)).body
        without = tuple(each for each in ids if each != CONTROL)
        answers = {
            Fault.BUSY: Say(429, b"Rate exceeded."),
            Fault.FORBIDDEN: Say(403),
            Fault.UNACCEPTABLE: Say(406),
            Fault.UNAVAILABLE: Say(503, b"<html>", {"Retry-After": "7"}),
            Fault.BROKEN: Say(500, b"<html>"),
            Fault.BAD: Say(400, _complaint("incorrect id format")),
            Fault.HANG_UP: Say(None),
            Fault.EMPTY: Say(200, _feed([], 0)),
            Fault.NO_CONTROL: self._list(without, len(ids)),
            Fault.HALF: self._list(without[: len(without) // 2], len(ids)),
            Fault.SOME: self._list((*without[len(without) // 2 :], CONTROL), len(ids)),
            Fault.CUT: Say(200, whole[: len(whole) * 2 // 3]),
            Fault.PAGE: Say(200, b"<html><body>Down for maintenance</body></html>"),
            Fault.NOTHING: Say(200),
            Fault.ENTITIES: Say(200, b'<!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>&b;</feed>'),
            Fault.COMPLAINT: Say(200, _complaint("bad query")),
        }
        return answers.get(fault)

    def _list(self, ids: tuple[str, ...], most: int) -> Say:
        entries = []
        for name in ids:
            match = _ID.fullmatch(name)
            if match is None or not _LOOKS_LIKE_ID.search(name):
                return Say(400, _complaint(f"incorrect id format for {name}"))
            if match[1] in self.breaks_over:
                return Say(500)
            work = Work(("Attention Is All You Need",)) if match[1] == CONTROL else self.works.get(match[1])
            version = int(match[2]) if match[2] else len(work.titles) if work else 0
            if work is not None and 1 <= version <= len(work.titles):
                entries.append(_entry(match[1], version, work))
            elif self.old_shape:
                entries.append("<entry><title/></entry>")
        return Say(200, _feed(entries[:most][::-1], len(entries)), {"Content-Type": "application/atom+xml"})


@dataclass(slots=True)
class FakeOai:
    """Answers GetRecord in the format arXivRaw."""

    works: Mapping[str, Work]
    gate: Gate
    status: int = 200
    requests: list[str] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        value = ask.query["identifier"].removeprefix("oai:arXiv.org:")
        self.requests.append(value)
        work = self.works.get(value)
        if not self.gate.opens():
            return Say(503)
        if self.status != 200:
            return Say(self.status)
        if work is None:
            return Say(200, _oai('<error code="idDoesNotExist">no such id</error>'))
        sizes = [*["12kb"] * (len(work.titles) - 1), "0kb" if work.withdrawn else "12kb"]
        versions = "".join(
            f'<version version="v{number}"><date>Mon, {number} May 2023 17:00:00 GMT</date><size>{size}</size>'
            "<source_type>D</source_type></version>"
            for number, size in enumerate(sizes, 1)
        )
        record = (
            f'<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>{value}</id>{versions}'
            f"<title>{escape(work.titles[-1])}</title><comments>{escape(work.comment)}</comments></arXivRaw>"
        )
        return Say(200, _oai(f"<GetRecord><record><metadata>{record}</metadata></record></GetRecord>"))


def _oai(inner: str) -> bytes:
    return f'<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">{inner}</OAI-PMH>'.encode()


def _feed(entries: Iterable[str], total: int) -> bytes:
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
        'xmlns="http://www.w3.org/2005/Atom"><id>https://arxiv.org/api/abc</id><title>arXiv Query</title>'
        f"<opensearch:totalResults>{total}</opensearch:totalResults>{''.join(entries)}</feed>"
    ).encode()


def _entry(value: str, version: int, work: Work) -> str:
    title = work.titles[version - 1].replace(": ", ":\n  ")
    optional = f"<arxiv:comment>{escape(work.comment)}</arxiv:comment>" if work.comment else ""
    if work.journal_reference:
        optional += f"<arxiv:journal_ref>{escape(work.journal_reference)}</arxiv:journal_ref>"
    if work.doi:
        optional += f"<arxiv:doi>{escape(work.doi)}</arxiv:doi>"
    if work.abstract:
        optional += f"<summary>{escape(work.abstract)}</summary>"
    authors = "".join(f"<author><name>{escape(name)}</name></author>" for name in work.authors)
    return (
        f"<entry><id>http://arxiv.org/abs/{value}v{version}</id><title>{escape(title)}</title>"
        f"<updated>2023-05-{version:02}T17:00:00Z</updated><published>2023-05-01T17:00:00Z</published>"
        f"{authors}{optional}</entry>"
    )


def _complaint(words: str) -> bytes:
    entry = f"<entry><id>https://arxiv.org/api/errors#x</id><title>Error</title><summary>{words}</summary></entry>"
    return _feed([entry], 1)
