"""Markdown that is shown as characters, and characters that only look like it."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.literal_markup import LiteralMarkup
from tests.rules.helpers import findings, fixed, marked, placed

PAPER = "[WebRL](https://arxiv.org/abs/2411.02337)"


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        pytest.param(f"* {PAPER} *Zehan Qi et al. *ICLR 2025\n", "*", id="a space before the last"),
        pytest.param(f"* {PAPER} *Zehan Qi et al.* * [code](https://a.org)\n", "*", id="one too many"),
        pytest.param(f"* **{PAPER}*** *Zehan Qi*\n", "*", id="one more at the end"),
        pytest.param(f"* {PAPER} ** on-policy ** learning\n", "**", id="spaces inside"),
        pytest.param(f"* **Title: Zehan Qi. {PAPER}\n", "**", id="never closed"),
        pytest.param(f"* {PAPER} **“on-policy”**learning\n", "**", id="a letter behind a quotation mark"),
        pytest.param(f"* {PAPER}, Zehan Qi*, Xiao Liu.* [code](https://a.org)\n", "*", id="never opened"),
        pytest.param(f"| Paper | By |\n| --- | --- |\n| {PAPER} | ** Qi ** |\n", "**", id="in a cell"),
    ],
)
def test_asterisks(text: str, mark: str) -> None:
    found = findings(LiteralMarkup(), text)
    assert (marked(text, found), placed(text, found)[0][1]) == ([mark], Severity.WARNING)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("* [ToolChain*: A* Search](https://arxiv.org/abs/2310.13227)\n", id="names"),
        pytest.param(f"* {PAPER} Yuchen Zhuang*, Xiang Chen* (*: equal contribution)\n", id="footnotes"),
        pytest.param(f"* {PAPER} Ann Lee**, Bo Hu**, Yue Wu\n", id="two stars behind names"),
        pytest.param(f"* {PAPER} **Ann Lee***, Bo Hu*\n", id="behind a name in bold"),
        pytest.param(f"* **Proofs and Effects in F***\n  {PAPER}\n", id="behind a letter in bold"),
        pytest.param(
            "| **SPA***: Spatial Awareness | [pdf](u) |\n| --- | --- |\n", id="behind the name of a model in bold"
        ),
        pytest.param(
            f"| Title | Year |\n| --- | --- |\n| **{PAPER}*** | 2024 |\n\n*This one was published twice.\n",
            id="a sign that a line below the table explains",
        ),
        pytest.param(f"* {PAPER}\n\n*_Published twice._\n", id="a note in italics behind its sign"),
        pytest.param(f"* {PAPER} Ann Lee, *Bo Hu, *Yue Wu, Di Xu\n", id="before names"),
        pytest.param(f"* {PAPER} 5 * 3 of A*\n", id="a product before a name"),
        pytest.param(f"* {PAPER} *Smith finds bugs. *Smith, a framework\n", id="a name twice"),
        pytest.param(f"* {PAPER} 2 * 3, 24*7, x**2, *.class, `** a **`, \\*a \\*b\n", id="products, code and escapes"),
        pytest.param(f"* {PAPER} ***Zehan Qi*** *et al.* **ICLR**\n", id="in bold and italics"),
        pytest.param(f"* {PAPER} it's a `word`, 5` and 3`\n", id="code"),
        pytest.param(f"- 1.{PAPER}\n", id="a number within an item"),
        pytest.param("#LLM #agents\n\n-5 degrees, 3.5 and - [ ] a box\n", id="tags and numbers"),
        pytest.param("<table>\n<tr>\n  <th># Papers<br></th>\n</tr>\n</table>\n", id="a number in HTML"),
        pytest.param(f"<pre>\n**a** ## b\n</pre>\n\n<p>a <code>**b**</code>\n{PAPER[:7]}</p>\n", id="code in HTML"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(LiteralMarkup(), text) == []


def test_the_form_for_the_next_entry_is_a_note() -> None:
    form = "* *(2024-CVPR)* **** [[Paper]](), [[Code]]()\n"
    found = [findings(LiteralMarkup(), text) for text in (form, form.replace("()", "(https://a.org/b)"))]
    assert [[each.severity for each in one] for one in found] == [[Severity.NOTE], [Severity.WARNING]]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"-{PAPER}\n", f"- {PAPER}\n", id="bullet"),
        pytest.param(f"1.{PAPER}\n", f"1. {PAPER}\n", id="number"),
        pytest.param(f"- {PAPER}\n-{PAPER}\n", f"- {PAPER}\n- {PAPER}\n", id="below an item"),
        pytest.param(f"##Agents\n\n* {PAPER}\n", f"## Agents\n\n* {PAPER}\n", id="heading"),
    ],
)
def test_marks_without_a_space(before: str, after: str) -> None:
    found = findings(LiteralMarkup(), before)
    assert fixed(before, found) == after
    assert findings(LiteralMarkup(), after) == []


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        pytest.param("1.[Agents](#agents)  \n2.[Surveys](#surveys)  \n3.[Tools](#tools)\n", Severity.NOTE, id="breaks"),
        pytest.param("1.[Agents](#agents)\\\n2.[Surveys](#surveys)\n", Severity.NOTE, id="backslash"),
        pytest.param("1.[Agents](#agents)\n2.[Surveys](#surveys)\n", Severity.WARNING, id="one line on the page"),
        pytest.param("1.[Agents](#agents)\n", Severity.NOTE, id="alone"),
        pytest.param("-[Agents](#agents)  \n-[Surveys](#surveys)\n", Severity.WARNING, id="bullets"),
    ],
)
def test_numbers_in_lines_of_their_own_are_a_note(text: str, severity: Severity) -> None:
    assert {each.severity for each in findings(LiteralMarkup(), f"{text}\n* {PAPER}\n")} == {severity}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(f"<summary>{PAPER} **new**</summary>\n", ["](", "**new**"][:1], id="a link"),
        pytest.param("<summary>WebRL **new**</summary>\n", ["**new**"], id="bold"),
        pytest.param("<div>\n## Agents\n</div>\n", ["## "], id="heading"),
    ],
)
def test_in_html(text: str, words: list[str]) -> None:
    assert marked(text, findings(LiteralMarkup(), text)) == words


@pytest.mark.parametrize(
    ("italics", "found"), [pytest.param(4, 1, id="others have"), pytest.param(1, 0, id="few have")]
)
def test_italics_with_a_space_at_the_start(italics: int, found: int) -> None:
    rest = f"* {PAPER}, *Ann Lee, Bo Hu*, ICLR\n" * italics + f"* {PAPER}, Ann Lee, ICLR\n" * 2
    text = f"* {PAPER}, * Ann Lee, Bo Hu*, ICLR\n{rest}"
    shown = findings(LiteralMarkup(), text)
    assert len(shown) == found
    assert fixed(text, shown) == (text.replace("* Ann", "*Ann") if found else text)
    assert findings(LiteralMarkup(), f"* {PAPER}: 3 * N cells of K*(5 + n)\n{rest}") == []


def test_quotation_marks_of_latex_are_a_note() -> None:
    text = f"* {PAPER} agents are ``curious'' and `bold'.\n"
    found = findings(LiteralMarkup(), text)
    assert (marked(text, found), placed(text, found)) == (["``"], [(1, Severity.NOTE)])


_JEKYLL = "---\nlayout: page\ntitle: Club\n---\n"


@pytest.mark.parametrize(
    ("text", "severities"),
    [
        pytest.param(f"<h3>Agents</h3>\n* {PAPER}\n", [Severity.WARNING], id="on GitHub"),
        pytest.param(f"{_JEKYLL}\n<h3>Agents</h3>\n* {PAPER}\n", [], id="behind closed tags"),
        pytest.param(f"{_JEKYLL}\n<div>\n{PAPER}\n</div>\n", [Severity.WARNING], id="in a block"),
        pytest.param(f"{_JEKYLL}\n<span class='right'>\n**Agents** {PAPER}\n</span>\n", [], id="what begins no block"),
        pytest.param(f'<div markdown="1">\n{PAPER}\n</div>\n', [Severity.NOTE], id="in a block that says so"),
    ],
)
def test_what_jekyll_reads_is_no_warning(text: str, severities: list[Severity]) -> None:
    assert [each.severity for each in findings(LiteralMarkup(), text)] == severities


def test_a_page_with_a_toc_is_for_another_program_too() -> None:
    text = f"<summary>\n**{PAPER}**\n</summary>\n"
    assert [each.severity for each in findings(LiteralMarkup(), f"# Notes\n\n[TOC]\n\n{text}")] == [Severity.NOTE]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param("[**WebRL **](https://a.org)", "[**WebRL**](https://a.org)", id="a space before the last"),
        pytest.param("[** WebRL**](https://a.org)", "[**WebRL**](https://a.org)", id="a space after the first"),
        pytest.param("[*WebRL *](https://a.org)", "[*WebRL*](https://a.org)", id="italics"),
        pytest.param("**Fast A* Search** by Ann Lee", "**Fast A\\* Search** by Ann Lee", id="a name in bold"),
        pytest.param("**Fast A* Search.** *Ann Lee*", "**Fast A\\* Search.** *Ann Lee*", id="and words in italics"),
        pytest.param("*Fast A* Search*, Ann Lee", "*Fast A\\* Search*, Ann Lee", id="a name in italics"),
    ],
)
@pytest.mark.parametrize("line", ["* {}\n", "1. {}\r\n", "| a | b |\n| - | - |\n| {} | c |\n"])
def test_the_finding_is_at_the_cause(written: str, meant: str, line: str) -> None:
    text = line.format(written)
    found = findings(LiteralMarkup(), text)
    assert [each.severity for each in found] == [Severity.WARNING]
    assert fixed(text, found) == line.format(meant)


@pytest.mark.parametrize(
    "text", ["* [A*](https://a.org)\n", "* [A* and D* Lite](https://a.org)\n", "* **A\\* Search** by *Ann Lee*\n"]
)
def test_names_with_an_asterisk_are_left_alone(text: str) -> None:
    assert findings(LiteralMarkup(), text) == []


CELL = "    <td><a href=https://arxiv.org/abs/2411.02337>WebRL</a></td>\n"


@pytest.mark.parametrize(
    ("text", "lines", "after"),
    [
        pytest.param(
            f"<table>\n<tr>\n\n{CELL}</tr>\n</table>\n", [4], f"<table>\n<tr>\n{CELL}</tr>\n</table>\n", id="one"
        ),
        pytest.param(
            f"<table>\n<tr>\n{CELL}  \n\t</tr>\n</table>\n", [5], f"<table>\n<tr>\n{CELL}\t</tr>\n</table>\n", id="tab"
        ),
        pytest.param(f"<table>\n<tr>\n\n{CELL[1:]}</tr>\n</table>\n", [], "", id="not far enough for code"),
        pytest.param(f"<table>\n</table>\n\n```html\n{CELL}```\n", [], "", id="code between marks"),
        pytest.param(f"<table>\n</table>\n\n    print(1)\n{CELL}", [], "", id="other code"),
        pytest.param(f"A row is written so:\n\n{CELL}", [], "", id="behind words"),
    ],
)
def test_what_an_empty_line_cuts_off_from_a_table_of_html(text: str, lines: list[int], after: str) -> None:
    found = findings(LiteralMarkup(), text)
    assert placed(text, found) == [(line, Severity.ERROR) for line in lines]
    assert not found or fixed(text, found) == after


ITALIC = "1. **[Agents of Kind {}](https://arxiv.org/abs/2310.0000{})**\n\n    *Ann Lee, Bo Hu.* ICLR'24\n\n"
LISTED = "".join(ITALIC.format(n, n) for n in range(1, 4))


@pytest.mark.parametrize(
    ("others", "authors", "count"),
    [
        pytest.param(LISTED, "*Cy Ma, Di Wu. ICLR'24", 1, id="never closed"),
        pytest.param(LISTED, "*Cy Ma, Di Wu.* ICLR'24", 0, id="closed"),
        pytest.param(LISTED, "*Cy Ma*, Di Wu; *equal", 0, id="a note beside words in italics"),
        pytest.param(LISTED, "Cy Ma*, Di Wu. ICLR'24", 0, id="behind a name"),
        pytest.param(LISTED.replace("*A", "A").replace(".*", "."), "*Cy Ma, Di Wu. ICLR'24", 0, id="others have none"),
        pytest.param("", "*Cy Ma, Di Wu. ICLR'24", 0, id="no others"),
    ],
)
def test_an_asterisk_that_is_never_closed(others: str, authors: str, count: int) -> None:
    text = f"{others}1. **{PAPER}**\n\n    {authors}\n"
    found = findings(LiteralMarkup(), text)
    assert [(each.severity, each.message) for each in found] == [
        (Severity.WARNING, "`*` is shown as a character: no other asterisk closes it")
    ] * count


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param(f"{PAPER} (code)`", f"{PAPER} (code)", id="at the end"),
        pytest.param(f"{PAPER}`\n  Ann Lee", f"{PAPER}\n  Ann Lee", id="at the end of a line"),
        pytest.param(f"{PAPER} `code`", "", id="code"),
        pytest.param(f"{PAPER} ``code`", "", id="several"),
        pytest.param(f"{PAPER} (code)\\`", "", id="escaped"),
        pytest.param(f"{PAPER} O`Brien", "", id="within a word"),
    ],
)
def test_a_backtick_at_the_end_of_a_line(written: str, meant: str) -> None:
    text = f"* {written}\n"
    found = findings(LiteralMarkup(), text)
    assert placed(text, found) == [(1, Severity.NOTE)] * bool(meant)
    assert not meant or fixed(text, found) == f"* {meant}\n"
