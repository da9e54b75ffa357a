"""Misspelt venues, labels and phrases, and real names that are near to each other."""

from __future__ import annotations

import pytest

from bot.facts.model import Facts
from bot.linter.diagnostics import Severity
from bot.papers.identifiers import Identifier, Scheme
from bot.papers.record import Record
from bot.rules.misspelt_name import MisspeltName
from tests.rules.helpers import findings, fixed, found, marked, placed

PAPER = "[WebRL: Training LLM Web Agents via Self-Evolving Online Curriculum RL](https://arxiv.org/abs/2411.02337)"


@pytest.mark.parametrize("name", ["NeirIPS", "NeurlPS", "NuerIPS", "NeurIP", "Axriv", "Arixv", "SIGRAPH", "OpenReveiw"])
def test_distinct_venues(name: str) -> None:
    text = f"* {PAPER}, {name} 2023\n* {PAPER} ({name}'23)\n"
    assert marked(text, findings(MisspeltName(), text)) == [name, name]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        pytest.param("arvix 2023", "arxiv 2023", id="small letters"),
        pytest.param("ARVIX 2023", "ARXIV 2023", id="capitals"),
        pytest.param("Arvix preprint", "arXiv preprint", id="without a year"),
        pytest.param("arixv, 2023", "arxiv, 2023", id="swapped"),
        pytest.param("arxi 2023", "arxiv 2023", id="a letter less"),
        pytest.param("neruips 2023", "neurips 2023", id="another name"),
        pytest.param("sigraph 2023", "siggraph 2023", id="a letter less of two"),
        pytest.param("medrixv 2023", "medrxiv 2023", id="a server"),
    ],
)
def test_distinct_venues_in_any_case(written: str, meant: str) -> None:
    text = f"* {PAPER}, {written}\n"
    found = findings(MisspeltName(), text)
    assert [each.severity for each in found] == [Severity.WARNING]
    assert fixed(text, found) == text.replace(written, meant)


@pytest.mark.parametrize(
    ("wrong", "right", "counts", "expected"),
    [
        pytest.param("ICJAI", "IJCAI", (2, 3), 2, id="twice"),
        pytest.param("ICJAI", "IJCAI", (3, 1), 3, id="more often than the right one"),
        pytest.param("CPVR", "CVPR", (3, 2), 3, id="four letters"),
        pytest.param("CPVR", "CVPR", (3, 1), 0, id="four letters, the right one once"),
        pytest.param("ICPR", "ICCV", (3, 3), 0, id="another venue"),
    ],
)
def test_swapped_letters_are_a_slip_however_often(
    wrong: str, right: str, counts: tuple[int, int], expected: int
) -> None:
    others = f"* {PAPER}, ICML 2023\n" * 9
    text = f"* {PAPER}, {wrong} 2023\n" * counts[0] + f"* {PAPER}, {right} 2023\n" * counts[1] + others
    assert marked(text, findings(MisspeltName(), text)) == [wrong] * expected


@pytest.mark.parametrize(
    ("wrong", "right", "count"),
    [
        pytest.param("CPVR", "CVPR", 1, id="swapped"),
        pytest.param("ICVP", "CVPR", 0, id="two letters"),
        pytest.param("ICCV", "CVPR", 0, id="another venue"),
        pytest.param("EMNPL", "EMNLP", 1, id="swapped, five letters"),
        pytest.param("EMNL", "EMNLP", 0, id="a letter less, five letters"),
        pytest.param("ICASP", "ICASSP", 1, id="a letter less, six letters"),
    ],
)
def test_short_venues_need_the_right_one(wrong: str, right: str, count: int) -> None:
    text = f"* {PAPER}, {wrong} 2023\n"
    assert findings(MisspeltName(), text) == []
    text += f"* {PAPER}, {right} 2023\n" * 3
    assert len(findings(MisspeltName(), text)) == count


def test_what_may_be_either_of_two_venues_is_left_alone() -> None:
    text = f"* {PAPER}, ICLR 2023\n" * 3
    assert len(findings(MisspeltName(), f"{text}* {PAPER}, ICRL 2023\n")) == 1
    assert findings(MisspeltName(), f"{text}* {PAPER}, ICRL 2023\n" + f"* {PAPER}, ICRA 2023\n" * 3) == []


@pytest.mark.parametrize(
    ("site", "severity"), [("dl.acm.org", Severity.NOTE), ("ieeexplore.ieee.org", Severity.WARNING)]
)
def test_a_short_venue_whose_papers_are_elsewhere_is_a_guess(site: str, severity: Severity) -> None:
    usual = "* [Agents of Many Kinds](https://ieeexplore.ieee.org/document/1), ICDM 2023\n" * 3
    text = usual + f"* [Agents of a Kind](https://{site}/document/2), ICMD 2023\n"
    assert placed(text, findings(MisspeltName(), text)) == [(4, severity)]


def test_known_venues_are_never_misspelt() -> None:
    names = "ICML ICLR ICCV ECCV ICRA ICAR ICPR ACPR ISCA ICSA EACL ECAL ICDE ICED MICCAI MICAI ICASSP ICSSP".split()
    text = "".join(f"* {PAPER}, {name} 2023\n" * 12 + f"* {PAPER}, {name} 2024\n" for name in names)
    assert findings(MisspeltName(), text) == []


@pytest.mark.parametrize("wrong", ["el al.", "et. al.", "et all", "et.al.", "etal."])
def test_et_al(wrong: str) -> None:
    text = f"* {PAPER}, Qi {wrong}, 2023\n"
    assert fixed(text, findings(MisspeltName(), text)) == f"* {PAPER}, Qi et al., 2023\n"


def test_et_al_of_an_abstract_is_a_note() -> None:
    text = f"* {PAPER}, Qi 2023\n  <br>{'Agents learn from what they see. ' * 20} As Lee et. al. say.\n"
    assert [each.severity for each in findings(MisspeltName(), text)] == [Severity.NOTE]


def test_et_al_as_a_habit_is_one_note() -> None:
    text = f"* {PAPER}, Qi et. al., 2023\n" * 8
    assert placed(text, findings(MisspeltName(), text)) == [(1, Severity.NOTE)]


def test_capitals() -> None:
    text = f"* {PAPER}, arXiv 2023\n" * 12
    odd = f"* {PAPER}, ArXiv 2023\n* {PAPER} arxiv:2310.05915 https://arxiv.org [arxiv](https://arxiv.org)\n"
    found = findings(MisspeltName(), text + odd)
    assert placed(text + odd, found) == [(13, Severity.NOTE)]
    assert found[0].message == "the list writes arXiv (12 of 13 times)"
    assert findings(MisspeltName(), odd) == []


def test_capitals_of_one_name_are_one_note() -> None:
    text = f"* {PAPER}, arXiv 2023\n" * 40 + f"* {PAPER}, ArXiv 2023\n" * 3
    (found,) = findings(MisspeltName(), text)
    assert found.message == "the list writes arXiv (40 of 43 times); here and 2 more times it is ArXiv"
    assert fixed(text, [found]) == text.replace("ArXiv", "arXiv")
    assert len(findings(MisspeltName(accept_habits=False), text)) == 3


@pytest.mark.parametrize(
    ("label", "meant"),
    [
        pytest.param("Websie", "Website", id="a letter less"),
        pytest.param("websiet", "website", id="swapped, small"),
        pytest.param("Websites", None, id="plural"),
        pytest.param("Weblog", None, id="another word"),
    ],
)
def test_labels(label: str, meant: str | None) -> None:
    usual = f"* {PAPER} [Website](https://a.org)\n" * 12
    text = f"{usual}* {PAPER} [{label}](https://b.org)\n"
    found = findings(MisspeltName(), text)
    assert fixed(text, found) == (text.replace(label, meant) if meant else text)
    assert len(found) == (meant is not None)


def test_a_name_of_an_author_is_no_venue() -> None:
    rows = "".join(f"| [Agents of Kind {n}](https://arxiv.org/abs/2310.0{n}915) | Ann Lee, 2025 |\n" for n in range(8))
    text = f"| Paper | Authors |\n| --- | --- |\n{rows}".replace("Ann Lee", "Dor Arviv", 1)
    assert findings(MisspeltName(), text) == []


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("ICCV 2023, ECCV 2024, ICLR 2024, ICML 2023, ICPR 2024", id="real venues"),
        pytest.param("Qi et al., 2023; Nature 2023; nature 2023; natura 2023", id="words"),
        pytest.param("CVPRW 2023, `NeirIPS 2023`, https://a.org/NeirIPS/2023", id="workshops, code, addresses"),
    ],
)
def test_silent(words: str) -> None:
    assert findings(MisspeltName(), f"* {PAPER}, {words}\n" * 3) == []


def test_titles_are_left_alone() -> None:
    text = "* [Lessons of the NeirIPS 2023 Challenge](https://arxiv.org/abs/2411.02337)\n"
    assert findings(MisspeltName(), text) == []


@pytest.mark.parametrize(
    ("words", "after", "message"),
    [
        pytest.param(
            "(al., RSS 2023)", "(al., RSS 2023)", "the name before `al.` is missing; write `NAME et al.`", id="no name"
        ),
        pytest.param("Qi, al., RSS 2023", "Qi, et al., RSS 2023", "`et` is missing before `al.`", id="behind a name"),
        pytest.param("Qi, al. (2023)", "Qi, et al. (2023)", "`et` is missing before `al.`", id="a year behind it"),
    ],
)
def test_lost_et(words: str, after: str, message: str) -> None:
    text = f"* {PAPER} {words}\n"
    found = findings(MisspeltName(), text)
    assert [each.message for each in found] == [message]
    assert fixed(text, found) == f"* {PAPER} {after}\n"


@pytest.mark.parametrize("words", ["(Qi et al., 2023)", "Qi, et al., 2023", "Qi et al. 2023", "inter al., (alia)"])
def test_et_al_that_is_right(words: str) -> None:
    assert findings(MisspeltName(), f"* {PAPER} {words}\n") == []


def test_a_name_in_three_ways_is_one_note() -> None:
    text = "".join(f"* {PAPER}, {way} 2023\n" for way in ("Arxiv",) * 7 + ("ArXiv",) * 4 + ("arxiv",) * 2)
    (found,) = findings(MisspeltName(), text)
    assert found.severity is Severity.NOTE
    assert found.message == (
        "the name is arXiv; the list writes it in 3 ways (Arxiv 7 times, ArXiv 4 times and arxiv 2 times)"
    )
    assert len(findings(MisspeltName(accept_habits=False), text)) == 13
    (found,) = findings(MisspeltName(), text.replace("arxiv 2023", "ArXiv 2023"))
    assert found.message == "the name is arXiv; the list writes it in 2 ways (Arxiv 7 times and ArXiv 6 times)"


def test_official_spellings_are_left_alone() -> None:
    text = "".join(f"* {PAPER}, {way} 2023\n" for way in ("Arxiv",) * 12 + ("arXiv",) * 2)
    (found,) = findings(MisspeltName(), text)
    assert found.message.startswith("the name is arXiv; the list writes it in 2 ways (Arxiv 12 times")


def test_another_first_letter_is_another_venue() -> None:
    text = f"* {PAPER}, ICRA 2023\n" * 3 + f"* {PAPER}, CIRA 2023\n"
    assert findings(MisspeltName(), text) == []


def test_names_of_authors_on_links_are_no_labels() -> None:
    names = ("Kai", "Lei", "Ming", "Yang", "Jing", "Hao", "Rui", "Bo", "Tao", "Xin", "Yue", "Wei")
    item = "* **Learning to Restore Images Number {n}**<br>\n[{name}](https://p{n}.org/), Ann Lee\n"
    text = "".join(item.format(n=n, name=f"{name} Zhang") for n, name in enumerate(names, 1))
    assert findings(MisspeltName(), text + item.format(n=99, name="Zhihang Zhong")) == []


@pytest.mark.parametrize(("label", "count"), [("Bsuite", 0), ("Suitf", 1)])
def test_labels_that_the_address_has(label: str, count: int) -> None:
    usual = f"* {PAPER} [Suite](https://a.org/x)\n" * 12
    text = f"{usual}* {PAPER} [{label}](https://a.org/bsuite)\n"
    assert len(findings(MisspeltName(), text)) == count


@pytest.mark.parametrize(
    ("ways", "expected"),
    [
        (("INTERSPEECH",) * 8 + ("Interspeech",) * 4, ["INTERSPEECH 8 times and Interspeech 4 times"]),
        (("INTERSPEECH",) * 12, []),
        (("Interspeech",) * 12, []),
    ],
    ids=["two ways", "capitals", "the usual way"],
)
def test_ways_to_write_a_venue(ways: tuple[str, ...], expected: list[str]) -> None:
    text = "".join(f"* [Speech of Kind {number}](u{number}), {way} 2020\n" for number, way in enumerate(ways))
    found = findings(MisspeltName(), text)
    assert [each.message for each in found] == [f"the list writes Interspeech in 2 ways ({each})" for each in expected]
    assert {each.severity for each in found} <= {Severity.NOTE}


def test_halves_of_a_label_are_no_slips() -> None:
    usual = "".join(f"* [Title {n}](https://arxiv.org/abs/2401.{n:05}) [summary](notes/{n}.md)\n" for n in range(60))
    paper = "* [Agents](https://arxiv.org/abs/2402.00001) "
    assert findings(MisspeltName(), f"{usual}{paper}[s](notes/a.md)[ummary](notes/a.md)\n") == []
    assert len(findings(MisspeltName(), f"{usual}{paper}[sumary](notes/a.md)\n")) == 1


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        pytest.param("Siddartha Mishra", ["Siddhartha Mishra"], id="a letter less"),
        pytest.param("Siddharthal Mishra", ["Siddhartha Mishra"], id="a letter more"),
        pytest.param("Siddhartha Mishro", [], id="another letter"),
        pytest.param("Xingcheng Zhang", [], id="another Chinese name"),
        pytest.param("Bernhard Scholkopf", [], id="an umlaut"),
        pytest.param("Wei Chang", [], id="a short name"),
    ],
)
def test_names_of_authors(name: str, meant: list[str]) -> None:
    usual = "".join(
        f"* [Title of Number {n}](https://arxiv.org/abs/2401.{n:05}). *Siddhartha Mishra, Xingchen Zhang,"
        " Bernhard Schoelkopf, Wei Chan.* 2024.\n"
        for n in range(5)
    )
    text = f"{usual}* [Another Title](https://arxiv.org/abs/2402.00001). *Ann Lee, {name}, Bo Hu.* 2024.\n"
    found = findings(MisspeltName(), text)
    papers = "an author of 5 other papers"
    assert [each.message for each in found] == [f"`{name}` looks like a typo for `{each}`, {papers}" for each in meant]


TITLES = (
    "Visual Object Detection with Agents",
    "Small Object Detection from the Air",
    "A Survey of Object Detection",
    "Object Detection in Fog, with Labelled Data Centers",
    "Detection of Faces with Behavioral Modeling",
    "Object Detection: Data Centers, Labelled Data Centers and Behavioral Modeling",
    "Data Centers, Behavioral Modeling, Labelled Data and Colorful Objects",
    "Behavioral Modeling for Colorful Labelled Data of Data Centers",
    "Behavioral Modeling of Colorful Objects, Colorful Objects and Colorful Objects",
)
TEXT = "".join(f"* [{title}](https://arxiv.org/abs/2310.0{n:04})\n" for n, title in enumerate(TITLES, 1000))


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        pytest.param("Object Detetion for Cars", "Object Detection for Cars", id="a letter too few"),
        pytest.param("Object Dettection for Cars", "Object Detection for Cars", id="a letter too many"),
        pytest.param("Object Detectoin for Cars", "Object Detection for Cars", id="swapped"),
        pytest.param("Cars and their detectoin", "Cars and their detection", id="a long word with letters swapped"),
        pytest.param("Behvioral Modeling for Cars", "Behavioral Modeling for Cars", id="the first word of a phrase"),
        pytest.param("in NeruIPS", "in NeurIPS", id="a venue without a year"),
        pytest.param("Detetion for Cars", None, id="no phrase"),
        pytest.param("Cars and their Detectoin", None, id="a name, with letters swapped"),
        pytest.param("Object Detections for Cars", None, id="an ending"),
        pytest.param("Object Detettion for Cars", None, id="another letter"),
        pytest.param("Object DetecTion for Cars", None, id="a name with capitals"),
        pytest.param("Object Detection of Cars with Behavioural Modeling", None, id="colour"),
        pytest.param("Behavioral Modelling of Cars", None, id="a letter doubled before an ending"),
        pytest.param("Data Centres of Cars", None, id="centre"),
        pytest.param("`object detetion` for Cars", None, id="code"),
        pytest.param("<!-- object detetion --> Cars", None, id="a comment"),
        pytest.param("<img alt='object detetion' src='a.png'> Cars", None, id="a tag"),
        pytest.param("[code](https://a.org 'object detetion')", None, id="an address"),
    ],
)
def test_words(words: str, meant: str | None) -> None:
    text = f"{TEXT}* {PAPER} {words}\n"
    found = findings(MisspeltName(), text)
    assert [each.severity for each in found] == ([Severity.WARNING] if meant else [])
    assert fixed(text, found) == f"{TEXT}* {PAPER} {meant or words}\n"


def test_a_slip_that_the_address_has_may_be_on_record() -> None:
    link = "[Small Object Detetion](https://a.org/paper/Small_Object_Detetion)"
    assert [each.severity for each in findings(MisspeltName(), f"{TEXT * 2}* {link}\n")] == [Severity.NOTE]


def test_a_word_that_is_there_more_often_is_no_slip() -> None:
    lines = [f"* {PAPER} Object Detetion {n}\n" for n in range(3)]
    assert [len(findings(MisspeltName(), TEXT * 2 + "".join(lines[:n]))) for n in (1, 2, 3)] == [1, 2, 0]


def test_a_word_in_a_heading_and_one_in_an_abstract() -> None:
    sentences = "Agents learn from all that they have seen and from what others have told them. " * 6
    text = f"{TEXT}## Object Detetion\n\n* {PAPER}\n  <br>{sentences}They do object detecton. {sentences}\n"
    assert [each.severity for each in findings(MisspeltName(), text)] == [Severity.WARNING, Severity.NOTE]


@pytest.mark.parametrize(
    ("record", "count"),
    [("Small Object Detetion with Agents", 0), ("Small Object Detection with Agents", 1)],
    ids=["as on record", "a slip"],
)
def test_what_the_title_on_record_has_too_is_right(record: str, count: int) -> None:
    paper = Identifier(Scheme.ARXIV, "2401.00001")
    title = "Small Object Detetion with Agents"
    text = f"{TEXT}* [{title}](https://arxiv.org/abs/2401.00001)\n"
    facts = Facts({paper: Record(record, identifier=paper)})
    assert [len(found(MisspeltName(), text, each)) for each in (facts, None)] == [count, 1]


@pytest.mark.parametrize(
    ("written", "severity"),
    [
        pytest.param(["et. al."] * 5, Severity.NOTE, id="always"),
        pytest.param(["et. al."] * 4, Severity.WARNING, id="a few"),
        pytest.param(["et. al."] * 5 + ["et al."] * 7, Severity.NOTE, id="often"),
        pytest.param(["et. al."] * 5 + ["et al."] * 8, Severity.WARNING, id="less often"),
        pytest.param(["et. al."] * 4 + ["et.al"] * 4, Severity.NOTE, id="in several ways"),
    ],
)
def test_a_list_may_write_et_al_in_its_own_way(written: list[str], severity: Severity) -> None:
    papers = "".join(f"* {PAPER} by Lee {each}, 2024\n" for each in written)
    assert {each.severity for each in findings(MisspeltName(accept_habits=False), papers)} == {severity}


def test_the_target_of_a_broken_link_is_no_text() -> None:
    text = "".join(f"* [Study {n}](https://a.org/{n}) of language models\n" for n in range(9))
    assert findings(MisspeltName(), f"{text}* [Notes](notes on lnaguage models.md)\n") == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param("ASPOLS", ["ASPOLS"], id="letters swapped"),
        pytest.param("ASPDAC", [], id="another venue"),
        pytest.param("SELFPUB", [], id="like none"),
    ],
)
def test_venue_alone_in_its_cell(written: str, expected: list[str]) -> None:
    row = "| 202{} | {} | [Agents of Kind {}](https://dl.acm.org/doi/10.1145/3669940.370724{}) |\n"
    rows = [row.format(year, "ASPLOS", year, year) for year in range(5)] + [row.format(5, written, 5, 5)]
    text = "| Year | Venue | Paper |\n| --- | --- | --- |\n" + "".join(rows)
    assert marked(text, findings(MisspeltName(), text)) == expected
