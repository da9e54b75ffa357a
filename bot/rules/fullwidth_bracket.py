"""The rule `fullwidth-bracket`: full-width brackets in a list that uses ASCII brackets."""

from __future__ import annotations

from collections.abc import Iterator

from bot.document import Prose
from bot.listing import Listing
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Severity
from bot.rules.prose import MASK, is_literal, plain, proses
from bot.text import lazy_pattern

_SHARE = 0.8
_FEWEST = 10
_BRACKET = lazy_pattern(r"[()（）]")
_FULLWIDTH = {"（": "(", "）": ")"}
_CJK = (("\u2e80", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7af"), ("\uf900", "\ufaff"))
"""First and last character of each range; a pattern for all of them would take milliseconds to compile."""

_LIST = """\
* [2501] [Agent-R](https://arxiv.org/pdf/2501.11425) (ByteDance)
* [2409] [E2CL](https://aclanthology.org/2024.findings-emnlp.448/) (EMNLP 24)
* [2408] [Agent Q](https://arxiv.org/pdf/2408.07199) (MultiOn) (MCTS and DPO)
* [2406] [DigiRL](https://arxiv.org/pdf/2406.11896) (UC Berkeley) (two steps)
* [2403] [Trial and Error](https://arxiv.org/pdf/2403.02502) (ACL 24) (PKU)
* [2402] [ArCHer](https://arxiv.org/pdf/2402.19446) (ICML 24) (UC Berkeley)
"""


class FullwidthBracket(Rule):
    """Full-width brackets are used in a list that uses `( )`.

    `（` and `）` come from a Chinese or Japanese keyboard. Around Latin text they leave odd gaps, and scripts that look
    for `(` miss the field. The fix writes ASCII brackets, with a space before them if needed. The rule applies if at
    least four fifths of the list's brackets are ASCII, and not around Chinese, Japanese or Korean text.
    """

    slug = "fullwidth-bracket"
    severity = Severity.WARNING
    examples = (
        Bad(_LIST.replace("(two steps)", "（two steps）"), fixed=_LIST),
        Good(_LIST.replace("(two steps)", "（分两步走）")),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per pair, or per bracket that is paired with an ASCII one."""
        habit = listing.conventions.ascii_brackets
        if habit is None or habit.total < 2 * _FEWEST or habit.share < _SHARE:
            return
        if not any(bracket in listing.text.content for bracket in _FULLWIDTH):
            return
        texts = ((prose, plain(prose)) for entry in listing.entries for prose in proses(entry))
        for prose, text in texts:
            for start, end in _pairs(text):
                edits = tuple(_edits(prose, text, start, end))
                if edits:
                    fix = Fix("Write ( )", edits)
                    message = "full-width brackets in a list that uses ( )"
                    yield self.at(listing, edits[0].span, message, fix=fix)


def _pairs(text: str) -> Iterator[tuple[int, int]]:
    """The bracket pairs of which one or both are full-width, inner ones first."""
    opened: list[int] = []
    for match in _BRACKET.finditer(text):
        if match[0] in "(（":
            opened.append(match.start())
        elif opened:
            start = opened.pop()
            if text[start] == "（" or match[0] == "）":
                yield start, match.start()


def _edits(prose: Prose, text: str, start: int, end: int) -> Iterator[Edit]:
    """The edits for one pair; none if the brackets belong to CJK text or to a broken link."""
    if _has_cjk(text[max(start - 1, 0) : end + 2]) or (start and text[start - 1 : start + 2] == "]（" + MASK):
        return
    for place in (start, end):
        if text[place] not in _FULLWIDTH or not is_literal(prose, place, place + 1):
            continue
        before, after = text[place - 1 : place], text[place + 1 : place + 2]
        new = _FULLWIDTH[text[place]]
        if new == "(" and before and not before.isspace() and before not in "([（【":
            new = " ("
        elif new == ")" and after.isalnum():
            new = ") "
        yield Edit(prose.span(place, place + 1), new)


def _has_cjk(text: str) -> bool:
    return any(first <= character <= last for character in text for first, last in _CJK)
