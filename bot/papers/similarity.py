"""How alike two titles of papers are: their normal form, their distance, and what follows from it."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache

from bot.judgement import Case, Verdict, always, cached_property, judge
from bot.text import StrEnum, group_pairs, lazy_pattern

_OPENING = frozenset("[(【（")
_LABEL = lazy_pattern(r"\s*(?:[\[(【（]\d{2,4}(?:[-./]\d{1,2}){0,2}[\])】）]\s*)+")
_PERCENT = lazy_pattern(r"\(\s*\d{1,3}(?:\.\d+)?\s*%\s*\)$", needs="%")
_LENGTHS = range(2, 31)
"""Characters of an alias in brackets."""
_ACRONYM = lazy_pattern(r"(?![IVX]+$)(?=.*[A-Z].*[A-Z])[A-Za-z][\w.+@-]{1,19}")
_TAG = lazy_pattern(r"</?[A-Za-z]{1,6}>")
_ACCENT = lazy_pattern(r"\\[\"'`^~=.]\s*(?:\{([A-Za-z])\}|([A-Za-z]))")
_COMMAND = lazy_pattern(r"\\[A-Za-z]+\s*\{([^{}]*)\}")
_MARKS = str.maketrans("~", " ", "${}\\^_'’‘ʼ`´")
_PLUS = lazy_pattern(r"(?<=[\w+])\+(?=\+*(?:\W|$))", needs="+")
_SPACED = {code: " " for code in range(128) if not chr(code).isalnum()}
_ARTICLE = lazy_pattern(r"(?:a|an|the) ")

_ROMAN = lazy_pattern(r"[ivx]+")
_RISKY = frozenset(
    """
    one two three four five six seven eight nine ten first second third no not non never without cannot cant
    dont doesnt isnt arent comment comments reply response erratum corrigendum part revisited revisiting""".split()
)
STOP_WORDS = frozenset(
    "a an the and or of in on for with from by to at as into via is are be can do does how what when why your you we"
    " its it not than that their through over under more all".split()
)
"""Words that say nothing about a subject."""
_COMMON = STOP_WORDS | frozenset(
    """
    new novel without towards toward using based approach method methods framework system systems
    large language model models modeling learning deep neural network networks llm llms efficient
    effective improving enhancing better simple study survey data task tasks analysis ai machine
    human humans learn learns train training foundation multi self open general generation empirical
    review rl rag rlhf nlp vlm mllm gpt benchmark aware""".split()
)
"""Words and initials that titles of unrelated papers share."""

_MAX_NESTING = 3
"""Commands of LaTeX inside each other that are taken off."""

_CACHED_TITLES = 131_072
"""Rule after rule asks for all titles of a list: a cache smaller than the list would never hit."""

_MIN_WORDS, _MIN_NAMED_WORDS = 5, 3
"""Shorter texts are often the name of a method or a data set, unless they begin with a name and a colon."""

_LONG_NAME = 6
"""Shorter names occur in other words by chance, as `rag` does in `storage`."""

_FEWEST_SHARING, _SHARE_SHARING = 4, 0.02
"""A word that this many titles of a list have, and this share of them, does not show that two of them are related."""

_COINED = lazy_pattern(
    r"\s*((?=[^\s:：]*(?:[a-z][A-Z]|[A-Z]{2}|\d)|[A-Z][\w-]*\s*[:：])"
    r"[^\s:：]{2,30}(?: [A-Z\d][\w.+]{0,9})?)\s*[:：]\s*\S"
)
"""One word with a capital, and a second that is a version or another capitalised word."""


@lru_cache(maxsize=_CACHED_TITLES)
def normalise(title: str) -> str:
    """The words of a title in lower case, without marks, markup and accents; letters of all scripts stay.

    A `+` at the end of a word is spelled out: `PLD+` is another paper than `PLD`. A leading date label, a trailing
    percentage and a trailing `(ALIAS)` are left out.
    """
    text = _without_notes(html.unescape(title) if "&" in title else title)
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    if "<" in text:
        text = _TAG.sub("", text)
    if "\\" in text:
        text = _ACCENT.sub(lambda match: match[1] or match[2], text)
        for _ in range(_MAX_NESTING):
            text = _COMMAND.sub(r"\1", text)
    text = text.translate(_MARKS)
    if "+" in text:
        text = _PLUS.sub("plus", text)
    if text.isascii():
        return " ".join(text.lower().translate(_SPACED).split())
    return _fold(text)


@lru_cache(maxsize=_CACHED_TITLES)
def title_key(title: str) -> str:
    """The normal form without spaces, so that hyphenation does not count."""
    return normalise(title).replace(" ", "")


_FEWEST_WORDS = 3
"""Shorter titles are shared by different papers."""


def names_one_paper(title: str) -> bool:
    """Whether a title is long enough to be that of one paper only."""
    return len(normalise(title).split()) >= _FEWEST_WORDS


def similarity(a: str, b: str) -> float:
    """How alike two titles are, from 0 to 100: twice the longest common subsequence over both lengths."""
    return _ratio(normalise(a), normalise(b))


def has_risky_difference(a: str, b: str) -> bool:
    """Whether a word that only one title has may make it another paper: a number, a negation, a reply."""
    first, second = Counter(normalise(a).split()), Counter(normalise(b).split())
    return any(_is_risky(word) for word in (*(first - second), *(second - first)))


def are_same_paper(a: str, b: str) -> bool:
    """Whether the titles surely name the same paper: alike except for hyphens, an article, typing errors."""
    first, second = (_ARTICLE.sub("", normalise(title), count=1) for title in (a, b))
    if first.replace(" ", "") == second.replace(" ", ""):
        return bool(first)
    words = first.split(), second.split()
    if len(words[0]) != len(words[1]) or _ratio(first, second) < 95 or has_risky_difference(a, b):
        return False
    return all(one == other or _ratio(one, other) >= 80 for one, other in zip(*words, strict=True))


class Relation(StrEnum):
    """How what two texts name may relate."""

    UNSURE = "unsure"
    """They may name the same."""
    DIFFERENT = "different"


LITTLE = 50.0
"""Similarity in percent below which words that most titles of a list share prove no kinship."""


class _Titles:
    """Two titles, and what tells whether they can name one paper."""

    def __init__(self, a: str, b: str, topic: frozenset[str]) -> None:
        self.written = a, b
        self.normal = normalise(a), normalise(b)
        self.words = [one.split() for one in self.normal]
        self.fewest = min(map(len, self.words))
        self.topic = topic

    @cached_property
    def alike(self) -> float:
        return _ratio(*self.normal)

    @cached_property
    def names(self) -> tuple[str, str]:
        """What the titles name before their colons."""
        return coined_name(self.written[0]), coined_name(self.written[1])

    @cached_property
    def substance(self) -> list[set[str]]:
        """The words that say what the paper is about."""
        named = {word for name in self.names for word in name.split()} if all(self.names) else set()
        return [{word for word in one if word not in _COMMON and len(word) > 1} - named for one in self.words]

    @cached_property
    def surplus(self) -> int:
        """By how much the shared words of substance are more than half of them: below zero where they are fewer."""
        return 2 * _count_akin(self.substance) - min(map(len, self.substance))

    def are_alike(self) -> bool:
        """Whether they are one title, changed a little; names before a colon are easily alike."""
        return self.alike >= (70 if all(self.names) else 60)

    def hold_initials(self) -> bool:
        """Whether one title spells out what is abbreviated in the other."""
        pairs = zip(self.written, self.words[::-1], strict=True)
        return any(_holds_initials(title, words, self.kinship) for title, words in pairs)

    @cached_property
    def kinship(self) -> frozenset[str]:
        """The stems that prove no kinship, because little else is alike."""
        return self.topic if self.alike < LITTLE else frozenset()

    def share_substance(self) -> bool:
        """Whether a word of substance in one begins like a word in the other."""
        return _count_akin([{word for word in one if stem(word) not in self.kinship} for one in self.substance]) > 0


_TITLES: tuple[Case[_Titles, Relation], ...] = (
    Case("one title is too short to tell", lambda both: both.fewest < _MIN_NAMED_WORDS, Relation.UNSURE),
    Case("one title is in another script", lambda both: not is_latin("".join(both.normal)), Relation.UNSURE),
    Case("the titles are alike letter by letter", _Titles.are_alike, Relation.UNSURE),
    Case("one text names authors", lambda both: any("et al" in one for one in both.normal), Relation.UNSURE),
    Case(
        "one title holds the name that the other one begins with", lambda it: share_name(*it.written), Relation.UNSURE
    ),
    Case(
        "each begins with a name of its own, and they share few words",
        lambda both: all(both.names) and both.surplus < 0,
        Relation.DIFFERENT,
    ),
    Case("the titles share many words after their names", lambda both: all(both.names), Relation.UNSURE),
    Case("one title is too short to tell", lambda both: both.fewest < _MIN_WORDS, Relation.UNSURE),
    Case("the titles share most words of substance", lambda both: both.surplus > 0, Relation.UNSURE),
    Case("one title spells out what the other one abbreviates", _Titles.hold_initials, Relation.UNSURE),
    Case("the titles share a word of substance", _Titles.share_substance, Relation.UNSURE),
    Case("the titles share at most what the list is about", always, Relation.DIFFERENT),
)
"""Papers are renamed, subtitles dropped, aliases put in front: only what is far apart names two papers."""


def relate_titles(a: str, b: str, topic: frozenset[str] = frozenset()) -> Verdict[Relation]:
    """Whether the titles surely name different papers, and why.

    `topic` holds the stems (see `common_stems`) that most papers of the list share: they prove no kinship where
    little else is alike.
    """
    return judge(_TITLES, _Titles(a, b, topic))


def are_different_papers(a: str, b: str, topic: frozenset[str] = frozenset()) -> bool:
    """Whether the titles surely name different papers."""
    return relate_titles(a, b, topic).value is Relation.DIFFERENT


def common_stems(titles: Collection[str]) -> frozenset[str]:
    """The stems of the words that several of a list's titles share: what the list is about."""
    counts = Counter([each for title in titles for each in {word[:_STEM] for word in normalise(title).split()}])
    least = max(_FEWEST_SHARING, _SHARE_SHARING * len(titles))
    return frozenset(each for each, count in counts.items() if count >= least)


def stem(word: str) -> str:
    """What words of one root share, roughly: the first letters."""
    return word[:_STEM]


_STEM = 5


@lru_cache(maxsize=8192)
def coined_name(title: str) -> str:
    """The words of the name before the colon of a title (`FireAct`, `Agent-R`), if it is not an ordinary phrase."""
    match = _COINED.match(title)
    name = normalise(match[1]) if match else ""
    return "" if name in _COMMON else name


def holds_name(words: str, name: str) -> bool:
    """Whether the words of a title hold a name; a longer one also where spaces and hyphens differ."""
    if not name:
        return False
    key = name.replace(" ", "")
    return f" {name} " in f" {words} " or (len(key) >= _LONG_NAME and key in words.replace(" ", ""))


def share_name(one: str, other: str) -> bool:
    """Whether one title holds the distinctive name with which the other begins."""
    return holds_name(normalise(one), coined_name(other)) or holds_name(normalise(other), coined_name(one))


def _count_akin(words: list[set[str]]) -> int:
    """How many of the first words are akin to one of the second."""
    heads = {word[:length] for word in words[1] for length in (3, 4, 5) if len(word) >= length}
    wholes = {word for word in words[1] if 3 <= len(word) < 5}
    return sum(_is_akin(one, heads, wholes) for one in words[0])


def _without_notes(text: str) -> str:
    """The title without what lists write around it: label, percentage, alias."""
    if text.lstrip()[:1] in _OPENING and (label := _LABEL.match(text)):
        text = text[label.end() :]
    text = (_PERCENT.sub("", text.rstrip()) if "%" in text else text.rstrip()).rstrip(" .")
    bracket = text.rfind("(") if text.endswith(")") else 0
    words = text[bracket + 1 : -1]
    if bracket <= 0 or len(words) not in _LENGTHS or ")" in words:
        return text
    rest = text[:bracket].rstrip()
    is_alias = _ACRONYM.fullmatch(words) or rest.casefold().startswith(words.casefold())
    return rest if rest and is_alias else text


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join([char for char in decomposed if not "\u0300" <= char <= "\u036f"])
    folded = unicodedata.normalize("NFC", bare.casefold())
    return " ".join("".join([char if _is_of_word(char) else " " for char in folded]).split())


def _is_of_word(char: str) -> bool:
    """Letters and digits of all scripts, and the vowel signs of those that need them."""
    return char.isalnum() or (char < "\u2000" and unicodedata.category(char)[0] == "M")


def is_latin(text: str) -> bool:
    return text.isascii() or all(char < "\u0250" for char in text)


def _is_risky(word: str) -> bool:
    if word in _RISKY or word.endswith("plus") or _ROMAN.fullmatch(word) is not None:
        return True
    return any(char.isdigit() for char in word)


def _is_akin(word: str, heads: set[str], wholes: set[str]) -> bool:
    """Whether a word begins as another one does: with five letters, or with the whole of one of three or more."""
    return len(word) >= 3 and (word[:5] in heads or word[:4] in wholes or word[:3] in wholes)


def _holds_initials(title: str, words: list[str], topic: frozenset[str]) -> bool:
    """Whether an acronym of `title`, other than those that everybody uses, is spelled out in `words`."""
    initials = "".join(word[0] for word in words)
    found = re.findall(r"[A-Za-z]*[A-Z][a-z]*[A-Z][A-Za-z]*", title)
    acronyms = {one.lower().rstrip("s") for one in found if len(one) >= 3}
    return any(one in initials and one not in _COMMON and stem(one) not in topic for one in acronyms)


def _ratio(a: str, b: str) -> float:
    """Indel similarity in percent."""
    from rapidfuzz.distance.Indel import similarity as count_shared  # takes a tenth of a short run

    return 100.0 * count_shared(a, b) / (len(a) + len(b)) if a or b else 100.0


class Match(StrEnum):
    """The result of comparing a written title with the official one."""

    SAME = "same"
    CLOSE = "close"
    """Words differ, as with a dropped subtitle; the paper may well be the same."""
    DIFFERENT = "different"
    UNCOMPARABLE = "uncomparable"
    """The written title is too short, in another script, or names authors: it proves nothing."""


SAME_FROM = 90.0
CLOSE_FROM = 70.0
"""Similarity in percent from which two titles are the same, and from which one may be a variant of the other."""
_SHARED_FROM = 80.0
_MIN_COMPARABLE_WORDS = 3
_MIN_COMPARABLE_CHARACTERS = 15
"""Shorter titles prove nothing."""
_NO_TITLE = lazy_pattern(
    r"\bet\.? ?al\b|\b(?:paper|pdf|preprint|article|report|link|slides)s?\W*$",
    re.IGNORECASE,
    needs=("et", "paper", "pdf", "preprint", "article", "report", "link", "slides"),
)
"""What is in place of a title: authors, or what the link leads to (`the GPT-3 paper`)."""
_REPORT = lazy_pattern(r"\btechnical report\W*$", re.IGNORECASE)
_MAX_ALIAS_WORDS = 3
"""Words before a colon that are taken for the name of what the paper presents."""


def compare_titles(written: str, official: str) -> Match:
    """Compare the title in a list with the title on record."""
    if title_key(written) == title_key(official) and title_key(written):
        return Match.SAME
    if not is_comparable(written) or not normalise(official):
        return Match.UNCOMPARABLE
    alike = similarity(written, official)
    if alike >= SAME_FROM:
        return Match.CLOSE if has_risky_difference(written, official) else Match.SAME
    if alike >= CLOSE_FROM or shares_words(written, official):
        return Match.CLOSE
    return Match.DIFFERENT


def is_titled(written: str, titles: Iterable[str]) -> bool:
    """Whether a title in a list may be one of those on record."""
    return any(compare_titles(written, title) in {Match.SAME, Match.CLOSE} for title in titles)


def is_comparable(written: str) -> bool:
    """Whether a title is long enough to compare: three Latin words of 15 characters or more, no `et al.`."""
    words = normalise(written)
    if _NO_TITLE.search(written) and not _REPORT.search(written):
        return False
    if words.count(" ") < _MIN_COMPARABLE_WORDS - 1 or len(words) < _MIN_COMPARABLE_CHARACTERS:
        return False
    letters = [*filter(str.isalpha, words)]
    return bool(letters) and max(letters) < "\u0250"


def is_mentioned(official: str, authors: Iterable[str], text: str) -> bool:
    """Whether `text`, an entry as a whole, mentions the paper: by its title, its alias or an author's full name."""
    words = f" {normalise(text)} "
    whole = normalise(official)
    if whole and whole.replace(" ", "") in words.replace(" ", "") and is_comparable(official):
        return True
    if (alias := _alias(official)) and f" {alias} " in words:
        return True
    names = (normalise(author) for author in authors)
    return any(" " in name and f" {name} " in words for name in names)


def _alias(title: str) -> str:
    """What is before the colon of a title, where that is a name: `FireAct`, `Chain of Hindsight`."""
    before, colon, after = title.partition(":")
    name = normalise(before)
    if not colon or not after.strip() or name.count(" ") >= _MAX_ALIAS_WORDS or len(name) < 3:
        return ""
    return name


def shares_words(a: str, b: str) -> bool:
    """Whether the titles are alike by their common words in any order, as where one title holds the other."""
    first, second = set(normalise(a).split()), set(normalise(b).split())
    both = " ".join(sorted(first & second))
    only = [" ".join(sorted(words)) for words in (first - second, second - first)]
    whole = [f"{both} {rest}".strip() for rest in only]
    pairs = [(both, whole[0]), (both, whole[1])] if both else []
    return max(similarity(one, other) for one, other in [*pairs, (whole[0], whole[1])]) >= _SHARED_FROM


_EDGE = 2
"""A slip leaves at least so many letters alone at one of the two ends of a word of five letters or more."""


def is_one_slip(word: str, other: str) -> bool:
    """Whether two different words differ by one letter, or by two neighbours that are swapped."""
    if word == other or abs(len(word) - len(other)) > 1:
        return False
    shorter, longer = sorted((word, other), key=len)
    start = 0
    while start < len(shorter) and shorter[start] == longer[start]:
        start += 1
    if len(shorter) < len(longer):
        return shorter[start:] == longer[start + 1 :]
    return shorter[start + 1 :] == longer[start + 1 :] or is_swap(word, other)


def is_swap(word: str, other: str) -> bool:
    """Whether two different words differ by two neighbours that are swapped."""
    if word == other or len(word) != len(other):
        return False
    start = 0
    while word[start] == other[start]:
        start += 1
    swapped = word[start + 1 : start + 2] + word[start : start + 1]
    return word[:start] + swapped + word[start + 2 :] == other


def is_inflected(word: str, other: str) -> bool:
    """Whether one of the words is the other with one more letter at the end: a plural, a past tense."""
    return word[:-1] == other or other[:-1] == word


class Neighbours:
    """Finds the known words that are one slip away from a word, without comparing it to each of them.

    Of `acronyms`, which are near to each other, it finds those with two letters swapped only.
    """

    def __init__(self, words: Iterable[str], acronyms: Iterable[str] = ()) -> None:
        self._by_edge = group_pairs((edge, word) for word in words for edge in (word[:_EDGE], f"-{word[-_EDGE:]}"))
        self._by_letters = group_pairs(("".join(sorted(word)), word) for word in acronyms)

    def of(self, word: str) -> frozenset[str]:
        """The known words one slip away; few, since they share a beginning or an end with `word`."""
        near = (*self._by_edge.get(word[:_EDGE], ()), *self._by_edge.get(f"-{word[-_EDGE:]}", ()))
        swapped = self._by_letters.get("".join(sorted(word)), ())
        slips = (each for each in near if is_one_slip(word, each))
        return frozenset((*slips, *(each for each in swapped if is_swap(word, each))))
