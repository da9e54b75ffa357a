"""`bot lint` with facts: services and pages on loopback answer, real sessions ask."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.linter.schema import problems
from tests.commands.earth import LIST, earth
from tests.commands.helpers import Interruption, run
from tests.repositories import repository

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.earth import Earth
    from tests.services.transport import Ask, Say

RULES = "unknown-paper,wrong-paper,dead-link,archived-repository"
LINT = ("lint", "--select", RULES, "--format", "json")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Earth]:
    monkeypatch.chdir(tmp_path)
    with earth() as made:
        page = (
            f"* [2310] [On Pages That Went Away](https://arxiv.org/abs/2310.05915) [[page]({made.web.url('/404')})]\n"
        )
        Path("README.md").write_text(LIST + page)
        yield made


def found(out: str) -> list[tuple[int, str]]:
    value = json.loads(out)
    assert problems("report", value) == ()
    return [(each["line"], each["rule"]) for each in value["diagnostics"]]


ALL = [
    (3, "archived-repository"),
    (4, "unknown-paper"),
    (4, "dead-link"),
    (5, "wrong-paper"),
    (6, "wrong-paper"),
    (6, "dead-link"),
]


def test_online_runs_the_rules_that_need_facts(world: Earth) -> None:
    done = world.run(*LINT, "--online")
    assert (done.code, found(done.out)) == (1, ALL)
    value = json.loads(done.out)
    assert value["not_run"] == []
    facts = {(each["kind"], each["target"]): each for each in value["facts"]}
    dead = facts["link", world.web.url("/404")]
    assert (dead["state"], [each["status"] for each in dead["evidence"]], dead["age"]) == ("dead", [404, 404], 0)
    wrong = facts["paper", "arxiv:2310.00002"]
    assert (wrong["state"], wrong["details"]["title"]) == ("known", "Quite a Different Paper on Cooking")
    assert done.err.startswith("Facts: 3 papers, 2 repositories, 7 links (4 ok, 3 dead); ")
    assert done.err.count("\n") == 1


def test_offline_asks_nobody_and_accuses_only_by_what_is_kept(world: Earth) -> None:
    done = world.run(*LINT, "--offline")
    assert (done.code, found(done.out), world.requests()) == (0, [], (0, 0, 0, 0))
    world.run(*LINT, "--online")
    asked = world.requests()
    done = world.run(*LINT, "--offline")
    assert world.requests() == asked
    assert found(done.out) == [ALL[0], ALL[3], ALL[4]]
    assert done.err == "Not checked, because no answer is cached: 2 papers and 1 repository.\n"


def test_without_either_nobody_is_asked(world: Earth) -> None:
    done = world.run(*LINT)
    value = json.loads(done.out)
    assert (done.code, done.err, value["facts"], len(value["not_run"])) == (0, "", None, 4)
    assert world.requests() == (0, 0, 0, 0)
    assert world.run("lint", "--select", "stale-count", "--online").err == ""


def test_only_what_a_change_touched_is_asked(world: Earth) -> None:
    text = Path("README.md").read_text()
    repository(Path.cwd()).commit(README=text)
    Path("README.md").write_text(f"{text}* [2310] [A New Page]({world.web.url('/410')})\n")
    done = world.run(*LINT, "--online", "--base", "HEAD")
    assert found(done.out) == [(7, "dead-link")]
    assert world.requests()[:3] == (0, 0, 0)
    assert {visit.path for visit in world.web.visits} == {"/410"}


def test_progress_is_shown_on_a_terminal(world: Earth) -> None:
    done = world.run(*LINT, "--online", terminal=True)
    assert done.err.startswith("\r\x1b[K")
    assert "\r\x1b[KFacts: 3 papers, 2 repositories, 7 links" in done.err


def test_wrong_address(world: Earth) -> None:
    done = world.run(*LINT, "--online", "--allow-address", "everything")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: --allow-address: 'everything' does not appear to be")


def test_an_interrupted_run_reports_what_is_known(world: Earth) -> None:
    """Ctrl-C while GitHub is asked."""
    answer = world.github.answer

    interrupt = Interruption()

    class Interrupting:
        def answer(self, ask: Ask) -> Say:
            interrupt()
            return answer(ask)

    world.answer = lambda ask: (Interrupting() if ask.path == "/graphql" else world.handles).answer(ask)  # type: ignore[method-assign]
    before = Path("README.md").read_text()
    done = world.run(*LINT, "--online", "--fix")
    assert done.code == 130
    assert json.loads(done.out)["facts"]
    assert done.err.endswith("warning: interrupted; everything without an answer counts as unknown\n")
    assert Path("README.md").read_text() == before


def test_a_file_that_is_no_cache_is_left_alone(world: Earth) -> None:
    before = Path("README.md").read_text()
    for choice in ("--offline", "--online"):
        done = run("lint", choice, "--cache", "README.md", environ=world.environ())
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("error: README.md is not a cache of the bot\n")
    assert (Path("README.md").read_text(), world.requests()) == (before, (0, 0, 0, 0))
