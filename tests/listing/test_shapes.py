"""Words have a shape; what a heading names, and what trimming leaves."""

from __future__ import annotations

import pytest

from bot.listing.shapes import Shape, name_venue, read_shape, trim


@pytest.mark.parametrize(
    ("words", "shape"),
    [
        ("2019", Shape.YEAR),
        ("2024-03", Shape.DATE),
        ("32.05", Shape.NUMBER),
        ("pp. 427-438", Shape.NUMBER),
        ("253 pages", Shape.NUMBER),
        ("arXiv:1502.02734", Shape.ADDRESS),
        ("et al.", Shape.OTHERS),
        ("Others", Shape.WORD),
        ("🏆 Best Paper Award", Shape.FEW_CAPITALS),
        ("👥 Ann Lee, Bo Chen", Shape.NAMES),
        ("Ann Lee 李安", Shape.NAME),
        ("Foo 在所有任务上", Shape.CAPITALS),
        ("NeurIPS", Shape.VENUE),
        ("arXiv preprint", Shape.VENUE),
        ("Journal of Robots and Systems", Shape.PERIODICAL),
        ("水利学报", Shape.PERIODICAL),
        ("한국하천학회지", Shape.PERIODICAL),
        ("In 日本河川学会 第12回大会", Shape.PERIODICAL),
        ("K. He", Shape.NAMES),
        ("Ann Lee and Bo Chen", Shape.NAMES),
        ("Ann Lee", Shape.NAME),
        ("Spark", Shape.WORD),
        ("CDC", Shape.ACRONYM),
        ("A. Lee", Shape.NAMES),
        ("Lee A", Shape.NAMES),
        ("Foo-VL", Shape.ACRONYM),
        ("UC Berkeley", Shape.NAME),
        ("[pdf]", Shape.LABEL),
        ("Learning to act one step at a time", Shape.WORDS),
        ("⭐", None),
    ],
)
def test_shapes(words: str, shape: Shape | None) -> None:
    assert read_shape(words) == shape


@pytest.mark.parametrize(
    ("heading", "venue"),
    [("ICLR 2025", "ICLR"), ("Symposium on Security and Privacy (S&P)", "Symposium on Security and Privacy (S&P)")],
)
def test_a_heading_names_a_venue(heading: str, venue: str) -> None:
    assert name_venue(heading) == venue


@pytest.mark.parametrize("heading", ["2025", "Planning", "Learning to plan", "(IEEE FOO 25) A Survey on Plans: Trends"])
def test_a_heading_names_no_venue(heading: str) -> None:
    assert name_venue(heading) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [(" *Title*. ", "Title"), ("(Ab)using Images", "(Ab)using Images"), ("IEEE S&P (Oakland),", "IEEE S&P (Oakland)")],
)
def test_trim(text: str, expected: str) -> None:
    start, end = trim(text, 0, len(text))
    assert text[start:end] == expected
