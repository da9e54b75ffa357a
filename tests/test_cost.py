"""What checking a list costs, in counts that are the same on every machine: calls, patterns, how often text is scanned.

The lists have the shapes of real ones. A first list of the same shape with other words fills what is kept for a run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

shapes = pytest.importorskip("benchmarks.shapes", reason="the benchmarks are only in a checkout")

ROOT = Path(__file__).resolve().parents[1]
ENTRIES = 80


class Cost(NamedTuple):
    """For each entry: calls of functions, calls of patterns, how often these search its whole text."""

    calls: int
    patterns: int
    scans: int


BUDGETS = {
    "numbered": Cost(2760, 102, 25),
    "authors-first": Cost(2890, 106, 24),
    "table": Cost(1625, 44, 18),
    "notes": Cost(2700, 67, 19),
    "tools": Cost(1410, 51, 18),
    "affiliated": Cost(2065, 78, 24),
    "references": Cost(2650, 123, 28),
}
"""At most; what makes reading cheaper makes them smaller, and nothing makes them larger without a reason."""

MEASURE = """
import contextlib, cProfile, io, json, pstats, re, sys
from pathlib import Path

found = {}
scanned = 0

class Counting:
    def __init__(self, pattern):
        self.compiled = pattern
    def __getattr__(self, name):
        method = getattr(self.compiled, name)
        if name not in ("search", "finditer", "findall", "sub", "subn", "split"):
            return method
        def scan(*values, **named):
            global scanned
            text = values[1] if name.startswith("sub") else values[0]
            is_part = len(values) > 2 and name[:3] not in ("sub", "spl")
            start, end = values[1:3] if is_part else (0, len(text))
            scanned += max(min(end, len(text)) - start, 0)
            return method(*values, **named)
        self.__dict__[name] = scan
        return scan

def run(name):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        main(["lint", "--isolated", "--exit-zero", name])

is_counting, entries = sys.argv[1] == "scans", int(sys.argv[2])
if is_counting:
    compile_pattern = re.compile
    re.compile = lambda pattern, flags=0: Counting(compile_pattern(pattern, flags))
from bot.cli import main
for shape in sys.argv[3:]:
    run(f"{shape}-first.md")
    scanned = 0
    profile = cProfile.Profile()
    if not is_counting:
        profile.enable()
    run(f"{shape}.md")
    profile.disable()
    length = len(Path(f"{shape}.md").read_text(encoding="utf-8"))
    stats = pstats.Stats(profile).stats if not is_counting else {}
    calls = sum(each[1] for each in stats.values())
    patterns = sum(each[1] for key, each in stats.items() if "re.Pattern" in key[2])
    found[shape] = [calls / entries, patterns / entries, scanned / length]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def costs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Cost]:
    folder = tmp_path_factory.mktemp("cost")
    for shape in BUDGETS:
        (folder / f"{shape}.md").write_text(shapes.make_list(shape, ENTRIES), encoding="utf-8")
        (folder / f"{shape}-first.md").write_text(shapes.make_list(shape, ENTRIES, seed=8), encoding="utf-8")
    code = f"import sys; sys.path[:0] = {[str(ROOT), *sys.path]}\n{MEASURE}"
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    found = []
    for kind in ("calls", "scans"):
        command = [sys.executable, "-c", code, kind, str(ENTRIES), *BUDGETS]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, env=env)
        found.append(json.loads(done.stdout))
    calls, scans = found
    return {each: Cost(round(calls[each][0]), round(calls[each][1]), round(scans[each][2])) for each in BUDGETS}


@pytest.mark.parametrize("shape", BUDGETS)
def test_a_list_costs_no_more_than_its_budget(costs: dict[str, Cost], shape: str) -> None:
    cost = costs[shape]
    assert all(own <= most for own, most in zip(cost, BUDGETS[shape], strict=True)), f"{cost}, not {BUDGETS[shape]}"
