"""One identifier under two unrelated titles."""

from __future__ import annotations

import pytest

from bot.document import parse
from bot.linter.diagnostics import Severity
from bot.linter.rule import Context
from bot.listing import Catalog, read
from bot.rules.duplicate_entry import DuplicateEntry
from bot.rules.reused_id import ReusedId
from bot.text import Text
from tests.rules.helpers import PATH, TODAY, findings, marked, placed

RULE = ReusedId()
URL = "https://arxiv.org/abs/2310.05915"
OTHER = "https://arxiv.org/abs/2308.15363"
TITLE = "FireAct: Toward Language Agent Fine-tuning"
DOI = "https://doi.org/10.1007"
SPRINGER = "https://link.springer.com/content/pdf/10.1007/978-3-662-46681-0_51.pdf"
UNRELATED = "Training Software Engineering Models with Verifiers"


def entry(title: str, url: str = URL) -> str:
    return f"* [{title}]({url})\n"


def of_year(title: str, year: int = 2024) -> str:
    return f"* [{title}]({URL}) ({year})\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(entry(TITLE) + entry(UNRELATED), id="side by side"),
        pytest.param(f"## One\n\n{of_year(TITLE, 2023)}\n## Two\n\n{of_year(UNRELATED)}", id="two sections"),
        pytest.param(entry(TITLE) + entry(UNRELATED, URL.replace("abs", "pdf") + "v2"), id="other page"),
        pytest.param(
            entry(TITLE, "https://openreview.net/forum?id=gEZrGCozdqR")
            + entry(UNRELATED, "https://openreview.net/pdf?id=gEZrGCozdqR"),
            id="OpenReview",
        ),
    ],
)
def test_finds(text: str) -> None:
    found = findings(RULE, text)
    last = text.count("\n")
    assert placed(text, found) == [(last, Severity.ERROR)]
    assert marked(text, found) == [text.rpartition("](")[2].partition(")")[0]]
    assert [(each.path, text[each.span.start : each.span.end]) for each in found[0].related] == [(PATH, TITLE)]


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(entry("Verifiers for Software Engineering"), id="nothing but the titles speaks for it"),
        pytest.param(f"* {UNRELATED} [site](https://a.org) [paper]({URL})\n", id="a tool that cites the paper"),
        pytest.param(of_year("Captions of Rivers"), id="a thing with a name of few words"),
        pytest.param(of_year(UNRELATED).replace(URL, f"{URL}v3"), id="a later version, which may have another title"),
    ],
)
def test_one_reason_is_a_note(second: str) -> None:
    first = of_year(TITLE, 2023).replace(URL, f"{URL}v1")
    text = f"## One\n\n{first}\n## Two\n\n{second}"
    assert [each.severity for each in findings(RULE, text)] == [Severity.NOTE]


@pytest.mark.parametrize(("title", "is_name"), [("Captions of Rivers", True), ("Captions of Wide Rivers", False)])
def test_names_have_fewer_words_than_four(title: str, is_name: bool) -> None:
    text = f"## One\n\n{of_year('Agents Walk Over Hills', 2023)}\n## Two\n\n{of_year(title)}"
    (only,) = findings(RULE, text)
    assert ("one may be about a thing that the paper presents" in only.reasons) is is_name


@pytest.mark.parametrize(
    ("one", "other", "severity"),
    [
        pytest.param(entry(TITLE), entry(UNRELATED), Severity.WARNING, id="two long titles"),
        pytest.param(
            f"* [SocREval: Large Language Models with the Socratic Method]({URL}) (2023-10-29)\n",
            f"* [Automatically Correcting Large Language Models: Surveying the landscape]({URL}) (2023-08-06)\n",
            Severity.ERROR,
            id="months that differ",
        ),
        pytest.param(
            f"* [Orca: Progressive Learning from Complex Explanation Traces of GPT-4]({URL}) (2024-06-05)\n",
            f"* [Prompting Is Programming: A Query Language for Large Language Models]({URL}) (2023-10-12)\n",
            Severity.WARNING,
            id="years that differ, one of them not that of the id",
        ),
    ],
)
def test_a_second_reason_in_another_section(one: str, other: str, severity: Severity) -> None:
    assert [each.severity for each in findings(RULE, f"## One\n\n{one}\n## Two\n\n{other}")] == [severity]


def test_rows_of_results_with_the_titles_of_two_papers() -> None:
    head = "| Model | ROUGE | Paper | Code |\n| --- | --- | --- | --- |\n"
    rows = (
        f"| BART (Lewis, 2019) | 44.16 | [BART: Denoising for Generation and Translation]({URL}) | [it](//a.io) |\n"
        f"| T5 (Raffel, 2019) | 43.52 | [Exploring the Limits of Transfer Learning]({URL}) | [it](//b.io) |\n"
    )
    assert [each.severity > Severity.NOTE for each in findings(RULE, head + rows)] == [True]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param(f"[DAIL-SQL + GPT-4]({OTHER})", f"[RESDSQL-3B + NatSQ]({URL})", [], id="two methods"),
        pytest.param("AskData + GPT-4o", f"[RESDSQL-3B + NatSQ]({URL})", [Severity.WARNING], id="one has a link"),
        pytest.param(
            "AskData", f"[RESDSQL-3B + NatSQ]({URL}) and [DAIL-SQL]({OTHER})", [Severity.WARNING], id="two in one cell"
        ),
        pytest.param(f"[RESDSQL-3B + NatSQ]({OTHER})", f"[arXiv]({URL})", [Severity.WARNING], id="a label"),
        pytest.param(f"[RESDSQL-3B + NatSQ]({OTHER})", f"[2310.05915]({URL})", [Severity.WARNING], id="an id"),
    ],
)
def test_a_row_that_links_several_papers_by_name_has_no_title(one: str, other: str, expected: list[Severity]) -> None:
    table = f"| | WikiSQL | Spider |\n| --- | --- | --- |\n| 1 | 80.1 (2021/04-{one}) | 79.9 ({other}) |\n"
    papers = f"* (2023) RESDSQL: Decoupling Schema Linking for Text-to-SQL [paper]({URL})\n"
    found = findings(RULE, f"## Results\n\n{table}\n## Papers\n\n{papers}")
    assert [each.severity for each in found] == expected


def test_lists_of_one_run() -> None:
    first, second = (
        read(parse(Text(name, of_year(title, year))))
        for name, title, year in (("a.md", TITLE, 2023), ("b.md", UNRELATED, 2024))
    )
    context = Context(TODAY, Catalog((first, second)))
    assert [*RULE.check(first, context)] == []
    found = [*RULE.check(second, context)]
    assert [each.message for each in found] == [
        "arXiv 2310.05915 is also on line 1 of a.md under an unrelated title; one of the links is wrong"
    ]


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(entry(TITLE), id="same title"),
        pytest.param(entry("Language Agent Fine-tuning with Trajectories"), id="renamed"),
        pytest.param(entry("FireAct"), id="alias"),
        pytest.param(entry("Verified Patches"), id="two words"),
        pytest.param(entry("面向 语言 智能体 的 微调 方法 与 轨迹 数据 研究 综述 报告"), id="translated"),
        pytest.param(entry(UNRELATED, "https://arxiv.org/abs/2412.21139"), id="other identifier"),
        pytest.param(f"* [{UNRELATED}](https://arxiv.org/abs/2412.21139) (as in [FireAct]({URL}))\n", id="mentioned"),
        pytest.param(f"* Read in this order: [LARK]({URL}) [[code](https://a.org/b)]\n", id="the name of its code"),
    ],
)
def test_leaves_alone(second: str) -> None:
    first = entry(TITLE).replace("\n", " [[code](https://github.com/lovelace/LARK)]\n")
    assert findings(RULE, first + second) == []


CVF = f"https://openaccess.thecvf.com/content/CVPR2024/html/Li_{TITLE.replace(' ', '_')}_CVPR_2024_paper.html"
MORE = "".join(
    entry(f"Speculative Decoding {words}", f"https://arxiv.org/abs/2401.{number:05}")
    for number, words in enumerate(("on Phones", "by Trees", "in Batches", "for Speech", "of Code"), 1)
)


@pytest.mark.parametrize(
    ("first", "second", "severity"),
    [
        pytest.param(
            entry("LegalGPT: Legal Chain of Thought for the Multi-Agent Framework"),
            entry("LawGPT: A Chinese Legal Knowledge-Enhanced Language Model"),
            Severity.ERROR,
            id="two names",
        ),
        pytest.param(
            MORE + entry("Speculative Decoding: Performance or Illusion?"),
            entry("Alignment-Augmented Speculative Decoding with Alignment Sampling and Conditional Verification"),
            Severity.WARNING,
            id="only the topic in common, both long",
        ),
        pytest.param(
            MORE
            + entry("Speculative Decoding: Performance or Illusion?").replace(
                "\n", " [code](https://github.com/a/b)\n"
            ),
            entry(
                "Alignment-Augmented Speculative Decoding with Alignment Sampling and Conditional Verification"
            ).replace("\n", " [code](https://github.com/c/d)\n"),
            Severity.WARNING,
            id="only the topic in common, and repositories of their own",
        ),
        pytest.param(
            f"* [Memory for Long Dialogues]({URL}) Ada Lovelace, Alan Turing, Grace Hopper\n",
            f"* [Dialogue Agents that Forget]({URL}) Emmy Noether, Kurt Gödel, Sofja Kowalewskaja\n",
            Severity.ERROR,
            id="other authors",
        ),
        pytest.param(
            f"* [Curriculum Learning by Competence for Translation]({URL}) Ada Lovelace, Alan Turing, Grace Hopper\n",
            f"* [Curriculum that Doubts for Neural Translation]({URL}) Emmy Noether, Kurt Gödel, Sofja Kowalewskaja\n",
            Severity.WARNING,
            id="titles alike, other authors",
        ),
        pytest.param(
            f"* [Memory for Long Dialogues]({URL}) Ada Lovelace, Grace Hopper\n",
            f"* [Dialogue Agents that Forget]({URL}) Emmy Noether, Kurt Gödel\n",
            Severity.ERROR,
            id="two other authors",
        ),
        pytest.param(
            entry("FireAct: Toward Language Agent Fine-tuning", CVF),
            entry("Language Agents that Play for Dense Rewards", CVF),
            Severity.WARNING,
            id="the URL has the words of one title",
        ),
        pytest.param(
            f"* [Doe et al]({URL}): Learned Humanoid Control with Compliant Parts and Tasks, Doe et al.\n",
            f"* [Scaling]({URL}): Mastering Humanoids by Tasks in Worlds that are Learned, Roe et al.\n",
            Severity.ERROR,
            id="an author in front of the title",
        ),
        pytest.param(
            entry("Prompt-Driven Safeguarding of Language Models"),
            entry("On Safeguards that Directions in Prompts Optimize"),
            Severity.NOTE,
            id="perhaps renamed",
        ),
    ],
)
def test_other_title_in_another_section(first: str, second: str, severity: Severity) -> None:
    text = f"## One\n\n{first}\n## Two\n\n{second}"
    found = findings(RULE, text)
    assert placed(text, found) == [(text.count("\n"), severity)]


def test_perhaps_renamed_in_one_section_is_a_duplicate() -> None:
    first, second = "Prompt-Driven Safeguarding of Language Models", "On Safeguards that Directions in Prompts Optimize"
    assert findings(RULE, entry(first) + entry(second)) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("* [{}]({}), 2021\n", "* [{}]({}), 2023\n", id="other years"),
        pytest.param(
            "* [{}]({}) [code](https://github.com/a/b)\n",
            "* [{}]({}) [code](https://github.com/c/d)\n",
            id="repositories of their own",
        ),
    ],
)
def test_two_papers_in_one_section_have_years_or_pages_of_their_own(first: str, second: str) -> None:
    titles = "Prompt-Driven Safeguarding of Language Models", "On Safeguards that Directions in Prompts Optimize"
    text = first.format(titles[0], URL) + second.format(titles[1], URL)
    found = findings(RULE, text)
    assert placed(text, found) == [(2, Severity.WARNING)]
    assert found[0].message == (
        "arXiv 2310.05915 is also on line 1 under another title; one of the links is wrong, or the paper was renamed"
    )


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(f"* **FireAct** [Verifiers Train Engineers to Patch Programs]({URL})\n", id="bold alias"),
        pytest.param(f"* [FireAct]({URL}): verifiers train engineers to patch programs\n", id="linked alias"),
        pytest.param(
            f"| Paper | At |\n| --- | --- |\n| FIREACT / PatchTrain: Engineers and Verifiers | [pdf]({URL}) |\n",
            id="alias before a bar",
        ),
        pytest.param(
            f"* [Verifiers Train Engineers to Patch Programs]({URL}) [{TITLE}](https://fireact-agent.github.io/)\n",
            id="the title on another link",
        ),
    ],
)
def test_an_alias_anywhere_in_the_entry_is_the_paper(second: str) -> None:
    assert findings(RULE, f"## One\n\n{entry(TITLE)}\n## Two\n\n{second}") == []


def test_equal_authors_are_one_paper() -> None:
    authors = "Ada Lovelace, Alan Turing and Grace Hopper. 2023."
    text = f"* {authors} [{TITLE}]({URL})\n\n## Two\n\n* {authors} [{UNRELATED}]({URL})\n"
    assert findings(RULE, text) == []
    assert len(findings(RULE, text.replace("Hopper", "Murray Hopper", 1))) == 0
    assert len(findings(RULE, text.replace(authors, "Emmy Noether, Kurt Gödel and Sofja Kowalewskaja.", 1))) == 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            f"* [2412] [{UNRELATED}]({URL})\n* [2310] [{TITLE}]({URL})\n", id="the other has the month of the id"
        ),
        pytest.param(
            entry(UNRELATED) + entry(TITLE) + "\n## Two\n\n" + entry(UNRELATED, "https://arxiv.org/abs/2412.21139"),
            id="the right id of its title is in the list",
        ),
        pytest.param(f"* [{UNRELATED}]({CVF})\n* [{TITLE}]({CVF})\n", id="the URL has the words of the other title"),
        pytest.param(
            f"* {UNRELATED} [[link]({DOI}/3637528.3671000)] [[pdf]({SPRINGER})]\n* {TITLE} [[pdf]({SPRINGER})]\n",
            id="it links an id of its own, too",
        ),
    ],
)
def test_the_one_that_does_not_fit_is_reported(text: str) -> None:
    found = findings(RULE, text)
    assert [line for line, _ in placed(text, found)] == [1]
    assert [text[each.span.start : each.span.end] for each in found[0].related] == [TITLE]


def test_reasons_are_given() -> None:
    found = findings(RULE, entry(TITLE) + entry(UNRELATED))
    assert found[0].reasons == (
        "the titles are those of two papers",
        "both titles are too long for the name of a part",
        "the entries are in one section, where a paper is listed once",
    )


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(f"* **AgentNet** [[12]({CVF})]\n", id="data set"),
        pytest.param(f"* `sbi` [Code](https://github.com/a/sbi) [Paper]({URL})\n", id="package"),
        pytest.param(
            f"* {UNRELATED} [paper]({URL}) [data](https://huggingface.co/datasets/Anchen/Tasks)\n", id="of one group"
        ),
    ],
)
def test_what_cites_the_paper_about_it_is_left_alone(second: str) -> None:
    page = CVF if CVF in second else URL
    first = f"* {TITLE} [paper]({page}) [code](https://github.com/anchen/FireAct)\n"
    assert findings(RULE, f"{first}\n## Software\n\n{second}") == []


def test_a_badge_without_words_names_no_package() -> None:
    badge = "[![](https://img.shields.io/badge/repo-JAX-blue)](https://github.com/a/sbi)"
    text = f"## One\n\n* {badge} [{TITLE}]({URL})\n\n## Two\n\n{entry(UNRELATED)}"
    assert [each.severity for each in findings(RULE, text)] == [Severity.NOTE]


@pytest.mark.parametrize(("page", "expected"), [("", []), ("/blob/main", [Severity.ERROR])])
def test_files_of_one_repository_are_notes_on_two_papers(page: str, expected: list[Severity]) -> None:
    beside = "[more](https://github.com/ivyreads/{}{}/{}.md)"
    texts = [f"* {it} [paper]({URL}) {beside.format(it[:4], page, it[:4])}\n" for it in (TITLE, UNRELATED)]
    assert [each.severity for each in findings(RULE, "".join(texts))] == expected


def test_all_places_of_an_id_are_named() -> None:
    text = entry(TITLE) + entry(UNRELATED) + entry("WebRL: Web Agents That Learn Online")
    messages = [each.message for each in findings(RULE, text)]
    assert messages == [
        "arXiv 2310.05915 is also on line 1 and line 3 under other titles; not all of the links are right",
        "arXiv 2310.05915 is also on line 1 and line 2 under other titles; not all of the links are right",
    ]


def test_the_doi_of_a_book_is_of_many_papers() -> None:
    book = "https://doi.org/10.1007/978-3-031-19769-7"
    assert findings(RULE, entry(TITLE, book) + entry(UNRELATED, book)) == []
    assert len(findings(RULE, entry(TITLE, book + "_3") + entry(UNRELATED, book + "_3"))) == 1


def test_pages_for_many_papers_do_not_count() -> None:
    url = "https://github.com/a/papers"
    assert findings(RULE, entry(TITLE, url) + entry(UNRELATED, url)) == []


@pytest.mark.parametrize(
    ("before", "behind", "severity"),
    [
        pytest.param("On ", ", Di Xu, Jo Ek", Severity.NOTE, id="within a sentence"),
        pytest.param("**Results.** On ", ", OpenVLA is better than RT-2.", Severity.NOTE, id="a sentence for a title"),
        pytest.param("", ", Di Xu, Jo Ek", Severity.ERROR, id="a title"),
    ],
)
def test_a_link_within_a_sentence_has_no_title(before: str, behind: str, severity: Severity) -> None:
    text = (
        f"## Results\n\n* {before}[tasks of many household machines](https://arxiv.org/abs/2406.09246){behind}\n"
        "\n## References\n\n"
        "* [OpenVLA: Vision and Language for Action](https://arxiv.org/abs/2406.09246), Ann Lee, Bo Hu\n"
    )
    assert [each.severity for each in findings(ReusedId(), text)] == [severity]


def test_a_doi_to_be_filled_in_is_no_paper() -> None:
    url = "https://doi.org/10.1145/3812XXX"
    assert findings(RULE, entry(TITLE, url) + entry(UNRELATED, url)) == []


@pytest.mark.parametrize("title", ["Paths of Many Agents Dataset", "Paths (of many agents, one town)"])
def test_a_data_set_in_another_section_is_a_note(title: str) -> None:
    text = f"## One\n\n{of_year(TITLE, 2023)}\n## Two\n\n{of_year(title)}"
    assert [each.severity for each in findings(RULE, text)] == [Severity.NOTE]


def test_a_repository_with_the_name_of_the_other_is_an_alias() -> None:
    code = f"* [SlowAct: Acting With Patience]({URL}) [code](https://github.com/a/FireAct)\n"
    assert findings(RULE, f"## One\n\n{code}\n## Two\n\n{entry(TITLE)}") == []


def test_texts_below_titles_are_no_second_reason() -> None:
    """A database or a package says other things of itself than the entry of the paper that it cites."""
    one = f"## A\n\n{entry(TITLE)}  - Summary: trains agents with many tools and shows how they generalize once more\n"
    other = (
        f"## B\n\n{entry('Pathways Drawn by Hand')}  - Summary: maps drawn by hand which others search and download\n"
    )
    assert [each.severity for each in findings(RULE, f"{one}\n{other}")] == [Severity.NOTE]


def test_two_papers_apart_in_one_section() -> None:
    one = entry("Speculative Decoding: Performance or Illusion?")
    other = entry("Alignment-Augmented Speculative Decoding with Alignment Sampling and Conditional Verification")
    assert [each.severity for each in findings(RULE, one + MORE + other)] == [Severity.WARNING]


def test_a_table_above_that_repeats_a_wrong_id_hides_nothing() -> None:
    titles = "GoGoPlan: Planning with Words in Open Worlds", "Titan 3.0 Base: Larger Models with Knowledge of Facts"
    rows = "".join(f"| {each.partition(':')[0]} | [pdf]({URL}) |\n" for each in titles)
    items = "".join(f"* [{each}]({URL}), {author}\n" for each, author in zip(titles, ("Ada Roe", "Bo Li"), strict=True))
    text = f"## Table\n\n| Model | Link |\n|---|---|\n{rows}\n## Models\n\n{items}"
    assert (11, Severity.ERROR) in placed(text, findings(RULE, text))


def test_first_authors_tell_two_papers_of_one_section_apart() -> None:
    titles = "Plan-and-Act: Learning Agents by Words of Others", "Learn-and-Act: Learning Agents by Acts of Others"
    line = "* **{}**. *{}*. [[pdf]]({})\n"
    text = line.format(titles[0], "Ada Roe, Cy Poe", URL) + line.format(titles[1], "Bo Lin, Di Moe", URL)
    assert [line for line, _ in placed(text, findings(RULE, text))] == [2]
    assert findings(DuplicateEntry(), text) == []


def test_the_wrong_link_is_that_of_the_earlier_venue() -> None:
    late = "https://arxiv.org/abs/1710.04689"
    text = (
        f"* [Crowds in Space and Time]({late}), CVPR 2016\n* [Attention of Pedestrians to Robots]({late}), ICRA 2018\n"
    )
    assert [line for line, _ in placed(text, findings(RULE, text))] == [1]


TOOL = "* [{0}](https://github.com/{1}/{0}) [[Paper]({2})]\n"


def test_repositories_of_two_papers_with_one_id() -> None:
    text = TOOL.format("SlowAct", "a", URL) + TOOL.format("QuickAct", "b", URL)
    assert [each.severity for each in findings(RULE, text)] == [Severity.WARNING]


def test_packages_link_the_paper_that_they_carry_out() -> None:
    tools = "".join(TOOL.format(name, name, URL) for name in ("act-slow", "quick-act"))
    assert findings(RULE, f"{entry(TITLE)}{MORE}\n## Software\n\n{tools}") == []


def test_titles_alone_do_not_tell_a_wrong_link_from_a_new_title() -> None:
    (found,) = findings(RULE, f"## One\n\n{entry(TITLE)}\n## Two\n\n{entry(UNRELATED)}")
    assert found.message.endswith("one of the links is wrong, or the paper was renamed")


LONG = "Prompt-Driven Safeguarding of Language Models", "On Safeguards that Directions in Prompts Optimize"


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        pytest.param("* [**{0}**] {1}. [[paper]({2})]\n", [Severity.WARNING], id="methods of their own"),
        pytest.param("* **Safeguard** {1}. [[paper]({2})]\n", [], id="one method"),
    ],
)
def test_methods_named_before_long_titles_are_of_two_papers(item: str, expected: list[Severity]) -> None:
    one, other = (
        item.format(name, title, URL) for name, title in zip(("SafePrompt", "DirectGuard"), LONG, strict=True)
    )
    assert [each.severity for each in findings(RULE, one + MORE + other)] == expected


def test_a_repository_copied_with_the_id_does_not_hide_other_authors() -> None:
    item = "* [{}]({}), {}. [code](https://github.com/group/fire)\n"
    one, other = (
        item.format(TITLE, URL, "Ada Lovelace, Grace Hopper"),
        item.format(UNRELATED, URL, "Emmy Noether, Bo Li"),
    )
    text = one + other
    assert [each.severity for each in findings(RULE, text)] == [Severity.ERROR]


def test_a_row_with_a_name_of_its_own_cites_the_paper() -> None:
    words = "Recognition of {}; {} towns: {{Rome, Oslo, Lima}}; 15,588 photographs of size (3, 224, 224)"
    row = "| **{}** [[{}]]({}{:04}) ([1](https://drive.google.com/a)) | {} | [8], [9] |\n"
    rows = "".join(
        row.format(name, at, OTHER[:-4], at, words.format(name, at))
        for at, name in enumerate(("Towns", "RiverSet", "Forest-10", "HB", "Deserts", "Gardens"), 10)
    )
    paper = entry("Deep Hashing of Pictures for Domains without Labels", f"{OTHER[:-4]}0012")
    table = f"| Datasets (download link) | Description | Related papers |\n| --- | --- | --- |\n{rows}"
    assert [each.severity for each in findings(RULE, f"## Papers\n\n{paper}\n## Data\n\n{table}")] == [Severity.NOTE]
