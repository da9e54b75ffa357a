"""The ids of papers on arXiv come in; the titles under which DataCite has registered them go out.

arXiv registers `10.48550/arXiv.<id>` for every paper, some days after it appears: that DataCite does not know
a paper proves nothing, and its title may be an earlier version's.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.facts.arxiv import (
    ARXIV_INTERVAL,
    Inquiry,
    Name,
    ask_arxiv,
    claims_withdrawal,
    earlier_versions,
    is_in_doubt,
    may_be_new,
)
from bot.facts.arxiv_records import ask_oai
from bot.facts.model import Absent, Paper, Unknown
from bot.links.clock import Pace
from bot.links.model import Evidence
from bot.papers.identifiers import Identifier, Scheme, arxiv_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.facts.arxiv import Batch
    from bot.facts.arxiv_records import RawRecord, Record
    from bot.facts.model import PaperFact
    from bot.facts.services import Client, ServiceResponse, Services
    from bot.links.clock import Clock, Deadline


DATACITE_BATCH = 50
DATACITE_INTERVAL = 1.0
"""Seconds between requests; 500 in five minutes are allowed to strangers."""
_PREFIX = "10.48550/arxiv."


def ask_datacite(
    values: Sequence[str], address: str, client: Client
) -> tuple[dict[Identifier, Paper], ServiceResponse]:
    """One question about up to 50 papers; those that DataCite knows, and the answer itself."""
    names = " OR ".join(f'"{_PREFIX}{value}"' for value in values)
    parameters = {"query": f"doi:({names})", "page[size]": str(len(values))}
    answer = client.get(address, parameters, accept="application/vnd.api+json, application/json;q=0.9")
    if answer.status != 200 or answer.problem:
        return {}, answer
    evidence = Evidence(answer.time, address, answer.status, "registered with DataCite")
    titles = read_titles(answer.body)
    wanted = {value.lower(): value for value in values}
    papers = {}
    for value, title in titles.items():
        if value in wanted:
            identifier = Identifier(Scheme.ARXIV, wanted[value])
            papers[identifier] = Paper(identifier, title, evidence=(evidence,))
    return papers, answer


def read_titles(body: bytes) -> dict[str, str]:
    """Titles by arXiv id in lower case; nothing from an answer of another shape."""
    try:
        data = json.loads(body)["data"]
        records = [record["attributes"] for record in data]
        pairs = [(str(record["doi"]).lower(), str(record["titles"][0]["title"])) for record in records]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        return {}
    return {doi.removeprefix(_PREFIX): " ".join(title.split()) for doi, title in pairs if doi.startswith(_PREFIX)}


@dataclass(frozen=True, slots=True)
class PaperDesk:
    """What a conversation about papers needs: who to ask, through what, until when, and who wants to know."""

    services: Services
    arxiv: Client
    datacite: Client
    clock: Clock
    deadline: Deadline
    most_singles: int = 10
    """Questions to OAI-PMH of each kind, which takes three seconds for each."""
    heard: Callable[[Sequence[Paper], int], None] = lambda _papers, _done: None
    """Called with each answer's papers, and the number of papers settled."""
    pace: Pace | None = None
    """That of arXiv, where others before this conversation count; None for one that begins now."""


@dataclass(slots=True)
class _Desk:
    """The state of one conversation."""

    desk: PaperDesk
    titles: Mapping[Identifier, Sequence[str]]
    facts: dict[Identifier, PaperFact]
    pace: Pace
    inquiry: Inquiry = field(init=False)

    def __post_init__(self) -> None:
        self.inquiry = Inquiry((each.value for each in self.titles), self.worth_asking)

    def worth_asking(self, record: Record) -> Iterable[int]:
        """The earlier versions of a paper that is listed under another title than its present one."""
        titles = self.titles.get(Identifier(Scheme.ARXIV, record.value), ())
        if not any(is_in_doubt(title, record.title) for title in titles):
            return ()
        return earlier_versions(record.version)

    def heard(self, batch: Batch) -> None:
        """Take down the papers that an answer held."""
        papers = [
            self.paper(self.inquiry.found[name])
            for name in batch.names
            if name.version is None and name in self.inquiry.found
        ]
        self.facts.update({paper.identifier: paper for paper in papers})
        self.desk.heard(papers, len(self.facts) + len(self.inquiry.absent))

    def paper(self, record: Record) -> Paper:
        """The paper as the inquiry knows it by now."""
        name = Name(record.value)
        seen = self.inquiry.evidence[name][-1]
        evidence = replace(seen, url=f"{seen.url}?id_list={record.value}")
        others = [Name(record.value, version) for version in earlier_versions(record.version)]
        complete = record.version is not None and all(other in self.inquiry.found for other in others)
        return Paper(
            identifier=Identifier(Scheme.ARXIV, record.value),
            title=record.title,
            other_titles=tuple(self.inquiry.found[other].title for other in others) if complete else None,
            version=record.version,
            published=record.published,
            updated=record.updated,
            comment=record.comment,
            journal_reference=record.journal_reference,
            doi=record.doi,
            withdrawn=None if claims_withdrawal(record.comment) else False,
            authors=record.authors,
            evidence=(evidence,),
        )


def ask_about_papers(
    titles: Mapping[Identifier, Sequence[str]], facts: dict[Identifier, PaperFact], desk: PaperDesk
) -> None:
    """Put a fact for each paper into `facts`, as they become known. Raises `Stopped`, `facts` half full."""
    talk = _Desk(desk, titles, facts, desk.pace or Pace(ARXIV_INTERVAL, desk.clock))
    ask_arxiv(talk.inquiry, desk.services.arxiv, desk.arxiv, talk.pace, desk.deadline, talk.heard)
    _settle(talk)
    _ask_datacite(talk)
    _ask_oai(talk)
    _confirm_withdrawals(talk)


def _settle(talk: _Desk) -> None:
    """Write down the end of the inquiry: papers with their other titles, absent ones, and open questions."""
    papers = []
    newest = max(
        (order for name in talk.inquiry.found if (order := arxiv_order(Identifier(Scheme.ARXIV, name.value)))),
        default=(0, 0, 0),
    )
    for identifier in talk.titles:
        name = Name(identifier.value)
        if (record := talk.inquiry.found.get(name)) is not None:
            paper = talk.paper(record)
            if paper != talk.facts.get(identifier):
                papers.append(paper)
            talk.facts[identifier] = paper
        elif identifier.value in talk.inquiry.absent:
            url = f"{talk.desk.services.arxiv}?id_list={identifier.value}"
            seen = tuple(replace(each, url=url) for each in talk.inquiry.evidence[name])
            new = may_be_new(identifier, newest, talk.desk.clock.now())
            talk.facts[identifier] = Unknown("arXiv does not list it yet", seen) if new else Absent(seen)
        else:
            talk.facts[identifier] = talk.inquiry.lost.get(name) or Unknown("arXiv was not asked")
    talk.desk.heard(papers, len(talk.facts))


def _ask_datacite(talk: _Desk) -> None:
    """Look up what arXiv left open, and what it does not know: a registered paper is not absent."""
    desk = talk.desk
    wanted = [each for each, fact in talk.facts.items() if not isinstance(fact, Paper)]
    pace = Pace(DATACITE_INTERVAL, desk.clock)
    for start in range(0, len(wanted), DATACITE_BATCH):
        if not desk.deadline.allows(pace):
            return
        pace.wait()
        part = wanted[start : start + DATACITE_BATCH]
        values = [each.value for each in part]
        papers, answer = ask_datacite(values, desk.services.datacite, desk.datacite)
        pace.rest(answer.retry_after or 0.0)
        talk.facts.update(papers)
        desk.heard((), len(talk.facts))
        if answer.status != 200:
            return


def _ask_oai(talk: _Desk) -> None:
    """Look up a few of those that seem absent or are still open, until the service turns the bot away."""
    absent = [each for each, fact in talk.facts.items() if isinstance(fact, Absent)]
    unknown = [each for each, fact in talk.facts.items() if isinstance(fact, Unknown)]
    for identifier in [*absent, *unknown][: talk.desk.most_singles]:
        record, answered = _ask_oai_once(talk, identifier)
        if record is not None:
            paper = _paper_from_oai(identifier, record, talk.desk)
            talk.facts[identifier] = paper
            talk.desk.heard((paper,), len(talk.facts))
        if not answered:
            return


def _confirm_withdrawals(talk: _Desk) -> None:
    claims = [fact for fact in talk.facts.values() if isinstance(fact, Paper) and fact.withdrawn is None]
    claims = [paper for paper in claims if claims_withdrawal(paper.comment)]
    for paper in claims[: talk.desk.most_singles]:
        record, answered = _ask_oai_once(talk, paper.identifier)
        if record is not None:
            seen = Evidence(talk.desk.clock.now(), talk.desk.services.oai, 200, "size of the last version")
            known = replace(paper, withdrawn=record.withdrawn, evidence=(*paper.evidence, seen))
            talk.facts[paper.identifier] = known
            talk.desk.heard((known,), len(talk.facts))
        if not answered:
            return


def _ask_oai_once(talk: _Desk, identifier: Identifier) -> tuple[RawRecord | None, bool]:
    """The record, and whether the service is in a mood to answer. It shares arXiv's pace."""
    desk = talk.desk
    if not desk.deadline.allows(talk.pace):
        return None, False
    talk.pace.wait()
    record, answer = ask_oai(identifier.value, desk.services.oai, desk.arxiv)
    talk.pace.rest(answer.retry_after or 0.0)
    return record, answer.status == 200


def _paper_from_oai(identifier: Identifier, record: RawRecord, desk: PaperDesk) -> Paper:
    """OAI-PMH tells how many versions there are, but the title of the latest only."""
    return Paper(
        identifier=identifier,
        title=record.title,
        other_titles=() if record.versions == 1 else None,
        version=record.versions,
        published=record.published,
        updated=record.updated,
        comment=record.comment,
        journal_reference=record.journal_reference,
        doi=record.doi,
        withdrawn=record.withdrawn,
        evidence=(Evidence(desk.clock.now(), desk.services.oai, 200, "asked alone"),),
    )
