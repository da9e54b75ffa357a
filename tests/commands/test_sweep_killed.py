"""A sweep that is killed, at whatever moment: the state is that of before, or that of after, and never else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.files import read_optional, save
from bot.sweeps.storage import load
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
        content = read_optional(path) or ""
        number = content[: len(content) // 20_000]
        assert content == number * 20_000
        assert int(number) >= last


def test_what_killed_runs_left_behind_is_cleared_away(tmp_path: Path) -> None:
    path = tmp_path / "state"
    strays = [tmp_path / f".paperlist-bot-state-{name}.new" for name in ("old", "young")]
    other = tmp_path / ".paperlist-bot-other-old.new"
    for stray in (*strays, other):
        stray.write_text("half a")
        os.utime(stray, (0, 0))
    os.utime(strays[1])
    save(path, "whole")
    assert sorted(each.name for each in tmp_path.iterdir()) == [other.name, strays[1].name, "state"]
    assert read_optional(path) == "whole"


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
