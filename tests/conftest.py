from __future__ import annotations

import gc
import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("quick", max_examples=5, deadline=None)
settings.register_profile("thorough", max_examples=60, deadline=None)
settings.register_profile("all", max_examples=2_500, deadline=None)
settings.load_profile("quick")
"""Property tests use few examples by default; `pytest -m hypothesis --hypothesis-profile thorough` uses many."""

signal.signal(signal.SIGINT, signal.default_int_handler)
"""Shells start background jobs with Ctrl-C ignored, and that is inherited; the tests of interruptions need it."""


gc.disable()
"""While thousands of tests are collected, all that is made stays: the collector would look through it many times."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: many tests wait for a loopback server."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """Leave what the tests are made of alone from here on; what they make holds few cycles, as what `bot` makes."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="overwrite the expected results beside the tests with the current ones",
    )


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether to write the expected results again; read the difference before you commit it."""
    return bool(request.config.getoption("--regenerate"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which the process is in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(params=[pytest.param(5_000, id="small"), pytest.param(10_000, id="large", marks=pytest.mark.slow)])
def size(request: pytest.FixtureRequest) -> int:
    """The characters of a hostile input: few in everyday runs, many with `-m slow`."""
    return int(request.param)
