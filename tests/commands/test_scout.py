from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.earth import FIREACT, earth
from tests.commands.helpers import run
from tests.commands.test_add import ENTRY, LIST, lock

FEED = """\
{"id": "2401.00900", "title": "On Coffee"}
{"id": "2401.00123", "title": "Planning with Language Models as Planning Tools"}
{"id": "2310.05915", "title": "FireAct: Toward Language Agent Fine-tuning"}
"""


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    (folder / "README.md").write_text(LIST)
    (folder / "feed.jsonl").write_text(FEED)
    (folder / "papers.lock.jsonl").write_text(lock("2401.00123", "Planning with Language Models as Planning Tools"))
    return folder


def test_a_table() -> None:
    done = run("scout", "--from", "feed.jsonl", "--offline")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "  1  0.79  arXiv:2401.00123  Planning with Language Models as Planning Tools",
        '           "Planning"',
        "           like line 13: MemGPT: Towards Language Models as Operating Systems with Memory",
        "           like line 8: ReAct: Synergizing Reasoning and Planning in Language Models",
        "           like line 14: MemoryBank: Enhancing Language Models with Long-Term Memory",
        "In the list already: 1",
        "     README.md:6  arXiv:2310.05915",
        "Not shown: 1 paper with hardly a word in common with the list.",
    ]


def test_json_has_all() -> None:
    done = run("scout", "--file", "README.md", "--from", "feed.jsonl", "--offline", "--format", "json")
    found = json.loads(done.out)["candidates"]
    assert [(each["id"], each["section"], each["status"], each["line"]) for each in found] == [
        ("arXiv:2401.00123", "Planning", "new", None),
        ("arXiv:2401.00900", "Planning", "new", None),
        ("arXiv:2310.05915", "Planning", "listed", 6),
    ]


def test_ids_get_their_titles_from_the_lock() -> None:
    Path("ids.txt").write_text("2401.00123\n")
    done = run("scout", "--from", "ids.txt", "--offline", "--format", "json")
    assert [each["title"] for each in json.loads(done.out)["candidates"]] == [
        "Planning with Language Models as Planning Tools"
    ]


def test_add() -> None:
    done = run("scout", "--from", "feed.jsonl", "--offline", "--add", "--top", "1", "--format", "json")
    assert (done.code, done.err) == (0, 'arXiv:2401.00123 added at README.md:6, in "Planning"\n')
    assert ENTRY in Path("README.md").read_text().splitlines()
    again = run("scout", "--from", "feed.jsonl", "--offline", "--add", "--top", "1")
    assert (again.code, again.err) == (0, "")
    assert "In the list already: 2\n" in again.out


def test_what_cannot_be_added_is_said() -> None:
    Path("page.txt").write_text(f"A Plan for Planning Agents\n{'We plan. ' * 40}\n")
    done = run("scout", "--from", "page.txt", "--offline", "--add", "--top", "1")
    assert done.code == 1
    assert done.err == "A Plan for Planning Agents declined: not an arXiv id, a DOI or the URL of a paper\n"
    assert Path("README.md").read_text() == LIST


PLANNING = "Planning with Language Models as Planning Tools"


@pytest.mark.parametrize("title", ["Zero-Shot Planning of Agents", "Agent Planning"])
def test_the_paper_of_another_title_is_not_added(title: str) -> None:
    """People choose by the title that a feed gives, and the id may be that of any paper."""
    Path("feed.jsonl").write_text(f'{{"id": "2401.00123", "title": "{title}"}}\n')
    done = run("scout", "--from", "feed.jsonl", "--offline", "--add", "--top", "1")
    expected = f'declined: the feed calls it "{title}", and on record it is "{PLANNING}"'
    assert (done.code, done.err) == (1, f"arXiv:2401.00123 {expected}\n")
    assert Path("README.md").read_text() == LIST


def test_a_broken_feed_beside_another_one_is_a_warning() -> None:
    Path("broken.xml").write_text("<rss><channel><item>")
    done = run("scout", "--from", "broken.xml", "feed.jsonl", "--offline")
    assert (done.code, done.err[: len("warning: broken.xml")]) == (0, "warning: broken.xml")
    assert "arXiv:2401.00123" in done.out
    alone = run("scout", "--from", "broken.xml", "--offline")
    assert (alone.code, alone.out, alone.err[: len("error: broken.xml")]) == (3, "", "error: broken.xml")


def test_papers_that_are_not_on_arxiv() -> None:
    Path("feed.jsonl").write_text(
        """\
{"url": "https://proceedings.mlr.press/v202/a23a.html", "title": "Planning with Language Models as Judges"}
{"url": "https://openreview.net/forum?id=AbC-1", "title": "Planning Agents with Language Models"}
{"doi": "10.1000/a", "title": "Planning Tools with Language Models"}
"""
    )
    done = run("scout", "--from", "feed.jsonl", "--offline", "--format", "markdown")
    pages = ("doi.org/10.1000/a", "openreview.net/forum?id=AbC-1", "proceedings.mlr.press/v202/a23a.html")
    assert (done.code, [page for page in pages if f"](https://{page}) |" not in done.out]) == (0, [])
    added = run("scout", "--from", "feed.jsonl", "--offline", "--add", "--top", "3")
    assert (added.code, added.err.count(" declined: could not find the title of ")) == (1, 3)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((), 2, "error: no feed is named\n"),
        (("--from", "none.txt"), 2, "error: file not found: none.txt\n"),
        (("--from", "feed.jsonl", "--file", "none.md"), 2, "error: file not found: none.md\n"),
        (("--from", "feed.jsonl", "--top", "0"), 2, "error: --top 0 is not valid\n"),
        (("--from", "feed.jsonl", "--add"), 2, "error: --add needs --top\n"),
        (("--from", "feed.jsonl", "--file", "-"), 2, "error: the list cannot be standard input\n"),
        (("--from", "https://example.org/a"), 2, "error: --offline: https://example.org/a cannot be read\n"),
        (("--from", "empty.md"), 3, "error: no papers found in empty.md\n"),
        (("--from", "feed.jsonl", "--file", "empty.md"), 3, "error: no papers found in empty.md\n"),
        (("--from", *("feed.jsonl",) * 51), 2, "error: more than 50 feeds\n"),
    ],
    ids=["none", "feed", "list", "top", "add", "stdin", "offline", "empty-feed", "empty-list", "many"],
)
def test_bad_input(arguments: tuple[str, ...], code: int, message: str) -> None:
    Path("empty.md").write_text("# Nothing\n")
    done = run("scout", *arguments, "--offline")
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(message)


def test_feeds_from_the_web_and_titles_at_arxiv() -> None:
    with earth() as world:
        environ = world.environ()
        Path("README.md").write_text(
            LIST.replace(FIREACT, "Something Else on Agents").replace("2310.05915", "2310.0591")
        )
        Path("page.txt").write_text(f"{FIREACT}\n{'We fine-tune agents. ' * 15}\n")
        opened = ("--allow-address", "127.0.0.0/8", "--cache", "answers.sqlite")
        feeds = ("page.txt", f"{world.address}/api/query?id_list=2310.00002", "http://127.0.0.1:1/feed")
        done = run("scout", "--from", *feeds, *opened, "--format", "json", environ=environ)
    found = json.loads(done.out)["candidates"]
    assert (done.code, {each["id"]: each["title"] for each in found}) == (
        0,
        {"arXiv:2310.05915": FIREACT, "arXiv:2310.00002": "Quite a Different Paper on Cooking"},
    )
    assert "warning: http://127.0.0.1:1/feed: could not connect\n" in done.err
    assert "arXiv: found 1 of 1 title.\n" in done.err


def test_addresses_that_are_not_public_are_not_asked() -> None:
    done = run("scout", "--from", "http://127.0.0.1:9/feed")
    assert (done.code, done.out) == (3, "")
    assert done.err.splitlines()[:2] == [
        "warning: http://127.0.0.1:9/feed: not asked: its IP address is not public",
        "error: no feed could be read",
    ]


def test_an_issue_needs_a_repository_before_anybody_is_asked() -> None:
    done = run("scout", "--issue", "--from", "http://127.0.0.1:9/feed")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: GITHUB_REPOSITORY is not set\n")
