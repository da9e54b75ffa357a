"""HTML tags without their partner, and those that need none."""

from __future__ import annotations

from typing import SupportsIndex

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.stray_tag import StrayTag
from tests.rules.helpers import findings, fixed, marked

PAPER = "[WebRL](https://arxiv.org/abs/2411.02337)"


@pytest.mark.parametrize(
    ("text", "tags", "message"),
    [
        pytest.param(f"* {PAPER}</td>\n", ["</td>"], "`</td>` closes nothing", id="stray"),
        pytest.param(f"<ul><li>{PAPER}</ul></li>\n", ["</li>"], "`</li>` closes nothing", id="outside of its list"),
        pytest.param(
            f"<div align='center'>\n\n* {PAPER}\n", ["<div align='center'>"], "`<div>` is never closed", id="open"
        ),
        pytest.param(
            f"* <a href='https://a.org'>{PAPER}\n", ["<a href='https://a.org'>"], "`<a>` is never closed", id="link"
        ),
        pytest.param(
            f"* {PAPER}\n\n<!-- to do\n",
            ["<!--"],
            "this comment is never closed; on GitHub it hides the rest of the page",
            id="comment",
        ),
    ],
)
def test_found(text: str, tags: list[str], message: str) -> None:
    found = findings(StrayTag(), text)
    assert marked(text, found) == tags
    assert [each.message for each in found] == [message]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("<h3 id='a'>Agents<h3/>\n", "<h3 id='a'>Agents</h3>\n", id="slash at the wrong end"),
        pytest.param("<h3>Agents<h3>\n", "<h3>Agents</h3>\n", id="slash forgotten"),
        pytest.param("<h4>Agents</h3>\n", "<h4>Agents</h4>\n", id="another level"),
        pytest.param("M<sup>2<sup> is\n", "M<sup>2</sup> is\n", id="in a line"),
        pytest.param(
            "# Papers\n\n## <div align='right'>Agents<div>\n",
            "# Papers\n\n## <div align='right'>Agents</div>\n",
            id="two in one line",
        ),
    ],
)
def test_one_finding_for_a_pair(before: str, after: str) -> None:
    found = findings(StrayTag(), before)
    assert len(found) == 1
    assert fixed(before, found) == after
    assert findings(StrayTag(), after) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"<ul>\n<li>{PAPER}\n<li><p>{PAPER}\n</ul>\n", id="what HTML closes itself"),
        pytest.param(f"<table><tr><td>{PAPER}<td></table>\n", id="a table without closing tags"),
        pytest.param(f"* {PAPER} <b><i>bold</b></i>\n", id="elements that overlap"),
        pytest.param(f"* <a name='top'>{PAPER} <a id='x'/>\n", id="anchors"),
        pytest.param(f"* {PAPER} `</tr>` and <eos>, \\<b>, a < b > c\n\n```\n<details>\n```\n", id="code and words"),
        pytest.param(f"* {PAPER} <!-- </details> -->\n", id="in a comment"),
        pytest.param(f"<div align='right'>\n<div id='a'/>\n\n* {PAPER}\n\n</div>\n", id="a mark as an empty element"),
        pytest.param("* <a href=https://a.org/b/>WebRL</a>\n", id="a value without quotes takes the slash"),
        pytest.param(f"* {PAPER}<br></br><img src='a.png'><hr>\n", id="tags without a partner"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(StrayTag(), text) == []


def test_tags_in_items_of_their_own_are_all_left_open() -> None:
    found = findings(StrayTag(), f"* {PAPER}\n  * <small>One\n  * <small>Two\n  * <small>Three\n")
    assert [each.message for each in found] == ["`<small>` is never closed"] * 3
    assert {each.fix for each in found} == {None}


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        pytest.param(f"<div>\n\n# Papers\n\n* {PAPER}\n", Severity.NOTE, id="the whole page"),
        pytest.param("<details>\n\na\n\n</details>\n\n</details>\n", Severity.NOTE, id="a closing tag too many"),
        pytest.param(f"# Papers\n\n<div align='left'>\n\n* {PAPER}\n", Severity.NOTE, id="on the left as all else"),
        pytest.param(f"# Papers\n\n<div aligncenter>\n\n* {PAPER}\n", Severity.NOTE, id="an attribute without a value"),
        pytest.param(f"# Papers\n\n<div id='a'>\n\n* {PAPER}\n", Severity.NOTE, id="a place that links lead to"),
        pytest.param(f"# Papers\n\n<div align='right'>\n\n* {PAPER}\n", Severity.WARNING, id="on the right"),
        pytest.param(
            f"# Papers\n\n* <a id='lee' href='#lee'>{PAPER}\n", Severity.NOTE, id="a mark that leads to itself"
        ),
        pytest.param("<p>\n  <img src='a.png'>\n  </a>\n</p>\n", Severity.NOTE, id="no words before it"),
        pytest.param(f"# Papers\n\n* {PAPER} (Lee)</a>\n", Severity.NOTE, id="words before it"),
        pytest.param(f"# Papers\n\n<p>\n<span id='a'>Old\n</p>\n\n* {PAPER}\n", Severity.NOTE, id="plain words"),
        pytest.param(
            f"# Papers\n\n<div>\n<h3 align='center'>\n<p>All</p>\n</div>\n\n* {PAPER}\n",
            Severity.NOTE,
            id="ended by the element around it",
        ),
        pytest.param(
            f"# Papers\n\n<p>\n<b>All\n</p>\n\n* {PAPER}\n", Severity.WARNING, id="going on behind its element"
        ),
        pytest.param(f"# Papers\n\n## <p id='a'><h3>All<h3>\n\n* {PAPER}\n", Severity.NOTE, id="in a heading"),
        pytest.param(
            f"# Papers\n\n<h3 align='center'>\n  <p>All</p>\n\n## Agents\n\n* {PAPER}\n",
            Severity.NOTE,
            id="ended by the next heading",
        ),
        pytest.param(
            f"# Papers\n\n<h3 align='center'>\n\nAll.\n\n## Agents\n\n* {PAPER}\n",
            Severity.WARNING,
            id="a heading over words",
        ),
        pytest.param(f"# Papers\n\n* {PAPER}\n\n</div>\n", Severity.NOTE, id="a closing tag alone"),
        pytest.param(f"# Papers\n\n* {PAPER}, by Lee.</ul>\n\n# Code\n", Severity.NOTE, id="the end of a list"),
        pytest.param(
            f"# Papers\n\n| Title | By |\n| --- | --- |\n| {PAPER} | <ul><li>Ann Lee</li> |\n",
            Severity.NOTE,
            id="in a cell",
        ),
        pytest.param(f"# Papers\n\n<div>\n\n* {PAPER}\n", Severity.NOTE, id="its rest, which looks the same"),
        pytest.param(f"# Papers\n\n<b>\n\n* {PAPER}\n", Severity.WARNING, id="its rest"),
        pytest.param(f"# Papers\n\n* {PAPER} <font color='red'>new\n", Severity.NOTE, id="what GitHub leaves out"),
    ],
)
def test_what_holds_the_whole_page_or_is_not_shown_is_a_note(text: str, severity: Severity) -> None:
    assert [each.severity for each in findings(StrayTag(), text)] == [severity]


def test_many_tags() -> None:
    text = "<b><i></b>" * 10_000 + "</u>" * 10_000
    assert len(findings(StrayTag(), text)) > 10_000


def test_hostile_tags_are_read_in_linear_time() -> None:
    text = "<a " + "=a" * 50_000 + "\n" + "<a href=" * 20_000 + "\n" + "<a " + "href=b" * 20_000 + "\n"
    assert findings(StrayTag(), text) == []


def test_a_tag_with_attributes_is_no_closing_one() -> None:
    text = f"| Title<div style='width:60px'> | Venue<div style='width:9px'> |\n| --- | --- |\n| {PAPER} | ICLR |\n"
    found = findings(StrayTag(), text)
    assert {(each.message, each.severity) for each in found} == {("`<div>` is never closed", Severity.NOTE)}


@pytest.mark.parametrize(
    ("hidden", "severity"), [("## Thanks\n", Severity.NOTE), (f"* {PAPER}\n", Severity.ERROR)], ids=["words", "a paper"]
)
def test_a_comment_that_hides_no_link_may_be_meant(hidden: str, severity: Severity) -> None:
    assert [each.severity for each in findings(StrayTag(), f"* {PAPER}\n\n<!--\n{hidden}")] == [severity]


class Copied(str):
    """A content that counts how many of its characters are copied."""

    __slots__ = ()
    copied = 0

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        piece = super().__getitem__(key)
        Copied.copied += len(piece)
        return piece


def test_the_rest_of_the_list_is_not_copied_for_each_tag() -> None:
    """Four times as long a line is copied four times, not sixteen times."""
    counts = []
    for many in (1_000, 4_000):
        Copied.copied = 0
        assert findings(StrayTag(), Copied(f"# List\n\n* a {'<b>' * many}\n"))
        counts.append(Copied.copied)
    assert 0 < counts[1] <= 5 * counts[0]
