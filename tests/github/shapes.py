"""The JSON that GitHub's REST API has for pull requests, reviews, comments and issues."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.github.model import WHEN, blob_hash
from tests.github.shapes_git import GitShapes, Json

if TYPE_CHECKING:
    from tests.github.diffs import FileDiff
    from tests.github.model import Artifact, Comment, Issue, Pull, Repository, Review

_PULL_LINKS = "comments commits statuses html issue review_comments review_comment self".split()


@dataclass(frozen=True, slots=True)
class Shapes(GitShapes):
    """The shapes, with links below the address `api`."""

    def file(self, repository: Repository, diff: FileDiff, head: str) -> Json:
        changes = diff.additions + diff.deletions
        value: Json = {
            "sha": blob_hash(diff.new if diff.new is not None else diff.old or b""),
            "filename": diff.path,
            "status": diff.status,
            "additions": diff.additions,
            "deletions": diff.deletions,
            "changes": changes,
            "blob_url": self.page(repository.name, "blob", head, diff.path),
            "raw_url": self.page(repository.name, "raw", head, diff.path),
            "contents_url": self.link("repos", repository.name, "contents", diff.path),
        }
        if diff.status == "renamed":
            value["previous_filename"] = diff.old_path
        if diff.hunks and changes <= self.world.longest_patch:
            value["patch"] = diff.patch
        return value

    def entry(self, repository: Repository, path: str, content: bytes) -> Json:
        """A file in the list of a folder."""
        url, page = self.link("repos", repository.name, "contents", path), self.page(repository.name, "blob", path)
        return {
            "type": "file",
            "name": path.rpartition("/")[2],
            "path": path,
            "sha": blob_hash(content),
            "size": len(content),
            "url": url,
            "git_url": url,
            "html_url": page,
            "download_url": page,
            "_links": {"self": url, "git": url, "html": page},
        }

    def pull(self, repository: Repository, pull: Pull, *, whole: bool = True) -> Json:
        url = self.link("repos", repository.name, "pulls", pull.number)
        page = self.page(repository.name, "pull", pull.number)
        diff = self.world.diff(repository, pull)
        value: Json = {
            "url": url,
            "id": pull.number,
            "node_id": f"PR_{repository.number}_{pull.number}",
            "html_url": page,
            "diff_url": f"{page}.diff",
            "patch_url": f"{page}.patch",
            "issue_url": self.link("repos", repository.name, "issues", pull.number),
            "commits_url": f"{url}/commits",
            "review_comments_url": f"{url}/comments",
            "review_comment_url": f"{url}/comments/number",
            "comments_url": self.link("repos", repository.name, "issues", pull.number, "comments"),
            "statuses_url": self.link("repos", repository.name, "statuses", pull.head),
            "number": pull.number,
            "state": pull.issue.state,
            "locked": False,
            "title": pull.issue.title,
            "user": self.user(pull.issue.author),
            "body": pull.issue.body or None,
            "labels": [],
            **dict.fromkeys(("milestone", "closed_at", "merged_at", "merge_commit_sha", "assignee", "auto_merge")),
            "created_at": WHEN,
            "updated_at": WHEN,
            "head": self._end(pull.head_repository, pull.branch, pull.head),
            "base": self._end(repository.name, pull.base, repository.branches[pull.base]),
            "_links": {name: {"href": url} for name in _PULL_LINKS},
            "author_association": "CONTRIBUTOR",
        }
        if whole:
            value |= {
                "merged": False,
                "mergeable": None,
                "mergeable_state": "unknown",
                "merged_by": None,
                "comments": len(pull.issue.comments),
                "review_comments": len(pull.threads),
                "maintainer_can_modify": pull.allows_edits,
                "commits": len(self.world.commits_of(repository, pull)),
                "additions": sum(each.additions for each in diff),
                "deletions": sum(each.deletions for each in diff),
                "changed_files": len(diff),
            }
        return value

    def review(self, repository: Repository, pull: Pull, review: Review) -> Json:
        url = self.link("repos", repository.name, "pulls", pull.number)
        return {
            "id": review.number,
            "node_id": review.node,
            "user": self.user(review.author),
            "body": review.body,
            "state": review.state,
            "html_url": self.review_page(repository, pull, review),
            "pull_request_url": url,
            "_links": {"html": {"href": self.page(repository.name)}, "pull_request": {"href": url}},
            "submitted_at": WHEN,
            "commit_id": pull.head,  # GitHub lets it follow the head
            "author_association": "NONE",
        }

    def review_page(self, repository: Repository, pull: Pull, review: Review) -> str:
        return f"{self.page(repository.name, 'pull', pull.number)}#pullrequestreview-{review.number}"

    def comment_page(self, repository: Repository, issue: Issue, comment: Comment) -> str:
        return f"{self.page(repository.name, 'issues', issue.number)}#issuecomment-{comment.number}"

    def comment(self, repository: Repository, issue: Issue, comment: Comment) -> Json:
        return {
            "id": comment.number,
            "node_id": comment.node,
            "url": self.link("repos", repository.name, "issues/comments", comment.number),
            "html_url": self.comment_page(repository, issue, comment),
            "body": comment.body,
            "user": self.user(comment.author),
            "created_at": WHEN,
            "updated_at": WHEN,
            "issue_url": self.link("repos", repository.name, "issues", issue.number),
            "author_association": "NONE",
        }

    def issue(self, repository: Repository, issue: Issue) -> Json:
        url = self.link("repos", repository.name, "issues", issue.number)
        return {
            "id": issue.number,
            "node_id": issue.node,
            "url": url,
            "repository_url": self.link("repos", repository.name),
            "labels_url": f"{url}/labels/name",
            "comments_url": f"{url}/comments",
            "events_url": f"{url}/events",
            "html_url": self.page(repository.name, "issues", issue.number),
            "number": issue.number,
            "state": issue.state,
            "title": issue.title,
            "body": issue.body or None,
            "user": self.user(issue.author),
            "labels": [{"name": name} for name in issue.labels],
            **dict.fromkeys(("assignee", "milestone")),
            "assignees": [],
            "locked": False,
            "comments": len(issue.comments),
            "closed_at": WHEN if issue.state == "closed" else None,
            "created_at": WHEN,
            "updated_at": WHEN,
            "author_association": "NONE",
        }

    def artifact(self, repository: Repository, artifact: Artifact) -> Json:
        url = self.link("repos", repository.name, "actions/artifacts", artifact.number)
        return {
            "id": artifact.number,
            "node_id": f"A_{artifact.number}",
            "name": artifact.name,
            "size_in_bytes": len(artifact.data),
            "url": url,
            "archive_download_url": f"{url}/zip",
            "expired": artifact.expired,
            "created_at": WHEN,
            "expires_at": WHEN,
            "updated_at": WHEN,
        }

    def _end(self, name: str | None, branch: str, sha: str) -> Json:
        repository = self.world.repositories.get(name or "")
        owner = (name or "ghost/gone").partition("/")[0]
        return {
            "label": f"{owner}:{branch}",
            "ref": branch,
            "sha": sha,
            "user": self.user(owner),
            "repo": None if repository is None else self.repository(repository),
        }
