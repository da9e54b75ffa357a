"""One title with two arXiv identifiers."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Severity
from bot.rules.conflicting_id import ConflictingId
from tests.rules.helpers import findings, marked, placed

RULE = ConflictingId()
TITLE = "FireAct: Toward Language Agent Fine-tuning"


def entry(title: str, identifier: str) -> str:
    return f"* [{title}](https://arxiv.org/abs/{identifier})\n"


FIRST = entry(TITLE, "2310.05915")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(FIRST + entry(TITLE, "2310.05951"), id="side by side"),
        pytest.param(f"## One\n\n{FIRST}\n## Two\n\n{entry(TITLE, '2310.05951')}", id="two sections"),
        pytest.param(FIRST + entry(TITLE.upper().replace("-", " "), "2310.05951"), id="other letters"),
    ],
)
def test_finds(text: str) -> None:
    found = findings(RULE, text)
    assert placed(text, found) == [(text.count("\n"), Severity.WARNING)]
    assert marked(text, found) == ["https://arxiv.org/abs/2310.05951"]
    assert found[0].message.startswith("the same title links arXiv 2310.05915 on line ")
    assert [text[each.span.start : each.span.end] for each in found[0].related] == [TITLE]


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(entry(TITLE, "2310.05915v2"), id="version"),
        pytest.param(entry("FireAct: Toward Language Agent Fine-tuning II", "2310.05951"), id="sequel"),
        pytest.param(entry("FireAct+: Toward Language Agent Fine-tuning", "2310.05951"), id="plus"),
        pytest.param(f"<!-- [{TITLE}](https://arxiv.org/abs/2310.05951) -->\n", id="comment"),
        pytest.param(entry("Agent Tuning", "2310.05951") + entry("Agent Tuning", "2310.05961"), id="two words"),
        pytest.param(entry(TITLE, "2313.05951"), id="malformed identifier"),
        pytest.param("".join(entry(TITLE, f"2310.0595{n}") for n in range(3)), id="a label of many works"),
        pytest.param(f"* [{TITLE}](https://openreview.net/forum?id=gEZrGCozdqR)\n", id="other kind"),
    ],
)
def test_leaves_alone(second: str) -> None:
    assert findings(RULE, FIRST + second) == []


@pytest.mark.parametrize(
    "names", ["van der Holt & de la Cruz", "Ostrander, Pilgrim and Quill", "Łukowska-Brandt et al."]
)
def test_a_citation_by_authors_and_year_is_no_title(names: str) -> None:
    cited = entry(f"{names} (2023)", "2310.05915") + entry(f"{names} (2024)", "2405.01147")
    behind = "".join(f"* [{names}](https://arxiv.org/abs/{each}) (2023)\n" for each in ("2310.05915", "2310.05951"))
    assert findings(RULE, cited) == findings(RULE, behind) == []


@pytest.mark.parametrize("title", ["Lean Retrieval and Planning", "Lean, Retrieval and Planning: Agents at Work"])
def test_names_without_a_year_or_with_more_words_are_a_title(title: str) -> None:
    assert findings(RULE, entry(title, "2310.05915") + entry(title, "2310.05951"))


def dated(date: str, title: str, identifier: str) -> str:
    return f"* [{date}] [{title}](https://arxiv.org/abs/{identifier})\n"


DATED = "".join(
    dated(date, f"{name}: A Paper of Its Own", identifier)
    for date, name, identifier in (
        ("2505", "SPA-RL", "2505.20732"),
        ("2504", "MARFT", "2504.16129"),
        ("2503", "SWEET-RL", "2503.15478"),
        ("2411", "WebRL", "2411.02337"),
        ("2406", "DigiRL", "2406.11896"),
    )
)


DOI = " [doi](https://doi.org/10.18653/v1/2023.acl-long.147)\n"


@pytest.mark.parametrize(
    ("text", "marks", "severity"),
    [
        pytest.param(FIRST + entry(TITLE, "2409.12345"), "2409.12345", Severity.NOTE, id="two records, months apart"),
        pytest.param(FIRST + entry(TITLE, "2307.05915"), "2307.05915", Severity.WARNING, id="all digits but one"),
        pytest.param(
            entry(TITLE, "math/0309136") + entry(TITLE, "math/0409136"),
            "0409136",
            Severity.WARNING,
            id="all digits but one of an old id",
        ),
        pytest.param(FIRST + entry(TITLE, "2312.12345"), "2312.12345", Severity.WARNING, id="two months apart"),
        pytest.param(
            DATED + dated("2310", TITLE, "2409.12345") + dated("2310", TITLE, "2310.05915"),
            "2409.12345",
            Severity.WARNING,
            id="not of its date",
        ),
        pytest.param(
            entry(TITLE, "2409.12345") + FIRST + entry("Verifiers for Software Engineering Patches", "2409.12345"),
            "2409.12345",
            Severity.WARNING,
            id="another paper's",
        ),
        pytest.param(
            entry(TITLE, "2310.05951") + f"\n## Two\n\n{FIRST}\n## Three\n\n{FIRST}",
            "2310.05951",
            Severity.WARNING,
            id="the minority",
        ),
        pytest.param(
            f"* [{TITLE}](https://arxiv.org/abs/2209.12345), CoRL 2025\n" + FIRST,
            "2310.05915",
            Severity.NOTE,
            id="venue three years later",
        ),
        pytest.param(
            f"* [{TITLE}](https://arxiv.org/abs/2409.12345), ICML 2021\n* [{TITLE}](https://arxiv.org/abs/2010.05915)\n",
            "2409.12345",
            Severity.WARNING,
            id="three years after its venue",
        ),
        pytest.param(
            FIRST.replace("\n", DOI) + entry(TITLE, "2409.12345").replace("\n", DOI),
            "2409.12345",
            Severity.WARNING,
            id="one DOI",
        ),
        pytest.param(FIRST + entry(TITLE, "2409.12345"), "2409.12345", Severity.NOTE, id="nothing but the title"),
        pytest.param(
            FIRST.replace("\n", " (2023)\n") + entry(TITLE, "2409.12345").replace("\n", f" (2024){DOI}"),
            "2409.12345",
            Severity.NOTE,
            id="each has the year of its id",
        ),
    ],
)
def test_the_doubtful_one_is_reported(text: str, marks: str, severity: Severity) -> None:
    found = findings(RULE, text)
    assert [(each.rpartition("/")[2], one.severity) for each, one in zip(marked(text, found), found, strict=True)] == [
        (marks, severity)
    ]


@pytest.mark.parametrize(
    ("title", "others", "severity", "message"),
    [
        pytest.param(TITLE, "Chen, Bo and Xu, Di", Severity.WARNING, "one of the two ids is", id="the same authors"),
        pytest.param(TITLE, "Quill, Ed and Pilgrim, Jo", Severity.NOTE, "", id="a title that two papers may have"),
        pytest.param(
            f"{TITLE} with Trajectories of Several Tasks",
            "Quill, Ed and Pilgrim, Jo",
            Severity.WARNING,
            "one of the ids, or the title, is",
            id="a title that was copied",
        ),
    ],
)
def test_a_title_of_other_authors_may_be_what_is_wrong(
    title: str, others: str, severity: Severity, message: str
) -> None:
    first = f"* Chen, Bo and Xu, Di, **{title}**, 2023. [paper](https://arxiv.org/abs/2310.05915)\n"
    (found,) = findings(RULE, first + first.replace("Chen, Bo and Xu, Di", others).replace("05915", "05951"))
    assert (found.severity, message in found.message) == (severity, True)


NEWS = """\
## News

- **[2024/11]** We tidied up.
- **[2023/10]** 🔥 Read [{title}](https://arxiv.org/abs/{identifier}), which is out now!

## Papers

"""


@pytest.mark.parametrize("in_news", [True, False])
def test_news_are_compared(in_news: bool) -> None:
    wrong, right = "2310.05951", "2310.05915"
    papers = DATED + (dated("2310", TITLE, right if in_news else wrong))
    text = NEWS.format(title=TITLE, identifier=wrong if in_news else right) + papers
    found = findings(RULE, text)
    assert len(found) == 1
    assert found[0].severity is Severity.WARNING
    same = NEWS.format(title=TITLE, identifier=right) + DATED + dated("2310", TITLE, right)
    assert findings(RULE, same) == []


def test_names_are_no_title() -> None:
    names = "Institute of Agents and Tools et al"
    assert findings(RULE, entry(names, "2409.12345") + entry(names, "2409.12346")) == []


@pytest.mark.parametrize(
    ("dates", "severity"),
    [(("2023-12", "2024-02"), Severity.NOTE), (("2023-12", "2023-12"), Severity.WARNING)],
    ids=["each has the date of its own id", "both have the date of one"],
)
def test_entries_with_the_dates_of_their_ids_may_be_two_papers(dates: tuple[str, str], severity: Severity) -> None:
    text = "| Date | Keywords | Paper |\n| --- | --- | --- |\n" + "".join(
        f"| {date} | Models of Walking Robots | [Paper](https://arxiv.org/abs/{identifier}) |\n"
        for date, identifier in zip(dates, ("2312.07843", "2402.05741"), strict=True)
    )
    assert [each.severity for each in findings(RULE, text)] == [severity]


OTHER = entry("WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum Reinforcement Learning", "2411.02337")


@pytest.mark.parametrize(
    ("line", "severities"),
    [
        pytest.param(
            f"* [{TITLE}](2411.02337) (2023-10) [arXiv](2310.05915)", [Severity.WARNING], id="title and label"
        ),
        pytest.param(f"* [{TITLE}](2410.00001) (2023-10) [arXiv](2310.05915)", [Severity.WARNING], id="the date tells"),
        pytest.param(f"* [{TITLE}](2310.00001) (2023-10) [arXiv](2310.05915)", [Severity.NOTE], id="nothing tells"),
        pytest.param(f"* [{TITLE}](2310.05915) (2023-10) [arXiv](2310.05915)", [], id="one paper"),
        pytest.param(
            f"* [{TITLE}](2310.05915) (2023-10) [arXiv](2209.00001)", [Severity.NOTE], id="the title is right"
        ),
        pytest.param(f"* [{TITLE}](2310.05915) (old: [arXiv 2209](2209.00001))", [], id="an older version"),
        pytest.param(f"* [{TITLE}](2310.05915) (after [WebRL](2411.02337))", [], id="another one is mentioned"),
        pytest.param(f"* [{TITLE}](2310.05915) [paper](2411.02337) [paper](2409.12345)", [], id="several papers"),
    ],
)
def test_a_title_and_a_label_that_lead_to_two_papers(line: str, severities: list[Severity]) -> None:
    text = OTHER + line.replace("](2", "](https://arxiv.org/abs/2") + "\n"
    assert [each.severity for each in findings(RULE, text)] == severities
