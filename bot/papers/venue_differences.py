"""Whether two texts surely name different venues; of most pairs of texts nobody can tell."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.papers.titles import normalise
from bot.papers.venues import find_venues, spellings_of
from bot.text import lazy_pattern

_JOURNALS = frozenset(
    each.strip()
    for each in """
TMLR; JMLR; JAIR; Neural Computation; Artificial Intelligence; TACL; Computational Linguistics; IJCV; TIP; TCSVT; TMM
TVCG; TPAMI; TNNLS; TOG; CGF; TMI; MedIA; TKDE; TOIS; TIST; TKDD; VLDB; SIGMOD; RA-L; T-RO; IJRR; Science Robotics
IMWUT; PETS; TIFS; TDSC; TOSEM; TSE; EMSE; TASLP; CSUR; CACM; Nature; Nature Communications
Nature Machine Intelligence; Nature Medicine; Nature Methods; Nature Biotechnology; Nature Biomedical Engineering
Nature Computational Science; Nature Human Behaviour; Nature Physics; Nature Chemistry; Scientific Reports
Scientific Data; npj Digital Medicine; Science; Science Advances; Cell; PNAS; NEJM; NEJM AI; JAMA; The Lancet; Patterns
IEEE Access; Neurocomputing; Bioinformatics; SIGGRAPH; UbiComp; POPL; OOPSLA; PLDI; CSCW; CHI
""".strip()
    .replace("\n", ";")
    .split(";")
)
"""Journals, and conferences whose papers appear in one: the same paper may be named by either, years apart."""
_RELATED = (
    frozenset({"ACL", "EMNLP", "NAACL", "EACL", "AACL", "IJCNLP", "CoNLL", "COLING", "LREC"}),
    frozenset({"ICRA", "IROS", "CoRL", "RSS"}),
)
"""Conferences that share proceedings, "Findings" or a journal, and are taken for one another."""
_CONFERENCE = lazy_pattern(r"\b(?:Conference|Symposium|Congress|Meeting)\b", re.IGNORECASE)
_PERIODICAL = lazy_pattern(r"\b(?:Journal|Transactions|Annals|Letters|Forum|Review)\b", re.IGNORECASE)
_WORKSHOP = lazy_pattern(
    r"\b(?:workshops?|tutorials?|challenges?|competitions?|demos?|companion|track)\b", re.IGNORECASE
)
_GENERIC = frozenset(
    """
    conference conf international intl int annual proceedings proc symposium symp workshop congress meeting journal j
    transactions trans annals letters forum ieee acm cvf aaai siam springer of on for in the and at to a an its
    advances society association th st nd rd first second third joint world european asian pacific national new rim
    applications methods systems""".split()
)
"""Words that say nothing about which venue it is."""
_AKIN = 3
"""Letters from which on a word may be the beginning of another: `Comput.`."""
_FEWEST = 2
"""Words of its own that an unknown venue must have to be compared."""
_MOST_SHARED = 0.5
"""Venues that share a larger part of their words may be one."""


@lru_cache(maxsize=8_192)
def are_different_venues(claimed: str, official: str) -> bool:
    """Whether a paper that is on record at the conference `official` cannot be what `claimed` says.

    A journal may hold the longer version of a conference paper, and a workshop the earlier one: they prove nothing.
    """
    theirs = [each for each in find_venues(official) if not each.preprint]
    if not theirs or _WORKSHOP.search(official) or any(each.track or each.name in _JOURNALS for each in theirs):
        return False
    if _PERIODICAL.search(official) and not _CONFERENCE.search(official):
        return False
    ours = find_venues(claimed)
    if any(each.track or each.preprint or each.name in _JOURNALS for each in ours) or _WORKSHOP.search(claimed):
        return False
    names = {each.name for each in theirs}
    if ours:
        return all(each.name not in names and not _are_related(each.name, names) for each in ours)
    words = _content(claimed)
    if len(words) < _FEWEST or not (_CONFERENCE.search(claimed) or _PERIODICAL.search(claimed)):
        return False
    known = [_content(text) for text in (official, *(text for name in names for text in spellings_of(name)))]
    shared = max(sum(any(_is_akin(one, two) for two in other) for one in words) for other in known)
    return shared <= _MOST_SHARED * len(words)


def _are_related(name: str, others: set[str]) -> bool:
    return any(name in group and not group.isdisjoint(others) for group in _RELATED)


def _content(text: str) -> list[str]:
    return [word for word in normalise(text).split() if word not in _GENERIC and not any(map(str.isdigit, word))]


def _is_akin(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _AKIN and long.startswith(short))
