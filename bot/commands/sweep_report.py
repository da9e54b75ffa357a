"""What a sweep comes to goes in; the findings at their places in the lists, as every report shows them, go out."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot.errors import CANNOT_RUN, INTERRUPTED
from bot.facts.model import Facts
from bot.links.model import LinkState, LinkStatus
from bot.linter.diagnostics import Diagnostic, Severity
from bot.rules import RULES
from bot.rules.targets import target_span
from bot.sweeps.advance import NO_NETWORK
from bot.sweeps.items import ItemKind
from bot.sweeps.targets import target_of

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bot.commands.sources import Survey
    from bot.commands.sweep_check import Looked, Lookout
    from bot.commands.sweep_lists import Lists
    from bot.console import Console
    from bot.facts.questions import Questions
    from bot.github.model import NewContent
    from bot.linter.config import Config
    from bot.listing import Listing
    from bot.reports.model import Report
    from bot.sweeps.advance import SweepOutcome
    from bot.sweeps.items import Item
    from bot.text import Text


_RULES = {ItemKind.DEAD: "dead-link", ItemKind.MOVED: "moved-link"}


def findings_of(listings: Sequence[Listing], outcome: SweepOutcome, config: Config) -> tuple[Diagnostic, ...]:
    """A diagnostic for each line with a link that is reported, graded as the configuration has it."""
    grades = grades_of(config)
    by_target: dict[str, list[Item]] = {}
    for item in outcome.items:
        by_target.setdefault(item.target, []).append(item)
    found = (each for listing in listings for each in _in_listing(listing, by_target, grades))
    return tuple(sorted(found, key=lambda each: (each.path, each.span, each.rule)))


def grades_of(config: Config) -> dict[str, Severity]:
    """How bad a finding of each rule is, also of those that the configuration turns off."""
    grades = {rule.slug: rule.severity for rule in RULES}
    chosen = {active.rule.slug: active.severity for active in config.plan(RULES).rules if active.severity is not None}
    return grades | chosen


def _in_listing(
    listing: Listing, by_target: Mapping[str, Sequence[Item]], grades: Mapping[str, Severity]
) -> Iterator[Diagnostic]:
    seen: set[tuple[str, int]] = set()
    for link in listing.document.links:
        target = target_of(link.href)
        line = listing.text.line_at(link.span.start)
        if target is None or target not in by_target or (target, line) in seen:
            continue
        seen.add((target, line))
        for item in by_target[target]:
            if item.kind is ItemKind.PAPERS and (listing.text.path, line) not in {
                (at.path, at.line) for at in item.places
            }:
                continue  # another entry names the same paper, and rightly
            rule = item.rule or _RULES[item.kind]
            grade = grades.get(rule, Severity.NOTE)
            yield Diagnostic(rule, grade, listing.text.path, target_span(link), _words(item))


def _words(item: Item) -> str:
    since = f"{datetime.fromtimestamp(item.since, UTC):%Y-%m-%d}"
    if item.kind is ItemKind.DEAD:
        copy = f"; archived copy: {item.copy}" if item.copy else ""
        return f"the link is dead: {item.words}; failing since {since}{copy}"
    if item.kind is ItemKind.MOVED:
        return f"the page has moved to {item.moved_to}; seen since {since}"
    return item.words


SAFE = ("noncanonical-link",)
SURE = ("moved-link", "moved-repository", "published-venue")
"""Rules whose fixes a sweep writes; of the first only those that change nothing but the spelling."""
_OF_FACTS = frozenset({"moved-repository", "published-venue"})


def questions_of(outcome: SweepOutcome, listings: Sequence[Listing]) -> Questions:
    """What is to be asked to write the fixes, for who does not have the answers any more."""
    from bot.facts.questions import Questions, collect_questions

    wanted = {item.target for item in outcome.items if item.rule in _OF_FACTS}
    everything = collect_questions(listings)
    papers = {each: titles for each, titles in everything.papers.items() if str(each) in wanted}
    return Questions(papers, tuple(url for url in everything.links if target_of(url) in wanted))


def repair(
    texts: Sequence[Text],
    outcome: SweepOutcome,
    config: Config,
    survey: Survey,
    ask: Callable[[Questions], Facts],
    known: Facts | None,
) -> tuple[Text, ...]:
    """The texts with their fixes. `known` are the facts of this run; without them `ask` is asked for the few needed."""
    from bot.linter.diagnostics import Safety
    from bot.linter.engine import fix

    listings = survey.read(texts)
    if known is None:
        questions = questions_of(outcome, listings)
        known = ask(questions) if questions.papers or questions.links else Facts()
    facts = _confirmed(outcome, listings, known)
    plan = config.plan(RULES)
    for rules, safety in ((SAFE, Safety.SAFE), (SURE, Safety.UNSAFE)):
        texts = fix(texts, plan.only(rules), replace(survey, facts=facts), safety).texts
    return tuple(texts)


def _confirmed(outcome: SweepOutcome, listings: Sequence[Listing], known: Facts) -> Facts:
    """Of all that is known, what the sweep reports: moves seen often enough, and what nobody has ticked off."""
    moved = {item.target: item for item in outcome.items if item.kind is ItemKind.MOVED}
    links = {}
    for listing in listings:
        for link in listing.document.links:
            item = moved.get(target_of(link.href) or "")
            if item is not None and item.moved_to is not None and link.href not in links:
                links[link.href] = LinkStatus(link.href, LinkState.MOVED, item.words, (), item.moved_to)
    reported = {item.target for item in outcome.items if item.rule in _OF_FACTS}
    return Facts(
        papers=MappingProxyType({each: fact for each, fact in known.papers.items() if str(each) in reported}),
        repositories=MappingProxyType(
            {each: fact for each, fact in known.repositories.items() if str(each) in reported}
        ),
        links=MappingProxyType(links),
    )


BRANCH = "paperlist-bot/sweep"
TITLE = "Write moved links and venues"
_BODY = """\
The links that have moved for good, repositories under their present names, arXiv's own form of its addresses, and
venues where entries said arXiv. Each change stays within the address or the venue.

Later sweeps update this pull request, unless somebody adds commits to its branch.
"""
_BYTES_OF_CHARACTER = 4
"""At most."""


@dataclass(frozen=True, slots=True)
class Swept:
    """A sweep that has ended; `looked` is None where others have looked."""

    lists: Lists
    lookout: Lookout
    looked: Looked | None
    outcome: SweepOutcome
    url: str = ""
    """Of the issue, where there is one."""


def tell(args: Namespace, console: Console, swept: Swept) -> None:
    """Print the findings, write the files that were asked for and the page of the job, and sum up."""
    from bot.commands.outputs import append_job_summary, read_outputs, write_outputs
    from bot.commands.sweep_lists import site_of
    from bot.reports import render
    from bot.sweeps.issue import write_report

    report = report_of(swept)
    width = max(console.width(console.stdout) - 8, 40)
    words = render("plain", report, verbose=True, color=console.has_color(console.stdout), width=width)
    console.report(words)
    write_outputs(read_outputs(args.output), report, verbose=True)
    site = site_of(console.environ)
    append_job_summary(console, lambda room: write_report(swept.outcome, site, room // _BYTES_OF_CHARACTER))
    for note in (*swept.outcome.notes, *_notes(swept)):
        swept.lookout.progress.say(note)


def report_of(swept: Swept) -> Report:
    """The findings of the sweep as a report like any other."""
    from bot.reports.model import Report
    from bot.rules import RULES

    found = findings_of(swept.lists.listings, swept.outcome, swept.lists.config)
    named = {each.rule for each in found}
    return Report(swept.lists.texts, found, rules=tuple(rule for rule in RULES if rule.slug in named))


def _notes(swept: Swept) -> list[str]:
    outcome, notes = swept.outcome, []
    if swept.lookout.is_stopped:
        notes.append("warning: interrupted; what was seen by then is remembered")
    elif swept.looked is not None and swept.looked.part.interrupted:
        notes.append("warning: the time for requests was up; the next sweep begins with what was left out")
    if outcome.discarded:
        notes.append(f"warning: the failures of this sweep do not count: {outcome.discarded}")
    run = outcome.state.runs[-1]
    told = f"Sweep: {run.asked:,} of {run.tally.total:,} links and papers answered for, {outcome.watched:,} watched"
    notes.append(f"{told}; the issue is {swept.url}" if swept.url else f"{told}.")
    return notes


def offer(args: Namespace, console: Console, swept: Swept) -> None:
    """Write the fixes into the lists, or into a pull request, as the command line wants it."""
    if not (args.fix or args.open_pull_request):
        return
    from bot.commands.lint_run import write_back

    lists = swept.lists
    known = swept.looked.facts if swept.looked is not None else None
    mended = repair(lists.texts, swept.outcome, lists.config, lists.survey, swept.lookout.ask_about, known)
    changed = sum(old.content != new.content for old, new in zip(lists.texts, mended, strict=True))
    if args.fix:
        write_back(lists.texts, mended, console)
        console.say(f"Wrote {changed:,} {'list' if changed == 1 else 'lists'}." if changed else "Nothing to write.")
    elif changed:
        _open_pull_request(console, lists.texts, mended)


def _open_pull_request(console: Console, before: Sequence[Text], after: Sequence[Text]) -> None:
    """Open the one pull request, or update it; a list that has changed meanwhile is left to the next sweep."""
    from bot.commands.sweep_lists import repository_of
    from bot.github.branches import open_or_update_pull
    from bot.github.client import open_client
    from bot.github.model import NewContent
    from bot.github.pulls import read_file

    repository = repository_of(console.environ)
    contents: list[NewContent] = []
    with open_client(console.environ) as client:
        for old, new in zip(before, after, strict=True):
            path = path_in_repository(old.path)
            if old.content == new.content:
                continue
            if read_file(client, repository, path) != old.content.encode("utf-8"):
                console.say(f"warning: {path} is not as on the default branch; it is left out of the pull request")
                continue
            contents.append(NewContent(path, new.content))
        if contents:
            url = open_or_update_pull(client, repository, BRANCH, tuple(contents), TITLE, _BODY)
            console.say(f"The fixes are offered in {url}." if url else "The fixes are on the default branch already.")


def path_in_repository(path: str) -> str:
    """The path of a file from the top of its repository: the nearest folder above with a `.git`, else this folder."""
    place = Path(path).absolute()
    top = next((each for each in place.parents if (each / ".git").exists()), Path.cwd())
    return os.path.relpath(place, top).replace(os.sep, "/")


def exit_code(args: Namespace, swept: Swept) -> int:
    """3 where the network did not work, 130 after an interruption, else 1 for findings of the failing grade."""
    if swept.outcome.discarded == NO_NETWORK:
        return CANNOT_RUN
    if swept.lookout.is_stopped:
        return INTERRUPTED
    if args.issue:
        return 0
    return int(any(each.severity >= swept.lists.config.fail_on for each in report_of(swept).diagnostics))
