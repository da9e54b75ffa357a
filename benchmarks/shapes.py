"""Lists in the shapes of real ones, made of words and names at random: they cost more to read than an easy list.

Each shape is how one large list writes its entries; no word is from there.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

TOPICS = (
    "agent training reinforcement learning language models reasoning multi-step policy optimization tool use planning "
    "web navigation memory search reward self-improvement benchmark evaluation framework large-scale efficient graph "
    "alignment feedback human preference exploration trajectory distillation retrieval verification traffic event-based"
).split()
JOINTS = "for with of via towards in on by from through".split()
GIVEN = (
    "Ann Bo Chen David Elena Farid Grace Hiro Ines Jonas Kenji Lena Marco Nadia Omar Petra Quentin Rosa Tara".split()
)
FAMILY = (
    "Abara Brandt Castillo Dubois Eriksen Fontana Gruber Hoffmann Ivanova Jensen Kimura Lindqvist Moreau Novak Okafor "
    "Petrov Quispe Rossi Schneider Tanaka Ueda Varga Weber Xu Yilmaz Zhang"
).split()
BODIES = ("MIT", "Stanford University", "ETH Zurich", "Tsinghua University", "Google", "University of Oslo")
VENUES = ("ICML", "NeurIPS", "ICLR", "AAAI", "ACL", "KDD", "IJCAI", "CVPR")
JOURNALS = ("IEEE Trans. Robotics", "IEEE J. Solid-State Circuits", "Neural Computation", "Pattern Recognition Letters")


class Paper(NamedTuple):
    """One made-up paper."""

    title: str
    name: str
    authors: tuple[tuple[str, str], ...]
    year: int
    number: str
    venue: str
    words: tuple[str, ...]


def make_paper(chosen: random.Random, number: int) -> Paper:
    """Make up a paper; the one with the same number is the same in every run."""
    topics = [each.capitalize() for each in chosen.sample(TOPICS, chosen.randint(4, 8))]
    topics.insert(chosen.randint(1, len(topics) - 1), chosen.choice(JOINTS))
    authors = {(chosen.choice(GIVEN), chosen.choice(FAMILY)): None for _ in range(chosen.randint(1, 7))}
    year = chosen.randint(2015, 2025)
    words = tuple(chosen.sample((*TOPICS, *JOINTS), 30))
    name = f"{topics[0][:3].upper()}{topics[-1][:4].capitalize()}"
    return Paper(
        " ".join(topics),
        name,
        tuple(authors),
        year,
        f"{year % 100:02}{number % 12 + 1:02}.{number % 30000 + 1:05}",
        chosen.choice(VENUES),
        words,
    )


def _names(paper: Paper) -> list[str]:
    return [f"{given} {family}" for given, family in paper.authors]


def write_numbered(paper: Paper, number: int) -> str:
    """The title in bold on a link, the authors in italics, the venue; some have a badge of their code."""
    star = f"https://img.shields.io/github/stars/lab/{paper.name}"
    badge = f" [![GitHub Repo stars]({star})](https://github.com/lab/{paper.name})" if number % 4 == 0 else ""
    venue = f"{paper.venue} {paper.year}" if number % 2 else f"Arxiv {paper.year}"
    link = f"[**{paper.name}: {paper.title}.**](https://arxiv.org/abs/{paper.number})"
    return f"{number + 1}. {link} _{', '.join(_names(paper))}._ {venue}.{badge}\n\n"


def write_authors_first(paper: Paper, number: int) -> str:
    """A reference that begins with its authors, and says how often it was cited."""
    *others, last = _names(paper)
    names = f"{', '.join(others)}, and {last}" if others else last
    cited = f" ([Citation](https://scholar.google.com/scholar?cites={number + 10_000}): {number % 900 + 1})"
    link = f"[{paper.title}](https://arxiv.org/pdf/{paper.number}.pdf)"
    return f"* {names}. {paper.year}. {link}. In *Proceedings of {paper.venue} {paper.year}*.{cited}\n"


def write_row(paper: Paper, number: int) -> str:
    """A row of a table with two columns."""
    venue = f"{paper.venue} {paper.year}" if number % 2 else str(paper.year)
    return f"| [{paper.name}: {paper.title}](https://arxiv.org/abs/{paper.number}) | {venue} |\n"


def write_notes(paper: Paper, _: int) -> str:
    """A link by itself, and what the paper is about in a list below it."""
    first, second = " ".join(paper.words[:16]), " ".join(paper.words[16:])
    link = f"[{paper.name}: {paper.title}](http://arxiv.org/abs/{paper.number})"
    return f"{link}\n\n- {paper.name}: introduces {first}.\n- The framework uses {second}.\n\n---\n\n"


def write_tool(paper: Paper, number: int) -> str:
    """A project that is no paper, with a description."""
    description = " ".join(paper.words[: number % 12 + 6]).capitalize()
    name = f"{paper.name.lower()}-{number}"
    return f"- [{name}](https://github.com/lab/{name}) - {description}.\n"


def write_affiliated(paper: Paper, number: int) -> str:
    """The title in bold, the authors in italics, the first one with the institution; the link is a label."""
    first, *others = _names(paper)
    names = ", ".join((f"{first} ({BODIES[number % len(BODIES)]})", *others))
    link = f"[link](https://ojs.aaai.org/index.php/AAAI/article/view/{25_000 + number})"
    return f"{number + 1}. **{paper.title}**. *{names}.* {paper.venue} {paper.year}. {link}\n"


def write_reference(paper: Paper, number: int) -> str:
    """A reference in full: initials, a journal with volume and pages, and links to the code below some."""
    names = ", ".join(f"{family}, {given[0]}." for given, family in paper.authors)
    journal = f"{JOURNALS[number % len(JOURNALS)]}, {number % 60 + 1}({number % 12 + 1}):{number + 1}-{number + 9}"
    link = f"*[{paper.title}](https://doi.org/10.1109/LAB.{paper.year}.{number + 100_000})*"
    code = f"    - [Code](https://github.com/lab/{paper.name})\n" if number % 5 == 0 else ""
    return f"- {names}, {link}, {journal}, {paper.year}.\n{code}"


SHAPES: dict[str, Callable[[Paper, int], str]] = {
    "numbered": write_numbered,
    "authors-first": write_authors_first,
    "table": write_row,
    "notes": write_notes,
    "tools": write_tool,
    "affiliated": write_affiliated,
    "references": write_reference,
}
_SECTION = 40
_HEADS = {"table": "| Paper | Venue |\n| --- | --- |\n"}


def make_list(shape: str, entries: int, seed: int = 7) -> str:
    """Make a list of one shape, in sections of forty entries, the same in every run."""
    chosen = random.Random(f"{shape} {seed}")
    lines = ["# Papers\n"]
    for number in range(entries):
        if number % _SECTION == 0:
            lines.append(f"\n## Section {number // _SECTION + 1}\n\n{_HEADS.get(shape, '')}")
        lines.append(SHAPES[shape](make_paper(chosen, number), number))
    return "".join(lines)
