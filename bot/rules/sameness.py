"""Whether entries with the same id are one paper, and what else tells them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache

from bot.document import Style
from bot.judgement import Case, Verdict, always, cached_property, judge
from bot.listing import Carrier, Entry, Kind, Listing, Span
from bot.listing.labels import Label
from bot.listing.links import is_code_host, label_of
from bot.papers.identifiers import identify
from bot.papers.name_lists import is_name_list
from bot.papers.names import names_of, split_name
from bot.papers.similarity import (
    LITTLE,
    are_different_papers,
    are_same_paper,
    coined_name,
    is_comparable,
    normalise,
    shares_words,
    similarity,
    title_key,
)
from bot.papers.urls import split_url
from bot.papers.venues import find_venues, is_date_or_venue
from bot.rules.prose import KEPT, GroupLines, full_text, has_cjk, names_in, titled_prose
from bot.rules.texts import keep_last
from bot.text import lazy_pattern

_NAME = r"[A-Z][\w'’-]+(?: (?:[A-Z](?:\.|(?!\w))|d[eiu]|la|van|von|der|den|al|bin|[A-Z][\w'’-]+)){1,4}"
_AUTHORS = lazy_pattern(rf"{_NAME}(?:,? (?:and |& ?)?{_NAME})+")
_NEXT_AUTHOR = lazy_pattern(r",? (?:and |& ?)|, ")
_INSTITUTION = lazy_pattern(r"\b(?:Universit|Institut|College|School|Academy|Research|Lab|Tech|Google|Microsoft|Meta)")
_WHOLE, _FEWEST_AUTHORS, _NEARLY_ALL = 5, 3, 0.7
"""Words of a title, names in common that are no coincidence, and the share of them that is nearly all."""

_ALIKE, _RENAMED, _REWORDED = 70, 60, 85
"""Similarity of titles in percent: from here on one is a form of the other; below, two authors or three can tell."""
UNIQUE_TITLE = 9
"""A title of so many words is that of one paper, whoever is said to have written it."""
_SLUG = 20
"""Length of a title in some publishers' URLs (characters)."""
_STUMP = lazy_pattern(r"[A-Z][\w'’-]+ et al[.,]?:\s*(?=\S)", needs=(" et al",))
"""An author in place of a name before a title."""
_NAMES = lazy_pattern(r"\b(?:et al|et\. al)\W*$", needs=("et al", "et. al"))
_LONGEST, _SHORTEST_PREFIX = 400, 4
"""Characters of a title, else it is an abstract; letters of a name that a longer one begins with: `VOCA`, `VOCASET`."""


class Relation(IntEnum):
    """How two entries with the same id relate, from one paper to two."""

    SAME = 0
    ALIKE = 1
    """One title is a form or an alias of the other or too short to tell, or the authors are the same."""
    UNKNOWN = 2
    """The paper may have been renamed, or one of the links is wrong."""
    UNLIKE = 3
    """The titles share only what most titles of the list share, or the authors differ."""
    UNRELATED = 4


class Pair:
    """Two entries, and what tells whether they are about one paper."""

    def __init__(self, one: Entry, other: Entry, topic: frozenset[str]) -> None:
        self.one, self.other, self.topic = one, other, topic
        self.titles: tuple[str, str] = (_title_of(one), _title_of(other))

    @cached_property
    def verdict(self) -> Verdict[Relation]:
        """How they relate, and why."""
        return judge(_RELATIONS, self)

    @property
    def relation(self) -> Relation:
        """How they relate."""
        return self.verdict.value

    @cached_property
    def authors(self) -> tuple[frozenset[str], frozenset[str]]:
        """The last names of the authors of both."""
        return _authors_of(self.one), _authors_of(self.other)

    def are_same(self) -> bool:
        """Whether the titles are the same, typing errors aside."""
        return self.titles[0] == self.titles[1] or are_same_paper(*self.titles)

    def share_only_topic(self) -> bool:
        """Whether the titles are unrelated but for what many titles of the list share."""
        return similarity(*self.titles) < LITTLE and are_different_papers(*self.titles, self.topic)

    def have_alias(self) -> bool:
        """Whether one has the title or the name of the other."""
        return _is_alias(self.one, self.other) or _is_alias(self.other, self.one) or self.has_name_of_code()

    def has_name_of_code(self) -> bool:
        """Whether one is called by the name of a repository that only the other one links: `OPSD`."""
        if self.beside[0] == self.beside[1]:
            return False
        links = (each.link if each.link and label_of(each.link) is None else None for each in (self.one, self.other))
        called = (
            {title_key(title), title_key(coined_name(title)), title_key(link.label) if link else ""} - {""}
            for title, link in zip(self.titles, links, strict=True)
        )
        pairs = zip(called, self.beside, self.beside[::-1], strict=True)
        return any(names & {title_key(each.rpartition("/")[2]) for each in their - own} for names, own, their in pairs)

    def link_versions(self) -> bool:
        """Whether each links a version of its own: the paper was renamed between them."""
        versions = {identify(each.link.href).version if each.link else None for each in (self.one, self.other)}
        return len(versions) > 1 and None not in versions

    def share_authors(self) -> bool:
        """Whether so many authors are the same that it is no coincidence."""
        shared = len(self.authors[0] & self.authors[1])
        return shared >= _FEWEST_AUTHORS or (shared >= 2 and self.authors[0] == self.authors[1])

    def have_same_authors(self) -> bool:
        """Whether nearly all authors are the same: a group that goes on with its work has others, too."""
        one, other = self.authors
        return self.share_authors() and len(one & other) >= _NEARLY_ALL * len(one | other)

    def have_other_authors(self) -> bool:
        """Whether both name several authors, or the first one, none is the same, and the titles are not alike."""
        fewest, first = min(map(len, self.authors)), [_first_author(each) for each in (self.one, self.other)]
        are_others = fewest >= _FEWEST_AUTHORS - 1 or (all(first) and first[0] != first[1])
        if not are_others or self.authors[0] & self.authors[1]:
            return False
        return similarity(*self.titles) < (_REWORDED if fewest >= _FEWEST_AUTHORS else _RENAMED)

    def are_translations(self) -> bool:
        """Whether one title alone is Chinese, Japanese or Korean, and they are side by side."""
        return len({*map(has_cjk, self.titles)}) > 1 and all(self.titles) and self.are_neighbours()

    def have_other_first_author(self) -> bool:
        """Whether the first authors are known by their full names, which share no word, and no author is the same."""
        names = [names_of(each.authors[0].value).names[:1] if each.authors else () for each in (self.one, self.other)]
        words = [{*normalise(name).split()} for each in names for name in each]
        are_full = len(words) > 1 and min(map(len, words)) > 1
        return are_full and not words[0] & words[1] and not self.authors[0] & self.authors[1]

    def has_title_in_url(self) -> bool:
        """Whether the address that they share has the words of one title, and not those of the other.

        A short title may be the name of a part or a data set of the paper.
        """
        return is_title_in_url(self.one) != is_title_in_url(self.other) and all(map(is_comparable, self.titles))

    def have_other_years(self) -> bool:
        """Whether both have dates, of different years."""
        years = {each.date.value.year for each in (self.one, self.other) if each.date is not None and each.date.value}
        return len(years) > 1

    def are_kept_apart(self) -> bool:
        """Whether titles that differ have years, first authors or links of their own: the list means two papers."""
        is_own = self.have_other_years() or self.have_own_links() or self.have_other_first_author()
        return self.relation is Relation.UNKNOWN and is_own

    def have_short_name(self) -> bool:
        """Whether one title is a short name, which the other entry does not have: perhaps that of a part."""
        is_short = self.relation is Relation.ALIKE and not all(map(is_comparable, self.titles))
        return is_short and not self.have_alias()

    @cached_property
    def names(self) -> tuple[str, str]:
        """What each presents: the name before the colon, or the whole of a title of one word."""
        whole = [normalise(each) for each in self.titles]
        first, second = (
            coined_name(each) or (one if " " not in one else "") for each, one in zip(self.titles, whole, strict=True)
        )
        return first, second

    def extend_a_name(self) -> bool:
        """Whether the name of one begins with that of the other: a method and its data set."""
        short, long = sorted(self.names, key=len)
        return len(short) >= _SHORTEST_PREFIX and long.startswith(short)

    def have_other_names(self) -> bool:
        """Whether each presents something with a name of its own."""
        return all(self.names) and not self.extend_a_name()

    @cached_property
    def labels(self) -> tuple[str, str]:
        """What the text of the link to the paper names in both, where that is not their title."""
        first, second = _label_beside(self.one), _label_beside(self.other)
        return first, second

    def have_other_label(self) -> bool:
        """Whether the text of the link to the paper names something else than the title in one of them."""
        return any(self.labels)

    def is_mention(self) -> bool:
        """Whether one names the other's paper in a remark: `(close to [Title](url))`, or beside a title of its own."""
        titles = [title_key(each) for each in self.titles]
        is_named = any(label and label == title for label, title in zip(self.labels, titles[::-1], strict=True))
        heads = (each.head.text[: max(each.title_place[1], 0)] for each in (self.one, self.other) if not each.cells)
        return is_named or any(map(_REMARK.search, heads))

    def are_parts(self) -> bool:
        """Whether the titles differ in a number only: two parts, which have an address each."""
        one, other = map(normalise, self.titles)
        return one != other and bool(one) and _PART.sub("#", one) == _PART.sub("#", other)

    @cached_property
    def beside(self) -> tuple[frozenset[str], frozenset[str]]:
        """What each links beside the paper: repositories, pages, files."""
        first, second = _links_beside(self.one), _links_beside(self.other)
        return first, second

    def have_own_links(self) -> bool:
        """Whether each links a repository or page of its own."""
        return all(self.beside) and not self.beside[0] & self.beside[1]

    def share_links(self) -> bool:
        """Whether both link one repository or page beside the paper."""
        return bool(self.beside[0] & self.beside[1])

    def is_of_software(self) -> bool:
        """Whether only one of them is a package, which links the paper that describes it beside its code."""
        return bool(_software_of(self.one)) != bool(_software_of(self.other))

    def are_packages(self) -> bool:
        """Whether each is a package of its own: two may carry out what one paper describes."""
        return len({_software_of(self.one), _software_of(self.other)} - {""}) > 1

    def are_named_as_code(self) -> bool:
        """Whether each paper is behind a repository of its own, which has the name of its title."""
        are_papers = self.one.kind is self.other.kind is Kind.PAPER and self.are_packages()
        return are_papers and [*map(_software_of, (self.one, self.other))] == [*map(title_key, self.titles)]

    def are_long(self) -> bool:
        """Whether the titles have so many words that neither is the name of a part, a task or a method."""
        return min(len(normalise(each).split()) for each in self.titles) >= _WHOLE

    def are_results(self) -> bool:
        """Whether both are rows of a table of results, and the rows differ; not if each has the title of its paper."""
        pair = self.one, self.other
        are_rows = all(map(_is_result, pair)) and pair[0].head.text.split() != pair[1].head.text.split()
        return are_rows and not (self.are_long() and all(map(name_of_row, pair)) and self.relation >= Relation.UNKNOWN)

    def is_step(self) -> bool:
        """Whether only one of them has a number before its title: a step of a series, listed once more for that."""
        heads = (titled_prose(each).text[: max(each.title_place[1], 0)] for each in (self.one, self.other))
        return len({_STEP.fullmatch(head) is None for head in heads}) > 1

    def are_neighbours(self) -> bool:
        """Whether one is the copy of the other that it is beside, as far as the place tells."""
        first, second = sorted((self.one.span, self.other.span))
        return self.one.section == self.other.section and second.start - first.end <= _NEAR


@lru_cache(maxsize=KEPT)
def _title_of(entry: Entry) -> str:
    """The title of an entry; what its cell has before an abstract in its place, and what is after names."""
    title = entry.title_text
    column, start, end = entry.title_place
    if _NAMES.search(title) and column < 0:
        title = entry.head.text[end:].strip(" -–—:,.").partition("\n")[0] or title
    before = entry.cells[column].text[:start].strip() if len(title) > _LONGEST and column >= 0 else ""
    return _STUMP.sub("", before or title, count=1)


def _label_beside(entry: Entry) -> str:
    """What the text of the link to the paper names, if that is not part of the title; empty for words such as `pdf`."""
    link, title = entry.link, entry.title
    if link is None or title is None or link.bare or label_of(link) is not None:
        return ""
    if is_name_list(link.label) or "://" in link.label:
        return ""  # the authors, the address
    label = title_key(link.label)
    return label if label not in title_key(title.value) and title_key(title.value) not in label else ""


def is_title_in_url(entry: Entry) -> bool:
    """Whether the id of an entry, where it has words, has those that its title begins with."""
    title = title_key(_title_of(entry))[:_SLUG]
    return bool(title) and entry.work is not None and title in title_key(entry.work.value)


_REMARK = lazy_pattern(r"\w{2}.*[(（][^()（）]*[^\W\d_][^()（）]*\s*$", needs="(（")
"""What is before a title within brackets that have other words first, after words."""
_PART = lazy_pattern(r"(?<=\bpart )\w+|(?<=\bvolume )\w+|\b(?:i{1,3}|iv|v|vi)$|(?<=\bchapter )\w+")
_NEAR = 40
"""Characters between neighbours: an empty line, or the tags between two rows; an entry is longer."""


def _share_some(pair: Pair) -> bool:
    return similarity(*pair.titles) >= _ALIKE or not all(map(is_comparable, pair.titles)) or shares_words(*pair.titles)


@lru_cache(maxsize=KEPT)
def _is_latin(title: str) -> bool:
    letters = [character for character in title if character.isalpha()]
    return sum(character < "\u0250" for character in letters) * 2 > len(letters)


def _are_of_others(pair: Pair) -> bool:
    return pair.have_other_first_author() and all(map(is_comparable, pair.titles))


_RELATIONS: tuple[Case[Pair, Relation], ...] = (
    Case("one of them has no title", lambda pair: not all(pair.titles), Relation.SAME),
    Case("the titles are the same", Pair.are_same, Relation.SAME),
    Case("each has the name of its own repository", Pair.are_named_as_code, Relation.UNLIKE),
    Case("one entry has the name or the title of the other", Pair.have_alias, Relation.ALIKE),
    Case("one title is in another script", lambda pair: not all(map(_is_latin, pair.titles)), Relation.UNKNOWN),
    Case("the authors are the same", Pair.share_authors, Relation.ALIKE),
    Case("the name of one begins with that of the other", Pair.extend_a_name, Relation.ALIKE),
    Case("the titles are unrelated", lambda pair: are_different_papers(*pair.titles), Relation.UNRELATED),
    Case("the titles share only words that most titles share", Pair.share_only_topic, Relation.UNLIKE),
    Case("the authors differ", Pair.have_other_authors, Relation.UNLIKE),
    Case("the URL has the words of one of the titles", Pair.has_title_in_url, Relation.UNLIKE),
    Case("the first authors differ", _are_of_others, Relation.UNKNOWN),
    Case("one title is a form of the other", _share_some, Relation.ALIKE),
    Case("the titles differ", always, Relation.UNKNOWN),
)


def relate(one: Entry, other: Entry, topic: frozenset[str]) -> Relation:
    """Compare two entries with the same id; `topic` holds the stems that many titles of the list share."""
    return Pair(one, other, topic).relation


def _links_beside(entry: Entry) -> frozenset[str]:
    """The addresses that an entry links beside its paper, without scheme and ending slash."""
    found = set()
    for link in entry.links:
        parts = split_url(link.href) if link != entry.link else None
        if parts is not None and parts.host and (entry.link is None or link.href != entry.link.href):
            found.add(f"{parts.host.removeprefix('www.')}{parts.path.rstrip('/')}{parts.query}".casefold())
    return frozenset(found)


_WORDS_OF_NAMES = 3
"""Longer words before the first link are a title, not the name of a package."""


def _software_of(entry: Entry) -> str:
    """The name of the package that an entry is about: its code comes first, and only then the paper; else empty."""
    first = next(iter(entry.links), None)
    if first is None or first == entry.link or not first.label:
        return ""
    if label_of(first) is Label.CODE:
        name = normalise(entry.head.text.partition(first.label)[0])
        return name if len(name.split()) <= _WORDS_OF_NAMES else ""
    name = title_key(first.label)
    return name if name and is_code_host(first.href) and title_key(first.href).endswith(name) else ""


_SCORE = lazy_pattern(r"\W*\d{1,3}(?:[.,]\d+\W*(?:±.*|\(.*)?|\s*%\W*)")


def _is_result(entry: Entry) -> bool:
    """Whether an entry is a row of results: a cell is nothing but a score."""
    return entry.carrier is Carrier.ROW and any(_SCORE.fullmatch(cell.text.strip()) for cell in entry.cells)


class OwnNames:
    """What the entries of a list say before their titles that is theirs alone: the names of methods of one paper."""

    def __init__(self, listing: Listing) -> None:
        self.listing, self.lines = listing, GroupLines(listing)

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(word for entry in self.listing.papers for word in {*_words_before(entry)})

    def differ(self, pair: Pair) -> bool:
        """Whether each of two entries with one title names a method, a part or a data set of its own."""
        one, other = (_prefix(title, rest) for title, rest in (pair.titles, pair.titles[::-1]))
        if (one and other and one != other) or (all(pair.labels) and pair.labels[0] != pair.labels[1]):
            return True
        words = {*_words_before(pair.one)}, {*_words_before(pair.other)}
        own = [[word for word in mine - theirs if self._counts[word] == 1] for mine, theirs in (words, words[::-1])]
        return all(any(_COINED.fullmatch(word) for word in each) for each in own)

    @cached_property
    def _rows(self) -> Counter[str]:
        return Counter(name for entry in self.listing.papers if (name := name_of_row(entry)))

    @cached_property
    def _topics(self) -> Counter[str]:
        return Counter(topic for entry in self.listing.papers if (topic := _topic_of(entry)))

    @cached_property
    def _pages(self) -> Counter[str]:
        others = ((entry.title, entry.link) for entry in self.listing.entries if entry.kind is not Kind.PAPER)
        return Counter(name for name, _ in {(normalise(one.value), link.href) for one, link in others if one and link})

    def have_label(self, pair: Pair) -> bool:
        """Whether their title is that of several pages, so no name: `Implementation`."""
        return self._pages[normalise(pair.titles[0])] >= _SEVERAL

    @cached_property
    def _bare(self) -> frozenset[Span]:
        return frozenset(it.span for it in self.listing.papers if not (it.date or it.authors or it.parts.venue))

    def are_things(self, pair: Pair) -> bool:
        """Whether titles that differ have no date, authors and venue, as nearly all of the list do: two methods."""
        are_bare = {pair.one.span, pair.other.span} <= self._bare and pair.relation is not Relation.SAME
        return are_bare and 10 * len(self._bare) <= len(self.listing.papers)

    def name_rows(self, pair: Pair) -> bool:
        """Whether both are rows that begin with names of their own: two tasks, models or data sets of one paper."""
        one, other = name_of_row(pair.one), name_of_row(pair.other)
        return bool(one and other) and one != other and self._rows[one] == self._rows[other] == 1

    def have_other_topics(self, pair: Pair) -> bool:
        """Whether each, of one title, is after a label that other entries have too: `Transformers:`, `(Graphs)`."""
        one, other = _topic_of(pair.one), _topic_of(pair.other)
        is_one = len({normalise(each.rpartition(": ")[2]) for each in pair.titles}) == 1
        return bool(one and other and is_one) and one != other and min(self._topics[one], self._topics[other]) > 1


own_names_of = keep_last(OwnNames)


def name_of_row(entry: Entry) -> str:
    """The words of the first cell of a row, where the title is in another one; empty for dates and venues."""
    text = entry.cells[0].text if entry.carrier is Carrier.ROW and entry.title_place[0] > 0 and entry.cells else ""
    return "" if is_date_or_venue(text) or not any(map(str.isalpha, text)) else normalise(text)


def _topic_of(entry: Entry) -> str:
    """The label that an entry begins with, before its title: with a colon, in brackets, or as code; empty for dates.

    What was read as the beginning of a title, before words in bold, is a label too: `Graph networks: **Title**`.
    """
    column, start, end = entry.title_place
    if column >= 0 or entry.title is None or any(each.span.end <= entry.title.span.start for each in entry.links):
        return ""
    runs = [*zip(entry.head.starts, entry.head.runs, strict=True)]
    if runs and runs[0][1].style & Style.CODE and start > 0:
        return normalise(runs[0][1].value)
    bold = next((at for at, run in runs if start < at < end and run.style & Style.BOLD), start)
    words = entry.head.text[:bold].strip(" *_")
    label = words[:-1] if words.endswith(":") else words[1:-1] if words[:1] + words[-1:] in ("()", "[]") else ""
    is_topic = label.count(" ") < _LONGEST_TOPIC and any(map(str.isalpha, label)) and not is_date_or_venue(label)
    return normalise(label) if is_topic else ""


_SEVERAL = 3
_STEP = lazy_pattern(r"\W*\d{1,2}(?:\.\d{1,2})*[.)]\s*")
"""The number of a step of a series."""
_LONGEST_TOPIC = 6
"""Words of a label."""
_COINED = lazy_pattern(r"(?=.*[A-Z].*[A-Z\d]|.*\d)[A-Za-z][\w+-]+")
_WORD = lazy_pattern(r"[A-Za-z][\w+-]*")
_FEWEST_COMMON = 4
"""Words that two titles must end in for what is before their colons to be names of parts."""


def _prefix(title: str, other: str) -> str:
    """What is before the colon of a title, where another one has the rest too after a colon."""
    name, _, rest = title.partition(":")
    ending = other.partition(":")[2]
    is_common = title_key(rest) == title_key(ending) and normalise(rest).count(" ") >= _FEWEST_COMMON - 1
    return title_key(name.replace("(", " ").replace(")", " ")) if is_common else ""


def _words_before(entry: Entry) -> Iterator[str]:
    """The words before the title of an entry that no venue has, nor a link."""
    column, start, _ = entry.title_place
    cells = [each.text for each in entry.cells[:column]] if column > 0 else []
    for text in (*cells, titled_prose(entry).text[:start]):
        known = [Span(venue.start, venue.end) for venue in find_venues(text)]
        for match in _WORD.finditer(text):
            if not known or not any(each.start <= match.start() < each.end for each in known):
                yield match[0]


def _is_alias(one: Entry, other: Entry) -> bool:
    """Whether the text of `one` contains the title of `other`, or its beginning."""
    if one.title is None or other.title is None:
        return False
    whole, name = normalise(other.title.value), coined_name(other.title.value)
    return any(each in (whole, name) for each in names_in(one) if each)


@lru_cache(maxsize=KEPT)
def _authors_of(entry: Entry) -> frozenset[str]:
    """The last names of two or more authors that an entry lists before or after its title."""
    text = full_text(entry)
    if entry.title is not None:
        text = text.replace(entry.title.value, "|")
    groups = (match[0] for match in _AUTHORS.finditer(text) if not _INSTITUTION.search(match[0]))
    return frozenset(normalise(name.rpartition(" ")[2]) for each in groups for name in _NEXT_AUTHOR.split(each))


def _first_author(entry: Entry) -> str:
    """The family name of the first author; empty if it is not known."""
    names = names_of(entry.authors[0].value).names if entry.authors else ()
    return normalise(split_name(names[0]).family) if names else ""
