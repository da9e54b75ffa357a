"""The rule `wrong-paper`: links that lead to another paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.facts.model import Facts, Paper
from bot.linter.diagnostics import Severity
from bot.linter.rule import Bad, Good, Need, Rule
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.titles import Match, compare_titles, is_mentioned, title_key
from bot.rules.link_targets import target_span
from bot.rules.prose import full_text
from bot.rules.sameness import names_in
from bot.rules.works import described_papers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.document import Link
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.listing import Entry, Listing

_ALIKE = frozenset({Match.SAME, Match.CLOSE})
_MOST = 0.8
_FEWEST = 10
"""If more than this share of at least this many entries differ, the list does not use the titles of papers."""

_FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
_ENTRY = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"


def _paper(title: str, *earlier: str) -> Facts:
    return Facts({_FIREACT: Paper(_FIREACT, title, earlier, version=len(earlier) + 1)})


class WrongPaper(Rule):
    """The link works but leads to another paper than the entry names.

    Only a reader who clicks ever notices: the id of the line above, a wrong digit, a reference that a program made up.
    The message gives arXiv's title of the linked paper; look up the right id by the title of the entry.

    Papers are renamed, get an alias, lose a subtitle. So the titles of all versions are compared, and nothing is
    reported if one of them is at least 70 % similar to the entry's or shares nearly all its words; if the entry names
    the paper's alias, another of its titles or an author; or if its title is very short, in another script, or only
    names authors. Links outside of entries, as in news, are compared if an entry has the same title.
    """

    slug: ClassVar[str] = "wrong-paper"
    severity: ClassVar[Severity] = Severity.ERROR
    needs: ClassVar[Need] = Need.PAPERS
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(_ENTRY, facts=_paper("Auto-Encoding Variational Bayes")),
        Good(_ENTRY, facts=_paper("FireAct: toward {Language} agent fine-tuning")),
        Good(_ENTRY, facts=_paper("Agents That Learn From Many Teachers", "Toward Language Agent Fine-tuning")),
        Good(
            "* [FireAct](https://arxiv.org/abs/2310.05915)\n",
            facts=_paper("Auto-Encoding Variational Bayes"),
        ),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Yield one diagnostic per entry."""
        compared, wrong = 0, []
        for entry, link, paper in described_papers(listing, context):
            if entry.title is None:
                continue
            match = compare_titles(entry.title.value, paper.title)
            compared += match is not Match.UNCOMPARABLE
            if match is Match.DIFFERENT and _is_another(entry, paper, context.known):
                wrong.append((link, paper))
        wrong += _mentioned(listing, context)
        doubtful = compared >= _FEWEST and len(wrong) > _MOST * compared
        for link, paper in wrong:
            message = f'arXiv {paper.identifier.value} is another paper: "{paper.title}"'
            yield self.at(listing, target_span(link), message, severity=Severity.NOTE if doubtful else None)


def _mentioned(listing: Listing, context: Context) -> Iterator[tuple[Link, Paper]]:
    """The links outside of entries, as in news, that are on the title of an entry but lead to another paper."""
    for mention in (each for block in listing.skipped for each in block.mentions):
        paper = context.known.paper(mention.identifier)
        if mention.title is None or paper is None or title_key(mention.title) not in context.catalog.by_title:
            continue
        titles = (paper.title, *(paper.other_titles or ()))
        if paper.other_titles is not None and all(
            compare_titles(mention.title, title) is Match.DIFFERENT for title in titles
        ):
            yield mention.link, paper


def _is_another(entry: Entry, paper: Paper, facts: Facts) -> bool:
    """Whether a paper with another title than the entry's is certainly not the intended one."""
    if entry.title is None or paper.other_titles is None:
        return False
    written = entry.title.value
    if any(compare_titles(written, title) is not Match.DIFFERENT for title in paper.other_titles):
        return False
    titles = (paper.title, *paper.other_titles)
    if any(compare_titles(name, title) in _ALIKE for name in names_in(entry) if name for title in titles):
        return False
    text = full_text(entry)
    if any(is_mentioned(title, paper.authors, text) for title in titles):
        return False
    others = (facts.paper(identifier) for identifier in entry.identifiers if identifier != paper.identifier)
    return not any(
        compare_titles(written, title) is Match.SAME
        for other in others
        if other is not None
        for title in (other.title, *(other.other_titles or ()))
    )
