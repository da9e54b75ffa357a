"""LaTeX in the values of BibTeX: read as plain text, and plain text and titles written so that they print the same."""

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


_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",  # BibTeX counts a brace also behind a backslash
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
    """Whether a formula has balanced braces and only commands that print something."""
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
    """Whether styles must not write it in small letters: `BERT`, `FireAct`, `3D`, `R1`, `Q`; but for `A`."""
    capitals = sum(map(str.isupper, word))
    if not capitals:
        return False
    return capitals > 1 or not word[0].isupper() or any(map(str.isdigit, word)) or (len(word) == 1 and word != "A")
