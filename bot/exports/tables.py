"""Lists as CSV (RFC 4180): a row for each entry, in columns that stay as they are."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from bot.exports.objects import show_path
from bot.papers.identifiers import Scheme, identify

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.exports.works import ExportedList, Work

COLUMNS = (
    *("title", "authors", "date", "year", "venue", "section", "arxiv", "doi", "url", "code"),
    *("affiliation", "comment", "kind", "file", "line"),
)
"""The header; new columns come last."""
_FORMULA = ("=", "+", "-", "@")
"""Spreadsheets calculate a cell that begins so: https://owasp.org/www-community/attacks/CSV_Injection."""


def render_csv(lists: Iterable[ExportedList]) -> str:
    """The rows of all lists, below one header; each line ends with CR LF."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    for each in lists:
        for work in each.works:
            writer.writerow([_disarmed(cell) for cell in _cells(work)])
    return stream.getvalue()


def _cells(work: Work) -> tuple[str, ...]:
    return (
        work.title,
        "; ".join((*work.authors.names, *(["et al."] if work.authors.more else []))),
        work.date.iso() if work.date is not None else "",
        str(work.year or ""),
        work.stated_venue or work.venue,
        work.group,
        work.arxiv,
        work.doi,
        work.url,
        find_code(work),
        work.affiliation,
        work.comment,
        str(work.kind),
        show_path(work.path),
        str(work.line),
    )


def find_code(work: Work) -> str:
    """The first link to a repository on GitHub, unless that is what the entry is about."""
    urls = (link.url for link in work.links if link.url != work.url)
    named = ((url, identify(url).identifier) for url in urls)
    return next((url for url, found in named if found is not None and found.scheme is Scheme.GITHUB), "")


def _disarmed(cell: str) -> str:
    """The cell with an apostrophe in front of what a spreadsheet would calculate."""
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
