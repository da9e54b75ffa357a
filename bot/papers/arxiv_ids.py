"""Read the text where an arXiv id should be: the id, or what is wrong with it.

The grammar is that of https://info.arxiv.org/help/arxiv_identifier.html: `YYMM.NNNN` from April 2007,
`YYMM.NNNNN` from January 2015, `archive/YYMMNNN` before; sequence numbers start at 1.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from bot.papers.dates import PartialDate
from bot.text import StrEnum, lazy_pattern


class Problem(StrEnum):
    """What is wrong with a URL, or merely worse than the canonical URL of the same page."""

    MONTH_OUT_OF_RANGE = "month out of range"
    BEFORE_FIRST_MONTH = "before the first month of this form of id"
    TOO_FEW_DIGITS = "too few digits"
    FOUR_DIGITS_AFTER_2014 = "four digits after 2014"
    FIVE_DIGITS_BEFORE_2015 = "five digits before 2015"
    SIX_DIGITS = "six digits or more"
    ZERO_SEQUENCE = "sequence number zero"
    HUGE_SEQUENCE = "sequence number beyond any seen in a month"
    WRONG_SEPARATOR = "missing or wrong separator"
    UNKNOWN_ARCHIVE = "unknown archive"
    NO_IDENTIFIER = "no identifier"
    LEADING_TEXT = "text before the identifier"
    TRAILING_TEXT = "text after the identifier"
    PLACEHOLDER = "placeholder"
    NO_PAGE = "a path that arXiv does not have"

    HTTP = "http instead of https"
    NO_SCHEME = "no https://"
    WWW_OR_MIRROR_HOST = "another host than arxiv.org"
    WRAPPED = "wrapped in another site's redirect"
    NO_FORM = "neither abs nor pdf"
    DOUBLE_SLASH = "double slash"
    ID_PREFIX = "prefix arXiv: before the identifier"
    SUBJECT_CLASS = "subject class in an old identifier"
    VERSION = "version"
    PDF_SUFFIX = ".pdf on a pdf page"
    ABS_WITH_PDF_SUFFIX = ".pdf on an abstract page"
    TRAILING_PUNCTUATION = "punctuation after the identifier"
    QUERY = "query"
    TRACKING = "tracking parameters"
    FRAGMENT = "fragment"
    SPELLING = "another spelling of the canonical URL"


MALFORMED = frozenset(
    {
        *(Problem.MONTH_OUT_OF_RANGE, Problem.BEFORE_FIRST_MONTH, Problem.TOO_FEW_DIGITS),
        *(Problem.FOUR_DIGITS_AFTER_2014, Problem.FIVE_DIGITS_BEFORE_2015, Problem.SIX_DIGITS),
        *(Problem.ZERO_SEQUENCE, Problem.HUGE_SEQUENCE, Problem.WRONG_SEPARATOR, Problem.UNKNOWN_ARCHIVE),
        *(Problem.NO_IDENTIFIER, Problem.LEADING_TEXT, Problem.TRAILING_TEXT, Problem.PLACEHOLDER, Problem.NO_PAGE),
    }
)
"""The URL does not hold an id that arXiv can have issued, or holds more than the id."""

NONCANONICAL = frozenset(Problem) - MALFORMED
"""The URL leads, or was clearly meant to lead, to a page that has a better URL."""


class ArxivId(NamedTuple):
    """What was read: `value` is None if no one id is meant; `suggestion` is the only likely correction."""

    value: str | None
    version: int | None = None
    problems: tuple[Problem, ...] = ()
    suggestion: str | None = None


# fmt: off
ARCHIVES = frozenset(
    {
        "acc-phys", "adap-org", "alg-geom", "ao-sci", "astro-ph", "atom-ph", "bayes-an", "chao-dyn",
        "chem-ph", "cmp-lg", "comp-gas", "cond-mat", "cs", "dg-ga", "funct-an", "gr-qc", "hep-ex",
        "hep-lat", "hep-ph", "hep-th", "math", "math-ph", "mtrl-th", "nlin", "nucl-ex", "nucl-th",
        "patt-sol", "physics", "plasm-ph", "q-alg", "q-bio", "quant-ph", "solv-int", "supr-con",
    }
)
# fmt: on
_LAST_KNOWN, _MAX_KNOWN = "2606", 40_000
"""No month up to the last known one had more papers: 32,000 came in the busiest. Later months may."""

_FLAGS = re.ASCII | re.DOTALL
_VERSION = r"(?:v(?P<version>[1-9]\d{0,2})(?!\d))?"
_NEW = lazy_pattern(rf"(?P<yy>\d\d)(?P<mm>\d\d)\.(?P<number>\d+){_VERSION}(?P<tail>.*)", _FLAGS)
_OLD = lazy_pattern(
    r"(?P<archive>[a-z]+(?:-[a-z]+)?)(?P<subject>\.[a-z-]+)?/(?P<yy>\d\d)(?P<mm>\d\d)(?P<number>\d{3})(?!\d)"
    rf"{_VERSION}(?P<tail>.*)",
    _FLAGS | re.IGNORECASE,
)
_PLACEHOLDER = lazy_pattern(
    r"(?:arxiv[.:]?)?(?:(?=.*x)[\dx]{1,4}\.[\dx]{1,6}|x+|y{4,}|([02-9])\1{3}\.\1{4,5}|\d{2}00\.0{4,5}"
    r"|1234\.5678\d?|n/?a|todo|tb[acd]|coming[-_ ]?soon|placeholder|link|url"
    r"|(?:your[-_ ]?)?(?:arxiv[-_ ]?|paper[-_ ]?)?(?:id|link|number|reference)"
    r"|[<{\[].*|\?+|#+|\.\.+|…|-+|_+)(?:v\d+|\.pdf)*",
    _FLAGS | re.IGNORECASE,
)
_FEW_SIGNS = 4
"""Digits and dots of a placeholder such as `2200.00000`."""
_SPLIT = lazy_pattern(rf"20(?P<yy>\d\d)[.\-_/](?P<mm>\d\d)[.\-_/](?P<number>\d{{4,5}}){_VERSION}(?:\.pdf)?", _FLAGS)
_LOOSE = lazy_pattern(
    rf"(?P<yymm>\d{{4}})(?:[-_,:/ ．。，·]|\. |\.\.)?(?P<number>\d{{4,5}}){_VERSION}(?:\.pdf)?", _FLAGS
)
_MISPLACED = lazy_pattern(r"(?=(?:\.?\d){8,9}(?:\D|\Z))\d+\.\d+", _FLAGS)
"""The digits of an id with the dot between others: `23.1005915`."""
_EMBEDDED = lazy_pattern(r"(?<![\d.])\d{4}\.\d{4,5}(?!\d)", _FLAGS)
_PUNCTUATION = "`'\"}{])(>*.,;:/\\!&、。，；）】」”’ \t\n"


def read_arxiv_id(text: str) -> ArxivId:
    """Read `text`, which is where arXiv's URLs have the id. Never raises.

    A complete id followed by text is read, with `TRAILING_TEXT`; an id that arXiv cannot have issued
    is not, and `suggestion` names the id that was meant where there is only one candidate.
    """
    if not _is_ordinary(text) and _PLACEHOLDER.fullmatch(text):
        return ArxivId(None, None, (Problem.PLACEHOLDER,))
    if text.startswith("20") and (match := _SPLIT.fullmatch(text.rstrip(_PUNCTUATION))):
        return _read_split(match)
    if match := _NEW.match(text):
        return _read_new(match)
    if match := _OLD.match(text):
        return _read_old(match)
    return _read_loose(text)


def _is_ordinary(text: str) -> bool:
    """Whether a text is two numbers of so many different digits that it is not a placeholder, as nearly all are."""
    return text.replace(".", "").isdecimal() and len(set(text)) > _FEW_SIGNS and not text.startswith("1234.")


@lru_cache(maxsize=16_384)
def split_arxiv_id(value: str) -> tuple[int, int, int] | None:
    """Year, month and sequence number of an arXiv id as `read_arxiv_id` writes it; None for other text."""
    digits = value.rpartition("/")[2].replace(".", "")
    if not (digits.isascii() and digits.isdigit() and 7 <= len(digits) <= 9):
        return None
    century = 1900 if "/" in value and digits > "9" else 2000
    return century + int(digits[:2]), int(digits[2:4]), int(digits[4:])


@lru_cache(maxsize=16_384)
def month_of_id(value: str) -> PartialDate | None:
    """The month in an arXiv id as `read_arxiv_id` writes it; None for other text."""
    return None if (order := split_arxiv_id(value)) is None else PartialDate(*order[:2])


def _width(yymm: str) -> int:
    return 4 if yymm < "1501" else 5


def _new_problem(yymm: str, number: str) -> Problem | None:
    """What keeps arXiv from having issued this id."""
    if not "01" <= yymm[2:] <= "12":
        return Problem.MONTH_OUT_OF_RANGE
    if yymm < "0704":
        return Problem.BEFORE_FIRST_MONTH
    if len(number) < 4:
        return Problem.TOO_FEW_DIGITS
    if len(number) > 5:
        return Problem.SIX_DIGITS
    if len(number) < _width(yymm):
        return Problem.FOUR_DIGITS_AFTER_2014
    if len(number) > _width(yymm):
        return Problem.FIVE_DIGITS_BEFORE_2015
    if not number.strip("0"):
        return Problem.ZERO_SEQUENCE
    return None


def _candidates(yymm: str, number: str) -> set[str]:
    """The ids that six digits become with any one of them left out."""
    shorter = {number[:index] + number[index + 1 :] for index in range(len(number))}
    return {f"{yymm}.{one}" for one in shorter if _new_problem(yymm, one) is None and int(one) <= _MAX_KNOWN}


def _read_new(match: re.Match[str]) -> ArxivId:
    yymm, number = match["yy"] + match["mm"], match["number"]
    version = int(match["version"]) if match["version"] else None
    problem = _new_problem(yymm, number)
    tail = _tail_problems(match["tail"])
    if problem is None:
        value = f"{yymm}.{number}"
        huge = (Problem.HUGE_SEQUENCE,) if yymm <= _LAST_KNOWN and int(number) > _MAX_KNOWN else ()
        return ArxivId(value, version, huge + tail, _suggest(value, tail, match["tail"]))
    suggestion = None
    if problem is Problem.FIVE_DIGITS_BEFORE_2015 and number.startswith("0") and number.strip("0"):
        suggestion = f"{yymm}.{number[1:]}"
    elif len(number) == 6 and len(candidates := _candidates(yymm, number)) == 1:
        suggestion = candidates.pop()
    return ArxivId(None, version, (problem, *tail), suggestion)


def _suggest(value: str, problems: tuple[Problem, ...], tail: str) -> str | None:
    """The id alone where text follows it, unless that text holds an address or an id of its own."""
    if Problem.TRAILING_TEXT not in problems or "http" in tail or _EMBEDDED.search(tail):
        return None
    return value


def _read_old(match: re.Match[str]) -> ArxivId:
    archive, yymm = match["archive"].lower(), match["yy"] + match["mm"]
    version = int(match["version"]) if match["version"] else None
    problems: list[Problem] = []
    if archive not in ARCHIVES:
        problems.append(Problem.UNKNOWN_ARCHIVE)
    elif not "01" <= match["mm"] <= "12":
        problems.append(Problem.MONTH_OUT_OF_RANGE)
    elif not (yymm >= "9107" or yymm <= "0703"):
        problems.append(Problem.BEFORE_FIRST_MONTH)
    elif match["number"] == "000":
        problems.append(Problem.ZERO_SEQUENCE)
    value = None if problems else f"{archive}/{yymm}{match['number']}"
    if match["subject"]:
        problems.append(Problem.SUBJECT_CLASS)
    tail = _tail_problems(match["tail"])
    suggestion = _suggest(value, tail, match["tail"]) if value else None
    return ArxivId(value, version, (*problems, *tail), suggestion)


def _read_split(match: re.Match[str]) -> ArxivId:
    """An id whose separator is missing, another one, or twice there, as in `2023.10.11453`."""
    parts = match.groupdict()
    yymm, number = parts.get("yymm") or parts["yy"] + parts["mm"], parts["number"]
    suggestion = f"{yymm}.{number}" if _new_problem(yymm, number) is None else None
    version = int(parts["version"]) if parts["version"] else None
    return ArxivId(None, version, (Problem.WRONG_SEPARATOR,), suggestion)


def _read_loose(text: str) -> ArxivId:
    """An id without its dot, or with the dot elsewhere, or one that is somewhere in other text."""
    if match := _LOOSE.fullmatch(_MISPLACED.sub(_without_dot, text.rstrip(_PUNCTUATION), count=1)):
        return _read_split(match)
    found = {one for one in _EMBEDDED.findall(text) if _new_problem(*one.split(".")) is None}
    if len(found) == 1:
        return ArxivId(None, None, (Problem.LEADING_TEXT,), found.pop())
    return ArxivId(None, None, (Problem.NO_IDENTIFIER,))


def _without_dot(match: re.Match[str]) -> str:
    return match[0].replace(".", "")


def _tail_problems(tail: str) -> tuple[Problem, ...]:
    """What follows a complete id: nothing, the suffix of pdf pages, stray punctuation, or text."""
    if not tail:
        return ()
    if tail.lower() == ".pdf":
        return (Problem.PDF_SUFFIX,)
    bare = tail.rstrip(_PUNCTUATION)
    if not bare:
        return (Problem.TRAILING_PUNCTUATION,)
    if bare.lower() in {".pdf", ".pdf.pdf"}:
        return (Problem.PDF_SUFFIX, Problem.TRAILING_PUNCTUATION)
    return (Problem.TRAILING_TEXT,)
