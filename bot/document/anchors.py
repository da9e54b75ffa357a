"""The anchors that GitHub gives the headings of a document, and which of them a fragment was meant to be."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from bot.document.model import BlockKind, Document, Link, Prose, RunKind
from bot.text import Span, group_pairs, lazy_pattern, nearest

_HTML_HEADING = lazy_pattern(r"<h([1-6])\b[^<>]*>(.{0,2000}?)</h\1\s*>", re.DOTALL | re.IGNORECASE, needs=("</h",))
_NAMED_TAG = lazy_pattern(r"<[a-zA-Z][^<>]*>")
_NAME = lazy_pattern(r"\b(?:id|name)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_TAG = lazy_pattern(r"<[^<>]*>")
_NUMBERED = lazy_pattern(r"(.+)-(\d{1,4})", re.DOTALL)
_NUMBER = lazy_pattern(r"-\d{1,4}$")
_WORD = lazy_pattern(r"[^\W_]+")
_LETTERS_NUMBER = lazy_pattern(r"[^\W\d_]+(?:\d{2}|\d{4})")
_YEAR = 4
_FEWEST_WORDS = 2
_FEW = 8
_MANY = 200
"""The most anchors that are compared letter by letter if their words decide nothing."""
_LONGEST = 40
_ALIKE = 0.8
"""Words of the same first letter that are more alike are one word, spelt differently."""
_CUSTOM = lazy_pattern(r"\{[^{}\n]*#([\w-]+)[^{}\n]*\}[ \t]*$", re.MULTILINE)
"""`## Heading {#name}`: not GitHub's way, but that of the site that the list is written for."""
_SHORTCODE = lazy_pattern(r":[a-z0-9_+-]+:")
_ELSEWHERE = lazy_pattern(
    r"|top|readme|files|start-of-content|l\d+(?:-l\d+)?|(?:user-content-)?fn(?:ref)?-.*|:~:.*|!.*", re.DOTALL
)
"""Anchors of GitHub's page around the document: its top, its lines, its footnotes."""


_DROPPED = {code: None for code in range(128) if not (chr(code).isalnum() or chr(code) in "-_ ")}


def slug(text: str) -> str:
    """The anchor that GitHub makes of a heading's plain text.

    Lower case; all but letters, marks, digits, `_`, `-` and spaces go; each space becomes `-`
    (html-pipeline, TableOfContentsFilter).
    """
    words = text.lower().translate(_DROPPED)
    return (words if words.isascii() else "".join(filter(_stays, words))).replace(" ", "-")


def _stays(character: str) -> bool:
    if character in "- " or "\u24b6" <= character <= "\u24e9" or "\U0001f130" <= character <= "\U0001f189":
        return True  # letters in circles and squares count as letters
    category = unicodedata.category(character)
    return category[0] in "LM" or category in ("Nd", "Nl", "Pc")


def _squeezed(text: str) -> str:
    """Letters and digits alone: what differing ideas of an anchor have in common."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


class Heading(NamedTuple):
    """A heading with its source span, its plain text, and the anchor that GitHub gives it."""

    span: Span
    text: str
    name: str


@dataclass(frozen=True, eq=False)
class Anchors:
    """The anchors of one document, each index built when first used."""

    document: Document

    def has(self, fragment: str) -> bool:
        """Whether a link to `#fragment` arrives somewhere."""
        name = _decoded(fragment)
        return _ELSEWHERE.fullmatch(name.lower()) is not None or name in self._exact or name.lower() in self._exact

    def nearly(self, fragment: str) -> str | None:
        """The anchor that differs from `fragment` in dashes and signs only, or in what emoji leave."""
        name = _decoded(fragment)
        squeezed = _squeezed(name)
        if squeezed in self._loose:
            return self._loose[squeezed]
        repeated = _NUMBERED.fullmatch(name)
        if repeated is None:
            return None
        alike, number = self._alike.get(_squeezed(repeated[1]), ()), int(repeated[2])
        return alike[number] if 0 < number < len(alike) else None

    def nearest(self, fragment: str, linked: Collection[str] = ()) -> str | None:
        """The heading's anchor that `fragment` was probably meant to be; None if neither has all words of the other.

        A word may be misspelt, but another number is another section, except before the words or in a short form of
        one: `5-agents-for-games` may be `6-agents-for-games`, and `usenix-sec22` is `usenix-security2022`. What has
        more or fewer words and is `linked` already is another section, such as the one around it, and so is what has
        another number after the same words: nobody knows which of several sections of one name is missing. So is one
        without the year, and one whose further words tell two kinds of sections apart: `agents` and `agents-overview`.
        """
        others = {_decoded(each).lower() for each in linked}
        base = _NUMBER.sub("", _decoded(fragment).lower())
        repeated = {each for each in others if _NUMBER.sub("", each) == base}
        alike = [name for name in self._by_words.get(_key(_decoded(fragment)), ()) if name not in repeated]
        if len(alike) == 1:
            return alike[0]
        wanted = set(_WORD.findall(_decoded(fragment).lower()))
        shared = [(len(wanted & words), name) for name, words in zip(self.names, self._words, strict=True)]
        most = max((count for count, _ in shared), default=0)
        candidates = [name for count, name in shared if count == most][:_FEW] if most else self.names[:_MANY]
        candidates = [name for name in candidates if _is_contained(wanted, set(_WORD.findall(name)))]
        others = repeated.union(name for name in others if not _as_many(name, wanted))
        years = {each for each in wanted if each.isdigit() and len(each) == _YEAR}
        candidates = [name for name in candidates if name not in others and years.issubset(_WORD.findall(name))]
        candidates = [name for name in candidates if not self._is_of_kind(name, wanted)]
        return nearest(_decoded(fragment), candidates) or self._numbered(fragment)

    def _is_of_kind(self, name: str, wanted: set[str]) -> bool:
        """Whether the words that a name has more are what another section has more than its namesake."""
        own = frozenset(_WORD.findall(name))
        if not (more := own - wanted):
            return False
        others = [each - more for each in self._kinds if each > more and each != own]
        return not self._kinds.isdisjoint(others)

    def _numbered(self, fragment: str) -> str | None:
        """The one anchor that is `fragment` after a number and signs: `1gnn-papers-`."""
        wanted = _squeezed(_decoded(fragment))
        found = [name for name in self.names if _squeezed(name).lstrip("0123456789") == wanted]
        return found[0] if len(found) == 1 else None

    def heading(self, fragment: str) -> Heading | None:
        """The heading that a link to `#fragment` leads to; None for an anchor that the text names itself."""
        name = _decoded(fragment)
        return self._by_name.get(name) or self._by_name.get(name.lower())

    def named(self, link: Link) -> Heading | None:
        """The heading that is the text of a link, other than the one which the link is in."""
        name = slug(link.label.strip("*_` "))
        found = self._by_name.get(name) if name else None
        return None if found is None or found.span.contains(link.span) else found

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The headings, those of raw HTML too, in order."""
        return tuple(_name_headings(sorted(self._find_headings())))

    def cut(self, span: Span) -> tuple[tuple[Heading, ...], tuple[str, ...]]:
        """The headings inside `span`, with their anchors in a text of their own, and the anchors that it names."""
        inside = ((each.span, each.text) for each in self.headings if span.contains(each.span))
        return tuple(_name_headings(inside)), tuple(_explicit(self.document.text[span]))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The anchors of the headings, in order."""
        return tuple(heading.name for heading in self.headings)

    @cached_property
    def _words(self) -> tuple[frozenset[str], ...]:
        return tuple(frozenset(_WORD.findall(name)) for name in self.names)

    @cached_property
    def _kinds(self) -> frozenset[frozenset[str]]:
        return frozenset(self._words)

    @cached_property
    def explicit(self) -> tuple[str, ...]:
        """The anchors that the text names itself, in order."""
        return tuple(_explicit(self.document.text.content))

    @cached_property
    def _by_name(self) -> dict[str, Heading]:
        return {heading.name: heading for heading in reversed(self.headings)}

    @cached_property
    def _exact(self) -> frozenset[str]:
        return frozenset({*self.names, *self.explicit})

    @cached_property
    def _alike(self) -> dict[str, list[str]]:
        """The anchors by their letters and digits, without the number of a repeated heading."""
        return group_pairs((_squeezed(_NUMBER.sub("", name)), name) for name in self.names)

    @cached_property
    def _by_words(self) -> dict[tuple[str, ...], list[str]]:
        return group_pairs((key, name) for name in self.names if len(key := _key(name)) >= _FEWEST_WORDS)

    @cached_property
    def _loose(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name in (*self.names, *sorted(self._exact)):
            found.setdefault(_squeezed(name), name)
        for _, text, name in self.headings:
            found.setdefault(_squeezed(_SHORTCODE.sub("", text)), name)
            found.setdefault(_squeezed(unescape(text)), name)
        return found

    def _find_headings(self) -> Iterator[tuple[Span, str]]:
        document = self.document
        for block in document.all_blocks:
            if block.kind is BlockKind.HEADING:
                yield document.lines_span(block.first, block.last), _plain(block.prose) if block.prose else ""
        for match in _HTML_HEADING.finditer(document.text.content):
            yield Span(*match.span()), unescape(_TAG.sub("", match[2])).strip()


def _name_headings(found: Iterable[tuple[Span, str]]) -> Iterator[Heading]:
    """Headings in order, each with its anchor: repeated ones are numbered."""
    counts: dict[str, int] = {}
    for span, text in found:
        base = slug(text)
        number = counts.get(base, 0)
        counts[base] = number + 1
        yield Heading(span, text, f"{base}-{number}" if number else base)


def _plain(prose: Prose) -> str:
    pieces = ("" if run.kind in (RunKind.IMAGE, RunKind.TAG) else run.value for run in prose.runs)
    return "".join(pieces).replace("\n", "")


def _key(name: str) -> tuple[str, ...]:
    """The words of an anchor without the number before them; of a word with a number its first letter and the end."""
    words = _WORD.findall(name.lower())
    if words and words[0].isdigit() and len(words[0]) < _YEAR:
        words = words[1:]
    return tuple(f"{word[0]}{word[-2:]}" if _LETTERS_NUMBER.fullmatch(word) else word for word in words)


def _as_many(name: str, words: set[str]) -> bool:
    """Whether a name has as many words, numbers aside: `benchmarks-4`."""
    return sum(not each.isdigit() for each in {*_WORD.findall(name)}) == sum(not each.isdigit() for each in words)


def _is_contained(words: set[str], others: set[str]) -> bool:
    """Whether all of the fewer words are among the others, spelling aside."""
    few, many = sorted((words, others), key=len)
    return bool(few) and all(any(_is_alike(word, other) for other in many - few) for word in few - many)


def _is_alike(word: str, other: str) -> bool:
    if word[0] != other[0] or not (word.isalpha() and other.isalpha()):
        return False
    from difflib import SequenceMatcher  # no list without a broken link needs it

    return SequenceMatcher(None, word[:_LONGEST], other[:_LONGEST], autojunk=False).ratio() > _ALIKE


def _decoded(fragment: str) -> str:
    return unquote(fragment).removeprefix("user-content-")


def _explicit(content: str) -> Iterator[str]:
    """The anchors that the text names itself, as `<a name=...>`, `<h2 id=...>` or `{#...}`."""
    for tag in _NAMED_TAG.finditer(content):
        for match in _NAME.finditer(tag[0]):
            yield unescape(match[1] or match[2] or match[3] or "").removeprefix("user-content-")
    yield from (match[1] for match in _CUSTOM.finditer(content))
