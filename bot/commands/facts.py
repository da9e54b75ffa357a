"""The facts for a run: those of the lock files beside its lists, and what services and the cache know of the rest.

Most lists have no lock file, and most runs send no request: what either needs is imported where it is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot import files
from bot.facts.model import LOCK_FILE
from bot.linter.rule import Need

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.commands.arguments import FactOptions
    from bot.console import Console
    from bot.facts.lock import Lock
    from bot.facts.model import Facts
    from bot.facts.questions import Questions


@dataclass(frozen=True, slots=True)
class Gathered:
    """The answers, and the exit code that the requests call for: 0 where all were sent."""

    facts: Facts | None = None
    code: int = 0


def load_beside(paths: Sequence[str]) -> Lock | None:
    """What the lock files beside these lists say; None where there are none. Raises BotError for an unreadable one."""
    found = [path for path in (files.beside(each, LOCK_FILE) for each in paths) if files.is_file(path)]
    if not found:
        return None
    from bot.facts.lock import load_lock

    return load_lock(found)


def gather_facts(
    options: FactOptions,
    questions: Questions,
    needs: Need,
    console: Console,
    *,
    lock: Lock | None = None,
    quiet: bool = False,
    all_versions: bool = False,
) -> Gathered:
    """The answers to `questions` of the kinds that are needed; without `--online` and `--offline` those of `lock`.

    Nobody is asked about what `lock` has; `all_versions` asks for all titles that papers on arXiv ever had.
    """
    if not needs:
        return Gathered()
    if options.is_wanted:
        from bot.commands.online import ask

        return Gathered(*ask(options, questions, needs, console, lock=lock, quiet=quiet, all_versions=all_versions))
    return Gathered(_recall(lock, questions, console) if lock and Need.PAPERS in needs else None)


def _recall(lock: Lock, questions: Questions, console: Console) -> Facts:
    """What a lock file answers of the questions."""
    from datetime import UTC, datetime, time

    from bot.facts.lock import answer_from_lock
    from bot.facts.questions import plan_queries

    queries = plan_queries(questions, repositories=False, links=False)
    return answer_from_lock(lock, queries, datetime.combine(console.today, time(), UTC).timestamp())
