"""Relative targets that do not exist."""

from __future__ import annotations

import pytest

from bot.linter.diagnostics import Safety, Severity
from bot.linter.rule import Need
from bot.rules.missing_targets import MissingFile
from tests.rules.helpers import findings, fixed, marked, placed

RULE = MissingFile()


def test_needs_files() -> None:
    assert RULE.needs is Need.FILES


@pytest.mark.parametrize(
    ("text", "target", "message"),
    [
        pytest.param("[licence](LICENSE)\n", "LICENSE", "file `LICENSE` does not exist", id="link"),
        pytest.param("![map](a/b.png)\n", "a/b.png", "picture `a/b.png` does not exist", id="picture"),
        pytest.param('<img src="a/b.png">\n', "a/b.png", "picture `a/b.png` does not exist", id="HTML"),
        pytest.param(
            "[![licence](https://a.org/b.svg)](LICENSE)\n", "LICENSE", "file `LICENSE` does not exist", id="badge"
        ),
        pytest.param("[a](a.md#top)\n", "a.md#top", "file `a.md` does not exist", id="with a fragment"),
        pytest.param("[a](../docs/a.md)\n", "../docs/a.md", "file `../docs/a.md` does not exist", id="above"),
    ],
)
def test_finds(text: str, target: str, message: str) -> None:
    found = findings(RULE, text, missing=[target])
    assert placed(text, found) == [(1, Severity.ERROR)]
    assert marked(text, found) == [target]
    assert [(each.message, each.fix) for each in found] == [(message, None)]


def test_each_target_once() -> None:
    text = "![](a.png) one ![](a.png) two [a](a.png?raw=true)\n\n![](b.png)\n"
    found = findings(RULE, text, missing=["a.png", "a.png?raw=true", "b.png"])
    assert [each.message for each in found] == [
        "picture `a.png` does not exist (3 links)",
        "picture `b.png` does not exist",
    ]


@pytest.mark.parametrize("heading", ["Behavior Cloning", "Behavior, Cloning"])
def test_an_anchor_without_its_mark(heading: str) -> None:
    target = heading.lower().replace(" ", "-")
    text = f"* [Cloning]({target})\n\n## {heading}\n\nPapers.\n"
    found = findings(RULE, text, missing=[target])
    message = "the `#` before the section is missing: write `#behavior-cloning`"
    assert [(each.message, each.fix and each.fix.safety) for each in found] == [(message, Safety.UNSAFE)]
    assert fixed(text, found) == text.replace(f"({target}", "(#behavior-cloning")


@pytest.mark.parametrize(
    "target",
    [
        *("../../issues", "../../issues/new", "../../pulls", "../../wiki", "../../stargazers"),
        *("../../releases/latest", "www.a.org/b", "https//a.org", "arxiv.org/abs/2310.05915", "github.com/a/b"),
        *("demo.streamlit.app", "example.com", "TODO", "link", "someone@example.edu"),
    ],
)
def test_is_no_file(target: str) -> None:
    assert findings(RULE, f"[a]({target})\n", missing=[target]) == []


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[a](there.md) ![b](there.png)\n", id="there"),
        pytest.param("<!-- [a](missing.md) -->\n", id="comment"),
        pytest.param("`[a](missing.md)`\n", id="code"),
        pytest.param("## Contributing\n\n* [title](missing.md)\n", id="template"),
    ],
)
def test_leaves_alone(text: str) -> None:
    assert findings(RULE, text, missing=["missing.md"]) == []


def test_message_has_the_path_as_people_write_it() -> None:
    (found,) = findings(MissingFile(), "[slides](a%20talk%20-%20part.pdf)\n", missing=["a%20talk%20-%20part.pdf"])
    assert found.message == "file `a talk - part.pdf` does not exist"


def test_where_no_file_exists_the_list_lies_apart_from_them() -> None:
    """A list that was copied out of its repository is no broken list."""
    files = [f"notes/{number}.md" for number in range(8)]
    text = "".join(f"* [Agents of Kind {number}]({name})\n" for number, name in enumerate(files))
    (note,) = findings(MissingFile(), text, missing=files)
    assert note.severity is Severity.NOTE
    assert note.message.startswith("8 of 8 files beside the list: the file does not exist (lines 1, 2, 3 and 5 more)")
    assert len(findings(MissingFile(), text, missing=files[:7])) == 7


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        pytest.param("[licence](LICENSE)\n", Severity.NOTE, id="alone"),
        pytest.param("[licence](LICENSE) [map](map.png)\n", Severity.ERROR, id="another one exists"),
        pytest.param("[licence](LICENSE) [all](../../issues)\n", Severity.NOTE, id="a page of GitHub"),
        pytest.param("[licence](LICENSE) [map](/map.png)\n", Severity.NOTE, id="a path from the top of the repository"),
        pytest.param("[licence](LICENSE) [top](#top)\n", Severity.NOTE, id="an anchor"),
    ],
)
def test_a_list_in_no_repository_may_be_a_copy(text: str, severity: Severity) -> None:
    (found,) = findings(MissingFile(), text, missing=["LICENSE"], apart=True)
    assert found.severity is severity
    is_note = severity is Severity.NOTE
    end = "; the list is outside a repository and may be a copy" if is_note else ""
    assert found.message == f"file `LICENSE` does not exist{end}"
