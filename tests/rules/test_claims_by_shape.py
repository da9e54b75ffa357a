"""Authors that a list has wrong are found, and none that it has right, in whatever shape it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from bot.facts.model import Facts
from bot.linter.diagnostics import Severity
from bot.papers.record import Record
from bot.rules.wrong_authors import WrongAuthors
from tests.rules.helpers import found

if TYPE_CHECKING:
    from collections.abc import Callable


class Paper(NamedTuple):
    """A paper as it is on record."""

    doi: str
    title: str
    authors: str
    venue: str
    year: int


_RECORDS = """\
cvpr.2016.90 CVPR 2016
Deep Residual Learning for Image Recognition
Kaiming He, Xiangyu Zhang, Shaoqing Ren, Jian Sun
cvpr.2017.243 CVPR 2017
Densely Connected Convolutional Networks
Gao Huang, Zhuang Liu, Laurens van der Maaten, Kilian Q. Weinberger
iccv.2017.322 ICCV 2017
Mask R-CNN
Kaiming He, Georgia Gkioxari, Piotr Dollár, Ross Girshick
cvpr.2015.7298594 CVPR 2015
Going Deeper with Convolutions
Christian Szegedy, Wei Liu, Yangqing Jia, Pierre Sermanet
cvpr.2016.91 CVPR 2016
You Only Look Once: Unified, Real-Time Object Detection
Joseph Redmon, Santosh Divvala, Ross Girshick, Ali Farhadi
cvpr.2017.632 CVPR 2017
Image-to-Image Translation with Conditional Adversarial Networks
Phillip Isola, Jun-Yan Zhu, Tinghui Zhou, Alexei A. Efros
iccv.2017.244 ICCV 2017
Unpaired Image-to-Image Translation Using Cycle-Consistent Adversarial Networks
Jun-Yan Zhu, Taesung Park, Phillip Isola, Alexei A. Efros
cvpr.2018.00474 CVPR 2018
MobileNetV2: Inverted Residuals and Linear Bottlenecks
Mark Sandler, Andrew Howard, Menglong Zhu, Andrey Zhmoginov, Liang-Chieh Chen
iccv.2015.169 ICCV 2015
Fast Region-Based Detection of Objects in Images
Ross Girshick, Ann Lee, Bo Chen
cvpr.2019.00453 CVPR 2019
A Style-Based Generator Architecture for Generative Adversarial Networks
Tero Karras, Samuli Laine, Timo Aila
cvpr.2022.01042 CVPR 2022
High-Resolution Image Synthesis with Latent Diffusion Models
Robin Rombach, Andreas Blattmann, Dominik Lorenz, Patrick Esser, Björn Ommer
iccv.2021.00986 ICCV 2021
Swin Transformer: Hierarchical Vision Transformer Using Shifted Windows
Ze Liu, Yutong Lin, Yue Cao, Han Hu, Yixuan Wei
"""


def _read(records: str) -> tuple[Paper, ...]:
    rows = records.splitlines()
    firsts = [row.split() for row in rows[::3]]
    return tuple(
        Paper(doi, title, authors, venue, int(year))
        for (doi, venue, year), title, authors in zip(firsts, rows[1::3], rows[2::3], strict=True)
    )


PAPERS = _read(_RECORDS)
STRANGERS = (
    "Grace Hopper, Ada Lovelace, Alan Turing",
    "Mary Kenneth Keller, Emmy Noether",
    "Edsger Dijkstra, Donald Knuth",
)


def link(paper: Paper) -> str:
    return f"https://doi.org/10.1109/{paper.doi}"


def numbered(paper: Paper, names: str) -> str:
    return f'1. {names}. "{paper.title}." *{paper.venue}, {paper.year}*. [[paper]({link(paper)})]\n'


def bullet(paper: Paper, names: str) -> str:
    return f"- [{paper.title}]({link(paper)}). {names}. *{paper.venue} {paper.year}*.\n"


def by_year(paper: Paper, names: str) -> str:
    return f"## {paper.year}\n\n* [{paper.title}]({link(paper)}) by {names} ({paper.venue} {paper.year})\n\n"


def lines(paper: Paper, names: str) -> str:
    return f"- **{paper.title}**  \n  {names}  \n  *{paper.venue} {paper.year}* · [Paper]({link(paper)})\n"


def row(paper: Paper, names: str) -> str:
    return f"| {paper.year} | {paper.venue} | [{paper.title}]({link(paper)}) | {names} |\n"


def quoted(paper: Paper, names: str) -> str:
    return f'- "{paper.title}", {names}, **{paper.venue} {paper.year}**. [paper]({link(paper)})\n'


SHAPES: dict[str, tuple[str, Callable[[Paper, str], str]]] = {
    "bibliography": ("", numbered),
    "bullets": ("", bullet),
    "by year": ("", by_year),
    "lines": ("", lines),
    "table": ("| Year | Venue | Title | Authors |\n| --- | --- | --- | --- |\n", row),
    "quoted title": ("", quoted),
}


def flagged(shape: str, wrong: dict[int, str]) -> set[int]:
    """The papers on whose lines a warning is, where some have other names than on record."""
    head, write = SHAPES[shape]
    text, ends = f"# Papers\n\n{head}", []
    for number, paper in enumerate(PAPERS):
        text += write(paper, wrong.get(number, paper.authors))
        ends.append(len(text))
    works = {
        f"10.1109/{it.doi}": Record(
            it.title, (), tuple(it.authors.split(", ")), it.venue, it.year, (it.year,), "Crossref"
        )
        for it in PAPERS
    }
    warnings = (each for each in found(WrongAuthors(), text, Facts(works=works)) if each.severity is not Severity.NOTE)
    return {next(number for number, end in enumerate(ends) if each.span.start < end) for each in warnings}


@pytest.mark.parametrize("shape", SHAPES)
def test_swapped_authors_are_found(shape: str) -> None:
    wrong = {1: STRANGERS[0], 5: PAPERS[9].authors, 10: STRANGERS[1]}
    assert flagged(shape, wrong) == set(wrong)


@pytest.mark.parametrize("shape", SHAPES)
def test_omitted_authors_are_found(shape: str) -> None:
    left_out = {
        number: ", ".join(name for at, name in enumerate(PAPERS[number].authors.split(", ")) if at not in (1, 2))
        for number in (0, 7, 11)
    }
    assert flagged(shape, left_out) == set(left_out)


@pytest.mark.parametrize("shape", SHAPES)
def test_authors_in_other_spellings_are_fine(shape: str) -> None:
    written = {
        0: "K. He, X. Zhang, S. Ren, J. Sun",
        1: "Gao Huang et al.",
        2: "Kaiming He, Georgia Gkioxari, Piotr Dollar, and Ross Girshick",
        10: "Robin Rombach, Andreas Blattmann, Dominik Lorenz, Patrick Esser, Bjorn Ommer",
    }
    assert flagged(shape, written) == set()
