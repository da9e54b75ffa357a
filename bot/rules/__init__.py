"""The list of all rules, kept by hand: a rule that is not in it does not run.

Rules are imported when they are asked for: most runs have no facts, and no use for the rules about them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from bot.linter.rule import Need, Rule
from bot.papers.urls import SHORTENERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    RULES: tuple[Rule, ...]
    """Every rule with its options at their defaults, in the order of the documentation."""

TITLE, URL = "FireAct: Toward Language Agent Fine-tuning", "https://arxiv.org/abs/2310.05915"
FIREACT = f"[{TITLE}]({URL})"
"""The paper of most examples."""

_NEEDS = {
    Need.REPOSITORIES: "archived-repository moved-repository",
    Need.RECORDS: "broken-record",
    Need.MARKDOWN: """
        broken-title empty-field empty-link missing-anchor misspelt-label oversized-readme stale-count stray-space
        unbalanced-bracket undefined-label unreadable-entry
    """,
    Need.NOTHING: """
        conflict-marker conflicting-id cross-listed-entry date-mismatch drifting-date-format drifting-format
        duplicate-entry fullwidth-bracket future-date garbled-text impossible-date literal-markup malformed-arxiv-id
        malformed-link mislabelled-link missing-space misspelt-host misspelt-name noncanonical-link placeholder-link
        repeated-text reused-id reused-link shortened-link stray-tag uneven-row unsorted-section
    """,
    Need.LINKS: "dead-link moved-link",
    Need.FILES: "missing-file",
    Need.NAME: "mixed-link-form",
    Need.PAPERS: """
        published-venue retitled-paper unknown-paper withdrawn-paper wrong-authors wrong-paper wrong-title wrong-venue
        wrong-year
    """,
    Need.SCHEMA: "schema-violation",
    Need.MARKDOWN | Need.SOURCE: "stale-render",
    Need.COMMENTS: "unused-allow",
}
NEEDS = dict(sorted((slug, needs) for needs, slugs in _NEEDS.items() for slug in slugs.split()))
"""The slugs of the rules, in the order of the documentation, and what each needs; `Need.NAME` turns one off.

`loud-title` is the class `LoudTitle` in `bot/rules/loud_title.py`, unless `TOGETHER` has it.
"""
TOGETHER = {
    "visits": "dead-link moved-link archived-repository moved-repository",
    "on_record": "unknown-paper withdrawn-paper retitled-paper wrong-paper wrong-venue",
    "whole_page": "conflict-marker oversized-readme stale-render undefined-label",
    "misspelt": "misspelt-host misspelt-label",
    "missing_targets": "missing-anchor missing-file",
    "untrue_dates": "future-date impossible-date",
    "drifting": "drifting-date-format drifting-format",
}
"""The modules that hold several rules."""
_MODULES = {slug: module for module, slugs in TOGETHER.items() for slug in slugs.split()}
SIGNS = {
    "conflict-marker": ("<<<<<<<",),
    "fullwidth-bracket": ("（", "）", "，"),
    "shortened-link": SHORTENERS,
    "uneven-row": ("|",),
    "undefined-label": ("]:",),
}
"""What is in lists in which these rules find something, in small letters; for others they need not be imported."""


@cache
def load(slug: str) -> Rule:
    """Import the rule of this name, with its options at their defaults."""
    name = slug.replace("-", "_")
    module = import_module(f"bot.rules.{_MODULES.get(slug, name)}")
    rule = getattr(module, name.title().replace("_", ""))()
    assert isinstance(rule, Rule)  # noqa: S101 - for the type
    return rule


def load_rules(able: Need, contents: Iterable[str] | None = None) -> tuple[Rule, ...]:
    """Import the rules that need no more than `able`, and whose signs are in the contents of the lists, if given.

    The others only say how they are called, and what they need.
    """
    lowered = None if contents is None else "\n".join(contents).lower()
    without = {
        slug for slug, signs in SIGNS.items() if lowered is not None and not any(sign in lowered for sign in signs)
    }
    return tuple(
        load(slug) if needs in able and slug not in without else _without_check(slug, needs)
        for slug, needs in NEEDS.items()
    )


def _without_check(slug: str, needs: Need) -> Rule:
    """Make a rule that cannot run."""
    kind: type[Rule] = type("RuleNotLoaded", (Rule,), {"slug": slug, "needs": needs, "enabled": needs is not Need.NAME})
    return kind()


def __getattr__(name: str) -> object:
    if name != "RULES":
        raise AttributeError(name)
    return tuple(map(load, NEEDS))
