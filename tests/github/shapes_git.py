"""The JSON that GitHub's REST API has for accounts, repositories and the data of git."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from tests.github.model import BOT, WHEN, blob_hash

if TYPE_CHECKING:
    from tests.github.model import Commit, Repository
    from tests.github.world import World

Json = dict[str, object]

_REPOSITORY_LINKS = """archive assignees blobs branches collaborators comments commits compare contents contributors
deployments downloads events forks git_commits git_refs git_tags issue_comment issue_events issues keys labels
languages merges milestones notifications pulls releases stargazers statuses subscribers subscription tags teams
trees hooks""".split()
_USER_LINKS = """followers following gists starred subscriptions organizations repos events received_events""".split()
_ZEROS = """forks forks_count stargazers_count watchers watchers_count size open_issues open_issues_count
subscribers_count network_count""".split()
_FLAGS = "has_issues has_projects has_wiki has_pages has_discussions has_downloads archived disabled".split()


@dataclass(frozen=True, slots=True)
class GitShapes:
    """The shapes, with links below the address `api`."""

    world: World
    api: str
    proxied: bool = False
    """Whether a proxy stands between, which follows redirects itself."""

    def page(self, *rest: str | int) -> str:
        """A page for people."""
        return self.link("pages", *rest)

    def link(self, *rest: str | int) -> str:
        """An address of the API."""
        return "/".join((self.api, *(quote(str(each)) for each in rest)))

    def user(self, login: str) -> Json:
        links = {f"{name}_url": self.link("users", login, name) for name in _USER_LINKS}
        return {
            "login": login,
            "id": sum(map(ord, login)),
            "node_id": f"U_{login}",
            "avatar_url": self.page("avatars", login.partition("[")[0]),
            "gravatar_id": "",
            "url": self.link("users", login.partition("[")[0]),
            "html_url": self.page(login.partition("[")[0]),
            **{name: link.replace("[bot]", "") for name, link in links.items()},
            "type": "Bot" if login == BOT else "User",
            "site_admin": False,
        }

    def repository(self, repository: Repository) -> Json:
        owner, _, name = repository.name.partition("/")
        page = self.page(repository.name)
        return {
            "id": repository.number,
            "node_id": f"R_{repository.number}",
            "name": name,
            "full_name": repository.name,
            "owner": self.user(owner),
            "private": False,
            "html_url": page,
            "description": None,
            "fork": repository.fork_of is not None,
            "url": self.link("repos", repository.name),
            **{f"{each}_url": self.link("repos", repository.name, each) for each in _REPOSITORY_LINKS},
            **{f"{each}_url": f"{page}.git" for each in ("git", "ssh", "clone", "svn")},
            **dict.fromkeys(_ZEROS, 0),
            **dict.fromkeys(_FLAGS, False),
            **dict.fromkeys(("mirror_url", "homepage", "language", "license"), None),
            "default_branch": repository.default_branch,
            "pushed_at": WHEN,
            "created_at": WHEN,
            "updated_at": WHEN,
        }

    def commit(self, repository: Repository, commit: Commit) -> Json:
        url = self.link("repos", repository.name, "commits", commit.sha)
        return {
            "sha": commit.sha,
            "node_id": f"C_{commit.sha}",
            "url": url,
            "html_url": self.page(repository.name, "commit", commit.sha),
            "comments_url": f"{url}/comments",
            "commit": {
                "url": self.link("repos", repository.name, "git", "commits", commit.sha),
                "author": {"name": "Ada", "email": "ada@example.org", "date": WHEN},
                "committer": {"name": "Ada", "email": "ada@example.org", "date": WHEN},
                "message": commit.message,
                "comment_count": 0,
                "tree": {"sha": commit.tree, "url": self.link("repos", repository.name, "git", "trees", commit.tree)},
            },
            "author": None,
            "committer": None,
            "parents": [self.parent(repository, sha) for sha in commit.parents],
        }

    def git_commit(self, repository: Repository, commit: Commit) -> Json:
        person = {"name": "Ada", "email": "ada@example.org", "date": WHEN}
        return {
            "sha": commit.sha,
            "node_id": f"C_{commit.sha}",
            "url": self.link("repos", repository.name, "git", "commits", commit.sha),
            "html_url": self.page(repository.name, "commit", commit.sha),
            "author": person,
            "committer": person,
            "message": commit.message,
            "tree": {"sha": commit.tree, "url": self.link("repos", repository.name, "git", "trees", commit.tree)},
            "parents": [self.parent(repository, sha) for sha in commit.parents],
            "verification": {
                "verified": False,
                "reason": "unsigned",
                "signature": None,
                "payload": None,
                "verified_at": None,
            },
        }

    def ref(self, repository: Repository, branch: str) -> Json:
        sha = repository.branches[branch]
        return {
            "ref": f"refs/heads/{branch}",
            "node_id": f"REF_{repository.number}_{branch}",
            "url": self.link("repos", repository.name, "git/refs/heads", branch),
            "object": {"type": "commit", "sha": sha, "url": self.link("repos", repository.name, "git/commits", sha)},
        }

    def tree(self, repository: Repository, sha: str) -> Json:
        files = self.world.trees[sha]
        folders = {"/".join(path.split("/")[:depth]) for path in files for depth in range(1, path.count("/") + 1)}
        entries: list[Json] = [
            {"path": path, "mode": "040000", "type": "tree", "sha": blob_hash(path.encode())} for path in folders
        ]
        for path, content in files.items():
            entry = {"path": path, "type": "blob", "sha": blob_hash(content), "size": len(content)}
            entry["mode"] = self.world.modes.get(path, "100644")
            entries.append(entry)
        entries.sort(key=lambda entry: str(entry["path"]))
        return {
            "sha": sha,
            "url": self.link("repos", repository.name, "git/trees", sha),
            "tree": entries[: self.world.most_tree_entries],
            "truncated": len(entries) > self.world.most_tree_entries,
        }

    def parent(self, repository: Repository, sha: str) -> Json:
        return {
            "sha": sha,
            "url": self.link("repos", repository.name, "commits", sha),
            "html_url": self.page(repository.name, "commit", sha),
        }
