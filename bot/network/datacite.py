"""The ids of papers on arXiv come in; the titles under which DataCite has registered them go out.

arXiv registers `10.48550/arXiv.<id>` for every paper, some days after it appears: that DataCite does not know
a paper proves nothing, and its title may be an earlier version's.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.facts import Paper
from bot.links.model import Evidence
from bot.papers.identifiers import Identifier, Scheme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.links.transport import Answer, Client

DATACITE_BATCH = 50
DATACITE_INTERVAL = 1.0
"""Seconds between requests; 500 in five minutes are allowed to strangers."""
_PREFIX = "10.48550/arxiv."


def ask_datacite(values: Sequence[str], address: str, client: Client) -> tuple[dict[Identifier, Paper], Answer]:
    """One question about up to 50 papers; those that DataCite knows, and the answer itself."""
    names = " OR ".join(f'"{_PREFIX}{value}"' for value in values)
    parameters = {"query": f"doi:({names})", "page[size]": str(len(values))}
    answer = client.get(address, parameters, accept="application/vnd.api+json, application/json;q=0.9")
    if answer.status != 200 or answer.problem:
        return {}, answer
    evidence = Evidence(answer.time, address, answer.status, "registered with DataCite")
    titles = read_titles(answer.body)
    wanted = {value.lower(): value for value in values}
    papers = {}
    for value, title in titles.items():
        if value in wanted:
            identifier = Identifier(Scheme.ARXIV, wanted[value])
            papers[identifier] = Paper(identifier, title, evidence=(evidence,))
    return papers, answer


def read_titles(body: bytes) -> dict[str, str]:
    """Titles by arXiv id in lower case; nothing from an answer of another shape."""
    try:
        data = json.loads(body)["data"]
        records = [record["attributes"] for record in data]
        pairs = [(str(record["doi"]).lower(), str(record["titles"][0]["title"])) for record in records]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        return {}
    return {doi.removeprefix(_PREFIX): " ".join(title.split()) for doi, title in pairs if doi.startswith(_PREFIX)}
