"""Samples of the health of made-up lists."""

from __future__ import annotations

from datetime import date, timedelta

from bot.links import Share, Tally
from bot.papers.dates import Month
from bot.reports.pages import Health, Place, ReportedLink, Sweep

DAY = date(2026, 11, 21)
FIRST = date(2026, 8, 15)


def health(rows: int = 3) -> Health:
    """A list after fifteen sweeps, with so many dead links and as many moved ones."""
    sweeps = tuple(Sweep(FIRST + timedelta(7 * week), Tally(95 - week // 4, 2, week // 4, 3, 1)) for week in range(15))
    return Health(
        title="Papers on agents",
        day=DAY,
        now=Tally(92, 2, 3, 3, 1),
        papers=60,
        overview=f"60 papers; {rows} dead links, the first since 2026-10-12; 1 wrong id",
        issue="https://github.com/o/l/issues/7",
        sweeps=sweeps,
        sections=(Share("Surveys", Tally(40, 1, 0, 2)), Share("Tool use", Tally(52, 1, 3, 1, 1))),
        hosts=(Share("arxiv.org", Tally(70)), Share("pages.example", Tally(22, 2, 3, 3, 1))),
        months=(Month(2025, 11, 4), Month(2026, 1, 12), Month(2026, 2, 9)),
        dead=tuple(dead(number) for number in range(rows)),
        moved=tuple(moved(number) for number in range(rows)),
        others=(
            ReportedLink(
                "https://arxiv.org/abs/2310.05915", Place("README.md:3"), "Surveys", DAY, "arXiv: <another> title"
            ),
        ),
        false_alarms=1,
        reported=9,
    )


def dead(number: int) -> ReportedLink:
    return ReportedLink(
        url=f"https://pages.example/dead/{number}",
        place=Place(f"README.md:{number + 10}", f"https://github.com/o/l/blob/main/README.md#L{number + 10}"),
        section=("Surveys", "Tool use")[number % 2],
        since=DAY - timedelta(40 - number % 30),
        reason="status 404, asked twice",
        copy=None if number % 3 else f"https://web.archive.org/web/20260101000000/https://pages.example/dead/{number}",
    )


def moved(number: int) -> ReportedLink:
    old, new = f"https://pages.example/old/{number}", f"https://pages.example/new/{number}"
    since = DAY - timedelta(number % 30)
    return ReportedLink(old, Place(f"papers.md:{number + 1}"), "Surveys", since, "moved", target=new)
