"""The rule `stale-render`: generated lists that differ from their source."""

from __future__ import annotations

from dataclasses import replace

from bot.listing import Listing
from bot.papers.identifiers import identify
from bot.rules.api import Bad, Context, Findings, Good, Rule, Scope, Severity
from bot.rules.works import title_span
from bot.text import plural, shorten

_FEWEST = 5
"""Papers that both have, from which a difference is one."""
_SHARE = 0.9
"""The share of papers that both must have: else the page shows a part of the records, or other papers too."""
_LONGEST = 50

_RECORDS = "".join(
    f"- title: {name}\n  url: https://arxiv.org/abs/{value}\n"
    for name, value in (
        ("WebRL", "2411.02337"),
        ("DigiRL", "2406.11896"),
        ("ArCHer", "2402.19446"),
        ("FireAct", "2310.05915"),
        ("ReAct", "2210.03629"),
        ("WebGPT", "2112.09332"),
        ("Reflexion", "2303.11366"),
        ("Voyager", "2305.16291"),
        ("MemGPT", "2310.08560"),
        ("ToolLLM", "2307.16789"),
    )
)
_PAGE = "<!-- Generated from papers.yaml. -->\n\n" + "".join(
    f"* [{name}]({url})\n"
    for name, url in (
        record.replace("\n  url: ", "\t").strip().split("\t") for record in _RECORDS.split("- title: ") if record
    )
)


class StaleRender(Rule):
    """A page that was generated from a data file does not have the same papers as the file.

    Somebody edited the page by hand, and the generator will undo that; or the page was not generated again. To fix it,
    change the data file, and generate the page.

    The rule applies if at least nine tenths of the papers are in both files.
    """

    severity = Severity.NOTE
    examples = (
        Bad(_PAGE + "* [SWE-agent](https://arxiv.org/abs/2405.15793)\n", source=_RECORDS),
        Good(_PAGE, source=_RECORDS),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per paper that the source lacks, and one for all that the page lacks."""
        source = context.sources.get(listing.text.path)
        if source is None:
            return
        shown = {found for link in listing.document.links if (found := identify(link.href).identifier) is not None}
        held = {found for entry in source.entries for found in entry.identifiers}
        papers = {entry.work: entry for entry in source.papers if entry.work is not None}
        added = [each for each in listing.entries if each.work and each.work.is_paper and each.work not in held]
        missing = [entry for work, entry in papers.items() if work not in shown]
        shared = len(papers) - len(missing)
        if shared < _FEWEST or shared < _SHARE * (shared + max(len(added), len(missing))):
            return
        for entry in added:
            message = f"this paper is not in {source.text.path}, from which the list is generated"
            yield self.at(listing, title_span(entry), message)
        if missing:
            first = missing[0].title.value if missing[0].title is not None else ""
            named = f' ("{shorten(first, _LONGEST)}"{", ..." if len(missing) > 1 else ""})' if first else ""
            place = next(iter(listing.entries), None)
            span = title_span(place) if place is not None else listing.text.line_span(1)
            lacks = f"the list lacks {plural(len(missing), 'paper')} of {source.text.path}"
            message = f"{lacks}, from which it is generated{named}"
            yield replace(self.at(listing, span, message, target=""), scope=Scope.LIST)
