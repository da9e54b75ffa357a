"""The lock file of a list, `papers.lock.jsonl`: what is known of its papers, one JSON object a line, sorted by id.

What it answers without any request, and how it is brought up to date, is here too.

`schemas/lock.schema.json` describes a line. Anybody may have written the file: what does not fit is named by its line.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.codec import CodecError, from_json, to_json
from bot.errors import BotError
from bot.facts import LOCK_FILE
from bot.facts.model import Absent, Facts, Unknown, Unrecorded
from bot.papers.dates import PartialDate, read_day
from bot.papers.identifiers import Identifier, doi_url, identify_doi, parse_identifier
from bot.papers.identity import read_name, write_id
from bot.papers.record import Evidence, Record, VenueKind
from bot.text import json_text, list_first, plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from bot.facts.model import PaperFact, WorkFact
    from bot.facts.questions import Queries
    from bot.text import Text

NAME = LOCK_FILE
_LONGEST_LINE = 500_000
"""Characters; a paper by 3,000 authors takes 60,000."""
_MOST_LINES = 100_000
_MOST_PARTS = 10_000
"""Authors, titles, categories or years of one paper."""
_LONGEST_ADDRESS, _LONGEST_TITLE = 4_096, 10_000
_FIRST_BOOK, _NO_YEAR = 1000, 3000
_FIRST_YEAR = 1991
"""That of arXiv: nothing was checked before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedPaper:
    """One line: a paper as it was on the day `checked`; what is not known is null, empty or left out."""

    id: str
    """`arXiv:2401.12345`, `doi:10.1145/3292500.3330701`, `openreview:abc` or the address of a page."""
    title: str
    """Empty where nobody has a record of the paper."""
    titles: tuple[str, ...] | None = ()
    """Its titles in earlier versions, and others that it has; null: not asked for."""
    authors: tuple[str, ...] = ()
    submitted: date | None = None
    updated: date | None = None
    comment: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    categories: tuple[str, ...] = ()
    withdrawn: bool | None = False
    checked: date
    version: int | None = None
    """The number of the latest version on arXiv."""
    absent: bool = False
    """Whether arXiv says that there is no such paper."""
    published: str | None = None
    """When a paper that is not on arXiv was published: `2024`, `2024-03` or `2024-03-01`."""
    venue: str = ""
    venue_kind: VenueKind = VenueKind.UNKNOWN
    years: tuple[int, ...] = ()
    preprint: bool = False
    source: str = ""
    """Who says so, where that is not arXiv: `Crossref`, `its page on proceedings.mlr.press`."""
    url: str = ""
    """The address of its page."""


_DAY = 86_400.0
_OUTDATED = 180 * _DAY
"""Seconds after which a paper may have been renamed: until its line is renewed, no title differs from the one in it.
So it is with a line of a later day than today, which nobody has checked."""
_EXTRA = ("version", "absent", "published", "venue", "venue_kind", "years", "preprint", "source", "url")
"""Keys that are written only where they say something."""
_DEFAULTS = to_json(LockedPaper(id="", title="", checked=date.min), omit_defaults=False)


@dataclass(frozen=True, slots=True)
class Lock:
    """What lock files say, as facts."""

    papers: Mapping[Identifier, Record | Absent] = field(default_factory=lambda: MappingProxyType({}))
    works: Mapping[str, Record | Unrecorded] = field(default_factory=lambda: MappingProxyType({}))
    """What is not on arXiv, by `identity.name_work`."""

    def paper(self, identifier: Identifier, now: float) -> Record | Absent | None:
        """What is known of a paper on arXiv at the time `now`; of an old line only what does not change."""
        fact = self.papers.get(identifier)
        if fact is None or -_DAY <= now - fact.evidence[-1].time <= _OUTDATED:
            return fact
        return replace(fact, titles=None) if isinstance(fact, Record) else None

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return bool(self.papers or self.works)


NO_LOCK = Lock()


class BadLine(NamedTuple):
    """A line that is not one of a lock file, and why."""

    number: int
    problem: str


class Lines(NamedTuple):
    """The lines of a lock file by their ids, and those that cannot be read."""

    papers: Mapping[str, LockedPaper]
    bad: tuple[BadLine, ...] = ()

    @property
    def is_foreign(self) -> bool:
        """Whether the file is something else, which is not to be overwritten."""
        return bool(self.bad) and not self.papers


def lock_path(list_path: str) -> Path:
    """Where the lock file of a list is; that of standard input is in the current folder."""
    return files.beside(list_path, NAME)


def load_lock(texts: Iterable[Text]) -> Lock:
    """What lock files say, the first one where they differ. Raises BotError as `read_lock`."""
    found: dict[str, LockedPaper] = {}
    for text in texts:
        found = {**read_lock(text), **found}
    return make_lock(found.values())


def read_lock(text: Text) -> Mapping[str, LockedPaper]:
    """The papers of a lock file by their ids. Raises BotError for the first line that cannot be read."""
    lines = read_lines(text)
    for number, problem in lines.bad[:1]:
        message = f"{files.shown(text.path)}, line {number}: {problem}"
        raise BotError(message, "correct or delete the line, or run bot lock to write the file anew")
    return lines.papers


def read_lines(text: Text) -> Lines:
    """All lines of a lock file; of two lines about one paper, as after a merge, the one that was checked last."""
    found: dict[str, LockedPaper] = {}
    bad: list[BadLine] = []
    # Other line ends of Unicode may be in a title.
    for number, line in enumerate(text.content.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        if number > _MOST_LINES:
            bad.append(BadLine(number, f"more than {_MOST_LINES:,} lines"))
            break
        try:
            paper = _read_line(line)
        except CodecError as error:
            bad.append(BadLine(number, str(error)))
            continue
        if paper.id not in found or found[paper.id].checked <= paper.checked:
            found[paper.id] = paper
    return Lines(found, tuple(bad))


def make_lock(papers: Iterable[LockedPaper]) -> Lock:
    """The facts in lines of a lock file."""
    on_arxiv: dict[Identifier, Record | Absent] = {}
    works: dict[str, Record | Unrecorded] = {}
    for each in papers:
        name = read_name(each.id)
        if isinstance(name, Identifier) and (each.title or each.absent):
            on_arxiv[name] = Absent(_evidence(each)) if each.absent else _paper(each, name)
        elif isinstance(name, str):
            works[name] = (
                _record(each, name) if each.title else Unrecorded(f"nobody had a record of it on {each.checked}")
            )
    return Lock(MappingProxyType(on_arxiv), MappingProxyType(works))


def write_lock(papers: Iterable[LockedPaper]) -> str:
    """The lines, sorted by id, each the same whoever writes it: merges stay small."""
    return "".join(f"{_write_line(each)}\n" for each in sorted(papers, key=lambda each: each.id))


def _read_line(line: str) -> LockedPaper:
    """A paper, with its id as the bot writes it. Raises CodecError."""
    if len(line) > _LONGEST_LINE:
        raise CodecError(f"longer than {_LONGEST_LINE:,} characters")
    try:
        value = json.loads(json_text(line))
    except (ValueError, RecursionError):
        raise CodecError("not valid JSON") from None
    paper = from_json(LockedPaper, value)
    name = read_name(paper.id)
    if name is None:
        raise CodecError("must name a paper, such as arXiv:2401.12345", ("id",))
    _check_sizes(paper)
    if not all(_FIRST_BOOK <= year < _NO_YEAR for year in paper.years):
        raise CodecError("must be years", ("years",))
    if paper.checked.year < _FIRST_YEAR:
        raise CodecError("must be a day on which it could be checked", ("checked",))
    if paper.version is not None and paper.version < 1:
        raise CodecError("must be 1 or more", ("version",))
    if paper.published is not None and read_day(paper.published) is None:
        raise CodecError("must be a date, such as 2024-01-31 or 2024-01", ("published",))
    return paper if paper.id == write_id(name) else replace(paper, id=write_id(name))


def _check_sizes(paper: LockedPaper) -> None:
    """Raise CodecError for what is too long to be what it says."""
    for key in ("authors", "titles", "categories", "years"):
        if len(getattr(paper, key) or ()) > _MOST_PARTS:
            raise CodecError(f"more than {_MOST_PARTS:,}", (key,))
    texts = {
        "id": (paper.id,),
        "url": (paper.url,),
        "title": (paper.title, *(paper.titles or ())),
        "venue": (paper.venue,),
    }
    for key, values in texts.items():
        longest = _LONGEST_ADDRESS if key in {"id", "url"} else _LONGEST_TITLE
        if max(map(len, values)) > longest:
            raise CodecError(f"longer than {longest:,} characters", (key,))


def _write_line(paper: LockedPaper) -> str:
    line = to_json(paper, omit_defaults=False)
    kept = {key: value for key, value in line.items() if key not in _EXTRA or value != _DEFAULTS[key]}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _evidence(paper: LockedPaper) -> tuple[Evidence, ...]:
    moment = datetime(paper.checked.year, paper.checked.month, paper.checked.day, tzinfo=UTC)
    return (Evidence(moment.timestamp(), paper.url or NAME, None, f"from {NAME}"),)


def _paper(paper: LockedPaper, identifier: Identifier) -> Record:
    return Record(
        title=paper.title,
        titles=paper.titles,
        authors=paper.authors,
        identifier=identifier,
        doi=paper.doi or "",
        categories=paper.categories,
        date=PartialDate.of(paper.submitted) if paper.submitted is not None else None,
        updated=PartialDate.of(paper.updated) if paper.updated is not None else None,
        version=paper.version,
        comment=paper.comment or "",
        journal_reference=paper.journal_ref or "",
        withdrawn=paper.withdrawn,
        evidence=_evidence(paper),
    )


def _record(paper: LockedPaper, name: str) -> Record:
    day = read_day(paper.published or str(paper.submitted or ""))
    years = paper.years or ((day.year,) if day is not None else ())
    address = doi_url(name) if name.startswith("10.") else name if "://" in name else ""
    return Record(
        title=paper.title,
        titles=paper.titles,
        authors=paper.authors,
        venue=paper.venue or paper.journal_ref or "",
        year=years[-1] if years else None,
        years=tuple(sorted(years)),
        source=paper.source or NAME,
        preprint=paper.preprint,
        venue_kind=paper.venue_kind,
        identifier=identify_doi(name) if name.startswith("10.") else parse_identifier(name),
        doi=name if name.startswith("10.") else (paper.doi or "").lower(),
        categories=paper.categories,
        address=paper.url or address,
        date=day,
        withdrawn=paper.withdrawn or None,
        evidence=_evidence(paper),
    )


def lock_record(record: Record, name: Identifier | str, checked: date) -> LockedPaper:
    """The line of a paper on arXiv, or of a work by `identity.name_work`."""
    line = LockedPaper(
        id=write_id(name),
        title=record.title,
        titles=record.titles,
        authors=record.authors,
        doi=record.doi or None,
        categories=record.categories,
        checked=checked,
    )
    if isinstance(name, Identifier):
        return replace(
            line,
            submitted=record.date.whole() if record.date is not None else None,
            updated=record.updated.whole() if record.updated is not None else None,
            comment=record.comment or None,
            journal_ref=record.journal_reference or None,
            withdrawn=record.withdrawn,
            version=record.version,
        )
    others = tuple(year for year in record.years if year != record.year)
    return replace(
        line,
        published=record.date.iso() if record.date is not None else None,
        venue=record.venue,
        venue_kind=record.venue_kind,
        years=(*others, record.year) if record.year is not None else others,
        preprint=record.preprint,
        source=record.source,
        url=record.address,
    )


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
            f"{path}: {plural(len(missing), 'paper')} of the list missing: {list_first(missing, MOST_NAMES)}"
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
    kept = [
        each
        for each in papers.values()
        if each.title and each.titles is not None and -_SKEW <= today - each.checked <= _FRESH
    ]
    return make_lock(kept) if kept else NO_LOCK


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
