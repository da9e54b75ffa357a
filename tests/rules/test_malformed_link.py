"""Targets that do not lead where they were meant to."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.malformed_link import MalformedLink
from tests.rules.helpers import findings, fixed, marked, placed

RULE = MalformedLink()
GOOD = "https://arxiv.org/abs/2310.05915"


def entry(url: str) -> str:
    return f"* [FireAct: Toward Language Agent Fine-tuning]({url}) (Princeton)\n"


@pytest.mark.parametrize(
    "url",
    [
        "https://https://arxiv.org/abs/2310.05915",
        "https:/arxiv.org/abs/2310.05915",
        "https//arxiv.org/abs/2310.05915",
        "hhttps://arxiv.org/abs/2310.05915",
        "arxiv.org/abs/2310.05915",
        "[https://arxiv.org/abs/2310.05915",
        "\\https://arxiv.org/abs/2310.05915",
    ],
)
def test_fixes_the_scheme(url: str) -> None:
    text = entry(url)
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert marked(text, found) == [url]
    assert found[0].fix is not None
    assert found[0].fix.safety is Safety.SAFE
    assert fixed(text, found) == entry(GOOD)


@pytest.mark.parametrize(
    ("text", "words", "expected", "safety"),
    [
        pytest.param(
            f"* FireAct [paper] ({GOOD}) (Princeton)\n",
            f"[paper] ({GOOD})",
            f"* FireAct [paper]({GOOD}) (Princeton)\n",
            Safety.SAFE,
            id="gap",
        ),
        pytest.param(
            f"* FireAct [paper](http.{GOOD[8:]})\n",
            f"http.{GOOD[8:]}",
            f"* FireAct [paper](http://{GOOD[8:]})\n",
            Safety.SAFE,
            id="a dot for the signs of the scheme",
        ),
        pytest.param(
            f"* FireAct [paper]([FireAct (arxiv.org)]({GOOD})) (Princeton)\n",
            f"{GOOD}",
            f"* FireAct [paper]({GOOD}) (Princeton)\n",
            Safety.UNSAFE,
            id="a link for a target",
        ),
        pytest.param(
            "* [code](https://github.com/a/ b-c)\n",
            "https://github.com/a/ b-c",
            "* [code](https://github.com/a/b-c)\n",
            Safety.UNSAFE,
            id="a space behind the owner of a repository",
        ),
        pytest.param(
            "* [FireAct](https://arxiv.org/abs/ 2310.05915)\n",
            "https://arxiv.org/abs/ 2310.05915",
            f"* [FireAct]({GOOD})\n",
            Safety.SAFE,
            id="blank in an arXiv URL",
        ),
        pytest.param(
            "* [FireAct](papers/Fire Act.pdf)\n",
            "papers/Fire Act.pdf",
            "* [FireAct](papers/Fire%20Act.pdf)\n",
            Safety.UNSAFE,
            id="blank in a path",
        ),
        pytest.param(
            "* [FireAct](https://resea rch.a.org/b.html)\n",
            "https://resea rch.a.org/b.html",
            "* [FireAct](https://research.a.org/b.html)\n",
            Safety.UNSAFE,
            id="blank in a host",
        ),
        pytest.param(
            "* [FireAct](https://a.org/b c.html), [again](https://a.org/bc.html)\n",
            "https://a.org/b c.html",
            "* [FireAct](https://a.org/bc.html), [again](https://a.org/bc.html)\n",
            Safety.SAFE,
            id="blank in a URL that is right elsewhere",
        ),
        pytest.param(
            "* [FireAct](URLhttps://a.org/b)\n",
            "URLhttps://a.org/b",
            "* [FireAct](https://a.org/b)\n",
            Safety.UNSAFE,
            id="a word before the URL",
        ),
        pytest.param(
            f"* [FireAct]({GOOD}&#41;) and more\n",
            f"{GOOD}&#41;",
            f"* [FireAct]({GOOD}) and more\n",
            Safety.SAFE,
            id="escaped bracket",
        ),
        pytest.param(
            "* [code](https://github.com/a/b&#41;) and more\n",
            "https://github.com/a/b&#41;",
            "* [code](https://github.com/a/b) and more\n",
            Safety.SAFE,
            id="escaped bracket behind a repository",
        ),
        pytest.param(
            '<a href="https//github.com/a/b">code</a>\n',
            "https//github.com/a/b",
            '<a href="https://github.com/a/b">code</a>\n',
            Safety.SAFE,
            id="HTML",
        ),
        pytest.param(
            "See http://https://a.org/b for more.\n",
            "http://https://a.org/b",
            "See https://a.org/b for more.\n",
            Safety.SAFE,
            id="bare",
        ),
        pytest.param(
            f"* FireAct [[paper]] ({GOOD}) and more\n",
            f"[[paper]] ({GOOD})",
            f"* FireAct [[paper]]({GOOD}) and more\n",
            Safety.SAFE,
            id="gap behind two brackets",
        ),
        pytest.param(
            f"* FireAct [Tur[k]ing paper] ({GOOD}) and more\n",
            f"[Tur[k]ing paper] ({GOOD})",
            f"* FireAct [Tur[k]ing paper]({GOOD}) and more\n",
            Safety.SAFE,
            id="no-break gap behind brackets in words",
        ),
        pytest.param(
            f"* FireAct [![arXiv](https://a.org/b.svg)] ({GOOD}) and more\n",
            f"[![arXiv](https://a.org/b.svg)] ({GOOD})",
            f"* FireAct [![arXiv](https://a.org/b.svg)]({GOOD}) and more\n",
            Safety.SAFE,
            id="gap behind a picture",
        ),
        pytest.param(
            entry(GOOD + GOOD),
            GOOD + GOOD,
            entry(GOOD),
            Safety.SAFE,
            id="repeated",
        ),
        pytest.param(
            entry(f"chrome-extension://efaidnbmnnnibpcajpcglclefindmkaj/{GOOD}"),
            f"chrome-extension://efaidnbmnnnibpcajpcglclefindmkaj/{GOOD}",
            entry(GOOD),
            Safety.SAFE,
            id="browser extension",
        ),
        pytest.param(
            entry("https://github.com/a/b,"),
            "https://github.com/a/b,",
            entry("https://github.com/a/b"),
            Safety.UNSAFE,
            id="comma behind",
        ),
        pytest.param(
            entry("https://openreview.net/forum?id=gEZrGCozdqR\u200b"),
            "https://openreview.net/forum?id=gEZrGCozdqR\u200b",
            entry("https://openreview.net/forum?id=gEZrGCozdqR"),
            Safety.UNSAFE,
            id="invisible character behind",
        ),
        pytest.param(
            "* FireAct [[paper](https://aclanthology.org/2023.acl-long.1]) and more\n",
            "https://aclanthology.org/2023.acl-long.1]",
            "* FireAct [[paper](https://aclanthology.org/2023.acl-long.1)] and more\n",
            Safety.UNSAFE,
            id="bracket behind, which belongs behind the link",
        ),
        pytest.param(
            entry("https://a.org/b%20"),
            "https://a.org/b%20",
            entry("https://a.org/b"),
            Safety.UNSAFE,
            id="blank behind an unknown page",
        ),
        pytest.param(
            f"论文：{GOOD}，更多\n",
            GOOD,
            f"论文：{GOOD} ，更多\n",
            Safety.UNSAFE,
            id="Chinese text behind a bare URL",
        ),
        pytest.param(
            "* Error Correction\n  https://arxiv.org/abs/quant-ph/9601029v2Multiplexed quantum repeaters\n",
            "https://arxiv.org/abs/quant-ph/9601029v2Multiplexed",
            "* Error Correction\n  https://arxiv.org/abs/quant-ph/9601029v2 Multiplexed quantum repeaters\n",
            Safety.UNSAFE,
            id="a word glued to the id",
        ),
        pytest.param(
            "![map](https:/a.org/map.png)\n",
            "https:/a.org/map.png",
            "![map](https://a.org/map.png)\n",
            Safety.SAFE,
            id="picture",
        ),
    ],
)
def test_fixes(text: str, words: str, expected: str, safety: Safety) -> None:
    found = findings(RULE, text)
    assert placed(text, found) == [(text[: text.index(words)].count("\n") + 1, Severity.ERROR)]
    assert marked(text, found) == [words]
    assert found[0].fix is not None
    assert found[0].fix.safety is safety
    assert fixed(text, found) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(entry(f"{GOOD}https://github.com/a/b"), id="glued"),
        pytest.param("* FireAct https://arxiv.org/abs/2310.05915,https://github.com/a/b\n", id="glued, bare"),
        pytest.param(entry(f"{GOOD}；https://github.com/a/b"), id="glued, full-width semicolon"),
        pytest.param(entry(f"{GOOD}|https://github.com/a/b"), id="glued, bar"),
        pytest.param(entry(f"{GOOD}, https://github.com/a/b"), id="comma and space between"),
        pytest.param(entry(f"{GOOD} https://github.com/a/b"), id="space between"),
        pytest.param(entry("file:///home/a/fireact.pdf"), id="file"),
        pytest.param(entry("chrome-extension://efaidnbmnnnibpcajpcglclefindmkaj/a.html"), id="extension's own page"),
        pytest.param(entry(f"https://watermark.silverchair.com/ab1.pdf?token={'AbC' * 9}"), id="a token"),
        pytest.param(
            entry(f"https://a.org/b.pdf?Expires=1647365409&Signature={'AbC~' * 9}&Key-Pair-Id=X"), id="signed"
        ),
        pytest.param(entry("https://a.org/b.pdf?ip=203.0.113.9&CFID=1&__acm__=1492299159_38039f"), id="ACM"),
        pytest.param(entry("https://a.org/b.pdf?spm=ata.1&OSSAccessKeyId=5b&Expires=1595&Signature=a"), id="Alibaba"),
        pytest.param(entry("https://a.blob.core.windows.net/b.pdf?sv=2020-08-04&se=2022&sig=a%3D"), id="Azure"),
        pytest.param(entry("https://a.xx.fbcdn.net/b.pdf?_nc_cat=1&oh=00_AT&oe=63A0"), id="Facebook"),
        pytest.param(entry("http://webcache.googleusercontent.com/search?q=cache:AbC:a.org/b+"), id="Google's cache"),
        pytest.param(entry("https://storage.googleapis.com/b.pdf?X-Goog-Signature=ab1"), id="Google"),
        pytest.param("![](https://github.com/a/b)\n", id="a repository is no picture"),
        pytest.param("![paper](https://arxiv.org/abs/2310.05915)\n", id="a paper is no picture"),
        pytest.param("* [![stars](https://github.com/a/b)](https://github.com/a/b)\n", id="nor is it a badge"),
        pytest.param('<img src="https://github.com/a/b/tree/main">\n', id="nor a picture in HTML"),
        pytest.param(
            entry(f"https://a.org/b.pdf?X-Amz-Date=20240101T000000Z&X-Amz-Signature={'ab1' * 9}"), id="storage"
        ),
        pytest.param("* [FireAct][1]\n\n[1]: https//arxiv.org/abs/2310.05915\n", id="reference"),
    ],
)
def test_finds_what_has_no_fix(text: str) -> None:
    assert [(each.severity, each.fix) for each in findings(RULE, text)] == [(Severity.ERROR, None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(entry(f" {GOOD}"), entry(GOOD), id="before"),
        pytest.param(entry(f"{GOOD} "), entry(GOOD), id="behind"),
        pytest.param(entry(f"  {GOOD} "), entry(GOOD), id="both"),
    ],
)
def test_notes_blanks_that_do_no_harm(text: str, expected: str) -> None:
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.NOTE)]
    assert fixed(text, found) == expected


def test_full_width_brackets_make_no_link() -> None:
    text = "* Agents [slides]（https://a.org/agents）\n"
    (found,) = findings(RULE, text)
    assert found.message == "full-width brackets around the URL, so this is not a link"
    assert fixed(text, [found]) == "* Agents [slides](https://a.org/agents)\n"


def test_a_file_may_be_called_http() -> None:
    assert findings(RULE, "* [FireAct](http.server.md) and [ReAct](http.client/index.md)\n") == []


def test_host_that_may_be_a_folder() -> None:
    text = entry("proceedings.aips.org/2023/paper")
    assert findings(RULE, text) == []
    found = findings(RULE, text, missing=["proceedings.aips.org/2023/paper"])
    assert [each.fix and each.fix.safety for each in found] == [Safety.UNSAFE]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(entry(GOOD), id="in order"),
        pytest.param(entry(f'{GOOD} "a title"'), id="title"),
        pytest.param(entry("<papers/Fire Act.pdf>"), id="blank in angle brackets"),
        pytest.param(entry("https://doi.org/10.1007/JHEP10(2023)060"), id="brackets in the URL"),
        pytest.param(f"* FireAct [a](https://a.org) ({GOOD}) and more\n", id="URL behind a link"),
        pytest.param(f"* FireAct [a][1] ({GOOD}) and more\n\n[1]: https://a.org\n", id="URL behind a reference link"),
        pytest.param(f"* FireAct [[a](https://a.org)] ({GOOD}) and more\n", id="URL behind a link in brackets"),
        pytest.param(f"* [ ] ({GOOD}) [x] ({GOOD}) and more\n", id="check boxes"),
        pytest.param(f"* FireAct] ({GOOD}) and more\n", id="bracket without a beginning"),
        pytest.param(entry("https://de.wikipedia.org/wiki/Jeopardy!"), id="mark that ends a URL"),
        pytest.param(entry("https://a.org/b?c=d,"), id="comma in a query"),
        pytest.param(entry("https://doi.org/10.1007/JHEP10&#40;2023&#41;060"), id="escaped pair"),
        pytest.param(entry("https://web.archive.org/web/2022/https://a.org"), id="archive"),
        pytest.param(entry("https://openreview.net/pdf?id=a&token=AbCdEfGhIjKlMnOpQrStUvWx"), id="a token of a page"),
        pytest.param(entry("https://a.org/b?Expires=1647365409&lang=en"), id="a date alone"),
        pytest.param(f"* FireAct [paper]({GOOD}) ({GOOD})\n", id="URL behind a link"),
        pytest.param(f"* [x] ({GOOD})\n", id="task that is done"),
        pytest.param("* FireAct [see below] (Princeton, 107)\n", id="no URL in the brackets"),
        pytest.param("* [2310](see the appendix for more)\n", id="words in brackets"),
        pytest.param(f"<!-- [paper] ({GOOD}) -->\n", id="comment"),
        pytest.param(f"`[paper] ({GOOD})`\n", id="code"),
        pytest.param(f"```\n[paper] ({GOOD})\n[a](https//b.org)\n```\n", id="fence"),
        pytest.param("## Contributing\n\n* [title](https//arxiv.org/abs/ID)\n", id="template"),
        pytest.param("* [contributing](CONTRIBUTING.md) [mail](mailto:a@b.org)\n", id="paths"),
        pytest.param("* [survey](Survey@RL4LRM-v1.pdf) ![logo](logo@2x.png)\n", id="names of files with an at sign"),
        pytest.param("![a badge](badge@acm.org)\n", id="the source of a picture"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        pytest.param((), entry("ann@uni.org"), id="a file that exists"),
        pytest.param(("ann@uni.org",), entry("mailto:ann@uni.org"), id="no file"),
    ],
)
def test_address_of_a_person(missing: tuple[str, ...], expected: str) -> None:
    text = entry("ann@uni.org")
    assert fixed(text, findings(RULE, text, missing=missing)) == expected


@pytest.mark.parametrize(
    ("target", "is_missing", "expected"),
    [
        ("10.1007/978-3-319-70694-8_14", True, "https://doi.org/10.1007/978-3-319-70694-8_14"),
        ("10.1007/978-3-319-70694-8_14", False, "10.1007/978-3-319-70694-8_14"),
        ("10.1145/3292500.3330701.pdf", True, "10.1145/3292500.3330701.pdf"),
    ],
    ids=["alone", "the path of a file", "the name of a file"],
)
def test_a_doi_is_no_address(target: str, is_missing: bool, expected: str) -> None:
    found = findings(RULE, entry(target), missing=[target] * is_missing)
    assert fixed(entry(target), found) == entry(expected)
    assert [each.fix and each.fix.safety for each in found] == [Safety.SAFE] * (expected != target)


@pytest.mark.parametrize(
    ("target", "safety"),
    [
        pytest.param(f"({GOOD})", Safety.SAFE, id="of a paper"),
        pytest.param("(https://a.org/b/)", Safety.UNSAFE, id="of a page that may end in it"),
    ],
)
def test_brackets_around_an_address(target: str, safety: Safety) -> None:
    text = entry(target)
    found = findings(RULE, text)
    assert [each.fix and each.fix.safety for each in found] == [safety]
    assert fixed(text, found) == entry(target[1:-1])


def test_words_behind_a_paper_are_no_part_of_its_target() -> None:
    text = "* FireAct ([paper](https://arxiv.org/abs/2310.05915, ICLR)\n"
    [found] = findings(MalformedLink(), text)
    assert (found.message, found.fix) == ("a space in the URL, so this is not a link", None)


def test_a_digit_before_a_url_is_no_url() -> None:
    found = findings(MalformedLink(), "* FireAct: Toward Language Agent Fine-tuning [code](1https://github.com/a/b)\n")
    assert [each.message for each in found] == ["unexpected `1` before the URL; write `https://github.com/a/b`"]


@pytest.mark.parametrize("tilde", ["\u02dc", "\u223c", "\uff5e", "~"])
def test_the_tilde_of_a_home_page_is_written_as_such(tilde: str) -> None:
    target = f"www.nec-labs.com/{tilde}mas/x"
    found = findings(MalformedLink(), entry(target), missing=[target])
    assert [each.message for each in found] == ["the URL has no scheme; write `https://www.nec-labs.com/~mas/x`"]


@pytest.mark.parametrize(
    ("target", "messages"),
    [
        (
            "proceedings.mlr.press/v70/long17a/long17a.pdf",
            ["the URL has no scheme; write `https://proceedings.mlr.press/v70/long17a/long17a.pdf`"],
        ),
        ("hal.science/hal-01234567", ["the URL has no scheme; write `https://hal.science/hal-01234567`"]),
        ("my.papers/10.1145/3292500.3330701.pdf", []),
        ("./10.1145/3292500.3330701.pdf", []),
        ("papers.v2/2310.05915.pdf", []),
    ],
    ids=["pmlr", "hal", "folder-of-dois", "path-of-a-doi", "folder-of-ids"],
)
def test_the_host_of_papers_is_known_without_a_scheme_whatever_it_ends_in(target: str, messages: list[str]) -> None:
    found = findings(MalformedLink(), entry(target), missing=[target])
    assert [each.message for each in found] == messages


def test_a_scheme_alone_behind_a_url_is_no_second_one() -> None:
    text = "* FireAct: Toward Language Agent Fine-tuning [data](https://a.org/data-1.79http://)\n"
    found = findings(MalformedLink(), text)
    message = "unexpected `http://` after the URL; write `https://a.org/data-1.79`"
    assert [each.message for each in found] == [message]
    assert fixed(text, found) == text.replace("79http://", "79")


def test_address_with_half_of_its_quotes() -> None:
    text = '<ul>\n<li><a href=https://arxiv.org/abs/2411.02337">WebRL</a>: Training Agents</li>\n</ul>\n'
    found = findings(MalformedLink(), text)
    assert marked(text, found) == ["https://arxiv.org/abs/2411.02337"]
    assert fixed(text, found) == text.replace("=https", '="https')
    assert findings(MalformedLink(), fixed(text, found)) == []


def test_a_folder_may_end_in_a_space() -> None:
    url = "https://github.com/example/papers/tree/main/02.%20Fire%20Act"
    assert findings(MalformedLink(), f"* [FireAct: Toward Agents]({url}%20)\n") == []
    assert len(findings(MalformedLink(), f"* [FireAct: Toward Agents]({url}.pdf%20)\n")) == 1


@pytest.mark.parametrize(
    ("target", "fixes"),
    [
        pytest.param("{{ site.baseurl }}/figure.png", [], id="a variable of Jekyll"),
        pytest.param("e.org/document/10/", [False], id="the beginning is missing"),
        pytest.param("ieee.org/document/10/", [True], id="the scheme is missing"),
    ],
)
def test_what_the_right_address_is_nobody_can_tell(target: str, fixes: list[bool]) -> None:
    assert [each.fix is not None for each in findings(RULE, entry(target), missing=[target])] == fixes


@pytest.mark.parametrize(
    ("url", "count"),
    [
        pytest.param("https://github.com/anchen1011/FireAct\\)", 1, id="one that closes nothing"),
        pytest.param("https://doi.org/10.1007/JHEP10\\(2023\\)060", 0, id="a pair"),
    ],
)
def test_escaped_brackets(url: str, count: int) -> None:
    text = entry(url)
    found = findings(RULE, text)
    assert [each.message for each in found] == ["the URL contains an escaped bracket"] * count
    assert fixed(text, found) == entry(url.removesuffix("\\)"))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param(f"[WebRL][{GOOD}]", f"[WebRL]({GOOD})", id="square brackets"),
        pytest.param(f"[[Paper]][{GOOD}]", f"[[Paper]]({GOOD})", id="around a label in brackets"),
        pytest.param(f"[WebRL][<{GOOD}>]", f"[WebRL]({GOOD})", id="square and pointed brackets"),
        pytest.param(f"[a][{GOOD}][b][{GOOD}v2]", f"[a]({GOOD})[b]({GOOD}v2)", id="two without a space"),
        pytest.param(f"(WebRL)[{GOOD}]", f"[WebRL]({GOOD})", id="the wrong way round"),
        pytest.param(f"{{WebRL}}({GOOD})", f"[WebRL]({GOOD})", id="braces around the text"),
        pytest.param(f"[WebRL]{{{GOOD}}}", f"[WebRL]({GOOD})", id="braces"),
        pytest.param(f"[WebRL](<{GOOD})", f"[WebRL]({GOOD})", id="a pointed bracket"),
        pytest.param(f"[WebRL](<{GOOD}>", f"[WebRL](<{GOOD}>)", id="without the last bracket"),
        pytest.param(f"[WebRL]({GOOD}}}", f"[WebRL]({GOOD})", id="closed by a brace"),
        pytest.param(f"[WebRL\\]({GOOD})", f"[WebRL]({GOOD})", id="a backslash"),
        pytest.param(f'[WebRL]({GOOD} "v2)', f'[WebRL]({GOOD} "v2")', id="a title that is not closed"),
        pytest.param(f'[WebRL]({GOOD} v2")', f'[WebRL]({GOOD} "v2")', id="a title that is not opened"),
    ],
)
@pytest.mark.parametrize(
    "line", ["* {}\n", "1. {} - ICLR\r\n", "## {}\n", "| a | b |\n| - | - |\n| {} | c |\n", "> - x\n>   - {}\n"]
)
def test_what_makes_no_link_is_an_error(written: str, meant: str, line: str) -> None:
    text = line.format(written)
    found = findings(RULE, text)
    assert {each.severity for each in found} == {Severity.ERROR}
    assert fixed(text, found) == line.format(meant)


def test_an_address_in_pointed_brackets_is_a_link_beside_words() -> None:
    text = f"* [WebRL]<{GOOD}>\n"
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert fixed(text, found) == f"* [WebRL]({GOOD})\n"


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        pytest.param("* Keep CALM and Explore. [Paper](Keep CALM and Explore)\n", Severity.ERROR, id="a label"),
        pytest.param("* [Keep CALM](Explore with words) x\n", Severity.ERROR, id="the first words of an item"),
        pytest.param("* Keep CALM. [Code](coming soon)\n", Severity.NOTE, id="a placeholder"),
    ],
)
def test_words_are_no_address(text: str, severity: Severity) -> None:
    assert placed(text, findings(RULE, text)) == [(1, severity)]


@pytest.mark.parametrize(
    "text",
    [
        f"* Title (ICLR 2024)[{GOOD}]\n",
        f"* (ICLR 2024)[{GOOD}]\n",
        f"* \\[WebRL\\]({GOOD})\n",
        f"* [WebRL][paper]\n\n[paper]: {GOOD}\n",
        f"`[WebRL][{GOOD}]` <!-- [WebRL][{GOOD}] -->\n",
        f"```\n[WebRL][{GOOD}]\n```\n",
        f'* [WebRL]({GOOD} "v2") [b](<{GOOD}v2>)\n',
        "* [x](a task) done\n",
        "* [NeurIPS 2024](best paper) x\n",
        "It is said [sic](as in the original).\n",
        f"$\\mathbf{{x}}({GOOD})$\n",
    ],
)
def test_other_brackets_are_no_links(text: str) -> None:
    assert findings(RULE, text) == []


HIDDEN = "\u200b"


@pytest.mark.parametrize(
    ("url", "meant", "safety"),
    [
        pytest.param(f"https://yi{HIDDEN}fei.github.io/", "https://yifei.github.io/", Safety.SAFE, id="in the host"),
        pytest.param("https://yi%E2%80%8Bfei.github.io", "https://yifei.github.io", Safety.SAFE, id="encoded"),
        pytest.param("https://yi\u200dfei.github.io/a", "https://yifei.github.io/a", Safety.SAFE, id="a joiner"),
        pytest.param(f"https://a.org/b{HIDDEN}c", "https://a.org/bc", Safety.SAFE, id="in the path"),
    ],
)
def test_addresses_that_look_sound(url: str, meant: str, safety: Safety) -> None:
    for text in (entry(url), f"* FireAct {url}\n", f'<a href="{url}">FireAct</a>\r\n'):
        found = findings(RULE, text)
        assert [(each.severity, each.fix and each.fix.safety) for each in found] == [(Severity.ERROR, safety)]
        assert fixed(text, found) == text.replace(url, meant)


@pytest.mark.parametrize(
    "text",
    [
        "![](https://github.com/a/b/blob/main/x.png) ![x](https://img.shields.io/github/stars/a/b)\n",
        "![x](https://github.com/a/b/raw/main/x) ![x](https://github.com/a.png)\n",
        "[x](https://fa.wikipedia.org/wiki/\u0645\u200c\u0645) [y](https://a.org/?path=oh&oe=1)\n",
        "[x](https://a.org/?se=1&sig=2) [y](https://a.org/oh=1/?oe=2)\n",
    ],
)
def test_addresses_that_are_sound(text: str) -> None:
    assert findings(RULE, text) == []


def test_a_space_before_the_name_of_a_field_goes() -> None:
    text = "* [WebRL](https://arxiv.org/abs/2411.02337) ![s](https://img.shields.io/github/stars/a/b? style=social)\n"
    assert fixed(text, findings(MalformedLink(), text)) == text.replace("? s", "?s")


@pytest.mark.parametrize(
    ("ending", "number", "is_found"),
    [
        ("htmlj", 3, True),
        ("hmtl", 3, True),
        ("htmll", 2, False),
        ("htm", 3, False),
        ("shtml", 3, False),
        ("xhtm", 3, False),
    ],
)
def test_an_ending_that_no_other_file_of_the_site_has(ending: str, number: int, is_found: bool) -> None:
    others = "".join(f"* [Paper {index}](https://a.org/papers/{index}.html)\n" for index in range(number))
    text = f"{others}* [WebRL](https://a.org/papers/webrl.{ending})\n* [b](https://b.org/x.pdf)\n"
    found = findings(RULE, text)
    assert placed(text, found) == [(number + 1, Severity.WARNING)] * is_found
    assert fixed(text, found) == (text.replace(f".{ending}", ".html") if is_found else text)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param(
            "[code](https://github.com/o/a/protect%20_b)", "[code](https://github.com/o/a_b)", id="a command of LaTeX"
        ),
        pytest.param("[code](https://github.com/o/)name", "[code](https://github.com/o/name)", id="the name behind it"),
        pytest.param(
            "[paper](https://arxiv.org/abs/)2411.02337 (x)",
            "[paper](https://arxiv.org/abs/2411.02337) (x)",
            id="the id",
        ),
        pytest.param(
            "[paper](https://doi.org/10.1145/2939672.2939754.)",
            "[paper](https://doi.org/10.1145/2939672.2939754)",
            id="a full stop behind a DOI",
        ),
    ],
)
def test_addresses_with_a_part_too_much_or_too_little(written: str, meant: str) -> None:
    text = f"* FireAct {written}\n"
    found = findings(RULE, text)
    assert [(each.severity, each.fix and each.fix.safety) for each in found] == [(Severity.ERROR, Safety.UNSAFE)]
    assert fixed(text, found) == f"* FireAct {meant}\n"


@pytest.mark.parametrize(
    ("url", "sign"),
    [
        pytest.param("https://github.com/o/tex→image", "→", id="an arrow"),
        pytest.param("https://github.com/o/a%20b", "%20", id="a space"),
        pytest.param("https://github.com/o/a&tab=readme", "&", id="a field of a query"),
        pytest.param("https://github.com/o→p", "→", id="an owner"),
    ],
)
def test_names_that_github_has_not(url: str, sign: str) -> None:
    message = f"GitHub has no name with `{sign}` in it, only letters, digits, `-`, `_` and `.`"
    assert [(each.message, each.fix) for each in findings(RULE, entry(url))] == [(message, None)]


@pytest.mark.parametrize(
    "text",
    [
        entry("https://github.com/o/a_b-c.d"),
        entry("https://github.com/o/a/blob/main/b%20c→d.md"),
        entry("https://github.com/o/a#x→y"),
        entry("https://github.com/search?q=a&b=c"),
        entry("https://github.com/<owner>/<name>"),
        entry("https://example.org/o/a→b"),
        entry("https://example.org/protect/a_b"),
        "* FireAct [code](https://github.com/o/)，name\n",
        "* FireAct [code](https://github.com/o/a/)s\n",
        "* FireAct [site](https://example.org/)name\n",
        entry("https://example.org/a."),
    ],
)
def test_names_that_github_has(text: str) -> None:
    assert findings(RULE, text) == []


SEVERAL = "".join(f"* Paper {number} [bibtex](./{number}.txt)\n" for number in range(3))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param("bibtex(./a.txt)", "[bibtex](./a.txt)", id="a file"),
        pytest.param("| Bibtex(../a.txt)", "| [Bibtex](../a.txt)", id="in another folder"),
        pytest.param("code(./a.txt)", "code(./a.txt)", id="no text of links"),
        pytest.param("`bibtex(./a.txt)`", "`bibtex(./a.txt)`", id="code"),
        pytest.param("bibtex (./a.txt)", "bibtex (./a.txt)", id="a space"),
        pytest.param("bibtex(see ./a.txt)", "bibtex(see ./a.txt)", id="words"),
    ],
)
def test_labels_without_their_brackets(written: str, meant: str) -> None:
    text = f"{SEVERAL}* FireAct {written}\n"
    found = findings(RULE, text)
    assert placed(text, found) == [(4, Severity.WARNING)] * (written != meant)
    assert fixed(text, found) == f"{SEVERAL}* FireAct {meant}\n" if found else written == meant


def test_an_address_that_expires_is_said_to_expire() -> None:
    (found,) = findings(MalformedLink(), entry("https://a.org/b.pdf?X-Amz-Expires=300&X-Amz-Signature=0a1b2c3d4e5f"))
    assert found.message.startswith("this URL expires: ")
    assert found.reasons[0] == "a URL of this form goes nowhere after some time"


CONTENTS = "".join(
    f"#### [Agents {name}](Agents - {name}:)\n\n" for name in ("for Games", "in Law", "at Home", "on Wheels", "of Old")
)


def test_words_for_addresses_all_over_the_contents_are_one_error_with_one_fix() -> None:
    headings = "".join(f"## Agents – {name}\n\n* [A Paper]({GOOD})\n\n" for name in ("for Games", "in Law", "at Home"))
    text = CONTENTS + headings
    [found] = findings(RULE, text)
    assert (found.severity, len(found.parts)) == (Severity.ERROR, 5)
    assert found.message.startswith("5 of 8 links: words instead of the URL, so this is not a link (lines")
    assert found.fix is not None
    assert found.fix.safety is Safety.UNSAFE
    assert fixed(text, [found]).startswith("#### [Agents for Games](#agents--for-games)\n\n#### [Agents in Law](#")


def test_words_for_an_address_that_name_no_section_have_no_fix() -> None:
    [found] = findings(RULE, "* [Agents](Agents in Law)\n\n## Agents at Home\n")
    assert (found.message, found.fix) == ("words instead of the URL, so this is not a link", None)


@pytest.mark.parametrize(
    ("doi", "expected"),
    [
        pytest.param("10.1109/JPROC. 2020.3045625.", "10.1109/JPROC.2020.3045625.", id="after the point"),
        pytest.param("10.1109/JPROC. 2020. 3045625.", None, id="the year of a sentence"),
        pytest.param("10.1109/JPROC.2020.3045625. 2020.30456", None, id="a whole DOI"),
        pytest.param("10.1093/bioinformatics. We train agents.", None, id="a sentence"),
    ],
)
def test_a_doi_with_a_space_within_it(doi: str, expected: str | None) -> None:
    text = f"* Zenke, F., and Neftci, E. (2021). Learning on Substrates, https://doi.org/{doi}\n"
    found = findings(RULE, text)
    assert [each.message for each in found] == ["the rest of the URL is after the link"] * (expected is not None)
    assert fixed(text, found) == text.replace(doi, expected or doi)


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        pytest.param("https://doi.org/1145/3586183.3606763", "https://doi.org/10.1145/3586183.3606763", id="no 10."),
        pytest.param("https://doi.org/10,1145/3586183", "https://doi.org/10.1145/3586183", id="comma"),
        pytest.param("https://doi.org/10/1145.3586183", "https://doi.org/10.1145/3586183", id="marks swapped"),
        pytest.param("http://dx.doi.org/10.1145/", None, id="nothing behind the prefix"),
        pytest.param("https://doi.org/10.1145", None, id="prefix alone"),
    ],
)
def test_links_to_no_doi(url: str, meant: str | None) -> None:
    text = entry(url)
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert [each.fix and each.fix.safety for each in found] == [meant and Safety.UNSAFE]
    assert fixed(text, found) == (entry(meant) if meant else text)


@pytest.mark.parametrize(
    "url",
    [
        *("https://doi.org/10.1145/3586183.3606763", "https://doi.org/10/gfz5hb", "https://doi.org/gfz5hb"),
        *("https://doi.org/20.500.12345/1", "https://www.doi.org/the-identifier/what-is-a-doi/", "https://doi.org/"),
        *("https://10.org/a", "https://localhost.dev/a", "https://3d.local.org/a"),
        *("http://127.0.0.1:8000/a", "http://192.168.1.7/a.pdf"),
    ],
)
def test_leaves_other_names_of_these_sites_alone(url: str) -> None:
    assert findings(RULE, entry(url)) == []


@pytest.mark.parametrize(
    "url",
    [
        *("http://localhost:4000/fireact", "http://localhost/a", "http://nas.local/a.pdf"),
    ],
)
def test_addresses_of_one_computer(url: str) -> None:
    found = findings(RULE, entry(url))
    assert [each.message for each in found] == ["a URL on one computer, which nobody else can open"]


@pytest.mark.parametrize(
    "url",
    [GOOD.replace("://", sign) for sign in ("//", ":/", ";//")] + [GOOD.replace("https", "ttps")[:4] + "//" + GOOD[8:]],
)
def test_bare_urls_that_are_text(url: str) -> None:
    text = f"* FireAct: Toward Language Agent Fine-tuning, {url}.\n"
    found = findings(RULE, text)
    assert (placed(text, found), marked(text, found)) == ([(1, Severity.ERROR)], [url])
    assert fixed(text, found) == text.replace(url, GOOD)


@pytest.mark.parametrize(
    "words",
    [
        *("`https//arxiv.org/abs/2310.05915`", "<!-- https//arxiv.org/abs/2310.05915 -->", "in folder/https//a.org/b"),
        *("write https:// before it", "https//not a host", "x=https//a.org/b", f"[{GOOD[8:]}]({GOOD})", GOOD),
    ],
)
def test_leaves_other_text_with_a_scheme_alone(words: str) -> None:
    assert findings(RULE, f"* FireAct: Toward Language Agent Fine-tuning, {words}\n") == []


def test_a_space_behind_brackets_in_the_url() -> None:
    text = entry("https://a.org/b(c)d e")
    found = findings(RULE, text)
    assert [each.message for each in found] == ["a space in the URL, so this is not a link"]
    assert fixed(text, found) == entry("https://a.org/b(c)d%20e")
