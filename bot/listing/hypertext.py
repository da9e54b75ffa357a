"""Raw HTML of a document comes in; the headings, rows, summaries and paragraphs in it go out as candidates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.document import Prose, Run, RunKind
from bot.document.model import EMPTY
from bot.listing.shapes import Candidate, join_cells, trim_runs
from bot.listing.values import Carrier

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.text import Text

_HEADING = re.compile(r"/h[1-6]")
_CELL_OPENS, _CELL_CLOSES = frozenset({"td", "th"}), frozenset({"/td", "/th"})
_ROW_ENDS = frozenset({"tr", "/tr", "table", "/table", "tbody", "/tbody", "thead", "/thead"})


class HypertextFinder:
    """Walks raw HTML piece by piece between the tags that begin or end blocks.

    A table and a `<details>` may run over many blocks of HTML with Markdown between them, so what is open is
    kept from one block to the next.
    """

    def __init__(
        self,
        text: Text,
        candidates: list[Candidate],
        add: Callable[[Carrier, int, int, Prose], Candidate],
        heading: Callable[[Prose, int, int, int], None],
    ) -> None:
        self.text, self.candidates = text, candidates
        self.add, self.heading = add, heading
        self.open_details: list[int] = []
        """Candidates whose `<details>` are open; -1 for one without a summary."""
        self.row: Candidate | None = None
        self.cells: list[Prose] = []
        self.columns: tuple[str, ...] | None = None
        """What the first row of the table at hand names them; None before its first row."""

    def block(self, prose: Prose) -> None:
        """One block of HTML."""
        piece: list[Run] = []
        for run in prose.runs:
            if run.kind is not RunKind.TAG:
                piece.append(run)
                continue
            self.piece(tuple(piece), run)
            piece = []
        self.words(tuple(piece), 0)

    def piece(self, runs: tuple[Run, ...], tag: Run) -> None:
        """The words before one tag, and what the tag does to them."""
        name, line = tag.tag, self.text.line_at(tag.span.start)
        if name in _CELL_OPENS:
            self.words(runs, 0)
            self.row = self.row or self.add(Carrier.ROW, line, line, EMPTY)
        elif name in _CELL_CLOSES and self.row is not None:
            self.cells.append(Prose(runs))
            self.row.last = line
        elif name in _ROW_ENDS and (self.row is not None or name == "table"):
            self.close_row()
            if name == "table":
                self.columns = None
        elif name == "/summary":
            index = len(self.candidates)
            self.open_details[-1:] = [index if self.words(runs, 1) else -1]
        elif _HEADING.fullmatch(name):
            self.words(runs, int(name[2]), is_heading=True)
        else:
            self.words(runs, 0)
            if name == "details":
                self.open_details.append(-1)
            elif name == "/details" and self.open_details:
                self.close_details(line)

    def words(self, runs: tuple[Run, ...], level: int, *, is_heading: bool = False) -> bool:
        """Words that stand by themselves: a heading or a candidate of that level. Whether there were any."""
        runs = trim_runs(runs)
        if not runs:
            return False
        first, last = self.text.line_at(runs[0].span.start), self.text.line_at(max(runs[-1].span.end - 1, 0))
        if is_heading:
            self.heading(Prose(runs), first, last, level)
        else:
            self.add(Carrier.HTML, first, last, Prose(runs)).level = level
        return True

    def close_row(self) -> None:
        """The row at hand, if there is one, has all its cells; a first one without links only names the columns."""
        if self.row is not None:
            texts = tuple(cell.text.strip() for cell in self.cells)
            is_first, self.columns = self.columns is None, self.columns or texts
            if is_first and self.candidates[-1] is self.row and not any(any(cell.links()) for cell in self.cells):
                self.candidates.pop()
            else:
                self.row.cells, self.row.head = tuple(self.cells), join_cells(tuple(self.cells))
                self.row.columns = () if is_first else self.columns
        self.row, self.cells = None, []

    def close_details(self, line: int) -> None:
        """`</details>` at `line`: what stands since its summary belongs to that summary."""
        index = self.open_details.pop()
        if index >= 0:
            self.candidates[index].inside = range(index + 1, len(self.candidates))
            self.candidates[index].last = line
