"""Dates as precise as their source, and the ways of writing them: values come in, text goes out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import total_ordering

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FIELD = re.compile(r"YYYY|YY|Month|Mon|MM|DD|Dth|D")


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

    def __lt__(self, other: PartialDate) -> bool:
        return self.key < other.key

    def iso(self) -> str:
        """The date as ISO 8601 writes it, at the precision held: `2025`, `2025-03`, `2025-03-14`."""
        parts = f"{self.year:04}", *(f"{part:02}" for part in (self.month, self.day) if part is not None)
        return "-".join(parts)

    def months(self) -> int | None:
        """Months since the year 0, for differences; None for a bare year."""
        return None if self.month is None else self.year * 12 + self.month - 1


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


def possible(year: int, month: int | None = None, day: int | None = None) -> bool:
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
