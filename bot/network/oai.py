"""The id of one paper comes in; what arXiv's OAI-PMH service says of it goes out: the title, and whether withdrawn.

The service knows the latest version only, and has no batches: https://info.arxiv.org/help/oa/index.html.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from bot.network.xmltree import XmlError, child_text, children, local_name, read_xml

if TYPE_CHECKING:
    from bot.links.transport import Answer, Client
    from bot.network.xmltree import Element

_PREFIX = "arXivRaw"
"""The format that holds every version with its date and size."""
_NOTHING = re.compile(r"0 ?kb", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A paper as arXiv keeps it."""

    value: str
    title: str
    versions: int
    withdrawn: bool
    published: date | None = None
    updated: date | None = None
    comment: str | None = None
    journal_reference: str | None = None
    doi: str | None = None


def ask_oai(value: str, address: str, client: Client) -> tuple[RawRecord | None, Answer]:
    """One question; the record is None for every answer that is not the paper's."""
    parameters = {"verb": "GetRecord", "identifier": f"oai:arXiv.org:{value}", "metadataPrefix": _PREFIX}
    answer = client.get(address, parameters, accept="text/xml, application/xml;q=0.9")
    if answer.status != 200 or answer.problem:
        return None, answer
    record = read_record(answer.body)
    return (record if record is not None and record.value == value else None), answer


def read_record(body: bytes) -> RawRecord | None:
    """The paper in an answer to GetRecord in the format arXivRaw; None for anything else."""
    try:
        root = read_xml(body)
    except XmlError:
        return None
    raw = next((each for each in root.iter() if local_name(each) == _PREFIX), None)
    if raw is None:
        return None
    value, title = child_text(raw, "id"), child_text(raw, "title")
    versions = list(children(raw, "version"))
    if not value or not title or not versions:
        return None
    return RawRecord(
        value=value,
        title=title,
        versions=len(versions),
        withdrawn=_is_empty(versions[-1]),
        published=_day(versions[0]),
        updated=_day(versions[-1]),
        comment=child_text(raw, "comments"),
        journal_reference=child_text(raw, "journal-ref"),
        doi=child_text(raw, "doi"),
    )


def _is_empty(version: Element) -> bool:
    """Whether there is no paper behind a version: no bytes, or the source flag I, "ignore"."""
    size = child_text(version, "size") or ""
    return _NOTHING.fullmatch(size) is not None or "I" in (child_text(version, "source_type") or "")


def _day(version: Element) -> date | None:
    try:
        return parsedate_to_datetime(child_text(version, "date") or "").astimezone(UTC).date()
    except (ValueError, OverflowError):
        return None
