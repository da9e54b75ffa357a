"""A span of a text comes in; the source lines that it touches go out as a terminal shows them, with carets.

Lists come from strangers: what would move a terminal's cursor, change its colours or turn its reading
direction is shown as a sign or as `<U+202E>`.
"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import category, east_asian_width

from bot.text import Span, Text, lazy_pattern

MOST_LINES = 3
"""A longer span is shown by its first lines."""

_TAB = "    "
_JOINER = "\u200d"
_UNSAFE = lazy_pattern(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """One source line as shown, cut to fit, and the carets that stand below it."""

    line: int
    words: str
    carets: str


def neutral(words: str) -> str:
    """`words` with nothing in them that a terminal would obey."""
    return _UNSAFE.sub(lambda match: _sign(match[0]), words)


def excerpts(text: Text, span: Span, width: int) -> tuple[Excerpt, ...]:
    """The first lines of `span`, each at most `width` columns wide and cut around the span."""
    first = text.line_at(span.start)
    last = max(first, text.line_at(max(span.start, span.end - 1)))
    return tuple(_excerpt(text, line, span, width) for line in range(first, min(last, first + MOST_LINES - 1) + 1))


def _excerpt(text: Text, line: int, span: Span, width: int) -> Excerpt:
    content, whole = text.content, text.line_span(line)
    begin = whole.start + content.startswith("\ufeff", whole.start, whole.start + (line == 1))
    start = max(begin, min(span.start, whole.end))
    if span.start < begin:  # a later line of the span: its indentation is not what is wrong
        shown = content[start : min(whole.end, start + width)]
        start += len(shown) - len(shown.lstrip())
    left, right = _window(content, Span(begin, whole.end), start, width)
    end = max(start, min(span.end, right))
    head = "…" if left > begin else ""
    before, marked, after = (_shown(content[a:b]) for a, b in ((left, start), (start, end), (end, right)))
    tail = "…" if right < whole.end else ""
    carets = " " * columns(head + before) + "^" * max(1, columns(marked))
    return Excerpt(line, f"{head}{before}{marked}{after}{tail}", carets)


def _window(content: str, line: Span, start: int, width: int) -> tuple[int, int]:
    """The part of `line` to show: two thirds of the room behind `start` first, then what is before it."""
    room = max(width, 3)
    if len(line) <= room:
        words = content[line.start : line.end]
        if words.isascii() and words.isprintable():
            return line.start, line.end
    left = right = start
    used = 0
    for limit in (room * 2 // 3, room):
        while right < line.end and (more := used + columns(_shown(content[right]))) <= limit:
            right, used = right + 1, more
        while left > line.start and (more := used + columns(_shown(content[left - 1]))) <= room:
            left, used = left - 1, more
    return left, right


def _shown(words: str) -> str:
    return neutral(words.replace("\t", _TAB))


def _sign(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if character == "\x7f" else f"<U+{code:04X}>"


def columns(words: str) -> int:
    """Columns of a terminal that `words` takes: two for wide characters, none for marks on the one before."""
    if words.isascii():
        return len(words)
    return sum(_character_width(character) for character in words)


def _character_width(character: str) -> int:
    if character == _JOINER or category(character) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def fitted(words: str, width: int) -> str:
    """`words` cut to `width` columns, with an ellipsis where something is left out."""
    if len(words) * 2 <= width or columns(words) <= width:
        return words
    used, end = 1, 0
    while end < len(words) and (more := used + _character_width(words[end])) <= width:
        used, end = more, end + 1
    return f"{words[:end]}…"
