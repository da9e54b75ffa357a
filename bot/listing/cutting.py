"""Cut a prose into its fields, by its marks alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from bot.document import Style
from bot.listing.links import repeats_address
from bot.listing.neighbours import correct_by_neighbours, unmark_reference
from bot.listing.segments import (
    SURELY_APART,
    SegmentKind,
    find_quotes,
    find_separators,
    find_styled,
    is_apart,
    is_inside_words,
    is_stress,
    make_set_off,
    read_once,
    says_type,
    sign_of,
)
from bot.listing.shapes import (
    ARCHIVE,
    BAR,
    BY,
    CLOSING_EDGES,
    EDGES,
    ENTERING,
    GROUPS,
    IN,
    LEAVING,
    LINE,
    LINES,
    LINKS,
    ON,
    OPENING,
    PARTS_OF_DATES,
    PHRASE,
    RUNS,
    SPACE,
    START,
    TITLE_SHAPES,
    WITHIN,
    WRAP,
    YEAR,
    YEAR_AHEAD,
    Field,
    Mark,
    Shape,
    find_last_venue,
    find_lead,
    find_name_of_venue,
    find_year,
    is_tag,
    is_whole,
    make_field,
    match_year_behind,
    read_shape,
    says_when_or_where,
    shape_before_year,
    without_joint,
)
from bot.papers.dates import find_dates, read_date_label
from bot.papers.names import are_joined, find_lists, find_runs, find_turned, may_have_runs
from bot.papers.periodicals import find_periodicals
from bot.papers.titles import count_words
from bot.papers.venues import find_venues
from bot.text import DIGIT_KIND, kinds_of, lazy_pattern

if TYPE_CHECKING:
    from bot.listing.segments import Segment, SegmentedProse

_SEPARATED = lazy_pattern(r",|(?<!\bMay)\.\s")  # `Ann May. 2019`
_INNER = lazy_pattern(r"@| [a-z]+ ")
_GLUED_YEAR = lazy_pattern(r"(\d?(?=\w?[A-Z]{2})[A-Za-z]{2,12}) ?([012]\d)")
"""`ICMLA 22`, `TGRS19`."""
_STOP_AHEAD = lazy_pattern(r"[.。]+\s+|(?<=\w)[.。:：](?=\w)")
_NAME_AHEAD = lazy_pattern(r"([A-Z][A-Za-z&+]{1,11})([ _-])(?=\S)")
_ARCHIVE_NAME = lazy_pattern(rf"{ARCHIVE}(?: preprint)?(?=\W)", re.IGNORECASE)
_TAGS = lazy_pattern(r"(?:(?:\[[^\[\]]{1,30}\]\s*){1,5}|\(([^()]{2,30})\)\s*)(?=\S)")
"""What a link's words begin with: `[[SmoothQuant] Accurate ...](url)`, `[(2024) Accurate ...](url)`."""
_TAG = lazy_pattern(r"\[([^\[\]]+)\]|\(([^()]+)\)")
_YEAR_AMID = lazy_pattern(
    rf"([^(]{{2,120}}?)[\s,:.]*\((?P<year>{YEAR})[a-z]?\)[\s.,:]*(?![a-z]+\b)(?=[^\s,:.\-–—()])", needs="("
)
"""What sets names off from a title on the same link."""
_CLOSING_GROUP = lazy_pattern(r"\s?[(\[（]([^()\[\]（）]{2,60})[)\]）][\s.,]*$", needs="([（")
_REFERENCE = lazy_pattern(r"\[\d{1,3}\]")
"""Characters, brackets included."""
_COLON = lazy_pattern(r"\s*[:：]\s+\w")
_FEWEST_WORDS_TAKE = 8
"""Characters: fewer without a letter are marks alone."""
_LONGEST_CUT = 1_200
"""Characters: what is behind them in a text is prose."""
_NAMES = (Shape.NAME, Shape.NAMES)
_APART = frozenset({SegmentKind.LINK, SegmentKind.CODE})
_ENDS, _BEFORE_NAMES = ("", ".", ":", "”", '"'), " \t\n,-–—"
_BEFORE_INNER = frozenset(",:.-–—")
"""What separates words in bold from those in italics within the same run."""
_GOING_ON = (SPACE, WRAP, ",")
_BEGINS_FIELD, _BEGINS_TEXT = (*LINES, BAR), (START, *LINES, BAR)
_MOST_VENUE_WORDS, _MOST_REST_WORDS, _LONGEST_REFERENCE = 6, 3, 5
"""Words of a field with a known venue, and of what is behind that, up to which the venue is not part of a title."""
_ANNOUNCING = {Shape.VENUE, Shape.PERIODICAL}
_DATABLE = PHRASE | {Shape.WORD, Shape.ACRONYM, Shape.ADDRESS, Shape.VENUE, Shape.DATE}


def cut_fields(prose: SegmentedProse, place: int = 0, before: str = START) -> list[Field]:
    """Cut a prose into fields, in order; `before` is what separates it from the prose before."""
    if prose.unlinked or (wording := prose.prose.wording) is None:
        return _cut(prose, place, before)
    return [*read_once(wording, (place, before), lambda: _cut(prose, place, before))]


def _cut(prose: SegmentedProse, place: int, before: str) -> list[Field]:
    cutter = _Cutter(prose, place, before)
    cutter.cut()
    fields = correct_by_neighbours(cutter.found, prose.text)
    if Shape.YEAR in [each.shape for each in fields]:
        for start, end in (*[style[:2] for style in cutter.styles if style[2] is Mark.BOLD], *cutter.links):
            fields = unmark_reference(fields, start, end)
    return fields


class _Cutter:
    """Walks the segments of a prose, and remembers what separates the next field from the last one."""

    def __init__(self, prose: SegmentedProse, place: int, before: str) -> None:
        self.prose, self.text, self.place = prose, prose.text, place
        self.kinds = kinds_of(self.text)
        self.before = before
        self.found: list[Field] = []
        self.styles = [
            (each.start, each.end, mark)
            for style, mark in ((Style.BOLD, Mark.BOLD), (Style.ITALIC, Mark.ITALIC))
            if prose.prose.styles & style
            for each in find_styled(prose.prose, style)
        ]
        self.quotes = [each.span() for each in find_quotes(self.text) if is_apart(self.text, each, prose.links)]
        self.styled, self.bounds, self.italics = set[tuple[int, int]](), list(prose.unlinked), list[int]()
        if self.styles:
            self.styled = {style[:2] for style in self.styles}
            self.bounds = sorted(chain(prose.unlinked, *[each for each in self.styled if not is_stress(prose, *each)]))
            self.italics = [start for start, _, mark in self.styles if mark is Mark.ITALIC]
        self.may_have_runs = may_have_runs(self.text)
        self.links = [link[1:3] for link in prose.links]
        edges = (0, *chain(*self.links), len(self.text))
        self.names = [each.span() for each in find_lists(self.text, pairwise(edges))]
        self.names += find_turned(self.text, pairwise(sorted({*edges, *self.bounds})))
        self.set_off = make_set_off((self.quotes, self.styled, self.names, self.links))
        self.stops = [*self.bounds, *[last for _, last in (*self.quotes, *self.links)]]

    def cut(self) -> None:
        """Find the fields of all segments."""
        words: tuple[int, int] | None = None
        for segment in self.prose.segments:
            if segment.start > _LONGEST_CUT:
                break
            is_group = segment.kind is SegmentKind.GROUP
            if segment.kind is SegmentKind.WORDS or (is_group and is_inside_words(self.text, segment, self.set_off)):
                words = (words[0] if words else segment.start, segment.end)
                may_refer = self.text[segment.start] == "[" and segment.end - segment.start <= _LONGEST_REFERENCE
                if may_refer and _REFERENCE.fullmatch(self.text, segment.start, segment.end):
                    self.cut_words(*words)  # `BERT[1] Pre-training of ...`
                    words = None
                continue
            if words:
                self.cut_words(*words)
                words = None
            self.cut_segment(segment)
        if words:
            self.cut_words(*words)

    def cut_segment(self, segment: Segment) -> None:
        """Find the fields of a link, of brackets, of code; a break separates."""
        if segment.kind is SegmentKind.BREAK:
            start, end = segment.start, segment.end
            is_line = "\n" in self.text[start:end]
            self.before = LINE if is_line and self.before != START else self.before if is_line else BAR
        elif segment.kind is SegmentKind.LINK:
            self.cut_link(segment)
        elif segment.kind is SegmentKind.GROUP:
            self.cut_group(segment)
        elif segment.kind is SegmentKind.CODE:
            self.cut_words(segment.start, segment.end, Mark.CODE)

    def cut_link(self, segment: Segment) -> None:
        """Find the fields of a link's words; a badge, or an address that is its own text, is one field."""
        words = self.text[segment.start : segment.end]
        if segment.link is not None and repeats_address(segment.link):
            self.add(segment.start, segment.end, Mark.LINK, Shape.ADDRESS)
        elif not words.strip("\ufffc \t\n"):
            self.add(segment.start, segment.end, Mark.LINK, Shape.LABEL)
        elif (year := _YEAR_AMID.match(words)) is not None:  # `[Lee (2012) Title](url)`
            self.cut_words(segment.start, segment.start + year.end(1))
            self.cut_field(segment.start + year.start("year"), segment.start + year.end("year"), Mark.ROUND)
            self.cut_words(segment.start + year.end(), segment.end, Mark.LINK)
        elif is_whole(words):
            self.cut_field(segment.start, segment.end, Mark.LINK)
        elif words[0] in "[(" and (tag := _TAGS.match(words)) and (not tag[1] or says_when_or_where(tag[1])):
            for each in _TAG.finditer(self.text, segment.start, segment.start + tag.end()):
                self.cut_field(*each.span(each.lastindex or 0), Mark.SQUARE)
                self.before = BAR
            self.cut_words(segment.start + tag.end(), segment.end, Mark.LINK)
        elif words[0] == "[" and words[-1] == "]" and (" " not in words or YEAR_AHEAD.match(words, 1)):
            self.cut_field(segment.start + 1, segment.end - 1, Mark.TAG)  # `[[NAME]](url) Title`
        elif not words[-1].isalnum() and (closing := _CLOSING_GROUP.search(words)) and says_when_or_where(closing[1]):
            self.cut_words(segment.start, segment.start + closing.start(), Mark.LINK)
            self.cut_words(segment.start + closing.start(1), segment.start + closing.end(1), Mark.ROUND)
        else:
            self.cut_words(segment.start, segment.end, Mark.LINK)

    def cut_group(self, segment: Segment) -> None:
        """Find the fields in brackets; links in them count by themselves."""
        start, end = segment.start + 1, segment.end - 1
        mark = Mark.ROUND if self.text[segment.start] in "(（" else Mark.SQUARE
        if mark is Mark.SQUARE and count_words(self.text[start:end]) >= SURELY_APART:
            behind = match_year_behind(self.text[start:end], Shape.WORDS, Mark.SQUARE)  # `**[Venue, 2025]**`
            is_bold = (segment.start, segment.end, Mark.BOLD) in self.styles and not (behind and "," in behind[2])
            mark = Mark.BOLD if is_bold else mark  # `**[Title]**`
        inner = [link for link in self.prose.links if start <= link.start and link.end <= end]
        if inner and 2 * sum(link.end - link.start for link in inner) > end - start:
            if read_date_label(lead := self.text[start : inner[0].start].rstrip(" -–:,")):  # `(2021/04-[NAME](url))`
                self.add(start, start + len(lead), mark, Shape.DATE)
            for link in inner:
                self.cut_field(link.start, link.end, Mark.TAG)
        elif (end - start == 1 and self.text[start].isalpha()) or says_type(self.text, segment, self.found):
            self.add(start, end, mark, Shape.REST)
        elif "," not in self.text[start:end] and is_whole(self.text[start:end]):
            self.cut_field(start, end, mark)
        else:
            self.cut_words(start, end, mark)
        self.before = SPACE

    def cut_words(self, start: int, end: int, mark: Mark = Mark.NONE) -> None:
        """Find the fields of words: between separators, where a style begins or ends, and quotes as a whole."""
        if not self.text[start:end].strip(" "):
            return  # most of what is between links and brackets
        bounds = [start, *[each for each in self.bounds if start < each < end], end] if self.bounds else [start, end]
        if end - start < _FEWEST_WORDS_TAKE and len(bounds) == 2 and not self.text[start:end].strip(EDGES):
            for separator in find_separators(self.text, start, end):
                self.separate(separator[0])
            return
        quotes = [each for each in self.quotes if start <= each[0] and each[1] <= end] if self.quotes else ()
        wholes = self.find_wholes(start, end, mark)
        for first, last in (*quotes, *wholes):
            bounds = sorted({each for each in bounds if not first < each < last} | {first, last})
        for first, last in pairwise(bounds):
            if (first, last) in quotes:
                edge = self.text[first] in "'‘"
                self.cut_field(first + edge, last - edge, Mark.QUOTE)
                continue
            if (first, last) in wholes:
                self.cut_styled(first, last, mark, wholes[first, last])
                continue
            position = first
            may_stop = first > start and self.text[first] in ".。:："
            if may_stop and (stop := _STOP_AHEAD.match(self.text, first, last)):  # of another style
                self.separate(stop[0])
                position = stop.end()
            for separator in find_separators(self.text, position, last):
                self.cut_styled(position, separator.start(), mark)
                self.separate(separator[0])
                position = separator.end()
            self.cut_styled(position, last, mark)

    def find_wholes(self, start: int, end: int, mark: Mark) -> dict[tuple[int, int], Shape]:
        """Find what is a field as a whole among words, whatever separates it: names, and venues abbreviated."""
        wholes: dict[tuple[int, int], Shape] = {}
        for first, last in self.names:
            lead = self.text[start:first].strip(_BEFORE_NAMES)
            may_be_names = start <= first and last <= end and not any(first < each < last for each in self.italics)
            are_by = lead[-3:].lstrip() == "by"
            if may_be_names and (are_by or lead[-1:] in _ENDS or self.text.count(" and ", first, last) > 1):
                wholes[first, last] = Shape.CREDIT if are_by else Shape.NAMES
        if self.may_have_runs:
            for run in find_runs(self.text, start, end, self.italics):
                rests = ((each, self.text[run[1] : each[1]]) for each in wholes if each[0] == run[0])
                longer = (each for each, rest in rests if rest[:1] not in ("", "."))
                wholes[next(longer, run)] = Shape.CREDIT
        if "," in (words := self.text[start:end]) or ". " in words:
            dates = (each for each in find_dates(words) if _SEPARATED.search(each.text))
            apart = (each for each in dates if not words[each.end : each.end + 2].strip().isupper())
            wholes |= {(start + each.start, start + each.end): Shape.DATE for each in apart}
        others = [*self.quotes, *wholes]
        stops = [*self.stops, *[last for _, last in wholes]] if wholes else self.stops
        for found in find_periodicals(self.text, start, end, stops, others, is_bracketed=mark in GROUPS):
            wholes[found.start, found.end] = Shape.PERIODICAL if found.is_name else Shape.NUMBER
        return wholes

    def separate(self, separator: str) -> None:
        """Note what separates the next field; the end of a line counts more than what follows it."""
        if self.before not in (LINE, WRAP, BAR, START):
            is_numbered = separator[0] == "、" and [each.shape for each in self.found] == [Shape.NUMBER]
            self.before = SPACE if is_numbered else sign_of(separator)  # `1、Title`
            if self.before == BY and self.found and self.found[-1].words.isalpha() and self.found[-1].words.islower():
                self.found[-1] = self.found[-1]._replace(shape=Shape.REST)  # `edited by Ann Lee`

    def cut_styled(self, start: int, end: int, mark: Mark, shape: Shape | None = None) -> None:
        """Find the fields of words in one style; with a shape they are one field."""
        if start < end and mark is Mark.NONE and self.styles:
            begin = end - len(self.text[start:end].lstrip()) if self.text[start].isspace() else start
            around = [(first, each) for first, last, each in self.styles if first <= begin < last] or [(0, mark)]
            is_apart = len(around) > 1 and self.text[: around[-1][0]].rstrip()[-1:] in _BEFORE_INNER
            mark = around[-1 if is_apart else 0][1]  # `**Ann Lee: *Title of a Paper***`
        if shape is not None:
            self.add(start, end, mark, shape)
        elif start < end:
            self.cut_field(start, end, mark)

    def cut_field(self, start: int, end: int, mark: Mark) -> None:
        """Add a field; a year or a venue at its beginning or end is a field of its own."""
        words = self.text[start:end]
        raw = words.strip()
        raw = raw[2:] if raw[:2] == "* " else raw  # the mark of an item in an item
        start = start if raw == words else start + words.find(raw)
        raw = without_joint(raw) if raw[-4:] == " and" or raw[-2:] == " &" else raw
        end = start + len(raw)
        shape = read_shape(raw)
        if shape is None:
            return
        if raw[:3] in ("by ", "By ") and (read_shape(raw[3:]) in _NAMES or are_joined(raw[3:])):
            start, raw, shape = start + 3, raw[3:], Shape.NAMES
            self.before = BY if self.before == SPACE else self.before
        is_listed = self.before in (",:?!" if mark is Mark.NONE else "?!") and mark not in LINKS
        if is_listed and shape is Shape.LABEL and not _COLON.match(self.text, end):
            shape = Shape.WORD  # one of several: `A Survey: Datasets, Models, and Challenges`
        if shape in _ANNOUNCING and raw.isalpha() and self.is_label(end, raw, shape, mark):
            shape = Shape.LABEL
        if shape is Shape.PERIODICAL and (lead := IN.match(raw)):
            shape = self.shape_behind_in(raw, lead.end(), mark)
            if self.found and shape is not Shape.WORDS:
                start, raw = start + lead.end(), raw[lead.end() :]
        if shape is Shape.ADDRESS and mark not in LINKS and (archive := _ARCHIVE_NAME.match(raw)):
            self.add(start, start + archive.end(), mark, Shape.VENUE)
            start, raw = start + archive.end(), raw[archive.end() :]
            shape = Shape.YEAR if read_shape(raw) is Shape.YEAR else shape
        if self.cut_dated(start, end, raw, shape, mark):
            return
        if shape is Shape.LABEL and mark not in LINKS and _COLON.match(self.text, end):
            is_name = self.before == START or raw not in (raw.lower(), raw.upper(), raw.capitalize())
            shape = Shape.ACRONYM if is_name else shape  # the name before the rest of a title
        self.add(start, end, mark, shape)

    def shape_behind_in(self, raw: str, lead: int, mark: Mark) -> Shape:
        """The shape of what begins with "in": a venue, its year, or words."""
        is_title = mark in LINKS and len(raw.split()) > _MOST_VENUE_WORDS  # `[In Defense of ...](url)`
        is_inner = self.found and self.before == SPACE and raw[0].islower()
        if is_title or (is_inner and self.found[-1].mark is not Mark.QUOTE):
            return Shape.WORDS
        inner = read_shape(raw[lead:])
        is_aside = inner is Shape.NAMES and mark is not Mark.ITALIC  # `In A. Lee, editor, VLDB`
        if not self.found:
            is_aside, inner = inner is Shape.DATE, None  # `In September 2019, ...`
        shape = Shape.REST if is_aside else inner
        return shape if shape in (Shape.VENUE, Shape.YEAR, Shape.DATE, Shape.REST) else Shape.PERIODICAL

    def is_label(self, end: int, word: str, shape: Shape, mark: Mark) -> bool:
        """Whether a word for venues only announces one, or a link: `Conference: ...`, `[Journal](url)`."""
        if mark in LINKS and shape is Shape.VENUE:
            return any(venue.name.islower() for venue in find_venues(word))  # `preprint`
        return shape is Shape.PERIODICAL and (mark in LINKS or _COLON.match(self.text, end) is not None)

    def cut_dated(self, start: int, end: int, raw: str, shape: Shape, mark: Mark) -> bool:
        """Add a venue and its year, or a year, as fields of their own; False where there is none."""
        may_be_dated = DIGIT_KIND in self.kinds[start:end]
        if may_be_dated and shape in _DATABLE and self.cut_lead(start, end, raw, mark):
            return True
        if (may_be_dated or shape is Shape.VENUE) and self.cut_venue(start, raw.rstrip(CLOSING_EDGES), shape, mark):
            return True
        return may_be_dated and self.cut_year(start, end, raw, shape, mark)

    def cut_lead(self, start: int, end: int, raw: str, mark: Mark) -> bool:
        """Add a known venue and its year before the words of a title: `ICML 2020 Learning to Act`; else False."""
        is_named = _COLON.match(self.text, end) is not None
        venue = find_lead(raw, is_named=is_named) if self.before in (START, BAR, *LINES) else None
        if venue is None:
            return False
        self.cut_venue(start, venue.text, Shape.VENUE, Mark.NONE if mark in LINKS else mark)
        self.cut_field(end - len(raw[venue.end :].lstrip(EDGES)), end, mark)
        return True

    def cut_venue(self, start: int, bare: str, shape: Shape, mark: Mark) -> bool:
        """Add a venue that is known, its year and the rest as fields of their own; False where there is none."""
        is_phrase = shape in PHRASE and len(bare.split()) <= _MOST_VENUE_WORDS
        if not (is_phrase or shape is Shape.VENUE) or not (found := find_venues(bare)):
            return False
        venue = found[0]
        rest_words = len(bare[venue.end :].split())
        is_in_phrase = is_phrase and (venue.start or not venue.year or rest_words > _MOST_REST_WORDS)
        if is_in_phrase or (bare == venue.text and not venue.year):
            return False
        year = find_year(bare)
        begin, end = find_name_of_venue(bare, venue, year)
        if year is not None and year[0] < begin:
            self.add(start + year[0], start + year[1], mark, Shape.YEAR)
            self.before = bare[year[1] : begin].strip()[:1] or SPACE
        self.add(start + begin, start + end, mark, Shape.VENUE)
        if year is not None and year[0] >= begin:
            year_shape = Shape.YEAR if venue.year or year[1] - year[0] >= 4 else Shape.NUMBER
            self.add(start + year[0], start + year[1], mark, year_shape)
            end = year[1]
        if bare[end:].strip(EDGES):
            self.add(start + end, start + len(bare), mark, Shape.REST)
        return True

    def cut_year(self, start: int, end: int, raw: str, shape: Shape, mark: Mark) -> bool:
        """Add a year at the beginning or the end of words as a field of its own; False where there is none."""
        if shape not in _DATABLE or (shape is Shape.DATE and read_date_label(raw)):
            return False
        may_be_glued = shape in (Shape.ACRONYM, Shape.VENUE) and raw[-2:].isdecimal()
        if may_be_glued and (match := _GLUED_YEAR.fullmatch(raw)) and not _COLON.match(self.text, end):
            self.add(start, start + match.end(1), mark, Shape.ACRONYM)
            self.add(start + match.start(2), start + match.end(2), mark, Shape.YEAR)
            return True
        behind = match_year_behind(raw, shape, mark)
        if shape is Shape.ADDRESS and behind is not None and not behind[2]:
            return False  # the last digits of an id
        if (match := behind) and (words := read_shape(match[1])) is not None:
            if words in PHRASE and _INNER.search(match[1]) and _COLON.match(self.text, end):
                return False  # `Team at COLIEE 2025: ...`
            words = shape_before_year(match[1], words)
            venue = find_last_venue(match[1]) if words in TITLE_SHAPES else None
            self.add(start, start + (venue[0] if venue else match.end(1)), mark, words)
            if venue is not None:
                rest = read_shape(match[1][venue[1] :]) or Shape.ACRONYM
                self.add(start + venue[1], start + match.end(1), mark, rest)
            self.before = match[2].strip()[:1] or SPACE
            self.add(start + match.start("year"), start + match.end("year"), mark, Shape.YEAR)
            return True
        return self.cut_leading_year(start, end, raw, mark)

    def cut_leading_year(self, start: int, end: int, raw: str, mark: Mark) -> bool:
        """Add a year at the beginning of words, and a name that the same sign glues to both: `24-NSDI-Title`."""
        match = YEAR_AHEAD.match(raw) if raw[0].isdecimal() else None
        if match is None or (words := read_shape(match[3])) is None or words in PARTS_OF_DATES:
            return False
        self.add(start, start + match.end(1), mark, Shape.YEAR if len(match[1]) <= 4 else Shape.DATE)
        self.before = match[2].strip()[:1] or SPACE
        begin = start + match.start(3)
        name = _NAME_AHEAD.match(match[3])
        if name is not None and name[2] == match[2] != " ":
            self.add(begin, begin + name.end(1), mark, read_shape(name[1]) or Shape.ACRONYM)
            self.before, begin = name[2], begin + name.end()
            words = read_shape(self.text[begin:end]) or words
        self.add(begin, end, mark, words)
        return True

    def add(self, start: int, end: int, mark: Mark, shape: Shape) -> None:
        """Add one field."""
        may_be_tag = mark is Mark.CODE and shape in (Shape.FEW, Shape.LABEL) and self.ends_words(end)
        if may_be_tag and self.before == SPACE and is_tag(self.text[start:end], self.found):
            shape = Shape.LABEL
        elif self.before in _GOING_ON and mark is not Mark.LINK and self.goes_on(start, mark, shape):
            self.before = ON
            shape = Shape.FEW if shape is Shape.LABEL else shape
        before = self.before
        if before not in LINES and self.found and (mark is Mark.BOLD or mark in LINKS):
            last = self.found[-1]
            if last.mark is mark and self.run_of(last.start, mark) == self.run_of(start, mark) != -1:
                before = WITHIN + before
                if mark in LINKS and last.shape is Shape.LABEL:  # `[Read, Attend, and Code](url)`
                    self.found[-1] = last._replace(shape=Shape.FEW)
                shape = Shape.FEW if mark in LINKS and shape is Shape.LABEL else shape
        if before == self.before and before not in _BEGINS_FIELD and self.found and self.found[-1].mark in RUNS:
            before = LEAVING + before
        if (mark is Mark.QUOTE or mark in LINKS) and before not in _BEGINS_TEXT and before[:1] != WITHIN:
            before = (ENTERING if mark is Mark.QUOTE else OPENING) + before[-1:]
        self.found.append(make_field((before, mark, shape, start, end, self.place, self.text[start:end])))
        self.before = SPACE

    def ends_words(self, end: int) -> bool:
        """Whether a line, a link, brackets, a bar or code follow."""
        behind = end + len(self.text[end:]) - len(self.text[end:].lstrip(" "))
        parts = self.prose.segments if self.text[behind : behind + 1] not in ("", *"\n([{|;") else ()
        return not parts or any(each.start == behind and each.kind in _APART for each in parts)

    def goes_on(self, start: int, mark: Mark, shape: Shape) -> bool:
        """Whether a field continues the words before it: only their style, their line or a comma ends there."""
        if not self.text[start : start + 1].islower():
            return False
        may_follow = shape in TITLE_SHAPES and shape not in (Shape.NAME, Shape.NAMES)
        may_follow = self.before != "," or (may_follow and bool(self.found) and self.found[-1].mark is mark)
        if not self.found or not may_follow or IN.match(self.text, start):
            return False  # a venue may follow
        between = self.text[self.found[-1].end : start]
        is_near = not between.strip(" \t\n,")
        return is_near and self.found[-1].shape in TITLE_SHAPES and self.found[-1].mark not in LINKS

    def run_of(self, offset: int, mark: Mark) -> int:
        """Find the link or the run of bold words that is at `offset`; -1 if there is none."""
        if mark in LINKS:
            index = bisect_right(self.prose.links, offset, key=lambda link: link.start) - 1
            return index if index >= 0 and offset < self.prose.links[index].end else -1
        return next((i for i, (a, b, each) in enumerate(self.styles) if each is mark and a <= offset < b), -1)
