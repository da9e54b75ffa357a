"""Write a new value at the place of an old one, quoted as the file quotes it there."""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from bot.document import Document
from bot.document.model import BIBTEX, CSV, TSV, YAML, Value
from bot.text import Span, lazy_pattern

_UNSAFE_PLAIN = lazy_pattern(
    r"[-?:,\[\]{}#&*!|>'\"%@`=~]|.*(?:[:?](?:\s|$)|\s#|[\r\n\t\x00-\x1f\x7f])|\s|.*\s$"
    r"|(?:true|false|null|yes|no|on|off|y|n|[-+.\d][\d._a-fox:+-]*|[-+]?\.(?:inf|nan))$",
    re.IGNORECASE,
)
"""What YAML would not read as the same words without quotes; numbers and dates are kept as texts, too."""
_DATE = lazy_pattern(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
_IN_BRACKETS = lazy_pattern(r"[,\[\]{}]")
_ADDRESS = lazy_pattern(r"[a-z]+://\S+|10\.\d{4,}/\S+")
_FORMULA = lazy_pattern(r"(?:^|(?<=[;|\t\r\n]))([\s\"]*)(?=[=+\-@＝＋－＠])")
"""Spreadsheets calculate cells that begin this way, and cut at semicolons as well as at commas, whatever is in quotes:
https://owasp.org/www-community/attacks/CSV_Injection."""
_PLAIN_SCALAR = lazy_pattern(r"[A-Za-z][A-Za-z0-9_./' -]*")
_YAML_KEYWORDS = frozenset({"null", "true", "false"})


def write_at(document: Document, span: Span, new: str) -> str | None:
    """What to put at `span` so that its value reads as with `new` there; None if that cannot be written.

    Outside of values, such as for whole records, it is `new` itself.
    """
    value = _value_at(document, span)
    if value is None:
        return new
    old = document.text.content
    whole = old[value.span.start : span.start] + new + old[span.end : value.span.end]
    return encode(document.format.name, value.quote, new, whole, document.text.content)


def encode(form: str, quote: str, new: str, whole: str, content: str = ",") -> str | None:
    """`new` with escapes, as a part of a value that then reads `whole`; None if its quotes cannot hold it."""
    if any(ord(mark) < 32 for mark in new):
        return None
    if form == BIBTEX:
        return _encode_bibtex(quote, new)
    if form in (CSV, TSV):
        if disarm_cell(new) != new and disarm_cell(whole) != whole:
            return None
        if quote:
            return new.replace('"', '""')
        return new if not any(mark in new for mark in _marks(form, content)) and whole == whole.strip() else None
    if quote == "'":
        return new.replace("'", "''")
    if quote == '"':
        return new.replace("\\", "\\\\").replace('"', '\\"')
    if quote:
        return new if quote in "|>" else None
    is_date = _DATE.fullmatch(whole) is not None
    return new if is_date or not (_UNSAFE_PLAIN.match(whole) or _IN_BRACKETS.search(new)) else None


def quote_yaml(words: str, usual: str = "", *, is_date: bool = False) -> str:
    """Words as a scalar of YAML, with the quotes that the list has for such a field, or those that they need.

    What looks like a date, but is not one, has quotes; so has `?`, which not all programs read in brackets.
    """
    for quote in dict.fromkeys((usual, "", '"')):
        if not quote and ((_DATE.fullmatch(words) and not is_date) or "?" in words):
            continue
        inner = encode(YAML, quote, words, words)
        if inner is not None:
            return f"{quote}{inner}{quote}"
    return '""'


def quote_scalar(text: str) -> str:
    """`text` as a string in a YAML file of the bot, quoted if needed."""
    plain = _PLAIN_SCALAR.fullmatch(text) and text.lower() not in _YAML_KEYWORDS and not text.endswith(" ")
    return text if plain else json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f")


def disarm_cell(words: str) -> str:
    """Words with an apostrophe in front of what a spreadsheet would calculate."""
    return _FORMULA.sub(r"\1'", words)


def quote_cell(words: str, delimiter: str, usual: str = "") -> str:
    """Words as a value of a table."""
    words = disarm_cell(words)
    needs = bool(usual) or words != words.strip() or any(mark in words for mark in ('"', delimiter, "\r", "\n"))
    return '"' + words.replace('"', '""') + '"' if needs else words


def _marks(form: str, content: str) -> str:
    if form == TSV:
        return '\t"'
    head = content.partition("\n")[0]
    return '"' + max(",;\t|", key=head.count)


def _encode_bibtex(quote: str, new: str) -> str | None:
    if quote not in ("{", '"', "0") or any(mark in new for mark in '{}\\"'):
        return None
    if quote == "0":
        return new if new.isdigit() else None
    from bot.data import bibtex  # which most lists have no use for

    return bibtex.encode_address(new) if _ADDRESS.fullmatch(new) else bibtex.encode(new)


def _value_at(document: Document, span: Span) -> Value | None:
    index = bisect_right(document.values, span.start, key=lambda value: value.span.start) - 1
    value = document.values[index] if index >= 0 else None
    return value if value is not None and value.span.contains(span) else None
