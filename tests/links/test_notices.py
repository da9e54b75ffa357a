"""What an answer says about its host."""

from __future__ import annotations

import pytest

from bot.links.limits import Notice, Signal, read_notice
from bot.links.model import GET, HEAD, Answer, Failure, Reply, Trouble


def reply(status: int, method: str = GET, **headers: str) -> Reply:
    return Reply(
        "https://a.org/", method, 1.0, 0.1, status, {name.replace("_", "-"): text for name, text in headers.items()}
    )


def failure(trouble: Trouble) -> Failure:
    return Failure("https://a.org/", GET, 1.0, 0.1, trouble)


@pytest.mark.parametrize(
    ("answer", "notice"),
    [
        *((reply(status), Notice(Signal.FINE)) for status in (200, 301, 404, 500, 503)),
        (reply(503, retry_after="9"), Notice(Signal.FINE, 9.0)),
        (reply(200, ratelimit_remaining="0", ratelimit_reset="4"), Notice(Signal.FINE, 4.0)),
        (reply(429), Notice(Signal.LIMITED)),
        (reply(429, retry_after="9"), Notice(Signal.LIMITED, 9.0)),
        (reply(429, HEAD), Notice(Signal.LIMITED)),
        (reply(403), Notice(Signal.WALL, mark="status 403")),
        (reply(429, cf_mitigated="challenge"), Notice(Signal.WALL, mark="cf-mitigated: challenge")),
        (reply(403, HEAD), Notice(Signal.FINE)),
        (failure(Trouble.RESET), Notice(Signal.RESET)),
        *(
            (failure(trouble), Notice(Signal.SILENT))
            for trouble in (Trouble.TIMEOUT, Trouble.REFUSED, Trouble.TLS, Trouble.LOOKUP)
        ),
        *(
            (failure(trouble), Notice(Signal.FINE))
            for trouble in (Trouble.NO_NAME, Trouble.NOT_ALLOWED, Trouble.BROKEN)
        ),
    ],
    ids=str,
)
def test_notices(answer: Answer, notice: Notice) -> None:
    assert read_notice(answer) == notice
