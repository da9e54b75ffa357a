"""The rule `stale-count`: paper counts that are out of date."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from bot.judgement import Case, always, judge
from bot.linter.headings import find_badges, find_labels, heading_counts, paper_counts, rewrite_badge, write_count
from bot.listing import Listing, Span, Text
from bot.rules.api import Bad, Context, Findings, Good, Rule, Scope, Severity

_FEWEST = 4
_FARTHEST = 0.25
_LEAST_DRIFT = 0.05
"""A number that is off by no more than these (entries, or a share) was right once; on a badge, less than the last share
is rounding."""

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
    """The number of papers in a heading or a badge is out of date.

    Numbers such as `## Planning (54)`, and badges such as `papers-1204`, are easily forgotten when a paper is added.
    The fix writes the right number.

    Numbers in headings are checked if at least four fifths of them are right: only then is it certain what they count.
    Badges are checked if they say `papers` or `entries`, and reported if they are off by more than 5%.

    Only a note: badges that a program writes, and badges of lists in which many papers occur more than once.
    """

    severity = Severity.WARNING
    reason = "it was counted in the file"
    scope = Scope.LIST
    examples = (
        Bad(
            _SECTIONS + "## Tools (2)\n\n* [OTC](https://arxiv.org/abs/2504.14870)\n",
            fixed=_SECTIONS + "## Tools (1)\n\n* [OTC](https://arxiv.org/abs/2504.14870)\n",
        ),
        Good(_SECTIONS + "## Classics (2017)\n\n* [World of Bits](https://proceedings.mlr.press/v70/shi17a.html)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per number that is wrong."""
        yield from self._check_headings(listing)
        counted = listing if listing.entries else context.sources.get(listing.text.path, listing)
        yield from self._check_badges(listing, counted)

    def _check_headings(self, listing: Listing) -> Findings:
        wrong = [
            (index, number, count)
            for index, number, count in heading_counts(listing)
            if count != number and abs(count - number) <= max(_FARTHEST * count, _FEWEST)
        ]
        labels = find_labels(listing) if wrong else {}
        for index, number, count in wrong:
            fix = write_count(listing, index, number, count, labels.get(index, ()))
            message = f"the section has {count} entries, not {number}"
            yield self.at(listing, fix.edits[0].span, message, fix=fix, target=listing.sections[index].heading)

    def _check_badges(self, listing: Listing, counted: Listing) -> Findings:
        """Badges that state another number than that of the papers in `counted`, the list itself or its source."""
        badges = [*find_badges(listing)]
        held, entries, different, usual = paper_counts(counted) if badges else (0, 0, 0, 0)
        counts = {held, entries, different, usual} - {0}
        for link, number in badges if counts else ():
            nearest = min(counts, key=lambda count: abs(count - number))
            if _LEAST_DRIFT * nearest < abs(nearest - number) <= _FARTHEST * nearest:
                badge = _Badge(listing.text, link.span, held, different)
                message = f"the badge says {number}, but the list has {held} papers"
                message += f", {different} of them different ones" if badge.counts_repeats() else ""
                fix = rewrite_badge(listing, link, str(number), held) if not badge.counts_repeats() else None
                explained = judge(_EXPLANATIONS, badge)
                reasons = (explained.reason,) if explained.value is not None else ()
                found = self.at(listing, link.span, message, fix=fix, severity=explained.value, reasons=reasons)
                # A badge becomes wrong over many changes; the last one is not to blame.
                yield replace(found, scope=Scope.ENTRY)


class _Badge(NamedTuple):
    """A badge, and the papers of the list."""

    text: Text
    span: Span
    papers: int
    different: int
    """The papers, each counted once."""

    def is_written_by_a_script(self) -> bool:
        """Whether comments are before and after it in its line."""
        line = self.text.line_around(self.span.start)
        before, behind = Span(line.start, self.span.start), Span(self.span.end, max(line.end, self.span.end))
        return "-->" in self.text[before] and "<!--" in self.text[behind]

    def counts_repeats(self) -> bool:
        """Whether many papers are listed more than once."""
        return self.papers - self.different > _LEAST_DRIFT * self.papers


_EXPLANATIONS: tuple[Case[_Badge, Severity | None], ...] = (
    Case("a script writes it, and counts in its own way", _Badge.is_written_by_a_script, Severity.NOTE),
    Case("many papers are listed more than once, and may be counted once", _Badge.counts_repeats, Severity.NOTE),
    Case("nothing else explains the number", always, None),
)
