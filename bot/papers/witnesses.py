"""What sources say about a paper that its entry may lack, and whether that is enough to write it.

Sources that copy each other, or are in one hand, are one witness; two tables say what each is worth. What comes to
`ENOUGH` is sure, less is a proposal, and a contradiction is named and not decided. A service that gave no answer is
no witness: nothing is written for want of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, TypeVar

from bot.judgement import Case, always, judge
from bot.papers.record import VenueKind, holds_address
from bot.papers.similarity import normalise
from bot.papers.urls import is_same_site
from bot.papers.venues import find_known_venues, known_venue
from bot.text import StrEnum, lazy_pattern


class Witness(StrEnum):
    """Who speaks: sources with the same witness copy each other, or are the same person."""

    AUTHORS = "authors"
    """The comment and the journal reference on arXiv, the abstract."""
    PUBLISHER = "publisher"
    """What a publisher of venues registered for the DOI of the published version."""
    INDEX = "index"
    """DBLP, by the key that Semantic Scholar gives."""
    COPY = "copy"
    """A venue that Semantic Scholar names without a key: it may have it from any of the others."""
    HUB = "hub"
    """The page of a paper on Hugging Face."""
    PAGE = "page"
    """A project page: whoever holds its domain also writes the README of the repository that it names."""
    LIST = "list"
    """A lock file that names no other source: whoever committed it vouches for it."""


ENOUGH = 2
_OF_VENUES = {Witness.LIST: ENOUGH, Witness.AUTHORS: 1, Witness.PUBLISHER: 1, Witness.INDEX: 1}
_OF_CODE = {Witness.LIST: ENOUGH, Witness.AUTHORS: ENOUGH, Witness.HUB: 1, Witness.PAGE: 1}
"""What each witness is worth; those that are not in a table are worth nothing."""


_PUBLISHERS = frozenset(
    """
    10.1001 10.1002 10.1007 10.1016 10.1038 10.1056 10.1073 10.1080 10.1088 10.1090 10.1093 10.1101 10.1103 10.1109
    10.1111 10.1117 10.1126 10.1137 10.1145 10.1162 10.1177 10.1371 10.1561 10.1609 10.1613 10.3233 10.3389 10.3390
    10.5244 10.5441 10.14722 10.14778 10.15607 10.18653 10.21437 10.24963 10.48786 10.52202 10.56553""".split()
)
"""The prefixes of the DOIs of those who publish the venues that tables know: ACM, IEEE, ACL, AAAI, Springer ..."""


def witness_of_doi(doi: str) -> Witness:
    """Who speaks in what is registered for a DOI: with a prefix of their own, authors may have registered it."""
    return Witness.PUBLISHER if doi.partition("/")[0] in _PUBLISHERS else Witness.AUTHORS


def is_enough(witnesses: Iterable[Witness], worth: Mapping[Witness, int]) -> bool:
    """Whether the different ones of these witnesses vouch for what they say together."""
    return sum(worth.get(each, 0) for each in set(witnesses)) >= ENOUGH


class Track(StrEnum):
    """The part of a venue that a paper was in."""

    MAIN = ""
    FINDINGS = "findings"
    WORKSHOP = "workshop"
    DEMO = "demo"
    INDUSTRY = "industry"


_TRACKS = (
    (Track.FINDINGS, lazy_pattern(r"\bfindings\b", re.IGNORECASE)),
    (Track.WORKSHOP, lazy_pattern(r"workshops?\b|\b(?:cvpr|iccv|eccv|wacv)w|\bcompanion\b", re.IGNORECASE)),
    (Track.DEMO, lazy_pattern(r"\bdemos?\b|\bdemonstrations?\b", re.IGNORECASE)),
    (Track.INDUSTRY, lazy_pattern(r"\bindustry\b", re.IGNORECASE)),
)


def read_track(text: str) -> Track:
    """The part of a venue that words about a paper name, the conference itself where they name none."""
    return next((track for track, pattern in _TRACKS if pattern.search(text)), Track.MAIN)


@dataclass(frozen=True, slots=True)
class VenueClaim:
    """Where and when a source says that a paper was published."""

    venue: str
    """The usual name of a known venue (`NeurIPS`), else the name that the source writes."""
    year: int | None
    """Of the venue; None if the source does not say it."""
    source: str
    """As messages call it: `arXiv comment`, `Crossref`, `DBLP conf/icml/VaswaniS24`."""
    witness: Witness
    track: Track | None = Track.MAIN
    """None if the source cannot tell, as DBLP's keys cannot for Findings."""
    kind: VenueKind = VenueKind.UNKNOWN
    address: str = ""
    """Of a page on which a person can read it."""
    years: tuple[int, ...] = ()
    """Further years that the source gives, as for a journal that appears online first."""
    doi: str = ""
    """Of the published version, where the source gives it."""

    @property
    def label(self) -> str:
        """The venue with its track, without the year: `ICML`, `Findings of EMNLP`, `CVPR workshop`."""
        if self.track is Track.FINDINGS:
            return f"Findings of {self.venue}"
        return f"{self.venue} {self.track}" if self.track else self.venue

    @property
    def all_years(self) -> frozenset[int]:
        """All years that the source gives."""
        return frozenset((*self.years, *(() if self.year is None else (self.year,))))


class CodeState(StrEnum):
    """What is known about a repository that a source names."""

    UNKNOWN = "unknown"
    """No answer."""
    GONE = "gone"
    """It does not exist, or is not public."""
    EMPTY = "empty"
    OTHER = "other"
    """It is a list of papers."""
    PRESENT = "present"
    """It has content, which does not name the paper."""
    NAMED = "named"
    """It has content, and its README names the arXiv id, the DOI or the title of the paper."""


@dataclass(frozen=True, slots=True)
class CodeClaim:
    """The repository of a paper's code, as a source says."""

    address: str
    """`https://github.com/owner/name`, the present name where it was moved."""
    source: str
    """As messages call it: `arXiv abstract`, `Hugging Face`, `project page`."""
    state: CodeState = CodeState.UNKNOWN
    page: str = ""
    """Where a person can read it."""
    witness: Witness = Witness.PAGE


@dataclass(frozen=True, slots=True)
class TitleClaim:
    """The present title of a paper that was renamed."""

    title: str
    source: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class LinkClaim:
    """Where what was behind a link is now."""

    url: str
    """As the list writes it."""
    target: str
    source: str
    """`moved for good`, `archived copy of 2024-01-31`."""
    is_moved: bool
    """Whether the page itself is there; else it is dead, and `target` a copy in an archive."""


@dataclass(frozen=True, slots=True)
class News:
    """All that sources say about one paper."""

    venues: tuple[VenueClaim, ...] = ()
    code: tuple[CodeClaim, ...] = ()
    title: TitleClaim | None = None
    withdrawn: bool = False
    silent: tuple[str, ...] = ()
    """The services that were asked about it and gave no answer."""


class Standing(StrEnum):
    """What may be done with what sources say."""

    SURE = "sure"
    """It may be written."""
    PROPOSED = "proposed"
    """A person decides."""
    CONTRADICTED = "contradicted"
    """Sources say different things: both are named, nothing is written."""
    UNKNOWN = "unknown"
    """No source said anything, and one that may know gave no answer."""
    NOTHING = "nothing"
    """All were asked, and none knows of any."""


Claim = TypeVar("Claim", covariant=True)


@dataclass(frozen=True, slots=True)
class Decision(Generic[Claim]):
    """What may be done, and why."""

    standing: Standing
    reason: str
    claim: Claim | None = None
    """What is written, or proposed; None if nothing is."""
    claims: tuple[Claim, ...] = ()
    """All claims that bear on it: the sources to name, those that contradict each other too."""

    @property
    def is_sure(self) -> bool:
        """Whether it may be written."""
        return self.standing is Standing.SURE

    @property
    def leading(self) -> Claim | None:
        """The claim to show: what is written or proposed, else the first one; None if nothing is known."""
        is_known = self.standing not in {Standing.NOTHING, Standing.UNKNOWN}
        return (self.claim or next(iter(self.claims), None)) if is_known else None


_NAME_OF_VENUE = lazy_pattern(r"(?=.*[^\W\d_])[\w &.,:;'’()/–+-]{2,200}")
"""What a name consists of; anything else in its place would be Markdown, HTML or a whole text."""


class _Venues:
    """What is said about where one paper was published."""

    def __init__(self, claims: Sequence[VenueClaim], silent: Sequence[str]) -> None:
        self.claims, self.silent = claims, silent

    @cached_property
    def agreed(self) -> bool:
        """Whether no two of the claims contradict each other."""
        pairs = ((one, other) for one in self.claims for other in self.claims)
        return not any(do_contradict(one, other) for one, other in pairs)

    @cached_property
    def whole(self) -> VenueClaim:
        """One claim with what all say together. Only for claims that agree."""
        named = min(self.claims, key=lambda each: (each.track is None, each.year is None))
        dated = [each for each in self.claims if each.year is not None]
        shared = frozenset.intersection(*(each.all_years for each in dated)) if dated else frozenset[int]()
        year = next((each.year for each in dated if each.year in shared), min(shared, default=None))
        return replace(named, year=year)

    @cached_property
    def counted(self) -> Sequence[VenueClaim]:
        """Those that can vouch: a source that cannot tell the track does not, unless a claim names Findings."""
        with_track = [each for each in self.claims if each.track is not None]
        return self.claims if self.whole.track is Track.FINDINGS else (with_track or self.claims)

    @cached_property
    def has_venue(self) -> bool:
        return is_enough((each.witness for each in self.counted), _OF_VENUES)

    @cached_property
    def has_year(self) -> bool:
        return is_enough((each.witness for each in self.counted if self.whole.year in each.all_years), _OF_VENUES)


_VENUES: tuple[Case[_Venues, Standing], ...] = (
    Case("a service gave no answer", lambda it: not it.claims and it.silent, Standing.UNKNOWN),
    Case("no source names a venue", lambda it: not it.claims, Standing.NOTHING),
    Case("sources contradict each other", lambda it: not it.agreed, Standing.CONTRADICTED),
    Case("no source says the year", lambda it: it.whole.year is None, Standing.PROPOSED),
    Case("no table knows the venue", lambda it: known_venue(it.whole.venue) is None, Standing.PROPOSED),
    Case("only one source says so", lambda it: not it.has_venue, Standing.PROPOSED),
    Case("only one source says the year", lambda it: not it.has_year, Standing.PROPOSED),
    Case("two sources agree, or the lock file vouches for it", always, Standing.SURE),
)


def decide_venue(news: News) -> Decision[VenueClaim]:
    """Decide where a paper was published: what is known about it is a list of claims, not yet a venue."""
    named = (each for each in dict.fromkeys(news.venues) if _NAME_OF_VENUE.fullmatch(each.venue))
    claims = tuple(each for each in named if not holds_address(each.venue))
    subject = _Venues(claims, news.silent)
    verdict = judge(_VENUES, subject)
    has_claim = verdict.value in {Standing.SURE, Standing.PROPOSED}
    return Decision(verdict.value, verdict.reason, subject.whole if has_claim else None, claims)


def do_contradict(one: VenueClaim, other: VenueClaim) -> bool:
    """Whether two sources name different venues, tracks or years: what one does not say contradicts nothing."""
    if not are_same_venue(one.venue, other.venue):
        return True
    if one.track is not None and other.track is not None and one.track is not other.track:
        return True
    years = one.all_years, other.all_years
    if None in {one.track, other.track} and {one.track, other.track} & {Track.WORKSHOP, Track.DEMO, Track.INDUSTRY}:
        return True
    return all(years) and not years[0] & years[1]


def are_same_venue(one: str, other: str) -> bool:
    """Whether two names are of one venue: known ones by their usual name, others word by word."""
    known = [{each.name for each in find_known_venues(text)} for text in (one, other)]
    if any(known):
        return bool(known[0] & known[1])
    return normalise(one) == normalise(other)


_NO_CODE = frozenset({CodeState.GONE, CodeState.EMPTY, CodeState.OTHER})


class _Code:
    """What is said about where the code of one paper is."""

    def __init__(self, claims: Sequence[CodeClaim], silent: Sequence[str]) -> None:
        self.silent = silent
        self.claims = [each for each in claims if each.state not in _NO_CODE]
        self.lost = [each for each in claims if each.state in _NO_CODE]

    @cached_property
    def named(self) -> set[str]:
        """The repositories that name the paper."""
        return {each.address.casefold() for each in self.claims if each.state is CodeState.NAMED}

    @cached_property
    def addresses(self) -> set[str]:
        return {each.address.casefold() for each in self.claims}

    @cached_property
    def is_vouched(self) -> bool:
        """Whether enough sources name the repository that names the paper."""
        return is_enough((each.witness for each in self.claims if each.address.casefold() in self.named), _OF_CODE)


_CODE: tuple[Case[_Code, Standing], ...] = (
    Case("two repositories name the paper", lambda it: len(it.named) > 1, Standing.CONTRADICTED),
    Case("the authors or two sources name it, and it names the paper", lambda it: it.is_vouched, Standing.SURE),
    Case("sources name different repositories", lambda it: len(it.addresses) > 1, Standing.CONTRADICTED),
    Case(
        "GitHub gave no answer",
        lambda it: it.claims and all(each.state is CodeState.UNKNOWN for each in it.claims),
        Standing.UNKNOWN,
    ),
    Case("only one source names the repository", lambda it: it.named, Standing.PROPOSED),
    Case("the repository does not name the paper", lambda it: it.claims, Standing.PROPOSED),
    Case("the repository is gone, empty, or a list of papers", lambda it: it.lost, Standing.NOTHING),
    Case("a service gave no answer", lambda it: it.silent, Standing.UNKNOWN),
    Case("no source names a repository", always, Standing.NOTHING),
)


def decide_code(news: News) -> Decision[CodeClaim]:
    """Decide where the code of a paper is."""
    claims = tuple(dict.fromkeys(news.code))
    subject = _Code(claims, news.silent)
    verdict = judge(_CODE, subject)
    chosen = None
    if verdict.value in {Standing.SURE, Standing.PROPOSED}:
        chosen = max(subject.claims, key=lambda each: each.state is CodeState.NAMED)
    return Decision(verdict.value, verdict.reason, chosen, claims)


def decide_title(news: News) -> Decision[TitleClaim]:
    """Whether a list follows renames is up to its maintainers: a title is proposed at most."""
    if news.title is None:
        return Decision(Standing.NOTHING, "the paper was not renamed")
    return Decision(Standing.PROPOSED, "the paper was renamed", news.title, (news.title,))


def decide_link(claim: LinkClaim) -> Decision[LinkClaim]:
    """A page that moved for good within its site may be followed; another site, or a copy, is for a person to see."""
    if claim.is_moved and is_same_site(claim.url, claim.target):
        return Decision(Standing.SURE, "the page moved for good", claim, (claim,))
    if claim.is_moved:
        return Decision(Standing.PROPOSED, "the page moved to another site", claim, (claim,))
    return Decision(Standing.PROPOSED, "the page is dead, and an archive has a copy", claim, (claim,))
