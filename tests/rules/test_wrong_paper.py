"""The rule is right about 300 right pairs of title and paper, and finds nearly all of 300 wrong ones."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.facts.model import Facts
from bot.linter.diagnostics import Severity
from bot.papers.identifiers import Identifier, Scheme, identify
from bot.papers.record import Record
from bot.rules.on_record import WrongPaper
from tests.rules.helpers import found, marked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TABLE = (Path(__file__).parents[1] / "data" / "titles.tsv").read_text(encoding="utf-8")
ROWS = tuple(csv.DictReader(TABLE.splitlines(), delimiter="\t"))
TITLES = {row["arxiv"]: row["title"] for row in ROWS}


def _name(value: str) -> Identifier:
    return Identifier(Scheme.ARXIV, value)


def _entry(value: str, title: str) -> str:
    text = title.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace("<", "\\<").replace("*", "\\*")
    return f"* [{text}](https://arxiv.org/abs/{value})\n"


def _halves(title: str) -> tuple[str, str]:
    before, _, after = title.partition(": ")
    return before, after


def _typo(title: str) -> str:
    word = max(title.split(), key=len)
    return title.replace(word, word[: len(word) // 2] + word[len(word) // 2 + 1 :], 1)


def _latex(title: str) -> str:
    first, _, rest = title.partition(" ")
    return f"\\textsc{{{first}}} {rest.replace('-', '{-}', 1)} ".replace("Language", "{L}anguage")


WRITTEN: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "lower case": str.lower,
    "upper case": str.upper,
    "no subtitle": lambda title: _halves(title)[0],
    "no alias": lambda title: _halves(title)[1] or title,
    "alias in front": lambda title: f"NimbusNet: {title}",
    "alias behind": lambda title: f"{title} (NimbusNet)",
    "no hyphens": lambda title: title.replace("-", " ").replace(":", " -"),
    "typographic": lambda title: title.replace("-", "‑").replace("'", "’") + ".",
    "slip of the pen": _typo,
    "abbreviated": lambda title: title.replace("Large Language Models", "LLMs").replace(" and ", " & "),
    "cut off": lambda title: " ".join(title.split()[: max(len(title.split()) * 2 // 3, 3)]) + " …",
}
"""What lists make of a title."""

OFFICIAL: dict[str, Callable[[str, str], tuple[str, ...]]] = {
    "LaTeX": lambda title, _: (_latex(title),),
    "renamed": lambda title, other: (title, other),
    "renamed twice": lambda title, other: ("Notes on Some Early Experiments of Ours", title, other),
    "renamed behind the alias": lambda title, other: (title, f"{_halves(title)[0]}: {_halves(other)[1] or other}"),
}
"""What authors do: the titles of all versions, the latest last."""


def _right_pairs() -> list[tuple[str, str, tuple[str, ...]]]:
    """Id, written title and official titles; each variation gets its share of the 300."""
    names = [*WRITTEN, *OFFICIAL]
    pairs: list[tuple[str, str, tuple[str, ...]]] = []
    for index, row in enumerate(ROWS):
        name, title, other = names[index % len(names)], row["title"], TITLES[row["slip"]]
        if name in WRITTEN:
            pairs.append((row["arxiv"], WRITTEN[name](title), (title,)))
        else:
            pairs.append((row["arxiv"], title, OFFICIAL[name](title, other)))
    return pairs


def _paper(value: str, titles: tuple[str, ...]) -> Record:
    return Record(titles[-1], titles[:-1], identifier=_name(value), version=len(titles), authors=("Ada Lovelace",))


def _accused(entries: Iterable[tuple[str, str]], papers: Iterable[Record]) -> list[str]:
    """The ids of papers that the rule calls wrong, as errors."""
    text = "# Papers\n\n" + "".join(_entry(value, title) for value, title in entries)
    facts = Facts({paper.identifier: paper for paper in papers if paper.identifier is not None})
    errors = [each for each in found(WrongPaper(), text, facts) if each.severity is Severity.ERROR]
    return [name.value for url in marked(text, errors) if (name := identify(url).identifier) is not None]


def test_right_pairs_raise_no_alarm() -> None:
    pairs = _right_pairs()
    assert len(pairs) == 300
    accused = _accused(
        ((value, written) for value, written, _ in pairs), (_paper(value, all_) for value, _, all_ in pairs)
    )
    assert [pair for pair in pairs if pair[0] in accused] == []


@pytest.mark.parametrize("kind", ["neighbour", "digit"])
def test_wrong_pairs_are_found(kind: str) -> None:
    """Each title links the paper that a slip would give, in a list that is half right.

    Papers of one version and of two take turns.
    """
    rows = [row for row in ROWS if row["kind"] == kind]
    slips = [(row["slip"], row["title"]) for row in rows]
    papers = [_paper(row["slip"], (TITLES[row["slip"]],)) for row in rows]
    papers[::2] = [replace(paper, titles=(f"{paper.title} in Practice",), version=2) for paper in papers[::2]]
    accused = _accused([*slips, *((row["arxiv"], row["title"]) for row in rows)], papers)
    assert len(rows) == 150
    assert len(set(accused)) == len(accused) >= 0.95 * len(rows)


def test_paper_that_may_have_had_other_titles_is_not_accused() -> None:
    row = ROWS[0]
    paper = replace(_paper(row["slip"], (TITLES[row["slip"]],)), titles=None)
    assert _accused([(row["slip"], row["title"])], [paper]) == []


WRITTEN_TITLE = "A Tale of Two Unlikely Friends"


@pytest.mark.parametrize(
    ("entry", "authors"),
    [
        ("* [A Tale of Two Unlikely Friends]({}): the code of Mixture of Depths: Dynamic Compute", ()),
        ("* [A Tale of Two Unlikely Friends]({}). Ada Lovelace, Alan Turing", ("Ada Lovelace",)),
        ("* [A Tale of Two Unlikely Friends (Mixture of Depths)]({})", ()),
        ("* [A Tale of Two Unlikely Friends]({}) [and](https://arxiv.org/abs/2401.00002)", ()),
        ("* **Mixture of Depths: Compute that is Dynamic** [A Tale of Two Unlikely Friends]({})", ()),
        ("* [A Tale of Two Unlikely Friends]({}) [Mixtures of Depth: Dynamic Compute](https://a.org/mod)", ()),
        ("* [The Mixture Paper]({})", ()),
        ("* [Lovelace et al., 2024, in Nature]({})", ()),
        ("* [两个不太可能的朋友的故事与其他]({})", ()),
        ("* [Two Friends]({})", ()),
    ],
    ids=[
        *("title elsewhere", "author", "alias", "another link", "other bold title", "other linked title", "no title"),
        *("authors", "script", "short"),
    ],
)
def test_entry_that_mentions_the_paper_is_not_reported(entry: str, authors: tuple[str, ...]) -> None:
    paper = Record("Mixture of Depths: Dynamic Compute", identifier=_name("2401.00001"), version=1, authors=authors)
    beside = Record(WRITTEN_TITLE, identifier=_name("2401.00002"), version=1)
    facts = Facts({_name("2401.00001"): paper, _name("2401.00002"): beside})
    assert found(WrongPaper(), entry.format("https://arxiv.org/abs/2401.00001") + "\n", facts) == []


def test_message_names_the_paper() -> None:
    paper = Record("Mixture of Depths: Dynamic Compute", identifier=_name("2401.00001"), version=1)
    text = _entry("2401.00001", WRITTEN_TITLE)
    (diagnostic,) = found(WrongPaper(), text, Facts({_name("2401.00001"): paper}))
    assert diagnostic.message == 'arXiv 2401.00001 is another paper: "Mixture of Depths: Dynamic Compute"'
    assert diagnostic.severity is Severity.ERROR


def test_list_that_does_not_write_titles_is_only_noted() -> None:
    """Where most entries differ, their texts are no titles."""
    rows = ROWS[:30]
    entries = [(row["arxiv"], f"A very useful text about matter {index}") for index, row in enumerate(rows)]
    text = "# Papers\n\n" + "".join(_entry(*entry) for entry in entries)
    facts = Facts({_name(row["arxiv"]): _paper(row["arxiv"], (row["title"],)) for row in rows})
    assert {each.severity for each in found(WrongPaper(), text, facts)} == {Severity.NOTE}


def test_news_lead_to_another_paper_where_an_entry_has_their_title() -> None:
    text = (
        "## News\n\n- We tidied up in May.\n- **[2024/01]** 🔥 [{}](https://arxiv.org/abs/2401.00001) is out now!\n\n"
    )
    papers = (
        "## Papers\n\n"
        + _entry("2401.00002", WRITTEN_TITLE)
        + "".join(_entry(*row) for row in list(TITLES.items())[:9])
    )
    wrong = Record("Mixture of Depths: Dynamic Compute", identifier=_name("2401.00001"), version=1)
    right = Record(WRITTEN_TITLE, identifier=_name("2401.00002"), version=1)
    facts = Facts({_name("2401.00001"): wrong, _name("2401.00002"): right})
    whole = text.format(WRITTEN_TITLE) + papers
    assert marked(whole, found(WrongPaper(), whole, facts)) == ["https://arxiv.org/abs/2401.00001"]
    assert found(WrongPaper(), text.format("The Second Version of Our Survey") + papers, facts) == []
