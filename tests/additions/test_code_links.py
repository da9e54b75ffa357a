"""A link to code is written where siblings have theirs, in their form."""

from __future__ import annotations

import pytest

from bot.additions.code_links import Sibling, Siblings, with_repository
from bot.additions.tree import Unit
from bot.papers.witnesses import CodeClaim, CodeState, Witness
from bot.text import Text
from tests.rules.helpers import count_calls
from tests.updates.helpers import CODE, SURE_CODE, TITLE, change, facts, read_text, run

LINK = f"[{TITLE}](https://arxiv.org/abs/2310.05915)"
SLUG = "anchen1011/FireAct"
SIBLINGS = (
    ("ReAct: Synergizing Reasoning and Acting in Language Models", "2210.03629", "ysymyth/ReAct"),
    ("Reflexion: Language Agents with Verbal Reinforcement Learning", "2303.11366", "noahshinn/reflexion"),
    ("AgentTuning: Enabling Generalized Agent Abilities for LLMs", "2310.12823", "THUDM/AgentTuning"),
)


def make(pattern: str, entry: str, head: str = "") -> str:
    """A list in which all entries but one link to code."""
    others = [pattern.format(title=title, id=value, repo=repo) for title, value, repo in SIBLINGS]
    return "\n".join(["# Agents", "", *([head] if head else []), *others, entry, ""])


@pytest.mark.parametrize(
    ("pattern", "before", "after"),
    [
        (
            "* [{title}](https://arxiv.org/abs/{id}) [[code](https://github.com/{repo})]",
            f"* {LINK}",
            f"* {LINK} [[code](https://github.com/{SLUG})]",
        ),
        (
            "* [{title}](https://arxiv.org/abs/{id}), ICLR 2024. [[github]](https://github.com/{repo})",
            f"* {LINK}, ICLR 2024.",
            f"* {LINK}, ICLR 2024. [[github]](https://github.com/{SLUG})",
        ),
        (
            "* {title} ([paper](https://arxiv.org/abs/{id}), [code](https://github.com/{repo}))",
            f"* {TITLE} ([paper](https://arxiv.org/abs/2310.05915))",
            f"* {TITLE} ([paper](https://arxiv.org/abs/2310.05915), [code](https://github.com/{SLUG}))",
        ),
        (
            "* {title} [[paper](https://arxiv.org/abs/{id})]/[[Code](https://github.com/{repo})]",
            f"* {TITLE} [[paper](https://arxiv.org/abs/2310.05915)]/[Code]",
            f"* {TITLE} [[paper](https://arxiv.org/abs/2310.05915)]/[[Code](https://github.com/{SLUG})]",
        ),
        (
            "* [{title}](https://arxiv.org/abs/{id}) [![Star](https://img.shields.io/github/stars/{repo}.svg)](https://github.com/{repo})",
            f"* {LINK}",
            f"* {LINK} [![Star](https://img.shields.io/github/stars/{SLUG}.svg)](https://github.com/{SLUG})",
        ),
        (
            "- \\[[arxiv](https://arxiv.org/abs/{id})\\] {title} \\[[code](https://github.com/{repo})\\]",
            f"- \\[[arxiv](https://arxiv.org/abs/2310.05915)\\] {TITLE}",
            f"- \\[[arxiv](https://arxiv.org/abs/2310.05915)\\] {TITLE} \\[[code](https://github.com/{SLUG})\\]",
        ),
        (
            "- [{title}](https://arxiv.org/abs/{id}) Code: https://github.com/{repo}",
            f"- {LINK}",
            f"- {LINK} Code: https://github.com/{SLUG}",
        ),
    ],
)
def test_written_as_siblings_have_theirs(pattern: str, before: str, after: str) -> None:
    assert change(make(pattern, before), SURE_CODE) == after


def test_a_note_below_an_entry_is_no_place_for_what_others_have_in_their_first_line() -> None:
    pattern = "1. **[{title}](https://arxiv.org/abs/{id}).** Notes. [[code](https://github.com/{repo})] So it acts."
    entry = (
        f"1. **{TITLE}.** [[pdf](https://arxiv.org/pdf/2310.05915)]\n   <br>[Summary] Cause: the data, effect: tuning"
    )
    after = run(make(pattern, entry), SURE_CODE).texts[0].content.splitlines()
    assert SLUG in next(line for line in after if "2310.05915" in line)
    assert after[-1] == "   <br>[Summary] Cause: the data, effect: tuning"


@pytest.mark.parametrize(
    ("labels", "slug", "label"),
    [
        (("pytorch", "tensorflow", "pytorch"), "a/FireAct", "code"),
        (("PyTorch", "PyTorch", "TF"), "a/FireAct_TF", "TF"),
        (("PyTorch", "PyTorch", "TF"), "a/tensorflow-FireAct", "TF"),
        (("pytorch", "pytorch", "github"), "a/FireAct", "github"),
        (("`JAX`", "`JAX`", "`JAX`"), "a/FireAct", "`CODE`"),
    ],
)
def test_no_framework_is_named_but_that_of_the_address(labels: tuple[str, ...], slug: str, label: str) -> None:
    pattern = "* [{title}](https://arxiv.org/abs/{id}) [[{label}](https://github.com/{repo})]"
    others = [
        pattern.format(title=title, id=value, repo=repo, label=each)
        for (title, value, repo), each in zip(SIBLINGS, labels, strict=True)
    ]
    text = "\n".join(("# Agents", "", *others, f"* {LINK}", ""))
    known = facts(code=(CodeClaim(f"https://github.com/{slug}", "arXiv", CodeState.NAMED, witness=Witness.AUTHORS),))
    assert change(text, known) == f"* {LINK} [[{label}](https://github.com/{slug})]"


def test_other_brackets_are_no_place_for_what_others_have_beside_a_link() -> None:
    links = "[[pdf](https://arxiv.org/abs/{id})] [[blog](https://example.org/) and [code](https://github.com/{repo})]"
    pattern = f"- {{title}} {links} [Summary]"
    entry = f"- {TITLE} [[pdf](https://arxiv.org/abs/2310.05915)]"
    known = make(pattern, f"{entry}\n  <br>[Summary and more] So it acts.")
    assert f"{entry} [[code](https://github.com/{SLUG})]" in run(known, SURE_CODE).texts[0].content


def test_links_are_set_off_as_links_are() -> None:
    (first, second, third), link = SIBLINGS, "[{0}](https://arxiv.org/abs/{1}), [code](https://github.com/{2})"
    paper = "{0}, [arXiv](https://arxiv.org/abs/{1}) / [code](https://github.com/{2})"
    page = "{0}, [page](https://example.org/{1}) / [code](https://github.com/{2})"
    others = [link.format(*first), paper.format(*second), page.format(*third)]
    entry = f"{TITLE}, [arXiv](https://arxiv.org/abs/2310.05915)"
    text = "\n".join(f"- {each}" for each in (*others, entry))
    assert change(f"# Agents\n\n{text}\n", SURE_CODE) == f"- {entry} / [code](https://github.com/{SLUG})"


def test_what_is_behind_the_venue_goes_behind_brackets_that_hold_a_venue() -> None:
    pattern = "* [{title}](https://arxiv.org/abs/{id}) (arXiv 2023) : https://github.com/{repo}"
    entry = f"* {LINK} (arXiv 2023 - code coming soon)"
    assert change(make(pattern, entry), SURE_CODE) == f"{entry} : https://github.com/{SLUG}"


def test_a_cell_with_something_else() -> None:
    head = "| Title | Links |\n| --- | --- |"
    pattern = "| [{title}](https://arxiv.org/abs/{id}) | [code](https://github.com/{repo}) |"
    text = make(pattern, f"| {LINK} | [video](https://youtu.be/x) |", head)
    assert change(text, SURE_CODE) == f"| {LINK} | [video](https://youtu.be/x) [code](https://github.com/{SLUG}) |"


@pytest.mark.parametrize("blank", [" - ", " ", " N/A ", " [N/A] "])
def test_cell(blank: str) -> None:
    head = "| Title | Code |\n| --- | --- |"
    pattern = "| [{title}](https://arxiv.org/abs/{id}) | [GitHub](https://github.com/{repo}) |"
    text = make(pattern, f"| {LINK} |{blank}|", head)
    assert change(text, SURE_CODE) == f"| {LINK} | [GitHub](https://github.com/{SLUG}) |"


def test_a_word_that_fills_several_cells_marks_that_there_is_none() -> None:
    head = "| Title | Code |\n| --- | --- |"
    pattern = "| [{title}](https://arxiv.org/abs/{id}) | **[link](https://github.com/{repo})** |"
    papers = ("2301.00234", "2301.00235", "2310.05915")
    rows = [f"| [{TITLE}{each[-1]}](https://arxiv.org/abs/{each}) | null |" for each in papers]
    rows[-1] = f"| {LINK} | null |"
    text = make(pattern, "\n".join(rows), head)
    assert change(text, SURE_CODE) == f"| {LINK} | **[link](https://github.com/{SLUG})** |"
    kept = f"| {LINK} | null **[link](https://github.com/{SLUG})** |"
    assert change(make(pattern, rows[-1], head), SURE_CODE) == kept  # once alone it may say anything


def test_nothing_is_written_in_front_of_a_bullet() -> None:
    pattern = "* New [code](https://github.com/{repo}) {title} [paper](https://arxiv.org/abs/{id})"
    entry = f"{TITLE} [paper](https://arxiv.org/abs/2310.05915)"
    assert change(make(pattern, f"* {entry}"), SURE_CODE) == f"* [code](https://github.com/{SLUG}) {entry}"


def test_blanks_at_the_end_make_room() -> None:
    head = "| Title | Links |\n| --- | --- |"
    links = "[paper](https://arxiv.org/abs/{id})"
    pattern = f"| {{title}} | {links} [code](https://github.com/{{repo}}) |"
    code = f" [code](https://github.com/{SLUG})"
    for blanks in (2, len(code) + 1, 80):
        entry = f"| {TITLE} | {links.format(id='2310.05915')}"
        after = change(make(pattern, f"{entry}{' ' * blanks}|", head), SURE_CODE)
        assert after == f"{entry}{code}{' ' * max(blanks - len(code), 1)}|"
    pattern = "* [{title}](https://arxiv.org/abs/{id}) [[code](https://github.com/{repo})]"
    assert change(make(pattern, f"* {LINK} "), SURE_CODE) == f"* {LINK} [[code](https://github.com/{SLUG})]"


def test_a_link_in_code_and_one_to_data_are_no_models() -> None:
    pattern = "* [{title}](https://arxiv.org/abs/{id}). `[code](https://github.com/{repo})`"
    data = "* [{title}](https://arxiv.org/abs/{id}). [[dataset1](https://github.com/{repo})]"
    for each in (pattern, data):
        text = make(each, f"* {LINK}.")
        assert run(text, SURE_CODE).texts[0].content == text


def test_nothing_is_written_twice_or_beside_other_code() -> None:
    pattern = "* [{title}](https://arxiv.org/abs/{id}) [[code](https://github.com/{repo})]"
    text = make(pattern, f"* {LINK}")
    once = run(text, SURE_CODE).texts[0].content
    assert once != text
    assert run(once, SURE_CODE).texts[0].content == once
    other = make(pattern, f"* {LINK} [[code](https://gitlab.com/someone/else)]")
    assert run(other, SURE_CODE).texts[0].content == other


def test_a_list_without_code_gets_none() -> None:
    text = make("* [{title}](https://arxiv.org/abs/{id})", f"* {LINK}")
    assert run(text, SURE_CODE).texts[0].content == text


def test_a_repository_that_does_not_name_the_paper_is_proposed() -> None:
    text = make("* [{title}](https://arxiv.org/abs/{id}) [[code](https://github.com/{repo})]", f"* {LINK}")
    outcome = run(text, facts(code=(CodeClaim(CODE, "arXiv abstract", CodeState.PRESENT),)))
    assert outcome.texts[0].content == text
    assert [(each.value, each.reason) for each in outcome.open] == [(CODE, "the repository does not name the paper")]


@pytest.mark.parametrize(
    "address", ["https://github.com/a/b)](x", "https://github.com/a/b|c", "javascript:x", "https://github.com/a/b\n"]
)
def test_a_hostile_address_is_never_written(address: str) -> None:
    text = make("* [{title}](https://arxiv.org/abs/{id}) [[code](https://github.com/{repo})]", f"* {LINK}")
    assert (
        run(text, facts(code=(CodeClaim(address, "arXiv", CodeState.NAMED, witness=Witness.AUTHORS),))).texts[0].content
        == text
    )


def test_what_siblings_have_for_code_and_is_no_repository_is_not_written() -> None:
    pattern = "* [{title}](https://arxiv.org/abs/{id}) [[code](https://e.org/{repo})]"
    content = make(pattern.replace("{repo}", "of-{id}"), f"* {LINK}")
    outcome = run(content, SURE_CODE)
    assert (outcome.texts[0].content, outcome.written, outcome.open) == (content, (), ())


OLD, NEW = "https://github.com/a/Fire", "https://github.com/c/Snow"


@pytest.mark.parametrize(
    ("text", "old", "new", "label", "after"),
    [
        pytest.param(f"[code]({OLD})", OLD, NEW, "code", f"[code]({NEW})", id="the address"),
        pytest.param(f"[PyTorch]({OLD}) on PyTorch", OLD, NEW, "PyTorch", f"[Code]({NEW}) on PyTorch", id="once"),
        pytest.param("![](https://e.org/A/fire.svg)", OLD, NEW, "", "![](https://e.org/c/Snow.svg)", id="a badge"),
        pytest.param(f"[Fire]({OLD})", OLD, NEW, "Fire", f"[Snow]({NEW})", id="the name"),
        pytest.param(f"[fire]({OLD})", OLD, NEW, "fire", f"[fire]({NEW})", id="in other capitals"),
        pytest.param("Fire-2 Fire/x xFire (Fire)", OLD, NEW, "", "Fire-2 Fire/x xFire (Snow)", id="part of a word"),
        pytest.param("[ice](https://e.org/a/ice)", "https://e.org/a/ice", NEW, "", f"[ice]({NEW})", id="a short name"),
        pytest.param("[code](https://e.org/a/code)", "https://e.org/a/code", NEW, "", f"[code]({NEW})", id="a label"),
        pytest.param("[a/b](https://e.org/a)", "https://e.org/a", NEW, "", f"[a/b]({NEW})", id="from a page"),
        pytest.param("[a/Fire](https://e.org)", OLD, "https://e.org/x", "", "[a/Fire](https://e.org)", id="to a page"),
    ],
)
def test_the_unit_with_another_repository(text: str, old: str, new: str, label: str, after: str) -> None:
    assert with_repository(text, old, new, label) == after


def test_the_nearest_siblings_are_found_without_reading_all_for_each_entry() -> None:
    def search(count: int) -> int:
        lines = (f"* [Maps of Water {n}](https://arxiv.org/abs/2401.{n:05})\n" for n in range(1, count))
        listing = read_text(Text("README.md", "".join(lines)))
        siblings = Siblings(listing)
        known = [each for entry in listing.entries if (each := siblings.of(entry)) is not None]
        return count_calls(lambda: [siblings.examples(each, "code", _first_unit) for each in known])

    assert search(400) < 5 * search(100)


def _first_unit(sibling: Sibling) -> Unit:
    return Unit(sibling.runs()[0], 0, 1)
