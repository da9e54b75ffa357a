"""An entry with its title and link comes in; how much it says by itself that it is about a paper goes out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from bot.listing.links import Label
from bot.listing.parts import Carrier, Kind
from bot.listing.titles import Role
from bot.papers.identifiers import Scheme
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing.features import Features, LinkUse
    from bot.listing.titles import TitleCandidate


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
    title: TitleCandidate | None
    use: LinkUse | None
    dated: bool
    date_apart: bool
    """The date stands in a label, a link or a cell of its own."""
    heading: str

    @property
    def on_title(self) -> bool:
        """Whether the entry's link is the one on its title."""
        return self.use is not None and self.title is not None and self.use.link is self.title.link

    @property
    def in_other_section(self) -> bool:
        """Whether the heading announces something else than papers."""
        return bool(_OTHER_SECTION.search(self.heading))


TITLED, SHORT = 0.6, 0.4
"""Likeness from which on words read as a title by themselves, and where something else speaks for it."""

_ABOUT_LIST = lazy_pattern(
    r"\b(?:contribut\w*|licen[cs]e|acknowledge?ments?|star history|contact|how to|citations?|citing|disclaimer)\b"
    r"|贡献|致谢",
    re.IGNORECASE,
)
_OTHER_SECTION = lazy_pattern(
    r"\b(?:tools?|toolkits?|code(?:base)?s?|librar(?:y|ies)|repos?(?:itor(?:y|ies))?|open.?source projects?|software"
    r"|blogs?|posts?|tutorials?|talks?|slides?|lectures?|courses?|videos?|websites?|workshops?|implementations?"
    r"|frameworks? and|leaderboards?|podcasts?|newsletters?|communit(?:y|ies)|people|twitter|resources?"
    r"|related (?:lists?|repos?))\b",
    re.IGNORECASE,
)
_COMMENT = lazy_pattern(r"^\W*(?:comments?|notes?|remarks?|todo|techniques?)\s*[:：]", re.IGNORECASE)
_POST = lazy_pattern(
    r"^https?://(?:[^/]*\.)?(?:blogs?|engineering|eng|medium|substack|towardsdatascience|youtube|youtu|twitter|x"
    r"|zhihu|bilibili|reddit|linkedin|wikipedia|news)\.[^/]*(?:/|$)"
    r"|^https?://[^/]*\.(?:blog|tech|engineering|news)(?:/|$)"
    r"|/(?:blogs?|posts?|news|tutorials?|courses?|slides?|docs?)(?:/|$)",
    re.IGNORECASE,
)
_PUBLICATION = lazy_pattern(
    r"\.pdf\b|[=/]pdf\b|/(?:papers?|publications?|proceedings|proceedings-article|abstract|thesis|preprints?)(?:[/?.]|$)"
    r"|\bciteseer",
    re.IGNORECASE,
)
"""What the address of a paper is made of on sites that need no knowing one by one."""
_REPOSITORY = frozenset({Scheme.GITHUB, Scheme.HUGGINGFACE})


def weigh(entry: Judged, *, labelled: bool) -> Evidence:
    """What an entry says by itself, in a list where links to papers are `labelled` as such."""
    title, use, features = entry.title, entry.use, entry.features
    if title is None or _COMMENT.match(features.head.text) or _ABOUT_LIST.search(entry.heading):
        return Evidence.AGAINST
    named = {each.identifier for each in features.uses if each.is_paper and not each.detail}
    if len(named) > 2 and title.score < TITLED:
        return Evidence.AGAINST
    if use is not None and (use.is_paper or use.label is Label.PAPER):
        if _names_something_else(entry, title):
            return Evidence.AGAINST
        return Evidence.STRONG if use.is_paper else Evidence.WEAK
    return _weigh_unnamed(entry, title, labelled=labelled)


def _weigh_unnamed(entry: Judged, title: TitleCandidate, *, labelled: bool) -> Evidence:
    """What an entry says whose link neither names a paper nor is said to lead to one."""
    use, features = entry.use, entry.features
    on_repository = entry.on_title and is_repository(use)
    published = entry.on_title and use is not None and not on_repository and bool(_PUBLICATION.search(use.link.href))
    spoken_for = entry.dated and (use is not None or features.candidate.carrier is not Carrier.ROW)
    if title.score < (SHORT if spoken_for or published else TITLED) and not (entry.dated and published):
        return Evidence.NONE
    if any(each.dated for each in features.uses) or (_names_venue(features, title) and not on_repository):
        return Evidence.WEAK
    if use is None:
        silent = all(each.label is None for each in features.uses)
        return Evidence.WEAK if entry.dated and silent else Evidence.NONE
    if is_post(use):
        return Evidence.NONE
    if labelled:
        return Evidence.AGAINST
    if entry.on_title:
        return Evidence.WEAK if published or (entry.date_apart if on_repository else entry.dated) else Evidence.NONE
    silent = all(each.label is None for each in features.uses)
    return Evidence.WEAK if entry.dated and silent else Evidence.NONE


def could_be_paper(entry: Judged) -> bool:
    """Whether an entry that says nothing may be a paper among papers: it links somewhere unknown."""
    use, title = entry.use, entry.title
    if use is None or title is None or title.score < TITLED or not (entry.on_title or use.label is Label.HERE):
        return False
    return not is_repository(use) and not is_post(use) and not entry.in_other_section


def names_model(entry: Judged) -> bool:
    """Whether an undated link on a short name may stand for the model or tool of that name."""
    title = entry.title
    return title is not None and title.role is Role.LINKED and title.score < TITLED and not entry.dated


def is_post(use: LinkUse) -> bool:
    """Whether a link leads to a blog, a video, a news page, a course."""
    return bool(_POST.search(use.link.href))


def is_repository(use: LinkUse | None) -> bool:
    """Whether a link leads to code or a model, not to a document kept there."""
    if use is None or use.identifier is None or use.identifier.scheme not in _REPOSITORY:
        return False
    return not use.link.href.casefold().endswith(".pdf")


def _names_something_else(entry: Judged, title: TitleCandidate) -> bool:
    """Whether an entry with a link to a paper is about the model or the code that the paper describes."""
    if title.role is not Role.LINKED:
        return False
    if title.score < SHORT and not entry.dated:
        return True
    uses = [use for use in entry.features.uses if use.link is title.link]
    return title.score < TITLED and any(map(is_repository, uses))


def _names_venue(features: Features, title: TitleCandidate) -> bool:
    """Whether the entry names a venue outside its title."""
    text = features.head.text
    if title.column < 0:
        text = text[: title.start] + " " + text[title.end :]
    return bool(find_venues(text))


_FEWEST = 3
"""Papers that a section must hold to speak for the other entries in it."""

_ALL_HERE = 0.6
"""The share of papers around an entry from which on it is taken for one too."""

_SOME_HERE = 0.3
"""The same, for an entry that says a little by itself under a heading that announces something else."""

_ENOUGH_TO_DIFFER = 10
"""Papers in one carrier from which on it may have a habit of its own."""

_LABELLED = 0.3
"""The share of papers with a link that says `paper` from which on another link says that there is none."""


@dataclass(frozen=True, slots=True)
class _Company:
    """What stands around an entry."""

    here: float
    """The share of papers in its section, from 0 to 1."""
    enough: bool
    """Whether the papers there are enough to speak for others."""
    about_papers: bool
    """Whether the list is one of papers at all."""


def judge_kinds(entries: Sequence[Judged]) -> list[Kind]:
    """The kind of each entry, by itself and by its neighbours."""
    labelled = _find_labelled(entries)
    evidence = [weigh(entry, labelled=entry.features.candidate.carrier in labelled) for entry in entries]
    strong = sum(found is Evidence.STRONG for found in evidence)
    weak = sum(found is Evidence.WEAK for found in evidence)
    titled = sum(entry.title is not None and entry.title.score >= TITLED for entry in entries)
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
        company = _Company(papers[section] / total[section], papers[section] >= _FEWEST, about_papers)
        kinds.append(Kind.PAPER if _is_paper(entry, found, company) else Kind.OTHER)
    return kinds


def _find_labelled(entries: Sequence[Judged]) -> frozenset[Carrier]:
    """The carriers whose papers have a link that says so; carriers with few papers do as all others do."""
    known: Counter[Carrier] = Counter()
    named: Counter[Carrier] = Counter()
    for entry in entries:
        if entry.use is not None:
            carrier = entry.features.candidate.carrier
            named[carrier] += entry.use.label is Label.PAPER
            known[carrier] += entry.use.is_paper or entry.use.label is Label.PAPER
    whole = named.total() > _LABELLED * known.total()
    return frozenset(
        carrier
        for carrier in Carrier
        if (named[carrier] > _LABELLED * known[carrier] if known[carrier] >= _ENOUGH_TO_DIFFER else whole)
    )


def _is_paper(entry: Judged, found: Evidence, company: _Company) -> bool:
    """Whether an entry is about a paper, by its evidence and its company."""
    if found >= Evidence.WEAK and names_model(entry) and company.here <= _SOME_HERE:
        return False
    if found is Evidence.STRONG:
        return True
    most, some = (company.enough and company.here > share for share in (_ALL_HERE, _SOME_HERE))
    if found is Evidence.WEAK:
        return company.about_papers and (some or not entry.in_other_section)
    return found is Evidence.NONE and most and could_be_paper(entry)
