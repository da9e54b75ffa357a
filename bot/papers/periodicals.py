"""Journals and conferences that no table knows: their names are found by the volume, pages and year around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from bot.text import DIGIT_KIND, kinds_of, lazy_pattern

_EVENTS = "Journal|Transactions|Conference|Symposium|Workshop|Congress|Meeting|Letters|Annals|Review"
EASTERN_ENDS = "学报 學報 论文集 論文集 論文誌 学会誌 学会志 杂志 雑誌 期刊 大会 논문지 논문집 학회지 학술대회".split()
"""What the names of journals, proceedings and conferences end in, in Chinese, Japanese and Korean."""
_PERIODICAL = lazy_pattern(
    rf"\w(?:{'|'.join(EASTERN_ENDS)})$|"
    r"\b(?:Journal|Transactions|Proceedings|Annals|Letters) (?:of|on|in)\b|\bProceedings$|\bResearch Part [A-F]$"
    r"|\b(?:International|Annual|IEEE|ACM|European|Asian|Pacific)\b.*\b(?:Conference|Symposium|Workshop|Congress|Transactions)\b",
    needs=[*_EVENTS.split("|"), "Proceedings", "Research", *EASTERN_ENDS],
)
"""What names a journal or a conference, known or not."""
_Y = r"(?:19|20)\d\d(?!\d)"
_V = rf"(?!{_Y})\d{{1,4}}(?!\d)"
_TO = r"\s?[-–—−]\s?"
_PAGE = r"(?:pp?\.\s?|[A-Z]{1,3}|e)?\d{1,7}"
_BEHIND_NAME = lazy_pattern(
    rf"(?<=[\w.”\"*]),?\s(?:"
    rf"[Vv]ol(?:ume|\.)?\s?\d+"
    rf"|{_V}\s?\(\d{{1,3}}(?:{_TO}\d{{1,3}})?\)"  # `12(2)`
    rf"|{_V}\s?\({_V}\):{_PAGE}|(?<=CoRR )abs/\d{{4}}\.\d{{4,5}}"  # `12(8001):101`, `CoRR abs/1201.01234`
    rf"|{_V}(?:\.\d{{1,3}})?,?\s?(?:\d{{1,3}}\s?)?\((?:[A-Z][a-z]+\.?\s)?{_Y}\)[,:]\s?{_PAGE}"  # `12 (1987): 101`
    rf"|{_V},\s?(?:[Nn]o|[Ii]ss(?:ue)?|pp?|[Aa]rt)\.?\s?\d"  # `12, no. 2`
    rf"|{_V}[,:]\s?{_PAGE}(?:{_TO}\w?\d|,?\s\(?{_Y}|, Art)"  # `12, 101-120`, `12: 101 (1987)`, `12, 3, Article 4`
    rf"|{_Y}(?:\s[A-Z][a-z]{{2,8}}\.?(?:\s\d{{1,2}})?)?;\s?{_V}\s?[:(]"  # `1987;12(2):101`
    rf"|{_Y},\s?{_V}(?:\s?\(\d{{1,3}}\))?[,:]\s?{_PAGE}"  # `1987, 12, 101`
    rf"|{_Y}(?:\s[A-Z][a-z]{{2,8}}\.?(?:\s\d{{1,2}})?)?:\s?\d{{1,5}}{_TO}\d"  # `1987: 101-120`
    rf"|(?P<bare>{_V}\s?\({_Y}\))"  # `12 (1987)`
    r")"
)
"""What is after the name of a journal: mostly its volume, and more of it or a year."""
_NUMBERED = lazy_pattern(r"\s(?:[Vv]ol|abs/|\d{1,4}(?:[.,:;(]|\s[\dA-Z(]))")
"""How each volume begins."""
_LEGAL = lazy_pattern(
    rf"(?<=[,.”\"]\s){_V}\s(?P<name>[A-Z][^\s,;()]*(?:\s(?:[A-Z&][^\s,;()]*|of|and|the|on))*)\s\d{{1,5}}(?:,\s[\d–-]+)?"
    rf",?\s\({_Y}\)",
    needs=("(19", "(20"),
)
"""`12 Harv. L. Rev. 101 (1968)`."""
_EDITED = lazy_pattern(
    r"\b[Ii]n:?\s[^\n(]{3,120}?\s\(?(?:eds?\b\.?|Eds?\b\.?|editors?|Editors?)\)?[.,:]*\s", needs=("ed", "Ed")
)
"""What leads up to the name of a book: `In A. Lee (ed.), `."""
_DOTTED_VOLUME = lazy_pattern(r",?\s(\d{1,4}\.\d{1,3})(?=,?\s?(?:\(|$))")
"""`11.8 (2021)`."""
_ABBREVIATED = lazy_pattern(
    r"(?:[A-Z][A-Za-z]*\.?:?\s+)+[A-Z][A-Za-z]{2,}\.(?=\W*(?:19|20)\d\d)"
    r"|(?<=\()[A-Z]\w*\.\s(?:[A-Z]\w*\.?:?\s)*[A-Z](?:\.?\w)+\.(?=\)|$)"
    r"|(?<=[(\[【（])(?:[A-Z&]\w*[.:]?\s){0,4}?[A-Z]\w{2,}\.\s(?:[A-Z&]\w*[.:]?\s?){0,5}(?<=\S)(?=\W*(?:19|20)\d\d\W*$)"
)
"""`(J. Chem. Inf. 2019)`, `(Ann. Stat.)`, `[Nat. Methods 2019]`."""
_ABBREVIATED_END = lazy_pattern(
    r"\b[A-Z][a-z]{0,6}[b-df-hj-np-tv-xz]\.\s[A-Z][a-z]{0,6}[b-df-hj-np-tv-xz]\.(?=,?\s?\(?(?:19|20)\d\d\b)", needs="."
)
"""`J. Chem. Phys. (2019)`, wherever it is."""
_ABBREVIATED_BEHIND = lazy_pattern(
    rf"[\s.,]*(?P<name>(?:[A-Z][a-z]{{1,6}}\.\s){{1,4}}(?:[A-Z]\w*\s){{0,2}}(?:[A-Z]\w+\.|[A-Z][a-z]+)|J\.\s(?:[A-Z]\w+\.?\s){{0,4}}[A-Z]\w+\.)"
    rf"(?=[.,]?\s\(?{_Y})",
    needs=".",
)
"""`Nat. Methods 2020`, `J. Chem. Theory Comput. (2025)`, directly after a style or at the beginning of a link."""
_SUBJECT = r"[A-Z][\w/-]*(?:\s{1,9}[A-Z][\w/-]*){0,4}"
_SUBJECTS = lazy_pattern(
    r"(?:[A-Z\d][^\s,.;:()]*\s{1,9}(?:(?:of|and|the|on|for)\s{1,9}){0,2}){0,6}"
    rf"(?:{_EVENTS})\s{{1,9}}(?:of|on|for|in)\s{{1,9}}{_SUBJECT}(?:,\s{{1,9}}{_SUBJECT}){{1,4}},?\s{{1,9}}(?:and|&)\s{{1,9}}{_SUBJECT}"
    rf"(?:(?:\s{{1,9}}and|:)\s{{1,9}}{_SUBJECT})?",
    needs=_EVENTS.split("|"),
)
"""`Conference on Speech, Language, and Signal Processing`."""
_PAUSE = lazy_pattern(r"[,;:?!]\s|[”\"»\])]\.?\s")
_CUT_OFF = lazy_pattern(
    r"(?:[A-Z]\S*\s){0,2}[A-Z]\w{0,4}[b-df-hj-np-tv-xz]\.\s|(?:[A-Z]\w*-)?[A-Z]\w{1,8}(?:[b-df-hj-np-tv-xz]|sci)\.\s"
    r"|(?:[A-Z]{3,}\s)?(?:[A-Z]\.)+\s|[A-Z]\w{1,3}\.\s"
)
"""What comes before a period within a name: words cut off before a vowel: `Geophys. Res. Lett.`, `IEEE Data Eng.`."""
_STOP = lazy_pattern(r"\.\s")
_AUTHOR = lazy_pattern(r"(?:(?!J)[A-Z]\.\s?)+[A-Z]\w{4,}\.\s+")
"""The last of the names before a journal: `H. Patel. PVLDB`, `and Hari K. Patel. Commun. ACM`."""
_LEAD = lazy_pattern(r"[Ii]n:?\s(?=[A-Z])")
_WORD = lazy_pattern(r"[^\W\d_]{2,}")
_JOINT = frozenset("of the and in for on de la des et der für und & -".split())
_LONGEST, _MOST_WORDS, _FEWEST_BEFORE = 160, 10, 3
_LONGEST_WORD = 14
"""Characters of the first word of a name that is cut off, and what is before it."""
_LONGEST_VOLUME = 80
"""Characters after a name that its volume, pages and year take."""


def names_periodical(text: str) -> bool:
    """Whether words name a journal or a conference, known or not."""
    return _PERIODICAL.search(text) is not None


class Periodical(NamedTuple):
    """Where the name of a journal is in a text; or its volume and issue, where they look like a date."""

    start: int
    end: int
    is_name: bool = True


def find_periodicals(
    text: str, start: int, end: int, stops: Sequence[int], others: Sequence[tuple[int, int]], *, is_bracketed: bool
) -> Iterator[Periodical]:
    """Find the names before a volume in a part of a text, and what fills brackets with words cut off.

    A name goes over none of the stops, where a style or a link begins or ends, and is in none of the others. Words are
    before it, those of a title.
    """
    apart = [*_find_apart(text, start, end, stops, is_bracketed=is_bracketed)]
    yield from apart
    near = end + _LONGEST_VOLUME
    if DIGIT_KIND not in kinds_of(text)[start:near]:
        return
    has_number = _NUMBERED.search(text, max(start - 1, 0), near) is not None
    found = [Periodical(*match.span("name")) for match in _LEGAL.finditer(text, start, near)] if has_number else []
    found += _find_cut_off(text, start, end, stops)
    found += _find_in_full(text, start, end, stops, may_be_bare=not found) if has_number else ()
    found += _find_edited(text, start, end, stops)
    for each in found:
        is_apart = not any(first < each.end and each.start < last for first, last, *_ in (*others, *apart))
        words = _WORD.findall(text, max(each.start - _LONGEST, 0), each.start)
        if each.end <= end and is_apart and len(words) >= _FEWEST_BEFORE:
            yield each
            if (volume := _DOTTED_VOLUME.match(text, each.end, end)) is not None:
                yield Periodical(*volume.span(1), is_name=False)


def _find_cut_off(text: str, start: int, end: int, stops: Sequence[int]) -> Iterator[Periodical]:
    """Find the names of words that are cut off, before or after the stop that sets them off: `Geophys. Res. Lett.`."""
    near = end + _LONGEST_VOLUME
    for last in (match.end() for match in _ABBREVIATED_END.finditer(text, start, near)):
        begin = max([each for each in stops if start <= each < last], default=start)
        begin = last - len(text[max(begin, last - _LONGEST) : last].lstrip(" ."))
        yield Periodical(_find_start(text, begin, last), last)
    marks = [each for each in {start, *stops} if start <= each < end and ". " in text[each + 2 : each + _LONGEST_WORD]]
    behind = [_ABBREVIATED_BEHIND.match(text, each, near) for each in marks]
    yield from (Periodical(*match.span("name")) for match in behind if match is not None)


def _find_in_full(text: str, start: int, end: int, stops: Sequence[int], *, may_be_bare: bool) -> list[Periodical]:
    """Find the names in full before a volume; where names are known already, a bare number is not a volume."""
    found: list[Periodical] = []
    for match in _BEHIND_NAME.finditer(text, start, end + _LONGEST_VOLUME):
        last = match.start()
        begin = max([each for each in stops if start <= each < last], default=start)
        if match["bare"] and (found or not may_be_bare or begin not in stops):
            continue  # may be the end of a title: `A study of Windows 95 (1997)`
        is_run = last in stops and begin in stops
        first = begin if is_run else _find_start(text, max(begin, last - _LONGEST), last)
        is_whole = is_run or (first == begin in stops and text[begin:last].lstrip(" .,")[:1].isupper())
        found += _trim(text, first, last, is_run=is_whole)
    return found


def _find_edited(text: str, start: int, end: int, stops: Sequence[int]) -> Iterator[Periodical]:
    """Find the names between two stops that editors are named before."""
    stops_inside = [each for each in stops if start <= each < end]
    for match in _EDITED.finditer(text, max(start - _LONGEST, 0), end) if stops_inside else ():
        last = min((each for each in stops if each > match.end()), default=end)
        yield from _trim(text, match.end(), last, is_run=True) if start <= match.end() in stops else ()


def _find_apart(text: str, start: int, end: int, stops: Sequence[int], *, is_bracketed: bool) -> Iterator[Periodical]:
    """Find the names that need no volume after them: words cut off that fill brackets, and several subjects."""
    if is_bracketed and "." in text[start:end]:
        yield from (Periodical(*match.span()) for match in _ABBREVIATED.finditer(text, start, end))
    for match in _SUBJECTS.finditer(text, start, end) if "," in text[start:end] else ():
        begin = max((each for each in stops if match.start() < each < match.end()), default=match.start())
        begin += text[begin] == " "
        if len(_WORD.findall(text, max(begin - _LONGEST, 0), begin)) >= _FEWEST_BEFORE:
            yield Periodical(begin, match.end())


def _find_start(text: str, begin: int, end: int) -> int:
    """Find where the name begins that ends a part of a text: after a pause, or a period that cuts no word off."""
    pauses = [begin, *(each.end() for each in _PAUSE.finditer(text, begin, end))]
    start = pauses[-1]
    if (" and " in text[start:end] or "&" in text[start:end]) and text[start - 2 : start] == ", ":
        sentence = max(begin, text.rfind(". ", begin, start) + 2)
        start = sentence if names_periodical(text[sentence:start].rstrip(", ")) else start
    for author in _AUTHOR.finditer(text, start, end):
        if author.start() == start or text[author.start() - 2].isalnum():
            start = author.end()
    stops = [start, *(each.end() for each in _STOP.finditer(text, start, end))]
    whole = [last for first, last in pairwise(stops) if _CUT_OFF.fullmatch(text[first:last].lstrip()) is None]
    return whole[-1] if whole else start


def _trim(text: str, start: int, end: int, *, is_run: bool) -> list[Periodical]:
    """Leave out what leads up to a name; nothing is left of what is not a name."""
    while start < end and not text[start].isalnum():
        start += 1
    if (lead := _LEAD.match(text, start, end)) is not None:
        start = lead.end()
    words = text[start:end].split()
    small = sum(word[0].islower() and word not in _JOINT for word in words)
    is_short = 0 < len(words) <= _MOST_WORDS and (is_run or 2 * small <= len(words))
    is_name = is_short and any(map(str.isupper, text[start:end]))
    return [Periodical(start, end)] if is_name and words[0] not in _JOINT and not words[0].isdecimal() else []
