"""The pull request with updates, with each request held against GitHub's description."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.updates.pull import CLOSED
from tests.commands.updates import FIREACT, README, TUNING, lock, lock_all, updates_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.commands.updates import Job
    from tests.github.conftest import Between

pytestmark = pytest.mark.conformance


@pytest.fixture
def job(prism: Between, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:
    folder = tmp_path / "list"
    folder.mkdir()
    monkeypatch.chdir(folder)
    with prism.watch(), updates_of(folder, port=prism.upstream, shown=prism.url) as made:
        yield made


def test_opened_edited_closed_and_opened_again(job: Job) -> None:
    assert job.run().code == 0
    (job.folder / "papers.lock.jsonl").write_text(lock(FIREACT, TUNING))
    assert job.run().code == 0
    assert job.run().code == 0
    (pull,) = job.pulls
    pull.issue.state = "closed"
    assert job.run().code == 0
    assert len(job.pulls) == 1
    (job.folder / "papers.lock.jsonl").write_text(lock((*FIREACT[:2], "Accepted at ICLR 2025"), TUNING))
    assert job.run().code == 0
    assert len(job.pulls) == 2
    assert job.lines() == README.replace("arXiv'23", "ICLR'25")


def test_closed_when_nothing_is_left(job: Job) -> None:
    assert job.run().code == 0
    (job.folder / "papers.lock.jsonl").write_text(lock_all())
    assert job.run().code == 0
    (pull,) = job.pulls
    assert (pull.issue.state, pull.issue.body) == ("closed", CLOSED)
