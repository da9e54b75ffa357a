"""What is made from the rules is what is committed."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

from bot.linter.diagnostics import Edit, Fix, Safety, Severity
from bot.linter.rule import Bad, Good, Need, Rule, option
from bot.rules import RULES
from bot.text import Span
from tools.rules_page import fix_of, main, render, renewed_schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing

ROOT = Path(__file__).parents[2]
RENEW = "run `python -m tools.rules_page --write` and commit what it changes"


@dataclass(frozen=True)
class Shouting(Rule):
    """A text shouts.

    It ends in `!`.
    """

    slug: ClassVar[str] = "shouting"
    severity: ClassVar[Severity] = Severity.NOTE
    enabled: ClassVar[bool] = False
    needs: ClassVar[Need] = Need.FILES
    examples: ClassVar[tuple[Good | Bad, ...]] = (Bad("a `b`!\n", "a `b`\n"), Bad("```\n!\n"), Good("a\n"))

    signs: tuple[str, ...] = option(("!",), "What shouts.")
    limit: int = option(1, "How often.")
    safety: str | None = option(None, "How safe.")

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        content = listing.text.content
        if "!" in content and "`" in content:
            span = Span(content.index("!"), content.index("!") + 1)
            fix = Fix("Remove it", (Edit(span, ""),), Safety.UNSAFE) if content.startswith("a") else None
            yield self.at(listing, span, "this shouts", fix=fix)


PAGE = """\
## shouting

**Note**. Fix: unsafe. Off unless the configuration or `--select` names it. Needs the repository's files.

A text shouts.

It ends in `!`.

Options:

- `signs` (list of strings; default: `["!"]`): What shouts.
- `limit` (integer; default: `1`): How often.
- `safety` (text): How safe.

Example, with the fix:

```diff
-a `b`!
+a `b`
```
"""


def test_page_of_a_rule() -> None:
    page = render((Shouting(),))
    assert page.endswith("marks omitted lines.\n\n- **Notes**: [shouting](#shouting) (off)\n\n" + PAGE)


NUMBERS = "".join(f"{number}\n" for number in range(1, 9))


@pytest.mark.parametrize(
    ("example", "shown"),
    [
        pytest.param(Bad(f"{NUMBERS[:-2]}b!`\n"), "1\n2\n3\n4\n5\n6\n7\nb!`", id="eight lines are shown"),
        pytest.param(Bad(f"{NUMBERS}b!`\n"), "1\n2\n3\n...\n8\nb!`", id="found at the end"),
        pytest.param(Bad(f"{NUMBERS[:10]}b!`\n{NUMBERS}"), "1\n2\n3\n...\n5\nb!`\n1\n...", id="within"),
        pytest.param(Bad(f"a `b`!\n{NUMBERS}", f"a `b`\n{NUMBERS}"), "-a `b`!\n+a `b`\n 1", id="start differs"),
        pytest.param(Bad(f"!\n{NUMBERS}!\n", f"?\n{NUMBERS}?\n"), "-!\n+?\n 1\n...\n 8\n-!\n+?", id="both ends differ"),
    ],
)
def test_long_examples_are_cut(example: Bad, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shouting, "examples", (example,))
    blocks = re.findall(r"^```(?:markdown|diff)\n(.*?)\n```$", render((Shouting(),)), re.DOTALL | re.MULTILINE)
    assert blocks[1:] == [shown]


@dataclass(frozen=True)
class Murmuring(Shouting):
    """A text murmurs."""

    slug: ClassVar[str] = "murmuring"
    examples: ClassVar[tuple[Good | Bad, ...]] = (Bad("```\n!\n"), Good("a\n"))


def test_fix_is_derived_from_the_examples_and_the_module() -> None:
    assert [fix_of(rule, (rule,)) for rule in (Shouting(), Murmuring())] == ["Fix: unsafe", "Fix: unsafe"]
    kinds = {rule.slug: fix_of(rule) for rule in RULES}
    assert (kinds["missing-space"], kinds["impossible-date"]) == ("Fix: safe or unsafe",) * 2
    assert (kinds["reused-id"], kinds["stale-count"]) == ("No fix", "Fix: safe")


def test_documentation_is_renewed(capsys: pytest.CaptureFixture[str]) -> None:
    assert (main([]), capsys.readouterr().out) == (0, (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")), RENEW


def test_schema_is_renewed() -> None:
    committed = (ROOT / "schemas" / "config.schema.json").read_text(encoding="utf-8")
    assert committed == renewed_schema(), RENEW
    assert list(json.loads(committed)["properties"]["rules"]["properties"]) == [rule.slug for rule in RULES]
