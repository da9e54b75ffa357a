"""Turn the words of a BibTeX value into plain text: accents, special letters, braces and simple commands."""

from __future__ import annotations

import unicodedata

from bot.text import lazy_pattern

_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "c": "\u0327",
    "k": "\u0328",
    "r": "\u030a",
    "d": "\u0323",
    "b": "\u0331",
}
_LETTERS = {
    "ss": "ß",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "i": "i",
    "j": "j",
    "dh": "ð",
    "th": "þ",
    "textendash": "–",
    "textemdash": "—",
    "textquotesingle": "'",
    "ldots": "…",
    "dots": "…",
    "LaTeX": "LaTeX",
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textunderscore": "_",
    "textbar": "|",
    "textless": "<",
    "textgreater": ">",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textdollar": "$",
}
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
