"""Who may ask, under which names, and where a token goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.errors import BotError
from bot.github import ForbiddenError
from bot.github.client import Client, open_client
from bot.github.pulls import read_file, read_pull
from bot.github.reviews import read_conversation
from tests.github.conftest import QUICK
from tests.github.model import BOT, Token
from tests.github.scenarios import AFTER, LIST, README, fork, pull
from tests.github.server import FakeGitHub

if TYPE_CHECKING:
    from tests.github.conftest import Bench


def test_tokens(plain: Bench) -> None:
    world = pull()
    fake, anonymous = plain.open(world, token=None)
    assert read_pull(anonymous, LIST, 1).number == 1
    assert not any(visit.authorized for visit in fake.visits)
    with pytest.raises(ForbiddenError, match="Bad credentials"):
        read_pull(plain.ask(fake, "stolen"), LIST, 1)


def test_least_permissions_on_a_public_repository(plain: Bench) -> None:
    """`contents: read` alone, as a fork's run has it, still sees the pull request and its conversation."""
    world = fork()
    world.tokens["least"] = Token(BOT, {"contents": "read"})
    _, github = plain.open(world, "least")
    found = read_pull(github, LIST, 1)
    assert read_conversation(github, found).comments == ()
    world.repositories[LIST].private = True
    with pytest.raises(ForbiddenError, match="not accessible"):
        read_pull(github, LIST, 1)
    with pytest.raises(ForbiddenError, match="not accessible"):
        read_conversation(github, found)


@pytest.mark.parametrize(
    "address", ["", "api.github.com", "ftp://github.com", "http://github.example", "https://u@x.example", "https://x:0"]
)
def test_addresses_that_get_no_token(address: str) -> None:
    with pytest.raises(BotError, match="GITHUB_API_URL is not a valid API URL"):
        Client(address, "secret-token")


def test_company_github_has_a_prefix(plain: Bench) -> None:
    with FakeGitHub(pull(), prefix="/api/v3") as fake, Client(f"{fake.url}/", "review-token", QUICK) as github:
        found = read_pull(github, LIST, 1)
        assert read_file(github, LIST, README, found.head) == AFTER.encode()
        assert read_conversation(github, found).threads == ()
        assert {visit.path.split("/")[2] for visit in fake.visits} == {"v3", "graphql"}


def test_an_address_with_a_password_is_not_shown() -> None:
    with pytest.raises(BotError) as caught:
        Client("https://somebody:pass-word@github.example/api", "secret-token")
    assert "pass-word" not in f"{caught.value.message} {caught.value.hint}"


@pytest.mark.parametrize(
    ("token", "is_right"), [("ghs_a\n", True), ("ghs_a\nX: y", False), ("ghs a", False), ("é", False)]
)
def test_a_token_is_one_line_of_ascii(token: str, is_right: bool) -> None:
    environ = {"GITHUB_TOKEN": token}
    if is_right:
        open_client(environ).close()
        return
    with pytest.raises(BotError, match="contains an invalid character"):
        open_client(environ)
