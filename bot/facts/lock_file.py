"""The lock file of a list, `papers.lock.jsonl`: what is known about its papers, one JSON object a line, sorted by id.

What it answers without any request, and how it is brought up to date, is here too.

`schemas/lock.schema.json` describes a line. Anybody may have written the file: what does not fit is named by its line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from bot import files
from bot.codec import CodecError, from_json, to_json
from bot.errors import BotError
from bot.facts.model import Absent, Unrecorded
from bot.files import LOCK_FILE
from bot.papers.dates import PartialDate, read_day
from bot.papers.identifiers import Identifier, Scheme, doi_url, identify, identify_doi, parse_identifier
from bot.papers.identity import read_name, write_id
from bot.papers.record import CODE_LINK, Evidence, Record, VenueKind
from bot.papers.venues import find_known_venues
from bot.papers.witnesses import CodeClaim, CodeState, Track, VenueClaim, Witness, read_track
from bot.text import Text, json_text

NAME = LOCK_FILE
_LONGEST_LINE = 500_000
"""Characters; a paper by 3,000 authors takes 60,000."""
_MOST_LINES = 100_000
_MOST_PARTS = 10_000
"""Authors, titles, categories or years of one paper."""
_LONGEST_ADDRESS, _LONGEST_TITLE = 4_096, 10_000
_MOST_CLAIMS = 20
"""Sources that name a venue, or a repository, of one paper."""
_FIRST_BOOK, _NO_YEAR = 1000, 3000
_FIRST_YEAR = 1991
"""That of arXiv: nothing was checked before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedPaper:
    """One line: a paper as it was on the day `checked`; what is not known is null, empty or left out."""

    id: str
    """`arXiv:2401.12345`, `doi:10.1145/3292500.3330701`, `openreview:abc` or the address of a page."""
    title: str
    """Empty if no source has a record of the paper."""
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
    venue_sources: tuple[VenueClaim, ...] | None = None
    """Where others than its authors say that a paper on arXiv was published; null: they were not asked."""
    code: str = ""
    """The address of the repository."""
    code_sources: tuple[CodeClaim, ...] | None = None
    """Who says so, and what is there; null if no service was asked."""


_DAY = 86_400.0
_OUTDATED = 180 * _DAY
"""Seconds after which a paper may have been renamed: until its line is renewed, no title differs from the one in it.
The same is true of a line with a day in the future, which cannot have been checked."""
_EXTRA = (
    *("version", "absent", "published", "venue", "venue_kind", "years", "preprint", "source", "url"),
    *("venue_sources", "code", "code_sources"),
)
"""Keys that are written only where they say something."""
_CLAIMS = ("venue_sources", "code_sources")
_DEFAULTS = to_json(LockedPaper(id="", title="", checked=date.min), omit_defaults=False)


@dataclass(frozen=True, slots=True)
class Lock:
    """What lock files say, as facts."""

    papers: Mapping[Identifier, Record | Absent] = field(default_factory=dict)
    works: Mapping[str, Record | Unrecorded] = field(default_factory=dict)
    """What is not on arXiv, by `identity.name_work`."""
    venues: Mapping[Identifier, tuple[VenueClaim, ...]] = field(default_factory=dict)
    """Where others than their authors say that papers on arXiv were published; only of those that were asked about."""
    code: Mapping[Identifier, tuple[CodeClaim, ...]] = field(default_factory=dict)
    """The repositories of papers on arXiv; only of those that were asked about."""

    def paper(self, identifier: Identifier, now: float) -> Record | Absent | None:
        """What is known about a paper on arXiv at the time `now`; of an old line only what does not change."""
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
        raise BotError(message, "correct or delete the line, or run bot lock to write the file again")
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
    venues: dict[Identifier, tuple[VenueClaim, ...]] = {}
    code: dict[Identifier, tuple[CodeClaim, ...]] = {}
    for each in papers:
        name = read_name(each.id)
        if isinstance(name, Identifier):
            if (claims := _venue_claims(each)) is not None:
                venues[name] = claims
            if (repositories := _code_claims(each)) is not None:
                code[name] = repositories
        if isinstance(name, Identifier) and (each.title or each.absent):
            on_arxiv[name] = Absent(_evidence(each)) if each.absent else _paper(each, name)
        elif isinstance(name, str):
            works[name] = (
                _record(each, name) if each.title else Unrecorded(f"no source had a record of it on {each.checked}")
            )
    return Lock(on_arxiv, works, venues, code)


def _venue_claims(paper: LockedPaper) -> tuple[VenueClaim, ...] | None:
    """What a line says about the venue: its sources, or what somebody wrote there who named none."""
    if paper.venue_sources is not None or not paper.venue:
        return paper.venue_sources
    known = next(iter(find_known_venues(paper.venue)), None)
    if known is None or known.year is None:
        return None
    track = Track(known.track) if known.track else read_track(paper.venue)
    return (VenueClaim(known.name, known.year, NAME, Witness.LIST, track),)


def _code_claims(paper: LockedPaper) -> tuple[CodeClaim, ...] | None:
    """What a line says about the code, in the same way."""
    claims = paper.code_sources
    if claims is None and paper.code:
        address = paper.code.removesuffix(".git").rstrip("/")
        claims = (CodeClaim(address, NAME, CodeState.NAMED, witness=Witness.LIST),)
    return claims and tuple(each for each in claims if _names_repository(each.address))


def _names_repository(address: str) -> bool:
    named = identify(address).identifier
    return CODE_LINK.fullmatch(address) is not None and named is not None and named.scheme is Scheme.GITHUB


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
    claimed = tuple(year for each in paper.venue_sources or () for year in each.all_years)
    for key, years in (("years", paper.years), ("venue_sources", claimed)):
        if not all(_FIRST_BOOK <= year < _NO_YEAR for year in years):
            raise CodecError("must be years", (key,))
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
    for key in ("venue_sources", "code_sources"):
        if len(getattr(paper, key) or ()) > _MOST_CLAIMS:
            raise CodecError(f"more than {_MOST_CLAIMS:,}", (key,))
    venues, code = paper.venue_sources or (), paper.code_sources or ()
    texts = {
        "id": (paper.id,),
        "url": (paper.url,),
        "code": (paper.code,),
        "venue_sources": ("", *(text for each in venues for text in (each.venue, each.source, each.address, each.doi))),
        "code_sources": ("", *(text for each in code for text in (each.address, each.source, each.page))),
        "title": (paper.title, *(paper.titles or ())),
        "venue": (paper.venue,),
    }
    for key, values in texts.items():
        longest = _LONGEST_ADDRESS if key in {"id", "url", "code"} else _LONGEST_TITLE
        if max(map(len, values)) > longest:
            raise CodecError(f"longer than {longest:,} characters", (key,))


def _write_line(paper: LockedPaper) -> str:
    line = to_json(paper, omit_defaults=False)
    line |= {key: [to_json(each) for each in claims] for key in _CLAIMS if (claims := getattr(paper, key))}
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
