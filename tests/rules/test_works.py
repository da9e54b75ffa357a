"""What rules say of works."""

from __future__ import annotations

import pytest

from bot.papers.identifiers import Identifier, Scheme
from bot.rules.works import cite


@pytest.mark.parametrize(
    ("scheme", "value", "expected"),
    [
        (Scheme.ARXIV, "2401.12345", "arXiv 2401.12345"),
        (Scheme.ACL, "I13-1190", "ACL I13-1190"),
        (Scheme.DOI, "10.1145/2103799.2103805", "DOI 10.1145/2103799.2103805"),
        (Scheme.BIORXIV, "10.1101/2024.12.13.628448", "DOI 10.1101/2024.12.13.628448"),
        (Scheme.OPENREVIEW, "1vDArHJ68h", "OpenReview 1vDArHJ68h"),
        (Scheme.GITHUB, "a/b", "GitHub a/b"),
    ],
)
def test_works_are_cited_in_one_style(scheme: Scheme, value: str, expected: str) -> None:
    assert cite(Identifier(scheme, value)) == expected


def test_a_long_identifier_is_cut() -> None:
    assert len(cite(Identifier(Scheme.CVF, "a" * 200))) < 100
