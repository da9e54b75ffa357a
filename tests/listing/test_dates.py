"""Which date is an entry's own: not a volume, not that of an update, not one in a sentence."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.text import Text

ATLAS = "- [ATLaS: Agent Tuning via Learning Critical Steps](https://arxiv.org/abs/2503.02197)"
REST = (
    "- [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
    "- [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)\n"
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (". Advances in Neural Information Processing Systems 33 (2020).", "2020"),
        (", NeurIPS 33 (2020)", "2020"),
        (", NeurIPS 34, 2021", "2021"),
        (", AAAI 34.05 (2020): 7432-7439", "2020"),
        (", JMLR 21 (140), 2020.", "2020"),
        (", 2012; 491(7422):56-65", "2012"),
        (", 491(7422):56-65", None),
        (", Vol. 35, 2022", "2022"),
        (", NIPS 30", None),
        (", ICML 25", "2025"),
        (", TPAMI'22 (2021)", "2021"),
        (", ICLR 2024", "2024"),
        (", 19'ICLR", "2019"),
        (" (2023年2月21日)", "2023-02-21"),
        ("，2023 年 2 月", "2023-02"),
        (" (2023년 2월)", "2023-02"),
        (" (21.02.2019)", "2019-02-21"),
        (" (05/06/2019)", "2019"),
        (" (arXiv'2605)", "2026-05"),
        (" (arXiv'2023)", "2023"),
        (" (arXiv'202412)", "2024-12"),
        ("\nLast updated May 2024", None),
        (" (updated 2024/05)", None),
        (" [last update: 2024-05-03]", None),
        ("，更新于 2024-05-03", None),
        (" The code has been there since May 2024.", None),
        ("\n\n  A comment: in May 2024 it was the best.\n", None),
        (", May 2024", "2024-05"),
        ("\n\n  Ann Lee. May 2024\n", "2024-05"),
        ("\n  - Abstract: We publish a collection of roads, arXiv-2023. It is the largest yet.", "2023"),
    ],
)
def test_date(words: str, expected: str | None) -> None:
    entry = read(parse(Text("README.md", f"# Papers\n\n{ATLAS}{words}\n{REST}"))).entries[0]
    assert (entry.date.value.iso() if entry.date and entry.date.value else None) == expected


@pytest.mark.parametrize(
    ("others", "odd", "expected"),
    [
        (("(1998)", "(2019)", "(1976)"), "(1911)", "1911"),
        (("(1998)", "(2019)", "(1976)"), "(1934)", "1934"),
        (("(1998)", "(2019)", "(1976)"), "(arXiv 1911)", "2019-11"),
        (("[1812]", "[1905]", "[1706]"), "[1911]", "2019-11"),
        (("[1905]", "[1908]", "[2003]"), "[1911]", "2019-11"),
    ],
    ids=["years", "no month", "behind a server", "months", "months that may be years"],
)
def test_four_digits_are_an_early_year_where_siblings_have_years(
    others: tuple[str, ...], odd: str, expected: str
) -> None:
    items = "".join(
        f"- {each} [Learning to Act in {word}](https://a.org/{word})\n"
        for each, word in zip((odd, *others), WORDS, strict=False)
    )
    entry = read(parse(Text("README.md", f"# Papers\n\n{items}"))).entries[0]
    assert (entry.date.value.iso() if entry.date and entry.date.value else None) == expected


WORDS = ("Maps", "Trees", "Rivers", "Hills", "Towns", "Lakes", "Fields", "Walls")


def dates_of(template: str) -> list[str | None]:
    lines = [template.format(day=day, year=2010 + day, word=word) for day, word in enumerate(WORDS, 1)]
    listing = read(parse(Text("README.md", "# Papers\n\n" + "\n".join(lines) + "\n")))
    return [each.date.value.iso() if each.date and each.date.value else None for each in listing.entries]


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        pytest.param("05/06/2019", "2019", id="nothing tells"),
        pytest.param("21/06/2019", "2019-04-03", id="the day comes first"),
        pytest.param("06/21/2019", "2019-03-04", id="the month comes first"),
    ],
)
def test_a_number_that_cannot_be_a_month_shows_which_one_is(last: str, expected: str) -> None:
    line = "- {} [A Study of {} and Roads](https://arxiv.org/abs/1901.0000{})\n"
    days = ("03/04/2019", "05/04/2019", last)
    text = "".join(line.format(day, word, number) for number, (day, word) in enumerate(zip(days, WORDS, strict=False)))
    date = read(parse(Text("README.md", f"# Papers\n\n{text}"))).entries[0].date
    assert date is not None
    assert date.value is not None
    assert date.value.iso() == expected


def test_four_digits_behind_arxiv_are_a_month_where_those_of_the_siblings_are() -> None:
    line = "- A Study of {word} and Roads, arXiv'{yymm} [[paper](https://a.org/{word}.pdf)]\n"
    months = ("2505", "2006", "2411", "2010")
    text = "".join(line.format(word=word, yymm=yymm) for word, yymm in zip(WORDS, months, strict=False))
    dates = [each.date for each in read(parse(Text("README.md", f"# Papers\n\n{text}"))).entries]
    assert [each.value.iso() for each in dates if each and each.value] == ["2025-05", "2020-06", "2024-11", "2020-10"]


def test_the_year_that_ends_a_long_title_in_brackets() -> None:
    more = "How Many Words a Title in Square Brackets Can Have Before It Ends in a Year"
    line = f"- **[A Study of {{word}} and Roads: {more} ({{year}})]**\n  With a [remark](https://a.org/{{day}})"
    assert dates_of(line) == [str(2010 + day) for day in range(1, 9)]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            "- 2024-10-0{day}: [“A Study of {word} and Roads”](https://a.org/{day}.pdf), Ann Lee and Bo Chen,"
            " QRST {year}",
            id="behind the day on which it was read, and others",
        ),
        pytest.param(
            "- 10/2{day}/2024: {year} Lee and Chen, [*A Study of {word} and Roads*](https://a.org/{day}.pdf)",
            id="right behind the day on which it was read",
        ),
        pytest.param(
            "- 10/2{day}/2024: * {year} Lee and Chen, [*A Study of {word} and Roads*](https://a.org/{day}.pdf)",
            id="behind a mark behind the day on which it was read",
        ),
        pytest.param(
            "- **A Study of {word} and Roads**. *Ann Lee, Bo Chen*. QRST {year} Workshop. [[pdf](https://a.org/{day}.pdf)]",
            id="within the name of a workshop",
        ),
        pytest.param(
            "1. **A Study of {word} and Roads**\n   - 作者: Lee A\n   - 年份: {year}\n"
            "   - DOI: [10.1000/{day}](https://doi.org/10.1000/{day})",
            id="in a line of its own with a label",
        ),
    ],
)
def test_the_year_of_a_paper_is_its_date(line: str) -> None:
    assert dates_of(line) == [str(2010 + day) for day in range(1, 9)]


def test_the_day_of_a_preprint_is_its_date_though_it_appears_later() -> None:
    line = (
        "- 2010-10-0{day}: [“A Study of {word} and Roads”](https://a.org/{day}.pdf), Ann Lee and Bo Chen, QRST {year}"
    )
    assert dates_of(line) == [f"2010-10-0{day}" for day in range(1, 9)]


@pytest.mark.parametrize("label", ["**Year**: {}", "**Published:** {}", "Date: {}"])
@pytest.mark.parametrize("end", ["  \n", "<br>\n"])
def test_the_year_with_a_label_among_lines_with_others(label: str, end: str) -> None:
    lines = end.join(["**Authors**: Ann Lee, Bo Chen", label, "**Journal**: Machine Learning", "**Link**: {}"])
    text = "".join(
        f"### {title}\n\n{lines.format(2011 + n, f'https://doi.org/10.1000/r{n}')}\n\n"
        for n, title in enumerate(("Rivers with Much Sand", "Maps of Small Valleys", "Pollen Limits in Wet Meadows"))
    )
    found = [entry.date for entry in read(parse(Text("README.md", f"# Papers\n\n{text}"))).entries]
    assert [each.value.year if each and each.value else None for each in found] == [2011, 2012, 2013]


def test_a_day_without_a_year_in_a_line_with_a_label_is_no_date() -> None:
    text = "".join(
        f"## {title}\n\n**Authors**: Ann Lee, Bo Chen<br>\n**Date**: 05/0{n}<br>\n**Link**: https://doi.org/10.1000/{n}\n\n"
        for n, title in enumerate(("Rivers with Much Sand", "Maps of Small Valleys", "Pollen Limits in Wet Meadows"), 1)
    )
    assert [entry.date for entry in read(parse(Text("README.md", f"# Papers\n\n{text}"))).entries] == [None] * 3


def test_a_banner_dates_no_entry() -> None:
    banner = "> Last updated: May 2024. Since June 2023 this list has grown.\n\n"
    listing = read(parse(Text("README.md", f"# Papers\n\n{banner}{ATLAS}\n{REST}\n**Updated 2024-05-03**\n")))
    assert [entry.date for entry in listing.entries] == [None] * 3


def test_what_all_entries_say_in_a_sentence_is_their_date() -> None:
    entries = f"{ATLAS}{REST}".replace(")\n", "), published in May 2024\n").replace(
        "97)-", "97), published in May 2024\n-"
    )
    listing = read(parse(Text("README.md", f"# Papers\n\n{entries}")))
    assert [entry.date and entry.date.text for entry in listing.entries] == ["May 2024"] * 3


def detailed(details: str) -> str:
    rest = "".join(
        f"### [Agents of Kind {number}](https://arxiv.org/abs/24{number}.01234)\n"
        f"- **Datasets:** MATH-500\n- **Comments:** They learn. (2024)\n\n"
        for number in range(10, 13)
    )
    return f"# Papers\n\n### [ATLaS: Agent Tuning](https://arxiv.org/abs/2503.02197)\n{details}\n{rest}"


@pytest.mark.parametrize(
    ("details", "expected"),
    [
        pytest.param(
            "- **Datasets:** MATH-500, AIME 2024\n- **Comments:** It learns. (ICML 2025)\n", "2025", id="data"
        ),
        pytest.param("- **Datasets:** AIME 2024\n", None, id="nothing but data"),
        pytest.param(
            "- **Comments:** As before (Hu and Lee, 2023), it learns. (2025)\n", "2025", id="another paper is cited"
        ),
        pytest.param("- **Comments:** It learns. (Hu et al., 2025)\n", "2025", id="its own authors, at the end"),
        pytest.param("- **OpenAI:** Ann Lee. Preprint, 2025\n", "2025", id="a label of one entry"),
    ],
)
def test_lines_below_have_dates_of_their_own(details: str, expected: str | None) -> None:
    entry = read(parse(Text("README.md", detailed(details)))).entries[0]
    assert (entry.date.value.iso() if entry.date and entry.date.value else None) == expected


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        pytest.param(("114", "2017", "3010", "4512", "5120", "2021"), [None] * 6, id="numbers of papers"),
        pytest.param(
            ("2017", "2018", "7", "2020", "2021", "2022"), ["2017", "2018", None, "2020", "2021", "2022"], id="years"
        ),
    ],
)
def test_a_column_of_numbers_is_one_of_years_where_most_are_years(
    numbers: tuple[str, ...], expected: list[str]
) -> None:
    rows = (f"| {each} | A Study of {word} and Roads | Ann Lee |\n" for each, word in zip(numbers, WORDS, strict=False))
    text = "# Papers\n\n| No. | Title | Authors |\n| --- | --- | --- |\n" + "".join(rows)
    entries = read(parse(Text("README.md", text))).entries
    assert [each.date.value.iso() if each.date and each.date.value else None for each in entries] == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("Year", ["1901", "1907", "2007"]),
        ("When", ["2019-01", "2019-07", "2020-07"]),
        ("年份", ["1901", "1907", "2007"]),
    ],
)
def test_four_digits_below_a_word_for_years_are_years(header: str, expected: list[str]) -> None:
    years = ("1901", "1907", "2007")
    rows = (
        f"| {each} | [A Study of {word} and Roads](https://a.org/{word}) |\n"
        for each, word in zip(years, WORDS, strict=False)
    )
    text = f"# Papers\n\n| {header} | Title |\n| --- | --- |\n" + "".join(rows)
    entries = read(parse(Text("README.md", text))).entries
    assert [each.date.value.iso() for each in entries if each.date and each.date.value] == expected


def test_the_year_that_is_written_as_others_in_its_column_are() -> None:
    venues = ("NeurIPS 2025 Workshop on Small Models '26", "CVPR '26", "ICLR '25", "arXiv '26")
    rows = (f"| A Study of {word} and Roads | {each} |\n" for each, word in zip(venues, WORDS, strict=False))
    text = "# Papers\n\n| Title | Venue |\n| --- | --- |\n" + "".join(rows)
    entries = read(parse(Text("README.md", text))).entries
    assert [each.date.value.year for each in entries if each.date and each.date.value] == [2026, 2026, 2025, 2026]
