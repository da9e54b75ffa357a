"""A sweep that is killed, at whatever moment: the state is that of before, or that of after, and never else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot import files
from bot.errors import BotError
from bot.files import read_optional, save, write
from bot.sweeps.state import load
from tests.commands.planet import STATE, planet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.planet import Planet

ROOT = Path(__file__).parents[2]
KILLS = 8
"""Moments, spread over the time that a whole run takes and a little longer."""
WRITER = """
import sys
from pathlib import Path
from bot.files import save
path = Path(sys.argv[1])
for number in range(1_000_000):
    save(path, str(number) * 20_000)
    print(number, flush=True)
"""


def stray_of(path: Path) -> Path:
    """The file that a run writes before it takes the place of the one at `path`."""
    return path.with_name(f".paperlist-bot-{path.name}.new")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Planet]:
    monkeypatch.chdir(tmp_path)
    with planet() as made:
        yield made


def start(world: Planet) -> subprocess.Popen[str]:
    arguments = ["sweep", "--state", STATE, "--allow-address", "127.0.0.0/8"]
    environ = {**os.environ, **world.environ(), "PYTHONPATH": str(ROOT), "BOT_CONNECTIVITY_PROBES": "none"}
    command = [sys.executable, "-P", "-m", "bot", *arguments]
    return subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


@pytest.mark.slow
def test_the_next_run_starts_from_a_whole_state(world: Planet) -> None:
    """What ran through is there once, and what was killed is not there at all."""
    world.write("/a", "/b", "/c")
    begun = time.monotonic()
    with start(world) as first:
        assert first.wait(60) == 0
    whole = time.monotonic() - begun
    before = world.state
    for kill in range(KILLS):
        world.write("/a", "/b", "/c", f"/new-{kill}")  # else nothing would be due
        with start(world) as process:
            time.sleep(whole * (0.3 + 0.9 * kill / KILLS))
            process.send_signal(signal.SIGKILL)
            process.wait(60)
        state = world.state
        if state != before:
            paths = {url.removeprefix(world.web.url("/")) for url in state.records}
            assert (len(state.runs), paths) == (len(before.runs) + 1, {"a", "b", "c", f"new-{kill}"})
        before = state
    with start(world) as last:
        assert last.wait(60) == 0
    assert len(world.state.runs) == len(before.runs) + 1
    assert {str(each.state) for each in world.state.records.values()} == {"ok"}


def test_writing_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "state"
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    for kill in range(6):
        command = [sys.executable, "-P", "-c", WRITER, str(path)]
        with subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for _ in range(3 + kill):
                last = int(process.stdout.readline())
            time.sleep(0.001 * kill)
            process.kill()
        if stray_of(path).exists():
            os.utime(stray_of(path), (0, 0))  # the next run comes later, and need not wait
        content = read_optional(path) or ""
        number = content[: len(content) // 20_000]
        assert content == number * 20_000
        assert int(number) >= last


def test_what_killed_runs_left_behind_is_cleared_away(tmp_path: Path) -> None:
    path = tmp_path / "state"
    stray, other = stray_of(path), stray_of(tmp_path / "other")
    for each in (stray, other):
        each.write_text("half a")
        os.utime(each, (0, 0))
    save(path, "whole")
    assert sorted(each.name for each in tmp_path.iterdir()) == [other.name, "state"]
    assert read_optional(path) == "whole"


def test_one_run_writes_at_a_time(tmp_path: Path) -> None:
    """What is there when it is another run's turn to write is what it must expect."""
    path = tmp_path / "list.md"
    path.write_text("old")
    lock = stray_of(path).with_suffix(".lock")
    with ThreadPoolExecutor() as pool:
        with files._taken(lock):
            late = pool.submit(write, str(path), "newer", expected="old")
            time.sleep(0.2)
            assert (late.done(), path.read_text()) == (False, "old")
            stray_of(path).write_text("new")
            stray_of(path).replace(path)
        with pytest.raises(BotError, match="was changed while the bot was running"):
            late.result(5)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("list.md", "new")]


def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "state"
    save(path, "one")
    plain = tmp_path / "plain"
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode
    path.chmod(0o600)
    save(path, "two")
    assert (path.stat().st_mode & 0o777, read_optional(path)) == (0o600, "two")


def test_an_empty_state_is_the_first() -> None:
    assert load("").runs == ()
