"""Dates before, on and after today."""

from __future__ import annotations

from datetime import date

import pytest

from bot.rules.future_date import FutureDate
from tests.rules.helpers import findings, marked

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("* [2026-11] [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001)", []),
        ("* [2026-12] [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001)", []),  # tomorrow is the first
        ("* [2027-01] [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001)", ["2027-01"]),
        ("* [2026-12-01] [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001)", []),
        ("* [2026-12-02] [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001)", ["2026-12-02"]),
        ("* [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001) (2027)", []),
        ("* [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001) (2028)", ["2028"]),
        ("* [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001) (ICML 2027)", []),
        ("* [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001), *ICML, July 2027*", []),
        ("* [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001), *arXiv, July 2027*", ["July 2027"]),
        ("* [SPA-RL Trains Agents](https://openreview.net/forum?id=paper0001)", []),
    ],
)
def test_future_date(line: str, found: list[str]) -> None:
    text = line + "\n"
    assert marked(text, findings(FutureDate(), text, today=TODAY)) == found
