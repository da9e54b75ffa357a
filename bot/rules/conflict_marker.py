"""The rule `conflict-marker`: the markers of a merge conflict."""

from __future__ import annotations

import re

from bot.listing import Listing, Span
from bot.rules.api import Bad, Context, Findings, Good, Related, Rule, Severity
from bot.rules.prose import Places
from bot.text import lazy_pattern

_MARKER = lazy_pattern(r"^([<=>])\1{6}(?!\S)", re.MULTILINE)
_ORDER = "<=>"


class ConflictMarker(Rule):
    """The file contains the markers of an unresolved merge conflict: `<<<<<<<`, `=======` and `>>>>>>>`.

    To fix it, keep what is right on both sides, and delete the three lines with the markers.

    Not reported: markers in code, and a marker without the other two.
    """

    severity = Severity.ERROR
    reason = "git writes such lines, and the page shows them"
    is_broken = True
    examples = (
        Bad(
            "<<<<<<< HEAD\n* [WebRL](https://arxiv.org/abs/2411.02337)\n=======\n"
            "* [ReAct](https://arxiv.org/abs/2210.03629)\n>>>>>>> react\n"
        ),
        Good("Agents\n=======\n\n* [WebRL](https://arxiv.org/abs/2411.02337)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per conflict."""
        places, found = Places(listing), list[Span]()
        for match in _MARKER.finditer(listing.text.content):
            span, sign = listing.text.line_around(match.start()), match[0][0]
            if sign == _ORDER[0]:
                found = []  # another one begins
            if sign != _ORDER[len(found)] or places.is_code(span):
                continue
            found.append(span)
            if len(found) == len(_ORDER):
                (first, *others), found = found, []
                related = tuple(Related(listing.text.path, each, "a further marker of it") for each in others)
                yield self.at(listing, first, "a merge conflict that was not resolved", related=related)
