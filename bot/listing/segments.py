"""The segments of a paragraph, heading or cell as a reader sees them: links, brackets, images, code, breaks, words.

Also what is stressed or quoted among these, what separates their fields, and the labels that its lines begin with,
which say what follows: `Datasets: MATH-500`.
"""

from __future__ import annotations

import re
import sys
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from bot.document import RunKind, Style
from bot.listing.shapes import BY, SPACE, WHEN_OR_WHERE, WHOLES, WRAP, Shape, read_shape
from bot.text import PAUSE_KIND, StrEnum, kinds_of, lazy_pattern, maker

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence

    from bot.document import Link, Prose
    from bot.document.model import Wording
    from bot.listing.shapes import Field


_T = TypeVar("_T")
_PAIRS = {"(": ")", "[": "]", "（": "）", "【": "】", "〔": "〕"}
_OPENERS = {")": "(（", "）": "(（", "]": "[", "】": "【", "〕": "〔"}
_MAX_DEPTH = 8
"""Open brackets that may be between a bracket and its partner."""
_BAR = lazy_pattern(r"(?<!\S)[|｜]|[|｜](?!\S)|｜")
"""A bar between fields has a space on at least one side; `P(x|y)` has none."""
_BRACKET = lazy_pattern("[" + re.escape("".join(_PAIRS) + "".join(_PAIRS.values())) + "]")
_SETS_OFF = frozenset(("|", "｜", *_PAIRS, *_PAIRS.values()))
"""What may divide plain words into segments: brackets and bars."""


_LABEL = lazy_pattern(r"^[ \t]*([A-Za-z][A-Za-z-]{1,24}(?: [A-Za-z-]{1,24}){0,2})[ \t]*[:：](?!//)[:：]*", re.MULTILINE)
"""Up to three words and a colon at the start of a line."""


class SegmentKind(StrEnum):
    """What a segment is."""

    LINK = "link"
    GROUP = "group"
    """Words in brackets, the brackets included; links may be inside."""
    IMAGE = "image"
    CODE = "code"
    BREAK = "break"
    """What separates fields: a line break that the reader sees, a bar."""
    WORDS = "words"


class Segment(NamedTuple):
    """A part of a prose: offsets into its text, and the link that it is."""

    kind: SegmentKind
    start: int
    end: int
    link: Link | None = None


_make = maker(Segment)


class SegmentedProse(NamedTuple):
    """A prose cut into segments."""

    prose: Prose
    text: str
    """The text of the prose."""
    links: tuple[Segment, ...]
    groups: tuple[Segment, ...]
    segments: tuple[Segment, ...]
    """The whole text, in order; a link inside brackets is in `links` alone."""
    unlinked: tuple[int, ...] = ()
    """Where a link begins and ends that is read as if it were none."""


_make_segmented = maker(SegmentedProse)


def split_segments(prose: Prose) -> SegmentedProse:
    """Cut a prose at everything that is not words; of two segments that overlap the first and longer one counts."""
    if prose.is_plain and _SETS_OFF.isdisjoint(text := prose.text):  # most cells of tables: not kept
        return _make_segmented((prose, text, (), (), (_make((SegmentKind.WORDS, 0, len(text), None)),), ()))
    try:
        return prose.segmented  # type: ignore[return-value]
    except AttributeError:  # the first of many that ask
        links = find_links(prose)
        if (wording := prose.wording) is None:
            prose.segmented = segmented = _split(prose, links)
            return segmented
        cut = read_once(wording, "segments", lambda: _split(prose, links))
        prose.segmented = segmented = cut if cut.prose is prose else _with_links(cut, prose, links)
        return segmented


def read_once(wording: Wording, what: Hashable, read: Callable[[], _T]) -> _T:
    """What `read` finds in a prose and that is the same wherever it is: found before in another version of a list."""
    if what not in wording:
        wording[what] = read()
    return cast("_T", wording[what])


def _with_links(cut: SegmentedProse, prose: Prose, links: list[Segment]) -> SegmentedProse:
    """The same cut of a prose that is at another place, with the links there."""
    if SegmentKind.IMAGE in [each.kind for each in cut.segments]:
        return _split(prose, links)
    own = {id(old): each for old, each in zip(cut.links, links, strict=True)}
    segments = [own[id(each)] if each.kind is SegmentKind.LINK else each for each in cut.segments]
    return SegmentedProse(prose, cut.text, tuple(links), cut.groups, tuple(segments))


def unlink(prose: SegmentedProse, link: Segment) -> SegmentedProse:
    """Cut a prose as if one of its links were none: its words are cut as all others."""
    return _split(prose.prose, [each for each in prose.links if each is not link])._replace(unlinked=link[1:3])


def _split(prose: Prose, links: list[Segment]) -> SegmentedProse:
    text = prose.text
    groups = _find_groups(text, links)
    segments: list[Segment] = []
    cursor = 0
    longer_first = sorted([*groups, *links, *_find_separators(prose)], key=itemgetter(2), reverse=True)
    for found in sorted(longer_first, key=itemgetter(1)):
        if found.start < cursor:
            continue
        if found.start > cursor:
            segments.append(_make((SegmentKind.WORDS, cursor, found.start, None)))
        segments.append(found)
        cursor = found.end
    if cursor < len(text):
        segments.append(_make((SegmentKind.WORDS, cursor, len(text), None)))
    return _make_segmented((prose, text, tuple(links), tuple(groups), tuple(segments), ()))


def find_links(prose: Prose) -> list[Segment]:
    """Where each link's words are in the text, in order; a linked image counts with its one character."""
    found: list[Segment] = []
    if prose.is_plain:
        return found
    for run, start in zip(prose.runs, prose.starts, strict=True):
        if run.link is None:
            continue
        first = found.pop().start if found and found[-1].link is run.link else start
        found.append(_make((SegmentKind.LINK, first, start + len(run.value), run.link)))
    return found


def find_styled(prose: Prose, style: int) -> list[Segment]:
    """Where the text is in `style`, spaces between two such runs included."""
    found: list[Segment] = []
    if not prose.styles & style:
        return found
    gap = True
    for run, start in zip(prose.runs, prose.starts, strict=True):
        if run.style & style and run.kind is not RunKind.IMAGE:
            first = found.pop().start if found and not gap else start
            found.append(_make((SegmentKind.WORDS, first, start + len(run.value), None)))
            gap = False
        elif not gap and run.value.strip():
            gap = True
    return found


def cut_at_italics(segments: tuple[Segment, ...], italics: list[Segment]) -> Sequence[Segment]:
    """The segments, words cut where a longer run of italics begins or ends."""
    if not italics:
        return segments
    found: list[Segment] = []
    for segment in segments:
        if segment.kind is not SegmentKind.WORDS:
            found.append(segment)
            continue
        cursor = segment.start
        for italic in italics:
            if italic.start >= segment.end or italic.end <= cursor:
                continue
            if italic.start > cursor:
                found.append(Segment(SegmentKind.WORDS, cursor, italic.start))
            stop = min(italic.end, segment.end)
            found.append(Segment(SegmentKind.CODE, max(italic.start, cursor), stop))
            cursor = stop
        if cursor < segment.end:
            found.append(Segment(SegmentKind.WORDS, cursor, segment.end))
    return found


_STRESSED = lazy_pattern(r".?(?P<open>[(\[（【])\n[)\]）】].?|(?P<before>[^\W\d_]) \n (?P<after>[^\W\d_])", re.DOTALL)
"""What is beside a style on both sides: brackets, or words without a separator."""
_MOST_STRESSED = 3
"""Words of a phrase that a style stresses; more are set off."""


def is_stress(prose: SegmentedProse, start: int, end: int) -> bool:
    """Whether a style stresses a few words of a phrase, or all that is in brackets: `Title (**NAME**)`."""
    text = prose.text
    around = _STRESSED.fullmatch(text[max(start - 2, 0) : start] + "\n" + text[end : end + 2])
    if around is None or around["open"]:
        return around is not None
    beside = [link for link in prose.links if link.start < end + 2 and start - 2 < link.end]
    is_linked = any(link.start < start and end < link.end for link in beside)
    is_phrase = is_linked or (not beside and (around["before"].islower() or around["after"].islower()))
    words = text[start:end]
    is_apart = words.isupper() or any(map(str.isdecimal, words)) or text[:start].endswith((" in ", " at "))
    is_phrase &= is_linked or not is_apart
    return is_phrase and words.count(" ") < _MOST_STRESSED


def _find_groups(text: str, links: list[Segment]) -> list[Segment]:
    """The outermost balanced brackets outside of links; a bracket without its partner is plain text."""
    opened: list[tuple[str, int]] = []
    found: list[Segment] = []
    following = iter(links)
    link = next(following, None)
    for match in _BRACKET.finditer(text):
        sign, place = match[0], match.start()
        while link is not None and link.end <= place:
            link = next(following, None)
        if link is not None and link.start <= place:
            continue
        if sign in _PAIRS:
            opened.append((sign, place))
            continue
        partners = _OPENERS[sign]
        partner = len(opened) - 1
        last = max(partner - _MAX_DEPTH, 0)
        while partner >= last and opened[partner][0] not in partners:
            partner -= 1
        if partner >= last:
            start = opened[partner][1]
            del opened[partner:]
            while found and found[-1].start >= start:
                found.pop()
            found.append(Segment(SegmentKind.GROUP, start, place + 1))
    return found


def _find_separators(prose: Prose) -> Iterator[Segment]:
    """Images, code and breaks outside of links."""
    for run, start in zip(prose.runs, prose.starts, strict=True):
        if run.link is not None:
            continue
        if run.kind is RunKind.IMAGE:
            kind = SegmentKind.IMAGE
        elif run.kind in (RunKind.BREAK, RunKind.TAG):
            kind = SegmentKind.BREAK
        elif run.style & Style.CODE:
            kind = SegmentKind.CODE
        else:
            continue
        yield Segment(kind, start, start + len(run.value), run.image)
    if "|" in prose.text or "｜" in prose.text:
        for bar in _BAR.finditer(prose.text):
            yield Segment(SegmentKind.BREAK, bar.start(), bar.end())


class LineLabel(NamedTuple):
    """The label of a line, with offsets into the text: of its words, and of what follows the colon."""

    words: str
    start: int
    end: int


def find_labels(text: str) -> Iterator[LineLabel]:
    """The labels of the lines of a text, in order."""
    if ":" in text or "：" in text:
        for match in _LABEL.finditer(text):
            yield LineLabel(match[1], match.start(1), match.end())


_WORD = lazy_pattern(r"[^\W\d_]+")
_LONGEST_ACRONYM = 8
_VERSION = lazy_pattern(r"(?: v)?\d[\d.]*[a-z]?$")


def abbreviates(acronym: str, before: str) -> bool:
    """Whether brackets hold the first letters of the words before them: `Large Language Models (LLMs)`."""
    if acronym.islower() or " " in acronym.partition(" v")[0]:
        return False
    letters = _VERSION.sub("", acronym).removesuffix("s").casefold()
    if not 2 <= len(letters) <= _LONGEST_ACRONYM or not letters.isalpha():
        return False
    initials = "".join([word[0] for word in _WORD.findall(before)]).casefold()
    return _is_within(letters, initials[-2 * len(letters) :]) or (len(letters) > 3 and letters in initials)


def _is_within(letters: str, initials: str) -> bool:
    """Whether letters are among the initials, in that order."""
    rest = iter(initials)
    return all(letter in rest for letter in letters)


_GIVEN_NAME = lazy_pattern(r"(?:[,;&]|\band)\s+[A-Z][\w'’-]+ $")
_LAST_NAME = lazy_pattern(r"(?:^|[.,;:|\n*-]\s*|\b(?:and|by) )(?:[A-Z][\w.'’-]*\s){2,3}$")
_NEXT_NAME = lazy_pattern(r"(?:[,;]|,? and)\s+(?:[A-Z][\w.'’-]*\s){2,3}[(（]", needs=("(", "（"))
_LEADS_UP = lazy_pattern(r"\b[a-z]{1,7} $")
_LONGEST_PREFIX, _LONGEST_ASIDE = 4, 38
"""Characters of brackets that a title begins with, and of those within a title."""


class SetOff(NamedTuple):
    """What is set off in a text: where quotations, styled words, lists of names and links begin and end."""

    quotes: Sequence[tuple[int, int]]
    styled: Collection[tuple[int, int]]
    names: Sequence[tuple[int, int]]
    links: Sequence[tuple[int, int]]


make_set_off = maker(SetOff)
_DATED = lazy_pattern(r"[A-Z][\w&@'’., -]{1,60}[ ,]+(?:19|20)\d\d", needs=("19", "20"))
TYPE = lazy_pattern(r"\[(?:[A-Z]|[A-Z]{1,2}/OL)\](?=\s?(?:[./]|$))")
"""The type of a document: `Title[J]. Journal`, `Title[EB/OL]. `."""

_EDITORS = lazy_pattern(r"(?i:eds?|hrsg)\.?|[Ee]ditors?")


def says_type(text: str, group: Segment, before: Sequence[Field]) -> bool:
    """Whether brackets hold the type of a document, or say that the names before them are of editors."""
    may_edit = bool(before) and before[-1].shape is Shape.CREDIT
    is_edited = may_edit and _EDITORS.fullmatch(text, group.start + 1, group.end - 1) is not None
    return is_edited or TYPE.match(text, group.start) is not None


def is_inside_words(text: str, group: Segment, set_off: SetOff) -> bool:
    """Whether brackets belong to the words around them: `large models (LLMs) as judges`."""
    start, end = group.start, group.end
    if _is_apart_by_marks(text, start, end, set_off):
        return False
    words = text[start + 1 : end - 1]
    inside = [(a, b) for a, b in (*set_off.quotes, *set_off.styled) if a <= start and end <= b and b - a > end - start]
    if inside and not (text[start] in "[【" and any(start == first or end == last for first, last in inside)):
        return not _says_when(words)
    if text[start] in "[【" and end - start > _LONGEST_PREFIX and not text[:start].strip():
        return False  # `[ICMLA 22]Rules for ...`
    is_behind = start > 0 and text[start - 1].isalnum()
    is_before = text[end : end + 1].isalnum() and all(first != end for first, _ in set_off.links)
    if text[start] == "（" and text[start - 1].isascii() and not is_before:
        is_behind = False  # no space is written before it
    if is_behind or is_before:
        return (is_behind and is_before) or not _says_when(words)
    is_place = any(first < start and end <= last for first, last in set_off.names)
    return is_place or abbreviates(words, text[:start]) or _is_aside(text, start, end, set_off)


def _says_when(words: str) -> bool:
    """Whether words say when or where something appeared, at an unknown venue too: `DSAA 2019`."""
    return read_shape(words) in WHEN_OR_WHERE or _DATED.fullmatch(words) is not None


def _is_apart_by_marks(text: str, start: int, end: int, set_off: SetOff) -> bool:
    """Whether brackets hold the type of a document, words in one style, or a part of a link."""
    if [1 for first, last in set_off.links if first < end and start < last]:
        return True
    if text[start] == "[" and ". " in text[:start] and TYPE.match(text, start) is not None:
        return True
    if (start + 1, end - 1) not in set_off.styled:
        return False
    return not text[end : end + 2].lstrip()[:1].isalpha() or any(first - end in (0, 1) for first, _ in set_off.links)


def _is_aside(text: str, start: int, end: int, set_off: SetOff) -> bool:
    """Whether short brackets stand within a list of names, or within a phrase that goes on behind them."""
    words = text[start + 1 : end - 1]
    is_listed = text.startswith((",", ";", " and"), end)
    is_near = text[end : end + 1] == " " and all(first != end + 1 for first, _ in set_off.links)
    following = text[end + 1 : end + 2] if is_near else ""
    goes_on = following.isalnum() and not following.isdecimal()
    may_be_aside = (is_listed or goes_on) and len(words) < _LONGEST_ASIDE and text[start] in "(（"
    if not may_be_aside or read_shape(words) in (None, *WHOLES):
        return False
    if is_listed and _NEXT_NAME.match(text, end) and _LAST_NAME.search(text, 0, start):
        return True  # `Ann Lee (Foo), Bo Chen (Bar)`
    return goes_on and (following.islower() or any(each.search(text, 0, start) for each in (_LEADS_UP, _GIVEN_NAME)))


_QUOTE = lazy_pattern(
    r"“([^“”]{8,400})[”\"]|(?<!\w)\"([^\"“”]{8,400})[\"”]|«([^«»]{8,400})»|「([^「」]{4,400})」|《([^《》]{4,400})》"
    r"|(?<!\w)['‘](?=[^\W\d])((?:[^'‘’\n]|(?<=\w)['’](?=\w)|(?<=\s)‘[^'‘’\n]{1,60}’){8,400})['’](?!\w)"
)
SURELY_APART = 4
"""Words in quotes that need no punctuation mark behind them to stand by themselves."""


_NAMED = frozenset({Shape.NAMES, Shape.NAME})
_YEAR = lazy_pattern(r"\(?(?:19|20)\d\d\b")


def find_edges(text: str, quote: re.Match[str], links: Sequence[Segment] = ()) -> tuple[bool, bool]:
    """Whether a punctuation mark, or nothing, is before a quotation, and one, a year or a link behind it."""
    before, after = text[: quote.start()].rstrip(" \t"), text[quote.end() :].lstrip(" \t")
    is_closed = quote[0][-2] in ".,?!" or not after or after[0] in ".,;([（【|\n-–—\ufffc"
    is_closed |= _YEAR.match(after) is not None or any(link.start == len(text) - len(after) for link in links)
    return not before or before[-1] in ".,;:：)]）】|\n-–—*\ufffc", is_closed


_TITLE_GOES_ON = lazy_pattern(r",? (?:and|or|of|for|with) ")


def is_apart(text: str, quote: re.Match[str], links: Sequence[Segment]) -> bool:
    """Whether quoted words stand by themselves, not as a phrase inside a title."""
    if quote[0][0] in "《「":
        return True
    if _TITLE_GOES_ON.match(text, quote.end()):
        return False
    is_opened, is_closed = find_edges(text, quote, links)
    words = len(quote[0].split())
    if words >= SURELY_APART:
        return is_opened or (quote[0][1:2].isupper() and (is_closed or _is_among_names(text, quote)))
    by = read_shape(text[: quote.start()]) if is_closed else None
    if not is_opened or by in _NAMED:
        return is_closed and (by is Shape.NAMES or is_opened)  # `Ann Lee, Bo Chen "On Maps" 2015`, `Ann Lee, 'On Maps'`
    return is_closed and (words > 2 or quote[0][-2] in ".,")


def _is_among_names(text: str, quote: re.Match[str]) -> bool:
    """Whether no small letter is beside a quotation: `A. Lee, B. Chen "Learning to Act" In ICML, 2015`."""
    if quote[0][0] not in '"“' or not text[quote.end() :].lstrip()[:1].isupper():
        return False
    return not any(each[0].islower() for each in text[: quote.start()].split()[-1:])


def find_quotes(text: str, start: int = 0, end: int = sys.maxsize) -> Iterable[re.Match[str]]:
    """What is in quotation marks; the group that matched is what is between them."""
    return _QUOTE.finditer(text, start, end) if may_quote(text) else ()


@lru_cache(maxsize=4_096)
def may_quote(text: str) -> bool:
    """Whether a quotation mark is in a text."""
    is_marked = '"' in text or " '" in text or text[:1] == "'"
    return is_marked or (not text.isascii() and any(each in text for each in "“«「《‘"))


_SAME = str.maketrans("，、；：。\uff0e？！–—~·•｜/", ",,;:..?!---||||")
_SEPARATOR = lazy_pattern(
    r"(?=[\s:,，、;；|｜·•.。\uff0e?!？！：—/b])(?:"  # most characters begin none of these
    r"\s*:[a-z_0-9+]{3,24}:\s*"  # an emoji
    r"|\s+by[:\s]\s*(?=(?:[A-Z][\w'’.-]*,? ){1,3}[A-Z][\w'’.-]*\s*(?:[,;(]|and\b|&|et al|$|\n))|\s*\bby:?\s*$"
    r"|\s*(?=[\n\t])(?<!\W[Ii]n)(?<!\w of)(?<!\w on)(?<!\w for)[\n\t]\s*"  # `Journal of` at the end of a line goes on
    r"|(?<!\d),\s*(?:(?:\.{3}|…)[\s,]*(?=\S))?|,(?!\d)\s*|\s*[，、]\s*|\s+,\s*|\s*[;；]\s*|\s*[|｜·•]\s*"
    r"|(?<!\b[A-Z])(?<!\bvs)(?<!\bet)[.。]+(?=\s|$)\s*|(?<!\d)\uff0e\s*|\.\.(?=[A-Z][a-z])"
    r"|(?<=et al)\.?\s+(?=(?:19|20)\d\d\s)"
    r"|(?<=[a-z] [A-Z])\.\s+(?=[A-Z]{3})|(?:(?<=[a-z] [A-Z] [A-Z])|(?<=[a-z] [A-Z]{2}))\.\s+(?=[A-Z])|[?!]\s+|[？！]\s*"
    r"|\s*[:：](?=\s|$)\s*|：|\s+[-–—~/]+\s+|—\s+|\s*//\s*)"
)


def find_separators(text: str, start: int, end: int) -> Iterable[re.Match[str]]:
    """Find what separates fields between two offsets; most words have nothing that does."""
    words = text[start:end]
    may_be = PAUSE_KIND in kinds_of(text)[start:end] or " -" in words or "by" in words or "et al" in words
    return _SEPARATOR.finditer(text, start, end) if may_be else ()


@lru_cache(maxsize=1_024)
def sign_of(separator: str) -> str:
    """The sign that stands for a separator in `Field.before`."""
    sign = separator.strip()
    if sign[:2] == "by":
        return BY
    if not sign or (sign in ("?", "!") and "\t" in separator):
        return WRAP if "\n" in separator else "|" if "\t" in separator else SPACE
    is_emoji = len(sign) > 2 and sign[0] == sign[-1] == ":"
    return SPACE if is_emoji else sign[0].translate(_SAME)
