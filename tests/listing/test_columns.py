"""Which column of a table has the titles, and which ones divide its rows into categories."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import Listing, read
from bot.listing.values import authors_of
from bot.text import Text

REACT = ("ReAct", "ReAct: Synergizing Reasoning and Acting in Language Models", "2210.03629")
REFLEXION = ("Reflexion", "Reflexion: Language Agents with Verbal Reinforcement Learning", "2303.11366")
TOOLFORMER = ("Toolformer", "Toolformer: Language Models Can Teach Themselves to Use Tools", "2302.04761")
VOYAGER = ("Voyager", "Voyager: An Open-Ended Embodied Agent with Large Language Models", "2305.16291")
PAPERS = (REACT, REFLEXION, TOOLFORMER, VOYAGER)
NAMES = [name for name, _, _ in PAPERS]
TITLES = [title for _, title, _ in PAPERS]


def load(content: str) -> Listing:
    return read(parse(Text("README.md", content)))


def table(header: str, row: str, *columns: tuple[str, ...]) -> Listing:
    """A table of four papers; `{name}`, `{title}`, `{url}` and `{0}`, `{1}`, ... are put into `row`."""
    lines = [f"| {header} |", "|" + "---|" * (header.count("|") + 1)]
    for number, (name, title, arxiv) in enumerate(PAPERS):
        values = [column[number] for column in columns]
        lines.append(f"| {row.format(*values, name=name, title=title, url=f'https://arxiv.org/abs/{arxiv}')} |")
    return load("# Papers\n\n" + "\n".join(lines) + "\n")


BASES = ("Claude 3 Opus model", "Claude 3 Opus model", "LLaMA 2 Chat 7B", "Code Llama Instruct")
ORGS = ("Princeton University", "Northeastern University", "Meta AI Research", "California Institute of Technology")
FOCUS = (
    "interleaved reasoning and acting",
    "verbal self reflection",
    "tools by themselves",
    "lifelong learning in Minecraft",
)
WORLDS = (
    "Diffusion Transformer from Scratch",
    "Autoregressive Model of Long Videos",
    "Pretrained Mixture of World Models",
    "Latent Actions from Internet Videos",
)
TITLE_COLUMNS = {
    "header Title": ("Model | Title | Link", "{name} | {title} | [paper]({url})", (), TITLES),
    "header Paper": ("Method | Paper | Venue", "{name} | [{title}]({url}) | ICLR 2023", (), TITLES),
    "names under Paper": ("Paper | Venue | World Model", "[**{name}**]({url}) | ICLR 2023 | {0}", (WORLDS,), NAMES),
    "header in Chinese": ("模型 | 论文标题 | 链接", "{name} | {title} | [paper]({url})", (), TITLES),
    "Paper is only a link": (
        "Name | Paper | Code",
        "{name} | [Paper]({url}) | [Code](https://github.com/a/{name})",
        (),
        NAMES,
    ),
    "names beside longer base models": ("Model | Base LLM | Paper", "{name} | {0} | [arXiv]({url})", (BASES,), NAMES),
    "distinct base models": (
        "Model | Base Model | Paper",
        "{name} | {0} | [arXiv]({url})",
        (("GPT-4 Turbo", "Code Llama 7B", "Mistral 7B v1", "Gemma 2 9B"),),
        NAMES,
    ),
    "backbone first": ("Backbone | Method | Paper", "{0} | {name} | [arXiv]({url})", (BASES,), NAMES),
    "dates and topics": (
        "Date | Topic | Presenter",
        "{0} | [{title}]({url}) | {1}",
        (("4th August, 2021", "11th August, 2021", "1st September, 2021", "8th September, 2021"), ORGS),
        TITLES,
    ),
    "weeks and topics": ("Week | Topic", "{0} | [{title}]({url})", (("Week 1", "Week 2", "Week 3", "Week 4"),), TITLES),
    "organisation first": ("Org | Model | Paper", "{0} | [{name}]({url}) | 2023", (ORGS,), NAMES),
    "institution before the title": ("Institution | Paper", "{0} | [{title}]({url})", (ORGS,), TITLES),
    "framework": (
        "Name | Framework | Link",
        "{name} | {0} | [link]({url})",
        (("PyTorch Lightning Fabric", "JAX with Flax", "Plain Torch", "Open RLHF"),),
        NAMES,
    ),
    "focus is no title": ("Benchmark | Focus | Paper", "{name} | {0} | [arXiv]({url})", (FOCUS,), NAMES),
    "answers are no title": ("Benchmark | What it tests | Paper", "{name} | {0} | [arXiv]({url})", (WORLDS,), NAMES),
    "why a paper": ("Method | Why this paper", "[{name}]({url}) | {0}", (WORLDS,), NAMES),
    "description is no title": ("Name | Description | Paper", "{name} | {0} | [arXiv]({url})", (FOCUS,), NAMES),
    "no header words": ("  |  |  ", "{0} | {title} | [link]({url})", (("2022", "2023", "2023", "2023"),), TITLES),
    "a text that rows share": (
        "Stage | Note | Paper",
        "{name} | Training of Language Agents | [arXiv]({url})",
        (),
        NAMES,
    ),
    "names of authors on links under Paper, answers on links under Model": (
        "Year | Paper | Model? | Data?",
        "2020 | [{0}]({url}) | {1} | {1}",
        (
            ("Lee et al.", "FooNet", "Diaz & Roe", "Ito et al."),
            ("N/A", "[No](https://a.org)", "N/A", "[Kind of](https://b.org)"),
        ),
        ["Lee et al.", "FooNet", "Diaz & Roe", "Ito et al."],
    ),
    "title behind authors": (
        "Authors | Work",
        "{0} | [{title}]({url})",
        (("Shunyu Yao, Jeffrey Zhao, Dian Yu",) * 4,),
        TITLES,
    ),
}


@pytest.mark.parametrize(("header", "row", "columns", "expected"), TITLE_COLUMNS.values(), ids=TITLE_COLUMNS)
def test_title_column(header: str, row: str, columns: tuple[tuple[str, ...], ...], expected: list[str]) -> None:
    listing = table(header, row, *columns)
    assert [entry.title.value if entry.title else None for entry in listing.entries] == expected


CATEGORIES = {
    "first column": (
        "Direction | Paper",
        "{0} | [{title}]({url})",
        (("Planning", "Planning", "Tools", "Tools"),),
        ["planning", "planning", "tools", "tools"],
    ),
    "first column without a header": (
        "  | Paper",
        "{0} | [{title}]({url})",
        (("Planning", "Tools", "Planning", "Tools"),),
        ["planning", "tools", "planning", "tools"],
    ),
    "header in the middle": (
        "Paper | Task | Year",
        "[{title}]({url}) | {0} | 2023",
        (("QA", "QA", "Web", "Web"),),
        ["qa", "qa", "web", "web"],
    ),
    "empty cells continue": (
        "Topic | Paper",
        "{0} | [{title}]({url})",
        (("Planning", "", "Tools", ""),),
        ["planning", "planning", "tools", "tools"],
    ),
    "years": ("Year | Paper", "{0} | [{title}]({url})", (("2022", "2022", "2023", "2023"),), [""] * 4),
    "venues": (
        "Type | Paper",
        "{0} | [{title}]({url})",
        (("ICLR 2023", "NeurIPS 2023", "NeurIPS 2023", "ICLR 2023"),),
        [""] * 4,
    ),
    "marks": ("Open | Paper", "{0} | [{title}]({url})", (("✅", "✅", "❌", "❌"),), [""] * 4),
    "organisations": ("Org | Paper", "{0} | [{title}]({url})", (("Meta", "Meta", "Google", "Google"),), [""] * 4),
    "a remark for each": ("Paper | Task", "[{title}]({url}) | {0}", (FOCUS,), [""] * 4),
    "a later column without a name for it": (
        "Paper | Remark",
        "[{title}]({url}) | {0}",
        (("good", "good", "better", "better"),),
        [""] * 4,
    ),
}


@pytest.mark.parametrize(("header", "row", "columns", "expected"), CATEGORIES.values(), ids=CATEGORIES)
def test_categories(header: str, row: str, columns: tuple[tuple[str, ...], ...], expected: list[str]) -> None:
    listing = table(header, row, *columns)
    assert [entry.place[1] for entry in listing.entries] == expected
    assert [entry.title.value for entry in listing.entries if entry.title] == TITLES


def test_high_cells_of_html_tables() -> None:
    cells = [f'<td><a href="https://arxiv.org/abs/{arxiv}">{title}</a></td><td>2023</td>' for _, title, arxiv in PAPERS]
    rows = [f'<tr><td rowspan="2">Planning</td>{cells[0]}</tr>', f"<tr>{cells[1]}</tr>"]
    rows += [f"<tr><td rowspan=2>Tools</td>{cells[2]}</tr>", f"<tr>{cells[3]}</tr>"]
    head = "<tr><th>Category</th><th>Paper</th><th>Year</th></tr>"
    listing = load("# Papers\n\n<table>\n" + "\n".join([head, *rows]) + "\n</table>\n")
    assert [entry.place[1] for entry in listing.entries] == ["planning", "planning", "tools", "tools"]
    assert [entry.title.value for entry in listing.entries if entry.title] == TITLES
    assert [entry.title_place[0] for entry in listing.entries] == [1] * 4


@pytest.mark.parametrize("heading", ["**{}**", "{}"])
def test_rows_that_head_others(heading: str) -> None:
    rows = [f"| [{title}](https://arxiv.org/abs/{arxiv}) | 2023 |" for _, title, arxiv in PAPERS]
    lines = [
        "| Paper | Year |",
        "|---|---|",
        f"| {heading.format('Planning')} | |",
        *rows[:2],
        f"| {heading.format('Tool use')} | |",
        *rows[2:],
    ]
    listing = load("# Papers\n\n" + "\n".join(lines) + "\n")
    assert [entry.place[1] for entry in listing.entries] == ["planning", "planning", "tool use", "tool use"]


def test_rows_below_a_header_that_announces_titles_keep_theirs_though_they_are_alike() -> None:
    rows = "".join(
        f"| Survey of Language Agents | [arXiv](https://arxiv.org/abs/{arxiv}) |\n" for _, _, arxiv in PAPERS
    )
    listing = load("# Papers\n\n| Title | Link |\n|---|---|\n" + rows)
    assert [entry.title.value for entry in listing.entries if entry.title] == ["Survey of Language Agents"] * 4


def test_a_paper_in_several_rows_keeps_its_title() -> None:
    _, title, arxiv = REACT
    rows = "".join(f"| {task} | [{title}](https://arxiv.org/abs/{arxiv}) |\n" for task in ("QA", "Web", "Games"))
    rows += "".join(f"| QA | [{title}](https://arxiv.org/abs/{arxiv}) |\n" for _, title, arxiv in PAPERS[1:])
    listing = load("# Papers\n\n| Task | Paper |\n|---|---|\n" + rows)
    assert [entry.title.value for entry in listing.entries if entry.title] == [title] * 3 + TITLES[1:]
    assert [entry.place for entry in listing.entries[:3]] == [(1, "qa"), (1, "web"), (1, "games")]


def test_what_is_below_the_titles_of_a_column_is_no_part_of_them() -> None:
    subjects = ("Language Models", "Small Agents", "Graph Networks", "Visual Encoders")
    titles = [f"Entropy {count}: Stable Planning of {each}" for count in range(5) for each in subjects]
    rows = "".join(
        f"| [{title}](https://arxiv.org/abs/2401.{n:05}) <br><sub>Bee{n}-{n}.6B/1.7B/4B → Bee{n}-8B</sub> | 2023 |\n"
        for n, title in enumerate(titles)
    )
    listing = load("# Papers\n\n| Paper | Date |\n|---|---|\n" + rows)
    assert [entry.title.value for entry in listing.entries if entry.title] == titles


REMARKS = {
    "a name's form": (
        "Sub-category",
        ("Scheduler-Free Adaptation", "Hybrid Methods", "State Sharing", "Layer Scaling"),
        [],
    ),
    "several": (
        "Gains",
        ("Fast Planning, Joint Training", "Less Memory; Open Weights", "Fast Planning", "Joint Training"),
        [],
    ),
    "names without a known header": (
        "By",
        ("S. Yao, D. Yu", "N. Shinn et al.", "T. Schick, J. Yu", "G. Wang et al."),
        ["S. Yao", "D. Yu"],
    ),
    "references": (
        "Reference",
        ("S. Yao, D. Yu, 2023", "N. Shinn, 2023", "T. Schick, J. Yu, 2023", "G. Wang, 2023"),
        ["S. Yao", "D. Yu"],
    ),
}


@pytest.mark.parametrize(("header", "cells", "authors"), REMARKS.values(), ids=REMARKS)
def test_columns_of_other_things(header: str, cells: tuple[str, ...], authors: list[str]) -> None:
    listing = table(f"Paper | {header}", "[{title}]({url}) | {0}", cells)
    assert [entry.title.value for entry in listing.entries if entry.title] == TITLES
    first = listing.entries[0]
    assert (list(authors_of(first).names), first.parts.venue) == (authors, None)


def test_cells_that_nobody_wrote_make_no_row_wider_than_the_widest() -> None:
    rows = "".join(
        f'<tr><td rowspan=9999><a href="https://arxiv.org/abs/2401.{n:05}">Maps of Water {n}</a></td></tr>\n'
        for n in range(1, 200)
    )
    assert {len(entry.cells) for entry in load(f"<table>{rows}</table>\n").entries} == {1, 2}


def test_cells_from_above_fill_no_more_than_fifty_columns() -> None:
    wide = "<tr>" + "<td rowspan=9999><a href='https://a.example'>Maps of Water</a></td>" * 80 + "</tr>\n"
    low = '<tr><td><a href="https://arxiv.org/abs/2401.00001">Paths of Water</a></td></tr>\n' * 20
    assert [len(entry.cells) for entry in load(f"<table>{wide}{low}</table>\n").entries] == [80, *[51] * 20]


def test_the_first_column_names_the_rows_where_none_has_titles() -> None:
    sizes = ("11.5K cases of 11 kinds", "2M cases of 6 kinds", "10K pairs of question and answer", "3K long documents")
    found = table("Dataset | Links | Size", "{name} | [paper]({url}) | {0}", sizes)
    assert [entry.title_text for entry in found.entries] == NAMES
    names = ("Ours", "Ours", "Theirs", "Theirs")
    found = table("Dataset | Links | About", "{1} | [paper]({url}) | {0}", FOCUS, names)
    assert [entry.title_text for entry in found.entries] == list(FOCUS)


def test_numbers_name_no_rows() -> None:
    rows = "".join(
        f"<tr><td>{n}</td><td>Net[{n}] {title}</td><td><a href='{n}.pdf'>paper</a></td></tr>\n"
        for n, title in enumerate(TITLES, 1)
    )
    assert [entry.title_text for entry in load(f"# Papers\n\n<table>\n{rows}</table>\n").entries] == TITLES
