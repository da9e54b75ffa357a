"""The rule `duplicate-entry`: one paper twice in one section."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bot.judgement import Case, Side, weigh
from bot.listing import Carrier, Entry, Listing
from bot.listing.links import label_of
from bot.listing.model import ListedEntry
from bot.papers.identifiers import Scheme
from bot.papers.similarity import is_comparable, normalise
from bot.papers.urls import split_url, strip_tracking
from bot.papers.venues import find_venues, is_date_or_venue
from bot.rules import FIREACT, TITLE
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Rule, Scope, Severity, option
from bot.rules.clusters import MANY, Clusters, clusters_of, distinctive_title, name_of_row, topic_of
from bot.rules.link_targets import target_span
from bot.rules.prose import before_title, full_text, is_in_sentence, name_venues, titled_prose, venues_of
from bot.rules.sameness import UNIQUE_TITLE, Pair, Relation
from bot.rules.works import cite, find_exempt, locate, may_be_same, pointer, title_span
from bot.text import group_pairs, lazy_pattern

_FEWEST_WORDS = 4
"""Words of an entry without a title that say what it is about: fewer are a label, such as "project page"."""
_LONG = 5
"""A title of so many words is hardly that of two papers."""
_LONG_TEXT = 20
"""Words of an entry with its details from which it says more than the title and the authors."""
_SEVERAL = 3
_LABEL = 3
"""Words that the label of a method or a task has at most."""
_JOURNALS = frozenset({Scheme.DOI, Scheme.ELSEVIER, Scheme.IEEE, Scheme.PUBMED, Scheme.PMC})
"""Two years and two of these are most likely two papers with one name, as in a journal after the conference."""
_NUMBER = lazy_pattern(r"\d+")
_DATA = lazy_pattern(r"\bdata ?sets?\b|\bdata$", re.IGNORECASE, needs=("data",))
_REMARK = lazy_pattern(r"\s*[(（]([^()（）]+)[)）]")
_BRACKETED = lazy_pattern(r"([^()（）]+)[(（]([^()（）]+)[)）]")
_MOST_COPIES = 20
"""This many copies at a time are taken out of a list that counts its entries."""
_DAY = lazy_pattern(r"\d{1,2} ?[/.-] ?\d{1,2}")
_PART = lazy_pattern(r"\bpart\s+#?(\d{1,2}|[ivx]+)\b", re.IGNORECASE, needs=("part",))
_PICTURE = lazy_pattern(r"(?:!\[[^\[\]]*\]\(|<img\b[^>]*?\bsrc=)(?!\S*(?:shields|badge))(\S+)")
_ABOUT = lazy_pattern(r"\w(?: on| of| to| about)[\s\"“*_\[]*$")
"""What is before the title of another work: `Comment on`, `Reply to`, `A review of`."""
_THESIS = lazy_pattern(r"\bthes[ie]s\b|\bdissertation\b", re.IGNORECASE)


class _Twin(Pair):
    """Two entries of one section that may be about one paper."""

    @property
    def where(self) -> str:
        """The place of the first one, as messages name it."""
        return locate(self.places[1].listing, self.places[0])

    def share_page(self) -> bool:
        return not self.share_work() and _page(self.one) is not None and _page(self.one) == _page(self.other)

    def share_address(self) -> bool:
        one, other = self.one.link, self.other.link
        return not self.share_work() and one is not None and other is not None and one.href == other.href

    def is_misdated(self) -> bool:
        """Whether titles differ, and the date of one confirms the id, that of the other contradicts it."""
        return self.relation is Relation.UNKNOWN and min(self.doubts) < 0 < max(self.doubts)

    def have_long_title(self) -> bool:
        return self.relation is Relation.SAME and self.fewest >= _LONG

    def are_versions(self) -> bool:
        works = self.one.work, self.other.work
        return None not in works and works[0] != works[1] and Scheme.ARXIV in {each.scheme for each in works if each}

    def begin_alike(self) -> bool:
        """Whether one title, of several words, is the beginning of the other."""
        short, long = sorted(map(normalise, self.titles), key=len)
        is_part = any(each.rstrip(" .").endswith(")") for each in self.titles)
        return not is_part and short.count(" ") >= _FEWEST_WORDS - 1 and long.startswith(f"{short} ")

    def end_alike(self) -> bool:
        """Whether one title, of several words, is the other one after a label: `Leaderboard: ...`, `WebRL: ...`."""
        return any(
            one.partition(":")[2] and normalise(one.partition(":")[2]) == normalise(other)
            for one, other in (self.titles, self.titles[::-1])
            if normalise(other).count(" ") >= _FEWEST_WORDS - 1
        )

    def are_of_others(self) -> bool:
        """Whether two papers at two addresses, whose title is not long, have first authors of their own."""
        is_long = self.fewest >= UNIQUE_TITLE and not self.have_other_years()
        return not self.share_work() and not self.share_address() and not is_long and self.have_other_first_author()

    def stands_below(self) -> bool:
        """Whether one is an item below the other, with a link of its own: a related work, put there on purpose."""
        if self.share_work() or self.share_page() or self.share_address() or self.one.section != self.other.section:
            return False
        upper, lower = sorted((self.one.span, self.other.span))
        text = self.own_names.listing.text
        return text.line_at(upper.start) < text.line_at(lower.start) < self.own_names.lines.end_of_item(upper)

    def have_own_venues(self) -> bool:
        """Whether each has a venue and a year of its own: of a conference, and of a journal."""
        is_preprint = self.share_work() and self.one.work is not None and self.one.work.scheme is Scheme.ARXIV
        is_one = not is_preprint and (self.share_work() or self.share_page() or self.share_address())
        if is_one or not self.have_other_years():
            return False
        publishers = {each.work.scheme for each in self.entries if each.work is not None}
        return self.have_venues_apart() or (len(publishers) > 1 and publishers <= _JOURNALS)

    def have_venues_apart(self) -> bool:
        """Whether each names venues, and they have none in common."""
        one, other = name_venues(self.one), name_venues(self.other)
        return bool(one and other) and one.isdisjoint(other)

    def have_one_venue_too_many(self) -> bool:
        """Whether titles that differ name a venue each, though both link one published paper, which has one."""
        work = self.one.work if self.share_work() else None
        is_published = work is not None and work.is_paper and work.scheme is not Scheme.ARXIV
        return is_published and self.relation is not Relation.SAME and self.have_venues_apart()

    def is_called_by_part(self) -> bool:
        """Whether one title may be that of a part of the paper; each part has the venue of the paper."""
        return self.have_short_name() and not self.have_one_venue_too_many()

    def are_of_parts(self) -> bool:
        """Whether each says which part of the paper it is about: two sessions of a group that reads it."""
        one, other = ({each.casefold() for each in _PART.findall(_beside_title(it))} for it in self.entries)
        return bool(one and other) and one.isdisjoint(other)

    def differ_in_one_cell(self) -> bool:
        """Whether two rows differ in the words of one cell alone, perhaps on purpose: the method, the task."""
        if {self.one.carrier, self.other.carrier} != {Carrier.ROW} or len(self.one.cells) != len(self.other.cells):
            return False
        rows = zip(self.one.cells, self.other.cells, strict=True)
        pairs = [(a.text.strip(), b.text.strip()) for a, b in rows if a.text.split() != b.text.split()]
        words = [pair for pair in pairs if any(any(map(str.isalpha, each)) for each in pair)]
        is_label = len(words) == 1 and all(0 < len(each.split()) <= _LABEL and each[-1] != "." for each in words[0])
        return is_label and self.titles[0] == self.titles[1] and not any(map(is_date_or_venue, words[0]))

    def are_of_days(self) -> bool:
        """Whether they are rows of a schedule, which begin with days of their own: one paper on two evenings."""
        days = {each.cells[0].text.strip() if each.cells else "" for each in self.entries}
        return len(days) > 1 and all(map(_DAY.fullmatch, days))

    def have_label(self) -> bool:
        """Whether their title is that of several pages, so no name: `Implementation`."""
        return not self.name_a_paper() and self.own_names.pages[normalise(self.titles[0])] >= _SEVERAL

    def are_things(self) -> bool:
        """Whether titles that differ have no date, authors and venue, as nearly all of the list do: two methods."""
        names = self.own_names
        are_bare = {each.span for each in self.entries} <= names.bare and self.relation is not Relation.SAME
        return are_bare and 10 * len(names.bare) <= len(names.listing.papers)

    def name_rows(self) -> bool:
        """Whether both are rows that begin with names of their own: two tasks, models or data sets of one paper."""
        (one, other), counts = map(name_of_row, self.entries), self.own_names.rows
        return bool(one and other) and one != other and counts[one] == counts[other] == 1

    def have_other_topics(self) -> bool:
        """Whether each, of one title, is after a label that other entries have too: `Transformers:`, `(Graphs)`."""
        (one, other), counts = map(topic_of, self.entries), self.own_names.topics
        is_one = len({normalise(each.rpartition(": ")[2]) for each in self.titles}) == 1
        return bool(one and other and is_one) and one != other and min(counts[one], counts[other]) > 1

    def are_of_groups(self) -> bool:
        """Whether a line between them may begin a group."""
        return self.own_names.lines.part(*self.entries)

    def name_a_paper(self) -> bool:
        return any(each.work is not None and each.work.is_paper for each in self.entries)

    def are_events(self) -> bool:
        """Whether they are editions: of two years, and no papers or with numbers; or of two years of one venue."""
        names = [{_NUMBER.sub("#", each): each for each in entry.aliases} for entry in self.entries]
        if (_differ(*names) or not self.name_a_paper()) and self.have_other_years():
            return True
        venues = [{each.name: each.year for each in venues_of(entry) if each.year} for entry in self.entries]
        return _differ(*venues) and not self.share_work() and not self.share_address()

    def is_told_of_id(self) -> bool:
        """Whether titles differ and one of them has another id elsewhere: `conflicting-id` reports it."""
        return self.relation is not Relation.SAME and self.has_another_id()

    def are_within_sentences(self) -> bool:
        """Whether both are links within sentences, of no papers or of versions: what they say may be said twice."""
        is_meant = not self.name_a_paper() or self.link_versions()
        return is_meant and all(map(is_in_sentence, self.entries))

    def have_other_remarks(self) -> bool:
        """Whether words in brackets, no venue or date, say what each of two pages with one title is about."""
        one, other = map(_remark, self.entries)
        return not self.name_a_paper() and bool(one and other) and one != other

    def have_other_brackets(self) -> bool:
        """Whether the titles are one short name with other words in brackets: parts of a data set, sizes of a model."""
        pairs = [_BRACKETED.fullmatch(each.strip()) for each in self.titles]
        names, words = ({normalise(each[part]) for each in pairs if each} for part in (1, 2))
        is_name = all(pairs) and len(names) == 1 and len(max(names).split()) < _FEWEST_WORDS
        return is_name and len(words) > 1 and not any(is_date_or_venue(each[2]) for each in pairs if each)

    def introduces_others(self) -> bool:
        """Whether one is a paragraph among items, whose words lead up to its title: `Citations from [...](...)`."""
        leads = [each for each in self.entries if each.carrier is Carrier.PARAGRAPH]
        words = [before_title(each).rstrip(' "“') for each in leads if not each.authors]
        return len(leads) == len(words) == 1 and words[0][-1:].isalpha()

    def is_thesis(self) -> bool:
        """Whether only one of them is called a thesis: it may have the title of a paper of its author."""
        return len({_THESIS.search(full_text(each)) is None for each in self.entries}) > 1

    def is_about_other(self) -> bool:
        """Whether only one of them says before the title that it is about it: a comment on the paper, a reply to it."""
        return not self.share_work() and len({_ABOUT.search(each) is None for each in self.before}) > 1

    def have_other_details(self) -> bool:
        """Whether the text below each says something else of the paper, which is listed twice for that."""
        one, other = ({*normalise(full_text(each)).split()} for each in self.entries)
        is_long = all(each.details for each in self.entries) and min(len(one), len(other)) >= _LONG_TEXT
        return self.relation is Relation.SAME and is_long and 2 * len(one & other) < len(one | other)

    def is_row_of_item(self) -> bool:
        """Whether only one of them is a row of a table: its data set, or more of what an item says."""
        return len({each.carrier is Carrier.ROW for each in self.entries}) > 1

    def have_own_data(self) -> bool:
        """Whether titles that differ are those of data sets: each links one of its own."""
        data = [{link.href for link in each.links if _DATA.search(link.label)} for each in self.entries]
        return self.relation is not Relation.SAME and all(data) and data[0].isdisjoint(data[1])

    def have_own_pictures(self) -> bool:
        """Whether titles that differ are about a picture each: figures of one paper."""
        content = self.own_names.listing.text
        one, other = ({*_PICTURE.findall(content[each.span])} for each in self.entries)
        return self.relation is not Relation.SAME and bool(one and other) and one.isdisjoint(other)

    def list_several(self) -> bool:
        """Whether titles differ and one is a row of several papers: the works on a subject."""
        papers = (sum(each.is_paper for each in entry.identifiers) for entry in self.entries if entry.cells)
        return self.relation is not Relation.SAME and max(papers, default=0) >= _SEVERAL

    def begin_with_other_names(self) -> bool:
        """Whether the same words are before both titles, in another order: `Ann (with Bo)`, and `Bo (with Ann)`."""
        one, other = (normalise(each).split() for each in self.before)
        return one != other and sorted(one) == sorted(other)

    def have_other_marks(self) -> bool:
        """Whether a sign before each title says that they are of two kinds."""
        signs = [each.strip(" *_[") for each in self.before]
        return signs[0] != signs[1] and all(signs) and not any(map(str.isalnum, "".join(signs)))


_WITNESSES: tuple[Case[_Twin, Side], ...] = (
    Case("both link the same paper", Pair.share_work, Side.FOR),
    Case("both link the same page", _Twin.share_page, Side.FOR),
    Case("the titles are the same", lambda it: all(it.titles) and it.relation is Relation.SAME, Side.FOR),
    Case("no title says otherwise", lambda it: not all(it.titles), Side.FOR),
    Case(
        "one title is a form or an alias of the other",
        lambda it: it.relation is Relation.ALIKE and not it.have_short_name(),
        Side.FOR,
    ),
    Case("the title is too long to be that of two papers", _Twin.have_long_title, Side.FOR),
    Case("the authors are the same", Pair.share_authors, Side.FOR),
    Case("the id fits the date of only one of the two titles", _Twin.is_misdated, Side.FOR),
    Case("both link the same repository or page beside the paper", Pair.share_links, Side.FOR),
    Case("the entries are next to each other, so one may be a copy", Pair.are_neighbours, Side.FOR),
    Case("they name two venues, but link one paper", _Twin.have_one_venue_too_many, Side.FOR),
    Case("one title may be the name of a part of the paper", _Twin.is_called_by_part, Side.NOTE),
    Case("the titles are the same name with different words in brackets", _Twin.have_other_brackets, Side.NOTE),
    Case("only one of them is a row of a table", _Twin.is_row_of_item, Side.NOTE),
    Case("each links a data set of its own", _Twin.have_own_data, Side.NOTE),
    Case("each is about a picture of its own", _Twin.have_own_pictures, Side.NOTE),
    Case("one row lists several papers", _Twin.list_several, Side.NOTE),
    Case("different marks before them say that they are of two kinds", _Twin.have_other_marks, Side.NOTE),
    Case("the texts below them differ", _Twin.have_other_details, Side.NOTE),
    Case(
        "a preprint and its publication stand side by side",
        lambda it: it.are_versions() and it.are_neighbours(),
        Side.NOTE,
    ),
    Case("each has a venue and a year of its own", _Twin.have_own_venues, Side.NOTE),
    Case("the first authors differ", _Twin.are_of_others, Side.NOTE),
    Case("neither is described like the papers of the list", _Twin.are_things, Side.NOTE),
    Case("only one of them is a numbered step of a series", Pair.is_step, Side.NOTE),
    Case("one introduces those below it", _Twin.introduces_others, Side.NOTE),
    Case("each row has a name of its own", _Twin.name_rows, Side.NOTE),
    Case("the rows differ in the words of one cell", _Twin.differ_in_one_cell, Side.NOTE),
    Case("each row of a schedule has a day of its own", _Twin.are_of_days, Side.NOTE),
    Case("each is below a label of its own", _Twin.have_other_topics, Side.NOTE),
    Case("a line between them may begin a group", _Twin.are_of_groups, Side.NOTE),
    Case("one only mentions the other", Pair.is_mention, Side.AGAINST),
    Case("the title is a label of several pages", _Twin.have_label, Side.AGAINST),
    Case("both are links within sentences", _Twin.are_within_sentences, Side.NOTE),
    Case("one is below the other, with a link of its own", _Twin.stands_below, Side.AGAINST),
    Case("they are one paper in two languages", Pair.are_translations, Side.AGAINST),
    Case("it is listed once for each of its people", _Twin.begin_with_other_names, Side.AGAINST),
    Case("both are rows of a table of results", Pair.are_results, Side.AGAINST),
    Case("each is a package of its own", Pair.are_packages, Side.AGAINST),
    Case("each names a method, a part or a data set of its own", Pair.name_own_methods, Side.AGAINST),
    Case("each is about a part of the paper", _Twin.are_of_parts, Side.AGAINST),
    Case("they are editions of one event", _Twin.are_events, Side.AGAINST),
    Case("each says in brackets what it is about", _Twin.have_other_remarks, Side.AGAINST),
    Case("one is a thesis", _Twin.is_thesis, Side.AGAINST),
    Case("one comments on the other", _Twin.is_about_other, Side.AGAINST),
    Case("one title has another id elsewhere: `conflicting-id` reports it", _Twin.is_told_of_id, Side.AGAINST),
)


class _Seen:
    """The entries of each place up to now, by their works and by what else two of one paper have in common."""

    def __init__(self, listing: Listing, clusters: Clusters) -> None:
        self.listing, self.clusters, path = listing, clusters, listing.text.path
        self.of_work, self.of_title = clusters.of_work[path], clusters.of_title[path]
        by_beginning = group_pairs((_beginning(each), each.span) for each in listing.entries)
        self.beginnings = {span: words for words, spans in by_beginning.items() if spans[1:] for span in spans}
        self.places: dict[object, list[ListedEntry]] = {}

    def find(self, entry: Entry, *key: object, most: int = 1) -> Iterator[_Twin]:
        """Pair an entry with the first ones of its place that have the same key: its work, title, page and so on."""
        own, before = ListedEntry(self.listing, entry), self.places.setdefault((entry.place, *key), [])
        before.append(own)
        return (_Twin(each, own, self.clusters) for each in before[: min(most, len(before) - 1)])


@dataclass(frozen=True, eq=False)
class DuplicateEntry(Rule):
    """The same paper is listed twice in one section.

    The bot compares papers, not URLs: `abs/2310.05915v2`, `pdf/2310.05915` and the page of the paper on Hugging Face
    point to one paper. Remove one of the two entries. If one is an exact copy, the unsafe fix removes it.

    The finding is an error if title and link both match, and a warning if only one of them does, because the other may
    be a mistake.

    Only a note: entries that may be two different papers, because the title is short, or their venues, first authors or
    details differ.

    Not reported:

    - rows of a table of results;
    - entries that each name their own method, data set, package or part (`Part 2`);
    - a paper in two sections, which `cross-listed-entry` reports.
    """

    severity = Severity.ERROR
    scope = Scope.PAIR
    examples = (
        Bad(
            f"* {FIREACT}\n"
            "* [AgentTuning: Enabling Generalized Agent Abilities for LLMs](https://arxiv.org/abs/2310.12823)\n"
            f"* [{TITLE}](https://arxiv.org/pdf/2310.05915v1)\n"
        ),
        Bad(f"* {FIREACT}\n* {FIREACT}\n", fixed=f"* {FIREACT}\n"),
        Good(f"## Training\n\n* {FIREACT}\n\n## Classics\n\n* {FIREACT}\n"),
    )

    exempt_sections: tuple[str, ...] = option((), "Headings of sections in which a paper may be listed twice.")

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per duplicate, at the later entry."""
        exempt = find_exempt(listing, self.exempt_sections)
        copies = 0
        seen, has_papers = _Seen(listing, clusters_of(context.catalog)), any(listing.papers)
        for entry in [each for each in context.catalog.entries_of(listing) if each.section not in exempt]:
            found = self._find_twin(entry, seen) if entry.names_paper else None
            page = _page(entry) if found is None and has_papers else None
            if page is not None and (pair := next(seen.find(entry, "page", page), None)) is not None:
                found = pair, self._report(pair, "same link and text", Severity.WARNING)
            if found is not None:
                pair, suspicion = found
                for finding in self.decide(suspicion, weigh(_WITNESSES, pair), context):
                    from bot.linter.copies import remove_copy  # which lists without copies have no use for

                    fix = remove_copy(listing, pair.one, entry) if copies < _MOST_COPIES else None
                    copies += fix is not None and len(fix.edits) > 1
                    yield replace(finding, fix=fix)

    def _find_twin(self, entry: Entry, seen: _Seen) -> tuple[_Twin, Diagnostic] | None:
        """The finding for a paper with the work, the title or the beginning of the title of one before it."""
        works = seen.find(entry, entry.work, most=MANY) if entry.span in seen.of_work else ()
        found = self._report_same_work(works)
        title = distinctive_title(entry) if entry.span in seen.of_title else None
        namesake = next(seen.find(entry, "title", title), None) if title is not None else None
        if found is None and namesake is not None and may_be_same(namesake.one.work, entry.work):
            found = self._report_same_title(namesake) if namesake.relation <= Relation.UNKNOWN else None
        words = seen.beginnings.get(entry.span, "") if found is None else ""
        if words.count(" ") == _FEWEST_WORDS - 1 and (pair := next(seen.find(entry, "words", words), None)):
            found = self._report_same_beginning(pair)
        return found

    def _report_same_work(self, pairs: Iterable[_Twin]) -> tuple[_Twin, Diagnostic] | None:
        """The finding for an entry whose work those before it name too; None if none of them is the same paper."""
        pair = min(pairs, key=lambda each: each.relation, default=None)
        if pair is None or pair.relation > Relation.UNKNOWN or (work := pair.other.work) is None:
            return None
        if work.is_paper and pair.are_kept_apart():
            return None  # `reused-id` reports it
        is_form = pair.relation is Relation.ALIKE and (pair.begin_alike() or pair.end_alike())
        if pair.relation is Relation.SAME or is_form:
            return pair, self._report(pair, cite(work), None)
        if not work.is_paper or not any(map(is_comparable, pair.titles)):
            return None  # two papers may share a repository; two short names are models or data sets of one paper
        place = pair.where
        message = f"{cite(work)} is on {place} too, with another title: one link is wrong, or the paper is listed twice"
        found = self._report_pair(pair, message, Severity.WARNING)
        return pair, replace(found, span=target_span(entry.link)) if (entry := pair.other).link is not None else found

    def _report_same_beginning(self, pair: _Twin) -> tuple[_Twin, Diagnostic] | None:
        """The finding for two titles of the same authors, one longer than the other."""
        if not may_be_same(pair.one.work, pair.other.work):
            return None
        if not pair.begin_alike() or not pair.have_same_authors() or pair.share_work():
            return None
        reason = "same authors, and one title is the beginning of the other"
        return pair, self._report(pair, reason, Severity.WARNING)

    def _report_same_title(self, pair: _Twin) -> tuple[_Twin, Diagnostic]:
        if pair.share_address():
            return pair, self._report(pair, "same title and link", None)
        is_linked = pair.one.link is not None and pair.other.link is not None
        if not is_linked and not pair.have_venues_apart():
            return pair, self._report(pair, "same title", Severity.WARNING)
        place, what = pair.where, "link" if is_linked else "venue"
        message = f"{place} has this title, too, with another {what}: the paper is listed twice, or one title is wrong"
        return pair, self._report_pair(pair, message, Severity.WARNING)

    def _report(self, pair: _Twin, reason: str, severity: Severity | None) -> Diagnostic:
        """The finding for an entry that is another one again."""
        return self._report_pair(pair, f"duplicate of {pair.where} ({reason})", severity)

    def _report_pair(self, pair: _Twin, message: str, severity: Severity | None) -> Diagnostic:
        first, (listing, entry) = pair.places
        related = (pointer(first, "the first entry"),)
        return self.at(listing, title_span(entry), message, related=related, severity=severity)


def _beginning(entry: Entry) -> str:
    """The first words of a title, at most as many as a short one has."""
    words = normalise(entry.title.value).split(" ", _FEWEST_WORDS) if entry.title is not None else ()
    return " ".join(words[:_FEWEST_WORDS])


def _differ(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Whether a name that both have stands for two things."""
    return any(one[each] != other[each] for each in one.keys() & other.keys())


def _beside_title(entry: Entry) -> str:
    """The text of an entry without its title."""
    return full_text(entry).replace(entry.title.value if entry.title is not None else "\0", " ")


def _remark(entry: Entry) -> str:
    """The words in brackets after a title, unless they have a number or the name of a venue."""
    match = _REMARK.match(titled_prose(entry).text, max(entry.title_place[2], 0))
    words = match[1] if match is not None else ""
    return "" if any(map(str.isdigit, words)) or any(find_venues(words)) else normalise(words)


def _page(entry: Entry) -> tuple[str, str] | None:
    """The page and the name of an entry whose link identifies no paper; None if it has no name."""
    if entry.work is not None and entry.work.is_paper:
        return None
    link = entry.link or next(iter(entry.links), None)
    parts = split_url(strip_tracking(link.href)) if link is not None else None
    if parts is None:
        return None
    # Rows about the sizes of one model share its name and its page.
    name = entry.title.value if entry.title is not None and entry.carrier is not Carrier.ROW else entry.head.text
    words, label = normalise(name), normalise(link.label) if link is not None and label_of(link) is None else ""
    words = words if label in words else f"{label} {words}"
    if entry.title is None and words.count(" ") < _FEWEST_WORDS - 1:
        return None
    return f"{parts.host.removeprefix('www.')}{parts.path.rstrip('/')}{parts.query}{parts.fragment}", words
