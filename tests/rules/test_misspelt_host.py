"""Names of sites that are one letter off."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.misspelt import MisspeltHost
from tests.rules.helpers import findings, fixed, marked, placed

RULE = MisspeltHost()


def entry(url: str) -> str:
    return f"* [FireAct: Toward Language Agent Fine-tuning]({url}) (Princeton)\n"


@pytest.mark.parametrize(
    ("url", "right"),
    [
        pytest.param("https://githuba.com/a/b", "https://github.com/a/b", id="added"),
        pytest.param("https://githu.com/a/b", "https://github.com/a/b", id="left out"),
        pytest.param("https://guthub.com/a/b", "https://github.com/a/b", id="changed"),
        pytest.param("https://arixv.org/abs/2310.05915", "https://arxiv.org/abs/2310.05915", id="swapped"),
        pytest.param("https://www.sciencedirct.com/a", "https://www.sciencedirect.com/a", id="behind www"),
        pytest.param("https://wwww.usenix.org/a", "https://usenix.org/a", id="www itself"),
        pytest.param("https://github,com/a/b", "https://github.com/a/b", id="comma"),
        pytest.param("https://openreview.nt/forum?id=1", "https://openreview.net/forum?id=1", id="ending"),
        pytest.param("https://ieeexplore.ieee.org./document/1", "https://ieeexplore.ieee.org/document/1", id="dot"),
        pytest.param("https://github/a/b", "https://github.com/a/b", id="no ending"),
        pytest.param("https://doi.ogr/10.1145/1", "https://doi.org/10.1145/1", id="short name before a DOI"),
        pytest.param("https://dx.doi.og/10.1145/1", "https://dx.doi.org/10.1145/1", id="old name before a DOI"),
    ],
)
def test_sites_that_lists_of_papers_link_to(url: str, right: str) -> None:
    text = entry(url)
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert marked(text, found) == [url]
    assert fixed(text, found) == entry(right)


def test_a_dot_behind_any_name_is_a_warning() -> None:
    text = entry("https://journal.example.org./a")
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert fixed(text, found) == entry("https://journal.example.org/a")


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("https://.../a", id="left out"),
        pytest.param("https://chemrxiv.org/a", id="two letters off"),
        pytest.param("https://huggingface.com/a", id="a site of its own"),
        pytest.param("https://export.arxiv.org/abs/2310.05915", id="subdomain"),
        pytest.param("https://arxiv1.org/abs/2310.05915", id="digit"),
        pytest.param("https://doi.or/a", id="short name"),
        pytest.param("https://dl.acm.org/10.1145/1", id="another site that has DOIs"),
        pytest.param("https://wiki/a/b", id="name in a network"),
        pytest.param("https://link", id="word, which is part of a longer name"),
        pytest.param("papers/github.md", id="path"),
        pytest.param("https://", id="no host"),
        pytest.param("https://" + "a" * 5_000, id="long"),
    ],
)
def test_leaves_alone(url: str) -> None:
    assert findings(RULE, entry(url)) == []


@pytest.mark.parametrize(
    ("often", "once", "count"),
    [
        pytest.param("lablearning.org", "lablearnin.org", 1, id="left out"),
        pytest.param("www.lablearning.org", "lablaerning.org", 1, id="swapped"),
        pytest.param("cs.lablearning.org", "ee.lablearning.org", 0, id="subdomain"),
        pytest.param("ann-lee.github.io", "ann-lea.github.io", 0, id="pages of two people"),
        pytest.param("ann-lee.vercel.app", "ann-lea.vercel.app", 0, id="on a host that many share"),
        pytest.param("learning2024.org", "learning2023.org", 0, id="years"),
        pytest.param("icml.cc", "iclr.cc", 0, id="short"),
    ],
)
def test_sites_that_the_list_links_often(often: str, once: str, count: int) -> None:
    text = "".join(entry(f"https://{often}/{number}") for number in range(5)) + entry(f"https://{once}/6")
    assert placed(text, findings(RULE, text)) == [(6, Severity.WARNING)] * count


def test_two_names_that_the_list_links_often() -> None:
    text = "".join(
        entry(f"https://{host}/{number}") for host in ("labs-one.org", "labs-ones.org") for number in range(5)
    )
    assert findings(RULE, text) == []


def test_browsers_drop_line_breaks() -> None:
    assert (
        findings(RULE, '* [FireAct](https://arxiv.org/abs/2310.05915) <a href="https://\ngithub.com/a/b">code</a>\n')
        == []
    )
