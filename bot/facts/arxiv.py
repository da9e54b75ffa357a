"""What an answer of arXiv's means for the conversation, as values."""

from __future__ import annotations

import re
from collections import Counter, deque
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, TypeAlias

from bot.facts.arxiv_records import FeedError, read_feed
from bot.facts.model import Unknown
from bot.links.model import Evidence
from bot.papers.identifiers import arxiv_order
from bot.papers.titles import Match, compare_titles
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.facts.arxiv_records import Feed, Record
    from bot.facts.services import Client, ServiceResponse
    from bot.links.clock import Deadline, Pace
    from bot.papers.identifiers import Identifier


@dataclass(frozen=True, slots=True)
class Listed:
    """A whole feed without complaints."""

    feed: Feed


@dataclass(frozen=True, slots=True)
class Refused:
    """arXiv does not like a name in the request, or broke over it: smaller requests may pass."""

    reason: str


@dataclass(frozen=True, slots=True)
class Busy:
    """arXiv wants to be left alone, or cannot be reached."""

    reason: str
    retry_after: float | None = None
    unreachable: bool = False


Reply: TypeAlias = Listed | Refused | Busy


_MOST_VERSIONS = 20
"""Earlier versions of one paper whose titles are looked at: the first ten and the last ten."""
_LISTED_WITHIN = timedelta(days=3)
"""The query API is renewed once a day, not on days without announcements."""
_WITHDRAWAL = lazy_pattern(
    r"\s*(?:this (?:paper|article|submission|manuscript|work|preprint) (?:has been|is|was) withdrawn|withdrawn\b)",
    re.IGNORECASE,
)


def is_in_doubt(written: str, official: str) -> bool:
    """Whether the title in a list calls for a look at the paper's earlier titles."""
    return compare_titles(written, official) in {Match.CLOSE, Match.DIFFERENT}


def claims_withdrawal(comment: str | None) -> bool:
    """Whether the authors say that the paper itself is withdrawn; arXiv has no other mark for it."""
    return comment is not None and _WITHDRAWAL.match(comment) is not None


def earlier_versions(latest: int | None) -> tuple[int, ...]:
    """The versions before `latest` whose titles are worth a look; the first where nobody knows the latest."""
    if latest is None:
        return (1,)
    versions = tuple(range(1, latest))
    half = _MOST_VERSIONS // 2
    return versions if len(versions) <= _MOST_VERSIONS else (*versions[:half], *versions[-half:])


def may_be_new(identifier: Identifier, newest: tuple[int, int, int], now: float) -> bool:
    """Whether an id that arXiv does not list may have been issued too short a time ago to be listed.

    `newest` is the latest id that was found, in the order of ids: what came before it is listed.
    """
    order = arxiv_order(identifier)
    settled = datetime.fromtimestamp(now, UTC) - _LISTED_WITHIN
    return order is not None and order > newest and order[:2] >= (settled.year, settled.month)


CONTROL = "1706.03762"
"""A paper that exists: where it does not come back, arXiv did not answer the question.

Where others do come back, one of them is the control from then on.
"""

LARGEST_BATCH = 200
"""Ids a request, the control included: about 2.4 kB of URL. 642 ids met 414 (URI too long)."""

MOST_FAILURES = 14
"""Answers in a row that are no use before arXiv is left alone: two bad ids side by side among 200 cost twelve."""

_PAUSES = (15.0, 60.0)
"""Seconds to wait after the first and the second refusal in a row; after the third, arXiv is left alone."""
_SHORT_PAUSES = (2.0, 6.0)
"""The same where no connection came about: nobody was asked yet."""
_TRIES = 2
"""How often a name is asked about when the answers are no use."""
_MANY_DOUBTS = 4
"""Papers from which on a feed is suspected to have been cut short."""


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


class Inquiry:
    """A conversation with arXiv: `next` says what to ask, `receive` takes the reply.

    `more` names the versions of a record that are worth asking for as well.
    """

    def __init__(self, values: Iterable[str], more: Callable[[Record], Iterable[int]]) -> None:
        self.found: dict[Name, Record] = {}
        self.absent: set[str] = set()
        self.lost: dict[Name, Unknown] = {}
        """Names that no answer settled."""
        self.evidence: dict[Name, tuple[Evidence, ...]] = {}
        self._more = more
        self._control = CONTROL
        self._queue: deque[Name] = deque(Name(value) for value in dict.fromkeys(values))
        self._parts: list[Batch] = []
        self._doubts: deque[Name] = deque()
        self._regrouped: set[Name] = set()
        self._tries: Counter[Name] = Counter()
        self._failures = 0
        self._refusals = 0
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
        if self._doubts:
            return self._second_question()
        return None

    def receive(self, batch: Batch, reply: Reply, evidence: Evidence) -> float:
        """Draw the conclusions; the result is how many seconds to wait beyond the usual pace."""
        self._latest = (evidence,)
        match reply:
            case Listed():
                self._failures = self._refusals = 0
                self._read(batch, reply.feed, evidence)
            case Refused():
                self._failures += 1
                self._divide(batch, reply.reason)
                if self._failures >= MOST_FAILURES:
                    self.close(reply.reason)
            case Busy():
                return self._pause(batch, reply)
        return 0.0

    def close(self, reason: str, unasked: Batch | None = None) -> None:
        """Ask no more: what is open is lost, and so is the batch that `next` gave and nobody sent any more."""
        self._closed = True
        if unasked is not None:
            self._parts.append(unasked)
            self._latest = self._latest if self._refusals else ()
        for part in self._parts:
            self._lose(part.names, reason)
        self._lose((*self._queue, *self._doubts), reason)
        self._parts.clear()
        self._queue.clear()
        self._doubts.clear()

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
        """About one paper alone; where many are in doubt, first about all of them, for a feed may be cut short."""
        new = [name for name in self._doubts if name not in self._regrouped][: LARGEST_BATCH - 1]
        if len(new) < _MANY_DOUBTS:
            return Batch((self._doubts.popleft(),), self._control, alone=True)
        self._regrouped.update(new)
        self._doubts = deque(name for name in self._doubts if name not in new)
        return Batch(tuple(new), self._control)

    def _read(self, batch: Batch, feed: Feed, evidence: Evidence) -> None:
        answers = _by_name(feed)
        controlled = Name(batch.control) in answers
        if not controlled:
            self._control = next((each.value for each in feed.records), CONTROL)
        for name in batch.names:
            record = answers.get(name)
            if record is not None:
                self.found[name] = record
                self.evidence[name] = (evidence,)
                if name.version is None:
                    self._queue.extend(Name(name.value, version) for version in self._more(record))
            elif not controlled:
                self._repeat(name, batch, "arXiv's answer was not complete")
            elif name.version is None:
                self._doubt(name, batch, evidence)

    def _doubt(self, name: Name, batch: Batch, evidence: Evidence) -> None:
        """A paper that is not in a sound answer: ask once more, about it alone, then believe it."""
        self.evidence[name] = (*self.evidence.get(name, ()), evidence)
        if batch.alone:
            self.absent.add(name.value)
        else:
            self._doubts.append(name)

    def _repeat(self, name: Name, batch: Batch, reason: str) -> None:
        self._tries[name] += 1
        if self._tries[name] >= _TRIES:
            self._lose((name,), reason)
        elif batch.alone:
            self._doubts.append(name)
        else:
            self._queue.append(name)

    def _divide(self, batch: Batch, reason: str) -> None:
        """Ask in halves, so that what arXiv cannot take does not stand in the way of the rest."""
        if len(batch.names) == 1:
            name = batch.names[0]
            self._tries[name] += 1
            if self._tries[name] >= _TRIES:
                self._lose(batch.names, reason)
            else:
                self._parts.append(batch)
            return
        middle = len(batch.names) // 2
        self._parts.append(Batch(batch.names[middle:], batch.control))
        self._parts.append(Batch(batch.names[:middle], batch.control))

    def _pause(self, batch: Batch, reply: Busy) -> float:
        self._parts.append(batch)
        pauses = _SHORT_PAUSES if reply.unreachable else _PAUSES
        if self._refusals >= len(pauses):
            self.close(reply.reason)
            return 0.0
        self._refusals += 1
        return max(pauses[self._refusals - 1], reply.retry_after or 0.0)

    def _lose(self, names: Iterable[Name], reason: str) -> None:
        self.lost.update(dict.fromkeys(names, Unknown(reason, self._latest)))


def _by_name(feed: Feed) -> dict[Name, Record]:
    """The records under the name of their version, and the latest of each paper under its bare name."""
    answers: dict[Name, Record] = {}
    for record in feed.records:
        answers[Name(record.value, record.version)] = record
        latest = answers.get(Name(record.value))
        if latest is None or (record.version or 0) > (latest.version or 0):
            answers[Name(record.value)] = record
    return answers


ARXIV_INTERVAL = 3.0
"""Seconds from the end of an answer to the next request, of the query API and OAI-PMH together."""

_DIVISIBLE = frozenset({400, 413, 414, 500})
"""What arXiv says when a name or the length of a request is the trouble; mixed batches have met 500."""


def ask_arxiv(
    inquiry: Inquiry,
    address: str,
    client: Client,
    pace: Pace,
    deadline: Deadline,
    heard: Callable[[Batch], None] = lambda _: None,
) -> None:
    """Carry on the conversation to its end or to `deadline`.

    `heard` is called after each answer. Raises `Stopped` when the run was asked to end.
    """
    late = "no time left to ask arXiv"
    while (batch := inquiry.next()) is not None:
        if not deadline.allows(pace):
            inquiry.close(late, unasked=batch)
            return
        pace.wait()
        answer = client.get(address, _parameters(batch), accept="application/atom+xml")
        reply = read_answer(answer)
        late = f"{reply.reason}; no time left to ask again" if isinstance(reply, Busy) else "no time left to ask arXiv"
        rest = inquiry.receive(batch, reply, _evidence(address, batch, answer))
        pace.rest(rest)
        heard(batch)


def read_answer(answer: ServiceResponse) -> Reply:
    """What an answer means for the conversation."""
    if answer.status is None:
        return Busy(f"arXiv: {answer.problem}", unreachable=answer.problem == "no connection")
    if answer.status in _DIVISIBLE:
        return Refused(f"arXiv answered {answer.status}")
    if answer.status != 200:
        return Busy(f"arXiv answered {answer.status}", answer.retry_after)
    if answer.problem:
        return Refused(f"arXiv: {answer.problem}")
    try:
        feed = read_feed(answer.body)
    except FeedError as error:
        return Refused(f"arXiv's answer cannot be read: {error}")
    if feed.complaints:
        return Refused(f"arXiv: {feed.complaints[0][:200]}")
    return Listed(feed)


def _parameters(batch: Batch) -> dict[str, str]:
    """`max_results` is 10 unless said otherwise, and the rest would seem to be missing."""
    return {"id_list": ",".join(batch.ids), "start": "0", "max_results": str(len(batch.ids))}


def _evidence(address: str, batch: Batch, answer: ServiceResponse) -> Evidence:
    count = len(batch.ids)
    return Evidence(answer.time, address, answer.status, f"asked with {count - 1} others" if count > 1 else "")
