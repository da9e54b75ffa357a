"""The rule `malformed-arxiv-id`: arXiv ids that cannot exist."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container

from bot.listing import Link, Listing
from bot.papers.arxiv_ids import MALFORMED, Problem
from bot.papers.identifiers import Scheme, Target, corrected_url, identify, is_future
from bot.rules import FIREACT, TITLE
from bot.rules.api import Bad, Context, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.link_targets import find_glued, target_span, write_url
from bot.rules.prose import plain
from bot.rules.texts import texts_of
from bot.text import lazy_pattern

_REASONS = {
    Problem.MONTH_OUT_OF_RANGE: "its third and fourth digits are not a month",
    Problem.BEFORE_FIRST_MONTH: "ids of this form do not go back to that month",
    Problem.TOO_FEW_DIGITS: "too few digits after the dot",
    Problem.FOUR_DIGITS_AFTER_2014: "since 2015 ids have five digits after the dot",
    Problem.FIVE_DIGITS_BEFORE_2015: "before 2015 ids had four digits after the dot",
    Problem.SIX_DIGITS: "too many digits after the dot",
    Problem.ZERO_SEQUENCE: "numbers start at 1",
    Problem.HUGE_SEQUENCE: "no month has had that many papers",
    Problem.WRONG_SEPARATOR: "the dot is missing or misplaced",
    Problem.UNKNOWN_ARCHIVE: "there is no such arXiv archive",
    Problem.NO_IDENTIFIER: "the URL contains no id",
    Problem.LEADING_TEXT: "there is text before the id",
    Problem.TRAILING_TEXT: "there is text after the id",
    Problem.NO_PAGE: "arXiv has no such path",
}
_UNSURE = frozenset({Problem.HUGE_SEQUENCE})
_WRITTEN = lazy_pattern(r"\barxiv:\s?(\d{4}\.\d{3,6})(?![\d.]*\d)", re.IGNORECASE, needs=("arxiv:",))


class MalformedArxivId(Rule):
    """A link to arXiv, or a text such as `arXiv:2313.05915`, contains an id that cannot exist.

    An id consists of year, month and a five-digit sequence number (four digits before 2015): `YYMM.NNNNN`. Before April
    2007 an id is `archive/YYMMNNN` ([arXiv explains it](https://info.arxiv.org/help/arxiv_identifier.html)).

    Look up the title on arXiv. The bot offers a fix if only one correction is possible. It is safe if it keeps every
    digit (`2310-05915` becomes `2310.05915`), and no other entry has the id.
    """

    severity = Severity.ERROR
    reason = "arXiv has no ids of this form"
    is_broken = True
    examples = (
        Bad(f"* [{TITLE}](https://arxiv.org/abs/2313.05915)\n"),
        Bad(f"* [{TITLE}](https://arxiv.org/abs/2310-05915)\n", fixed=f"* {FIREACT}\n"),
        Bad("* [Agents That Do Not Exist Yet](https://arxiv.org/abs/3001.00001)\n"),
        Good(f"* {FIREACT}\n"),
        Good("* [Teleporting an Unknown Quantum State](https://arxiv.org/abs/quant-ph/9802018)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        main = {entry.link.span: entry.link.href for entry in listing.papers if entry.link is not None}
        counts, now = Counter(main.values()), f"{context.today:%y%m}"
        told = set[int]()
        for link, target in [(link, identify(link.href)) for link in listing.document.links if not link.image]:
            work = target.identifier
            is_old = (
                work is None or work.scheme is not Scheme.ARXIV or (work.value[4:5] == "." and work.value[:4] <= now)
            )
            if target.problems or not is_old:
                is_repeated = counts[link.href] > (link.span in main)
                found = [*self._link(link, target, listing, context, is_repeated=is_repeated)]
                told.update(link.span.start for _ in found)
                yield from found
        yield from self._written(listing, told)

    def _link(self, link: Link, target: Target, listing: Listing, context: Context, *, is_repeated: bool) -> Findings:
        if Problem.PLACEHOLDER in target.problems:
            return
        problem = next((each for each in target.problems if each in MALFORMED), None)
        is_told = _is_text_behind(link, target) or _is_cut(listing, link, target)
        if problem is not None and not is_told and find_glued(link.href) is None:
            severity = Severity.WARNING if problem in _UNSURE else None
            what = "not a page of arXiv" if problem is Problem.NO_PAGE else "not a valid arXiv id"
            message = f"{what}: {_REASONS[problem]}"
            fix = _fix(link, target, context, is_repeated=is_repeated)
            yield self.at(listing, target_span(link), message, fix=fix, severity=severity)
        elif target.identifier is not None and is_future(target.identifier, context.today):
            message = f"arXiv {target.identifier.value} is from a month in the future"
            yield self.at(listing, target_span(link), message)

    def _written(self, listing: Listing, told: Container[int]) -> Findings:
        """The ids in texts that do not exist; what links say is reported there, as are values of data that name one."""
        for _, prose, *_ in texts_of(listing).matching(_WRITTEN):
            if prose.span(0, 1).start in told:
                continue
            for match in _WRITTEN.finditer(plain(prose)):
                run = prose.runs[prose.run_at(match.start())]
                problems = identify(f"https://arxiv.org/abs/{match[1]}").problems
                problem = next((each for each in problems if each in MALFORMED), None)
                if problem is not None and run.link is None:
                    message = f"not a valid arXiv id: {_REASONS[problem]}"
                    yield self.at(listing, prose.span(*match.span(1)), message, severity=Severity.WARNING)


def _is_text_behind(link: Link, target: Target) -> bool:
    """Whether the link is a bare URL in running text that includes the text after it."""
    return link.bare and Problem.TRAILING_TEXT in target.problems


def _is_cut(listing: Listing, link: Link, target: Target) -> bool:
    """Whether the link is what a space left of the URL in a link, which `malformed-link` reports."""
    before = listing.text.content[max(link.span.start - 2, 0) : link.span.start]
    return link.bare and Problem.NO_IDENTIFIER in target.problems and before == "]("


def _fix(link: Link, target: Target, context: Context, *, is_repeated: bool) -> Fix | None:
    """Write the corrected id; not safe where another entry has that one, or the malformed one: one of them is wrong."""
    url = corrected_url(target)
    if url is None or target.suggestion is None:
        return None
    same_digits = "".join(filter(str.isdigit, link.href)) == "".join(filter(str.isdigit, url))
    work = identify(url).identifier
    others = context.catalog.by_work.get(work, ()) if work is not None else ()
    is_shared = is_repeated or any(each.entry.link is not link for each in others)
    return write_url(link, url, Safety.SAFE if same_digits and not is_shared else Safety.UNSAFE)
