"""Undecided candidates come in; headings, summaries and bare titles that head their paper's details become entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.listing.options import Role
from bot.listing.pool import FEWEST, TITLED, has_titled_paper
from bot.listing.values import Carrier

if TYPE_CHECKING:
    from bot.listing.pool import Pool


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
    if option is None or option.likeness < TITLED:
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
    if option is None or option.likeness < TITLED:
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
        if len(papers) >= FEWEST and option is not None and option.likeness >= 0.4 and features.uses:
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
        and option.likeness >= 0.4
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
