"""Reports that `bot post` finds: no word of them is shown, and a broken one costs no finding of the text."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.commands.forks import PAGE, POISON, README, REPORT, TEXT_FINDING, fact, fork, keep, post, report
from tests.commands.hub import run_event, written

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(fact(state="ok"), id="not dead"),
        pytest.param(fact(state="moved", details={"moved_to": "https://evil.example/"}), id="moved to another site"),
        pytest.param(fact(state="uncertain"), id="uncertain"),
        pytest.param(fact(state="absent"), id="a state that links have not"),
        pytest.param(fact(kind="paper"), id="a paper"),
        pytest.param(fact(target="https://evil.example/"), id="a link that is nowhere"),
        pytest.param(fact(target=PAGE + "/"), id="almost a link"),
        pytest.param(report(facts=[]), id="no links"),
        pytest.param(report(facts=None), id="no facts"),
    ],
)
def test_what_else_the_report_says_changes_nothing(content: bytes, tmp_path: Path) -> None:
    with fork() as github:
        keep(github, content)
        assert post(github, tmp_path).err == ""
        assert "1 warning in this change" in github.summary.body
        assert TEXT_FINDING in github.posted
        assert "evil" not in github.posted


def nested(depth: int) -> bytes:
    return b'{"version": 1, "facts": ' + b"[" * depth + b"]" * depth + b"}"


def changed(edit: Callable[[dict[str, Any]], object]) -> bytes:
    value = copy.deepcopy(REPORT)
    edit(value)
    return json.dumps(value).encode()


DIAGNOSTIC = {
    "file": README,
    "line": 1,
    "column": 1,
    "end_line": 1,
    "end_column": 2,
    "rule": "dead-link",
    "severity": "error",
    "message": POISON,
    "fix": {"title": POISON, "safety": "safe", "edits": [{"start": 0, "end": 1, "text": POISON}]},
    "related": [],
}


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(report(diagnostics=[DIAGNOSTIC]), id="findings"),
        pytest.param(report(not_run=[{"rule": "dead-link", "reason": POISON}]), id="rules that did not run"),
        pytest.param(fact(reason=POISON), id="reason"),
        pytest.param(fact(state="moved", details={"moved_to": POISON}), id="redirect"),
        pytest.param(
            fact(evidence=[{"time": "2026-11-21T00:00:00Z", "url": POISON, "status": 404, "note": POISON}]),
            id="evidence",
        ),
        pytest.param(fact(target=POISON), id="target"),
    ],
)
def test_no_word_of_a_report_is_shown(content: bytes, tmp_path: Path) -> None:
    """Reports that meet the schema, with words that a stranger chose."""
    with fork() as github:
        keep(github, content)
        page = tmp_path / "page.md"
        page.write_text("")
        environ = {**written(tmp_path / "event.json", run_event(github)), "GITHUB_STEP_SUMMARY": str(page)}
        done = github.run("post", environ=environ)
        assert (done.code, done.err) == (0, "")
        assert TEXT_FINDING in github.posted
        for words in (github.posted, done.out, page.read_text()):
            assert "evil" not in words
            assert "octo/team" not in words


@pytest.mark.parametrize(
    ("content", "why"),
    [
        pytest.param(b"", "it is not valid JSON", id="empty"),
        pytest.param(b"{", "it is not valid JSON", id="broken off"),
        pytest.param(b"\xff\xfe\xff", "it is not valid JSON", id="bytes"),
        pytest.param(nested(100_000), "it is not valid JSON", id="deep"),
        pytest.param(nested(500), "it does not have the form of a report", id="nested"),
        pytest.param(b'{"version": ' + b"1" * 10_000 + b"}", "it is not valid JSON", id="a number of 10,000 digits"),
        pytest.param(b"[]", "it does not have the form of a report", id="list"),
        pytest.param(b"null", "it does not have the form of a report", id="null"),
        pytest.param(report(version=2), "it does not have the form of a report", id="version"),
        pytest.param(report(extra=POISON), "it does not have the form of a report", id="a key more"),
        pytest.param(
            changed(lambda value: value.pop("facts")), "it does not have the form of a report", id="a key less"
        ),
        pytest.param(fact(extra=POISON), "it does not have the form of a report", id="a key more in a fact"),
        pytest.param(fact(state=POISON), "it does not have the form of a report", id="state"),
        pytest.param(fact(kind=POISON), "it does not have the form of a report", id="kind"),
        pytest.param(fact(target=7), "it does not have the form of a report", id="target"),
        pytest.param(fact(target="x" * 131_073), "it does not have the form of a report", id="long"),
        pytest.param(fact(reason="x" * 10_001), "it does not have the form of a report", id="wordy"),
        pytest.param(fact(age=-1), "it does not have the form of a report", id="age"),
        pytest.param(fact(details={"moved_to": PAGE, "x": 1}), "it does not have the form of a report", id="details"),
        pytest.param(report(facts={PAGE: "dead"}), "it does not have the form of a report", id="facts by name"),
        pytest.param(
            changed(lambda value: value["summary"].update(errors=float("nan"))),
            "it does not have the form of a report",
            id="no number",
        ),
    ],
)
def test_a_broken_report_costs_no_finding_of_the_text(content: bytes, why: str, tmp_path: Path) -> None:
    with fork() as github:
        keep(github, content)
        done = post(github, tmp_path)
        note = f"The report of the lint was not used, {why}: links were not checked."
        assert (done.code, done.err) == (0, f"warning: {note}\n")
        assert TEXT_FINDING in github.posted
        assert note in github.summary.body
        assert "dead-link" in github.summary.body.partition("Not checked")[2]


@pytest.mark.parametrize(
    ("files", "note"),
    [
        pytest.param((), "The report of the lint was not downloaded: links were not checked.", id="empty archive"),
        pytest.param(
            (b"{}", b"{}"), "The report of the lint was not downloaded: links were not checked.", id="two files"
        ),
        pytest.param(
            (b" " * 3_000_000,), "The report of the lint was not downloaded: links were not checked.", id="a bomb"
        ),
    ],
)
def test_an_archive_that_is_none(files: tuple[bytes, ...], note: str, tmp_path: Path) -> None:
    with fork() as github:
        keep(github, *files)
        assert post(github, tmp_path).err == f"warning: {note}\n"
        assert TEXT_FINDING in github.posted


def test_without_a_report_the_rules_of_the_text_are_run(tmp_path: Path) -> None:
    with fork() as github:
        keep(github, report(), name="paperlist-bot-report-2")
        assert post(github, tmp_path).err == "warning: The lint left no report: links were not checked.\n"
        assert TEXT_FINDING in github.posted
