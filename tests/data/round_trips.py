"""Papers written as YAML, as a table and as BibTeX, by other programs than ours."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

import yaml

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_SPECIAL = {"\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}"} | {
    mark: f"\\{mark}" for mark in "&%$#_{}"
}


class Written(NamedTuple):
    """A paper as it is written into a file; empty where nothing is known."""

    title: str
    url: str = ""
    date: str = ""
    venue: str = ""
    authors: tuple[str, ...] = ()


def as_yaml(papers: list[Written]) -> str:
    """A sequence of mappings, as PyYAML writes it."""
    records = [
        {name: list(value) if isinstance(value, tuple) else value for name, value in paper._asdict().items() if value}
        for paper in papers
    ]
    return yaml.safe_dump(records, allow_unicode=True, sort_keys=False, width=60)


def as_table(papers: list[Written], delimiter: str = ",") -> str:
    """A table, as the standard library writes it."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(["Title", "Paper URL", "Date", "Venue", "Authors"])
    writer.writerows([*paper[:4], "; ".join(paper.authors)] for paper in papers)
    return out.getvalue()


def as_bibtex(papers: list[Written]) -> str:
    """Entries of BibTeX."""
    return "\n".join(_entry(number, paper) for number, paper in enumerate(papers, 1))


def _entry(number: int, paper: Written) -> str:
    year, month, day = (*paper.date.split("-"), "", "")[:3] if paper.date else ("", "", "")
    fields = {
        "title": f"{{{_escaped(paper.title)}}}",
        "author": f"{{{' and '.join(map(_escaped, paper.authors))}}}" if paper.authors else "",
        "booktitle": f"{{{_escaped(paper.venue)}}}" if paper.venue else "",
        "year": year,
        "month": MONTHS[int(month) - 1] if month else "",
        "day": f"{{{int(day)}}}" if day else "",
        "url": f"{{{paper.url}}}" if paper.url else "",
    }
    lines = "".join(f"  {name} = {value},\n" for name, value in fields.items() if value)
    return f"@inproceedings{{key{number},\n{lines}}}\n"


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(mark, mark) for mark in text).replace("--", "-{}-")


WRITERS = {"YAML": as_yaml, "CSV": as_table, "BibTeX": as_bibtex}
