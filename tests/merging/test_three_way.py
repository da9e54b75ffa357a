"""Three versions of a list -> one."""

from __future__ import annotations

import pytest

from bot.merging.three_way import Conflict, Result, merge, merge_versions
from bot.text import Text
from tests.merging.helpers import clean, merged
from tests.sample_list import LINES

A, B, C, D, E, F, G, H = LINES[:8]
"""Entries, newest first."""

NEW = "* [2508] [Agent Lightning: Train ANY AI Agents with Reinforcement Learning](https://arxiv.org/abs/2508.03680)\n"
NEWER = "* [2508] [Memento: Fine-tuning LLM Agents without Fine-tuning LLMs](https://arxiv.org/abs/2508.16153)\n"
WEBGPT = "* [WebGPT: Browser-assisted question-answering with human feedback](https://arxiv.org/abs/2112.09332)\n"
TOOLFORMER = "* [Toolformer: Language Models Can Teach Themselves to Use Tools](https://arxiv.org/abs/2302.04761)\n"
SHOP = "* [WebShop: Towards Scalable Real-World Web Interaction](https://arxiv.org/abs/2207.01206)\n"


BADGE = "![papers](https://img.shields.io/badge/papers-{}-blue)"


def sections(first: str, second: str, between: str = "## Tools\n\n") -> str:
    return f"# Agents\n\n## Training\n\n{first}\n{between}{second}"


def numbered(*entries: str) -> str:
    return "# Agents\n\n" + "".join(f"{number}. {entry[2:]}" for number, entry in enumerate(entries, 1))


def table(*rows: str, head: str = "| Paper | Venue |") -> str:
    rule = "|".join("---" for _ in head.strip("|").split("|"))
    return f"# Agents\n\n{head}\n|{rule}|\n" + "".join(f"{row}\n" for row in rows)


def counting(start: int, *entries: str, step: int = 1) -> str:
    """Entries with numbers that begin at any one."""
    numbered = zip(range(start, start + step * len(entries), step), entries, strict=True)
    return "# Agents\n\n" + "".join(f"{number}. {entry[2:]}" for number, entry in numbered)


def padded(*entries: str) -> str:
    """Entries with numbers of two digits."""
    return "# Agents\n\n" + "".join(f"{number:02}. {entry[2:]}" for number, entry in enumerate(entries, 1))


def cited(citations: int, *more: str) -> str:
    """An entry with citations, and others."""
    return f"# Agents\n\n{A[:-1]} ({citations} citations)\n{''.join(more)}"


EDITED = A.replace("Report", "Note")
SPACED = f"# Agents\n\n{A}\n\n{B}{C}"
MORE = "\n## More\n\n"


UNCERTAIN = {
    "both sides changed it",
    "one side changed what the other one deleted",
    "both sides wrote something else here",
    "one side added it to what the other one divided into sections",
}
PAG_TITLE = "PAG: Multi-Turn Reinforced LLM Self-Correction"
PAG = "| [PAG: Multi-Turn Reinforced LLM Self-Correction](https://arxiv.org/abs/2506.10406) |{}|{}"
GPT = "| [WebGPT: Browser-assisted question-answering](https://arxiv.org/abs/2112.09332) |{}|{}"


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        pytest.param(
            sections(A + B, D),
            sections(A + B + C, D),
            sections(A + B, D + E),
            sections(A + B + C, D + E),
            id="added to different sections",
        ),
        pytest.param(
            sections(A + B + C + D, E),
            sections(A + NEW + B + C + D, E),
            sections(A + NEWER + B + C + D, E),
            sections(A + NEWER + NEW + B + C + D, E),
            id="added at one place: by id where the month is the same",
        ),
        pytest.param(
            sections(A + B + C, E),
            sections(A + NEW + B + C, E),
            sections(A + NEWER + B + C, E),
            sections(A + NEWER + NEW + B + C, E),
            id="in a section with three steps from entry to entry",
        ),
        pytest.param(
            sections(A + B, E),
            sections(A + NEW + B, E),
            sections(A + NEWER + B, E),
            sections(A + NEW + NEWER + B, E),
            id="in one with two: ours first",
        ),
        pytest.param(
            sections(A + B + C + D, E),
            sections(A + "\n" + NEW + B + C + D, E),
            sections(A + NEWER + B + C + D, E),
            sections(A + NEWER + "\n" + NEW + B + C + D, E),
            id="the blank line above an entry comes with it",
        ),
        pytest.param(
            sections(A + F + G + H, E),
            sections(A + C + F + G + H, E),
            sections(A + B + D + F + G + H, E),
            sections(A + B + C + D + F + G + H, E),
            id="added at one place: by date",
        ),
        pytest.param(
            sections(SHOP, E),
            sections(SHOP + WEBGPT, E),
            sections(SHOP + TOOLFORMER, E),
            sections(SHOP + WEBGPT + TOOLFORMER, E),
            id="added at one place: ours first",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B + WEBGPT, D),
            sections(A + B + WEBGPT.replace("/abs/", "/pdf/").replace("WebGPT: B", "B"), D),
            sections(A + B + WEBGPT, D),
            id="one paper added by both",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B + "* [Smith](https://github.com/a/agents) one\n", D),
            sections(A + B + "* [Smith: Many Agents](https://github.com/a/agents) other\n", D),
            sections(
                A + B + "* [Smith](https://github.com/a/agents) one\n"
                "* [Smith: Many Agents](https://github.com/a/agents) other\n",
                D,
            ),
            id="two of one repository",
        ),
        pytest.param(
            sections(A + B + C, D), sections(A + C, D), sections(A + B, D), sections(A, D), id="deleted neighbours"
        ),
        pytest.param(
            sections(A + B + C, D),
            sections(A + C, D + B),
            sections(A + B.replace("Long-Context", "Long") + C, D),
            sections(A + C, D + B.replace("Long-Context", "Long")),
            id="moved and edited",
        ),
        pytest.param(
            sections(A + B, D),
            "# Agents\n\n## Tools\n\n" + D + "\n## Training\n\n" + A + B,
            sections(A + B + C, D),
            "# Agents\n\n## Tools\n\n" + D + "\n## Training\n\n" + A + B + C,
            id="a section moved, and added to",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B, D, "## Use of tools\n\n"),
            sections(A + B, D + E),
            sections(A + B, D + E, "## Use of tools\n\n"),
            id="a section renamed, and added to",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B + C, D),
            sections(A + B, E, "### Search\n\n" + F + "\n## Tools\n\n" + D),
            sections(A + B + C, E, "### Search\n\n" + F + "\n## Tools\n\n" + D),
            id="added above a new section",
        ),
        pytest.param(
            numbered(A, B, C),
            numbered(D, A, B, C),
            numbered(A, B, E, C),
            numbered(D, A, B, E, C),
            id="numbers go on counting",
        ),
        pytest.param(
            table(PAG.format(" ", " |"), GPT.format(" ", " |"), head="| Paper | Venue | Code |"),
            table(PAG.format(" ICML ", " |"), GPT.format(" ", " |"), head="| Paper | Venue | Code |"),
            table(PAG.format(" ", " yes |"), GPT.format(" ", " |"), head="| Paper | Venue | Code |"),
            table(PAG.format(" ICML ", " yes |"), GPT.format(" ", " |"), head="| Paper | Venue | Code |"),
            id="cells of one row",
        ),
        pytest.param(
            table(PAG.format(" ICML ", "")),
            table(PAG.format(" ICML    ", ""), head="| Paper     | Venue    |"),
            table(PAG.format(" ICML 2026 ", "")),
            table(PAG.format(" ICML 2026    ", ""), head="| Paper     | Venue    |"),
            id="a table aligned anew",
        ),
        pytest.param(
            sections(A + B, D, "## Tools (1)\n\n").replace("# Agents", f"# Agents\n\n{BADGE.format(3)}", 1),
            sections(A + B + WEBGPT, D + E, "## Tools (2)\n\n").replace(
                "# Agents", f"# Agents\n\n{BADGE.format(5)}", 1
            ),
            sections(A + B, D + SHOP, "## Tools (2)\n\n").replace("# Agents", f"# Agents\n\n{BADGE.format(4)}", 1),
            sections(A + B + WEBGPT, D + E + SHOP, "## Tools (3)\n\n").replace(
                "# Agents", f"# Agents\n\n{BADGE.format(6)}", 1
            ),
            id="counts",
        ),
        pytest.param(
            cited(3, B, C), cited(4, B, C, D), cited(4, B, C, E), cited(4, B, C, D, E), id="citations are no counts"
        ),
        pytest.param(counting(1, A, B), counting(1, A), counting(1, A, B, C), counting(1, A, C), id="one number left"),
        pytest.param(
            counting(2, A, B, step=-1),
            counting(3, C, A, B, step=-1),
            counting(3, D, A, B, step=-1),
            counting(4, C, D, A, B, step=-1),
            id="numbers count down",
        ),
        pytest.param(
            padded(A, B),
            padded(A, B, C),
            padded(A, B).replace("Report", "Note"),
            padded(A, B, C).replace("Report", "Note"),
            id="numbers with a zero stay",
        ),
        pytest.param(
            counting(0, A, B), counting(0, A, B, C), counting(5, A, B), counting(5, A, B, C), id="another first number"
        ),
        pytest.param(counting(1, A, B), counting(3, A, B), counting(5, A, B), counting(7, A, B), id="both begin later"),
        pytest.param(
            counting(1, A, B, step=3),
            counting(1, A, B, step=3) + f"9. {C[2:]}",
            counting(2, A, B, step=3),
            counting(2, A, B, step=3) + f"9. {C[2:]}",
            id="numbers with a meaning stay",
        ),
        pytest.param(
            SPACED, SPACED + D, SPACED.replace("Report", "Note"), SPACED.replace("Report", "Note") + D, id="its own gap"
        ),
        pytest.param(SPACED, SPACED + D, SPACED.replace(C, f"\n{C}"), SPACED.replace(C, f"\n{C}") + D, id="a new gap"),
        pytest.param(
            f"\n\n{SPACED}", f"\n\n{SPACED}{D}", f"\n\n\n{SPACED}", f"\n\n\n{SPACED}{D}", id="a gap at the top"
        ),
        pytest.param(
            sections(A, D),
            sections(A + B + "\nWrite to us.\n", D),
            sections(A + "\nWrite to us.\n", D + E),
            sections(A + B + "\nWrite to us.\n", D + E),
            id="one line added by both",
        ),
        pytest.param(
            sections(A, D),
            sections(A + B + "\nWrite to us.\n", D),
            sections(A, D + E + "\nWrite to us.\n"),
            sections(A + B + "\nWrite to us.\n", D + E + "\nWrite to us.\n"),
            id="one line added to two sections",
        ),
        pytest.param(
            sections(A + E, D),
            sections(A + E, D) + MORE + B,
            sections(A + E, D) + MORE + C,
            sections(A + E, D) + MORE + B + C,
            id="one section added by both",
        ),
        pytest.param(
            sections(A, D),
            sections(A, D) + MORE + B,
            sections(A, D) + MORE.replace("##", "###") + C,
            sections(A, D) + MORE.replace("##", "###") + C + MORE + B,
            id="sections of two levels",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B.replace("MemAgent", "X").replace("2507.02259", "2112.09332"), D),
            sections(A + B, D + E),
            sections(A + B.replace("MemAgent", "X").replace("2507.02259", "2112.09332"), D + E),
            id="another paper in its place",
        ),
        pytest.param(
            f"# Agents\n\n{A}\n{B}\n{C}",
            f"# Agents\n\n{A}\n{B}\n{C}\n{D}",
            f"# Agents\n\n{A}\n{B}\n{C}\n{E}",
            f"# Agents\n\n{A}\n{B}\n{C}\n{D}\n{E}",
            id="blank lines between entries",
        ),
        pytest.param(
            sections(A + B + C + D, E),
            sections(A + C + D + B, E),
            sections(A + B + NEW + C + D, E),
            sections(A + NEW + C + D + B, E),
            id="added below what the other side moved",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B, D + B),
            sections(A + B + C, D),
            sections(A + B + C, D + B),
            id="added where another section has it",
        ),
        pytest.param(
            sections(A + B + C, D),
            sections(NEW + A + B + C, D),
            sections(f"{NEW}\n### One\n\n{A}{B}\n### Two\n\n{C}", D),
            sections(f"{NEW}\n### One\n\n{A}{B}\n### Two\n\n{C}", D),
            id="added by both above new sections",
        ),
        pytest.param(
            sections(A, D + E + F, "## Tools (3)\n\n"),
            sections(A, NEW + D + E, "## Tools of trade (3)\n\n"),
            sections(A, D + SHOP + E, "## Tools (3)\n\n"),
            sections(A, NEW + D + SHOP + E, "## Tools of trade (3)\n\n"),
            id="a count that no side changed",
        ),
        pytest.param(
            "# Agents (8)\n\n" + "".join(LINES[1:9]),
            "# Agents (9)\n\n" + "".join(LINES[:9]),
            "# Agents (9)\n\n" + "".join(LINES[1:10]),
            "# Agents (10)\n\n" + "".join(LINES[:10]),
            id="a count in the first line",
        ),
        pytest.param(
            sections("Of 3 papers:\n\n" + A + B, D),
            sections("Of 4 papers:\n\n" + A + B + C, D),
            sections("Of 4 papers:\n\n" + A + B, D + E),
            sections("Of 5 papers:\n\n" + A + B + C, D + E),
            id="the count of the list in a section",
        ),
        pytest.param(
            counting(9, A, B),
            counting(9, D, A, B),
            counting(9, EDITED, B),
            counting(9, D, EDITED, B),
            id="a number with a digit more, and an edit",
        ),
        pytest.param(
            counting(10, A, B),
            counting(9, A, B),
            counting(10, EDITED, B),
            counting(9, EDITED, B),
            id="one with a digit less, and an edit",
        ),
        pytest.param(
            counting(9, A, B),
            counting(9, EDITED, B),
            counting(9, D, A, B),
            counting(9, D, EDITED, B),
            id="an edit, and a number with a digit more",
        ),
        pytest.param(
            sections(A + B, D) + "\n## More\n\nWrite to us.\n",
            sections(A + B + C, D) + "\n## More\n\nWrite to us.\n",
            sections(A + B, D + E) + "\n## More\n\nWrite to all of us.\n",
            sections(A + B + C, D + E) + "\n## More\n\nWrite to all of us.\n",
            id="other text",
        ),
    ],
)
def test_clean(base: str, ours: str, theirs: str, result: str) -> None:
    assert clean(base, ours, theirs) == result


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "reasons"),
    [
        pytest.param(
            sections(A + B, D),
            sections(A.replace("Report", "Paper") + B, D),
            sections(A.replace("Report", "Note") + B, D),
            ["both sides changed it"],
            id="one field",
        ),
        pytest.param(
            sections(A + B, D),
            sections(B, D),
            sections(A.replace("Report", "Note") + B, D),
            ["one side changed what the other one deleted"],
            id="deleted and edited",
        ),
        pytest.param(
            sections(A + B, D),
            sections(B, D + A),
            sections(B, D),
            ["one side moved what the other one deleted"],
            id="deleted and moved",
        ),
        pytest.param(
            sections(A + B, D) + f"\n## More\n\n{E}",
            sections(B, D + A) + f"\n## More\n\n{E}",
            sections(B, D) + f"\n## More\n\n{E}{A}",
            ["the sides moved it to different sections"] * 2,
            id="moved apart",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B + C, D),
            sections(A + B, D + C),
            ["both sides added it, in different sections"] * 2,
            id="one paper in two sections",
        ),
        pytest.param(
            sections(A + B + C, D) + f"\n## More\n\n{E}",
            sections(A + C, D + B) + f"\n## More\n\n{E}",
            sections(A + B + C, D) + f"\n## More\n\n{E}{B.replace('](', ', again](')}",
            ["both sides added it, in different sections"],
            id="moved, and added again elsewhere",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B + C.replace(")\n", "), ICML 2026\n"), D),
            sections(A + B + C.replace(")\n", "), ACL 2026\n"), D),
            ["both sides added it with different words"],
            id="one paper, other words",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B + C, D),
            sections(A + B + E.replace("2504.16129", "2506.10406"), D),
            ["both sides added it with different words"],
            id="two titles under one id",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B, D + E),
            f"# Agents\n\n## Training\n\n{A}{B}",
            ["one side deleted a section that the other one changed"],
            id="a section deleted, and added to",
        ),
        pytest.param(
            table(PAG.format(" ICML ", "")),
            table(PAG.format(" ICML ", ""), GPT.format(" arXiv ", "")),
            table(PAG.format(" yes ", " ICML |"), head="| Paper | Code | Venue |"),
            ["one side added a row, the other one changed the columns"],
            id="columns",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + WEBGPT, D),
            sections(A + SHOP, D),
            ["both sides wrote something else here"],
            id="two papers in the place of one",
        ),
        pytest.param(
            sections(A + B, D) + "\nBye.\n",
            sections(A + B, D) + "\nSee you soon, and send us more papers.\n",
            sections(A + B, D) + "\nThis page will go away in spring, says Ann.\n",
            ["both sides wrote something else here"],
            id="other text",
        ),
        pytest.param(
            sections(A + B, D),
            sections(A + B + C, D),
            sections(A + B + C.replace(PAG_TITLE, "MARFT: Multi-Agent Reinforcement Fine-Tuning"), D),
            ["both sides added it with different words"],
            id="two titles under one id, and nothing else differs",
        ),
        pytest.param(
            sections(A + B + C, D),
            sections(f"### One\n\n{A}{B}\n### Two\n\n{C}", D),
            sections(A + NEW + B + C, D),
            ["one side added it to what the other one divided into sections"],
            id="added between entries that are in a new section",
        ),
        pytest.param(
            sections(A + B + C, D),
            sections(A + NEW + B + C, D),
            sections(f"### One\n\n{A}\n### Two\n\n{B}{C}", D),
            ["one side added it to what the other one divided into sections"],
            id="added between two new sections",
        ),
    ],
)
def test_conflicts(base: str, ours: str, theirs: str, reasons: list[str]) -> None:
    found = merged(base, ours, theirs)
    assert [each.reason for each in found.conflicts] == reasons
    assert [each.is_certain for each in found.conflicts] == [each not in UNCERTAIN for each in reasons]
    lines = found.content.split("\n")
    for each in found.conflicts:
        assert lines[each.line - 1] == "<<<<<<< ours"
        assert lines[each.end_line - 1] == ">>>>>>> theirs"


def test_a_conflict_is_around_one_entry_alone() -> None:
    ours, theirs = A.replace("Report", "Paper"), A.replace("Report", "Note")
    found = merged(sections(A + B, D), sections(ours + B, D + E), sections(theirs + B + C, D))
    conflict = f"<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n"
    assert found.content == sections(conflict + B + C, D + E)
    assert (found.conflicts[0].section, found.conflicts[0].title) == ("## Training", "UI-TARS-2 Technical Paper")


TITLE, URL = "Searching Trees with Models", "https://arxiv.org/abs/2410.10001"
BASE, OURS, THEIRS = sections(A + B, D), sections(A + B + C, D), sections(A + B, D + E)
RESULT = sections(A + B + C, D + E)


@pytest.mark.parametrize("newline", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_line_ends_are_kept(newline: str) -> None:
    versions = [content.replace("\n", newline) for content in (BASE, OURS, THEIRS)]
    assert clean(*versions) == RESULT.replace("\n", newline)


def test_a_side_may_change_line_ends_mark_and_end() -> None:
    assert clean(BASE, "\ufeff" + OURS, THEIRS.replace("\n", "\r\n")) == "\ufeff" + RESULT.replace("\n", "\r\n")
    assert clean(BASE, OURS, THEIRS.removesuffix("\n")) == RESULT.removesuffix("\n")
    assert clean(BASE + "\n\n", OURS + "\n\n", THEIRS + "\n\n") == RESULT + "\n\n"


def test_mixed_line_ends_stay_where_they_are() -> None:
    versions = [content.replace("Agents\n", "Agents\r\n") for content in (BASE, OURS, THEIRS)]
    assert clean(*versions) == RESULT.replace("Agents\n", "Agents\r\n")
    base = sections(A + B, D).replace("Agents\n", "Agents\r\n")
    edited = (base.replace(*each) for each in (("Report", "Note"), (".02544)\n", ".02544) (oral)\n")))
    assert clean(base, *edited) == base.replace("Report", "Note").replace(".02544)\n", ".02544) (oral)\r\n")


def test_numbers_beside_a_conflict_stay() -> None:
    found = merged(counting(1, A, B, C), counting(1, A, WEBGPT, C), counting(1, A, SHOP, C))
    lines = counting(1, A, WEBGPT, C).replace("2. ", "<<<<<<< ours\n2. ")
    theirs = f"=======\n2. {SHOP[2:]}>>>>>>> theirs\n"
    assert found.content == lines.replace("3. ", f"{theirs}3. ")


def test_a_certain_conflict_with_a_doubt_is_merged_by_lines() -> None:
    base = f"# Agents\n\n***\n\n{A}\n***\n\n{B}\n## Tools\n\n{D}"
    ours = base.replace("***\n\n", "", 1).replace(B, B + C)
    theirs = base.replace(f"***\n\n{B}", B).replace(D, D + C)
    result = sections(f"{A}\n{B}{C}", D + C).replace("## Training\n\n", "")
    expected = Result(result, lines=1, reason="this line would be lost: ***")
    assert merge_versions(versions("a.md", base, ours, theirs), 7) == expected


def test_a_conflict_of_several_lines() -> None:
    """With the blank lines between them."""
    ours = "See you soon, and send us more papers.\n\nBy mail.\n\n\nNow.\n"
    theirs = "This page will go away in spring, says Ann.\n\nOr in fall.\n"
    found = merged(*(f"{sections(A + B, D)}\n{each}" for each in ("Bye.\n", ours, theirs)))
    assert found.content == f"{sections(A + B, D)}\n<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n"


def test_what_is_read_differently_is_merged_by_lines() -> None:
    """A no-break space makes the heading of the base no heading."""
    base = sections(A + B, D).replace("## Tools", "##\u00a0Tools")
    assert clean(base, sections(A + B, D + E), sections(A + B + C, D)) == sections(A + B + C, D + E)


def test_lines_that_the_base_has_in_an_entry_are_merged_by_lines() -> None:
    """Both sides made it a heading, one edited what is below it: of the base all that is one entry."""
    below = "- **Retrieval**: get answer from a source\n- **Overlap**: compare the answer with a source\n"
    base = f"# Papers\n\n### [{TITLE}]({URL})\n\nA summary.\n\n##\u00a0Kinds\n\n{below}"
    fixed = base.replace("\u00a0", " ")
    edited = fixed.replace("get answer", "get answer(s)")
    assert clean(base, edited, fixed) == clean(base, fixed, edited) == edited


@pytest.mark.parametrize("title", [f"{TITLE} Again", f"{TITLE}, ICML 2025"])
def test_of_two_additions_of_a_paper_that_says_more_is_kept(title: str) -> None:
    short, long = (f"- [2410] [{each}]({URL})\n" for each in (TITLE, title))
    base = sections(A + B, D)
    for versions in ((short, long), (long, short)):
        assert clean(base, *(sections(A + B + each, D) for each in versions)) == sections(A + B + long, D)


def versions(path: str, base: str, ours: str, theirs: str) -> tuple[Text, Text, Text]:
    return Text(path, base), Text(path, ours), Text(path, theirs)


@pytest.mark.parametrize(
    ("path", "reason"),
    [("a.md", ""), ("a.rst", "a.rst is reStructuredText, not Markdown"), ("a.tex", "a.tex is LaTeX, not Markdown")],
)
def test_other_formats_are_merged_by_lines(path: str, reason: str) -> None:
    assert merge_versions(versions(path, BASE, OURS, THEIRS), 7) == Result(RESULT, reason=reason)


def test_files_without_entries_are_merged_by_lines() -> None:
    found = merge_versions(versions("a.md", "a\nb\nc\n", "a\nb\nx\n", "y\nb\nc\n"), 7)
    assert found == Result("y\nb\nx\n", reason="no entries were found in it")
    assert found.is_clean


def test_a_merge_without_conflicts_is_not_that_of_git() -> None:
    """Git takes the number that both sides wrote."""
    base, *sides, result = (
        f"# Agents\n\n## Training ({count})\n\n{A}{B}\n{each}"
        for count, each in ((3, C), (4, D + C), (4, C + E), (5, D + C + E))
    )
    assert merge_versions(versions("a.md", base, *sides), 7) == Result(result)


def test_the_length_of_markers() -> None:
    ours, theirs = A.replace("Report", "Paper"), A.replace("Report", "Note")
    found = merge_versions(versions("a.md", BASE, sections(ours + B, D), sections(theirs + B, D)), 9)
    assert f"<<<<<<<<< ours\n{ours}=========\n{theirs}>>>>>>>>> theirs\n" in found.content
    assert ([each.is_certain for each in found.conflicts], found.lines, found.is_clean) == ([False], 0, False)
    twice = merge_versions(versions("a.md", BASE, sections(A + B + C, D), sections(A + B, D + C)), 7)
    assert [each.is_certain for each in twice.conflicts] == [True, True]


@pytest.mark.parametrize(("title", "conflicts"), [("Agents Learns", 2), ("Agents Learn", 0)])
def test_short_titles_may_be_labels(title: str, conflicts: int) -> None:
    """Twelve letters name a paper."""
    one, other = (f"* [{title}](https://{host}.org/1)\n" for host in "ab")
    assert len(merged(BASE, sections(A + B + one, D), sections(A + B, D + other)).conflicts) == conflicts


def test_a_file_without_entries_is_no_list() -> None:
    assert merge(Text("a.md", "a\n"), Text("a.md", "b\n"), Text("a.md", "c\n")) is None


def test_one_side_alone_is_the_result() -> None:
    for base, ours, theirs in (("a", "b", "a"), ("a", "a", "b"), ("a", "b", "b")):
        found = merge(Text("a.md", base), Text("a.md", ours), Text("a.md", theirs))
        assert found is not None
        assert found.content == "b"


BYE, SPRING = "\nBye.\n", "This page will go away in spring.\n"
PARAGRAPHS = f"# Agents\n\n{A}{B}\n{{}}\n## Tools\n\n{D}"
DEFINED = f"# Agents\n\n{A}{B}\nSee {{}}[a][1].\n\n[1]: https://e.org/{{}}\n"


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "doubt"),
    [
        pytest.param(
            f"# Agents\n\n***\n\n{A}\n***\n\n{B}",
            f"# Agents\n\n{A}\n***\n\n{B}",
            f"# Agents\n\n***\n\n{A}\n{B}",
            "this line would be lost: ***",
            id="each side deleted another one of two lines alike",
        ),
        pytest.param(
            DEFINED.format("", "old"),
            DEFINED.format("", "new"),
            DEFINED.format("[b][1] and ", "old"),
            "https://e.org/new would be there 2 times, not 1",
            id="a link of one side takes the address of the other",
        ),
        pytest.param(
            PARAGRAPHS.format("***\n\nText.\n\n  A note.\n"),
            PARAGRAPHS.format("Text.\n\n  A note.\n"),
            PARAGRAPHS.format("***\n\n  A note.\n"),
            "this would be part of what is above it:   A note.",
            id="what divided it from an entry is gone",
        ),
        pytest.param(
            sections(A + B, D) + BYE,
            sections(f"{A}{B}\n```\n", D) + BYE,
            sections(A + B, D) + BYE + "\n## More\n\nText.\n",
            "this would be in another section: ## More",
            id="a heading below code that is not closed",
        ),
        pytest.param(
            sections(A + B, D) + BYE,
            sections(f"{A}{B}\n```\n", D) + BYE,
            sections(A + B, D) + "\n## More\n" + BYE,
            "this line would be there 2 times, not 1: Bye.",
            id="a heading above what was read as code",
        ),
    ],
)
def test_doubts(base: str, ours: str, theirs: str, doubt: str) -> None:
    found = merged(base, ours, theirs)
    assert (found.conflicts, found.doubt) == ((), doubt)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        pytest.param(
            sections(A + B + C, D),
            sections(f"### One\n\n{A}{B}\n### Two\n\n{C}", D),
            sections(A + NEW + B + C, D),
            Result(sections(f"### One\n\n{A}{NEW}{B}\n### Two\n\n{C}", D)),
            id="that of git where a conflict is none there",
        ),
        pytest.param(
            sections(A, D) + BYE,
            sections(A, D) + "\nSee you soon.\n",
            f"{sections(A, D)}\n{SPRING}",
            Result(
                f"{sections(A, D)}\n<<<<<<< ours\nSee you soon.\n=======\n{SPRING}>>>>>>> theirs\n",
                (Conflict(11, 15, "## Tools", "", "both sides wrote something else here"),),
            ),
            id="that of the entries where git has conflicts, too",
        ),
        pytest.param(
            DEFINED.format("", "old"),
            DEFINED.format("", "new"),
            DEFINED.format("[b][1] and ", "old"),
            Result(
                DEFINED.format("[b][1] and ", "new"), lines=1, reason="https://e.org/new would be there 2 times, not 1"
            ),
            id="that of git, which leads a link elsewhere",
        ),
    ],
)
def test_which_merge_is_taken(base: str, ours: str, theirs: str, result: Result) -> None:
    assert merge_versions(versions("a.md", base, ours, theirs), 7) == result


def test_what_was_joined_is_not_lost_within_a_conflict_with_one_side() -> None:
    """A section that only one side still reads as one: the other side swallows it."""
    base = f"# Agents\n\n## One\n\n{''.join(LINES[:3])}\n## Two\n\n{''.join(LINES[3:6])}"
    ours = base.replace("\n## Two", "\n[x]: https://e.example/x y\n\nNew words\n## Two")
    ours = ours.replace(LINES[3], f"{LINES[3]}kept words\n")
    theirs = base.replace("\n## Two", "<pre> new\n## Two")
    found = merge_versions((Text("b.md", base), Text("o.md", ours), Text("t.md", theirs)), 7)
    assert found.lines == 1
    for line in {*ours.split("\n"), *theirs.split("\n")}:
        assert line in found.content.split("\n")
