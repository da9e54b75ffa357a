"""A venue is written where siblings have theirs, in their form."""

from __future__ import annotations

import pytest

from bot.papers.witnesses import CodeClaim, CodeState, Track, VenueClaim, Witness
from tests.updates.helpers import SURE, TITLE, change, facts, published, run

LINK = f"[{TITLE}](https://arxiv.org/abs/2310.05915)"
SIBLINGS = (
    ("ReAct: Synergizing Reasoning and Acting in Language Models", "2210.03629", "ICLR", "2023"),
    ("Toolformer: Language Models Can Teach Themselves to Use Tools", "2302.04761", "NeurIPS", "2023"),
    ("Self-Instruct: Aligning Language Models with Self-Generated Instructions", "2212.10560", "ACL", "2023"),
)


def make(pattern: str, entry: str, head: str = "") -> str:
    """A list in which all entries but one have a venue."""
    keys = ("title", "id", "venue", "year")
    others = [pattern.format(**dict(zip(keys, each, strict=True)), short=each[3][2:]) for each in SIBLINGS]
    return "\n".join(["# Agents", "", *([head] if head else []), *others, entry, ""])


@pytest.mark.parametrize(
    ("pattern", "before", "after"),
    [
        ("* [{title}](https://arxiv.org/abs/{id}) ({venue}'{short})", f"* {LINK}", f"* {LINK} (ICLR'24)"),
        ("* [{title}](https://arxiv.org/abs/{id}) ({venue}'{short})", f"* {LINK} (arXiv'23)", f"* {LINK} (ICLR'24)"),
        ("- [{title}](https://arxiv.org/abs/{id}), {venue} {year}", f"- {LINK}, arXiv 2023", f"- {LINK}, ICLR 2024"),
        (
            "- [{title}](https://arxiv.org/abs/{id}), *{venue}*, {year}.",
            f"- {LINK}, *arXiv*, 2023.",
            f"- {LINK}, *ICLR*, 2024.",
        ),
        ("- [{title}](https://arxiv.org/abs/{id}) `{venue} {year}`", f"- {LINK} `arXiv 2023`", f"- {LINK} `ICLR 2024`"),
        (
            "- **{venue} {year}** [{title}](https://arxiv.org/abs/{id})",
            f"- **arXiv** {LINK}",
            f"- **ICLR 2024** {LINK}",
        ),
        (
            "- [[{venue}{year}](https://arxiv.org/pdf/{id})] {title}",
            f"- [[Arxiv](https://arxiv.org/pdf/2310.05915)] {TITLE}",
            f"- [[ICLR2024](https://arxiv.org/pdf/2310.05915)] {TITLE}",
        ),
        (
            "- {title}. {venue}'{year} [[paper]](https://arxiv.org/abs/{id})",
            f"- {TITLE}. arxiv'2023 [[paper]](https://arxiv.org/abs/2310.05915)",
            f"- {TITLE}. ICLR'2024 [[paper]](https://arxiv.org/abs/2310.05915)",
        ),
        (
            "- [{title}](https://arxiv.org/abs/{id}) {venue}-{short} [[pdf]](https://arxiv.org/pdf/{id})",
            f"- {LINK} [[pdf]](https://arxiv.org/pdf/2310.05915)",
            f"- {LINK} ICLR-24 [[pdf]](https://arxiv.org/pdf/2310.05915)",
        ),
        (
            "- [Yao et al., Proc. {venue} {year}] [{title}](https://arxiv.org/abs/{id})",
            f"- [Chen et al., arXiv 2023] {LINK}",
            f"- [Chen et al., Proc. ICLR 2024] {LINK}",
        ),
        (
            "- [{title}](https://arxiv.org/abs/{id}) (Accepted by {venue} {year})",
            f"- {LINK}",
            f"- {LINK} (Accepted by ICLR 2024)",
        ),
        (
            "- [{title}](https://arxiv.org/abs/{id}) (Accepted by {venue} {year})",
            f"- {LINK} (arXiv, 2023)",
            f"- {LINK} (Accepted by ICLR 2024)",
        ),
        (
            "- [{title}](https://arxiv.org/abs/{id}), *{venue}, Nov {year}*",
            f"- {LINK}, *arXiv, Oct 2023*",
            f"- {LINK}, *ICLR, 2024*",
        ),
        (
            "- **{title}.** {venue} {year}. [paper](https://arxiv.org/abs/{id})",
            f"- **{TITLE}.** arXiv preprint arXiv:2310.05915 [cs.CL] (2023). [paper](https://arxiv.org/abs/2310.05915)",
            f"- **{TITLE}.** ICLR 2024. [paper](https://arxiv.org/abs/2310.05915)",
        ),
        ("- [{title}](https://arxiv.org/abs/{id}) (oral, {venue} {year})", f"- {LINK}", f"- {LINK} (ICLR 2024)"),
        (
            "- [{title}](https://arxiv.org/abs/{id}) It acts well. {venue} {year}",
            f"- {LINK} A metric of acts, applied to agents, and to tuning.",
            f"- {LINK} A metric of acts, applied to agents, and to tuning. ICLR 2024",
        ),
        ("- [{title}](https://arxiv.org/abs/{id}) {venue} ({year})", f"- {LINK} arXiv (2023)", f"- {LINK} ICLR (2024)"),
        ("- [{title}](https://arxiv.org/abs/{id}) ({venue}) ({year})", f"- {LINK} arXiv", f"- {LINK} (ICLR) (2024)"),
        (
            "- [{title}](https://arxiv.org/abs/{id}). In **{venue} {year}**",
            f"- {LINK}, In **arXiv 2023**",
            f"- {LINK}, In **ICLR 2024**",
        ),
        (
            "- {venue} {year}, [{title}](https://arxiv.org/abs/{id})",
            f"- arXiv 2023, 10, {LINK}",
            f"- ICLR 2024, {LINK}",
        ),
        (
            "- {title} ({venue} {year}) : [arxiv](https://arxiv.org/abs/{id})",
            f"- {TITLE} (2023) : [arxiv](https://arxiv.org/abs/2310.05915)",
            f"- {TITLE} (ICLR 2024) : [arxiv](https://arxiv.org/abs/2310.05915)",
        ),
    ],
)
def test_written_as_siblings_have_theirs(pattern: str, before: str, after: str) -> None:
    assert change(make(pattern, before), SURE) == after


def test_a_journal_takes_no_words_of_conferences_along() -> None:
    pattern = "- [Yao et al., Proc. {venue} {year}] [{title}](https://arxiv.org/abs/{id})"
    known = facts((published("TMLR"), published("TMLR", witness=Witness.PUBLISHER)))
    assert change(make(pattern, f"- [Chen et al., arXiv 2023] {LINK}"), known) == f"- [Chen et al., TMLR 2024] {LINK}"


def test_it_stands_between_what_it_stands_between_elsewhere() -> None:
    paper, authors = "- [{0}](https://arxiv.org/abs/{1})", "Shunyu Yao, Jeffrey Zhao, Dian Yu"
    others = [f"{paper}, {authors}, {{2}} {{3}}".format(*each) for each in SIBLINGS]
    others += [
        f"{paper}, {authors}, {{2}} {{3}}, [code](https://github.com/a/{{2}})".format(*each) for each in SIBLINGS[:2]
    ]
    entry = f"- {LINK}, Baian Chen, Chang Shu, [code](https://github.com/a/b)"
    after = change("\n".join(("# Agents", "", *others, entry, "")), SURE)
    assert after == f"- {LINK}, Baian Chen, Chang Shu, ICLR 2024, [code](https://github.com/a/b)"


def test_cell() -> None:
    head = "| Title | Venue |\n| --- | --- |"
    pattern = "| [{title}](https://arxiv.org/abs/{id}) | {venue} {year} |"
    assert change(make(pattern, f"| {LINK} | arXiv |", head), SURE) == f"| {LINK} | ICLR 2024 |"
    assert change(make(pattern, f"| {LINK} | |", head), SURE) == f"| {LINK} | ICLR 2024 |"
    assert change(make(pattern, f"| {LINK} | Oct 2023 |", head), SURE) == f"| {LINK} | ICLR 2024 |"


@pytest.mark.parametrize(("year", "after"), [("2024", "ICLR"), ("2023", "-")])
def test_no_venue_without_year_beside_another_year(year: str, after: str) -> None:
    head = "| Title | Venue | Year |\n| --- | --- | --- |"
    pattern = "| [{title}](https://arxiv.org/abs/{id}) | {venue} | {year} |"
    assert change(make(pattern, f"| {LINK} | - | {year} |", head), SURE) == f"| {LINK} | {after} | {year} |"


def test_a_name_is_spelled_as_anywhere_in_the_list() -> None:
    pattern = "* [{title}](https://arxiv.org/abs/{id}) ({venue} {year})"
    other = "\n## Other\n\n| Title | Venue |\n| --- | --- |\n| [Turing Machines](https://example.org/n) | NIPS-2016 |"
    known = facts((published("NeurIPS"), published("NeurIPS", witness=Witness.PUBLISHER)))
    text = make(pattern, f"* {LINK}").replace("NeurIPS", "ICML") + other
    assert change(text, known) == f"* {LINK} (NIPS 2024)"


@pytest.mark.parametrize(
    ("heading", "after"),
    [("ICLR, ICML, ACL", f"* {LINK} (ICLR'24)"), ("ICML", f"* {LINK}"), ("2024", f"* {LINK} (ICLR'24)")],
)
def test_a_heading_says_the_venue_where_it_names_one(heading: str, after: str) -> None:
    text = make("* [{title}](https://arxiv.org/abs/{id}) ({venue}'{short})", f"\n## {heading}\n\n* {LINK}")
    assert change(text, SURE) == after


def test_where_others_keep_the_preprint_it_is_kept() -> None:
    head = "| Published | Title |\n| --- | --- |"
    pattern = "| arXiv {short}.05.16 ({venue} {year}) | [{title}](https://arxiv.org/abs/{id}) |"
    after = change(make(pattern, f"| arXiv 23.10.09 | {LINK} |", head), SURE)
    assert after == f"| arXiv 23.10.09 (ICLR 2024) | {LINK} |"


def test_the_year_keeps_its_digits_where_a_list_has_both_forms() -> None:
    others = [f"- [{title}](https://arxiv.org/abs/{value}), {venue} 23" for title, value, venue, _ in SIBLINGS[:2]]
    title, value, venue, year = SIBLINGS[2]
    long = f"- [{title}](https://arxiv.org/abs/{value}), {venue} {year}"
    text = "\n".join(("# Agents", "", *others, long, f"- {LINK}, arXiv 2023", ""))
    assert change(text, SURE) == f"- {LINK}, ICLR 2024"


@pytest.mark.parametrize(
    "entry",
    [
        f"* {LINK} (ICLR'24)",
        f"* {LINK} (ICLR (Oral))",
        f"* {LINK} (Neural Information Processing Systems)",
        f"* {LINK} (NIPS)",
        f"* {LINK} (International Conference on Learning Representations)",
    ],
)
def test_an_entry_that_names_a_venue_in_other_words_is_left(entry: str) -> None:
    text = make("* [{title}](https://arxiv.org/abs/{id}) ({venue}'{short})", entry)
    assert run(text, SURE).texts[0].content == text


def test_what_opens_a_line_opens_that_line() -> None:
    others = [
        f"- **{title}** <br>\n  *Shunyu Yao, Dian Yu* <br>\n  {venue}'23, arXiv, 2022.10 [[Paper](https://arxiv.org/abs/{value})]"
        for title, value, venue, _ in SIBLINGS
    ]
    line = "  arXiv, 2023.10 [[Paper](https://arxiv.org/abs/2310.05915)]"
    text = "\n".join(("# Agents", "", *others, f"- **{TITLE}** <br>\n  *Baian Chen, Chang Shu* <br>\n{line}", ""))
    assert run(text, SURE).texts[0].content == text.replace(line, f"  ICLR'24, {line.lstrip()}")


def test_no_year_of_another_paper_is_to_be_pasted() -> None:
    known = facts((published("TMLR", None), published("TMLR", None, witness=Witness.PUBLISHER)))
    outcome = run(make("* [{title}](https://arxiv.org/abs/{id}) ({venue} {year})", f"* {LINK}"), known)
    assert [(each.value, each.reason, each.paste) for each in outcome.open] == [("TMLR", "no source says the year", "")]


def test_words_with_a_date_in_place_of_a_venue_may_be_one() -> None:
    pattern = "- **{venue}'{short}** | [{title}](https://arxiv.org/abs/{id})"
    text = make(pattern, f"- **Arixv'23.10** | {LINK}")
    assert run(text, SURE).texts[0].content == text


def test_a_list_without_venues_gets_none() -> None:
    text = make("* [{title}](https://arxiv.org/abs/{id})", f"* {LINK}")
    outcome = run(text, SURE)
    assert outcome.texts[0].content == text
    assert not outcome.open


def test_the_line_to_paste_has_what_is_written_in_the_same_run() -> None:
    pattern = "* [{title}](https://arxiv.org/abs/{id}) ({venue} {year}) [[code](https://github.com/a/agents-{venue})]"
    claim = CodeClaim("https://github.com/anchen1011/FireAct", "arXiv", CodeState.NAMED, witness=Witness.AUTHORS)
    outcome = run(make(pattern, f"* {LINK}"), facts((published(),), (claim,)))
    (item,) = outcome.open
    line = f"* {LINK} (ICLR 2024) [[code](https://github.com/anchen1011/FireAct)]"
    assert (item.paste, item.line) == (line, 6)


def test_a_workshop_stays_one() -> None:
    claims = tuple(
        VenueClaim("ICLR", 2024, str(each), each, Track.WORKSHOP) for each in (Witness.INDEX, Witness.PUBLISHER)
    )
    text = make("* [{title}](https://arxiv.org/abs/{id}) ({venue} {year})", f"* {LINK}")
    assert change(text, facts(claims)) == f"* {LINK} (ICLR 2024 Workshop)"


@pytest.mark.parametrize("venue", ["A" * 10_000, "a|b", "[x](y)", "<!-- x", "x\ny", "**ICLR**", "`x`"])
def test_a_hostile_venue_is_never_written(venue: str) -> None:
    claims = tuple(VenueClaim(venue, 2024, str(each), each) for each in (Witness.INDEX, Witness.PUBLISHER))
    text = make("* [{title}](https://arxiv.org/abs/{id}) ({venue} {year})", f"* {LINK}")
    outcome = run(text, facts(claims))
    assert outcome.texts[0].content == text
    assert all("\n" not in each.value and len(each.value) < 400 for each in outcome.open)


WORDS = (
    *("Neural Information Processing Systems", "NIPS", "ICLR (Oral)", "Advances in NeurIPS", "Proc. of ACL"),
    "Conference on Empirical Methods in Natural Language Processing",
    *("IEEE Transactions on Pattern Analysis and Machine Intelligence", "Nature Machine Intelligence"),
    *("Journal of Machine Learning Research", "ICML Workshop", "NeurIPS D&B Track", "Interspeech"),
    *("Findings of EMNLP", "CVPRW", "IEEE CVPR", "ACM MM", "PAKDD 2021"),
    *("International Conference on Learning Representations", "Computational Linguistics", "VLDB"),
)
FORMS = (
    ("* [{title}](https://arxiv.org/abs/{id}) ({venue} {year})", f"* {LINK} ({{}})"),
    ("- [{title}](https://arxiv.org/abs/{id}), {venue} {year}", f"- {LINK}, {{}}"),
    ("- [{title}](https://arxiv.org/abs/{id}) `{venue} {year}`", f"- {LINK} `{{}}`"),
    ("- [{venue} {year}] [{title}](https://arxiv.org/abs/{id})", f"- [{{}}] {LINK}"),
    ("| [{title}](https://arxiv.org/abs/{id}) | {venue} {year} |", f"| {LINK} | {{}} |"),
)


@pytest.mark.parametrize("words", WORDS)
@pytest.mark.parametrize(("pattern", "entry"), FORMS)
def test_a_venue_in_other_words_is_one(pattern: str, entry: str, words: str) -> None:
    head = "| Title | Venue |\n| --- | --- |" if pattern.startswith("|") else ""
    text = make(pattern, entry.format(words), head)
    assert run(text, SURE).texts[0].content == text
