"""The rule `mislabelled-link`: links whose text or badge names something else than their target."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from urllib.parse import unquote

from bot.document import Prose
from bot.document.anchors import slug
from bot.judgement import cached_property
from bot.linter.headings import fragment_links
from bot.listing import Entry, Link, Listing, Span
from bot.listing.labels import Label, read_badge
from bot.listing.links import Shown, is_code_host, label_of, shown_by
from bot.papers.arxiv_ids import MALFORMED
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.similarity import are_different_papers, are_same_paper, is_comparable, title_key
from bot.papers.urls import is_shortened, split_url, unwrap
from bot.papers.venues import is_date_or_venue
from bot.rules import FIREACT, TITLE, URL
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.link_targets import anchors_of, hyperlinks, target_span, templates_of, write_url
from bot.rules.prose import plain
from bot.rules.works import cite
from bot.text import group_pairs, has_any, lazy_pattern, shorten

_PAPER = lazy_pattern(r"\W*(?:paper|pdf|arxiv|论文)\W*", re.IGNORECASE, needs=("paper", "pdf", "arxiv", "论文"))
_WRITTEN_ID = lazy_pattern(r"\barxiv:\s?(\d{4}\.\d{4,5})(?!\d)", re.IGNORECASE)
_ID = lazy_pattern(r"(?:arxiv[: ]*)?(\d{4}\.\d{4,5})(?:v\d+)?", re.IGNORECASE, needs=".")
_ADDRESS = lazy_pattern(
    r"(?<![\w/.])(?:https?://|www\.|(?:dx\.)?doi\.org/|doi:\s?|10\.\d{4,9}/|arxiv\.org/|(?<!on )(?<!to )arxiv:\s?)"
    r"[^\s,;()\[\]<>\"']+",
    re.IGNORECASE,
    needs=("http", "www.", "doi", "10.", "arxiv"),
)
"""Addresses within words; a comment on a paper has the id of that in its title."""
_ARXIV = lazy_pattern(r"\W*arxiv\W*(?:preprint|paper|pdf|link|version)?[\W\d]*", re.IGNORECASE, needs=("arxiv",))
_HABIT = 5
"""This many labels of a venue and a year, or arXiv, say where and when papers were published, wherever links lead."""
_BOTH = 0.1
"""The share of entries labelled arXiv that have such a label too, up to which it is that of a venue."""
_CODE = lazy_pattern(
    r"\W*(?:code|codes|source code|github|git ?hub repo(?:sitory)?|repo|repository|代码)\W*", re.IGNORECASE
)
_NAME = lazy_pattern(r"(?!tHub)[a-z][A-Z]")
"""A capital within a word, as in `CoDe`, is that of a name, but for `GitHub`."""
_GITHUB = lazy_pattern(r"\W*github\W*", re.IGNORECASE)
_NOT_THE_PAPER = lazy_pattern(
    r"suppl|attachment|software|\banc\b|\.(?:zip|gz|tgz|bib)\b|paperswithcode|zenodo|figshare|codeocean"
    r"|\b10\.(?:24433|5281|6084|17605|17632|5061|7910)/|\.s\d{3}$|#.",
    re.IGNORECASE,
)
"""What an archive of code or data beside a paper, or a part of its page, has in its URL, or its DOI begins with."""
_GIT_HOSTS = ("git", "4open.science", "huggingface.co", "bitbucket.org", "codeberg.org", "sourceforge.net")
_SLUG = lazy_pattern(
    r"openaccess\.thecvf\.com/content[^?#]*/[^/_]+_(?P<cvf>[^/]+?)_[A-Z]{4,5}_\d{4}_paper\.(?:html|pdf)"
    r"|semanticscholar\.org/paper/(?P<s2>[^/?#]+)/[0-9a-f]{40}|paperswithcode\.com/paper/(?P<pwc>[\w-]+)"
    r"|researchgate\.net/publication/\d+_(?P<rg>[^/?#]+)|papers\.n(?:eur)?ips\.cc/paper/\d{1,4}-(?P<nips>[\w-]+)",
    needs="thecvf.com semanticscholar.org paperswithcode.com researchgate.net papers.n".split(),
)
"""URLs that hold the title of their paper."""
_FEWEST_WORDS = 4
"""Shorter titles in URLs are names."""
_SHORTEST_NAME = 4
_LONGEST_HEAD = 500
"""Characters; longer texts are about other papers too."""
_FEWEST_CODES, _SHARE = 3, 0.4
"""Cells with code, and with words, and their share of a column's, from which the column is one of these."""
_LONGEST = 40
"""Longer texts are titles (characters)."""
_WORDS_OF_SITES = ("arxiv", "code", "repo", "git", "代码")


class MislabelledLink(Rule):
    """The text or the badge of a link names one paper, repository or site, but the link points to another.

    Open the link, and correct the text or the target. The rule reports

    - `[code]` that points to a paper, and `[arXiv]` that points to a project page;
    - `[Paper]` that points to the same repository as `[Code]`;
    - a badge with the stars of another repository;
    - an id or URL in the text that differs from that of the link;
    - a URL that contains the title of another paper;
    - an item of the table of contents that points to another section.

    Only a note: a repository of the same name under another owner, because it may have moved; a link to code outside
    the column for code.
    """

    severity = Severity.WARNING
    reason = "the label and the URL contradict each other"
    examples = (
        Bad(f"* {FIREACT} [[code]({URL})]\n"),
        Bad(f"* {TITLE} [[arXiv:2310.05915](https://arxiv.org/abs/2310.12823)]\n"),
        Bad(
            "* [ReAct](https://arxiv.org/abs/2210.03629) "
            "[![stars](https://img.shields.io/github/stars/anchen1011/FireAct)](https://github.com/ysymyth/ReAct)\n",
            fixed="* [ReAct](https://arxiv.org/abs/2210.03629) "
            "[![stars](https://img.shields.io/github/stars/ysymyth/ReAct)](https://github.com/ysymyth/ReAct)\n",
        ),
        Good(f"* {FIREACT} [[code](https://github.com/anchen1011/FireAct)]\n"),
        Good(f"* {TITLE} [[arXiv:2310.05915]({URL})]\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link or badge."""
        for link in templates_of(listing).without(hyperlinks(listing)):
            if link.badge is not None:
                yield from self._badge(listing, link)
            elif (":" in link.label or "." in link.label[:-1]) and not link.bare:
                yield from self._id(listing, link)
        yield from self._badges_beside(listing)
        yield from self._columns(listing)
        yield from self._contents(listing)
        for entry in listing.entries:
            if entry.work is not None and entry.work.scheme is Scheme.ARXIV:
                yield from self._written_id(entry, listing)
            yield from self._paper_is_code(entry, listing)
        for entry in listing.papers:
            yield from self._addresses(entry, listing)
        labels = [(one, each) for one in listing.entries for each in one.links if not each.bare]
        others = _Others(listing, labels)
        for one, each in labels:
            if each.badge is not None or has_any(each.label.casefold(), _WORDS_OF_SITES):
                yield from filter(None, (self._label(others, one, each),))

    def _badge(self, listing: Listing, link: Link) -> Findings:
        """The badge of a link that shows another repository or paper than the link leads to."""
        if link.badge is None or (shown := shown_by(link.badge)) is None:
            return
        work = _work(link)
        if work is None or work.scheme is not shown.work.scheme or work == shown.work:
            return
        yield self._report(listing, link.badge, shown, link)

    def _columns(self, listing: Listing) -> Findings:
        """The one link to code in a column of words, where the cell in the column of the code is empty."""
        whole = (each for each in listing.papers if each.columns and len(each.cells) == len(each.columns))
        for (_, columns), rows in group_pairs(((each.section, each.columns), each) for each in whole).items():
            codes = [tuple(map(_code_in, row.cells)) for row in rows]
            counts = [sum(each is not None for each in column) for column in zip(*codes, strict=True)]
            place = counts.index(max(counts))
            if counts[place] < max(_FEWEST_CODES, _SHARE * len(rows)):
                continue
            for row, links in zip(rows, codes, strict=True):
                for index, link in enumerate(links if _is_blank(row.cells[place].text) else ()):
                    cells = [each.cells[index] for each in rows] if link is not None and counts[index] == 1 else []
                    words = sum(not _is_blank(each.text) and not any(each.links()) for each in cells)
                    if link is not None and cells and words >= max(_SHARE * len(rows), _FEWEST_CODES):
                        message = f"the link to the code stands under `{columns[index]}`, not under `{columns[place]}`"
                        yield self.at(listing, target_span(link), message, severity=Severity.NOTE)

    def _badges_beside(self, listing: Listing) -> Findings:
        """The badges that are not links and show what no link of their entry leads to, where one leads to another."""
        inside = {each.badge.span for each in listing.document.links if each.badge is not None}
        for image in listing.document.links:
            if not image.image or image.span in inside or (shown := shown_by(image)) is None:
                continue
            entry = listing.entry_at(image.span.start)
            if entry is None or shown.work in entry.identifiers:
                continue
            works = [(_work(each), each) for each in entry.links]
            if any(work == shown.work for work, _ in works):
                continue
            link = _badged(image, shown.work.scheme, works)
            if link is not None:
                yield self._report(listing, image, shown, link)

    def _report(self, listing: Listing, badge: Link, shown: Shown, link: Link) -> Diagnostic:
        """The finding for a badge; a fix makes it show what the link leads to."""
        words, entry = _words(link), listing.entry_at(link.span.start)
        if entry is not None and _is_of(entry, shown.work, link):
            message = f"the link points to `{words}`, but its badge shows `{shown.words}`, as the entry does"
            return self.at(listing, target_span(link), message)
        message = f"the badge shows `{shown.words}`, but the link points to `{words}`"
        fix = None
        if badge.url_span is not None and listing.text[badge.url_span] == badge.href:
            start = badge.url_span.start + shown.start
            edit = Edit(Span(start, start + len(shown.words)), words)
            fix = Fix("Show what the link points to", (edit,), Safety.UNSAFE)
        is_moved = shown.words.rpartition("/")[2].lower() == words.rpartition("/")[2].lower()
        is_note = is_moved and shown.work.scheme is Scheme.GITHUB
        return self.at(listing, target_span(badge), message, fix=fix, is_note=is_note)

    def _id(self, listing: Listing, link: Link) -> Findings:
        """A text that is an id or a URL, of another work than the target."""
        if listing.text.content.startswith("](", link.span.end):
            return  # the text of a link is a link itself: `unreadable-entry`
        label, work = link.label.strip().strip("[]()"), _work(link)
        if work is None or "..." in label or "…" in label:
            return  # no URL, or one that is not shown in full
        whole = _ID.fullmatch(label) if label[-1:].isdecimal() else None
        urls = (match[0].rstrip(".") for match in _ADDRESS.finditer(label))
        shown = [identify(url) for url in ((f"https://arxiv.org/abs/{whole[1]}",) if whole else urls)]
        named = [each.identifier for each in shown if each.identifier is not None]
        if work in named or any(not MALFORMED.isdisjoint(each.problems) for each in shown):
            return
        if (other := next((each for each in named if each.scheme is work.scheme), None)) is not None:
            message = f"the text names {cite(other)}, but the link points to {cite(work)}"
            yield self.at(listing, target_span(link), message)

    def _contents(self, listing: Listing) -> Findings:
        """The links whose text is the heading of one section, to which none leads, and that lead to another."""
        links = [each for each in fragment_links(listing) if each.path == ""] if "(#" in listing.text.content else []
        anchors = anchors_of(listing.document)
        led_to = {heading.name for each in links if (heading := anchors.heading(each.fragment))}
        for link, _, fragment in links:
            target, named = anchors.heading(fragment), anchors.named(link)
            if target is None or named is None or named.name in led_to or slug(named.text) == slug(target.text):
                continue
            message = f"the text is the heading of `#{named.name}`, but the link points to `#{target.name}`"
            fix = write_url(link, f"#{named.name}", Safety.UNSAFE)
            yield self.at(listing, target_span(link), message, fix=fix)

    def _addresses(self, entry: Entry, listing: Listing) -> Findings:
        """The link to the paper whose URL holds the title of another one."""
        link, title = entry.link, entry.title
        if link is None or title is None or (match := _SLUG.search(link.href)) is None:
            return
        words = re.sub(r"[_\W]+", " ", unquote(match[match.lastgroup or 0])).strip()
        if words.count(" ") < _FEWEST_WORDS - 1 or not is_comparable(title.value):
            return
        spelt = (words, words.partition(" ")[2]) if match["cvf"] else (words,)  # two names, or one
        if not title.value.isascii() or not all(are_different_papers(each, title.value) for each in spelt):
            return
        names = [name for cell in entry.cells if len(name := title_key(cell.text)) >= _SHORTEST_NAME]
        if any(title_key(each).startswith(name) for each in spelt for name in names):
            return  # what was read as the title is of another column
        if not any(are_same_paper(words, alias) for alias in entry.aliases):
            message = f"the URL is of another paper: `{shorten(words, 80)}`"
            yield self.at(listing, target_span(link), message)

    def _written_id(self, entry: Entry, listing: Listing) -> Findings:
        """The link to another paper on arXiv than the one id that the text of the entry names."""
        link, work = entry.link, entry.work
        if link is None or work is None or work.scheme is not Scheme.ARXIV or "rxiv:" not in entry.head.text.lower():
            return
        if len(entry.head.text) > _LONGEST_HEAD:
            return
        written = {match[1] for match in _WRITTEN_ID.finditer(plain(entry.head))}
        if any(identify(f"https://arxiv.org/abs/{each}").problems for each in written):
            return  # `malformed-arxiv-id` reports it
        named_ids = {each.value for each in entry.identifiers} | {link.label.strip("[]() ").lower()}
        if len(written) == 1 and not written & named_ids and not any(each in link.label for each in written):
            message = f"the text names arXiv {min(written)}, but the link points to {cite(work)}"
            yield self.at(listing, target_span(link), message)

    def _paper_is_code(self, entry: Entry, listing: Listing) -> Findings:
        """The link that is labelled as the paper, and leads to the repository that the code is labelled to be in."""
        for link, work in _papers_at_code(entry):
            message = f"labelled `{link.label.strip()}`, but it points to the code, {cite(work)}"
            yield self.at(listing, target_span(link), message)

    def _label(self, others: _Others, entry: Entry, link: Link) -> Diagnostic | None:
        """A label that names a site, or the code, on a link that leads elsewhere.

        A note where code is said to be at OpenReview, which may have it among the supplements of the paper, at a DOI of
        a publisher of no other paper here, or at a page where the list calls others so; and where a badge says
        something else to those who do not see it.
        """
        shown = read_badge(link.label, link.badge.href) if link.badge is not None else link.label
        label = shown.casefold()
        if len(label) > _LONGEST or not has_any(label, _WORDS_OF_SITES):
            return None
        parts = split_url(unwrap(link.href) or link.href)
        if parts is None or is_shortened(link.href):
            return None
        work = _work(link)
        if not _leads_elsewhere(shown, link, parts.host) or any(link is each for each, _ in _papers_at_code(entry)):
            return None  # the latter is reported already
        is_venue = _ARXIV.fullmatch(shown) is not None and others.name_venues(shown)
        if is_venue and _is_dated(shown):
            return None
        place = cite(work) if work is not None else f"{parts.host}{parts.fragment and f'#{parts.fragment}'}"
        message = f"labelled `{shown.strip()}`, but it points to {place}"
        form = f"labelled `{label.strip()}`, but it leads elsewhere"
        is_beside = others.name_pages(label) if work is None else others.lack_publisher(work)
        is_unsure = _CODE.fullmatch(shown) and (is_beside or (work and work.scheme is Scheme.OPENREVIEW))
        is_alt = link.badge is not None and _PAPER.fullmatch(link.label) and not _ARXIV.fullmatch(link.label)
        is_note = bool(is_unsure or is_venue or is_alt)
        return self.at(others.listing, target_span(link), message, is_note=is_note, forms=(form,))


def _badged(badge: Link, scheme: Scheme, works: Sequence[tuple[Identifier | None, Link]]) -> Link | None:
    """The link that a badge beside it is of, the last of its kind before it, else the first; None if it is broken."""
    is_code = scheme is Scheme.GITHUB
    kind = [
        (work, each)
        for work, each in works
        if (is_code and label_of(each) is Label.CODE if work is None else work.scheme is scheme)
    ]
    before = [one for one in kind if one[1].span.end <= badge.span.start]
    work, link = next(iter(before[-1:] or kind), (None, badge))
    return None if work is None else link


def _code_in(cell: Prose) -> Link | None:
    """The link to a repository that is labelled so, if a cell of a table holds nothing else."""
    links = [] if cell.is_plain else [each for each in cell.links() if not each.image]
    is_alone = len(links) == 1 and links[0].label.strip("[] ") == cell.text.strip("[] ")
    return links[0] if is_alone and label_of(links[0]) is Label.CODE and is_code_host(links[0].href) else None


def _is_blank(text: str) -> bool:
    return text.strip(" -–—/").casefold() in ("", "none", "n/a")


def _leads_elsewhere(shown: str, link: Link, host: str) -> bool:
    """Whether a label that names arXiv or the code is on a link that leads to something else."""
    work = _work(link)
    if _ARXIV.fullmatch(shown):
        return "arxiv" not in host and (work is None or work.scheme is not Scheme.ARXIV)
    if not _CODE.fullmatch(shown) or _NAME.search(shown):
        return False
    is_paper = work is not None and work.is_paper and not _NOT_THE_PAPER.search(link.href)
    is_hosted = any(each in host for each in _GIT_HOSTS) or ".github.io" in link.href  # under a domain of its owner
    return is_paper or (_GITHUB.fullmatch(shown) is not None and not is_hosted)


class _Others:
    """What the other links of a list say about one with a label."""

    def __init__(self, listing: Listing, labels: Sequence[tuple[Entry, Link]]) -> None:
        self.listing, self.labels = listing, labels

    @cached_property
    def venues(self) -> Counter[Span]:
        """How many labels of each entry are a venue and a year: `CVPR 2019`, `[arXiv 2025.02]`."""
        dated = ((entry, each.label) for entry, each in self.labels if _is_dated(each.label))
        return Counter(entry.span for entry, label in dated if is_date_or_venue(label))

    def name_venues(self, label: str) -> bool:
        """Whether a label says where a paper was published: entries have it, with a year or not, or that of a venue."""
        if self.venues.total() < _HABIT:
            return False
        sites = {entry.span for entry, each in self.labels if _ARXIV.fullmatch(each.label)}
        return _is_dated(label) or len(sites & self.venues.keys()) <= _BOTH * len(sites)

    @cached_property
    def publishers(self) -> frozenset[str]:
        """What the DOIs begin with to which the papers lead."""
        works = (_work(each.link) for each in self.listing.papers if each.link is not None)
        return frozenset(_publisher(each) for each in works if each is not None and each.scheme is Scheme.DOI)

    @cached_property
    def pages(self) -> Counter[str]:
        """How many links with each label lead to pages of projects."""
        found = ((each.label.casefold(), split_url(each.href)) for each in self.listing.document.links)
        return Counter(label for label, parts in found if parts is not None and parts.host.endswith(".github.io"))

    def lack_publisher(self, work: Identifier) -> bool:
        """Whether a DOI may be that of code or data: no paper of the list has one of the same publisher."""
        return work.scheme is Scheme.DOI and _publisher(work) not in self.publishers

    def name_pages(self, label: str) -> bool:
        """Whether several links with a label lead to pages of projects rather than to repositories."""
        return self.pages[label] >= _HABIT


def _is_dated(label: str) -> bool:
    return label.rstrip(" ])")[-1:].isdigit()


def _publisher(work: Identifier) -> str:
    return work.value.partition("/")[0]


def _is_of(entry: Entry, work: Identifier, link: Link) -> bool:
    """Whether another link of an entry leads to a work, or its title has the name of that repository alone."""
    if any(each.href != link.href and _work(each) == work for each in entry.links if not each.image):
        return True
    title = title_key(entry.title_text)
    shown, linked = (title_key(each.value.rpartition("/")[2]) for each in (work, _work(link)) if each is not None)
    return len(shown) >= _SHORTEST_NAME and shown in title and linked not in title


def _papers_at_code(entry: Entry) -> list[tuple[Link, Identifier]]:
    """The links labelled as the paper that lead to the repository which the code of an entry is labelled to be in."""
    if not entry.links[1:] or len({link.href for link in entry.links}) == len(entry.links):
        return []
    code = {link.href for link in entry.links if label_of(link) is Label.CODE}
    return [
        (link, work)
        for link in entry.links
        if link.href in code
        and (work := _work(link)) is not None
        and work.scheme is Scheme.GITHUB
        and _PAPER.fullmatch(link.label)
    ]


def _work(link: Link) -> Identifier | None:
    return identify(link.href).identifier


def _words(link: Link) -> str:
    """The repository or the id that a link leads to, as its URL has it."""
    identifier = _work(link)
    value = identifier.value if identifier is not None else link.href
    start = link.href.lower().find(value)
    return link.href[start : start + len(value)] if start >= 0 else value
