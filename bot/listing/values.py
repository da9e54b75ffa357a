"""The small values that an entry is made of: its carrier, its kind, its parts and its date."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.papers.dates import DateFormat, PartialDate
    from bot.text import Span


class Carrier(StrEnum):
    """The piece of Markdown that carries an entry."""

    BULLET = "bullet"
    NUMBERED = "numbered item"
    ROW = "table row"
    PARAGRAPH = "paragraph"
    HEADING = "heading"
    HTML = "HTML block"


class Kind(StrEnum):
    """What an entry is about; rules on papers leave the others alone."""

    PAPER = "paper"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Part:
    """A field of an entry: its value as plain text, and the span it was read from."""

    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class Parts:
    """Fields of an entry that stand beside title, date and link."""

    venue: Part | None = None
    affiliation: Part | None = None
    citations: Part | None = None
    comment: Part | None = None
    marks: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class DateLabel:
    """A date as the entry writes it; `value` is None where the label names no possible date."""

    text: str
    span: Span
    format: DateFormat
    value: PartialDate | None
