"""The facts that `papers.lock.jsonl` beside a list has, for commands that send no request."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from bot.facts.known import answer_from_lock
from bot.facts.lock import NO_LOCK, load_lock, lock_path
from bot.facts.questions import plan_queries
from bot.linter.rule import Need

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.console import Console
    from bot.facts.lock import Lock
    from bot.facts.model import Facts
    from bot.facts.questions import Questions


def load_beside(paths: Sequence[str]) -> Lock:
    """What the lock files beside these lists say. Raises BotError for one that cannot be read."""
    return load_lock([lock_path(path) for path in paths]) if paths else NO_LOCK


def recall(lock: Lock, questions: Questions, needs: Need, console: Console) -> Facts | None:
    """What a lock file answers of the questions; None where no rule wants to know of papers."""
    if Need.PAPERS not in needs:
        return None
    queries = plan_queries(questions, repositories=False, links=False)
    return answer_from_lock(lock, queries, datetime.combine(console.today, time(), UTC).timestamp())
