from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from bot.data.writing import quote_scalar
from bot.data.yaml import read
from bot.linter.config_reader import parse_config
from bot.rules import RULES
from bot.setup.profile import Habit, ListProfile, Share, render_config

TODAY = date(2026, 11, 21)
FULL = ListProfile(
    papers=1200,
    sections=1,
    habits=(
        Habit("date_format", "'YY", 1190, 1200, 0, is_learned=False),
        Habit("order", "newest-first", 60, 100, 0),
        Habit("arxiv_form", "abs", 900, 1000, 100),
    ),
    shares=(Share("title", 1200, 1200), Share("date", 1190, 1200), Share("venue", 700, 1200), Share("arxiv", 5, 1200)),
)

TEXT = """\
# yaml-language-server: $schema=https://raw.githubusercontent.com/paperlist-bot/paperlist-bot/main/schemas/config.schema.json
# Written by `bot init` on 2026-11-21 from 1,200 papers in 1 section. Edit it freely: all keys are optional.
# https://github.com/paperlist-bot/paperlist-bot/blob/main/docs/configuration.md describes all keys.
# The bot learns in each run how the list is written. Remove a `#` only to set it yourself.

# The files of the list, checked together; ** matches any folders.
lists:
  - README.md
  - "2024.md"

# How the list is written.
conventions:
  date_format: "'YY"  # 1,190 of 1,200 dates use this format; not each list shows it by itself
  # order: newest-first  # 60 of 100 neighbours with different dates are in this order: too mixed to tell
  # arxiv_form: abs  # 900 of 1,000 links to arXiv have this form; setting it would find 100 more

# Parts that every paper must have; at present no part is required.
# entry:
#   required:
#     - title  # 1,200 of 1,200 papers
#     - date  # 1,190 of 1,200 papers
"""


def test_all_that_is_known_is_said() -> None:
    assert render_config(FULL, ["README.md", "2024.md"], TODAY) == TEXT


def test_it_is_a_configuration() -> None:
    config = parse_config(TEXT, "paperlist-bot.yml", RULES)
    assert config.lists == ("README.md", "2024.md")
    assert (config.entry.required, config.conventions.date_format, config.rules) == ((), "'YY", ())


BARE = """\
# How the list is written.
# conventions:
#   order: newest-first  # 8 of 8 neighbours with different dates are in this order: too few to tell
"""


def test_what_is_not_said_is_shown() -> None:
    young = ListProfile(9, 1, (Habit("order", "newest-first", 8, 8, 0),), (Share("title", 9, 9),))
    text = render_config(young, ["README.md"], TODAY)
    assert text.endswith(f"\n\n{BARE}")
    assert "rules" not in text
    assert parse_config(text, "paperlist-bot.yml", RULES).entry.required == ()


FIELDS = """\
# Which fields of the records say what; of several the first that a record has.
# fields:
#   title: title
#   url: [link, "a: b"]
"""


def test_fields_of_records() -> None:
    profile = ListProfile(9, 1, (), (), fields=(("title", ("title",)), ("url", ("link", "a: b"))))
    assert render_config(profile, ["a.csv"], TODAY).endswith(f"\n\n{FIELDS}")


def test_what_is_shown_becomes_true_without_its_sign() -> None:
    """A maintainer takes the `# ` away: what is left must be read as it was meant."""
    text = TEXT.replace("  # order: newest-first  #", "  order: newest-first  #").replace("\n# entry:", "\nentry:")
    config = parse_config(text.replace("\n#   ", "\n  "), "paperlist-bot.yml", RULES)
    assert (config.conventions.order, config.entry.required) == ("newest-first", ("title", "date"))


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1))
def test_words_come_back_as_they_were(words: str) -> None:
    assert read(f"- {quote_scalar(words)}  # note\n", "a.yml").value == [words]
