"""Records as they are written into lists: on one line each, and with what they say of the place of publication."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.papers.identifiers import Scheme
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from bot.papers.record import Record

_MOST_CHARACTERS = 1_000
"""Longer titles and names are no titles and names."""
_MAX_NAME_WORDS = 6
_SHORT_VENUE = lazy_pattern(r"(\S.{0,30}?)(\W{0,2})((?:19|20)?\d\d)?")
"""The usual name of a venue, and its year."""
_BESIDE = lazy_pattern(
    r"\b(?:workshops?|findings|companion|adjunct|extended abstracts?|demos?|demonstrations?)\b", re.IGNORECASE
)
_COINED = lazy_pattern(r"\s*([^\s:：][^:：]*?)\s*[:：]\s*\S")


def for_list(record: Record) -> Record:
    """The record with texts that fit into an entry: control characters and line ends become blanks.

    What authors say of the venue of a preprint is a sentence of theirs, and is left out.
    """
    return replace(
        record,
        title=one_line(record.title),
        titles=tuple(map(one_line, record.titles or ())),
        authors=tuple(name for each in record.authors if (name := one_line(each))),
        venue="" if record.preprint else one_line(record.venue),
        address=one_line(record.address),
        code=one_line(record.code),
    )


def is_on_arxiv(record: Record) -> bool:
    """Whether the paper has an arXiv id."""
    return record.identifier is not None and record.identifier.scheme is Scheme.ARXIV


def write_venue(record: Record, written: str) -> str:
    """The venue in the way in which `written` names another one: `KDD 2016` after `CVPR 2024`; else as it is on record.

    A workshop, or findings, are not the conference that they belong to.
    """
    own = next((each for each in find_venues(record.venue) if not each.preprint), None)
    model = _SHORT_VENUE.fullmatch(written)
    if own is None or model is None or _BESIDE.search(record.venue):
        return record.venue
    if not any(each.name == model[1] for each in find_venues(written)):
        return record.venue
    if not model[3] or record.year is None:
        return own.name
    year = f"{record.year:04}"
    return f"{own.name}{model[2]}{year if len(model[3]) == len(year) else year[-2:]}"


def coined_head(title: str) -> str:
    """The name before the colon of a title: `FireAct`; empty where there is none."""
    match = _COINED.match(title)
    return match[1] if match and len(match[1].split()) <= _MAX_NAME_WORDS else ""


def one_line(text: str) -> str:
    """The text without what would end a line or hide something from a reader."""
    shown = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in text[:_MOST_CHARACTERS])
    return re.sub(r" +", " ", shown).strip()
