"""Read BibTeX into records, in which every byte and span stays known; and LaTeX, read as plain text and written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from bot.data.fields import BIBTEX, Item, Leaf, Source
from bot.document.model import Comment, Flaw
from bot.errors import CANNOT_RUN, BotError
from bot.papers.dates import MONTHS
from bot.text import Span, Text, lazy_pattern

_ENTRY = lazy_pattern(r"@[ \t]*([A-Za-z]+)\s*([{(])")
_COMMENT = lazy_pattern(r"%[^\r\n]*")
_SPACE = lazy_pattern(r"(?:\s|%[^\r\n]*)*+")
_KEY = lazy_pattern(r"[^\s,{}()\"#%=]*+")
_NAME = lazy_pattern(r"[^\s,{}()\"#%=]++")
_BRACE = lazy_pattern(r"\\.|[{}]", re.DOTALL)
_QUOTE = lazy_pattern(r"\\.|[{}\"]", re.DOTALL)
_WHOLE_URL = lazy_pattern(r"\\(?:url|href)\s*\{([^{}]+)\}.*", re.DOTALL)
_ADDRESSES = frozenset({"url", "doi", "eprint", "pdf", "code", "link", "html", "website", "howpublished", "file"})
"""Fields that count letter by letter: what LaTeX would make of them is not an address."""
_PEOPLE = ("author", "editor")
_MOST_COMMAS = 2
"""In one name: `van der Roe, Jr, Ann`."""
_BRACED = lazy_pattern(r"\\.|\{[^{}]*\}", needs=("\\", "{"))
_AND = lazy_pattern(r"\s+and\s+", re.IGNORECASE)
_DEEPEST = 4
"""Braces within braces in names."""
_LONGEST_MACRO = 1_000
_MORE_BY_MACROS = 1_000_000
"""Characters that the macros of a file may stand for, beyond its own length."""
_CLOSERS = {"{": "}", "(": ")"}


_Value: TypeAlias = Sequence[tuple[str, Span, str]]
"""The pieces of a value that `#` joins, as written, with the span and quote of each."""


def read_bibtex(text: Text) -> Source:
    """The entries of a BibTeX file. Raises BotError if one is not closed or cannot be read."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: Text) -> None:
        self.text, self.content = text, text.content
        self.left = len(self.content) + _MORE_BY_MACROS
        self.macros = {month[:3].casefold(): month for month in MONTHS}
        self.keys: dict[str, Span] = {}
        self.records: list[Item] = []
        self.flaws: list[Flaw] = []
        self.comments: list[Comment] = []

    def read(self) -> Source:
        position = 0
        for start, kind, opening, body in self._entries():
            self._read_outside(position, start)
            position = self._read_entry(start, kind, opening, body)
        self._read_outside(position, len(self.content))
        self.comments.sort()
        self.flaws.sort()
        return Source(BIBTEX, tuple(self.records), tuple(self.comments), tuple(self.flaws))

    def _entries(self) -> Iterator[tuple[int, str, str, int]]:
        """Where each entry begins, its type, its bracket, and where its body begins."""
        self.position = 0
        while match := _ENTRY.search(self.content, self.position):
            above = (self.content.rfind(end, self.position, match.start()) for end in "\r\n")
            before = self.content[max(self.position, *(each + 1 for each in above)) : match.start()]
            if before.lstrip().startswith("%") or (before and not before[-1].isspace() and before[-1] not in "}\ufeff"):
                self.position = match.end()
                continue
            yield match.start(), match[1].casefold(), match[2], match.end()

    def _read_outside(self, start: int, end: int) -> None:
        for match in _COMMENT.finditer(self.content, start, end):
            self.comments.append(Comment(Span(*match.span()), match[0][1:]))

    def _read_entry(self, start: int, kind: str, opening: str, body: int) -> int:
        """Read one entry, and return where it ends."""
        closer = _CLOSERS[opening]
        if kind in ("comment", "preamble"):
            end = self._closing(start, body, opening)
            if kind == "comment":
                self.comments.append(Comment(Span(start, end), self.content[body : end - 1]))
        elif kind == "string":
            end = self._fields(start, body, closer, lambda name, _, value: self._define(name, value))
        else:
            end = self._read_record(start, kind, closer, body)
        self.position = end
        return end

    def _read_record(self, start: int, kind: str, closer: str, body: int) -> int:
        at = self._skip(body)
        key = _KEY.match(self.content, at)
        assert key is not None  # noqa: S101 - it matches nothing, too
        at = self._skip(key.end())
        leaves: list[Leaf] = []
        named: dict[str, int] = {}

        def add(name: str, place: Span, value: _Value) -> None:
            folded = name.casefold()
            if folded in named:
                line = self.text.line_at(named[folded])
                self.flaws.append(Flaw(place, f'the field "{name}" is repeated; the first one is on line {line}'))
            named.setdefault(folded, place.start)
            if folded in _PEOPLE and _has_long_name("".join(text for text, _, _ in value)):
                message = f'a name in the field "{name}" has three commas or more; BibTeX wants "and" between names'
                self.flaws.append(Flaw(place, message, minor=True))
            leaves.append(self._leaf(name, place, value))

        if self.content.startswith("=", at):  # an entry without a key
            at = body
        elif self.content.startswith(",", at):
            at += 1
        end = self._fields(start, at, closer, add)
        if key[0] and at > body:
            place = Span(*key.span())
            if (first := self.keys.setdefault(key[0].casefold(), place)) is not place:
                line = self.text.line_at(first.start)
                self.flaws.append(Flaw(place, f'the key "{key[0]}" is repeated; the first one is on line {line}'))
        self.records.append(Item(self._whole_lines(start, end), tuple(leaves), (), kind))
        return end

    def _fields(self, start: int, at: int, closer: str, add: Callable[[str, Span, _Value], None]) -> int:
        """Read fields up to the closing bracket, and return where that ends."""
        is_open = True
        while True:
            at = self._skip(at)
            if self.content.startswith(closer, at):
                return at + 1
            if self.content.startswith(",", at):
                at, is_open = at + 1, True
                continue
            name = _NAME.match(self.content, at)
            equals = self._skip(name.end()) if name is not None else at
            if name is None or not self.content.startswith("=", equals):
                raise self._unreadable(start, at)
            if not is_open:
                self.flaws.append(Flaw(Span(*name.span()), f'there is no comma in front of the field "{name[0]}"'))
            value, at = self._value(start, equals + 1)
            is_open = False
            add(name[0], Span(*name.span()), value)

    def _value(self, start: int, at: int) -> tuple[_Value, int]:
        pieces = []
        while True:
            at = self._skip(at)
            mark = self.content[at : at + 1]
            if mark in ("{", '"'):
                end = self._closing(start, at + 1, mark)
                pieces.append((self.content[at + 1 : end - 1], Span(at + 1, end - 1), mark))
            elif word := _NAME.match(self.content, at):
                end = word.end()
                known = word[0].isdigit() or word[0].casefold() not in self.macros
                text = word[0] if known else self.macros[word[0].casefold()]
                self.left -= len(text)
                if self.left < 0:
                    raise self._unreadable(start, at, "macros stand for too much text")
                pieces.append((text, Span(*word.span()), "" if word[0].isdigit() else "#"))
            else:
                raise self._unreadable(start, at)
            at = self._skip(end)
            if not self.content.startswith("#", at):
                return pieces, at
            at += 1

    def _closing(self, start: int, at: int, opening: str) -> int:
        """Where the brackets or the quotes end that are open at `at`, the closing one included."""
        depth = 0
        closer = _CLOSERS.get(opening, opening)
        pattern = _QUOTE if opening == '"' else _BRACE
        if opening == "(":
            pattern = re.compile(r"\\.|[{}()]", re.DOTALL)
        for match in pattern.finditer(self.content, at):
            mark = match[0]
            if mark == closer and depth == 0:
                return match.end()
            if mark in "{(" and (mark != "(" or opening == "("):
                depth += 1
            elif mark in "})" and depth:
                depth -= 1
        raise self._unreadable(start, at, "its bracket is never closed" if opening != '"' else "a quote has no end")

    def _define(self, name: str, value: _Value) -> None:
        self.macros[name.casefold()] = "".join(text for text, _, _ in value)[:_LONGEST_MACRO]

    def _leaf(self, name: str, place: Span, value: _Value) -> Leaf:
        raw = "".join(text for text, _, _ in value)
        if name.casefold() in _ADDRESSES:
            url = _WHOLE_URL.fullmatch(raw.strip())
            text = re.sub(r"\\([_%&#~$])", r"\1", url[1] if url else raw.strip())
            text = text.removeprefix("{").removesuffix("}") if text.startswith("{") else text
        else:
            text = raw if name.casefold() in (*_PEOPLE, "authors") else decode(raw)
        if len(value) > 1 or value[0][2] == "#":
            return Leaf(name, name, text, place, "#", False, place)
        written, span, quote = value[0]
        inner = Span(span.start + len(written) - len(written.lstrip()), span.end)
        inner = Span(inner.start, max(inner.end - (len(written) - len(written.rstrip())), inner.start))
        return Leaf(name, name, text.strip(), inner, quote or "0", self.text[inner] == text.strip(), place)

    def _whole_lines(self, start: int, end: int) -> Span:
        line = self.text.line_around(end - 1)
        rest = self.content[end : line.end].strip()
        return Span(start, line.end if not rest or rest.startswith("%") else end)

    def _skip(self, at: int) -> int:
        match = _SPACE.match(self.content, at)
        if match is None:
            return at
        if "%" in match[0]:
            self._read_outside(*match.span())
        return match.end()

    def _unreadable(self, start: int, at: int, reason: str = "") -> BotError:
        first, line = self.text.line_at(start), self.text.line_at(min(at, max(len(self.content) - 1, 0)))
        what = f"the entry that begins on line {first} cannot be read"
        path = self.text.path
        hint = "check its brackets, quotes and commas"
        return BotError(f"{path}:{line}: {what}{f': {reason}' if reason else ''}", hint, CANNOT_RUN)


_MARKS = "\u0301\u0300\u0302\u0308\u0303\u0304\u0307\u0306\u030c\u030b\u0327\u0328\u030a\u0323\u0331"
_ACCENTS = dict(zip("'`^\"~=.uvHckrdb", _MARKS, strict=True))
_LETTERS = dict(
    pair.split("=")
    for pair in r"""
    ss=ß o=ø O=Ø l=ł L=Ł ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å i=i j=j dh=ð th=þ textendash=– textemdash=— textquotesingle='
    ldots=… dots=… LaTeX=LaTeX textbackslash=\ textasciitilde=~ textasciicircum=^ textunderscore=_ textbar=|
    textless=< textgreater=> textbraceleft={ textbraceright=} textdollar=$""".split()
)
_TOKEN = lazy_pattern(
    r"\\(?P<accent>['`^\"~=.]|[uvHckrdb](?![A-Za-z]))\s*(?:\{\s*\\?(?P<braced>[A-Za-z])\s*\}|\\?(?P<letter>[A-Za-z]))"
    r"|\\(?P<command>[A-Za-z]+)[ ]*(?:\{\})?"
    r"|\\(?P<sign>.)"
    r"|(?P<dash>---?)"
    r"|(?P<math>\$[^$]*\$)"
    r"|(?P<tie>~)"
    r"|(?P<brace>[{}])"
)
_PLAIN = lazy_pattern(r"[^\\{}~$\n]*")


def decode(text: str) -> str:
    """The text as a reader sees it; formulas and unknown commands keep their letters."""
    if "--" not in text and _PLAIN.fullmatch(text):
        return text
    found: list[str] = []
    position = 0
    for match in _TOKEN.finditer(text):
        found += (text[position : match.start()], _token(match.groupdict()))
        position = match.end()
    return " ".join("".join((*found, text[position:])).split())


def _token(parts: dict[str, str | None]) -> str:
    if accent := parts["accent"]:
        letter = parts["braced"] or parts["letter"] or ""
        return unicodedata.normalize("NFC", letter + _ACCENTS[accent])
    if command := parts["command"]:
        return _LETTERS.get(command, "")
    if sign := parts["sign"]:
        return " " if sign.isspace() or sign in ",;:/" else sign.replace("-", "").replace("\\", " ")
    if dash := parts["dash"]:
        return "–" if len(dash) == 2 else "—"
    return parts["math"] or (" " if parts["tie"] else "")


_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",  # BibTeX counts a brace also after a backslash
    "}": r"\textbraceright{}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
_SPECIAL = lazy_pattern(r"[\\{}$&%#_^~]")
_IN_ADDRESS = lazy_pattern(r"[\\{}^ \x00-\x1f\x7f]")
"""To TeX `^^5c` is a backslash."""
_COMMANDS = frozenset(
    r"""
    \alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi \rho \sigma
    \tau \upsilon \phi \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Phi \Psi \Omega \infty
    \times \cdot \to \rightarrow \leftarrow \leq \geq \ell \sqrt \star \ast \partial \nabla \mathcal \mathbf \mathrm
    \mathbb \mathit \mathsf \text \textit \textbf \texttt \bf \rm \it""".split()
)
"""Commands that may be in a formula of a title: none of them reads a file, writes one or defines another."""
_FORMULA = lazy_pattern(r"\$(?:\\[A-Za-z]++|[^$\\%&#~\n])++\$")
_COMMAND = lazy_pattern(r"\\[A-Za-z]+")
_BETWEEN_WORDS = lazy_pattern(r"([\s\-–—/:;,.?!()\[\]\"“”]+)")


def encode(text: str) -> str:
    """`text` as LaTeX prints it: no character of it is a command."""
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], text)


def encode_address(text: str) -> str:
    """An address, which LaTeX takes as it is, without what could end its field or be a command."""
    return _IN_ADDRESS.sub(lambda match: f"%{ord(match[0]):02X}", text)


def encode_title(text: str) -> str:
    """A title with its formulas, and with the words protected that keep their capitals."""
    pieces, end = [], 0
    for match in _FORMULA.finditer(text):
        if not _is_harmless(match[0]):
            continue
        pieces += [_protect(text[end : match.start()]), f"{{{match[0]}}}"]
        end = match.end()
    return "".join([*pieces, _protect(text[end:])])


def _is_harmless(formula: str) -> bool:
    """Whether a formula has balanced braces and only commands that print something; `^^5c` is a backslash."""
    if "^^" in formula:
        return False
    depth = 0
    for char in formula:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return False
    return depth == 0 and _COMMANDS.issuperset(_COMMAND.findall(formula))


def _protect(text: str) -> str:
    parts = _BETWEEN_WORDS.split(text)
    return "".join(f"{{{encode(part)}}}" if _keeps_capitals(part) else encode(part) for part in parts)


def _keeps_capitals(word: str) -> bool:
    """Whether styles must not write it in small letters: `BERT`, `FireAct`, `3D`, `R1`, `Q`; but not `A`."""
    capitals = sum(map(str.isupper, word))
    if not capitals:
        return False
    return capitals > 1 or not word[0].isupper() or any(map(str.isdigit, word)) or (len(word) == 1 and word != "A")


def _has_long_name(raw: str) -> bool:
    """Whether a name has more commas than BibTeX knows a meaning of, those within braces apart."""
    for _ in range(_DEEPEST if raw.count(",") > _MOST_COMMAS else 0):
        raw = _BRACED.sub("", raw)
    return any(each.count(",") > _MOST_COMMAS for each in _AND.split(raw))
