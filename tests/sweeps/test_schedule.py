from __future__ import annotations

import pytest

from bot.links.model import LinkState
from bot.sweeps.history import due, is_due
from bot.sweeps.state import Record
from tests.sweeps.helpers import PAGE, day, weeks


@pytest.mark.parametrize(
    ("history", "days", "is_asked"),
    [
        ("o", 3, False),
        ("o", 6, False),
        ("o", 6.9, True),
        ("o", 7, True),
        ("d", 2.9, False),
        ("d", 3, True),
        ("u", 3, True),
        ("b", 3, True),
        ("m", 3, True),
        ("ddd", 14 + 3, True),
        ("ddd", 14 + 2, False),
    ],
)
def test_what_is_fine_is_asked_weekly_and_what_is_not_after_three_days(
    history: str, days: float, is_asked: bool
) -> None:
    state = weeks(history).state
    assert is_due(state.records[PAGE], day(days)) is is_asked
    assert due(state, (PAGE,), day(days)) == (PAGE,) * is_asked


def test_what_is_new_and_what_goes_in_batches_is_always_asked() -> None:
    state = weeks("o", "arxiv:2310.05915").state
    urls = ("https://arxiv.org/pdf/2310.05915", "https://new.example/", "https://img.shields.io/x", "mailto:x")
    assert due(state, urls, day(1)) == urls[:2]
    assert is_due(None, 0)
    assert not is_due(Record(PAGE, LinkState.OK, checked=day(0)), day(-1))
