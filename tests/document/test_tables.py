"""Rows of tables are read as markdown-it reads them, without its tokens; their runs are made on access."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.document import BlockKind, parse
from bot.document.model import JoinedProse, Prose
from bot.document.tables import ask_few_rules
from bot.text import Text

if TYPE_CHECKING:
    from markdown_it.token import Token

ROWS = st.sampled_from(
    (
        "|a|b|",
        "| a | b | c |",
        "a | b",
        "||",
        "|",
        r"| a\|b | c |",
        "> |a|b|",
        "> quote",
        "# heading",
        "    |a|b|",
        "- item",
        "word",
        "",
        "***",
        "|a||b|",
        r"|a\\|b|",
        "  |a|b|  ",
        "[a]: b",
        "|[a](b)|**c**|",
    )
)
HEADS = st.sampled_from(("|h|i|\n|-|-|\n", "h|i\n-|-\n", "> |h|i|\n> |-|-|\n", "* |h|i|\n  |-|-|\n", "|h|\n|:-:|\n"))


def _rows_of(tokens: list[Token]) -> list[tuple[int, int]]:
    """The line and the number of cells of each row, as markdown-it reads it."""
    rows: list[tuple[int, int]] = []
    for token in tokens:
        if token.type == "tr_open" and token.map is not None:
            rows.append((token.map[1], 0))
        elif token.type in ("th_open", "td_open"):
            rows[-1] = rows[-1][0], rows[-1][1] + 1
    return rows


@given(HEADS, st.lists(ROWS, max_size=8))
@example("|h|i|\n|-|-|\n", ["|a|b|", "> quote"])
def test_rows_are_those_of_markdown_it(head: str, rows: list[str]) -> None:
    content = head + "\n".join(rows)
    found = [
        (block.last, len(block.cells))
        for block in parse(Text("README.md", content)).all_blocks
        if block.kind is BlockKind.ROW
    ]
    assert found == _rows_of(MarkdownIt("commonmark").enable("table").parse(content))


LINES = st.sampled_from(
    (
        *(
            "- a",
            "-\ta",
            "-",
            "* b",
            "  - c",
            "     - d",
            "1. e",
            "10) f",
            "1234567890. g",
            "   h",
            "      - i",
            " - j",
        ),
        *(
            "text",
            "    text",
            "  text",
            "> quote",
            "> - item",
            ">   text",
            "",
            "",
            "===",
            "---",
            "  ===",
            "  ---",
            "* * *",
        ),
        *(
            "# head",
            "[a]: b",
            "<p>",
            "```",
            "\ttext",
            "- - k",
            "- > l",
            "\x0bm \x1f",
            "-  ",
            "2. ",
            "  \u2003 n \u2003",
        ),
    )
)


@given(st.lists(LINES, max_size=9))
@example(["- a", "  - b", "c", "  ==="])
@example(["> - a", "- b"])
@example(["- a", "  - b", "    - c", "      - d"])
def test_paragraphs_of_one_line_are_those_of_markdown_it(lines: list[str]) -> None:
    def tokens_of(markdown: MarkdownIt) -> list[tuple[object, ...]]:
        found: list[Token] = []
        markdown.block.parse("\n".join(lines), markdown, {}, found)
        return [(each.type, each.map, each.content, each.level, each.hidden, each.children) for each in found]

    plain = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")
    asking = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")
    ask_few_rules(asking)
    assert tokens_of(asking) == tokens_of(plain)


@given(st.lists(st.sampled_from(("", "a", "a b", "[a](b)", "**a**", "`a`", "[](b)", "1", "a<br>b")), min_size=2))
def test_a_joined_prose_has_the_runs_of_its_cells(cells: list[str]) -> None:
    head = "|h" * len(cells) + "|\n" + "|-" * len(cells) + "|\n"
    document = parse(Text("README.md", f"{head}|{'|'.join(cells)}|\n"))
    row = document.blocks[0].children[-1]
    joined = JoinedProse(row.cells)
    before = joined.text, joined.start, joined.end, joined.styles  # the runs make all of them anew
    same = Prose(joined.runs)
    assert before == (same.text, same.start, same.end, same.styles)
    assert (joined.starts, joined.styles, [*joined.links()]) == (same.starts, same.styles, [*same.links()])
    assert joined == same
    for prose in row.cells:
        same = Prose(prose.runs)
        assert (prose.text, prose.starts, prose.styles, prose.start, prose.end) == (
            (same.text, same.starts, same.styles, same.start, same.end)
        )
        if prose.text:
            assert prose.span(0, len(prose.text)) == same.span(0, len(prose.text))
