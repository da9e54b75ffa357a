"""Which lines of a list are entries, and which only explain it: small lists of our own, with titles of real papers."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.listing import read
from bot.listing.values import authors_of, section_name, section_path
from bot.text import Text

ATLAS = "ATLaS: Agent Tuning via Learning Critical Steps"
STECA = "STeCa: Step-level Trajectory Calibration for LLM Agent Learning"
FIREACT = "FireAct: Toward Language Agent Fine-tuning"
TUNING = "AgentTuning: Enabling Generalized Agent Abilities for LLMs"
NUMBERS = {ATLAS: "2503.02197", STECA: "2502.14276", FIREACT: "2310.05915", TUNING: "2310.12823"}
URLS = {title: f"https://arxiv.org/abs/{number}" for title, number in NUMBERS.items()}
LINKED = "".join(f"- [{title}]({url})\n" for title, url in URLS.items())
PAGE = "https://github.com/lee/agents"


def shown(content: str) -> list[tuple[str, str]]:
    """The kind and the title of each entry."""
    listing = read(parse(Text("README.md", content)))
    return [(str(entry.kind), entry.title.value if entry.title else "") for entry in listing.entries]


PAPERS = [("paper", title) for title in NUMBERS]


@pytest.mark.parametrize(
    "remarks",
    [
        pytest.param("## Legend\n\n- :gem: Model\n- :book: Survey of the field\n", id="legend"),
        pytest.param("## Notes\n\n1. Fork the repository.\n2. Write one line for each paper.\n", id="steps"),
        pytest.param("## Results\n\n| Method | Score |\n|--|--|\n| Base | 61.5 |\n| Tuned | 72.1 |\n", id="measures"),
        pytest.param("## Roles\n\n| Role | Work |\n|--|--|\n| Planner | Plans the next step |\n", id="concepts"),
        pytest.param("## Gaps\n\n| | |\n|--|--|\n| | |\n|--|--|\n", id="rows without words"),
        pytest.param(
            "## Contents\n\n"
            + "".join(f"- [{name}]({PAGE}#{name})\n" for name in ("papers", "tools", "contents"))
            + "\n## Tools\n",
            id="contents with whole addresses",
        ),
        pytest.param(
            "## Contents\n\n- [Papers](#papers)\n- [Maps, and Roads](maps,-and-roads)\n\n## Maps, and Roads\n",
            id="contents with a missing mark",
        ),
    ],
)
def test_what_explains_a_list_is_no_entry(remarks: str) -> None:
    assert shown(f"# Agents\n\n{remarks}\n## Papers\n\n{LINKED}") == PAPERS


def test_items_without_a_link_beside_papers_are_entries() -> None:
    assert len(shown(f"# Agents\n\n## Papers\n\n{LINKED}- To be read: a second title\n")) == len(PAPERS) + 1


RECORD = "### {title}\n\n**Authors:** {names}\n\n**Type:** Preprint\n**Date:** 2025-02-15\n**URL:** <{url}>\n\n"


def test_headings_with_the_same_named_fields_are_entries() -> None:
    records = "".join(RECORD.format(title=title, names="Ann Lee", url=url) for title, url in URLS.items())
    short = RECORD.format(title="Mask R-CNN", names="Kaiming He", url="https://example.org/mask-rcnn")
    content = f"# Agents\n\n## Papers\n\n{records}{short}"
    listing = read(parse(Text("README.md", content)))
    assert [entry.title.value for entry in listing.entries if entry.title] == [*NUMBERS, "Mask R-CNN"]
    assert {listing.sections[entry.section].heading for entry in listing.entries} == {"Papers"}


FIELDS = "- **Data:** https://foo.org/{n}\n- **Publication:** {url} (2025, EMNLP)\n- **Size:** {n}0 maps\n"
TITLED_FIELDS = "- Paper: [{title}]({url})\n- Project: [https://foo.org/{n}](https://foo.org/{n})\n- Size: {n}0 maps\n"


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        pytest.param(FIELDS, [("paper", f"Maps{n}") for n in range(4)], id="an address"),
        pytest.param(TITLED_FIELDS, PAPERS, id="a title of its own"),
    ],
)
def test_headings_that_are_names_are_entries_where_a_field_below_is_the_paper(below: str, expected: object) -> None:
    records = (
        f"### {n + 1}. Maps{n}\n\n{below.format(title=title, url=url, n=n)}"
        for n, (title, url) in enumerate(URLS.items())
    )
    found = shown("# Agents\n\n## Data\n\n" + "\n".join(records))
    assert [each for each in found if each[0] == "paper"] == expected


def test_an_address_that_a_link_shows_is_no_title() -> None:
    more = f"- Project: [{PAGE}]({PAGE})\n- Download: see [{PAGE}]({PAGE})\n"
    assert shown(f"# Agents\n\n{LINKED}\n## More\n\n{more}")[4:] == [("other", "Project"), ("other", "Download: see")]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(
            "".join(f'* **"{title}."**\n  * Lee et al. ICLR. 2025.\n' for title in NUMBERS),
            id="items that only say who, where and when",
        ),
        pytest.param(
            "".join(f"Lee, A., Chen, B., and Diaz, C. 2025. {title}. arXiv preprint.\n\n" for title in NUMBERS),
            id="references without links",
        ),
        pytest.param(
            "".join(f"{title} [[link]]({url})\n\n" for title, url in URLS.items()), id="paragraphs that end in a link"
        ),
        pytest.param(
            "".join(f"1. (2025 ACL) **Why is it so? {title}.** [[pdf]({url})]\n" for title, url in URLS.items()),
            id="dated titles that are questions",
        ),
    ],
)
def test_papers_are_entries(content: str) -> None:
    found = shown(f"# Agents\n\n{content}")
    assert len(found) == len(NUMBERS)
    assert all(title.endswith(name) for (_, title), name in zip(found, NUMBERS, strict=True))


@pytest.mark.parametrize(
    "template",
    [
        pytest.param("{title} {url}", id="title, address"),
        pytest.param("{title}. Ann Lee, Bo Chen. {url}", id="title, authors, address"),
        pytest.param("{title}\n{url}", id="title over the address"),
        pytest.param("[Lee et al.]({url}) {title}", id="authors on the link"),
        pytest.param("{url}\n{title}", id="address over words"),
        pytest.param("{title}<br>Ann Lee & Bo Chen, 12 Agent L. Rev. 3 (2025)<br>Read all.", id="authors below"),
        pytest.param("[^Lee25]: **{title}**, by Ann Lee, 2025", id="footnotes"),
        pytest.param("[1] {title}. In ACL, 2025.", id="numbers of references"),
        pytest.param("{url} {title}", id="address, title"),
        pytest.param("[[pdf]]({url}) {title}", id="label, title"),
        pytest.param("《**{title}**》\n\nThis paper shows that agents work well in practice, and why.", id="quoted"),
    ],
)
def test_paragraphs_that_begin_alike_are_entries(template: str) -> None:
    entries = [template.format(title=title, url=url) for title, url in URLS.items()]
    content = "# Agents\n\nThese are the papers that we read in our group.\n\n" + "\n\n".join(entries)
    found = [title for _, title in shown(content)]
    assert len(found) == len(NUMBERS)
    assert all(map(str.startswith, found, NUMBERS))


@pytest.mark.parametrize(
    ("odd", "count"),
    [
        pytest.param("Slow Walks of Small Agents (ICML 25)", 5, id="a venue as others have it"),
        pytest.param("This was shown for small agents (see ICML 25)", 4, id="a sentence"),
        pytest.param("Slow Walks of Small Agents", 4, id="no venue"),
        pytest.param("Slow Walks (ICML 25)", 4, id="few words"),
    ],
)
def test_a_paragraph_without_a_link_that_says_where_it_appeared_as_others_do_is_an_entry(odd: str, count: int) -> None:
    entries = [f"[{title}]({url}) (ICML 2{n})" for n, (title, url) in enumerate(URLS.items())]
    assert len(shown("# Agents\n\n" + "\n\n".join([*entries[:2], odd, *entries[2:]]))) == count


@pytest.mark.parametrize("end", ["\n", "\n\n", "<br>\n"], ids=["lines", "paragraphs", "broken lines"])
@pytest.mark.parametrize(
    "template",
    [
        pytest.param("[{n}] Lee A, Chen B. {title}. Machine Learning. 2025;20(1):101-120.", id="Vancouver"),
        pytest.param("[{n}] Lee, A. and Chen, B. 2025. {title}. Machine Learning 20: 101-120.", id="Harvard"),
        pytest.param("[{n}] [{title}]({url})", id="link"),
        pytest.param("[{n}]{title}. [[PDF]]({url})", id="label"),
        pytest.param("[[pdf]]({url}) {title}", id="label, title"),
    ],
)
def test_what_begins_with_the_same_mark_is_a_list_without_bullets(template: str, end: str) -> None:
    titles = {**URLS, "Causal Reasoning and Learning Systems": f"{PAGE}.pdf"}  # which reads as two names
    lines = [template.format(title=title, url=url, n=n) for n, (title, url) in enumerate(titles.items(), 1)]
    assert shown(f"# Agents\n\nWhat we read:\n\n{end.join(lines)}\n") == [("paper", title) for title in titles]


def test_a_line_among_broken_ones_may_name_no_paper() -> None:
    lines = [f"**AB{n}** {title} [[paper]]({url})<br>\n" for n, (title, url) in enumerate(URLS.items())] * 2
    lines.insert(2, "**AC** Maps that Explain Small Worlds [[code]](https://github.com/ann/maps)<br>\n")
    assert len(shown(f"# Agents\n\n## Papers\n\n{''.join(lines)}\n")) == len(lines)


def test_broken_lines_that_all_begin_with_a_link_are_entries() -> None:
    lines = [f"[AB{n}]({url}) : what {title} is about<br>\n" for n, (title, url) in enumerate(URLS.items())]
    assert len(shown(f"# Agents\n\n## Papers\n\n{''.join(lines)}\n")) == len(lines)


def test_a_line_without_the_next_number_goes_on_with_the_reference_above() -> None:
    lines = [
        f"[{n}] Lee A, Chen B. {title}. Machine\nLearning. 2025;20(1):101-120.\n[3]" for n, title in enumerate(URLS, 5)
    ]
    assert shown("# Agents\n\n" + "\n".join(lines)) == PAPERS


@pytest.mark.parametrize(
    "paragraph",
    [
        pytest.param("We have described how we chose the papers of this list in {url}", id="sentence"),
        pytest.param("[![paper](https://img.shields.io/badge/paper-blue)]({url})", id="badge"),
        pytest.param("Link: {url}\nKeywords: agents, tools", id="field"),
        pytest.param("[1] Our server for the examples\n[2] Our page of news\n[3] Our talks", id="notes with numbers"),
        pytest.param("{url} was where we began", id="address in a sentence"),
    ],
)
def test_paragraphs_around_papers_are_no_entries(paragraph: str) -> None:
    around = "\n\n".join(paragraph.format(url=f"https://arxiv.org/abs/2401.0000{n}") for n in range(1, 5))
    assert shown(f"# Agents\n\n{around}\n\n## Papers\n\n{LINKED}") == PAPERS


LATER = (
    "Planning with Many Tools at Once",
    "On the Use of Maps by Agents in Small Worlds",
    "Steps that Count: Credit for Long Tasks",
)


@pytest.mark.parametrize(
    "below",
    [
        pytest.param("", id="nothing"),
        pytest.param("Ann Lee (Oslo), Bo Chen (Bern)\n\n", id="authors"),
        pytest.param("- It plans first.\n- It is fast.\n\n", id="notes"),
    ],
)
def test_headings_that_are_titles_are_entries(below: str) -> None:
    titles = [*NUMBERS, *LATER]
    content = "# Reading\n\n## Agents\n\n" + "".join(f"### {title}\n\n{below}" for title in titles)
    assert [title for _, title in shown(content)] == titles


@pytest.mark.parametrize(
    ("heading", "below"),
    [
        pytest.param("Week {n}: How Agents Learn from {n} Critical Steps", "Read it.", id="numbered sessions"),
        pytest.param("{title}", f"- [{ATLAS}]({URLS[ATLAS]})", id="papers below"),
        pytest.param("Agents {n}", "They learn from steps.", id="short headings"),
    ],
)
def test_headings_that_head_something_are_no_entries(heading: str, below: str) -> None:
    titles = (*NUMBERS, *LATER)
    content = "\n\n".join(f"### {heading.format(n=n, title=title)}\n\n{below}" for n, title in enumerate(titles))
    assert {title for _, title in shown(f"# Reading\n\n{content}")} <= {ATLAS}


def test_headings_like_titles_over_several_plain_titles_are_sections() -> None:
    topics = (
        *("Learning from the Features of Each Step", "Exploiting the Models of Earlier Epochs in Training"),
        *("Building one Ensemble of Many Models at Inference", "Regularizing the Loss Values of Hard Examples"),
        *("The Gradients of the Parameters of a Model", "Recording the Statistics of Classes over Time"),
    )
    names = [*LATER, "Slow Maps for Small Roads", "Roads that Ask for Maps", "Tools of the Lost Planner"]
    titles = [f"{title} by {way} Plans" for title in names for way in ("Fast", "Slow")]
    items = [f"* **[AAAI2022 Foo{n}]** {each} [[Paper](https://a.org/{n}.pdf)]\n" for n, each in enumerate(titles)]
    content = "".join(f"### {topic}\n{''.join(items[2 * n : 2 * n + 2])}\n" for n, topic in enumerate(topics))
    assert [title for _, title in shown(f"# Learning\n\n## Models\n\n{content}")] == titles


def test_bold_titles_over_notes_are_entries_and_bold_topics_are_not() -> None:
    titles = [*NUMBERS, *LATER]
    notes = "".join(f"- **{title}**\n  - it plans with maps\n" for title in titles[2:])
    topic = f"- **Planning**\n  - **{titles[0]}**\n  - **{titles[1]}**\n"
    assert [title for _, title in shown(f"# Agents\n\n{topic}{notes}")] == titles


def test_named_fields_that_are_nested_too_little_belong_to_the_item_above() -> None:
    fields = "* Authors: Ann Lee (2025)\n{indent}* Journal: Machine Learning\n"
    item = " *\t[{title}]({url})\n{indent}" + fields
    items = [item.format(title=title, url=url, indent="\t") for title, url in URLS.items()]
    items[2] = items[2].replace("\t*", "  *")
    assert shown("# Agents\n\n" + "\n".join(items)) == PAPERS


def test_authors_that_are_indented_too_little_belong_to_the_item_above() -> None:
    item = "{n}. {more}**{title}.** WI, 2017. [paper]({url})\n\n   *A Lee, B Chen, C Diaz*\n\n"
    pairs = enumerate(URLS.items(), 1)
    items = (item.format(n=n, more=" " * (n == 2), title=title, url=url) for n, (title, url) in pairs)
    entries = read(parse(Text("list.md", "# Papers\n\n" + "".join(items)))).entries
    assert [[each.value for each in entry.authors] for entry in entries] == [["A Lee, B Chen, C Diaz"]] * len(URLS)


def test_an_item_that_tags_a_paper_holds_the_title_that_is_nested_in_it() -> None:
    nested = "".join(
        f"- `[2025-03] [{title.split(':')[0]}]`\n  - **{title}**\n  - **Authors:** Ann Lee, Bo Chen\n"
        f"  - [Code](https://github.com/lee/code)\n  - [Paper]({url})\n\n"
        for title, url in URLS.items()
    )
    unlinked = "- `[2025-04] [AgentBench]`\n  - **AgentBench**\n  - **Authors:** Ann Lee\n"
    assert shown(f"# Agents\n\n{nested}{unlinked}") == [*PAPERS, ("other", "AgentBench")]


@pytest.mark.parametrize(
    "paragraph",
    ["[{title}]({url}), Ann Lee, Bo Chen, 2025", "{title} [[paper]]({url})", "[{title}]({url}) - how to use tools"],
)
def test_a_paper_that_is_alone_below_its_heading_needs_no_bullet(paragraph: str) -> None:
    title, url = "Planning with Many Tools at Once", "https://arxiv.org/abs/2501.01234"
    alone = paragraph.format(title=title, url=url)
    assert shown(f"# Agents\n\n## Survey\n\n{alone}\n\n## Papers\n\n{LINKED}") == [("paper", title), *PAPERS]
    said = f"We group them as is done in [{title}]({url}), which explains it.\n\n"
    assert shown(f"# Agents\n\n{alone}\n\n## About\n\n{said}## Papers\n\n{LINKED}") == PAPERS


def test_a_heading_over_cited_items_is_a_section_where_only_one_is_linked() -> None:
    titles = [f"**{title.partition(':')[0]} of Agents at Work**" for title in URLS]
    cited = "".join(f"- {title} — agents in short. Lee et al., *ICML* 202{n}.\n" for n, title in enumerate(titles))
    linked = (
        "- **Tuned Agents at Work** — agents at length. Lee et al., *ICML* 2020. <https://arxiv.org/abs/2001.00001>\n"
    )
    content = "".join(f"### Agents That Learn to Plan, Part {n}\n\n{cited}{linked}\n" for n in "ABC")
    assert len(shown(f"# Agents\n\n## Methods\n\n{content}")) == 3 * (len(titles) + 1)


def test_a_heading_that_is_an_entry_is_under_no_heading_of_its_level() -> None:
    headings = [f"### [{title}]({url})\n\nA note.\n" for title, url in URLS.items()]
    listing = read(parse(Text("README.md", "# Agents\n\n## Papers\n\n### Notes\n\nNone.\n\n" + "\n".join(headings))))
    found = [(section_name(listing, entry), section_path(listing, entry)) for entry in listing.entries]
    assert found == [("Papers", ["Agents", "Papers"])] * len(URLS)


def test_items_that_end_in_a_label_are_papers_of_their_own_below_the_name_of_their_method() -> None:
    items = [f"  - 【ICML 2024】{title} [[paper]]({url})\n" for title, url in URLS.items()]
    nested = f"- **CNN (Convolutional Networks)**\n\n{items[0]}\n- **Recurrent Networks**\n" + "".join(items[1:])
    assert shown(f"# Agents\n\n{nested}") == PAPERS


def test_a_footnote_without_a_link_belongs_to_no_other_one() -> None:
    notes = [
        f"[^{n}key]: **{title}**, by Ann Lee, *in ICML*, 2024, [[URL]]({url})"
        for n, (title, url) in enumerate(URLS.items())
    ]
    notes.insert(2, "[^Ito]: **Planning with Many Tools at Once**, by Fumi Ito, 2019")
    found = shown("# Agents\n\n" + "\n\n".join(notes))
    assert [title for _, title in found] == [ATLAS, STECA, "Planning with Many Tools at Once", FIREACT, TUNING]


def test_bold_items_with_fields_of_their_own_are_entries_and_not_their_heading() -> None:
    item = "- **{title}**\n  - Authors: Ann Lee\n  - Links: [arXiv]({url})\n"
    items = [item.format(title=title, url=url) for title, url in URLS.items()]
    content = "".join(
        f"### Learning {name} from Steps\n\n{''.join(items[:2])}\n" for name in ("Tools", "Plans", "Agents")
    )
    assert [title for _, title in shown(f"# Agents\n\n{content}")] == [ATLAS, STECA] * 3


@pytest.mark.parametrize(
    ("heading", "bullets"),
    [
        pytest.param(
            "[Learning {0} at the Lakeside](https://{0}.example.org/)",
            "- {1}\n  [[paper]({2})] <br>*In Proceedings of the Conference on Learning, 2019*\n",
            id="labels in the next line, below a page of a group",
        ),
        pytest.param(
            "Learning {0} with Steps & Plans",
            "- [{1}]({2}) - Plans in steps, and learns from each of these. It is fast and small.\n",
            id="remarks behind names, few of them on papers",
        ),
    ],
)
def test_headings_over_items_with_words_of_their_own_are_sections(heading: str, bullets: str) -> None:
    urls = ["https://dl.acm.org/doi/pdf/10.1145/3411812", *URLS.values(), "https://blog.example.org/tools"]
    names = ["How Tools Learn from Plans", *URLS, "How Plans Learn from Tools"]
    pairs = [(name, url) for name, url in zip(names, urls, strict=True)]
    topics = (("tools", pairs[:2]), ("plans", pairs[2:4]), ("agents", pairs[4:]))
    content = "".join(
        f"### {heading.format(topic)}\n\n{''.join(bullets.format(topic, *each) for each in own)}\n"
        for topic, own in topics
    )
    found = shown(f"# Agents\n\n{content}")
    assert [title[: len(name)] for (_, title), name in zip(found, names, strict=True)] == names


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("- [Tutorial: Agents in Practice](https://a.org/tutorial.pdf), EMNLP 2019", id="tutorial"),
        pytest.param("- [CS234: Reinforcement Learning for Agents](https://a.org/cs234.pdf), 2019", id="course"),
        pytest.param("- [Workshop on Agents and their Tools](https://a.org/2018.pdf), 2018", id="workshop"),
        pytest.param(
            "- [IEEE 25th International Conference on Agents](https://a.org/saner.pdf), 2018", id="conference"
        ),
        pytest.param("- [The Scalable Agent Learning Lab](https://a.org/lab.pdf), 2018", id="group"),
        pytest.param("- [Learning from Steps, Lakeside course notes](https://a.org/lakeside.pdf)", id="course notes"),
        pytest.param("- AGN: International Joint Conference on Agents [2019](https://a.org/19)", id="short name first"),
        pytest.param("- Agents at the Lakeside [2018](https://a.org/18), [2019](https://a.org/19)", id="years of one"),
        pytest.param(
            "- [Learning Agents from Steps - Memory](https://up.a.org/learning-agents-24e4cb152d1b) - Ann Lee (2020)",
            id="post",
        ),
        pytest.param(
            f"- There is still much to learn about agents. There is [an early paper]({URLS[ATLAS]}) on it.",
            id="pointer",
        ),
    ],
)
def test_what_papers_are_not_named_is_another_kind(line: str) -> None:
    assert [kind for kind, _ in shown(f"# Agents\n\n## Reading\n\n{LINKED}{line}\n")] == ["paper"] * 4 + ["other"]


@pytest.mark.parametrize(
    ("head", "row", "kind"),
    [
        pytest.param(
            "Title | Dates | Location",
            "[Agents at Scale](https://a.org/{0}) | 6-10 July 202{0} | Graz",
            "other",
            id="meetings",
        ),
        pytest.param(
            "Title | Dates | Venue",
            "[Agents at Scale](https://a.org/{0}.pdf) | July 202{0} | ICML",
            "paper",
            id="papers",
        ),
        pytest.param(
            "Data | R-1 | R-2 | Method",
            "Ward{0} | 4{0}.77 | 20.85 | [STeP-{0}](./paper/step{0}.pdf)",
            "other",
            id="scores",
        ),
        pytest.param(
            "Dataset | Size | Pages",
            "Ward{0} | 40{0} | [[link](https://a.org/{0})] [[paper](https://a.org/{0}.pdf)]",
            "other",
            id="data",
        ),
        pytest.param(
            "Date | Paper Title | Presenter | Notes",
            "04.1{0} | Multi-agent Planning: Part {0} | Ann Lee | [Slides](./Slides/{0}.pptx)",
            "paper",
            id="a column of papers",
        ),
        pytest.param(
            "Dataset | Size | Paper", "Ward{0} | 40{0} | [paper](https://a.org/{0}.pdf)", "paper", id="papers on data"
        ),
    ],
)
def test_the_columns_of_a_table_tell_whether_its_rows_are_papers(head: str, row: str, kind: str) -> None:
    bars = "--|" * (head.count("|") + 1)
    rows = "".join(f"| {row.format(number)} |\n" for number in range(1, 5))
    content = f"# Agents\n\n## Reading\n\n{LINKED}\n## More\n\n| {head} |\n|{bars}\n{rows}"
    assert [each for each, _ in shown(content)][4:] == [kind] * 4


def test_documents_are_papers_where_a_third_of_the_titles_are_and_a_few_are_sure() -> None:
    names = ("Maps", "Tools", "Boats", "Ships", "Cars", "Trains", "Planes", "Wheels")
    documents = "".join(f"- [How agents plan with {name}](https://{name}.org/paper.pdf)\n" for name in names)
    pages = "".join(f"- [Why we use {name} for agents](https://{name}.com/)\n" for name in names * 2)
    content = f"{documents}\n## More\n\n{pages}"
    assert [kind for kind, _ in shown(f"# Agents\n\n{content}")] == ["other"] * 24
    sure = "".join(LINKED.splitlines(keepends=True)[:3])
    assert [kind for kind, _ in shown(f"# Agents\n\n{sure}{content}")] == ["paper"] * 11 + ["other"] * 16


def test_a_row_without_a_paper_shows_that_the_others_are_about_data() -> None:
    rows = "".join(f"| Ward{number} | [paper](https://arxiv.org/abs/2502.0000{number}) |\n" for number in range(1, 4))
    content = f"# Agents\n\n{LINKED}\n## More\n\n| Dataset | Paper |\n|--|--|\n{rows}"
    assert [kind for kind, _ in shown(content)][4:] == ["paper"] * 3
    assert [kind for kind, _ in shown(f"{content}| Ward4 | |\n")][4:] == ["other"] * 4


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("- [Planning with Many Tools at Once](https://www.mdpi.com/2409-9287/4/2/34)", id="publisher"),
        pytest.param("- Planning with Many Tools - [https://a.org/plans.pdf](https://a.org/plans.pdf)", id="address"),
        pytest.param("- [Planning with Tools: a tutorial](https://a.org/plans.pdf)", id="tutorial paper"),
        pytest.param("- [Planning with Tools for Engineers](https://home.eng.state.edu/plans), 2018", id="engineering"),
    ],
)
def test_documents_among_papers_are_papers(line: str) -> None:
    content = f"# Agents\n\n## Software Analysis\n\n{LINKED}{line}\n- [One tool](https://github.com/lee/a)\n" + "".join(
        f"- [Tool {number}](https://github.com/lee/tool{number})\n" for number in range(4)
    )
    assert [kind for kind, _ in shown(content)][:5] == ["paper"] * 5


def test_table_under_a_heading_on_papers_has_papers_in_a_list_of_tools() -> None:
    tools = "".join(f"- [Agent tool {number}](https://github.com/lee/tool{number}): runs it\n" for number in range(20))
    rows = "".join(
        f"| [{title}](https://www.nber.org/papers/w{n}) | Ann Lee (2025) |\n" for n, title in enumerate(NUMBERS)
    )
    table = f"| Title | Authors |\n|--|--|\n{rows}"
    kinds = [kind for kind, _ in shown(f"# Agents\n\n## Tools\n\n{tools}\n## Key Papers\n\n{table}")]
    assert kinds == ["other"] * 20 + ["paper"] * 4


@pytest.mark.parametrize(
    "template",
    [
        pytest.param('[A Lee] "[{title}]({url})"<br/>', id="a title on a link, between other words"),
        pytest.param("{title}, ICML 2025 [[Link]({url})]<br>", id="a title before a link"),
        pytest.param("{title} {url}", id="a title before an address"),
        pytest.param("[{title}]({url})", id="nothing but a title on a link"),
        pytest.param("[{title}]({url}) (ICML 25)", id="a title on a link, and its venue"),
    ],
)
def test_each_line_with_a_title_and_a_link_is_an_entry(template: str) -> None:
    lines = "\n".join(template.format(title=title, url=url) for title, url in URLS.items())
    assert shown(f"# Agents\n\n{lines}\n") == PAPERS


def test_lines_of_sentences_are_no_entries() -> None:
    lines = f"Lists are [kept here]({PAGE}).<br>\nSend us a note at [our page]({PAGE}).<br>\nThanks to [all]({PAGE}).\n"
    assert shown(f"# Agents\n\n{lines}\n## Papers\n\n{LINKED}") == PAPERS


@pytest.mark.parametrize(
    "template",
    [
        pytest.param("{names}\n\n[{title}](https://a.org/{n}.pdf), ICML 2025\n\n", id="above"),
        pytest.param("{names}\n\n**{title}**\n\nICML 2025 [[pdf]](https://a.org/{n}.pdf)\n\n", id="above, venue below"),
        pytest.param("[{title}](https://a.org/{n}.pdf)\n\n{names}\n\n", id="below"),
    ],
)
def test_a_paragraph_of_authors_belongs_to_the_title_on_the_side_where_all_are(template: str) -> None:
    names = ("Ann Lee, Bo Chen and Carla Diaz", "Dan Okafor, Eva Novak", "Fumi Ito", "Gita Kumar and Hugo Rossi")
    entries = [template.format(title=title, names=names[n], n=n) for n, title in enumerate(NUMBERS)]
    listing = read(parse(Text("README.md", "# Agents\n\n" + "".join(entries))))
    assert [entry.title.value for entry in listing.entries if entry.title] == [*NUMBERS]
    assert [" ".join(part.value for part in entry.authors) for entry in listing.entries] == list(names)


@pytest.mark.parametrize(
    "template",
    [
        pytest.param("### {title}\n\n{names}. [[paper]({url})]\n\n", id="below a heading"),
        pytest.param("### {title}\n{names}. ICML 2019. [[paper]({url})]\n\n", id="with venue and year"),
        pytest.param("**{title}**\n\n{names}. [[paper]({url})]\n\n", id="below bold words"),
        pytest.param("**{title}**\n\n*{names}*. [[paper]({url})]\n\n", id="in italics"),
        pytest.param("**{title}**\n\n{names}\n\n[[paper]({url})]\n\n", id="three paragraphs"),
        pytest.param("- {names}\n\n  **{title}**. [[paper]({url})]\n\n", id="above the title"),
    ],
)
@pytest.mark.parametrize("counts", [(2, 2, 2, 2), (2, 1, 3, 2), (1, 2, 2, 4)])
def test_a_paragraph_of_two_names_is_no_title(template: str, counts: tuple[int, ...]) -> None:
    names = [(f"{each} Lee", f"{each} Chen", f"Cara {each}", f"Dan {each}") for each in ("Ann", "Bo", "Eva", "Flo")]
    listing = read(
        parse(
            Text(
                "README.md",
                "# Papers\n\n## Agents\n\n"
                + "".join(
                    template.format(title=title, url=url, names=", ".join(own[:count]))
                    for (title, url), own, count in zip(URLS.items(), names, counts, strict=True)
                ),
            )
        )
    )
    found = [(entry.title and entry.title.value, authors_of(entry).names) for entry in listing.entries]
    assert found == [(title, own[:count]) for title, own, count in zip(URLS, names, counts, strict=True)]


def test_a_sentence_that_points_at_a_paper_is_another_kind() -> None:
    line = "- We are still looking for more. There is [an interesting paper](https://arxiv.org/abs/2101.00001) on it"
    assert [kind for kind, _ in shown(f"# Agents\n\n## Reading\n\n{LINKED}{line}\n")] == ["paper"] * 4 + ["other"]


def test_an_address_below_a_title_is_its_link_and_no_entry() -> None:
    titles = ("Robust Control under Unknown Delays", "Counting Cells without Labels", "Grounded Maps for Robots")
    content = "# Plants\n\n" + "".join(f"* {each}\n    - http://journal.example.org/{len(each)}\n" for each in titles)
    entries = read(parse(Text("README.md", content))).entries
    assert [[link.href for link in entry.links] for entry in entries] == [
        [f"http://journal.example.org/{len(each)}"] for each in titles
    ]


@pytest.mark.parametrize(
    "links",
    [
        pytest.param("[paper]({url}) [code](https://github.com/lee/agents)", id="labels"),
        pytest.param("[![paper](https://img.shields.io/badge/paper-blue)]({url})", id="badge"),
        pytest.param('<a href="{url}"><img alt="link" src="https://img.shields.io/badge/link-red"/></a>', id="HTML"),
    ],
)
@pytest.mark.parametrize(
    "below",
    [
        pytest.param("", id="nothing"),
        pytest.param("> We study a problem of agents and propose a method that works well.\n\n", id="abstract"),
    ],
)
def test_links_and_a_quoted_abstract_belong_to_the_title_above_and_its_venue(links: str, below: str) -> None:
    template = f"**{{title}}**. ICML 2025.\n\n{links}\n\n{below}"
    content = "".join(template.format(title=title, url=url) for title, url in URLS.items())
    assert shown(f"# Agents\n\n## Papers\n\n{content}") == PAPERS


@pytest.mark.parametrize(
    "below",
    [
        pytest.param("- [Planner](https://planner.github.io/)\n  - a first remark on the method", id="name and remark"),
        pytest.param(
            "- [lee/agents: Code for Agents that Plan (github.com)](https://github.com/lee/agents)", id="code"
        ),
        pytest.param("- https://planner.github.io/", id="address"),
        pytest.param("- Ann Lee, Bo Chen, Carla B. Diaz. *TNNLS, 2024.* `agents that plan with maps`", id="authors"),
        pytest.param("- Ann Lee, Bo Chen, Carla B. Diaz. *Agency, 2024.*", id="authors, an unknown venue"),
    ],
)
def test_titles_over_links_and_notes_are_entries(below: str) -> None:
    titles = [*NUMBERS, *LATER]
    content = "".join(f"1. {title}\n   {below.replace(chr(10), chr(10) + '   ')}\n" for title in titles)
    assert [title for _, title in shown(f"# Agents\n\n## Papers\n\n{content}")] == titles


def test_topics_over_papers_are_no_entries() -> None:
    topics = [f"Planning of {each} with maps and tools" for each in ("cars", "boats", "trains", "ships", "planes")]
    content = "".join(
        f"- {topic}\n" + "".join(f"  - [{title}](https://{n}.org/{title[:4]}.pdf)\n" for title in NUMBERS)
        for n, topic in enumerate(topics)
    )
    assert [title for _, title in shown(f"# Agents\n\n{content}")] == [*NUMBERS] * len(topics)


_JEKYLL = "---\nlayout: page\ntitle: Papers\n---\n"


@pytest.mark.parametrize("above", ["<h3>Papers</h3>", "<br>", '<p align="center">\n<img src="a.png"/>\n</p>'])
def test_on_pages_of_jekyll_a_list_right_below_html_is_a_list(above: str) -> None:
    assert shown(f"{_JEKYLL}\n{above}\n{LINKED}") == PAPERS
    assert shown(f"{_JEKYLL}\n{above}\n## Papers\n{LINKED}") == PAPERS
    assert shown(f"{_JEKYLL}\n{above}\nPapers:\n\n{LINKED}") == PAPERS
    assert shown(f"{_JEKYLL}\n<pre>\n{LINKED}</pre>\n\n<table><tr><td>\n- a\n- b\n</td></tr></table>\n") == []
    assert shown(f"# Agents\n\n{above}\n{LINKED}") == []


@pytest.mark.parametrize("above", ["", "| --- | --- |\n"], ids=["rows alone", "a line above"])
def test_on_pages_of_jekyll_rows_without_a_head_are_a_table(above: str) -> None:
    rows = "".join(f"|[{title}]({url}) | Ann Lee {number} |\n" for number, (title, url) in enumerate(URLS.items()))
    assert shown(f"{_JEKYLL}\n## Papers\n\n{above}{rows}\nText | text\n") == PAPERS
    assert shown(f"{_JEKYLL}\n## Papers\n\n| Title | Authors |\n| --- | --- |\n{rows}") == PAPERS


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param("Ann Lee, Bo Chen\n\n[Paper]({url})", id="paragraphs"),
        pytest.param("- Authors: Ann Lee, Bo Chen\n- Venue: Machine Learning 2025\n- Link: {url}", id="fields"),
    ],
)
def test_a_summary_over_what_is_said_of_one_paper_is_its_entry(inside: str) -> None:
    folded = "".join(
        f"<details>\n<summary>{title}</summary>\n\n{inside.format(url=url)}\n\n</details>\n\n"
        for title, url in URLS.items()
    )
    assert shown(f"# Agents\n\n{folded}") == PAPERS


def test_a_summary_with_the_address_of_a_paper_is_its_entry() -> None:
    names = [title.split(":")[0] for title in NUMBERS]
    content = "".join(
        f"<details>\n<summary>{name}: {url} (click)</summary>\n\n- It plans.\n- It acts.\n\n</details>\n\n"
        for name, url in zip(names, URLS.values(), strict=True)
    )
    assert shown(f"# Agents\n\n{content}") == [("paper", name) for name in names]


def test_a_summary_over_a_list_of_papers_is_no_entry() -> None:
    summaries = ("Agents that Plan with Tools", "Agents that Learn from Steps", "Models of Small Worlds and Maps")
    items = iter(LINKED.splitlines(keepends=True))
    folded = "".join(
        f"<details>\n<summary>{summary}</summary>\n\n{next(items)}\n</details>\n\n" for summary in summaries
    )
    assert shown(f"# Agents\n\n{folded}") == PAPERS[:3]


def test_the_papers_of_a_session_are_entries_below_its_heading() -> None:
    days = zip(range(1, 9), [*URLS, *LATER, "Slow Maps for Small Roads"], strict=False)
    sessions = "".join(
        f"## May {day}: Topic of the Session on Agents\n\n"
        f"* Lee, Ann, and Bo Chen. 2019. “{title}.” *Foo Letters* 90 (5): 52. <https://doi.org/10.1103/Foo.{day}>.\n"
        + f"* Chen, Bo. 2018. “{title} Again.” *Foo Letters* 91 (1): 5. <https://doi.org/10.1103/Foo.9{day}>.\n"
        * (day % 2)
        for day, title in days
    )
    found = shown(f"# Seminar\n\n{sessions}")
    first, second, *_ = URLS
    assert [title for _, title in found][:3] == [first, f"{first} Again", second]


def test_references_in_items_below_a_reference_are_entries_of_their_own() -> None:
    lines = [
        f"Lee, A. & Ito, B. ({2010 + n}) Lazy copies of {word} files. *Files*, {n}, 17--19. <https://doi.org/10.1000/{n}>"
        for n, word in enumerate(("large", "small", "new", "old", "torn", "lost"))
    ]
    weeks = "".join(f"### Week {n}\n\n{line}\n\n" for n, line in enumerate(lines[:4]))
    listing = read(parse(Text("README.md", f"# Reading\n\n{weeks}Further reading:\n\n* {lines[4]}\n* {lines[5]}\n")))
    assert [len(each.identifiers) for each in listing.entries] == [1] * len(lines)


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param("[{0}](https://arxiv.org/abs/2401.0000{1})", id="on links"),
        pytest.param("**{0}**, ICLR 2024. [[Paper]](https://arxiv.org/abs/2401.0000{1})", id="before links"),
    ],
)
def test_paragraphs_in_an_item_that_only_names_a_topic_are_entries(entry: str) -> None:
    titles = {
        "Planning": ("Learning to Act in Rooms", "Plans that Mend Themselves", "Maps of Rooms and Halls"),
        "Memory": ("Remembering What Was Said", "How Agents Forget Old Plans"),
    }
    text = "# Agents\n"
    for topic, named in titles.items():
        text += f"\n- {topic}\n" + "".join(f"\n    {entry.format(each, each.count('e'))}\n" for each in named)
    listing = read(parse(Text("list.md", text)))
    found = [(section_path(listing, each)[-1], each.title_text) for each in listing.papers]
    assert found == [(topic, title) for topic, named in titles.items() for title in named]


FIELDS = "**Title:** [{title}]({url})\n\n**Authors:** Ann Lee, et al.\n\n**Findings:** It plans first.\n\n{more}---\n\n"


@pytest.mark.parametrize(
    "more",
    [
        pytest.param("**Links:** The code is on [GitHub](https://github.com/lee/agents)", id="a sentence with a link"),
        pytest.param("**Links:** see also [Planning with Many Tools](https://a.org/plans.pdf)", id="another paper"),
        pytest.param("**Links:**\nThe code is on [GitHub](https://github.com/lee/agents)", id="in the next line"),
        pytest.param("The authors describe how to use it on [GitHub](https://github.com/lee/agents)", id="no name"),
    ],
)
def test_paragraphs_with_other_named_fields_belong_to_the_one_with_the_title(more: str) -> None:
    items = [(title, url, "") for title, url in URLS.items()]
    items += [(f"Revisiting {title}", f"{url}0", f"{more}\n\n") for title, url in [*URLS.items()][:3]]
    entries = "".join(FIELDS.format(title=title, url=url, more=below) for title, url, below in items)
    content = f"# Agents\n\n## Papers\n\n{entries}"
    assert shown(content) == [("paper", title) for title, _, _ in items]
    found = read(parse(Text("README.md", content))).entries
    assert [len(entry.details) for entry in found] == [2, 2, 2, 2, 3, 3, 3]


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param("**{name}** [[code]({page})][[preprint]({page}.pdf)]", id="a name"),
        pytest.param("**{name}** [[code]({page})]", id="a name without a paper"),
        pytest.param("**{name}**\n[[code]({page})]\nThis is a model (like the one above).", id="over lines"),
    ],
)
def test_the_description_of_a_paper_is_no_title_of_the_next_one(odd: str) -> None:
    """A short name opens an entry where longer titles with the same marks do."""
    prose = "This is a study of how agents learn to plan, which shows that a small model is enough for that."
    papers = [f"**{title}** [[code]({PAGE})][[preprint]({url})]\n\n{prose}\n\n" for title, url in URLS.items()]
    names = ["ReAct", "Reflexion", "Toolformer"]
    odds = [odd.format(name=name, page=f"https://{name}.org/a") + f"\n\n{prose}\n\n" for name in names]
    content = f"# Agents\n\n## Papers\n\n{''.join(papers)}{''.join(odds)}"
    begins = [content[entry.span.start :].split("**")[1] for entry in read(parse(Text("README.md", content))).entries]
    assert begins == [*NUMBERS, *names]


def test_a_paragraph_in_a_quote_holds_no_items_below_the_quote() -> None:
    quotes = "".join(
        f"> See also [A List of Maps {n}](https://a.org/{n}), and the [book](https://b.org/{n}).\n\n" for n in range(3)
    )
    items = "".join(f"- [Rivers of the North {n}](https://c.org/{n}) - What it is.\n" for n in range(5))
    assert [title for _, title in shown(f"# Maps\n\n{quotes}{items}")][-5:] == [
        f"Rivers of the North {n}" for n in range(5)
    ]


def test_a_name_on_the_link_of_another_paper_stands_alone_below_a_linked_title() -> None:
    text = "* [Reading What Is Not There / Foo](https://foo.example/)\n"
    text += "".join(
        f"    * [{name}](https://arxiv.org/abs/2401.0000{n})\n" for n, name in enumerate(("FooSGX", "NetFoo"), 1)
    )
    assert [title for _, title in shown(f"# Attacks\n\n{text}")][-2:] == ["FooSGX", "NetFoo"]
