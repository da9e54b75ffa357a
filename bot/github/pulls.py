"""What a trusted event says of a run comes in; the open pull request that it ran for goes out.

`workflow_run` names no pull request for forks, and what the run left behind may name any.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.github.errors import Missing, Oversized, translated
from bot.github.fields import read, read_any, read_hash, read_list, read_names, read_or_none, repository_path, split
from bot.github.model import ChangedFile, Pull

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.github.client import Wire


@dataclass(frozen=True, slots=True)
class Head:
    """Where a change comes from, as the event says."""

    repository: str
    """`owner/name`."""
    repository_id: int
    branch: str
    sha: str


def find_listed(wire: Wire, repository: str, head: Head) -> dict[int, object]:
    """Open pull requests whose newest commit is this one, by number, as they are listed.

    There are several where one branch shall go into several.
    """
    doing = f"pull request of {head.repository}:{head.branch}"
    query = {"state": "open", "head": f"{split(head.repository)[0]}:{head.branch}"}
    found: dict[int, object] = {}
    for each in wire.pages(doing, repository_path(repository, "pulls"), query, most=3):
        with translated(doing):
            if read_any(each, "head", "repo") is None:
                continue
            same = read(each, int, "head", "repo", "id") == head.repository_id
            if same and read(each, str, "head", "sha") == head.sha:
                found[read(each, int, "number")] = each
    return found


COMPARED = 300
"""Files that a comparison tells at most."""
LISTED = 3_000
"""Files that GitHub lists at most."""


@dataclass(frozen=True, slots=True)
class Tree:
    """What stands at a commit: the hash of each file's content by path, and the folders."""

    files: dict[str, str]
    folders: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        """Files and folders."""
        return self.folders.union(self.files)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A pull request, and the files that came with it; None: GitHub did not tell all of them."""

    pull: Pull
    files: tuple[ChangedFile, ...] | None
    removed: frozenset[str] = frozenset()
    """Paths of files that are gone, as far as `files` tells all."""


def read_pull(wire: Wire, repository: str, number: int) -> Comparison:
    """The pull request, compared with the branch that it shall go into. Raises Missing."""
    answer = wire.get(_doing(repository, number), repository_path(repository, "pulls", number))
    return compare_listed(wire, repository, number, answer)


def compare_listed(wire: Wire, repository: str, number: int, answer: object) -> Comparison:
    """The same from what GitHub has told of the pull request already, alone or in a list."""
    doing = _doing(repository, number)
    with translated(doing):
        is_open = read(answer, str, "state") == "open"
        head, base = read_hash(answer, "head", "sha"), read_hash(answer, "base", "sha")
        branch = read(answer, str, "base", "ref")
        name = read(answer, str, "base", "repo", "full_name")
        source = read_or_none(answer, str, "head", "repo", "full_name")
    pull = Pull(name, number, head, base, base, source, is_open)
    return _compare(wire, doing, pull, branch) if is_open else Comparison(pull, None)


def _doing(repository: str, number: int) -> str:
    return f"pull request {repository}#{number}"


def other_side(comparison: Comparison, tree: Tree, *, to_head: bool) -> frozenset[str] | None:
    """Files and folders at the head from those at the merge base, or the other way round.

    None where the comparison does not tell all.
    """
    if comparison.files is None:
        return None
    came = {each.path for each in comparison.files if each.old_path != each.path}
    went = {each.old_path for each in comparison.files if each.old_path is not None and each.old_path != each.path}
    gone, new = (went | comparison.removed, came) if to_head else (came, went | comparison.removed)
    files = (tree.files.keys() - gone) | new
    modules = tree.folders - _folders(tree.files)
    return frozenset(files | _folders(files) | modules)


def _folders(files: Iterable[str]) -> set[str]:
    """The folders that files are in."""
    found: set[str] = set()
    for path in files:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return found


def _compare(wire: Wire, doing: str, pull: Pull, branch: str) -> Comparison:
    path = repository_path(pull.repository, "compare", f"{branch}...{pull.head}")
    try:
        answer, has_files = wire.get(doing, path, {"per_page": 1}), True
    except Oversized:
        answer, has_files = wire.get(doing, path, {"per_page": 1, "page": 2}), False  # files are on the first page only
    with translated(doing):
        base, merge_base = read_hash(answer, "base_commit", "sha"), read_hash(answer, "merge_base_commit", "sha")
        listed = read_list(answer, "files") if has_files and "files" in read_names(answer) else None
        pull = replace(pull, base=base, merge_base=merge_base)
        if listed is None or len(listed) >= COMPARED:
            return Comparison(pull, None)
        removed = (read(each, str, "filename") for each in listed if read(each, str, "status") == "removed")
        return Comparison(pull, _read_files(listed), frozenset(removed))


def list_files(wire: Wire, pull: Pull) -> tuple[ChangedFile, ...]:
    """The files of a pull request that changes many."""
    doing = f"files of {pull.repository}#{pull.number}"
    try:
        listed = tuple(wire.pages(doing, repository_path(pull.repository, "pulls", pull.number, "files")))
    except (Oversized, Missing):
        return _differing(wire, pull)
    if len(listed) >= LISTED:
        return _differing(wire, pull)
    with translated(doing):
        return _read_files(listed)


def read_tree(wire: Wire, repository: str, ref: str) -> Tree | None:
    """All that stands at a commit; None where there is more than GitHub tells."""
    doing = f"files of {repository} at {ref[:12]}"
    answer = wire.get(doing, repository_path(repository, "git", "trees", ref), {"recursive": 1})
    with translated(doing):
        if read(answer, bool, "truncated"):
            return None
        files: dict[str, str] = {}
        folders: set[str] = set()
        for each in read_list(answer, "tree"):
            path = read(each, str, "path")
            if read(each, str, "type") == "blob":
                files[path] = read_hash(each, "sha")
            else:
                folders.add(path)
        return Tree(files, frozenset(folders))


def _differing(wire: Wire, pull: Pull) -> tuple[ChangedFile, ...]:
    """Files whose content differs, without their diffs; a file that was only moved counts as new."""
    doing = f"files of {pull.repository}#{pull.number}"
    old = read_tree(wire, pull.repository, pull.merge_base)
    new = read_tree(wire, pull.repository, pull.head)
    if old is None or new is None:
        raise Oversized(f"{doing}: more than GitHub tells")
    return tuple(
        ChangedFile(path, path if path in old.files else None, None)
        for path, content in sorted(new.files.items())
        if old.files.get(path) != content
    )


def _read_files(listed: Iterable[object]) -> tuple[ChangedFile, ...]:
    return tuple(_read_file(each) for each in listed if read(each, str, "status") not in {"removed", "unchanged"})


def _read_file(value: object) -> ChangedFile:
    path, status = read(value, str, "filename"), read(value, str, "status")
    old = {"added": None, "copied": None, "renamed": read_or_none(value, str, "previous_filename")}.get(status, path)
    patch = read_or_none(value, str, "patch")
    if patch is None and status == "renamed" and read(value, int, "changes") == 0:
        patch = ""
    return ChangedFile(path, old, patch)
