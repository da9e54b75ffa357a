"""Three versions of the text of one item -> one text: changes of different fields are joined."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bot.merging.alignment import align, cut
from bot.papers.identifiers import identify
from bot.papers.similarity import normalise
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WORD = r"(?:(?!https?://)[^\s\[\](){}|*_`\"“”,;•·【】（）!<.:]|[.:](?!\s|\Z))"
_TOKEN = lazy_pattern(
    r"(?P<space>\s*)(?P<core>"
    r"(?<=\]\()[^\s()]+(?:\([^\s()]*\)[^\s()]*)*"  # the target of a link
    r"|https?://[^\s<>()\[\]\"'|`]+"
    r"|<[^<>\n]{1,2000}>"
    r"|[\[\](){}|*_`\"“”,;•·【】（）!]"
    rf"|{_WORD}+(?:[ \t]+{_WORD}+)*"
    r"|\S)"
)
_LONGEST = 100_000
"""Characters of a text whose changes are joined; an entry has a few hundred."""
_GROUPS = ("()", "[]", "{}")
_LINK = lazy_pattern(r"\]\(|https?://|href=")


class _Token(NamedTuple):
    """A field of a text, or what divides fields; and the space before it, which does not tell tokens apart."""

    space: str
    core: str


def merge_texts(base: str, ours: str, theirs: str) -> str | None:
    """The text with the changes of both sides; None where they changed the same field differently."""
    if ours in (base, theirs):
        return theirs
    if theirs == base:
        return ours
    if max(len(base), len(ours), len(theirs)) > _LONGEST:
        return None
    versions = [_tokens(text) for text in (base, ours, theirs)]
    cores = [[token.core for token in tokens] for tokens in versions]
    pairs = align(cores[0], cores[1]), align(cores[0], cores[2])
    found: list[_Token] = []
    for stretch in cut(versions[0], versions[1], versions[2], pairs):
        if stretch.is_agreed:
            (was,), (one,), (two,) = stretch.base, stretch.ours, stretch.theirs
            found.append(one._replace(space=two.space if one.space == was.space else one.space))
            continue
        chosen = _choose(stretch.base, stretch.ours, stretch.theirs)
        if chosen is None:
            return None
        found += chosen
    merged = "".join(token.space + token.core for token in found) + _end(base, ours, theirs)
    return merged if _is_whole(merged, (base, ours, theirs)) else None


def _choose(base: Sequence[_Token], ours: Sequence[_Token], theirs: Sequence[_Token]) -> Sequence[_Token] | None:
    """What a stretch becomes; None where both sides changed it, and not alike."""
    was, one, two = ([token.core for token in tokens] for tokens in (base, ours, theirs))
    if two == was or one == two:
        return ours
    if one == was:
        return theirs
    if not was and _is_link(ours) and _is_link(theirs) and not {*one} & {*two} - set("[](),|! "):
        return [*ours, *theirs]
    return None


def _is_link(tokens: Sequence[_Token]) -> bool:
    """Whether the tokens are links as a whole, with what divides them."""
    text = "".join(token.space + token.core for token in tokens)
    return _LINK.search(text) is not None and _balance(text) == _balance("") and text.strip()[-1:] in ")]>"


def _balance(text: str) -> tuple[int, ...]:
    return tuple(text.count(group[0]) - text.count(group[1]) for group in _GROUPS)


def _is_whole(merged: str, versions: Sequence[str]) -> bool:
    """Whether brackets come in pairs where they do in all versions."""
    balances = {_balance(text) for text in versions}
    return len(balances) > 1 or _balance(merged) in balances


def _end(base: str, ours: str, theirs: str) -> str:
    """The space at the end."""
    was, one, two = (text[len(text.rstrip()) :] for text in (base, ours, theirs))
    return two if one == was else one


def _tokens(text: str) -> list[_Token]:
    # Space at the end is before no token: looking for one from each place in it would take quadratic time.
    return [_Token(match["space"], match["core"]) for match in _TOKEN.finditer(text.rstrip())]


def join_added(ours: str, theirs: str, titles: tuple[str, str]) -> str | None:
    """What two texts become under which both sides added the same paper; None where they say different things.

    The text that says more is kept; ours where they differ in layout, in the form of an address or in the title.
    """
    one, two = _statements(ours, titles[0]), _statements(theirs, titles[1])
    if not two - one:
        return ours
    return theirs if not one - two else None


def _statements(text: str, title: str) -> Counter[str]:
    """What a text says beside the title: each address by what it names, words without case and marks."""
    return Counter(said for token in _tokens(text) for said in _said(token.core)) - Counter(title.split())


def _said(core: str) -> Iterator[str]:
    if core.startswith(("http://", "https://")):
        target = identify(core)
        paper = target.identifier if target.identifier is not None and target.identifier.is_paper else None
        yield str(paper) if paper is not None else core.partition("://")[2].rstrip("/")
    else:
        yield from normalise(core).split()
