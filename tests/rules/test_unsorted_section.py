"""Lists in order, out of order, and in no order."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.linter.diagnostics import Fix, Safety
from bot.rules.unsorted_section import UnsortedSection
from bot.text import Text
from tests.rules.helpers import PATH, findings, fixed, placed

MONTHS = ("2025-09", "2025-07", "2025-06", "2025-05", "2025-04", "2025-03", "2025-02", "2024-11", "2024-09", "2024-06")


def entry(label: str, number: int = 1, arxiv: str = "", title: str = "") -> str:
    """An entry; the default titles are in no order."""
    page = f"arxiv.org/abs/{arxiv}" if arxiv else f"openreview.net/forum?id=paper{number:04}"
    return f"* [{label}] [{title or f'{number * 37 % 101} Agents of Kind {number}'}](https://{page})\n"


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
        "the entry dated 2025-10 belongs above line 1, 37 Agents of Kind 1 (newest-first)",
        "the entry dated 2024-10 belongs above line 9, 30 Agents of Kind 9 (newest-first)",
    ]
    assert found[0].fix == found[1].fix
    assert isinstance(found[0].fix, Fix)
    assert [related.message for each in found for related in each.related] == ["the entry belongs above this one"] * 2
    after = fixed(text, found)
    assert lines(after) == []
    assert sorted(after.splitlines()) == sorted(text.splitlines())


def test_down_and_the_place_it_goes_to() -> None:
    (found,) = findings(UnsortedSection(), entry("2025-10", 98) + entry("2024-08", 99) + NEWEST)
    assert found.message == "the entry dated 2024-08 belongs below line 11, 30 Agents of Kind 9 (newest-first)"


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
    assert lines(days + entry("2025-03-20")) == [12]
    assert lines(days + entry("2025-01-20")) == []
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


SORTED = papers(*(f"20{year}-{month:02}" for year in (23, 22, 21) for month in range(12, 0, -1)))
"""Enough for the order of the list to be known."""


def section(*labels: str) -> str:
    return "\n## More\n\n" + papers(*labels)


def judged(text: str) -> list[tuple[int, str, str]]:
    """Line in the section, severity and safety of the fix of what is found."""
    above = SORTED.count("\n") + 3
    return [
        (
            Text(PATH, SORTED + text).line_at(each.span.start) - above,
            str(each.severity),
            each.fix.safety.name.lower() if each.fix else "none",
        )
        for each in findings(UnsortedSection(), SORTED + text)
    ]


def titled(*entries: tuple[str, str]) -> str:
    return "\n## More\n\n" + "".join(
        entry(label, number, title=title) for number, (label, title) in enumerate(entries, 1)
    )


def table(head: str, *rows: str) -> str:
    line = "| --- " * (head.count("|") + 1) + "|"
    return f"\n## More\n\n| {head} |\n{line}\n" + "".join(f"| {row} |\n" for row in rows)


def paper(number: int) -> str:
    return f"[{number * 37 % 101} Agents of Kind {number}](https://openreview.net/forum?id=paper{number:04})"


EIGHT = ("2020-09", "2020-08", "2020-07", "2020-06", "2020-05", "2020-03", "2020-02", "2020-01")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(section(*EIGHT[:3], "2018-08", *EIGHT[3:]), [(4, "warning", "safe")], id="one in the middle"),
        pytest.param(section(*EIGHT, "2020-10"), [(9, "warning", "safe")], id="one at the wrong end"),
        pytest.param(section("2018-04", *EIGHT), [(1, "note", "none")], id="a pinned first entry"),
        pytest.param(section("2018-04", "2017-03", *EIGHT, *EIGHT[-1:] * 4), [(1, "note", "none"), (2, "note", "none")],
                     id="two pinned entries"),
        pytest.param(section("2018-04", "2017-03", *EIGHT, "2020-12"), [], id="pinned, and one more than a fifth"),
        pytest.param(section("2018-04", *EIGHT, "2019-01", "2018-02", "2020-12"),
                     [(1, "note", "none"), (12, "warning", "safe")], id="pinned, and one at the wrong end"),
        pytest.param(section(*(f"2020-{n:02}" for n in range(12, 0, -1)), "2020-08", "2020-07", "2020-06"), [],
                     id="a group without a heading"),
        pytest.param(section(*(f"2020-{n:02}" for n in range(12, 0, -1)), "2020-08", "2020-07"),
                     [(13, "warning", "safe"), (14, "warning", "safe")], id="two are no group"),
        pytest.param(section(*EIGHT[:4], "2018-03", "2018-02", "2017-12", "2020-11", *EIGHT[4:], *["2019-12"] * 60),
                     [(5, "note", "none"), (6, "note", "none"), (7, "note", "none"), (8, "warning", "safe")],
                     id="three that stand together, and one behind them"),
        pytest.param(section(*(f"2020-{n:02}" for n in range(12, 0, -1)), *["2020-08"] * 2),
                     [(13, "warning", "safe"), (14, "warning", "safe")], id="two of one month at the wrong end"),
        pytest.param(section(*EIGHT, *EIGHT), [], id="two groups"),
        pytest.param(section(*EIGHT) + "\n" + papers("2020-04", "2020-01", "2019-12"), [(10, "note", "safe")],
                     id="a group behind a blank line that starts over"),
        pytest.param(section(*EIGHT) + "\n" + papers("2020-04"), [(10, "warning", "safe")],
                     id="one behind a blank line"),
        pytest.param(section(*EIGHT[:3], "2018-08", *EIGHT[3:]) + "\n" + papers("2020-01", "2019-12", "2019-11"),
                     [(4, "warning", "safe")], id="one in the middle of a group"),
        pytest.param(section(*reversed(EIGHT), *EIGHT), [], id="ascending, then descending"),
        pytest.param(section("2020-03", "2020-05", "2020-05", "2020-01"), [], id="no order of its own"),
        pytest.param(
            titled(("2020-09", "Robots Walk"), ("2020-08", "PaLM: Scaling Models"), ("2019-03", "PaLM-E: Embodied"),
                   ("2020-05", "Agents Talk"), ("2020-03", "Zebras Run"), ("2020-02", "Bees Fly")),
            [], id="a family",
        ),
        pytest.param(
            titled(("2020-09", "Robots Walk"), ("2020-08", "Scaling Models"), ("2019-03", "Scaling Agents"),
                   ("2020-05", "Agents Talk"), ("2020-03", "Zebras Run"), ("2020-02", "Bees Fly"),
                   ("2020-02", "Owls Read"), ("2020-01", "Ants Dig")),
            [(3, "warning", "safe")], id="titles that begin with the same word",
        ),
        pytest.param(
            titled(("2020-09", "Ants"), ("2020-08", "Bees"), ("2019-03", "Cats"), ("2020-05", "Dogs"),
                   ("2020-03", "Emus")),
            [], id="sorted by title",
        ),
        pytest.param(
            table("Model | Date | Paper", *(f"{name} | {date} | {paper(number)}" for number, (name, date) in enumerate(
                (("ant", "2020-09"), ("bee", "2020-08"), ("cat", "2019-03"), ("dog", "2020-05"), ("emu", "2020-03"))))),
            [], id="sorted by the first column",
        ),
        pytest.param(
            "\n## More\n\n" + "".join(
                f"* [{date}] {paper(number)} (Stanford University, {cited})\n" for number, (date, cited) in enumerate(
                    (("2020-09", 900), ("2020-08", 80), ("2019-03", 70), ("2020-05", 60), ("2020-03", 5)))),
            [], id="sorted by citations",
        ),
        pytest.param(
            "\n## More\n\n" + "".join(
                f"* [{date}] {paper(number)} (ICML {year})\n" for number, (date, year) in enumerate(
                    (("2020-09", 2021), ("2020-05", 2021), ("2020-08", 2020), ("2018-03", 2019), ("2018-02", 2018)))),
            [], id="sorted by the year of the venue",
        ),
    ],
)  # fmt: skip
def test_what_is_and_is_not_disorder(text: str, expected: list[tuple[int, str, str]]) -> None:
    assert judged(text) == expected


NAMES = (
    "Ada Lovelace, Alan Turing",
    "Grace Hopper, Emmy Noether",
    "Barbara Liskov, Donald Knuth",
    "Marie Curie, Max Born",
)


def test_few_dated_entries_are_a_note() -> None:
    assert judged(section(*EIGHT[:3], "2018-08", *EIGHT[3:6])) == [(4, "note", "safe")]


def test_papers_of_the_same_authors_are_kept_together() -> None:
    rows = [f"* [{date}] {paper(number)} {NAMES[number % 4]}\n" for number, date in enumerate(EIGHT)]
    stray = f"* [2018-04] {paper(40)} {{}}\n"
    same, others = "Grace Hopper, Emmy Noether, Niels Bohr", "Niels Bohr, Lise Meitner"
    text = "\n## More\n\n" + "".join([*rows[:2], stray.format(same), *rows[2:]])
    assert judged(text) == []
    assert judged(text.replace(same, others)) == [(3, "warning", "safe")]


def test_of_two_the_one_that_more_bare_years_are_against_is_out_of_order() -> None:
    dates = [f"2025-{month:02}-03" for month in range(1, 10)]
    stray = ["2024-03-05", "2024", "2024", "2024-12-28", "2025", "2024-07-11"]
    assert lines("\n## More\n\n" + papers(*stray, *dates)) == []
    assert lines("\n## More\n\n" + papers(*(each for each in stray if each != "2025"), *dates)) == [7]


def test_the_year_in_the_address_says_that_the_date_is_mistyped() -> None:
    rows = [
        f"* [{year}] [{n} Agents](https://a.org/papers/{n}.pdf)\n" for n, year in enumerate((*range(2010, 2022), 2022))
    ]
    rows[6] = "* [2019] [Robots Walk](https://a.org/CVPR2016/papers/6.pdf)\n"
    assert lines("".join(rows)) == []
    assert lines("".join(rows).replace("CVPR2016", "walk")) == [7]
    rows[6] = "* [2019] [Robots Walk](https://www.sciencedirect.com/science/article/pii/S1361841516001779)\n"
    assert lines("".join(rows)) == []
    assert lines("".join(rows).replace("S13618415160", "S13618415190")) == [7]


def test_what_has_no_date_does_not_move_along_safely() -> None:
    undated = "* [More Agents](https://openreview.net/forum?id=more)\n"
    rows = section(*EIGHT[:3], "2018-08", *EIGHT[3:]).splitlines(keepends=True)
    assert judged("".join([*rows[:7], undated, *rows[7:]])) == [(4, "warning", "unsafe")]


def test_reasons_are_given() -> None:
    (found,) = findings(UnsortedSection(), NEWEST + entry("2025-10"))
    assert found.reasons == ("the dates are out of order", "nearly all other entries of the section are in order")


def preprints(*pairs: tuple[str, str]) -> str:
    """Entries of date and month of the arXiv id."""
    return "\n## More\n\n" + "".join(
        entry(label, number, f"{month}.{number:05}") for number, (label, month) in enumerate(pairs, 1)
    )


SAME = tuple((f"20{year}-{month:02}", f"{year}{month:02}") for year in (20, 19) for month in range(12, 0, -1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(preprints(*SAME[:5], ("2019-04", "2004"), *SAME[5:]), [], id="a mistyped year"),
        pytest.param(preprints(*SAME[:5], ("2020-05", "2007"), ("2020-06", "2007"), *SAME[5:]), [], id="two months"),
        pytest.param(preprints(*SAME[:5], ("2020-03", "2005"), *SAME[5:]), [], id="one two months off"),
        pytest.param(preprints(*SAME[:5], ("2019-04", "1809"), *SAME[5:]), [], id="a date in doubt fits nowhere"),
        pytest.param(preprints(*SAME[:5], ("2019-04", "1903"), *SAME[5:]), [(6, "warning", "safe")], id="a month off"),
        pytest.param(
            section(*EIGHT[:5], "2019-04", *EIGHT[5:]), [(6, "note", "unsafe")], id="another year would be in place"
        ),
        pytest.param(
            preprints(*SAME[:3], ("2019-10", "1910"), *SAME[3:]), [(4, "warning", "safe")], id="the id has the year"
        ),
    ],
)
def test_no_entry_moves_by_a_doubtful_date(text: str, expected: list[tuple[int, str, str]]) -> None:
    assert judged(text) == expected


def test_ids_in_order_excuse_any_dates() -> None:
    pairs = [(f"20{20 - n // 12}-{12 - n % 12:02}", f"{20 - n // 12}{12 - n % 12:02}") for n in range(60)]
    later = [(f"{int(label[:4]) + 1}{label[4:]}", month) if n % 6 == 5 else (label, month)
             for n, (label, month) in enumerate(pairs)]  # fmt: skip
    assert judged(preprints(*pairs)) == []
    assert judged(preprints(*later)) == []


@pytest.mark.parametrize(
    ("size", "wrong", "safety"),
    [
        pytest.param(100, 10, "safe", id="ten"),
        pytest.param(100, 11, "unsafe", id="eleven"),
        pytest.param(12, 1, "safe", id="one of twelve"),
    ],
)
def test_a_fix_of_many_moves_is_not_safe(size: int, wrong: int, safety: str) -> None:
    step = size // wrong
    labels = [f"{2020 - n // 12}-{12 - n % 12:02}" for n in range(size)]
    for n in range(wrong):
        labels[n * step + step // 2] = f"2025-{n % 12 + 1:02}"
    found = judged(section(*labels))
    assert len(found) == wrong
    assert {each[2] for each in found} == {safety}


def test_what_is_declared_is_moved_however_many() -> None:
    text = "<!-- bot: order newest-first -->\n" + papers(*EIGHT[::-1])
    found = findings(UnsortedSection(), text)
    assert len(found) == 7
    assert all(each.fix is not None and each.fix.safety is Safety.SAFE for each in found)


def test_there_is_no_fix_where_a_date_that_may_be_wrong_stays_out_of_order() -> None:
    text = preprints(*SAME[:5], ("2018-01", "1801")) + entry("2019-04", 50, "1809.00050")
    text += "".join(entry(label, n, f"{month}.{n:05}") for n, (label, month) in enumerate(SAME[5:], 60))
    found = findings(UnsortedSection(), SORTED + text)
    assert [each.fix for each in found] == [None]


def dated(*rows: str) -> str:
    """Entries of a date and a venue: `2018 NAACL 2019`, or of a date and an arXiv id: `2019-03 1903.00001`."""
    made = []
    for number, row in enumerate(rows):
        label, _, rest = row.partition(" ")
        name = f"{number * 37 % 101} Agents of Kind {number}"
        page = f"https://arxiv.org/abs/{rest}" if "." in rest else f"https://openreview.net/forum?id=paper{number:04}"
        made.append(f"* [{label}] [{name}]({page})" + (f" ({rest})" if rest and "." not in rest else "") + "\n")
    return "".join(made)


YEARS = tuple(str(2010 + number // 3) for number in range(27))


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param((*YEARS, "2019", "2018", "2019", "2020"), [28], id="a year in a wrong place"),
        pytest.param((*YEARS, "2019", "2018 NAACL 2019", "2019", "2020"), [], id="in place by the year of its venue"),
        pytest.param((*YEARS, "2019", "2018 NAACL 2018", "2019", "2020"), [28], id="the venue has the same year"),
    ],
)
def test_a_second_date_explains_the_place(rows: tuple[str, ...], expected: list[int]) -> None:
    assert lines(dated(*rows)) == expected


IDS = ("2025-03 2503.00900", "2025-03 2503.00700", "2025-03 2503.00500", "2025-03 2503.00300", "2025-03 2503.00100")
TAIL = tuple(f"2023-{month:02}" for month in range(12, 6, -1))
LATER = tuple(row.replace("03 2503", "02 2502") for row in IDS)
EARLIER = tuple(row.replace("2025-03 25", "2024-03 24") for row in IDS)


@pytest.mark.parametrize(
    ("rows", "moved", "place"),
    [
        pytest.param((*IDS, *LATER, *EARLIER, *TAIL, "2025-03 2503.00600"), 21, 2, id="by its id within its month"),
        pytest.param((*IDS, *LATER, *EARLIER, *TAIL, "2025-03 2503.00950"), 21, 0, id="above all of its month"),
        pytest.param((*IDS, *LATER, *EARLIER, *TAIL, "2025-03 2503.00050"), 21, 5, id="below all of its month"),
        pytest.param((*IDS[::-1], *LATER, *EARLIER, *TAIL, "2025-03 2503.00600"), 21, 5, id="ids in no order"),
        pytest.param(
            (*IDS, "2024", *LATER, *EARLIER[:2], "2025-02 2502.00050", *EARLIER[2:], *TAIL), 13, 11, id="a bare year"
        ),
        pytest.param(
            (*MONTHS[:2], "2024-10", "2024", "2024", *MONTHS[2:]), 2, 10, id="bare years below it do not go with it"
        ),
    ],
)
def test_message_and_fix_name_one_place(rows: tuple[str, ...], moved: int, place: int) -> None:
    text = dated(*rows)
    before = text.splitlines()
    found = findings(UnsortedSection(), text)
    assert lines(text) == [moved + 1]
    after = fixed(text, found).splitlines()
    assert after.index(before[moved]) == place
    assert [row for row in after if row != before[moved]] == [row for row in before if row != before[moved]]
    side, named = re.search(r"belongs (above|below) line (\d+)", found[0].message).groups()  # type: ignore[union-attr]
    beside = after.index(before[moved]) + (1 if side == "above" else -1)
    assert after[beside] == before[int(named) - 1]


def test_an_undated_entry_below_the_place_is_the_one_named() -> None:
    text = papers("2025-10", "2025-01", *MONTHS[:6]) + "* [More](https://openreview.net/forum?id=more)\n"
    text += papers("2024-12", *MONTHS[7:])
    (found,) = findings(UnsortedSection(), text)
    assert "belongs below line 9" in found.message


DAYS = tuple(f"2024-{month:02}-15 24{month:02}.00500" for month in range(12, 0, -1))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param("2024-06-12 2406.00700", [(7, "note", "none")], id="three days, the id is in order"),
        pytest.param("2024-06-12 2406.00300", [], id="three days, the id is not in order"),
        pytest.param("2024-06-01 2406.00700", [], id="two weeks, in one month"),
        pytest.param("2024-04-25 2404.00900", [(7, "warning", "safe")], id="two months"),
        pytest.param("2024-04-25 2406.00700", [], id="two months, the id is in order"),
    ],
)
def test_a_few_days_are_a_note_where_ids_are_in_order(row: str, expected: list[tuple[int, str, str]]) -> None:
    assert judged("\n## Papers\n\n" + dated(*DAYS[:6], row, *DAYS[6:])) == expected


_SECTIONS = st.lists(
    st.tuples(st.integers(0, 40), st.booleans(), st.sampled_from(["id of the month"] * 3 + ["another id", "no id"])),
    min_size=4,
    max_size=14,
)


@given(rows=_SECTIONS, has_days=st.booleans(), is_declared=st.booleans(), stray=st.tuples(st.integers(), st.integers()))
@example(
    [(0, False, "id of the month")] * 2 + [(0, True, "another id"), (0, True, "id of the month")], True, True, (0, 0)
)
def test_a_fix_sorts_the_section_by_the_dates_it_shows(
    rows: list[tuple[int, bool, str]], has_days: bool, is_declared: bool, stray: tuple[int, int]
) -> None:
    """But for bare years and entries pinned at the top, which stay, a reader sees no date above a later one.

    Where the id of an entry says another date, that is told instead.
    """
    rows.sort(key=lambda each: -each[0])
    rows.insert(stray[0] % len(rows), rows.pop(stray[1] % len(rows)))
    written = []
    for number, (months, is_dated, identifier) in enumerate(rows, 50):
        year, month = 2023 + months // 12, months % 12 + 1
        label = f"{year}-{month:02}{f'-{number % 28 + 1:02}' if has_days else ''}" if number > 50 else str(year)
        late = months + 5 * (identifier == "another id")
        arxiv = f"{23 + late // 12}{late % 12 + 1:02}.{number:05}" if identifier != "no id" else ""
        line = entry(label, number, arxiv)
        written.append(line if is_dated else line.replace(f"[{label}] ", ""))
    text = NEWEST + "\n## More\n\n" + "<!-- bot: order newest-first -->\n\n" * is_declared + "".join(written)
    found = findings(UnsortedSection(), text)
    section = fixed(text, found).partition("## More")[2]
    pinned = [text.splitlines()[line - 1] for line, _ in placed(text, [each for each in found if each.fix is None])]
    shown = re.findall(r"\* \[([\d]+-[\d-]+)\]", "\n".join(row for row in section.splitlines() if row not in pinned))
    is_doubted = "another id" in [identifier for _, _, identifier in rows]
    assert shown == sorted(shown, reverse=True) or found or is_doubted or not is_declared
    assert shown == sorted(shown, reverse=True) or all(each.fix is None for each in found)


def test_a_year_that_is_nearly_right_may_be_the_mistake() -> None:
    near, far = (dated(*YEARS, "2019", label, "2020") for label in ("2017", "2011"))
    ((one,), (other,)) = (findings(UnsortedSection(), text) for text in (near, far))
    assert one.message.endswith("(oldest-first), or its year is wrong")
    assert other.message.endswith("(oldest-first)")
    assert [each.fix and each.fix.safety for each in (one, other)] == [Safety.UNSAFE, Safety.SAFE]


def test_the_one_entry_that_is_out_of_order_is_named() -> None:
    rows = ("2018-12", "2019 1803.05069", "2018 1807.04938", "2019 1804.01626", "2019", "2020")
    assert findings(UnsortedSection(), dated(*YEARS[:24], *rows[1:])) == []


def test_an_entry_of_several_sources_has_no_single_date() -> None:
    last = "* [A, 1997](https://a.org/a), [B, 2002](https://a.org/b), [C (2005)](https://a.org/c), etc.\n"
    assert findings(UnsortedSection(), dated(*YEARS) + last) == []


@pytest.mark.parametrize(
    ("strays", "severity"), [pytest.param(1, "warning", id="strictly"), pytest.param(6, "note", id="nearly")]
)
def test_bare_years_that_are_in_order_only_nearly(strays: int, severity: str) -> None:
    years = [str(year) for year in range(2013, 2024)]
    text = "".join(
        f"## Part {number}\n\n{papers(*years, *(['2014'] if number < strays else []))}\n" for number in range(6)
    )
    assert {str(each.severity) for each in findings(UnsortedSection(), text)} == {severity}


def test_a_title_of_one_word_is_a_name() -> None:
    rows = [(f"{letter}Data", year) for year, letter in enumerate("QWERTZUIOPASDFGH", 2001)]
    text = "| Data | Year |\n| --- | --- |\n" + "".join(
        f"| [{name}](https://doi.org/10.1145/{name}) | {year} |\n"
        for name, year in (*rows[:6], ("{}", 2014), *rows[6:])
    )
    severities = [bool(findings(UnsortedSection(), text.replace("{}", name))) for name in ("ZData-2", "Other")]
    assert severities == [False, True]


def test_what_begins_with_the_name_of_its_neighbour_stands_beside_it() -> None:
    rows = [(f"Data{chr(65 + n)}", 2001 + n) for n in range(16)]
    text = "| Name | Title | Year |\n| --- | --- | --- |\n" + "".join(
        f"| {name} | [Title of Number {year}](https://doi.org/10.1/{name}) | {year} |\n"
        for name, year in (*rows[:6], ("{}", 2014), *rows[6:])
    )
    severities = [bool(findings(UnsortedSection(), text.replace("{}", name))) for name in ("DataF-Plus", "Other")]
    assert severities == [False, True]


@pytest.mark.parametrize(
    ("label", "severity"),
    [pytest.param("2025-05", "note", id="one month"), pytest.param("2025-08", "warning", id="more")],
)
def test_neighbours_one_month_apart_are_a_note(label: str, severity: str) -> None:
    labels = (
        [*MONTHS[:5], "2025-03", label, *MONTHS[6:]]
        if label == "2025-08"
        else [*MONTHS[:3], *MONTHS[4:2:-1], *MONTHS[5:]]
    )
    assert [str(each.severity) for each in findings(UnsortedSection(), papers(*labels))] == [severity]


@pytest.mark.parametrize(
    ("label", "severity"),
    [
        pytest.param("2024-11-05 2411.00500", "note", id="one month"),
        pytest.param("2024-12-05 2412.00500", "warning", id="two months"),
    ],
)
def test_what_would_pass_by_several_of_the_next_month_is_a_note(label: str, severity: str) -> None:
    days = [f"2025-{month:02}-05 25{month:02}.00500" for month in range(9, 0, -1)]
    days += ["2024-10-20 2410.02000", "2024-10-12 2410.01200", label]
    days += [f"2024-{month:02}-05 24{month:02}.00500" for month in range(9, 2, -1)]
    assert [str(each.severity) for each in findings(UnsortedSection(), dated(*days))] == [severity]


MONTHS_OF_GROUPS = [f"2025-{month:02}" for month in (12, 11, 10, 6, 9, 8, 5, 4, 2, 1)]


@pytest.mark.parametrize(
    ("kinds", "severity"),
    [
        pytest.param("aaaabbbbcc", "note", id="groups"),
        pytest.param("aaaabbbbac", "warning", id="a word that comes again"),
        pytest.param("aaaaaaaaaa", "warning", id="one word"),
        pytest.param("abcdefghij", "warning", id="a word for each"),
        pytest.param("aaaaabbbcc", "warning", id="a group that is not in order"),
    ],
)
def test_rows_in_groups_by_a_column(kinds: str, severity: str) -> None:
    text = table(
        "Date | Kind | Paper",
        *(f"{date} | {kind} | {paper(n)}" for n, (date, kind) in enumerate(zip(MONTHS_OF_GROUPS, kinds, strict=True))),
    )
    found = findings(UnsortedSection(), text)
    assert {each.severity.name.lower() for each in found} == {severity}


def test_what_is_one_of_several_is_a_note() -> None:
    dates = [f"2024-{month:02}" for month in range(12, 2, -1)]
    one, two = [*dates[:7], "2024-11", *dates[7:]], [*dates[:7], "2024-11", *dates[7:9], "2024-10", dates[9]]
    texts = (f"{NEWEST}\n## More\n\n{papers(*rest)}" for rest in (one, two))
    severities = [[each.severity.name for each in findings(UnsortedSection(), text)] for text in texts]
    assert severities == [["WARNING"], ["NOTE", "NOTE"]]


@pytest.mark.parametrize(
    ("line", "count"), [("", 1), ("---\n\n", 0)], ids=["one group", "a horizontal line between two groups"]
)
def test_a_horizontal_line_divides_a_section(line: str, count: int) -> None:
    years = (*range(2024, 2016, -1), 2010, *range(2016, 2010, -1), 2009, 2008)
    rows = [f"[Paper about Road {n}](https://doi.org/10.1145/{n}), {year}\n\n" for n, year in enumerate(years)]
    text = "# Papers\n\n" + "".join(rows[:9]) + line + "".join(rows[9:])
    assert len(findings(UnsortedSection(), text)) == count


@pytest.mark.parametrize(
    ("label", "doubt", "safety"),
    [
        pytest.param("2031", ", or its year is wrong", Safety.UNSAFE, id="another decade fits"),
        pytest.param("2014", "", Safety.SAFE, id="no other one fits"),
    ],
)
def test_a_move_is_not_safe_where_the_year_is_as_likely_wrong(label: str, doubt: str, safety: Safety) -> None:
    text = dated(*YEARS, "2020", label, "2022")
    (found,) = findings(UnsortedSection(), text)
    assert found.message.endswith(f"(oldest-first){doubt}")
    assert found.fix is not None
    assert found.fix.safety is safety


def test_a_copy_is_not_moved() -> None:
    copy = entry("2024-06", 10)
    assert findings(UnsortedSection(), papers(*MONTHS[:3]) + copy + papers(*MONTHS)[len(papers(*MONTHS[:3])) :]) == []
