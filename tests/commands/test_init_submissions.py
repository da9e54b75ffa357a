"""`bot init --submissions`: the form to propose papers, and the workflow that answers it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bot.setup.workflows import SUBMISSIONS, render_workflow
from bot.submissions.form import TEMPLATE
from tests.commands.helpers import run
from tests.commands.office import README
from tests.repositories import repository


@pytest.fixture(autouse=True)
def folder(folder: Path) -> Path:
    repository(folder).commit(README=README)
    return folder


def test_form_and_workflow_are_written() -> None:
    done = run("init", "--submissions")
    assert done.code == 0
    assert done.err.splitlines()[:3] == ["wrote .github/paperlist-bot.yml", f"wrote {SUBMISSIONS}", f"wrote {TEMPLATE}"]
    assert Path(SUBMISSIONS).read_text() == render_workflow(SUBMISSIONS)
    section = yaml.safe_load(Path(TEMPLATE).read_text())["body"][1]
    assert {"Title", "Authors", "Date", "Venue", "Code"} <= {
        each["attributes"].get("label") for each in yaml.safe_load(Path(TEMPLATE).read_text())["body"]
    }
    assert section["attributes"]["options"] == ["Not sure: the bot proposes one", "Planning", "Memory"]


def test_they_join_a_configuration_that_is_there() -> None:
    run("init")
    before = Path(".github/paperlist-bot.yml").read_text()
    done = run("init", "--submissions")
    assert (done.code, ".github/paperlist-bot.yml already exists, not changed" in done.err) == (0, True)
    assert Path(".github/paperlist-bot.yml").read_text() == before
    assert Path(TEMPLATE).exists()


def test_a_form_that_a_person_wrote_is_kept() -> None:
    run("init", "--submissions")
    Path(TEMPLATE).write_text("mine\n")
    done = run("init", "--submissions")
    assert (done.code, done.err.splitlines()[-1]) == (
        0,
        f"{TEMPLATE} has no menu to renew, not changed: --force writes the form anew",
    )
    assert run("init", "--submissions", "--check").code == 1
    assert Path(TEMPLATE).read_text() == "mine\n"
    assert run("init", "--submissions", "--force").code == 0
    assert "Planning" in Path(TEMPLATE).read_text()


def test_the_menu_follows_the_list() -> None:
    """What somebody edited in the form stays."""
    assert run("init", "--submissions", "--check").out == (
        f"{TEMPLATE} does not exist: the same command without --check writes it\n"
    )
    run("init", "--submissions")
    before = Path(TEMPLATE).read_text()
    Path(TEMPLATE).write_text(edited := before.replace("One paper per form.", "Only one."))
    done = run("init", "--submissions", "--check")
    assert (done.code, done.out) == (0, f"{TEMPLATE} is up to date\n")
    Path("README.md").write_text(README.replace("## Memory", "## Long Memory"))
    done = run("init", "--submissions", "--check")
    assert (done.code, done.out) == (1, f"{TEMPLATE} is out of date: the same command without --check writes it\n")
    assert Path(TEMPLATE).read_text() == edited
    done = run("init", "--submissions")
    assert (done.code, done.err.splitlines()[-1]) == (0, f"wrote {TEMPLATE}")
    assert Path(TEMPLATE).read_text() == edited.replace('"Memory"', '"Long Memory"')


def test_what_is_checked_must_be_named() -> None:
    done = run("init", "--check")
    assert (done.code, done.err.splitlines()[0]) == (2, "error: --check is for files that the bot renews")


def test_a_dry_run_writes_nothing(folder: Path) -> None:
    done = run("init", "--submissions", "--dry-run", "-v")
    assert (done.code, "name: Paper submissions" in done.out, "name: Add a paper" in done.out) == (0, True, True)
    assert not (folder / ".github").exists()


def test_a_heading_without_words_or_of_one_paper_is_not_offered() -> None:
    above = (
        "\n## Search With Trees of Thoughts\n\n- [Search With Trees of Thoughts](https://arxiv.org/abs/2305.00301)\n"
    )
    empty = "\n## ****\n\n- [Search With Maps of Thoughts](https://arxiv.org/abs/2305.00302)\n"
    Path("README.md").write_text(f"{README}{above}{empty}")
    run("init", "--submissions")
    section = yaml.safe_load(Path(TEMPLATE).read_text())["body"][1]
    assert section["attributes"]["options"] == ["Not sure: the bot proposes one", "Planning", "Memory"]


@pytest.mark.parametrize(
    ("content", "is_said"),
    [
        pytest.param("# Papers\n\nNone yet.\n", True, id="no entries"),
        pytest.param(
            "- [Planning With Trees](https://arxiv.org/abs/2305.00301)\n"
            "- [Acting With Maps](https://arxiv.org/abs/2305.00302)\n",
            False,
            id="no headings",
        ),
    ],
)
def test_a_form_of_no_use_is_told(content: str, is_said: bool) -> None:
    Path("README.md").write_text(content)
    assert ("the form is of no use yet" in run("init", "--submissions").err) is is_said
