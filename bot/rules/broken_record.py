"""The rule `broken-record`: records that programs do not read as they are meant."""

from __future__ import annotations

from bot.listing import Listing
from bot.rules import URL
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity

_COMMA = "Attention, Learn to Solve Routing Problems!"


class BrokenRecord(Rule):
    """A record in a data file breaks the rules of its format.

    Programs that read the file get invalid data, or stop. The rule reports

    - YAML: a duplicate key in a record. Remove one of the two.
    - BibTeX: a duplicate field, a citation key that is already used, or a missing comma. Correct what the message
      names.
    - CSV: a row with more values than the header has columns. Put a title that contains a comma in quotes, or remove
      the extra value.

    Only a note: in BibTeX, commas instead of `and` between authors.
    """

    severity = Severity.ERROR
    reason = "what is written here is not what the format allows"
    examples = (
        Bad(f"title,url\n{_COMMA},https://arxiv.org/abs/1803.08475\n", path="papers.csv"),
        Bad(f"- title: FireAct\n  url: {URL}\n  url: https://arxiv.org/abs/2310.12823\n", path="papers.yaml"),
        Good(f'title,url\n"{_COMMA}",https://arxiv.org/abs/1803.08475\n', path="papers.csv"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per mistake."""
        for flaw in listing.document.flaws:
            yield self.at(listing, flaw.span, flaw.message, is_note=flaw.minor)
