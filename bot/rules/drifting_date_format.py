"""The rule `drifting-date-format`: dates in another format than the rest of the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.listing import DateLabel, Listing, Span
from bot.papers.dates import OTHER_NAMES, DateFormat, PartialDate, has_format, read_date_label, write_date
from bot.rules.api import Bad, Context, Diagnostic, Findings, Fix, Good, Places, Rule, Safety, Severity, option
from bot.rules.prose import full_text, impossible_dates
from bot.text import lazy_pattern

_FEWEST_NAMED, _NAMED = 4, 0.5
"""Dates with English names of months, and their share of all dates, from which another language is a slip."""
_COMMON = 0.2
"""The share of the dates after a word, as in `Published in May 2024`, from which the list dates so."""
_SENTENCE = lazy_pattern(r"(?:(?<![^\W_])[a-z]+|(?:^|[\n.!?] )[ \t]*[A-Z][a-z]+)[ \t]+$")
"""The word of a sentence: in small letters, or the first one."""
_LONGEST_WORD = 20
_OTHER_MONTH = lazy_pattern(rf"(?i:(?<![^\W\d_])({'|'.join(OTHER_NAMES)})(?=\.? $))")

_DATED = """\
* [2025-05] [Group-in-Group Policy Optimization](https://arxiv.org/pdf/2505.10978)
* [2025-05] [SPA-RL](https://arxiv.org/abs/2505.20732)
* [2025-04] [MARFT](https://arxiv.org/abs/2504.16129)
* [2025-03] [SWEET-RL](https://arxiv.org/pdf/2503.15478)
* [2025-03] [MPO](https://arxiv.org/pdf/2503.02682)
* [2025-02] [EPO](https://arxiv.org/pdf/2502.12486)
* [2024-11] [WebRL](https://arxiv.org/pdf/2411.02337)
* [2024-09] [Building Math Agents](https://arxiv.org/pdf/2409.02392)
* [2024-06] [DigiRL](https://arxiv.org/pdf/2406.11896)
* [2024-02] [ArCHer](https://arxiv.org/pdf/2402.19446)
"""


@dataclass(frozen=True, eq=False)
class DriftingDateFormat(Rule):
    """The date of an entry is in another format than the other dates of the list.

    The rule applies if at least ten entries have dates, and four fifths of them have the same format. It writes notes,
    or warnings if you set `conventions.date_format`. `2024.7` and `2024.07` count as the same format.

    The fix writes the date in the format of the list. There is no fix if the date is more or less precise than that. A
    month in another language (`Mai 2023`) has an unsafe fix, if the arXiv id confirms it.

    Not reported: dates within a sentence (`In May 2024, its authors ...`).
    """

    severity = Severity.WARNING
    reason = "nearly all dates of the list have another format"
    examples = (
        Bad(_DATED.replace("[2024-06]", "[June 2024]"), fixed=_DATED),
        Bad(_DATED.replace("[2024-06]", "[2024]")),
        Good(_DATED),
    )

    date_format: DateFormat | None = option(None, "The format of all dates; overrides `conventions.date_format`.")

    def check_list(self, listing: Listing, context: Context) -> Findings:
        """Yield one diagnostic per date in another format than the list's."""
        labels = _labels(listing)
        yield from self._other_languages(listing, labels)
        learned = listing.conventions.date_format
        wanted = self.date_format or (learned.value if learned is not None and learned.is_firm else None)
        if wanted is None:
            return
        if all(entry.date is None or _is_written_as(entry.date, wanted) for entry in listing.papers):
            return
        padded = _is_padded(labels)
        words = Counter(_word_before(listing, label) for label in labels)
        for label in labels:
            if (word := _word_before(listing, label)) and words[word] < len(labels) * _COMMON:
                continue  # a date within a sentence, which is in no format
            if (found := self._find(listing, label, wanted, padded)) is not None:
                form = f"the date has the format {label.format.value}, the list uses {wanted.value}"
                is_learned = self.date_format is None
                severity = Severity.NOTE if is_learned else found.severity
                yield replace(found, forms=(form,) if is_learned else (), severity=severity)

    def places(self, listing: Listing, form: str) -> Places:
        """Return the dates."""
        return Places("dates", tuple(label.span for label in _labels(listing)))

    def _other_languages(self, listing: Listing, labels: Sequence[DateLabel]) -> Findings:
        """The names of months in another language than the others: `Mai 2023`, where the id is of May."""
        usual = Counter(label.format for label in labels if "Mon" in label.format).most_common(1)
        if not usual or usual[0][1] < max(_FEWEST_NAMED, _NAMED * len(labels)):
            return
        for label in labels:
            entry = listing.entry_at(label.span.start) if label.format is DateFormat.YYYY else None
            announced = entry.announced if entry is not None else None
            start = max(label.span.start - _LONGEST_WORD, 0)
            found = _OTHER_MONTH.search(listing.text.content, start, label.span.start)
            if announced is None or found is None or label.value != PartialDate(announced.year):
                continue
            span, written = Span(found.start(), label.span.end), write_date(announced, usual[0][0])
            if OTHER_NAMES[found[1].lower()] == announced.month and written is not None:
                fix = Fix.write(span, written, Safety.UNSAFE)
                message = f"write the date as {written}; the other months of the list are in English"
                yield self.at(listing, span, message, fix=fix, severity=Severity.NOTE)

    def _find(self, listing: Listing, label: DateLabel, wanted: DateFormat, padded: bool) -> Diagnostic | None:
        """What is wrong with one date; None for one in the wanted format."""
        if label.value is None or _is_written_as(label, wanted):
            return None
        written = write_date(label.value, wanted, padded)
        entry, is_glued = listing.entry_at(label.span.start), _is_glued(listing, label)
        if is_glued and entry is not None and written is not None and written in full_text(entry):
            return None  # `FSKD'14 ..., 2014`: the date is beside it, as the list writes it
        if written is None or not _is_lossless(written, wanted, label.value) or is_glued:
            message = f"write the date as {wanted.value}, like the others of the list"
            return self.at(listing, label.span, message, severity=Severity.NOTE)
        message = f"write the date as {written}; the list uses {wanted.value}"
        return self.at(listing, label.span, message, fix=Fix.write(label.span, written))


def _is_written_as(label: DateLabel, wanted: DateFormat) -> bool:
    """Whether a date is in the wanted format, or may be read so: `1911` is not November where the list has years."""
    is_year = wanted is DateFormat("YYYY") and label.text.isdecimal() and label.text[:2] in ("18", "19")
    return is_year or label.format is wanted or has_format(label.text, wanted)


def _labels(listing: Listing) -> list[DateLabel]:
    """The dates of papers, without impossible ones."""
    return [entry.date for entry in listing.papers if entry.date is not None and not any(impossible_dates(entry))]


def _is_padded(labels: list[DateLabel]) -> bool:
    """Whether most dates of the list write one-digit months with a leading zero."""
    counts = Counter(mention.padded for label in labels for mention in read_date_label(label.text)[:1])
    return counts[True] >= counts[False]


def _is_lossless(written: str, date_format: DateFormat, value: PartialDate) -> bool:
    """Whether reading the written date back gives the same date."""
    return any(mention.value == value for mention in read_date_label(written) if mention.format is date_format)


def _word_before(listing: Listing, label: DateLabel) -> str:
    """The word of a sentence right before a date; nothing if other text or a mark is before it."""
    content, end = listing.text.content, label.span.start
    first = max(listing.text.line_around(end).start, end - _LONGEST_WORD)
    before = content[first:end]
    is_behind_word = before[-1:] in (" ", "\t") and before.rstrip(" \t")[-1:].isalpha()
    match = _SENTENCE.search(before) if is_behind_word else None
    return match[0].strip(" \t\n.!?").lower() if match is not None else ""


def _is_glued(listing: Listing, label: DateLabel) -> bool:
    """Whether the date is part of a name, such as the year in `SEC'22`."""
    before = listing.text.content[label.span.start - 1 : label.span.start]
    return before.isalnum() or not read_date_label(label.text)
