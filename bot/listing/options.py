"""A candidate's prose comes in; everything in it that could be a title goes out, each with how like a title it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.dates import find_dates, read_label
from bot.document import Style
from bot.listing.groups import Piece, PieceKind, Stretch, style_stretches
from bot.listing.labels import read_label_words
from bot.venues import find_venues

if TYPE_CHECKING:
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


_QUOTE = re.compile(r"“([^“”]{8,400})[”\"]|(?<!\w)\"([^\"“”]{8,400})[\"”]|«([^«»]{8,400})»|「([^「」]{4,400})」|《([^《》]{4,400})》")
_EDGE_LEFT = re.compile(r"^(?:\d{1,3}[.)]\s+|[\s:：,，;；.|/·•*~–—-]|\ufffc|[☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+")
_EDGE_RIGHT = re.compile(r"(?:[\s:：,，;；.。|/·•~–—-]|\ufffc|[☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+$")
_MARKS = " \t\n🔥⭐️🌟✨💡📄🚀🆕🔖⚡❗‼️\ufffc"
_TAIL_GROUP = re.compile(r"[\s,]*[(（\[]([^()（）\[\]]{1,120})[)）\]]?\s*$")
_HEAD_LABEL = re.compile(r"([^,，:：]{3,40})[,，]\s+")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NAME = re.compile(r"^(?:[A-Z][\w'’.-]*\.?|de|van|von|der|den|la|le|el|di|da|bin|al|and|et|&)$")
_LABEL_LEFT = re.compile(r"^\s*[\[(（【]")
_PAUSE = re.compile(r"[.,?!)）]\s+(?=\S)")
_OPENING, _CLOSING = frozenset("([（【"), frozenset(")]）】")
_ASIDE = re.compile(r"\s+[-–—]+\s")
"""A dash that sets a description off from the name before it."""
_SENTENCE = re.compile(r"\.\s+(?=[A-Z])")


@lru_cache(maxsize=8192)
def is_date_or_venue(text: str) -> bool:
    """True for words that only say when or where: `2025/03`, `ICML'24`, `arXiv 2024.06`, `[CVPR 2023 Oral]`."""
    bare = text.strip(" \t[](){}（）【】*_`,.;:|")
    if not bare or len(bare) > 60:
        return not bare
    if read_label(bare):
        return True
    rest = bare
    dates = find_dates(bare)
    for mention in reversed(dates):
        rest = rest[: mention.start] + " " + rest[mention.end :]
    for venue in reversed(find_venues(rest)):
        rest = rest[: venue.start] + " " + rest[venue.end :]
    if rest == bare:
        return False
    left = [word for word in _WORD.findall(rest) if word.casefold() not in _FILLERS and not word.isdigit()]
    precise = any(mention.value is not None and mention.value.month for mention in dates)
    return len(left) <= (1 if precise else 0)


_FILLERS = frozenset(
    """workshop workshops oral poster spotlight highlight best paper award findings main track demo long short and of the in
    proceedings submitted to submission under review accepted published at by on r d b conference journal preprint website
    github findings tech technical report st nd rd th honorable mention candidate finalist outstanding proc vol version
    update updated""".split()
)


_VENUE_YEAR = re.compile(r"(?:[A-Za-z][\w&.-]*\s+){1,3}(?:19|20)\d\d")


def is_dating(text: str) -> bool:
    """True for link text that only says when or where, in a venue that nobody need know: few words and a year."""
    return is_date_or_venue(text) or bool(_VENUE_YEAR.fullmatch(text.strip()))


def _is_closing(text: str) -> bool:
    """True for the words of a bracket that closes a title: a date, or a venue the bot need not know, with its year."""
    if is_date_or_venue(text) or text.startswith("@"):
        return True
    words = text.split()
    if not re.search(r"(?:\b(?:19|20)\d\d|['’]\d\d)[.,]?$", text.strip()):
        return False
    return all(word[:1].isupper() or word.casefold() in _FILLERS or not word[:1].isalpha() for word in words)


def is_name_list(text: str) -> bool:
    """True for words that read as a list of authors."""
    if re.search(r"\bet\s+al\b", text, re.IGNORECASE):
        return True
    parts = [part.strip(" .*†‡§¹²³⁴⁵") for part in re.split(r",|;|\band\b|&|、", re.sub(r"\([^()]*\)", "", text))]
    parts = [part for part in parts if part]
    if len(parts) < 3 or ":" in text:
        return False
    names = [part for part in parts if 2 <= len(words := part.split()) <= 5 and all(map(_NAME.match, words))]
    return len(names) >= 0.75 * len(parts)


@lru_cache(maxsize=8192)
def likeness(text: str) -> float:
    """How like a paper's title some words are, from 0 (not at all) to 1."""
    cjk = len(_CJK.findall(text))
    words = len(_WORD.findall(text)) + cjk // 2
    if not words or "://" in text:
        return 0.0
    if read_label_words(text) is not None or is_date_or_venue(text):
        return 0.02
    if is_name_list(text):
        return 0.1
    score = (0.0, 0.2, 0.42, 0.66, 0.86)[words] if words < 5 else 1.0
    if words > 34:
        score = 0.3
    elif words > 24:
        score = 0.8
    if text[0].islower() and not re.match(r"[a-z]*[A-Z0-9$τ]", text):
        score *= 0.75
    if words > 8 and len(_SENTENCE.findall(text)) > 1:
        score *= 0.6
    return score


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without marks, stray punctuation and a closing date or venue in brackets."""
    while True:
        words = text[start:end]
        left = _EDGE_LEFT.match(words)
        if left:
            start += left.end()
            words = text[start:end]
        right = _EDGE_RIGHT.search(words[-12:]) if words else None
        if right and start < end:
            end -= len(words[-12:]) - right.start()
            words = text[start:end]
        before = max(len(words) - 130, 0)
        tail = _TAIL_GROUP.search(words[before:])
        if tail and _is_closing(tail[1]) and tail.start() + before > 0:
            end = start + before + tail.start()
            continue
        head = _HEAD_LABEL.match(words)
        if head and is_date_or_venue(head[1]):
            start += head.end()
            continue
        if not (right or left) or start >= end:
            return start, max(start, end)


def find_options(anatomy: Anatomy) -> tuple[Option, ...]:
    """Everything that could be a title, in no particular order."""
    prose, text, links = anatomy.prose, anatomy.text, anatomy.links
    options = _linked(text, links)
    bold = style_stretches(prose, Style.BOLD)
    bold_ends = {stretch.end for stretch in bold}
    for stretch in bold:
        options.append(_option(Role.BOLD, text, stretch.start, stretch.end, _link_of(stretch, links)))
    for stretch in style_stretches(prose, Style.ITALIC):
        options.append(_option(Role.ITALIC, text, stretch.start, stretch.end, _link_of(stretch, links)))
    for match in _QUOTE.finditer(text):
        if not _is_apart(text, match) and len(text[: match.start()].rstrip()) not in bold_ends:
            continue
        number = match.lastindex or 1
        stretch_link = next((s.link for s in links if s.start < match.end() and match.start() < s.end), None)
        options.append(_option(Role.QUOTED, text, match.start(number), match.end(number), stretch_link))
    options += _plain(anatomy)
    return tuple(option for option in options if option.likeness > 0)


def _is_apart(text: str, quote: re.Match[str]) -> bool:
    """Whether quoted words stand by themselves, not as a phrase inside a title."""
    before, after = text[: quote.start()].rstrip(" \t"), text[quote.end() :].lstrip(" \t")
    closed = quote[0][-2:-1] in ".,?!" or not after or after[0] in ".,;([（【|\n-–—\ufffc"
    return closed and (not before or before[-1] in ".,;:：)]）】|\n-–—*\ufffc")


def _option(role: Role, text: str, start: int, end: int, link: Link | None = None, weight: float = 1.0) -> Option:
    start, end = trim(text, start, end)
    words = re.sub(r"\s+", " ", text[start:end])
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


def _plain(anatomy: Anatomy) -> list[Option]:
    """Runs of words that no label, date, break or change of voice interrupts, the link at their head included."""
    text = anatomy.text
    ends = [s.end for s in style_stretches(anatomy.prose, Style.BOLD) if _ASIDE.match(text, s.end)]
    italics = [s for s in style_stretches(anatomy.prose, Style.ITALIC) if text[s.start : s.end].count(" ") >= 2]
    options: list[Option] = []
    start: int | None = None
    named: Link | None = None
    end = 0
    for piece in _cut(anatomy.pieces, italics):
        if start is not None and _goes_on(text, piece, start):
            end = piece.end
            continue
        if start is not None:
            options.append(_flush(text, start, end, named, len(options)))
        start, named = None, None
        if piece.kind is PieceKind.WORDS and text[piece.start : piece.end].strip():
            start, end = piece.start, piece.end
            aside = next((stop for stop in ends if start <= stop < end), None)
            if aside is not None:  # what follows the dash describes what stands before it
                options.append(_flush(text, start, aside, None, len(options)))
                start = None
                break
        elif piece.kind is PieceKind.LINK and _is_name(text[piece.start : piece.end]):
            start, end, named = piece.start, piece.end, piece.link
    if start is not None:
        options.append(_flush(text, start, end, named, len(options)))
    return options


def _flush(text: str, start: int, end: int, named: Link | None, earlier: int) -> Option:
    """The option that some plain words are, without the authors or the venue that end them."""
    role = Role.NAMED if named is not None else Role.PLAIN
    words = text[start:end]
    for number, cut in enumerate(_PAUSE.finditer(words)):
        if number > 8:
            break
        rest = words[cut.end() :][:200]
        if len(_WORD.findall(words[: cut.start()])) >= 3 and (is_name_list(rest) or is_dating(rest)):
            end = start + cut.start() + 1
            break
    weight = 0.95 - 0.06 * min(earlier, 5)
    quote = _QUOTE.search(text, start, end)
    if quote and _is_apart(text, quote) and likeness(quote[0].strip("“”\"«»「」《》 .,")) >= 0.4:
        weight = 0.3  # the title is what stands in the quotes
    if named is not None and not re.match(r"[^:：]{1,60}[:：]", words):
        weight = 0.55
    return _option(role, text, start, end, named, weight)


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
        return len(inside) < 60 and not is_date_or_venue(inside) and (glued or not square) and "\ufffc" not in inside
    return False


def _is_name(words: str) -> bool:
    """Short link text that may be the first words of a title: `[Med-PaLM 2](...): Towards ...`."""
    return (
        "\ufffc" not in words
        and len(_WORD.findall(words)) <= 4
        and read_label_words(words.strip()) is None
        and not is_dating(words)
    )
