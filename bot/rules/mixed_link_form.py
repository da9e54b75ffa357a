"""The rule `mixed-link-form`: links to arXiv's abstract page in a list of PDFs, or vice versa."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from bot.listing import Entry, Listing
from bot.papers.arxiv_ids import MALFORMED, NONCANONICAL, Problem
from bot.papers.identifiers import ArxivForm, Target, canonical_url, identify
from bot.rules import FIREACT, TITLE, URL
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity, option
from bot.rules.link_targets import quoted_url, target_span, write_url
from bot.text import lazy_pattern

_SAYS_ITS_FORM = lazy_pattern(r"\b(?:pdf|abs(?:tract)?|html)\b", re.IGNORECASE)
_ALLOWED = frozenset({Problem.VERSION, Problem.PDF_SUFFIX})
"""Problems with which the link can still be rewritten; `noncanonical-link` fixes the others first."""


@dataclass(frozen=True, eq=False)
class MixedLinkForm(Rule):
    """A link points to arXiv's abstract page in a list that links PDFs, or the other way round.

    To turn the rule on, set `conventions.arxiv_form` to the page that the list links. The example is for `pdf`.

    Not reported: entries that link both pages, and link texts that name the page, such as `[pdf]`.
    """

    can_be_habit = False
    severity = Severity.WARNING
    reason = "most links of the list have another form"
    examples = (
        Bad(f"* {FIREACT}\n", fixed=f"* [{TITLE}](https://arxiv.org/pdf/2310.05915)\n"),
        Good(f"* {TITLE} [[abs]({URL})]\n"),
    )

    arxiv_form: Literal["abs", "pdf"] | None = option(None, "The page to link; overrides `conventions.arxiv_form`.")

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per paper."""
        form = self._form(listing)
        if form is None:
            return
        for paper in listing.papers:
            target = _other_form(paper, form)
            if target is None or paper.link is None:
                continue
            url = canonical_url(target, form, keep_version=True)
            if url is not None:
                message = f"links the {target.form} page; the list links {form}: {quoted_url(url)}"
                yield self.at(listing, target_span(paper.link), message, fix=write_url(paper.link, url))

    def _form(self, listing: Listing) -> ArxivForm | None:
        if self.arxiv_form is not None:
            return ArxivForm(self.arxiv_form)
        habit = listing.conventions.arxiv_form
        return habit.value if habit is not None and habit.is_firm else None


def _other_form(paper: Entry, form: ArxivForm) -> Target | None:
    """The target of the paper's link, if it is the wrong one of the two pages and no other link has the right one."""
    if paper.link is None or _SAYS_ITS_FORM.search(paper.link.label):
        return None
    target = identify(paper.link.href)
    if target.form not in (ArxivForm.ABS, ArxivForm.PDF) or target.form is form:
        return None
    if set(target.problems) & (MALFORMED | NONCANONICAL - _ALLOWED):
        return None
    others = (identify(link.href) for link in paper.links)
    if any(each.identifier == target.identifier and each.form is form for each in others):
        return None
    return target
