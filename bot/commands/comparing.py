"""The lists of then and of today come in; a plan that leaves out what was found then goes out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from bot import files
from bot.errors import BotError
from bot.linter.baseline import judge_by, remember, sift, touched_entries
from bot.linter.engine import check
from bot.listing import Catalog
from bot.revisions import read_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.commands.sources import Look, Survey
    from bot.facts.model import Facts
    from bot.linter.engine import Plan
    from bot.linter.rule import Context
    from bot.listing import Entry, Listing
    from bot.text import Text


@dataclass(frozen=True, slots=True)
class Past:
    """The lists of then, read with the habits of today, and what the rules may know beside them."""

    listings: tuple[Listing, ...]
    context: Context


def look_back(revision: str, texts: Sequence[Text], survey: Survey) -> Past:
    """The lists as they were at `revision`.

    Raises BotError for standard input, which git does not know, and where `revisions.read_at` does.
    """
    paths = [text.path for text in texts]
    if files.STDIN in paths:
        raise BotError("--base compares files, and standard input is none", "name the files of the list")
    past = read_at(revision, paths)
    return past_of(past.texts, texts, survey, lambda listings: files.missing_targets(listings, past.holds))


def past_of(then: Sequence[Text], now: Sequence[Text], survey: Survey, look: Look) -> Past:
    """The lists as they were `then`, wherever they come from; `look` tells what of their targets was missing then.

    It is asked only where something is missing now: else there is nothing that could be older than the change.
    """
    listings, context = survey(now)
    old = judge_by(listings, survey.read(then))
    missing = look(old) if context.missing_files else context.missing_files
    return Past(old, replace(context, catalog=Catalog(old), missing_files=missing))


def changed_entries(past: Past, listings: Sequence[Listing]) -> tuple[Entry, ...]:
    """The entries of `listings` that are new or changed."""
    touched = touched_entries(remember(past.listings, ()), listings)
    return tuple(
        entry for listing in listings for entry in listing.entries if (listing.text.path, entry.span) in touched
    )


def compared(plan: Plan, past: Past, facts: Facts | None = None) -> Plan:
    """`plan` with eyes for what was changed since `past` alone; `facts` accuse the old lists as well."""
    found = check(past.listings, plan, replace(past.context, facts=facts)).diagnostics
    return replace(plan, sift=partial(sift, remember(past.listings, found)))
