"""The rule `reused-id`: one id under two unrelated titles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.document import Prose
from bot.judgement import Case, Side, weigh
from bot.listing import Entry, Listing
from bot.listing.links import label_of
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Identifier, identify
from bot.papers.similarity import normalise, similarity
from bot.papers.urls import owner_in_path
from bot.rules import FIREACT, URL
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Rule, Scope, Severity
from bot.rules.clusters import Clusters, clusters_of, name_of_row
from bot.rules.link_targets import target_span
from bot.rules.prose import is_in_sentence
from bot.rules.sameness import Pair, Relation, is_title_in_url
from bot.rules.works import cite, contradiction, is_volume, locate, pointer
from bot.text import join, lazy_pattern

_IN_BRACKETS = lazy_pattern(r"[(（][^()（）]*[)）]", needs="(（")
_RESOURCE = lazy_pattern(
    r"\b(?:benchmark|corpus|data ?set)s?\W*$", re.IGNORECASE, needs=("benchmark", "corpus", "data")
)
_FEWEST_WORDS = 4
"""Words of a title; fewer may name a thing."""
_CLEARLY_OTHER = 60
"""Similarity of titles in percent below which other authors make them two papers."""
_LONGEST_NAME = 5
"""Words of a title that may be no more than the name in another one: `ERNIE 3.0 Titan`."""
_HUBS = frozenset({"github.com", "huggingface.co", "gitlab.com", "modelscope.cn", "bitbucket.org"})


class _Reuse(Pair):
    """Two entries whose titles differ, with one id."""

    def have_other_dates(self) -> bool:
        """Whether both have dates, of different years or months."""
        months = {each.date.value.months() for each in self.entries if each.date and each.date.value}
        return self.have_other_years() or len(months - {None}) > 1

    def have_whole_titles(self) -> bool:
        """Whether the titles are of two papers, linked first, and neither is the name of a part or a method."""
        is_told = self.are_unlike() and self.are_long()
        return is_told and all(map(_is_of_paper, self.entries))

    def present_their_own(self) -> bool:
        """Whether each title begins with a name of its own, or a long one stands after such a name."""
        return self.have_other_names() or self.are_methods()

    def are_methods(self) -> bool:
        """Whether a name stands before the title of each, which is long enough for one of a paper."""
        return self.are_long() and self.name_own_methods()

    def share_owner(self) -> bool:
        """Whether both link repositories of one owner, or pages of one site: data and model of one group, it seems."""
        if self.have_other_authors():
            return False
        one, other = ({*map(_owner_of, each)} - {""} for each in self.beside)
        return not one.isdisjoint(other)

    def are_unlike(self) -> bool:
        return self.relation > Relation.UNKNOWN

    def are_of_others(self) -> bool:
        return self.have_other_authors() or (self.relation is Relation.UNKNOWN and self.have_other_first_author())

    def is_misdated(self) -> bool:
        return len({*self.doubts}) > 1 and max(self.doubts) > 0

    def are_in_one_section(self) -> bool:
        return self.places[0].listing is self.places[1].listing and self.one.place == self.other.place

    def is_in_sentence(self) -> bool:
        """Whether one title is not a title, but words of a sentence, in small letters or around the link."""
        for entry, title in zip(self.entries, self.titles, strict=True):
            span, link = entry.title and entry.title.span, entry.link and entry.link.span
            if span and link and span.start < link.start < link.end < span.end:
                return True
            if title[:1].islower() and is_in_sentence(entry):
                return True
        return False

    def may_be_renamed(self) -> bool:
        """Whether they may be one paper: in one section two years or pages tell that they are not.

        So do two years of which one is not that of the id.
        """
        are_two = self.have_other_years() and self.is_misdated()
        is_told = are_two or (self.are_in_one_section() and (self.are_kept_apart() or self.are_methods()))
        return self.relation is Relation.UNKNOWN and not is_told

    def stand_together(self) -> bool:
        """Whether they are side by side, as where one was copied, or two papers are in one section."""
        return self.are_neighbours() or (self.are_unlike() and self.are_in_one_section())

    def is_of_a_name(self) -> bool:
        """Whether one, in another section, is about a thing with a name of few words: a data set, a notion, a tool."""
        short, long = sorted(len(normalise(_IN_BRACKETS.sub("", each)).split()) for each in self.titles)
        is_name = short < _FEWEST_WORDS <= long or any(map(_RESOURCE.search, self.titles))
        return not self.are_in_one_section() and is_name and not self.is_misdated()

    def is_of_several(self) -> bool:
        """Whether one is a row that links another paper by its name in another cell, as where methods are ranked."""
        return any(len(_works_in_cells(each)) > 1 for each in self.entries)

    def is_duplicate(self) -> bool:
        return self.are_in_one_section() and self.may_be_renamed()


def _is_of_paper(entry: Entry) -> bool:
    """Whether the first link of an entry is that to the paper, its title has no other, and no words after it.

    The words of a row with a name of its own say what a data set or a method is, which cites the paper.
    """
    title, link = entry.title, entry.link
    inside = [each for each in entry.links if title is not None and title.span.overlaps(each.label_span)]
    is_whole = all(title is not None and title.span.end <= each.span.end for each in inside)
    return entry.links[:1] == (link,) and is_whole and not name_of_row(entry)


def _works_in_cells(entry: Entry) -> frozenset[frozenset[Identifier]]:
    """For each cell that links papers by their names, these; with identifiers of the kind of the entry's own."""
    return frozenset(frozenset(_named_works(cell, entry)) for cell in entry.cells) - {frozenset()}


def _named_works(cell: Prose, entry: Entry) -> Iterator[Identifier]:
    for link in filter(None, (run.link for run in cell.runs)):
        work = identify(link.href).identifier
        is_name = not link.bare and label_of(link) is None and any(map(str.isalpha, link.label))
        if is_name and work is not None and entry.work is not None and work.scheme is entry.work.scheme:
            yield work


_LENGTH = "both titles are too long for the name of a part"
_WITNESSES: tuple[Case[_Reuse, Side], ...] = (
    Case("the titles are those of two papers", _Reuse.are_unlike, Side.FOR),
    Case("the titles differ", lambda it: it.relation is Relation.UNKNOWN, Side.FOR),
    Case("each title begins with a name of its own", _Reuse.present_their_own, Side.FOR),
    Case("each entry links a repository or page of its own", Pair.have_own_links, Side.FOR),
    Case("the authors differ", _Reuse.are_of_others, Side.FOR),
    Case("the date or the venue of one of them contradicts the id", _Reuse.is_misdated, Side.FOR),
    Case("the dates of the entries differ", _Reuse.have_other_dates, Side.FOR),
    Case(_LENGTH, _Reuse.have_whole_titles, Side.FOR),
    Case("one of the titles has another id elsewhere", Pair.has_another_id, Side.FOR),
    Case("the URL has the words of one of the titles", Pair.has_title_in_url, Side.FOR),
    Case("the entries are in one section, where a paper is listed once", _Reuse.stand_together, Side.FOR),
    Case("the paper may have been renamed", _Reuse.may_be_renamed, Side.NOTE),
    Case("each links another version of the paper", Pair.link_versions, Side.NOTE),
    Case("one may be about a thing that the paper presents", _Reuse.is_of_a_name, Side.NOTE),
    Case("one is a table row that names several papers", _Reuse.is_of_several, Side.NOTE),
    Case("one of them is a link within a sentence", _Reuse.is_in_sentence, Side.NOTE),
    Case("the text of one link is not its title", Pair.have_other_label, Side.NOTE),
    Case("one of them is a package that links the paper about it", Pair.is_of_software, Side.AGAINST),
    Case("both link repositories of the same owner", _Reuse.share_owner, Side.AGAINST),
    Case("both are rows of a table of results", Pair.are_results, Side.AGAINST),
    Case("both are in one section: `duplicate-entry` reports them", _Reuse.is_duplicate, Side.AGAINST),
)


class ReusedId(Rule):
    """Two entries with different titles link to the same paper; one of the links is a mistake.

    Usually an entry was copied, and its link was not changed. Look up both papers by their titles. The finding is at
    the entry whose date does not fit the link, or whose title has another id elsewhere; otherwise at the later entry.

    The finding is an error if the titles share no significant word, or begin with different names (`FireAct:`,
    `WebRL:`), and something else points to a mistake: the repositories differ, a date contradicts the id, or both
    entries are in one section. It is a warning if the titles share only words that most titles of the list have.

    Only a note: other pairs, and a paper that may have been renamed.

    Not reported: entries with an alias, a shortened title or the same authors, and packages or data sets that link the
    paper about them.
    """

    severity = Severity.ERROR
    scope = Scope.PAIR
    examples = (
        Bad(f"* {FIREACT}\n* [Training Software Engineering Models with Verifiers]({URL})\n"),
        Good(
            f"* {FIREACT}\n* [Training Software Engineering Models with Verifiers](https://arxiv.org/abs/2412.21139)\n"
        ),
        Good(f"## Training\n\n* {FIREACT}\n\n## Classics\n\n* [FireAct]({URL})\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry whose title does not fit, or may not."""
        clusters = clusters_of(context.catalog)
        repeated = clusters.of_work[listing.text.path]
        shared = [entry.work for entry in listing.entries if entry.span in repeated]
        for work in dict.fromkeys([work for work in shared if work is not None and _is_of_one_paper(work)]):
            papers = _group(clusters.with_work(work), clusters)
            best = [min(paper, key=lambda place: _doubt(place, clusters)) for paper in papers]
            kept = min(best, key=lambda place: _doubt(place, clusters), default=None)
            for paper, own in zip(papers, best, strict=True):
                others = [each for each in best if each is not own] if own is not kept else [own]
                for place in paper:
                    other = kept if kept is not None and own is not kept else own
                    if place.listing is listing and place is not other:
                        yield from self._compare(_Reuse(place, other, clusters), work, others, context)

    def _compare(
        self, pair: _Reuse, work: Identifier, others: Sequence[ListedEntry], context: Context
    ) -> tuple[Diagnostic, ...]:
        """The finding for two entries of one work, depending on how their titles relate; `others` have it, too."""
        listing, entry = pair.places[0]
        if entry.link is None or pair.relation < Relation.UNKNOWN:
            return ()
        are_unrelated = pair.relation is Relation.UNRELATED
        are_others = pair.are_unlike() and pair.have_other_authors() and similarity(*pair.titles) < _CLEARLY_OTHER
        are_two = are_unrelated or are_others
        hearing = weigh(_WITNESSES, pair)
        is_sure = are_two and hearing.reasons[1:] != (_LENGTH,)  # else their length alone tells
        are_many, renamed = len(others) > 1, "" if is_sure else ", or the paper was renamed"
        title = "other titles" if are_many else "an unrelated title" if are_unrelated else "another title"
        title += " and with other authors" if are_two > are_unrelated and not are_many else ""
        wrong = "not all of the links are right" if are_many else "one of the links is wrong"
        where = join([locate(listing, each) for each in others], "and")
        message = f"{cite(work)} is also on {where} under {title}; {wrong}{renamed}"
        related = tuple(pointer(each, "the other title") for each in others)
        severity = Severity.ERROR if is_sure else Severity.WARNING
        suspicion = self.at(listing, target_span(entry.link), message, related=related, severity=severity)
        return self.decide(suspicion, hearing, context)


def _owner_of(address: str) -> str:
    """Who owns a repository: the first part of the path on sites that have many owners.

    Single files, such as notes that the list keeps in its own repository, tell nothing.
    """
    host, _, path = address.partition("/")
    if host in _HUBS:
        return owner_in_path(host, f"/{path}") if "blob" not in path.split("/") else ""
    return host.removesuffix(".github.io") if host.endswith(".github.io") else ""


def _is_of_one_paper(work: Identifier) -> bool:
    return work.is_paper and not is_volume(work)


def _group(places: Sequence[ListedEntry], clusters: Clusters) -> list[list[ListedEntry]]:
    """The entries of one work, grouped by the paper that they may be about; a name joins the title that has it."""
    papers: list[list[ListedEntry]] = []
    for place in sorted(places, key=lambda each: normalise(each.entry.title_text).count(" ") < _LONGEST_NAME):
        pairs = [Pair(paper[0], place, clusters) for paper in papers]
        relations = [(pair.relation, not pair.have_alias()) for pair in pairs]
        if relations and (nearest := min(relations))[0] <= Relation.UNKNOWN:
            papers[relations.index(nearest)].append(place)
        else:
            papers.append([place])
    order = [each.entry.span for each in places]
    return sorted(papers, key=lambda paper: min(order.index(each.entry.span) for each in paper))


def _doubt(place: ListedEntry, clusters: Clusters) -> tuple[int, int]:
    """How likely the link of an entry is the wrong one: by its date, another id of its title or of its own, the URL.

    What the checked change touched comes first: findings are reported where the change is.
    """
    entry = place.entry
    against = contradiction(*place) - 3 * is_title_in_url(entry) + 3 * (len(clusters.preprints(entry)) > 1)
    against += sum(each.scheme is entry.work.scheme for each in entry.identifiers) > 1 if entry.work is not None else 0
    return clusters.catalog.touch(*place), against
