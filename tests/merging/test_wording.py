"""The texts of one entry, joined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.merging.alignment import join_added, merge_texts

ENTRY = "* [WebRL: Training Agents](https://arxiv.org/abs/2411.02337), arXiv 2024 [[code](https://github.com/a/b)]"
LONG = "x" * 100_001


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        pytest.param("a, b", "a, c", "a, b", "a, c", id="ours alone"),
        pytest.param("a, b", "a, b", "a, c", "a, c", id="theirs alone"),
        pytest.param("a, b", "a, c", "a, c", "a, c", id="both alike"),
        pytest.param("a, b", "x, b", "a, y", "x, y", id="different fields"),
        pytest.param("a, b", "a, c", "a, d", None, id="one field"),
        pytest.param("a b c, d", "a x c, d", "a b y, d", None, id="two words of one field"),
        pytest.param(
            ENTRY,
            ENTRY.replace("arXiv 2024", "ICLR 2025"),
            ENTRY.replace("/abs/", "/pdf/"),
            ENTRY.replace("arXiv 2024", "ICLR 2025").replace("/abs/", "/pdf/"),
            id="venue and address",
        ),
        pytest.param(
            ENTRY,
            f"{ENTRY} [[page](https://a.org/x)]",
            f"{ENTRY} [[data](https://b.org/y)]",
            f"{ENTRY} [[page](https://a.org/x)] [[data](https://b.org/y)]",
            id="a link each",
        ),
        pytest.param(
            ENTRY,
            f"{ENTRY} [[page](https://a.org/x)]",
            f"{ENTRY} [[page](https://b.org/y)]",
            None,
            id="a link each of one name",
        ),
        pytest.param("| a |  |  |", "| a | x |  |", "| a |  | y |", "| a | x | y |", id="empty cells"),
        pytest.param("| a | b |", "| a    | b |", "| a | c |", "| a    | c |", id="a table aligned anew"),
        pytest.param("- a, b", "* a, b", "- a, c", "* a, c", id="marker and words"),
        pytest.param("[a](b c", "[a](x c", "[a](b c)", "[a](x c)", id="bracket closed"),
        pytest.param("a b", "", "a c", None, id="emptied"),
        pytest.param("a", "a [x](u) b", "a [y](v)", None, id="a link each, and words behind one"),
        pytest.param("(a, b)", "(a), b", "a, b", None, id="round brackets that ours moved and theirs took away"),
        pytest.param("[a, b]", "[a], b", "a, b", None, id="square brackets"),
        pytest.param("{a, b}", "{a}, b", "a, b", None, id="braces"),
        pytest.param("a, b", "a (, b", "a, c", "a (, c", id="a bracket that ours never closed"),
        pytest.param("a (, b", "a, b", "a (, c", "a, c", id="one that ours took away"),
        pytest.param("(a, (b", "a, (b", "(a, b", "a, b", id="one that each took away"),
        pytest.param(LONG, LONG, "a", "a", id="theirs alone, too long to be read"),
        pytest.param(LONG, "a", LONG, "a", id="ours alone"),
        pytest.param(LONG, f"{LONG}, a", f"a, {LONG}", None, id="both, too long to be read"),
        pytest.param(
            f"{LONG[7:]}, b", f"{LONG[7:]}, c", f"a, {LONG[7:]}, b", f"a, {LONG[7:]}, c", id="as long as may be"
        ),
    ],
)
def test_merged_texts(base: str, ours: str, theirs: str, merged: str | None) -> None:
    assert merge_texts(base, ours, theirs) == merged


PIECES = st.lists(
    st.sampled_from(
        ["a", "bb ", ", ", "[", "](https://a.org/x)", "| ", " |", "\n  - ", "**", "<br>", "https:// ", ". "]
    )
).map("".join)


@given(PIECES, PIECES)
def test_one_side_alone_is_taken_as_it_is(base: str, side: str) -> None:
    assert merge_texts(base, side, base) == merge_texts(base, base, side) == merge_texts(base, side, side) == side


@given(PIECES, PIECES, PIECES)
def test_sides_are_alike(base: str, ours: str, theirs: str) -> None:
    merged, mirrored = merge_texts(base, ours, theirs), merge_texts(base, theirs, ours)
    assert (merged is None) == (mirrored is None)
    assert sorted((merged or "").replace(" ", "")) == sorted((mirrored or "").replace(" ", ""))


@given(PIECES, PIECES, PIECES)
def test_words_that_no_side_took_away_are_kept(base: str, ours: str, theirs: str) -> None:
    merged = merge_texts(base, ours, theirs)
    if merged is not None:
        assert {*base.split()} & {*ours.split()} & {*theirs.split()} - {*"[|,.*"} <= {*merged.split()} | {
            word for word in base.split() if word not in merged.split() and word in merged
        }


@pytest.mark.parametrize(
    ("ours", "theirs", "titles", "joined"),
    [
        pytest.param(ENTRY, ENTRY.replace("/abs/", "/pdf/"), ("", ""), ENTRY, id="another form of the address"),
        pytest.param(ENTRY, f"{ENTRY} (oral)", ("", ""), f"{ENTRY} (oral)", id="theirs says more"),
        pytest.param(f"{ENTRY} (oral)", ENTRY, ("", ""), f"{ENTRY} (oral)", id="ours says more"),
        pytest.param(f"{ENTRY} (oral)", f"{ENTRY} (poster)", ("", ""), None, id="different words"),
        pytest.param(
            "- [A b](https://a.org)", "* [a B](http://a.org/)", ("", ""), "- [A b](https://a.org)", id="layout"
        ),
        pytest.param(
            "- [Old](https://arxiv.org/abs/2411.02337), 2024",
            "- [New](https://arxiv.org/abs/2411.02337), 2024",
            ("old", "new"),
            "- [Old](https://arxiv.org/abs/2411.02337), 2024",
            id="another title",
        ),
    ],
)
def test_what_both_sides_added(ours: str, theirs: str, titles: tuple[str, str], joined: str | None) -> None:
    assert join_added(ours, theirs, titles) == joined


@pytest.mark.parametrize("space", [" ", "\t", "\u3000"])
def test_much_space_at_the_end_takes_linear_time(space: str) -> None:
    """Quadratic, it would take minutes."""
    end = space * 90_000
    assert merge_texts(f"{ENTRY}{end}", f"{ENTRY} a{end}", ENTRY.replace("arXiv 2024", "ICLR 2025")) == (
        ENTRY.replace("arXiv 2024", "ICLR 2025") + " a"
    )
