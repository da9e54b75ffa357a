"""The pull request with updates, with each request held against GitHub's description."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.commands.updates import FIREACT, README, TUNING, lock, updates_of

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
    before = prism.log.stat().st_size
    with updates_of(folder, port=prism.upstream, shown=prism.url) as made:
        yield made
    said = prism.log.read_bytes()[before:].decode("utf-8", "replace")
    assert [line for line in said.splitlines() if "iolation" in line or "NO_PATH_MATCHED" in line] == []


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
