"""The rule `repeated-text`: a small word, a punctuation mark or a title that is there twice in a row."""

from __future__ import annotations

from itertools import pairwise

from bot.document import Prose
from bot.listing import Entry, Listing
from bot.listing.segments import SegmentKind, split_segments
from bot.papers.similarity import title_key
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import is_literal, plain, proses
from bot.text import lazy_pattern

_SMALL = "the of an and with for from by to at via are".split()
"""Small words that no sentence has twice in a row, unlike "that that" and "is is"."""
_WORD = lazy_pattern(rf"\b({'|'.join(_SMALL)}) \1\b(?![-/.:])")
_SUSPECT = tuple(f" {word} {word}" for word in _SMALL)
_MARK = lazy_pattern(r"(?<=[\w)\]]),(?: ?,)+(?=\s)|(?<=[\w)\]])(?<!\betc)\.\.(?=\s|$)|(?<=\w);;(?=\s)")
_SHORTEST = 12
"""Characters of a repeated title; shorter words are names."""


class RepeatedText(Rule):
    """A word, a punctuation mark or a title is there twice in a row: `the the`, `..`, `[Title] [Title](...)`.

    It is left over from editing. The fix removes one of the two; it is not safe, because it takes a word away. Only
    small words count, since names and some titles repeat a word on purpose. What is below an entry, such as an
    abstract, is a note.
    """

    slug = "repeated-text"
    severity = Severity.WARNING
    examples = (
        Bad(
            "* [WebRL](https://arxiv.org/abs/2411.02337) learns from the the tasks that it fails.\n",
            fixed="* [WebRL](https://arxiv.org/abs/2411.02337) learns from the tasks that it fails.\n",
        ),
        Bad(
            "* [WebRL](https://arxiv.org/abs/2411.02337), Zehan Qi et al.. ICLR 2025\n",
            fixed="* [WebRL](https://arxiv.org/abs/2411.02337), Zehan Qi et al. ICLR 2025\n",
        ),
        Bad("* [SPA-RL: Stepwise Progress] [SPA-RL: Stepwise Progress](https://arxiv.org/abs/2505.20732)\n"),
        Good("* [Speculative Speculative Decoding](https://arxiv.org/abs/2603.03251), Yao Yao, Wei Wei ...\n"),
    )

    def check_entry(self, entry: Entry, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per repetition."""
        below = frozenset(map(id, entry.details))
        for prose in proses(entry):
            severity = Severity.NOTE if id(prose) in below else None
            yield from self._repeated(listing, prose, severity)
        for prose in entry.cells or (entry.head,):
            if _may_repeat(prose):
                yield from self._titles(listing, prose)

    def _repeated(self, listing: Listing, prose: Prose, severity: Severity | None) -> Findings:
        is_suspect = any(each in prose.text for each in _SUSPECT)
        marks = ".." in prose.text or ",," in prose.text or ", ," in prose.text or ";;" in prose.text
        if not is_suspect and not marks:
            return
        text = plain(prose)
        for pattern in (_WORD, _MARK):
            for match in pattern.finditer(text):
                if not is_literal(prose, match.start(), match.end()):
                    continue
                span = prose.span(match.start(), match.end())
                once = match[1] if pattern is _WORD else match[0][0]
                fix = Fix("Remove one", (Edit(span, once),), Safety.UNSAFE)
                yield self.at(listing, span, f"`{once}` is here twice", fix=fix, severity=severity)

    def _titles(self, listing: Listing, prose: Prose) -> Findings:
        """Titles in brackets without a link, beside a link with the same words."""
        segments = [
            each
            for each in split_segments(prose).segments
            if each.kind is not SegmentKind.WORDS or prose.text[each.start : each.end].strip()
        ]
        for one, other in pairwise(segments):
            if {one.kind, other.kind} != {SegmentKind.GROUP, SegmentKind.LINK}:
                continue
            group = one if one.kind is SegmentKind.GROUP else other
            inside = prose.runs[prose.run_at(group.start) : prose.run_at(group.end - 1) + 1]
            if any(run.link is not None for run in inside):
                continue
            words = title_key(prose.text[group.start + 1 : group.end - 1])
            link = other if group is one else one
            if len(words) >= _SHORTEST and words == title_key(prose.text[link.start : link.end]):
                span = prose.span(group.start, group.end)
                yield self.at(listing, span, "this title in brackets repeats the link beside it")


def _may_repeat(prose: Prose) -> bool:
    """Whether the words of a link are in the text once more; almost always they are not."""
    if "[" not in prose.text and "(" not in prose.text:
        return False
    text = prose.text.lower()
    labels = (link.label.lower() for link in prose.links() if not link.image and len(link.label) >= _SHORTEST)
    return any(text.count(label[:_SHORTEST]) > 1 for label in labels)
