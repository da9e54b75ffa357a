"""The REST API of the fake GitHub: contents, comparisons and the data of git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.github.answers import Ask, Refusal, Reply, not_found, refuse_field
from tests.github.model import blob_hash
from tests.github.rest_help import changed_lines, repository_of

if TYPE_CHECKING:
    from tests.github.model import Commit
    from tests.github.shapes import Shapes
    from tests.github.shapes_git import Json

MOST_COMPARED = 300
_FILES = {("100644", "blob"), ("100755", "blob"), ("120000", "blob")}


def show_repository(shapes: Shapes, ask: Ask) -> Reply:
    return Reply(200, shapes.repository(repository_of(ask)))


def show_permission(shapes: Shapes, ask: Ask) -> Reply:
    """What an account may do; everybody may read what is public."""
    repository, login = repository_of(ask), ask.parts[0]
    association = repository.association(login)
    permission = {"OWNER": "admin", "COLLABORATOR": "write"}.get(association, "none" if repository.private else "read")
    return Reply(
        200,
        {"permission": permission, "role_name": permission, "user": {**shapes.user(login), "role_name": permission}},
    )


def show_content(shapes: Shapes, ask: Ask) -> Reply:
    """The bytes of a file, or the list of what a folder holds; only the raw form is known."""
    repository = repository_of(ask)
    commit = shapes.world.resolve(repository, ask.query.get("ref", repository.default_branch))
    if commit is None:
        raise Refusal(404, f"No commit found for the ref {ask.query.get('ref')}")
    path = ask.parts[0]
    if path in commit.files:
        if "raw" not in ask.headers.get("accept", ""):
            raise Refusal(415, "we only know the raw form")
        kind = "raw" if shapes.proxied else "raw+json"  # Prism takes whatever ends in +json for JSON
        return Reply(200, commit.files[path], {"Content-Type": f"application/vnd.github.{kind}; charset=utf-8"})
    inside = [name for name in commit.files if name.startswith(f"{path}/")]
    if not inside:
        raise not_found()
    return Reply(200, [shapes.entry(repository, name, commit.files[name]) for name in inside])


def compare(shapes: Shapes, ask: Ask) -> Reply:
    """Two commits, with the merge base and, on the first page, the diff."""
    repository, world = repository_of(ask), shapes.world
    left, dots, right = ask.parts[0].partition("...")
    base, head = world.resolve(repository, left), world.resolve(repository, right)
    if not dots or base is None or head is None:
        raise not_found()
    origin = world.merge_base(base.sha, head.sha)
    if origin is None:
        raise Refusal(404, f"No common ancestor between {left} and {right}.")
    files = world.compare(origin, head)
    first = ask.query.get("page", "1") == "1"
    if first and changed_lines(files) > world.largest_diff:
        raise Refusal(406, "Sorry, the diff exceeded the maximum number of lines (20000)")
    ahead = _beyond(shapes, head, base)
    url = shapes.link("repos", repository.name, "compare", ask.parts[0])
    value: Json = {
        **{f"{each}url": url for each in ("", "html_", "permalink_", "diff_", "patch_")},
        "base_commit": shapes.commit(repository, base),
        "merge_base_commit": shapes.commit(repository, origin),
        "status": "diverged" if origin is not base else "ahead",
        "ahead_by": len(ahead),
        "behind_by": len(_beyond(shapes, base, head)),
        "total_commits": len(ahead),
        "commits": [shapes.commit(repository, each) for each in ahead[: int(ask.query.get("per_page", "30"))]],
        "files": [shapes.file(repository, each, head.sha) for each in files[:MOST_COMPARED]] if first else [],
    }
    return Reply(200, value)


def show_tree(shapes: Shapes, ask: Ask) -> Reply:
    repository = repository_of(ask)
    commit = shapes.world.resolve(repository, ask.parts[0])
    sha = commit.tree if commit else ask.parts[0]
    if sha not in shapes.world.trees:
        raise not_found()
    if "recursive" not in ask.query:
        raise Refusal(422, "we only know whole trees")
    return Reply(200, shapes.tree(repository, sha))


def make_tree(shapes: Shapes, ask: Ask) -> Reply:
    repository = repository_of(ask)
    base = shapes.world.trees.get(str(ask.body.get("base_tree")))
    entries = ask.body.get("tree")
    if base is None or not isinstance(entries, list):
        raise refuse_field("Tree", "base_tree", "invalid")
    files = dict(base)
    known = {blob_hash(content): content for tree in shapes.world.trees.values() for content in tree.values()}
    for each in entries:
        if (each["mode"], each["type"]) not in _FILES or each["path"].startswith("/"):
            raise refuse_field("Tree", "tree", "invalid")
        if each["mode"] != "100644" or each["path"] in shapes.world.modes:
            shapes.world.modes[each["path"]] = each["mode"]
        if "content" in each:
            files[each["path"]] = each["content"].encode()
        elif each["sha"] is None:
            del files[each["path"]]
        elif each["sha"] in known:
            files[each["path"]] = known[each["sha"]]
        else:
            raise refuse_field("Tree", "tree.sha", "invalid")
    made = shapes.world.commit(files, (), "")
    return Reply(201, shapes.tree(repository, made.tree))


def show_commit(shapes: Shapes, ask: Ask) -> Reply:
    commit = shapes.world.commits.get(ask.parts[0])
    if commit is None:
        raise not_found()
    return Reply(200, shapes.git_commit(repository_of(ask), commit))


def make_commit(shapes: Shapes, ask: Ask) -> Reply:
    files = shapes.world.trees.get(str(ask.body.get("tree")))
    parents = ask.body.get("parents")
    known = isinstance(parents, list) and all(sha in shapes.world.commits for sha in parents)
    if files is None or not isinstance(parents, list) or not known:
        raise refuse_field("Commit", "tree", "invalid")
    made = shapes.world.commit(files, tuple(parents), str(ask.body["message"]))
    return Reply(201, shapes.git_commit(repository_of(ask), made))


def show_ref(shapes: Shapes, ask: Ask) -> Reply:
    repository = repository_of(ask)
    branch = ask.parts[0].removeprefix("heads/")
    if branch not in repository.branches:
        raise not_found()
    return Reply(200, shapes.ref(repository, branch))


def move_ref(shapes: Shapes, ask: Ask) -> Reply:
    repository = repository_of(ask)
    branch, sha = ask.parts[0].removeprefix("heads/"), str(ask.body.get("sha"))
    if branch not in repository.branches or sha not in shapes.world.commits:
        raise Refusal(422, "Reference does not exist")
    if not ask.body.get("force") and repository.branches[branch] not in shapes.world.ancestors(sha):
        raise Refusal(422, "Update is not a fast forward")
    _require_free(shapes, branch)
    shapes.world.point(repository, branch, sha)
    return Reply(200, shapes.ref(repository, branch))


def _require_free(shapes: Shapes, branch: str) -> None:
    if branch in shapes.world.protected:
        raise Refusal(422, "Repository rule violations found\n\nCannot update this protected ref.\n")


def _beyond(shapes: Shapes, commit: Commit, other: Commit) -> list[Commit]:
    known = set(shapes.world.ancestors(other.sha))
    found = [shapes.world.commits[sha] for sha in shapes.world.ancestors(commit.sha) if sha not in known]
    return found[::-1]
