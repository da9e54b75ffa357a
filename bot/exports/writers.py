"""The formats that lists are given back in, by their names, and the site that holds them all.

CSV is that of RFC 4180, with columns that stay as they are; JSON is what `bot entries` prints.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from bot.data.writing import disarm_cell
from bot.errors import CANNOT_RUN, BotError
from bot.files import STDIN
from bot.listing.model import entry_object, skipped_object
from bot.text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from datetime import date

    from bot.exports.feed import Addition
    from bot.exports.works import ExportedList, Work
    from bot.listing import Listing
    from bot.papers.record import Record


SITE = {
    "bibtex": "papers.bib",
    "csl": "papers.csl.json",
    "csv": "papers.csv",
    "json": "papers.json",
    "atom": "feed.atom",
}
"""What is beside the page of a site."""
_NAMES = {"bibtex": "BibTeX", "csl": "CSL-JSON", "csv": "CSV", "json": "JSON"}
"""How the page calls them."""
COLUMNS = (
    *("title", "authors", "date", "year", "venue", "section", "arxiv", "doi", "url", "code"),
    *("affiliation", "comment", "kind", "file", "line"),
)
"""The header; new columns come last."""


@dataclass(frozen=True, slots=True)
class Export:
    """Everything that a format is made from."""

    lists: tuple[ExportedList, ...]
    title: str
    today: date
    repository: str = ""
    """The page of the repository, if it is known."""
    owner: str = ""
    """Whose repository it is, if that is known."""
    url: str = ""
    """Where the files will be, with a slash at the end; empty if that is not known."""
    warn: Callable[[str], None] = print

    @property
    def listings(self) -> tuple[Listing, ...]:
        """The lists as they were read."""
        return tuple(each.listing for each in self.lists)


def render(form: str, export: Export) -> str:
    """The lists in one of `FORMATS`. Raises BotError for a feed of what has no history."""
    return FORMATS[form](export)


def render_site(export: Export) -> dict[str, str]:
    """The page and all other formats, by the names of their files; a feed where git knows when entries were added."""
    contents = {}
    for form, name in SITE.items():
        try:
            contents[name] = render(form, export)
        except BotError as error:
            if form != "atom":
                raise
            export.warn(f"no feed: {error.message}")
    return contents | {"index.html": _page(export, contents)}


def render_csv(lists: Iterable[ExportedList]) -> str:
    """The rows of all lists, below one header; each line ends with CR LF."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(COLUMNS)
    for each in lists:
        for work in each.works:
            writer.writerow([disarm_cell(cell) for cell in _cells(work)])
    return stream.getvalue()


def _cells(work: Work) -> tuple[str, ...]:
    return (
        work.title,
        "; ".join((*work.authors.names, *(["et al."] if work.authors.more else []))),
        work.date.iso() if work.date is not None else "",
        str(work.year or ""),
        work.stated_venue or work.venue,
        work.section,
        work.arxiv,
        work.doi,
        work.url,
        work.code,
        work.affiliation,
        work.comment,
        str(work.kind),
        show_path(work.path),
        str(work.line),
    )


def render_json(listings: Sequence[Listing], lists: Sequence[ExportedList] = (), *, skipped: bool = False) -> str:
    """One object for one list, an array of them for several; `skipped` adds the blocks that are in no entry.

    `lists` are the same ones with what is on record of their papers, which is then said too.
    """
    found = []
    for number, listing in enumerate(listings):
        entries = _objects(lists[number]) if lists else [entry_object(listing, each) for each in listing.entries]
        each: dict[str, object] = {"file": show_path(listing.text.path), "entries": entries}
        if skipped:
            each["skipped"] = [skipped_object(listing, block) for block in listing.skipped]
        found.append(each)
    return f"{json.dumps(found[0] if len(found) == 1 else found, indent=2, ensure_ascii=False)}\n"


def render_jsonl(lists: Iterable[ExportedList]) -> str:
    """An entry a line; each names its file."""
    objects = ({"file": show_path(each.listing.text.path), **found} for each in lists for found in _objects(each))
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in objects)


def _objects(each: ExportedList) -> list[dict[str, object]]:
    """What each entry says, and what is on record of its paper, with the source."""
    pairs = zip(each.listing.entries, each.works, strict=True)
    return [entry_object(each.listing, entry) | _record_object(work.record) for entry, work in pairs]


def _record_object(record: Record | None) -> dict[str, object]:
    if record is None:
        return {}
    found = {
        "source": record.source or None,
        "title": one_line(record.title),
        "authors": [one_line(name) for name in record.authors],
        "venue": one_line(record.venue) or None,
        "year": record.year,
        "doi": one_line(record.doi) or None,
    }
    return {"record": found}


def show_path(path: str) -> str:
    """The path with a sign in the place of bytes that are not UTF-8: JSON has none."""
    return path.encode(errors="surrogateescape").decode(errors="replace")


def _bibtex(export: Export) -> str:
    from bot.exports.references import make_references, render_bibtex

    return render_bibtex(make_references(export.lists))


def _csl(export: Export) -> str:
    from bot.exports.references import make_references, render_csl

    return render_csl(make_references(export.lists))


def _atom(export: Export) -> str:
    from bot.exports.feed import MOST_ENTRIES, Feed, find_additions, order_additions, render_feed
    from bot.git import read_history

    found: list[Addition] = []
    origin = ""
    for each in export.lists:
        path = each.listing.text.path
        if path == STDIN:
            raise BotError("a feed needs the history of a file", "name the file of the list", CANNOT_RUN)
        history = read_history(path)
        if not history.origin:
            export.warn("the clone is shallow: additions before it are not known (fetch-depth: 0)")
        origin = origin or history.origin
        found += find_additions(each, history.commits, MOST_ENTRIES)
    now = int(datetime.combine(export.today, time(), UTC).timestamp())
    title, address = f"{export.title}: what is new", f"{export.url}{SITE['atom']}" if export.url else ""
    page = export.url or export.repository
    return render_feed(Feed(title, origin or export.title, order_additions(found), page, address, export.owner, now))


def _page(export: Export, beside: Collection[str] = ()) -> str:
    """The page; `beside` are the files that will be next to it."""
    from bot.exports.page import Page, render_page

    downloads = tuple((_NAMES[form], name) for form, name in SITE.items() if name in beside and form in _NAMES)
    feed = SITE["atom"] if SITE["atom"] in beside else ""
    return render_page(Page(export.title, export.today, export.repository, downloads, feed), export.lists)


FORMATS: Mapping[str, Callable[[Export], str]] = {
    "json": lambda export: render_json(export.listings, export.lists),
    "jsonl": lambda export: render_jsonl(export.lists),
    "csv": lambda export: render_csv(export.lists),
    "bibtex": _bibtex,
    "csl": _csl,
    "atom": _atom,
    "html": _page,
}
