"""What is wrong with the beginning of a target, and what was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.listing import read
from bot.rules.link_targets import TemplateSections, find_flaw
from bot.text import Text

GOOD = "https://arxiv.org/abs/2310.05915"


@pytest.mark.parametrize(
    ("target", "meant"),
    [
        pytest.param("https://https://arxiv.org/abs/2310.05915", GOOD, id="twice"),
        pytest.param("http://https://arxiv.org/abs/2310.05915", GOOD, id="http and https"),
        pytest.param("https://https//arxiv.org/abs/2310.05915", GOOD, id="twice, once without colon"),
        pytest.param("https:https://arxiv.org/abs/2310.05915", GOOD, id="twice, once without slashes"),
        pytest.param("https//arxiv.org/abs/2310.05915", GOOD, id="no colon"),
        pytest.param("https:/arxiv.org/abs/2310.05915", GOOD, id="one slash"),
        pytest.param("https:arxiv.org/abs/2310.05915", GOOD, id="no slash"),
        pytest.param("https:///arxiv.org/abs/2310.05915", GOOD, id="three slashes"),
        pytest.param("https;//arxiv.org/abs/2310.05915", GOOD, id="semicolon"),
        pytest.param("https：//arxiv.org/abs/2310.05915", GOOD, id="full-width colon"),
        pytest.param("hhttps://arxiv.org/abs/2310.05915", GOOD, id="hh"),
        pytest.param("ttps://arxiv.org/abs/2310.05915", GOOD, id="no h"),
        pytest.param("htps://arxiv.org/abs/2310.05915", GOOD, id="one t"),
        pytest.param("htttp://arxiv.org/abs/2310.05915", GOOD.replace("https", "http"), id="three t"),
        pytest.param("[https://arxiv.org/abs/2310.05915", GOOD, id="bracket before"),
        pytest.param("[https://arxiv.org/abs/2310.05915]", GOOD, id="brackets around"),
        pytest.param("[https://arxiv.org/abs/2310.05915]()", GOOD, id="a link to nothing"),
        pytest.param("[https://arxiv.org/abs/2310.05915](page)", GOOD, id="a link to something"),
        pytest.param("([https://arxiv.org/abs/2310.05915]())", GOOD, id="a link in brackets"),
        pytest.param("<https://arxiv.org/abs/2310.05915>", GOOD, id="angle brackets around"),
        pytest.param("\\https://arxiv.org/abs/2310.05915", GOOD, id="backslash before"),
        pytest.param("\u00a0https://arxiv.org/abs/2310.05915", GOOD, id="no-break space before"),
        pytest.param("\u200b\u200bhttps://arxiv.org/abs/2310.05915", GOOD, id="spaces without width before"),
        pytest.param("arxiv.org/abs/2310.05915", GOOD, id="no scheme"),
        pytest.param("www.arxiv.org/abs/2310.05915", "https://www.arxiv.org/abs/2310.05915", id="www"),
        pytest.param("arXiv:2310.05915", GOOD, id="arXiv identifier"),
        pytest.param("doi:10.1145/3292500", "https://doi.org/10.1145/3292500", id="DOI"),
        pytest.param("10.1145/3292500", "https://doi.org/10.1145/3292500", id="a DOI alone"),
        pytest.param("someone@example.edu", "mailto:someone@example.edu", id="mail address"),
    ],
)
def test_says_what_was_meant_for_certain(target: str, meant: str) -> None:
    flaw = find_flaw(target)
    assert flaw is not None
    assert flaw.certain
    assert flaw.meant == meant


@pytest.mark.parametrize(
    ("target", "is_host"),
    [
        ("demo.streamlit.app", True),
        ("example.com", True),
        ("www.example.org", True),
        ("en.wikipedia.org", True),
        ("github.com/a/b", True),
        ("notes.org", False),
        ("logo.ai", False),
        ("paper.v2.pdf", False),
        ("README.zh.md", False),
        ("install.sh", False),
        ("docs/guide.html", False),
    ],
)
def test_hosts_are_no_files(target: str, is_host: bool) -> None:
    flaw = find_flaw(target)
    assert (flaw is not None) is is_host
    if flaw is not None:
        assert flaw.meant == f"https://{target}"


@pytest.mark.parametrize(
    ("target", "words"),
    [
        pytest.param(f"{GOOD}https://github.com/a/b", "two URLs run together", id="glued"),
        pytest.param(f"{GOOD},https://github.com/a/b", "two URLs run together", id="comma between"),
        pytest.param(f"{GOOD}；代码：https://github.com/a/b", "two URLs run together", id="full-width words between"),
        pytest.param(
            "https://openreview.net/forum?id=gEZrGCozdqRhttps://github.com/a/b",
            "two URLs run together",
            id="glued to a query",
        ),
        pytest.param("[paper.pdf](https://a.org)", "the target contains another link", id="a link inside"),
    ],
)
def test_does_not_guess(target: str, words: str) -> None:
    flaw = find_flaw(target)
    assert flaw is not None
    assert (flaw.message, flaw.meant) == (words, None)


@pytest.mark.parametrize(
    "target",
    [
        GOOD,
        "http://arxiv.org/abs/2310.05915",
        "HTTPS://arxiv.org",
        "mailto:someone@example.edu",
        "ftp://ftp.cs.org/a.ps",
        "//arxiv.org/abs/2310.05915",
        "#papers",
        "",
        "papers/react.pdf",
        "./README.md",
        "../../issues",
        "LICENSE",
        "readme.md",
        "docs.md/",
        "README.zh.md",
        "main.py/",
        "http/server.md",
        "https.md",
        "tts/model.pdf",
        "tps.md",
        "https://web.archive.org/web/2022/https://a.org/b",
        "https://web.archive.org/http://a.org/b",
        "https://img.shields.io/badge/dynamic/json?url=https://api.a.org",
        "https://x.com/intent/tweet?text=Look%20https://a.org",
        "https://x.com/intent/tweet?text=abchttps://a.org",
        "https://r.jina.ai/https://a.org",
        "https://doi.org/10.1007/JHEP10(2023)060",
        "javascript:void(0)",
        "data:image/png;base64,AAAA",
        "tel:123",
    ],
)
def test_nothing_is_wrong_with(target: str) -> None:
    assert find_flaw(target) is None


@given(st.text(alphabet="htps:/;[(<x.org#?% ", max_size=30))
def test_what_was_meant_has_no_flaw_of_the_same_kind(target: str) -> None:
    flaw = find_flaw(target)
    if flaw is not None and flaw.meant is not None:
        again = find_flaw(flaw.meant)
        assert again is None or again.meant != flaw.meant
        assert flaw.meant != target


def test_links_of_templates_are_placeholders() -> None:
    names = ("Papers", "Template", "Tools", "Entry template", "More")
    content = "".join(f"## {name}\n\n* [Paper](https://a.org/{name[0]})\n\n" for name in names)
    listing = read(parse(Text("README.md", content)))
    links, sections = listing.document.links, TemplateSections(listing)
    assert [sections.contain(link.span) for link in links] == [False, True, False, True, False]
    assert [link.href[-1] for link in sections.without(links)] == ["P", "T", "M"]
