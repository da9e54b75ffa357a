"""Files that are not Markdown are told by their name or by how they are written; no list in Markdown is one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.document.model import find_other_format

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/listing/lists", "examples", ".", "docs")
LISTS = sorted(path for folder in FOLDERS for path in ROOT.glob(f"{folder}/*.md"))

REACT, REFLEXION = "https://arxiv.org/abs/2210.03629", "https://arxiv.org/abs/2303.11366"
YAML = f"- title: ReAct\n  url: {REACT}\n  year: 2022\n- title: Reflexion\n  url: {REFLEXION}\n"
CSV = f'title,url,year\nReAct,{REACT},2022\n"Reflexion, verbal",{REFLEXION},2023\n'
BIBTEX = "".join(f"@article{{{name},\n  title = {{{name}}}\n}}\n\n" for name in ("react", "reflexion", "voyager"))
RST = f"Papers\n======\n\n.. contents::\n\n* `ReAct <{REACT}>`_\n* `Reflexion <{REFLEXION}>`_\n"
JSON = f'[{{"title": "ReAct", "url": "{REACT}"}}]\n'
HTML = f"<!-- saved -->\n<!DOCTYPE html>\n<html><ul><li><a href='{REACT}'>ReAct</a></li></ul></html>\n"
ORG = "* Papers\n" + f"- [[{REACT}][ReAct]]\n" * 3

OTHERS = {
    "YAML by name": ("papers.yml", "", "YAML"),
    "JSON by name": ("data/papers.JSON", "", "JSON"),
    "CSV by name": ("papers.csv", "a\n", "CSV"),
    "TSV by name": ("papers.tsv", "a\n", "TSV"),
    "BibTeX by name": ("papers.bib", "% none yet\n", "BibTeX"),
    "reStructuredText by name": ("README.rst", "Papers\n", "reStructuredText"),
    "HTML by name": ("index.html", "<p>Papers</p>\n", "HTML"),
    "YAML by content": ("-", YAML, "YAML"),
    "CSV by content": ("papers.txt", CSV, "CSV"),
    "TSV by content": ("papers", CSV.replace(",", "\t"), "TSV"),
    "BibTeX by content": ("papers.txt", BIBTEX, "BibTeX"),
    "reStructuredText by content": ("README", RST, "reStructuredText"),
    "JSON by content": ("-", JSON, "JSON"),
    "HTML by content": ("page.txt", HTML, "HTML"),
    "HTML by content, as late as is looked": ("page.txt", f"{' ' * 3_995}<html lang='en'>", "HTML"),
    "Org by content": ("papers.txt", ORG, "Org"),
    "a byte order mark": ("-", f"\ufeff{JSON}", "JSON"),
    "three columns": ("-", "title,url,x\na,b,c\nd,e,f\n", "CSV"),
    "YAML with a fifth of other lines": ("-", YAML + "words\n", "YAML"),
    "four of five lines of YAML": ("-", "- title: a\n  url: b\n  year: 1\n  x: 2\nwords\n", "YAML"),
    "three of BibTeX beside three links": ("-", BIBTEX + "[a](b)\n" * 3, "BibTeX"),
}
MARKDOWN = {
    "front matter": ("list.txt", "---\ntitle: Papers\nlayout: page\n---\n\n# Papers\n\n- [ReAct](u)\n"),
    "fields": ("-", "- Paper: https://arxiv.org/abs/2210.03629\n- Code: https://github.com/a/b\n- Year: 2022\n"),
    "a link first": ("list.txt", "[ReAct](u)\n"),
    "a reference first": ("list.txt", "[ReAct]\n\n[ReAct]: https://arxiv.org/abs/2210.03629\n"),
    "prose": ("notes.txt", "Title, authors and year of each paper\nare in the list, with a link.\nSend us yours.\n"),
    "HTML inside of Markdown": ("list.txt", '<p align="center"><b>Papers</b></p>\n\n- [ReAct](u)\n'),
    "BibTeX at the end of a list": ("list.txt", "- [ReAct](u)\n" * 4 + "\n```\n" + BIBTEX + "```\n"),
    "HTML later than is looked": ("page.txt", f"{' ' * 3_996}<html lang='en'>"),
    "links in a table over commas": ("-", "title,url,x\n[a](u),b,c\nd,e,f\n"),
    "two columns": ("-", "title,url\na,b\nd,e\n"),
    "two lines of a table": ("-", "title,url,x\na,b,c\n"),
    "columns that lists have not": ("-", "a,b,c\nd,e,f\ng,h,i\n"),
    "a row with fewer values": ("-", "title,url,x\na,b\nd,e,f\n"),
    "a sentence over commas": ("-", "title!,url,x\na,b,c\nd,e,f\n"),
    "three of four lines of YAML": ("-", "- title: a\n  url: b\n  year: 1\nwords\n"),
    "two lines of YAML": ("-", "- title: a\n  url: b\n"),
    "two of BibTeX": ("-", "".join(BIBTEX.partition("@article{voyager")[:1])),
    "three of BibTeX beside four links": ("-", BIBTEX + "[a](b)\n" * 4),
    "what begins as JSON": ("-", "[a, b]\n"),
    "named as Markdown": ("README.md", YAML),
    "empty": ("papers.txt", ""),
    "a list in a file without suffix": ("README", "# Papers\n\n* ReAct: https://arxiv.org/abs/2210.03629\n"),
}


@pytest.mark.parametrize(("path", "content", "expected"), OTHERS.values(), ids=OTHERS)
def test_other_formats(path: str, content: str, expected: str | None) -> None:
    assert find_other_format(path, content) == expected


@pytest.mark.parametrize(
    ("name", "suffixes"),
    [
        ("YAML", "yml yaml"),
        ("JSON", "json jsonl ndjson ipynb"),
        ("BibTeX", "bib bibtex"),
        ("a citation file", "cff"),
        ("XML", "xml"),
        ("TOML", "toml"),
        ("HTML", "html htm xhtml"),
        ("LaTeX", "tex"),
        ("Org", "org"),
        ("AsciiDoc", "adoc asciidoc"),
        (None, "md markdown mdown mkd mkdn mdx rmd qmd txt"),
    ],
)
def test_names_of_files(name: str | None, suffixes: str) -> None:
    assert {find_other_format(f"a.{each}", "words\n") for each in suffixes.split()} == {name}


@pytest.mark.parametrize("column", "title url link doi year authors author arxiv venue abstract id".split())
def test_columns_of_lists_of_papers(column: str) -> None:
    assert find_other_format("-", f"x,{column},y\na,b,c\nd,e,f\n") == "CSV"


@pytest.mark.parametrize(("path", "content"), MARKDOWN.values(), ids=MARKDOWN)
def test_markdown(path: str, content: str) -> None:
    assert find_other_format(path, content) is None


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_lists_are_markdown_by_their_content(path: Path) -> None:
    assert find_other_format("-", path.read_text(encoding="utf-8")) is None
