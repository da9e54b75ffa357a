"""Spaces between links, and beside brackets."""

from __future__ import annotations

import pytest

from bot.facts.model import Facts
from bot.linter.diagnostics import Safety, Severity
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.rules.missing_space import MissingSpace
from tests.rules.helpers import findings, fixed, found, placed

PAPER = "[WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum RL](https://arxiv.org/abs/2411.02337)"
USUAL = "".join(
    f"* {PAPER} [[code](https://a.org/{number})], Ann Lee [[data](https://b.org/{number})]\n" for number in range(30)
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"* {PAPER}[[code](u)]\n", f"* {PAPER} [[code](u)]\n", id="a bracket around the link"),
        pytest.param(f"* {PAPER}[code](u)\n", f"* {PAPER} [code](u)\n", id="no bracket around it"),
        pytest.param(f"* {PAPER}([code](u))\n", f"* {PAPER} ([code](u))\n", id="a round bracket"),
        pytest.param(
            f"* {PAPER} [a](u), [b](u), [c](u),[d](u)\n", f"* {PAPER} [a](u), [b](u), [c](u), [d](u)\n", id="a comma"
        ),
        pytest.param(
            f"* {PAPER} [a](u); [b](u); [c](u);[d](u)\n",
            f"* {PAPER} [a](u); [b](u); [c](u); [d](u)\n",
            id="a semicolon",
        ),
        pytest.param(f"* {PAPER} of agents:[code](u)\n", f"* {PAPER} of agents: [code](u)\n", id="behind a colon"),
        pytest.param(f"* {PAPER} of agents[[code](u)]\n", f"* {PAPER} of agents [[code](u)]\n", id="behind a word"),
    ],
)
def test_links(before: str, after: str) -> None:
    found = findings(MissingSpace(), USUAL + before)
    assert [line for line, _ in placed(USUAL + before, found)] == [31]
    assert fixed(USUAL + before, found) == USUAL + after
    assert findings(MissingSpace(), before) == []


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("in section 2.0[^25]\n\n[^25]: https://a.org/b", id="a footnote"),
        pytest.param("of agents[3](u), agents[\u2020](u)", id="a reference"),
        pytest.param("1.[code](u)", id="a number"),
        pytest.param("\u8bba\u6587[code](u)\u4ee3\u7801", id="Chinese"),
        pytest.param("Paper[\u30b3\u30fc\u30c9](u)", id="Japanese words of the link"),
    ],
)
def test_links_that_need_no_space(words: str) -> None:
    assert findings(MissingSpace(), USUAL + f"* {PAPER} {words}\n") == []


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("* Ann Lee [Web Agents](u)[[code](u)]\n", id="links behind each other"),
        pytest.param("* [Web Agents](u) [[code](u)] by Ann Lee[[data](u)]\n", id="links behind words"),
        pytest.param("* [Web Agents](u) [ICML][[code](u)]\n", id="links behind tags"),
    ],
)
def test_each_place_has_its_own_habit(line: str) -> None:
    assert (
        findings(MissingSpace(), line * 3 + line.replace(")[", ") [").replace("e[", "e [").replace("][[", "] [[") * 30)
        != []
    )
    assert findings(MissingSpace(), line * 30) == []


def test_more_than_a_few_links_without_a_space_are_notes() -> None:
    line = f"* {PAPER} by Bo Chen[[code](u)]\n"
    one, three = (findings(MissingSpace(), USUAL + line * count) for count in (1, 3))
    assert [each.severity for each in one] == [Severity.WARNING]
    assert [each.severity for each in three] == [Severity.NOTE] * 3


def test_words_glued_to_a_link_with_a_colon() -> None:
    text = USUAL + f"* {PAPER}, old title:[Web Agents](u)\n"
    assert fixed(text, findings(MissingSpace(), text)) == text.replace("title:[", "title: [")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"* {PAPER} [a](u), [b](u),[c](u)\n", id="links behind commas that the list always glues"),
        pytest.param(f"* {PAPER} [[code]][[data](u)]\n", id="a label without its link is no word"),
        pytest.param(f"* {PAPER}[[code](u)]\n" * 5, id="a habit of the list"),
    ],
)
def test_links_that_lack_no_space(text: str) -> None:
    assert findings(MissingSpace(), USUAL + text) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Large Language Models(LLMs) act", "Large Language Models (LLMs) act", id="plural"),
        pytest.param("Proposer-Agent-Evaluator(PAE): how", "Proposer-Agent-Evaluator (PAE): how", id="hyphens"),
        pytest.param("RL from AI feedback(RLAIF)", "RL from AI feedback (RLAIF)", id="letters within words"),
        pytest.param("by variational inference(VI)", "by variational inference (VI)", id="an acronym like a numeral"),
        pytest.param("by Yang (Katie)Zhao and others", "by Yang (Katie) Zhao and others", id="a name"),
        pytest.param("Bo Hu, Hao (Mark)Chen, Ann Lee", "Bo Hu, Hao (Mark) Chen, Ann Lee", id="a name between names"),
    ],
)
def test_brackets(before: str, after: str) -> None:
    text = f"* {PAPER}, {before}\n"
    assert fixed(text, findings(MissingSpace(), text)) == f"* {PAPER}, {after}\n"


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("GPT-4V(ision), HTTP(S), O(N), s(CASP), K8s(K3s)", id="parts of words"),
        pytest.param("Berlin(DE), Helsinki(FI), clusters(Kubernetes)", id="not the words' letters"),
        pytest.param("Large Language Models (LLMs), `Models(LLMs)`", id="spaced, code"),
        pytest.param("Large Language Models(LLMs) \uc744 \uc4f4\ub2e4", id="Korean"),
        pytest.param("iii)How, (un)ethical, (In)security", id="other brackets"),
        pytest.param("Iridium(III)-Catalyzed Ways, with iridium(III) and vivid(VI)", id="charges of atoms"),
        pytest.param('"Single Cell (Multi)Omics at Work"', id="a part of a word in a title"),
    ],
)
def test_silent(words: str) -> None:
    assert findings(MissingSpace(), f"* {PAPER}, {words}\n") == []


def test_name_in_a_title_is_a_part_of_a_word() -> None:
    assert findings(MissingSpace(), "* [What Is (In)Security](https://arxiv.org/abs/2411.02337)\n") == []


NAMES = "".join(f"* [Agents: Of Kind {number}](u{number}), Y. Wu, Bo Hu, tools, plans\n" for number in range(30))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "[Agents: Tools](u), Ann Lee,Bo Hu,Y. Wu", "[Agents: Tools](u), Ann Lee, Bo Hu, Y. Wu", id="commas"
        ),
        pytest.param("[Agents: Tools](u), tools,plans", "[Agents: Tools](u), tools, plans", id="keywords"),
        pytest.param("[Agents: Tools](u), Ren\u00e9,Hu", "[Agents: Tools](u), Ren\u00e9, Hu", id="an accent"),
        pytest.param(
            "[Agents: Tools](u), Luka Horvati\u0107,\u00c9mile Roux,\u0160ime Babi\u0107,Bo Hu",
            "[Agents: Tools](u), Luka Horvati\u0107, \u00c9mile Roux, \u0160ime Babi\u0107, Bo Hu",
            id="capitals with accents",
        ),
        pytest.param(f"{PAPER}, Y.Wu, J.N.Han", f"{PAPER}, Y. Wu, J.N. Han", id="initials"),
        pytest.param(
            "[Agents:Tools at Work](u), Y. Wu", "[Agents: Tools at Work](u), Y. Wu", id="the colon of a title"
        ),
    ],
)
def test_marks(before: str, after: str) -> None:
    text = f"{NAMES}* {before}\n"
    found = findings(MissingSpace(), text)
    assert fixed(text, found) == f"{NAMES}* {after}\n"
    assert len(found) == 1
    assert findings(MissingSpace(), f"* {before}\n") == []


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("Vgs,max and Rds,on are small", id="indices of variables"),
        pytest.param("from [a.org/data/The,Metric,Tide/1.pdf](https://a.org/1.pdf)", id="an address"),
        pytest.param("what drives it is d(Id)/dt", id="a derivative"),
    ],
)
def test_formulas_and_addresses_lack_no_space(words: str) -> None:
    assert findings(MissingSpace(), f"{NAMES}* [Agents: Tools](u), {words}\n") == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Volume 7, Issue 1,2005", "Volume 7, Issue 1, 2005", id="a number"),
        pytest.param("ICML,2023", "ICML, 2023", id="a venue"),
        pytest.param("a cost of 1,2000,3 or 1,20055", "a cost of 1,2000,3 or 1,20055", id="other numbers"),
        pytest.param("papers of 2019,2020-21", "papers of 2019,2020-21", id="a span"),
    ],
)
def test_commas_before_years(before: str, after: str) -> None:
    names = "".join(f"* [Agents: Of Kind {number}](u{number}), Y. Wu, ICML, 20{number}\n" for number in range(10, 40))
    text = f"{names}* {PAPER}, {before}\n"
    assert fixed(text, findings(MissingSpace(), text)) == f"{names}* {PAPER}, {after}\n"
    glued = text.replace("ICML, 20", "ICML,20")
    assert findings(MissingSpace(), glued) == []


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(
            "[Agents: Tools](u), `Bo,Hu` $a,bcd$ 1,000 (s,a) https://a.org/x,yz/Y.Wu", id="code, numbers, URLs"
        ),
        pytest.param("[Agents: Y.Wu](u), U.S. Node.Js", id="titles and names"),
        pytest.param("[Agents: std::Vector of re:Invent](u), Paper:Code", id="other colons"),
    ],
)
def test_other_marks(words: str) -> None:
    assert findings(MissingSpace(), f"{NAMES}* {words}\n") == []


def test_no_safe_fix_divides_what_the_page_shows_as_one_word() -> None:
    text = f"{USUAL}* {PAPER} p[arxiv](u)\n"
    assert [each.fix and each.fix.safety for each in findings(MissingSpace(), text)] == [Safety.UNSAFE]
    text = f"{USUAL}* {PAPER} data[[code](u)]\n"
    assert [each.fix and each.fix.safety for each in findings(MissingSpace(), text)] == [Safety.SAFE]


AUTHORS = "".join(
    f"* **Agents of Kind {number}**, *Ann B. Lee, Bo Hu*, 2021. [[paper](u{number})]\n" for number in range(20)
)


@pytest.mark.parametrize(
    ("before", "after", "severity"),
    [
        pytest.param("HanGao, Bo Hu, Jian-XunWang", "Han Gao, Bo Hu, Jian-Xun Wang", Severity.WARNING, id="two"),
        pytest.param("AliKashefi, TapanMukerji", "Ali Kashefi, Tapan Mukerji", Severity.WARNING, id="nothing else"),
        pytest.param("Bo Hu, HanGao", "Bo Hu, Han Gao", Severity.NOTE, id="one"),
        pytest.param("Bo Hu, McAuley, Ann DeVries, OpenAI", None, None, id="names with two capitals"),
    ],
)
def test_names_in_one_word(before: str, after: str | None, severity: Severity | None) -> None:
    text = f"{AUTHORS}* **Agents that Walk Home**, *{before}*, 2021. [[paper](u)]\n"
    found = findings(MissingSpace(), text)
    assert fixed(text, found) == (text.replace(before, after) if after else text)
    assert [each.severity for each in found] == ([severity] if severity else [])


WORDS = "".join(f"* [Human Motion of Kind {number}](u{number})\n" for number in range(6))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("Adversarial uni-and multi-modal nets", "Adversarial uni- and multi-modal nets", id="hyphen"),
        pytest.param("Search-and rescue", None, id="no second hyphen"),
        pytest.param("Synthesis of and-or Two-Level Networks", None, id="a word of logic"),
        pytest.param("Plans for HumanMotion Synthesis", "Plans for Human Motion Synthesis", id="two words"),
        pytest.param("HumanMotion: Synthesis of Plans", None, id="a name"),
        pytest.param("Plans for HumanAction Synthesis", None, id="not in the list as words"),
    ],
)
def test_words_that_run_together(before: str, after: str | None) -> None:
    text = f"{WORDS}* [{before}](u)\n"
    found = findings(MissingSpace(), text)
    assert fixed(text, found) == (text.replace(before, after) if after else text)
    assert len(found) == bool(after)


def test_brackets_of_a_list_that_glues_them_are_notes() -> None:
    glued = "".join(
        f"* [Deep Residual Learning(ResNet{number})](https://arxiv.org/abs/2401.{number:05})\n" for number in range(5)
    )
    found = "* [Generative Adversarial Networks(GAN)](https://arxiv.org/abs/2402.00001)\n"
    assert [each.severity for each in findings(MissingSpace(), found)] == [Severity.WARNING]
    assert {each.severity for each in findings(MissingSpace(), found * 3)} == {Severity.NOTE}
    assert [each.severity for each in findings(MissingSpace(), glued + found)] == [Severity.NOTE]


COMMAS = "".join(
    f"* [Agents, Tools and Skills {n}](https://arxiv.org/abs/2401.{n:05})\n  *Ann Lee, Bo Hu*\n" for n in range(20)
)


@pytest.mark.parametrize(
    ("entry", "severities"),
    [
        pytest.param("* [Agents,and Tools]({})\n", [Severity.WARNING], id="a conjunction"),
        pytest.param("* [《Agents,and Tools》]({})\n", [Severity.WARNING], id="Chinese brackets"),
        pytest.param("* [Planning: Memory,Tools and Skills]({})\n", [Severity.NOTE], id="perhaps so on record"),
        pytest.param("* [Planning Ahead of Time]({})\n  *Di Xu,Bo Hu*\n", [Severity.WARNING], id="names"),
        pytest.param("* [Agents]({})\n  of maps (Node,Way,Relation)\n", [Severity.NOTE], id="all of a bracket"),
        pytest.param("* [Agents]({})\n  of maps (Node,Way, Relation)\n", [Severity.WARNING], id="one of a bracket"),
        pytest.param("* [Agents]({}) 使用 memory,tools 等\n", [], id="in a Chinese sentence"),
    ],
)
def test_commas_of_titles(entry: str, severities: list[Severity]) -> None:
    text = COMMAS + entry.format("https://arxiv.org/abs/2402.00001")
    assert [each.severity for each in findings(MissingSpace(), text)] == severities


def test_given_names_behind_family_names_are_no_two_names() -> None:
    rows = "".join(
        f"- [Title of Number {n} in Full](https://arxiv.org/abs/2401.{n:05})  \n"
        f"  *Park, JiMin, Lee, YoungSoo, Choi, HyunWoo, Kim, Ann, Han, Suhyun*\n"
        for n in range(12)
    )
    assert findings(MissingSpace(), rows) == []


def test_a_bracket_behind_a_label_is_a_broken_link() -> None:
    tagged = "".join(f"* {PAPER} [v{number}] [code](https://a.org/{number})\n" for number in range(30))
    assert findings(MissingSpace(), f"{tagged}* {PAPER} [course]([Notes](https://a.org/x))\n") == []
    assert len(findings(MissingSpace(), f"{tagged}* {PAPER} [course][notes](https://a.org/x)\n")) == 1


def test_an_abstract_is_a_note() -> None:
    abstract = "We study how a Language Model Agent(LMA) learns from the traces of others. They act in a world. " * 5
    rows = "| Paper | What it says |\n| --- | --- |\n| [FireAct](https://arxiv.org/abs/2310.05915) | {} |\n"
    found = findings(MissingSpace(), rows.format(abstract))
    assert found
    assert {each.severity for each in found} == {Severity.NOTE}
    assert {each.severity for each in findings(MissingSpace(), rows.format(abstract[:70]))} == {Severity.WARNING}
    below = f"* [FireAct](https://arxiv.org/abs/2310.05915)\n  * {abstract.replace('(LMA)', '', 4)}\n"
    assert {each.severity for each in findings(MissingSpace(), below)} == {Severity.NOTE}


@pytest.mark.parametrize(
    ("before", "count"),
    [pytest.param("C[artels", 0, id="a letter of the link"), pytest.param("in[Cartels", 1, id="a word before it")],
)
def test_a_link_that_begins_in_a_word_lacks_no_space(before: str, count: int) -> None:
    line = "* Lee, A. (2015). In [Agents of Kind](https://a.org/b). ICLR\n"
    text = line * 20 + f"* Lee, A. (2015). {before} of Sugar](https://a.org/c). ICLR\n"
    assert len(findings(MissingSpace(), text)) == count


@pytest.mark.parametrize(
    ("record", "count"),
    [
        ("Proposer-Agent-Evaluator(PAE): Discovery of Skills", 0),
        ("Proposer-Agent-Evaluator (PAE): Discovery of Skills", 1),
    ],
    ids=["as on record", "a slip"],
)
def test_what_the_title_on_record_has_too_is_right(record: str, count: int) -> None:
    paper = Identifier(Scheme.ARXIV, "2401.00001")
    title = "Proposer-Agent-Evaluator(PAE): Discovery of Skills"
    text = f"* [{title}](https://arxiv.org/abs/2401.00001)\n"
    facts = Facts({paper: Record(record, identifier=paper)})
    assert [len(found(MissingSpace(), text, each)) for each in (facts, None)] == [count, 1]


def test_a_cell_that_glues_all_is_a_note() -> None:
    rows = "".join(f"| [Agents {n}](https://a.org/{n}) | dogs, cats, birds |\n" for n in range(30))
    table = "| Paper | Data |\n| --- | --- |\n"
    for cell, severity in (("dogs,cats,birds,bees,fish,ants", Severity.NOTE), ("dogs, cats,birds", Severity.WARNING)):
        text = f"{table}{rows}| [Agents](https://a.org/) | {cell} |\n"
        assert placed(text, findings(MissingSpace(), text)) == [(33, severity)]


def test_a_space_at_the_beginning_of_a_link_is_one() -> None:
    assert findings(MissingSpace(), f"{USUAL}* {PAPER} of agents[ code](u)\n") == []


@pytest.mark.parametrize(
    ("spaced", "severity"),
    [(1, Severity.NOTE), (3, Severity.NOTE), (4, Severity.WARNING)],
    ids=["one", "three", "four"],
)
def test_links_that_a_section_often_glues_are_notes(spaced: int, severity: Severity) -> None:
    item = "* [Robots Walk {n}](https://arxiv.org/abs/2310.{n:05}){gap}[[code](https://a.org/{n})]\n"
    rest = "".join(item.format(n=n, gap=" ") for n in range(100, 190))
    glued = "".join(item.format(n=n, gap=" " if n % 8 >= 8 - spaced else "") for n in range(1, 9))
    found = findings(MissingSpace(), f"## One\n\n{rest}\n## Two\n\n{glued}")
    assert {each.severity for each in found} == {severity}


@pytest.mark.parametrize(
    ("address", "severity"),
    [
        pytest.param("https://a.org/questions/7/the-distance-functiontsdf-of-a-cloud", Severity.NOTE, id="as one word"),
        pytest.param("https://a.org/questions/7/the-distance-function-tsdf", Severity.WARNING, id="as two words"),
    ],
)
def test_title_that_its_page_writes_so(address: str, severity: Severity) -> None:
    found = findings(MissingSpace(), f"* [The Truncated Signed Distance Function(TSDF) of a Cloud]({address})\n")
    assert [each.severity for each in found] == [severity]
