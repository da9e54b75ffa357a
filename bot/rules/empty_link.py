"""The rule `empty-link`: links without a target, or without text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Edit, Fix, Severity
from bot.linter.rule import Bad, Good, Rule
from bot.listing import Convention
from bot.rules.link_targets import TemplateSections
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing
    from bot.text import Text

_INVISIBLE = lazy_pattern(r"\[[ \t]*\]\(.*\)|<a\b[^>]*>\s*</a\s*>", re.DOTALL | re.IGNORECASE)
_NOWHERE = frozenset({"", "#"})


class EmptyLink(Rule):
    """A link has no target, as `[code]()`, or no text, as `[](https://...)`.

    Without a target it looks like a link and leads nowhere; without text it is invisible. Both are mostly
    left over from a template. Put in what is missing, or take the link out.

    A badge with an empty link around it, `[![...](...)]()`, is left alone: it keeps the picture from
    becoming a link to itself. So are lists in which four in five papers have an empty link: there it is
    the way that a label is written.
    """

    slug: ClassVar[str] = "empty-link"
    severity: ClassVar[Severity] = Severity.WARNING
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad("* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [code]()\n"),
        Bad("* [](https://arxiv.org/abs/2310.05915) FireAct: Toward Language Agent Fine-tuning\n"),
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) []()\n",
            fixed="* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n",
        ),
        Good("[![pull requests welcome](https://img.shields.io/badge/PRs-welcome-green)]()\n"),
        Good("* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per link."""
        templates = TemplateSections(listing)
        is_habit = _is_habit(listing)
        inside = {link.span for entry in listing.entries for link in entry.links}
        for link in listing.document.links:
            if link.badge is not None or templates.contain(link.span):
                continue
            nowhere = link.href == "" or (link.href == "#" and link.span in inside)
            if _INVISIBLE.fullmatch(listing.text[link.span]):
                lacking = "neither text nor target" if nowhere else "no text, so it is invisible"
                fix = _removal(listing.text, link) if nowhere else None
                yield self.at(listing, link.span, f"this link has {lacking}", fix=fix)
            elif nowhere and not is_habit:
                what = "picture has no source" if link.image else "link has no target"
                yield self.at(listing, link.span, f"this {what}")


def _is_habit(listing: Listing) -> bool:
    """Whether links without a target are the way in which the papers of the list write something."""
    papers = [*listing.papers]
    if not papers:
        return False
    empty = sum(any(link.href in _NOWHERE for link in paper.links) for paper in papers)
    return Convention(True, empty, len(papers)).is_firm


def _removal(text: Text, link: Link) -> Fix:
    """Takes the link out, with the blanks before it."""
    start = text.blanks_before(link.span.start)
    if start and text.content[start - 1] in "\r\n*-+":
        start = link.span.start
    return Fix("Remove the empty link", (Edit(Span(start, link.span.end), ""),))
