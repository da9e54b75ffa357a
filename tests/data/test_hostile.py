"""Files of strangers: one message with a line, or an empty list, in time that is linear in their size."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.data import check, read
from bot.errors import BotError
from bot.scouting.feeds import read_feed
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

INVALID = {
    "YAML: a colon in a title": (
        "a.yaml",
        "- title: a: b\n",
        "a.yaml:1: not valid YAML: mapping values are not allowed in this context",
    ),
    "YAML: an open quote": (
        "a.yaml",
        '- title: x\n- title: "b\n',
        "a.yaml:3: not valid YAML: while scanning a quoted scalar, found unexpected end of stream",
    ),
    "YAML: a tab": (
        "a.yaml",
        "- title: a\n\turl: b\n",
        "a.yaml:2: not valid YAML: while scanning a plain scalar, found a tab",
    ),
    "YAML: an unknown alias": ("a.yaml", "- title: *x\n", "a.yaml:1: not valid YAML: found undefined alias"),
    "YAML: brackets": ("a.yaml", "[" * 5_000, "a.yaml: nested too deep"),
    "YAML: brackets behind quotes": ("a.yaml", '["]",' * 30_000, "a.yaml: nested too deep"),
    "YAML: dashes": ("a.yaml", "- " * 50_000, "a.yaml: nested too deep"),
    "CSV: an open quote": ("a.csv", 'title,url\n"a,b\nc\n', "a.csv:2: the quote has no end"),
    "BibTeX: no end": ("a.bib", "@misc{a,\n title={x}\n", "a.bib:2: the entry that begins on line 1 cannot be read"),
    "BibTeX: an open brace": (
        "a.bib",
        "\n@misc{a,\n title={x {y}\n}\n",
        "a.bib:4: the entry that begins on line 2 cannot be read",
    ),
    "BibTeX: macros": (
        "a.bib",
        f'@string{{a = "{"x" * 1_000}"}}\n@misc{{b,\n title = a{" # a" * 50_000}\n}}\n',
        "a.bib:3: the entry that begins on line 2 cannot be read: macros stand for too much text",
    ),
    "no list": (
        "ci.yml",
        "jobs:\n - name: a\n   run: b\n",
        "ci.yml is not a list of papers: hardly any of its records has a title and names a paper",
    ),
    "a citation file": ("CITATION.cff", "title: x\n", "CITATION.cff is a citation file, which is not read"),
    "JSON": ("a.json", "[]", "a.json is JSON, which is not read"),
}


@pytest.mark.parametrize(("path", "content", "message"), INVALID.values(), ids=INVALID)
def test_one_message_says_what_is_wrong(path: str, content: str, message: str) -> None:
    with pytest.raises(BotError) as raised:
        check(Text(path, content))
    assert raised.value.message.startswith(message)
    assert read(Text(path, content)).entries == ()


def test_aliases_do_not_multiply() -> None:
    levels = "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12))
    bomb = f"a0: &a0 {{title: x, url: https://arxiv.org/abs/2210.03629}}\n{levels}"
    with pytest.raises(BotError, match="aliases stand for too many values"):
        check(Text("a.yaml", bomb))


def test_a_record_that_holds_itself() -> None:
    content = "- &a\n  title: ReAct\n  url: https://arxiv.org/abs/2210.03629\n  self: *a\n"
    assert [str(entry.work) for entry in read(Text("a.yaml", content)).entries] == ["arxiv:2210.03629"]


LONG: dict[str, tuple[str, Callable[[int], str]]] = {
    "CSV: quotes": ("a.csv", lambda size: "title,url\n" + '""' * 2 * size),
    "CSV: columns": ("a.csv", lambda size: "title," * 2 * size + "\n" + "a," * 2 * size),
    "CSV: delimiters": ("a.csv", lambda size: ",;|\t" * size),
    "BibTeX: at signs": ("a.bib", lambda size: "@a{" * size),
    "BibTeX: braces": ("a.bib", lambda size: "@misc{a, title={" + "{x}" * size + "}}"),
    "BibTeX: accents": ("a.bib", lambda size: "@misc{a, title={" + "\\'" * size + "}}"),
    "BibTeX: comments": ("a.bib", lambda size: "@misc{a" + "%\n" * size + "}"),
    "BibTeX: pieces": ("a.bib", lambda size: "@misc{a, title={x}" + " # {y}" * size + "}"),
    "front matter": ("a.md", lambda size: "---\n" + "a: b\n" * size),
    "front matter of blank lines": ("a.md", lambda size: "---\n" + "\n" * size + "a\n\n\n" * size),
    "a name of a file": ("a.md", lambda size: "generated from " + "a/" * size + "\n"),
    "front matter without end": ("a.md", lambda size: "---\ntitle: x\n" + "-" * size),
}


@pytest.mark.parametrize("size", [3_000, pytest.param(50_000, marks=pytest.mark.slow)], ids=["small", "large"])
@pytest.mark.parametrize(("path", "make"), LONG.values(), ids=LONG)
def test_long_files_are_read_or_refused(path: str, make: Callable[[int], str], size: int) -> None:
    assert len(read(Text(path, make(size))).entries) <= 1


def test_deep_indentation_is_read_or_refused() -> None:
    assert read(Text("a.yaml", "".join(f"{' ' * n}a:\n" for n in range(900)))).entries == ()


def test_front_matter_and_feeds_are_no_deeper() -> None:
    content = "---\ntitle: x\na: " + '["]",' * 30_000 + "\n---\n"
    assert read(Text("a.md", content)).entries == ()
    with pytest.raises(BotError, match=r"no papers found|nested too deep"):
        read_feed(Text("feed", content))


def test_a_macro_does_not_grow() -> None:
    macros = "".join(f"@string{{a{n} = {' # '.join([f'a{n - 1}'] * 9)}}}\n" for n in range(1, 30))
    content = f'@string{{a0 = "x"}}\n{macros}@misc{{b, title={{ReAct}}, note=a29, doi={{10.1/x}}, author={{A B}}}}\n'
    assert len(read(Text("a.bib", content)).entries) == 1
