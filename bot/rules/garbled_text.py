"""The rule `garbled-text`: characters that were lost or changed on the way, and commands of LaTeX."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING
from unicodedata import normalize

from bot.document.model import MARKDOWN
from bot.listing import Entry, Listing, Span
from bot.papers.names import PARTICLES
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import Places, abstract_of, author_fields, is_in_abstract, places_of, plain
from bot.rules.texts import EntryText, literal, texts_of
from bot.text import lazy_pattern

if TYPE_CHECKING:
    import re

    from bot.document import Prose

_LOST = "\ufffd"
_GARBLED = lazy_pattern(
    r"\ufffd+|[\x00-\x08\x0b\x0e-\x1f\x7f]"
    r"|[\u00c2-\u00f4][\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
)
"""What is left of a character that could not be read, control characters, and what may be UTF-8 read otherwise."""
_WORD = lazy_pattern(r"[^ \t\n|]+")
_LONGEST_WORD = 60
"""Characters of a word before and after such a place; they tell how it was read."""
_SIGNS = (_LOST, "\x7f", *map(chr, (*range(9), 11, *range(14, 32), *range(0xC2, 0xF5))))
"""What every garbled text has one of."""
_LATEX = lazy_pattern(r"\\(?:emph|text(?:it|bf|tt|sc|rm)|url|href|cite[tp]?|footnote)\{")
_ACCENTS = {"´": "\u0301", "¨": "\u0308", "ˇ": "\u030c", "ˆ": "\u0302", "˜": "\u0303", "˚": "\u030a", "¸": "\u0327"}
"""Accents that stand for themselves, as copied from a PDF."""
_COMBINING = "\u0300\u0301\u0302\u0303\u0308\u030c"
_LOOSE_SIGNS = (*_ACCENTS, *_COMBINING)
_BEARERS = dict(zip("´¨ˇˆ˜˚¸", ("ıi aeouy cnsz", "aeiouyı", "csz rednt", "aeiouı", "n a o", "au", "cs"), strict=True))
"""The letters that have each accent in names, the likeliest first."""
_ACCENTED = lazy_pattern(
    r"(?<![^\W\d_´¨ˇˆ˜˚¸])[^\W\d_´¨ˇˆ˜˚¸]*+(?:[´¨ˇˆ˜˚¸][^\W\d_]+|(?<=[cC])¸[^\W\d_]*|(?<=[a-z][aeoıc])[´¨ˇ˜](?!\w))+"
)
"""A word with such an accent: `Rapha¨el`, `Franc¸ois`."""
_ALONE = lazy_pattern(r"(?:^|\s)[´¨ˇˆ˜˚¸](?!\S)")
_APOSTROPHE = lazy_pattern(r"^(?:[ldncjmsLD]|[qQ]u)´|^[OD]´[A-Z]|´(?:s|m|re|ve|ll|t|d)$")
_LOOSE = lazy_pattern(r"([^\W\d_]?)([´¨ˇˆ˜˚¸])([^\W\d_]?)")
_SPACED = lazy_pattern(
    r"(?<![^\W\d_])[^\W\d_]*"
    rf"(?P<loose>(?P<before>[^\W\d_]) (?P<accent>[{_COMBINING}])(?P<letter>[^\W\d_]))[^\W\d_]*",
    needs=_COMBINING,
)
"""The same as a mark that combines with the space before it: `Germ \u0301an`, `Ala \u0301n`."""
_VOWELS = "aeiouy"
_SHORTEST = 4
"""Letters of a name that begins with such an accent: less is a formula, as in `\u02c6xi`."""
_BIBTEX = lazy_pattern(
    r"\{\\[\"'`^~=.](?:\{\\?[A-Za-z]\}|\\?[A-Za-z])\}|\\[\"'`^~=.]\{\\?[A-Za-z]\}"
    r"|\{\\[vucHkr]\{[A-Za-z]\}\}|\{\\(?:ss|[oOlLi]|[ao]e|aa|[AO]E|AA)\}"
)
"""A letter with an accent, as BibTeX writes it."""
_ESCAPE = lazy_pattern(r"\\([!-/:-@\[-`{-~])")
"""Markdown drops the backslash before a sign."""


_TWICE = lazy_pattern(r"&amp;(?:amp|lt|gt|quot|apos|nbsp|#\d{2,5});", needs=("&amp;",))
_LOOKALIKES = dict(zip("аеорсухіАВЕКМНОРСТХІ", "aeopcyxiABEKMHOPCTXI", strict=True))
"""Cyrillic letters, and the Latin ones that look the same."""
_MIXED = lazy_pattern(rf"(?<!\w)(?:[A-Za-z]+[{''.join(_LOOKALIKES)}]+|[{''.join(_LOOKALIKES)}])[A-Za-z]{{2,}}(?!\w)")
_TO_LATIN = str.maketrans(_LOOKALIKES)
_CUT = lazy_pattern(
    r"(?:^|(?<=[,;] ))(?:(?P<stem>[A-Z][\w'’-]+), (?P<given>(?:[A-Z][\w.'’-]* )+)(?P<rest>[a-z]{2,6})"
    r"|(?P<first>[A-Z][a-z]{1,9}) (?P<last>[A-Z][\w'’-]+), (?P<middle>[a-z]{2,6}))(?=[,;]|$)"
)
"""A name in whose middle "and" was taken for the word between two: `Ramach, Prabhu ran`, `Sh Zhe, ian`."""
_NO_REST = frozenset({"al", "and", "et", "etc", "more", "others", "team"})


class GarbledText(Rule):
    r"""The text contains garbled characters or a LaTeX command: `ï¿½`, `â€™`, `\emph{...}`.

    A search does not find such words. Copy them again, or write the right characters. If the right text is clear, there
    is an unsafe fix. The rule also reports accents beside their letter (`Rapha¨el`), characters that were escaped twice
    (`&amp;amp;`), Cyrillic letters in Latin words, and names that a program split at `and` (`Sh Zhe, ian` for `Shandian
    Zhe`).

    Only a note: commands and control characters in text below an entry, such as an abstract.

    Not reported: code and formulas.
    """

    severity = Severity.WARNING
    reason = "these characters are left over from a conversion of the text"
    examples = (
        Bad(
            "* [SPA-RL](https://arxiv.org/abs/2505.20732) learns the agent\u00e2\u20ac\u2122s progress\n",
            fixed="* [SPA-RL](https://arxiv.org/abs/2505.20732) learns the agent\u2019s progress\n",
        ),
        Bad("* [\ufffdAFL: Non-intrusive Feedback-driven Fuzzing](https://dl.acm.org/doi/10.1145/3510003.3510208)\n"),
        Bad("* [SPA-RL](https://arxiv.org/abs/2505.20732) is \\emph{stepwise}\n"),
        Good("* [\u03bcAFL](https://dl.acm.org/doi/10.1145/3510003.3510208) `\\emph{a}` $\\text{b}$ Fran\u00e7ois\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per line with lost characters, and one per entry with letters of BibTeX."""
        places, texts = places_of(listing), texts_of(listing)
        yield from self._lost(listing, places)
        content = listing.text.content
        for entry in [each for each in listing.entries if "\\" in content[each.span.start : each.span.end]]:
            yield from self._bibtex(entry, listing, places)
        for each in texts.having("\\") if "{" in texts.joined else ():
            yield from self._latex(each, listing)
        for entry in listing.entries:
            if entry.authors:
                yield from self._cut_names(entry, listing)
        for each in texts.having(*_LOOSE_SIGNS) if not texts.joined.isascii() else ():
            yield from self._accents(listing, each.prose)
        for each in texts.having(*_LOOKALIKES) if not texts.joined.isascii() else ():
            yield from self._mixed(listing, each.prose)
        for match in _TWICE.finditer(content):
            span = Span(*match.span())
            if not (places.is_code(span) or places.is_comment(span) or places.is_in_target(span)):
                meant = match[0].replace("amp;", "", 1)
                yield self.at(listing, span, f"escaped twice, so that the page shows `{meant}`", new=meant)

    def _mixed(self, listing: Listing, prose: Prose) -> Findings:
        """Latin words with Cyrillic letters that look the same, which no search finds."""
        for match in _MIXED.finditer(plain(prose)):
            if (span := literal(prose, *match.span())) is not None:
                own = "".join(dict.fromkeys(each for each in match[0] if each in _LOOKALIKES))
                message = f"`{match[0]}` is a Latin word with Cyrillic letters in it (`{own}`)"
                yield self.at(listing, span, message, new=match[0].translate(_TO_LATIN))

    def _lost(self, listing: Listing, places: Places) -> Findings:
        """Characters that were lost or changed, one finding for a line."""
        text = listing.text
        if not any(sign in text.content for sign in _SIGNS):
            return
        found: list[Diagnostic] = []
        end, line = 0, Span(0, 0)
        for match in _GARBLED.finditer(text.content):
            span = _word_around(text.content, match)
            is_new = span.start >= max(end, line.end if len(span) == 1 else 0)  # one finding of single ones in a line
            if is_new and not places.is_code(span) and not places.is_comment(span):
                found += self._garbled(listing, span)
                line = text.line_around(span.start) if len(span) == 1 else line
            end = max(end, span.end)
        for _, of_line in groupby(found, lambda each: text.line_at(each.span.start)):
            first, *others = of_line
            if first.fix is not None and others:
                edits = tuple(edit for each in (first, *others) if each.fix is not None for edit in each.fix.edits)
                first = replace(first, fix=Fix("Write the letters", edits, Safety.UNSAFE))
            yield first

    def _latex(self, text: EntryText, listing: Listing) -> Findings:
        """The first command of LaTeX in a text."""
        entry, prose, _, is_below = text
        found = _LATEX.search(plain(prose))
        if found is None or listing.text[span := prose.span(found.start(), found.end())] != found[0]:
            return
        message = f"`{found[0]}` is a LaTeX command, which the page shows as text"
        end = entry.title.span.end if entry.title is not None else span.end
        is_below = is_below or found.start() in abstract_of(prose) or "\n" in listing.text.content[end : span.start]
        yield self.at(listing, span, message, is_note=is_below)

    def _accents(self, listing: Listing, prose: Prose) -> Findings:
        """Accents beside the letters that they belong to."""
        text = plain(prose)
        is_note = _ALONE.search(text) is not None  # its own accent is lost there
        for match in (*_ACCENTED.finditer(text), *_SPACED.finditer(text)):
            if match.re.groups:
                meant = match[0].replace(match["loose"], _join(match))
            else:
                meant = _LOOSE.sub(_compose, match[0])
            is_formula = match[0][0] in _ACCENTS and len(meant) < _SHORTEST
            is_letters = not (_APOSTROPHE.search(match[0]) or is_formula) and meant.replace(_LOST, "").isalpha()
            if is_letters and (span := literal(prose, *match.span())) is not None:
                message = f"this is `{meant}`, with accents next to their letters"
                message = message if _LOST not in meant else "an accent is next to its letter"
                yield self.at(listing, span, message, new=meant if _LOST not in meant else None, is_note=is_note)

    def _cut_names(self, entry: Entry, listing: Listing) -> Findings:
        """Names of authors that were cut at their letters `and`."""
        for field in author_fields(listing, entry):
            for match in _CUT.finditer(listing.text[field]):
                if not _NO_REST.isdisjoint(match.group("rest", "middle")) or match["rest"] in PARTICLES:
                    continue
                stem, given, rest, first, last, middle = match.groups()
                meant = f"{given}{stem}and{rest}" if stem else f"{first}and{middle} {last}"
                span = Span(field.start + match.start(), field.start + match.end())
                yield self.at(listing, span, f"a name was cut at its letters `and`; is `{meant}` meant?", new=meant)

    def _bibtex(self, entry: Entry, listing: Listing, places: Places) -> Findings:
        """Letters with an accent as BibTeX writes them, one finding for an entry."""
        source = listing.text[entry.span]
        is_page = listing.document.format is MARKDOWN and "}" in source and "$" not in source
        found = list(_BIBTEX.finditer(source)) if is_page else []
        spans = [Span(entry.span.start + each.start(), entry.span.start + each.end()) for each in found]
        spans = [span for span in spans if not places.is_code(span)]
        if not spans:
            return
        from bot.data.bibtex import decode  # few lists have any

        edits = tuple(Edit(span, decode(listing.text[span])) for span in spans)
        shown = _ESCAPE.sub(r"\1", listing.text[spans[0]])
        message = f"`{edits[0].new}` is written as in BibTeX; the page shows `{shown}`"
        yield self.at(listing, spans[0], message, fix=Fix("Write the letters", edits, Safety.UNSAFE))

    def _garbled(self, listing: Listing, span: Span) -> Findings:
        """What is wrong with a character or a word; nothing for a word that is meant so."""
        garbled = listing.text[span]
        if garbled[0] == _LOST:
            yield self.at(listing, span, "a character was lost here (U+FFFD)")
            return
        if len(garbled) == 1:
            is_last = not listing.text[Span(span.end, listing.text.line_around(span.start).end)].strip()
            is_note = is_last or is_in_abstract(listing, span)
            yield self.at(listing, span, f"a control character (U+{ord(garbled):04X})", is_note=is_note)
            return
        from ftfy import fix_encoding  # few lists have such a word

        meant = fix_encoding(garbled)
        before = next((at for at, (one, other) in enumerate(zip(garbled, meant, strict=False)) if one != other), None)
        if before is None or "://" in garbled[:before]:
            return
        behind = len(garbled)
        fewer = len(garbled) - len(meant)
        while behind - max(fewer, 0) > before and garbled[behind - 1] == meant[behind - fewer - 1]:
            behind -= 1
        place, new = Span(span.start + before, span.start + behind), meant[before : behind - fewer]
        if _LOST in meant or _GARBLED.search(meant):
            yield self.at(listing, place, "this was decoded with the wrong encoding")
            return
        yield self.at(listing, place, f"this is `{new}`, decoded with the wrong encoding", new=new)


def _word_around(content: str, match: re.Match[str]) -> Span:
    """The word that a place is in, if that is not a single character."""
    start, end = match.span()
    if end - start > 1 and match[0][0] != _LOST:
        words = _WORD.finditer(content, max(0, start - _LONGEST_WORD), end + _LONGEST_WORD)
        start, end = next(word.span() for word in words if word.end() >= end)
    return Span(start, end)


def _join(match: re.Match[str]) -> str:
    """Two letters with an accent between them, on the vowel; as they are where that does not tell, as in a formula."""
    before, accent, letter = match.group("before", "accent", "letter")
    is_vowel, are_words = before.lower() in _VOWELS, before.islower() and letter.isupper()
    if is_vowel == (letter.lower() in _VOWELS) or are_words:
        return match["loose"]
    return normalize("NFC", before + accent) + letter if is_vowel else before + normalize("NFC", letter + accent)


def _compose(match: re.Match[str]) -> str:
    """The letter with its accent, the one before it or after it; U+FFFD where both are as likely: `Ferna´ndez`."""
    before, accent, letter = match.groups()
    groups, mark = _BEARERS[accent].split(), _ACCENTS[accent]
    one, other = (
        next((at for at, each in enumerate(groups) if letter and letter.lower() in each), len(groups))
        for letter in (before, letter)
    )
    is_slavic = letter in ("c", "C") and match.end() == len(match.string)
    if one == other == len(groups):
        return match[0]
    if accent == "´" and one < other < len(groups) == other + 1 and not is_slavic:
        return _LOST
    if other <= one or is_slavic:
        return before + normalize("NFC", letter.replace("ı", "i") + mark)
    return normalize("NFC", before.replace("ı", "i") + mark) + letter
