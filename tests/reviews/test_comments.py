from __future__ import annotations

import pytest

from bot.linter.diagnostics import Edit, Fix, Safety
from bot.reviews.comments import describe_in_table, describe_suggested, describe_unsuggested
from bot.text import Span

TITLES = {
    "words": ("Remove the extra space", "Remove the extra space"),
    "an address can be copied": ("Write https://a.org/x", "Write `https://a.org/x`"),
    "an address in a table": ("Write https://a.org/x|y", "Write <code>https:&#8203;//a.org/x&#124;y</code>"),
    "an address with a backtick": ("Write https://a.org/`x", r"Write https:&#8203;//a.org/\`x"),
    "an address that is too long": (f"Write https://a.org/{'x' * 300}", rf"Write \`https:&#8203;//a.org/{'x' * 178}…"),
    "code": ("Remove `https://a.org`", "Remove `https://a.org`"),
    "a mention": ("Write @team https://@team", "Write @&#8203;team `https://@team`"),
}


@pytest.mark.parametrize(("title", "shown"), TITLES.values(), ids=TITLES)
def test_what_a_fix_does(title: str, shown: str) -> None:
    fix = Fix(title, (Edit(Span(0, 1), ""),), Safety.UNSAFE)
    assert describe_in_table(fix) == f"Possible fix: {shown}"
    assert describe_suggested(fix) == f"{shown}; check it before you commit."
    assert describe_unsuggested(fix) == f"{shown} (`bot lint --fix --unsafe-fixes` applies it)."
