"""Pages, PDF files and videos under unrelated titles."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.reused_link import ReusedLink
from tests.rules.helpers import findings, marked, placed

RULE = ReusedLink()
FIREACT, SWE = "FireAct: Toward Language Agent Fine-tuning", "Training Software Engineering Models with Verifiers"
WEBRL = "WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum Reinforcement Learning"
PAPERS = {FIREACT: "2310.05915", SWE: "2412.21139", WEBRL: "2411.02337"}

OTHERS = (
    "ReAct: Synergizing Reasoning and Acting in Language Models",
    "Toolformer: Language Models Can Teach Themselves to Use Tools",
    "Voyager: An Open-Ended Embodied Agent",
)


def entries(rest: str, *titles: str) -> str:
    return "".join(f"* [{each}](https://arxiv.org/abs/{PAPERS[each]}) {rest}\n" for each in titles)


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        pytest.param("[project page](https://agents.example.ai/)", "https://agents.example.ai/", id="page"),
        pytest.param("[Video](https://youtu.be/rBCqOTEfxvg)", "https://youtu.be/rBCqOTEfxvg", id="video"),
        pytest.param("[slides](./slides/agents.pdf)", "./slides/agents.pdf", id="file"),
        pytest.param(
            "[![page](https://img.shields.io/badge/page-blue)](https://agents.example.ai/)",
            "https://agents.example.ai/",
            id="badge",
        ),
    ],
)
def test_warns_at_the_later_entry(rest: str, words: str) -> None:
    text = entries(rest, FIREACT, SWE)
    found = findings(RULE, text)
    assert placed(text, found) == [(2, Severity.NOTE)]
    assert words in marked(text, found)[0]


@pytest.mark.parametrize(
    ("url", "found"),
    [
        pytest.param("https://www.example.edu", [], id="a site"),
        pytest.param("https://www.example.edu/", [], id="its root"),
        pytest.param("https://www.example.edu/?p=12", [(2, Severity.NOTE)], id="a page behind a query"),
        pytest.param("https://lab.example.edu/", [(2, Severity.NOTE)], id="a site below it"),
    ],
)
def test_the_root_of_a_site_is_of_many(url: str, found: list[tuple[int, Severity]]) -> None:
    text = entries(f"[page]({url})", FIREACT, SWE)
    assert placed(text, findings(RULE, text)) == found


def test_warns_at_the_entry_that_the_url_does_not_name() -> None:
    text = entries("[page](https://agents.example.ai/fireact)", SWE, FIREACT)
    assert placed(text, findings(RULE, text)) == [(1, Severity.WARNING)]


def test_main_links_without_an_id() -> None:
    text = entries("", *PAPERS) + "".join(f"* {title} [[pdf](https://a.org/paper17.pdf)]\n" for title in OTHERS)
    found = findings(RULE, text)
    assert placed(text, found) == [(6, Severity.NOTE)]
    assert found[0].message == "3 papers have this link, also on lines 4, 5; it belongs to one of them at most"
    assert len(found[0].related) == 2


def test_points_at_the_title_that_has_the_link_least_often() -> None:
    text = f"## One\n\n{entries('[page](https://b.io/x)', SWE)}\n" + "".join(
        f"## {name}\n\n{entries('[page](https://b.io/x)', FIREACT)}\n" for name in ("Two", "Three")
    )
    found = findings(RULE, text)
    assert placed(text, found) == [(3, Severity.NOTE)]
    assert found[0].message.startswith("line 7 has this link under an unrelated title")


def test_second_ids() -> None:
    rest = "[paper](https://arxiv.org/abs/{}) [OpenReview](https://openreview.net/forum?id=gEZrGCozdqR)\n"
    text = "".join(f"* {title} {rest}".format(PAPERS[title]) for title in (FIREACT, SWE))
    assert placed(text, findings(RULE, text)) == [(2, Severity.WARNING)]
    apart = "## Papers\n\n" + text.replace("\n", "\n\n## Data\n\n", 1)
    assert [each.severity for each in findings(RULE, apart)] == [Severity.NOTE]


def test_a_page_of_a_program_is_of_many_papers() -> None:
    links = [f"https://arxiv.org/pdf/2310.0591{n}.pdf" for n in range(4)]
    links += ["https://ras.example.net/ICRA19/program/List_3.html"] * 2
    titles = (*OTHERS, WEBRL, FIREACT, SWE)
    text = "".join(f"- [[ICRA]({link})] {title}.\n" for link, title in zip(links, titles, strict=True))
    assert findings(RULE, text) == []
    assert [each.severity for each in findings(RULE, text.replace("program", "papers"))] == [Severity.WARNING]


def test_a_link_in_a_sentence_is_about_another_paper() -> None:
    text = (
        f"1. **{FIREACT}.** [[PDF]](https://arxiv.org/abs/2310.05915)\n"
        "   It is put right by the [paper](https://openreview.net/forum?id=gEZrGCozdqR).\n"
        f"2. **{SWE}.** [[PDF]](https://openreview.net/forum?id=gEZrGCozdqR)\n"
    )
    assert findings(RULE, text) == []
    assert findings(RULE, text.replace(" put right by the ", ": ")) != []


def test_a_page_of_three_papers_may_be_that_of_a_group() -> None:
    text = entries("[website](https://agents.example.ai/)", FIREACT, SWE, WEBRL)
    assert placed(text, findings(RULE, text)) == [(3, Severity.NOTE)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(entries("[code](https://github.com/a/b)", FIREACT, SWE), id="repository"),
        pytest.param(entries("[project](https://github.com/a/b)", FIREACT, SWE), id="repository as a project"),
        pytest.param(entries("[reading notes](https://a.org/notes)", FIREACT, SWE), id="notes"),
        pytest.param(entries("[dataset](https://a.org/data)", FIREACT, SWE), id="data"),
        pytest.param(entries("[Lee et al. (2023)](https://a.org/lee)", FIREACT, SWE), id="citation in a sentence"),
        pytest.param(entries("[pdf](#top) [page]()", FIREACT, SWE), id="anchor and nothing"),
        pytest.param(entries("[book](https://doi.org/10.1007/978-3-030-58452-8)", FIREACT, SWE), id="volume"),
        pytest.param(
            entries("[page](https://a.org)", FIREACT)
            + "* [FireAct](https://arxiv.org/abs/2310.05915) [page](https://a.org)\n",
            id="the same paper",
        ),
        pytest.param(
            f"* [{FIREACT}](https://arxiv.org/abs/2310.05915)\n* [{SWE}](https://arxiv.org/abs/2310.05915)\n",
            id="main ids: another rule",
        ),
        pytest.param(f"* {FIREACT} [page](https://a.org) [video](https://a.org)\n", id="one entry"),
        pytest.param(entries("[page](https://www.example.edu/~lee/)", FIREACT, SWE), id="home page of a person"),
        pytest.param(
            entries("[page](https://www.example.edu/faculty/Pages/profile.aspx?facId=77&facInfo=pub)", FIREACT, SWE),
            id="profile of a person",
        ),
        pytest.param(entries("[page](https://www.example.com/)", FIREACT, SWE), id="site of a company"),
        pytest.param(entries("[pdf](https://a.org/2024/accepted-papers.html)", FIREACT, SWE), id="accepted papers"),
        pytest.param(entries("[page](nan)", FIREACT, SWE), id="no address"),
        pytest.param(
            "* HS: abuse in [WiDi](https://widi.github.io/)\n* Mis: tweets of [WiDi](https://widi.github.io/)\n",
            id="site of a shared task",
        ),
        pytest.param(
            "| By | What | Data |\n| --- | --- | --- |\n"
            "| Lee et al., 2018 | Names of cities in news | https://a.org/lee/crowds.html |\n"
            "| Lee et al., 2018 | Images with eight labels | https://a.org/lee/crowds.html |\n",
            id="data sets of one paper",
        ),
        pytest.param(
            "* VOCA [page](https://voca.a.org/x)\n* VOCASET [page](https://voca.a.org/x)\n", id="method, data"
        ),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


def test_reads_only_some_of_very_many() -> None:
    text = "".join(f"* A paper on topic{each} [[pdf](https://a.org/b)]\n" for each in range(500))
    assert len(findings(RULE, text)) <= 1


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        pytest.param("Robots Walk Part 1", "Robots Walk Part 2", 1, id="parts"),
        pytest.param("Robots Walk I", "Robots Walk II", 1, id="roman numbers"),
        pytest.param("Robots Walk in 2020", "Robots Walk in 2021", 0, id="years"),
    ],
)
def test_parts_with_one_address(one: str, other: str, count: int) -> None:
    text = f"* {one} [[pdf](https://a.org/walk.pdf)]\n* {other} [[pdf](https://a.org/walk.pdf)]\n"
    found = findings(RULE, entries("", *PAPERS) + text)
    assert [each.severity for each in found] == [Severity.NOTE] * count


LONG = "Captions of Rivers from Above and What They Leave Out"
APART = "\n## Planning\n\n"


@pytest.mark.parametrize(
    ("url", "title", "authors", "between", "severity"),
    [
        pytest.param("https://a.org/p17", FIREACT, ("", ""), "", Severity.WARNING, id="copied"),
        pytest.param("https://a.org/p17", FIREACT, ("", ""), APART, Severity.NOTE, id="apart"),
        pytest.param(
            "https://lark.a.io/",
            FIREACT,
            ("Ann Lee, Bo Hu", "Di Xu, Eva Roth"),
            APART,
            Severity.WARNING,
            id="one site of two groups",
        ),
        pytest.param(
            "https://lark.a.io/week2/",
            FIREACT,
            ("Ann Lee, Bo Hu", "Di Xu, Eva Roth"),
            APART,
            Severity.NOTE,
            id="a page of two groups",
        ),
        pytest.param(
            "https://a.org/captions-of-rivers-from-above.pdf",
            LONG,
            ("", ""),
            APART,
            Severity.WARNING,
            id="the title of one in the address",
        ),
    ],
)
def test_a_second_reason_for_two_papers(
    url: str, title: str, authors: tuple[str, str], between: str, severity: Severity
) -> None:
    lines = [f"* {each}, {name} [[pdf]({url})]\n" for each, name in zip((title, SWE), authors, strict=True)]
    text = "## Papers\n\n" + entries("", WEBRL) + between.join(lines)
    assert [each.severity for each in findings(RULE, text)] == [severity]


TRAJ = "* [FreeTraj: Control of Motion without Tuning](https://arxiv.org/abs/2406.16863) {}\n"
TORA = "* [Tora: A Transformer that Follows Drawn Paths](https://arxiv.org/abs/2407.21705) {}\n"
OF_TRAJ = "[code](https://github.com/arthur/FreeTraj)"
BADGE = "![stars](https://img.shields.io/github/stars/arthur/FreeTraj.svg?style=social)"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param(TRAJ.format(OF_TRAJ) + TORA.format(OF_TRAJ), [2], id="of the entry above"),
        pytest.param(TORA.format(OF_TRAJ) + TRAJ.format(OF_TRAJ), [1], id="of the entry below"),
        pytest.param(TRAJ.format(OF_TRAJ) + TORA.format(BADGE), [2], id="a badge alone"),
        pytest.param("1. " + TRAJ.format(OF_TRAJ)[2:] + "2. " + TORA.format(OF_TRAJ)[2:], [2], id="numbered items"),
        pytest.param(
            "| Paper | Code |\n|---|---|\n"
            + "".join(f"| {each.format('')[2:-2]} | {OF_TRAJ} |\n" for each in (TRAJ, TORA)),
            [4],
            id="rows",
        ),
        pytest.param(TRAJ.format("") + TORA.format(OF_TRAJ), [], id="in one entry alone"),
        pytest.param(TRAJ.format(OF_TRAJ) + TORA.replace("Tora: ", "").format(OF_TRAJ), [], id="no name of its own"),
        pytest.param(TRAJ.format(OF_TRAJ) + TORA.format(f"on FreeTraj {OF_TRAJ}"), [], id="named in the text"),
        pytest.param(
            TRAJ.format(OF_TRAJ) + TORA.format(f"{OF_TRAJ} [code](https://github.com/b/Tora)"), [], id="has its own"
        ),
        pytest.param(TRAJ.format(OF_TRAJ) * 2, [], id="one paper"),
        pytest.param(f"## One\n\n{TRAJ.format(OF_TRAJ)}\n## Two\n\n{TORA.format(OF_TRAJ)}", [], id="in other sections"),
    ],
)
def test_code_of_the_entry_beside(text: str, lines: list[int]) -> None:
    found = [each for each in findings(ReusedLink(), text) if "name of the paper" in each.message]
    assert placed(text, found) == [(line, Severity.NOTE) for line in lines]
