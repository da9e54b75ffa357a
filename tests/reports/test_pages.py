"""The page of a list's health, as text: whole, without what is foreign, and with nothing that could act."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bot.links import Share, Tally
from bot.papers.dates import Month
from bot.papers.urls import is_web_url
from bot.reports.pages import LONGEST, Health, Place, ReportedLink, Sweep, ceiling, render
from tests.reports.health import DAY, dead, health

GOLDEN = Path(__file__).parent / "page.html"
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</style></title></table><iframe src=//evil.example>",
    "<!-- --><svg onload=alert(1)>",
    "&lt;b&gt; &amp; &#60;i&#62;",
    "\u202egnp.exe\u2066 \x00\x1b[31m\u200b",
    "${1+1} {{7*7}} `x`",
    "]]><a href='javascript:alert(1)'>",
)


class Reader(HTMLParser):
    """Elements, attributes and words of a page, as a parser sees them."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def hostile(words: str) -> Health:
    url = f"https://pages.example/{words}"
    return replace(
        health(),
        title=words,
        sections=(Share(words, Tally(1)),),
        hosts=(Share(words, Tally(1)),),
        dead=(
            ReportedLink(url, Place(words, url), words, DAY, words, url),
            ReportedLink(words, Place(words, words), "", DAY, ""),
        ),
        moved=(
            ReportedLink(words, Place(words), words, DAY, words, target=url),
            ReportedLink(url, Place(words), words, DAY, words, target=words),
        ),
    )


def test_page_is_as_expected(regenerate: bool) -> None:
    page = render(health())
    if regenerate:
        GOLDEN.write_text(page, encoding="utf-8")
    assert page == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", HOSTILE)
def test_what_others_wrote_is_words(words: str) -> None:
    """The page has the elements and the kinds of attributes of a page with the same words made harmless."""
    found, harmless = Reader(render(hostile(words))), Reader(render(hostile("harmless")))
    assert Counter(found.tags) - Counter(a=99) == Counter(harmless.tags) - Counter(a=99)
    assert {name for name, _ in found.attributes} <= {name for name, _ in harmless.attributes}
    hrefs = [value for name, value in found.attributes if name == "href"]
    assert all(value.startswith(("https://", "#")) for value in hrefs)
    if words.isprintable():
        assert any(words in each for each in found.words)
    assert not re.search("[\x00\x1b\u202e\u2066]", render(hostile(words)))


@pytest.mark.parametrize(
    "url",
    ["javascript:alert(1)", "JaVaScRiPt://x/%0aalert(1)", "data:text/html,x", "//evil.example", "https://", "x\u202ey"],
)
def test_only_the_web_is_linked(url: str) -> None:
    for each in (url, f"https://x.example/\u202e{url}"):
        page = render(replace(Health("x", DAY), dead=(ReportedLink(each, Place("a", each), "", DAY, "", each),)))
        assert not is_web_url(each)
        assert page.count("<a") == page.count('<a class="skip"') == 1


def test_words_are_cut() -> None:
    page = render(Health("x" * 10_000, DAY))
    assert f"<bdi>{'x' * (LONGEST - 1)}…</bdi>" in page
    assert "x" * LONGEST not in page
    assert f"<bdi>{'&amp;' * LONGEST}</bdi>" in render(Health("&" * LONGEST, DAY))


def test_attributes_are_escaped() -> None:
    page = render(replace(Health("x", DAY), dead=(ReportedLink('"><b>', Place("a"), "", DAY, ""),)))
    assert 'data-key="&#34;&gt;&lt;b&gt;"' in page


def test_the_policy_allows_our_style_and_script_alone() -> None:
    page = render(health())
    (policy,) = (value for name, value in Reader(page).attributes if name == "content" and "default-src" in value)
    sources = re.findall(r"<(style|script)>(.*?)</\1>", page, re.DOTALL)
    assert [kind for kind, _ in sources] == ["style", "script"]
    hashes = {
        kind: f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"
        for kind, source in sources
    }
    assert policy == (
        f"default-src 'none'; style-src {hashes['style']}; script-src {hashes['script']}; "
        "base-uri 'none'; form-action 'none'"
    )


def test_nothing_is_loaded() -> None:
    """No attribute fetches, and no style or script names an address."""
    reader = Reader(render(health()))
    assert {"src", "srcset", "data", "action", "background", "poster", "style"} & {
        n for n, _ in reader.attributes
    } == set()
    assert {"link", "img", "iframe", "object", "form", "base"} & set(reader.tags) == set()
    sources = " ".join(re.findall(r"<(?:style|script)>(.*?)</", render(health()), re.DOTALL))
    assert not re.search(r"url\(|@import|https?:|fetch|import\s*\(|XMLHttp|eval|innerHTML", sources)


def test_ids_are_unique_and_references_lead_somewhere() -> None:
    reader = Reader(render(health()))
    ids = [value for name, value in reader.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    named = {value for name, value in reader.attributes if name in {"aria-labelledby", "for", "data-for"}}
    named |= {value[1:] for name, value in reader.attributes if name == "href" and value.startswith("#")}
    assert named <= set(ids)


def test_a_list_without_history_has_a_page() -> None:
    page = render(Health("README.md", DAY))
    assert "There is no sweep yet." in page
    assert page.count("None.") == 2
    assert "No link has been reported as dead so far." in page
    assert {"svg", "table"} & set(Reader(page).tags) == set()


def test_months_between_are_counted_as_empty() -> None:
    page = render(replace(Health("x", DAY), months=(Month(2025, 12, 3), Month(2026, 2, 1))))
    assert "<title>Jan 2026: 0</title>" in page
    assert "<title>Dec 2025: 3 papers</title>" in page


def test_one_sweep_is_a_level_line() -> None:
    page = render(replace(Health("x", DAY), sweeps=(Sweep(DAY, Tally(99, 0, 1)),)))
    (path,) = re.findall(r'class="line" d="M0.000,([\d.]+) L100.000,([\d.]+)"', page)
    assert path[0] == path[1]


@pytest.mark.parametrize(
    ("tally", "shown"),
    [(Tally(9_999, 0, 1), "99.9 %"), (Tally(5), "100 %"), (Tally(0, 0, 5), "0.0 %"), (Tally(blocked=3), "–")],
)
def test_the_share_of_what_is_alive_never_flatters(tally: Tally, shown: str) -> None:
    assert f"<strong>{shown}</strong>" in render(replace(Health("x", DAY), now=tally))


def test_hosts_with_few_links_are_in_a_table_to_open() -> None:
    hosts = tuple(Share(f"host-{number}.example", Tally(number + 1)) for number in range(45))
    page = render(replace(Health("x", DAY), hosts=hosts))
    first, _, rest = page.partition("<details><summary>5 more, with 15 links together</summary>")
    assert ("host-5.example" in first, "host-4.example" in first, rest.count("host-")) == (True, False, 5)


def test_earlier_papers_are_in_the_table() -> None:
    months = (Month(1998, 5, 7), Month(2001, 1, 0), Month(2016, 12, 2), *(Month(2017 + n, 1, 1) for n in range(10)))
    page = render(replace(Health("x", DAY), months=months))
    assert "The chart starts in Feb 2016; 7 earlier papers are in the table below." in page
    assert (page.count("May 1998"), page.count("Jan 2001")) == (1, 0)
    assert sum(int(each) for each in re.findall(r'data-label="Papers" [^>]*data-key="(\d+)"', page)) == 19


def test_earlier_sweeps_are_in_the_table() -> None:
    sweeps = tuple(Sweep(date(2020, 1, 1) + timedelta(7 * week), Tally(5)) for week in range(110))
    page = render(replace(Health("x", DAY), sweeps=sweeps))
    assert "The charts show the last 104 sweeps, the table below all 110." in page
    assert page.count("<time>2020-01-01</time>") == 1


@pytest.mark.parametrize(
    ("dead", "floor"), [(1, "98 %"), (10, "80 %"), (90, "")], ids=["few dead", "some", "most: from 0"]
)
def test_an_axis_that_does_not_start_at_0_says_so(dead: int, floor: str) -> None:
    page = render(replace(Health("x", DAY), sweeps=(Sweep(DAY, Tally(100 - dead, 0, dead)),) * 2))
    said = re.findall(
        r"<figcaption>Links that are alive(?: \(the axis starts at (.*?), not at 0\))?</figcaption>", page
    )
    assert said == [floor]
    assert page.count(f"the axis starts at {floor}") == (2 if floor else 0)


@pytest.mark.parametrize(
    ("alive", "lines"),
    [
        pytest.param((9, None, 8), [33.3, 33.3], id="in between"),
        pytest.param((None, 9, 8), [33.3], id="first"),
        pytest.param((9, 8, None), [33.3], id="last"),
        pytest.param((None, None), [], id="never"),
        pytest.param((None,), [], id="the only one"),
        pytest.param((9,), [100.0], id="one that could"),
    ],
)
def test_a_sweep_that_could_judge_nothing_is_a_gap(alive: tuple[int | None, ...], lines: list[float]) -> None:
    tallies = [Tally(skipped=10) if each is None else Tally(each, dead=10 - each) for each in alive]
    page = render(replace(Health("x", DAY), sweeps=tuple(Sweep(DAY, each) for each in tallies)))
    drawn = [re.findall(r"([\d.]+),[\d.]+", each) for each in re.findall(r'class="line" d="M([^"]*)"', page)]
    assert [round(float(points[-1]) - float(points[0]), 1) for points in drawn] == lines
    gaps = alive.count(None)
    assert (page.count("nothing could be judged"), page.count("100.0 %")) == (gaps, 0)
    assert page.count('data-key="-1">–</td>') == gaps


@pytest.mark.parametrize(("value", "top"), [(0.5, 1), (1, 1), (3, 5), (5, 5), (6, 10), (101, 200), (1_001, 2_000)])
def test_axes_end_at_round_figures(value: float, top: float) -> None:
    assert ceiling(value) == top


def test_the_worst_stand_first() -> None:
    page = render(replace(health(), dead=(dead(5), dead(1))))
    assert page.index("dead/1") < page.index("dead/5")
