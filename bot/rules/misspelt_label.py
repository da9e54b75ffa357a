"""The rule `misspelt-label`: the words in front of a field are not written as in the rest of the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.listing import Listing
from bot.listing.values import FieldLabel, field_labels
from bot.papers.similarity import Neighbours, is_inflected
from bot.rules.api import Bad, Context, Findings, Fix, Good, Rule, Safety, Severity
from bot.rules.prose import is_literal
from bot.text import lazy_pattern

_USUAL = 20
"""How often a label must be written one way for another way to be a slip."""
_RARE = 0.05
"""Up to this share of the usual form, a form is a slip."""
_SHORTEST = 5
"""Shorter words are near to each other: `Data`, `Date`."""

_TAG = lazy_pattern(r"\W{0,3}[\[(]([^\W\d_]{7,20})[\])]\W{0,3} ")
_OF_SEVERAL = 3
"""This many entries must have a tag for another one to be a slip of it."""

_LIST = "".join(
    f"* [Agents of Kind {number}](https://arxiv.org/abs/2310.{number:05})\n  - Dataset: ALFWorld {number}\n"
    for number in range(1, 21)
)
_OTHER = "* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"


class MisspeltLabel(Rule):
    """The label of a field has one wrong letter or two colons: `Datset:` or `Dataset::` in a list with `Dataset:`.

    Searches, and programs that read the field, miss this entry. The unsafe fix writes the usual label. The rule applies
    to labels at the start of a line below the title, if the list has the usual label at least twenty times as often as
    the other one.

    Only a note: plurals and capitals, such as `Keywords` beside `Keyword`; misspelt tags before a title
    (`[financail]`).
    """

    severity = Severity.WARNING
    reason = "the list writes the label otherwise elsewhere"
    examples = (
        Bad(f"{_LIST}{_OTHER}  - Datset: HotpotQA\n", fixed=f"{_LIST}{_OTHER}  - Dataset: HotpotQA\n"),
        Good(f"{_OTHER}  - Datset: HotpotQA\n"),
    )

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per label."""
        yield from self._tags(listing)
        labels = tuple(field_labels(listing))
        counts = Counter(each.words for each in labels)
        usual = {words: count for words, count in counts.items() if count >= _USUAL}
        if not usual:
            return
        doubled = Counter(each.words for each in labels if _has_two_colons(each))
        by_case = {words.lower(): words for words in usual}
        neighbours = Neighbours(by_case)
        meant = {words: _meant(words, counts, by_case, neighbours) for words in counts if words not in usual}
        for each in labels:
            if not is_literal(each.prose, each.start, each.start + len(each.words)):
                continue
            span = each.prose.span(each.start, each.start + len(each.words))
            if other := meant.get(each.words):
                is_note = is_inflected(each.words, other) or each.words.lower() == other.lower()
                message = f"`{each.words}:` is written `{other}:` in this list ({counts[other]:,} times)"
                fix = Fix.write(span, other, Safety.UNSAFE)
                yield self.at(listing, span, message, fix=fix, is_note=is_note)
            elif _has_two_colons(each) and doubled[each.words] <= _RARE * usual.get(each.words, 0):
                yield self.at(listing, span, f"two colons after `{each.words}`")

    def _tags(self, listing: Listing) -> Findings:
        """Words in brackets before titles that one entry has, one slip away from those of several others."""
        heads = ((each.head, match) for each in listing.entries if (match := _TAG.match(each.head.text)))
        tags = [(prose.span(*match.span(1)), match[1]) for prose, match in heads if is_literal(prose, *match.span(1))]
        counts = Counter(word for _, word in tags)
        near = Neighbours(word for word, count in counts.items() if count >= _OF_SEVERAL)
        for span, word in tags:
            meant = tuple(near.of(word)) if counts[word] == 1 else ()
            if len(meant) == 1 and not is_inflected(word, meant[0]):
                message = f"`{word}` looks like a typo for `{meant[0]}`, the tag of {counts[meant[0]]:,} entries"
                fix = Fix.write(span, meant[0], Safety.UNSAFE)
                yield self.at(listing, span, message, fix=fix, severity=Severity.NOTE)


def _meant(words: str, counts: Mapping[str, int], by_case: Mapping[str, str], neighbours: Neighbours) -> str | None:
    """The usual label that a rare one was meant to be; None if there is none, or more than one."""
    near = neighbours.of(words.lower()) if len(words) >= _SHORTEST else frozenset()
    found = [by_case[each] for each in (*near, words.lower()) if each in by_case]
    return found[0] if len(found) == 1 and counts[words] <= _RARE * counts[found[0]] else None


def _has_two_colons(label: FieldLabel) -> bool:
    after = label.prose.text[label.start + len(label.words) : label.end]
    return after.count(":") + after.count("：") > 1
