"""`bot report --links`: what is known of the links of a list, the worst first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.linter.schema import problems
from tests.commands.earth import LIST, earth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.earth import Earth


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Earth]:
    monkeypatch.chdir(tmp_path)
    with earth() as made:
        Path("README.md").write_text(f"{LIST}* [On Walls]({made.web.url('/403')}) [[m]({made.web.url('/301')})]\n")
        yield made


def test_table(world: Earth) -> None:
    done = world.run("report", "--links", "--online")
    assert done.code == 0
    assert [line.split()[:3] for line in done.out.splitlines()] == [
        ["dead", "README.md:4", "https://arxiv.org/abs/2310.00001"],
        ["dead", "README.md:4", "https://github.com/a/gone"],
        ["moved", "README.md:6", world.web.url("/301")],
        ["blocked", "README.md:6", world.web.url("/403")],
        ["ok", "README.md:3", "https://arxiv.org/abs/2310.05915"],
        ["ok", "README.md:3", "https://github.com/anchen1011/FireAct"],
        ["ok", "README.md:5", "https://arxiv.org/abs/2310.00002"],
        ["ok", "README.md:5", "https://doi.org/10.1000/A"],
    ]
    assert f"{world.web.url('/301')} -> {world.web.url('/fine')}" in done.out


@pytest.mark.parametrize("option", [(), ("--offline",)], ids=["neither", "offline"])
def test_without_online_only_kept_answers_are_shown(option: tuple[str, ...], world: Earth) -> None:
    done = world.run("report", "--links", *option, "--format", "json")
    value = json.loads(done.out)
    links = [each for each in value["facts"] if each["kind"] == "link"]
    assert {each["state"] for each in links} == {"skipped"}
    assert (len(links), world.requests()) == (8, (0, 0, 0, 0))
    summary = dict.fromkeys(("files", "errors", "warnings", "notes", "fixable", "unsafe_fixable", "fixed", "older"), 0)
    assert problems("report", {**value, "diagnostics": [], "not_run": [], "summary": summary}) == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--links", "--issue"), "--links cannot be combined with --issue, --html or --title"),
        (("--links", "--html", "page.html"), "--links cannot be combined with --issue, --html or --title"),
        (("state.json", "--online"), "options about lists and facts need --links"),
        (("state.json", "--format", "json"), "options about lists and facts need --links"),
    ],
)
def test_options_of_the_other_report(arguments: tuple[str, ...], message: str, world: Earth) -> None:
    done = world.run("report", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {message}\n")
