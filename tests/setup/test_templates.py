from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.data.writing import quote_scalar
from bot.data.yaml import read
from bot.linter.config_reader import parse_config
from bot.linter.diagnostics import Severity
from bot.linter.profile import Group, Habit, ListProfile, RuleStatus, Share
from bot.rules import RULES
from bot.setup.templates import render_config

TODAY = date(2026, 11, 21)
FULL = ListProfile(
    papers=1200,
    sections=1,
    habits=(
        Habit("date_format", "'YY", 1190, 1200, 0),
        Habit("order", "newest-first", 60, 100, 0),
        Habit("arxiv_form", "abs", 900, 1000, 100),
    ),
    shares=(Share("title", 1200, 1200), Share("date", 1190, 1200), Share("venue", 700, 1200), Share("arxiv", 5, 1200)),
    rules=(
        RuleStatus("conflicting-id", Group.HOLDING, Severity.ERROR),
        RuleStatus("cross-listed-entry", Group.NOTED, Severity.NOTE, notes=40),
        RuleStatus("duplicate-entry", Group.FAILING, Severity.ERROR, errors=2, warnings=1),
        RuleStatus("reused-id", Group.HOLDING, Severity.ERROR, warnings=3),
        RuleStatus("stray-space", Group.BROKEN, Severity.WARNING, warnings=1042, fixable=1040),
        RuleStatus("unused-allow", Group.UNRAISED, Severity.WARNING),
    ),
    not_run=("wrong-paper", "dead-link"),
    off=("mixed-link-form",),
)

TEXT = """\
# yaml-language-server: $schema=https://raw.githubusercontent.com/paperlist-bot/paperlist-bot/main/schemas/config.schema.json
# Written by `bot init` on 2026-11-21 from 1,200 papers in 1 section. Edit it freely: all keys are optional.
# docs/configuration.md of paperlist-bot describes all keys.

# The files of the list, checked together; ** matches any folders.
lists:
  - README.md
  - "2024.md"

# The severity of each rule: error fails the run, warning does not, note is only shown with --verbose, off.
# `bot explain RULE` tells what a rule finds and how to fix it.
rules:
  # Errors found today: `bot lint` fails until they are fixed or suppressed.
  duplicate-entry: error  # 2 errors, 1 warning

  # Found today, so only a warning. Change to error once fixed.
  stray-space: warning  # 1,042 warnings, `bot lint --fix` fixes 1,040

  # Not found today: an error from now on.
  conflicting-id: error
  reused-id: error  # weaker cases: 3 warnings

  # Not found today, and a warning is enough: new entries do not cause it.
  unused-allow: warning

  # Notes, only shown with --verbose.
  cross-listed-entry: note  # 40 notes

  # Only with --online, at their default severities: wrong-paper, dead-link.

  # Off by default: mixed-link-form.

# The parts that every paper must have. `bot entries` shows how the bot reads the list.
entry:
  required:
    - title  # 1,200 of 1,200 papers
    - date  # 1,190 of 1,200 papers
    # - venue  # 700 of 1,200 papers

# How the list is written. What is not set here is learned from the list in each run.
conventions:
  date_format: "'YY"  # 1,190 of 1,200 dates use this format
  # order: newest-first  # 60 of 100 neighbours with different dates are in this order: too mixed to tell
  # arxiv_form: abs  # 900 of 1,000 links to arXiv have this form; setting it finds 100 more

# The lowest severity that fails the run: error, warning or note.
fail_on: error

# Known findings that should stay, each with a reason:
# ignore:
#   - rule: duplicate-entry
#     match: words of the entry
#     reason: the survey belongs to both groups
"""


def test_all_that_is_known_is_said() -> None:
    assert render_config(FULL, ["README.md", "2024.md"], TODAY) == TEXT


def test_it_is_a_configuration() -> None:
    config = parse_config(TEXT, "paperlist-bot.yml", RULES)
    assert config.lists == ("README.md", "2024.md")
    assert [(choice.slug, choice.severity) for choice in config.rules] == [
        ("duplicate-entry", Severity.ERROR),
        ("stray-space", Severity.WARNING),
        ("conflicting-id", Severity.ERROR),
        ("reused-id", Severity.ERROR),
        ("unused-allow", Severity.WARNING),
        ("cross-listed-entry", Severity.NOTE),
    ]
    assert (config.entry.required, config.conventions.date_format) == (("title", "date"), "'YY")


BARE = """\
# The parts that every paper must have. `bot entries` shows how the bot reads the list.
# entry:
#   required:
#     - title  # 9 of 9 papers

# How the list is written. What is not set here is learned from the list in each run.
# conventions:
#   order: newest-first  # 8 of 8 neighbours with different dates are in this order: too few to tell
"""


def test_what_is_not_said_is_shown() -> None:
    young = ListProfile(9, 1, (Habit("order", "newest-first", 8, 8, 0),), (Share("title", 9, 9),), (), (), ())
    text = render_config(young, ["README.md"], TODAY)
    assert f"\n{BARE}\n" in text
    assert "\nrules:" not in text
    assert parse_config(text, "paperlist-bot.yml", RULES).entry.required == ()


def test_what_is_shown_becomes_true_without_its_sign() -> None:
    """A maintainer takes the `# ` away: what is left must be read as it was meant."""
    text = TEXT.replace("  # order: newest-first  #", "  order: newest-first  #").replace(
        "    # - venue", "    - venue"
    )
    config = parse_config(
        text.replace("\n# ignore:", "\nignore:").replace("\n#   ", "\n  "), "paperlist-bot.yml", RULES
    )
    assert (config.conventions.order, config.entry.required) == ("newest-first", ("title", "date", "venue"))
    assert [(each.rule, each.match) for each in config.ignores] == [("duplicate-entry", "words of the entry")]


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1))
def test_words_come_back_as_they_were(words: str) -> None:
    assert read(f"- {quote_scalar(words)}  # note\n", "a.yml").value == [words]
