"""Compare a sweep in shards with the same sweep in one job, on a local network, and estimate lists of any length.

    python -m benchmarks.sweeps [--links 10000] [--shards 4] [--sums]

The services keep the pace of the real ones: arXiv takes a request every three seconds and answers after one, GitHub
answers a hundred repositories at a time, the handle service one DOI a second; pages are on 300 hosts and take 80 to
150 ms. All jobs use the same time of day, so that their states can be compared byte for byte. Linux only: every
address of 127.0.0.0/8 is this machine. `--sums` prints the estimates of docs/scale.md and measures nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.facts.arxiv import LARGEST_BATCH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[1]
NOW = 1_795_000_000.0
HOSTS = 300
MIX = {"arxiv": 0.50, "github": 0.23, "doi": 0.01, "page": 0.26}
"""Shares of the links of a long list, without badges, which are not checked."""
DEAD, GONE = 97, 41
"""One page in so many is missing, one repository in so many."""
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 34\r\n\r\n<title>A page</title><p>Some words"
MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n"

ANSWER = {"arxiv": 1.5, "github": 1.0, "doi": 0.2}
"""Seconds that an answer takes, for the estimates."""
PAGES_A_SECOND = 300.0
"""On a runner with two cores; measurements are higher."""
LARGEST_HOST = 0.03
"""The share of the pages that are on one host, for the estimates."""


def split(links: int) -> dict[str, int]:
    """The number of links of each kind."""
    counts = {kind: round(links * share) for kind, share in MIX.items()}
    return {**counts, "page": links - sum(counts.values()) + counts["page"]}


def sums(links: int) -> tuple[dict[str, int], float]:
    """Requests by kind, and the minutes that the slowest kind takes, for a whole list in one job."""
    counts = split(links)
    requests = {
        "arxiv": math.ceil(counts["arxiv"] / (LARGEST_BATCH - 1)),  # the control takes a place
        "github": math.ceil(counts["github"] / 100),
        "doi": counts["doi"],
        "page": round(counts["page"] * 1.05),
    }
    seconds = {
        "arxiv": requests["arxiv"] * (3.0 + ANSWER["arxiv"]),
        "github": requests["github"] * (0.25 + ANSWER["github"]),
        "doi": requests["doi"] * (1.0 + ANSWER["doi"]),
        "page": max(requests["page"] / PAGES_A_SECOND, requests["page"] * LARGEST_HOST / 10),
    }
    return requests, max(seconds.values()) / 60


def print_sums() -> None:
    """Print the estimates of docs/scale.md."""
    print("| links | arXiv | GitHub | DOI | pages | minutes |")
    print("| --- | --- | --- | --- | --- | --- |")
    for links in (100, 1_000, 10_000, 100_000, 1_000_000):
        requests, minutes = sums(links)
        cells = [f"{requests[kind]:,}" for kind in MIX]
        print(f"| {links:,} | {' | '.join(cells)} | {minutes:,.1f} |")


def write_list(links: int, port: int) -> tuple[str, dict[str, str]]:
    """Make the list, and the titles of its papers by id."""
    chosen, counts, titles, lines = random.Random(6), split(links), {}, []
    for number in range(counts["arxiv"]):
        identifier = f"23{1 + number // 9_000:02}.{1 + number % 9_000:05}"
        titles[identifier] = f"Paper {number}: Language Agents That Learn to Plan"
        lines.append(f"* [{titles[identifier]}](https://arxiv.org/abs/{identifier})\n")
    lines += [f"* [Repository {number}](https://github.com/o/r{number})\n" for number in range(counts["github"])]
    lines += [f"* [Article {number}](https://doi.org/10.1000/{number})\n" for number in range(counts["doi"])]
    for number in range(counts["page"]):
        host = chosen.randrange(HOSTS)
        lines.append(f"* [Page {number}](http://127.0.{1 + host // 250}.{1 + host % 250}:{port}/{number})\n")
    chosen.shuffle(lines)
    return f"# Papers\n\n{''.join(lines)}", titles


class _Pages(asyncio.Protocol):
    """One connection; answers take 80 to 150 ms."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.buffer = transport, b""

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
            method, path = head.split(b" ", 2)[:2]
            number = int(path[1:] or 0)
            answer = MISSING if number % DEAD == 0 else PAGE
            if method == b"HEAD":
                answer = answer.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            delay = 0.080 + 0.070 * (number * 7919 % 1000) / 1000
            asyncio.get_running_loop().call_later(delay, self._send, answer)

    def _send(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)


@contextmanager
def pages() -> Iterator[int]:
    """Serve pages on all loopback addresses; the value is the port."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(loop.create_server(_Pages, "0.0.0.0", 0, backlog=2_000))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


class _Wall:
    """The clock of this machine, in the form that the fake services need."""

    elapsed = staticmethod(time.monotonic)
    pass_by = staticmethod(time.sleep)


@contextmanager
def services(titles: dict[str, str], repositories: int) -> Iterator[dict[str, str]]:
    """Run the services; the value is the environment variables with their addresses."""
    from tests.services.archive import FakeCrossref, FakeWayback
    from tests.services.arxiv import FakeArxiv, FakeOai, Gate, Work
    from tests.services.registries import FakeGitHub, FakeHandles
    from tests.services.transport import Ask, Say, Service, serve

    works = {identifier: Work((title,)) for identifier, title in titles.items()}
    gate = Gate(_Wall(), 1.0, 2.9)  # type: ignore[arg-type]
    known = {f"o/r{number}": (f"o/r{number}", False) for number in range(repositories) if number % GONE}
    by_path: dict[str, Service] = {"/arxiv": FakeArxiv(works, gate), "/oai": FakeOai(works, gate)}
    by_path |= {"/graphql": FakeGitHub(known), "/cdx": FakeWayback()}

    class _All:
        def answer(self, ask: Ask) -> Say:
            if ask.path.startswith("/works/"):
                return FakeCrossref().answer(ask)
            doi = ask.path.partition("/handles/")[2]
            return by_path.get(ask.path, FakeHandles(frozenset({doi}))).answer(ask)

    with serve(_All()) as address:
        names = {"ARXIV_API": "arxiv", "ARXIV_OAI": "oai", "DOI_API": "handles", "WAYBACK_API": "cdx"}
        environ = {f"BOT_{name}": f"{address}/{path}" for name, path in names.items()}
        environ |= {"BOT_CROSSREF_API": f"{address}/works", "BOT_DATACITE_API": f"{address}/dois"}
        yield {
            **environ,
            "GITHUB_GRAPHQL_URL": f"{address}/graphql",
            "GITHUB_TOKEN": "made-up",
            "BOT_CONNECTIVITY_PROBES": "none",
        }
        print(f"arXiv got {gate.violations} requests too early")


@dataclass(frozen=True, slots=True)
class Cost:
    """The seconds and peak memory of one job."""

    seconds: float
    megabytes: float


def run_job(folder: Path, environ: dict[str, str], *arguments: str) -> Cost:
    """Run one job as a separate process."""
    command = [sys.executable, "-m", "benchmarks.sweeps", "--child", str(folder), *arguments]
    given = {**os.environ, **environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return Cost(**json.loads(done.stdout.splitlines()[-1]))


def child(folder: str, arguments: Sequence[str]) -> None:
    """Run the command at the fixed time of day; the last line printed is its cost."""
    from bot.cli import main
    from bot.console import Console
    from bot.links.clock import Clock

    class FixedClock(Clock):
        def now(self) -> float:
            return NOW

    os.chdir(folder)
    begun = time.monotonic()
    code = main(
        ["sweep", *arguments, "--allow-address", "127.0.0.0/8"], Console(environ=os.environ, clock=FixedClock())
    )
    cost = {"seconds": time.monotonic() - begun, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}
    print(json.dumps(cost))
    sys.exit(code if code not in {0, 1} else 0)


def measure(links: int, shards: int) -> None:
    """Measure one job, then the same in shards, one shard at a time."""
    with tempfile.TemporaryDirectory() as name, pages() as port:
        folder = Path(name)
        text, titles = write_list(links, port)
        (folder / "README.md").write_text(text, encoding="utf-8")
        with services(titles, split(links)["github"]) as environ:
            whole = run_job(folder, environ, "--state", "whole.json")
            print(f"one job: {whole.seconds:.0f} s, {whole.megabytes:.0f} MB")
            parts = [f"part-{number}.json" for number in range(1, shards + 1)]
            costs = []
            for number, part in enumerate(parts, 1):
                time.sleep(4)  # arXiv's pause applies between jobs as well
                costs.append(run_job(folder, environ, "--shard", f"{number}/{shards}", "--part", part))
                print(f"shard {number}: {costs[-1].seconds:.0f} s, {costs[-1].megabytes:.0f} MB")
            merged = run_job(folder, environ, "--state", "merged.json", "--merge", *parts)
        print(f"merge: {merged.seconds:.1f} s, {merged.megabytes:.0f} MB")
        print(f"in shards: {max(each.seconds for each in costs) + merged.seconds:.0f} s")
        one, other = ((folder / each).read_bytes() for each in ("whole.json", "merged.json"))
        print(f"state: {len(one):,} bytes, {'equal byte for byte' if one == other else 'NOT EQUAL'}")
        if one != other:
            sys.exit(1)


def main() -> None:
    """Read the command line and measure."""
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--links", type=int, default=10_000)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--sums", action="store_true")
    args = parser.parse_args()
    if args.sums:
        print_sums()
    else:
        measure(args.links, args.shards)


if __name__ == "__main__":
    main()
