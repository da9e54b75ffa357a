"""The rule `oversized-readme`: READMEs that are too long for GitHub to show in full."""

from __future__ import annotations

from dataclasses import dataclass

from bot.listing import Listing, Span
from bot.rules.api import Bad, Context, Findings, Good, Rule, Scope, Severity, option

LIMIT = 512_000
"""Bytes of a README that GitHub renders on a repository's page; it cuts off the rest.

Source: https://github.com/isaacs/github/issues/1610
"""


@dataclass(frozen=True, eq=False)
class OversizedReadme(Rule):
    """The README is too long for GitHub to show in full, or soon will be.

    GitHub shows only the first 512,000 bytes of a README, and does not say so. To fix it, move sections to files of
    their own with `bot split`.
    """

    severity = Severity.WARNING
    reason = "GitHub cuts off what is longer"
    scope = Scope.LIST
    examples = (
        Bad("* [FireAct](https://arxiv.org/abs/2310.05915)\n\n<!-- and so on: " + "." * 461_000 + " -->\n"),
        Good("* [FireAct](https://arxiv.org/abs/2310.05915)\n"),
    )

    percent: int = option(
        90, "The size from which a README is reported, in percent of 512,000 bytes.", minimum=1, maximum=100
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic for a README that is too long: at the line that is cut, otherwise at the first one."""
        text = listing.text
        encoded = text.content.encode(errors="replace")
        is_readme = text.path.replace("\\", "/").rpartition("/")[2].lower().startswith("readme")
        if not is_readme or 100 * len(encoded) < self.percent * LIMIT:
            return
        if len(encoded) <= LIMIT:
            message = f"the README has {len(encoded):,} bytes, {100 * len(encoded) // LIMIT} % of what GitHub shows"
            yield self.at(listing, text.line_span(1), message, target="")
            return
        start = len(encoded[:LIMIT].decode(errors="ignore"))
        message = f"GitHub cuts the README off here: it has {len(encoded):,} bytes, the limit is {LIMIT:,}"
        yield self.at(listing, Span(start, text.line_around(start).end), message, target="")
