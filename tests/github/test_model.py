"""Names, hashes and bodies as GitHub takes them."""

from __future__ import annotations

import pytest

from bot.errors import BotError
from bot.github.model import (
    CUT,
    WEB,
    Pull,
    comparable,
    fit_body,
    is_hash,
    is_repository,
    line_url,
    link_quietly,
    repository_of,
    size_of,
    web_server,
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("octo/list", True),
        ("o.c-t_o/l.i-s_t", True),
        ("octo", False),
        ("octo/list/x", False),
        ("./list", False),
        ("octo/..", False),
        ("octo/.github", True),
        (f"{'o' * 100}/l", True),
        (f"{'o' * 101}/l", False),
        ("octo/list ", False),
    ],
)
def test_repositories(name: str, expected: bool) -> None:
    assert is_repository(name) is expected
    if expected:
        assert repository_of({"GITHUB_REPOSITORY": name}) == name
    else:
        with pytest.raises(BotError, match="GITHUB_REPOSITORY is not set"):
            repository_of({"GITHUB_REPOSITORY": name})


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a" * 40, True), ("a" * 64, True), ("a" * 39, False), ("a" * 41, False), ("g" * 40, False), ("A" * 40, False)],
)
def test_hashes(text: str, expected: bool) -> None:
    assert is_hash(text) is expected


def test_a_body_is_cut_at_a_line() -> None:
    limit = 60
    assert [size_of(text) for text in ("", "é", "😀")] == [0, 1, 2]
    assert fit_body("x" * limit, limit) == "x" * limit
    assert fit_body("x" * (limit + 1), limit) == CUT
    room = limit - len(CUT)
    line = f"{'x' * (room - 1)}\n"
    assert fit_body(line + "y" * limit, limit) == line + CUT
    assert fit_body(f"x{line}" + "y" * limit, limit) == CUT
    assert fit_body("😀" * (limit // 2), limit) == "😀" * (limit // 2)


def test_bodies_are_compared_as_github_keeps_them() -> None:
    assert comparable("\n a \r\n\r\nb  \n\n") == "a\n\nb"
    assert comparable("a\nb") != comparable("a b")


@pytest.mark.parametrize(
    ("path", "written"),
    [
        pytest.param("a b.md", "a%20b.md", id="space"),
        pytest.param("./docs/README.md", "docs/README.md", id="from here"),
        pytest.param("caf\udce9.md", "caf%3F.md", id="no UTF-8"),
    ],
)
def test_links_to_lines(path: str, written: str) -> None:
    assert line_url("https://a.example/b/blob/HEAD", path, 3) == f"https://a.example/b/blob/HEAD/{written}?plain=1#L3"


def test_links_to_issues() -> None:
    assert link_quietly(7, "octo/list", WEB) == "[#7](https://redirect.github.com/octo/list/issues/7)"
    assert link_quietly(7, "octo/list", "https://git.example.org") == "`#7`"
    assert [web_server(each) for each in ({}, {"GITHUB_SERVER_URL": ""}, {"GITHUB_SERVER_URL": "x"})] == [WEB, WEB, "x"]


@pytest.mark.parametrize(("head", "is_fork"), [("octo/list", False), ("eve/list", True), (None, True)])
def test_forks(head: str | None, is_fork: bool) -> None:
    assert Pull("octo/list", 7, "a" * 40, "b" * 40, "c" * 40, head).is_from_fork is is_fork
