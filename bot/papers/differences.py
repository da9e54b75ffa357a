"""How a list differs from what is on record: words of a title, the venue, the authors.

What a writer drops or adds around a title does not count; most pairs of venues cannot be told apart. Two names are
the same person's unless they surely are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

from bot.judgement import Case, Verdict, always, judge
from bot.papers.names import PARTICLES, AuthorList, split_name
from bot.papers.similarity import Relation, is_latin, normalise, similarity, title_key
from bot.papers.venues import JOURNALS, VenueMention, find_known_venues, find_venues, spellings_of
from bot.text import StrEnum, lazy_pattern

_SMALL = frozenset("a an the and of in on for to at by with as s via is are toward towards using".split())
"""Words that are left out, or written for one another, without another title being meant."""
_ARTICLES = frozenset("a an the and s".split())
_ALIKE = 75.0
"""From this similarity on, in percent, words are one with another ending or a typing error."""
_ASIDE = lazy_pattern(r"\s*[(\[（][^()\[\]（）]{2,80}[)\]）]\s*$")
_STEM, _SHARE_OF_STEM = 3, 0.7
"""This many letters, and so large a share of the shorter word, make it a short form of the other."""
_ENDINGS = frozenset(["", *"s es d ed n en r er y ly al ally ic ing ization ation able ive ment".split()])
"""What is after one word in another."""
_FEWEST = 2
"""Words in front of a cut one: in a shorter title it can be a name."""
_LONGEST = 60
"""Words; longer texts are not titles."""


class Degree(IntEnum):
    """How much two titles differ."""

    NONE = 0
    SPELLING = 1
    """An ending, a typing error, a small word."""
    WORDS = 2
    """A word is another one, or there is one more between others."""


class TitleDifference(NamedTuple):
    """What differs most: the words of the list, and those on record."""

    degree: Degree
    written: str = ""
    official: str = ""


_NOTHING = TitleDifference(Degree.NONE)


def find_difference(written: str, official: str) -> TitleDifference:
    """What differs between a title in a list and one on record, a subtitle or an alias on one side apart."""
    if title_key(written) == title_key(official):
        return _NOTHING
    found = _compare(written, official)
    if found.degree is Degree.WORDS and (aside := _ASIDE.search(written)):
        return min(found, _compare(written[: aside.start()], official), key=lambda each: each.degree)
    return found


def find_cut(written: str, official: str) -> str:
    """The last word of a title that ends in the middle of one of the official title; empty if it does not.

    A word without its ending is a word: `network` for `networks`.
    """
    first, second = normalise(written).split(), normalise(official).split()
    last = len(first) - 1
    if last < _FEWEST or len(second) <= last or first[:-1] != second[:last]:
        return ""
    word, whole = first[last], second[last]
    is_cut = whole.startswith(word) and whole[len(word) :] not in _ENDINGS and len(word) >= _STEM and word.isalpha()
    return word if is_cut else ""


def _compare(written: str, official: str) -> TitleDifference:
    first, second = normalise(written).split(), normalise(official).split()
    if not first or not second or max(len(first), len(second)) > _LONGEST:
        return _NOTHING
    steps = [step for step in SequenceMatcher(None, first, second, autojunk=False).get_opcodes() if step[0] != "equal"]
    found = [
        _weigh(first[a:b], second[c:d])
        for kind, a, b, c, d in steps
        if not (kind == "delete" and (a == 0 or b == len(first)))
        and not (kind == "insert" and (c == 0 or d == len(second)))
    ]
    return max(found, key=lambda each: each.degree, default=_NOTHING)


def _weigh(ours: Sequence[str], theirs: Sequence[str]) -> TitleDifference:
    words = " ".join(ours), " ".join(theirs)
    if words[0].replace(" ", "") == words[1].replace(" ", ""):
        return _NOTHING
    if _ARTICLES.issuperset(ours) and _ARTICLES.issuperset(theirs):
        return _NOTHING
    if all(len(word) == 1 and not word.isdigit() for word in (*ours, *theirs)) or not is_latin(words[0] + words[1]):
        return _NOTHING  # what is left of formulas, or another script
    if any(char.isdigit() for word in words for char in word):
        return TitleDifference(Degree.WORDS, *words)
    is_small = _SMALL.issuperset(ours) and _SMALL.issuperset(theirs) and not (ours and theirs)
    if _is_acronym(ours, theirs) or _is_acronym(theirs, ours):
        return TitleDifference(Degree.SPELLING, *words)
    if is_small or (ours and theirs and (similarity(*words) >= _ALIKE or _is_short_form(*words))):
        return TitleDifference(Degree.SPELLING, *words)
    return TitleDifference(Degree.WORDS, *words)


def _is_acronym(short: Sequence[str], words: Sequence[str]) -> bool:
    """Whether one word is the initials of several: `LLMs`."""
    initials = "".join(word[0] for word in words)
    return len(short) == 1 and len(words) > 1 and short[0].removesuffix("s") in (initials, initials.removesuffix("s"))


def _is_short_form(one: str, other: str) -> bool:
    """Whether one word is the other, cut short: `nets` and `networks`."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared >= _STEM and shared >= _SHARE_OF_STEM * min(len(one), len(other))


_TWOFOLD = JOURNALS | frozenset("VLDB SIGMOD PETS SIGGRAPH UbiComp POPL OOPSLA PLDI CSCW CHI".split())
"""Journals, and conferences whose papers appear in one: the same paper may be named by either, years apart."""
_RELATED = (
    frozenset({"ACL", "EMNLP", "NAACL", "EACL", "AACL", "IJCNLP", "CoNLL", "COLING", "LREC"}),
    frozenset({"ICRA", "IROS", "CoRL", "RSS"}),
)
"""Conferences that share proceedings, "Findings" or a journal, and are taken for one another."""
_CONFERENCE = lazy_pattern(r"\b(?:Conference|Symposium|Congress|Meeting)\b", re.IGNORECASE)
_PERIODICAL = lazy_pattern(r"\b(?:Journal|Transactions|Annals|Letters|Forum|Review)\b", re.IGNORECASE)
_WORKSHOP = lazy_pattern(
    r"\b(?:workshops?|tutorials?|challenges?|competitions?|demos?|companion|track)\b", re.IGNORECASE
)
_NAMED_WORKSHOP = lazy_pattern(r"\bWorkshop (?:on|of|for) [A-Z]")
_TOPIC = lazy_pattern(r"\b(?:Conference|Symposium|Congress|Meeting) on (.+)", re.IGNORECASE)
_GENERIC = frozenset(
    """
    conference conf international intl int annual proceedings proc symposium symp workshop congress meeting journal j
    transactions trans annals letters forum ieee acm cvf aaai siam springer of on for in the and at to a an its
    advances society association th st nd rd first second third joint world european asian pacific national new rim
    applications methods systems""".split()
)
"""Words that say nothing about which venue it is."""
_BEGINNING = 3
"""Letters from which a word may be the beginning of another: `Comput.`."""
_FEWEST_OF_VENUE = 2
"""Words of its own that an unknown venue must have to be compared."""
_MOST_SHARED = 0.5
"""Venues that share a larger part of their words may be one."""


class _Venues:
    """The venue that a list gives, and the one on record; `is_linked` where the list links what is on record there."""

    def __init__(self, claimed: str, official: str, *, is_linked: bool = False) -> None:
        self.claimed, self.official, self.is_linked = claimed, official, is_linked
        self.known = find_known_venues(official)
        self.names = {each.name for each in self.known}

    @cached_property
    def stated(self) -> tuple[VenueMention, ...]:
        """The known venues that the list names."""
        return find_venues(self.claimed)

    @cached_property
    def words(self) -> list[str]:
        """The words of its own that the venue of the list has."""
        return _content(self.claimed)

    def are_related(self) -> bool:
        """Whether a venue that the list names is the one on record, or taken for it."""
        return any(each.name in self.names or _are_related(each.name, self.names) for each in self.stated)

    def names_periodical(self) -> bool:
        """Whether the record is of a journal that is not known."""
        return _PERIODICAL.search(self.official) is not None and _CONFERENCE.search(self.official) is None

    def names_venue(self) -> bool:
        """Whether the words of the list are of a conference or a journal, or of a workshop that they name."""
        found = _CONFERENCE.search(self.claimed) or _PERIODICAL.search(self.claimed)
        return found is not None or (self.is_linked and _NAMED_WORKSHOP.search(self.claimed) is not None)

    def may_be_workshop(self) -> bool:
        """Whether the list may name the workshop where an earlier version was, and link that."""
        return _is_part(self.claimed, self.stated) and not (self.is_linked and not self.stated)

    def has_other_topic(self) -> bool:
        """Whether the list has one more word in front of what the venue is about: `Conference on Quantum ...`."""
        topic = _TOPIC.search(self.claimed)
        words = _content(topic[1]) if topic is not None else []
        known = (_content(text) for name in self.names for text in spellings_of(name) if _CONFERENCE.search(text))
        return any(0 < len(each) < len(words) and words[-len(each) :] == each for each in known)

    def share_words(self) -> bool:
        """Whether the venue of the list has most of its words in common with a name of the one on record."""
        spellings = (self.official, *(text for name in self.names for text in spellings_of(name)))
        others = map(_content, spellings)
        shared = max(sum(any(_may_be_short(one, two) for two in other) for one in self.words) for other in others)
        return shared > _MOST_SHARED * len(self.words)


def _is_part(text: str, venues: Iterable[VenueMention]) -> bool:
    """Whether a workshop, a track or the like is named, where earlier versions appear."""
    return _WORKSHOP.search(text) is not None or any(each.track for each in venues)


def _may_be_journal(venues: Iterable[VenueMention]) -> bool:
    return any(each.name in _TWOFOLD for each in venues)


_VENUES: tuple[Case[_Venues, Relation], ...] = (
    Case("the venue on record is not a known one", lambda both: not both.known, Relation.UNSURE),
    Case("the record is of a workshop or a track", lambda both: _is_part(both.official, both.known), Relation.UNSURE),
    Case("the record may be of a journal", lambda both: _may_be_journal(both.known), Relation.UNSURE),
    Case("the record is of a journal", _Venues.names_periodical, Relation.UNSURE),
    Case("the list names a workshop or a track", _Venues.may_be_workshop, Relation.UNSURE),
    Case("the list names a preprint", lambda both: any(each.preprint for each in both.stated), Relation.UNSURE),
    Case("the list may name a journal", lambda both: _may_be_journal(both.stated), Relation.UNSURE),
    Case("the venues are one, or taken for one another", _Venues.are_related, Relation.UNSURE),
    Case("both venues are known", lambda both: bool(both.stated), Relation.DIFFERENT),
    Case(
        "the venue in the list is too short to tell", lambda both: len(both.words) < _FEWEST_OF_VENUE, Relation.UNSURE
    ),
    Case("the list names no venue", lambda both: not both.names_venue(), Relation.UNSURE),
    Case("the list names a conference on something else", _Venues.has_other_topic, Relation.DIFFERENT),
    Case("the venues share most of their words", _Venues.share_words, Relation.UNSURE),
    Case("the venues share few words", always, Relation.DIFFERENT),
)
"""A journal may hold the longer version of a conference paper, and a workshop the earlier one: they prove nothing."""


@lru_cache(maxsize=8_192)
def relate_venues(claimed: str, official: str, *, is_linked: bool = False) -> Verdict[Relation]:
    """Whether a paper that is on record at the conference `official` cannot be what `claimed` says, and why.

    `is_linked` says that the list links the published version, not a preprint, which may be that of a workshop too.
    """
    return judge(_VENUES, _Venues(claimed, official, is_linked=is_linked))


def are_different_venues(claimed: str, official: str, *, is_linked: bool = False) -> bool:
    """Whether a paper that is on record at the conference `official` cannot be what `claimed` says."""
    return relate_venues(claimed, official, is_linked=is_linked).value is Relation.DIFFERENT


def _are_related(name: str, others: set[str]) -> bool:
    return any(name in group and not group.isdisjoint(others) for group in _RELATED)


def _content(text: str) -> list[str]:
    return [word for word in normalise(text).split() if word not in _GENERIC and not any(map(str.isdigit, word))]


def _may_be_short(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _BEGINNING and long.startswith(short))


class Difference(StrEnum):
    """How authors in a list differ from those on record."""

    NONE = "none"
    OTHERS = "others"
    """Most names, or several, are not on record."""
    ONE = "one"
    """One name of several is not on record."""
    SEVERAL = "several"
    """Two names of several are not on record; or one, and others that are on record are left out."""
    JOINED = "joined"
    """Another full name is in front of one that is on record, without a comma."""
    SPELLING = "spelling"
    """One family name has the letters of that on record in another order."""
    FIRST = "first"
    """The only name before "et al." is not that of the first author."""
    CUT = "cut"
    """The first authors alone are named, without a word that says so."""
    MISSING = "missing"
    """Authors between those that are named are left out, without a word that says so."""


class Comparison(NamedTuple):
    """The result of comparing authors; `matched` counts the names that are on record."""

    difference: Difference
    matched: int = 0
    names: tuple[str, ...] = ()
    """Those that are not on record, or that are left out, or whose spelling on record is another one."""


_FEW = 2
_MOST_ON_RECORD = 100
"""Sources cut longer lists: a name that is not on them proves nothing."""


def compare_authors(claimed: AuthorList, official: Sequence[str]) -> Comparison:
    """Hold the authors that a list names against those on record, which are there, in their order."""
    places = [_find_name(name, official) for name in claimed.names]
    found = [place for place in places if place is not None]
    total, distinct = len(claimed.names), set(found)
    if len(found) < total:
        return _compare_strange(claimed, official, places)
    pairs = [(name, official[place]) for name, place in zip(claimed.names, found, strict=True)]
    if joined := tuple(name for name, other in pairs if _is_behind_another(other, name)):
        return Comparison(Difference.JOINED, total, joined)
    if claimed.more and total == 1 and found[0] > 0:
        return Comparison(Difference.FIRST, 1, claimed.names)
    if not claimed.more and len(distinct) == total < len(official) < _MOST_ON_RECORD:
        is_cut = max(distinct) < total
        last = len(official) if is_cut else max(distinct)
        left_out = tuple(name for place, name in enumerate(official) if place not in distinct and place < last)
        return Comparison(Difference.CUT if is_cut else Difference.MISSING, total, left_out)
    slips = tuple(other for name, other in pairs if _is_slip(name, other))
    return Comparison(Difference.SPELLING if slips else Difference.NONE, total, slips)


def _compare_strange(claimed: AuthorList, official: Sequence[str], places: Sequence[int | None]) -> Comparison:
    """The result where some of the names are not on record; `places` are those of the others."""
    strange = tuple(name for name, place in zip(claimed.names, places, strict=True) if place is None)
    found = [place for place in places if place is not None]
    words = tuple(strange[0].split()) if len(places) == 1 else ()
    if len(words) > 1 and None not in {_find_name(word, official) for word in words}:
        return compare_authors(claimed._replace(names=words), official)  # family names alone: `Peng, Neumann`
    if len(official) >= _MOST_ON_RECORD:
        return Comparison(Difference.NONE, len(found))
    if 2 * len(strange) >= len(places) or len(strange) > _FEW:
        return Comparison(Difference.OTHERS, len(found), strange)
    is_cut = not claimed.more and max(found) + 1 > len(places)
    return Comparison(Difference.SEVERAL if len(strange) > 1 or is_cut else Difference.ONE, len(found), strange)


def _find_name(name: str, official: Sequence[str]) -> int | None:
    """The place of the person in the record."""
    return next((place for place, other in enumerate(official) if may_be_same_person(name, other)), None)


def _is_behind_another(name: str, words: str) -> bool:
    """Whether a name in full is at the end of words that have as many in front of it: `Hong Xu Ada Lovelace`.

    A person with four names or more is on record by the first of them too.
    """
    own, whole = (_readings(each)[0] if each else () for each in (name, words))
    before = whole[: -len(own)] if own and whole[-len(own) :] == own else ()
    return len(own) >= _FULL_NAME <= len(before) and all(len(word) > 1 for word in whole) and "." not in words


def _is_slip(name: str, official: str) -> bool:
    """Whether a family name has the letters of that on record in another order, after the same first one."""
    one, other = (normalise(split_name(each).family.translate(_LETTERS)) for each in (name, official))
    return one != other and one[:1] == other[:1] and len(one) >= _LONG and sorted(one) == sorted(other)


_FULL_NAME = 2
"""Words of a name with a given and a family name."""
_LETTERS = str.maketrans("øØłŁıđĐ", "oOlLidD")
"""Letters that are written without their stroke, and that no accent can be taken from."""
_INITIALS_OF_ONE = 2
_ALIKE_NAMES = 80.0
"""From this similarity on, in percent, two long words are one with a typing error or another spelling."""
_LONG = 5
"""Letters from which two spellings of a name are compared letter by letter."""


@lru_cache(maxsize=16_384)
def _readings(name: str) -> tuple[tuple[str, ...], ...]:
    """The words of a name in lower case, without accents: all, and without particles, because `Du` is a name too."""
    words = tuple(normalise(name.translate(_LETTERS)).split())
    return tuple(dict.fromkeys((words, tuple(word for word in words if word not in PARTICLES))))


@lru_cache(maxsize=16_384)
def may_be_same_person(one: str, other: str) -> bool:
    """Whether two names may be one person's: they share a word, and the rest does not contradict."""
    return any(_may_be_same(first, second) for first in _readings(one) for second in _readings(other))


def _may_be_same(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    if not first or not second:
        return False
    if sorted("".join(first)) == sorted("".join(second)):
        return True  # other order, other hyphens
    shared = _shared_names(first, second)
    if not shared:
        return False
    left, right = [word for word in first if word not in shared], [word for word in second if word not in shared]
    if not left or not right:
        return True
    rest = "".join(right)
    if any(len(word) <= _INITIALS_OF_ONE and set(word) <= set(rest) for word in left):
        return True  # `YL Li` for `Yong-Lu Li`
    return any(word[0] in {each[0] for each in right} or (len(word) > 1 and word in rest) for word in left)


def _shared_names(first: Sequence[str], second: Sequence[str]) -> set[str]:
    """The words of both that are the same name, initials apart, in any of the usual spellings."""
    found: set[str] = set()
    for one in (word for word in first if len(word) > 1):
        for two in (word for word in second if len(word) > 1):
            if (
                one == two
                or (min(len(one), len(two)) >= _LONG and similarity(one, two) >= _ALIKE_NAMES)
                or _umlaut(one) == _umlaut(two)
            ):
                found |= {one, two}
    return found


def _umlaut(word: str) -> str:
    return word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
