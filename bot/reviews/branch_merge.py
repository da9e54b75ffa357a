"""What the bot answers to `/rebase`: what was merged into the branch of a pull request, or why it was not."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.github.model import LARGEST_BODY, size_of
from bot.reports.markdown import block, code, escape
from bot.text import plural

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.github.events import CommentEvent
    from bot.github.model import TreeFile


DELETED = "one side changed what the other one deleted"
ADDED = "both sides added it, with different content"
KIND = "it is not a regular file, or its mode changed"
NESTED = "a file of one side has the name of a folder of the other one"

_REGULAR = frozenset({"100644", "100755"})


class TreeChange(NamedTuple):
    """A file that the other branch changed; None where that deleted it."""

    path: str
    file: TreeFile | None


class Blocked(NamedTuple):
    """A file that cannot be merged, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class TreeMerge:
    """What merging two branches does to the files of the first one."""

    taken: tuple[TreeChange, ...] = ()
    contested: tuple[str, ...] = ()
    """Files that both sides changed, whose contents are to be merged."""
    blocked: tuple[Blocked, ...] = ()


def merge_trees(
    base: Mapping[str, TreeFile], ours: Mapping[str, TreeFile], theirs: Mapping[str, TreeFile]
) -> TreeMerge:
    """Compare the files at the merge base with those of both sides, by path.

    A renamed file is a deleted and a new one.
    """
    taken: list[TreeChange] = []
    contested: list[str] = []
    blocked: list[Blocked] = []
    for path in sorted(base.keys() | theirs.keys()):
        was, one, two = base.get(path), ours.get(path), theirs.get(path)
        if two in (was, one):
            continue
        if one == was:
            taken.append(TreeChange(path, two))
        elif reason := _why_not(was, one, two):
            blocked.append(Blocked(path, reason))
        else:
            contested.append(path)
    blocked += _find_nested(ours, taken)
    return TreeMerge(tuple(taken), tuple(contested), tuple(blocked))


def _why_not(*versions: TreeFile | None) -> str:
    """Why the contents of three versions cannot be merged; empty where they can."""
    if versions[0] is None:
        return ADDED
    present = [each for each in versions if each is not None]
    if len(present) < len(versions):
        return DELETED
    modes = {each.mode for each in present}
    return "" if len(modes) == 1 and modes <= _REGULAR else KIND


def _find_nested(ours: Mapping[str, TreeFile], taken: Iterable[TreeChange]) -> Iterator[Blocked]:
    """New files whose name would be that of a folder, and new files in what is a file."""
    new = {path for path, file in taken if file is not None and path not in ours}
    if not new:
        return
    result = (ours.keys() - {path for path, file in taken if file is None}) | new
    folders = {above for path in result for above in _above(path)}
    yield from (Blocked(path, NESTED) for path in sorted(new) if path in folders or result & {*_above(path)})


def _above(path: str) -> Iterator[str]:
    """The folders that a path is in."""
    while path := path.rpartition("/")[0]:
        yield path


COMMAND = "/rebase"
MERGING_PAGE = "https://github.com/paperlist-bot/paperlist-bot/blob/main/docs/merging.md"

_MOST_SHOWN = 50
"""Conflicts or files in one answer."""
_LONGEST = 200
"""Characters of a title or a path."""
_RESERVE = 3_000
"""Characters around the patch."""


class Status(StrEnum):
    """How it ended."""

    UPDATED = "updated"
    CURRENT = "current"
    CONFLICTS = "conflicts"
    OFFERED = "offered"
    """The bot may not push to the branch."""
    DECLINED = "declined"


class MergedFile(NamedTuple):
    """A file that both sides changed, merged."""

    path: str
    is_list: bool
    """Whether it was merged entry by entry, not line by line."""


class FileConflict(NamedTuple):
    """What could not be merged: an entry, lines or a whole file."""

    path: str
    reason: str
    section: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Rebase:
    """The result of merging the base branch into the branch of a pull request."""

    status: Status
    base_branch: str = ""
    branch: str = ""
    repository: str = ""
    """`owner/name` of the base."""
    base: str = ""
    """Hash of the commit of the base branch that was merged."""
    commit: str = ""
    """Hash of the merge, where it was made."""
    merged: tuple[MergedFile, ...] = ()
    taken: int = 0
    """Files that only the base branch changed."""
    conflicts: tuple[FileConflict, ...] = ()
    reason: str = ""
    patch: str = ""
    """What is to change in the merged files of the branch."""


def is_command(event: CommentEvent) -> bool:
    """Whether a comment asks for it: by a person, below a pull request, with the command as its first word."""
    return (
        event.is_pull and event.action == "created" and not event.is_bot and event.body.split(None, 1)[:1] == [COMMAND]
    )


def write_answer(rebase: Rebase) -> str:
    """The answer in Markdown; text of the list is escaped."""
    match rebase.status:
        case Status.UPDATED:
            parts = list(_updated(rebase))
        case Status.CURRENT:
            parts = [f"This branch already has everything that is in {code(rebase.base_branch)}."]
        case Status.CONFLICTS:
            parts = list(_conflicts(rebase))
        case Status.OFFERED:
            parts = list(_offered(rebase))
        case Status.DECLINED:
            parts = [f"Nothing was merged: {escape(rebase.reason, _LONGEST)}."]
    return "\n\n".join(parts) + "\n"


def _updated(rebase: Rebase) -> Iterator[str]:
    yield f"{code(rebase.base_branch)} is merged into {code(rebase.branch)}, with commit {rebase.commit}."
    yield _summary(rebase)
    yield (
        "A commit made with the token of a job starts no workflows. Where checks must run on it, close and reopen the "
        "pull request."
    )


def _summary(rebase: Rebase) -> str:
    """What was merged, in one list."""
    lines = [
        f"- {code(each.path, _LONGEST)}: merged {'entry by entry' if each.is_list else 'line by line'}"
        for each in rebase.merged[:_MOST_SHOWN]
    ]
    others = rebase.taken + max(0, len(rebase.merged) - _MOST_SHOWN)
    if others:
        lines.append(f"- {plural(others, 'other file')} taken from {code(rebase.base_branch)}")
    return "\n".join(lines) or "No file had to be changed."


def _conflicts(rebase: Rebase) -> Iterator[str]:
    count = len(rebase.conflicts)
    yield f"{code(rebase.base_branch)} cannot be merged: {plural(count, 'conflict')}. Nothing was changed."
    lines = [f"- {_conflict(each)}" for each in rebase.conflicts[:_MOST_SHOWN]]
    if count > _MOST_SHOWN:
        lines.append(f"- and {plural(count - _MOST_SHOWN, 'more conflict')}")
    yield "\n".join(lines)
    yield f"Resolve them in a clone ([`bot merge`]({MERGING_PAGE}) leaves only these) or with GitHub's editor."


def _conflict(conflict: FileConflict) -> str:
    names = (conflict.section, conflict.title)
    where = ", ".join([code(conflict.path, _LONGEST), *(escape(name, _LONGEST) for name in names if name)])
    return f"{where}: {escape(conflict.reason, _LONGEST)}"


def _offered(rebase: Rebase) -> Iterator[str]:
    yield (
        f"{code(rebase.base_branch)} can be merged without conflicts, but the bot cannot push to this branch: "
        f"{escape(rebase.reason, 400)}."
    )
    if not rebase.merged:
        yield "**Update branch** below does the same, for no file was changed by both sides."
        return
    yield _summary(rebase)
    recipe = _recipe(rebase)
    if not recipe:
        driver = f"[`bot merge` as its driver]({MERGING_PAGE}#as-gits-merge-driver)"
        yield f"In a clone, `git merge` does the same with {driver}."
        return
    yield f"In a clone of the branch, with the patch below saved as `rebase.patch`:\n\n{block(recipe, 'sh')}"
    yield f"<details><summary>rebase.patch</summary>\n\n{block(rebase.patch, 'diff')}\n\n</details>"


def _recipe(rebase: Rebase) -> str:
    """The commands that merge and apply the patch; empty where a comment cannot carry it unchanged.

    They name the commit that was merged: with a newer one the patch would take back what that changed.
    """
    paths = [each.path for each in rebase.merged]
    carried = [rebase.patch, *paths]
    is_short = sum(map(size_of, carried)) < LARGEST_BODY - _RESERVE
    if not is_short or any(each in text for text in carried for each in "\r\0\v\f\x85\u2028\u2029"):
        return ""
    if any("\n" in path for path in paths):
        return ""
    return (
        f"git fetch https://github.com/{rebase.repository} {rebase.base}\n"
        "git merge --no-commit --no-ff FETCH_HEAD\n"
        f"git checkout HEAD -- {' '.join(shlex.quote(path) for path in paths)}\n"
        "git apply --index rebase.patch\n"
        "git commit\n"
    )
