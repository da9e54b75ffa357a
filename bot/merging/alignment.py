"""Which elements of two sequences are the same, in order; and three texts of an item joined field by field."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from bot.ordering.order import longest_run
from bot.papers.identifiers import identify
from bot.papers.similarity import normalise
from bot.text import lazy_pattern

Element = TypeVar("Element")


def align(first: Sequence[Hashable], second: Sequence[Hashable]) -> dict[int, int]:
    """Pairs of equal elements, as indexes, both rising; in O(n log n), and so not always the most.

    What both begin and end with is paired, then what occurs once in both, then the equal neighbours of pairs, and at
    last, between pairs, the first of several alike with the first.
    """
    start, end = 0, 0
    shortest = min(len(first), len(second))
    while start < shortest and first[start] == second[start]:
        start += 1
    while end < shortest - start and first[len(first) - 1 - end] == second[len(second) - 1 - end]:
        end += 1
    pairs = {index: index for index in range(start)}
    inside = range(start, len(first) - end), range(start, len(second) - end)
    pairs.update(_pair(_once(first, inside[0]), _once(second, inside[1])))
    pairs.update((len(first) - 1 - index, len(second) - 1 - index) for index in range(end))
    pairs = _with_neighbours(first, second, pairs)
    for part, other in list(_between(pairs, len(first), len(second))):
        pairs.update(_pair(_numbered(first, part), _numbered(second, other)))
    return dict(sorted(pairs.items()))


def _once(sequence: Sequence[Hashable], part: range) -> dict[Hashable, int]:
    counts = Counter(sequence[index] for index in part)
    return {sequence[index]: index for index in part if counts[sequence[index]] == 1}


def _numbered(sequence: Sequence[Hashable], part: range) -> dict[Hashable, int]:
    """The elements, each with the number of the same ones above it."""
    counts: Counter[Hashable] = Counter()
    found: dict[Hashable, int] = {}
    for index in part:
        found[sequence[index], counts[sequence[index]]] = index
        counts[sequence[index]] += 1
    return found


def _pair(first: Mapping[Hashable, int], second: Mapping[Hashable, int]) -> Iterator[tuple[int, int]]:
    """The most pairs of the same elements whose places rise in both; `first` is in order."""
    pairs = [(index, second[element]) for element, index in first.items() if element in second]
    for place in longest_run([(other,) for _, other in pairs]):
        yield pairs[place]


def _with_neighbours(first: Sequence[Hashable], second: Sequence[Hashable], pairs: Mapping[int, int]) -> dict[int, int]:
    """`pairs` and the equal elements right below and right above them."""
    found = dict(pairs)
    taken = set(found.values())
    for step in (1, -1):
        for index, other in [*found.items()]:
            one, two = index + step, other + step
            while 0 <= one < len(first) and 0 <= two < len(second) and one not in found and two not in taken:
                if first[one] != second[two]:
                    break
                found[one] = two
                taken.add(two)
                one, two = one + step, two + step
    return found


def _between(pairs: Mapping[int, int], first: int, second: int) -> Iterator[tuple[range, range]]:
    """The stretches between pairs that have elements of the first sequence."""
    one = two = 0
    for index, other in [*sorted(pairs.items()), (first, second)]:
        if index > one:
            yield range(one, index), range(two, other)
        one, two = index + 1, other + 1


class Stretch(NamedTuple, Generic[Element]):
    """A stretch of three sequences that agree around it."""

    base: Sequence[Element]
    ours: Sequence[Element]
    theirs: Sequence[Element]
    is_agreed: bool
    """Whether both sides kept each element of the base."""


def cut(
    base: Sequence[Element],
    ours: Sequence[Element],
    theirs: Sequence[Element],
    pairs: tuple[Mapping[int, int], Mapping[int, int]],
) -> Iterator[Stretch[Element]]:
    """The three sequences, cut at the elements that both sides kept; `pairs` are those of the base with each side."""
    place = (0, 0, 0)
    agreed = [(index, pairs[0][index], pairs[1][index]) for index in sorted(pairs[0].keys() & pairs[1].keys())]
    for found in (*agreed, (len(base), len(ours), len(theirs))):
        if found != place:
            yield Stretch(base[place[0] : found[0]], ours[place[1] : found[1]], theirs[place[2] : found[2]], False)
        if found[0] < len(base):
            one, two, three = found
            yield Stretch(base[one : one + 1], ours[two : two + 1], theirs[three : three + 1], True)
        place = (found[0] + 1, found[1] + 1, found[2] + 1)


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
    """The text with the changes of both sides; None if they changed the same field differently."""
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
    """What a stretch becomes; None if both sides changed it, and not alike."""
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
    """What two texts become under which both sides added the same paper; None if they say different things.

    The text that says more is kept, or whose title does; ours where they differ in layout, in the form of an address or
    in words of the title.
    """
    one, two = _statements(ours, titles[0]), _statements(theirs, titles[1])
    if one == two:
        own, other = Counter(titles[0].split()), Counter(titles[1].split())
        return theirs if other > own else ours
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
