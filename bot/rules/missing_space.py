"""The rule `missing-space`: no space between two fields, or before and after brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from bot.document import Style
from bot.listing import Entry, Link, Listing, Span
from bot.papers.names import NameForm, may_be_institution, names_of
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import abstract_of, author_fields, has_cjk, plain
from bot.rules.texts import EntryText, literal, texts_of
from bot.rules.works import is_on_record
from bot.text import group_pairs, lazy_pattern

if TYPE_CHECKING:
    import re

    from bot.document import Prose

_FEWEST = 10
"""Links after another one, or after words, from which the list has a habit."""
_NEARLY_ALL = 0.9
"""The share of them that have a space there from which the others lack it."""
_FEW = 0.05
"""The share of links without a space up to which each is a mistake for sure."""
_ACRONYM = lazy_pattern(r"(?<=[a-z]{2})\((?P<acronym>[A-Z][A-Za-z0-9-]{1,9})\)(?![\w(])")
_NUMERAL = lazy_pattern(r"[IVX]+")
_AROUND = {"[": "]", "(": ")"}
_MARKER = 12
"""Characters that the marker of an entry has at most."""
_MARKS = " \t*-+|#>_[(`.)0123456789"
_FARTHEST = 100
"""Characters in front of an acronym that are searched for its words."""
_SENTENCE_END = lazy_pattern(r"[.!?]\s|[。！？\n]")
_BEHIND_WORD = lazy_pattern(r"(?<=[a-z]) ?\([A-Z]")
"""A bracket with a name or an acronym after a word."""
_OFTEN, _HABITUAL = 5, 0.4
"""This many places without the space, and so large a share, are how the list, or its section, is written."""
_SAME = 3
"""This many times the same words."""
_AND = lazy_pattern(r"(?:and|or)\b")
_NAME = lazy_pattern(
    r"(?:^|[,;&*_\n]|\b(?:and|by)) *(?:[A-Z][\w.'-]* ){1,3}\([A-Z][A-Za-z]+(?: [A-Z][a-z]+)?\)"
    r"(?=[A-Z][\w'-]+ *(?:[,;.&*_]|and\b|$))"
)
"""A name in brackets right in front of another, as in `Yang (Katie)Zhao`, between names."""
_ENUMERATION = lazy_pattern(r"[(\[{][^\s()\[\]{}]{1,200}[)\]}]")
_GLUED = lazy_pattern(r"\((?<=[a-z]{2}\()[A-Z]|\)[A-Z]")  # a bracket first: so it is fast
_NO_WORDS = lazy_pattern(r"\S*/\S*/|[A-Z][b-df-hj-np-tv-xz]+,(?!(?:and|or)\b)[a-z]")
"""An address, or a variable and its index: `Vgs,max`; names and words have vowels, or `and` after them."""
_BLANKS = " \t\u00a0"
_DIVIDERS = ",;"
_ENDS = ':.?!)"\u201d'
"""Signs that end words; others may belong to the link, or to no words at all."""
_INITIAL = lazy_pattern(r"(?<!\w)[B-HJ-Z]$")
"""A letter that is not a word."""
_BEFORE_QUOTES = (*_BLANKS, *"([\n", "")
_LONGEST_FOOTNOTE = 4
_OWN_WAY = 4
"""A cell with more commas, all without a space, is written so on purpose."""
_LONGEST_TITLE = 400
"""Characters; what is longer is an abstract."""


class _Mark(NamedTuple):
    """A mark with letters right after it, and how lists write it."""

    glued: re.Pattern[str]
    """Matches what the space is missing after."""
    spaced: re.Pattern[str]
    what: str
    in_titles: bool | None
    """Whether it is looked for in titles only, outside of them only, or anywhere."""
    severity: Severity | None = None


_SMALL = "a-zß-öø-ÿ\u0100-\u017f"
_LARGE = "A-ZÀ-ÖØ-Þ\u0100-\u017f"
"""Every other Latin letter from U+0100 on is a small one."""
_SUSPECT = lazy_pattern(
    rf"[,.:](?:(?<=[{_SMALL}],)[a-z{_LARGE}]|(?<=\w,)(?:19|20)\d"  # a mark first: so it is fast
    r"|(?<=[A-Z]\.)[A-Z][a-z]|(?<=\w\w:)[A-Z][a-z])"
)
_MARKED = (
    _Mark(
        lazy_pattern(rf"(?<=[{_SMALL}]),(?=[{_LARGE}][{_SMALL}.]|[a-z]{{3}})"),
        lazy_pattern(rf"(?<=[{_SMALL}]), (?=[a-z{_LARGE}])"),
        "after this comma",
        None,
    ),
    _Mark(
        lazy_pattern(r"(?<=[^\W_]),(?=(?:19|20)\d\d(?![^\W_]|[,-]\d))"),
        lazy_pattern(r"(?<=[^\W_]), (?=(?:19|20)\d\d(?![^\W_]))"),
        "before this year",
        False,
    ),
    _Mark(
        lazy_pattern(rf"(?<![^\W_])(?:[A-Z]\.)*[A-Z]\.(?=[A-Z][{_SMALL}])"),
        lazy_pattern(rf"(?<![^\W_])(?:[A-Z]\. ?)*[A-Z]\. (?=[A-Z][{_SMALL}])"),
        "after this initial",
        False,
    ),
    _Mark(
        lazy_pattern(r"(?<=[^\W_]{2}):(?=[A-Z][a-z]+[ -])"),
        lazy_pattern(r"(?<=[^\W_]{2}): (?=[A-Z])"),
        "after this colon",
        True,
        Severity.NOTE,
    ),
)


_GLUED_NAME = lazy_pattern(
    r"(?:^|(?<=[,;*_] )|(?<=and )|(?<=[*_]))(?!Mc|Mac|De|Di|Du|La|Le|Van|Von|Fitz)"
    r"[A-Z][a-z]+(?:-[A-Z][a-z]+)?[A-Z][a-z]{2,}(?=[,;*_.\]]| and\b|$)"
)
"""A given and a family name in one word: `HanGao`."""
_SECOND_NAME = lazy_pattern(r"(?<=[a-z])(?=[A-Z])")
_AUTHORED = 0.8
"""If so many entries name their authors, what is set off after the title of another one are its authors."""
_HANGING = lazy_pattern(r"(?<=[a-z]{3})(?<!and)-(?:and|or) [A-Za-z]+-[A-Za-z]", needs=("-and", "-or"))
"""The hyphen of `uni-and multi-modal`."""
_SUSPECT_TITLE = lazy_pattern(r"-(?:and|or) |[a-z]{4}[A-Z][a-z]{4}")
_TWO_WORDS = lazy_pattern(r"(?<![\w-])([A-Z][a-z]{4,})([A-Z][a-z]{4,})(?![\w:-])")
_USUAL = 5
"""How often the list must have two words apart for them to be two."""


class MissingSpace(Rule):
    """A space is missing between two links, or between a bracket and the word beside it.

    `[Paper](...)[Code](...)` looks like one link. The fix adds the space. It is unsafe in titles and names, and after
    commas and initials. The rule also reports

    - a missing space after a comma, after an initial (`Y.Wu`) or in a name (`HanGao`), if nine tenths of such places in
      the list have a space;
    - a missing space before `and` (`uni-and multi-modal`);
    - a word in a title that the list writes as two words at least five times.

    Only a note: a missing space after a colon or in an abstract, and forms that the list has often.

    Not reported: footnotes, and scripts that are written without spaces.
    """

    severity = Severity.WARNING
    reason = "words, or a word and a bracket, run together"
    examples = (
        Bad(
            "* [Proposer-Agent-Evaluator(PAE): Autonomous Skill Discovery](https://arxiv.org/abs/2412.13194)\n",
            fixed="* [Proposer-Agent-Evaluator (PAE): Autonomous Skill Discovery](https://arxiv.org/abs/2412.13194)\n",
        ),
        Good(
            "* [GPT-4V(ision) is a Generalist Web Agent](https://arxiv.org/abs/2401.01614)[[code](https://a.org/b)]\n"
        ),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per place."""
        yield from (each for each in self._find(listing) if not is_on_record(listing, each.span, context))

    def _find(self, listing: Listing) -> Findings:
        yield from self._check_links(listing)
        texts = texts_of(listing)
        yield from self._check_brackets(listing, texts.matching(_GLUED))
        suspects = [*texts.matching(_SUSPECT)]
        for mark in _MARKED if suspects else ():
            yield from self._check_marks(listing, mark, suspects, texts.joined)
        yield from self._check_names(listing)
        yield from self._check_titles(listing)

    def _check_brackets(self, listing: Listing, suspects: Iterable[EntryText]) -> Findings:
        """Brackets that are glued to a word."""
        glues_brackets = cache(lambda: _glues_brackets(listing))  # most lists need not be asked
        for entry, prose, title, _ in suspects:
            text = prose.text
            for match in _ACRONYM.finditer(text):
                if _is_in_cjk(text, match.start()):
                    continue  # Chinese, Japanese and Korean text has no space there
                if _abbreviates(match["acronym"], text[max(0, match.start() - _FARTHEST) : match.start()]):
                    is_note = glues_brackets() or _is_always_glued(listing, text, match)
                    is_note = is_note or _is_in_address(entry, text, match)
                    severity = Severity.NOTE if is_note else None
                    yield from self._report_gap(listing, entry, prose, match.start(), "the bracket", severity)
            for match in _NAME.finditer(text):
                if match.start() not in title:
                    yield from self._report_gap(listing, entry, prose, match.end(), "this name")

    def _report_gap(
        self, listing: Listing, entry: Entry, prose: Prose, offset: int, what: str, severity: Severity | None = None
    ) -> Findings:
        is_code = prose.runs[prose.run_at(offset)].style & Style.CODE
        if not is_code and literal(prose, offset - 1, offset + 1) is not None:
            span = prose.span(offset, offset + 1)
            in_title = entry.title is not None and entry.title.span.overlaps(span)
            safety = Safety.UNSAFE if in_title else Safety.SAFE
            fix = _add_space(span.start, safety)
            severity = Severity.NOTE if offset in abstract_of(prose) else severity
            yield self.at(listing, span, f"a space is missing before {what}", fix=fix, severity=severity)

    def _check_marks(self, listing: Listing, mark: _Mark, suspects: Sequence[EntryText], joined: str) -> Findings:
        """Marks without the space that nearly all marks of their kind in the list have; one finding for each text."""
        found = []
        for entry, prose, title, _ in suspects:
            if offsets := _find_glued(mark, prose, title):
                is_own = prose.text.count(",") > _OWN_WAY and ", " not in prose.text and bool(entry.cells)
                is_note = is_own or _are_official(prose, title, offsets) or _are_bracketed(prose.text, offsets)
                found.append((prose, offsets, Severity.NOTE if is_note else mark.severity))
        glued = sum(len(offsets) for _, offsets, _ in found)
        spaced = len(mark.spaced.findall(joined)) if glued else 0
        if not _Count(spaced, glued).is_habit:
            return
        message = f"a space is missing {mark.what}; nearly all in the list have one"
        for prose, offsets, severity in found:
            places = (prose.span(each, each + 1).start for each in offsets)
            edits = tuple(Edit(Span(place, place), " ") for place in places)
            span = prose.span(offsets[0] - 1, offsets[0])
            fix = Fix("Add a space" if len(edits) == 1 else "Add spaces", edits, Safety.UNSAFE)
            reasons = (f"{spaced} of {spaced + glued} in the list have a space here",)
            yield self.at(listing, span, message, fix=fix, severity=severity, reasons=reasons)

    def _check_names(self, listing: Listing) -> Findings:
        """Names of authors that lack the space that nearly all have: two of an entry, or one (a note)."""
        papers = [entry for entry in listing.papers if entry.listed in (None, NameForm.LAST)]
        names = [name for entry in papers for part in entry.authors for name in names_of(part.value).names]
        if not _count([" " in name for name in names]).is_habit:
            return
        is_usual = len([entry for entry in papers if entry.authors]) >= _AUTHORED * len(papers)
        for entry in papers:
            found = [
                match
                for field in author_fields(listing, entry, is_usual=is_usual)
                for match in _GLUED_NAME.finditer(listing.text.content, field.start, field.end)
                if not may_be_institution(match[0])
            ]
            if not found:
                continue
            places = [match.start() + each.start() for match in found for each in _SECOND_NAME.finditer(match[0])]
            fix = Fix("Add spaces", tuple(Edit(Span(place, place), " ") for place in places), Safety.UNSAFE)
            message = f"a space is missing in the name `{found[0][0]}`; nearly all in the list have one"
            yield self.at(listing, Span(*found[0].span()), message, fix=fix, is_note=len(found) == 1)

    def _check_titles(self, listing: Listing) -> Findings:
        """Two words of a title that run together: one hangs on a hyphen, or the list has the two as words."""
        content = listing.text.content
        for entry, *_ in texts_of(listing).matching(_SUSPECT_TITLE):
            title = entry.title.span if entry.title is not None else Span(0, 0)
            is_note = len(title) > _LONGEST_TITLE
            for match in _HANGING.finditer(content, title.start, title.end):
                place = match.start() + 1
                fix = _add_space(place, Safety.UNSAFE)
                message = "a space is missing after this hyphen"
                yield self.at(listing, Span(place - 1, place), message, fix=fix, is_note=is_note)
            for match in _TWO_WORDS.finditer(content, title.start, title.end):
                words = f"{match[1]} {match[2]}"
                if content.count(words) >= _USUAL and content.count(match[0]) == 1:
                    message = f"a space is missing in `{match[0]}`; the list has `{words}` {content.count(words)} times"
                    fix = _add_space(match.start(2), Safety.UNSAFE)
                    yield self.at(listing, Span(*match.span()), message, fix=fix, is_note=is_note)

    def _check_links(self, listing: Listing) -> Findings:
        """Links right after another one, words or a comma, in a list that nearly always has a space there."""
        gaps = [gap for entry in listing.entries for gap in _gaps(listing.text.content, entry)]
        usual = {behind: _count([gap.spaced for gap in gaps if gap.behind is behind]) for behind in _Behind}
        everywhere = _count([gap.spaced for gap in gaps])
        by_section = group_pairs(((gap.section, gap.behind), gap.spaced) for gap in gaps)
        there = {place: _count(those) for place, those in by_section.items()}
        for gap in gaps:
            own = usual[gap.behind]
            is_habit = own.is_habit
            if gap.behind is _Behind.DIVIDER:  # some lists glue all of them
                is_habit, own = everywhere.is_habit and own.spaced > own.glued, everywhere
            if not gap.spaced and is_habit:
                message = f"a space is missing before this link; nearly all{gap.behind.value} have one"
                reason = f"{own.spaced} of {own.spaced + own.glued}{gap.behind.value} have a space before them"
                span = Span(gap.start, gap.start + 1)
                safety = Safety.UNSAFE if gap.is_in_word else Safety.SAFE
                is_note = gap.behind is _Behind.DIVIDER or there[gap.section, gap.behind].is_glued or not own.is_sure
                fix = _add_space(gap.start, safety)
                yield self.at(listing, span, message, fix=fix, is_note=is_note, reasons=(reason,))


def _find_glued(mark: _Mark, prose: Prose, title: range) -> list[int]:
    """Where words of a text begin right after a mark, in writing that has spaces and in no address or formula."""
    return [
        match.end()
        for match in mark.glued.finditer(plain(prose))
        if mark.in_titles in (None, match.start() in title)
        and literal(prose, match.start(), match.end() + 1) is not None
        and not _is_in_cjk(prose.text, match.start())
        and not _NO_WORDS.match(prose.text, prose.text.rfind(" ", 0, match.start()) + 1)
    ]


def _are_official(prose: Prose, title: range, offsets: Sequence[int]) -> bool:
    """Whether all places are in an abstract or a title, which are copied as they are on record."""
    abstract = abstract_of(prose)
    return all(each in abstract or (each in title and not _AND.match(prose.text, each)) for each in offsets)


def _are_bracketed(text: str, offsets: Sequence[int]) -> bool:
    """Whether all places are in brackets with several commas, none of which has a space: `(Node,Way,Relation)`."""
    inside = [match for match in _ENUMERATION.finditer(text) if match[0].count(",") > 1]
    return all(any(match.start() < each < match.end() for match in inside) for each in offsets)


class _Behind(Enum):
    """What is before a link in its line, and how a message says so."""

    LINK = " links after other links"
    WORDS = " links after words"
    BRACKET = " links after square brackets"
    DIVIDER = " links of the list"


class _Gap(NamedTuple):
    """What is between a link that begins at `start` and what is before it."""

    start: int
    section: int
    behind: _Behind
    spaced: bool
    is_in_word: bool = False
    """Whether the page shows words before the link and its label as one word, so that the border is unclear."""


class _Count(NamedTuple):
    spaced: int
    glued: int

    @property
    def is_habit(self) -> bool:
        """Whether nearly all have a space."""
        return self.spaced >= _FEWEST and self.spaced >= _NEARLY_ALL * (self.spaced + self.glued)

    @property
    def is_sure(self) -> bool:
        """Whether so few lack one that they are not a second way to write it."""
        return self.glued <= _FEW * (self.spaced + self.glued)

    @property
    def is_glued(self) -> bool:
        """Whether so many have none that this is the habit of a section."""
        return self.glued >= _OFTEN and self.glued >= _HABITUAL * (self.spaced + self.glued)


def _count(spaced: Sequence[bool]) -> _Count:
    """Count the places with a space, and those without one."""
    return _Count(sum(spaced), len(spaced) - sum(spaced))


def _gaps(content: str, entry: Entry) -> Iterator[_Gap]:
    """The gaps before the links of an entry, without the first one, footnotes and what is in no Western script."""
    ends = set()
    for link in entry.links:
        if link.bare or link.image:
            continue
        start, end = _field_of(content, link)
        before = content[entry.span.start : start]
        words = before.rstrip(_BLANKS)
        if before[:_MARKER].strip(_MARKS):
            behind = _Behind.LINK if entry.span.start + len(words) in ends else _what(words)
            if behind is _Behind.BRACKET and words == before and content[start] == "(":
                behind = None  # `[label]([other](url))`: a link that is not written right
            if behind is not None and not _is_footnote(link.label) and not has_cjk(words[-1] + link.label[:1]):
                is_in_word = words[-1].isalpha() and link.label[:1].isalpha() and start == link.span.start
                if is_in_word and words == before and link.label[0].islower() and _INITIAL.search(words):
                    continue  # `C[artels](...)`: the link begins too late
                is_spaced = words != before or content[link.label_span.start] == " "
                yield _Gap(start, entry.section, behind, is_spaced, is_in_word)
        ends.add(end)


def _is_footnote(label: str) -> bool:
    """Whether a link is at a word as a footnote does: `2.0[^25]`, `agents[3](...)`."""
    return label.startswith("^") or (len(label) <= _LONGEST_FOOTNOTE and not any(map(str.isalpha, label)))


def _what(words: str) -> _Behind | None:
    """What the words before a link end in; None for a sign that may belong to the link."""
    if words[-1] in _DIVIDERS:
        return _Behind.DIVIDER
    if (words[-1] == "." and words[-2:-1].isdigit()) or (words[-1] == '"' and words[-2:-1] in _BEFORE_QUOTES):
        return None  # a numbered item; a quotation that begins
    if words[-1] == "]":
        return _Behind.BRACKET  # a tag, or a label without its link
    return _Behind.WORDS if words[-1].isalpha() or words[-1] in _ENDS else None


def _field_of(content: str, link: Link) -> tuple[int, int]:
    """Where a link begins and ends, or the brackets around it."""
    start, end = link.span.start, link.span.end
    while content[start - 1 : start] in _AROUND and content[end : end + 1] == _AROUND[content[start - 1]]:
        start, end = start - 1, end + 1
    return start, end


def _add_space(offset: int, safety: Safety = Safety.SAFE) -> Fix:
    return Fix("Add a space", (Edit(Span(offset, offset), " "),), safety)


def _is_in_cjk(text: str, place: int) -> bool:
    """Whether the sentence at this place has Chinese, Japanese or Korean words."""
    if text.isascii():
        return False
    start = max((match.end() for match in _SENTENCE_END.finditer(text, 0, place)), default=0)
    behind = _SENTENCE_END.search(text, place)
    sentence = text[start : behind.start() if behind is not None else len(text)]
    return has_cjk("".join(filter(str.isalpha, sentence)))


def _glues_brackets(listing: Listing) -> bool:
    """Whether the list often writes a bracket right after a word: `Convolutional Networks(CNN)`."""
    return _count([it[0][0] == " " for it in _BEHIND_WORD.finditer(texts_of(listing).joined)]).is_glued


def _is_in_address(entry: Entry, text: str, match: re.Match[str]) -> bool:
    """Whether a page that is linked has the word and the acronym as one in its address: its title is written so."""
    word = (text[: match.start()].rpartition(" ")[2] + match["acronym"]).lower()
    return any(word in link.href.lower() for link in entry.links)


def _is_always_glued(listing: Listing, text: str, bracket: re.Match[str]) -> bool:
    """Whether the list mostly writes these words this way, and more than twice: `Exactly Match(EM)` in a column."""
    word, content = text[: bracket.start()].rpartition(" ")[2], listing.text.content
    glued = content.count(f"{word}{bracket[0]}")
    return glued >= _SAME and glued > content.count(f"{word} {bracket[0]}")


def _abbreviates(acronym: str, words: str) -> bool:
    """Whether the letters of an acronym come in this order in the last words, the first one at the start of a word."""
    letters = acronym.lower().removesuffix("s") if acronym[-1] == "s" else acronym.lower()
    parts = words.lower().replace("-", " ").split()
    initials = "".join(part[0] for part in parts[-len(letters) :])
    if initials == letters:
        return True
    if _NUMERAL.fullmatch(acronym):
        return False  # the charge of an atom, as in `Iridium(III)`, whose own letters may hold those of the numeral
    for first in range(len(parts) - 1, max(len(parts) - 1 - len(letters), -1), -1):
        if parts[first][0] == letters[0] and parts[-1][0] in letters[1:]:
            rest = iter("".join(parts[first:]))
            if all(letter in rest for letter in letters):
                return True
    return False
