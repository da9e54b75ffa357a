"""The rule `repeated-text`: a small word, a punctuation mark or a title that is there twice in a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.document import Prose
from bot.listing import Listing, Span
from bot.listing.segments import SegmentKind, split_segments
from bot.papers.similarity import title_key
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import plain
from bot.rules.texts import literal, texts_of
from bot.text import lazy_pattern

_SMALL = "the of an and with for from by to at via are".split()
"""Small words that no sentence has twice in a row, unlike "that that" and "is is"."""
_WORD = lazy_pattern(rf"\b({'|'.join(_SMALL)}) \1\b(?![-/.:])")
_SUSPECT = (*(f" {word} {word}" for word in _SMALL), "..", ",,", ", ,", ";;")
_MARK = lazy_pattern(r"(?<=[\w)\]]),(?: ?,)+(?=\s)|(?<=[\w)\]])(?<!\betc)\.\.(?=\s|$)|(?<=\w);;(?=\s)")
_NAME = lazy_pattern(r"(?<![\w-])(?<![^\W\d_] )(?=\d*[^\W\d])([\w@+.-]{3,30}): \1(?=:)")
"""The name of a method before its title, which begins with it: `in2IN: in2IN: Leveraging`."""
_TWICE = lazy_pattern(r"([\w@+.-]{3}): [\w@+.-]{0,27}\1:", needs=(": ",))
"""What every such name has."""
_NAMED = lazy_pattern(r"[\w@+.-]{3,30}(?: [\w@+.-]{1,20})?: ")
_GROUP = lazy_pattern(r"\W*([\w@+.-]{3,30}): (?!\1:)")
"""The first word of an entry, with another one after its colon."""
_RARE = 0.05
"""The share of names that are there twice up to which they are slips."""
_SHORTEST = 12
"""Characters of a repeated title; shorter words are names."""


class RepeatedText(Rule):
    """A word, a punctuation mark or a title occurs twice in a row: `the the`, `..`, `[Title] [Title](...)`.

    The unsafe fix removes one of the two. Names and titles may repeat a word on purpose, so for words, the rule reports
    only short function words such as `the`. It also reports method names repeated before a title (`WebRL: WebRL: ...`).

    Only a note: text below an entry, such as an abstract.

    Not reported: two dots within a title.
    """

    severity = Severity.WARNING
    reason = "no text means to say the same twice in a row"
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
        Bad(
            "* in2IN: [in2IN: Leveraging Individual Information](https://arxiv.org/abs/2404.09988)\n",
            fixed="* [in2IN: Leveraging Individual Information](https://arxiv.org/abs/2404.09988)\n",
        ),
        Good("* [Speculative Speculative Decoding](https://arxiv.org/abs/2603.03251), Yao Yao, Wei Wei ...\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per repetition."""
        named: list[tuple[Prose, re.Match[str]]] = []
        texts = texts_of(listing)
        for text in texts.having(*_SUSPECT):
            for match in _repetitions(text.prose):
                if match[0] != ".." or match.start() not in text.title:  # `Yes but..`
                    once = match[1] if match.re.groups else match[0][-1]
                    span = text.prose.span(*match.span())
                    message = f"`{once}` appears twice in a row"
                    yield self.at(listing, span, message, fix=_remove_one(span, once), is_note=text.is_below)
        for _, prose, *_ in texts.matching(_TWICE):
            found_names = [each for each in _NAME.finditer(plain(prose)) if not _is_linked(prose, each)]
            named += [(prose, each) for each in found_names]
        for _, prose, _, is_below in texts.having("[", "("):
            if not is_below and _may_repeat(prose):
                yield from self._titles(listing, prose)
        yield from self._names(listing, named)

    def _names(self, listing: Listing, named: Sequence[tuple[Prose, re.Match[str]]]) -> Findings:
        """Names that are there twice: a note unless nearly all titles of the list have theirs once."""
        if not named:
            return
        titles = (entry.title.value for entry in listing.entries if entry.title is not None)
        once = sum(_NAMED.match(title) is not None for title in titles)
        groups = Counter(
            match[1] for match in map(_GROUP.match, (entry.head.text for entry in listing.entries)) if match
        )
        named = [each for each in named if not groups[each[1][1]]]  # `Wolves: Wolves` as `Wolves: Grey`
        is_rare = len(named) <= _RARE * once
        reason = f"{once} titles of the list begin with a name, {len(named)} have it twice"
        for prose, match in named:
            first, second = (match.start(), match.end(1) + 2), (match.end(1), match.end())
            edited = literal(prose, *second) or literal(prose, *first)
            fix = _remove_one(edited) if edited is not None else None
            message = f"`{match[1]}:` appears twice in a row"
            yield self.at(listing, prose.span(*match.span()), message, fix=fix, is_note=not is_rare, reasons=(reason,))

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


def _remove_one(span: Span, once: str = "") -> Fix:
    return Fix("Remove one", (Edit(span, once),), Safety.UNSAFE)


def _repetitions(prose: Prose) -> Iterator[re.Match[str]]:
    """What is there twice, with the one to keep as the group or the last sign."""
    found = (match for pattern in (_WORD, _MARK) for match in pattern.finditer(plain(prose)))
    return (match for match in found if literal(prose, *match.span()) is not None)


def _is_linked(prose: Prose, match: re.Match[str]) -> bool:
    """Whether both names are links of their own, such as one to the code and one to the paper."""
    first, second = (prose.runs[prose.run_at(place)].link for place in (match.start(), match.end() - 1))
    return first is not None and second is not None and first is not second


def _may_repeat(prose: Prose) -> bool:
    """Whether the words of a link are in the text once more; almost always they are not."""
    text = prose.text.lower()
    labels = (link.label.lower() for link in prose.links() if not link.image and len(link.label) >= _SHORTEST)
    return any(text.count(label[:_SHORTEST]) > 1 for label in labels)
