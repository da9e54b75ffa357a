"""Answers to `/rebase` that need no repository."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.github.model import LARGEST_BODY
from bot.reviews.branch_merge import FileConflict, MergedFile, Rebase, Status, write_answer

OFFERED = Rebase(
    Status.OFFERED,
    base_branch="main",
    branch="patch-1",
    repository="octo/list",
    base="0a" * 20,
    merged=(MergedFile("README.md", is_list=True),),
    reason="its author does not allow edits by maintainers",
    patch="--- a/README.md\n+++ b/README.md\n@@ -1,1 +1,1 @@\n-a\n+b\n",
)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"patch": "+b\r\n"}, id="line ends that a comment does not keep"),
        pytest.param({"patch": "+b\n" * LARGEST_BODY}, id="too long"),
        pytest.param({"merged": (MergedFile("a\nrm -rf b", is_list=True),)}, id="a name of two lines"),
    ],
)
def test_no_patch_that_a_comment_cannot_carry(changed: dict[str, object]) -> None:
    assert "rebase.patch" in write_answer(OFFERED)
    answer = write_answer(replace(OFFERED, **changed))  # type: ignore[arg-type]
    assert "rebase.patch" not in answer
    assert "bot merge" in answer
    assert len(answer) < LARGEST_BODY


def test_names_in_commands_are_quoted() -> None:
    answer = write_answer(replace(OFFERED, merged=(MergedFile("a; $(touch b)'.md", is_list=False),)))
    assert """git checkout HEAD -- 'a; $(touch b)'"'"'.md'\n""" in answer


def test_fences_in_a_patch_do_not_end_it() -> None:
    answer = write_answer(replace(OFFERED, patch="+```\n+@octo\n"))
    assert "````diff\n+```\n+@octo\n````" in answer


def test_nothing_merged_needs_no_patch() -> None:
    answer = write_answer(replace(OFFERED, merged=(), taken=3))
    assert "**Update branch** below does the same" in answer


def test_many_conflicts_are_counted() -> None:
    conflicts = tuple(FileConflict(f"{number}.md", "both sides changed it") for number in range(60))
    answer = write_answer(replace(OFFERED, status=Status.CONFLICTS, conflicts=conflicts))
    assert answer.startswith("`main` cannot be merged: 60 conflicts.")
    assert "- and 10 more conflicts" in answer
    assert answer.count("\n- `") == 50
