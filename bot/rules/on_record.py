"""The rules about whole papers on record: `unknown-paper`, `withdrawn-paper`, `wrong-paper` and others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.facts.model import Absent, Facts, Unknown
from bot.listing import Entry, Link, Listing
from bot.listing.values import section_path
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.record import Record
from bot.papers.similarity import Match, compare_titles, is_mentioned, share_name, title_key
from bot.papers.venues import find_known_venues
from bot.rules import URL
from bot.rules.api import Bad, Context, Findings, Good, Rule, Severity
from bot.rules.link_targets import target_span
from bot.rules.prose import full_text
from bot.rules.works import (
    Recorded,
    describe_authors,
    describe_title,
    find_described,
    find_recorded,
    links_to,
    match_titles,
    recorded_entries,
)
from bot.text import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.listing.claims import ClaimedVenue

_FIREACT = Identifier(Scheme.ARXIV, "2310.05915")
_TITLE = "FireAct: Toward Language Agent Fine-tuning"
_ENTRY = f"* [{_TITLE}](https://arxiv.org/abs/2310.05915)\n"


def _paper(title: str, *earlier: str) -> Facts:
    return Facts({_FIREACT: Record(title, earlier, identifier=_FIREACT, version=len(earlier) + 1)})


class UnknownPaper(Rule):
    """A link points to a paper that arXiv does not have.

    A digit is mistyped, or the reference was made up. Look up the paper by its title.

    Before it reports a paper, the bot asks arXiv twice, each time together with a paper that exists, and then DataCite,
    where arXiv registers its papers.

    Not reported: papers that arXiv or DataCite knows, and all papers while arXiv does not answer.
    """

    severity = Severity.ERROR
    reason = "arXiv answered that it has no such id"
    examples = (
        Bad(_ENTRY, facts=Facts({_FIREACT: Absent()})),
        Good(_ENTRY, facts=_paper(_TITLE)),
        Good(_ENTRY, facts=Facts({_FIREACT: Unknown("arXiv answered 429")})),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per paper and line."""
        for link, identifier in links_to(listing, Scheme.ARXIV):
            if isinstance(context.known.papers.get(identifier), Absent):
                yield self.at(listing, target_span(link), f"arXiv has no paper {identifier.value}")


_LONGEST = 160
_COMMENTED = Record(_TITLE, None, identifier=_FIREACT, comment="Withdrawn by the authors")


class WithdrawnPaper(Rule):
    """The authors withdrew the paper from arXiv.

    Their comment says so, and the last version on arXiv is empty. Remove the entry, or link the paper that replaced it.
    """

    severity = Severity.WARNING
    reason = "arXiv says so"
    examples = (
        Bad(_ENTRY, facts=Facts({_FIREACT: replace(_COMMENTED, withdrawn=True)})),
        Good(_ENTRY, facts=Facts({_FIREACT: _COMMENTED})),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per paper and line."""
        for link, identifier in links_to(listing, Scheme.ARXIV):
            paper = context.known.paper(identifier)
            if paper is not None and paper.withdrawn:
                comment = f': "{shorten(paper.comment, _LONGEST)}"' if paper.comment else ""
                yield self.at(listing, target_span(link), f"arXiv {identifier.value} was withdrawn{comment}")


_AGENTS = Identifier(Scheme.ARXIV, "2307.05300")
_OLD = "Unleashing Cognitive Synergy in Large Language Models"
_NEW = "Unleashing the Emergent Cognitive Synergy: A Task-Solving Agent"
_RENAMED = Facts({_AGENTS: Record(_NEW, (_OLD,), identifier=_AGENTS, version=2)})


class RetitledPaper(Rule):
    """A later version of the paper has another title, and the list has the old one.

    Readers who search for the current title do not find the entry. Some lists follow such changes, others do not, so
    the bot never rewrites titles.
    """

    severity = Severity.NOTE
    examples = (
        Bad(f"* [{_OLD}](https://arxiv.org/abs/2307.05300)\n", facts=_RENAMED),
        Good(f"* [{_NEW}](https://arxiv.org/abs/2307.05300)\n", facts=_RENAMED),
    )

    def check_entry(self, entry: Entry, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        paper = find_described(entry, context)
        if paper is None or entry.title is None or not paper.titles:
            return
        written = entry.title.value
        if compare_titles(written, paper.title) in {Match.CLOSE, Match.DIFFERENT} and any(
            compare_titles(written, title) is Match.SAME for title in paper.titles
        ):
            yield self.at(listing, entry.title.span, f'the paper is now called "{paper.title}"')


_MOST = 0.8
_FEWEST = 10
"""If more than this share of at least this many entries differ, the list does not use the titles of papers."""


class WrongPaper(Rule):
    """A link works, but points to a different paper from the one that the entry names.

    The id may be that of another entry, have a mistyped digit, or be made up by a program. Look up the title of the
    entry. The message gives the title on record, which is from arXiv, Crossref, DataCite or the `citation_*` meta tags
    of the page.

    Only a note: two titles that share only a distinctive name (both begin with `FireAct:`).

    Not reported:

    - titles that are at least 70% similar to the title of any version, or have nearly all its words, unless they begin
      with different names;
    - entries that name the paper's alias (`FireAct` beside the title), another of its titles or an author;
    - titles that are very short or in another script.
    """

    severity = Severity.ERROR
    reason = "the record of that id is of another title"
    examples = (
        Bad(_ENTRY, facts=_paper("Auto-Encoding Variational Bayes")),
        Good(_ENTRY, facts=_paper("FireAct: toward {Language} agent fine-tuning")),
        Good(_ENTRY, facts=_paper("Agents That Learn From Many Teachers", "Toward Language Agent Fine-tuning")),
        Good(f"* [FireAct]({URL})\n", facts=_paper("Auto-Encoding Variational Bayes")),
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
    return f"the link points to another paper; {record.source} has {title}{authors}"


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
    return Severity.NOTE if any(share_name(written, title) for title in titles) else Severity.ERROR


_RESNET = "Deep Residual Learning for Image Recognition"
_CITED = f"* [{_RESNET}](https://doi.org/10.1109/cvpr.2016.90)"
_VENUE = "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"
_PUBLISHED = Facts(works={"10.1109/cvpr.2016.90": Record(_RESNET, venue=_VENUE, source="Crossref")})
_LONGEST_VENUE = 120


class WrongVenue(Rule):
    """An entry names a conference, but the paper was published at another one.

    Write the venue from the message, or link the version of the paper that you mean. For a paper on arXiv, this venue
    is what its authors state there, or what DBLP has.

    Only a note: the paper is from a workshop at that conference, and the entry does not say so.

    Not reported: different spellings of one conference; journals, which may hold a longer version of the paper;
    workshops, which may hold an earlier one.
    """

    severity = Severity.WARNING
    reason = "the record of the paper names another venue"
    examples = (
        Bad(_CITED + " (ICML 2016)\n", facts=_PUBLISHED),
        Good(_CITED + " (CVPR'16 oral)\n", facts=_PUBLISHED),
        Good(_CITED + " (TPAMI 2018)\n", facts=_PUBLISHED),
    )

    def check_entry(self, entry: Entry, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry."""
        from bot.listing.claims import read_claims  # needed with facts only
        from bot.papers.differences import are_different_venues

        recorded = find_recorded(entry, context)
        records = [record for record in recorded.records if record.venue] if recorded else []
        if recorded is None or not records or not recorded.is_described():
            return
        venues = read_claims(recorded.entry).venues
        is_linked = not recorded.record.preprint and bool(recorded.record.venue)
        severity, claimed, aside = None, venues[0] if venues else None, ""
        if not all(are_different_venues(it.text, one.venue, is_linked=is_linked) for it in venues for one in records):
            claimed = _find_main_venue(entry, listing, venues, records)
            severity, aside = Severity.NOTE, ", which is a workshop there"
        if claimed is not None:
            message = f"the list says {shorten(claimed.text, _LONGEST_VENUE)};"
            message += f" {records[0].source} has {shorten(records[0].venue, _LONGEST_VENUE)}{aside}"
            yield self.at(listing, claimed.span, message, severity=severity)


def _find_main_venue(
    entry: Entry, listing: Listing, venues: Sequence[ClaimedVenue], records: Sequence[Record]
) -> ClaimedVenue | None:
    """The conference that an entry names where all records are of one workshop or another at it, in the same year."""
    from bot.papers.witnesses import Track, read_track

    around = " ".join((full_text(entry), *section_path(listing, entry)))
    if {read_track(each.venue) for each in records} != {Track.WORKSHOP} or read_track(around) is not Track.MAIN:
        return None
    named = {(each.name, each.year) for record in records for each in find_known_venues(record.venue)}
    mentions = (each for each in venues if each.mention is not None and not each.mention.track)
    return next((each for each in mentions if each.mention and {(each.mention.name, each.year)} == named), None)
