"""READMEs below, near and past the size that GitHub renders."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from bot.document import parse
from bot.linter.rule import Context
from bot.listing import Catalog, read
from bot.rules.whole_page import LIMIT, OversizedReadme
from bot.text import Span, Text

if TYPE_CHECKING:
    from bot.linter.diagnostics import Diagnostic

LINE = "é" * 49 + "\n"
"""99 bytes, 50 characters."""


def findings(path: str, size: int) -> list[Diagnostic]:
    """What the rule finds in a file of `size` bytes."""
    content = "<!--\n" + LINE * (size // 99)
    listing = read(parse(Text(path, content + "x" * (size - len(content.encode())))))
    return list(OversizedReadme().check(listing, Context(date(2026, 11, 21), Catalog((listing,)))))


@pytest.mark.parametrize(
    ("path", "size", "message"),
    [
        ("README.md", 460_700, None),
        ("README.md", 460_800, "the README has 460,800 bytes, 90 % of what GitHub shows"),
        ("docs/readme_zh.md", LIMIT, "the README has 512,000 bytes, 100 % of what GitHub shows"),
        ("papers.md", 600_000, None),
        ("readme/papers.md", 600_000, None),
    ],
)
def test_size(path: str, size: int, message: str | None) -> None:
    assert [each.message for each in findings(path, size)] == ([message] if message else [])


def test_past_the_limit_the_finding_stands_where_the_page_ends() -> None:
    (found,) = findings("README.md", 600_000)
    assert found.message == "GitHub cuts the README off here: it has 600,000 bytes, the limit is 512,000"
    cut = (LIMIT - 5) // 99 * 50 + 5 + (LIMIT - 5) % 99 // 2
    assert found.span == Span(cut, (cut - 5) // 50 * 50 + 5 + 49)
