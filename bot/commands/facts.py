"""The facts for a run: those of the lock files beside its lists, and what services and the cache know of the rest.

Most lists have no lock file, and most runs send no request: what either needs is imported where it is used.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot import files
from bot.facts import LOCK_FILE
from bot.linter.rule import Need

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from bot.commands.arguments import FactOptions
    from bot.console import Console
    from bot.facts.lock import Lock
    from bot.facts.model import Facts, RecordFact
    from bot.facts.questions import Questions
    from bot.papers.identifiers import Identifier
    from bot.papers.identity import NamedPaper


@dataclass(frozen=True, slots=True)
class Gathered:
    """The answers, and the exit code that the requests call for: 0 where all were sent."""

    facts: Facts | None = None
    code: int = 0


def find_locks(paths: Sequence[str]) -> list[Path]:
    """The lock files beside these lists."""
    return [path for path in (files.beside(each, LOCK_FILE) for each in paths) if files.is_file(path)]


def load_beside(paths: Sequence[str]) -> Lock | None:
    """What the lock files beside these lists say; None where there are none. Raises BotError for an unreadable one."""
    found = find_locks(paths)
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


def gather_records(
    options: FactOptions, papers: Sequence[NamedPaper], lock: Lock | None, console: Console
) -> Mapping[NamedPaper, RecordFact]:
    """What is known of papers: what the lock file has, else what services, their cached answers and pages say.

    All are asked about in one run, in batches where services have them; with `--offline` nobody is asked.
    """
    from bot.facts.lock import NO_LOCK
    from bot.facts.model import Unknown
    from bot.facts.questions import Questions
    from bot.papers.identity import name_work
    from bot.papers.record import Record

    found: dict[NamedPaper, RecordFact] = {}
    lock = lock or NO_LOCK
    for each in papers:
        fact = lock.papers.get(each.arxiv) if each.arxiv is not None else lock.works.get(name_work(each.address))
        if isinstance(fact, Record):
            found[each] = _record(each, fact)
    missing = [each for each in papers if each not in found]
    if not missing:
        return found
    addresses = tuple(dict.fromkeys(each.address for each in missing if each.arxiv is None))
    on_arxiv: dict[Identifier, tuple[str, ...]] = {each.arxiv: () for each in missing if each.arxiv is not None}
    questions = Questions(on_arxiv, addresses, frozenset(addresses))
    facts = gather_facts(options, questions, Need.PAPERS, console).facts
    if facts is not None:
        for each in missing:
            known = facts.papers.get(each.arxiv) if each.arxiv is not None else facts.works.get(name_work(each.address))
            found[each] = _record(each, known) if known is not None else Unknown("nobody was asked")
    return found


def _recall(lock: Lock, questions: Questions, console: Console) -> Facts:
    """What a lock file answers of the questions."""
    from datetime import UTC, datetime, time

    from bot.facts.lock import answer_from_lock
    from bot.facts.questions import plan_queries

    queries = plan_queries(questions, repositories=False, links=False)
    return answer_from_lock(lock, queries, datetime.combine(console.today, time(), UTC).timestamp())


def _record(paper: NamedPaper, fact: RecordFact) -> RecordFact:
    """The record of a fact, with the address that was named: a publisher's page, if it is not on arXiv."""
    from bot.facts.records import read_statements
    from bot.papers.record import Record

    if not isinstance(fact, Record):
        return fact
    if paper.arxiv is not None:
        return read_statements(fact)
    return replace(fact, identifier=paper.identifier, address=paper.address)
