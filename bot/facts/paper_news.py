"""What is news of papers: where those on arXiv were published, and where their code is, by what all sources say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.facts.model import Unknown, claims_withdrawal, find_statement
from bot.files import LOCK_FILE
from bot.links import LinkState
from bot.papers.identifiers import Identifier, identify, page_url
from bot.papers.record import Record, VenueKind
from bot.papers.similarity import Match, compare_titles, is_titled
from bot.papers.venues import find_known_venues
from bot.papers.witnesses import LinkClaim, News, TitleClaim, Track, VenueClaim, Witness, read_track, witness_of_doi
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.facts.model import Facts, VenueFact


def claim_of_authors(paper: Record) -> VenueClaim | None:
    """Where the authors say on arXiv that their paper was published; None if they say nothing certain."""
    clause, mention = find_statement(paper)
    if mention is None:
        return None
    is_reference = bool(clause) and clause in paper.journal_reference
    return VenueClaim(
        venue=mention.name,
        year=mention.year,
        source="arXiv journal reference" if is_reference else "arXiv comment",
        witness=Witness.AUTHORS,
        track=Track(mention.track) if mention.track else read_track(paper.comment),
        address=page_url(paper.identifier) if paper.identifier is not None else "",
    )


def claim_of_publisher(work: Record, paper: Record | None) -> VenueClaim | None:
    """Where a DOI says that a paper was published; None for a preprint, and for another paper than `paper`."""
    if not work.venue or work.preprint:
        return None
    titles = paper.all_titles if paper is not None else (work.title,)
    if not any(is_titled(title, work.all_titles) for title in titles):
        return None
    known = next(iter(find_known_venues(work.venue)), None)
    stated = known.year if known is not None else None
    years = (stated,) if stated is not None else tuple(sorted({*work.years, *([work.year] if work.year else [])}))
    return VenueClaim(
        venue=known.name if known is not None else work.venue,
        year=stated or work.year or next(iter(years), None),
        source=work.source,
        witness=witness_of_doi(work.doi),
        track=Track(known.track) if known is not None and known.track else read_track(work.venue),
        kind=work.venue_kind,
        address=work.address,
        years=years,
        doi=work.doi,
    )


def find_news(facts: Facts, identifier: Identifier, written: str = "") -> News:
    """All that sources say about a paper on arXiv, which a list calls `written`."""
    paper = facts.paper(identifier)
    if paper is None:
        return News()
    venues, code = facts.venues.get(identifier), facts.code.get(identifier)
    authors = _of_authors(paper, venues)
    claims = venues if isinstance(venues, tuple) else ()
    silent = [each.reason for each in (venues, code) if isinstance(each, Unknown)]
    return News(
        venues=(authors, *claims) if authors is not None else claims,
        code=code if isinstance(code, tuple) else (),
        title=_renamed(paper, written),
        withdrawn=claims_withdrawal(paper.comment) if paper.withdrawn is None else paper.withdrawn,
        silent=tuple(dict.fromkeys(silent)),
    )


def find_published(facts: Facts, url: str) -> Iterator[Record]:
    """What an index and publishers have on record about the published version of the paper on arXiv behind a link."""
    identifier = identify(url).identifier
    paper, claims = facts.paper(identifier), facts.venues.get(identifier) if identifier is not None else None
    if paper is None or not isinstance(claims, tuple):
        return
    for claim in claims:
        is_conference = claim.kind is not VenueKind.JOURNAL and claim.year is not None
        yield Record(
            title=paper.title,
            titles=paper.titles,
            venue=f"{claim.label} {claim.year}" if is_conference else claim.label,
            year=claim.year,
            years=tuple(sorted(claim.all_years)),
            source=claim.source,
            venue_kind=claim.kind,
            address=claim.address,
        )


def find_link_claim(facts: Facts, url: str) -> LinkClaim | None:
    """Where the page behind a link is now: where it moved to for good, or a copy of one that is gone."""
    status = facts.links.get(url)
    if status is not None and status.state is LinkState.MOVED and status.target:
        return LinkClaim(url, status.target, "moved for good", is_moved=True)
    if (copy := facts.copies.get(url)) is None:
        return None
    day = _DAY_OF_COPY.search(copy)
    when = f" of {day[1]}-{day[2]}-{day[3]}" if day is not None else ""
    return LinkClaim(url, copy, f"archived copy{when}", is_moved=False)


_DAY_OF_COPY = lazy_pattern(r"/web/(\d{4})(\d\d)(\d\d)\d{6}/")


def _of_authors(paper: Record, venues: VenueFact | None) -> VenueClaim | None:
    """What authors say. A line of a lock file without another source is vouched for by whoever committed it."""
    claim = claim_of_authors(paper)
    is_locked = bool(paper.evidence) and paper.evidence[-1].note == f"from {LOCK_FILE}"
    if claim is None or venues is not None or not is_locked:
        return claim
    return VenueClaim(claim.venue, claim.year, f"{claim.source} in {LOCK_FILE}", Witness.LIST, claim.track)


def _renamed(paper: Record, written: str) -> TitleClaim | None:
    """The present title, where a list has an earlier one."""
    if not written or compare_titles(written, paper.title) not in {Match.CLOSE, Match.DIFFERENT}:
        return None
    if not any(compare_titles(written, title) is Match.SAME for title in paper.titles or ()):
        return None
    return TitleClaim(paper.title, "arXiv", page_url(paper.identifier) if paper.identifier is not None else "")
