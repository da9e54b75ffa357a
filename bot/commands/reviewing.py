"""The lists of a pull request come in; what the change caused goes out, and under the pull request as a review."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.errors import BotError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from bot.commands.comparing import Past
    from bot.commands.remote import Lists
    from bot.commands.sources import Survey
    from bot.facts.model import Facts
    from bot.github.api import GitHub
    from bot.github.model import Outcome, Pull, Review
    from bot.linter.config import Config
    from bot.linter.engine import Plan
    from bot.linter.rule import NotRun
    from bot.listing import Entry
    from bot.reports.model import Report
    from bot.reviews import Subject

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
    from bot.commands.sources import Ignores
    from bot.linter.engine import Plan
    from bot.rules import RULES

    known = frozenset(rule.slug for rule in RULES)
    return Plan(config.settings(), known, Ignores(config) if config.ignores else None)


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
        from bot.commands.comparing import changed_entries

        return changed_entries(self.past, self.survey.read(self.lists.now))


def compare(pull: Pull, lists: Lists, plan: Plan, today: date) -> Comparison:
    """The lists of then and of now, side by side."""
    from bot.commands.comparing import past_of
    from bot.commands.sources import Survey

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
    from bot.commands.comparing import compared
    from bot.linter.engine import check
    from bot.reports.model import RULES_PAGE, Report
    from bot.reviews import Subject, find_chore

    lists, past, plan = comparison.lists, comparison.past, comparison.plan
    listings, context = replace(comparison.survey, facts=facts)(lists.now)
    checked = check(listings, compared(plan, past, facts), context)
    left_out = (*checked.not_run, *not_run)
    rules = tuple(setting.rule for setting in plan.settings)
    report = Report(lists.now, checked.diagnostics, left_out, rules, 0, checked.older, facts)
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
