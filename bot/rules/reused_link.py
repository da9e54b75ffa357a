"""The rule `reused-link`: one page, PDF or video under unrelated titles."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.listing import Entry, Link, Listing
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.similarity import coined_name, title_key
from bot.rules.api import Bad, Context, Findings, Good, Rule, Scope, Severity
from bot.rules.link_targets import TemplateSections, target_span
from bot.rules.sameness import Relation, relate
from bot.rules.works import MANY, is_volume, pointer
from bot.text import lazy_pattern

_PAPER = lazy_pattern(r"\W*(?:paper|pdf|arxiv|preprint|openreview|doi|acl|cvf|ieee|acm|html|论文)\W*", re.IGNORECASE)
_COMPANION = lazy_pattern(
    r"\W*(?:(?:project|home|github|web)? ?-?(?:page|site|website)|homepage|project|videos?|youtube|slides?|poster|talk"
    r"|presentation|citations?|bibtex|supp(?:lement(?:ary|al)?)?|主页|项目主页|视频)\W*",
    re.IGNORECASE,
)
"""Labels of what belongs to one paper. Code, data and posts are often about several papers."""
_FAMILIES = frozenset({Scheme.GITHUB, Scheme.HUGGINGFACE})
"""Of 9 repositories under unrelated titles, 6 held the code of both papers."""
_LONGEST_LABEL = 30
_SHORTEST_NAME = 4
_SLUG = 20
"""Length of a title in some URLs (characters)."""
_MOST = 50
"""Only this many places of one page are compared."""


class _Use(NamedTuple):
    """A link of an entry that should be about its paper alone."""

    entry: Entry
    link: Link
    is_paper: bool
    """Whether it is the link to the paper itself."""


class ReusedLink(Rule):
    """One page, PDF or video is linked under unrelated titles; at most one of them is right.

    This happens when an entry is copied and one of its links is not changed, or when papers link the page of their
    conference. Looked at are the link to the paper and those labelled as its page, video, slides, poster or citations;
    papers with an id, such as those of arXiv or with a DOI, are compared by `reused-id` too. Repositories are left
    alone: papers often share one. There is one finding for each page, at the entry whose title is not in its URL.

    It is a note if the titles may be two of one paper, or if three or more papers share a page that is not a paper.
    """

    slug = "reused-link"
    severity = Severity.WARNING
    scope = Scope.PAIR
    examples = (
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) "
            "[[page](https://fireact-agent.github.io/)]\n"
            "* [Training Software Engineering Models with Verifiers](https://arxiv.org/abs/2412.21139) "
            "[[page](https://fireact-agent.github.io/)]\n"
        ),
        Good(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) "
            "[[code](https://github.com/example/agents)]\n"
            "* [Training Software Engineering Models with Verifiers](https://arxiv.org/abs/2412.21139) "
            "[[code](https://github.com/example/agents)]\n"
        ),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per page."""
        templates = TemplateSections(listing)
        by_target: dict[Identifier | str, list[tuple[Entry, Link]]] = {}
        for entry in context.catalog.papers(listing):
            for link in entry.links if entry.title is not None else ():
                if not link.image and link.href and link.href[0] != "#":
                    work = identify(link.href).identifier
                    target = work if work is not None and work.is_paper else link.href
                    by_target.setdefault(target, []).append((entry, link))
        for target, places in by_target.items():
            if len(places) > 1 and not _is_shared(target):
                uses = [use for place in places[:_MOST] if (use := _read(*place)) is not None]
                yield from self._compare(
                    listing, [use for use in uses if not templates.contain(use.link.span)], context
                )

    def _compare(self, listing: Listing, uses: list[_Use], context: Context) -> Findings:
        """The finding for one page, at the last of the entries whose titles are unrelated to that of its owner."""
        owner = next((use for use in uses if _is_named_in(use)), next(iter(uses), None))
        if owner is None:
            return
        found = [
            (relation, use)
            for use in uses
            if not _is_of_reused_id(owner, use)
            and (relation := relate(owner.entry, use.entry, context.catalog.topic)) >= Relation.UNKNOWN
        ]
        if not found:
            return
        relation, use = found[-1]
        others = [owner, *(each for _, each in found[:-1])]
        lines = [*dict.fromkeys(listing.text.line_at(each.link.span.start) for each in others)]
        is_one_of_two = len(lines) == 1
        message = f"{len(lines) + 1} papers have this link, also in {_join(lines)}; it belongs to one of them at most"
        if is_one_of_two:
            other = "an unrelated" if relation > Relation.UNKNOWN else "another"
            message = f"line {lines[0]} has this link under {other} title; one of the two is probably wrong"
        certain = relation > Relation.UNKNOWN and (is_one_of_two or all(each.is_paper for each in (use, *others)))
        related = tuple(pointer(ListedEntry(listing, each.entry), "the other title") for each in others[:MANY])
        severity = None if certain else Severity.NOTE
        yield self.at(listing, target_span(use.link), message, related=related, severity=severity)


def _read(entry: Entry, link: Link) -> _Use | None:
    """A link that should be about the paper of its entry alone; None for others."""
    if entry.link is not None and link.href == entry.link.href:
        return _Use(entry, link, is_paper=True)
    label = link.label if link.badge is None else f"{link.label or link.badge.label}"
    if len(label) <= _LONGEST_LABEL and (_PAPER.fullmatch(label) or _COMPANION.fullmatch(label)):
        return _Use(entry, link, is_paper=_PAPER.fullmatch(label) is not None)
    return None


def _is_shared(target: Identifier | str) -> bool:
    """Whether a target is often about several papers: a repository, a whole volume."""
    work = identify(target).identifier if isinstance(target, str) else target
    return work is not None and (work.scheme in _FAMILIES or is_volume(work))


def _is_of_reused_id(one: _Use, other: _Use) -> bool:
    """Whether two uses are the main links of papers with an id, which `reused-id` and `duplicate-entry` compare."""
    work = one.entry.work
    return work is not None and work.is_paper and work == other.entry.work and one.is_paper and other.is_paper


def _is_named_in(use: _Use) -> bool:
    """Whether the URL has the name of the paper, or the beginning of its title."""
    title = use.entry.title.value if use.entry.title is not None else ""
    url = title_key(use.link.href)
    names = title_key(coined_name(title) or ""), title_key(title)[:_SLUG]
    return any(len(name) >= _SHORTEST_NAME and name in url for name in names)


def _join(lines: list[int]) -> str:
    shown = ", ".join(map(str, lines[:MANY]))
    return f"line {shown}" if len(lines) == 1 else f"lines {shown}{', ...' if len(lines) > MANY else ''}"
