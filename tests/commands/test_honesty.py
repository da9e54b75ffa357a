"""What the bot says where it cannot check everything: the table in docs/commands.md, situation by situation."""

from __future__ import annotations

import contextlib
import re
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.links.clock import Clock as SystemClock
from bot.rules.duplicate_entry import DuplicateEntry
from tests.commands.earth import FIREACT, earth
from tests.commands.helpers import Interruption, run
from tests.commands.slow import Clock, slow_rule
from tests.repositories import repository
from tests.services.transport import Say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.commands.earth import Earth
    from tests.commands.helpers import Run
    from tests.services.transport import Ask

    Situation = Callable[[Earth], Run]

DOCS = Path(__file__).parents[2] / "docs" / "commands.md"
ROW = re.compile(r"\| (?P<names>[^|]+) \| (?P<code>\d+) \| `(?P<line>[^|]+)` \|")
ENTRY = f"* [2310] [{FIREACT}](https://arxiv.org/abs/2310.05915)"
CODE = "[[code](https://github.com/anchen1011/FireAct)]"
RULES = "--select=unknown-paper,archived-repository,dead-link"
LOOPBACK = ("--allow-address", "127.0.0.0/8")


@dataclass(frozen=True)
class Row:
    """A row of the table."""

    code: int
    line: str


def table() -> dict[str, Row]:
    found = {}
    for match in ROW.finditer(DOCS.read_text(encoding="utf-8")):
        for name in match["names"].lower().replace(", or ", "; ").split("; "):
            found[name] = Row(int(match["code"]), match["line"])
    return found


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Earth]:
    monkeypatch.chdir(tmp_path)
    with earth() as made:
        yield made


def write(*parts: str) -> None:
    Path("README.md").write_text(f"# Papers\n\n{' '.join([ENTRY, *parts])}\n")


def nowhere(address: str) -> dict[str, str]:
    """All services and a connectivity probe at an address where nobody answers."""
    names = [f"BOT_{name}" for name in ("ARXIV_API", "ARXIV_OAI", "DATACITE_API", "DOI_API", "CROSSREF_API")]
    tokens = {"GITHUB_TOKEN": "made-up", "BOT_CONNECTIVITY_PROBES": f"{address}/probe"}
    return {**dict.fromkeys([*names, "GITHUB_GRAPHQL_URL"], f"{address}/api"), **tokens}


def lint_nowhere(address: str) -> Run:
    """With the clock of everyday; it takes about two seconds, and more on a busy machine."""
    write(CODE, "[[doi](https://doi.org/10.1000/A)]", f"[[page]({address}/page)]")
    started = time.monotonic()
    done = run("lint", "--online", *LOOPBACK, "--cache", "new.sqlite", environ=nowhere(address), clock=SystemClock())
    assert time.monotonic() - started < 10
    return done


def closed_port() -> str:
    """An address at which every connection is refused at once."""
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as server:
        return f"http://127.0.0.1:{server.getsockname()[1]}"


def no_network(_: Earth) -> Run:
    return lint_nowhere(closed_port())


def names_only(_: Earth) -> Run:
    """Names are found, and no connection is ever accepted: the queue of the server is full."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _number in range(4):
            client = stack.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(server.getsockname())
        return lint_nowhere(f"http://localhost:{server.getsockname()[1]}")


def online(world: Earth, **arguments: float) -> Run:
    return world.run("lint", "--online", RULES, **arguments)  # type: ignore[arg-type]


def answering(world: Earth, paths: tuple[str, ...], say: Say) -> None:
    """These paths of the services answer so, the others as ever."""
    answer = world.answer
    world.answer = lambda ask: say if ask.path in paths else answer(ask)  # type: ignore[method-assign]


def arxiv_down(world: Earth) -> Run:
    write(CODE)
    answering(world, ("/api/query", "/oai", "/dois"), Say(503))
    return online(world)


def github_403(world: Earth) -> Run:
    write(CODE)
    answering(world, ("/graphql",), Say(403))
    return online(world)


def half_the_hosts(world: Earth) -> Run:
    write(f"[[page]({world.web.url('/fine')})]", f"[[other]({closed_port()}/)]")
    return online(world, times=500.0)


def empty(_: Earth) -> Run:
    Path("README.md").touch()
    return run("lint")


def prose(_: Earth) -> Run:
    Path("README.md").write_text("# Papers\n\nPapers that we [like](https://www.w3.org/) will be here soon.\n")
    return run("lint")


def not_a_list(_: Earth) -> Run:
    Path("papers.json").write_text('[{"title": "FireAct", "url": "https://arxiv.org/abs/2310.05915"}]')
    return run("lint", "papers.json")


def no_readme(_: Earth) -> Run:
    return run("lint")


def wrong_state(world: Earth) -> Run:
    write()
    Path("sweep.json").write_text("{}")
    return run("sweep", "--state", "sweep.json", environ=world.environ())


def interrupted(world: Earth) -> Run:
    write(CODE)
    answer, interrupt = world.answer, Interruption()

    def interrupting(ask: Ask) -> Say:
        interrupt()
        time.sleep(2.5)  # longer than answers on their way are waited for
        return answer(ask)

    world.answer = interrupting  # type: ignore[method-assign]
    return online(world)


def time_up(world: Earth) -> Run:
    """At that speed the 20 minutes are over after 1.2 seconds."""
    write(CODE)
    answer = world.answer

    def late(ask: Ask) -> Say:
        if ask.path != "/api/query":
            return answer(ask)
        time.sleep(1.4)
        return Say(503)

    world.answer = late  # type: ignore[method-assign]
    return online(world, times=1_000.0)


def slow_change(_: Earth) -> Run:
    """Half of the time is for the list before the change."""
    repository(Path()).commit(README=f"# Papers\n\n{ENTRY}\n")
    write(CODE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "monotonic", clock := Clock())
        slow_rule(DuplicateEntry, (31,), patch, clock)
        return run("lint", "--base", "HEAD", "--select", "conflicting-id,duplicate-entry")


SITUATIONS: dict[str, Situation] = {
    "No network": no_network,
    "DNS works but no host responds": names_only,
    "arXiv and DataCite are down": arxiv_down,
    "GitHub answers 403": github_403,
    "Half of the hosts are down": half_the_hosts,
    "An empty list": empty,
    "Prose without entries": prose,
    "Unsupported format": not_a_list,
    "No README.md": no_readme,
    "An invalid state file (`bot sweep --state sweep.json`)": wrong_state,
    "Ctrl-C or SIGTERM": interrupted,
    "The time limit is up": time_up,
    "Checking a change takes over 60 seconds": slow_change,
}


def test_the_table_has_these_situations() -> None:
    assert list(table()) == [name.lower() for name in SITUATIONS]


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(name: str, world: Earth, tmp_path: Path) -> None:
    row = table()[name.lower()]
    done = SITUATIONS[name](world)
    said = (done.out + done.err).replace(str(tmp_path), "/list").replace("127.0.0.1", "example.org")
    assert (done.code, row.line in said.splitlines()) == (row.code, True), said
    assert "All checks passed" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("arguments", "code", "line"),
    [
        pytest.param(("update",), 3, "error: could not reach arXiv: are you offline?", id="update"),
        pytest.param(("export", "--online"), 3, "error: could not reach arXiv: are you offline?", id="export"),
        pytest.param(
            ("add", "--url", "{page}", "--section", "Papers"),
            1,
            "{page} declined: could not find the title of {page}: no connection could be made (offline?)",
            id="add",
        ),
    ],
)
def test_other_commands_without_a_network(arguments: tuple[str, ...], code: int, line: str, world: Earth) -> None:
    write()
    address = closed_port()
    named = [each.format(page=f"{address}/page") for each in arguments]
    done = run(*named, *LOOPBACK, "--cache", "new.sqlite", environ=nowhere(address), clock=SystemClock())
    said = (done.out + done.err).splitlines()
    assert (done.code, line.format(page=f"{address}/page") in said) == (code, True), said
