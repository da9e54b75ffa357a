from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from bot.github.client import Client, Timing
from bot.github.pulls import read_pull
from tests.github.prism import NoNodeError, free_port, install, proxy
from tests.github.scenarios import LIST, only_pull
from tests.github.server import FakeGitHub

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.github.model import Pull
    from tests.github.world import World

QUICK = Timing(timeout=10, secondary_wait=0.01, longest_wait=1.0, backoff=0)
"""Nobody is to be spared here."""


@dataclass(slots=True)
class Bench:
    """Opens our GitHub on a world, and the bot's side of it; closes both in the end, and looks at the complaints."""

    upstream: int = 0
    shown: str = ""
    stack: ExitStack = field(default_factory=ExitStack)
    fakes: list[FakeGitHub] = field(default_factory=list)

    @property
    def is_proxied(self) -> bool:
        return bool(self.shown)

    def open(
        self, world: World, token: str | None = "review-token", timing: Timing = QUICK
    ) -> tuple[FakeGitHub, Client]:
        """The world behind an address, and what asks there."""
        fake = self.stack.enter_context(FakeGitHub(world, port=self.upstream, shown=self.shown))
        self.fakes.append(fake)
        return fake, self.ask(fake, token, timing)

    def ask(self, fake: FakeGitHub, token: str | None, timing: Timing = QUICK) -> Client:
        """Somebody else who asks there."""
        return self.stack.enter_context(Client(fake.url, token, timing))

    def pull(self, world: World, token: str | None = "review-token") -> tuple[FakeGitHub, Client, Pull]:
        """The same, with the one pull request of the world as the bot reads it."""
        fake, github = self.open(world, token)
        pull = read_pull(github, LIST, only_pull(world).number)
        fake.visits.clear()
        return fake, github, pull

    def close(self) -> None:
        self.stack.close()
        assert [fake.world.complaints for fake in self.fakes if fake.world.complaints] == []


@dataclass(frozen=True, slots=True)
class Between:
    """Prism, before a port that a GitHub of ours may take."""

    upstream: int
    url: str
    log: Path

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Fails where anything that was asked meanwhile, or answered, is not as GitHub describes it."""
        before = self.log.stat().st_size
        yield
        said = self.log.read_bytes()[before:].decode("utf-8", "replace")
        assert [line for line in said.splitlines() if "iolation" in line or "NO_PATH_MATCHED" in line] == []


@pytest.fixture(scope="session")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of node's packages."""
    try:
        return install(tmp_path_factory.mktemp("node"))
    except NoNodeError as error:
        pytest.skip(f"no conformance tests: {error}")


@pytest.fixture(scope="session")
def prism(modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Between]:
    folder = tmp_path_factory.mktemp("prism")
    upstream = free_port()
    with proxy(modules, f"http://127.0.0.1:{upstream}", folder) as url:
        yield Between(upstream, url, folder / "prism.log")


@pytest.fixture(params=["plain", pytest.param("prism", marks=pytest.mark.conformance)])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """Each scenario runs twice: against our GitHub alone, and through Prism, which lets nothing wrong pass."""
    if request.param == "plain":
        made = Bench()
        yield made
        made.close()
        return
    between: Between = request.getfixturevalue("prism")
    made = Bench(between.upstream, between.url)
    with between.watch():
        yield made
        made.close()


@pytest.fixture
def plain() -> Iterator[Bench]:
    """For what Prism cannot carry: lost answers, answers that are no JSON, headers of redirects."""
    made = Bench()
    yield made
    made.close()
