"""Dates beside arXiv ids: equal, near, far, and explained by a venue."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.date_mismatch import DateMismatch
from tests.rules.helpers import findings, marked

FOLLOWS = "".join(
    f"* [2025-{month:02}] [Agents of Kind {month}](https://arxiv.org/abs/25{month:02}.00001)\n"
    for month in range(1, 11)
)
WARNING, NOTE = [Severity.WARNING], [Severity.NOTE]


def severities(text: str) -> list[Severity]:
    return [each.severity for each in findings(DateMismatch(), text)]


@pytest.mark.parametrize(
    ("label", "arxiv", "rest", "expected"),
    [
        pytest.param("2024-06", "2406.12045", "", [], id="equal"),
        pytest.param("2024-05", "2406.12045", "", [], id="a month before"),
        pytest.param("2024-07", "2406.12045", "", [], id="a month after"),
        pytest.param("2025-01", "2412.12045", "", [], id="a month after, in the next year"),
        pytest.param("2024-08", "2406.12045", "", NOTE, id="two months after: a revision"),
        pytest.param("2024-04", "2406.12045", "", NOTE, id="two months before: a submission"),
        pytest.param("2025-08", "2406.12045", "", NOTE, id="fourteen months after: a publication"),
        pytest.param("2023-06", "2406.12045", "", WARNING, id="a year before"),
        pytest.param("2025-06", "2406.12045", "", WARNING, id="a year after"),
        pytest.param("2026-06", "2406.12045", "", WARNING, id="two years after"),
        pytest.param("2021-06", "2406.12045", "", WARNING, id="three years before"),
        pytest.param("2027-06", "2406.12045", "", [], id="in the future: told by another rule"),
        pytest.param("2025-06", "2406.12045v2", "", NOTE, id="a year after: the date of the version that is linked"),
        pytest.param("2025-06", "2406.12045v1", "", WARNING, id="a year after: the first version is linked"),
        pytest.param("2025-06", "2406.12045", " (CVPR)", NOTE, id="a year after: a venue without a year"),
        pytest.param("2025-06", "2406.12045", ". *Journal of Robots*", NOTE, id="a year after: a journal"),
        pytest.param("2025-06", "2406.12045", " (arXiv)", WARNING, id="a year after: a preprint server"),
        pytest.param("2020-06", "2406.12045", "", WARNING, id="four years before"),
        pytest.param("2014-06", "2406.12045", "", NOTE, id="ten years before"),
        pytest.param("2014-06", "2406.12045", " (*Journal of Robots*)", NOTE, id="ten years before, in a journal"),
        pytest.param("2024-01", "2410.12045", "", WARNING, id="nine months before"),
        pytest.param("2024-01", "2406.12045", "", WARNING, id="five months before"),
        pytest.param("2024-02", "2406.12045", "", NOTE, id="four months before: a report"),
        pytest.param("2024-01", "2406.12045", " [code](https://a.org)", NOTE, id="five months before, with code"),
        pytest.param("2024-01", "2406.12045", " (*Journal of Robots*)", NOTE, id="five months before, in a journal"),
        pytest.param("2024-01", "2406.12045", " (*ISVX*)", NOTE, id="five months before, at a venue nobody knows"),
        pytest.param("2026-07", "2406.12045", "", WARNING, id="more than two years after"),
        pytest.param("2026-07", "2406.12045v3", "", NOTE, id="more than two years after, of a version"),
        pytest.param("2026-05", "2406.12045", "", NOTE, id="less than two years after"),
        pytest.param("2025-04", "2406.12045", " (ICLR 25 | Princeton)", NOTE, id="after, beside a venue"),
        pytest.param("2024-02", "2406.12045", " (ACL 2024)", [], id="before, beside a venue of that year"),
        pytest.param(
            "2024-02",
            "2406.12045",
            " ![](https://img.shields.io/badge/ACL2024--findings-orange)",
            [],
            id="before, beside a badge with a venue",
        ),
        pytest.param("2022-02", "2406.12045", " (ACL 2024)", NOTE, id="long before, beside a venue"),
        pytest.param("2022-06", "2406.12045", " (ACL 2024)", WARNING, id="two years before, beside a venue"),
        pytest.param("2024-02", "2406.12045", " (arXiv 2024)", NOTE, id="before, beside a preprint server"),
        pytest.param("2023", "2406.12045", "", NOTE, id="a bare year before"),
        pytest.param("2023", "2401.12045", "", [], id="a bare year before, in January"),
        pytest.param("2026", "2406.12045", "", [], id="a bare year, published later"),
        pytest.param("2026", "2306.12045", "", NOTE, id="a bare year long after"),
    ],
)
def test_difference(label: str, arxiv: str, rest: str, expected: list[Severity]) -> None:
    line = f"* [{label}] [τ-bench Tests Tool Use](https://arxiv.org/abs/{arxiv}){rest}\n"
    assert severities(FOLLOWS + line) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            FOLLOWS + "* [2024-02] [τ-bench Tests Tool Use](https://openreview.net/forum?id=abc)\n", id="no arXiv id"
        ),
        pytest.param(FOLLOWS + "* [τ-bench Tests Tool Use](https://arxiv.org/abs/2406.12045)\n", id="no date"),
        pytest.param(
            FOLLOWS + '* "τ-bench Tests Tool Use", *CoRL, Sept 2025*. [[Paper](https://arxiv.org/abs/2406.12045)]\n',
            id="the date of a venue",
        ),
        pytest.param(FOLLOWS.replace("[2025", "[2026"), id="a list with dates of its own"),
        pytest.param("* [2023-06] [τ-bench Tests Tool Use](https://arxiv.org/abs/2406.12045)\n", id="too few to tell"),
    ],
)
def test_silent(text: str) -> None:
    assert severities(text) == []


def test_reasons_are_given() -> None:
    (found,) = findings(DateMismatch(), FOLLOWS + "* [2023-06] [τ-bench](https://arxiv.org/abs/2406.12045)\n")
    assert found.message == "dated 2023-06, but arXiv 2406.12045 is from June 2024; is the year mistyped?"
    assert found.reasons == (
        "the date is not that of the arXiv id",
        "it is exactly one, two or three years off",
        "nearly all dates of the list agree with the ids",
    )


def test_an_id_that_is_reused_is_told_by_its_rule() -> None:
    text = "* [2023-01] [τ-bench](https://arxiv.org/abs/2406.12045)\n"
    assert severities(FOLLOWS + text.replace("01", "03", 1)) == WARNING
    near = "* [2024-04] [Benchmarks for Tool Use in Retail Shops](https://arxiv.org/abs/2406.12045)\n"
    other = "* [2024-06] [Sleep Makes Night Workers Better](https://arxiv.org/abs/2406.12045)\n"
    assert severities(FOLLOWS + near) == NOTE
    assert severities(FOLLOWS + near + other) == NOTE
    assert severities(FOLLOWS + near.replace("2024-04", "2023-06")) == WARNING
    assert severities(FOLLOWS + near.replace("2024-04", "2023-06") + other) == NOTE
    alias = "* [2024-06] [Benchmarks for Tool Use in Shops](https://arxiv.org/abs/2406.12045)\n"
    assert severities(FOLLOWS + near + alias) == NOTE


@pytest.mark.parametrize(("year", "expected"), [("2024", WARNING), ("2023", NOTE)])
def test_the_section_is_dated(year: str, expected: list[Severity]) -> None:
    text = "* [2023-10] [τ-bench](https://arxiv.org/abs/2402.12045)\n"
    assert severities(f"{FOLLOWS}\n## {year}\n\n{text}") == expected


def test_years_of_publications_say_nothing() -> None:
    line = "* [τ-bench Tests Tool Use](https://arxiv.org/abs/2406.12045), 2023\n"
    published = "".join(f"* [Agents of Sort {n}](https://doi.org/10.1145/3292500.33{n:05}), 2020\n" for n in range(30))
    assert severities(YEARS + line.replace("2023", "2022")) == WARNING
    assert severities(YEARS + published + line.replace("2023", "2022")) == NOTE


def test_a_list_that_dates_by_the_latest_version() -> None:
    late = "".join(f"* [Agents of Sort {n}](https://arxiv.org/abs/20{n:02}.00002) (2022)\n" for n in range(1, 10))
    line = "* [τ-bench Tests Tool Use](https://arxiv.org/abs/2106.12045) (2024)\n"
    assert severities(YEARS + late + line) == NOTE


def test_message_names_both_months() -> None:
    (found,) = findings(DateMismatch(), FOLLOWS + "* [2025-04] [τ-bench](https://arxiv.org/abs/2406.12045)\n")
    assert found.message == "dated 2025-04, but arXiv 2406.12045 is from June 2024"
    assert found.fix is None


def test_months_is_an_option() -> None:
    text = FOLLOWS + "* [2024-08] [τ-bench Tests Tool Use](https://arxiv.org/abs/2406.12045)\n"
    assert findings(DateMismatch(months=3), text) == []


def dated(label: str, arxiv: str, rest: str = "") -> str:
    return f"* [{label}] [Agents of {arxiv}](https://arxiv.org/abs/{arxiv}){rest}\n"


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        pytest.param("2025-11", WARNING, id="its neighbours and the id agree"),
        pytest.param("2025-04", [], id="its neighbours and the date agree"),
        pytest.param("2025-05", [], id="a month off"),
    ],
)
def test_neighbours_in_a_sorted_list(label: str, expected: list[Severity]) -> None:
    text = FOLLOWS.replace("[2025-04]", f"[{label}]")
    assert severities(text) == expected


YEARS = "".join(
    f"* [Agents of Kind {year % 100}](https://arxiv.org/abs/{year % 100}{month}.00001), {year}\n"
    for year in range(2015, 2026)
    for month in ("05", "09")
)


@pytest.mark.parametrize(
    ("rest", "arxiv", "expected"),
    [
        pytest.param("2023", "2406.12045", NOTE, id="the year before: a publication that was put on arXiv later"),
        pytest.param("arXiv 2023", "2406.12045", WARNING, id="the year before, of the preprint"),
        pytest.param("2022", "2406.12045", WARNING, id="two years before"),
        pytest.param("2023", "2403.12045", NOTE, id="the year before, early in the year"),
        pytest.param("2023", "2401.12045", [], id="the year before, in January"),
        pytest.param("arXiv 2023", "2401.12045", NOTE, id="the year before the preprint, in January"),
        pytest.param("Preprint'23", "2401.12045", NOTE, id="the year before, as a preprint"),
        pytest.param("arXiv 2023", "2401.00303", [], id="the year before the preprint, in the first days of January"),
        pytest.param("2026", "2306.12045", NOTE, id="three years after: a publication"),
        pytest.param("2025", "2306.12045", [], id="two years after: a revision"),
        pytest.param("*Journal of Robots*, 2023", "2406.12045", [], id="in a journal"),
        pytest.param("J. Mach. Learn. Res. 2023", "2406.12045", [], id="in an abbreviated journal"),
        pytest.param("*Agent Phys.*&nbsp;**7** [006](https://a.org/b) (2026)", "2306.12045", [], id="behind a volume"),
        pytest.param("*J. Agents B* **7**(3), 12-19 (2023)", "2406.12045", [], id="behind volume, issue and pages"),
        pytest.param("(4th ranked in VOC2023)", "2406.12045", [], id="of a challenge"),
        pytest.param("Yue Zhao et al, 2023", "2406.12045", NOTE, id="citation"),
        pytest.param("arXiv 2007", "2007.12045", [], id="the digits of the id"),
        pytest.param("2015", "2406.12045", NOTE, id="an old paper"),
    ],
)
def test_bare_years_that_are_those_of_the_ids(rest: str, arxiv: str, expected: list[Severity]) -> None:
    line = f"* [τ-bench Tests Tool Use](https://arxiv.org/abs/{arxiv}), {rest}\n"
    assert severities(YEARS + line) == expected
    assert severities("".join(YEARS.splitlines(keepends=True)[:5]) + line) in ([], NOTE)


BADGE = "![](https://img.shields.io/badge/ICLR-{}-blue)"


@pytest.mark.parametrize(
    ("rest", "arxiv", "expected"),
    [
        pytest.param("(ICLR 2022)", "2409.12045", NOTE, id="two years after the venue"),
        pytest.param("(ICLR 2023)", "2409.12045", [], id="the year after the venue"),
        pytest.param("(ICLR 2020)", "2409.12045", WARNING, id="four years after a recent venue"),
        pytest.param("(ICLR 2021)", "2409.12045", NOTE, id="three years after a recent venue"),
        pytest.param("(ICLR 2018)", "2209.12045", NOTE, id="four years after a venue of before 2019"),
        pytest.param("(ICLR 2017)", "2409.12045", [], id="an old paper"),
        pytest.param("(ICML 2012)", "1609.12045", [], id="a paper of before arXiv was a habit"),
        pytest.param("(ICLR 2020; JMLR 2024)", "2309.12045", [], id="a later venue too"),
        pytest.param("(arXiv 2022)", "2409.12045", NOTE, id="a preprint server"),
        pytest.param(BADGE.format("2022"), "2409.12045", NOTE, id="a badge"),
        pytest.param(BADGE.format("2024"), "2409.12045", [], id="a badge of the year"),
        pytest.param("[2409] " + BADGE.format("2022"), "2409.12045", [], id="a date that is the month of the id"),
    ],
)
def test_an_id_after_the_venue(rest: str, arxiv: str, expected: list[Severity]) -> None:
    text = f"* [τ-bench Tests Tool Use](https://arxiv.org/abs/{arxiv}) {rest}\n"
    assert severities(text) == expected


def test_message_about_a_venue_is_at_the_link() -> None:
    text = "* [Benchmarks of Agents](https://arxiv.org/abs/2409.12045) (ICLR 2022)\n"
    (found,) = findings(DateMismatch(), text)
    assert marked(text, [found]) == ["https://arxiv.org/abs/2409.12045"]
    message = "the venue is from 2022, but arXiv 2409.12045 is from September 2024; "
    assert found.message == message + "it was put there late, or the link is wrong"
    again = "* [Grids of Rivers and Their Floods](https://arxiv.org/abs/2409.12045) (ICLR 2024)\n"
    (found,) = findings(DateMismatch(), text + again)
    assert (found.severity, found.message) == (Severity.WARNING, message + "the link or the year is probably wrong")


def test_a_date_soon_after_the_id_may_be_that_of_the_publication() -> None:
    other = "\n## Data\n\n* [2412] [Grids of Rivers](https://arxiv.org/abs/2409.12045)\n"
    found = findings(DateMismatch(), FOLLOWS + dated("2025-01", "2409.12045", "") + other)
    assert [each.severity for each in found] == NOTE * 2


def test_published_papers_that_are_dated_by_arxiv() -> None:
    venue = FOLLOWS.replace("\n", " (ICLR 2026)\n")
    assert severities(venue + dated("2025-04", "2406.12045", " (ICLR 2026)")) == NOTE
    assert severities(venue + dated("2025-06", "2406.12045", " (ICLR 2026)")) == WARNING
    assert severities(venue + dated("2025-04", "2406.12045", " (ICLR 2025)")) == NOTE
    assert severities(venue + dated("2024-11", "2406.12045", " (ICLR 2025)")) == NOTE
    assert severities(venue + dated("2025-05", "2406.12045", " (ACCV 2024)")) == NOTE


def later(count: int, months: int = 3) -> str:
    """Entries dated by publication."""
    return "".join(
        dated(f"{2023 + (n % 12 + months) // 12}-{(n % 12 + months) % 12 + 1:02}", f"23{n % 12 + 1:02}.{n + 10000}")
        for n in range(count)
    )


def test_a_list_that_dates_otherwise_has_one_note() -> None:
    (found,) = findings(DateMismatch(), FOLLOWS + later(25))
    assert found.severity is Severity.NOTE
    assert found.message.startswith("25 of 35 dates: later than the month of the arXiv id")
    (found,) = findings(DateMismatch(), FOLLOWS + later(15) + later(10, 12))
    assert found.message.startswith("25 of 35 dates")


def test_preprints_are_dated_by_arxiv_where_published_papers_are_not() -> None:
    published = later(25).replace(")\n", ") (ICLR 2024)\n")
    found = findings(DateMismatch(), FOLLOWS + published + dated("2025-06", "2406.12045", " (arXiv)"))
    assert [each.severity for each in found] == [Severity.NOTE, Severity.WARNING]
    assert found[0].message.startswith("25 of 36 dates")


def test_a_mistyped_year_is_found_where_dates_are_late_but_never_early() -> None:
    found = findings(DateMismatch(), FOLLOWS + later(25) + dated("2023-06", "2406.12045"))
    assert [each.severity for each in found] == [Severity.NOTE, Severity.WARNING]


def test_a_year_after_is_a_note_where_dates_are_late() -> None:
    found = findings(DateMismatch(), later(25) + dated("2025-06", "2406.12045"))
    assert {each.severity for each in found} == {Severity.NOTE}


def test_notes_of_one_cause_are_one() -> None:
    many = [dated(f"20{n}-{month:02}", f"{n}{month:02}.00001") for n in range(15, 25) for month in range(1, 13)]
    for n in range(21):
        many[5 * n] += dated("2015-02", f"1505.{n + 20000}")
    (found,) = findings(DateMismatch(), "".join(many))
    assert found.message.startswith("21 of 141 dates: earlier than the month of the arXiv id")
    assert len(findings(DateMismatch(), "".join(many[5:]))) == 20


def test_digits_that_are_the_month_of_the_id_are_no_year() -> None:
    rows = "".join(
        f"| arXiv{month:02} | Robots Walk over {month} Hills | [Paper](https://arxiv.org/abs/21{month:02}.00001) |\n"
        for month in range(1, 12)
    )
    table = f"# Papers\n\n## 2021\n\n| Venue | Title | Link |\n| --- | --- | --- |\n{rows}"
    assert findings(DateMismatch(), table) == []


CVF = "https://openaccess.thecvf.com/content/CVPR{}/html/Lee_Robots_Walk_CVPR_{}_paper.html"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(f"* [Robots Walk]({CVF.format(2023, 2023)}), CVPR 2022\n", WARNING, id="another year"),
        pytest.param(f"* [Robots Walk]({CVF.format(2023, 2023)}), CVPR 2023\n", [], id="the year"),
        pytest.param(f"* [Robots Walk]({CVF.format(2023, 2023)}), ICCV 2021\n", [], id="another venue"),
        pytest.param(
            "* [AAMAS 2027](https://a.org/aamas2027/): after AAMAS 2026\n", [], id="the venue itself, and an older one"
        ),
        pytest.param(f"* [Robots Walk]({CVF.format(2023, 2023)}), CVPR 2022, CVPR 2023\n", [], id="both"),
        pytest.param(
            "* [Robots Walk](https://doi.org/10.1109/TKDE.2022.3141102), TKDE 2023\n", [], id="accepted the year before"
        ),
        pytest.param("* [Robots Walk](https://doi.org/10.1109/TKDE.2022.3141102), TKDE 2021\n", WARNING, id="a DOI"),
        pytest.param(
            "* [Robots Walk](https://papers.nips.cc/paper/2021/hash/a0205b87490c-Abstract.html), NeurIPS 2022\n",
            WARNING,
            id="NeurIPS",
        ),
        pytest.param(
            "* [Robots Walk](http://papers.nips.cc/paper/1959-robots-walk.pdf), NeurIPS 2022\n",
            [],
            id="the number of a paper before its title",
        ),
        pytest.param(
            "* [Robots Walk](https://www.aaai.org/AAAI22Papers/AAAI-1963.DoeJ.pdf), AAAI 2022\n",
            [],
            id="the number of a paper behind a short year",
        ),
        pytest.param(
            "* Lee, Ann. Robots Walk. Advances in Neural Information Processing Systems 34 (2022). "
            "[paper](https://papers.nips.cc/paper/2021/hash/a0205b87490c-Abstract.html)\n",
            [],
            id="the year of a volume",
        ),
    ],
)
def test_the_year_of_the_proceedings_in_the_address(line: str, expected: list[Severity]) -> None:
    assert severities(line) == expected


@pytest.mark.parametrize(
    ("address", "venue", "expected"),
    [
        pytest.param("papers/cvpr19.pdf", "CVPR 2020", NOTE, id="another year"),
        pytest.param("papers/cvpr19.pdf", "CVPR 2019", [], id="the year"),
        pytest.param("icml20b/lee.pdf", "ICML 2021", NOTE, id="a part of a volume"),
        pytest.param("nips-33.pdf", "NeurIPS 2021", [], id="the number of a volume"),
        pytest.param("rss16/p074.pdf", "RSS 2020", [], id="the number of a conference"),
        pytest.param("TPAMI19_Lee.pdf", "TPAMI 2020", [], id="a journal"),
        pytest.param("cvpr18-iccv19.pdf", "ICCV 2019", [], id="two venues"),
        pytest.param("cvpr19.pdf", "ICCV 2021", [], id="another venue"),
        pytest.param("hipc14.pdf", "HiPC 2015", NOTE, id="a venue that is not known"),
        pytest.param("hipc14.pdf", "HiPC 2014", [], id="the year of one that is not known"),
        pytest.param("2021.findings-acl.12", "ACL 2021", [], id="the number of a paper"),
    ],
)
def test_two_digits_of_the_year_in_the_address(address: str, venue: str, expected: list[Severity]) -> None:
    others = "* [Loops in Space](https://a.edu/a.pdf) - Ann Lee, ICML 2004\n"
    others += "* [Flags](https://a.edu/b.pdf) - Bo Chen, ECCV 2012\n"
    assert severities(f"{others}* [Robots Walk](https://a.edu/{address}) - Tim Poe, {venue}\n") == expected


@pytest.mark.parametrize(
    ("address", "severity"),
    [
        ("https://www.usenix.org/conference/atc20/presentation/lee", Severity.WARNING),
        ("https://www.usenix.org/system/files/atc20-lee.pdf", Severity.WARNING),
        ("https://a.edu/atc20-lee.pdf", Severity.NOTE),
        ("papers/atc20-lee.pdf", Severity.NOTE),
    ],
    ids=["proceedings", "a file of the proceedings", "a file elsewhere", "a file beside the list"],
)
def test_two_digits_of_the_year_are_sure_where_they_name_the_paper_in_the_proceedings(
    address: str, severity: Severity
) -> None:
    assert severities(f"* [Robots Walk on Batches]({address}), USENIX ATC'21\n") == [severity]


def test_a_journal_accepts_a_paper_years_before_its_issue() -> None:
    text = "* [Searching Graphs of Small Worlds](https://doi.org/10.1109/TPAMI.2018.2889473), TPAMI {}\n"
    assert [len(findings(DateMismatch(), text.format(year))) for year in (2018, 2020, 2017)] == [0, 0, 1]


def test_a_paper_may_be_put_on_arxiv_a_year_after_its_venue() -> None:
    rows = "".join(f"| [Agents {n}](https://arxiv.org/abs/25{n:02}.00001) | none | 2025 |\n" for n in range(1, 13))
    late = "| [Agents That Wait](https://arxiv.org/abs/2606.00001) | {} | 2025 |\n"
    text = f"## 2026\n\n| Paper | Venue | Year |\n| --- | --- | --- |\n{rows}"
    severities = [
        [each.severity for each in findings(DateMismatch(), text + late.format(venue))]
        for venue in ("none", "CoRL 2025")
    ]
    assert severities == [[Severity.WARNING], [Severity.NOTE]]
