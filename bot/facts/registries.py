"""Whether DOIs are registered, as the handle service of doi.org says."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.links.model import Evidence, LinkState, LinkStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bot.facts.services import Client, ServiceResponse
    from bot.links.clock import Deadline, Pace


DOI_INTERVAL = 1.0
"""Seconds between requests."""
CONTROLS = ("10.1000/182", "10.1038/nature14539")
"""DOIs that exist, the handbook of DOIs first: where none of them does, the service does not answer the question."""
SECOND_LOOK = 5.0
"""Seconds before a DOI that seems not to exist is asked about again."""
_FOUND = frozenset({1, 200})
"""The DOI is there; 200 means without values of the kind asked for."""
_NOT_FOUND = 100
_KNOWS_NOTHING = "the handle service did not find DOIs that exist either"
_MOST_TROUBLES = 3
"""Answers in a row that are no use before the service is left alone."""


def ask_doi(doi: str, address: str, client: Client) -> tuple[bool | None, Evidence, ServiceResponse]:
    """One question: True where the DOI is registered, False where the service says it is not, else None."""
    answer = client.get(f"{address}/{quote(doi, safe='/')}", accept="application/json")
    code = _code(answer)
    known = True if code in _FOUND else False if code == _NOT_FOUND else None
    note = f"handle service: code {code}" if code is not None else answer.problem
    return known, Evidence(answer.time, answer.url, answer.status, note), answer


def ask_about_dois(
    dois: Mapping[str, str],
    answers: dict[str, LinkStatus],
    address: str,
    client: Client,
    pace: Pace,
    deadline: Deadline,
    heard: Callable[[int], None] = lambda _done: None,
    existing: Sequence[str] = (),
) -> None:
    """Put a status into `answers` for each URL of `dois`, as they become known. Raises `Stopped`.

    A DOI that seems not to exist is asked about twice, and believed to be none only if the service knows another:
    one of `dois`, else one of the `existing`. A service that will not answer is left alone.
    """
    doubts: dict[str, Evidence] = {}
    troubles = 0
    for doubted in (False, True):
        if doubted and doubts:
            sound = any(each.state is LinkState.OK for each in answers.values())
            if not sound and not _knows_any((*existing[:1], *CONTROLS), address, client, pace, deadline):
                answers.update({url: replace(answers[url], reason=_KNOWS_NOTHING) for url in doubts})
                return
            pace.rest(SECOND_LOOK)
        for url in tuple(doubts) if doubted else dois:
            if not deadline.allows(pace) or troubles >= _MOST_TROUBLES:
                return
            pace.wait()
            known, evidence, answer = ask_doi(dois[url], address, client)
            pace.rest(answer.retry_after or 0.0)
            troubles = troubles + 1 if known is None else 0
            if known is False and not doubted:
                doubts[url] = evidence
            answers[url] = _judge(url, known, (*([doubts[url]] if doubted else ()), evidence), doubted=doubted)
            heard(len(answers))


def _knows_any(dois: Iterable[str], address: str, client: Client, pace: Pace, deadline: Deadline) -> bool:
    """Whether the service knows one of these DOIs, which exist. Raises `Stopped`."""
    for doi in dois:
        if not deadline.allows(pace):
            return False
        pace.wait()
        known, _, answer = ask_doi(doi, address, client)
        pace.rest(answer.retry_after or 0.0)
        if known:
            return True
    return False


def _judge(url: str, known: bool | None, evidence: tuple[Evidence, ...], *, doubted: bool) -> LinkStatus:
    """The status of a link to a DOI after the latest answer."""
    if known:
        return LinkStatus(url, LinkState.OK, "the DOI is registered", evidence)
    if known is None:
        return LinkStatus(url, LinkState.UNCERTAIN, "the handle service gave no clear answer", evidence)
    if doubted:
        return LinkStatus(url, LinkState.DEAD, "no such DOI is registered", evidence)
    return LinkStatus(url, LinkState.UNCERTAIN, "the handle service said once that there is no such DOI", evidence)


def _code(answer: ServiceResponse) -> int | None:
    """`responseCode` of the service's JSON, which also comes with status 404."""
    if answer.status not in {200, 404} or answer.problem:
        return None
    try:
        code = json.loads(answer.body)["responseCode"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return code if isinstance(code, int) else None
