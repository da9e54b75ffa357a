"""The rule `repeated-text`: a small word, a punctuation mark or a title that is there twice in a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from bot.document import Prose
from bot.listing import Entry, Kind, Listing, Span
from bot.listing.segments import SegmentKind, split_segments
from bot.papers.similarity import title_key
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import plain
from bot.rules.texts import EntryText, literal, texts_of
from bot.text import lazy_pattern

_SMALL = "the of an and with for from by to at via are".split()
"""Small words that no sentence has twice in a row, unlike "that that" and "is is"."""
_WORD = lazy_pattern(rf"\b({'|'.join(_SMALL)}) \1\b(?![-/.:])")
_SUSPECT = (*(f" {word} {word}" for word in _SMALL), "..", ",,", ", ,", ";;", ",.", ", .")
_MARK = lazy_pattern(r"(?<=[\w)\]]),(?: ?,)+(?=\s)|(?<=[\w)\]])(?<!\betc)\.\.(?=\s|$)|(?<=\w);;(?=\s)")
_COMMA = lazy_pattern(r"(?<=[^\W\d_]), ?\.(?=\s|$)")
"""What is left of a list whose last item was taken out: `Ann Lee, .`"""
_SWAPPED = lazy_pattern(r"\b(?:al|[Jj]r|etc),\.")
"""A comma before the full stop of a short form: `et al,. 2001`."""
_NAME = lazy_pattern(r"(?<![\w-])(?<![^\W\d_] )(?=\d*[^\W\d])([\w@+.-]{3,30}): \1(?=:)")
"""The name of a method before its title, which begins with it: `in2IN: in2IN: Leveraging`."""
_TWICE = lazy_pattern(r"([\w@+.-]{3}): [\w@+.-]{0,27}\1:", needs=(": ",))
"""What every such name has."""
_NAMED = lazy_pattern(r"[\w@+.-]{3,30}(?: [\w@+.-]{1,20})?: ")
_GROUP = lazy_pattern(r"\W*([\w@+.-]{3,30}): (?!\1:)")
"""The first word of an entry, with another one after its colon."""
_RARE = 0.05
"""The share of names that are there twice up to which they are slips."""
_FULL_STOP = lazy_pattern(r"\.(?!\.)")
_DOT_SHARE = 0.5
"""The share of titles with a full stop from which a second one is there by mistake."""
_FEW = 4
"""More dots than these that end titles twice were written by a program, or on purpose."""
_SHORTEST = 12
"""Characters of a repeated title; shorter words are names."""


class _Repetition(NamedTuple):
    """What is there twice: its place, as offsets, and what to write there."""

    span: Span
    once: str
    message: str
    is_dots: bool = False


class RepeatedText(Rule):
    """A word, a punctuation mark or a title occurs twice in a row: `the the`, `..`, `[Title] [Title](...)`.

    The unsafe fix removes one of the two. Names and titles may repeat a word on purpose, so for words, the rule reports
    only short function words such as `the`. It also reports method names repeated before a title (`WebRL: WebRL: ...`).

    Only a note: text below an entry, such as an abstract; two dots within a title.
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
        named: list[tuple[Entry, Prose, re.Match[str]]] = []
        meant, dots = 0, list[Diagnostic]()
        few_end_in_dots = cache(lambda: sum(map(_has_dot, listing.entries)) < _DOT_SHARE * len(listing.entries))
        texts = texts_of(listing)
        for text in texts.having(*_SUSPECT):
            severity = Severity.NOTE if text.is_below else None
            for found in _repetitions(text.prose):
                if found.is_dots and _ends_title(text, found.span.start, few_end_in_dots):
                    meant += 1
                elif found.is_dots:
                    dots.append(self._repeated(listing, text.prose, found, severity))
                else:
                    yield self._repeated(listing, text.prose, found, severity)
        for entry, prose, *_ in texts.matching(_TWICE):
            found_names = [each for each in _NAME.finditer(plain(prose)) if not _is_linked(prose, each)]
            named += [(entry, prose, each) for each in found_names]
        for _, prose, _, is_below in texts.having("[", "("):
            if not is_below and _may_repeat(prose):
                yield from self._titles(listing, prose)
        is_meant = meant > max(len(dots), _FEW)
        yield from (replace(each, severity=Severity.NOTE) if is_meant else each for each in dots)
        yield from self._names(listing, named)

    def _names(self, listing: Listing, named: Sequence[tuple[Entry, Prose, re.Match[str]]]) -> Findings:
        """Names that are there twice: a note unless nearly all titles of the list have theirs once."""
        if not named:
            return
        titles = (entry.title.value for entry in listing.entries if entry.title is not None)
        once = sum(_NAMED.match(title) is not None for title in titles)
        groups = Counter(
            match[1] for match in map(_GROUP.match, (entry.head.text for entry in listing.entries)) if match
        )
        named = [each for each in named if not groups[each[2][1]]]  # `Wolves: Wolves` as `Wolves: Grey`
        is_rare = len(named) <= _RARE * once
        reason = f"{once} titles of the list begin with a name, {len(named)} have it twice"
        for entry, prose, match in named:
            first, second = (match.start(), match.end(1) + 2), (match.end(1), match.end())
            edited = literal(prose, *second) or literal(prose, *first)
            fix = Fix("Remove one", (Edit(edited, ""),), Safety.UNSAFE) if edited is not None else None
            message = f"`{match[1]}:` appears twice in a row"
            severity = None if is_rare and not _names_software(entry, prose, match) else Severity.NOTE
            yield self.at(listing, prose.span(*match.span()), message, fix=fix, severity=severity, reasons=(reason,))

    def _repeated(self, listing: Listing, prose: Prose, found: _Repetition, severity: Severity | None) -> Diagnostic:
        span = prose.span(found.span.start, found.span.end)
        fix = Fix("Swap them" if found.once == ".," else "Remove one", (Edit(span, found.once),), Safety.UNSAFE)
        return self.at(listing, span, found.message, fix=fix, severity=severity)

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


def _repetitions(prose: Prose) -> Iterator[_Repetition]:
    text = plain(prose)
    for pattern in (_WORD, _MARK, _COMMA):
        for match in pattern.finditer(text):
            if literal(prose, *match.span()) is not None:
                once = match[1] if pattern is _WORD else match[0][-1]
                message = "this comma has nothing after it" if pattern is _COMMA else f"`{once}` appears twice in a row"
                if pattern is _COMMA and _SWAPPED.search(text, max(match.start() - 4, 0), match.end()):
                    once, message = ".,", "comma and full stop are swapped: the full stop belongs to the short form"
                yield _Repetition(Span(*match.span()), once, message, match[0] == "..")


def _is_linked(prose: Prose, match: re.Match[str]) -> bool:
    """Whether both names are links of their own, such as one to the code and one to the paper."""
    first, second = (prose.runs[prose.run_at(place)].link for place in (match.start(), match.end() - 1))
    return first is not None and second is not None and first is not second


def _names_software(entry: Entry, prose: Prose, match: re.Match[str]) -> bool:
    """Whether the first name is the text of a link, in an entry of no paper: `[TNN](url): TNN: A Library`."""
    link = prose.runs[prose.run_at(match.start())].link
    return link is not None and link.label.strip() == match[1] and entry.kind is not Kind.PAPER


def _ends_title(text: EntryText, offset: int, few_end_in_dots: Callable[[], bool]) -> bool:
    """Whether dots are in a title, or end one in a list that ends few titles in a full stop: `Yes but..`."""
    return offset in text.title or (offset == text.title.stop and few_end_in_dots())


def _has_dot(entry: Entry) -> bool:
    column, _, end = entry.title_place
    return entry.title is not None and _FULL_STOP.match(entry.proses[max(column, 0)].text, end) is not None


def _may_repeat(prose: Prose) -> bool:
    """Whether the words of a link are in the text once more; almost always they are not."""
    text = prose.text.lower()
    labels = (link.label.lower() for link in prose.links() if not link.image and len(link.label) >= _SHORTEST)
    return any(text.count(label[:_SHORTEST]) > 1 for label in labels)
