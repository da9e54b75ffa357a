"""Names of papers come in; what to ask arXiv next, and what its answers mean, goes out. No I/O here.

A paper is absent only after two answers that hold the control, a paper known to exist, and not the paper: one
among others, one about it alone. An answer without the control proves the papers in it and nothing else.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.facts import Unknown
from bot.network.arxiv_replies import Busy, Listed, Refused, Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bot.links.model import Evidence
    from bot.network.atom import Feed, Record

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
