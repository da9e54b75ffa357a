"""What lock files answer without any request, and how a lock file is brought up to date."""

from __future__ import annotations

from datetime import UTC, datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from bot.facts.lock import NAME, LockedPaper, lock_record
from bot.facts.model import Absent, Facts, Unknown, Unrecorded
from bot.papers.identity import write_id
from bot.papers.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from bot.facts.lock import Lock
    from bot.facts.model import PaperFact, WorkFact
    from bot.facts.questions import Queries
    from bot.papers.identifiers import Identifier

_UNKNOWN = Unknown(f"not in {NAME}")


def answer_from_lock(lock: Lock, queries: Queries, now: float) -> Facts:
    """The facts that lock files have; about links and repositories they say nothing."""
    papers: dict[Identifier, PaperFact] = {each: lock.paper(each, now) or _UNKNOWN for each in queries.papers}
    works: dict[str, WorkFact] = {doi: lock.works.get(doi, _UNKNOWN) for doi in queries.works}
    pages = {name: lock.works[name] for name in queries.records.values() if name in lock.works}
    return Facts(papers=MappingProxyType(papers), works=MappingProxyType(works | pages), only_papers=True, asked_at=now)


class Wanted(NamedTuple):
    """The ids that the lock file of some lists should have."""

    required: frozenset[str]
    """Papers on arXiv and works with a DOI."""
    possible: frozenset[str]
    """Pages: whether one says which paper it is about shows only when it is visited."""


def find_wanted(queries: Queries) -> Wanted:
    """What the lock file of lists with these questions should have."""
    required = frozenset((*map(write_id, queries.papers), *map(write_id, queries.works)))
    return Wanted(required, frozenset(map(write_id, queries.records.values())) - required)


class Staleness(NamedTuple):
    """What a lock file lacks, and has too much."""

    missing: tuple[str, ...]
    unlisted: tuple[str, ...]


def find_stale(ids: Iterable[str], wanted: Wanted) -> Staleness:
    """The papers of the lists that have no line, and the lines about papers that are not listed any more."""
    present = frozenset(ids)
    missing = wanted.required - present
    unlisted = present - wanted.required - wanted.possible
    return Staleness(tuple(sorted(missing)), tuple(sorted(unlisted)))


class Renewal(NamedTuple):
    """The new lines of a lock file, and what became of the old ones."""

    papers: tuple[LockedPaper, ...]
    added: int
    changed: int
    removed: int
    missing: tuple[str, ...]
    """Papers without a line: nobody could say anything of them."""


def renew(old: Mapping[str, LockedPaper], wanted: Wanted, facts: Facts, today: date) -> Renewal:
    """The lines as the facts have them; a line stays as it was where nobody could say more."""
    found = {line.id: line for line in _lines(facts, today)}
    new: dict[str, LockedPaper] = {}
    for name in wanted.required | wanted.possible:
        before, now = old.get(name), found.get(name)
        chosen = before if now is None or (before is not None and _is_poorer(now, before)) else now
        if chosen is not None:
            new[name] = chosen
    return Renewal(
        papers=tuple(new.values()),
        added=sum(name not in old for name in new),
        changed=sum(name in old and old[name] != line for name, line in new.items()),
        removed=sum(name not in new for name in old),
        missing=tuple(sorted(wanted.required.difference(new))),
    )


def _lines(facts: Facts, today: date) -> Iterable[LockedPaper]:
    """A line for each fact that is worth one: what is unknown has none."""
    for identifier, paper in facts.papers.items():
        if isinstance(paper, Record):
            yield lock_record(paper, identifier, _checked(paper, today))
        elif isinstance(paper, Absent):
            yield LockedPaper(id=write_id(identifier), title="", absent=True, checked=_checked(paper, today))
    for name, work in facts.works.items():
        if isinstance(work, Record):
            yield lock_record(work, name, _checked(work, today))
        elif isinstance(work, Unrecorded) and name.startswith("10."):
            yield LockedPaper(id=write_id(name), title="", checked=today)


def _checked(fact: Record | Absent, today: date) -> date:
    """The day on which somebody said so."""
    seen = max((each.time for each in fact.evidence), default=None)
    return today if seen is None else datetime.fromtimestamp(seen, UTC).date()


def _is_poorer(now: LockedPaper, before: LockedPaper) -> bool:
    """Whether a line lacks what the old one has: the service that knows all gave no answer, only another one did."""
    if not before.title or now.absent:
        return False
    return (now.titles is None and before.titles is not None) or (bool(before.authors) and not now.authors)
