"""A revision of git and the lists of today come in; a plan that leaves out what was found then goes out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot import files
from bot.changes import judge_by, remember, sift
from bot.engine import check
from bot.errors import BotError
from bot.listing import Catalog
from bot.revisions import read_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.commands.sources import Survey
    from bot.engine import Plan
    from bot.text import Text


def compared(plan: Plan, revision: str, texts: Sequence[Text], survey: Survey) -> Plan:
    """`plan` with eyes for what was changed since `revision` alone.

    Raises BotError for standard input, which git does not know, and where `revisions.read_at` does.
    """
    paths = [text.path for text in texts]
    if files.STDIN in paths:
        raise BotError("--base compares files, and standard input is none", "name the files of the list")
    past = read_at(revision, paths)
    listings, context = survey(texts)
    old = judge_by(listings, survey(past.texts)[0])
    then = replace(context, catalog=Catalog(old), missing_files=files.missing_targets(old, past.holds))
    return replace(plan, sift=partial(sift, remember(old, check(old, plan, then).diagnostics)))
