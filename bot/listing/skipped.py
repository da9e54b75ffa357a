"""What of a list is in no entry although it links to papers: each block with the reason and what it mentions."""

from __future__ import annotations

from bisect import bisect_right
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from bot.document import BlockKind, Document
from bot.document.model import Link, walk
from bot.listing.model import Listing, Mention, Section, SectionIndex, SkippedBlock
from bot.listing.parts import HIDDEN, Carrier, SkipReason
from bot.listing.titles import NAME, SHORT, Role
from bot.papers.identifiers import identify
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.listing.candidates import Candidate


class PaperLinks(NamedTuple):
    """How many links to papers there are in lists, and how many of them readers see though they are in no entry."""

    total: int
    skipped: int


NO_PAPER_LINKS = PaperLinks(0, 0)


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
    return tuple(_make_blocks(document, found, entries, sections))


def count_paper_links(listings: Iterable[Listing]) -> PaperLinks:
    """How many links to papers the lists show, and how many of these are in no entry."""
    total = skipped = 0
    for listing in listings:
        skipped += sum(len(block.mentions) for block in listing.skipped if block.reason not in HIDDEN)
        total += sum(each.is_paper for entry in listing.entries for each in entry.identifiers)
    return PaperLinks(total + skipped, skipped)


def _bounds(spans: Sequence[Span]) -> list[int]:
    """Where spans that are in order and apart begin and end, in turn."""
    return list(chain.from_iterable((each.start, each.end) for each in spans))


def _gaps(entries: Sequence[int], end: int) -> Iterator[Span]:
    """The text between the bounds of entries."""
    bounds = [0, *entries, end]
    return (Span(bounds[index], bounds[index + 1]) for index in range(0, len(bounds), 2))


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
    code = (block for block in walk(document.blocks) if block.kind is BlockKind.CODE)
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
    on_link = [each for each in titles if each.link is link and each.score >= NAME]
    titles = [each for each in titles if each.score >= SHORT]
    papers = {each.identifier for each in holder.links if each.is_paper}
    title = max(on_link or (titles if len(papers) <= 1 else []), key=lambda each: each.score, default=None)
    date = next((each.readings[0].value for each in holder.dates if each.readings[0].value is not None), None)
    return Mention(title.text if title is not None else None, link, identifier, date)


def _make_blocks(
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
