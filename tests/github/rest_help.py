"""Small questions that several answers ask of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.github.answers import not_found

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.github.answers import Ask
    from tests.github.diffs import FileDiff
    from tests.github.model import Issue, Pull, Repository


def repository_of(ask: Ask) -> Repository:
    """The repository that the path names; the table of routes has seen to it that there is one."""
    assert ask.repository is not None
    return ask.repository


def pull_of(ask: Ask) -> Pull:
    """The pull request that the path names."""
    pull = repository_of(ask).pulls.get(number_of(ask.parts[0]))
    if pull is None:
        raise not_found()
    return pull


def issue_of(ask: Ask) -> Issue:
    """The issue, or the pull request as one, that the path names."""
    repository, number = repository_of(ask), number_of(ask.parts[0])
    if number in repository.pulls:
        return repository.pulls[number].issue
    if number not in repository.issues:
        raise not_found()
    return repository.issues[number]


def number_of(text: str) -> int:
    """A number in a path."""
    if not text.isdigit():
        raise not_found()
    return int(text)


def changed_lines(files: Iterable[FileDiff]) -> int:
    """How large a diff is."""
    return sum(each.additions + each.deletions for each in files)
