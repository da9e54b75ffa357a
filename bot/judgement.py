"""Judgements as tables: named cases in order, of which the first that holds gives the verdict and its reason.

    _CASES: tuple[Case[Pair, Same], ...] = (
        Case("one has no title", lambda pair: not pair.first, Same.UNKNOWN),
        Case("letter by letter alike", is_alike, Same.YES),
        Case("nothing else tells", always, Same.NO),
    )
    judge(_CASES, pair).value

A reason is a phrase that a person can read: what is so, not what follows from it. What several cases ask for, or what
costs time to find, is a (cached) property of the subject.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Subject = TypeVar("Subject")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Verdict(Generic[Value]):
    """What was judged, and why."""

    value: Value
    reason: str


@dataclass(frozen=True, slots=True)
class Case(Generic[Subject, Value]):
    """A row of a table: where it `holds`, the verdict is `value`, for this `reason`."""

    reason: str
    holds: Callable[[Subject], object]
    value: Value


def always(_subject: object) -> bool:
    """Hold for each subject: the last row of a table."""
    return True


def judge(cases: Iterable[Case[Subject, Value]], subject: Subject) -> Verdict[Value]:
    """Return the verdict of the first case that holds. Raises LookupError where none does."""
    for case in cases:
        if case.holds(subject):
            return Verdict(case.value, case.reason)
    raise LookupError(f"no case holds for {subject!r}")


def hear(witnesses: Iterable[Case[Subject, Value]], subject: Subject) -> tuple[Verdict[Value], ...]:
    """Return the verdicts of all cases that hold: each is a witness, for or against something."""
    return tuple(Verdict(each.value, each.reason) for each in witnesses if each.holds(subject))
