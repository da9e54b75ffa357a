"""The rules `misspelt-host` and `misspelt-label`: names of sites and labels with a slip of the pen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from bot.listing import Link, Listing
from bot.listing.values import FieldLabel
from bot.papers.similarity import Neighbours, is_inflected, is_one_slip
from bot.papers.urls import DOI_HOSTS, registered_domain
from bot.rules import FIREACT, TITLE
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Rule, Safety, Severity
from bot.rules.link_targets import hyperlinks, target_span, write_url
from bot.rules.texts import literal, texts_of
from bot.text import lazy_pattern

_KNOWN = frozenset(
    """
    aclanthology.org aclweb.org arxiv.org biorxiv.org medrxiv.org colab.research.google.com dl.acm.org docs.google.com
    drive.google.com eprint.iacr.org github.com huggingface.co ieeexplore.ieee.org link.springer.com ndss-symposium.org
    ojs.aaai.org onlinelibrary.wiley.com openaccess.thecvf.com openreview.net papers.nips.cc paperswithcode.com
    proceedings.mlr.press proceedings.neurips.cc pubmed.ncbi.nlm.nih.gov raw.githubusercontent.com researchgate.net
    scholar.google.com sciencedirect.com semanticscholar.org sites.google.com techrxiv.org usenix.org youtube.com
    zhuanlan.zhihu.com dx.doi.org
    """.split()
)
"""Sites that most lists of papers link to, without `www.`."""
_OTHERS = frozenset("huggingface.com rxiv.org scholar.google.cm sites.google.cm drive.google.cm docs.google.cm".split())
"""Names one letter off that belong to a site of their own."""
_OFTEN = 5
"""Links from which the list itself shows how the name of a site is spelt."""
_SHORTEST = 9
"""Names of fewer characters are often one letter apart: `icml.cc` and `iclr.cc`."""
_LONGEST = 60
"""Longer names are not compared beyond this (characters)."""
_WWW = ("ww.", "wwww.")


class MisspeltHost(Rule):
    """The name of a site is misspelt, lacks its ending or ends in a dot: `arixv.org`, `https://github/`, `github.com.`.

    The link is dead, or points to whoever registered the misspelt name. The unsafe fix writes the correct name.

    The finding is an error for sites such as arXiv and GitHub, and a warning for other sites that this list links five
    times or more. A dot at the end is a warning, because some sites do not answer to such a name.
    """

    severity = Severity.ERROR
    reason = "no site is known by this name, but one that differs in a letter or two"
    is_broken = True
    examples = (
        Bad(f"* [{TITLE}](https://arixv.org/abs/2310.05915)\n", fixed=f"* {FIREACT}\n"),
        Good(f"* {FIREACT}\n"),
        Good("* [Metal-Organic Frameworks](https://chemrxiv.org/engage/chemrxiv/article-details/60c73e4f)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        links = [(link, "/".join(link.href.split("/", 3)[:3])) for link in hyperlinks(listing)]
        hosts = {start: _host(start) for start in {start for _, start in links}}
        counts = Counter([host for _, start in links if (host := hosts[start])])
        often = {host for host, count in counts.items() if count >= _OFTEN}
        by_stump = _by_stump(often - _KNOWN)
        unknown = [host for host in counts if host not in often and host not in _KNOWN]
        meant = {host: name for host in unknown if (name := _meant(host, by_stump)) is not None}
        meant |= {host: "doi.org" for host in {*_dois(links)} & {*unknown} if is_one_slip(host, "doi.org")}
        for link, host in [(link, hosts[start]) for link, start in links] if meant else ():
            if (name := meant.get(host)) is not None:
                yield self._report(listing, link, host, name)

    def _report(self, listing: Listing, link: Link, host: str, name: str) -> Diagnostic:
        url = link.href.replace(host, name, 1) if host in link.href else None
        fix = write_url(link, url, Safety.UNSAFE) if url is not None else None
        message = f"`{host}` is probably a misspelling of `{name}`"
        severity = None if name in _KNOWN or name in DOI_HOSTS else Severity.WARNING
        return self.at(listing, target_span(link), message, fix=fix, severity=severity)


def _dois(links: Iterable[tuple[Link, str]]) -> Iterator[str]:
    """The hosts of URLs whose path is a DOI: so short a name is misspelt only there."""
    return (_host(start) for link, start in links if link.href.startswith("/10.", len(start)))


@lru_cache(maxsize=4_096)
def _host(url: str) -> str:
    """The host of a URL in lower case, without user, port and `www.`; empty for a path. Browsers drop line breaks."""
    scheme, _, rest = "".join(url.split()).partition("://")
    if not rest or scheme.lower() not in {"http", "https"}:
        return ""
    host = rest.partition("/")[0].partition("?")[0].partition("#")[0].rpartition("@")[2].partition(":")[0]
    return host.lower().removeprefix("www.")


def _is_long(host: str) -> bool:
    """Whether the registered name of a host is so long that no other site differs from it in one letter."""
    domain = registered_domain(host)
    return domain.count(".") == 1 and len(domain) >= _SHORTEST


def _meant(host: str, by_stump: Mapping[str, str]) -> str | None:
    """The name that `host` is a misspelling of; None if it is not one."""
    if host.endswith(".") and "." in (name := host[:-1]) and ".." not in host:
        return name
    if "." not in host and (whole := {each for each in _KNOWN if each.startswith(f"{host}.") and each.count(".") == 1}):
        return min(whole)  # `https://github/...`
    if host.startswith(_WWW) and (name := host.partition(".")[2]) in _KNOWN:
        return name
    if host in _OTHERS:
        return None
    stumps = _stumps(host)
    for stump in stumps:
        if (name := _known_by_stump().get(stump, "")) and _is_one_off(host, name):
            return name
    for stump in stumps if by_stump else ():
        name = by_stump.get(stump, "")
        if name and _is_one_off(host, name) and all(map(_is_long, (host, name))) and _outside(host) == _outside(name):
            return name
    return None


def _outside(host: str) -> str:
    """The part of a host before the registered name."""
    return host.removesuffix(registered_domain(host))


@cache
def _known_by_stump() -> dict[str, str]:
    return _by_stump(_KNOWN)


def _by_stump(names: Iterable[str]) -> dict[str, str]:
    return {stump: name for name in names for stump in _stumps(name)}


def _stumps(name: str) -> list[str]:
    """A name, and the name without each of its characters: two names one letter apart have one in common."""
    return [name, *(name[:index] + name[index + 1 :] for index in range(min(len(name), _LONGEST)))]


def _is_one_off(one: str, other: str) -> bool:
    """Whether one letter was changed, added, left out, or swapped with the next; digits number sites and years."""
    differing = next((pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]), ())
    return not any(each.isdigit() for each in differing) and is_one_slip(one, other)


_USUAL = 20
"""How often a label must be written one way for another way to be a slip."""
_RARE = 0.05
"""Up to this share of the usual form, a form is a slip."""
_SHORTEST_LABEL = 5
"""Shorter words are near to each other: `Data`, `Date`."""

_TAG = lazy_pattern(r"\W{0,3}[\[(]([^\W\d_]{7,20})[\])]\W{0,3} ")
_OF_SEVERAL = 3
"""This many entries must have a tag for another one to be a slip of it."""

_LIST = "".join(
    f"* [Agents of Kind {number}](https://arxiv.org/abs/2310.{number:05})\n  - Dataset: ALFWorld {number}\n"
    for number in range(1, 21)
)
_OTHER = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"


class MisspeltLabel(Rule):
    """A field name has a typo or two colons: `Datset:` or `Dataset::` in a list with `Dataset:`.

    Searches, and programs that read the field, miss this entry. The unsafe fix writes the usual name. The rule applies
    to field names at the start of a line below the title, if the list has the usual one at least twenty times as often
    as the other.

    Only a note: plurals and capitals, such as `Keywords` beside `Keyword`.
    """

    severity = Severity.WARNING
    reason = "the list writes the label otherwise elsewhere"
    examples = (
        Bad(f"{_LIST}{_OTHER}  - Datset: HotpotQA\n", fixed=f"{_LIST}{_OTHER}  - Dataset: HotpotQA\n"),
        Good(f"{_OTHER}  - Datset: HotpotQA\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per label."""
        yield from self._tags(listing)
        labels = texts_of(listing).labels
        counts = Counter(each.words for each in labels)
        usual = {words: count for words, count in counts.items() if count >= _USUAL}
        if not usual:
            return
        doubled = Counter(each.words for each in labels if _has_two_colons(each))
        by_case = {words.lower(): words for words in usual}
        neighbours = Neighbours(by_case)
        meant = {words: _usual_label(words, counts, by_case, neighbours) for words in counts if words not in usual}
        for each in labels:
            span = literal(each.prose, each.start, each.start + len(each.words))
            if span is None:
                continue
            if other := meant.get(each.words):
                is_note = is_inflected(each.words, other) or each.words.lower() == other.lower()
                message = f"`{each.words}:` is written `{other}:` in this list ({counts[other]:,} times)"
                yield self.at(listing, span, message, new=other, is_note=is_note)
            elif _has_two_colons(each) and doubled[each.words] <= _RARE * usual.get(each.words, 0):
                yield self.at(listing, span, f"two colons after `{each.words}`")

    def _tags(self, listing: Listing) -> Findings:
        """Words in brackets before titles that one entry has, one slip away from those of several others."""
        heads = ((each.head, match) for each in listing.entries if (match := _TAG.match(each.head.text)))
        places = ((literal(prose, *match.span(1)), match[1]) for prose, match in heads)
        tags = [(span, word) for span, word in places if span is not None]
        counts = Counter(word for _, word in tags)
        near = Neighbours(word for word, count in counts.items() if count >= _OF_SEVERAL)
        for span, word in tags:
            meant = tuple(near.of(word)) if counts[word] == 1 else ()
            if len(meant) == 1 and not is_inflected(word, meant[0]):
                message = f"`{word}` looks like a typo for `{meant[0]}`, the tag of {counts[meant[0]]:,} entries"
                yield self.at(listing, span, message, new=meant[0], severity=Severity.NOTE)


def _usual_label(
    words: str, counts: Mapping[str, int], by_case: Mapping[str, str], neighbours: Neighbours
) -> str | None:
    """The usual label that a rare one was meant to be; None if there is none, or more than one."""
    near = neighbours.of(words.lower()) if len(words) >= _SHORTEST_LABEL else frozenset()
    found = [by_case[each] for each in (*near, words.lower()) if each in by_case]
    return found[0] if len(found) == 1 and counts[words] <= _RARE * counts[found[0]] else None


def _has_two_colons(label: FieldLabel) -> bool:
    after = label.prose.text[label.start + len(label.words) : label.end]
    return after.count(":") + after.count("：") > 1
