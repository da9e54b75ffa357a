"""Files as they shall be come in; a branch with one commit and its pull request go out, through git's data API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.github.errors import Missing, Rejected, UnsureError, translated
from bot.github.fields import read, read_hash, repository_path, split

if TYPE_CHECKING:
    from bot.github.client import Wire
    from bot.github.model import NewContent


MARK = "Made-by: paperlist-bot"
"""The last line of the commits that the bot makes: what has another one on top is not the bot's to replace."""


@dataclass(frozen=True, slots=True)
class _Commit:
    """A commit, as far as it matters here."""

    sha: str
    tree: str
    message: str


@dataclass(frozen=True, slots=True)
class _Place:
    """The repository, and where in it the change goes."""

    wire: Wire
    repository: str
    base: str
    """The default branch."""
    branch: str

    @property
    def doing(self) -> str:
        return f"branch {self.branch} of {self.repository}"

    def path(self, *rest: str | int) -> str:
        return repository_path(self.repository, *rest)


def open_or_update(
    wire: Wire, repository: str, branch: str, files: tuple[NewContent, ...], title: str, body: str
) -> str | None:
    """The address of the pull request; None where the default branch has these contents already."""
    doing = f"repository {repository}"
    answer = wire.get(doing, repository_path(repository))
    with translated(doing):
        place = _Place(wire, repository, read(answer, str, "default_branch"), branch)
    if branch == place.base:
        raise Rejected(f"{place.doing} is the default branch", "name another one")
    base = _tip(place, place.base)
    if base is None:
        raise Missing(f"{place.doing}: the repository has no commit yet")
    tree = _make_tree(place, base, files)
    if tree == base.tree:
        return None
    _point(place, base, tree, title)
    return _propose(place, title, body)


def _tip(place: _Place, branch: str) -> _Commit | None:
    """The newest commit of a branch; None where there is no such branch."""
    try:
        answer = place.wire.get(place.doing, place.path("git", "ref", f"heads/{branch}"))
    except Missing:
        return None
    with translated(place.doing):
        sha = read_hash(answer, "object", "sha")
    commit = place.wire.get(place.doing, place.path("git", "commits", sha))
    with translated(place.doing):
        return _Commit(sha, read_hash(commit, "tree", "sha"), read(commit, str, "message"))


def _make_tree(place: _Place, base: _Commit, files: tuple[NewContent, ...]) -> str:
    entries = [{"path": each.path, "mode": "100644", "type": "blob", "content": each.content} for each in files]
    answer = _make(place, "trees", {"base_tree": base.tree, "tree": entries})
    with translated(place.doing):
        return read_hash(answer, "sha")


def _make(place: _Place, kind: str, body: dict[str, object]) -> object:
    """A new object of git. Made twice, it is the same, or one that nobody sees."""
    try:
        return place.wire.write(place.doing, "POST", place.path("git", kind), body)
    except UnsureError:
        return place.wire.write(place.doing, "POST", place.path("git", kind), body)


def _point(place: _Place, base: _Commit, tree: str, title: str) -> None:
    """Let the branch end in one commit with this tree on top of the default branch."""
    tip = _tip(place, place.branch)
    if tip is not None and not tip.message.rstrip().endswith(MARK):
        raise Rejected(f"{place.doing}: somebody has added commits", "merge or delete the branch, then run again")
    if tip is not None and tip.tree == tree:
        return
    message = f"{title}\n\n{MARK}\n"
    commit = _make(place, "commits", {"message": message, "tree": tree, "parents": [base.sha]})
    with translated(place.doing):
        sha = read_hash(commit, "sha")
    if tip is not None:
        path = place.path("git", "refs", f"heads/{place.branch}")
        place.wire.write(place.doing, "PATCH", path, {"sha": sha, "force": True})
        return
    try:
        body = {"ref": f"refs/heads/{place.branch}", "sha": sha}
        place.wire.write(place.doing, "POST", place.path("git", "refs"), body)
    except UnsureError:
        if (made := _tip(place, place.branch)) is None or made.sha != sha:
            raise


def _propose(place: _Place, title: str, body: str) -> str:
    """The address of the open pull request of the branch, with title and body as given."""
    if (number := _find_open(place)) is not None:
        answer = place.wire.write(place.doing, "PATCH", place.path("pulls", number), {"title": title, "body": body})
    else:
        try:
            values = {"title": title, "body": body, "head": place.branch, "base": place.base}
            answer = place.wire.write(place.doing, "POST", place.path("pulls"), values)
        except UnsureError:
            if (number := _find_open(place)) is None:
                raise
            answer = place.wire.get(place.doing, place.path("pulls", number))
    with translated(place.doing):
        return read(answer, str, "html_url")


def _find_open(place: _Place) -> int | None:
    owner = split(place.repository)[0]
    query = {"state": "open", "head": f"{owner}:{place.branch}", "base": place.base}
    for each in place.wire.pages(place.doing, place.path("pulls"), query, most=2):
        with translated(place.doing):
            if read(each, str, "head", "ref") == place.branch:
                return read(each, int, "number")
    return None
