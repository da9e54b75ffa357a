"""All candidates of a document come in; those that are entries go out, each with the details that belong to it.

What a block is, the list as a whole decides: headings carry papers where most headings of their level do, a
nested bullet is a detail where its parent has the title, a paragraph is an entry where paragraphs like it are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.dates import find_dates
from bot.listing.entry import Carrier
from bot.listing.features import Features, find_features, join_detail
from bot.listing.labels import Label
from bot.listing.options import Role

if TYPE_CHECKING:
    from bot.document import Document
    from bot.listing.shapes import Shapes

TITLED = 0.6
"""Likeness from which words count as a title of their own: three words or more."""

_NEWS = re.compile(
    r"\b(?:news|updates?|what'?s new|change ?log|release notes?|announcements?|recent activity|latest)\b|最新|更新|新闻|动态",
    re.IGNORECASE,
)
_FEWEST = 3
"""Headings, paragraphs or HTML blocks with papers from which on their kind carries entries."""


def is_news(heading: str) -> bool:
    """Whether a section under this heading tells news, which repeat papers on purpose."""
    return bool(_NEWS.search(heading)) and len(heading.split()) <= 6


def select_entries(document: Document, shapes: Shapes) -> list[Features]:
    """The candidates that are entries, in order, with their details joined to them."""
    return _Selection(document, shapes).run()


class _Selection:
    """Which candidates are entries; `taken` marks those that belong to another one, or to nothing."""

    def __init__(self, document: Document, shapes: Shapes) -> None:
        self.document, self.shapes = document, shapes
        self.features = [find_features(candidate) for candidate in shapes.candidates]
        self.taken = [False] * len(self.features)
        self.chosen: set[int] = set()

    def run(self) -> list[Features]:
        self.drop_contents()
        self.take_headings()
        self.take_summaries()
        self.take_titled_lists()
        self.take_items()
        self.take_loose(Carrier.PARAGRAPH)
        self.take_loose(Carrier.HTML)
        for index, features in enumerate(self.features):
            if features.candidate.carrier is Carrier.ROW and not self.taken[index]:
                self.chosen.add(index)
        return [self.features[index] for index in sorted(self.chosen)]

    def of(self, carrier: Carrier) -> list[int]:
        """The candidates of a carrier of which nothing is decided yet."""
        return [
            index
            for index, features in enumerate(self.features)
            if features.candidate.carrier is carrier and not self.taken[index] and index not in self.chosen
        ]

    def drop_contents(self) -> None:
        """Contents tables and news are no entries; nor is what links nowhere but into this page."""
        skipped = [False] * len(self.shapes.headings)
        level = 0
        for number, heading in enumerate(self.shapes.headings):
            words = heading.prose.text
            if level and heading.level > level and find_dates(words):
                skipped[number] = True
                continue
            level = heading.level if is_news(words) else 0
            skipped[number] = is_news(words)
        for index, features in enumerate(self.features):
            links = [use.link for use in features.uses]
            inward = bool(links) and all(link.href.startswith("#") for link in links)
            if skipped[features.candidate.section] or (inward and features.candidate.carrier is not Carrier.HEADING):
                self.taken[index] = True

    def absorb(self, index: int, inner: range | list[int]) -> None:
        """Make candidates details of the entry at `index`."""
        entry = self.features[index]
        self.chosen.add(index)
        for other in inner:
            features = self.features[other]
            if not self.taken[other]:
                self.taken[other] = True
                for prose in (features.candidate.head, *features.candidate.details):
                    join_detail(entry, prose)
            self.chosen.discard(other)
            entry.candidate.last = max(entry.candidate.last, features.candidate.last)

    # headings

    def take_headings(self) -> None:
        """Headings are entries on a level where at least half of them name or hold just one paper."""
        headings = self.shapes.headings
        bodies = [
            range(here.candidate + 1, after)
            for here, after in zip(headings, [*(h.candidate for h in headings[1:]), len(self.features)], strict=True)
        ]
        levels: dict[int, list[int]] = {}
        for number, heading in enumerate(headings):
            if heading.candidate >= 0 and not self.taken[heading.candidate]:
                self.taken[heading.candidate] = True
                levels.setdefault(heading.level, []).append(number)
        for numbers in levels.values():
            holding = [number for number in numbers if self.holds_paper(headings[number].candidate, bodies[number])]
            if len(holding) < _FEWEST or 2 * len(holding) < len(numbers):
                continue
            for number in holding:
                heading = headings[number]
                self.taken[heading.candidate] = False
                self.absorb(heading.candidate, bodies[number])
                features = self.features[heading.candidate]
                features.candidate.last = max(features.candidate.last, self.last_words(heading.first, heading.end))
                features.candidate.section = self.section_above(number)
            self.hide_sections({headings[number].candidate for number in holding})

    def section_above(self, number: int) -> int:
        """The nearest heading above that is not itself an entry."""
        level = self.shapes.headings[number].level
        while number > 0 and self.shapes.headings[number].level >= level:
            number -= 1
        return number

    def hide_sections(self, entries: set[int]) -> None:
        """Remember which headings are entries, so that they are no sections."""
        for heading in self.shapes.headings:
            if heading.candidate in entries:
                heading.is_entry = True

    def last_words(self, first: int, last: int) -> int:
        """The last line from `first` to `last` that is neither blank nor a rule."""
        text = self.document.text
        while last > first and not text[text.line_span(last)].strip(" \t-*_="):
            last -= 1
        return last

    def holds_paper(self, heading: int, body: range) -> bool:
        """Whether the heading reads as a title and nothing below has a title and a paper of its own."""
        features = self.features[heading]
        option = features.best()
        if option is None or option.likeness < TITLED:
            return False
        own = any(not use.link.href.startswith("#") and use.label is None for use in features.uses)
        below = [self.features[index] for index in body if not self.taken[index]]
        papers = sum(inner.names_paper for inner in below)
        if any(_has_titled_paper(inner) for inner in below):
            return own and features.names_paper and papers <= 2
        return own or features.names_paper or 0 < papers <= 3

    # <details><summary>

    def take_summaries(self) -> None:
        """Summaries are entries where at least a few name a paper; else they head what stands below them."""
        summaries = [index for index in self.of(Carrier.HTML) if self.features[index].candidate.level]
        papers = [index for index in summaries if self.features[index].names_paper]
        for index in summaries:
            features = self.features[index]
            option = features.best()
            if len(papers) >= _FEWEST and option is not None and option.likeness >= 0.4 and features.uses:
                self.absorb(index, [i for i in features.candidate.children if not self.taken[i]])
            else:
                self.taken[index] = True

    # a title of its own line with a list of fields below it

    def take_titled_lists(self) -> None:
        """Paragraphs that are nothing but a title are entries where fields such as `Paper: ...` stand below them."""
        titles = [index for index in self.of(Carrier.PARAGRAPH) if self.is_bare_title(index)]
        below = {index: self.fields_below(index) for index in titles}
        holding = [index for index in titles if any(self.features[inner].names_paper for inner in below[index])]
        if len(holding) < _FEWEST:
            return
        for index in titles:
            if any(self.features[inner].uses for inner in below[index]):
                self.absorb(index, below[index])

    def is_bare_title(self, index: int) -> bool:
        """Whether a paragraph is one title and nothing else."""
        features = self.features[index]
        option = features.best(Role.ITALIC)
        text = features.head.text
        return (
            not features.uses
            and option is not None
            and option.likeness >= 0.4
            and "\n" not in text.strip()
            and option.end - option.start >= 0.8 * len(text.strip())
        )

    def fields_below(self, index: int) -> list[int]:
        """The fields below a title: items and lines without a title of their own, up to the next title."""
        section = self.features[index].candidate.section
        found: list[int] = []
        for other in range(index + 1, len(self.features)):
            features = self.features[other]
            carrier = features.candidate.carrier
            if features.candidate.section != section or self.taken[other] or carrier in (Carrier.ROW, Carrier.HTML):
                break
            if (carrier is Carrier.PARAGRAPH and self.is_bare_title(other)) or _has_titled_paper(features):
                break
            found.append(other)
        return found

    # list items

    def take_items(self) -> None:
        """Items are entries, but for those that only head, or only tell more of, another one."""
        for index, features in enumerate(self.features):
            candidate = features.candidate
            if candidate.carrier not in (Carrier.BULLET, Carrier.NUMBERED) or self.taken[index]:
                continue
            if not candidate.children:
                self.chosen.add(index)
                continue
            children = [child for child in candidate.children if not self.taken[child]]
            if self.has_details(features, children):
                own = [child for child in children if self.stands_alone(features, self.features[child])]
                self.absorb(index, [i for child in children if child not in own for i in self.family(child)])
                continue
            candidate.last = self.last_words(candidate.first, self.features[candidate.children[0]].candidate.first - 1)
            if features.names_paper:
                self.chosen.add(index)
            else:
                self.taken[index] = True

    def family(self, index: int) -> list[int]:
        """A candidate and all that is nested in it."""
        found = [index]
        for child in self.features[index].candidate.children:
            found += self.family(child)
        return found

    def has_details(self, features: Features, children: list[int]) -> bool:
        """Whether the nested items tell more of this one: it has the title, they have none with a paper."""
        option = features.best(Role.ITALIC)
        if option is None:
            return False
        inner = [self.features[child] for child in children]
        papers = [child for child in inner if _has_titled_paper(child)]
        if features.names_paper and option.likeness >= 0.4:
            return 2 * len(papers) <= len(inner) or option.likeness >= TITLED
        labelled = any(use.label is Label.PAPER for child in inner for use in child.uses)
        if option.likeness < TITLED:
            return not papers and bool(inner) and (bool(features.uses) or (labelled and option.likeness >= 0.4))
        return not papers and (labelled or bool(features.mentions) or bool(features.uses))

    def stands_alone(self, parent: Features, child: Features) -> bool:
        """Whether a nested item is an entry beside its parent: it opens with the title and link of a paper."""
        option = child.best(Role.ITALIC)
        return (
            _has_titled_paper(child)
            and option is not None
            and option.start < 14
            and not child.candidate.head.text.lstrip().casefold().startswith(("comment", "note", "see ", "cf"))
            and len({u.identifier for u in child.uses if u.is_paper} - {u.identifier for u in parent.uses}) > 0
        )

    # paragraphs and pieces of HTML

    def take_loose(self, carrier: Carrier) -> None:
        """Paragraphs are entries where several open with a title and name a paper; what follows are details."""
        openers = [index for index in self.of(carrier) if self.opens_entry(index, TITLED)]
        if sum(self.features[index].names_paper for index in openers) < _FEWEST:
            openers = []
        else:  # now that paragraphs carry entries here, a short title will do beside a link to a paper
            short = [i for i in self.of(carrier) if self.features[i].names_paper and self.opens_entry(i, 0.4)]
            openers = sorted({*openers, *short})
        marks = set(openers)
        for index in openers:
            self.absorb(index, self.following(index, marks))
        for index in self.of(carrier):
            if index not in marks:
                if self.continues_item(index):
                    self.absorb(index - 1, [index])
                self.taken[index] = True

    def continues_item(self, index: int) -> bool:
        """Whether a paragraph is the lost second half of the item above: indented too little to be inside it."""
        above = self.features[index - 1] if index else None
        return (
            above is not None
            and index - 1 in self.chosen
            and above.candidate.carrier is Carrier.NUMBERED
            and above.candidate.section == self.features[index].candidate.section
            and not above.names_paper
            and self.features[index].names_paper
        )

    def opens_entry(self, index: int, least: float) -> bool:
        """Whether a paragraph begins as an entry does: a title near its start, and somewhere to go from it."""
        features = self.features[index]
        option = features.best(Role.ITALIC, Role.PLAIN)
        if option is None or option.likeness < least or option.start > 0.6 * len(features.head.text) + 12:
            return False
        return bool(features.uses) and len(features.head.text) < 1200

    def following(self, index: int, openers: set[int]) -> list[int]:
        """What stands below a paragraph and belongs to it, up to the next one that opens an entry."""
        section = self.features[index].candidate.section
        found: list[int] = []
        for other in range(index + 1, len(self.features)):
            features = self.features[other]
            carrier = features.candidate.carrier
            if features.candidate.section != section or carrier is Carrier.ROW or _has_titled_paper(features):
                break
            if other in openers or (other in self.chosen and carrier not in (Carrier.BULLET, Carrier.NUMBERED)):
                break
            if self.taken[other] and carrier is Carrier.HEADING:
                break
            found.append(other)
        return found


def _has_titled_paper(features: Features) -> bool:
    """Whether a candidate has both a title of its own and a link to a paper on it or beside it."""
    linked = [o for o in features.options if o.role is Role.LINKED and o.link is not None and o.likeness >= TITLED]
    if any(use.is_paper and option.link is use.link for option in linked for use in features.uses):
        return True
    option = features.best(Role.ITALIC, Role.PLAIN)
    return option is not None and option.likeness >= TITLED and any(use.label is Label.PAPER for use in features.uses)
