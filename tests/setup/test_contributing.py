from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.linter.survey import Survey
from bot.rules import RULES
from bot.setup.profile import find_contributing, learn, render_contributing
from bot.setup.workflows import INSTALL, RUN
from bot.text import Text
from tests.commands.helpers import TODAY
from tests.sample_list import LINES, LIST

if TYPE_CHECKING:
    from pathlib import Path


def rendered(*contents: str) -> str:
    listings, context = Survey(TODAY)([Text(f"{index}.md", content) for index, content in enumerate(contents)])
    return render_contributing(learn(listings, context, RULES), "main")


def test_what_the_list_does_is_asked_of_others() -> None:
    assert rendered(LIST).startswith(f"""\
# Contributing

An entry looks like this:

```markdown
{LINES[0]}```

- Every paper has a title, a link and a date.
- Dates are written `YYMM`.
- Newest papers come first.
- Links to arXiv lead to the abstract page: `https://arxiv.org/abs/...`.

[paperlist-bot]""")
    assert f"\n{RUN} lint --base origin/main\n```\n\n{INSTALL}\n" in rendered(LIST)


def test_nothing_is_asked_that_the_list_does_not_keep() -> None:
    assert "```\n\n[paperlist-bot]" in rendered(f"# Papers\n\n{LINES[3]}{LINES[0]}")


@pytest.mark.parametrize("content", ["", "# A project\n\nWords.\n"], ids=["empty", "no papers"])
def test_without_papers_there_is_no_example(content: str) -> None:
    assert rendered(content).startswith("# Contributing\n\n[paperlist-bot]")


def test_the_fence_is_longer_than_those_of_the_entry() -> None:
    entry = LINES[0].replace("UI-TARS-2", "````UI-TARS-2````")
    assert f"`````markdown\n{entry}`````\n" in rendered(f"# Papers\n\n{entry}")


def test_the_example_says_much_in_few_words() -> None:
    """Of the most common form: a rare one with more in it, and one with a comment of the bot, are no models."""
    long = "* [2312] [LLM-SQL-Solver: Can LLMs Determine SQL Equivalence?](https://arxiv.org/abs/2312.10321) (SIGMOD)\n"
    other = "* [2310] [FireAct](https://arxiv.org/abs/2310.05915) (ICLR 2024) <!-- bot: allow date-mismatch -->\n"
    assert f"```markdown\n{LINES[0]}```" in rendered(LIST + other, f"# More\n\n{long}{other}")
    assert f"```markdown\n{long}```" in rendered(f"# More\n\n{long}{other}")


@pytest.mark.parametrize(
    ("there", "found"),
    [
        ((), None),
        (("README.md", "docs/README.md"), None),
        (("contributing.md",), "contributing.md"),
        (("docs/CONTRIBUTING.rst",), "docs/CONTRIBUTING.rst"),
        (("CONTRIBUTING", "docs/CONTRIBUTING.md"), "CONTRIBUTING"),
        (("CONTRIBUTING.md", ".github/Contributing.md"), ".github/Contributing.md"),
    ],
)
def test_where_the_file_is(there: tuple[str, ...], found: str | None, tmp_path: Path) -> None:
    for name in there:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert find_contributing(tmp_path) == (tmp_path / found if found else None)
