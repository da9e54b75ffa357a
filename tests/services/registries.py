"""Fake registries: DataCite, the handle service, and GitHub's GraphQL API."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.services.transport import Ask, Say

if TYPE_CHECKING:
    from collections.abc import Mapping

_ASKED = re.compile(r"(r\d+): repository\(owner: \"([^\"]+)\", name: \"([^\"]+)\"\)")


@dataclass(slots=True)
class FakeDataCite:
    """Knows the titles of papers on arXiv by their ids."""

    titles: Mapping[str, str]
    status: int = 200
    requests: list[tuple[str, ...]] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        values = tuple(re.findall(r'"10\.48550/arxiv\.([^"]+)"', ask.query.get("query", "")))
        self.requests.append(values)
        known = [
            {"attributes": {"doi": f"10.48550/arxiv.{value}", "titles": [{"title": self.titles[value]}]}}
            for value in values
            if value in self.titles
        ]
        page = known[: int(ask.query.get("page[size]", "25"))]
        return Say(self.status, json.dumps({"data": page}).encode() if self.status == 200 else b"")


@dataclass(slots=True)
class FakeWorks:
    """Knows works by DOI, as Crossref writes them; `faults` are statuses that come first, in order."""

    works: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    faults: list[int | None] = field(default_factory=list)
    requests: list[tuple[str, ...]] = field(default_factory=list)
    queries: list[Mapping[str, str]] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        asked = tuple(each.removeprefix("doi:") for each in ask.query.get("filter", "").split(","))
        self.requests.append(asked)
        self.queries.append(ask.query)
        if self.faults and (status := self.faults.pop(0)) != 200:
            return Say(status)
        items = [{"DOI": doi, **self.works[doi]} for doi in asked if doi in self.works]
        return Say(200, json.dumps({"status": "ok", "message": {"items": items[: int(ask.query["rows"])]}}).encode())


@dataclass(slots=True)
class FakeHandles:
    """Knows DOIs; `faults` are statuses that come first, in order."""

    dois: frozenset[str]
    faults: list[int | None] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        doi = ask.path.partition("/handles/")[2]
        self.requests.append(doi)
        if self.faults:
            return Say(self.faults.pop(0))
        if doi in self.dois:
            return Say(200, json.dumps({"responseCode": 1, "handle": doi}).encode())
        return Say(404, json.dumps({"responseCode": 100, "handle": doi}).encode())


@dataclass(slots=True)
class FakeGitHub:
    """Knows repositories by any name they ever had: requested name -> (current name, archived)."""

    repositories: Mapping[str, tuple[str, bool]]
    faults: list[Say] = field(default_factory=list)
    requests: list[tuple[str, ...]] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    readmes: Mapping[str, str] = field(default_factory=dict)
    """By the names that are asked for."""

    def answer(self, ask: Ask) -> Say:
        asked = _ASKED.findall(json.loads(ask.body)["query"])
        self.requests.append(tuple(f"{owner}/{name}" for _, owner, name in asked))
        self.headers.append(ask.headers)
        if self.faults:
            return self.faults.pop(0)
        data: dict[str, object] = {}
        errors = []
        for alias, owner, name in asked:
            found = self.repositories.get(f"{owner}/{name}")
            readme = self.readmes.get(f"{owner}/{name}")
            text = {"isEmpty": False, "isPrivate": False, "md": {"text": readme}} if readme is not None else {}
            data[alias] = found and {"nameWithOwner": found[0], "isArchived": found[1], **text}
            if found is None:
                errors.append({"type": "NOT_FOUND", "path": [alias], "message": "Could not resolve"})
        return Say(200, json.dumps({"data": data} | ({"errors": errors} if errors else {})).encode())


@dataclass(slots=True)
class FakeScholar:
    """Knows papers by their ids on arXiv, as Semantic Scholar writes them; `faults` are answers that come first."""

    papers: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    faults: list[Say] = field(default_factory=list)
    requests: list[tuple[str, ...]] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        asked = tuple(each.removeprefix("ARXIV:") for each in json.loads(ask.body)["ids"])
        self.requests.append(asked)
        self.headers.append(ask.headers)
        if self.faults:
            return self.faults.pop(0)
        if len(asked) > 500:
            return Say(400, b'{"error": "Too many ids"}')
        found = [self.papers.get(value) for value in asked]
        if not any(found):
            return Say(400, b'{"error": "No valid paper ids given"}')
        return Say(200, json.dumps(found).encode())


@dataclass(slots=True)
class FakePages:
    """Knows the addresses of code by ids on arXiv, as Hugging Face; `faults` are answers that come first."""

    code: Mapping[str, str | None] = field(default_factory=dict)
    faults: list[Say] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        value = ask.path.rpartition("/")[2]
        self.requests.append(value)
        if self.faults:
            return self.faults.pop(0)
        if value not in self.code:
            return Say(404, b'{"error": "Paper not found"}')
        return Say(200, json.dumps({"id": value, "githubRepo": self.code[value]}).encode())
