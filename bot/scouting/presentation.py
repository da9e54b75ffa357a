"""What was scouted, as a table for people, as JSON and as Markdown; all texts of feeds are escaped."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.codec import to_json
from bot.papers.identity import find_page
from bot.reports.markdown import escape
from bot.text import escape_controls, fit, plural, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.scouting.comparison import Candidate, Scouted

_LONGEST_TITLE = 200
_LONGEST_SECTION = 80
_MOST_LISTED = 10
"""Papers that the list has and that are named, in tables."""


def render_json(scouted: Scouted, top: int | None = None) -> str:
    """All candidates, the likest first, then those that the list has."""
    found = (*scouted.new[:top], *scouted.listed)
    return f"{json.dumps({'candidates': [as_object(each) for each in found]}, ensure_ascii=False, indent=2)}\n"


def as_object(candidate: Candidate) -> dict[str, object]:
    """A candidate as JSON has it."""
    paper = candidate.paper
    return {
        "id": paper.id,
        "title": paper.title,
        "score": candidate.score,
        "section": candidate.section,
        "status": "listed" if candidate.is_listed else "new",
        "path": candidate.path,
        "line": candidate.line,
        "date": paper.day.iso() if paper.day is not None else None,
        "votes": paper.votes,
        "affiliation": paper.affiliation or None,
        "nearest": [to_json(each) for each in candidate.nearest],
    }


def render_table(scouted: Scouted, top: int, width: int) -> str:
    """The best candidates with their sections and nearest entries, and how many others there are."""
    shown, unlike, more = _fold(scouted, top)
    lines = []
    for number, each in enumerate(shown, 1):
        paper = each.paper
        section = f'"{shorten(each.section, _LONGEST_SECTION)}"' if each.section else "no section"
        lines.append(f"{number:3}  {each.score:.2f}  {paper.id or 'no id'}  {paper.title}")
        lines.append(f"           {section}")
        lines += [f"           like line {near.line}: {near.title}" for near in each.nearest]
    if scouted.listed:
        lines.append(f"In the list already: {len(scouted.listed):,}")
        for each in scouted.listed[:_MOST_LISTED]:
            lines.append(f"     {each.path}:{each.line}  {each.paper.id or each.paper.title}")
    if more:
        lines.append(f"{plural(more, 'more candidate')}: --top {len(shown) + more} shows all.")
    if unlike:
        lines.append(f"Not shown: {plural(unlike, 'paper')} with hardly a word in common with the list.")
    text = "".join(f"{fit(escape_controls(line), width)}\n" for line in lines)
    return text or "No candidates.\n"


def render_markdown(scouted: Scouted, top: int) -> str:
    """The same as a table in Markdown; papers that are unlike the list, and those that it has, are folded."""
    shown, unlike, more = _fold(scouted, top)
    rows = "".join(_row(number, each) for number, each in enumerate(shown, 1))
    head = "| | paper | section | like | score |\n| --- | --- | --- | --- | --- |\n"
    parts = [f"## Candidates ({len(shown):,})\n\n{head}{rows}" if shown else "No candidates.\n"]
    if more:
        parts.append(f"{plural(more, 'more candidate')} below these.\n")
    if scouted.listed:
        parts.append(_details(f"In the list already ({len(scouted.listed):,})", scouted.listed[:top]))
    if unlike:
        others = [each for each in scouted.new if each.unlike]
        parts.append(_details(f"Unlike the list ({unlike:,})", others[:top]))
    return "\n".join(parts)


def link(candidate: Candidate) -> str:
    """The title of a paper, with a link to its page where it has one."""
    paper = candidate.paper
    words = escape(paper.title or paper.id or "", _LONGEST_TITLE)
    page = find_page(paper.identifier) if paper.identifier is not None else None
    return f"[{words}]({page})" if page is not None else words


def _fold(scouted: Scouted, top: int) -> tuple[Sequence[Candidate], int, int]:
    """The candidates that are shown, how many are unlike the list, and how many others are left."""
    alike = [each for each in scouted.new if not each.unlike]
    return alike[:top], len(scouted.new) - len(alike), len(alike[top:])


def _row(number: int, candidate: Candidate) -> str:
    near = "; ".join(f"{escape(each.title, _LONGEST_TITLE)} (line {each.line})" for each in candidate.nearest)
    section = escape(candidate.section or "", _LONGEST_SECTION)
    cells = (str(number), link(candidate), section, near, f"{candidate.score:.2f}")
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |\n"


def _details(summary: str, candidates: Sequence[Candidate]) -> str:
    return f"<details><summary>{summary}</summary>\n\n{''.join(_items(candidates))}\n</details>\n"


def _items(candidates: Sequence[Candidate]) -> Iterator[str]:
    for each in candidates:
        place = f" (line {each.line})" if each.line is not None else ""
        yield f"- {link(each)}{place}\n"
