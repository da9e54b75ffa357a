"""Judgements as tables of named cases: the first case that holds gives the verdict and its reason.

    _CASES: tuple[Case[Pair, Same], ...] = (
        Case("one has no title", lambda pair: not pair.first, Same.UNKNOWN),
        Case("letter by letter alike", is_alike, Same.YES),
        Case("nothing else tells", always, Same.NO),
    )
    judge(_CASES, pair).value

A reason is a phrase that a person can read: what is so, not what follows from it. What several cases ask for, or what
costs time to find, is a (cached) property of the subject.

A suspicion is weighed by a table of witnesses, each on its `Side`:

    _WITNESSES: tuple[Case[Deviation, Side], ...] = (
        Case("the date is not the month of the arXiv id", always, Side.FOR),
        Case("the entries around it are of the month of the id", has_neighbours, Side.FOR),
        Case("the link leads to a later version", is_version, Side.AGAINST),
    )
    weigh(_WITNESSES, deviation).outcome

The rows for a suspicion are independent of each other: tests that one cause makes hold together are one row.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from enum import Enum, auto
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property as cached_property
else:

    class cached_property:  # noqa: N801 - the name is the standard library's
        """As that of Python 3.12: without a lock, which takes half of the time; reading asks for ten per entry."""

        def __init__(self, find):
            self.find, self.__doc__ = find, find.__doc__

        def __set_name__(self, owner, name):
            self.name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            value = instance.__dict__[self.name] = self.find(instance)
            return value


Subject = TypeVar("Subject")
Value = TypeVar("Value")


def keep_last(make: Callable[[Subject], Value]) -> Callable[[Subject], Value]:
    """What `make` makes of a thing, kept until it is asked about another one: most are asked about several times."""
    kept: list[tuple[Subject, Value]] = []

    def find(subject: Subject) -> Value:
        found = kept[0] if kept else None
        if found is None or found[0] is not subject:
            found = subject, make(subject)
            kept[:] = [found]
        return found[1]

    return find


class Verdict(NamedTuple, Generic[Value]):
    """What was judged, and why."""

    value: Value
    reason: str


class Case(NamedTuple, Generic[Subject, Value]):
    """A row of a table: where it `holds`, the verdict is `value`, for this `reason`."""

    reason: str
    holds: Callable[[Subject], object]
    value: Value


def always(_subject: object) -> bool:
    """Hold for each subject: the last row of a table."""
    return True


def judge(cases: Iterable[Case[Subject, Value]], subject: Subject) -> Verdict[Value]:
    """Return the verdict of the first case that holds. Raises LookupError if none does."""
    for case in cases:
        if case.holds(subject):
            return tuple.__new__(Verdict, (case.value, case.reason))
    raise LookupError(f"no case holds for {subject!r}")


def hear(witnesses: Iterable[Case[Subject, Value]], subject: Subject) -> tuple[Verdict[Value], ...]:
    """Return the verdicts of all cases that hold: each is a witness, for or against something."""
    return tuple(Verdict(each.value, each.reason) for each in witnesses if each.holds(subject))


class Side(Enum):
    """What a witness says about a suspicion."""

    FOR = auto()
    """The suspicion is right."""
    NOTE = auto()
    """It may be right, but it may be meant, too: a note at most."""
    AGAINST = auto()
    """It is wrong."""


class Outcome(Enum):
    """What is done about a suspicion."""

    SURE = auto()
    """Two reasons or more speak for it, and nothing else: an error or a warning."""
    UNSURE = auto()
    """One reason alone speaks for it, or something makes it a note."""
    DROPPED = auto()
    """Something speaks against it, or nothing for it."""


class Hearing(NamedTuple):
    """What the witnesses of one suspicion say, as phrases."""

    reasons: tuple[str, ...] = ()
    """What speaks for the suspicion."""
    reservations: tuple[str, ...] = ()
    """What makes it a note at most."""
    objections: tuple[str, ...] = ()
    """What speaks against it."""

    @property
    def outcome(self) -> Outcome:
        """What is done about the suspicion."""
        if self.objections or not self.reasons:
            return Outcome.DROPPED
        return Outcome.SURE if len(self.reasons) > 1 and not self.reservations else Outcome.UNSURE


def weigh(witnesses: Iterable[Case[Subject, Side]], subject: Subject) -> Hearing:
    """Hear all witnesses of a suspicion."""
    heard = hear(witnesses, subject)
    return Hearing(*(tuple(each.reason for each in heard if each.value is side) for side in Side))
