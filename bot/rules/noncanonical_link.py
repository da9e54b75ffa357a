"""The rule `noncanonical-link`: the right page by another URL than its own."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from bot.linter.diagnostics import Edit, Fix, Safety, Severity
from bot.linter.rule import Bad, Good, Rule
from bot.listing import Convention
from bot.papers.arxiv_ids import MALFORMED, Problem
from bot.papers.identifiers import canonical_url, identify
from bot.papers.urls import strip_tracking
from bot.rules.link_targets import hyperlinks, quoted_url, target_span, write_url
from bot.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Listing
    from bot.papers.identifiers import Target

_DESCRIPTIONS = {
    Problem.HTTP: "http instead of https",
    Problem.WRAPPED: "a redirect of another site",
    Problem.NO_FORM: "neither abs nor pdf in the path",
    Problem.DOUBLE_SLASH: "a double slash",
    Problem.ID_PREFIX: "`arXiv:` before the identifier",
    Problem.ABS_WITH_PDF_SUFFIX: "`.pdf` on an abstract page",
    Problem.TRAILING_PUNCTUATION: "punctuation behind the identifier",
    Problem.QUERY: "a query that arXiv does not read",
    Problem.TRACKING: "parameters that only track the reader",
    Problem.FRAGMENT: "a place within the page",
    Problem.WWW_OR_MIRROR_HOST: "another host than arxiv.org",
    Problem.SUBJECT_CLASS: "the subject class in an old identifier",
    Problem.SPELLING: "another spelling than arXiv's own",
    Problem.VERSION: "a pinned version",
}
_LIGHT = frozenset(
    {Problem.WWW_OR_MIRROR_HOST, Problem.SUBJECT_CLASS, Problem.SPELLING, Problem.VERSION, Problem.FRAGMENT}
)
"""What may be meant, or does no harm: alone it is a note."""
_PLACE_IN_PAGE = lazy_pattern(r"#(?:page=\d+|[A-Za-z][\w.:-]*)")
_READING_POSITION = lazy_pattern(r"#(?:page=\d+\.\d+)?")


class _ArxivLink(NamedTuple):
    """A link to arXiv with its problems that are this rule's."""

    link: Link
    target: Target
    problems: tuple[Problem, ...]

    def best_url(self, *, keep: bool = True) -> str | None:
        """The same page by its best URL; `keep` keeps what may be meant: a version, a place in the page."""
        url = canonical_url(self.target, keep_version=keep)
        if url is None:
            return None
        suffix = ".pdf" if Problem.PDF_SUFFIX in self.target.problems else ""
        place = _PLACE_IN_PAGE.fullmatch("#" + self.target.url.partition("#")[2]) if keep else None
        return url + suffix + (place[0] if place else "")


class NoncanonicalLink(Rule):
    """A link to arXiv is not arXiv's own URL of the page, or has parameters that track the reader.

    `http://`, `abs/2310.05915.pdf`, a trailing `?` and the like still work, but whoever looks for the paper
    by its URL does not find it, and the same paper gets listed twice. The fix writes arXiv's own
    URL of the same page; it keeps the version, and `.pdf` where the list writes it.

    A pinned version (`v2`), another host of arXiv or a place within the page may be meant: that is
    only a note. Where four in five links of a list share a habit, such as `http://`, it is reported once.
    Tracking parameters (`utm_source`, `fbclid`) are looked for in the links of papers, whatever the site.
    """

    slug: ClassVar[str] = "noncanonical-link"
    severity: ClassVar[Severity] = Severity.WARNING
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(
            "* [PAG: Multi-Turn Reinforced LLM Self-Correction](https://arxiv.org/pdf/2506.10406?)\n",
            fixed="* [PAG: Multi-Turn Reinforced LLM Self-Correction](https://arxiv.org/pdf/2506.10406)\n",
        ),
        Bad(
            "* [FireAct: Toward Language Agent Fine-tuning](http://arxiv.org/abs/2310.05915.pdf)\n",
            fixed="* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n",
        ),
        Bad(
            "* [AGILE: A Framework of LLM Agents](https://arxiv.org/pdf/2405.14751v2)\n",
            fixed="* [AGILE: A Framework of LLM Agents](https://arxiv.org/pdf/2405.14751)\n",
        ),
        Good("* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/pdf/2310.05915.pdf)\n"),
        Good("* [FireAct](https://huggingface.co/papers/2310.05915)\n"),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per link, or one per habit of the whole list."""
        links = tuple(_arxiv_links(listing))
        habits = _habits(links)
        for habit in habits:
            yield self._habit(listing, habit, [each for each in links if habit in each.problems])
        for arxiv_link in links:
            problems = tuple(each for each in arxiv_link.problems if each not in habits)
            if problems:
                yield from self._check_link(listing, arxiv_link, problems)
        yield from self._trackers(listing)

    def _check_link(self, listing: Listing, found: _ArxivLink, problems: tuple[Problem, ...]) -> Iterator[Diagnostic]:
        """One link; its fix is unsafe where all that is wrong with it may be meant."""
        link, target = found.link, found.target
        meant = all(_may_be_meant(each, target) for each in problems)
        url = found.best_url(keep=not meant)
        if url is None or url == link.href or Problem.NO_SCHEME in target.problems:
            return
        fix = write_url(link, url, Safety.UNSAFE if meant else Safety.SAFE)
        fixed = [each for each in problems if meant or not _may_be_meant(each, target)]
        light = all(_is_light(each, target) for each in fixed)
        described = " and ".join(_DESCRIPTIONS[each] for each in fixed)
        message = f"the URL has {described}; write {quoted_url(url)}"
        severity = Severity.NOTE if light else None
        yield self.at(listing, target_span(link), message, fix=fix, severity=severity)

    def _habit(self, listing: Listing, habit: Problem, links: list[_ArxivLink]) -> Diagnostic:
        first = links[0]
        total = sum(_is_arxiv(identify(link.href)) for link in hyperlinks(listing))
        message = f"{len(links)} of {total} links to arXiv have {_DESCRIPTIONS[habit]}; this is the first"
        edits = tuple(
            Edit(each.link.url_span, url)
            for each in links
            if habit is not Problem.VERSION and each.link.url_span and (url := each.best_url())
        )
        fix = Fix(f"Write arXiv's own URL in all {len(edits)}", edits, Safety.UNSAFE) if edits else None
        return self.at(listing, target_span(first.link), message, fix=fix, severity=Severity.NOTE)

    def _trackers(self, listing: Listing) -> Iterator[Diagnostic]:
        """Trackers in the links of papers to other sites than arXiv."""
        for paper in listing.papers:
            for link in paper.links:
                url = strip_tracking(link.href)
                if link.image or url == link.href or identify(link.href).form is not None:
                    continue
                if link.url_span is None or listing.text[link.url_span] != link.href:
                    continue
                message = f"the URL has {_DESCRIPTIONS[Problem.TRACKING]}; write {quoted_url(url)}"
                yield self.at(listing, target_span(link), message, fix=write_url(link, url))


def _arxiv_links(listing: Listing) -> Iterator[_ArxivLink]:
    for link in hyperlinks(listing):
        target = identify(link.href)
        if not _is_arxiv(target) or MALFORMED.intersection(target.problems):
            continue
        if link.bare and Problem.TRAILING_PUNCTUATION in target.problems:
            continue  # brackets that do not close, not a URL with brackets
        yield _ArxivLink(link, target, tuple(each for each in target.problems if each in _DESCRIPTIONS))


def _is_arxiv(target: Target) -> bool:
    return target.form is not None and target.identifier is not None


def _habits(links: tuple[_ArxivLink, ...]) -> tuple[Problem, ...]:
    """The problems that the list as a whole has."""
    counts = Counter(problem for each in links for problem in each.problems)
    return tuple(problem for problem, count in counts.items() if Convention(True, count, len(links)).is_firm)


def _may_be_meant(problem: Problem, target: Target) -> bool:
    return problem is Problem.VERSION or (problem is Problem.FRAGMENT and _is_light(problem, target))


def _is_light(problem: Problem, target: Target) -> bool:
    if problem is Problem.FRAGMENT:
        return _READING_POSITION.fullmatch("#" + target.url.partition("#")[2]) is None
    return problem in _LIGHT
