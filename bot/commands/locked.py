"""The facts that `papers.lock.jsonl` beside a list has, for commands that send no request.

Most lists have no such file: what reads one is imported only where there is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import files
from bot.facts.model import LOCK_FILE
from bot.linter.rule import Need

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.console import Console
    from bot.facts.lock import Lock
    from bot.facts.model import Facts
    from bot.facts.questions import Questions


def load_beside(paths: Sequence[str]) -> Lock | None:
    """What the lock files beside these lists say; None where there are none. Raises BotError for an unreadable one."""
    found = [path for path in (files.beside(each, LOCK_FILE) for each in paths) if files.is_file(path)]
    if not found:
        return None
    from bot.facts.lock import load_lock

    return load_lock(found)


def recall(lock: Lock, questions: Questions, needs: Need, console: Console) -> Facts | None:
    """What a lock file answers of the questions; None where no rule wants to know of papers."""
    if Need.PAPERS not in needs:
        return None
    from datetime import UTC, datetime, time

    from bot.facts.known import answer_from_lock
    from bot.facts.questions import plan_queries

    queries = plan_queries(questions, repositories=False, links=False)
    return answer_from_lock(lock, queries, datetime.combine(console.today, time(), UTC).timestamp())
