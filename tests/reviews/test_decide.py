"""What existed and what is found now, against what is posted, edited, minimized and left."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import parse_qs

import pytest

from bot.github.model import Comment, Conversation, Reason, Thread
from bot.linter.diagnostics import Safety, Severity
from bot.reviews.decide import decide, decide_without_comments
from bot.reviews.findings import (
    CheckedPull,
    fingerprints,
    read_comment_marker,
    read_summary_marker,
    write_comment_marker,
    write_summary_marker,
)
from tests.reviews.helpers import HEAD, NEXT, SEAL, checked_pull, found, listing

OLD = "d" * 40
"""A head of earlier."""

CONTENT = """# Papers

* [Alpha: First](https://arxiv.org/abs/2310.05915)
* [Bravo: Second](https://arxiv.org/abs/2310.12823)
* [Charlie: Third](https://arxiv.org/abs/2310.12824)
* [Delta: Fourth](https://arxiv.org/abs/2310.12825)
* [Echo: Fifth](https://arxiv.org/abs/2310.12826)

Far away.



* [Golf: Old](https://arxiv.org/abs/2310.12827)
"""
BEFORE = "# Papers\n\n\nFar away.\n\n\n\n* [Golf: Old](https://arxiv.org/abs/2310.12827)\n"

FOUND = {
    "a": found(CONTENT, "Alpha", "rule-a", new="Able"),
    "b": found(CONTENT, "Bravo", "rule-b", Severity.ERROR),
    "c": found(CONTENT, "Charlie", "rule-c", new="Cast"),
    "c2": found(CONTENT, "Third", "rule-c2", new="3rd"),
    "d": found(CONTENT, "Delta", "rule-d"),
    "e": found(CONTENT, "Echo", "rule-e", Severity.NOTE),
    "old": found(CONTENT, "Golf", "rule-old"),
}
"""`a` to `e` stand on added lines, `old` on a line outside of the diff; `c` and `c2` share a line."""

PRINTS = dict(zip(FOUND, fingerprints(FOUND.values(), [listing(CONTENT)]), strict=True))
NAMES = {fingerprint: name for name, fingerprint in PRINTS.items()} | {"0" * 16: "gone", "1" * 16: "gone2"}
PRINTS |= {"gone": "0" * 16, "gone2": "1" * 16}
SUGGESTION = "\n```suggestion\nx\n```"


def thread(name: str, prints: str, *, head: str = OLD, body: str = "", ours: bool = True, **flags: bool) -> Thread:
    """A thread that speaks of the findings named in `prints`, and what became of it: resolved, outdated and so on."""
    marker = write_comment_marker([PRINTS[each] for each in prints.split()], head, SEAL)
    first = Comment(name, 1, f"{marker}\nwords{body}", ours, flags.get("minimized", False))
    replies = [Comment(f"{name}-no", 2, "no", False)] if flags.get("denied") else []
    replies += [Comment(f"{name}-answer", 2, "no", False, may_settle=True)] if flags.get("replied") else []
    replies += (
        [Comment(f"{name}-echo", 3, "words of another workflow", True, may_settle=True)] if flags.get("echoed") else []
    )
    resolved, stranger = flags.get("resolved", False), flags.get("stranger", False)
    return Thread("README.md", resolved, flags.get("outdated", False), (first, *replies), stranger)


def summary(prints: str = "", name: str = "S", *, ours: bool = True, minimized: bool = False) -> Comment:
    """A summary that says the findings named in `prints` to have a thread."""
    return Comment(
        name, 9, f"{write_summary_marker((PRINTS[each] for each in prints.split()), SEAL)}\nold", ours, minimized
    )


@dataclass(frozen=True)
class Done:
    """A review, by the names of findings: those of each comment, of the summary, and what is minimized."""

    posted: tuple[str, ...] = ()
    resolved: tuple[str, ...] = ()
    outdated: tuple[str, ...] = ()
    summary: str | None = None
    """`new`, or the id of the comment that is edited."""
    open: str = ""
    settled: str = ""
    threaded: str = ""


@dataclass(frozen=True)
class Case:
    stood: tuple[Thread | Comment, ...]
    found: str
    done: Done
    most: int = 25


CASES = {
    # Nothing was posted
    "clean, and nothing was posted": Case((), "", Done()),
    "a note alone is no reason to speak": Case((), "e", Done()),
    "one finding": Case((), "a", Done(("a",), summary="new", open="a", threaded="a")),
    "errors come first": Case((), "a b", Done(("b", "a"), summary="new", open="b a", threaded="a b")),
    "places come next": Case((), "d a", Done(("a", "d"), summary="new", open="a d", threaded="a d")),
    "a line is commented once": Case((), "c c2", Done(("c c2",), summary="new", open="c c2", threaded="c c2")),
    "outside of the diff": Case((), "old", Done(summary="new", open="old")),
    "inside and outside": Case((), "a old", Done(("a",), summary="new", open="a old", threaded="a")),
    "a note beside a finding": Case((), "a e", Done(("a",), summary="new", open="a", threaded="a")),
    "more than may stand": Case((), "a b d", Done(("b", "a"), summary="new", open="b a d", threaded="a b"), 2),
    "none may stand": Case((), "a b", Done(summary="new", open="b a"), 0),
    # The same again
    "stands": Case((thread("1", "a"), summary("a")), "a", Done(summary="S", open="a", threaded="a")),
    "stands at the same head": Case(
        (thread("1", "a", head=HEAD), summary("a")), "a", Done(summary="S", open="a", threaded="a")
    ),
    "two that stand": Case(
        (thread("1", "a"), thread("2", "b"), summary("a b")), "a b", Done(summary="S", open="b a", threaded="a b")
    ),
    "a new one beside it": Case(
        (thread("1", "a"), summary("a")), "a b", Done(("b",), summary="S", open="b a", threaded="a b")
    ),
    "a new one where all places are taken": Case(
        (thread("1", "a"), summary("a")), "a b", Done(summary="S", open="b a", threaded="a"), 1
    ),
    "a place is free again": Case(
        (thread("1", "gone"), summary("gone")),
        "a",
        Done(("a",), resolved=("1",), summary="S", open="a", threaded="a"),
        1,
    ),
    "a new one on a line that was commented": Case(
        (thread("1", "c"), summary("c")), "c c2", Done(("c2",), summary="S", open="c c2", threaded="c c2")
    ),
    "a comment on two of which one stands": Case(
        (thread("1", "a gone"), summary("a gone")), "a", Done(summary="S", open="a", threaded="a")
    ),
    "a suggestion for two of which one stands": Case(
        (thread("1", "a gone", body=SUGGESTION), summary("a gone")),
        "a",
        Done(("a",), outdated=("1",), summary="S", open="a", threaded="a"),
    ),
    "echoed by another workflow": Case(
        (thread("1", "a", echoed=True), summary("a")), "a", Done(summary="S", open="a", threaded="a")
    ),
    # Fixed
    "fixed": Case((thread("1", "gone"), summary("gone")), "", Done(resolved=("1",), summary="S")),
    "one of two fixed": Case(
        (thread("1", "a"), thread("2", "gone"), summary("a gone")),
        "a",
        Done(resolved=("2",), summary="S", open="a", threaded="a"),
    ),
    "both of one comment fixed": Case(
        (thread("1", "gone gone2"), summary("gone gone2")), "", Done(resolved=("1",), summary="S")
    ),
    "fixed and outdated": Case(
        (thread("1", "gone", outdated=True), summary("gone")), "", Done(resolved=("1",), summary="S")
    ),
    "fixed and replied": Case(
        (thread("1", "gone", replied=True), summary("gone")), "", Done(resolved=("1",), summary="S")
    ),
    "fixed and resolved": Case((thread("1", "gone", resolved=True), summary("gone")), "", Done(summary="S")),
    "fixed and minimized already": Case((thread("1", "gone", minimized=True), summary()), "", Done(summary="S")),
    "fixed, and the summary is deleted": Case((thread("1", "gone"),), "", Done(resolved=("1",))),
    "fixed, but for a note": Case((thread("1", "gone"), summary("gone")), "e", Done(resolved=("1",), summary="S")),
    "fixed and comes back": Case(
        (thread("1", "a", minimized=True), summary()), "a", Done(("a",), summary="S", open="a", threaded="a")
    ),
    "one of a minimized comment comes back": Case(
        (thread("1", "a c", minimized=True), thread("2", "c"), summary("c")),
        "a c",
        Done(("a",), summary="S", open="a c", threaded="a c"),
    ),
    # Pushed over
    "outdated": Case(
        (thread("1", "a", outdated=True), summary("a")),
        "a",
        Done(("a",), outdated=("1",), summary="S", open="a", threaded="a"),
    ),
    "outdated at the same head": Case(
        (thread("1", "a", outdated=True, head=HEAD), summary("a")), "a", Done(summary="S", open="a", threaded="a")
    ),
    "outdated, and no longer in the diff": Case(
        (thread("1", "old", outdated=True), summary("old")), "old", Done(outdated=("1",), summary="S", open="old")
    ),
    "minimized by us as outdated, and posted anew": Case(
        (thread("1", "a", outdated=True, minimized=True), thread("2", "a"), summary("a")),
        "a",
        Done(summary="S", open="a", threaded="a"),
    ),
    "minimized by us as outdated, back in the diff": Case(
        (thread("1", "a", outdated=True, minimized=True), summary()),
        "a",
        Done(("a",), summary="S", open="a", threaded="a"),
    ),
    "outdated twice": Case(
        (thread("1", "a", outdated=True, minimized=True), thread("2", "a", outdated=True), summary("a")),
        "a",
        Done(("a",), outdated=("2",), summary="S", open="a", threaded="a"),
    ),
    "outdated comment on two, posted as they stand now": Case(
        (thread("1", "a b", outdated=True), summary("a b")),
        "a b",
        Done(("b", "a"), outdated=("1",), summary="S", open="b a", threaded="a b"),
    ),
    # Settled by a person
    "resolved": Case(
        (thread("1", "a", resolved=True), summary("a")), "a", Done(summary="S", settled="a", threaded="a")
    ),
    "resolved and outdated": Case(
        (thread("1", "a", resolved=True, outdated=True), summary("a")),
        "a",
        Done(summary="S", settled="a", threaded="a"),
    ),
    "resolved, and the summary is deleted": Case((thread("1", "a", resolved=True),), "a", Done()),
    "resolved by a click on its suggestion, which fixes one of two": Case(
        (thread("1", "a gone", resolved=True, outdated=True, body=SUGGESTION), summary("a gone")),
        "a",
        Done(("a",), summary="S", open="a", threaded="a"),
    ),
    "the other of the two posted anew, and resolved": Case(
        (
            thread("1", "a gone", resolved=True, outdated=True, body=SUGGESTION),
            thread("2", "a", resolved=True),
            summary("a"),
        ),
        "a",
        Done(summary="S", settled="a", threaded="a"),
    ),
    "replied, then resolved by a click": Case(
        (thread("1", "a gone", resolved=True, replied=True, body=SUGGESTION), summary("a gone")),
        "a",
        Done(summary="S", settled="a", threaded="a"),
    ),
    "resolved without a suggestion, one of two fixed": Case(
        (thread("1", "a gone", resolved=True), summary("a gone")), "a", Done(summary="S", settled="a", threaded="a")
    ),
    "replied": Case((thread("1", "a", replied=True), summary("a")), "a", Done(summary="S", settled="a", threaded="a")),
    "replied by somebody": Case(
        (thread("1", "a", denied=True), summary("a")), "a", Done(summary="S", open="a", threaded="a")
    ),
    "replied by somebody, then by one who may write": Case(
        (thread("1", "a", denied=True, replied=True), summary("a")), "a", Done(summary="S", settled="a", threaded="a")
    ),
    "replied by somebody, and outdated": Case(
        (thread("1", "a", denied=True, outdated=True), summary("a")),
        "a",
        Done(("a",), outdated=("1",), summary="S", open="a", threaded="a"),
    ),
    "replied by somebody, and fixed": Case(
        (thread("1", "a", denied=True), summary("a")), "", Done(resolved=("1",), summary="S")
    ),
    "resolved by the author": Case(
        (thread("1", "a", resolved=True, stranger=True), summary("a")), "a", Done(summary="S", open="a", threaded="a")
    ),
    "a suggestion for one of two committed by the author": Case(
        (thread("1", "a gone", resolved=True, stranger=True, body=SUGGESTION), summary("a gone")),
        "a",
        Done(("a",), summary="S", open="a", threaded="a"),
    ),
    "resolved by the author, and fixed": Case(
        (thread("1", "a", resolved=True, stranger=True), summary("a")), "", Done(summary="S")
    ),
    "replied and outdated": Case(
        (thread("1", "a", replied=True, outdated=True), summary("a")), "a", Done(summary="S", settled="a", threaded="a")
    ),
    "minimized by a person": Case(
        (thread("1", "a", minimized=True), summary("a")), "a", Done(summary="S", settled="a", threaded="a")
    ),
    "minimized by a person, below a reply": Case(
        (thread("1", "a", minimized=True, denied=True), summary("a")), "a", Done(summary="S", settled="a", threaded="a")
    ),
    "minimized, and the summary is deleted": Case((thread("1", "a", minimized=True),), "a", Done()),
    "deleted by a person": Case((summary("a"),), "a", Done(summary="S", settled="a", threaded="a")),
    "one settled, one new": Case(
        (thread("1", "a", resolved=True), summary("a")),
        "a b",
        Done(("b",), summary="S", open="b", settled="a", threaded="a b"),
    ),
    "settled ones take no place": Case(
        (thread("1", "a", resolved=True), summary("a")),
        "a b",
        Done(("b",), summary="S", open="b", settled="a", threaded="a b"),
        1,
    ),
    "resolved, and posted again by a run at the same time": Case(
        (thread("1", "a", resolved=True), thread("2", "a"), summary("a")),
        "a",
        Done(outdated=("2",), summary="S", settled="a", threaded="a"),
    ),
    "the summary minimized by a person is edited where it is": Case(
        (thread("1", "a"), summary("a", minimized=True)), "a", Done(summary="S", open="a", threaded="a")
    ),
    # Two runs at once
    "posted twice": Case(
        (thread("1", "a"), thread("2", "a"), summary("a")),
        "a",
        Done(outdated=("2",), summary="S", open="a", threaded="a"),
    ),
    "posted twice, once with more": Case(
        (thread("1", "a"), thread("2", "a b"), summary("a b")), "a b", Done(summary="S", open="b a", threaded="a b")
    ),
    "two summaries": Case(
        (thread("1", "a"), summary("a"), summary("a", "S2")),
        "a",
        Done(outdated=("S2",), summary="S", open="a", threaded="a"),
    ),
    "two summaries, the first one minimized": Case(
        (thread("1", "a"), summary("a", minimized=True), summary("a", "S2")),
        "a",
        Done(summary="S2", open="a", threaded="a"),
    ),
    # Not ours
    "our marker by another hand": Case(
        (thread("1", "a", ours=False), summary("a", ours=False)),
        "a",
        Done(("a",), summary="new", open="a", threaded="a"),
    ),
    "clean, and others have commented": Case((thread("1", "a", ours=False), summary("a", ours=False)), "", Done()),
    "our hand without our marker": Case(
        (
            Thread("README.md", False, False, (Comment("1", 1, "of another workflow", True),)),
            Comment("2", 2, "of another workflow", True),
        ),
        "a",
        Done(("a",), summary="new", open="a", threaded="a"),
    ),
    "our marker further down": Case(
        (
            Thread("R", False, False, (Comment("1", 1, f"x\n{write_comment_marker([PRINTS['a']], OLD, SEAL)}", True),)),
            Comment("2", 2, f"x\n{write_summary_marker([PRINTS['a']], SEAL)}", True),
        ),
        "a",
        Done(("a",), summary="new", open="a", threaded="a"),
    ),
    "a thread without comments": Case(
        (Thread("README.md", False, False, ()),), "a", Done(("a",), summary="new", open="a", threaded="a")
    ),
}


def about(names: str, most: int = 25) -> CheckedPull:
    return replace(checked_pull(CONTENT, [FOUND[each] for each in names.split()], before=BEFORE), most=most)


def conversation(stood: tuple[Thread | Comment, ...]) -> Conversation:
    threads = tuple(each for each in stood if isinstance(each, Thread))
    return Conversation(threads, tuple(each for each in stood if isinstance(each, Comment)))


def named(prints: object) -> str:
    assert isinstance(prints, tuple | frozenset)
    return " ".join(NAMES[each] for each in (sorted(prints, key=NAMES.__getitem__)))


def in_table(text: str) -> str:
    """The findings in a table, in its order."""
    rows = (line for line in text.split("\n") if line.startswith("| "))
    return " ".join(name for row in rows for name in FOUND if f"`rule-{name}`" in row)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_decide(case: Case) -> None:
    review = decide(about(case.found, case.most), conversation(case.stood))
    marks = [read_comment_marker(each.body, SEAL) for each in review.comments]
    body = review.summary.body if review.summary else write_summary_marker((), SEAL)
    table, _, below = body.partition("<summary>Settled")
    assert case.done == Done(
        posted=tuple(" ".join(NAMES[fingerprint] for fingerprint in mark.fingerprints) for mark in marks if mark),
        resolved=tuple(each.id for each in review.minimizations if each.reason is Reason.RESOLVED),
        outdated=tuple(each.id for each in review.minimizations if each.reason is Reason.OUTDATED),
        summary=None if not review.summary else review.summary.comment.id if review.summary.comment else "new",
        open=in_table(table.partition("<summary>Notes")[0]),
        settled=in_table(below.partition("<summary>Notes")[0]),
        threaded=named(read_summary_marker(body, SEAL)),
    )
    assert {mark.head for mark in marks if mark} <= {HEAD}
    assert bool(review.body) == bool(review.comments)


def test_the_place_of_comments() -> None:
    comments = decide(about("a b c c2"), Conversation()).comments
    assert [(each.path, each.start_line, each.line) for each in comments] == [
        ("README.md", None, 4),
        ("README.md", None, 3),
        ("README.md", None, 5),
    ]


def test_what_a_comment_says() -> None:
    marker = f"{write_comment_marker([PRINTS['c'], PRINTS['c2']], HEAD, SEAL)}\n"
    (comment,) = decide(about("c c2"), Conversation()).comments
    body, _, why = comment.body.partition("\n\n<details><summary>Why?</summary>\n\n")
    assert body == (
        f"{marker}**Warning** `rule-c`: is wrong.\n\n**Warning** `rule-c2`: is wrong.\n\n"
        "```suggestion\n* [Cast: 3rd](https://arxiv.org/abs/2310.12824)\n```"
    )
    report = "https://github.com/paperlist-bot/paperlist-bot/issues/new?title=False%20alarm%3A%20"
    first, second = why.removesuffix("\n\n</details>").split("  \n")
    assert first.startswith(f"`rule-c`: [False alarm?]({report}rule-c&body=")
    assert second.startswith(f"`rule-c2`: [False alarm?]({report}rule-c2&body=")


def test_why_something_was_found_is_folded() -> None:
    reasons = ("the id is of @2017", "its neighbours are of 2019")
    diagnostic = replace(found(CONTENT, "Alpha", "r"), reasons=reasons)
    (comment,) = decide(checked_pull(CONTENT, [diagnostic]), Conversation()).comments
    _, _, why = comment.body.partition("<details><summary>Why?</summary>\n\n")
    assert why.startswith(
        "`r`: the id is of @&#8203;2017; its neighbours are of 2019. [False alarm?](https://github.com/"
    )
    (query,) = re.findall(r"issues/new\?([^)]*)", why)
    (line,) = (each for each in CONTENT.splitlines() if "Alpha" in each)
    body = "r reports this line of a list:\n\n"
    body += f"```\n{line}\n- {reasons[0]}\n- {reasons[1]}\n```\nIt is right, because ..."
    assert parse_qs(query) == {"title": ["False alarm: r"], "body": [body]}


@pytest.mark.parametrize(
    ("rule", "message", "safety", "expected"),
    [
        ("r", "is wrong", Safety.SAFE, "**Warning** `r`: is wrong.\n\n```suggestion\n* [Able: First]"),
        ("r", "is it?", Safety.UNSAFE, "`r`: is it?  \nFix it; check it before you commit.\n\n```suggestion\n* [Able"),
        ("unsorted-section", "belongs below", Safety.SAFE, "belongs below.  \nFix it (`bot lint --fix` applies it)."),
    ],
    ids=["safe", "unsafe", "a move"],
)
def test_how_a_fix_is_described(rule: str, message: str, safety: Safety, expected: str) -> None:
    diagnostic = found(CONTENT, "Alpha", rule, new="Able", safety=safety, message=message)
    (comment,) = decide(checked_pull(CONTENT, [diagnostic]), Conversation()).comments
    assert expected in comment.body
    assert ("```" in comment.body) is ("```" in expected)


def test_what_the_summary_says() -> None:
    review = decide(replace(about("a b e old"), preexisting=2), Conversation())
    page = f"https://github.com/stranger/papers/blob/{HEAD}/README.md?plain=1"
    fix = "<br>Fix: Fix it"
    allow = "To suppress a finding, add `<!-- bot: allow name-of-the-rule -->` on the entry or above it."
    assert review.body == "2 findings in the lines of this change."
    assert review.summary is not None
    assert review.summary.body == (
        f"{write_summary_marker([PRINTS['a'], PRINTS['b']], SEAL)}\n"
        "### 1 error and 2 warnings in this change\n\n"
        "| | Where | What |\n| --- | --- | --- |\n"
        f"| error | [README.md:4]({page}#L4) | `rule-b`: is wrong |\n"
        f"| warning | [README.md:3]({page}#L3) | `rule-a`: is wrong{fix} |\n"
        f"| warning | [README.md:13]({page}#L13) | `rule-old`: is wrong |\n\n"
        f"`bot lint --fix` fixes 1 of them. {allow}\n\n"
        "2 older errors and warnings in the list are not shown.\n\n"
        "<details><summary>Notes (1)</summary>\n\n| | Where | What |\n| --- | --- | --- |\n"
        f"| note | [README.md:7]({page}#L7) | `rule-e`: is wrong |\n\n</details>\n"
    )


def test_a_new_comment_suggests_nothing_where_a_suggestion_stands() -> None:
    stood = (thread("1", "c", body=SUGGESTION), summary("c"))
    (comment,) = decide(about("c c2"), conversation(stood)).comments
    assert "suggestion" not in comment.body
    assert "Fix it (`bot lint --fix` applies it)." in comment.body
    stood = (thread("1", "c", resolved=True, body=SUGGESTION), summary("c"))
    (comment,) = decide(about("c c2"), conversation(stood)).comments
    assert "* [Charlie: 3rd]" in comment.body


def test_without_comments_nothing_is_lost() -> None:
    stood = conversation((thread("1", "a", outdated=True), thread("2", "gone"), summary("a gone")))
    review, other = decide(about("a b"), stood), decide_without_comments(about("a b"), stood)
    assert other.body == ""
    assert other.comments == ()
    assert other.minimizations == review.minimizations
    assert other.summary is not None
    assert other.summary.comment == stood.comments[0]
    assert in_table(other.summary.body) == "b a"
    assert read_summary_marker(other.summary.body, SEAL) == frozenset()


def test_the_head_moves_on_and_only_the_summary_is_edited() -> None:
    pushed = about("a")
    pushed = replace(pushed, pull=replace(pushed.pull, head=NEXT))
    review = decide(pushed, conversation((thread("1", "a"), summary("a"))))
    assert (review.comments, review.minimizations) == ((), ())
    assert review.summary is not None
    assert NEXT in review.summary.body


@pytest.mark.parametrize(
    ("names", "settled", "failing", "heading", "thanks"),
    [
        ("", "", Severity.ERROR, "No findings left", True),
        ("b", "", Severity.ERROR, "1 error in this change", False),
        ("b", "b", Severity.ERROR, "1 error in this change, settled", False),
        ("a b", "b", Severity.ERROR, "1 error and 1 warning in this change, 1 of them settled", False),
        ("a b", "a b", Severity.ERROR, "1 error and 1 warning in this change, all settled", False),
        ("a", "a", Severity.ERROR, "1 warning in this change, settled", True),
        ("a", "a", Severity.WARNING, "1 warning in this change, settled", False),
        ("e", "", Severity.ERROR, "No findings left", True),
        ("e", "", Severity.NOTE, "1 note in this change", False),
    ],
)
def test_the_summary_agrees_with_the_exit_code(
    names: str, settled: str, failing: Severity, heading: str, thanks: bool
) -> None:
    """What fails the run is counted in the heading and in a table, whoever has settled it."""
    threads = [thread(each, each, replied=True) for each in settled.split()]
    checked = replace(about(names), failing=failing)
    review = decide(checked, conversation((*threads, summary(settled))))
    assert review.summary is not None
    body = review.summary.body
    assert body.split("\n")[1] == f"### {heading}"
    assert ("Thank you!" in body) is thanks
    assert all(f"`{FOUND[each].rule}`: is wrong" in body for each in names.split())
    assert ("still fail the run" in body) is any(FOUND[each].severity >= failing for each in settled.split())


def test_what_was_not_checked_is_not_called_clean() -> None:
    checked = replace(about(""), notes=("`README.md` was not read: it is not UTF-8.",))
    review = decide(checked, conversation((summary(),)))
    assert review.summary is not None
    assert "### No new findings\n" in review.summary.body
    assert "Thank you!" not in review.summary.body
