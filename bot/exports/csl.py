"""References as CSL-JSON (https://docs.citationstyles.org/en/stable/specification.html, appendix IV)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.exports.references import ReferenceKind
from bot.papers.names import split_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.exports.references import Reference

_TYPES = {
    ReferenceKind.ARTICLE: "article-journal",
    ReferenceKind.PAPER: "paper-conference",
    ReferenceKind.CHAPTER: "chapter",
    ReferenceKind.PREPRINT: "article",
    ReferenceKind.UNKNOWN: "document",
}
"""Of the types of CSL, `article` is that of preprints."""


def render_csl(references: Iterable[Reference]) -> str:
    """An array with an item for each reference."""
    return f"{json.dumps([_item(each) for each in references], indent=2, ensure_ascii=False)}\n"


def _item(reference: Reference) -> dict[str, object]:
    """The item; what is not known is left out, as CSL has it."""
    authors: list[dict[str, str]] = [_author(name) for name in reference.authors.names]
    authors += [{"literal": "et al."}] if reference.authors.more else []
    values: dict[str, object] = {
        "id": reference.key,
        "type": _TYPES[reference.kind],
        "title": reference.title,
        "author": authors,
        "container-title": reference.venue,
        "issued": _issued(reference),
        "publisher": "arXiv" if reference.kind is ReferenceKind.PREPRINT else "",
        "number": f"arXiv:{reference.arxiv}" if reference.arxiv else "",
        "note": reference.stated_venue,
        "DOI": reference.doi,
        "URL": reference.url,
    }
    return {name: value for name, value in values.items() if value}


def _author(name: str) -> dict[str, str]:
    parts = split_name(name)
    if not parts.given:
        return {"literal": parts.family}
    values = {
        "family": parts.family,
        "given": parts.given,
        "non-dropping-particle": parts.particle,
        "suffix": parts.suffix,
    }
    return {key: value for key, value in values.items() if value}


def _issued(reference: Reference) -> dict[str, object] | None:
    if reference.date is not None and reference.date.year == reference.year:
        parts = list(reference.date.parts)
        return {"date-parts": [parts]}
    return {"date-parts": [[reference.year]]} if reference.year is not None else None
