"""Measure how the time of `bot lint` and of a review grows with lists that a stranger made to be slow.

    python benchmarks/hostile.py [--sizes 16,32,64,128] [--only TEXT] [--limit SECONDS] [--review]

Each shape is a piece of text repeated within an entry, as many entries, as many definitions, or an example of what a
rule finds repeated, up to so many KB.
Printed are CPU seconds by size and the exponent of the growth: 1 is linear, 2 is quadratic. The worst come last; exit
status 1 where an exponent is above 1.2 and the largest size takes longer than a second. With `--review` the list is
compared with an empty one before the change, as a pull request is.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from bot.linter.baseline import make_base
from bot.linter.engine import Plan, check
from bot.linter.rule import ActiveRule, Bad
from bot.linter.survey import Survey
from bot.rules import RULES
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST = 1.2
"""The exponent of growth that is allowed."""
SHORT = 1.0
"""Seconds of CPU under which growth does not matter."""

PIECES = {
    "opening bracket": "[",
    "opening parenthesis": "(",
    "brackets": "[]",
    "nested link": "[a](",
    "half link": "](",
    "image": "![",
    "star": "*",
    "stars": "** ",
    "underscore": "_a",
    "backtick": "`",
    "growing backticks": "` `` ",
    "bar": "|",
    "bars and spaces": " | ",
    "entity": "&amp;",
    "half entity": "&#",
    "tag": "<b>",
    "half tag": "<a ",
    "attribute": "<a b=",
    "comment": "<!--",
    "suppression": "<!-- bot: allow a -->",
    "details": "<details><summary>a</summary>",
    "line break": "<br>",
    "dollar": "$a",
    "full-width bracket": "（",
    "year": "2024 ",
    "month": "2024.05 ",
    "day": "May 1, ",
    "venue": "ICLR 2024, ",
    "word": "word ",
    "capital": "A",
    "name": "Ab C., ",
    "space": " ",
    "tab": "\t",
    "zero width": "\u200b",
    "combining": "a\u0301",
    "dots": "...",
    "colon": "a: ",
    "slash": "/",
    "percent": "%41",
    "scheme": "http",
    "schemes": "http://",
    "url": "https://a.b/c ",
    "glued url": "https://a.b/c,",
    "arxiv": "arxiv.org/abs/2401.00001 ",
    "arxiv id": "arXiv:2401.00001 ",
    "doi": "10.1/a ",
    "host": "www.a.",
    "mail": "a@b.",
    "emoji": ":a:",
    "digits": "1",
    "digit groups": "1,000,",
    "quote": "> ",
    "hyphen": "-",
    "bullet": "• ",
    "linked arxiv": "[2401.00001](https://arxiv.org/abs/2401.00001) ",
    "linked anchor": "[a](#a) ",
    "badge": "![a](https://img.shields.io/badge/a-1-b) ",
}
"""What is repeated within one entry, as it is, and between the brackets of links."""

CARRIERS: dict[str, Callable[[str], str]] = {
    "bullet": lambda text: f"* [Title](https://arxiv.org/abs/2401.00001) {text}\n",
    "link text": lambda text: f"* [{text}](https://arxiv.org/abs/2401.00001)\n",
    "target": lambda text: f"* [Title](https://a.example/{text.replace(' ', '')})\n",
}
REPEATED = {
    "definition used often": lambda size: (
        f"[r]: https://a.example/{'a' * (size // 2)}\n\n" + "* [Title][r]\n" * (size // 26)
    ),
    "hostile definition used often": lambda size: (
        f"[r]: http://https://{'a,http://' * (size // 18)}\n\n" + "* [Title][r]\n" * (size // 26)
    ),
    "arxiv definition used often": lambda size: (
        f"[r]: https://arxiv.org/abs/2401.00001?{'a' * (size // 2)}\n\n" + "* [Title][r]\n" * (size // 26)
    ),
    "definitions": lambda size: "".join(f"[r{n}]: https://a.example/{n}\n" for n in range(size // 30)),
    "one work": lambda size: "* [Title](https://arxiv.org/abs/2401.00001)\n" * (size // 44),
    "one title": lambda size: "".join(
        f"* [Title of all](https://arxiv.org/abs/2401.{n % 99_999:05})\n" for n in range(size // 52)
    ),
    "one work, many titles": lambda size: "".join(
        f"* [T{n}](https://arxiv.org/abs/2401.00001)\n" for n in range(size // 44)
    ),
    "backward dates": lambda size: "".join(
        f"* [{2000 + n % 25}.{1 + n * 7 % 12:02}] [T{n}](https://a.example/{n})\n" for n in range(size // 45)
    ),
    "zigzag": lambda size: "".join(
        f"* [{2401 if n % 2 else 2309}] [T{n}](https://a.example/{n})\n" for n in range(size // 40)
    ),
    "headings": lambda size: "# a\n" * (size // 4),
    "headings alike": lambda size: "".join("## Papers\n\n* [a](#papers)\n\n" for _ in range(size // 27)),
    "many anchors": lambda size: "".join(f"* [a](#nowhere-{n})\n" for n in range(size // 20)),
    "many headings and lost anchors": lambda size: "".join(
        f"## Heading number {n}\n\n[a](#heading-numbr-{n})\n\n" for n in range(size // 50)
    ),
    "empty headings": lambda size: "#\n" * (size // 2),
    "nested bullets": lambda size: "".join("  " * depth + "* a\n" for depth in range(math.isqrt(size))),
    "deep quotes": lambda size: "> " * (size // 2) + "a\n",
    "rows": lambda size: "|a|b|\n|-|-|\n" + "|[T](https://a.example)|2024|\n" * (size // 30),
    "wide row": lambda size: "|" * (size // 3) + "\n" + "|-" * (size // 3) + "|\n",
    "cells": lambda size: "|a|\n|-|\n" + "|" * size + "\n",
    "wide table": lambda size: "\n".join((_wide("a", size), _wide("-", size), *[_wide("b", size)] * 100)) + "\n",
    "html rows": lambda size: "<table>" + "<tr><td>[a](b)</td></tr>\n" * (size // 26),
    "html cells": lambda size: "<table><tr>" + "<td>a" * (size // 5),
    "open details": lambda size: "<details>\n\n" * (size // 11),
    "comments": lambda size: "<!-- bot: allow duplicate-entry -->\n" * (size // 36),
    "papers in comments": lambda size: "<!-- https://arxiv.org/abs/2401.00001 -->\n" * (size // 42),
    "brackets behind an address": lambda size: f"<!-- https://arxiv.org/abs/2401.00001{')' * size} -->\n",
    "wrong comments": lambda size: "".join(f"<!-- bot: allow no-such-rule-{n} -->\n" for n in range(size // 38)),
    "long label": lambda size: "[a][" + "a" * size + "]",
    "paragraphs": lambda size: "a [b](https://arxiv.org/abs/2401.00001)\n\n" * (size // 42),
    "bold lines": lambda size: "".join(
        f"**Group {n}:**\n\n* [T{n}](https://a.example/{n})\n\n" for n in range(size // 50)
    ),
    "labels": lambda size: "".join(f"* Group {n}:\n  * [T{n}](https://a.example/{n})\n" for n in range(size // 50)),
    "news": lambda size: "## News\n\n" + "* [2024/05] See [here](https://arxiv.org/abs/2401.00001).\n" * (size // 60),
    "numbers": lambda size: "".join(f"{n}. [T](https://a.example)\n" for n in range(size // 28)),
    "line ends": lambda size: "\r" * size,
}


FINDINGS = {
    f"{rule.slug} {number} on each line": example.text
    for rule in RULES
    for number, example in enumerate(rule.examples, 1)
    if isinstance(example, Bad) and example.path == "README.md"
}
"""Of each rule what it finds, repeated: no rule may read the whole list for each finding."""


def _wide(cell: str, size: int) -> str:
    return f"|{cell}" * (size // 204) + "|"


def shapes() -> Iterator[tuple[str, Callable[[int], str]]]:
    """Each shape by its name: makes about so many characters."""
    yield from REPEATED.items()
    for name, text in FINDINGS.items():
        yield name, partial(_repeat, "{}".format, text)
    for piece_name, piece in PIECES.items():
        for carrier_name, carrier in CARRIERS.items():
            yield f"{piece_name} in {carrier_name}", partial(_repeat, carrier, piece)


def _repeat(carrier: Callable[[str], str], piece: str, size: int) -> str:
    return carrier(piece * (size // len(piece)))


def seconds(content: str, *, review: bool) -> float:
    """CPU seconds to read and check the list."""
    plan = Plan(tuple(ActiveRule(rule, rule.severity) for rule in RULES if rule.enabled))
    survey = Survey(date(2026, 11, 22), find_missing=lambda _: frozenset())
    gc.collect()
    gc.disable()  # as the program does: the collector's pauses would pass for growth
    start = time.process_time()
    texts = (Text("README.md", content),)
    if review:
        before = (Text("README.md", "# Papers\n"),)
        plan = make_base(before, texts, survey, lambda _: frozenset()).with_baseline(plan)
    listings, context = survey(texts)
    check(listings, plan, context)
    return time.process_time() - start


def main() -> int:
    """Measure all shapes and print a table, the worst last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="16,32,64,128")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds after which larger sizes are left out")
    parser.add_argument("--review", action="store_true")
    args = parser.parse_args()
    sizes = [int(size) for size in args.sizes.split(",")]
    rows = []
    seconds("* [a](b)\n", review=args.review)
    for name, make in shapes():
        if args.only not in name:
            continue
        taken: list[float] = []
        for size in sizes:
            if taken and taken[-1] > args.limit:
                break
            taken.append(seconds(make(1024 * size), review=args.review))
        growth = math.log(max(taken[-1], 1e-3) / max(taken[0], 1e-3)) / math.log(sizes[len(taken) - 1] / sizes[0])
        rows.append((growth, name, taken))
        print(f"{name:40} {' '.join(f'{each:8.3f}' for each in taken)}  {growth:5.2f}", flush=True)
    print("\nworst growth, and slowest")
    for growth, name, taken in sorted(rows)[-10:]:
        print(f"{name:40} {' '.join(f'{each:8.3f}' for each in taken)}  {growth:5.2f}")
    for growth, name, taken in sorted(rows, key=lambda row: row[2][-1])[-10:]:
        print(f"{name:40} {' '.join(f'{each:8.3f}' for each in taken)}  {growth:5.2f}")
    return int(any(growth > MOST and taken[-1] > SHORT for growth, _, taken in rows))


if __name__ == "__main__":
    sys.exit(main())
