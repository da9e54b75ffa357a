"""Brackets that never close, and those that need not."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.unbalanced_bracket import UnbalancedBracket
from tests.rules.helpers import findings, fixed, marked

PAPER = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param(f"* {PAPER} (PKU) [a comment\n", f"* {PAPER} (PKU) [a comment]\n", id="a comment"),
        pytest.param(f"* {PAPER} (PKU\n", f"* {PAPER} (PKU)\n", id="an affiliation"),
        pytest.param(f"* {PAPER}(. Ann Lee. ICLR\n", f"* {PAPER}. Ann Lee. ICLR\n", id="a slip before a full stop"),
        pytest.param(f"* {PAPER} （PKU \n", f"* {PAPER} （PKU） \n", id="full-width"),
        pytest.param(f"* {PAPER} 【PKU \n", f"* {PAPER} 【PKU】 \n", id="full-width and square"),
        pytest.param(f"* {PAPER} (PKU.\n", f"* {PAPER} (PKU).\n", id="before a full stop"),
        pytest.param(f"* {PAPER} *(PKU, ICLR!* \n", f"* {PAPER} *(PKU, ICLR)!* \n", id="before a mark in emphasis"),
        pytest.param(f"* {PAPER} (Chen et al.\n", f"* {PAPER} (Chen et al.)\n", id="behind an abbreviation"),
        pytest.param(
            f"* {PAPER} - *Trains agents on many tasks (search, games.*\n", None, id="a description that was cut short"
        ),
        pytest.param(f"* {PAPER} trains agents on many tasks (search, games\n", None, id="cut short without a mark"),
        pytest.param(
            "* FireAct: Toward Language Agent Fine-tuning [pdf](https://arxiv.org/abs/2310.05915) (PKU\n",
            "* FireAct: Toward Language Agent Fine-tuning [pdf](https://arxiv.org/abs/2310.05915) (PKU)\n",
            id="the words of the title are no description",
        ),
        pytest.param(f"* {PAPER} (PKU [code](https://github.com/a/b)\n", None, id="before a link"),
        pytest.param(f"* {PAPER} (PKU] good\n", f"* {PAPER} (PKU) good\n", id="closed by another one"),
        pytest.param(f"* {PAPER} [PKU) good [x]\n", f"* {PAPER} [PKU] good [x]\n", id="closed by a round one"),
        pytest.param(f"* {PAPER} (PKU] good] end\n", None, id="two others behind it"),
        pytest.param(f"* {PAPER} (a comment\n  of two lines\n", None, id="two lines"),
        pytest.param(f"* [[code](https://github.com/a/b) {PAPER} good\n", None, id="around a link"),
        pytest.param(f"| Paper | Note |\n| --- | --- |\n| {PAPER} | (PKU |\n", None, id="a cell"),
    ],
)
def test_found_once(text: str, after: str | None) -> None:
    (found,) = findings(UnbalancedBracket(), text)
    assert marked(text, [found])[0] in "([（【"
    if after is None:
        assert found.fix is None
    else:
        assert found.fix is not None
        assert found.fix.safety is Safety.UNSAFE
        assert fixed(text, [found]) == after


def test_says_what_closes_a_bracket_in_place_of_its_own() -> None:
    (found,) = findings(UnbalancedBracket(), f"* {PAPER} (PKU] good\n")
    assert found.message == "`(` is closed by `]`"


def test_the_bracket_after_a_number_closes_nothing() -> None:
    (found,) = findings(UnbalancedBracket(), f"* {PAPER} [first 1) rewards for long tasks\n")
    assert found.message == "`[` is never closed"


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("(PKU) [a (nested) comment]", id="balanced"),
        pytest.param("1) first 2) second a) third", id="enumeration"),
        pytest.param("[0, 1) and (0, n]", id="intervals"),
        pytest.param("sad :( or :-(", id="smileys"),
        pytest.param("$[0, x$ and `f(`", id="formulas and code"),
        pytest.param(r"\[ and \(", id="escaped"),
        pytest.param("[code(https://github.com/a/b)", id="half a link"),
        pytest.param("by [Ann Lee}(https://github.com/a/b), 2020", id="a brace in a link: another rule"),
        pytest.param("code](https://github.com/a/b) (PKU", id="half a link and a bracket"),
        pytest.param("[code] (https://github.com/a/b", id="a link with a gap"),
        pytest.param("[code] (https://github.com/a/b, [x](https://a.org/c)]", id="a link with a gap before a bracket"),
        pytest.param("（PKU)", id="a pair of two kinds"),
    ],
)
def test_silent(words: str) -> None:
    assert findings(UnbalancedBracket(), f"* {PAPER} {words}\n") == []


def test_titles_and_other_text_are_left_alone() -> None:
    text = "Prose (open\n\n## Heading (open\n\n* [Agents (and Models](https://arxiv.org/abs/2310.05915)\n"
    assert findings(UnbalancedBracket(), text) == []


def test_a_bar_in_a_formula_cuts_no_bracket() -> None:
    row = "| [FireAct](https://arxiv.org/abs/2310.05915) | the loss $l(y|x)$ |\n"
    assert findings(UnbalancedBracket(), f"| Paper | Notes |\n|--|--|\n{row}") == []
    assert len(findings(UnbalancedBracket(), f"| Paper | Notes |\n|--|--|\n{row.replace('x)$', 'x$')}")) == 1


def test_one_finding_for_many_brackets() -> None:
    assert len(findings(UnbalancedBracket(), f"* {PAPER} " + "[" * 1000 + "\n")) == 1


@pytest.mark.parametrize("end", ["..", "...", "…", "...*", "… "])
def test_words_that_were_cut_short_are_a_note(end: str) -> None:
    [found] = findings(UnbalancedBracket(), f"* {PAPER} - agents that act (and plan{end}\n")
    assert (found.severity, found.fix) == (Severity.NOTE, None)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* {PAPER} [a comment\n\n  that goes on]\n", id="in another paragraph"),
        pytest.param(f"| Paper | A | B |\n| --- | --- | --- |\n| {PAPER} | (PKU | THU) |\n", id="in another cell"),
    ],
)
def test_a_bracket_that_closes_elsewhere_in_the_entry(text: str) -> None:
    assert findings(UnbalancedBracket(), text) == []


def test_a_habit_is_one_note() -> None:
    text = "".join(
        f"* [Paper Number {number}](https://arxiv.org/abs/2310.{number}) (PKU\n" for number in range(5001, 5008)
    )
    [note] = findings(UnbalancedBracket(), text)
    assert (note.severity, note.message.partition(" (l")[0]) == (Severity.NOTE, "7 of 7 entries: `(` is never closed")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param("\n  - Ann Lee, Bo Hu}", "\n  - Ann Lee, Bo Hu", id="authors"),
        pytest.param(" by Ann Lee} (ICLR)", " by Ann Lee (ICLR)", id="in the first line"),
        pytest.param(" by {Ann Lee}", None, id="a pair"),
        pytest.param(" `a}` and $b}$", None, id="code and formulas"),
        pytest.param(" {Ann Lee\n  - Bo Hu}", None, id="opened above"),
    ],
)
def test_braces(words: str, expected: str | None) -> None:
    start = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"
    found = findings(UnbalancedBracket(), f"{start}{words}\n")
    assert len(found) == (expected is not None)
    if expected is not None:
        assert fixed(f"{start}{words}\n", found) == f"{start}{expected}\n"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        pytest.param("[a comment}", "[a comment]", "`}` closes `[`", id="a square bracket"),
        pytest.param("(PKU} good", "(PKU) good", "`}` closes `(`", id="a round one"),
        pytest.param("(PKU) good}", "(PKU) good", "`}` was never opened", id="none"),
    ],
)
def test_brace(before: str, after: str, message: str) -> None:
    text = f"* {PAPER} {before}\n"
    (found,) = findings(UnbalancedBracket(), text)
    assert found.message == message
    assert fixed(text, [found]) == f"* {PAPER} {after}\n"


@pytest.mark.parametrize("words", ["in [0, 1)", "of a range [first, +inf）, [last, end]"])
def test_intervals_are_left_alone(words: str) -> None:
    assert findings(UnbalancedBracket(), f"* {PAPER} {words} of steps\n") == []


LINK = "[WebRL: Training Agents](https://arxiv.org/abs/2411.02337)"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        pytest.param(f"* {LINK}] - with rewards\n", f"* {LINK} - with rewards\n", id="square"),
        pytest.param(f"* {LINK}) - with rewards\n", f"* {LINK} - with rewards\n", id="round"),
        pytest.param(f"* **{LINK}）**\n", f"* **{LINK}**\n", id="full-width, in bold"),
        pytest.param(
            f"* WebRL [{LINK}] [a](https://a.org)]\n", f"* WebRL [{LINK}] [a](https://a.org)\n", id="a second"
        ),
        pytest.param(
            f"| T | C |\n| - | - |\n| {LINK}] | c |\n", f"| T | C |\n| - | - |\n| {LINK} | c |\n", id="in a cell"
        ),
        pytest.param(f"* ({LINK})\n", None, id="opened before the link"),
        pytest.param(f"* (WebRL\n  {LINK})\n", None, id="opened in the line above"),
        pytest.param(f"* WebRL (a\n\n  {LINK})\n", None, id="opened in the paragraph above"),
        pytest.param("* [WebRL (a](https://arxiv.org/abs/2411.02337))\n", None, id="opened in the text of the link"),
        pytest.param(f"* {LINK} - 1) rewards 2) agents\n", None, id="an enumeration"),
        pytest.param(f"| T | C |\n| - | - |\n| ({LINK} | [a](https://a.org)) |\n", None, id="opened in another cell"),
    ],
)
def test_a_bracket_behind_a_link_that_nothing_opened(text: str, after: str | None) -> None:
    found = findings(UnbalancedBracket(), text)
    assert [(each.severity, each.fix and each.fix.safety) for each in found] == (
        [(Severity.WARNING, Safety.UNSAFE)] if after else []
    )
    assert fixed(text, found) == (after or text)


@pytest.mark.parametrize(
    ("cell", "after"),
    [
        pytest.param("- )", "- ", id="behind a dash"),
        pytest.param("(-)", None, id="opened"),
        pytest.param(":)", None, id="a smiley"),
        pytest.param("code )", None, id="with words"),
    ],
)
def test_a_bracket_in_a_cell_without_words_is_a_note(cell: str, after: str | None) -> None:
    text = "| Paper | Code |\n| --- | --- |\n| [FireAct](https://arxiv.org/abs/2310.05915) | {} |\n"
    found = findings(UnbalancedBracket(), text.format(cell))
    assert [each.severity for each in found] == [Severity.NOTE] * (after is not None)
    assert after is None or fixed(text.format(cell), found) == text.format(after)
