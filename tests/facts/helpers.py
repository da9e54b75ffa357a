"""Asks simulated services about papers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.facts.arxiv import ARXIV_INTERVAL
from bot.facts.datacite import DATACITE_INTERVAL, DataCite
from bot.facts.papers import PaperLookup
from bot.facts.services import Client, Services
from bot.links.clock import Deadline, Pace
from bot.papers.identifiers import Identifier, Scheme
from tests.services.arxiv import FakeArxiv, FakeOai, Gate, Work
from tests.services.clock import FakeClock
from tests.services.registries import FakeDataCite
from tests.services.transport import Nowhere, session_with

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.facts.model import PaperFact
    from bot.links.transport import Session
    from tests.services.arxiv import Fault
    from tests.services.transport import Service

ARXIV = "http://arxiv.example/api/query"
OAI = "http://oai.example/oai"
DATACITE = "http://datacite.example/dois"
HANDLES = "http://doi.example/api/handles"
GRAPHQL = "http://github.example/graphql"
SERVICES = Services(arxiv=ARXIV, oai=OAI, datacite=DATACITE, handles=HANDLES, graphql=GRAPHQL)


def arxiv(value: str) -> Identifier:
    return Identifier(Scheme.ARXIV, value)


def ids(count: int) -> list[str]:
    """So many ids that arXiv can have issued."""
    return [f"23{1 + index // 9_000:02}.{1 + index % 9_000:05}" for index in range(count)]


def client(session: Session, interval: float = 0.0, budget: float = 1_200.0, seconds: float = 120.0) -> Client:
    """A client with a clock of its own."""
    clock = FakeClock()
    return Client(session, clock, Pace(interval, clock), Deadline(clock, budget), seconds)


@dataclass(slots=True)
class Office:
    """The services that know papers, and the clock that they share with the bot."""

    works: Mapping[str, Work]
    faults: Sequence[Fault] = ()
    registered: Mapping[str, str] = field(default_factory=dict)
    old_shape: bool = False
    breaks_over: frozenset[str] = frozenset()
    budget: float = 1_200.0
    clock: FakeClock = field(default_factory=FakeClock)
    gate: Gate = field(init=False)
    arxiv: FakeArxiv = field(init=False)
    oai: FakeOai = field(init=False)
    datacite: FakeDataCite = field(init=False)

    def __post_init__(self) -> None:
        self.gate = Gate(self.clock)
        self.arxiv = FakeArxiv(self.works, self.gate, list(self.faults), self.old_shape, self.breaks_over)
        self.oai = FakeOai(self.works, self.gate)
        self.datacite = FakeDataCite(self.registered)

    def services(self) -> dict[str, Service]:
        return {ARXIV: self.arxiv, OAI: self.oai, DATACITE: self.datacite}

    def session(self) -> Session:
        return session_with({"http://": Nowhere(), **self.services()})

    def ask(self, titles: Mapping[str, Sequence[str]]) -> dict[Identifier, PaperFact]:
        """The facts about papers, by id with the titles that lists give them."""
        facts: dict[Identifier, PaperFact] = {}
        session, deadline = self.session(), Deadline(self.clock, self.budget)
        arxiv_ = Client(session, self.clock, Pace(ARXIV_INTERVAL, self.clock), deadline)
        datacite = DataCite(DATACITE, Client(session, self.clock, Pace(DATACITE_INTERVAL, self.clock), deadline))
        papers = {arxiv(value): each for value, each in titles.items()}
        PaperLookup(papers, facts, SERVICES, arxiv_, datacite, self.clock).run()
        return facts
