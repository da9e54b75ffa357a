"""New entries, written as those beside them are."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.additions.addition import find_added, find_listed, find_options, find_section
from bot.additions.style import closes
from bot.linter.diagnostics import Fix, apply
from bot.listing import Catalog
from bot.papers.identifiers import identify
from bot.text import Span
from tests.additions.helpers import NEW, listing_of, section_of

PAPERS = (
    ("ReAct", "Synergizing Reasoning and Acting in Language Models", "2210.03629", "2022", "10"),
    ("FireAct", "Toward Language Agent Fine-tuning", "2310.05915", "2023", "10"),
    ("Reflexion", "Language Agents with Verbal Reinforcement Learning", "2303.11366", "2023", "03"),
    ("AgentTuning", "Enabling Generalized Agent Abilities for LLMs", "2310.12823", "2023", "10"),
)
AUTHORS = (
    ("Shunyu Yao", "Jeffrey Zhao", "Dian Yu"),
    ("Baian Chen", "Chang Shu", "Ehsan Shareghi"),
    ("Noah Shinn", "Federico Cassano", "Edward Berman"),
    ("Aohan Zeng", "Mingdao Liu", "Rui Lu"),
)


def make(pattern: str) -> str:
    """A list whose entries are of one pattern."""
    keys = ("name", "rest", "id", "year", "month", "one", "two", "three")
    values = [dict(zip(keys, (*paper, *authors), strict=True)) for paper, authors in zip(PAPERS, AUTHORS, strict=True)]
    return "# Agents\n\n" + "".join(pattern.format(**each) for each in values)


def write(text: str, section: str = "Agents") -> str:
    """The text of the new entry."""
    listing = listing_of(text)
    return find_options(listing, section_of(listing, section), NEW)[0].text


@pytest.mark.parametrize(
    ("pattern", "entry"),
    [
        pytest.param(
            "* [{name}: {rest}](https://arxiv.org/abs/{id})\n",
            "* [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)",
            id="title",
        ),
        pytest.param(
            "* {name}: {rest}. arXiv:{id} [[paper](https://a.org/{name}.pdf)] [[page](https://b.org/{name})]\n",
            "* AgentStep: Learning to Act One Step at a Time. arXiv:2405.00451 [[paper](https://arxiv.org/abs/2405.00451)]",
            id="the link of the paper, and no page",
        ),
        pytest.param(
            "* {name}: {rest}, in *CVPR* {year}. [[paper](https://arxiv.org/abs/{id})]\n",
            "* AgentStep: Learning to Act One Step at a Time. [[paper](https://arxiv.org/abs/2405.00451)]",
            id="nothing leads to a venue that is left out",
        ),
        pytest.param(
            "* {name}: {rest}, in *arXiv* {year}. [[paper](https://arxiv.org/abs/{id})]\n",
            "* AgentStep: Learning to Act One Step at a Time, in *arXiv* 2024. [[paper](https://arxiv.org/abs/2405.00451)]",
            id="a word that leads to a preprint",
        ),
        pytest.param(
            "- [{year}/{month}] **{name}: {rest}.** *{one} et al.* [[pdf](https://arxiv.org/pdf/{id}.pdf)] [[code](https://github.com/x/{name})]\n",
            "- [2024/05] **AgentStep: Learning to Act One Step at a Time.** *Ada Lovelace et al.* [[pdf](https://arxiv.org/pdf/2405.00451.pdf)]",
            id="date, first author, no code",
        ),
        pytest.param(
            "1. {one}, {two} and {three}. [{name}: {rest}](https://arxiv.org/abs/{id}), arXiv {year}.\n",
            "1. Ada Lovelace, Grace B. Hopper, Alan Turing and Barbara Liskov. "
            "[AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451), arXiv 2024.",
            id="all authors, preprint and year",
        ),
        pytest.param(
            '* **{name}**: "{name}: {rest}", *arXiv, Sep {year}*. [[Paper](https://arxiv.org/abs/{id})] [[Site](https://x.org/{name})]\n',
            '* **AgentStep**: "AgentStep: Learning to Act One Step at a Time", *arXiv, May 2024*. [[Paper](https://arxiv.org/abs/2405.00451)]',
            id="name apart, month",
        ),
        pytest.param(
            "* **{name}**: {one}, {two}, {three}. **{name}: {rest}.** arXiv {year}. [[paper]](https://arxiv.org/abs/{id})\n",
            "* **AgentStep**: Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov. "
            "**AgentStep: Learning to Act One Step at a Time.** arXiv 2024. [[paper]](https://arxiv.org/abs/2405.00451)",
            id="name apart, authors behind it",
        ),
        pytest.param(
            "* **{name}: {rest}** <br>\n  *{one},\N{NO-BREAK SPACE}{two},\N{NO-BREAK SPACE}{three}* <br>\n"
            "  [[paper]](https://arxiv.org/abs/{id})\n",
            "* **AgentStep: Learning to Act One Step at a Time** <br>\n"
            "  *Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov* <br>\n"
            "  [[paper]](https://arxiv.org/abs/2405.00451)",
            id="blanks that do not break",
        ),
        pytest.param(
            "* **{name}: {rest}** [[arxiv {id:.4}]](https://arxiv.org/abs/{id})\n",
            "* **AgentStep: Learning to Act One Step at a Time** [[arxiv 2405]](https://arxiv.org/abs/2405.00451)",
            id="first digits of the id",
        ),
        pytest.param(
            "- [{name}: {rest}](https://arxiv.org/abs/{id})\n  - {one}, {two}, {three}\n  - Keyword: acting, {name}\n",
            "- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)\n"
            "  - Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov",
            id="lines below",
        ),
        pytest.param(
            "- {name}: {rest} [[Paper]](https://arxiv.org/abs/{id}) ![](https://img.shields.io/badge/arXiv-{year}.{month}-red)\n",
            "- AgentStep: Learning to Act One Step at a Time [[Paper]](https://arxiv.org/abs/2405.00451) "
            "![](https://img.shields.io/badge/arXiv-2024.05-red)",
            id="the badge of a preprint, with its month",
        ),
        pytest.param(
            "- {name}: {rest} [[Paper]](https://arxiv.org/abs/{id}) ![](https://img.shields.io/badge/arXiv_{id}-red)\n",
            "- AgentStep: Learning to Act One Step at a Time [[Paper]](https://arxiv.org/abs/2405.00451) "
            "![](https://img.shields.io/badge/arXiv_2405.00451-red)",
            id="a badge with the id",
        ),
        pytest.param(
            "- {name}: {rest}. *{one} et.al.* [pdf](https://arxiv.org/pdf/{id})\n",
            "- AgentStep: Learning to Act One Step at a Time. *Ada Lovelace et.al.* [pdf](https://arxiv.org/pdf/2405.00451)",
            id="others without a blank",
        ),
        pytest.param(
            "* [{name}](https://arxiv.org/abs/{id}): {rest} (ICLR {year}, OpenAI, 120)\n",
            "* [AgentStep](https://arxiv.org/abs/2405.00451): Learning to Act One Step at a Time",
            id="venue, affiliation and citations are not known",
        ),
        pytest.param(
            "* {name}: {rest} [![arXiv](https://img.shields.io/badge/arXiv-{id}-b31b1b)](https://arxiv.org/abs/{id}) "
            "![Stars](https://img.shields.io/github/stars/x/{name})\n",
            "* AgentStep: Learning to Act One Step at a Time "
            "[![arXiv](https://img.shields.io/badge/arXiv-2405.00451-b31b1b)](https://arxiv.org/abs/2405.00451)",
            id="badge with the id",
        ),
        pytest.param(
            "- **{name}: {rest}** [![Paper](https://img.shields.io/badge/arXiv-{year}.{month}-red)](https://arxiv.org/abs/{id})\n",
            "- **AgentStep: Learning to Act One Step at a Time** "
            "[![Paper](https://img.shields.io/badge/arXiv-2024.05-red)](https://arxiv.org/abs/2405.00451)",
            id="badge with the month",
        ),
        pytest.param(
            "* [{name}: {rest}](https://arxiv.org/abs/{id}) [[pdf](https://arxiv.org/pdf/{id})]\n",
            "* [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451) "
            "[[pdf](https://arxiv.org/pdf/2405.00451)]",
            id="page and PDF",
        ),
        pytest.param(
            "* [{name}: {rest}](https://arxiv.org/abs/{id}) by {one} and {two}\n",
            "* [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451) "
            "by Ada Lovelace, Grace B. Hopper, Alan Turing and Barbara Liskov",
            id="two authors",
        ),
        pytest.param(
            "### {name}: {rest}\n\n[Paper](https://arxiv.org/abs/{id}) | [Code](https://github.com/x/{name})\n\n",
            "### AgentStep: Learning to Act One Step at a Time\n\n[Paper](https://arxiv.org/abs/2405.00451)",
            id="headings",
        ),
        pytest.param(
            "* **{name}: {rest}** [3rd Sep., {year}] [[paper](https://arxiv.org/abs/{id})]\n",
            "* **AgentStep: Learning to Act One Step at a Time** [1st May., 2024] [[paper](https://arxiv.org/abs/2405.00451)]",
            id="what stands within a date",
        ),
        pytest.param(
            "* [2405] [{name}] [{name}: {rest}](https://arxiv.org/abs/{id})\n",
            "* [2405] [AgentStep] [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)",
            id="name in brackets",
        ),
        pytest.param(
            "* [{name}: {rest} ](https://arxiv.org/abs/{id}) {year}\n",
            "* [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451) 2024",
            id="no blank behind a title",
        ),
        pytest.param(
            "* **{name}: {rest}** <details><summary>{one}, {two}, et al.</summary>"
            "{one}, {two}, {three}, Ken Thompson</details> [paper](https://arxiv.org/abs/{id})\n",
            "* **AgentStep: Learning to Act One Step at a Time** "
            "<details><summary>Ada Lovelace, Grace B. Hopper, et al.</summary>"
            "Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov</details> [paper](https://arxiv.org/abs/2405.00451)",
            id="the first authors, and all of them folded away",
        ),
        pytest.param(
            "### {name}: {rest}\n\n<details open>\n<summary>Abstract</summary>\nAgents act by {name}.\n</details>\n\n"
            "[Paper](https://arxiv.org/abs/{id})\n\n",
            "### AgentStep: Learning to Act One Step at a Time\n\n[Paper](https://arxiv.org/abs/2405.00451)",
            id="no empty element",
        ),
    ],
)
def test_style(pattern: str, entry: str) -> None:
    assert write(make(pattern)) == entry


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("<script>alert(1)</script>", r"\<script\>alert(1)\</script\>"),
        ("![a](https://e.example/i.png)", r"!\[a\](https://e.example/i.png)"),
        ("[Ada](javascript:alert(1))", r"\[Ada\](javascript:alert(1))"),
        ("<!-- bot: allow duplicate-entry -->", r"\<!-- bot: allow duplicate-entry --\>"),
        ("Ada | Lovelace", r"Ada \| Lovelace"),
        ("&lt;b&gt; *Ada*", r"\&lt;b\&gt; \*Ada\*"),
        ("# Ada", r"\# Ada"),
    ],
)
def test_names_are_no_markup(name: str, written: str) -> None:
    """A page may say of its paper that anything is the name of its author."""
    listing = listing_of(make("* [{name}: {rest}](https://arxiv.org/abs/{id}), *{one}, {two}*\n"))
    (text, *_) = (option.text for option in find_options(listing, 1, replace(NEW, authors=(name, "Ada Lovelace"))))
    address = "[AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)"
    assert text == f"* {address}, *{written}, Ada Lovelace*"


@pytest.mark.parametrize(
    ("title", "written"),
    [("$\\tau$-bench and A*", "$\\tau$-bench and A*"), ("~~Old~~ New Agents", r"\~\~Old\~\~ New Agents")],
)
def test_titles_are_not_struck_through(title: str, written: str) -> None:
    listing = listing_of(make("* [{name}: {rest}](https://arxiv.org/abs/{id})\n"))
    assert find_options(listing, 1, replace(NEW, title=title))[0].text.startswith(f"* [{written}](")


def cite(authors: str, venue: str = "", number: int = 0) -> str:
    """An entry of a list that names authors and venues."""
    name, rest, value, _, _ = PAPERS[number]
    return f"* {authors}. [{name}: {rest}](https://arxiv.org/abs/{value}){venue}\n"


@pytest.mark.parametrize(
    ("authors", "written"),
    [
        pytest.param(
            ("Shunyu Yao, Jeffrey Zhao, and Dian Yu", "Baian Chen et al", "Noah Shinn et al", "Aohan Zeng et al"),
            "Ada Lovelace et al",
            id="more than are named in full",
        ),
        pytest.param(
            ("Yao, S.; Zhao, J.; Yu, D", "Chen, B.; Shu, C", "Shinn, N.; Cassano, F.; Berman, E", "Zeng, A.; Liu, M"),
            "Lovelace, A.; Hopper, G. B.; Turing, A.; Liskov, B",
            id="family names first",
        ),
        pytest.param(
            (
                "Shunyu Yao and Jeffrey Zhao",
                "Baian Chen and Chang Shu",
                "Noah Shinn, Federico Cassano, & Edward Berman",
            ),
            "Ada Lovelace, Grace B. Hopper, Alan Turing, & Barbara Liskov",
            id="two authors do not show how more are joined",
        ),
        pytest.param(
            ("Yao, Shunyu, et al", "Chen, Baian, et al", "Shinn, Noah, et al", "Zeng, Aohan, et al"),
            "Lovelace, Ada, et al",
            id="the first author alone, family name first",
        ),
    ],
)
def test_authors(authors: tuple[str, ...], written: str) -> None:
    text = "# Agents\n\n" + "".join(cite(each, "", number) for number, each in enumerate(authors))
    assert write(text).startswith(f"* {written}. [AgentStep")


@pytest.mark.parametrize("count", [1, 2])
def test_what_few_entries_say_of_their_papers_is_not_copied(count: int) -> None:
    said = ("Agents reason in turn (Lab X) \u2b50 120", "Small models are tuned \u2b50 33")
    text = "# Agents\n\n" + "".join(
        f"- [{name}: {rest}](https://arxiv.org/abs/{value}) - {words}\n"
        for (name, rest, value, *_), words in zip(PAPERS[:count], said, strict=False)
    )
    assert write(text) == "- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)"


@pytest.mark.parametrize(
    ("patterns", "written"),
    [
        pytest.param(
            ("* {year}arXiv [{name}: {rest}](https://arxiv.org/abs/{id})\n",),
            "* 2024arXiv [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)",
            id="a year right in front of the archive",
        ),
        pytest.param(
            ("- {name}: {rest}, _arXiv'24_ [[Paper]](https://arxiv.org/abs/{id})\n",),
            "- AgentStep: Learning to Act One Step at a Time, _arXiv'24_ [[Paper]](https://arxiv.org/abs/2405.00451)",
            id="the archive in italics",
        ),
        pytest.param(
            (
                "* {name}: {rest}. ACL-{year} [[pdf]](https://arxiv.org/pdf/{id})\n",
                "* {name}: {rest}. arXiv-{year} [[pdf]](https://arxiv.org/pdf/{id})\n",
            ),
            "* AgentStep: Learning to Act One Step at a Time. arXiv-2024 [[pdf]](https://arxiv.org/pdf/2405.00451)",
            id="a year behind a hyphen",
        ),
        pytest.param(
            ("- {name}: **{rest}**. ICML'{year}. [paper](https://arxiv.org/abs/{id})\n",),
            "- AgentStep: **Learning to Act One Step at a Time**. [paper](https://arxiv.org/abs/2405.00451)",
            id="a year goes with its venue",
        ),
        pytest.param(
            (
                "- **{name}: {rest}**\n  [![](https://img.shields.io/badge/arXiv_{year}-52C8)](https://arxiv.org/abs/{id})\n",
            ),
            "- **AgentStep: Learning to Act One Step at a Time**\n"
            "  [![](https://img.shields.io/badge/arXiv_2024-52C8)](https://arxiv.org/abs/2405.00451)",
            id="the year in a badge",
        ),
        pytest.param(
            ("- [{name}: {rest}](https://ieeexplore.ieee.org/document/89625{month}) {year}\n",),
            "- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451) 2024",
            id="the number of another site is no id",
        ),
        pytest.param(
            ("- **{name}: {rest}** [paper](https://arxiv.org/abs/{id})\n  ```text\n  It shows {one}.\n  ```\n",),
            "- **AgentStep: Learning to Act One Step at a Time** [paper](https://arxiv.org/abs/2405.00451)",
            id="a block of code",
        ),
        pytest.param(
            ("- [{name}: {rest}](https://arxiv.org/abs/{id})\n  <details>\n  It shows {one}.\n  </details>\n",),
            "- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)",
            id="an element that nothing is left of",
        ),
        pytest.param(
            (
                "- {name}: {rest} - A First Look at Them [Link](https://arxiv.org/abs/{id})\n",
                "- {name}: {rest} - A First Look at Them [Link](https://arxiv.org/abs/{id})\n",
                "- {name}: {rest} - A First Look at Them [Link](https://arxiv.org/abs/{id})\n",
                "- {name}: {rest} [Link](https://arxiv.org/abs/{id})\n",
            ),
            "- AgentStep: Learning to Act One Step at a Time [Link](https://arxiv.org/abs/2405.00451)",
            id="words of three entries",
        ),
    ],
)
def test_what_belongs_to_other_papers_or_years_is_left(patterns: tuple[str, ...], written: str) -> None:
    entries = [make(patterns[index % len(patterns)]).split("\n\n")[1] for index in range(len(PAPERS))]
    size = len(entries[0].splitlines()) // len(PAPERS)
    lines = [
        each for index, entry in enumerate(entries) for each in entry.splitlines()[index * size : (index + 1) * size]
    ]
    assert write("# Agents\n\n" + "\n".join(lines) + "\n") == written


def test_an_entry_whose_name_was_read_as_its_title_is_no_model() -> None:
    entry = "- {}. [{}](https://arxiv.org/abs/{}). Code.\n"
    text = "# Agents\n\n" + "".join(entry.format(name, f"{name}: {rest}", value) for name, rest, value, *_ in PAPERS)
    listing = listing_of(text)
    names = (Span(each.span.start + 2, text.index(".", each.span.start)) for each in listing.entries)
    entries = (
        replace(each, title=each.title._replace(value=text[name.start : name.end], span=name))
        for each, name in zip(listing.entries, names, strict=True)
        if each.title is not None
    )
    assert not find_options(replace(listing, entries=tuple(entries)), 1, NEW)


def test_tags_that_no_entry_closes_stay_open_and_none_is_closed_twice() -> None:
    pattern = (
        "| {year} | {name}: {rest} <br> <sub>*{one}, {two}, {three}*<sub> | [Paper](https://arxiv.org/abs/{id}) |\n"
    )
    head = "| Year | Title | Links |\n| --- | --- | --- |\n"
    text = make(pattern).replace("# Agents\n\n", f"# Agents\n\n{head}")
    assert "<sub>*Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov*<sub>" in write(text)


def test_a_row_has_a_cell_in_each_column_though_those_beside_it_lack_one() -> None:
    head = "| Paper | Year | Note |\n| --- | --- | --- |\n"
    text = make("| [{name}: {rest}](https://arxiv.org/abs/{id}) | {year} |\n").replace(
        "# Agents\n\n", f"# Agents\n\n{head}"
    )
    assert write(text).endswith("| 2024 |  |")


def test_paragraphs_with_numbers_go_on() -> None:
    text = make('<a id="@">[@]</a> {name}: {rest} [[arXiv {year}]](https://arxiv.org/abs/{id})\n\n')
    for number in range(1, len(PAPERS) + 1):
        text = text.replace("@", str(number), 2)
    assert write(text).startswith('<a id="5">[5]</a> AgentStep')


def test_a_phrase_before_a_colon_is_no_name() -> None:
    text = make('- **{name}**: "{name}: {rest}." arXiv, {year}. [[paper]](https://arxiv.org/pdf/{id})\n')
    listing = listing_of(text)
    record = replace(NEW, title="Agents That Ask for Help: Certainty for Language Models")
    option = find_options(listing, section_of(listing, "Agents"), record)[0]
    assert option.text.startswith('- "Agents That Ask for Help: Certainty')


def test_all_authors_end_as_the_first_ones_do_before_a_title_in_quotes() -> None:
    names = ("Yao, Shunyu, Jeffrey Zhao, and Dian Yu.", "Chen, Baian, Chang Shu, and Ehsan Shareghi.")
    lines = (
        f'- {authors} "{name}: {rest}." [[paper](https://arxiv.org/abs/{value})]\n'
        for authors, (name, rest, value, *_) in zip(
            (*names, "Shinn, Noah, Federico Cassano, and Edward Berman.", "Zeng, Aohan, et al."), PAPERS, strict=True
        )
    )
    listing = listing_of("# Agents\n\n" + "".join(lines))
    record = replace(NEW, authors=NEW.authors[:3])
    text = find_options(listing, section_of(listing, "Agents"), record)[0].text
    assert text.startswith('- Lovelace, Ada, Grace B. Hopper, and Alan Turing. "AgentStep')


def test_a_row_that_begins_with_what_is_not_known_is_no_item() -> None:
    venues = dict(zip((paper[2] for paper in PAPERS), ("ICLR", "EMNLP", "NeurIPS", "ACL"), strict=True))
    rows = make("{id} | {year} | [{name}: {rest}](https://arxiv.org/abs/{id}) | Tools\n")
    for value, venue in venues.items():
        rows = rows.replace(f"{value} |", f"{venue} |")
    head = "Venue | Year | Paper | Topic\n--- | --- | --- | ---\n"
    entry = write(rows.replace("# Agents\n\n", f"# Agents\n\n{head}"))
    assert entry.startswith("| - | 2024 | [AgentStep")


def test_the_code_of_an_emoji_is_left_out_as_a_whole() -> None:
    codes = (":orange_diamond:", ":blue_diamond:", ":star:", ":book:")
    text = make("- # **{name}: {rest}** [[paper](https://arxiv.org/abs/{id})]\n")
    for code in codes:
        text = text.replace("- # ", f"- {code} ", 1)
    assert write(text).startswith("- **AgentStep: Learning")


def test_models_on_arxiv_are_looked_for_in_the_whole_section() -> None:
    own = "".join(f"* [{name}: {rest}](https://arxiv.org/pdf/{value})\n" for name, rest, value, *_ in PAPERS)
    others = "".join(f"* [Agents of Kind {n} Act](https://example.org/papers/{n})\n" for n in range(12))
    text = f"# Agents\n\n{own}{others}"
    assert write(text).endswith("(https://arxiv.org/pdf/2405.00451)")


def test_names_with_commas_in_them_and_between_them() -> None:
    lists = (
        "Lee, Ann May, Roe, Bo, **and** Li, Cy",
        "Doe, Jane, **and** Poe, Eve",
        "Kim, Dan, Ray, Fay, Sun, Gil Roy, **and** Ono, Hal",
        "Lee, Ann May, Fox, Ida, **and** Ash, Jo",
    )
    papers = zip(PAPERS, lists, strict=True)
    entries = [f"- [{name}: {rest}](https://arxiv.org/abs/{id_}).  \n  {own}" for (name, rest, id_, *_), own in papers]
    assert write("# Agents\n\n" + "\n".join(entries) + "\n") == (
        "- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451).  \n"
        "  Lovelace, Ada, Hopper, Grace B., Turing, Alan, **and** Liskov, Barbara"
    )


def test_a_name_in_two_columns() -> None:
    head = "# Agents\n\n| Name | Title | Link | Code |\n| --- | --- | --- | --- |\n"
    rows = make("| **{name}** | {name}: {rest} | [{name}](https://arxiv.org/abs/{id}) | null |\n")
    assert write(head + rows.removeprefix("# Agents\n\n")) == (
        "| **AgentStep** | AgentStep: Learning to Act One Step at a Time "
        "| [AgentStep](https://arxiv.org/abs/2405.00451) | null |"
    )


def test_an_institution_is_no_author() -> None:
    labs = iter(("Google", "Tsinghua University", "Meta", "Google"))
    text = make("* {name}: {rest} (*++*) [paper](https://arxiv.org/abs/{id})\n")
    while "++" in text:
        text = text.replace("++", next(labs), 1)
    assert write(text) == "* AgentStep: Learning to Act One Step at a Time [paper](https://arxiv.org/abs/2405.00451)"


def test_two_authors_with_initials_behind_keep_the_comma() -> None:
    authors = (
        "Yao, S., Zhao, J., & Yu, D.",
        "Chen, B., Shu, C., & Shareghi, E.",
        "Shinn, N., Cassano, F., & Berman, E.",
    )
    listing = listing_of("# Agents\n\n" + "".join(cite(each, "", number) for number, each in enumerate(authors)))
    record = replace(NEW, authors=NEW.authors[:2])
    written = find_options(listing, section_of(listing, "Agents"), record)[0].text
    assert written.startswith("* Lovelace, A., & Hopper, G. B. [AgentStep")


def test_a_venue_that_only_the_list_knows_is_not_copied() -> None:
    said = ("HULL23sub", "arXiv", "HULL23sub", "ICML23", "HULL22", "arXiv")
    papers = (
        *PAPERS,
        ("Toolsmith", "Agents that Make Tools", "2306.00001"),
        ("Planner", "Plans of Agents", "2306.00002"),
    )
    text = "# Agents\n\n" + "".join(
        f"{venue}: **{paper[0]}: {paper[1]}**. [paper](https://arxiv.org/abs/{paper[2]}) <br>\n*note*: on agents.\n\n"
        for venue, paper in zip(said, papers, strict=True)
    )
    assert write(text).startswith("arXiv: **AgentStep")


def test_a_preprint_is_called_as_elsewhere_in_the_list() -> None:
    """The entries of the section name conferences; for the new paper none is known."""
    agents = "".join(cite("Ada Lovelace et al", f", *ICLR {2021 + number}*", number) for number in range(3))
    other = "* Alan Turing et al. [Language Agents with Tools](https://arxiv.org/abs/2305.00001), *arXiv 2023*\n"
    assert write(f"# Agents\n\n{agents}\n# Tools\n\n{other}").endswith("2405.00451), *arXiv 2024*")


def test_a_preprint_is_written_as_others_are_where_most_name_a_venue() -> None:
    said = ("ICLR 2023.", "ICML 2023.", "arXiv:2303.11366", "arXiv:2310.12823")
    text = "# Agents\n\n" + "".join(
        f"**{name}: {rest}**\\\n{venue} [[Paper](https://arxiv.org/abs/{value})]\n\n"
        for (name, rest, value, *_), venue in zip(PAPERS, said, strict=True)
    )
    assert write(text).splitlines()[1] == "arXiv:2405.00451 [[Paper](https://arxiv.org/abs/2405.00451)]"


def test_a_line_goes_on_to_break_where_the_code_is_left_out() -> None:
    text = make(
        "- [{name}: {rest}](https://arxiv.org/abs/{id}) [[Code](https://x.org/{name})]  \n  *{one}, {two}, {three}*  \n"
    )
    assert write(text) == (
        "- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)  \n"
        "  *Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov*"
    )


def test_a_preprint_is_called_nothing_where_others_are_not() -> None:
    entries = [cite("Ada Lovelace", ", *ICLR 2024*", 0), *(cite("Alan Turing", "", number) for number in (1, 2, 3))]
    text = "# Agents\n\n" + "".join(entries) + "\n# Memory\n\n" + cite("Alan Turing", ", *arXiv 2023*", 0)
    assert "arXiv 2024" not in write(text)


def test_a_preprint_is_called_as_a_whole_with_its_own_id() -> None:
    """The id stands in the phrase that others have in the place of a conference."""
    agents = "".join(cite("Ada Lovelace et al", f", *ICLR {2021 + number}*", number) for number in range(3))
    phrase = "*arXiv preprint arXiv:2305.00001, 2023*"
    other = f"* Alan Turing et al. [Language Agents with Tools](https://arxiv.org/abs/2305.00001), {phrase}\n"
    text = f"# Agents\n\n{agents}\n# Tools\n\n{other}"
    assert write(text).endswith("2405.00451), *arXiv preprint arXiv:2405.00451, 2024*")


CVF = "https://openaccess.thecvf.com/content/CVPR2023/papers/{name}_CVPR_2023_paper.pdf"


def test_a_year_stands_where_others_have_a_conference_with_its_year() -> None:
    said = (*("ICLR 2023", "ICML 2023", "NeurIPS 2023") * 2, "2022", "2021")
    text = "# Agents\n\n" + "".join(
        f"* Ada Lovelace. [On Agents {number}](https://arxiv.org/abs/2305.0000{number}), {end}.\n"
        for number, end in enumerate(said)
    )
    assert write(text).endswith("2405.00451), 2024.")


def test_a_year_elsewhere_shows_what_stands_in_the_place_of_a_conference() -> None:
    pattern = "**[{}]**\n[{}: {}](https://arxiv.org/abs/{})\n\n"
    said = ("ICLR-2023", "ICML-2022", "2023", "2023")
    texts = [pattern.format(where, *paper[:3]) for where, paper in zip(said, PAPERS, strict=True)]
    text = f"# Agents\n\n{''.join(texts[:2])}\n# Tools\n\n{''.join(texts[2:])}"
    assert write(text) == f"**[2024]**\n[{NEW.title}](https://arxiv.org/abs/2405.00451)"


def test_authors_in_italics_before_a_full_stop_stay_so() -> None:
    text = make("1. **{name}: {rest}**.\n\n   *{one} et al*. arXiv {year}. [[Paper](https://arxiv.org/abs/{id})]\n")
    assert "\n   *Ada Lovelace et al*. arXiv 2024. [[Paper]" in write(text)


def test_the_name_of_a_field_in_bold_stays_with_what_is_known() -> None:
    entry = "[{}: {}](https://arxiv.org/abs/{})<br>\n**Authors:** {}<br>\n**At:** {}\n\n"
    known = zip(PAPERS[:3], AUTHORS, ("MIT", "CMU", "ETH"), strict=False)
    text = write(
        "# Agents\n\n" + "".join(entry.format(*paper[:3], ", ".join(names), where) for paper, names, where in known)
    )
    assert "\n**Authors:** Ada Lovelace, " in text
    assert "At:" not in text


def test_half_of_a_pair_of_backticks_closes_nothing() -> None:
    model = "| Agents `data`<br> |"
    assert [closes(text, model) for text in ("| Agents `data`<br> |", "| Agents <br> |", "| Agents `<br> |")] == [
        True,
        True,
        False,
    ]


def test_the_publisher_is_left_out_where_arxiv_is_linked_too() -> None:
    text = make(f"- **{{name}}: {{rest}}.** [[Paper]({CVF})] [[arXiv](https://arxiv.org/abs/{{id}})]\n")
    assert write(text).endswith("Time.** [[arXiv](https://arxiv.org/abs/2405.00451)]")


def test_entries_with_arxiv_beside_their_publisher_are_models_of_those_on_arxiv() -> None:
    badge = "[![arXiv](https://img.shields.io/badge/arXiv-{id}-b31b1b.svg)](https://arxiv.org/abs/{id})"
    both, one = (make(f"| {{name}}: {{rest}} | {cell} |\n") for cell in (f"[Paper]({CVF}) {badge}", f"[Paper]({CVF})"))
    rows = both.replace("# Agents\n\n", "") + 2 * one.replace("# Agents\n\n", "").replace("_CVPR_2023", "_ICCV_2023")
    text = f"# Agents\n\n| Title | Links |\n| --- | --- |\n{rows}"
    assert write(text).endswith(f"| {badge.format(id='2405.00451')} |")


def test_authors_end_in_a_stop_where_that_of_et_al_set_them_off() -> None:
    text = make("- **{name}: {rest}.** *{one} et al. arXiv.* [[paper](https://arxiv.org/abs/{id})]\n")
    listing = listing_of(text)
    record = replace(NEW, authors=NEW.authors[:1])
    option = find_options(listing, section_of(listing, "Agents"), record)[0]
    assert option.text.endswith("Time.** *Ada Lovelace. arXiv.* [[paper](https://arxiv.org/abs/2405.00451)]")


def test_a_preprint_is_called_as_others_are_and_not_put_into_a_phrase_about_a_conference() -> None:
    agents = "".join(
        cite("Ada Lovelace et al", f". In *Proceedings of ACL {2021 + number}*.", number) for number in range(3)
    )
    other = "* Alan Turing et al. [Language Agents with Tools](https://arxiv.org/abs/2305.00001). *arXiv 2023*.\n"
    assert write(f"# Agents\n\n{agents}\n# Tools\n\n{other}").endswith("2405.00451). *arXiv 2024*.")
    assert write(f"# Agents\n\n{agents}").endswith("2405.00451).")


def test_a_date_is_left_out_with_its_unusual_label() -> None:
    entries = [
        f"### {name}: {rest}\n\n- **Paper**: [link](https://arxiv.org/abs/{value})\n"
        for name, rest, value, *_ in PAPERS
    ]
    text = "# Agents\n\n" + "\n".join([*entries[:3], entries[3].replace("- **P", "- **Year**: 2024\n- **P")])
    listing = listing_of(text)
    texts = [each.text for each in find_options(listing, section_of(listing, "Agents"), NEW)]
    assert texts
    assert [each for each in texts if "2024" in each] == []


def test_continued_lines_are_indented_as_in_the_section() -> None:
    def part(heading: str, margin: str, papers: range) -> str:
        rows = ((*PAPERS[number % 4][:2], f"23{number + 1:02}.00001") for number in papers)
        return f"# {heading}\n\n" + "".join(
            f"1. **{name} {number}: {rest}**\n\n{margin}[[pdf](https://arxiv.org/abs/{value})]\n\n"
            for number, (name, rest, value) in enumerate(rows)
        )

    text = part("Agents", "   ", range(3)) + part("Tools", "    ", range(3, 11))
    assert write(text).splitlines()[2] == "   [[pdf](https://arxiv.org/abs/2405.00451)]"


@pytest.mark.parametrize(
    ("head", "numbers", "pattern", "start"),
    [
        ("", (1, 2, 3, 4), "### {n}. {title}\n\n[Paper](https://arxiv.org/abs/{id})\n\n", "### 5. AgentStep"),
        ("", (0, 0, 0, 0), "### {title}\n\n[Paper](https://arxiv.org/abs/{id})\n\n", "### AgentStep"),
        (
            "| No | Paper |\n|--|--|\n",
            (1, 2, 3, 4),
            "| {n} | [{title}](https://arxiv.org/abs/{id}) |\n",
            "| 5 | [AgentStep",
        ),
        (
            "| Cited | Paper |\n|--|--|\n",
            (7, 44, 3, 12),
            "| {n} | [{title}](https://arxiv.org/abs/{id}) |\n",
            "| - | [AgentStep",
        ),
    ],
    ids=["headings", "headings without numbers", "rows", "numbers that do not count"],
)
def test_numbers_of_entries_go_on(head: str, numbers: tuple[int, ...], pattern: str, start: str) -> None:
    entries = "".join(
        pattern.format(n=number, title=f"{name}: {rest}", id=value)
        for number, (name, rest, value, *_) in zip(numbers, PAPERS, strict=True)
    )
    assert write(f"# Agents\n\n{head}{entries}").startswith(start)


def test_an_entry_goes_above_the_break_and_the_comment_that_end_a_section() -> None:
    entry = "### {name}: {rest}\n\n[Paper](https://arxiv.org/abs/{id})\n\n"
    text = make(entry) + "<!--\n### Next\n-->\n\n<br>\n\n# Tools\n"
    listing = listing_of(text)
    (edit, *_) = find_options(listing, section_of(listing, "Agents"), NEW)[0].edits
    assert text[: edit.span.start].endswith("2310.12823)")


def test_an_entry_goes_below_the_notes_of_the_last_one() -> None:
    text = (
        make("1. [{name}: {rest}](https://arxiv.org/abs/{id}) by {one}.\n- Worth reading, says {two}.\n")
        + "\n## Blogs\n"
    )
    (edit, *_) = find_options(listing_of(text), 1, NEW)[0].edits
    assert text[: edit.span.start].endswith("says Mingdao Liu.")


def test_the_line_above_keeps_its_own_end() -> None:
    text = make("* [{name}: {rest}](https://arxiv.org/abs/{id})\n").replace("\n", "\r\n").removesuffix("\r\n") + "\n"
    edits = find_options(listing_of(text), 1, NEW)[0].edits
    assert apply(text, [Fix("Add it", edits)]).content.startswith(text)


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        pytest.param(
            "### {name}: {rest}\n\n**DOI:** [10.48550/arXiv.{id}](https://doi.org/10.48550/arXiv.{id})\n\n",
            "[10.48550/arXiv.2405.00451](https://doi.org/10.48550/arXiv.2405.00451)",
            id="the id in a label",
        ),
        pytest.param(
            "* {name}: {rest}, {year}, [https://arxiv.org/abs/{id}]\n",
            "[https://arxiv.org/abs/2405.00451]",
            id="brackets",
        ),
        pytest.param(
            "* [{name}] <[{rest}](https://arxiv.org/abs/{id})> by {one}, {year}.\n",
            "* <[AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)> "
            "by Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov, 2024.",
            id="a name that is left out",
        ),
        pytest.param(
            "* {name}: {rest}. {one} et al. arXiv:{id}\n",
            "* AgentStep: Learning to Act One Step at a Time. Ada Lovelace et al. arXiv:2405.00451",
            id="an id without a link",
        ),
    ],
)
def test_ids_and_addresses_in_brackets(pattern: str, written: str) -> None:
    assert write(make(pattern)).endswith(written)


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        pytest.param("- [{name}](https://arxiv.org/abs/{id}): {rest}\n", "- [Acting](URL)", id="a colon behind a link"),
        pytest.param(
            "- [{name}](https://arxiv.org/abs/{id}) - {rest}, {year}\n", "- [Acting](URL), 2024", id="a dash behind it"
        ),
        pytest.param(
            "- [**{name}**](https://arxiv.org/abs/{id}): {rest}, *arXiv {year}*\n",
            "- [**Acting**](URL), *arXiv 2024*",
            id="a bold name",
        ),
        pytest.param(
            '- <span id="{name}">**{name}: {rest}.**</span> [PDF](https://arxiv.org/abs/{id})\n',
            "- **Acting.** [PDF](URL)",
            id="an anchor",
        ),
    ],
)
def test_a_title_without_a_name(pattern: str, written: str) -> None:
    listing = listing_of(make(pattern))
    record = replace(NEW, title="Learning to Act One Step at a Time")
    expected = written.replace("Acting", record.title).replace("URL", record.address)
    assert find_options(listing, section_of(listing, "Agents"), record)[0].text == expected


def test_the_badge_of_a_paper_elsewhere_stays_though_its_picture_is_called_arxiv() -> None:
    badge = "![Badge](https://img.shields.io/badge/paper-%23B31B1B?logo=arxiv)"
    listing = listing_of(
        make(f"- {{name}}: {{rest}}, {{year}}. [{badge}](https://openreview.net/forum?id=a{{name}})\n")
    )
    address = "https://openreview.net/forum?id=abc123"
    record = replace(NEW, identifier=None, address=address)
    written = find_options(listing, section_of(listing, "Agents"), record)[0].text
    assert written == f"- AgentStep: Learning to Act One Step at a Time, 2024. [{badge}]({address})"


def test_a_paper_with_a_venue_is_written_as_those_that_name_theirs() -> None:
    entries = [
        f"- [Planning Of Kind {n}](https://arxiv.org/abs/2401.0000{n}), {venue}, 2024"
        for n, venue in enumerate(
            ("arXiv", "ICLR 2024 (poster)", "arXiv", "ICML 2024 (poster)", "arXiv", "ACL 2024 (oral)")
        )
    ]
    listing = listing_of("# Agents\n\n" + "\n".join(f"{each}\n" for each in entries))
    record = replace(NEW, venue="NeurIPS 2024", preprint=False, year=2024)
    written = find_options(listing, section_of(listing, "Agents"), record)[0].text
    assert "NeurIPS 2024" in written


def test_the_colour_of_a_badge_is_no_year() -> None:
    badge = "[![Paper](https://img.shields.io/badge/paper-A42C25?logo=arxiv)](https://arxiv.org/abs/{id})"
    others = make("- {one}: [{name} in Rooms](https://arxiv.org/abs/{id})\n").replace("Agents", "Others")
    listing = listing_of(make(f"- {{name}}: {{rest}} {badge}\n") + "\n" + others)
    options = find_options(listing, section_of(listing, "Agents"), NEW)
    assert options[0].text == f"- {NEW.title} {badge.format(id='2405.00451')}"


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        pytest.param(
            "* {name}: {rest}. [PDF](https://arxiv.org/abs/{id}) <img src='https://arxiv.org/html/{id}v1/x1.png'>\n",
            "* TITLE. [PDF](https://arxiv.org/abs/2405.00451)",
            id="a figure",
        ),
        pytest.param(
            "* {name}: {rest}. [PDF](https://arxiv.org/abs/{id})\n\n  <details>\n    <p>\n      {two} said so.\n"
            "    </p>\n  </details>\n",
            "* TITLE. [PDF](https://arxiv.org/abs/2405.00451)",
            id="elements in elements",
        ),
        pytest.param(
            "* {name}: {rest}. *NeurIPS*, {year}. [PDF](https://arxiv.org/abs/{id})\n",
            "* TITLE. *arXiv*, 2024. [PDF](https://arxiv.org/abs/2405.00451)",
            id="emphasis of the venue alone",
        ),
    ],
)
def test_what_belongs_to_the_model_alone(pattern: str, written: str) -> None:
    first, rest = make(pattern).split("\n* FireAct", 1)
    text = f"{first.replace('NeurIPS', 'arXiv')}\n* FireAct{rest}"
    assert write(text) == written.replace("TITLE", NEW.title)


def test_a_name_in_bold_brackets_before_an_italic_title() -> None:
    pattern = "- **({name})** _{name}: {rest}_ `arXiv {year}` [[Paper](https://arxiv.org/abs/{id})]\n"
    assert write(make(pattern)) == (
        "- **(AgentStep)** _AgentStep: Learning to Act One Step at a Time_ `arXiv 2024` "
        "[[Paper](https://arxiv.org/abs/2405.00451)]"
    )


def test_the_full_stop_of_others_stays_without_them() -> None:
    text = make("* {name}: {rest}. {one} et al. [PDF](https://arxiv.org/abs/{id})\n")
    listing = listing_of(text)
    option = find_options(listing, section_of(listing, "Agents"), replace(NEW, authors=()))[0]
    assert option.text == "* AgentStep: Learning to Act One Step at a Time. [PDF](https://arxiv.org/abs/2405.00451)"


def test_what_would_leave_a_tag_open_is_not_written() -> None:
    pattern = (
        '<details><summary>\n  <a href="https://arxiv.org/abs/{id}">{name}: {rest}</a>\n</summary>\n</details>\n\n'
    )
    listing = listing_of(make(pattern))
    assert list(find_options(listing, 1, NEW)) == []


def test_the_year_of_a_preprint_stays_in_its_brackets() -> None:
    said = iter(("Acts and reasons.", "Tunes small models.", "Learns from words.", "Keeps what it knew."))
    text = make("- [{name}: {rest}](https://arxiv.org/abs/{id}) - arXiv ({year}). ++\n")
    while "++" in text:
        text = text.replace("++", next(said), 1)
    assert write(text).endswith("](https://arxiv.org/abs/2405.00451) - arXiv (2024).")


def test_the_stop_of_a_description_goes_with_it() -> None:
    said = iter(
        (
            "Agents reason and act in turn",
            "Smaller models are tuned to act",
            "Words reinforce what agents do",
            "Tuned agents do more",
        )
    )
    pattern = "* [{name}: {rest}](https://arxiv.org/abs/{id}) - It is shown that ++. *{year}-{month}*\n"
    text = make(pattern)
    while "++" in text:
        text = text.replace("++", next(said).lower(), 1)
    assert write(text).endswith("(https://arxiv.org/abs/2405.00451) *2024-05*")


def test_a_preprint_is_called_so_once() -> None:
    pattern = (
        "* ({year}) **{name}: {rest}.** arXiv preprint arXiv:{id}. ICRA {year}. [(paper)](https://arxiv.org/abs/{id})\n"
    )
    assert write(make(pattern)) == (
        "* (2024) **AgentStep: Learning to Act One Step at a Time.** arXiv preprint arXiv:2405.00451. "
        "[(paper)](https://arxiv.org/abs/2405.00451)"
    )


def test_a_column_for_the_first_author() -> None:
    pattern = "| [{name}: {rest}](https://arxiv.org/abs/{id}) | {one} | {year} |\n"
    head = "| Paper | First Author | Year |\n| --- | --- | --- |\n"
    text = make(pattern).replace("# Agents\n\n", f"# Agents\n\n{head}")
    assert write(text).split(" | ")[1:] == ["Ada Lovelace", "2024 |"]


def test_authors_that_only_the_list_as_a_whole_shows() -> None:
    heads = [
        f"+ {rest}. {names[0]}. [[paper]](https://arxiv.org/abs/{paper})\n"
        for (_, rest, paper, *_), names in zip(PAPERS, AUTHORS, strict=True)
    ]
    assert write("# Agents\n\n" + "".join(heads)) == (
        "+ AgentStep: Learning to Act One Step at a Time. Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov. "
        "[[paper]](https://arxiv.org/abs/2405.00451)"
    )


def test_a_preprint_stands_for_a_venue_once() -> None:
    text = make("- **{name}: {rest}**\n  ICML 2020, arXiv, {year}.{month} [[Paper](https://arxiv.org/abs/{id})]\n")
    assert write(text) == (
        "- **AgentStep: Learning to Act One Step at a Time**\n  arXiv, 2024.05 [[Paper](https://arxiv.org/abs/2405.00451)]"
    )


def test_the_label_of_one_link_is_not_that_of_another() -> None:
    pattern = "- {name}: {rest} [[{{}}](https://arxiv.org/abs/{id})], [[PDF](https://arxiv.org/pdf/{id})]\n"
    texts = make(pattern).split("{}")
    labels = ("Paper", "Paper", "Paper", "Talk")
    text = "".join(f"{one}{label}" for one, label in zip(texts, labels, strict=False)) + texts[-1]
    assert "[[Paper](https://arxiv.org/abs/2405.00451)], [[PDF](https://arxiv.org/pdf/2405.00451)]" in write(text)


def test_a_title_that_the_list_reads_up_to_a_comma_is_written() -> None:
    record = replace(NEW, title="Pre-training of Agents: Basics, Recent Advances, and Future Trends")
    listing = listing_of(make("- {rest}. arxiv {year}. [[paper](https://arxiv.org/abs/{id})]\n"))
    option = find_options(listing, section_of(listing, "Agents"), record)[0]
    after = listing_of(apply(listing.text.content, [Fix("", option.edits)]).content)
    entry = find_added(listing, after, option, record)
    assert not isinstance(entry, str)
    assert entry.title is not None
    assert record.title.startswith(entry.title.value)


def test_a_row_of_a_table() -> None:
    rows = "".join(
        f"| {year}-{month} | {name} | Lab {name} | [{name}: {rest}](https://arxiv.org/abs/{value}) | ICLR |\n"
        for name, rest, value, year, month in PAPERS
    )
    text = f"# Agents\n\n| Date | Name | Lab | Paper | Venue |\n| --- | --- | --- | --- | --- |\n{rows}"
    assert write(text) == (
        "| 2024-05 | AgentStep | - | "
        "[AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451) | - |"
    )


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        pytest.param(
            "| {year}-{month} | [**{name}**] {name}: {rest} (@Lab {name}) | [pdf](https://arxiv.org/abs/{id}) |\n",
            "[**AgentStep**] AgentStep: Learning to Act One Step at a Time",
            id="in the cell of the title",
        ),
        pytest.param(
            "| {year}-{month} | {name}: {rest} | [{name}](https://arxiv.org/abs/{id}) |\n",
            "[AgentStep](https://arxiv.org/abs/2405.00451)",
            id="as a link to the paper",
        ),
    ],
)
def test_a_name_apart_in_a_row(pattern: str, written: str) -> None:
    head = "| Date | Paper | Link |\n| --- | --- | --- |\n"
    assert f" {written} |" in write(make(pattern).replace("# Agents\n\n", f"# Agents\n\n{head}"))


def test_the_years_of_data_are_no_dates_of_a_paper() -> None:
    pattern = "| {year} | [{name}: {rest}](https://arxiv.org/abs/{id}) | ROADS 2012, Streets |\n"
    head = "| Year | Paper | Data |\n| --- | --- | --- |\n"
    assert write(make(pattern).replace("# Agents\n\n", f"# Agents\n\n{head}")).endswith(
        "(https://arxiv.org/abs/2405.00451) | - |"
    )


def test_a_paper_without_facts_leaves_its_fields_out() -> None:
    listing = listing_of(
        make("- [{year}/{month}] **{name}: {rest}** *{one} et al.* [[pdf](https://arxiv.org/abs/{id})]\n")
    )
    bare = replace(NEW, authors=(), date=None)
    options = find_options(listing, section_of(listing, "Agents"), bare)
    assert options[0].text == (
        "- **AgentStep: Learning to Act One Step at a Time** [[pdf](https://arxiv.org/abs/2405.00451)]"
    )


def test_a_line_of_authors_is_left_out_with_its_bullet() -> None:
    """Also where one entry of the list has a team instead of names."""
    text = make("- [{name}: {rest}](https://arxiv.org/abs/{id})\n  - {one}, {two}, {three}\n")
    listing = listing_of(text.replace("Noah Shinn, Federico Cassano, Edward Berman", "OpenAI"))
    options = find_options(listing, section_of(listing, "Agents"), replace(NEW, authors=()))
    written = {option.text for option in options}
    assert written == {"- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)"}


@pytest.mark.parametrize(
    ("pattern", "entry"),
    [
        pytest.param(
            "- {year}.{month}-[{name}: {rest}](https://arxiv.org/abs/{id})\n",
            "- 2024.05-[AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)",
            id="a dash between a date and the title",
        ),
        pytest.param(
            "- **{name}: {rest}** — {one} *et al.*, arXiv {year}. [PDF](https://arxiv.org/abs/{id})\n",
            "- **AgentStep: Learning to Act One Step at a Time** — Ada Lovelace *et al.*, arXiv 2024."
            " [PDF](https://arxiv.org/abs/2405.00451)",
            id="others in italics",
        ),
        pytest.param(
            "- {name}: {rest} (arXiv {year}).[[paper](https://arxiv.org/abs/{id})]\n",
            "- AgentStep: Learning to Act One Step at a Time (arXiv 2024).[[paper](https://arxiv.org/abs/2405.00451)]",
            id="a full stop before a link",
        ),
        pytest.param(
            '<a id="7">[7]</a> {name}: {rest} [[arXiv {year}]](https://arxiv.org/abs/{id})\n\n',
            "AgentStep: Learning to Act One Step at a Time [[arXiv 2024]](https://arxiv.org/abs/2405.00451)",
            id="the same number is no number",
        ),
        pytest.param(
            "- {name}: {rest} <a href='https://arxiv.org/abs/{id}'><img src='https://img.shields.io/badge/PDF-blue'></a>\n",
            "- AgentStep: Learning to Act One Step at a Time"
            " <a href='https://arxiv.org/abs/2405.00451'><img src='https://img.shields.io/badge/PDF-blue'></a>",
            id="a badge in the tag of a link",
        ),
    ],
)
def test_signs_around_facts_are_kept(pattern: str, entry: str) -> None:
    assert write(make(pattern)) == entry


def test_no_bracket_of_a_venue_is_left() -> None:
    text = make('- "{name}: {rest}." ICCV ({year}). [[paper](https://arxiv.org/abs/{id})]\n')
    title = "AgentStep: Learning to Act One Step at a Time."
    assert write(text) == f'- "{title}" [[paper](https://arxiv.org/abs/2405.00451)]'
    (option, *_) = find_options(listing_of(text), 1, replace(NEW, venue="NeurIPS", year=2024, preprint=False))
    assert option.text == f'- "{title}" NeurIPS (2024). [[paper](https://arxiv.org/abs/2405.00451)]'


def test_no_line_is_left_empty_or_says_again_what_is_above() -> None:
    """The line of the names goes with its names, and what the model says of its second paper goes as a whole."""
    named = make(
        '- **{name}:** {one}, {two}, {three}.<br />\n  "{rest}." ArXiv ({year}).\n  [[paper](https://arxiv.org/abs/{id})]\n\n'
    )
    listing = listing_of(named)
    (option, *_) = find_options(listing, 1, replace(NEW, title="Learning to Act One Step at a Time", authors=()))
    assert option.text == (
        '- "Learning to Act One Step at a Time." ArXiv (2024).\n  [[paper](https://arxiv.org/abs/2405.00451)]'
    )
    second = " [{year}].<br>\n  More of {name} [{year}].<br> [[PDF](https://example.org/{name})]\n"
    twice = make("* **{name}: {rest}** [[PDF](https://arxiv.org/abs/{id})]" + second)
    assert write(twice) == (
        "* **AgentStep: Learning to Act One Step at a Time** [[PDF](https://arxiv.org/abs/2405.00451)] [2024].<br>"
    )


@pytest.mark.parametrize(
    ("title", "entries"),
    [
        pytest.param(
            "Agents and *their* Learning",
            [r"* [Agents and \*their\* Learning](https://arxiv.org/abs/2405.00451)"],
            id="emphasis",
        ),
        pytest.param(
            "Agents <img src=x> and Learning",
            [r"* [Agents \<img src=x\> and Learning](https://arxiv.org/abs/2405.00451)"],
            id="tag",
        ),
        pytest.param("Agents](https://evil.example) [and their Learning", [], id="another address: declined"),
    ],
)
def test_hostile_titles_read_as_they_are(title: str, entries: list[str]) -> None:
    listing = listing_of(make("* [{name}: {rest}](https://arxiv.org/abs/{id})\n"))
    hostile = replace(NEW, title=title)
    found = []
    for option in find_options(listing, section_of(listing, "Agents"), hostile):
        after = listing_of(apply(listing.text.content, [Fix("Add", option.edits)]).content)
        if not isinstance(find_added(listing, after, option, hostile), str):
            found.append(option.text)
    assert found == entries


@pytest.mark.parametrize("hard", ["  ", "\\"])
def test_entries_of_one_paragraph_break_its_lines(hard: str) -> None:
    text = make("**{name}: {rest}** [[paper](https://arxiv.org/abs/{id})]" + hard + "\n").removesuffix(f"{hard}\n")
    for whole in (f"{text}\n", f"{text}{hard}\n"):
        listing = listing_of(whole)
        option = find_options(listing, section_of(listing, "Agents"), NEW)[0]
        written = apply(whole, [Fix("add", option.edits)]).content
        assert [line.endswith(hard) for line in written.splitlines()[2:-1]] == [True] * len(PAPERS)
        assert not isinstance(find_added(listing, listing_of(written), option, NEW), str)


def test_the_link_of_a_tag_keeps_words() -> None:
    labels = iter(("[paper]", "[pdf]", "[arxiv]", "[link]"))
    text = make('<li>{name}: {rest} <a href="https://arxiv.org/abs/{id}">#</a>\n').replace("# A", "@ A")
    for _ in PAPERS:
        text = text.replace(">#<", f">{next(labels)}<", 1)
    entry = write(f"{text.replace('@ A', '# A').replace('<li>', '<ul>' + chr(10) + '<li>', 1)}</ul>\n")
    assert entry.endswith('<a href="https://arxiv.org/abs/2405.00451">paper</a>')


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_place_and_bytes(newline: str) -> None:
    entries = [
        f"* [{label}] [Agents of {label}](https://arxiv.org/abs/{label}.00001)"
        for label in ("2409", "2407", "2403", "2402", "2401")
    ]
    text = newline.join(["# Agents", "", *entries, "", "## Other", ""])
    listing = listing_of(text)
    option = find_options(listing, section_of(listing, "Agents"), NEW)[0]
    entries.insert(2, "* [2405] [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)")
    expected = newline.join(["# Agents", "", *entries, "", "## Other", ""])
    assert apply(text, [Fix("Add", option.edits)]).content == expected


def test_the_only_entry_may_end_the_file_without_a_line_end() -> None:
    text = "# Agents\n\n## Planning\n\n- [FireAct](https://arxiv.org/abs/2310.05915)\n\n## Memory"
    listing = listing_of(text)
    options = find_options(listing, section_of(listing, "Memory"), NEW)
    entry = "- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)"
    assert apply(text, [Fix("Add", options[0].edits)]).content == f"{text}\n\n{entry}"


YEARS = """# Agents

- [2023](#2023)
- [2022](#2022)

## 2023

- [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)
- [Reflexion: Language Agents with Verbal Reinforcement Learning](https://arxiv.org/abs/2303.11366)

## 2022

- [ReAct: Synergizing Reasoning and Acting in Language Models](https://arxiv.org/abs/2210.03629)
"""


def test_a_date_heading_is_opened_with_its_entry_in_the_contents() -> None:
    listing = listing_of(YEARS)
    option = find_options(listing, section_of(listing, "Agents"), NEW)[0]
    entry = "- [AgentStep: Learning to Act One Step at a Time](https://arxiv.org/abs/2405.00451)\n"
    assert apply(YEARS, [Fix("Add", option.edits)]).content == YEARS.replace(
        "- [2023](#2023)\n", "- [2024](#2024)\n- [2023](#2023)\n"
    ).replace("## 2023\n", f"## 2024\n\n{entry}\n## 2023\n")


def test_the_section_of_its_date() -> None:
    listing = listing_of(YEARS.replace("2023", "2024"))
    assert find_section(listing, section_of(listing, "Agents"), NEW) == section_of(listing, "2024")
    assert find_section(listing, section_of(listing, "2022"), NEW) == section_of(listing, "2022")


def test_the_only_section_inside_that_has_entries() -> None:
    text = make("* [{name}: {rest}](https://arxiv.org/abs/{id})\n").replace("# Agents", "# Agents\n\n## Acting", 1)
    listing = listing_of(text)
    assert find_section(listing, section_of(listing, "Agents"), NEW) == section_of(listing, "Acting")


@pytest.mark.parametrize(
    ("url", "titles", "line"),
    [
        pytest.param("https://ar5iv.org/abs/2310.05915v2", (), 8, id="another address"),
        pytest.param(
            "https://openreview.net/forum?id=abc",
            ("ReAct: synergizing reasoning and acting in language models",),
            13,
            id="its title",
        ),
        pytest.param("https://openreview.net/forum?id=abc", ("FireAct",), None, id="a name is no title"),
        pytest.param("https://arxiv.org/abs/2405.00451", (NEW.title,), None, id="not there"),
    ],
)
def test_listed(url: str, titles: tuple[str, ...], line: int | None) -> None:
    listing = listing_of(YEARS)
    identifier = identify(url).identifier
    assert identifier is not None
    found = find_listed(Catalog((listing,)), identifier, titles)
    assert (found and listing.text.line_at(found.entry.span.start)) == line


def test_an_id_without_a_link_is_listed() -> None:
    listing = listing_of(make("* {name}: {rest}. {one}. arXiv:{id}\n"))
    identifier = identify("https://arxiv.org/abs/2310.05915").identifier
    found = find_listed(Catalog((listing,)), identifier, ())
    assert found is not None
    assert found.entry.title_text.startswith("FireAct")


ON_A_PAGE = replace(
    NEW,
    identifier=identify("https://openreview.net/forum?id=abc123").identifier,
    address="https://openreview.net/forum?id=abc123",
    venue="ICLR 2024",
    preprint=False,
)


@pytest.mark.parametrize(
    ("pattern", "entry"),
    [
        pytest.param(
            "* [{name}: {rest}](https://arxiv.org/abs/{id})\n",
            "* [AgentStep: Learning to Act One Step at a Time](https://openreview.net/forum?id=abc123)",
            id="the title is the link",
        ),
        pytest.param(
            "- **{name}: {rest}**, *arXiv {year}* [[arXiv](https://arxiv.org/abs/{id})]\n",
            "- **AgentStep: Learning to Act One Step at a Time**, *ICLR 2024* [[Paper](https://openreview.net/forum?id=abc123)]",
            id="no preprint",
        ),
        pytest.param(
            "* {name}: {rest} [![arXiv](https://img.shields.io/badge/arXiv-{id}-b31b1b)](https://arxiv.org/abs/{id})\n",
            "* AgentStep: Learning to Act One Step at a Time [Paper](https://openreview.net/forum?id=abc123)",
            id="no number in a badge",
        ),
        pytest.param(
            "* [{name}: {rest}](https://arxiv.org/abs/{id}) [[pdf](https://arxiv.org/pdf/{id})]\n",
            "* [AgentStep: Learning to Act One Step at a Time](https://openreview.net/forum?id=abc123)",
            id="one address for a page and a PDF",
        ),
        pytest.param(
            "* {name}: {rest} [[abs](https://arxiv.org/abs/{id})] [[pdf](https://arxiv.org/pdf/{id})]\n",
            "* AgentStep: Learning to Act One Step at a Time [[abs](https://openreview.net/forum?id=abc123)]",
            id="no PDF",
        ),
        pytest.param(
            "* {name}: {rest} [[ACL Anthology](https://aclanthology.org/2024.acl-long.{month}/)]\n",
            "* AgentStep: Learning to Act One Step at a Time [[Paper](https://openreview.net/forum?id=abc123)]",
            id="another site",
        ),
    ],
)
def test_a_paper_that_is_not_on_arxiv(pattern: str, entry: str) -> None:
    listing = listing_of(make(pattern))
    assert find_options(listing, section_of(listing, "Agents"), ON_A_PAGE)[0].text == entry


def test_a_page_whose_address_names_nothing() -> None:
    listing = listing_of(make("* [{name}: {rest}](https://arxiv.org/abs/{id})\n"))
    record = replace(ON_A_PAGE, identifier=None, address="https://example.org/papers/agentstep")
    option = find_options(listing, section_of(listing, "Agents"), record)[0]
    after = listing_of(apply(listing.text.content, [Fix("", option.edits)]).content)
    added = find_added(listing, after, option, record)
    assert added is not None
    assert find_listed(Catalog((after,)), None, (), record.address) == (after, added)
    assert find_listed(Catalog((listing,)), None, (), record.address) is None


def test_a_page_that_is_another_link_of_an_entry_is_listed() -> None:
    pattern = "* [{name}: {rest}](https://arxiv.org/abs/{id}) [[page](https://a.org/{name})]\n"
    catalog = Catalog((listing_of(make(pattern)),))
    found = find_listed(catalog, None, (), "https://a.org/FireAct")
    assert found is not None
    assert found.entry.title_text.startswith("FireAct")
    assert find_listed(catalog, None, (), "") is None
    assert find_listed(catalog, NEW.identifier, (), "https://a.org/FireAct") is None


def test_a_by_line_with_markup_between_its_names_is_written_anew() -> None:
    text = make(
        '- {one}<font color="#5c5c5c"><sup>(#)</sup></font>, **Wilhelmina Owner**<font\n'
        '  color="#5c5c5c"><sup>(*)</sup></font>, [{name}: {rest}](https://arxiv.org/abs/{id})\n'
    )
    authors = "Ada Lovelace, Grace B. Hopper, Alan Turing, Barbara Liskov"
    assert write(text) == f"- {authors}, [{NEW.title}](https://arxiv.org/abs/2405.00451)"


def test_the_group_that_authors_stand_for_goes_with_them() -> None:
    text = make("- {one}, *et al.* (Engine Collaboration), [{name}: {rest}](https://arxiv.org/abs/{id})\n")
    listing = listing_of(text)
    unknown = replace(NEW, authors=())
    known, none = (find_options(listing, section_of(listing, "Agents"), record)[0].text for record in (NEW, unknown))
    assert known == f"- Ada Lovelace, *et al.*, [{NEW.title}](https://arxiv.org/abs/2405.00451)"
    assert none == f"- [{NEW.title}](https://arxiv.org/abs/2405.00451)"


def test_a_title_keeps_the_name_that_other_entries_have_beside_it() -> None:
    """Half of the models have the name of a data set in a link of its own, where nothing of the new paper stands."""
    words = ("Raw", "Large", "Dense", "Broad", "Clear", "Small", "Quiet", "Rapid", "Human", "Urban")
    rows = [
        f"- [Set{n}](https://set{n}.org): [{f'Set{n}: ' * (n < 6)}{word} Data](https://arxiv.org/pdf/230{n}.0{n}123)\n"
        for n, word in enumerate(words[:9], 1)
    ]
    assert NEW.title in write(f"# Agents\n\n{''.join(rows)}")


def test_a_year_of_other_papers_is_not_copied() -> None:
    row = "'{0}-{1} | {0}/0{2}/11 | [{3} Reading of Scene Text](https://arxiv.org/pdf/{0}0{2}.0{2}123.pdf) |\n"
    facts = ((16, "CVPR", 1, "Fast"), (17, "arXiv", 2, "Deep"), (17, "ICCV", 3, "Robust"), (18, "arXiv", 4, "Wide"))
    table = "".join(row.format(*each) for each in facts)
    listing = listing_of(f"# Agents\n\nConf | Date | Title |\n---|---|---|\n{table}")
    options = find_options(listing, section_of(listing, "Agents"), NEW)
    assert options
    assert not any(re.search("'1[678]", option.text) for option in options)


CODE = "https://github.com/me/agentstep"
STARS = "https://img.shields.io/github/stars"


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        ("[[paper](https://arxiv.org/abs/{id})] [[code](https://github.com/a/{name})]", f"[[code]({CODE})]"),
        ("[paper](https://arxiv.org/abs/{id}) [PyTorch](https://github.com/a/{name})", f"[Code]({CODE})"),
        ("[paper](https://arxiv.org/abs/{id}) [{name}](https://github.com/a/{name})", f"[agentstep]({CODE})"),
        (
            f"[paper](https://arxiv.org/abs/{{id}}) [![Star]({STARS}/a/{{name}}.svg)](https://github.com/a/{{name}})",
            f"[![Star]({STARS}/me/agentstep.svg)]({CODE})",
        ),
        ('[paper](https://arxiv.org/abs/{id}) <a href="https://github.com/a/{name}">Code</a>', f'"{CODE}">Code</a>'),
    ],
    ids=["a word", "a framework", "the name of the repository", "a badge of it", "a tag"],
)
def test_the_code_of_the_paper_is_where_others_have_theirs(pattern: str, written: str) -> None:
    listing = listing_of(make(f"- {{name}}: {{rest}} {pattern}\n"))
    known, unknown = (
        find_options(listing, section_of(listing, "Agents"), record)[0].text
        for record in (replace(NEW, code=CODE), NEW)
    )
    assert known.endswith(written)
    assert "github" not in unknown


def test_a_tag_that_all_entries_begin_with_stays() -> None:
    models = make('- <a name="new"></a> {name}: {rest} [[paper](https://arxiv.org/abs/{id})]\n')
    assert write(models + models.partition("\n\n")[2]).startswith('- <a name="new"></a> AgentStep')


@pytest.mark.parametrize(
    ("line", "doubt"),
    [
        ("## Agents", "it would not be read as one entry"),
        (
            "* [AgentStep: Learning to Act](https://arxiv.org/abs/2405.00452)",
            "its link would be read as that of 2405.00452",
        ),
        ("* [Learning to Act](https://arxiv.org/abs/2405.00451)", 'its title would be read as "Learning to Act"'),
    ],
)
def test_what_would_be_read_otherwise_is_said(line: str, doubt: str) -> None:
    text = make("* [{name}: {rest}](https://arxiv.org/abs/{id})\n")
    listing = listing_of(text)
    option = find_options(listing, section_of(listing, "Agents"), NEW)[0]
    after = listing_of(text.replace("* [ReAct", f"{line}\n* [ReAct", 1))
    start = after.text.content.index(line)
    assert find_added(listing, after, option._replace(text=line, start=start), NEW) == doubt
