"""Records in YAML and in front matter: where each begins and ends, what is around it, and its values."""

from __future__ import annotations

import pytest

from bot.data import read_source
from bot.data.fields import Source
from bot.text import Span, Text


def shown(content: str, span: Span) -> str:
    return content[span.start : span.end]


def read(content: str, form: str = "YAML") -> Source:
    return read_source(Text("papers", content), form)


LETTERS = "- title: A\n  title: B\n  year: 1"


@pytest.mark.parametrize(
    ("content", "records", "groups"),
    [
        pytest.param(
            "- title: A # why\n  year: 2\n# end\n- title: B\n",
            ["- title: A # why\n  year: 2", "- title: B"],
            [(), ()],
            id="a comment below",
        ),
        pytest.param("- {title: A} # x\n\n- {title: B}", ["- {title: A} # x", "- {title: B}"], [(), ()], id="behind"),
        pytest.param("[{title: A}, {title: B}]", ["{title: A}", "{title: B}"], [(), ()], id="on one line"),
        pytest.param("- # no\n  title: A\n", ["title: A"], [()], id="a dash on its own line"),
        pytest.param("a: 1\n---\n- title: A\n", ["- title: A"], [()], id="a second document"),
        pytest.param(
            "a:\n  title: A\n  year: 1\nb:\n  title: B\n  year: 2\n",
            ["a:\n  title: A\n  year: 1", "b:\n  title: B\n  year: 2"],
            [(), ()],
            id="a key for each",
        ),
        pytest.param("list:\n  - title: A\n", ["- title: A"], [()], id="one key for all"),
        pytest.param(
            "Plan:\n  - title: A\nMemo:\n  - title: B\n",
            ["- title: A", "- title: B"],
            [(("Plan", "Plan:\n  - title: A"),), (("Memo", "Memo:\n  - title: B"),)],
            id="keys of groups",
        ),
        pytest.param(
            "all:\n  Plan:\n  - title: A\n  Memo:\n  - title: B\n",
            ["- title: A", "- title: B"],
            [(("Plan", "Plan:\n  - title: A"),), (("Memo", "Memo:\n  - title: B"),)],
            id="a key around groups",
        ),
        pytest.param(
            "- name: Plan\n  papers:\n  - title: A\n",
            ["- title: A"],
            [(("Plan", "- name: Plan\n  papers:\n  - title: A"),)],
            id="a name for all",
        ),
        pytest.param(
            "x:\n  name: Plan\n  papers:\n  - title: A\ny:\n  name: Memo\n  papers:\n  - title: B\n",
            ["- title: A", "- title: B"],
            [
                (("Plan", "x:\n  name: Plan\n  papers:\n  - title: A"),),
                (("Memo", "y:\n  name: Memo\n  papers:\n  - title: B"),),
            ],
            id="a name in the place of a key",
        ),
        pytest.param(
            "- title: A\n  papers: [{title: B}]\n",
            ["{title: B}"],
            [(("A", "- title: A\n  papers: [{title: B}]"),)],
            id="a title of others",
        ),
        pytest.param(
            "- title: A\n  year: 1\n  papers: [{title: B}]\n",
            ["- title: A\n  year: 1\n  papers: [{title: B}]"],
            [()],
            id="a paper with others",
        ),
        pytest.param(
            "- title: A\n  see: https://a.org\n  x: [{title: B}]\n",
            ["- title: A\n  see: https://a.org\n  x: [{title: B}]"],
            [()],
            id="a paper with a page and others",
        ),
        pytest.param(
            "- name: A\n  x: {y: [{title: B}]}\n",
            ["{title: B}"],
            [(("A", "- name: A\n  x: {y: [{title: B}]}"),)],
            id="others one level down",
        ),
        pytest.param("- name: A\n  x: [y]\n", ["- name: A\n  x: [y]"], [()], id="a list of words"),
        pytest.param("- name: ' '\n  title: ~\n  authors: Q\n", [], [], id="empty titles"),
        pytest.param("- title: '~'\n", ["- title: '~'"], [()], id="a title in quotes"),
        pytest.param(f"{LETTERS}\n", [LETTERS], [()], id="a field twice"),
        pytest.param(
            "- title: A\n  y: &a no\n  z: *a\n- title: B\n",
            ["- title: A\n  y: &a no\n  z: *a", "- title: B"],
            [(), ()],
            id="an alias of the same record at the end",
        ),
        pytest.param(
            "- title: A\n  y: &a {b: c}\n- title: B\n  z: *a # x\n",
            ["- title: A\n  y: &a {b: c}", "- title: B\n  z: *a # x"],
            [(), ()],
            id="an alias of another record at the end",
        ),
        pytest.param(
            "- title: A\n  x: >-\n\n    C\n\n- title: B\n",
            ["- title: A\n  x: >-\n\n    C", "- title: B"],
            [(), ()],
            id="a block",
        ),
    ],
)
def test_records(content: str, records: list[str], groups: list[tuple[tuple[str, str], ...]]) -> None:
    found = read(content).records
    assert [shown(content, each.span) for each in found] == records
    assert [tuple((one.text, shown(content, one.span)) for one in each.groups) for each in found] == groups


@pytest.mark.parametrize(
    ("fields", "leaves"),
    [
        pytest.param("x: ' a '", [("x", "x", "a", "a", "'", True)], id="blanks in quotes"),
        pytest.param('x: "a\\tb"', [("x", "x", "a\tb", "a\\tb", '"', False)], id="an escape"),
        *(
            pytest.param(f"x: {each}", [("x", "x", "", each, "", False)], id=f"nothing: {each}")
            for each in ("~", "null", "Null", "NULL")
        ),
        pytest.param("x: '~'", [("x", "x", "~", "~", "'", True)], id="a sign in quotes"),
        pytest.param("x: !!str yes", [("x", "x", "yes", "yes", "", True)], id="a tag"),
        pytest.param("x: &a a", [("x", "x", "a", "a", "", True)], id="an anchor"),
        pytest.param("x: &a 'a'", [("x", "x", "a", "a", "'", True)], id="an anchor and quotes"),
        pytest.param("x: *top", [("x", "x", "T", "x", "*", False)], id="an alias"),
        pytest.param("x: |\n    a\n    b", [("x", "x", "a\nb", "a\n    b", "|", False)], id="lines"),
        pytest.param("x: >-\n    a", [("x", "x", "a", "a", ">", True)], id="a folded line"),
        pytest.param("x: [a, [b]]", [("x", "x", "a", "a", "", True), ("x", "x", "b", "b", "", True)], id="lists"),
        pytest.param("x: {y: a}", [("x", "y", "a", "a", "", True)], id="a mapping"),
        pytest.param(
            "x: [{type: code, url: https://a.org}]",
            [("x", "code", "https://a.org", "https://a.org", "", True)],
            id="a name beside an address",
        ),
        pytest.param(
            "x: [{type: code, see: b}]",
            [("x", "type", "code", "code", "", True), ("x", "see", "b", "b", "", True)],
            id="a name beside words",
        ),
        pytest.param(
            "authors: [{name: Ann, url: https://a.org}]",
            [
                ("authors", "name", "Ann", "Ann", "", True),
                ("authors", "url", "https://a.org", "https://a.org", "", True),
            ],
            id="the name of an author",
        ),
        pytest.param("<<: *base", [("b", "b", "B", "", "*", False)], id="merged"),
        pytest.param("<<: [*base]\n  b: C", [("b", "b", "C", "C", "", True)], id="an own value before a merged one"),
    ],
)
def test_values(fields: str, leaves: list[tuple[str, str, str, str, str, bool]]) -> None:
    content = f"top: &top T\nbase: &base {{b: B}}\npapers:\n- title: A\n  year: 1\n  {fields}\n"
    (record,) = read(content).records
    found = [
        (leaf.name, leaf.label, leaf.text, shown(content, leaf.span), leaf.quote, leaf.is_verbatim)
        for leaf in record.leaves
        if leaf.name not in ("title", "year")
    ]
    assert found == leaves


def test_flaws_and_comments() -> None:
    content = f"# head\n{LETTERS} # last\n  note: 'a # b' # c\n  x: a#b\n"
    source = read(content)
    assert [(each.span.start, each.message) for each in source.flaws] == [
        (20, 'the field "title" is repeated; the first one is on line 2')
    ]
    assert [each.text for each in source.comments] == [" head", " last", " c"]
    assert [leaf.text for leaf in source.records[0].leaves] == ["B", "1", "a # b", "a#b"]


@pytest.mark.parametrize(
    ("content", "records", "comments"),
    [
        ("---\ntitle: A\nyear: 2\n---\nx", ["title: A\nyear: 2"], []),
        ("---\r\ntitle: A\r\n...\r\n", ["title: A"], []),
        ("\ufeff---  \ntitle: A # c\n---  \n# d", ["title: A # c"], [" c"]),
        ("---\ntitle: A\n", [], []),
        ("title: A\n---\n", [], []),
        (" ---\ntitle: A\n---\n", [], []),
    ],
    ids=["plain", "CRLF", "comments", "no end", "no start", "indented"],
)
def test_front_matter(content: str, records: list[str], comments: list[str]) -> None:
    source = read(content, "front matter")
    assert [shown(content, each.span) for each in source.records] == records
    assert [each.text for each in source.comments] == comments
