"""The report as Markdown for GitHub, and the escaping of text that strangers wrote.

GitHub looks for mentions, references and addresses in the text that Markdown has become, where escapes are
gone: only a character in between keeps `@name` and `#1` from being read. Within code it does not look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bot.linter.diagnostics import Diagnostic, Severity
from bot.reports.run import Report, describe_skipped, headline, rule_url, warnings_of
from bot.text import fitting, lazy_pattern, shorten

_BREAK = "&#8203;"
"""A space without width, written so that it can be seen in the source."""

_SHORT = 6
"""This many hexadecimal digits GitHub does not take for the name of a commit."""

_CODE = lazy_pattern(r"(?<!`)`([^`]+)`(?!`)")
_BACKTICKS = lazy_pattern(r"`+")
_INVISIBLE_CHARACTERS = (
    "\x00-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e007f"
)
_INVISIBLE = lazy_pattern(f"[{_INVISIBLE_CHARACTERS}]")
_LEADING = lazy_pattern(r"[-+=]|\d{1,9}(?=[.)])")
_SPECIAL = lazy_pattern(
    rf"""
    (?P<reference> @ | \#(?=\S) | (?<![0-9a-z]) (?:gh|cve|ghsa)- (?=[0-9a-z]) )
    | (?P<scheme> :(?=//) | (?<![0-9a-z])www(?=\.) | (?:mailto|xmpp): )
    | (?P<emoji> :(?=[0-9a-z_+-]+:) )
    | (?P<hash> (?<![0-9a-z]) [0-9a-f]{{7,64}} (?![0-9a-z]) )
    | (?P<mark> [\\`*_\[\]~<>&|$!#] )
    | (?P<invisible> [{_INVISIBLE_CHARACTERS}] )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MARKS = {
    "#": r"\#",
    "\\": "&#92;",
    "<": "&lt;",
    ">": "&gt;",
    "&": "&amp;",
    "|": "&#124;",
    # What GitHub's documentation of formulas tells for a dollar sign that begins none.
    "$": "<span>$</span>",
}


def escape(text: str, most: int = 1_000) -> str:
    """`text` as one line of Markdown that shows them as they are; only `code` between single backticks stays code.

    They are cut to `most` characters before. Fits a paragraph, a list item, a table cell and a link's text.
    """
    return "".join(_pieces(shorten(" ".join(text.split()), most)))


def code(text: str, most: int = 1_000) -> str:
    """`text` as code within a line, also of a table."""
    shown = _signs(shorten(" ".join(text.split()), most))
    if not shown:
        return ""
    # A table ends its cell at a bar, and a comment of ours would be read, in code as well.
    if any(sign in text for sign in "|<>"):
        return f"<code>{_plain(shown)}</code>"
    fence = "`" * (_longest_run(shown) + 1)
    room = " " if shown[0] == "`" or shown[-1] == "`" else ""
    return f"{fence}{room}{shown}{room}{fence}"


def block(content: str, info: str = "") -> str:
    """`content` (whole lines, or nothing) as a block of code that no backticks in it can close."""
    fence = "`" * max(3, _longest_run(content) + 1)
    end = "" if not content or content.endswith("\n") else "\n"
    return f"{fence}{info}\n{content}{end}{fence}"


def _pieces(text: str) -> Iterator[str]:
    position = 0
    for match in _CODE.finditer(text):
        yield _plain(text[position : match.start()], leads=position == 0)
        yield code(match[1]) or r"\`\`"
        position = match.end()
    yield _plain(text[position:], leads=position == 0)


def _plain(text: str, *, leads: bool = True) -> str:
    escaped = _SPECIAL.sub(_replacement, text)
    match = _LEADING.match(escaped) if leads else None
    if match is None:
        return escaped
    return f"{match[0]}\\{escaped[match.end() :]}" if match[0].isdigit() else f"\\{escaped}"


def _replacement(match: re.Match[str]) -> str:
    found = match[0]
    if match["invisible"]:
        return f"&lt;{_sign(found)[1:-1]}&gt;"
    if match["mark"]:
        return _MARKS.get(found, f"\\{found}")
    if match["hash"]:
        return _BREAK.join(found[start : start + _SHORT] for start in range(0, len(found), _SHORT))
    return f"{_MARKS.get(found, found)}{_BREAK}"


def _signs(text: str) -> str:
    return _INVISIBLE.sub(lambda match: _sign(match[0]), text)


def _sign(character: str) -> str:
    return f"<U+{ord(character):04X}>"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)


LARGEST = 1_000_000
"""Bytes. GitHub takes 1 MiB for a step, and of a summary that is longer it shows nothing at all."""

_SIGNS = {Severity.ERROR: "🔴", Severity.WARNING: "🟡", Severity.NOTE: "🔵"}
_LONGEST = 500
"""Characters of a message; longer ones are cut."""
_RESERVE = 5_000
"""Bytes kept free for what is around the findings."""
_MOST_NAMES = 50


def render(report: Report, *, verbose: bool = False, largest: int = LARGEST) -> str:
    """The findings as a table, worst first, in at most `largest` bytes, then notes folded when `verbose`.

    What does not fit is counted; a finding is shown whole or not at all.
    """
    shown = sorted(report.shown(verbose=verbose), key=lambda each: -each.severity)
    parts = [f"### {headline(report, verbose=verbose) or warnings_of(report)[0]}\n"]
    parts += [f"\n{escape(each)}\n" for each in (*warnings_of(report), describe_skipped(report.paper_links)) if each]
    if report.not_run:
        parts.append(f"\n{_not_run(report)}\n")
    room = largest - _RESERVE
    main = [each for each in shown if each.severity > Severity.NOTE]
    table, room = _table(main, report, room)
    notes, room = _table([each for each in shown if each.severity == Severity.NOTE], report, room)
    if table:
        parts.append(f"\n{table}")
    if notes:
        parts.append(f"\n<details><summary>Notes</summary>\n\n{notes}\n</details>\n")
    return "".join(parts)


def _not_run(report: Report) -> str:
    slugs = [code(each.slug) for each in report.not_run]
    more = f" and {len(slugs) - _MOST_NAMES} more" if len(slugs) > _MOST_NAMES else ""
    return f"Not run: {', '.join(slugs[:_MOST_NAMES])}{more}."


def _table(found: Sequence[Diagnostic], report: Report, room: int) -> tuple[str, int]:
    """A row for each finding while there are bytes left for it, and what is left then."""
    if not found:
        return "", room
    rows = fitting(_rows(found, report), room, _size)
    left = len(found) - len(rows)
    more = f"\n{left:,} more {'finding does' if left == 1 else 'findings do'} not fit here.\n" if left else ""
    head = "| | Where | Rule | What |\n| --- | --- | --- | --- |\n" if rows else ""
    return f"{head}{''.join(rows)}{more}", 0 if left else room - sum(map(_size, rows))


def _size(text: str) -> int:
    """In bytes."""
    return len(text.encode("utf-8", "replace"))


def _rows(found: Iterable[Diagnostic], report: Report) -> Iterator[str]:
    for each in found:
        line = report.text(each.path).line_at(each.span.start)
        fix = f" <br>*{escape(each.fix.title, _LONGEST)}*" if each.fix else ""
        yield (
            f"| {_SIGNS[each.severity]} {each.severity} | {code(f'{each.path}:{line}')} "
            f"| [{each.rule}]({rule_url(each.rule)}) | {escape(each.message, _LONGEST)}{fix} |\n"
        )
