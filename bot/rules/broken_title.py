"""The rule `broken-title`: titles that contain a line break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.document import RunKind
from bot.listing import Carrier, Entry, Listing, Span, Text
from bot.rules import FIREACT
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.text import lazy_pattern

_BREAK = lazy_pattern(r"[ \t]*(?:\r\n|\n|\r)[ \t>]*", needs="\r\n")
_ENDS = (":", "：", ".", "!", "?", ";")
"""After these characters the next line may not belong to the title: the first can be a label or a sentence."""
_OPENING, _CLOSING = ("[", "("), ("]", ")")
_STYLES = ("**", "__", "*", "_")
"""Marks of bold and italics: a title that is set off line by line is set off as a whole."""
_STYLED = lazy_pattern(r"[*_]", needs="*_")
_ENDING, _BEGINNING = tuple("*_)>"), tuple("*_[<")
_HABIT = 0.2
_FEWEST = 3
"""The share of titles on two lines, and broken ones, from which the list breaks long lines."""


class BrokenTitle(Rule):
    """A title, or the text of the link to the paper, contains a line break.

    The rendered page shows a space instead, but a search in the file does not find the title. After a hyphen, the break
    is a warning, because readers see the space: `Pre- training`.

    The fix joins the lines. It is unsafe if each line is bold separately.

    Not reported: titles in lists that wrap long lines.
    """

    severity = Severity.NOTE
    reason = "the page shows a space after the hyphen"
    examples = (
        Bad(
            "* [RAGEN: Understanding Self-Evolution in LLM Agents via\n"
            "Multi-Turn Reinforcement Learning](https://arxiv.org/abs/2504.20073)\n",
            fixed="* [RAGEN: Understanding Self-Evolution in LLM Agents via "
            "Multi-Turn Reinforcement Learning](https://arxiv.org/abs/2504.20073)\n",
        ),
        Good(f"* {FIREACT} (a comment\n  wrapped)\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per entry with a broken title."""
        for in_html in (False, True):
            papers = [entry for entry in listing.papers if (entry.carrier is Carrier.HTML) == in_html]
            yield from self._check_papers(listing, papers)

    def _check_papers(self, listing: Listing, papers: Sequence[Entry]) -> Findings:
        wrapped = [entry for entry in papers if entry.head.has_kind(RunKind.WRAP)]
        broken = [(entry, wraps) for entry in wrapped if (wraps := tuple(_wraps(entry)))]
        if len(broken) >= _FEWEST and len(wrapped) >= _HABIT * len(papers):
            return  # the lines of the file end at a width
        for entry, wraps in broken:
            assert entry.title is not None  # noqa: S101 - without a title nothing is broken
            edits = tuple(_join(listing.text, wrap) for wrap in wraps)
            is_whole = not any(_is_set_off(listing.text, edit.span) for edit in edits)
            fix = Fix("Join the lines", edits, Safety.SAFE if is_whole else Safety.UNSAFE)
            is_seen = any(_parts_word(listing.text, edit) for edit in edits)
            message, severity = "the title contains a line break", Severity.WARNING if is_seen else None
            yield self.at(listing, entry.title.span, message, fix=fix, target="title", severity=severity)


def _wraps(entry: Entry) -> Iterator[Span]:
    """The end of the line inside the title, or inside the link around it."""
    if entry.title is None:
        return
    parts = [entry.title.span]
    if entry.link is not None and entry.link.label_span.overlaps(entry.title.span):
        parts.append(entry.link.label_span)
    before = ""
    for last, run, after in zip((None, *entry.head.runs), entry.head.runs, (*entry.head.runs[1:], None), strict=False):
        if last is not None and after is not None and last.link is not after.link:
            before = run.value
            continue  # a link begins or ends: these are two fields
        goes_on = run.link is not None or run.style or not before.rstrip().endswith(_ENDS)
        if run.kind is RunKind.WRAP and goes_on and any(part.contains(run.span) for part in parts):
            yield run.span
        before = run.value


def _parts_word(text: Text, edit: Edit) -> bool:
    """Whether a break is after a hyphen: the page shows a space within the word."""
    before = text.content[max(edit.span.start - 2, 0) : edit.span.start]
    return before[1:] == "-" and before[0].isalnum() and text.content[edit.span.end : edit.span.end + 1].isalnum()


def _is_set_off(text: Text, gap: Span) -> bool:
    """Whether something that is set off ends or begins beside a break, or the break takes its marks along."""
    around = text.content[max(gap.start - 1, 0) : gap.start], text.content[gap.end : gap.end + 1]
    return around[0] in _ENDING or around[1] in _BEGINNING or _STYLED.search(text[gap]) is not None


def _join(text: Text, wrap: Span) -> Edit:
    """Join the lines at `wrap` with one space, or with none next to the brackets and marks of the title."""
    start = text.blanks_before(wrap.start)
    match = _BREAK.match(text.content, start)
    assert match is not None  # noqa: S101 - a wrap is a line end
    end = match.end()
    for mark in _STYLES:
        if text.content[:start].endswith(mark) and text.content.startswith(mark, end):
            return Edit(Span(start - len(mark), end + len(mark)), " ")
    before, after = text.content[max(start - 1, 0) : start], text.content[end : end + 1]
    edit = Edit(Span(start, end), "" if before in _OPENING or after in _CLOSING else " ")
    return edit._replace(new="") if _parts_word(text, edit) else edit
