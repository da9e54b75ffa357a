"""A pull request comes in; its lists as they are and as they were go out, read through GitHub's API as data.

Nothing is checked out. The configuration is that of the branch that the change shall go into: a change has no say
in how it is judged.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from bot import files
from bot.errors import CANNOT_RUN, BotError
from bot.text import Text, escape_controls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import date

    from bot.commands.sources import Past, Survey
    from bot.facts.model import Facts
    from bot.github.api import GitHub
    from bot.github.model import ChangedFile, Outcome, Pull, Review
    from bot.linter.config import Config
    from bot.linter.engine import Plan
    from bot.linter.rule import NotRun
    from bot.listing import Entry, Listing
    from bot.reports.model import Report
    from bot.reviews import Subject


_TOP = Path("/repository").absolute()
"""Where the repository would be; the disk is never asked."""
_WILD = frozenset("*?[")
_MOST_LISTS = 100


@dataclass(frozen=True, slots=True)
class Lists:
    """The lists of a pull request."""

    config: Config
    files: tuple[ChangedFile, ...]
    """All files that the change adds or touches."""
    now: tuple[Text, ...]
    """The lists at the head, by their paths in the repository."""
    then: tuple[Text, ...]
    """Those that there were at the merge base, by the paths that they have now."""
    head: Tree
    base: Tree
    notes: tuple[str, ...] = ()
    """What could not be looked at, and why, in sentences."""


class Tree:
    """What stands at a commit; `ask` is asked when it is first of use, and once."""

    def __init__(self, ask: Callable[[], frozenset[str] | None]) -> None:
        self._ask = ask

    @cached_property
    def names(self) -> frozenset[str] | None:
        """Files and folders; None where there are more than GitHub tells."""
        return self._ask()

    def missing(self, listings: Iterable[Listing]) -> frozenset[tuple[str, str]] | None:
        """Relative targets of lists that do not exist, as `files.missing_targets`; None where nobody can say."""
        try:
            return files.missing_targets(listings, self._holds, _TOP)
        except _UntoldError:
            return None

    def _holds(self, place: str) -> bool:
        """Whether there is something at `place`, or may be: what is behind a link or in a submodule is not told."""
        if self.names is None:
            raise _UntoldError
        name = os.path.relpath(place, _TOP).replace(os.sep, "/")
        if name == "." or name in self.names:
            return True
        parents = (str(each) for each in PurePosixPath(name).parents)
        above = next((each for each in parents if each in self.names), None)
        return above is not None and above not in self._folders

    @cached_property
    def _folders(self) -> frozenset[str]:
        """Folders that something is known to be in."""
        return frozenset(name.rpartition("/")[0] for name in self.names or ())


class _UntoldError(Exception):
    """There are more files than GitHub tells."""


def read_config(github: GitHub, pull: Pull, path: str | None, *, isolated: bool) -> Config:
    """The configuration of the base branch: `path`, else the one of the usual name, else none.

    Raises BotError where `path` is not there, and for what a configuration must not say.
    """
    from bot.linter.config import NAMES, Config, parse_config
    from bot.rules import RULES

    there = None if isolated or path else github.paths(pull.repository, pull.base)
    usual = tuple(name for name in NAMES if there is None or name in there)
    for name in () if isolated else (PurePosixPath(path).as_posix(),) if path else usual:
        content = github.content(pull.repository, name, pull.base)
        if content is not None:
            return parse_config(_decoded(name, content).removeprefix("\ufeff"), name, RULES, path=Path(name))
    if path and not isolated:
        raise BotError(f"there is no file {path} at {pull.base[:12]}", "--config names a file of the base branch")
    return Config()


def read_lists(github: GitHub, pull: Pull, config: Config) -> Lists:
    """The lists that `config` names, else README.md.

    Raises BotError where none of them is there, neither now nor before the change.
    """
    changed = {each.path: each for each in github.changed_files(pull)}
    head = Tree(lambda: github.paths_now(pull))
    base = Tree(lambda: github.paths_before(pull))
    now: list[Text] = []
    then: list[Text] = []
    notes: list[str] = []
    for path in _paths(config, head, changed):
        text = _text(github, pull, path, notes)
        if text is not None:
            now.append(text)
        old = _old_text(github, pull, path, text, changed.get(path))
        if old is not None:
            then.append(old)
    if not now and not then and not notes:
        names = " or ".join(config.lists or ("README.md",))
        hint = "name the lists under `lists` in .github/paperlist-bot.yml of the base branch"
        raise BotError(f'there is no file "{names}" in {pull.repository}', hint)
    return Lists(config, tuple(changed.values()), tuple(now), tuple(then), head, base, tuple(notes))


def _paths(config: Config, head: Tree, changed: Mapping[str, ChangedFile]) -> Iterable[str]:
    """The lists by name, each once; of a repository too large to tell, a pattern finds changed files alone."""
    from bot.linter.config import DEFAULT_LIST

    found: dict[str, None] = {}
    for pattern in config.lists or (DEFAULT_LIST,):
        found.update(dict.fromkeys(_matching(PurePosixPath(pattern).as_posix(), head, changed)))
    if len(found) > _MOST_LISTS:
        message = f"the configuration names {len(found)} lists, and a review looks at {_MOST_LISTS}"
        raise BotError(message, "narrow `lists` in .github/paperlist-bot.yml", CANNOT_RUN)
    return found


def _matching(pattern: str, head: Tree, changed: Mapping[str, ChangedFile]) -> Iterator[str]:
    from bot.linter.config import matches_path

    if not _WILD & {*pattern}:
        yield pattern
        return
    yield from (name for name in sorted(head.names or changed) if matches_path(pattern, name))


def _text(github: GitHub, pull: Pull, path: str, notes: list[str]) -> Text | None:
    content = github.content(pull.repository, path, pull.head)
    if content is None:
        return None
    try:
        return Text(path, content.decode("utf-8"))
    except UnicodeDecodeError:
        notes.append(f"`{path}` was not read: it is not UTF-8.")
        return None


def _old_text(github: GitHub, pull: Pull, path: str, now: Text | None, change: ChangedFile | None) -> Text | None:
    """The list before the change: what it was called then does not matter, and what is gone counts too."""
    if change is None and now is not None:
        return now
    before = path if change is None else change.old_path
    content = None if before is None else github.content(pull.repository, before, pull.merge_base)
    return None if content is None else Text(path, content.decode("utf-8", "replace"))


def _decoded(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BotError(f"{name} is not UTF-8", "save it as UTF-8") from error


def preview(pull: Pull, review: Review) -> str:
    """Each comment below its place, then the summary, then how many comments would be folded away."""
    return "".join(f"{line}\n" for line in _lines(pull, review))


def _lines(pull: Pull, review: Review) -> Iterator[str]:
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
        count = len(review.minimizations)
        yield ""
        yield f"{count} older {'comment' if count == 1 else 'comments'} would be folded away."


def _indented(body: str) -> Iterator[str]:
    for line in body.splitlines():
        yield f"  {escape_controls(line)}".rstrip()


API = "https://api.github.com"
WEB = "https://github.com"


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found in the lists of a pull request, for a review and as a report."""

    subject: Subject
    report: Report


@dataclass(frozen=True, slots=True)
class Posted:
    """What was decided, and what became of it."""

    review: Review
    outcome: Outcome
    folded: bool = False
    """Whether GitHub took no comment on lines, so that all went into the summary."""


def open_github(environ: Mapping[str, str]) -> GitHub:
    """GitHub's API as the environment of a job names it. Raises BotError where there is no token."""
    from bot.github.api import GitHub
    from bot.github.client import Manners

    token = environ.get("GITHUB_TOKEN", "")
    if not token:
        raise BotError("there is no token: GITHUB_TOKEN is not set", "gh auth token prints one of yours")
    # GitHub asks for pauses from who sends many requests; these are ten, with two or three writes among them.
    return GitHub(environ.get("GITHUB_API_URL") or API, token, Manners(between_requests=0.0, between_writes=0.0))


def plan_of(config: Config) -> Plan:
    """What the rules of a configuration look for."""
    from bot.rules import RULES

    return config.plan(RULES)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A pull request whose lists were read and compared, entry by entry."""

    pull: Pull
    lists: Lists
    plan: Plan
    survey: Survey
    past: Past

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those that the change adds or touches."""
        from bot.commands.sources import changed_entries

        return changed_entries(self.past, self.survey.read(self.lists.now))


def compare(pull: Pull, lists: Lists, plan: Plan, today: date) -> Comparison:
    """The lists of then and of now, side by side."""
    from bot.commands.sources import Survey, past_of

    survey = Survey(today, look=lists.head.missing)
    return Comparison(pull, lists, plan, survey, past_of(lists.then, lists.now, survey, lists.base.missing))


def judge(
    comparison: Comparison,
    facts: Facts | None,
    *,
    web: str = WEB,
    notes: tuple[str, ...] = (),
    not_run: tuple[NotRun, ...] = (),
) -> Judged:
    """What the change caused; `not_run` are rules that were left out of the plan."""
    from bot.commands.sources import compared
    from bot.linter.engine import check
    from bot.reports.model import RULES_PAGE, Report
    from bot.reviews import Subject, find_chore

    lists, past, plan = comparison.lists, comparison.past, comparison.plan
    listings, context = replace(comparison.survey, facts=facts)(lists.now)
    checked = check(listings, compared(plan, past, facts), context)
    left_out = (*checked.not_run, *not_run)
    rules = tuple(active.rule for active in plan.rules)
    report = Report(lists.now, checked.diagnostics, left_out, rules, 0, checked.preexisting, facts)
    subject = Subject(
        pull=comparison.pull,
        files=lists.files,
        listings=listings,
        diagnostics=checked.diagnostics,
        older=report.left_out(verbose=False),
        not_run=left_out,
        facts=facts,
        notes=(*lists.notes, *notes),
        chore=find_chore(past.listings, listings),
        web=web,
        pages=RULES_PAGE,
    )
    return Judged(subject, report)


def post(github: GitHub, subject: Subject) -> Posted:
    """Decide what to say after all that was said, and say it.

    Where GitHub takes no comment on lines, all goes into the summary: nothing is lost. Raises GitHubError.
    """
    from bot.github.errors import Rejected
    from bot.reviews import decide, fold

    conversation = github.conversation(subject.pull)
    review = decide(subject, conversation)
    try:
        return Posted(review, github.post(subject.pull, review))
    except Rejected:
        review = fold(subject, conversation)
        return Posted(review, github.post(subject.pull, review), folded=True)


def story(pull: Pull, posted: Posted) -> str:
    """What was done, in a line."""
    from bot.github.model import Fate

    name = f"{pull.repository}#{pull.number}"
    if posted.outcome.fate is Fate.SUPERSEDED:
        return f"{name}: {pull.head[:12]} is no longer the head, or the pull request was closed: nothing was posted."
    if posted.outcome.fate is Fate.EMPTY:
        return f"{name}: there is nothing new to say."
    posts = len(posted.review.comments) if posted.outcome.fate is Fate.POSTED else 0
    parts = [
        f"{_counted(posts, 'comment')} posted" if posts else "",
        "the summary written" if posted.outcome.summary else "",
        f"{_counted(posted.outcome.minimized, 'comment')} folded away" if posted.outcome.minimized else "",
        "the same review was there already" if posted.outcome.fate is Fate.KNOWN else "",
        "GitHub took no comments on lines" if posted.folded else "",
    ]
    address = posted.outcome.review or posted.outcome.summary
    return f"{name}: {', '.join(part for part in parts if part)}.{f' {address}' if address else ''}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
