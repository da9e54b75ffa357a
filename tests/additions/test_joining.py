"""What is left between the parts of an entry that are written."""

from __future__ import annotations

import pytest

from bot.additions.joining import Part, join


def gap(text: str) -> Part:
    return Part(text, is_separator=True)


OUT = Part(None)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        pytest.param(
            (Part("Title"), gap(", "), OUT, gap(" ("), Part("2024"), gap(")")), "Title (2024)", id="the second"
        ),
        pytest.param((Part("Title"), gap(". "), OUT, gap(" "), Part("PDF")), "Title. PDF", id="a stop before a blank"),
        pytest.param((Part("Code"), gap(": "), OUT, gap(", "), Part("PDF")), "Code: PDF", id="behind a label"),
        pytest.param((gap("* "), OUT, gap(" <"), Part("Title"), gap(">")), "* <Title>", id="what opens the next one"),
        pytest.param((gap("* "), OUT, gap(": "), Part("Title")), "* Title", id="nothing before the first one"),
        pytest.param((gap("- "), OUT), "- ", id="nothing written"),
        pytest.param(
            (Part("Title"), gap(": "), Part(None, is_rest=True), gap(", "), Part("2024")),
            "Title, 2024",
            id="the rest of a title, with what led to it",
        ),
        pytest.param((Part("Why?"), gap(". "), Part("PDF")), "Why? PDF", id="one stop is enough"),
    ],
)
def test_separators(parts: tuple[Part, ...], expected: str) -> None:
    assert join(parts) == expected
