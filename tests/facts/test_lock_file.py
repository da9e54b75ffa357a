"""The lock file of a list."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.codec import to_json
from bot.commands.sources import load_beside
from bot.errors import BotError
from bot.facts.lock_file import (
    Lock,
    LockedPaper,
    load_lock,
    lock_path,
    lock_record,
    make_lock,
    read_lines,
    read_lock,
    write_lock,
)
from bot.facts.model import Absent, Unrecorded
from bot.linter.schema import problems
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record, VenueKind
from bot.papers.witnesses import Track
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

DAY = date(2026, 11, 21)
FIREACT = LockedPaper(
    id="arXiv:2310.05915",
    title="FireAct: Toward Language Agent Fine-tuning",
    authors=("Baian Chen", "Chang Shu"),
    submitted=date(2023, 10, 9),
    categories=("cs.CL",),
    checked=DAY,
)
LINE = json.dumps(to_json(FIREACT, omit_defaults=False))
OPTUNA = "doi:10.1145/3292500.3330701"


def text(*lines: str) -> Text:
    return Text("papers.lock.jsonl", "".join(f"{line}\n" for line in lines))


def read(*lines: str) -> Mapping[str, LockedPaper]:
    return read_lock(text(*lines))


def test_a_line_comes_back_as_it_was() -> None:
    assert read(LINE, "") == {FIREACT.id: FIREACT}
    assert write_lock([FIREACT]) == (
        '{"id":"arXiv:2310.05915","title":"FireAct: Toward Language Agent Fine-tuning","titles":[],'
        '"authors":["Baian Chen","Chang Shu"],"submitted":"2023-10-09","updated":null,"comment":null,'
        '"journal_ref":null,"doi":null,"categories":["cs.CL"],"withdrawn":false,"checked":"2026-11-21"}\n'
    )


def test_lines_are_sorted_and_hold_their_titles_whole() -> None:
    odd = replace(FIREACT, id="arXiv:2001.00001", title="A\u2028B \x85 \U0001f600")
    assert list(read_lock(Text("", write_lock([FIREACT, odd]))).values()) == [odd, FIREACT]


def test_unknown_keys_are_ignored_and_missing_ones_are_unknown() -> None:
    line = f'{{"id": "{OPTUNA}", "title": "Optuna", "submitted": "2019-07-25", "checked": "2026-11-21", "later": 1}}'
    lock = make_lock(read(line).values())
    doi = OPTUNA.removeprefix("doi:")
    found = lock.works[doi]
    assert isinstance(found, Record)
    assert found == Record(
        "Optuna",
        year=2019,
        years=(2019,),
        source="papers.lock.jsonl",
        identifier=Identifier(Scheme.DOI, doi),
        doi=doi,
        address=f"https://doi.org/{doi}",
        date=PartialDate(2019, 7, 25),
        evidence=found.evidence,
    )


@given(st.lists(st.text(max_size=30), min_size=1, max_size=4), st.text(max_size=30))
def test_any_text_comes_back(titles: list[str], comment: str) -> None:
    paper = replace(FIREACT, title=titles[0], titles=tuple(titles[1:]), comment=comment)
    written = write_lock([paper])
    assert written.count("\n") == 1
    assert read_lock(Text("", written)) == {FIREACT.id: paper}


def test_after_a_merge_the_line_that_was_checked_last_counts() -> None:
    newer = replace(FIREACT, title="FireAct", checked=date(2026, 11, 22))
    for lines in ([FIREACT, newer], [newer, FIREACT]):
        assert read(*(write_lock([each]) for each in lines)) == {FIREACT.id: newer}


ADAM = Identifier(Scheme.ARXIV, "1412.6980")
KNOT = Identifier(Scheme.ARXIV, "hep-th/9901001")
PAPER = Record(
    "Adam: A Method for Stochastic Optimization",
    ("Adam",),
    identifier=ADAM,
    version=9,
    date=PartialDate(2014, 12, 22),
    updated=PartialDate(2017, 1, 30),
    comment="ICLR 2015",
    journal_reference="ICLR",
    doi="10.1000/ADAM",
    withdrawn=False,
    authors=("Diederik P. Kingma",),
    categories=("cs.LG",),
)
RECORD = Record(
    "Optuna",
    titles=("Optuna: A Framework",),
    authors=("Takuya Akiba",),
    venue="KDD",
    year=2019,
    years=(2018, 2019),
    source="Crossref",
    identifier=Identifier(Scheme.DOI, "10.1145/3292500.3330701"),
    doi="10.1145/3292500.3330701",
    address="https://doi.org/10.1145/3292500.3330701",
    date=PartialDate(2018, 7),
    venue_kind=VenueKind.PROCEEDINGS,
)
PAGE = Record("A Page", source="its page on example.org", address="https://example.org/a", preprint=True)
FORUM = replace(PAGE, identifier=Identifier(Scheme.OPENREVIEW, "aB1"), address="https://openreview.net/forum?id=aB1")


def test_papers_come_back_as_they_were() -> None:
    unasked = replace(PAPER, identifier=KNOT, titles=None, withdrawn=None)
    found = make_lock(read(write_lock([lock_record(PAPER, ADAM, DAY), lock_record(unasked, KNOT, DAY)])).values())
    assert {each: replace(paper, evidence=()) for each, paper in found.papers.items() if isinstance(paper, Record)} == {
        ADAM: PAPER,
        KNOT: unasked,
    }


@pytest.mark.parametrize(
    ("name", "record"),
    [("10.1145/3292500.3330701", RECORD), ("openreview:aB1", FORUM), ("https://example.org/a", PAGE)],
    ids=["DOI", "identifier", "address"],
)
def test_records_come_back_as_they_were(name: str, record: Record) -> None:
    found = make_lock(read(write_lock([lock_record(record, name, DAY)])).values()).works
    work = found[name]
    assert isinstance(work, Record)
    assert (len(found), replace(work, evidence=())) == (1, record)
    (evidence,) = work.evidence
    assert (evidence.time, evidence.note) == (1795219200.0, "from papers.lock.jsonl")


def test_what_nobody_has() -> None:
    gone = LockedPaper(id="arXiv:2310.00001", title="", absent=True, checked=DAY)
    nothing = LockedPaper(id="doi:10.1000/x", title="", checked=DAY)
    found = make_lock(read(write_lock([gone, nothing])).values())
    assert found.works == {"10.1000/x": Unrecorded("no source had a record of it on 2026-11-21")}
    assert [type(each) for each in found.papers.values()] == [Absent]
    assert (bool(found), bool(Lock())) == (True, False)


def test_lines_are_as_the_schema_describes_them() -> None:
    works = [lock_record(each, name, DAY) for name, each in ((RECORD.doi, RECORD), (PAGE.address, PAGE))]
    gone = LockedPaper(id="arXiv:2310.00001", title="", absent=True, checked=DAY)
    lines = write_lock([FIREACT, lock_record(PAPER, ADAM, DAY), gone, *works]).splitlines()
    assert [problems("lock", json.loads(line)) for line in lines] == [()] * 5


def line(**changes: object) -> str:
    return json.dumps({"id": "arXiv:2310.05915", "title": "", "checked": "2026-11-21", **changes})


VENUE = {"venue": "ICML", "year": 2024, "source": "x", "address": "x", "doi": "x", "witness": "list"}
CODE = {"address": "https://github.com/a/b", "source": "x", "page": "x", "witness": "hub"}
LONG = "x" * 10_001
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
        pytest.param(line(checked="1990-12-31"), "checked: must be a day on which it could be checked", id="day"),
        pytest.param(line(years=[10**400]), "years: must be years", id="years"),
        pytest.param(line(version=0), "version: must be 1 or more", id="version"),
        pytest.param(line(title="x" * 10_001), "title: longer than 10,000 characters", id="long title"),
        pytest.param(line(titles=["x", LONG]), "title: longer than 10,000 characters", id="long second title"),
        pytest.param(line(url="x" * 4_097), "url: longer than 4,096 characters", id="address"),
        *(
            pytest.param(line(**{key: [each] * 10_001}), f"{key}: more than 10,000", id=f"too many {key}")
            for key, each in (("authors", "x"), ("titles", "x"), ("categories", "x"), ("years", 2024))
        ),
        *(
            pytest.param(line(**{key: [claim] * 21}), f"{key}: more than 20", id=f"too many {key}")
            for key, claim in (("venue_sources", VENUE), ("code_sources", CODE))
        ),
        pytest.param(line(venue=LONG), "venue: longer than 10,000 characters", id="long venue"),
        pytest.param(line(code=LONG), "code: longer than 4,096 characters", id="long code"),
        pytest.param("<<<<<<< HEAD", "not valid JSON", id="conflict"),
        pytest.param('{"id": "doi:10/1", "title": "", "checked": "2026-11-21"}', NO_PAPER, id="DOI"),
        pytest.param(
            '{"id": "doi:10.1000/1", "title": "", "published": "May", "checked": "2026-11-21"}',
            "published: must be a date, such as 2024-01-31 or 2024-01",
            id="date",
        ),
        pytest.param('{"id": "https://github.com/a/b", "title": "", "checked": "2026-01-01"}', NO_PAPER, id="code"),
        pytest.param('{"id": "' + "x" * 500_000, "longer than 500,000 characters", id="long"),
    ],
)  # fmt: skip
def test_a_bad_line_is_named(line: str, problem: str) -> None:
    with pytest.raises(BotError) as caught:
        read(LINE, line)
    assert caught.value.message == f"papers.lock.jsonl, line 2: {problem}"


@pytest.mark.parametrize(
    ("key", "claim"),
    [
        *(("venue_sources", VENUE | {key: LONG}) for key in ("venue", "source", "address", "doi")),
        *(("code_sources", CODE | {key: LONG}) for key in ("address", "source", "page")),
    ],
)
def test_what_a_source_says_is_of_so_many_characters(key: str, claim: dict[str, object]) -> None:
    with pytest.raises(BotError, match=f"{key}: longer than 10,000 characters"):
        read(line(**{key: [claim]}))


@pytest.mark.parametrize(
    ("name", "work", "address"),
    [
        ("doi:10.1000/x", "10.1000/x", "https://doi.org/10.1000/x"),
        ("https://example.org/a", "https://example.org/a", "https://example.org/a"),
        ("openreview:aB1", "openreview:aB1", ""),
    ],
)
def test_the_address_of_a_work_is_that_of_its_id(name: str, work: str, address: str) -> None:
    found = make_lock(read(line(id=name, title="T", checked="1991-01-01")).values()).works[work]
    assert isinstance(found, Record)
    assert found.address == address


@pytest.mark.parametrize(
    ("written", "venue"),
    [
        ({"venue": "ICML 2024"}, ("ICML", 2024, Track.MAIN)),
        ({"venue": "ICML 2024 Workshop"}, ("ICML", 2024, Track.WORKSHOP)),
        ({"venue": "ICML"}, None),
        ({"venue": "Some Meeting 2024"}, None),
        ({"venue": "ICML 2024", "venue_sources": []}, None),
        ({"venue": "", "venue_sources": [VENUE]}, ("ICML", 2024, Track.MAIN)),
        ({}, None),
    ],
)
def test_the_venue_that_somebody_wrote_is_known_and_has_a_year(
    written: dict[str, object], venue: tuple[str, int, Track] | None
) -> None:
    claims = [each for claims in make_lock(read(line(**written)).values()).venues.values() for each in claims]
    assert [(each.venue, each.year, each.track) for each in claims] == ([venue] if venue else [])


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("https://github.com/a/b", "https://github.com/a/b"),
        ("https://github.com/a/b.git", "https://github.com/a/b"),
        ("https://github.com/a/b/", "https://github.com/a/b"),
        ("https://github.com/a/b/tree/main", None),
        ("https://github.com/orgs/b", None),
        ("https://gitlab.com/a/b", None),
    ],
)
def test_the_code_that_somebody_wrote_is_a_repository(written: str, address: str | None) -> None:
    found = make_lock(read(line(code=written)).values()).code
    assert [each.address for claims in found.values() for each in claims] == ([address] if address else [])


def test_what_was_checked_long_ago_says_nothing_of_new_titles() -> None:
    gone = LockedPaper(id="arXiv:2310.00001", title="", absent=True, checked=DAY)
    lock, seen = make_lock([FIREACT, gone]), 1795219200.0
    paper, absent = Identifier(Scheme.ARXIV, "2310.05915"), Identifier(Scheme.ARXIV, "2310.00001")
    # A day in the future is none on which somebody looked; within a day it is another time zone.
    for days, titles, kind in ((180, (), Absent), (181, None, type(None)), (-1, (), Absent), (-2, None, type(None))):
        found = lock.paper(paper, seen + days * 86_400)
        assert isinstance(found, Record)
        assert (found.title, found.titles) == (FIREACT.title, titles)
        assert isinstance(lock.paper(absent, seen + days * 86_400), kind)
    assert lock.paper(Identifier(Scheme.ARXIV, "2401.00001"), seen) is None


def test_all_bad_lines_are_known() -> None:
    lines = read_lines(text("{", LINE, "x"))
    assert [each.number for each in lines.bad] == [1, 3]
    assert list(lines.papers) == [FIREACT.id]


def test_where_it_is(tmp_path: Path) -> None:
    path, readme = tmp_path / "papers.lock.jsonl", str(tmp_path / "README.md")
    assert lock_path(readme) == path
    assert not load_lock([])
    assert not load_beside([readme])
    path.write_text(LINE)
    assert list(load_lock([text(LINE), text(LINE)]).papers) == [Identifier(Scheme.ARXIV, "2310.05915")]
    lock = load_beside([readme, readme])
    assert lock is not None
    assert list(lock.papers) == [Identifier(Scheme.ARXIV, "2310.05915")]
    (tmp_path / "list").mkdir()
    (tmp_path / "list" / path.name).symlink_to(path)
    with pytest.raises(BotError, match="is not in the working tree"):
        load_beside([str(tmp_path / "list" / "README.md")])
