"""What is read from an answer, and where requests go."""

from __future__ import annotations

import pytest

from bot.errors import BotError
from bot.github import InvalidResponseError, NotFoundError
from bot.github.client import Answer, read_graphql, repository_path, split_repository


@pytest.mark.parametrize(
    ("value", "data"),
    [({"data": {"a": 1}}, {"a": 1}), ({"data": {}}, {}), ({"data": {"a": 1}, "errors": []}, {"a": 1})],
)
def test_data_of_graphql(value: object, data: object) -> None:
    assert read_graphql(Answer("issue 7", value)).value == data


@pytest.mark.parametrize("value", [{}, {"data": None}, {"data": [1]}, {"data": "x"}])
def test_answers_without_data(value: object) -> None:
    with pytest.raises(InvalidResponseError, match=r"issue 7: unexpected answer from GitHub"):
        read_graphql(Answer("issue 7", value))


def test_errors_count_beside_data() -> None:
    value = {"data": {"a": 1}, "errors": [{"type": "NOT_FOUND", "message": "gone"}]}
    with pytest.raises(NotFoundError, match="issue 7: gone"):
        read_graphql(Answer("issue 7", value))


@pytest.mark.parametrize(
    ("repository", "rest", "path"),
    [
        ("octo/list", (), "/repos/octo/list"),
        ("octo/list", ("issues", 7), "/repos/octo/list/issues/7"),
        ("octo/list", ("contents", "a/b c?"), "/repos/octo/list/contents/a%2Fb%20c%3F"),
    ],
)
def test_paths(repository: str, rest: tuple[str | int, ...], path: str) -> None:
    assert repository_path(repository, *rest) == path


@pytest.mark.parametrize("name", ["", "octo", "octo/", "octo/list/x", "../user", "octo/..", "octo/a b", "octo/list?x"])
def test_what_is_no_repository_has_no_path(name: str) -> None:
    for call in (repository_path, split_repository):
        with pytest.raises(BotError, match="not a valid repository name"):
            call(name)
    assert split_repository("octo/list") == ("octo", "list")
