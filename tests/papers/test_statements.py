"""What counts as a statement that a paper was published, of comments as people write them on arXiv."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot.papers.statements import find_statements

COMMENTS = tuple(
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("comments.tsv").read_text(encoding="utf-8").splitlines()
)
"""The venue and year that a comment states, `-` for none, and the comment."""


def venue_of(text: str, *, is_reference: bool = False) -> str:
    """The venue and year that are stated first; `-` for none."""
    return next((f"{m.name} {m.year}" for _, m in find_statements(text, is_reference=is_reference)), "-")


def test_statements_are_found_and_others_are_not() -> None:
    stated = [(venue, text) for venue, text in COMMENTS if venue != "-"]
    others = [text for venue, text in COMMENTS if venue == "-"]
    assert (len(stated), len(others)) == (50, 50)
    assert [text for text in others if venue_of(text) != "-"] == []
    assert sum(venue_of(text) == venue for venue, text in stated) / len(stated) >= 0.95


@pytest.mark.parametrize(
    "text",
    [
        *("ICML 2025 preprint", "Full version of the ICML 2025 paper", "Our ICML 2025 paper", "Poster of ICML 2025"),
        *("Published on arXiv, ICML 2025", "Published in response to the ICML 2025 paper"),
        *("Accepted for review at ICML 2025", "Accepted abstract; paper under review at ICML 2025"),
        *("Presented at the ICML 2025 tutorial", "ICML Submission 2025", "ICML 2025 Conference Submission"),
        *("ICML 2025 dataset", "To ICML 2025", "ICML 2025?", "Preprint. ICML 2025", "Accepted by no ICML 2025 track"),
        *("Accepted by NO ICML 2025", "Accepted at no 2025 ICML workshop", "Accepted to ICML 2025: no"),
        *("Accepted at ICML 2025 (NOT)", "Accepted at ICML 2025 Never", "Accepted at Non ICML 2025"),
        *("Accepted (Not) at ICML 2025", "Accepted at ICML 2025 (Withdrawn)"),
        *("Accepted at ICML 2025, Rejected Later", "Accepted to ICML 2025 Submission Track"),
        *("Accepted manuscript no ICML 2025", "To appear at no ICML 2025 workshop", "Presented at No. ICML 2025"),
        *("Published Nowhere, ICML 2025", "Isn\u2019t Accepted at ICML 2025", "No ICML 2025 paper", "No, ICML 2025"),
        *("ICML 2025 - no", "No award. ICML 2025", "In no proceedings of ICML 2025"),
        "This paper was not accepted. ICML 2025",
        "It has never been accepted anywhere, see https://a.example/b. ICML 2025",
    ],
)
def test_no_statement(text: str) -> None:
    assert venue_of(text) == "-"


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("12 pages. Accepted at ICML 2024, 3 figures. Code: later", "Accepted at ICML 2024, 3 figures"),
        ("Proc. of ICML 2024, vol. 235, pp. 1-9", "Proc. of ICML 2024, vol. 235, pp. 1-9"),
        ("Rejected from ICML 2024. Accepted at COLM 2024", "Accepted at COLM 2024"),
        ("International Conference on Learning Representations (ICLR 2024)",) * 2,
        ("Accepted by TOG 2023, vol. 40, No. 4, paper no 12",) * 2,
        ("12 pages, no figures, accepted at ICML 2024",) * 2,
        ("Accepted at ICML 2024. No supplementary material", "Accepted at ICML 2024"),
    ],
)
def test_the_clause_is_given_as_it_is_written(text: str, clause: str) -> None:
    assert [each for each, _ in find_statements(text)] == [clause]


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        ("Transactions of the ACL, 2024", "TACL 2024"),
        ("IEEE TPAMI, vol. 45, no. 3, pp. 100-120, March 2023", "TPAMI None"),
        ("Proceedings of the AAAI Conference on Artificial Intelligence, 38(16), 1-9", "AAAI None"),
        ("ICML", "ICML None"),
        ("Submitted to ICML 2024", "-"),
        ("ICML 2024 (under review)", "-"),
        ("", "-"),
    ],
)
def test_a_journal_reference_needs_no_year(text: str, venue: str) -> None:
    assert venue_of(text, is_reference=True) == venue


@pytest.mark.parametrize(
    "text",
    [
        "Workshop on Agents, " * 9_000 + "x",
        "conference: A, ICML 2024 " * 4_000 + "x",
        "accepted, " * 9_000 + "ICML 2024 x",
    ],
)
def test_a_long_comment_takes_linear_time(text: str) -> None:
    start = time.process_time()
    assert venue_of(text) == "-"
    assert time.process_time() - start < 2
