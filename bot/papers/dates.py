"""Dates as precise as their source: in text, in the formats in which lists write them, and in records of programs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date
from functools import lru_cache, total_ordering
from typing import NamedTuple

from bot.text import StrEnum, lazy_pattern

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FIELD = lazy_pattern(r"YYYY|YY|Month|Mon|MM|DD|Dth|D")


@dataclass(frozen=True, slots=True)
class Month:
    """How many papers there are of a month."""

    year: int
    month: int
    papers: int

    @property
    def name(self) -> str:
        """As `Jan 2026`."""
        return f"{MONTHS[self.month - 1][:3]} {self.year}"


@total_ordering
@dataclass(frozen=True, slots=True)
class PartialDate:
    """A year, and as much of month and day as the source states. Missing parts sort first."""

    year: int
    month: int | None = None
    day: int | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """Year, month and day, 0 for a missing part."""
        return (self.year, self.month or 0, self.day or 0)

    @property
    def parts(self) -> tuple[int, ...]:
        """Year, month and day as far as they are known: as many as the date is precise."""
        return tuple([part for part in (self.year, self.month, self.day) if part is not None])

    def __lt__(self, other: PartialDate) -> bool:
        return self.key < other.key

    @classmethod
    def of(cls, day: date) -> PartialDate:
        """A whole day."""
        return cls(day.year, day.month, day.day)

    def whole(self) -> date | None:
        """The day; None if only a year or a month is known."""
        return None if self.month is None or self.day is None else date(self.year, self.month, self.day)

    def iso(self) -> str:
        """The date as ISO 8601 writes it, at the precision held: `2025`, `2025-03`, `2025-03-14`."""
        parts = f"{self.year:04}", *(f"{part:02}" for part in (self.month, self.day) if part is not None)
        return "-".join(parts)

    def months(self) -> int | None:
        """Months since the year 0, for differences; None for a bare year."""
        return None if self.month is None else self.year * 12 + self.month - 1

    def days(self) -> int:
        """Days since the year 0 as if each month had 31, for differences; missing parts count nothing."""
        return self.year * 372 + (self.month or 0) * 31 + (self.day or 0)


class DateFormat(StrEnum):
    """A way of writing dates; the value is what a person writes in a configuration file.

    `MM` and `DD` stand for the padded and the unpadded number: real lists mix `2024.7` and `2024.07`.
    """

    YYYY = "YYYY"
    APOSTROPHE_YY = "'YY"
    YYMM = "YYMM"
    YYYYMM = "YYYYMM"
    YYYYMMDD = "YYYYMMDD"
    YYYY_MM_DASH = "YYYY-MM"
    YYYY_MM_SLASH = "YYYY/MM"
    YYYY_MM_DOT = "YYYY.MM"
    YYYY_MM_DD_DASH = "YYYY-MM-DD"
    YYYY_MM_DD_SLASH = "YYYY/MM/DD"
    YYYY_MM_DD_DOT = "YYYY.MM.DD"
    YY_MM_DASH = "YY-MM"
    YY_MM_SLASH = "YY/MM"
    YY_MM_DOT = "YY.MM"
    YY_MM_DD_DASH = "YY-MM-DD"
    YY_MM_DD_SLASH = "YY/MM/DD"
    YY_MM_DD_DOT = "YY.MM.DD"
    YYYY_MM_CHINESE = "YYYY年MM月"
    YYYY_MM_DD_CHINESE = "YYYY年MM月DD日"
    YYYY_MM_KOREAN = "YYYY년 MM월"
    YYYY_MM_DD_KOREAN = "YYYY년 MM월 DD일"
    DD_MM_YYYY_DASH = "DD-MM-YYYY"
    DD_MM_YYYY_SLASH = "DD/MM/YYYY"
    DD_MM_YYYY_DOT = "DD.MM.YYYY"
    MM_DD_YYYY_DASH = "MM-DD-YYYY"
    MM_DD_YYYY_SLASH = "MM/DD/YYYY"
    MM_YYYY_DASH = "MM-YYYY"
    MM_YYYY_SLASH = "MM/YYYY"
    MM_YYYY_DOT = "MM.YYYY"
    MON_YYYY = "Mon YYYY"
    MON_DOT_YYYY = "Mon. YYYY"
    MON_COMMA_YYYY = "Mon, YYYY"
    MON_DOT_COMMA_YYYY = "Mon., YYYY"
    MONTH_YYYY = "Month YYYY"
    MONTH_COMMA_YYYY = "Month, YYYY"
    YYYY_MON = "YYYY Mon"
    YYYY_MONTH = "YYYY Month"
    MON_APOSTROPHE_YY = "Mon 'YY"
    MONTH_APOSTROPHE_YY = "Month 'YY"
    D_MON_YYYY = "D Mon YYYY"
    D_MON_COMMA_YYYY = "D Mon, YYYY"
    D_MON_DOT_YYYY = "D Mon. YYYY"
    D_MONTH_YYYY = "D Month YYYY"
    D_MONTH_COMMA_YYYY = "D Month, YYYY"
    DTH_MON_YYYY = "Dth Mon YYYY"
    DTH_MONTH_YYYY = "Dth Month YYYY"
    DTH_MONTH_COMMA_YYYY = "Dth Month, YYYY"
    MON_D_YYYY = "Mon D YYYY"
    MON_D_COMMA_YYYY = "Mon D, YYYY"
    MON_DOT_D_YYYY = "Mon. D YYYY"
    MON_DOT_D_COMMA_YYYY = "Mon. D, YYYY"
    MONTH_D_YYYY = "Month D YYYY"
    MONTH_D_COMMA_YYYY = "Month D, YYYY"
    MON_DTH_YYYY = "Mon Dth YYYY"
    MON_DTH_COMMA_YYYY = "Mon Dth, YYYY"
    MONTH_DTH_YYYY = "Month Dth YYYY"
    MONTH_DTH_COMMA_YYYY = "Month Dth, YYYY"


def is_possible(year: int, month: int | None = None, day: int | None = None) -> bool:
    """Whether the calendar has such a year, month and day: no month 13, no 30 February."""
    if not 1 <= year <= 9999 or (month is None and day is not None):
        return False
    if month is None:
        return True
    if not 1 <= month <= 12 or (day is not None and not 1 <= day <= _DAYS[month - 1]):
        return False
    return (month, day) != (2, 29) or (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))


def write_date(value: PartialDate, date_format: DateFormat, padded: bool = True) -> str | None:
    """The date in that format; None when the format needs more than the value holds.

    `padded` writes months and days below ten with a zero where the format has `MM` and `DD`. May is never
    short, so it takes no dot.
    """
    needs_day = "D" in date_format
    if (value.month is None and ("M" in date_format or needs_day)) or (value.day is None and needs_day):
        return None
    month, day = value.month or 1, value.day or 1
    joined = date_format in {DateFormat.YYMM, DateFormat.YYYYMM, DateFormat.YYYYMMDD}
    width = 2 if padded or joined else 1
    fields = {
        "YYYY": f"{value.year:04}",
        "YY": f"{value.year % 100:02}",
        "Month": MONTHS[month - 1],
        "Mon": MONTHS[month - 1][:3],
        "MM": f"{month:0{width}}",
        "DD": f"{day:0{width}}",
        "D": str(day),
        "Dth": f"{day}{_ordinal(day)}",
    }
    template = date_format.replace("Mon.", "Mon") if month == 5 else date_format
    return _FIELD.sub(lambda match: fields[match[0]], template)


def _ordinal(day: int) -> str:
    return "th" if 10 <= day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


class DateMention(NamedTuple):
    """A date in a string: `start` and `end` are offsets into it.

    `value` is None when the digits have the form of a date but name no possible one.
    """

    start: int
    end: int
    text: str
    format: DateFormat
    value: PartialDate | None

    @property
    def padded(self) -> bool | None:
        """Whether months and days below ten carry a zero; None if there are none."""
        parts = "".join([each if each.isdecimal() else " " for each in self.text]).split()
        if any(len(part) == 1 for part in parts):
            return False
        return True if any(len(part) == 2 and part[0] == "0" for part in parts) else None


_YEAR = r"(?:19[5-9]\d|20[0-4]\d)"
_NAME = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?![A-Za-z])"
)
OTHER_NAMES = {
    **dict.fromkeys(("janv", "ene", "enero"), 1), **dict.fromkeys(("févr", "février"), 2),
    **dict.fromkeys(("mrt", "maart", "mär", "märz"), 3), **dict.fromkeys(("avr", "avril", "abr", "abril"), 4),
    **dict.fromkeys(("mei", "mai", "mayo"), 5), "juin": 6, **dict.fromkeys(("juil", "juillet"), 7),
    **dict.fromkeys(("août", "ago", "agosto"), 8), **dict.fromkeys(("okt", "oktober"), 10),
    **dict.fromkeys(("dez", "dezember", "déc", "dic"), 12),
}  # fmt: skip
"""Names of months that do not begin as the English ones: Dutch, German, French, Spanish."""
_ANY_NAME = rf"(?i:{_NAME}|(?:{'|'.join(sorted(OTHER_NAMES, key=len, reverse=True))})(?![A-Za-z]))"
_LEFT = r"(?<![0-9$€£#/\\%@+±=])(?<![0-9][-–—,:~])(?<![0-9A-Za-z_]\.)"
_RIGHT = r"(?![0-9_%a-z]|(?!T\d\d:\d\d)[A-Z]{1,2}(?![A-Za-z])|[-–—./:,~][0-9]|\)[0-9]|\.[a-z])"
"""What may not be beside a date: more of a number, of an identifier, or of a path."""

_YEAR_FIRST = (
    rf"(?P<year>{_YEAR})(?:(?P<sep>[-/.‐‑])(?P<month>\d\d?)(?:(?P=sep)(?P<day>\d\d?))?"
    rf"|[ -](?P<year_name>{_NAME})(?!\.?,? ?'?\d))?"
)
_YEAR_SHORT = (
    r"(?P<yy>[0-4]\d|9\d)(?P<yy_sep>[-.])(?P<yy_month>0[1-9]|1[0-2])"
    r"(?:(?P=yy_sep)(?P<yy_day>0[1-9]|[12]\d|3[01])|(?<=\.\d\d))(?! ?[%±×])"
)
_MONTH_FIRST = rf"(?P<first_month>0?[1-9]|1[0-2])(?P<first_sep>[-/.])(?P<first_year>{_YEAR})"
_DAY_FIRST = (
    rf"(?P<lead_day>\d\d?)(?P<lead_th>st|nd|rd|th)?(?: of)?[ -](?P<lead_name>{_ANY_NAME})"
    rf"(?P<lead_dot>\.?)(?P<lead_comma>,?)[ -](?P<lead_year>{_YEAR})"
)
_NAMED = (
    rf"(?<![A-Za-z])(?P<name>{_NAME})(?P<dot>\.?)(?: ?(?P<name_day>\d\d?)(?P<th>st|nd|rd|th)?(?=[ ,]))?"
    rf"(?P<comma>,?)(?: ?['’‘](?P<name_yy>\d\d)|(?: {{1,2}}|-)?(?P<name_year>{_YEAR}))"
)
_WITH_UNITS = (
    rf"(?P<unit_year>{_YEAR}) ?(?P<unit>[年년]) ?(?P<unit_month>\d\d?) ?[月월](?: ?(?P<unit_day>\d\d?) ?[日号일])?"
)
_YEAR_LAST = rf"(?P<one>\d\d?)(?P<last_sep>[-/.])(?P<other>\d\d?)(?P=last_sep)(?P<last_year>{_YEAR})"
_DATE = lazy_pattern(
    rf"{_LEFT}(?:{_WITH_UNITS}|(?:{_YEAR_FIRST}"
    rf"|(?<![A-Za-z_-])(?:{_YEAR_SHORT}|{_YEAR_LAST}|{_MONTH_FIRST}|{_DAY_FIRST})){_RIGHT})|{_NAMED}{_RIGHT}"
    r"|(?:(?<=[A-Za-z])|(?<=[A-Za-z] ))['’‘] ?(?P<apostrophe>\d\d)(?![0-9A-Za-z]|\.(?:0[1-9]|1[0-2])(?!\d))"
)
_MAX_LABEL = len("23rd September, 2026") + 4
DIGIT = lazy_pattern(r"\d")
_SEPARATORS = frozenset("-/.")
_LABEL = lazy_pattern(r"(?P<yy>[0-4]\d|9\d)(?P<sep>[-/.])(?P<month>\d\d?)(?:(?P=sep)(?P<day>\d\d?))?")
_NOT_VENUES = frozenset({"COCO", "VOC", "ILSVRC", "CIFAR", "GPT", "ISO", "CVE"})
_UNITS = {"年": ("YYYY年MM月", "DD日"), "년": ("YYYY년 MM월", " DD일")}
_FORMATS = {format_.value: format_ for format_ in DateFormat}
DAY_OR_MONTH_FIRST = frozenset(
    {
        *(DateFormat.DD_MM_YYYY_DASH, DateFormat.DD_MM_YYYY_SLASH),
        *(DateFormat.MM_DD_YYYY_DASH, DateFormat.MM_DD_YYYY_SLASH),
    }
)
"""Which of them a date has is not known where both numbers are months: then it is the year alone by itself."""
_NUMBERS = {name[:3]: number for number, name in enumerate(MONTHS, 1)}


def rewrite_date(mention: DateMention, value: PartialDate) -> str | None:
    """Write another date as one is written in a text; None if it is not known as exactly."""
    if not re.search(r"[^\W\d_]", mention.text) or "M월" in mention.format or "M月" in mention.format:
        return write_date(value, mention.format, mention.padded is not False)

    def part(match: re.Match[str]) -> str:
        word = match[0]
        if word.isdigit() and len(word) == 4:
            return f"{value.year:04}"
        if word.isdigit():
            return str(value.day or "").rjust(len(word) if word.startswith("0") else 1, "0")
        if re.fullmatch(r"\d{1,2}(?:st|nd|rd|th)", word):
            return f"{value.day}{_ordinal(value.day)}" if value.day is not None else word
        if not any(word[:3].title() == each[:3] for each in MONTHS):
            return word
        month = MONTHS[(value.month or 1) - 1]
        return month[:3] if len(word) <= 4 and word not in MONTHS else month

    return re.sub(r"\d+(?:st|nd|rd|th)?|[^\W\d_]+", part, mention.text)


@lru_cache(maxsize=16_384)
def find_dates(text: str) -> tuple[DateMention, ...]:
    """All dates in a run of plain text, left to right, the longest reading of each.

    Bare years count from 1950 to 2049. Four digits are a year here; what `[2503]` means depends on the whole
    list (`read_date_label`). Numbers with more digits beside them (arXiv ids, DOIs, ranges) are left alone.
    """
    if not DIGIT.search(text):  # most words hold no date, and a glance is ten times as fast as a search
        return ()
    return tuple([mention for match in _DATE.finditer(text) if (mention := _mention(text, match)) is not None])


@lru_cache(maxsize=16_384)
def read_date_label(text: str) -> tuple[DateMention, ...]:
    """Every reading of a label that is a date as a whole, possible ones first; none for other labels."""
    if len(text) > _MAX_LABEL or not DIGIT.search(text):
        return ()
    readings = [mention for mention in find_dates(text) if mention.end - mention.start == len(text)]
    if readings and readings[0].format in DAY_OR_MONTH_FIRST and (first := readings[0].value):
        one, sep, other = text[:-5].partition(text[-5])
        other_way = readings[0]._replace(format=_FORMATS[f"MM{sep}DD{sep}YYYY"], value=_value(first.year, one, other))
        if first.day is None:
            readings += readings[0]._replace(value=_value(first.year, other, one)), other_way
        elif first.day == first.month:
            readings.append(other_way)
    if text.isascii() and text.isdigit():
        readings += _read_digits(text)
    elif not readings and text[2:3] in _SEPARATORS and (match := _LABEL.fullmatch(text)) and not _is_result(match):
        sep = match["sep"]
        form = f"YY{sep}MM{sep}DD" if match["day"] else f"YY{sep}MM"
        value = _value(whole_year(match["yy"]), match["month"], match["day"])
        readings.append(DateMention(0, len(text), text, _FORMATS[form], value))
    return tuple(sorted(readings, key=lambda mention: mention.value is None))


def _is_result(match: re.Match[str]) -> bool:
    """Whether a label reads as a figure of a table: `97.5` is not a month of 1997."""
    return match["sep"] == "." and not match["day"] and match["yy"] >= "50"


def has_format(text: str, date_format: DateFormat) -> bool:
    """Whether `text` is a date that a person who keeps to `date_format` may write.

    Padding is free. `May` is as short as it is long; June and July are often left whole among short names.
    """
    if "Month" in date_format:
        text = re.sub(r"\bMay\b", "March", text)
    elif "Mon" in date_format:
        text = re.sub(r"\b(?:May|June|July)\b\.?", "Mar." if "Mon." in date_format else "Mar", text)
    return any(mention.format is date_format for mention in read_date_label(text))


def read_swapped_month_year(text: str) -> PartialDate | None:
    """The MMYY reading of four digits, as in `0425` for April 2025; None when there is none."""
    if len(text) != 4 or not (text.isascii() and text.isdigit()):
        return None
    return _value(whole_year(text[2:]), text[:2])


def whole_year(digits: str) -> int:
    """The year of two digits, from 1950 to 2049."""
    return int(digits) + (1900 if digits >= "50" else 2000)


def _value(year: int | str, month: int | str | None, day: int | str | None = None) -> PartialDate | None:
    parts = int(year), int(month) if month else None, int(day) if day else None
    return PartialDate(*parts) if is_possible(*parts) else None


def _read_digits(text: str) -> list[DateMention]:
    """The readings of an unbroken run of digits, bare years from 1950 on apart."""
    if len(text) == 4:
        year, rest, format_ = whole_year(text[:2]), text[2:], DateFormat.YYMM
    elif len(text) in {6, 8} and re.match(_YEAR, text):
        year, rest = int(text[:4]), text[4:]
        format_ = DateFormat.YYYYMM if len(text) == 6 else DateFormat.YYYYMMDD
    else:
        return []
    early = [DateMention(0, 4, text, DateFormat.YYYY, PartialDate(int(text)))] if "1900" <= text < "1950" else []
    return [DateMention(0, len(text), text, format_, _value(year, rest[:2], rest[2:] or None)), *early]


def _mention(text: str, match: re.Match[str]) -> DateMention | None:
    if match["name"] or match["lead_name"]:
        form, value = _read_named(match)
    else:
        form, value = _read_numeric(match)
        if value is None and not (match["month"] and _is_meant(text, match)):
            return None
    if match["year"] is not None and not _may_be_glued(text, match.start()):
        return None
    return DateMention(match.start(), match.end(), match[0], _FORMATS[form], value)


def _read_numeric(match: re.Match[str]) -> tuple[str, PartialDate | None]:
    if name := match["year_name"]:
        return f"YYYY {_style(name)}", PartialDate(int(match["year"]), _NUMBERS[name[:3]])
    if unit := match["unit"]:
        form, of_day = _UNITS[unit]
        return form + of_day * bool(match["unit_day"]), _value(*match.group("unit_year", "unit_month", "unit_day"))
    if match["last_year"]:
        return _read_year_last(match)
    if match["apostrophe"]:
        return "'YY", PartialDate(whole_year(match["apostrophe"]))
    if match["first_year"]:
        return f"MM{match['first_sep']}YYYY", PartialDate(int(match["first_year"]), int(match["first_month"]))
    if match["yy"]:
        sep, day = match["yy_sep"], match["yy_day"]
        form = f"YY{sep}MM{sep}DD" if day else f"YY{sep}MM"
        return form, _value(whole_year(match["yy"]), match["yy_month"], day)
    month, day, sep = match["month"], match["day"], match["sep"]
    sep = sep if sep in {"/", "."} else "-"
    form = "YYYY" + (f"{sep}MM" if month else "") + (f"{sep}DD" if day else "")
    return form, _value(match["year"], month, day)


def _read_year_last(match: re.Match[str]) -> tuple[str, PartialDate | None]:
    """Day and month before a year; between dots, and where the second number is not a month, their order is known."""
    year, sep, one, other = match["last_year"], match["last_sep"], match["one"], match["other"]
    day_first = _value(year, other, one)
    month_first = _value(year, one, other) if sep != "." else None
    if day_first is None:
        return f"MM{sep}DD{sep}YYYY", month_first
    is_sure = month_first is None or month_first == day_first
    return f"DD{sep}MM{sep}YYYY", day_first if is_sure else PartialDate(int(year))


def _style(name: str) -> str:
    return "Mon" if len(name) == 3 or name == "Sept" else "Month"


def _read_named(match: re.Match[str]) -> tuple[str, PartialDate | None]:
    if name := match["lead_name"]:
        day, dot, comma, year = match["lead_day"], match["lead_dot"], match["lead_comma"], match["lead_year"]
        form = f"{'Dth' if match['lead_th'] else 'D'} {_style(name)}{dot}{comma} YYYY"
    else:
        name, day, dot, comma = match["name"], match["name_day"], match["dot"], match["comma"]
        year = match["name_year"] or str(whole_year(match["name_yy"]))
        style = _style(name) + dot + (f" {'Dth' if match['th'] else 'D'}" if day else "") + comma
        form = f"{style} YYYY" if match["name_year"] else f"{_style(name)} 'YY"
    if form not in _FORMATS:
        form = form.replace(".", "")
    if form not in _FORMATS:
        form = form.replace(",", "")
    return form, _value(year, _NUMBERS.get(name[:3].capitalize()) or OTHER_NAMES[name.lower()], day)


def _is_meant(text: str, match: re.Match[str]) -> bool:
    """Whether digits that name no possible month were meant as a date: alone, and not the years `2023-24`."""
    if match["day"] is None and int(match["month"]) == (int(match["year"]) + 1) % 100:
        return False
    start, end = match.span()
    before, after = text[max(0, start - 3) : start].rstrip()[-1:], text[end : end + 3].lstrip()[:1]
    return before in {"", *"[(【（|"} and after in {"", *"])】）|"}


def _may_be_glued(text: str, start: int) -> bool:
    """Whether letters right before a year are a venue's (`EMNLP2024`, `NeurIPS-2023`), not a version's."""
    end = start - 1 if start and text[start - 1] in "-_" else start
    first = end
    while first and text[first - 1].isascii() and text[first - 1].isalpha():
        first -= 1
    word = text[first:end]
    is_name = len(word) > 1 and word[0].isupper() and word not in _NOT_VENUES
    return not word or is_name or word in ("arxiv", "preprint")


_DAY = lazy_pattern(r"((?:19|20)\d\d)(?:[-/](\d\d?)(?:[-/](\d\d?))?)?")
_ISO = lazy_pattern(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?![\d-])")


def make_date(year: int | None, month: int | None = None, day: int | None = None) -> PartialDate | None:
    """The date as far as its parts are ones."""
    if year is None or not 1000 < year < 3000:
        return None
    if month is None or not is_possible(year, month):
        return PartialDate(year)
    return PartialDate(year, month, day if is_possible(year, month, day) else None)


def read_day(text: str) -> PartialDate | None:
    """`2023/6/18` or a part of it from its year on; None for other texts."""
    match = _DAY.match(text.strip())
    return make_date(*(int(part) if part else None for part in match.groups())) if match is not None else None


def read_timestamp(text: str, *, in_utc: bool = False) -> PartialDate | None:
    """The day of a time in ISO 8601 or as mails write it, where it was written or in UTC; None for anything else."""
    match = _ISO.match(text)
    if match is not None:
        return _value(*match.groups())
    from email.utils import parsedate_to_datetime  # for records and feeds alone

    try:
        time = parsedate_to_datetime(text[:100])
        return PartialDate.of(time.astimezone(UTC) if in_utc else time)
    except (ValueError, OverflowError, IndexError):
        return None


def read_month(text: str) -> int | None:
    """The number of a month that is alone: `3`, `March`, `mar.`; None for anything else."""
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= 2 and 1 <= int(text) <= len(MONTHS) else None
    short = text.strip(" .{}").casefold()[:3]
    return next((number for number, name in enumerate(MONTHS, 1) if name[:3].casefold() == short), None)


def earliest(days: Iterable[PartialDate]) -> PartialDate | None:
    """The first of several dates; of two in one year or month the one that says more."""
    return min(days, key=lambda day: (day.year, day.month or 13, day.day or 32), default=None)
