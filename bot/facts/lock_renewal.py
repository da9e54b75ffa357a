"""What a lock file answers without any request, what it lacks, and how it is brought up to date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bot import files
from bot.facts.lock_file import NAME, NO_LOCK, Lines, Lock, LockedPaper, lock_record, make_lock
from bot.facts.model import Absent, Facts, PaperFact, Unknown, Unrecorded, WorkFact
from bot.facts.paper_news import find_news
from bot.facts.questions import Queries
from bot.papers.identifiers import Identifier
from bot.papers.identity import write_id
from bot.papers.record import Record
from bot.papers.witnesses import decide_code, decide_venue
from bot.text import list_first, plural

_UNKNOWN = Unknown(f"not in {NAME}")


def answer_from_lock(lock: Lock, queries: Queries, now: float) -> Facts:
    """The facts that lock files have; about links and repositories they say nothing."""
    papers: dict[Identifier, PaperFact] = {each: lock.paper(each, now) or _UNKNOWN for each in queries.papers}
    works: dict[str, WorkFact] = {doi: lock.works.get(doi, _UNKNOWN) for doi in queries.works}
    pages = {name: lock.works[name] for name in queries.records.values() if name in lock.works}
    return Facts(papers=papers, works=works | pages, venues=lock.venues, code=lock.code, only_papers=True, asked_at=now)


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


MOST_NAMES = 10
"""Papers or lines that messages name."""


def find_problems(path: Path, lines: Lines, wanted: Wanted) -> list[str]:
    """What a lock file that is up to date would not have, in sentences."""
    missing, unlisted = find_stale(lines.papers, wanted)
    problems = [f"{path}, line {number}: {problem}" for number, problem in lines.bad[:MOST_NAMES]]
    if missing and not files.is_file(path):
        problems.append(f"{path} does not exist")
    if missing:
        problems.append(
            f"{path}: {plural(len(missing), 'paper')} of the list missing from it: {list_first(missing, MOST_NAMES)}"
        )
    if unlisted:
        problems.append(
            f"{path}: {plural(len(unlisted), 'paper')} not listed any more: {list_first(unlisted, MOST_NAMES)}"
        )
    return problems


_FRESH = timedelta(days=30)
"""As long as answers in the cache: an older line is renewed."""
_SKEW = timedelta(days=1)
"""How far in the future a line may be that was written elsewhere: days begin at different times."""


def keep_fresh(papers: Mapping[str, LockedPaper], today: date) -> Lock:
    """Find what need not be asked about again: lines that are complete and not old."""
    kept = [each for each in papers.values() if _is_complete(each) and -_SKEW <= today - each.checked <= _FRESH]
    return make_lock(kept) if kept else NO_LOCK


def _is_complete(line: LockedPaper) -> bool:
    """Whether a line says all that can be asked for."""
    return bool(line.title) and line.titles is not None


class Renewal(NamedTuple):
    """The new lines of a lock file, and what became of the old ones."""

    papers: tuple[LockedPaper, ...]
    added: int
    changed: int
    removed: int
    missing: tuple[str, ...]
    """Papers without a line: no source could say anything about them."""


def renew(old: Mapping[str, LockedPaper], wanted: Wanted, facts: Facts, today: date) -> Renewal:
    """The lines as the facts have them; a line stays as it was where no source could say more."""
    found = {line.id: line for line in _lines(facts, today)}
    new: dict[str, LockedPaper] = {}
    for name in wanted.required | wanted.possible:
        before, now = old.get(name), found.get(name)
        chosen = before if now is None or (before is not None and _is_poorer(now, before)) else now
        if chosen is not None:
            new[name] = _keep_news(chosen, before) if before is not None else chosen
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
            yield _with_news(lock_record(paper, identifier, _checked(paper, today)), facts, identifier)
        elif isinstance(paper, Absent):
            yield LockedPaper(id=write_id(identifier), title="", absent=True, checked=_checked(paper, today))
    for name, work in facts.works.items():
        if isinstance(work, Record):
            yield lock_record(work, name, _checked(work, today))
        elif isinstance(work, Unrecorded) and name.startswith("10."):
            yield LockedPaper(id=write_id(name), title="", checked=today)


def _with_news(line: LockedPaper, facts: Facts, identifier: Identifier) -> LockedPaper:
    """The line, with what sources say about the venue and the code, and what is sure of it."""
    venues, code = facts.venues.get(identifier), facts.code.get(identifier)
    news = find_news(facts, identifier)
    if isinstance(venues, tuple):
        decision = decide_venue(news)
        sure = decision.claim if decision.is_sure else None
        line = replace(line, venue=f"{sure.label} {sure.year}" if sure is not None else "", venue_sources=venues)
    if isinstance(code, tuple):
        chosen = decide_code(news)
        line = replace(line, code=chosen.claim.address if chosen.claim and chosen.is_sure else "", code_sources=code)
    return line


def _checked(fact: Record | Absent, today: date) -> date:
    """The day on which somebody said so."""
    seen = max((each.time for each in fact.evidence), default=None)
    return today if seen is None else datetime.fromtimestamp(seen, UTC).date()


def _keep_news(now: LockedPaper, before: LockedPaper) -> LockedPaper:
    """The new line with what the old one says about venue and code, where these were not asked for this time."""
    if now.venue_sources is None:
        now = replace(now, venue=now.venue or before.venue, venue_sources=before.venue_sources)
    if now.code_sources is None:
        now = replace(now, code=now.code or before.code, code_sources=before.code_sources)
    return now


def _is_poorer(now: LockedPaper, before: LockedPaper) -> bool:
    """Whether a line lacks what the old one has: the service that knows all gave no answer, only another one did."""
    if not before.title or now.absent:
        return False
    return (now.titles is None and before.titles is not None) or (bool(before.authors) and not now.authors)
