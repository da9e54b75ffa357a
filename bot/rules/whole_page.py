"""The rules about the page as a whole: `conflict-marker`, `oversized-readme`, `stale-render`, `undefined-label`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from bot.document.model import Definition
from bot.listing import Listing, Span
from bot.papers.identifiers import identify
from bot.rules import URL
from bot.rules.api import Bad, Context, Findings, Good, Related, Rule, Scope, Severity, option
from bot.rules.prose import places_of
from bot.rules.works import title_span
from bot.text import lazy_pattern, plural, shorten

_MARKER = lazy_pattern(r"^([<=>])\1{6}(?!\S)", re.MULTILINE)
_ORDER = "<=>"


class ConflictMarker(Rule):
    """The file contains the markers of an unresolved merge conflict: `<<<<<<<`, `=======` and `>>>>>>>`.

    Keep what is right on both sides, and delete the three lines with the markers.

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
        places, found = places_of(listing), list[Span]()
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


LIMIT = 512_000
"""Bytes of a README that GitHub renders on a repository's page; it cuts off the rest.

Source: https://github.com/isaacs/github/issues/1610
"""


@dataclass(frozen=True, eq=False)
class OversizedReadme(Rule):
    """The README is too long for GitHub to show in full, or soon will be.

    GitHub shows only the first 512,000 bytes of a README, and does not say so. Move sections to files of their own with
    `bot split`.
    """

    severity = Severity.WARNING
    reason = "GitHub cuts off what is longer"
    scope = Scope.LIST
    examples = (
        Bad(f"* [FireAct]({URL})\n\n<!-- and so on: " + "." * 461_000 + " -->\n"),
        Good(f"* [FireAct]({URL})\n"),
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

    Somebody edited the page by hand, and the generator will undo that; or the page was not generated again. Change the
    data file, and generate the page.

    The page names its file in a comment: `<!-- Generated from papers.yaml -->`. The rule applies if at least nine
    tenths of the papers are in both files. In the example, `papers.yaml` does not have SWE-agent.
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


_REFERENCE = lazy_pattern(
    r"(?<!\\)\[[^\[\]\n]{1,400}\]\[(?P<label>(?!\^|https?:|www\.|\s*\])[^\[\]\n]{1,80})\]", needs=("][",)
)


class UndefinedLabel(Rule):
    """A link uses a reference that the list does not define, or defines twice.

    Without a line `[reference]: https://...`, the page shows `[title][reference]` as plain text. If it is defined
    twice, only the first definition counts, so some links may open another page. Add the definition, or correct the
    reference.

    The rule does not apply if most references of the list are undefined.
    """

    severity = Severity.WARNING
    reason = "no line of the file defines it, so the page shows the brackets"
    examples = (
        Bad(
            "* [WebRL][webrl]\n* [ReAct][react]\n* [FireAct][fireact]\n\n"
            "[webrl]: https://arxiv.org/abs/2411.02337\n[react]: https://arxiv.org/abs/2210.03629\n"
        ),
        Bad("* [ReAct][1]\n\n[1]: https://arxiv.org/abs/2210.03629\n[1]: https://arxiv.org/abs/2303.11381\n"),
        Good("* [WebRL][webrl] [ICLR][2025]\n\n[WebRL]: https://arxiv.org/abs/2411.02337\n[2025]: https://iclr.cc\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per reference without a definition, then per definition that does not count."""
        content, places, first = listing.text.content, places_of(listing), dict[str, Definition]()
        for each in listing.document.definitions:
            first.setdefault(each.label, each)
        ends = (link.span for link in listing.document.links if link.url_span is None and first)
        used = {_key(content[span.start : span.end].removesuffix("[]").rstrip("]").rpartition("[")[2]) for span in ends}
        found = [each for each in _REFERENCE.finditer(content) if first and places.is_prose(Span(*each.span()))]
        for match in found if len(found) <= len(used) else ():  # else it is text in two pairs of brackets
            message = f"the label `{match['label']}` is not defined, so this is not a link"
            yield self.at(listing, Span(*match.span()), message)
        for each in listing.document.definitions:
            other = first[each.label]
            if each.href not in ("#", "", other.href) and not each.label.startswith("^"):
                message = f"`{_name(listing, each)}` is defined on line {other.line} already: this URL is not used"
                related = (Related(listing.text.path, listing.text.line_span(other.line), "the first definition"),)
                span, is_note = listing.text.line_span(each.line), each.label not in used
                yield self.at(listing, span, message, is_note=is_note, related=related)


def _key(label: str) -> str:
    """A label as labels compare."""
    return " ".join(label.split()).lower().upper()


def _name(listing: Listing, definition: Definition) -> str:
    """The label of a definition as written."""
    return listing.text[listing.text.line_span(definition.line)].partition("[")[2].partition("]:")[0]
