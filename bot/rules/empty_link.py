"""The rule `empty-link`: links without a target, or without text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.listing import Link, Listing, Span, Text
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Form, Good, HabitRule, Need, Safety, Severity
from bot.rules.link_targets import TemplateSections
from bot.text import lazy_pattern

_INVISIBLE = lazy_pattern(r"\[[ \t]*\]\(.*\)|<a\b[^>]*>\s*</a\s*>", re.DOTALL | re.IGNORECASE)
_BETWEEN = lazy_pattern(r"\s*(?:-{3,}\s*)?")
"""What may be between the two halves of a link, including the underline of a heading."""
_TO_TOP = lazy_pattern(r"\W*|.*\btop\b.*", re.DOTALL | re.IGNORECASE)
"""Labels of links to the top of the page, which is what `#` means."""
_SAYS_SO = lazy_pattern(
    r"\b(?:soon|tba|tbd|to ?do|n/?a|none|wip|in progress|not (?:yet|available|released|public)|to (?:be|appear)"
    r"|forthcoming|pending)\b|即将|敬请期待|待|暂无|无|準備中|近日",
    re.IGNORECASE,
)
"""Labels which say that there is no target yet."""


class EmptyLink(HabitRule):
    """The link has no target, like `[code]()`, or no text, like `[](https://...)`.

    A link without a target leads nowhere; one without text is invisible. Both are usually left over from a template.
    Fill in what is missing, or remove the link. A badge inside an empty link, `[![...](...)]()`, is left alone: the
    empty link keeps the picture from linking to itself. `[title]()` followed by `[](https://...)` is one finding, with
    an unsafe fix that merges the two.

    A label which says that there is no target yet, like `[coming soon]()`, is a note. A habit of the list is one note:
    empty links in two fifths of the entries, or on two fifths of the links with the same label.
    """

    slug = "empty-link"
    severity = Severity.WARNING
    needs = Need.MARKDOWN
    examples = (
        Bad("* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) [code]()\n"),
        Bad("* [](https://arxiv.org/abs/2310.05915) FireAct: Toward Language Agent Fine-tuning\n"),
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) []()\n",
            fixed="* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n",
        ),
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning]()\n  [](https://arxiv.org/abs/2310.05915)\n",
            fixed="* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n",
        ),
        Good("[![pull requests welcome](https://img.shields.io/badge/PRs-welcome-green)]()\n"),
        Good("* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link, or one per habit of the whole list."""
        templates = TemplateSections(listing)
        inside = {link.span for entry in listing.entries for link in entry.links}
        links = [each for each in listing.document.links if each.badge is None and not templates.contain(each.span)]
        nowhere: dict[Span, Diagnostic] = {}
        halves = dict(_halves(listing.text, links))
        parts = set(halves.values())
        for link in links:
            if link.span in parts:
                continue
            if link.span in halves:
                yield self._split(listing, link, halves[link.span])
                continue
            leads_nowhere = link.href == "" or _is_dead_end(link, inside)
            if _INVISIBLE.fullmatch(listing.text[link.span]):
                lacking = "neither text nor target" if leads_nowhere else "no text, so readers cannot see it"
                fix = _removal(listing.text, link) if leads_nowhere else None
                yield self.at(listing, link.span, f"this link has {lacking}", fix=fix)
            elif leads_nowhere:
                what = "picture has no source" if link.image else "link has no target"
                severity = Severity.NOTE if _SAYS_SO.search(link.label) else None
                nowhere[link.span] = self.at(listing, link.span, f"this {what}", severity=severity)
        if not nowhere:
            return
        yield from self._entries(listing, nowhere)
        labels: dict[tuple[bool, str], list[Link]] = {}
        for link in links:
            labels.setdefault((link.image, link.label.strip(" []").casefold()), []).append(link)
        for (_, label), alike in labels.items():
            found = [nowhere.get(link.span) for link in alike]
            yield from self.fold(found, Form(f"label {label}", f"links labelled `{alike[0].label}`", "have no target"))

    def _split(self, listing: Listing, link: Link, other: Span) -> Diagnostic:
        """The finding for a link whose target is in a second link without text."""
        line = listing.text.line_at(other.start)
        end = link.span.end
        url = listing.text[other].partition("](")[2][:-1]
        edits = (Edit(Span(end - 1, end - 1), url), Edit(Span(end, other.end), ""))
        message = f"this link has no target; the target is in a link without text in line {line}"
        return self.at(listing, link.span, message, fix=Fix("Merge the two links", edits, Safety.UNSAFE))

    def _entries(self, listing: Listing, nowhere: dict[Span, Diagnostic]) -> Findings:
        """The note for empty links that are a habit of the entries; these are taken out of `nowhere`."""
        papers = list(listing.papers)
        found = [[link.span for link in paper.links if link.span in nowhere] for paper in papers]
        form = Form("entries", "entries", "have links without a target")
        habit = self.habit(listing.text.path, [bool(spans) for spans in found], form)
        covered = [nowhere.pop(span) for index in habit for span in found[index]]
        yield from self.note(covered, len(papers), form)


def _halves(text: Text, links: Sequence[Link]) -> Iterator[tuple[Span, Span]]:
    """The pairs of a link without a target and the link without text right after it: `[title]() [](url)`."""
    for link, other in pairwise(links):
        if link.image or link.href != "" or not text[link.span].endswith("]()"):
            continue
        is_rest = other.href != "" and text[other.span].startswith("[") and _INVISIBLE.fullmatch(text[other.span])
        between = text[Span(link.span.end, max(other.span.start, link.span.end))]
        if is_rest and _BETWEEN.fullmatch(between) and not _INVISIBLE.fullmatch(text[link.span]):
            yield link.span, other.span


def _is_dead_end(link: Link, inside: set[Span]) -> bool:
    """Whether a link to `#` belongs to an entry and was meant to lead elsewhere."""
    return link.href == "#" and link.span in inside and not _TO_TOP.fullmatch(link.label)


def _removal(text: Text, link: Link) -> Fix | None:
    """The fix that removes the link and the spaces before it; None if that would leave an empty list item."""
    start = text.blanks_before(link.span.start)
    if start and text.content[start - 1] in "\r\n*-+":
        if text.content[start - 1] in "*-+" and not text.content[link.span.end :].partition("\n")[0].strip():
            return None
        start = link.span.start
    return Fix("Remove the empty link", (Edit(Span(start, link.span.end), ""),))
