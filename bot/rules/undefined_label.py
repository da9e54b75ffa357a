"""The rule `undefined-label`: labels of reference links without a definition, and with two."""

from __future__ import annotations

from bot.document.model import Definition
from bot.listing import Listing, Span
from bot.rules.api import Bad, Context, Findings, Good, Related, Rule, Severity
from bot.rules.prose import Places
from bot.text import lazy_pattern

_REFERENCE = lazy_pattern(
    r"(?<!\\)\[[^\[\]\n]{1,400}\]\[(?P<label>(?!\^|https?:|www\.|\s*\])[^\[\]\n]{1,80})\]", needs=("][",)
)


class UndefinedLabel(Rule):
    """A link uses a label that the list does not define, or defines twice.

    Without a line `[label]: https://...`, the page shows `[title][label]` as plain text. If a label is defined twice,
    only the first definition counts, so some links may lead to the wrong page. To fix it, add the definition, or
    correct the label.

    The rule applies if most labels of the list are defined.
    """

    severity = Severity.WARNING
    reason = "no line of the file defines it, so the page shows the brackets"
    examples = (
        Bad("* [WebRL][webrl]\n* [FireAct][fireact]\n\n[webrl]: https://arxiv.org/abs/2411.02337\n"),
        Bad("* [ReAct][1]\n\n[1]: https://arxiv.org/abs/2210.03629\n[1]: https://arxiv.org/abs/2303.11381\n"),
        Good("* [WebRL][webrl] [ICLR][2025]\n\n[WebRL]: https://arxiv.org/abs/2411.02337\n[2025]: https://iclr.cc\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per reference without a definition, then per definition that does not count."""
        content, places, first = listing.text.content, Places(listing), dict[str, Definition]()
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
                message = f"`{_name(listing, each)}` is defined in line {other.line} already: this address is not used"
                severity = None if each.label in used else Severity.NOTE
                related = (Related(listing.text.path, listing.text.line_span(other.line), "the first definition"),)
                yield self.at(listing, listing.text.line_span(each.line), message, severity=severity, related=related)


def _key(label: str) -> str:
    """A label as labels compare."""
    return " ".join(label.split()).lower().upper()


def _name(listing: Listing, definition: Definition) -> str:
    """The label of a definition as written."""
    return listing.text[listing.text.line_span(definition.line)].partition("[")[2].partition("]:")[0]
