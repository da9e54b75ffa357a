from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from bot.facts.model import Facts
from bot.links import LinkState, LinkStatus
from bot.linter.diagnostics import Diagnostic, Fix, Severity
from bot.reports import render
from bot.reports.markdown import LARGEST
from bot.reports.markdown import render as markdown
from bot.reports.run import Report
from bot.text import Span, Text

RULES_PAGE = "https://github.com/paperlist-bot/paperlist-bot/blob/main/docs/rules.md"


def test_everything(report: Report) -> None:
    """The worst come first, notes are folded."""
    assert render("markdown", report, verbose=True) == (
        "### Found 1 error, 1 warning, 1 note (up to 1 fixable with --fix).\n"
        "\n"
        "Not run: `missing-file`, `dead-link`.\n"
        "\n"
        "| | Where | Rule | What |\n"
        "| --- | --- | --- | --- |\n"
        f"| 🔴 error | `lists/agents.md:3` | [impossible-date]({RULES_PAGE}#impossible-date) "
        "| `[1700]` names no month |\n"
        f"| 🟡 warning | `lists/agents.md:3` | [stray-space]({RULES_PAGE}#stray-space) "
        "| two spaces, one is enough <br>*Keep one space* |\n"
        "\n"
        "<details><summary>Notes</summary>\n"
        "\n"
        "| | Where | Rule | What |\n"
        "| --- | --- | --- | --- |\n"
        f"| 🔵 note | `more agents.md:1` | [cross-listed-entry]({RULES_PAGE}#cross-listed-entry) "
        "| 100% the same paper: see there <br>*Link to the page* |\n"
        "\n"
        "</details>\n"
    )


def test_notes_are_for_verbose(report: Report) -> None:
    assert "cross-listed-entry" not in render("markdown", report)


def test_nothing_found() -> None:
    assert render("markdown", Report((), ())) == "### All checks passed.\n"


def test_a_run_that_was_broken_off_says_so() -> None:
    facts = Facts(links={"http://a": LinkStatus("http://a", LinkState.SKIPPED)}, interrupted=True)
    assert render("markdown", Report((), (), facts=facts)) == (
        "### Found nothing so far.\n\nStopped before everything was checked; not checked: 1 link.\n"
    )


def found(*messages: str, path: str = "a.md", fix: Fix | None = None) -> Report:
    one = (Diagnostic("x", Severity.ERROR, path, Span(0, 1), message, fix) for message in messages)
    return Report((Text(path, "x\n"),), tuple(one))


def test_what_does_not_fit_is_counted() -> None:
    report = found(*(f"finding {number:05} ✓" for number in range(20_000)))
    words = render("markdown", report)
    assert LARGEST - 6_000 < len(words.encode()) <= LARGEST
    shown = words.count("\n| 🔴 error | ")
    assert words.endswith(f" finding {shown - 1:05} ✓ |\n\n{20_000 - shown:,} more findings do not fit here.\n")


def test_one_that_does_not_fit_is_counted_too() -> None:
    words = markdown(found("m" * 400, "m" * 400), largest=5_000 + 700)
    assert words.endswith("\n\n1 more finding does not fit here.\n")
    assert words.count("🔴") == 1


@pytest.mark.parametrize(
    "words",
    [
        "@octo/team and #12",
        "![x](https://example.org/x.png)",
        "<img src=x onerror=y>",
        "--> <!-- paperlist-bot:v1 fp=0 -->",
        "a | b\n| c |",
        "``` \n# heading",
        "</details><h1>",
        "[a](https://example.org)",
        "`` ` ``` `|` `",
    ],
)
def test_words_of_the_list_show_and_do_nothing(words: str) -> None:
    """The page has the same elements as that of a plain message."""
    html = MarkdownIt("commonmark").enable("table")
    report = found(words, path=f"{words}.md", fix=Fix(words, ()))
    kinds = [token.type for token in html.parse(render("markdown", report))]
    plain = found("plain", path="plain.md", fix=Fix("plain", ()))
    assert kinds == [token.type for token in html.parse(render("markdown", plain))]
    rendered = re.sub("<code>.*?</code>", "", html.render(render("markdown", report)))  # nothing is done with code
    assert not any(each in rendered for each in ("@octo", "<img", "<h1", "<!--", 'href="https://example.org'))
