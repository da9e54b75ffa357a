"""Labels that name no date, and what was meant by them."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.drifting import DriftingDateFormat
from bot.rules.untrue_dates import ImpossibleDate
from tests.rules.helpers import findings, fixed, marked, placed

DATED = "".join(
    f"* [{label}] [Agents of Kind {number}](https://arxiv.org/abs/{label}.{number:05})\n"
    for number, label in enumerate(("2506", "2505", "2505", "2504", "2503", "2502", "2502", "2501", "2412", "2411"), 1)
)
ABOVE = "* [2505] [SPA-RL Trains Agents](https://arxiv.org/abs/2505.20732)\n"
BELOW = "* [2504] [MARFT Trains Agents](https://arxiv.org/abs/2504.16129)\n"


RAGEN = "* [0425] [RAGEN Trains Agents](https://openreview.net/forum?id=ragen00001)\n"


@pytest.mark.parametrize(
    ("lines", "label", "safety"),
    [
        pytest.param(
            "* [0425] [RAGEN Trains Agents](https://arxiv.org/abs/2504.20073)\n",
            "2504",
            Safety.SAFE,
            id="swapped, as the arXiv id says",
        ),
        pytest.param(f"{ABOVE}{RAGEN}{BELOW}", "2504", Safety.SAFE, id="swapped, as the neighbours say"),
        pytest.param(
            "* [0425] [RAGEN Trains Agents](https://arxiv.org/abs/2406.12045)\n",
            "2406",
            Safety.UNSAFE,
            id="swapped, against the arXiv id",
        ),
        pytest.param(
            "* [2513] [RAGEN Trains Agents](https://arxiv.org/abs/2503.15478)\n",
            "2503",
            Safety.UNSAFE,
            id="no such month, arXiv has one",
        ),
        pytest.param(
            "* [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a.html)\n", None, None, id="nobody knows"
        ),
        pytest.param(
            f"{BELOW}{RAGEN}{BELOW.replace('2504', '2301')}", None, None, id="swapped, between far neighbours"
        ),
        pytest.param(f"{RAGEN}{BELOW}", None, None, id="swapped, one neighbour in another month"),
    ],
)
def test_found(lines: str, label: str | None, safety: Safety | None) -> None:
    text = DATED.replace("[2411]", "[2605]") + lines
    found = [each for each in findings(ImpossibleDate(), text) if each.severity is Severity.ERROR]
    assert len(found) == 1
    fix = found[0].fix
    assert (fix and fix.edits[0].new, fix and fix.safety) == (label, safety)
    if fix is not None:
        assert findings(ImpossibleDate(), fixed(text, found)) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(DATED, id="all possible"),
        pytest.param("* [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a.html)\n", id="no format yet"),
        pytest.param(
            DATED + "* [WebGPT Browses](https://arxiv.org/abs/2112.09332) (OpenAI 1275) [1300]\n",
            id="a number elsewhere",
        ),
    ],
)
def test_silent(text: str) -> None:
    assert findings(ImpossibleDate(), text) == []


def test_other_formats() -> None:
    months = "".join(
        f"* [2025-{month:02}] [Agents of Kind {month}](https://arxiv.org/abs/25{month:02}.00001)\n"
        for month in range(12, 1, -1)
    )
    text = months + "* [2025-13] [SPA-RL Trains Agents](https://arxiv.org/abs/2501.20732)\n"
    assert placed(text, findings(ImpossibleDate(), text)) == [(12, Severity.ERROR)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param("arXiv 2021.\n  32 Nov 2021", ["32 Nov 2021"], id="in a line below"),
        pytest.param("(30 Feb 2024)", ["30 Feb 2024"], id="February"),
        pytest.param("(Nov 31st, 2024)", ["Nov 31st, 2024"], id="month first"),
        pytest.param("[2024-13-01]", ["2024-13-01"], id="month 13"),
        pytest.param("[2023-02-29]", ["2023-02-29"], id="no leap year"),
        pytest.param("(29 Feb 2024), 31 May 2024, pages 31-42", [], id="possible"),
        pytest.param("`30 Feb 2024`", [], id="code"),
        pytest.param("(2021-80), 30 March days of 2024, version 2.31.2024", [], id="other numbers"),
    ],
)
def test_days_of_no_calendar(words: str, expected: list[str]) -> None:
    text = f"* [RAGEN Trains Agents](https://arxiv.org/abs/2504.20073) {words}\n"
    found = findings(ImpossibleDate(), text)
    assert marked(text, found) == expected


def test_impossible_day_is_one_finding() -> None:
    listed = "".join(
        f"* [Agents of Kind {day}](https://arxiv.org/abs/2503.{day:05}) arXiv 2025. {day} Mar 2025\n"
        for day in range(1, 12)
    )
    text = f"{listed}* [RAGEN Trains Agents](https://arxiv.org/abs/2504.20073) arXiv 2025. 32 Apr 2025\n"
    assert marked(text, findings(ImpossibleDate(), text)) == ["32 Apr 2025"]
    assert findings(DriftingDateFormat(), text) == []


YEARS = "".join(
    f"* [Agents of Kind {year}](https://openreview.net/forum?id=a{year}), ICLR ({year})\n" for year in range(2010, 2022)
)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param("* [Robots Walk](https://openreview.net/forum?id=b1), ICLR (201)\n", ["201"], id="three digits"),
        pytest.param("* [Robots Walk](https://openreview.net/forum?id=b1), ICLR (201) (2019)\n", [], id="dated"),
        pytest.param("* [Robots (101) Walk](https://openreview.net/forum?id=b1), ICLR\n", [], id="in the title"),
        pytest.param(
            "* [Robots Walk](https://openreview.net/forum?id=b1) [7] (206)\n", ["206"], id="behind another number"
        ),
        pytest.param("* [Robots Walk](https://openreview.net/forum?id=b1) (404)\n", [], id="no year at all"),
    ],
)
def test_a_year_that_lost_a_digit(line: str, words: list[str]) -> None:
    text = YEARS + line
    assert marked(text, findings(ImpossibleDate(), text)) == words
    assert findings(ImpossibleDate(), line) == []


def test_running_numbers_are_no_dates() -> None:
    text = "".join(
        f"| 2023-{number} | [Agents of Kind {number}](https://doi.org/10.1145/3292500.33307{number:02}) |\n"
        for number in range(1, 30)
    )
    assert findings(ImpossibleDate(), f"| Year-Id | Title |\n| --- | --- |\n{text}") == []


MONTHS = [f"2023-{month:02}" for month in range(1, 13)]
TITLES = "Plans Tools Memory Rewards Webs Maps Search Reading Games Code Help Trust".split()


def _listed(form: str, labels: list[str], head: str = "") -> str:
    papers = zip(labels, TITLES, range(1, 13), strict=True)
    return head + "".join(
        form.format(date, f"{title} for Agents at Work", f"23{at:02}.{at:05}") for date, title, at in papers
    )


MISTYPED = [
    pytest.param("2203-05", "2023-05", id="swapped"),
    pytest.param("20223-05", "2023-05", id="a digit too many"),
    pytest.param("023-05", "2023-05", id="a digit too few"),
    pytest.param("2O23-05", "2023-05", id="a letter for a digit"),
    pytest.param("3023-05", "2023-05", id="another millennium"),
    pytest.param("1923-05", "2023-05", id="another century"),
]


@pytest.mark.parametrize(("label", "meant"), MISTYPED)
@pytest.mark.parametrize(
    ("form", "head"),
    [
        pytest.param("* [{}] [{}](https://arxiv.org/abs/{})\n", "", id="bullets"),
        pytest.param("1. {1}, {0} [[pdf]](https://arxiv.org/abs/{2})\n", "", id="behind the title"),
        pytest.param("| {} | {} | [pdf](https://arxiv.org/abs/{}) |\n", "| Date | Title | PDF |\n|-|-|-|\n", id="rows"),
    ],
)
def test_a_mistyped_year(label: str, meant: str, form: str, head: str) -> None:
    text = _listed(form, [*MONTHS[:4], label, *MONTHS[5:]], head)
    found = findings(ImpossibleDate(), text)
    assert (marked(text, found), [each.severity for each in found]) == ([label], [Severity.ERROR])
    assert fixed(text, found) == text.replace(label, meant)


@pytest.mark.parametrize(
    ("usual", "label", "expected"),
    [
        pytest.param("2023", "2203", ["2203"], id="a year that reads as a month"),
        pytest.param("2023", "1923", ["1923"], id="a century before its id"),
        pytest.param("2023", "1943", [], id="an old work"),
        pytest.param("2023", "2305", [], id="the month of its id"),
        pytest.param("2023", "4711", [], id="no slip"),
        pytest.param("2303", "23O5", ["23O5"], id="a month with a letter"),
        pytest.param("2303", "205", ["205"], id="a month with a digit too few"),
        pytest.param("2303", "999", [], id="another number"),
        pytest.param("23/03", "023/05", ["023/05"], id="a short year with a digit too many"),
        pytest.param("2023年3月", "2203年5月", ["2203年5月"], id="Chinese"),
        pytest.param("3 Mar 2023", "5 May 2203", ["5 May 2203"], id="a day"),
    ],
)
def test_a_mistyped_label(usual: str, label: str, expected: list[str]) -> None:
    text = _listed("* [{}] [{}](https://arxiv.org/abs/{})\n", [*[usual] * 4, label, *[usual] * 7])
    assert marked(text, findings(ImpossibleDate(), text)) == expected


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        pytest.param(["2024", "2203", "2022", "2021"], ["## 2203"], id="swapped"),
        pytest.param(["2024", "20223", "2022", "2021"], ["## 20223"], id="a digit too many"),
        pytest.param(["2024", "2023", "1943", "2021"], [], id="old works"),
        pytest.param(["2024", "2203", "2022"], [], id="few years"),
        pytest.param(["2024", "2022", "2021", "Other 2203"], [], id="words"),
    ],
)
def test_headings(headings: list[str], expected: list[str]) -> None:
    papers = [f"* [{title} for Agents](https://arxiv.org/abs/2301.00001)\n" for title in TITLES]
    text = "".join(f"## {each}\n\n{paper}\n" for each, paper in zip(headings, papers, strict=False))
    assert marked(text, findings(ImpossibleDate(), text)) == expected


def record(fields: str) -> str:
    sound = "".join(
        f"- title: Agents of Kind {number}\n  url: https://arxiv.org/abs/2310.{number:05}\n  date: 2023-10\n"
        for number in range(1, 7)
    )
    return f"{sound}- title: SPA-RL Trains Agents\n  url: https://arxiv.org/abs/2505.20732\n  {fields}\n"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        pytest.param("date: 2025-13", "`2025-13` is not a valid YYYY-MM date", id="month 13"),
        pytest.param("date: 2025-02-30", "`2025-02-30` is not a valid date", id="30 February"),
        pytest.param("date: 2203-05", "`2203-05` is not a valid date", id="year with a slip"),
        pytest.param("date: '20255'", "`20255` is not a valid date", id="year with a digit too many"),
        pytest.param("year: 20255", "`20255` is not a valid year", id="year of five digits"),
        pytest.param("year: 2O25", "`2O25` is not a valid year", id="letter O"),
        pytest.param("year: 2205", "`2205` is not a valid year", id="year to come"),
        pytest.param("year: 2025\n  month: 13", "`13` is not a valid month", id="month"),
    ],
)
def test_fields_of_data_for_dates(fields: str, message: str) -> None:
    found = findings(ImpossibleDate(), record(fields), path="papers.yaml")
    assert [(each.message, each.severity) for each in found] == [(message, Severity.ERROR)]


@pytest.mark.parametrize(
    "fields",
    [
        *("date: 2025-05", "date: 2025", "date: 2025/26", "date: 2024-25", "date: soon", "date: May 2025", "date:"),
        *("year: 2025", "year: 1687", "year: 2024/2025", "year: forthcoming", "year: 2025a", "year: 25"),
        *("date: 2505", "year: 2025\n  month: 5", "year: 2025\n  month: may", "date: 2025-05-21T10:00:00Z"),
    ],
)
def test_leaves_other_values_of_data_alone(fields: str) -> None:
    assert findings(ImpossibleDate(), record(fields), path="papers.yaml") == []


def test_numbers_that_a_data_file_has_often_are_no_mistakes() -> None:
    text = record("date: 2025-13").replace("date: 2023-10", "date: 2023-21")
    assert findings(ImpossibleDate(), text, path="papers.yaml") == []


def published(venue: str) -> str:
    sound = "".join(
        f"* [Agents of Kind {number}](https://arxiv.org/abs/2310.{number:05}), Lee et al., NeurIPS 2024\n"
        for number in range(1, 4)
    )
    return f"{sound}* [SPA-RL Trains Agents](https://arxiv.org/abs/2305.20732), Lee et al., {venue}\n"


@pytest.mark.parametrize(
    ("venue", "year"),
    [
        pytest.param("NeurIPS 2223", "2223", id="digit changed"),
        pytest.param("NeurIPS 2O23", "2O23", id="letter"),
        pytest.param("*ICML*, 20244", "20244", id="digit added"),
        pytest.param("ACL 2204", "2204", id="digits swapped"),
    ],
)
def test_years_of_venues(venue: str, year: str) -> None:
    text = published(venue)
    found = findings(ImpossibleDate(), text)
    assert (placed(text, found), marked(text, found)) == ([(4, Severity.ERROR)], [year])


@pytest.mark.parametrize(
    "venue",
    [
        *("NeurIPS 2023", "NeurIPS 1995", "NeurIPS 2027", "ACL 1234-1245", "ICML 12345", "Foo 2223", "ACL 2223.4"),
        *("ICML 2203.12345", "GPT 2O23"),
    ],
)
def test_leaves_other_numbers_behind_names_alone(venue: str) -> None:
    assert findings(ImpossibleDate(), published(venue)) == []


@pytest.mark.parametrize(
    ("venue", "link", "expected"),
    [
        pytest.param("NeurIPS 2309", "https://openreview.net/forum?id=a1b2c3", [], id="a month"),
        pytest.param("NeurIPS 2313", "https://openreview.net/forum?id=a1b2c3", ["2313"], id="no month"),
        pytest.param("NeurIPS 2305", "https://arxiv.org/abs/2305.20732", [], id="the month of the id"),
        pytest.param("NeurIPS 2203", "https://arxiv.org/abs/2305.20732", ["2203"], id="a month before that of the id"),
    ],
)
def test_months_behind_venues_are_not_years(venue: str, link: str, expected: list[str]) -> None:
    text = published(venue).replace("https://arxiv.org/abs/2305.20732", link)
    assert marked(text, findings(ImpossibleDate(), text)) == expected


def test_years_of_venues_in_titles_are_left_alone() -> None:
    text = published("NeurIPS 2023").replace("SPA-RL Trains Agents", "Agents at NeurIPS 2223")
    assert findings(ImpossibleDate(), text) == []


def short(date: str, identifier: str = "2305.20732") -> str:
    return (
        "* [2023.10] [Agents of Kind One](https://arxiv.org/abs/2310.00001)\n"
        f"* [{date}] [SPA-RL Trains Agents](https://arxiv.org/abs/{identifier})\n"
        "* [2023.04] [Agents of Kind Two](https://arxiv.org/abs/2304.00002)\n"
        "* [2023.02] [Agents of Kind Three](https://arxiv.org/abs/2302.00003)\n"
    )


@pytest.mark.parametrize("date", ["2023.15", "2O23.05", "2203.05", "20223.05"])
def test_the_id_confirms_a_mistake_in_a_short_list(date: str) -> None:
    text = short(date)
    found = findings(ImpossibleDate(), text)
    assert (placed(text, found), marked(text, found)) == ([(2, Severity.ERROR)], [date])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(short("2023.15", "2112.20732"), id="id of another year"),
        pytest.param(short("2023.15").replace("arxiv.org/abs/2305", "a.org/2305"), id="no id"),
        pytest.param(short("2023.05"), id="date"),
        pytest.param(short("1999.05", "2305.20732"), id="year of another work"),
    ],
)
def test_short_lists_without_such_an_id(text: str) -> None:
    assert findings(ImpossibleDate(), text) == []
