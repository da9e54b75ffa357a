from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.sweeps.world import World
from tests.sweeps.year import Year, in_file, in_issue, in_mind, report_at_once, sweep_year

if TYPE_CHECKING:
    from tests.sweeps.year import Keeper


def problems(year: Year) -> tuple[list[str], list[str]]:
    return year.late, year.false


@pytest.mark.parametrize(
    ("keep", "count", "died"), [(in_mind, 200, 12), (in_file, 60, 4), (in_issue, 60, 4)], ids=["state", "file", "issue"]
)
def test_a_small_year(keep: Keeper, count: int, died: int) -> None:
    """All that died is reported in time, nothing that lives is, and our own bad weeks are known as such."""
    year = sweep_year(World(1, count=count), keep)
    assert problems(year) == ([], [])
    assert (year.died, year.reports, year.discarded) == (died, died, 3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_a_year(seed: int) -> None:
    year = sweep_year(World(seed))
    assert problems(year) == ([], [])
    assert year.died == year.reports > 25
    assert year.discarded == 3


@pytest.mark.slow
def test_a_year_in_an_issue() -> None:
    """The state of 1,000 links does not find room as a whole, and what there is will do."""
    assert problems(sweep_year(World(3), in_issue)) == ([], [])


def test_reporting_at_the_first_failure_reports_what_lives() -> None:
    """The made-up year is hard enough to tell good from bad."""
    world = World(1, count=150)
    assert len(report_at_once(world, walls=True).false) > 100
    assert len(report_at_once(World(1, count=150), walls=False).false) > 20
