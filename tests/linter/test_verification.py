from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pytest

from bot.linter.diagnostics import Diagnostic, Safety, Severity
from bot.linter.fixing import RefusedFix, fix
from bot.linter.rule import Rule
from bot.rules.malformed_link import MalformedLink
from bot.text import Span, Text
from tests.linter.test_engine import Swap, plan, survey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.linter.fixing import FixResult
    from bot.linter.rule import Context
    from bot.listing import Listing

FIRE = "* [FireAct](https://arxiv.org/abs/2310.05915)\n"
NOTED = "* [FireAct](https://arxiv.org/abs/2310.05915) x\n"
BROKEN = "* [FireAct]((https://arxiv.org/abs/2310.05915))\n"
TUNE = "* [AgentTuning](https://arxiv.org/abs/2310.12823)\n"


@dataclass(frozen=True)
class Find(Rule):
    """A text holds `word`, but not too often: then it is a habit."""

    slug: ClassVar[str] = "find"
    severity: ClassVar[Severity] = Severity.WARNING

    word: str = "y"
    most: int = 99

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        content = listing.text.content
        if content.count(self.word) <= self.most:
            for index in range(len(content)):
                if content.startswith(self.word, index):
                    yield self.at(listing, Span(index, index + 1), f"`{self.word}`")


@dataclass(frozen=True)
class Other(Swap):
    slug: ClassVar[str] = "other"


def fixed(content: str, *rules: Rule, safety: Safety = Safety.SAFE) -> FixResult:
    return fix([Text("a.md", content)], plan(*rules), survey, safety)


CASES = [
    pytest.param(
        "a\n\nx\n", (Swap(), Find(), Other("a", "b")), "b\n\nx\n", "it would cause a find finding: `y`", id="finding"
    ),
    pytest.param(
        "a\n\nx\n",
        (Swap("x", "q"), Swap("q", "y"), Find(), Other("a", "b")),
        "b\n\nx\n",
        "it would cause a swap finding: `q`",
        id="a finding that a later round brings",
    ),
    pytest.param(
        "f\n\nf\n\nx\n", (Swap("x", "f"), Find("f", most=2)), "f\n\nf\n\nf\n", None, id="more of a habit is no finding"
    ),
    pytest.param(
        "f\n\nf x\n\nf x\n",
        (Swap("f x", "g"), Find("f", most=2)),
        "f\n\nf x\n\nf x\n",
        "it would cause a find finding",
        id="no habit left",
    ),
    pytest.param(FIRE + TUNE, (Swap(FIRE, ""),), FIRE + TUNE, "it would lose arxiv:2310.05915", id="work"),
    pytest.param(FIRE, (Swap("Act", "Cat"),), FIRE, "it would change how the entry fire", id="title"),
    pytest.param(NOTED, (Swap(), Find()), NOTED, "it would cause a find finding: `y`", id="in an entry"),
]


@pytest.mark.parametrize(("content", "rules", "after", "reason"), CASES)
def test_a_safe_fix_that_does_harm_is_left_out(
    content: str, rules: tuple[Rule, ...], after: str, reason: str | None
) -> None:
    result = fixed(content, *rules)
    assert result.texts[0].content == after
    assert [each.reason[: len(reason or "")] for each in result.refused][:1] == ([reason] if reason else [])
    assert len(result.fixed) == (after != content)


@pytest.mark.parametrize(("content", "rules", "after", "reason"), CASES)
def test_a_second_run_changes_nothing(content: str, rules: tuple[Rule, ...], after: str, reason: str | None) -> None:
    assert fixed(after, *rules).texts[0].content == after


def test_refused_fixes_are_named_by_place_and_are_no_longer_offered() -> None:
    result = fixed("a\n\nx\n", Swap(), Find())
    assert result.refused == (RefusedFix("a.md", 3, "swap", "it would cause a find finding: `y`"),)
    assert [(each.rule, each.fix) for each in result.remaining.diagnostics] == [("swap", None)]


def test_an_unsafe_fix_may_change_entries_but_break_no_link() -> None:
    toc = f"[x][1]\n\n## A b\n\n{FIRE}\n[1]: #a-b\n"
    rules = (Swap("A b", "A c", safety=Safety.UNSAFE), Other("Fire", "Water", safety=Safety.UNSAFE))
    result = fixed(toc, *rules, safety=Safety.UNSAFE)
    assert result.texts[0].content == toc.replace("Fire", "Water")
    assert [each.reason for each in result.refused] == ["it would break the link to #a-b"]


def test_a_link_that_could_not_be_read_may_give_an_entry_its_title() -> None:
    assert fixed(f"{TUNE}{BROKEN}", MalformedLink()).texts[0].content == TUNE + FIRE


@pytest.mark.parametrize(
    ("content", "after"),
    [
        pytest.param(f"{BROKEN[:-1]} y\n", f"{FIRE[:-1]} y\n", id="the same one, though the entry has an id now"),
        pytest.param(f"{BROKEN}\ny\n", f"{FIRE}\ny\n", id="one elsewhere"),
    ],
)
def test_what_was_found_before_holds_back_no_fix(content: str, after: str) -> None:
    assert fixed(TUNE + content, MalformedLink(), Find()).texts[0].content == TUNE + after


@pytest.mark.parametrize("content", [BROKEN, f"{BROKEN}\nt\n"])
def test_a_finding_of_an_entry_that_could_not_be_read_holds_back_a_fix(content: str) -> None:
    class OfWork(Find):
        def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
            works = [entry for entry in listing.entries if entry.work is not None]
            if len(works) > 1:
                yield self.at(listing, works[-1].span, "a second work")
            elif "\nt\n" in listing.text.content:
                yield self.at(listing, Span(len(listing.text.content) - 2, len(listing.text.content) - 1), "`t`")

    assert fixed(TUNE + content, MalformedLink(), OfWork()).texts[0].content == TUNE + content


def test_where_fixes_do_harm_again_and_again_none_is_applied() -> None:
    chain = [Swap(one, other) for one, other in zip("abcdef", "bcdefy", strict=True)]
    content = "a\n\nb\n\nc\n\nd\n\ne\n\nf\n"
    assert fixed(content, *chain, Find()).texts[0].content == content
