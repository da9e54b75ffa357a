"""Which entries are about papers: the evidence in each entry, and the entries around it."""

from __future__ import annotations

import re
from collections import Counter
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.listing.dates import Position
from bot.listing.links import Label
from bot.listing.parts import Carrier, Kind
from bot.listing.segments import find_links
from bot.listing.titles import SHORT, TITLED, Role
from bot.papers.identifiers import Scheme
from bot.papers.titles import score_title
from bot.papers.venues import find_venues
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing.candidates import Candidate
    from bot.listing.dates import DateCandidate
    from bot.listing.links import LinkCandidate
    from bot.listing.titles import TitleCandidate


class Evidence(IntEnum):
    """How much in an entry itself indicates that it is about a paper."""

    AGAINST = 0
    NONE = 1
    WEAK = 2
    STRONG = 3


class Draft(NamedTuple):
    """An entry whose title, link and date are chosen, and whose kind is not known yet."""

    candidate: Candidate
    title: TitleCandidate | None
    link: LinkCandidate | None
    date: DateCandidate | None
    heading: str
    """The heading of its section."""
    category: str = ""
    """What the table says of its category."""

    @property
    def has_own_date(self) -> bool:
        """Whether the date is in a label, a link or a cell of its own."""
        return self.date is not None and self.date.position in (Position.LABEL, Position.LINK, Position.CELL)

    @property
    def links_title(self) -> bool:
        """Whether the entry's link is the one on its title."""
        return self.link is not None and self.title is not None and self.link.link is self.title.link

    @property
    def is_in_other_section(self) -> bool:
        """Whether the heading announces something else than papers."""
        return bool(_OTHER_SECTION.search(self.heading))


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
_PRODUCTS = lazy_pattern(r"\b(?:data ?sets?|corpora|software|simulators?|packages?)\b|数据集|工具", re.IGNORECASE)
_PAUSE = lazy_pattern(r"[.;,，。；(（\[|\n](?=[^.;,，。；(（\[|\n]{0,30}$)|\s[-–—]\s(?!.*\s[-–—]\s)")
"""The last thing that sets words off from those behind them."""
_SAYS_WHICH = lazy_pattern(r"(?:this|these|that|their|his|her)\b|这篇|该|此", re.IGNORECASE)
_LEADS_HERE = lazy_pattern(
    r"\b(?:see|seen|found|available|check|read|click|in|at|from|is|are|of|out|it|more)\s+$|[见在看]\s*$", re.IGNORECASE
)
"""What a sentence says before `here`."""
_REPOSITORY = frozenset({Scheme.GITHUB, Scheme.HUGGINGFACE})


def weigh_evidence(entry: Draft, *, labelled: bool) -> Evidence:
    """The evidence in one entry, in a list where links to papers are `labelled` as such."""
    title, link, candidate = entry.title, entry.link, entry.candidate
    if title is None or _COMMENT.match(candidate.head.text):
        return Evidence.AGAINST
    named = {each.identifier for each in candidate.links if each.is_paper and not each.detail}
    if len(named) > 2 and title.score < TITLED:
        return Evidence.AGAINST
    if link is not None and (link.is_paper or link.label is Label.PAPER):
        if _names_something_else(entry, title) or _only_points(entry, title):
            return Evidence.AGAINST
        return Evidence.STRONG if link.is_paper else Evidence.WEAK
    return _weigh_unnamed(entry, title, labelled=labelled)


def _weigh_unnamed(entry: Draft, title: TitleCandidate, *, labelled: bool) -> Evidence:
    """The evidence in an entry whose link neither names a paper nor is labelled as one."""
    link, candidate, dated = entry.link, entry.candidate, entry.date is not None
    on_repository = entry.links_title and is_repository(link)
    published = entry.links_title and not on_repository and link is not None and is_publication(link)
    supported = published or (dated and (link is not None or candidate.carrier is not Carrier.ROW))
    if title.score < (SHORT if supported else TITLED) and not (dated and published):
        return Evidence.NONE
    if any(each.dated for each in candidate.links) or (_names_venue(candidate, title) and not on_repository):
        return Evidence.WEAK
    if link is not None:
        if is_post(link):
            return Evidence.NONE
        if labelled:
            return Evidence.AGAINST
        if entry.links_title:
            is_paper = published or (entry.has_own_date if on_repository else dated)
            return Evidence.WEAK if is_paper else Evidence.NONE
    unlabelled = all(each.label is None for each in candidate.links)
    return Evidence.WEAK if dated and unlabelled else Evidence.NONE


def could_be_paper(entry: Draft) -> bool:
    """Whether an entry without evidence may be a paper among papers: it links somewhere unknown."""
    link, title = entry.link, entry.title
    if link is None or title is None or title.score < TITLED or not (entry.links_title or link.label is Label.HERE):
        return False
    return not is_repository(link) and not is_post(link) and not entry.is_in_other_section


def names_model(entry: Draft) -> bool:
    """Whether an undated link on a short name may stand for the model or tool of that name."""
    title = entry.title
    return title is not None and title.role is Role.LINKED and title.score < TITLED and entry.date is None


def is_post(link: LinkCandidate) -> bool:
    """Whether a link leads to a blog, a video, a news page, a course."""
    return bool(_POST.search(link.link.href))


def is_publication(link: LinkCandidate) -> bool:
    """Whether the URL of a link looks like that of a paper, on sites that are not known one by one."""
    return bool(_PUBLICATION.search(link.link.href))


def is_repository(link: LinkCandidate | None) -> bool:
    """Whether a link leads to code or a model, not to a document stored there."""
    if link is None or link.identifier is None or link.identifier.scheme not in _REPOSITORY:
        return False
    return not link.link.href.casefold().endswith(".pdf")


def _names_something_else(entry: Draft, title: TitleCandidate) -> bool:
    """Whether an entry with a link to a paper is about the model, the code or the data that the paper describes."""
    if title.score < TITLED and _is_product(entry):
        return True
    if title.role is not Role.LINKED:
        return False
    if title.score < SHORT and entry.date is None:
        return True
    links = (each for each in entry.candidate.links if each.link is title.link)
    return title.score < TITLED and any(map(is_repository, links))


def _is_product(entry: Draft) -> bool:
    """Whether an entry under a heading on software or data has a repository first, and the paper beside it."""
    first = next((each for each in entry.candidate.links if each.link.href and not each.dated), None)
    return is_repository(first) and bool(_PRODUCTS.search(entry.heading) or entry.is_in_other_section)


def _only_points(entry: Draft, title: TitleCandidate) -> bool:
    """Whether the words that could be a title are of a sentence that points at a paper: `see [this paper](...)`."""
    link, candidate = entry.link, entry.candidate
    if link is None or link.label is not Label.HERE or title.role is not Role.PLAIN or title.column >= 0:
        return False
    place = next((each for each in find_links(candidate.head) if each.link is link.link), None)
    if place is None:
        return False
    text = candidate.head.text
    pause = _PAUSE.search(text, title.start, place.start)
    if pause is not None and score_title(text[title.start : pause.start()].strip()) >= TITLED:
        return False  # a title, then `see here`
    words = text[place.start : place.end].strip()
    return bool(_SAYS_WHICH.match(words) or _LEADS_HERE.search(text[: place.start]))


def _names_venue(candidate: Candidate, title: TitleCandidate) -> bool:
    """Whether the entry names a venue outside its title."""
    text = candidate.head.text
    if title.column < 0:
        text = text[: title.start] + " " + text[title.end :]
    return bool(find_venues(text))


_MIN_PAPERS = 3
"""Papers that a section must hold to count for the other entries in it."""

_MOST = 0.6
"""The share of papers around an entry above which an entry without evidence is taken for one too."""

_SOME = 0.3
"""The same for an entry with weak evidence under a heading that announces something else."""

_MIN_OF_CARRIER = 10
"""Papers in one carrier from which it may have a habit of its own."""

_LABELLED = 0.3
"""The share of papers with a link labelled `paper` above which another link means that there is none."""


def classify(entries: Sequence[Draft]) -> list[Kind]:
    """The kind of each entry, by its evidence and by its neighbours."""
    labelled = _find_labelled(entries)
    about_list = _find_about_list(entries)
    evidence = [
        Evidence.AGAINST
        if entry.candidate.section in about_list
        else weigh_evidence(entry, labelled=entry.candidate.carrier in labelled)
        for entry in entries
    ]
    strong, weak = evidence.count(Evidence.STRONG), evidence.count(Evidence.WEAK)
    titled = sum(entry.title is not None and entry.title.score >= TITLED for entry in entries)
    has_papers = 10 * strong >= len(entries) or (weak + strong >= 5 and 2 * (weak + strong) >= titled)
    total = Counter(entry.candidate.section for entry in entries)
    papers = Counter(
        entry.candidate.section
        for entry, found in zip(entries, evidence, strict=True)
        if found is Evidence.STRONG or (found is Evidence.WEAK and has_papers)
    )
    kinds = []
    for entry, found in zip(entries, evidence, strict=True):
        section = entry.candidate.section
        share = papers[section] / total[section]
        is_paper = _is_paper(entry, found, share, is_enough=papers[section] >= _MIN_PAPERS, has_papers=has_papers)
        kinds.append(Kind.PAPER if is_paper else Kind.OTHER)
    return kinds


def _find_about_list(entries: Sequence[Draft]) -> frozenset[int]:
    """The sections about the list itself: their heading says so, and an example or the list's own paper is in them.

    Under `Contact-rich manipulation` or `Citation recommendation` there are more papers.
    """
    sections = {entry.candidate.section for entry in entries if _ABOUT_LIST.search(entry.heading)}
    papers = Counter(
        entry.candidate.section
        for entry in entries
        if entry.candidate.section in sections
        and entry.link is not None
        and entry.link.is_paper
        and entry.title is not None
        and entry.title.score >= TITLED
    )
    return frozenset(section for section in sections if papers[section] < _MIN_PAPERS)


def _find_labelled(entries: Sequence[Draft]) -> frozenset[Carrier]:
    """The carriers whose papers have a link labelled as such; carriers with few papers do as all others do."""
    papers: Counter[Carrier] = Counter()
    labelled: Counter[Carrier] = Counter()
    for entry in entries:
        if entry.link is not None:
            carrier = entry.candidate.carrier
            labelled[carrier] += entry.link.label is Label.PAPER
            papers[carrier] += entry.link.is_paper or entry.link.label is Label.PAPER
    all_do = labelled.total() > _LABELLED * papers.total()
    return frozenset(
        carrier
        for carrier in Carrier
        if (labelled[carrier] > _LABELLED * papers[carrier] if papers[carrier] >= _MIN_OF_CARRIER else all_do)
    )


def _is_paper(entry: Draft, found: Evidence, share: float, *, is_enough: bool, has_papers: bool) -> bool:
    """Whether an entry is about a paper.

    `share` of the entries in its section are papers, which is enough to count or not; the list as a whole has papers
    or not.
    """
    if found >= Evidence.WEAK and names_model(entry) and share <= _SOME:
        return False
    if found is Evidence.STRONG:
        return True
    if found is Evidence.WEAK:
        return has_papers and ((is_enough and share > _SOME) or not entry.is_in_other_section)
    return found is Evidence.NONE and is_enough and share > _MOST and could_be_paper(entry)
