"""Who may write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Never, cast

import pytest

from bot.github import NotFoundError
from bot.github.branches import may_write
from tests.github.scenarios import LIST, list_alone

if TYPE_CHECKING:
    from bot.github.client import Client
    from tests.github.conftest import Bench


@pytest.mark.parametrize(("login", "expected"), [("octo", True), ("grace", True), ("eve", False)])
def test_permission(login: str, expected: bool, bench: Bench) -> None:
    world = list_alone()
    world.repositories[LIST].collaborators.add("grace")
    _, github = bench.open(world)
    assert may_write(github, LIST, login) is expected


class Missing:
    """A client to which GitHub answers that there is no such account."""

    def get(self, what: str, path: str) -> Never:
        raise NotFoundError(f"{what}: {path}")


def test_who_does_not_exist_may_not_write() -> None:
    assert may_write(cast("Client", Missing()), LIST, "nobody") is False


@pytest.mark.parametrize("login", ["", "..", "octo/../octo", "github-actions[bot]", "a b", "a\nb", "x" * 101])
def test_what_names_nobody_is_not_asked_for(login: str, plain: Bench) -> None:
    fake, github = plain.open(list_alone())
    assert may_write(github, LIST, login) is False
    assert fake.visits == []
