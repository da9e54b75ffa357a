"""What a response says about its host: how long to wait, and whether it answers programs at all."""

from __future__ import annotations

from email.utils import formatdate

import pytest

from bot.links.connections import GET, HEAD, Failure, FailureKind, FetchResult, Response
from bot.links.responses import Notice, Signal, read_notice, read_quota, read_wait

NOW = 1_790_000_000.0


def response(status: int = 429, method: str = GET, **headers: str) -> Response:
    return Response(
        "https://a.org/", method, NOW, 0.1, status, {name.replace("_", "-"): text for name, text in headers.items()}
    )


def date(seconds: float) -> str:
    return formatdate(NOW + seconds, usegmt=True)


@pytest.mark.parametrize(
    ("page", "seconds"),
    [
        (response(retry_after="5"), 5.0),
        (response(retry_after=" 0 "), 0.0),
        (response(retry_after="1.5"), 1.5),
        (response(retry_after=date(30)), 30.0),
        (response(retry_after=date(-30)), 0.0),
        (response(retry_after=date(90), date=date(60)), 30.0),
        (response(503, retry_after="120"), 120.0),
        (response(retry_after="-5"), None),
        (response(retry_after="soon"), None),
        (response(retry_after="9" * 400), None),
        (response(retry_after="Mon, 99 Foo 2026 25:61:61 GMT"), None),
        (response(), None),
        (response(retry_after="7", x_ratelimit_reset="99"), 7.0),
        (response(x_ratelimit_reset="12"), 12.0),
        (response(ratelimit_reset="12;w=60"), 12.0),
        (response(x_ratelimit_reset=str(int(NOW) + 40)), 40.0),
        (response(x_ratelimit_reset=str(int(NOW) + 40), date=date(10)), 30.0),
        (response(503, x_ratelimit_reset="12"), None),
    ],
)
def test_waits(page: Response, seconds: float | None) -> None:
    assert read_wait(page) == seconds


@pytest.mark.parametrize(
    ("page", "seconds"),
    [
        (response(200), None),
        (response(200, ratelimit_remaining="0", ratelimit_reset="5"), 5.0),
        (response(200, ratelimit_remaining="1", ratelimit_reset="5"), None),
        (response(200, ratelimit_remaining="0"), None),
        (response(200, x_ratelimit_remaining="0", x_ratelimit_reset=str(int(NOW) + 9)), 9.0),
        (response(200, x_rate_limit_remaining="0", x_rate_limit_reset="3"), 3.0),
        (response(200, ratelimit="limit=100, remaining=0, reset=5"), 5.0),
        (response(200, ratelimit="limit=100, remaining=50, reset=5"), None),
        (response(200, ratelimit="limit=10, remaining=10, reset=5"), None),
        (response(200, ratelimit='"default";r=0;t=7'), 7.0),
        (response(200, ratelimit='"default";r=3;t=7'), None),
        (response(200, ratelimit_remaining="none"), None),
    ],
)
def test_quotas(page: Response, seconds: float | None) -> None:
    assert read_quota(page) == seconds


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
        (response(403), Notice(Signal.WALL, wall="status 403")),
        (response(429, cf_mitigated="challenge"), Notice(Signal.WALL, wall="cf-mitigated: challenge")),
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
