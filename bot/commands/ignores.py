"""Ignores of the configuration that match nothing any more: they would hide the next mistake of their kind."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import BotError
from bot.files import relative_path
from bot.linter.config import UsedIgnores, list_files
from bot.linter.rule import Need
from bot.text import escape_controls, join

if TYPE_CHECKING:
    from bot.commands.sources import Sources
    from bot.console import Console
    from bot.facts.model import Facts
    from bot.linter.engine import CheckResult, Plan


def warn_of_unused_ignores(
    sources: Sources, plan: Plan, result: CheckResult, facts: Facts | None, console: Console
) -> None:
    """Name the ignores that matched no finding, in one line, after a run on all lists with all rules.

    An ignore counts only if its rule ran; one of a rule about facts only if everything could be checked.
    """
    if not isinstance(plan.is_ignored, UsedIgnores) or not _has_all_lists(sources):
        return
    from bot.facts.questions import is_complete

    needless = Need.FACTS if facts is not None and not is_complete(facts) else Need.NOTHING
    not_run = {each.slug for each in result.not_run}
    ran = {active.rule.slug for active in plan.rules if not active.rule.needs & needless} - not_run
    unused = plan.is_ignored.unused(ran)
    if unused:
        lines = [f"{each.rule} (line {each.line})" for each in unused]
        verb = "ignore matches" if len(unused) == 1 else "ignores match"
        where = escape_controls(relative_path(sources.config.path or Path()))
        console.say(f"warning: {where}: {len(unused)} {verb} no finding: {join(lines, 'and')}")


def _has_all_lists(sources: Sources) -> bool:
    """Whether the run has read all lists of the configuration: an ignore may be for a list that was not read."""
    try:
        wanted = {os.path.realpath(path) for path in list_files(sources.config)}
    except BotError:
        return False
    return wanted <= {os.path.realpath(text.path) for text in sources.texts}
