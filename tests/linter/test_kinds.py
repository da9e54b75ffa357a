from __future__ import annotations

from datetime import date

import pytest

from bot.linter.config import Config
from bot.linter.survey import Survey
from bot.listing import Kind
from bot.listing.others import correct_kinds
from bot.text import Text

PAPER = "- [Learning to Plan with Many Tools](https://arxiv.org/abs/2001.01001)\n"
TOOL = "- [FooBar](https://github.com/foo/bar)\n"
COMMENT = "has a comment that says so"
SECTION = "is in a section that the configuration names"


def shown(content: str, kinds: tuple[tuple[str, Kind], ...] = (), name: str = "list.md") -> list[tuple[str, str]]:
    """The kind of each entry, and the reason where a person gave it."""
    (listing,) = Survey(date(2026, 1, 1), config=Config(kinds=kinds)).read([Text(name, content)])
    return [(str(each.kind), each.reason if each.reason in (COMMENT, SECTION) else "") for each in listing.entries]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(PAPER + TOOL, [("paper", ""), ("other", "")], id="none"),
        pytest.param(
            f"{PAPER}\n<!-- bot: kind paper - its report -->\n{TOOL}", [("paper", ""), ("paper", COMMENT)], id="above"
        ),
        pytest.param(
            PAPER.replace("\n", " <!--bot:KIND other-->\n") + TOOL, [("other", COMMENT), ("other", "")], id="beside"
        ),
        pytest.param(f"{PAPER}\n<!-- bot: kind papers -->\n{TOOL}", [("paper", ""), ("other", "")], id="no kind"),
        pytest.param(f"{PAPER}{TOOL}\n<!-- bot: kind paper -->\n", [("paper", ""), ("other", "")], id="above nothing"),
    ],
)
def test_a_comment_says_what_an_entry_is_about(content: str, found: list[tuple[str, str]]) -> None:
    assert shown(f"# List\n\n{content}") == found


def test_a_comment_in_records_says_so_too() -> None:
    first, second = (f"- title: Title {n}\n  url: https://arxiv.org/abs/2001.0100{n}\n" for n in (1, 2))
    records = f"{first}# bot: kind other\n{second}"
    assert [kind for kind, _ in shown(records, name="list.yaml")] == ["paper", "other"]


@pytest.mark.parametrize(
    ("kinds", "found"),
    [
        pytest.param(
            {"tools": Kind.PAPER}, [("paper", ""), ("paper", SECTION), ("other", COMMENT)], id="by its heading"
        ),
        pytest.param({"Agents": Kind.PAPER}, [("paper", SECTION), ("paper", SECTION), ("other", COMMENT)], id="inside"),
        pytest.param(
            {"Agents": Kind.PAPER, "Tools": Kind.OTHER},
            [("paper", SECTION), ("other", SECTION), ("other", COMMENT)],
            id="the innermost",
        ),
        pytest.param({"Nowhere": Kind.PAPER}, [("paper", ""), ("other", ""), ("other", COMMENT)], id="no such heading"),
    ],
)
def test_the_configuration_says_so_for_sections(kinds: dict[str, Kind], found: list[tuple[str, str]]) -> None:
    said = PAPER.replace("\n", " <!-- bot: kind other -->\n")
    listed = f"# List\n\n## Agents\n\n{PAPER}\n### Tools\n\n{TOOL}{said}"
    assert shown(listed, tuple(kinds.items())) == found


def test_without_a_word_the_list_is_the_same_and_papers_are_counted_anew_with_one() -> None:
    (listing,) = Survey(date(2026, 1, 1)).read([Text("list.md", f"# List\n\n{PAPER}{TOOL}")])
    assert correct_kinds(listing, (), {}) is listing
    assert len(correct_kinds(listing, [("List", Kind.PAPER)], {}).papers) == 2
