"""All services and a web of pages on loopback, and the command line that asks them and nobody else."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.commands.helpers import run
from tests.services.archive import FakeWayback
from tests.services.arxiv import FakeArxiv, FakeOai, Gate, Work
from tests.services.clock import FakeClock, FastClock
from tests.services.registries import FakeDataCite, FakeGitHub, FakeHandles, FakePages, FakeScholar, FakeWorks
from tests.services.transport import serve
from tests.web.kinds import behave
from tests.web.server import Web

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.commands.helpers import Run
    from tests.services.transport import Ask, Say, Service

FIREACT = "FireAct: Toward Language Agent Fine-tuning"
LIST = f"""# Papers

* [2310] [{FIREACT}](https://arxiv.org/abs/2310.05915) [[code](https://github.com/anchen1011/FireAct)]
* [2310] [A Paper Nobody Ever Wrote](https://arxiv.org/abs/2310.00001) [[code](https://github.com/a/gone)]
* [2310] [Another Story Altogether, in Two Parts](https://arxiv.org/abs/2310.00002) [[doi](https://doi.org/10.1000/A)]
"""


@dataclass
class Earth:
    """The services behind one address, by their paths, and the pages behind another."""

    arxiv: FakeArxiv
    oai: FakeOai
    address: str = ""
    web: Web = field(default_factory=lambda: Web(behave))
    datacite: FakeDataCite = field(default_factory=lambda: FakeDataCite({}))
    github: FakeGitHub = field(default_factory=lambda: FakeGitHub({"anchen1011/fireact": ("anchen1011/FireAct", True)}))
    crossref: FakeWorks = field(default_factory=FakeWorks)
    scholar: FakeScholar = field(default_factory=FakeScholar)
    code: FakePages = field(default_factory=FakePages)
    archive: FakeWayback = field(default_factory=FakeWayback)
    handles: FakeHandles = field(default_factory=lambda: FakeHandles(frozenset({"10.1000/a"})))

    def answer(self, ask: Ask) -> Say:
        services: dict[str, Service] = {
            "/api/query": self.arxiv,
            "/oai": self.oai,
            "/dois": self.datacite,
            "/works": self.crossref,
            "/graphql": self.github,
            "/graph/v1/paper/batch": self.scholar,
            "/cdx": self.archive,
        }
        if ask.path.startswith("/api/papers/"):
            return self.code.answer(ask)
        return services.get(ask.path, self.handles).answer(ask)

    def environ(self) -> dict[str, str]:
        """Where the services are."""
        return {
            "BOT_ARXIV_API": f"{self.address}/api/query",
            "BOT_ARXIV_OAI": f"{self.address}/oai",
            "BOT_DATACITE_API": f"{self.address}/dois",
            "BOT_DOI_API": f"{self.address}/api/handles",
            "BOT_CROSSREF_API": f"{self.address}/works",
            "BOT_SEMANTIC_SCHOLAR_API": f"{self.address}/graph/v1/paper/batch",
            "BOT_HUGGING_FACE_API": f"{self.address}/api/papers",
            "BOT_WAYBACK_API": f"{self.address}/cdx",
            "GITHUB_GRAPHQL_URL": f"{self.address}/graphql",
            "GITHUB_TOKEN": "made-up",
            "BOT_CONNECTIVITY_PROBES": "none",
        }

    def run(
        self, *arguments: str, terminal: bool = False, environ: Mapping[str, str] | None = None, times: float = 50.0
    ) -> Run:
        """Run `bot` with the services' addresses, and the loopback opened where anybody is asked, `times` as fast."""
        opened = ("--allow-address", "127.0.0.0/8") if "--online" in arguments else ()
        is_using = arguments[0] not in {"lint", "export"} or {"--online", "--offline"} & {*arguments}
        cache = ("--cache", "answers.sqlite") if is_using else ()
        given = (*arguments, *cache, *opened)
        return run(*given, environ={**self.environ(), **(environ or {})}, terminal=terminal, clock=FastClock(times))

    def requests(self) -> tuple[int, int, int, int]:
        """How often arXiv, GitHub, the handle service and pages were asked."""
        services = (self.arxiv.requests, self.github.requests, self.handles.requests, self.web.visits)
        papers, repositories, dois, pages = (len(each) for each in services)
        return papers, repositories, dois, pages


@contextmanager
def earth() -> Iterator[Earth]:
    """The services, up and running."""
    works = {
        "2310.05915": Work((FIREACT,)),
        "2310.00002": Work(("The Very First Title of It", "Quite a Different Paper on Cooking")),
    }
    gate = Gate(FakeClock(), 0.0, 0.0)
    made = Earth(FakeArxiv(works, gate), FakeOai(works, gate))
    with serve(made) as address, made.web:
        made.address = address
        yield made
