"""An entry with its title and link comes in; how much it says by itself that it is about a paper goes out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from bot.listing.labels import Label
from bot.listing.options import Role
from bot.listing.values import Carrier
from bot.papers.identifiers import Scheme
from bot.papers.venues import find_venues

if TYPE_CHECKING:
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

_ABOUT_LIST = re.compile(
    r"\b(?:contribut\w*|licen[cs]e|acknowledge?ments?|star history|contact|how to|citations?|citing|disclaimer)\b"
    r"|贡献|致谢",
    re.IGNORECASE,
)
_OTHER_SECTION = re.compile(
    r"\b(?:tools?|toolkits?|code(?:base)?s?|librar(?:y|ies)|repos?(?:itor(?:y|ies))?|open.?source projects?|software"
    r"|blogs?|posts?|tutorials?|talks?|slides?|lectures?|courses?|videos?|websites?|workshops?|implementations?"
    r"|frameworks? and|leaderboards?|podcasts?|newsletters?|communit(?:y|ies)|people|twitter|resources?"
    r"|related (?:lists?|repos?))\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^\W*(?:comments?|notes?|remarks?|todo|techniques?)\s*[:：]", re.IGNORECASE)
_POST = re.compile(
    r"^https?://(?:[^/]*\.)?(?:blogs?|engineering|eng|medium|substack|towardsdatascience|youtube|youtu|twitter|x"
    r"|zhihu|bilibili|reddit|linkedin|wikipedia|news)\.[^/]*(?:/|$)"
    r"|^https?://[^/]*\.(?:blog|tech|engineering|news)(?:/|$)"
    r"|/(?:blogs?|posts?|news|tutorials?|courses?|slides?|docs?)(?:/|$)",
    re.IGNORECASE,
)
_PUBLICATION = re.compile(
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
    if len(named) > 2 and title.likeness < TITLED:
        return Evidence.AGAINST
    if use is not None and (use.is_paper or use.label is Label.PAPER):
        if _names_something_else(entry, title):
            return Evidence.AGAINST
        return Evidence.STRONG if use.is_paper else Evidence.WEAK
    return _weigh_unnamed(entry, title, labelled=labelled)


def _weigh_unnamed(entry: Judged, title: Option, *, labelled: bool) -> Evidence:
    """What an entry says whose link neither names a paper nor is said to lead to one."""
    use, features = entry.use, entry.features
    on_repository = entry.on_title and is_repository(use)
    published = entry.on_title and use is not None and not on_repository and bool(_PUBLICATION.search(use.link.href))
    spoken_for = entry.dated and (use is not None or features.candidate.carrier is not Carrier.ROW)
    if title.likeness < (SHORT if spoken_for or published else TITLED) and not (entry.dated and published):
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
    if use is None or title is None or title.likeness < TITLED or not (entry.on_title or use.label is Label.HERE):
        return False
    return not is_repository(use) and not is_post(use) and not entry.in_other_section


def names_model(entry: Judged) -> bool:
    """Whether an undated link on a short name may stand for the model or tool of that name."""
    title = entry.title
    return title is not None and title.role is Role.LINKED and title.likeness < TITLED and not entry.dated


def is_post(use: LinkUse) -> bool:
    """Whether a link leads to a blog, a video, a news page, a course."""
    return bool(_POST.search(use.link.href))


def is_repository(use: LinkUse | None) -> bool:
    """Whether a link leads to code or a model, not to a document kept there."""
    if use is None or use.identifier is None or use.identifier.scheme not in _REPOSITORY:
        return False
    return not use.link.href.casefold().endswith(".pdf")


def _names_something_else(entry: Judged, title: Option) -> bool:
    """Whether an entry with a link to a paper is about the model or the code that the paper describes."""
    if title.role is not Role.LINKED:
        return False
    if title.likeness < SHORT and not entry.dated:
        return True
    uses = [use for use in entry.features.uses if use.link is title.link]
    return title.likeness < TITLED and any(map(is_repository, uses))


def _names_venue(features: Features, title: Option) -> bool:
    """Whether the entry names a venue outside its title."""
    text = features.head.text
    if title.column < 0:
        text = text[: title.start] + " " + text[title.end :]
    return bool(find_venues(text))
