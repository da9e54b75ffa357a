"""Made-up lists of papers: a small one with all that an entry can say, and one as long as the longest."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from bot.data import read
from bot.exports.bibliography import read_works
from bot.facts.model import Facts
from bot.text import Text

if TYPE_CHECKING:
    from bot.exports.bibliography import ExportedList

DAY = date(2026, 11, 21)
_ARXIV = "https://arxiv.org/abs"
SMALL = f"""\
# Papers on agents

## Training

* [2310] [FireAct: Toward Language Agent Fine-tuning]({_ARXIV}/2310.05915) ([code](https://github.com/anchen1011/FireAct))
* [2303] [Reflexion: Language Agents with Verbal Reinforcement Learning]({_ARXIV}/2303.11366) *NeurIPS 2023*

### Mathematics

* [2409] [Building Math Agents with Multi-Turn Iterative Preference Learning]({_ARXIV}/2409.02392) *ICLR 2025*

## Tools

* [XGBoost: A Scalable Tree Boosting System](https://doi.org/10.1145/2939672.2939785) *KDD 2016*
* [Gymnasium](https://github.com/Farama-Foundation/Gymnasium): environments with one interface
"""
_WORDS = "agent bench tool plan search code graph tree memory web safe robot vision token prompt reward".split()
_VENUES = ("ICLR", "NeurIPS", "ICML", "ACL", "EMNLP", "CVPR", "AAAI", "")


def export(content: str, facts: Facts | None = None, path: str = "README.md") -> tuple[ExportedList, ...]:
    """A list, read for export."""
    return read_works([read(Text(path, content))], facts or Facts(), DAY)


def write_long(entries: int, per_section: int = 250) -> str:
    """A list of so many papers, all of them different."""
    lines = ["# A long list of papers\n"]
    for number in range(entries):
        if number % per_section == 0:
            lines.append(f"\n## Topic {number // per_section + 1}\n\n")
        words = [_WORDS[number // 16**place % 16].capitalize() for place in range(4)]
        month = 1 + number // 1500 % 12
        year = 2018 + number * 8 // max(entries, 1)
        identifier = f"{year % 100:02}{month:02}.{number % 15000 + 1:05}"
        venue = f" *{_VENUES[number % 8]} {year}*" if _VENUES[number % 8] else ""
        title = f"{words[0]}{words[1]}: Learning to {words[2]} with {words[3]} Models, Part {number + 1}"
        code = f" [[code](https://github.com/example/{words[0]}-{number})]"
        lines.append(f"* [{year}.{month:02}] [{title}](https://arxiv.org/abs/{identifier}){venue}{code}\n")
    return "".join(lines)
