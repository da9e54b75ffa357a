"""The rule `literal-markup`: Markdown that the page shows as characters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from bot.document import BlockKind, Prose, RunKind, Style
from bot.document.model import Run
from bot.listing import Listing, Span
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.link_targets import BlankForms, forms_of
from bot.text import lazy_pattern

_MARKS = lazy_pattern(r"\*+")
_QUOTE = lazy_pattern(r"(?<![\w`])(`{1,2})(?=[^\s`])[^`\n]{0,200}?(?:'{1,2}|\"|”|’’)(?!\w)")
"""A quotation as LaTeX writes it."""
_BULLET = lazy_pattern(r"[-+*]|\d{1,3}[.)]")
_BULLET_ENDS = "-+*.)"
_LINE_ENDS = (RunKind.WRAP, RunKind.BREAK)
_HEADING = lazy_pattern(r"#{2,6}[^\W_]")
"""One sign can be a tag or a number: `#LLM`, `#12`."""
_IN_HTML = lazy_pattern(
    r"\*\*(?=\S)[^*\n]{1,200}(?<=\S)\*\*|\]\((?=https?://)|(?m:^ {0,3}#{1,6} (?=\S))", needs=("**", "](", "#")
)
_MARKDOWN_INSIDE = lazy_pattern(r"<[a-z]\w*\s[^<>]*\bmarkdown=[\"']?(?:1|block|span)\b", re.IGNORECASE)
_IN_TABLE = lazy_pattern(r"(?: {4}|\t)\s*</?(?:t[dhr]|tbody|thead)\b", re.IGNORECASE)
"""A part of a table of HTML that is indented as code is."""
_WORD = lazy_pattern(r"\w{1,40}")
_AFTER_SENTENCE = ".!?"
_BETWEEN_NAMES = ",;:)&"
_OPENS = "([{（【“‘\"'"
_LETTER = lazy_pattern(r"(?<!\w)[A-Z]$")
"""A letter alone: with an asterisk after it, it is a name, as in `A*`."""


class _Mark(NamedTuple):
    """Asterisks that the page shows: their place in the source, and what is before and after them."""

    span: Span
    before: str
    after: str
    beside_style: bool
    """Whether words in bold or italics end right before them, or begin right after."""

    @property
    def opens(self) -> bool:
        return (not self.before.strip() or self.before in _OPENS) and self.after.isalnum()

    @property
    def closes(self) -> bool:
        return not self.before.isspace() and not self.after.isalnum()

    @property
    def is_sign(self) -> bool:
        """Whether it is one asterisk at the end of a field, as signs of footnotes are."""
        return len(self.span) == 1 and self.closes and not self.after.strip(" |\n")


class _Whole:
    """What the list as a whole tells, each found once."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing

    @cached_property
    def has_notes(self) -> bool:
        return _NOTE.search(self.listing.text.content) is not None

    @cached_property
    def has_contents(self) -> bool:
        """Whether another program puts a table of contents into the page."""
        return "\n[TOC]\n" in self.listing.text.content

    @cached_property
    def forms(self) -> BlankForms:
        return forms_of(self.listing)

    @cached_property
    def unlike_others(self) -> frozenset[Span]:
        """The places of entries without words in italics, where two thirds have some."""
        entries = self.listing.entries
        found = [each.span for each in entries if not any(prose.styles & Style.ITALIC for prose in each.proses)]
        return frozenset(found if 3 * len(found) <= len(entries) else ())

    def lacks_italics(self, mark: _Mark) -> bool:
        """Whether only the entry of a mark has no words in italics, which the mark may begin."""
        entry = self.listing.entry_at(mark.span.start) if mark.opens and len(mark.span) == 1 else None
        return entry is not None and entry.span in self.unlike_others

    @cached_property
    def sets_off(self) -> bool:
        """Whether most entries have words in italics."""
        entries = self.listing.entries
        return 2 * sum(bool(entry.head.styles & Style.ITALIC) for entry in entries) > len(entries)


class LiteralMarkup(Rule):
    """Markdown is shown as characters, not as formatting: `*Authors *` is not in italics, `-[Title](...)` is not a
    bullet.

    To fix it:

    - Put no space between the `*` or `**` and the words that they mark, and as many `*` at the end as at the start.
    - Put a space after `-`, `1.` and `#`.
    - In a block of HTML, which ends at the next blank line, write `<b>` and `<a href>` instead of Markdown.

    The fix removes such a space, or adds the one after `-`, `1.` and `##`. A blank line that turns the rest of an HTML
    table into code is an error; the fix removes it.

    Only a note: numbered lines that look like items anyway (`1.[Title](...)` alone on its line), LaTeX's quotation
    marks, and pages that are written for another program than GitHub (`[TOC]`).

    Not reported: names such as `A*`, footnote signs, multiplication signs, and escaped characters.
    """

    severity = Severity.WARNING
    reason = "readers see the marks themselves"
    examples = (
        Bad("* [WebRL](https://arxiv.org/abs/2411.02337) *Zehan Qi et al.* * ICLR 2025\n"),
        Bad("* [WebRL](https://arxiv.org/abs/2411.02337) ** on-policy **\n"),
        Bad(
            "* [**WebRL **](https://arxiv.org/abs/2411.02337)\n",
            fixed="* [**WebRL**](https://arxiv.org/abs/2411.02337)\n",
        ),
        Bad("-[WebRL](https://arxiv.org/abs/2411.02337)\n", fixed="- [WebRL](https://arxiv.org/abs/2411.02337)\n"),
        Bad("<summary>\n**[WebRL](https://arxiv.org/abs/2411.02337)**\n</summary>\n"),
        Good("* [ToolChain*: A* Search](https://arxiv.org/abs/2310.13227) Yuchen Zhuang*, Xiang Chen*, 2 * 3\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield at most one diagnostic of a kind per paragraph or cell."""
        whole = _Whole(listing)
        for block in listing.document.all_blocks:
            if block.kind is BlockKind.HTML and block.prose is not None:
                yield from self._in_html(whole, block.prose)
            elif block.prose is not None or block.cells:
                for prose in (block.prose,) if block.prose is not None else block.cells:
                    if "*" in prose.text:
                        yield from self._asterisks(whole, prose)
                    if "`" in prose.text:
                        yield from self._backticks(listing, prose)
                if block.kind is BlockKind.PARAGRAPH and block.prose is not None:
                    yield from self._line_starts(listing, block.prose)
        for above, block in pairwise(listing.document.blocks):
            first = listing.text.line_span(block.first)
            if above.kind is BlockKind.HTML and block.kind is BlockKind.CODE and _IN_TABLE.match(listing.text[first]):
                gap = Span(listing.text.line_span(above.last + 1).start, first.start)
                fix = Fix("Remove the empty line", (Edit(gap, ""),), Safety.UNSAFE)
                message = "the empty line above ends the block of HTML: this part of the table is shown as code"
                yield self.at(listing, first, message, fix=fix, severity=Severity.ERROR)

    def _asterisks(self, whole: _Whole, prose: Prose) -> Findings:
        listing, content = whole.listing, whole.listing.text.content
        marks = [
            mark
            for mark in _read_marks(content, prose)
            if not (whole.has_notes and (mark.is_sign or _NOTE.match(content, mark.span.start)))
        ]
        if (name := _find_name(content, prose, marks)) is not None:
            message = f"the asterisk of `{content[name.start : name.end]}` ends the words that are set off: escape it"
            fix = Fix("Escape it", (Edit(Span(name.end - 1, name.end - 1), "\\"),), Safety.UNSAFE)
            yield self.at(listing, name, message, fix=fix)
        elif (ends := _find_ends(content, marks)) is not None:
            words, marked = Span(ends[0].end, ends[1].start), content[ends[0].start : ends[0].end]
            fix = Fix("Remove the space", (Edit(words, content[words.start : words.end].strip()),), Safety.UNSAFE)
            message = f"`{marked}` is shown as a character, because of a space beside it"
            yield self.at(listing, ends[0], message, fix=fix if len(ends[0]) == len(ends[1]) else None)
        elif (span := _find_asterisks(content, marks)) is not None:
            message = f"`{content[span.start : span.end]}` is shown as a character; it formats nothing"
            is_form = whole.forms.count(span) > 0
            yield self.at(listing, span, message, is_note=is_form)
        elif len(marks) == 1 and whole.lacks_italics(marks[0]):
            unlike = ("other entries of the list have words in italics, this one has none",)
            yield self.at(
                listing, marks[0].span, "`*` is shown as a character: no other asterisk closes it", reasons=unlike
            )
        elif _is_spaced_pair(marks) and whole.sets_off:
            blank = Span(marks[0].span.end, marks[0].span.end + 1)
            fix = Fix("Remove the space", (Edit(blank, ""),), Safety.UNSAFE)
            message = "`*` is shown as a character, because of the space after it"
            reasons = ("another one ends the words after it", "most entries of the list have words in italics")
            yield self.at(listing, marks[0].span, message, fix=fix, reasons=reasons)

    def _backticks(self, listing: Listing, prose: Prose) -> Findings:
        message, fix, place = "this quotation mark is shown as a backtick", None, _find_quote(prose)
        if place is None and (place := _find_backtick(prose)) is not None:
            message, fix = "this backtick is shown: no other one belongs to it", Fix.write(place, "", Safety.UNSAFE)
        if place is not None:
            yield self.at(listing, place, message, fix=fix, severity=Severity.NOTE)

    def _in_html(self, whole: _Whole, prose: Prose) -> Findings:
        listing = whole.listing
        for match in _IN_HTML.finditer(prose.text):
            run = prose.runs[prose.run_at(match.start())]
            span = prose.span(*match.span())
            is_heading, line = (match[0].strip().startswith("#"), listing.text.line_around(span.start))
            if is_heading and listing.text[Span(line.start, span.start)].strip():
                continue  # `<th># Entities`: a number
            if not run.style & Style.CODE and not _is_preformatted(prose):
                message = "Markdown is not read inside a block of HTML: this is shown as text"
                block = listing.text[Span(prose.span(0, 0).start, span.start)]
                is_read = _MARKDOWN_INSIDE.search(block) or whole.has_contents
                yield self.at(listing, span, message, is_note=bool(is_read))
                return

    def _line_starts(self, listing: Listing, prose: Prose) -> Findings:
        """Bullets and headings without the space after their mark."""
        runs = prose.runs
        for index, run in enumerate(runs):
            starts_line = index == 0 or runs[index - 1].kind in _LINE_ENDS
            if not starts_line or not _is_words(run):
                continue
            is_note = False
            before_link = index + 1 < len(runs) and runs[index + 1].link is not None
            if before_link and run.value[-1] in _BULLET_ENDS and _BULLET.fullmatch(run.value):
                line = listing.text.line_around(run.span.start)
                if run.value[0].isdigit() and _BULLET.fullmatch(listing.text[Span(line.start, run.span.start)].strip()):
                    continue  # `- 1.[...`: an item already
                is_note = run.value[0].isdigit() and _is_line_of_its_own(runs, index)
                message = f"`{run.value}` needs a space after it to begin an item"
            elif index == 0 and run.value.startswith("##") and (heading := _HEADING.match(run.value)):
                run = run._replace(span=Span(run.span.start, run.span.start + heading.end() - 1))
                message = "these signs make no heading without a space after them"
            else:
                continue
            fix = Fix("Add a space", (Edit(Span(run.span.end, run.span.end), " "),), Safety.UNSAFE)
            yield self.at(listing, run.span, message, fix=fix, is_note=is_note)


def _is_line_of_its_own(runs: Sequence[Run], index: int) -> bool:
    """Whether a run is a paragraph, or the page breaks the line before and after it: it looks like an item there."""
    kinds = (runs[each].kind for each in range(index, len(runs)))
    behind = next((kind for kind in kinds if kind in _LINE_ENDS), None)
    ends = {behind, *(run.kind for run in runs[max(index - 1, 0) : index])}
    return RunKind.WRAP not in ends


def _is_words(run: Run) -> bool:
    is_words = run.kind is RunKind.TEXT and run.link is None and not run.style & Style.CODE
    return is_words and len(run.value) == len(run.span)


def _is_preformatted(prose: Prose) -> bool:
    return any(run.kind is RunKind.TAG and run.tag in ("pre", "style", "script") for run in prose.runs)


_NOTE = lazy_pattern(r"^\\?\*_?(?=[^\W\d_])[^*\n]+$", re.MULTILINE)
"""A line that says what the signs after words mean: `*These were published twice.`"""


def _find_asterisks(content: str, marks: Sequence[_Mark]) -> Span | None:
    """The first asterisks of a prose that were meant to set words off."""
    bold = [mark for mark in marks if len(mark.span) > 1]
    if len(bold) > 1 and all(mark.closes for mark in bold):
        bold = []  # footnote signs after names
    openers = [mark for mark in marks if mark.opens]
    are_names = all(_ends_in(content, mark.span.start, _BETWEEN_NAMES) for mark in openers)
    for mark in marks:
        if _is_meant(mark, len(bold)) or (mark.opens and not are_names and _has_partner(content, mark, openers)):
            return mark.span
    return None


def _ends_in(content: str, end: int, signs: str) -> bool:
    """Whether one of some signs is before `end`, or before the blanks there."""
    while content[end - 1 : end].isspace():
        end -= 1
    return content[end - 1 : end] in signs


def _find_name(content: str, prose: Prose, marks: Sequence[_Mark]) -> Span | None:
    """The name with an asterisk that ends words in bold or italics which go on after it: `**Fast A* Search**`."""
    for one, other in pairwise(prose.runs) if marks else ():
        end = one.span.end
        is_end = content[end : end + 2] == "* " and other.span.start == end + 1 and one.style != other.style
        if is_end and end < marks[-1].span.start and _is_words(one) and _LETTER.search(one.value):
            return Span(end - 1, end + 1)
    return None


def _find_ends(content: str, marks: Sequence[_Mark]) -> tuple[Span, Span] | None:
    """The asterisks at both ends of the text of a link: `[**Title **](https://...)`."""
    for one, other in pairwise(marks):
        words = content[one.span.end : other.span.start]
        if one.before == "[" and content.startswith("](", other.span.end) and "](" not in words:
            return one.span, other.span
    return None


def _is_meant(mark: _Mark, bold: int) -> bool:
    if mark.beside_style:
        return not (mark.closes and mark.after and mark.after in _BETWEEN_NAMES)
    if len(mark.span) > 1:
        return (bold > 1 and not (mark.before.isalnum() and mark.after.isalnum())) or mark.opens
    return mark.before in _AFTER_SENTENCE and bool(mark.before) and (not mark.after.strip() or mark.after == "[")


def _has_partner(content: str, mark: _Mark, openers: Sequence[_Mark]) -> bool:
    """Whether another one opens after it, before other words: `*Smith` twice is a name."""
    own = _word_at(content, mark.span.end)
    return any(other.span.start > mark.span.end and _word_at(content, other.span.end) != own for other in openers[:2])


def _is_spaced_pair(marks: Sequence[_Mark]) -> bool:
    """Whether there are two asterisks: the first with a space after it, the second at the end of words."""
    if len(marks) != 2 or any(len(mark.span) > 1 for mark in marks):
        return False
    first, second = marks
    is_spaced = not first.before.strip() and first.after == " " and second.after not in (*_OPENS,)
    return is_spaced and not second.before.isspace() and not second.after.isalnum() and second.before != "*"


def _word_at(content: str, start: int) -> str:
    match = _WORD.match(content, start)
    return match[0] if match else ""


def _read_marks(content: str, prose: Prose) -> Iterator[_Mark]:
    runs = prose.runs
    for index, run in enumerate(runs):
        if "*" not in run.value or not _is_words(run._replace(link=None) if run.link and not run.link.bare else run):
            continue
        words = len(run.value) - len(run.value.lstrip())
        for match in _MARKS.finditer(run.value):
            span = Span(run.span.start + match.start(), run.span.start + match.end())
            before, after = content[span.start - 1 : span.start], content[span.end : span.end + 1]
            follows = match.start() <= words and index > 0 and _is_set_off(runs[index - 1], run)
            if follows and match.start() == 0 and _LETTER.search(runs[index - 1].value):
                continue  # `**Monads in F***`
            leads = match.end() == len(run.value) and index + 1 < len(runs) and _is_set_off(runs[index + 1], run)
            yield _Mark(span, before, after, follows or leads)


def _is_set_off(other: Run, run: Run) -> bool:
    """Whether `other` is in a style that `run` is not in."""
    return bool(other.style & ~run.style & (Style.BOLD | Style.ITALIC))


def _find_quote(prose: Prose) -> Span | None:
    for run in prose.runs:
        if "`" in run.value and _is_words(run) and (match := _QUOTE.search(run.value)):
            return Span(run.span.start + match.start(1), run.span.start + match.end(1))
    return None


def _find_backtick(prose: Prose) -> Span | None:
    """The only backtick of a text, if it ends a line: a key that was hit by mistake."""
    runs = prose.runs
    found = [index for index, run in enumerate(runs) if "`" in run.value and not run.style & Style.CODE]
    run = runs[found[0]] if len(found) == 1 else None
    if run is None or run.value.count("`") != 1 or run.value[-1] != "`" or not _is_words(run):
        return None
    is_end = found[0] + 1 == len(runs) or runs[found[0] + 1].kind in _LINE_ENDS
    return Span(run.span.end - 1, run.span.end) if is_end else None
