"""Undecided paragraphs and pieces of HTML come in; those that open an entry become one, with what follows them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.listing.labels import Label
from bot.listing.options import Role
from bot.listing.pool import FEWEST, TITLED, has_titled_paper
from bot.listing.values import Carrier

if TYPE_CHECKING:
    from bot.listing.features import Features
    from bot.listing.pool import Pool


_LONGEST = 1200
"""Characters of a paragraph that may be an entry."""
_LEADS = re.compile(r"[a-z,]\s+[\"“]?$")
_GOES_ON = re.compile(r"[\"”]?\s+[a-z]")


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
    if option is None or option.likeness < least or option.start > 0.6 * len(features.head.text) + 12:
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
