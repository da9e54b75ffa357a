"""What is asked of arXiv, and how often: the query API in batches, and OAI-PMH about single papers.

One connection, three seconds from the end of an answer to the next request, as arXiv's terms of use for its API ask:
https://info.arxiv.org/help/api/tou.html. Each batch holds a control, a paper that exists: where it does not come back,
the answer proves nothing. A paper is absent after two sound answers without it, the second about it alone.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from bot.facts.arxiv_records import RAW_FORMAT, Feed, XmlError, read_feed, read_record
from bot.facts.model import Unknown
from bot.facts.services import UNREACHABLE, Client, ServiceResponse
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record
from bot.papers.similarity import are_same_paper, normalise

ARXIV_INTERVAL = 3.0
"""Seconds from the end of an answer to the next request, of the query API and OAI-PMH together."""

CONTROL = "1706.03762"
"""A paper that exists: where it does not come back, arXiv did not answer the question.

Where others do come back, one of them is the control from then on.
"""

LARGEST_BATCH = 250
"""Ids a request, the control included: about 3.3 kB of URL. 642 ids met 414 (URI too long).

The manual names no limit for `id_list`, and 2,000 results for one answer
(https://info.arxiv.org/help/api/user-manual.html, 3.1.1.2).
"""

MOST_FAILURES = 14
"""Useless answers in a row after which arXiv is not asked again: two bad ids side by side among 250 cost twelve."""

_PAUSES = (15.0, 60.0)
"""Seconds to wait after the first and the second refusal in a row; after the third, arXiv is left alone."""
_SHORT_PAUSES = (2.0, 6.0)
"""The same where there was no connection: nothing was asked yet."""
_MAX_TRIES = 2
"""How often a name is asked about when the answers are useless."""
_MANY_MISSING = 4
"""From this many missing papers on, a feed was probably cut short."""
_DIVISIBLE = frozenset({400, 413, 414, 500})
"""What arXiv says when a name or the length of a request is the trouble; mixed batches have met 500."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """arXiv does not accept a name in the request, or broke over it: smaller requests may pass."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unavailable:
    """arXiv turns the request away for now, or cannot be reached."""

    reason: str
    retry_after: float | None = None
    unreachable: bool = False


BatchResult: TypeAlias = Feed | Rejected | Unavailable
"""What became of a request; a feed is whole and without complaints."""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """An arXiv id; with a version where that version is meant, not the latest."""

    value: str
    version: int | None = None

    def __str__(self) -> str:
        return self.value if self.version is None else f"{self.value}v{self.version}"


@dataclass(frozen=True, slots=True)
class Batch:
    """One request: `alone` marks the second question about a paper that the first did not find."""

    names: tuple[Name, ...]
    control: str = CONTROL
    alone: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """What to send: the names and the control, each once."""
        asked = tuple(map(str, self.names))
        return asked if Name(self.control) in self.names else (*asked, self.control)


class ArxivBatches:
    """Which batches to ask arXiv for: `next` is the next request, `receive` takes its result.

    `more` names the versions of a record that are worth asking for as well.
    """

    def __init__(self, values: Iterable[str], more: Callable[[Record], Iterable[int]]) -> None:
        self.found: dict[Name, Record] = {}
        self.absent: set[str] = set()
        self.unanswered: dict[Name, Unknown] = {}
        self.evidence: dict[Name, tuple[Evidence, ...]] = {}
        self._more = more
        self._control = CONTROL
        self._queue: deque[Name] = deque(Name(value) for value in dict.fromkeys(values))
        self._parts: list[Batch] = []
        """Batches to be sent again, most of them in halves."""
        self._missing: deque[Name] = deque()
        """Papers that were missing in one sound answer."""
        self._regrouped: set[Name] = set()
        self._tries: Counter[Name] = Counter()
        self._failures = 0
        self._rejections = 0
        self._closed = False
        self._latest: tuple[Evidence, ...] = ()

    def next(self) -> Batch | None:
        """The next request; None when there is nothing left to ask."""
        if self._closed:
            return None
        if self._parts:
            return self._parts.pop()
        if self._queue:
            return Batch(self._take(), self._control)
        if self._missing:
            return self._second_question()
        return None

    def receive(self, batch: Batch, result: BatchResult, evidence: Evidence) -> float:
        """Take the result of a batch; returns how many seconds to wait beyond the usual pace."""
        self._latest = (evidence,)
        match result:
            case Feed():
                self._failures = self._rejections = 0
                self._read(batch, result, evidence)
            case Rejected():
                self._failures += 1
                self._divide(batch, result.reason)
                if self._failures >= MOST_FAILURES:
                    self.close(result.reason)
            case Unavailable():
                return self._pause(batch, result)
        return 0.0

    def close(self, reason: str, unasked: Batch | None = None) -> None:
        """Ask no more: what is open stays unanswered, also the batch that `next` gave and that was not sent."""
        self._closed = True
        if unasked is not None:
            self._parts.append(unasked)
            self._latest = self._latest if self._rejections else ()
        for part in self._parts:
            self._give_up(part.names, reason)
        self._give_up((*self._queue, *self._missing), reason)
        self._parts.clear()
        self._queue.clear()
        self._missing.clear()

    def _take(self) -> tuple[Name, ...]:
        """The next names; a paper's latest version and an earlier one go apart, or the answer is ambiguous."""
        taken: list[Name] = []
        left: list[Name] = []
        latest: dict[str, bool] = {}
        while self._queue and len(taken) < LARGEST_BATCH - 1:
            name = self._queue.popleft()
            bare = name.version is None
            (taken if latest.setdefault(name.value, bare) is bare else left).append(name)
        self._queue.extendleft(reversed(left))
        return tuple(taken)

    def _second_question(self) -> Batch:
        """About one paper alone; where many are missing, first about all of them, for a feed may be cut short."""
        new = [name for name in self._missing if name not in self._regrouped][: LARGEST_BATCH - 1]
        if len(new) < _MANY_MISSING:
            return Batch((self._missing.popleft(),), self._control, alone=True)
        self._regrouped.update(new)
        self._missing = deque(name for name in self._missing if name not in new)
        return Batch(tuple(new), self._control)

    def _read(self, batch: Batch, feed: Feed, evidence: Evidence) -> None:
        answers = _by_name(feed)
        controlled = Name(batch.control) in answers
        if not controlled:
            self._control = next((each.arxiv for each in feed.records), CONTROL)
        for name in batch.names:
            record = answers.get(name)
            if record is not None:
                self.found[name] = record
                self.evidence[name] = (evidence,)
                if name.version is None:
                    self._queue.extend(Name(name.value, version) for version in self._more(record))
            elif not controlled:
                self._repeat(name, batch, "arXiv's answer was incomplete")
            elif name.version is None:
                self._note_missing(name, batch, evidence)

    def _note_missing(self, name: Name, batch: Batch, evidence: Evidence) -> None:
        """A paper that is not in a sound answer is asked about once more, alone, and absent if it is missing again."""
        self.evidence[name] = (*self.evidence.get(name, ()), evidence)
        if batch.alone:
            self.absent.add(name.value)
        else:
            self._missing.append(name)

    def _repeat(self, name: Name, batch: Batch, reason: str) -> None:
        self._tries[name] += 1
        if self._tries[name] >= _MAX_TRIES:
            self._give_up((name,), reason)
        elif batch.alone:
            self._missing.append(name)
        else:
            self._queue.append(name)

    def _divide(self, batch: Batch, reason: str) -> None:
        """Ask in halves, so that what arXiv does not accept does not block the rest."""
        if len(batch.names) == 1:
            name = batch.names[0]
            self._tries[name] += 1
            if self._tries[name] >= _MAX_TRIES:
                self._give_up(batch.names, reason)
            else:
                self._parts.append(batch)
            return
        middle = len(batch.names) // 2
        self._parts.append(Batch(batch.names[middle:], batch.control))
        self._parts.append(Batch(batch.names[:middle], batch.control))

    def _pause(self, batch: Batch, result: Unavailable) -> float:
        self._parts.append(batch)
        pauses = _SHORT_PAUSES if result.unreachable else _PAUSES
        if self._rejections >= len(pauses):
            self.close(result.reason)
            return 0.0
        self._rejections += 1
        return max(pauses[self._rejections - 1], result.retry_after or 0.0)

    def _give_up(self, names: Iterable[Name], reason: str) -> None:
        self.unanswered.update(dict.fromkeys(names, Unknown(reason, self._latest)))


def _by_name(feed: Feed) -> dict[Name, Record]:
    """The records under the name of their version, and the first of each paper under its bare name.

    One of several is not asked for by it: arXiv gives only the latest for that.
    """
    answers: dict[Name, Record] = {}
    for record in feed.records:
        answers[Name(record.arxiv, record.version)] = record
        answers.setdefault(Name(record.arxiv), record)
    return answers


def ask_batches(
    batches: ArxivBatches, address: str, client: Client, on_batch: Callable[[Batch], None] = lambda _: None
) -> None:
    """Ask the query API until nothing is open or there is no time left; `on_batch` is called after each answer.

    Raises `Stopped` when the run was asked to end.
    """
    late = "no time left to ask arXiv"
    while (batch := batches.next()) is not None:
        if not client.has_time():
            batches.close(late, unasked=batch)
            return
        # `max_results` is 10 by default, and the rest would seem to be missing.
        parameters = {"id_list": ",".join(batch.ids), "start": "0", "max_results": str(len(batch.ids))}
        answer = client.get(address, parameters, accept="application/atom+xml")
        result = read_batch(answer)
        late = "no time left to ask arXiv"
        if isinstance(result, Unavailable):
            late = f"{result.reason}; no time left to ask again"
        client.rest(batches.receive(batch, result, _evidence(address, batch, answer)))
        on_batch(batch)


def read_batch(answer: ServiceResponse) -> BatchResult:
    """What became of a request."""
    if answer.status is None:
        return Unavailable(f"arXiv: {answer.problem}", unreachable=answer.problem == UNREACHABLE)
    if answer.status in _DIVISIBLE:
        return Rejected(f"arXiv answered {answer.status}")
    if answer.status != 200:
        return Unavailable(f"arXiv answered {answer.status}", answer.retry_after)
    if answer.problem:
        return Rejected(f"arXiv: {answer.problem}")
    try:
        feed = read_feed(answer.body)
    except XmlError as error:
        return Rejected(f"arXiv's answer cannot be read: {error}")
    if feed.complaints:
        return Rejected(f"arXiv: {feed.complaints[0][:200]}")
    return feed


def _evidence(address: str, batch: Batch, answer: ServiceResponse) -> Evidence:
    count = len(batch.ids)
    return Evidence(answer.time, address, answer.status, f"asked with {count - 1} others" if count > 1 else "")


def ask_oai(value: str, address: str, client: Client) -> tuple[Record | None, ServiceResponse]:
    """Ask OAI-PMH about one paper, at arXiv's pace; the record is None for every answer that is not the paper's."""
    parameters = {"verb": "GetRecord", "identifier": f"oai:arXiv.org:{value}", "metadataPrefix": RAW_FORMAT}
    answer = client.get(address, parameters, accept="text/xml, application/xml;q=0.9")
    if answer.status != 200 or answer.problem:
        return None, answer
    record = read_record(answer.body)
    return (record if record is not None and record.arxiv == value else None), answer


_MOST_RESULTS = 5
_MOST_WORDS = 25
"""Results that a search for a title asks for, and words of the title that it has."""


def find_titles(
    titles: Iterable[str], address: str, client: Client, on_title: Callable[[int], None] = lambda _: None
) -> dict[str, Identifier]:
    """The papers whose titles are surely these; those that were not found, or not asked for, are missing.

    One request for each: the API searches for one title at a time.
    Raises `Stopped` when the run was asked to end.
    """
    found: dict[str, Identifier] = {}
    for number, title in enumerate(titles, 1):
        words = " ".join(normalise(title).split()[:_MOST_WORDS])
        if not client.may_ask():
            break
        if not words:
            continue
        query = {"search_query": f'ti:"{words}"', "start": "0", "max_results": str(_MOST_RESULTS)}
        result = read_batch(client.get(address, query, accept="application/atom+xml"))
        client.count(useful=isinstance(result, Feed))
        if isinstance(result, Feed):
            match = next((each for each in result.records if are_same_paper(title, each.title)), None)
            if match is not None:
                found[title] = Identifier(Scheme.ARXIV, match.arxiv)
        on_title(number)
    return found
