"""Commits on branches, by git's data API: files in one commit with its pull request, merges, and who may push.

A branch of the bot is rewritten unless it holds work of others; any other is only moved forward. Where a branch has got
a commit since it was read, GitHub refuses and nothing is lost.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from bot.files import top_above
from bot.github import GitHubError, InvalidResponseError, NotFoundError, ValidationFailedError
from bot.github.client import Answer, Client, open_client, repository_path
from bot.github.hidden_text import UNSEALED
from bot.github.model import NewContent, TreeFile, repository_of
from bot.github.pulls import SUBMODULE, list_from_branch, read_default_branch, read_file, read_files
from bot.text import Text, lazy_pattern

_PLAIN = lazy_pattern(r"(?!.*(?:://|\bgh-\d))[^@#`\[]{1,150}", re.IGNORECASE)
LOGIN = lazy_pattern(r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})")
_WRITING = frozenset({"admin", "write"})
"""Permissions as this part of the API names them: `maintain` is reported as `write`, `triage` as `read`."""
_TRAILER = "Made-by: paperlist-bot"
_NO_COMMIT = "0" * 40
"""The hash that stands for a branch that is not there."""
MOVE_MUTATION = """
mutation Move($input: UpdateRefsInput!) {
  updateRefs(input: $input) { clientMutationId }
}
"""

_REGULAR, _LINK = "100644", "120000"


class MovedError(ValidationFailedError):
    """The branch has another newest commit than it had."""


class OpenPull(NamedTuple):
    """An open pull request of the bot."""

    number: int
    url: str


@dataclass(frozen=True, slots=True)
class _Commit:
    """A commit, as far as it matters here."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    message: str

    @property
    def is_own(self) -> bool:
        """Whether it is as the bot made it: with other files, parents or words its last line does not fit any more."""
        message = self.message.rstrip()
        return message == _signed(message.rpartition("\n")[0], self.tree, self.parents)


@dataclass(frozen=True, slots=True)
class _Branch:
    """The branch to write, its repository and, for a pull request, what the API says about the repository."""

    client: Client
    repository: str
    name: str
    base: str = ""
    """The default branch."""
    node: str = ""
    """The global id of the repository."""

    @property
    def what(self) -> str:
        return f"branch {self.name} of {self.repository}"

    def path(self, *rest: str | int) -> str:
        return repository_path(self.repository, *rest)

    def write(self, verb: str, path: str, body: dict[str, object]) -> Answer:
        return self.client.write(self.what, verb, path, body)


def is_plain(text: str) -> bool:
    """Whether GitHub finds no account, issue, address or `[skip ci]` in words of strangers in a commit's message."""
    return text.isprintable() and _PLAIN.fullmatch(text) is not None


def may_write(client: Client, repository: str, login: str) -> bool:
    """Whether an account may push to a repository; one request.

    How an account is associated with a repository does not tell: a collaborator or member may only read.
    """
    if not LOGIN.fullmatch(login):
        return False
    what = f"permission of {login} in {repository}"
    path = repository_path(repository, "collaborators", login, "permission")
    try:
        return client.get(what, path).read(str, "permission") in _WRITING
    except NotFoundError:
        return False


def open_or_update_pull(
    client: Client,
    repository: str,
    branch: str,
    files: tuple[NewContent, ...],
    title: str,
    body: str,
    *,
    onto: str,
    trailers: tuple[str, ...] = (),
) -> OpenPull | None:
    """The pull request that brings `files` from `branch` into the default branch.

    The branch is rewritten from the commit `onto`, at which the files were read, in one commit whose message ends in
    `trailers`. One that holds commits of others is left alone, and so is one from which somebody else has opened a
    pull request (ValidationFailedError). None: that commit has these contents already. Needs `contents: write` and
    `pull-requests: write`.
    """
    target = _open_branch(client, repository, branch)
    if target.name == target.base:
        raise ValidationFailedError(f"{target.what} is the default branch", "name another one")
    base, number = _read_commit(target, onto), _find_open(target)
    present = read_files(client, repository, base.sha) or {}
    entries = [_entry(each.path, _replaced(each, present.get(each.path))) for each in files]
    tree = _create(target, "trees", {"base_tree": base.tree, "tree": entries})
    if tree == base.tree:
        return None
    _write_commit(target, base, tree, "\n".join((title, "", *trailers)))
    return _write_pull(target, number, title, body)


def close_pull(client: Client, repository: str, branch: str, body: str) -> OpenPull | None:
    """Close the open pull request of a branch, and say why in its text; None if there is none.

    One to which somebody has added commits is left open (ValidationFailedError).
    """
    target = _open_branch(client, repository, branch)
    if (number := _find_open(target)) is None:
        return None
    _require_own(target, _newest(target, branch))
    return _read_open(target.write("PATCH", target.path("pulls", number), {"state": "closed", "body": body}))


def offer_texts(
    before: Sequence[Text],
    after: Sequence[Text],
    branch: str,
    title: str,
    render: Callable[[frozenset[str]], str],
    environ: Mapping[str, str],
    say: Callable[[str], None],
) -> OpenPull | None:
    """Open or update the pull request with the changed files of a checkout, in the repository of the job.

    One that has changed on the default branch in the meantime is left to the next run; `render` is given the paths of
    those that are left out, and writes the text for the others.
    """
    repository = repository_of(environ)
    contents: list[NewContent] = []
    left: set[str] = set()
    with open_client(environ) as client:
        base = read_default_branch(client, repository).head
        for old, new in zip(before, after, strict=True):
            if old.content == new.content:
                continue
            path = _path_in_repository(old.path)
            if read_file(client, repository, path, base) != old.content.encode("utf-8"):
                say(f"warning: {path} differs from the default branch and is left out of the pull request")
                left.add(old.path)
                continue
            contents.append(NewContent(path, new.content))
        if not contents:
            return None
        body = render(frozenset(left))
        pull = open_or_update_pull(client, repository, branch, tuple(contents), title, body, onto=base)
    say(f"Pull request: {pull.url}" if pull else "The default branch has these changes already.")
    return pull


def _path_in_repository(path: str) -> str:
    """The path of a file from the top of its repository, outside of one from this folder."""
    absolute = Path(path).absolute()
    return os.path.relpath(absolute, top_above(absolute.parent) or Path.cwd()).replace(os.sep, "/")


def _open_branch(client: Client, repository: str, name: str) -> _Branch:
    answer = client.get(f"repository {repository}", repository_path(repository))
    return _Branch(client, repository, name, answer.read(str, "default_branch"), answer.read(str, "node_id"))


def _newest(branch: _Branch, name: str) -> _Commit | None:
    """The newest commit of the branch of that name; None if there is no such branch."""
    try:
        ref = branch.client.get(branch.what, branch.path("git", "ref", f"heads/{name}"))
    except NotFoundError:
        return None
    return _read_commit(branch, ref.hash("object", "sha"))


def _read_commit(branch: _Branch, sha: str) -> _Commit:
    commit = branch.client.get(branch.what, branch.path("git", "commits", sha))
    parents = tuple(each.hash("sha") for each in commit.items("parents"))
    return _Commit(sha, commit.hash("tree", "sha"), parents, commit.read(str, "message"))


def _signed(message: str, tree: str, parents: tuple[str, ...]) -> str:
    """The message of a commit of the bot. Its last line has a checksum of the commit: no amended one, nor a squashed or
    rebased one, that kept the line is taken for it.
    """
    return f"{message}\n{_TRAILER} {UNSEALED.sum(' '.join((tree, *parents, message)))}"


def _create(branch: _Branch, kind: str, body: dict[str, object]) -> str:
    """The hash of a new object of git. Created twice, it is the same, or one that no branch has."""
    try:
        answer = branch.write("POST", branch.path("git", kind), body)
    except InvalidResponseError:
        answer = branch.write("POST", branch.path("git", kind), body)
    return answer.hash("sha")


def _write_commit(branch: _Branch, base: _Commit, tree: str, message: str) -> None:
    """Let the branch end in one commit with this tree on top of `base`."""
    present = _newest(branch, branch.name)
    _require_own(branch, present)
    if present is not None and present.tree == tree:
        return
    signed = f"{_signed(message, tree, (base.sha,))}\n"
    values: dict[str, object] = {"message": signed, "tree": tree, "parents": [base.sha]}
    _replace(branch, present.sha if present is not None else _NO_COMMIT, _create(branch, "commits", values))


def _replace(branch: _Branch, old: str, new: str) -> None:
    """Let the branch end in another commit, if it still ends in `old`. Raises MovedError if it does not."""
    update = {"name": f"refs/heads/{branch.name}", "beforeOid": old, "afterOid": new, "force": True}
    try:
        variables = {"input": {"repositoryId": branch.node, "refUpdates": [update]}}
        branch.client.graphql(branch.what, MOVE_MUTATION, variables)
    except GitHubError as error:
        present = _newest(branch, branch.name)
        found = present.sha if present is not None else _NO_COMMIT
        if found == old:
            raise
        if found != new:
            raise MovedError(f"{branch.what}: somebody has changed it meanwhile", "run this again") from error


def _require_own(branch: _Branch, newest: _Commit | None) -> None:
    """Raise ValidationFailedError where the newest commit of a branch is somebody else's."""
    if newest is not None and not newest.is_own:
        hint = "merge or delete the branch, then run this again"
        raise ValidationFailedError(f"{branch.what}: somebody has added commits", hint)


def _write_pull(branch: _Branch, number: int | None, title: str, body: str) -> OpenPull:
    """The open pull request of the branch, or a new one, with title and body as given."""
    values: dict[str, object] = {"title": title, "body": body}
    if number is None:
        try:
            new = {**values, "head": branch.name, "base": branch.base}
            return _read_open(branch.write("POST", branch.path("pulls"), new))
        except (InvalidResponseError, ValidationFailedError):  # no answer, or another run has opened it meanwhile
            if (number := _find_open(branch)) is None:
                raise
    return _read_open(branch.write("PATCH", branch.path("pulls", number), values))


def _read_open(answer: Answer) -> OpenPull:
    return OpenPull(answer.read(int, "number"), answer.read(str, "html_url"))


def _find_open(branch: _Branch) -> int | None:
    """The open pull request of the bot. Raises ValidationFailedError if it is somebody else's."""
    for each in list_from_branch(branch.client, branch.repository, branch.name, "OPEN"):
        if each.base == branch.base and not each.is_ours:
            message = f"{branch.what}: somebody else has opened pull request {each.number} from it"
            raise ValidationFailedError(message, "merge or close it, then run this again")
        if each.base == branch.base:
            return each.number
    return None


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
    ones. Raises MovedError if the branch has got a commit meanwhile: nothing was changed. Needs `contents: write`.
    """
    target = _Branch(client, repository, branch)
    tree = _read_commit(target, parents[0]).tree
    if files:
        entries = [_entry(path, file) for path, file in files.items()]
        tree = _create(target, "trees", {"base_tree": tree, "tree": entries})
    sha = _create(target, "commits", {"message": message, "tree": tree, "parents": list(parents)})
    try:
        target.write("PATCH", target.path("git", "refs", f"heads/{branch}"), {"sha": sha, "force": False})
    except (ValidationFailedError, InvalidResponseError) as error:
        newest = client.get(target.what, target.path("git", "ref", f"heads/{branch}")).hash("object", "sha")
        if newest == sha:
            return sha
        if newest != parents[0]:
            raise MovedError(f"{target.what}: there is a newer commit") from error
        raise
    return sha


def _replaced(new: NewContent, old: TreeFile | None) -> TreeFile:
    """A new version of a file, with the mode of the old one. Raises ValidationFailedError for a symbolic link."""
    mode = old.mode if old is not None else _REGULAR
    if mode == _LINK:
        raise ValidationFailedError(f"{new.path} is a symbolic link, which writing would replace", "name its target")
    return TreeFile(mode, "", new.content)


def _entry(path: str, file: TreeFile | None) -> dict[str, object]:
    """An entry of a tree, as GitHub takes it; without a hash it is deleted."""
    if file is None:
        return {"path": path, "mode": _REGULAR, "type": "blob", "sha": None}
    what = {"sha": file.sha} if file.content is None else {"content": file.content}
    return {"path": path, "mode": file.mode, "type": "commit" if file.mode == SUBMODULE else "blob", **what}
