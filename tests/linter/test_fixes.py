from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.linter.diagnostics import Applied, Edit, Fix, apply
from bot.text import Span


def fix(*edits: tuple[int, int, str], title: str = "Fix it") -> Fix:
    return Fix(title, tuple(Edit(Span(start, end), new) for start, end, new in edits))


@pytest.mark.parametrize(
    ("fixes", "content", "skipped"),
    [
        pytest.param((), "abcdef", (), id="nothing"),
        pytest.param((fix((1, 2, "X")),), "aXcdef", (), id="replace"),
        pytest.param((fix((0, 0, "X"), (6, 6, "Y")),), "XabcdefY", (), id="insert at both ends"),
        pytest.param((fix((0, 6, "")),), "", (), id="delete everything"),
        pytest.param((fix((4, 5, "E"), (0, 1, "A")),), "AbcdEf", (), id="edits in any order"),
        pytest.param((fix((0, 2, "X")), fix((2, 4, "Y"))), "XYef", (), id="side by side"),
        pytest.param((fix((1, 3, "X")), fix((2, 4, "Y"))), "aXdef", (fix((2, 4, "Y")),), id="overlap"),
        pytest.param((fix((2, 4, "Y")), fix((1, 3, "X"))), "aXdef", (fix((2, 4, "Y")),), id="overlap, turned round"),
        pytest.param(
            (fix((0, 1, "A"), (4, 5, "E")), fix((2, 3, "C"), (4, 6, ""))),
            "AbcdEf",
            (fix((2, 3, "C"), (4, 6, "")),),
            id="one edit overlaps, the whole fix stays out",
        ),
        pytest.param((fix((3, 3, "X")), fix((3, 3, "Y"))), "abcXdef", (fix((3, 3, "Y")),), id="same gap"),
        pytest.param((fix((3, 3, "X")), fix((3, 4, ""))), "abcXdef", (fix((3, 4, "")),), id="begins at an insertion"),
        pytest.param((fix((2, 3, "")), fix((3, 3, "X"))), "abdef", (fix((3, 3, "X")),), id="inserts at an end"),
        pytest.param((fix((1, 5, "")), fix((3, 3, "X"))), "af", (fix((3, 3, "X")),), id="inserts inside"),
        pytest.param(
            (fix((3, 3, "X"), (3, 3, "Y"), (3, 4, "")),), "abcXYef", (), id="one fix moves two things to one place"
        ),
        pytest.param((fix((1, 2, "")), fix((1, 2, ""), title="Twin")), "acdef", (), id="twins once"),
    ],
)
def test_apply(fixes: tuple[Fix, ...], content: str, skipped: tuple[Fix, ...]) -> None:
    outcome = apply("abcdef", fixes)
    assert (outcome.content, outcome.skipped) == (content, skipped)


def test_apply_names_each_fix_once() -> None:
    fixes = (fix((4, 5, "")), fix((0, 2, "")), fix((1, 3, "")), fix((4, 5, "")))
    assert apply("abcdef", fixes) == Applied("cdf", (fixes[1], fixes[0]), (fixes[2],))


@pytest.mark.parametrize(
    "wrong",
    [
        fix(),
        fix((0, 3, ""), (2, 4, "")),
        fix((0, 3, ""), (1, 1, "x")),
        fix((3, 7, "")),
        fix((-1, 2, "")),
        fix((3, 2, "")),
    ],
    ids=["no edits", "overlap in itself", "inserts into itself", "past the end", "before the start", "backwards"],
)
def test_a_fix_that_is_none_is_an_error_of_the_rule(wrong: Fix) -> None:
    with pytest.raises(ValueError, match="Fix it"):
        apply("abcdef", [wrong])


CONTENTS = st.text("ab\r\n\ufeff\x00é😀", max_size=30)


@st.composite
def contents_with_fixes(draw: st.DrawFn) -> tuple[str, list[Fix]]:
    content = draw(CONTENTS)
    fixes = []
    for _ in range(draw(st.integers(0, 6))):
        cuts = draw(st.lists(st.integers(0, len(content)), min_size=2, max_size=6).map(sorted))
        spans = [(cuts[i], cuts[i + 1]) for i in range(0, len(cuts) - 1, 2)]
        fixes.append(fix(*((start, end, draw(st.text("xyz", max_size=2))) for start, end in spans)))
    return content, fixes


@given(CONTENTS)
def test_no_fixes_no_change(content: str) -> None:
    assert apply(content, ()) == Applied(content, (), ())


@given(contents_with_fixes())
def test_characters_outside_the_edits_stay(case: tuple[str, list[Fix]]) -> None:
    content, fixes = case
    outcome = apply(content, fixes)
    kept = [True] * len(content)
    for edit in (edit for one in outcome.applied for edit in one.edits):
        kept[edit.span.start : edit.span.end] = [False] * len(edit.span)
    expected = "".join(character for character, stays in zip(content, kept, strict=True) if stays)
    assert "".join(character for character in outcome.content if character not in "xyz") == expected


@given(contents_with_fixes())
def test_each_fix_is_applied_whole_or_skipped(case: tuple[str, list[Fix]]) -> None:
    content, fixes = case
    outcome = apply(content, fixes)
    growth = sum(len(edit.new) - len(edit.span) for one in outcome.applied for edit in one.edits)
    assert len(outcome.content) == len(content) + growth
    keys = [tuple(sorted(one.edits, key=lambda edit: edit.span)) for one in (*outcome.applied, *outcome.skipped)]
    assert sorted(keys) == sorted({tuple(sorted(one.edits, key=lambda edit: edit.span)) for one in fixes})


@given(contents_with_fixes())
def test_the_order_of_the_fixes_does_not_count(case: tuple[str, list[Fix]]) -> None:
    content, fixes = case
    assert apply(content, fixes).content == apply(content, fixes[::-1]).content


def test_many_fixes_in_a_large_file_take_moments() -> None:
    content = "0123456789\n" * 50_000
    fixes = [fix((11 * line + 9, 11 * line + 10, "")) for line in range(50_000)]
    start = process_time()
    outcome = apply(content, fixes)
    assert outcome.content == "012345678\n" * 50_000
    assert process_time() - start < 10
