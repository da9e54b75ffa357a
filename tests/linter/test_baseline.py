from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.errors import BotError
from bot.linter.baseline import BaseLists, Comparison, make_baseline, read_base, with_new_conventions
from bot.linter.diagnostics import Scope, Severity
from bot.linter.engine import Plan, check
from bot.linter.rule import ActiveRule, Context, Rule
from bot.linter.survey import Survey
from bot.listing import Catalog, Listing, read
from bot.listing.model import Touch
from bot.rules.conflicting_id import ConflictingId
from bot.rules.date_mismatch import DateMismatch
from bot.rules.duplicate_entry import DuplicateEntry
from bot.rules.missing_targets import MissingAnchor
from bot.rules.reused_id import ReusedId
from bot.rules.stray_space import StraySpace
from bot.rules.unsorted_section import UnsortedSection
from bot.rules.whole_page import OversizedReadme
from bot.text import Span, Text
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.linter.diagnostics import Diagnostic

A, B, C, D = LINES[:4]
HEAD = "# Agent training\n\n"
NEW = "* [2506] [RAGEN: Understanding Self-Evolution in LLM Agents](https://arxiv.org/abs/2504.20073)\n"


def listings(*contents: str) -> tuple[Listing, ...]:
    return tuple(read(parse(Text(f"readme{number}.md", content))) for number, content in enumerate(contents))


def changed(old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The entries that the change changed, as they are written."""
    now = listings(*new)
    touches = Comparison(make_baseline(listings(*old), ()), now).touches
    spans = [place for place, touch in touches.items() if touch & Touch.EDITED]
    texts = {listing.text.path: listing.text for listing in now}
    return [texts[path][span] for path, span in sorted(spans)]


WIDE = A.replace("] [", "]  [")
WIDER = B.replace("] [", "]  [")
NUMBERED = HEAD + "9. " + A[2:] + "10. " + B[2:] + "    Details of it\n11. " + C[2:]
RENUMBERED = HEAD + "9. " + NEW[2:] + "10. " + A[2:] + "11. " + B[2:] + "     Details of it\n12. " + C[2:]
TABLE = "# Papers\n\n| # | Title | Year |\n| - | - | - |\n"
ROW = "| {} | [{}](https://arxiv.org/abs/{}) | {} |\n"
FIRE = ROW.format("1", "FireAct: Toward Language Agent Fine-tuning", "2310.05915", "2023")
TUNE = ROW.format("2", "AgentTuning: Enabling Generalized Agent Abilities", "2310.12823", "2023")
DEFINED = (
    HEAD + "* [2506] [PAG: Multi-Turn Reinforced LLM Self-Correction][1]\n\n[1]: https://arxiv.org/abs/2506.10406\n"
)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param([LIST], [LIST], [], id="nothing"),
        pytest.param([HEAD + A + B], [HEAD + A + NEW + B], [NEW], id="added"),
        pytest.param([HEAD + A + B], [HEAD + B], [], id="taken out"),
        pytest.param([HEAD + A + B + C], [HEAD + C + A + B], [], id="moved"),
        pytest.param([HEAD + A + B], [HEAD + A + "\n## More\n\n" + B], [], id="moved to another section"),
        pytest.param([HEAD + A + B, HEAD + C], [HEAD + A, HEAD + B + C], [], id="moved to another list"),
        pytest.param([HEAD + A + B], [f"{HEAD}{A}{B}".replace("\n", "\r\n")], [], id="line ends"),
        pytest.param([HEAD + A + B], [HEAD + A + WIDER], [WIDER], id="text"),
        pytest.param([HEAD + A + B], [HEAD + A + B.replace("* ", "- ")], [], id="another marker"),
        pytest.param([HEAD + A + B], [HEAD + A + "  " + B.replace("* ", "1. ")], [], id="numbered, indented"),
        pytest.param([HEAD + A + B], [HEAD + A + B.replace("\n", "  \n")], [], id="blanks at the end"),
        pytest.param([TABLE + FIRE], [TABLE.replace("| ", "|  ") + FIRE.replace("| ", "|    ")], [], id="padded cells"),
        pytest.param([TABLE + FIRE], [TABLE + FIRE.strip("| \n") + "\n"], [], id="outer pipes"),
        pytest.param([HEAD + "```\n" + A + "```\n"], [HEAD + A], [], id="read as an entry only now"),
        pytest.param([HEAD + A + B], [HEAD + A + B + A], [A], id="doubled"),
        pytest.param([HEAD + A + A], [HEAD + A + A], [], id="two alike"),
        pytest.param([NUMBERED], [RENUMBERED], ["9. " + NEW[2:]], id="counted anew"),
        pytest.param([TABLE + FIRE], [TABLE + TUNE + FIRE.replace("| 1", "| 7")], [TUNE], id="rows counted anew"),
        pytest.param([DEFINED], [DEFINED.replace("10406", "10407")], [DEFINED.splitlines()[2]], id="reference"),
        pytest.param([], [HEAD + A], [A], id="a list that was not there"),
        pytest.param([HEAD + A], [], [], id="a list that is gone"),
    ],
)
def test_find_changed(old: Sequence[str], new: Sequence[str], expected: Sequence[str]) -> None:
    assert changed(old, new) == [words.rstrip("\n") for words in expected]


def test_a_year_is_no_number_of_a_row() -> None:
    table = (
        "# Papers\n\n| Year | Title |\n| - | - |\n| {} | [FireAct: Toward Agents](https://arxiv.org/abs/2310.05915) |\n"
    )
    assert len(changed([table.format("2022")], [table.format("2023")])) == 1


@given(st.permutations(LINES), st.integers(0, len(LINES)), st.booleans())
def test_only_what_is_new_is_touched_however_the_rest_moves(order: Sequence[str], place: int, blank: bool) -> None:
    gap = "\n" if blank else ""
    lines = [*order[:place], NEW, *order[place:]]
    assert changed([LIST], [HEAD + gap.join(lines)]) == [NEW.rstrip("\n")]


@dataclass(frozen=True)
class Count(Rule):
    """A heading says how many entries there are, and is wrong."""

    slug: ClassVar[str] = "count"
    severity: ClassVar[Severity] = Severity.WARNING
    scope: ClassVar[Scope] = Scope.LIST

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        for section in listing.sections:
            number = len(section.entries)
            if section.heading.isdigit() and int(section.heading) != number:
                yield self.at(listing, section.heading_span, f"there are {number}")


@dataclass(frozen=True)
class Drift(Rule):
    """An entry has no date, where dates are a habit."""

    slug: ClassVar[str] = "drift"
    severity: ClassVar[Severity] = Severity.WARNING

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        habit = listing.conventions.date_format
        for entry in listing.entries:
            if habit is not None and habit.is_firm and entry.date is None:
                yield self.at(listing, entry.span, "drifts")


PDF = A.replace("/abs/", "/pdf/")
ALLOWED = "<!-- bot: allow stray-space -->\n" + WIDE
MIXED = "".join([LINES[6], *LINES[:3], LINES[9], *LINES[3:6], LINES[11], *LINES[7:9], LINES[10]])
NEWEST = "".join(
    f"* [{month}] [Agents of {month}: A Survey](https://arxiv.org/abs/{month}.00001)\n"
    for month in ("2605", "2604", "2603", "2602", "2601", "2512", "2511", "2510")
)
SLIP = A.replace("02544", "02545")
COPY = B.replace(B[B.index("(http") :], A[A.index("(http") :])
LATE = "* [2504] [τ-bench: A Benchmark for Tool-Agent-User Interaction](https://arxiv.org/abs/2306.12045)\n"
LAST = len(LINES) + 3
TOC = "* [Tools](#tools)\n* [Agents](#agents)\n\n## Tools\n\n## Agenda\n"


def swapped(one: int, other: int) -> str:
    """The list with two of its entries in each other's places."""
    lines = list(LINES)
    lines[one], lines[other] = lines[other], lines[one]
    return HEAD + "".join(lines)


@dataclass(frozen=True)
class Wrong(Rule):
    """A word that is wrong, anywhere."""

    slug: ClassVar[str] = "wrong"
    severity: ClassVar[Severity] = Severity.WARNING

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        for match in re.finditer("wrong", listing.text.content):
            yield self.at(listing, Span(*match.span()), "wrong")


def split(rule: Rule, old: Sequence[str], new: Sequence[str]) -> tuple[list[int], int]:
    """Lines of what the change caused, and how much is older."""
    now = listings(*new)
    then = with_new_conventions(listings(*old), now)
    plan = Plan((ActiveRule(rule),))
    baseline = make_baseline(then, check(then, plan, _context(then)).diagnostics)
    found = check(now, replace(plan, baseline=baseline), _context(now))
    lists = BaseLists(then, _context(then))
    assert check(now, lists.with_baseline(plan), _context(now)) == found
    shown, older = found.diagnostics, found.preexisting
    judged = tuple(map(baseline.with_conventions, now))
    assert len(shown) + len(older) == len(check(judged, plan, _context(judged)).diagnostics)
    texts = {listing.text.path: listing.text for listing in now}
    return [texts[each.path].line_at(each.span.start) for each in shown], len(older)


class Recorded(StraySpace):
    """Remembers which lists it was run on."""

    def __init__(self) -> None:
        super().__init__()
        self.checked: list[str] = []

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        self.checked.append(listing.text.content)
        return super().check(listing, context)


ALLOWED = "<!-- bot: allow stray-space - so it is -->\n\n"


@pytest.mark.parametrize(
    ("old", "new", "is_checked"),
    [
        pytest.param(HEAD + A + B, HEAD + A + B + NEW, False, id="nothing is found"),
        pytest.param(HEAD + WIDE + B, HEAD + WIDE + B + NEW, False, id="only what was left alone"),
        pytest.param(HEAD + WIDE + B, HEAD + WIDE.replace("UI", "Ui") + B, True, id="in what was edited"),
        pytest.param(HEAD + A + B, HEAD + WIDE + B, True, id="in what is new"),
        pytest.param(HEAD + WIDE * 5, HEAD + WIDE * 5 + NEW, True, id="enough for a habit"),
        pytest.param(ALLOWED + HEAD + A, ALLOWED + HEAD + A + B, True, id="a comment may suppress nothing"),
    ],
)
def test_rules_run_on_the_old_lists_where_their_findings_depend_on_these(old: str, new: str, is_checked: bool) -> None:
    rule = Recorded()
    then, now = listings(old), listings(new)
    check(now, BaseLists(then, _context(then)).with_baseline(Plan((ActiveRule(rule),))), _context(now))
    assert rule.checked == [new, *[old] * is_checked]


def _context(read_lists: tuple[Listing, ...]) -> Context:
    return Context(date(2026, 11, 21), Catalog(read_lists))


@pytest.mark.parametrize(
    ("rule", "old", "new", "shown", "older"),
    [
        pytest.param(StraySpace(), [HEAD + WIDE + B], [HEAD + NEW + B + WIDE], [], 1, id="an old one moved"),
        pytest.param(StraySpace(), [HEAD + WIDE + B], [HEAD + WIDE + WIDER], [4], 1, id="a new one"),
        pytest.param(
            StraySpace(), [HEAD + WIDE], [HEAD + WIDE.replace("UI", "Ui")], [], 1, id="elsewhere in an edited entry"
        ),
        pytest.param(DuplicateEntry(), [HEAD + A + B], [HEAD + B + A + B], [3], 0, id="the new one above"),
        pytest.param(DuplicateEntry(), [HEAD + A + B], [HEAD + A + B + A], [5], 0, id="the new one"),
        pytest.param(DuplicateEntry(), [HEAD + A + A], [HEAD + NEW + A + A], [], 1, id="lines in the message"),
        pytest.param(DuplicateEntry(), [HEAD + A, HEAD + A], [HEAD + A + A, HEAD], [4], 0, id="moved to its copy"),
        pytest.param(Count(), ["# 1\n\n" + A], ["# 1\n\n" + A + B], [1], 0, id="a count made wrong"),
        pytest.param(Count(), ["# 1\n\n" + A + B], ["\n# 1\n\n" + A + B + C], [], 1, id="a count that was wrong"),
        pytest.param(Count(), ["# 1\n\n" + A + B], ["# 3\n\n" + A + B], [1], 0, id="a count put wrong"),
        pytest.param(StraySpace(), [], [HEAD + WIDE], [3], 0, id="a new list"),
        pytest.param(Wrong(), ["# wrong A\n"], ["# wrong AB\n"], [], 1, id="elsewhere in an edited heading"),
        pytest.param(Wrong(), ["# A\n"], ["# wrong A\n"], [1], 0, id="in an edited heading"),
        pytest.param(
            Wrong(), ["# wrong A\n\nwrong\n"], ["# A\n\nwrong\n\nwrong wrong\n"], [5], 2, id="moved, and one more"
        ),
        pytest.param(Wrong(), [f"{A[:-1]} wrong\n"], [f"{A[:-1]} wrong wrong\n"], [1], 1, id="two in an entry"),
        pytest.param(
            Wrong(), [f"{A[:-1]} wrong\n"], [f"{PDF[:-1]} very wrong\n"], [], 1, id="in an entry under another URL"
        ),
        pytest.param(Wrong(), [f"{A[:-1]} wrong\n"], [f"{NEW[:-1]} wrong\n"], [1], 0, id="another entry in its place"),
        pytest.param(StraySpace(), [HEAD + ALLOWED], [HEAD + WIDE], [3], 0, id="no longer suppressed"),
        pytest.param(DuplicateEntry(), [HEAD + A + B], [HEAD + PDF + A + B], [3], 0, id="above the old one"),
        pytest.param(DuplicateEntry(), [HEAD + A + PDF], [HEAD + A.replace("UI", "Ui") + PDF], [], 1, id="edited"),
        pytest.param(ConflictingId(), [HEAD + SLIP], [HEAD + A + SLIP], [3], 0, id="a right id beside a wrong one"),
        pytest.param(ConflictingId(), [HEAD + A], [HEAD + A + B + SLIP], [5], 0, id="a wrong id beside a right one"),
        pytest.param(ReusedId(), [HEAD + COPY], [HEAD + A + COPY], [3], 0, id="the right title beside a wrong one"),
        pytest.param(ReusedId(), [HEAD + A], [HEAD + COPY + A], [3], 0, id="a wrong title above the right one"),
        pytest.param(DateMismatch(), [LIST + LATE], [LIST + LATE.replace("2504", "Apr 2025")], [], 1, id="reformatted"),
        pytest.param(
            DateMismatch(), [LIST + LATE], [LIST + LATE.replace("2504", "2506")], [LAST], 0, id="another wrong date"
        ),
        pytest.param(
            DateMismatch(), [LIST + LATE], [LIST + LATE.replace("12045", "12054")], [LAST], 0, id="another wrong id"
        ),
        pytest.param(
            UnsortedSection(), [swapped(3, 9)], [swapped(3, 9).replace("[2402]", "[2024-02]")], [], 2, id="dated anew"
        ),
        pytest.param(MissingAnchor(), [TOC], [TOC.replace("## Tools", "## Tools for agents")], [1], 1, id="renamed"),
        pytest.param(MissingAnchor(), [TOC], [TOC.replace("## Agenda", "## Agendas")], [], 1, id="another suggestion"),
        pytest.param(MissingAnchor(), [TOC], [TOC.replace("* ", "- ")], [], 1, id="another marker"),
        pytest.param(UnsortedSection(), [LIST], [swapped(3, 4)], [6], 0, id="swapped"),
        pytest.param(UnsortedSection(), [LIST], [swapped(3, 9)], [6, 12], 0, id="two out of order"),
        pytest.param(UnsortedSection(), [swapped(3, 9)], [swapped(3, 9).replace(D, "")], [], 1, id="one taken out"),
        pytest.param(UnsortedSection(), [swapped(3, 9)], [swapped(3, 9).replace("s]", "S]")], [], 2, id="edited there"),
        pytest.param(UnsortedSection(), [HEAD + "".join(reversed(LINES))], [LIST], [], 0, id="sorted anew"),
        pytest.param(UnsortedSection(), [HEAD + MIXED], [HEAD + NEWEST + MIXED], [], 0, id="sorted only now"),
    ],
)
def test_split_by_baseline(
    rule: Rule, old: Sequence[str], new: Sequence[str], shown: Sequence[int], older: int
) -> None:
    assert split(rule, old, new) == (shown, older)


def test_a_finding_about_the_whole_file_is_preexisting_wherever_it_points() -> None:
    old, new = HEAD + A, "\n\n" + HEAD + NEW + A
    assert split(OversizedReadme(percent=0), [old], [new]) == ([], 1)
    assert split(OversizedReadme(percent=0), [], [new]) == ([1], 0)


def test_a_change_is_judged_by_the_habits_before_it() -> None:
    """The tenth date makes the habit firm in the changed list only."""
    others = "".join(line[:2] + line[9:] for line in LINES[10:])
    old, new = HEAD + "".join(LINES[1:10]) + others, HEAD + "".join(LINES[:10]) + others
    assert split(Drift(), [old], [new]) == ([], 0)


def test_habits_of_today_count_for_a_list_that_was_too_short_for_some() -> None:
    others = "".join(line[:2] + line[9:] for line in LINES[10:])
    assert split(Drift(), [HEAD + others], [HEAD + "".join(LINES[:10]) + others]) == ([], 2)


@pytest.mark.parametrize("paths", [["-"], ["a.md", "-"]])
def test_standard_input_has_no_base(paths: list[str]) -> None:
    survey = Survey(date(2026, 11, 21), find_missing=lambda _: None)
    with pytest.raises(BotError, match="--base compares files, not standard input"):
        read_base("HEAD", [Text(path, "") for path in paths], survey)


@pytest.mark.parametrize(
    ("before", "now", "is_caused"),
    [
        (Severity.NOTE, Severity.WARNING, True),
        (Severity.WARNING, Severity.NOTE, True),
        (Severity.WARNING, Severity.ERROR, False),
        (Severity.NOTE, Severity.NOTE, False),
    ],
)
def test_a_note_that_became_a_warning_is_another_finding(before: Severity, now: Severity, is_caused: bool) -> None:
    then = listings(HEAD + A)
    start = (HEAD + A).index("UI-TARS")
    span = Span(start, start + len("UI-TARS"))
    old, new = (Drift().at(then[0], span, "x", severity=each) for each in (before, now))
    changed = listings(HEAD + A.replace("Report", "Note"))
    found = Comparison(make_baseline(then, [old]), changed).split([new])[0]
    assert (found == (new,)) is is_caused


def test_lines_in_the_same_words_stay_apart() -> None:
    """Of two findings alike the one in the line that was there is the old one."""
    now = listings("# 1 \n\nNew.\n\n# 1\n")
    found = [Count().at(now[0], Span(2, 3), "x"), Count().at(now[0], Span(14, 15), "x")]
    then = listings("# 1\n")
    before = make_baseline(then, [Count().at(then[0], Span(2, 3), "x")])
    assert Comparison(before, now).split(found)[0] == (found[0],)
