"""Markdown is read with exact spans."""

from __future__ import annotations

from itertools import product
from math import isqrt
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import BlockKind, RunKind, Style, parse
from bot.document.parser import parse_blocks
from bot.document.tables import add_plain_lines
from bot.text import Span, Text
from tests.rules.helpers import count_calls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.document import Document, Prose

PIECES = (
    *(
        "* ",
        "- ",
        "1. ",
        "> ",
        "# ",
        "| ",
        " | ",
        "\n",
        "\n\n",
        "\r\n",
        "    ",
        "---",
        "\\",
        "`",
        "*",
        "**",
        "_",
        "[",
        "]",
    ),
    *("(", ")", "](", "<", ">", "<a href='x'>", "</a>", "<b>", "</b>", "<br>", "<!-- ", " -->", "&amp;", "![", "é"),
    "论文",
    *(
        "[Title](https://arxiv.org/abs/2503.02197)",
        "https://arxiv.org/abs/2310.05915",
        "words",
        "<details>",
        "\t",
        "\0",
    ),
)
MARKDOWN = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def proses(document: Document) -> Iterator[Prose]:
    for block in document.all_blocks:
        yield from ((block.prose,) if block.prose else ())
        yield from block.cells


def shown(content: str) -> list[tuple[str, str, str | None]]:
    """Of each link: its words, its URL as the reader follows it, and the source of that URL."""
    document = parse(Text("a.md", content))
    return [(link.label, link.href, document.text[link.url_span] if link.url_span else None) for link in document.links]


@pytest.mark.parametrize(
    ("content", "links"),
    [
        ("* [A](https://x.org/a) b\n", [("A", "https://x.org/a", "https://x.org/a")]),
        ("[**A** b](<https://x.org/a b>)\n", [("A b", "https://x.org/a b", "https://x.org/a b")]),
        ("[A](https://x.org/(2023)060 'title')\n", [("A", "https://x.org/(2023)060", "https://x.org/(2023)060")]),
        ("[A](https://x.org/?a=1&amp;b=2)\n", [("A", "https://x.org/?a=1&b=2", "https://x.org/?a=1&amp;b=2")]),
        ("[A][1]\n\n[1]: https://x.org/a\n", [("A", "https://x.org/a", None)]),
        ("[A]()\n", [("A", "", "")]),
        ("<https://x.org>\n", [("https://x.org", "https://x.org", "https://x.org")]),
        ("论文：https://x.org/a，代码\n", [("https://x.org/a", "https://x.org/a", "https://x.org/a")]),
        ("see https://x.org/a_b_c).\n", [("https://x.org/a_b_c", "https://x.org/a_b_c", "https://x.org/a_b_c")]),
        ("<a href='u'>A <b>b</b></a>\n", [("A b", "u", "u")]),
        ("<p>\nsee https://x.org/a_b</p>\n", [("https://x.org/a_b", "https://x.org/a_b", "https://x.org/a_b")]),
        ('<p><a href=https://x.org/a">A</a> "b"</p>\n', [("A", "https://x.org/a", "https://x.org/a")]),
        ("`[A](u)` \\[B](u)\n", []),
        ("```\n[A](u)\n```\n", []),
        ("<!-- [A](u) -->\n", []),
        ("---\nlink: '[A](u)'\n---\n\n[B](v)\n", [("B", "v", "v")]),
        ("+++\nlink = '[A](u)'\n+++\n\n[B](v)\n", [("B", "v", "v")]),
        ("+++\nSee [A](u)\n+++\n\n[B](v)\n", [("A", "u", "u"), ("B", "v", "v")]),
        ("\ufeff# [A](u)\r\n\r\n> * [B](v)\r\n", [("A", "u", "u"), ("B", "v", "v")]),
        ("| a | b |\n|---|---|\n| [A](u) \\| c | [B](v) |\n", [("A", "u", "u"), ("B", "v", "v")]),
        ("a | b\n---|---\n[A](u) | [A](u)\n", [("A", "u", "u"), ("A", "u", "u")]),
    ],
)
def test_links(content: str, links: list[tuple[str, str, str | None]]) -> None:
    assert shown(content) == links


@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param("<details>\n<pre><code>@misc{a,\n title={A}\n}</code></pre>b</details>", "b", id="closed"),
        pytest.param("<details>b\n<PRE>\n@misc{a}\n", "b", id="never closed"),
    ],
)
def test_what_is_in_pre_is_code(content: str, words: str) -> None:
    assert "".join(prose.text for prose in proses(parse(Text("a.md", content)))).strip() == words


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("`a`", ["a"]),
        ("``a`b``", ["a`b"]),
        ("` a `", ["a"]),
        ("` a`", [" a"]),
        ("`  `", ["  "]),
        ("`` ` ``", ["`"]),
        ("`a\nb`", ["a ", "b"]),
        ("`\na\n`", ["a"]),
    ],
)
def test_words_between_backticks(content: str, words: list[str]) -> None:
    document = parse(Text("a.md", f"{content}\n"))
    runs = [run for prose in proses(document) for run in prose.runs]
    assert [(run.value, run.style) for run in runs] == [(each, Style.CODE) for each in words]
    assert [document.text[run.span].replace("\n", " ") for run in runs] == words


@pytest.mark.parametrize(
    ("content", "blocks"),
    [
        pytest.param(
            "100. Title\n\n    Ann [code](u)\n",
            [("LIST", 1, 1), ("ITEM", 1, 1), ("PARAGRAPH", 1, 1), ("PARAGRAPH", 3, 3)],
            id="one space too few to be in the item",
        ),
        pytest.param(
            "1. Title\n\n       Ann [code](u)\n",
            [("LIST", 1, 3), ("ITEM", 1, 3), ("PARAGRAPH", 1, 1), ("PARAGRAPH", 3, 3)],
            id="spaces too many",
        ),
        pytest.param(
            "1. Title\n\n       Ann\n",
            [("LIST", 1, 3), ("ITEM", 1, 3), ("PARAGRAPH", 1, 1), ("CODE", 3, 3)],
            id="spaces too many, without a link",
        ),
        pytest.param("Title\n\n    Ann [code](u)\n", [("PARAGRAPH", 1, 1), ("CODE", 3, 3)], id="below no item"),
        pytest.param(
            "---\nlayout: page\n---\n\n|a|b|\n|c|d|\n",
            [("TABLE", 5, 6), ("ROW", 5, 5), ("ROW", 5, 5), ("ROW", 6, 6)],
            id="a table without a head, for Jekyll",
        ),
        pytest.param("|a|b|\n|c|d|\n", [("PARAGRAPH", 1, 2)], id="on GitHub"),
        pytest.param(
            "---\nlayout: page\n---\n\n<div>\nx\n</div>\nwords\n",
            [("HTML", 5, 7), ("PARAGRAPH", 8, 8)],
            id="words right below HTML, for Jekyll",
        ),
        pytest.param("<div>\nx\n</div>\nwords\n", [("HTML", 1, 4)], id="also on GitHub"),
        pytest.param("a\n\n***\n\nb\n", [("PARAGRAPH", 1, 1), ("RULE", 3, 3), ("PARAGRAPH", 5, 5)], id="a line"),
    ],
)
def test_kinds_of_blocks(content: str, blocks: list[tuple[str, int, int]]) -> None:
    found = parse(Text("a.md", content)).all_blocks
    assert [(each.kind.name, each.first, each.last) for each in found] == blocks


@pytest.mark.parametrize(("length", "links"), [(200_000, 1), (200_001, 0)])
def test_a_very_long_paragraph_is_words(length: int, links: int) -> None:
    content = f"[a](u) {'x' * (length - 7)}"
    document = parse(Text("a.md", content))
    assert len(document.links) == links
    (prose,) = proses(document)
    assert prose.text == (content if not links else f"a {'x' * (length - 7)}")
    assert prose.span(0, 1) == Span(1 * links, 1 + links)


def test_a_badge_is_not_the_link_around_it() -> None:
    link, image = parse(Text("a.md", "[![Paper](i.svg)](https://x.org)\n")).links
    assert (image.image, image.label, image.href) == (True, "Paper", "i.svg")
    assert (link.label, link.href, link.badge) == ("Paper", "https://x.org", image)


def test_styles_and_breaks() -> None:
    (block,) = parse(Text("a.md", "**A *b*** `c`  \nd\\\ne<br>f\n")).blocks
    assert block.prose is not None
    runs = [(run.value, run.style) for run in block.prose.runs if run.kind is RunKind.TEXT]
    assert runs[:3] == [("A ", Style.BOLD), ("b", Style.BOLD | Style.ITALIC), (" ", Style.PLAIN)]
    assert [run.kind for run in block.prose.runs].count(RunKind.BREAK) == 3


def test_blocks_and_their_lines() -> None:
    content = "# A\n\n* b\n  c\n\n  d\n    * e\n\n| f |\n|---|\n| g |\n\n```\nh\n```\n"
    kinds = [(block.kind, block.first, block.last) for block in parse(Text("a.md", content)).all_blocks]
    assert kinds == [
        (BlockKind.HEADING, 1, 1),
        (BlockKind.LIST, 3, 7),
        (BlockKind.ITEM, 3, 7),
        (BlockKind.PARAGRAPH, 3, 4),
        (BlockKind.PARAGRAPH, 6, 6),
        (BlockKind.LIST, 7, 7),
        (BlockKind.ITEM, 7, 7),
        (BlockKind.PARAGRAPH, 7, 7),
        (BlockKind.TABLE, 9, 11),
        (BlockKind.ROW, 9, 9),
        (BlockKind.ROW, 11, 11),
        (BlockKind.CODE, 13, 15),
    ]


@pytest.mark.parametrize("row", ["|  | agents | [page](a/agents) |", "> | | agents | [page](a/agents) |"])
def test_cells_behind_empty_ones_are_read_in_their_place(row: str) -> None:
    head = "".join(f"{row.partition('|')[0]}{line}\n" for line in ("| a | b | c |", "| - | - | - |"))
    document = parse(Text("README.md", f"{head}{row}\n"))
    cells = next(block.cells for block in document.all_blocks if block.kind is BlockKind.ROW and block.first == 3)
    assert [document.text[cell.span(0, len(cell.text))] if cell.text else "" for cell in cells] == [
        "",
        "agents",
        "page",
    ]
    assert [link.href for link in document.links] == ["a/agents"]


def test_comments_are_found() -> None:
    document = parse(Text("a.md", "* a <!-- one -->\n\n<!-- two\nlines -->\n"))
    assert [comment.text for comment in document.comments] == [" one ", " two\nlines "]
    assert [document.text[comment.span] for comment in document.comments] == ["<!-- one -->", "<!-- two\nlines -->"]


@given(MARKDOWN)
def test_words_stand_where_their_spans_say(content: str) -> None:
    document = parse(Text("a.md", content))
    for prose in proses(document):
        assert prose.text == "".join(run.value for run in prose.runs)
        for run in prose.runs:
            assert 0 <= run.span.start <= run.span.end <= len(content)
            if run.kind is RunKind.TEXT and len(run.value) == len(run.span):
                source = document.text[run.span]
                assert source.replace("\0", "\ufffd").split() == run.value.replace("\0", "\ufffd").split()


@given(MARKDOWN)
def test_urls_stand_where_their_spans_say(content: str) -> None:
    document = parse(Text("a.md", content))
    for link in document.links:
        if link.url_span is not None and "&" not in link.href and "\\" not in document.text[link.span]:
            assert document.text[link.url_span].strip() == link.href


@given(
    st.lists(
        st.sampled_from(
            (
                *("[", "]", "(", ")", "a", " ", "https://x.org", "[A](u)", "[]", "()", "&", "!", "*", "_", "**", "__"),
                *(".", "é", "**b**", "_i_ ", "*[T](u)*", "[**B**](u)", "![p](v)", "[![p](v)](u)", "[*i* ![p](v)](u)"),
                *("\n", "  \n", "<b>", "</b>", '<a name="n">', "</a>", "<br>", "[a\nb](u)"),
            )
        ),
        max_size=25,
    )
)
def test_plain_lines_are_read_as_markdown_it_reads_them(pieces: list[str]) -> None:
    """A reference that nothing uses sends the same line through markdown-it."""
    line = "x" + "".join(pieces)
    plain, *_ = parse_blocks(Text("a.md", f"{line}\n"))
    full, *_ = parse_blocks(Text("a.md", f"{line}\n\n[unused reference]: z\n"))
    assert plain[:1] == full[:1]


@pytest.mark.parametrize(
    ("pieces", "length"),
    [
        pytest.param(("*", "**", "_", "a", " ", "."), 4, id="signs"),
        pytest.param(("*", "_", "a", "[a](u)", "![p](v)", "[*i*](u)", "<b>", "  \n", "\n", "!", "["), 3, id="links"),
        pytest.param(("***", "__", "[", "](", "(u)", "é", "a"), 3, id="parts"),
    ],
)
def test_all_short_lines_are_read_as_markdown_it_reads_them(pieces: tuple[str, ...], length: int) -> None:
    lines = "\n\n".join(f"x{''.join(each)}x" for each in product(pieces, repeat=length))
    plain, *_ = parse_blocks(Text("a.md", f"{lines}\n"))
    full, *_ = parse_blocks(Text("a.md", f"{lines}\n\n[unused reference]: z\n"))
    assert [(one, other) for one, other in zip(plain, full, strict=False) if one != other] == []
    assert len(plain) > len(pieces) ** length // 2


def test_plain_lines_are_recognised_by_their_characters() -> None:
    """Else the property above could hold because nothing is ever plain."""
    from bot.document.html import RunBuilder
    from bot.document.model import IMAGE_CHARACTER, OffsetMap, Style

    folder = RunBuilder()
    assert add_plain_lines(folder, "[2503] [A](u) (b)", OffsetMap([0], [0]))
    assert [run.value for run in folder.runs] == ["[2503] ", "A", " (b)"]
    folder = RunBuilder()
    assert add_plain_lines(folder, "**[A](u)**, _b_ [![c](v)](u)", OffsetMap([0], [0]))
    assert [(run.value, run.style) for run in folder.runs] == [
        ("A", Style.BOLD),
        (", ", Style.PLAIN),
        ("b", Style.ITALIC),
        (" ", Style.PLAIN),
        (IMAGE_CHARACTER, Style.PLAIN),
    ]
    assert not add_plain_lines(RunBuilder(), "[A](u) `b`", OffsetMap([0], [0]))
    assert not add_plain_lines(RunBuilder(), "[A](u) **b*", OffsetMap([0], [0]))


MARKS = ("[", "(", "![", "](", "<", "<!--", "*", "_", "`", "|", '"', "[a](", "<a ", "<b>", '<a x" x')
HOSTILE: dict[str, Callable[[int], str]] = {
    **{mark: mark.__mul__ for mark in MARKS},
    "nested items": lambda size: "".join("  " * depth + "* a\n" for depth in range(isqrt(50 * size))),
    "nested quotes": lambda size: "> " * (size // 10) + "a\n",
    "nested details": lambda size: "<details>" * (size // 4),
}


def calls_of(content: str) -> int:
    """How many functions, Python's and the interpreter's, are called to read `content`."""
    text = Text("a.md", content)
    return count_calls(lambda: parse(text))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_is_read_in_linear_time(name: str, size: int) -> None:
    """Four times the input takes no more than four times the calls, with some for the start; none recurses too deep."""
    make = HOSTILE[name]
    calls_of(make(size))  # patterns compile when first used, some after many texts
    assert calls_of(make(size)) <= 4.2 * calls_of(make(size // 4)) + 2_000


def test_labels_in_labels_are_looked_through_a_few_times() -> None:
    """Once for each level that is read, of which GitHub's pages have two: a badge in a link."""
    calls_of("![")
    assert calls_of("![" * 1_000) <= 150_000


@pytest.mark.parametrize(
    ("length", "uses", "found"),
    [(500, 201, 201), (501, 200, 199), (1_000, 101, 100), (9_091, 11, 10), (40_000, 2, 2), (200_000, 2, 1)],
)
def test_a_long_definition_is_used_a_few_times_only(length: int, uses: int, found: int) -> None:
    """As GitHub does it: else 64 KB of list are 1 GB of URLs."""
    url = "https://a.example/".ljust(length, "a")
    document = parse(Text("a.md", f"[r]: {url}\n\n" + "* [Title][r]\n" * uses))
    assert [link.href for link in document.links] == [url] * found
