"""Every shape that lists have is read: one small list each, all titles and identifiers those of real papers."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import Carrier, Kind, Order, read
from bot.papers.dates import DateFormat
from bot.text import Text

ATLAS = ("ATLaS: Agent Tuning via Learning Critical Steps", "2503.02197")
STECA = ("STeCa: Step-level Trajectory Calibration for LLM Agent Learning", "2502.14276")
FIREACT = ("FireAct: Toward Language Agent Fine-tuning", "2310.05915")
TUNING = ("AgentTuning: Enabling Generalized Agent Abilities for LLMs", "2310.12823")
PAPERS = (ATLAS, STECA, FIREACT, TUNING)


def make(pattern: str, head: str = "# Papers\n\n") -> str:
    """A list of four papers: `{title}`, `{id}`, `{month}` and so on are put into `pattern`."""
    entries = [
        pattern.format(
            title=title, id=number, n=index, yymm=number[:4], year=f"20{number[:2]}", yy=number[:2], month=number[2:4]
        )
        for index, (title, number) in enumerate(PAPERS, 1)
    ]
    return head + "".join(entries)


def shown(content: str) -> list[tuple[str, str, str | None]]:
    """Title, arXiv id and date of each paper."""
    listing = read(parse(Text("README.md", content)))
    return [
        (
            paper.title.value if paper.title else "",
            paper.work.value if paper.work else "",
            paper.date.value.iso() if paper.date and paper.date.value else None,
        )
        for paper in listing.papers
    ]


URL = "https://arxiv.org/abs/{id}"
SHAPES = {
    "date first": ("* [{yymm}] [{title}](" + URL + ") (UTS)\n", "month"),
    "title first": ("- [{title}](" + URL + "), Chen et al., ICLR {year}\n", "year"),
    "title in bold": ("- **{title}** ({year}), Z. Chen et al. [[pdf]](" + URL + ")\n", "year"),
    "title in quotes": ('* **Name{n}**: "{title}", *arXiv, {month_name} {year}*. [[Paper](' + URL + ")]\n", "month"),
    "title in plain words": (
        "- (*ICLR'{yy}*) {title} [[📝 Paper](" + URL + ")] [[Code](https://github.com/a/b{n})]\n",
        "year",
    ),
    "date on the link": ("- [arXiv {year}.{month}](" + URL + "), {title}, [website](https://a.org/{n})\n", "month"),
    "venue on the link": ("- [[CVPR](" + URL + ")] {title}. [[code](https://github.com/a/b{n})]\n", None),
    "authors first": (
        "* Ann Lee, Bo Chen, and Cy Diaz. {year}. [{title}](" + URL + "). In *Proceedings of ACL {year}*.\n",
        "year",
    ),
    "all ones": ("1. **{title}.** NeurIPS {year}.\n\n   *Ann Lee, Bo Chen*  [[pdf](" + URL + ")]\n\n", "year"),
    "counted, below": ("{n}. **{title}.**\n\n    *Ann Lee.* [[abs](" + URL + ")], {year}.{month}\n\n", "month"),
    "child bullets": ("- **{title} (ICML {year})**\n  - Ann Lee, Bo Chen\n  - [[Paper]](" + URL + ")\n", "year"),
    "lazy lines": ("* [{yymm}] [{title}](" + URL + ")\nwith a remark on the next line\n", "month"),
    "badges": (
        "+ [{title}](" + URL + ") ({month_name}, {year})      \n"
        "  [![Star](https://img.shields.io/github/stars/a/b{n})](https://github.com/a/b{n})\n\n",
        "month",
    ),
    "table": ("| {year}.{month} | **{title}** | arXiv | [link](" + URL + ") | - |\n", "month"),
    "paragraphs": (
        "**{title}** \\\n*Ann Lee* \\\narXiv {year}. [[Paper](" + URL + ")] \\\n7 {month_name} {year}\n\n",
        "day",
    ),
    "references": (
        '**[{n}]** Lee, Ann, et al. "**{title}**." arXiv preprint arXiv:{id} ({year}). [[pdf]](' + URL + ")\n\n",
        "year",
    ),
    "headings": ("### {title}\n- ArXiv: " + URL + "\n- Idea: a remark\n\n", None),
    "titles over fields": ("**{title}**\n\n- 论文：" + URL + "\n- 代码：https://github.com/a/b{n}\n\n", None),
    "details": (
        '<details><summary>{title} ({year}) [<a href="'
        + URL
        + '">Paper</a>]</summary>\n\n- a remark\n\n</details>\n\n',
        "year",
    ),
    "lines of a paragraph": ("**{title}** [{year}].<br>*Ann Lee, Bo Chen*<br>[[PDF](" + URL + ")]<br>\n", "year"),
    "html": ("<p>\n<b>{title}.</b>\n<br>\n<i>Ann Lee.</i>\n<a href='" + URL + "'>[paper]</a>\n</p>\n\n", None),
    "html table": ('<table>\n<tr><td>{title}</td><td><a href="' + URL + '">arXiv</a></td></tr>\n</table>\n\n', None),
}
HEADS = {
    "table": "# Papers\n\n| Date | Title | Venue | Paper | Code |\n| --- | --- | --- | --- | --- |\n",
    "headings": "# Papers\n\n## Training\n\n",
}
MONTHS = {"02": "Feb", "03": "Mar", "10": "Oct"}


def dated(number: str, precision: str | None) -> str | None:
    year, month = f"20{number[:2]}", number[2:4]
    return {None: None, "year": year, "month": f"{year}-{month}", "day": f"{year}-{month}-07"}[precision]


@pytest.mark.parametrize("shape", SHAPES)
def test_shape(shape: str) -> None:
    pattern, precision = SHAPES[shape]
    parts = [make(pattern.replace("{month_name}", "%M%"), HEADS.get(shape, "# Papers\n\n"))]
    content = parts[0]
    for _, number in PAPERS:
        content = content.replace("%M%", MONTHS[number[2:4]], pattern.count("{month_name}"))
    assert shown(content) == [(title, number, dated(number, precision)) for title, number in PAPERS]


@pytest.mark.parametrize(
    "noise",
    [
        "## Contents\n\n- [Papers](#papers)\n\n",
        "## News\n\n* [2025/06] [ToolRL](https://arxiv.org/abs/2504.13958) is out\n\n",
        "<!-- * [2504] [ToolRL](https://arxiv.org/abs/2504.13958) -->\n\n",
        "```\n* [YYMM] [Title of the paper](https://arxiv.org/abs/2504.13958)\n```\n\n",
        "[![arXiv](https://img.shields.io/badge/arXiv-2504.13958-red)](https://arxiv.org/abs/2504.13958)\n\n",
        "## Contributing\n\n* Use the format [Title of the paper](https://arxiv.org/abs/2504.13958) in 2025\n\n",
    ],
    ids=["contents", "news", "comment", "fence", "badge", "contributing"],
)
def test_not_an_entry(noise: str) -> None:
    pattern = SHAPES["date first"][0]
    assert [number for _, number, _ in shown(noise + make(pattern))] == [number for _, number in PAPERS]


def test_the_list_decides_what_four_digits_mean() -> None:
    entry = "* [2009] [Learning to summarize from human feedback](https://arxiv.org/abs/2009.01325)\n"
    months = make(SHAPES["date first"][0])
    years = "".join(
        f"* [{year}] [A Paper on Agents of {year}](https://a.org/{year}.pdf)\n" for year in range(2011, 2020)
    )
    assert shown(months + entry)[-1][2] == "2020-09"
    assert shown(f"# Papers\n\n{years}{entry}")[-1][2] == "2009"


def test_an_impossible_label_is_a_label_without_a_date() -> None:
    content = make(SHAPES["date first"][0]) + "* [0425] [τ-bench](https://arxiv.org/abs/2406.12045)\n"
    label = list(read(parse(Text("README.md", content))).entries)[-1].date
    assert label is not None
    assert (label.text, label.value, label.format) == ("0425", None, DateFormat.YYMM)


def test_category_bullets_head_their_papers() -> None:
    content = "* Fine-tuning\n" + make("  * [{title}](" + URL + ")\n", "") + "* Comment: a remark\n"
    assert [title for title, _, _ in shown(content)] == [title for title, _ in PAPERS]


def test_tools_among_papers_are_no_papers() -> None:
    content = make(SHAPES["title first"][0]) + "\n## Code\n\n* [RAGEN](https://github.com/RAGEN-AI/RAGEN) (agents)\n"
    listing = read(parse(Text("README.md", content)))
    assert [entry.kind for entry in listing.entries] == [Kind.PAPER] * 4 + [Kind.OTHER]


def test_fields_beside_the_title() -> None:
    content = make(SHAPES["date first"][0]) + (
        "* [2310] ⭐️ [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915) "
        "(ICLR 23 | Princeton, 107) [a remark]\n"
    )
    entry = read(parse(Text("README.md", content))).entries[-1]
    parts = entry.parts
    found = (parts.venue, parts.affiliation, parts.citations, parts.comment, *parts.marks)
    assert [part.value for part in found if part] == ["ICLR 23", "Princeton", "107", "a remark", "⭐️"]


def test_sections_and_conventions() -> None:
    content = make(SHAPES["date first"][0], "# A\n\n## B\n\n") + "\n## C\n"
    listing = read(parse(Text("README.md", content)))
    assert [(section.heading, section.path, len(section.entries)) for section in listing.sections] == [
        ("", (), 0),
        ("A", (), 0),
        ("B", ("A",), 4),
        ("C", ("A",), 0),
    ]
    learned = listing.conventions
    assert learned.carrier is not None
    assert learned.order is not None
    assert learned.date_format is not None
    assert (learned.carrier.value, learned.carrier.followers, learned.carrier.total) == (Carrier.BULLET, 4, 4)
    assert (learned.order.value, learned.order.followers, learned.order.total) == (Order.NEWEST_FIRST, 2, 2)
    assert (learned.date_format.value, learned.date_format.is_firm) == (DateFormat.YYMM, False)


@pytest.mark.parametrize(
    "title",
    [
        pytest.param("FireAct ![new](a.svg) Toward Agents", id="between words"),
        pytest.param("![new](a.svg) FireAct Toward Agents", id="before"),
        pytest.param('FireAct <img src="a.svg"> Toward Agents', id="HTML"),
    ],
)
def test_a_picture_in_a_title_is_no_character_of_it(title: str) -> None:
    [entry] = read(parse(Text("README.md", f"* [{title}](https://arxiv.org/abs/2310.05915)\n"))).entries
    assert entry.title is not None
    assert entry.title.value == "FireAct Toward Agents"


ARXIV = "https://arxiv.org/abs/2309.14365"


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        (f"- See [this paper]({ARXIV}) for details.", None),
        (f"- As shown in [this survey]({ARXIV}), agents can be tuned.", None),
        (f"- More can be found [here]({ARXIV}).", None),
        (f"- [This paper]({ARXIV}) shows that agents can be tuned.", None),
        (f"- [here]({ARXIV})", None),
        (f"- 论文见 [这里]({ARXIV})", None),
        (f"- The Rise of Agents: A Survey [here]({ARXIV})", "The Rise of Agents: A Survey"),
        (f"- The Rise of Agents: A Survey, [link]({ARXIV})", "The Rise of Agents: A Survey"),
        (f"- The Rise of Agents: A Survey ([here]({ARXIV}))", "The Rise of Agents: A Survey"),
        (f"- The Rise of Agents: A Survey, see [here]({ARXIV})", "The Rise of Agents: A Survey, see"),
        (f"- For details, see [here]({ARXIV})", None),
        (f"- [These Agents Can Be Tuned]({ARXIV})", "These Agents Can Be Tuned"),
    ],
)
def test_words_that_only_point_are_no_title(entry: str, title: str | None) -> None:
    listing = read(parse(Text("README.md", make(SHAPES["title first"][0]) + entry + "\n")))
    papers = [paper.title.value for paper in listing.papers if paper.title and paper.link and paper.link.href == ARXIV]
    assert papers == ([title] if title else [])


@pytest.mark.parametrize(
    ("heading", "entry", "kind"),
    [
        ("Software", f"- [OpenAgents](https://github.com/a/b) ({ARXIV[-10:-6]}) [[paper]({ARXIV})]", Kind.OTHER),
        ("Datasets", f"- **AgentBank**, 2023. [[code](https://github.com/a/b)] [[paper]({ARXIV})]", Kind.OTHER),
        ("Datasets", f"- [AgentBank: Generalized Agents by Trajectories]({ARXIV})", Kind.PAPER),
        ("Datasets", f"- **AgentBank**, 2023. [[paper]({ARXIV})] [[code](https://github.com/a/b)]", Kind.PAPER),
        ("Tuning", f"- **AgentBank**, 2023. [[code](https://github.com/a/b)] [[paper]({ARXIV})]", Kind.PAPER),
    ],
)
def test_software_and_data_with_their_paper_beside_them_are_not_that_paper(
    heading: str, entry: str, kind: Kind
) -> None:
    listing = read(parse(Text("README.md", make(SHAPES["title first"][0]) + f"\n## {heading}\n\n{entry}\n")))
    assert listing.entries[-1].kind is kind


@pytest.mark.parametrize("label", ["doc", "survey", "![img](https://img.shields.io/badge/survey-18a5ab)"])
def test_a_link_that_alone_names_a_paper_leads_to_it_whatever_its_words_are(label: str) -> None:
    entry = f"- The Rise of Agents: A Survey [{label}]({ARXIV})"
    listing = read(parse(Text("README.md", make(SHAPES["title first"][0]) + entry + "\n")))
    (paper,) = (each for each in listing.papers if each.link and each.link.href == ARXIV)
    assert paper.title is not None
    assert paper.title.value == "The Rise of Agents: A Survey"
