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

NEEDS = {
    "archived-repository": Need.REPOSITORIES,
    "broken-record": Need.RECORDS,
    "broken-title": Need.MARKDOWN,
    "conflict-marker": Need.NOTHING,
    "conflicting-id": Need.NOTHING,
    "cross-listed-entry": Need.NOTHING,
    "date-mismatch": Need.NOTHING,
    "dead-link": Need.LINKS,
    "drifting-date-format": Need.NOTHING,
    "drifting-format": Need.NOTHING,
    "duplicate-entry": Need.NOTHING,
    "empty-field": Need.MARKDOWN,
    "empty-link": Need.MARKDOWN,
    "fullwidth-bracket": Need.NOTHING,
    "future-date": Need.NOTHING,
    "garbled-text": Need.NOTHING,
    "impossible-date": Need.NOTHING,
    "literal-markup": Need.NOTHING,
    "malformed-arxiv-id": Need.NOTHING,
    "malformed-link": Need.NOTHING,
    "mislabelled-link": Need.NOTHING,
    "missing-anchor": Need.MARKDOWN,
    "missing-file": Need.FILES,
    "missing-space": Need.NOTHING,
    "misspelt-host": Need.NOTHING,
    "misspelt-label": Need.MARKDOWN,
    "misspelt-name": Need.NOTHING,
    "mixed-link-form": Need.NAME,
    "moved-link": Need.LINKS,
    "moved-repository": Need.REPOSITORIES,
    "noncanonical-link": Need.NOTHING,
    "oversized-readme": Need.MARKDOWN,
    "placeholder-link": Need.NOTHING,
    "published-venue": Need.PAPERS,
    "repeated-text": Need.NOTHING,
    "retitled-paper": Need.PAPERS,
    "reused-id": Need.NOTHING,
    "reused-link": Need.NOTHING,
    "schema-violation": Need.SCHEMA,
    "shortened-link": Need.NOTHING,
    "stale-count": Need.MARKDOWN,
    "stale-render": Need.MARKDOWN | Need.SOURCE,
    "stray-space": Need.MARKDOWN,
    "stray-tag": Need.NOTHING,
    "unbalanced-bracket": Need.MARKDOWN,
    "undefined-label": Need.MARKDOWN,
    "uneven-row": Need.NOTHING,
    "unknown-paper": Need.PAPERS,
    "unreadable-entry": Need.MARKDOWN,
    "unsorted-section": Need.NOTHING,
    "unused-allow": Need.COMMENTS,
    "withdrawn-paper": Need.PAPERS,
    "wrong-authors": Need.PAPERS,
    "wrong-paper": Need.PAPERS,
    "wrong-title": Need.PAPERS,
    "wrong-venue": Need.PAPERS,
    "wrong-year": Need.PAPERS,
}
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
