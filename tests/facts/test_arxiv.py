"""What an answer of arXiv's means, by its status and its body."""

from __future__ import annotations

import pytest

from bot.facts.arxiv import BatchResult, Rejected, Unavailable, read_batch
from bot.facts.arxiv_records import Feed
from bot.facts.services import ServiceResponse

EMPTY = b'<feed xmlns="http://www.w3.org/2005/Atom"/>'
ERROR = b"<feed><entry><id>https://arxiv.org/api/errors#x</id><summary>incorrect id</summary></entry></feed>"


def answer(
    status: int | None, body: bytes = b"", problem: str = "", retry_after: float | None = None
) -> ServiceResponse:
    return ServiceResponse("https://x", 1.0, status, body, problem, retry_after)


@pytest.mark.parametrize(
    ("given", "result"),
    [
        (answer(200, EMPTY), Feed(())),
        (answer(200, ERROR), Rejected("arXiv: incorrect id")),
        (
            answer(200, b""),
            Rejected("arXiv's answer cannot be read: incomplete XML: no element found: line 1, column 0"),
        ),
        (answer(200, b"<html/>"), Rejected("arXiv's answer cannot be read: not a feed but <html>")),
        (answer(200, EMPTY, "the answer was incomplete"), Rejected("arXiv: the answer was incomplete")),
        *((answer(status), Rejected(f"arXiv answered {status}")) for status in (400, 413, 414, 500)),
        *((answer(status), Unavailable(f"arXiv answered {status}")) for status in (301, 403, 404, 406, 429, 502, 503)),
        (answer(503, retry_after=7.0), Unavailable("arXiv answered 503", 7.0)),
        (answer(None, problem="no answer in time"), Unavailable("arXiv: no answer in time")),
        (answer(None, problem="could not connect"), Unavailable("arXiv: could not connect", unreachable=True)),
    ],
    ids=lambda value: f"{value.status} {value.problem}" if isinstance(value, ServiceResponse) else "",
)
def test_answers_are_read(given: ServiceResponse, result: BatchResult) -> None:
    assert read_batch(given) == result
