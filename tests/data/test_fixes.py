"""Fixes in records change the value and no other byte, and what they write reads as it is meant."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.data import read
from bot.data.writing import encode, quote_cell, quote_yaml, write_at
from bot.linter.config import Config
from bot.linter.diagnostics import Safety
from bot.linter.fixing import fix
from bot.linter.survey import Survey
from bot.rules import RULES
from bot.text import Span, Text
from tests.data.helpers import rows
from tests.data.round_trips import WRITERS, Written

PLAN = Config().plan(RULES)
PATHS = {"YAML": "papers.yaml", "CSV": "papers.csv", "BibTeX": "papers.bib"}
GOOD, TRACKED = "https://arxiv.org/abs/2210.03629", "https://arxiv.org/abs/2210.03629?utm_source=a"
LINKS = {
    TRACKED: GOOD,
    "https://arxiv.org/abs/2303.11366?spm=1": "https://arxiv.org/abs/2303.11366",
    "https://arxiv.org/pdf/2310.08560.pdf?fbclid=1": "https://arxiv.org/pdf/2310.08560.pdf",
    "https://arxiv.org/abs/2305.16291": "https://arxiv.org/abs/2305.16291",
}


def fixed(content: str, path: str, safety: Safety = Safety.SAFE) -> str:
    """The content of a file with all fixes."""
    survey = Survey(date(2026, 11, 22), find_missing=lambda _: None)
    return fix([Text(path, content)], PLAN, survey, safety).texts[0].content


_TITLE = st.lists(
    st.sampled_from(["Agents", "Plan:", '"Why"', "C#", "50%", "it's", "A&B", "{x}", "é", "𝒳", "a,b", "[v2]", "#1"]),
    min_size=2,
    max_size=5,
).map(lambda words: f"On {' '.join(words)} and More")


@pytest.mark.parametrize("form", WRITERS)
@given(
    titles=st.lists(_TITLE, min_size=4, max_size=4, unique=True),
    newline=st.sampled_from(["\n", "\r\n"]),
    start=st.sampled_from(["", "\ufeff"]),
    end=st.booleans(),
)
def test_only_the_address_changes(form: str, titles: list[str], newline: str, start: str, end: bool) -> None:
    content = WRITERS[form]([Written(title, url) for title, url in zip(titles, LINKS, strict=True)])
    content = start + content.replace("\r\n", "\n").replace("\n", newline)
    content = content if end else content.rstrip("\r\n")
    expected = content
    for bad, good in LINKS.items():
        expected = expected.replace(bad, good)
    assert fixed(content, PATHS[form]) == expected


QUOTED = {
    "YAML, plain": (
        "papers.yaml",
        f"- title: ReAct\n  url: {TRACKED} # why\n",
        f"- title: ReAct\n  url: {GOOD} # why\n",
    ),
    "YAML, single": ("papers.yaml", f"- {{title: ReAct, url: '{TRACKED}'}}\n", f"- {{title: ReAct, url: '{GOOD}'}}\n"),
    "YAML, double": ("papers.yaml", f'- title: ReAct\n  url: "{TRACKED}"\n', f'- title: ReAct\n  url: "{GOOD}"\n'),
    "YAML, block": (
        "papers.yaml",
        f"- title: ReAct\n  url: >-\n    {TRACKED}\n",
        f"- title: ReAct\n  url: >-\n    {GOOD}\n",
    ),
    "YAML, Markdown": (
        "papers.yaml",
        f"- title: ReAct\n  links: '[paper]({TRACKED}) and more'\n",
        f"- title: ReAct\n  links: '[paper]({GOOD}) and more'\n",
    ),
    "YAML, anchor": ("papers.yaml", f"- title: ReAct\n  url: &a {TRACKED}\n", f"- title: ReAct\n  url: &a {GOOD}\n"),
    "CSV, quoted": ("papers.csv", f'title,url\n"ReAct",  "{TRACKED}" \n', f'title,url\n"ReAct",  "{GOOD}" \n'),
    "TSV": ("papers.tsv", f"title\turl\nReAct\t{TRACKED}", f"title\turl\nReAct\t{GOOD}"),
    "BibTeX, quotes": (
        "papers.bib",
        f'@misc{{a, title = "ReAct", url = "{TRACKED}"}}',
        f'@misc{{a, title = "ReAct", url = "{GOOD}"}}',
    ),
    "front matter": (
        "react.md",
        f"---\ntitle: ReAct\nurl: {TRACKED}\n---\n\nSee {TRACKED}.\n",
        f"---\ntitle: ReAct\nurl: {GOOD}\n---\n\nSee {TRACKED}.\n",
    ),
}


@pytest.mark.parametrize(("path", "content", "expected"), QUOTED.values(), ids=QUOTED)
def test_quotes_stay(path: str, content: str, expected: str) -> None:
    assert fixed(content, path) == expected


def test_values_that_stand_elsewhere_are_not_fixed() -> None:
    content = f"x: &link {TRACKED}\npapers:\n  - title: ReAct\n    url: *link\n"
    assert fixed(content, "papers.yaml", Safety.UNSAFE) == content


_LINES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), include_characters=" "), min_size=1)


@pytest.mark.parametrize("quote", ["", "'", '"'])
@given(
    words=st.text(
        st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp", "Zs"), include_characters=" "), min_size=1
    )
)
def test_what_is_written_in_yaml_is_read_again(quote: str, words: str) -> None:
    words = f"{words.strip()} x"
    inner = encode("YAML", quote, words, words)
    if inner is not None:
        content = f"- title: {quote}{inner}{quote}\n  authors: Ada Lovelace\n"
        assert [each.title for each in rows("YAML", content)] == [" ".join(words.lstrip("*_ ").split())]


@given(words=_LINES)
def test_quotes_are_chosen_that_hold_a_value(words: str) -> None:
    import yaml

    assert yaml.safe_load(f"- title: {quote_yaml(words)}\n") == [{"title": words}]
    assert yaml.safe_load(f"- {{title: {quote_yaml(words)}}}\n") == [{"title": words}]


CELLS = {
    "plain": ("ReAct", "", "ReAct"),
    "as it was": ("ReAct", '"', '"ReAct"'),
    "delimiter": ("a,b", "", '"a,b"'),
    "quote": ('a "b"', "", '"a ""b"""'),
    "blank": (" a", "", '" a"'),
}


@pytest.mark.parametrize(("words", "usual", "expected"), CELLS.values(), ids=CELLS)
def test_cells_are_quoted_where_they_must_be(words: str, usual: str, expected: str) -> None:
    assert quote_cell(words, ",", usual) == expected


UNWRITABLE = {
    "YAML: a comment": ("YAML", "", "a #b"),
    "YAML: a key": ("YAML", "", "a: b"),
    "YAML: a bracket": ("YAML", "", "a]"),
    "YAML: an alias": ("YAML", "*", "a"),
    "CSV: a delimiter": ("CSV", "", "a,b"),
    "CSV: a line end": ("CSV", '"', "a\nb"),
    "BibTeX: a brace": ("BibTeX", "{", "a}"),
    "BibTeX: a number of letters": ("BibTeX", "0", "May"),
    "BibTeX: a macro": ("BibTeX", "#", "a"),
}


@pytest.mark.parametrize(("form", "quote", "new"), UNWRITABLE.values(), ids=UNWRITABLE)
def test_what_its_quotes_cannot_hold_is_not_written(form: str, quote: str, new: str) -> None:
    assert encode(form, quote, new, new) is None


@pytest.mark.parametrize(
    ("form", "quote", "new", "written"),
    [
        ("YAML", "'", "it's", "it''s"),
        ("YAML", '"', 'a "b" \\c', 'a \\"b\\" \\\\c'),
        ("YAML", ">", "a: #b", "a: #b"),
        ("YAML", "", "2024-01", "2024-01"),
        ("YAML", "", "2024-1", None),
        ("YAML", "", "on", None),
        ("YAML", "", "once", "once"),
        ("YAML", "", "-a", None),
        ("CSV", '"', 'a,"b"', 'a,""b""'),
        ("CSV", "", "a;b", "a;b"),
        ("CSV", "", 'a"', None),
        ("CSV", "", " a", None),
        ("CSV", "", "=a", None),
        ("CSV", '"', "@a", None),
        ("TSV", "", "a,b", "a,b"),
        ("TSV", "", "a\u0009b", None),
        ("BibTeX", "{", "a & b", r"a \& b"),
        ("BibTeX", '"', "https://a.org/x_y", "https://a.org/x_y"),
        ("BibTeX", "{", "10.1234/x_y", "10.1234/x_y"),
        ("BibTeX", "{", "10.123/x_y", r"10.123/x\_y"),
        ("BibTeX", "0", "2024", "2024"),
        ("BibTeX", "{", 'a"', None),
    ],
)
def test_what_is_written_at_a_place(form: str, quote: str, new: str, written: str | None) -> None:
    assert encode(form, quote, new, new) == written


def test_a_cell_that_is_a_formula_already_may_be_edited() -> None:
    assert encode("CSV", "", "=b", "x =b") == "=b"
    assert encode("CSV", "", "a;b", "a;b", "title;url\n") is None
    assert encode("CSV", "", "a", " a") is None


def test_outside_of_values_text_is_written_as_it_is() -> None:
    assert write_at(read(Text("papers.yaml", "")).document, Span(0, 0), "'a") == "'a"
    document = read(Text("papers.yaml", "- title: 'ReAct'\n  authors: Ann\n")).document
    assert [write_at(document, Span(at, at), "'a") for at in (0, 10, 15, 16)] == ["'a", "''a", "''a", "'a"]


def test_a_fix_that_would_make_the_file_unreadable_reads_as_an_empty_list() -> None:
    assert read(Text("papers.yaml", "- title: a: b\n")).entries == ()


_SOUND = "- title: Reflexion\n  url: https://arxiv.org/abs/2303.11366\n  site: https://react-lm.github.io/other\n"
_OTHER = "@misc{{b, title = {{Reflexion}}, url = {{https://arxiv.org/abs/2303.11366}}}}\n"
_NO_COLON, _SITE = "https//arxiv.org/abs/2210.03629", "react-lm.github.io/"
_WRITTEN = {
    "no scheme": ("papers.yaml", _SOUND + "- title: ReAct\n  url: {}\n", GOOD[len("https://") :], GOOD),
    "no colon": ("papers.yaml", _SOUND + "- title: ReAct\n  url: {}\n", _NO_COLON, GOOD),
    "one slash": ("papers.yaml", _SOUND + "- title: ReAct\n  site: {}\n", f"https:/{_SITE}", f"https://{_SITE}"),
    "space": ("papers.yaml", _SOUND + "- title: ReAct\n  url: '{}'\n", f" {GOOD}", GOOD),
    "CSV": ("papers.csv", "title,url\nReflexion,https://arxiv.org/abs/2303.11366\nReAct,{}\n", _NO_COLON, GOOD),
    "BibTeX": ("papers.bib", _OTHER + "@misc{{a, title = {{ReAct}}, url = {{{}}}}}\n", _NO_COLON, GOOD),
}


@pytest.mark.parametrize(("path", "content", "address", "meant"), _WRITTEN.values(), ids=_WRITTEN)
def test_an_address_is_one_whatever_its_scheme(path: str, content: str, address: str, meant: str) -> None:
    assert fixed(content.format(address), path) == content.format(meant)


@pytest.mark.parametrize(
    "values",
    [
        ("github.com/a/b", "github.com/c/d"),
        ("https://github.com/a/b", "pdfs/react.pdf"),
        ("https://github.com/a/b", "coming soon"),
        ("https://github.com/a/b", "example.com/x and more"),
        ("https://github.com/a/b", "a/b"),
    ],
    ids=["all without a scheme", "a file", "words", "words with an address", "a repository"],
)
def test_what_is_no_broken_address(values: tuple[str, str]) -> None:
    content = "".join(f"- title: Paper {each[-1:]}\n  url: {GOOD}\n  code: {each}\n" for each in values)
    assert fixed(content, "papers.yaml", Safety.UNSAFE) == content
