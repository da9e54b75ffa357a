"""Whether entries with the same id are one paper, and what else tells them apart."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache

from bot.judgement import Case, Verdict, always, cached_property, judge
from bot.listing import Carrier, Entry, Kind
from bot.listing.labels import Label
from bot.listing.links import is_code_host, label_of
from bot.listing.model import ListedEntry
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
from bot.rules.clusters import Clusters, OwnNames, name_of_row, own_names_of, words_before
from bot.rules.prose import KEPT, before_title, full_text, has_cjk, names_in
from bot.rules.works import contradiction
from bot.text import lazy_pattern

_NAME = r"[A-Z][\w'’-]+(?: (?:[A-Z](?:\.|(?!\w))|d[eiu]|la|van|von|der|den|al|bin|[A-Z][\w'’-]+)){1,4}"
_AUTHORS = lazy_pattern(rf"{_NAME}(?:,? (?:and |& ?)?{_NAME})+")
_NEXT_AUTHOR = lazy_pattern(r",? (?:and |& ?)|, ")
_INSTITUTION = lazy_pattern(r"\b(?:Universit|Institut|College|School|Academy|Research|Lab|Tech|Google|Microsoft|Meta)")
_WHOLE, _FEWEST_AUTHORS, _NEARLY_ALL = 5, 3, 0.7
"""Words of a title, names in common that are not a coincidence, and the share of them that is nearly all."""

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

    def __init__(self, place: ListedEntry, other: ListedEntry, clusters: Clusters) -> None:
        self.places, self.clusters = (place, other), clusters
        self.one, self.other = self.entries = place.entry, other.entry
        self.titles: tuple[str, str] = (_title_of(self.one), _title_of(self.other))

    @cached_property
    def verdict(self) -> Verdict[Relation]:
        """How they relate, and why."""
        return judge(_RELATIONS, self)

    @property
    def relation(self) -> Relation:
        """How they relate."""
        return self.verdict.value

    @cached_property
    def own_names(self) -> OwnNames:
        """What the entries of the list of the first one say before their titles."""
        return own_names_of(self.places[0].listing)

    @cached_property
    def doubts(self) -> tuple[int, int]:
        """How much the date and the venue of each contradict its id: see `contradiction`."""
        first, second = (contradiction(*each) for each in self.places)
        return first, second

    @cached_property
    def before(self) -> tuple[str, str]:
        """What is before the title of each, in its paragraph or cell."""
        return before_title(self.one), before_title(self.other)

    @cached_property
    def fewest(self) -> int:
        """The words of the shorter title."""
        return min(len(normalise(each).split()) for each in self.titles)

    def name_own_methods(self) -> bool:
        """Whether each of two entries with one title names a method, a part or a data set of its own."""
        one, other = (_prefix(title, rest) for title, rest in (self.titles, self.titles[::-1]))
        if (one and other and one != other) or (all(self.labels) and self.labels[0] != self.labels[1]):
            return True
        (first, second), counts = ({*words_before(each)} for each in self.entries), self.own_names.words
        own = ([word for word in each if counts[word] == 1] for each in (first - second, second - first))
        return all(any(map(_COINED.fullmatch, each)) for each in own)

    def share_work(self) -> bool:
        """Whether both links identify one work."""
        return self.one.work is not None and self.one.work == self.other.work

    def has_another_id(self) -> bool:
        """Whether the title of one of them has another id elsewhere."""
        return any(len(self.clusters.preprints(each)) > 1 for each in self.entries)

    @cached_property
    def authors(self) -> tuple[frozenset[str], frozenset[str]]:
        """The last names of the authors of both."""
        return _authors_of(self.one), _authors_of(self.other)

    def are_same(self) -> bool:
        """Whether the titles are the same, typing errors aside."""
        return self.titles[0] == self.titles[1] or are_same_paper(*self.titles)

    def share_only_topic(self) -> bool:
        """Whether the titles are unrelated but for what many titles of the list share."""
        topic = self.clusters.catalog.topic
        return similarity(*self.titles) < LITTLE and are_different_papers(*self.titles, topic)

    def have_alias(self) -> bool:
        """Whether one has the title or the name of the other."""
        return _is_alias(self.one, self.other) or _is_alias(self.other, self.one) or self.has_name_of_code()

    def has_name_of_code(self) -> bool:
        """Whether one is called by the name of a repository that only the other one links: `OPSD`."""
        if self.beside[0] == self.beside[1]:
            return False
        links = (each.link if each.link and label_of(each.link) is None else None for each in self.entries)
        called = (
            {title_key(title), title_key(coined_name(title)), title_key(link.label) if link else ""} - {""}
            for title, link in zip(self.titles, links, strict=True)
        )
        pairs = zip(called, self.beside, self.beside[::-1], strict=True)
        return any(names & {title_key(each.rpartition("/")[2]) for each in their - own} for names, own, their in pairs)

    def link_versions(self) -> bool:
        """Whether each links a version of its own: the paper was renamed between them."""
        versions = {identify(each.link.href).version if each.link else None for each in self.entries}
        return len(versions) > 1 and None not in versions

    def share_authors(self) -> bool:
        """Whether so many authors are the same that it is not a coincidence."""
        shared = len(self.authors[0] & self.authors[1])
        return shared >= _FEWEST_AUTHORS or (shared >= 2 and self.authors[0] == self.authors[1])

    def have_same_authors(self) -> bool:
        """Whether nearly all authors are the same: a group that goes on with its work has others, too."""
        one, other = self.authors
        return self.share_authors() and len(one & other) >= _NEARLY_ALL * len(one | other)

    def have_other_authors(self) -> bool:
        """Whether both name several authors, or the first one, none is the same, and the titles are not alike."""
        fewest, first = min(map(len, self.authors)), [*map(_first_author, self.entries)]
        are_others = fewest >= _FEWEST_AUTHORS - 1 or (all(first) and first[0] != first[1])
        if not are_others or self.authors[0] & self.authors[1]:
            return False
        return similarity(*self.titles) < (_REWORDED if fewest >= _FEWEST_AUTHORS else _RENAMED)

    def are_translations(self) -> bool:
        """Whether one title alone is Chinese, Japanese or Korean, and they are side by side."""
        return len({*map(has_cjk, self.titles)}) > 1 and all(self.titles) and self.are_neighbours()

    def have_other_first_author(self) -> bool:
        """Whether the first authors are known by their full names, which share no word, and no author is the same."""
        names = [names_of(each.authors[0].value).names[:1] if each.authors else () for each in self.entries]
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
        years = {each.date.value.year for each in self.entries if each.date is not None and each.date.value}
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
        heads = (words for words, each in zip(self.before, self.entries, strict=True) if not each.cells)
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
        return are_papers and [*map(_software_of, self.entries)] == [*map(title_key, self.titles)]

    def are_long(self) -> bool:
        """Whether the titles have so many words that neither is the name of a part, a task or a method."""
        return self.fewest >= _WHOLE

    def are_results(self) -> bool:
        """Whether both are rows of a table of results, and the rows differ; not if each has the title of its paper."""
        are_rows = all(map(_is_result, self.entries)) and self.one.head.text.split() != self.other.head.text.split()
        are_papers = are_rows and self.are_long() and all(map(name_of_row, self.entries))
        return are_rows and not (are_papers and self.relation >= Relation.UNKNOWN)

    def is_step(self) -> bool:
        """Whether only one of them has a number before its title: a step of a series, listed once more for that."""
        return len({_STEP.fullmatch(each) is None for each in self.before}) > 1

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


_STEP = lazy_pattern(r"\W*\d{1,2}(?:\.\d{1,2})*[.)]\s*")
"""The number of a step of a series."""
_COINED = lazy_pattern(r"(?=.*[A-Z].*[A-Z\d]|.*\d)[A-Za-z][\w+-]+")
_FEWEST_COMMON = 4
"""Words that two titles must end in for what is before their colons to be names of parts."""


def _prefix(title: str, other: str) -> str:
    """What is before the colon of a title, where another one has the rest too after a colon."""
    name, _, rest = title.partition(":")
    ending = other.partition(":")[2]
    is_common = title_key(rest) == title_key(ending) and normalise(rest).count(" ") >= _FEWEST_COMMON - 1
    return title_key(name.replace("(", " ").replace(")", " ")) if is_common else ""


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
