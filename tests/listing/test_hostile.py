"""Input that no person writes: deep, long, broken. It is read, and in time that grows as it does."""

from __future__ import annotations

import time
import tracemalloc
from typing import TYPE_CHECKING

import pytest

from bot.document import parse
from bot.listing import read
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 5.0
"""Seconds of processor time for 20,000 characters; what is linear takes a tenth of one, what is not takes a minute."""

URL = "https://arxiv.org/abs/2503.02197"
MARKS = (
    *("[", "(", "![", "](", "<", "<!--", "*", "_", "`", "|", '"', "[]", "[a](", "**", "\\", "&", "“", "（", "||"),
    *("<a ", '<a href="', "<a href=x>", "</a>", "<details>", "</details>", "<td>", "<b>", "<br>"),
    *("https://a ", "2020 "),
)
LINES = (
    *("[\n", "(\n", "* \n", "> a\n", "# a\n", "<td>\n", "<!--\n", "a|b\n-|-\n", "\n", "a\n\n", "---\n", "a\n===\n"),
    *("<details>\n\n", "<p>a</p>\n\n", "**a\n", '"a\n', "[a](\n", "- a\n\n  b\n", "\r", "**a b c d**\n\n"),
    *(f"# a b c d\n- p: {URL}\n", f"- [a]({URL})\n  - b\n"),
    *(f"**a b c d**\n\n- p: {URL}\n\n", f"<tr><td>a b c d {URL}\n"),
)
WHOLES: dict[str, Callable[[int], str]] = {
    "nested bullets": lambda n: "".join(f"{'  ' * depth}- a b c d\n" for depth in range(n // 10)),
    "nested bullets on a line": lambda n: "- " * n + "a",
    "nested quotes": lambda n: ">" * min(n, 2_000) + " a",
    "nested quotes, line by line": lambda n: "".join(f"{'>' * depth} a\n" for depth in range(n // 10)),
    "nested details": lambda n: (
        f'<details><summary>A paper on cats <a href="{URL}">p</a></summary>\n' * (n // 10) + "</details>\n" * (n // 10)
    ),
    "nested links": lambda n: "[" * n + "a" + "](b)" * n,
    "nested brackets": lambda n: "- a " + "(" * n + "a" + ")" * n,
    "references": lambda n: "".join(f"- [a{i}][r{i}]\n\n[r{i}]: {URL}\n" for i in range(n // 20)),
    "a wide table": lambda n: "a|" * (n // 4) + "\n" + "-|" * (n // 4) + "\n" + "b|" * (n // 4),
    "a cell with many links": lambda n: "|a|b|\n|-|-|\n|" + f"[A title of a paper]({URL}) " * (n // 40) + "|x|",
    "an item with many links": lambda n: f"- [A title of a paper]({URL}) " + f"[here]({URL}) " * (n // 20),
    "an item with many URLs": lambda n: f"- [A title of a paper]({URL}) " + f"link: {URL} " * (n // 20),
    "an item with many lines": lambda n: f"- [A title of a paper]({URL})\n" + "  *words* [here](a) 2020\n" * (n // 10),
    "an item with many children": lambda n: (
        f"- [A title of a paper]({URL})\n" + "  - *words* [here](a) 2020\n" * (n // 20)
    ),
    "an HTML row with many cells": lambda n: "<table><tr>" + "<td>A title of a paper</td>\n" * (n // 10),
    "a title without end": lambda n: "- [" + "word " * n + f"]({URL})",
    "names without end": lambda n: "- A title of a paper. " + "Ann Lee, " * n,
    "attributes without end": lambda n: "<a " + 'x="y" ' * n,
    "front matter without end": lambda n: "---\n" + "a: b\n" * n,
}


def spent(content: str) -> float:
    """Seconds of processor time to read `content`."""
    text = Text("README.md", content)
    start = time.process_time()
    read(parse(text))
    return time.process_time() - start


@pytest.mark.parametrize("mark", MARKS)
def test_a_line_of_marks(mark: str, size: int) -> None:
    assert spent(mark * (size // len(mark))) < LONGEST * size / 20_000


@pytest.mark.parametrize("line", LINES)
def test_a_list_of_one_line(line: str, size: int) -> None:
    assert spent(line * (size // len(line))) < LONGEST * size / 20_000


@pytest.mark.parametrize("name", WHOLES)
def test_whole(name: str, size: int) -> None:
    assert spent(WHOLES[name](size)) < LONGEST * size / 20_000


@pytest.mark.parametrize("mark", ["[", "(", "]", "<", "*", "`", "|"])
def test_a_hundred_thousand_marks(mark: str) -> None:
    assert spent(mark * 100_000) < LONGEST


def test_five_million_characters_in_a_line() -> None:
    assert spent("- " + "word " * 1_000_000) < LONGEST


def test_entries_cost_the_same_in_a_long_list() -> None:
    entry = "* [2503] [A title of a paper on agents](https://arxiv.org/abs/2503.02197) (UTS, UMD) [a remark]\n"
    short, long = (min(spent(entry * number) for _ in range(3)) / number for number in (100, 800))
    assert long < 3 * short


MOST_BYTES = 4_000
"""Memory for one short row of five cells: 2,300 are needed; markdown-it's tokens alone take 6,000."""


def test_rows_of_tables_take_little_memory() -> None:
    few, many = (_peak(rows) for rows in (200, 600))
    assert many - few < 400 * MOST_BYTES


def _peak(rows: int) -> int:
    """Bytes in use at most while a table is read."""
    text = Text("README.md", "|a|b|c|d|e|\n|-|-|-|-|-|\n" + "|a|b|c|d|e|\n" * rows)
    tracemalloc.start()
    read(parse(text))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most
