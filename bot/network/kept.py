"""Facts come in, text to keep goes out, and the other way round; what cannot be read back is as if never kept."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

from bot.facts import Paper, Repository
from bot.links.model import Evidence, LinkState, LinkStatus

if TYPE_CHECKING:
    from bot.papers.identifiers import Identifier

NOTE = "kept answer"
"""The note of evidence that an earlier run gathered."""

_Record = dict[str, object]


def write_paper(paper: Paper) -> str:
    """A paper as one line of JSON; its evidence is its time, which is kept beside it."""
    record: _Record = {
        "title": paper.title,
        "other_titles": None if paper.other_titles is None else list(paper.other_titles),
        "version": paper.version,
        "published": paper.published and paper.published.isoformat(),
        "updated": paper.updated and paper.updated.isoformat(),
        "comment": paper.comment,
        "journal_reference": paper.journal_reference,
        "doi": paper.doi,
        "withdrawn": paper.withdrawn,
        "authors": list(paper.authors),
        "source": paper.evidence[-1].url if paper.evidence else "",
    }
    return json.dumps(record, ensure_ascii=False)


def read_paper(identifier: Identifier, text: str, time: float) -> Paper | None:
    """What `write_paper` wrote, learned at `time`; None for anything else."""
    record = _load(text)
    title = record.get("title")
    if not isinstance(title, str):
        return None
    others, version, withdrawn = record.get("other_titles"), record.get("version"), record.get("withdrawn")
    return Paper(
        identifier=identifier,
        title=title,
        other_titles=_texts(others) if isinstance(others, list) else None,
        version=version if isinstance(version, int) else None,
        published=_day(record.get("published")),
        updated=_day(record.get("updated")),
        comment=_text(record.get("comment")),
        journal_reference=_text(record.get("journal_reference")),
        doi=_text(record.get("doi")),
        withdrawn=withdrawn if isinstance(withdrawn, bool) else None,
        authors=_texts(record.get("authors")),
        evidence=(_kept(record, time),),
    )


def write_repository(repository: Repository) -> str:
    """A repository as one line of JSON."""
    source = repository.evidence[-1].url if repository.evidence else ""
    return json.dumps({"name": repository.name, "archived": repository.archived, "source": source})


def read_repository(identifier: Identifier, text: str, time: float) -> Repository | None:
    """What `write_repository` wrote, learned at `time`; None for anything else."""
    record = _load(text)
    name, archived = record.get("name"), record.get("archived")
    if not isinstance(name, str):
        return None
    moved = name if name.lower() != identifier.value.lower() else None
    known = archived if isinstance(archived, bool) else None
    return Repository(identifier, name, known, moved, (_kept(record, time),))


def write_link(status: LinkStatus) -> str:
    """The reason why a link is ok, as one line of JSON; other states are never kept."""
    last = status.evidence[-1] if status.evidence else None
    record = {"reason": status.reason, "source": last.url if last else "", "status": last and last.status}
    return json.dumps(record, ensure_ascii=False)


def read_link(url: str, text: str, time: float) -> LinkStatus | None:
    """What `write_link` wrote, learned at `time`; None for anything else."""
    record = _load(text)
    reason = record.get("reason")
    if not isinstance(reason, str):
        return None
    return LinkStatus(url, LinkState.OK, reason, (_kept(record, time),))


def _kept(record: _Record, time: float) -> Evidence:
    status = record.get("status", 200)
    source = _text(record.get("source")) or ""
    return Evidence(time, source, status if isinstance(status, int) else None, NOTE)


def _load(text: str) -> _Record:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return record if isinstance(record, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
