"""Entries with their title, date and link come in; whether each is about a paper goes out.

An entry that links a paper is about one. Where the link does not tell, the company it stands in does: a dated
title among papers is a paper, among tools it is a tool.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from bot.identifiers import Scheme
from bot.listing.entry import Kind
from bot.listing.labels import Label
from bot.listing.options import Role
from bot.venues import find_venues

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing.features import Features, LinkUse
    from bot.listing.options import Option


class Evidence(IntEnum):
    """How much an entry says by itself that it is about a paper."""

    AGAINST = 0
    NONE = 1
    WEAK = 2
    STRONG = 3


@dataclass(frozen=True, slots=True)
class Judged:
    """What is known of an entry when its kind is decided."""

    features: Features
    title: Option | None
    use: LinkUse | None
    dated: bool
    date_apart: bool
    """The date stands in a label, a link or a cell of its own."""
    heading: str


_ABOUT_LIST = re.compile(
    r"\b(?:contribut\w*|licen[cs]e|acknowledge?ments?|star history|contact|how to|citations?|citing|disclaimer)\b"
    r"|贡献|致谢",
    re.IGNORECASE,
)
_OTHER_SECTION = re.compile(
    r"\b(?:tools?|toolkits?|code(?:base)?s?|librar(?:y|ies)|repos?(?:itor(?:y|ies))?|open.?source projects?|blogs?|"
    r"posts?|tutorials?|talks?|lectures?|courses?|videos?|websites?|workshops?|implementations?|software|"
    r"frameworks? and|leaderboards?|podcasts?|newsletters?|communit(?:y|ies)|people|twitter|resources?|"
    r"related (?:lists?|repos?))\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^\W*(?:comments?|notes?|remarks?|todo|techniques?)\s*[:：]", re.IGNORECASE)
_POST = re.compile(
    r"^https?://(?:[^/]*\.)?(?:blogs?|engineering|eng|medium|substack|towardsdatascience|youtube|youtu|twitter|x|"
    r"zhihu|bilibili|reddit|linkedin|wikipedia|news)\.[^/]*(?:/|$)|"
    r"^https?://[^/]*\.(?:blog|tech|engineering|news)(?:/|$)|"
    r"/(?:blogs?|posts?|news|tutorials?|courses?|docs?)(?:/|$)",
    re.IGNORECASE,
)
_REPOSITORY = frozenset({Scheme.GITHUB, Scheme.HUGGINGFACE})
_PAPERS_HERE = 0.6
"""The share of papers around an entry from which on it is taken for one too."""


def judge_kinds(entries: Sequence[Judged]) -> list[Kind]:
    """The kind of each entry, by itself and by its neighbours."""
    named = sum(entry.use is not None and entry.use.label is Label.PAPER for entry in entries)
    known = sum(entry.use is not None and (entry.use.is_paper or entry.use.label is Label.PAPER) for entry in entries)
    evidence = [weigh(entry, labelled=10 * named > 3 * known > 0) for entry in entries]
    strong = sum(found is Evidence.STRONG for found in evidence)
    weak = sum(found is Evidence.WEAK for found in evidence)
    titled = sum(entry.title is not None and entry.title.likeness >= 0.6 for entry in entries)
    about_papers = 10 * strong >= len(entries) or (weak + strong >= 5 and 2 * (weak + strong) >= titled)
    total = Counter(entry.features.candidate.section for entry in entries)
    papers = Counter(
        entry.features.candidate.section
        for entry, found in zip(entries, evidence, strict=True)
        if found is Evidence.STRONG or (found is Evidence.WEAK and about_papers)
    )
    kinds = []
    for entry, found in zip(entries, evidence, strict=True):
        section = entry.features.candidate.section
        share = papers[section] / total[section] if papers[section] >= 3 else 0.0
        if found is Evidence.STRONG:
            paper = True
        elif found is Evidence.WEAK:
            paper = about_papers and (share > 0.3 or not _OTHER_SECTION.search(entry.heading))
        else:
            paper = found is Evidence.NONE and share >= _PAPERS_HERE and _could_be_paper(entry)
        kinds.append(Kind.PAPER if paper else Kind.OTHER)
    return kinds


def weigh(entry: Judged, labelled: bool) -> Evidence:
    """What an entry says by itself, in a list where links to papers are `labelled` as such."""
    title, use, features = entry.title, entry.use, entry.features
    if title is None or _COMMENT.match(features.head.text) or _ABOUT_LIST.search(entry.heading):
        return Evidence.AGAINST
    named = {each.identifier for each in features.uses if each.is_paper and not each.detail}
    if len(named) > 2 and title.likeness < 0.6:
        return Evidence.AGAINST
    if use is not None and (use.is_paper or use.label is Label.PAPER):
        if title.likeness < 0.4 and not entry.dated and title.role is Role.LINKED:
            return Evidence.AGAINST
        return Evidence.STRONG if use.is_paper else Evidence.WEAK
    if title.likeness < (0.4 if entry.dated else 0.6):
        return Evidence.NONE
    on_repository = _is_repository(use) and use is not None and use.link is title.link
    if any(each.dated for each in features.uses) or (_names_venue(features, title) and not on_repository):
        return Evidence.WEAK
    if use is not None and _POST.search(use.link.href):
        return Evidence.NONE
    if labelled and use is not None:
        return Evidence.AGAINST
    if use is not None and use.link is title.link:
        is_file = use.link.href.casefold().partition("?")[0].endswith(".pdf")
        dated = entry.date_apart if on_repository else entry.dated
        return Evidence.WEAK if dated or is_file else Evidence.NONE
    silent = all(each.label is None for each in features.uses)
    return Evidence.WEAK if entry.dated and silent else Evidence.NONE


def _could_be_paper(entry: Judged) -> bool:
    """Whether an entry that says nothing may be a paper among papers: its title links somewhere unknown."""
    use, title = entry.use, entry.title
    if use is None or title is None or use.link is not title.link or title.likeness < 0.6:
        return False
    return not _is_repository(use) and not _POST.search(use.link.href) and not _OTHER_SECTION.search(entry.heading)


def _is_repository(use: LinkUse | None) -> bool:
    """Whether a link leads to code or a model, not to a document kept there."""
    if use is None or use.identifier is None or use.identifier.scheme not in _REPOSITORY:
        return False
    return not use.link.href.casefold().endswith(".pdf")


def _names_venue(features: Features, title: Option) -> bool:
    """Whether the entry names a venue outside its title."""
    text = features.head.text
    if title.column < 0:
        text = text[: title.start] + " " + text[title.end :]
    return bool(find_venues(text))
