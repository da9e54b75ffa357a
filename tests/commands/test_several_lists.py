"""The lists of a run are read together, be they named on the command line or by the configuration."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.commands.helpers import run

if TYPE_CHECKING:
    from pathlib import Path

FIRE = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/{}/2310.05915)\n"
README = "# Papers\n\n* [Agents](papers/agents.md)\n* [Chains](papers/chains.md#thought)\n* [Gone](papers/gone.md)\n"
AGENTS = (
    f"# Agents\n\nBack to [the start](../README.md#papers), on to [no chains](chains.md#none).\n\n{FIRE.format('abs')}"
)
CHAINS = f"# Chains\n\n## Thought\n\n{FIRE.format('pdf')}"


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    (folder / "papers").mkdir()
    (folder / "README.md").write_text(README)
    (folder / "papers" / "agents.md").write_text(AGENTS)
    (folder / "papers" / "chains.md").write_text(CHAINS)
    (folder / "bot.yml").write_text("lists: [README.md, papers/**/*.md]\n")
    return folder


@pytest.mark.parametrize(
    "arguments",
    [("README.md", "papers/agents.md", "papers/chains.md"), ("--config", "bot.yml")],
    ids=["files", "configuration"],
)
def test_papers_and_links_are_followed_from_list_to_list(arguments: tuple[str, ...]) -> None:
    rules = "cross-listed-entry,missing-file,missing-anchor"
    value = json.loads(run("lint", *arguments, "--select", rules, "--format", "json").out)
    assert [(each["file"].replace("\\", "/"), each["line"], each["rule"]) for each in value["diagnostics"]] == [
        ("README.md", 5, "missing-file"),
        ("papers/agents.md", 3, "missing-anchor"),
        ("papers/chains.md", 5, "cross-listed-entry"),
    ]
    (place,) = value["diagnostics"][2]["related"]
    assert (place["file"].replace("\\", "/"), place["line"]) == ("papers/agents.md", 5)
