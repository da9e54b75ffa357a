"""The rule `broken-record`: records that programs do not read as they are meant."""

from __future__ import annotations

from bot.listing import Listing
from bot.rules import TITLE, URL
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity


class BrokenRecord(Rule):
    """A record has a field twice or the key of another record, a comma is missing, or a row has more values than the
    file has columns.

    Programs that read the file take a wrong value, or stop. To fix it, remove one of the fields, give each record its
    own key, or add the comma. If a row has too many values, put the title in quotes: it probably contains a comma.

    Only a note: commas instead of `and` between authors in BibTeX.
    """

    severity = Severity.ERROR
    reason = "what is written here is not what the format allows"
    examples = (
        Bad(f"title,url\n{TITLE}, 2023,{URL}\n", path="papers.csv"),
        Bad(f"- title: FireAct\n  url: {URL}\n  url: https://arxiv.org/abs/2310.12823\n", path="papers.yaml"),
        Good(f'title,url\n"{TITLE}, 2023",{URL}\n', path="papers.csv"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per mistake."""
        for flaw in listing.document.flaws:
            yield self.at(listing, flaw.span, flaw.message, is_note=flaw.minor)
