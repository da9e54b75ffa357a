"""What goes wrong with a request, as a value that tests can ask for, and how GitHub says it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum

from tests.github.answers import Reply


class Fault(StrEnum):
    """What goes wrong with a request; `AFTER` says that it was carried out all the same."""

    ERROR = "502"
    ERROR_AFTER = "502 after"
    HANG_UP = "no answer"
    HANG_UP_AFTER = "no answer after"
    SLEEP_AFTER = "an answer too late"
    PRIMARY = "primary rate limit"
    SECONDARY = "secondary rate limit"
    SECONDARY_WITH = "secondary rate limit with Retry-After"
    TOO_MANY = "429"
    TOO_MANY_WITH = "429 with Retry-After"
    GARBAGE = "an answer that is no JSON"


AFTER = frozenset({Fault.ERROR_AFTER, Fault.HANG_UP_AFTER, Fault.SLEEP_AFTER, Fault.GARBAGE})
_SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."


@dataclass(slots=True)
class Trouble:
    """A fault that is to happen: on requests of this verb whose path holds the text, so many times."""

    verb: str
    part: str
    fault: Fault
    times: int
    retry_after: int = 0
    reset: int | None = None
    """Seconds from now to the end of a primary limit."""


def fail(trouble: Trouble) -> Reply | None:
    """The answer; None: none."""
    limit: dict[str, object] = {"message": _SECONDARY, "documentation_url": "https://docs.github.com/rest"}
    after = {"Retry-After": str(trouble.retry_after)}
    match trouble.fault:
        case Fault.ERROR | Fault.ERROR_AFTER:
            return Reply(502, {"message": "Server Error"})
        case Fault.HANG_UP | Fault.HANG_UP_AFTER | Fault.SLEEP_AFTER:
            return None
        case Fault.PRIMARY:
            reset = str(int(time.time()) + (trouble.reset or 0))
            headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Limit": "1000", "X-RateLimit-Reset": reset}
            return Reply(403, limit | {"message": "API rate limit exceeded for installation ID 1."}, headers)
        case Fault.SECONDARY:
            return Reply(403, limit)
        case Fault.SECONDARY_WITH:
            return Reply(403, limit, after)
        case Fault.TOO_MANY:
            return Reply(429, limit)
        case Fault.TOO_MANY_WITH:
            return Reply(429, limit, after)
        case Fault.GARBAGE:
            return Reply(200, b"{not JSON")
