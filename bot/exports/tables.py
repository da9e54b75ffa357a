"""Lists for other programs: CSV (RFC 4180) with columns that stay as they are, and JSON as `bot entries` prints it."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from bot.listing.model import entry_object, skipped_object
from bot.papers.identifiers import Scheme, identify

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.exports.works import ExportedList, Work
    from bot.listing import Listing

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


def render_json(listings: Sequence[Listing], *, skipped: bool = False) -> str:
    """One object for one list, an array of them for several; `skipped` adds the blocks that are in no entry."""
    found = []
    for listing in listings:
        entries = [entry_object(listing, entry) for entry in listing.entries]
        each: dict[str, object] = {"file": show_path(listing.text.path), "entries": entries}
        if skipped:
            each["skipped"] = [skipped_object(listing, block) for block in listing.skipped]
        found.append(each)
    return f"{json.dumps(found[0] if len(found) == 1 else found, indent=2, ensure_ascii=False)}\n"


def render_jsonl(listings: Sequence[Listing]) -> str:
    """An entry a line; each names its file."""
    objects = (
        {"file": show_path(listing.text.path), **entry_object(listing, entry)}
        for listing in listings
        for entry in listing.entries
    )
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in objects)


def show_path(path: str) -> str:
    """The path with a sign in the place of bytes that are not UTF-8: JSON has none."""
    return path.encode(errors="surrogateescape").decode(errors="replace")
