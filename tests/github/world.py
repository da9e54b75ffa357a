"""The state of the fake GitHub, and what people and the bot can do to it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.github import diffs
from tests.github.model import (
    TOKENS,
    Artifact,
    Comment,
    Commit,
    Issue,
    Pull,
    Repository,
    Thread,
    Token,
    blob_hash,
    commit_hash,
    tree_hash,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.github.diffs import FileDiff


@dataclass(slots=True)
class World:
    """All repositories, and what holds for all of them."""

    repositories: dict[str, Repository] = field(default_factory=dict)
    commits: dict[str, Commit] = field(default_factory=dict)
    trees: dict[str, Mapping[str, bytes]] = field(default_factory=dict)
    tokens: dict[str, Token] = field(default_factory=lambda: dict(TOKENS))
    longest_patch: int = 3_000
    """Changed lines of a file; GitHub leaves the patch of larger ones out."""
    largest_diff: int = 20_000
    """Changed lines; beyond, GitHub makes no diff at all (406)."""
    most_tree_entries: int = 100_000
    modes: dict[str, str] = field(default_factory=dict)
    """Of files that are not regular ones, by path, at all commits."""
    keeps_refused_review: bool = False
    """Whether the body of a review is left behind where its comments were refused."""
    may_create_pulls: bool = True
    """The setting of a repository: whether workflows may open pull requests."""
    protected: set[str] = field(default_factory=set)
    """Branches that no token may make or move."""
    complaints: list[str] = field(default_factory=list)
    """Requests that GitHub would take, and that are wrong all the same."""
    count: int = 1_000
    known_diffs: dict[tuple[str, str], tuple[FileDiff, ...]] = field(default_factory=dict)

    def next(self) -> int:
        """A number that was not given out before."""
        self.count += 1
        return self.count

    # What people do

    def create(self, name: str, files: Mapping[str, str | bytes]) -> Repository:
        """A new repository with one commit on `main`."""
        repository = Repository(self.next(), name, {})
        self.repositories[name] = repository
        repository.branches["main"] = self.commit(_bytes(files), (), "Begin").sha
        return repository

    def fork(self, name: str, into: str) -> Repository:
        """A fork with all branches."""
        source = self.repositories[name]
        fork = Repository(self.next(), into, dict(source.branches), fork_of=name)
        self.repositories[into] = fork
        return fork

    def push(
        self,
        name: str,
        branch: str,
        files: Mapping[str, str | bytes | None],
        *,
        onto: str | None = None,
        message: str = "Change",
    ) -> str:
        """A commit on top of a branch, or of `onto` (a branch or a commit: a force-push); None takes a file out."""
        repository = self.repositories[name]
        start = onto or (branch if branch in repository.branches else repository.default_branch)
        parent = self.commits[repository.branches.get(start, start)]
        content = dict(parent.files)
        for path, text in files.items():
            if text is None:
                del content[path]
            else:
                content[path] = _bytes({path: text})[path]
        sha = self.commit(content, (parent.sha,), message).sha
        self.point(repository, branch, sha)
        return sha

    def open_pull(
        self, name: str, branch: str, *, base: str = "main", source: str | None = None, title: str = "Add papers"
    ) -> Pull:
        """A pull request from a branch, of a fork where `source` names it."""
        origin = source or name
        author = origin.partition("/")[0]
        issue = self.open_issue(name, author, title, "", [], listed=False)
        head = self.repositories[origin].branches[branch]
        pull = Pull(issue, base, origin, branch, head)
        self.repositories[name].pulls[issue.number] = pull
        return pull

    def open_issue(
        self, name: str, author: str, title: str, body: str, labels: list[str], *, listed: bool = True
    ) -> Issue:
        """An issue; pull requests take their numbers from the same row."""
        repository = self.repositories[name]
        number = 1 + max([0, *repository.issues, *repository.pulls])
        issue = Issue(number, f"I_{self.next()}", author, title, body, labels, updated=self.next())
        if listed:
            repository.issues[number] = issue
        return issue

    def comment(self, issue: Issue, author: str, body: str) -> Comment:
        """A comment on an issue or in the conversation of a pull request."""
        number = self.next()
        comment = Comment(number, f"IC_{number}", author, body)
        issue.comments.append(comment)
        return comment

    def answer(self, thread: Thread, author: str, body: str) -> Comment:
        """An answer in a thread."""
        number = self.next()
        comment = Comment(number, f"PRRC_{number}", author, body)
        thread.comments.append(comment)
        return comment

    def keep_artifact(self, name: str, run: int, artifact: str, files: Mapping[str, bytes]) -> Artifact:
        """What a run of a workflow leaves, packed."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, content in files.items():
                archive.writestr(path, content)
        kept = Artifact(self.next(), run, artifact, packed.getvalue())
        self.repositories[name].artifacts.append(kept)
        return kept

    # What git does

    def commit(self, files: Mapping[str, bytes], parents: tuple[str, ...], message: str) -> Commit:
        """A commit that no branch knows yet."""
        tree = tree_hash(files)
        self.trees[tree] = files
        made = Commit(commit_hash(tree, parents, message, self.next()), tree, parents, files, message)
        self.commits[made.sha] = made
        return made

    def point(self, repository: Repository, branch: str, sha: str) -> None:
        """Let a branch end in a commit; open pull requests from it follow."""
        repository.branches[branch] = sha
        for each in self.repositories.values():
            for pull in each.pulls.values():
                if (pull.head_repository, pull.branch, pull.issue.state) == (repository.name, branch, "open"):
                    pull.head = sha

    def resolve(self, repository: Repository, revision: str) -> Commit | None:
        """The commit that a branch or a hash names; forks see one another's commits."""
        return self.commits.get(repository.branches.get(revision.removeprefix("refs/heads/"), revision))

    def ancestors(self, sha: str) -> Iterator[str]:
        """A commit and all before it, the nearest first."""
        row, seen = [sha], {sha}
        while row:
            current = row.pop(0)
            yield current
            fresh = [parent for parent in self.commits[current].parents if parent not in seen]
            seen.update(fresh)
            row.extend(fresh)

    def merge_base(self, one: str, other: str) -> Commit | None:
        """The nearest commit that both come from."""
        known = set(self.ancestors(one))
        return next((self.commits[sha] for sha in self.ancestors(other) if sha in known), None)

    def diff(self, repository: Repository, pull: Pull) -> tuple[FileDiff, ...]:
        """What a pull request changes, from where it began."""
        base = self.merge_base(repository.branches[pull.base], pull.head)
        return self.compare(base, self.commits[pull.head])

    def compare(self, base: Commit | None, head: Commit) -> tuple[FileDiff, ...]:
        """What differs between two commits."""
        pair = (base.tree if base else "", head.tree)
        if pair not in self.known_diffs:
            self.known_diffs[pair] = diffs.compare(base.files if base else {}, head.files)
        return self.known_diffs[pair]

    # What GitHub works out

    def line_now(self, repository: Repository, pull: Pull, thread: Thread) -> int | None:
        """Where the last line of a thread stands in today's diff; None: the thread is outdated."""
        before = self.commits[thread.commit].files.get(thread.path)
        after = self.commits[pull.head].files.get(thread.path)
        if before is None or after is None:
            return None
        rows = range(thread.start_line or thread.line, thread.line + 1)
        now = [diffs.moved(before, after, row) if before != after else row for row in rows]
        found = next((each for each in self.diff(repository, pull) if each.path == thread.path), None)
        if found is None or any(row is None or found.hunk_of(row) is None for row in now):
            return None
        return now[-1]

    def commits_of(self, repository: Repository, pull: Pull) -> tuple[str, ...]:
        """The commits of a pull request, the newest first."""
        known = set(self.ancestors(repository.branches[pull.base]))
        return tuple(sha for sha in self.ancestors(pull.head) if sha not in known)

    def blobs(self, commit: Commit) -> dict[str, str]:
        """Hashes of the contents, by path."""
        return {path: blob_hash(content) for path, content in commit.files.items()}


def _bytes(files: Mapping[str, str | bytes]) -> dict[str, bytes]:
    return {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
