"""The edits that move whole entries leave every other byte in its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.linter.diagnostics import Fix, apply
from bot.linter.moves import move
from bot.linter.suppressions import find_comment_lines
from bot.listing import Order, read
from bot.ordering.order import Arrangement, find_series
from bot.ordering.section_order import choose_keys
from bot.text import Text

if TYPE_CHECKING:
    from bot.listing import Entry
    from bot.papers.dates import PartialDate


def date_of(entry: Entry) -> PartialDate | None:
    return entry.date.value if entry.date is not None else None


def ordered(content: str, order: Order = Order.NEWEST_FIRST) -> str:
    """`content` with each of its series in order."""
    listing = read(parse(Text("README.md", content)))
    comments = find_comment_lines(listing)
    fixes = []
    for series in find_series(listing, date_of, comments):
        keys, staying = choose_keys([(key,) for key in series.keys(order)])
        arrangement = Arrangement(tuple(sorted(range(len(keys)), key=keys.__getitem__)), staying)
        edits = move(listing, series, arrangement, comments)
        fixes += [Fix("Move", edits)] if edits else []
    outcome = apply(content, fixes)
    assert outcome.skipped == ()
    return outcome.content


A = "[2025-03] [SWEET-RL Trains Agents](https://arxiv.org/abs/2503.15478)"
B = "[2025-02] [MPO Boosts Agents](https://arxiv.org/abs/2503.02682)"
C = "[2025-01] [Agent-R Reflects Again](https://arxiv.org/abs/2501.11425)"
D = "[2024-11] [WebRL Trains Web Agents](https://arxiv.org/abs/2411.02337)"
HEAD = "| Date | Paper |\n| --- | --- |\n"
ROW_A = "| 2025-03 | [SWEET-RL Trains Agents](https://arxiv.org/abs/2503.15478) |\n"
ROW_B = "| 2025-02 | [MPO Boosts Agents](https://arxiv.org/abs/2503.02682) |\n"

CASES = {
    "to the top": (f"* {B}\n* {C}\n* {A}\n", f"* {A}\n* {B}\n* {C}\n"),
    "to the end": (f"* {D}\n* {A}\n* {B}\n", f"* {A}\n* {B}\n* {D}\n"),
    "no line end at the end": (f"* {B}\n* {C}\n* {A}", f"* {A}\n* {B}\n* {C}"),
    "carriage returns": (f"* {B}\r\n* {C}\r\n* {A}\r\n", f"* {A}\r\n* {B}\r\n* {C}\r\n"),
    "a byte order mark": (f"\ufeff* {B}\n* {A}\n", f"\ufeff* {A}\n* {B}\n"),
    "in order": (f"* {A}\n* {B}\n", f"* {A}\n* {B}\n"),
    "details and undated entries": (
        f"* {B}\n  - authors\n\n    [code](https://github.com/a/b)\n* Comment: good.\n* {A}\n  wrapped words\n",
        f"* {A}\n  wrapped words\n* {B}\n  - authors\n\n    [code](https://github.com/a/b)\n* Comment: good.\n",
    ),
    "blank lines keep their places": (f"* {B}\n\n* {C}\n* {A}\n* {D}\n", f"* {A}\n\n* {B}\n* {C}\n* {D}\n"),
    "comments stay": (f"* {B}\n<!-- here -->\n* {A}\n", f"* {A}\n<!-- here -->\n* {B}\n"),
    "a comment that allows goes along": (
        f"* {B}\n<!-- bot: allow stray-space -->\n* {A}\n",
        f"<!-- bot: allow stray-space -->\n* {A}\n* {B}\n",
    ),
    "a comment that allows goes along with another one in its line": (
        f"* {B}\n<!-- bot: allow stray-space --> <!-- here -->\n* {A}\n",
        f"<!-- bot: allow stray-space --> <!-- here -->\n* {A}\n* {B}\n",
    ),
    "what is nested in the last entry": (
        f"* {B}\n* {A}\n\n  More of it.\n\nNot in the list.\n",
        f"* {A}\n\n  More of it.\n* {B}\n\nNot in the list.\n",
    ),
    "table rows": (f"{HEAD}{ROW_B}{ROW_A}", f"{HEAD}{ROW_A}{ROW_B}"),
    "numbers count on": (f"1. {B}\n2. {C}\n3. {A}\n", f"1. {A}\n2. {B}\n3. {C}\n"),
    "all ones stay ones": (f"1. {B}\n1. {C}\n1. {A}\n", f"1. {A}\n1. {B}\n1. {C}\n"),
    "numbers that repeat keep their places": (f"1. {B}\n1. {C}\n3. {A}\n", f"1. {A}\n1. {B}\n3. {C}\n"),
    "foreign words between": (f"* {B}\n\nWords.\n\n* {A}\n", f"* {B}\n\nWords.\n\n* {A}\n"),
    "a tab behind the marker": (f"*\t{B}\n\n    More of it.\n*\t{A}\n", f"*\t{A}\n*\t{B}\n\n    More of it.\n"),
    "less indented than a tab": (f"*\t{B}\n\n   Words.\n\n*\t{A}\n", f"*\t{B}\n\n   Words.\n\n*\t{A}\n"),
    "details indented by a tab": (f"* {B}\n\n\tMore of it.\n* {A}\n", f"* {A}\n* {B}\n\n\tMore of it.\n"),
    "thematic breaks between": (f"{B}\n\n---\n\n{A}\n\n* * *\n\n{C}\n", f"{A}\n\n---\n\n{B}\n\n* * *\n\n{C}\n"),
    "no thematic break": (f"{B}\n\n- -\n\n{A}\n\n---\n\n{C}\n", f"{B}\n\n- -\n\n{A}\n\n---\n\n{C}\n"),
    "two suppressions above": (
        f"* {B}\n<!-- bot: allow stray-space -->\n<!-- bot: allow date-mismatch -->\n* {A}\n",
        f"<!-- bot: allow stray-space -->\n<!-- bot: allow date-mismatch -->\n* {A}\n* {B}\n",
    ),
    "two stretches": (f"* {B}\n* {A}\n\n* {D}\n* {C}\n", f"* {A}\n* {B}\n\n* {C}\n* {D}\n"),
    "one of two numbers by hand": (f"* {B} 1.\n* (1) {C}\n* {A}\n", f"* {A}\n* {B} 1.\n* (1) {C}\n"),
    "numbers in brackets": (f"* [1] {B}\n* [2] {A}\n", f"* [1] {B}\n* [2] {A}\n"),
    "numbers that do not count": (f"* (7) {B}\n* (9) {A}\n", f"* (9) {A}\n* (7) {B}\n"),
    "half of the numbers count": (f"* (1) {B}\n* (2) {C}\n* (9) {A}\n", f"* (1) {B}\n* (2) {C}\n* (9) {A}\n"),
    "less than half of the numbers count": (
        f"* (1) {B}\n* (2) {C}\n* (9) {A}\n* (12) {D}\n",
        f"* (9) {A}\n* (1) {B}\n* (2) {C}\n* (12) {D}\n",
    ),
    "numbers by hand": (f"* 1. {B}\n* 2. {C}\n* 3. {A}\n", f"* 1. {B}\n* 2. {C}\n* 3. {A}\n"),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_move(before: str, after: str) -> None:
    assert ordered(before) == after
    assert ordered(after) == after


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("below", [[], ["[Agents without a Date](https://a.org/agents)"]], ids=["alone", "two"])
def test_lines_below_a_number_that_grows_are_indented_further(below: list[str], end: str) -> None:
    *first, last = (
        f"[{2026 - number // 9}-01] [Agents of Kind {number}](https://a.org/{number})" for number in range(10)
    )
    texts = [f"{last}\n\n   A second paragraph.", *below, *first]
    before = "".join(f"{number}. {text}\n" for number, text in enumerate(texts, 1))
    texts = [*first, f"{last}\n\n    A second paragraph.", *below]
    after = "".join(f"{number}. {text}\n" for number, text in enumerate(texts, 1))
    assert ordered(before.replace("\n", end)) == after.replace("\n", end)


DATES = st.integers(0, 30).map(lambda month: f"{2022 + month // 12}-{month % 12 + 1:02}")
GAPS = st.sampled_from(["", "\n", "<!-- a remark -->\n", "\n<!-- a\nremark -->\n\n"])
DETAILS = st.sampled_from(
    ["", "  - authors\n", "  wrapped\n", "\n  [code](https://github.com/a/b)\n", "* Comment: good.\n"]
)


@given(st.lists(st.tuples(DATES, DETAILS, GAPS), min_size=2, max_size=9), st.booleans(), st.booleans())
def test_any_list_is_in_order_afterwards_and_holds_the_same_lines(
    entries: list[tuple[str, str, str]], numbered: bool, returns: bool
) -> None:
    content = "".join(_item(index, numbered, *words) for index, words in enumerate(entries, 1))
    if returns:
        content = content.replace("\n", "\r\n")
    after = ordered(content)
    listing = read(parse(Text("README.md", after)))
    (series,) = find_series(listing, date_of, find_comment_lines(listing))
    keys = series.keys(Order.NEWEST_FIRST)
    assert len(keys) == len(entries)
    assert list(keys) == sorted(keys)
    assert sorted(map(_unnumbered, after.splitlines())) == sorted(map(_unnumbered, content.splitlines()))
    assert ordered(after) == after


def _item(index: int, numbered: bool, date: str, details: str, gap: str) -> str:
    link = f"[Agents of Kind {index}](https://openreview.net/forum?id=paper{index:04})"
    if not numbered:
        return f"* [{date}] {link}\n{details}{gap}"
    return f"{index}. [{date}] {link}\n{details.replace('  ', '   ').replace('* ', '   ')}{gap}"


def _unnumbered(line: str) -> str:
    return re.sub(r"^\d+\.", "1.", line)
