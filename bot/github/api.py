"""GitHub as the bot knows it: one object with a method for each thing that is read or written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self
from urllib.parse import urlencode

from bot.files import LARGEST
from bot.github.branches import open_or_update
from bot.github.client import Manners, Wire
from bot.github.conversations import read_conversation
from bot.github.errors import Missing
from bot.github.events import read_report
from bot.github.fields import file_path
from bot.github.issues import change_issue, create_issue, find_issue, find_issues
from bot.github.pulls import (
    Comparison,
    Head,
    Tree,
    compare_listed,
    find_listed,
    list_files,
    other_side,
    read_pull,
    read_tree,
)
from bot.github.reviews import write_review

if TYPE_CHECKING:
    from types import TracebackType

    from bot.github.model import ChangedFile, Conversation, Issue, NewContent, Outcome, Pull, Review


_RAW = "application/vnd.github.raw+json"


class GitHub:
    """The API at `api_url`, asked with `token`. Close it, or use it in a `with`. Not to be shared by threads.

    Every method raises a GitHubError: Refused, Rejected, Missing, Unavailable, Oversized.
    """

    def __init__(self, api_url: str, token: str | None, manners: Manners | None = None) -> None:
        """Raises BotError where `api_url` is no address. No request is sent yet."""
        self._wire = Wire(api_url, token, manners or Manners())
        self._compared: Comparison | None = None
        self._trees: dict[tuple[str, str], Tree | None] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections that were kept."""
        self._wire.close()

    @property
    def requests(self) -> int:
        """How many requests were sent so far, redirects and second tries apart."""
        return self._wire.sent

    def pull(self, repository: str, number: int) -> Pull:
        """The pull request; 2 requests. Raises Missing."""
        self._compared = read_pull(self._wire, repository, number)
        return self._compared.pull

    def changed_files(self, pull: Pull) -> tuple[ChangedFile, ...]:
        """Added and changed files; no request right after `pull`, unless 300 or more files changed."""
        known = self._compared
        if known is not None and known.pull == pull and known.files is not None:
            return known.files
        return list_files(self._wire, pull)

    def content(self, repository: str, path: str, ref: str | None = None) -> bytes | None:
        """A file as it stands at a commit, by default the newest of the default branch; None: not there, or no file.

        Raises Oversized above 20,000,000 bytes.
        """
        address = file_path(repository, path)
        if address is None:
            return None
        query = f"?{urlencode({'ref': ref})}" if ref is not None else ""
        try:
            kind, data = self._wire.download(f"{path} of {repository}", f"{address}{query}", LARGEST, accept=_RAW)
        except Missing:
            return None
        return None if kind.startswith("application/json") else data

    def paths(self, repository: str, ref: str) -> frozenset[str] | None:
        """Files and folders at a commit; None where there are more than GitHub tells (100,000)."""
        tree = self._tree(repository, ref)
        return None if tree is None else tree.names

    def paths_now(self, pull: Pull) -> frozenset[str] | None:
        """Files and folders at the head; no request where those at the merge base were asked for, as a rule."""
        return self._side(pull, pull.head, pull.merge_base)

    def paths_before(self, pull: Pull) -> frozenset[str] | None:
        """Files and folders at the merge base; no request where those at the head were asked for, as a rule."""
        return self._side(pull, pull.merge_base, pull.head)

    def _side(self, pull: Pull, ref: str, other: str) -> frozenset[str] | None:
        known = self._trees.get((pull.repository, other))
        if (pull.repository, ref) not in self._trees and known and self._compared and self._compared.pull == pull:
            names = other_side(self._compared, known, to_head=ref == pull.head)
            if names is not None:
                return names
        return self.paths(pull.repository, ref)

    def _tree(self, repository: str, ref: str) -> Tree | None:
        if (repository, ref) not in self._trees:
            self._trees[repository, ref] = read_tree(self._wire, repository, ref)
        return self._trees[repository, ref]

    def conversation(self, pull: Pull) -> Conversation:
        """All that was said, as it is now; a request per hundred comments or fifty threads."""
        return read_conversation(self._wire, pull)

    def post(self, pull: Pull, review: Review) -> Outcome:
        """Write a review under a pull request, all of it or, where the head has moved, nothing.

        Raises Rejected before anything was written (the caller folds the findings into the summary and posts again),
        Refused where the token may only read, Unavailable where a part may be missing; a second call is safe.
        """
        return write_review(self._wire, pull, review)

    def find_pull(
        self, repository: str, head_repository: str, head_repository_id: int, branch: str, sha: str, hint: int | None
    ) -> Pull | None:
        """The open pull request from that branch whose head is `sha`; None: none, or several and `hint` names none.

        Everything but `hint` must come from a trusted event (`workflow_run`); `hint` chooses among several only.
        """
        listed = find_listed(self._wire, repository, Head(head_repository, head_repository_id, branch, sha))
        number = next(iter(listed)) if len(listed) == 1 else hint
        if number is None or number not in listed:
            return None
        self._compared = compare_listed(self._wire, repository, number, listed[number])
        return self._compared.pull

    def report(self, repository: str, run_id: int, name: str) -> bytes | None:
        """The one file in the artifact of that name; None: no such artifact. Raises Oversized above 2 MB.

        Whoever made the run chose every byte of it.
        """
        return read_report(self._wire, repository, run_id, name)

    def find_issue(self, repository: str, marker: str, label: str) -> Issue | None:
        """The newest issue, open ones first, that the token's account wrote and whose body holds `marker`."""
        return find_issue(self._wire, repository, marker, label)

    def find_issues(self, repository: str, marker: str, label: str, title: str = "") -> tuple[Issue, ...]:
        """All issues, the latest first, that the token's account wrote and whose body holds `marker`.

        Of those that have the label and `title`, also such as lost it.
        """
        return find_issues(self._wire, repository, marker, label, title)

    def create_issue(self, repository: str, title: str, body: str, label: str) -> Issue:
        """Open an issue. `body` must hold the marker under which `find_issue` looks for it."""
        return create_issue(self._wire, repository, title, body, label)

    def edit_issue(self, repository: str, number: int, title: str, body: str) -> Issue:
        """Write title and body anew; nobody is notified."""
        return change_issue(self._wire, repository, number, {"title": title, "body": body})

    def close_issue(self, repository: str, number: int) -> Issue:
        """Close an issue as completed."""
        return change_issue(self._wire, repository, number, {"state": "closed", "state_reason": "completed"})

    def reopen_issue(self, repository: str, number: int) -> Issue:
        """Open a closed issue again."""
        return change_issue(self._wire, repository, number, {"state": "open"})

    def open_or_update_pull(
        self, repository: str, branch: str, files: tuple[NewContent, ...], title: str, body: str
    ) -> str | None:
        """The address of the pull request that brings `files` from `branch` into the default branch.

        The branch is made anew from the default branch's newest commit, in one commit; one that holds commits of
        others is left alone (Rejected). None: the default branch has these contents already.
        Needs `contents: write` and `pull-requests: write`.
        """
        return open_or_update(self._wire, repository, branch, files, title, body)
