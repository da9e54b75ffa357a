"""Merges the base branch into the branch of a pull request, the lists entry by entry, and answers `/rebase`.

Nothing is checked out: files are read through the API, as data.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import NamedTuple

from bot.errors import BotError
from bot.files import matches_path
from bot.github import ForbiddenError, NotFoundError, TooLargeError, ValidationFailedError
from bot.github.branches import MovedError, is_plain, push_merge
from bot.github.client import Client
from bot.github.events import CommentEvent
from bot.github.model import LARGEST_BODY, Branches, Pull, TreeFile, size_of
from bot.github.pulls import read_file, read_files
from bot.linter.config import DEFAULT_LIST, Config, find_readme
from bot.merging.three_way import Result, merge_by_lines, merge_versions
from bot.reports.markdown import block, code, escape
from bot.reports.patch import unified_diff
from bot.text import StrEnum, Text, lazy_pattern, plural

DELETED = "one side changed what the other one deleted"
ADDED = "both sides added it, with different content"
KIND = "it is not a regular file, or its mode changed"
NESTED = "a file of one side has the name of a folder of the other one"

COMMAND = "/rebase"
MERGING_PAGE = "https://github.com/paperlist-bot/paperlist-bot/blob/main/docs/merging.md"
_MOST_CONTESTED = 100
"""Files that both sides changed; three requests read one."""
_MARKER_SIZE = 7
_SUFFIX = lazy_pattern(r"\.[A-Za-z0-9]{1,10}")
_MOST_SHOWN = 50
"""Conflicts or files in one answer."""
_LONGEST = 200
"""Characters of a title or a path."""
_RESERVE = 3_000
"""Characters around the patch."""
_REGULAR = frozenset({"100644", "100755"})


class TreeChange(NamedTuple):
    """A file that the other branch changed; None if that deleted it."""

    path: str
    file: TreeFile | None


class FileConflict(NamedTuple):
    """What could not be merged: an entry, lines or a whole file."""

    path: str
    reason: str
    section: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class TreeMerge:
    """What merging two branches does to the files of the first one."""

    taken: tuple[TreeChange, ...] = ()
    contested: tuple[str, ...] = ()
    """Files that both sides changed, whose contents are to be merged."""
    blocked: tuple[FileConflict, ...] = ()


def merge_trees(
    base: Mapping[str, TreeFile], ours: Mapping[str, TreeFile], theirs: Mapping[str, TreeFile]
) -> TreeMerge:
    """Compare the files at the merge base with those of both sides, by path.

    A renamed file is a deleted and a new one.
    """
    taken: list[TreeChange] = []
    contested: list[str] = []
    blocked: list[FileConflict] = []
    for path in sorted(base.keys() | theirs.keys()):
        was, one, two = base.get(path), ours.get(path), theirs.get(path)
        if two in (was, one):
            continue
        if one == was:
            taken.append(TreeChange(path, two))
        elif reason := _why_not(was, one, two):
            blocked.append(FileConflict(path, reason))
        else:
            contested.append(path)
    blocked += _find_nested(ours, taken)
    return TreeMerge(tuple(taken), tuple(contested), tuple(blocked))


def _why_not(*versions: TreeFile | None) -> str:
    """Why the contents of three versions cannot be merged; empty if they can."""
    if versions[0] is None:
        return ADDED
    present = [each for each in versions if each is not None]
    if len(present) < len(versions):
        return DELETED
    modes = {each.mode for each in present}
    return "" if len(modes) == 1 and modes <= _REGULAR else KIND


def _find_nested(ours: Mapping[str, TreeFile], taken: Iterable[TreeChange]) -> Iterator[FileConflict]:
    """New files whose name would be that of a folder, and new files in what is a file."""
    new = {path for path, file in taken if file is not None and path not in ours}
    if not new:
        return
    result = (ours.keys() - {path for path, file in taken if file is None}) | new
    folders = {above for path in result for above in _above(path)}
    yield from (FileConflict(path, NESTED) for path in sorted(new) if path in folders or result & {*_above(path)})


def _above(path: str) -> Iterator[str]:
    """The folders that a path is in."""
    while path := path.rpartition("/")[0]:
        yield path


class Status(StrEnum):
    """How it ended."""

    UPDATED = "updated"
    CURRENT = "current"
    CONFLICTS = "conflicts"
    OFFERED = "offered"
    """The bot may not push to the branch."""
    DECLINED = "declined"


class MergedFile(NamedTuple):
    """A file that both sides changed, merged."""

    path: str
    is_list: bool
    """Whether it was merged entry by entry, not line by line."""


@dataclass(frozen=True, slots=True)
class Rebase:
    """The result of merging the base branch into the branch of a pull request."""

    status: Status
    base_branch: str = ""
    branch: str = ""
    repository: str = ""
    """`owner/name` of the base."""
    base: str = ""
    """Hash of the commit of the base branch that was merged."""
    commit: str = ""
    """Hash of the merge, where it was made."""
    merged: tuple[MergedFile, ...] = ()
    taken: int = 0
    """Files that only the base branch changed."""
    conflicts: tuple[FileConflict, ...] = ()
    reason: str = ""
    patch: str = ""
    """What is to change in the merged files of the branch."""


class _Content(NamedTuple):
    """A file that both sides changed, merged."""

    path: str
    ours: str
    result: Result
    is_list: bool

    def find_conflicts(self) -> tuple[FileConflict, ...]:
        if self.result.conflicts:
            found = self.result.conflicts
            return tuple(FileConflict(self.path, each.reason, each.section.strip("# "), each.title) for each in found)
        if self.result.lines:
            reason = f"both sides changed the same lines, in {plural(self.result.lines, 'place')}"
            return (FileConflict(self.path, reason),)
        return ()


def merge_base_branch(client: Client, pull: Pull, config: Config, *, dry_run: bool = False) -> Rebase:
    """Merge the base branch of a pull request into its branch; what came of it."""
    reason = _why_declined(pull)
    if reason or pull.branches is None:
        return Rebase(Status.DECLINED, reason=reason)
    names = Rebase(Status.CURRENT, pull.branches.base, pull.branches.head, pull.repository, pull.base)
    if pull.merge_base == pull.base:
        return names
    versions = [read_files(client, pull.repository, each) for each in (pull.merge_base, pull.head, pull.base)]
    base, ours, theirs = versions
    if base is None or ours is None or theirs is None:
        return replace(names, status=Status.DECLINED, reason="there are more files than GitHub lists")
    trees = merge_trees(base, ours, theirs)
    if len(trees.contested) > _MOST_CONTESTED:
        reason = f"both sides changed more than {_MOST_CONTESTED} files"
        return replace(names, status=Status.DECLINED, reason=reason)
    contents, conflicts = _merge_contents(client, pull, trees, _list_patterns(config, ours))
    if conflicts:
        return replace(names, status=Status.CONFLICTS, conflicts=conflicts)
    merge = replace(
        names,
        merged=tuple(MergedFile(each.path, each.is_list) for each in contents),
        taken=len(trees.taken),
        patch="".join(unified_diff(Text(each.path, each.ours), each.result.content) for each in contents),
    )
    files: dict[str, TreeFile | None] = dict(trees.taken)
    files |= {each.path: TreeFile(ours[each.path].mode, "", each.result.content) for each in contents}
    return _push(client, pull, pull.branches, merge, files, dry_run=dry_run)


def _why_declined(pull: Pull) -> str:
    """Why a pull request is not merged into, whatever its files are; empty if it may be."""
    if not pull.is_open:
        return "the pull request is closed"
    if pull.head_repository is None or pull.branches is None:
        return "the branch of the pull request was deleted"
    if not pull.is_from_fork and pull.branches.is_default:
        return "the pull request comes from the default branch, which the bot never pushes to"
    return ""


def _list_patterns(config: Config, paths: Collection[str]) -> tuple[str, ...]:
    """The lists of the configuration, else the README.md that is read by default."""
    return tuple(PurePosixPath(each).as_posix() for each in config.lists) or (find_readme(paths) or DEFAULT_LIST,)


def _merge_contents(
    client: Client, pull: Pull, trees: TreeMerge, patterns: tuple[str, ...]
) -> tuple[tuple[_Content, ...], tuple[FileConflict, ...]]:
    """The merged contents of the files that both sides changed, and what cannot be merged."""
    contents: list[_Content] = []
    conflicts = [*trees.blocked]
    for path in trees.contested:
        merged = _merge_content(client, pull, path, is_list=any(matches_path(each, path) for each in patterns))
        if isinstance(merged, _Content):
            contents.append(merged)
            conflicts += merged.find_conflicts()
        else:
            conflicts.append(FileConflict(path, merged))
    return tuple(contents), tuple(conflicts)


def _merge_content(client: Client, pull: Pull, path: str, *, is_list: bool) -> _Content | str:
    """One file, merged entry by entry if it is a list; why not, where it cannot be merged."""
    try:
        found = [read_file(client, pull.repository, path, each) for each in (pull.merge_base, pull.head, pull.base)]
    except TooLargeError:
        return "it is too large"
    versions = [each for each in found if each is not None]
    if len(versions) < len(found):
        return "it cannot be read"
    try:
        base, ours, theirs = (each.decode("utf-8") for each in versions)
    except UnicodeDecodeError:
        return "it is not text in UTF-8"
    name = f"list{suffix}" if _SUFFIX.fullmatch(suffix := PurePosixPath(path).suffix) else "list"
    try:
        result = (merge_versions if is_list else merge_by_lines)(
            (Text(f"base/{name}", base), Text(f"ours/{name}", ours), Text(f"theirs/{name}", theirs)), _MARKER_SIZE
        )
    except BotError:  # its message names a copy
        return "git cannot merge it"
    return _Content(path, ours, result, is_list and not result.reason)


def _push(
    client: Client,
    pull: Pull,
    branches: Branches,
    merge: Rebase,
    files: Mapping[str, TreeFile | None],
    *,
    dry_run: bool,
) -> Rebase:
    """Put the merge on the branch, where the token may; nothing is lost where the branch has got a commit meanwhile."""
    if pull.is_from_fork and not branches.allows_edits:
        return replace(merge, status=Status.OFFERED, reason="its author does not allow edits by maintainers")
    if dry_run:
        return replace(merge, status=Status.UPDATED)
    names = [each if is_plain(each) else "a branch" for each in (branches.base, branches.head)]
    message = f"Merge {names[0]} into {names[1]}\n\nThe lists are merged entry by entry, by paperlist-bot.\n"
    repository = pull.head_repository or pull.repository
    try:
        commit = push_merge(client, repository, branches.head, (pull.head, pull.base), files, message)
    except MovedError:
        reason = "the branch was pushed to at the same time; write /rebase again"
        return replace(merge, status=Status.DECLINED, reason=reason)
    except (ForbiddenError, NotFoundError, ValidationFailedError) as error:
        return replace(merge, status=Status.OFFERED, reason=error.message)
    return replace(merge, status=Status.UPDATED, commit=commit)


def is_command(event: CommentEvent) -> bool:
    """Whether a comment asks for it: by a person, below a pull request, with the command as its first word."""
    return (
        event.is_pull and event.action == "created" and not event.is_bot and event.body.split(None, 1)[:1] == [COMMAND]
    )


def write_answer(rebase: Rebase) -> str:
    """The answer in Markdown; text of the list is escaped."""
    match rebase.status:
        case Status.UPDATED:
            parts = list(_updated(rebase))
        case Status.CURRENT:
            parts = [f"This branch already has everything that is in {code(rebase.base_branch)}."]
        case Status.CONFLICTS:
            parts = list(_conflicts(rebase))
        case Status.OFFERED:
            parts = list(_offered(rebase))
        case Status.DECLINED:
            parts = [f"Nothing was merged: {escape(rebase.reason, _LONGEST)}."]
    return "\n\n".join(parts) + "\n"


def _updated(rebase: Rebase) -> Iterator[str]:
    yield f"{code(rebase.base_branch)} is merged into {code(rebase.branch)}, with commit {rebase.commit}."
    yield _summary(rebase)
    yield (
        "A commit made with the token of a job starts no workflows. Where checks must run on it, close and reopen the "
        "pull request."
    )


def _summary(rebase: Rebase) -> str:
    """What was merged, in one list."""
    lines = [
        f"- {code(each.path, _LONGEST)}: merged {'entry by entry' if each.is_list else 'line by line'}"
        for each in rebase.merged[:_MOST_SHOWN]
    ]
    others = rebase.taken + max(0, len(rebase.merged) - _MOST_SHOWN)
    if others:
        lines.append(f"- {plural(others, 'other file')} taken from {code(rebase.base_branch)}")
    return "\n".join(lines) or "No file had to be changed."


def _conflicts(rebase: Rebase) -> Iterator[str]:
    count = len(rebase.conflicts)
    yield f"{code(rebase.base_branch)} cannot be merged: {plural(count, 'conflict')}. Nothing was changed."
    lines = [f"- {_conflict(each)}" for each in rebase.conflicts[:_MOST_SHOWN]]
    if count > _MOST_SHOWN:
        lines.append(f"- and {plural(count - _MOST_SHOWN, 'more conflict')}")
    yield "\n".join(lines)
    yield f"Resolve them in a clone ([`bot merge`]({MERGING_PAGE}) leaves only these) or with GitHub's editor."


def _conflict(conflict: FileConflict) -> str:
    names = (conflict.section, conflict.title)
    where = ", ".join([code(conflict.path, _LONGEST), *(escape(name, _LONGEST) for name in names if name)])
    return f"{where}: {escape(conflict.reason, _LONGEST)}"


def _offered(rebase: Rebase) -> Iterator[str]:
    yield (
        f"{code(rebase.base_branch)} can be merged without conflicts, but the bot cannot push to this branch: "
        f"{escape(rebase.reason, 400)}."
    )
    if not rebase.merged:
        yield "**Update branch** below does the same, for no file was changed by both sides."
        return
    yield _summary(rebase)
    recipe = _recipe(rebase)
    if not recipe:
        driver = f"[`bot merge` as its driver]({MERGING_PAGE}#as-gits-merge-driver)"
        yield f"In a clone, `git merge` does the same with {driver}."
        return
    yield f"In a clone of the branch, with the patch below saved as `rebase.patch`:\n\n{block(recipe, 'sh')}"
    yield f"<details><summary>rebase.patch</summary>\n\n{block(rebase.patch, 'diff')}\n\n</details>"


def _recipe(rebase: Rebase) -> str:
    """The commands that merge and apply the patch; empty if a comment cannot carry it unchanged.

    They name the commit that was merged: with a newer one the patch would take back what that changed.
    """
    paths = [each.path for each in rebase.merged]
    carried = [rebase.patch, *paths]
    is_short = sum(map(size_of, carried)) < LARGEST_BODY - _RESERVE
    if not is_short or any(each in text for text in carried for each in "\r\0\v\f\x85\u2028\u2029"):
        return ""
    if any("\n" in path for path in paths):
        return ""
    return (
        f"git fetch https://github.com/{rebase.repository} {rebase.base}\n"
        "git merge --no-commit --no-ff FETCH_HEAD\n"
        f"git checkout HEAD -- {' '.join(shlex.quote(path) for path in paths)}\n"
        "git apply --index rebase.patch\n"
        "git commit\n"
    )
