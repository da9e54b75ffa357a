"""BibTeX: records with their flaws and comments, LaTeX as plain text, and titles as LaTeX."""

from __future__ import annotations

import pytest

from bot.data import read_source
from bot.data.bibtex import decode, encode_title
from bot.errors import BotError
from bot.text import Text

MISC = "@misc{a, title={X}}"
NO_COMMA = 'there is no comma in front of the field "year"'


def name_of(depth: int) -> str:
    """A name with two commas, and one more in the outermost of so many braces."""
    return f"a, {{g, {'{b' * (depth - 1)}{'}' * (depth - 1)}}}, h"


@pytest.mark.parametrize(
    ("content", "records", "flaws", "comments"),
    [
        pytest.param(MISC, [MISC], [], [], id="one"),
        pytest.param("@misc{a}", ["@misc{a}"], [], [], id="no fields"),
        pytest.param("@misc{title={X}}", ["@misc{title={X}}"], [], [], id="no key"),
        pytest.param(
            "@misc{a,, title={X},,year=2020}", ["@misc{a,, title={X},,year=2020}"], [], [], id="commas too many"
        ),
        pytest.param(
            "@misc{a, title={X} year=2020}",
            ["@misc{a, title={X} year=2020}"],
            [("year", NO_COMMA)],
            [],
            id="a comma too few",
        ),
        pytest.param(
            "@misc{a, title={X},\n Title={Y}}",
            ["@misc{a, title={X},\n Title={Y}}"],
            [("Title", 'the field "Title" is repeated; the first one is on line 1')],
            [],
            id="a field twice",
        ),
        pytest.param(
            f"{MISC}\n\n@misc{{A, title={{Y}}}}\n@misc{{A, title={{Z}}}}",
            [MISC, "@misc{A, title={Y}}", "@misc{A, title={Z}}"],
            [("A", f'the key "A" is repeated; the first one is on line {line}') for line in (1, 1)],
            [],
            id="a key three times",
        ),
        pytest.param(
            "@misc{,title={X}}\n@misc{,title={Y}}", ["@misc{,title={X}}", "@misc{,title={Y}}"], [], [], id="empty keys"
        ),
        pytest.param(
            "@misc{a, author={A, B, C, D and E}}",
            ["@misc{a, author={A, B, C, D and E}}"],
            [("author", 'a name in the field "author" has three commas or more; BibTeX wants "and" between names')],
            [],
            id="three commas in a name",
        ),
        pytest.param(
            f"@misc{{a, author={{a, b, c and d, e AND {name_of(4)}}}, title={{a, b, c, d}}}}",
            [f"@misc{{a, author={{a, b, c and d, e AND {name_of(4)}}}, title={{a, b, c, d}}}}"],
            [],
            [],
            id="two commas in a name, others in braces and in a title",
        ),
        pytest.param(
            f"@misc{{a, editor={{{name_of(5)}}}}}",
            [f"@misc{{a, editor={{{name_of(5)}}}}}"],
            [("editor", 'a name in the field "editor" has three commas or more; BibTeX wants "and" between names')],
            [],
            id="deeper braces than are looked into",
        ),
        pytest.param(f"{MISC} % end\n", [f"{MISC} % end"], [], [" end"], id="a comment behind"),
        pytest.param(f"{MISC} {MISC}\n", [MISC, MISC], [("a", None)], [], id="two on a line"),
        pytest.param(
            "% c\n@misc{a, % why\n title={X}}",
            ["@misc{a, % why\n title={X}}"],
            [],
            [" c", " why"],
            id="comments above and inside",
        ),
        pytest.param(
            f"a@misc{{b, title={{X}}}}\n% @misc{{c, title={{Y}}}}\n\ufeff{MISC}",
            [MISC],
            [],
            [" @misc{c, title={Y}}"],
            id="within a word and a comment",
        ),
        pytest.param(
            f'@comment{{x {{y}} z}} @preamble{{"x"}}{MISC}', [MISC], [], ["x {y} z"], id="comment and preamble"
        ),
    ],
)
def test_files(content: str, records: list[str], flaws: list[tuple[str, str | None]], comments: list[str]) -> None:
    source = read_source(Text("a.bib", content), "BibTeX")
    assert [content[each.span.start : each.span.end] for each in source.records] == records
    assert [content[each.span.start : each.span.end] for each in source.flaws] == [place for place, _ in flaws]
    assert all(text in (None, each.message) for each, (_, text) in zip(source.flaws, flaws, strict=True))
    assert [each.text for each in source.comments] == comments


@pytest.mark.parametrize(
    ("field", "text", "place", "quote", "is_verbatim"),
    [
        pytest.param("title={ X Y }", "X Y", "X Y", "{", True, id="blanks around"),
        pytest.param('title="X {"} Y"', 'X " Y', 'X {"} Y', '"', False, id="a quote in braces"),
        pytest.param("year=2020", "2020", "2020", "0", True, id="a number"),
        pytest.param('month=jan # " 2"', "January 2", "month", "#", False, id="joined"),
        pytest.param("month=JAN", "January", "month", "#", False, id="a macro"),
        pytest.param("x=foo", "foo", "x", "#", False, id="an unknown macro"),
        pytest.param("author=me # {, Bo}", "Ann, Bo", "author", "#", False, id="an own macro"),
        pytest.param(r"title={A \& {B}}", "A & B", r"A \& {B}", "{", False, id="LaTeX"),
        pytest.param(r"author={{B} \& C}", r"{B} \& C", r"{B} \& C", "{", True, id="names keep their LaTeX"),
        pytest.param(
            r"url={\url{https://a.org/x\_y}}", "https://a.org/x_y", r"\url{https://a.org/x\_y}", "{", False, id="url"
        ),
        pytest.param(
            r"URL={https://a.org/x--y~z}", "https://a.org/x--y~z", "https://a.org/x--y~z", "{", True, id="an address"
        ),
        pytest.param("doi={ {10.1/x} }", "10.1/x", "{10.1/x}", "{", False, id="an address in braces"),
        pytest.param("title={}", "", "", "{", True, id="empty"),
    ],
)
def test_fields(field: str, text: str, place: str, quote: str, is_verbatim: bool) -> None:
    content = f"@string{{me = {{Ann}}}}\n@misc(a, {field}, note={{(}})"
    leaf = read_source(Text("a.bib", content), "BibTeX").records[0].leaves[0]
    found = (leaf.text, content[leaf.span.start : leaf.span.end], leaf.quote, leaf.is_verbatim)
    assert found == (text, place, quote, is_verbatim)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("\n@misc{a,\n title={X}", "3: the entry that begins on line 2 cannot be read", id="no end"),
        pytest.param(
            "@misc{a,\n title={X}", "2: the entry that begins on line 1 cannot be read", id="no closing bracket"
        ),
        pytest.param(
            "@misc{a,\n title={X",
            "2: the entry that begins on line 1 cannot be read: its bracket is never closed",
            id="no closing brace",
        ),
        pytest.param(
            '@misc{a, title="X}', "1: the entry that begins on line 1 cannot be read: a quote has no end", id="a quote"
        ),
        pytest.param("@misc{a, title}", "1: the entry that begins on line 1 cannot be read", id="no value"),
        pytest.param("@misc{=x}", "1: the entry that begins on line 1 cannot be read", id="no name"),
        pytest.param("@misc{a,\n title=,}", "2: the entry that begins on line 1 cannot be read", id="an empty value"),
    ],
)
def test_unreadable(content: str, message: str) -> None:
    with pytest.raises(BotError) as caught:
        read_source(Text("a.bib", content), "BibTeX")
    assert caught.value.message == f"a.bib:{message}"


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\'e {\'e} \'{e} \c c \c{c} \H{o} \v{S}oc", "é é é ç ç ő Šoc"),
        (r"\'{\i} \'\i \ss{} x \o", "í í ß x ø"),
        (r"\LaTeX{} \alpha x \textbf{y}", "LaTeX x y"),
        (r"a\&b a\,b a\-b a\\b a\:b a\/b a\ b", "a&b a b ab a b a b a b a b"),
        ("a--b a---b -", "a–b a—b -"),
        ("$x-y$ A~B {BERT}: {A}", "$x-y$ A B BERT: A"),
        ("two\n lines", "two lines"),
        ("two  blanks", "two  blanks"),
    ],
)  # fmt: skip
def test_latex_as_text(latex: str, text: str) -> None:
    assert decode(latex) == text


@pytest.mark.parametrize(
    ("title", "latex"),
    [
        ("A Agent agent 4k a1", "A Agent agent 4k a1"),
        ("A B: Q BERT R1 FireAct 3D iPhone arXiv É", "A {B}: {Q} {BERT} {R1} {FireAct} {3D} {iPhone} {arXiv} {É}"),
        ("GPT-4 (V) a", "{GPT}-4 ({V}) a"),
        (r"The $x^2$ Law of $\alpha_1$-GPT", r"The {$x^2$} Law of {$\alpha_1$}-{GPT}"),
        ("$x^^2$", r"\$x\textasciicircum{}\textasciicircum{}2\$"),
        (r"$\input{a}$ x", r"\$\textbackslash{}input\textbraceleft{}a\textbraceright{}\$ x"),
        ("$}{$ and ${x$", r"\$\textbraceright{}\textbraceleft{}\$ and \$\textbraceleft{}x\$"),
        ("${x}$", "{${x}$}"),
        ("50% & #1_~", r"50\% \& \#1\_\textasciitilde{}"),
        ("R&D_1 ^ $5", r"{R\&D\_1} \textasciicircum{} \$5"),
        (r"\a {x} }", r"\textbackslash{}a \textbraceleft{}x\textbraceright{} \textbraceright{}"),
        (r"$\def{b}$", r"\$\textbackslash{}def\textbraceleft{}b\textbraceright{}\$"),
        ("Ünïcode 世界", "Ünïcode 世界"),
    ],
)
def test_titles_as_latex(title: str, latex: str) -> None:
    assert encode_title(title) == latex
