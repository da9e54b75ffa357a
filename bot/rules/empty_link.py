"""The rule `empty-link`: links without a target, or without text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from bot.judgement import Case, always, cached_property, judge
from bot.listing import Entry, Link, Listing, Span, Text
from bot.listing.labels import Label, read_link_label
from bot.listing.model import SectionIndex, SectionKind
from bot.papers.similarity import is_comparable
from bot.papers.venues import WORD
from bot.rules import FIREACT, TITLE, URL
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Places, Rule, Safety, Severity
from bot.rules.link_targets import BlankForms, forms_of, templates_of
from bot.text import lazy_pattern

_INVISIBLE = lazy_pattern(r"\[[ \t]*\]\(.*\)|<a\b[^>]*>\s*</a\s*>", re.DOTALL | re.IGNORECASE)
_OPENINGS = ("[]", "[ ", "[\t", "<a", "<A")
"""What such a link begins with."""
_BETWEEN = lazy_pattern(r"\s*(?:-{3,}\s*)?")
"""What may be between the two halves of a link, including the underline of a heading."""
_TO_TOP = lazy_pattern(r"\W*|.*\btop\b.*|\W*(?:back|return|go)\b.*|\W*(?:返回|回到).*", re.DOTALL | re.IGNORECASE)
"""Labels of links to the top of the page, which is what `#` means."""
_SAYS_SO = lazy_pattern(
    r"\b(?:soon|tba|tbd|to ?do|n/?a|none|wip|in progress|not (?:yet|available|released|public)|to ?(?:be|appear|come)"
    r"|forthcoming|pending|on-?going)\b|^\W*no \w+\W*$|\w ?[-–—~]{2,}\W*$|即将|敬请期待|待|暂无|无|準備中|近日",
    re.IGNORECASE,
)
"""Labels which say that there is no target yet."""

_MARK = lazy_pattern(r"[\s\[\]]*(?:[-\u2010-\u2015\u2212/_.~?×✗✘❌]+)[\s\[\]]*")
"""Labels of nothing."""

_RESOURCES = frozenset({Label.PAPER, Label.CODE, Label.NOTE})
"""What a link to the top of the page is not: `[code](#)`."""
_MARKER = lazy_pattern(r"[ \t>]*(?:[-*+]|\d+[.)])[ \t]+[*_]*")

_COMMON = 5
"""Links with one label from which it names a slot of the entries: `[code]`."""
_LABELLED = "labelled `"
_UNDER = " (under `"


_BEHIND = lazy_pattern(
    r"[\]\s(]{0,4}(?:(?:coming|available|released|out) )?(?:soon|tba|tbd|to ?do|to (?:be|appear)|wip|in the future)\b",
    re.IGNORECASE,
)
"""The same behind the link: `[code]() (soon)`."""
_TO_COME = lazy_pattern(r"\bcomm?ing\b.{0,20}\bsoon\b|\?{4}|\bto (?:be released|appear)\b", re.IGNORECASE)
"""An entry that is still incomplete."""
_SHORT = 30
_NEARLY_ALL = 0.8
_UNSEEN = "no text"
"""The form of links that readers cannot see, whether or not these have a target."""


class EmptyLink(Rule):
    """A link has no target, like `[code]()`, or no text, like `[](https://...)`.

    Fill in what is missing, or remove the link. The safe fix
    removes a link that has neither. The unsafe fix joins `[title]()` with a `[](https://...)` after it.

    Only a note:

    - links that say that the target is still to come: `[coming soon]()`, `[-]()`, `[code]() (soon)`;
    - empty links in headings;
    - `[]()` beside other text.

    Not reported: a badge in an empty link, `[![...](...)]()`. The empty link keeps GitHub from linking the picture to
    itself.
    """

    severity = Severity.WARNING
    reason = "readers cannot see or follow it"
    examples = (
        Bad(f"* {FIREACT} [code]()\n"),
        Bad(f"* []({URL}) {TITLE}\n"),
        Bad(f"* {FIREACT} []()\n", fixed=f"* {FIREACT}\n"),
        Bad(f"* [{TITLE}]()\n  []({URL})\n", fixed=f"* {FIREACT}\n"),
        Good("[![pull requests welcome](https://img.shields.io/badge/PRs-welcome-green)]()\n"),
        Good(f"* {FIREACT}\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per link."""
        links = templates_of(listing).without([each for each in listing.document.links if each.badge is None])
        content = listing.text.content
        lacking = [each for each in links if each.href in ("", "#") or content.startswith(_OPENINGS, each.span.start)]
        if not lacking:
            return
        known = _Known(listing, links)
        labels = Counter(_name(link) for link in links if link.label.count(" ") < _WORDS_OF_TITLE - 1)
        for link in lacking:
            verdict = judge(_LACKS, _Link(link, known))
            match verdict.value:
                case _Lack.TARGET_APART:
                    yield self._split(listing, link, known.halves[link.span])
                case _Lack.BOTH | _Lack.TEXT:
                    fix = _removal(listing.text, link) if verdict.value is _Lack.BOTH else None
                    is_note = known.lacks_nothing_beside(link) or known.is_alone(link)
                    message = f"this link has {verdict.reason}"
                    yield self.at(listing, link.span, message, fix=fix, forms=(_UNSEEN,), is_note=is_note)
                case _Lack.TARGET | _Lack.TARGET_YET:
                    is_note = verdict.value is _Lack.TARGET_YET
                    form = message = "this picture has no source" if link.image else "this link has no target"
                    if labels[_name(link)] >= _COMMON:
                        form += f" ({_LABELLED}{_name(link)}`)"
                    elif known.is_among_bare(link):
                        form += f"{_UNDER}{known.section_of(link)}`)"
                    reasons = (verdict.reason,)
                    yield self.at(listing, link.span, message, is_note=is_note, forms=(form,), reasons=reasons)

    def places(self, listing: Listing, form: str) -> Places:
        """Return the links with the same label; where each has another, the entries, or the links outside of them."""
        _, mark, heading = form.rstrip("`)").partition(_UNDER)
        if mark:
            known, links = _Known(listing, ()), (each for each in listing.document.links if not each.image)
            return Places("links there", tuple(each.span for each in links if known.section_of(each) == heading))
        _, mark, label = form.rstrip("`)").partition(_LABELLED)
        if not mark:
            return super().places(listing, form)
        return Places("such links", tuple(each.span for each in listing.document.links if _name(each) == label))

    def _split(self, listing: Listing, link: Link, other: Span) -> Diagnostic:
        """The finding for a link whose target is in a second link without text."""
        line = listing.text.line_at(other.start)
        end = link.span.end
        url = listing.text[other].partition("](")[2][:-1]
        edits = (Edit(Span(end - 1, end - 1), url), Edit(Span(end, other.end), ""))
        message = f"this link has no target; the target is in a link without text on line {line}"
        return self.at(listing, link.span, message, fix=Fix("Merge the two links", edits, Safety.UNSAFE))


class _Lack(Enum):
    """What a link lacks."""

    NOTHING = auto()
    TARGET_APART = auto()
    """The target is in the next link."""
    BOTH = auto()
    TEXT = auto()
    TARGET = auto()
    TARGET_YET = auto()
    """On purpose, as the list says."""


class _Known:
    """What is known about the links of a list."""

    def __init__(self, listing: Listing, links: Sequence[Link]) -> None:
        self.text = listing.text
        self.inside = {link.span: entry for entry in listing.entries for link in entry.links}
        self.halves = dict(_halves(listing.text, links))
        self.parts = {*self.halves.values()}
        sections = (section for section in listing.sections if section.kind is SectionKind.HEADING and section.level)
        self.sections, self.listing = SectionIndex(listing.sections), listing
        self._lines, self._to_come = dict[Span, tuple[str, str, bool]](), dict[Span, bool]()
        self.headings = {listing.text.line_at(section.heading_span.start) for section in sections}

    @cached_property
    def forms(self) -> BlankForms:
        """The forms for the next entry."""
        return forms_of(self.listing)

    @cached_property
    def _bare(self) -> frozenset[str]:
        """The headings under which hardly a link has a target: a table of contents, papers to read."""
        links = [each for each in self.listing.document.links if not each.image]
        counts = Counter(self.section_of(each) for each in links)
        empty = Counter(self.section_of(each) for each in links if each.href == "")
        return frozenset(each for each, count in empty.items() if count >= _NEARLY_ALL * counts[each])

    def is_dead_end(self, link: Link) -> bool:
        """Whether a link to `#`, the top of the page, was meant to lead elsewhere.

        So it is in an entry, with the label of a resource, and as the title of an item or row beside papers.
        """
        if link.href != "#" or _TO_TOP.fullmatch(link.label):
            return False
        return link.span in self.inside or read_link_label(link.label) in _RESOURCES or self._is_title(link)

    def _is_title(self, link: Link) -> bool:
        """Whether a link begins an item, in a section that has papers, and its label is long enough for a title."""
        before = self.text[Span(self.text.line_around(link.span.start).start, link.span.start)]
        is_first = _MARKER.fullmatch(before) is not None and is_comparable(link.label)
        return is_first and self.sections.at(link.span.start) in self._with_papers

    @cached_property
    def _with_papers(self) -> frozenset[int]:
        return frozenset(entry.section for entry in self.listing.papers)

    def line_around(self, offset: int) -> tuple[str, str, bool]:
        """The line without its marker, the line without links, and whether these or one link hold words of a title."""
        span = self.text.line_around(offset)
        if span not in self._lines:
            line = self.text[span].lstrip("-*+> \t")
            rest = _LINKS.sub("", line)
            has_words = any(len(WORD.findall(each)) > _WORDS_OF_TITLE for each in (rest, *_LINKS.findall(line)))
            self._lines[span] = line, rest, has_words
        return self._lines[span]

    def is_to_come(self, entry: Entry | None) -> bool:
        """Whether an entry says that something is still to come."""
        if entry is None:
            return False
        if entry.span not in self._to_come:
            self._to_come[entry.span] = _TO_COME.search(entry.head.text) is not None
        return self._to_come[entry.span]

    def is_among_bare(self, link: Link) -> bool:
        """Whether hardly a link of its section has a target."""
        return self.section_of(link) in self._bare

    def section_of(self, link: Link) -> str:
        """The heading that a link is under."""
        return self.listing.sections[self.sections.at(link.span.start)].heading

    def is_alone(self, link: Link) -> bool:
        """Whether nothing else is in its line: then it may be there to make room."""
        text = self.listing.text
        return text[text.line_around(link.span.start)].strip() == text[link.span]

    def lacks_nothing_beside(self, link: Link) -> bool:
        """Whether a link without text leads to no page, and is not all of its item: the page is the same without it."""
        line = self.text[self.text.line_around(link.span.start)]
        return link.href[:1] in ("", "#") and bool(line.replace(self.text[link.span], "").strip(" \t-*+>"))


class _Link(NamedTuple):
    link: Link
    known: _Known

    def leads_nowhere(self) -> bool:
        return self.link.href == "" or self.known.is_dead_end(self.link)

    def is_invisible(self) -> bool:
        return _INVISIBLE.fullmatch(self.known.text[self.link.span]) is not None

    def says_so(self) -> bool:
        end = self.link.span.end
        behind = self.known.text.content[end : end + _SHORT].partition("\n")[0]
        return bool(_SAYS_SO.search(self.link.label.replace("_", " ")) or _BEHIND.match(behind))

    def is_to_come(self) -> bool:
        return self.known.is_to_come(self.known.inside.get(self.link.span))

    def is_of_form(self) -> bool:
        """Whether there is no title and hardly a word in its row, or line that begins with it: a form to fill in.

        So is a line without words but in brackets, and a legend that says what a label stands for.
        """
        if self.link.label.count(" ") >= _WORDS_OF_TITLE - 1:
            return False
        line, rest, has_words = self.known.line_around(self.link.span.start)
        if line.startswith("|"):
            return not any(map(str.isalpha, rest))
        count = self.known.forms.count(self.link.span)
        if not count or has_words:
            return False
        if count == 1:
            return _name(self.link) in rest.casefold().split()  # `[PDF]() - PDF link`
        return line.startswith("[") or not any(map(str.isalpha, _ASIDE.sub("", rest)))

    def is_form(self) -> bool:
        return bool(self.link.label.strip()) and not any(map(str.isalnum, self.link.label)) and "*" in self.link.label

    def is_heading(self) -> bool:
        return self.known.text.line_at(self.link.span.start) in self.known.headings


_LACKS: tuple[Case[_Link, _Lack], ...] = (
    Case(
        "the target of the link before it", lambda it: it.known.parts and it.link.span in it.known.parts, _Lack.NOTHING
    ),
    Case(
        "its target in the next link",
        lambda it: it.known.halves and it.link.span in it.known.halves,
        _Lack.TARGET_APART,
    ),
    Case("neither text nor target", lambda it: it.is_invisible() and it.leads_nowhere(), _Lack.BOTH),
    Case("no text, so readers cannot see it", _Link.is_invisible, _Lack.TEXT),
    Case("a target", lambda it: not it.leads_nowhere(), _Lack.NOTHING),
    Case("the list says that there is no target yet", _Link.says_so, _Lack.TARGET_YET),
    Case("a mark says that there is none", lambda it: _MARK.fullmatch(it.link.label), _Lack.TARGET_YET),
    Case("it has only marks: it is the form for the next entry", _Link.is_form, _Lack.TARGET_YET),
    Case("the entry says that something is still to come", _Link.is_to_come, _Lack.TARGET_YET),
    Case("nothing beside it is a title: it is the form for the next entry", _Link.is_of_form, _Lack.TARGET_YET),
    Case("a heading need not lead anywhere", _Link.is_heading, _Lack.TARGET_YET),
    Case("the link goes nowhere", always, _Lack.TARGET),
)


_WORDS_OF_TITLE = 4
_LINKS = lazy_pattern(r"\[+[^\[\]]*\]+\([^()]*\)\]*", needs="](")
_ASIDE = lazy_pattern(r"\([^()]*\)", needs="(")


def _name(link: Link) -> str:
    """The label of a link, as it is compared."""
    return link.label.strip(" []").casefold()


def _halves(text: Text, links: Sequence[Link]) -> Iterator[tuple[Span, Span]]:
    """The pairs of a link without a target and the link without text right after it: `[title]() [](url)`."""
    for link, other in pairwise(links):
        if link.image or link.href != "" or not text[link.span].endswith("]()"):
            continue
        is_rest = other.href != "" and text[other.span].startswith("[") and _INVISIBLE.fullmatch(text[other.span])
        between = text[Span(link.span.end, max(other.span.start, link.span.end))]
        if is_rest and _BETWEEN.fullmatch(between) and not _INVISIBLE.fullmatch(text[link.span]):
            yield link.span, other.span


def _removal(text: Text, link: Link) -> Fix | None:
    """The fix that removes the link and the spaces before it; None if that would leave an empty list item."""
    start = text.blanks_before(link.span.start)
    if start and text.content[start - 1] in "\r\n*-+":
        if text.content[start - 1] in "*-+" and not text.content[link.span.end :].partition("\n")[0].strip():
            return None
        start = link.span.start
    return Fix("Remove the empty link", (Edit(Span(start, link.span.end), ""),))
