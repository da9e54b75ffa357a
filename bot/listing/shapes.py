"""Fields, the words between the marks of a prose, and what their words look like, whatever they say in a list.

The marks are links, emphasis, quotes, brackets and separators; a shape is a year, a name, a venue, a title.
"""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.labels import read_link_label
from bot.papers.dates import DIGIT, find_dates, read_date_label
from bot.papers.names import may_list_names, read_authors
from bot.papers.periodicals import EASTERN_ENDS, names_periodical
from bot.papers.titles import count_words
from bot.papers.venues import find_venues, is_date_or_venue
from bot.text import StrEnum, has_any, lazy_pattern, maker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.papers.venues import VenueMention


class Shape(StrEnum):
    """What the words of a field look like by themselves, whatever they say in this list."""

    YEAR = "year"
    DATE = "date"
    NUMBER = "number"
    ADDRESS = "address"
    """A URL, a DOI, an arXiv id."""
    LABEL = "label"
    """What announces a link: `pdf`, `code`."""
    OTHERS = "et al."
    VENUE = "known venue"
    PERIODICAL = "words for a venue"
    """`Journal of ...`, `Proceedings ...`, `in ...`."""
    NAMES = "names"
    """Several names, or one with initials."""
    CREDIT = "credit"
    """Names by a convention of references, which nothing else is written by: `Doe, J.; Roe, R.`."""
    NAME = "name"
    """Two to four capitalised words: a person's name, or a short title."""
    INITIALS = "initials"
    WORD = "capitalised word"
    ACRONYM = "acronym"
    WORDS = "words"
    """Four or more, not all capitalised."""
    CAPITALS = "capitalised words"
    """Four or more."""
    FEW = "few words"
    FEW_CAPITALS = "few capitalised words"
    REST = "rest"
    """What follows a venue and its year: `Oral`, `Industry Track`."""
    PROSE = "prose"


EDGES = ' \t\n*_`#>"“”«»《》「」()[]{}（）【】,.;:，。；：、|·•-–—~!?\ufffc'
"""Marks at the ends of words that say nothing of what the words are."""
LAST_LETTER = "\u3000"
"""Above it are the characters of Chinese, Japanese and Korean, which have no capitals."""
YEAR = r"(?:19[5-9]|20[0-4])\d"
ARCHIVE = r"(?:arxiv|biorxiv|medrxiv)"
IN = lazy_pattern(
    r"(?=[IiTtPpAa])(?:(?:[Ii]n[:\s]+)?(?:the\s+)?[Pp]roceedings\s+of\s+(?:the\s+)?(?!I[ER]EE?\b)(?=\w*[A-Z]\w*[A-Z]\w*\W{1,3}\d{2,4}\W*$)"
    r"|(?:(?:[Aa]cc[a-z]+|[Aa]ppear\w*|[Pp]ublished|[Tt]o appear|[Pp]resented) (?:in|at|by|to)|[Ii]n|at|to)"
    r"[:\s]+(?=[A-Z\d'’(\u4e00-\u9fff\uac00-\ud7a3]))"  # most words begin with none of these letters
)
"""What leads up to a venue."""
_LANGUAGE = (
    "(?:Arabic|Catalan|Chinese|Czech|Danish|Dutch|English|Finnish|French|German|Greek|Hebrew|Hindi|Hungarian|Indonesian"
    "|Italian|Japanese|Korean|Latin|Norwegian|Persian|Polish|Portuguese|Romanian|Russian|Spanish|Swedish|Turkish"
    "|Ukrainian|Vietnamese)"
)
_IN_LANGUAGE = lazy_pattern(rf"[Ii]n {_LANGUAGE}(?:,? (?:and|or) (?:in )?{_LANGUAGE})*")
"""`in French and Spanish`."""
_YEAR_ALONE = lazy_pattern(rf"{YEAR}[a-z]?|['’‘]\d\d")
_NUMBER = lazy_pattern(
    r"(?:pp?\.?|vol(?:ume)?\.?|no\.?|pages?|issue|#)?\s*\(?\d[\d\s:()–—./-]*(?:st|nd|rd|th)?\)?|[A-Z]?\d+[A-Z]?[-–]\d+"
    r"|\d{1,4} ?(?:pages|pp\.?)"
    r"|(?=[^\[]*\[\d)\S{1,20}(?: \S{1,12}){0,3}\[\d+\]?",
    re.IGNORECASE,
)
_PREPRINT = lazy_pattern(
    rf"{ARCHIVE}(?: preprint)?(?:[ '’,]*(?:20\d\d(?:[./-]\d\d?)?|\d{{4}}|\d\d(?:[./]\d\d){{0,2}}))?",
    re.IGNORECASE,
    needs=("rxiv",),
)
_ADDRESS = lazy_pattern(
    r"(?:https?://|www\.)\S+|(?:(?:arx|biorx|medrx)iv|doi|abs|pmid|pmc)\s*[:.]?\s*(?:preprint\s+)?(?:arxiv:)?[\d./\w-]*\d[\w./-]*(?:\s*\[[\w.-]+\])?"
    r"|10\.\d{4,}/\S+|\d{4}\.\d{4,5}(?:v\d+)?",
    re.IGNORECASE,
)
_OTHERS = lazy_pattern(r"(?:(?:[A-Z]\. ?){1,3}|and |& )?(?:et\.? ?all?\.?|others|等人?)", re.IGNORECASE)
_ENDS_OF_OTHERS = ("others", "等", "人")
_PERIODICAL_WORDS = frozenset(
    "journal transactions trans proceedings proc conference conf symposium workshop letters review annals bulletin"
    " magazine lecture lncs thesis ieee acm press".split()
)
_PERIODICAL = lazy_pattern(
    rf"\b(?:{'|'.join(sorted(_PERIODICAL_WORDS - {'lecture'}))}|lecture notes)\b", needs=_PERIODICAL_WORDS
)
_STEMS = (*EASTERN_ENDS, "congress", *_PERIODICAL_WORDS)
"""One of them is in all that these patterns match, in small letters."""
_EMOJI = lazy_pattern("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]\ufe0f?|\ufffc")
_ASIDE = lazy_pattern(r"\s*\([^()]{2,40}\)")
_HAS_INITIALS = lazy_pattern(r"\b[A-Z]\.|\b(?<!-)[A-Z]$|^(?!A )[A-Z] [A-Z][a-z]+$")
_ONLY_INITIALS = lazy_pattern(r"(?:[A-Z]\.?[ -]?){1,3}")
_MIXED = lazy_pattern(r"[A-Za-z.] ?[\u4e00-\u9fff]{4}|[\u4e00-\u9fff] ?[A-Za-z]|[A-Za-z] ?的")
"""Words of two scripts, and no name in both: `Ann Lee 李安`."""
_CAPITALISED = lazy_pattern(r"[A-Z][a-zà-ÿ'’-]+")
_LATEST_YEAR = 2030
"""Two digits above it are not a year, but a result: `32.05`."""
_MOST_WORDS = 32
"""Longer fields are prose."""
_MOST_OF_ONE_NAME = 4
_FEWEST_WITH_BARE = 5
"""Names among which one may be a single word."""
_LONGEST_WHOLE = 60
"""Characters of a date, a venue, a label."""
_MOST_WORDS_OF_PERIODICAL = 14
"""Longer texts only mention a journal or a conference."""


@lru_cache(maxsize=16_384)
def read_shape(text: str) -> Shape | None:
    """Return what words look like; None for marks without words."""
    bare = (text if text.isascii() else _EMOJI.sub("", text)).strip(EDGES)
    words = _without_and(bare) if bare.startswith(("and ", "& ")) else bare
    if not words:
        return None
    if (shape := _read_fixed(words)) is not None:
        return shape
    if IN.match(words):
        return Shape.REST if _IN_LANGUAGE.fullmatch(words) else Shape.PERIODICAL
    if words == bare and is_date_or_venue(words):  # not `Hack, Art, and Science`
        return Shape.VENUE if find_venues(words) else Shape.DATE
    if read_link_label(words) is not None:
        return Shape.LABEL
    return _read_phrase(words, text)


def is_whole(text: str) -> bool:
    """Whether words on a link or in brackets are one field as a whole; many words are only if they are names."""
    is_long = text.count(" ") > _MOST_OF_ONE_NAME and text.isascii() and len(text.strip(EDGES)) > _LONGEST_WHOLE
    return not (is_long and "[" not in text and not may_list_names(text)) and read_shape(text) in WHOLES


def _without_and(words: str) -> str:
    """Leave out the "and" before what is not a word in small letters."""
    rest = words.partition(" ")[2]
    is_word = rest[:1].isalnum() and not rest[:1].isdecimal()
    return rest if is_word and rest[0] not in ascii_lowercase else words


def _read_fixed(words: str) -> Shape | None:
    """Recognise what has a fixed form: numbers, dates, addresses."""
    if words[0] == "^":
        return Shape.NUMBER  # a footnote
    is_plain = words.replace(" ", "").isalpha()
    if is_plain or not (DIGIT.search(words) if words.isascii() else any(map(str.isdigit, words))):
        end = words[-7:].lower()
        may_be_others = end.endswith(_ENDS_OF_OTHERS) or ("et" in end and end.endswith(("al", "all")))
        if may_be_others and words != "Others" and _OTHERS.fullmatch(words):
            return Shape.OTHERS
        if words in ("n.d", "N.d"):
            return Shape.NUMBER
        return Shape.VENUE if _PREPRINT.fullmatch(words) else None
    if _YEAR_ALONE.fullmatch(words):
        return Shape.YEAR
    if _PREPRINT.fullmatch(words):
        return Shape.VENUE
    if _ADDRESS.fullmatch(words):
        return Shape.ADDRESS
    if readings := read_date_label(words):
        is_possible = any(each.value is not None and each.value.year <= _LATEST_YEAR for each in readings)
        return Shape.DATE if is_possible else Shape.NUMBER
    return Shape.NUMBER if _NUMBER.fullmatch(words) else None


def _read_phrase(words: str, text: str) -> Shape:
    """The shape of words without a fixed form: a name, a title or prose, by the number of words and capitals."""
    parts = words.split()
    count = count_words(words)
    small = sum([part[0].islower() for part in parts])
    lowered = words.lower()
    if has_any(lowered, _STEMS) and (
        names_periodical(words)
        or (
            parts[0] not in ("A", "a", "An", "an")
            and count <= _MOST_WORDS_OF_PERIODICAL
            and 2 * small <= len(parts)
            and _PERIODICAL.search(lowered) is not None
        )
    ):
        return Shape.PERIODICAL
    names = _read_names(words, parts) if count <= _MOST_WORDS or " and " in words else None
    if count > _MOST_WORDS:
        return Shape.NAMES if names is Shape.NAMES else Shape.PROSE  # of more authors than prose has capitals in a row
    if names is not None:
        is_marked = names is Shape.NAME and text.lstrip(EDGES) != words and _EMOJI.match(text.lstrip(EDGES))
        return Shape.FEW_CAPITALS if is_marked else names  # `🏆 Best Paper Award`
    if count >= 4:
        return Shape.WORDS if small else Shape.CAPITALS
    if _ONLY_INITIALS.fullmatch(words):
        return Shape.INITIALS if "." in text or len(words) <= 2 else Shape.ACRONYM
    if count > 1:
        return Shape.FEW if small else Shape.FEW_CAPITALS
    if _CAPITALISED.fullmatch(words) or not words.isascii():
        return Shape.WORD
    return Shape.FEW if words.islower() else Shape.ACRONYM


def _read_names(words: str, parts: list[str]) -> Shape | None:
    """Recognise names of people; one that is not sure is a `NAME`."""
    if not words[0].isalpha() or (not words.isascii() and _MIXED.search(words)):
        return None
    is_word = len(parts) == 1 and "." not in words and not words[-1].isupper()  # without initials
    if (is_word or len(parts) > _MOST_OF_ONE_NAME) and not may_list_names(words):
        return None
    found = read_authors(_ASIDE.sub("", words) if "(" in words else words)
    if found is None:
        return None
    if len(found.names) > 1 or found.more:
        if found.more or sum(" " not in name for name in found.names) <= len(found.names) // _FEWEST_WITH_BARE:
            return Shape.NAMES
        return Shape.NAME if len(parts) <= _MOST_OF_ONE_NAME else Shape.CAPITALS
    if len(parts) > _MOST_OF_ONE_NAME or _ONLY_INITIALS.fullmatch(words):
        return None
    if _HAS_INITIALS.search(words):
        return Shape.NAMES
    return Shape.NAME if len(parts) >= 2 else None


class Mark(StrEnum):
    """What sets a field off."""

    NONE = ""
    LINK = "link"
    TAG = "link in brackets"
    BOLD = "bold"
    ITALIC = "italic"
    QUOTE = "quotes"
    ROUND = "round brackets"
    SQUARE = "square brackets"
    CODE = "code"


class Field(NamedTuple):
    """Words between marks: offsets into the text of their prose."""

    before: str
    """What separates it from the field before. `WITHIN` is before that sign where both are in one link or one run of
    bold words, `LEAVING` where the one before is the end of a link, of bold words or of a quotation, `ENTERING` where a
    quotation begins, `OPENING` where a link does."""
    mark: Mark
    shape: Shape
    start: int
    end: int
    place: int
    """The prose that it is in: a column of a row, else 0 for the head and more for the details."""
    words: str


make_field = maker(Field)
START, LINE, WRAP, BAR, SPACE, BY, ON = "^", "\n", "↵", "|", " ", "@", "+"
"""How a field begins that no punctuation mark is before. `WRAP` is the end of a line in the source that the reader does
not see; `BY` is the word; `ON` is before a small letter that nothing but a change of style or of line is before."""
LINES = (LINE, WRAP)
WITHIN, LEAVING, ENTERING, OPENING = "=", "~", "“", "["
_OUTER_EDGES = EDGES.replace("!?", "")
CLOSING_EDGES = EDGES.replace(")", "")
ANY_YEAR = lazy_pattern(
    r"(?<=(?i:rxiv))['’‘ -](?:20)?\d{4}(?!\d)|^20[0-4]\d[01]\d(?:[0-3]\d)?(?= )|(?:19|20)\d\d(?!\d)"
    r"|['’‘ -]\d\d(?!\d|st|nd|rd|th)|(?<=[A-Za-z])[012]\d(?!\w)|(?<!\w)[012]\d['’‘](?=[A-Z])"
)
_REPORT = lazy_pattern(
    r"(?:[\s,:;]{1,3}(?:technical |tech\. )?(?:report|paper))?[\s,:;]{1,3}(?:19|20)\d\d/\d{2,5}$",
    re.IGNORECASE,
    needs="/",
)
"""`Archive, Report 2019/1066`: the number of a report begins with a year."""
_NUMBERS = lazy_pattern(r"\s[(（][\W\d_]*[)）]")
"""`ICSE 2024 (04.14 - 04.20)`."""
_OF = frozenset({"of", "on"})
_SMALL = _OF | frozenset("for in the and at".split())
LINKS = frozenset({Mark.LINK, Mark.TAG})
RUNS = frozenset({Mark.BOLD, Mark.QUOTE, *LINKS})
GROUPS = frozenset({Mark.ROUND, Mark.SQUARE})
PHRASE = frozenset(
    {Shape.WORDS, Shape.CAPITALS, Shape.FEW, Shape.FEW_CAPITALS, Shape.NAME, Shape.NAMES, Shape.PERIODICAL}
)
"""Shapes of several words."""
DATES = frozenset({Shape.YEAR, Shape.DATE})
PARTS_OF_DATES = DATES | {Shape.NUMBER}
WHEN_OR_WHERE = DATES | {Shape.VENUE}
WHOLES = PARTS_OF_DATES | {Shape.VENUE, Shape.NAMES, Shape.LABEL, Shape.OTHERS, Shape.ADDRESS}
"""Shapes that words in brackets or links have as a whole: these are not cut."""
SURE_NAMES = frozenset({Shape.NAMES, Shape.OTHERS, Shape.CREDIT})
NAMES = SURE_NAMES | {Shape.INITIALS}
PERSONAL = NAMES | {Shape.NAME}
"""Names of people, also those that may be a short title."""
TITLE_SHAPES = PHRASE | {Shape.WORD, Shape.ACRONYM, Shape.PROSE}
"""Shapes of the words of titles."""


def find_year(words: str) -> tuple[int, int] | None:
    """Find the year in words, with the month beside it."""
    if (year := ANY_YEAR.search(words)) is None:
        return None
    dates = (each for each in find_dates(words) if each.start <= year.end() and year.start() <= each.end)
    return next(((each.start, each.end) for each in dates), year.span())


def name_without_year(heading: str) -> str:
    """Return words without the year among them, or the number of a report, and without the signs around them."""
    words = " ".join(ANY_YEAR.sub("", _REPORT.sub("", heading)).split()).replace(" )", ")").replace("()", "")
    return words.strip(f"{CLOSING_EDGES}'’‘")


def name_venue(heading: str) -> str | None:
    """Return the venue that words name, without the year; None where they say something else."""
    heading = _NUMBERS.sub("", heading)
    words = name_without_year(heading)
    shape = read_shape(heading)
    is_name = all(word in _SMALL or not word.islower() for word in words.split())
    has_topic = not _OF.isdisjoint(words.split()) or find_venues(heading)
    is_periodical = shape is Shape.PERIODICAL and is_name and has_topic and ":" not in words  # as titles have
    return words if words and (shape is Shape.VENUE or is_periodical) else None


def says_when_or_where(words: str) -> bool:
    """Whether the brackets that end a link are not part of its title: `Title (NSDI'20)`, `Title (2005)`."""
    return bool(find_dates(words)) or read_shape(words) in WHEN_OR_WHERE


_BESIDE_NAMES = NAMES | WHEN_OR_WHERE | {Shape.PERIODICAL, Shape.REST, Shape.ACRONYM}


def are_by(fields: Sequence[Field], names: frozenset[Shape], fewest: int) -> bool:
    """Whether fields begin with names, and a title that is long enough is behind them."""
    if not fields or fields[0].shape not in names:
        return False
    words = (each for each in fields if each.shape not in _BESIDE_NAMES | names)
    title = next((each for each in words if count_words(each.words) >= fewest), None)
    return title is not None and title.shape in TITLE_SHAPES and not title.words[0].islower()


def has_capitals(words: str) -> bool:
    """Whether words begin with a letter and have two capitals."""
    return words[0].isalpha() and sum(map(str.isupper, words)) >= 2


def is_tag(words: str, found: Sequence[Field]) -> bool:
    """Whether a few words of code behind what was found are a tag of the title: no name of a file."""
    last = found[-1] if found else None
    may_follow = last is not None and (last.shape is Shape.LABEL if last.mark is Mark.CODE else last.shape in PHRASE)
    return may_follow and all(map(str.isalpha, words.replace("-", " ").split()))


_FEWEST_OF_TITLE = 4
"""Words behind a venue and its year from which they are a title."""
_OF_EVENT = lazy_pattern(
    r"(?:\S+ ){0,3}"
    r"(?i:tasks?|challenges?|competitions?|workshops?|tracks?|tutorials?|papers?|proceedings|awards?|conference)\b"
)
"""What goes on with the name of a venue: `SemEval 2020 Task 3: ...`."""


def find_lead(words: str, *, is_named: bool) -> VenueMention | None:
    """Find the known venue and its year that a title is behind, or its name before a colon: `ICML 2020 Learning to`."""
    venue = next(iter(find_venues(words)), None)
    if venue is None or venue.start or venue.year is None or words[venue.end : venue.end + 1] != " ":
        return None
    rest = words[venue.end :].lstrip(EDGES)
    is_sure = venue.preprint or has_capitals(venue.text.strip("0123456789'’ _-/"))  # not `2012 Fast Maps of ...`
    is_title = rest[:1].isupper() and count_words(rest) >= _FEWEST_OF_TITLE
    is_title = is_title or (is_named and read_shape(rest) not in (None, Shape.WORD, Shape.LABEL, Shape.NUMBER))
    return venue if is_sure and is_title and not _OF_EVENT.match(rest) else None


def without_joint(words: str) -> str:
    """Leave out the "and" or "&" that ends words, if they are a line of names."""
    name = words.rpartition(" ")[0]
    return name if name and read_shape(name) in PERSONAL else words


_LAST_VENUE = lazy_pattern(r"(?P<at>\s+(?:at|@))?\s+((?=\S*[A-Z]\S*[A-Z])(?:[A-Z]|arX)[\w&-]*)$")
_LEADING = frozenset("a an and as at beyond by during for from in of on or our that the this to under with".split())


def find_last_venue(words: str) -> tuple[int, int] | None:
    """Find where words end before a venue, known or behind "at", and where it begins: `Learning to Act ICML`."""
    venue = _LAST_VENUE.search(words)
    before = words[: venue.start()].split() if venue is not None else []
    is_apart = len(before) > 1 and before[-1].casefold() not in _LEADING and not before[-1][-1:].isupper()
    is_found = venue is not None and (venue["at"] or (is_apart and find_venues(venue[2])))
    return (venue.start(), venue.start(2)) if venue is not None and is_found else None


def shape_before_year(words: str, shape: Shape) -> Shape:
    """The shape of words that are directly before a year: `AB 2016`."""
    is_venue = shape is Shape.INITIALS or (shape is Shape.LABEL and words.isupper())
    return Shape.ACRONYM if is_venue else shape


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range without marks at its ends; a bracket that is opened inside stays closed."""
    words = text[start:end]
    if words[:1].isalnum() and words[-1].isalnum():
        return start, end
    inner = words.lstrip(_OUTER_EDGES)
    bare = inner.rstrip(_OUTER_EDGES)
    before, behind = words[: len(words) - len(inner)], inner[len(bare) :]
    for opening, closing in ("()", "[]"):
        while closing in behind[:2] and bare.count(opening) > bare.count(closing):  # `(Foo Inc.)`
            gap = behind.index(closing) + 1
            bare, behind = bare + behind[:gap], behind[gap:]
        if before[-1:] == opening and bare.count(closing) > bare.count(opening):
            before, bare = before[:-1], opening + bare
    start += len(before)
    return start, start + len(bare)


YEAR_AHEAD = lazy_pattern(
    rf"({YEAR}(?:[-/.]?(?:0[1-9]|1[0-2])[-/.]?[0-3]\d)?|['’‘]\d\d|\d\d(?=[_'’‘-][A-Z]))"
    r"((?=[A-Z]{3})|[\s_.'’‘-]+)(\S.*)",
    re.DOTALL,
)
_NAME_GOES_ON = lazy_pattern(r"(?: (?:of|and|in|&|[A-Z][a-z]{2,}\.?))*? [A-Z][a-z]{2,}\.?$")
_VENUE_END = lazy_pattern(r"[\s'’‘(,.-]*(?:\d{2,4})?\W*$")


def find_name_of_venue(words: str, venue: VenueMention, year: tuple[int, int] | None) -> tuple[int, int]:
    """Find where a venue in words begins and ends, without its year."""
    ahead = None if venue.text[0].isalpha() else YEAR_AHEAD.match(venue.text)
    is_dated = year is not None and year[0] > venue.start and words[venue.end :][:1] != ":"  # `arXiv:...`
    name = ahead[3] if ahead else words[venue.start : year[0] if year and is_dated else venue.end]
    name = name if name[-1:].isalpha() else _VENUE_END.sub("", name)
    begin = words.find(name, venue.start)
    end = begin + len(name)
    if name.isalpha() and name == name.capitalize() and (more := _NAME_GOES_ON.match(words, end)) is not None:
        end = more.end()  # `2023 Nature Genetics`
    return begin, end


_YEAR_BEHIND = lazy_pattern(rf"(.*?\S)(\s*[-_,.:：'’‘]?\s*)(?P<year>{YEAR}|['’‘]\d\d|(?<=[^\W\d] )[012]\d)[a-rt-z]?")
_YEAR_IN_BRACKETS = lazy_pattern(rf"(.*?\S)(\s*)\((?P<year>{YEAR}|['’‘]\d\d)\)")


def match_year_behind(raw: str, shape: Shape, mark: Mark) -> re.Match[str] | None:
    """Match the year that words end in: `Learning to Act 2019`, `ICML'19`, `Title (2019)`."""
    bare = raw.rstrip(CLOSING_EDGES)
    digits = bare[-2:] if bare[-1:].isdecimal() else bare[-3:-1]
    may_end = shape is not Shape.DATE and digits.isdecimal() and len(digits) == 2
    behind = _YEAR_BEHIND.fullmatch(bare) if may_end else None
    is_set_off = mark in GROUPS or mark is Mark.CODE
    if behind is not None and len(behind["year"]) == 2 and not (is_set_off and has_capitals(behind[1])):
        behind = None  # but `[Applied Intelligence 20]`
    if behind is not None and mark in LINKS and behind[1].rpartition(" ")[2] in _LEADING:
        behind = None  # `[Testing Programs: The Road to 2030](url)`
    if behind is None and bare[-1:] == ")" and bare[-2:-1].isdecimal() and mark in (Mark.CODE, Mark.LINK):
        behind = _YEAR_IN_BRACKETS.fullmatch(bare)
    return behind
