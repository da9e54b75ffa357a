"""Sweeps, run by act: the workflow of `bot init --sweep`, the real Action, and a fake GitHub."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from bot.facts.confirmation import CONTROLS
from bot.github.hidden_text import Seal
from bot.setup.workflows import SWEEP, render_workflow
from bot.sweeps.issue import KIND
from bot.sweeps.state import pack
from tests.action.consumer import Consumer, consumer, write
from tests.action.tools import tool
from tests.github.server import FakeGitHub
from tests.services.archive import FakeCrossref
from tests.services.registries import FakeHandles
from tests.services.transport import serve

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.sweeps.state import Record, State
    from tests.action.consumer import Run
    from tests.github.model import Issue

pytestmark = pytest.mark.act

REPOSITORY = "octo/list"
WORKFLOW = ".github/workflows/sweep.yml"
LIST = """# Papers

* [2310] [A Paper That Is Still There](https://doi.org/10.1000/a)
* [2310] [A Paper That Went Away](https://doi.org/10.1000/lost)
"""


def shown() -> str:
    """The workflow of a sweep, as `bot init --sweep` writes it."""
    return render_workflow(SWEEP)


@pytest.fixture
def github() -> Iterator[FakeGitHub]:
    with FakeGitHub() as found:
        found.world.create(REPOSITORY, {"README.md": LIST})
        yield found


@pytest.fixture
def made(tmp_path: Path, github: FakeGitHub) -> Iterator[Consumer]:
    """The repository of the list; one of its DOIs is not registered."""
    tool("act")
    with ExitStack() as stack:
        handles = stack.enter_context(serve(FakeHandles(frozenset({"10.1000/a", *CONTROLS}))))
        crossref = stack.enter_context(serve(FakeCrossref()))
        environ = {
            "GITHUB_API_URL": github.url,
            "GITHUB_REPOSITORY": REPOSITORY,
            "BOT_CONNECTIVITY_PROBES": "none",
            "BOT_DOI_API": f"{handles}/handles",
            "BOT_CROSSREF_API": f"{crossref}/works",
        }
        found = consumer(tmp_path, environ)
        write(found, WORKFLOW, shown())
        for name in ("yaml", "github", "bot/__init__"):
            planted = f"open({str(tmp_path / 'imported')!r}, 'a').write('{name} ')\nraise SystemExit(99)\n"
            write(found, f"{name}.py", planted)
        found.list.commit(README=LIST)
        yield found


def sweep(made: Consumer) -> Run:
    """Run a sweep, which must succeed."""
    done = made.run(WORKFLOW, "schedule", {}, token="sweep-token")
    assert done.succeeded, done.log
    return done


def days_pass(issue: Issue, days: int) -> None:
    """Shift all times in the state of the issue back by so many days."""
    reading = KIND.read(issue.body)
    assert reading.state is not None
    seconds = days * 86_400
    earlier = aged(reading.state, seconds)
    block = pack(earlier, Seal(REPOSITORY, issue.number))
    body = re.sub(r"(?s)<!-- paperlist-bot:v1 state .*?-->", lambda _: block, issue.body)
    issue.body = body.replace(f"time={reading.time} ", f"time={reading.time - seconds} ")


def aged(state: State, seconds: int) -> State:
    def shifted(record: Record) -> Record:
        return replace(
            record,
            checked=record.checked - seconds,
            last_ok=record.last_ok and record.last_ok - seconds,
            first_failure=record.first_failure and record.first_failure - seconds,
            last_strike=record.last_strike and record.last_strike - seconds,
            reported=record.reported and record.reported - seconds,
        )

    records = {target: shifted(record) for target, record in state.records.items()}
    runs = tuple(replace(run, time=run.time - seconds) for run in state.runs)
    return replace(state, records=MappingProxyType(records), runs=runs)


def test_the_life_of_the_issue(made: Consumer, github: FakeGitHub, tmp_path: Path) -> None:
    """No report at two strikes, opened at the third, edited in place, closed after a tick; nothing else is written."""
    sweep(made)
    (issue,) = github.world.repositories[REPOSITORY].issues.values()
    assert (issue.state, "- [ ]" in issue.body) == ("closed", False)
    for _ in range(2):
        assert issue.state == "closed"
        days_pass(issue, 4)
        third = sweep(made)
    assert (issue.state, issue.body.count("- [ ] it is alive")) == ("open", 1)
    assert "https://doi.org/10.1000/lost" in issue.body
    assert third.outputs["errors"] == "1"
    days_pass(issue, 1)
    issue.body = issue.body.replace("- [ ] it is alive", "- [x] it is alive")
    sweep(made)
    assert (issue.state, "1 ticked as alive" in issue.body) == ("closed", True)
    assert len(github.world.repositories[REPOSITORY].issues) == 1
    assert github.world.repositories[REPOSITORY].pulls == {}
    assert not (tmp_path / "imported").exists()
    assert github.world.complaints == []
