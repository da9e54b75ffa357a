"""The sections of a list that may move to files of their own, and which of them do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from bot.document import parse
from bot.listing import read
from bot.merging.splitting import Branch, choose, choose_named, find_branches, find_obstacle
from bot.text import Span, Text
from tests.merging.test_splitting import LIST
from tests.sample_list import LINES


def branches_of(content: str) -> tuple[Branch, ...]:
    return find_branches(read(parse(Text("README.md", content))))


def shown(content: str, branches: Sequence[Branch], outer: str = "") -> Iterator[tuple[str, int, int, bool]]:
    for each in branches:
        signs, _, title = content[each.span.start : each.body.start].partition(" ")
        assert title == f"{each.title}\n"
        assert content[each.body.end :].startswith("#") or each.body.end == len(content)
        yield f"{outer}{each.title}", len(signs), each.entries, each.is_page
        yield from shown(content, each.children, f"{each.title} > ")


def test_branches() -> None:
    assert list(shown(LIST, branches_of(LIST))) == [
        ("Agents", 1, 12, True),
        ("Agents > Planning", 2, 6, True),
        ("Planning > Search", 3, 3, False),
        ("Planning > Web", 3, 3, False),
        ("Agents > Tools", 2, 3, False),
        ("Agents > Web", 2, 3, False),
    ]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(f"# A\n\n{LINES[0]}", [("A", 1, 1, True)], id="the first heading"),
        pytest.param(f"# A\n{LINES[0]}# B\n{LINES[1]}", [("A", 1, 1, True), ("B", 1, 1, False)], id="two of one level"),
        pytest.param(f"# A\n\nwords\n\n# B\n{LINES[1]}", [("B", 1, 1, False)], id="one without entries"),
        pytest.param(f"## A\n{LINES[0]}# B\n{LINES[1]}", [("A", 2, 1, True), ("B", 1, 1, False)], id="levels go up"),
        pytest.param("words\n", [], id="no headings"),
        pytest.param(
            "# A\n\n" + "".join(f"### {line[9:]}\nWords.\n\n" for line in LINES[:4]), [("A", 1, 4, True)], id="entries"
        ),
        pytest.param("", [], id="nothing"),
    ],
)
def test_branches_of_short_lists(content: str, expected: list[tuple[str, int, int, bool]]) -> None:
    assert list(shown(content, branches_of(content))) == expected


def branch(title: str, size: int, *children: Branch, start: int = 0) -> Branch:
    return Branch(Span(start, start + 5), title, Span(start + 5, start + 9), 3, size, bool(children), children)


A, B, C = (
    branch(title, size, start=10 * place) for place, (title, size) in enumerate((("A", 251), ("B", 900), ("C", 600)))
)
WHOLE = 10_000


@pytest.mark.parametrize(
    ("branches", "too_many", "whole", "files", "chosen"),
    [
        pytest.param([A, B, C], 0, WHOLE, 9, "", id="short enough"),
        pytest.param([A, B, C], 1, WHOLE, 9, "B", id="the largest"),
        pytest.param([A, B, C], 700, WHOLE, 9, "B", id="what is left in its place counts"),
        pytest.param([A, B, C], 701, WHOLE, 9, "BC", id="the next one"),
        pytest.param([A, B, C], 5_000, WHOLE, 9, "ABC", id="all"),
        pytest.param([A, B, C], 5_000, WHOLE, 2, "BC", id="so many files"),
        pytest.param([A, B, C], 5_000, WHOLE, 0, "", id="no files"),
        pytest.param([A._replace(size=250)], 5_000, WHOLE, 9, "", id="too small to move"),
        pytest.param([branch("P", 6_000, A, B)], 5_000, WHOLE, 9, "AB", id="most of the list is divided"),
        pytest.param([branch("P", 5_000, A, B)], 5_000, WHOLE, 9, "P", id="half of it is not"),
        pytest.param([branch("P", 6_000)], 5_000, WHOLE, 9, "P", id="nor what has no parts"),
    ],
)
def test_what_moves(branches: list[Branch], too_many: int, whole: int, files: int, chosen: str) -> None:
    assert "".join(each.title for each in choose(branches, too_many, whole, files=files)) == chosen


def test_what_is_left_out_does_not_move() -> None:
    assert choose([A, B, C], 1, WHOLE, [B]) == (C,)


def test_named_branches() -> None:
    outer = branch("Planning", 900, A, B)
    assert choose_named([outer, C], ["a ", "C"]) == (A, C)
    assert choose_named([outer], ["PLANNING", "A"]) == (outer,)
    assert choose_named([outer], ["D"]) == ()


@pytest.mark.parametrize(
    ("body", "obstacle"),
    [
        ("<details>x</details>", ""),
        ("<details>x", "<details> begins or ends in it"),
        ("x</TABLE><div>", "<div> begins or ends in it"),
        ("x</table>", "<table> begins or ends in it"),
        ("<p>x <ol class=a><li></ol>", ""),
        ("<detailsx>", ""),
    ],
)
def test_obstacles(body: str, obstacle: str) -> None:
    content = f"# A\n{LINES[0]}\n{body}\n"
    listing = read(parse(Text("README.md", content)))
    (found,) = find_branches(listing)
    assert find_obstacle(listing, found) == obstacle
