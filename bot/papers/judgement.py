"""Judgements with many conditions, as ordered tables of named tests: the first that holds decides, and says why."""

from __future__ import annotations

from collections.abc import Callable  # noqa: TC003 - a field of a generic tuple
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

Subject = TypeVar("Subject")
Answer = TypeVar("Answer")


class Case(NamedTuple, Generic[Subject, Answer]):
    """One line of a table."""

    reason: str
    """A phrase that a person reads: what is the case where the test holds."""
    holds: Callable[[Subject], bool]
    answer: Answer


class Verdict(NamedTuple, Generic[Answer]):
    """What a table says of a subject, and why."""

    answer: Answer
    reason: str


def judge(table: Iterable[Case[Subject, Answer]], subject: Subject) -> Verdict[Answer]:
    """The answer of the first case of `table` that holds; the last one must hold always."""
    return next(Verdict(case.answer, case.reason) for case in table if case.holds(subject))


def always(_: object) -> bool:
    """The test of the last case."""
    return True
