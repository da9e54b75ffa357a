"""The comments that `bot lint --add-suppressions` writes, and that nothing else changes."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import BotError
from bot.linter.config import Config, EntryPolicy
from bot.linter.diagnostics import Diagnostic, Severity
from bot.linter.new_suppressions import NewSuppressions, add_suppressions, read_reason
from bot.linter.survey import Survey
from bot.listing import Listing
from bot.rules import RULES
from bot.text import Text

PLAN = Config().plan(RULES)
SURVEY = Survey(datetime.date(2026, 11, 22))
FIRE = "* [2310] [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"


def suppress(content: str, *, notes: bool = False) -> NewSuppressions:
    return add_suppressions((Text("README.md", content),), PLAN, SURVEY, "old", notes=notes)


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        pytest.param(f"# Papers\n\n{FIRE}\n", f"# Papers\n\n{FIRE}\n", (), id="nothing found"),
        pytest.param(
            f"# Papers\n\n{FIRE}\n{FIRE}\n",
            f"# Papers\n\n{FIRE}\n{FIRE} <!-- bot: allow duplicate-entry - old -->\n",
            ("duplicate-entry",),
            id="at the end of the line",
        ),
        pytest.param(
            f"# Papers\r\n\r\n{FIRE}\r\n{FIRE} [code]()  ",
            f"# Papers\r\n\r\n{FIRE}\r\n{FIRE} [code]() <!-- bot: allow duplicate-entry, empty-link - old -->  ",
            ("duplicate-entry", "empty-link"),
            id="two rules, a line break and no line end",
        ),
        pytest.param(
            "# Papers\n\n| Date | Paper |\n| --- | --- |\n"
            "| 2310 | [FireAct](https:/arxiv.org/abs/2310.05915) |\n"
            "| 2503 | [SWEET-RL](https://arxiv.org/abs/2503.15478) |\n",
            "# Papers\n\n| Date | Paper |\n| --- | --- |\n"
            "| 2310 | [FireAct](https:/arxiv.org/abs/2310.05915) <!-- bot: allow malformed-link - old --> |\n"
            "| 2503 | [SWEET-RL](https://arxiv.org/abs/2503.15478) |\n",
            ("malformed-link",),
            id="in the last cell of a table",
        ),
        pytest.param(
            f"# Papers\n\n## Agents [demo](https:/example.org)\n\n{FIRE}\n",
            f"# Papers\n\n<!-- bot: allow malformed-link - old -->\n## Agents [demo](https:/example.org)\n\n{FIRE}\n",
            ("malformed-link",),
            id="above a heading",
        ),
        pytest.param(
            "\ufeff# [Papers](https:/example.org)\n\n" + FIRE + "\n",
            "\ufeff<!-- bot: allow malformed-link - old -->\n# [Papers](https:/example.org)\n\n" + FIRE + "\n",
            ("malformed-link",),
            id="above the first line, behind a byte order mark",
        ),
        pytest.param(
            "# Papers\n\n* [2310] [FireAct: Toward Language\n  Agent Fine-tuning]()\n",
            "# Papers\n\n* [2310] [FireAct: Toward Language\n  Agent Fine-tuning]()"
            " <!-- bot: allow empty-link - old -->\n",
            ("empty-link",),
            id="behind a title over two lines",
        ),
    ],
)
def test_comments(before: str, after: str, rules: tuple[str, ...]) -> None:
    done = suppress(before)
    assert (done.texts[0].content, tuple(sorted(done.suppressed))) == (after, rules)
    assert [each for each in done.remaining.diagnostics if each.severity > Severity.NOTE] == []
    assert suppress(after).texts[0].content == after


def test_what_a_heavier_finding_hides_is_suppressed_with_it() -> None:
    """Of two findings at the same characters one is shown: here impossible-date, not schema-violation."""
    dated = "".join(
        f"* [23{month:02}] [Agents {month}](https://arxiv.org/abs/23{month:02}.00001)\n" for month in range(1, 13)
    )
    wrong = "* [0023] [World of Bits](https://proceedings.mlr.press/v70/shi17a.html)"
    plan = Config(entry=EntryPolicy(required=("title", "date"))).plan(RULES)
    done = add_suppressions((Text("README.md", f"# Papers\n\n{dated}{wrong}\n"),), plan, SURVEY, "old")
    comment = "<!-- bot: allow impossible-date, schema-violation - old -->"
    assert done.texts[0].content == f"# Papers\n\n{dated}{wrong} {comment}\n"
    assert [each for each in done.remaining.diagnostics if each.severity > Severity.NOTE] == []


def test_notes_are_suppressed_when_asked_for() -> None:
    content = f"# Papers\n\n{FIRE}  [code](https://github.com/anchen1011/FireAct)\n"
    assert suppress(content).suppressed == ()
    assert suppress(content, notes=True).suppressed == ("stray-space",)


def test_nothing_but_comments_is_written() -> None:
    """The example has one mistake of each kind; a comment that suppresses nothing is not suppressed by another one."""
    content = Path("examples/agent-training.md").read_text(encoding="utf-8")
    done = suppress(content)
    assert len(done.suppressed) > 15
    left = [each.rule for each in done.remaining.diagnostics if each.severity > Severity.NOTE]
    assert left == ["unused-allow"]
    assert (
        re.sub(r" <!-- bot: allow [^>]* - old -->|<!-- bot: allow [^>]* - old -->\n", "", done.texts[0].content)
        == content
    )


def test_a_row_where_no_comment_works_does_not_keep_others_from_theirs() -> None:
    """GitHub drops the cells that are too many, and a line above the row would end the table."""
    head = "# Papers\n\n| Date | Paper |\n| --- | --- |\n"
    first = "| 2503 | [SWEET-RL](https:/arxiv.org/abs/2503.15478) |\n"
    rest = (
        "| 2310 | [FireAct](https:/arxiv.org/abs/2310.05915) | more |\n"
        "| 2309 | [Agents](https://arxiv.org/abs/2309.07870) |\n"
    )
    done = suppress(f"{head}{first}{rest}")
    suppressed = first.replace(") |", ") <!-- bot: allow malformed-link - old --> |")
    assert done.texts[0].content == f"{head}{suppressed}{rest}"
    assert done.suppressed == ("malformed-link",)


HABITS = {
    "a note, which needs no comment": ("http://arxiv.org/abs/2401.{0:05}v1", 0),
    "an error, which needs one at each place": ("https:/arxiv.org/abs/2401.{0:05}", 1),
}


@pytest.mark.parametrize(("address", "share"), HABITS.values(), ids=HABITS)
def test_all_places_of_a_habit_are_found_at_once(address: str, share: int) -> None:
    """Four times as many entries are judged four times as often, not sixteen times."""
    counts = []
    for many in (20, 80):
        asked: list[Diagnostic] = []

        def ignore(_: Listing, each: Diagnostic, asked: list[Diagnostic] = asked) -> bool:
            asked.append(each)
            return False

        lines = "".join(f"* [Paper Number {n}]({address.format(n)}) (2024)\n" for n in range(1, many + 1))
        text = Text("README.md", f"# Papers\n\n{lines}")
        done = add_suppressions((text,), replace(PLAN, is_ignored=ignore), SURVEY, "old")
        assert len(done.suppressed) == share * many
        counts.append(len(asked))
    assert 0 < counts[1] <= 5 * counts[0]


@pytest.mark.slow
def test_a_readme_that_is_cut_off_at_another_line_afterwards() -> None:
    letters = str.maketrans("0123456789", "abcdefghij")
    numbers = (f"{number:06}".translate(letters) for number in range(12_000))
    padding = "".join(f"<!-- line {number} of what is not shown, and so on -->\n" for number in numbers)
    done = suppress(f"# Papers\n\n{FIRE}\n{FIRE}\n{FIRE}\n\n{padding}")
    assert done.suppressed.count("duplicate-entry") == 2


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("", "a suppression needs a reason"),
        ("  ", "a suppression needs a reason"),
        ("x" * 201, "the reason has 201 characters; at most 200 are allowed"),
        ("a --> b", "the reason would not fit into a comment"),
        ("a -- b", "the reason would not fit into a comment"),
        ("a\nb", "the reason would not fit into a comment"),
        ("a -", "the reason would not fit into a comment"),
    ],
)
def test_reasons_that_are_refused(reason: str, message: str) -> None:
    with pytest.raises(BotError, match=re.escape(message)):
        read_reason(reason)


def test_a_reason_is_trimmed() -> None:
    assert read_reason(" before the bot ") == "before the bot"
