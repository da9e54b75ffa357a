from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.reports.github import guard

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = ("error", "warning", "notice")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ""),
        ("Found 1 error.", "Found 1 error."),
        ("::error file=a.md,line=1::a :: b", "::error file=a.md,line=1::a :: b"),
        ("::notice::a", "::notice::a"),
        ("::add-mask::a", "> ::add-mask::a"),
        ("  ::stop-commands::a", ">   ::stop-commands::a"),
        ("\u2003::set-output name=report::/etc/passwd", "> \u2003::set-output name=report::/etc/passwd"),
        ("::errors::a", "> ::errors::a"),
        (" ::error::a", ">  ::error::a"),
        ("a ##[set-output name=report]b", "a ## [set-output name=report]b"),
        ("error: no 100% list", "::error title=paperlist-bot::no 100%25 list"),
        ("hint: a", "hint: a"),
    ],
)
def test_lines(line: str, expected: str) -> None:
    assert printed(line, annotations=True) == expected


def printed(line: str, *, annotations: bool = False) -> str:
    target = io.StringIO(newline="")
    stream = guard(target, annotations=annotations)
    stream.write(f"{line}\n")
    return target.getvalue().removesuffix("\n")


@pytest.mark.parametrize("line", ["::error file=a.md::forged", "::notice::a", "  ::warning::a", "::add-mask::a"])
def test_where_no_report_goes_nothing_is_an_annotation(line: str) -> None:
    assert printed(line) == f"> {line}"


def obeyed(line: str) -> str | None:
    """The command that the runner reads in a line, by the rules of its source."""
    start = line.lstrip()
    if start.startswith("::") and "::" in start[2:]:
        return start[2:].partition("::")[0].partition(" ")[0]
    return "old style" if "##[" in line else None


@given(st.lists(st.text(st.sampled_from("ab: #[]\r\n:::##\u00a0error") | st.characters(codec="utf-8"), max_size=20)))
def test_whatever_is_written_in_whatever_pieces_commands_nothing(pieces: list[str]) -> None:
    target = io.StringIO(newline="")
    stream = guard(target, annotations=True)
    for piece in pieces:
        stream.write(piece)
    stream.close()
    written = target.getvalue()
    assert "\r" not in written
    assert [line for line in written.split("\n") if obeyed(line) not in {None, *COMMANDS}] == []


def test_pieces_are_joined_to_lines() -> None:
    target = io.StringIO(newline="")
    stream = guard(target)
    for piece in ("a", "b\r", "\nc\r", "d\n", ":", ":add-mask::e", "\nrest"):
        stream.write(piece)
    assert target.getvalue() == "ab\nc\nd\n> ::add-mask::e\n"
    stream.close()
    assert (target.getvalue(), target.closed) == ("ab\nc\nd\n> ::add-mask::e\nrest\n", False)


def in_job(folder: Path, *arguments: str, out: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bot", *arguments]
    environ = os.environ | {"GITHUB_ACTIONS": "true"}
    return subprocess.run(command, cwd=folder, env=environ, stdout=out, stderr=subprocess.PIPE, text=True, check=False)


@pytest.mark.parametrize("arguments", [["entries", "--format", "json"], ["export", "--format", "csv"]], ids=" ".join)
def test_no_command_prints_what_the_runner_obeys(tmp_path: Path, arguments: list[str]) -> None:
    title = "##[add-mask]a Paper of Agents"
    (tmp_path / "a.md").write_text(f"* [{title}](https://arxiv.org/abs/2310.05915)\n", encoding="utf-8")
    done = in_job(tmp_path, *arguments, "a.md")
    assert (done.returncode, "## [add-mask]a" in done.stdout, "##[" in done.stdout) == (0, True, False)
    with (tmp_path / "out").open("wb") as stream:
        assert in_job(tmp_path, *arguments, "a.md", out=stream.fileno()).returncode == 0
    assert title in (tmp_path / "out").read_text(encoding="utf-8")
