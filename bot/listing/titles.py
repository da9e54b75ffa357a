"""Words come in; how like the title of a paper they are goes out, and where in them the title itself stands."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.document import Style
from bot.listing.links import read_link_label
from bot.listing.segments import Segment, SegmentKind, Stretch, find_styled
from bot.papers.dates import find_dates, read_date_label
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.listing.segments import Segments


WORD = lazy_pattern(r"[^\W_]+(?:['’-][^\W_]+)*")
_EDGE_LEFT = lazy_pattern(
    r"^(?:\d{1,3}[.)]\s+|[\s:：,，;；.|/·•*~–—-]|\ufffc|[☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+"
)
_EDGE_RIGHT = lazy_pattern(r"(?:[\s:：,，;；.。|/·•~–—-]|\ufffc|[☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+$")
_TAIL_GROUP = lazy_pattern(r"[\s,]*[(（\[]([^()（）\[\]]{1,120})[)）\]]?\s*$")
_TAIL_VENUE = lazy_pattern(r"(?:[.,;]\s+|\s(?=[A-Z][A-Za-z]*['’]\s?\d{2,4}$))([^.,;()\[\]]{4,60})$")
"""A venue with its year at the end: behind a pause, or spelled as no title spells it (`... at Scale ICML' 22`)."""
_DIGIT = lazy_pattern(r"\d")
_HEAD_LABEL = lazy_pattern(r"([^,，:：]{3,40})[,，]\s+")
_CJK = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NAME = lazy_pattern(r"[\w'’.-]+")
_PARTICLES = frozenset("de van von der den la le el di da bin al and et &".split())
_CLOSING_YEAR = lazy_pattern(r"(?:(?:\b|(?<=[A-Z]))(?:19|20)\d\d|['’]\d\d)[.,]?$")
_MOST_NAMES = 15
_ET_AL = lazy_pattern(r"\bet\s+al\b", re.IGNORECASE)
_JOINT = lazy_pattern(r",|;|\band\b|&|、")
_ASIDE = lazy_pattern(r"\([^()]*\)")
_MIXED_CASE = lazy_pattern(r"[a-z]*[A-Z0-9$τ]")
_SENTENCE = lazy_pattern(r"\.\s+(?=[A-Z])")
_FILLERS = frozenset(
    """
    workshop workshops oral poster spotlight highlight best paper award findings main track demo long short and
    of the in proceedings submitted to submission under review accepted published at by on r d b conference
    journal preprint website github findings tech technical report st nd rd th honorable mention candidate
    finalist outstanding proc vol version update updated""".split()
)
_VENUE_YEAR = lazy_pattern(r"(?:[A-Za-z][\w&.-]*\s+){1,3}(?:19|20)\d\d")
_PERIODICAL = lazy_pattern(
    r"\b(?:Journal|Transactions|Proceedings|Annals|Letters) (?:of|on|in)\b|\bProceedings$"
    r"|\b(?:International|Annual|IEEE|ACM|European|Asian|Pacific)\b.*\b(?:Conference|Symposium|Workshop|Congress|Transactions)\b"
)
"""What names a journal or a conference the bot need not know."""


@lru_cache(maxsize=8192)
def is_date_or_venue(text: str) -> bool:
    """True for words that only say when or where: `2025/03`, `ICML'24`, `arXiv 2024.06`, `[CVPR 2023 Oral]`."""
    bare = text.strip(" \t[](){}（）【】*_`,.;:|")
    if not bare or len(bare) > 60 or bare.count(" ") > 8:
        return not bare
    if read_date_label(bare):
        return True
    rest = bare
    dates = find_dates(bare)
    for mention in reversed(dates):
        rest = rest[: mention.start] + " " + rest[mention.end :]
    for venue in reversed(find_venues(rest)):
        rest = rest[: venue.start] + " " + rest[venue.end :]
    if rest == bare:
        return False
    left = [word for word in WORD.findall(rest) if word.casefold() not in _FILLERS and not word.isdigit()]
    precise = any(mention.value is not None and mention.value.month for mention in dates)
    return len(left) <= (1 if precise else 0)


def is_dating(text: str) -> bool:
    """True for link text that only says when or where, in a venue that nobody need know: few words and a year."""
    return is_date_or_venue(text) or bool(_VENUE_YEAR.fullmatch(text.strip()))


def _is_closing(text: str) -> bool:
    """True for the words of a bracket that closes a title: a date, or a venue the bot need not know, with its year."""
    return is_date_or_venue(text) or text.startswith("@") or is_venue_with_year(text)


def is_venue_with_year(text: str) -> bool:
    """True for words that read as the name of a venue with its year: `Physical Review Letters 2018`."""
    if not _CLOSING_YEAR.search(text.strip()):
        return False
    return all(
        word[:1].isupper() or word.casefold() in _FILLERS or not word[:1].isalpha()
        for word in text.replace("/", " ").split()
    )


def _names_venue_and_year(text: str) -> bool:
    """True for a venue that the bot knows with its year, and nothing else."""
    return any(venue.year is not None for venue in find_venues(text)) and is_date_or_venue(text)


def is_name_list(text: str) -> bool:
    """True for words that read as a list of authors."""
    if others := _ET_AL.search(text):
        names = text[: others.start()].replace(",", " ").split()
        return len(names) <= _MOST_NAMES and all(map(_is_name, names))
    if ":" in text or not _JOINT.search(text):
        return False
    parts = [part.strip(" .*†‡§¹²³⁴⁵") for part in _JOINT.split(_ASIDE.sub("", text))]
    parts = [part for part in parts if part]
    if len(parts) < 3:
        return False
    names = [part for part in parts if 2 <= len(words := part.split()) <= 5 and all(map(_is_name, words))]
    return len(names) >= 0.75 * len(parts)


def _is_name(word: str) -> bool:
    """Whether a word may be one of a person's names."""
    return word in _PARTICLES or (word[0].isupper() and _NAME.fullmatch(word) is not None)


def _count_words(text: str) -> int:
    """How many words a text has: numbers are none, and two characters of a script without blanks are one."""
    dense = len(_CJK.findall(text))
    if dense:
        text = _CJK.sub(" ", text)
    return sum(not word.isdecimal() for word in WORD.findall(text)) + dense // 2


@lru_cache(maxsize=8192)
def score_title(text: str) -> float:
    """How like a paper's title some words are, from 0 (not at all) to 1."""
    words = _count_words(text)
    if not words or "://" in text:
        return 0.0
    if read_link_label(text) is not None or is_date_or_venue(text):
        return 0.02
    if is_name_list(text):
        return 0.1
    score = (0.0, 0.2, 0.42, 0.66, 0.86)[words] if words < 5 else 1.0
    if words > 34:
        score = 0.3
    elif words > 24:
        score = 0.8
    if text[0].islower() and not _MIXED_CASE.match(text):
        score *= 0.75
    if words > 8 and len(_SENTENCE.findall(text)) > 1:
        score *= 0.6
    if _PERIODICAL.search(text):
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
        venue = _TAIL_VENUE.search(words, before) if _DIGIT.search(words, max(before, 12)) else None
        if venue and _names_venue_and_year(venue[1]):
            end = start + venue.start()
            continue
        head = _HEAD_LABEL.match(words)
        if head and is_date_or_venue(head[1]):
            start += head.end()
            continue
        if not (right or left) or start >= end:
            return start, max(start, end)


class Role(StrEnum):
    """What sets a title off from the rest of its entry."""

    LINKED = "link text"
    NAMED = "link text and the words after it"
    BOLD = "bold"
    QUOTED = "in quotes"
    ITALIC = "italic"
    PLAIN = "plain words"


@dataclass(frozen=True, slots=True)
class TitleCandidate:
    """Words that could be the title: offsets into the prose's text, and how like one they are, from 0 to 1."""

    role: Role
    start: int
    end: int
    text: str
    score: float
    link: Link | None = None
    column: int = -1
    """The cell that the offsets count in; -1 for the whole head."""
    field: int = 0
    """How many breaks stand before the words."""


_QUOTE = lazy_pattern(
    r"“([^“”]{8,400})[”\"]|(?<!\w)\"([^\"“”]{8,400})[\"”]|«([^«»]{8,400})»|「([^「」]{4,400})」|《([^《》]{4,400})》"
)
_QUOTE_MARK = lazy_pattern(r"[“\"«「《]")
_MARKS = " \t\n🔥⭐️🌟✨💡📄🚀🆕🔖⚡❗‼️\ufffc"
_NAMED = lazy_pattern(r"[^:：]{1,60}[:：]")
_PAUSE = lazy_pattern(r"[.,?!)）]\s+(?=\S)")
_OPENING, _CLOSING = frozenset("([（【"), frozenset(")]）】")
_COLONS = frozenset(":：")
_MOST_PAUSES = 8
_FEWEST_BEFORE_NAMES = 3
_OPTIONS_ASIDE = lazy_pattern(r"\s+[-–—]+\s")
"""A dash that sets a description off from the name before it."""


def find_title_candidates(anatomy: Segments) -> tuple[TitleCandidate, ...]:
    """Everything that could be a title, in no particular order."""
    text, links = anatomy.text, anatomy.links
    options = _linked(text, links)
    bold, italics = (find_styled(anatomy.prose, style) for style in (Style.BOLD, Style.ITALIC))
    for role, stretches in ((Role.BOLD, bold), (Role.ITALIC, italics)):
        options += [_option(role, text, each.start, each.end, _link_of(each, links)) for each in stretches]
    if _QUOTE_MARK.search(text):
        options += _quoted(text, links, bold)
    options += _plain(anatomy, bold, italics)
    kept = [option for option in options if option.score > 0]
    if anatomy.breaks:
        kept = [replace(option, field=bisect_left(anatomy.breaks, option.start)) for option in kept]
    return tuple(kept)


def _quoted(text: str, links: tuple[Stretch, ...], bold: list[Stretch]) -> Iterator[TitleCandidate]:
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


def _option(
    role: Role, text: str, start: int, end: int, link: Link | None = None, weight: float = 1.0
) -> TitleCandidate:
    start, end = trim(text, start, end)
    words = " ".join(text[start:end].split())
    found = weight * score_title(words) if words else 0.0
    if role is Role.QUOTED and found >= 0.4:
        found = max(found, 0.7)  # two words in quotes are a title sooner than two words in bold
    elif role is not Role.LINKED and words[:1] in _OPENING and words[-1:] in _CLOSING:
        found *= 0.3  # a remark
    return TitleCandidate(role, start, end, words, found, link)


def _link_of(stretch: Stretch, links: tuple[Stretch, ...]) -> Link | None:
    """The link that a stretch lies in, or that it holds."""
    return next((link.link for link in links if link.start < stretch.end and stretch.start < link.end), None)


def _linked(text: str, links: tuple[Stretch, ...]) -> list[TitleCandidate]:
    options = []
    for stretch in links:
        link = stretch.link
        if link is None or link.bare or link.href.startswith("#"):
            continue
        words = text[stretch.start : stretch.end]
        if "\ufffc" in words and not words.strip("\ufffc \t\n"):
            continue
        if read_link_label(words.strip()) is None and not is_dating(words):
            options.append(_option(Role.LINKED, text, stretch.start, stretch.end, link))
    return options


def _plain(anatomy: Segments, bold: list[Stretch], italics: list[Stretch]) -> list[TitleCandidate]:
    """Runs of words that no label, date, break or change of voice interrupts, the link at their head included."""
    text = anatomy.text
    ends = [s.end for s in bold if _OPTIONS_ASIDE.match(text, s.end)]
    italics = [s for s in italics if text[s.start : s.end].count(" ") >= 2]
    options: list[TitleCandidate] = []
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
        if piece.kind is SegmentKind.WORDS and text[piece.start : piece.end].strip():
            start, end = piece.start, piece.end
            aside = next((stop for stop in ends if start <= stop < end), None)
            if aside is not None:  # what follows the dash describes what stands before it
                options.append(_flush(anatomy, start, aside, None, len(options)))
                start = None
                break
        elif piece.kind is SegmentKind.LINK and _is_name_options(text[piece.start : piece.end]):
            start, end, named = piece.start, piece.end, piece.link
    if start is not None:
        options.append(_flush(anatomy, start, end, named, len(options)))
    return options


def _flush(anatomy: Segments, start: int, end: int, named: Link | None, earlier: int) -> TitleCandidate:
    """The option that some plain words are, without the authors or the venue that end them."""
    role = Role.NAMED if named is not None else Role.PLAIN
    text = anatomy.text
    end = _end_of_title(anatomy, start, end)
    weight = 0.95 - 0.06 * min(earlier, 5)
    quote = _QUOTE.search(text, start, end) if _QUOTE_MARK.search(text, start, end) else None
    if quote and _is_apart(text, quote) and score_title(quote[0].strip('“”"«»「」《》 .,')) >= 0.4:
        weight = 0.3  # the title is what stands in the quotes
    if named is not None and not _NAMED.match(text, start, end):
        weight = 0.55
    elif named is None and text[start:end].rstrip()[-1:] in _COLONS:
        weight *= 0.5  # these words announce what follows
    return _option(role, text, start, end, named, weight)


def _end_of_title(anatomy: Segments, start: int, end: int) -> int:
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


def _cut(parts: tuple[Segment, ...], italics: list[Stretch]) -> list[Segment]:
    """The pieces, words cut where a longer stretch of italics begins or ends."""
    cut: list[Segment] = []
    for piece in parts:
        if piece.kind is not SegmentKind.WORDS:
            cut.append(piece)
            continue
        cursor = piece.start
        for italic in italics:
            if italic.start >= piece.end or italic.end <= cursor:
                continue
            if italic.start > cursor:
                cut.append(Segment(SegmentKind.WORDS, cursor, italic.start))
            stop = min(italic.end, piece.end)
            cut.append(Segment(SegmentKind.CODE, max(italic.start, cursor), stop))
            cursor = stop
        if cursor < piece.end:
            cut.append(Segment(SegmentKind.WORDS, cursor, piece.end))
    return cut


def _goes_on(text: str, piece: Segment, start: int) -> bool:
    """Whether a piece continues the words before it."""
    if piece.kind is SegmentKind.WORDS:
        return True
    if piece.kind is SegmentKind.GROUP:
        inside = text[piece.start + 1 : piece.end - 1]
        square = text[piece.start] in "[【"
        if square and not text[start : piece.start].strip(_MARKS):
            return False
        glued = text[piece.start - 1 : piece.start].strip() != "" or text[piece.end : piece.end + 1].strip(" ,.;") != ""
        if read_link_label(inside.strip("[]() ")) is not None:
            return False
        if not inside:
            return glued
        return len(inside) < 60 and not is_date_or_venue(inside) and (glued or not square) and "\ufffc" not in inside
    return False


def _is_name_options(words: str) -> bool:
    """Short link text that may be the first words of a title: `[Med-PaLM 2](...): Towards ...`."""
    return (
        "\ufffc" not in words
        and len(WORD.findall(words)) <= 4
        and read_link_label(words.strip()) is None
        and not is_dating(words)
    )
