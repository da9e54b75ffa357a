"""However much is found, and however long it is, what GitHub would refuse is not sent."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.github.model import ChangedFile, Conversation
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Severity
from bot.linter.rule import NotRun
from bot.reviews.decide import decide
from bot.reviews.findings import MOST_COMMENTS, CheckedPull
from bot.text import Span
from tests.reviews.helpers import PATH, PULL, checked_pull, found, listing, patch, suggested

if TYPE_CHECKING:
    from bot.github.model import Review

LARGEST = 60_000
LINES = [f"* [Paper {number}](https://arxiv.org/abs/2310.{number:05})" for number in range(1, 801)]
CONTENT = "# Papers\n\n" + "\n".join(LINES) + "\n"


def each_line(count: int, message: str = "is wrong", title: str = "Fix it") -> list[Diagnostic]:
    position, diagnostics = CONTENT.index("*"), []
    for line in LINES[:count]:
        span = Span(position, position + 1)
        diagnostics.append(Diagnostic("r", Severity.ERROR, PATH, span, message, Fix(title, (Edit(span, "-"),))))
        position += len(line) + 1
    return diagnostics


def summed_up(review: Review) -> str:
    assert review.summary is not None
    return review.summary.body


def test_at_most_so_many_comments() -> None:
    review = decide(checked_pull(CONTENT, each_line(300)), Conversation())
    assert [each.line for each in review.comments] == list(range(3, 3 + MOST_COMMENTS))
    assert summed_up(review).count("| error |") == 200
    assert "\n100 more findings are not listed.\n" in summed_up(review)
    assert review.body == "25 findings in the lines of this change."


@pytest.mark.parametrize(
    "message",
    ["$" * 5_000, "x" * 5_000, "@a" * 3_000, "`|`" * 2_000, "\u202e" * 5_000],
    ids=["dollars", "words", "mentions", "cells", "marks"],
)
def test_a_summary_is_cut_between_findings(message: str) -> None:
    about = replace(
        checked_pull(CONTENT, each_line(800, message, message)), not_run=(NotRun("dead-link", message),) * 40
    )
    review = decide(replace(about, notes=(message,) * 50), Conversation())
    rows = [line for line in summed_up(review).split("\n") if line.startswith("| error")]
    assert len(summed_up(review)) <= LARGEST
    assert all(row.endswith(" |") for row in rows)
    assert f"{800 - len(rows)} more findings are not listed." in summed_up(review)
    assert all(len(each.body) <= LARGEST for each in review.comments)


def test_a_line_with_everything_wrong() -> None:
    """All of it is counted and has a fingerprint, though not all of it is shown."""
    content = "x" * 2_000 + "\n"
    diagnostics = [
        Diagnostic(f"rule-{index}", Severity.ERROR, PATH, Span(index, index + 1), "$" * 400) for index in range(1_000)
    ]
    review = decide(checked_pull(content, diagnostics), Conversation())
    (comment,) = review.comments
    assert len(comment.body) <= LARGEST
    shown = comment.body.count("**Error**")
    assert shown > 5
    text, _, why = comment.body.partition("\n\n<details>")
    assert text.endswith(f"And {1_000 - shown} more findings on the same lines.")
    assert why.count("[False alarm?]") == 5


@pytest.mark.parametrize(("length", "is_suggested"), [(15_000, True), (25_000, False)])
def test_a_long_line(length: int, is_suggested: bool) -> None:
    content = f"* [Paper](https://arxiv.org/abs/2310.00001) {'x' * length}\n"
    (comment,) = decide(checked_pull(content, [found(content, "Paper", new="Book")]), Conversation()).comments
    assert (suggested(comment.body) is not None) is is_suggested
    assert len(comment.body) <= LARGEST


@pytest.mark.parametrize(
    "patch_of", [None, "", "@@ what", patch("", CONTENT)[:2]], ids=["none", "empty", "odd", "broken off"]
)
def test_without_a_patch_all_is_summed_up(patch_of: str | None) -> None:
    about = CheckedPull(PULL, (ChangedFile(PATH, PATH, patch_of),), (listing(CONTENT),), tuple(each_line(3)))
    review = decide(about, Conversation())
    assert (review.comments, review.body) == ((), "")
    assert summed_up(review).count("| error |") == 3


def test_a_patch_that_breaks_off_shows_less() -> None:
    half = "\n".join(patch("", CONTENT).split("\n")[:5])
    about = replace(checked_pull(CONTENT, each_line(9)), files=(ChangedFile(PATH, PATH, half),))
    assert [each.line for each in decide(about, Conversation()).comments] == [3, 4]


def test_a_patch_of_more_lines_than_the_file_has() -> None:
    content = "* [Paper](https://arxiv.org/abs/2310.00001)"
    about = replace(
        checked_pull(content, [found(content, "Paper", new="Book")]),
        files=(ChangedFile(PATH, PATH, "@@ -0,0 +2,3 @@\n+a\n+b\n+c"),),
    )
    assert decide(about, Conversation()).comments == ()
