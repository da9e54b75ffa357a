"""What a GitHub of our own answers: a status, JSON or bytes, and headers; errors are raised."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.github.model import Repository, Token

DOCUMENTATION = "https://docs.github.com/rest"
LONGEST_BODY = 65_536


@dataclass(frozen=True, slots=True)
class Ask:
    """A request, taken apart."""

    method: str
    path: str
    """Without the prefix of the API; percent signs undone in each segment, but `/` in a segment left as it came."""
    query: Mapping[str, str]
    headers: Mapping[str, str]
    """Names in small letters."""
    body: Mapping[str, object]
    token: Token | None
    parts: tuple[str, ...] = ()
    """What the route found in the path."""
    repository: Repository | None = None

    @property
    def account(self) -> str:
        return self.token.account if self.token else ""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer; `value` becomes JSON, unless it is bytes."""

    status: int
    value: object = None
    headers: Mapping[str, str] = field(default_factory=dict)


class Refusal(Exception):  # noqa: N818 - an answer, raised because it ends the work
    """An answer that says no."""

    def __init__(self, status: int, message: str, *, errors: list[object] | None = None) -> None:
        super().__init__(message)
        value: dict[str, object] = {"message": message, "documentation_url": DOCUMENTATION, "status": str(status)}
        if errors is not None:
            value["errors"] = errors
        self.reply = Reply(status, value)


def not_found() -> Refusal:
    return Refusal(404, "Not Found")


def forbidden() -> Refusal:
    return Refusal(403, "Resource not accessible by integration")


def refuse_words(*words: str) -> Refusal:
    """The 422 of reviews: its errors are texts."""
    return Refusal(422, "Unprocessable Entity", errors=list(words))


def refuse_field(resource: str, name: str, code: str, message: str = "") -> Refusal:
    """The 422 of the rest: its errors are objects."""
    error = {"resource": resource, "field": name, "code": code}
    if message:
        error["message"] = message
    return Refusal(422, "Validation Failed", errors=[error])


def text_of(body: Mapping[str, object], name: str, resource: str) -> str:
    """A text that is not too long."""
    value = body.get(name)
    if not isinstance(value, str):
        raise refuse_field(resource, name, "missing_field")
    if len(value) > LONGEST_BODY:
        raise refuse_field(resource, name, "custom", f"{name} is too long (maximum is {LONGEST_BODY} characters)")
    return re.sub(r"\r\n?", "\n", value)


def paged(ask: Ask, items: list[object], api: str, *, key: str = "") -> Reply:
    """One page of a list, with a link to the next one; below `key` and with a count where it has a name."""
    size = min(int(ask.query.get("per_page", "30")), 100)
    page = int(ask.query.get("page", "1"))
    found = items[(page - 1) * size : page * size]
    headers = {"Link": f'<{api}{ask.path}?page={page + 1}>; rel="next"'} if len(items) > page * size else {}
    return Reply(200, {"total_count": len(items), key: found} if key else found, headers)
