"""The change of a pull request: its lists before and after it, compared entry by entry, what it causes, and the review.

Nothing is checked out: everything is read through GitHub's API, as data. The configuration is that of the base
branch, so that a change cannot affect how it is checked.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath

from bot.console import Console
from bot.document import Wordings
from bot.errors import CANNOT_RUN, BotError
from bot.facts.lock_file import Lock, LockedPaper, lock_path, make_lock, read_lock
from bot.facts.model import Facts
from bot.files import matches_path
from bot.github import GitHubError, ValidationFailedError
from bot.github.client import Client
from bot.github.hidden_text import KEY
from bot.github.model import ChangedFile, PostResult, PostStatus, Pull, Review, web_server
from bot.github.pulls import Trees, list_changed_files
from bot.github.reviews import post_review, read_conversation
from bot.linter.baseline import BaseLists, ChangedEntries, make_base
from bot.linter.config import DEFAULT_LIST, NAMES, Config, find_readme
from bot.linter.config_reader import Source, names_repository, parse_config, read_shared
from bot.linter.diagnostics import Severity
from bot.linter.engine import Plan, Stopwatch, check
from bot.linter.rule import NotRun
from bot.linter.survey import Survey, missing_targets
from bot.listing import Listing
from bot.reports.run import RULES_PAGE, Report, make_report
from bot.reviews.decide import decide, decide_without_comments, find_maintenance
from bot.reviews.findings import CheckedPull, read_summary_marker
from bot.reviews.proposals import compare_with_pulls
from bot.rules import RULES
from bot.text import Text, escape_controls, plural

_TOP = Path("/repository").absolute()
"""Where the repository would be; the disk is never asked."""
_WILDCARDS = frozenset("*?[")
_MOST_LISTS = 100


class CommitFiles:
    """The files at a commit; `list_paths` is called when they are first needed, and once."""

    def __init__(self, list_paths: Callable[[], frozenset[str] | None]) -> None:
        self._list_paths = list_paths

    @cached_property
    def paths(self) -> frozenset[str] | None:
        """Files and folders; None if there are more than GitHub lists."""
        return self._list_paths()

    def missing(self, listings: Iterable[Listing]) -> frozenset[tuple[str, str]] | None:
        """Relative targets of lists that do not exist, as `missing_targets`; None if that is not known."""
        try:
            return missing_targets(listings, self._has, _TOP)
        except _UnlistedError:
            return None

    def _has(self, place: str) -> bool:
        """Whether there is something at `place`, or may be: GitHub lists nothing behind a link or in a submodule."""
        if self.paths is None:
            raise _UnlistedError
        name = os.path.relpath(place, _TOP).replace(os.sep, "/")
        if name == "." or name in self.paths:
            return True
        parents = (str(each) for each in PurePosixPath(name).parents)
        above = next((each for each in parents if each in self.paths), None)
        return above is not None and above not in self._folders

    @cached_property
    def _folders(self) -> frozenset[str]:
        """Folders that are known to hold something."""
        return frozenset(name.rpartition("/")[0] for name in self.paths or ())


class _UnlistedError(Exception):
    """There are more files than GitHub lists."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of a pull request."""

    changed: tuple[ChangedFile, ...]
    """All files that the change adds or touches."""
    now: tuple[Text, ...]
    """The lists at the head, by their paths in the repository."""
    then: tuple[Text, ...]
    """Those of the merge base, by the paths that they have now."""
    head: CommitFiles
    base: CommitFiles
    notes: tuple[str, ...] = ()
    """What could not be read, and why, in sentences."""


def read_config(trees: Trees, path: str | None, *, isolated: bool) -> Config:
    """The configuration of the base branch: `path`, else the one of the usual name, else none.

    Raises BotError if there is no `path`, and for a configuration that is not valid.
    """
    if isolated:
        return Config()
    if path:
        names: Iterable[str] = (PurePosixPath(path).as_posix(),)
    else:
        present = trees.paths(trees.pull.base)
        names = (name for name in NAMES if present is None or name in present)
    for name in names:
        content = trees.read(name, trees.pull.base)
        if content is not None:
            text = _decoded(name, content).removeprefix("\ufeff")
            return parse_config(text, name, RULES, path=Path(name), fetch=partial(_fetch_config, trees))
    if path:
        raise BotError(f"file not found: {path} at {trees.pull.base[:12]}", "--config names a file of the base branch")
    return Config()


def _fetch_config(trees: Trees, reference: str) -> Source:
    """A configuration that another one extends: of another repository, or a file of the base branch."""
    if names_repository(reference):
        return read_shared(trees.client, reference)
    base = trees.pull.base
    content = trees.read(reference, base)
    if content is None:
        raise BotError(f"extends: file not found: {reference} at {base[:12]}", "check the path in the configuration")
    return Source(reference, _decoded(reference, content).removeprefix("\ufeff"))


def read_lists(trees: Trees, config: Config) -> Lists:
    """The lists that `config` names, else README.md.

    Raises BotError if none of them exists, neither now nor before the change.
    """
    pull = trees.pull
    changed = {each.path: each for each in list_changed_files(trees.client, pull)}
    head = CommitFiles(lambda: trees.paths(pull.head))
    base = CommitFiles(lambda: trees.paths(pull.merge_base))
    now: list[Text] = []
    then: list[Text] = []
    notes: list[str] = []
    for path in _list_paths(config, head, changed):
        text = _read_text(trees, path, notes)
        if text is not None:
            now.append(text)
        old = _read_old_text(trees, path, text, changed.get(path))
        if old is not None:
            then.append(old)
    if not now and not then and not notes:
        names = " or ".join(config.lists or (DEFAULT_LIST,))
        hint = "name the lists under `lists` in .github/paperlist-bot.yml of the base branch"
        raise BotError(f'no file matches "{names}" in {pull.repository}', hint)
    return Lists(tuple(changed.values()), tuple(now), tuple(then), head, base, tuple(notes))


def read_lock_files(trees: Trees, lists: Lists) -> tuple[Lock, tuple[str, ...]]:
    """The lock files beside the lists, as the base branch has them: a change cannot vouch for itself.

    Also what could not be read of them, in sentences; such a file counts as if there was none.
    """
    base = trees.pull.base
    present = trees.paths(base)
    names = dict.fromkeys(lock_path(text.path).as_posix() for text in lists.now)
    found: list[LockedPaper] = []
    notes: list[str] = []
    for name in names:
        content = trees.read(name, base) if present is None or name in present else None
        try:
            found += read_lock(Text(name, _decoded(name, content))).values() if content is not None else ()
        except BotError as error:
            notes.append(f"The lock file was not used: {error.message}.")
    return make_lock(found), tuple(notes)


def _list_paths(config: Config, head: CommitFiles, changed: Mapping[str, ChangedFile]) -> Iterable[str]:
    """The paths of the lists, each once; in a repository too large to list, a pattern finds changed files alone."""
    found: dict[str, None] = {}
    for each in config.lists or (_readme(head, changed),):
        pattern = PurePosixPath(each).as_posix()
        if _WILDCARDS & {*pattern}:
            names = sorted(head.paths or changed)
            found.update(dict.fromkeys(name for name in names if matches_path(pattern, name)))
        else:
            found[pattern] = None
    if len(found) > _MOST_LISTS:
        message = f"the configuration names {len(found)} lists, and a review reads at most {_MOST_LISTS}"
        raise BotError(message, "narrow `lists` in .github/paperlist-bot.yml", CANNOT_RUN)
    return found


def _readme(head: CommitFiles, changed: Mapping[str, ChangedFile]) -> str:
    """The list that is read by default; the tree is only listed where the change does not show it."""
    return DEFAULT_LIST if DEFAULT_LIST in changed else find_readme(head.paths or changed) or DEFAULT_LIST


def _read_text(trees: Trees, path: str, notes: list[str]) -> Text | None:
    content = trees.read(path, trees.pull.head)
    if content is None:
        return None
    try:
        return Text(path, content.decode("utf-8"))
    except UnicodeDecodeError:
        notes.append(f"`{path}` was not read: it is not UTF-8.")
        return None


def _read_old_text(trees: Trees, path: str, now: Text | None, change: ChangedFile | None) -> Text | None:
    """The list before the change, whatever its path was then, and also where it is removed."""
    if change is None and now is not None:
        return now
    old_path = path if change is None else change.old_path
    content = None if old_path is None else trees.read(old_path, trees.pull.merge_base)
    return None if content is None else Text(path, content.decode("utf-8", "replace"))


def _decoded(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BotError(f"{name} is not UTF-8", "save it as UTF-8") from error


@dataclass(frozen=True, slots=True)
class Change:
    """The lists of a pull request, compared entry by entry with those at the merge base."""

    lists: Lists
    survey: Survey
    base: BaseLists
    entries: ChangedEntries
    stopwatch: Stopwatch
    """For reading and checking them."""


def compare(lists: Lists, config: Config, console: Console) -> Change:
    """Compare the lists at the head with those at the merge base. Raises BotError if that takes too long."""
    stopwatch = Stopwatch()
    survey = Survey(
        console.today, find_missing=lists.head.missing, stopwatch=stopwatch, config=config, wordings=Wordings()
    )
    base = make_base(lists.then, lists.now, survey, lists.base.missing)
    entries = base.find_changed_entries(survey.read(lists.now))
    return Change(lists, survey, base, entries, stopwatch)


def check_change(
    pull: Pull,
    change: Change,
    plan: Plan,
    facts: Facts | None,
    console: Console,
    *,
    notes: Sequence[str] = (),
    not_run: Sequence[NotRun] = (),
    failing: Severity = Severity.ERROR,
) -> tuple[CheckedPull, Report]:
    """What the change causes, for a review and as a report; `not_run` are rules that were left out of the plan.

    Raises BotError if that takes too long: half a check would call what it did not look for fixed.
    """
    lists = change.lists
    listings, context = replace(change.survey, facts=facts)(lists.now)
    checked = check(listings, change.base.with_baseline(plan, facts), context)
    checked = checked._replace(not_run=(*checked.not_run, *not_run))
    report = make_report(lists.now, plan, checked, facts)
    checked_pull = CheckedPull(
        pull=pull,
        files=lists.changed,
        listings=listings,
        diagnostics=checked.diagnostics,
        added=change.entries.added,
        preexisting=report.count_older(),
        not_run=checked.not_run,
        facts=facts,
        notes=(*lists.notes, *notes),
        maintenance=find_maintenance(change.base.listings, listings),
        web=web_server(console.environ),
        rules_page=RULES_PAGE,
        failing=failing,
        key=console.environ.get(KEY, "").encode(),
    )
    return checked_pull, report


def publish(
    client: Client, change: Change, checked: CheckedPull, console: Console, *, dry_run: bool
) -> PostStatus | None:
    """Decide what to write beside what is there, then post it and say so; with `dry_run` show it: None.

    Where GitHub takes no comment on lines, all goes into the summary: nothing is lost. Raises GitHubError.
    """
    pull = checked.pull
    proposals = compare_with_pulls(client, pull, checked.added, change.lists.then, change.survey)
    checked = replace(checked, proposals=proposals)

    def is_summary(body: str) -> bool:
        return read_summary_marker(body, checked.seal) is not None

    conversation = read_conversation(client, pull)
    review, is_refused = decide(checked, conversation), False
    if dry_run:
        console.report("".join(f"{line}\n" for line in _preview(pull, review)))
        return None
    try:
        result = post_review(client, pull, review, is_summary)
    except ValidationFailedError:
        review, is_refused = decide_without_comments(checked, conversation), True
        result = post_review(client, pull, review, is_summary)
    if result.status is PostStatus.POSTED and (review.comments or (review.summary and not review.summary.comment)):
        _minimize_doubles(client, checked)
    console.report(f"{_describe(pull, review, result, is_refused=is_refused)}\n")
    for note in result.notes:
        console.say(f"warning: {note}")
    return result.status


def _minimize_doubles(client: Client, checked: CheckedPull) -> None:
    """If another run has posted comments at the same time, the first ones stay; what fails the next run does."""
    try:
        doubles = decide(checked, read_conversation(client, checked.pull)).minimizations
        post_review(client, checked.pull, Review(minimizations=doubles))
    except GitHubError:
        return


def _preview(pull: Pull, review: Review) -> Iterator[str]:
    """Each comment below its place, then the summary, then how many comments would be minimized."""
    if not (review.comments or review.summary or review.minimizations):
        yield f"Nothing would be posted to {pull.repository}#{pull.number}."
        return
    yield f"This would be posted to {pull.repository}#{pull.number}, at {pull.head[:12]}:"
    for comment in review.comments:
        start = "" if comment.start_line is None else f"{comment.start_line}-"
        yield ""
        yield f"{escape_controls(comment.path)}:{start}{comment.line}"
        yield from _indented(comment.body)
    if review.summary:
        yield ""
        yield "The summary would be edited:" if review.summary.comment else "The summary would be:"
        yield from _indented(review.summary.body)
    if review.minimizations:
        yield ""
        yield f"{plural(len(review.minimizations), 'older comment')} would be minimized."


def _indented(body: str) -> Iterator[str]:
    for line in body.splitlines():
        yield f"  {escape_controls(line)}".rstrip()


def _describe(pull: Pull, review: Review, result: PostResult, *, is_refused: bool) -> str:
    """What was posted, in a line; `is_refused`: GitHub took no comments on lines."""
    name = f"{pull.repository}#{pull.number}"
    if result.status is PostStatus.SUPERSEDED:
        return f"{name}: {pull.head[:12]} is no longer the head, or the pull request was closed: nothing was posted."
    if result.status is PostStatus.EMPTY:
        return f"{name}: nothing new to post."
    count = len(review.comments) if result.status is PostStatus.POSTED else 0
    parts = [
        f"{plural(count, 'comment')} posted" if count else "",
        "the summary written" if result.summary else "",
        f"{plural(result.minimized, 'comment')} minimized" if result.minimized else "",
        "the same review was there already" if result.status is PostStatus.DUPLICATE else "",
        "GitHub took no comments on lines" if is_refused else "",
    ]
    url = result.review or result.summary
    return f"{name}: {', '.join(part for part in parts if part)}.{f' {url}' if url else ''}"
