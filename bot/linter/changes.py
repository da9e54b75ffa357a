"""A change to lists: how they were before it, which entries it adds or edits, and a run on what it causes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot import files
from bot.errors import BotError
from bot.linter.baseline import Comparison, make_baseline, with_new_conventions
from bot.linter.engine import check
from bot.linter.habits import remember_habits
from bot.linter.survey import missing_targets
from bot.listing import Catalog
from bot.listing.model import ListedEntry, Touch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.facts.model import Facts
    from bot.linter.engine import Plan
    from bot.linter.rule import Context
    from bot.linter.survey import FindMissing, Survey
    from bot.listing import Entry, Listing
    from bot.text import Text


class ChangedEntries(NamedTuple):
    """The entries that a change adds or edits, and those of them that it adds; both in order."""

    all: tuple[Entry, ...]
    added: tuple[ListedEntry, ...]


class BaseLists(NamedTuple):
    """The lists before the change, and what the rules may know beside them."""

    listings: tuple[Listing, ...]
    context: Context

    def find_changed_entries(self, listings: Sequence[Listing]) -> ChangedEntries:
        """The entries of `listings` that are new or changed."""
        comparison = Comparison(make_baseline(self.listings, ()), listings)
        touches, added = comparison.touches, comparison.added
        changed = [
            (listing, entry)
            for listing in listings
            for entry in listing.entries
            if touches.get((listing.text.path, entry.span), Touch.NOT) & Touch.EDITED
        ]
        return ChangedEntries(
            tuple(entry for _, entry in changed),
            tuple(ListedEntry(*each) for each in changed if (each[0].text.path, each[1].span) in added),
        )

    def with_baseline(self, plan: Plan, facts: Facts | None = None) -> Plan:
        """`plan` for a run that reports only what was changed since then; `facts` count for the old lists too.

        Where the run may stop, half of its time is for the old lists.
        """
        context = replace(self.context, facts=facts)
        if context.stopwatch is not None and context.may_stop:
            context = replace(context, stopwatch=context.stopwatch.halved())
        checked = check(self.listings, plan, context)
        baseline = make_baseline(self.listings, checked.diagnostics, checked.unfinished)
        return replace(plan, baseline=baseline, old_habits=remember_habits(self.listings, checked.diagnostics))


def read_base(revision: str, texts: Sequence[Text], survey: Survey) -> BaseLists:
    """The lists as they were at `revision`.

    Raises BotError for standard input, which git does not know, and where `git.read_at` does.
    """
    from bot.git import read_at

    paths = [text.path for text in texts]
    if files.STDIN in paths:
        raise BotError("--base compares files, not standard input", "name the files of the list")
    snapshot = read_at(revision, paths)
    return make_base(snapshot.texts, texts, survey, lambda listings: missing_targets(listings, snapshot.contains))


def make_base(before: Sequence[Text], now: Sequence[Text], survey: Survey, find_missing: FindMissing) -> BaseLists:
    """The lists as they were `before`; `find_missing` knows which of their targets were missing then.

    It is called only where something is missing now: else nothing could be older than the change.
    """
    listings, context = survey(now)
    old = with_new_conventions(survey.read(before), listings)
    missing = find_missing(old) if context.missing_files else context.missing_files
    return BaseLists(old, replace(context, catalog=Catalog(old), missing_files=missing))
