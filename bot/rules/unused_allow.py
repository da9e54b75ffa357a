"""The rule `unused-allow`: suppression comments without effect."""

from __future__ import annotations

from functools import lru_cache

from bot.linter.suppressions import Suppression
from bot.listing import Listing, Span, Text
from bot.listing.parts import Part
from bot.rules import URL
from bot.rules.api import Bad, Diagnostic, Edit, Findings, Fix, Good, Rule, Safety, Scope, Severity
from bot.text import join, nearest


class UnusedAllow(Rule):
    """A suppression comment has no effect.

    `<!-- bot: allow RULE -->` suppresses the findings of a rule, or of several with commas between them, in the entry
    on the same line or the next one. After the entry is fixed, it would hide the next mistake of that kind. A comment
    that names no rule, or is misspelt (`bot: alow`, `bot: kind tool`), has no effect either.

    The fix corrects a misspelling, or removes the name of the rule or the whole comment. It is unsafe, because the
    comment may still be needed when more lists are checked together.

    Not reported: comments about rules that did not run.
    """

    severity = Severity.WARNING
    reason = "without the comment nothing else would be reported"
    scope = Scope.LIST
    examples = (
        Bad(f"* [FireAct]({URL}) <!-- bot: allow duplicate-entry -->\n", fixed=f"* [FireAct]({URL})\n"),
        Bad(f"<!-- bot: allow duplicate-enrty - kept in both groups -->\n* [FireAct]({URL})\n", fixed=None),
        Bad(
            f"* [FireAct]({URL})  (NeurIPS 23) <!-- bot: alow stray-space -->\n",
            fixed=f"* [FireAct]({URL})  (NeurIPS 23) <!-- bot: allow stray-space -->\n",
        ),
        Bad(
            f"<!-- bot: order newest -->\n* [FireAct]({URL})\n",
            fixed=f"<!-- bot: order newest-first -->\n* [FireAct]({URL})\n",
        ),
        Bad(f"* [FireAct]({URL}) <!-- bot: kind tool -->\n"),
        Good(f"* [FireAct]({URL}) <!-- a remark to the next editor -->\n"),
    )

    def check_suppression(
        self, listing: Listing, comment: Suppression, unused: frozenset[Part], known: frozenset[str]
    ) -> Findings:
        """Yield one diagnostic per slug, or one for a comment without slugs."""
        text = listing.text
        unused = frozenset(slug for slug in comment.slugs if slug in unused and slug.value != self.slug)
        if comment.misspelt is not None:
            written, words = comment.misspelt, {each.rpartition(" ")[2]: each for each in comment.meant}
            near = nearest(written.value.lower().split()[-1], words) if len(words) > 1 else min(words)
            fix = Fix(f"Write {words[near]}", (Edit(written.span, words[near]),), Safety.UNSAFE) if near else None
            what = "suppresses nothing" if len(words) == 1 else "has no effect"
            message = f"`{written.value}` {what}; did you mean {join([f'`{each}`' for each in comment.meant], 'or')}?"
            yield self.at(listing, written.span, message, fix=fix)
        elif not comment.slugs:
            message = "the comment names no rule, so it suppresses nothing"
            yield self.at(listing, comment.span, message, fix=_removal(text, comment, comment.slugs))
        removed = comment.slugs if unused.issuperset(comment.slugs) else ()
        for slug in comment.slugs:
            if slug.value not in known:
                yield self._unknown(listing, slug, _nearest(slug.value, known))
            elif slug in unused:
                message = f"nothing to suppress: `{slug.value}` finds nothing here"
                yield self.at(listing, slug.span, message, fix=_removal(text, comment, removed or (slug,)))

    def _unknown(self, listing: Listing, slug: Part, meant: str | None) -> Diagnostic:
        message = f'unknown rule "{slug.value}"'
        if meant is None:
            return self.at(listing, slug.span, message)
        fix = Fix.write(slug.span, meant, Safety.UNSAFE)
        return self.at(listing, slug.span, f'{message}; did you mean "{meant}"?', fix=fix)


@lru_cache(maxsize=1_000)
def _nearest(slug: str, known: frozenset[str]) -> str | None:
    return nearest(slug, sorted(known))


def _removal(text: Text, comment: Suppression, removed: tuple[Part, ...]) -> Fix:
    if removed == comment.slugs:
        return Fix("Remove the comment", (Edit(_with_surroundings(text, comment), ""),), Safety.UNSAFE)
    index = comment.slugs.index(removed[0])
    if index:
        span = Span(comment.slugs[index - 1].span.end, comment.slugs[index].span.end)
    else:
        span = Span(comment.slugs[0].span.start, comment.slugs[1].span.start)
    return Fix(f"Remove `{removed[0].value}`", (Edit(span, ""),), Safety.UNSAFE)


def _with_surroundings(text: Text, comment: Suppression) -> Span:
    """The comment with the spaces before it, or with its whole lines if nothing else is on them."""
    content, start, end = text.content, text.blanks_before(comment.span.start), comment.span.end
    line_start = text.line_span(comment.own_lines.first).start
    while end < len(content) and content[end] in " \t":
        end += 1
    begins = start in (line_start, int(content.startswith("\ufeff")))
    ends = end == text.line_span(comment.own_lines.last).end
    if not (begins and ends):
        return Span(start, comment.span.end)
    last = comment.own_lines.last
    return Span(start, text.line_starts[last] if last < len(text.line_starts) else end)
