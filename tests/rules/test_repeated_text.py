"""Words, marks and titles that are there twice."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.rules.repeated_text import RepeatedText
from tests.rules.helpers import findings, fixed, marked, placed

PAPER = "[WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum RL](https://arxiv.org/abs/2411.02337)"


@pytest.mark.parametrize(
    ("before", "after", "safety"),
    [
        pytest.param(f"{PAPER}. It learns by by doing.", f"{PAPER}. It learns by doing.", Safety.UNSAFE, id="word"),
        pytest.param(f"{PAPER}, Qi et al.. 2025", f"{PAPER}, Qi et al. 2025", Safety.UNSAFE, id="period"),
        pytest.param(f"{PAPER}, Qi,, 2025", f"{PAPER}, Qi, 2025", Safety.UNSAFE, id="comma"),
        pytest.param(f"{PAPER}, Qi, , 2025", f"{PAPER}, Qi, 2025", Safety.UNSAFE, id="commas with a space"),
        pytest.param(f"{PAPER}, Qi;; 2025", f"{PAPER}, Qi; 2025", Safety.UNSAFE, id="semicolon"),
        pytest.param(
            "[Training of of Agents](https://arxiv.org/abs/2411.02337)",
            "[Training of Agents](https://arxiv.org/abs/2411.02337)",
            Safety.UNSAFE,
            id="in a title",
        ),
        pytest.param(f"{PAPER} (Qi et al,. 2025)", f"{PAPER} (Qi et al., 2025)", Safety.UNSAFE, id="signs swapped"),
        pytest.param(f"{PAPER}, Qi, Hu, . 2025", f"{PAPER}, Qi, Hu. 2025", Safety.UNSAFE, id="a comma left over"),
        pytest.param(
            "[WebRL](u): WebRL: Training LLM Web Agents",
            "[WebRL](u): Training LLM Web Agents",
            Safety.UNSAFE,
            id="a name behind its link",
        ),
        pytest.param(
            "WebRL: **WebRL: Training LLM Web Agents** [pdf](u)",
            "**WebRL: Training LLM Web Agents** [pdf](u)",
            Safety.UNSAFE,
            id="a name before a title",
        ),
    ],
)
def test_fixed(before: str, after: str, safety: Safety) -> None:
    text = f"* {before}\n"
    found = findings(RepeatedText(), text)
    assert [each.fix.safety for each in found if each.fix] == [safety]
    assert fixed(text, found) == f"* {after}\n"


def test_a_group_may_have_a_kind_of_its_name() -> None:
    text = f"* Wolves: Wolves: {PAPER}\n* Wolves: Grey Wolves: [Grey](https://arxiv.org/abs/2411.02338)\n"
    assert findings(RepeatedText(), text) == []
    assert len(findings(RepeatedText(), text.replace("Wolves: Grey", "Bears: Grey"))) == 1


def test_dots_that_a_program_wrote_are_notes() -> None:
    text = "".join(f"* Ann Lee. [Agents of Kind {n}..](u{n}) VLDB, 2025\n" for n in "ABCDE")
    last = "* Bo Hu. Disks [Arrays](u) (RAID).. VLDB, 2025\n"
    assert [each.severity for each in findings(RepeatedText(), text + last)] == [Severity.NOTE]
    assert [each.severity for each in findings(RepeatedText(), last)] == [Severity.WARNING]


def test_below_an_entry_is_a_note() -> None:
    text = f"* {PAPER}\n\n  We learn from the the tasks.\n"
    assert placed(text, findings(RepeatedText(), text)) == [(3, Severity.NOTE)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(
            f"* [WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum RL] {PAPER}\n",
            "[WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum RL]",
            id="before the link",
        ),
        pytest.param(
            f"* {PAPER} (WebRL: training LLM web agents via self-evolving online curriculum RL)\n",
            "(WebRL: training LLM web agents via self-evolving online curriculum RL)",
            id="behind it",
        ),
    ],
)
def test_titles(text: str, words: str) -> None:
    assert marked(text, findings(RepeatedText(), text)) == [words]


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("Yao Yao, Chen Chen, that that is is, Next Next Token", id="names and other words"),
        pytest.param("as in Wiki: [Wiki](u): on agents", id="a name that ends a sentence"),
        pytest.param("and so on ... etc.. a..b, `the the`, The the", id="dots, code, capitals"),
        pytest.param("on-policy of of-the-shelf", id="a compound"),
        pytest.param("Type A: B: C, 10: 10: 10, ratio 1:1: x, see std::std:", id="other colons"),
        pytest.param("[WebRL](u): [WebRL: Training Agents](v)", id="two links"),
        pytest.param("(WebRL) [[code](https://a.org)] [[code](https://b.org)]", id="names and labels"),
    ],
)
def test_silent(words: str) -> None:
    assert findings(RepeatedText(), f"* {PAPER} {words}\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("* [Yes but.. Agents Learn](u)\n", 0, id="in it"),
        pytest.param("* [Yes but..](u)\n" * 3, 0, id="at its end"),
        pytest.param(
            "* **Yes, Agents Learn.** [pdf](u)\n" * 3 + "* **Yes, They Do..** [pdf](u)\n", 1, id="at other ends"
        ),
    ],
)
def test_dots_in_titles(text: str, found: int) -> None:
    assert len(findings(RepeatedText(), text)) == found


@pytest.mark.parametrize(
    ("once", "severity"), [pytest.param(30, Severity.WARNING, id="a slip"), pytest.param(5, Severity.NOTE, id="a form")]
)
def test_names_that_the_list_has_once(once: int, severity: Severity) -> None:
    text = (
        "* [WebRL](https://arxiv.org/abs/2411.02337): WebRL: Training Agents\n"
        + "* [Agent: Training LLM Web Agents](u)\n" * once
    )
    assert placed(text, findings(RepeatedText(), text)) == [(1, severity)]


@pytest.mark.parametrize(
    ("url", "severity"),
    [("https://github.com/lee/edgesim", Severity.NOTE), ("https://arxiv.org/abs/2402.00001", Severity.WARNING)],
)
def test_a_name_before_a_title_that_begins_with_it(url: str, severity: Severity) -> None:
    usual = "".join(f"* [Name{n}: Titles of a Kind](https://arxiv.org/abs/2401.{n:05})\n" for n in range(60))
    tools = "".join(f"* [tool{n}](https://github.com/lee/tool{n}): a simulator of kind {n}\n" for n in range(20))
    text = f"{usual}\n## Tools\n\n{tools}* [EdgeSim]({url}): EdgeSim: Simulating the Edge\n"
    assert [each.severity for each in findings(RepeatedText(), text)] == [severity]
