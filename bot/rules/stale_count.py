"""The rule `stale-count`: paper counts that are out of date."""

from __future__ import annotations

from dataclasses import replace

from bot.linter.headings import find_badges, heading_counts, paper_counts, rewrite_badge, write_count
from bot.listing import Listing, Span, Text
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Need, Rule, Scope, Severity

_FEWEST = 4
_FARTHEST = 0.25
_LEAST_DRIFT = 0.05

_SECTIONS = "".join(
    f"## {name} (2)\n\n* [{first}](https://arxiv.org/abs/{one})\n* [{second}](https://arxiv.org/abs/{other})\n\n"
    for name, first, one, second, other in (
        ("Planning", "PLAN-AND-ACT", "2503.09572", "MPO", "2503.02682"),
        ("Memory", "MemAgent", "2507.02259", "AGILE", "2405.14751"),
        ("Search", "Search-R1", "2503.09516", "ReSearch", "2503.19470"),
        ("Web", "WebRL", "2411.02337", "WebGPT", "2112.09332"),
    )
)


class StaleCount(Rule):
    """A heading or a badge gives a number of papers that is no longer right.

    Numbers such as `## Planning (54)` and badges such as `papers-1204` are forgotten when a paper is added. The rule
    checks headings if four fifths of those with a number are right, so that it is certain what they count, and badges
    that name `papers` or `entries` and are off by more than a twentieth. The fix writes the number that the bot counts.
    """

    slug = "stale-count"
    severity = Severity.WARNING
    scope = Scope.LIST
    needs = Need.MARKDOWN
    examples = (
        Bad(
            _SECTIONS + "## Tools (2)\n\n* [OTC](https://arxiv.org/abs/2504.14870)\n",
            fixed=_SECTIONS + "## Tools (1)\n\n* [OTC](https://arxiv.org/abs/2504.14870)\n",
        ),
        Good(_SECTIONS + "## Classics (2017)\n\n* [World of Bits](https://proceedings.mlr.press/v70/shi17a.html)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per number that is wrong."""
        yield from self._headings(listing)
        counted = listing if listing.entries else context.sources.get(listing.text.path, listing)
        yield from self._badges(listing, counted)

    def _headings(self, listing: Listing) -> Findings:
        for index, number, count in heading_counts(listing):
            if count != number and abs(count - number) <= max(_FARTHEST * count, _FEWEST):
                yield self._wrong(listing, index, number, count)

    def _wrong(self, listing: Listing, index: int, number: int, count: int) -> Diagnostic:
        fix = write_count(listing, index, number, count)
        message = f"the section has {count} entries, not {number}"
        return self.at(listing, fix.edits[0].span, message, fix=fix, target=listing.sections[index].heading)

    def _badges(self, listing: Listing, counted: Listing) -> Findings:
        """Badges that state another number than that of the papers in `counted`, the list itself or its source."""
        counts = set(paper_counts(counted)) - {0}
        held = paper_counts(counted)[0]
        for link, number in find_badges(listing) if counts else ():
            nearest = min(counts, key=lambda count: abs(count - number))
            if _LEAST_DRIFT * nearest < abs(nearest - number) <= _FARTHEST * nearest:
                message = f"the badge says {number}, but the list has {held} papers"
                fix = rewrite_badge(listing, link, str(number), held)
                # A badge becomes wrong over many changes; the last one is not to blame.
                severity = Severity.NOTE if _is_generated(listing.text, link.span) else None
                yield replace(self.at(listing, link.span, message, fix=fix, severity=severity), scope=Scope.ENTRY)


def _is_generated(text: Text, span: Span) -> bool:
    """Whether comments stand before and behind a place in its line: a script writes it, and counts in its own way."""
    line = text.line_span(text.line_at(span.start))
    return "-->" in text[Span(line.start, span.start)] and "<!--" in text[Span(span.end, max(line.end, span.end))]
