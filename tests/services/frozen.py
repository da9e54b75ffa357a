"""A frozen world of published papers: what arXiv, an index, publishers, Hugging Face and GitHub say of 300 of them.

`published.tsv` beside the tests of facts has what is true. What each service says follows from the number of the row:
most sources are right, some say nothing, and some are wrong on purpose, as sources are.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.services.arxiv import FakeArxiv, FakeOai, Gate, Work
from tests.services.clock import FakeClock
from tests.services.registries import FakePages, FakeScholar, FakeWorks
from tests.services.transport import Ask, Say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.services.transport import Service

FILE = Path(__file__).parents[1] / "facts" / "published.tsv"
ARXIV, OAI, SCHOLAR = "http://arxiv.example/api/query", "http://arxiv.example/oai", "http://scholar.example/batch"
CROSSREF, PAGES, GRAPHQL = (
    "http://crossref.example/works",
    "http://pages.example/papers",
    "http://github.example/graphql",
)
_STREAMS = {"NeurIPS": "nips", "S&P": "sp", "USENIX Security": "uss", "RA-L": "ral", "ECML-PKDD": "pkdd"}
_JOURNALS = frozenset({"TMLR", "RA-L", "JMLR", "TACL", "TPAMI", "IJCV"})
_SHARED = frozenset({"ACL", "EMNLP", "NAACL", "EACL"})
_LONG = {
    "NeurIPS": "Advances in Neural Information Processing Systems",
    "ICML": "International Conference on Machine Learning",
    "ICLR": "International Conference on Learning Representations",
}


class Published(NamedTuple):
    """What is true of a paper."""

    arxiv: str
    title: str
    venue: str
    year: int
    track: str
    code: str

    @property
    def repository(self) -> str:
        """Its own, by its name; a made-up one where none is known."""
        return self.code or f"authors/{self.arxiv.replace('.', '-')}"

    @property
    def doi(self) -> str:
        """Of the published version."""
        return f"10.1145/{self.arxiv}"

    def key(self, venue: str = "", year: int = 0) -> str:
        """In DBLP."""
        venue = venue or self.venue
        kind = "journals" if venue in _JOURNALS else "conf"
        stream = _STREAMS.get(venue, venue.lower().replace(" ", "").replace("-", ""))
        return f"{kind}/{stream}/LovelaceH{(year or self.year) % 100:02}"

    @property
    def anthology(self) -> dict[str, str]:
        """Its id in the ACL Anthology, which says whether it is in Findings or a demo."""
        if self.venue not in _SHARED:
            return {}
        place = {"findings": f"findings-{self.venue.lower()}", "demo": f"{self.venue.lower()}-demo"}
        return {"ACL": f"{self.year}.{place.get(self.track, f'{self.venue.lower()}-main')}.7"}


@cache
def read_published() -> tuple[Published, ...]:
    """All papers of the file."""
    with FILE.open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(
            Published(row["arxiv"], row["title"], row["venue"], int(row["year"]), row["track"], row["code"])
            for row in rows
        )


@dataclass(slots=True)
class Said:
    """What sources say of one paper."""

    comment: str = ""
    doi: str = ""
    """That arXiv has."""
    index: dict[str, object] | None = None
    """What the index knows; None where it does not know the paper."""
    registered: dict[str, object] | None = None
    """What the publisher has for the DOI."""
    abstract: str = ""
    page: str | None = None
    """The address on Hugging Face; None where there is no page."""
    readmes: dict[str, str | None] = field(default_factory=dict)
    """READMEs by repository; None for one that is empty. Others do not exist."""


def say(paper: Published, number: int) -> Said:
    """What sources say of the paper in row `number`."""
    ids = {"ArXiv": paper.arxiv, "DBLP": "journals/corr/abs-1"}
    said = Said(index={"title": paper.title, "venue": "arXiv.org", "externalIds": ids})
    _say_venue(paper, number, said)
    _say_code(paper, number, said)
    return said


def _indexed(paper: Published, venue: str = "", year: int = 0, **more: object) -> dict[str, object]:
    ids = {"ArXiv": paper.arxiv, "DBLP": paper.key(venue, year), **({} if venue else paper.anthology), **more}
    return {"title": paper.title, "venue": venue or paper.venue, "year": paper.year - 1, "externalIds": ids}


def _registered(paper: Published, title: str = "") -> dict[str, object]:
    part = {"findings": "Findings of ", "workshop": "Workshops of "}.get(paper.track, "Proceedings of ")
    kind = "journal-article" if paper.venue in _JOURNALS else "proceedings-article"
    container = paper.venue if paper.venue in _JOURNALS else f"{part}{paper.venue} {paper.year}"
    return {
        "type": kind,
        "title": [title or paper.title],
        "container-title": [container],
        "issued": {"date-parts": [[paper.year, 6]]},
    }


def _accepted(paper: Published, number: int) -> str:
    name = _LONG.get(paper.venue, paper.venue) if number % 4 == 0 else paper.venue
    part = {"workshop": " Workshop", "demo": " System Demonstrations"}.get(paper.track, "")
    whole = f"Findings of {name} {paper.year}" if paper.track == "findings" else f"{name} {paper.year}{part}"
    forms = ("Accepted at {}", "{}, 12 pages, 5 figures", "Published in {}. Code is public", "To appear in {} (Oral)")
    return forms[number % len(forms)].format(whole)


def _say_venue(paper: Published, number: int, said: Said) -> None:
    """Twelve cases in turn; the last ones are traps."""
    accepted, is_in_index = _accepted(paper, number), paper.track != "workshop"
    match number % 12:
        case 0 | 1 | 2:
            said.comment = accepted
            said.index = _indexed(paper) if is_in_index else said.index
        case 3:
            said.comment, said.doi, said.registered = accepted, paper.doi, _registered(paper)
            said.index = None
        case 4:
            said.index = _indexed(paper, DOI=paper.doi) if is_in_index else said.index
            said.registered = _registered(paper)
        case 5:
            said.comment = accepted
        case 6:
            said.index = _indexed(paper) if is_in_index else said.index
        case case:
            _say_trap(paper, case, said, accepted)


def _say_trap(paper: Published, case: int, said: Said, accepted: str) -> None:
    is_in_index = paper.track != "workshop"
    other = "ICML" if paper.venue != "ICML" else "ICLR"
    match case:
        case 7:  # an index that took another paper for this one
            said.comment, said.index = accepted, _indexed(paper, other, paper.year)
        case 8:  # one of them has another year
            said.comment, said.index = accepted, _indexed(paper, paper.venue, paper.year + 1)
        case 9:  # submitted, then published elsewhere
            said.comment = f"Submitted to {other} {paper.year}"
            said.index = _indexed(paper) if is_in_index else said.index
        case 10:  # a DOI that was copied from another paper, and a workshop before the conference
            said.comment = f"Accepted at the {other} {paper.year - 1} Workshop on Things"
            said.doi, said.registered = paper.doi, _registered(paper, "Quite a Different Paper on Cooking")
            said.index = _indexed(paper) if is_in_index else said.index
        case 11:
            said.comment = "Under review, rejected once" if paper.year % 2 else "12 pages"


def _say_code(paper: Published, number: int, said: Said) -> None:
    """Ten cases in turn, four of them traps."""
    own, address = paper.repository, f"https://github.com/{paper.repository}"
    named = (f"# Code\n\nhttps://arxiv.org/abs/{paper.arxiv}", f"# {paper.title}\n", f"Cite arXiv:{paper.arxiv}v2.")
    said.readmes = {own: named[number % 3]}
    match (number // 2) % 10:
        case 0 | 1:
            said.abstract = f"We are sure of it. Code: {address}."
        case 2 | 3:
            said.page = address
        case 4:
            said.abstract, said.page = f"Code at {address}", address
        case 5:
            said.page, said.readmes = address, {own: "# Our code\n\nInstall it."}
        case 6:  # empty, or gone
            said.page, said.readmes = address, {own: None} if number % 2 else {}
        case 7:  # somebody else's list of papers
            said.page = "https://github.com/others/awesome-list"
            ids = " ".join(each.arxiv for each in read_published())
            said.readmes = {"others/awesome-list": ids}
        case 8:  # two repositories, both of which name the paper
            said.abstract, said.page = f"Code: {address}", "https://github.com/others/again"
            said.readmes |= {"others/again": f"A rewrite of arXiv:{paper.arxiv}"}
        case 9:
            said.page = None


class FrozenHub:
    """GitHub with READMEs."""

    def __init__(self, readmes: Mapping[str, str | None]) -> None:
        self.readmes = {name.lower(): (name, readme) for name, readme in readmes.items()}
        self.requests: list[int] = []
        self.is_down = False

    def answer(self, ask: Ask) -> Say:
        lines = str(json.loads(ask.body)["query"]).splitlines()[1:-1]
        self.requests.append(len(lines))
        if self.is_down:
            return Say(502)
        data: dict[str, object] = {}
        errors = []
        for line in lines:
            alias, words = line.split(":")[0].strip(), line.split('"')
            found = self.readmes.get(f"{words[1]}/{words[3]}".lower())
            if found is None and f"{words[1]}/{words[3]}".lower() == "octocat/hello-world":
                found = ("octocat/Hello-World", "Hello")
            if found is None:
                data[alias] = None
                errors.append({"type": "NOT_FOUND", "path": [alias], "message": "Could not resolve to a Repository"})
                continue
            more = {"isEmpty": found[1] is None, "isPrivate": False, "md": {"text": found[1]} if found[1] else None}
            data[alias] = {"nameWithOwner": found[0], "isArchived": False, **more}
        return Say(200, json.dumps({"data": data, "errors": errors} if errors else {"data": data}).encode())


@dataclass(slots=True)
class Frozen:
    """The services, and the clock that they share with the bot."""

    said: Mapping[str, Said]
    titles: Mapping[str, str]
    clock: FakeClock = field(default_factory=FakeClock)
    arxiv: FakeArxiv = field(init=False)
    oai: FakeOai = field(init=False)
    scholar: FakeScholar = field(init=False)
    crossref: FakeWorks = field(init=False)
    pages: FakePages = field(init=False)
    github: FrozenHub = field(init=False)

    def __post_init__(self) -> None:
        works = {
            name: Work((self.titles[name],), each.comment, doi=each.doi, abstract=each.abstract)
            for name, each in self.said.items()
        }
        gate = Gate(self.clock)
        self.arxiv, self.oai = FakeArxiv(works, gate), FakeOai(works, gate)
        self.scholar = FakeScholar({name: each.index for name, each in self.said.items() if each.index is not None})
        dois = {f"10.1145/{name}": each.registered for name, each in self.said.items() if each.registered is not None}
        self.crossref = FakeWorks(dois)
        self.pages = FakePages({name: each.page for name, each in self.said.items() if each.page is not None})
        readmes = {name: readme for each in self.said.values() for name, readme in each.readmes.items()}
        self.github = FrozenHub(readmes)

    def services(self) -> dict[str, Service]:
        """By their addresses."""
        return {
            ARXIV: self.arxiv,
            OAI: self.oai,
            SCHOLAR: self.scholar,
            CROSSREF: self.crossref,
            PAGES: self.pages,
            GRAPHQL: self.github,
        }

    def requests(self) -> dict[str, int]:
        """How often each service was asked."""
        return {
            "arXiv": len(self.arxiv.requests),
            "Semantic Scholar": len(self.scholar.requests),
            "Crossref": len(self.crossref.requests),
            "Hugging Face": len(self.pages.requests),
            "GitHub": len(self.github.requests),
        }


def freeze() -> Frozen:
    """The world of the file."""
    papers = read_published()
    said = {paper.arxiv: say(paper, number) for number, paper in enumerate(papers)}
    return Frozen(said, {paper.arxiv: paper.title for paper in papers})
