"""The exact content of a file with its spans, lines and positions; helpers for text in messages, and for groups."""

from __future__ import annotations

import enum
import re
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import NamedTuple, Protocol, TypeVar, cast
from unicodedata import category, east_asian_width


class StrEnum(enum.StrEnum):
    """As that of the standard library, but members are attributes: Python 3.11 finds them by a descriptor each time."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, member in cls.__members__.items():
            type.__setattr__(cls, name, member)


class Pattern(Protocol):
    """A compiled pattern of RE2."""

    def search(self, text: str, /) -> object | None:
        """Something where the pattern matches anywhere in `text`."""

    def fullmatch(self, text: str, /) -> object | None:
        """Something where the pattern matches the whole of `text`."""


Key = TypeVar("Key")
Value = TypeVar("Value")


def group_pairs(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """All values of each key, in order."""
    found = defaultdict[Key, list[Value]](list)
    for key, value in pairs:
        found[key].append(value)
    return dict(found)


def maker(kind: type[Value]) -> Callable[[tuple[object, ...]], Value]:
    """What makes a named tuple of all its values in half the time that a call of it takes: for what is made often."""
    return partial(tuple.__new__, kind)  # type: ignore[type-var]


def has_any(text: str, words: Iterable[str]) -> bool:
    """Whether one of the words is in a text; takes half the time of `any`."""
    for each in words:  # noqa: SIM110
        if each in text:
            return True
    return False


_compile = re.compile


class _LazyPattern:
    """A pattern that compiles itself on first use and then has the methods of the real one."""

    def __init__(self, source: str, flags: int) -> None:
        self.pattern = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        compiled = _compile(self.pattern, self._flags)
        for method in ("match", "fullmatch", "search", "finditer", "findall", "split", "sub", "subn"):
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)


_TURKISH = str.maketrans("\u0130\u0131", "ii")
_WITHOUT_MATCH: dict[str, object] = {"search": None, "match": None, "fullmatch": None, "finditer": iter(())}
"""What the methods of a pattern give for a text in which it does not match."""
_IGNORECASE = int(re.IGNORECASE)


class _GuardedPattern(_LazyPattern):
    """One that is not compiled either for texts in which it cannot match, and is not asked about them."""

    def __init__(self, source: str, flags: int, needs: Iterable[str]) -> None:
        super().__init__(source, flags)
        self.needs = tuple(needs)
        self._is_folded = bool(int(flags) & _IGNORECASE)  # of enumerations `&` takes ten times as long
        self._compiled: re.Pattern[str] | None = None

    def __getattr__(self, name: str) -> object:
        if name not in _WITHOUT_MATCH and name not in ("split", "sub", "findall"):
            return super().__getattr__(name)
        found = self._finder(name) if name in _WITHOUT_MATCH else partial(self._change, name)
        self.__dict__[name] = found
        return found

    def _finder(self, name: str) -> Callable[..., object]:
        needs, is_folded, without = self.needs, self._is_folded, _WITHOUT_MATCH[name]
        own: Callable[..., object] | None = None

        def find(text: str, start: int = 0, end: int = sys.maxsize) -> object:
            nonlocal own
            words = text[start:end]
            if is_folded:
                words = _fold(words) if "\u0130" in words or "\u0131" in words else words.casefold()
            for each in needs:  # half the time of `any`
                if each in words:
                    own = own or self._compile(name)
                    return own(text, start, end)
            return without

        return find

    def _change(self, name: str, *values: str, **named: int) -> object:
        text = values[name == "sub"]
        if has_any(_fold(text) if self._is_folded else text, self.needs):
            return self._compile(name)(*values, **named)
        return text if name == "sub" else [text] if name == "split" else []

    def _compile(self, name: str) -> Callable[..., object]:
        if self._compiled is None:
            self._compiled = _compile(self.pattern, self._flags)
        return cast("Callable[..., object]", getattr(self._compiled, name))


def _fold(text: str) -> str:
    return (text if text.isascii() else text.translate(_TURKISH)).casefold()  # to a pattern an i, not to casefold


EASTERN, _FOR_ALL = r"\u3040-\uffff", "\u4e00"
"""A range in the classes of letters of a pattern, with which one takes a millisecond to compile; and a letter of it."""


@lru_cache(maxsize=256)
def _with_one_letter(text: str, others: frozenset[str]) -> str:
    """A text with the same letter for each letter in this range, except for the `others`."""
    return "".join([_FOR_ALL if _is_eastern(each) and each not in others else each for each in text])


def _is_eastern(char: str) -> bool:
    return "\u3040" <= char <= "\uffff" and char.isalnum() and not char.isdecimal()


class _LettersPattern:
    """Two: one for texts in which no letter is in the range `EASTERN`; for the others one letter stands for all.

    Where they match is as with the range, but what: of such a text all these letters are the same.
    """

    def __init__(self, source: str, flags: int) -> None:
        self._named = frozenset(filter(_is_eastern, source))
        self._eastern = _LazyPattern(source.replace(EASTERN, "".join((_FOR_ALL, *sorted(self._named)))), flags)
        self._western = _LazyPattern(source.replace(EASTERN, ""), flags)

    def __getattr__(self, name: str) -> object:
        western = cast("Callable[..., object]", getattr(self._western, name))

        def method(text: str, start: int = 0, end: int = sys.maxsize) -> object:
            part = text[start:end]
            if not part.isascii() and any(map(_is_eastern, [char for char in part if "\u3040" <= char <= "\uffff"])):
                eastern = cast("Callable[..., object]", getattr(self._eastern, name))
                return eastern(_with_one_letter(text, self._named), start, end)
            return western(text, start, end)

        self.__dict__[name] = method
        return method


def lazy_pattern(source: str, flags: int = 0, *, needs: Iterable[str] = ()) -> re.Pattern[str]:
    """Like `re.compile`, but on first use: a run needs few of the patterns that modules define.

    `needs` are characters or words, in small letters where case is ignored: what the pattern matches contains one of
    them, and it is compiled for the first text that does, or for many texts. A test proves that.
    """
    if EASTERN in source:
        return cast("re.Pattern[str]", _LettersPattern(source, flags))
    return cast("re.Pattern[str]", _GuardedPattern(source, flags, needs) if needs else _LazyPattern(source, flags))


DIGIT_KIND, PAUSE_KIND = b"0,"
"""The kinds of a digit of any script; of a mark that may divide a text, and of a character that is not of ASCII."""
_KINDS = bytes(range(128)).translate(bytes.maketrans(b"123456789\n\t\r\f\v:;|.?!~/", b"0" * 9 + b"," * 13)) + b"," * 128
_ANY_DIGIT = lazy_pattern(r"\d")


@lru_cache(maxsize=4_096)
def kinds_of(text: str) -> bytes:
    """The kind of each character, at the same offsets: what readers ask of parts of a text is one search there."""
    return (text if text.isascii() else _ANY_DIGIT.sub("0", text)).encode("latin-1", "replace").translate(_KINDS)


@contextmanager
def lazy_patterns() -> Iterator[None]:
    """Make the patterns of modules that are imported meanwhile compile on first use, too."""
    re.compile = lazy_pattern  # type: ignore[assignment]
    try:
        yield
    finally:
        re.compile = _compile


_MOST_MEMORY = 1 << 20
"""Bytes of a compiled pattern, and of what it remembers of the texts that it was compared with."""


@lru_cache(maxsize=1_000)
def compile_pattern(pattern: str) -> Pattern:
    """A pattern of strangers, which matches in linear time. Raises ValueError, which says why, if it is not valid.

    RE2 takes no longer for a hostile pattern than for any other; it has no look-around and no back-references.
    Importing it takes 10 ms: it is imported for the first pattern.
    """
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    options.max_mem = _MOST_MEMORY
    try:
        compiled: Pattern = re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0]
        raise ValueError(reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)) from None
    return compiled


def occurs(pattern: str, text: str) -> bool:
    """Whether `pattern` matches somewhere in `text`; a lone surrogate counts as a question mark."""
    return compile_pattern(pattern).search(text.encode("utf-8", "replace").decode()) is not None


def plural(number: int, noun: str) -> str:
    """`1 entry`, `2 entries`, `2 days`, `1,000 links`."""
    if number != 1:
        noun = f"{noun.removesuffix('y')}ies" if noun.endswith("y") and noun[-2:-1] not in "aeou" else f"{noun}s"
    return f"{number:,} {noun}"


def join(names: Sequence[str], conjunction: str) -> str:
    """`a, b and c`."""
    *others, last = names
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def list_first(names: Sequence[str], most: int) -> str:
    """The first names, and how many more there are: `a, b and 7 more`."""
    return join([*names[:most], *([f"{len(names) - most:,} more"] if len(names) > most else [])], "and")


def shorten(text: str, most: int) -> str:
    """`text` in at most `most` characters, with an ellipsis where something is left out."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


_JOINER = "\u200d"
_NO_CHARACTERS = "\ufdd0-\ufdef" + "".join(f"{chr(end - 1)}{chr(end)}" for end in range(0xFFFF, 0x110000, 0x10000))
"""What Unicode keeps free for programs: readers of a file may refuse the whole of it."""
_NEVER_SEEN = dict.fromkeys(map(ord, "\u200b\u2060\ufeff\u00ad"))
"""Characters without width that no address has; those of the next line belong into words of some scripts."""
_WITHOUT_WIDTH = _NEVER_SEEN | dict.fromkeys(map(ord, "\u200c\u200d\u200e\u200f\u202a\u202c\u202d\u202e"))


def without_hidden(url: str) -> str:
    """A URL without the characters that nobody sees in its host or its path, also encoded; not those at its ends."""
    if url.isascii() and "%E2%80%8B" not in url:
        return url
    plain = url.replace("%E2%80%8B", "\u200b")
    page = plain.partition("#")[0].partition("?")[0].strip("".join(map(chr, _WITHOUT_WIDTH)))
    host, _, path = page.partition("://")[2].partition("/")
    visible = host.translate(_WITHOUT_WIDTH)
    if visible != host and visible.isascii():
        return plain.translate(_WITHOUT_WIDTH)
    return plain.translate(_NEVER_SEEN) if path.translate(_NEVER_SEEN) != path else url


_CONTROLS = lazy_pattern(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    f"\ud800-\udfff\U000e0000-\U000e007f{_NO_CHARACTERS}]"
)


def escape_controls(text: str) -> str:
    """`text` with a sign or `<U+202E>` in place of what moves a cursor, sets colours or turns the reading direction.

    Lists come from strangers: nothing of theirs reaches a terminal or a page without this.
    """
    return text if text.isprintable() else _CONTROLS.sub(lambda match: _sign(match[0]), text)


def one_line(text: str) -> str:
    """`text` on one line, without what `escape_controls` shows: for files that other programs read."""
    return " ".join(_CONTROLS.sub(lambda match: " " if match[0].isspace() else "", text).split())


def disarm(line: str) -> str:
    """`line` changed so that the runner of GitHub Actions finds no command in it.

    It obeys `::stop-commands::` at the start of a line, after spaces too, and `##[...]` anywhere in it.
    """
    line = line.replace("##[", "## [")
    return f"> {line}" if line.lstrip().startswith("::") else line


def _sign(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if character == "\x7f" else f"<U+{code:04X}>"


_ESCAPE = lazy_pattern(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)


def json_text(data: bytes | str) -> str:
    """What `json.loads` is to read from a stranger: half of a character, which UTF-8 cannot write, is replaced."""
    text = data.decode("utf-8-sig", "replace") if isinstance(data, bytes) else data
    return _ESCAPE.sub(lambda match: r"\ufffd" if match[1] else match[0], text) if "\\u" in text else text


def display_width(text: str) -> int:
    """The width of `text` in terminal columns: two for wide characters, none for combining marks."""
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if character == _JOINER or category(character) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def fit(text: str, width: int) -> str:
    """`text` cut to `width` columns, with an ellipsis where something is left out."""
    if len(text) * 2 <= width or display_width(text) <= width:
        return text
    used, end = 1, 0
    while end < len(text) and (more := used + _character_width(text[end])) <= width:
        used, end = more, end + 1
    return f"{text[:end]}…"


def fitting(pieces: Iterable[str], room: int, size: Callable[[str], int] = len) -> list[str]:
    """As many of the first `pieces` as fit into `room` together."""
    found: list[str] = []
    for piece in pieces:
        if (room := room - size(piece)) < 0:
            break
        found.append(piece)
    return found


_LINE_END = lazy_pattern(r"\r\n|\n|\r")


class Span(NamedTuple):
    """A half-open range of character offsets into `Text.content`."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def __bool__(self) -> bool:
        return True

    def contains(self, other: Span) -> bool:
        """True when `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """True when the two spans share at least one character."""
        return self.start < other.end and other.start < self.end


make_span = maker(Span)


@dataclass(frozen=True, slots=True, order=True)
class Lines:
    """Lines `first` to `last`, both included, counted from 1."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))

    def overlaps(self, other: Lines) -> bool:
        """Whether a line is in both."""
        return self.first <= other.last and other.first <= self.last

    def union(self, other: Lines) -> Lines:
        """The lines of both and those in between."""
        return Lines(min(self.first, other.first), max(self.last, other.last))


class Position(NamedTuple):
    """A place as people count it: line and column, both from 1, in characters."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Text:
    """A file's name and its content, exactly as decoded: line ends, byte order mark and all."""

    path: str
    content: str
    line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Offset of the first character of each line; Markdown ends lines at CRLF, LF and CR only."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "line_starts", (0, *[each.end() for each in _LINE_END.finditer(self.content)]))

    def __getitem__(self, span: Span) -> str:
        return self.content[span.start : span.end]

    @property
    def newline(self) -> str:
        """The line end of this file: that of its first line, a line feed where there is none."""
        return match[0] if (match := _LINE_END.search(self.content)) else "\n"

    def line_at(self, offset: int) -> int:
        """The number of the line, from 1, that holds the character at `offset`."""
        return bisect_right(self.line_starts, offset)

    def lines_of(self, span: Span) -> Lines:
        """The lines from the start of `span` to its end, which is in the last of them."""
        return Lines(self.line_at(span.start), self.line_at(span.end))

    def blanks_before(self, offset: int) -> int:
        """Where the spaces and tabs right before `offset` begin."""
        while offset and self.content[offset - 1] in " \t":
            offset -= 1
        return offset

    def position(self, offset: int) -> Position:
        """Line and column of `offset`; a byte order mark takes no column."""
        line = self.line_at(offset)
        start = self.line_starts[line - 1]
        if line == 1 and self.content.startswith("\ufeff"):
            start = min(1, offset)
        return Position(line, offset - start + 1)

    def line_span(self, line: int) -> Span:
        """The span of line number `line` (from 1) without its line end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.content)
        while end > start and self.content[end - 1] in "\r\n":
            end -= 1
        return make_span((start, end))

    def line_around(self, offset: int) -> Span:
        """The span of the line that holds the character at `offset`, without its line end."""
        return self.line_span(self.line_at(offset))


_LONGEST_WORD = 200
"""Longer words are not compared: it costs the product of both lengths, and they are not typos."""
_MOST_LISTED = 10
"""The most words that a message lists."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The one of `words` that `word` was probably meant to be, or None if none is close."""
    from difflib import get_close_matches

    if len(word) > _LONGEST_WORD:
        return None
    known = list(words)
    near = get_close_matches(word, known, n=5, cutoff=0.6)
    near = [each for each in known if each.casefold() == word.casefold()] or near
    swapped = (each for each in near if sorted(each) == sorted(word))
    return next(swapped, near[0] if near else None)


def suggestion(word: str, words: Iterable[str], kind: str = "word") -> str:
    """The end of a sentence about an unknown `word`, from the semicolon on; may be empty.

    >>> suggestion("sections", ("section", "entry"))
    '; did you mean "section"?'
    """
    known = tuple(words)
    meant = nearest(word, known)
    if meant is not None:
        return f'; did you mean "{meant}"?'
    names = ", ".join([f'"{each}"' for each in known])
    return f"; known {kind}s: {names}" if 0 < len(known) <= _MOST_LISTED else ""
