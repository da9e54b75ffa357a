"""Spaces that nobody meant to write, and those that somebody did."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.stray_space import StraySpace
from tests.rules.helpers import findings, fixed, placed

PAPER = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"* {PAPER}  (ICLR)\n", f"* {PAPER} (ICLR)\n", id="two spaces"),
        pytest.param(
            "* [Fire  Act](https://arxiv.org/abs/2310.05915)\n",
            "* [Fire Act](https://arxiv.org/abs/2310.05915)\n",
            id="in a title",
        ),
        pytest.param(f"* {PAPER} (ICLR ) , good .\n", f"* {PAPER} (ICLR), good.\n", id="before marks"),
        pytest.param(f"* {PAPER}  , good\n", f"* {PAPER}, good\n", id="two before a mark"),
        pytest.param(f"* {PAPER} *Turing , Bo*\n", f"* {PAPER} *Turing, Bo*\n", id="within italics"),
        pytest.param(f"* {PAPER} (ICLR) \t\r\n", f"* {PAPER} (ICLR)\r\n", id="at the end"),
        pytest.param(f"* {PAPER}  \n", f"* {PAPER}\n", id="a line break with nothing after it"),
        pytest.param(f"* {PAPER} new\u00a0model\n", f"* {PAPER} new model\n", id="no-break space"),
        pytest.param(f"* {PAPER} new \u00a0model\n", f"* {PAPER} new model\n", id="no-break space beside a space"),
        pytest.param(f"* {PAPER} new\u200b model\u00ads\n", f"* {PAPER} new models\n", id="invisible characters"),
        pytest.param(f"* {PAPER} and  a  b  \n", f"* {PAPER} and a b\n", id="several on a line"),
        pytest.param(
            f"| Paper | Note |\n| --- | --- |\n| {PAPER} | new  model   |\n",
            f"| Paper | Note |\n| --- | --- |\n| {PAPER} | new model   |\n",
            id="in a cell",
        ),
        pytest.param(f"* {PAPER}\n  - Keyword:  agents\n", f"* {PAPER}\n  - Keyword: agents\n", id="in a detail"),
    ],
)
def test_fixed_in_one_finding(before: str, after: str) -> None:
    found = findings(StraySpace(), before)
    assert len(found) == 1
    assert fixed(before, found) == after
    assert findings(StraySpace(), after) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* **Agents That Learn**  \n  {PAPER}\n", id="a line break"),
        pytest.param(f"* {PAPER} `a  b ,` $x  , y$ https://x.org\n", id="code and formulas"),
        pytest.param(f"| Paper        | Note |\n| --- | --- |\n| {PAPER}    |   a   |\n", id="padding of columns"),
        pytest.param(f"* [ ]  {PAPER}\n", id="a checkbox"),
        pytest.param(f"* {PAPER} ( a pair ) . . . and ... .NET .5\n", id="pairs, dots, names"),
        pytest.param(f"* {PAPER} ;) :)\n", id="smileys"),
        pytest.param(f"* {PAPER} [Methods](#Many Methods )\n", id="a target with spaces"),
        pytest.param(f"* {PAPER}, , Ann Lee\n", id="a comma behind a comma"),
        pytest.param(f"* {PAPER}, Ann Lee, .\n", id="a full stop behind a comma"),
        pytest.param(f"* {PAPER} - . This is new\n", id="a full stop behind a dash"),
        pytest.param(f"* {PAPER} (diffusion; )\n", id="a bracket behind a semicolon"),
        pytest.param(
            "* [ FireAct ](https://arxiv.org/abs/2310.05915) learns.\n", id="a space on both sides of a label"
        ),
        pytest.param("* [FireAct ](https://arxiv.org/abs/2310.05915)learns.\n", id="the only space before a word"),
        pytest.param(f"* {PAPER} les agents : une étude ; la suite\n", id="French"),
        pytest.param(
            f"* {PAPER} 5\u00a0GB ⭐\u00a0new J.\u00a0Smith «\u00a0oui\u00a0»\n", id="no-break spaces that are meant"
        ),
        pytest.param(f"* {PAPER} a <!-- b --> c\n", id="a space on both sides of a comment"),
        pytest.param(f"*   {PAPER}\n\n    More of it.\n", id="indentation"),
        pytest.param(f"## Papers  (new) \n\nWords  in  prose \n\n* {PAPER}\n", id="headings and prose"),
        pytest.param("- [Contents](#a)  \n- [More](#b)  \n\n# a\n\n# b\n", id="contents"),
        pytest.param(f"<!-- {PAPER}  x  -->\n", id="comments"),
        pytest.param(f"* {PAPER} **Turing** *, ICLR 2023.*\n", id="bold words and italics"),
        pytest.param(
            f"* {PAPER} asks:\n\n  ?a rdf:type ex:Agent .  \n  ?a ex:acts ?b .  \n  ?b rdf:type ex:Fire .\n",
            id="statements of SPARQL",
        ),
        pytest.param(f"* {PAPER} asks `SELECT`: WHERE {{ ?a ?b ?c . }} of all.\n", id="a statement within words"),
    ],
)
def test_silent(text: str) -> None:
    assert findings(StraySpace(), text) == []


def papers(count: int, end: str) -> str:
    return "".join(
        f"* [Agents of Kind {number}](https://arxiv.org/abs/2310.{number:05}){end}\n" for number in range(1, count + 1)
    )


@pytest.mark.parametrize(
    ("text", "warnings", "notes"),
    [
        pytest.param(papers(6, "  ") + papers(4, ""), 0, 1, id="most entries"),
        pytest.param(papers(4, "  ") + papers(6, ""), 0, 4, id="four are slips, even in a row"),
        pytest.param(papers(5, "  (a)") + papers(40, ""), 0, 1, id="five in a row"),
        pytest.param((papers(1, " ") + papers(9, "")) * 8, 0, 8, id="a few here and there"),
        pytest.param((papers(1, " ") + papers(9, "")) * 21, 0, 1, id="nobody minds what is not seen"),
        pytest.param((papers(1, " ") + papers(9, "") + papers(1, "  a")) * 21, 0, 2, id="nor two flaws together"),
        pytest.param((papers(1, " (a) , b") + papers(9, "")) * 11, 11, 0, id="what is seen counts each time"),
        pytest.param(papers(6, " (a) , b") + papers(4, ""), 0, 1, id="what is seen can be a habit too"),
        pytest.param(papers(5, "  (a) ") + papers(40, ""), 0, 2, id="one note for each flaw"),
    ],
)
def test_habits(text: str, warnings: int, notes: int) -> None:
    severities = [each.severity for each in findings(StraySpace(), text)]
    assert (severities.count(Severity.WARNING), severities.count(Severity.NOTE)) == (warnings, notes)


def test_a_line_below_that_has_no_link_is_a_note() -> None:
    text = f"* {PAPER}\n\n  Code: [code](https://a.org) , new\n  Abstract: We train , and act.\n"
    assert placed(text, findings(StraySpace(), text)) == [(3, Severity.WARNING), (4, Severity.NOTE)]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        pytest.param(f"* {PAPER} (a) ", f"* {PAPER} (a)", "a space at the end of the line", id="one"),
        pytest.param(f"* {PAPER} (a)  ", f"* {PAPER} (a)", "two spaces at the end of the line", id="two"),
        pytest.param(f"* {PAPER} (a)      ", f"* {PAPER} (a)", "6 spaces at the end of the line", id="six"),
        pytest.param(f"* {PAPER} (a)\t ", f"* {PAPER} (a)", "two tabs and spaces at the end of the line", id="a tab"),
        pytest.param(
            "* [FireAct ](https://arxiv.org/abs/2310.05915).",
            "* [FireAct](https://arxiv.org/abs/2310.05915).",
            "a space before the closing `]`",
            id="before the end of a link",
        ),
        pytest.param(
            "* [FireAct ](https://arxiv.org/abs/2310.05915) - good.",
            "* [FireAct](https://arxiv.org/abs/2310.05915) - good.",
            "a space before the closing `]`",
            id="before the end of a link, words follow",
        ),
        pytest.param(
            "* [FireAct ](https://arxiv.org/abs/2310.05915)",
            "* [FireAct](https://arxiv.org/abs/2310.05915)",
            "a space before the closing `]`",
            id="before the end of a link, nothing follows",
        ),
        pytest.param(
            '* <a href="https://arxiv.org/abs/2310.05915">FireAct </a> by Ann Lee',
            '* <a href="https://arxiv.org/abs/2310.05915">FireAct</a> by Ann Lee',
            "a space before the closing `</a>`",
            id="before the end of a link of HTML",
        ),
    ],
)
def test_message(before: str, after: str, message: str) -> None:
    (found,) = findings(StraySpace(), before + "\n")
    assert found.message == message
    assert fixed(before, [found]) == after


def test_without_habits_each_entry_is_a_finding() -> None:
    assert len(findings(StraySpace(accept_habits=False), papers(12, " "))) == 12


def test_each_line_of_an_entry_is_a_finding() -> None:
    text = f"* {PAPER}  a\n  b  c\n"
    found = findings(StraySpace(), text)
    assert len(found) == 2
    assert {each.message for each in found} == {"two spaces in a row"}
    assert fixed(text, found) == f"* {PAPER} a\n  b c\n"


def test_message_names_all_flaws() -> None:
    (found,) = findings(StraySpace(), f"* {PAPER}  a , b \n")
    assert found.message == (
        "two spaces in a row, a space before a punctuation mark and a space at the end of the line"
    )


@pytest.mark.parametrize(
    ("line", "severities"),
    [
        ("* [A](u)  (a)", [Severity.NOTE]),
        ("* [A](u) (a) ", [Severity.NOTE]),
        ("* [A](u) , a", [Severity.WARNING]),
        ("* [A](u) , a ", [Severity.WARNING]),
        ("* [A](u)\u200b a", [Severity.NOTE]),
        ("* [A](u) re\u00a0search", [Severity.NOTE]),
        ("* [A](u)\n\n  It is tuned (on traces) .", [Severity.NOTE]),
        ("* [A](u)\n\n  [pdf](v) (Ann Lee , ICLR)", [Severity.WARNING]),
        ("| Paper | a |\n| --- | --- |\n| [A](u) | b ) |", [Severity.WARNING]),
    ],
    ids=[
        *("two", "at the end", "before a comma", "both", "invisible", "no-break", "in a text", "in a field"),
        "in a cell",
    ],
)
def test_what_nobody_sees_is_a_note(line: str, severities: list[Severity]) -> None:
    assert [each.severity for each in findings(StraySpace(), f"{line}\n")] == severities


def test_html() -> None:
    rows = "".join(
        f"<li><a href='https://arxiv.org/abs/2310.0591{number}'>Agents That Learn from {number} Tasks</a></li>\n"
        for number in range(10)
    )
    text = f"<ul>\n{rows}</ul>\n".replace("from 7 ", "from\u00a07 ").replace(
        "2310.05913'>Agents That", "2310.05913'>Agents  That"
    )
    found = findings(StraySpace(), text)
    assert [each.message for each in found] == ["two spaces in a row", "a no-break space"]
    assert fixed(text, found) == f"<ul>\n{rows}</ul>\n"


def test_a_habit_is_one_note_whatever_else_the_line_has() -> None:
    lines = [f"* [Agents of Kind {number}](u{number}) , by Ann Lee\n" for number in range(9)]
    text = "".join([*lines, "* [Agents](u) , by  Ann Lee \n"])
    (found,) = findings(StraySpace(), text)
    assert found.message.startswith("10 of 10 entries: a space before a punctuation mark")
    assert found.severity is Severity.NOTE


def test_what_is_wrong_beside_a_habit_is_told_alone() -> None:
    text = "".join(f"* [Agents of Kind {number}](u{number})  by Ann Lee\n" for number in range(9))
    found = findings(StraySpace(), f"{text}* [Agents](u)  by Ann Lee , Bo Chen\n")
    assert [each.message.partition(" (")[0] for each in found] == [
        "9 of 10 entries: two spaces in a row",
        "a space before a punctuation mark",
    ]


def test_words_that_are_missing_before_a_full_stop_are_no_matter_of_space() -> None:
    assert findings(StraySpace(), f"* {PAPER} a corpus with .\n") == []
    assert len(findings(StraySpace(), f"* {PAPER} a corpus .\n")) == 1


def test_an_abstract_in_a_cell_is_a_note() -> None:
    abstract = "We study how agents learn from the traces of others and why they do . They act in a world. " * 5
    head = "| Paper | What it says |\n| --- | --- |\n"
    assert {each.severity for each in findings(StraySpace(), f"{head}| {PAPER} | {abstract} |\n")} == {Severity.NOTE}
    assert {each.severity for each in findings(StraySpace(), f"{head}| {PAPER} | {abstract[:80]} |\n")} == {
        Severity.WARNING
    }


def test_a_semicolon_may_divide_the_parts_of_a_cell() -> None:
    row = f"| {PAPER} | rules ; search |\n"
    assert findings(StraySpace(), f"| Paper | Kind |\n| --- | --- |\n{row}") == []


@pytest.mark.parametrize(
    ("having", "severity"), [pytest.param(1, Severity.WARNING, id="one"), pytest.param(3, Severity.NOTE, id="three")]
)
def test_a_space_at_the_end_of_a_link_is_loud_where_it_is_rare(having: int, severity: Severity) -> None:
    lines = [f"* [Agents {n}{' ' * (n < having)}](https://arxiv.org/abs/2310.0{5000 + n})\n" for n in range(100)]
    found = findings(StraySpace(), "".join(lines))
    assert [each.severity for each in found] == [severity] * having
    if severity > Severity.NOTE:
        why = "the page shows it, or the link is longer than its words"
        assert found[0].reasons == (why, "1 of 100 entries has it, so it is not a habit")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param("Towns of Language A gents", "Towns of Language Agents", id="after the first letter"),
        pytest.param("Languag e Agents in Towns", "Language Agents in Towns", id="before the last letter"),
        pytest.param("Agent S: Towns of an Agent", None, id="the rest is a word of the list"),
        pytest.param("Language A Gentle Towns", None, id="another word"),
        pytest.param("`Language A gents`", None, id="code"),
    ],
)
def test_a_space_within_a_word(words: str, expected: str | None) -> None:
    usual = "".join(f"* [Language Agents for {each}](https://a.org/{each})\n" for each in WORKS)
    text = f"{usual}* [{words}](https://a.org/x)\n"
    found = findings(StraySpace(), text)
    assert [each.severity for each in found] == ([] if expected is None else [Severity.WARNING])
    assert fixed(text, found) == (text if expected is None else text.replace(words, expected))


WORKS = "Ships", "Trains", "Rivers", "Forests", "Roads", "Lakes", "Hills", "Coasts"


@pytest.mark.parametrize(("before", "lines"), [("", []), ("> ", []), ("* ", [2, 5])], ids=["text", "quote", "items"])
def test_two_spaces_that_break_a_line_are_content(before: str, lines: list[int]) -> None:
    text = "".join(
        f"{before}[Agents of Kind {number}](https://arxiv.org/abs/2310.0591{number}){'  ' * (number in (2, 5))}\n"
        for number in range(1, 9)
    )
    assert placed(text, findings(StraySpace(), text)) == [(line, Severity.NOTE) for line in lines]
