"""The rule `fullwidth-bracket`: full-width brackets and commas in a list that uses ASCII ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.document import Prose
from bot.listing import Listing
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import MASK, has_cjk, plain
from bot.rules.texts import literal, texts_of
from bot.text import lazy_pattern

_SHARE = 0.8
_NEAR = 3
"""Characters beside a sign that tell its script."""
_WRITTEN_WIDE = 0.1
"""From this share of texts with Chinese, Japanese or Korean words on, the list is written in such a language."""
_FEWEST = 10
"""Pairs of brackets from which their form is a habit."""
_BRACKET = lazy_pattern(r"[()（）]")
_FULLWIDTH = {"（": "(", "）": ")"}
_WIDE_COMMA = "，"
_DIVIDERS = (", ", "; ")
"""What the column of a table may have between its words."""
_COMMA = lazy_pattern(r"(?<=\S) ?， ?(?=\S)")

_LIST = """\
* [2501] [Agent-R](https://arxiv.org/pdf/2501.11425) (ByteDance)
* [2409] [E2CL](https://aclanthology.org/2024.findings-emnlp.448/) (EMNLP 24)
* [2408] [Agent Q](https://arxiv.org/pdf/2408.07199) (MultiOn) (MCTS and DPO)
* [2406] [DigiRL](https://arxiv.org/pdf/2406.11896) (UC Berkeley) (two steps)
* [2403] [Trial and Error](https://arxiv.org/pdf/2403.02502) (ACL 24) (PKU)
* [2402] [ArCHer](https://arxiv.org/pdf/2402.19446) (ICML 24) (UC Berkeley)
"""


class FullwidthBracket(Rule):
    """Full-width brackets or commas are used in a list that uses `( )` and `,`.

    `（`, `）` and `，` come from a Chinese or Japanese keyboard. In Latin text they leave gaps, and a search for `(`
    does not find them. The fix writes the ASCII characters; for commas it is unsafe.

    The rule applies to brackets if four fifths of the list's brackets are ASCII, and to commas likewise.

    Only a note: commas in a list with much Chinese, Japanese or Korean text. Brackets and commas within such text are
    not reported.
    """

    severity = Severity.WARNING
    reason = "the list writes these marks as half-width ones"
    examples = (
        Bad(_LIST.replace("(two steps)", "（two steps）"), fixed=_LIST),
        Good(_LIST.replace("(two steps)", "（分两步走）")),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per paragraph or cell, for brackets and for commas."""
        content = listing.text.content
        if _WIDE_COMMA in content:
            yield from self._commas(listing)
        habit = listing.conventions.ascii_brackets
        if habit is None or habit.total < 2 * _FEWEST or habit.share < _SHARE:
            return
        if not any(bracket in content for bracket in _FULLWIDTH):
            return
        glued = content if content.count(")(") > content.count(") (") else ""
        for _, prose, *_ in texts_of(listing).having(*_FULLWIDTH):
            text = plain(prose)
            found = (_edits(prose, text, start, end, glued) for start, end in _pairs(text))
            if edits := tuple(sorted(edit for pair in found for edit in pair)):
                message = "full-width brackets in a list that uses ( )"
                yield self.at(listing, edits[0].span, message, fix=Fix("Write ( )", edits))

    def _commas(self, listing: Listing) -> Findings:
        """Full-width commas between words of Latin letters, where at least four fifths of the commas are ASCII."""
        places = [(at, prose) for entry in listing.entries for at, prose in enumerate(entry.proses, -len(entry.cells))]
        texts = [prose.text for _, prose in places]
        usual_marks = Counter((at, mark) for at, prose in places for mark in _DIVIDERS if mark in prose.text)
        wide, usual = ("\n".join(texts).count(comma) for comma in (_WIDE_COMMA, ","))
        if usual < _FEWEST or usual < _SHARE * (usual + wide):
            return
        is_wide = sum([has_cjk(each) for each in texts if not each.isascii()]) >= _WRITTEN_WIDE * len(texts)
        for at, prose in (each for each in places if _WIDE_COMMA in each[1].text and not has_cjk(each[1].text)):
            text, edits = plain(prose), []
            new = max(_DIVIDERS, key=lambda mark: usual_marks[at, mark]) if at < 0 else _DIVIDERS[0]
            for match in _COMMA.finditer(text):
                start, end = match.span()
                if MASK not in text[max(start - _NEAR, 0) : end + _NEAR] and literal(prose, start, end) is not None:
                    edits.append(Edit(prose.span(start, end), new))
            if edits:
                what = f"{len(edits)} full-width commas" if len(edits) > 1 else "a full-width comma"
                fix = Fix(f"Write `{new}`", tuple(edits), Safety.UNSAFE)
                message = f"{what} (，) in a list that uses `,`"
                yield self.at(listing, edits[0].span, message, fix=fix, is_note=is_wide)


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    """The pairs of brackets with at least one full-width one, inner pairs first."""
    opened: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] in "(（":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            if text[start] == "（" or match[0] == "）":
                yield start, match.start()


def _edits(prose: Prose, text: str, start: int, end: int, glued: str) -> Iterator[Edit]:
    """The edits for one pair; none if the brackets belong to CJK text or to a broken link.

    Two wide ones are right anywhere in such a text.

    `glued` is the source of a list that writes brackets right behind links.
    """
    is_broken = start and text[start - 1] == "]" and text[start + 1 : start + 2] == MASK
    around = text[max(start - _NEAR, 0) : end + 1 + _NEAR] if text[start] + text[end] != "（）" else text
    if is_broken or has_cjk(around):
        return
    for place in (start, end):
        if text[place] not in _FULLWIDTH or literal(prose, place, place + 1) is None:
            continue
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        new, span = _FULLWIDTH[text[place]], prose.span(place, place + 1)
        if (
            new == "("
            and before
            and not before.isspace()
            and before not in "([（【"
            and (before == ")" or glued[span.start - 1 : span.start] not in (")", "]"))
        ):
            new = " ("
        elif new == ")" and after.isalnum():
            new = ") "
        yield Edit(span, new)
