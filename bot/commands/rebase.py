"""`bot rebase`: merge the base branch into the branch of a pull request, the lists entry by entry.

It answers `/rebase` in a comment of the pull request. Nothing is checked out: files are read through the API, as data.
The branch gets a commit with two parents and is never rewritten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from bot.commands import review
from bot.commands.parsers import (
    ConfigOptions,
    FactOptions,
    add_facts,
    add_help,
    add_outputs,
    add_sources,
    make_options,
    read_outputs,
)
from bot.errors import CANNOT_RUN, BotError
from bot.github.branches import MovedError, is_plain, may_write, push_merge, read_files
from bot.github.client import open_client
from bot.github.errors import ForbiddenError, GitHubError, NotFoundError, TooLargeError, ValidationFailedError
from bot.github.events import CommentEvent, read_job_event
from bot.github.issues import post_comment
from bot.github.model import TreeFile
from bot.github.pulls import Trees, read_file, read_pull
from bot.linter.config import DEFAULT_LIST, find_readme
from bot.linter.patterns import matches_path
from bot.merging.three_way import merge_by_lines, merge_versions
from bot.reports.patch import unified_diff
from bot.reviews.branch_merge import FileConflict, MergedFile, Rebase, Status, is_command, merge_trees, write_answer
from bot.reviews.change import read_config
from bot.text import Text, lazy_pattern, plural

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Collection, Mapping

    from bot.console import Console
    from bot.github.client import Client
    from bot.github.model import Branches, Pull
    from bot.linter.config import Config
    from bot.merging.three_way import Result
    from bot.reviews.branch_merge import TreeMerge

_MOST_CONTESTED = 100
"""Files that both sides changed; three requests read one."""
_MARKER_SIZE = 7
_SUFFIX = lazy_pattern(r"\.[A-Za-z0-9]{1,10}")


class _UnmergeableError(BotError):
    """A file cannot be merged."""


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


@dataclass(frozen=True, slots=True)
class Options:
    """How the base branch is merged."""

    review: review.Options
    """How the merge is reviewed; its configuration is that of the merge too."""
    dry_run: bool


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the command's arguments."""
    rebase = parser.add_argument_group("merge")
    rebase.add_argument("--dry-run", action="store_true", help="show the answer, push and post nothing")
    add_sources(rebase)
    reviewed = parser.add_argument_group("review of the merged list")
    add_facts(reviewed)
    add_outputs(reviewed)
    add_help(reviewed)


def read_options(args: Namespace) -> Options:
    """Read the command line. Raises BotError for an output that is not valid, before anything is merged."""
    outputs = read_outputs(args.output)
    config, facts = make_options(ConfigOptions, args), make_options(FactOptions, args)
    return Options(review.Options(config, facts, outputs), args.dry_run)


def run(args: Namespace, console: Console) -> int:
    """Do what the comment asks for and answer it; 0 whatever the answer is, 3 where it could not be given."""
    options = read_options(args)
    event = read_job_event(console.environ)
    if not isinstance(event, CommentEvent):
        raise BotError("the event is not a comment", "run it on issue_comment events, from the default branch")
    if not is_command(event):
        console.say("The comment is not /rebase of a pull request: nothing to do.")
        return 0
    with open_client(console.environ) as client:
        if not _may_ask(client, event):
            console.say("The comment is neither by the author of the pull request nor by somebody with write access.")
            return 0
        pull = read_pull(client, event.repository, event.number)
        where = options.review.config
        config = read_config(client, pull, Trees(client, pull), where.config, isolated=where.isolated)
        rebase = merge_base_branch(client, pull, config, dry_run=options.dry_run)
        answer = write_answer(rebase)
        console.report(answer)
        if options.dry_run:
            return 0
        if rebase.status is Status.UPDATED:
            _follow_up(client, pull, rebase, answer, options.review, console)
        else:
            post_comment(client, pull.repository, pull.number, answer)
    return 0


def _follow_up(
    client: Client, pull: Pull, rebase: Rebase, answer: str, options: review.Options, console: Console
) -> None:
    """Answer, and review what was merged. Raises BotError, which says that the merge is made, where one of them fails.

    A push with the token of a job starts no other one, so that nothing else would review the merge.
    """
    failures = []
    try:
        post_comment(client, pull.repository, pull.number, answer)
    except GitHubError as error:
        failures.append(error.message)
    try:
        review.review(client, pull.repository, pull.number, options, console)
    except BotError as error:
        failures.append(error.message)
    if failures:
        made = f"{rebase.base_branch} is merged into {rebase.branch}, with commit {rebase.commit}"
        raise BotError(
            f"{made}; what failed after that: {'; '.join(failures)}",
            f"the merge stays; bot review --repo {pull.repository} --pull {pull.number} reviews it again",
            CANNOT_RUN,
        )


def _may_ask(client: Client, event: CommentEvent) -> bool:
    is_author = bool(event.author) and event.commenter == event.author
    return is_author or may_write(client, event.repository, event.commenter)


def merge_base_branch(client: Client, pull: Pull, config: Config, *, dry_run: bool = False) -> Rebase:
    """Merge the base branch of a pull request into its branch; what came of it."""
    reason = _why_not(pull)
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


def _why_not(pull: Pull) -> str:
    """Why a pull request is not merged into, whatever its files are; empty where it may be."""
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
    conflicts = [FileConflict(each.path, each.reason) for each in trees.blocked]
    for path in trees.contested:
        try:
            merged = _merge_content(client, pull, path, is_list=any(matches_path(each, path) for each in patterns))
        except _UnmergeableError as error:
            conflicts.append(FileConflict(path, error.message))
            continue
        contents.append(merged)
        conflicts += merged.find_conflicts()
    return tuple(contents), tuple(conflicts)


def _merge_content(client: Client, pull: Pull, path: str, *, is_list: bool) -> _Content:
    """One file, merged entry by entry if it is a list. Raises _UnmergeableError."""
    try:
        found = [read_file(client, pull.repository, path, each) for each in (pull.merge_base, pull.head, pull.base)]
    except TooLargeError as error:
        raise _UnmergeableError("it is too large", "") from error
    versions = [each for each in found if each is not None]
    if len(versions) < len(found):
        raise _UnmergeableError("it cannot be read", "")
    try:
        base, ours, theirs = (each.decode("utf-8") for each in versions)
    except UnicodeDecodeError as error:
        raise _UnmergeableError("it is not text in UTF-8", "") from error
    name = f"list{suffix}" if _SUFFIX.fullmatch(suffix := PurePosixPath(path).suffix) else "list"
    try:
        result = (merge_versions if is_list else merge_by_lines)(
            (Text(f"base/{name}", base), Text(f"ours/{name}", ours), Text(f"theirs/{name}", theirs)), _MARKER_SIZE
        )
    except BotError as error:  # its message names a copy
        raise _UnmergeableError("git cannot merge it", "") from error
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
