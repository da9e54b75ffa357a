"""Facts come in; an object for each target goes out, with all that a doubted verdict can be argued with."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.facts.model import Absent, Paper, Repository, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.facts.model import Facts, PaperFact, RepositoryFact
    from bot.links.model import Evidence, LinkStatus

LONGEST = 10_000
"""Characters of a sentence or a title; the schema allows no more."""
LONGEST_TARGET = 131_072
"""Characters of an address; a target that is longer is left out."""
MOST_TITLES = 1_000


def fact_objects(facts: Facts) -> list[dict[str, object]]:
    """Papers, then repositories, then links, each in the order of the lists."""
    return [each for each in _objects(facts) if len(str(each["target"])) <= LONGEST_TARGET]


def cut(words: str) -> str:
    """`words`, or their beginning with an ellipsis where they are longer than a report may hold."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


def age_of(evidence: Sequence[Evidence], facts: Facts) -> int | None:
    """Whole seconds from the latest observation to the time when the run began to ask; None without any."""
    latest = max((each.time for each in evidence), default=None)
    return None if latest is None else max(int(facts.asked_at - latest), 0)


def _objects(facts: Facts) -> Iterator[dict[str, object]]:
    for identifier, paper in facts.papers.items():
        yield _thing("paper", str(identifier), paper, _of_paper(paper), facts)
    for identifier, repository in facts.repositories.items():
        yield _thing("repository", str(identifier), repository, _of_repository(repository), facts)
    for link in facts.links.values():
        yield _link(link, facts)


def _thing(
    kind: str, target: str, fact: PaperFact | RepositoryFact, details: dict[str, object] | None, facts: Facts
) -> dict[str, object]:
    state = "unknown" if isinstance(fact, Unknown) else "absent" if isinstance(fact, Absent) else "known"
    reason = fact.reason if isinstance(fact, Unknown) else ""
    return _object(kind, target, state, reason, fact.evidence, facts) | {"details": details}


def _link(status: LinkStatus, facts: Facts) -> dict[str, object]:
    details = None if status.target is None else {"moved_to": status.target}
    return _object("link", status.url, status.state.value, status.reason, status.evidence, facts) | {"details": details}


def _object(
    kind: str, target: str, state: str, reason: str, evidence: Sequence[Evidence], facts: Facts
) -> dict[str, object]:
    return {
        "kind": kind,
        "target": target,
        "state": state,
        "reason": cut(reason),
        "age": age_of(evidence, facts),
        "evidence": [_observation(each) for each in evidence],
    }


def _observation(evidence: Evidence) -> dict[str, object]:
    moment = datetime.fromtimestamp(evidence.time, UTC)
    return {
        "time": f"{moment:%Y-%m-%dT%H:%M:%SZ}",
        "url": evidence.url,
        "status": evidence.status,
        "note": cut(evidence.note),
    }


def _of_paper(fact: PaperFact) -> dict[str, object] | None:
    if not isinstance(fact, Paper):
        return None
    return {
        "title": cut(fact.title),
        "other_titles": None if fact.other_titles is None else [cut(each) for each in fact.other_titles[:MOST_TITLES]],
        "version": fact.version,
        "comment": fact.comment and cut(fact.comment),
        "journal_reference": fact.journal_reference and cut(fact.journal_reference),
        "withdrawn": fact.withdrawn,
    }


def _of_repository(fact: RepositoryFact) -> dict[str, object] | None:
    if not isinstance(fact, Repository):
        return None
    return {"name": fact.name, "archived": fact.archived, "moved_to": fact.moved_to}
