from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, ClassVar

import pytest

from bot.document import parse
from bot.facts.model import Facts
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Safety, Severity
from bot.linter.engine import Plan, check
from bot.linter.fixing import fix
from bot.linter.rule import ActiveRule, Context, Need, NotRun, Rule
from bot.listing import Catalog, Listing, read
from bot.rules.unused_allow import UnusedAllow
from bot.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TODAY = date(2026, 11, 21)
FIRE = "[FireAct](https://arxiv.org/abs/2310.05915)"
TUNE = "[AgentTuning](https://arxiv.org/abs/2310.12823)"


@dataclass(frozen=True)
class Swap(Rule):
    """A text holds `old`; the fix writes `new`."""

    slug: ClassVar[str] = "swap"
    severity: ClassVar[Severity] = Severity.WARNING

    old: str = "x"
    new: str = "y"
    safety: Safety = Safety.SAFE
    grade: Severity | None = None

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        content = listing.text.content
        start = content.find(self.old)
        while start >= 0:
            span = Span(start, start + len(self.old))
            fix = Fix(f"Write `{self.new}`", (Edit(span, self.new),), self.safety)
            yield self.at(listing, span, f"`{self.old}`", fix=fix, severity=self.grade)
            start = content.find(self.old, span.end)


@dataclass(frozen=True)
class Missing(Rule):
    """A target is missing."""

    slug: ClassVar[str] = "missing"
    severity: ClassVar[Severity] = Severity.ERROR
    needs: ClassVar[Need] = Need.FILES

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        for path, _ in context.missing_files or ():
            if path == listing.text.path:
                yield self.at(listing, Span(0, 0), "missing")


@dataclass(frozen=True)
class Paid(Missing):
    """Asks for what is not gathered."""

    slug: ClassVar[str] = "paid"
    needs: ClassVar[Need] = Need.FILES | Need.PAPERS | Need.LINKS


def survey(texts: Sequence[Text]) -> tuple[tuple[Listing, ...], Context]:
    listings = tuple(read(parse(text)) for text in texts)
    return listings, Context(TODAY, Catalog(listings))


def found(plan: Plan, *contents: str) -> list[tuple[str, int, str, Severity]]:
    texts = [Text(f"{name}.md", content) for name, content in zip("abc", contents, strict=False)]
    by_path = {text.path: text for text in texts}
    listings, context = survey(texts)
    return [
        (each.path, by_path[each.path].line_at(each.span.start), each.rule, each.severity)
        for each in check(listings, plan, context).diagnostics
    ]


def plan(*rules: Rule, known: frozenset[str] = frozenset()) -> Plan:
    return Plan(tuple(ActiveRule(rule) for rule in rules), known)


NOTE, WARNING, ERROR = Severity


def test_findings_are_in_order_of_path_and_place_and_one_for_each_defect() -> None:
    @dataclass(frozen=True)
    class Later(Swap):
        slug: ClassVar[str] = "later"

    assert found(plan(Swap("b"), Later("b", new=""), Swap("a")), "bb\n", "b\na\n") == [
        ("a.md", 1, "later", WARNING),
        ("a.md", 1, "later", WARNING),
        ("b.md", 1, "later", WARNING),
        ("b.md", 2, "swap", WARNING),
    ]


def test_what_is_not_shown_is_kept_with_the_reason_for_those_who_ask() -> None:
    @dataclass(frozen=True)
    class Later(Swap):
        slug: ClassVar[str] = "later"

    content = f"* {FIRE} zz\n\n<!-- bot: allow swap, later -->\n* {TUNE} zz\n"
    listings, context = survey([Text("a.md", content)])
    asked = replace(context, dropped=[])
    check(listings, plan(Swap("zz"), Later("zz")), asked)
    assert [(each.rule, each.span.start, each.reasons) for each in asked.dropped or ()] == [
        ("swap", content.index("zz"), ("another rule reports the same words",)),
        ("swap", content.rindex("zz"), ("a comment or the configuration suppresses it",)),
        ("later", content.rindex("zz"), ("a comment or the configuration suppresses it",)),
    ]


def test_rules_whose_needs_were_not_gathered_are_named() -> None:
    listings, context = survey([Text("a.md", "x")])
    rules = plan(Missing(), Swap(), Paid())
    checked = check(listings, rules, context)
    assert [each.rule for each in checked.diagnostics] == ["swap"]
    assert checked.not_run == (
        NotRun("missing", "unknown which files exist next to the list"),
        NotRun(
            "paid",
            "unknown which files exist next to the list and no facts about the papers were gathered"
            " and the links were not visited",
        ),
    )
    looked = check(listings, rules, Context(TODAY, Catalog(listings), frozenset({("a.md", "x.png")})))
    assert [each.rule for each in looked.diagnostics] == ["missing", "swap"]
    assert looked.not_run == (NotRun("paid", "no facts about the papers were gathered and the links were not visited"),)
    asked = check(listings, rules, Context(TODAY, Catalog(listings), frozenset(), Facts()))
    assert asked.not_run == ()


@pytest.mark.parametrize(
    ("configured", "grade", "expected"),
    [
        (None, None, WARNING),
        (ERROR, None, ERROR),
        (NOTE, None, NOTE),
        (None, NOTE, NOTE),
        (ERROR, NOTE, NOTE),
        (NOTE, NOTE, NOTE),
        (None, ERROR, ERROR),
        (WARNING, ERROR, ERROR),
        (ERROR, ERROR, ERROR),
        (NOTE, ERROR, NOTE),
    ],
)
def test_severities(configured: Severity | None, grade: Severity | None, expected: Severity) -> None:
    settings = (ActiveRule(Swap(grade=grade), configured),)
    assert found(Plan(settings), "x") == [("a.md", 1, "swap", expected)]


def test_the_configuration_ignores() -> None:
    ignoring = Plan((ActiveRule(Swap()),), is_ignored=lambda listing, each: listing.text.line_at(each.span.start) == 1)
    assert found(ignoring, "x\nx\n") == [("a.md", 2, "swap", WARNING)]


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        pytest.param(f"* {FIRE} x <!-- bot: allow swap -->\n* {TUNE} x\n", [("swap", 2)], id="on the entry"),
        pytest.param(f"<!-- bot: allow swap -->\n* {FIRE}\n  x\n* {TUNE} x\n", [("swap", 4)], id="above"),
        pytest.param(f"<!-- bot: allow swap - x -->\n* {FIRE} x\n", [], id="in the comment itself"),
        pytest.param(f"* {FIRE} <!-- bot: allow swap -->\n* {TUNE}\n", [("unused-allow", 1)], id="unused"),
        pytest.param(f"<!-- bot: allow swap -->\n\n{FIRE} x <!-- bot: allow swap -->\n", [], id="twins"),
        pytest.param(f"* {FIRE} x <!-- bot: allow idle -->\n", [("swap", 1)], id="a rule that did not run"),
        pytest.param(f"* {FIRE} x <!-- bot: allow swop -->\n", [("swap", 1), ("unused-allow", 1)], id="no such rule"),
        pytest.param(f"* {FIRE} <!-- bot: allow -->\n", [("unused-allow", 1)], id="no rule named"),
        pytest.param(f"* {FIRE} <!-- bot: allow nonsense, unused-allow -->\n", [], id="an allow that is allowed"),
        pytest.param(f"* {FIRE} <!-- bot: allow unused-allow -->\n", [], id="nothing to allow among allows"),
    ],
)
def test_suppressions(content: str, lines: list[tuple[str, int]]) -> None:
    rules = plan(Swap(" x"), UnusedAllow(), known=frozenset({"idle"}))
    assert [(rule, line) for _, line, rule, _ in found(rules, content)] == lines


def test_unused_suppressions_are_not_reported_without_the_rule() -> None:
    assert found(plan(Swap()), f"* {FIRE} <!-- bot: allow swap, nonsense -->\n") == []


def after_fixes(content: str, *rules: Rule, safety: Safety = Safety.SAFE) -> str:
    (text,) = fix([Text("a.md", content)], plan(*rules), survey, safety).texts
    return text.content


@pytest.mark.parametrize(
    ("comment", "left"),
    [
        (f"* {FIRE} <!-- bot: allow swap -->\n", f"* {FIRE}\n"),
        (f"* {FIRE} <!-- bot: allow swap --> (ICLR)\n", f"* {FIRE} (ICLR)\n"),
        (f"<!-- bot: allow swap - why -->\n* {FIRE}\n", f"* {FIRE}\n"),
        (f"\ufeff<!--\r\nbot: allow swap\r\n-->\r\n* {FIRE}\r\n", f"\ufeff* {FIRE}\r\n"),
        (f"* {FIRE}\n<!-- bot: allow swap -->", f"* {FIRE}\n"),
        (f"* {FIRE} <!-- bot: allow idle, swap - why -->\n", f"* {FIRE} <!-- bot: allow idle - why -->\n"),
        (f"* {FIRE} <!-- bot: allow swap, idle -->\n", f"* {FIRE} <!-- bot: allow idle -->\n"),
        (f"* {FIRE} <!-- bot: allow swap, swap -->\n", f"* {FIRE}\n"),
        (f"* {FIRE} <!-- bot: allow -->\n", f"* {FIRE}\n"),
    ],
)
def test_unused_suppressions_are_removed_as_an_unsafe_fix(comment: str, left: str) -> None:
    rules = Plan(plan(Swap(" x", safety=Safety.SAFE), UnusedAllow()).rules, frozenset({"idle"}))
    fixed = fix([Text("a.md", comment)], rules, survey, Safety.UNSAFE)
    assert fixed.texts == (Text("a.md", left),)
    assert "allow" in after_fixes(comment, Swap(" x"), UnusedAllow())


def test_a_typo_in_a_slug_has_an_unsafe_fix() -> None:
    listings, context = survey([Text("a.md", "<!-- bot: allow swop -->\n")])
    (remark,) = check(listings, plan(Swap(), UnusedAllow()), context).diagnostics
    assert remark.message == 'unknown rule "swop"; did you mean "swap"?'
    assert remark.fix == Fix("Write swap", (Edit(Span(16, 20), "swap"),), Safety.UNSAFE)


def test_fix_repeats_until_nothing_is_left() -> None:
    fixed = fix([Text("a.md", "aaaa b"), Text("b.md", "c")], plan(Swap("aa", "a"), Swap("b", "aa")), survey)
    assert [text.content for text in fixed.texts] == ["a a", "c"]
    assert (fixed.remaining.diagnostics, fixed.conflicting) == ((), ())
    assert sorted(fixed.fixed) == ["swap"] * 5


@pytest.mark.parametrize(("safety", "content"), [(Safety.SAFE, "y\nb"), (Safety.UNSAFE, "y\nc")])
def test_fix_leaves_what_is_less_safe(safety: Safety, content: str) -> None:
    rules = (Swap(), Swap("b", "c", Safety.UNSAFE))
    assert after_fixes("x\nb", *rules, safety=safety) == content


@pytest.mark.parametrize(
    ("named", "notes", "content"),
    [(False, False, "x\nb"), (True, False, "y\nb"), (False, True, "y\nb")],
    ids=["not wanted", "the rule is named", "notes are wanted"],
)
def test_notes_are_fixed_where_they_are_wanted_or_named(named: bool, notes: bool, content: str) -> None:
    rules = Plan((ActiveRule(Swap(grade=Severity.NOTE), named=named), ActiveRule(Swap("a", "b"))))
    assert fix([Text("a.md", "x\na")], rules, survey, notes=notes).texts == (Text("a.md", content),)


def test_fixes_that_undo_each_other_are_reported() -> None:
    texts = [Text("a.md", "a\nx"), Text("b.md", "x")]
    fixed = fix(texts, plan(Swap("a", "b"), Swap("b", "a"), Swap()), survey)
    assert fixed.conflicting == ("a.md",)
    assert [text.content for text in fixed.texts] == ["a\ny", "y"]
    assert len(fixed.remaining.diagnostics) == 1
    assert fixed.fixed == ("swap", "swap")


def test_suppressed_findings_are_not_fixed() -> None:
    content = f"* {FIRE} x <!-- bot: allow swap -->\n"
    assert after_fixes(content, Swap(" x")) == content


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        pytest.param(
            "* {fire} ü <details><summary>More</summary>y</details>\n", Severity.WARNING, id="the entry's own"
        ),
        pytest.param("* {fire} <details><summary>ü</summary>y</details>\n", Severity.WARNING, id="a summary"),
        pytest.param("* {fire} <details><summary>More</summary>ü</details>\n", Severity.NOTE, id="behind it"),
        pytest.param("* {fire} <details><summary>More</summary>y</details> ü\n", Severity.WARNING, id="behind it all"),
        pytest.param("* {fire} <blockquote>ü</blockquote>\n", Severity.NOTE, id="a quotation"),
        pytest.param("* {fire} <details><summary>a</summary>[y](ü)</details>\n", Severity.WARNING, id="a link"),
        pytest.param(
            "<details><summary>More</summary>\n\n* {fire} ü\n\n</details>\n", Severity.WARNING, id="a section"
        ),
    ],
)
def test_what_an_entry_quotes_is_a_note(text: str, severity: Severity) -> None:
    listings, context = survey([Text("a.md", text.replace("{fire}", FIRE))])
    (one,) = check(listings, plan(Swap("ü")), context).diagnostics
    assert one.severity is severity
    assert one.reasons == (("it is in words that the entry quotes",) if severity is Severity.NOTE else ())
