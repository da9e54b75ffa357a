"""`BOT_NOW`: a sweep on another day than today."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from bot.console import Console, with_bot_now
from bot.errors import BotError
from bot.sweeps.state import load
from tests.commands.helpers import TODAY, run

QUIET = {"BOT_CONNECTIVITY_PROBES": "none"}


@pytest.mark.parametrize(
    ("words", "now"),
    [
        pytest.param("2026-12-01T04:17:00Z", 1_796_098_620, id="utc"),
        pytest.param("2026-12-01T04:17", 1_796_098_620, id="no-zone-is-utc"),
        pytest.param("2026-12-01T05:17:00+01:00", 1_796_098_620, id="zone"),
        pytest.param(" 2026-12-01 ", 1_796_083_200, id="day"),
    ],
)
def test_the_clock_starts_at_the_time_of_the_variable(words: str, now: int) -> None:
    console = with_bot_now(Console(environ={"BOT_NOW": words}, today=TODAY))
    assert console.clock is not None
    assert int(console.clock.now()) == now
    assert console.today == date(2026, 12, 1)


def test_time_goes_on_from_there() -> None:
    clock = with_bot_now(Console(environ={"BOT_NOW": "2026-12-01"}, today=TODAY)).clock
    assert clock is not None
    before, started = clock.now(), clock.elapsed()
    clock.sleep(0.02)
    assert clock.now() - before == pytest.approx(clock.elapsed() - started, abs=0.01)


@pytest.mark.parametrize("words", ["", " "], ids=["empty", "blank"])
def test_without_the_variable_nothing_changes(words: str) -> None:
    console = Console(environ={"BOT_NOW": words}, today=TODAY)
    assert with_bot_now(console) is console


@pytest.mark.parametrize("words", ["tomorrow", "1796100420", "2026-13-01", "1960-01-01", "0001-01-01T00:00+14:00"])
def test_invalid_times_are_rejected(words: str) -> None:
    with pytest.raises(BotError, match="BOT_NOW"):
        with_bot_now(Console(environ={"BOT_NOW": words}, today=TODAY))


def test_a_sweep_runs_at_that_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("# Papers\n\n[Top](#papers)\n", encoding="utf-8")
    for day in ("2026-12-01", "2026-12-08"):
        assert run("sweep", "--state", "s.json", environ={**QUIET, "BOT_NOW": day}).code == 0
    times = [run.time for run in load(Path("s.json").read_text(encoding="utf-8")).runs]
    begins = (1_796_083_200, 1_796_083_200 + 7 * 86_400)
    assert all(0 <= time - begin < 60 for time, begin in zip(times, begins, strict=True))  # a busy machine is slow
