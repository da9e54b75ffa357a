"""The rule `unreadable-entry`: entries with a broken link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bot.document import BlockKind, Document, Prose, RunKind, Style
from bot.document.model import Run
from bot.listing import Link, Listing, Part, Span, Text
from bot.papers.identifiers import identify
from bot.rules import FIREACT, TITLE, URL
from bot.rules.api import Bad, Context, Edit, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.link_targets import templates_of
from bot.rules.prose import find_dividing_bars
from bot.text import lazy_pattern

_LINK, _URL, _OPAQUE = "\ue000", "\ue001", "\ue002"
"""The characters of a skeleton: for a link, for a bare URL, for code and escapes."""

_LONGEST = 2_000
"""How far the text of a link and its target are searched (characters)."""

_HALF_LINK = lazy_pattern(rf"\]\((?={_URL}|https?:|www\.|\.{{1,2}}/|\(\)(?!\)))")
_NO_OPENER = lazy_pattern(rf"\](?P<gap> ?)(?P<url>{_URL}+)(?P<closer>\)?)")
_USUAL = 2 / 3
"""From this share on titles are links."""
_SHORT = 20
"""Characters; a title is longer than a label."""
_TARGET_STOP = lazy_pattern(r"\]\(|[\s()]")
_NO_TEXT = lazy_pattern(rf"\[{_URL}+")
_DOUBLED = lazy_pattern(rf"\[[ \t*_\"“]*(?={_LINK})")
_LOST_MIDDLE = lazy_pattern(rf"(?P<blank>[ \t]*)(?P<middle>\(|\])(?P<url>{_URL}+)(?P<closer>\)?)")


_BROKEN_URL = lazy_pattern(rf"(?P<gap>[ \t]*\n[ \t]*)(?!{_URL}|https?:)(?:[^\s()\[\]]|\([^\s()]*\))+\)")
"""What follows the first part of a URL that ends in the next line."""
_COMPLETE = lazy_pattern(r"\.(?:html?|pdf|php|aspx?|md|ipynb)$")
"""The end of a URL that does not go on in the next line, where a bracket of the text may close."""
_CUT = lazy_pattern(
    r"https?:(?:(?:/{0,2}|//[\w-]+(?:\.(?![a-z]))?)(?![\w.:/-])|\S{1,300}/S\d{4}-?\d{3}[\dX]\(\d\d\)(?!\d))"
)
"""An address that ends within the name of its site, or within the number of an article: `S2666-3864(25)00123-4`."""
_BROKEN = "a line break inside the URL, so this is not a link; write the URL on one line"


class _Break(NamedTuple):
    """A broken link: offsets into the text of a prose."""

    start: int
    end: int
    message: str
    edits: tuple[tuple[int, int, str], ...] = ()
    """What to write instead of the characters between two offsets."""
    lacks_closer: bool = False
    lacks_opener: bool = False


class UnreadableEntry(Rule):
    """A link in the list lacks a bracket: `[Title(https://...)`, `Title](https://...)`, `[[Title](...)`.

    Readers see raw characters instead of a link, and the bot cannot read the entry. The unsafe fix adds the bracket.
    The rule also reports `[Title] https://...`, if most titles of the list are links.
    """

    severity = Severity.ERROR
    reason = "the page shows no link where one was meant"
    is_broken = True
    examples = (
        Bad(f"* [{TITLE}]({URL}\n", fixed=f"* {FIREACT}\n"),
        Bad(f"* {TITLE}]({URL})\n"),
        Bad(f"* [{TITLE}({URL})\n"),
        Bad(f"* [{FIREACT}\n"),
        Good("* [Tur[k]ingBench: A Challenge Benchmark for Web Agents](https://arxiv.org/abs/2403.11905)\n"),
        Good(f"* {TITLE} [[paper]({URL})]\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per broken link."""
        templates = templates_of(listing)
        titles = {entry.title.span.start for entry in listing.entries if entry.title is not None}
        behind = _addresses_behind_titles(listing)
        divided: dict[Span, bool] = {}
        for prose, is_cell in _proses(listing.document):
            for found in (*_breaks(prose, titles), *_without_opener(prose, behind)):
                span = prose.span(found.start, found.end)
                row = listing.text.line_around(span.start) if is_cell else None
                if row is not None and row not in divided:
                    divided[row] = bool(find_dividing_bars(listing.text[row])[1])
                if row is not None and divided[row]:
                    continue  # `uneven-row` reports the bar
                if not templates.contain(span) and not (found.lacks_opener and _begins_above(listing.text, span)):
                    fix = _closer(listing, span) if found.lacks_closer else None
                    if found.edits:
                        title = "Join the lines" if found.message is _BROKEN else "Write `[text](URL)`"
                        edits = tuple(Edit(prose.span(start, end), new) for start, end, new in found.edits)
                        fix = Fix(title, edits, Safety.UNSAFE)
                    yield self.at(listing, span, found.message, fix=fix)


def _addresses_behind_titles(listing: Listing) -> set[int]:
    """Where the bare addresses of entries begin whose titles may be in brackets; none if few titles are links."""
    pairs = [(entry.title, entry.link) for entry in listing.entries if entry.link is not None]
    linked = sum(not link.bare and title is not None and link.span.contains(title.span) for title, link in pairs)
    found = {link.span.start for title, link in pairs if link.bare and not _is_apart(listing, title, link)}
    return found if linked >= _USUAL * len(pairs) else set()


def _is_apart(listing: Listing, title: Part | None, link: Link) -> bool:
    """Whether the title is in front of the link and not in brackets."""
    if title is None or title.span.start > link.span.start:
        return False
    return listing.text.content[title.span.start - 1 : title.span.end + 1 : len(title.span) + 1] != "[]"


def _proses(document: Document) -> Iterator[tuple[Prose, bool]]:
    """The texts that may have a broken link, and whether each is the cell of a table."""
    for block in document.all_blocks:
        if block.kind in (BlockKind.CODE, BlockKind.HTML):
            continue
        for prose in (*((block.prose,) if block.prose else ()), *block.cells):
            text = prose.text
            may_be_torn = "[" in text or "]" in text
            if (may_be_torn and ("](" in text or text.count("[") != text.count("]"))) or "://" in text:
                yield prose, prose is not block.prose


def _breaks(prose: Prose, titles: set[int]) -> Iterator[_Break]:
    skeleton = "".join([_shade(run) for run in prose.runs])
    partners, unmatched = _pair(skeleton)
    for match in _HALF_LINK.finditer(skeleton):
        opener = partners.get(match.start())
        end = _end_of_target(skeleton, match.end())
        closed = skeleton[end : end + 1] == ")"
        start = match.start() if opener is None else opener
        if opener is None:
            has_more = skeleton[start - 1 : start] == "]" and start - 1 in partners
            message = "a `]` too many, so this is not a link" if has_more else "the `[` of this link is missing"
            yield _Break(start, end, message, lacks_opener=not has_more)
        elif not closed and not _COMPLETE.search(prose.text, start, end) and (rest := _BROKEN_URL.match(skeleton, end)):
            yield _Break(start, rest.end(), _BROKEN, ((*rest.span("gap"), ""),))
        elif not closed and ((inner := _opened_in_url(prose.text, match.end(), end)) or not _goes_on(skeleton, end)):
            end = inner or end
            is_cut = _CUT.match(prose.text, match.end()) is not None
            message = "the URL of this link is cut off" if is_cut else "the `)` of this link is missing"
            if is_empty := skeleton.startswith("()", match.end()):
                message, end = "a `(` too many and no URL, so this is not a link", match.end() + 2
            yield _Break(start, end, message, lacks_closer=not (is_cut or is_empty))
        elif closed and skeleton.find(_LINK, max(start, match.start() - _LONGEST), match.start()) >= 0:
            yield _Break(start, end + 1, "this link contains another link, which Markdown does not allow")
    for match in _NO_TEXT.finditer(skeleton):
        link = prose.runs[prose.run_at(match.end() - 1)].link
        if link is not None and link.href.count(")") > link.href.count("("):
            yield _Break(match.start(), match.end(), "the text and the `](` of this link are missing")
    for opener in unmatched:
        yield from _after_opener(prose, skeleton, opener, titles)


def _without_opener(prose: Prose, behind: set[int]) -> Iterator[_Break]:
    """Addresses right after the text of a link: `[[paper]]https://...)`, and `[title] https://...` among links."""
    if "]http" not in prose.text and "] http" not in prose.text:
        return
    skeleton = "".join([_shade(run) for run in prose.runs])
    partners, _ = _pair(skeleton)
    for match in _NO_OPENER.finditer(skeleton):
        closing, gap, end = match.start(), match.span("gap"), match.end("url")
        start = partners.get(closing, closing)
        words, first = skeleton[max(start, closing - _LONGEST) : closing], max(start - _LONGEST, 0)
        before = skeleton[first:start].rpartition("\n")[2]
        if not any(map(str.isalpha, words)):
            continue  # a check box, a number of a source
        if match["closer"] and not match["gap"] and before.count("(") <= before.count(")"):
            yield _Break(start, match.end(), "the `(` of this link is missing", ((*gap, "("),))
        elif not match["closer"] and len(words) > _SHORT and prose.span(gap[1], end).start in behind:
            message = "the URL is after the brackets of the title, so this is not a link"
            yield _Break(start, end, message, ((*gap, "("), (end, end, ")")))


def _after_opener(prose: Prose, skeleton: str, opener: int, titles: set[int]) -> Iterator[_Break]:
    """What an unmatched `[` means: a second one before the title, or a link with a broken `](`."""
    if match := _DOUBLED.match(skeleton, opener):
        run = prose.runs[prose.run_at(match.end())]
        if run.link is not None and not run.link.image and _covers(run.link.span, titles):
            yield _Break(opener, match.end(), "the `[` before this link is never closed")
        return
    label = re.compile(rf"[^\[\](){_LINK}{_URL}\n]{{3,}}").match(skeleton, opener + 1)
    match = _LOST_MIDDLE.match(skeleton, label.end()) if label else None
    if match is None or not match["closer"] or match["middle"] != "(" or skeleton[match.start() - 1] == _OPAQUE:
        return  # where the `]` is escaped, `malformed-link` reports it
    link = prose.runs[prose.run_at(match.start("url"))].link
    known = identify(link.href).identifier if link is not None else None
    if not skeleton[match.start("middle") - 1].isspace() or (known is not None and known.is_paper):
        yield _Break(opener, match.end(), "the `]` of this link is missing")


def _covers(span: Span, offsets: set[int]) -> bool:
    return any(offset in offsets for offset in range(span.start, min(span.end, span.start + 8)))


def _shade(run: Run) -> str:
    if run.link is not None:
        return (_URL if run.link.bare else _LINK) * len(run.value)
    if run.kind is RunKind.IMAGE:
        return _LINK
    if run.style & Style.CODE or len(run.value) != len(run.span):
        return _OPAQUE * len(run.value)
    return run.value


def _pair(skeleton: str) -> tuple[dict[int, int], list[int]]:
    """The `[` of each `]`, and the `[` without one."""
    stack: list[int] = []
    partners: dict[int, int] = {}
    for match in re.finditer(r"[\[\]]", skeleton):
        if match[0] == "[":
            stack.append(match.start())
        elif stack:
            partners[match.start()] = stack.pop()
    return partners, stack


def _end_of_target(skeleton: str, start: int) -> int:
    """The end of the target that begins at `start`: a space, the bracket that closes it, or `](`."""
    depth = 0
    limit = min(len(skeleton), start + _LONGEST)
    for match in _TARGET_STOP.finditer(skeleton, start, limit):
        if match[0] not in "()" or (match[0] == ")" and not depth):
            return match.start()
        depth += 1 if match[0] == "(" else -1
    return limit


def _opened_in_url(text: str, start: int, end: int) -> int:
    """Where a bracket opens in a URL that a space cuts off within it: `https://a.org/b(ICML 2019)`; 0 if none does."""
    is_open = text.count("(", start, end) > text.count(")", start, end) and text[end : end + 1] == " "
    return text.rfind("(", start, end) if is_open else 0


def _goes_on(skeleton: str, end: int) -> bool:
    """Whether the target continues after a space up to a bracket: `malformed-link` reports those."""
    return re.compile(r"[ \t]+(?:[^()\n]|\([^()\n]*\))*\)").match(skeleton, end) is not None


def _begins_above(text: Text, span: Span) -> bool:
    """Whether the line above opens a bracket that it does not close: a row that a line break divides."""
    line = text.line_at(span.start)
    _, opener, words = text[text.line_span(line - 1)].rpartition("[") if line > 1 else ("", "", "")
    return bool(opener) and "]" not in words


def _closer(listing: Listing, span: Span) -> Fix | None:
    """The fix that adds the `)`, and the `]` of brackets around the link; None if a bracket would still be open.

    Punctuation at the end is not part of the target: in `[[paper](https://...]` the `]` belongs to the outer pair.
    """
    text = listing.text
    target = text[span].rstrip()
    end = span.start + len(target.rstrip("].,;:"))
    line = text.line_around(span.start)
    before, after = text[Span(line.start, end)], text[Span(end, max(line.end, end))]
    closing = ")"
    if (
        before.count("[") + after.count("[") == before.count("]") + after.count("]") + 1
        and text.content[span.start - 1 : span.start] == "["
    ):
        closing = ")]"
    whole = before + closing + after
    if any(whole.count(mark) != whole.count(partner) for mark, partner in ("()", "[]")):
        return None
    return Fix(f"Add the `{closing}`", (Edit(Span(end, end), closing),), Safety.UNSAFE)
