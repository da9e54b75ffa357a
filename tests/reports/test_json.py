from __future__ import annotations

import copy
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import MappingProxyType

import pytest

from bot.facts.model import Absent, Facts, Repository, Unknown, Unrecorded
from bot.links import LinkState, LinkStatus
from bot.linter.diagnostics import Diagnostic, Edit, Fix, Related, Severity
from bot.linter.engine import Plan, check
from bot.linter.rule import ActiveRule, NotRun
from bot.linter.schema import load as load_schema
from bot.linter.schema import problems, schema_problems
from bot.linter.survey import Survey
from bot.papers.identifiers import identify
from bot.papers.record import Evidence, Record
from bot.reports import render
from bot.reports.json import LONGEST, LONGEST_TARGET
from bot.reports.run import Report
from bot.rules import RULES
from bot.text import Span, Text

LISTS = sorted((Path(__file__).parents[1] / "listing" / "lists").glob("*.md"))
SEEN = Evidence(1.5e9, "https://example.org/", 404, "twice")


CONTRACT = {
    "version": 1,
    "diagnostics": [
        {
            "file": "lists/agents.md",
            "line": 3,
            "column": 3,
            "end_line": 3,
            "end_column": 9,
            "rule": "impossible-date",
            "severity": "error",
            "message": "`[1700]` names no month",
            "fix": None,
            "related": [],
            "reasons": ["no month has the number 17", "the id is of 2017"],
        },
        {
            "file": "lists/agents.md",
            "line": 3,
            "column": 67,
            "end_line": 3,
            "end_column": 69,
            "rule": "stray-space",
            "severity": "warning",
            "message": "two spaces, one is enough",
            "fix": {
                "title": "Keep one space",
                "safety": "safe",
                "edits": [{"start": 79, "end": 81, "start_byte": 81, "end_byte": 83, "text": " "}],
            },
            "related": [],
            "reasons": [],
        },
        {
            "file": "more agents.md",
            "line": 1,
            "column": 16,
            "end_line": 1,
            "end_column": 49,
            "rule": "cross-listed-entry",
            "severity": "note",
            "message": "100% the same paper:\nsee there",
            "fix": {
                "title": "Link to the page",
                "safety": "unsafe",
                "edits": [{"start": 46, "end": 48, "start_byte": 50, "end_byte": 52, "text": ""}],
            },
            "related": [
                {
                    "file": "lists/agents.md",
                    "line": 3,
                    "column": 11,
                    "end_line": 3,
                    "end_column": 24,
                    "message": "it is also here",
                }
            ],
            "reasons": [],
        },
    ],
    "not_run": [{"rule": "missing-file", "reason": "nobody looked"}, {"rule": "dead-link", "reason": "nobody looked"}],
    "facts": None,
    "unchecked": [],
    "without_entries": [],
    "summary": {
        "files": 2,
        "errors": 1,
        "warnings": 1,
        "notes": 1,
        "fixable": 1,
        "unsafe_fixable": 1,
        "fixed": 0,
        "fixed_by_rule": {},
        "older": 0,
        "left_out": 0,
        "paper_links": 0,
        "skipped_paper_links": 0,
    },
}


def test_the_contract(report: Report) -> None:
    value = json.loads(render("json", report))
    assert value == CONTRACT
    assert problems("report", value) == ()


def test_an_empty_report_meets_the_schema() -> None:
    assert problems("report", json.loads(render("json", Report((), ())))) == ()


def test_the_schema_is_one() -> None:
    assert schema_problems(load_schema("report")) == ()


def linted(path: Path) -> Report:
    """All rules, those that are off by default too."""
    text = Text(path.name, path.read_text(encoding="utf-8"))
    survey = Survey(date(2026, 11, 21))
    plan = Plan(tuple(ActiveRule(rule) for rule in RULES))
    listings, context = survey((text,))
    checked = check(listings, plan, context)
    return Report((text,), checked.diagnostics, checked.not_run, RULES)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_what_is_found_in_whole_lists_meets_the_schema(path: Path) -> None:
    assert problems("report", json.loads(render("json", linted(path)))) == ()


def facts() -> Facts:
    """A fact of every kind and state."""
    paper, other, gone = (identify(f"https://arxiv.org/abs/2310.0591{n}").identifier for n in (5, 6, 7))
    repository = identify("https://github.com/anthropics/anthropic-sdk-python").identifier
    assert paper is not None
    assert other is not None
    assert gone is not None
    assert repository is not None
    links = [LinkStatus(f"https://example.org/{state}", state, "why", (SEEN,)) for state in LinkState]
    links.append(LinkStatus("https://example.org/m", LinkState.MOVED, "", (), "https://example.com/"))
    return Facts(
        MappingProxyType(
            {
                paper: Record(
                    "A",
                    ("B",),
                    identifier=paper,
                    version=2,
                    date=None,
                    updated=None,
                    comment="c" * 20_000,
                    withdrawn=False,
                    evidence=(SEEN,),
                ),
                other: Unknown("no answer"),
                gone: Absent((SEEN,)),
            }
        ),
        MappingProxyType({repository: Repository(repository, "anthropics/anthropic-sdk-python", None, "x/y")}),
        MappingProxyType({each.url: each for each in links}),
        works=MappingProxyType(
            {
                "10.1000/a": Record("A", ("B",), ("C",), "D", 2024, source="Crossref", evidence=(SEEN,)),
                "10.1000/b": Unrecorded("neither Crossref nor DataCite has a record of it"),
                "openreview:x": Unknown("no answer", (SEEN,)),
                "https://example.org/paper": Record("P", None),
                "https://example.org/": Unrecorded("its page does not say which paper it is about"),
            }
        ),
        asked_at=2e9,
    )


def test_facts_of_every_kind_meet_the_schema() -> None:
    value = json.loads(render("json", Report((), (), facts=facts())))
    assert len(value["facts"]) == 4 + 4 + len(LinkState) + 1
    works = value["facts"][3:7]
    assert [(each["target"], each["state"]) for each in works] == [
        ("doi:10.1000/a", "known"),
        ("doi:10.1000/b", "unknown"),
        ("openreview:x", "unknown"),
        ("https://example.org/paper", "known"),
    ]
    assert works[0]["details"] == {
        "title": "A",
        "other_titles": ["B"],
        "authors": ["C"],
        "venue": "D",
        "year": 2024,
        "source": "Crossref",
    }
    assert problems("report", value) == ()


def test_what_is_too_long_is_cut_or_left_out() -> None:
    """Words of a list and of the world may be of any length."""
    long, text = "w" * (LONGEST + 1), Text("a.md", "x")
    place = Span(0, 1)
    found = Diagnostic(
        "x",
        Severity.ERROR,
        "a.md",
        place,
        long,
        Fix(long, (Edit(place, long),)),
        (Related("a.md", place, long),) * 1001,
    )
    url = f"https://example.org/{'u' * LONGEST_TARGET}"
    links = MappingProxyType({url: LinkStatus(url, LinkState.DEAD), "u:": LinkStatus("u:", LinkState.DEAD, long)})
    value = json.loads(render("json", Report((text,), (found,), (NotRun("x", long),), facts=Facts(links=links))))
    assert [len(each["reason"]) for each in value["facts"]] == [LONGEST]
    assert value["diagnostics"][0]["fix"]["edits"][0]["text"] == long
    assert problems("report", value) == ()


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("diagnostics", 0),
        ("diagnostics", 0, "fix"),
        ("diagnostics", 0, "fix", "edits", 0),
        ("diagnostics", 0, "related", 0),
        ("not_run", 0),
        ("facts", 0),
        ("facts", 0, "evidence", 0),
        ("facts", 0, "details"),
        ("facts", 3, "details"),
        ("summary",),
    ],
    ids=lambda path: ".".join(map(str, path)),
)
def test_no_object_holds_more_than_the_schema_says(path: tuple[str | int, ...], report: Report) -> None:
    full = replace(report, diagnostics=(_with_everything(report),), facts=facts())
    value = json.loads(render("json", full))
    assert problems("report", value) == ()
    for change in ("more", "less"):
        changed = copy.deepcopy(value)
        spot = changed
        for key in path:
            spot = spot[key]
        if change == "more":
            spot["else"] = 1
        else:
            spot.pop(next(iter(spot)))
        assert problems("report", changed) != (), change


def _with_everything(report: Report) -> Diagnostic:
    (found,) = (each for each in report.diagnostics if each.related)
    return found
