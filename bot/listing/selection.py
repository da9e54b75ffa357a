"""All candidates of a document come in; those that are entries go out, each with the details that belong to it.

What a block is, the list as a whole decides: headings carry papers where most headings of their level do, a
nested bullet is a detail where its parent has the title, a paragraph is an entry where paragraphs like it are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from bot.listing.features import Features, find_features
from bot.listing.heads import take_headings, take_summaries, take_titled_lists
from bot.listing.items import take_items
from bot.listing.loose import take_loose
from bot.listing.pool import Pool
from bot.listing.values import Carrier
from bot.papers.dates import find_dates

if TYPE_CHECKING:
    from bot.document import Document
    from bot.listing.shapes import Shapes

_NEWS = re.compile(
    r"\b(?:news|updates?|what'?s new|change ?log|release notes?|announcements?|recent activity|latest)\b"
    r"|最新|更新|新闻|动态",
    re.IGNORECASE,
)


def is_news(heading: str) -> bool:
    """Whether a section under this heading tells news, which repeat papers on purpose."""
    return bool(_NEWS.search(heading)) and len(heading.split()) <= 6


def select_entries(document: Document, shapes: Shapes) -> list[Features]:
    """The candidates that are entries, in order, with their details joined to them; no two share a line."""
    pool = Pool(document, shapes, [find_features(candidate) for candidate in shapes.candidates])
    _drop_contents(pool)
    take_headings(pool)
    take_summaries(pool)
    take_titled_lists(pool)
    take_items(pool)
    take_loose(pool, Carrier.PARAGRAPH)
    take_loose(pool, Carrier.HTML)
    pool.chosen.update(pool.of(Carrier.ROW))
    return _separate(pool)


def _separate(pool: Pool) -> list[Features]:
    """The entries without those that begin on a line of another one; each ends before the next one or a heading."""
    firsts: dict[int, int] = {}
    for index in sorted(pool.chosen, key=lambda index: pool.features[index].candidate.first):
        firsts.setdefault(pool.features[index].candidate.first, index)
    stops = sorted({*firsts, *(heading.first for heading in pool.shapes.headings if heading.opens_section)})
    for first, index in firsts.items():
        following = bisect_right(stops, first)
        if following < len(stops) and pool.features[index].candidate.last >= stops[following]:
            pool.end_before(index, stops[following])
    return [pool.features[index] for index in firsts.values()]


def _drop_contents(pool: Pool) -> None:
    """Contents tables and news are no entries; nor is what links nowhere but into this page."""
    skipped = [False] * len(pool.shapes.headings)
    level = 0
    for number, heading in enumerate(pool.shapes.headings):
        words = heading.prose.text
        if level and heading.level > level and find_dates(words):
            skipped[number] = True
            continue
        level = heading.level if is_news(words) else 0
        skipped[number] = is_news(words)
    for index, features in enumerate(pool.features):
        links = [use.link for use in features.uses]
        inward = bool(links) and all(link.href.startswith("#") for link in links)
        if skipped[features.candidate.section] or (inward and features.candidate.carrier is not Carrier.HEADING):
            pool.taken[index] = True
