from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.rules import RULES
from tests.commands.helpers import run

if TYPE_CHECKING:
    from pathlib import Path


def test_the_table_has_a_line_for_each_rule() -> None:
    done = run("explain")
    lines = done.out.splitlines()
    assert (done.code, [line.split()[0] for line in lines]) == (0, [rule.slug for rule in RULES])
    assert next(line for line in lines if line.startswith("unused-allow")).split(maxsplit=2) == [
        "unused-allow",
        "warning",
        "A suppression comment has no effect.",
    ]


def test_the_page_of_each_rule() -> None:
    for rule in RULES:
        done = run("explain", rule.slug)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"{rule.slug} (")
        assert "\nExample" in done.out


def test_an_unknown_rule() -> None:
    done = run("explain", "unused-alow")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        'error: there is no rule "unused-alow"; did you mean "unused-allow"?\n'
        "hint: bot explain lists the rules; bot explain FILE:LINE explains a line of a list\n"
    )


def test_several_rules_are_explained_one_below_the_other() -> None:
    first, second = run("explain", "unused-allow").out, run("explain", "dead-link").out
    assert run("explain", "unused-allow", "dead-link", "unused-allow").out == f"{first}\n\n{second}"


TAU = "* [2306] [τ-bench](https://arxiv.org/abs/2406.12045)\n"
LIST = (
    "# Agents\n\n## Training\n\n"
    "* [2505] [SPA-RL](https://arxiv.org/abs/2505.20732), Hanlin Wang et al., NeurIPS 2025\n"
    "* [2504] [MARFT](https://arxiv.org/abs/2504.16129)\n"
    "* [2503] [SWEET-RL](https://arxiv.org/abs/2503.15478) \n"
    "* [2411] [WebRL](https://arxiv.org/abs/2411.02337) <!-- bot: allow stray-space - meant -->\n"
    f"* [2406] [DigiRL](https://arxiv.org/abs/2406.11896)\n{TAU}"
    "\nMore in [this list](#nowhere).\n"
)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "README.md"
    path.write_text(LIST, encoding="utf-8")
    return path


def test_a_place_is_explained_by_what_was_read_there(written: Path) -> None:
    done = run("explain", "README.md:5")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[:9] == [
        *("README.md:5: the bot reads an entry", "  title     SPA-RL"),
        *("  kind      paper: it links to a paper", "  ids       arxiv:2505.20732", "  date      2025-05"),
        *("  venue     NeurIPS", "  authors   Hanlin Wang", "  section   Agents > Training"),
        "  url       https://arxiv.org/abs/2505.20732",
    ]
    assert "There is no finding here, and none was dropped." in done.out
    assert " rules (--format json names them) did not run: they need bot lint --online.\n" in done.out


def test_the_fields_of_an_entry_are_shown_with_what_told_them(written: Path) -> None:
    shown = run("explain", "README.md:5", "stray-space").out
    assert shown.partition("\n\n")[2].splitlines()[:11] == [
        "fields, in the order of the entry:",
        "  date      2505",
        "            it is a date and stands where 6 of 6 fields are date; otherwise name",
        "  title     SPA-RL",
        "            it follows the date and stands where 6 of 6 fields are title; otherwise name",
        "  authors   Hanlin Wang et al.",
        "            it looks like names; otherwise venue",
        "  venue     NeurIPS",
        "            it is a known venue and is before the date; otherwise note",
        "  date      2025",
        "            it is a year and follows the venue; otherwise note",
    ]
    told = json.loads(run("explain", "README.md:5", "--format", "json").out)
    assert told["fields"][1] == {
        "kind": "title",
        "words": "SPA-RL",
        "instead": "name",
        "reasons": ["follows the date", "stands where 6 of 6 fields are title"],
    }
    assert told["unlike_siblings"] == []


def test_a_place_is_explained_by_what_was_found_there_and_why(written: Path) -> None:
    found = json.loads(run("explain", "README.md:10", "date-mismatch", "--format", "json").out)
    assert (found["file"], found["line"], found["entry"]["title"]) == ("README.md", 10, "τ-bench")
    (one,) = found["diagnostics"]
    assert (one["rule"], one["line"], one["column"]) == ("date-mismatch", 10, 4)
    linted = json.loads(run("lint", "--select", "date-mismatch", "--format", "json", "--exit-zero").out)
    assert [each["reasons"] for each in linted["diagnostics"]] == [one["reasons"]]
    shown = run("explain", "README.md:10", "date-mismatch").out
    message = "dated 2306, but arXiv 2406.12045 is from June 2024; is the year mistyped?"
    assert f"{one['severity']} date-mismatch: {message}\n" in shown
    assert all(f"  because {reason}\n" in shown for reason in one["reasons"])


def test_what_is_suppressed_is_shown_as_dropped(written: Path) -> None:
    written.write_text(LIST.replace("[2411] ", "[2411]  "), encoding="utf-8")
    shown = run("explain", "README.md:8", "stray-space").out
    assert "dropped stray-space: " in shown
    assert "  but a comment or the configuration suppresses it\n" in shown


def test_what_a_habit_explains_is_shown_with_its_note(written: Path) -> None:
    written.write_text(LIST.replace("arxiv.org/abs", "arxiv.org//abs"), encoding="utf-8")
    shown = run("explain", "README.md:6", "noncanonical-link").out
    assert "habit noncanonical-link: the URL has a double slash" in shown
    assert "  6 of 6 links to arXiv: the URL has a double slash (lines 5, 6, 7 and 3 more)" in shown


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        pytest.param(
            ("README.md:10:4",),
            "warning date-mismatch: dated 2306, but arXiv 2406.12045 is from June 2024",
            id="column",
        ),
        pytest.param(("date-mismatch", "README.md:10"), "is the year mistyped?", id="the rule first"),
        pytest.param(
            ("README.md:10", "stray-space"), "\n\nstray-space found nothing here.\n", id="found by another rule"
        ),
        pytest.param(
            ("README.md:10", "dead-link", "stray-space"),
            "\n\nstray-space found nothing here.\n\ndead-link did not run: it needs bot lint --online.\n",
            id="one did not run",
        ),
        pytest.param(
            ("README.md:10", "dead-link"),
            "; otherwise link\n\ndead-link did not run: it needs bot lint --online.\n",
            id="none ran",
        ),
    ],
)
def test_a_place_and_rules_in_any_order(written: Path, arguments: tuple[str, ...], end: str) -> None:
    done = run("explain", *arguments)
    assert (done.code, done.err) == (0, "")
    assert end in done.out


def test_a_place_outside_of_entries(written: Path) -> None:
    shown = run("explain", "README.md:12").out
    assert shown.startswith("README.md:12: outside any entry\n")
    assert "error missing-anchor: no section `#nowhere` in this file\n" in shown


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param(("README.md:99",), 2, "README.md has no line 99", id="no such line"),
        pytest.param(("README.md:5", "README.md:6"), 2, 'there is no rule "README.md:6"', id="two places"),
        pytest.param(("none.md:1",), 2, "none.md", id="no such file"),
        pytest.param(("README.md:5", "stray-spce"), 2, 'there is no rule "stray-spce"', id="no such rule"),
        pytest.param(("stray-space", "--format", "json"), 2, "--format json is for a location", id="a page as JSON"),
    ],
)
def test_what_cannot_be_explained(written: Path, arguments: tuple[str, ...], code: int, message: str) -> None:
    done = run("explain", *arguments)
    assert (done.code, done.out) == (code, "")
    assert message in done.err


def test_why_an_entry_is_about_something_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.md").write_text(
        f"{LIST}\n## Sites\n\n* [Planning and Acting with Tools](https://tools.example.org)\n"
    )
    reason = "links its title to something else"
    assert f"  kind      other: it {reason}\n" in run("explain", "list.md:16").out
    assert json.loads(run("explain", "list.md:16", "--format", "json").out)["reason"] == reason
