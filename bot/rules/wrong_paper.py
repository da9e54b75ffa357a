"""The rule `wrong-paper`: links that lead to another paper."""

from __future__ import annotations

from collections.abc import Iterator

from bot.facts.model import Facts
from bot.listing import Link, Listing
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.record import Record
from bot.papers.similarity import Match, compare_titles, is_mentioned, title_key
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.link_targets import target_span
from bot.rules.prose import full_text
from bot.rules.works import Recorded, describe_authors, describe_title, match_titles, recorded_entries, shares_name

_MOST = 0.8
_FEWEST = 10
"""If more than this share of at least this many entries differ, the list does not use the titles of papers."""

_FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
_ENTRY = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"


def _paper(title: str, *earlier: str) -> Facts:
    return Facts({_FIREACT: Record(title, earlier, identifier=_FIREACT, version=len(earlier) + 1)})


class WrongPaper(Rule):
    """A link works, but leads to another paper than the one that the entry names.

    The id may be that of another entry, have a wrong digit, or be made up by a program. To fix it, look up the title of
    the entry. The message gives the title on record, which is from arXiv, Crossref, DataCite or the `citation_*` meta
    tags of the page.

    Only a note: two titles that share nothing but a distinctive name.

    Not reported:

    - titles that are at least 70 % similar to the title of any version, or have nearly all its words, unless they begin
      with different names;
    - entries that name the paper's alias, another of its titles or an author;
    - titles that are very short or in another script.
    """

    severity = Severity.ERROR
    reason = "the record of that id is of another title"
    examples = (
        Bad(_ENTRY, facts=_paper("Auto-Encoding Variational Bayes")),
        Good(_ENTRY, facts=_paper("FireAct: toward {Language} agent fine-tuning")),
        Good(_ENTRY, facts=_paper("Agents That Learn From Many Teachers", "Toward Language Agent Fine-tuning")),
        Good("* [FireAct](https://arxiv.org/abs/2310.05915)\n", facts=_paper("Auto-Encoding Variational Bayes")),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        compared, wrong = 0, []
        for recorded in recorded_entries(listing, context):
            match = match_titles(recorded.title, (recorded.record.title,))
            compared += match is not Match.UNCOMPARABLE
            if match is Match.DIFFERENT and (severity := _weigh(recorded)) is not None:
                wrong.append((recorded.link, recorded.record, severity))
        wrong += _mentioned(listing, context)
        doubtful = compared >= _FEWEST and len(wrong) > _MOST * compared
        for link, record, severity in wrong:
            message = _describe(link, record)
            yield self.at(listing, target_span(link), message, severity=Severity.NOTE if doubtful else severity)


def _describe(link: Link, record: Record) -> str:
    """Which paper a link leads to, and who says so."""
    identifier = identify(link.href).identifier
    title, authors = describe_title(record.title), f" by {describe_authors(record.authors)}" if record.authors else ""
    if identifier is not None and identifier.scheme is Scheme.ARXIV:
        return f"arXiv {identifier.value} is another paper: {title}{authors}"
    return f"the link leads to another paper; {record.source} has {title}{authors}"


def _mentioned(listing: Listing, context: Context) -> Iterator[tuple[Link, Record, Severity]]:
    """The links outside of entries, such as those of news, on the title of an entry, that lead to another paper."""
    from bot.facts.model import read_statements  # needed with facts only

    for mention in (each for block in listing.skipped for each in block.mentions):
        paper = context.known.paper(mention.identifier)
        if mention.title is None or paper is None or title_key(mention.title) not in context.catalog.by_title:
            continue
        record = read_statements(paper)
        if record.titles is not None and match_titles(mention.title, record.all_titles) is Match.DIFFERENT:
            yield mention.link, record, Severity.ERROR


def _weigh(recorded: Recorded) -> Severity | None:
    """How surely a work whose title differs from the entry's is not the one that is meant; None: it may well be."""
    entry, record = recorded.entry, recorded.record
    if record.titles is None:
        return None
    written, titles = recorded.title, record.all_titles
    if match_titles(written, titles) is not Match.DIFFERENT or recorded.has_other_name():
        return None
    if recorded.has_title_elsewhere():
        return None
    if any(compare_titles(written, title) is Match.SAME for other in recorded.others for title in other.all_titles):
        return None
    if recorded.denies_authors():
        return Severity.ERROR
    text = full_text(entry)
    if recorded.names_authors() or any(is_mentioned(title, record.authors, text) for title in titles):
        return None
    return Severity.NOTE if any(shares_name(written, title) for title in titles) else Severity.ERROR
