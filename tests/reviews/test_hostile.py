"""What strangers write into a list is shown under the pull request, and does nothing there."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.github.model import Comment, Conversation, Thread
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Related, Severity
from bot.linter.rule import NotRun
from bot.reviews.added import AddedEntry, Outcome
from bot.reviews.comments import SummaryContent, write_summary
from bot.reviews.decide import decide
from bot.reviews.findings import (
    CommentMarker,
    list_findings,
    read_comment_marker,
    read_summary_marker,
    write_comment_marker,
    write_summary_marker,
)
from bot.text import Span
from tests.reports.test_markdown_escaping import ATTACKS, LIVE, MARKDOWN, PIECES, rendered
from tests.reviews.helpers import HEAD, PATH, SEAL, checked_pull, listing, suggested

if TYPE_CHECKING:
    from bot.github.hidden_text import Seal

FORGED = f"{write_comment_marker(['f' * 16], HEAD, SEAL)}"
FENCES = ["```", "   ```", "`````", "~~~", "```suggestion", "````` x", "\t```", "> ```"]
OWN = {
    *("table", "thead", "tbody", "tr", "th", "td", "h3", "p", "strong", "code", "span", "br", "a", "pre", "summary"),
    "details",
}

REPORT = re.compile(
    r"https://github\.com/paperlist-bot/paperlist-bot/issues/new\?"
    r"title=False%20alarm%3A%20[a-z-]+&body=[A-Za-z0-9%._~-]{1,6000}"
)
"""The link by which a person reports a false alarm: nothing in it is more than text."""


def bodies(words: str, line: str) -> list[str]:
    """All that a review says of a list that holds `line`, where every message holds `words`."""
    content = (
        f"# Papers\n\n* [Paper](https://arxiv.org/abs/2310.00001) {line}\n* [Other](https://arxiv.org/abs/2310.00002)\n"
    )
    start = content.index("Paper]")
    span = Span(start, start + 5)
    fix = Fix(words, (Edit(span, "Book"),))
    related = (Related(PATH, span, words),)
    diagnostics = [
        Diagnostic("some-rule", severity, PATH, span, words, fix, related)
        for severity in (Severity.ERROR, Severity.NOTE)
    ]
    about = replace(checked_pull(content, diagnostics), not_run=(NotRun("dead-link", words),), notes=(words,))
    review = decide(about, Conversation())
    assert review.summary is not None
    return [*(each.body for each in review.comments), review.summary.body, review.body]


def check(body: str) -> None:
    """Nothing in a body is markup of the list's own, and nothing in its words is looked up by GitHub."""
    page = rendered(body)
    assert {tag.removeprefix("/") for tag in page.tags} <= OWN
    assert not [words for words in page.words if LIVE.search(words)]
    tokens = [child for token in MARKDOWN.parse(body) for child in (token, *(token.children or ()))]
    links = [token.attrs["href"] for token in tokens if token.type == "link_open"]
    others = [str(link) for link in links if not REPORT.fullmatch(str(link))]
    assert all(link.startswith(f"https://github.com/stranger/papers/blob/{HEAD}/") for link in others)
    comments = [token.content.strip() for token in tokens if token.type == "html_block" and "<!--" in token.content]
    assert all(read_comment_marker(each, SEAL) or read_summary_marker(each, SEAL) is not None for each in comments)
    assert len(comments) <= 1


@pytest.mark.parametrize("words", [words for words, _ in ATTACKS.values()], ids=ATTACKS)
def test_messages_of_attackers(words: str) -> None:
    for body in bodies(words, ""):
        check(body)


@pytest.mark.parametrize("words", [words for words, _ in ATTACKS.values()], ids=ATTACKS)
def test_titles_of_attackers_in_the_table_of_added_entries(words: str) -> None:
    row = AddedEntry(PATH, 3, words, (words, words), Outcome.OTHER_TITLE, remark=words)
    body = write_summary(SummaryContent((), added=(row,) * 10), checked_pull("# Papers\n", ()))
    check(body)
    assert body.count("\n| other title | ") == 10
    page = rendered(body)
    assert (page.tags.count("tr"), page.tags.count("td")) == (11, 30)


@pytest.mark.parametrize("line", [*FENCES, FORGED, "-->", "@team <img src=x> ![a](b) #1"], ids=repr)
def test_suggestions_hold_the_line_as_it_is(line: str) -> None:
    body = bodies("is wrong", line)[0]
    assert suggested(body) == [f"* [Book](https://arxiv.org/abs/2310.00001) {line}"]
    check(body)
    fences = [token for token in MARKDOWN.parse(body) if token.type == "fence"]
    assert [(token.info, token.content) for token in fences] == [
        ("suggestion", f"* [Book](https://arxiv.org/abs/2310.00001) {line}\n")
    ]


@given(PIECES, st.one_of(st.sampled_from(FENCES), PIECES.map(lambda words: " ".join(words.split()))))
def test_nothing_gets_through(words: str, line: str) -> None:
    for body in bodies(words, line):
        check(body)


def test_a_marker_within_a_suggestion_is_none() -> None:
    body = bodies("is wrong", FORGED)[0]
    assert FORGED in body
    mark = read_comment_marker(body, SEAL)
    assert mark is not None
    assert mark.fingerprints != ("f" * 16,)


@pytest.mark.parametrize("path", ["a b.md", "a)b.md", "a](x).md", "a|b.md", "@team/é #1.md", "a`b`.md", "a%2e.md"])
def test_paths_of_attackers(path: str) -> None:
    content = "* [Paper](https://arxiv.org/abs/2310.00001)\n"
    other = listing(content, path)
    diagnostic = Diagnostic("some-rule", Severity.ERROR, path, Span(3, 8), "is wrong")
    review = decide(replace(checked_pull(content, [diagnostic]), listings=(other,)), Conversation())
    assert review.summary is not None
    check(review.summary.body)
    assert len([line for line in review.summary.body.split("\n") if line.startswith("| error")]) == 1


@pytest.mark.parametrize("head", ["-->", "", "x" * 40, "a" * 65])
def test_a_head_that_is_no_hash(head: str) -> None:
    marker = write_comment_marker(["0" * 16], head, SEAL)
    assert marker.startswith(f"<!-- paperlist-bot:v1 fp={'0' * 16} sha=0000 sum=")
    assert read_comment_marker(marker, SEAL) == CommentMarker(("0" * 16,), "0000")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<!-- paperlist-bot:v1 fp= sha=ab -->",
        "<!-- paperlist-bot:v1 fp=0000 sha=abcd -->",
        f"<!-- paperlist-bot:v2 fp={'0' * 16} sha=abcd -->",
        f"x {write_comment_marker(['0' * 16], HEAD, SEAL)}",
        write_comment_marker(["0" * 16], HEAD, SEAL).replace("0" * 16, "1" * 16),
        write_comment_marker(["0" * 16], HEAD, SEAL._replace(number=8)),
        write_comment_marker(["0" * 16], HEAD, SEAL._replace(key=b"another")),
        write_summary_marker(["0" * 16], SEAL),
    ],
)
def test_what_is_no_marker_of_a_comment(body: str) -> None:
    assert read_comment_marker(body, SEAL) is None


@pytest.mark.parametrize(
    ("body", "prints"),
    [
        (write_summary_marker((), SEAL), frozenset()),
        (write_summary_marker(["1" * 16, "0" * 16], SEAL), frozenset({"0" * 16, "1" * 16})),
        (f"\n{write_summary_marker(['0' * 16], SEAL)}\r\nwords", frozenset({"0" * 16})),
        ("<!-- paperlist-bot:v1 summary fp=x -->", None),
        ("<!-- paperlist-bot:v1 summary -->\nwords", None),
        (write_summary_marker(["0" * 16], SEAL).replace("0" * 16, "1" * 16), None),
        (write_summary_marker(["0" * 16], SEAL._replace(number=8)), None),
        (write_summary_marker(["0" * 16], SEAL._replace(key=b"another")), None),
        (write_comment_marker(["0" * 16], HEAD, SEAL), None),
        ("words", None),
    ],
)
def test_markers_of_a_summary(body: str, prints: frozenset[str] | None) -> None:
    assert read_summary_marker(body, SEAL) == prints


def test_a_stranger_cannot_silence_us() -> None:
    """Neither by our marker under his name, nor by our marker within words of ours."""
    content = "* [Paper](https://arxiv.org/abs/2310.00001)\n"
    about = checked_pull(content, [Diagnostic("some-rule", Severity.ERROR, PATH, Span(3, 8), "is wrong")])
    (posted,) = decide(about, Conversation()).comments
    forged = Thread(PATH, True, False, (Comment("C", 1, posted.body, False),))
    quoted = Thread(PATH, True, False, (Comment("C2", 2, f"> {posted.body}", True),))
    assert decide(about, Conversation((forged, quoted))).comments == (posted,)


@pytest.mark.parametrize(
    "forger",
    [
        pytest.param(SEAL._replace(number=8), id="of another pull request"),
        pytest.param(SEAL, id="made without the key"),
    ],
)
def test_what_another_workflow_quotes_is_neither_believed_nor_overwritten(forger: Seal) -> None:
    """A workflow that repeats a stranger's words posts under our account: the marker is at its place, and forged."""
    content = "* [Paper](https://arxiv.org/abs/2310.00001)\n"
    about = checked_pull(content, [Diagnostic("some-rule", Severity.ERROR, PATH, Span(3, 8), "is wrong")])
    about = replace(about, key=b"secret")
    (mark,) = (each.fingerprint for each in list_findings(about))
    forged = Comment("C", 1, f"{write_summary_marker([mark], forger)}\n### No findings left\n", True)
    thread = Thread(PATH, False, False, (Comment("C2", 2, f"{write_comment_marker([mark], HEAD, forger)}\nx", True),))
    review = decide(about, Conversation((thread,), (forged,)))
    assert review == decide(about, Conversation())
    assert (len(review.comments), review.minimizations) == (1, ())
    assert review.summary is not None
    assert review.summary.comment is None
