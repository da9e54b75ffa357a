"""Papers as people name them, by an id or an address, and what is known of them: what `bot add` writes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.facts.lock import NO_LOCK
from bot.facts.model import Unknown
from bot.facts.records import read_statements
from bot.papers.identity import NamedPaper, name_work
from bot.papers.record import Record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.commands.arguments import FactOptions
    from bot.console import Console
    from bot.facts.lock import Lock
    from bot.facts.model import RecordFact
    from bot.papers.identifiers import Identifier


def gather_records(
    options: FactOptions, papers: Sequence[NamedPaper], lock: Lock | None, console: Console
) -> Mapping[NamedPaper, RecordFact]:
    """What is known of papers: what the lock file has, else what services, their cached answers and pages say.

    All are asked about in one run, in batches where services have them; with `--offline` nobody is asked.
    """
    found: dict[NamedPaper, RecordFact] = {}
    lock = lock or NO_LOCK
    for each in papers:
        fact = lock.papers.get(each.arxiv) if each.arxiv is not None else lock.works.get(name_work(each.address))
        if isinstance(fact, Record):
            found[each] = _record(each, fact)
    missing = [each for each in papers if each not in found]
    if not missing:
        return found
    from bot.commands.facts import gather_facts
    from bot.facts.questions import Questions
    from bot.linter.rule import Need

    addresses = tuple(dict.fromkeys(each.address for each in missing if each.arxiv is None))
    on_arxiv: dict[Identifier, tuple[str, ...]] = {each.arxiv: () for each in missing if each.arxiv is not None}
    questions = Questions(on_arxiv, addresses, frozenset(addresses))
    facts = gather_facts(options, questions, Need.PAPERS, console).facts
    if facts is not None:
        for each in missing:
            known = facts.papers.get(each.arxiv) if each.arxiv is not None else facts.works.get(name_work(each.address))
            found[each] = _record(each, known) if known is not None else Unknown("nobody was asked")
    return found


def _record(paper: NamedPaper, fact: RecordFact) -> RecordFact:
    """The record of a fact, with the address that was named: a publisher's page, if it is not on arXiv."""
    if not isinstance(fact, Record):
        return fact
    if paper.arxiv is not None:
        return read_statements(fact)
    return replace(fact, identifier=paper.identifier, address=paper.address)
