"""Lists as items."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.listing import read
from bot.merging.item_tree import ItemTree, find_ordinal, plain_text, read_lines, read_tree
from bot.text import Text
from tests.sample_list import LINES


def tree(content: str) -> ItemTree:
    return read_tree(read(parse(Text("README.md", content))))


def content_of(tree: ItemTree) -> str:
    """The file, from its items."""
    return "".join(item.gap + item.raw for item in tree.items) + tree.tail


CONTENT = (
    f"\ufeff# Agents\n\nWords.\n\n## Training (2)\n\n{LINES[0]}  code: yes\n{LINES[1]}\n"
    f"<details>\n<summary>Tools</summary>\n\n{LINES[2]}\n</details>\n\nEnd.\n\n"
)


def test_items() -> None:
    found = tree(CONTENT)
    shown = [(item.kind.name, found.items[item.parent].key, item.plain[:22], item.section) for item in found.items[1:]]
    assert shown == [
        ("SECTION", "", "# Agents", 1),
        ("LINE", "# Agents", "Words.", 1),
        ("SECTION", "# Agents", "## Training (2)", 2),
        ("ENTRY", "## Training", "[2509] [UI-TARS-2 Tech", 2),
        ("ENTRY", "## Training", "[2507] [MemAgent: Resh", 2),
        ("SECTION", "## Training", "<details>\n<summary>Too", 3),
        ("ENTRY", "<details>\n<summary>Tools</summary>", "[2506] [PAG: Multi-Tur", 3),
        ("LINE", "<details>\n<summary>Tools</summary>", "</details>", 3),
        ("LINE", "## Training", "End.", 2),
    ]
    assert found.tail == "\n"
    assert found.children == ((1,), (2, 3), (), (4, 5, 6, 9), (), (), (7, 8), (), (), ())
    assert tree("# A\n\n## B\n").children == ((1,), (2,), ())


def test_headings_on_one_line_are_one_item() -> None:
    found = tree(f"# A\n\n<h3>X</h3> <h3>Y</h3>\n\n{LINES[0]}{LINES[1]}")
    assert [(item.kind.name, item.text) for item in found.items[2:]] == [
        ("SECTION", "<h3>X</h3> <h3>Y</h3>"),
        *(("ENTRY", line.rstrip()) for line in LINES[:2]),
    ]


@pytest.mark.parametrize(
    ("line", "detail", "is_list_like"),
    [
        ("Words.", "text", False),
        ("- [A](#a)", "item", True),
        ("> 1. [A](#a)", "item", True),
        ("| a | b |", "row", True),
        ("|---|---|", "row", False),
        ("a | b", "text", False),
    ],
)
def test_shapes_of_lines(line: str, detail: str, is_list_like: bool) -> None:
    item = tree(f"# A\n\n{line}\n").items[2]
    assert (item.kind.name, item.shape.detail, item.is_list_like) == ("LINE", detail, is_list_like)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_nothing_is_lost(newline: str) -> None:
    content = CONTENT.removeprefix("\ufeff").replace("\n", newline)
    assert content_of(tree(content)) == content
    assert content_of(read_lines(read(parse(Text("README.md", content))))) == content


def test_lines_are_in_no_section() -> None:
    assert [(item.parent, item.section) for item in read_lines(read(parse(Text("README.md", CONTENT)))).items] == [
        (-1, 0),
        *[(0, 0)] * 11,
    ]


PARTS = st.sampled_from(
    [
        *LINES[:3],
        "\n",
        "# A\n",
        "### B\n",
        "text\n",
        "  - nested\n",
        "| a | b |\n|---|---|\n",
        "<details>\n",
        "</details>\n",
    ]
)


@given(st.lists(PARTS, max_size=12).map("".join))
def test_nothing_of_any_list_is_lost(content: str) -> None:
    assert content_of(tree(content)) == content


@pytest.mark.parametrize(
    ("text", "plain", "number"),
    [
        ("* a  b", "a b", ""),
        ("  12. a", "a", "12"),
        ("| 3 | a   |  |", "a", "3"),
        ("|:--|---:|", "-|-", ""),
        ("> - a", "a", ""),
        ("2024 was", "2024 was", ""),
        ("- [12] a", "[] a", "12"),
    ],
)
def test_plain_text_and_number(text: str, plain: str, number: str) -> None:
    assert (plain_text(text), text[slice(*find_ordinal(text))]) == (plain, number)
