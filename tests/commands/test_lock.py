"""`bot lock`: services and pages on loopback answer, real sessions ask."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.linter.schema import problems
from tests.commands.earth import FIREACT, earth
from tests.commands.helpers import run
from tests.services.arxiv import Fault
from tests.services.transport import Say
from tests.web.kinds import PAPER_TITLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.earth import Earth
    from tests.commands.helpers import Run

LOCK = Path("papers.lock.jsonl")
DOI = "10.1145/2939672.2939785"
XGBOOST = {
    "title": ["XGBoost"],
    "subtitle": ["A Scalable Tree Boosting System"],
    "author": [{"given": "Tianqi", "family": "Chen"}, {"given": "Carlos", "family": "Guestrin"}],
    "container-title": ["Proceedings of KDD"],
    "issued": {"date-parts": [[2016, 8, 13]]},
    "type": "proceedings-article",
}


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Earth]:
    monkeypatch.chdir(tmp_path)
    with earth() as made:
        made.crossref.works = {DOI: XGBOOST}
        Path("README.md").write_text(
            f"""# Papers

* [{FIREACT}](https://arxiv.org/abs/2310.05915)
* [A Paper Nobody Ever Wrote](https://arxiv.org/abs/2310.00001)
* [Quite a Different Paper on Cooking](https://arxiv.org/abs/2310.00002)
* [XGBoost: A Scalable Tree Boosting System](https://doi.org/{DOI}) by Tianqi Chen
* [A Report in No Registry](https://doi.org/10.1000/a)
* [{PAPER_TITLE}]({made.web.url("/paper")})
* [Notes on Something Else](https://github.com/anchen1011/FireAct)
"""
        )
        yield made


def lock(world: Earth, *arguments: str) -> Run:
    return world.run("lock", *arguments, "--allow-address", "127.0.0.0/8")


def lines() -> dict[str, dict[str, object]]:
    found = [json.loads(line) for line in LOCK.read_text().splitlines()]
    assert [problems("lock", each) for each in found] == [()] * len(found)
    assert found == sorted(found, key=lambda each: each["id"])
    return {each["id"]: each for each in found}


def test_what_is_written(world: Earth) -> None:
    done = lock(world)
    assert (done.code, done.out) == (0, "papers.lock.jsonl: 6 papers (6 new)\n")
    found = lines()
    page = world.web.url("/paper")
    assert {name: (each["title"], each["titles"], each.get("source", "")) for name, each in found.items()} == {
        "arXiv:2310.00001": ("", [], ""),
        "arXiv:2310.00002": ("Quite a Different Paper on Cooking", ["The Very First Title of It"], ""),
        "arXiv:2310.05915": (FIREACT, [], ""),
        "doi:10.1000/a": ("", [], ""),
        f"doi:{DOI}": ("XGBoost", ["XGBoost: A Scalable Tree Boosting System"], "Crossref"),
        page: (PAPER_TITLE, [], "its page on 127.0.0.1"),
    }
    assert found["arXiv:2310.00001"]["absent"] is True
    assert (found[f"doi:{DOI}"]["venue"], found[f"doi:{DOI}"]["published"]) == ("Proceedings of KDD", "2016-08-13")
    assert world.github.requests == []


def test_what_is_fresh_is_not_asked_again(world: Earth) -> None:
    lock(world)
    written, asked = re.sub(r'"checked":"[^"]*"', '"checked":"2026-11-01"', LOCK.read_text()), world.requests()
    LOCK.write_text(written)
    Path("answers.sqlite").unlink()
    done = lock(world)
    assert (done.code, done.out) == (0, "papers.lock.jsonl: 6 papers (2 changed)\n")
    # What did not exist, or nobody had on record, may by now.
    changed = [json.loads(line)["id"] for line in LOCK.read_text().splitlines() if line not in written]
    assert changed == ["arXiv:2310.00001", "doi:10.1000/a"]
    assert [each - before for each, before in zip(world.requests(), asked, strict=True)][1:] == [0, 0, 0]
    assert {name for batch in world.arxiv.requests[asked[0] :] for name in batch} == {"1706.03762", "2310.00001"}


def test_known_papers_are_checked_without_a_request(world: Earth) -> None:
    lock(world)
    asked = world.requests()
    text = Path("README.md").read_text().replace("XGBoost: A Scalable", "CatBoost: A Fair")
    Path("README.md").write_text(text.replace("Tianqi Chen", "Ada Cole"))
    for arguments in ((), ("--offline",)):
        done = world.run("lint", "--format", "json", "--ignore", "malformed-link", *arguments)  # pages of this computer
        report = json.loads(done.out)
        assert problems("report", report) == ()
        assert [(each["line"], each["rule"]) for each in report["diagnostics"] if each["severity"] == "error"] == [
            (4, "unknown-paper"),
            (6, "wrong-paper"),
        ]
    assert world.requests() == asked


def test_what_is_not_in_it_is_said(world: Earth) -> None:
    lock(world)
    with Path("README.md").open("a") as readme:
        readme.write("* [Another](https://arxiv.org/abs/2310.00003)\n* [Third](https://doi.org/10.1000/b)\n")
    done = run("lint", "--ignore", "unknown-paper")
    assert "Could not check 2 papers (not in papers.lock.jsonl).\n" in done.out
    assert "All checks passed" not in done.out


def test_refused_services_take_nothing_away(world: Earth) -> None:
    lock(world)
    old = re.sub(r'"checked":"[0-9]{4}', '"checked":"2016', LOCK.read_text())
    LOCK.write_text(old)
    Path("answers.sqlite").unlink()
    world.arxiv.faults = [Fault.FORBIDDEN] * 50
    world.oai.status = world.datacite.status = 403
    world.crossref.faults = [403] * 50
    done = lock(world)
    assert done.code == 0
    changed = [json.loads(line)["title"] for line in LOCK.read_text().splitlines() if line not in old.splitlines()]
    assert changed == [PAPER_TITLE]
    assert LOCK.read_text().count("\n") == old.count("\n")


@pytest.mark.parametrize(
    ("before", "change", "out"),
    [
        pytest.param(None, "", "papers.lock.jsonl is up to date: 6 papers.\n", id="fresh"),
        pytest.param(
            "* [Another](https://arxiv.org/abs/2310.00003)\n",
            "",
            "papers.lock.jsonl: 1 paper of the list missing from it: arXiv:2310.00003\n",
            id="missing",
        ),
        pytest.param(None, "{\n", "papers.lock.jsonl, line 7: not valid JSON\n", id="unreadable"),
        pytest.param(
            None,
            '{"id":"arXiv:2001.00001","title":"Old","checked":"2026-01-01"}\n',
            "papers.lock.jsonl: 1 paper not listed any more: arXiv:2001.00001\n",
            id="not listed",
        ),
    ],
)
def test_check(world: Earth, before: str | None, change: str, out: str) -> None:
    lock(world)
    with Path("README.md").open("a") as readme, LOCK.open("a") as file:
        readme.write(before or "")
        file.write(change)
    asked, written = world.requests(), LOCK.read_text()
    done = run("lock", "--check")
    assert (done.code, done.out) == (int("up to date" not in out), out)
    assert (world.requests(), LOCK.read_text()) == (asked, written)


def test_check_without_a_file(world: Earth) -> None:
    done = run("lock", "--check")
    assert (done.code, done.out.splitlines()[0]) == (1, "papers.lock.jsonl does not exist")
    Path("README.md").write_text("# Papers\n\n* [Notes](https://github.com/anchen1011/FireAct)\n")
    assert run("lock", "--check").code == 0


def test_broken_lines_are_replaced(world: Earth) -> None:
    lock(world)
    good = LOCK.read_text()
    LOCK.write_text(f"<<<<<<< HEAD\n{good}")
    assert run("lint").code == 2
    assert "papers.lock.jsonl, line 1: not valid JSON" in run("lint").err
    done = lock(world)
    assert (done.code, "warning: papers.lock.jsonl, line 1: not valid JSON" in done.err) == (0, True)
    assert LOCK.read_text() == good


def test_other_files_are_not_overwritten(world: Earth) -> None:
    before = Path("README.md").read_text()
    done = lock(world, "--output", "README.md")
    assert (done.code, Path("README.md").read_text()) == (2, before)
    assert done.err.startswith("error: README.md is not a lock file, and is not overwritten")
    hint = "hint: delete it, or name another file with --output\n"
    assert (done.err.endswith(hint), lock(world, "--check", "--output", "README.md").err) == (True, hint)


@pytest.mark.parametrize("arguments", [(), ("--check",), ("--offline",)])
def test_a_list_without_entries_loses_no_lines(world: Earth, arguments: tuple[str, ...]) -> None:
    lock(world)
    before = LOCK.read_text()
    Path("README.md").write_text("# Papers\n")
    done = lock(world, *arguments)
    assert (done.code, done.out, LOCK.read_text()) == (3, "", before)
    assert done.err.startswith("error: no entries found in README.md\n")


def test_names_of_folders_are_escaped(world: Earth) -> None:
    Path("\x1b[31m").mkdir()
    Path("README.md").rename("\x1b[31m/README.md")
    done = lock(world, "\x1b[31m/README.md", "--offline")
    assert done.out == "␛[31m/papers.lock.jsonl: 0 papers (no change)\n"
    assert lock(world, "\x1b[31m/README.md", "--check").out.startswith("␛[31m/papers.lock.jsonl does not exist\n")


def test_another_file(world: Earth) -> None:
    assert lock(world, "--output", "all.jsonl").code == 0
    assert (len(Path("all.jsonl").read_text().splitlines()), LOCK.exists()) == (6, False)


def test_offline_takes_cached_answers(world: Earth) -> None:
    done = lock(world, "--offline")
    assert (done.code, done.out) == (0, "papers.lock.jsonl: 0 papers (no change)\n")
    assert "warning: unknown, so not in papers.lock.jsonl: arXiv:2310.00001, " in done.err
    world.run("lint", "--online")
    asked = world.requests()
    done = lock(world, "--offline")
    assert done.out == "papers.lock.jsonl: 4 papers (4 new)\n"
    assert world.requests() == asked


def test_lists_in_one_folder_share_the_file(world: Earth) -> None:
    lock(world)
    Path(".github").mkdir()
    Path(".github/paperlist-bot.yml").write_text("lists: [README.md, more.md]\n")
    Path("more.md").write_text("# More\n\n* [FireAct](https://arxiv.org/abs/2310.05915)\n")
    done = lock(world, "more.md")
    assert (done.code, done.out) == (0, "papers.lock.jsonl: 6 papers (no change)\n")
    assert "README.md is in the same folder: papers.lock.jsonl has its papers too.\n" in done.err


def test_nothing_can_be_reached(world: Earth) -> None:
    nowhere = {name: "http://127.0.0.1:9/" for name in world.environ() if name.startswith("BOT_") and "API" in name}
    before = Path("README.md").read_text().replace(world.web.address, "http://127.0.0.1:9")
    Path("README.md").write_text(before)
    done = world.run("lock", "--allow-address", "127.0.0.0/8", environ=nowhere)
    assert (done.code, LOCK.exists()) == (3, False)
    assert "error: nothing could be reached: papers.lock.jsonl was not written\n" in done.err


def test_known_papers_are_checked_while_all_services_refuse(world: Earth) -> None:
    lock(world)
    Path("answers.sqlite").unlink()
    text = Path("README.md").read_text()
    Path("README.md").write_text(
        text.replace("XGBoost: A Scalable Tree Boosting System", "A Cookbook of Soups").replace(" by Tianqi Chen", "")
    )
    world.arxiv.faults = [Fault.FORBIDDEN] * 50
    world.oai.status = world.datacite.status = 403
    world.crossref.faults = [403] * 50
    done = world.run("lint", "--online", "--format", "json", "--select", "wrong-paper")
    assert [each["line"] for each in json.loads(done.out)["diagnostics"]] == [6]


def test_a_suppression_is_not_unused_where_the_paper_is_not_known(world: Earth) -> None:
    """What nobody looked at may be what it is for."""
    lock(world)
    with Path("README.md").open("a") as readme:
        readme.write("* [Soups](https://arxiv.org/abs/2310.00003) <!-- bot: allow wrong-paper -->\n")
    for arguments in ((), ("--offline",)):
        done = world.run("lint", "--format", "json", *arguments)
        assert "unused-allow" not in {each["rule"] for each in json.loads(done.out)["diagnostics"]}


ICLR = {"title": FIREACT, "venue": "ICLR", "externalIds": {"ArXiv": "2310.05915", "DBLP": "conf/iclr/ChenSMJ24"}}


def test_where_a_paper_was_published_is_kept(world: Earth) -> None:
    world.scholar.papers = {"2310.05915": ICLR}
    assert lock(world).code == 0
    found = lines()["arXiv:2310.05915"]
    claim = {"venue": "ICLR", "year": 2024, "source": "DBLP conf/iclr/ChenSMJ24", "witness": "index"}
    more = {"kind": "proceedings", "address": "https://dblp.org/rec/conf/iclr/ChenSMJ24"}
    assert (found["venue_sources"], found.get("venue", "")) == ([claim | more], ""), "one witness is not enough"
    assert lines()["arXiv:2310.00002"]["venue_sources"] == []
    assert len(world.scholar.requests) == 1
    Path("README.md").write_text(f"# Papers\n\n* [{FIREACT}](https://arxiv.org/abs/2310.05915) (ICML 2024)\n")
    done = run("lint", "README.md", "--select", "wrong-venue")
    assert "DBLP conf/iclr/ChenSMJ24 has ICLR 2024" in done.out


def test_an_index_that_gives_no_answer_is_named_and_takes_nothing_away(world: Earth) -> None:
    world.scholar.papers = {"2310.05915": ICLR}
    lock(world)
    before = LOCK.read_text()
    LOCK.write_text(re.sub(r'"checked":"[\d-]+"', '"checked":"2020-01-01"', before))
    Path("answers.sqlite").unlink()
    world.scholar.faults = [Say(500)] * 9
    done = lock(world)
    assert done.code == 0
    assert "warning: Semantic Scholar answered 500" in done.err
    assert lines()["arXiv:2310.05915"]["venue_sources"] == json.loads(before.splitlines()[2])["venue_sources"]


def test_what_a_hostile_index_says_is_not_written(world: Earth) -> None:
    world.scholar.papers = {"2310.05915": {"venue": "V" * 10_000 + "|\n<!-- x", "externalIds": {"ArXiv": "2310.05915"}}}
    assert lock(world).code == 0
    assert "<!-- x" not in LOCK.read_text()
    assert lock(world, "--check").code == 0


def test_what_is_about_something_else_is_counted(world: Earth) -> None:
    with Path("README.md").open("a") as readme:
        readme.write("* [FooBar](https://github.com/foo/bar)\n")
    assert "2 entries are not about papers, and left out: bot entries lists them as (other)" in lock(world).err
