"""The rule `unused-allow`: comments that allow what nothing found."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from bot.linter.diagnostics import Edit, Fix, Safety, Severity
from bot.linter.rule import Bad, Good, Rule
from bot.text import Span, nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from bot.linter.diagnostics import Diagnostic
    from bot.linter.rule import Context
    from bot.linter.suppressions import Allow
    from bot.listing import Listing
    from bot.listing.parts import Part
    from bot.text import Text


class UnusedAllow(Rule):
    """A comment allows a finding that is not there.

    `<!-- bot: allow slug - reason -->` silences the findings of one rule for the entry that it stands on, or
    for the entry below it. Once the entry is mended, the comment hides the next mistake of that kind. A slug
    that names no rule never did anything.

    Only rules that ran count: with `--select`, or for a rule that is off, nothing is said. The fix takes the
    slug out, and the whole comment when no slug is left. It is not a safe fix, because a run that
    sees fewer lists finds fewer duplicates.
    """

    slug: ClassVar[str] = "unused-allow"
    severity: ClassVar[Severity] = Severity.WARNING
    examples: ClassVar[tuple[Good | Bad, ...]] = (
        Bad(
            "* [FireAct](https://arxiv.org/abs/2310.05915) <!-- bot: allow duplicate-entry -->\n",
            fixed="* [FireAct](https://arxiv.org/abs/2310.05915)\n",
        ),
        Bad(
            "<!-- bot: allow duplicate-enrty - kept in both groups -->\n* [FireAct](https://arxiv.org/abs/2310.05915)\n",
            fixed=None,
        ),
        Good("* [FireAct](https://arxiv.org/abs/2310.05915) <!-- a remark to the next editor -->\n"),
    )

    def check(self, listing: Listing, context: Context) -> Iterator[Diagnostic]:
        """Nothing: the engine alone knows what the other rules found, and asks for `remarks`."""
        del listing, context
        yield from ()

    def remarks(
        self, listing: Listing, allow: Allow, idle: Collection[Part], known: frozenset[str]
    ) -> Iterator[Diagnostic]:
        """What is wrong with one comment, by its slugs that silenced nothing and all slugs there are."""
        text = listing.text
        if not allow.slugs:
            message = "the comment names no rule, so it allows nothing"
            yield self.at(listing, allow.span, message, fix=_removal(text, allow, allow.slugs))
        gone = allow.slugs if set(allow.slugs) <= set(idle) else ()
        for slug in allow.slugs:
            if slug.value not in known:
                yield self._unknown(listing, slug, _nearest(slug.value, known))
            elif slug in idle:
                message = f"`{slug.value}` is allowed here, but there is no such finding"
                yield self.at(listing, slug.span, message, fix=_removal(text, allow, gone or (slug,)))

    def _unknown(self, listing: Listing, slug: Part, meant: str | None) -> Diagnostic:
        message = f'there is no rule "{slug.value}"'
        if meant is None:
            return self.at(listing, slug.span, message)
        fix = Fix(f"Write `{meant}`", (Edit(slug.span, meant),), Safety.UNSAFE)
        return self.at(listing, slug.span, f'{message}; did you mean "{meant}"?', fix=fix)


@lru_cache(maxsize=1_000)
def _nearest(word: str, words: frozenset[str]) -> str | None:
    return nearest(word, sorted(words))


def _removal(text: Text, allow: Allow, gone: tuple[Part, ...]) -> Fix:
    if gone == allow.slugs:
        return Fix("Remove the comment", (Edit(_with_surroundings(text, allow), ""),), Safety.UNSAFE)
    index = allow.slugs.index(gone[0])
    if index:
        span = Span(allow.slugs[index - 1].span.end, allow.slugs[index].span.end)
    else:
        span = Span(allow.slugs[0].span.start, allow.slugs[1].span.start)
    return Fix(f"Remove `{gone[0].value}`", (Edit(span, ""),), Safety.UNSAFE)


def _with_surroundings(text: Text, allow: Allow) -> Span:
    """The comment with the blanks before it; with its line or lines where nothing else stands there."""
    content, start, end = text.content, allow.span.start, allow.span.end
    line_start = text.line_span(allow.own_lines.first).start
    while start > line_start and content[start - 1] in " \t":
        start -= 1
    while end < len(content) and content[end] in " \t":
        end += 1
    begins = start in (line_start, int(content.startswith("\ufeff")))
    ends = end == text.line_span(allow.own_lines.last).end
    if not (begins and ends):
        return Span(start, allow.span.end)
    last = allow.own_lines.last
    return Span(start, text.line_starts[last] if last < len(text.line_starts) else end)
