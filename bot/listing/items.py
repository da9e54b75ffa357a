"""Undecided list items come in; entries go out, with what is nested in them as details or as entries beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.listing.labels import Label
from bot.listing.options import Role
from bot.listing.pool import TITLED, has_titled_paper
from bot.listing.values import Carrier

if TYPE_CHECKING:
    from bot.listing.features import Features
    from bot.listing.pool import Pool


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
    if features.names_paper and option.likeness >= 0.4:
        return 2 * len(papers) <= len(inner) or option.likeness >= TITLED
    labelled = any(use.label is Label.PAPER for child in inner for use in child.uses)
    if option.likeness < TITLED:
        return not papers and bool(inner) and (bool(features.uses) or (labelled and option.likeness >= 0.4))
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
