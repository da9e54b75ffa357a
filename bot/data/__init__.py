"""Files of records as lists of papers: YAML, tables, BibTeX, and the front matter of Markdown files."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from bot.data.fields import FORMATS, NO_NAMES, Names, Source
from bot.document import parse
from bot.document.model import BIBTEX, FRONT_MATTER, YAML, find_other_format
from bot.errors import CANNOT_RUN, BotError
from bot.listing import Listing
from bot.listing import read as read_markdown
from bot.papers.identifiers import identify
from bot.text import Text, lazy_pattern

_KEPT = 64
"""Files whose records are kept: a run reads the same file to see whether it can, and to check it."""
_MOST_ENTRIES = 2
"""Entries in the Markdown below front matter; with more of them the file is a list in Markdown."""
_NAME = lazy_pattern(r"(?<![\w.-])[\w./-]{1,100}\.(?:ya?ml|csv|tsv|bib)(?![\w-])", re.IGNORECASE)
_IN_REPOSITORY = lazy_pattern(r"(?:.*/(?:blob|raw|tree|edit)/[^/]+/|\./)")
_GENERATED = lazy_pattern(
    r"\b(?:auto-?)?(?:generated|rendered|built|created|compiled|updated) (?:automatically )?(?:from|by|using|with)\b"
    r"|\b(?:auto(?:matically)?[- ]?(?:generated|updated)|generated file)\b"
    r"|\b(?:do not|don't|never) (?:manually )?edit\b"
    r"|自动生成",
    re.IGNORECASE,
)
_NEAR = 200
"""Characters between the name of a file and the words that say what it is for."""
_MOST_SOURCES = 5
_MOST_NAMES = 300
"""Names of files that are looked at: strangers may write thousands."""
_TITLE = lazy_pattern(r"\ufeff?---[ \t]*[\r\n]++(?:(?!---)[^\r\n]*+[\r\n]++){0,200}?title[ \t]*:")


def find_format(text: Text) -> str | None:
    """The format of a file that is not a list in Markdown; None for those that are."""
    form = find_other_format(text.path, text.content)
    return FRONT_MATTER if form is None and _describes_paper(text) else form


def read(text: Text, names: Names = NO_NAMES) -> Listing:
    """The list of papers that a file is, in records or in Markdown. Never fails: what is not valid is an empty list."""
    form = find_format(text)
    return read_records(text, form, names) if form in FORMATS else read_markdown(parse(text))


def read_records(text: Text, form: str, names: Names = NO_NAMES) -> Listing:
    """The list of papers that the records of a file are; without an entry where it is not valid."""
    from bot.data.reading import read_listing

    try:
        source = read_source(text, form, names)
    except BotError:
        source = Source(FORMATS[form], ())
    return read_listing(text, source, names)


def check(text: Text, names: Names = NO_NAMES) -> None:
    """Raise BotError for a file in a format that is not read, that is not valid, or is not a list of papers."""
    form, shown = find_format(text), "standard input" if text.path == "-" else text.path
    if form is None:
        return
    if form not in FORMATS:
        hint = "name a list in Markdown, YAML, CSV or BibTeX"
        raise BotError(f"{shown} is {form}, which is not read", hint, CANNOT_RUN)
    source = read_source(text, form, names)
    if source.records and not read_records(text, form, names).entries:
        message = f"{shown} is not a list of papers: hardly any of its records has a title and names a paper"
        hint = "name another file, or the fields of this one under `fields` in .github/paperlist-bot.yml"
        raise BotError(message, hint, CANNOT_RUN)


def read_source(text: Text, form: str, names: Names = NO_NAMES) -> Source:
    """The records of a file in one of the formats. Raises BotError if it is not valid."""
    return _read_source(text, form, tuple(names.items()))


def _describes_paper(text: Text) -> bool:
    """Whether a Markdown file has front matter about a paper, and is itself not a list."""
    if _TITLE.match(text.content) is None:
        return False
    entries = read_records(text, FRONT_MATTER).entries
    is_paper = any(entry.work is not None and entry.work.is_paper for entry in entries)
    is_paper = is_paper or any(each.link and identify(each.link.href).form is not None for each in entries)
    return is_paper and len(read_markdown(parse(text)).entries) <= _MOST_ENTRIES


@lru_cache(maxsize=_KEPT)
def _read_source(text: Text, form: str, names: tuple[tuple[str, tuple[str, ...]], ...]) -> Source:
    if form == BIBTEX:
        from bot.data.bibtex import read_bibtex

        return read_bibtex(text)
    if form not in (YAML, FRONT_MATTER):
        from bot.data.csv_source import read_table

        return read_table(text, form)
    from bot.data.yaml import read_front_matter, read_yaml

    return read_yaml(text, dict(names)) if form == YAML else read_front_matter(text, dict(names))


def find_source_names(content: str) -> tuple[str, ...]:
    """The data files that a list says it is generated from, as paths from its folder or the repository's top."""
    found = []
    for match in islice(_NAME.finditer(content), _MOST_NAMES):
        around = content[max(match.start() - _NEAR, 0) : match.end() + _NEAR]
        if _GENERATED.search(around):
            found.append(_IN_REPOSITORY.sub("", match[0], count=1))
            if len(found) == _MOST_SOURCES:
                break
    return tuple(dict.fromkeys(found))
