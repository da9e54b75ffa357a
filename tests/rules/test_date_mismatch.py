"""Dates beside arXiv ids: equal, near, far, and explained by a venue."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.date_mismatch import DateMismatch
from tests.rules.helpers import findings

FOLLOWS = "".join(
    f"* [2025-{month:02}] [Agents of Kind {month}](https://arxiv.org/abs/25{month:02}.00001)\n"
    for month in range(1, 11)
)
WARNING, ERROR, NOTE = [Severity.WARNING], [Severity.ERROR], [Severity.NOTE]


def severities(text: str) -> list[Severity]:
    return [each.severity for each in findings(DateMismatch(), text)]


@pytest.mark.parametrize(
    ("label", "arxiv", "rest", "expected"),
    [
        pytest.param("2024-06", "2406.12045", "", [], id="equal"),
        pytest.param("2024-05", "2406.12045", "", [], id="a month before"),
        pytest.param("2024-07", "2406.12045", "", [], id="a month after"),
        pytest.param("2025-01", "2412.12045", "", [], id="a month after, in the next year"),
        pytest.param("2024-08", "2406.12045", "", WARNING, id="two months after"),
        pytest.param("2024-04", "2406.12045", "", WARNING, id="two months before"),
        pytest.param("2023-06", "2406.12045", "", ERROR, id="a year before"),
        pytest.param("2025-06", "2406.12045", "", ERROR, id="a year after"),
        pytest.param("2027-06", "2406.12045", "", ERROR, id="three years after"),
        pytest.param("2020-06", "2406.12045", "", WARNING, id="four years before"),
        pytest.param("2025-04", "2406.12045", " (ICLR 25 | Princeton)", WARNING, id="after, beside a venue"),
        pytest.param("2024-02", "2406.12045", " (ACL 2024)", [], id="before, beside a venue of that year"),
        pytest.param(
            "2024-02",
            "2406.12045",
            " ![](https://img.shields.io/badge/ACL2024--findings-orange)",
            [],
            id="before, beside a badge with a venue",
        ),
        pytest.param("2022-02", "2406.12045", " (ACL 2024)", WARNING, id="long before, beside a venue"),
        pytest.param("2024-02", "2406.12045", " (arXiv 2024)", WARNING, id="before, beside a preprint server"),
        pytest.param("2023", "2406.12045", "", NOTE, id="a bare year before"),
        pytest.param("2023", "2401.12045", "", [], id="a bare year before, in January"),
        pytest.param("2026", "2406.12045", "", [], id="a bare year, published later"),
        pytest.param("2028", "2406.12045", "", NOTE, id="a bare year long after"),
    ],
)
def test_difference(label: str, arxiv: str, rest: str, expected: list[Severity]) -> None:
    line = f"* [{label}] [τ-bench Tests Tool Use](https://arxiv.org/abs/{arxiv}){rest}\n"
    assert severities(FOLLOWS + line) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            FOLLOWS + "* [2024-02] [τ-bench Tests Tool Use](https://openreview.net/forum?id=abc)\n", id="no arXiv id"
        ),
        pytest.param(FOLLOWS + "* [τ-bench Tests Tool Use](https://arxiv.org/abs/2406.12045)\n", id="no date"),
        pytest.param(
            FOLLOWS + '* "τ-bench Tests Tool Use", *CoRL, Sept 2025*. [[Paper](https://arxiv.org/abs/2406.12045)]\n',
            id="the date of a venue",
        ),
        pytest.param(FOLLOWS.replace("[2025", "[2026"), id="a list with dates of its own"),
        pytest.param("* [2023-06] [τ-bench Tests Tool Use](https://arxiv.org/abs/2406.12045)\n", id="too few to tell"),
    ],
)
def test_silent(text: str) -> None:
    assert severities(text) == []


def test_message_names_both_months() -> None:
    (found,) = findings(DateMismatch(), FOLLOWS + "* [2025-04] [τ-bench](https://arxiv.org/abs/2406.12045)\n")
    assert found.message == "dated 2025-04, but arXiv 2406.12045 is of June 2024"
    assert found.fix is None


def test_months_is_an_option() -> None:
    text = FOLLOWS + "* [2024-08] [τ-bench Tests Tool Use](https://arxiv.org/abs/2406.12045)\n"
    assert findings(DateMismatch(months=3), text) == []
