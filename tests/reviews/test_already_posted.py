"""A pull request over many pushes: nothing is posted twice, nothing that was taken back stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from bot.github.model import ChangedFile, Comment, Review
from bot.linter.diagnostics import Diagnostic, Severity
from bot.reviews.decide import decide, decide_without_comments
from bot.reviews.findings import CheckedPull, list_findings, read_comment_marker
from bot.text import Span, Text
from tests.reviews.helpers import PATH, PULL, SEAL, Stage, listing, patch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.reviews.findings import CommentMarker

TITLES = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot")
BEFORE = "# Papers\n\n" + "* [Old: Paper](https://arxiv.org/abs/2201.00001)\n" * 2

LINE = st.tuples(st.integers(0, 5), st.sampled_from(["", " wrong", " wrong wrong", " noted"]))
"""A title, and what is wrong with it: each `wrong` is a finding."""
PUSHES = st.lists(st.lists(LINE, max_size=7), min_size=1, max_size=4)
HANDS = st.lists(
    st.tuples(st.sampled_from(["resolve", "answer", "fold", "delete", "outdate"]), st.integers(0, 9)), max_size=3
)


def content(lines: Sequence[tuple[int, str]]) -> str:
    rows = (f"* [{TITLES[n]}: Paper{fault}](https://arxiv.org/abs/2310.0000{n + 1})\n" for n, fault in lines)
    return BEFORE + "\n" + "".join(rows)


def about(after: str, head: str, most: int) -> CheckedPull:
    text = Text(PATH, after)
    spans = []
    for words, severity in (("wrong", Severity.ERROR), ("noted", Severity.NOTE)):
        start = after.find(words)
        while start >= 0:
            spans.append((Span(start, start + len(words)), severity))
            start = after.find(words, start + 1)
    found = tuple(Diagnostic(f"rule-{severity}", severity, text.path, span, "is wrong") for span, severity in spans)
    changed = ChangedFile(PATH, PATH, patch(BEFORE, after))
    return CheckedPull(replace(PULL, head=head), (changed,), (listing(after),), found, most=most)


def touch(stage: Stage, hand: str, index: int) -> None:
    """What a person, or a push, does to one of the threads."""
    if not stage.threads:
        return
    index %= len(stage.threads)
    thread = stage.threads[index]
    if hand == "resolve":
        thread = replace(thread, is_resolved=True)
    elif hand == "answer":
        answer = Comment(f"answer {stage.count}", 0, "It is right.", False, may_settle=True)
        thread = replace(thread, comments=(*thread.comments, answer))
    elif hand == "fold":
        thread = replace(thread, comments=(replace(thread.comments[0], is_minimized=True), *thread.comments[1:]))
    elif hand == "outdate":
        thread = replace(thread, is_outdated=True)
    stage.threads[index : index + 1] = [] if hand == "delete" else [thread]


def open_marks(stage: Stage) -> list[CommentMarker]:
    """Those of our open comments."""
    threads = [each for each in stage.threads if not each.is_resolved and not each.comments[0].is_minimized]
    marks = (read_comment_marker(each.comments[0].body, SEAL) for each in threads)
    return [mark for mark in marks if mark]


def live(stage: Stage) -> list[str]:
    """Fingerprints in our open comments."""
    return [fingerprint for mark in open_marks(stage) for fingerprint in mark.fingerprints]


@given(PUSHES, st.lists(HANDS, min_size=4, max_size=4), st.integers(0, 4))
def test_over_pushes(pushes: list[list[tuple[int, str]]], hands: list[list[tuple[str, int]]], most: int) -> None:
    stage = Stage()
    for number, (lines, deeds) in enumerate(zip(pushes, hands, strict=False), 1):
        for hand, index in deeds:
            touch(stage, hand, index)
        checked = about(content(lines), f"{number}" * 40, most)
        stage.carry_out(decide(checked, stage.conversation))
        assert decide(checked, stage.conversation) == Review()
        prints = {each.fingerprint for each in list_findings(checked)}
        assert len(live(stage)) == len(set(live(stage)))
        assert all(prints.intersection(mark.fingerprints) for mark in open_marks(stage))
        assert sum(not each.is_minimized for each in stage.comments) <= 1


@given(st.lists(LINE, max_size=7), st.lists(LINE, max_size=7))
def test_a_rebase_says_nothing_again(lines: list[tuple[int, str]], others: list[tuple[int, str]]) -> None:
    """The same lines further down, at another head."""
    stage = Stage()
    stage.carry_out(decide(about(content(lines), "1" * 40, 25), stage.conversation))
    moved = [each for each in others if not each[1]] + lines
    review = decide(about(content(moved), "2" * 40, 25), stage.conversation)
    assert (review.comments, review.minimizations) == ((), ())


@given(st.lists(LINE, max_size=7), st.lists(LINE, max_size=7))
def test_clean_after_findings(lines: list[tuple[int, str]], others: list[tuple[int, str]]) -> None:
    stage = Stage()
    for number, each in enumerate((lines, others, []), 1):
        stage.carry_out(decide(about(content(each), f"{number}" * 40, 25), stage.conversation))
    assert live(stage) == []
    assert all("No findings left" in each.body for each in stage.comments)
    assert decide(about(content([]), "4" * 40, 25), stage.conversation) == Review()


@given(st.lists(LINE, max_size=7), st.lists(LINE, max_size=7))
def test_two_runs_at_once(lines: list[tuple[int, str]], others: list[tuple[int, str]]) -> None:
    """Both look before one of them writes; the next run clears up."""
    stage = Stage()
    stage.carry_out(decide(about(content(lines), "1" * 40, 25), stage.conversation))
    checked = about(content(others), "2" * 40, 25)
    one, other = decide(checked, stage.conversation), decide(checked, stage.conversation)
    assert one == other
    stage.carry_out(one)
    stage.carry_out(other)
    stage.carry_out(decide(checked, stage.conversation))
    assert len(live(stage)) == len(set(live(stage)))
    assert sum(not each.is_minimized for each in stage.comments) <= 1
    assert decide(checked, stage.conversation) == Review()


@given(st.lists(LINE, max_size=7))
def test_comments_that_github_refused_are_posted_later(lines: list[tuple[int, str]]) -> None:
    stage = Stage()
    checked = about(content(lines), "1" * 40, 25)
    stage.carry_out(decide_without_comments(checked, stage.conversation))
    assert decide_without_comments(checked, stage.conversation) == Review()
    assert stage.threads == []
    stage.carry_out(decide(checked, stage.conversation))
    assert decide(checked, stage.conversation) == Review()
    assert set(live(stage)) == {
        each.fingerprint for each in list_findings(checked) if each.diagnostic.severity > Severity.NOTE
    }
