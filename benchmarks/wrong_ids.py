"""Plant wrong arXiv ids in copies of lists, and count those that a lint without network tells of.

    python benchmarks/wrong_ids.py [--count 300] [--seed 11] [--missed] LIST...

Each id is planted by itself. It counts as found where an error or a warning of a rule about links, ids, dates or copies
points at the entry (or the news) that was changed, or names the planted id, and was not there before. The kinds that
the list itself proves wrong come first in the table; a slip of a digit often needs arXiv's own record (`--online`).
`--missed` prints the changed lines that nothing was said about.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from bot.document import parse
from bot.linter.diagnostics import Severity
from bot.linter.engine import Plan, check
from bot.linter.rule import ActiveRule, Context
from bot.listing import Catalog, read
from bot.papers.identifiers import Scheme
from bot.rules import RULES
from bot.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.listing import Entry, Listing

TODAY = date(2026, 11, 21)
FITTING = frozenset(
    "conflicting-id reused-id duplicate-entry placeholder-link malformed-arxiv-id malformed-link empty-link "
    "date-mismatch missing-file".split()
)
PLACEHOLDERS = (
    *("https://arxiv.org/abs/XXXX.XXXXX", "https://arxiv.org/abs/2401.xxxxx", "https://arxiv.org/abs/24XX.XXXXX"),
    *("https://arxiv.org/abs/2024.xxxxx", "https://arxiv.org/abs/2400.00000", "https://arxiv.org/abs/TODO"),
    *("https://arxiv.org/abs/coming-soon", "https://arxiv.org/abs/your-paper-id", "https://arxiv.org/abs/"),
    *("TODO", "", "https://arxiv.org/"),
)
NEWS = 6
"""Entries that the news name."""


class Source(NamedTuple):
    """A list, and its entries whose title and arXiv id can be exchanged."""

    text: Text
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Plant:
    """A list before and after one id was changed; `start` and `end` are where the change is."""

    before: str
    after: str
    start: int
    end: int
    wrong: str


def load(path: Path) -> Source:
    """Read a list."""
    text = Text(path.name, path.read_bytes().decode(errors="replace"))
    return Source(text, tuple(entry for entry in read(parse(text)).papers if is_changeable(text, entry)))


def is_changeable(text: Text, entry: Entry) -> bool:
    """Whether the URL of the main link holds the arXiv id of an entry with a title of three words or more."""
    if entry.title is None or entry.link is None or entry.link.url_span is None or entry.work is None:
        return False
    if entry.work.scheme is not Scheme.ARXIV or entry.work.value not in text[entry.link.url_span]:
        return False
    return entry.title.value.count(" ") >= 2


def replace_id(text: str, entry: Entry, wrong: str) -> Plant | None:
    """Another id wherever the entry has its own."""
    right = entry.work.value if entry.work is not None else ""
    whole = text[entry.span.start : entry.span.end]
    changed = re.sub(rf"(?<!\d){re.escape(right)}(?!\d)", wrong, whole)
    if wrong == right or changed == whole:
        return None
    return splice(text, entry.span, changed, wrong)


def replace_url(text: str, entry: Entry, url: str) -> Plant | None:
    """Another URL in the place of that of the main link."""
    span = entry.link.url_span if entry.link is not None else None
    if span is None:
        return None
    plant = splice(text, span, url, url)
    return Plant(plant.before, plant.after, entry.span.start, entry.span.end + len(url) - len(span), url)


def splice(text: str, span: Span, new: str, wrong: str) -> Plant:
    """Put `new` in the place of a span."""
    return Plant(text, text[: span.start] + new + text[span.end :], span.start, span.start + len(new), wrong)


def plant_neighbour(source: Source, chosen: random.Random) -> Plant | None:
    """The id of the entry right above or below."""
    index = chosen.randrange(1, len(source.entries))
    pair = [source.entries[index - 1], source.entries[index]]
    chosen.shuffle(pair)
    return copy_id(source, *pair) if pair[0].section == pair[1].section else None


def plant_far(source: Source, chosen: random.Random) -> Plant | None:
    """The id of an entry of another section."""
    one, other = chosen.sample(source.entries, 2)
    return copy_id(source, one, other) if one.section != other.section else None


def plant_alias(source: Source, chosen: random.Random) -> Plant | None:
    """As before, where both titles begin with a name and a colon."""
    named = [entry for entry in source.entries if re.match(r"[\w-]*[A-Z][\w-]*:\s", title_of(entry))]
    if len(named) < 2:
        return None
    one, other = chosen.sample(named, 2)
    return copy_id(source, one, other) if one.section != other.section else None


def title_of(entry: Entry) -> str:
    """The title of an entry."""
    return entry.title.value if entry.title is not None else ""


def copy_id(source: Source, entry: Entry, other: Entry) -> Plant | None:
    """The id of another entry, under another title."""
    if other.work is None or title_of(entry) == title_of(other):
        return None
    return replace_id(source.text.content, entry, other.work.value)


def plant_search(source: Source, chosen: random.Random) -> Plant | None:
    """A search for the address, in three spellings, and one for the title."""
    entry = chosen.choice(source.entries)
    url = entry.link.href if entry.link is not None else ""
    engine = "https://www.google.com/search?q="
    urls = (engine + url, engine + quote(url, safe=""), f"{engine}{url}&authuser=1", engine + quote(title_of(entry)))
    return replace_url(source.text.content, entry, chosen.choice(urls))


def plant_placeholder(source: Source, chosen: random.Random) -> Plant | None:
    """A placeholder for an address."""
    return replace_url(source.text.content, chosen.choice(source.entries), chosen.choice(PLACEHOLDERS))


def plant_news(source: Source, chosen: random.Random) -> Plant | None:
    """News with the right ids; in one bullet, or in the entry that it is about, another id."""
    dated = [entry for entry in source.entries if entry.announced is not None]
    if len(dated) < 2 * NEWS:
        return None
    picked = chosen.sample(dated, NEWS + 1)
    *named, other = picked
    named.sort(key=lambda entry: entry.announced.iso() if entry.announced else "", reverse=True)
    bullets = [news_of(entry) for entry in named]
    head = "# News\n\n" + "".join(bullets) + "\n"
    before = head + source.text.content
    wrong = other.work.value if other.work is not None and chosen.random() < 0.5 else slip(named[0], chosen)
    if chosen.random() < 0.5:
        plant = replace_id(source.text.content, named[0], wrong)
        shift = len(head)
        return plant and Plant(before, head + plant.after, plant.start + shift, plant.end + shift, wrong)
    start = len("# News\n\n")
    right = named[0].work.value if named[0].work is not None else ""
    span = Span(start, start + len(bullets[0]))
    return splice(before, span, bullets[0].replace(right, wrong), wrong)


def news_of(entry: Entry) -> str:
    """A bullet of news about an entry."""
    month = entry.announced.iso().replace("-", "/") if entry.announced is not None else ""
    id_ = entry.work.value if entry.work is not None else ""
    return f"- **[{month}]** 🎉 Our paper [{title_of(entry)}](https://arxiv.org/abs/{id_}) is now part of this list.\n"


def plant_slip(source: Source, chosen: random.Random) -> Plant | None:
    """Another digit in the number, the month kept."""
    entry = chosen.choice(source.entries)
    return replace_id(source.text.content, entry, slip(entry, chosen))


def slip(entry: Entry, chosen: random.Random) -> str:
    """The id of an entry with one digit of its number changed."""
    right = entry.work.value if entry.work is not None else ""
    place = chosen.randrange(len(right) - 3, len(right))
    return (
        right[:place] + chosen.choice([digit for digit in "0123456789" if digit != right[place]]) + right[place + 1 :]
    )


def plant_month(source: Source, chosen: random.Random, dated: bool = True) -> Plant | None:
    """An id of another month; `dated`: the entry has the month as its date, so that the two contradict each other."""
    entry = chosen.choice(source.entries)
    if entry.announced is None or entry.work is None or not re.match(r"\d{4}\.", entry.work.value):
        return None
    label = entry.date.value if entry.date is not None else None
    if dated != (label is not None and label.months() == entry.announced.months()):
        return None
    month = (entry.announced.months() or 0) + chosen.choice((-14, -12, -9, -5, -3, 3, 5, 9, 12))
    if not 2015 * 12 <= month < TODAY.year * 12 + TODAY.month:
        return None
    return replace_id(source.text.content, entry, f"{month // 12 % 100:02}{month % 12 + 1:02}{entry.work.value[4:]}")


def plant_other_month(source: Source, chosen: random.Random) -> Plant | None:
    """An id of another month beside an entry that is not dated by its month."""
    return plant_month(source, chosen, dated=False)


KINDS: tuple[tuple[str, Callable[[Source, random.Random], Plant | None], int, bool], ...] = (
    ("copied from the neighbour", plant_neighbour, 50, True),
    ("alias pair, two sections", plant_alias, 40, True),
    ("search address", plant_search, 30, True),
    ("placeholder", plant_placeholder, 40, True),
    ("news against entry", plant_news, 40, True),
    ("copied from far away", plant_far, 40, False),
    ("digit changed, month contradicts the date", plant_month, 20, False),
    ("digit changed, month kept", plant_slip, 20, False),
    ("id of another month, no date", plant_other_month, 20, False),
)
"""Each kind with its share of 300, and whether the list itself proves nearly all of its ids wrong."""


@cache
def findings(content: str) -> tuple[Diagnostic, ...]:
    """The errors and warnings of the fitting rules that need only the list."""
    plan = Plan(tuple(ActiveRule(rule, None) for rule in RULES if rule.enabled and rule.slug in FITTING))
    listing: Listing = read(parse(Text("README.md", content)))
    beside = frozenset(("README.md", link.href) for link in listing.document.links if ":" not in link.href)
    found = check([listing], plan, Context(TODAY, Catalog((listing,)), beside)).diagnostics
    return tuple(each for each in found if each.severity > Severity.NOTE)


def is_found(plant: Plant) -> bool:
    """Whether a finding tells of the change."""
    old = Counter((each.rule, plant.before[each.span.start : each.span.end]) for each in findings(plant.before))
    changed = Span(plant.start, plant.end)
    for each in findings(plant.after):
        key = (each.rule, plant.after[each.span.start : each.span.end])
        spans = (each.span, *(related.span for related in each.related))
        tells = any(span.overlaps(changed) for span in spans) or (plant.wrong and plant.wrong in each.message)
        if tells and not old[key]:
            return True
    return False


def plant_all(sources: Sequence[Source], count: int, seed: int) -> Iterable[tuple[str, bool, Plant]]:
    """Plant each kind its share of `count` times, list after list."""
    for kind, function, share, proven in KINDS:
        chosen = random.Random(f"{seed} {kind}")
        wanted = round(count * share / sum(each[2] for each in KINDS))
        shuffled = chosen.sample(sources, len(sources))
        for _, source in zip(range(200 * wanted), cycle(shuffled), strict=False):
            if wanted and (plant := function(source, chosen)) is not None:
                wanted -= 1
                yield kind, proven, plant


def main() -> None:
    """Plant, lint and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--missed", action="store_true", help="print the changed lines that nothing was said about")
    args = parser.parse_args()
    sources = [source for path in args.lists if len((source := load(path)).entries) >= 2 * NEWS]
    planted, found, proven = Counter[str](), Counter[str](), Counter[bool]()
    for kind, is_proven, plant in plant_all(sources, args.count, args.seed):
        planted[kind] += 1
        if is_found(plant):
            found[kind] += 1
            proven[is_proven] += 1
        elif args.missed:
            print(f"missed, {kind}: {plant.after[plant.start : plant.end][:240]!r}")
    print("kind | planted | found | share")
    for kind, *_ in KINDS:
        print(f"{kind} | {planted[kind]} | {found[kind]} | {found[kind] / max(planted[kind], 1):.0%}")
    of_proven = sum(planted[kind] for kind, _, _, is_proven in KINDS if is_proven)
    print(f"the first five kinds | {of_proven} | {proven[True]} | {proven[True] / max(of_proven, 1):.0%}")
    print(f"all | {planted.total()} | {found.total()} | {found.total() / max(planted.total(), 1):.0%}")


if __name__ == "__main__":
    main()
