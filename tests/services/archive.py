"""A fake Wayback Machine and a fake Crossref."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.services.transport import Say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.services.transport import Ask


@dataclass(slots=True)
class FakeWayback:
    """Knows captures: URL -> (seconds since the epoch, status), the oldest first; `faults` come first, in order."""

    captures: Mapping[str, tuple[tuple[float, str], ...]] = field(default_factory=dict)
    faults: list[Say] = field(default_factory=list)
    requests: list[Mapping[str, str]] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        self.requests.append(ask.query)
        if self.faults:
            return self.faults.pop(0)
        url = ask.query["url"]
        wanted = ask.query.get("filter", "statuscode:").removeprefix("statuscode:")
        rows = [
            [stamp, url, status]
            for time, status in self.captures.get(url, ())
            if (stamp := f"{datetime.fromtimestamp(time, UTC):%Y%m%d%H%M%S}") >= ask.query.get("from", "")
            and wanted in {"", status}
        ]
        last = rows[int(ask.query["limit"]) :]
        return Say(200, json.dumps([["timestamp", "original", "statuscode"], *last] if last else []).encode())


@dataclass(slots=True)
class FakeCrossref:
    """Knows the agencies of DOIs; `faults` come first, in order."""

    agencies: Mapping[str, str] = field(default_factory=dict)
    faults: list[Say] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def answer(self, ask: Ask) -> Say:
        doi = ask.path.partition("/works/")[2].removesuffix("/agency")
        self.requests.append(doi)
        if self.faults:
            return self.faults.pop(0)
        if doi not in self.agencies:
            return Say(404, b"Resource not found.")
        message = {"DOI": doi, "agency": {"id": self.agencies[doi], "label": self.agencies[doi].title()}}
        return Say(200, json.dumps({"status": "ok", "message": message}).encode())
