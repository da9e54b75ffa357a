from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.github.model import TreeFile
from bot.reviews.branch_merge import ADDED, DELETED, KIND, NESTED, FileConflict, TreeChange, TreeMerge, merge_trees

if TYPE_CHECKING:
    from collections.abc import Mapping

A, B, C = (TreeFile("100644", letter * 40) for letter in "abc")
TOOL = TreeFile("100755", "a" * 40)
LINK = TreeFile("120000", "a" * 40)
MODULE = TreeFile("160000", "d" * 40)


def one(*versions: TreeFile | None) -> tuple[dict[str, TreeFile], ...]:
    """The three trees, with one file or without it."""
    return tuple({} if version is None else {"list": version} for version in versions)


@pytest.mark.parametrize(
    ("trees", "expected"),
    [
        pytest.param(one(A, A, A), TreeMerge(), id="nobody changed it"),
        pytest.param(one(A, B, A), TreeMerge(), id="ours changed it"),
        pytest.param(one(A, None, A), TreeMerge(), id="ours deleted it"),
        pytest.param(one(A, B, B), TreeMerge(), id="both made the same change"),
        pytest.param(one(A, None, None), TreeMerge(), id="both deleted it"),
        pytest.param(one(None, B, B), TreeMerge(), id="both added the same"),
        pytest.param(one(A, A, B), TreeMerge((TreeChange("list", B),)), id="theirs changed it"),
        pytest.param(one(A, A, None), TreeMerge((TreeChange("list", None),)), id="theirs deleted it"),
        pytest.param(one(None, None, B), TreeMerge((TreeChange("list", B),)), id="theirs added it"),
        pytest.param(one(None, None, MODULE), TreeMerge((TreeChange("list", MODULE),)), id="submodule"),
        pytest.param(one(A, A, TOOL), TreeMerge((TreeChange("list", TOOL),)), id="theirs changed the mode"),
        pytest.param(one(A, B, C), TreeMerge(contested=("list",)), id="both changed it"),
        pytest.param(
            one(None, B, C), TreeMerge(blocked=(FileConflict("list", ADDED),)), id="both added it differently"
        ),
        pytest.param(
            one(A, None, C), TreeMerge(blocked=(FileConflict("list", DELETED),)), id="ours deleted, theirs changed"
        ),
        pytest.param(
            one(A, B, None), TreeMerge(blocked=(FileConflict("list", DELETED),)), id="theirs deleted, ours changed"
        ),
        pytest.param(one(A, B, TOOL), TreeMerge(blocked=(FileConflict("list", KIND),)), id="content and mode"),
        pytest.param(one(LINK, A, B), TreeMerge(blocked=(FileConflict("list", KIND),)), id="a link"),
        pytest.param(
            ({}, {"a": A}, {"a/b": B}),
            TreeMerge((TreeChange("a/b", B),), (), (FileConflict("a/b", NESTED),)),
            id="new file in what is a file",
        ),
        pytest.param(
            ({}, {"a/b": A}, {"a": B}),
            TreeMerge((TreeChange("a", B),), (), (FileConflict("a", NESTED),)),
            id="new file with the name of a folder",
        ),
        pytest.param(
            ({"a": A}, {"a": A}, {"a/b": A}),
            TreeMerge((TreeChange("a", None), TreeChange("a/b", A))),
            id="a file becomes a folder",
        ),
    ],
)
def test_merge(trees: tuple[Mapping[str, TreeFile], ...], expected: TreeMerge) -> None:
    base, ours, theirs = trees
    assert merge_trees(base, ours, theirs) == expected


TREES = st.dictionaries(st.sampled_from(["a", "b", "c", "d/e", "d/f", "d"]), st.sampled_from([A, B, TOOL]))


def apply(ours: Mapping[str, TreeFile], merge: TreeMerge) -> dict[str, TreeFile]:
    changed = dict(ours)
    for path, file in merge.taken:
        changed.pop(path, None)
        if file is not None:
            changed[path] = file
    return changed


@given(TREES, TREES)
def test_one_side_alone_is_taken_as_it_is(base: dict[str, TreeFile], side: dict[str, TreeFile]) -> None:
    assert apply(base, merge_trees(base, base, side)) == side
    assert apply(side, merge_trees(base, side, base)) == side


@given(TREES, TREES, TREES)
def test_both_sides_get_the_same(
    base: dict[str, TreeFile], ours: dict[str, TreeFile], theirs: dict[str, TreeFile]
) -> None:
    one, two = merge_trees(base, ours, theirs), merge_trees(base, theirs, ours)
    assert one.contested == two.contested
    if not (one.contested or one.blocked or two.blocked):
        assert apply(ours, one) == apply(theirs, two)
