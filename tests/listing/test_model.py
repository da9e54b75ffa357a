"""Everything that is read in an entry, as one JSON object."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.document import parse
from bot.linter.schema import validator
from bot.listing import read
from bot.listing.links import write_identifiers
from bot.listing.values import entry_object
from bot.papers.identifiers import identify
from bot.text import Text


def objects_of(content: str) -> list[dict[str, object]]:
    listing = read(parse(Text("list.md", content)))
    return [entry_object(listing, entry) for entry in listing.entries]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param(
            "* [2310] [FireAct](http://www.arxiv.org/pdf/2310.05915v3.pdf)",
            {"arxiv": "2310.05915", "url": "http://www.arxiv.org/pdf/2310.05915v3.pdf"},
            id="version",
        ),
        pytest.param(
            "* [FireAct: Toward Language Agent Fine-tuning](https://openreview.net/forum?id=RqUMWdDg52) "
            "[[arXiv](https://arxiv.org/abs/2310.05915)]",
            {"arxiv": "2310.05915", "identifiers": ["openreview:RqUMWdDg52", "arxiv:2310.05915"]},
            id="arXiv beside the main link",
        ),
        pytest.param(
            "* [2504] [A title that is\n  wrapped](https://arxiv.org/abs/2504.04717)",
            {"title": "A title that is wrapped"},
            id="one line",
        ),
        pytest.param(
            "* [1700] [World of Bits](https://proceedings.mlr.press/v70/shi17a)", {"date": None}, id="no date"
        ),
        pytest.param("* [2310] [FireAct](https://arxiv.org/abs/2310.05915)", {"section": None}, id="no section"),
    ],
)
def test_parts(entry: str, expected: dict[str, object]) -> None:
    (found,) = objects_of(f"{entry}\n")
    assert {key: found[key] for key in expected} == expected


PIECES = st.sampled_from(
    [
        "* ",
        "1. ",
        "### ",
        "| ",
        "\n",
        "\n\n",
        "  ",
        "[2310] ",
        "[1700] ",
        "(ICLR 24 | NTU, 107) ",
        "(9999999999999999999999) ",
        "[FireAct](https://arxiv.org/abs/2310.05915) ",
        "[[paper]](http://x.y/z) ",
        "[]() ",
        "[",
        "]",
        "⭐️ ",
        "世界 ",
        "\x00",
        "**",
        "<br>",
        "https://arxiv.org/abs/cs/0309048v1 ",
        "![](a.png) ",
        "<!-- c --> ",
        "2024.7.1 ",
    ]
)


@given(st.lists(PIECES, max_size=25).map("".join))
def test_every_object_meets_the_schema(content: str) -> None:
    assert [problem for found in objects_of(content) for problem in validator("entry").problems(found)] == []


GITHUB = "https://github.com"
TITLE = "- [Agents That Learn From Feedback](https://arxiv.org/abs/2504.04717)"


@pytest.mark.parametrize(
    ("content", "code", "repositories"),
    [
        pytest.param(f"{TITLE} [[note]]({GITHUB}/me/reading/tree/main/agents)", None, [], id="note"),
        pytest.param(f"{TITLE} [[my notes]]({GITHUB}/me/reading/blob/main/agents.md)", None, [], id="notes in a file"),
        pytest.param(f"{TITLE} [[Markdown]]({GITHUB}/me/reading/blob/main/agents.md)", None, [], id="file alone"),
        pytest.param(f"{TITLE} [[PPTX]]({GITHUB}/me/reading/raw/main/agents.pptx)", None, [], id="slides in a file"),
        pytest.param(f"{TITLE} [[#7]]({GITHUB}/me/reading/pull/7)", None, [], id="pull request"),
        pytest.param(
            f"{TITLE} [[Discussion]]({GITHUB}/me/reading) [[link]]({GITHUB}/lab/agents)",
            f"{GITHUB}/lab/agents",
            ["github:lab/agents"],
            id="discussion before code",
        ),
        pytest.param(
            f"{TITLE} [[data]]({GITHUB}/lab/data) [[code]]({GITHUB}/me/reading/blob/main/agents.md)",
            f"{GITHUB}/me/reading/blob/main/agents.md",
            ["github:lab/data"],
            id="what is called code",
        ),
        pytest.param(
            f"{TITLE} [[link]]({GITHUB}/lab/agents/blob/main/README.md)",
            f"{GITHUB}/lab/agents/blob/main/README.md",
            ["github:lab/agents"],
            id="first page of a repository",
        ),
        pytest.param(
            "| Title | Paper | Code |\n|-|-|-|\n"
            "| Agents That Learn From Feedback | [link](https://arxiv.org/abs/2504.04717) | [link](https://a.io) |",
            "https://a.io",
            [],
            id="column",
        ),
    ],
)
def test_code(content: str, code: str | None, repositories: list[str]) -> None:
    [entry] = objects_of(f"# Papers\n\n{content}\n")
    named = entry["identifiers"]
    assert isinstance(named, list)
    assert (entry["code"], named[1:]) == (code, repositories)


@pytest.mark.parametrize(
    ("note", "identifiers"),
    [
        pytest.param(
            "The idea is that of [Calibrated Steps](https://arxiv.org/abs/2502.14276).", [], id="another paper"
        ),
        pytest.param("- [A lecture on agents](https://www.youtube.com/watch?v=wL4X4lG20sM)", [], id="video"),
        pytest.param("[pdf](https://openreview.net/forum?id=RqUMWdDg52)", ["openreview:RqUMWdDg52"], id="label"),
        pytest.param("DOI: <https://doi.org/10.1145/3292500>", ["doi:10.1145/3292500"], id="address"),
        pytest.param("Code: [agents](https://github.com/lab/agents)", ["github:lab/agents"], id="field"),
    ],
)
def test_what_notes_name_is_no_identifier_of_the_entry(note: str, identifiers: list[str]) -> None:
    [entry] = objects_of(f"# Papers\n\n{TITLE}\n\n  {note}\n")
    assert entry["identifiers"] == ["arxiv:2504.04717", *identifiers]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        pytest.param("* [ATLaS](https://a.org) [[paper](https://arxiv.org/abs/2503.02197)]", (), id="labels"),
        pytest.param(
            "* **ATLaS**: [Agent Tuning via Learning Critical Steps](https://arxiv.org/abs/2503.02197) [ICLR 2025]",
            ("ATLaS",),
            id="bold name",
        ),
        pytest.param(
            "* [ATLaS](https://a.org) Paper: [Agent Tuning via Critical Steps](https://arxiv.org/abs/2503.02197)",
            ("ATLaS",),
            id="link text",
        ),
        pytest.param(
            "* **ATLaS** (2025) [[pdf](https://arxiv.org/abs/2503.02197)]\n  - Paper: Agent Tuning via Critical Steps",
            ("Agent Tuning via Critical Steps",),
            id="behind Paper:",
        ),
        pytest.param(
            '* ATLaS, "Agent Tuning via Critical Steps", 2025 [[pdf](https://arxiv.org/abs/2503.02197)]',
            (),
            id="the title itself",
        ),
    ],
)
def test_aliases(entry: str, expected: tuple[str, ...]) -> None:
    assert read(parse(Text("list.md", entry))).entries[0].aliases == expected


@pytest.mark.parametrize(
    ("urls", "expected"),
    [
        pytest.param(("https://aclanthology.org/P18-1001/",), ["acl:P18-1001"], id="its page"),
        pytest.param(
            ("https://doi.org/10.18653/V1/P18-1001", "https://arxiv.org/abs/1801.00001"),
            ["acl:P18-1001", "arxiv:1801.00001", "doi:10.18653/v1/p18-1001"],
            id="its DOI",
        ),
        pytest.param(("https://doi.org/10.1145/1",), ["doi:10.1145/1"], id="a DOI of others"),
    ],
)
def test_a_doi_of_the_acl_anthology_has_two_names(urls: tuple[str, ...], expected: list[str]) -> None:
    named = [found for url in urls if (found := identify(url).identifier) is not None]
    assert write_identifiers(named, urls) == expected


def test_proses_are_head_and_details_or_cells() -> None:
    listing = read(
        parse(
            Text(
                "README.md",
                "* [SWEET-RL Trains Agents](https://arxiv.org/abs/2503.15478)\n  - authors\n\n"
                "| Paper | Date |\n| --- | --- |\n| [MPO Boosts Agents](https://arxiv.org/abs/2503.02682) | 2025 |\n",
            )
        )
    )
    assert [[prose.text for prose in entry.proses] for entry in listing.entries] == [
        ["SWEET-RL Trains Agents", "authors"],
        ["MPO Boosts Agents", "2025"],
    ]
