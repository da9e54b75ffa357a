"""Lists in order, out of order, and in no order."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Fix
from bot.rules.unsorted_section import UnsortedSection
from tests.rules.helpers import findings, fixed, placed

MONTHS = ("2025-09", "2025-07", "2025-06", "2025-05", "2025-04", "2025-03", "2025-02", "2024-11", "2024-09", "2024-06")


def entry(label: str, number: int = 1, arxiv: str = "") -> str:
    page = f"arxiv.org/abs/{arxiv}" if arxiv else f"openreview.net/forum?id=paper{number:04}"
    return f"* [{label}] [Agents of Kind {number}](https://{page})\n"


def papers(*labels: str) -> str:
    return "".join(entry(label, number) for number, label in enumerate(labels, 1))


NEWEST = papers(*MONTHS)
OLDEST = papers(*reversed(MONTHS))


def lines(text: str, rule: UnsortedSection | None = None) -> list[int]:
    return [line for line, _ in placed(text, findings(rule or UnsortedSection(), text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(NEWEST, [], id="newest first"),
        pytest.param(OLDEST, [], id="oldest first"),
        pytest.param(NEWEST + entry("2025-10"), [11], id="the newest at the end"),
        pytest.param(OLDEST + entry("2020-01"), [11], id="the oldest at the end"),
        pytest.param(NEWEST + entry("2024-06"), [], id="a tie"),
        pytest.param(NEWEST + entry("2024"), [], id="a bare year"),
        pytest.param(papers(*MONTHS[:9]) + entry("2025-10"), [10], id="ten entries"),
        pytest.param(papers(*MONTHS[:8]) + entry("2025-10"), [], id="too few entries"),
        pytest.param(
            NEWEST + "\n## More\n\n" + papers("2024-01", "2024-03", "2024-02", "2024-05"),
            [],
            id="a section in no order",
        ),
        pytest.param(NEWEST + "\n## More\n\n" + papers("2024-01", "2024-02"), [], id="a section of two"),
        pytest.param(
            NEWEST + "\n## More\n\n" + papers("2024-05", "2024-01", "2024-02", "2023-04", "2023-01"),
            [15],
            id="one in another section",
        ),
        pytest.param(papers(*MONTHS[::2], *MONTHS[1::2]), [], id="two runs are no order"),
    ],
)
def test_learned_order(text: str, expected: list[int]) -> None:
    assert lines(text) == expected


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("<!-- bot: order newest-first -->", 1),
        ("<!--BOT: Order: newest-first (as agreed)-->", 1),
        ("<!-- bot: order oldest-first -->", 0),
        ("<!-- bot: order none -->", 0),
        ("<!-- order: newest-first -->", 0),
    ],
)
def test_comment_says_the_order(comment: str, expected: int) -> None:
    text = f"{comment}\n\n## Papers\n\n" + papers("2025-03", "2025-05")
    assert len(findings(UnsortedSection(), text)) == expected


def test_comment_applies_to_its_section_and_those_below() -> None:
    rising = papers("2024-01", "2024-02")
    text = f"{NEWEST}\n## A\n\n<!-- bot: order oldest-first -->\n{rising}\n### B\n\n{rising}\n## C\n\n"
    text += papers("2024-05", "2024-04", "2024-03", "2024-01", "2024-02")
    assert lines(text) == [28]
    assert lines(text.replace("oldest", "newest")) == [15, 20, 28]


def test_option_says_the_order_and_a_comment_knows_better() -> None:
    text = papers("2025-03", "2025-05")
    assert lines(text) == []
    assert len(lines(text, UnsortedSection(order="newest-first"))) == 1
    assert lines(text, UnsortedSection(order="oldest-first")) == []
    assert lines("<!-- bot: order none -->\n\n" + text, UnsortedSection(order="newest-first")) == []
    assert lines(NEWEST + entry("2025-10"), UnsortedSection(order="none")) == []


def test_years_ask_for_more_agreement_than_months() -> None:
    years = papers("2025", "2024", "2023", "2022", "2021", "2020", "2019", "2018", "2017", "2016", "2015")
    assert lines(years + entry("2020")) == [12]
    mixed = "\n## More\n\n" + papers("2016", "2017", "2016", "2017")
    assert lines(years + entry("2020") + mixed) == []


def test_one_fix_moves_all_entries_of_a_section() -> None:
    text = NEWEST + "  - authors\n" + papers("2025-10", "2024-10")
    found = findings(UnsortedSection(), text)
    assert [each.message for each in found] == [
        "the entry of 2025-10 belongs above line 1, Agents of Kind 1 (newest-first)",
        "the entry of 2024-10 belongs above line 9, Agents of Kind 9 (newest-first)",
    ]
    assert found[0].fix == found[1].fix
    assert isinstance(found[0].fix, Fix)
    assert [related.message for each in found for related in each.related] == ["the entry belongs above this one"] * 2
    after = fixed(text, found)
    assert lines(after) == []
    assert sorted(after.splitlines()) == sorted(text.splitlines())


def test_down_and_the_place_it_goes_to() -> None:
    (found,) = findings(UnsortedSection(), entry("2024-08", 99) + NEWEST)
    assert found.message == "the entry of 2024-08 belongs below line 10, Agents of Kind 9 (newest-first)"


@pytest.mark.parametrize(
    ("label", "arxiv", "expected"),
    [
        pytest.param("2024-03", "2503.00099", [], id="the id fits the place, the date does not"),
        pytest.param("2024-03", "2403.00099", [7], id="the id says what the date says"),
        pytest.param("2024-03", "2402.00099", [7], id="neither fits the place"),
    ],
)
def test_a_date_that_contradicts_its_arxiv_id_moves_nothing(label: str, arxiv: str, expected: list[int]) -> None:
    text = papers(*MONTHS[:6]) + entry(label, 99, arxiv) + papers(*MONTHS[6:])
    assert lines(text) == expected


def test_days_are_compared_where_most_dates_have_them() -> None:
    days = papers(*(f"2025-{month:02}-15" for month in range(11, 0, -1)))
    assert lines(days + entry("2025-01-20")) == [11]
    assert lines(days + entry("2025-01")) == []


def test_an_entry_with_a_suppression_is_reported_but_not_moved() -> None:
    text = NEWEST + "<!-- bot: allow unsorted-section - pinned -->\n" + entry("2025-10", 98) + entry("2025-11", 99)
    found = findings(UnsortedSection(), text)
    assert [each.fix is None for each in found] == [True, False]
    assert fixed(text, found) == entry("2025-11", 99) + text.replace(entry("2025-11", 99), "")


def test_many_are_one_finding() -> None:
    text = "<!-- bot: order newest-first -->\n\n" + papers(*(f"{1980 + n // 12}-{n % 12 + 1:02}" for n in range(150)))
    (found,) = findings(UnsortedSection(), text)
    assert found.message == "149 of 150 entries are out of order (newest-first)"
    assert lines(fixed(text, [found])) == []
