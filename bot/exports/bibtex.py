"""References as BibTeX, in UTF-8, for biber and BibTeX alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.exports.references import ReferenceKind
from bot.papers.dates import MONTHS
from bot.papers.names import split_name
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.exports.references import Reference
    from bot.papers.names import AuthorList

_TYPES = {
    ReferenceKind.ARTICLE: "article",
    ReferenceKind.PAPER: "inproceedings",
    ReferenceKind.CHAPTER: "inbook",
    ReferenceKind.PREPRINT: "misc",
    ReferenceKind.UNKNOWN: "misc",
}
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
_IN_URL = {"\\": "%5C", "{": "%7B", "}": "%7D", " ": "%20"}


def render_bibtex(references: Iterable[Reference]) -> str:
    """An entry for each reference, with an empty line between them."""
    return "\n".join(_entry(each) for each in references)


def _entry(reference: Reference) -> str:
    fields = "".join(f"  {name} = {value},\n" for name, value in _fields(reference))
    return f"@{_TYPES[_kind(reference)]}{{{reference.key},\n{fields}}}\n"


def _kind(reference: Reference) -> ReferenceKind:
    """Its kind, unless that must have authors, and nobody knows them."""
    return reference.kind if reference.authors.names else ReferenceKind.UNKNOWN


def _fields(reference: Reference) -> Iterator[tuple[str, str]]:
    yield "title", f"{{{_title(reference.title)}}}"
    if reference.authors.names:
        yield "author", f"{{{_authors(reference.authors)}}}"
    venues = {ReferenceKind.ARTICLE: "journal", ReferenceKind.PAPER: "booktitle", ReferenceKind.CHAPTER: "booktitle"}
    if reference.venue:
        yield venues.get(_kind(reference), "howpublished"), f"{{{escape(reference.venue)}}}"
    if reference.stated_venue:
        yield "howpublished", f"{{{escape(reference.stated_venue)}}}"
    if reference.year is not None:
        yield "year", f"{{{reference.year}}}"
    if reference.date is not None and reference.date.month:
        yield "month", MONTHS[reference.date.month - 1][:3].lower()
    if reference.arxiv:
        yield "eprint", f"{{{reference.arxiv}}}"
        yield "archivePrefix", "{arXiv}"
    if reference.category:
        yield "primaryClass", f"{{{escape(reference.category)}}}"
    if reference.doi:
        yield "doi", f"{{{_verbatim(reference.doi)}}}"
    if reference.url:
        yield "url", f"{{{_verbatim(reference.url)}}}"


def escape(text: str) -> str:
    """`text` as LaTeX prints it: no character of it is a command."""
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], text)


def _verbatim(text: str) -> str:
    """An address, which is not escaped, without what could end the field."""
    return "".join(_IN_URL.get(char, char) for char in text)


def _title(text: str) -> str:
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
    return "".join(f"{{{escape(part)}}}" if _keeps_capitals(part) else escape(part) for part in parts)


def _keeps_capitals(word: str) -> bool:
    """Whether styles must not write it in small letters: `BERT`, `FireAct`, `3D`, `R1`, `Q`; but for `A`."""
    capitals = sum(map(str.isupper, word))
    if not capitals:
        return False
    return capitals > 1 or not word[0].isupper() or any(map(str.isdigit, word)) or (len(word) == 1 and word != "A")


def _authors(authors: AuthorList) -> str:
    names = [_author(name) for name in authors.names]
    return " and ".join([*names, *(["others"] if authors.more else [])])


def _author(name: str) -> str:
    """`van Beethoven, Ludwig`; in braces what must not be taken apart."""
    parts = split_name(name)
    if not parts.given:
        return f"{{{escape(parts.family)}}}"
    family = escape(f"{parts.particle} {parts.family}".strip())
    given = escape(parts.given)
    return f"{family}, {escape(parts.suffix)}, {given}" if parts.suffix else f"{family}, {given}"
