"""Write a paper as a record: with the fields of the records beside it, in their order, quoted as they are."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.additions.code_links import venues_of
from bot.additions.written_venues import read_venue, render, spell
from bot.data.fields import Role, folded
from bot.data.writing import encode, quote_cell, quote_yaml
from bot.document.model import BIBTEX, CSV, MARKDOWN, TSV, YAML, Value
from bot.listing import Entry, Listing, Section
from bot.listing.skeleton import form_of
from bot.listing.values import arxiv_of
from bot.papers.dates import MONTHS, find_dates, write_date
from bot.papers.name_lists import write_name
from bot.papers.names import NameForm, names_of
from bot.papers.similarity import STOP_WORDS, normalise
from bot.papers.titles import coined_head
from bot.text import Span, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bot.papers.record import Record


_FEWEST_ALIKE = 3
"""Records that must have the same value for a new one to have it, too."""
_MOST_PEERS = 50
"""Records that are asked for what they have in common."""
_TAIL = lazy_pattern(r"[\s,]*[})]\s*$")
_ASSIGNMENT = lazy_pattern(r"[^=]*=\s*")
_HEAD = lazy_pattern(r"(@\s*)([A-Za-z]+)(\s*[{(]\s*)([^\s,]*)")
_PREPRINT = lazy_pattern(r"(?:arxiv|corr|preprint)\b", re.IGNORECASE)
_VENUE_TYPES = frozenset({"inproceedings", "article", "conference", "proceedings"})
_DATES = frozenset({Role.DATE, Role.YEAR, Role.MONTH, Role.DAY})
_LONGEST_KEY = 40
_MOST_NAMESAKES = 100
"""Keys that differ only in their number."""


class _Field(NamedTuple):
    """A field of the model, with all its values and its text up to the next one."""

    name: str
    role: str
    values: tuple[Value, ...]
    text: str
    start: int


def by_category(listing: Listing) -> Listing:
    """Records that a field divides into sections, with these as sections; all other lists as they are."""
    names = list(dict.fromkeys(entry.category for entry in listing.entries if entry.category))
    if listing.document.format is MARKDOWN or len(listing.sections) > 1 or len(names) < 2:
        return listing
    indexes = {name: index for index, name in enumerate(names, 1)}
    entries = tuple(replace(entry, section=indexes.get(entry.category, 0)) for entry in listing.entries)
    root = listing.sections[0]
    members = [tuple(i for i, entry in enumerate(entries) if entry.section == index) for index in range(len(names) + 1)]
    sections = [
        Section(root.span, name, Span(0, 0), int(index > 0), (), members[index], outer=0 if index else -1)
        for index, name in enumerate(("", *names))
    ]
    return replace(listing, entries=entries, sections=tuple(sections))


def write_records(listing: Listing, models: Sequence[Entry], record: Record, category: str = "") -> Iterator[str]:
    """The texts of a new record, one for each model: first those with most of the fields that records mostly have."""
    common, habits = _common(listing, models), _learn_habits(listing, models, record)
    for model in sorted(models, key=lambda entry: (bool(category) and entry.category != category, habits.lacks(entry))):
        yield from _Writer(listing, model, record, common, category, habits).write()


class _Habits(NamedTuple):
    """What most of the records beside a new one do."""

    fields: Mapping[Entry, frozenset[str]]
    usual: frozenset[str]
    """The fields that most have, and those for the venue where the new one has one."""
    address: str
    """The form of addresses on arXiv, with `{id}` in it; empty if they have none."""
    key: str
    """What names records, as a pattern of `_KEYS`."""
    is_capital: bool
    """Whether their names begin with a capital letter."""
    venues: tuple[str, ...]

    def lacks(self, entry: Entry) -> int:
        """How many of the usual fields a record does not have."""
        return len(self.usual - self.fields[entry])


_KEYS = (
    "{family}{year}{word}",
    *("{family}{year}", "{family}_{year}", "{family}-{year}", "{family}:{year}", "{family}{short}"),
    *("{name}{year}", "{name}_{year}", "{name}-{year}", "{name}:{year}", "{name}{short}"),
    *("{family}_{year}_{word}", "{family}-{year}-{word}", "{family}{short}{word}", "{name}", "{id}", "arxiv:{id}"),
)
"""How the keys of records are made."""


def _learn_habits(listing: Listing, models: Sequence[Entry], record: Record) -> _Habits:
    peers = models[:_MOST_PEERS]
    values = {each: _values(listing, each) for each in peers}
    fields = {each: frozenset(folded(value.name) for value in own) for each, own in values.items()}
    counts = Counter(name for names in fields.values() for name in names)
    of_venues = {folded(value.name) for own in values.values() for value in own if value.role == Role.VENUE}
    usual = {name for name, count in counts.items() if 2 * count > len(peers) and name not in of_venues}
    with_venue = {name for name in of_venues if record.venue}
    forms = Counter(form for each in peers if each.link is not None and (form := form_of(each.link.href)))
    keys = [(each, head[4]) for each in peers if (head := _HEAD.match(listing.text.content, each.span.start))]
    parts = [(_key_parts(*_facts_of(each)), own.casefold()) for each, own in keys]
    made = Counter(key for known, own in parts for key in _KEYS if key.format_map(known) == own)
    return _Habits(
        fields, frozenset(usual | with_venue), forms.most_common(1)[0][0] if forms else "",
        made.most_common(1)[0][0] if made and 2 * max(made.values()) >= len(keys) else _KEYS[0],
        2 * sum(own[:1].isupper() for _, own in keys) > len(keys), venues_of(listing),
    )  # fmt: skip


def _facts_of(entry: Entry) -> tuple[str, str, int | None, str]:
    """What the key of a record may be made of: the first author, the title, the year and the id on arXiv."""
    names = [name for part in entry.authors for name in names_of(part.value).names]
    date = entry.date.value if entry.date is not None else None
    return names[0] if names else "", entry.title_text, date.year if date else None, arxiv_of(entry) or ""


def _key_parts(author: str, title: str, year: int | None, arxiv: str) -> dict[str, str]:
    """What is in `_KEYS` for the parts of a key."""
    head = coined_head(title)
    family = re.sub(r"[^a-z0-9]", "", normalise(author.split()[-1])) if author.split() else ""
    words = (each for each in normalise(head or title).split() if len(each) > 2 and each not in STOP_WORDS)
    word = next(words, "paper")
    name = re.sub(r"[^a-z0-9]", "", normalise(head) or word)
    digits = str(year or "")
    return {"family": family, "year": digits, "short": digits[2:], "word": word, "name": name, "id": arxiv}


def _common(listing: Listing, entries: Sequence[Entry]) -> Mapping[str, str]:
    """The values that all records have alike, by the folded names of their fields."""
    peers = entries[:_MOST_PEERS]
    pairs = Counter(
        (folded(value.name), listing.text[value.span]) for each in peers for value in _values(listing, each)
    )
    return {name: text for (name, text), count in pairs.items() if count == len(peers) >= _FEWEST_ALIKE}


def _values(listing: Listing, entry: Entry) -> list[Value]:
    values = listing.document.values
    first = bisect_left(values, entry.span.start, key=lambda value: value.span.start)
    last = bisect_left(values, entry.span.end + 1, key=lambda value: value.span.start)
    return list(values[first:last])


class _Writer:
    """Writes a record as one model is written."""

    def __init__(
        self,
        listing: Listing,
        model: Entry,
        record: Record,
        common: Mapping[str, str],
        category: str,
        habits: _Habits,
    ) -> None:
        self.listing, self.model, self.record = listing, model, record
        self.text, self.common, self.category, self.habits = listing.text, common, category, habits
        self.form = listing.document.format.name
        self.values = _values(listing, model)

    def write(self) -> Iterator[str]:
        """The text of the record; nothing if the model is written in a way that cannot be followed."""
        if self.form in (CSV, TSV):
            yield self._row()
        elif fields := self._fields():
            written = self._entry(fields) if self.form == BIBTEX else self._mapping(fields)
            if written:
                yield written

    def _row(self) -> str:
        first, *others = self.values
        between = self.text.content[first.span.end + len(first.quote) :] if others else ","
        delimiter = between.lstrip(" ")[:1]
        cells = [
            quote_cell(self._fact(value.role, value.name, self.text[value.span]) or "", delimiter, value.quote)
            for value in self.values
        ]
        return delimiter.join(cells)

    def _fields(self) -> list[_Field]:
        keys = sorted({value.key for value in self.values if self.model.span.contains(value.key)})
        ends = [*(key.start for key in keys[1:]), self.model.span.end]
        fields = []
        for key, end in zip(keys, ends, strict=True):
            own = tuple(value for value in self.values if value.key == key)
            fields.append(_Field(own[0].name, own[0].role, own, self.text.content[key.start : end], key.start))
        return fields

    def _entry(self, fields: Sequence[_Field]) -> str:
        """An entry of BibTeX."""
        content = self.text.content
        head = _HEAD.match(content, self.model.span.start)
        tail = _TAIL.search(fields[-1].text)
        if head is None or tail is None:
            return ""
        texts = [field.text for field in fields[:-1]] + [fields[-1].text[: tail.start()]]
        bare = [text.rstrip().removesuffix(",").rstrip() for text in texts]
        between = texts[0][len(bare[0]) :] if len(texts) > 1 else ",\n"
        written = []
        names = set()
        for field, text in zip(fields, bare, strict=True):
            assignment = _ASSIGNMENT.match(text)
            raw = text[assignment.end() :] if assignment else ""
            new = self._bibtex_value(field, raw)
            if assignment and new:
                written.append(assignment[0] + new)
                names.add(field.role)
        kind = head[2]
        had_venue = any(field.role == Role.VENUE for field in fields)
        if kind.casefold() in _VENUE_TYPES and had_venue and Role.VENUE not in names:
            kind = "misc" if kind.islower() else "Misc"
        opening = f"{head[1]}{kind}{head[3]}{self._key()}{content[head.end() : fields[0].start]}"
        return opening + between.join(written) + fields[-1].text[tail.start() :].rstrip()

    def _bibtex_value(self, field: _Field, raw: str) -> str:
        quote = raw[:1] if raw[:1] in ("{", '"') else ""
        fact = self._fact(field.role, field.name, raw.strip('{}"'))
        if not fact:
            return ""
        if field.role == Role.MONTH and not quote and self.record.date is not None and self.record.date.month:
            return fact if raw.isdigit() else MONTHS[self.record.date.month - 1][:3].lower()
        inner = encode(BIBTEX, quote or "{", fact, fact)
        if inner is None:
            return ""
        if not quote and fact.isdigit():
            return fact
        return f'"{inner}"' if quote == '"' else f"{{{inner}}}"

    def _mapping(self, fields: Sequence[_Field]) -> str:
        """A mapping of YAML."""
        line = self.text.line_starts[self.text.line_at(self.model.span.start) - 1]
        head = self.text.content[line : fields[0].start]
        if head.strip() and head.strip()[0] not in "-{":  # a key of its own leads to the record
            old = head.strip().partition(":")[0]
            head = head.replace(old, self._key(), 1)
        if head.rstrip().endswith("{"):
            written = [text for field in fields if (text := self._simple(field)) is not None]
            return f"{head}{', '.join(written)}}}"
        newline = self.text.newline
        margin = " " * (fields[0].start - self.text.line_starts[self.text.line_at(fields[0].start) - 1])
        written = [text for field in fields if (text := self._block(field)) is not None]
        return head + f"{newline}{margin}".join(written)

    def _block(self, field: _Field) -> str | None:
        """A field of a block mapping; None if there is nothing to write."""
        first = field.values[0]
        before = self.text.content[field.start : first.span.start - len(first.quote.strip("|>"))]
        if len(field.values) == 1 and "\n" not in before and "[" not in before and "{" not in before:
            return self._simple(field)
        if field.role == Role.AUTHORS:
            return self._authors(field, before)
        return self._nested(field)

    def _simple(self, field: _Field) -> str | None:
        """A field with one value."""
        value = field.values[0]
        name = self.text.content[value.key.start : value.key.end]
        colon = self.text.content[value.key.end :].partition(":")[0]
        old = self.text[value.span] if value.quote != "*" else ""
        new = self._fact(field.role, field.name, old)
        if new is None or (not new and old):
            return None
        usual = value.quote if value.quote in ("'", '"') else ""
        return f"{name}{colon}:{' ' + quote_yaml(new, usual, is_date=field.role in _DATES) if new else ''}"

    def _authors(self, field: _Field, before: str) -> str | None:
        if not self.record.authors:
            return None
        usual = field.values[0].quote if field.values[0].quote in ("'", '"') else ""
        names = [quote_yaml(name, usual) for name in self.record.authors]
        if "[" in before:
            return f"{before.partition('[')[0]}[{', '.join(names)}]"
        lead, _, item = before.rpartition("\n")
        return "".join([lead.partition("\n")[0].rstrip("\r"), *(f"{self.text.newline}{item}{name}" for name in names)])

    def _nested(self, field: _Field) -> str | None:
        """A field with several values: of its items those that lead to the paper, with the new address."""
        link = self.model.link
        lines = field.text.rstrip().splitlines()
        indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
        address = self._address()
        if link is None or not indents or not address:
            return None
        items: list[list[str]] = []
        for line in lines[1:]:
            if not items or len(line) - len(line.lstrip()) == min(indents):
                items.append([])
            items[-1].append(line)
        kept = [item for item in items if any(link.href in line for line in item)][:1]
        written = [line.replace(link.href, address) for item in kept for line in item]
        return self.text.newline.join([lines[0].rstrip(), *written]) if written else None

    def _fact(self, role: str, name: str, old: str) -> str | None:
        """What the new record has in a field; empty if its place is kept, None if there is nothing."""
        known = folded(name)
        found = self._known(role, old) if role not in _DATES else self._part_of_date(role, old)
        if known == "primaryclass":
            found = next(iter(self.record.categories), None)
        elif known in ("archiveprefix", "eprinttype") and self.record.arxiv:
            found = old
        elif found is None and role in ("", Role.TEXT):
            found = self.common.get(known)
        return found if found is not None or old else ""

    def _known(self, role: str, old: str) -> str | None:
        """What is on record about the paper, apart from its date."""
        record, link, work = self.record, self.model.link, self.model.work
        facts = {Role.TITLE: record.title, Role.NAME: record.title, Role.DOI: record.doi, Role.CODE: record.code}
        match role:
            case Role.AUTHORS:
                return self._names(old)
            case Role.VENUE:
                return self._venue(old) or self._preprint(old)
            case Role.ARXIV | Role.NUMBER:
                is_meant = role == Role.ARXIV or (work is not None and work.value in old)
                return self._number(old) if is_meant else None
            case Role.LINK:
                return self._address() if link is None or old == link.href else None
            case Role.SECTION:
                return self.category or old
        return (facts.get(Role(role)) or None) if role else None

    def _part_of_date(self, role: str, old: str) -> str | None:
        """The date, or the part of it that a field is for."""
        date = self.record.date
        if role == Role.YEAR:
            return str(date.year if date is not None else self.record.year or "") or None
        if date is None:
            return None
        if role == Role.MONTH:
            return self._month(old)
        if role == Role.DAY:
            return str(date.day) if date.day else None
        found = find_dates(old)
        return (write_date(date, found[0].format, found[0].padded is not False) if found else None) or date.iso()

    def _names(self, old: str) -> str | None:
        names: Sequence[str] = self.record.authors
        if not names:
            return None
        if self.form == BIBTEX:
            is_reversed = "," in old
            return " and ".join(write_name(name, NameForm.FAMILY_FIRST) if is_reversed else name for name in names)
        return next((mark for mark in ("; ", ", ", " and ") if mark in old), ", ").join(names)

    def _month(self, old: str) -> str | None:
        if self.record.date is None or self.record.date.month is None:
            return None
        number = self.record.date.month
        if old.isdigit():
            return str(number).rjust(len(old) if old.startswith("0") else 1, "0")
        name = MONTHS[number - 1]
        return name if len(old) > len("Sept") or old in MONTHS else name[:3]

    def _venue(self, old: str) -> str:
        """The venue as records name theirs; with the year only where the model has it there."""
        if not self.record.venue:
            return ""
        venue, old = read_venue(self.record.venue, self.record.year), old or next(iter(self.habits.venues), "")
        return render(old, venue._replace(name=spell(venue.name, self.habits.venues))) if old else self.record.venue

    def _preprint(self, old: str) -> str | None:
        """Words such as `arXiv 2024` of a model that is a preprint too, with the new year and id."""
        if not self.record.preprint or not _PREPRINT.match(old):
            return None
        work, own = self.model.work, self.record.identifier
        words = old.replace(work.value, own.value) if work is not None and own is not None else old
        year = str(self.record.date.year) if self.record.date is not None else ""
        return re.sub(r"\b(?:19|20)\d\d\b(?!\.\d)", year, words) if year else words

    def _number(self, old: str) -> str | None:
        own = self.record.identifier
        if own is None or not self.record.arxiv:
            return None
        if "://" in old:
            return self._address()
        return f"{old[: len('arxiv:')]}{own.value}" if old.casefold().startswith("arxiv:") else own.value

    def _address(self) -> str | None:
        """The address of the paper, in the form that most have where it is on arXiv."""
        if self.record.arxiv and self.habits.address:
            return self.habits.address.replace("{id}", self.record.arxiv)
        return self.record.address or None

    def _key(self) -> str:
        """A key that no other record has, made as most are; else family name, year and first word: `yao2022react`."""
        record = self.record
        year = record.date.year if record.date is not None else record.year
        parts = _key_parts(next(iter(record.authors), ""), record.title, year, record.arxiv)
        title = normalise(coined_head(record.title) or record.title)
        key = self.habits.key.format_map(parts) if self.form != YAML else re.sub(r"\W+", "-", title)
        key = key[:1].upper() + key[1:] if self.habits.is_capital else key
        key = key[:_LONGEST_KEY].strip("-") or "paper"
        taken, number = self.text.content.casefold(), 1
        while f"{key}{number if number > 1 else ''}" in taken and number < _MOST_NAMESAKES:
            number += 1
        return f"{key}{number if number > 1 else ''}"
