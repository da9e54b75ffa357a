from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.reports.markdown import block, code, escape

ZERO = "\u200b"
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])
OURS = {"html_inline": {"<span>", "</span>", "<code>", "</code>"}}

# What GitHub looks for in the text of a rendered comment, outside of code.
LIVE = re.compile(
    r"""
    (?<![\w`])@[a-z0-9]                             # a mention, of a person or a team
    | (?:\#|\bgh-)\d                                # an issue
    | (?:https?|ftp|ssh)://\w | \bwww\.\w           # an address
    | \w@\w+\.\w | \bmailto: | \bxmpp:              # a mailbox
    | (?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])       # a commit
    | :[a-z0-9+_-]+:                                # an emoji, which may be a picture
    | \b(?:cve|ghsa)-\w                             # an advisory
    """,
    re.VERBOSE | re.IGNORECASE,
)


class Reader(HTMLParser):
    """Collects the stretches of text outside of code, the text of code, and the names of elements."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.code = [""], ""
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.words.append("")

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] == ["code"]:
            self.code += data
        else:
            self.words[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(f"/{tag}")
        self.words.append("")


def rendered(markdown: str) -> Reader:
    reader = Reader()
    reader.feed(MARKDOWN.render(markdown))
    reader.close()
    return reader


def kinds(markdown: str) -> set[str]:
    """The kinds of Markdown in a text, beyond a paragraph of words."""
    found = set()
    for token in MARKDOWN.parse(markdown):
        for each in (token, *(token.children or ())):
            if each.content not in OURS.get(each.type, ()):
                found.add(each.type)
    return found - {"paragraph_open", "paragraph_close", "inline", "text", "code_inline", "text_special"}


ATTACKS = {
    "mention": ("@octocat", "@\u200boctocat"),
    "team": ("hi @org/team!", "hi @\u200borg/team!"),
    "mailbox": ("a@b.io", "a@\u200bb.io"),
    "issue": ("see #12", "see #\u200b12"),
    "issue elsewhere": ("o/r#12", "o/r#\u200b12"),
    "issue in words": ("GH-12", "GH-\u200b12"),
    "advisory": ("CVE-2024-1", "CVE-\u200b2024-1"),
    "short commit": ("0a1b2c3", "0a1b2c\u200b3"),
    "address": ("https://github.com/o/r/issues/1", "https:\u200b//github.com/o/r/issues/1"),
    "address without scheme": ("www.example.org", "www\u200b.example.org"),
    "emoji": (":octocat:", ":\u200boctocat:"),
    "link": ("[a](https://b.io)", "[a](https:\u200b//b.io)"),
    "reference link": ("[a][b] [c]", "[a][b] [c]"),
    "image": ("![a](b.png)", "![a](b.png)"),
    "html image": ("<img src=x onerror=y>", "<img src=x onerror=y>"),
    "comment": ("--> <!-- x -->", "--> <!-- x -->"),
    "marker": ("<!-- paperlist-bot:v1 fp=0 -->", "<!-- paperlist-bot:v1 fp=0 -->"),
    "details": ("</details></td>", "</details></td>"),
    "autolink": ("<https://b.io>", "<https:\u200b//b.io>"),
    "entity": ("&lt;b&gt; &amp;", "&lt;b&gt; &amp;"),
    "entity of an at": ("&#64;octocat", "&#\u200b64;octocat"),
    "emphasis": ("*a* __b__ ~~c~~", "*a* __b__ ~~c~~"),
    "fence": ("``` \n x", "``` x"),
    "one backtick": ("a ` b", "a ` b"),
    "backslashes": (r"\@a \` \\*b*", "\\@\u200ba \\` \\\\*b*"),
    "cells": ("a | b", "a | b"),
    "formula": ("$x$ $$y$$", "$x$ $$y$$"),
    "lines": ("a\n# b\n\n- c\r\n> d", "a # b - c > d"),
    "heading": ("# a", "# a"),
    "bullet": ("- a", "- a"),
    "plus": ("+ a", "+ a"),
    "rule": ("---", "---"),
    "number": ("1. a", "1. a"),
    "bracketed number": ("12) a", "12) a"),
    "quote": ("> a", "> a"),
    "task": ("[ ] a", "[ ] a"),
    "indented": ("      a", "a"),
    "right to left": ("a\u202eb", "a<U+202E>b"),
    "control": ("a\x07b\x00c", "a<U+0007>b<U+0000>c"),
    "tag characters": ("a\U000e0041b", "a<U+E0041>b"),
    "half a character": ("a\ud800b", "a<U+D800>b"),
    "ends in a bang": ("a!", "a!"),
}


@pytest.mark.parametrize(("words", "shown"), ATTACKS.values(), ids=ATTACKS)
def test_attacks_are_shown_and_do_nothing(words: str, shown: str) -> None:
    page = rendered(escape(words))
    assert "".join(page.words).strip() == shown
    assert kinds(escape(words)) <= {"html_inline"}


@pytest.mark.parametrize(
    ("words", "markdown"),
    [
        ("the `)` is missing", "the `)` is missing"),
        ("`@a` @a", "`@a` @&#8203;a"),
        ("`a` `b", "`a` \\`b"),
        ("``a``", r"\`\`a\`\`"),
        ("` `", r"\`\`"),
        ("`a|b`", "<code>a&#124;b</code>"),
        ("plain words, (with) 2023.12345: marks", "plain words, (with) 2023.12345: marks"),
        ("", ""),
    ],
)
def test_code_between_backticks_stays_code(words: str, markdown: str) -> None:
    assert escape(words) == markdown


def test_words_before_a_link_make_no_image_of_it() -> None:
    assert kinds(f"{escape('Look!')}[a](b.png)") == {"link_open", "link_close"}


@pytest.mark.parametrize(
    ("words", "markdown"),
    [
        ("README.md", "`README.md`"),
        ("@a #1", "`@a #1`"),
        ("a`b", "``a`b``"),
        ("`a``b`", "``` `a``b` ```"),
        ("a\nb", "`a b`"),
        ("a|@b", "<code>a&#124;@&#8203;b</code>"),
        ("a\u202e", "`a<U+202E>`"),
        ("  ", ""),
    ],
)
def test_code(words: str, markdown: str) -> None:
    assert code(words) == markdown


@pytest.mark.parametrize(
    ("content", "info", "markdown"),
    [
        ("", "suggestion", "```suggestion\n```"),
        ("\n", "suggestion", "```suggestion\n\n```"),
        ("a\n", "", "```\na\n```"),
        ("a", "", "```\na\n```"),
        ("```\na\n```\n", "", "````\n```\na\n```\n````"),
        ("a ````` b\n", "", "``````\na ````` b\n``````"),
    ],
)
def test_block(content: str, info: str, markdown: str) -> None:
    assert block(content, info) == markdown


@pytest.mark.parametrize("write", [escape, code])
def test_what_is_cut_is_cut_before_it_is_escaped(write: object) -> None:
    assert callable(write)
    page = rendered(write("@" * 50, 10))
    assert ("".join(page.words) + page.code).replace(ZERO, "").strip() == "@" * 9 + "…"


PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            [*(words for words, _ in ATTACKS.values()), "`", "``", "\\", "|", "](", "<!--", "-->", " ", "a"]
        ),
        st.text(max_size=4),
    ),
    max_size=12,
).map("".join)


@given(PIECES)
@example("`a`@b`|`#1")
@example("!`](x)`")
def test_escaped_words_are_words_and_code(words: str) -> None:
    markdown = escape(words)
    page = rendered(markdown)
    assert kinds(markdown) <= {"html_inline"}
    assert set(page.tags) <= {"p", "/p", "code", "/code", "span", "/span"}
    assert not [each for each in page.words if LIVE.search(each)]
    assert "\n" not in markdown


@given(PIECES, PIECES)
def test_escaped_words_stay_in_their_cell(one: str, other: str) -> None:
    tags = rendered(f"| a | b |\n| --- | --- |\n| {escape(one)} | {code(other)} |\n").tags
    assert tags.count("td") == 2
    assert tags.count("tr") == 2


@given(PIECES)
def test_code_is_code(words: str) -> None:
    page = rendered(f"x {code(words)} x")
    assert set(page.tags) <= {"p", "/p", "code", "/code", "span", "/span"}
    assert not [each for each in page.words if LIVE.search(each)]


@given(PIECES)
def test_a_block_is_closed_by_its_own_fence_alone(content: str) -> None:
    tokens = MARKDOWN.parse(f"{block(content, 'suggestion')}\n\nafter")
    assert [token.type for token in tokens] == ["fence", "paragraph_open", "inline", "paragraph_close"]
