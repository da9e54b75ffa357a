"""What of a list is not an entry: its contents, its news, and each other block with links to papers, with the reason.

News are dated sentences, and works that are entries elsewhere, under a heading that says so. A heading alone decides
nothing: `Latest Updates` is over news in one list and over a hundred papers in another.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from bot.document import BlockKind, Document
from bot.document.anchors import Anchors
from bot.document.model import Link
from bot.listing.candidates import MIN_PAPERS, Candidate, Outline, Status
from bot.listing.labels import Label
from bot.listing.model import Listing, Mention, Section, SectionIndex, SkippedBlock
from bot.listing.parts import HIDDEN, Carrier, Kind, SkipReason
from bot.listing.titles import NICKNAME, SHORT, TITLED, Role
from bot.papers.dates import find_dates
from bot.papers.identifiers import identify
from bot.text import Span, lazy_pattern, make_span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.judgement import Verdict
    from bot.listing.choices import Draft
    from bot.papers.identifiers import Identifier


_MOST = 0.6
"""The share of a block's members that must read as news; of papers that have a link where others explain the list."""
_MIN_MEMBERS = 2
"""Members from which a block is news by what it says, whatever its heading says."""
_MAX_WORDS = 6
"""Words of a heading that announces news."""
_OPENING = 24
"""Characters in which the date of a piece of news begins."""
_MAX_SENTENCE = 160
"""Characters in which the words that make a sentence are looked for."""

_ANNOUNCES = lazy_pattern(
    r"\b(?:news|updates?|what['’]?s new|change ?logs?|release notes?|announcements?|recent activity)\b"
    r"|更新|新闻|动态|公告",
    re.IGNORECASE,
    needs="news update what change release announcement recent 更新 新闻 动态 公告".split(),
)
_DATE = lazy_pattern(
    r"\b\d{1,4} ?[-/.年] ?\d{1,2}(?!\d)|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b|\b20\d\d\b",
    re.IGNORECASE,
)
_VERB = (
    r"is|are|was|were|has|have|had|been|will|now|got|gets"
    r"|(?:accept|releas|add|updat|publish|launch|announc|open-?sourc|creat|upload|introduc)(?:ed|es?)?"
)
_SENTENCE = lazy_pattern(
    rf"\b(?:we|our|us|you|your|please|thanks?|this|these|it|check|available|{_VERB})\b|我们|本仓库|了|已|被",
    re.IGNORECASE,
)
_GOES_ON = lazy_pattern(rf"[\"”')\]]*,? (?:{_VERB})\b", re.IGNORECASE)
_STOP = lazy_pattern(r"[.!?](?=\s|$)|[。！？\n]")


def leave_out_news(outline: Outline) -> None:
    """Mark what is news as no entry, its headings included."""
    blocks = _make_blocks(outline)
    announced = {index for block in blocks if block.announced for index in block.indexes()}
    if announced or any(block.is_dated_prose for block in blocks):
        outside = [each for each in outline.candidates if each.index not in announced]
        works = {work for each in outside for work in _works(each)}
        papers = sum([each.names_paper for each in outside])
        for block in blocks:
            if block.is_news(works, papers):
                _skip(outline, block)


@dataclass(slots=True, eq=False)
class _Block:
    """Candidates that are judged together: all below a heading that announces news, or one list with what is in it."""

    announced: bool
    candidates: list[Candidate] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)
    """The headings that belong to the block: the one that announces it, and dated ones below."""
    dated: set[int] = field(default_factory=set)
    """The indexes of candidates with a date at their start, or that are in such an item or below such a heading."""

    def indexes(self) -> Iterator[int]:
        return (each.index for each in self.candidates)

    def members(self) -> list[Candidate]:
        """The candidates that say something: parents that only head others do not."""
        return [
            each
            for each in self.candidates
            if (each.links if each.children else each.links or each.index in self.dated)
        ]

    @property
    def is_dated_prose(self) -> bool:
        """Whether all members are dated sentences, which no heading has to announce."""
        if not self.candidates or self.candidates[0].index not in self.dated:
            return False
        members = self.members()
        if len(members) < _MIN_MEMBERS or not self.dated.issuperset(each.index for each in members):
            return False
        return all(map(is_prose, members)) and not all(
            any(link.label is Label.PAPER for link in each.links) for each in members
        )

    def is_news(self, works: set[Identifier], papers: int) -> bool:
        """Whether the block is news in a list with `works` elsewhere, where `papers` candidates name one."""
        inside = sum([each.names_paper for each in self.candidates])
        if not self.announced:
            return self.is_dated_prose and inside <= papers
        members = self.members()
        sentences = sum(map(is_prose, members))
        repeated = sum(each.index in self.dated and _repeats(each, works) for each in members if not is_prose(each))
        if inside > papers:  # news that have more papers than the rest of the list are the list
            repeated = 0
        return bool(members) and sentences + repeated >= _MOST * len(members)


def _make_blocks(outline: Outline) -> list[_Block]:
    """All candidates but headings in blocks, in order of their first one."""
    announced = _make_announced(outline)
    blocks: dict[tuple[int, int], _Block] = {}
    tops: dict[int, Candidate] = {}
    """The outermost item around each nested one."""
    dated: set[int] = set()
    for each in outline.candidates:
        heading = outline.headings[each.section]
        top = tops.get(each.index, each)
        for child in each.children:
            tops[child.index] = top
        if each.carrier is Carrier.HEADING:
            continue
        if each.index in dated or _DATE.search(each.head.text, 0, _OPENING):
            dated.add(each.index)
            dated.update([child.index for child in each.children])
        block = announced.get(each.section)
        if block is None:
            key = (each.section, top.group)
            if key not in blocks:
                blocks[key] = _Block(_is_announced(outline, top))
            block = blocks[key]
        elif heading.level and _DATE.search(heading.prose.text):
            block.dated.add(each.index)
        block.candidates.append(each)
        if each.index in dated:
            block.dated.add(each.index)
    return [*dict.fromkeys(announced.values()), *blocks.values()]


def _make_announced(outline: Outline) -> dict[int, _Block]:
    """The blocks of sections whose heading announces news, each with the dated headings below it."""
    found: dict[int, _Block] = {}
    block: _Block | None = None
    level = 0
    levels = Counter(each.level for each in outline.headings if each.level)
    top = min(levels, default=0)
    for number, heading in enumerate(outline.headings):
        text = heading.prose.text
        if _announces(text):
            is_title = heading.level == top and levels[top] == 1  # `Papers on Planning (continuously updated)`
            block, level = _Block(announced=True), heading.level if not is_title else max(levels)
        elif block is not None and not (heading.level > level and _DATE.search(text)):
            block = None
        if block is not None:
            block.headings.append(number)
            found[number] = block
    return found


def _announces(heading: str) -> bool:
    return bool(_ANNOUNCES.search(heading)) and len(heading.split()) <= _MAX_WORDS


def _is_announced(outline: Outline, first: Candidate) -> bool:
    """Whether a line or a summary directly above a block announces news."""
    above = outline.candidates[first.index - 1] if first.index else None
    return (
        above is not None
        and above.carrier in (Carrier.PARAGRAPH, Carrier.HTML)
        and above.section == first.section
        and not above.links
        and _announces(above.head.text)
    )


def _works(candidate: Candidate) -> Iterator[Identifier]:
    return (each.identifier for each in candidate.links if each.is_paper and each.identifier is not None)


def _repeats(candidate: Candidate, works: set[Identifier]) -> bool:
    """Whether a candidate is about works that are elsewhere in the list, or about no paper at all."""
    return candidate.carrier is not Carrier.ROW and works.issuperset(_works(candidate))


def is_prose(candidate: Candidate) -> bool:
    """Whether a candidate reads as a sentence: words lead up to its paper, or go on behind it with a verb.

    A description behind a title is none; and the words of a row may be those of any column.
    """
    if candidate.carrier is Carrier.ROW:
        return False
    text = candidate.head.text
    roles = (Role.LINKED, Role.QUOTED)
    title = max((each for each in candidate.titles if each.role in roles), key=lambda each: each.score, default=None)
    if title is not None and _GOES_ON.match(text, title.end):
        return True
    end = title.start if title is not None and title.score >= TITLED else len(text)
    end = min(end, _MAX_SENTENCE)
    date = _DATE.search(text, 0, _OPENING)
    start = date.end() if date else 0
    stop = _STOP.search(text, start + 8, end)
    return bool(_SENTENCE.search(text, start, stop.start() if stop else end))


def _skip(outline: Outline, block: _Block) -> None:
    headings: Iterable[Candidate | None] = (outline.headings[number].candidate for number in block.headings)
    for each in (*headings, *block.candidates):
        if each is not None:
            each.status, each.skipped = Status.NO_ENTRY, SkipReason.NEWS


_PAGE = lazy_pattern(
    r"(https?://(?:www\.)?git(?:hub|lab|ee)\.com/[^#]+)#(.+)", re.IGNORECASE, needs=("github", "gitlab", "gitee")
)

_NAME = lazy_pattern(r"[^#/.:?\s]+")
"""A target that may be an anchor without its `#`."""


def leave_out_contents(outline: Outline) -> None:
    """What links only into the page itself is not an entry, also where links have its whole address or lack the `#`."""
    links = [link.link.href for each in outline.candidates for link in each.links if "#" in link.link.href]
    parts = [match for href in dict.fromkeys(links) if (match := _PAGE.fullmatch(href)) is not None]
    anchors = Anchors(outline.document)
    own = Counter(match[1] for match in parts if anchors.heading(match[2]) is not None) if parts else Counter[str]()
    inside = ("#", *(f"{page}#" for page, count in own.items() if count >= MIN_PAPERS))

    def is_inside(href: str) -> bool:
        is_name = bool(links) and "-" in href and _NAME.fullmatch(href) is not None
        return href.startswith(inside) or (is_name and anchors.nearly(href) is not None)

    for each in outline.candidates:
        is_linked = bool(each.links) and each.carrier is not Carrier.HEADING
        if is_linked and all(is_inside(link.link.href) for link in each.links):
            each.status = Status.NO_ENTRY


class PaperLinks(NamedTuple):
    """How many links to papers there are in lists, and how many of them readers see though they are in no entry."""

    total: int
    skipped: int


NO_PAPER_LINKS = PaperLinks(0, 0)


def leave_out_remarks(entries: Iterable[tuple[Draft, Verdict[Kind]]]) -> list[tuple[Draft, Verdict[Kind]]]:
    """The entries without items and rows that only explain the list: a legend, a glossary, steps, measures of methods.

    In a list that links its papers, a group of siblings is such an explanation if none of them is a paper or has a
    link, and few have a date.
    """
    found = list(entries)
    papers = [draft for draft, kind in found if kind.value is Kind.PAPER]
    linked = sum([bool(draft.candidate.links) for draft in papers])
    if linked < max(MIN_PAPERS, _MOST * len(papers)):
        return found
    groups = Counter([draft.candidate.group for draft, _ in found])
    dated = Counter([draft.candidate.group for draft, _ in found if draft.date is not None])
    kept = {draft.candidate.group for draft, kind in found if kind.value is Kind.PAPER or draft.candidate.links}
    kept |= {group for group, count in dated.items() if count > _MOST * groups[group]}
    for draft, _ in found:
        if draft.candidate.group not in kept:
            draft.candidate.status = Status.NO_ENTRY
    return [each for each in found if each[0].candidate.group in kept]


_URL = lazy_pattern(
    r"https?://[^\s<>\"'`]+|(?<![\w./@-])(?:www\.)?(?:arxiv\.org|doi\.org|openreview\.net)/[^\s<>\"'`]+"
)
_PUNCTUATION = ".,;:!?*_|\\"
_BRACKETS = {")": "(", "]": "[", "}": "{"}


class _Found(NamedTuple):
    reason: SkipReason
    mention: Mention


def find_skipped(
    document: Document, candidates: Sequence[Candidate], entries: Sequence[Span], sections: Sequence[Section]
) -> tuple[SkippedBlock, ...]:
    """The blocks with links to papers outside of `entries`, in order; consecutive lines of one reason are one block."""
    text = document.text
    bounds = _bounds(entries)
    gaps = _gaps(bounds, len(text.content))
    outside = [
        link for link in document.links if not _is_inside(link.span.start, bounds) and _leads_to_paper(link.href)
    ]
    unread = list(_find_urls(text.content, gaps, document.links))
    if not outside and not unread:
        return ()
    holders = {id(link.link): each for each in candidates for link in each.links}
    hidden = _hidden_spans(document)
    found = []
    for link in outside:
        holder = holders.get(id(link))
        found.append(_Found(_reason(holder, link), _mention(holder, link)))
    for link in unread:
        reason = next((why for why, bounds in hidden if _is_inside(link.span.start, bounds)), SkipReason.UNREAD)
        found.append(_Found(reason, _mention(None, link)))
    found.sort(key=lambda each: each.mention.link.span)
    return tuple(_make_skipped(document, found, entries, sections))


def count_paper_links(listings: Iterable[Listing]) -> PaperLinks:
    """How many links to papers the lists show, and how many of these are in no entry."""
    total = skipped = 0
    for listing in listings:
        skipped += sum(len(block.mentions) for block in listing.skipped if block.reason not in HIDDEN)
        total += sum([each.is_paper for entry in listing.entries for each in entry.identifiers])
    return PaperLinks(total + skipped, skipped)


def _bounds(spans: Sequence[Span]) -> list[int]:
    """Where spans that are in order and apart begin and end, in turn."""
    return list(chain.from_iterable(spans))


def _gaps(entries: Sequence[int], end: int) -> Iterator[Span]:
    """The text between the bounds of entries."""
    bounds = [0, *entries, end]
    return map(make_span, zip(bounds[::2], bounds[1::2], strict=True))


def _is_inside(offset: int, bounds: Sequence[int]) -> bool:
    """Whether an offset is in one of the spans with these bounds."""
    return bisect_right(bounds, offset) % 2 == 1


def _leads_to_paper(url: str) -> bool:
    """Whether a URL names a paper, or was meant to: an address of arXiv with a malformed id."""
    target = identify(url)
    return target.identifier.is_paper if target.identifier is not None else target.form is not None


def _find_urls(content: str, gaps: Iterable[Span], links: Sequence[Link]) -> Iterator[Link]:
    """The addresses of papers in the gaps that Markdown does not make a link of, such as those in comments."""
    for gap in gaps:
        for match in _URL.finditer(content, gap.start, gap.end):
            url = _without_end(match[0])
            span = Span(match.start(), match.start() + len(url))
            index = bisect_right(links, span.start, key=lambda link: link.span.start) - 1
            around = (link for link in links[max(index - 1, 0) : index + 1] if link.span.end > span.start)
            if _leads_to_paper(url) and not any(_leads_to_paper(link.href) for link in around):
                yield Link(span, url, span, url, span, bare=True)


def _without_end(url: str) -> str:
    """The URL without the punctuation behind it, and without closing brackets that were opened before it."""
    surplus = {closer: url.count(closer) - url.count(opener) for closer, opener in _BRACKETS.items()}
    end = len(url)
    while end and (url[end - 1] in _PUNCTUATION or surplus.get(url[end - 1], 0) > 0):
        end -= 1
        if url[end] in surplus:
            surplus[url[end]] -= 1
    return url[:end]


def _hidden_spans(document: Document) -> tuple[tuple[SkipReason, list[int]], ...]:
    """Where the comments and the code of a document are, each in order."""
    code = (block for block in document.all_blocks if block.kind is BlockKind.CODE)
    return (
        (SkipReason.COMMENT, _bounds([comment.span for comment in document.comments])),
        (SkipReason.CODE, _bounds([document.lines_span(block.first, block.last) for block in code])),
    )


def _reason(holder: Candidate | None, link: Link) -> SkipReason:
    if link.image:
        return SkipReason.IMAGE
    if holder is None:
        return SkipReason.TEXT
    if holder.skipped is not None:
        return holder.skipped
    if holder.carrier is Carrier.HEADING:
        return SkipReason.HEADING
    return SkipReason.GROUP if holder.children or holder.inside else SkipReason.TEXT


def _mention(holder: Candidate | None, link: Link) -> Mention:
    identifier = identify(link.href).identifier
    if holder is None:
        return Mention(None, link, identifier, None)
    titles = [each for each in holder.titles if each.role is not Role.NAMED or ":" in each.text]
    on_link = [each for each in titles if each.link is link and each.score >= NICKNAME]
    titles = [each for each in titles if each.score >= SHORT]
    papers = {each.identifier for each in holder.links if each.is_paper}
    title = max(on_link or (titles if len(papers) <= 1 else []), key=lambda each: each.score, default=None)
    date = next((each.value for each in find_dates(holder.head.text) if each.value is not None), None)
    return Mention(title.text if title is not None else None, link, identifier, date)


def _make_skipped(
    document: Document, found: Sequence[_Found], entries: Sequence[Span], sections: Sequence[Section]
) -> Iterator[SkippedBlock]:
    """The lines of mentions that follow each other in one section for one reason, which is the first one on a line."""
    text, index = document.text, SectionIndex(sections)
    keys: list[tuple[int, int, SkipReason]] = []
    blocks: list[tuple[int, int]] = []
    members: list[list[Mention]] = []
    for reason, mention in found:
        start = mention.link.span.start
        first, last = text.line_at(start), text.line_at(mention.link.span.end)
        above = bisect_right(entries, start, key=lambda span: span.start)
        key = above, index.at(start), reason
        if blocks and (key == keys[-1] or first <= blocks[-1][1]):
            blocks[-1] = blocks[-1][0], max(last, blocks[-1][1])
            members[-1].append(mention)
        else:
            keys.append(key)
            blocks.append((first, last))
            members.append([mention])
    for (_, section, reason), (first, last), mentions in zip(keys, blocks, members, strict=True):
        yield SkippedBlock(document.lines_span(first, last), reason, section, tuple(mentions))
