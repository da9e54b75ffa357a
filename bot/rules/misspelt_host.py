"""The rule `misspelt-host`: links to a site whose name is written wrongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from bot.listing import Link, Listing
from bot.papers.similarity import is_one_slip
from bot.papers.urls import registered_domain
from bot.rules.api import Bad, Context, Diagnostic, Findings, Good, Rule, Safety, Severity
from bot.rules.link_targets import hyperlinks, target_span, write_url

_KNOWN = frozenset(
    """
    aclanthology.org aclweb.org arxiv.org biorxiv.org medrxiv.org colab.research.google.com dl.acm.org docs.google.com
    drive.google.com eprint.iacr.org github.com huggingface.co ieeexplore.ieee.org link.springer.com ndss-symposium.org
    ojs.aaai.org onlinelibrary.wiley.com openaccess.thecvf.com openreview.net papers.nips.cc paperswithcode.com
    proceedings.mlr.press proceedings.neurips.cc pubmed.ncbi.nlm.nih.gov raw.githubusercontent.com researchgate.net
    scholar.google.com sciencedirect.com semanticscholar.org sites.google.com techrxiv.org usenix.org youtube.com
    zhuanlan.zhihu.com
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
    """The name of a site is misspelt or ends in a dot: `githuba.com`, `arixv.org`, `github.com.`.

    The link is dead, or leads to whoever registered the misspelt name. To fix it, write the right name, as the unsafe
    fix does.

    It is an error if the right name is that of a site that most lists of papers link. It is a warning if the list
    itself links the site five times or more. A dot at the end is a warning, because some sites do not answer to such a
    name.
    """

    severity = Severity.ERROR
    reason = "no site is known by this name, but one that differs in a letter or two"
    is_broken = True
    examples = (
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](https://arixv.org/abs/2310.05915)\n",
            fixed="* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n",
        ),
        Good("* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"),
        Good("* [Metal-Organic Frameworks](https://chemrxiv.org/engage/chemrxiv/article-details/60c73e4f)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        links = [(link, _host("/".join(link.href.split("/", 3)[:3]))) for link in hyperlinks(listing)]
        counts = Counter([host for _, host in links if host])
        often = {host for host, count in counts.items() if count >= _OFTEN}
        by_stump = _by_stump(often - _KNOWN)
        unknown = [host for host in counts if host not in often and host not in _KNOWN]
        meant = {host: name for host in unknown if (name := _meant(host, by_stump)) is not None}
        for link, host in links:
            if (name := meant.get(host)) is not None:
                yield self._report(listing, link, host, name)

    def _report(self, listing: Listing, link: Link, host: str, name: str) -> Diagnostic:
        url = link.href.replace(host, name, 1) if host in link.href else None
        fix = write_url(link, url, Safety.UNSAFE) if url is not None else None
        message = f"`{host}` is probably a misspelling of `{name}`"
        severity = None if name in _KNOWN else Severity.WARNING
        return self.at(listing, target_span(link), message, fix=fix, severity=severity)


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
