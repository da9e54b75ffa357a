"""How much words read like the title of a paper, and where in them the title is."""

from __future__ import annotations

from functools import lru_cache
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from bot.papers.name_lists import is_name_list
from bot.papers.periodicals import names_periodical
from bot.papers.venues import WORD, find_venues, is_date_or_venue, is_venue_with_year
from bot.text import DIGIT_KIND, kinds_of, lazy_pattern

_EDGE_LEFT = lazy_pattern(
    r"^(?:\d{1,3}(?:\.\d{1,2}){0,2}(?:[.)]\s+|、|\.(?=[A-Z][a-z ]))|[(（]\d{1,3}[)）](?=[^\W\d])"
    r"|\d{4}\.\d{4,5}(?=[\s:*])|[\s:：,，;；.|/·•‣⁃∙・→*~–—-]|\ufffc|[■-◿☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:|\$\$[^$\n]{1,60}\$\$\s)+"
)
_EDGE_RIGHT = lazy_pattern(r"(?:[\s:：,，;；.。|/·•~–—-]|\ufffc|[■-◿☀-➿⬀-⯿️‍]|[\U0001F000-\U0001FAFF]|:[a-z_0-9+]+:)+$")
_TAIL_GROUP = lazy_pattern(r"[\s,]*[(（\[]([^()（）\[\]]{1,120})[)）\]]?\s*$")
_TAIL_VENUE = lazy_pattern(r"(?:[.,;]\s+|\s(?=[A-Z][A-Za-z]*['’]\s?\d{2,4}$))([^.,;()\[\]]{4,60})$", needs=".,;'’")
"""A venue with its year at the end: after a pause, or spelled as no title spells it (`... at Scale ICML' 22`)."""
_HEAD_LABEL = lazy_pattern(r"([^,，:：]{3,40})[,，]\s+")
_COMMAS = frozenset(",，")
_TYPES = frozenset("J C M D R J/OL C/OL M/OL D/OL R/OL EB/OL A/OL DB/OL paper Paper pdf PDF".split())
"""As in `Title[J]. Journal` (GB/T 7714)."""
_LONGEST_HEAD = 41
"""Characters, with the comma."""
_VENUE_NEXT = lazy_pattern(r"[ \t]+[^\W\d_][^\n]{0,80}?\b(?:19|20)\d\d\b")
"""What `in` after a title leads to; the last word of a title has a stop or a bracket after it."""
_LETTERS = frozenset((*ascii_letters, ""))
"""What neither begins nor ends a title that has marks around it."""
_IN_NAMES = frozenset(f"{ascii_uppercase}{digits}$τ")
_PLAIN = lazy_pattern(r"[A-Za-z](?:[^()\[（,，\d]*[A-Za-z](?<!\.pdf)(?<! [iI]n)(?<! et al))?|[A-Za-z0-9]+")
"""Most titles: what is trimmed begins or ends otherwise, or has brackets, numbers or commas."""
_SENTENCE = lazy_pattern(r"\.\s+(?=[A-Z])")


def _is_closing(text: str) -> bool:
    """Whether the words of a bracket close a title: a date, a venue with its year, the type of a document, a label."""
    return text in _TYPES or is_date_or_venue(text) or text.startswith("@") or is_venue_with_year(text)


def _names_venue_and_year(text: str) -> bool:
    """Whether words are a known venue with its year, and nothing else."""
    return any(venue.year is not None for venue in find_venues(text)) and is_date_or_venue(text)


def _is_cjk(char: str) -> bool:
    """Whether a character is Chinese, Japanese or Korean; compiling a pattern of so many takes milliseconds."""
    return char >= "\u3040" and (char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af")


@lru_cache(maxsize=16_384)
def count_words(text: str) -> int:
    """How many words a text has: numbers do not count, and two characters of a script without spaces are one word."""
    dense = 0 if text.isascii() else sum(map(_is_cjk, text))
    if dense:
        text = "".join([" " if _is_cjk(char) else char for char in text])
    if text.replace(" ", "").isalpha():
        return len(text.split()) + dense // 2
    words: list[str] = WORD.findall(text)
    return len(words) - sum(map(str.isdecimal, words)) + dense // 2


def score_title(text: str) -> float:
    """How much words read like the title of a paper, from 0 (not at all) to 1."""
    if not (words := count_words(text)) or "://" in text:
        return 0.0
    if is_date_or_venue(text):
        return 0.02
    if is_name_list(text):
        return 0.1
    score = (0.0, 0.2, 0.42, 0.66, 0.86)[words] if words < 5 else 1.0 if words <= 24 else 0.8 if words <= 34 else 0.3
    if text[0].islower() and text.lstrip(ascii_lowercase)[:1] not in _IN_NAMES:
        score *= 0.75
    if words > 8 and text.count(".") > 1 and len(_SENTENCE.findall(text)) > 1:
        score *= 0.6
    if names_periodical(text):
        score *= 0.6
    return score


def _without_stray_quote(words: str) -> str:
    """Leave out a quotation mark at the end that has no partner."""
    closed = words.rstrip(" ,.;:")
    return closed[:-1] if closed.endswith('"') and closed.count('"') == 1 else words


def trim_title(text: str, start: int, end: int) -> tuple[int, int]:
    """The range without marks, stray punctuation and a closing date or venue in brackets."""
    if _PLAIN.fullmatch(text, start, end) is not None:
        return start, end
    words = text[start:end].rstrip().removesuffix(".pdf")  # the name of a file
    end = start + len(_without_stray_quote(words) if '"' in words else words)
    kinds = kinds_of(text)
    while True:
        words = text[start:end]
        left = _EDGE_LEFT.match(words) if words[:1] not in _LETTERS else None
        if left:
            start += left.end()
            words = text[start:end]
        right = _EDGE_RIGHT.search(words[-12:]) if words[-1:] not in _LETTERS else None
        if right and start < end:
            end -= len(words[-12:]) - right.start()
            words = text[start:end]
        before = len(words) - 130 if words[130:] else 0
        has_group = "(" in words or "[" in words or "（" in words
        tail = _TAIL_GROUP.search(words[before:]) if has_group else None
        if tail and _is_closing(tail[1]) and tail.start() + before > 0:
            end = start + before + tail.start()
            continue
        venue = _TAIL_VENUE.search(words, before) if DIGIT_KIND in kinds[start + max(before, 12) : end] else None
        if venue and _names_venue_and_year(venue[1]):
            end = start + venue.start()
            continue
        head = _HEAD_LABEL.match(words) if not _COMMAS.isdisjoint(words[:_LONGEST_HEAD]) else None
        if head and is_date_or_venue(head[1]):
            start += head.end()
            continue
        if words[-3:] in (" in", " In") and _VENUE_NEXT.match(text, end):
            end -= len(" in")
            continue
        if not (right or left) or start >= end:
            end += text[end : end + 1] == "." and words.endswith(" et al")
            return start, max(start, end)


_COINED = lazy_pattern(r"\s*([^\s:：][^:：]*?)\s*[:：]\s*\S")
_MAX_NAME_WORDS = 3


def coined_head(title: str) -> str:
    """The name before the colon of a title: `FireAct`; empty if there is none."""
    match = _COINED.match(title)
    return match[1] if match and len(match[1].split()) <= _MAX_NAME_WORDS else ""
