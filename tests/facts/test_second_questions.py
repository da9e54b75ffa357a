"""When more has to be asked before a paper is judged."""

from __future__ import annotations

import pytest

from bot.facts.model import claims_withdrawal
from bot.facts.papers import earlier_versions, is_in_doubt, may_be_new
from bot.papers.identifiers import Identifier, Scheme

NOVEMBER_2026 = 1_795_000_000.0


@pytest.mark.parametrize(
    ("written", "official", "doubt"),
    [
        ("Attention Is All You Need", "Attention is all you need", False),
        ("FireAct", "FireAct: Toward Language Agent Fine-tuning", False),
        ("Toward Language Agent Fine-tuning", "FireAct: Toward Language Agent Fine-tuning", True),
        ("On Cooking with Gas and Other Fuels", "A Survey of Graph Neural Networks", True),
    ],
)
def test_doubtful_titles(written: str, official: str, doubt: bool) -> None:
    assert is_in_doubt(written, official) is doubt


@pytest.mark.parametrize(
    ("comment", "claim"),
    [
        ("", False),
        ("12 pages, accepted at ICML", False),
        ("This paper has been withdrawn by the author", True),
        ("This article is withdrawn due to an error in Lemma 3", True),
        ("Withdrawn. A better version will follow", True),
        ("Extends our work that was withdrawn from ICLR", False),
        ("v2: the claim in section 3 was withdrawn", False),
        ("Withdrawnness of attention, 12 pages", False),
    ],
)
def test_who_says_that_the_paper_is_withdrawn(comment: str, claim: bool) -> None:
    assert claims_withdrawal(comment) is claim


@pytest.mark.parametrize(
    ("latest", "versions"),
    [
        (None, (1,)),
        (1, ()),
        (2, (1,)),
        (4, (1, 2, 3)),
        (21, tuple(range(1, 21))),
        (40, (*range(1, 11), *range(30, 40))),
    ],
)
def test_earlier_versions(latest: int | None, versions: tuple[int, ...]) -> None:
    assert earlier_versions(latest) == versions


@pytest.mark.parametrize(
    ("value", "newest", "new"),
    [
        ("2611.01000", (0, 0, 0), True),
        ("2611.01000", (2026, 11, 999), True),
        ("2611.01000", (2026, 11, 1_000), False),
        ("2611.01000", (2026, 11, 2_000), False),
        ("2610.01000", (0, 0, 0), False),
        ("2612.00001", (2026, 11, 2_000), True),
        ("math/0611001", (0, 0, 0), False),
    ],
)
def test_what_may_have_been_issued_today(value: str, newest: tuple[int, int, int], new: bool) -> None:
    assert may_be_new(Identifier(Scheme.ARXIV, value), newest, NOVEMBER_2026) is new


def test_other_schemes_are_never_new() -> None:
    assert not may_be_new(Identifier(Scheme.DOI, "10.1000/x"), (0, 0, 0), NOVEMBER_2026)
