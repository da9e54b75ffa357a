"""What a trusted event says of a run comes in; the open pull request that it ran for goes out.

`workflow_run` names no pull request for forks, and what the run left behind may name any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.network.github.addresses import repository_path, split
from bot.network.github.failures import translated
from bot.network.github.fields import read, read_any

if TYPE_CHECKING:
    from bot.network.github.wire import Wire


@dataclass(frozen=True, slots=True)
class Head:
    """Where a change comes from, as the event says."""

    repository: str
    """`owner/name`."""
    repository_id: int
    branch: str
    sha: str


def find_listed(wire: Wire, repository: str, head: Head) -> dict[int, object]:
    """Open pull requests whose newest commit is this one, by number, as they are listed.

    There are several where one branch shall go into several.
    """
    doing = f"pull request of {head.repository}:{head.branch}"
    query = {"state": "open", "head": f"{split(head.repository)[0]}:{head.branch}"}
    found: dict[int, object] = {}
    for each in wire.pages(doing, repository_path(repository, "pulls"), query, most=3):
        with translated(doing):
            if read_any(each, "head", "repo") is None:
                continue
            same = read(each, int, "head", "repo", "id") == head.repository_id
            if same and read(each, str, "head", "sha") == head.sha:
                found[read(each, int, "number")] = each
    return found
