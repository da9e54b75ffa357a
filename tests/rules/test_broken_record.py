"""Records that programs do not read as they are meant: what the examples do not show."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.broken_record import BrokenRecord
from tests.rules.helpers import findings


@pytest.mark.parametrize(
    ("names", "count"),
    [
        pytest.param("Lee A, Chen B, Roe CD, Poe E", 1, id="commas alone"),
        pytest.param("Lee, Ann and Chen, Bo, Roe, Cai, Poe, Eve", 1, id="in one of two"),
        pytest.param("Lee, Ann and Chen, Bo and Roe, Cai and Poe, Eve", 0, id="and"),
        pytest.param("van der Roe, Jr, Ann\n  AND Poe, Sr, Eve", 0, id="a suffix"),
        pytest.param("{Lee, Chen, Roe, Poe and Partners}", 0, id="a company"),
        pytest.param("{Lee, {Chen, Roe}, Poe, Moe}", 0, id="braces within braces"),
        pytest.param(r"Lee, A.\,B.\,C.\,D.", 0, id="thin spaces"),
        pytest.param("Ann Lee", 0, id="one"),
        pytest.param("", 0, id="nobody"),
    ],
)
def test_names_with_commas_between_them_are_a_note(names: str, count: int) -> None:
    text = f"@article{{lee,\n  author = {{{names}}},\n  title = {{One, Two, Three, Four, and Five}}\n}}\n"
    assert [each.severity for each in findings(BrokenRecord(), text, path="papers.bib")] == [Severity.NOTE] * count


def test_a_repeated_field_is_an_error() -> None:
    text = "@article{lee,\n  title = {One},\n  title = {Two}\n}\n"
    assert [each.severity for each in findings(BrokenRecord(), text, path="papers.bib")] == [Severity.ERROR]
