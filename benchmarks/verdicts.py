"""Keep how lists were read and findings were judged, and write the tables of benchmarks/README.md from that.

    python benchmarks/verdicts.py [--add FILE...] [--write]

`benchmarks/first_sight.tsv` has the first score of each batch of lists that nobody had looked at: the papers whose
entries were labelled, and the share of these that was read as labelled. Batches of one `group` share a row.

`--add` takes tables with tabs and the columns batch, rule, severity, verdict, now and reason into
`benchmarks/verdicts/`, a file for each batch; `--write` renews the page, else the tables are printed. A verdict is T
(true, and a maintainer wants to be told), A (arguable: a note at most) or F (false). `now` says what has become of the
finding since: reported (also if nobody looked), note, gone, or corrected, where it was right and its message or fix was
not. No text of a list is kept.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bot.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "benchmarks" / "verdicts"
PAGE = ROOT / "benchmarks" / "README.md"
SCORES = ROOT / "benchmarks" / "first_sight.tsv"
START, END = "<!-- Made by `python benchmarks/verdicts.py --write`. -->\n", "<!-- The end of what it makes. -->\n"
COLUMNS = ("batch", "rule", "severity", "verdict", "now", "reason")
NOW = ("reported", "note", "gone", "corrected")
_ENOUGH = 0.95
"""A rule whose errors and warnings, as far as they are still reported, are true less often writes notes."""
_LAST = 2
_FEWEST = 8
"""Findings from which on the share of a rule says something."""
_FIELDS = ("found", "kind", "title", "id", "date", "venue", "authors", "whole")


class Score(NamedTuple):
    """How a batch of lists was read at first sight."""

    batch: str
    group: str
    papers: int
    shares: tuple[float, ...]
    """The share of the papers for each of the fields."""


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


def read_scores() -> list[Score]:
    """Read the first scores of all batches; one is not a number where no paper of the batch has such a field."""
    with SCORES.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    return [
        Score(row["batch"], row["group"], int(row["papers"]), tuple(float(row[name] or "nan") for name in _FIELDS))
        for row in rows
    ]


def render_scores(scores: Iterable[Score]) -> str:
    """The tables of how lists were read: the groups of batches, and the batches of the last one."""
    given = list(scores)
    groups = [[each for each in given if each.group == name] for name in dict.fromkeys(each.group for each in given)]
    parts = [*_head("batches", "papers", *_FIELDS, "worst `whole`")]
    for own in groups:
        papers = sum(each.papers for each in own)
        means = [_mean([(each.papers, each.shares[n]) for each in own]) for n in range(len(_FIELDS))]
        parts.append(_line(own[0].group, papers, *map(_two, means), _two(min(each.shares[-1] for each in own))))
    parts += ["", *_head("batch", "papers", *_FIELDS)]
    parts += [_line(each.batch, each.papers, *map(_two, each.shares)) for each in groups[-1]]
    return "".join(f"{line}\n" for line in parts)


def render(verdicts: Iterable[Verdict], scores: Iterable[Score] = ()) -> str:
    """The tables of how findings were judged; batches that were read as one group share a row."""
    given = list(verdicts)
    loud = [each for each in given if each.is_loud]
    parts = [*_by_batch(loud, {each.batch: each.group for each in scores}), "", *_by_rule(loud)]
    if notes := [each for each in given if not each.is_loud]:
        true = sum(each.verdict == "T" for each in notes)
        parts += [
            "",
            f"Of {len(notes)} notes that were judged beside them, {true} ({_share(true, len(notes))}) are true.",
        ]
    return "".join(f"{line}\n" for line in parts)


def _by_batch(loud: list[Verdict], groups: dict[str, str]) -> Iterator[str]:
    yield from _head("batches", "errors and warnings judged", "true", "arguable", "false")
    for name in dict.fromkeys(groups.get(each.batch, each.batch) for each in loud):
        yield _row(name, [each for each in loud if groups.get(each.batch, each.batch) == name])
    yield _row("all", loud)


def _by_rule(loud: list[Verdict]) -> Iterator[str]:
    last = list(dict.fromkeys(each.batch for each in loud))[-_LAST:]
    lately, today = "true in the last two batches", "true of those still reported"
    yield from _head("rule", "judged", "true", "arguable", "false", lately, today, "severity")
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


def _head(*names: str) -> Iterator[str]:
    yield _line(*names)
    yield _line(*["---"] * len(names))


def _line(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _mean(shares: list[tuple[int, float]]) -> float:
    known = [(papers, share) for papers, share in shares if not math.isnan(share)]
    return sum(papers * share for papers, share in known) / sum(papers for papers, _ in known)


def _two(share: float) -> str:
    return "" if math.isnan(share) else f"{share:.2f}"


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
    """The page with the tables as they are now: first those of findings, then those of reading."""
    scores = read_scores()
    before, *made = page.split(START)
    tables = (render(read_all(), scores), render_scores(scores))
    parts = [f"{START}\n{new}\n{END}{old.partition(END)[2]}" for new, old in zip(tables, made, strict=True)]
    return before + "".join(parts)


def main() -> None:
    """Add, and write or print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--add", nargs="+", type=Path, default=[], metavar="FILE", help="keep these verdicts")
    parser.add_argument("--write", action="store_true", help="renew benchmarks/README.md")
    given = parser.parse_args()
    add(given.add)
    if given.write:
        PAGE.write_text(renewed_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    else:
        print(render(read_all(), read_scores()), render_scores(read_scores()), sep="\n", end="")
        print(f"\nTrue in less than {_ENOUGH:.0%}: {', '.join(find_doubtful(read_all())) or 'none'}")


if __name__ == "__main__":
    main()
