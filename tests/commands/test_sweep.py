"""`bot sweep` on a desk: what it asks, when it calls a link dead, what it writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.linter.schema import problems
from tests.commands.helpers import Interruption, run
from tests.commands.planet import DAY, STATE, planet
from tests.services.clock import START
from tests.services.transport import Say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.planet import Planet
    from tests.services.transport import Ask

STORED = ("--state", STATE)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Planet]:
    monkeypatch.chdir(tmp_path)
    with planet() as made:
        yield made


def test_a_link_is_dead_at_the_third_strike(world: Planet) -> None:
    world.write("/a", "/b")
    world.pages["/a"] = 404
    codes = [(world.sweep(day, *STORED).code, world.states()["/a"]) for day in (0, 3, 6, 10)]
    assert codes == [(0, "uncertain"), (0, "uncertain"), (0, "uncertain"), (1, "dead")]
    done = world.sweep(13, *STORED)
    assert done.code == 1
    dead = f"`{world.web.url('/a')}` is dead: status 404, asked twice; failing since"
    assert f"README.md:3:46 error dead-link {dead}" in done.out
    world.pages.clear()
    assert world.sweep(17, *STORED).code == 0
    assert world.states() == {"/a": "ok", "/b": "ok"}
    assert (world.state.called, world.state.returned) == (1, 1)


def test_only_what_is_due_is_asked(world: Planet) -> None:
    world.write("/a", "/b", "/c")
    world.pages["/a"] = 404
    asked = []
    for day in (0, 1, 3, 5, 7):
        world.sweep(day, *STORED)
        asked.append(world.asked())
    assert asked == [{"/a", "/b", "/c"}, set(), {"/a"}, set(), {"/a", "/b", "/c"}]


def test_what_was_not_seen_for_longest_is_asked_first(world: Planet) -> None:
    old = [f"/{number}" for number in range(40)]
    world.write(*old)
    world.sweep(0, *STORED)
    world.write(*old, "/new")
    world.web.visits.clear()
    world.sweep(10, *STORED)
    seen = [visit.path for visit in world.web.visits]
    assert "/new" in seen[:20], "the last of 41 in the list; several are asked at once, so a few may arrive before it"


def test_a_second_source_may_contradict(world: Planet) -> None:
    world.write("/a", "/b")
    world.pages |= {"/a": 404, "/b": 404}
    world.wayback.captures = {
        world.web.url("/a"): ((START + 5 * DAY, "200"),),
        world.web.url("/b"): ((START - 900 * DAY, "200"), (START + 5 * DAY, "404")),
    }
    for day in (0, 4, 8):
        done = world.sweep(day, *STORED)
    assert world.states() == {"/a": "uncertain", "/b": "dead"}
    assert "; archived copy: https://web.archive.org/web/2024" in done.out
    assert {asked["url"] for asked in world.wayback.requests} == {world.web.url("/a"), world.web.url("/b")}


def test_without_probes_nothing_is_asked_and_nothing_counts(world: Planet) -> None:
    world.write("/a")
    world.sweep(0, *STORED)
    world.asked()
    world.pages |= {"/a": 404, "/probe": 503}
    done = world.sweep(8, *STORED)
    assert (done.code, world.asked(), world.states()) == (3, set(), {"/a": "ok"})
    assert "Nothing was checked: none of the connectivity probes answered." in done.out
    assert "Found nothing" not in done.out
    assert world.state.runs[-1].discarded


def test_many_failures_at_once_are_ours(world: Planet) -> None:
    paths = [f"/{number}" for number in range(12)]
    world.write(*paths)
    world.sweep(0, *STORED)
    world.pages |= dict.fromkeys(paths[:6], 404)
    done = world.sweep(7, *STORED)
    assert set(world.states().values()) == {"ok"}
    assert "The failures of this sweep do not count: 6 of 12 previously working links" in done.out


def test_what_the_list_allows_is_not_asked(world: Planet) -> None:
    world.write("/a", "/b", before="# Papers\n\n<!-- bot: allow dead-link - its page is being moved -->\n\n")
    world.sweep(0, *STORED)
    assert world.asked() == {"/b"}
    assert set(world.states()) == {"/b"}


def test_without_a_store_every_sweep_is_the_first(world: Planet) -> None:
    world.write("/a")
    world.pages["/a"] = 404
    assert [world.sweep(day).code for day in (0, 5, 10)] == [0, 0, 0]
    assert sorted(path.name for path in Path().iterdir()) == ["README.md"]


def test_of_two_entries_with_one_paper_the_wrong_one_is_named(world: Planet) -> None:
    line = "* [2310] [{}](https://arxiv.org/abs/2310.05915)\n"
    titles = ("FireAct: Toward Language Agent Fine-tuning", "Quite Another Paper on Cooking at Home")
    Path("README.md").write_text(f"# Papers\n\n{''.join(line.format(title) for title in titles)}")
    for arguments in (STORED, ("--part", "part.json"), (*STORED, "--merge", "part.json")):
        done = world.sweep(0, *arguments, environ={"GITHUB_STEP_SUMMARY": "page.md"})
        if done.out:
            assert re.findall(r"^README\.md:(\d+):\d+ \w+ wrong-paper", done.out, re.MULTILINE) == ["4"]
    page = Path("page.md").read_text()
    assert ("README.md?plain=1#L4" in page, "README.md?plain=1#L3" in page) == (True, False)


def test_papers_are_asked_about_every_time(world: Planet) -> None:
    line = "* [2310] [Quite Another Paper on Cooking at Home](https://arxiv.org/abs/2310.05915)\n"
    Path("README.md").write_text(f"# Papers\n\n{line}")
    outs = [world.sweep(day, *STORED) for day in (0, 1)]
    assert ["error wrong-paper" in each.out for each in outs] == [True, True]
    assert [each.code for each in outs] == [1, 1]


def test_reports_in_other_forms(world: Planet) -> None:
    world.write("/a", "/b")
    world.pages |= {"/a": 404, "/b": world.web.url("/c")}
    for day in (0, 4, 8):
        world.sweep(day, *STORED, "--output", "json=report.json", environ={"GITHUB_STEP_SUMMARY": "page.md"})
    value = json.loads(Path("report.json").read_text())
    assert problems("report", value) == ()
    found = [(each["rule"], each["line"], each["severity"]) for each in value["diagnostics"]]
    assert found == [("dead-link", 3, "error"), ("moved-link", 4, "warning")]
    page = Path("page.md").read_text()
    assert page.count("Sweep of 2026-") == 3
    assert (
        f"- [ ] it is alive · [README.md:3](https://github.com/octo/list/blob/{'1' * 40}/README.md?plain=1#L3)" in page
    )


def test_fix_writes_what_has_moved_for_good(world: Planet) -> None:
    before = world.write("/a", "/b")
    world.pages["/a"] = world.web.url("/c")
    assert world.sweep(0, *STORED, "--fix").err.splitlines()[-1] == "Nothing to fix."
    assert Path("README.md").read_text() == before
    done = world.sweep(7, *STORED, "--fix")
    assert "Changed 1 list." in done.err
    assert Path("README.md").read_text() == before.replace("/a)", "/c)")


def test_fix_keeps_out_what_the_configuration_turns_off(world: Planet) -> None:
    before = world.write("/a")
    Path("bot.yml").write_text("version: 1\nrules:\n  moved-link: off\n")
    world.pages["/a"] = world.web.url("/c")
    for day in (0, 7):
        world.sweep(day, *STORED, "--fix", "--config", "bot.yml")
    assert Path("README.md").read_text() == before


def test_progress_and_summary(world: Planet) -> None:
    world.write("/a", "/b")
    done = world.sweep(0, terminal=True)
    assert done.err.endswith("Sweep: checked 2 of 2 links and papers.\n")
    assert re.match(r"\r\x1b\[Klinks [12]/2 · [12] ok · hosts [01]", done.err)


def test_an_interrupted_sweep_keeps_what_it_saw(world: Planet) -> None:
    """Ctrl-C while the DOI is asked about, and the page has answered already."""
    text = world.write("/a", "/b")
    Path("README.md").write_text(f"{text}* [2310] [A DOI of Some Kind](https://doi.org/10.1000/a)\n")

    interrupt = Interruption()

    class Interrupting:
        def answer(self, ask: Ask) -> Say:
            world.clock.sleep(30.0)
            interrupt()
            return Say(503)

    world.handles = Interrupting()  # type: ignore[assignment]
    done = world.sweep(0, *STORED, "--fix")
    assert (done.code, world.states()) == (130, {"/a": "ok", "/b": "ok"})
    assert "warning: interrupted; results so far are saved" in done.err


def test_no_verdict_in_an_interrupted_sweep(world: Planet) -> None:
    """The third strike waits for a sweep that can ask a second source."""
    world.write("/a")
    world.pages["/a"] = 404
    world.sweep(0, *STORED)
    world.sweep(4, *STORED)

    interrupt = Interruption()

    class Interrupting:
        requests: list[str]

        def answer(self, ask: Ask) -> Say:
            interrupt()
            return Say(503)

    world.wayback = Interrupting()  # type: ignore[assignment]
    done = world.sweep(8, *STORED)
    assert (done.code, world.states()) == (130, {"/a": "uncertain"})


def test_what_there_was_no_time_for_is_not_failing(world: Planet) -> None:
    world.write(*(f"/{number}" for number in range(60)))
    done = world.sweep(0, *STORED, "--budget", "0.02")
    assert set(world.states().values()) <= {"ok"}
    assert "warning: the time limit was reached; the next sweep starts with what is left" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--shard", "1/4"], "--shard needs --part FILE"),
        (["--page", "javascript:alert(1)"], "--page javascript:alert(1) is not a URL"),
        (["--shard", "5/4", "--part", "x"], "--shard 5/4 is not valid"),
        (["--shard", "0/4", "--part", "x"], "--shard 0/4 is not valid"),
        (["--shard", "a", "--part", "x"], "--shard a is not valid"),
        (["--shard", "1/257", "--part", "x"], "--shard 1/257 is not valid"),
        (["--part", "x", "--merge", "y"], "--part and --merge cannot be combined"),
        (["--part", "x", "--fix"], "--part cannot be combined with"),
        (["--fix", "--open-pull-request"], "--fix and --open-pull-request cannot be combined"),
        (["--budget", "0"], "--budget must be greater than 0"),
        (["--budget", "nan"], "--budget must be greater than 0"),
        (["-"], "a sweep cannot read standard input"),
        (["--merge", "missing.json"], "file not found: missing.json"),
        (["--allow-address", "x"], "--allow-address: 'x' does not appear to be"),
        (["--output", "xml=x"], '--output: there is no format "xml"'),
        (["--issue"], "GITHUB_REPOSITORY is not set"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_command_lines(arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("# Papers\n")
    done = run("sweep", *arguments, environ={"BOT_CONNECTIVITY_PROBES": "none"})
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {words}")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "state.json is not a valid state of a sweep: not JSON"),
        ("[]", "state.json is not a valid state of a sweep"),
        ('{"version": 99, "targets": []}', "state.json was written by a newer version of the bot"),
    ],
)
def test_an_invalid_state_stops_the_sweep(content: str, words: str, world: Planet) -> None:
    world.write("/a")
    Path(STATE).write_text(content)
    done = world.sweep(0, *STORED)
    assert done.code == 2
    assert done.err.startswith(f"error: {words}")
    assert (Path(STATE).read_text(), world.asked()) == (content, set())


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full"])
def test_a_device_is_not_a_state(world: Planet, path: str) -> None:
    world.write("/a")
    done = world.sweep(0, "--state", path)
    assert (done.code, done.err) == (2, f"error: {path} is a device\nhint: name a file\n")


def test_a_clock_that_was_wrong_does_no_harm_for_long(world: Planet) -> None:
    world.write("/a", "/b")
    world.sweep(4_000, *STORED)
    world.asked()
    world.pages["/a"] = 404
    world.sweep(0, *STORED)
    assert (world.asked(), world.states()) == ({"/a", "/b"}, {"/a": "uncertain", "/b": "ok"})
    assert [run.time for run in world.state.runs] == [int(START)]


@pytest.mark.parametrize("arguments", [("sweep", "--state"), ("report",)], ids=" ".join)
def test_nobody_is_told_to_delete_a_file_of_their_own(world: Planet, arguments: tuple[str, ...]) -> None:
    text = world.write("/a")
    Path("package.json").write_text('{"version": 1, "private": true}')
    for path in ("README.md", "package.json"):
        done = run(*arguments, path, environ=world.environ())
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"error: {path} is not a valid state of a sweep: ")
        assert "delete" not in done.err
    assert Path("README.md").read_text() == text


def test_a_damaged_state_may_be_deleted(world: Planet) -> None:
    world.write("/a")
    world.sweep(0, *STORED)
    Path(STATE).write_text(Path(STATE).read_text()[:-3])
    done = world.sweep(1, *STORED)
    assert (done.code, done.err.splitlines()[1].partition(":")[2][:20]) == (2, " delete it to start ")


def test_a_new_state_is_announced_and_its_folder_must_exist(world: Planet) -> None:
    world.write("/a")
    done = world.sweep(0, "--state", "missing/state.json")
    assert (done.code, done.out, world.asked()) == (2, "", set())
    assert done.err.startswith("error: folder not found: missing\n")
    announced = f"{STATE} does not exist yet: this first sweep creates it.\n"
    assert announced in world.sweep(0, *STORED).err
    assert announced not in world.sweep(1, *STORED).err


def test_a_list_without_links_is_not_swept(world: Planet) -> None:
    Path("README.md").write_text("# Papers\n\nComing soon.\n")
    done = world.sweep(0, *STORED)
    assert (done.code, done.out, Path(STATE).exists()) == (3, "", False)
    assert done.err.startswith("error: no links found in README.md\n")
