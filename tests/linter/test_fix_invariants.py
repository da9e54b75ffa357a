"""What safe fixes leave as it was, and what each finding says, in lists with defects of many kinds at random places."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.document.anchors import Anchors
from bot.linter.diagnostics import Safety, Severity
from bot.linter.engine import Plan, check
from bot.linter.fixing import FixResult, fix
from bot.linter.rule import ActiveRule
from bot.linter.survey import Survey
from bot.listing import read
from bot.rules import RULES
from bot.text import Text

PLAN = Plan(tuple(ActiveRule(rule) for rule in RULES if rule.enabled))
TITLES = ("FireAct: Toward Language Agents", "Agent Tuning", "A Survey of Planning, and more", "WebRL", "OPTIMA (long)")
DEFECTS = (
    ("", ""),
    (r"(?<=\w) (?=\w)", "  "),
    (r"(?<=\w) (?=\w)", "\u00a0"),
    (r"(?<=\w) (?=\w)", "\n"),
    (r"$", " "),
    (r"\[(?=\w)", "[["),
    (r"\]\(", "]](["),
    (r"\]\(", "] ("),
    (r"\)$", ""),
    (r"\[", ""),
    (r"https://", "http://"),
    (r"https://", "https//"),
    (r"https://", "https://https://"),
    (r"abs/(\d+)\.(\d+)", r"abs/\1\2"),
    (r"abs/(\d+\.\d+)", r"pdf/\1.pdf"),
    (r"\)$", "?utm_source=x)"),
    (r"\[(\d\d)(\d\d)\]", r"[\2\1]"),
    (r"^", "LLM-based:\n"),
    (r"$", " ()"),
    (r"$", " [code]()"),
    (r"\((https[^)]*)\)", r"（\1）"),
    (r"$", r"\n\g<0>"),
)
ENTRY = st.tuples(
    st.sampled_from(TITLES), st.integers(2301, 2312), st.integers(1, 40), st.lists(st.sampled_from(DEFECTS), max_size=2)
)
SECTION = st.tuples(
    st.sampled_from(["Planning", "Tools  and Search", "Tools", "Web & GUI ", "Memory"]),
    st.sampled_from(["", " (2)", " ({})", " [{}]"]),
    st.sampled_from(["", "linked"]),
    st.lists(ENTRY, min_size=1, max_size=6),
)

COUNTED = st.tuples(
    st.sampled_from(["Planning", "Tools and Search", "Web & GUI", "Memory"]),
    st.sampled_from([" ({})", " ({})", " ({})", " ({})", " (2)"]),
    st.just("linked"),
    st.lists(ENTRY, min_size=1, max_size=3),
)


def write(sections: list[tuple[str, str, str, list[tuple[str, int, int, list[tuple[str, str]]]]]]) -> str:
    """A list with a table of contents that leads to its sections."""
    contents, body = [], []
    for name, count, link, entries in sections:
        heading = f"## {name}{count.format(len(entries))}"
        (anchor,) = Anchors(parse(Text("", heading))).names
        contents += [f"- [{name.strip()}](#{anchor})"] if link else []
        body += [heading, ""]
        for title, month, number, defects in entries:
            line = f"* [{month}] [{title} {number}](https://arxiv.org/abs/{month}.{number:05})"
            for pattern, new in defects:
                line = re.sub(pattern, new, line, count=1)
            body.append(line)
        body.append("")
    return "\n".join(["# Papers", "", *contents, "", *body])


COUNTED_LISTS = st.lists(COUNTED, min_size=5, max_size=8).map(write)
LISTS = st.lists(SECTION, min_size=1, max_size=6).map(write)


def run(content: str, safety: Safety = Safety.SAFE) -> FixResult:
    return fix([Text("README.md", content)], PLAN, Survey(date(2026, 11, 21), find_missing=lambda _: None), safety)


def working_links(text: Text) -> Counter[str]:
    document = parse(text)
    anchors = Anchors(document)
    targets = (link.href for link in document.links if link.href.startswith("#"))
    return Counter(target for target in targets if anchors.has(target[1:]))


@given(LISTS)
def test_fixing_twice_is_fixing_once(content: str) -> None:
    once = run(content).texts[0].content
    assert run(once).texts[0].content == once


@given(LISTS | COUNTED_LISTS)
def test_no_link_is_lost(content: str) -> None:
    before = Text("README.md", content)
    for safety in Safety:
        (after,) = run(content, safety).texts
        assert working_links(after).total() >= working_links(before).total()
    assert working_links(run(content).texts[0]) >= working_links(before)


@given(LISTS)
def test_no_work_is_lost_and_no_rule_finds_more(content: str) -> None:
    result = run(content)
    before, after = (read(parse(text)) for text in (Text("README.md", content), result.texts[0]))
    works = [Counter(entry.work for entry in listing.entries if entry.work) for listing in (before, after)]
    assert works[0] <= works[1]
    survey = Survey(date(2026, 11, 21), find_missing=lambda _: None)
    listings, context = survey([before.text])
    found = Counter(each.rule for each in check(listings, PLAN, context).diagnostics)
    assert Counter(each.rule for each in result.remaining.diagnostics) <= found


@given(LISTS | COUNTED_LISTS)
def test_each_error_and_warning_says_why(content: str) -> None:
    survey = Survey(date(2026, 11, 21), find_missing=lambda _: None)
    listings, context = survey([Text("README.md", content)])
    found = check(listings, PLAN, context).diagnostics
    assert [each for each in found if each.severity > Severity.NOTE and not each.reasons] == []
