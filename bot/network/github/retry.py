"""A request that failed comes in; whether it may be sent again goes out: a POST only where GitHub surely did not act.

PyGithub's own class sends a POST again after a 502 and after an answer that did not come, which posts a review twice.
Taking POST out of its methods would be no mend: then it does not wait for rate limits either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from urllib3.exceptions import InvalidHeader

from github.GithubException import RateLimitExceededExceedsMaxWait
from github.GithubRetry import GithubRetry

if TYPE_CHECKING:
    from types import TracebackType

    from urllib3 import Retry
    from urllib3.connectionpool import ConnectionPool
    from urllib3.response import HTTPResponse

TRIES = 3
METHODS = frozenset({"GET", "DELETE", "PATCH", "POST"})
"""Those that may be sent again for one reason or another; PyGithub leaves PATCH out."""


class WriteSafeRetry(GithubRetry):
    """Waits for rate limits whatever the method, up to `max_rate_limit_wait` seconds; fails otherwise at once
    for a POST, after three tries for the rest, which may be done twice without harm.
    """

    def is_retry(self, method: str, status_code: int, has_retry_after: bool = False) -> bool:
        """Whether an answer of this status is asked for again."""
        if method.upper() == "POST" and status_code >= 500:
            return False
        return super().is_retry(method, status_code, has_retry_after)

    def increment(  # type: ignore[override]
        self,
        method: str | None = None,
        url: str | None = None,
        response: HTTPResponse | None = None,
        error: Exception | None = None,
        _pool: ConnectionPool | None = None,
        _stacktrace: TracebackType | None = None,
    ) -> Retry:
        """The state for the next try; raises the error where there is none."""
        sent = error is not None and not self._is_connection_error(error)
        if error is not None and sent and (method or "POST").upper() == "POST":
            raise error
        if response is not None:
            self._check_wait(response)
        return super().increment(method, url, response, error, _pool, _stacktrace)

    def _check_wait(self, response: HTTPResponse) -> None:
        """PyGithub holds its own estimates against the longest wait, but not what Retry-After says."""
        try:
            wait = self.get_retry_after(response)
        except InvalidHeader:
            wait = self.secondary_rate_wait
            response.headers["Retry-After"] = f"{wait:.0f}"
        if wait is not None and self.max_rate_limit_wait is not None and wait > self.max_rate_limit_wait:
            raise RateLimitExceededExceedsMaxWait(response.status, None, dict(response.headers), wait=wait)
