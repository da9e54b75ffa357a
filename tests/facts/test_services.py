"""Addresses from the environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest

from bot.errors import BotError
from bot.facts.services import (
    CONNECTIVITY_PROBES,
    Reply,
    ServiceResponse,
    Services,
    Terms,
    ask_in_batches,
    read_probes,
    read_services,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.facts.services import Client

LOCAL = "http://127.0.0.1:8000"


def test_defaults_are_the_public_services() -> None:
    assert read_services({}) == Services()
    assert read_services({"BOT_ARXIV_API": " ", "GITHUB_TOKEN": ""}) == Services()


def test_mail_address() -> None:
    assert read_services({"BOT_MAILTO": " name+list@example.org "}).mailto == "name+list@example.org"
    with pytest.raises(BotError, match="BOT_MAILTO is not a valid email address: nobody"):
        read_services({"BOT_MAILTO": "nobody"})


def test_each_address_can_be_set() -> None:
    environment = {
        "BOT_ARXIV_API": f"{LOCAL}/api/query",
        "BOT_ARXIV_OAI": f"{LOCAL}/oai/",
        "BOT_DATACITE_API": LOCAL,
        "BOT_DOI_API": f"{LOCAL}/api",
        "BOT_CROSSREF_API": LOCAL,
        "BOT_WAYBACK_API": f"{LOCAL}/cdx",
        "GITHUB_API_URL": LOCAL,
        "GITHUB_TOKEN": "secret",
    }
    services = read_services(environment)
    assert services == Services(
        arxiv=f"{LOCAL}/api/query",
        oai=f"{LOCAL}/oai",
        datacite=f"{LOCAL}/dois",
        handles=f"{LOCAL}/api/handles",
        crossref=f"{LOCAL}/works",
        wayback=f"{LOCAL}/cdx",
        graphql=f"{LOCAL}/graphql",
        token="secret",
    )
    assert "secret" not in repr(services)


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [("BOT_DATACITE_API", f"{LOCAL}/dois", "datacite"), ("BOT_DOI_API", f"{LOCAL}/api/handles", "handles")],
)
def test_whole_address_is_taken_as_it_is(name: str, value: str, field: str) -> None:
    assert getattr(read_services({name: value}), field) == value


def test_passwords_are_neither_taken_nor_shown() -> None:
    with pytest.raises(BotError, match="BOT_ARXIV_API must not contain a user name") as caught:
        read_services({"BOT_ARXIV_API": "https://me:secret@mirror.example/api"})
    assert "secret" not in f"{caught.value.message} {caught.value.hint}"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"GITHUB_API_URL": "https://api.github.com"}, "https://api.github.com/graphql"),
        ({"GITHUB_API_URL": f"{LOCAL}/api/v3"}, f"{LOCAL}/api/graphql"),
        ({"GITHUB_API_URL": LOCAL, "GITHUB_GRAPHQL_URL": "https://api.github.com/graphql"}, f"{LOCAL}/graphql"),
        ({"GITHUB_API_URL": LOCAL, "GITHUB_GRAPHQL_URL": f"{LOCAL}/other"}, f"{LOCAL}/other"),
    ],
)
def test_graphql_follows_the_api(environment: dict[str, str], expected: str) -> None:
    assert read_services(environment).graphql == expected


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("https://api.github.com", True),
        (LOCAL, True),
        ("http://localhost:1", True),
        ("http://[::1]:1", True),
        ("http://api.github.com", False),
        ("https://github.company.example/api/v3", False),
        ("https://api.github.com.evil.example", False),
        ("http://127.0.0.1.evil.example", False),
    ],
)
def test_token_goes_to_github_only(address: str, sent: bool) -> None:
    services = read_services({"GITHUB_API_URL": address, "GITHUB_TOKEN": "secret"})
    assert services.token == ("secret" if sent else None)


@pytest.mark.parametrize("value", ["arxiv.org", "ftp://x", "https://", "http://[", "http://x:port"])
def test_what_is_no_address_is_named(value: str) -> None:
    with pytest.raises(BotError, match="BOT_ARXIV_API is not a valid URL"):
        read_services({"BOT_ARXIV_API": value})


@pytest.mark.parametrize(
    ("value", "urls"),
    [
        ("", CONNECTIVITY_PROBES),
        ("none", ()),
        (
            " http://127.0.0.1:1/a  https://x.example/ http://127.0.0.1:1/a",
            ("http://127.0.0.1:1/a", "https://x.example/"),
        ),
    ],
    ids=["default", "none", "named"],
)
def test_the_environment_may_name_other_probes(value: str, urls: tuple[str, ...]) -> None:
    assert read_probes({"BOT_CONNECTIVITY_PROBES": value}) == urls


@pytest.mark.parametrize("value", ["example.com", "none none", "ftp://x.example/"])
def test_probes_that_are_not_urls_are_refused(value: str) -> None:
    with pytest.raises(BotError, match="BOT_CONNECTIVITY_PROBES is not a valid URL"):
        read_probes({"BOT_CONNECTIVITY_PROBES": value})


@dataclass
class Asked:
    """A service, and its client, that answers a batch by the next of these statuses; then with all it was asked for."""

    statuses: list[int]
    batches: list[str] = field(default_factory=list)
    rests: list[float] = field(default_factory=list)

    @property
    def client(self) -> Client:
        return cast("Client", self)

    def may_ask(self) -> bool:
        return True

    def count(self, *, useful: bool) -> None:
        """How many answers were of use is the client's own."""

    def rest(self, seconds: float) -> None:
        self.rests.append(seconds)

    def ask(self, names: Sequence[str]) -> Reply[str]:
        self.batches.append("".join(names))
        status = self.statuses.pop(0) if self.statuses else 200
        return Reply(dict(zip(names, names, strict=True)), ServiceResponse("", 0.0, status))


@pytest.mark.parametrize(
    ("statuses", "pause", "batches", "rests"),
    [
        pytest.param([], None, ["abcd", "ef"], [], id="four at a time"),
        *(
            pytest.param([status], None, ["abcd", "ab", "cd", "ef"], [], id=f"{status}: in halves")
            for status in (400, 413, 414, 500)
        ),
        pytest.param([400, 400, 400, 400], None, ["abcd", "ab", "a", "b", "cd", "ef"], [], id="down to one"),
        *(
            pytest.param([status], 5.0, ["abcd", "abcd", "ef"], [5.0], id=f"{status}: again after a rest")
            for status in (429, 502, 503, 504)
        ),
        pytest.param([503], None, ["abcd", "ef"], [], id="503, where no rest is known"),
        pytest.param([404], 5.0, ["abcd", "ef"], [], id="404"),
    ],
)
def test_what_becomes_of_a_batch(
    statuses: list[int], pause: float | None, batches: list[str], rests: list[float]
) -> None:
    service = Asked(list(statuses))
    found: dict[str, str] = {}
    done = ask_in_batches(service, "abcdef", found.update, Terms(largest=4, pause=pause), "A service")
    assert (service.batches, service.rests) == (batches, rests)
    assert done.names == found.keys()
    assert done.problem == (f"A service answered {statuses[-1]}" if statuses else "")


@pytest.mark.parametrize(
    ("longest", "batches"), [(5, "a b c d e f"), (12, "ab cd ef"), (13, "abc def"), (30, "abcde f")]
)
def test_names_are_asked_about_in_batches_of_so_many_characters(longest: int, batches: str) -> None:
    service = Asked([])
    ask_in_batches(service, "abcdef", dict[str, str]().update, Terms(longest=longest), "A service")
    assert service.batches == batches.split()
