"""The rule `reused-link`: one page, PDF or video under unrelated titles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from bot.judgement import Case, Side, weigh
from bot.listing import Entry, Link, Listing
from bot.listing.links import shown_by
from bot.listing.model import ListedEntry
from bot.papers.arxiv_ids import Problem
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.similarity import coined_name, title_key
from bot.papers.urls import split_url
from bot.rules import FIREACT
from bot.rules.api import Bad, Context, Findings, Good, Rule, Scope, Severity
from bot.rules.clusters import MANY, Clusters, clusters_of
from bot.rules.link_targets import is_placeholder, target_span, templates_of
from bot.rules.prose import full_text
from bot.rules.sameness import Pair, Relation
from bot.rules.works import is_volume, locate, pointer
from bot.text import group_pairs, lazy_pattern

_PAPER = lazy_pattern(r"\W*(?:paper|pdf|arxiv|preprint|openreview|doi|acl|cvf|ieee|acm|html|论文)\W*", re.IGNORECASE)
_COMPANION = lazy_pattern(
    r"\W*(?:(?:project|home|github|web)? ?-?(?:page|site|website)|homepage|project|videos?|youtube|slides?|poster|talk"
    r"|presentation|citations?|bibtex|supp(?:lement(?:ary|al)?)?|主页|项目主页|视频)\W*",
    re.IGNORECASE,
)
"""Labels of what belongs to one paper. Code, data and posts are often about several papers."""
_IN_SENTENCE = lazy_pattern(r"\b(?:by|in|of|the|this)[ \n]$")
"""What is before a link within a sentence, which may be about another paper."""
_FAMILIES = frozenset({Scheme.GITHUB, Scheme.HUGGINGFACE})
"""Of 9 repositories under unrelated titles, 6 held the code of both papers."""
_LONGEST_LABEL = 30
_SHORTEST_NAME = 4
_SLUG = 20
"""Length of a title in some URLs (characters)."""
_FEWEST_WORDS = 4
"""Words of a title; fewer may name a thing."""
_FEW = 2
_MOST = 50
"""Only this many places of one page are compared."""


class _Use(NamedTuple):
    """A link of an entry that should be about its paper alone."""

    place: ListedEntry
    link: Link
    is_paper: bool
    """Whether it is the link to the paper itself."""


_OF_MANY = lazy_pattern(
    r"(?:^|[/_.-])(?:accepted|program(?:me)?|schedule|proceedings|publications?|papers|issues?|toc|index|workshops?|events?)"
    r"(?:[_.-]?(?:papers?|list))?(?:\.\w{2,5})?/?$|/(?:program(?:me)?|schedule)/[^/]*$",
    re.IGNORECASE,
)
"""What the path of a page of many papers ends in: the program of a conference or a page of it, the publications of a
group."""
_PERSON = lazy_pattern(r"/(?:~|people/|users?/|home/)[^/]+/?|.*/profiles?(?:\.\w{2,5})?/?", re.IGNORECASE)
_ROOT_OF_SITE = lazy_pattern(r"(?:www\.)?[^.]+\.(?:com|org|net|edu|gov|(?:ac|edu|co)\.\w\w)", re.IGNORECASE)
"""The site of a company, a school or a society; below other hosts a paper may have the site for itself."""


class _Reuse(Pair):
    """Two entries with unlike titles that have one link."""

    def __init__(self, owner: _Use, use: _Use, papers: int, clusters: Clusters) -> None:
        super().__init__(owner.place, use.place, clusters)
        self.owner, self.use, self.papers = owner, use, papers

    def is_of_paper(self) -> bool:
        return self.owner.is_paper and self.use.is_paper

    def is_known_paper(self) -> bool:
        """Whether the address has the id of one paper, or the name of one of the two: no page of many.

        In another section an entry may be about the data set of the paper, unless its title is a long one.
        """
        work = identify(self.use.link.href).identifier
        if self.one.place == self.other.place:
            return self.has_other_name() or (work is not None and work.is_paper)
        return self.has_other_name() and self.fewest >= _FEWEST_WORDS and self.relation > Relation.UNKNOWN

    def is_copied(self) -> bool:
        """Whether two papers are side by side, or others wrote the one that has the site of the other."""
        parts = split_url(self.use.link.href)
        is_site = parts is not None and parts.path in ("", "/") and not parts.query
        is_of_others = is_site and self.have_other_authors()
        return self.relation > Relation.UNKNOWN and (self.are_neighbours() or is_of_others)

    def are_told_apart(self) -> bool:
        """Whether both link it as the paper, and their years or names differ: it was not renamed."""
        return self.is_of_paper() and (self.have_other_years() or self.have_other_names())

    def has_other_name(self) -> bool:
        return _is_named_in(self.owner) and not _is_named_in(self.use)

    def is_of_owner(self) -> bool:
        """Whether two works of other authors, or one that has the name of what it is beside, share a companion."""
        are_two = self.one.work != self.other.work and self.relation > Relation.UNKNOWN
        return are_two and (self.have_other_authors() or (self.are_neighbours() and self.has_other_name()))

    def is_certain(self) -> bool:
        """Whether two papers and no more have one address, and a second reason tells that one is wrong."""
        is_file = self.have_other_authors() and self.use.link.href.lower().endswith((".pdf", ".ps"))
        is_told = self.is_known_paper() or self.is_copied() or self.are_told_apart() or is_file
        return self.papers == _FEW and (self.is_of_owner() or (self.is_of_paper() and is_told))

    def may_be_renamed(self) -> bool:
        return self.relation is Relation.UNKNOWN and not self.are_told_apart()

    def is_word(self) -> bool:
        href = self.use.link.href
        is_unfilled = is_placeholder(href) or Problem.PLACEHOLDER in identify(href).problems
        return is_unfilled or not re.search(r"[./]", href)

    def is_of_many(self) -> bool:
        parts = split_url(self.use.link.href)
        if parts is None:
            return self.use.link.href.partition("#")[0].endswith(".md")
        path = parts.path
        is_home = path in ("", "/") and not parts.query and _ROOT_OF_SITE.fullmatch(parts.host) is not None
        return is_home or _PERSON.fullmatch(path) is not None or _OF_MANY.search(path) is not None

    def name_the_site(self) -> bool:
        """Whether both titles have the name of the site, as that of a shared task."""
        parts = split_url(self.use.link.href)
        name = title_key(parts.host.removeprefix("www.").partition(".")[0]) if parts is not None else ""
        return len(name) >= _SHORTEST_NAME and all(name in title_key(title) for title in self.titles)

    def share_citation(self) -> bool:
        """Whether both have the same first author and year: two results or data sets of one paper."""
        one, other = (each.authors[0].value if each.authors else None for each in self.entries)
        return one is not None and one == other and not self.have_other_years()


_WITNESSES: tuple[Case[_Reuse, Side], ...] = (
    Case("the titles are those of two papers", lambda it: it.relation > Relation.UNKNOWN, Side.FOR),
    Case("the titles differ", lambda it: it.relation is Relation.UNKNOWN, Side.FOR),
    Case("the titles name two parts", Pair.are_parts, Side.FOR),
    Case("both entries link it as the paper", _Reuse.is_of_paper, Side.FOR),
    Case("each entry has a paper of its own", lambda it: it.one.work != it.other.work, Side.FOR),
    Case("the authors differ", Pair.have_other_authors, Side.FOR),
    Case("the URL has the name of the other paper", _Reuse.has_other_name, Side.FOR),
    Case("the years of the entries differ", Pair.have_other_years, Side.FOR),
    Case("each title begins with a name of its own", Pair.have_other_names, Side.FOR),
    Case("the paper may have been renamed", _Reuse.may_be_renamed, Side.NOTE),
    Case("it may belong to both", lambda it: not it.is_certain(), Side.NOTE),
    Case("a page of three may be a group's", lambda it: it.papers > _FEW and not it.is_of_paper(), Side.NOTE),
    Case("the page is that of a site, a person or many papers", _Reuse.is_of_many, Side.AGAINST),
    Case("both titles have the name of the site", _Reuse.name_the_site, Side.AGAINST),
    Case("both have the same author and year", _Reuse.share_citation, Side.AGAINST),
    Case("it is not a URL", _Reuse.is_word, Side.AGAINST),
    Case("both are rows of a table of results", Pair.are_results, Side.AGAINST),
)


class ReusedLink(Rule):
    """One page, PDF or video is linked under unrelated titles; at most one of the links is right.

    Usually an entry was copied, and one of its links was not changed: correct that link. The rule compares links to the
    paper, and links with a text such as page, video or slides. The finding is a warning if exactly two papers have the
    link, and

    - a link to the paper itself: the entries are neighbours, their authors, years or method names differ, or the URL
      contains an id or the method name of one paper;
    - any other link: their authors differ, or the entries are neighbours and the URL contains the method name of one.

    Otherwise it is a note, because papers may share a page.

    Not reported: home pages of people and organisations, conference programmes, lists of papers, and repositories that
    are not named after one of the papers.
    """

    severity = Severity.WARNING
    scope = Scope.PAIR
    examples = (
        Bad(
            f"* {FIREACT} "
            "[[page](https://fireact-agent.github.io/)]\n"
            "* [Training Software Engineering Models with Verifiers](https://arxiv.org/abs/2412.21139) "
            "[[page](https://fireact-agent.github.io/)]\n"
        ),
        Good(
            f"* {FIREACT} "
            "[[code](https://github.com/example/agents)]\n"
            "* [Training Software Engineering Models with Verifiers](https://arxiv.org/abs/2412.21139) "
            "[[code](https://github.com/example/agents)]\n"
        ),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per page."""
        templates = templates_of(listing)
        links = [
            (_target_of(link), (entry, link))
            for entry in context.catalog.entries_of(listing)
            if entry.title and (entry.identifiers or entry.names_paper)
            for link in entry.links
            if link.href[:1] not in ("", "#")
        ]
        counts = Counter([target for target, _ in links])
        by_target = group_pairs(pair for pair in links if counts[pair[0]] > 1)
        for places in by_target.values():
            if not _is_shared(places[0][1].href):
                uses = [use for place in places[:_MOST] if (use := _read(listing, *place)) is not None]
                yield from self._compare(
                    listing, [use for use in uses if not templates.contain(use.link.span)], context
                )

        yield from self._copied_code(listing, context)

    def _copied_code(self, listing: Listing, context: Context) -> Findings:
        """The repositories that an entry has from the one beside it."""
        papers = listing.papers
        for work, uses in group_pairs(_repositories(listing)).items():
            links = dict(reversed(uses))  # the first one of each entry
            one, other = sorted(links) if len(links) == _FEW else (0, 0)
            if one + 1 != other or papers[one].place != papers[other].place:
                continue
            first, second = ListedEntry(listing, papers[one]), ListedEntry(listing, papers[other])
            pair = Pair(first, second, clusters_of(context.catalog))
            if _has_name(work, pair.other):
                pair, other = Pair(second, first, pair.clusters), one
            if _is_copied(work, pair):
                place = pair.places[0]
                message = f"`{work.value}` has the name of the paper on {locate(listing, place)}; does it fit both?"
                span, related = target_span(links[other]), (pointer(place, "the paper of that name"),)
                reasons = ("it has the name of the other paper", "this one has a name of its own")
                yield self.at(listing, span, message, related=related, reasons=reasons, severity=Severity.NOTE)

    def _compare(self, listing: Listing, uses: list[_Use], context: Context) -> Findings:
        """The finding for one page, at the last of the entries whose titles are unrelated to that of its owner."""
        papers = _group(uses, clusters_of(context.catalog))
        if len(papers) < 2:
            return
        kept = max(papers, key=lambda paper: (any(map(_is_named_in, paper)), len(paper)))
        owner = next((use for use in kept if _is_named_in(use)), kept[0])
        others = [paper for paper in papers if paper is not kept and not _is_of_reused_id(owner, paper[0])]
        if not others:
            return
        use = others[-1][-1]
        pair = _Reuse(owner, use, len(others) + 1, clusters_of(context.catalog))
        elsewhere = [owner, *(paper[0] for paper in others[:-1])]
        lines = [*dict.fromkeys(listing.text.line_at(each.link.span.start) for each in elsewhere)]
        message = f"{len(others) + 1} papers have this link, also on {_join(lines)}; it belongs to one of them at most"
        if len(others) == 1:
            other = "an unrelated" if pair.relation > Relation.UNKNOWN else "another"
            message = f"line {lines[0]} has this link under {other} title; one of the two is probably wrong"
        related = tuple(pointer(each.place, "the other title") for each in elsewhere[:MANY])
        suspicion = self.at(listing, target_span(use.link), message, related=related)
        yield from self.decide(suspicion, weigh(_WITNESSES, pair), context)


def _repositories(listing: Listing) -> Iterator[tuple[Identifier, tuple[int, Link]]]:
    """The repositories that the links of each paper lead to, or badges without a link are of."""
    places = {entry.span: index for index, entry in enumerate(listing.papers)}
    for index, entry in enumerate(listing.papers):
        for link in entry.links:
            work = identify(link.href).identifier
            if work is not None and work.scheme in _FAMILIES:
                yield work, (index, link)
    for image in (each for each in listing.document.links if each.image and "shields.io/github" in each.href):
        entry_at, shown = listing.entry_at(image.span.start), shown_by(image)
        if entry_at is not None and shown is not None and entry_at.span in places:
            yield shown.work, (places[entry_at.span], image)


def _has_name(repository: Identifier, entry: Entry) -> bool:
    """Whether a repository is named like what the entry presents, or its title has the name of the repository."""
    name, coined = title_key(repository.value.rpartition("/")[2]), title_key(coined_name(entry.title_text))
    is_in_title = len(name) >= _SHORTEST_NAME and name in title_key(entry.title_text)
    return is_in_title or name == coined or (len(coined) >= _SHORTEST_NAME and coined in title_key(repository.value))


def _is_copied(repository: Identifier, pair: Pair) -> bool:
    """Whether a repository of two is named like the first of them, and the other has a name and no words for it."""
    is_own = any(each.scheme in _FAMILIES and each != repository for each in pair.other.identifiers)
    is_told = title_key(repository.value.rpartition("/")[2]) in title_key(full_text(pair.other))
    is_one = pair.one.work == pair.other.work or pair.extend_a_name() or pair.share_authors()
    is_named = _has_name(repository, pair.one) and not _has_name(repository, pair.other)
    return is_named and bool(pair.names[1]) and not (is_own or is_told or is_one)


def _group(uses: list[_Use], clusters: Clusters) -> list[list[_Use]]:
    """The uses of one link, grouped by the paper that they may be about."""
    papers: list[list[_Use]] = []
    for use in uses:
        pairs = ((each, Pair(each[0].place, use.place, clusters)) for each in papers)
        paper = next((each for each, pair in pairs if pair.relation < Relation.UNKNOWN and not pair.are_parts()), None)
        if paper is None:
            papers.append([use])
        else:
            paper.append(use)
    return papers


def _read(listing: Listing, entry: Entry, link: Link) -> _Use | None:
    """A link that should be about the paper of its entry alone; None for others."""
    place = ListedEntry(listing, entry)
    if entry.link is not None and link.href == entry.link.href:
        return _Use(place, link, is_paper=True)
    label = link.label if link.badge is None else f"{link.label or link.badge.label}"
    if _IN_SENTENCE.search(listing.text.content, max(link.span.start - 5, 0), link.span.start):
        return None
    if len(label) <= _LONGEST_LABEL and (_PAPER.fullmatch(label) or _COMPANION.fullmatch(label)):
        return _Use(place, link, is_paper=_PAPER.fullmatch(label) is not None)
    return None


def _target_of(link: Link) -> str:
    """What a link leads to: a paper, whatever its address is, or an address."""
    work = identify(link.href).identifier
    return f"{work.scheme} {work.value}" if work is not None and work.is_paper else link.href


def _is_shared(url: str) -> bool:
    """Whether what an address leads to is often about several papers: a repository, a whole volume."""
    work = identify(url).identifier
    return work is not None and (work.scheme in _FAMILIES or is_volume(work))


def _is_of_reused_id(one: _Use, other: _Use) -> bool:
    """Whether two uses are the main links of papers with an id, which `reused-id` and `duplicate-entry` compare."""
    work = one.place.entry.work
    return work is not None and work.is_paper and work == other.place.entry.work and one.is_paper and other.is_paper


def _is_named_in(use: _Use) -> bool:
    """Whether the URL has the name of the paper, or the beginning of its title."""
    title = use.place.entry.title_text
    url = title_key(use.link.href)
    names = title_key(coined_name(title) or ""), title_key(title)[:_SLUG]
    return any(len(name) >= _SHORTEST_NAME and name in url for name in names)


def _join(lines: list[int]) -> str:
    shown = ", ".join(map(str, lines[:MANY]))
    return f"line {shown}" if len(lines) == 1 else f"lines {shown}{', ...' if len(lines) > MANY else ''}"
