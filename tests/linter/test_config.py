"""What a configuration decides: which rules run and how, what is ignored, what an entry must have."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

from bot.document import parse
from bot.linter.config import Config, EntryPolicy, Ignore, Overrides, RuleConfig, UsedIgnores
from bot.linter.diagnostics import Diagnostic, Severity
from bot.linter.rule import ActiveRule, Rule, option
from bot.linter.schema import Problem, Validator
from bot.listing import read
from bot.papers.dates import DateFormat
from bot.papers.identifiers import ArxivForm
from bot.rules import RULES as OURS
from bot.text import Span, Text
from tests.linter.plain_rule import Plain

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Sleeper(Plain):
    """A rule that is off unless it is asked for."""

    slug: ClassVar[str] = "sleeper"
    enabled: ClassVar[bool] = False

    months: int = option(2, "How many.")
    arxiv_form: ArxivForm | None = option(None, "Which page.")


@dataclass(frozen=True)
class Sectioned(Plain):
    """A rule with options that it shares with others."""

    slug: ClassVar[str] = "sectioned"

    exempt_sections: tuple[str, ...] = option(("News",), "Which sections.")
    entry_schema: Validator | None = None
    date_format: DateFormat | None = option(None, "Which format.")


RULES = (Plain(), Sleeper(), Sectioned())


def rules_of(config: Config, **asked: frozenset[str]) -> list[Rule]:
    return [active.rule for active in config.plan(RULES, **asked).rules]


def test_defaults() -> None:
    plan = Config().plan(RULES)
    assert plan.rules == (ActiveRule(Plain(), None), ActiveRule(Sectioned(), None))
    assert plan.known == {"plain", "sleeper", "sectioned"}
    assert plan.is_ignored is None
    assert Config().plan(OURS).rules != ()


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        pytest.param(
            (RuleConfig("plain", severity=Severity.ERROR),),
            (ActiveRule(Plain(), Severity.ERROR, named=True), ActiveRule(Sectioned(), None)),
            id="graded",
        ),
        pytest.param((RuleConfig("plain", off=True),), (ActiveRule(Sectioned(), None),), id="off"),
        pytest.param(
            (
                RuleConfig("sleeper", severity=Severity.NOTE),
                RuleConfig("plain", off=True),
                RuleConfig("sectioned", off=True),
            ),
            (ActiveRule(Sleeper(), Severity.NOTE, named=True),),
            id="grading wakes",
        ),
        pytest.param(
            (RuleConfig("sleeper", options=(("months", 3),)),),
            (ActiveRule(Plain(), None), ActiveRule(Sleeper(months=3), None, named=True), ActiveRule(Sectioned(), None)),
            id="options wake",
        ),
        pytest.param(
            (RuleConfig("sleeper", off=True, options=(("months", 3),)), RuleConfig("plain", off=True)),
            (ActiveRule(Sectioned(), None),),
            id="off with options",
        ),
    ],
)
def test_rules(rules: tuple[RuleConfig, ...], expected: tuple[ActiveRule, ...]) -> None:
    assert Config(rules=rules).plan(RULES).rules == expected


def test_select_and_ignore() -> None:
    config = Config(rules=(RuleConfig("plain", off=True), RuleConfig("sleeper", options=(("months", 3),))))
    assert rules_of(config, select=frozenset({"plain", "sleeper"})) == [Plain(), Sleeper(months=3)]
    assert rules_of(config, ignore=frozenset({"sleeper"})) == [Sectioned()]
    assert rules_of(config, select=frozenset({"plain"}), ignore=frozenset({"plain"})) == []


def test_conventions_reach_the_rules_that_share_them() -> None:
    config = Config(conventions=Overrides(DateFormat.YYMM, "newest-first", ArxivForm.PDF))
    assert rules_of(config) == [Plain(), Sleeper(arxiv_form=ArxivForm.PDF), Sectioned(date_format=DateFormat.YYMM)]
    off = Config(conventions=config.conventions, rules=(RuleConfig("sleeper", off=True),))
    assert rules_of(off) == [Plain(), Sectioned(date_format=DateFormat.YYMM)]
    own = RuleConfig("sleeper", options=(("arxiv_form", "abs"),))
    assert rules_of(Config(conventions=config.conventions, rules=(own,)))[1] == Sleeper(arxiv_form=ArxivForm.ABS)


def test_exempt_sections_add_to_those_of_the_rule() -> None:
    assert rules_of(Config(exempt_sections=("Must read",)))[-1] == Sectioned(exempt_sections=("News", "Must read"))


def test_entry_policy_reaches_the_rule() -> None:
    rule = rules_of(Config(entry=EntryPolicy(required=("date",))))[-1]
    assert isinstance(rule, Sectioned)
    assert rule.entry_schema is not None
    assert rule.entry_schema.problems({"date": None}) == (Problem(("date",), "the entry has no date"),)


OWN: Mapping[str, object] = {
    "$defs": {"recent": {"type": "string", "pattern": "^20"}},
    "properties": {"date": {"$ref": "#/$defs/recent"}},
}


@pytest.mark.parametrize(
    ("policy", "entry", "expected"),
    [
        pytest.param(EntryPolicy(required=("date",)), {"date": "2025"}, (), id="there"),
        pytest.param(
            EntryPolicy(required=("url", "links")),
            {"url": "", "links": []},
            (Problem(("url",), "the entry has no link to the paper"), Problem(("links",), "the entry has no link")),
            id="empty",
        ),
        pytest.param(EntryPolicy(patterns=(("venue", "^[A-Z]"),)), {"venue": None}, (), id="pattern of nothing"),
        pytest.param(
            EntryPolicy(patterns=(("venue", "^[A-Z]"),)),
            {"venue": "iclr"},
            (Problem(("venue",), '"venue" is "iclr", which does not match the pattern ^[A-Z]'),),
            id="pattern",
        ),
        pytest.param(EntryPolicy(venues=("ICLR", "C++ Now")), {"venue": "ICLR'24 Oral"}, (), id="venue and track"),
        pytest.param(EntryPolicy(venues=("ICLR", "C++ Now")), {"venue": "C++ Now 2024"}, (), id="signs in a venue"),
        pytest.param(EntryPolicy(venues=("ICLR",)), {"venue": None}, (), id="no venue"),
        pytest.param(
            EntryPolicy(venues=("ICML", "ICLR")),
            {"venue": "ICRL 24"},
            (Problem(("venue",), '"venue" is "ICRL 24", which is not a venue of this list; did you mean "ICLR"?'),),
            id="misspelt venue",
        ),
        pytest.param(
            EntryPolicy(venues=("ACL",)),
            {"venue": "ACLX 2024"},
            (Problem(("venue",), '"venue" is "ACLX 2024", which is not a venue of this list; did you mean "ACL"?'),),
            id="longer venue",
        ),
        pytest.param(
            EntryPolicy(schema=OWN),
            {"date": "1999"},
            (Problem(("date",), '"date" is "1999", which does not match the pattern ^20'),),
            id="own schema with references",
        ),
    ],
)
def test_entry_policy(policy: EntryPolicy, entry: dict[str, object], expected: tuple[Problem, ...]) -> None:
    composed = policy.composed()
    assert composed is not None
    assert Validator(composed).problems(entry) == expected


def test_no_policy_asks_nothing() -> None:
    assert EntryPolicy().composed() is None


IGNORE = Ignore("r", "both names are in use")


def allow(path: str | None = None, match: str | None = None, url: str | None = None) -> Ignore:
    return Ignore("r", "known", path, match, url)


@pytest.mark.parametrize(
    ("ignore", "path", "words", "urls", "expected"),
    [
        pytest.param(IGNORE, "README.md", "", (), True, id="rule alone"),
        pytest.param(Ignore("stray-space", "x"), "README.md", "", (), False, id="other rule"),
        pytest.param(allow(path="README.md"), "README.md", "", (), True, id="path"),
        pytest.param(allow(path="README.md"), "docs/README.md", "", (), False, id="other folder"),
        pytest.param(allow(path="*.md"), "docs/README.md", "", (), False, id="star in one folder"),
        pytest.param(allow(path="**/*.md"), "README.md", "", (), True, id="any folder, at the top"),
        pytest.param(allow(path="**/*.md"), "a/b/c.md", "", (), True, id="any folder"),
        pytest.param(allow(path="papers/**"), "papers/a/b.md", "", (), True, id="all below"),
        pytest.param(allow(path="20??.md"), "2024.md", "", (), True, id="question marks"),
        pytest.param(allow(path="a.md"), "axmd", "", (), False, id="dot is a dot"),
        pytest.param(allow(match="world  of BITS"), "a", "The World of\n Bits", (), True, id="words"),
        pytest.param(allow(match="bits of"), "a", "The World of Bits", (), False, id="other words"),
        pytest.param(allow(url="https://a.org/*"), "a", "", ("x", "https://a.org/1"), True, id="url"),
        pytest.param(allow(url="https://a.org/"), "a", "", ("https://a.org/1",), False, id="other url"),
        pytest.param(allow(url="*a*b*"), "a", "", ("xaxbx",), True, id="stars"),
        pytest.param(allow(url="ab*ba"), "a", "", ("aba",), False, id="ends do not overlap"),
        pytest.param(allow(url="ab*ba"), "a", "", ("abba",), True, id="ends side by side"),
        pytest.param(allow(url="a*b*b"), "a", "", ("ab",), False, id="one letter for two pieces"),
        pytest.param(allow(url="a*b*c"), "a", "", ("acb",), False, id="pieces in another order"),
        pytest.param(allow(url="*a*bc*bc"), "a", "", ("abc",), False, id="a piece that is the end too"),
        pytest.param(allow(url="a*"), "a", "", ("ba",), False, id="another start"),
        pytest.param(allow(url="*a"), "a", "", ("ab",), False, id="another end"),
        pytest.param(allow(url="*" + "a*" * 200 + "b"), "a", "", ("a" * 20_000,), False, id="slow"),
        pytest.param(allow(path="a", match="b"), "a", "c", (), False, id="all must hold"),
    ],
)  # fmt: skip
def test_ignore(ignore: Ignore, path: str, words: str, urls: tuple[str, ...], expected: bool) -> None:
    assert ignore.matches("r", path, words, urls) is expected


def test_find_ignores_reads_paths_from_the_top_of_the_repository(tmp_path: Path) -> None:
    config = Config(root=tmp_path, ignores=(Ignore("r", "x", path="papers/a.md"), IGNORE))
    assert config.find_ignores("r", str(tmp_path / "papers" / "a.md"), "", ()) == config.ignores
    assert config.find_ignores("r", str(tmp_path / "a.md"), "", ()) == (IGNORE,)
    assert config.find_ignores("stray-space", str(tmp_path / "a.md"), "", ()) == ()
    assert config.name_of(Path("-")) == "-"


ENTRIES = (
    "- [FireAct: Toward Language Agents](https://arxiv.org/abs/2310.05915)\n  a note\n"
    "- [WebRL: Training Web Agents](https://arxiv.org/abs/2411.02337)\n\nSee [page](https://a.org/x) here.\n"
)


@pytest.mark.parametrize(
    ("ignore", "word", "expected"),
    [
        pytest.param(allow(match="a note"), "FireAct", True, id="words below in the entry"),
        pytest.param(allow(match="a note"), "WebRL", False, id="words of another entry"),
        pytest.param(allow(url="*2310.05915"), "note", True, id="a link above in the entry"),
        pytest.param(allow(url="*2310.05915"), "WebRL", False, id="a link of another entry"),
        pytest.param(allow(url="https://a.org/x"), "See", True, id="a link of the line"),
        pytest.param(allow(match="page"), "here", True, id="words of the line"),
        pytest.param(allow(url="*2411.02337"), "here", False, id="a link of a line above"),
        pytest.param(Ignore("other", "known"), "See", False, id="another rule"),
    ],
)
def test_what_is_around_a_finding_decides(ignore: Ignore, word: str, expected: bool) -> None:
    listing = read(parse(Text("README.md", ENTRIES)))
    at = ENTRIES.index(word)
    ignores = UsedIgnores(Config(ignores=(ignore,)))
    assert ignores(listing, Diagnostic("r", Severity.NOTE, "README.md", Span(at, at + 1), "x")) is expected


def test_ignores_that_matched_nothing() -> None:
    config = Config(ignores=tuple(allow(match=each)._replace(line=line) for line, each in enumerate("ab01", -1)))
    ignores = UsedIgnores(config)
    listing = read(parse(Text("README.md", "b\n")))
    assert ignores(listing, Diagnostic("r", Severity.NOTE, "README.md", Span(0, 1), "x"))
    assert ignores.unused(["r"]) == tuple(each for each in config.ignores if each.line and each.match != "b")
    assert ignores.unused(["plain"]) == ()


@pytest.mark.parametrize(
    ("slug", "name"),
    [
        pytest.param("schema-violation", "entry_schema", id="entry"),
        pytest.param("cross-listed-entry", "exempt_sections", id="sections.exempt"),
        pytest.param("drifting-date-format", "date_format", id="conventions.date_format"),
        pytest.param("unsorted-section", "order", id="conventions.order"),
        pytest.param("mixed-link-form", "arxiv_form", id="conventions.arxiv_form"),
    ],
)
def test_each_key_about_the_list_is_an_option_of_a_rule(slug: str, name: str) -> None:
    """A key of the configuration that no rule has an option for would be without effect."""
    rule = next(rule for rule in OURS if rule.slug == slug)
    assert name in {field.name for field in fields(rule)}
