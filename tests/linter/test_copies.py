"""The second of two equal entries is taken out with its lines, and the numbers behind it follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.document import parse
from bot.linter.copies import remove_copy
from bot.linter.diagnostics import Safety, apply
from bot.listing import read
from bot.text import Text

if TYPE_CHECKING:
    from bot.listing import Entry

A, B, C, D = (
    f"[{title}](https://arxiv.org/abs/2310.0591{number}), 2023"
    for number, title in enumerate(("Agents That Plan", "Agents That Read", "Agents That Wait", "Agents That Act"))
)
ROWS = "| N | Paper |\n|---|---|\n"


def without_copy(content: str) -> str | None:
    """The list without the first entry whose link an earlier one has; None where nothing is taken out."""
    listing = read(parse(Text("README.md", content)))
    first: dict[str, Entry] = {}
    for entry in listing.entries:
        href = entry.link.href if entry.link else ""
        if href in first:
            fix = remove_copy(listing, first[href], entry)
            assert fix is None or fix.safety is Safety.UNSAFE
            return apply(content, [fix]).content if fix else None
        first[href] = entry
    raise AssertionError("no copy")


def numbered(form: str, *papers: str) -> str:
    return "".join(form.format(number, paper) for number, paper in enumerate(papers, 1))


CASES = {
    "the last line": (f"* {A}\n* {B}\n* {A}\n", f"* {A}\n* {B}\n"),
    "the next line": (f"* {A}\n* {A}\n* {B}\n", f"* {A}\n* {B}\n"),
    "no line end": (f"* {A}\n* {B}\n* {A}", f"* {A}\n* {B}\n"),
    "CRLF": (f"* {A}\r\n* {A}\r\n* {B}\r\n", f"* {A}\r\n* {B}\r\n"),
    "other blanks": (f"* {A}\n* {A.replace(' That ', '  That ')}\n", f"* {A}\n"),
    "other words": (f"* {A}\n* {A}, again\n", None),
    "two lines": (f"* {A}\n  by Ann\n* {A}\n  by Ann\n* {B}\n", f"* {A}\n  by Ann\n* {B}\n"),
    "a row": (f"{ROWS}| x | {A} |\n| y | {B} |\n| x | {A} |\n", f"{ROWS}| x | {A} |\n| y | {B} |\n"),
    "years count nothing": (f"{ROWS}| 2021 | {B} |\n| 2022 | {A} |\n| 2023 | {A} |\n", None),
    "other numbers": (f"{ROWS}| 7 | {A} |\n| 3 | {B} |\n| 9 | {A} |\n", None),
    "ones stay": (f"1. {A}\n1. {B}\n1. {A}\n1. {C}\n", f"1. {A}\n1. {B}\n1. {C}\n"),
    "the same number twice": (f"- 1) {A}\n- 2) {B}\n- 1) {A}\n- 3) {C}\n", f"- 1) {A}\n- 2) {B}\n- 3) {C}\n"),
    "numbers up to one that does not count": (
        f"1) {A}\n\n2) {A}\n\n3) {B}\n\n9) {C}\n\n4) {D}\n",
        f"1) {A}\n\n2) {B}\n\n9) {C}\n\n4) {D}\n",
    ),
    "a paragraph goes with its blank line": (f"{A}\n\n{A}\n\n{B}\n", f"{A}\n\n{B}\n"),
    "and with all of them": (f"{A}\n\n{A}\n\n\n\n{B}\n", f"{A}\n\n{B}\n"),
    "blank lines at the end": (f"{A}\n\n{B}\n\n{A}\n\n\n", f"{A}\n\n{B}\n\n"),
    "a paragraph directly below a heading": (f"# A\n{A}\n\n# B\n{A}\n\n{B}\n", None),
    "a paragraph directly above a heading": (f"{A}\n\n{B}\n\n{A}\n# {C}\n", None),
    "an item below another keeps the blank line": (f"* {A}\n* {A}\n\nWords.\n", f"* {A}\n\nWords.\n"),
    "an item between blank lines": (f"* {A}\n\n* {A}\n\n* {B}\n", f"* {A}\n\n* {B}\n"),
} | {
    form: (numbered(form, A, B, A, C, D), numbered(form, A, B, C, D))
    for form in ("{}. {}\n", "{}) {}\n\n", "[{}] {}\n\n", "- **{}.** {}\n", "- #{} {}\n")
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_take_out(before: str, after: str | None) -> None:
    assert without_copy(before) == after


def test_the_numbers_of_rows_follow() -> None:
    form = "| {} | {} |\n"
    assert without_copy(ROWS + numbered(form, A, B, A, C, D)) == ROWS + numbered(form, A, B, C, D)
