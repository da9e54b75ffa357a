"""Read pull requests: what they are, which files they change, and what those files hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import urlencode

from bot.files import LARGEST
from bot.git import with_folders
from bot.github import NotFoundError, TooLargeError
from bot.github.client import Answer, Client, repository_path, split_repository
from bot.github.events import RunEvent
from bot.github.model import Branches, ChangedFile, Pull, TreeFile

MOST_COMPARED = 300
"""Files that a comparison lists at most."""
SUBMODULE = "160000"
"""The mode of a submodule in a tree, where it names a commit."""
MOST_LISTED = 3_000
"""Files of a pull request that GitHub lists at most."""


def read_pull(client: Client, repository: str, number: int) -> Pull:
    """The pull request, compared with its base branch; 2 requests. Raises NotFoundError."""
    answer = client.get(f"pull request {repository}#{number}", repository_path(repository, "pulls", number))
    return _compare(client, answer, number)


def is_open(client: Client, repository: str, number: int) -> bool:
    """Whether there is an open pull request of that number; one request."""
    try:
        answer = client.get(f"pull request {repository}#{number}", repository_path(repository, "pulls", number))
    except NotFoundError:
        return False
    return answer.read(str, "state") == "open"


def read_default_branch(client: Client, repository: str) -> Pull:
    """The newest commit of the default branch, as a pull request that changes nothing; 2 requests."""
    what = f"default branch of {repository}"
    branch = client.get(what, repository_path(repository)).read(str, "default_branch")
    commit = client.get(what, repository_path(repository, "git", "ref", f"heads/{branch}")).hash("object", "sha")
    return Pull(repository, 0, commit, commit, commit, repository, files=())


_MOST_PAGES = 300
"""Of a hundred pull requests from branches of one name, the newest first."""
PULLS_QUERY = """
query Pulls($owner: String!, $name: String!, $branch: String!, $state: PullRequestState!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequests(
      first: 100, after: $after, headRefName: $branch, states: [$state], orderBy: {field: CREATED_AT, direction: DESC}
    ) {
      nodes { number body baseRefName isCrossRepository viewerDidAuthor }
      pageInfo { hasNextPage endCursor }
    }
  }
}
"""


class BranchPull(NamedTuple):
    """A pull request from a branch of the repository itself."""

    number: int
    body: str
    base: str
    """The branch that it goes into."""
    is_ours: bool
    """Whether the token's account opened it."""


def list_from_branch(client: Client, repository: str, branch: str, state: str) -> Iterator[BranchPull]:
    """The pull requests from a branch that are OPEN, or were CLOSED without a merge; the newest first.

    Those from other repositories, where anybody may give a branch this name, are not among them.
    """
    what, variables = f"pull requests from {branch} of {repository}", {"branch": branch, "state": state}
    for each in client.nodes(what, repository, PULLS_QUERY, "pullRequests", variables, _MOST_PAGES):
        if not each.read(bool, "isCrossRepository"):
            yield BranchPull(
                each.read(int, "number"),
                each.read(str, "body"),
                each.read(str, "baseRefName"),
                each.read(bool, "viewerDidAuthor"),
            )


def find_pull(client: Client, run: RunEvent) -> Pull | None:
    """The open pull request that a finished run was for: from its branch, and with its commit at the head.

    None if there is none, or where one branch has several and the event does not name one of them. The event names none
    for forks, and GitHub does not list them by commit there.
    """
    what = f"pull request of {run.head_repository}:{run.branch}"
    query = {"state": "open", "head": f"{split_repository(run.head_repository)[0]}:{run.branch}"}
    found: dict[int, Answer] = {}
    for each in client.pages(what, repository_path(run.repository, "pulls"), query, most=3):
        source = each.part("head", "repo")
        if source is None or source.read(int, "id") != run.head_repository_id:
            continue
        if each.read(str, "head", "sha") == run.commit:
            found[each.read(int, "number")] = each
    number = next(iter(found)) if len(found) == 1 else run.number
    return None if number is None or number not in found else _compare(client, found[number], number)


def _compare(client: Client, answer: Answer, number: int) -> Pull:
    """The pull request in an answer of GitHub, compared with its base: with its merge base and its files."""
    is_open = answer.read(str, "state") == "open"
    head, base = answer.hash("head", "sha"), answer.hash("base", "sha")
    branch, name = answer.read(str, "base", "ref"), answer.read(str, "base", "repo", "full_name")
    source = answer.read_or_none(str, "head", "repo", "full_name")
    branches = Branches(
        head=answer.read(str, "head", "ref"),
        base=branch,
        is_default=answer.read_or_none(str, "head", "repo", "default_branch") == answer.read(str, "head", "ref"),
        allows_edits=answer.read_or_none(bool, "maintainer_can_modify") or False,
    )
    pull = Pull(name, number, head, base, base, source, is_open, branches=branches)
    if not is_open:
        return pull
    what, path = f"pull request {name}#{number}", repository_path(name, "compare", f"{branch}...{head}")
    try:
        compared, has_files = client.get(what, path, {"per_page": 1}), True
    except TooLargeError:
        compared, has_files = client.get(what, path, {"per_page": 1, "page": 2}), False  # only page 1 has files
    base, merge_base = compared.hash("base_commit", "sha"), compared.hash("merge_base_commit", "sha")
    pull = replace(pull, base=base, merge_base=merge_base)
    listed = compared.items("files") if has_files and compared.has("files") else None
    if listed is None or len(listed) >= MOST_COMPARED:
        return pull
    removed = frozenset(each.read(str, "filename") for each in listed if each.read(str, "status") == "removed")
    return replace(pull, files=_read_files(listed), removed=removed)


def list_changed_files(client: Client, pull: Pull) -> tuple[ChangedFile, ...]:
    """Added and changed files; requests are sent only where 300 or more files changed."""
    if pull.files is not None:
        return pull.files
    what = f"files of {pull.repository}#{pull.number}"
    try:
        listed = tuple(client.pages(what, repository_path(pull.repository, "pulls", pull.number, "files")))
    except (TooLargeError, NotFoundError):
        return _compare_trees(client, pull)
    return _compare_trees(client, pull) if len(listed) >= MOST_LISTED else _read_files(listed)


def _read_files(listed: Iterable[Answer]) -> tuple[ChangedFile, ...]:
    return tuple(_read_file(each) for each in listed if each.read(str, "status") not in {"removed", "unchanged"})


def _read_file(answer: Answer) -> ChangedFile:
    path, status = answer.read(str, "filename"), answer.read(str, "status")
    old = {"added": None, "copied": None, "renamed": answer.read_or_none(str, "previous_filename")}.get(status, path)
    patch = answer.read_or_none(str, "patch")
    if patch is None and status == "renamed" and answer.read(int, "changes") == 0:
        patch = ""
    return ChangedFile(path, old, patch)


def read_file(client: Client, repository: str, path: str, ref: str | None = None) -> bytes | None:
    """A file at a commit, by default the newest of the default branch; None if there is no such file.

    Raises TooLargeError above 20,000,000 bytes.
    """
    if "\0" in path or any(part in {"", ".", ".."} for part in path.split("/")):
        return None  # `..` would lead elsewhere in the API
    address = repository_path(repository, "contents", path)
    if ref is not None:
        address = f"{address}?{urlencode({'ref': ref})}"
    try:
        kind, data = client.download(
            f"{path} of {repository}", address, LARGEST, accept="application/vnd.github.raw+json"
        )
    except NotFoundError:
        return None
    return None if kind.startswith("application/json") else data  # JSON describes a folder


def read_files(client: Client, repository: str, commit: str) -> dict[str, TreeFile] | None:
    """The files at a commit by their paths, with links and submodules; None if there are more than GitHub lists."""
    what, path = f"files of {repository} at {commit[:12]}", repository_path(repository, "git", "trees", commit)
    answer = client.get(what, path, {"recursive": 1})
    if answer.read(bool, "truncated"):
        return None
    return {
        each.read(str, "path"): TreeFile(each.read(str, "mode"), each.hash("sha"))
        for each in answer.items("tree")
        if each.read(str, "type") != "tree"
    }


class Trees:
    """Files and folders at the commits of a pull request, each read when it is first asked for.

    Of head and merge base one is read as a rule, and the other follows from the changed files.
    """

    def __init__(self, client: Client, pull: Pull) -> None:
        self.client, self.pull = client, pull
        self._trees: dict[str, dict[str, TreeFile] | None] = {}

    def read(self, path: str, commit: str) -> bytes | None:
        """A file at a commit; None if there is no such file. Raises TooLargeError."""
        return read_file(self.client, self.pull.repository, path, commit)

    def paths(self, commit: str) -> frozenset[str] | None:
        """Paths of files and folders; None if there are more than GitHub lists (100,000)."""
        if commit not in self._trees:
            pull = self.pull
            other = self._trees.get({pull.head: pull.merge_base, pull.merge_base: pull.head}.get(commit, ""))
            if other is not None and pull.files is not None:
                return _apply_changes(other, pull, pull.files, to_head=commit == pull.head)
            self._trees[commit] = read_files(self.client, pull.repository, commit)
        tree = self._trees[commit]
        return None if tree is None else frozenset(with_folders(tree))


def _apply_changes(
    tree: Mapping[str, TreeFile], pull: Pull, files: Iterable[ChangedFile], *, to_head: bool
) -> frozenset[str]:
    """Paths at the head from the tree of the merge base, or the other way round."""
    new = {each.path for each in files if each.old_path != each.path}
    old = {each.old_path for each in files if each.old_path is not None and each.old_path != each.path} | pull.removed
    gone, come = (old, new) if to_head else (new, old)
    return frozenset(with_folders((tree.keys() - gone) | come))


def _compare_trees(client: Client, pull: Pull) -> tuple[ChangedFile, ...]:
    """Files whose content differs, without their diffs; a file that was only moved counts as new."""
    old = read_files(client, pull.repository, pull.merge_base)
    new = read_files(client, pull.repository, pull.head)
    if old is None or new is None:
        raise TooLargeError(f"files of {pull.repository}#{pull.number}: more than GitHub lists")
    before, after = ({path: file.sha for path, file in tree.items() if file.mode != SUBMODULE} for tree in (old, new))
    return tuple(
        ChangedFile(path, path if path in before else None, None)
        for path, content in sorted(after.items())
        if before.get(path) != content
    )
