"""A DOI comes in; which agency has registered it, if any, goes out, from Crossref.

Crossref answers for the DOIs of all agencies: `/works/DOI/agency`, https://api.crossref.org/swagger-ui/index.html.
It is the second to be asked about a DOI that the handle service does not know.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

from bot.links.model import Evidence

if TYPE_CHECKING:
    from bot.links.transport import Answer, Client

CROSSREF_INTERVAL = 1.0
"""Seconds between requests."""
_ABSENT = b"Resource not found"
"""How the body begins that comes with 404 where no agency has the DOI; others are of what stands in between."""


def ask_agency(doi: str, address: str, client: Client) -> tuple[bool | None, Evidence, Answer]:
    """One question: True where an agency has the DOI, False where Crossref says that none has, else None."""
    answer = client.get(f"{address}/{quote(doi, safe='')}/agency", accept="application/json")
    agency = _agency(answer)
    if agency:
        known, note = True, f"Crossref: registered with {agency}"
    elif answer.status == 404 and not answer.problem and answer.body.lstrip().startswith(_ABSENT):
        known, note = False, "Crossref: no agency has this DOI"
    else:
        known, note = None, answer.problem or "Crossref gave no clear answer"
    return known, Evidence(answer.time, answer.url, answer.status, note), answer


def _agency(answer: Answer) -> str:
    """The name of the agency in an answer; empty where there is none."""
    if answer.status != 200 or answer.problem:
        return ""
    try:
        name = json.loads(answer.body)["message"]["agency"]["id"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return name if isinstance(name, str) and name.isascii() and name.replace("-", "").isalnum() else ""
