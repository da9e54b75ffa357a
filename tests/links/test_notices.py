"""What an answer says about its host."""

from __future__ import annotations

import pytest

from bot.links.model import GET, HEAD, Failure, FailureKind, FetchResult, Response
from bot.links.responses import Notice, Signal, read_notice


def response(status: int, method: str = GET, **headers: str) -> Response:
    return Response(
        "https://a.org/", method, 1.0, 0.1, status, {name.replace("_", "-"): text for name, text in headers.items()}
    )


def failure(kind: FailureKind) -> Failure:
    return Failure("https://a.org/", GET, 1.0, 0.1, kind)


@pytest.mark.parametrize(
    ("answer", "notice"),
    [
        *((response(status), Notice(Signal.FINE)) for status in (200, 301, 404, 500, 503)),
        (response(503, retry_after="9"), Notice(Signal.FINE, 9.0)),
        (response(200, ratelimit_remaining="0", ratelimit_reset="4"), Notice(Signal.FINE, 4.0)),
        (response(429), Notice(Signal.LIMITED)),
        (response(429, retry_after="9"), Notice(Signal.LIMITED, 9.0)),
        (response(429, HEAD), Notice(Signal.LIMITED)),
        (response(403), Notice(Signal.WALL, mark="status 403")),
        (response(429, cf_mitigated="challenge"), Notice(Signal.WALL, mark="cf-mitigated: challenge")),
        (response(403, HEAD), Notice(Signal.FINE)),
        (failure(FailureKind.RESET), Notice(Signal.RESET)),
        *(
            (failure(trouble), Notice(Signal.SILENT))
            for trouble in (FailureKind.TIMEOUT, FailureKind.REFUSED, FailureKind.TLS, FailureKind.LOOKUP)
        ),
        *(
            (failure(trouble), Notice(Signal.FINE))
            for trouble in (FailureKind.NO_NAME, FailureKind.NOT_ALLOWED, FailureKind.BROKEN)
        ),
    ],
    ids=str,
)
def test_notices(answer: FetchResult, notice: Notice) -> None:
    assert read_notice(answer) == notice
