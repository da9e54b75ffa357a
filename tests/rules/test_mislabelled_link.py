"""Links whose text or badge names something else than their target."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.mislabelled_link import MislabelledLink
from tests.rules.helpers import findings, fixed, marked, placed

RULE = MislabelledLink()
PAPER = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"
STARS = "https://img.shields.io/github/stars"


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        pytest.param("[code](https://aclanthology.org/2023.acl-long.1/)", "acl", id="code is a paper"),
        pytest.param("[[GitHub]](https://example.ai/fireact)", "example.ai", id="GitHub is a page"),
        pytest.param("[arXiv](https://aclanthology.org/2023.acl-long.1/)", "aclanthology", id="arXiv is another site"),
        pytest.param("[arXiv 2025.02](https://fireact.github.io/)", "fireact.github", id="arXiv is a project page"),
        pytest.param("[2310.05915](https://arxiv.org/abs/2310.12823)", "2310.12823", id="another id"),
        pytest.param("[arXiv:2310.05915v2](https://arxiv.org/abs/2310.12823)", "2310.12823", id="another id, prefix"),
        pytest.param("[arXiv:231005915](https://arxiv.org/abs/2310.12823)", "2310.12823", id="another id, no point"),
        pytest.param("[arXiv: 2310-05915](https://arxiv.org/abs/2310.12823)", "2310.12823", id="another id, hyphen"),
        pytest.param("[https://github.com/a/b](https://github.com/c/d)", "/c/d", id="another URL"),
        pytest.param(
            "[![x](https://img.shields.io/badge/arXiv-2310.12823-b31b1b)](https://arxiv.org/abs/2310.05915)",
            "shields",
            id="badge of another paper",
        ),
        pytest.param(f"[![x]({STARS}/a/b?style=flat)](https://github.com/c/d)", "shields", id="another repository"),
        pytest.param("arXiv:2310.12823", "2310.05915", id="another id in the text"),
        pytest.param(
            "[[Paper]](https://github.com/a/b) [[Code]](https://github.com/a/b)", "/a/b", id="paper is the code"
        ),
        pytest.param(f"[code](https://github.com/c/d) ![x]({STARS}/a/b.svg)", "shields", id="badge beside the link"),
    ],
)
def test_warns(rest: str, words: str) -> None:
    text = f"* {PAPER} {rest}\n"
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.WARNING)]
    assert words in marked(text, found)[0]


def test_the_code_may_be_among_the_supplements_of_the_paper() -> None:
    forum = "https://openreview.net/forum?id=gEZrGCozdqR"
    text = f"* [FireAct: Toward Language Agent Fine-tuning]({forum}) [code]({forum})\n"
    assert placed(text, findings(RULE, text)) == [(1, Severity.NOTE)]


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param("[code](https://github.com/a/b) [GitHub](https://a.github.io)", id="code"),
        pytest.param("[GitHub](https://ann-lee.org/FireAct.github.io/)", id="pages of GitHub under the owner's domain"),
        *(
            pytest.param(f"[GitHub](https://{host}/a/b)", id=host)
            for host in "gitlab.com 4open.science huggingface.co bitbucket.org codeberg.org sourceforge.net".split()
        ),
        pytest.param("[code](https://paperswithcode.com/paper/fireact-toward-language-agent)", id="papers with code"),
        pytest.param("[code](https://doi.org/10.5281/zenodo.1234567)", id="DOI of a program"),
        pytest.param("[code](https://openreview.net/attachment?id=gEZrGCozdqR&name=supplementary_material)", id="zip"),
        pytest.param("[code](https://fireact.ai/code)", id="page of unknown kind"),
        pytest.param("[GitHub](https://bit.ly/abc)", id="shortened: another rule"),
        pytest.param("[GitHub](https://link.zhihu.com/?target=https%3A//github.com/a/b)", id="redirect: another rule"),
        pytest.param("[arXiv](https://ar5iv.org/abs/2310.05915)", id="mirror"),
        pytest.param("[arXiv 2020, ICML 2021](https://proceedings.mlr.press/v139/a21a.html)", id="two places"),
        pytest.param("[arXiv API help](https://example.org)", id="more words"),
        pytest.param("[CoDe](https://arxiv.org/abs/2411.17787)", id="a name"),
        pytest.param("[2310.05915](https://arxiv.org/abs/2310.05915v2)", id="version"),
        pytest.param(
            "[[https://github.com/a/b](https://github.com/c/d)](https://github.com/e/f)", id="a link within a link"
        ),
        pytest.param("[2310.05915](https://openreview.net/forum?id=gEZrGCozdqR)", id="two kinds of ids"),
        pytest.param("[https://huggingface.co/.../Walker...](https://huggingface.co/a/Walker-7b)", id="a cut URL"),
        pytest.param(f"[![x]({STARS}/A/b)](https://github.com/a/B/tree/main)", id="same repository"),
        pytest.param(f"[![x]({STARS}/a/b)](https://a.github.io/)", id="badge on a page"),
        pytest.param(f"[code](https://github.com/c/d) [x](https://github.com/a/b) ![x]({STARS}/a/b)", id="second"),
        pytest.param(f"![x]({STARS}/a/b)", id="badge alone"),
        pytest.param("[arXiv](papers/fireact.pdf)", id="file"),
        pytest.param("arXiv:2310.05915", id="the id in the text"),
        pytest.param("arXiv:2310.12823 [v2](https://arxiv.org/abs/2310.12823)", id="an id of another link"),
        pytest.param("extends arXiv:2310.12823 and arXiv:2305.18290", id="two ids in the text"),
        pytest.param("[code](https://doi.org/10.24433/CO.1234567.v1)", id="DOI of a capsule"),
        pytest.param("[code](https://doi.org/10.1371/journal.pone.0239424.s001)", id="DOI of a supplement"),
        pytest.param("[code](https://doi.org/10.1371/journal.pone.0237528#sec026)", id="a part of the page"),
        pytest.param(" ".join(f"[arXiv 2025.{n:02}](https://a{n}.github.io/)" for n in range(1, 7)), id="venue, date"),
        pytest.param(
            "[(arxiv 2022)](https://a.ai/) " + " ".join(f"[(CVPR {n})](https://a.ai/{n})" for n in range(19, 24)),
            id="venues and years",
        ),
        pytest.param(
            "[![arXiv](https://img.shields.io/badge/ACM-000)](https://dl.acm.org/doi/10.1145/3580305.3599412)",
            id="a badge that shows another word",
        ),
    ],
)
def test_leaves_alone(rest: str) -> None:
    assert findings(RULE, f"* {PAPER} {rest}\n") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(
            f"* {PAPER} [![x]({STARS}/a/b)](https://github.com/c/d) [repo](https://github.com/a/b)\n",
            "https://github.com/c/d",
            id="another link of the entry",
        ),
        pytest.param(
            f"* {PAPER} [![x]({STARS}/a/FireAct)](https://github.com/c/WebRL)\n",
            "https://github.com/c/WebRL",
            id="the title",
        ),
    ],
)
def test_the_link_is_wrong_where_the_entry_names_what_the_badge_shows(text: str, words: str) -> None:
    found = findings(RULE, text)
    assert marked(text, found) == [words]
    assert found[0].fix is None


_CVF = "https://openaccess.thecvf.com/content/CVPR2024/html/Yu_{}_CVPR_2024_paper.html"
_S2 = "https://www.semanticscholar.org/paper/{}/" + "0123456789" * 4


@pytest.mark.parametrize(
    ("url", "count"),
    [
        pytest.param(_CVF.format("Aligning_Trustworthy_MLLMs_via_Human_Corrections"), 1, id="CVF"),
        pytest.param(_S2.format("Adam%3A-A-Method-for-Stochastic-Optimization"), 1, id="Semantic Scholar"),
        pytest.param("https://papers.nips.cc/paper/7181-attention-is-all-you-need.pdf", 1, id="NeurIPS"),
        pytest.param(_CVF.format("FireAct_Toward_Language_Agent"), 0, id="beginning of the title"),
        pytest.param(_S2.format("FireAct%3A-Toward-Language-Agent-Fine-tuning"), 0, id="the title"),
        pytest.param(_S2.format("WebRL"), 0, id="name"),
        pytest.param(_S2.format("Training-Agents-by-Toward-Language-Agent-Tuning"), 0, id="some words in common"),
    ],
)
def test_titles_in_urls(url: str, count: int) -> None:
    text = f"* [FireAct: Toward Language Agent Fine-tuning]({url}) (Princeton)\n"
    assert placed(text, findings(RULE, text)) == [(1, Severity.WARNING)] * count


def test_badge_under_another_owner_is_a_note_and_can_be_fixed() -> None:
    text = f"* {PAPER} [![stars]({STARS}/princeton/FireAct?style=flat)](https://github.com/anchen1011/FireAct)\n"
    found = findings(RULE, text)
    assert placed(text, found) == [(1, Severity.NOTE)]
    assert fixed(text, found) == text.replace("stars/princeton/", "stars/anchen1011/")


def test_a_habit_is_one_note() -> None:
    text = "".join(
        f"* [A paper about agents {each}](https://a.org/{each}) [arXiv](https://b.org/{each})\n" for each in range(6)
    )
    found = findings(RULE, text)
    assert [(each.severity, each.message.partition(" (")[0]) for each in found] == [
        (Severity.NOTE, "6 of 6 entries: labelled `arxiv`, but it leads elsewhere")
    ]


def test_one_finding_for_a_paper_that_leads_to_the_code() -> None:
    text = "* Agents of Many Kinds [[github](https://github.com/a/b)] [[arxiv](https://github.com/a/b)]\n"
    assert [each.message for each in findings(RULE, text)] == [
        "labelled `arxiv`, but it points to the code, GitHub a/b"
    ]


@pytest.mark.parametrize(
    ("names", "count"),
    [
        ("Lee_Deep_Model-Based_Pose", 0),
        ("Ann_Lee_Deep_Model-Based_Pose", 0),
        ("Lee_Segmenting_Roads_in_Rain_With_Radar", 1),
    ],
    ids=["family", "full", "other title"],
)
def test_addresses_of_the_cvf_begin_with_one_name_or_two(names: str, count: int) -> None:
    url = f"https://openaccess.thecvf.com/content_ECCV_2018/papers/{names}_ECCV_2018_paper.pdf"
    found = findings(MislabelledLink(), f"* Deep Model-Based Pose Refinement in Colour [[Paper]]({url})\n")
    assert len(found) == count


@pytest.mark.parametrize(
    ("title", "severity"), [("10.1234/5", Severity.WARNING), ("10.9876/5", Severity.NOTE)], ids=["publisher", "archive"]
)
def test_code_at_a_doi_is_sure_where_papers_have_one_of_the_publisher(title: str, severity: Severity) -> None:
    others = f"* [Agents That Learn to Plan Their Work](https://doi.org/{title})\n"
    text = f"{others}* [Tuning Agents for Long Tasks](https://a.org/1.pdf) [code](https://doi.org/10.1234/7)\n"
    assert [each.severity for each in findings(RULE, text)] == [severity]


@pytest.mark.parametrize(
    ("host", "pages", "severity"),
    [
        ("lee.org/a", 0, Severity.WARNING),
        ("lee.org/a", 5, Severity.NOTE),
        ("aclanthology.org/2020.acl-main.1", 5, Severity.WARNING),
    ],
    ids=["a page", "one of several", "a paper"],
)
def test_a_page_may_be_called_github_where_the_list_calls_others_so(host: str, pages: int, severity: Severity) -> None:
    hosts = [host, *(f"lab{n}.github.io/a" for n in range(pages))]
    text = "".join(f"* [Agents {n}](https://a.org/{n}.pdf) [GitHub](https://{host})\n" for n, host in enumerate(hosts))
    assert [each.severity for each in findings(RULE, text)] == [severity]


@pytest.mark.parametrize(
    ("both", "severity"), [("", Severity.NOTE), (" [[arXiv](https://arxiv.org/abs/2310.1{0:04})]", Severity.WARNING)]
)
def test_arxiv_in_the_place_of_a_venue_may_be_one(both: str, severity: Severity) -> None:
    line = "* [[CVPR {0}](https://a.ai/{0}.pdf)] Agents of Kind {0}" + both + "\n"
    text = "".join(map(line.format, range(2019, 2025))) + "* [[arXiv](https://a.ai/)] Agents of Many Kinds\n"
    assert [each.severity for each in findings(RULE, text)] == [severity]


@pytest.mark.parametrize(
    ("rest", "severity"),
    [
        pytest.param("[code](https://openreview.net/forum?id=gEZrGCozdqR)", Severity.NOTE, id="supplements"),
        pytest.param(
            "[![Paper](https://img.shields.io/badge/arXiv-b31b1b.svg)](https://aclanthology.org/2023.acl-long.1/)",
            Severity.NOTE,
            id="a badge that is called otherwise",
        ),
        pytest.param(
            "[![arXiv](https://img.shields.io/badge/arXiv-b31b1b.svg)](https://aclanthology.org/2023.acl-long.1/)",
            Severity.WARNING,
            id="a badge that is called so",
        ),
    ],
)
def test_what_may_be_meant_is_a_note(rest: str, severity: Severity) -> None:
    assert [each.severity for each in findings(RULE, f"* {PAPER} {rest}\n")] == [severity]


def test_a_badge_beside_the_link_may_be_right() -> None:
    text = f"* {PAPER} [code](https://github.com/a/FireActs) ![x]({STARS}/a/FireAct)\n"
    (found,) = findings(RULE, text)
    assert (found.fix, found.message.partition(",")[0]) == (None, "the link points to `a/FireActs`")


@pytest.mark.parametrize(
    ("code", "messages"),
    [
        pytest.param(
            "https://github.com/a/Mend",
            ["the badge shows `a/Mend-2`, but the link points to `a/Mend`"],
            id="the nearest",
        ),
        pytest.param("https://github.coma/Mend-2", [], id="an address that is no repository"),
    ],
)
def test_a_badge_is_of_the_link_to_code_before_it(code: str, messages: list[str]) -> None:
    row = f"| [Bench](https://github.com/c/Bench) | {PAPER} | [Code]({code}) ![x]({STARS}/a/Mend-2) |\n"
    found = findings(RULE, f"| Data | Paper | Code |\n| --- | --- | --- |\n{row}")
    assert [each.message for each in found] == messages


def test_the_name_in_another_column_is_that_of_the_paper_in_the_address() -> None:
    url = _CVF.format("Mend-R1_Efficient_Agents_That_Mend_Pictures")
    table = "| Name | Title | Paper |\n| --- | --- | --- |\n| {} | {} | [Paper]({}) |\n"
    title = "Five ways to combine two kinds of harm"
    found = [findings(RULE, table.format(name, title, url)) for name in ("Mend-R1", "Other")]
    assert [len(each) for each in found] == [0, 1]


def test_a_badge_of_one_of_several_links_is_right() -> None:
    lines = "".join(f"  - [x](https://github.com/{name}) ![x]({STARS}/{name})\n" for name in ("a/b", "C/d"))
    assert findings(RULE, f"* {PAPER}\n{lines}") == []


@pytest.mark.parametrize(
    ("label", "url", "is_found"),
    [
        pytest.param("Ban, 2024, https://arxiv.org/pdf/2401.04784", "https://arxiv.org/pdf/2401.04642", True, id="URL"),
        pytest.param("Ban, arxiv.org/abs/2401.04784v2.", "https://arxiv.org/pdf/2401.04642", True, id="no scheme"),
        pytest.param("Ban, arXiv:2401.04784", "https://arxiv.org/pdf/2401.04642", True, id="an id"),
        pytest.param("Ban, doi:10.1000/abc.1", "https://doi.org/10.1000/abc.2", True, id="a DOI"),
        pytest.param("Ban 10.1000/abc.1", "https://dl.acm.org/doi/10.1000/abc.2", True, id="a DOI elsewhere"),
        pytest.param("Ban, https://github.com/a/b", "https://github.com/a/c", True, id="a repository"),
        pytest.param(
            "Ban, http://arxiv.org/abs/2401.04784v1", "https://arxiv.org/pdf/2401.04784", False, id="the same"
        ),
        pytest.param(
            "Ban, https://doi.org/10.48550/arXiv.2401.04784", "https://arxiv.org/abs/2401.04784", False, id="its DOI"
        ),
        pytest.param("Ban, arxiv.org/abs/2401.04784", "https://doi.org/10.1000/abc", False, id="where else it is"),
        pytest.param("Comment on arXiv:2401.04784", "https://arxiv.org/pdf/2401.04642", False, id="a comment on it"),
        pytest.param("Ban, https://arxiv.org/abs/2401...", "https://arxiv.org/pdf/2401.04642", False, id="cut off"),
    ],
)
def test_an_address_within_the_text(label: str, url: str, *, is_found: bool) -> None:
    for text in (f"* [{label}]({url})\n", f"| a | b |\n| - | - |\n| [{label}]({url}) | c |\n"):
        assert [each.severity for each in findings(MislabelledLink(), text)] == [Severity.WARNING] * is_found


@pytest.mark.parametrize(
    ("contents", "is_found"),
    [
        pytest.param("- [Bots](#code)\n- [Code](#code)\n", True, id="of a copied item"),
        pytest.param("- [**Bots**](#code)\n", True, id="in bold"),
        pytest.param("- [Bots](#bots)\n- [Code](#code)\n", False, id="as it should be"),
        pytest.param("- [Bots](#code)\n- [All](#bots)\n", False, id="another item leads there"),
        pytest.param("- [Robots](#code)\n", False, id="no heading"),
        pytest.param("- [Bots](#no-section)\n", False, id="`missing-anchor` reports it"),
    ],
)
def test_an_item_of_the_contents_that_leads_elsewhere(contents: str, *, is_found: bool) -> None:
    text = f"{contents}\n## Bots\n\n* a\n\n## Code\n\n* b\n"
    found = findings(MislabelledLink(), text)
    assert [each.severity for each in found] == [Severity.WARNING] * is_found
    assert fixed(text, found) == (text.replace("#code", "#bots", 1) if is_found else text)


def test_a_heading_that_leads_elsewhere_is_no_item_of_the_contents() -> None:
    assert findings(MislabelledLink(), "## [Bots](#code)\n\n* a\n\n## Code\n\n* b\n") == []


def rows(*cells: str) -> str:
    lines = (
        f"| [Agents of Kind {n}: How They Learn](https://arxiv.org/abs/2310.{n:05}) | {each} |\n"
        for n, each in enumerate(cells, 1)
    )
    return f"| Title | Code | Level |\n| - | - | - |\n{''.join(lines)}"


CODED = [f"[GitHub](https://github.com/anne/agents{n}) | Input" for n in range(3)]
ASTRAY = "[GitHub](https://github.com/anne/other)"


@pytest.mark.parametrize(
    ("cells", "is_found"),
    [
        pytest.param((*CODED, f"None | {ASTRAY}"), True, id="astray"),
        pytest.param((*CODED, f" | {ASTRAY}"), True, id="an empty cell"),
        pytest.param((*CODED, f"{ASTRAY} | {ASTRAY}"), False, id="both cells have it"),
        pytest.param((*CODED[:2], f"None | {ASTRAY}"), False, id="too few rows"),
        pytest.param((*CODED, f"None | {ASTRAY}", f"None | {ASTRAY}"), False, id="two rows have it there"),
        pytest.param((*CODED, f"None | Input, see {ASTRAY}"), False, id="words beside it"),
        pytest.param((*CODED, "None | [Blog](https://a.org/b)"), False, id="another page"),
        pytest.param((*(each.replace("Input", "-") for each in CODED), f"- | {ASTRAY}"), False, id="no words"),
    ],
)
def test_code_in_the_column_of_something_else(cells: tuple[str, ...], *, is_found: bool) -> None:
    found = findings(MislabelledLink(), rows(*cells))
    assert [each.severity for each in found] == [Severity.NOTE] * is_found
    assert [each.message for each in found] == [
        "the link to the code stands under `Level`, not under `Code`"
    ] * is_found
