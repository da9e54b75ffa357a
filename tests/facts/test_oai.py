"""Answers of OAI-PMH, whole and broken."""

from __future__ import annotations

import pytest

from bot.facts.arxiv_records import read_record
from bot.papers.dates import PartialDate
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record

RAW = """<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><GetRecord><record><metadata>
<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>2310.05915</id>
<version version="v1"><date>Sun, 8 Oct 2023 23:58:38 -0500</date>
<size>{first}</size><source_type>D</source_type></version>
<version version="v2"><date>Tue, 10 Oct 2023 23:30:00 -0500</date>
<size>{last}</size><source_type>{kind}</source_type></version>
<title>A
 Title</title><comments>c</comments><journal-ref>j</journal-ref><doi>d</doi></arXivRaw>
</metadata></record></GetRecord></OAI-PMH>"""


@pytest.mark.parametrize(
    ("first", "last", "kind", "withdrawn"),
    [
        ("12kb", "14kb", "D", False),
        ("12kb", "0kb", "D", True),
        ("12kb", "1kb", "I", True),
        ("0kb", "12kb", "D", False),
        ("12kb", "10kb", "", False),
        ("12kb", "", "", False),
    ],
)
def test_last_version_says_whether_the_paper_is_withdrawn(first: str, last: str, kind: str, withdrawn: bool) -> None:
    record = read_record(RAW.format(first=first, last=last, kind=kind).encode())
    assert record == Record(
        "A Title",
        None,
        identifier=Identifier(Scheme.ARXIV, "2310.05915"),
        version=2,
        date=PartialDate(2023, 10, 9),
        updated=PartialDate(2023, 10, 11),
        comment="c",
        journal_reference="j",
        doi="d",
        withdrawn=withdrawn,
    )


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html/>",
        b'<OAI-PMH><error code="idDoesNotExist"/></OAI-PMH>',
        RAW.encode()[:400],
        b"<!DOCTYPE x>" + RAW.encode(),
        b"<arXivRaw><id>1</id><title>t</title></arXivRaw>",
        b"<arXivRaw><id/><title>t</title><version/></arXivRaw>",
    ],
    ids=range(7),
)
def test_anything_else_is_no_record(body: bytes) -> None:
    assert read_record(body) is None


def test_record_without_dates_is_one() -> None:
    body = b"<arXivRaw><id>1</id><title>t</title><version><date>soon</date></version></arXivRaw>"
    assert read_record(body) == Record("t", identifier=Identifier(Scheme.ARXIV, "1"), version=1, withdrawn=False)
