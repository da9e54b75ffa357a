"""A run that ends before all is asked: Ctrl-C, SIGTERM, the end of the time. What is known is shown and kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.commands.earth import FIREACT, earth
from tests.services.transport import Say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.commands.earth import Earth
    from tests.services.transport import Ask

FACTS = "--select=wrong-paper,dead-link"


@dataclass
class Busy:
    """arXiv on a bad day: it wants to be asked again later; and on a worse one, when it says nothing."""

    silent: bool = False

    asked: threading.Event = field(default_factory=threading.Event)
    released: threading.Event = field(default_factory=threading.Event)

    def answer(self, ask: Ask) -> Say:
        self.asked.set()
        if self.silent:
            self.released.wait(30)
        return Say(503)


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Earth]:
    monkeypatch.chdir(tmp_path)
    with earth() as made:
        page, moved, hanging = (made.web.url(path) for path in ("/fine", "/302", "/hanging"))
        Path("README.md").write_text(
            "# Papers\n\n"
            f"* [2310] [{FIREACT}](https://arxiv.org/abs/2310.05915) [[page]({page})] [[doi](https://doi.org/10.1000/A)]\n"
            f"* [2310] [On Pages That Say Nothing]({hanging}) [[other]({moved})]\n"
        )
        yield made


@pytest.fixture
def busy(world: Earth) -> Iterator[Busy]:
    """arXiv, in a world where all others answer."""
    arxiv, answer = Busy(), world.answer
    world.answer = lambda ask: arxiv.answer(ask) if ask.path == "/api/query" else answer(ask)  # type: ignore[method-assign]
    yield arxiv
    arxiv.released.set()


def begin(world: Earth, *arguments: str) -> subprocess.Popen[str]:
    """`bot` in a process of its own, with the clock of everyday."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments, "--cache", "answers.sqlite", "--allow-address", "127.0.0.0/8"],
        env={**os.environ, **world.environ(), "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str], sign: signal.Signals) -> tuple[int, str, str, float]:
    """What the process leaves behind when it is sent a signal, and how long it takes."""
    process.send_signal(sign)
    started = time.monotonic()
    out, err = process.communicate(timeout=20)
    return process.returncode, out, err, time.monotonic() - started


def wait_until_all_is_under_way(world: Earth, busy: Busy) -> None:
    """Pages and services that answer have answered; arXiv and one page never will."""
    deadline = time.monotonic() + 20
    while not (world.web.asked("/hanging") and world.web.asked("/fine") > 1 and _is_doi_known(world)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert busy.asked.wait(10)
    time.sleep(0.4)


def _is_doi_known(world: Earth) -> bool:
    return bool(world.handles.requests and world.crossref.requests and world.datacite.requests)


def states(out: str) -> dict[str, tuple[str, str]]:
    return {each["target"].rpartition("/")[2]: (each["state"], each["reason"]) for each in json.loads(out)["facts"]}


INTERRUPTED = {
    "arxiv:2310.05915": ("unknown", "the run was interrupted"),
    "2310.05915": ("skipped", "the run was interrupted"),
    "fine": ("ok", "status 200"),
    "A": ("ok", "the DOI is registered"),
    "a": ("unknown", "neither Crossref nor DataCite has a record of it"),
    "hanging": ("skipped", "the run was interrupted"),
    "302": ("ok", "redirects temporarily"),
}


@pytest.mark.parametrize(
    ("command", "sign"),
    [(("report", "--links", "--online"), signal.SIGINT), (("lint", FACTS, "--online"), signal.SIGTERM)],
    ids=["links-ctrl-c", "lint-sigterm"],
)
def test_what_is_known_is_shown_and_kept(
    world: Earth, busy: Busy, command: tuple[str, ...], sign: signal.Signals
) -> None:
    process = begin(world, *command, "--format=json")
    wait_until_all_is_under_way(world, busy)
    code, out, err, seconds = end(process, sign)
    assert (code, states(out)) == (130, INTERRUPTED), err
    assert err.endswith("warning: interrupted; everything without an answer counts as unknown\n")
    assert "Traceback" not in err
    assert seconds < 15
    kept = states(world.run("report", "--links", "--offline", "--format", "json").out)
    assert {target for target, (state, _) in kept.items() if state == "ok"} == {"fine", "A", "302"}


def test_the_report_says_that_it_is_not_the_whole(world: Earth, busy: Busy) -> None:
    process = begin(world, "lint", FACTS, "--online", "--fix")
    wait_until_all_is_under_way(world, busy)
    before = Path("README.md").read_bytes()
    code, out, _, _ = end(process, signal.SIGTERM)
    assert (code, out) == (
        130,
        "Stopped before everything was checked; not checked: 1 paper, 1 link.\nFound nothing so far.\n",
    )
    assert Path("README.md").read_bytes() == before


def test_a_service_that_says_nothing_is_not_waited_for(world: Earth, busy: Busy) -> None:
    """The service answers after 30 s; how long a run waits for it is tested where the clock is a test's."""
    busy.silent = True
    process = begin(world, "report", "--links", "--online", "--format=json")
    wait_until_all_is_under_way(world, busy)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    code, out, _, seconds = end(process, signal.SIGINT)
    assert (code, states(out)["A"]) == (130, INTERRUPTED["A"])
    assert seconds < 15


def test_a_service_that_wants_to_be_left_alone_for_an_hour_fails_no_run(world: Earth) -> None:
    """It is as unknown as where it does not answer at all; it was not our time that was short."""
    world.answer = lambda ask: Say(503, b"", {"Retry-After": "3600"})  # type: ignore[method-assign]
    Path("README.md").write_text(f"# Papers\n\n* [2310] [{FIREACT}](https://arxiv.org/abs/2310.05915)\n")
    done = world.run("lint", FACTS, "--online")
    assert (done.code, done.out) == (
        0,
        "Could not check 1 paper (arXiv answered 503; no time left to ask again).\nFound nothing.\n",
    )
    summary, warning = done.err.splitlines()
    assert summary.startswith("Facts: 1 paper (1 unknown), 1 link (1 uncertain); ")
    assert warning == (
        "warning: Semantic Scholar answered 503; where papers were published, and their code, may not be known"
    )


TIMES = 1_000.0
"""At that speed the time for asking is up after 1.2 seconds."""


def late(ask: Ask) -> Say:
    """arXiv answers when it is too late to ask again."""
    time.sleep(1.4)
    return Say(503)


@pytest.mark.parametrize(("arguments", "code"), [((), 3), (("--exit-zero",), 0)], ids=["as it is", "whatever is found"])
def test_a_run_whose_time_is_up_could_not_run(world: Earth, arguments: tuple[str, ...], code: int) -> None:
    world.answer = late  # type: ignore[method-assign]
    text = f"# Papers\n\n* [2310] [{FIREACT}](https://arxiv.org/abs/2310.05915)\n"
    Path("README.md").write_text(text)
    done = world.run("lint", FACTS, "--online", *arguments, times=TIMES)
    assert (done.code, done.out) == (
        code,
        "Stopped before everything was checked; not checked: 1 paper.\nFound nothing so far.\n",
    )
    assert done.err.endswith("warning: the time limit was reached; everything without an answer counts as unknown\n")


def test_a_finding_counts_more_than_the_end_of_the_time(world: Earth) -> None:
    world.answer = late  # type: ignore[method-assign]
    gone = world.web.url("/404")
    Path("README.md").write_text(f"# Papers\n\n* [{FIREACT}](https://arxiv.org/abs/2310.05915) [[page]({gone})]\n")
    done = world.run("lint", FACTS, "--online", times=TIMES)
    assert done.code == 1
    assert done.out.endswith("\nStopped before everything was checked; not checked: 1 paper.\nFound 1 error.\n")


def test_authorities_that_cannot_be_read_stop_the_run(world: Earth) -> None:
    done = world.run("report", "--links", "--online", environ={"SSL_CERT_FILE": "missing.pem"})
    assert (done.code, done.out) == (3, "")
    assert done.err == (
        "error: the certificate authorities in missing.pem cannot be read: No such file or directory\n"
        "hint: SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE set the file: correct or unset them\n"
    )
    assert world.run("report", "--links", "--offline", environ={"SSL_CERT_FILE": "missing.pem"}).code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", "--select", "stale-count"),
        ("lint", FACTS, "--offline"),
        ("report", "--links"),
        ("report", "--links", "--offline"),
    ],
    ids=" ".join,
)
def test_an_opened_network_that_nobody_asks_is_said(world: Earth, arguments: tuple[str, ...]) -> None:
    done = world.run(*arguments, "--allow-address", "10.0.0.0/8")
    assert done.code == 0
    assert done.err.startswith("warning: --allow-address does nothing without --online: no request is sent\n")
    assert done.err.count("--allow-address") == 1
