"""What was read in one version of a text, at its place in another one: each span is so many characters further on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.document.html import make_run
from bot.document.model import Comment, Link, Prose, Run
from bot.text import Span, make_span

if TYPE_CHECKING:
    from collections.abc import Iterable


def move_span(span: Span, by: int) -> Span:
    """A span further on."""
    return make_span((span.start + by, span.end + by))


def move_comments(comments: Iterable[Comment], by: int) -> list[Comment]:
    """Comments further on."""
    return [each._replace(span=move_span(each.span, by)) for each in comments]


def move_prose(prose: Prose, by: int) -> Prose:
    """A prose further on; it says the same."""
    if not by or not prose.runs:
        return prose
    links: dict[int, Link] = {}
    runs = tuple([_move_run(run, by, links) for run in prose.runs])
    moved = Prose.__new__(Prose)
    moved.wording, moved.text, moved.styles, moved.starts = prose.wording, prose.text, prose.styles, prose.starts
    moved.runs, moved.start, moved.end = runs, runs[0].span.start, runs[-1].span.end
    return moved


def _move_run(run: Run, by: int, links: dict[int, Link]) -> Run:
    kind, (start, end), value, style, link, image, tag = run
    image = _move_link(image, by, links) if image is not None else None
    link = _move_link(link, by, links) if link is not None else None
    return make_run((kind, make_span((start + by, end + by)), value, style, link, image, tag))


def _move_link(link: Link, by: int, links: dict[int, Link]) -> Link:
    """A link further on; what is one object for several runs stays one."""
    if (moved := links.get(id(link))) is None:
        url_span, badge = link.url_span, link.badge
        links[id(link)] = moved = Link(
            move_span(link.span, by),
            link.label,
            move_span(link.label_span, by),
            link.href,
            move_span(url_span, by) if url_span is not None else None,
            link.image,
            link.bare,
            _move_link(badge, by, links) if badge is not None else None,
        )
    return moved
