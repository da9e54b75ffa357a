from __future__ import annotations

import json
import time

import pytest

from bot.facts.model import Facts
from bot.links import LinkState, LinkStatus
from bot.reports import render
from bot.reports.json import LARGEST, UnusableError, dead_links_only, read_states
from bot.reports.run import Report
from tests.reports.test_json import facts

LINKS = {f"https://example.org/{state}": state for state in LinkState} | {"https://example.org/m": LinkState.MOVED}


def test_the_states_of_our_own_report() -> None:
    """Papers and repositories are in it too, and are not read."""
    assert read_states(render("json", Report((), (), facts=facts())).encode()) == LINKS


def test_a_run_that_asked_nobody() -> None:
    assert read_states(render("json", Report((), ())).encode()) is None


def test_dead_links_alone_are_believed() -> None:
    url = "https://example.org/dead"
    assert dead_links_only(LINKS) == Facts(links={url: LinkStatus(url, LinkState.DEAD)})


def test_size_is_bounded() -> None:
    with pytest.raises(UnusableError, match="it has more than 2,000,000 bytes"):
        read_states(b" " * (LARGEST + 1))


def test_a_large_report_with_one_mistake_is_refused_soon() -> None:
    value = json.loads(render("json", Report((), (), facts=facts())))
    (link,) = (each for each in value["facts"] if each["state"] == "dead")
    value["facts"] = [link] * 1_000 + [{**link, "else": 1}]
    data = json.dumps(value).encode()
    assert 200_000 < len(data) < LARGEST
    started = time.process_time()
    with pytest.raises(UnusableError, match="it does not have the form of a report"):
        read_states(data)
    assert time.process_time() - started < 2  # seconds; with all errors of all facts collected it were many more
