"""Put files on a branch in one commit, by git's data API, and keep one pull request open for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bot.github.client import repository_path, split_repository
from bot.github.errors import InvalidResponseError, NotFoundError, ValidationFailedError

if TYPE_CHECKING:
    from bot.github.client import Answer, Client
    from bot.github.model import NewContent


TRAILER = "Made-by: paperlist-bot"
"""The last line of the bot's commits; a branch whose newest commit lacks it holds work of others."""


class OpenPull(NamedTuple):
    """An open pull request of the bot."""

    number: int
    url: str


@dataclass(frozen=True, slots=True)
class _Commit:
    """A commit, as far as it matters here."""

    sha: str
    tree: str
    message: str


@dataclass(frozen=True, slots=True)
class _Branch:
    """The branch to write, its repository and the repository's default branch."""

    client: Client
    repository: str
    name: str
    base: str

    @property
    def what(self) -> str:
        return f"branch {self.name} of {self.repository}"

    def path(self, *rest: str | int) -> str:
        return repository_path(self.repository, *rest)

    def write(self, verb: str, path: str, body: dict[str, object]) -> Answer:
        return self.client.write(self.what, verb, path, body)


def open_or_update_pull(
    client: Client,
    repository: str,
    branch: str,
    files: tuple[NewContent, ...],
    title: str,
    body: str,
    *,
    onto: str | None = None,
    trailers: tuple[str, ...] = (),
) -> OpenPull | None:
    """The pull request that brings `files` from `branch` into the default branch.

    The branch is rewritten from the commit `onto`, by default the newest of the default branch, in one commit whose
    message ends in `trailers`; one that holds commits of others is left alone (ValidationFailedError).
    None: that commit has these contents already. Needs `contents: write` and `pull-requests: write`.
    """
    answer = client.get(f"repository {repository}", repository_path(repository))
    target = _Branch(client, repository, branch, answer.read(str, "default_branch"))
    if target.name == target.base:
        raise ValidationFailedError(f"{target.what} is the default branch", "name another one")
    base = _newest(target, target.base) if onto is None else _read_commit(target, onto)
    if base is None:
        raise NotFoundError(f"{target.what}: the repository has no commit yet")
    entries = [{"path": each.path, "mode": "100644", "type": "blob", "content": each.content} for each in files]
    tree = _create(target, "trees", {"base_tree": base.tree, "tree": entries})
    if tree == base.tree:
        return None
    _write_commit(target, base, tree, "\n".join((f"{title}\n", *trailers, f"{TRAILER}\n")))
    return _write_pull(target, title, body)


def _newest(branch: _Branch, name: str) -> _Commit | None:
    """The newest commit of the branch of that name; None if there is no such branch."""
    try:
        ref = branch.client.get(branch.what, branch.path("git", "ref", f"heads/{name}"))
    except NotFoundError:
        return None
    return _read_commit(branch, ref.hash("object", "sha"))


def _read_commit(branch: _Branch, sha: str) -> _Commit:
    commit = branch.client.get(branch.what, branch.path("git", "commits", sha))
    return _Commit(sha, commit.hash("tree", "sha"), commit.read(str, "message"))


def _create(branch: _Branch, kind: str, body: dict[str, object]) -> str:
    """The hash of a new object of git. Created twice, it is the same, or one that nobody sees."""
    try:
        answer = branch.write("POST", branch.path("git", kind), body)
    except InvalidResponseError:
        answer = branch.write("POST", branch.path("git", kind), body)
    return answer.hash("sha")


def _write_commit(branch: _Branch, base: _Commit, tree: str, message: str) -> None:
    """Let the branch end in one commit with this tree on top of `base`."""
    present = _newest(branch, branch.name)
    if present is not None and not present.message.rstrip().endswith(TRAILER):
        hint = "merge or delete the branch, then run this again"
        raise ValidationFailedError(f"{branch.what}: somebody has added commits", hint)
    if present is not None and present.tree == tree:
        return
    sha = _create(branch, "commits", {"message": message, "tree": tree, "parents": [base.sha]})
    if present is not None:
        branch.write("PATCH", branch.path("git", "refs", f"heads/{branch.name}"), {"sha": sha, "force": True})
        return
    try:
        branch.write("POST", branch.path("git", "refs"), {"ref": f"refs/heads/{branch.name}", "sha": sha})
    except InvalidResponseError:
        created = _newest(branch, branch.name)
        if created is None or created.sha != sha:
            raise


def _write_pull(branch: _Branch, title: str, body: str) -> OpenPull:
    """The open pull request of the branch, with title and body as given."""
    if (number := _find_open(branch)) is not None:
        answer = branch.write("PATCH", branch.path("pulls", number), {"title": title, "body": body})
    else:
        try:
            values: dict[str, object] = {"title": title, "body": body, "head": branch.name, "base": branch.base}
            answer = branch.write("POST", branch.path("pulls"), values)
        except InvalidResponseError:
            if (number := _find_open(branch)) is None:
                raise
            answer = branch.client.get(branch.what, branch.path("pulls", number))
    return OpenPull(answer.read(int, "number"), answer.read(str, "html_url"))


def _find_open(branch: _Branch) -> int | None:
    owner = split_repository(branch.repository)[0]
    query = {"state": "open", "head": f"{owner}:{branch.name}", "base": branch.base}
    for each in branch.client.pages(branch.what, branch.path("pulls"), query, most=2):
        if each.read(str, "head", "ref") == branch.name:
            return each.read(int, "number")
    return None
