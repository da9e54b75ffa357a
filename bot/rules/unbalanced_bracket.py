"""The rule `unbalanced-bracket`: brackets that are never closed, and braces that were never opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.document import Prose
from bot.listing import Entry, Link, Listing, Part, Span
from bot.listing.segments import find_links
from bot.rules.api import Bad, Context, Diagnostic, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import MASK, plain
from bot.rules.texts import BETWEEN, literal, texts_of
from bot.text import lazy_pattern

_CLOSING = {"(": ")", "[": "]", "（": "）", "【": "】"}
_OPENING = {")": "(（", "]": "[", "）": "(（", "】": "【"}
_OTHERS = lazy_pattern(rf"[^()\[\]（）【】{{}}{BETWEEN}]+")
_BRACKET = lazy_pattern(r"[()\[\]（）【】]")
_NO_BRACKETS = lazy_pattern(r"[\[(（]\s*[-−+]?[\w.∞]{1,8}\s*,\s*[-−+]?[\w.∞]{1,8}\s*[\])）]|[:;=]['’]?-?[()]")
"""Intervals and smileys."""
_NUMBER = lazy_pattern(r"(?<!\S)[\da-z][)）](?=\s+\S)")
"""A number before words: `1) rewards 2) plans`."""
_DEEPEST = 8
_CUT = lazy_pattern(r"(?:\.\.|…)[\W_]*$")
"""The end of text that was cut to a length, and its brackets with it."""
_FINAL = lazy_pattern(r"(?:(?<!\bal)(?<!\betc)(?<!\bInc)[.]|[,;:!?。，；！？])*\s*$")
"""Punctuation after a field that is not part of it, unlike the dot of an abbreviation."""
_FIELD = lazy_pattern(rf"[()\[\]（）【】{MASK}]+")
_MARKS = tuple(".,;")
_SENTENCE = 4
"""From this many words before a bracket on, it is part of a description."""


class UnbalancedBracket(Rule):
    """A bracket in an entry is never closed, was never opened, or is closed by a bracket of another kind.

    Close the bracket at the end of the field,
    or remove it.

    There is an unsafe fix if only words follow the bracket, if a bracket of another kind closes it (`(ICLR 2024]`), or
    if a stray bracket is right after a link (`[title](https://...)]`).

    Only a note: text that was cut and ends in `...`.

    Not reported: titles, formulas, code, enumerations such as `1)`, intervals such as `[0, 1)`, and smileys.
    """

    severity = Severity.WARNING
    reason = "brackets come in pairs"
    examples = (
        Bad(
            "* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732) [stepwise rewards for long tasks\n",
            fixed="* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732) [stepwise rewards for long tasks]\n",
        ),
        Good("* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732) [1) rewards in [0, 1), 2) long tasks :(]\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield the first bracket of each entry that is never closed, and what nothing opened: braces, brackets."""
        texts = texts_of(listing)
        marks = _OTHERS.sub("", texts.joined).split(BETWEEN)
        suspect = {each for each in {*marks} if "}" in each or not _are_balanced(each)}
        for entry in {text.entry: None for text, each in zip(texts.all, marks, strict=False) if each in suspect}:
            yield from self._find(entry, listing)

    def _find(self, entry: Entry, listing: Listing) -> Findings:
        marks = "".join([prose.text for prose in entry.proses])
        found = self._entry(listing, entry)
        is_closed = all(marks.count(one) >= marks.count(other) for one, other in _CLOSING.items())
        yield from (found,) if found is not None else () if is_closed else self._behind_links(entry, listing)
        if "}" in marks and "{" not in marks:
            yield from self._braces(entry.proses, listing)

    def _behind_links(self, entry: Entry, listing: Listing) -> Findings:
        """The closing brackets right after links, or in cells without words, that nothing in the entry opened."""
        texts, opened = entry.proses, None
        for prose in texts:
            if "](" in prose.text or _has_half_link(prose):
                continue  # another rule reports broken links
            for start in _unmatched(_without_links(prose))[1]:
                link = prose.runs[prose.run_at(start - 1)].link if start else None
                is_behind = link is not None and not link.bare and link.span.end == prose.span(start, start + 1).start
                if not is_behind and (not entry.cells or any(map(str.isalnum, prose.text))):
                    continue
                opened = _find_opened(texts) if opened is None else opened
                span = literal(prose, start, start + 1)
                if span is not None and opened.isdisjoint(_OPENING[prose.text[start]]):
                    message = f"nothing opened the `{prose.text[start]}`{' after this link' if is_behind else ''}"
                    yield self.at(listing, span, message, new="", is_note=not is_behind)

    def _braces(self, texts: Sequence[Prose], listing: Listing) -> Findings:
        """Braces that nothing opened, outside of code and formulas: what is left of a BibTeX file."""
        for prose in texts:
            start = plain(prose).find("}")
            if start >= 0 and (span := literal(prose, start, start + 1)) is not None:
                closed = _closed_by_brace(prose, start)
                if closed == "[" and prose.text.startswith("(http", start + 1):
                    continue  # `unreadable-entry` reports the link that lacks its bracket
                message = f"`}}` closes `{closed}`" if closed else "`}` was never opened"
                yield self.at(listing, span, message, new=_CLOSING.get(closed, ""))

    def _entry(self, listing: Listing, entry: Entry) -> Diagnostic | None:
        for prose in entry.cells or (entry.head,):
            if _are_balanced(prose.text):
                continue
            text = _without_links(prose)
            starts, ends = _unmatched(text)
            opened = [start for start in starts if _is_meant(entry, prose, text, start)]
            if opened and "{" not in text and "}" in text[opened[0] :]:
                continue  # that is what is wrong
            if not opened or "](" in text or _has_half_link(prose):
                continue  # another rule reports broken links
            mark = text[opened[0]]
            row = listing.text[entry.span] if entry.cells else ""  # also what a bar in a formula cut off, unseen
            if _closes_elsewhere(entry, prose, mark) or 0 < row.count(mark) == row.count(_CLOSING[mark]):
                continue
            span = prose.span(opened[0], opened[0] + 1)
            cut = _CUT.search(text, opened[0]) is not None
            is_clear = len(opened) == 1 and not entry.cells and not cut
            is_clear = is_clear and not _is_within_sentence(entry, text, opened[0])
            fix = _fix(prose, text, opened[0]) if is_clear else None
            message = f"`{mark}` is never closed"
            wrong = [end for end in ends if end > opened[0] and not _NUMBER.match(text, end - 1)]
            if len(opened) == len(wrong) == 1:
                end, closing = prose.span(wrong[0], wrong[0] + 1), _CLOSING[mark]
                message = f"`{mark}` is closed by `{text[wrong[0]]}`"
                fix = Fix(f"Write `{closing}`", (Edit(end, closing),), Safety.UNSAFE)
            return self.at(listing, span, message, fix=fix, is_note=cut)
        return None


def _are_balanced(text: str) -> bool:
    """Whether a text has as many closing as opening brackets: almost always right, and fast."""
    return all(text.count(one) == text.count(other) for one, other in _CLOSING.items())


def _unmatched(text: str) -> tuple[list[int], list[int]]:
    """The offsets of brackets that are never closed, and of those that were never opened."""
    opened: list[int] = []
    closed: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] in _CLOSING:
            opened.append(match.start())
            continue
        inner = range(len(opened) - 1, max(len(opened) - _DEEPEST, 0) - 1, -1)
        partner = next((index for index in inner if text[opened[index]] in _OPENING[match[0]]), None)
        if partner is None:
            closed.append(match.start())
        else:
            del opened[partner]
    return opened, closed


def _closed_by_brace(prose: Prose, brace: int) -> str:
    """The bracket that a brace stands for the end of: the last one before it that is never closed; often none."""
    text = _without_links(prose)
    return next((text[start] for start in reversed(_unmatched(text)[0]) if start < brace), "")


def _closes_elsewhere(entry: Entry, prose: Prose, mark: str) -> bool:
    """Whether a bracket that `prose` opens is closed in another paragraph or cell of the entry."""
    for other in entry.proses:
        text = "" if other is prose else _without_links(other)
        if any(mark in _OPENING[text[index]] for index in _unmatched(text)[1]):
            return True
    return False


def _find_opened(texts: Iterable[Prose]) -> set[str]:
    """The brackets that a paragraph or cell of an entry opens, and does not close itself."""
    masked = [_without_links(prose) for prose in texts]
    return {text[index] for text in masked for index in _unmatched(text)[0]}


def _has_half_link(prose: Prose) -> bool:
    """Whether a bare URL is in brackets that were meant to make it a link."""
    return any(
        run.link is not None and run.link.bare and start and prose.text[start - 1] in "[("
        for run, start in zip(prose.runs, prose.starts, strict=True)
    )


def _without_links(prose: Prose) -> str:
    """The plain text, with links, intervals and smileys masked."""
    characters = list(plain(prose))
    for stretch in find_links(prose):
        characters[stretch.start : stretch.end] = MASK * (stretch.end - stretch.start)
    return _NO_BRACKETS.sub(lambda match: MASK * len(match[0]), "".join(characters))


def _is_meant(entry: Entry, prose: Prose, text: str, start: int) -> bool:
    """Whether a bracket opens a field, and is not part of a title, an escape or a broken link."""
    if literal(prose, start, start + 1) is None:
        return False
    if entry.title is not None and _title_span(entry.title, entry.link).overlaps(prose.span(start, start + 3)):
        return False  # inside the title, or a second one before its link
    return not (text[start] == "(" and text[max(start - 2, 0) : start].rstrip().endswith("]"))


def _title_span(title: Part, link: Link | None) -> Span:
    """The span of the title; a bracket left open after a linked title is not part of it."""
    if link is None or not title.span.overlaps(link.label_span):
        return title.span
    return Span(title.span.start, min(title.span.end, link.label_span.end))


def _is_within_sentence(entry: Entry, text: str, start: int) -> bool:
    """Whether a bracket opens in the middle of a description: then its end was cut off together with more words."""
    cell, _, end = entry.title_place
    before = text[max(end, 0) if cell < 0 else 0 : start]
    return len(_FIELD.split(before)[-1].split()) >= _SENTENCE


def _fix(prose: Prose, text: str, start: int) -> Fix | None:
    """The fix that closes the bracket at the end of the entry, before the final punctuation, if only words follow.

    One right before a mark opens nothing: it was typed by mistake.
    """
    rest = text[start + 1 :]
    if rest[:1] in _MARKS:
        return Fix(f"Remove `{text[start]}`", (Edit(prose.span(start, start + 1), ""),), Safety.UNSAFE)
    words = _FINAL.sub("", rest)
    if MASK in rest or _BRACKET.search(rest) or not words.strip() or "\n" in rest.strip():
        return None
    end = prose.span(start, start + 1 + len(words)).end
    closing = _CLOSING[text[start]]
    return Fix(f"Add `{closing}`", (Edit(Span(end, end), closing),), Safety.UNSAFE)
