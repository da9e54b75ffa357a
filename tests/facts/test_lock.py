"""The lock file of a list."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

import pytest

from bot.codec import to_json
from bot.errors import BotError
from bot.facts.lock import LockedPaper, load_lock, lock_path, read_lock
from bot.papers.identifiers import Identifier, Scheme
from bot.text import Text

if TYPE_CHECKING:
    from pathlib import Path

FIREACT = LockedPaper(
    "arXiv:2310.05915",
    "FireAct: Toward Language Agent Fine-tuning",
    date(2026, 11, 21),
    authors=("Baian Chen", "Chang Shu"),
    submitted=date(2023, 10, 9),
    categories=("cs.CL",),
)
LINE = json.dumps(to_json(FIREACT, omit_defaults=False))


def read(*lines: str) -> dict[Identifier, LockedPaper]:
    return dict(read_lock(Text("papers.lock.jsonl", "".join(f"{line}\n" for line in lines))))


def test_a_line_comes_back_as_it_was() -> None:
    assert read(LINE, "") == {Identifier(Scheme.ARXIV, "2310.05915"): FIREACT}


def test_unknown_keys_are_ignored_and_missing_ones_are_unknown() -> None:
    line = '{"id": "doi:10.1145/3292500.3330701", "title": "Optuna", "checked": "2026-11-21", "later": 1}'
    paper = read(line)[Identifier(Scheme.DOI, "10.1145/3292500.3330701")]
    assert (paper.title, paper.authors, paper.withdrawn) == ("Optuna", (), False)


def test_as_a_fact() -> None:
    identifier = Identifier(Scheme.ARXIV, "2310.05915")
    paper = FIREACT.paper(identifier)
    assert (paper.identifier, paper.title, paper.published) == (identifier, FIREACT.title, date(2023, 10, 9))
    assert paper.categories == ("cs.CL",)


NO_PAPER = "id: must name a paper, such as arXiv:2401.12345"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        pytest.param("{", "not valid JSON", id="no JSON"),
        pytest.param("[" * 100_000, "not valid JSON", id="nested"),
        pytest.param("1" * 5_000, "not valid JSON", id="number"),
        pytest.param('"text"', "must be an object", id="no object"),
        pytest.param('{"id": "arXiv:2310.05915", "checked": "2026-11-21"}', '"title" is missing', id="no title"),
        pytest.param('{"id": "arXiv:2310.05915", "title": 1, "checked": 1}', "title: must be text", id="type"),
        pytest.param('{"id": "2310", "title": "", "checked": "2026-11-21"}', NO_PAPER, id="id"),
        pytest.param('{"id": "https://github.com/a/b", "title": "", "checked": "2026-01-01"}', NO_PAPER, id="code"),
        pytest.param('{"id": "' + "x" * 500_000, "longer than 500,000 characters", id="long"),
    ],
)  # fmt: skip
def test_a_bad_line_is_named(line: str, problem: str) -> None:
    with pytest.raises(BotError) as caught:
        read(LINE, line)
    assert caught.value.message == f"papers.lock.jsonl, line 2: {problem}"


def test_where_it_is(tmp_path: Path) -> None:
    assert lock_path(str(tmp_path / "README.md")) == tmp_path / "papers.lock.jsonl"
    assert dict(load_lock(tmp_path / "papers.lock.jsonl")) == {}
    (tmp_path / "papers.lock.jsonl").write_text(LINE)
    assert len(load_lock(lock_path(str(tmp_path / "README.md")))) == 1
