"""A program that knows nothing but the report as JSON applies fixes, and gets what `--fix` writes."""

from __future__ import annotations

import json
from operator import itemgetter
from pathlib import Path
from typing import TypedDict

import pytest

from tests.commands.helpers import run
from tests.sample_list import LIST

ROUNDS = 20
TOP = Path(__file__).parents[2]
LISTS = (TOP / "examples" / "agent-training.md", *sorted((TOP / "tests" / "listing" / "lists").glob("*.md")))


class Edit(TypedDict):
    """An edit as the report has it."""

    start: int
    end: int
    start_byte: int
    end_byte: int
    text: str


def lint(path: Path) -> list[list[Edit]]:
    """The edits of each safe fix of what is shown, as the report has them."""
    done = run("lint", str(path), "--isolated", "--format", "json", "--exit-zero")
    fixes = [each["fix"] for each in json.loads(done.out)["diagnostics"] if each["severity"] != "note" and each["fix"]]
    return [fix["edits"] for fix in fixes if fix["safety"] == "safe"]


def choose(fixes: list[list[Edit]]) -> list[Edit]:
    """The edits of the fixes by their place, each whole, without those that overlap or touch one that is taken."""
    chosen: list[Edit] = []
    for edits in sorted(fixes, key=lambda edits: [(each["start"], each["end"], each["text"]) for each in edits]):
        if all(edit in chosen for edit in edits):
            continue
        pairs = ((edit, other) for edit in edits for other in chosen)
        if not any(one["start"] <= other["end"] and other["start"] <= one["end"] for one, other in pairs):
            chosen += edits
    return sorted(chosen, key=itemgetter("start"), reverse=True)


def apply(path: Path) -> None:
    """Lint, apply, lint, until nothing is left to apply; in characters and in bytes."""
    for _ in range(ROUNDS):
        edits = choose(lint(path))
        if not edits:
            return
        data = path.read_bytes()
        content, raw = data.decode(), bytearray(data)
        for edit in edits:
            content = content[: edit["start"]] + edit["text"] + content[edit["end"] :]
            raw[edit["start_byte"] : edit["end_byte"]] = edit["text"].encode()
        assert content.encode() == raw
        path.write_bytes(raw)
    raise AssertionError("there is always one more fix")


@pytest.mark.parametrize("source", LISTS, ids=lambda path: path.stem)
def test_what_the_report_says_is_what_fix_does(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ours, theirs = Path("ours/README.md"), Path("theirs/README.md")
    for path in (ours, theirs):
        path.parent.mkdir()
        path.write_bytes(source.read_bytes())
    apply(theirs)
    run("lint", str(ours), "--isolated", "--fix")
    assert theirs.read_bytes() == ours.read_bytes()


@pytest.mark.parametrize(
    ("mark", "newline"), [("", "\n"), ("\ufeff", "\r\n"), ("\ufeff", "\r")], ids=["plain", "windows", "old mac"]
)
def test_offsets_in_characters_and_bytes(
    mark: str, newline: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters of two, three and four bytes before the edits, a byte order mark, any line ends."""
    monkeypatch.chdir(tmp_path)
    odd = LIST.replace("arxiv.org/", "arxiv.org//", 3).replace("# Agent", "# Ünser 論文 🧠 Agent")
    odd = odd.replace("MemAgent", "Mém論文🧠Agent").replace("[2505] ", "[2505] \u200b")
    ours, theirs = Path("ours.md"), Path("theirs.md")
    for path in (ours, theirs):
        path.write_bytes((mark + odd.replace("\n", newline)).encode())
    assert sum(map(len, lint(theirs))) == 3
    apply(theirs)
    run("lint", str(ours), "--isolated", "--fix")
    assert theirs.read_bytes() == ours.read_bytes() != (mark + odd.replace("\n", newline)).encode()
