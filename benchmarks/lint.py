"""Compare the speed of `bot lint` with other linters for lists: ratios, growth and memory.

    python -m benchmarks.lint [--sizes 100,1000,10000] [--rounds 3] [--peers DIR] [--list FILE | --shapes]

The lists are generated, and easy ones; with --shapes they have 1,000 entries in the shapes of real lists
(`benchmarks/shapes.py`); or FILE is used. The peers, awesome-lint and markdownlint-cli2, are npm packages, searched
for in DIR/node_modules/.bin (`npm install --prefix DIR awesome-lint markdownlint-cli2`); a missing one is left
out. Each round runs all programs one after the other, so that other load on the machine affects all of them; the
result is the median of the rounds. A ratio below 1 means that the bot is faster.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benchmarks import shapes

WORDS = (
    "agent training reinforcement learning language models reasoning multi step policy optimization tool use planning "
    "web navigation memory search reward self improvement benchmark evaluation framework towards large scale efficient "
    "alignment feedback human preference exploration trajectory distillation retrieval verification"
).split()
SECTION = 40
SHAPED = 1_000
"""Entries of a list in the shape of a real one."""
LIMIT = 600
"""Seconds of CPU time after which a program is stopped."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of one command: seconds of wall time, and peak memory in MB."""

    seconds: float
    megabytes: float
    crashed: bool


def make_list(entries: int, seed: int = 7) -> str:
    """Make a list in sections of forty entries, newest first, the same in every run."""
    chosen = random.Random(seed)
    lines = ["# Papers", ""]
    for number in range(entries):
        if number % SECTION == 0:
            lines += ["", f"## Section {number // SECTION + 1}", ""]
        months = 2026 * 12 + 5 - (number % SECTION) // 4
        month = f"{months // 12 % 100:02}{months % 12 + 1:02}"
        title = " ".join(chosen.choice(WORDS).capitalize() for _ in range(chosen.randint(5, 11)))
        comment = " ".join(chosen.choice(WORDS) for _ in range(12))
        url = f"https://arxiv.org/abs/{month}.{number % 30000 + 1:05}"
        lines.append(
            f"* [{month}] [{chosen.choice(WORDS).capitalize()}-{number}: {title}]({url}) (UC Berkeley) [{comment}]"
        )
    return "\n".join(lines) + "\n"


def measure(command: list[str], folder: Path) -> Run:
    """Run a command once; findings do not count as a failure."""
    before = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Run(time.perf_counter() - before, usage.ru_maxrss / scale, process.returncode not in (0, 1))


def commands(peers: Path | None) -> dict[str, list[str]]:
    """Find the programs to measure, the bot first."""
    found = {"bot": [sys.executable, "-m", "bot", "lint", "--isolated", "README.md"]}
    for name in ("awesome-lint", "markdownlint-cli2"):
        program = shutil.which(name, path=str(peers / "node_modules" / ".bin") if peers else None)
        if program:
            found[name] = [str(Path(program).absolute()), "README.md"]
    return found


def measure_all(content: str, rounds: int, programs: dict[str, list[str]]) -> dict[str, Run]:
    """Run each program on one list; return the medians."""
    runs: dict[str, list[Run]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "README.md").write_text(content, encoding="utf-8")
        subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)
        for _ in range(rounds):
            for program, command in programs.items():
                runs[program].append(measure(command, folder))
    return {
        program: Run(
            statistics.median(run.seconds for run in done),
            statistics.median(run.megabytes for run in done),
            any(run.crashed for run in done),
        )
        for program, done in runs.items()
    }


def exponent(points: list[tuple[int, float]]) -> float:
    """The slope of log time over log size: 1 is linear."""
    xs = [math.log(size) for size, _ in points]
    ys = [math.log(seconds) for _, seconds in points]
    mean_x, mean_y = statistics.fmean(xs), statistics.fmean(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)


def show(label: str, runs: dict[str, Run]) -> None:
    """Print a line for a list: seconds and megabytes of each program, and the ratio to each peer."""
    ours = runs["bot"]
    cells = [f"{label:>12}", f"bot {ours.seconds:7.2f} s {ours.megabytes:6.0f} MB"]
    for name, run in runs.items():
        if name != "bot":
            crashed = " (crashed)" if run.crashed else ""
            cells.append(
                f"{name} {run.seconds:7.2f} s {run.megabytes:6.0f} MB, ratio {ours.seconds / run.seconds:.2f}{crashed}"
            )
    print(" | ".join(cells), flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="100,1000,10000,50000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", type=Path)
    parser.add_argument(
        "--peers-up-to", type=int, default=10_000, help="number of entries above which peers are left out"
    )
    parser.add_argument("--list", type=Path, dest="file")
    parser.add_argument("--shapes", action="store_true", help="lists in the shapes of real ones")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the bot is compiled once, as an installed one is
    programs = commands(args.peers)
    if args.file:
        show(args.file.name[:12], measure_all(args.file.read_text(encoding="utf-8"), args.rounds, programs))
        return
    if args.shapes:
        for shape in shapes.SHAPES:
            show(shape, measure_all(shapes.make_list(shape, SHAPED), args.rounds, programs))
        return
    points: list[tuple[int, float]] = []
    for size in map(int, args.sizes.split(",")):
        wanted = programs if size <= args.peers_up_to else {"bot": programs["bot"]}
        runs = measure_all(make_list(size), args.rounds, wanted)
        points.append((size, runs["bot"].seconds))
        show(f"{size:,}", runs)
    large = [point for point in points if point[0] >= 1000]
    if len(large) > 1:
        print(f"growth of the bot from {large[0][0]:,} entries on: exponent {exponent(large):.2f}")


if __name__ == "__main__":
    main()
