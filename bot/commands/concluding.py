"""What a sweep came to goes in; it is told, where people look for it, and its fixes are written or offered."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import CANNOT_RUN, INTERRUPTED
from bot.sweeps.advance import BLIND

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from bot.commands.console import Console
    from bot.commands.looking import Looked, Lookout
    from bot.commands.sweeping import Lists
    from bot.github.model import NewContent
    from bot.reports.model import Report
    from bot.sweeps import Outcome
    from bot.text import Text

BRANCH = "paperlist-bot/sweep"
TITLE = "Write moved links and venues"
_BODY = """\
The links that have moved for good, repositories under their present names, arXiv's own form of its addresses, and
venues where entries said arXiv. Each change stays within the address or the venue.

Later sweeps update this pull request, unless somebody adds commits to its branch.
"""
_LARGEST_SUMMARY = 250_000
"""Characters; GitHub shows 1 MiB of a job's page, and a character takes 4 bytes at most."""


@dataclass(frozen=True, slots=True)
class Swept:
    """A sweep that has ended; `looked` is None where others have looked."""

    lists: Lists
    lookout: Lookout
    looked: Looked | None
    outcome: Outcome
    url: str = ""
    """Of the issue, where there is one."""


def tell(args: Namespace, console: Console, swept: Swept) -> None:
    """Print the findings, write the files that were asked for and the page of the job, and sum up."""
    from bot.commands.outputs import outputs, write_outputs
    from bot.reports import render

    report = report_of(swept)
    width = max(console.width(console.stdout) - 8, 40)
    words = render("plain", report, verbose=True, color=console.has_color(console.stdout), width=width)
    console.report(words)
    write_outputs(outputs(args.output), report, verbose=True)
    _summarise(console, swept)
    for note in (*swept.outcome.notes, *_notes(swept)):
        swept.lookout.headway.say(note)


def report_of(swept: Swept) -> Report:
    """The findings of the sweep as a report like any other."""
    from bot.commands.telling import findings_of
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
        notes.append("warning: the time for asking was up; the next sweep begins with what was left out")
    if outcome.discarded:
        notes.append(f"warning: the failures of this sweep do not count: {outcome.discarded}")
    run = outcome.state.runs[-1]
    told = f"Sweep: {run.asked:,} of {run.tally.total:,} links and papers answered for, {outcome.watched:,} watched"
    notes.append(f"{told}; the issue is {swept.url}" if swept.url else f"{told}.")
    return notes


def _summarise(console: Console, swept: Swept) -> None:
    """Add the full report to the page of the job."""
    from bot.commands.sweeping import site_of
    from bot.sweeps.issue import write_report

    name = console.environ.get("GITHUB_STEP_SUMMARY")
    if not name:
        return
    words = write_report(swept.outcome, site_of(console.environ), _LARGEST_SUMMARY)
    try:
        with Path(name).open("a", encoding="utf-8", errors="replace", newline="\n") as stream:
            stream.write(f"{words}\n")
    except (OSError, ValueError) as error:
        console.say(f"warning: the summary of the job cannot be written: {error}")


def offer(args: Namespace, console: Console, swept: Swept) -> None:
    """Write the fixes into the lists, or into a pull request, as the command line wants it."""
    if not (args.fix or args.open_pull_request):
        return
    from bot.commands.mending import write_back
    from bot.commands.repairing import repair

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
    from bot.commands.reviewing import open_github
    from bot.commands.sweeping import repository_of
    from bot.github.model import NewContent

    repository = repository_of(console.environ)
    contents: list[NewContent] = []
    with open_github(console.environ) as github:
        for old, new in zip(before, after, strict=True):
            path = path_in_repository(old.path)
            if old.content == new.content:
                continue
            if github.content(repository, path) != old.content.encode("utf-8"):
                console.say(f"warning: {path} is not as on the default branch; it is left out of the pull request")
                continue
            contents.append(NewContent(path, new.content))
        if contents:
            url = github.open_or_update_pull(repository, BRANCH, tuple(contents), TITLE, _BODY)
            console.say(f"The fixes are offered in {url}." if url else "The fixes are on the default branch already.")


def path_in_repository(path: str) -> str:
    """The path of a file from the top of its repository: the nearest folder above with a `.git`, else this folder."""
    place = Path(path).absolute()
    top = next((each for each in place.parents if (each / ".git").exists()), Path.cwd())
    return os.path.relpath(place, top).replace(os.sep, "/")


def exit_code(args: Namespace, swept: Swept) -> int:
    """3 where the network did not work, 130 after an interruption, else 1 for findings of the failing grade."""
    if swept.outcome.discarded == BLIND:
        return CANNOT_RUN
    if swept.lookout.is_stopped:
        return INTERRUPTED
    if args.issue:
        return 0
    return int(any(each.severity >= swept.lists.config.fail_on for each in report_of(swept).diagnostics))
