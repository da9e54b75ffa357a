"""Which files are surely not Markdown: by their name, or where the name does not tell, by how they are written."""

from __future__ import annotations

import re
from pathlib import PurePath

from bot.text import lazy_pattern

YAML, CSV, TSV, BIBTEX, FRONT_MATTER = "YAML", "CSV", "TSV", "BibTeX", "front matter"
"""The formats of records that `bot.data` reads."""

_BY_SUFFIX = {
    YAML: (".yaml", ".yml"),
    "JSON": (".json", ".jsonl", ".ndjson", ".ipynb"),
    CSV: (".csv",),
    TSV: (".tsv",),
    BIBTEX: (".bib", ".bibtex"),
    "a citation file": (".cff",),
    "reStructuredText": (".rst",),
    "HTML": (".html", ".htm", ".xhtml"),
    "XML": (".xml",),
    "TOML": (".toml",),
    "LaTeX": (".tex",),
    "Org": (".org",),
    "AsciiDoc": (".adoc", ".asciidoc"),
}
_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd", ".mkdn", ".mdx", ".rmd", ".qmd")
_ENOUGH = 3
"""Lines or links in the form of another format from which a file is in it."""
_MOST = 0.8
"""The share of lines that have the form of YAML from which a file is YAML: lists in Markdown have `key: value` too."""
_HEAD = 4_000
"""Characters in which an HTML page has begun."""

_MARKDOWN_LINK = lazy_pattern(r"\]\(|^#{1,6} ", re.MULTILINE)
_COMMENT = lazy_pattern(r"<!--.*?-->|<\?xml.*?\?>", re.DOTALL)
_HTML = lazy_pattern(r"\s*<(?:!doctype html|html)\b", re.IGNORECASE)
_BIBTEX = lazy_pattern(r"^@[a-z]+\s*\{\s*[^\s,{}]+,\s*$", re.IGNORECASE | re.MULTILINE)
_YAML_LINE = lazy_pattern(r"[ ]*(?:- +)*[A-Za-z_][\w-]*:(?:$| .*)|[ ]+- \S.*|---|#.*")
_YAML_RECORD = lazy_pattern(r"^( *)- [A-Za-z_][\w-]*:.*\n\1  [A-Za-z_][\w-]*:", re.MULTILINE)
_RST = lazy_pattern(r"^\.\. [\w-]+::|`[^`<>]+<https?://[^<>\s]+>`_", re.MULTILINE)
_ORG = lazy_pattern(r"\[\[https?://[^\[\]]+\]\[[^\[\]]+\]\]")
_TABLE_HEAD = lazy_pattern(r"[\w .-]{1,40}", re.ASCII)
_TABLE_COLUMNS = frozenset(
    {"title", "url", "link", "doi", "year", "authors", "author", "arxiv", "venue", "abstract", "id"}
)


def find_other_format(path: str, content: str) -> str | None:
    """The format of a file that is surely not Markdown; None for all else.

    A file that is named as Markdown is Markdown. What a name such as `papers.txt` leaves open its content decides.
    """
    suffix = PurePath(path).suffix.casefold()
    if suffix in _MARKDOWN:
        return None
    for name, suffixes in _BY_SUFFIX.items():
        if suffix in suffixes:
            return name
    return _find_by_content(content.removeprefix("\ufeff"))


def _find_by_content(content: str) -> str | None:
    if _HTML.match(_COMMENT.sub("", content[:_HEAD])):
        return "HTML"
    if content.lstrip()[:1] in ("{", "[") and _is_json(content):
        return "JSON"
    links = len(_MARKDOWN_LINK.findall(content))
    for name, pattern in ((BIBTEX, _BIBTEX), ("reStructuredText", _RST), ("Org", _ORG)):
        if len(pattern.findall(content)) >= max(_ENOUGH, links):
            return name
    if links:
        return None
    lines = [line for line in content.splitlines() if line.strip()]
    if len(lines) >= _ENOUGH and _YAML_RECORD.search(content):
        return YAML if sum(_YAML_LINE.fullmatch(line) is not None for line in lines) >= _MOST * len(lines) else None
    return next((name for name, mark in ((CSV, ","), (TSV, "\t")) if _is_table(lines, mark)), None)


def _is_json(content: str) -> bool:
    import json  # few files begin so

    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return False
    return True


def _is_table(lines: list[str], mark: str) -> bool:
    """Whether the first line names at least three columns, one as lists of papers do, and the next ones fill them."""
    heads = [head.strip(' "').casefold() for head in lines[0].split(mark)] if lines else []
    return (
        len(heads) >= _ENOUGH
        and len(lines) >= _ENOUGH
        and all(map(_TABLE_HEAD.fullmatch, heads))
        and not _TABLE_COLUMNS.isdisjoint(heads)
        and all(line.count(mark) >= len(heads) - 1 for line in lines[1:_ENOUGH])
    )
