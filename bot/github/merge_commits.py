"""Merge commits by git's data API: the files of a commit, and a branch that gets a commit with two parents.

A branch is only ever moved forward: where it has got a commit meanwhile, GitHub refuses and nothing is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.github.client import repository_path
from bot.github.errors import InvalidResponseError, ValidationFailedError
from bot.github.model import TreeFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.github.client import Client

_FOLDER = "tree"
_KINDS: Mapping[str, str] = {"160000": "commit"}
"""What an entry of a tree is by its mode, where it is not a blob: a submodule names a commit."""


class MovedError(ValidationFailedError):
    """The branch has another newest commit than it had."""


def read_files(client: Client, repository: str, commit: str) -> dict[str, TreeFile] | None:
    """The files at a commit by their paths, with links and submodules; None if there are more than GitHub lists."""
    what, path = f"files of {repository} at {commit[:12]}", repository_path(repository, "git", "trees", commit)
    answer = client.get(what, path, {"recursive": 1})
    if answer.read(bool, "truncated"):
        return None
    return {
        each.read(str, "path"): TreeFile(each.read(str, "mode"), each.hash("sha"))
        for each in answer.items("tree")
        if each.read(str, "type") != _FOLDER
    }


def push_merge(
    client: Client,
    repository: str,
    branch: str,
    parents: tuple[str, str],
    files: Mapping[str, TreeFile | None],
    message: str,
) -> str:
    """Put a merge of two commits on a branch whose newest commit is the first of them; the hash of the merge.

    `files` are those that differ from that commit's: as another tree has them, with new content, or None for deleted
    ones. Raises MovedError where the branch has got a commit meanwhile: nothing was changed. Needs `contents: write`.
    """
    what = f"branch {branch} of {repository}"

    def create(kind: str, body: dict[str, object]) -> str:
        # Created twice, an object of git is the same, or one that nobody sees.
        path = repository_path(repository, "git", kind)
        try:
            return client.write(what, "POST", path, body).hash("sha")
        except InvalidResponseError:
            return client.write(what, "POST", path, body).hash("sha")

    head = client.get(what, repository_path(repository, "git", "commits", parents[0]))
    entries = [_entry(path, file) for path, file in files.items()]
    tree = (
        create("trees", {"base_tree": head.hash("tree", "sha"), "tree": entries})
        if entries
        else head.hash("tree", "sha")
    )
    sha = create("commits", {"message": message, "tree": tree, "parents": list(parents)})
    try:
        client.write(
            what, "PATCH", repository_path(repository, "git", "refs", f"heads/{branch}"), {"sha": sha, "force": False}
        )
    except (ValidationFailedError, InvalidResponseError) as error:
        newest = client.get(what, repository_path(repository, "git", "ref", f"heads/{branch}")).hash("object", "sha")
        if newest == sha:
            return sha
        if newest != parents[0]:
            raise MovedError(f"{what}: there is a newer commit") from error
        raise
    return sha


def _entry(path: str, file: TreeFile | None) -> dict[str, object]:
    """An entry of a tree, as GitHub takes it; without a hash it is deleted."""
    if file is None:
        return {"path": path, "mode": "100644", "type": "blob", "sha": None}
    what = {"sha": file.sha} if file.content is None else {"content": file.content}
    return {"path": path, "mode": file.mode, "type": _KINDS.get(file.mode, "blob"), **what}
