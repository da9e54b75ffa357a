"""The lock file of a list, `papers.lock.jsonl`: what is known of its papers, one JSON object a line, sorted by id."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date  # noqa: TC003 - the codec reads annotations
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from bot import files
from bot.codec import CodecError, from_json
from bot.errors import BotError
from bot.facts.model import Paper
from bot.papers.identifiers import identify
from bot.text import json_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.papers.identifiers import Identifier
    from bot.text import Text

NAME = "papers.lock.jsonl"
"""The file beside a list."""
_LONGEST_LINE = 500_000
"""Characters; a paper by 3,000 authors takes 60,000."""
_MOST_AUTHORS = 10_000


@dataclass(frozen=True, slots=True)
class LockedPaper:
    """One line: a paper as it was on the day `checked`; what is not known is null or empty."""

    id: str
    """Scheme and value: `arXiv:2401.12345`."""
    title: str
    checked: date
    titles: tuple[str, ...] = ()
    """Its titles in earlier versions."""
    authors: tuple[str, ...] = ()
    submitted: date | None = None
    updated: date | None = None
    comment: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    categories: tuple[str, ...] = ()
    withdrawn: bool = False

    def paper(self, identifier: Identifier) -> Paper:
        """The same as a fact."""
        return Paper(
            identifier=identifier,
            title=self.title,
            other_titles=self.titles,
            published=self.submitted,
            updated=self.updated,
            comment=self.comment,
            journal_reference=self.journal_ref,
            doi=self.doi,
            withdrawn=self.withdrawn,
            authors=self.authors,
            categories=self.categories,
        )


def lock_path(list_path: str) -> Path:
    """Where the lock file of a list is; that of standard input is in the current folder."""
    return Path(NAME) if list_path == files.STDIN else Path(list_path).with_name(NAME)


def load_lock(path: Path) -> Mapping[Identifier, LockedPaper]:
    """The papers of a lock file, none where there is no file. Raises BotError as `read_lock` and `files.read`."""
    return read_lock(files.read(str(path))) if files.is_file(path) else MappingProxyType({})


def read_lock(text: Text) -> Mapping[Identifier, LockedPaper]:
    """The papers of a lock file by what they are; the last of two lines about one. Raises BotError for a bad line."""
    found: dict[Identifier, LockedPaper] = {}
    for number, line in enumerate(text.content.splitlines(), 1):
        if line.strip():
            try:
                identifier, paper = _read_line(line)
            except CodecError as error:
                message = f"{text.path}, line {number}: {error}"
                raise BotError(message, "correct or delete the line; each is one JSON object") from None
            found[identifier] = paper
    return MappingProxyType(found)


def _read_line(line: str) -> tuple[Identifier, LockedPaper]:
    """A paper, and what it is. Raises CodecError."""
    if len(line) > _LONGEST_LINE:
        raise CodecError(f"longer than {_LONGEST_LINE:,} characters")
    try:
        value = json.loads(json_text(line))
    except (ValueError, RecursionError):
        raise CodecError("not valid JSON") from None
    paper = from_json(LockedPaper, value)
    identifier = identify(paper.id).identifier
    if identifier is None or not identifier.is_paper or "/" in paper.id.partition(":")[0]:
        raise CodecError("must name a paper, such as arXiv:2401.12345", ("id",))
    if len(paper.authors) > _MOST_AUTHORS:
        raise CodecError(f"more than {_MOST_AUTHORS:,}", ("authors",))
    return identifier, paper
