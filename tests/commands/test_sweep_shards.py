"""A sweep in parts: no host in two of them, and all together are as one."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.sweeps.items import shard_of_url
from tests.commands.planet import STATE, planet
from tests.web.server import Web, page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.planet import Planet
    from tests.web.server import Visit

HOSTS = 6
PAGES = 7
SHARDS = 3
SERVED = """
* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [[code](https://github.com/a/b)]
* [2310] [A Paper With a DOI and More](https://doi.org/10.1000/a) [[lost](https://doi.org/10.1000/lost)]
"""


def show(visit: Visit) -> bytes:
    """Pages of all kinds, by their numbers."""
    number = int(visit.path[1:] or 0)
    status = {3: 404, 5: 403, 6: 301}.get(number % 13, 200)
    return page(status, b"<title>A page</title>", *(["Location: /0"] if status == 301 else []))


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Planet]:
    """A list with pages on many hosts, each an address of loopback."""
    monkeypatch.chdir(tmp_path)
    with planet() as made, ExitStack() as stack:
        webs = [stack.enter_context(Web(show, f"127.0.0.{10 + number}")) for number in range(HOSTS)]
        urls = [web.url(f"/{number}") for number in range(PAGES) for web in webs]
        lines = [f"* [2310] [Paper Number {number} on Agents]({url})\n" for number, url in enumerate(urls)]
        Path("README.md").write_text(f"# Papers\n\n{''.join(lines)}{SERVED}", encoding="utf-8")
        yield made


def sweep_in_parts(world: Planet, day: float, *arguments: str) -> str:
    """The state after a sweep in parts."""
    names = [f"part-{number}.json" for number in range(1, SHARDS + 1)]
    for number, name in enumerate(names, 1):
        done = world.sweep(day, *arguments, "--shard", f"{number}/{SHARDS}", "--part", name)
        assert (done.code, done.out) == (0, "")
    done = world.sweep(day, *arguments, "--merge", *reversed(names))
    assert "is missing" not in done.err
    return Path(STATE).read_text()


def test_parts_and_their_merge_are_as_one_run(world: Planet) -> None:
    """In every byte of the state, in whatever order the parts are named."""
    stored = ("--state", STATE)
    whole = []
    for day in (0, 4, 8):
        world.sweep(day, *stored)
        whole.append(Path(STATE).read_text())
    assert {"dead", "moved", "blocked", "ok"} <= {str(each.state) for each in world.state.records.values()}
    Path(STATE).unlink()
    parts = [sweep_in_parts(world, day, *stored) for day in (0, 4, 8)]
    assert parts == whole


def test_each_host_and_each_service_is_with_one_part(world: Planet) -> None:
    hosts: list[set[str]] = []
    services = []
    for number in range(1, SHARDS + 1):
        before = world.requests()[:3]
        world.sweep(0, "--shard", f"{number}/{SHARDS}", "--part", "part.json")
        targets = [each["target"] for each in json.loads(Path("part.json").read_text())["targets"]]
        hosts.append({target.partition("://")[2].partition("/")[0] for target in targets if "127.0.0." in target})
        services.append(tuple(new - old for old, new in zip(before, world.requests()[:3], strict=True)))
    assert sum(map(len, hosts)) == len(set.union(*hosts)) == HOSTS
    assert all(hosts)
    assert [any(each) for each in services] == [True, False, False]
    assert all(shard_of_url(url, SHARDS) == 1 for url in ("https://arxiv.org/a", "https://gist.github.com/a"))


def test_a_missing_part_is_said_and_not_held_against_its_links(world: Planet) -> None:
    for number in (1, 2):
        world.sweep(0, "--shard", f"{number}/3", "--part", f"part-{number}.json")
    done = world.sweep(0, "--state", STATE, "--merge", "part-1.json", "part-2.json")
    assert "shard 3 is missing; its links were not checked" in done.err
    run = world.state.runs[-1]
    assert 0 < run.asked < run.tally.total
    assert run.tally.skipped == run.tally.total - run.asked


def test_a_part_whose_network_failed_does_not_spoil_the_others(world: Planet) -> None:
    world.sweep(0, "--shard", "1/2", "--part", "part-1.json")
    world.pages["/probe"] = 503
    failed = world.sweep(0, "--shard", "2/2", "--part", "part-2.json")
    assert failed.code == 3
    done = world.sweep(0, "--state", STATE, "--merge", "part-1.json", "part-2.json")
    assert "shard 2 had no network" in done.err
    assert world.state.runs[-1].discarded == ""


def test_fixes_after_a_merge_ask_only_what_they_need(world: Planet) -> None:
    before = Path("README.md").read_text()
    for day in (0, 7):
        for number in (1, 2):
            world.sweep(day, "--state", STATE, "--shard", f"{number}/2", "--part", f"part-{number}.json")
        asked = world.requests()
        world.sweep(day, "--state", STATE, "--merge", "part-1.json", "part-2.json", "--fix")
        assert world.requests()[:2] == asked[:2]
    text = Path("README.md").read_text()
    assert (before.count("/6)"), text.count("/6)"), text.count("/0)")) == (HOSTS, 0, 2 * HOSTS)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("part-1.json", "part-1.json"), "--merge: these parts do not belong to one run"),
        (("part-1.json", "other.json"), "--merge: these parts do not belong to one run"),
        (("README.md",), "README.md is not a valid part of a sweep: not JSON"),
    ],
)
def test_what_is_not_a_whole_is_refused(world: Planet, names: tuple[str, ...], words: str) -> None:
    world.sweep(0, "--shard", "1/2", "--part", "part-1.json")
    world.sweep(0, "--shard", "2/3", "--part", "other.json")
    done = world.sweep(0, "--merge", *names)
    assert done.code == 2
    assert done.err.startswith(f"error: {words}")
