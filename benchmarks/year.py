"""Simulate a year of weekly sweeps: which links each way of reporting calls dead, when, and whether they are.

    python -m benchmarks.year [--seeds 20] [--links 1000]

Links die for good, fail for a while, are blocked for a month or rate-limited, and in three weeks our own network
fails: completely, for DNS, and for three links in ten. `tests/sweeps/world.py` has the figures. "At the first
failure" is how link checkers without a history report.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import dataclass, field

from tests.sweeps.world import World
from tests.sweeps.year import Year, report_at_once, sweep_year

_WAYS = ("this bot", "404 and similar, at the first failure", "any failure, at the first")


@dataclass(slots=True)
class Sum:
    """The totals of one way of reporting over all years."""

    reports: int = 0
    false: int = 0
    died: int = 0
    late: int = 0
    red: int = 0
    waits: list[float] = field(default_factory=list)

    def add(self, year: Year) -> None:
        self.reports += year.reports
        self.false += len(year.false)
        self.died += year.died
        self.late += len(year.late)
        self.red += year.red
        self.waits += year.waits


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--links", type=int, default=1_000)
    args = parser.parse_args()
    sums = {way: Sum() for way in _WAYS}
    for seed in range(args.first, args.first + args.seeds):
        sums[_WAYS[0]].add(sweep_year(World(seed, args.links)))
        for way, walls in ((_WAYS[1], False), (_WAYS[2], True)):
            sums[way].add(report_at_once(World(seed, args.links), walls=walls))
    print(f"{args.seeds} years of 52 sweeps over {args.links:,} links; {sums[_WAYS[0]].died:,} of them died for good\n")
    print("| way | reports | of links alive | sweeps with such a report | died, reported late | days to report |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for way, one in sums.items():
        days = f"{statistics.median(one.waits):.0f}" if one.waits else "-"
        share = f"{one.red / (52 * args.seeds):.0%}"
        print(f"| {way} | {one.reports:,} | {one.false:,} | {share} | {one.late:,} | {days} |")


if __name__ == "__main__":
    main()
