"""Comments of ours come in and are folded away; how many were, and why some were not, goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.network.github.documents import folding
from bot.network.github.refusals import GitHubError, Unavailable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.network.github.wire import Wire
    from bot.pulls import Minimization

BATCH = 20
"""Comments in one request."""


def fold_away(wire: Wire, name: str, minimizations: Sequence[Minimization]) -> tuple[int, tuple[str, ...]]:
    """Minimise them; never raises: what is still unfolded is folded by a later run."""
    count = 0
    notes: list[str] = []
    for start in range(0, len(minimizations), BATCH):
        batch = minimizations[start : start + BATCH]
        try:
            _send(wire, name, batch)
            count += len(batch)
        except Unavailable as error:
            notes.append(error.message)
            break
        except GitHubError as error:
            folded, reasons = _one_by_one(wire, name, batch) if len(batch) > 1 else (0, [error.message])
            count += folded
            notes.extend(reasons)
    return count, tuple(dict.fromkeys(notes))


def _one_by_one(wire: Wire, name: str, batch: Sequence[Minimization]) -> tuple[int, list[str]]:
    """One that is gone spoils the request that it is in."""
    notes: list[str] = []
    for each in batch:
        try:
            _send(wire, name, (each,))
        except GitHubError as error:
            notes.append(error.message)
    return len(batch) - len(notes), notes


def _send(wire: Wire, name: str, batch: Sequence[Minimization]) -> None:
    variables = {
        f"a{index}": {"subjectId": each.id, "classifier": each.reason.value} for index, each in enumerate(batch)
    }
    wire.change(f"old comments on {name}", folding(len(batch)), variables)
