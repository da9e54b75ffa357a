"""The rule `empty-field`: brackets with nothing in them, and labels with nothing after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from bot.document import Prose
from bot.document.model import BlockKind
from bot.listing import Entry, Kind, Listing, Span
from bot.listing.labels import read_link_label
from bot.listing.segments import Segment, SegmentKind, split_segments
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import plain
from bot.rules.texts import literal, texts_of
from bot.text import lazy_pattern, plural

_BRACKETS = "()[]（）【】 \t\n"
_EMPTY = tuple(f"{pair[0]}{sign}" for pair in ("()", "[]", "（）", "【】") for sign in (pair[1], *" \t\n\u00a0\u3000"))
_BARS = lazy_pattern(r"(?<=\s)\|[ \t]+\|(?=\s)")
_NO_ITEM = lazy_pattern(r"\s*\d+[.)][\s.…]*")
_FIELDS = frozenset({SegmentKind.LINK, SegmentKind.GROUP, SegmentKind.IMAGE, SegmentKind.CODE})

_FEWEST = 5
_NEARLY_ALL = 0.8
"""How often, and in what share of its uses, a label must have something after it for an empty one to be a mistake."""
_SURELY, _ALL_BUT_FEW = 20, 0.95
"""The same for a warning: with less, there may be nothing to fill in, as where a paper has no code."""


class EmptyField(Rule):
    """An entry contains empty brackets, or a field name with nothing after it.

    `()` and `[]` are usually left over from a template. Fill in the field, or apply the fix: it removes the brackets
    and the space before them.

    The rule also reports

    - two bars with nothing between them (`ACL | | Tsinghua`), with an unsafe fix;
    - a field name such as `Keyword:` with nothing after it, if nearly all entries fill it in.

    Only a note: a field name that occurs fewer than twenty times in the list.

    Not reported: links without text or target, checkboxes, code, and `()` after the name of a function.
    """

    severity = Severity.WARNING
    reason = "other entries have something in its place"
    examples = (
        Bad(
            "* [2410] [OPTIMA](https://arxiv.org/pdf/2410.08115) (ACL 25 | Tsinghua) []\n",
            fixed="* [2410] [OPTIMA](https://arxiv.org/pdf/2410.08115) (ACL 25 | Tsinghua)\n",
        ),
        Good("* [ ] [OPTIMA: what follows a call of main ()](https://arxiv.org/pdf/2410.08115) `f()`\n"),
    )

    def _between_bars(self, prose: Prose, listing: Listing) -> Findings:
        """A field with nothing in it, in an entry whose fields have bars between them."""
        for match in _BARS.finditer(plain(prose)):
            if (span := literal(prose, *match.span())) is not None:
                fix = Fix("Remove it", (Edit(span, "|"),), Safety.UNSAFE)
                yield self.at(listing, span, "nothing is between these bars", fix=fix)

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per pair of brackets, per label that others fill in, per numbered item without words."""
        texts = texts_of(listing)
        for entry, prose, *_ in texts.having(*_EMPTY):
            for group in _empty_groups(entry, prose):
                span = prose.span(group.start, group.end)
                words = listing.text[span]
                fix = Fix(f"Remove `{words}`", (Edit(_with_space(prose, group.start, group.end), ""),))
                yield self.at(listing, span, f"`{words}` is empty", fix=fix)
        for entry, prose, *_ in texts.having("|"):
            if prose.text.count("|") > len("||") and not entry.cells:
                yield from self._between_bars(prose, listing)
        for block in listing.document.all_blocks:
            if block.kind is BlockKind.ITEM and block.number is not None and block.first == block.last:
                span = listing.text.line_span(block.first)
                if _NO_ITEM.fullmatch(listing.text[span]):
                    yield self.at(listing, span, f"item {block.number} is empty", severity=Severity.NOTE)
        labels = texts.labels
        filled, empty = (Counter(each.words for each in labels if each.filled is how) for how in (True, False))
        for each in labels:
            usual, left = filled[each.words], empty[each.words]
            if not each.filled and usual >= _FEWEST and usual >= _NEARLY_ALL * (usual + left):
                span = each.prose.span(each.start, each.end)
                message = f"`{each.words}:` is empty; the list fills it in {plural(usual, 'time')}"
                is_sure = usual >= _SURELY and usual >= _ALL_BUT_FEW * (usual + left)
                yield self.at(listing, span, message, severity=None if is_sure else Severity.NOTE)


def _empty_groups(entry: Entry, prose: Prose) -> Iterator[Segment]:
    words = plain(prose)
    pieces = [
        piece
        for piece in split_segments(prose).segments
        if piece.kind is not SegmentKind.WORDS or words[piece.start : piece.end].strip()
    ]
    around = zip(chain([None], pieces), pieces, chain(pieces[1:], [None]), strict=False)
    for before, piece, after in around:
        if piece.kind is not SegmentKind.GROUP or words[piece.start : piece.end].strip(_BRACKETS):
            continue
        if literal(prose, piece.start, piece.end) is not None and _is_field(entry, prose, before, piece, after):
            yield piece


def _is_field(entry: Entry, prose: Prose, before: Segment | None, piece: Segment, after: Segment | None) -> bool:
    """Whether empty brackets are where fields are: next to a link or another field, or at the end."""
    if entry.title is not None and entry.title.span.contains(prose.span(piece.start, piece.end)):
        return False
    if before is None and prose.text[piece.start : piece.end] == "[ ]":
        return False  # a checkbox
    if before is not None and before.kind in _FIELDS:
        return not _is_gap_in_link(prose.text, before, piece)
    if piece.start and not prose.text[piece.start - 1].isspace():
        return False  # the call of a function
    if after is None or after.kind is SegmentKind.BREAK:
        return before is None or entry.kind is Kind.PAPER
    return after.kind in _FIELDS


def _is_gap_in_link(text: str, before: Segment, piece: Segment) -> bool:
    """Whether the text was meant to be a link, as `[paper] ()`."""
    label = text[before.start : before.end]
    return (
        text[piece.start] == "("
        and before.kind is SegmentKind.GROUP
        and label.startswith("[")
        and read_link_label(label.strip(_BRACKETS)) is not None
    )


def _with_space(prose: Prose, start: int, end: int) -> Span:
    """The brackets with the spaces before them, or after them at the start of a line."""
    text = prose.text
    first, last = start, end
    while first and text[first - 1] in " \t":
        first -= 1
    if first == 0 or text[first - 1] == "\n":
        first = start
        while last < len(text) and text[last] in " \t":
            last += 1
    if literal(prose, first, last) is None:
        first, last = start, end
    return prose.span(first, last)
