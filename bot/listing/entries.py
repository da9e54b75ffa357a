"""All candidates of a document come in; which of them are decided, and for what, is kept here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.listing.features import Features, join_detail
from bot.listing.links import Label
from bot.listing.parts import Carrier
from bot.listing.titles import Role
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.document import Document
    from bot.listing.candidates import Shapes


TITLED = 0.6
"""Likeness from which words count as a title of their own: three words or more."""

FEWEST = 3
"""Headings, paragraphs or HTML blocks with papers from which on their kind carries entries."""


@dataclass(slots=True)
class Pool:
    """The candidates of a document with what was found in each.

    `taken` marks those that belong to another one, or to nothing; `chosen` are the entries.
    """

    document: Document
    shapes: Shapes
    features: list[Features]
    taken: list[bool] = field(init=False)
    chosen: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.taken = [False] * len(self.features)

    def of(self, carrier: Carrier) -> list[int]:
        """The candidates of a carrier of which nothing is decided yet."""
        return [
            index
            for index, features in enumerate(self.features)
            if features.candidate.carrier is carrier and not self.taken[index] and index not in self.chosen
        ]

    def absorb(self, index: int, inner: Iterable[int]) -> None:
        """Make candidates details of the entry at `index`."""
        entry = self.features[index]
        self.chosen.add(index)
        for other in inner:
            features = self.features[other]
            if not self.taken[other]:
                self.taken[other] = True
                for prose in (features.candidate.head, *features.candidate.details):
                    join_detail(entry, prose)
            self.chosen.discard(other)
            entry.candidate.last = max(entry.candidate.last, features.candidate.last)

    def end_before(self, index: int, line: int) -> None:
        """Cut a candidate off before `line`: what stands from there on is another one's."""
        features = self.features[index]
        last = self.last_words(features.candidate.first, max(line - 1, features.candidate.first))
        features.end_after(last, self.document.text.line_span(last).end)

    def last_words(self, first: int, last: int) -> int:
        """The last line from `first` to `last` that is neither blank nor a rule."""
        text = self.document.text
        while last > first and not text[text.line_span(last)].strip(" \t-*_="):
            last -= 1
        return last


def has_titled_paper(features: Features) -> bool:
    """Whether a candidate has both a title of its own and a link to a paper on it or beside it."""
    linked = [o for o in features.options if o.role is Role.LINKED and o.link is not None and o.score >= TITLED]
    if any(use.is_paper and option.link is use.link for option in linked for use in features.uses):
        return True
    option = features.best(Role.ITALIC, Role.PLAIN)
    return option is not None and option.score >= TITLED and any(use.label is Label.PAPER for use in features.uses)


def take_headings(pool: Pool) -> None:
    """Headings are entries on a level where at least half of them name or hold just one paper."""
    levels: dict[int, list[int]] = {}
    for number, heading in enumerate(pool.shapes.headings):
        if heading.candidate >= 0 and not pool.taken[heading.candidate]:
            pool.taken[heading.candidate] = True
            levels.setdefault(heading.level, []).append(number)
    for numbers in levels.values():
        holding = {number for number in numbers if _holds_paper(pool, number)}
        if len(holding) < FEWEST or 2 * len(holding) < len(numbers):
            continue
        for number in numbers:
            if number in holding or (3 * len(holding) > 2 * len(numbers) and _is_like(pool, number)):
                _take_heading(pool, number)
    _place_headings(pool)


def _take_heading(pool: Pool, number: int) -> None:
    """Make a heading an entry, with what stands below it and the headings of a lower rank that only divide that."""
    headings = pool.shapes.headings
    heading = headings[number]
    pool.taken[heading.candidate] = False
    pool.absorb(heading.candidate, _body(pool, number))
    heading.opens_section = False
    inner = number + 1
    while inner < len(headings) and headings[inner].level > heading.level and not _holds_paper(pool, inner):
        pool.absorb(heading.candidate, _body(pool, inner))
        headings[inner].opens_section = False
        inner += 1
    candidate = pool.features[heading.candidate].candidate
    candidate.last = max(candidate.last, pool.last_words(heading.first, headings[inner - 1].end))


def _place_headings(pool: Pool) -> None:
    """An entry that is a heading stands in the section before it: under the last heading that is not an entry."""
    section = 0
    for number, heading in enumerate(pool.shapes.headings):
        if heading.opens_section:
            section = number
        elif heading.candidate in pool.chosen:
            pool.features[heading.candidate].candidate.section = section


def _body(pool: Pool, number: int) -> range:
    """The candidates between a heading and the next one."""
    headings = pool.shapes.headings
    end = headings[number + 1].candidate if number + 1 < len(headings) else len(pool.features)
    return range(headings[number].candidate + 1, end)


def _is_like(pool: Pool, number: int) -> bool:
    """Whether a heading without a link to a paper is an entry where nearly all headings of its level are."""
    headings = pool.shapes.headings
    features = pool.features[headings[number].candidate]
    option = features.best()
    if option is None or option.score < TITLED:
        return False
    if number + 1 < len(headings) and headings[number + 1].level > headings[number].level:
        return False
    below = [pool.features[index] for index in _body(pool, number) if not pool.taken[index]]
    labelled = any(use.label is not None for each in (features, *below) for use in each.uses)
    return (labelled or bool(features.mentions)) and not any(has_titled_paper(inner) for inner in below)


def _holds_paper(pool: Pool, number: int) -> bool:
    """Whether the heading reads as a title and nothing below has a title and a paper of its own."""
    features = pool.features[pool.shapes.headings[number].candidate]
    option = features.best()
    if option is None or option.score < TITLED:
        return False
    own = any(not use.link.href.startswith("#") and use.label is None for use in features.uses)
    below = [pool.features[index] for index in _body(pool, number) if not pool.taken[index]]
    papers = sum(inner.names_paper for inner in below)
    if any(has_titled_paper(inner) for inner in below):
        return own and features.names_paper and papers <= 2
    return own or features.names_paper or 0 < papers <= 3


def take_summaries(pool: Pool) -> None:
    """Summaries are entries where at least a few name a paper; else they head what stands below them."""
    summaries = [index for index in pool.of(Carrier.HTML) if pool.features[index].candidate.level]
    papers = [index for index in summaries if pool.features[index].names_paper]
    for index in summaries:
        if pool.taken[index]:
            continue
        features = pool.features[index]
        option = features.best()
        if len(papers) >= FEWEST and option is not None and option.score >= 0.4 and features.uses:
            pool.absorb(index, features.candidate.inside)
        else:
            pool.taken[index] = True


def take_titled_lists(pool: Pool) -> None:
    """Paragraphs that are nothing but a title are entries where fields such as `Paper: ...` stand below them."""
    titles = [index for index in pool.of(Carrier.PARAGRAPH) if _is_bare_title(pool, index)]
    below = {index: _fields_below(pool, index) for index in titles}
    holding = [index for index in titles if any(pool.features[inner].names_paper for inner in below[index])]
    if len(holding) < FEWEST:
        return
    for index in titles:
        if any(pool.features[inner].uses for inner in below[index]):
            pool.absorb(index, below[index])


def _is_bare_title(pool: Pool, index: int) -> bool:
    """Whether a paragraph is one title and nothing else."""
    features = pool.features[index]
    option = features.best(Role.ITALIC)
    text = features.head.text
    return (
        not features.uses
        and option is not None
        and option.score >= 0.4
        and "\n" not in text.strip()
        and option.end - option.start >= 0.8 * len(text.strip())
    )


def _fields_below(pool: Pool, index: int) -> list[int]:
    """The fields below a title: items and lines without a title of their own, up to the next title."""
    section = pool.features[index].candidate.section
    found: list[int] = []
    for other in range(index + 1, len(pool.features)):
        features = pool.features[other]
        carrier = features.candidate.carrier
        if features.candidate.section != section or pool.taken[other] or carrier in (Carrier.ROW, Carrier.HTML):
            break
        if (carrier is Carrier.PARAGRAPH and _is_bare_title(pool, other)) or has_titled_paper(features):
            break
        found.append(other)
    return found


def take_items(pool: Pool) -> None:
    """Items are entries, but for those that only head, or only tell more of, another one."""
    for index, features in enumerate(pool.features):
        candidate = features.candidate
        if candidate.carrier not in (Carrier.BULLET, Carrier.NUMBERED) or pool.taken[index]:
            continue
        if not candidate.children:
            if candidate.head.text.strip() or features.uses or candidate.details:
                pool.chosen.add(index)
            continue
        children = [child for child in candidate.children if not pool.taken[child]]
        if _has_details(pool, features, children):
            own = [child for child in children if _stands_alone(features, pool.features[child])]
            pool.absorb(index, [i for child in children if child not in own for i in _family(pool, child)])
            continue
        pool.end_before(index, pool.features[candidate.children[0]].candidate.first)
        if features.names_paper and candidate.head.text.strip():
            pool.chosen.add(index)
        else:
            pool.taken[index] = True


def _family(pool: Pool, index: int) -> list[int]:
    """A candidate and all that is nested in it."""
    found = [index]
    for child in pool.features[index].candidate.children:
        found += _family(pool, child)
    return found


def _has_details(pool: Pool, features: Features, children: list[int]) -> bool:
    """Whether the nested items tell more of this one: it has the title, they have none with a paper."""
    option = features.best(Role.ITALIC)
    if option is None:
        return False
    inner = [pool.features[child] for child in children]
    papers = [child for child in inner if has_titled_paper(child)]
    if features.names_paper and option.score >= 0.4:
        return 2 * len(papers) <= len(inner) or option.score >= TITLED
    labelled = any(use.label is Label.PAPER for child in inner for use in child.uses)
    if option.score < TITLED:
        return not papers and bool(inner) and (bool(features.uses) or (labelled and option.score >= 0.4))
    return not papers and (labelled or bool(features.mentions) or bool(features.uses))


def _stands_alone(parent: Features, child: Features) -> bool:
    """Whether a nested item is an entry beside its parent: it opens with the title and link of a paper."""
    option = child.best(Role.ITALIC)
    return (
        has_titled_paper(child)
        and option is not None
        and option.start < 14
        and not child.candidate.head.text.lstrip().casefold().startswith(("comment", "note", "see ", "cf"))
        and len({u.identifier for u in child.uses if u.is_paper} - {u.identifier for u in parent.uses}) > 0
    )


_LONGEST = 1200
"""Characters of a paragraph that may be an entry."""
_LEADS = lazy_pattern(r"[a-z,]\s+[\"“]?$")
_GOES_ON = lazy_pattern(r"[\"”]?\s+[a-z]")


def take_loose(pool: Pool, carrier: Carrier) -> None:
    """Paragraphs are entries where several open with a title and name a paper; what follows are details."""
    openers = [index for index in pool.of(carrier) if _opens_entry(pool, index, TITLED)]
    if sum(pool.features[index].names_paper for index in openers) < FEWEST:
        openers = []
    else:  # now that paragraphs carry entries here, a short title will do beside a link to a paper
        short = [i for i in pool.of(carrier) if pool.features[i].names_paper and _opens_entry(pool, i, 0.4)]
        openers = sorted({*openers, *short})
    marks = set(openers)
    for index in openers:
        pool.absorb(index, _following(pool, index, marks))
    for index in pool.of(carrier):
        if index not in marks:
            if _continues_item(pool, index):
                pool.absorb(index - 1, [index])
            pool.taken[index] = True


def _continues_item(pool: Pool, index: int) -> bool:
    """Whether a paragraph is the lost second half of the item above: indented too little to be inside it."""
    above = pool.features[index - 1] if index else None
    return (
        above is not None
        and index - 1 in pool.chosen
        and above.candidate.carrier is Carrier.NUMBERED
        and above.candidate.section == pool.features[index].candidate.section
        and not above.names_paper
        and pool.features[index].names_paper
    )


def _opens_entry(pool: Pool, index: int, least: float) -> bool:
    """Whether a paragraph begins as an entry does: a title near its start, and somewhere to go from it."""
    features = pool.features[index]
    option = features.best(Role.ITALIC, Role.PLAIN)
    if option is None or option.score < least or option.start > 0.6 * len(features.head.text) + 12:
        return False
    return bool(features.uses) and len(features.head.text) < _LONGEST and not _is_sentence(features)


def _is_sentence(features: Features) -> bool:
    """Whether the paper is named in the midst of a sentence: words lead up to its link, and go on behind it."""
    if any(use.label is Label.PAPER for use in features.uses):
        return False
    text = features.head.text
    links = {id(use.link) for use in features.uses if use.is_paper and not use.link.bare}
    inner = [stretch for stretch in features.head.links if id(stretch.link) in links]
    return bool(inner) and all(
        _LEADS.search(text[max(0, stretch.start - 20) : stretch.start]) and _GOES_ON.match(text, stretch.end)
        for stretch in inner
    )


def _following(pool: Pool, index: int, openers: set[int]) -> list[int]:
    """What stands below a paragraph and belongs to it, up to the next one that opens an entry."""
    section = pool.features[index].candidate.section
    found: list[int] = []
    for other in range(index + 1, len(pool.features)):
        features = pool.features[other]
        carrier = features.candidate.carrier
        if features.candidate.section != section or carrier is Carrier.ROW or has_titled_paper(features):
            break
        if other in openers or (other in pool.chosen and carrier not in (Carrier.BULLET, Carrier.NUMBERED)):
            break
        if pool.taken[other] and carrier is Carrier.HEADING:
            break
        found.append(other)
    return found
