"""What of a lock file is kept, what it lacks, and what becomes of its lines."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.facts.lock_file import BadLine, Lines, LockedPaper
from bot.facts.lock_renewal import MOST_NAMES, Wanted, find_problems, find_wanted, keep_fresh, renew
from bot.facts.model import Absent, Facts, Unknown, Unrecorded
from bot.facts.questions import Queries
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Evidence, Record

TODAY = date(2026, 11, 21)
ID = Identifier(Scheme.ARXIV, "2310.05915")
NAME, DOI = "arXiv:2310.05915", "10.1000/xyz"
LINE = LockedPaper(id=NAME, title="FireAct", checked=TODAY)


@pytest.mark.parametrize(
    ("line", "is_kept"),
    [
        pytest.param(LINE, True, id="of today"),
        pytest.param(replace(LINE, checked=TODAY - timedelta(days=30)), True, id="a month old"),
        pytest.param(replace(LINE, checked=TODAY - timedelta(days=31)), False, id="older"),
        pytest.param(
            replace(LINE, checked=TODAY + timedelta(days=1)), True, id="of tomorrow, where days begin earlier"
        ),
        pytest.param(replace(LINE, checked=TODAY + timedelta(days=2)), False, id="of the future"),
        pytest.param(replace(LINE, title=""), False, id="without a title"),
        pytest.param(replace(LINE, titles=None), False, id="without earlier titles"),
    ],
)
def test_what_need_not_be_asked_about_again(line: LockedPaper, is_kept: bool) -> None:
    assert (keep_fresh({NAME: line}, TODAY).paper(ID, 0.0) is not None) is is_kept


WANTED = Wanted(frozenset({NAME}), frozenset())
RECORD = Record("FireAct", identifier=ID, withdrawn=False)
OLD = replace(LINE, checked=date(2026, 1, 1))


@pytest.mark.parametrize(
    ("old", "facts", "new", "counts"),
    [
        pytest.param(None, Facts({ID: RECORD}), LINE, (1, 0, 0), id="a new one"),
        pytest.param(None, Facts({ID: Unknown("no answer")}), None, (0, 0, 0), id="nothing is known"),
        pytest.param(OLD, Facts({ID: RECORD}), LINE, (0, 1, 0), id="known again"),
        pytest.param(OLD, Facts({ID: Unknown("no answer")}), OLD, (0, 0, 0), id="not known this time"),
        pytest.param(
            OLD,
            Facts({ID: Absent()}),
            LockedPaper(id=NAME, title="", absent=True, checked=TODAY),
            (0, 1, 0),
            id="absent",
        ),
        pytest.param(OLD, Facts({ID: replace(RECORD, titles=None)}), OLD, (0, 0, 0), id="without earlier titles"),
        pytest.param(
            replace(OLD, title=""),
            Facts({ID: replace(RECORD, titles=None)}),
            replace(LINE, titles=None),
            (0, 1, 0),
            id="better than nothing",
        ),
        pytest.param(
            replace(OLD, authors=("Ann Lee",)),
            Facts({ID: RECORD}),
            replace(OLD, authors=("Ann Lee",)),
            (0, 0, 0),
            id="without authors",
        ),
        pytest.param(
            replace(OLD, venue="ICLR 2024", venue_sources=(), code="https://github.com/a/b", code_sources=()),
            Facts({ID: RECORD}),
            replace(LINE, venue="ICLR 2024", venue_sources=(), code="https://github.com/a/b", code_sources=()),
            (0, 1, 0),
            id="venue and code that were not asked for",
        ),
        pytest.param(
            OLD,
            Facts(
                {ID: replace(RECORD, evidence=(Evidence(datetime(2026, 11, 20, 23, tzinfo=UTC).timestamp(), "", 200),))}
            ),
            replace(LINE, checked=date(2026, 11, 20)),
            (0, 1, 0),
            id="from a cache",
        ),
    ],
)
def test_what_becomes_of_a_line(
    old: LockedPaper | None, facts: Facts, new: LockedPaper | None, counts: tuple[int, int, int]
) -> None:
    done = renew({NAME: old} if old else {}, WANTED, facts, TODAY)
    assert done.papers == ((new,) if new else ())
    assert (done.added, done.changed, done.removed) == counts
    assert done.missing == (() if new else (NAME,))


def test_works_that_nobody_has_on_record_have_a_line_and_what_is_not_listed_has_none() -> None:
    wanted = Wanted(frozenset({f"doi:{DOI}"}), frozenset({"openreview:abc"}))
    done = renew(
        {NAME: OLD},
        wanted,
        Facts(works={DOI: Unrecorded("nobody has it"), "openreview:abc": Unrecorded("nobody has it")}),
        TODAY,
    )
    assert done.papers == (LockedPaper(id=f"doi:{DOI}", title="", checked=TODAY),)
    assert (done.added, done.removed, done.missing) == (1, 1, ())


def test_problems_name_ten_papers(tmp_path: Path) -> None:
    path = tmp_path / "papers.lock.jsonl"
    wanted = Wanted(frozenset(f"arXiv:2310.{number:05}" for number in range(11)), frozenset({"openreview:abc"}))
    missing = f"{path}: 11 papers of the list missing from it: arXiv:2310.00000, "
    found = find_problems(path, Lines({}), wanted)
    assert (found[0], found[1][: len(missing)]) == (f"{path} does not exist", missing)
    assert found[1].count("arXiv:") == MOST_NAMES
    path.touch()
    lines = Lines({NAME: LINE, "openreview:abc": replace(LINE, id="openreview:abc")}, (BadLine(3, "no JSON"),))
    assert find_problems(path, lines, Wanted(frozenset(), wanted.possible)) == [
        f"{path}, line 3: no JSON",
        f"{path}: 1 paper not listed any more: {NAME}",
    ]


def test_pages_are_wanted_where_they_say_what_they_are_about() -> None:
    page = "https://a.org/1"
    queries = Queries({ID: ("FireAct",)}, (), {}, (), {}, (), works=(DOI,), records={page: page})
    assert find_wanted(queries) == Wanted(frozenset({NAME, f"doi:{DOI}"}), frozenset({page}))
