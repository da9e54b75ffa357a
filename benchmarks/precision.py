"""Print a random sample of errors and warnings to judge by hand, evenly spread over the rules.

    python benchmarks/precision.py [--count 200] [--seed 1] LIST...

Each finding is printed with its line, to be judged true or false. A table at the end has the number of findings of
each rule and how many of them are shown, to weight the shares.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.document import parse
from bot.linter.diagnostics import Severity
from bot.linter.engine import Plan, check
from bot.linter.rule import ActiveRule, Context
from bot.listing import Catalog, read
from bot.rules import RULES
from bot.text import Text

if TYPE_CHECKING:
    from bot.linter.diagnostics import Diagnostic


def find(paths: list[Path]) -> list[tuple[Text, Diagnostic]]:
    """Find the errors and warnings of the rules that need only the list, for each list by itself."""
    plan = Plan(tuple(ActiveRule(rule, rule.severity) for rule in RULES if rule.enabled))
    found = []
    for path in paths:
        text = Text(path.name, path.read_bytes().decode())
        listing = read(parse(text))
        context = Context(datetime.now(UTC).date(), Catalog((listing,)))
        diagnostics = check([listing], plan, context).diagnostics
        found += [(text, each) for each in diagnostics if each.severity > Severity.NOTE]
    return found


def sample(found: list[tuple[Text, Diagnostic]], count: int, seed: int) -> list[tuple[Text, Diagnostic]]:
    """Pick the same number of findings for each rule, as far as there are enough."""
    chosen = random.Random(seed)
    by_rule: dict[str, list[tuple[Text, Diagnostic]]] = defaultdict(list)
    for pair in found:
        by_rule[pair[1].rule].append(pair)
    for pairs in by_rule.values():
        chosen.shuffle(pairs)
    picked: list[tuple[Text, Diagnostic]] = []
    while len(picked) < count and any(by_rule.values()):
        for pairs in by_rule.values():
            if pairs and len(picked) < count:
                picked.append(pairs.pop())
    return sorted(picked, key=lambda pair: (pair[1].rule, pair[0].path, pair[1].span))


def main() -> None:
    """Sample and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = find(args.lists)
    picked = sample(found, args.count, args.seed)
    for text, diagnostic in picked:
        place = text.position(diagnostic.span.start)
        line = text[text.line_span(place.line)]
        begin = max(0, place.column - 90)
        print(f"{diagnostic.rule} [{diagnostic.severity}] {text.path}:{place.line}:{place.column} {diagnostic.message}")
        print(f"    at   {text[diagnostic.span][:160]!r}")
        print(f"    line {line[begin : begin + 240]}")
        for edit in diagnostic.fix.edits[:3] if diagnostic.fix else ():
            print(f"    fix  {text[edit.span][:80]!r} -> {edit.new[:80]!r}")
        for related in diagnostic.related[:1]:
            print(f"    see  {text.line_at(related.span.start)}: {text[related.span][:160]!r}")
    total, shown = Counter(d.rule for _, d in found), Counter(d.rule for _, d in picked)
    print("\nrule | findings | shown")
    for rule, number in sorted(total.items()):
        print(f"{rule} | {number} | {shown[rule]}")


if __name__ == "__main__":
    main()
