"""Entries with their title, date and link come in; whether each is about a paper goes out.

An entry that links a paper is about one. Where the link does not tell, the company it stands in does: a dated
title among papers is a paper, among tools it is a tool.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.listing.evidence import TITLED, Evidence, could_be_paper, names_model, weigh
from bot.listing.labels import Label
from bot.listing.values import Carrier, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing.evidence import Judged

_FEWEST = 3
"""Papers that a section must hold to speak for the other entries in it."""

_ALL_HERE = 0.6
"""The share of papers around an entry from which on it is taken for one too."""

_SOME_HERE = 0.3
"""The same, for an entry that says a little by itself under a heading that announces something else."""

_ENOUGH_TO_DIFFER = 10
"""Papers in one carrier from which on it may have a habit of its own."""

_LABELLED = 0.3
"""The share of papers with a link that says `paper` from which on another link says that there is none."""


@dataclass(frozen=True, slots=True)
class _Company:
    """What stands around an entry."""

    here: float
    """The share of papers in its section, from 0 to 1."""
    enough: bool
    """Whether the papers there are enough to speak for others."""
    about_papers: bool
    """Whether the list is one of papers at all."""


def judge_kinds(entries: Sequence[Judged]) -> list[Kind]:
    """The kind of each entry, by itself and by its neighbours."""
    labelled = _find_labelled(entries)
    evidence = [weigh(entry, labelled=entry.features.candidate.carrier in labelled) for entry in entries]
    strong = sum(found is Evidence.STRONG for found in evidence)
    weak = sum(found is Evidence.WEAK for found in evidence)
    titled = sum(entry.title is not None and entry.title.likeness >= TITLED for entry in entries)
    about_papers = 10 * strong >= len(entries) or (weak + strong >= 5 and 2 * (weak + strong) >= titled)
    total = Counter(entry.features.candidate.section for entry in entries)
    papers = Counter(
        entry.features.candidate.section
        for entry, found in zip(entries, evidence, strict=True)
        if found is Evidence.STRONG or (found is Evidence.WEAK and about_papers)
    )
    kinds = []
    for entry, found in zip(entries, evidence, strict=True):
        section = entry.features.candidate.section
        company = _Company(papers[section] / total[section], papers[section] >= _FEWEST, about_papers)
        kinds.append(Kind.PAPER if _is_paper(entry, found, company) else Kind.OTHER)
    return kinds


def _find_labelled(entries: Sequence[Judged]) -> frozenset[Carrier]:
    """The carriers whose papers have a link that says so; carriers with few papers do as all others do."""
    known: Counter[Carrier] = Counter()
    named: Counter[Carrier] = Counter()
    for entry in entries:
        if entry.use is not None:
            carrier = entry.features.candidate.carrier
            named[carrier] += entry.use.label is Label.PAPER
            known[carrier] += entry.use.is_paper or entry.use.label is Label.PAPER
    whole = named.total() > _LABELLED * known.total()
    return frozenset(
        carrier
        for carrier in Carrier
        if (named[carrier] > _LABELLED * known[carrier] if known[carrier] >= _ENOUGH_TO_DIFFER else whole)
    )


def _is_paper(entry: Judged, found: Evidence, company: _Company) -> bool:
    """Whether an entry is about a paper, by its evidence and its company."""
    if found >= Evidence.WEAK and names_model(entry) and company.here <= _SOME_HERE:
        return False
    if found is Evidence.STRONG:
        return True
    most, some = (company.enough and company.here > share for share in (_ALL_HERE, _SOME_HERE))
    if found is Evidence.WEAK:
        return company.about_papers and (some or not entry.in_other_section)
    return found is Evidence.NONE and most and could_be_paper(entry)
