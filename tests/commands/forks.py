"""A change from a fork, and the report that its lint has left."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.commands.hub import LIST as NAME
from tests.commands.hub import Hub, hub, run_event, written
from tests.sample_list import LIST

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.commands.helpers import Run

README = "README.md"
PAGE = "https://agents.example.org/tuning"
OLD_PAGE = "https://agents.example.org/old"
OLD = LIST.replace("02544)", f"02544) [[page]({OLD_PAGE})]")
NEW = (
    "* [2310] [AgentTuning: Enabling Generalized Agent Abilities]"
    f"(https://arxiv.org//abs/2310.12823) [[page]({PAGE})]\n"
)
FACT: dict[str, object] = {
    "kind": "link",
    "target": PAGE,
    "state": "dead",
    "reason": "",
    "age": None,
    "evidence": [],
    "details": None,
}
REPORT: dict[str, Any] = {
    "version": 1,
    "diagnostics": [],
    "not_run": [],
    "facts": [FACT],
    "summary": dict.fromkeys(
        ("files", "errors", "warnings", "notes", "fixable", "unsafe_fixable", "fixed", "older"), 0
    ),
}
POISON = "@octo/team ![x](https://evil.example/x.png) <script>"
TEXT_FINDING = "`noncanonical-link`"


def fork() -> Hub:
    """A change from a fork: one entry, whose link to the paper has to be fixed."""
    return hub({README: OLD}, {README: OLD + NEW}, fork=True)


def keep(github: Hub, *files: bytes, name: str = "paperlist-bot-report") -> None:
    """The artifact of the run."""
    github.world.keep_artifact(NAME, 77, name, {f"{number}.json": each for number, each in enumerate(files)})


def post(
    github: Hub, path: Path, *arguments: str, token: str = "review-token", changes: Mapping[str, object] | None = None
) -> Run:
    """`bot post` after the run has ended; `changes` are of what the event says of it."""
    environ = written(path / "event.json", run_event(github, **(changes or {})))
    return github.run("post", *arguments, token=token, environ=environ)


def report(**changes: object) -> bytes:
    return json.dumps({**REPORT, **changes}).encode()


def fact(**changes: object) -> bytes:
    return report(facts=[{**FACT, **changes}])
