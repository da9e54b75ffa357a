"""Which files of two branches are taken as they are, and which are to be merged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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
