"""Fingerprints that are no longer found come in; those that nobody could find this time go out.

A finding about a link is mended when the link is, not when a service is down, or its rule did not run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.links.model import LinkState
from bot.linter.rule import Need
from bot.reviews.fingerprints import Subjects, fingerprint
from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.reviews.subject import Subject

_FACTS = Need.PAPERS | Need.LINKS | Need.REPOSITORIES
_UNKNOWN = frozenset({LinkState.UNCERTAIN, LinkState.SKIPPED})
_MOST_ALIKE = 3
"""Findings of one rule about one thing."""


def undecided(subject: Subject, lost: frozenset[str]) -> frozenset[str]:
    """Those of `lost` whose rule did not run, or asked about a link of which nothing is known now."""
    return lost & frozenset(_possible(subject)) if lost else lost


def _possible(subject: Subject) -> Iterator[str]:
    """The fingerprints of all findings about links that could not be made."""
    left_out = {each.slug for each in subject.not_run}
    asking = {rule.slug for rule in RULES if rule.needs & _FACTS} - left_out
    for listing in subject.listings:
        path, subjects = listing.text.path, Subjects(listing)
        for link in listing.document.links:
            name = subjects.of("", link.span)
            for slug in (*left_out, *(asking if _is_unknown(link, subject) else ())):
                yield from (fingerprint(slug, path, name, ordinal) for ordinal in range(_MOST_ALIKE))


def _is_unknown(link: Link, subject: Subject) -> bool:
    status = subject.facts.links.get(link.href) if subject.facts is not None else None
    return status is None or status.state in _UNKNOWN
