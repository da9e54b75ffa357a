"""Links that lost a bracket."""

from __future__ import annotations

import time

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.unreadable_entry import UnreadableEntry
from tests.rules.helpers import findings, fixed, marked, placed

RULE = UnreadableEntry()
TITLE = "FireAct: Toward Language Agent Fine-tuning"
URL = "https://arxiv.org/abs/2310.05915"


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        pytest.param(
            f"* [2310] {TITLE}]({URL}) (Princeton)\n",
            f"]({URL}",
            "the `[` of this link is missing",
            id="no opening bracket",
        ),
        pytest.param(
            f"* [2310] [{TITLE}({URL}) (Princeton)\n",
            f"[{TITLE}({URL})",
            "the `]` of this link is missing",
            id="no closing bracket",
        ),
        pytest.param(
            f"* [2310] [{TITLE} ({URL}) (Princeton)\n",
            f"[{TITLE} ({URL})",
            "the `]` of this link is missing",
            id="no closing bracket, and a blank",
        ),
        pytest.param(
            f"* [2310] [[{TITLE}]({URL}) (Princeton)\n", "[", "the `[` before this link is never closed", id="doubled"
        ),
        pytest.param(
            f"* {TITLE} [[{URL})] (Princeton)\n",
            f"[{URL})]",
            "the text and the `](` of this link are missing",
            id="only the URL left",
        ),
        pytest.param(
            f"* [{TITLE} [v2](https://a.org/b)]({URL}) (Princeton)\n",
            f"[{TITLE} [v2](https://a.org/b)]({URL})",
            "this link contains another link, which Markdown does not allow",
            id="link within a link",
        ),
        pytest.param(
            f"| {TITLE}]({URL}) | 2023 |\n| --- | --- |\n| a | b |\n",
            f"]({URL}",
            "the `[` of this link is missing",
            id="cell",
        ),
        pytest.param(f"### {TITLE}]({URL})\n", f"]({URL}", "the `[` of this link is missing", id="heading"),
        pytest.param(
            f"* {TITLE} [[arXiv]]]({URL})\n", f"]({URL}", "a `]` too many, so this is not a link", id="too many"
        ),
    ],
)
def test_finds(text: str, words: str, message: str) -> None:
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert marked(text, found) == [words]
    assert [(each.message, each.fix) for each in found] == [(message, None)]


def test_a_row_that_a_line_break_divides_lacks_no_bracket() -> None:
    rows = "| Title | Year |\n|---|---|\n| [Agents that Walk in the\nWoods](https://a.org/b) | 2024 |\n"
    assert findings(RULE, rows) == []
    assert [each.message for each in findings(RULE, rows.replace("[", ""))] == ["the `[` of this link is missing"]


@pytest.mark.parametrize("url", ["https://openreview.", "https://www.cell.com/a/fulltext/S2666-3864(25)"])
def test_a_url_that_is_cut_off_needs_more_than_a_bracket(url: str) -> None:
    found = findings(RULE, f"* {TITLE} [[paper]({url}\n")
    assert [(each.message, each.fix) for each in found] == [("the URL of this link is cut off", None)]
    assert findings(RULE, "* [A](https://www.cell.com/a/fulltext/S2666-3864(25)00123-4)\n") == []


def test_a_row_that_a_bar_divides_lacks_no_bracket() -> None:
    table = "| Title | Year |\n|---|---|\n| [P(A|B)](https://a.org/b) | 2024 |\n"
    assert findings(RULE, table) == []  # `uneven-row` reports the bar


def test_a_line_break_inside_a_url() -> None:
    text = f"* {TITLE} ([paper]({URL}) | [arXiv](https:/\n/arxiv.org/abs/2301.11710))\n"
    found = findings(RULE, text)
    message = "a line break inside the URL, so this is not a link; write the URL on one line"
    assert [(each.message, each.fix and each.fix.safety) for each in found] == [(message, Safety.UNSAFE)]
    assert fixed(text, found) == text.replace("\n/", "/")
    text = f"* patterns (with\n  [{TITLE}](https://a.org/part-8.html\n  guards)\n"
    assert [each.message for each in findings(RULE, text)] == ["the `)` of this link is missing"]
    text = f"* [{TITLE}]({URL}\n  (Princeton)\n"
    assert [each.message for each in findings(RULE, text)] == ["the `)` of this link is missing"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"* [{TITLE}]({URL}\n", f"* [{TITLE}]({URL})\n", id="end of line"),
        pytest.param(
            f"* [{TITLE}]({URL} and more\n* next\n", f"* [{TITLE}]({URL}) and more\n* next\n", id="words behind"
        ),
        pytest.param("* [slides](./slides.pdf\n", "* [slides](./slides.pdf)\n", id="path"),
    ],
)
def test_adds_the_bracket_at_the_end(text: str, expected: str) -> None:
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert [each.fix and each.fix.safety for each in found] == [Safety.UNSAFE]
    assert fixed(text, found) == expected
    assert findings(RULE, expected) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* [2310] [{TITLE}]({URL}) (Princeton) [a comment]\n", id="in order"),
        pytest.param(f"* {TITLE} [[paper]({URL})] [[code](https://github.com/a/b)]\n", id="double brackets"),
        pytest.param(f"* [Tur[k]ingBench: A Challenge]({URL})\n", id="brackets in the title"),
        pytest.param("* [[4,2,2]] on Ion Traps\n", id="brackets in a code's name"),
        pytest.param(f"* [{TITLE}]({URL}) [a comment that never closes\n", id="comment"),
        pytest.param(f"* [{TITLE}]({URL}) [more in [code](https://a.org)\n", id="link in a comment"),
        pytest.param(f"* [{TITLE}]({URL}) [see the blog (https://a.org/b) for more\n", id="URL in a comment"),
        pytest.param(f"* \\[{TITLE}\\]\\({URL}\\)\n", id="escaped"),
        pytest.param(f"* `[{TITLE}]({URL}`\n", id="code"),
        pytest.param(f"```\n[{TITLE}]({URL}\n```\n", id="fence"),
        pytest.param(f"<!-- [{TITLE}]({URL} -->\n", id="HTML comment"),
        pytest.param(f"## Format\n\n* [{TITLE}]({URL}\n", id="template"),
        pytest.param("* the interval [0, 1)](a) and f(x)](y)\n", id="no URL"),
        pytest.param(f"* [{TITLE}](https://a.org/b c)\n", id="blank in the target: another rule"),
        pytest.param(f"* [{TITLE}\nover two lines]({URL})\n", id="two lines"),
        pytest.param(f"* see {URL} (and https://a.org)\n", id="bare URLs"),
        pytest.param("* [https://doi.org/10.1007/JHEP10(2023)060]\n", id="URL with brackets in brackets"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


@pytest.mark.parametrize("pieces", [["["], ["](./"], ["[](./"], ["[a(https://b.org)"], ["[", "](./"]])
def test_takes_linear_time(pieces: list[str], size: int) -> None:
    text = "".join(piece * (size // len(pieces[-1])) for piece in pieces)
    start = time.process_time()
    findings(RULE, f"* {text}\n")
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        pytest.param(f"[[pdf]({URL}]", f"[[pdf]({URL})]", id="the bracket behind belongs to the outer pair"),
        pytest.param(
            f"[[pdf]({URL} [[code](https://a.org/b)]", f"[[pdf]({URL})] [[code](https://a.org/b)]", id="two are missing"
        ),
        pytest.param(f"[pdf]({URL}, 2023", f"[pdf]({URL}), 2023", id="a comma is no part of the target"),
        pytest.param(f"([pdf]({URL}", None, id="another bracket would be open"),
        pytest.param(f"[pdf]({URL} (ICLR", None, id="another one behind"),
    ],
)
def test_a_fix_leaves_no_bracket_open(broken: str, whole: str | None) -> None:
    text = f"* {TITLE} {broken}\n"
    [found] = findings(RULE, text)
    if whole is None:
        assert found.fix is None
    else:
        assert fixed(text, [found]) == f"* {TITLE} {whole}\n"


def test_brackets_within_an_address_with_spaces_are_another_matter() -> None:
    text = "* [Book](https://example.org/Views of a Scene (Second Edition).pdf)\n"
    assert findings(UnreadableEntry(), text) == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param(f"[[Paper]]{URL})", f"[[Paper]]({URL})", id="two pairs"),
        pytest.param(f"[Paper]{URL}), 2023", f"[Paper]({URL}), 2023", id="one pair"),
        pytest.param(f"([Paper]{URL})", "", id="around both"),
        pytest.param(f"[Paper]{URL}", "", id="never closed"),
        pytest.param(f"(see [1]{URL})", "", id="a number"),
    ],
)
def test_an_address_without_its_opening_bracket(written: str, meant: str) -> None:
    text = f"* {TITLE} {written}\n"
    found = findings(RULE, text)
    assert [each.message for each in found] == ["the `(` of this link is missing"] * bool(meant)
    assert not meant or fixed(text, found) == f"* {TITLE} {meant}\n"


LINKED = "".join(f"* [Agents of Kind {n}](https://arxiv.org/abs/2310.{n:05})\n" for n in range(1, 7))


@pytest.mark.parametrize(
    ("others", "written", "meant"),
    [
        pytest.param(LINKED, f"[{TITLE}] {URL}", f"[{TITLE}]({URL})", id="among links"),
        pytest.param(LINKED, f"[{TITLE}]{URL} (PKU)", f"[{TITLE}]({URL}) (PKU)", id="no space"),
        pytest.param(LINKED, f"{TITLE} [pdf] {URL}", "", id="a label"),
        pytest.param("", f"[{TITLE}] {URL}", "", id="on its own"),
        pytest.param(LINKED.replace("](", "] ").replace(")", ""), f"[{TITLE}] {URL}", "", id="as all are"),
    ],
)
def test_a_title_in_brackets_with_its_address_behind_it(others: str, written: str, meant: str) -> None:
    text = f"{others}* {written}\n"
    found = findings(RULE, text)
    assert [each.severity for each in found] == [Severity.ERROR] * bool(meant)
    assert not meant or fixed(text, found) == f"{others}* {meant}\n"


@pytest.mark.parametrize("text", [f"* {TITLE} [Paper](()\n", f"* {TITLE} [[Paper](()], 2024\n"])
def test_brackets_without_an_address(text: str) -> None:
    (found,) = findings(RULE, text)
    assert (found.message, found.fix) == ("a `(` too many and no URL, so this is not a link", None)


def test_a_bracket_of_the_text_that_closes_the_url() -> None:
    text = f"* {TITLE} [[paper]]({URL}(ICML 2019)\n"
    found = findings(RULE, text)
    assert [each.message for each in found] == ["the `)` of this link is missing"]
    assert fixed(text, found) == f"* {TITLE} [[paper]]({URL})(ICML 2019)\n"
    assert findings(RULE, f"* {TITLE} [paper](https://a.org/b(c)d e)\n") == []
