"""Names of papers come in; what arXiv's query API says of them goes out, at the pace that arXiv asks for.

Terms of use: https://info.arxiv.org/help/api/tou.html, one request every three seconds over one connection,
for all machines under one's control together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.links.model import Evidence
from bot.network.arxiv_replies import Busy, Listed, Refused
from bot.network.atom import FeedError, read_feed

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.clock import Deadline, Pace
    from bot.links.transport import Answer, Client
    from bot.network.arxiv_batches import Batch, Inquiry
    from bot.network.arxiv_replies import Reply

ARXIV_INTERVAL = 3.0
"""Seconds from the end of an answer to the next request, of the query API and OAI-PMH together."""

_DIVISIBLE = frozenset({400, 413, 414, 500})
"""What arXiv says when a name or the length of a request is the trouble; mixed batches have met 500."""


def ask_arxiv(
    inquiry: Inquiry,
    address: str,
    client: Client,
    pace: Pace,
    deadline: Deadline,
    heard: Callable[[Batch], None] = lambda _: None,
) -> None:
    """Carry on the conversation to its end or to `deadline`.

    `heard` is called after each answer. Raises `Stopped` when the run was asked to end.
    """
    late = "no time left to ask arXiv"
    while (batch := inquiry.next()) is not None:
        if not deadline.allows(pace):
            inquiry.close(late, unasked=batch)
            return
        pace.wait()
        answer = client.get(address, _parameters(batch), accept="application/atom+xml")
        reply = read_answer(answer)
        late = f"{reply.reason}; no time left to ask again" if isinstance(reply, Busy) else "no time left to ask arXiv"
        rest = inquiry.receive(batch, reply, _evidence(address, batch, answer))
        pace.rest(rest)
        heard(batch)


def read_answer(answer: Answer) -> Reply:
    """What an answer means for the conversation."""
    if answer.status is None:
        return Busy(f"arXiv: {answer.problem}", unreachable=answer.problem == "no connection")
    if answer.status in _DIVISIBLE:
        return Refused(f"arXiv answered {answer.status}")
    if answer.status != 200:
        return Busy(f"arXiv answered {answer.status}", answer.retry_after)
    if answer.problem:
        return Refused(f"arXiv: {answer.problem}")
    try:
        feed = read_feed(answer.body)
    except FeedError as error:
        return Refused(f"arXiv's answer cannot be read: {error}")
    if feed.complaints:
        return Refused(f"arXiv: {feed.complaints[0][:200]}")
    return Listed(feed)


def _parameters(batch: Batch) -> dict[str, str]:
    """`max_results` is 10 unless said otherwise, and the rest would seem to be missing."""
    return {"id_list": ",".join(batch.ids), "start": "0", "max_results": str(len(batch.ids))}


def _evidence(address: str, batch: Batch, answer: Answer) -> Evidence:
    count = len(batch.ids)
    return Evidence(answer.time, address, answer.status, f"asked with {count - 1} others" if count > 1 else "")
