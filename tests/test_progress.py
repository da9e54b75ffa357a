"""Long work says on a terminal where it is, and after Ctrl-C what was written; files and pipes get neither."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.progress import ERASE, Step

pty = pytest.importorskip("pty", reason="there is no pseudo-terminal here")

WORDS = ("Planning", "Memory", "Search", "Control", "Vision", "Speech", "Robots")


def entries(size: int) -> str:
    """Five sections with so many entries each."""
    return "".join(
        (f"\n## {WORDS[number // size]}\n\n" if number % size == 0 else "")
        + f"* [{24 - number // size}{12 - number % size * 10 // size:02}] [{WORDS[number % 7]} Number {number} of Many]"
        f"(https://arxiv.org/abs/2{4 - number // size}{12 - number % size * 10 // size:02}.{number + 10_000:05})\n"
        for number in range(5 * size)
    )


LIST = entries(50)
NEW = "* [2501] [A Paper That {} Adds](https://arxiv.org/abs/2501.{})\n"
EARLY = """
import os, sys
from bot.cli import main
from bot.console import of_process
from bot.progress import shown_on
console = of_process()
with shown_on(console.stderr, os.environ["TERM"], first=0.01, interval=0.01):
    code = main(sys.argv[1:], console)
sys.exit(code)
"""
"""Runs a command with a timer that is early enough for a list that tests can wait for."""
USUAL = "import sys; from bot.cli import main; sys.exit(main())"

COMMANDS = {
    "lint": (("lint", "README.md", "--format", "json", "--exit-zero"), ["Reading README.md", "Checking README.md: "]),
    "merge": (
        ("merge", "README.md", "ours.md", "theirs.md", "--format", "json", "--output", "merged.md"),
        ["Reading README.md", "Reading ours.md", "Reading theirs.md", "Merging the entries", "Reading the result"],
    ),
    "add": (("add", "https://a.org/x", "--title", "X", "--dry-run", "--format", "json"), ["Reading README.md"]),
    "export": (("export", "--format", "json"), ["Reading README.md", "Exporting README.md: "]),
    "split": (
        ("split", "--section", "Planning", "--section", "Memory"),
        ["Reading README.md", "Checking: ", "Reading README.md as it would be"],
    ),
}


class Seen(NamedTuple):
    """What a run in a terminal left behind."""

    code: int
    out: str
    """What went to a pipe."""
    err: str
    """What went to the terminal."""

    @property
    def steps(self) -> list[str]:
        return [each for each in self.err.split(ERASE) if " · " in each]

    @property
    def said(self) -> str:
        """What is left on the terminal once lines are erased."""
        return "\n".join(line.rpartition(ERASE)[2] for line in self.err.split("\r\n"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_versions(LIST)
    return tmp_path


def write_versions(text: str) -> None:
    """A list, and two versions of it with a new entry each."""
    Path("README.md").write_text(f"# Papers\n{text}")
    first, _, rest = text.partition("\n* ")
    Path("ours.md").write_text(f"# Papers\n{first}\n{NEW.format('One', '10001')}* {rest}")
    Path("theirs.md").write_text(f"# Papers\n{text}{NEW.format('Other', '10002')}")


def watch(*arguments: str, code: str = EARLY, stop_at: str = "", terminal: str = "xterm") -> Seen:
    """Run a command with a terminal as standard error; with Ctrl-C once the terminal shows `stop_at`."""
    ours, theirs = pty.openpty()
    environ = {**os.environ, "TERM": terminal, "PYTHONPATH": str(Path(__file__).parents[1])}
    report = Path("../report")
    with report.open("wb") as stdout:
        process = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=stdout, stderr=theirs, env=environ)
    os.close(theirs)
    written = b""
    while True:
        try:
            piece = os.read(ours, 65_536)
        except OSError:  # nobody has the other end any more
            break
        if not piece:
            break
        written += piece
        if stop_at and stop_at.encode() in written:
            process.send_signal(signal.SIGINT)
            stop_at = ""
    os.close(ours)
    exit_code = process.wait(timeout=60)
    return Seen(exit_code, report.read_text(), written.decode())


STEPS: dict[str, tuple[Step, str]] = {
    "without a number": (Step("Reading README.md"), "Reading README.md · 3 s"),
    "with one": (Step("Checking", 1, 1_200, "section"), "Checking: 1 of 1,200 sections · 3 s"),
    "a hostile name": (Step("Reading \x1b[2J.md"), "Reading ␛[2J.md · 3 s"),
}


@pytest.mark.parametrize(("step", "line"), STEPS.values(), ids=STEPS)
def test_a_step_in_one_line(step: Step, line: str) -> None:
    assert step.describe(3.4) == line


@pytest.mark.parametrize(("arguments", "steps"), COMMANDS.values(), ids=COMMANDS)
def test_a_terminal_shows_the_steps_and_keeps_none(arguments: tuple[str, ...], steps: list[str]) -> None:
    seen = watch(*arguments)
    assert seen.code in {0, 1}
    assert [each for each in steps if not any(line.startswith(each) for line in seen.steps)] == []
    assert " · " not in seen.said
    assert all(ERASE not in each and " · " not in each for each in seen.out.splitlines() if each)
    if "json" in arguments:
        json.loads(seen.out)


def test_the_line_comes_after_a_second() -> None:
    """Merging takes longer."""
    write_versions(entries(200))
    steps = watch(*COMMANDS["merge"][0], code=USUAL).steps
    assert steps
    assert not [each for each in steps if each.endswith("· 0 s")]


def test_shorter_work_shows_nothing() -> None:
    assert ERASE not in watch("lint", "README.md", "--exit-zero", code=EARLY.replace("first=0.01", "first=60")).err


def test_a_terminal_that_erases_no_line_shows_nothing() -> None:
    assert watch("lint", "README.md", "--exit-zero", terminal="dumb").steps == []


def test_a_pipe_shows_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EARLY, "lint", "README.md", "--exit-zero"],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""


@pytest.mark.parametrize(("arguments", "steps"), COMMANDS.values(), ids=COMMANDS)
def test_ctrl_c_says_that_nothing_was_written(arguments: tuple[str, ...], steps: list[str]) -> None:
    before = {each.name: each.read_bytes() for each in Path().iterdir()}
    seen = watch(*arguments, stop_at=steps[-1])
    assert (seen.code, seen.out, seen.said) == (130, "", "Interrupted; no list or report was written.\n")
    assert {each.name: each.read_bytes() for each in Path().iterdir()} == before


WRITES = """
import time
from bot.console import of_process
from bot.progress import shown_on, step
console = of_process()
with shown_on(console.stderr, "xterm", first=0.01):
    step("Working")
    time.sleep(0.1)
    console.{}
    time.sleep(0.3)
"""


@pytest.mark.parametrize("output", ["say('x')", "report('x')", "report('x', aside=True)"])
def test_what_is_written_takes_the_place_of_the_line(output: str) -> None:
    seen = watch(code=WRITES.format(output))
    assert seen.err.rstrip("\r\nx") == f"{ERASE}Working · 0 s{ERASE}"
    assert "x" in seen.out + seen.said
