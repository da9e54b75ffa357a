"""Keep the verdicts of people who judged findings, and write the tables of docs/evidence.md from them.

    python benchmarks/verdicts.py [--add FILE...] [--write]

`--add` takes tables with tabs and the columns batch, rule, severity, verdict, now and reason into
`benchmarks/verdicts/`, a file for each batch; `--write` renews the page, else the tables are printed. A verdict is T
(true, and a maintainer wants to be told), A (arguable: a note at most) or F (false). `now` says what has become of the
finding since: reported (also if nobody looked), note, gone, or corrected, where it was right and its message or fix was
not. No text of a list is kept.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "benchmarks" / "verdicts"
PAGE = ROOT / "docs" / "evidence.md"
START, END = "<!-- Made by `python benchmarks/verdicts.py --write`. -->\n", "<!-- The end of what it makes. -->\n"
COLUMNS = ("batch", "rule", "severity", "verdict", "now", "reason")
NOW = ("reported", "note", "gone", "corrected")
_ENOUGH = 0.95
"""A rule whose errors and warnings, as far as they are still reported, are true less often writes notes."""
_LAST = 2
_FEWEST = 8
"""Findings from which on the share of a rule says something."""


class Verdict(NamedTuple):
    """What a person thought of one finding."""

    batch: str
    rule: str
    severity: str
    verdict: str
    now: str
    """What has become of it."""
    reason: str

    @property
    def is_reported(self) -> bool:
        """Whether it is an error or a warning today, as it was when it was judged."""
        return self.is_loud and self.now == "reported"

    @property
    def is_loud(self) -> bool:
        """Whether it was an error or a warning."""
        return self.severity != "note"


def read_verdicts(path: Path) -> list[Verdict]:
    """Read one table. Raises ValueError for a value that no such table has."""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = [Verdict(*((row.get(name) or "").strip() for name in COLUMNS)) for row in rows]
    found = [each if each.now else each._replace(now=NOW[0]) for each in found]
    slugs = {rule.slug for rule in RULES}
    for number, each in enumerate(found, 2):
        is_known = each.rule in slugs and each.severity in {"error", "warning", "note"}
        if not is_known or each.verdict not in set("TAF") or each.now not in NOW or not each.batch.isalnum():
            raise ValueError(f"{path.name}:{number}: not a verdict: {each}")
    return found


def read_all(folder: Path = FOLDER) -> list[Verdict]:
    """Read all that is kept."""
    paths = sorted(folder.glob("batch-*.tsv"), key=lambda path: (len(path.name), path.name))
    return [each for path in paths for each in read_verdicts(path)]


def add(paths: Iterable[Path], folder: Path = FOLDER) -> None:
    """Keep the verdicts of these tables; those of a batch replace what is kept of it."""
    batches: dict[str, list[Verdict]] = {}
    for each in (each for path in paths for each in read_verdicts(path)):
        batches.setdefault(each.batch, []).append(each)
    folder.mkdir(exist_ok=True)
    for batch, rows in batches.items():
        lines = ["\t".join(COLUMNS), *("\t".join(" ".join(value.split()) for value in row) for row in sorted(rows))]
        (folder / f"batch-{batch}.tsv").write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")


def render(verdicts: Iterable[Verdict]) -> str:
    """The tables of the page."""
    given = list(verdicts)
    loud = [each for each in given if each.is_loud]
    parts = [*_by_batch(loud), "", *_by_rule(loud)]
    if notes := [each for each in given if not each.is_loud]:
        true = sum(each.verdict == "T" for each in notes)
        parts += [
            "",
            f"Of {len(notes)} notes that were judged beside them, {true} ({_share(true, len(notes))}) are true.",
        ]
    return "".join(f"{line}\n" for line in parts)


def _by_batch(loud: list[Verdict]) -> Iterator[str]:
    yield "| batch | errors and warnings judged | true | arguable | false |"
    yield "| --- | --- | --- | --- | --- |"
    for batch in dict.fromkeys(each.batch for each in loud):
        yield _row(batch, [each for each in loud if each.batch == batch])
    yield _row("all", loud)


def _by_rule(loud: list[Verdict]) -> Iterator[str]:
    last = list(dict.fromkeys(each.batch for each in loud))[-_LAST:]
    heads = "rule,judged,true,arguable,false,true in the last two batches,true of those still reported,severity".split(
        ","
    )
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join(['---'] * len(heads))} |"
    for rule in RULES:
        own = [each for each in loud if each.rule == rule.slug]
        late = [each.verdict for each in own if each.batch in last]
        if own:
            lately = f"{late.count('T')} of {len(late)}" if late else ""
            kept = [each.verdict for each in own if each.is_reported]
            today = f"{kept.count('T')} of {len(kept)}" if kept else ""
            yield f"{_row(rule.slug, own)} {lately} | {today} | {rule.severity} |"


def _row(name: str, verdicts: list[Verdict]) -> str:
    counts = Counter(each.verdict for each in verdicts)
    true = f"{counts['T']} ({_share(counts['T'], len(verdicts))})"
    return f"| {name} | {len(verdicts)} | {true} | {counts['A']} | {counts['F']} |"


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}".replace("%", " %") if whole else "-"


def find_doubtful(verdicts: Iterable[Verdict]) -> list[str]:
    """The rules whose errors and warnings are true too seldom for that."""
    found = []
    for rule in RULES:
        own = [each for each in verdicts if each.rule == rule.slug and each.is_reported]
        if len(own) >= _FEWEST and sum(each.verdict == "T" for each in own) < _ENOUGH * len(own):
            found.append(rule.slug)
    return found


def renewed_page(page: str) -> str:
    """The page with the tables as they are now."""
    before, _, rest = page.partition(START)
    after = rest.partition(END)[2]
    return f"{before}{START}\n{render(read_all())}\n{END}{after}"


def main() -> None:
    """Add, and write or print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--add", nargs="+", type=Path, default=[], metavar="FILE", help="keep these verdicts")
    parser.add_argument("--write", action="store_true", help="renew docs/evidence.md")
    given = parser.parse_args()
    add(given.add)
    if given.write:
        PAGE.write_text(renewed_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    else:
        print(render(read_all()), end="")
        print(f"\nTrue in less than {_ENOUGH:.0%}: {', '.join(find_doubtful(read_all())) or 'none'}")


if __name__ == "__main__":
    main()
