"""What says that an entry is about something else than a paper: a post, code, data, a pointer, a person."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.listing.conventions import learn_conventions
from bot.listing.labels import Label
from bot.listing.links import is_publication
from bot.listing.sections import DATA
from bot.listing.segments import find_links
from bot.listing.titles import SHORT, TITLED, Role
from bot.papers.identifiers import Scheme, identify
from bot.papers.similarity import normalise
from bot.papers.titles import score_title
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.listing.choices import Draft
    from bot.listing.links import LinkCandidate
    from bot.listing.model import Entry, Listing
    from bot.listing.parts import Kind
    from bot.listing.titles import TitleCandidate
    from bot.text import Lines

_POST = lazy_pattern(
    r"^https?://(?![^/]*\.(?:edu|ac)\b)(?:[^/]*\.)?(?:blogs?|engineering|eng|medium|substack|towardsdatascience|youtube|youtu|twitter|x"
    r"|zhihu|bilibili|reddit|linkedin|wikipedia|news)\.[^/]*(?:/|$)"
    r"|^https?://[^/]*\.(?:blog|tech|engineering|news)(?:/|$)"
    r"|^(?!.*/uploads/).*/(?:19|20)\d\d/[01]\d/(?:[0-3]\d/)?(?:[a-z]+[_-][a-z]|[\w-]+\.html?\b|[a-z]+/?$)"
    r"|/(?:blogs?|posts?|news|tutorials?|courses?|slides?|docs?)(?:/|$)|/[a-z0-9-]+-[0-9a-f]{11,12}$",
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


def is_post(link: LinkCandidate) -> bool:
    """Whether a link leads to a blog, a video, a news page, a course."""
    return bool(_POST.search(link.link.href)) and not is_publication(link)


def leads_to_repository(link: LinkCandidate | None) -> bool:
    """Whether a link leads to code or a model, or to words about it; not to a paper that is stored there."""
    identifier = identify(link.link.href).identifier if link is not None else None
    if link is None or identifier is None or identifier.scheme not in _REPOSITORY:
        return False
    return not link.link.href.casefold().endswith(".pdf")


def names_something_else(entry: Draft) -> bool:
    """Whether an entry with a link to a paper is about the model, the code or the data that the paper describes."""
    title = entry.title
    if title is None or title.score >= TITLED:
        return title is not None and _is_set_of_data(entry, title)
    if title.role is not Role.LINKED:
        return _is_product(entry)
    if not (entry.links_title or entry.link is None or not entry.link.is_paper):
        return _is_product(entry) or _is_set_of_data(entry, title)
    links = (each for each in entry.candidate.links if each.link is title.link)
    return (
        (title.score < SHORT and entry.date is None and not entry.announced)
        or any(map(leads_to_repository, links))
        or _is_product(entry)
    )


def _is_set_of_data(entry: Draft, title: TitleCandidate) -> bool:
    """Whether an entry begins with the name of data, on a link to something else than a publication."""
    own = [each for each in entry.candidate.links if each.link is title.link]
    is_elsewhere = bool([each for each in own if not (each.is_paper or is_publication(each))])
    is_first = title.column < 0 and not entry.candidate.head.text[: title.start].strip()
    return is_elsewhere and is_first and DATA.search(title.text) is not None


def _is_product(entry: Draft) -> bool:
    """Whether an entry under a heading on software or data has a repository first, or in such a column another page."""
    first = next((each for each in entry.candidate.links if each.link.href and not each.dated), None)
    if first is not None and names_product(entry):
        return not (first.is_paper or first.label is Label.PAPER)
    return leads_to_repository(first) and bool(_PRODUCTS.search(entry.heading) or entry.is_in_other_section)


def names_product(entry: Draft) -> bool:
    """Whether an entry is a name in a column of data or software."""
    title = entry.title
    if title is None or not 0 <= title.column < len(entry.candidate.columns):
        return False
    return _PRODUCTS.search(entry.candidate.columns[title.column]) is not None


def only_points(entry: Draft) -> bool:
    """Whether the words that could be a title are of a sentence that points at a paper: `see [this paper](...)`."""
    title, link, candidate = entry.title, entry.link, entry.candidate
    if title is None or link is None or link.label is not Label.HERE:
        return False
    if title.role is not Role.PLAIN or title.column >= 0:
        return False
    place = next((each for each in find_links(candidate.head) if each.link is link.link), None)
    if place is None:
        return False
    text = candidate.head.text
    words = text[place.start : place.end].strip()
    if words.casefold().startswith(("a ", "an ")):
        return True
    pause = _PAUSE.search(text, title.start, place.start)
    if pause is not None and score_title(text[title.start : pause.start()].strip()) >= TITLED:
        return False  # a title, then `see here`
    return bool(_SAYS_WHICH.match(words) or _LEADS_HERE.search(text[: place.start]))


def correct_kinds(listing: Listing, headings: Iterable[tuple[str, Kind]], said: Mapping[Lines | None, Kind]) -> Listing:
    """A list with the kinds that a person gives the entries below some `headings`, and those on lines."""
    sections = {normalise(heading): kind for heading, kind in headings}

    def correct(entry: Entry) -> Entry:
        section = listing.sections[entry.section]
        around = map(normalise, (section.heading, *reversed(section.path)) if sections else ())
        kind = next((sections[each] for each in around if each in sections), None)
        reason = "is in a section that the configuration names"
        if (own := said.get(listing.text.lines_of(entry.span)) if said else None) is not None:
            kind, reason = own, "has a comment that says so"
        return entry if kind is None else replace(entry, kind=kind, reason=reason)

    entries = tuple(map(correct, listing.entries))
    if all(new is old for new, old in zip(entries, listing.entries, strict=True)):
        return listing
    conventions = learn_conventions(listing.text.content, entries, listing.sections)
    return replace(listing, entries=entries, conventions=conventions)
