"""Dates in the list's format, in others, and in lists without one."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.papers.dates import DateFormat
from bot.rules.drifting import DriftingDateFormat
from tests.rules.helpers import findings, fixed


def papers(*labels: str) -> str:
    return "".join(
        f"* [{label}] [Agents of Kind {n}](https://openreview.net/forum?id=paper{n:04})\n"
        for n, label in enumerate(labels, 1)
    )


PADDED = papers(*("2024.03",) * 12)
UNPADDED = papers(*("2024.3",) * 12)
NAMED = papers(*("Mar 2024",) * 12)
YEARS = papers(*("2024",) * 12)
PUBLISHED = "* [Agents of Old](https://openreview.net/forum?id=paper0099). {}\n"
DAYS = papers(*("3 Mar 2024",) * 12)


@pytest.mark.parametrize(
    ("habit", "label", "written"),
    [
        pytest.param(PADDED, "2023-07", "2023.07", id="another separator"),
        pytest.param(PADDED, "July 2023", "2023.07", id="a name"),
        pytest.param(UNPADDED, "2023-07", "2023.7", id="the list does not pad"),
        pytest.param(papers(*("2024.3", "2024.03") * 6, "2024.3"), "2023-07", "2023.07", id="as many pad as not"),
        pytest.param(NAMED, "2023 July", "Jul 2023", id="names"),
        pytest.param(NAMED, "2023/07", "Jul 2023", id="a number to a name"),
        pytest.param(DAYS, "2023-07-21", "21 Jul 2023", id="days"),
    ],
)
def test_fixed(habit: str, label: str, written: str) -> None:
    text = habit + papers(label)
    (found,) = findings(DriftingDateFormat(), text)
    assert found.severity is Severity.NOTE
    assert fixed(text, [found]) == habit + papers(written)
    assert findings(DriftingDateFormat(), habit + papers(written)) == []


@pytest.mark.parametrize(("count", "notes"), [(2, 2), (3, 0)])
def test_what_most_dates_of_a_section_have_is_a_habit_of_it(count: int, notes: int) -> None:
    text = f"{PADDED}\n## Surveys\n\n{papers(*('2023-07',) * count)}"
    assert len(findings(DriftingDateFormat(), text)) == notes
    assert len(findings(DriftingDateFormat(date_format=DateFormat("YYYY.MM")), text)) == count


@pytest.mark.parametrize("label", ["August 2023", "August, 2023", "Aug. 2023"])
def test_another_spelling_of_the_month_is_a_note(label: str) -> None:
    text = NAMED + papers(label)
    (found,) = findings(DriftingDateFormat(), text)
    assert (found.severity, fixed(text, [found])) == (Severity.NOTE, NAMED + papers("Aug 2023"))
    (named,) = findings(DriftingDateFormat(date_format=DateFormat("Mon YYYY")), text)
    assert named.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("habit", "label"),
    [
        pytest.param(PADDED, "2023", id="less precise"),
        pytest.param(PADDED, "2023-07-21", id="more precise"),
        pytest.param(DAYS, "July 2023", id="no day"),
        pytest.param(YEARS, "2103", id="a month, where others are years"),
    ],
)
def test_only_noted_without_fix(habit: str, label: str) -> None:
    (found,) = findings(DriftingDateFormat(), habit + papers(label))
    assert (found.severity, found.fix) == (Severity.NOTE, None)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(PADDED + papers("2023.7"), id="padding does not count"),
        pytest.param(NAMED + papers("May 2023", "June 2023"), id="short names that are often written out"),
        pytest.param(PADDED + papers("2023.13"), id="no date at all"),
        pytest.param(papers(*("2024.03",) * 8, "2023-07"), id="too few entries"),
        pytest.param(papers(*("2024.03",) * 12, *("2023-07",) * 4), id="too little agreement"),
        pytest.param(YEARS + "* Lee, A. (1911). [Agents](https://a.org/b.pdf). _Old Annals_\n", id="an old year"),
        pytest.param(YEARS + papers("1803"), id="what may be an older year"),
        pytest.param(YEARS + PUBLISHED.format("TALC'19: 4th Talks on Agents, 2019"), id="a name and the date"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(DriftingDateFormat(), text) == []


def test_the_format_can_be_set() -> None:
    (found,) = findings(DriftingDateFormat(date_format=DateFormat.YYMM), papers("2025-03"))
    assert found.fix is not None
    assert found.fix.edits[0].new == "2503"


def test_a_year_that_is_part_of_a_name_is_only_noted() -> None:
    years = "".join(
        f"* [Agents of Kind {n}](https://openreview.net/forum?id=paper{n:04}) (ICSE 2022)\n" for n in range(12)
    )
    (found,) = findings(
        DriftingDateFormat(), years + "* [Agents That Fuzz](https://openreview.net/forum?id=paper0004) (ICSE'19)\n"
    )
    assert (found.severity, found.fix) == (Severity.NOTE, None)


def test_a_run_of_another_format_is_one_note() -> None:
    text = papers(*("2024.03",) * 12, *("July 2023",) * 5, *("2024.03",) * 12, "2023-07")
    found = findings(DriftingDateFormat(), text)
    assert [each.severity for each in found] == [Severity.NOTE, Severity.NOTE]
    assert found[0].message.startswith("5 of 30 dates: the date has the format Month YYYY")
    assert len(findings(DriftingDateFormat(date_format=DateFormat.YYYY_MM_DOT), text)) == 6


BELOW = "".join(
    f"* [Agents of Kind {n}](https://openreview.net/forum?id=paper{n:04})\n\n  2024.03\n\n" for n in range(12)
)


@pytest.mark.parametrize(
    ("sentence", "is_label"),
    [
        pytest.param("In September 2019, a company announced that it had identified a target.", False, id="begins it"),
        pytest.param("It is since September 2019 that a company sells it.", False, id="within it"),
        pytest.param("September 2019", True, id="a date alone"),
    ],
)
def test_a_date_within_a_sentence_has_no_format(sentence: str, is_label: bool) -> None:
    text = BELOW + f"* [Agents That Fuzz](https://openreview.net/forum?id=paper0099)\n\n  {sentence}\n"
    assert len(findings(DriftingDateFormat(), text)) == is_label


def test_a_word_that_the_list_has_before_its_dates_is_none_of_a_sentence() -> None:
    text = papers(*("published in 2024.03",) * 12, "published in September 2019")
    assert len(findings(DriftingDateFormat(), text)) == 1


def dated(*labels: str) -> str:
    return "".join(
        f"* [Agents of Kind {n}](https://arxiv.org/abs/2305.{n:05}), *arXiv, {label}*\n"
        for n, label in enumerate(labels, 1)
    )


@pytest.mark.parametrize(
    ("labels", "written"),
    [
        pytest.param(("May 2023", "May 2023", "Jun 2023", "Apr 2023", "Mai 2023"), "May 2023", id="German"),
        pytest.param(("May 2023", "May 2023", "Jun 2023", "Apr 2023", "mei. 2023"), "May 2023", id="Dutch"),
        pytest.param(("May 2023", "May 2023", "June 2023", "April 2023", "Juin 2023"), None, id="not that of the id"),
        pytest.param(("May 2023", "May 2023", "Jun 2023", "Apr 2023", "Mei et al. 2023"), None, id="a name"),
        pytest.param(("Mai 2023", "Mai 2023", "Juni 2023", "April 2023", "Mai 2023"), None, id="another language"),
        pytest.param(("Mai 2023",), None, id="alone"),
    ],
)
def test_a_month_in_another_language(labels: tuple[str, ...], written: str | None) -> None:
    text = dated(*labels)
    found = findings(DriftingDateFormat(), text)
    assert [each.severity for each in found] == ([] if written is None else [Severity.NOTE])
    assert fixed(text, found) == (text if written is None else dated(*labels[:-1], written))
