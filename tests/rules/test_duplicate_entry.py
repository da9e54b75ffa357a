"""One paper twice in one section."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.linter.engine import one_per_defect
from bot.rules.duplicate_entry import DuplicateEntry
from bot.rules.mislabelled_link import MislabelledLink
from bot.rules.reused_id import ReusedId
from tests.rules.helpers import PATH, findings, fixed, marked, placed

RULE = DuplicateEntry()
FIREACT = "FireAct: Toward Language Agent Fine-tuning"
OTHER = "Agents that Read the Words of Other Agents"
TUNING = "AgentTuning: Enabling Generalized Agent Abilities for LLMs"


def entry(title: str, url: str) -> str:
    return f"* [{title}]({url})\n"


def arxiv(title: str, identifier: str) -> str:
    return entry(title, f"https://arxiv.org/abs/{identifier}")


FIRST = arxiv(FIREACT, "2310.05915")
BETWEEN = arxiv(TUNING, "2310.12823")


PEOPLE = ("Ann Lee (with Bo Ray)", "Bo Ray (with Ann Lee)")
WALKERS = ("UCS Walker", "UCS WalkerX")


@pytest.mark.parametrize(
    ("second", "severity", "message"),
    [
        pytest.param(
            entry(FIREACT, "https://arxiv.org/pdf/2310.05915v2"),
            Severity.ERROR,
            "duplicate of line 1 (arXiv 2310.05915)",
            id="other page and version",
        ),
        pytest.param(
            entry(FIREACT, "https://huggingface.co/papers/2310.05915"),
            Severity.ERROR,
            "duplicate of line 1 (arXiv 2310.05915)",
            id="mirror",
        ),
        pytest.param(
            arxiv("FireAct: Toward Language Agent Finetuning", "2310.05915"),
            Severity.ERROR,
            "duplicate of line 1 (arXiv 2310.05915)",
            id="same words, other hyphens",
        ),
        pytest.param(
            arxiv(f"Leaderboard: {FIREACT}", "2310.05915"),
            Severity.ERROR,
            "duplicate of line 1 (arXiv 2310.05915)",
            id="a label before the title",
        ),
        pytest.param(
            arxiv("Toward Language Agent Fine-tuning with Trajectories", "2310.05915"),
            Severity.WARNING,
            "arXiv 2310.05915 is on line 1 too, with another title: one link is wrong, or the paper is listed twice",
            id="other title",
        ),
        pytest.param(
            entry(FIREACT, "https://openreview.net/forum?id=gEZrGCozdqR"),
            Severity.WARNING,
            "line 1 has this title, too, with another link: the paper is listed twice, or one title is wrong",
            id="same title, other kind of identifier",
        ),
        pytest.param(
            entry(FIREACT, "https://fireact-agent.github.io/paper.pdf"),
            Severity.WARNING,
            "line 1 has this title, too, with another link: the paper is listed twice, or one title is wrong",
            id="same title, no identifier",
        ),
    ],
)
def test_finds(second: str, severity: Severity, message: str) -> None:
    text = FIRST + BETWEEN + second
    found = findings(RULE, text)
    assert placed(text, found) == [(3, severity)]
    assert found[0].message == message
    assert found[0].fix is None
    assert [(each.path, text[each.span.start : each.span.end]) for each in found[0].related] == [(PATH, FIREACT)]


def test_points_at_the_title() -> None:
    text = FIRST + FIRST.replace("abs", "pdf")
    assert marked(text, findings(RULE, text)) == [FIREACT]


def test_finds_every_repetition() -> None:
    text = FIRST + BETWEEN + FIRST + BETWEEN + FIRST
    assert placed(text, findings(RULE, text)) == [(line, Severity.ERROR) for line in (3, 4, 5)]


def test_takes_an_exact_copy_out() -> None:
    found = findings(RULE, FIRST + BETWEEN + FIRST)
    assert [each.fix and each.fix.safety for each in found] == [Safety.UNSAFE]
    assert fixed(FIRST + BETWEEN + FIRST, found) == FIRST + BETWEEN


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"## One\n\n{FIRST}\n## Two\n\n{FIRST}", id="two sections"),
        pytest.param(FIRST + BETWEEN, id="two papers"),
        pytest.param(
            FIRST + arxiv("Training Software Engineering Models with Verifiers", "2310.05915"),
            id="unrelated titles: another rule",
        ),
        pytest.param(FIRST + arxiv(FIREACT, "2310.05951"), id="two arXiv identifiers: another rule"),
        pytest.param(
            FIRST
            + arxiv("Toward Language Agent Fine-tuning with Trajectories", "2310.05915")
            + "\n## Two\n\n"
            + arxiv("Toward Language Agent Fine-tuning with Trajectories", "2311.05915"),
            id="a title that has another id elsewhere: another rule",
        ),
        pytest.param(
            "| Data | By |\n| --- | --- |\n"
            + "".join(
                f"| [{name} Captions](https://arxiv.org/abs/2310.05915)<br/>> Hall of the Lakes of Gold | Ann Lee |\n"
                for name in ("Lake", "River")
            ),
            id="two data sets of one paper",
        ),
        pytest.param(
            entry("Neural Machine Translation", "https://arxiv.org/abs/1709.07809")
            + entry("Neural Machine Translation", "https://nlp.stanford.edu/projects/nmt.pdf"),
            id="short title",
        ),
        pytest.param(arxiv("Flan-PaLM", "2210.11416") + arxiv("Flan-T5", "2210.11416"), id="two models of one paper"),
        pytest.param(
            arxiv("RAGEN: Understanding Self-Evolution in LLM Agents", "2504.20073")
            + "* [Search with Agents and Tools](https://arxiv.org/abs/2503.09516) "
            "[[code](https://github.com/RAGEN-AI/RAGEN)]\n"
            + "* [Code of the Agents](https://github.com/RAGEN-AI/RAGEN)\n",
            id="repository",
        ),
        pytest.param(
            "".join(f"- {names}\\\n  [*Robots that walk on ice*](https://a.org/ice)\n" for names in PEOPLE) + BETWEEN,
            id="one project below each of its people",
        ),
        pytest.param(
            "".join(
                f"#### [[Paper]](https://a.org/{path}/doi/10.12000/JR19097): SHIP-1.0: {title}\n"
                for path, title in (("article", "高分辨率舰船检测数据集"), ("en/article", "A Data Set of Ships"))
            ),
            id="one paper in two languages",
        ),
        pytest.param(
            "".join(f"* [{name}](https://a.org/walk/) - Shows and measures how robots walk.\n" for name in WALKERS)
            + BETWEEN,
            id="two programs with the description and the page of one",
        ),
        pytest.param(f"<!--\n{FIRST}-->\n\n{FIRST}", id="comment"),
        pytest.param(f"{FIRST}  * code: [{FIREACT}](https://github.com/anchen1011/FireAct)\n", id="detail"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text) == []


def test_a_sentence_may_be_said_twice() -> None:
    text = FIRST + "\n## Tasks\n\n" + "1. Explore [this model of topics](https://a.org/model) of letters\n" * 2
    assert placed(text, findings(RULE, text)) == [(6, Severity.NOTE)]


def test_exempt_sections() -> None:
    text = f"## 📣 This Month\n\n{FIRST}{FIRST}"
    assert findings(DuplicateEntry(exempt_sections=("this month",)), text) == []
    assert len(findings(RULE, text)) == 1


def test_other_lists_do_not_count() -> None:
    assert findings(RULE, FIRST, others=[FIRST]) == []


REPOSITORY = "https://github.com/ysymyth/ReAct"
PAGES = {
    "a repository twice": (entry("ReAct", REPOSITORY) * 2, 1),
    "with www and a slash": (entry("ReAct", REPOSITORY) + entry("ReAct", "https://www.github.com/ysymyth/ReAct/"), 1),
    "in bold the second time": (
        entry("Blog of Lil", "https://lilianweng.github.io") + "* **[Blog of Lil](https://lilianweng.github.io/)**\n",
        1,
    ),
    "plain words with a label": ("* A guide to language agents [link](https://a.org/guide)\n" * 2, 1),
    "other words": (entry("ReAct", REPOSITORY) + entry("Prompts of ReAct", REPOSITORY), 0),
    "other place of the page": (entry("Day 1", "https://a.org/day#1") + entry("Day 1", "https://a.org/day#2"), 0),
    "another branch": (entry("ReAct", REPOSITORY) + entry("ReAct", f"{REPOSITORY}/tree/v2"), 0),
    "two labels": ("* [Code](https://a.org/x)\n" * 2, 0),
    "in two sections": ("## A\n\n" + entry("ReAct", REPOSITORY) + "\n## B\n\n" + entry("ReAct", REPOSITORY), 0),
    "under two topics": ("* A\n  " + entry("ReAct", REPOSITORY) + "* B\n  " + entry("ReAct", REPOSITORY), 0),
    "sizes of one model": (
        (
            f"| Model | Size | Link |\n| --- | --- | --- |\n| GPT-Neo | 2.7B | [ckpt]({REPOSITORY}) |\n"
            f"| GPT-Neo | 1.3B | [ckpt]({REPOSITORY}) |\n"
        ),
        0,
    ),
    "one row twice": (
        "| Model | Size | Link |\n| --- | --- | --- |\n" + f"| GPT-Neo | 2.7B | [ckpt]({REPOSITORY}) |\n" * 2,
        1,
    ),
    "a label of several pages": (
        "".join(f"* Implementation: https://a.org/{n}\n" for n in (1, 2, 3, 1)) + entry(FIREACT, "https://a.org/p"),
        0,
    ),
    "papers of one conference": (
        entry(FIREACT, "https://a.org/papers") + entry("Tree of Thoughts", "https://a.org/papers"),
        0,
    ),
}


@pytest.mark.parametrize(("content", "count"), PAGES.values(), ids=PAGES)
def test_pages_that_are_no_papers(content: str, count: int) -> None:
    found = findings(RULE, f"{BETWEEN}\n{content}")
    assert [each.severity for each in found] == [Severity.WARNING] * count


def test_a_list_without_papers_is_left_alone() -> None:
    assert not findings(RULE, entry("ReAct", REPOSITORY) * 2)


def test_categories_of_a_table() -> None:
    row = f"[{FIREACT}](https://arxiv.org/abs/2310.05915)"
    other = f"[{TUNING}](https://arxiv.org/abs/2310.12823)"
    head = "| Task | Paper |\n|---|---|\n"
    assert not findings(RULE, head + f"| QA | {row} |\n| QA | {other} |\n| Web | {row} |\n| Web | {other} |\n")
    assert len(findings(RULE, head + f"| QA | {row} |\n| QA | {row} |\n| Web | {other} |\n| Web | {other} |\n")) == 2


HEAD = "| Model | F1 | Paper |\n| --- | --- | --- |\n"
PARTS = {
    "rows of results": HEAD
    + f"| ReAct (large) | 51.7 | [{FIREACT}](https://arxiv.org/abs/2310.05915) |\n"
    + f"| ReAct | 48.2 | [{FIREACT}](https://arxiv.org/abs/2310.05915) |\n",
    "methods before the title": "* [Auto-CoT] " + FIRST[2:] + "* [Manual-CoT] " + FIRST[2:],
    "data sets before the colon": arxiv("MMLU (Law): Toward Language Agent Fine-tuning", "2310.05915")
    + arxiv("MMLU (Medicine): Toward Language Agent Fine-tuning", "2310.05915"),
}


@pytest.mark.parametrize("text", PARTS.values(), ids=PARTS)
def test_parts_of_one_paper(text: str) -> None:
    assert findings(RULE, BETWEEN + "\n## More\n\n" + text) == []


def test_venues_before_the_title_are_no_names() -> None:
    text = "* [2023-arXiv] " + FIRST[2:] + "* [2024-ICLR] " + FIRST[2:]
    assert placed(text, findings(RULE, text)) == [(2, Severity.ERROR)]


def test_one_reason_alone_is_a_note() -> None:
    far = arxiv("On Safeguards that Directions in Prompts Optimize", "2310.05915")
    near = arxiv("Prompt-Driven Safeguarding of Language Models", "2310.05915")
    assert placed(near + far, findings(RULE, near + far)) == [(2, Severity.WARNING)]
    assert placed(near + BETWEEN + far, findings(RULE, near + BETWEEN + far)) == [(3, Severity.NOTE)]


BY = "Ada Lovelace, Alan Turing, Grace Hopper"


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        pytest.param(
            f"[Agents Walk in the Woods]({'https://a.org/1'}). {BY}",
            f"[Agents Walk in the Woods at Night](https://b.org/2). {BY}",
            1,
            id="longer",
        ),
        pytest.param(
            f"[Agents Walk in the Woods](https://a.org/1). {BY}",
            "[Agents Walk in the Woods at Night](https://b.org/2). Kurt Gödel, Emmy Noether, Max Born",
            0,
            id="other authors",
        ),
        pytest.param(
            f"[Agents Walk in the Woods](https://a.org/1). {BY}",
            f"[Agents Walk in the Woods at Night](https://b.org/2). {BY}, Emmy Noether, Max Born, Kurt Weyl",
            0,
            id="a larger group",
        ),
        pytest.param(
            f"[Agents Walk in the Woods](https://arxiv.org/abs/2301.00001). {BY}",
            f"[Agents Walk in the Woods at Night](https://arxiv.org/abs/2401.00001). {BY}",
            0,
            id="two ids",
        ),
    ],
)
def test_the_same_authors_and_the_beginning_of_a_title(one: str, other: str, count: int) -> None:
    text = f"* {one}\n{BETWEEN}* {other}\n"
    assert [each.severity for each in findings(RULE, text)] == [Severity.WARNING] * count


@pytest.mark.parametrize(
    ("between", "severity"),
    [pytest.param("", Severity.NOTE, id="side by side"), pytest.param(BETWEEN * 2, Severity.WARNING, id="apart")],
)
def test_a_publication_beside_its_preprint_is_a_note(between: str, severity: Severity) -> None:
    text = FIRST + between + entry(FIREACT, "https://doi.org/10.1145/3292500.3330701")
    assert [each.severity for each in findings(RULE, text)][-1:] == [severity]


def test_two_packages_may_carry_out_one_paper() -> None:
    link = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"
    head = "| Code | Paper | Written in |\n| --- | --- | --- |\n"
    rows = [f"| [{name}](https://github.com/a/{name}) | {link} | C |\n" for name in ("fireact-rs", "act_in_go")]
    assert findings(RULE, f"{head}{''.join(rows)}") == []
    assert len(findings(RULE, f"{head}{rows[0]}{rows[0]}")) == 1


RESULTS = (
    "The length of the context tells how many tokens a prompt has; one needs large queries for it.",
    "A filter of outputs leaks strings of training data to all who may ask its model.",
)
APART = "".join(f"* [Agents of Kind {number}: A Study](https://b.org/{number}.pdf)\n" for number in range(3))
GUIDE = "A Short Guide to Principal Components"
TALKS = "Workshop on Computational Approaches to Code-Switching"


@pytest.mark.parametrize(
    ("first", "second", "severities"),
    [
        pytest.param(
            f"* [**CALCS 2018:** {TALKS}](https://aclanthology.org/volumes/W18-32/)\n",
            f"* [**CALCS 2020:** {TALKS}](https://aclanthology.org/2020.calcs-1.0/)\n",
            [],
            id="editions",
        ),
        pytest.param(
            f"* {FIREACT} (early fusion) [[paper](https://a.org/x.pdf)]\n",
            f"* {FIREACT} (late fusion) [[paper](https://a.org/x.pdf)]\n",
            [],
            id="a remark each",
        ),
        *(
            pytest.param(
                f"* {FIREACT} ({one}) [[paper](https://a.org/x.pdf)]\n",
                f"* {FIREACT} ({other}) [[paper](https://a.org/x.pdf)]\n",
                [Severity.ERROR],
                id=f"{one} and {other}",
            )
            for one, other in (("2 figures", "3 figures"), ("ICML", "arXiv"))
        ),
        *(
            pytest.param(
                f"* **Quizza ({one})**: [paper](https://arxiv.org/abs/2310.05915)\n",
                f"* **Quizza ({other})**: [paper](https://arxiv.org/abs/2310.05915)\n",
                [severity],
                id=f"a name with {one} and {other} in brackets",
            )
            for one, other, severity in (
                ("Marine Biology", "Organic Chemistry", Severity.NOTE),
                ("Marine Biology", "Marine biology", Severity.ERROR),
            )
        ),
        pytest.param(
            f"{FIRST}\n  {RESULTS[0]}\n\n", f"{FIRST}\n  {RESULTS[1]}\n", [Severity.NOTE], id="two results of one paper"
        ),
        pytest.param(
            "| Name | Paper |\n| --- | --- |\n| FireAct | [paper](https://arxiv.org/abs/2310.05915) |\n\n",
            FIRST,
            [Severity.NOTE],
            id="a data set and its paper",
        ),
        pytest.param(
            f"* [{GUIDE}](https://a.org/one.pdf) by Ada Lovelace\n",
            f"* [{GUIDE}](https://arxiv.org/abs/1404.1100) by Grace Hopper\n",
            [Severity.NOTE],
            id="one title of two authors",
        ),
        pytest.param(
            f"* [{GUIDE}](https://a.org/one.pdf), CVPR 2023\n",
            f"* [{GUIDE}](https://b.org/two.pdf), CVPR 2024\n",
            [],
            id="one event of two years",
        ),
        pytest.param(
            f"* [{TUNING}](https://arxiv.org/abs/2310.12823)\n",
            f"* Agents that Begin Where Others End (as [{TUNING}](https://arxiv.org/abs/2310.12823) does)\n",
            [],
            id="a remark that names the paper",
        ),
        pytest.param(
            f"* {FIREACT}, 2023 [[paper](https://arxiv.org/abs/2310.05915)]\n",
            f"* {FIREACT}, 2023 [[paper](https://arxiv.org/abs/2310.05915)]\n",
            [Severity.ERROR],
            id="a plain copy",
        ),
    ],
)
def test_what_shares_a_title_or_a_paper_on_purpose(first: str, second: str, severities: list[Severity]) -> None:
    assert [each.severity for each in findings(RULE, first + APART + second)] == severities


TASKS = (
    "| Task | What people do | Key paper |\n| --- | --- | --- |\n"
    "| Sorting cards | They sort cards. | [Order and haste in trained readers](https://doi.org/10.1000/order), 2001 |\n"
    "| Naming colours | They name. | [Order and haste in trained readers](https://doi.org/10.1000/order), 2001 |\n"
    "| Tapping | They tap. | [Rhythm without a clock in novice drummers](https://doi.org/10.1000/rhythm), 1999 |\n"
)


@pytest.mark.parametrize(
    ("name", "severities"),
    [("Naming colours", [Severity.NOTE]), ("Sorting cards", [Severity.ERROR]), ("7", [Severity.ERROR])],
    ids=["a task of its own", "the same task", "a number"],
)
def test_rows_with_names_of_their_own_may_share_a_paper(name: str, severities: list[Severity]) -> None:
    assert [each.severity for each in findings(RULE, TASKS.replace("Naming colours", name))] == severities


def test_a_paper_behind_two_labels_is_listed_twice_on_purpose() -> None:
    labelled = [f"* {label}: [{title}]({url}), 2023\n" for label, title, url in LABELLED]
    assert [each.severity for each in findings(RULE, "".join(labelled))] == [Severity.NOTE]
    alike = "".join(each.replace("Transformers:", "Graphs:") for each in labelled)
    assert [each.severity for each in findings(RULE, alike)] == [Severity.ERROR]
    brackets = [f"* (*{label}*) **{title}**, 2023, [[paper]({url})]\n" for label, title, url in LABELLED]
    assert [each.severity for each in findings(RULE, "".join(brackets))] == [Severity.NOTE]
    others = brackets[2].replace(FIREACT, "FireAct: Agents that Act on Fire")
    assert [each.severity for each in findings(RULE, "".join((*brackets[1:2], brackets[0], others, brackets[3])))] == [
        Severity.WARNING
    ]
    venues = "".join(brackets).replace("Graphs", "ICML 2023").replace("Transformers", "NeurIPS 2023")
    assert [each.severity for each in findings(RULE, venues)] == [Severity.ERROR]


@pytest.mark.parametrize(
    ("day", "severity"), [("8/17", Severity.NOTE), ("8/10", Severity.ERROR)], ids=["another day", "the same day"]
)
def test_a_schedule_may_have_a_paper_on_two_days(day: str, severity: Severity) -> None:
    rows = [f"| {each} | [{FIREACT}](https://arxiv.org/abs/2310.05915) | Ada |\n" for each in ("8/10", day)]
    text = f"| Day | Paper | Who |\n| --- | --- | --- |\n{''.join(rows)}| 8/24 | [{TUNING}](https://a.org/t) | Bo |\n"
    assert [each.severity for each in findings(RULE, text)] == [severity]


def test_one_title_at_two_venues_may_be_a_wrong_one() -> None:
    rows = f"| {FIREACT} | ACL 2023 |\n| {TUNING} | ACL 2023 |\n| {FIREACT} | EMNLP 2023 |\n"
    (found,) = findings(RULE, f"| Paper | Venue |\n| --- | --- |\n{rows}")
    assert found.message == (
        "line 3 has this title, too, with another venue: the paper is listed twice, or one title is wrong"
    )


STEPS = "".join(f"| **{n}. Agents of Kind {n} in the Wild** | Ann |\n" for n in (1, 2))


@pytest.mark.parametrize(
    ("second", "severity"),
    [
        pytest.param(f"| **3. {FIREACT}** | Ann |\n", Severity.NOTE, id="a step of a series"),
        pytest.param(f"| **{FIREACT}** | Ann |\n", Severity.WARNING, id="no step"),
    ],
)
def test_a_paper_to_read_is_listed_again_as_a_step(second: str, severity: Severity) -> None:
    text = f"| Paper | Reader |\n| --- | --- |\n| {FIREACT} | |\n| {TUNING} | Bo |\n{STEPS}{second}"
    assert [each.severity for each in findings(RULE, text)] == [severity]


@pytest.mark.parametrize(
    ("others", "severity"),
    [
        pytest.param(", 2023", Severity.NOTE, id="where papers are dated"),
        pytest.param("", Severity.WARNING, id="where nothing is"),
    ],
)
def test_two_methods_may_share_the_paper_about_them(others: str, severity: Severity) -> None:
    link = " [[Paper](https://arxiv.org/abs/2409.13863)]\n"
    text = "".join(f"* Agents of Kind {n} in the Wild{others} [[Paper](https://a.org/{n}.pdf)]\n" for n in range(30))
    methods = f"* Gradient Ratio of Windows{link}* Local gradient ratio of windows{link}"
    assert [each.severity for each in findings(RULE, f"{text}\n## Losses\n\n{methods}")] == [severity]


LABELLED = (
    ("Graphs", FIREACT, "https://arxiv.org/abs/2310.05915"),
    ("Graphs", TUNING, "https://arxiv.org/abs/2310.12823"),
    ("Transformers", FIREACT, "https://arxiv.org/abs/2310.05915"),
    ("Transformers", "Agents that Read the Manual of a Game", "https://arxiv.org/abs/2310.00001"),
)


def test_a_thesis_with_the_title_of_a_paper_is_another_work() -> None:
    first = "* [ICPR 2012] [Text Recognition with Convolutional Networks](https://a.org/icpr.pdf)\n"
    second = "* [PhD thesis, 2012] [Text Recognition with Convolutional Networks](https://b.org/thesis.pdf)\n"
    text = f"{first}{second}* [FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)\n"
    assert findings(RULE, text) == []


def test_a_comment_on_a_paper_is_another_work() -> None:
    first = "* [Text Recognition with Convolutional Networks](https://doi.org/10.1002/bs.11), Science, 2012\n"
    second = "[Text Recognition with Convolutional Networks](https://a.org/c.pdf), by Ann Lee, Science, 2012\n"
    assert findings(DuplicateEntry(), f"{first}* Comment on {second}") == []
    assert len(findings(DuplicateEntry(), f"{first}* {second}")) == 1


def test_an_item_below_with_a_link_of_its_own_is_another_work() -> None:
    title = "Intelligent Decision Making Through Simulated Evolution"
    upper, lower = f"* [{title}](https://example.org/one.pdf)\n", f"* [{title}](https://doi.org/10.1002/bs.11)\n"
    assert findings(DuplicateEntry(), f"{upper}  {lower}") == []
    assert len(findings(DuplicateEntry(), f"{upper}{lower}")) == 1


def test_a_preprint_of_two_publications_is_listed_for_each() -> None:
    link = "[Knowledge of Interactions Between Humans and Tools](https://arxiv.org/abs/1811.08264)"
    for other, severity in (("IJCV 2021", Severity.NOTE), ("CVPR 2019", Severity.ERROR)):
        found = findings(RULE, f"* {link} CVPR 2019\n{BETWEEN}* {link} {other}\n")
        assert [each.severity for each in found] == [severity]


@pytest.mark.parametrize(
    ("venue", "severity"),
    [
        pytest.param("TPAMI | 2022", Severity.NOTE, id="a journal, three years later"),
        pytest.param("JOTH | 2022", Severity.NOTE, id="a journal that nobody knows"),
        pytest.param("CVPR | 2019", Severity.WARNING, id="the same"),
        pytest.param("arXiv | 2018", Severity.WARNING, id="the preprint"),
    ],
)
def test_a_paper_and_its_longer_version(venue: str, severity: Severity) -> None:
    rows = "".join(
        f"| [Title of Number {n} in Full](https://arxiv.org/abs/2401.{n:05}) | ICCV | 2023 |\n" for n in range(9)
    )
    text = (
        f"| Title | Venue | Year |\n| --- | --- | --- |\n{rows}"
        "| [Knowledge of Interactions Between Humans and Tools](https://arxiv.org/abs/1811.08264) | CVPR | 2019 |\n"
        f"| Knowledge of Interactions Between Humans and Tools | {venue} |\n"
    )
    assert [each.severity for each in findings(DuplicateEntry(), text)] == [severity]


SESSIONS = "| Date | Who | Paper | Notes |\n| --- | --- | --- | --- |\n"


@pytest.mark.parametrize(
    ("first", "second", "count"),
    [
        pytest.param("Part 2/2", "Part 1/2", 0, id="parts"),
        pytest.param("Part 1/2", "Part 1/2", 1, id="one part twice"),
        pytest.param("", "", 1, id="no parts"),
    ],
)
def test_a_group_may_read_a_paper_in_parts(first: str, second: str, count: int) -> None:
    paper = "[FireAct: Toward Language Agent Fine-tuning](https://arxiv.org/abs/2310.05915)"
    text = f"{SESSIONS}| 2024/03/14 | Ann Lee | {paper} | {first} |\n| 2024/03/07 | Ann Lee | {paper} | {second} |\n"
    assert len(findings(RULE, text)) == count


@pytest.mark.parametrize(
    ("task", "kind", "severity"),
    [
        pytest.param("Planning", "Survey", Severity.NOTE, id="one cell"),
        pytest.param("Planning", "Method", Severity.ERROR, id="two cells"),
        pytest.param("", "Survey", Severity.ERROR, id="a cell that was left empty"),
    ],
)
def test_rows_that_differ_in_one_cell_may_be_meant(task: str, kind: str, severity: Severity) -> None:
    title, page = "FireAct: Toward Language Agent Fine-tuning", "[PDF](https://arxiv.org/abs/2310.05915)"
    text = (
        "| Id | Title | By | Task | Kind | Link |\n| --- | --- | --- | --- | --- | --- |\n"
        f"| 1 | {title} | Chen et al. | Acting | Survey | {page} |\n"
        "| 2 | Small Models Learn to Plan | Wu et al. | Planning | Survey | [PDF](https://arxiv.org/abs/2412.20001) |\n"
        f"| 3 | {title} | Chen et al. | {task} | {kind} | {page} |\n"
    )
    assert [each.severity for each in findings(RULE, text)] == [severity]


def test_an_abstract_in_the_place_of_a_title_is_none() -> None:
    row = (
        "<tr><td><span><em>{}</em><span>{}</span></span></td><td>Ann Lee</td>"
        '<td><a href="https://doi.org/10.1145/3292500.3330701">link</a></td><td>2023</td></tr>\n'
    )
    abstract = "This book tells how agents learn from the traces of other agents. " * 10
    rows = [
        row.format(title, abstract)
        for title in ("Ideas of Small Machines That Never Sleep", "Growing Tall Vegetables Inside Northern Gardens")
    ]
    table = f"<table>\n<tr><th>Paper</th><th>Authors</th><th>Link</th><th>Year</th></tr>\n{''.join(rows)}</table>\n"
    assert findings(RULE, table) == []
    assert len(findings(ReusedId(), table)) == 1


@pytest.mark.parametrize(
    ("year", "url", "severity"),
    [
        (2020, "https://doi.org/10.1063/1.1", Severity.NOTE),
        (2019, "https://doi.org/10.1063/1.1", Severity.WARNING),
        (2020, "https://openreview.net/forum?id=gEZrGCozdqR", Severity.WARNING),
    ],
    ids=["two publishers and years", "one year", "a preprint"],
)
def test_a_title_at_two_publishers_in_two_years(year: int, url: str, severity: Severity) -> None:
    title = "Learning to Close the Equations of Bubbles in Water"
    one = f"* [{title} (2019)](https://www.sciencedirect.com/science/article/pii/S0301932215302226)\n"
    found = findings(RULE, f"{one}{BETWEEN}* [{title} ({year})]({url})\n")
    assert [each.severity for each in found] == [severity]


@pytest.mark.parametrize(
    ("words", "severity"),
    [
        pytest.param("Papers that cite ", Severity.NOTE, id="words lead up to it"),
        pytest.param("", Severity.ERROR, id="the entry alone"),
    ],
)
def test_a_line_that_introduces_others_is_a_note(words: str, severity: Severity) -> None:
    text = "## Papers\n\n" + FIRST + BETWEEN
    for number in range(1, 5):
        title, identifier = (
            (FIREACT, "2310.05915") if number == 4 else (f"Web Agents of Kind {number}", f"2401.0000{number}")
        )
        text += f'\n{words}["{title}."](https://arxiv.org/abs/{identifier})\n\n'
        text += arxiv(f"Tools for the Agents of Kind {number}", f"2402.0000{number}")
    assert [each.severity for each in findings(RULE, text)] == [severity]


HEAD = "| Paper | Figure | Kind |\n| --- | --- | --- |\n"
LINK = "https://arxiv.org/abs/2310.05915"


@pytest.mark.parametrize(
    ("text", "severities"),
    [
        pytest.param(
            f"* [Trails of Many Agents 70K]({LINK}) [data](https://a.org/70)\n* [Trails of Many Agents 196K]({LINK}) [data](https://a.org/196)\n",
            [Severity.NOTE],
            id="two data sets",
        ),
        pytest.param(
            f"{HEAD}| [Structure of Agents That Walk]({LINK}) | <img src='a.png'> | |\n"
            f"| [Structure of Agents That Walk Alone]({LINK}) | <img src='b.png'> | |\n",
            [Severity.NOTE],
            id="figures",
        ),
        pytest.param(
            f"{HEAD}| [{FIREACT}]({LINK}) | <img src='a.png'> | |\n| [{FIREACT}]({LINK}) | <img src='b.png'> | |\n",
            [Severity.ERROR],
            id="pictures of one title",
        ),
        pytest.param(
            f"* [{FIREACT}]({LINK}) for Ann\n\n{HEAD}| [{FIREACT}]({LINK}) | none | a talk |\n",
            [Severity.NOTE],
            id="an item and a row",
        ),
        pytest.param(
            f"* 📦 **[{FIREACT}]({LINK})**\n{BETWEEN}* 🧭 **[{FIREACT}]({LINK})**\n",
            [Severity.NOTE],
            id="two kinds of things",
        ),
        pytest.param(
            f"* [Boyle et. al.]({LINK}) - Agents Walk in the Woods at Night\n"
            f"* [Boyle et. al.]({LINK}) - Sorting Cards with Many Hands\n",
            [],
            id="names in the place of titles",
        ),
    ],
)
def test_what_is_meant_to_be_there_twice(text: str, severities: list[Severity]) -> None:
    assert [each.severity for each in findings(RULE, text)] == severities


@pytest.mark.parametrize(
    ("labels", "severity"),
    [
        pytest.param(("`TOOLS`", "`DATA`"), Severity.NOTE, id="two kinds"),
        pytest.param(("`DATA`", "`DATA`"), Severity.WARNING, id="one kind"),
    ],
)
def test_labels_in_code_say_what_a_page_is_about(labels: tuple[str, str], severity: Severity) -> None:
    title = "A Shared Task on the Roles of Words and Agents"
    rows = (
        (labels[0], title, "https://arxiv.org/abs/2310.05915"),
        ("`TOOLS`", "Many Tools for Trees", "https://arxiv.org/abs/2310.05916"),
        ("`DATA`", "Words on Roads", "https://arxiv.org/abs/2310.05917"),
        (labels[1], title, "https://openreview.net/forum?id=gEZrGCozdqR"),
    )
    text = "".join(f"* {label} [{name}]({url})\n" for label, name, url in rows)
    assert [each.severity for each in findings(RULE, text)] == [severity]


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        pytest.param("*Memory that agents share*", Severity.NOTE, id="the name of a group"),
        pytest.param("- a remark", Severity.ERROR, id="an item"),
    ],
)
def test_line_between_two_lists(line: str, severity: Severity) -> None:
    found = findings(RULE, f"# Memory\n\n{FIRST}{BETWEEN}\n{line}\n\n{FIRST}{BETWEEN}")
    assert {each.severity for each in found} == {severity}


def test_titles_above_their_links_are_no_groups() -> None:
    papers = ((FIREACT, "2310.05915"), (TUNING, "2310.12823"), (FIREACT, "2310.05915"))
    text = "".join(f"[{title}]\n- [[Paper]](https://arxiv.org/abs/{id_})\n\n" for title, id_ in papers)
    assert [each.severity for each in findings(RULE, text)] == [Severity.ERROR]


def test_entries_about_something_else_with_the_id_of_a_paper_are_compared() -> None:
    tool = "* [FooBar](https://github.com/foo/bar) - A tool ([paper](https://arxiv.org/abs/2310.05915))\n"
    text = f"{entry(TUNING, 'https://arxiv.org/abs/2310.12823')}\n## Software\n\n{tool}{tool}"
    assert [each.severity for each in findings(RULE, text)] == [Severity.ERROR]


@pytest.mark.parametrize(
    ("dates", "severity"),
    [
        pytest.param(("2023-04", "2023-06"), Severity.WARNING, id="of one alone"),
        pytest.param(("2023-06", "2023-04"), Severity.WARNING, id="the first"),
        pytest.param(("2023-04", "2023-05"), Severity.NOTE, id="both fit"),
        pytest.param(("2023-07", "2023-08"), Severity.NOTE, id="neither fits"),
        pytest.param(("", ""), Severity.NOTE, id="no dates"),
    ],
)
def test_a_date_tells_which_of_two_titles_has_the_wrong_id(dates: tuple[str, str], severity: Severity) -> None:
    """The two titles share a few words, so the paper may have been renamed."""
    titles = (
        "ReCEval: Evaluating Reasoning Chains via Correctness",
        "Deductive Verification of Chain-of-Thought Reasoning",
    )
    one, other = (
        f"**{title}**\n{day}, [paper](https://arxiv.org/abs/2304.10703)\n\n"
        for title, day in zip(titles, dates, strict=True)
    )
    between = "**Self-Refine: Iterative Refinement**\n2023-03, [paper](https://arxiv.org/abs/2303.17651)\n\n"
    assert [each.severity for each in findings(RULE, one + between + other)] == [severity]


@pytest.mark.parametrize(
    ("venue", "severity"), [("PRA", Severity.WARNING), ("PRL", Severity.NOTE)], ids=["another venue", "the same venue"]
)
def test_one_published_paper_has_one_venue(venue: str, severity: Severity) -> None:
    paper = "[{}](https://doi.org/10.1103/PhysRev{})\n\nAnn Lee, Bo Chen, and Tim Poe. {}.\n\n"
    text = "## Papers\n\n" + "".join(
        paper.format(*each)
        for each in (
            ("First QRAM paper", "Lett.100.160501", "2008. PRL"),
            ("Longer QRAM paper after the first", "Lett.100.160501", f"2008. {venue}"),
            (OTHER, "A.86.010306", "2012. PRA"),
            (TUNING, "A.86.010307", "2013. PRA"),
        )
    )
    assert placed(text, findings(RULE, text)) == [(7, severity)]


def test_a_link_of_another_paper_is_one_finding_whatever_its_label_says() -> None:
    url = "https://doi.org/10.1145/3603620"
    text = f"* Machine Unlearning: A Survey [CSUR 2023]({url})\n* Machine Unlearning: A Whole Survey [arXiv]({url})\n"
    found = [*findings(RULE, text), *findings(MislabelledLink(), text)]
    assert marked(text, found) == [url, url]
    assert [each.rule for each in one_per_defect(found)] == ["duplicate-entry"]
