"""The formats that lists are given back in, by their names, and the site that holds them all.

CSV is that of RFC 4180, with columns that stay as they are; JSON is what `bot entries` prints; the Atom feed (RFC 4287)
has the papers that were added to lists, told from what the commits of their files changed.
"""

from __future__ import annotations

import csv
import io
import json
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, time
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from bot import __version__
from bot.data.writing import disarm_cell
from bot.errors import CANNOT_RUN, BotError
from bot.files import STDIN
from bot.git import Commit, find_added
from bot.listing.values import entry_object
from bot.papers.identity import name_on_lines
from bot.progress import step
from bot.text import one_line, shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from bot.exports.bibliography import ExportedList, Work
    from bot.listing import Listing, SkippedBlock
    from bot.papers.record import Record


MOST_ENTRIES = 100
"""Entries of a feed, the newest ones: readers ask for it every hour."""
_LONGEST = 2_000
"""Characters of a text that somebody else wrote."""
_MOST_AUTHORS = 200
_NAMESPACE = uuid.UUID("4f6d1a3c-0c1e-5d7e-9a55-7d2f1b0c8e11")
"""Ours: what is made from it belongs to no one else."""
_LATEST = 253_402_300_799
"""The last second that has a date; git takes any number."""
_GENERATOR = "https://github.com/paperlist-bot/paperlist-bot"


class Addition(NamedTuple):
    """A work and when it came into its list, in seconds since the epoch."""

    work: Work
    time: int
    key: str
    """What names the work, in this and in every later feed."""


def find_additions(each: ExportedList, commits: Iterable[Commit], most: int) -> tuple[Addition, ...]:
    """The works that were added last, the newest first, and those of one commit in the order of the list.

    An entry without a link cannot be followed and is left out.
    """
    works: dict[str, Work] = {}
    for work in each.works:
        if key := key_of(work):
            works.setdefault(key, work)
    places = {id(work): place for place, work in enumerate(each.works)}
    found: list[Addition] = []
    for commit, added in find_added(works, commits):
        new = [Addition(works[key], commit.time, key) for key in added]
        found += sorted(new, key=lambda addition: places[id(addition.work)])
        if len(found) >= most:
            break
    return tuple(found[:most])


def key_of(work: Work) -> str:
    """The arXiv id of the paper, else its DOI, else its address; empty for an entry without a link."""
    return name_on_lines(work.arxiv, work.url or next((link.url for link in work.links), ""))


def render_feed(export: Export, origin: str, additions: Sequence[Addition]) -> str:
    """The feed of what was added, as XML in UTF-8.

    `origin` names the lists wherever they are read: it is the same for each feed of them.
    """
    today = int(datetime.combine(export.today, time(), UTC).timestamp())
    updated = max((addition.time for addition in additions), default=today)
    page, address = export.url or export.repository, f"{export.url}{SITE['atom']}" if export.url else ""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(f'{export.title}: what is new')}</title>",
        f"<id>{_name(origin, '')}</id>",
        f"<updated>{_time(updated)}</updated>",
        *(f"<author><name>{_text(export.owner)}</name></author>" for _ in export.owner[:1]),
        f'<generator uri="{_GENERATOR}" version="{__version__}">paperlist-bot</generator>',
        *(f"<link{_attributes(rel='alternate', type='text/html', href=page)}/>" for _ in page[:1]),
        *(f"<link{_attributes(rel='self', type='application/atom+xml', href=address)}/>" for _ in address[:1]),
    ]
    for addition in additions:
        lines += _entry(addition, origin)
    return "\n".join([*lines, "</feed>\n"])


def _entry(addition: Addition, origin: str) -> Iterator[str]:
    work = addition.work
    url = work.url or next((link.url for link in work.links), "")
    yield "<entry>"
    yield f"<title>{_text(work.title or url)}</title>"
    yield f"<id>{_name(origin, addition.key)}</id>"
    yield f"<updated>{_time(addition.time)}</updated>"
    yield f"<published>{_time(addition.time)}</published>"
    yield f"<link{_attributes(rel='alternate', href=url)}/>"
    for link in work.links:
        if link.url != url:
            yield f"<link{_attributes(rel='related', href=link.url, title=link.label)}/>"
    for name in work.authors.names[:_MOST_AUTHORS]:
        yield f"<author><name>{_text(name)}</name></author>"
    if work.sections:
        yield f"<category{_attributes(term=work.section)}/>"
    details = [part for part in (work.stated_venue or work.venue, work.comment) if part]
    if details:
        yield f"<summary>{_text(' · '.join(details))}</summary>"
    yield "</entry>"


def order_additions(found: Sequence[Addition]) -> tuple[Addition, ...]:
    """The newest first, each work once, no more than a feed has."""
    unique: dict[str, Addition] = {}
    for each in sorted(found, key=lambda each: -each.time):
        unique.setdefault(each.key, each)
    return tuple(unique.values())[:MOST_ENTRIES]


def _text(text: str) -> str:
    return escape(shorten(one_line(text), _LONGEST), quote=False)


def _attributes(**values: str) -> str:
    """Attributes with their values escaped; those without a value are left out."""
    return "".join(f' {name}="{escape(shorten(one_line(value), _LONGEST))}"' for name, value in values.items() if value)


def _name(origin: str, key: str) -> str:
    return f"urn:uuid:{uuid.uuid5(_NAMESPACE, f'{origin} {key}'.encode(errors='replace').decode())}"


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(min(max(seconds, 0), _LATEST), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


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
    step(f"Writing {form}")
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
        work.venue_name or work.venue,
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


def _skipped_object(listing: Listing, block: SkippedBlock) -> dict[str, object]:
    """A block of `listing` that is in no entry, and the papers that it links to."""
    return {
        "line": listing.text.line_at(block.span.start),
        "end_line": listing.text.line_at(block.span.end),
        "section": listing.sections[block.section].heading or None,
        "reason": str(block.reason),
        "links": [
            {
                "line": listing.text.line_at(each.link.span.start),
                "title": each.title,
                "identifier": str(each.identifier) if each.identifier is not None else None,
                "url": each.link.href,
                "date": each.date.iso() if each.date is not None else None,
            }
            for each in block.mentions
        ],
    }


def render_json(listings: Sequence[Listing], lists: Sequence[ExportedList] = (), *, skipped: bool = False) -> str:
    """One object for one list, an array of them for several; `skipped` adds the blocks that are in no entry.

    `lists` are the same ones with what is on record about their papers, which is then said too.
    """
    found = []
    for number, listing in enumerate(listings):
        entries = _objects(lists[number]) if lists else [entry_object(listing, each) for each in listing.entries]
        each: dict[str, object] = {"file": show_path(listing.text.path), "entries": entries}
        if skipped:
            each["skipped"] = [_skipped_object(listing, block) for block in listing.skipped]
        found.append(each)
    return f"{json.dumps(found[0] if len(found) == 1 else found, indent=2, ensure_ascii=False)}\n"


def render_jsonl(lists: Iterable[ExportedList]) -> str:
    """An entry a line; each names its file."""
    objects = ({"file": show_path(each.listing.text.path), **found} for each in lists for found in _objects(each))
    return "".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in objects)


def _objects(each: ExportedList) -> list[dict[str, object]]:
    """What each entry says, and what is on record about its paper, with the source."""
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
    """The path with a sign in place of bytes that are not UTF-8: JSON has none."""
    return path.encode(errors="surrogateescape").decode(errors="replace")


def _bibtex(export: Export) -> str:
    from bot.exports.references import make_references, render_bibtex

    return render_bibtex(make_references(export.lists))


def _csl(export: Export) -> str:
    from bot.exports.references import make_references, render_csl

    return render_csl(make_references(export.lists))


def _atom(export: Export) -> str:
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
    return render_feed(export, origin or export.title, order_additions(found))


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
