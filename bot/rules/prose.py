"""The text of entries, with code, addresses and formulas masked."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from bot.document import Block, BlockKind, Prose, RunKind, Style
from bot.document.model import MARKDOWN
from bot.judgement import keep_last
from bot.listing import DateLabel, Entry, Listing, Span
from bot.listing.labels import read_badge
from bot.listing.scores import FieldKind
from bot.papers.dates import DateMention, find_dates
from bot.papers.identifiers import Scheme
from bot.papers.names import names_of
from bot.papers.similarity import coined_name, normalise
from bot.papers.venues import JOURNALS, VenueMention, find_known_venues, known_venue, names_archive
from bot.rules.texts import texts_of
from bot.text import has_any, lazy_pattern

DATED_LIST = """\
* [2505] [Group-in-Group Policy Optimization](https://arxiv.org/pdf/2505.10978)
* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2504] [Beyond Single-Turn](https://arxiv.org/pdf/2504.04717)
* [2503] [SWEET-RL](https://arxiv.org/pdf/2503.15478)
* [2503] [MPO](https://arxiv.org/pdf/2503.02682)
* [2502] [Multi-Turn Code Generation](https://arxiv.org/pdf/2502.20380)
* [2502] [EPO](https://arxiv.org/pdf/2502.12486)
* [2411] [WebRL](https://arxiv.org/pdf/2411.02337)
* [2409] [Building Math Agents](https://arxiv.org/pdf/2409.02392)
* [2406] [DigiRL](https://arxiv.org/pdf/2406.11896)
* [2402] [ArCHer](https://arxiv.org/pdf/2402.19446)
"""
"""A list for examples, its newest paper first."""

MASK = "\ufffc"
"""Replaces each character of code, addresses and formulas; an image already is one such character."""

_FORMULA = lazy_pattern(r"\$\$[^$]{1,400}\$\$|\$(?=\S)[^$\n]{1,200}(?<=\S)\$(?![0-9A-Za-z])|\\\([^()\n]{1,200}\\\)")

_DIVIDED = lazy_pattern(rf"(?P<link>\[[^\[\]\n]*\]\()|\([^()\n]*\)|`[^`\n]+`|{_FORMULA.pattern}")
"""What a bar that is not escaped divides: the text of a link, words in brackets, code, formulas."""
_BAR = lazy_pattern(r"(?<!\\)\|", needs="|")
_NO_LETTERS = str.maketrans({sign: " " for sign in map(chr, range(128)) if not sign.isalpha()})


def find_dividing_bars(row: str) -> tuple[list[int], list[int]]:
    """Where bars divide what belongs into one cell of a row, and those of them that divide the text of a link."""
    found: tuple[set[int], set[int]] = set(), set()
    for match in [each for each in _DIVIDED.finditer(row) if "|" in each[0]] if "|" in row else ():
        inside = [bar.start() for bar in _BAR.finditer(row, match.start(), match.end())]
        found[0].update(inside)
        found[1].update(inside if match["link"] else ())
    return sorted(found[0]), sorted(found[1])


_CJK = (("\u2e80", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7af"), ("\uf900", "\ufaff"))
"""First and last character of each range; a pattern for all of them would take milliseconds to compile."""


def has_cjk(text: str) -> bool:
    """Whether there is a Chinese, Japanese or Korean character."""
    if text.isascii():
        return False
    return any(first <= each <= last for each in set(text) if each >= _CJK[0][0] for first, last in _CJK)


@lru_cache(maxsize=1)  # several rules ask for those of one list
def words_of(content: str) -> Mapping[str, int]:
    """How often a text has each word, in small letters; all ASCII signs but letters are between words."""
    return Counter(content.lower().translate(_NO_LETTERS).split())


def titled_prose(entry: Entry) -> Prose:
    """The text of an entry that has the title, or would have it."""
    column = entry.title_place[0]
    return entry.cells[column] if 0 <= column < len(entry.cells) else entry.head


def before_title(entry: Entry) -> str:
    """What is before the title of an entry, in its paragraph or cell."""
    return titled_prose(entry).text[: max(entry.title_place[1], 0)]


def is_in_sentence(entry: Entry) -> bool:
    """Whether words lead up to the title, without a mark between them: `Explore [this model](...)`."""
    column, start, _ = entry.title_place
    before = entry.head.text[:start].rstrip() if column < 0 else ""
    return before[-1:].isalpha()


KEPT = 256
"""Entries of which it is kept what they say: one is compared with several others."""


@lru_cache(maxsize=KEPT)
def names_in(entry: Entry) -> tuple[str, ...]:
    """Other names of an entry's paper: the name before the colon, names beside it, its aliases, the words of cells."""
    return tuple(_names_in(entry))


def _names_in(entry: Entry) -> Iterator[str]:
    if entry.title is not None:
        yield coined_name(entry.title.value)
        name = titled_prose(entry).text[: entry.title_place[2]].rpartition("\n")[2].partition(":")[0]
        yield from map(normalise, name.split("/"))  # `Name / Other Name: Title`
    yield from map(normalise, entry.aliases)
    yield from (normalise(cell.text) for cell in entry.cells)


def full_text(entry: Entry) -> str:
    """The whole text of an entry, details included."""
    return "\n".join(prose.text for prose in (entry.head, *entry.details) if prose.text)


def plain(prose: Prose) -> str:
    """The text of a prose with `MASK` for each character of code, bare URLs and formulas; offsets are kept."""
    text = prose.text
    if not prose.is_plain:
        text = "".join(
            [
                MASK * len(run.value)
                if run.style & Style.CODE or (run.link is not None and run.link.bare) or run.kind is RunKind.IMAGE
                else run.value
                for run in prose.runs
            ]
        )
    return _FORMULA.sub(lambda match: MASK * len(match[0]), text) if "$" in text or "\\" in text else text


_FEWEST_SENTENCES, _FEWEST_WORDS = 3, 60
"""This many sentences and words at a stretch are an abstract, wherever they stand."""
_SENTENCE = 40
"""Characters up to a full stop; initials of authors have fewer between them."""


@lru_cache(maxsize=1)  # each finding of a rule in one paragraph asks
def abstract_of(prose: Prose) -> range:
    """Where a prose has an abstract: a long text in sentences, without links; empty for most."""
    if len(prose.text) < _FEWEST_WORDS:
        return range(0)
    start = 0
    for run, place in zip((*prose.runs, None), (*prose.starts, len(prose.text)), strict=True):
        if run is not None and run.link is None and not (start == place and run.style & (Style.BOLD | Style.ITALIC)):
            continue
        text = prose.text[start:place]
        sentences = sum(len(each) >= _SENTENCE for each in text.split(". "))
        if text.count(" ") >= _FEWEST_WORDS and sentences >= _FEWEST_SENTENCES:
            return range(start, place)
        start = place + (len(run.value) if run is not None else 0)
    return range(0)


def is_in_abstract(listing: Listing, span: Span) -> bool:
    """Whether a place is in an abstract, whose words are those of the authors."""
    entry = listing.entry_at(span.start)
    abstracts = ((prose, abstract_of(prose)) for prose in (entry.proses if entry is not None else ()))
    return any(found and prose.span(found.start, found.stop).contains(span) for prose, found in abstracts)


class Places:
    """Knows which places of a document are plain prose; each kind of place is collected on first use."""

    def __init__(self, listing: Listing) -> None:
        self._document = listing.document

    def is_prose(self, span: Span) -> bool:
        """Whether `span` shares no character with a link, an image, code or a comment."""
        return not any(overlap(spans, span) for spans in (self._links, self._comments, self._code))

    def is_code(self, span: Span) -> bool:
        """Whether `span` shares a character with code."""
        return overlap(self._code, span)

    def is_comment(self, span: Span) -> bool:
        """Whether `span` shares a character with a comment."""
        return overlap(self._comments, span)

    def is_in_target(self, span: Span) -> bool:
        """Whether `span` shares a character with a link or an image that is none of its words."""
        return overlap(self._targets, span)

    @cached_property
    def _links(self) -> tuple[Span, ...]:
        """The links written as Markdown links; a bare URL may be part of a broken one."""
        return merge([link.span for link in self._document.links if not link.bare])

    @cached_property
    def _targets(self) -> tuple[Span, ...]:
        found = [(each.span, each.label_span) for each in self._document.links]
        before = [Span(whole.start, label.start) for whole, label in found if whole.start < label.start]
        return merge(before + [Span(label.end, whole.end) for whole, label in found if label.end < whole.end])

    @cached_property
    def _comments(self) -> tuple[Span, ...]:
        return merge(comment.span for comment in self._document.comments)

    @cached_property
    def _code(self) -> tuple[Span, ...]:
        return merge(self._code_spans())

    def _code_spans(self) -> Iterator[Span]:
        text = self._document.text
        for block in self._document.all_blocks:
            if block.kind is BlockKind.CODE:
                yield Span(text.line_span(block.first).start, text.line_span(block.last).end)
            for prose in (*((block.prose,) if block.prose else ()), *block.cells):
                if prose.styles & Style.CODE:
                    yield from (run.span for run in prose.runs if run.style & Style.CODE)


places_of = keep_last(Places)


class GroupLines:
    """The lines that are alone between two lists or two tables, names of groups perhaps; and what is below one."""

    def __init__(self, listing: Listing) -> None:
        blocks, starts = listing.document.blocks, listing.text.line_starts
        lines = [
            starts[it.first - 1]
            for one, it, other in zip(blocks, blocks[1:], blocks[2:], strict=False)
            if one.kind == other.kind in {BlockKind.LIST, BlockKind.TABLE} and _is_line(it)
        ]
        self._starts = [each for each in lines if listing.entry_at(each) is None]  # no title above its links
        self._text = listing.text
        self._ends: dict[Span, int] = {}

    def end_of_item(self, entry: Span) -> int:
        """The number of the first line below an entry that is not indented further than its first one."""
        if entry not in self._ends:
            first, last = self._text.line_at(entry.start), len(self._text.line_starts)
            lines = ((number, self._text[self._text.line_span(number)]) for number in range(first, last + 1))
            indents = ((number, len(line) - len(line.lstrip())) for number, line in lines if line.strip())
            _, least = next(indents)
            self._ends[entry] = next((number for number, indent in indents if indent <= least), last + 1)
        return self._ends[entry]

    def part(self, one: Entry, other: Entry) -> bool:
        """Whether such a line is between two entries."""
        return bisect_right(self._starts, one.span.start) != bisect_right(self._starts, other.span.start)


def _is_line(block: Block) -> bool:
    return block.kind is BlockKind.PARAGRAPH and block.first == block.last


def overlap(spans: tuple[Span, ...], span: Span) -> bool:
    """Whether `span` shares a character with one of `spans`, as `merge` returns them."""
    index = bisect_right(spans, span.start, key=lambda each: each.start)
    return any(each.overlaps(span) for each in spans[max(index - 1, 0) : index + 1])


def merge(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans in order, with overlapping ones merged."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


_BEFORE, _AFTER = 60, 12
"""How many characters around a date are searched for its venue."""


def is_venue_date(listing: Listing, label: DateLabel) -> bool:
    """Whether the date belongs to the name of a venue, as in `CoRL, Sept 2024` or `ICML'24`; preprints do not count.

    In a record it has a field of its own.
    """
    text = listing.text
    if listing.document.format is not MARKDOWN:
        return False
    line = text.line_around(label.span.start)
    start = max(line.start, label.span.start - _BEFORE)
    around = text[Span(start, min(line.end, label.span.end + _AFTER))]
    first, last = label.span.start - start, label.span.end - start
    return any(venue.start <= last + 1 and venue.end >= first - 2 for venue in find_known_venues(around))


_NO_DAY = r"(?:(?<=0)0|(?<=2)9|(?<=[3-9])\d)"
"""The second digit of `00`, `29`, `30` to `99`."""
_OF_DAY = r"(?:st|nd|rd|th)?"
_SUSPECT_DATE = lazy_pattern(
    r"\d(?:"  # a digit first: so a search passes over the words
    rf"(?:{_NO_DAY}(?<!\d..)|(?<=0)(?<!\d.)){_OF_DAY}(?: of)?[ -][A-Z][a-z]{{2}}"  # `32 Nov`, `0 Nov`
    rf"|(?:{_NO_DAY}(?:(?<=[a-z] ..)|(?<=[a-z]\. ..))|(?<=0)(?:(?<=[a-z] .)|(?<=[a-z]\. .)))"
    rf"{_OF_DAY},? \d{{4}}"  # `Nov 32, 2021`, `Nov. 0, 2021`
    r"|\d{3}([-/.])(?:(?:00|1[3-9]|[2-9]\d)\1\d|\d\d?\1(?:00|29|[3-9]\d)))"  # `2024-13-01`, `2024-02-30`
)
"""What a day or a month that does not exist looks like, `00`, `29` to `99`; most proses have none."""


def impossible_dates(listing: Listing) -> Iterator[tuple[Entry, Prose, DateMention]]:
    """Days and months that no calendar has, outside of titles: `32 Nov 2021`, `30 Feb 2024`, `[2024-13-01]`."""
    for entry, prose, title, _ in texts_of(listing).matching(_SUSPECT_DATE):
        for mention in find_dates(plain(prose)):
            if mention.value is None and "D" in mention.format and mention.start not in title:
                yield entry, prose, mention


_PUBLICATION = lazy_pattern(
    r"\b(?:Conference|Symposium|Workshop|Proceedings|Journal|Transactions|IEEE|ACM|accepted|published|to appear"
    r"|forthcoming|in press)\b",
    re.IGNORECASE,
    needs=(
        *"conference symposium workshop proceedings journal transactions ieee acm accepted published".split(),
        *("to appear", "forthcoming", "in press"),
    ),
)
"""Words in venues without a usual short name, and in notes about papers to appear."""


_FULL_NAME = lazy_pattern(
    r"\b(?:Conference|Symposium|Workshop|Congress|Meeting|Journal|Transactions|Proceedings) "
    r"(?:on|of|for|in) (?:the )?[A-Z]"
)


def has_full_name(text: str) -> bool:
    """Whether a venue is in a text with its full name, known or not: `International Conference on Learning`."""
    return _FULL_NAME.search(text) is not None


def venues_of(entry: Entry) -> Iterator[VenueMention]:
    """The venues that an entry names in its venue field or on badges, without preprint servers."""
    field = entry.parts.venue
    texts = [field.value] if field is not None else []
    for prose in entry.proses:
        texts += [read_badge(link.label, link.href) for link in prose.links() if link.image]
    return (venue for text in texts for venue in find_known_venues(text))


def all_venues(entry: Entry) -> Iterator[VenueMention]:
    """The venues that an entry names anywhere outside its title, without preprint servers; cheap checks first."""
    yield from find_known_venues(_untitled(entry))
    yield from venues_of(entry)


def name_venues(entry: Entry) -> set[str]:
    """What the venues of an entry are called: the known ones, else what is in its venue field."""
    field = entry.parts.venue.value if entry.parts.venue is not None else ""
    return {each.name for each in all_venues(entry)} or (
        {field.casefold()} if field and not names_archive(field) else set()
    )


def named_venues(entry: Entry) -> bool:
    """Whether an entry names a venue or a publication outside its title; preprint servers do not count."""
    rest = _untitled(entry)
    is_named = bool(find_known_venues(rest) or _PUBLICATION.search(rest))
    return is_named or any(venues_of(entry))  # last, since it reads the fields of the entry


def venue_of_address(entry: Entry) -> tuple[VenueMention, int, bool] | None:
    """The venue that an entry names with a year, the other year in its link, and whether that is in doubt.

    It is where two digits stand in the name of a file, and not in what names the paper at its venue: `atc20/lee`.
    """
    if entry.link is None or entry.announced is not None or (entry.work is not None and not entry.work.is_paper):
        return None  # a repository may be about several years
    long = _years_of_venues(_VENUE_IN_URL.finditer(entry.link.href))
    short = _years_of_venues(_SHORT_YEAR.finditer(entry.link.href))
    own = (*all_venues(entry), *_own_venue(entry)) if long or short else ()
    named = [each for each in own if each.year is not None and _OF_VOLUME.search(each.text) is None]
    mentions = (*named, *(find_known_venues(entry.title_text) if named else ()))
    if any(it.year in (*long.get(_key(it.name), ()), *short.get(_key(it.name), ())) for it in mentions):
        return None  # one of several years is that of the address
    sure = _years_of_venues(_SHORT_YEAR.finditer(entry.work.value)) if short and entry.work is not None else {}
    for years, is_short in ((long, False), (short, True)):
        found = [(each, years[_key(each.name)]) for each in named if not each.track and _key(each.name) in years]
        if entry.work is not None and entry.work.scheme is Scheme.DOI:  # made when a journal accepts a paper
            found = [each for each in found if (each[0].year or 0) <= max(each[1])]
        for venue, others in found:
            is_far = abs(min(others) - (venue.year or 0)) > _FAR_YEARS or venue.name in JOURNALS
            if len(others) == 1 and not (is_short and is_far):
                return venue, min(others), is_short and _key(venue.name) not in sure
    return None


def _years_of_venues(matches: Iterable[re.Match[str]]) -> dict[str, set[int]]:
    """The years that an address has after names, by the name."""
    years: dict[str, set[int]] = {}
    for match in matches:
        year = int(match["year"])
        years.setdefault(_key(match["name"]), set()).add(year + (year < 100) * (1900 if year > 39 else 2000))
    return years


def _key(name: str) -> str:
    return known_venue(name) or name.casefold()


def _own_venue(entry: Entry) -> Iterator[VenueMention]:
    """A venue that is not known, if its field has an acronym and a year: `HiPC 2015`."""
    for field in (each.dated or each.part for each in entry.labelled if each.kind is FieldKind.VENUE):
        match = _ACRONYM.fullmatch(field.value.strip(" ()[],."))
        if match is not None and known_venue(match["name"]) is None:
            yield VenueMention(0, len(match[0]), match[0], match["name"], int(match["year"]))


_VENUE_IN_URL = lazy_pattern(
    r"(?<![A-Za-z])(?P<name>[A-Za-z]{3,12})(?:[._-]?|\.(?:cc|org)/(?:paper(?:_files)?/)?(?:paper/)?(?!\d{4}-))"
    r"(?P<year>(?:19|20)\d\d)(?!\d)"
)
"""`CVPR2023`, `eccv_2022`, `neurips.cc/paper/2021`; in `nips.cc/paper/1959-words` it is the number of the paper."""
_OF_VOLUME = lazy_pattern(r"\d *\((?:19|20)\d\d$")
"""`Systems 36 (2024)`: the year in which a volume came out, which may be the one after the conference."""
_SHORT_YEAR = lazy_pattern(r"(?<![A-Za-z])(?P<name>[A-Za-z]{2,12})[_'-]?(?P<year>\d\d)(?!\d)")
"""`AAAI22`: then `AAAI-1963` in the same address is the number of a paper."""
_FAR_YEARS = 3
"""Two digits that are further from the year count volumes: `rss16` is RSS 2020. Journals print years later."""
_ACRONYM = lazy_pattern(r"(?P<name>[A-Z][A-Za-z]*[A-Z][A-Za-z]*)[ '’,-]{0,2}(?P<year>(?:19|20)\d\d)")


def _untitled(entry: Entry) -> str:
    """The text of an entry without its title."""
    text = full_text(entry)
    return text if entry.title is None else text.replace(entry.title.value, " ")


_LONGEST_EMPHASIS = 600
"""Characters of a list of authors that is set off."""
_EMPHASIS = "*_"
_BREAKS = "\n[]|<"


def author_fields(listing: Listing, entry: Entry, *, is_usual: bool = False) -> Iterator[Span]:
    """Where an entry names its authors: what reads as names, with all of the emphasis around it.

    Where it `is_usual` to name them, what is set off after the title of an entry without authors is taken for them.
    """
    content = listing.text.content
    starts = [part.span.start for part in entry.authors]
    if not starts and is_usual and entry.title is not None:
        end = entry.title.span.end
        behind = _SET_OFF.match(content, end, end + _FAR)
        starts = [behind.end()] if behind is not None else []
    for start in starts:
        mark = content[start - 1 : start]
        end = content.find(mark, start, start + _LONGEST_EMPHASIS) if mark and mark in _EMPHASIS else -1
        if end >= 0 and not has_any(content[start:end], _BREAKS):
            yield Span(start, end)
        else:
            yield from (part.span for part in entry.authors if part.span.start == start)


_SET_OFF = lazy_pattern(r"[^\w\n]{0,8}\s[*_](?=[A-Z])")
_FAR = 12
"""Marks and spaces between a title and its authors."""


def family_names(entry: Entry) -> list[str]:
    """The family names of the authors, as far as the entry names them."""
    return [normalise(name).rpartition(" ")[2] for part in entry.authors for name in names_of(part.value).names]


def own_name(entry: Entry) -> str:
    """The name with which a title begins, or a row: `HICO`, beside which `HICO-Det` stands."""
    title = entry.title_text
    name = coined_name(title) or ("" if " " in title else normalise(title))
    return name or (normalise(entry.cells[0].text) if entry.title_place[0] > 0 else "")


_WORD_OF_NAME = lazy_pattern(r"[^\W\d_]{2,}")
_OF_PREPRINT = lazy_pattern(r".*rxiv.*|preprints?|corr|abs", re.IGNORECASE)


def names_preprint(text: str) -> bool | None:
    """Whether all words of a text are those of a preprint, such as `arXiv`; None for a text without words."""
    words = _WORD_OF_NAME.findall(text)
    return all(map(_OF_PREPRINT.fullmatch, words)) if words else None
