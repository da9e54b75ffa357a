"""Targets that were to be filled in later."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.placeholder_link import PlaceholderLink
from tests.rules.helpers import findings, fixed, marked, placed

RULE = PlaceholderLink()
TITLE = "FireAct: Toward Language Agent Fine-tuning"
PAPER = f"[{TITLE}](https://arxiv.org/abs/2310.05915)"


@pytest.mark.parametrize(
    "url",
    [
        *("https://arxiv.org/abs/XXXX.XXXXX", "https://arxiv.org/abs/2400.00000", "https://arxiv.org/pdf/2310.xxxxx"),
        *("https://arxiv.org/abs/TBD", "https://arxiv.org/abs/24XX.XXXXX", "https://arxiv.org/abs/2024.xxxxx"),
        *("https://arxiv.org/abs/coming-soon", "https://arxiv.org/abs/your-paper-id"),
        *("https://arxiv.org/abs/YOUR_ARXIV_ID", "https://openreview.net/forum?id=XXXXXXX"),
        *("https://openreview.net/forum?id=", "https://doi.org/10.xxxx/xxxxx", "https://doi.org/10.1145/3812XXX"),
        *("https://doi.org/10.1145/tbd", "https://dl.acm.org/doi/10.1145/nnnnnnn.nnnnnnn"),
        *("https://example.com/paper.pdf", "https://github.com/xxx", "https://github.com/username/repo"),
        *("https://xxx", "https://link", "http://"),
    ],
)
def test_finds(url: str) -> None:
    text = f"* {PAPER} [code]({url})\n"
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert marked(text, found) == [url]
    assert found[0].fix is None


@pytest.mark.parametrize(
    "target", ["link", "TODO", "tbd", "url", "paper-link", "code_url", "...", "x", "xx", "XX.pdf", "N/A", "N.A."]
)
def test_word_is_a_placeholder_unless_it_is_a_file(target: str) -> None:
    text = f"* {PAPER} [code]({target})\n"
    assert findings(RULE, text) == []
    assert marked(text, findings(RULE, text, missing=[target])) == [target]


@pytest.mark.parametrize(
    "url",
    [
        "https://scholar.google.com/scholar?q=FireAct:+Toward+Language+Agent+Fine-tuning",
        "https://scholar.google.com.hk/scholar?hl=en&q=fireact%20toward%20language%20agent%20fine-tuning",
        "https://www.google.com/search?q=FireAct+Toward+Language+Agent+Fine-tuning+arxiv",
        "https://www.bing.com/search?q=FireAct+Toward+Language+Agent+Fine-tuning",
        "https://duckduckgo.com/?t=h_&q=FireAct+Toward+Language+Agent+Fine-tuning",
        "https://www.baidu.com/s?wd=FireAct+Toward+Language+Agent+Fine-tuning",
        "https://arxiv.org/search/?query=FireAct+Toward+Language+Agent+Fine-tuning",
        "https://www.semanticscholar.org/search?q=FireAct+Toward+Language+Agent+Fine-tuning",
    ],
)
def test_finds_searches_for_the_title(url: str) -> None:
    text = f"* [{TITLE}]({url})\n"
    assert marked(text, findings(RULE, text)) == [url]


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("https://www.google.com/search?q=https://arxiv.org/abs/2310.05915", "https://arxiv.org/abs/2310.05915"),
        ("https://google.com/search?q=https%3A%2F%2Farxiv.org%2Fabs%2F2310.05915", "https://arxiv.org/abs/2310.05915"),
        ("https://www.google.com/search?q=https://github.com/a/b&authuser=1", "https://github.com/a/b"),
        ("https://www.bing.com/search?form=X&q=https://a.org/b", "https://a.org/b"),
    ],
)
def test_finds_searches_for_an_address(url: str, meant: str) -> None:
    text = f"* [{TITLE}]({url})\n"
    found = findings(RULE, text)
    assert marked(text, found) == [url]
    assert fixed(text, found) == text.replace(url, meant)


def test_finds_front_pages_in_the_place_of_papers() -> None:
    for text in (f"* [{TITLE}](https://arxiv.org/)\n", f"* {TITLE} [[paper](https://www.arxiv.org)]\n"):
        assert len(findings(RULE, f"* {PAPER}\n" + text)) == 1
    prose = "Papers are from [arXiv](https://arxiv.org/).\n\n* [arXiv](https://arxiv.org/): preprints\n"
    assert findings(RULE, f"{prose}* {PAPER}, read on [arXiv](https://arxiv.org/)\n") == []
    sites = "* [One](https://one.org/): Papers of One Field\n* [Two](https://two.org): Papers of Many Fields\n"
    assert findings(RULE, f"{sites}* [arXiv](https://arxiv.org/): Preprints of Many More Fields\n") == []
    papers = "".join(f"* {TITLE}, Part {n}: [{s}](https://{s}.org/)\n" for n, s in enumerate(("ieee", "acm", "arxiv")))
    assert len(findings(RULE, papers)) == 1


@pytest.mark.parametrize(
    ("label", "url"),
    [
        ("code", "https://github.com/"),
        ("[code]", "https://www.github.com"),
        ("Project Page", "https://github.com/"),
        ("data", "https://huggingface.co/"),
        ("video", "https://youtu.be/"),
        ("video", "https://www.youtube.com/watch?v="),
    ],
)
def test_finds_front_pages_in_the_place_of_code_and_videos(label: str, url: str) -> None:
    text = f"* {PAPER} [{label}]({url})\n"
    found = findings(RULE, text)
    assert marked(text, found) == [url]
    assert [each.message for each in found] == [f"`{url}` is a front page, not the {label.strip('[]').lower()}"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* {PAPER} [code](https://github.com/anchen1011/FireAct)\n", id="in order"),
        pytest.param(f"* {PAPER}, code on [GitHub](https://github.com/)\n", id="a site by its name"),
        pytest.param("* [Code](https://github.com/) and more, see [all](https://a.org/b)\n", id="no paper"),
        pytest.param(f"* {PAPER} [todo](https://github.com/todotxt/todo.txt)\n", id="word in a URL"),
        pytest.param(f"* {PAPER} [graph](https://github.com/yourbasic/graph)\n", id="your... in a URL"),
        pytest.param(f"* {PAPER} [cited](https://scholar.google.com/scholar?cites=22590)\n", id="citations"),
        pytest.param(
            f"* {PAPER} [scholar](https://scholar.google.com/scholar?q=FireAct+Toward+Language+Agent+Fine-tuning)\n",
            id="search beside the paper",
        ),
        pytest.param(
            f"* {TITLE} [[scholar]](https://scholar.google.ca/scholar?q=https%3A%2F%2Farxiv.org%2Fabs%2F2310.05915)\n",
            id="a label that names the search",
        ),
        pytest.param(f"* [{TITLE}](https://doi.org/10.1109/tbc.2025.3549983)\n", id="a journal called TBC"),
        pytest.param("* [The arXiv Preprint Server](https://arxiv.org/)\n", id="the site itself"),
        pytest.param("* [Reviews of Papers at OpenReview](https://openreview.net)\n", id="another site itself"),
        pytest.param("* [Agents](https://www.google.com/search?q=agents)\n", id="short title"),
        pytest.param(
            "* [How Search Engines Rank Pages](https://www.google.com/search?q=ranking)\n", id="another search"
        ),
        pytest.param(f"## How to contribute\n\n* [{TITLE}](https://arxiv.org/abs/XXXX.XXXXX)\n", id="template"),
        pytest.param(f"<!-- [{TITLE}](https://arxiv.org/abs/XXXX.XXXXX) -->\n", id="comment"),
        pytest.param("```\n[title](https://arxiv.org/abs/XXXX.XXXXX)\n```\n", id="fence"),
        pytest.param(
            f"* [{TITLE}]({{{{site.url | replace: 'http://', '//'}}}}/fireact/)\n", id="an expression of Jekyll"
        ),
        pytest.param("![map](https://example.com/map.png)\n", id="picture"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


def test_a_link_or_doi_in_the_open_is_meant_for_the_paper() -> None:
    text = f"* {TITLE}. https://openreview.net/forum?id=XXXXXXX\n"
    assert marked(text, findings(RULE, text)) == ["https://openreview.net/forum?id=XXXXXXX"]
    text = f"## {PAPER}\n\n**Venue**: POPL 2026  \n**DOI**: https://doi.org/10.1145/3812XXX  \n"
    assert marked(text, findings(RULE, text)) == ["https://doi.org/10.1145/3812XXX"]


def test_searches_as_the_habit_of_the_list() -> None:
    text = "".join(
        f"* [Paper About Agents, Number {number}]"
        f"(https://scholar.google.com/scholar?q=Paper+About+Agents+Number+{number})\n"
        for number in range(10, 22)
    )
    papers = "".join(f"* [Agents of Kind {n}](https://arxiv.org/abs/24{n:02}.00001)\n" for n in range(1, 13)) * 2
    assert [each.severity for each in findings(RULE, text)] == [Severity.NOTE]
    loose = text.replace("+Number", "", 8)
    assert {each.severity for each in findings(RULE, loose)} == {Severity.NOTE}
    few = "".join(text.splitlines(keepends=True)[:4])
    assert [each.severity for each in findings(RULE, papers + few)] == [Severity.WARNING] * 4


def test_an_example_in_running_text_is_no_placeholder() -> None:
    text = "* Write the prefix: PREFIX ex: http://example.org/data#, then ask\n* [Agents](https://arxiv.org/abs/2310.05915)\n"
    assert findings(PlaceholderLink(), text) == []
    assert (
        findings(
            PlaceholderLink(), text.replace("http://example.org/data#", "[http://example.org/g](http://example.org/g)")
        )
        == []
    )


@pytest.mark.parametrize(
    ("links", "severities"),
    [
        pytest.param(
            "[[Paper]](https://xxx) | [[Code]](https://xxx)",
            [Severity.NOTE, Severity.NOTE],
            id="the form for the next entry",
        ),
        pytest.param(
            "[[Paper]](https://a.org/1.pdf) | [[Code]](https://xxx)", [Severity.ERROR], id="an entry to be completed"
        ),
        pytest.param("[[Paper]](https://xxx) | -", [Severity.ERROR], id="an entry with one link"),
        pytest.param("[[Paper]](https://xxx) | [[Code]]()", [Severity.NOTE], id="a form with an empty link"),
    ],
)
def test_entries_with_nothing_but_placeholders_are_forms(links: str, severities: list[Severity]) -> None:
    table = f"| Year | Title | Paper | Code |\n|--|--|--|--|\n| 2023 | {PAPER} | - | - |\n| 20XX | Title | {links} |\n"
    assert [each.severity for each in findings(RULE, f"# Papers\n\n{table}")] == severities


def test_an_entry_with_the_title_of_a_form_is_one() -> None:
    rows = [
        f"2023 | {PAPER} | - | -",
        *(f"20XX | Title | [Paper](https://xxx) | {code}" for code in ("[Code](https://xxx)", "-")),
    ]
    table = "| Year | Title | Paper | Code |\n|--|--|--|--|\n" + "".join(f"| {row} |\n" for row in rows)
    assert [each.severity for each in findings(RULE, f"# Papers\n\n{table}")] == [Severity.NOTE] * 3


def test_a_pattern_of_addresses_in_running_text_is_no_link() -> None:
    assert findings(RULE, "* FireAct: write https://arxiv.org/abs/{id}v{version} for each\n") == []
