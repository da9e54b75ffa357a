"""`bot export`: formats, files, what the lock file adds, the history of a repository, and a folder for Pages."""

from __future__ import annotations

import json
from calendar import timegm
from pathlib import Path

import feedparser  # type: ignore[import-untyped]
import pytest

from tests.commands.helpers import run
from tests.exports.lists import SMALL
from tests.repositories import Repository, repository

LOCK = {
    "id": "arXiv:2310.05915",
    "title": "FireAct: Toward Language Agent Fine-tuning",
    "authors": ["Baian Chen", "Chang Shu"],
    "submitted": "2023-10-09",
    "categories": ["cs.CL", "cs.AI"],
    "checked": "2026-11-21",
}
NEW = "* [Voyager: An Open-Ended Embodied Agent with Large Language Models](https://arxiv.org/abs/2305.16291)\n"

LEFT_OUT = (
    "1 entry is not about papers, and left out: bot entries lists them as (other), bot explain FILE:LINE says why.\n"
)


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    made = repository(tmp_path / "repo")
    made.commit(README=SMALL)
    monkeypatch.chdir(made.folder)
    return made


def test_json_is_what_entries_prints(repo: Repository) -> None:
    assert run("export").out == run("entries", "--format", "json").out != ""


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("json", "{\n"),
        ("jsonl", '{"file": "README.md", "line": 5,'),
        ("csv", "title,authors,date,"),
        ("bibtex", "@misc{arXiv:2310.05915,\n"),
        ("csl", "[\n"),
        ("atom", '<?xml version="1.0" encoding="utf-8"?>\n<feed '),
        ("html", "<!doctype html>\n"),
    ],
)
def test_formats(repo: Repository, form: str, start: str) -> None:
    printed = run("export", "--format", form)
    left = LEFT_OUT if form in ("bibtex", "csl") else ""
    assert (printed.code, printed.out[: len(start)], printed.err) == (0, start, left)
    saved = run("export", "--format", form, "--output", "papers")
    assert (saved.code, saved.out, saved.err) == (0, "", f"Wrote papers.\n{left}")
    assert Path("papers").read_bytes().decode() == printed.out


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("papers.CSV", "csv"),
        ("papers.bib", "bibtex"),
        ("papers.csl.json", "csl"),
        ("papers.json", "json"),
        ("papers.jsonl", "jsonl"),
        ("feed.xml", "atom"),
        ("papers.txt", "json"),
        ("papers", "json"),
    ],
)
def test_the_name_of_the_file_says_in_which_format(repo: Repository, name: str, form: str) -> None:
    printed = run("export", "--format", form).out
    assert run("export", "--output", name).code == 0
    assert Path(name).read_bytes().decode() == printed
    assert run("export", "--output", name, "--format", "csv").code == 0
    assert Path(name).read_text(encoding="utf-8").startswith("title,authors,date,")


def test_authors_are_those_of_the_lock_file(repo: Repository) -> None:
    Path("papers.lock.jsonl").write_text(f"{json.dumps(LOCK)}\n", encoding="utf-8")
    (first, *_) = json.loads(run("export", "--format", "csl").out)
    assert (first["type"], first["author"]) == (
        "article",
        [{"family": "Chen", "given": "Baian"}, {"family": "Shu", "given": "Chang"}],
    )
    assert "  primaryClass = {cs.CL},\n" in run("export", "--format", "bibtex").out
    assert "FireAct: Toward Language Agent Fine-tuning,Baian Chen; Chang Shu," in run("export", "--format", "csv").out


def test_offline_answers_are_used(repo: Repository) -> None:
    ran = run("export", "--format", "csl", "--offline", "--cache", "cache.db")
    assert ran.code == 0
    assert "author" not in ran.out


def test_feed_has_what_was_added_by_the_history(repo: Repository) -> None:
    repo.commit(README=SMALL.replace("## Tools\n\n", f"## Tools\n\n{NEW}"))
    time = int(repo.git("show", "--no-patch", "--format=%ct", "HEAD"))
    found = feedparser.parse(run("export", "--format", "atom").out)
    assert (found.bozo, found.feed.title, len(found.entries)) == (False, "Papers on agents: what is new", 6)
    assert found.entries[0].title.startswith("Voyager")
    assert timegm(found.entries[0].published_parsed) == time
    assert found.entries[0].tags[0].term == "Tools"
    before = {entry.id for entry in found.entries}
    repo.commit(README=SMALL)
    after = feedparser.parse(run("export", "--format", "atom").out)
    assert {entry.id for entry in after.entries} == before - {found.entries[0].id}


def test_feed_of_a_shallow_clone_says_so(repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit(README=f"{SMALL}{NEW}")
    repo.git("clone", "--quiet", "--depth=1", repo.folder.as_uri(), str(tmp_path / "clone"))
    monkeypatch.chdir(tmp_path / "clone")
    ran = run("export", "--format", "atom")
    assert ran.err == "warning: the clone is shallow: additions before it are not known (fetch-depth: 0)\n"
    assert feedparser.parse(ran.out).entries == []


def test_site(repo: Repository) -> None:
    ran = run("export", "--site", "site", environ={"GITHUB_REPOSITORY": "o/r"})
    names = ["feed.atom", "index.html", "papers.bib", "papers.csl.json", "papers.csv", "papers.json"]
    assert (ran.code, ran.out) == (0, "")
    assert ran.err == f"Wrote {', '.join(names[:-1])} and papers.json to site.\n{LEFT_OUT}"
    assert sorted(path.name for path in Path("site").iterdir()) == names
    page = Path("site/index.html").read_text(encoding="utf-8")
    assert [name for name in names if f'href="{name}"' not in page] == ["index.html"]
    assert 'href="https://github.com/o/r"' in page


def test_feed_names_its_address(repo: Repository) -> None:
    for url in ("https://o.github.io/r", "https://o.github.io/r/"):
        found = feedparser.parse(run("export", "--format", "atom", "--url", url).out)
        links = {link.rel: link.href for link in found.feed.links}
        assert links == {"alternate": "https://o.github.io/r/", "self": "https://o.github.io/r/feed.atom"}


def test_site_without_a_history_has_no_feed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text(SMALL, encoding="utf-8")
    ran = run("export", "--site", "site")
    assert (ran.code, ran.err.splitlines()[0]) == (0, "warning: no feed: README.md is not in a git repository")
    assert not Path("site/feed.atom").exists()
    assert "feed.atom" not in Path("site/index.html").read_text(encoding="utf-8")


def test_title(repo: Repository) -> None:
    assert "<title>All about agents</title>" in run("export", "--format", "html", "--title", "All about agents").out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--format", "xml"), 2, "error: argument --format: invalid choice"),
        (("--site", "a", "--output", "b"), 2, "error: --site writes several files, --output one"),
        (("--site", "README.md"), 2, "error: --site: README.md is a file, not a folder"),
        (("--site", "a", "--format", "csv"), 2, "error: --site writes several formats"),
        (("--url", "javascript:alert(1)"), 2, "error: --url: javascript:alert(1) is not a URL"),
        (("empty.md",), 3, "error: no entries found in empty.md"),
        (("gone.md",), 2, "error: file not found: gone.md"),
        (("--output", ".git"), 3, "error: .git is not a file that can be written"),
        (("-", "--format", "atom"), 3, "error: a feed needs the history of a file"),
    ],
)
def test_errors(repo: Repository, arguments: tuple[str, ...], code: int, message: str) -> None:
    Path("empty.md").write_text("# Nothing\n", encoding="utf-8")
    ran = run("export", *arguments, stdin=SMALL.encode())
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(message)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("README.md", ("--output", "../repo/README.md")), ("papers.csv", ("papers.csv", "--site", "."))],
)
def test_a_list_is_not_overwritten(repo: Repository, name: str, arguments: tuple[str, ...]) -> None:
    Path("papers.csv").write_text(run("export", "--format", "csv").out)
    before = Path(name).read_bytes()
    ran = run("export", *arguments)
    assert (ran.code, Path(name).read_bytes(), Path("index.html").exists()) == (2, before, False)
    assert f"{name} is the list itself, and is not overwritten\n" in ran.err


def test_a_bad_lock_file_is_an_error(repo: Repository) -> None:
    Path("papers.lock.jsonl").write_text("{", encoding="utf-8")
    ran = run("export", "--format", "bibtex")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: papers.lock.jsonl, line 1: not valid JSON")


@pytest.mark.parametrize("form", ["bibtex", "csl"])
def test_what_is_no_paper_is_left_out_of_bibliographies_and_counted(repo: Repository, form: str) -> None:
    Path("README.md").write_text(f"# Agents\n\n{NEW}* [FooBar](https://github.com/foo/bar)\n")
    assert run("export", "--format", form).err == LEFT_OUT
    assert run("export", "--format", "csv").err == ""
