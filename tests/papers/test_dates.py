"""Dates in text and in labels."""

from __future__ import annotations

import datetime
import itertools
import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.papers.dates import (
    DateFormat,
    DateMention,
    Month,
    PartialDate,
    earliest,
    find_dates,
    has_format,
    is_possible,
    read_date_label,
    read_day,
    read_month,
    read_swapped_month_year,
    read_timestamp,
    rewrite_date,
    write_date,
)


def _seen(text: str) -> list[tuple[str, str, str | None]]:
    return [(one.text, one.format.value, one.value.iso() if one.value else None) for one in find_dates(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[2023/10] **ReAct**", [("2023/10", "YYYY/MM", "2023-10")]),
        ("arXiv 2024.06, HumanPlus", [("2024.06", "YYYY.MM", "2024-06")]),
        ("[[pdf]], 2021.6", [("2021.6", "YYYY.MM", "2021-06")]),
        ("| 2024-11 | title |", [("2024-11", "YYYY-MM", "2024-11")]),
        ("2019‑01", [("2019‑01", "YYYY-MM", "2019-01")]),
        ("（**2023.11.13**）", [("2023.11.13", "YYYY.MM.DD", "2023-11-13")]),
        ("[2025/05/30]", [("2025/05/30", "YYYY/MM/DD", "2025-05-30")]),
        ("2023-2-19 released", [("2023-2-19", "YYYY-MM-DD", "2023-02-19")]),
        ("2025-09-29T08:12:51Z", [("2025-09-29", "YYYY-MM-DD", "2025-09-29")]),
        ("2025-09-29T", []),
        ("(Feb., 2023)", [("Feb., 2023", "Mon., YYYY", "2023-02")]),
        ("(Feb. 2023)", [("Feb. 2023", "Mon. YYYY", "2023-02")]),
        ("(Feb, 2023)", [("Feb, 2023", "Mon, YYYY", "2023-02")]),
        ("(Feb 2023)", [("Feb 2023", "Mon YYYY", "2023-02")]),
        ("*CoRL, Sept 2021*.", [("Sept 2021", "Mon YYYY", "2021-09")]),
        ("arXiv, July 2023", [("July 2023", "Month YYYY", "2023-07")]),
        ("9 Jun 2023", [("9 Jun 2023", "D Mon YYYY", "2023-06-09")]),
        ("17 June 2022", [("17 June 2022", "D Month YYYY", "2022-06-17")]),
        ("6 nov 2016", [("6 nov 2016", "D Mon YYYY", "2016-11-06")]),
        ("30 mei 2017", [("30 mei 2017", "D Mon YYYY", "2017-05-30")]),
        ("12 dezember 2019", [("12 dezember 2019", "D Month YYYY", "2019-12-12")]),
        ("Date: February 16, 2026", [("February 16, 2026", "Month D, YYYY", "2026-02-16")]),
        ("Apr 1, 2025", [("Apr 1, 2025", "Mon D, YYYY", "2025-04-01")]),
        ("May 15  2023", [("May 15  2023", "Mon D YYYY", "2023-05-15")]),
        ("#### 23rd June 2026", [("23rd June 2026", "Dth Month YYYY", "2026-06-23")]),
        ("*ICRA, May 17th 2024*", [("May 17th 2024", "Mon Dth YYYY", "2024-05-17")]),
        ("2024 Jan", [("2024 Jan", "YYYY Mon", "2024-01")]),
        ("Jun'23", [("Jun'23", "Mon 'YY", "2023-06")]),
        ("32 Nov 2021", [("32 Nov 2021", "D Mon YYYY", None)]),
        ("(Feb 30, 2024)", [("Feb 30, 2024", "Mon D, YYYY", None)]),
        ("[2025/13]", [("2025/13", "YYYY/MM", None)]),
        ("| 2025-13 |", [("2025-13", "YYYY-MM", None)]),
        ("24.05.23", [("24.05.23", "YY.MM.DD", "2024-05-23")]),
        ("23-04-17", [("23-04-17", "YY-MM-DD", "2023-04-17")]),
        ("[arxiv, 16.11]", [("16.11", "YY.MM", "2016-11")]),
        ("3/2024", [("3/2024", "MM/YYYY", "2024-03")]),
        ("12.2023", [("12.2023", "MM.YYYY", "2023-12")]),
        ("(Lee et al., 06-2026)", [("06-2026", "MM-YYYY", "2026-06")]),
        ("06-2026-11", []),
        ("ICML'24", [("'24", "'YY", "2024")]),
        ("arXiv'21.06", [("21.06", "YY.MM", "2021-06")]),
        ("Arxiv’25", [("’25", "'YY", "2025")]),
        ("[CVPR' 19]", [("' 19", "'YY", "2019")]),
        ("(EMNLP2024)", [("2024", "YYYY", "2024")]),
        ("NeurIPS-2023", [("2023", "YYYY", "2023")]),
        ("2023年2月21日", [("2023年2月21日", "YYYY年MM月DD日", "2023-02-21")]),
        ("于 2023 年 12 月：", [("2023 年 12 月", "YYYY年MM月", "2023-12")]),
        ("2023년 2월 21일", [("2023년 2월 21일", "YYYY년 MM월 DD일", "2023-02-21")]),
        ("(2023년2월)", [("2023년2월", "YYYY년 MM월", "2023-02")]),
        ("2023年, 2023年2-3月", [("2023", "YYYY", "2023"), ("2023", "YYYY", "2023")]),
        (
            "21.02.2019, 5.6.2019",
            [("21.02.2019", "DD.MM.YYYY", "2019-02-21"), ("5.6.2019", "DD.MM.YYYY", "2019-06-05")],
        ),
        ("21/02/2019", [("21/02/2019", "DD/MM/YYYY", "2019-02-21")]),
        ("02-21-2019", [("02-21-2019", "MM-DD-YYYY", "2019-02-21")]),
        ("05/06/2019", [("05/06/2019", "DD/MM/YYYY", "2019")]),
        ("EMNLP_2025", [("2025", "YYYY", "2025")]),
        ("USENIX Security2022)", [("2022", "YYYY", "2022")]),
        ("[2023-TMLR]", [("2023", "YYYY", "2023")]),
        ("AAMAS, 2003.", [("2003", "YYYY", "2003")]),
        ("Jonathan May .2021. [A", [("2021", "YYYY", "2021")]),
        (
            "(Arxiv 24.02.23->CVPR24) [2023-06] [ACL 2024]",
            [("24.02.23", "YY.MM.DD", "2024-02-23"), ("2023-06", "YYYY-MM", "2023-06"), ("2024", "YYYY", "2024")],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_dates_are_found_with_their_longest_reading(text: str, expected: list[tuple[str, str, str | None]]) -> None:
    assert _seen(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("2503.02197", "2009.05743", "arXiv:2012.12877v2", "bioRxiv 2023.12.08.570889", "preprints202608.0265"),
        *("10.1007/JHEP10(2023)060", "10.18653/v1/2020.acl-main.144", "2024.findings-acl.1", "CVE-2017-1376"),
        *("pp. 1950-1960", "ICLR 2023-2025 papers", "/2020/hash", "AIME 2024/2025", "[2023-24]", "77%", "14011"),
        *("3940", "11.83 points", "16.11%", "26.08 ± 0.3", "up to 10.12%", "v2023", "version 10.12.3"),
        *("2048K context", "2024x", "the 1980s", "$2000", "COCO2017", "CVPR-21", "kira2022llm", "smith2024"),
        *("see 2025-13 below", "[2503]", "Marco-o1 2", "MD5 1", "the '60s", "3.2023b", "01/21/26", "31.02.2019"),
        *("v1.2.2019", "VOC2012", "ILSVRC2012", "CIFAR2010", "ISO2022", "GPT2019"),
    ],
)
def test_numbers_that_are_no_dates_are_left_alone(text: str) -> None:
    assert _seen(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2503", [("YYMM", "2025-03")]),
        ("9108", [("YYMM", "1991-08")]),
        ("0425", [("YYMM", None)]),
        ("1700", [("YYMM", None)]),
        ("1911", [("YYMM", "2019-11"), ("YYYY", "1911")]),
        ("1934", [("YYYY", "1934"), ("YYMM", None)]),
        ("2009", [("YYYY", "2009"), ("YYMM", "2020-09")]),
        ("2024", [("YYYY", "2024"), ("YYMM", None)]),
        ("2025/03", [("YYYY/MM", "2025-03")]),
        ("2025-03-14", [("YYYY-MM-DD", "2025-03-14")]),
        ("2024.7", [("YYYY.MM", "2024-07")]),
        ("25.13", [("YY.MM", None)]),
        ("25-03", [("YY-MM", "2025-03")]),
        ("25/03/14", [("YY/MM/DD", "2025-03-14")]),
        ("202503", [("YYYYMM", "2025-03")]),
        ("20250314", [("YYYYMMDD", "2025-03-14")]),
        ("Feb., 2023", [("Mon., YYYY", "2023-02")]),
        ("2025/13", [("YYYY/MM", None)]),
        ("1-1-2000", [("DD-MM-YYYY", "2000-01-01"), ("MM-DD-YYYY", "2000-01-01")]),
        *((text, []) for text in ("53", "12345", "paper", "ICML 2024", "", "[2503]", "1.10", "123456")),
    ],
)
def test_a_label_has_all_its_readings(text: str, expected: list[tuple[str, str | None]]) -> None:
    readings = read_date_label(text)
    assert [(one.format.value, one.value and one.value.iso()) for one in readings] == expected
    assert all((one.start, one.end, one.text) == (0, len(text), text) for one in readings)


@pytest.mark.parametrize(
    ("text", "padded"), [("2024.07", True), ("2024.7", False), ("2024.11", None), ("2503", None), ("2024-7-05", False)]
)
def test_padding_is_seen_where_a_number_tells(text: str, padded: bool | None) -> None:
    assert read_date_label(text)[0].padded is padded


@pytest.mark.parametrize(
    ("value", "date_format", "padded", "expected"),
    [
        (PartialDate(2025, 3), DateFormat.YYMM, False, "2503"),
        (PartialDate(2025, 3), DateFormat.YYYYMM, False, "202503"),
        (PartialDate(2025, 3, 2), DateFormat.YYYYMMDD, False, "20250302"),
        (PartialDate(2025, 3), DateFormat.YYYY_MM_DOT, True, "2025.03"),
        (PartialDate(2025, 3), DateFormat.YYYY_MM_DOT, False, "2025.3"),
        (PartialDate(2025, 3, 2), DateFormat.MONTH_DTH_YYYY, True, "March 2nd 2025"),
        (PartialDate(2025, 3, 13), DateFormat.DTH_MON_YYYY, True, "13th Mar 2025"),
        (PartialDate(2025, 5), DateFormat.MON_DOT_COMMA_YYYY, True, "May, 2025"),
        (PartialDate(2025, 3), DateFormat.APOSTROPHE_YY, True, "'25"),
        (PartialDate(2025), DateFormat.YYYY, True, "2025"),
        (PartialDate(2025), DateFormat.YYMM, True, None),
        (PartialDate(2025, 3), DateFormat.YYYY_MM_DD_DASH, True, None),
        (PartialDate(2025), DateFormat.MON_APOSTROPHE_YY, True, None),
    ],
)
def test_dates_are_written(value: PartialDate, date_format: DateFormat, padded: bool, expected: str | None) -> None:
    assert write_date(value, date_format, padded) == expected


@pytest.mark.parametrize(
    ("text", "date_format", "expected"),
    [
        ("May 2023", DateFormat.MONTH_YYYY, True),
        ("June 2023", DateFormat.MON_YYYY, True),
        ("July 2023", DateFormat.MON_DOT_YYYY, True),
        ("Sept 2023", DateFormat.MON_YYYY, True),
        ("March 2023", DateFormat.MON_YYYY, False),
        ("Mar 2023", DateFormat.MONTH_YYYY, False),
        ("2023.7", DateFormat.YYYY_MM_DOT, True),
        ("2023-07", DateFormat.YYYY_MM_DOT, False),
        ("2009", DateFormat.YYMM, True),
    ],
)
def test_a_date_follows_a_format_or_drifts_from_it(text: str, date_format: DateFormat, expected: bool) -> None:
    assert has_format(text, date_format) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0425", PartialDate(2025, 4)), ("1225", PartialDate(2025, 12)), ("2503", None), ("425", None), ("٠٤٢٥", None)],
)
def test_month_and_year_swapped(text: str, expected: PartialDate | None) -> None:
    assert read_swapped_month_year(text) == expected


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        ((2024, 2, 29), True),
        ((2023, 2, 29), False),
        ((1900, 2, 29), False),
        ((2000, 2, 29), True),
        ((2024, 2, 30), False),
        ((2024, 13), False),
        ((2024, 0), False),
        ((2024, 4, 31), False),
        ((2024, None, 3), False),
        ((2024,), True),
        ((0,), False),
    ],
)
def test_the_calendar(date: tuple[int, ...], expected: bool) -> None:
    assert is_possible(*date) is expected


def test_partial_dates_sort_and_count_months() -> None:
    dates = [PartialDate(2024, 2), PartialDate(2023), PartialDate(2024), PartialDate(2024, 2, 1)]
    assert [date.iso() for date in sorted(dates)] == ["2023", "2024", "2024-02", "2024-02-01"]
    assert (PartialDate(2024, 1).months(), PartialDate(2023, 12).months()) == (24288, 24287)
    assert PartialDate(2024).months() is None
    assert [date.key for date in sorted(dates)] == [(2023, 0, 0), (2024, 0, 0), (2024, 2, 0), (2024, 2, 1)]
    assert Month(2024, 1, 7).name == "Jan 2024"
    assert [date.parts for date in sorted(dates)] == [(2023,), (2024,), (2024, 2), (2024, 2, 1)]


_DATES = st.dates(datetime.date(1990, 1, 1), datetime.date(2049, 12, 31))


@given(_DATES, st.sampled_from(tuple(DateFormat)), st.booleans())
def test_what_is_written_reads_back(date: datetime.date, date_format: DateFormat, padded: bool) -> None:
    assume(date_format is not DateFormat.YY_MM_DOT or date.year >= 2000)  # `97.5` is a figure of a table
    value = PartialDate(date.year, date.month, date.day)
    text = write_date(value, date_format, padded)
    assert text is not None
    readings = read_date_label(text) if date_format is not DateFormat.APOSTROPHE_YY else find_dates("ICML" + text)
    expected = value.iso()
    assert any(one.value is not None and expected.startswith(one.value.iso()) for one in readings)
    assert has_format(text, date_format) is (date_format is not DateFormat.APOSTROPHE_YY)


@given(st.text(st.sampled_from("0129/.-' JMayunICML[](),:th\u2019"), max_size=60))
def test_mentions_lie_in_the_text_in_order(text: str) -> None:
    mentions = find_dates(text)
    assert all(text[one.start : one.end] == one.text for one in mentions)
    assert all(first.end <= second.start for first, second in itertools.pairwise(mentions))
    assert all(isinstance(one, DateMention) and one.start < one.end for one in mentions)


@pytest.mark.parametrize("unit", ["2024-", "May ", "12.", "'2", "2024 Mar ", "9 ", "May 1 ", "[2025-13] ", "CVPR"])
def test_reading_time_is_linear(unit: str) -> None:
    before = time.process_time()
    find_dates(unit * 10_000)
    assert time.process_time() - before < 1


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2024.07", "2025.01"),
        ("2024/7", "2025/1"),
        ("July 2024", "January 2025"),
        ("Jul 2024", "Jan 2025"),
        ("May 2024", "January 2025"),
        ("12th of July 2024", "2nd of January 2025"),
        ("July 04, 2024", "January 02, 2025"),
        ("2024年7月", "2025年1月"),
        ("2024년 07월 04일", "2025년 01월 02일"),
    ],
)
def test_a_date_is_written_as_another(text: str, written: str) -> None:
    (mention,) = find_dates(text)
    assert rewrite_date(mention, PartialDate(2025, 1, 2)) == written


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023/6/18", PartialDate(2023, 6, 18)),
        (" 2023-06", PartialDate(2023, 6)),
        ("2023-13-01", PartialDate(2023)),
        ("2023-02-30", PartialDate(2023, 2)),
        ("2023 and more", PartialDate(2023)),
        ("June 2023", None),
    ],
)
def test_days_of_records(text: str, expected: PartialDate | None) -> None:
    assert read_day(text) == expected


@pytest.mark.parametrize(
    ("text", "here", "in_utc"),
    [
        ("2023-10-09T17:58:38Z", PartialDate(2023, 10, 9), PartialDate(2023, 10, 9)),
        ("2023-10", PartialDate(2023, 10), PartialDate(2023, 10)),
        ("2023-13-09", None, None),
        ("Tue, 10 Oct 2023 23:30:00 -0500", PartialDate(2023, 10, 10), PartialDate(2023, 10, 11)),
        ("soon", None, None),
    ],
)
def test_days_of_timestamps(text: str, here: PartialDate | None, in_utc: PartialDate | None) -> None:
    assert (read_timestamp(text), read_timestamp(text, in_utc=True)) == (here, in_utc)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("3", 3), ("03", 3), ("13", None), ("2023", None), ("{mar}", 3), ("September", 9), ("Sept.", 9), ("x", None)],
)
def test_months_that_stand_alone(text: str, expected: int | None) -> None:
    assert read_month(text) == expected


def test_earliest_day_says_the_most() -> None:
    days = [PartialDate(2023), PartialDate(2023, 6), PartialDate(2023, 6, 18), PartialDate(2024, 1, 1)]
    assert earliest(days) == PartialDate(2023, 6, 18)
    assert earliest([]) is None


def test_results_are_no_dates_of_the_last_century() -> None:
    assert read_date_label("97.5") == ()
    assert [mention.value for mention in read_date_label("21.5")] == [PartialDate(2021, 5)]


MONTHS = {
    **dict.fromkeys(("janv", "ene", "enero"), 1),
    **dict.fromkeys(("févr", "février"), 2),
    **dict.fromkeys(("mrt", "maart", "mär", "märz"), 3),
    **dict.fromkeys(("avr", "avril", "abr", "abril"), 4),
    **dict.fromkeys(("mei", "mai", "mayo"), 5),
    **dict.fromkeys(("juin", "Jun", "june"), 6),
    **{name: number for number, name in enumerate("January February March April May June July August".split(), 1)},
    **{name: number for number, name in enumerate("September October November December".split(), 9)},
    **dict.fromkeys(("juil", "juillet"), 7),
    **dict.fromkeys(("août", "ago", "agosto"), 8),
    **dict.fromkeys(("okt", "oktober"), 10),
    **dict.fromkeys(("dez", "dezember", "déc", "dic"), 12),
}


def test_months_of_other_languages() -> None:
    found = {name: find_dates(f"5 {name} 2024")[0].value for name in MONTHS}
    assert found == {name: PartialDate(2024, month, 5) for name, month in MONTHS.items()}
