"""Semantic Scholar: where papers on arXiv were published, with DBLP's keys, 500 papers in each question.

https://api.semanticscholar.org/api-docs/graph#tag/Paper-Data/operation/post_graph_get_papers: at most 500 ids and
10 MB; an unknown id is null, in the order of the ids; where all are unknown, the answer is a 400 that says so. A key
goes into the header `x-api-key`, and allows one request a second; others share a pool, and are turned away with 429.

DBLP is asked through it: its own API takes one title at a time. A key such as `conf/iclr/HuSWALWWC22` names the
conference and the year, but neither Findings nor workshops that are in the same proceedings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.facts.model import text_of
from bot.facts.services import Client, Reply, Service, ServiceResponse, Terms, ask_in_batches
from bot.papers.dates import whole_year
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import VenueKind, short_line
from bot.papers.venues import JOURNALS, find_known_venues, known_venue, names_archive
from bot.papers.witnesses import Track, VenueClaim, Witness, read_track
from bot.text import lazy_pattern

SCHOLAR = "Semantic Scholar"
TERMS = Terms(largest=500, longest=40_000, pause=5.0)
"""All 500 ids fit."""
INTERVAL, KEYED_INTERVAL = 3.0, 1.1
"""Seconds between requests, without a key and with one."""
_FIELDS = "title,venue,publicationVenue,year,externalIds,publicationTypes,journal"
_NONE_KNOWN = "no valid paper ids"
_KEY = lazy_pattern(r"(conf|journals)/([a-z0-9-]{1,40})/([A-Za-z0-9_-]{1,80})")
_YEAR_OF_KEY = lazy_pattern(r"(?:(?<!\d)((?:19|20)\d\d)|(?<!\d)(\d\d))[a-z]{0,2}$")
_PREPRINTS = frozenset({"corr"})
"""The streams of DBLP that hold preprints."""
_SHARED_KEYS = frozenset({"ACL", "EMNLP", "NAACL", "EACL", "AACL", "IJCNLP", "COLING"})
"""Conferences whose Findings and demos have keys of the same form."""
_MOST_NAMES = 40


@dataclass(frozen=True, slots=True)
class Indexed:
    """What Semantic Scholar knows of a paper: where it was published, if it was, under which DOI and title."""

    venue: VenueClaim | None = None
    doi: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class SemanticScholar:
    """The batch endpoint at `address`: papers by their ids on arXiv."""

    address: str
    client: Client
    key: str | None = None

    def ask(self, names: Sequence[str]) -> Reply[Indexed]:
        """Ask once about papers on arXiv. That none of them is known is an answer too."""
        headers = {"Accept": "application/json", **({"x-api-key": self.key} if self.key else {})}
        ids = [f"ARXIV:{name}" for name in names]
        answer = self.client.post(f"{self.address}?fields={_FIELDS}", {"ids": ids}, headers)
        if answer.status == 400 and _NONE_KNOWN in answer.body[:1_000].decode("utf-8", "replace").lower():
            answer = replace(answer, status=200, body=json.dumps([None] * len(ids)).encode())
        return Reply(read_answer(answer, names), answer)


def read_answer(answer: ServiceResponse, names: Sequence[str]) -> dict[str, Indexed]:
    """What an answer holds, by the names that were asked for; nothing from an answer of another shape."""
    papers = answer.json
    if not isinstance(papers, list) or len(papers) != len(names):
        return {}
    return {name: read_paper(each, name) for name, each in zip(names, papers, strict=True) if isinstance(each, dict)}


def read_paper(paper: Mapping[str, object], name: str) -> Indexed:
    """What a paper of Semantic Scholar says, which was asked for as `name`."""
    found = paper.get("externalIds")
    ids = found if isinstance(found, dict) else {}
    if text_of(ids.get("ArXiv")) not in {"", name}:
        return Indexed()  # another paper
    anthology = text_of(ids.get("ACL"))
    doi = text_of(ids.get("DOI")).lower()
    doi = "" if doi.startswith("10.48550/") or len(doi) > _LONGEST_DOI else short_line(doi)
    whole = f"{anthology} {doi}"
    names = [short_line(each) for each in _names(paper) if each.strip()]
    claim = _of_dblp(text_of(ids.get("DBLP")), names, whole) or _of_index(paper, names, whole)
    return Indexed(claim and replace(claim, doi=doi), doi, short_line(text_of(paper.get("title"))))


_LONGEST_DOI = 200


def _of_dblp(key: str, names: Sequence[str], ids: str) -> VenueClaim | None:
    """The venue and the year that a key of DBLP names; the name is Semantic Scholar's where the key's is not known."""
    match = _KEY.fullmatch(key)
    if match is None or match[2] in _PREPRINTS or (year := _YEAR_OF_KEY.search(match[3])) is None:
        return None
    name = known_venue(match[2])
    is_journal = match[1] == "journals"
    if name is None or is_journal is not (name in JOURNALS):
        name = _name(names)
    if not name:
        return None
    return VenueClaim(
        venue=name,
        year=int(year[1]) if year[1] else whole_year(year[2]),
        source=f"DBLP {key}",
        witness=Witness.INDEX,
        track=Track.MAIN if is_journal else _track(name, names, ids),
        kind=VenueKind.JOURNAL if is_journal else VenueKind.PROCEEDINGS,
        address=f"https://dblp.org/rec/{key}",
    )


def _name(names: Sequence[str]) -> str:
    """The usual name of the venue with these names, else the first of them; empty for a preprint server."""
    if not names or _PREPRINT.search(names[0]) or names_archive(names[0]):
        return ""
    return next((each.name for name in names for each in find_known_venues(name)), names[0])


def _track(name: str, names: Sequence[str], ids: str) -> Track | None:
    """The part of a conference, as far as its name, the ids of the ACL Anthology and DOIs tell it."""
    found = read_track(" ".join((*names[:1], ids.replace(".", " ").replace("-", " "))))
    return None if found is Track.MAIN and name in _SHARED_KEYS and not ids.strip() else found


def _of_index(paper: Mapping[str, object], names: Sequence[str], ids: str) -> VenueClaim | None:
    """The venue that Semantic Scholar writes; its year is often that of the preprint, and is not taken."""
    name = _name(names)
    if not name:
        return None
    types = paper.get("publicationTypes")
    is_journal = isinstance(types, list) and "JournalArticle" in types and "Conference" not in types
    return VenueClaim(
        venue=name,
        year=None,
        source="Semantic Scholar",
        witness=Witness.COPY,
        track=Track.MAIN if is_journal else _track(name, names, ids),
        kind=VenueKind.JOURNAL if is_journal else VenueKind.UNKNOWN,
        address=f"https://www.semanticscholar.org/paper/{paper_id}" if (paper_id := _paper_id(paper)) else "",
    )


def _paper_id(paper: Mapping[str, object]) -> str:
    text = text_of(paper.get("paperId"))
    return text if text.isascii() and text.isalnum() else ""


_PREPRINT = lazy_pattern(
    r"\b(?:arxiv|corr|preprints?|research square|zenodo|ssrn|social science research network)\b", re.IGNORECASE
)


def _names(paper: Mapping[str, object]) -> Iterator[str]:
    """What it calls the venue, then other names of it."""
    yield text_of(paper.get("venue"))
    venue = paper.get("publicationVenue")
    if isinstance(venue, dict):
        yield text_of(venue.get("name"))
        others = venue.get("alternate_names")
        if isinstance(others, list):
            yield from (text_of(each) for each in others[:_MOST_NAMES])


def ask_index(
    papers: Sequence[Identifier], scholar: Service[Indexed], on_found: Callable[[Mapping[Identifier, Indexed]], None]
) -> str:
    """Ask where papers on arXiv were published; why a question was not answered, if one was not. Raises `Stopped`.

    `on_found` gets what each answer holds, and in the end the papers that the index has no record of.
    """

    def note(found: Mapping[str, Indexed]) -> None:
        unknown.difference_update(found)
        on_found({Identifier(Scheme.ARXIV, name): each for name, each in found.items()})

    # A name that is not well-formed spoils the whole question.
    names = [each.value for each in papers if each.scheme is Scheme.ARXIV and _NAME.fullmatch(each.value)]
    unknown = set(names)
    answered = ask_in_batches(scholar, names, note, TERMS, SCHOLAR)
    note(dict.fromkeys(answered.names & unknown, Indexed()))
    return answered.problem


_NAME = lazy_pattern(r"\d{4}\.\d{4,5}|[a-z-]{2,20}(?:\.[A-Za-z]{2})?/\d{7}")
