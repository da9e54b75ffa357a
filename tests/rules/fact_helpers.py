"""A rule, a list and facts come in; what the rule finds goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.document import parse
from bot.linter.rule import Context
from bot.listing import Catalog, read
from bot.text import Text
from tests.rules.helpers import PATH, TODAY

if TYPE_CHECKING:
    from bot.facts.model import Facts
    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Rule


def found(rule: Rule, text: str, facts: Facts | None) -> list[Diagnostic]:
    """What `rule` finds in `text`, in order of place."""
    listing = read(parse(Text(PATH, text)))
    context = Context(TODAY, Catalog((listing,)), facts=facts)
    return sorted(rule.check(listing, context), key=lambda each: (each.span, each.message))
