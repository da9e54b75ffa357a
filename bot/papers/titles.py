"""Titles of papers: their normal form, whether two name the same paper, and how much words read like one."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.papers.venues import WORD, find_venues, is_date_or_venue, is_venue_with_year
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


_LABEL = lazy_pattern(r"\s*(?:[\[(【（]\d{2,4}(?:[-./]\d{1,2}){0,2}[\])】）]\s*)+")
_PERCENT = lazy_pattern(r"\(\s*\d{1,3}(?:\.\d+)?\s*%\s*\)$")
_LAST_BRACKET = lazy_pattern(r"\(([^()]{2,30})\)$")
_ACRONYM = lazy_pattern(r"(?![IVX]+$)(?=.*[A-Z].*[A-Z])[A-Za-z][\w.+@-]{1,19}")
_TAG = lazy_pattern(r"</?[A-Za-z]{1,6}>")
_ACCENT = lazy_pattern(r"\\[\"'`^~=.]\s*(?:\{([A-Za-z])\}|([A-Za-z]))")
_COMMAND = lazy_pattern(r"\\[A-Za-z]+\s*\{([^{}]*)\}")
_MARKUP = lazy_pattern(r"[${}\\^_]")
_APOSTROPHE = lazy_pattern(r"['’‘ʼ`´]")
_PLUS = lazy_pattern(r"(?<=[\w+])\+(?=\+*(?:\W|$))")
_NOT_WORD = lazy_pattern(r"[\W_]+")
_ARTICLE = lazy_pattern(r"(?:a|an|the) ")

_ROMAN = lazy_pattern(r"[ivx]+")
# fmt: off
_RISKY = frozenset(
    {
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "first", "second",
        "third", "no", "not", "non", "never", "without", "cannot", "cant", "dont", "doesnt", "isnt",
        "arent", "comment", "comments", "reply", "response", "erratum", "corrigendum", "part", "revisited",
        "revisiting",
    }
)
_COMMON = frozenset(
    {
        "a", "an", "the", "and", "or", "of", "in", "on", "for", "with", "from", "by", "to", "at", "as",
        "into", "via", "is", "are", "be", "can", "do", "does", "how", "what", "when", "why", "your", "you",
        "we", "its", "it", "not", "than", "that", "their", "through", "over", "under", "more", "all", "new",
        "novel", "without", "towards", "toward", "using", "based", "approach", "method", "methods",
        "framework", "system", "systems", "large", "language", "model", "models", "modeling", "learning",
        "deep", "neural", "network", "networks", "llm", "llms", "efficient", "effective", "improving",
        "enhancing", "better", "simple", "study", "survey", "data", "task", "tasks", "analysis", "ai",
        "machine", "human", "humans", "learn", "learns", "train", "training", "foundation", "multi", "self",
        "open", "general", "generation", "empirical", "review", "rl", "rag", "rlhf", "nlp", "vlm", "mllm", "gpt",
        "benchmark", "aware",
    }
)
"""Words and initials that titles of unrelated papers share."""
# fmt: on

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
    text = _APOSTROPHE.sub("", _MARKUP.sub("", text.replace("~", " ")))
    if "+" in text:
        text = _PLUS.sub("plus", text)
    if text.isascii():
        return _NOT_WORD.sub(" ", text.lower()).strip()
    return _fold(text)


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
    """Whether the titles surely name the same paper: alike but for hyphens, an article, typing errors."""
    first, second = (_ARTICLE.sub("", normalise(title), count=1) for title in (a, b))
    if first.replace(" ", "") == second.replace(" ", ""):
        return bool(first)
    words = first.split(), second.split()
    if len(words[0]) != len(words[1]) or _ratio(first, second) < 95 or has_risky_difference(a, b):
        return False
    return all(one == other or _ratio(one, other) >= 80 for one, other in zip(*words, strict=True))


def are_different_papers(a: str, b: str, topic: frozenset[str] = frozenset()) -> bool:
    """Whether the titles surely name different papers.

    They do not when a word of substance in one begins like a word in the other, or stands for its initials:
    papers are renamed, subtitles dropped, aliases put in front. Short and translated titles prove nothing. `topic`
    holds the stems (see `common_stems`) that most papers of the list share: they prove no kinship where little
    else is alike. Nor does a shared word where both titles begin with the name of what they present, and neither
    title holds the name of the other.
    """
    first, second = normalise(a), normalise(b)
    words = first.split(), second.split()
    if min(map(len, words)) < _MIN_NAMED_WORDS or not _is_latin(first + second):
        return False
    alike, names = _ratio(first, second), (coined_name(a), coined_name(b))
    if "et al" in first or "et al" in second or alike >= (70 if all(names) else 60):
        return False
    if holds_name(first, names[1]) or holds_name(second, names[0]):
        return False
    named = {word for name in names for word in name.split()} if all(names) else set()
    substance = [{word for word in one if word not in _COMMON and len(word) > 1} - named for one in words]
    shared = _count_akin(substance)
    if all(names):
        return 2 * shared < min(map(len, substance))
    if min(map(len, words)) < _MIN_WORDS or 2 * shared > min(map(len, substance)):
        return False
    topic = topic if alike < 50 else frozenset()
    if _holds_initials(a, words[1], topic) or _holds_initials(b, words[0], topic):
        return False
    return not _count_akin([{word for word in one if stem(word) not in topic} for one in substance])


def common_stems(titles: Collection[str]) -> frozenset[str]:
    """The stems of the words that several of a list's titles share: what the list is about."""
    counts = Counter(each for title in titles for each in {stem(word) for word in normalise(title).split()})
    least = max(_FEWEST_SHARING, _SHARE_SHARING * len(titles))
    return frozenset(each for each, count in counts.items() if count >= least)


def stem(word: str) -> str:
    """What words of one root share, roughly: the first five letters."""
    return word[:5]


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


def _count_akin(words: list[set[str]]) -> int:
    """How many of the first words are akin to one of the second."""
    return sum(any(_is_akin(one, other) for other in words[1]) for one in words[0])


def _without_notes(text: str) -> str:
    """The title without what lists write around it: label, percentage, alias."""
    if label := _LABEL.match(text):
        text = text[label.end() :]
    text = _PERCENT.sub("", text.rstrip()).rstrip(" .")
    bracket = _LAST_BRACKET.search(text) if text.endswith(")") else None
    if bracket is None or bracket.start() == 0:
        return text
    rest = text[: bracket.start()].rstrip()
    is_alias = _ACRONYM.fullmatch(bracket[1]) or rest.casefold().startswith(bracket[1].casefold())
    return rest if rest and is_alias else text


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(char for char in decomposed if not "\u0300" <= char <= "\u036f")
    folded = unicodedata.normalize("NFC", bare.casefold())
    return " ".join("".join(char if _is_of_word(char) else " " for char in folded).split())


def _is_of_word(char: str) -> bool:
    """Letters and digits of all scripts, and the vowel signs of those that need them."""
    return char.isalnum() or (char < "\u2000" and unicodedata.category(char)[0] == "M")


def _is_latin(text: str) -> bool:
    return all(char < "\u0250" for char in text)


def _is_risky(word: str) -> bool:
    if word in _RISKY or word.endswith("plus") or _ROMAN.fullmatch(word) is not None:
        return True
    return any(char.isdigit() for char in word)


def _is_akin(one: str, other: str) -> bool:
    """Whether two words begin alike: by five letters, or by the whole of a word of three or more."""
    length = min(len(one), len(other), 5)
    return length >= 3 and one[:length] == other[:length]


def _holds_initials(title: str, words: list[str], topic: frozenset[str]) -> bool:
    """Whether an acronym of `title`, other than those that everybody uses, is spelled out in `words`."""
    initials = "".join(word[0] for word in words)
    found = re.findall(r"[A-Za-z]*[A-Z][a-z]*[A-Z][A-Za-z]*", title)
    acronyms = {one.lower().rstrip("s") for one in found if len(one) >= 3}
    return any(one in initials and one not in _COMMON and stem(one) not in topic for one in acronyms)


def _ratio(a: str, b: str) -> float:
    """Indel similarity in percent; the subsequence's length is found bit-parallel (Hyyrö 2004)."""
    if not a or not b:
        return 100.0 if a == b else 0.0
    places: dict[str, int] = {}
    for index, char in enumerate(a):
        places[char] = places.get(char, 0) | 1 << index
    full = (1 << len(a)) - 1
    row = full
    for char in b:
        hit = row & places.get(char, 0)
        row = (row + hit | row - hit) & full
    return 200.0 * (len(a) - row.bit_count()) / (len(a) + len(b))


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
_SHARED_FROM = 80.0
_MIN_COMPARABLE_WORDS = 3
_MIN_COMPARABLE_CHARACTERS = 15
_NO_TITLE = lazy_pattern(r"\bet\.? ?al\b|\b(?:paper|pdf|preprint|article|report|link|slides)s?\W*$", re.IGNORECASE)
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


def is_comparable(written: str) -> bool:
    """Whether a title is long enough to compare: three Latin words of 15 characters or more, no `et al.`."""
    words = normalise(written)
    if _NO_TITLE.search(written) and not _REPORT.search(written):
        return False
    if words.count(" ") < _MIN_COMPARABLE_WORDS - 1 or len(words) < _MIN_COMPARABLE_CHARACTERS:
        return False
    letters = [char for char in words if char.isalpha()]
    return bool(letters) and all(char < "\u0250" for char in letters)


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


_EDGE_LEFT = lazy_pattern(
    r"^(?:\d{1,3}[.)]\s+|[\s:：,，;；.|/·•‣⁃∙・→*~–—-]|\ufffc|[■-◿☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+"
)
_EDGE_RIGHT = lazy_pattern(r"(?:[\s:：,，;；.。|/·•~–—-]|\ufffc|[☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+$")
_TAIL_GROUP = lazy_pattern(r"[\s,]*[(（\[]([^()（）\[\]]{1,120})[)）\]]?\s*$")
_TAIL_VENUE = lazy_pattern(r"(?:[.,;]\s+|\s(?=[A-Z][A-Za-z]*['’]\s?\d{2,4}$))([^.,;()\[\]]{4,60})$")
"""A venue with its year at the end: behind a pause, or spelled as no title spells it (`... at Scale ICML' 22`)."""
_DIGIT = lazy_pattern(r"\d")
_HEAD_LABEL = lazy_pattern(r"([^,，:：]{3,40})[,，]\s+")
_NAME = lazy_pattern(r"[\w'’.-]+")
_PARTICLES = frozenset("de van von der den la le el di da bin al and et &".split())
_MAX_NAMES = 15
_ET_AL = lazy_pattern(r"\bet\s+al\b", re.IGNORECASE)
_JOINT = lazy_pattern(r",|;|\band\b|&|、")
_ASIDE = lazy_pattern(r"\([^()]*\)")
_MIXED_CASE = lazy_pattern(r"[a-z]*[A-Z0-9$τ]")
_SENTENCE = lazy_pattern(r"\.\s+(?=[A-Z])")
_PERIODICAL = lazy_pattern(
    r"\b(?:Journal|Transactions|Proceedings|Annals|Letters) (?:of|on|in)\b|\bProceedings$"
    r"|\b(?:International|Annual|IEEE|ACM|European|Asian|Pacific)\b.*\b(?:Conference|Symposium|Workshop|Congress|Transactions)\b"
)
"""What names a journal or a conference, known or not."""


def _is_closing(text: str) -> bool:
    """Whether the words of a bracket close a title: a date, or a venue with its year, known or not."""
    return is_date_or_venue(text) or text.startswith("@") or is_venue_with_year(text)


def _names_venue_and_year(text: str) -> bool:
    """Whether words are a known venue with its year, and nothing else."""
    return any(venue.year is not None for venue in find_venues(text)) and is_date_or_venue(text)


def is_name_list(text: str) -> bool:
    """Whether words read as a list of authors."""
    if others := _ET_AL.search(text):
        names = text[: others.start()].replace(",", " ").split()
        return len(names) <= _MAX_NAMES and all(map(_is_name, names))
    if ":" in text or not _JOINT.search(text):
        return False
    parts = [part.strip(" .*†‡§¹²³⁴⁵") for part in _JOINT.split(_ASIDE.sub("", text))]
    parts = [part for part in parts if part]
    if len(parts) < 3:
        return False
    names = [part for part in parts if 2 <= len(words := part.split()) <= 5 and all(map(_is_name, words))]
    return len(names) >= 0.75 * len(parts)


def _is_name(word: str) -> bool:
    """Whether a word may be one of a person's names."""
    return word in _PARTICLES or (word[0].isupper() and _NAME.fullmatch(word) is not None)


def _is_cjk(char: str) -> bool:
    """Whether a character is Chinese, Japanese or Korean; compiling a pattern of so many takes milliseconds."""
    return char >= "\u3040" and (char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af")


def _count_words(text: str) -> int:
    """How many words a text has: numbers do not count, and two characters of a script without spaces are one word."""
    dense = 0 if text.isascii() else sum(map(_is_cjk, text))
    if dense:
        text = "".join([" " if _is_cjk(char) else char for char in text])
    return sum(not word.isdecimal() for word in WORD.findall(text)) + dense // 2


@lru_cache(maxsize=8192)
def score_title(text: str) -> float:
    """How much words read like the title of a paper, from 0 (not at all) to 1."""
    words = _count_words(text)
    if not words or "://" in text:
        return 0.0
    if is_date_or_venue(text):
        return 0.02
    if is_name_list(text):
        return 0.1
    score = (0.0, 0.2, 0.42, 0.66, 0.86)[words] if words < 5 else 1.0
    if words > 34:
        score = 0.3
    elif words > 24:
        score = 0.8
    if text[0].islower() and not _MIXED_CASE.match(text):
        score *= 0.75
    if words > 8 and len(_SENTENCE.findall(text)) > 1:
        score *= 0.6
    if _PERIODICAL.search(text):
        score *= 0.6
    return score


def trim_title(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without marks, stray punctuation and a closing date or venue in brackets."""
    if (words := text[start:end]).isalnum() and words.isascii():  # one word has none of these
        return start, end
    while True:
        words = text[start:end]
        left = _EDGE_LEFT.match(words)
        if left:
            start += left.end()
            words = text[start:end]
        right = _EDGE_RIGHT.search(words[-12:]) if words else None
        if right and start < end:
            end -= len(words[-12:]) - right.start()
            words = text[start:end]
        before = max(len(words) - 130, 0)
        tail = _TAIL_GROUP.search(words[before:])
        if tail and _is_closing(tail[1]) and tail.start() + before > 0:
            end = start + before + tail.start()
            continue
        venue = _TAIL_VENUE.search(words, before) if _DIGIT.search(words, max(before, 12)) else None
        if venue and _names_venue_and_year(venue[1]):
            end = start + venue.start()
            continue
        head = _HEAD_LABEL.match(words)
        if head and is_date_or_venue(head[1]):
            start += head.end()
            continue
        if not (right or left) or start >= end:
            return start, max(start, end)
