"""What a review says: the comments in the diff, each on findings that share lines, and the one summary.

The summary has a row for each added entry with what is known about it.

Text of the list is escaped. Whole findings are left out of a body that would become too long, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from bot.github.model import LARGEST_BODY, InlineComment, line_url, link_quietly, size_of
from bot.linter.diagnostics import Fix, Safety, Severity
from bot.reports.markdown import block, code, escape
from bot.reports.run import HOME, name_older
from bot.reviews.added import AddedEntry, Outcome
from bot.reviews.diff import Suggestion, suggest
from bot.reviews.findings import MOST_FINGERPRINTS, CheckedPull, Finding, write_comment_marker, write_summary_marker
from bot.text import Lines, fitting, join, lazy_pattern, list_first, plural, shorten

_MESSAGE = 400
"""Characters of a message, as of the next ones; longer ones are cut."""
_TITLE = 200
_PLACE = 200
_NOTE = 200
_ENTRY = 120
_PART = 80
_QUOTED = 300
_MOST_EXPLAINED = 5
"""Findings of a comment whose reasons it gives."""
_MOST_RELATED = 3
_MOST_PROPOSED = 5
"""Papers that others propose too, and pull requests of each."""
_MOST_ROWS = 200
_MOST_FOLDED_ROWS = 50
_MOST_NOTES = 10
_MOST_IN_ROW = 3
"""Findings in the row of an added entry."""
_COMMENT_RESERVE = 200
"""Characters for the sentence that counts what is left out."""
_TABLE_RESERVE = 400
"""Characters for a table's head, its folded part and the sentence that counts what is left out."""
_HEAD = "| | Where | What |\n| --- | --- | --- |"
_ADDED_HEAD = "| | Entry | |\n| --- | --- | --- |"
_COUNTED_AS: Mapping[Outcome, str] = {
    Outcome.ERROR: "with errors",
    Outcome.DUPLICATE: "listed twice",
    Outcome.WARNING: "with warnings",
    Outcome.NOTE: "with notes",
    Outcome.OTHER_TITLE: "with another title on record",
    Outcome.REACHED: "whose link works",
}
_URL = lazy_pattern(r"https?://[^\s`]+")


@dataclass(frozen=True, slots=True)
class Group:
    """Findings of one file whose lines overlap: one comment, which can hold one suggestion."""

    lines: Lines
    findings: tuple[Finding, ...]
    """The most severe first."""

    @property
    def path(self) -> str:
        """The file that they are in."""
        return self.findings[0].diagnostic.path

    @property
    def fingerprints(self) -> tuple[str, ...]:
        """As many of theirs as a marker takes."""
        return tuple(each.fingerprint for each in self.findings[:MOST_FINGERPRINTS])


def group(findings: Iterable[Finding]) -> tuple[Group, ...]:
    """Group the findings that can have a comment; groups and findings are sorted, the most severe first."""
    placed = [(each.diagnostic.path, each.lines, each) for each in findings if each.lines is not None]
    groups: list[tuple[str, Lines, list[Finding]]] = []
    for path, lines, finding in sorted(placed, key=lambda row: row[:2]):
        if groups and groups[-1][0] == path and lines.first <= groups[-1][1].last:
            _, wide, members = groups.pop()
            groups.append((path, wide.union(lines), [*members, finding]))
        else:
            groups.append((path, lines, [finding]))
    made = (Group(lines, tuple(sorted(members, key=lambda each: each.rank))) for _, lines, members in groups)
    return tuple(sorted(made, key=lambda each: each.findings[0].rank))


def write_comment(group: Group, checked: CheckedPull, suggested: Sequence[tuple[str, Lines]]) -> InlineComment:
    """The comment on a group, without a suggestion where one on some of its lines is `suggested` already."""
    suggestion = None
    if not any(path == group.path and lines.overlaps(group.lines) for path, lines in suggested):
        fixes = tuple(each.diagnostic.fix for each in group.findings if each.replaced and each.diagnostic.fix)
        suggestion = suggest(fixes, group.findings[0].source)
    lines = suggestion.lines if suggestion else next((it.anchor for it in group.findings if it.anchor), group.lines)
    return InlineComment(
        path=group.path,
        line=lines.last,
        body=_comment_body(group, checked, suggestion),
        start_line=lines.first if lines.first < lines.last else None,
    )


def _comment_body(group: Group, checked: CheckedPull, suggestion: Suggestion | None) -> str:
    head = f"{write_comment_marker(group.fingerprints, checked.pull.head, checked.seal)}\n"
    why = "  \n".join(_why(each) for each in group.findings[:_MOST_EXPLAINED])
    tail = f"\n\n{suggestion.markdown}" if suggestion else ""
    tail += f"\n\n<details><summary>Why?</summary>\n\n{why}\n\n</details>"
    room = LARGEST_BODY - len(head) - len(tail) - _COMMENT_RESERVE
    paragraphs = fitting((f"{each}\n\n" for each in _paragraphs(group, checked, suggestion)), room, size_of)
    left_out = len(group.findings) - len(paragraphs)
    if left_out:
        paragraphs.append(f"And {plural(left_out, 'more finding')} on the same lines.")
    text = "".join(paragraphs).removesuffix("\n\n")
    return f"{head}{text}{tail}"


def _paragraphs(group: Group, checked: CheckedPull, suggestion: Suggestion | None) -> Iterator[str]:
    shown = {frozenset(fix.edits) for fix in suggestion.applied} if suggestion else set()
    for finding in group.findings:
        fix = finding.diagnostic.fix
        note = ""
        if fix is not None:
            note = describe_suggested(fix) if frozenset(fix.edits) in shown else describe_unsuggested(fix)
        yield f"{_describe(finding, checked)}  \n{note}" if note else _describe(finding, checked)


def _why(finding: Finding) -> str:
    """A line with the reasons of a finding, and the link by which a person reports a false alarm."""
    found = finding.diagnostic
    reasons = f"{escape('; '.join(found.reasons), _MESSAGE)}. " if found.reasons else ""
    return f"{code(found.rule)}: {reasons}[False alarm?]({_report_url(finding)})"


def _report_url(finding: Finding) -> str:
    """The page on which a person can report a false alarm to the project; nothing is sent unless they do."""
    found, source = finding.diagnostic, finding.source
    place = source.span_of(Lines(finding.line, finding.line))
    line = source.content[place.start : place.end].strip()
    reasons = "".join(f"- {reason}\n" for reason in found.reasons)
    words = f"{shorten(line, _QUOTED)}\n{shorten(reasons, _QUOTED)}"
    body = f"{found.rule} reports this line of a list:\n\n{block(words)}\nIt is right, because ..."
    query = urlencode({"title": f"False alarm: {found.rule}", "body": body}, quote_via=quote, errors="replace")
    return f"{HOME}/issues/new?{query}"


def _describe(finding: Finding, checked: CheckedPull) -> str:
    """What is wrong, and the related places, as a sentence."""
    diagnostic = finding.diagnostic
    severity = str(diagnostic.severity).capitalize()
    sentence = f"**{severity}** {_rule(diagnostic.rule, checked)}: {escape(diagnostic.message, _MESSAGE)}"
    links = [
        _place(each.path, line, checked)
        for each, line in zip(diagnostic.related[:_MOST_RELATED], finding.related, strict=False)
        if line
    ]
    if links:
        sentence = f"{sentence} (see {', '.join(links)})"
    return sentence if sentence.endswith(("?", "…")) else f"{sentence}."


def _rule(rule: str, checked: CheckedPull) -> str:
    """The name of a rule, as a link to its page where there is one."""
    return f"[{code(rule)}]({checked.rules_page}#{quote(rule)})" if checked.rules_page else code(rule)


def _place(path: str, line: int, checked: CheckedPull) -> str:
    """A link to a line of the file at the head."""
    return f"[{escape(f'{path}:{line}', _PLACE)}]({_address(path, line, checked)})"


def _address(path: str, line: int, checked: CheckedPull) -> str:
    pull = checked.pull
    repository = quote(pull.head_repository or pull.repository)
    return line_url(f"{checked.web.rstrip('/')}/{repository}/blob/{quote(pull.head)}", path, line)


def describe_suggested(fix: Fix) -> str:
    """What to say about a fix beside its suggestion; nothing if it is safe."""
    return "" if fix.safety is Safety.SAFE else f"{_title(fix)}; check it before you commit."


def describe_unsuggested(fix: Fix) -> str:
    """What a fix without a suggestion does, and how to apply it."""
    option = "--fix" if fix.safety is Safety.SAFE else "--fix --unsafe-fixes"
    return f"{_title(fix)} ({code(f'bot lint {option}')} applies it)."


def describe_in_table(fix: Fix) -> str:
    """What a fix does, for a row of the summary."""
    return f"{'Fix' if fix.safety is Safety.SAFE else 'Possible fix'}: {_title(fix)}"


def _title(fix: Fix) -> str:
    """What a fix does. A URL in it becomes code: people copy it, and outside of code it has an invisible character."""
    title = fix.title if "`" in fix.title else _URL.sub(r"`\g<0>`", fix.title)
    return escape(title, _TITLE)


@dataclass(frozen=True, slots=True)
class SummaryContent:
    """The findings by their state, each the most severe first."""

    open: tuple[Finding, ...]
    settled: tuple[Finding, ...] = ()
    """Those that a person with write access has resolved, replied to, minimized or deleted."""
    notes: tuple[Finding, ...] = ()
    unverified: int = 0
    """Findings whose comments stay because it is not known whether they are fixed."""
    threaded: frozenset[str] = frozenset()
    """Fingerprints of findings that have a thread in the diff."""
    added: tuple[AddedEntry, ...] = ()
    """The entries that the change adds."""
    had_threads: bool = False
    """Whether an earlier review commented on the diff."""

    @property
    def is_new(self) -> bool:
        """Whether it is about added entries alone, and not about what became of earlier findings."""
        return bool(self.added) and not self.had_threads


def write_summary(content: SummaryContent, checked: CheckedPull) -> str:
    """The body of the summary."""
    head = f"{write_summary_marker(content.threaded, checked.seal)}\n### {_heading(content, checked)}\n"
    head += "".join(f"\n{sentence}\n" for sentence in _proposed(checked))
    tail = "".join(f"\n{sentence}\n" for sentence in _remarks(content, checked))
    room = LARGEST_BODY - len(head) - len(tail)
    in_rows = {each.fingerprint for row in content.added for each in row.findings}
    others = [each for each in content.open if each.fingerprint not in in_rows]
    share = room // 2 if content.added else room
    table, left = _table(others, checked, _MOST_ROWS, share)
    added, room = _added_table(content, checked, room - share + left)
    table = f"{added}\nElsewhere:\n{table}" if added and table else f"{added}{table}"
    settled, room = _folded("Settled in the conversation", content.settled, checked, room)
    other_notes = [each for each in content.notes if each.fingerprint not in in_rows]
    notes, _ = _folded("Notes", other_notes, checked, room)
    return f"{head}{table}{tail}{settled}{notes}".rstrip("\n") + "\n"


def _heading(content: SummaryContent, checked: CheckedPull) -> str:
    """How many findings there are; settled ones are among them, for they fail the run as others do."""
    found = content.open + content.settled
    if not found:
        if number := len(checked.proposals.found):
            return f"{plural(number, 'added paper')} {'is' if number == 1 else 'are'} proposed elsewhere, too"
        if content.is_new and not (content.unverified or checked.notes):
            return f"No findings in {plural(len(content.added), 'added entry')}"
        return "No new findings" if content.unverified or checked.notes else "No findings left"
    counts = {severity: sum(each.diagnostic.severity == severity for each in found) for severity in Severity}
    parts = [plural(counts[each], str(each)) for each in sorted(Severity, reverse=True) if counts[each]]
    settled = f", {len(content.settled):,} of them settled" if content.settled else ""
    if not content.open:
        settled = ", settled" if len(found) == 1 else ", all settled"
    return f"{join(parts, 'and')} in this change{settled}"


def _proposed(checked: CheckedPull) -> Iterator[str]:
    """The added papers that other open pull requests add too, and these."""
    found = checked.proposals.found
    for paper, others in found[:_MOST_PROPOSED]:
        links = [
            f"{_pull(each.number, checked)} ({each.age})" if each.age else _pull(each.number, checked)
            for each in others[:_MOST_PROPOSED]
        ]
        named = f"“{escape(paper.title, _ENTRY)}”" if paper.title else code(str(paper.work), _ENTRY)
        yield f"**Warning**: {named} is also proposed in {join(links, 'and')}."
    if len(found) > _MOST_PROPOSED:
        yield f"So {'is' if len(found) == _MOST_PROPOSED + 1 else 'are'} {len(found) - _MOST_PROPOSED:,} more."


def _pull(number: int, checked: CheckedPull) -> str:
    return link_quietly(number, checked.pull.repository, checked.web)


def _uncompared(checked: CheckedPull) -> Iterator[str]:
    """Which other open pull requests the added papers were not compared with."""
    found = checked.proposals
    if found.problem:
        yield f"The added papers were not compared with other open pull requests: {escape(found.problem, _NOTE)}."
    if found.unread:
        named = list_first([_pull(number, checked) for number in found.unread], _MOST_PROPOSED)
        yield f"The added papers were not compared with {named}, whose list is too large or cannot be read."
    if found.older:
        yield f"The added papers were compared with the newest open pull requests only: {found.older:,} are older."


def _remarks(content: SummaryContent, checked: CheckedPull) -> Iterator[str]:
    is_failing = any(each.diagnostic.severity >= checked.failing for each in content.settled)
    if content.unverified:
        their = "its comment is kept" if content.unverified == 1 else "their comments are kept"
        yield f"{plural(content.unverified, 'earlier finding')} could not be checked again; {their}."
    elif is_failing:
        yield "Settled findings still fail the run until they are fixed or suppressed."
    elif not (content.open or checked.notes or content.is_new or checked.proposals.found):
        yield "All earlier findings in this change are fixed or settled. Thank you!"
    if checked.maintenance is not None:
        yield f"This change only {checked.maintenance}. Thank you for maintaining the list!"
    if content.open or is_failing:
        fixes = (each.diagnostic.fix for each in content.open)
        fixable = sum(fix is not None and fix.safety is Safety.SAFE for fix in fixes)
        fixing = f"{code('bot lint --fix')} fixes {fixable:,} of them. " if fixable else ""
        yield f"{fixing}To suppress a finding, add `<!-- bot: allow name-of-the-rule -->` on the entry or above it."
    if checked.preexisting:
        verb = "is" if checked.preexisting == 1 else "are"
        yield f"{name_older(checked.preexisting)} in the list {verb} not shown."
    for reason in dict.fromkeys(each.reason for each in checked.not_run):
        rules = ", ".join(code(each.slug) for each in checked.not_run if each.reason == reason)
        yield f"Not checked: {rules} ({escape(reason, _NOTE)})."
    yield from _uncompared(checked)
    yield from (escape(note, _NOTE) for note in checked.notes[:_MOST_NOTES])
    if len(checked.notes) > _MOST_NOTES:
        yield f"{plural(len(checked.notes) - _MOST_NOTES, 'more remark')} not shown."


def _folded(title: str, findings: Sequence[Finding], checked: CheckedPull, room: int) -> tuple[str, int]:
    """A table that opens at a click, and the room that is left."""
    table, room = _table(findings, checked, _MOST_FOLDED_ROWS, room)
    summary = f"{title} ({len(findings):,})"
    return f"\n<details><summary>{summary}</summary>\n{table}\n</details>\n" if table else "", room


def _table(findings: Sequence[Finding], checked: CheckedPull, most: int, room: int) -> tuple[str, int]:
    """A row for each finding as far as there is room, how many are left out, and the room that is left."""
    if not findings:
        return "", room
    room -= _TABLE_RESERVE
    rows = fitting((_row(each, checked) for each in findings[:most]), room, size_of)
    more = _left_out(len(findings) - len(rows), "more finding")
    return f"\n{_HEAD}\n{''.join(rows)}{more}" if rows else more, room - sum(map(size_of, rows))


def _left_out(number: int, what: str) -> str:
    """How many more there are than a table has."""
    return f"\n{plural(number, what)} {'is' if number == 1 else 'are'} not listed.\n" if number else ""


def _row(finding: Finding, checked: CheckedPull) -> str:
    diagnostic = finding.diagnostic
    where = _place(diagnostic.path, finding.line, checked)
    return f"| {diagnostic.severity} | {where} | {_what(finding, checked)} |\n"


def _what(finding: Finding, checked: CheckedPull) -> str:
    """The rule, the message and the fix, for a cell."""
    diagnostic = finding.diagnostic
    fix = f"<br>{describe_in_table(diagnostic.fix)}" if diagnostic.fix else ""
    return f"{_rule(diagnostic.rule, checked)}: {escape(diagnostic.message, _MESSAGE)}{fix}"


def _added_table(content: SummaryContent, checked: CheckedPull, room: int) -> tuple[str, int]:
    """How many added entries there are of each outcome, a row for each as far as there is room, and the room left.

    Outcomes that need no look are counted first, and their rows open at a click.
    """
    if not content.added:
        return "", room
    numbers = Counter(row.outcome for row in content.added)
    counts = [f"{numbers[each]:,} {_COUNTED_AS.get(each, each)}" for each in reversed([*Outcome]) if numbers[each]]
    head = f"{plural(len(content.added), 'entry')} added: {', '.join(counts)}"
    settled = frozenset(each.fingerprint for each in content.settled)
    room -= len(head) + 2 * _TABLE_RESERVE
    rows = fitting((_added_row(each, settled, checked) for each in content.added[:_MOST_ROWS]), room, size_of)
    well = {Outcome.VERIFIED} if checked.facts is not None else {Outcome.VERIFIED, Outcome.UNCHECKED}
    number = sum(row.outcome not in well for row in content.added[: len(rows)])  # they are first
    more = _left_out(len(content.added) - len(rows), "more added entry")
    shown = f"\n{head}.\n\n{_ADDED_HEAD}\n{''.join(rows[:number])}" if number else ""
    folded, count = "".join(rows[number:]), len(rows) - number
    if folded:
        title = f"{plural(count, 'entry')} with nothing found" if number else head
        folded = f"\n<details><summary>{title}</summary>\n\n{_ADDED_HEAD}\n{folded}\n</details>\n"
    return f"{shown}{folded}{more}", room - sum(map(size_of, rows))


def _added_row(row: AddedEntry, settled: frozenset[str], checked: CheckedPull) -> str:
    parts = [
        f"{'Settled: ' if each.fingerprint in settled else ''}{_what(each, checked)}"
        for each in row.findings[:_MOST_IN_ROW]
    ]
    if len(row.findings) > _MOST_IN_ROW:
        parts.append(f"and {plural(len(row.findings) - _MOST_IN_ROW, 'more finding')}")
    what = "<br>".join(parts) or escape(row.remark, _NOTE)
    entry = f"[{escape(row.title, _ENTRY)}]({_address(row.path, row.line, checked)})"
    details = " · ".join(escape(each, _PART) for each in row.parts)
    return f"| {row.outcome} | {entry}{f'<br>{details}' if details else ''} | {what} |\n"
