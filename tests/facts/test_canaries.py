"""Pages that always answer, by default or by the environment."""

from __future__ import annotations

import pytest

from bot.errors import BotError
from bot.facts.confirmation import read_canaries
from bot.sweeps.observations import CANARIES


@pytest.mark.parametrize(
    ("value", "urls"),
    [
        ("", CANARIES),
        ("none", ()),
        (
            " http://127.0.0.1:1/a  https://x.example/ http://127.0.0.1:1/a",
            ("http://127.0.0.1:1/a", "https://x.example/"),
        ),
    ],
    ids=["default", "none", "named"],
)
def test_the_environment_may_name_others(value: str, urls: tuple[str, ...]) -> None:
    assert read_canaries({"BOT_CANARIES": value}) == urls


@pytest.mark.parametrize("value", ["example.com", "none none", "ftp://x.example/"])
def test_what_is_no_address_is_named(value: str) -> None:
    with pytest.raises(BotError, match="BOT_CANARIES: no address"):
        read_canaries({"BOT_CANARIES": value})
