"""How a title is found: everything in an entry that could be one, and the choice that fits the list as a whole."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bot.document import Style
from bot.listing.labels import read_link_label
from bot.listing.links import repeats_address
from bot.listing.segments import (
    Segment,
    SegmentKind,
    cut_at_italics,
    find_edges,
    find_quotes,
    find_styled,
    may_quote,
    read_once,
    split_segments,
)
from bot.papers.name_lists import is_name_list
from bot.papers.names import read_authors
from bot.papers.titles import score_title, trim_title
from bot.papers.venues import WORD, is_date_or_any_venue, is_date_or_venue
from bot.text import StrEnum, lazy_pattern, maker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.document import Link, Prose
    from bot.listing.segments import SegmentedProse

TITLED, SHORT, NICKNAME = 0.6, 0.4, 0.2
"""Scores of titles: of three words or more alone, with other evidence, of short names on a link to a paper."""
MAX_TITLED, _MAX_ALIAS = 6_000, 400
"""Characters; longer paragraphs are prose, in which no title and no date is searched for, longer aliases none."""


class Role(StrEnum):
    """What sets a title off from the rest of its entry."""

    LINKED = "link text"
    NAMED = "link text and the words after it"
    BOLD = "bold"
    QUOTED = "in quotes"
    ITALIC = "italic"
    PLAIN = "plain words"


class TitleCandidate(NamedTuple):
    """Words that could be the title: offsets into the prose's text, and how much they read like one, from 0 to 1."""

    role: Role
    start: int
    end: int
    text: str
    score: float
    link: Link | None = None
    column: int = -1
    """The cell that the offsets count in; -1 for the whole head."""


_make_candidate = maker(TitleCandidate)
_MARKS = " \t\n🔥⭐️🌟✨💡📄🚀🆕🔖⚡❗‼️\ufffc"
_LONGEST_NAMED = 60
"""Characters behind a linked name in which a colon sets the title off from it."""
_PAUSE = lazy_pattern(r"[.,?!)）]\s+(?=\S)")
_OPENING, _CLOSING = frozenset("([（【"), frozenset(")]）】")
OPENERS = " \t\n([{（【"
_COLONS = frozenset(":：")
_MAX_PAUSES, _LONGEST_REST = 8, 200
_MIN_WORDS_BEFORE_NAMES = 3
"""Pauses in a run of words that may end its title; words before one from which names may follow."""
_DASH = lazy_pattern(r"\s+[-–—]+\s")
"""Sets a description off from the name before it."""


def find_titles(prose: SegmentedProse, column: int = -1) -> list[TitleCandidate]:
    """Everything that could be a title in a prose, which may be the cell of a `column`; in no particular order."""
    if (wording := prose.prose.wording) is None:
        return _find_titles(prose, column)
    cut, found = read_once(wording, ("titles", column), lambda: (prose.links, _find_titles(prose, column)))
    if cut is prose.links or not cut:
        return [*found]
    own = {id(old.link): new.link for old, new in zip(cut, prose.links, strict=True)}
    return [each if each.link is None else each._replace(link=own[id(each.link)]) for each in found]


def _find_titles(prose: SegmentedProse, column: int) -> list[TitleCandidate]:
    text, links = prose.text, prose.links
    if len(text) > MAX_TITLED or text.isdecimal():
        return []
    if prose.prose.is_plain and len(prose.segments) == 1 and not may_quote(text):
        plain = _of_words(text, column)
        return [plain] if plain.score > 0 else []
    found = _linked(text, links)
    bold, italics = (find_styled(prose.prose, style) for style in (Style.BOLD, Style.ITALIC))
    for role, styled in ((Role.BOLD, bold), (Role.ITALIC, italics)):
        found += [candidate_of(role, text, each.start, each.end, _link_of(each, links)) for each in styled]
    found += _quoted(text, links, bold)
    found += _plain(prose, bold, italics)
    found = [each for each in found if each.score > 0]
    return [each._replace(column=column) for each in found] if column >= 0 else found


@lru_cache(maxsize=16_384)
def _of_words(words: str, column: int) -> TitleCandidate:
    """Words without anything else as a candidate; what many cells of a table say is one value."""
    return _plaincandidate_of(words, (), 0, len(words), None, 0, column)


def candidate_of(
    role: Role, text: str, start: int, end: int, link: Link | None = None, weight: float = 1.0, column: int = -1
) -> TitleCandidate:
    start, end = trim_title(text, start, end)
    words = " ".join(text[start:end].split())
    score = weight * _score(words) if words else 0.0
    if role is Role.QUOTED and score >= SHORT:
        score = max(score, 0.7)  # two words in quotes are a title sooner than two words in bold
    elif role is not Role.LINKED and words[:1] in _OPENING and words[-1:] in _CLOSING:
        score *= 0.3  # a remark
    return _make_candidate((role, start, end, words, score, link, column))


@lru_cache(maxsize=16_384)
def _score(words: str) -> float:
    """How much words read like a title; the label of a link does not."""
    score = score_title(words)
    return min(score, 0.02) if score and read_link_label(words) is not None else score


def _linked(text: str, links: tuple[Segment, ...]) -> list[TitleCandidate]:
    """The words of links, except for labels, dates and venues."""
    found = []
    for segment in links:
        words = text[segment.start : segment.end]
        if segment.link is None or segment.link.bare or segment.link.href.startswith("#"):
            continue
        if "\ufffc" in words and not words.strip("\ufffc \t\n"):
            continue
        if read_link_label(words.strip()) is None and not is_date_or_any_venue(words):
            weight = 0.1 if repeats_address(segment.link) else 1.0
            found.append(candidate_of(Role.LINKED, text, segment.start, segment.end, segment.link, weight))
    return found


def _link_of(words: Segment, links: tuple[Segment, ...]) -> Link | None:
    """The link that words lie in, or that they hold."""
    return next((link.link for link in links if link.start < words.end and words.start < link.end), None)


def _quoted(text: str, links: tuple[Segment, ...], bold: list[Segment]) -> Iterator[TitleCandidate]:
    """Words in quotes that stand by themselves, or behind a name in bold."""
    bold_ends = {segment.end for segment in bold}
    for match in find_quotes(text):
        if all(find_edges(text, match, links)) or len(text[: match.start()].rstrip()) in bold_ends:
            start, end = match.span(match.lastindex or 1)
            link = _link_of(Segment(SegmentKind.WORDS, *match.span()), links)
            yield candidate_of(Role.QUOTED, text, start, end, link)


def _plain(prose: SegmentedProse, bold: list[Segment], italics: list[Segment]) -> list[TitleCandidate]:
    """Runs of words that no label, date, break or change of style interrupts, the link at their head included."""
    runs = enumerate(_find_runs(prose, bold, italics))
    return [_plaincandidate_of(prose.text, prose.groups, *run, earlier) for earlier, run in runs]


def _find_runs(
    prose: SegmentedProse, bold: list[Segment], italics: list[Segment]
) -> Iterator[tuple[int, int, Link | None]]:
    """Where each run begins and ends, and the link at its head; none is behind a name in bold and a dash."""
    text = prose.text
    names = [each.end for each in bold if text[each.end : each.end + 1].isspace() and _DASH.match(text, each.end)]
    italics = [segment for segment in italics if text[segment.start : segment.end].count(" ") >= 2]
    start: int | None = None
    named: Link | None = None
    end = 0
    for segment in cut_at_italics(prose.segments, italics):
        if start is not None and _continues(text, segment, start):
            end = segment.end
            continue
        if start is not None:
            yield start, end, named
        start, named = None, None
        if segment.kind is SegmentKind.WORDS and text[segment.start : segment.end].strip():
            start, end = segment.start, segment.end
            name_end = next((stop for stop in names if start <= stop < end), None)
            if name_end is not None:  # what follows the dash describes what is before it
                yield start, name_end, None
                return
        elif segment.kind is SegmentKind.LINK and _is_name(text[segment.start : segment.end]):
            start, end, named = segment.start, segment.end, segment.link
    if start is not None:
        yield start, end, named


def _plaincandidate_of(
    text: str, groups: tuple[Segment, ...], start: int, end: int, named: Link | None, earlier: int, column: int = -1
) -> TitleCandidate:
    """Plain words as a candidate, without the authors or the venue at their end; `earlier` ones are before them."""
    end = _end_of_title(text, groups, start, end)
    weight = 0.95 - 0.06 * min(earlier, 5)  # a little less than a title that is set off, and less with each run
    quote = next(iter(find_quotes(text, start, end)), None)
    if quote and all(find_edges(text[:end], quote)) and _score(quote[0].strip('“”"«»「」《》 .,')) >= SHORT:
        weight = 0.3  # the title is what is in the quotes
    begin = text[start : min(start + _LONGEST_NAMED + 1, end)]
    if named is not None and (begin[:1] in _COLONS or _COLONS.isdisjoint(begin)):
        weight = 0.55  # a linked name with the words behind it: each of the two by itself is a title sooner
    elif named is None and text[start:end].rstrip()[-1:] in _COLONS:
        weight *= 0.5  # these words announce what follows
    return candidate_of(Role.NAMED if named is not None else Role.PLAIN, text, start, end, named, weight, column)


def _end_of_title(text: str, groups: tuple[Segment, ...], start: int, end: int) -> int:
    """Where a title in `text[start:end]` ends: before the pause after which only authors, a date or a venue follow."""
    for number, pause in enumerate(_PAUSE.finditer(text, start, end)):
        if number > _MAX_PAUSES:
            break
        stop, behind = pause.span()
        if [group for group in groups if group.start < stop < group.end - 1]:
            continue
        rest = text[behind:end][:_LONGEST_REST]
        is_said, may_be_names = is_date_or_any_venue(rest), is_name_list(rest)
        words = len(WORD.findall(text, start, stop)) if is_said or may_be_names else 0
        if (words and is_said) or (words >= _MIN_WORDS_BEFORE_NAMES and may_be_names):
            return stop + 1
    return end


def _continues(text: str, segment: Segment, start: int) -> bool:
    """Whether a segment continues the words that begin at `start`: words, or a bracket that belongs to them."""
    if segment.kind is not SegmentKind.GROUP:
        return segment.kind is SegmentKind.WORDS
    inside = text[segment.start + 1 : segment.end - 1]
    square = text[segment.start] in "[【"
    if square and not text[start : segment.start].strip(_MARKS):
        return False
    after = text[segment.end : segment.end + 1]
    glued = text[segment.start - 1 : segment.start].strip() != "" or after.strip(" ,.;") != ""
    if read_link_label(inside.strip("[]() ")) is not None:
        return False
    if not inside:
        return glued
    return len(inside) < 60 and not is_date_or_venue(inside) and (glued or not square) and "\ufffc" not in inside


def _is_name(words: str) -> bool:
    """Whether short link text may be the first words of a title: `[Med-PaLM 2](...): Towards ...`."""
    return (
        "\ufffc" not in words
        and len(WORD.findall(words)) <= 4
        and read_link_label(words.strip()) is None
        and not is_date_or_any_venue(words)
        and not ((named := read_authors(words)) is not None and (named.more or len(named.names) > 1))
    )


_FIELD = lazy_pattern(r"^\W*(?:paper|title|论文|标题|题目)\s*[:：]\s*(\S.*)$", re.IGNORECASE | re.MULTILINE)
"""`Paper: Title of the paper` in a line of its own."""


def find_aliases(proses: Iterable[Prose]) -> Iterator[str]:
    """Everything in proses that may be a title or a name of the paper: linked, bold, in quotes, or behind `Paper:`."""
    for prose in proses:
        if len(prose.text) > MAX_TITLED:
            continue
        segmented = split_segments(prose)
        text, links = segmented.text, segmented.links
        bold = find_styled(prose, Style.BOLD)
        found = _linked(text, links)
        found += [candidate_of(Role.BOLD, text, each.start, each.end) for each in bold]
        found += _quoted(text, links, bold)
        found += [candidate_of(Role.PLAIN, text, *match.span(1)) for match in _FIELD.finditer(text)]
        yield from (each.text for each in found if each.score >= NICKNAME and len(each.text) <= _MAX_ALIAS)
