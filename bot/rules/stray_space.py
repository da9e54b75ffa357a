"""The rule `stray-space`: extra or invisible spaces in entries."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from bot.document import BlockKind
from bot.linter.habits import FEWEST, SHARE
from bot.listing import Entry, Listing, Span, Text
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Rule, Severity
from bot.rules.prose import MASK, abstract_of, is_in_abstract, plain, words_of
from bot.rules.texts import BETWEEN, literal, texts_of
from bot.text import StrEnum, lazy_pattern

if TYPE_CHECKING:
    from bot.document import Prose


class Flaw(StrEnum):
    """What can be wrong with a space."""

    DOUBLE = "two spaces in a row"
    BEFORE_MARK = "a space before a punctuation mark"
    BEFORE_BRACKET = "a space before the closing `]`"
    NO_BREAK = "a no-break space"
    INVISIBLE = "an invisible character"
    TRAILING = "a space at the end of the line"


class _Find(NamedTuple):
    flaw: Flaw
    edit: Edit
    unseen: bool = False
    """Whether it is in the text below the entry's first line."""


_UNSEEN = frozenset({Flaw.DOUBLE, Flaw.TRAILING, Flaw.NO_BREAK, Flaw.INVISIBLE, Flaw.BEFORE_BRACKET})
"""Not visible on the page, or hardly: of 53 such findings read by hand, 25 were unwanted."""
_RARE = 0.02
"""The share of entries up to which a space that underlines the end of a link is a slip, not how links are written."""
_COUNTS = ("", "one", "two", "three", "four")

_DOUBLE = lazy_pattern(r"(?<=\S)  [ ]*(?=\S)", needs=("  ",))
_BEFORE_MARK = lazy_pattern(rf"(?<=[^\s(\[（【.,;:{MASK}–—|/-])[ ]+(?=[,.](?:[\s)\]]|$)|;(?:\s|$)|\))")
"""After a mark, the other mark is what is wrong: `, ,`; a dash or a bar was set off on purpose."""
_CUT_OFF = lazy_pattern(r"\b(?:an?|and|by|for|from|in|of|or|the|to|with)$", re.IGNORECASE)
"""What more words must follow: before a full stop they are missing, and the space is not what is wrong."""
_SUSPECT = (*(f" {sign}" for sign in f" ,.;)\n{BETWEEN}"), *"\u00a0\u200b\u2060\ufeff\u00ad")
"""A text with none of these needs no further check; that is most of them."""
_BLANKS = " \t"
_NO_BREAK = lazy_pattern(r"(?<! ) *\u00a0[ \u00a0]*", needs="\u00a0")
_INVISIBLE = lazy_pattern(r"[\u200b\u2060\ufeff\u00ad]+", needs="\u200b\u2060\ufeff\u00ad")
_FRENCH = lazy_pattern(r"\w [:!?»](?:\s|$)")
_LINE_END = lazy_pattern(r" +\.[ \t]*$", re.MULTILINE)
_VARIABLE = lazy_pattern(r"(?<!\S)\?\w+$", needs="?")
_CLOSE_END = lazy_pattern(r"\S\.[ \t]*$", re.MULTILINE)
_SEVERAL = 3
_SPLIT = lazy_pattern(r"(?<![\w'’./@&-])(?:[a-z] [a-z]{4,}|[a-z]{5,} [b-hj-z])(?![\w'’./@&-])", re.IGNORECASE)
"""What may be a word with a space within it, after its first letter or before its last one."""
_OFTEN, _SHORTEST = 5, 5
"""How often the list has such a word without the space, and how many letters its longer part has."""
_CHECKBOX = lazy_pattern(r"\[[ xX]\] +")


class StraySpace(Rule):
    """An entry contains extra spaces or invisible characters.

    They make searches fail, and diffs hard to read; the fix removes them. It is unsafe within a word. A space that
    readers see is a warning: one before a comma or closing bracket, or in a word that the list often writes without it
    (`A gents`).

    Only a note, because readers do not see it: two spaces between words, trailing spaces, no-break spaces, invisible
    characters, and everything in an abstract or other text below an entry.

    Not reported: code, formulas, URLs, two trailing spaces that make a line break, the padding of table columns, and
    no-break spaces after numbers and initials.
    """

    severity = Severity.WARNING
    reason = "the page shows it, or the link is longer than its words"
    examples = (
        Bad(
            "* [2403] [Trial and Error](https://arxiv.org/pdf/2403.02502) (ACL 24 )\n",
            fixed="* [2403] [Trial and Error](https://arxiv.org/pdf/2403.02502) (ACL 24)\n",
        ),
        Bad(
            "* [2505] [BacktrackAgent](https://arxiv.org/pdf/2505.20660) (Xiaomi) \n",
            fixed="* [2505] [BacktrackAgent](https://arxiv.org/pdf/2505.20660) (Xiaomi)\n",
        ),
        Good("* **BacktrackAgent**  \n  [paper](https://arxiv.org/pdf/2505.20660) `a  b` $a  b$ ...\n"),
        Good(
            "| Paper                | Year |\n| --- | --- |\n| [WebRL](https://arxiv.org/abs/2411.02337)    | 2024 |\n"
        ),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per line."""
        suspects = {text.entry for text in texts_of(listing).having(*_SUSPECT)}
        content = listing.text.content
        paragraphs = [each for each in listing.document.all_blocks if each.kind is BlockKind.PARAGRAPH]
        broken = {line for each in paragraphs if each.first < each.last for line in range(each.first, each.last)}
        by_entry = [
            sorted(_finds(listing.text, each, broken), key=lambda find: find.edit.span)
            if each in suspects or content[each.span.end - 1] in _BLANKS
            else []
            for each in listing.entries
        ]
        counts = Counter(flaw for found in by_entry for flaw in {find.flaw for find in found} & _UNSEEN)
        usual = {flaw for flaw, count in counts.items() if count >= max(FEWEST, SHARE * len(by_entry))}
        is_rare = 0 < counts[Flaw.BEFORE_BRACKET] <= _RARE * len(by_entry)
        unseen = _UNSEEN - {Flaw.BEFORE_BRACKET} if is_rare else _UNSEEN
        for found in by_entry:
            for _, line in groupby(found, lambda find: listing.text.line_at(find.edit.span.start)):
                finds = list(line)
                yield self._report(listing, [find for find in finds if find.flaw not in usual] or finds, unseen)

        yield from self._within_words(listing)

    def _within_words(self, listing: Listing) -> Findings:
        """Words that the list has many times with a space within them, whose longer part is not another word of it."""
        counts, texts = words_of(listing.text.content), texts_of(listing)
        usual = [word for word, count in counts.items() if count >= _OFTEN and len(word) > _SHORTEST]
        may_be_split = any(counts.get(part) == 1 for word in usual for part in (word[1:], word[:-1]))
        for _, prose, *_ in texts.all if may_be_split else ():
            for match in _SPLIT.finditer(plain(prose)):
                word, part = match[0].replace(" ", ""), max(match[0].lower().split(), key=len)
                count = counts.get(word.lower(), 0)
                span = literal(prose, *match.span()) if count >= _OFTEN and counts.get(part) == 1 else None
                if span is not None:
                    reasons = f"the list has `{word.lower()}` {count:,} times", f"it has `{part}` nowhere else"
                    message = f"a space within a word; write `{word}`"
                    is_note = is_in_abstract(listing, span)
                    yield self.at(listing, span, message, new=word, reasons=reasons, is_note=is_note)

    def _report(self, listing: Listing, finds: list[_Find], unseen: frozenset[Flaw]) -> Diagnostic:
        flaws = list(dict.fromkeys(_described(listing.text, find) for find in finds))
        message = " and ".join([", ".join(flaws[:-1]), flaws[-1]] if flaws[1:] else flaws)
        edits = tuple(find.edit for find in finds)
        fix = Fix("Remove the extra space" if len(edits) == 1 else "Remove the extra spaces", edits)
        seen = [find for find in finds if not find.unseen and find.flaw not in unseen]
        forms = tuple(dict.fromkeys(find.flaw.value for find in seen or finds))
        return self.at(listing, finds[0].edit.span, message, fix=fix, is_note=not seen, forms=forms)


def _described(text: Text, find: _Find) -> str:
    """The flaw as text, with the number of spaces at the end of a line, and what ends a link of HTML."""
    count = len(find.edit.span)
    if find.flaw is Flaw.BEFORE_BRACKET and text.content[find.edit.span.end : find.edit.span.end + 1] == "<":
        return find.flaw.value.replace("`]`", "`</a>`")
    if find.flaw is not Flaw.TRAILING or count == 1:
        return find.flaw.value
    number = _COUNTS[count] if count < len(_COUNTS) else str(count)
    what = "tabs and spaces" if "\t" in text[find.edit.span] else "spaces"
    return f"{number} {what} at the end of the line"


def _finds(text: Text, entry: Entry, broken: Collection[int]) -> Iterator[_Find]:
    """What is in an entry; `broken` are the lines that do not end their paragraph, where two spaces break a line."""
    for prose in entry.cells or (entry.head,):
        found = [each for each in _within(prose) if not entry.cells or text.content[each.edit.span.end] != ";"]
        abstract = abstract_of(prose) if found else range(0)
        inner = prose.span(abstract.start, abstract.stop) if abstract else Span(0, 0)
        yield from (find._replace(unseen=inner.start <= find.edit.span.start < inner.end) for find in found)
    for prose in entry.details:
        # A line with a link has fields, such as `[Paper](...) (Ann Lee , ICLR)`.
        fields = {text.line_at(link.span.start) for link in prose.links()}
        for find in _within(prose):
            yield find._replace(unseen=text.line_at(find.edit.span.start) not in fields)
    start, end = text.blanks_before(entry.span.end), entry.span.end
    if end - start == 1 or (start < end and text.line_at(start) not in broken):
        yield _Find(Flaw.TRAILING, Edit(Span(start, end), ""))


def _within(prose: Prose) -> Iterator[_Find]:
    text = plain(prose)
    box = _CHECKBOX.match(text) if text[2:3] == "]" else None
    for match in _DOUBLE.finditer(text, box.end() if box else 0):
        if not _BEFORE_MARK.match(text, match.start()):
            yield from _find(prose, match, Flaw.DOUBLE, " ")
    for match in _BEFORE_MARK.finditer(text):
        is_cut_off = text[match.end()] == "." and _CUT_OFF.search(text, 0, match.start())
        if not (
            is_cut_off or _is_spaced_out(text, match) or _parts_styles(prose, match) or _ends_statement(text, match)
        ):
            flaw = Flaw.BEFORE_BRACKET if _ends_link(prose, match.start()) else Flaw.BEFORE_MARK
            yield from _find(prose, match, flaw, "")
    yield from _before_brackets(prose, text)
    if text.isascii():
        return
    for match in _NO_BREAK.finditer(text):
        if not _is_typeset(text, match):
            yield from _find(prose, match, Flaw.NO_BREAK, " ")
    for match in _INVISIBLE.finditer(text):
        yield from _find(prose, match, Flaw.INVISIBLE, "")


def _before_brackets(prose: Prose, text: str) -> Iterator[_Find]:
    """Spaces at the end of the text of a link that words, or nothing, follow; `_BEFORE_MARK` finds the others."""
    runs = prose.runs
    for index, (run, offset) in enumerate(zip(runs, prose.starts, strict=True)):
        if run.link is None or run.link.bare or not run.value.endswith(" "):
            continue
        end = offset + len(run.value)
        start = len(text[:end].rstrip(" "))
        is_last = index + 1 == len(runs) or runs[index + 1].link is not run.link
        is_padded = text[offset] == " " and (not index or runs[index - 1].link is not run.link)
        is_end = is_last and not is_padded and start > offset and text[end : end + 1] in ("", " ", "\n")
        if is_end and (span := literal(prose, start, end)) is not None:
            yield _Find(Flaw.BEFORE_BRACKET, Edit(span, ""))


def _find(prose: Prose, match: re.Match[str], flaw: Flaw, new: str) -> Iterator[_Find]:
    if (span := literal(prose, *match.span())) is not None:
        yield _Find(flaw, Edit(span, new))


def _parts_styles(prose: Prose, match: re.Match[str]) -> bool:
    """Whether the space parts words in bold from words in italics: without it the page would show their marks."""
    before, space, after = (
        prose.runs[prose.run_at(each)].style for each in (match.start() - 1, match.start(), match.end())
    )
    return bool(before and after and not space)


def _ends_statement(text: str, match: re.Match[str]) -> bool:
    """Whether the full stop ends lines, and never without the space, or is after `?name`: code, as of SPARQL."""
    if _VARIABLE.search(text, 0, match.start()):
        return True
    is_end = _LINE_END.match(text, match.start()) is not None
    return is_end and len(_LINE_END.findall(text)) >= _SEVERAL and _CLOSE_END.search(text) is None


def _ends_link(prose: Prose, start: int) -> bool:
    """Whether the space at `start` is the last character of the text of a link."""
    index = prose.run_at(start)
    run = prose.runs[index]
    is_last = index + 1 == len(prose.runs) or prose.runs[index + 1].link is not run.link
    return run.link is not None and is_last and not prose.text[start : prose.starts[index] + len(run.value)].strip()


def _is_spaced_out(text: str, match: re.Match[str]) -> bool:
    """Whether the space belongs to a pair, as in `( a )`, to spaced dots, as in `. . .`, or to French typography.

    So does one in what was meant for the target of a link: `](#a b )`.
    """
    end = match.end()
    if text[end] == ")":
        opening = text.rfind("(", 0, match.start())
        return text[opening + 1 : opening + 2] == " " or text[max(opening - 1, 0) : opening] == "]"
    return text[end : end + 3] == ". ." or (text[end] == ";" and _FRENCH.search(text) is not None)


def _is_typeset(text: str, match: re.Match[str]) -> bool:
    """Whether a no-break space is intended: after a number, an initial or a picture, or next to French punctuation."""
    if len(match[0]) > 1:
        return False
    before, after = text[: match.start()][-2:], text[match.end() : match.end() + 1]
    if len(before) < 2 or not after:
        return True
    return (
        after in ":;?!»%€°–—"
        or not (before.isalpha() or before[1] in ",;)]")
        or unicodedata.category(after) == "So"
        or before[1] in MASK
    )
