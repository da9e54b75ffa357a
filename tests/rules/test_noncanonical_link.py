"""Links to arXiv by a worse URL, and links that track the reader."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.noncanonical_link import NoncanonicalLink
from tests.rules.helpers import findings, fixed, marked, placed

RULE = NoncanonicalLink()
ABS = "https://arxiv.org/abs/2310.05915"
PDF = "https://arxiv.org/pdf/2310.05915"


def entry(url: str) -> str:
    return f"* [FireAct: Toward Language Agent Fine-tuning]({url}) (Princeton)\n"


@pytest.mark.parametrize(
    ("url", "better"),
    [
        pytest.param("https://arxiv.org//abs/2310.05915", ABS, id="double slash"),
        pytest.param("https://arxiv.org/abs//2310.05915", ABS, id="double slash before the identifier"),
        pytest.param("https://arxiv.org/2310.05915", ABS, id="neither abs nor pdf"),
        pytest.param("https://arxiv.org/abs/arXiv:2310.05915", ABS, id="prefix"),
        pytest.param(f"{ABS},", ABS, id="comma"),
        pytest.param(f"{ABS}?utm_source=x&fbclid=y", ABS, id="trackers"),
        pytest.param("http://arxiv.org//abs/2310.05915v2", f"{ABS}v2", id="the version stays"),
        pytest.param("http://cn.arxiv.org/abs/2310.05915", ABS, id="a mirror that was shut down"),
        pytest.param("https://xxx.lanl.gov/abs/2310.05915", ABS, id="arXiv's first host"),
        pytest.param(f"https://www.google.com/url?q={ABS}&sa=D", ABS, id="redirect of another site"),
    ],
)
def test_warns_and_fixes(url: str, better: str) -> None:
    text = entry(url)
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert marked(text, found) == [url]
    assert found[0].fix is not None
    assert found[0].fix.safety is Safety.SAFE
    assert fixed(text, found) == entry(better)


@pytest.mark.parametrize(
    ("url", "better", "safety"),
    [
        pytest.param(f"{PDF}?download=1", PDF, Safety.SAFE, id="a query"),
        pytest.param(f"{PDF}.pdf?a=1", f"{PDF}.pdf", Safety.SAFE, id="a query behind .pdf, which stays"),
        pytest.param(f"{PDF}?#page=14.11", PDF, Safety.SAFE, id="query and reading position"),
        pytest.param(f"{PDF}?#page=4", f"{PDF}#page=4", Safety.SAFE, id="query, and a page that may be meant"),
        pytest.param(f"{ABS}?context=cs.CL", ABS, Safety.SAFE, id="context"),
        pytest.param(f"{PDF}v2", PDF, Safety.UNSAFE, id="version"),
        pytest.param(f"{PDF}v2.pdf", f"{PDF}.pdf", Safety.UNSAFE, id="version, .pdf stays"),
        pytest.param(f"{PDF}#page=4", PDF, Safety.UNSAFE, id="page"),
        pytest.param(f"{ABS}#:~:text=agents", ABS, Safety.UNSAFE, id="words in the page"),
        pytest.param("http://arxiv.org/abs/2310.05915", ABS, Safety.SAFE, id="http"),
        pytest.param(f"{ABS}.pdf", ABS, Safety.SAFE, id=".pdf on an abstract page"),
        pytest.param(f"{PDF}#page=3.00", PDF, Safety.SAFE, id="reading position"),
        pytest.param("http://www.arxiv.org/abs/2310.05915", ABS, Safety.SAFE, id="http and www"),
        pytest.param("https://www.arxiv.org/abs/2310.05915", ABS, Safety.SAFE, id="www"),
        pytest.param("https://export.arxiv.org/abs/2310.05915", ABS, Safety.SAFE, id="export"),
        pytest.param(
            "https://arxiv.org/abs/math.GT/0309136",
            "https://arxiv.org/abs/math/0309136",
            Safety.SAFE,
            id="subject class",
        ),
        pytest.param(f"{ABS}/", ABS, Safety.SAFE, id="slash at the end"),
    ],
)
def test_notes_what_leads_to_the_page_all_the_same(url: str, better: str, safety: Safety) -> None:
    text = entry(url)
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.NOTE)]
    assert found[0].fix is not None
    assert found[0].fix.safety is safety
    assert fixed(text, found) == entry(better)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(entry(ABS), id="abs"),
        pytest.param(entry(f"{PDF}.pdf"), id="pdf with its suffix"),
        pytest.param(entry("https://arxiv.org/html/2310.05915"), id="html"),
        pytest.param(entry("https://alphaxiv.org/abs/2310.05915v1"), id="mirror"),
        pytest.param(entry("https://doi.org/10.48550/arXiv.2310.05915"), id="DOI"),
        pytest.param(entry("https://arxiv.org/abs/2313.05915?"), id="malformed: another rule"),
        pytest.param(entry("arxiv.org/abs/2310.05915"), id="no scheme: another rule"),
        pytest.param("![figure](http://arxiv.org/html/2310.05915v1/x1.png)\n", id="picture"),
        pytest.param(f"<!-- * [FireAct]({PDF}?) -->\n", id="comment"),
        pytest.param(f"`{PDF}?`\n", id="code"),
        pytest.param("* BabyAI [[https://arxiv.org/abs/1810.08272)]\n", id="brackets that broke"),
        pytest.param("* [tool](https://example.net/?utm_source=github)\n", id="referral of a list of tools"),
        pytest.param(entry("https://openreview.net/forum?id=gEZrGCozdqR"), id="query that is needed"),
        pytest.param(
            f"* FireAct [[paper]([{ABS}](https://dl.acm.org/doi/10.1145/1?casa_token=a1:b2))]\n", id="a link in a link"
        ),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


@pytest.mark.parametrize("url", [f"{PDF}?", "https://www.sciencedirect.com/science/article/pii/S1?via%3Dihub"])
def test_what_harms_nobody_is_a_note(url: str) -> None:
    text = entry(url)
    assert placed(text, findings(RULE, text)) == [(1, Severity.NOTE)]


def test_html_links_and_bare_urls() -> None:
    text = f'<p><a href="{PDF}?">FireAct</a></p>\n\nSee http://arxiv.org/abs/2310.12823 too.\n'
    assert fixed(text, findings(RULE, text)) == (
        f'<p><a href="{PDF}">FireAct</a></p>\n\nSee https://arxiv.org/abs/2310.12823 too.\n'
    )


def test_reference_link_has_no_fix() -> None:
    text = f"* [FireAct: Toward Language Agent Fine-tuning][1]\n\n[1]: {PDF}?a=1\n"
    found = findings(RULE, text)
    assert [(each.severity, each.fix) for each in found] == [(Severity.NOTE, None)]


TALK = "https://www.youtube.com/watch?v=uclrohXi4ts"
PAPER = "https://doi.org/10.1145/3292500.3330701"


@pytest.mark.parametrize(
    ("url", "better", "message", "severity"),
    [
        pytest.param(
            f"{PAPER}?gad_source=1&gclid=Cj&gbraid=0A", PAPER, "tracking parameters", Severity.WARNING, id="advertising"
        ),
        pytest.param(f"{PAPER}?casa_token=a", PAPER, "a reader's access token", Severity.WARNING, id="token"),
        pytest.param(
            f"{PAPER}?casa_token=", PAPER, "a parameter that the page does not need", Severity.NOTE, id="no token"
        ),
        pytest.param(f"{PAPER}?casa_token=&utm_source=a", PAPER, "tracking parameters", Severity.WARNING, id="others"),
        pytest.param(f"{PAPER};jsessionid=1A2B", PAPER, "a session id", Severity.WARNING, id="session"),
        pytest.param(
            f"{TALK}&feature=share", TALK, "a parameter that the page does not need", Severity.NOTE, id="shared"
        ),
        pytest.param(f"{TALK}&si=x&feature=share", TALK, "tracking parameters", Severity.WARNING, id="by whom"),
        pytest.param(
            f"{TALK}&ab_channel=PKU", TALK, "a parameter that the page does not need", Severity.NOTE, id="channel"
        ),
    ],
)
def test_says_what_is_too_much(url: str, better: str, message: str, severity: Severity) -> None:
    text = entry(url)
    found = findings(RULE, text)
    assert [(each.message, each.severity) for each in found] == [(f"the URL has {message}; use `{better}`", severity)]
    assert fixed(text, found) == entry(better)


def test_a_signed_download_expires_whatever_else_its_url_has() -> None:
    assert findings(RULE, entry("https://files.example.org/a.pdf?X-Amz-Security-Token=IQo&utm_source=x")) == []


def test_words_that_are_the_url_are_fixed_with_it() -> None:
    text = f"* FireAct: [{PAPER}?utm_source=x]({PAPER}?utm_source=x), [{PDF}?]({PDF}?)\n"
    found = findings(RULE, text)
    assert fixed(text, found) == f"* FireAct: [{PAPER}]({PAPER}), [{PDF}]({PDF})\n"
    assert {each.fix.safety for each in found if each.fix is not None} == {Safety.UNSAFE}


@pytest.mark.parametrize("rest", ["?casa_token=a", ";jsessionid=1A2B"])
def test_what_one_reader_was_given_is_no_habit(rest: str) -> None:
    urls = [f"https://doi.org/10.1145/3292500.{number}" for number in range(3001, 3010)]
    text = "".join(f"* [Paper {index} on Agents]({url}{rest})\n" for index, url in enumerate(urls))
    found = findings(RULE, text)
    assert placed(text, found) == [(line, Severity.WARNING) for line in range(1, 10)]
    assert {each.fix and each.fix.safety for each in found} == {Safety.SAFE}


def test_trackers_of_other_sites_in_a_paper() -> None:
    url = "https://dl.acm.org/doi/10.1145/3292500.3330701"
    text = entry(f"{url}?a=1&utm_source=x#b")
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert fixed(text, found) == entry(f"{url}?a=1#b")


@pytest.mark.parametrize(
    ("url", "better", "safety"),
    [
        pytest.param(
            "http://dl.acm.org/citation.cfm?id=359467&dl=ACM&CFID=679858074&CFTOKEN=32818190",
            "http://dl.acm.org/citation.cfm?id=359467&dl=ACM",
            Safety.UNSAFE,
            id="session",
        ),
        pytest.param("https://a.org/paper;jsessionid=1A2B?id=1", "https://a.org/paper?id=1", Safety.UNSAFE, id="path"),
        pytest.param(
            "https://www.google.com/url?sa=t&url=https%3A%2F%2Fopenreview.net%2Fpdf%3Fid%3DgEZrGCozdqR&ved=2ahU",
            "https://openreview.net/pdf?id=gEZrGCozdqR",
            Safety.UNSAFE,
            id="redirect",
        ),
        pytest.param(
            "https://ieeexplore-ieee-org.ezproxy.example.edu/document/8064033",
            "https://ieeexplore.ieee.org/document/8064033",
            Safety.UNSAFE,
            id="proxy of a library",
        ),
        pytest.param(
            "https://doi-org.libproxy.example.edu/10.1145/237814.237838",
            "https://doi.org/10.1145/237814.237838",
            Safety.SAFE,
            id="proxy of a library, any site",
        ),
        pytest.param(
            "http://doi.acm.org.libproxy.example.edu/10.1145/4372.4373",
            "https://doi.acm.org/10.1145/4372.4373",
            Safety.SAFE,
            id="proxy of a library, behind the host",
        ),
        pytest.param(
            "https://ezproxy.example.edu/login?url=https://dl.acm.org/doi/10.1145/3292500.3330701",
            "https://dl.acm.org/doi/10.1145/3292500.3330701",
            Safety.SAFE,
            id="page of a proxy",
        ),
        pytest.param(
            "https://www.google.com/url?q=https%3A%2F%2Fscholar.google.com%2Fscholar_url%3Furl%3Dhttp%3A%2F%2Fa.org%2Fb"
            "%26hl%3Den&usg=x",
            "http://a.org/b",
            Safety.UNSAFE,
            id="a redirect to a redirect",
        ),
        pytest.param(
            "https://youtu.be/7_LW7u-nk6Q?si=DTpHYW&t=30",
            "https://youtu.be/7_LW7u-nk6Q?t=30",
            Safety.UNSAFE,
            id="video",
        ),
        pytest.param(
            "https://www.sciencedirect.com/science/article/pii/S0020025519304372?casa_token=a:b",
            "https://www.sciencedirect.com/science/article/pii/S0020025519304372",
            Safety.SAFE,
            id="the token of a campus",
        ),
        pytest.param(
            "https://ieeexplore.ieee.org/abstract/document/403223/?casa_token=a:b&tag=1",
            "https://ieeexplore.ieee.org/abstract/document/403223/?tag=1",
            Safety.SAFE,
            id="the token of a campus before what the page needs",
        ),
    ],
)
def test_detours_and_sessions_on_the_way_to_other_sites(url: str, better: str, safety: Safety) -> None:
    for text in ("* [FireAct: Toward Language Agent Fine-tuning]({}) (Princeton)\n", "* A talk about [agents]({})\n"):
        found = findings(RULE, text.format(url))
        assert placed(text.format(url), found) == [(1, Severity.WARNING)]
        assert found[0].fix is not None
        assert found[0].fix.safety is safety
        assert fixed(text.format(url), found) == text.format(better)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        pytest.param(f"[[Paper]({ABS}])", f"[[Paper]({ABS})]", id="the bracket belongs behind the link"),
        pytest.param(f"[[Paper]({ABS}] )", f"[[Paper]({ABS} )]", id="a blank before the end"),
        pytest.param(f"[Paper]({ABS}])", f"[Paper]({ABS})", id="none is missing there"),
        pytest.param(f"[[Paper]({ABS}])]", f"[[Paper]({ABS})]", id="one is there already"),
        pytest.param(
            f"[[Paper]({ABS}]), [code](https://x.dev)]", f"[[Paper]({ABS}), [code](https://x.dev)]", id="later"
        ),
    ],
)
def test_a_bracket_in_the_url_goes_where_it_belongs(wrong: str, right: str) -> None:
    text = f"* FireAct: Toward Language Agent Fine-tuning {wrong}\n"
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert fixed(text, found) == text.replace(wrong, right)


def many(marks: str, good: str, bad: str) -> str:
    return "".join(
        f"* [Paper About Agents, Number {number}]({(bad if mark == 'x' else good).format(number)})\n"
        for number, mark in enumerate(marks, 5001)
    )


HTTPS, HTTP = "https://arxiv.org/abs/2310.0{}", "http://arxiv.org/abs/2310.0{}"


@pytest.mark.parametrize(
    ("marks", "bad", "warnings", "notes"),
    [
        pytest.param("x..x.x..x.x.", HTTPS + "?utm_a", 0, 1, id="two fifths are a habit"),
        pytest.param("x..x..x..x..x", HTTPS + "?utm_a", 5, 0, id="less are not"),
        pytest.param("xxxxx" + "." * 20 + "x", HTTPS + "?utm_a", 1, 1, id="a run, and one elsewhere"),
        pytest.param("xx...", HTTP, 0, 2, id="two of five are two notes"),
        pytest.param("xxxxx", HTTP + "?a", 0, 2, id="one note for each form"),
        pytest.param("x..x.x..x.x.", HTTPS + "v2", 0, 1, id="versions"),
    ],
)
def test_habits(marks: str, bad: str, warnings: int, notes: int) -> None:
    severities = [each.severity for each in findings(RULE, many(marks, HTTPS, bad))]
    assert (severities.count(Severity.WARNING), severities.count(Severity.NOTE)) == (warnings, notes)


def test_a_link_of_a_habit_is_found_for_what_else_is_wrong() -> None:
    text = many("xxxxxx", HTTPS, HTTP).replace("05003)", "05003?utm_a=1)")
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.NOTE), (3, Severity.WARNING)]
    assert found[1].message == (
        "the URL has http instead of https and tracking parameters; use `https://arxiv.org/abs/2310.05003`"
    )


def test_habit_is_fixed_in_one_unsafe_fix() -> None:
    text = many("x" * 12, HTTPS, HTTP)
    [note] = findings(RULE, text)
    assert note.message.startswith("12 of 12 links to arXiv: the URL has http instead of https (lines")
    assert note.fix is not None
    assert note.fix.safety is Safety.UNSAFE
    assert fixed(text, [note]) == text.replace("http:", "https:")


def test_versions_that_a_list_pins_on_purpose_have_no_fix() -> None:
    [note] = findings(RULE, many("x" * 6, HTTPS, HTTPS + "v2"))
    assert note.fix is None


def test_trackers_that_a_tool_adds_to_every_link_are_a_habit() -> None:
    page = "https://aclanthology.org/2024.acl-long.{}/"
    found = findings(RULE, many("x" * 6, page, page + "?utm_source=chatgpt.com"))
    assert [(each.severity, each.message.partition(" (")[0]) for each in found] == [
        (Severity.NOTE, "6 of 6 links to other sites: the URL has tracking parameters or makes a detour")
    ]


def test_number_of_a_server_of_arxiv() -> None:
    text = entry("https://128.84.21.199/pdf/2310.05915.pdf")
    (found,) = findings(RULE, text)
    assert found.severity is Severity.WARNING
    assert found.fix is not None
    assert found.fix.safety is Safety.UNSAFE
    assert fixed(text, [found]) == entry(f"{PDF}.pdf")


@pytest.mark.parametrize(
    ("url", "lines"),
    [
        pytest.param("http://8.8.4.4/papers/agents.pdf", [(1, Severity.NOTE)], id="a number"),
        pytest.param("http://128.84.4.4/people/lee.pdf", [(1, Severity.NOTE)], id="arXiv's network, another page"),
        pytest.param("http://127.0.0.1:8000/a.pdf", [], id="one's own machine"),
        pytest.param("http://8.8.4.4.example.net/a.pdf", [], id="a name that begins with numbers"),
        pytest.param("http://999.1.1.1/a.pdf", [], id="no address"),
    ],
)
def test_notes_a_number_in_place_of_a_name(url: str, lines: list[tuple[int, Severity]]) -> None:
    text = entry(url)
    assert placed(text, findings(RULE, text)) == lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "* FireAct [[paper](https://arxiv.org/abs/2310.05915])\n",
            "* FireAct [[paper](https://arxiv.org/abs/2310.05915)]\n",
            id="square",
        ),
        pytest.param(
            "* FireAct ([paper](https://arxiv.org/abs/2310.05915\\))\n",
            "* FireAct ([paper](https://arxiv.org/abs/2310.05915))\n",
            id="round",
        ),
    ],
)
def test_bracket_inside_a_target_moves_behind_the_link(text: str, expected: str) -> None:
    assert fixed(text, findings(NoncanonicalLink(), text)) == expected
