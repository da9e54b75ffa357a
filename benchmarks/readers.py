"""Measure how the time of each reader of data lists and feeds grows with files that a stranger made to be slow.

    python benchmarks/readers.py [--sizes 1,8,64,256,1024] [--only TEXT] [--limit SECONDS]

Each shape is a piece of text repeated within a value, or a value or a record repeated, up to so many KB. Printed are
CPU seconds by size and the exponent of the growth from the first size that takes a hundredth of a second: 1 is linear,
2 is quadratic. Exit status 1 where an exponent is above 1.2 and the largest size takes longer than a second.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from functools import partial
from typing import TYPE_CHECKING

from bot.data import check, read
from bot.errors import BotError
from bot.scouting.feeds import read_feed
from bot.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MOST = 1.2
"""The exponent of growth that is allowed."""
SHORT = 1.0
"""Seconds of CPU under which growth does not matter."""
_LEAST = 0.01

PIECES = (
    *("[", "(", "[]", "[a](", "](", "![", "*", "_a", "`", "|", "$a", "（", "word ", "A", " "),
    *("arXiv:", "arXiv:a ", "arXiv", "doi:", "10.1/", "2401.", "2401.00001 ", "http://", "://", "https://a.org/x "),
    *("&amp;", "&#", "&lt;a ", "%41", "%25", "...", "a: ", "/", "2024 ", "ICLR 2024, ", "Ab C., ", "a and ", "and "),
    *(", ", "; ", "--", "~", "^", "\\", "{}", "{\\'e}", "\\'", "''", "#", "a\u0301", "-", "=", "@", "\u200b"),
    *("(arXiv:aaaaa", "Announce Type: "),
)

_YAML = "- title: ReAct\n  url: https://arxiv.org/abs/2210.03629\n"
_BIB = "@misc{{a,\n  title = {{ReAct}},\n  eprint = {{2210.03629}},\n  {} = {{{}}}\n}}\n"
_ITEM = "<item><title>ReAct</title><link>https://arxiv.org/abs/2210.03629</link>{}</item>"
_RSS = "<rss><channel>{}</channel></rss>"


def _safe(piece: str) -> str:
    return piece.replace("&", "&amp;").replace("<", "&lt;")


VALUES: dict[str, Callable[[str], str]] = {
    "a.yaml title": lambda text: f"{_YAML}- title: '{text.replace(chr(39), chr(39) * 2)}'\n  url: https://a.org/x\n",
    "a.yaml url": lambda text: f"{_YAML}- title: T\n  url: 'http://{text.replace(chr(39), chr(39) * 2)}'\n",
    "a.yaml authors": lambda text: f"{_YAML}  authors: '{text.replace(chr(39), chr(39) * 2)}'\n",
    "a.yaml plain": lambda text: f"{_YAML}  note: a{text}\n",
    "a.yaml raw": lambda text: f"{_YAML}  note: {text}\n",
    "a.csv title": lambda text: f'title,url\n"{text.replace(chr(34), "")}",https://arxiv.org/abs/2210.03629\n',
    "a.csv raw": lambda text: f"title,url\nReAct,https://arxiv.org/abs/2210.03629,{text}\n",
    "a.bib title": lambda text: _BIB.format("title", text),
    "a.bib author": lambda text: _BIB.format("author", text),
    "a.bib url": lambda text: _BIB.format("url", text),
    "a.bib raw": lambda text: _BIB.format("note", "x") + text,
    "a.md front matter": lambda text: f"---\ntitle: '{text.replace(chr(39), '')}'\narxiv: 2210.03629\n---\n",
    "feed title": lambda text: _RSS.format(_ITEM.format(f"<title>{_safe(text)}</title>")),
    "feed summary": lambda text: _RSS.format(_ITEM.format(f"<description>{_safe(text)}</description>")),
    "feed link": lambda text: _RSS.format(f"<item><title>{_safe(text)}</title><link>{_safe(text)}</link></item>"),
    "feed raw": lambda text: f"2210.03629\n{text}",
    "feed lines": lambda text: text.replace(" ", "\n") + "\nReAct\nhttps://arxiv.org/abs/2210.03629\n",
}


def _counted(template: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """A text with as many of the template as fit; `@` in it counts."""
    return lambda size: before + "".join(template.replace("@", str(n)) for n in range(size // len(template))) + after


REPEATED: dict[str, Callable[[int], str]] = {
    "a.yaml links": _counted("    - https://a.org/@\n", _YAML + "  links:\n"),
    "a.yaml names": _counted("  a@: https://a.org/@\n", _YAML),
    "a.yaml mappings": _counted("    - {name: c, url: https://a.org/@}\n", _YAML + "  links:\n"),
    "a.yaml authors": _counted("    - A B\n", _YAML + "  authors:\n"),
    "a.yaml records": _counted(_YAML),
    "a.yaml groups": _counted("g@:\n  - title: T@\n    arxiv: 2210.03629\n"),
    "a.yaml aliases": _counted("- *a\n", f"- &a\n{_YAML.replace('- ', '  ')}"),
    "a.yaml keys alike": _counted("  a: b\n", _YAML),
    "a.yaml brackets": _counted('["]",'),
    "a.yaml nested": _counted("[", _YAML + "  a: "),
    "a.yaml dashes": _counted("- "),
    "a.yaml comments": _counted("# a\n", _YAML),
    "a.yaml documents": _counted(f"{_YAML}---\n"),
    "a.csv rows": _counted("ReAct,https://arxiv.org/abs/2210.03629\n", "title,url\n"),
    "a.csv columns": lambda size: "title," * (size // 12) + "\n" + "a," * (size // 4),
    "a.csv quotes": _counted('""', "title,url\n"),
    "a.csv lines": _counted("\n", 'title,url\n"', '",b\n'),
    "a.bib records": _counted("@misc{a@, title={ReAct}, doi={10.1/x}}\n".replace("@m", "\0m")),
    "a.bib keys alike": _counted("\0misc{a, title={ReAct}, doi={10.1/x}}\n"),
    "a.bib fields": _counted("b = {c},\n", "\0misc{a, title={ReAct},\n", "}\n"),
    "a.bib links": _counted("u@={http://a.b/@},\n", "\0misc{a, title={T},\n", "}\n"),
    "a.bib macros": _counted(" # a", f'\0string{{a = "{"x" * 1_000}"}}\n\0misc{{b, title = a', "}\n"),
    "a.bib pieces": _counted(" # {a}", "\0misc{b, title = {a}", "}\n"),
    "a.bib open": _counted("\0misc{"),
    "a.bib quotes": _counted('\0misc{a, title="'),
    "a.md front matter": _counted("a: b\n", "---\ntitle: T\narxiv: 2210.03629\n", "---\n"),
    "feed items": _counted(_ITEM.format(""), "<rss><channel>", "</channel></rss>"),
    "feed links": _counted('<link href="http://a.org/x"/>', "<rss><item><title>T</title>", "</item></rss>"),
    "feed nested": lambda size: _RSS.format("<item>" * (size // 13) + "</item>" * (size // 13)),
    "feed ids": _counted("2210.03629\n"),
    "feed page": _counted("ReAct\nhttps://arxiv.org/abs/2210.03629\n\n"),
    "feed JSON lines": _counted('{"id": "2210.03629", "title": "ReAct"}\n'),
    "feed JSON": _counted("["),
}


def shapes(pieces: Sequence[str] = PIECES) -> Iterator[tuple[str, Callable[[int], str]]]:
    """Each shape by its name, which begins with that of its file: makes about so many characters."""
    yield from REPEATED.items()
    for carrier_name, carrier in VALUES.items():
        for piece in pieces:
            yield f"{carrier_name} {piece!r}", partial(_repeat, carrier, piece)


def _repeat(carrier: Callable[[str], str], piece: str, size: int) -> str:
    return carrier(piece * (size // len(piece)))


def seconds(name: str, content: str) -> float:
    """CPU seconds to read a file."""
    gc.disable()  # as the program does: the collector's pauses would pass for growth
    text, start = Text(name.partition(" ")[0], content.replace("\0", "@")), time.process_time()
    try:
        if name.startswith("feed"):
            read_feed(text)
        else:
            read(text)
            check(text)
    except BotError:
        pass
    taken = time.process_time() - start
    gc.enable()
    return taken


def growth(sizes: Sequence[int], taken: Sequence[float]) -> float:
    """The exponent between the first size that takes long enough to be measured and the largest."""
    first = next((index for index, each in enumerate(taken) if each >= _LEAST), len(taken) - 1)
    if first == len(taken) - 1:
        return 0.0
    return math.log(taken[-1] / taken[first]) / math.log(sizes[len(taken) - 1] / sizes[first])


def main() -> int:
    """Measure all shapes and print a table, the worst last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1,8,64,256,1024")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds after which larger sizes are left out")
    args = parser.parse_args()
    sizes = [int(size) for size in args.sizes.split(",")]
    rows = []
    for name, make in shapes():
        if args.only not in name:
            continue
        taken: list[float] = []
        for size in sizes:
            if taken and taken[-1] > args.limit:
                break
            taken.append(seconds(name, make(1024 * size)))
        rows.append((growth(sizes, taken), name, taken))
    slowest = sorted(rows, key=lambda row: row[2][-1])[-15:]
    steepest = sorted(row for row in rows if row[2][-1] > SHORT)[-15:]
    for title, chosen in (("slowest", slowest), ("steepest of those above a second", steepest)):
        print(title)
        for exponent, name, taken in chosen:
            print(f"{name:40} {' '.join(f'{each:8.3f}' for each in taken)}  {exponent:5.2f}")
    print(f"{len(rows)} shapes")
    return int(any(exponent > MOST and taken[-1] > SHORT for exponent, _, taken in rows))


if __name__ == "__main__":
    sys.exit(main())
