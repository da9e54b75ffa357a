from __future__ import annotations

import json

import pytest

from bot import __version__
from bot.facts.model import Facts
from bot.linter.diagnostics import Diagnostic, Related, Severity
from bot.reports import render
from bot.reports.run import HOME, MOST_PLACES, Report, rule_url
from bot.reports.sarif import MOST_RESULTS, log
from bot.text import Span, Text


def result_of(diagnostics: tuple[Diagnostic, ...], text: Text) -> list[dict[str, object]]:
    run = json.loads(render("sarif", Report((text,), diagnostics)))["runs"][0]
    results: list[dict[str, object]] = run["results"]
    return results


def test_log(report: Report) -> None:
    value = json.loads(render("sarif", report, verbose=True))
    (run,) = value.pop("runs")
    assert value == {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
    }
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"], run["columnKind"]) == ("paperlist-bot", __version__, "unicodeCodePoints")
    assert driver["informationUri"] == HOME
    assert [(rule["id"], rule["name"], rule["helpUri"], rule["defaultConfiguration"]) for rule in driver["rules"]] == [
        ("unused-allow", "UnusedAllow", rule_url("unused-allow"), {"level": "warning"})
    ]
    assert driver["rules"][0]["fullDescription"]["text"].startswith(driver["rules"][0]["shortDescription"]["text"])
    assert [(each["ruleId"], each["level"]) for each in run["results"]] == [
        ("impossible-date", "error"),
        ("stray-space", "warning"),
        ("cross-listed-entry", "note"),
    ]
    assert run["invocations"] == [
        {
            "executionSuccessful": True,
            "toolConfigurationNotifications": [
                {
                    "associatedRule": {"id": slug},
                    "level": "note",
                    "message": {"text": f"{slug} was not run: nobody looked"},
                }
                for slug in ("missing-file", "dead-link")
            ],
        }
    ]


def test_a_result_with_everything(report: Report) -> None:
    result = json.loads(render("sarif", report, verbose=True))["runs"][0]["results"][2]
    here = {"uri": "more%20agents.md"}
    fingerprint = result.pop("partialFingerprints")
    assert [*fingerprint] == ["primaryLocationLineHash"]
    assert result == {
        "ruleId": "cross-listed-entry",
        "level": "note",
        "message": {"text": "100% the same paper:\nsee there"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": here,
                    "region": {"startLine": 1, "startColumn": 16, "endLine": 1, "endColumn": 49},
                }
            }
        ],
        "relatedLocations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "lists/agents.md"},
                    "region": {"startLine": 3, "startColumn": 11, "endLine": 3, "endColumn": 24},
                },
                "id": 1,
                "message": {"text": "it is also here"},
            }
        ],
        "fixes": [
            {
                "description": {"text": "Link to the page"},
                "artifactChanges": [
                    {
                        "artifactLocation": here,
                        "replacements": [
                            {
                                "deletedRegion": {"startLine": 1, "startColumn": 47, "endLine": 1, "endColumn": 49},
                                "insertedContent": {"text": ""},
                            }
                        ],
                    }
                ],
            }
        ],
    }


def test_notes_are_for_verbose(report: Report) -> None:
    assert "cross-listed-entry" not in render("sarif", report)


def found(rule: str, start: int, end: int) -> Diagnostic:
    return Diagnostic(rule, Severity.ERROR, "a.md", Span(start, end), "!")


def test_fingerprints_stay_when_lines_move_and_tell_twins_apart() -> None:
    before = Text("a.md", "* one\n* two\n* two\n")
    after = Text("a.md", "# new\n\n* one\n*  two\n* two\n")
    old = result_of((found("x", 2, 5), found("x", 8, 11), found("x", 14, 17), found("y", 14, 17)), before)
    new = result_of((found("x", 9, 12), found("x", 16, 19), found("x", 22, 25), found("y", 22, 25)), after)
    prints = [each["partialFingerprints"] for each in old]
    assert prints == [each["partialFingerprints"] for each in new]
    assert len({str(each) for each in prints[:3]}) == 3
    assert prints[3] == prints[1]


@pytest.mark.parametrize(
    ("path", "uri"),
    [("docs/a b#c.md", "docs/a%20b%23c.md"), ("/srv/список.md", "file:///srv/%D1%81%D0%BF%D0%B8%D1%81%D0%BE%D0%BA.md")],
    ids=["relative", "absolute"],
)
def test_paths_are_uris(path: str, uri: str) -> None:
    report = Report((Text(path, "a"),), (Diagnostic("x", Severity.ERROR, path, Span(0, 1), "!"),))
    assert f'"uri": "{uri}"' in json.dumps(log(report))


def test_what_github_would_refuse_is_left_out_and_counted() -> None:
    """The worst stay, in their order."""
    text = Text("a.md", "x")
    few = tuple(Diagnostic("few", Severity.ERROR, "a.md", Span(0, 1), "!") for _ in range(3))
    many = tuple(Diagnostic("many", Severity.WARNING, "a.md", Span(0, 1), "!") for _ in range(5))
    (run,) = json.loads(json.dumps(log(Report((text,), many + few), most=5)))["runs"]
    assert [each["ruleId"] for each in run["results"]] == ["many"] * 2 + ["few"] * 3
    assert run["invocations"][0]["toolExecutionNotifications"] == [
        {
            "level": "warning",
            "message": {
                "text": "3 more findings: this file holds no more than 1,000 of a rule in a list, 25,000 in all"
            },
        }
    ]
    assert MOST_RESULTS == 25_000


def test_a_run_that_was_broken_off_says_so() -> None:
    (run,) = json.loads(json.dumps(log(Report((), (), facts=Facts(interrupted=True)))))["runs"]
    assert run["invocations"][0]["toolExecutionNotifications"] == [
        {"level": "warning", "message": {"text": "Stopped before everything was checked; not checked: nothing."}}
    ]


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (Report((), ()), True),
        (Report((), (), facts=Facts(unreached=("arXiv",))), False),
        (Report((Text("a.md", ""),), (), empty=("a.md",)), False),
        (Report((Text("a.md", ""), Text("b.md", "")), (), empty=("a.md",)), True),
    ],
    ids=["all went well", "nothing reached", "nothing read", "one list read"],
)
def test_whether_the_run_did_what_was_asked(report: Report, expected: bool) -> None:
    (run,) = json.loads(render("sarif", report))["runs"]
    assert run["invocations"][0]["executionSuccessful"] is expected


def test_related_places_are_as_many_as_are_shown() -> None:
    related = tuple(Related("a.md", Span(0, 1), str(number)) for number in range(MOST_PLACES + 1))
    found = Diagnostic("x", Severity.ERROR, "a.md", Span(0, 1), "!", related=related)
    (result,) = result_of((found,), Text("a.md", "x"))
    places = result["relatedLocations"]
    assert isinstance(places, list)
    assert len(places) == MOST_PLACES
