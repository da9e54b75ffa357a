"""Run one rule on a list, with or without facts, and apply its fixes."""

from __future__ import annotations

import cProfile
from datetime import date
from typing import TYPE_CHECKING

from bot.data import read
from bot.linter.diagnostics import apply
from bot.linter.habits import Habits, add_counts
from bot.linter.rule import ActiveRule, Context
from bot.listing import Catalog
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from bot.facts.model import Facts
    from bot.linter.diagnostics import Diagnostic, Severity
    from bot.linter.rule import Rule
    from bot.listing import Listing

PATH = "README.md"
TODAY = date(2026, 11, 21)


def findings(
    rule: Rule,
    text: str,
    *,
    today: date = TODAY,
    others: Sequence[str] = (),
    missing: Collection[str] = (),
    path: str = PATH,
    source: str = "",
    apart: bool = False,
) -> list[Diagnostic]:
    """What `rule` finds in `text`, in order of place.

    `others` are the contents of other lists of the run, named `other-1.md` and so on; `missing` are the
    relative targets, as written, that do not exist; the suffix of `path` says what the text is written
    in, `source` are the records that it is generated from; a list that is `apart` is in no repository.
    """
    listing = read(Text(path, text))
    beside = (read(Text(f"other-{index}.md", other)) for index, other in enumerate(others, 1))
    absent = frozenset((path, target) for target in missing)
    sources = {path: read(Text("papers.yaml", source))} if source else {}
    context = Context(
        today, Catalog((listing, *beside)), absent, sources=sources, apart=frozenset({path} if apart else ())
    )
    return _folded(rule, listing, context)


def _folded(rule: Rule, listing: Listing, context: Context) -> list[Diagnostic]:
    """What a rule finds, its habits folded, in order of place."""
    found, habits = add_counts(listing, rule, tuple(rule.check(listing, context))), Habits(listing)
    habits.learn(ActiveRule(rule), found, found)
    return sorted(habits.fold(found), key=lambda each: (each.span, each.message))


def fixed(text: str, diagnostics: Iterable[Diagnostic]) -> str:
    """`text` with all fixes in it."""
    return apply(text, [each.fix for each in diagnostics if each.fix]).content


def marked(text: str, diagnostics: Iterable[Diagnostic]) -> list[str]:
    """The words that each diagnostic points at."""
    return [Text(PATH, text)[each.span] for each in diagnostics]


def placed(text: str, diagnostics: Iterable[Diagnostic]) -> list[tuple[int, Severity]]:
    """Line and severity of each diagnostic."""
    whole = Text(PATH, text)
    return [(whole.line_at(each.span.start), each.severity) for each in diagnostics]


def found(rule: Rule, text: str, facts: Facts | None) -> list[Diagnostic]:
    """What `rule` finds in `text`, in order of place."""
    listing = read(Text(PATH, text))
    context = Context(TODAY, Catalog((listing,)), facts=facts)
    return _folded(rule, listing, context)


def count_calls(work: Callable[[], object]) -> int:
    """How many functions are called, those in C included: what something costs, on whatever machine."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(each.callcount for each in profile.getstats())
