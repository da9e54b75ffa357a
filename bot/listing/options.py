"""A candidate's prose comes in; everything in it that could be a title goes out, each with how like a title it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.document import Style
from bot.listing.groups import Piece, PieceKind, Stretch, style_stretches
from bot.listing.labels import read_label_words
from bot.listing.likeness import WORD, is_date_or_venue, is_dating, is_name_list, likeness, trim

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.listing.groups import Anatomy


class Role(StrEnum):
    """What sets a title off from the rest of its entry."""

    LINKED = "link text"
    NAMED = "link text and the words after it"
    BOLD = "bold"
    QUOTED = "in quotes"
    ITALIC = "italic"
    PLAIN = "plain words"


@dataclass(frozen=True, slots=True)
class Option:
    """Words that could be the title: offsets into the prose's text, and their likeness to one from 0 to 1."""

    role: Role
    start: int
    end: int
    text: str
    likeness: float
    link: Link | None = None
    column: int = -1
    """The cell that the offsets count in; -1 for the whole head."""
    field: int = 0
    """How many breaks stand before the words."""


_QUOTE = re.compile(
    r"“([^“”]{8,400})[”\"]|(?<!\w)\"([^\"“”]{8,400})[\"”]|«([^«»]{8,400})»|「([^「」]{4,400})」|《([^《》]{4,400})》"
)
_QUOTE_MARK = re.compile(r"[“\"«「《]")
_MARKS = " \t\n🔥⭐️🌟✨💡📄🚀🆕🔖⚡❗‼️\ufffc"
_NAMED = re.compile(r"[^:：]{1,60}[:：]")
_PAUSE = re.compile(r"[.,?!)）]\s+(?=\S)")
_OPENING, _CLOSING = frozenset("([（【"), frozenset(")]）】")
_COLONS = frozenset(":：")
_MOST_PAUSES = 8
_FEWEST_BEFORE_NAMES = 3
_ASIDE = re.compile(r"\s+[-–—]+\s")
"""A dash that sets a description off from the name before it."""


def find_options(anatomy: Anatomy) -> tuple[Option, ...]:
    """Everything that could be a title, in no particular order."""
    text, links = anatomy.text, anatomy.links
    options = _linked(text, links)
    bold, italics = (style_stretches(anatomy.prose, style) for style in (Style.BOLD, Style.ITALIC))
    for role, stretches in ((Role.BOLD, bold), (Role.ITALIC, italics)):
        options += [_option(role, text, each.start, each.end, _link_of(each, links)) for each in stretches]
    if _QUOTE_MARK.search(text):
        options += _quoted(text, links, bold)
    options += _plain(anatomy, bold, italics)
    kept = [option for option in options if option.likeness > 0]
    if anatomy.breaks:
        kept = [replace(option, field=bisect_left(anatomy.breaks, option.start)) for option in kept]
    return tuple(kept)


def _quoted(text: str, links: tuple[Stretch, ...], bold: list[Stretch]) -> Iterator[Option]:
    """Words in quotes that stand by themselves, or behind a name in bold."""
    bold_ends = {stretch.end for stretch in bold}
    for match in _QUOTE.finditer(text):
        if _is_apart(text, match) or len(text[: match.start()].rstrip()) in bold_ends:
            start, end = match.span(match.lastindex or 1)
            yield _option(Role.QUOTED, text, start, end, _link_of(Stretch(*match.span()), links))


def _is_apart(text: str, quote: re.Match[str]) -> bool:
    """Whether quoted words stand by themselves, not as a phrase inside a title."""
    before, after = text[: quote.start()].rstrip(" \t"), text[quote.end() :].lstrip(" \t")
    closed = quote[0][-2:-1] in ".,?!" or not after or after[0] in ".,;([（【|\n-–—\ufffc"
    return closed and (not before or before[-1] in ".,;:：)]）】|\n-–—*\ufffc")


def _option(role: Role, text: str, start: int, end: int, link: Link | None = None, weight: float = 1.0) -> Option:
    start, end = trim(text, start, end)
    words = " ".join(text[start:end].split())
    found = weight * likeness(words) if words else 0.0
    if role is Role.QUOTED and found >= 0.4:
        found = max(found, 0.7)  # two words in quotes are a title sooner than two words in bold
    elif role is not Role.LINKED and words[:1] in _OPENING and words[-1:] in _CLOSING:
        found *= 0.3  # a remark
    return Option(role, start, end, words, found, link)


def _link_of(stretch: Stretch, links: tuple[Stretch, ...]) -> Link | None:
    """The link that a stretch lies in, or that it holds."""
    return next((link.link for link in links if link.start < stretch.end and stretch.start < link.end), None)


def _linked(text: str, links: tuple[Stretch, ...]) -> list[Option]:
    options = []
    for stretch in links:
        link = stretch.link
        if link is None or link.bare or link.href.startswith("#"):
            continue
        words = text[stretch.start : stretch.end]
        if "\ufffc" in words and not words.strip("\ufffc \t\n"):
            continue
        if read_label_words(words.strip()) is None and not is_dating(words):
            options.append(_option(Role.LINKED, text, stretch.start, stretch.end, link))
    return options


def _plain(anatomy: Anatomy, bold: list[Stretch], italics: list[Stretch]) -> list[Option]:
    """Runs of words that no label, date, break or change of voice interrupts, the link at their head included."""
    text = anatomy.text
    ends = [s.end for s in bold if _ASIDE.match(text, s.end)]
    italics = [s for s in italics if text[s.start : s.end].count(" ") >= 2]
    options: list[Option] = []
    start: int | None = None
    named: Link | None = None
    end = 0
    for piece in _cut(anatomy.pieces, italics):
        if start is not None and _goes_on(text, piece, start):
            end = piece.end
            continue
        if start is not None:
            options.append(_flush(anatomy, start, end, named, len(options)))
        start, named = None, None
        if piece.kind is PieceKind.WORDS and text[piece.start : piece.end].strip():
            start, end = piece.start, piece.end
            aside = next((stop for stop in ends if start <= stop < end), None)
            if aside is not None:  # what follows the dash describes what stands before it
                options.append(_flush(anatomy, start, aside, None, len(options)))
                start = None
                break
        elif piece.kind is PieceKind.LINK and _is_name(text[piece.start : piece.end]):
            start, end, named = piece.start, piece.end, piece.link
    if start is not None:
        options.append(_flush(anatomy, start, end, named, len(options)))
    return options


def _flush(anatomy: Anatomy, start: int, end: int, named: Link | None, earlier: int) -> Option:
    """The option that some plain words are, without the authors or the venue that end them."""
    role = Role.NAMED if named is not None else Role.PLAIN
    text = anatomy.text
    end = _end_of_title(anatomy, start, end)
    weight = 0.95 - 0.06 * min(earlier, 5)
    quote = _QUOTE.search(text, start, end) if _QUOTE_MARK.search(text, start, end) else None
    if quote and _is_apart(text, quote) and likeness(quote[0].strip('“”"«»「」《》 .,')) >= 0.4:
        weight = 0.3  # the title is what stands in the quotes
    if named is not None and not _NAMED.match(text, start, end):
        weight = 0.55
    elif named is None and text[start:end].rstrip()[-1:] in _COLONS:
        weight *= 0.5  # these words announce what follows
    return _option(role, text, start, end, named, weight)


def _end_of_title(anatomy: Anatomy, start: int, end: int) -> int:
    """Where a title in `text[start:end]` ends: before the pause after which only authors, a date or a venue follow."""
    text = anatomy.text
    for number, pause in enumerate(_PAUSE.finditer(text, start, end)):
        if number > _MOST_PAUSES:
            break
        if any(group.start < pause.start() < group.end - 1 for group in anatomy.groups):
            continue
        rest = text[pause.end() : end][:200]
        words = len(WORD.findall(text, start, pause.start()))
        if (words and is_dating(rest)) or (words >= _FEWEST_BEFORE_NAMES and is_name_list(rest)):
            return pause.start() + 1
    return end


def _cut(parts: tuple[Piece, ...], italics: list[Stretch]) -> list[Piece]:
    """The pieces, words cut where a longer stretch of italics begins or ends."""
    cut: list[Piece] = []
    for piece in parts:
        if piece.kind is not PieceKind.WORDS:
            cut.append(piece)
            continue
        cursor = piece.start
        for italic in italics:
            if italic.start >= piece.end or italic.end <= cursor:
                continue
            if italic.start > cursor:
                cut.append(Piece(PieceKind.WORDS, cursor, italic.start))
            stop = min(italic.end, piece.end)
            cut.append(Piece(PieceKind.CODE, max(italic.start, cursor), stop))
            cursor = stop
        if cursor < piece.end:
            cut.append(Piece(PieceKind.WORDS, cursor, piece.end))
    return cut


def _goes_on(text: str, piece: Piece, start: int) -> bool:
    """Whether a piece continues the words before it."""
    if piece.kind is PieceKind.WORDS:
        return True
    if piece.kind is PieceKind.GROUP:
        inside = text[piece.start + 1 : piece.end - 1]
        square = text[piece.start] in "[【"
        if square and not text[start : piece.start].strip(_MARKS):
            return False
        glued = text[piece.start - 1 : piece.start].strip() != "" or text[piece.end : piece.end + 1].strip(" ,.;") != ""
        if read_label_words(inside.strip("[]() ")) is not None:
            return False
        if not inside:
            return glued
        return len(inside) < 60 and not is_date_or_venue(inside) and (glued or not square) and "\ufffc" not in inside
    return False


def _is_name(words: str) -> bool:
    """Short link text that may be the first words of a title: `[Med-PaLM 2](...): Towards ...`."""
    return (
        "\ufffc" not in words
        and len(WORD.findall(words)) <= 4
        and read_label_words(words.strip()) is None
        and not is_dating(words)
    )
