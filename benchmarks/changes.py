"""Make up changes to lists, and check that `--base` finds in each what the change planted and nothing else.

    python -m benchmarks.changes LIST.md ... [--seed 7] [--rounds 3] [--notes]

Most changes plant nothing: entries and sections move, tables are padded anew, markers and line ends change, entries are
taken out. Others add an entry that is right, or one with a defect, or rename a heading without the links to it. A
finding outside of what was planted is printed and makes the exit status 1. How many planted defects were found is
printed too: some lists have no dates, or no order, that a defect could contradict.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.document.anchors import Anchors
from bot.linter.baseline import make_base
from bot.linter.config import Config
from bot.linter.diagnostics import Severity
from bot.linter.engine import check
from bot.linter.survey import Survey
from bot.listing import Carrier
from bot.papers.identifiers import Scheme
from bot.rules import RULES
from bot.text import Span, Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.linter.diagnostics import Diagnostic
    from bot.listing import Entry, Listing

COUNTS = frozenset({"stale-count"})
"""What adding, moving and taking out entries rightly makes wrong elsewhere."""
TITLE = "Made-Up Agents of Round {}: Learning Plans from Rare Feedback"
_WORK = re.compile(r"\b(\d{4})\.(\d{4,5})(?:v\d+)?\b")


class Change(NamedTuple):
    """A list after a change."""

    name: str
    content: str
    planted: tuple[str, ...] = ()
    """Texts, each once in the list, in which findings are right."""
    elsewhere: frozenset[str] = frozenset()
    """Rules whose findings are right anywhere."""
    is_defect: bool = False


class Outcome(NamedTuple):
    """What was found after a change."""

    planted: tuple[Diagnostic, ...]
    others: tuple[Diagnostic, ...]
    older: int


def replay(change: Change, before: Text, *, notes: bool = False) -> Outcome:
    """Check the list after a change as `bot lint --base` does."""
    survey = Survey(datetime.now(UTC).date(), find_missing=lambda _: frozenset())
    now = (Text(before.path, change.content),)
    base = make_base((before,), now, survey, lambda _: frozenset())
    listings, context = survey(now)
    result = check(listings, base.with_baseline(Config().plan(RULES)), context)
    found = [each for each in result.diagnostics if notes or each.severity > Severity.NOTE]
    spans = [_span_of(change.content, text) for text in change.planted]
    planted = [each for each in found if any(span.start <= each.span.start <= span.end for span in spans)]
    others = [each for each in found if each not in planted and each.rule not in change.elsewhere]
    return Outcome(tuple(planted), tuple(others), len(result.preexisting))


def _span_of(content: str, text: str) -> Span:
    start = content.index(text)
    return Span(start, start + len(text))


def make_changes(listing: Listing, clean: Sequence[Entry], chance: random.Random) -> Iterator[Change]:
    """One change of each kind that the list allows; `clean` are entries of whole lines in which nothing is wrong."""
    content = listing.text.content
    yield Change("line ends", content.replace("\r\n", "\n").replace("\n", "\r\n" if "\r\n" not in content else "\n"))
    yield Change("blanks at line ends", "\n".join(line.rstrip(" \t") for line in content.split("\n")))
    yield Change(
        "markers", re.sub(r"(?m)^( *)[*-](?= )", lambda m: m[1] + ("-" if "* " in m[0] + " " else "*"), content)
    )
    if re.search(r"(?m)^\|.*\|$", content):
        yield Change("padded tables", re.sub(r"(?m)^\|.*\|$", lambda match: _pad(match[0], chance), content))
    yield Change("a line of prose", content + "\nAll who sent a paper: thank you.\n")
    yield from _entries(listing, clean, chance)
    yield from _sections(listing, chance)


def _pad(row: str, chance: random.Random) -> str:
    if "`" in row or "\\|" in row or set(row) <= set("|-: "):
        return row
    return "|".join(cell and f"{cell.strip():^{chance.randint(1, 60)}}".join("  ") for cell in row.split("|"))


def _entries(listing: Listing, clean: Sequence[Entry], chance: random.Random) -> Iterator[Change]:
    content = listing.text.content
    if len(clean) < 2:
        return
    one, other = chance.sample(clean, 2)
    gone = _cut(listing, one)
    yield Change("an entry taken out", gone, elsewhere=COUNTS)
    text = listing.text[one.span]
    place = next((each for each in clean if each.section == one.section and each is not one), None)
    if place is not None:
        end = place.span.end - (len(content) - len(gone) if place.span.start > one.span.start else 0)
        yield Change("an entry moved", f"{gone[:end]}\n{text}{gone[end:]}", (text, listing.text[place.span]), COUNTS)
    for name, template, is_defect in (("right", other, False), ("wrong month", other, True), ("bracket", other, True)):
        new = _made_up(listing, template, chance.randint(10_000, 14_999))
        if name == "wrong month":
            new = _WORK.sub(lambda match: f"{_other_month(match[1])}.{match[2]}", new)
        if name == "bracket":
            cut = new.rfind(")", 0, new.rfind("arxiv.org") + 60)
            new = new[:cut] + new[cut + 1 :]
        added = f"{content[: template.span.end]}\n{new}{content[template.span.end :]}"
        yield Change(f"an entry added: {name}", added, (new,) if is_defect else (), COUNTS, is_defect)
    copy = listing.text[other.span].replace("/abs/", "/pdf/")
    if copy != listing.text[other.span]:
        doubled = f"{content[: other.span.start]}{copy}\n{content[other.span.start :]}"
        yield Change("an entry added: duplicate", doubled, (copy,), COUNTS, is_defect=True)
    if other.title is not None:
        start = other.title.span.start
        yield Change("a title edited", f"{content[:start]}{content[start].swapcase()}{content[start + 1 :]}")


def _cut(listing: Listing, entry: Entry) -> str:
    content = listing.text.content
    return content[: entry.span.start] + content[entry.span.end + 1 :]


def _made_up(listing: Listing, template: Entry, number: int) -> str:
    """An entry about another paper of the same month, built as `template` is."""
    assert template.title is not None
    start, text = template.span.start, listing.text[template.span]
    title = Span(template.title.span.start - start, template.title.span.end - start)
    text = text[: title.start] + TITLE.format(number) + text[title.end :]
    return _WORK.sub(lambda match: f"{match[1]}.{number}" if len(match[2]) == 5 else match[0], text)


def _other_month(month: str) -> str:
    return f"{int(month[:2]) - 1:02}{month[2:]}"


def _sections(listing: Listing, chance: random.Random) -> Iterator[Change]:
    content, named = listing.text.content, [each for each in listing.sections if each.heading and each.level > 1]
    pairs = [(one, two) for one, two in pairwise(named) if one.level == two.level]
    if pairs:
        one, two = chance.choice(pairs)
        swapped = (
            content[two.span.start : two.span.end].rstrip("\n"),
            content[one.span.start : one.span.end].rstrip("\n"),
        )
        body = f"{content[: one.span.start]}{swapped[0]}\n\n{swapped[1]}\n\n{content[two.span.end :]}"
        yield Change("a section moved", body)
    plain = [each for each in named if re.fullmatch(r"#+ [A-Za-z][A-Za-z ]+", listing.text[each.heading_span].strip())]
    if plain:
        section = chance.choice(plain)
        heading = listing.text[section.heading_span].strip()
        anchor = heading.lstrip("# ").lower().replace(" ", "-")
        start = section.heading_span.start
        renamed = content[:start] + content[start:].replace(heading, f"{heading} Anew", 1)
        links = tuple(dict.fromkeys(re.findall(rf"\(#{re.escape(anchor)}\)", content)))
        if len(re.findall(rf"#{re.escape(anchor)}\b(?!-)", content)) == len(links) == 1:
            yield Change("a heading renamed alone", renamed, links, is_defect=anchor in Anchors(listing.document).names)
            yield Change("a heading renamed with its links", renamed.replace(f"(#{anchor})", f"(#{anchor}-anew)"))
    yield Change("a section added", f"{content.rstrip()}\n\n## Made Up Since\n\nNothing yet.\n")


def find_clean(listing: Listing, found: Sequence[Diagnostic]) -> list[Entry]:
    """Entries of whole lines, with one new arXiv id in all of their links, in which nothing is found."""
    wrong = {listing.text.line_at(each.span.start) for each in found}
    clean = []
    for entry in listing.papers:
        first, last = listing.text.line_at(entry.span.start), listing.text.line_at(entry.span.end)
        is_whole = (
            entry.carrier in (Carrier.BULLET, Carrier.ROW)
            and not listing.text.content[listing.text.line_span(first).start : entry.span.start]
        )
        is_arxiv = entry.work is not None and entry.work.scheme is Scheme.ARXIV and "." in entry.work.value
        if not (is_whole and is_arxiv and entry.title and "\n" not in listing.text[entry.title.span]):
            continue
        if wrong.isdisjoint(range(first, last + 1)) and all(_WORK.search(link.href) for link in entry.links):
            clean.append(entry)
    return clean


def main() -> int:
    """Replay the changes of each list, and print what the change did not cause."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--notes", action="store_true", help="count notes as findings")
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    for path in args.lists:
        before = Text("README.md", path.read_bytes().decode("utf-8", "replace"))
        listings, context = Survey(datetime.now(UTC).date(), find_missing=lambda _: frozenset())((before,))
        clean = find_clean(listings[0], check(listings, Config().plan(RULES), context).diagnostics)
        for turn in range(args.rounds):
            for change in make_changes(listings[0], clean, random.Random(f"{args.seed} {turn}")):
                outcome = replay(change, before, notes=args.notes)
                counts["changes"] += 1
                counts["defects"] += change.is_defect
                counts["defects found"] += change.is_defect and bool(outcome.planted)
                counts["not caused"] += bool(outcome.others)
                text = Text("README.md", change.content)
                for each in outcome.others:
                    print(f"{path.stem}, {change.name}: {text.line_at(each.span.start)} {each.rule}: {each.message}")
                if change.is_defect and not outcome.planted:
                    print(f"{path.stem}, {change.name}: not found")
    print(", ".join(f"{name} {counts[name]}" for name in ("changes", "not caused", "defects", "defects found")))
    return int(counts["not caused"] > 0)


if __name__ == "__main__":
    sys.exit(main())
