"""Records of a data file as values: fields with their exact spans, whatever format they are written in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bot.document import formats
from bot.document.model import Format

if TYPE_CHECKING:
    from bot.document.model import Comment, Flaw
    from bot.text import Span

FORMATS = {
    formats.YAML: Format(formats.YAML, ("# ", "")),
    formats.CSV: Format(formats.CSV, None),
    formats.TSV: Format(formats.TSV, None),
    formats.BIBTEX: Format(formats.BIBTEX, ("% ", ""), has_comments_inside=False),
    formats.FRONT_MATTER: Format(formats.FRONT_MATTER, ("# ", "")),
}
"""The formats that are read, by their names."""
YAML, BIBTEX = FORMATS[formats.YAML], FORMATS[formats.BIBTEX]


class Leaf(NamedTuple):
    """One value of a record; lists and mappings in a field have several."""

    name: str
    """The name of the field, as written."""
    label: str
    """What names the value closest: the key beside it, or the name of the field."""
    text: str
    span: Span
    """Where the value is, without quotes; where another place holds it, the name of the field instead."""
    quote: str
    """As in `Value`."""
    is_verbatim: bool
    """Whether the file has the text as it is, without escapes, at its span."""
    key: Span
    """Where the name is; empty where a header has it."""


class Heading(NamedTuple):
    """What groups records: the key above them, or the name of their group."""

    text: str
    words: Span
    span: Span
    """The group with its heading."""


class Record(NamedTuple):
    """One record, with the groups around it, outermost first."""

    span: Span
    leaves: tuple[Leaf, ...]
    groups: tuple[Heading, ...] = ()
    kind: str = ""
    """The type of an entry of BibTeX, in small letters."""


@dataclass(frozen=True, slots=True)
class Source:
    """A data file with its records, in order of place."""

    format: Format
    records: tuple[Record, ...]
    comments: tuple[Comment, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    names: tuple[str, ...] = ()
    """The names of the fields where the format lists them: the header of a table."""
    delimiter: str = ""
    """What is between the values of a table."""
